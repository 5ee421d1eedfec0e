//! Numbers as people read them: percentages that claim no certainty, and numbers of any size.

use sator::engine::Fraction;

/// Above so many digits it is also said how large a number is, roughly.
const PLAIN: usize = 40;

/// More digits than this nobody reads.
const READABLE: usize = 1000;

/// The percentage of something that is neither certain nor impossible, which it is never said to be.
pub(super) fn percent(odds: &Fraction) -> String {
    match odds.parts_of(1000) {
        0 => "<0.1".to_owned(),
        1000 => ">99.9".to_owned(),
        parts => format!("{}.{}", parts / 10, parts % 10),
    }
}

/// A whole number by its digits: as it is, or roughly as well, or only roughly.
pub(super) fn number(digits: &str) -> String {
    match digits.len() {
        0..=PLAIN => digits.to_owned(),
        length @ ..=READABLE => {
            format!("{digits} (about {}, {length} digits)", rough(digits))
        }
        length => format!("about {} ({length} digits; --json has them all)", rough(digits)),
    }
}

/// `1.23e+57`, to the nearest, of at least four digits.
fn rough(digits: &str) -> String {
    let mut exponent = digits.len() - 1;
    let beginning: u32 = digits[..4].parse().unwrap_or_default();
    let mut rounded = (beginning + 5) / 10;
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
    fn what_is_open_is_never_said_to_be_certain() {
        assert_eq!(odds(1, 1_000_000), "<0.1");
        assert_eq!(odds(1, 2_001), "<0.1");
        assert_eq!(odds(1, 2_000), "0.1");
        assert_eq!(odds(999_999, 1_000_000), ">99.9");
        assert_eq!(odds(9_994, 10_000), "99.9");
        assert_eq!(odds(9_995, 10_000), ">99.9");
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
    fn a_number_is_whole_as_long_as_somebody_may_read_it() {
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
