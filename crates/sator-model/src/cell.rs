//! Cells with finite domains, and the Boolean variables that stand for their values.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use sator_sat::Lit;

/// The value of a cell.
pub type Value = i32;

/// A cell of a model, by its position in the order of creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(u32);

impl CellId {
    /// The cell at this position.
    pub fn nth(index: usize) -> Self {
        Self(index as u32)
    }

    /// Its position.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The condition that the cell has this value.
    pub fn is(self, value: Value) -> Condition {
        Condition { cell: self, value, holds: true }
    }

    /// The condition that the cell does not have this value.
    pub fn is_not(self, value: Value) -> Condition {
        Condition { cell: self, value, holds: false }
    }
}

/// A condition on one cell: it has a value, or it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The cell.
    pub cell: CellId,
    /// The value.
    pub value: Value,
    /// Whether the cell has the value (`=`) or does not (`≠`).
    pub holds: bool,
}

impl Condition {
    /// Whether the condition is true of these values.
    pub fn is_true(self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        (value_of(self.cell) == self.value) == self.holds
    }
}

/// The name of a cell as people see it. Rows and columns count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellName {
    /// `r3c7`.
    Square {
        /// From the top.
        row: usize,
        /// From the left.
        column: usize,
    },
    /// `g2r3c7`, in the second grid of a model, or a later one.
    GridSquare {
        /// From 2.
        grid: usize,
        /// From the top.
        row: usize,
        /// From the left.
        column: usize,
    },
    /// `row 3`, where one cell stands for a whole row.
    Row(usize),
    /// `x3`, in a model without a grid.
    Number(usize),
    /// `aux3`, a cell that no solution shows.
    Auxiliary(usize),
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square { row, column } => write!(f, "r{row}c{column}"),
            Self::GridSquare { grid, row, column } => write!(f, "g{grid}r{row}c{column}"),
            Self::Row(row) => write!(f, "row {row}"),
            Self::Number(number) => write!(f, "x{number}"),
            Self::Auxiliary(number) => write!(f, "aux{number}"),
        }
    }
}

/// The values that a cell can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// 0 or 1, one variable.
    Truth,
    /// The values from `min` to `max`, one variable each.
    Range {
        /// The smallest value.
        min: Value,
        /// The largest value.
        max: Value,
    },
}

impl Domain {
    /// The smallest value and the largest.
    pub fn bounds(self) -> (Value, Value) {
        match self {
            Self::Truth => (0, 1),
            Self::Range { min, max } => (min, max),
        }
    }

    /// The values, ascending.
    pub fn values(self) -> impl DoubleEndedIterator<Item = Value> {
        let (min, max) = self.bounds();
        min..=max
    }

    /// The number of values.
    pub fn len(self) -> usize {
        let (min, max) = self.bounds();
        (i64::from(max) - i64::from(min) + 1) as usize
    }

    /// Whether there is no value; the domain of a cell has at least one.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether it has this value.
    pub fn contains(self, value: Value) -> bool {
        let (min, max) = self.bounds();
        (min..=max).contains(&value)
    }

    /// The value of its first variable.
    fn first_value(self) -> Value {
        match self {
            Self::Truth => 1,
            Self::Range { min, .. } => min,
        }
    }

    fn variables(self) -> usize {
        match self {
            Self::Truth => 1,
            Self::Range { .. } => self.len(),
        }
    }
}

impl From<std::ops::RangeInclusive<Value>> for Domain {
    fn from(range: std::ops::RangeInclusive<Value>) -> Self {
        Self::Range { min: *range.start(), max: *range.end() }
    }
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    name: CellName,
    domain: Domain,
    first_variable: u32,
}

/// Sentences about the values of cells, as the puzzle's players say them.
#[derive(Debug, Clone, Copy)]
pub struct Wording {
    /// The family of the rules that each cell has one value, in totals: "cells".
    pub family: &'static str,
    /// Follows a cell's name: "has a value".
    pub some_value: &'static str,
    /// Follows a cell's name: "has only one value".
    pub one_value: &'static str,
    /// Follows a cell's name: "has no value".
    pub no_value: &'static str,
    /// States that a cell has a value: "r1c1 is 5".
    pub fact: fn(CellName, Value) -> String,
    /// States a given value.
    pub given: fn(CellName, Value) -> String,
    /// States a value that is excluded by the instance.
    pub excluded: fn(CellName, Value) -> String,
}

