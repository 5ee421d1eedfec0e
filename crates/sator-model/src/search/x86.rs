//! 512 bits at a time on processors with AVX-512 or AVX2.
//!
//! The only unsafe code of the project is here: instructions that not every processor has, behind
//! the question whether this one has them.
#![expect(unsafe_code, reason = "instructions that only some processors have")]
#![expect(clippy::cast_ptr_alignment, reason = "`Bits` are aligned for the widest registers")]

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::{
    __m256i, __m512i, _mm_cvtsi128_si64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_pd, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cmpeq_epi64,
    _mm256_load_si256, _mm256_movemask_pd, _mm256_movemask_ps, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi32, _mm256_store_si256, _mm512_add_epi64, _mm512_and_si512,
    _mm512_andnot_si512, _mm512_castsi512_si128, _mm512_load_si512, _mm512_or_si512,
    _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_set1_epi32, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shuffle_epi32, _mm512_shuffle_i64x2, _mm512_store_si512,
    _mm512_test_epi32_mask, _mm512_test_epi64_mask,
};

use super::level::Job;
use super::vector::{Bits, Vector, weigh_words};

/// Whether the processor has what [`with_avx512`] needs.
pub(super) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && has_avx2()
}

/// Whether the processor has what [`with_avx2`] needs.
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Does a job with AVX-512, where the processor has it.
pub(super) fn with_avx512<J: Job>(job: J) -> Result<J::Output, J> {
    if !has_avx512() {
        return Err(job);
    }
    // SAFETY: the processor has all that the function was compiled for.
    Ok(unsafe { run_512(job) })
}

