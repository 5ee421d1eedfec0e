//! Terms take different values.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use sator_sat::Lit;

use super::View;
use super::form::{Form, Part, PartRole, PartText};
use crate::cell::{CellId, Cells, Domain, Value};
use crate::label;
use crate::lower::smtlib::{Assertion, Terms, joined};
use crate::model::Origin;

/// The value of a cell plus an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The cell.
    pub cell: CellId,
    /// The number added to its value.
    pub offset: Value,
}

impl From<CellId> for Term {
    fn from(cell: CellId) -> Self {
        Self { cell, offset: 0 }
    }
}

/// No two of the terms are equal. Its parts are "has a 7" and "has only one 7" for each value; the
/// first exist where there are as many terms as values, because then they follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllDifferent {
    terms: Vec<Term>,
    existence: Option<Origin>,
    is_descending: bool,
    words: Option<PartWords>,
}

/// Sentences for the parts of an [`AllDifferent`] whose values are not shown as numbers: the columns
/// of queens, for example. Each is composed of the value and of numbers that all parts share.
#[derive(Debug, Clone, Copy)]
pub struct PartWords {
    /// The numbers.
    pub about: [usize; 4],
    /// The part "has this value".
    pub has: fn(i64, [usize; 4]) -> String,
    /// The part "has this value only once".
    pub has_only_one: fn(i64, [usize; 4]) -> String,
}

/// Sentences are no part of the meaning.
impl PartialEq for PartWords {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for PartWords {}

impl AllDifferent {
    /// No two of the terms are equal. A term that is listed twice equals itself: no values satisfy
    /// that.
    pub fn new(terms: impl IntoIterator<Item: Into<Term>>) -> Self {
        let terms = terms.into_iter().map(Into::into).collect();
        Self { terms, existence: Some(Origin::Redundant), is_descending: false, words: None }
    }

    /// Sets the origin of the parts "has this value", which is [`Origin::Redundant`] otherwise.
    #[must_use]
    pub fn existence(self, existence: Origin) -> Self {
        Self { existence: Some(existence), ..self }
    }

    /// Leaves out the parts "has this value".
    #[must_use]
    pub fn without_existence(self) -> Self {
        Self { existence: None, ..self }
    }

    /// Lists the parts from the largest value down.
    #[must_use]
    pub fn descending(self) -> Self {
        Self { is_descending: true, ..self }
    }

    /// Sets the sentences of the parts.
    #[must_use]
    pub fn worded(self, words: PartWords) -> Self {
        Self { words: Some(words), ..self }
    }

    /// Whether its parts have sentences of their own.
    pub(crate) fn has_words(&self) -> bool {
        self.words.is_some()
    }

    /// The terms.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The domain that the cells share if there are as many cells as values and no offsets: each
    /// value then occurs once.
    pub fn house(&self, cells: &Cells) -> Option<Domain> {
        let domain = cells.domain(self.terms.first()?.cell);
        let is_same = |term: &Term| term.offset == 0 && cells.domain(term.cell) == domain;
        (domain.len() == self.terms.len() && self.terms.iter().all(is_same)).then_some(domain)
    }

    pub(super) fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        let number = |term: &Term| i64::from(value_of(term.cell)) + i64::from(term.offset);
        let mut seen = HashSet::with_capacity(self.terms.len());
        self.terms.iter().all(|term| seen.insert(number(term)))
    }

    pub(super) fn scope(&self) -> Vec<CellId> {
        self.terms.iter().map(|term| term.cell).collect()
    }

    pub(super) fn parts(&self, view: &View<'_>, take: &mut dyn FnMut(Part<'_>)) {
        let mut parts = self.value_parts(view);
        while parts.next(take) {}
    }

    /// The parts, to be handed out value by value.
    pub(crate) fn value_parts<'a>(&'a self, view: &'a View<'a>) -> ValueParts<'a> {
        let (min, max) = self.bounds(view.cells);
        let has_each = self.existence.is_some_and(|origin| view.has(origin))
            && self.house(view.cells).is_some();
        ValueParts { constraint: self, view, values: min..=max, has_each, lits: Vec::new() }
    }

    /// The smallest and the largest value of all terms; without terms there is no value.
    fn bounds(&self, cells: &Cells) -> (i64, i64) {
        let bounds = self.terms.iter().map(|term| {
            let (min, max) = cells.domain(term.cell).bounds();
            (i64::from(min) + i64::from(term.offset), i64::from(max) + i64::from(term.offset))
        });
        bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((1, 0))
    }

    /// Why it cannot be stated, if there are too many values between the smallest and the largest one:
    /// each has a part.
    pub(super) fn excess(&self, cells: &Cells) -> Option<&'static str> {
        const MOST_VALUES: i64 = 100_000_000;
        let (min, max) = self.bounds(cells);
        (max - min >= MOST_VALUES)
            .then_some("values that differ are spread over 100 million numbers")
    }

    /// `distinct`, and that each value of a house occurs: solvers over integers do not see that, and
    /// then take minutes for an empty sudoku.
    pub(super) fn smt(&self, smt: &mut Terms<'_>) -> Vec<Assertion> {
        let terms: Vec<_> =
            self.terms.iter().map(|term| smt.plus(term.cell, i64::from(term.offset))).collect();
        if terms.len() < 2 {
            return Vec::new();
        }
        let mut all = vec![Assertion::whole(format!("(distinct {})", terms.join(" ")))];
        let house =
            self.house(smt.cells()).filter(|_| self.existence.is_some_and(|it| smt.has(it)));
        for value in house.into_iter().flat_map(Domain::values) {
            let cells = self.terms.iter().map(|term| smt.condition(term.cell.is(value)));
            let formula = joined("or", "false", &cells.collect::<Vec<_>>());
            let text = PartText::Value { value: value.into(), words: self.words };
            all.push(Assertion { text, formula });
        }
        all
    }

    pub(super) fn describe(&self, subject: Option<&str>, cells: &Cells) -> String {
        match subject {
            Some(subject) if self.house(cells).is_some() => {
                format!("{subject} has each value once")
            }
            Some(subject) => format!("the values of {subject} differ"),
            None => format!("{} differ", label::names(cells, self.scope())),
        }
    }
}

/// The parts of an [`AllDifferent`]: one for each value.
pub(crate) struct ValueParts<'a> {
    constraint: &'a AllDifferent,
    view: &'a View<'a>,
    /// The values whose parts are still to be handed out.
    values: RangeInclusive<i64>,
    /// Whether each value occurs.
    has_each: bool,
    /// A buffer.
    lits: Vec<Lit>,
}

impl ValueParts<'_> {
    /// Hands out the part of the next value, unless it is trivial; `false` after the last one.
    pub(crate) fn next(&mut self, take: &mut dyn FnMut(Part<'_>)) -> bool {
        let AllDifferent { terms, is_descending, words, .. } = self.constraint;
        let next = if *is_descending { self.values.next_back() } else { self.values.next() };
        let Some(value) = next else { return false };
        let lit = |term: &Term| {
            let value = Value::try_from(value - i64::from(term.offset)).ok()?;
            self.view.cells.lit(term.cell.is(value))
        };
        self.lits.clear();
        self.lits.extend(terms.iter().filter_map(lit));
        let least = usize::from(self.has_each);
        let most = if self.view.has(self.view.origin) { 1 } else { self.lits.len() };
        // One literal alone never occurs twice.
        if least > 0 || most < self.lits.len() {
            let text = PartText::Value { value, words: *words };
            let form = Form::group(&self.lits, least, most);
            take(Part { guards: Vec::new(), form, text, role: PartRole::Usual });
        }
        true
    }
}
