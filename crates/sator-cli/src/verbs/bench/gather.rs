//! The puzzles of a contest, all read before it begins.

use std::sync::Arc;

use sator::ParseError;
use sator::puzzle::AnyPuzzle;

use crate::failure::Failure;
use crate::input::place;
use crate::status::Status;
use crate::verbs::{Item, Outcome, PuzzleVerb};

/// A puzzle, and where it came from.
pub(super) struct Named {
    pub(super) puzzle: AnyPuzzle,
    /// The name of the input, or the title of the puzzle.
    place: String,
    /// The line of the input, or 0 if it is the only one there.
    line: usize,
}

impl Named {
    /// A puzzle that is not one of many.
    #[cfg(test)]
    pub(super) fn new(puzzle: AnyPuzzle) -> Self {
        Self { place: puzzle.title(), puzzle, line: 0 }
    }

    /// A failure with the place of the puzzle.
    pub(super) fn failure(&self, message: String) -> Failure {
        Failure::at(&self.place, ParseError::line(self.line, message))
    }
}

/// Keeps the puzzles that are read.
#[derive(Default)]
pub(super) struct Gathering {
    pub(super) puzzles: Vec<Named>,
}

impl PuzzleVerb for Gathering {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let place = match item.file {
            Some(file) => place(file),
            None if item.line > 0 => "standard input".to_owned(),
            None => item.puzzle.title(),
        };
        self.puzzles.push(Named { puzzle: Arc::clone(item.puzzle), place, line: item.line });
        Ok(Status::Yes)
    }
}