/// Does a job with AVX2, where the processor has it.
pub(super) fn with_avx2<J: Job>(job: J) -> Result<J::Output, J> {
    if !has_avx2() {
        return Err(job);
    }
    // SAFETY: the processor has all that the function was compiled for.
    Ok(unsafe { run_256(job) })
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_512<J: Job>(job: J) -> J::Output {
    job.run::<Wide>()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_256<J: Job>(job: J) -> J::Output {
    job.run::<Halves>()
}

/// All in one register. It is used within [`run_512`] only, which makes its instructions safe.
#[derive(Clone, Copy)]
struct Wide(__m512i);

impl Vector for Wide {
    #[inline(always)]
    fn load(bits: &Bits) -> Self {
        // SAFETY: 64 aligned bytes are there to be read.
        Self(unsafe { _mm512_load_si512(bits.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> Bits {
        let mut bits = Bits::ZERO;
        // SAFETY: 64 aligned bytes are there to be written.
        unsafe { _mm512_store_si512(bits.0.as_mut_ptr().cast(), self.0) };
        bits
    }

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: as for all below, the processor has the instruction.
        Self(unsafe { _mm512_setzero_si512() })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn words(self) -> u32 {
        // SAFETY: see above.
        u32::from(unsafe { _mm512_test_epi64_mask(self.0, self.0) })
    }

    #[inline(always)]
    fn weigh(self, [first, second, third]: [Self; 3]) -> u32 {
        // SAFETY: see above.
        unsafe {
            let twice = _mm512_add_epi64(
                _mm512_popcnt_epi64(self.0),
                _mm512_popcnt_epi64(self.and(third).0),
            );
            let once = _mm512_add_epi64(
                _mm512_popcnt_epi64(self.and(first).0),
                _mm512_popcnt_epi64(self.and(second).0),
            );
            let all = _mm512_add_epi64(_mm512_add_epi64(twice, twice), once);
            _mm512_reduce_add_epi64(all) as u32
        }
    }

    #[inline(always)]
    fn swap<const LEVEL: usize>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            match LEVEL {
                0 => _mm512_shuffle_i64x2::<0x4E>(self.0, self.0),
                1 => _mm512_shuffle_i64x2::<0xB1>(self.0, self.0),
                2 => _mm512_shuffle_epi32::<0x4E>(self.0),
                _ => _mm512_shuffle_epi32::<0xB1>(self.0),
            }
        })
    }

    #[inline(always)]
    fn low(self) -> u64 {
        // SAFETY: see above.
        unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(self.0)) as u64 }
    }

    #[inline(always)]
    fn lanes_32(self, bits: u32) -> u32 {
        // SAFETY: see above.
        u32::from(unsafe { _mm512_test_epi32_mask(self.0, _mm512_set1_epi32(bits as i32)) })
    }

    #[inline(always)]
    fn lanes_64(self, bits: u64) -> u32 {
        // SAFETY: see above.
        u32::from(unsafe { _mm512_test_epi64_mask(self.0, _mm512_set1_epi64(bits as i64)) })
    }
}

/// In two registers. It is used within [`run_256`] only, which makes its instructions safe.
#[derive(Clone, Copy)]
struct Halves(__m256i, __m256i);

impl Vector for Halves {
    #[inline(always)]
    fn load(bits: &Bits) -> Self {
        let begin = bits.0.as_ptr().cast::<__m256i>();
        // SAFETY: twice 32 aligned bytes are there to be read.
        unsafe { Self(_mm256_load_si256(begin), _mm256_load_si256(begin.add(1))) }
    }

    #[inline(always)]
    fn store(self) -> Bits {
        let mut bits = Bits::ZERO;
        let begin = bits.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: twice 32 aligned bytes are there to be written.
        unsafe {
            _mm256_store_si256(begin, self.0);
            _mm256_store_si256(begin.add(1), self.1);
        }
        bits
    }

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: as for all below, the processor has the instruction.
        unsafe { Self(_mm256_setzero_si256(), _mm256_setzero_si256()) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Self(_mm256_and_si256(self.0, other.0), _mm256_and_si256(self.1, other.1)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Self(_mm256_or_si256(self.0, other.0), _mm256_or_si256(self.1, other.1)) }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Self(_mm256_andnot_si256(other.0, self.0), _mm256_andnot_si256(other.1, self.1)) }
    }

    #[inline(always)]
    fn words(self) -> u32 {
        // SAFETY: see above.
        unsafe {
            let zero = _mm256_setzero_si256();
            let low = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(self.0, zero)));
            let high = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(self.1, zero)));
            !(low | high << 4) as u32 & 0xFF
        }
    }

    #[inline(always)]
    fn weigh(self, sets: [Self; 3]) -> u32 {
        weigh_words(&self.store(), &[sets[0].store(), sets[1].store(), sets[2].store()])
    }

    #[inline(always)]
    fn swap<const LEVEL: usize>(self) -> Self {
        // SAFETY: see above.
        unsafe {
            match LEVEL {
                0 => Self(self.1, self.0),
                1 => Self(
                    _mm256_permute4x64_epi64::<0x4E>(self.0),
                    _mm256_permute4x64_epi64::<0x4E>(self.1),
                ),
                2 => {
                    Self(_mm256_shuffle_epi32::<0x4E>(self.0), _mm256_shuffle_epi32::<0x4E>(self.1))
                }
                _ => {
                    Self(_mm256_shuffle_epi32::<0xB1>(self.0), _mm256_shuffle_epi32::<0xB1>(self.1))
                }
            }
        }
    }

    #[inline(always)]
    fn low(self) -> u64 {
        self.store().0[0]
    }

    #[inline(always)]
    fn lanes_32(self, bits: u32) -> u32 {
        // SAFETY: see above.
        unsafe {
            let (zero, bits) = (_mm256_setzero_si256(), _mm256_set1_epi32(bits as i32));
            let low = _mm256_cmpeq_epi32(_mm256_and_si256(self.0, bits), zero);
            let high = _mm256_cmpeq_epi32(_mm256_and_si256(self.1, bits), zero);
            let low = _mm256_movemask_ps(_mm256_castsi256_ps(low));
            let high = _mm256_movemask_ps(_mm256_castsi256_ps(high));
            !(low | high << 8) as u32 & 0xFFFF
        }
    }

    #[inline(always)]
    fn lanes_64(self, bits: u64) -> u32 {
        // SAFETY: see above.
        let bits = unsafe { _mm256_set1_epi64x(bits as i64) };
        self.and(Self(bits, bits)).words()
    }
}
