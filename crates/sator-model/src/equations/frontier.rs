//! Counts the solutions of a component by dynamic programming along a frontier, the method of Sekine,
//! Imai and Tani ("Computing the Tutte polynomial of a graph of moderate size", 1995) for linear
//! equations.
//!
//! The groups are processed in a fixed order, and each gets a number of true variables. An equation is
//! on the frontier from its first group to its last. A state is the rest of each equation on the
//! frontier; partial solutions with the same state are merged. The forward pass computes in how many
//! ways each state is reached, the backward pass in how many ways it can be completed. Both together
//! give for each group the number of solutions in which one of its variables is true. Where the total
//! number of true variables matters, the numbers of ways are kept apart by it.

use num_bigint::BigUint;

use super::component::Component;
use super::natural::Natural;
use super::order;
use Uncountable::TooWide;

/// Numbers of solutions by the number of true variables, from `least` on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Histogram<N> {
    pub(super) least: usize,
    pub(super) counts: Vec<N>,
}

/// The counts of a component.
#[derive(Debug, Clone)]
pub(super) struct Counted<N> {
    /// All solutions.
    pub(super) all: Histogram<N>,
    /// For each group, the solutions in which a given variable of it is true.
    pub(super) with: Vec<Histogram<N>>,
}

/// Why a component was not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Uncountable {
    /// The frontier is too wide, or the count was stopped.
    TooWide,
    /// The numbers are too large for their type.
    TooLarge,
}

/// The numbers to count, and the limits of the work.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    /// Whether to count by the number of true variables.
    pub(super) by_truths: bool,
    /// Whether only the possible numbers of true variables are wanted: groups are left out, and counts
    /// may be inexact.
    pub(super) only_possible: bool,
    /// The largest number of states at one place.
    pub(super) most_states: usize,
    /// Words of memory in all places together. The number of word products is limited to [`PRODUCTS`]
    /// times as many.
    pub(super) words: usize,
}

/// The rest of each equation on the frontier: four bits for each.
type State = u128;

const BITS: u32 = 4;
const SLOTS: u32 = State::BITS / BITS;

/// The memory for finding one solution: half a gigabyte.
const MOST_WORDS: usize = 64_000_000;

/// In larger groups the number of choices may not fit 32 bits.
const LARGEST_GROUP: usize = 30;

impl<N: Natural> Counted<N> {
    /// The same in numbers of any size.
    pub(super) fn into_big(self) -> Counted<BigUint> {
        let big = |Histogram { least, counts }: Histogram<N>| {
            let counts = counts.into_iter().map(Into::into).collect();
            Histogram { least, counts }
        };
        Counted { all: big(self.all), with: self.with.into_iter().map(big).collect() }
    }
}

/// Counts the solutions of a component.
pub(super) fn count<N: Natural>(
    component: &Component,
    task: Task,
    stop: &dyn Fn() -> bool,
) -> Result<Counted<N>, Uncountable> {
    let steps = plan(component)?;
    let mut pass = Pass::new::<N>(component, task, stop);
    let layers = pass.all_layers(&steps)?;
    pass.backwards(component, &steps, layers)
}

