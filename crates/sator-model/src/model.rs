//! A model: cells, and named constraints over them.

use std::collections::BTreeSet;

use sator_sat::Lit;

use crate::cell::{
    AuxiliaryWords, CellId, CellName, Cells, Condition, Domain, Solution, Value, Wording,
};
use crate::constraint::{AllDifferent, Constraint, Count, Form, Part, View};
use crate::label::Label;

/// Where a constraint comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The rules of the puzzle.
    Rule,
    /// The rules of the puzzle too, as they are commonly stated, though it follows from others.
    Redundant,
    /// This instance: a given value, a cage.
    Clue,
    /// It follows from the others and helps a solver. Formulas and proofs leave it out.
    Derived,
}

/// Which constraints are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Rules and clues from which all others follow.
    Minimal,
    /// The rules and clues as stated: formulas and proofs are about them.
    Stated,
    /// Also what was derived: solvers work on these.
    Extended,
}

impl Scope {
    /// Whether constraints of this origin are meant.
    pub fn includes(self, origin: Origin) -> bool {
        match origin {
            Origin::Rule | Origin::Clue => true,
            Origin::Redundant => self != Self::Minimal,
            Origin::Derived => self == Self::Extended,
        }
    }
}

/// A constraint with a name and an origin.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The constraint.
    pub constraint: Constraint,
    /// Its name.
    pub label: Label,
    /// The kind of rule, for statistics: "rows".
    pub family: &'static str,
    /// Where it comes from.
    pub origin: Origin,
    alternates: bool,
    clue_number: Option<u32>,
    shown: Option<i64>,
    counted: Option<Box<(Count, i64)>>,
}

impl Rule {
    pub(crate) fn new(constraint: impl Into<Constraint>, origin: Origin) -> Self {
        let (label, family) =
            (Label::Unnamed, if origin == Origin::Clue { "clues" } else { "rules" });
        Self {
            constraint: constraint.into(),
            label,
            family,
            origin,
            alternates: false,
            clue_number: None,
            shown: None,
            counted: None,
        }
    }

    /// Sets the name.
    pub fn named(&mut self, label: impl Into<Label>) -> &mut Self {
        self.label = label.into();
        self
    }

    /// Sets the kind of rule, for statistics.
    pub fn family(&mut self, family: &'static str) -> &mut Self {
        self.family = family;
        self
    }

    /// The rule belongs to the instance.
    pub fn clue(&mut self) -> &mut Self {
        self.origin = Origin::Clue;
        self
    }

    /// The rule follows from others, though it is commonly stated.
    pub fn redundant(&mut self) -> &mut Self {
        self.origin = Origin::Redundant;
        self
    }

    /// The rule follows from others and only helps a solver.
    pub fn derived(&mut self) -> &mut Self {
        self.origin = Origin::Derived;
        self
    }

    /// A formula lists the parts of this [`AllDifferent`] in turn with those of the next.
    pub fn alternating(&mut self) -> &mut Self {
        self.alternates = true;
        self
    }

    /// The rule belongs to the clue with this number. Rules of one clue with the same sentence are listed
    /// and left out together; without a number, all rules with the same sentence are.
    pub fn of_clue(&mut self, number: u32) -> &mut Self {
        self.clue_number = Some(number);
        self
    }

    /// The number of the clue, if it was set.
    pub(crate) fn clue_number(&self) -> Option<u32> {
        self.clue_number
    }

    /// The puzzle shows this number, where that of the constraint is another: a number on a board may
    /// count known mines, too.
    pub fn showing(&mut self, number: i64) -> &mut Self {
        self.shown = Some(number);
        self
    }

    /// The puzzle shows the number of these conditions that hold, and `more`. This is for a constraint
    /// that cannot hold because the number is impossible: a repair says which numbers are not.
    pub fn counting(&mut self, conditions: Count, more: i64) -> &mut Self {
        self.counted = Some(Box::new((conditions, more)));
        self
    }

    /// The conditions of an impossible number, and how many more are counted.
    pub(crate) fn counted(&self) -> Option<&(Count, i64)> {
        self.counted.as_deref()
    }

    /// The number that the puzzle shows, if it was set.
    pub fn shown(&self) -> Option<i64> {
        self.shown
    }

