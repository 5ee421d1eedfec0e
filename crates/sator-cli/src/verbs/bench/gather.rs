//! The puzzles of a contest, all read before it begins.

use sator::ParseError;
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::Interrupt;

use crate::args::{Input, Show};
use crate::failure::Failure;
use crate::input::{Content, Many, Parsed, Reader, place};
use crate::status::Status;
use crate::verbs::{Flow, Run, read_lines};

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
    pub(super) fn new(puzzle: AnyPuzzle, place: Option<String>) -> Self {
        let place = place.unwrap_or_else(|| puzzle.title());
        Self { puzzle, place, line: 0 }
    }

    /// A failure with the place of the puzzle.
    pub(super) fn failure(&self, message: String) -> Failure {
        Failure::at(&self.place, ParseError::line(self.line, message))
    }
}

/// All puzzles, and the status of reading them.
pub(super) struct Gathered {
    pub(super) puzzles: Vec<Named>,
    pub(super) status: Status,
}

/// Reads all puzzles that the arguments name. Invalid texts are reported and left out.
pub(super) fn gather(input: &Input, show: &Show, interrupt: &Interrupt) -> Gathered {
    let reader = Reader::new(input);
    let run = Run::new(reader, show, interrupt);
    let mut gathering = Gathering { run, puzzles: Vec::new() };
    for source in reader.sources() {
        let flow = match source.content {
            Content::One(parsed) => gathering
                .take(parsed, |puzzle| Named::new(puzzle, source.file.as_deref().map(place))),
            Content::Many(many) => gathering.take_many(*many),
        };
        if flow.is_break() {
            break;
        }
    }
    Gathered { puzzles: gathering.puzzles, status: gathering.run.worst }
}

struct Gathering<'a> {
    run: Run<'a>,
    puzzles: Vec<Named>,
}

impl Gathering<'_> {
    fn take(&mut self, parsed: Parsed, name: impl FnOnce(AnyPuzzle) -> Named) -> Flow {
        match parsed.puzzle {
            Ok(puzzle) => {
                for note in puzzle.notes() {
                    self.run.note_once(note);
                }
                self.puzzles.push(name(puzzle));
                Flow::Continue(())
            }
            Err(failure) => self.run.conclude(Err(failure.into())),
        }
    }

    fn take_many(&mut self, many: Many) -> Flow {
        many.notes().for_each(|note| self.run.note_once(&note));
        let place = many.lines.place.clone();
        let (reader, interrupt) = (self.run.reader, self.run.interrupt);
        let read = read_lines(many, reader, interrupt, |parsed, line| {
            self.take(parsed, |puzzle| Named { puzzle, place: place.clone(), line })
        });
        read.unwrap_or_else(|error| self.run.conclude(Err(error)))
    }
}
