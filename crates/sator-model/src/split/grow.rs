//! Grows a tree of cubes: the largest leaf is split until there are as many as wanted.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

use sator_sat::Lit;
use sator_sat::backend::{Budget, StopReason};

use super::tree::{Cube, Tree};
use crate::cell::{CellName, Cells};
use crate::engine::{Instance, Permutations, fits_bits};
use crate::model::Scope;
use crate::search::{BitModel, BitNode, CubeChoice, InstructionSet, SymmetryCounter, TrailSearch};

/// How a split chooses the literals to branch on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Branching {
    /// As the native search would: its tree is cut, and costs no more than as a whole.
    Search,
    /// By looking ahead with all constraints within a scope: for solvers that learn clauses, and get
    /// these constraints. Where the bit-parallel search takes an instance, its tree is cut.
    LookAhead(Scope),
}

/// Random descents for each estimate: in bits one takes microseconds, by the propagation kernel up to
/// a hundred milliseconds.
const DESCENTS_IN_BITS: u32 = 64;
const DESCENTS_BY_KERNEL: u32 = 4;

/// Splits an instance into about so many cubes; fewer, if it is not so large. With symmetries, for a
/// count, the first choice is made up to them: then there is at least one cube for each orbit, unless
/// one cube is wanted, which is the whole instance.
pub fn grow(
    instance: &Instance,
    symmetries: &Permutations,
    branching: Branching,
    wanted: usize,
    budget: &Budget,
) -> Result<Tree, StopReason> {
    let Some(brancher) = Brancher::new(instance, branching, budget) else {
        budget.exhausted().map_or(Ok(()), Err)?;
        // The clues contradict each other: there is nothing to split.
        let whole = Cube { literals: Vec::new(), size: 1.0 };
        return Ok(Tree { orbits: Vec::new(), cubes: vec![whole] });
    };
    let orbits = if wanted > 1 { brancher.orbits(symmetries) } else { Vec::new() };
    let mut growth = Growth { brancher, nodes: Vec::new(), open: BinaryHeap::new(), random: 0 };
    growth.add_roots(&orbits);
    let mut leaves = growth.nodes.len();
    while leaves < wanted {
        let Some(Open { node, .. }) = growth.open.pop() else { break };
        leaves += usize::from(growth.expand(node));
        // Refutations and estimates are void once the budget has ended.
        budget.exhausted().map_or(Ok(()), Err)?;
    }
    Ok(Tree { orbits, cubes: growth.leaves() })
}

/// The tree so far.
struct Growth<'i> {
    brancher: Brancher<'i>,
    nodes: Vec<Node>,
    /// The leaves that can be split, the largest first.
    open: BinaryHeap<Open>,
    /// The state of the random numbers, which are the same in every run.
    random: u64,
}

struct Node {
    literals: Vec<Lit>,
    /// Literals that were found to follow.
    implied: Vec<Lit>,
    size: f64,
    branches: Option<[usize; 2]>,
}

struct Open {
    size: f64,
    node: usize,
}

impl Growth<'_> {
    /// Adds the root or, with symmetries, one branch for each orbit and one without them.
    fn add_roots(&mut self, orbits: &[Vec<u32>]) {
        let mut none = Vec::new();
        for orbit in orbits {
            let first = orbit.iter().take(1).map(|&variable| Lit::positive(variable));
            self.add(none.iter().copied().chain(first).collect(), Vec::new());
            none.extend(orbit.iter().map(|&variable| Lit::negative(variable)));
        }
        self.add(none, Vec::new());
    }

    /// Adds a leaf.
    fn add(&mut self, literals: Vec<Lit>, implied: Vec<Lit>) -> usize {
        let facts: Vec<_> = literals.iter().chain(&implied).copied().collect();
        let random = &mut self.random;
        let size = self.brancher.estimate(&facts, &mut || next_random(random));
        let node = self.nodes.len();
        self.nodes.push(Node { literals, implied, size, branches: None });
        self.open.push(Open { size, node });
        node
    }

    /// Splits a leaf, unless it is solved or refuted, or the budget ends.
    fn expand(&mut self, node: usize) -> bool {
        while !self.brancher.is_stopped() {
            let Node { literals, implied, .. } = &self.nodes[node];
            let mut facts: Vec<_> = literals.iter().chain(implied).copied().collect();
            let decision = match self.brancher.decide(&facts) {
                None => return false,
                Some(CubeChoice::Implied(lit)) => {
                    self.nodes[node].implied.push(lit);
                    continue;
                }
                Some(CubeChoice::Branch(lit)) => lit,
            };
            let sides = [decision, !decision];
            let is_refuted = sides.map(|lit| {
                facts.push(lit);
                let is_refuted = self.brancher.refutes(&facts);
                facts.pop();
                is_refuted
            });
            match is_refuted {
                [true, true] => return false,
                [true, false] => self.nodes[node].implied.push(!decision),
                [false, true] => self.nodes[node].implied.push(decision),
                [false, false] => {
                    let branches = sides.map(|lit| {
                        let Node { literals, implied, .. } = &self.nodes[node];
                        let literals = literals.iter().copied().chain([lit]).collect();
                        let implied = implied.clone();
                        self.add(literals, implied)
                    });
                    self.nodes[node].branches = Some(branches);
                    return true;
                }
            }
        }
        false
    }

    /// The leaves from left to right.
    fn leaves(self) -> Vec<Cube> {
        let mut is_child = vec![false; self.nodes.len()];
        for child in self.nodes.iter().filter_map(|node| node.branches).flatten() {
            is_child[child] = true;
        }
        let mut stack: Vec<_> = (0..self.nodes.len()).filter(|&node| !is_child[node]).collect();
        stack.reverse();
        let mut cubes = Vec::new();
        while let Some(node) = stack.pop() {
            let Node { literals, size, branches, .. } = &self.nodes[node];
            match branches {
                Some([left, right]) => stack.extend([*right, *left]),
                None => cubes.push(Cube { literals: literals.clone(), size: *size }),
            }
        }
        cubes
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        // Of equal ones the first, so that the tree is the same in every run.
        self.size.total_cmp(&other.size).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

/// The next of a sequence of random numbers (splitmix64).
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The search whose tree is cut.
enum Brancher<'i> {
    Bits { model: Arc<BitModel>, facts: Vec<Lit> },
    Kernel { root: Box<TrailSearch>, cells: &'i Cells, looks_ahead: bool, budget: &'i Budget },
}

