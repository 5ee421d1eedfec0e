//! Counts solutions on several threads, and visits only one of several symmetric ones.
//!
//! The method is ours; counting classes of solutions is Burnside's lemma. Let a group of symmetries
//! act on the variables. The variables of one "exactly one" group fall into orbits. In each solution
//! some variables of the first orbit that it meets are true, say `t` of them. So it is enough to visit
//! the solutions with one particular variable of each orbit and none of the orbits before: each of
//! them stands for (size of the orbit) / `t` solutions. Up to symmetry, each solution counts as the
//! number of symmetries that fix it, divided by the number of all symmetries.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};

use num_integer::Integer;

use super::Progress;
use super::cursor::{Begin, BitLayout, Branches, Cursor, ModelMismatch, Propagated, Split, places};
use super::groups::Variable;
use super::instruction_set::{InstructionSet, Job};
use super::vector::Simd;
use crate::parallel;
use sator_sat::Lit;

/// A symmetry: the image of each variable.
pub type Permutation = Vec<u32>;

/// How to count.
#[derive(Debug, Clone, Copy)]
pub struct SymmetryCounter<'a> {
    /// All symmetries but the identity. Together with it they form a group, and each maps solutions
    /// that have the facts to such solutions.
    pub symmetries: &'a [Permutation],
    /// Whether symmetric solutions count as one.
    pub up_to_symmetry: bool,
    /// The number of threads.
    pub threads: usize,
    /// The instructions to use.
    pub instructions: InstructionSet,
}

/// The result of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The number of solutions, or a lower bound.
    pub number: u128,
    /// Whether these are all.
    pub is_complete: bool,
    /// The number of nodes visited. Where the count went on to several threads, the nodes of its
    /// beginning count twice.
    pub nodes: u64,
}

/// Returns whether to stop; called from all threads.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// An orbit of variables, and the state with one of them and none of the orbits before.
struct Orbit<S> {
    state: S,
    /// Empty where there are no symmetries.
    variables: Vec<Variable>,
}

/// The number of visited solutions by how many variables of the orbit are true in them and how many
/// symmetries fix them.
pub type Tally = BTreeMap<(usize, usize), u64>;

/// A count with fewer nodes ends before threads have started.
const NODES_BEFORE_THREADS: u64 = 4_096;

/// A thread publishes its solutions when it has found so many, because a part may take minutes.
const PUBLISHED_AT_ONCE: f64 = 4_096.0;

/// The largest number of parts into which a count is split.
const MOST_PARTS: usize = 4_096;

/// The largest number of splits for each wanted part: where most splits leave only one branch,
/// splitting on would visit the whole tree on one thread.
const SPLITS_PER_PART: usize = 8;

/// Counts the solutions that have these facts.
pub(super) fn count<L: BitLayout>(
    layout: &L,
    facts: &[Lit],
    counter: &SymmetryCounter<'_>,
    stop: Stop<'_>,
    progress: &mut dyn FnMut(u64, Option<f64>),
) -> Result<Counted, ModelMismatch> {
    let (count, root) = Count::new(layout, facts, counter)?;
    let orbits = counter.instructions.run(Orbits { count: &count, root });
    Ok(count.run(&orbits, stop, progress).0)
}

/// The orbits of the variables of the first choice below these facts, in the order in which
/// [`count`] takes them.
pub(super) fn orbits<L: BitLayout>(
    layout: &L,
    facts: &[Lit],
    counter: &SymmetryCounter<'_>,
) -> Result<Vec<Vec<u32>>, ModelMismatch> {
    let (count, root) = Count::new(layout, facts, counter)?;
    let orbits = counter.instructions.run(Orbits { count: &count, root });
    let variables = orbits.into_iter().map(|orbit| orbit.variables);
    let widened = variables.map(|orbit| orbit.into_iter().map(u32::from).collect::<Vec<_>>());
    Ok(widened.filter(|orbit| !orbit.is_empty()).collect())
}

