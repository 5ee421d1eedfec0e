//! The chain of steps.

use std::collections::HashMap;
use std::sync::Arc;

use sator_sat::Lit;
use sator_sat::backend::{Budget, StopReason};

use super::cores::{Cores, Stoppable};
use super::differences;
use super::explorer::Explorer;
use super::packing;
use super::search::{self, Depth, Found, Outcome};
use super::units::{Body, UnitId, UnitKind, Units};
use super::{Difference, End, Explanation, Fact, Search, Step, to_fact};
use crate::cell::{CellId, Domain};
use crate::engine::{
    CellState, EngineError, Instance, Options, Solutions, Verifier, candidates, odds,
};

/// Sets up to this size are searched exhaustively, as in ratings.
const MAX_EXHAUSTIVE: usize = 7;

/// The same, where a unit can draw consequences several times.
const MAX_EXHAUSTIVE_OF_FORMS: usize = 5;

/// The most nodes of an exhaustive search for one fact and one size.
const MAX_NODES: u32 = 20_000;

/// How often a refutation is shrunk in another order.
const FEW_TRIES: usize = 2;

/// The same, if no small set is found otherwise.
const MANY_TRIES: usize = 8;

/// The most refutations that are shrunk: those with the fewest rounds.
const MAX_SHRUNK: usize = 80;

/// A set of up to this size is small.
const SMALL: usize = 12;

/// Above this size a SAT solver searches for smaller sets.
const LARGE: usize = 30;

/// The most facts for which a SAT solver looks for units.
const MAX_SAT_FACTS: usize = 8;

/// Units over more cells are wide, like the total of a board.
const MAX_NARROW: usize = 40;

/// The conflict limit of a first attempt with wide units.
const FEW_CONFLICTS: u64 = 500;

/// If a wrong entry takes more units than this, several smaller steps say why it is wrong.
const MAX_MISTAKE: usize = 12;

/// Smaller sets than this are found without a SAT solver.
const MIN_BY_SOLVER: usize = 3;

/// How far an explanation goes, and from where.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits<'e> {
    /// The most steps.
    pub steps: Option<usize>,
    /// A player's entries, which are known in addition to the clues. If one of them is wrong, the only
    /// step says why.
    pub entries: &'e [Fact],
}

/// Explains an instance step by step. `take` is called with each step.
pub fn explain(
    instance: &Instance,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
    limits: Limits<'_>,
    take: &mut dyn FnMut(&Units, &Step),
) -> Result<Explanation, EngineError> {
    let options = &options.begun();
    let units = Units::new(instance);
    let cells = instance.cells();
    let truths = match truths(instance, verifier, options)? {
        Ok(truths) => truths,
        Err(reason) => return Ok(nothing(units, None, reason)),
    };
    let is_wrong = |fact: &Fact| match (&truths, cells.lit(*fact)) {
        (Truths::Forced(values), Some(lit)) => values[lit.vidx()] == Some(lit.is_neg()),
        (_, None) => fact.holds,
        (Truths::NoSolution, _) => false,
    };
    let (mistakes, right): (Vec<Fact>, Vec<Fact>) =
        limits.entries.iter().copied().partition(is_wrong);
    let has_solution = Some(matches!(truths, Truths::Forced(_)));
    // Where there are several solutions, the entries determine more, or contradict each other.
    let is_open = matches!(&truths, Truths::Forced(values) if values.contains(&None));
    let truths = if is_open && mistakes.is_empty() && !right.is_empty() {
        match self::truths(&instance.with_facts(&right), verifier, options)? {
            Ok(truths) => truths,
            Err(reason) => return Ok(nothing(units, has_solution, reason)),
        }
    } else {
        truths
    };
    let mut chain = Chain::new(&units, truths, &options.budget, limits.steps, take);
    let end = match mistakes.first().map(|&fact| cells.lit(fact)) {
        Some(Some(lit)) => chain.run_for(!lit, &right)?,
        Some(None) => End::Mistake,
        None => chain.run(&right)?,
    };
    let (steps, scans) = (chain.steps, chain.scans);
    Ok(Explanation { units, steps, end, has_solution, mistakes, scans })
}

