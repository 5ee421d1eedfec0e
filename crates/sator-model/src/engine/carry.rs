//! What the stages of a plan hand on to each other.

use sator_sat::Lit;

use super::Reduction;
use crate::cell::Solution;

/// What is known when a stage begins. Each stage takes it, and returns it with its own results when it
/// hands over.
#[derive(Default)]
pub(super) struct Carry {
    /// The solutions so far. No later stage returns them again.
    pub(super) found: Vec<Solution>,
    /// Literals that are true in every solution that was not found yet.
    pub(super) certain: Vec<Lit>,
    /// The known literals and the constraints that are left, if a stage propagated. In a box, because
    /// most searches begin without.
    pub(super) reduction: Option<Box<Reduction>>,
}