    /// Its sentence.
    pub fn text(&self, cells: &Cells) -> String {
        let describe = || self.constraint.describe(self.label.subject(cells).as_deref(), cells);
        self.label.whole().unwrap_or_else(describe)
    }

    /// Its name as a noun, if it has one: "row 3".
    pub fn subject(&self, cells: &Cells) -> Option<String> {
        self.label.subject(cells)
    }

    /// The sentences of its parts within the scope.
    pub fn part_texts(&self, cells: &Cells, scope: Scope) -> Vec<String> {
        let (view, whole) = (self.view(cells, scope), self.text(cells));
        let mut texts = Vec::new();
        self.constraint.parts(&view, &mut |part| texts.extend(part.texts(&view, &whole)));
        texts
    }

    /// The cells and values that it is about, in the order of their variables.
    pub fn choices(&self, cells: &Cells) -> Vec<(CellId, Value)> {
        let view = self.view(cells, Scope::Extended);
        let mut variables = BTreeSet::new();
        self.constraint.parts(&view, &mut |Part { guards, form, .. }| {
            let lits = form.lits().into_iter().chain(guards);
            variables.extend(lits.map(Lit::vidx32));
        });
        variables.into_iter().map(|variable| cells.cell_of(Lit::positive(variable))).collect()
    }

    pub(crate) fn view<'a>(&'a self, cells: &'a Cells, scope: Scope) -> View<'a> {
        View { cells, scope, origin: self.origin, label: &self.label }
    }
}

/// Hands out the parts of rules within the scope, each with its rule.
pub(crate) fn each_part(
    rules: &[Rule],
    cells: &Cells,
    scope: Scope,
    take: &mut dyn FnMut(&Rule, Part<'_>),
) {
    let mut rules = rules.iter();
    while let Some(rule) = rules.next() {
        let next = rules.clone().next().filter(|_| rule.alternates);
        let pair = next.and_then(|next| Some((all_different(rule)?, all_different(next)?, next)));
        if let Some((first, second, next)) = pair {
            rules.next();
            let (view, next_view) = (rule.view(cells, scope), next.view(cells, scope));
            let mut parts = (first.value_parts(&view), second.value_parts(&next_view));
            while parts.0.next(&mut |part| take(rule, part))
                | parts.1.next(&mut |part| take(next, part))
            {}
        } else {
            rule.constraint.parts(&rule.view(cells, scope), &mut |part| take(rule, part));
        }
    }
}

/// Takes a part with its family and its sentence.
pub(crate) type TakeNamed<'t> =
    dyn FnMut(&'static str, &dyn Fn(&Part<'_>) -> String, Part<'_>) + 't;

/// Hands out the parts of rules within the scope, each with its sentence.
pub(crate) fn each_named_part(
    rules: &[Rule],
    cells: &Cells,
    scope: Scope,
    take: &mut TakeNamed<'_>,
) {
    each_part(rules, cells, scope, &mut |rule, part| {
        let text = |part: &Part<'_>| {
            part.texts(&rule.view(cells, scope), &rule.text(cells)).join(", and ")
        };
        take(rule.family, &text, part);
    });
}

fn all_different(rule: &Rule) -> Option<&AllDifferent> {
    match &rule.constraint {
        Constraint::AllDifferent(constraint) => Some(constraint),
        _ => None,
    }
}

/// The clues of an instance: given values and other constraints.
#[derive(Debug, Clone, Default)]
pub struct Clues {
    /// Values that are given or excluded.
    pub facts: Vec<Condition>,
    /// All other clues.
    pub rules: Vec<Rule>,
}

impl Clues {
    /// The cell has this value.
    pub fn given(&mut self, cell: CellId, value: Value) {
        self.facts.push(cell.is(value));
    }

    /// The cell does not have this value.
    pub fn exclude(&mut self, cell: CellId, value: Value) {
        self.facts.push(cell.is_not(value));
    }

    /// Adds a constraint.
    pub fn add(&mut self, constraint: impl Into<Constraint>) -> &mut Rule {
        self.rules.push(Rule::new(constraint, Origin::Clue));
        let last = self.rules.len() - 1;
        &mut self.rules[last]
    }

