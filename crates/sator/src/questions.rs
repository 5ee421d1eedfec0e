//! Questions to a puzzle of any kind. The answers are plain values, and serialise as the command
//! line's JSON does.

mod pictures;

pub use pictures::heat_map;

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use sator_model::explain::{End, Extent, Level};
use sator_model::{CellId, CellName, Condition, Value};
use sator_sat::backend::StopReason;
use serde::{Serialize, Serializer};

use crate::ParseError;
use crate::ask::explain::Explained;
use crate::ask::{self, Asked};
use crate::engine::{
    self, CellOdds, CellState, EngineError, Fraction, Number, Options, Unfinished,
};
use crate::explain::ExplainedStep;
use crate::puzzle::AnyPuzzle;
use crate::typed::Error;

// Counting.

/// A number of solutions. It displays as `92`, or as `at least 10000 (stopped)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The number.
    pub number: BigUint,
    /// Whether there are no more.
    pub is_exact: bool,
    /// Why it is only a lower bound, if the budget ended.
    pub stopped: Option<StopReason>,
}

impl From<engine::Count> for Count {
    fn from(counted: engine::Count) -> Self {
        let stopped = match counted.stopped {
            Some(Unfinished::Stopped(reason)) => Some(reason),
            Some(Unfinished::Enough) | None => None,
        };
        Self { number: counted.number, is_exact: counted.stopped.is_none(), stopped }
    }
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

/// The number of solutions, or a lower bound if the budget ends.
pub fn count(puzzle: &AnyPuzzle, options: &Options) -> Result<Count, Error> {
    Ok(counted(puzzle, options, false)?)
}

/// The number of solutions that no rotation or reflection turns into each other. A puzzle whose
/// solutions have no known symmetries is refused.
pub fn count_up_to_symmetry(puzzle: &AnyPuzzle, options: &Options) -> Result<Count, Error> {
    if puzzle.symmetries().is_none() {
        let kind = puzzle.kind().name;
        let message = format!("{kind} puzzles are not counted up to symmetry");
        return Err(ParseError::whole(message).into());
    }
    Ok(counted(puzzle, options, true)?)
}

fn counted(
    puzzle: &AnyPuzzle,
    options: &Options,
    up_to_symmetry: bool,
) -> Result<Count, EngineError> {
    let counted = match engine::count(puzzle, options, up_to_symmetry, &mut |_, _| ())? {
        Some(count) => count,
        None => engine::count_visiting(puzzle, options, up_to_symmetry, None, |_| ())?,
    };
    Ok(counted.into())
}

/// Whether there is exactly one solution. A cell that no clue restricts has several values.
pub fn is_unique(puzzle: &AnyPuzzle, options: &Options) -> Result<bool, Error> {
    match engine::number(puzzle, &[], options)? {
        Number::One(_) => Ok(true),
        Number::None | Number::Several => Ok(false),
        Number::Unknown(reason) => Err(EngineError::Stopped(reason).into()),
    }
}

// Analysing.

/// The values that each cell has in some solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Candidates {
    /// Whether there is a solution; `None` if that was not found out.
    pub has_solution: Option<bool>,
    /// The cells, in the order of the model.
    pub cells: Vec<CellCandidates>,
    /// Why some values are undecided, if some are.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
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

/// The values that each cell has in some solution.
pub fn candidates(puzzle: &AnyPuzzle, options: &Options) -> Result<Candidates, Error> {
    Ok(candidates_of(engine::solutions(puzzle, options), |_| ())?)
}

/// The values that each cell has in some of these solutions. The number of values that are decided is
/// reported.
pub fn candidates_of(
    solutions: engine::Solutions,
    progress: impl FnMut(u64),
) -> Result<Candidates, EngineError> {
    let cells = solutions.instance().cells().clone();
    let found = engine::candidates(solutions, progress)?;
    let cell =
        |((_, name, _), possible): ((CellId, CellName, _), engine::Possible)| CellCandidates {
            cell: name.to_string(),
            values: possible.values,
            undecided: possible.undecided,
        };
    let cells = cells.iter().zip(found.cells).map(cell).collect();
    Ok(Candidates { has_solution: found.has_answer, cells, stopped: found.stopped })
}

/// The certain squares of a minesweeper board, and the odds of the others.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Odds {
    /// The hidden squares, row by row.
    pub cells: Vec<SquareOdds>,
    /// The number of layouts of the squares that a clue is about, if it was counted.
    pub configurations: Option<String>,
    /// Whether the number of all mines was given.
    pub total_used: bool,
    /// Why some states or probabilities are unknown, if the budget ended.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
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
    #[serde(skip)]
    fraction: Option<Fraction>,
}

