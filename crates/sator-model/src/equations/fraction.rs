//! Exact probabilities.

use std::fmt;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};

/// A number from 0 to 1, in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fraction(Ratio<BigUint>);

impl Fraction {
    /// A fraction whose denominator is not 0.
    pub fn new(numerator: impl Into<BigUint>, denominator: impl Into<BigUint>) -> Self {
        Self(Ratio::new(numerator.into(), denominator.into()))
    }

    /// The number 0.
    pub fn zero() -> Self {
        Self(Ratio::zero())
    }

    /// The number 1.
    pub fn one() -> Self {
        Self(Ratio::one())
    }

    /// 1 minus this number.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self(Ratio::one() - &self.0)
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        self.0.is_one()
    }

    /// The numerator.
    pub fn numerator(&self) -> &BigUint {
        self.0.numer()
    }

    /// The denominator.
    pub fn denominator(&self) -> &BigUint {
        self.0.denom()
    }

    /// The nearest float; of two that are equally near, the even one.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().unwrap_or_default()
    }

    /// The product with a whole number, rounded to the nearest; halves are rounded up.
    pub fn parts_of(&self, whole: u32) -> u32 {
        (&self.0 * BigUint::from(whole)).round().to_integer().to_u32().unwrap_or(whole)
    }
}

/// `3/8`, and `1/1` for 1.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator(), self.denominator())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Division of floats that hold both numbers exactly is rounded rightly by the processor.
    #[test]
    fn small_fractions_are_rounded_as_floats_divide() {
        for denominator in 1..200_u32 {
            for numerator in 0..=denominator {
                let expected = f64::from(numerator) / f64::from(denominator);
                let found = Fraction::new(numerator, denominator).to_f64();
                assert_eq!(found.to_bits(), expected.to_bits(), "{numerator}/{denominator}");
            }
        }
        let mut number = 1_u64;
        for _ in 0..10_000 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (a, b) = (number >> 11, (number.rotate_left(17) >> 12) + 1);
            let (a, b) = (a.min(b), a.max(b));
            let expected = a as f64 / b as f64;
            assert_eq!(Fraction::new(a, b).to_f64().to_bits(), expected.to_bits(), "{a}/{b}");
        }
    }

    #[track_caller]
    fn rounds(numerator: impl Into<BigUint>, denominator: impl Into<BigUint>, expected: f64) {
        let found = Fraction::new(numerator, denominator).to_f64();
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
        let half = |halves: u32| Fraction::new(halves, two_to(1075)).to_f64().to_bits();
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
        let third = Fraction::new(1_u32, 3_u32);
        let above = Fraction::new(&huge + 1_u32, &huge * 3_u32);
        assert_eq!(third.to_f64().to_bits(), above.to_f64().to_bits());
        assert!(third < above);
        assert!(above > third);
        assert_eq!(third, Fraction::new(2_u32, 6_u32));
        assert!(Fraction::new(2_u32, 7_u32) < Fraction::new(3_u32, 7_u32));
        assert_eq!(third.to_string(), "1/3");
    }

    #[test]
    fn parts_are_counted_to_the_nearest() {
        for (n, d, expected) in
            [(0_u32, 1_u32, 0), (1, 1, 1000), (1, 8, 125), (1, 3, 333), (2, 3, 667), (1, 2000, 1)]
        {
            assert_eq!(Fraction::new(n, d).parts_of(1000), expected, "{n}/{d}");
        }
        assert_eq!(Fraction::new(1_u32, 2001_u32).parts_of(1000), 0);
        let huge = BigUint::from(10_u32).pow(400);
        assert_eq!(Fraction::new(huge.clone(), huge * 4_u32).parts_of(1000), 250);
    }
}
