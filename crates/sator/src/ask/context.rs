//! What surrounds a question: the flag that stops it, where it stands in a list, and the events before its
//! answer.

use std::fmt;

use sator_sat::backend::Interrupt;
use serde::Serialize;

/// Who asks. Suggestions are in the words of the surface.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Surface {
    /// A person at a terminal: options are flags, `--repair`.
    #[default]
    CommandLine,
    /// A program that sends requests: options are names, `repair`.
    Request,
}

/// What is known before the answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Event {
    /// A note on how a text was understood, or on what was found.
    Note {
        /// The sentence.
        note: String,
    },
    /// Work that goes on.
    Progress {
        /// The activity: "Counting".
        activity: &'static str,
        /// What is counted: "solutions".
        things: &'static str,
        /// The number of things so far.
        number: u64,
        /// The share of the search that is done, if it is known.
        share: Option<f64>,
    },
}

/// What surrounds a question.
pub struct Context<'a> {
    /// Stops the question.
    pub interrupt: Interrupt,
    /// Who asks.
    pub surface: Surface,
    /// Whether the puzzle is one of several, so that figures of the whole program are left out.
    pub is_one_of_many: bool,
    /// The number of puzzles that are answered at once, if the puzzle is in a batch.
    pub batch_threads: Option<usize>,
    /// Whether reasons that take a search of their own are looked for, where there is no solution.
    pub wants_reasons: bool,
    take: &'a mut dyn FnMut(Event),
}

impl<'a> Context<'a> {
    /// A context for one puzzle. `take` gets the events.
    pub fn new(interrupt: Interrupt, take: &'a mut dyn FnMut(Event)) -> Self {
        Self {
            interrupt,
            surface: Surface::default(),
            is_one_of_many: false,
            batch_threads: None,
            wants_reasons: true,
            take,
        }
    }

    /// Passes an event on.
    pub fn tell(&mut self, event: Event) {
        (self.take)(event);
    }

    /// Passes a note on.
    pub fn note(&mut self, note: impl Into<String>) {
        self.tell(Event::Note { note: note.into() });
    }

    /// Passes the number of things so far on, and the share of the search that is done.
    pub fn progress(
        &mut self,
        [activity, things]: [&'static str; 2],
        number: u64,
        share: Option<f64>,
    ) {
        self.tell(Event::Progress { activity, things, number, share });
    }

    /// Whether a conflict is looked for: in a batch it would take too long.
    pub(super) fn wants_conflict(&self) -> bool {
        self.wants_reasons && self.batch_threads.is_none()
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("surface", &self.surface)
            .field("is_one_of_many", &self.is_one_of_many)
            .field("batch_threads", &self.batch_threads)
            .finish_non_exhaustive()
    }
}