impl Odds {
    /// The probability of a mine in a row and a column, counted from 0, where it was computed.
    pub fn probability(&self, row: usize, column: usize) -> Option<f64> {
        let square = self.cells.iter().find(|it| it.row == row + 1 && it.column == column + 1);
        square?.probability
    }
}

impl SquareOdds {
    /// The odds of the square in a row and a column, counted from 1.
    pub fn new([row, column]: [usize; 2], odds: &CellOdds) -> Self {
        let (state, fraction) = match odds.state {
            CellState::AlwaysFalse => ("safe", Some(Fraction::zero())),
            CellState::AlwaysTrue => ("mine", Some(Fraction::one())),
            CellState::Open => ("open", odds.probability.clone()),
            CellState::Unknown => ("unknown", odds.probability.clone()),
        };
        let probability = fraction.as_ref().map(Fraction::to_f64);
        let exact = fraction.as_ref().map(Fraction::to_string);
        Self { row, column, state, probability, exact, fraction }
    }

    /// The probability of a mine, where it was computed.
    pub fn fraction(&self) -> Option<&Fraction> {
        self.fraction.as_ref()
    }
}

/// The certain squares and the odds of the others; `None` if there is no solution.
pub fn odds(puzzle: &AnyPuzzle, options: &Options) -> Result<Option<Odds>, Error> {
    let Some(found) = engine::odds(puzzle, options)? else { return Ok(None) };
    let instance = engine::instance(puzzle);
    let names = instance.cells().iter().map(|(_, name, _)| name);
    let restricted = names.zip(found.cells);
    // Half of all layouts have a mine in a square that no clue restricts.
    let half = CellOdds::exactly(Fraction::new(1_u32, 2_u32));
    let free = puzzle.unconstrained().into_iter().map(|name| (name, half.clone()));
    let square = |(name, odds): (CellName, CellOdds)| match name {
        CellName::Square { row, column } => Some(SquareOdds::new([row, column], &odds)),
        _ => None,
    };
    let mut cells: Vec<_> = restricted.chain(free).filter_map(square).collect();
    cells.sort_by_key(|square| (square.row, square.column));
    Ok(Some(Odds {
        cells,
        configurations: found.layouts.map(|number| number.to_string()),
        total_used: puzzle.total().is_some(),
        stopped: found.stopped,
    }))
}

// Explaining.

/// An explanation. It serialises as the command line's JSON.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The kind of puzzle.
    puzzle: &'static str,
    /// The steps, easy ones first. If there is no solution, the last one is a contradiction.
    pub steps: Vec<ExplainedStep>,
    /// Whether every cell has its value in the end.
    pub solved: bool,
    /// Why there are no more steps: `solved`, `undetermined`, `contradiction`, `mistake`, `limit`
    /// or `stopped`.
    pub end: &'static str,
    /// The player's entries that are wrong, as sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<String>,
    /// Rules and clues that contradict each other, if there is no solution; `None` as well if the budget
    /// ended before any were found, or if the puzzle is too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Vec<String>>,
    /// Whether no conflict is smaller (`smallest`), or none of it can be left out (`minimal`), or
    /// neither is known as the budget ended (`cut short`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict_is: Option<&'static str>,
    /// The names of the squares that the conflict, or a rule that the clues break by themselves, is
    /// about, if there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict_cells: Option<Vec<String>>,
    /// Why the budget ended the explanation, or the search for the conflict, if it did.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
    #[serde(skip)]
    source: Arc<Explained>,
}

/// The solution step by step, from a player's entries (a partly filled board), with at most so many
/// steps. When the budget ends, the steps so far.
pub fn explain(
    puzzle: &AnyPuzzle,
    progress: Option<&str>,
    most: Option<usize>,
    options: &Options,
) -> Result<Explanation, Error> {
    let asked = Asked { progress: progress.map(str::to_owned), ..Asked::new(Arc::clone(puzzle)) };
    let found = ask::explain::steps(&asked, options, most)?;
    let conflict = found.conflict();
    Ok(Explanation {
        puzzle: puzzle.kind().name,
        steps: found.steps.clone(),
        solved: found.end() == End::Solved,
        end: found.end_word(),
        mistakes: found.mistakes().to_vec(),
        conflict: conflict.map(|(texts, _)| texts.to_vec()),
        conflict_is: conflict.map(|(_, search)| search.word()),
        conflict_cells: found.conflict_cells().map(<[String]>::to_vec),
        stopped: found.stopped(),
        source: Arc::new(found),
    })
}

