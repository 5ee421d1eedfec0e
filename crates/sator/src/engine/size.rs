//! How large a problem is whose constraints stay whole.

/// How large a problem is whose constraints stay whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProblemSize {
    /// Variables: one for each value that a cell may have, or one for each cell where variables
    /// are numbers.
    pub variables: u32,
    /// Constraints by family of rules, in the order of the problem.
    pub families: Vec<(&'static str, u64)>,
}

impl ProblemSize {
    /// Constraints in all.
    pub fn constraints(&self) -> u64 {
        self.families.iter().map(|(_, number)| number).sum()
    }

    /// Counts so many more of a family.
    pub(super) fn add(&mut self, family: &'static str, number: u64) {
        match self.families.iter_mut().find(|(known, _)| *known == family) {
            Some((_, sum)) => *sum += number,
            None => self.families.push((family, number)),
        }
    }
}