/// Finds a solution of a component with so many true variables: the number of true variables of each
/// group.
pub(super) fn find(
    component: &Component,
    truths: usize,
    most_states: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Vec<u32>>, Uncountable> {
    let steps = plan(component)?;
    let task = Task { by_truths: true, only_possible: true, most_states, words: MOST_WORDS };
    // Only zero or not zero matters, and saturated numbers are not zero.
    let layers: Vec<Layer<u64>> = Pass::new::<u64>(component, task, stop).all_layers(&steps)?;
    let mut solution = vec![0; component.groups.len()];
    let (mut state, mut left) = (0, truths);
    if !layers[steps.len()].has_way(state, left) {
        return Ok(None);
    }
    for (step, layer) in steps.iter().zip(&layers).rev() {
        // A way exists, so it is found before the sum overflows its four bits.
        let origin = |truths: usize| {
            let before = (state + step.unit * truths as State).checked_sub(step.begin)?;
            let is_step = step.range(before + step.begin).contains(&truths);
            let is_way = left >= truths && layer.has_way(before, left - truths);
            (is_step && is_way).then_some((before, truths))
        };
        let Some((before, truths)) = (0..=step.size).find_map(origin) else { return Ok(None) };
        solution[step.group] = truths as u32;
        (state, left) = (before, left - truths);
    }
    Ok(Some(solution))
}

/// The step of one group.
struct Step {
    group: usize,
    size: usize,
    /// The equations that enter the frontier here, with their counts.
    begin: State,
    /// One in the slot of each equation of the group.
    unit: State,
    /// For each equation of the group, its slot, and the number of its variables in later groups.
    equations: Vec<(u32, u32)>,
}

impl Step {
    /// The possible numbers of true variables of the group.
    fn range(&self, state: State) -> std::ops::RangeInclusive<usize> {
        let (mut least, mut most) = (0, self.size as u32);
        for &(shift, later) in &self.equations {
            let needed = (state >> shift) as u32 & ((1 << BITS) - 1);
            least = least.max(needed.saturating_sub(later));
            most = most.min(needed);
        }
        least as usize..=most as usize
    }

    fn after(&self, state: State, truths: usize) -> State {
        state - self.unit * truths as State
    }
}

/// The steps in an order that keeps the frontier narrow.
fn plan(component: &Component) -> Result<Vec<Step>, Uncountable> {
    let most_needed = (1 << BITS) - 1;
    if component.equations.iter().any(|equation| equation.needed > most_needed)
        || component.groups.iter().any(|group| group.variables.len() > LARGEST_GROUP)
    {
        return Err(TooWide);
    }
    let order = order::best(component, SLOTS as usize).ok_or(TooWide)?;
    let mut slots = vec![None; component.equations.len()];
    let mut later: Vec<u32> = component.equations.iter().map(|equation| equation.open).collect();
    let mut free: Vec<u32> = (0..SLOTS).rev().map(|slot| slot * BITS).collect();
    let mut steps = Vec::with_capacity(order.len());
    for number in order {
        let group = &component.groups[number];
        let size = group.variables.len();
        let mut step = Step { group: number, size, begin: 0, unit: 0, equations: Vec::new() };
        let mut done = Vec::new();
        for &equation in &group.equations {
            let at = equation as usize;
            let shift = if let Some(shift) = slots[at] {
                shift
            } else {
                let shift = free.pop().ok_or(TooWide)?;
                step.begin |= State::from(component.equations[at].needed) << shift;
                slots[at] = Some(shift);
                shift
            };
            later[at] -= size as u32;
            step.unit |= 1 << shift;
            step.equations.push((shift, later[at]));
            if later[at] == 0 {
                done.push(shift);
            }
        }
        free.extend(done);
        steps.push(step);
    }
    Ok(steps)
}

/// The states at one place, ascending, each with its numbers of ways.
struct Layer<N> {
    states: Vec<State>,
    /// For each state, the number of true variables of its first entry.
    least: Vec<u32>,
    /// The offset of the entries of each state.
    begins: Vec<u32>,
    ways: Vec<N>,
}

impl<N: Natural> Layer<N> {
    fn empty() -> Self {
        Self { states: Vec::new(), least: Vec::new(), begins: vec![0], ways: Vec::new() }
    }

    fn start() -> Self {
        Self { states: vec![0], least: vec![0], begins: vec![0, 1], ways: vec![N::from(1)] }
    }

    fn ways(&self, index: usize) -> (usize, &[N]) {
        let range = self.begins[index] as usize..self.begins[index + 1] as usize;
        (self.least[index] as usize, &self.ways[range])
    }

    /// Whether a state is reached with so many true variables.
    fn has_way(&self, state: State, truths: usize) -> bool {
        self.states.binary_search(&state).is_ok_and(|index| {
            let (least, ways) = self.ways(index);
            let way = truths.checked_sub(least).and_then(|at| ways.get(at));
            way.is_some_and(|way| !way.is_zero())
        })
    }

    /// Adds a state with zeros for numbers of true variables from `least` to `most`.
    fn open(&mut self, state: State, least: usize, most: usize) {
        self.states.push(state);
        self.least.push(least as u32);
        self.ways.resize(self.ways.len() + most - least + 1, N::ZERO);
        self.begins.push(self.ways.len() as u32);
    }

    /// Adds ways to the last state.
    fn add_to_last(&mut self, least: usize, ways: &[N], factor: u32) {
        let state = self.states.len() - 1;
        let begin = self.begins[state] as usize + least - self.least[state] as usize;
        for (sum, way) in self.ways[begin..].iter_mut().zip(ways) {
            if factor == 1 { sum.add(way) } else { sum.add(&way.times(factor)) }
        }
    }
}

struct Pass<'s> {
    task: Task,
    /// The words of memory left.
    left: usize,
    /// The word products left.
    products: usize,
    /// The words of a number.
    words: usize,
    stop: &'s dyn Fn() -> bool,
}

