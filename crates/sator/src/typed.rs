//! The typed API: puzzle types with their methods, and results that serialise.
//!
//! Each type offers the same methods; [`typed_puzzle!`] writes them.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;
use std::sync::Arc;

use num_bigint::BigUint;
use sator_model::{CellId, CellName, Value};
use serde::{Serialize, Serializer};

use crate::ParseError;
use crate::engine::{self, CellState, EngineError, Options, Step, Unfinished};
use crate::explain::{ExplainedStep, Narrator};
use crate::grid::GridPuzzle;
use crate::puzzle::{AnyPuzzle, Puzzle, Violation};
use crate::render::Look;

/// An error of the typed API.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text or a constructor's arguments are no puzzle.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A filled board violates a rule.
    #[error(transparent)]
    Violation(#[from] Violation),
    /// The engine failed, or the budget ended before the answer was known.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A solution of a puzzle. It displays as the board, and serialises as the command line's JSON.
#[derive(Debug, Clone)]
pub struct Solution<P> {
    puzzle: Arc<P>,
    values: sator_model::Solution,
}

impl<P: Puzzle> Solution<P> {
    /// The puzzle.
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// The values of all cells, in the order of the model: row by row.
    pub fn values(&self) -> &[Value] {
        &self.values.values
    }

    /// The solution in one line: a solved grid as a line, or JSON.
    pub fn line(&self) -> String {
        self.puzzle.answer_line(&self.values)
    }
}

impl<P: Puzzle> fmt::Display for Solution<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.puzzle.board(Some(&self.values)).to_text(Look::default()))
    }
}

impl<P: Puzzle> Serialize for Solution<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.puzzle.answer_json(&self.values).serialize(serializer)
    }
}

impl<P: GridPuzzle> Index<(usize, usize)> for Solution<P> {
    type Output = Value;

    /// The value in a row and a column, counted from 0.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    fn index(&self, (row, column): (usize, usize)) -> &Value {
        let cell = self.puzzle.cell([row, column]);
        &self.values.values
            [cell.unwrap_or_else(|| panic!("there is no cell in row {row}, column {column}"))]
    }
}

/// The solutions of a puzzle, one after another. A failure, or a stop before all are known, is the
/// last item.
pub struct Solutions<P> {
    puzzle: Arc<P>,
    solutions: engine::Solutions,
}

impl<P: Puzzle> Iterator for Solutions<P> {
    type Item = Result<Solution<P>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.solutions.next()?;
        let solution = |values| Solution { puzzle: Arc::clone(&self.puzzle), values };
        Some(next.map(solution).map_err(Error::from))
    }
}

/// A number of solutions. It displays as `92`, or as `at least 10000 (stopped)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The number.
    pub number: BigUint,
    /// Whether there are no more.
    pub is_exact: bool,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact {
            write!(f, "{}", self.number)
        } else {
            write!(f, "at least {} (stopped)", self.number)
        }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = self.number.to_string();
        serde_json::json!({ "count": number, "exact": self.is_exact }).serialize(serializer)
    }
}

/// The values that each cell has in some solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Candidates {
    /// Whether there is a solution; `None` if that was not found out.
    pub has_solution: Option<bool>,
    /// The cells, in the order of the model.
    pub cells: Vec<CellCandidates>,
}

/// The values that a cell has in some solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CellCandidates {
    /// The cell: `r1c1`.
    pub cell: String,
    /// The values.
    pub values: Vec<Value>,
    /// The values that could not be decided in time.
    pub undecided: Vec<Value>,
}

/// The certain squares of a minesweeper board, and the odds of the others.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Odds {
    /// The squares that a clue is about.
    pub cells: Vec<SquareOdds>,
    /// The number of layouts, if it was counted.
    pub configurations: Option<String>,
}

/// The state of a square. Rows and columns count from 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SquareOdds {
    /// From the top.
    pub row: usize,
    /// From the left.
    pub column: usize,
    /// `safe`, `mine`, `open` or `unknown`.
    pub state: &'static str,
    /// The probability of a mine, where it was computed.
    pub probability: Option<f64>,
    /// The same as a fraction: `1/3`.
    pub exact: Option<String>,
}

impl Odds {
    /// The probability of a mine in a row and a column, counted from 0, where it was computed.
    pub fn probability(&self, row: usize, column: usize) -> Option<f64> {
        let square = self.cells.iter().find(|it| it.row == row + 1 && it.column == column + 1);
        square?.probability
    }
}

/// Solves many puzzles at once, in order.
pub struct Batch<P> {
    options: Options,
    kind: PhantomData<fn() -> P>,
}

impl<P> Default for Batch<P> {
    fn default() -> Self {
        Self { options: Options::new(), kind: PhantomData }
    }
}

