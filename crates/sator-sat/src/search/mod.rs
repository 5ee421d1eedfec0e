//! Searching through a model without clauses: choose, see what follows, go back.
//!
//! [`Searcher`] takes small models of groups of which exactly one variable is true, in bits, and goes
//! through thousands of nodes in a millisecond. [`general`] takes any model. [`components`] counts the
//! solutions of a loose model without meeting them.
#![expect(clippy::inline_always, reason = "only what is inlined uses what a processor has")]

mod census;
pub mod components;
mod cursor;
pub mod general;
mod groups;
mod level;
mod packed;
mod sliced;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::sync::Arc;

pub use self::census::{Census, Counted, Permutation, Stop};
use self::cursor::{Begin, Cursor, Layout};
pub use self::general::Step;
use self::groups::{Groups, Variable};
pub use self::level::Level;
use self::packed::Packed;
use self::sliced::Sliced;
use crate::Lit;
use crate::constraint::Constraint;

/// A model laid out for a search in bits.
pub struct Searcher {
    model: Model,
}

/// The narrowest layout that a model fits.
enum Model {
    Tiny(Packed<32, 1>),
    Small(Packed<64, 4>),
    Sliced(Box<Sliced>),
}

/// A search under way. It can be left at any time and gone on with later, also in another thread.
pub struct Walk {
    searcher: Arc<Searcher>,
    place: Place,
}

/// Where a search stands, in each layout.
enum Place {
    Tiny(Box<Cursor<Packed<32, 1>>>),
    Small(Box<Cursor<Packed<64, 4>>>),
    Sliced(Box<Cursor<Sliced>>),
}

impl Searcher {
    /// Lays out constraints over so many variables; nothing if there are too many, or others than
    /// "exactly one" and "at most one", or a variable that no "exactly one" speaks of.
    pub fn new<'c>(
        variables: u32,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) -> Option<Self> {
        let groups = Groups::of(variables, constraints)?;
        let tiny = || Packed::of(&groups).map(Model::Tiny);
        let small = || Packed::of(&groups).map(Model::Small);
        let sliced = || Sliced::of(&groups).map(Box::new).map(Model::Sliced);
        let model = tiny().or_else(small).or_else(sliced)?;
        Some(Self { model })
    }

    /// A search for all solutions that have these facts.
    pub fn walk(self: &Arc<Self>, facts: &[Lit], level: Level) -> Walk {
        let place = match &self.model {
            Model::Tiny(layout) => Place::Tiny(Box::new(begin(layout, facts, level))),
            Model::Small(layout) => Place::Small(Box::new(begin(layout, facts, level))),
            Model::Sliced(layout) => Place::Sliced(Box::new(begin(layout.as_ref(), facts, level))),
        };
        Walk { searcher: Arc::clone(self), place }
    }

    /// Counts the solutions that have these facts. `progress` hears now and then how many were met.
    pub fn count(
        &self,
        facts: &[Lit],
        census: &Census<'_>,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(u64),
    ) -> Counted {
        match &self.model {
            Model::Tiny(layout) => census::count(layout, facts, census, stop, progress),
            Model::Small(layout) => census::count(layout, facts, census, stop, progress),
            Model::Sliced(layout) => census::count(layout.as_ref(), facts, census, stop, progress),
        }
    }
}

impl Walk {
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
        let take = &mut |variable: Variable| take(u32::from(variable));
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
        }
    }
}

/// A search where these facts hold.
fn begin<L: Layout>(layout: &L, facts: &[Lit], level: Level) -> Cursor<L> {
    Cursor::new(level, level.run(Begin { layout, facts }))
}
