//! The vocabulary of constraints over cells. One file per constraint, with everything that a part of
//! the system needs to know about it:
//!
//! - `holds`: its meaning; the conformance tests compare every other method with it by brute force;
//! - `scope`: the cells that it is about;
//! - `parts`: its named parts as [`Form`]s over literals, which propagation, search groups, CNF and
//!   OPB share;
//! - `smt`: its text in SMT-LIB;
//! - `describe`: its sentence.
//!
//! A form is one of five primitives; `form/` has their propagation and their clauses.

mod all_different;
mod automaton;
mod clause;
mod compare;
mod count;
pub(crate) mod form;
mod linear;
mod table;
mod when;

use sator_sat::Lit;

pub use self::all_different::{AllDifferent, PartWords, Term};
pub use self::automaton::Automaton;
pub use self::clause::Clause;
pub use self::compare::{Compare, Relation};
pub use self::count::Count;
pub use self::form::{Accept, Form, Layers, Part, PartRole, PartText, Tuples, WeightedSum};
pub use self::linear::{Differ, Linear, LinearPart};
pub use self::table::Table;
pub use self::when::When;
use crate::cell::{CellId, Cells, Value};
use crate::label::Label;
use crate::lower::smtlib::{Assertion, Terms};
use crate::model::{Origin, Scope};

/// Makes the vocabulary from a list of constraints.
macro_rules! vocabulary {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// A constraint over cells. [`Constraint::holds`] is its meaning.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Constraint {
            $($(#[$doc])* $name($name)),*
        }

        /// The names of all constraints, for tests that loop over the vocabulary.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        impl Constraint {
            /// Its name in [`NAMES`].
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$name(_) => stringify!($name)),*
                }
            }
        }

        $(impl From<$name> for Constraint {
            fn from(constraint: $name) -> Self {
                Self::$name(constraint)
            }
        })*
    };
}

vocabulary! {
    /// At least one of some conditions holds.
    Clause,
    /// Between `min` and `max` of some conditions hold.
    Count,
    /// Terms take different values.
    AllDifferent,
    /// A weighted sum is compared with a constant.
    Linear,
    /// Two cells are compared.
    Compare,
    /// The values of a few cells are one of the listed tuples.
    Table,
    /// The values of a sequence of cells are accepted by a finite automaton.
    Automaton,
    /// A condition implies a constraint.
    When,
}

/// Calls the same method of whichever constraint it is.
macro_rules! each {
    ($constraint:expr, $it:ident => $call:expr) => {
        match $constraint {
            Constraint::Clause($it) => $call,
            Constraint::Count($it) => $call,
            Constraint::AllDifferent($it) => $call,
            Constraint::Linear($it) => $call,
            Constraint::Compare($it) => $call,
            Constraint::Table($it) => $call,
            Constraint::Automaton($it) => $call,
            Constraint::When($it) => $call,
        }
    };
}

impl Constraint {
    /// Whether the constraint is satisfied by these values. This is its definition.
    pub fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        each!(self, it => it.holds(value_of))
    }

    /// The cells that the constraint is about; a cell may occur more than once.
    pub fn scope(&self) -> Vec<CellId> {
        each!(self, it => it.scope())
    }

    /// Why it cannot be stated over these cells, if its numbers are too large. A model that has it
    /// panics when it is solved, or takes very long.
    pub fn excess(&self, cells: &Cells) -> Option<&'static str> {
        match self {
            Self::Linear(it) => it.excess(cells),
            Self::AllDifferent(it) => it.excess(cells),
            Self::When(it) => it.excess(cells),
            Self::Clause(_)
            | Self::Count(_)
            | Self::Compare(_)
            | Self::Table(_)
            | Self::Automaton(_) => None,
        }
    }

    /// Hands out the parts within the view's scope. Together they say what the constraint says; in
    /// a narrower scope, parts that follow from others are missing.
    pub fn parts(&self, view: &View<'_>, take: &mut dyn FnMut(Part<'_>)) {
        each!(self, it => it.parts(view, take));
    }

    /// Its assertions in SMT-LIB; none if it says nothing.
    pub(crate) fn smt(&self, smt: &mut Terms<'_>) -> Vec<Assertion> {
        each!(self, it => it.smt(smt))
    }

    /// A sentence about its subject, if it has one, or about its cells.
    pub(crate) fn describe(&self, subject: Option<&str>, cells: &Cells) -> String {
        each!(self, it => it.describe(subject, cells))
    }
}

/// The cells of a model, and which parts of a constraint are wanted.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The cells.
    pub cells: &'a Cells,
    /// Which parts.
    pub scope: Scope,
    /// The origin of the constraint; a part may have another.
    pub origin: Origin,
    /// The name of the constraint.
    pub label: &'a Label,
}

impl View<'_> {
    /// Whether a part of this origin is wanted.
    fn has(&self, origin: Origin) -> bool {
        self.scope.includes(origin)
    }

    /// The literals of a cell with the cell's values, ascending.
    fn choices(&self, cell: CellId) -> impl Iterator<Item = (Value, Lit)> {
        self.cells.domain(cell).values().map(move |value| (value, self.cells.is(cell, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::CellName;
    use crate::model::Model;

    #[test]
    fn numbers_that_are_too_large_are_named() {
        let mut model = Model::new();
        let [a, b] = [1, 2].map(|number| model.cell(CellName::Number(number), 1..=9));
        let excess = |constraint: Constraint| constraint.excess(model.cells()).is_some();
        assert!(!excess(Linear::sum([a, b]).at_most(1 << 61).into()));
        assert!(excess(Linear::sum([a, b]).at_most(1 << 62).into()));
        assert!(excess(Linear::weighted([(1 << 59, a)]).equals(3).into()));
        assert!(excess(When::new(a.is(1), Linear::sum([b]).equals(i64::MIN)).into()));
        let spread = |offset| AllDifferent::new([Term::from(a), Term { cell: b, offset }]);
        assert!(!excess(spread(1_000_000).into()) && excess(spread(Value::MAX).into()));
    }
}
