//! Between two numbers of some conditions hold.

use super::View;
use super::clause::condition;
use super::form::{Form, Part, PartRole};
use crate::cell::{CellId, Cells, Condition, Value};
use crate::lower::smtlib::{Assertion, Terms};

/// Between `min` and `max` of the conditions hold. A condition that is listed twice counts twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    conditions: Vec<Condition>,
    min: usize,
    max: usize,
}

impl Count {
    /// Between `min` and `max` of the conditions hold.
    pub fn between(
        min: usize,
        max: usize,
        conditions: impl IntoIterator<Item = Condition>,
    ) -> Self {
        Self { conditions: conditions.into_iter().collect(), min, max }
    }

    /// Exactly `count` of the conditions hold.
    pub fn exactly(count: usize, conditions: impl IntoIterator<Item = Condition>) -> Self {
        Self::between(count, count, conditions)
    }

    /// At most `max` of the conditions hold.
    pub fn at_most(max: usize, conditions: impl IntoIterator<Item = Condition>) -> Self {
        Self::between(0, max, conditions)
    }

    /// At least `min` of the conditions hold.
    pub fn at_least(min: usize, conditions: impl IntoIterator<Item = Condition>) -> Self {
        Self::between(min, usize::MAX, conditions)
    }

    /// The conditions.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// The bounds. The upper one is at most the number of conditions.
    pub fn bounds(&self) -> (usize, usize) {
        (self.min, self.max.min(self.conditions.len()))
    }

    pub(super) fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        let count = self.conditions.iter().filter(|it| it.is_true(value_of)).count();
        (self.min..=self.max).contains(&count)
    }

    pub(super) fn scope(&self) -> Vec<CellId> {
        self.conditions.iter().map(|condition| condition.cell).collect()
    }

    pub(super) fn parts(&self, view: &View<'_>, take: &mut dyn FnMut(Part<'_>)) {
        if !view.has(view.origin) {
            return;
        }
        let lits: Vec<_> = self.conditions.iter().filter_map(|&it| view.cells.lit(it)).collect();
        // Conditions without a literal are true of every value, or of none.
        let always =
            self.conditions.iter().filter(|&&it| view.cells.lit(it).is_none() && !it.holds);
        let always = always.count();
        let min = self.min.saturating_sub(always);
        let form = match self.max.checked_sub(always) {
            Some(max) => Form::group(&lits, min, max.min(lits.len())),
            None => Form::group(&[], 1, 0),
        };
        take(Part { role: PartRole::Count, ..Part::whole(form) });
    }

    pub(super) fn smt(&self, smt: &mut Terms<'_>) -> Vec<Assertion> {
        let (min, max) = self.bounds();
        let is_nontrivial = min > 0 || max < self.conditions.len();
        let formula = is_nontrivial.then(|| smt.count(&self.conditions, min, max));
        formula.into_iter().map(Assertion::whole).collect()
    }

    pub(super) fn describe(&self, subject: Option<&str>, cells: &Cells) -> String {
        let (min, max) = self.bounds();
        let number = if min == max {
            format!("exactly {min}")
        } else if min == 0 {
            format!("at most {max}")
        } else if max == self.conditions.len() {
            format!("at least {min}")
        } else {
            format!("{min} to {max}")
        };
        if let Some(subject) = subject {
            return format!("{subject} has {number}");
        }
        let all: Vec<_> = self.conditions.iter().map(|it| condition(*it, cells)).collect();
        format!("{number} of these: {}", all.join("; "))
    }
}
