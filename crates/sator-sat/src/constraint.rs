//! The closed vocabulary of constraints, and their meaning.

use crate::Lit;

/// What a rule may demand of literals. [`Constraint::holds`] is the definition; every encoding is
/// tested against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// At least one of the literals is true.
    Clause(Vec<Lit>),
    /// At most `bound` of the literals are true.
    AtMost {
        /// The literals that are counted.
        lits: Vec<Lit>,
        /// How many may be true.
        bound: usize,
    },
    /// At least `bound` of the literals are true.
    AtLeast {
        /// The literals that are counted.
        lits: Vec<Lit>,
        /// How many must be true.
        bound: usize,
    },
    /// Exactly `count` of the literals are true.
    Exactly {
        /// The literals that are counted.
        lits: Vec<Lit>,
        /// How many are true.
        count: usize,
    },
}

impl Constraint {
    /// One literal that must be true.
    pub fn fact(lit: Lit) -> Self {
        Self::Clause(vec![lit])
    }

    /// No two of the literals are true.
    pub fn at_most_one(lits: Vec<Lit>) -> Self {
        Self::AtMost { lits, bound: 1 }
    }

    /// The literals that the constraint speaks of.
    pub fn lits(&self) -> &[Lit] {
        match self {
            Self::Clause(lits)
            | Self::AtMost { lits, .. }
            | Self::AtLeast { lits, .. }
            | Self::Exactly { lits, .. } => lits,
        }
    }

    /// How many of the literals must be true at least, and how many may be at most.
    pub fn bounds(&self) -> (usize, usize) {
        let all = self.lits().len();
        match *self {
            Self::Clause(_) => (1, all),
            Self::AtMost { bound, .. } => (0, bound),
            Self::AtLeast { bound, .. } => (bound, all),
            Self::Exactly { count, .. } => (count, count),
        }
    }

    /// Whether the constraint is satisfied when `is_true` tells which literals are true.
    pub fn holds(&self, is_true: impl Fn(Lit) -> bool) -> bool {
        let count = self.lits().iter().filter(|&&lit| is_true(lit)).count();
        let (least, most) = self.bounds();
        (least..=most).contains(&count)
    }
}