/// An explanation without steps, as the budget ended before them.
fn nothing(units: Units, has_solution: Option<bool>, reason: StopReason) -> Explanation {
    let scans = vec![None; units.cells().variables() as usize];
    let (steps, mistakes) = (Vec::new(), Vec::new());
    Explanation { units, steps, end: End::Stopped(reason), has_solution, mistakes, scans }
}

/// The value of each variable that is the same in all solutions.
pub(super) enum Truths {
    Forced(Vec<Option<bool>>),
    NoSolution,
}

pub(super) fn truths(
    instance: &Instance,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
) -> Result<Result<Truths, StopReason>, EngineError> {
    let cells = instance.cells();
    let mut forced = vec![None; cells.variables() as usize];
    let is_truth = |(_, _, domain)| matches!(domain, Domain::Truth);
    if cells.iter().all(is_truth) {
        let Some(odds) = odds(instance, verifier, options)? else {
            return Ok(Ok(Truths::NoSolution));
        };
        for (forced, cell) in forced.iter_mut().zip(&odds.cells) {
            *forced = match cell.state {
                CellState::AlwaysTrue => Some(true),
                CellState::AlwaysFalse => Some(false),
                _ => None,
            };
        }
        return Ok(odds.stopped.map_or(Ok(Truths::Forced(forced)), Err));
    }
    let solutions = Solutions::new(instance.clone(), Arc::clone(verifier), options);
    let found = candidates(solutions, |_| {})?;
    if found.has_answer == Some(false) {
        return Ok(Ok(Truths::NoSolution));
    }
    for ((cell, _, domain), possible) in cells.iter().zip(&found.cells) {
        for value in domain.values() {
            let lit = cells.is(cell, value);
            let is_open = possible.undecided.contains(&value);
            let value = match (possible.values.contains(&value), possible.settled()) {
                (true, Some(_)) => Some(true),
                (false, _) if !is_open => Some(false),
                _ => None,
            };
            forced[lit.vidx()] = value.map(|value| value == lit.is_pos());
        }
    }
    Ok(match (found.has_answer, found.stopped) {
        (None, Some(reason)) => Err(reason),
        _ => Ok(Truths::Forced(forced)),
    })
}

/// Some orders of a set of units.
fn orders(units: &[UnitId]) -> [Vec<UnitId>; 3] {
    let mut orders = [units.to_vec(), units.to_vec(), units.to_vec()];
    orders[1].reverse();
    orders[2].rotate_left(units.len() / 2);
    orders
}

struct Chain<'c> {
    units: &'c Units,
    explorer: Explorer<'c>,
    truths: Truths,
    budget: &'c Budget,
    most_steps: Option<usize>,
    take: &'c mut dyn FnMut(&Units, &Step),
    steps: Vec<Step>,
    /// For each variable that is noted without a step, the unit by which it is, and the placed value.
    scans: Vec<Option<(UnitId, Lit)>>,
    /// Units that may have consequences by themselves.
    pending: Vec<UnitId>,
    /// The units that are compared in pairs.
    counts: Vec<UnitId>,
    is_excluded: Vec<bool>,
    /// Whether no unit draws consequences twice, which makes the search for sets faster.
    has_only_groups: bool,
    /// SAT solvers with all narrow units, and with all units, made when they are first needed.
    solvers: [Option<Cores>; 2],
}

/// The end of the chain, or a failure.
type Ended = Result<Option<End>, EngineError>;

impl<'c> Chain<'c> {
    fn new(
        units: &'c Units,
        truths: Truths,
        budget: &'c Budget,
        most_steps: Option<usize>,
        take: &'c mut dyn FnMut(&Units, &Step),
    ) -> Self {
        let counts = units.ids().filter(|&id| units.unit(id).is_count()).collect();
        Self {
            explorer: Explorer::new(units),
            truths,
            budget,
            most_steps,
            take,
            steps: Vec::new(),
            scans: vec![None; units.cells().variables() as usize],
            pending: units.ids().collect(),
            counts,
            is_excluded: vec![false; units.len()],
            has_only_groups: units.has_only_groups(),
            solvers: [None, None],
            units,
        }
    }

