//! How many solutions there are, on several threads, and only one in each class of symmetric ones
//! looked for.
//!
//! Symmetries turn solutions into solutions. Take a group of which one variable is true, and all
//! variables that symmetries make of its own: they fall into classes, and in each solution some of
//! the first class that it meets are true, say `t` of them. So it is enough to look for solutions
//! with one particular variable of each class and none of the classes before: each of them stands
//! for as many as the class has variables, divided by its `t`.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Step;
use super::cursor::{Begin, Cursor, Cut, Layout, Settled};
use super::groups::Variable;
use super::level::{Job, Level};
use super::vector::Simd;
use crate::parallel;
use sator_sat::Lit;

/// A symmetry: what it makes of each variable.
pub type Permutation = Vec<u32>;

/// What to count, and how.
#[derive(Debug, Clone, Copy)]
pub struct Census<'a> {
    /// All symmetries apart from identity. Each turns solutions into solutions, the facts included;
    /// and so does any two of them one after the other, as one of them.
    pub symmetries: &'a [Permutation],
    /// Whether solutions that a symmetry makes of one another count as one.
    pub up_to_symmetry: bool,
    /// How many threads may work on it.
    pub threads: usize,
    /// With which instructions.
    pub level: Level,
}

/// What a count came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The number of solutions, at least.
    pub number: u128,
    /// Whether that is all of them.
    pub is_complete: bool,
    /// Through how many nodes it went, through some of them twice where it was begun on one thread.
    pub nodes: u64,
}

/// Whether to stop; many threads ask.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// What is searched through, and what each solution there stands for.
struct Class<S> {
    state: S,
    /// The variables of which `t` are true.
    variables: Vec<Variable>,
}

/// The solutions met so far, by how many variables of the class are true and how many symmetries
/// leave them as they are.
#[derive(Default, Clone)]
struct Tally(Vec<(usize, usize, u64)>);

impl Tally {
    fn add(&mut self, truths: usize, fixed: usize, number: u64) {
        match self.0.iter_mut().find(|entry| (entry.0, entry.1) == (truths, fixed)) {
            Some(entry) => entry.2 += number,
            None => self.0.push((truths, fixed, number)),
        }
    }
}

/// A small count is over before threads have started.
const FEW_NODES: u64 = 4_096;

/// Into so many parts a search is cut at most.
const MOST_PARTS: usize = 4_096;

/// So many cuts are made at most for each part that is wanted: where hardly any of them leaves more
/// parts than before, one thread would search through all.
const CUTS_PER_PART: usize = 8;

/// Counts the solutions that have these facts.
pub(super) fn count<L: Layout>(
    layout: &L,
    facts: &[Lit],
    census: &Census<'_>,
    stop: Stop<'_>,
    progress: &mut dyn FnMut(u64),
) -> Counted {
    let mut root = layout.root();
    census.level.run(Begin { layout, facts, state: &mut root });
    let count = Count { layout, census, symmetries: narrowed(census.symmetries) };
    let classes = census.level.run(Classes { count: &count, root });
    let whole: Vec<_> = (0..).zip(&classes).map(|(number, class)| (number, class.state)).collect();
    let mut small = Worker::new(&count, &classes, FEW_NODES);
    let is_complete = whole.iter().all(|part| small.search(*part, stop));
    let number = count.sum(&classes, &small.tallies);
    let first = Counted { number, is_complete, nodes: small.nodes };
    if is_complete || small.was_stopped {
        return first;
    }
    let (parts, nodes) = count.split(whole, parallel::parts_for(census.threads, MOST_PARTS));
    let shared = count.share(&classes, parts, stop, progress);
    Counted {
        // Who is stopped soon after has not come as far again.
        number: shared.number.max(first.number),
        nodes: first.nodes + nodes + shared.nodes,
        ..shared
    }
}

/// A class, by its number, and where to search.
type Part<L> = (usize, <L as Layout>::State);

struct Count<'a, L: Layout> {
    layout: &'a L,
    census: &'a Census<'a>,
    symmetries: Vec<Vec<Variable>>,
}

fn narrowed(symmetries: &[Permutation]) -> Vec<Vec<Variable>> {
    let narrow = |permutation: &Permutation| permutation.iter().map(|&it| it as Variable).collect();
    symmetries.iter().map(narrow).collect()
}

