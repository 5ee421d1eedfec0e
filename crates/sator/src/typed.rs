//! The typed API: puzzle types with their methods. Each type offers the same ones;
//! [`typed_puzzle!`] writes them. Answers other than solutions are in [`crate::questions`].

use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;
use std::sync::Arc;

use sator_model::Value;
use serde::{Serialize, Serializer};

use crate::ParseError;
use crate::engine::{self, EngineError, Options, Step};
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

/// A copy of a puzzle as one of any kind.
pub(crate) fn any<P: Puzzle + Clone + 'static>(puzzle: &P) -> AnyPuzzle {
    Arc::new(puzzle.clone())
}

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

pub(crate) fn check<P: Puzzle + 'static>(
    puzzle: &Arc<P>,
    board: &str,
) -> Result<Solution<P>, Error> {
    let values = puzzle.check_text(board)??;
    Ok(Solution { puzzle: Arc::clone(puzzle), values })
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
                $crate::questions::count(&$crate::typed::any(self), options)
            }

            /// Whether there is exactly one solution.
            pub fn is_unique(&self) -> Result<bool, $crate::Error> {
                self.is_unique_with(&$crate::Options::new())
            }

            /// Whether there is exactly one solution, with options.
            pub fn is_unique_with(&self, options: &$crate::Options) -> Result<bool, $crate::Error> {
                $crate::questions::is_unique(&$crate::typed::any(self), options)
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
                $crate::questions::explain(&$crate::typed::any(self), None, None, options)
            }

            /// The next step alone, from a player's entries so far: a partly filled board. The step is
            /// missing if the puzzle is solved, if nothing more is determined, or if an entry is wrong.
            pub fn hint(
                &self,
                progress: Option<&str>,
                options: &$crate::Options,
            ) -> Result<$crate::Explanation, $crate::Error> {
                $crate::questions::explain(&$crate::typed::any(self), progress, Some(1), options)
            }

            /// How difficult it is.
            pub fn rate(&self) -> Result<$crate::Difficulty, $crate::Error> {
                self.rate_with(&$crate::Options::new())
            }

            /// How difficult it is, with options. When the budget ends, a lower bound.
            pub fn rate_with(
                &self,
                options: &$crate::Options,
            ) -> Result<$crate::Difficulty, $crate::Error> {
                $crate::questions::rate(&$crate::typed::any(self), options)
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
                $crate::questions::candidates(&$crate::typed::any(self), options)
            }
        }
    };
}

pub(crate) use {typed_candidates, typed_puzzle};
