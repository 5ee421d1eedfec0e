//! Questions of a split to the bit-parallel search: where it would branch below some facts, how large
//! the tree below them is, and how many solutions it has there.

use sator_sat::Lit;

use super::cursor::{Begin, BitLayout, ModelMismatch, Propagated, places};
use super::instruction_set::{InstructionSet, Job};
use super::symmetry_counter::{self, Counted, Stop, SymmetryCounter, Tally};
use super::vector::Simd;
use super::{AnyLayout, BitModel};

/// The root of a search below some facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BitNode {
    /// Propagation refutes the facts.
    Refuted,
    /// The facts leave one solution.
    Solved,
    /// The search would first try to make this variable true.
    Open(u32),
}

/// Calls the same with whichever layout.
macro_rules! with_any {
    ($layout:expr, $l:ident => $call:expr) => {
        match $layout {
            AnyLayout::Tiny($l) => $call,
            AnyLayout::Small($l) => $call,
            AnyLayout::Sliced(sliced) => {
                let $l = sliced.as_ref();
                $call
            }
        }
    };
}

impl BitModel {
    /// Propagates some facts and chooses a variable to branch on.
    pub fn node(&self, facts: &[Lit]) -> Result<BitNode, ModelMismatch> {
        with_any!(&self.layout, layout => {
            let state = begun(layout, facts)?;
            Ok(InstructionSet::best().run(Choose { layout, state }))
        })
    }

    /// The number of nodes below some facts, estimated by so many random descents.
    ///
    /// The method is Knuth's ("Estimating the efficiency of backtrack programs", 1975): the product
    /// of the numbers of branches on a random path is an unbiased estimate of the nodes at its end.
    pub fn estimate(
        &self,
        facts: &[Lit],
        descents: u32,
        random: &mut dyn FnMut() -> u64,
    ) -> Result<f64, ModelMismatch> {
        with_any!(&self.layout, layout => {
            let state = begun(layout, facts)?;
            let mut sum = 0.0;
            for _ in 0..descents {
                sum += InstructionSet::best().run(Descend { layout, state, random: &mut *random });
            }
            Ok(sum / f64::from(descents.max(1)))
        })
    }

    /// The orbits of the variables of the first choice: each solution has a symmetric one in which the
    /// first variable of some orbit is true and all orbits before are false. None without symmetries.
    pub fn orbits(
        &self,
        facts: &[Lit],
        counter: &SymmetryCounter<'_>,
    ) -> Result<Vec<Vec<u32>>, ModelMismatch> {
        with_any!(&self.layout, layout => symmetry_counter::orbits(layout, facts, counter))
    }

    /// Visits the solutions with these facts, and tallies them by the true variables of an orbit.
    pub fn tally(
        &self,
        facts: &[Lit],
        orbit: &[u32],
        counter: &SymmetryCounter<'_>,
        stop: Stop<'_>,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Result<(Counted, Tally), ModelMismatch> {
        with_any!(&self.layout, layout => {
            symmetry_counter::tally(layout, facts, orbit, counter, stop, progress)
        })
    }
}

/// The state with some facts, before propagation.
fn begun<L: BitLayout>(layout: &L, facts: &[Lit]) -> Result<L::State, ModelMismatch> {
    let mut state = layout.root();
    InstructionSet::best().run(Begin { layout, facts, state: &mut state })?;
    Ok(state)
}

/// Propagates a state and chooses a variable.
struct Choose<'l, L: BitLayout> {
    layout: &'l L,
    state: L::State,
}

impl<L: BitLayout> Job for Choose<'_, L> {
    type Output = BitNode;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> BitNode {
        match self.layout.propagate(simd, &mut self.state) {
            Err(_) => BitNode::Refuted,
            Ok(Propagated::Solved) => BitNode::Solved,
            Ok(Propagated::Open) => {
                let choice = self.layout.choose(simd, &self.state, &mut L::Memory::default());
                let first = places(choice).next();
                first.map_or(BitNode::Refuted, |place| {
                    BitNode::Open(self.layout.variable(choice.group, place).into())
                })
            }
        }
    }
}

/// Takes random branches to the end of a path.
struct Descend<'l, 'r, L: BitLayout> {
    layout: &'l L,
    state: L::State,
    random: &'r mut dyn FnMut() -> u64,
}

impl<L: BitLayout> Job for Descend<'_, '_, L> {
    type Output = f64;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> f64 {
        let (mut nodes, mut width) = (1.0, 1.0);
        let mut memory = L::Memory::default();
        while let Ok(Propagated::Open) = self.layout.propagate(simd, &mut self.state) {
            let choice = self.layout.choose(simd, &self.state, &mut memory);
            let branches = u64::from(choice.places.count_ones());
            let Some(place) = places(choice).nth(((self.random)() % branches.max(1)) as usize)
            else {
                break;
            };
            width *= branches as f64;
            nodes += width;
            self.layout.assign(simd, &mut self.state, [self.layout.variable(choice.group, place)]);
        }
        nodes
    }
}