    /// Adds what is known; returns whether that is possible.
    fn begin(&mut self, entries: &[Fact]) -> bool {
        let Ok(lits) = self.units.instance().fact_lits() else { return false };
        let entries = entries.iter().filter_map(|&fact| self.units.cells().lit(fact));
        for lit in lits.into_iter().chain(entries) {
            if self.explorer.value(lit) == Some(false) {
                return false;
            }
            self.explorer.add_fact(lit);
        }
        true
    }

    /// Explains one fact only: in one step by what is known, or else in several smaller ones.
    fn run_for(&mut self, fact: Lit, entries: &[Fact]) -> Result<End, EngineError> {
        self.begin(entries);
        let mut implied = Vec::new();
        let single = self.units.ids().find(|&id| {
            implied.clear();
            self.explorer.consequences(id, &mut implied) && implied.contains(&fact)
        });
        let found = if let Some(id) = single {
            Ok(Some((Found { fact, units: vec![id] }, Search::Smallest)))
        } else {
            self.scan();
            self.smallest(&[fact])?
        };
        let step = match found {
            Ok(Some((found, search))) if found.units.len() <= MAX_MISTAKE => {
                self.minimal(&found, search, Some(&[fact]))?
            }
            Ok(_) => return self.chain_to(fact),
            Err(reason) => return Ok(End::Stopped(reason)),
        };
        Ok(match step {
            Ok(step) => {
                self.add(step);
                End::Mistake
            }
            Err(reason) => End::Stopped(reason),
        })
    }

    /// Explains one fact by several steps, of which only those that it needs remain.
    fn chain_to(&mut self, fact: Lit) -> Result<End, EngineError> {
        self.most_steps = None;
        let end = self.steps_to(Some(fact))?;
        if let End::Stopped(_) = end {
            return Ok(end);
        }
        // A value that was excluded without a step needs the value that excludes it.
        let origin = |lit: Lit| {
            let placed = self.scans[lit.vidx()].map(|(_, placed)| placed);
            to_fact(self.units, placed.unwrap_or(lit))
        };
        let mut needed: Vec<Fact> = vec![origin(fact)];
        let mut steps = Vec::new();
        for step in std::mem::take(&mut self.steps).into_iter().rev() {
            if step.facts.iter().any(|fact| needed.contains(fact)) {
                let lits = step.because.iter().filter_map(|&fact| self.units.cells().lit(fact));
                needed.extend(lits.map(origin));
                steps.push(step);
            }
        }
        steps.reverse();
        self.steps = steps;
        Ok(End::Mistake)
    }

    fn run(&mut self, entries: &[Fact]) -> Result<End, EngineError> {
        if !self.begin(entries) {
            return Ok(End::Contradiction);
        }
        Ok(match self.steps_to(None)? {
            End::Limit if self.is_solved() => End::Solved,
            end => end,
        })
    }

    fn is_solved(&mut self) -> bool {
        self.scan();
        let is_known = |lit: Lit| self.explorer.value(lit).is_some();
        (0..self.units.cells().variables()).all(|it| is_known(Lit::positive(it)))
    }

    /// Takes steps to the end, or until this fact is known.
    fn steps_to(&mut self, fact: Option<Lit>) -> Result<End, EngineError> {
        loop {
            if let Some(end) = self.singles()? {
                return Ok(end);
            }
            if fact.is_some_and(|fact| self.explorer.value(fact).is_some()) {
                return Ok(End::Limit);
            }
            if self.open_facts().next().is_none() && matches!(self.truths, Truths::Forced(_)) {
                return Ok(if self.is_solved() { End::Solved } else { End::Undetermined });
            }
            if let Some(end) = self.next()? {
                return Ok(end);
            }
        }
    }

    fn stopped(&self) -> Option<End> {
        self.budget.exhausted().map(End::Stopped)
    }

