//! Exact fractions: compared, written, and rounded as well as can be.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;

/// The exponent of the smallest number that a float can hold.
const SMALLEST: u64 = 1074;

/// A number from 0 to 1, in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fraction {
    /// What is divided.
    pub numerator: BigUint,
    /// By what.
    pub denominator: BigUint,
}

impl Fraction {
    /// A part of a whole that is not 0.
    pub fn new(part: &BigUint, whole: &BigUint) -> Self {
        let divisor = part.gcd(whole);
        Self { numerator: part / &divisor, denominator: whole / &divisor }
    }

    /// Of none.
    pub fn zero() -> Self {
        Self { numerator: BigUint::ZERO, denominator: BigUint::from(1_u32) }
    }

    /// Of all.
    pub fn one() -> Self {
        Self { numerator: BigUint::from(1_u32), denominator: BigUint::from(1_u32) }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator == BigUint::ZERO
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        self.numerator == self.denominator
    }

    /// The nearest number that a float can hold; of two, the even one.
    pub fn to_f64(&self) -> f64 {
        // Two bits more than a float keeps, so that what is left over can only break ties.
        let shift = (55 + self.denominator.bits()).saturating_sub(self.numerator.bits());
        if shift > SMALLEST + 2 {
            return self.to_tiny_f64();
        }
        let (quotient, rest) = self.shifted(shift);
        let rounded = (quotient | u64::from(rest.bits() > 0)) as f64;
        rounded * power(shift / 2) * power(shift - shift / 2)
    }

    /// The same so near to zero that floats have fewer bits, and it is up to us to round.
    fn to_tiny_f64(&self) -> f64 {
        let (quotient, rest) = self.shifted(SMALLEST);
        let is_up = match (rest << 1_u32).cmp(&self.denominator) {
            Ordering::Less => false,
            Ordering::Equal => quotient % 2 == 1,
            Ordering::Greater => true,
        };
        (quotient + u64::from(is_up)) as f64 * f64::from_bits(1)
    }

    /// It is so many times two to the power of minus `shift`, and what is left over.
    fn shifted(&self, shift: u64) -> (u64, BigUint) {
        let shifted = &self.numerator << shift;
        let quotient = &shifted / &self.denominator;
        let rest = shifted - &quotient * &self.denominator;
        (u64::try_from(quotient).unwrap_or(u64::MAX), rest)
    }

    /// How many parts of a whole it is when that has so many, to the nearest number; halves go up.
    pub fn parts_of(&self, whole: u32) -> u32 {
        let Self { numerator, denominator } = self;
        let parts = (numerator * whole * 2_u32 + denominator) / (denominator * 2_u32);
        u32::try_from(parts).unwrap_or(whole)
    }
}

/// Two to the power of minus this, at most 1022.
fn power(exponent: u64) -> f64 {
    f64::from_bits((1023 - exponent) << 52)
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let [this, that] =
            [(self, other), (other, self)].map(|(a, b)| &a.numerator * &b.denominator);
        this.cmp(&that)
    }
}

/// `3/8`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: impl Into<BigUint>, denominator: impl Into<BigUint>) -> Fraction {
        Fraction { numerator: numerator.into(), denominator: denominator.into() }
    }

    /// Division of floats that hold both numbers exactly is rounded rightly by the processor.
    #[test]
    fn small_fractions_are_rounded_as_floats_divide() {
        for denominator in 1..200_u32 {
            for numerator in 0..=denominator {
                let expected = f64::from(numerator) / f64::from(denominator);
                let found = fraction(numerator, denominator).to_f64();
                assert_eq!(found.to_bits(), expected.to_bits(), "{numerator}/{denominator}");
            }
        }
        let mut number = 1_u64;
        for _ in 0..10_000 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (a, b) = (number >> 11, (number.rotate_left(17) >> 12) + 1);
            let (a, b) = (a.min(b), a.max(b));
            let expected = a as f64 / b as f64;
            assert_eq!(fraction(a, b).to_f64().to_bits(), expected.to_bits(), "{a}/{b}");
        }
    }

    #[track_caller]
    fn rounds(numerator: impl Into<BigUint>, denominator: impl Into<BigUint>, expected: f64) {
        let found = fraction(numerator, denominator).to_f64();
        assert_eq!(found.to_bits(), expected.to_bits(), "{found} is not {expected}");
    }

    fn two_to(exponent: u32) -> BigUint {
        BigUint::from(1_u32) << exponent
    }

    #[test]
    fn numbers_beyond_floats_make_no_difference() {
        let huge: BigUint = BigUint::from(10_u32).pow(5_000);
        rounds(&huge * 3_u32, &huge * 8_u32, 0.375);
        rounds(huge.clone(), &huge * 3_u32, 1.0 / 3.0);
        rounds(&huge - 1_u32, huge.clone(), 1.0);
        // In the middle between two floats, and just above it.
        let middle: BigUint = two_to(53) + 1_u32;
        let scaled: BigUint = &middle * &huge;
        rounds(scaled.clone(), huge.clone() << 54, 0.5);
        rounds(scaled + 1_u32, huge << 54, 0.5 + f64::EPSILON / 2.0);
    }

    #[test]
    fn the_smallest_floats_are_rounded_too() {
        let half = |halves: u32| fraction(halves, two_to(1075)).to_f64().to_bits();
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(half), [0, 0, 1, 2, 2, 2, 3, 4]);
        rounds(1_u32, two_to(5_000), 0.0);
        rounds(1_u32, two_to(1022), f64::MIN_POSITIVE);
        // A little less than that has too many bits, and a little more as well.
        for (numerator, bits) in [
            (two_to(60) - 1_u32, f64::MIN_POSITIVE.to_bits()),
            (two_to(60) - two_to(8), f64::MIN_POSITIVE.to_bits() - 1),
            (two_to(60) + two_to(8), f64::MIN_POSITIVE.to_bits() + 1),
            (two_to(60) + two_to(7), f64::MIN_POSITIVE.to_bits()),
            (two_to(61) + two_to(8), 2 * (1 << 52)),
            (two_to(61) + two_to(8) + 1_u32, 2 * (1 << 52) + 1),
        ] {
            rounds(numerator, two_to(1082), f64::from_bits(bits));
        }
    }

    #[test]
    fn fractions_are_compared_exactly() {
        let huge = BigUint::from(10_u32).pow(100);
        let third = fraction(1_u32, 3_u32);
        let above = fraction(&huge + 1_u32, &huge * 3_u32);
        assert_eq!(third.to_f64().to_bits(), above.to_f64().to_bits());
        assert!(third < above);
        assert!(above > third);
        assert_eq!(third.cmp(&fraction(2_u32, 6_u32)), Ordering::Equal);
        assert!(fraction(2_u32, 7_u32) < fraction(3_u32, 7_u32));
        assert_eq!(third.to_string(), "1/3");
    }

    #[test]
    fn parts_are_counted_to_the_nearest() {
        for (n, d, expected) in
            [(0_u32, 1_u32, 0), (1, 1, 1000), (1, 8, 125), (1, 3, 333), (2, 3, 667), (1, 2000, 1)]
        {
            assert_eq!(fraction(n, d).parts_of(1000), expected, "{n}/{d}");
        }
        assert_eq!(fraction(1_u32, 2001_u32).parts_of(1000), 0);
        let huge = BigUint::from(10_u32).pow(400);
        assert_eq!(fraction(huge.clone(), huge * 4_u32).parts_of(1000), 250);
    }
}
