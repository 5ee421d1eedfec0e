//! Many puzzles, one a line or in an array of cells: solved on several threads, answered in order.
//!
//! ```
//! use sator::lines::LineSolver;
//!
//! let lines = ["1..4.23..41.3..2", "11..............", "12..34..........", "1.x."];
//! let answers = LineSolver::of(&lines).unique().solve(&lines);
//! let answers: Vec<String> = answers.iter().map(ToString::to_string).collect();
//! assert_eq!(answers[0], "1324423124133142");
//! assert_eq!(answers[1], "no solution");
//! assert!(answers[2].ends_with("(not unique)"));
//! assert_eq!(answers[3], "invalid");
//! ```

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use sator_model::parallel;
use sator_sat::backend::{Ability, StopReason};

use crate::ParseError;
use crate::boxes::BoxShape;
use crate::engine::{self, EngineError, Options, Step};
use crate::kind::{Kind, ParseOptions};
use crate::puzzle::AnyPuzzle;
use crate::puzzles::sudoku::Sudoku;
use crate::puzzles::{self, Contents};
use crate::typed::Error;

/// The number of lines that [`LineSolver::recognising`] looks at.
pub const EXAMINED_LINES: usize = 100;

/// The lines of a text that hold puzzles, with their indices: all but blank ones and comments, which
/// begin with `#`. A byte-order mark is left out.
pub fn puzzle_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_puzzle = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
    lines.enumerate().filter(move |(_, line)| is_puzzle(line))
}

/// Solves many puzzles. A puzzle has one thread.
#[derive(Debug, Clone, Default)]
pub struct LineSolver {
    /// Their kind; if not set, each line is recognised by itself.
    kind: Option<&'static Kind>,
    /// A property that all lines share: [`crate::kind::Common::hint`].
    hint: Option<String>,
    options: Options,
    /// Whether a second solution is looked for.
    asks_uniqueness: bool,
}

/// The answer to one of many puzzles. It displays as the command line prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineAnswer {
    /// A solution in one line.
    Solved {
        /// The solved grid as a line, or JSON.
        line: String,
        /// Whether it is the only one, if that was asked.
        uniqueness: Uniqueness,
    },
    /// There is none.
    NoSolution,
    /// The budget ended before a solution was found.
    Unknown(StopReason),
    /// The text is no puzzle.
    Invalid(ParseError),
    /// The engine failed.
    Failed(EngineError),
}

/// Whether a solution is the only one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uniqueness {
    /// It was not asked.
    NotAsked,
    /// It is.
    Unique,
    /// There is another.
    NotUnique,
    /// The budget ended before that was known.
    Unknown,
}

impl fmt::Display for LineAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solved { line, uniqueness } => {
                f.write_str(line)?;
                f.write_str(match uniqueness {
                    Uniqueness::NotAsked | Uniqueness::Unique => "",
                    Uniqueness::NotUnique => " (not unique)",
                    Uniqueness::Unknown => " (uniqueness unknown)",
                })
            }
            Self::NoSolution => f.write_str("no solution"),
            Self::Unknown(_) | Self::Failed(_) => f.write_str("unknown"),
            Self::Invalid(_) => f.write_str("invalid"),
        }
    }
}

impl LineAnswer {
    /// The line of a solution that is not known to have a rival.
    pub fn line(&self) -> Option<&str> {
        match self {
            Self::Solved { line, uniqueness: Uniqueness::NotAsked | Uniqueness::Unique } => {
                Some(line)
            }
            _ => None,
        }
    }
}

impl LineSolver {
    /// A solver for puzzles of this kind.
    pub fn of_kind(kind: &'static Kind) -> Self {
        Self { kind: Some(kind), ..Self::default() }
    }

    /// A solver for these lines: the first of them tell the kind and the properties that all share.
    pub fn of<T: AsRef<str>>(lines: &[T]) -> Self {
        Self::default().recognising(lines)
    }

    /// The same, with the kind, if it is not set, and the shared properties of these lines.
    #[must_use]
    pub fn recognising<T: AsRef<str>>(mut self, lines: &[T]) -> Self {
        let beginning: Vec<_> = lines.iter().take(EXAMINED_LINES).map(AsRef::as_ref).collect();
        let beginning = beginning.join("\n");
        let options = ParseOptions::default();
        if let Contents::Lines(kind) = puzzles::contents(&beginning, self.kind, &options) {
            self.kind = self.kind.or(kind);
        }
        let common = self.kind.and_then(|kind| kind.formats.common(&beginning, &options));
        self.hint = common.map(|common| common.hint);
        self
    }

