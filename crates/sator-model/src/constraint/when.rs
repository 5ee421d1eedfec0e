//! A condition implies a constraint.

use super::clause::condition;
use super::form::{Form, Part};
use super::{Constraint, View};
use crate::cell::{CellId, Cells, Condition, Value};
use crate::lower::smtlib::{Assertion, Terms};

/// If the condition holds, so does the constraint (half-reification). Switches for explanations and
/// conditional sums are of this kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    condition: Condition,
    then: Box<Constraint>,
}

impl When {
    /// If the condition holds, so does the constraint.
    pub fn new(condition: Condition, then: impl Into<Constraint>) -> Self {
        Self { condition, then: Box::new(then.into()) }
    }

    /// The condition.
    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// The constraint that holds where the condition does.
    pub fn then(&self) -> &Constraint {
        &self.then
    }

    pub(super) fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        !self.condition.is_true(value_of) || self.then.holds(value_of)
    }

    pub(super) fn excess(&self, cells: &Cells) -> Option<&'static str> {
        self.then.excess(cells)
    }

    pub(super) fn scope(&self) -> Vec<CellId> {
        let mut scope = self.then.scope();
        scope.push(self.condition.cell);
        scope
    }

    pub(super) fn parts(&self, view: &View<'_>, take: &mut dyn FnMut(Part<'_>)) {
        let Some(guard) = view.cells.lit(self.condition) else {
            // The condition is always false, or always true.
            if !self.condition.holds {
                self.then.parts(view, take);
            }
            return;
        };
        self.then.parts(view, &mut |mut part: Part<'_>| match part.form {
            // A clause with a guard is a clause.
            Form::Group(group) if group.least == 1 && group.most >= group.lits.len() => {
                let lits: Vec<_> =
                    std::iter::once(!guard).chain(group.lits.iter().copied()).collect();
                take(Part { form: Form::group(&lits, 1, lits.len()), ..part });
            }
            _ => {
                part.guards.push(guard);
                take(part);
            }
        });
    }

    pub(super) fn smt(&self, smt: &mut Terms<'_>) -> Vec<Assertion> {
        let condition = smt.condition(self.condition);
        let guarded =
            |it: Assertion| Assertion { formula: format!("(=> {condition} {})", it.formula), ..it };
        self.then.smt(smt).into_iter().map(guarded).collect()
    }

    pub(super) fn describe(&self, subject: Option<&str>, cells: &Cells) -> String {
        let then = self.then.describe(subject, cells);
        format!("if {}, then {then}", condition(self.condition, cells))
    }
}
