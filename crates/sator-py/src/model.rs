//! Puzzles of one's own: cells and constraints over them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use sator::engine::explain::{ConflictSearch, Soft};
use sator::engine::{self, Formula, Instance};
use sator::model::{
    self, AllDifferent, Automaton, CellId, CellName, Clause, Compare, Condition, Count, Label,
    Linear, Relation, Table, Term, When,
};
use sator::questions;

use crate::cnf::Cnf;
use crate::error::{Failure, refused};
use crate::integer::Integer;
use crate::options::Options;
use crate::puzzle::{Counted, digits, json};
use crate::run::{self, Attempt, Done, Outcome};
use crate::solutions::{ModelSolutions, Search};

/// A constraint over cells, which are numbers from 0.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Constraint {
    constraint: model::Constraint,
}

/// Makes a constraint.
fn made<C: Into<model::Constraint>>(
    make: impl FnOnce() -> Result<C, Failure>,
) -> PyResult<Constraint> {
    Ok(run::guarded(|| Ok(Constraint { constraint: make()?.into() }))?)
}

/// A cell, a value, and whether the cell has it.
type Fact = (usize, Integer<i32>, bool);

fn condition((cell, value, holds): Fact) -> Condition {
    Condition { cell: CellId::nth(cell), value: value.0, holds }
}

fn cells(numbers: Vec<usize>) -> impl Iterator<Item = CellId> {
    numbers.into_iter().map(CellId::nth)
}

fn relation(sign: &str) -> Result<Relation, Failure> {
    Ok(match sign {
        "<" => Relation::Less,
        "<=" => Relation::AtMost,
        "==" => Relation::Equal,
        "!=" => Relation::NotEqual,
        other => {
            return Err(Failure::refused(format!("expected <, <=, == or !=, found '{other}'")));
        }
    })
}

#[pymethods]
impl Constraint {
    /// Cells plus offsets differ.
    #[staticmethod]
    fn all_different(terms: Vec<(usize, Integer<i32>)>) -> PyResult<Self> {
        let term = |(cell, Integer(offset))| Term { cell: CellId::nth(cell), offset };
        made(|| Ok(AllDifferent::new(terms.into_iter().map(term))))
    }

    /// A sum of cells with coefficients is compared with a total: `==`, `<=`, `>=` or `!=`.
    #[staticmethod]
    fn linear(
        terms: Vec<(Integer<i64>, usize)>,
        sign: &str,
        total: Integer<i64>,
    ) -> PyResult<Self> {
        let Integer(total) = total;
        let term = |(factor, cell): (Integer<i64>, usize)| (factor.0, CellId::nth(cell));
        made(|| {
            let sum = Linear::weighted(terms.into_iter().map(term));
            Ok(match sign {
                "==" => sum.equals(total),
                "<=" => sum.at_most(total),
                ">=" => sum.at_least(total),
                "!=" => sum.is_not(total),
                other => {
                    let message = format!("expected ==, <=, >= or !=, found '{other}'");
                    return Err(Failure::refused(message));
                }
            })
        })
    }

    /// Different cells add up to a total.
    #[staticmethod]
    fn cage(numbers: Vec<usize>, total: Integer<i64>) -> PyResult<Self> {
        made(|| {
            let repeats = (1..numbers.len()).any(|at| numbers[..at].contains(&numbers[at]));
            // A cell that is listed twice equals itself: no values satisfy that, whatever the total.
            Ok::<model::Constraint, _>(if repeats {
                AllDifferent::new(cells(numbers)).into()
            } else {
                Linear::sum_distinct(cells(numbers)).equals(total.0).into()
            })
        })
    }

    /// A cell is compared with another plus a constant.
    #[staticmethod]
    fn compare(a: usize, sign: &str, b: usize, plus: Integer<i32>) -> PyResult<Self> {
        made(|| {
            let compare = Compare::new(CellId::nth(a), relation(sign)?, CellId::nth(b));
            Ok(compare.plus(plus.0))
        })
    }

    #[staticmethod]
    fn table(numbers: Vec<usize>, tuples: Vec<Vec<Integer<i32>>>) -> PyResult<Self> {
        let expected = numbers.len();
        if let Some(tuple) = tuples.iter().find(|tuple| tuple.len() != expected) {
            let found = tuple.len();
            return Err(refused(format!("expected rows of {expected} values, found {found}")));
        }
        let tuples =
            tuples.into_iter().map(|tuple| tuple.into_iter().map(|it| it.0).collect::<Vec<_>>());
        made(|| Ok(Table::new(cells(numbers), tuples)))
    }