    /// Adds a step; the end if there may be no more.
    fn add(&mut self, step: Step) -> Option<End> {
        (self.take)(self.units, &step);
        let is_contradiction = step.facts.is_empty();
        self.steps.push(step);
        if is_contradiction {
            return Some(End::Contradiction);
        }
        self.most_steps.filter(|&most| self.steps.len() >= most).map(|_| End::Limit)
    }

    /// The facts that are still to be explained: literals that hold in all solutions.
    fn open_facts(&self) -> impl Iterator<Item = Lit> {
        (0..self.units.cells().variables()).flat_map(move |variable| {
            let lit = Lit::positive(variable);
            let is_open = self.explorer.value(lit).is_none();
            let facts = match &self.truths {
                _ if !is_open => [None, None],
                Truths::Forced(values) => {
                    let value = values[variable as usize];
                    [value.map(|it| if it { lit } else { !lit }), None]
                }
                Truths::NoSolution => [Some(lit), Some(!lit)],
            };
            facts.into_iter().flatten()
        })
    }

    // Steps of one unit.

    /// All steps of one unit, easy ones first.
    fn singles(&mut self) -> Ended {
        self.scan();
        while !self.pending.is_empty() {
            if let Some(end) = self.stopped() {
                return Ok(Some(end));
            }
            let mut batch: Vec<_> = std::mem::take(&mut self.pending)
                .into_iter()
                .filter_map(|id| Some((self.effort(id)?, id)))
                .collect();
            batch.sort_unstable();
            batch.dedup();
            for (_, id) in batch {
                if let Some(end) = self.single(id)? {
                    return Ok(Some(end));
                }
            }
        }
        Ok(None)
    }

    /// How difficult it is to see that a unit has consequences; `None` if it has none. Violations come
    /// first, then values, then excluded values.
    fn effort(&self, id: UnitId) -> Option<(bool, bool, usize)> {
        let mut implied = Vec::new();
        let is_possible = self.explorer.consequences(id, &mut implied);
        if implied.is_empty() && is_possible {
            return None;
        }
        let is_placement = |&lit: &Lit| lit.is_pos() || !self.units.is_choice(lit);
        let is_elimination = !implied.iter().any(is_placement);
        let unit = self.units.unit(id);
        let effort = match (&unit.body, unit.kind) {
            (Body::Group { lits, .. }, UnitKind::SomeValue(_)) => lits.len(),
            (Body::Group { lits, .. }, _) => {
                lits.iter().filter(|&&lit| self.is_in_empty_cell(lit)).count()
            }
            (Body::Forms(_), _) => self.units.variables(id).len(),
        };
        Some((is_possible, is_elimination, effort))
    }

    fn is_in_empty_cell(&self, lit: Lit) -> bool {
        let cells = self.units.cells();
        let (cell, _) = cells.cell_of(lit);
        match cells.choices(cell) {
            Some(mut choices) => choices.all(|it| self.explorer.value(it) != Some(true)),
            None => true,
        }
    }

    /// The step of one unit, if it has consequences.
    fn single(&mut self, id: UnitId) -> Ended {
        let mut implied = Vec::new();
        let is_possible = self.explorer.consequences(id, &mut implied);
        if !is_possible {
            implied.clear();
        } else if implied.is_empty() {
            return Ok(None);
        }
        self.add_last_values(id, &mut implied);
        let step = match &self.units.unit(id).body {
            Body::Group { lits, least, most } => {
                let explorer = &self.explorer;
                let known = |value: bool| {
                    let is_known = move |lit: &&Lit| explorer.value(**lit) == Some(value);
                    lits.iter().filter(is_known).copied()
                };
                let because: Vec<Lit> = if self.explorer.is_full(id) {
                    known(true).take(*most as usize + usize::from(!is_possible)).collect()
                } else {
                    let enough = lits.len() + usize::from(!is_possible) - *least as usize;
                    known(false).map(|lit| !lit).take(enough).collect()
                };
                self.step(&implied, vec![id], &because, Vec::new())
            }
            Body::Forms(_) => match self.finish(&[id], Some(&implied))? {
                Ok(step) => step,
                Err(reason) => return Ok(Some(End::Stopped(reason))),
            },
        };
        let end = self.add(step);
        for lit in implied {
            self.explorer.add_fact(lit);
        }
        self.scan();
        Ok(end)
    }

