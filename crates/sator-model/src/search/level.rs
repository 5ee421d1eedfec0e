//! Which instructions a search uses: the widest that the processor has, unless less is asked for.

use super::vector::{Plain, Vector};

/// How wide the registers are that a search uses. Answers, their order and all counts are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// What every processor has.
    Portable,
    /// 256 bits.
    Avx2,
    /// 512 bits.
    Avx512,
}

/// Something to be done with vectors of any kind.
pub(super) trait Job {
    type Output;

    /// Does it. It is to be inlined, or it will not use the instructions that it may.
    fn run<V: Vector>(self) -> Self::Output;
}

impl Level {
    const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// All that this processor has, the widest last.
    pub fn all() -> Vec<Self> {
        Self::ALL.into_iter().filter(|level| level.is_there()).collect()
    }

    /// The widest that this processor has.
    pub fn best() -> Self {
        Self::ALL.into_iter().rfind(|level| level.is_there()).unwrap_or(Self::Portable)
    }

    fn is_there(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => super::x86::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => super::x86::has_avx512(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Does a job with these instructions, or with those that every processor has.
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        #[cfg(target_arch = "x86_64")]
        let done = match self {
            Self::Avx512 => super::x86::with_avx512(job),
            Self::Avx2 => super::x86::with_avx2(job),
            Self::Portable => Err(job),
        };
        #[cfg(not(target_arch = "x86_64"))]
        let done: Result<J::Output, J> = Err(job);
        done.unwrap_or_else(Job::run::<Plain>)
    }
}
