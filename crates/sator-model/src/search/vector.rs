//! 512 bits at a time: what the search asks of a processor, in plain Rust.
//!
//! [`super::x86`] has the same for processors with wide registers. Whatever is used, the results
//! are the same, bit by bit.

/// How many words a vector has.
pub(super) const WORDS: usize = 8;

/// How many bits.
pub(super) const BITS: usize = 64 * WORDS;

/// Bits in memory.
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

/// Leaves what both have.
pub(super) fn narrow(bits: &mut [Bits], others: &[Bits]) {
    for (bits, others) in bits.iter_mut().zip(others) {
        for (bits, others) in bits.0.iter_mut().zip(others.0) {
            *bits &= others;
        }
    }
}

/// Bits in a register, or in several. All of it is inlined, also into functions for which the
/// compiler may use more instructions than for others.
pub(super) trait Vector: Copy {
    fn load(bits: &Bits) -> Self;
    fn store(self) -> Bits;
    fn zero() -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// What `other` does not have.
    fn without(self, other: Self) -> Self;
    /// Which words are not zero, as bits.
    fn words(self) -> u32;
    /// How many bits there are, those within the sets counted again: twice for the last.
    fn weigh(self, sets: [Self; 3]) -> u32;
    /// The two halves of each 512 (0), 256 (1), 128 (2) or 64 bits (3) change places.
    fn swap<const LEVEL: usize>(self) -> Self;
    /// The first word.
    fn low(self) -> u64;
    /// Which lanes of 32 bits have any of these bits.
    fn lanes_32(self, bits: u32) -> u32;
    /// Which lanes of 64 bits have any of these bits.
    fn lanes_64(self, bits: u64) -> u32;

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.words() == 0
    }
}

/// One word after the other.
#[derive(Clone, Copy)]
pub(super) struct Plain(Bits);

impl Plain {
    #[inline(always)]
    fn with(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = [0; WORDS];
        for (index, word) in words.iter_mut().enumerate() {
            *word = join(self.0.0[index], other.0.0[index]);
        }
        Self(Bits(words))
    }
}

impl Vector for Plain {
    #[inline(always)]
    fn load(bits: &Bits) -> Self {
        Self(*bits)
    }

    #[inline(always)]
    fn store(self) -> Bits {
        self.0
    }

    #[inline(always)]
    fn zero() -> Self {
        Self(Bits::ZERO)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn words(self) -> u32 {
        let mut found = 0;
        for (index, &word) in self.0.0.iter().enumerate() {
            found |= u32::from(word != 0) << index;
        }
        found
    }

    #[inline(always)]
    fn weigh(self, sets: [Self; 3]) -> u32 {
        weigh_words(&self.0, &[sets[0].0, sets[1].0, sets[2].0])
    }

    #[inline(always)]
    fn swap<const LEVEL: usize>(self) -> Self {
        let mut words = [0; WORDS];
        for (index, word) in words.iter_mut().enumerate() {
            *word = match LEVEL {
                3 => self.0.0[index].rotate_left(32),
                level => self.0.0[index ^ (WORDS >> 1 >> level)],
            };
        }
        Self(Bits(words))
    }

    #[inline(always)]
    fn low(self) -> u64 {
        self.0.0[0]
    }

    #[inline(always)]
    fn lanes_32(self, bits: u32) -> u32 {
        let mut found = 0;
        for (index, &word) in self.0.0.iter().enumerate() {
            found |= u32::from(word as u32 & bits != 0) << (2 * index);
            found |= u32::from((word >> 32) as u32 & bits != 0) << (2 * index + 1);
        }
        found
    }

    #[inline(always)]
    fn lanes_64(self, bits: u64) -> u32 {
        let mut found = 0;
        for (index, &word) in self.0.0.iter().enumerate() {
            found |= u32::from(word & bits != 0) << index;
        }
        found
    }
}

/// [`Vector::weigh`], word by word.
#[inline(always)]
pub(super) fn weigh_words(bits: &Bits, sets: &[Bits; 3]) -> u32 {
    let mut weight = 0;
    for index in 0..WORDS {
        let word = bits.0[index];
        let [first, second, third] = [0, 1, 2].map(|set: usize| word & sets[set].0[index]);
        weight += 2 * (word.count_ones() + third.count_ones());
        weight += first.count_ones() + second.count_ones();
    }
    weight
}
