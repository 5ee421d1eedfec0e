//! Natural numbers to count with: machine words where they suffice, and [`BigUint`] elsewhere.
//!
//! `num-traits` has saturating arithmetic for machine words only, so the common trait is ours.

use num_bigint::BigUint;

/// A natural number. A result that is too large for its type is the largest number of the type, and
/// stays it.
pub(super) trait Natural: Clone + From<u32> + Into<BigUint> {
    const ZERO: Self;
    /// The number of words of memory that a number below two to the power of `bits` takes.
    fn words(bits: usize) -> usize;
    fn is_zero(&self) -> bool;
    fn add(&mut self, other: &Self);
    fn add_product(&mut self, a: &Self, b: &Self);
    fn times(&self, factor: u32) -> Self;
    /// Whether it cannot be the result of an overflow.
    fn is_exact(&self) -> bool;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Natural for $word {
            const ZERO: Self = 0;

            fn words(_: usize) -> usize {
                size_of::<Self>() / size_of::<u64>()
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
        }
    )*};
}

words!(u64, u128);

impl Natural for BigUint {
    const ZERO: Self = BigUint::ZERO;

    fn words(bits: usize) -> usize {
        bits / 64 + 4
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
}