/// A word product is so many times cheaper than a word of memory.
const PRODUCTS: usize = 25;

/// The number of states between two calls of `stop`.
const STATES_PER_STOP_CHECK: usize = 1 << 12;

/// A transition to a state: from which one, and with how many true variables of the group.
#[derive(Clone, Copy)]
struct Move {
    to: State,
    from: u32,
    truths: u32,
}

impl<'s> Pass<'s> {
    fn new<N: Natural>(component: &Component, task: Task, stop: &'s dyn Fn() -> bool) -> Self {
        let products = task.words.saturating_mul(PRODUCTS);
        Self { task, left: task.words, products, words: N::words(component.size), stop }
    }

    /// Reserves memory for numbers.
    fn reserve(&mut self, numbers: usize) -> Result<(), Uncountable> {
        let words = numbers.saturating_mul(self.words);
        self.left = self.left.checked_sub(words).ok_or(TooWide)?;
        Ok(())
    }

    /// Reserves products of numbers.
    fn reserve_products(&mut self, numbers: usize) -> Result<(), Uncountable> {
        let words = numbers.saturating_mul(self.words);
        self.products = self.products.checked_sub(words).ok_or(TooWide)?;
        Ok(())
    }

    /// All layers, from before the first step to after the last.
    fn all_layers<N: Natural>(&mut self, steps: &[Step]) -> Result<Vec<Layer<N>>, Uncountable> {
        let mut layers = vec![Layer::start()];
        for step in steps {
            let next = self.forwards(&layers[layers.len() - 1], step)?;
            layers.push(next);
        }
        Ok(layers)
    }

    fn forwards<N: Natural>(
        &mut self,
        layer: &Layer<N>,
        step: &Step,
    ) -> Result<Layer<N>, Uncountable> {
        let mut moves = Vec::with_capacity(layer.states.len() * 2);
        for (from, &state) in (0..).zip(&layer.states) {
            let state = state + step.begin;
            for truths in step.range(state) {
                let to = step.after(state, truths);
                moves.push(Move { to, from, truths: truths as u32 });
            }
        }
        moves.sort_unstable_by_key(|step| step.to);
        let mut next = Layer::empty();
        for (number, moves) in moves.chunk_by(|a, b| a.to == b.to).enumerate() {
            let before = next.ways.len();
            self.merge(layer, step, moves, &mut next);
            self.reserve(next.ways.len() - before)?;
            let is_late = number % STATES_PER_STOP_CHECK == 0 && (self.stop)();
            if next.states.len() > self.task.most_states || is_late {
                return Err(TooWide);
            }
        }
        Ok(next)
    }

    /// Merges all moves to one state.
    fn merge<N: Natural>(
        &self,
        layer: &Layer<N>,
        step: &Step,
        moves: &[Move],
        next: &mut Layer<N>,
    ) {
        let begins = |it: &Move| {
            let (least, ways) = layer.ways(it.from as usize);
            let least = least + self.shift(it.truths as usize);
            (least, least + ways.len() - 1)
        };
        let least = moves.iter().map(|it| begins(it).0).min().unwrap_or(0);
        let most = moves.iter().map(|it| begins(it).1).max().unwrap_or(0);
        next.open(moves[0].to, least, most);
        for it in moves {
            let (least, ways) = layer.ways(it.from as usize);
            let truths = it.truths as usize;
            next.add_to_last(least + self.shift(truths), ways, choose(step.size, truths));
        }
    }