impl Wording {
    /// "r1c1 is 5", "r1c1 is not 5".
    pub const PLAIN: Self = Self {
        family: "cells",
        some_value: "has a value",
        one_value: "has only one value",
        no_value: "has no value",
        fact: |cell, value| format!("{cell} is {value}"),
        given: |cell, value| format!("{cell} is {value}"),
        excluded: |cell, value| format!("{cell} is not {value}"),
    };
}

/// The cells of a model. Variables are numbered in the order of cells and values, so that they
/// precede all auxiliary variables of an encoding.
#[derive(Debug, Clone)]
pub struct Cells {
    wording: Wording,
    list: Vec<Cell>,
    variables: u32,
    has_auxiliary: bool,
    words: BTreeMap<CellId, Arc<AuxiliaryWords>>,
}

/// The meaning of an auxiliary cell in words, as its name says nothing to a player: "row 2 from the
/// left" is "smaller than row 1 from the left", or "larger than row 1 from the left".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuxiliaryWords {
    /// What the cell is about.
    pub subject: String,
    /// For each value, ascending, what it says about the subject.
    pub values: Vec<String>,
}

/// RustSAT's literals have 31 bits for the variable; encodings need room for auxiliary ones.
const MAX_VARIABLES: usize = 1 << 30;

impl Cells {
    /// No cells.
    pub(crate) fn new(wording: Wording) -> Self {
        Self {
            wording,
            list: Vec::new(),
            variables: 0,
            has_auxiliary: false,
            words: BTreeMap::new(),
        }
    }

    /// The sentences about values.
    pub fn wording(&self) -> Wording {
        self.wording
    }

    /// Adds a cell.
    ///
    /// # Panics
    ///
    /// If the domain is empty, or if all cells together have more than 2³⁰ values.
    pub(crate) fn push(&mut self, name: CellName, domain: Domain) -> CellId {
        let (min, max) = domain.bounds();
        assert!(min <= max, "{name} has an empty domain");
        let variables = self.variables as usize + domain.variables();
        assert!(variables <= MAX_VARIABLES, "the cells have more than {MAX_VARIABLES} values");
        let id = CellId::nth(self.list.len());
        self.list.push(Cell { name, domain, first_variable: self.variables });
        self.variables = variables as u32;
        self.has_auxiliary |= matches!(name, CellName::Auxiliary(_));
        id
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of variables of all cells.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Whether some cell is auxiliary: solutions that differ only there count as one.
    pub fn has_auxiliary(&self) -> bool {
        self.has_auxiliary
    }

    /// Sets the words for the values of an auxiliary cell.
    pub(crate) fn describe(&mut self, auxiliary: CellId, words: AuxiliaryWords) {
        self.words.insert(auxiliary, Arc::new(words));
    }

    /// The words for the values of an auxiliary cell, if there are any.
    pub fn words(&self, auxiliary: CellId) -> Option<&AuxiliaryWords> {
        self.words.get(&auxiliary).map(Arc::as_ref)
    }

    /// The cells in the order of creation, with their names and domains.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (CellId, CellName, Domain)> {
        let ids = (0..self.list.len()).map(CellId::nth);
        ids.map(|id| (id, self.list[id.index()].name, self.list[id.index()].domain))
    }

    /// The name of a cell.
    pub fn name(&self, cell: CellId) -> CellName {
        self.list[cell.index()].name
    }

    /// The domain of a cell.
    pub fn domain(&self, cell: CellId) -> Domain {
        self.list[cell.index()].domain
    }

    /// The literal "`cell` has `value`".
    ///
    /// # Panics
    ///
    /// If the value lies outside the cell's domain.
    pub fn is(&self, cell: CellId, value: Value) -> Lit {
        let Cell { domain, first_variable, name } = self.list[cell.index()];
        assert!(domain.contains(value), "{name} cannot be {value}");
        match domain {
            Domain::Truth => Lit::new(first_variable, value == 0),
            Domain::Range { min, .. } => Lit::positive(first_variable + (value - min) as u32),
        }
    }