/// Finds the classes below a state.
struct Classes<'c, 'a, L: Layout> {
    count: &'c Count<'a, L>,
    root: L::State,
}

impl<L: Layout> Job for Classes<'_, '_, L> {
    type Output = Vec<Class<L::State>>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let Self { count, root: mut state } = self;
        let layout = count.layout;
        let whole = |state| vec![Class { state, variables: Vec::new() }];
        if count.symmetries.is_empty() {
            return whole(state);
        }
        match layout.settle(simd, &mut state) {
            Err(_) => return Vec::new(),
            Ok(Settled::Solved) => return whole(state),
            Ok(Settled::Open) => {}
        }
        let choice = layout.choose(simd, &state, &mut L::Memory::default());
        let mut classes = Vec::new();
        let mut is_seen = vec![false; count.symmetries[0].len()];
        for place in 0..u32::BITS {
            if choice.places >> place & 1 == 0 {
                continue;
            }
            let first = layout.variable(choice.group, place);
            if is_seen[usize::from(first)] {
                continue;
            }
            let variables = count.class_of(first);
            let mut with_first = state;
            layout.assign(simd, &mut with_first, first);
            classes.push(Class { state: with_first, variables: variables.clone() });
            for &variable in &variables {
                is_seen[usize::from(variable)] = true;
                layout.exclude(&mut state, variable);
            }
        }
        classes
    }
}

impl<L: Layout> Count<'_, L> {
    /// What symmetries make of a variable.
    fn class_of(&self, variable: Variable) -> Vec<Variable> {
        let images = self.symmetries.iter().map(|symmetry| symmetry[usize::from(variable)]);
        let mut class: Vec<_> = images.chain([variable]).collect();
        class.sort_unstable();
        class.dedup();
        class
    }

    /// Cuts parts into smaller ones, the largest first, until there are as many as wanted; and says
    /// how many nodes that took.
    fn split(&self, whole: Vec<Part<L>>, wanted: usize) -> (Vec<Part<L>>, u64) {
        let (mut open, mut solved) = (VecDeque::from(whole), Vec::new());
        let mut nodes = 0;
        for _ in 0..CUTS_PER_PART * wanted {
            if open.len() + solved.len() >= wanted {
                break;
            }
            let Some((class, state)) = open.pop_front() else { break };
            match Cursor::cut(self.layout, self.census.level, state) {
                Cut::Solved(state) => solved.push((class, state)),
                Cut::Open(branches, dead) => {
                    nodes += 1 + dead;
                    open.extend(branches.into_iter().map(|state| (class, state)));
                }
            }
        }
        open.extend(solved);
        (open.into(), nodes)
    }

    /// Lets threads search through parts.
    fn share(
        &self,
        classes: &[Class<L::State>],
        parts: Vec<Part<L>>,
        stop: Stop<'_>,
        progress: &mut dyn FnMut(u64),
    ) -> Counted {
        let met = AtomicU64::new(0);
        let begin = || Worker::new(self, classes, u64::MAX);
        let work = |worker: &mut Worker<'_, '_, L>, part| {
            let before = worker.met;
            // Small parts end before they ask.
            let is_whole = !stop() && worker.search(part, stop);
            met.fetch_add(worker.met - before, Ordering::Relaxed);
            is_whole
        };
        let pulse = || progress(met.load(Ordering::Relaxed));
        let (workers, is_complete) =
            parallel::for_each_part(parts, self.census.threads, begin, work, pulse);
        let mut tallies = vec![Tally::default(); classes.len()];
        for worker in &workers {
            add_all(&mut tallies, &worker.tallies);
        }
        let nodes = workers.iter().map(|worker| worker.nodes).sum();
        Counted { number: self.sum(classes, &tallies), is_complete, nodes }
    }

    /// How many symmetries leave a solution as it is, identity included.
    fn fixed(&self, state: &L::State) -> usize {
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

    /// What the tallies stand for.
    fn sum(&self, classes: &[Class<L::State>], tallies: &[Tally]) -> u128 {
        // All that is divided by is a part of this, so that nothing is lost on the way.
        let divisors =
            tallies.iter().flat_map(|tally| &tally.0).map(|&(truths, ..)| truths as u128);
        let common = divisors.fold(1, least_common_multiple);
        let mut sum = 0;
        for (class, tally) in classes.iter().zip(tallies) {
            for &(truths, fixed, number) in &tally.0 {
                let each = common / truths as u128 * class.variables.len().max(1) as u128;
                let classes = if self.census.up_to_symmetry { fixed as u128 } else { 1 };
                sum += each * classes * u128::from(number);
            }
        }
        let order = if self.census.up_to_symmetry { self.symmetries.len() as u128 + 1 } else { 1 };
        sum / common / order
    }
}

