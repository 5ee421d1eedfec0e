//! Exact odds.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;

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
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}