    /// Finds out whether each solution is the only one.
    #[must_use]
    pub fn unique(self) -> Self {
        Self { asks_uniqueness: true, ..self }
    }

    /// Solves each puzzle with these options; the threads are shared among the puzzles.
    #[must_use]
    pub fn options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The answers to these lines, in their order. Where the system starts no thread, the caller's
    /// does the work.
    pub fn solve<T: AsRef<str> + Sync>(&self, lines: &[T]) -> Vec<LineAnswer> {
        let options = self.options_of_each();
        let answer = |(): &mut (), line: &T| self.answer(line.as_ref(), &options);
        parallel::map(lines, self.threads(), || (), answer)
    }

    /// Solves sudokus of `n`×`n` cells, which follow one another row by row in `cells`; 0 stands for
    /// an empty cell. Returns as many cells, of which those of a sudoku are 0 if it has no solution,
    /// if a value is too large, or if it was asked whether the solution is the only one and it is
    /// not known to be.
    pub fn solve_grids(&self, n: usize, cells: &[u8]) -> Result<Vec<u8>, Error> {
        let shape = BoxShape::usual(n)
            .ok_or_else(|| ParseError::whole(format!("a grid of {n} rows has no usual boxes")))?;
        let size = n * n;
        if !cells.len().is_multiple_of(size) {
            let found = cells.len();
            let message = format!("expected a multiple of {size} cells, found {found}");
            return Err(ParseError::whole(message).into());
        }
        let options = self.options_of_each();
        let solve = |(): &mut (), cells: &&[u8]| {
            let mut solved = vec![0; cells.len()];
            for (cells, solved) in cells.chunks(size).zip(solved.chunks_mut(size)) {
                self.solve_grid(shape, cells, &options, solved)?;
            }
            Ok(solved)
        };
        let parts: Vec<_> = cells.chunks(GRIDS * size).collect();
        let parts = parallel::map(&parts, self.threads(), || (), solve);
        let parts: Vec<Vec<u8>> = parts.into_iter().collect::<Result<_, EngineError>>()?;
        Ok(parts.concat())
    }

    fn solve_grid(
        &self,
        shape: BoxShape,
        cells: &[u8],
        options: &Options,
        solved: &mut [u8],
    ) -> Result<(), EngineError> {
        let Some(puzzle) = Sudoku::from_cells(shape, cells) else { return Ok(()) };
        if options.budget.interrupt.is_raised() {
            return Ok(());
        }
        let found = self.search(&(Arc::new(puzzle) as AnyPuzzle), options)?;
        if let Ok((values, Uniqueness::NotAsked | Uniqueness::Unique)) = found {
            for (solved, value) in solved.iter_mut().zip(&values) {
                *solved = *value as u8;
            }
        }
        Ok(())
    }

    fn answer(&self, line: &str, options: &Options) -> LineAnswer {
        if options.budget.interrupt.is_raised() {
            return LineAnswer::Unknown(StopReason::Interrupted);
        }
        let puzzle = match self.read(line) {
            Ok(puzzle) => puzzle,
            Err(error) => return LineAnswer::Invalid(error),
        };
        match self.search(&puzzle, options) {
            Ok(Ok((values, uniqueness))) => {
                let line = puzzle.answer_line(&sator_model::Solution { values });
                LineAnswer::Solved { line, uniqueness }
            }
            Ok(Err(None)) => LineAnswer::NoSolution,
            Ok(Err(Some(reason))) => LineAnswer::Unknown(reason),
            Err(error) => LineAnswer::Failed(error),
        }
    }

    fn read(&self, line: &str) -> Result<AnyPuzzle, ParseError> {
        let options = ParseOptions { hint: self.hint.as_deref(), ..ParseOptions::default() };
        match self.kind {
            Some(kind) => kind.read(line.trim_end(), &options),
            None => puzzles::recognise(line.trim_end(), &options),
        }
    }

