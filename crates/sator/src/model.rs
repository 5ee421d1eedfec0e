//! A puzzle as logic: cells that take values, and named rules over "this cell has this value".
//!
//! A puzzle states its model here and never sees an encoding or a solver.

use std::fmt;

use sator_sat::{Constraint, Lit};

/// What a cell may hold.
pub type Value = i32;

/// A cell of a model, by its place in the order of creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(usize);

impl CellId {
    /// The cell that was made after so many others.
    pub fn nth(index: usize) -> Self {
        Self(index)
    }
}

/// What people call a cell. Rows and columns count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellName {
    /// `r3c7`.
    Square {
        /// From the top.
        row: usize,
        /// From the left.
        column: usize,
    },
    /// `row 3`, where a whole row holds one thing.
    Row(usize),
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square { row, column } => write!(f, "r{row}c{column}"),
            Self::Row(row) => write!(f, "row {row}"),
        }
    }
}

/// Which values a cell can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// 0 or 1, one variable.
    Truth,
    /// One of the values from `min` to `max`, a variable for each.
    Range {
        /// The smallest.
        min: Value,
        /// The largest.
        max: Value,
    },
}

impl Domain {
    fn variables(self) -> u32 {
        match self {
            Self::Truth => 1,
            Self::Range { min, max } => (max - min + 1) as u32,
        }
    }
}

/// How a puzzle speaks of its cells.
#[derive(Debug, Clone, Copy)]
pub struct Wording {
    /// Follows a cell's name: "has a value".
    pub some_value: &'static str,
    /// Follows a cell's name: "has only one value".
    pub one_value: &'static str,
    /// Says that a cell has a value: "r1c1 is 5".
    pub fact: fn(CellName, Value) -> String,
}

/// A sentence that is put together when somebody reads it. A puzzle has thousands of rules, and
/// most of them nobody ever reads.
#[derive(Clone, Copy)]
pub struct Words(Sentence);

#[derive(Clone, Copy)]
enum Sentence {
    Composed { say: fn([usize; 4]) -> String, about: [usize; 4] },
    OfCell { name: CellName, says: &'static str },
}

impl Words {
    /// What `say` says about up to four numbers.
    pub fn new<const N: usize>(about: [usize; N], say: fn([usize; 4]) -> String) -> Self {
        const { assert!(N <= 4, "a sentence is about four numbers at most") };
        let mut numbers = [0; 4];
        numbers[..N].copy_from_slice(&about);
        Self(Sentence::Composed { say, about: numbers })
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Sentence::Composed { say, about } => f.write_str(&say(about)),
            Sentence::OfCell { name, says } => write!(f, "{name} {says}"),
        }
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Where a rule comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The rules of the puzzle.
    Rule,
    /// The rules of the puzzle too, as everybody states them; but it follows from the others.
    Redundant,
    /// This instance: a value given, a square blocked.
    Clue,
    /// It follows from the others. It helps a solver and is left out of formulas and proofs.
    Derived,
}

/// A constraint with a name that a player would understand.
#[derive(Debug, Clone)]
pub struct Rule {
    /// As a player would say it: "row 3 has only one queen".
    pub text: Words,
    /// The kind of rule, for statistics: "rows".
    pub family: &'static str,
    /// Where it comes from.
    pub origin: Origin,
    /// What it demands.
    pub constraint: Constraint,
}

/// Which rules are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// As few rules and clues as say it all.
    Minimal,
    /// The puzzle's own rules and clues: what formulas and proofs are about.
    Stated,
    /// Also what was derived: what solvers work on.
    Extended,
}

