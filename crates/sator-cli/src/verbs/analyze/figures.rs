//! Numbers for people: percentages that claim no certainty, and numbers of any size.

use sator::engine::Fraction;

/// Numbers with more digits are printed with an approximation.
const PLAIN: usize = 40;

/// Of numbers with more digits only the approximation is printed.
const READABLE: usize = 1000;

/// The whole percentage of an event that is neither certain nor impossible, from `01` to `99`.
pub(super) fn whole_percent(odds: &Fraction) -> String {
    format!("{:02}", odds.parts_of(100).clamp(1, 99))
}

/// The percentage of an event that is neither certain nor impossible: never 0 or 100.
pub(super) fn percent(odds: &Fraction) -> String {
    match odds.parts_of(1000) {
        0 => "<0.1".to_owned(),
        1000 => ">99.9".to_owned(),
        parts => format!("{}.{}", parts / 10, parts % 10),
    }
}

/// A number, given by its digits: exactly, with an approximation, or only the approximation.
pub(super) fn number(digits: &str) -> String {
    match digits.len() {
        0..=PLAIN => digits.to_owned(),
        length @ ..=READABLE => {
            format!("{digits} (about {}, {length} digits)", rough(digits))
        }
        length => format!("about {} ({length} digits; --json has them all)", rough(digits)),
    }
}

/// A number, given by its digits, in a few characters: `1234567` or `1.2e35`.
pub(super) fn short(digits: &str) -> String {
    const LONGEST: usize = 7;
    if digits.len() <= LONGEST {
        return digits.to_owned();
    }
    let (mut rounded, mut exponent) = (tenths(&digits[..3]), digits.len() - 1);
    if rounded == 100 {
        (rounded, exponent) = (10, exponent + 1);
    }
    format!("{}.{}e{exponent}", rounded / 10, rounded % 10)
}

/// A tenth of a number, given by its digits, to the nearest.
fn tenths(digits: &str) -> u32 {
    let number: u32 = digits.parse().unwrap_or_default();
    (number + 5) / 10
}

/// `1.23e+57`, to the nearest, of at least four digits.
fn rough(digits: &str) -> String {
    let mut exponent = digits.len() - 1;
    let mut rounded = tenths(&digits[..4]);
    if rounded == 1000 {
        rounded = 100;
        exponent += 1;
    }
    format!("{}.{:02}e+{exponent}", rounded / 100, rounded % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds(numerator: u64, denominator: u64) -> String {
        percent(&Fraction::new(numerator, denominator))
    }

    #[test]
    fn an_open_cell_is_never_shown_as_certain() {
        assert_eq!(odds(1, 1_000_000), "<0.1");
        assert_eq!(odds(1, 2_001), "<0.1");
        assert_eq!(odds(1, 2_000), "0.1");
        assert_eq!(odds(999_999, 1_000_000), ">99.9");
        assert_eq!(odds(9_994, 10_000), "99.9");
        assert_eq!(odds(9_995, 10_000), ">99.9");
    }

    #[test]
    fn a_whole_percentage_has_two_digits() {
        for (numerator, denominator, text) in
            [(1_u64, 2_u64, "50"), (1, 1000, "01"), (999, 1000, "99"), (1, 20, "05"), (2, 3, "67")]
        {
            assert_eq!(whole_percent(&Fraction::new(numerator, denominator)), text);
        }
    }

    #[test]
    fn a_large_number_is_shortened() {
        for (digits, text) in
            [("1", "1"), ("1234567", "1234567"), ("12345678", "1.2e7"), ("99600000", "1.0e8")]
        {
            assert_eq!(short(digits), text);
        }
    }

    #[test]
    fn percentages_have_one_decimal() {
        for (numerator, denominator, text) in
            [(1, 2, "50.0"), (1, 8, "12.5"), (1, 3, "33.3"), (2, 3, "66.7"), (1, 250, "0.4")]
        {
            assert_eq!(odds(numerator, denominator), text);
        }
    }

    #[test]
    fn only_a_number_of_readable_length_is_printed_in_full() {
        assert_eq!(number("0"), "0");
        let forty = "1234567890".repeat(4);
        assert_eq!(number(&forty), forty);
        let more = format!("{forty}1");
        assert_eq!(number(&more), format!("{more} (about 1.23e+40, 41 digits)"));
        let thousand = "9".repeat(1000);
        assert_eq!(number(&thousand), format!("{thousand} (about 1.00e+1000, 1000 digits)"));
        let giant = "5678".repeat(1000);
        assert_eq!(number(&giant), "about 5.68e+3999 (4000 digits; --json has them all)");
    }
}
