//! Which engine runs, in which order, with which budget. This is the only place that decides.
//!
//! Easy instances need few decisions, and are solved before a SAT solver would have been set up; what
//! is hard is handed over to one after a number of nodes. Limits are measured: docs/measurements.md.

use std::fmt;
use std::time::Duration;

use sator_sat::smt;

use super::{Instance, Method, Options};
use crate::model::Scope;
use crate::search::BitModel;

/// The stages of a solve. The next one starts where one hands over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    stages: Vec<Stage>,
}

/// A step of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Propagate the clues, and accept the solution if that is all.
    Propagate,
    /// The bit-parallel search, through so many nodes for each solution.
    Bits {
        /// The node budget.
        nodes: u64,
    },
    /// Propagate clues and derived constraints; the later stages get the rest.
    Eliminate,
    /// Systems of equations, component by component: the first two solutions.
    Equations {
        /// The least number of open variables; with fewer it hands over at once.
        open: u32,
    },
    /// The trail search.
    Trail(TrailBudget),
    /// A SAT solver with the constraints that are left.
    Sat,
    /// An SMT solver.
    Smt(&'static smt::Entry),
}

/// How far the trail search goes for one solution before it hands over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrailBudget {
    /// As far as it takes.
    Unlimited,
    /// So many nodes.
    Nodes(u64),
    /// Node budget, as a number of nodes plus a multiple of the cost of one propagation pass; a smaller
    /// multiple applies after backtracking.
    Passes {
        /// The nodes in any case.
        nodes: u64,
        /// The passes.
        passes: u64,
        /// The passes with backtracking.
        backtracks: u64,
    },
}

/// The bit-parallel search goes through so many nodes for a solution, a tenth of a second. No
/// published 9×9 sudoku has needed a thousand.
const BIT_NODES: u64 = 200_000;

/// Without sums: going down without backtracking leads to a solution, and 32 passes cost less than
/// loading a SAT solver; but after two passes of backtracking a SAT solver is better.
const TRAIL: TrailBudget = TrailBudget::Passes { nodes: 20, passes: 32, backtracks: 2 };

/// With sums: puzzles that are easy by hand need none, or a few dozen.
const TRAIL_WITH_SUMS: TrailBudget = TrailBudget::Nodes(300);

/// The limits of [`super::Solutions::probe`], a few milliseconds: nodes in bits, nodes of the trail search,
/// conflicts of a solver.
pub(super) const PROBE_BIT_NODES: u64 = 10_000;
/// See [`PROBE_BIT_NODES`].
pub(super) const PROBE_TRAIL_NODES: u64 = 300;
/// See [`PROBE_BIT_NODES`].
pub(super) const PROBE_CONFLICTS: u64 = 300;

/// Above so many variables (a thousand queens) the layout for elimination takes more time and memory
/// than it saves, and cannot be interrupted.
const MAX_ELIMINATION: u32 = 1_000_000;

/// Below so many open variables a SAT solver is as fast as equations, and counts more.
const MIN_EQUATIONS: u32 = 1_500;

/// More variables are neither counted by components nor on several threads: that copies too much.
const MAX_COUNT: u32 = 20_000;

