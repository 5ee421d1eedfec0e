//! At least one of some conditions holds.

use super::View;
use super::form::{Form, Part};
use crate::cell::{CellId, Cells, Condition, Value};
use crate::lower::smtlib::{Assertion, Terms};

/// At least one of the conditions holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    conditions: Vec<Condition>,
}

impl Clause {
    /// At least one of these conditions holds. Without any, the constraint is never satisfied.
    pub fn new(conditions: impl IntoIterator<Item = Condition>) -> Self {
        Self { conditions: conditions.into_iter().collect() }
    }

    /// This condition holds.
    pub fn unit(condition: Condition) -> Self {
        Self::new([condition])
    }

    /// The conditions.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    pub(super) fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        self.conditions.iter().any(|condition| condition.is_true(value_of))
    }

    pub(super) fn scope(&self) -> Vec<CellId> {
        self.conditions.iter().map(|condition| condition.cell).collect()
    }

    pub(super) fn parts(&self, view: &View<'_>, take: &mut dyn FnMut(Part<'_>)) {
        let outside = |it: &&Condition| view.cells.lit(**it).is_none() && !it.holds;
        if !view.has(view.origin) || self.conditions.iter().find(outside).is_some() {
            return;
        }
        let lits: Vec<_> = self.conditions.iter().filter_map(|&it| view.cells.lit(it)).collect();
        take(Part::whole(Form::group(&lits, 1, lits.len())));
    }

    pub(super) fn smt(&self, smt: &mut Terms<'_>) -> Vec<Assertion> {
        vec![Assertion::whole(smt.count(&self.conditions, 1, self.conditions.len()))]
    }

    pub(super) fn describe(&self, subject: Option<&str>, cells: &Cells) -> String {
        let all: Vec<_> = self.conditions.iter().map(|it| condition(*it, cells)).collect();
        let text = if all.is_empty() { "never".to_owned() } else { all.join(" or ") };
        subject.map_or(text.clone(), |subject| format!("{subject}: {text}"))
    }
}

/// "r1c1 is 5", "r1c1 is not 5".
pub(super) fn condition(it: Condition, cells: &Cells) -> String {
    let not = if it.holds { "" } else { " not" };
    format!("{} is{not} {}", cells.name(it.cell), it.value)
}
