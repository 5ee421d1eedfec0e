//! Searching through a model without clauses: choose, see what follows, go back.
//!
//! [`Searcher`] takes small models of groups of which exactly one variable is true, in bits, and goes
//! through thousands of nodes in a millisecond. [`general`] takes any model. [`components`] counts the
//! solutions of a loose model without meeting them.
#![expect(clippy::inline_always, reason = "only what is inlined uses what a processor has")]

pub mod components;
mod cursor;
pub mod general;
mod groups;
mod instruction_set;
mod packed;
mod sliced;
mod symmetry_counter;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use self::cursor::ModelMismatch;
use self::cursor::{BitLayout, Cursor};
pub use self::general::Step;
use self::groups::{Groups, Variable};
pub use self::instruction_set::InstructionSet;
use self::packed::Packed;
use self::sliced::Sliced;
pub use self::symmetry_counter::{Counted, Permutation, Stop, SymmetryCounter};
use sator_sat::Lit;
use sator_sat::constraint::{Constraint, Count};

/// A model laid out for a search in bits.
pub struct Searcher {
    model: Model,
    /// What searches that are over leave to those that begin: they need not ask for memory.
    left: Mutex<Vec<Place>>,
}

/// The narrowest layout that a model fits.
enum Model {
    Tiny(Packed<32, 1>),
    Small(Packed<64, 4>),
    Sliced(Box<Sliced>),
}

/// Whether there is room for so many groups, the largest of so many variables; and how they are
/// laid out.
type LayOut = (fn(usize, usize) -> bool, fn(&Groups) -> Model);

impl Model {
    /// All layouts, the narrowest first.
    const LAYOUTS: [LayOut; 3] = [
        (Packed::<32, 1>::has_room, |groups| Self::Tiny(Packed::of(groups))),
        (Packed::<64, 4>::has_room, |groups| Self::Small(Packed::of(groups))),
        (Sliced::has_room, |groups| Self::Sliced(Box::new(Sliced::of(groups)))),
    ];
}

/// A search under way. It can be left at any time and gone on with later, also in another thread.
pub struct Walk {
    searcher: Arc<Searcher>,
    place: Place,
}

/// Where a search stands, in each layout.
#[derive(Default)]
enum Place {
    /// Of a search that is over.
    #[default]
    Left,
    Tiny(Box<Cursor<Packed<32, 1>>>),
    Small(Box<Cursor<Packed<64, 4>>>),
    Sliced(Box<Cursor<Sliced>>),
}

impl Searcher {
    /// Lays out constraints over so many variables; nothing if there are too many, or others than
    /// "exactly one" and "at most one", or a variable that no "exactly one" speaks of, or a literal
    /// of none of them.
    pub fn new<'c>(
        variables: u32,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) -> Option<Self> {
        Self::of_counts(variables, constraints.map(Constraint::count))
    }

    /// The same for constraints that are counts, or nothing.
    pub fn of_counts<'c>(
        variables: u32,
        counts: impl Iterator<Item = Option<Count<'c>>>,
    ) -> Option<Self> {
        let groups = Groups::of(variables, counts, |groups, widest| {
            Model::LAYOUTS.iter().any(|(has_room, _)| has_room(groups, widest))
        })?;
        let widest = groups.exact.iter().map(<[_]>::len).max().unwrap_or(0);
        let mut layouts = Model::LAYOUTS.iter();
        let (_, lay_out) = layouts.find(|(has_room, _)| has_room(groups.exact.len(), widest))?;
        Some(Self { model: lay_out(&groups), left: Mutex::default() })
    }

    /// A search for all solutions that have these facts, which are about variables of the model.
    pub fn walk(
        self: &Arc<Self>,
        facts: &[Lit],
        level: InstructionSet,
    ) -> Result<Walk, ModelMismatch> {
        let place = self.places_left().pop().unwrap_or_else(|| self.new_place(level));
        let mut walk = Walk { searcher: Arc::clone(self), place };
        walk.begin(facts, level)?;
        Ok(walk)
    }

    fn new_place(&self, level: InstructionSet) -> Place {
        match &self.model {
            Model::Tiny(layout) => Place::Tiny(Box::new(Cursor::new(level, layout.root()))),
            Model::Small(layout) => Place::Small(Box::new(Cursor::new(level, layout.root()))),
            Model::Sliced(layout) => Place::Sliced(Box::new(Cursor::new(level, layout.root()))),
        }
    }

    fn places_left(&self) -> MutexGuard<'_, Vec<Place>> {
        // Whoever panicked has left it as it was.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the solutions that have these facts, which are about variables of the model; and so
    /// are the symmetries. `progress` hears now and then how many were met.
    pub fn count(
        &self,
        facts: &[Lit],
        counter: &SymmetryCounter<'_>,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(u64),
    ) -> Result<Counted, ModelMismatch> {
        match &self.model {
            Model::Tiny(layout) => symmetry_counter::count(layout, facts, counter, stop, progress),
            Model::Small(layout) => symmetry_counter::count(layout, facts, counter, stop, progress),
            Model::Sliced(layout) => {
                symmetry_counter::count(layout.as_ref(), facts, counter, stop, progress)
            }
        }
    }
}

impl Walk {
    fn begin(&mut self, facts: &[Lit], level: InstructionSet) -> Result<(), ModelMismatch> {
        match (&self.searcher.model, &mut self.place) {
            (Model::Tiny(layout), Place::Tiny(cursor)) => cursor.begin(layout, facts, level),
            (Model::Small(layout), Place::Small(cursor)) => cursor.begin(layout, facts, level),
            (Model::Sliced(layout), Place::Sliced(cursor)) => cursor.begin(layout, facts, level),
            _ => unreachable!("a search stays in the layout that it began in"),
        }
    }

    /// Goes on to the next solution, through at most so many nodes, and until `stop` says so.
    pub fn next(&mut self, nodes: u64, stop: &dyn Fn() -> bool) -> Step {
        match (&self.searcher.model, &mut self.place) {
            (Model::Tiny(layout), Place::Tiny(cursor)) => cursor.advance(layout, nodes, stop),
            (Model::Small(layout), Place::Small(cursor)) => cursor.advance(layout, nodes, stop),
            (Model::Sliced(layout), Place::Sliced(cursor)) => cursor.advance(layout, nodes, stop),
            _ => unreachable!("a search stays in the layout that it began in"),
        }
    }

    /// Hands out the variables that are true in the solution that was met last.
    pub fn truths(&self, mut take: impl FnMut(u32)) {
        let take = |variable: Variable| take(u32::from(variable));
        match (&self.searcher.model, &self.place) {
            (Model::Tiny(layout), Place::Tiny(cursor)) => layout.truths(cursor.state(), take),
            (Model::Small(layout), Place::Small(cursor)) => layout.truths(cursor.state(), take),
            (Model::Sliced(layout), Place::Sliced(cursor)) => layout.truths(cursor.state(), take),
            _ => unreachable!("a search stays in the layout that it began in"),
        }
    }

    /// Through how many nodes it went so far.
    pub fn nodes(&self) -> u64 {
        match &self.place {
            Place::Tiny(cursor) => cursor.nodes(),
            Place::Small(cursor) => cursor.nodes(),
            Place::Sliced(cursor) => cursor.nodes(),
            Place::Left => 0,
        }
    }
}

impl Drop for Walk {
    fn drop(&mut self) {
        let place = mem::take(&mut self.place);
        self.searcher.places_left().push(place);
    }
}