impl<P: Puzzle + Clone + std::str::FromStr<Err = ParseError> + 'static> Batch<P> {
    /// Uses this many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.options.threads = Some(threads);
        self
    }

    /// Solves each puzzle with these options; the threads are those of the batch.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = Options { threads: self.options.threads.or(options.threads), ..options };
        self
    }

    /// Reads and solves each text. The results have the order of the texts; where the system starts
    /// no thread, the caller's does the work.
    pub fn solve<T: AsRef<str> + Sync>(
        &self,
        texts: &[T],
    ) -> Vec<Result<Option<Solution<P>>, Error>> {
        // The threads share the puzzles, and each puzzle has one.
        let options = Options { threads: Some(1), ..self.options.clone() };
        let threads = self.options.threads.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
        });
        sator_model::parallel::map(
            texts,
            threads,
            || (),
            |(), text| {
                let puzzle: P = text.as_ref().parse()?;
                solve(&Arc::new(puzzle), &options)
            },
        )
    }
}

// The methods of all types call these functions.

fn solutions<P: Puzzle + 'static>(puzzle: &Arc<P>, options: &Options) -> engine::Solutions {
    let any: AnyPuzzle = Arc::clone(puzzle) as AnyPuzzle;
    engine::solutions(&any, options)
}

pub(crate) fn solve<P: Puzzle + 'static>(
    puzzle: &Arc<P>,
    options: &Options,
) -> Result<Option<Solution<P>>, Error> {
    match solutions(puzzle, options).step()? {
        Step::Solution(values) => Ok(Some(Solution { puzzle: Arc::clone(puzzle), values })),
        Step::Exhausted => Ok(None),
        Step::Stopped(reason) => Err(EngineError::Stopped(reason).into()),
    }
}

pub(crate) fn all<P: Puzzle + 'static>(puzzle: Arc<P>, options: &Options) -> Solutions<P> {
    let solutions = solutions(&puzzle, options);
    Solutions { puzzle, solutions }
}

pub(crate) fn count<P: Puzzle + 'static>(
    puzzle: &Arc<P>,
    options: &Options,
) -> Result<Count, Error> {
    let any: AnyPuzzle = Arc::clone(puzzle) as AnyPuzzle;
    let counted = match engine::count(&any, options, false, &mut |_, _| ())? {
        Some(count) => count,
        None => engine::count_visiting(&any, options, false, None, |_| ())?,
    };
    let is_exact = !matches!(counted.stopped, Some(Unfinished::Stopped(_) | Unfinished::Enough));
    Ok(Count { number: counted.number, is_exact })
}

pub(crate) fn is_unique<P: Puzzle + 'static>(
    puzzle: &Arc<P>,
    options: &Options,
) -> Result<bool, Error> {
    let mut solutions = solutions(puzzle, options);
    for is_second in [false, true] {
        match solutions.step()? {
            Step::Solution(_) if is_second => return Ok(false),
            Step::Solution(_) => {}
            Step::Exhausted => return Ok(is_second),
            Step::Stopped(reason) => return Err(EngineError::Stopped(reason).into()),
        }
    }
    Ok(false)
}

pub(crate) fn check<P: Puzzle + 'static>(
    puzzle: &Arc<P>,
    board: &str,
) -> Result<Solution<P>, Error> {
    let values = puzzle.check_text(board)??;
    Ok(Solution { puzzle: Arc::clone(puzzle), values })
}

/// An explanation. It serialises as the command line's JSON.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The steps, easy ones first. If there is no solution, the last one is a contradiction.
    pub steps: Vec<ExplainedStep>,
    /// Whether every cell has its value in the end.
    pub solved: bool,
}

pub(crate) fn explain<P: Puzzle + 'static>(
    puzzle: &Arc<P>,
    options: &Options,
) -> Result<Explanation, Error> {
    let puzzle: AnyPuzzle = Arc::clone(puzzle) as AnyPuzzle;
    let found = engine::explain(&puzzle, options, engine::Limits::default(), &mut |_, _| {})?;
    let mut narrator = Narrator::new(&puzzle, &[]);
    let scan = |fact| found.scan(fact);
    let steps = found.steps.iter().map(|step| narrator.tell(&found.units, step, &scan));
    Ok(Explanation { steps: steps.collect(), solved: found.end == engine::explain::End::Solved })
}

pub(crate) fn candidates<P: Puzzle + 'static>(
    puzzle: &Arc<P>,
    options: &Options,
) -> Result<Candidates, Error> {
    let solutions = solutions(puzzle, options);
    let cells = solutions.instance().cells().clone();
    let found = engine::candidates(solutions, |_| ())?;
    let cell =
        |((_, name, _), possible): ((CellId, CellName, _), engine::Possible)| CellCandidates {
            cell: name.to_string(),
            values: possible.values,
            undecided: possible.undecided,
        };
    let cells = cells.iter().zip(found.cells).map(cell).collect();
    Ok(Candidates { has_solution: found.has_answer, cells })
}