    /// The sentence of a fact.
    pub fn fact_text(fact: Condition, cells: &Cells) -> String {
        let Wording { given, excluded, .. } = cells.wording();
        (if fact.holds { given } else { excluded })(cells.name(fact.cell), fact.value)
    }
}

/// Cells and constraints. A puzzle states each of its rules once, over cells:
///
/// ```
/// use sator_model::{AllDifferent, Linear, Model};
///
/// let mut model = Model::new();
/// let grid = model.grid(3, 3, 1..=9);
/// model.add(AllDifferent::new(grid.cells()));
/// for (number, row) in grid.rows().enumerate() {
///     model.add(Linear::sum(row).equals(15)).named(("row", number + 1));
/// }
/// assert_eq!(model.cells().len(), 9);
/// ```
#[derive(Debug, Clone)]
pub struct Model {
    cells: Cells,
    /// The origin of "each cell has only one value".
    one_value: Origin,
    rules: Vec<Rule>,
    facts: Vec<Condition>,
    /// The number of grids, which the names of their squares tell apart.
    grids: usize,
}

impl Default for Model {
    fn default() -> Self {
        Self::new()
    }
}

impl Model {
    /// A model without cells and constraints.
    pub fn new() -> Self {
        Self::worded(Wording::PLAIN)
    }

    /// A model without cells and constraints, with sentences of its own.
    pub fn worded(wording: Wording) -> Self {
        Self {
            cells: Cells::new(wording),
            one_value: Origin::Rule,
            rules: Vec::new(),
            facts: Vec::new(),
            grids: 0,
        }
    }

    /// The constraints of this model leave no cell room for a second value, so that "has only one
    /// value" is redundant.
    #[must_use]
    pub fn where_one_value_follows(mut self) -> Self {
        self.one_value = Origin::Redundant;
        self
    }

    // Stating.

    /// Adds a cell. It takes exactly one value of its domain.
    ///
    /// # Panics
    ///
    /// If the domain is empty, or if all cells together have more than 2³⁰ values.
    pub fn cell(&mut self, name: CellName, domain: impl Into<Domain>) -> CellId {
        self.cells.push(name, domain.into())
    }

    /// Adds a cell that no solution shows: solutions that differ only there count as one.
    ///
    /// # Panics
    ///
    /// As [`Model::cell`].
    pub fn auxiliary(&mut self, domain: impl Into<Domain>) -> CellId {
        self.cell(CellName::Auxiliary(self.cells.len() + 1), domain)
    }

    /// Says in words what the values of an auxiliary cell mean: "{subject} is {value}". Explanations
    /// have these words, and never the cell's name.
    pub fn describe(
        &mut self,
        auxiliary: CellId,
        subject: impl Into<String>,
        values: impl IntoIterator<Item = String>,
    ) {
        let words =
            AuxiliaryWords { subject: subject.into(), values: values.into_iter().collect() };
        self.cells.describe(auxiliary, words);
    }

    /// Adds a cell for each square of a grid, row by row.
    ///
    /// # Panics
    ///
    /// As [`Model::cell`].
    pub fn grid(&mut self, rows: usize, columns: usize, domain: impl Into<Domain>) -> Grid {
        let (first, domain) = (self.cells.len(), domain.into());
        self.grids += 1;
        for row in 1..=rows {
            for column in 1..=columns {
                let name = match self.grids {
                    1 => CellName::Square { row, column },
                    grid => CellName::GridSquare { grid, row, column },
                };
                self.cell(name, domain);
            }
        }
        Grid { first, rows, columns }
    }

    /// Adds a constraint. It is a rule, unless the returned [`Rule`] is made a clue.
    pub fn add(&mut self, constraint: impl Into<Constraint>) -> &mut Rule {
        self.rules.push(Rule::new(constraint, Origin::Rule));
        let last = self.rules.len() - 1;
        &mut self.rules[last]
    }

    /// Adds the clue that a cell has this value.
    pub fn given(&mut self, cell: CellId, value: Value) {
        self.facts.push(cell.is(value));
    }

    // Reading.

