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
    /// Either some of the first literals are true or some of the others, and never both.
    Split {
        /// One side.
        first: Vec<Lit>,
        /// The other side.
        others: Vec<Lit>,
    },
    /// Numbers add up to a total.
    Sum(Sum),
}

/// Numbers that add up. Whoever states it also states that each number has exactly one value, and
/// that the numbers of a part differ: an encoding may rely on both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// What is added or taken away.
    pub parts: Vec<Part>,
    /// What comes out.
    pub total: i64,
}

/// Numbers of a sum that all differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Whether they are taken away instead of added.
    pub is_negative: bool,
    /// The numbers.
    pub numbers: Vec<Number>,
}

/// A number: its possible values, ascending, each with the literal that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number(pub Vec<(i64, Lit)>);

/// Bounds on how many of some literals are true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count<'c> {
    /// The literals that are counted.
    pub lits: &'c [Lit],
    /// How many must be true.
    pub least: usize,
    /// How many may be.
    pub most: usize,
}

impl Sum {
    /// Different numbers that add up to a total.
    pub fn of(numbers: Vec<Number>, total: i64) -> Self {
        Self { parts: vec![Part { is_negative: false, numbers }], total }
    }

    /// Its literals with their weights: those that are true add up to the total.
    pub fn terms(&self) -> impl Iterator<Item = (i64, Lit)> {
        self.parts.iter().flat_map(|part| {
            let sign = if part.is_negative { -1 } else { 1 };
            let values = part.numbers.iter().flat_map(|number| &number.0);
            values.map(move |&(value, lit)| (sign * value, lit))
        })
    }
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
    pub fn lits(&self) -> Vec<Lit> {
        match self {
            Self::Split { first, others } => [first.as_slice(), others].concat(),
            Self::Sum(sum) => sum.terms().map(|(_, lit)| lit).collect(),
            counting => counting.count().map_or_else(Vec::new, |count| count.lits.to_vec()),
        }
    }

    /// How many of which literals are true, if that is all it says.
    pub fn count(&self) -> Option<Count<'_>> {
        let (lits, least, most) = match self {
            Self::Clause(lits) => (lits, 1, lits.len()),
            Self::AtMost { lits, bound } => (lits, 0, *bound),
            Self::AtLeast { lits, bound } => (lits, *bound, lits.len()),
            Self::Exactly { lits, count } => (lits, *count, *count),
            Self::Split { .. } | Self::Sum(_) => return None,
        };
        Some(Count { lits, least, most })
    }

    /// Whether the constraint is satisfied when `is_true` tells which literals are true.
    pub fn holds(&self, is_true: impl Fn(Lit) -> bool) -> bool {
        match self {
            Self::Split { first, others } => {
                let [first, others] =
                    [first, others].map(|lits| lits.iter().any(|&it| is_true(it)));
                first != others
            }
            Self::Sum(sum) => {
                let truths = sum.terms().filter(|&(_, lit)| is_true(lit));
                truths.map(|(weight, _)| i128::from(weight)).sum::<i128>() == i128::from(sum.total)
            }
            counting => counting.count().is_some_and(|Count { lits, least, most }| {
                let count = lits.iter().filter(|&&lit| is_true(lit)).count();
                (least..=most).contains(&count)
            }),
        }
    }
}