/// Visits the solutions that have these facts, and tallies them by the true variables of an orbit
/// and the symmetries that fix them.
pub(super) fn tally<L: BitLayout>(
    layout: &L,
    facts: &[Lit],
    orbit: &[u32],
    counter: &SymmetryCounter<'_>,
    stop: Stop<'_>,
    progress: &mut dyn FnMut(u64, Option<f64>),
) -> Result<(Counted, Tally), ModelMismatch> {
    let (count, state) = Count::new(layout, facts, counter)?;
    let variables = orbit.iter().map(|&variable| layout.checked(variable));
    let orbits = [Orbit { state, variables: variables.collect::<Result<_, _>>()? }];
    let (end, tallies) = count.run(&orbits, stop, progress);
    Ok((end, tallies.into_iter().next().unwrap_or_default()))
}

fn checked<L: BitLayout>(
    layout: &L,
    symmetry: &Permutation,
) -> Result<Vec<Variable>, ModelMismatch> {
    let (expected, found) = (layout.variables(), symmetry.len());
    if found != expected {
        return Err(ModelMismatch::Symmetry { expected, found });
    }
    symmetry.iter().map(|&image| layout.checked(image)).collect()
}

/// The number of an orbit, and a state below it to search.
type Part<L> = (usize, <L as BitLayout>::State);

struct Count<'a, L: BitLayout> {
    layout: &'a L,
    counter: &'a SymmetryCounter<'a>,
    symmetries: Vec<Vec<Variable>>,
}

/// Finds the orbits of the first choice below a state.
struct Orbits<'c, 'a, L: BitLayout> {
    count: &'c Count<'a, L>,
    root: L::State,
}

impl<L: BitLayout> Job for Orbits<'_, '_, L> {
    type Output = Vec<Orbit<L::State>>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let Self { count, root: mut state } = self;
        let layout = count.layout;
        let whole = |state| vec![Orbit { state, variables: Vec::new() }];
        if count.symmetries.is_empty() {
            return whole(state);
        }
        match layout.propagate(simd, &mut state) {
            Err(_) => return Vec::new(),
            Ok(Propagated::Solved) => return whole(state),
            Ok(Propagated::Open) => {}
        }
        let choice = layout.choose(simd, &state, &mut L::Memory::default());
        let mut orbits = Vec::new();
        let mut is_seen = vec![false; layout.variables()];
        for place in places(choice) {
            let first = layout.variable(choice.group, place);
            if is_seen[usize::from(first)] {
                continue;
            }
            let variables = count.orbit_of(first);
            let mut with_first = state;
            layout.assign(simd, &mut with_first, [first]);
            for &variable in &variables {
                is_seen[usize::from(variable)] = true;
                layout.exclude(&mut state, variable);
            }
            orbits.push(Orbit { state: with_first, variables });
        }
        orbits
    }
}

impl<'a, L: BitLayout> Count<'a, L> {
    /// A count, and the state with these facts.
    fn new(
        layout: &'a L,
        facts: &[Lit],
        counter: &'a SymmetryCounter<'a>,
    ) -> Result<(Self, L::State), ModelMismatch> {
        let mut root = layout.root();
        counter.instructions.run(Begin { layout, facts, state: &mut root })?;
        let symmetries = counter.symmetries.iter().map(|symmetry| checked(layout, symmetry));
        let symmetries = symmetries.collect::<Result<_, _>>()?;
        Ok((Self { layout, counter, symmetries }, root))
    }

    /// Searches below each orbit, at first on this thread; also returns the tally of each.
    fn run(
        &self,
        orbits: &[Orbit<L::State>],
        stop: Stop<'_>,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> (Counted, Vec<Tally>) {
        let whole: Vec<_> =
            (0..).zip(orbits).map(|(number, orbit)| (number, orbit.state)).collect();
        let mut first = Worker::new(self, orbits, NODES_BEFORE_THREADS);
        let is_complete = whole.iter().all(|part| first.search(*part, stop));
        let number = self.sum(orbits, &first.tallies);
        if is_complete || first.was_stopped {
            return (Counted { number, is_complete, nodes: first.nodes }, first.tallies);
        }
        let wanted = parallel::parts_for(self.counter.threads, MOST_PARTS);
        let (parts, nodes) = self.split(whole, wanted);
        let (shared, tallies) = self.search_parts(orbits, parts, stop, progress);
        let counted = Counted {
            // A count that is stopped soon may not have come as far again.
            number: shared.number.max(number),
            nodes: first.nodes + nodes + shared.nodes,
            ..shared
        };
        (counted, tallies)
    }

