//! Whether two searches of one instance agree.
//!
//! Every solution is verified before it counts, so two methods can only differ if one of them
//! misses solutions and claims to be complete.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;
use sator_sat::encode::Encodings;

use super::{EngineError, Options, Report, Solutions, Step};
use crate::cell::Solution;
use crate::model::Scope;

/// A digest of the solutions that a search found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SolutionDigest {
    /// Their number.
    pub number: u64,
    /// A sum of hashes: the same for the same solutions in any order.
    hash: u64,
}

impl SolutionDigest {
    pub(super) fn add(&mut self, answer: &Solution) {
        self.number += 1;
        self.hash = self.hash.wrapping_add(FixedState::default().hash_one(answer));
    }
}

/// The result of comparing two searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// The results do not contradict each other.
    Agree,
    /// The results contradict each other, so one search is wrong.
    Disagree,
    /// The second search stopped before the comparison was decided.
    Unknown,
}

/// Compares the results of two searches of one puzzle.
pub fn compare(first: &Report, second: &Report) -> Agreement {
    Claim::of(first).compare(Claim::of(second))
}

/// The claim of a search.
#[derive(Clone, Copy)]
struct Claim {
    digest: SolutionDigest,
    is_complete: bool,
}

impl Claim {
    fn of(report: &Report) -> Self {
        Self { digest: report.digest, is_complete: report.is_complete }
    }

    /// Whether the claim is one that another search can confirm.
    fn is_comparable(self) -> bool {
        self.is_complete || self.digest.number > 0
    }

    fn compare(self, second: Self) -> Agreement {
        let went_as_far =
            second.is_complete || (!self.is_complete && second.digest.number >= self.digest.number);
        if self.is_refuted_by(second) || second.is_refuted_by(self) {
            Agreement::Disagree
        } else if self.is_comparable() && went_as_far {
            Agreement::Agree
        } else {
            Agreement::Unknown
        }
    }

    /// Whether this claim is complete and the other search has found a different solution.
    fn is_refuted_by(self, other: Self) -> bool {
        let has_same_number = other.digest.number == self.digest.number;
        self.is_complete
            && (other.digest.number > self.digest.number
                || ((has_same_number || other.is_complete) && other.digest != self.digest))
    }
}

impl Options {
    /// A lowering for a second search: the stated constraints, in full, by other encodings. The
    /// solver should be another one, too.
    #[must_use]
    pub fn by_another_method(mut self) -> Self {
        let linear: Encodings = "bimander,totalizer".parse().unwrap_or_default();
        let is_same = self.lowering.encodings == linear;
        self.lowering.encodings = if is_same { Encodings::default() } else { linear };
        self.lowering.scope = Some(Scope::Stated);
        self.eliminate = Some(false);
        self
    }
}

/// Searches again, as far as needed to compare with the first search. Returns `None` if the first
/// search has no result.
pub fn retrace(solutions: &mut Solutions, first: &Report) -> Result<Option<Report>, EngineError> {
    if !Claim::of(first).is_comparable() {
        return Ok(None);
    }
    loop {
        let found = solutions.digest().number;
        let wanted = first.digest.number;
        let is_enough = if first.is_complete { found > wanted } else { found >= wanted };
        if is_enough || !matches!(solutions.step()?, Step::Solution(_)) {
            return Ok(Some(solutions.report()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The claim of a search that found these answers.
    fn claim(answers: &[i32], is_complete: bool) -> Claim {
        let mut digest = SolutionDigest::default();
        for &answer in answers {
            digest.add(&Solution { values: vec![answer] });
        }
        Claim { digest, is_complete }
    }

    /// The subsets of the answers 1 to 3.
    fn subsets() -> impl Iterator<Item = Vec<i32>> {
        (0..8).map(|bits| (1..=3).filter(|answer| bits >> (answer - 1) & 1 == 1).collect())
    }

    #[test]
    fn searches_that_are_right_never_disagree() {
        for all in subsets() {
            let right = |answers: &[i32]| answers.iter().all(|answer| all.contains(answer));
            for first in subsets().filter(|answers| right(answers)) {
                for second in subsets().filter(|answers| right(answers)) {
                    let claims = [&first, &second].map(|found| claim(found, *found == all));
                    let agreement = claims[0].compare(claims[1]);
                    assert_ne!(agreement, Agreement::Disagree, "{first:?} {second:?} of {all:?}");
                }
            }
        }
    }

    #[test]
    fn the_order_of_answers_does_not_matter() {
        assert_eq!(claim(&[1, 2], true).compare(claim(&[2, 1], true)), Agreement::Agree);
    }

    #[test]
    fn a_complete_search_that_missed_a_solution_is_detected() {
        for (missed, found, is_complete) in [
            (vec![], vec![1], false),
            (vec![], vec![1, 2], true),
            (vec![1], vec![2], false),
            (vec![1], vec![1, 2], false),
            (vec![1, 2], vec![1, 3], true),
            (vec![1, 2], vec![3], true),
        ] {
            let (wrong, other) = (claim(&missed, true), claim(&found, is_complete));
            assert_eq!(wrong.compare(other), Agreement::Disagree, "{missed:?} {found:?}");
            assert_eq!(other.compare(wrong), Agreement::Disagree, "{found:?} {missed:?}");
        }
    }

    #[test]
    fn a_second_search_that_was_stopped_early_decides_nothing() {
        assert_eq!(claim(&[1, 2], true).compare(claim(&[1], false)), Agreement::Unknown);
        assert_eq!(claim(&[], true).compare(claim(&[], false)), Agreement::Unknown);
        assert_eq!(claim(&[1], false).compare(claim(&[], false)), Agreement::Unknown);
        assert_eq!(claim(&[1], false).compare(claim(&[2], false)), Agreement::Agree);
        assert_eq!(claim(&[], false).compare(claim(&[], false)), Agreement::Unknown);
        assert_eq!(claim(&[], false).compare(claim(&[1], true)), Agreement::Unknown);
    }
}
