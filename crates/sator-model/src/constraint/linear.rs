//! A weighted sum of cells is compared with a constant.

use std::collections::HashSet;

use sator_sat::constraint::{Number, Part as SumPart, Sum};

use super::form::{Accept, Form, Part, PartRole, PartText, WeightedSum};
use super::{AllDifferent, View};
use crate::cell::{CellId, Cells, Value};
use crate::lower::smtlib::{Assertion, Numeral, Terms, joined};

/// Σ coefficient · cell is compared with a constant. The summands come in parts; the cells of a part
/// may have to differ, which is a part of the meaning: a cage needs both facts together for its value
/// sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    parts: Vec<LinearPart>,
    accept: Accept,
}

/// Summands with one coefficient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinearPart {
    /// The coefficient.
    pub coefficient: i64,
    /// The cells.
    pub cells: Vec<CellId>,
    /// Whether the cells differ.
    pub differ: Differ,
}

/// Whether the cells of a part differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differ {
    /// They may be equal.
    No,
    /// They differ, and the constraint states it.
    Stated,
    /// They differ because of another constraint of the model: a row that has all of them. The caller
    /// guarantees it.
    Implied,
}

impl Linear {
    /// The sum of parts. It equals 0 until another comparison is chosen. Coefficients times values and
    /// the constant together must stay below 2^62: a model with a larger sum panics when it is solved
    /// (see [`super::Constraint::excess`]).
    ///
    /// # Panics
    ///
    /// If a part whose cells differ has a cell twice. A cell that counts twice belongs in two parts, or
    /// has twice the coefficient.
    pub fn new(parts: impl IntoIterator<Item = LinearPart>) -> Self {
        let parts: Vec<_> = parts.into_iter().collect();
        // Propagation and encodings rely on it, so a wrong claim would lose solutions.
        for part in parts.iter().filter(|part| part.differ != Differ::No) {
            if let Some(cell) = part.repeated() {
                panic!("a sum of different cells has cell {} twice", cell.index());
            }
        }
        Self { parts, accept: Accept::Equal(0) }
    }

    /// The sum of cells that may be equal.
    pub fn sum(cells: impl IntoIterator<Item = CellId>) -> Self {
        Self::new([LinearPart::new(1, cells, Differ::No)])
    }

    /// The sum of cells that differ.
    ///
    /// # Panics
    ///
    /// If a cell is listed twice.
    pub fn sum_distinct(cells: impl IntoIterator<Item = CellId>) -> Self {
        Self::new([LinearPart::new(1, cells, Differ::Stated)])
    }

    /// The sum of cells with coefficients.
    pub fn weighted(terms: impl IntoIterator<Item = (i64, CellId)>) -> Self {
        Self::new(terms.into_iter().map(|(it, cell)| LinearPart::new(it, [cell], Differ::No)))
    }

    /// The sum is this number.
    #[must_use]
    pub fn equals(self, total: i64) -> Self {
        Self { accept: Accept::Equal(total), ..self }
    }

    /// The sum is at most this number.
    #[must_use]
    pub fn at_most(self, total: i64) -> Self {
        Self { accept: Accept::AtMost(total), ..self }
    }

    /// The sum is at least this number.
    #[must_use]
    pub fn at_least(self, total: i64) -> Self {
        Self { accept: Accept::AtLeast(total), ..self }
    }

    /// The sum is not this number.
    #[must_use]
    pub fn is_not(self, total: i64) -> Self {
        Self { accept: Accept::NotEqual(total), ..self }
    }

    /// That the cells of its parts differ is stated by another constraint.
    #[must_use]
    pub fn differing_elsewhere(mut self) -> Self {
        for part in self.parts.iter_mut().filter(|part| part.differ == Differ::Stated) {
            part.differ = Differ::Implied;
        }
        self
    }

    /// It states itself that the cells of its parts differ.
    #[must_use]
    pub(crate) fn stating_difference(mut self) -> Self {
        for part in self.parts.iter_mut().filter(|part| part.differ == Differ::Implied) {
            part.differ = Differ::Stated;
        }
        self
    }

    /// The cells of its parts may be equal, unless it states itself that they differ.
    #[must_use]
    pub(crate) fn not_differing_elsewhere(mut self) -> Self {
        for part in self.parts.iter_mut().filter(|part| part.differ == Differ::Implied) {
            part.differ = Differ::No;
        }
        self
    }

    /// The parts.
    pub fn summands(&self) -> &[LinearPart] {
        &self.parts
    }

    /// The comparison.
    pub fn accept(&self) -> Accept {
        self.accept
    }