    /// Adds the last value of each cell in which the implied literals leave no other. A constraint
    /// other than a group includes that its cells have values.
    fn add_last_values(&self, id: UnitId, implied: &mut Vec<Lit>) {
        let Body::Forms(forms) = &self.units.unit(id).body else { return };
        for lits in &forms.cells {
            let is_left = |lit: &&Lit| {
                self.explorer.value(**lit) != Some(false) && !implied.contains(&!**lit)
            };
            let mut left = lits.iter().filter(is_left);
            if let (Some(&last), None) = (left.next(), left.next())
                && self.explorer.value(last).is_none()
                && !implied.contains(&last)
                && lits.iter().any(|&lit| implied.contains(&!lit))
            {
                implied.push(last);
            }
        }
    }

    fn step(
        &self,
        facts: &[Lit],
        units: Vec<UnitId>,
        because: &[Lit],
        differences: Vec<Difference>,
    ) -> Step {
        let to_facts = |lits: &[Lit]| lits.iter().map(|&lit| to_fact(self.units, lit)).collect();
        let (facts, because) = (to_facts(facts), to_facts(because));
        let (confirmed, search) = (Vec::new(), Search::Smallest);
        Step { facts, units, because, differences, confirmed, search }
    }

    /// Notes the values that placed values exclude, without steps: those of their cells, houses and
    /// rules of which only one thing is true. All other units that may have consequences become
    /// pending.
    fn scan(&mut self) {
        loop {
            let ready = self.explorer.take_ready();
            if ready.is_empty() {
                return;
            }
            for id in ready {
                let mut implied = Vec::new();
                let is_possible = self.explorer.consequences(id, &mut implied);
                let excludes = |lit: &Lit| lit.is_neg() && self.units.is_choice(*lit);
                let is_scan = self.explorer.is_full(id)
                    && self.units.is_noted(id)
                    && implied.iter().all(excludes);
                let placed = match is_possible {
                    true if is_scan => self.placed(id),
                    true if self.units.is_either_or(id) => {
                        implied.first().and_then(|_| self.other(id))
                    }
                    _ => None,
                };
                let Some(placed) = placed else {
                    self.pending.push(id);
                    continue;
                };
                for lit in implied {
                    self.scans[lit.vidx()] = Some((id, placed));
                    self.explorer.add_fact(lit);
                }
            }
        }
    }

    /// A true literal of a group.
    fn placed(&self, id: UnitId) -> Option<Lit> {
        let Body::Group { lits, .. } = &self.units.unit(id).body else { return None };
        let is_placed = |&lit: &Lit| lit.is_pos() && self.explorer.value(lit) == Some(true);
        lits.iter().copied().find(is_placed)
    }

    /// What is known about one of the two values of an auxiliary cell.
    fn other(&self, id: UnitId) -> Option<Lit> {
        let Body::Group { lits, .. } = &self.units.unit(id).body else { return None };
        let known = |&lit: &Lit| self.explorer.value(lit).map(|is| if is { lit } else { !lit });
        lits.iter().find_map(known)
    }

    // Steps of several units.

    /// The next step of several units.
    fn next(&mut self) -> Ended {
        let mut facts: Vec<Lit> = self.open_facts().collect();
        // Values are better news than excluded values.
        facts.sort_by_key(|&lit| lit.is_neg() && self.units.is_choice(lit));
        let (found, search) = match self.smallest(&facts)? {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(Some(End::Undetermined)),
            Err(reason) => return Ok(Some(End::Stopped(reason))),
        };
        let step = match self.minimal(&found, search, None)? {
            Ok(step) => step,
            Err(reason) => return Ok(Some(End::Stopped(reason))),
        };
        let cells = self.units.cells();
        let lits: Vec<Lit> = step.facts.iter().filter_map(|&fact| cells.lit(fact)).collect();
        let end = self.add(step);
        for lit in lits {
            self.explorer.add_fact(lit);
        }
        Ok(end)
    }

