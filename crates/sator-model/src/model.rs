//! A puzzle as logic: cells that take values, and named rules over "this cell has this value".
//!
//! A puzzle states its model here and never sees an encoding or a solver.

mod stated;
mod words;

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use sator_sat::constraint::Count;
use sator_sat::{Constraint, Lit};

pub use self::stated::{Group, House};
use self::stated::{Related, Stated};
pub use self::words::{Label, SayOfValue};

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

    /// How many were made before it.
    pub fn index(self) -> usize {
        self.0
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
    /// The smallest value and the largest.
    pub fn bounds(self) -> (Value, Value) {
        match self {
            Self::Truth => (0, 1),
            Self::Range { min, max } => (min, max),
        }
    }

    fn variables(self) -> u32 {
        let (_, max) = self.bounds();
        (max - self.first_value() + 1) as u32
    }

    /// The value that the first of its variables stands for.
    fn first_value(self) -> Value {
        match self {
            Self::Truth => 1,
            Self::Range { min, .. } => min,
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
    pub text: Label,
    /// The kind of rule, for statistics: "rows".
    pub family: &'static str,
    /// Where it comes from.
    pub origin: Origin,
    /// What it demands.
    pub constraint: Constraint,
}

/// What some rules say together, over the values of cells as whole numbers.
#[derive(Debug, Clone)]
pub struct Relation {
    /// As a player would say it: "row 3 has each value once".
    pub text: Label,
    /// The kind of rule, for statistics: "rows".
    pub family: &'static str,
    /// What it demands.
    pub demand: Demand,
}

/// What a relation may demand of numbers. [`Relation::holds`] is the definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Demand {
    /// No two of the terms are equal.
    Distinct(Vec<Term>),
}

/// The value of a cell, moved by an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The cell.
    pub cell: CellId,
    /// What is added to its value.
    pub offset: Value,
}

impl From<CellId> for Term {
    fn from(cell: CellId) -> Self {
        Self { cell, offset: 0 }
    }
}

impl Relation {
    /// No two of the terms are equal.
    pub fn distinct(
        family: &'static str,
        text: Label,
        terms: impl IntoIterator<Item: Into<Term>>,
    ) -> Self {
        let terms = terms.into_iter().map(Into::into).collect();
        Self { text, family, demand: Demand::Distinct(terms) }
    }

    /// Whether it holds of these values.
    pub fn holds(&self, solution: &Solution) -> bool {
        let Demand::Distinct(terms) = &self.demand;
        let number = |term: &Term| solution.values[term.cell.0] + term.offset;
        let mut numbers: Vec<_> = terms.iter().map(number).collect();
        numbers.sort_unstable();
        numbers.windows(2).all(|pair| pair[0] != pair[1])
    }
}