    /// The cells and the total, if it is a sum of different cells with coefficient 1: a cage.
    pub fn cage(&self) -> Option<(&[CellId], i64)> {
        match (&self.parts[..], self.accept) {
            ([LinearPart { coefficient: 1, cells, differ }], Accept::Equal(total)) => {
                (*differ != Differ::No && !cells.is_empty()).then_some((cells, total))
            }
            _ => None,
        }
    }

    pub(super) fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        let value = |part: &LinearPart| {
            let sum: i128 = part.cells.iter().map(|&cell| i128::from(value_of(cell))).sum();
            i128::from(part.coefficient) * sum
        };
        let differs = |part: &LinearPart| {
            part.differ == Differ::No
                || AllDifferent::new(part.cells.iter().copied()).holds(value_of)
        };
        self.accept.holds(self.parts.iter().map(value).sum()) && self.parts.iter().all(differs)
    }

    pub(super) fn scope(&self) -> Vec<CellId> {
        self.parts.iter().flat_map(|part| part.cells.iter().copied()).collect()
    }

    pub(super) fn parts(&self, view: &View<'_>, take: &mut dyn FnMut(Part<'_>)) {
        if !view.has(view.origin) {
            return;
        }
        self.expect_room(view.cells);
        for part in self.parts.iter().filter(|part| part.differ == Differ::Stated) {
            // "The cage at r1c1 has a 5" is no rule, even of a cage with as many cells as values.
            let differ = AllDifferent::new(part.cells.iter().copied()).without_existence();
            let is_of_sum = part.coefficient != 0 && matches!(self.accept, Accept::Equal(_));
            let role = if is_of_sum { PartRole::Difference } else { PartRole::Usual };
            differ.parts(view, &mut |part| take(Part { role, ..part }));
        }
        let form = match self.accept {
            Accept::Equal(total) => Form::Sum(self.to_sum(view, total)),
            accept => Form::Weighted(WeightedSum { numbers: self.numbers(view), accept }),
        };
        take(Part::whole(form));
    }

    /// Why it cannot be stated, if a partial sum may leave 64 bits.
    pub(super) fn excess(&self, cells: &Cells) -> Option<&'static str> {
        let largest = |cell: &CellId| {
            let (min, max) = cells.domain(*cell).bounds();
            u128::from(min.unsigned_abs().max(max.unsigned_abs()))
        };
        let weight = |part: &LinearPart| {
            u128::from(part.coefficient.unsigned_abs())
                * part.cells.iter().map(largest).sum::<u128>()
        };
        let sum: u128 = self.parts.iter().map(weight).sum();
        let sum = sum + u128::from(self.accept.constant().unsigned_abs());
        (sum >= 1 << 62).then_some("the coefficients or the constant of a sum exceed 2^62")
    }

    /// # Panics
    ///
    /// If it cannot be stated: see [`Linear::excess`].
    fn expect_room(&self, cells: &Cells) {
        if let Some(why) = self.excess(cells) {
            panic!("{why}");
        }
    }

    /// The parts that contribute to the sum. Times 0, all values of a cell would be the same number.
    fn counting_parts(&self) -> impl Iterator<Item = &LinearPart> {
        self.parts.iter().filter(|part| part.coefficient != 0)
    }

    /// Each cell as a number with its coefficient.
    fn numbers(&self, view: &View<'_>) -> Vec<Number> {
        let parts = self.counting_parts();
        parts
            .flat_map(|it| it.cells.iter().map(|&cell| number(view, cell, it.coefficient)))
            .collect()
    }

    /// Cells that differ make one part, all others a part each.
    fn to_sum(&self, view: &View<'_>, total: i64) -> Sum {
        let mut parts = Vec::with_capacity(self.parts.len());
        for LinearPart { coefficient, cells, differ } in self.counting_parts() {
            let is_negative = *coefficient < 0;
            let factor = coefficient.abs();
            let numbers = cells.iter().map(|&cell| number(view, cell, factor));
            match differ {
                Differ::No => {
                    parts.extend(numbers.map(|it| SumPart { is_negative, numbers: vec![it] }));
                }
                Differ::Stated | Differ::Implied => {
                    parts.push(SumPart { is_negative, numbers: numbers.collect() });
                }
            }
        }
        Sum { parts, total }
    }

    pub(super) fn smt(&self, smt: &mut Terms<'_>) -> Vec<Assertion> {
        let mut all = Vec::new();
        for part in self.parts.iter().filter(|part| part.differ == Differ::Stated) {
            let differ = AllDifferent::new(part.cells.iter().copied()).without_existence();
            let differ = differ.smt(smt);
            all.extend(differ.into_iter().map(|it| Assertion { text: PartText::Differ, ..it }));
        }
        let terms = self.parts.iter().flat_map(|part| {
            let smt = &*smt;
            part.cells.iter().map(|&cell| match part.coefficient {
                1 => smt.name(cell),
                -1 => format!("(- {})", smt.name(cell)),
                other => format!("(* {} {})", Numeral(other), smt.name(cell)),
            })
        });
        let sum = joined("+", "0", &terms.collect::<Vec<_>>());
        let formula = match self.accept {
            Accept::Equal(total) => format!("(= {sum} {})", Numeral(total)),
            Accept::AtMost(total) => format!("(<= {sum} {})", Numeral(total)),
            Accept::AtLeast(total) => format!("(>= {sum} {})", Numeral(total)),
            Accept::NotEqual(total) => format!("(not (= {sum} {}))", Numeral(total)),
        };
        all.push(Assertion::whole(formula));
        all
    }

    pub(super) fn describe(&self, subject: Option<&str>, cells: &Cells) -> String {
        if let (Some(subject), Some((_, total))) = (subject, self.cage()) {
            return format!("{subject} adds up to {total}");
        }
        let mut text = String::new();
        for part in &self.parts {
            let sign = if part.coefficient < 0 { "-" } else { "+" };
            let factor = match part.coefficient.unsigned_abs() {
                1 => String::new(),
                other => format!("{other}·"),
            };
            for &cell in &part.cells {
                if text.is_empty() {
                    text += if part.coefficient < 0 { "-" } else { "" };
                } else {
                    text.extend([" ", sign, " "]);
                }
                text.extend([factor.clone(), cells.name(cell).to_string()]);
            }
        }
        let sum = if text.is_empty() { "0" } else { &text };
        let formula = format!("{sum} {}", self.accept);
        subject.map_or(formula.clone(), |subject| format!("{subject}: {formula}"))
    }
}