const CELLS_OF_MODEL: &str = "facts and symmetries are about cells of the model";

impl<'i> Brancher<'i> {
    /// `None` if the clues contradict each other, or the budget ends.
    fn new(instance: &'i Instance, branching: Branching, budget: &'i Budget) -> Option<Self> {
        let cells = instance.cells();
        if !cells.has_auxiliary() && fits_bits(instance, Scope::Extended) {
            let model = instance.compiled().layout(Scope::Extended).bits();
            let facts = instance.fact_lits().ok()?;
            return model.cloned().map(|model| Self::Bits { model, facts });
        }
        let stop = || budget.exhausted().is_some();
        let (scope, looks_ahead) = match branching {
            Branching::Search => (Scope::Extended, false),
            Branching::LookAhead(scope) => (scope, true),
        };
        let reduction = instance.reduce(scope, &stop).ok()?;
        let root = Box::new(reduction.search(instance));
        Some(Self::Kernel { root, cells, looks_ahead, budget })
    }

    /// Whether the budget has ended: by the propagation kernel one step may take seconds.
    fn is_stopped(&self) -> bool {
        match self {
            Self::Bits { .. } => false,
            Self::Kernel { budget, .. } => budget.exhausted().is_some(),
        }
    }

    /// The orbits of the first choice.
    fn orbits(&self, symmetries: &Permutations) -> Vec<Vec<u32>> {
        match self {
            Self::Bits { model, facts } if !symmetries.is_empty() => {
                let counter = SymmetryCounter {
                    symmetries,
                    up_to_symmetry: false,
                    threads: 1,
                    instructions: InstructionSet::best(),
                };
                model.orbits(facts, &counter).expect(CELLS_OF_MODEL)
            }
            _ => Vec::new(),
        }
    }

    /// Whether propagation refutes some literals.
    fn refutes(&self, lits: &[Lit]) -> bool {
        match self {
            Self::Bits { .. } => self.bit_node(lits) == BitNode::Refuted,
            Self::Kernel { root, .. } => root.below(lits, &|| self.is_stopped()).is_none(),
        }
    }

    /// Where to branch below some literals; `None` where there is nothing to split.
    fn decide(&self, lits: &[Lit]) -> Option<CubeChoice> {
        match self {
            Self::Bits { .. } => match self.bit_node(lits) {
                BitNode::Refuted | BitNode::Solved => None,
                BitNode::Open(variable) => Some(CubeChoice::Branch(Lit::positive(variable))),
            },
            Self::Kernel { root, cells, looks_ahead, .. } => {
                let stop = || self.is_stopped();
                let below = root.below(lits, &stop)?;
                // Solutions that differ in auxiliary cells only are one.
                let may_branch =
                    |lit: Lit| !matches!(cells.name(cells.cell_of(lit).0), CellName::Auxiliary(_));
                let decision = below.decision()?;
                if *looks_ahead || !may_branch(decision) {
                    return below.look_ahead(&may_branch, &stop);
                }
                Some(CubeChoice::Branch(decision))
            }
        }
    }

    /// The estimated number of nodes below some literals.
    fn estimate(&self, lits: &[Lit], random: &mut dyn FnMut() -> u64) -> f64 {
        match self {
            Self::Bits { model, facts } => {
                let facts: Vec<_> = facts.iter().chain(lits).copied().collect();
                model.estimate(&facts, DESCENTS_IN_BITS, random).expect(CELLS_OF_MODEL)
            }
            Self::Kernel { root, .. } => {
                let stop = || self.is_stopped();
                let below = root.below(lits, &stop);
                below.map_or(1.0, |below| below.estimate(DESCENTS_BY_KERNEL, random, &stop))
            }
        }
    }

    fn bit_node(&self, lits: &[Lit]) -> BitNode {
        let Self::Bits { model, facts } = self else { return BitNode::Refuted };
        let facts: Vec<_> = facts.iter().chain(lits).copied().collect();
        model.node(&facts).expect(CELLS_OF_MODEL)
    }
}
