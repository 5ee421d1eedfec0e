//! The inputs of encoders: counts of literals, and sums of numbers.

use crate::Lit;

/// Bounds on how many of some literals are true. A literal counts once for every time it is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count<'c> {
    /// The literals that are counted.
    pub lits: &'c [Lit],
    /// How many must be true.
    pub least: usize,
    /// How many may be.
    pub most: usize,
}

impl Count<'_> {
    /// Whether the count is right when `is_true` tells which literals are true.
    pub fn holds(&self, is_true: impl Fn(Lit) -> bool) -> bool {
        let truths = self.lits.iter().filter(|&&lit| is_true(lit)).count();
        (self.least..=self.most).contains(&truths)
    }
}

/// Numbers that add up to a total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// The summands.
    pub parts: Vec<Part>,
    /// The total.
    pub total: i64,
}

/// Different numbers, which are added or subtracted. Encoders write clauses that are right for
/// different numbers only; that they differ is a part of its own of the constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Whether the numbers are subtracted.
    pub is_negative: bool,
    /// The numbers.
    pub numbers: Vec<Number>,
}

/// A number: its possible values, ascending, each with its literal. Exactly one literal is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number(pub Vec<(i64, Lit)>);

impl Sum {
    /// Different numbers that add up to a total.
    pub fn of(numbers: Vec<Number>, total: i64) -> Self {
        Self { parts: vec![Part { is_negative: false, numbers }], total }
    }

    /// Its literals with their weights: the weights of the true ones add up to the total.
    pub fn terms(&self) -> impl Iterator<Item = (i64, Lit)> {
        self.parts.iter().flat_map(|part| {
            let sign = if part.is_negative { -1 } else { 1 };
            let values = part.numbers.iter().flat_map(|number| &number.0);
            values.map(move |&(value, lit)| (sign * value, lit))
        })
    }

    /// Whether the numbers add up to the total when `is_true` tells which literals are true.
    pub fn holds(&self, is_true: impl Fn(Lit) -> bool) -> bool {
        let truths = self.terms().filter(|&(_, lit)| is_true(lit));
        truths.map(|(weight, _)| i128::from(weight)).sum::<i128>() == i128::from(self.total)
    }
}
