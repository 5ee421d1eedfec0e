//! Native search: solutions without clauses, by deciding, propagating and backtracking.
//!
//! [`BitModel`] takes small models of exactly-one groups, in bits, and goes through thousands of
//! nodes in a millisecond. [`TrailSearch`] takes any model. [`components`] counts the solutions of a
//! loose model without visiting each.
#![expect(clippy::inline_always, reason = "only inlined code is compiled for the CPU's features")]

pub mod components;
mod cubes;
mod cursor;
mod groups;
mod instruction_set;
mod packed;
mod sliced;
mod symmetry_counter;
mod trail_search;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sator_sat::Lit;

pub use self::cubes::BitNode;
pub use self::cursor::ModelMismatch;
use self::cursor::{BitLayout, Cursor};
use self::groups::{Groups, Variable};
pub use self::instruction_set::InstructionSet;
use self::packed::Packed;
use self::sliced::Sliced;
pub use self::symmetry_counter::{Counted, Permutation, Stop, SymmetryCounter, Tally};
pub(crate) use self::trail_search::Choice as CubeChoice;
pub use self::trail_search::{Progress, TrailSearch};
use crate::propagate::Network;

/// A model laid out for the bit-parallel search.
pub struct BitModel {
    layout: AnyLayout,
    /// A pool of search buffers, reused between puzzles.
    pool: Mutex<Vec<Buffers>>,
}

/// The narrowest layout that a model fits.
enum AnyLayout {
    Tiny(Packed<32, 1>),
    Small(Packed<64, 4>),
    Sliced(Box<Sliced>),
}

/// Whether there is room for so many groups, the largest of so many variables; and the layout.
type LayOut = (fn(usize, usize) -> bool, fn(&Groups) -> AnyLayout);

impl AnyLayout {
    /// All layouts, the narrowest first.
    const ALL: [LayOut; 3] = [
        (Packed::<32, 1>::has_room, |groups| Self::Tiny(Packed::of(groups))),
        (Packed::<64, 4>::has_room, |groups| Self::Small(Packed::of(groups))),
        (Sliced::has_room, |groups| Self::Sliced(Box::new(Sliced::of(groups)))),
    ];
}

/// A search under way. It can be left at any time and resumed later, also in another thread.
pub struct BitSearch {
    model: Arc<BitModel>,
    buffers: Buffers,
}

/// The state of a search in each layout.
#[derive(Default)]
enum Buffers {
    /// Those of a search that is over were returned to the pool.
    #[default]
    Returned,
    Tiny(Box<Cursor<Packed<32, 1>>>),
    Small(Box<Cursor<Packed<64, 4>>>),
    Sliced(Box<Cursor<Sliced>>),
}

/// Calls the same with whichever layout and its buffers.
macro_rules! with_layout {
    ($layout:expr, $buffers:expr, ($l:ident, $cursor:ident) => $call:expr) => {
        match ($layout, $buffers) {
            (AnyLayout::Tiny($l), Buffers::Tiny($cursor)) => $call,
            (AnyLayout::Small($l), Buffers::Small($cursor)) => $call,
            (AnyLayout::Sliced($l), Buffers::Sliced($cursor)) => {
                let $l = $l.as_ref();
                $call
            }
            _ => unreachable!("a search keeps the layout that it began with"),
        }
    };
}

impl BitModel {
    /// Lays out a network of exactly-one and at-most-one groups; `None` if it has other groups, or a
    /// variable without an exactly-one group, or too many of either.
    pub fn new(network: &Network) -> Option<Self> {
        let groups = Groups::of(network, |groups, widest| {
            AnyLayout::ALL.iter().any(|(has_room, _)| has_room(groups, widest))
        })?;
        let widest = groups.exact.iter().map(<[_]>::len).max().unwrap_or(0);
        let mut layouts = AnyLayout::ALL.iter();
        let (_, lay_out) = layouts.find(|(has_room, _)| has_room(groups.exact.len(), widest))?;
        Some(Self { layout: lay_out(&groups), pool: Mutex::default() })
    }

    /// Larger networks never fit.
    pub(crate) const MAX_VARIABLES: u32 = Variable::MAX as u32;

    /// Whether [`BitModel::new`] takes a network, which takes longer to lay out than to look at.
    pub fn fits(network: &Network) -> bool {
        Groups::fit(network, |groups, widest| {
            AnyLayout::ALL.iter().any(|(has_room, _)| has_room(groups, widest))
        })
    }

    /// A search for all solutions with these facts.
    pub fn search(
        self: &Arc<Self>,
        facts: &[Lit],
        instructions: InstructionSet,
    ) -> Result<BitSearch, ModelMismatch> {
        let mut buffers = self.pool().pop().unwrap_or_else(|| self.new_buffers(instructions));
        with_layout!(&self.layout, &mut buffers, (layout, cursor) => {
            cursor.begin(layout, facts, instructions)
        })?;
        Ok(BitSearch { model: Arc::clone(self), buffers })
    }

    fn new_buffers(&self, level: InstructionSet) -> Buffers {
        match &self.layout {
            AnyLayout::Tiny(layout) => Buffers::Tiny(Box::new(Cursor::new(level, layout.root()))),
            AnyLayout::Small(layout) => Buffers::Small(Box::new(Cursor::new(level, layout.root()))),
            AnyLayout::Sliced(layout) => {
                Buffers::Sliced(Box::new(Cursor::new(level, layout.root())))
            }
        }
    }

    fn pool(&self) -> MutexGuard<'_, Vec<Buffers>> {
        // A panic elsewhere leaves the pool intact.
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the solutions with these facts. `progress` is called now and then with the number so far,
    /// symmetric ones included, and the share of the search that is done.
    pub fn count(
        &self,
        facts: &[Lit],
        counter: &SymmetryCounter<'_>,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Result<Counted, ModelMismatch> {
        match &self.layout {
            AnyLayout::Tiny(layout) => {
                symmetry_counter::count(layout, facts, counter, stop, progress)
            }
            AnyLayout::Small(layout) => {
                symmetry_counter::count(layout, facts, counter, stop, progress)
            }
            AnyLayout::Sliced(layout) => {
                symmetry_counter::count(layout.as_ref(), facts, counter, stop, progress)
            }
        }
    }
}

impl BitSearch {
    /// Goes on to the next solution, through at most so many nodes, and until `stop` returns true.
    pub fn next(&mut self, nodes: u64, stop: &dyn Fn() -> bool) -> Progress {
        with_layout!(&self.model.layout, &mut self.buffers, (layout, cursor) => {
            cursor.advance(layout, nodes, stop)
        })
    }

    /// Hands out the variables that are true in the last solution.
    pub fn truths(&self, mut take: impl FnMut(u32)) {
        let take = |variable: Variable| take(u32::from(variable));
        with_layout!(&self.model.layout, &self.buffers, (layout, cursor) => {
            layout.truths(cursor.state(), take);
        });
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> u64 {
        match &self.buffers {
            Buffers::Tiny(cursor) => cursor.nodes(),
            Buffers::Small(cursor) => cursor.nodes(),
            Buffers::Sliced(cursor) => cursor.nodes(),
            Buffers::Returned => 0,
        }
    }
}

impl Drop for BitSearch {
    fn drop(&mut self) {
        let buffers = mem::take(&mut self.buffers);
        self.model.pool().push(buffers);
    }
}