    /// The values of a solution, or why there are none: the reason to stop, if it was stopped.
    fn search(
        &self,
        puzzle: &AnyPuzzle,
        options: &Options,
    ) -> Result<Result<Found, Option<StopReason>>, EngineError> {
        let mut solutions = engine::solutions(puzzle, options);
        let first = match solutions.step()? {
            Step::Solution(solution) => solution.values,
            Step::Exhausted => return Ok(Err(None)),
            Step::Stopped(reason) => return Ok(Err(Some(reason))),
        };
        if !self.asks_uniqueness {
            return Ok(Ok((first, Uniqueness::NotAsked)));
        }
        let uniqueness = match solutions.step()? {
            Step::Exhausted if puzzle.unconstrained().is_empty() => Uniqueness::Unique,
            // A cell without constraints has several values.
            Step::Solution(_) | Step::Exhausted => Uniqueness::NotUnique,
            Step::Stopped(_) => Uniqueness::Unknown,
        };
        Ok(Ok((first, uniqueness)))
    }

    /// A solver that uses all threads itself takes one puzzle at a time.
    fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        let uses_all = self.options.backend.abilities().contains(&Ability::Threads);
        if uses_all { 1 } else { self.options.threads.unwrap_or_else(all) }
    }

    fn options_of_each(&self) -> Options {
        let threads = if self.threads() > 1 { Some(1) } else { self.options.threads };
        Options { threads, ..self.options.clone() }
    }
}

/// The grids of an array that a thread takes at once.
const GRIDS: usize = 64;

/// The values of a solution, and whether it is the only one.
type Found = (Vec<sator_model::Value>, Uniqueness);

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1..4.23..41.3..2";
    const SOLVED: &str = "1324423124133142";

    #[test]
    fn answers_are_in_the_order_of_the_lines_for_any_number_of_threads() {
        let lines: Vec<_> =
            (0..500).map(|it| if it % 3 == 0 { "no puzzle" } else { PUZZLE }).collect();
        for threads in [1, 2, 5] {
            let solver = LineSolver::of_kind(&puzzles::sudoku::KIND);
            let answers = solver.options(Options::new().threads(threads)).solve(&lines);
            let expected = |it: usize| (!it.is_multiple_of(3)).then_some(SOLVED);
            assert!(answers.iter().enumerate().all(|(it, answer)| answer.line() == expected(it)));
        }
    }

    #[test]
    fn lines_without_puzzles_are_left_out() {
        let text = "\u{feff}# two\r\n\r\n1.x.\r\n  # none\n \t\n8";
        assert_eq!(puzzle_lines(text).collect::<Vec<_>>(), [(2, "1.x."), (5, "8")]);
    }

    #[test]
    fn a_grid_without_the_answer_that_was_asked_for_is_zero() {
        let digits = |line: &str| -> Vec<u8> {
            line.bytes().map(|it| if it == b'.' { 0 } else { it - b'0' }).collect()
        };
        let none = "11..............";
        let two = "12..34..........";
        let cells = [digits(PUZZLE), digits(none), digits(two), vec![9; 16]].concat();
        let solver = LineSolver::default();
        let answers = solver.solve_grids(4, &cells).unwrap();
        assert_eq!(answers[..16], digits(SOLVED));
        assert_eq!((&answers[16..32], answers[32] > 0), (&[0; 16][..], true));
        assert_eq!(answers[48..], [0; 16]);
        let answers = solver.unique().solve_grids(4, &cells).unwrap();
        assert_eq!(answers[..16], digits(SOLVED));
        assert_eq!(answers[16..], [0; 48]);
    }

    #[test]
    fn cells_that_make_no_grids_are_refused() {
        let solve = |n, cells: &[u8]| LineSolver::default().solve_grids(n, cells);
        assert_eq!(solve(4, &[]), Ok(Vec::new()));
        let message = |found: Result<Vec<u8>, Error>| found.unwrap_err().to_string();
        assert_eq!(message(solve(4, &[0; 17])), "expected a multiple of 16 cells, found 17");
        assert_eq!(message(solve(7, &[0; 49])), "a grid of 7 rows has no usual boxes");
    }

    #[test]
    fn a_raised_interrupt_leaves_the_rest_unknown() {
        let options = Options::new();
        options.budget.interrupt.raise();
        let solver = LineSolver::of_kind(&puzzles::sudoku::KIND).options(options);
        let unknown = LineAnswer::Unknown(StopReason::Interrupted);
        assert_eq!(solver.solve(&[PUZZLE, PUZZLE]), [unknown.clone(), unknown]);
    }
}
