//! Vectors of 512 bits on processors with AVX-512 or AVX2.
//!
//! The tokens and the safe intrinsics are those of the crate `pulp`: only a successful check of the
//! processor's features makes a token, each intrinsic is a method of a token, and each vector carries
//! its token. So the types prove that no instruction runs on a processor that lacks it.

use std::arch::x86_64::{__m256i, __m512i};

use super::instruction_set::Job;
use super::vector::{Bits, Simd, Vector, WORDS};

pulp::simd_type! {
    /// AVX-512.
    pub(super) struct Avx512Token {
        avx512f: "avx512f",
        _avx512bw: "avx512bw",
        _avx512dq: "avx512dq",
        _avx512vl: "avx512vl",
        _avx512vpopcntdq: "avx512vpopcntdq",
        _avx2: "avx2",
        _bmi1: "bmi1",
        _bmi2: "bmi2",
        _lzcnt: "lzcnt",
        _popcnt: "popcnt",
    }

    /// AVX2.
    pub(super) struct Avx2Token {
        avx: "avx",
        avx2: "avx2",
        _bmi1: "bmi1",
        _bmi2: "bmi2",
        _lzcnt: "lzcnt",
        _popcnt: "popcnt",
    }
}

/// A job together with the token of the instructions that it is compiled for.
pub(super) struct Call<J, S> {
    pub(super) job: J,
    pub(super) simd: S,
}

impl<J: Job, S: Simd> pulp::NullaryFnOnce for Call<J, S> {
    type Output = J::Output;

    #[inline(always)]
    fn call(self) -> J::Output {
        self.job.run(self.simd)
    }
}

/// A vector in one register.
#[derive(Clone, Copy)]
pub(super) struct Wide {
    simd: Avx512Token,
    bits: __m512i,
}

impl Wide {
    #[inline(always)]
    fn with(self, bits: __m512i) -> Self {
        Self { bits, ..self }
    }

    /// The population count of each word. `pulp` lacks the intrinsic, but the compiler makes one
    /// instruction of this.
    #[inline(always)]
    fn count_ones(self) -> __m512i {
        let words: [u64; WORDS] = pulp::cast(self.bits);
        pulp::cast(words.map(|word| u64::from(word.count_ones())))
    }
}

impl Simd for Avx512Token {
    type Vector = Wide;

    #[inline(always)]
    fn load(self, bits: &Bits) -> Wide {
        Wide { simd: self, bits: pulp::cast(bits.0) }
    }
}

impl Vector for Wide {
    #[inline(always)]
    fn store(self) -> Bits {
        Bits(pulp::cast(self.bits))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(self.simd.avx512f._mm512_and_si512(self.bits, other.bits))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(self.simd.avx512f._mm512_or_si512(self.bits, other.bits))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.with(self.simd.avx512f._mm512_andnot_si512(other.bits, self.bits))
    }

    #[inline(always)]
    fn words(self) -> u32 {
        u32::from(self.simd.avx512f._mm512_test_epi64_mask(self.bits, self.bits))
    }

    #[inline(always)]
    fn weigh(self, [first, second, third]: [Self; 3]) -> u32 {
        let add = |a, b| self.simd.avx512f._mm512_add_epi64(a, b);
        let twice = add(self.count_ones(), self.and(third).count_ones());
        let once = add(self.and(first).count_ones(), self.and(second).count_ones());
        self.simd.avx512f._mm512_reduce_add_epi64(add(add(twice, twice), once)) as u32
    }

    #[inline(always)]
    fn swap<const LEVEL: usize>(self) -> Self {
        let simd = self.simd.avx512f;
        self.with(match LEVEL {
            0 => simd._mm512_shuffle_i64x2::<0x4E>(self.bits, self.bits),
            1 => simd._mm512_shuffle_i64x2::<0xB1>(self.bits, self.bits),
            2 => simd._mm512_shuffle_epi32::<0x4E>(self.bits),
            _ => simd._mm512_shuffle_epi32::<0xB1>(self.bits),
        })
    }

    #[inline(always)]
    fn low(self) -> u64 {
        self.store().0[0]
    }

    #[inline(always)]
    fn lanes_32(self, bits: u32) -> u32 {
        let simd = self.simd.avx512f;
        u32::from(simd._mm512_test_epi32_mask(self.bits, simd._mm512_set1_epi32(bits as i32)))
    }

    #[inline(always)]
    fn lanes_64(self, bits: u64) -> u32 {
        let simd = self.simd.avx512f;
        u32::from(simd._mm512_test_epi64_mask(self.bits, simd._mm512_set1_epi64(bits as i64)))
    }
}

/// A vector in two registers.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    simd: Avx2Token,
    low: __m256i,
    high: __m256i,
}

impl Halves {
    #[inline(always)]
    fn map(self, operation: impl Fn(__m256i) -> __m256i) -> Self {
        Self { low: operation(self.low), high: operation(self.high), ..self }
    }

    #[inline(always)]
    fn join(self, other: Self, operation: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        let (low, high) = (operation(self.low, other.low), operation(self.high, other.high));
        Self { low, high, ..self }
    }
}

impl Simd for Avx2Token {
    type Vector = Halves;

    #[inline(always)]
    fn load(self, bits: &Bits) -> Halves {
        let [low, high] = pulp::cast(bits.0);
        Halves { simd: self, low, high }
    }
}

impl Vector for Halves {
    #[inline(always)]
    fn store(self) -> Bits {
        Bits(pulp::cast([self.low, self.high]))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.join(other, |a, b| self.simd.avx2._mm256_and_si256(a, b))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.join(other, |a, b| self.simd.avx2._mm256_or_si256(a, b))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.join(other, |a, b| self.simd.avx2._mm256_andnot_si256(b, a))
    }

    #[inline(always)]
    fn words(self) -> u32 {
        let Avx2Token { avx, avx2, .. } = self.simd;
        let is_zero = self.map(|half| avx2._mm256_cmpeq_epi64(half, avx._mm256_setzero_si256()));
        let mask = |half| avx._mm256_movemask_pd(avx._mm256_castsi256_pd(half));
        !(mask(is_zero.low) | mask(is_zero.high) << 4) as u32 & 0xFF
    }

    #[inline(always)]
    fn swap<const LEVEL: usize>(self) -> Self {
        let simd = self.simd.avx2;
        match LEVEL {
            0 => Self { low: self.high, high: self.low, ..self },
            1 => self.map(|half| simd._mm256_permute4x64_epi64::<0x4E>(half)),
            2 => self.map(|half| simd._mm256_shuffle_epi32::<0x4E>(half)),
            _ => self.map(|half| simd._mm256_shuffle_epi32::<0xB1>(half)),
        }
    }

    #[inline(always)]
    fn low(self) -> u64 {
        self.store().0[0]
    }

    #[inline(always)]
    fn lanes_32(self, bits: u32) -> u32 {
        let Avx2Token { avx, avx2, .. } = self.simd;
        let (zero, bits) = (avx._mm256_setzero_si256(), avx._mm256_set1_epi32(bits as i32));
        let is_zero =
            self.map(|half| avx2._mm256_cmpeq_epi32(avx2._mm256_and_si256(half, bits), zero));
        let mask = |half| avx._mm256_movemask_ps(avx._mm256_castsi256_ps(half));
        !(mask(is_zero.low) | mask(is_zero.high) << 8) as u32 & 0xFFFF
    }

    #[inline(always)]
    fn lanes_64(self, bits: u64) -> u32 {
        let bits = self.simd.avx._mm256_set1_epi64x(bits as i64);
        self.and(Self { low: bits, high: bits, ..self }).words()
    }
}
