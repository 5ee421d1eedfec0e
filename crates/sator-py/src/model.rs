//! Puzzles of one's own: cells and constraints over them.

use pyo3::prelude::*;
use sator::engine::{self, Formula, Instance};
use sator::model::{
    self, AllDifferent, Automaton, CellId, CellName, Clause, Compare, Condition, Count, Label,
    Linear, Relation, Table, Term, When,
};
use sator::questions;

use crate::cnf::Cnf;
use crate::error::{Failure, refused};
use crate::options::Options;
use crate::puzzle::{Counted, digits, json};
use crate::run::{self, Done, Outcome};
use crate::solutions::{ModelSolutions, Search};
use crate::whole::Whole;

/// A constraint over cells, which are numbers from 0.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Constraint {
    constraint: model::Constraint,
}

impl<C: Into<model::Constraint>> From<C> for Constraint {
    fn from(constraint: C) -> Self {
        Self { constraint: constraint.into() }
    }
}

/// A cell, a value, and whether the cell has it.
type Fact = (usize, Whole<i32>, bool);

fn condition((cell, value, holds): Fact) -> Condition {
    Condition { cell: CellId::nth(cell), value: value.0, holds }
}

fn cells(numbers: Vec<usize>) -> impl Iterator<Item = CellId> {
    numbers.into_iter().map(CellId::nth)
}

fn relation(sign: &str) -> PyResult<Relation> {
    Ok(match sign {
        "<" => Relation::Less,
        "<=" => Relation::AtMost,
        "==" => Relation::Equal,
        "!=" => Relation::NotEqual,
        other => return Err(refused(format!("expected <, <=, == or !=, found '{other}'"))),
    })
}

#[pymethods]
impl Constraint {
    /// Cells plus offsets differ.
    #[staticmethod]
    fn all_different(terms: Vec<(usize, Whole<i32>)>) -> Self {
        let term = |(cell, Whole(offset))| Term { cell: CellId::nth(cell), offset };
        AllDifferent::new(terms.into_iter().map(term)).into()
    }

    /// A sum of cells with coefficients is compared with a total: `==`, `<=`, `>=` or `!=`.
    #[staticmethod]
    fn linear(terms: Vec<(Whole<i64>, usize)>, sign: &str, total: Whole<i64>) -> PyResult<Self> {
        let sum = Linear::weighted(terms.into_iter().map(|(it, cell)| (it.0, CellId::nth(cell))));
        let Whole(total) = total;
        Ok(match sign {
            "==" => sum.equals(total),
            "<=" => sum.at_most(total),
            ">=" => sum.at_least(total),
            "!=" => sum.is_not(total),
            other => return Err(refused(format!("expected ==, <=, >= or !=, found '{other}'"))),
        }
        .into())
    }

    /// Different cells add up to a total.
    #[staticmethod]
    fn cage(numbers: Vec<usize>, total: Whole<i64>) -> Self {
        Linear::sum_distinct(cells(numbers)).equals(total.0).into()
    }

    /// A cell is compared with another plus a constant.
    #[staticmethod]
    fn compare(a: usize, sign: &str, b: usize, plus: Whole<i32>) -> PyResult<Self> {
        let compare = Compare::new(CellId::nth(a), relation(sign)?, CellId::nth(b));
        Ok(compare.plus(plus.0).into())
    }

    #[staticmethod]
    fn table(numbers: Vec<usize>, tuples: Vec<Vec<Whole<i32>>>) -> PyResult<Self> {
        let expected = numbers.len();
        if let Some(tuple) = tuples.iter().find(|tuple| tuple.len() != expected) {
            let found = tuple.len();
            return Err(refused(format!("expected rows of {expected} values, found {found}")));
        }
        let tuples =
            tuples.into_iter().map(|tuple| tuple.into_iter().map(|it| it.0).collect::<Vec<_>>());
        Ok(Table::new(cells(numbers), tuples).into())
    }

    /// Between `least` and `most` of the facts hold.
    #[staticmethod]
    fn count(facts: Vec<Fact>, least: Whole<usize>, most: Whole<usize>) -> PyResult<Self> {
        let (Whole(least), Whole(most)) = (least, most);
        if least > most {
            return Err(refused(format!("expected at least {least} to be at most {most}")));
        }
        Ok(Count::between(least, most, facts.into_iter().map(condition)).into())
    }