    /// The smallest set of units that forces one of these facts.
    fn smallest(&mut self, facts: &[Lit]) -> Stoppable<Option<(Found, Search)>> {
        // Whether there are no smaller sets. Those of the same size may be missed.
        let mut is_exhaustive = true;
        let most = if self.has_only_groups { MAX_EXHAUSTIVE } else { MAX_EXHAUSTIVE_OF_FORMS };
        for size in 2..=most {
            let mut all = Vec::new();
            if size == 2 {
                all.extend(search::by_pairs(self.units, &self.explorer, &self.counts));
                all.retain(|found| facts.contains(&found.fact));
            }
            let looks_ahead = self.has_only_groups;
            let depth = Depth { size, max_nodes: MAX_NODES, looks_ahead };
            for &fact in facts {
                if let Some(reason) = self.budget.exhausted() {
                    return Ok(Err(reason));
                }
                let (explorer, is_excluded) = (&mut self.explorer, &mut self.is_excluded);
                match search::refute_by(explorer, is_excluded, !fact, depth) {
                    Outcome::Found(units) => all.push(Found { fact, units }),
                    Outcome::None => {}
                    Outcome::Unknown => is_exhaustive = false,
                }
            }
            if let Some(best) = self.best(all) {
                let search = if is_exhaustive { Search::Smallest } else { Search::Minimal };
                return Ok(Ok(Some((best, search))));
            }
            // Propagation misses what three counts force together.
            if size == 3 && !self.counts.is_empty() {
                let found = self.by_solver(facts, None)?;
                if !matches!(found, Ok(None)) {
                    return Ok(found.map(|found| found.map(|found| (found, Search::Minimal))));
                }
            }
        }
        let best = match self.by_propagation(facts) {
            Ok(best) => best,
            Err(reason) => return Ok(Err(reason)),
        };
        if best.as_ref().is_some_and(|best| best.units.len() <= LARGE) {
            return Ok(Ok(best.map(|best| (best, Search::Minimal))));
        }
        let found = self.by_solver(facts, best)?;
        Ok(found.map(|found| found.map(|found| (found, Search::Minimal))))
    }

    /// The most welcome of several sets of one size: one that places a value, then one with many
    /// facts.
    fn best(&self, all: Vec<Found>) -> Option<Found> {
        let is_elimination =
            |found: &Found| found.fact.is_neg() && self.units.is_choice(found.fact);
        let alike = |found: &Found| all.iter().filter(|it| it.units == found.units).count();
        let best = (0..all.len()).min_by_key(|&index| {
            let found = &all[index];
            (is_elimination(found), std::cmp::Reverse(alike(found)), index)
        })?;
        all.into_iter().nth(best)
    }

    /// Small sets out of propagations by all units.
    fn by_propagation(&mut self, facts: &[Lit]) -> Result<Option<Found>, StopReason> {
        let mut refutations = Vec::new();
        for &fact in facts {
            if let Some(reason) = self.budget.exhausted() {
                return Err(reason);
            }
            let refutation = self.explorer.refute_in_rounds(!fact);
            refutations.extend(refutation.map(|refutation| (fact, refutation)));
        }
        // A set has at least a unit for each round.
        refutations.sort_by_key(|(_, refutation)| refutation.rounds);
        let mut best: Option<Found> = None;
        for tries in [FEW_TRIES, MANY_TRIES] {
            for (fact, refutation) in refutations.iter().take(MAX_SHRUNK) {
                let limit = best.as_ref().map_or(usize::MAX, |best| best.units.len());
                if refutation.rounds >= limit || tries == MANY_TRIES && limit <= SMALL {
                    break;
                }
                if let Some(reason) = self.budget.exhausted() {
                    return if best.is_some() { Ok(best) } else { Err(reason) };
                }
                let (units, explorer) = (self.units, &mut self.explorer);
                let found = search::shrink(units, explorer, !*fact, refutation, (tries, limit));
                best = found.map(|units| Found { fact: *fact, units }).or(best);
            }
        }
        Ok(best)
    }