/// What somebody is told who knows whole numbers, and so that each cell has one value.
#[derive(Debug, Clone, Copy)]
pub enum Statement<'m> {
    /// Instead of the rules of a group.
    Relation(&'m Relation),
    /// A rule of no group, or a clue.
    Rule(&'m Rule),
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
    /// The literals of all variables that are true or false with a cell's value.
    atoms: Vec<Lit>,
    /// That each cell has some value, and that it has only one.
    of_cells: OnceLock<[Vec<Rule>; 2]>,
    rules: Stated,
    clues: Stated,
    /// What was derived from rules and clues.
    conclusions: Vec<Rule>,
}

impl Model {
    /// A model without cells and rules.
    pub fn new(wording: Wording) -> Self {
        Self {
            wording,
            cells: Vec::new(),
            variables: 0,
            one_value_origin: Origin::Rule,
            atoms: Vec::new(),
            of_cells: OnceLock::new(),
            rules: Stated::default(),
            clues: Stated::default(),
            conclusions: Vec::new(),
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
        if let Domain::Range { .. } = domain {
            let new = self.atoms.len() as u32..self.variables;
            self.atoms.extend(new.map(Lit::positive));
            self.of_cells.take();
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
    pub fn rule(&mut self, family: &'static str, text: Label, constraint: Constraint) {
        self.rules.push(Rule { text, family, origin: Origin::Rule, constraint });
    }

    /// States a rule of the puzzle that follows from the others.
    pub fn redundant(&mut self, family: &'static str, text: Label, constraint: Constraint) {
        self.rules.push(Rule { text, family, origin: Origin::Redundant, constraint });
    }

    /// States what follows from the rules and helps a solver, though nobody would call it a rule.
    pub fn derived(&mut self, family: &'static str, text: Label, constraint: Constraint) {
        self.rules.push(Rule { text, family, origin: Origin::Derived, constraint });
    }

    /// States rules, and relations that say the same over whole numbers, so that whoever knows
    /// numbers need not put it together from the rules. Groups do not nest.
    pub fn relate(&mut self, relations: Vec<Relation>, state: impl FnOnce(&mut Self)) {
        let before = self.rules.len();
        state(self);
        self.rules.relate(before, relations);
    }

    /// States that each value is once in a house, the number of which is counted from 1: that it is
    /// there, which follows for all values together from the rest, and that it is not there twice.
    ///
    /// # Panics
    ///
    /// If the cells take different values: a slip in the puzzle's model.
    pub fn each_once(&mut self, house: House, number: usize, cells: &[CellId]) {
        let Some(first) = cells.first() else { return };
        let domain = self.cells[first.0].domain;
        let is_same = |cell: &CellId| self.cells[cell.0].domain == domain;
        assert!(cells.iter().all(is_same), "the cells of a house take the same values");
        let (first, (_, last)) = (domain.first_value(), domain.bounds());
        let text = Label::new([number], house.has_each);
        let distinct = Relation::distinct(house.family, text, cells.iter().copied());
        let begin = |cell: &CellId| self.cells[cell.0].first_variable;
        let begins: Vec<_> = cells.iter().map(begin).collect();
        let places = (0..domain.variables())
            .flat_map(|value| begins.iter().map(move |begin| Lit::positive(begin + value)));
        let before = self.rules.len();
        self.rules.add_house(house, number, first..last + 1, cells.len(), places);
        self.rules.relate(before, vec![distinct]);
    }

    /// States what this instance gives.
    pub fn clue(&mut self, text: Label, constraint: Constraint) {
        self.clue_of("clues", text, constraint);
    }

    /// States what this instance gives, as a rule of a family.
    pub fn clue_of(&mut self, family: &'static str, text: Label, constraint: Constraint) {
        self.clues.push(Rule { text, family, origin: Origin::Clue, constraint });
    }

    /// [`Model::relate`] for clues.
    pub fn relate_clues(&mut self, relations: Vec<Relation>, state: impl FnOnce(&mut Self)) {
        let before = self.clues.len();
        state(self);
        self.clues.relate(before, relations);
    }

    /// Makes the clue at this place say nothing, and those that it is grouped with no more over
    /// whole numbers than they say one by one.
    pub fn drop_clue(&mut self, index: usize) {
        self.clues.drop(index);
    }

    /// Adds what follows from rules and clues together, and helps a solver.
    pub fn conclude(&mut self, conclusions: Vec<Rule>) {
        self.conclusions.extend(conclusions);
    }

    /// Takes back what was concluded.
    pub fn retract(&mut self) {
        self.conclusions.clear();
    }

    /// The rules remain, and wait for another instance's clues.
    pub fn forget_clues(&mut self) {
        self.clues = Stated::default();
        self.conclusions.clear();
    }

    // Asking about it.

    /// How many variables the cells have.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// All rules within the scope: every cell has a value, no cell has two, then the puzzle's own,
    /// then the clues and what was concluded.
    pub fn rules(&self, scope: Scope) -> impl Iterator<Item = &Rule> {
        self.rules_without_clues(scope).chain(self.of_instance(scope))
    }

    /// The rules within the scope that depend on the instance: its clues, and what was concluded.
    pub fn of_instance(&self, scope: Scope) -> impl Iterator<Item = &Rule> {
        let rules = self.clues().iter().chain(&self.conclusions);
        rules.filter(move |rule| scope.includes(rule.origin))
    }

    /// What was concluded from rules and clues, within the scope.
    pub fn conclusions(&self, scope: Scope) -> impl Iterator<Item = &Rule> {
        self.conclusions.iter().filter(move |rule| scope.includes(rule.origin))
    }

    /// The rules within the scope that do not depend on the instance.
    pub fn rules_without_clues(&self, scope: Scope) -> impl Iterator<Item = &Rule> {
        let [some_value, one_value] = self.of_cells();
        let rules = some_value.iter().chain(one_value).chain(self.rules.iter());
        rules.filter(move |rule| scope.includes(rule.origin))
    }

    /// The same as counts, one for each of these rules; nothing for each that is none.
    pub fn counts_without_clues(&self, scope: Scope) -> impl Iterator<Item = Option<Count<'_>>> {
        let has_one_value = scope.includes(self.one_value_origin);
        let some = self.cells.iter().filter_map(|cell| {
            let lits = self.atoms_of(cell)?;
            Some(Count { lits, least: 1, most: lits.len() })
        });
        let one = self.cells.iter().filter(move |_| has_one_value);
        let one = one.filter_map(|cell| {
            let lits = self.atoms_of(cell)?;
            Some(Count { lits, least: 0, most: 1 })
        });
        some.chain(one).map(Some).chain(self.rules.counts(scope))
    }

    /// The literals of a cell that has exactly one of its values.
    fn atoms_of(&self, cell: &Cell) -> Option<&[Lit]> {
        let is_choice = matches!(cell.domain, Domain::Range { .. });
        let atoms = || &self.atoms[cell.first_variable as usize..];
        is_choice.then(|| &atoms()[..cell.domain.variables() as usize])
    }

    fn of_cells(&self) -> &[Vec<Rule>; 2] {
        self.of_cells.get_or_init(|| {
            let say = |origin, says, demand: fn(Vec<Lit>) -> Constraint| {
                let rule = |cell: &Cell| {
                    let constraint = demand(self.atoms_of(cell)?.to_vec());
                    let text = Label::of_cell(cell.name, says);
                    Some(Rule { text, family: "cells", origin, constraint })
                };
                self.cells.iter().filter_map(rule).collect()
            };
            let Wording { some_value, one_value, .. } = self.wording;
            let some = say(Origin::Rule, some_value, Constraint::Clause);
            [some, say(self.one_value_origin, one_value, Constraint::at_most_one)]
        })
    }

    /// What this instance gives.
    pub fn clues(&self) -> &[Rule] {
        self.clues.rules()
    }

    /// The clues as a player would count them, by their places: those of a group are one, and a sum
    /// goes with the group before it, which says that its numbers differ.
    pub fn clue_units(&self) -> Vec<(Range<usize>, &Label)> {
        let (rules, related) = (self.clues.rules(), self.clues.related());
        let mut units = Vec::new();
        let mut next = 0;
        for Related { rules: group, relations } in related {
            units.extend((next..group.start).map(|index| (index..index + 1, &rules[index].text)));
            let is_sum = |rule: &&Rule| matches!(rule.constraint, Constraint::Sum(_));
            let sum = rules.get(group.end).filter(is_sum);
            next = group.end + usize::from(sum.is_some());
            let text = sum.map(|sum| &sum.text).or(relations.first().map(|it| &it.text));
            units.extend(text.map(|text| (group.start..next, text)));
        }
        units.extend((next..rules.len()).map(|index| (index..index + 1, &rules[index].text)));
        units
    }

    /// All rules within the scope, as [`Model::rules`] has them, but with the rules of each cell
    /// side by side.
    pub fn rules_by_cell(&self, scope: Scope) -> impl Iterator<Item = &Rule> {
        let [some_value, one_value] = self.of_cells();
        let of_cells = some_value.iter().zip(one_value).flat_map(|(some, one)| [some, one]);
        let all = of_cells.chain(self.rules.iter()).filter(move |rule| scope.includes(rule.origin));
        all.chain(self.of_instance(scope))
    }

    /// Which rules say what relations say.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        self.rules.groups().chain(self.clues.groups())
    }

    /// The relations of these, those of rules first.
    pub fn relations(&self) -> impl Iterator<Item = &Relation> {
        let related = self.rules.related().iter().chain(self.clues.related());
        related.flat_map(|related| &related.relations)
    }

    /// The same as the rules within the scope, with relations where there are any, in the order of
    /// the rules. That each cell has one value is not among them.
    pub fn statements(&self, scope: Scope) -> impl Iterator<Item = Statement<'_>> {
        let concluded = self.conclusions.iter().filter(move |rule| scope.includes(rule.origin));
        let stated = self.rules.statements(scope).chain(self.clues.statements(scope));
        stated.chain(concluded.map(Statement::Rule))
    }

    /// The cells, in the order of creation, with their names and domains.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = (CellId, CellName, Domain)> {
        let ids = (0..self.cells.len()).map(CellId);
        ids.map(|id| (id, self.cells[id.0].name, self.cells[id.0].domain))
    }

    /// What people call a cell.
    pub fn name(&self, cell: CellId) -> CellName {
        self.cells[cell.0].name
    }

    /// Which values a cell can take.
    pub fn domain(&self, cell: CellId) -> Domain {
        self.cells[cell.0].domain
    }

    /// The cell that the variable of a literal belongs to, and the value that it has when the
    /// variable is true.
    pub fn cell_of(&self, lit: Lit) -> (CellId, Value) {
        let variable = lit.vidx32();
        let after = self.cells.partition_point(|cell| cell.first_variable <= variable);
        let Cell { domain, first_variable, .. } = self.cells[after - 1];
        let value = domain.first_value() + (variable - first_variable) as Value;
        (CellId(after - 1), value)
    }

    /// Which cell has which value if a variable is true, in the order of variables.
    pub fn atoms(&self) -> impl Iterator<Item = (Lit, CellName, Value)> {
        self.cells.iter().flat_map(|cell| {
            let (_, max) = cell.domain.bounds();
            (cell.first_variable..)
                .zip(cell.domain.first_value()..=max)
                .map(|(index, value)| (Lit::positive(index), cell.name, value))
        })
    }

    /// What each variable of a cell means, in the order of variables.
    pub fn meanings(&self) -> impl Iterator<Item = (Lit, String)> {
        self.atoms().map(|(lit, name, value)| (lit, (self.wording.fact)(name, value)))
    }

    // From an assignment back.

    /// Reads the cells' values off an assignment.
    pub fn decode(&self, is_true: impl Fn(Lit) -> bool) -> Result<Solution, InvalidAssignment> {
        let values = (0..self.cells.len()).map(|id| self.decode_cell(CellId(id), &is_true));
        Ok(Solution { values: values.collect::<Result<_, _>>()? })
    }

    fn decode_cell(
        &self,
        id: CellId,
        is_true: impl Fn(Lit) -> bool,
    ) -> Result<Value, InvalidAssignment> {
        let Cell { name, domain, first_variable } = self.cells[id.0];
        let Domain::Range { min, max } = domain else {
            return Ok(Value::from(is_true(self.is(id, 1))));
        };
        let lit = |value| Lit::positive(first_variable + (value - min) as u32);
        let mut values = (min..=max).filter(|&value| is_true(lit(value)));
        match (values.next(), values.next()) {
            (Some(value), None) => Ok(value),
            (None, _) => Err(InvalidAssignment(format!("{name} has no value"))),
            (Some(first), Some(second)) => {
                let facts = [first, second].map(|value| (self.wording.fact)(name, value));
                Err(InvalidAssignment(format!("{} and also {}", facts[0], facts[1])))
            }
        }
    }

    /// The clause "not this solution". It speaks of cells only: auxiliary variables may be free,
    /// and blocking them would count one answer many times.
    pub fn block(&self, solution: &Solution) -> Vec<Lit> {
        (0..self.cells.len()).map(|id| !self.is(CellId(id), solution.values[id])).collect()
    }
}

/// A value for every cell, in the order of the model's cells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    /// The values.
    pub values: Vec<Value>,
}

/// An assignment that gives some cell no value, or two.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidAssignment(String);
