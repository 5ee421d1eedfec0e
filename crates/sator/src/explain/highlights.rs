//! The squares that a step, or a contradiction, is about.

use std::collections::{BTreeMap, BTreeSet};

use sator_model::explain::{Fact, Step, UnitKind, Units};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Scan;
use crate::model::{CellId, CellName, Cells, Domain, Value};
use crate::render::svg::Highlight;
use crate::render::{Square, name_of};

/// The squares that stand out in a picture. In JSON: the names of the squares by their highlight.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Highlights(pub BTreeMap<Square, Highlight>);

impl Highlights {
    fn add(&mut self, square: Option<Square>, highlight: Highlight) {
        let Some(square) = square else { return };
        let it = self.0.entry(square).or_insert(highlight);
        *it = highlight.max(*it);
    }
}

impl Serialize for Highlights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for highlight in
            [Highlight::Subject, Highlight::Rule, Highlight::Reason, Highlight::Conflict]
        {
            let squares = self.0.iter().filter(|(_, it)| **it == highlight);
            let names: Vec<_> = squares.map(|(square, _)| name_of(*square)).collect();
            map.serialize_entry(highlight.word(), &names)?;
        }
        map.end()
    }
}

/// The square of a cell, or of a value in a row.
pub(crate) fn square(name: CellName, value: Value) -> Option<Square> {
    match name {
        CellName::Square { row, column } => Some([row - 1, column - 1]),
        CellName::Row(row) => Some([row - 1, usize::try_from(value - 1).ok()?]),
        _ => None,
    }
}

/// The squares of clues that contradict each other: of the cells and values that they are about, and
/// those that their sentences name. The number of a minesweeper is not one of its cells.
pub fn conflict_squares<'t>(
    cells: &Cells,
    choices: impl IntoIterator<Item = (CellId, Value)>,
    texts: impl IntoIterator<Item = &'t str>,
) -> BTreeSet<Square> {
    let choices = choices.into_iter().filter_map(|(cell, value)| square(cells.name(cell), value));
    choices.chain(texts.into_iter().flat_map(named_squares)).collect()
}

/// The squares that a sentence names, like r3c7.
pub fn named_squares(text: &str) -> impl Iterator<Item = Square> {
    text.split(|it: char| !it.is_ascii_alphanumeric()).filter_map(|word| {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        Some([
            row.parse::<usize>().ok()?.checked_sub(1)?,
            column.parse::<usize>().ok()?.checked_sub(1)?,
        ])
    })
}

/// The facts before a step.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub(super) units: &'k Units,
    pub(super) scan: &'k Scan<'k>,
    pub(super) holds: &'k dyn Fn(Fact) -> bool,
}

impl Known<'_> {
    pub(super) fn square(&self, cell: CellId, value: Value) -> Option<Square> {
        square(self.units.instance().cells().name(cell), value)
    }

    fn domain(&self, cell: CellId) -> Domain {
        self.units.instance().cells().domain(cell)
    }

    pub(super) fn value(&self, cell: CellId) -> Option<Value> {
        let domain = self.domain(cell);
        let is_true = |&value: &Value| {
            let is_other = matches!(domain, Domain::Truth) && (self.holds)(cell.is_not(1 - value));
            is_other || (self.holds)(cell.is(value))
        };
        domain.values().find(is_true)
    }

    /// Whether a value is excluded by a step, or by a known value.
    pub(super) fn is_excluded(&self, cell: CellId, value: Value) -> bool {
        let fact = cell.is_not(value);
        let by_value = || (self.scan)(fact).filter(|(_, it)| (self.holds)(*it));
        (self.holds)(fact) || by_value().is_some()
    }

    /// The squares of the facts, rules and reasons of the next step.
    pub(super) fn highlights(&self, step: &Step) -> Highlights {
        let units = self.units;
        let mut highlights = Highlights::default();
        let is_broken = step.facts.is_empty();
        for &id in &step.units {
            let is_cell = matches!(units.kind(id), UnitKind::SomeValue(_) | UnitKind::OneValue(_));
            let highlight =
                if is_broken && is_cell { Highlight::Conflict } else { Highlight::Rule };
            for (cell, value) in units.choices(id) {
                highlights.add(self.square(cell, value), highlight);
            }
            // The number of a minesweeper is not one of its cells.
            for square in named_squares(&units.text(id)) {
                highlights.add(Some(square), highlight);
            }
        }
        let of_reasons = if is_broken { Highlight::Conflict } else { Highlight::Reason };
        for &fact in &step.because {
            let placed = match (self.scan)(fact) {
                // A cell that is filled needs no other reason.
                Some(_) if !fact.holds && self.value(fact.cell).is_some() => continue,
                Some((_, placed)) if !fact.holds => placed,
                _ => fact,
            };
            if placed.holds || matches!(self.domain(placed.cell), Domain::Truth) {
                highlights.add(self.square(placed.cell, placed.value), of_reasons);
            }
        }
        for fact in &step.facts {
            highlights.add(self.square(fact.cell, fact.value), Highlight::Subject);
        }
        highlights
    }

    /// The cells of a step and of its rules.
    pub(super) fn cells(&self, step: &Step) -> BTreeSet<CellId> {
        let choices = step.units.iter().flat_map(|&id| self.units.choices(id));
        choices.map(|(cell, _)| cell).chain(step.facts.iter().map(|fact| fact.cell)).collect()
    }
}