    #[staticmethod]
    fn clause(facts: Vec<Fact>) -> Self {
        Clause::new(facts.into_iter().map(condition)).into()
    }

    #[staticmethod]
    fn automaton(
        numbers: Vec<usize>,
        transitions: Vec<(Whole<usize>, Whole<i32>, Whole<usize>)>,
        accepting: Vec<Whole<usize>>,
    ) -> PyResult<Self> {
        let transitions: Vec<_> =
            transitions.into_iter().map(|(from, value, to)| (from.0, value.0, to.0)).collect();
        let accepting = accepting.into_iter().map(|it| it.0);
        let mut sorted = transitions.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let is_fork =
            |pair: &&[(usize, i32, usize)]| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1);
        if let Some([(from, value, _), _]) = sorted.windows(2).find(is_fork) {
            return Err(refused(format!("state {from} has two transitions by {value}")));
        }
        Ok(Automaton::new(cells(numbers), transitions, accepting).into())
    }

    /// If the fact holds, so does this constraint.
    fn when(&self, fact: Fact) -> Self {
        When::new(condition(fact), self.constraint.clone()).into()
    }
}

/// The most values of all cells: more would not fit the memory of most machines.
const MOST_VALUES: u64 = 100_000_000;

/// Cells and constraints.
#[pyclass(module = "sator._sator")]
pub(crate) struct Model {
    model: model::Model,
}

#[pymethods]
impl Model {
    #[new]
    fn new() -> Self {
        Self { model: model::Model::new() }
    }

    /// Adds so many cells and returns the number of the first.
    fn cells(
        &mut self,
        number: Whole<usize>,
        least: Whole<i32>,
        most: Whole<i32>,
    ) -> PyResult<usize> {
        let (Whole(number), Whole(least), Whole(most)) = (number, least, most);
        let first = self.model.cells().len();
        self.expect_room(number as u64, least, most)?;
        for index in first..first + number {
            self.model.cell(CellName::Number(index + 1), least..=most);
        }
        Ok(first)
    }

    /// Adds a cell for each square of a grid and returns the number of the first.
    fn grid(
        &mut self,
        rows: Whole<usize>,
        columns: Whole<usize>,
        least: Whole<i32>,
        most: Whole<i32>,
    ) -> PyResult<usize> {
        let (Whole(rows), Whole(columns)) = (rows, columns);
        let (Whole(least), Whole(most)) = (least, most);
        let first = self.model.cells().len();
        self.expect_room(rows.saturating_mul(columns) as u64, least, most)?;
        self.model.grid(rows, columns, least..=most);
        Ok(first)
    }

    /// Adds a constraint.
    #[pyo3(signature = (constraint, name=None))]
    fn add(&mut self, constraint: &Constraint, name: Option<&str>) -> PyResult<()> {
        let number = self.model.cells().len();
        if let Some(cell) = constraint.constraint.scope().iter().find(|it| it.index() >= number) {
            let cell = cell.index();
            return Err(refused(format!("expected one of {number} cells, found number {cell}")));
        }
        if let Some(why) = constraint.constraint.excess(self.model.cells()) {
            return Err(refused(why));
        }
        let rule = self.model.add(constraint.constraint.clone());
        if let Some(name) = name {
            rule.named(Label::Name(name.into()));
        }
        Ok(())
    }

    /// Adds the clue that a cell has this value.
    fn given(&mut self, cell: usize, value: Whole<i32>) -> PyResult<()> {
        let Whole(value) = value;
        let cells = self.model.cells();
        if cell >= cells.len() {
            return Err(refused(format!("there is no cell {cell}")));
        }
        let (least, most) = cells.domain(CellId::nth(cell)).bounds();
        if !(least..=most).contains(&value) {
            let name = cells.name(CellId::nth(cell));
            return Err(refused(format!("{name}: expected {least} to {most}, found {value}")));
        }
        self.model.given(CellId::nth(cell), value);
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.model.cells().len()
    }

    fn name(&self, cell: usize) -> PyResult<String> {
        let cells = self.model.cells();
        if cell >= cells.len() {
            return Err(refused(format!("there is no cell {cell}")));
        }
        Ok(cells.name(CellId::nth(cell)).to_string())
    }