    /// The cells.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The constraints in the order of statement, clues included.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The constraint that a solution violates first, if any, as a sentence.
    pub fn violation(&self, solution: &Solution) -> Option<String> {
        let value_of = |cell: CellId| solution[cell];
        let rule = self.rules.iter().find(|rule| !rule.constraint.holds(&value_of));
        let fact = self.facts.iter().find(|fact| !fact.is_true(&value_of));
        let fact = fact.map(|&fact| Clues::fact_text(fact, &self.cells));
        fact.or_else(|| rule.map(|rule| rule.text(&self.cells)))
    }

    /// Separates the clues from the rules.
    pub fn split_clues(mut self) -> (Self, Clues) {
        let (clues, rules) = self.rules.into_iter().partition(|rule| rule.origin == Origin::Clue);
        self.rules = rules;
        let facts = std::mem::take(&mut self.facts);
        (self, Clues { facts, rules: clues })
    }

    /// Hands out the groups of cells' literals: exactly one of each is true. The upper bound is left
    /// out where the scope does without.
    pub(crate) fn each_cell_group(&self, scope: Scope, mut take: impl FnMut(&[Lit], usize)) {
        let has_one = scope.includes(self.one_value);
        let mut lits = Vec::new();
        for (cell, ..) in self.cells.iter() {
            let Some(choices) = self.cells.choices(cell) else { continue };
            lits.clear();
            lits.extend(choices);
            take(&lits, if has_one { 1 } else { lits.len() });
        }
    }

    /// Hands out all parts within the scope in the order of a formula, with their sentences: each
    /// cell has a value, no cell has two, then the rules, clues that are stated among them included.
    pub(crate) fn each_named_form(&self, scope: Scope, take: &mut TakeNamed<'_>) {
        let Wording { family, some_value, one_value, .. } = self.cells.wording();
        let name = |part: &Part<'_>| {
            let first = part.form.lits().first().map(|&lit| self.cells.cell_of(lit).0);
            first.map_or(String::new(), |cell| self.cells.name(cell).to_string())
        };
        self.each_cell_group(scope, |lits, _| {
            let text = |part: &Part<'_>| format!("{} {some_value}", name(part));
            take(family, &text, Part::whole(Form::group(lits, 1, lits.len())));
        });
        self.each_cell_group(scope, |lits, most| {
            if most < lits.len() {
                let text = |part: &Part<'_>| format!("{} {one_value}", name(part));
                take(family, &text, Part::whole(Form::group(lits, 0, most)));
            }
        });
        each_named_part(&self.rules, &self.cells, scope, take);
    }

    /// The sentences of the parts in the same order.
    pub fn texts(&self, scope: Scope) -> Vec<String> {
        let Wording { some_value, one_value, .. } = self.cells.wording();
        let choices = || self.cells.iter().filter(|it| matches!(it.2, Domain::Range { .. }));
        let some = choices().map(|(_, name, _)| format!("{name} {some_value}"));
        let has_one = scope.includes(self.one_value);
        let one = choices().filter(|_| has_one).map(|(_, name, _)| format!("{name} {one_value}"));
        let mut texts: Vec<_> = some.chain(one).collect();
        each_part(&self.rules, &self.cells, scope, &mut |rule, part| {
            let whole = rule.text(&self.cells);
            texts.extend(part.texts(&rule.view(&self.cells, scope), &whole));
        });
        texts
    }
}

/// The cells of a rectangle.
#[derive(Debug, Clone, Copy)]
pub struct Grid {
    first: usize,
    rows: usize,
    columns: usize,
}

impl Grid {
    /// The cell in a row and a column, counted from 0.
    ///
    /// # Panics
    ///
    /// If it lies outside.
    pub fn at(&self, row: usize, column: usize) -> CellId {
        assert!(row < self.rows && column < self.columns, "r{row}c{column} lies outside the grid");
        CellId::nth(self.first + row * self.columns + column)
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = CellId> {
        (0..self.rows * self.columns).map(move |index| CellId::nth(self.first + index))
    }

    /// The rows.
    pub fn rows(self) -> impl Iterator<Item = Vec<CellId>> {
        (0..self.rows)
            .map(move |row| (0..self.columns).map(|column| self.at(row, column)).collect())
    }

    /// The columns.
    pub fn columns(self) -> impl Iterator<Item = Vec<CellId>> {
        (0..self.columns)
            .map(move |column| (0..self.rows).map(|row| self.at(row, column)).collect())
    }
}