fn add_all(tallies: &mut [Tally], others: &[Tally]) {
    for (tally, other) in tallies.iter_mut().zip(others) {
        for &(truths, fixed, number) in &other.0 {
            tally.add(truths, fixed, number);
        }
    }
}

fn least_common_multiple(a: u128, b: u128) -> u128 {
    let (mut common, mut rest) = (a, b);
    while rest != 0 {
        (common, rest) = (rest, common % rest);
    }
    a / common * b
}

/// Counts part by part.
struct Worker<'c, 'a, L: Layout> {
    count: &'c Count<'a, L>,
    classes: &'c [Class<L::State>],
    tallies: Vec<Tally>,
    met: u64,
    nodes: u64,
    most_nodes: u64,
    was_stopped: bool,
}

impl<'c, 'a, L: Layout> Worker<'c, 'a, L> {
    fn new(count: &'c Count<'a, L>, classes: &'c [Class<L::State>], most_nodes: u64) -> Self {
        let tallies = vec![Tally::default(); classes.len()];
        Self { count, classes, tallies, met: 0, nodes: 0, most_nodes, was_stopped: false }
    }

    /// Goes through a part; false if it did not come to the end.
    fn search(&mut self, (class, state): (usize, L::State), stop: Stop<'_>) -> bool {
        let mut cursor = Cursor::new(self.count.census.level, state);
        let tally = &mut self.tallies[class];
        let variables = &self.classes[class].variables;
        let is_whole = loop {
            let nodes_left = self.most_nodes.saturating_sub(self.nodes + cursor.nodes());
            match cursor.advance(self.count.layout, nodes_left, &|| stop()) {
                Step::Exhausted => break true,
                Step::Paused => break false,
                Step::Stopped => {
                    self.was_stopped = true;
                    break false;
                }
                Step::Solution => {
                    self.met += 1;
                    let state = cursor.state();
                    let is_true = |&&it: &&Variable| self.count.layout.is_possible(state, it);
                    let truths = variables.iter().filter(is_true).count().max(1);
                    let up_to = self.count.census.up_to_symmetry;
                    let fixed = if up_to { self.count.fixed(state) } else { 1 };
                    tally.add(truths, fixed, 1);
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
    use sator_sat::Constraint;

    #[test]
    fn a_choice_that_leaves_one_branch_does_not_end_the_cutting() {
        // Of the first pair, the first variable leaves nothing for the group after it.
        let group = |variables: std::ops::Range<u32>| variables.map(Lit::positive).collect();
        let mut constraints = vec![Constraint::Exactly { lits: group(0..2), count: 1 }];
        let threes = (2..20).step_by(3).map(|it| group(it..it + 3));
        constraints.extend(threes.map(|lits| Constraint::Exactly { lits, count: 1 }));
        let with_first = |it| [0, it].map(Lit::positive).to_vec();
        constraints.extend((2..5).map(|it| Constraint::at_most_one(with_first(it))));
        let counts = constraints.iter().map(Constraint::count);
        let groups = Groups::of(20, counts, Packed::<32, 1>::has_room).expect("a small model");
        let layout = Packed::<32, 1>::of(&groups);
        let level = Level::Portable;
        let census = Census { symmetries: &[], up_to_symmetry: false, threads: 2, level };
        let count = Count { layout: &layout, census: &census, symmetries: Vec::new() };
        let (first, _) = count.split(vec![(0, layout.root())], 2);
        assert_eq!(first.len(), 3);
        let (parts, _) = count.split(vec![(0, layout.root())], 64);
        assert!((64..67).contains(&parts.len()), "{} parts", parts.len());
        // All there are, and then nothing is left to be cut.
        let (parts, nodes) = count.split(vec![(0, layout.root())], MOST_PARTS);
        assert_eq!(parts.len(), 3_usize.pow(6));
        assert_eq!(nodes, 2 + (0..6).map(|it| 3_u64.pow(it)).sum::<u64>());
    }
}