impl Scope {
    fn includes(self, origin: Origin) -> bool {
        match origin {
            Origin::Rule | Origin::Clue => true,
            Origin::Redundant => self != Self::Minimal,
            Origin::Derived => self == Self::Extended,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    name: CellName,
    domain: Domain,
    first_variable: u32,
}

/// The cells and rules of one puzzle. Variables are numbered in the order of cells and values, so
/// that they come before all auxiliary variables of any encoding.
#[derive(Debug, Clone)]
pub struct Model {
    wording: Wording,
    cells: Vec<Cell>,
    variables: u32,
    /// Where "only one value" comes from.
    one_value_origin: Origin,
    some_value: Vec<Rule>,
    one_value: Vec<Rule>,
    rules: Vec<Rule>,
    clues: Vec<Rule>,
}

impl Model {
    /// A model without cells and rules.
    pub fn new(wording: Wording) -> Self {
        Self {
            wording,
            cells: Vec::new(),
            variables: 0,
            one_value_origin: Origin::Rule,
            some_value: Vec::new(),
            one_value: Vec::new(),
            rules: Vec::new(),
            clues: Vec::new(),
        }
    }

    /// In this puzzle the rules that will follow leave no cell room for a second value.
    #[must_use]
    pub fn where_one_value_follows(mut self) -> Self {
        self.one_value_origin = Origin::Redundant;
        self
    }

    // Stating the puzzle.

    /// Adds a cell. That it has exactly one value of its domain needs no further rule.
    ///
    /// # Panics
    ///
    /// If the domain is empty: a slip in the puzzle's model.
    pub fn cell(&mut self, name: CellName, domain: Domain) -> CellId {
        let id = CellId(self.cells.len());
        if let Domain::Range { min, max } = domain {
            assert!(min <= max, "{name} has no value to take");
        }
        self.cells.push(Cell { name, domain, first_variable: self.variables });
        self.variables += domain.variables();
        if let Domain::Range { min, max } = domain {
            let lits: Vec<Lit> = (min..=max).map(|value| self.is(id, value)).collect();
            let rule = |origin, says, constraint| Rule {
                text: Words(Sentence::OfCell { name, says }),
                family: "cells",
                origin,
                constraint,
            };
            let Wording { some_value, one_value, .. } = self.wording;
            let some = Constraint::Clause(lits.clone());
            self.some_value.push(rule(Origin::Rule, some_value, some));
            let one = Constraint::at_most_one(lits);
            self.one_value.push(rule(self.one_value_origin, one_value, one));
        }
        id
    }

    /// The literal "`cell` has `value`".
    ///
    /// # Panics
    ///
    /// If the value lies outside the cell's domain: a slip in the puzzle's model.
    pub fn is(&self, cell: CellId, value: Value) -> Lit {
        let Cell { domain, first_variable, name } = self.cells[cell.0];
        match domain {
            Domain::Truth => {
                assert!((0..=1).contains(&value), "{name} cannot be {value}");
                Lit::new(first_variable, value == 0)
            }
            Domain::Range { min, max } => {
                assert!((min..=max).contains(&value), "{name} cannot be {value}");
                Lit::positive(first_variable + (value - min) as u32)
            }
        }
    }

    /// States a rule of the puzzle.
    pub fn rule(&mut self, family: &'static str, text: Words, constraint: Constraint) {
        self.rules.push(Rule { text, family, origin: Origin::Rule, constraint });
    }

    /// States a rule of the puzzle that follows from the others.
    pub fn redundant(&mut self, family: &'static str, text: Words, constraint: Constraint) {
        self.rules.push(Rule { text, family, origin: Origin::Redundant, constraint });
    }

    /// States what follows from the rules and helps a solver, though nobody would call it a rule.
    pub fn derived(&mut self, family: &'static str, text: Words, constraint: Constraint) {
        self.rules.push(Rule { text, family, origin: Origin::Derived, constraint });
    }

    /// States what this instance gives.
    pub fn clue(&mut self, text: Words, constraint: Constraint) {
        self.clues.push(Rule { text, family: "clues", origin: Origin::Clue, constraint });
    }

    /// The rules remain, and wait for another instance's clues.
    pub fn forget_clues(&mut self) {
        self.clues.clear();
    }

    // Asking about it.

    /// How many variables the cells have.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// All rules within the scope: every cell has a value, no cell has two, then the puzzle's own,
    /// then the clues.
    pub fn rules(&self, scope: Scope) -> impl Iterator<Item = &Rule> {
        self.rules_without_clues(scope).chain(&self.clues)
    }

    /// The rules within the scope that do not depend on the instance.
    pub fn rules_without_clues(&self, scope: Scope) -> impl Iterator<Item = &Rule> {
        let rules = self.some_value.iter().chain(&self.one_value).chain(&self.rules);
        rules.filter(move |rule| scope.includes(rule.origin))
    }

    /// What this instance gives.
    pub fn clues(&self) -> &[Rule] {
        &self.clues
    }

    /// Which cell has which value if a variable is true, in the order of variables.
    pub fn atoms(&self) -> impl Iterator<Item = (Lit, CellName, Value)> {
        self.cells.iter().flat_map(|cell| {
            let (min, max) = match cell.domain {
                Domain::Truth => (1, 1),
                Domain::Range { min, max } => (min, max),
            };
            (cell.first_variable..)
                .zip(min..=max)
                .map(|(index, value)| (Lit::positive(index), cell.name, value))
        })
    }

    /// What each variable of a cell means, in the order of variables.
    pub fn meanings(&self) -> impl Iterator<Item = (Lit, String)> {
        self.atoms().map(|(lit, name, value)| (lit, (self.wording.fact)(name, value)))
    }

    // From an assignment back.

    /// Reads the cells' values off an assignment.
    pub fn decode(&self, is_true: impl Fn(Lit) -> bool) -> Result<Filling, NotAFilling> {
        let values = (0..self.cells.len()).map(|id| self.decode_cell(CellId(id), &is_true));
        Ok(Filling { values: values.collect::<Result<_, _>>()? })
    }

    fn decode_cell(&self, id: CellId, is_true: impl Fn(Lit) -> bool) -> Result<Value, NotAFilling> {
        let Cell { name, domain, .. } = self.cells[id.0];
        let Domain::Range { min, max } = domain else {
            return Ok(Value::from(is_true(self.is(id, 1))));
        };
        let mut values = (min..=max).filter(|&value| is_true(self.is(id, value)));
        match (values.next(), values.next()) {
            (Some(value), None) => Ok(value),
            (None, _) => Err(NotAFilling(format!("{name} has no value"))),
            (Some(first), Some(second)) => {
                let facts = [first, second].map(|value| (self.wording.fact)(name, value));
                Err(NotAFilling(format!("{} and also {}", facts[0], facts[1])))
            }
        }
    }

    /// The clause "not this filling". It speaks of cells only: auxiliary variables may be free,
    /// and blocking them would count one answer many times.
    pub fn block(&self, filling: &Filling) -> Vec<Lit> {
        (0..self.cells.len()).map(|id| !self.is(CellId(id), filling.values[id])).collect()
    }
}

/// A value for every cell, in the order of the model's cells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Filling {
    /// The values.
    pub values: Vec<Value>,
}

/// An assignment that gives some cell no value, or two.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotAFilling(String);