impl LinearPart {
    /// Cells with one coefficient.
    pub fn new(coefficient: i64, cells: impl IntoIterator<Item = CellId>, differ: Differ) -> Self {
        Self { coefficient, cells: cells.into_iter().collect(), differ }
    }

    /// A cell that is listed twice.
    fn repeated(&self) -> Option<CellId> {
        /// Comparing all pairs of fewer cells is faster than hashing them.
        const FEW: usize = 16;
        let cells = &self.cells;
        if cells.len() <= FEW {
            let mut places = 1..cells.len();
            return places.find(|&at| cells[..at].contains(&cells[at])).map(|at| cells[at]);
        }
        let mut seen = HashSet::with_capacity(cells.len());
        cells.iter().copied().find(|&cell| !seen.insert(cell))
    }
}

/// The values of a cell times a factor, ascending, with their literals.
fn number(view: &View<'_>, cell: CellId, factor: i64) -> Number {
    let choices = view.choices(cell);
    let mut values: Vec<_> = choices.map(|(value, lit)| (i64::from(value) * factor, lit)).collect();
    if factor < 0 {
        values.reverse();
    }
    Number(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(numbers: &[usize]) -> Vec<CellId> {
        numbers.iter().map(|&number| CellId::nth(number)).collect()
    }

    #[test]
    #[should_panic(expected = "a sum of different cells has cell 3 twice")]
    fn a_part_of_different_cells_has_none_twice() {
        let parts = [(1, Differ::Implied, &[5, 3][..]), (2, Differ::Implied, &[3, 4, 3])];
        let parts = parts.map(|(it, differ, list)| LinearPart::new(it, cells(list), differ));
        let _ = Linear::new(parts);
    }

    #[test]
    #[should_panic(expected = "a sum of different cells has cell 7 twice")]
    fn a_long_sum_of_different_cells_has_none_twice() {
        let all: Vec<usize> = (0..100).chain([7]).collect();
        let _ = Linear::sum_distinct(cells(&all));
    }

    #[test]
    fn a_cell_counts_as_often_as_it_is_listed() {
        let value_of = |cell: CellId| cell.index() as Value;
        assert!(Linear::sum(cells(&[2, 3, 2])).equals(7).holds(&value_of));
        let parts = [LinearPart::new(1, cells(&[2, 3]), Differ::Stated)];
        let twice = LinearPart::new(1, cells(&[2]), Differ::Stated);
        assert!(Linear::new(parts.into_iter().chain([twice])).equals(7).holds(&value_of));
    }
}