    /// The known literals among some variables: values first excluded in filled cells, then in
    /// others, then values. The first are the first to be dropped.
    fn known(&self, variables: &[u32]) -> Vec<Lit> {
        let lit = |&variable: &u32| {
            let lit = Lit::positive(variable);
            self.explorer.value(lit).map(|it| if it { lit } else { !lit })
        };
        let mut known: Vec<Lit> = variables.iter().filter_map(lit).collect();
        known.sort_by_key(|&lit| {
            (lit.is_pos() || !self.units.is_choice(lit), self.is_in_empty_cell(lit))
        });
        known
    }

    /// Minimal sets by a SAT solver, if they are smaller than the best so far. Units over many cells
    /// are hard for it, and come into play where the others force nothing.
    fn by_solver(&mut self, facts: &[Lit], best: Option<Found>) -> Stoppable<Option<Found>> {
        let is_narrow = |&id: &UnitId| self.units.variables(id).len() <= MAX_NARROW;
        let (narrow, wide): (Vec<UnitId>, Vec<UnitId>) = self.units.ids().partition(is_narrow);
        for conflicts in [None, Some(FEW_CONFLICTS), Some(u64::MAX)] {
            let units = match (conflicts, wide.is_empty()) {
                (None, _) => &narrow[..],
                (Some(_), true) => break,
                (Some(_), false) => &[&narrow[..], &wide].concat(),
            };
            if conflicts == Some(FEW_CONFLICTS)
                && let Some(found) = self.by_disjoint_counts(&wide, facts)
            {
                return Ok(Ok(Some(found)));
            }
            let budget = Budget { conflicts, ..self.budget.clone() };
            let place = usize::from(conflicts.is_some());
            let solver = self.solvers[place].take();
            let mut solver = solver.unwrap_or_else(|| Cores::new(self.units, units, self.budget));
            let found = self.by_cores(&mut solver, &budget, facts, best.clone())?;
            self.solvers[place] = Some(solver);
            if !matches!(found, Ok(None)) {
                return Ok(found);
            }
        }
        Ok(Ok(best))
    }

    /// A wide unit whose literals are accounted for by others that share none, if there is one. A SAT
    /// solver would count in many ways before it finds that.
    fn by_disjoint_counts(&self, wide: &[UnitId], facts: &[Lit]) -> Option<Found> {
        let (units, explorer, counts) = (self.units, &self.explorer, &self.counts);
        let wide = wide.iter().filter(|id| counts.contains(id));
        wide.copied().find_map(|id| packing::by_disjoint_counts(units, explorer, id, counts, facts))
    }

    fn by_cores(
        &self,
        solver: &mut Cores,
        budget: &Budget,
        facts: &[Lit],
        mut best: Option<Found>,
    ) -> Stoppable<Option<Found>> {
        let known = self.known(solver.variables());
        let mut found = Vec::new();
        for &fact in facts {
            match solver.core(&known, &[fact], budget)? {
                // Where facts are hard to prove, the first will do.
                Ok(Some((units, _))) if budget.conflicts == Some(u64::MAX) => {
                    found.push((fact, units));
                    break;
                }
                Ok(Some((units, _))) => found.push((fact, units)),
                Ok(None) | Err(StopReason::Conflicts) => {}
                Err(reason) => return Ok(if best.is_some() { Ok(best) } else { Err(reason) }),
            }
        }
        found.sort_by_key(|(_, units)| units.len());
        for (fact, units) in found.into_iter().take(MAX_SAT_FACTS) {
            let mut cores = Cores::new(self.units, &units, self.budget);
            let known = self.known(cores.variables());
            for order in orders(&units) {
                let limit = best.as_ref().map_or(usize::MAX, |best| best.units.len() - 1);
                if limit < MIN_BY_SOLVER {
                    return Ok(Ok(best));
                }
                match cores.needed_units(order, &known, &[fact], limit)? {
                    Ok(Some(units)) if units.len() <= limit => best = Some(Found { fact, units }),
                    Ok(_) => {}
                    Err(reason) => return Ok(if best.is_some() { Ok(best) } else { Err(reason) }),
                }
            }
        }
        Ok(Ok(best))
    }