    /// By how much true variables shift the entries of a state.
    fn shift(&self, truths: usize) -> usize {
        if self.task.by_truths { truths } else { 0 }
    }

    /// From the last layer to the first: the ways to complete each state, and the counts of groups.
    fn backwards<N: Natural>(
        &mut self,
        component: &Component,
        steps: &[Step],
        mut layers: Vec<Layer<N>>,
    ) -> Result<Counted<N>, Uncountable> {
        let nothing = Histogram { least: 0, counts: Vec::new() };
        let mut with = vec![nothing.clone(); component.groups.len()];
        let end = layers.pop().filter(|layer| !layer.states.is_empty());
        let Some(end) = end else { return Ok(Counted { all: nothing, with }) };
        let (least, ways) = end.ways(0);
        let all = Histogram { least, counts: ways.to_vec() };
        if self.task.only_possible {
            return Ok(Counted { all, with: Vec::new() });
        }
        if !all.counts.iter().all(N::is_exact) {
            return Err(Uncountable::TooLarge);
        }
        self.reserve(component.groups.len() * all.counts.len())?;
        let mut completed = Layer::start();
        for (step, reached) in steps.iter().zip(&layers).rev() {
            let (before, true_in) = self.step_back(step, reached, &completed, &all)?;
            with[step.group] = true_in;
            completed = before;
        }
        Ok(Counted { all, with })
    }

    /// The ways to complete the states before a step, and the number of solutions in which a given
    /// variable of its group is true.
    fn step_back<N: Natural>(
        &mut self,
        step: &Step,
        reached: &Layer<N>,
        completed: &Layer<N>,
        all: &Histogram<N>,
    ) -> Result<(Layer<N>, Histogram<N>), Uncountable> {
        let mut before = Layer::empty();
        let mut true_in = Histogram { least: all.least, counts: vec![N::ZERO; all.counts.len()] };
        let mut moves = Vec::new();
        for (index, &state) in reached.states.iter().enumerate() {
            if index % STATES_PER_STOP_CHECK == 0 && (self.stop)() {
                return Err(TooWide);
            }
            let state = state + step.begin;
            moves.clear();
            for truths in step.range(state) {
                if let Ok(to) = completed.states.binary_search(&step.after(state, truths)) {
                    moves.push(Move { to: 0, from: to as u32, truths: truths as u32 });
                }
            }
            // No solution has this state.
            if moves.is_empty() {
                continue;
            }
            self.merge(completed, step, &moves, &mut before);
            // `merge` has given it the state after the step.
            let newest = before.states.len() - 1;
            before.states[newest] = reached.states[index];
            for it in &moves {
                let truths = it.truths as usize;
                if truths > 0 {
                    let factor = choose(step.size - 1, truths - 1);
                    let (least, ways) = completed.ways(it.from as usize);
                    let ahead = (least + self.shift(truths), ways);
                    self.reserve_products(ways.len() * reached.ways(index).1.len())?;
                    add_products(&mut true_in, reached.ways(index), ahead, factor);
                }
            }
        }
        Ok((before, true_in))
    }
}

/// Adds the products of the ways to reach a state and the ways to complete it.
fn add_products<N: Natural>(
    sums: &mut Histogram<N>,
    (least, here): (usize, &[N]),
    (ahead_least, ahead): (usize, &[N]),
    factor: u32,
) {
    let begin = least + ahead_least - sums.least;
    for (i, way) in here.iter().enumerate() {
        let way = if factor == 1 { way.clone() } else { way.times(factor) };
        for (sum, rest) in sums.counts[begin + i..].iter_mut().zip(ahead) {
            sum.add_product(&way, rest);
        }
    }
}

/// A binomial coefficient. `num_integer::binomial` computes a gcd per step, and this is called for
/// every transition.
fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1)) as u32
}
