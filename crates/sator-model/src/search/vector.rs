//! Vectors of 512 bits: the operations that the bit-parallel search needs, and their portable
//! version in plain Rust.
//!
//! [`super::x86`] implements the same operations for processors with wide registers. All versions
//! give the same results, bit by bit.

/// The number of words of a vector.
pub(super) const WORDS: usize = 8;

/// The number of bits of a vector.
pub(super) const BITS: usize = 64 * WORDS;

/// A vector in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Bits(pub(super) [u64; WORDS]);

impl Bits {
    pub(super) const ZERO: Self = Self([0; WORDS]);
    pub(super) const ONES: Self = Self([u64::MAX; WORDS]);

    pub(super) fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    pub(super) fn clear(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    #[inline(always)]
    pub(super) fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }
}

/// Intersects each vector with the corresponding one.
pub(super) fn intersect(bits: &mut [Bits], others: &[Bits]) {
    for (bits, others) in bits.iter_mut().zip(others) {
        for (bits, others) in bits.0.iter_mut().zip(others.0) {
            *bits &= others;
        }
    }
}

/// A token that proves that the processor has the instructions of a vector type. All vectors are
/// made from a token, so that no vector exists where its instructions are missing.
pub(super) trait Simd: Copy {
    type Vector: Vector;

    fn load(self, bits: &Bits) -> Self::Vector;

    #[inline(always)]
    fn zero(self) -> Self::Vector {
        self.load(&Bits::ZERO)
    }
}

/// A vector in registers. All methods are inlined, so that the functions that call them are compiled
/// for the instructions of their token.
pub(super) trait Vector: Copy {
    fn store(self) -> Bits;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits that `other` does not have.
    fn without(self, other: Self) -> Self;
    /// The words that are not zero, as bits.
    fn words(self) -> u32;
    /// Exchanges the halves of each 512 (0), 256 (1), 128 (2) or 64 bits (3).
    fn swap<const LEVEL: usize>(self) -> Self;
    /// The first word.
    fn low(self) -> u64;
    /// The lanes of 32 bits that have any of these bits.
    fn lanes_32(self, bits: u32) -> u32;
    /// The lanes of 64 bits that have any of these bits.
    fn lanes_64(self, bits: u64) -> u32;

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.words() == 0
    }

    /// A weighted population count: each bit counts 2, another 1 within each of the first two sets,
    /// and another 2 within the third.
    #[inline(always)]
    fn weigh(self, sets: [Self; 3]) -> u32 {
        let bits = self.store().0;
        let [first, second, third] = sets.map(|set| set.store().0);
        let mut weight = 0;
        for (index, word) in bits.into_iter().enumerate() {
            weight += 2 * (word.count_ones() + (word & third[index]).count_ones());
            weight += (word & first[index]).count_ones() + (word & second[index]).count_ones();
        }
        weight
    }
}

/// Plain Rust, for every processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Simd for Portable {
    type Vector = Bits;

    #[inline(always)]
    fn load(self, bits: &Bits) -> Bits {
        *bits
    }
}

impl Vector for Bits {
    #[inline(always)]
    fn store(self) -> Bits {
        self
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        join(self, other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        join(self, other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        join(self, other, |a, b| a & !b)
    }

    #[inline(always)]
    fn words(self) -> u32 {
        self.lanes_64(u64::MAX)
    }

    #[inline(always)]
    fn swap<const LEVEL: usize>(self) -> Self {
        let mut words = [0; WORDS];
        for (index, word) in words.iter_mut().enumerate() {
            *word = match LEVEL {
                3 => self.0[index].rotate_left(32),
                level => self.0[index ^ (WORDS >> 1 >> level)],
            };
        }
        Self(words)
    }

    #[inline(always)]
    fn low(self) -> u64 {
        self.0[0]
    }

    #[inline(always)]
    fn lanes_32(self, bits: u32) -> u32 {
        let mut found = 0;
        for (index, &word) in self.0.iter().enumerate() {
            found |= u32::from(word as u32 & bits != 0) << (2 * index);
            found |= u32::from((word >> 32) as u32 & bits != 0) << (2 * index + 1);
        }
        found
    }

    #[inline(always)]
    fn lanes_64(self, bits: u64) -> u32 {
        let mut found = 0;
        for (index, &word) in self.0.iter().enumerate() {
            found |= u32::from(word & bits != 0) << index;
        }
        found
    }
}

#[inline(always)]
fn join(a: Bits, b: Bits, operation: impl Fn(u64, u64) -> u64) -> Bits {
    let mut words = [0; WORDS];
    for (index, word) in words.iter_mut().enumerate() {
        *word = operation(a.0[index], b.0[index]);
    }
    Bits(words)
}