    // Reasons.

    /// The step of a set of units: units that are not needed are dropped, all facts that the others
    /// force are stated unless some are named, and earlier facts that are not needed are dropped.
    fn minimal(&self, found: &Found, search: Search, facts: Option<&[Lit]>) -> Stoppable<Step> {
        let mut cores = Cores::new(self.units, &found.units, self.budget);
        let known = self.known(cores.variables());
        let units = cores.needed_units(found.units.clone(), &known, &[found.fact], usize::MAX)?;
        match units {
            Ok(Some(units)) => {
                let step = self.finish(&units, facts)?;
                Ok(step.map(|step| Step { search, ..step }))
            }
            Ok(None) => Ok(Err(StopReason::GaveUp)),
            Err(reason) => Ok(Err(reason)),
        }
    }

    /// The step of units that are all needed, with these facts or all that they force.
    fn finish(&self, units: &[UnitId], implied: Option<&[Lit]>) -> Stoppable<Step> {
        let mut cores = Cores::new(self.units, units, self.budget);
        let known = self.known(cores.variables());
        let facts = if let Some(implied) = implied {
            implied.to_vec()
        } else {
            let is_near = |&lit: &Lit| cores.variables().binary_search(&lit.vidx32()).is_ok();
            let open: Vec<Lit> = self.open_facts().filter(is_near).collect();
            match cores.forced(units, &known, open)? {
                // Units that force a literal and its opposite contradict each other.
                Ok(facts) if facts.iter().any(|&lit| facts.contains(&!lit)) => Vec::new(),
                Ok(facts) => facts,
                Err(reason) => return Ok(Err(reason)),
            }
        };
        let because = match cores.needed_facts(units, known, &facts)? {
            Ok(because) => because,
            Err(reason) => return Ok(Err(reason)),
        };
        let needed = differences::needed(self.units, units, &because, &facts, self.budget)?;
        let differences = match needed {
            Ok(differences) => differences,
            Err(reason) => return Ok(Err(reason)),
        };
        let premises = [&because[..], &facts].concat();
        let open = self.summed_up(&facts, &because);
        let (rules, budget) = ((units, &differences[..]), self.budget);
        let confirmed = differences::forced(self.units, rules, &premises, open, budget)?;
        let confirmed = confirmed.iter().map(|&lit| to_fact(self.units, lit)).collect();
        let step = self.step(&facts, units.to_vec(), &because, differences);
        Ok(Ok(Step { confirmed, ..step }))
    }

    /// The earlier facts that the sentence of a step would include if it says which values are left:
    /// those about cells that lose at least as many values as are left.
    fn summed_up(&self, facts: &[Lit], because: &[Lit]) -> Vec<Lit> {
        let cells = self.units.cells();
        let mut excluded: HashMap<CellId, usize> = HashMap::new();
        for &fact in facts.iter().filter(|fact| fact.is_neg() && self.units.is_choice(**fact)) {
            *excluded.entry(cells.cell_of(fact).0).or_default() += 1;
        }
        let mut all = Vec::new();
        for (cell, number) in excluded.into_iter().filter(|&(_, number)| number > 1) {
            let Some(choices) = cells.choices(cell) else { continue };
            let gone = choices.filter(|&it| self.explorer.value(it) == Some(false));
            let gone: Vec<Lit> = gone.map(|it| !it).filter(|it| !facts.contains(it)).collect();
            let left = cells.domain(cell).len() - gone.len() - number;
            if left <= number {
                all.extend(gone.into_iter().filter(|it| !because.contains(it)));
            }
        }
        all.sort_unstable();
        all
    }
}