/// Decides how to solve an instance. A named solver always runs, on the formula that `Formula` has,
/// unless elimination was asked for.
pub fn plan(instance: &Instance, options: &Options) -> Plan {
    let eliminate = eliminates(instance, options);
    // Auxiliary cells may differ between searches' solutions, and a SAT solver projects them away.
    let may_search = !instance.cells().has_auxiliary();
    // A limit on conflicts is meant for a SAT solver.
    let is_free = options.is_free() && options.budget.conflicts.is_none();
    let has_bits = || fits_bits(instance, options.scope());
    let stages = match &options.backend {
        Method::Smt(entry) => vec![Stage::Smt(entry)],
        Method::Search if may_search && has_bits() => vec![Stage::Bits { nodes: u64::MAX }],
        Method::Search if may_search => {
            eliminate.into_iter().chain([Stage::Trail(TrailBudget::Unlimited)]).collect()
        }
        Method::Auto if is_free && may_search && has_bits() => {
            // The layout in bits costs as much as dozens of propagations, and one of those often
            // decides the puzzle.
            let first = (eliminate.is_some() && !is_laid_out(instance, options))
                .then_some(Stage::Propagate);
            let bits = Stage::Bits { nodes: BIT_NODES };
            first.into_iter().chain([bits]).chain(eliminate).chain([Stage::Sat]).collect()
        }
        Method::Auto if is_free && may_search => {
            let trail = if instance.has_sums() { TRAIL_WITH_SUMS } else { TRAIL };
            let equations = Stage::Equations { open: MIN_EQUATIONS };
            let rest = [equations, Stage::Trail(trail), Stage::Sat];
            eliminate.into_iter().chain(rest).collect()
        }
        Method::Auto | Method::Sat(_) | Method::Search => {
            eliminate.into_iter().chain([Stage::Sat]).collect()
        }
    };
    Plan { stages }
}

/// Whether the bit-parallel search takes the instance.
pub(crate) fn fits_bits(instance: &Instance, scope: Scope) -> bool {
    // The layout of a large instance takes seconds.
    instance.cells().variables() <= BitModel::MAX_VARIABLES
        && instance.has_only_facts()
        && instance.compiled().layout(scope).fits_bits()
}

/// Whether the layout in bits is there, or will serve other instances too.
fn is_laid_out(instance: &Instance, options: &Options) -> bool {
    !options.is_single || instance.compiled().layout(options.scope()).has_bits()
}

/// Decides how to ask for solutions with certain values: by a solver from the beginning.
pub(super) fn plan_candidates(instance: &Instance, options: &Options) -> Plan {
    let stages = match &options.backend {
        Method::Smt(entry) => vec![Stage::Smt(entry)],
        _ => eliminates(instance, options).into_iter().chain([Stage::Sat]).collect(),
    };
    Plan { stages }
}

/// The stage that eliminates, if one should.
fn eliminates(instance: &Instance, options: &Options) -> Option<Stage> {
    let may_eliminate = options.eliminates()
        && !instance.has_no_clues()
        && instance.cells().variables() <= MAX_ELIMINATION;
    may_eliminate.then_some(Stage::Eliminate)
}

impl Plan {
    /// A plan of these stages, in place of the one that [`plan`] makes. In any order, each solution is
    /// found once; all are found if the last stage never hands over, as a solver or a search without a
    /// budget. Otherwise the plan stops there ([`StopReason::GaveUp`]). Searches are not for models with
    /// auxiliary cells, of which they would find each assignment.
    ///
    /// [`StopReason::GaveUp`]: sator_sat::backend::StopReason::GaveUp
    pub fn new(stages: Vec<Stage>) -> Self {
        Self { stages }
    }

    /// The stages.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stages: Vec<_> = self.stages.iter().map(ToString::to_string).collect();
        f.write_str(&stages.join("; then "))
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Propagate => f.write_str("propagation"),
            Self::Bits { nodes: u64::MAX } => f.write_str("bit search"),
            Self::Bits { nodes } => write!(f, "bit search, {nodes} nodes"),
            Self::Eliminate => f.write_str("elimination"),
            Self::Equations { .. } => f.write_str("equations"),
            Self::Trail(TrailBudget::Unlimited) => f.write_str("trail search"),
            Self::Trail(TrailBudget::Nodes(nodes)) => write!(f, "trail search, {nodes} nodes"),
            Self::Trail(TrailBudget::Passes { passes, backtracks, .. }) => {
                write!(f, "trail search, {passes} passes ({backtracks} with backtracking)")
            }
            Self::Sat => f.write_str("SAT solver"),
            Self::Smt(_) => f.write_str("SMT solver"),
        }
    }
}

