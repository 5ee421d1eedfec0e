//! What puzzles of one frame share: the rules, laid out once for all of them.

use std::cell::OnceCell;
use std::ops::Deref;
use std::time::Instant;

use super::derive;
use super::reduction::{Propagator, is_apart};
use super::search::{Options, Search};
use crate::model::{Model, Scope};
use crate::puzzle::Puzzle;

/// Searches puzzle after puzzle, and states the rules anew only where they are others than before.
#[derive(Default)]
pub struct Series {
    /// The last used comes first.
    frames: Vec<Frame>,
}

/// Puzzles of so many sizes may take turns.
const FRAMES: usize = 8;

impl Series {
    /// A search for the answers of the next puzzle; see [`Search::open`].
    pub fn open<'s>(&'s mut self, puzzle: &'s dyn Puzzle, options: &Options) -> Search<'s> {
        let started = Instant::now();
        let scope = options.scope();
        let known = self.frames.iter().position(|frame| frame.fits(puzzle, scope));
        let frame = match known {
            Some(index) => self.frames.remove(index),
            None => Frame { name: puzzle.frame(), ..Frame::of(puzzle, scope) },
        };
        self.frames.truncate(FRAMES - 1);
        self.frames.insert(0, frame);
        self.frames[0].take_clues_of(puzzle);
        Search::within(Held::Shared(&self.frames[0]), puzzle, options, started.elapsed())
    }
}

/// A frame of one's own, or one of a series.
pub(super) enum Held<'s> {
    Own(Box<Frame>),
    Shared(&'s Frame),
}

impl Deref for Held<'_> {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        match self {
            Self::Own(frame) => frame,
            Self::Shared(frame) => frame,
        }
    }
}

/// The rules of a puzzle, and of all others that differ from it in clues only.
pub(super) struct Frame {
    kind: &'static str,
    /// What the rules depend on; in a series, to tell frames apart.
    name: String,
    scope: Scope,
    model: Model,
    propagator: OnceCell<Propagator>,
}

impl Frame {
    /// The rules of a puzzle within the scope, without its clues.
    pub(super) fn of(puzzle: &dyn Puzzle, scope: Scope) -> Self {
        let (kind, name) = (puzzle.kind().name, String::new());
        Self { kind, name, scope, model: puzzle.rules(), propagator: OnceCell::new() }
    }

    fn fits(&self, puzzle: &dyn Puzzle, scope: Scope) -> bool {
        self.kind == puzzle.kind().name && self.name == puzzle.frame() && self.scope == scope
    }

    /// Replaces whatever clues there are. Clues that the network can do without leave the propagator as it is.
    pub(super) fn take_clues_of(&mut self, puzzle: &dyn Puzzle) {
        let had_others = !self.model.clues().iter().all(is_apart);
        self.model.forget_clues();
        puzzle.state_clues(&mut self.model);
        derive::complete(&mut self.model, self.scope);
        if had_others || !self.model.clues().iter().all(is_apart) {
            self.propagator = OnceCell::new();
        }
    }

    /// Which rules are meant.
    pub(super) fn scope(&self) -> Scope {
        self.scope
    }

    /// The rules, and the clues of the last puzzle.
    pub(super) fn model(&self) -> &Model {
        &self.model
    }

    /// The rules, laid out to find what follows from clues.
    pub(super) fn propagator(&self) -> &Propagator {
        self.propagator.get_or_init(|| Propagator::new(&self.model, self.scope))
    }
}
