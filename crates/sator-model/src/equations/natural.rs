//! Numbers to count with: machine words where these suffice, and any size elsewhere.

use num_bigint::BigUint;
use num_integer::Integer;

use super::Fraction;

/// A number from 0. What is too large for a type becomes its largest, and stays so.
pub(super) trait Natural: Clone {
    const ZERO: Self;
    /// How many words of memory a number takes that is below two to the power of `bits`.
    fn words(bits: usize) -> usize;
    fn small(number: u32) -> Self;
    fn is_zero(&self) -> bool;
    /// Adds a number.
    fn add(&mut self, other: &Self);
    /// Adds the product of two numbers.
    fn add_product(&mut self, a: &Self, b: &Self);
    fn times(&self, factor: u32) -> Self;
    /// Whether it is what it says.
    fn is_exact(&self) -> bool;
    fn into_big(self) -> BigUint;
    fn fraction(part: &Self, whole: &Self) -> Fraction;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Natural for $word {
            const ZERO: Self = 0;

            fn words(_: usize) -> usize {
                size_of::<Self>() / size_of::<u64>()
            }

            fn small(number: u32) -> Self {
                number.into()
            }

            fn is_zero(&self) -> bool {
                *self == 0
            }

            fn add(&mut self, other: &Self) {
                *self = self.saturating_add(*other);
            }

            fn add_product(&mut self, a: &Self, b: &Self) {
                *self = self.saturating_add(a.saturating_mul(*b));
            }

            fn times(&self, factor: u32) -> Self {
                self.saturating_mul(factor.into())
            }

            fn is_exact(&self) -> bool {
                *self < <$word>::MAX
            }

            fn into_big(self) -> BigUint {
                self.into()
            }

            fn fraction(part: &Self, whole: &Self) -> Fraction {
                let divisor = part.gcd(whole);
                Fraction::new(part / divisor, whole / divisor)
            }
        }
    )*};
}

words!(u64, u128);

impl Natural for BigUint {
    const ZERO: Self = BigUint::ZERO;

    fn words(bits: usize) -> usize {
        bits / 64 + 4
    }

    fn small(number: u32) -> Self {
        number.into()
    }

    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn times(&self, factor: u32) -> Self {
        self * factor
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn into_big(self) -> BigUint {
        self
    }

    fn fraction(part: &Self, whole: &Self) -> Fraction {
        Fraction::new(part.clone(), whole.clone())
    }
}

/// How many ways there are to choose `k` of `n`; with these numbers it fits.
pub(super) fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1)) as u32
}