/// What a probe does with a stage: see [`super::Solutions::probe`].
pub(super) enum InProbe {
    Enter,
    /// It has no limit that a probe could set.
    Skip,
    /// It takes too long.
    GiveUp,
}

impl Stage {
    /// What a probe does with it.
    pub(super) fn in_probe(self) -> InProbe {
        match self {
            Self::Propagate | Self::Bits { .. } | Self::Eliminate | Self::Trail(_) => {
                InProbe::Enter
            }
            Self::Equations { .. } => InProbe::Skip,
            Self::Sat | Self::Smt(_) => InProbe::GiveUp,
        }
    }
}

/// A step of a count that does not visit each solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountStage {
    /// Systems of equations.
    Equations,
    /// Visit up to so many solutions.
    Visit(u64),
    /// The bit-parallel search, by classes of symmetric solutions; for so long, or to the end.
    Bits(Option<Duration>),
    /// A search through so many nodes, to see whether it is productive.
    Trial(u64),
    /// Component by component, with a node budget.
    Components(u64),
    /// The rest of the search on several threads, if the trial was productive or the search was asked
    /// for.
    Search {
        /// Whether to go on in any case.
        is_asked_for: bool,
    },
}

impl fmt::Display for CountStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equations => f.write_str("equations"),
            Self::Visit(solutions) => write!(f, "visiting {solutions} solutions"),
            Self::Bits(None) => f.write_str("bit search"),
            Self::Bits(Some(time)) => write!(f, "bit search, {} ms", time.as_millis()),
            Self::Trial(nodes) => write!(f, "trail search, {nodes} nodes"),
            Self::Components(nodes) => write!(f, "components, {nodes} nodes"),
            Self::Search { .. } => f.write_str("trail search on all threads"),
        }
    }
}

/// The bit-parallel search counts for so long before components are tried.
const BIT_COUNT: Duration = Duration::from_millis(500);

/// A puzzle with no more solutions than this is counted by visiting them.
const FEW_SOLUTIONS: u64 = 500;

/// The first nodes of a search, from which it is seen whether it is productive.
const TRIAL_NODES: u64 = 500;

/// The node budget of components.
const COMPONENT_NODES: u64 = 20_000;

/// Decides how to count without visiting each solution; no stage if that is not to be tried.
pub(crate) fn plan_count(
    instance: &Instance,
    options: &Options,
    up_to_symmetry: bool,
    has_symmetries: bool,
) -> Vec<CountStage> {
    let is_asked_for = matches!(options.backend, Method::Search);
    let is_free = options.is_free() && options.budget.conflicts.is_none();
    if instance.cells().has_auxiliary() || options.budget.exhausted().is_some() {
        return Vec::new();
    }
    if options.is_free() && instance.has_only_truths() {
        return vec![CountStage::Equations];
    }
    if !is_asked_for && !is_free {
        return Vec::new();
    }
    let is_small = instance.cells().variables() <= MAX_COUNT && !up_to_symmetry;
    let components = is_small.then_some(CountStage::Components(COMPONENT_NODES));
    // Most puzzles of a list have few solutions, and their rules are laid out for visiting them.
    let visit = (!options.is_single && !is_asked_for && !up_to_symmetry)
        .then_some(CountStage::Visit(FEW_SOLUTIONS));
    if !fits_bits(instance, options.scope()) {
        let trial = is_small.then_some(CountStage::Trial(TRIAL_NODES));
        let search = is_small.then_some(CountStage::Search { is_asked_for });
        return visit.into_iter().chain(trial).chain(components).chain(search).collect();
    }
    let [brief, whole] = [Some(BIT_COUNT), None].map(CountStage::Bits);
    // Symmetries divide the work, and components cannot use them.
    let is_divided = has_symmetries || !is_small;
    let first = (!is_divided).then_some(brief);
    let components = components.filter(|_| !is_divided);
    visit.into_iter().chain(first).chain(components).chain([whole]).collect()
}
