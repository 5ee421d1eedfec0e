//! What every puzzle offers; all verbs are written against this.

use std::sync::Arc;

use sator_sat::TextError;

use crate::model::{CellId, CellName, Clues, Model, Solution, Value};
use crate::render::Board;

pub use crate::kind::{Kind, ParseOptions};

/// One puzzle, read and valid. It may still have no answer.
pub trait Puzzle: Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static Kind;

    /// What it is called in a heading: `8-Queens`.
    fn title(&self) -> String;

    /// What answers are answers for: `N=8`.
    fn subject(&self) -> String;

    /// A name for files about it, if it has one of its own: `8-queens`.
    fn file_stem(&self) -> Option<String> {
        None
    }

    /// What the reader should know about how the text was understood.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// The text that reads back as this puzzle.
    fn print(&self) -> String;

    /// The text in a format that its kind prints, or what about this puzzle it cannot express:
    /// [`Kind::print`] checks the name of the format.
    fn print_in(&self, format: &str) -> Result<String, String> {
        Err(format!("it is not printed as {format}"))
    }

    /// Numbers that tell the rules of this kind apart: puzzles with equal keys have equal
    /// [`Puzzle::rules`], which are then compiled once. `None` where rules are seldom shared.
    fn rules_key(&self) -> Option<[usize; 3]> {
        None
    }

    /// The rules without the clues.
    fn rules(&self) -> Model;

    /// What this instance adds to the rules.
    fn clues(&self) -> Clues;

    /// The rules of the game, plainly, without the model: the witness for every answer.
    fn check(&self, solution: &Solution) -> Result<(), Violation>;

    /// Clues that break a rule by themselves, so that there can be no answer.
    fn contradiction(&self) -> Option<Violation>;

    /// Reads a filled board that somebody wrote, or [`Puzzle::answer_json`], and judges it by the
    /// plain rules. A text that is
    /// no filled board at all is an error; a wrong one is broken; a right one is an answer.
    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError>;

    /// The board, empty or with an answer.
    fn board(&self, solution: Option<&Solution>) -> Board;

    /// An answer in JSON.
    fn answer_json(&self, solution: &Solution) -> serde_json::Value;

    /// An answer in one line: JSON, unless people have a plainer way.
    fn answer_line(&self, solution: &Solution) -> String {
        self.answer_json(solution).to_string()
    }

    /// How a value is written.
    fn symbol(&self, value: Value) -> String {
        value.to_string()
    }

    /// The symmetries of this instance, apart from identity: each turns answers into answers. None
    /// where the kind has no answer to that question.
    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        None
    }

    /// The cells that are open and that no clue speaks of: they are not in the model, and may be
    /// anything.
    fn unconstrained(&self) -> Vec<CellName> {
        Vec::new()
    }

    /// What a cell that is true or false is called when it is false, and when it is true; nothing
    /// where cells have other values.
    fn truth_words(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// How many cells are true in all, those included that are known, if that was said.
    fn total(&self) -> Option<usize> {
        None
    }
}

/// A rule that does not hold, in a player's words, with the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// A symmetry of an instance: maps each (cell, value) to its image.
pub type Symmetry = Box<dyn Fn(CellId, Value) -> (CellId, Value) + Send + Sync>;

/// A puzzle of any kind.
pub type AnyPuzzle = Arc<dyn Puzzle>;
