//! The values of a few cells are one of the listed tuples.

use super::View;
use super::form::{Form, Part, Tuples};
use crate::cell::{CellId, Cells, Value};
use crate::label;
use crate::lower::smtlib::{Assertion, Terms, joined};

/// The tuple of the cells' values is one of the allowed ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    cells: Vec<CellId>,
    tuples: Vec<Box<[Value]>>,
}

impl Table {
    /// The cells take the values of one of the tuples.
    ///
    /// # Panics
    ///
    /// If a tuple has more or fewer values than there are cells.
    pub fn new(
        cells: impl IntoIterator<Item = CellId>,
        tuples: impl IntoIterator<Item: Into<Box<[Value]>>>,
    ) -> Self {
        let cells: Vec<_> = cells.into_iter().collect();
        let tuples: Vec<Box<[Value]>> = tuples.into_iter().map(Into::into).collect();
        assert!(
            tuples.iter().all(|it| it.len() == cells.len()),
            "a tuple has a value for each cell"
        );
        Self { cells, tuples }
    }

    /// Two cells take values that fit together.
    pub fn pairs(cells: &Cells, [a, b]: [CellId; 2], fits: impl Fn(Value, Value) -> bool) -> Self {
        let values = |cell| cells.domain(cell).values();
        let all = values(a).flat_map(|x| values(b).map(move |y| (x, y)));
        Self::new([a, b], all.filter(|&(x, y)| fits(x, y)).map(|(x, y)| [x, y]))
    }

    pub(super) fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        let fits =
            |tuple: &[Value]| self.cells.iter().zip(tuple).all(|(it, v)| value_of(*it) == *v);
        self.tuples.iter().any(|tuple| fits(tuple))
    }

    pub(super) fn scope(&self) -> Vec<CellId> {
        self.cells.clone()
    }

    pub(super) fn parts(&self, view: &View<'_>, take: &mut dyn FnMut(Part<'_>)) {
        if !view.has(view.origin) {
            return;
        }
        let lits = |tuple: &[Value]| {
            let conditions = self.cells.iter().zip(tuple).map(|(cell, &value)| cell.is(value));
            conditions.map(|it| view.cells.lit(it)).collect::<Option<Box<[_]>>>()
        };
        let tuples = Tuples {
            cells: self.cells.iter().map(|&it| view.choices(it).map(|it| it.1).collect()).collect(),
            tuples: self.tuples.iter().filter_map(|tuple| lits(tuple)).collect(),
        };
        match &tuples.cells[..] {
            [_, _] => tuples.supports(&mut |lits| {
                take(Part::whole(Form::group(lits, 1, lits.len())));
            }),
            _ => take(Part::whole(Form::Tuples(tuples))),
        }
    }

    pub(super) fn smt(&self, smt: &mut Terms<'_>) -> Vec<Assertion> {
        let tuple = |tuple: &[Value]| {
            let cells = self.cells.iter().zip(tuple);
            let all: Vec<_> = cells.map(|(cell, &value)| smt.condition(cell.is(value))).collect();
            joined("and", "true", &all)
        };
        let tuples: Vec<_> = self.tuples.iter().map(|it| tuple(it)).collect();
        vec![Assertion::whole(joined("or", "false", &tuples))]
    }

    pub(super) fn describe(&self, subject: Option<&str>, cells: &Cells) -> String {
        let names = label::names(cells, self.scope());
        let text = format!("{names} take one of {} combinations of values", self.tuples.len());
        subject.map_or(text.clone(), |subject| format!("{subject}: {text}"))
    }
}