    /// Between `least` and `most` of the facts hold.
    #[staticmethod]
    fn count(facts: Vec<Fact>, least: Integer<usize>, most: Integer<usize>) -> PyResult<Self> {
        let (Integer(least), Integer(most)) = (least, most);
        if least > most {
            return Err(refused(format!("expected at least {least} to be at most {most}")));
        }
        made(|| Ok(Count::between(least, most, facts.into_iter().map(condition))))
    }

    #[staticmethod]
    fn clause(facts: Vec<Fact>) -> PyResult<Self> {
        made(|| Ok(Clause::new(facts.into_iter().map(condition))))
    }

    #[staticmethod]
    fn automaton(
        numbers: Vec<usize>,
        transitions: Vec<(Integer<usize>, Integer<i32>, Integer<usize>)>,
        accepting: Vec<Integer<usize>>,
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
        made(|| Ok(Automaton::new(cells(numbers), transitions, accepting)))
    }

    /// If the fact holds, so does this constraint.
    fn when(&self, fact: Fact) -> PyResult<Self> {
        made(|| Ok(When::new(condition(fact), self.constraint.clone())))
    }
}

/// The most values of all cells: more would not fit the memory of most machines.
const MOST_VALUES: u64 = 100_000_000;

/// Cells and constraints.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Model {
    /// Shared with the questions under way, for which later rules come too late.
    model: Mutex<Arc<model::Model>>,
}

#[pymethods]
impl Model {
    #[new]
    fn new() -> Self {
        Self { model: Mutex::default() }
    }

    /// Adds so many cells and returns the number of the first.
    fn cells(
        &self,
        py: Python<'_>,
        number: Integer<usize>,
        least: Integer<i32>,
        most: Integer<i32>,
    ) -> PyResult<usize> {
        let (Integer(number), Integer(least), Integer(most)) = (number, least, most);
        self.change(py, |model| {
            let first = model.cells().len();
            expect_room(model, number as u64, least, most)?;
            for index in first..first + number {
                model.cell(CellName::Number(index + 1), least..=most);
            }
            Ok(first)
        })
    }

    /// Adds a cell for each square of a grid and returns the number of the first.
    fn grid(
        &self,
        py: Python<'_>,
        rows: Integer<usize>,
        columns: Integer<usize>,
        least: Integer<i32>,
        most: Integer<i32>,
    ) -> PyResult<usize> {
        let (Integer(rows), Integer(columns)) = (rows, columns);
        let (Integer(least), Integer(most)) = (least, most);
        self.change(py, |model| {
            let first = model.cells().len();
            expect_room(model, rows.saturating_mul(columns) as u64, least, most)?;
            model.grid(rows, columns, least..=most);
            Ok(first)
        })
    }

    /// Adds a constraint.
    #[pyo3(signature = (constraint, name=None))]
    fn add(&self, py: Python<'_>, constraint: &Constraint, name: Option<&str>) -> PyResult<()> {
        let Constraint { constraint } = constraint;
        self.change(py, |model| {
            let number = model.cells().len();
            if let Some(cell) = constraint.scope().iter().find(|it| it.index() >= number) {
                let cell = cell.index();
                let message = format!("expected one of {number} cells, found number {cell}");
                return Err(Failure::refused(message));
            }
            if let Some(why) = constraint.excess(model.cells()) {
                return Err(Failure::refused(why));
            }
            let rule = model.add(constraint.clone());
            if let Some(name) = name {
                rule.named(Label::Name(name.into()));
            }
            Ok(())
        })
    }

    /// Adds the clue that a cell has this value.
    fn given(&self, py: Python<'_>, cell: usize, value: Integer<i32>) -> PyResult<()> {
        let Integer(value) = value;
        self.change(py, |model| {
            let cell = expect_cell(model, cell)?;
            let (least, most) = model.cells().domain(cell).bounds();
            if !(least..=most).contains(&value) {
                let name = model.cells().name(cell);
                let message = format!("{name}: expected {least} to {most}, found {value}");
                return Err(Failure::refused(message));
            }
            model.given(cell, value);
            Ok(())
        })
    }

    fn __len__(&self) -> usize {
        self.shared().cells().len()
    }

    fn name(&self, cell: usize) -> PyResult<String> {
        let model = self.shared();
        Ok(model.cells().name(expect_cell(&model, cell)?).to_string())
    }