    /// The images of a variable, including itself.
    fn orbit_of(&self, variable: Variable) -> Vec<Variable> {
        let images = self.symmetries.iter().map(|symmetry| symmetry[usize::from(variable)]);
        let mut orbit: Vec<_> = images.chain([variable]).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// Splits parts into smaller ones, breadth first, until there are as many as wanted. Returns the
    /// number of nodes visited.
    fn split(&self, whole: Vec<Part<L>>, wanted: usize) -> (Vec<Part<L>>, u64) {
        let (mut open, mut solved) = (VecDeque::from(whole), Vec::new());
        let mut nodes = 0;
        for _ in 0..SPLITS_PER_PART * wanted {
            if open.len() + solved.len() >= wanted {
                break;
            }
            let Some((orbit, state)) = open.pop_front() else { break };
            match self.counter.instructions.run(Split { layout: self.layout, state }) {
                Branches::Solved(state) => solved.push((orbit, state)),
                Branches::Open(branches, conflicts) => {
                    nodes += 1 + conflicts;
                    open.extend(branches.into_iter().map(|state| (orbit, state)));
                }
            }
        }
        open.extend(solved);
        (open.into(), nodes)
    }

    /// Searches through parts on several threads.
    fn search_parts(
        &self,
        orbits: &[Orbit<L::State>],
        parts: Vec<Part<L>>,
        stop: Stop<'_>,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> (Counted, Vec<Tally>) {
        let (found, done, all) = (AtomicU64::new(0), AtomicU64::new(0), parts.len());
        let new_worker = || Worker { shared: Some(&found), ..Worker::new(self, orbits, u64::MAX) };
        let work = |worker: &mut Worker<'_, '_, L>, part| {
            // Small parts end before the search checks.
            let is_whole = !stop() && worker.search(part, stop);
            worker.publish();
            done.fetch_add(1, Ordering::Relaxed);
            is_whole
        };
        let tick = || {
            let share = done.load(Ordering::Relaxed) as f64 / all as f64;
            progress(found.load(Ordering::Relaxed), Some(share));
        };
        let (workers, is_complete) =
            parallel::for_each_part(parts, self.counter.threads, new_worker, work, tick);
        let mut tallies = vec![Tally::new(); orbits.len()];
        for worker in &workers {
            for (tally, other) in tallies.iter_mut().zip(&worker.tallies) {
                for (&key, number) in other {
                    *tally.entry(key).or_default() += number;
                }
            }
        }
        let nodes = workers.iter().map(|worker| worker.nodes).sum();
        (Counted { number: self.sum(orbits, &tallies), is_complete, nodes }, tallies)
    }

    /// The number of symmetries that fix a solution, including the identity.
    fn fixing(&self, state: &L::State) -> usize {
        let is_fixed = |symmetry: &&Vec<Variable>| {
            let mut is_same = true;
            self.layout.truths(state, |variable| {
                let image = symmetry[usize::from(variable)];
                is_same &= self.layout.is_possible(state, image);
            });
            is_same
        };
        1 + self.symmetries.iter().filter(is_fixed).count()
    }

    /// The number of solutions that the visited ones stand for.
    fn sum(&self, orbits: &[Orbit<L::State>], tallies: &[Tally]) -> u128 {
        // A common multiple of all divisors, so that the divisions are exact.
        let divisors = tallies.iter().flat_map(Tally::keys).map(|&(truths, _)| truths as u128);
        let multiple = divisors.fold(1, |a: u128, b| a.lcm(&b));
        let up_to_symmetry = self.counter.up_to_symmetry;
        let mut sum = 0;
        for (orbit, tally) in orbits.iter().zip(tallies) {
            for (&(truths, fixing), &number) in tally {
                let each = multiple / truths as u128 * orbit.variables.len().max(1) as u128;
                let weight = if up_to_symmetry { fixing as u128 } else { 1 };
                sum += each * weight * u128::from(number);
            }
        }
        let order = if up_to_symmetry { self.symmetries.len() as u128 + 1 } else { 1 };
        sum / multiple / order
    }
}

/// Counts part by part.
struct Worker<'c, 'a, L: BitLayout> {
    count: &'c Count<'a, L>,
    orbits: &'c [Orbit<L::State>],
    tallies: Vec<Tally>,
    /// The number of solutions found since they were published, symmetric ones included, to
    /// rounding.
    unpublished: f64,
    /// The number of solutions that all threads have published.
    shared: Option<&'c AtomicU64>,
    nodes: u64,
    node_budget: u64,
    was_stopped: bool,
}

impl<'c, 'a, L: BitLayout> Worker<'c, 'a, L> {
    fn new(count: &'c Count<'a, L>, orbits: &'c [Orbit<L::State>], node_budget: u64) -> Self {
        let tallies = vec![Tally::new(); orbits.len()];
        Self {
            count,
            orbits,
            tallies,
            unpublished: 0.0,
            shared: None,
            nodes: 0,
            node_budget,
            was_stopped: false,
        }
    }