    /// The constraints as sentences.
    fn rules(&self) -> Vec<String> {
        self.model.rules().iter().map(|rule| rule.text(self.model.cells())).collect()
    }

    fn solve(&self, py: Python<'_>, options: &Options) -> PyResult<Option<Vec<i32>>> {
        let found = self.ask(py, options, |model, options| {
            Ok(Done::whole(model.solve_with(options)?.map(|solution| solution.values)))
        })?;
        found.only_whole()
    }

    fn solutions(&self, options: &Options) -> ModelSolutions {
        let model = self.model.clone();
        let begin = Box::new(move |options: &sator::Options| model.solutions_with(options));
        ModelSolutions { search: Search::new(begin, options.options.clone()) }
    }

    /// The number of solutions in hexadecimal digits, and why it is not exact, if so.
    fn count(&self, py: Python<'_>, options: &Options) -> PyResult<Counted> {
        let counted =
            self.ask(py, options, |model, options| Ok(digits(&model.count_with(options)?.into())))?;
        Ok(counted.into())
    }

    /// The possible values of each cell as JSON.
    fn candidates(&self, py: Python<'_>, options: &Options) -> PyResult<String> {
        let found = self.ask(py, options, |model, options| {
            let found = questions::candidates_of(model.solutions_with(options), |_| ())?;
            Ok(Done::new(json(&found)?, found.stopped))
        })?;
        Ok(found.value)
    }

    /// Constraints that contradict each other, as sentences; `None` if there is a solution.
    fn conflict(&self, py: Python<'_>, options: &Options) -> PyResult<Option<Vec<String>>> {
        let found = self.ask(py, options, |model, options| {
            let instance = Instance::from(model.clone());
            match engine::explain::conflict(&instance, options)? {
                Some(core) => {
                    let texts = core.statements.iter().map(|it| it.text(&instance)).collect();
                    Ok(Done::whole(Some(texts)))
                }
                None => Ok(Done::new(None, options.budget.exhausted())),
            }
        })?;
        found.only_whole()
    }

    fn cnf(&self, py: Python<'_>, options: &Options) -> PyResult<Cnf> {
        let formula = self.ask(py, options, |model, options| {
            let instance = Instance::from(model.clone());
            let title = "a model of cells".to_owned();
            let formula = Formula::new(title, instance, None, options.lowering, &options.budget)?;
            Ok(Done::whole(formula))
        })?;
        Ok(Cnf::new(formula.only_whole()?))
    }

    /// The values of the cells in a model of the formula.
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn decode(&self, model: Vec<Whole<i32>>) -> PyResult<Vec<i32>> {
        let cells = self.model.cells();
        let mut is_true = vec![false; cells.variables() as usize];
        for &Whole(literal) in &model {
            let variable = literal.unsigned_abs() as usize;
            if (1..=is_true.len()).contains(&variable) {
                is_true[variable - 1] = literal > 0;
            }
        }
        let solution = cells.decode(|lit| is_true[lit.vidx()] == lit.is_pos());
        let solution = solution.map_err(|error| Failure::Other(error.to_string()))?;
        match self.model.violation(&solution) {
            None => Ok(solution.values),
            Some(rule) => Err(Failure::Violation(rule).into()),
        }
    }
}

impl Model {
    /// Refuses cells without values, or with too many.
    fn expect_room(&self, number: u64, least: i32, most: i32) -> PyResult<()> {
        if least > most {
            return Err(refused(format!("expected {least} to be at most {most}")));
        }
        let values = (i64::from(most) - i64::from(least) + 1).unsigned_abs();
        let all = u64::from(self.model.cells().variables());
        if all.saturating_add(number.saturating_mul(values)) > MOST_VALUES {
            let message = format!("expected at most {MOST_VALUES} values of all cells");
            return Err(refused(message));
        }
        Ok(())
    }

    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        options: &Options,
        question: impl Fn(&model::Model, &sator::Options) -> Outcome<T> + Send + Sync + 'static,
    ) -> PyResult<Done<T>> {
        let model = self.model.clone();
        run::run(py, &options.options, move |options| question(&model, options))
    }
}