pub(crate) fn odds<P: Puzzle + 'static>(
    puzzle: &Arc<P>,
    options: &Options,
) -> Result<Option<Odds>, Error> {
    let any: AnyPuzzle = Arc::clone(puzzle) as AnyPuzzle;
    let Some(found) = engine::odds(&any, options)? else { return Ok(None) };
    let instance = engine::instance(&any);
    let square = |((_, name, _), odds): ((CellId, CellName, _), engine::CellOdds)| {
        let CellName::Square { row, column } = name else { return None };
        let state = match odds.state {
            CellState::AlwaysFalse => "safe",
            CellState::AlwaysTrue => "mine",
            CellState::Open => "open",
            CellState::Unknown => "unknown",
        };
        let certain = match odds.state {
            CellState::AlwaysFalse => Some((0.0, "0/1".to_owned())),
            CellState::AlwaysTrue => Some((1.0, "1/1".to_owned())),
            CellState::Open | CellState::Unknown => None,
        };
        let exact = odds.probability.map(|it| (it.to_f64(), it.to_string()));
        let (probability, exact) = certain.or(exact).unzip();
        Some(SquareOdds { row, column, state, probability, exact })
    };
    let cells = instance.cells().iter().zip(found.cells).filter_map(square).collect();
    Ok(Some(Odds { cells, configurations: found.layouts.map(|number| number.to_string()) }))
}

/// Writes the methods of a puzzle type.
macro_rules! typed_puzzle {
    ($name:ident, $formats:expr) => {
        impl std::str::FromStr for $name {
            type Err = $crate::ParseError;

            /// Reads the puzzle in any of its formats.
            fn from_str(text: &str) -> Result<Self, $crate::ParseError> {
                Self::parse(text, &$crate::kind::ParseOptions::default())
            }
        }

        impl $name {
            /// Reads the puzzle with options: a format, values of the kind's own options.
            pub fn parse(
                text: &str,
                options: &$crate::kind::ParseOptions<'_>,
            ) -> Result<Self, $crate::ParseError> {
                $formats.parse(text, options)
            }

            /// A solution, or `None` if there is none.
            pub fn solve(&self) -> Result<Option<$crate::Solution<Self>>, $crate::Error> {
                self.solve_with(&$crate::Options::new())
            }

            /// A solution, or `None` if there is none, with options.
            pub fn solve_with(
                &self,
                options: &$crate::Options,
            ) -> Result<Option<$crate::Solution<Self>>, $crate::Error> {
                $crate::typed::solve(&std::sync::Arc::new(self.clone()), options)
            }

            /// All solutions, one after another.
            pub fn solutions(&self) -> $crate::Solutions<Self> {
                self.solutions_with(&$crate::Options::new())
            }

            /// All solutions, one after another, with options.
            pub fn solutions_with(&self, options: &$crate::Options) -> $crate::Solutions<Self> {
                $crate::typed::all(std::sync::Arc::new(self.clone()), options)
            }

            /// The number of solutions.
            pub fn count(&self) -> Result<$crate::Count, $crate::Error> {
                self.count_with(&$crate::Options::new())
            }

            /// The number of solutions, or a lower bound if the budget ends, with options.
            pub fn count_with(
                &self,
                options: &$crate::Options,
            ) -> Result<$crate::Count, $crate::Error> {
                $crate::typed::count(&std::sync::Arc::new(self.clone()), options)
            }

            /// Whether there is exactly one solution.
            pub fn is_unique(&self) -> Result<bool, $crate::Error> {
                self.is_unique_with(&$crate::Options::new())
            }

            /// Whether there is exactly one solution, with options.
            pub fn is_unique_with(&self, options: &$crate::Options) -> Result<bool, $crate::Error> {
                $crate::typed::is_unique(&std::sync::Arc::new(self.clone()), options)
            }

            /// Checks a filled board, in any form that the puzzle's solutions are printed in, by the
            /// plain rules. The error names the first violated rule.
            pub fn check(&self, board: &str) -> Result<$crate::Solution<Self>, $crate::Error> {
                $crate::typed::check(&std::sync::Arc::new(self.clone()), board)
            }

            /// The solution step by step, with reasons in sentences.
            pub fn explain(&self) -> Result<$crate::Explanation, $crate::Error> {
                self.explain_with(&$crate::Options::new())
            }

            /// The solution step by step, with options. When the budget ends, the steps so far.
            pub fn explain_with(
                &self,
                options: &$crate::Options,
            ) -> Result<$crate::Explanation, $crate::Error> {
                $crate::typed::explain(&std::sync::Arc::new(self.clone()), options)
            }

            /// Many puzzles at once, in order.
            pub fn batch() -> $crate::Batch<Self> {
                $crate::Batch::default()
            }
        }
    };
}

/// Writes the analysis of a puzzle type whose cells take several values.
macro_rules! typed_candidates {
    ($name:ident) => {
        impl $name {
            /// The values that each cell has in some solution.
            pub fn analyze(&self) -> Result<$crate::Candidates, $crate::Error> {
                self.analyze_with(&$crate::Options::new())
            }

            /// The values that each cell has in some solution, with options.
            pub fn analyze_with(
                &self,
                options: &$crate::Options,
            ) -> Result<$crate::Candidates, $crate::Error> {
                $crate::typed::candidates(&std::sync::Arc::new(self.clone()), options)
            }
        }
    };
}

pub(crate) use {typed_candidates, typed_puzzle};
