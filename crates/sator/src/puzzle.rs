//! The interface of every puzzle; all commands are written against it.

use std::any::Any;
use std::ops::RangeInclusive;
use std::sync::Arc;

use sator_sat::TextError;

use crate::model::{CellId, CellName, Clues, Condition, Model, Solution, Value};
use crate::render::Board;

pub use crate::kind::{Kind, ParseOptions};

/// One puzzle, read and valid. It may still have no answer.
pub trait Puzzle: Any + Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static Kind;

    /// Its title in a heading: `8-Queens`.
    fn title(&self) -> String;

    /// The subject of an answer: `N=8`; the title, unless a kind has another.
    fn subject(&self) -> String {
        self.title()
    }

    /// The stem of file names about it, if it has one of its own: `8-queens`.
    fn file_stem(&self) -> Option<String> {
        None
    }

    /// Notes for the user on how the text was understood.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// The text that reads back as this puzzle.
    fn print(&self) -> String;

    /// A key for the rules of this kind: puzzles with equal keys have equal [`Puzzle::rules`],
    /// which are then compiled once. `None` where rules are seldom shared.
    fn rules_key(&self) -> Option<[usize; 3]> {
        None
    }

    /// The rules without the clues.
    fn rules(&self) -> Model;

    /// The constraints that this instance adds to the rules.
    fn clues(&self) -> Clues;

    /// Checks a solution by the plain rules of the game, independently of the model.
    fn check(&self, solution: &Solution) -> Result<(), Violation>;

    /// The values that each cell of an answer may be tried with: a range that has all its values.
    fn choices(&self) -> Vec<RangeInclusive<Value>>;

    /// The plain rules for boards of which only some cells are known.
    fn allows(&self) -> Allows<'_>;

    /// A rule that the clues violate by themselves, so that there is no answer.
    fn contradiction(&self) -> Option<Violation>;

    /// Reads a filled board, or [`Puzzle::answer_json`], and checks it by the plain rules. The
    /// outer error is a text that is not a filled board; the inner error is a violated rule.
    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError>;

    /// Reads a partly filled board: the first rule that it violates, and the number of empty cells.
    fn check_partial(&self, text: &str) -> Result<(Option<Violation>, usize), TextError> {
        Ok((self.check_text(text)?.err(), 0))
    }

    /// Reads a partly filled board: the values that a player entered.
    fn entries(&self, text: &str) -> Result<Vec<Condition>, TextError>;

    /// The number of rows and of columns of the board.
    fn board_size(&self) -> [usize; 2];

    /// The board, empty or with an answer.
    fn board(&self, solution: Option<&Solution>) -> Board;

    /// The board with the values that are certain so far.
    fn partial_board(&self, value: &dyn Fn(CellId) -> Option<Value>) -> Board;

    /// A warning if the text has a solution of its own that differs from the answer, or that no
    /// answer confirms because there is none. It is not used for solving.
    fn answer_warning(&self, _answer: Option<&Solution>) -> Option<String> {
        None
    }

    /// An answer in JSON.
    fn answer_json(&self, solution: &Solution) -> serde_json::Value;

    /// An answer in one line: JSON, unless there is a simpler convention.
    fn answer_line(&self, solution: &Solution) -> String {
        self.answer_json(solution).to_string()
    }

    /// How a value is written.
    fn symbol(&self, value: Value) -> String {
        value.to_string()
    }

    /// The symmetries of this instance, except the identity: each maps answers to answers. `None`
    /// if the kind does not support symmetries.
    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        None
    }

    /// The open cells that no clue restricts: they are not in the model, and may have any value.
    fn unconstrained(&self) -> Vec<CellName> {
        Vec::new()
    }

    /// The words for a false and a true cell; `None` if cells have other values.
    fn truth_words(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// The cells that the user claims to be true: the flags of a board of mines.
    fn flags(&self) -> Vec<CellName> {
        Vec::new()
    }

    /// The same puzzle where these cells are unknown (`None`), true or false; `None` if the kind
    /// does not support that.
    fn assuming(&self, _: &[(CellName, Option<bool>)]) -> Option<AnyPuzzle> {
        None
    }

    /// The number of true cells in total, including known ones, if it is given.
    fn total(&self) -> Option<usize> {
        None
    }
}

/// A violated rule, described for players, with the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// The values of cells, by the numbers of the cells in an answer; some may be unknown.
pub type Known<'a> = &'a dyn Fn(usize) -> Option<Value>;

/// Whether the plain rules allow the known values. Only rules about the cell with the given number,
/// which is known, need be asked. Where an answer has all known values, they are allowed.
pub type Allows<'p> = Box<dyn Fn(usize, Known<'_>) -> bool + 'p>;

/// A symmetry of an instance: maps each (cell, value) to its image.
pub type Symmetry = Box<dyn Fn(CellId, Value) -> (CellId, Value) + Send + Sync>;

/// A puzzle of any kind.
pub type AnyPuzzle = Arc<dyn Puzzle>;