impl Explanation {
    /// The explanation as a part of a page, with a picture for each step. [`crate::explain::html`] has the
    /// style.
    pub fn to_html(&self) -> String {
        self.source.to_html()
    }
}

/// The puzzle without its flags, which are a player's entries.
pub fn without_flags(puzzle: &AnyPuzzle) -> (AnyPuzzle, Vec<Condition>) {
    let hidden: Vec<_> = puzzle.flags().into_iter().map(|flag| (flag, None)).collect();
    let (false, Some(without)) = (hidden.is_empty(), puzzle.assuming(&hidden)) else {
        return (Arc::clone(puzzle), Vec::new());
    };
    let instance = engine::instance(&without);
    let is_flag = |name: CellName| hidden.iter().any(|(flag, _)| *flag == name);
    let cells = instance.cells().iter().filter(|(_, name, _)| is_flag(*name));
    let flags = cells.map(|(cell, ..)| cell.is(1)).collect();
    (without, flags)
}

// Rating.

/// How difficult a puzzle is. It serialises as the command line's JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difficulty {
    /// The kind of puzzle.
    puzzle: &'static str,
    /// `sat`, `unsat`, or `unknown` if the budget ended.
    pub status: &'static str,
    /// The number, if something was rated.
    pub rating: Option<f64>,
    /// The same in a word: `gentle`, …, `diabolical`.
    pub word: Option<String>,
    /// The kind of the largest step: `rules`, `chain`, `net` or `search`.
    pub step: Option<&'static str>,
    /// The size of the largest step: the number of rules, of links, or of sweeps.
    pub largest: Option<usize>,
    /// The number of rounds.
    pub rounds: usize,
    /// The number of rounds that need more than single rules.
    pub hard_rounds: usize,
    /// The number of rounds of each level, the easiest first.
    pub levels: Vec<LevelRounds>,
    /// Whether there is one solution; if not, the rating is about what all solutions share.
    pub solved: bool,
    /// Whether the rating is no lower bound.
    pub exact: bool,
    /// Why it is a lower bound, if it is.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
}

/// The number of rounds of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LevelRounds {
    /// The kind of step.
    pub step: &'static str,
    /// Its size.
    pub size: Option<usize>,
    /// The number of rounds.
    pub rounds: usize,
}

/// How difficult a puzzle is.
pub fn rate(puzzle: &AnyPuzzle, options: &Options) -> Result<Difficulty, Error> {
    Ok(Difficulty::new(puzzle, &engine::rate(puzzle, options, &mut |_| ())?))
}

impl Difficulty {
    /// The difficulty of a puzzle in numbers and words.
    pub fn new(puzzle: &AnyPuzzle, rating: &engine::Rating) -> Self {
        let (tenths, word) = rating.tenths();
        let is_rated = rating.extent == Extent::All || !rating.rounds.is_empty();
        let (status, stopped) = match rating.extent {
            Extent::All | Extent::Part => ("sat", None),
            Extent::NoSolution => ("unsat", None),
            Extent::Stopped(reason) => ("unknown", Some(reason)),
        };
        let levels = rating.levels().into_iter().map(|(level, rounds)| {
            let (step, size) = step(level);
            LevelRounds { step, size, rounds }
        });
        let (kind, largest) = rating.largest().map(step).unzip();
        Self {
            puzzle: puzzle.kind().name,
            status,
            rating: is_rated.then(|| f64::from(tenths) / 10.0),
            word: is_rated.then(|| word.to_string()),
            step: kind,
            largest: largest.flatten(),
            rounds: rating.rounds.len(),
            hard_rounds: rating.hard_rounds(),
            levels: levels.collect(),
            solved: rating.extent == Extent::All,
            exact: stopped.is_none(),
            stopped,
        }
    }
}

/// The kind of a step and its size: the number of rules, of links, or of sweeps.
fn step(level: Level) -> (&'static str, Option<usize>) {
    match level {
        Level::Single => ("rules", Some(1)),
        Level::Set(size) => ("rules", Some(size)),
        Level::Chain(links) => ("chain", Some(links)),
        Level::Net(sweeps) => ("net", Some(sweeps)),
        Level::Search => ("search", None),
    }
}
