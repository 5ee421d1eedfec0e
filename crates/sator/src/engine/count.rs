//! How many answers there are, by meeting each of them once.

use sator_sat::backend::StopReason;

use super::{EngineError, Report, Search, Step};
use crate::model::Filling;
use crate::puzzle::Symmetry;

/// How many answers were met.
#[derive(Debug, Clone)]
pub struct Count {
    /// The number.
    pub number: u64,
    /// Why it is only a lower bound, if it is.
    pub stopped: Option<Unfinished>,
    /// What the search was like.
    pub report: Report,
}

/// Why a count ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// As many as wanted were found, and there may be more.
    Enough,
    /// The solver was stopped.
    Stopped(StopReason),
}

/// Counts the answers that a search finds, or with `up_to_symmetry` those that no symmetry
/// of the instance makes equal (all of them, where the puzzle knows none); up to `max`, if given. `progress` hears the number after every
/// answer.
pub fn count(
    mut search: Search<'_>,
    up_to_symmetry: bool,
    max: Option<u64>,
    mut progress: impl FnMut(u64),
) -> Result<Count, EngineError> {
    let symmetries = search.puzzle().symmetries().filter(|_| up_to_symmetry).unwrap_or_default();
    let mut number = 0;
    let stopped = loop {
        match search.next_answer()? {
            Step::Answer(answer) => {
                number += u64::from(is_first_of_its_kind(&answer, &symmetries));
                progress(number);
                if Some(number) == max {
                    break Some(Unfinished::Enough);
                }
            }
            Step::Done => break None,
            Step::Stopped(reason) => break Some(Unfinished::Stopped(reason)),
        }
    };
    Ok(Count { number, stopped, report: search.report() })
}

/// Of all answers that symmetries make of one another, the smallest stands for them.
fn is_first_of_its_kind(answer: &Filling, symmetries: &[Symmetry]) -> bool {
    symmetries.iter().all(|symmetry| *answer <= symmetry(answer))
}