    /// The constraints as sentences.
    fn rules(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let model = self.shared();
        let texts = || model.rules().iter().map(|rule| rule.text(model.cells())).collect();
        run::short(py, || Ok(texts()))
    }

    fn solve(&self, py: Python<'_>, options: &Options) -> PyResult<Option<Vec<i32>>> {
        let found = self.ask(py, options, |model, options| {
            Ok(Done::complete(model.solve_with(options)?.map(|solution| solution.values)))
        })?;
        found.only_complete()
    }

    fn solutions(&self, options: &Options) -> ModelSolutions {
        let model = self.shared();
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

    /// Constraints that contradict each other, as sentences; `None` if there is a solution. When the time
    /// ends, those found so far.
    fn conflict(&self, py: Python<'_>, options: &Options) -> PyResult<Option<Vec<String>>> {
        let found = self.ask(py, options, |model, options| {
            let instance = Instance::from(model.clone());
            match engine::explain::conflict(&instance, Soft::RulesAndClues, options)? {
                ConflictSearch::Found(conflict) => {
                    Ok(Done::new(Some(conflict.texts(&instance)), conflict.stopped))
                }
                ConflictSearch::HasSolution | ConflictSearch::RulesContradict => {
                    Ok(Done::complete(None))
                }
                ConflictSearch::Stopped(reason) => Err(Failure::Stopped(reason)),
                ConflictSearch::TooLarge { most } => {
                    let found = instance.cells().variables();
                    Err(Failure::Other(format!(
                        "too large to be explained: expected at most {most} values of all cells, \
                         found {found}"
                    )))
                }
            }
        })?;
        Ok(found.value)
    }

    fn cnf(&self, py: Python<'_>, options: &Options) -> PyResult<Cnf> {
        let formula = self.ask(py, options, |model, options| {
            let instance = Instance::from(model.clone());
            let title = "a model of cells".to_owned();
            let formula = Formula::new(title, instance, None, options.lowering, &options.budget)?;
            Ok(Done::complete(formula))
        })?;
        Ok(Cnf::new(formula.only_complete()?))
    }

    /// The values of the cells in a model of the formula.
    fn decode(&self, py: Python<'_>, model: Vec<Integer<i32>>) -> PyResult<Vec<i32>> {
        let (literals, model) = (model, self.shared());
        run::short(py, || {
            let cells = model.cells();
            let mut is_true = vec![false; cells.variables() as usize];
            for &Integer(literal) in &literals {
                let variable = literal.unsigned_abs() as usize;
                if (1..=is_true.len()).contains(&variable) {
                    is_true[variable - 1] = literal > 0;
                }
            }
            let solution = cells.decode(|lit| is_true[lit.vidx()] == lit.is_pos());
            let solution = solution.map_err(|error| Failure::Other(error.to_string()))?;
            match model.violation(&solution) {
                None => Ok(solution.values),
                Some(rule) => Err(Failure::Violation(rule)),
            }
        })
    }
}

/// The cell with this number.
fn expect_cell(model: &model::Model, number: usize) -> Result<CellId, Failure> {
    if number < model.cells().len() {
        Ok(CellId::nth(number))
    } else {
        Err(Failure::refused(format!("there is no cell {number}")))
    }
}

/// Refuses more cells without values, or with too many.
fn expect_room(model: &model::Model, number: u64, least: i32, most: i32) -> Result<(), Failure> {
    if least > most {
        return Err(Failure::refused(format!("expected {least} to be at most {most}")));
    }
    let values = (i64::from(most) - i64::from(least) + 1).unsigned_abs();
    let all = u64::from(model.cells().variables());
    if all.saturating_add(number.saturating_mul(values)) > MOST_VALUES {
        let message = format!("expected at most {MOST_VALUES} values of all cells");
        return Err(Failure::refused(message));
    }
    Ok(())
}

impl Model {
    /// The cells and constraints so far.
    fn shared(&self) -> Arc<model::Model> {
        Arc::clone(&self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Arc<model::Model>> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds to the model.
    fn change<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut model::Model) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        run::short(py, || work(Arc::make_mut(&mut self.lock())))
    }

    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        options: &Options,
        question: impl Fn(&model::Model, &sator::Options) -> Outcome<T> + Send + Sync + 'static,
    ) -> PyResult<Done<T>> {
        let model = self.shared();
        let size = model.cells().variables() as usize + model.rules().len();
        let attempt = Attempt::for_size(size);
        run::run(py, attempt, &options.options, move |options| question(&model, options))
    }
}
