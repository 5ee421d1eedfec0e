//! The instructions that a search uses: the widest that the processor has, unless the caller asks
//! for others.

use super::vector::{Portable, Simd};
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2Token, Avx512Token, Call};

/// The instructions that a search uses. Answers, their order and all counts are the same with each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstructionSet {
    /// Those of every processor.
    Portable,
    /// Registers of 256 bits.
    Avx2,
    /// Registers of 512 bits.
    Avx512,
}

/// A computation that is compiled for each set of instructions.
pub(super) trait Job {
    type Output;

    /// Runs the job. All implementations are inlined, because only inlined code is compiled for
    /// the instructions of the token.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

impl InstructionSet {
    const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// All that this processor has, the widest last.
    pub fn all() -> Vec<Self> {
        Self::ALL.into_iter().filter(|set| set.is_available()).collect()
    }

    /// The widest that this processor has.
    pub fn best() -> Self {
        Self::ALL.into_iter().rfind(|set| set.is_available()).unwrap_or(Self::Portable)
    }

    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2Token::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512Token::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Runs a job with these instructions, or with the portable ones where the processor does not
    /// have them.
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if self == Self::Avx512
                && let Some(simd) = Avx512Token::try_new()
            {
                return simd.vectorize(Call { job, simd });
            }
            if self == Self::Avx2
                && let Some(simd) = Avx2Token::try_new()
            {
                return simd.vectorize(Call { job, simd });
            }
        }
        job.run(Portable)
    }
}