    /// The literal of a condition; `None` if the value lies outside the cell's domain, so that the
    /// condition has the truth value `!holds`.
    pub fn lit(&self, condition: Condition) -> Option<Lit> {
        let Condition { cell, value, holds } = condition;
        let lit = self.domain(cell).contains(value).then(|| self.is(cell, value))?;
        Some(if holds { lit } else { !lit })
    }

    /// The literals of a cell with several values, of which exactly one is true; `None` for a cell
    /// that is true or false.
    pub(crate) fn choices(&self, cell: CellId) -> Option<impl Iterator<Item = Lit> + Clone> {
        let Cell { domain, first_variable, .. } = self.list[cell.index()];
        let is_range = matches!(domain, Domain::Range { .. });
        let variables = first_variable..first_variable + domain.variables() as u32;
        is_range.then(|| variables.map(Lit::positive))
    }

    /// The cell that the variable of a literal belongs to, and the value that the cell has when the
    /// variable is true.
    pub fn cell_of(&self, lit: Lit) -> (CellId, Value) {
        let variable = lit.vidx32();
        let after = self.list.partition_point(|cell| cell.first_variable <= variable);
        let Cell { domain, first_variable, .. } = self.list[after - 1];
        let value = domain.first_value() + (variable - first_variable) as Value;
        (CellId::nth(after - 1), value)
    }

    /// Each variable with its cell's name and the value that it stands for, in the order of
    /// variables.
    pub fn atoms(&self) -> impl Iterator<Item = (Lit, CellName, Value)> {
        self.list.iter().flat_map(|cell| {
            let (_, max) = cell.domain.bounds();
            (cell.first_variable..)
                .zip(cell.domain.first_value()..=max)
                .map(|(index, value)| (Lit::positive(index), cell.name, value))
        })
    }

    /// Each variable with its meaning, in the order of variables.
    pub fn meanings(&self) -> impl Iterator<Item = (Lit, String)> {
        self.atoms().map(|(lit, name, value)| (lit, (self.wording.fact)(name, value)))
    }

    /// Reads the cells' values off an assignment.
    pub fn decode(&self, is_true: impl Fn(Lit) -> bool) -> Result<Solution, InvalidAssignment> {
        let values = (0..self.list.len()).map(|id| self.decode_cell(CellId::nth(id), &is_true));
        Ok(Solution { values: values.collect::<Result<_, _>>()? })
    }

    fn decode_cell(
        &self,
        id: CellId,
        is_true: impl Fn(Lit) -> bool,
    ) -> Result<Value, InvalidAssignment> {
        let Some(choices) = self.choices(id) else {
            return Ok(Value::from(is_true(self.is(id, 1))));
        };
        let name = self.name(id);
        let mut values = self.domain(id).values().zip(choices).filter(|&(_, lit)| is_true(lit));
        match (values.next(), values.next()) {
            (Some((value, _)), None) => Ok(value),
            (None, _) => Err(InvalidAssignment(format!("{name} {}", self.wording.no_value))),
            (Some((first, _)), Some((second, _))) => {
                let [first, second] = [first, second].map(|value| (self.wording.fact)(name, value));
                Err(InvalidAssignment(format!("{first} and also {second}")))
            }
        }
    }

    /// The clause "not this solution". It is over the cells that are shown: auxiliary cells and
    /// variables may be free, and blocking them would count one solution many times.
    pub fn block(&self, solution: &Solution) -> Vec<Lit> {
        let shown = self.iter().filter(|(_, name, _)| !matches!(name, CellName::Auxiliary(_)));
        shown.map(|(cell, ..)| !self.is(cell, solution[cell])).collect()
    }
}

/// A value for every cell, in the order of the model's cells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    /// The values.
    pub values: Vec<Value>,
}

impl std::ops::Index<CellId> for Solution {
    type Output = Value;

    fn index(&self, cell: CellId) -> &Value {
        &self.values[cell.index()]
    }
}

/// An assignment that gives a cell no value, or two.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidAssignment(String);
