//! Numbers for people: percentages that claim no certainty, and numbers of any size.

use crate::engine::Fraction;

/// Numbers with more digits are rounded.
const PLAIN: usize = 15;

/// In the middle of a sentence.
const PLAIN_IN_SENTENCE: usize = 7;

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

/// A number, given by its digits: `1234567` or `about 6.9 × 10¹⁰³`.
pub(super) fn number(digits: &str) -> String {
    match rounded(digits, PLAIN) {
        Some(text) => format!("{text} (--json has all digits)"),
        None => digits.to_owned(),
    }
}

/// A number, given by its digits, in a few characters.
pub(super) fn short(digits: &str) -> String {
    rounded(digits, PLAIN_IN_SENTENCE).unwrap_or_else(|| digits.to_owned())
}

/// Rounds a number of more than `most` digits: `about 1.2 × 10³⁵`.
fn rounded(digits: &str, most: usize) -> Option<String> {
    if digits.len() <= most {
        return None;
    }
    let (mut tenths, mut exponent) = (tenths(&digits[..3]), digits.len() - 1);
    if tenths == 100 {
        (tenths, exponent) = (10, exponent + 1);
    }
    let exponent = exponent.to_string();
    let exponent: String = exponent.bytes().map(|it| RAISED[usize::from(it - b'0')]).collect();
    Some(format!("about {}.{} × 10{exponent}", tenths / 10, tenths % 10))
}

const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// A tenth of a number, given by its digits, to the nearest.
fn tenths(digits: &str) -> u32 {
    let number: u32 = digits.parse().unwrap_or_default();
    (number + 5) / 10
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
    fn a_large_number_is_rounded() {
        for (digits, text) in [
            ("1", "1"),
            ("1234567", "1234567"),
            ("12345678", "about 1.2 × 10⁷"),
            ("99600000", "about 1.0 × 10⁸"),
        ] {
            assert_eq!(short(digits), text);
        }
        let fifteen = "123456789012345";
        assert_eq!(number(fifteen), fifteen);
        let long = "6893".to_owned() + &"1".repeat(100);
        assert_eq!(number(&long), "about 6.9 × 10¹⁰³ (--json has all digits)");
        assert_eq!(number(&"9".repeat(1000)), "about 1.0 × 10¹⁰⁰⁰ (--json has all digits)");
    }

    #[test]
    fn percentages_have_one_decimal() {
        for (numerator, denominator, text) in
            [(1, 2, "50.0"), (1, 8, "12.5"), (1, 3, "33.3"), (2, 3, "66.7"), (1, 250, "0.4")]
        {
            assert_eq!(odds(numerator, denominator), text);
        }
    }
}