    /// Adds the solutions found so far to those of all threads.
    fn publish(&mut self) {
        if let Some(shared) = self.shared {
            shared.fetch_add(self.unpublished as u64, Ordering::Relaxed);
            self.unpublished = self.unpublished.fract();
        }
    }

    /// Searches through a part; returns false if it did not reach the end.
    fn search(&mut self, (orbit, state): Part<L>, stop: Stop<'_>) -> bool {
        let &Count { layout, counter, .. } = self.count;
        let mut cursor = Cursor::new(counter.instructions, state);
        let variables = &self.orbits[orbit].variables;
        let order = if counter.up_to_symmetry { counter.symmetries.len() + 1 } else { 1 };
        let is_whole = loop {
            let nodes_left = self.node_budget.saturating_sub(self.nodes + cursor.nodes());
            match cursor.advance(layout, nodes_left, &|| stop()) {
                Progress::Exhausted => break true,
                Progress::Paused => break false,
                Progress::Stopped => {
                    self.was_stopped = true;
                    break false;
                }
                Progress::Solution => {
                    let state = cursor.state();
                    let is_true = |&&it: &&Variable| layout.is_possible(state, it);
                    let truths = variables.iter().filter(is_true).count().max(1);
                    let fixing = if counter.up_to_symmetry { self.count.fixing(state) } else { 1 };
                    *self.tallies[orbit].entry((truths, fixing)).or_default() += 1;
                    self.unpublished +=
                        (variables.len().max(1) * fixing) as f64 / (truths * order) as f64;
                    if self.unpublished >= PUBLISHED_AT_ONCE {
                        self.publish();
                    }
                }
            }
        };
        self.nodes += cursor.nodes();
        is_whole
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::Groups;
    use super::super::packed::Packed;
    use super::*;
    use crate::propagate::NetworkBuilder;
    use sator_sat::constraint::Count as Group;

    #[test]
    fn splitting_goes_on_after_a_choice_with_one_branch() {
        // Of the first pair, the first variable leaves nothing for the group after it.
        let mut network = NetworkBuilder::new(20);
        let mut add = |variables: &[u32], least| {
            let lits: Vec<_> = variables.iter().copied().map(Lit::positive).collect();
            network.add(Group { lits: &lits, least, most: 1 });
        };
        add(&[0, 1], 1);
        (2..20).step_by(3).for_each(|it| add(&[it, it + 1, it + 2], 1));
        (2..5).for_each(|it| add(&[0, it], 0));
        let groups =
            Groups::of(&network.build(), Packed::<32, 1>::has_room).expect("a small model");
        let layout = Packed::<32, 1>::of(&groups);
        let counter = SymmetryCounter {
            symmetries: &[],
            up_to_symmetry: false,
            threads: 2,
            instructions: InstructionSet::Portable,
        };
        let count = Count { layout: &layout, counter: &counter, symmetries: Vec::new() };
        let (first, _) = count.split(vec![(0, layout.root())], 2);
        assert_eq!(first.len(), 3);
        let (parts, _) = count.split(vec![(0, layout.root())], 64);
        assert!((64..67).contains(&parts.len()), "{} parts", parts.len());
        // With so many wanted, all parts are split until each is a solution.
        let (parts, nodes) = count.split(vec![(0, layout.root())], MOST_PARTS);
        assert_eq!(parts.len(), 3_usize.pow(6));
        assert_eq!(nodes, 2 + (0..6).map(|it| 3_u64.pow(it)).sum::<u64>());
    }
}
