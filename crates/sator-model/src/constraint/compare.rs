//! Two cells are compared.

use super::View;
use super::form::{Form, Part};
use crate::cell::{CellId, Cells, Value};
use crate::lower::smtlib::{Assertion, Terms};

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `<`.
    Less,
    /// `≤`.
    AtMost,
    /// `=`.
    Equal,
    /// `≠`.
    NotEqual,
}

impl Relation {
    fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::NotEqual => a != b,
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "≤",
            Self::Equal => "=",
            Self::NotEqual => "≠",
        }
    }
}

/// `a` is less than, at most, equal or not equal to `b` plus a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compare {
    a: CellId,
    relation: Relation,
    b: CellId,
    constant: Value,
}

impl Compare {
    /// `a` compared with `b`.
    pub fn new(a: CellId, relation: Relation, b: CellId) -> Self {
        Self { a, relation, b, constant: 0 }
    }

    /// `a < b`.
    pub fn less(a: CellId, b: CellId) -> Self {
        Self::new(a, Relation::Less, b)
    }

    /// `a ≤ b`.
    pub fn at_most(a: CellId, b: CellId) -> Self {
        Self::new(a, Relation::AtMost, b)
    }

    /// `a = b`.
    pub fn equal(a: CellId, b: CellId) -> Self {
        Self::new(a, Relation::Equal, b)
    }

    /// `a ≠ b`.
    pub fn not_equal(a: CellId, b: CellId) -> Self {
        Self::new(a, Relation::NotEqual, b)
    }

    /// The same with `a` and `b` exchanged.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { a: self.b, b: self.a, ..self }
    }

    /// The same with a constant added to `b`.
    #[must_use]
    pub fn plus(self, constant: Value) -> Self {
        Self { constant, ..self }
    }

    fn fits(&self, a: Value, b: Value) -> bool {
        self.relation.holds(i64::from(a), i64::from(b) + i64::from(self.constant))
    }

    pub(super) fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        self.fits(value_of(self.a), value_of(self.b))
    }

    pub(super) fn scope(&self) -> Vec<CellId> {
        vec![self.a, self.b]
    }

    /// Support clauses: a value of one cell needs one of the values of the other that fit. Unit
    /// propagation over them makes both cells arc-consistent. (S. Kasif, "On the parallel complexity
    /// of discrete relaxation in constraint satisfaction networks", 1990; I. Gent, "Arc consistency
    /// in SAT", 2002.) That two values exclude each other is one pair for `≠`.
    pub(super) fn parts(&self, view: &View<'_>, take: &mut dyn FnMut(Part<'_>)) {
        if !view.has(view.origin) {
            return;
        }
        if self.relation == Relation::NotEqual {
            for (a, is_a) in view.choices(self.a) {
                for (_, is_b) in view.choices(self.b).filter(|&(b, _)| !self.fits(a, b)) {
                    take(Part::whole(Form::group(&[is_a, is_b], 0, 1)));
                }
            }
            return;
        }
        let mut lits = Vec::new();
        for (a, is_a) in view.choices(self.a) {
            lits.clear();
            lits.push(!is_a);
            lits.extend(view.choices(self.b).filter(|&(b, _)| self.fits(a, b)).map(|it| it.1));
            take_support(view, &lits, self.b, take);
        }
        for (b, is_b) in view.choices(self.b) {
            lits.clear();
            lits.push(!is_b);
            lits.extend(view.choices(self.a).filter(|&(a, _)| self.fits(a, b)).map(|it| it.1));
            take_support(view, &lits, self.a, take);
        }
    }

    pub(super) fn smt(&self, smt: &mut Terms<'_>) -> Vec<Assertion> {
        let (a, b) = (smt.name(self.a), smt.plus(self.b, i64::from(self.constant)));
        let formula = match self.relation {
            Relation::Less => format!("(< {a} {b})"),
            Relation::AtMost => format!("(<= {a} {b})"),
            Relation::Equal => format!("(= {a} {b})"),
            Relation::NotEqual => format!("(not (= {a} {b}))"),
        };
        vec![Assertion::whole(formula)]
    }

    pub(super) fn describe(&self, subject: Option<&str>, cells: &Cells) -> String {
        let (a, b) = (cells.name(self.a), cells.name(self.b));
        let plus = match self.constant {
            0 => String::new(),
            1.. => format!(" + {}", self.constant),
            _ => format!(" - {}", self.constant.unsigned_abs()),
        };
        let text = format!("{a} {} {b}{plus}", self.relation.symbol());
        subject.map_or(text.clone(), |subject| format!("{subject}: {text}"))
    }
}

/// Takes the clause, unless every value of the other cell fits.
fn take_support(
    view: &View<'_>,
    lits: &[sator_sat::Lit],
    other: CellId,
    take: &mut dyn FnMut(Part<'_>),
) {
    if lits.len() <= view.cells.domain(other).len() {
        take(Part::whole(Form::group(lits, 1, lits.len())));
    }
}
