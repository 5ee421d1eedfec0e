//! Counts the solutions of a component along a frontier: group after group is given a number of
//! truths, and all beginnings that leave the same to do for the equations under way are one.
//!
//! Behind the frontier an equation is done, before it nothing of it is; what is left of those in
//! between is the state. Forwards every state learns in how many ways it is reached, backwards in
//! how many ways it can be completed, and both together tell of every group how many of its
//! variables are true how often. Where the number of all truths matters, numbers of ways are kept
//! apart by it.

use num_bigint::BigUint;

use super::component::Component;
use super::natural::{Natural, choose};
use super::order;
use Uncountable::TooWide;

/// Numbers of solutions, by the number of truths: the first of them is for `least`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spectrum<N> {
    pub(super) least: usize,
    pub(super) ways: Vec<N>,
}

/// What counting tells about a component.
#[derive(Debug, Clone)]
pub(super) struct Counted<N> {
    /// All solutions.
    pub(super) all: Spectrum<N>,
    /// Those in which a variable of a group is true, group by group.
    pub(super) with: Vec<Spectrum<N>>,
}

/// Why a component was not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Uncountable {
    /// It is too wide, or there was no time.
    TooWide,
    /// Its numbers are too large for their type.
    TooLarge,
}

/// What is to be counted, and how much work is worth it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    /// Apart by the number of truths.
    pub(super) by_truths: bool,
    /// Only which numbers of truths are possible: nothing of groups, and numbers may be too small.
    pub(super) is_rough: bool,
    /// States at one place.
    pub(super) most_states: usize,
    /// Label of memory in all places together. Of products there may be [`PRODUCTS`] times as many.
    pub(super) words: usize,
}

/// What is left to do for the equations under way: four bits for each.
type State = u128;

const BITS: u32 = 4;
const SLOTS: u32 = State::BITS / BITS;

/// Looking for one solution may take half a gigabyte.
const MOST_WORDS: usize = 64_000_000;

/// Of more variables there may be more choices than [`choose`] can tell.
const LARGEST_GROUP: usize = 30;

impl<N: Natural> Counted<N> {
    /// The same in numbers of any size.
    pub(super) fn into_big(self) -> Counted<BigUint> {
        let big = |Spectrum { least, ways }: Spectrum<N>| {
            let ways = ways.into_iter().map(Natural::into_big).collect();
            Spectrum { least, ways }
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

/// A solution of a component with so many truths, if there is one: how many variables of each group
/// are true.
pub(super) fn find(
    component: &Component,
    truths: usize,
    most_states: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Vec<u32>>, Uncountable> {
    let steps = plan(component)?;
    let task = Task { by_truths: true, is_rough: true, most_states, words: MOST_WORDS };
    // It only matters which numbers are not 0, and those that are too large are not.
    let layers: Vec<Layer<u64>> = Pass::new::<u64>(component, task, stop).all_layers(&steps)?;
    let mut solution = vec![0; component.groups.len()];
    let (mut state, mut left) = (0, truths);
    if !layers[steps.len()].has_way(state, left) {
        return Ok(None);
    }
    for (step, layer) in steps.iter().zip(&layers).rev() {
        // There is a way, so one is found before so many truths would run over their place.
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

/// A group's turn.
struct Step {
    group: usize,
    size: usize,
    /// What is added to a state: equations that begin here, with all that they need.
    begin: State,
    /// One in the place of each equation of the group.
    unit: State,
    /// For each equation of the group, its place, and how many variables come later.
    equations: Vec<(u32, u32)>,
}

impl Step {
    /// How many variables of the group may be true.
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

/// The groups in an order that keeps few equations under way.
fn plan(component: &Component) -> Result<Vec<Step>, Uncountable> {
    let most_needed = (1 << BITS) - 1;
    if component.equations.iter().any(|equation| equation.needed > most_needed)
        || component.groups.iter().any(|group| group.variables.len() > LARGEST_GROUP)
    {
        return Err(TooWide);
    }
    let order = order::best(component, SLOTS as usize).ok_or(TooWide)?;
    let mut places = vec![None; component.equations.len()];
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
            let shift = if let Some(shift) = places[at] {
                shift
            } else {
                let shift = free.pop().ok_or(TooWide)?;
                step.begin |= State::from(component.equations[at].needed) << shift;
                places[at] = Some(shift);
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

/// The states at one place, ascending, each with its ways.
struct Layer<N> {
    states: Vec<State>,
    /// Of each state, the number of truths of its first way.
    least: Vec<u32>,
    /// Where the ways of each state begin.
    begins: Vec<u32>,
    ways: Vec<N>,
}

impl<N: Natural> Layer<N> {
    fn empty() -> Self {
        Self { states: Vec::new(), least: Vec::new(), begins: vec![0], ways: Vec::new() }
    }

    fn start() -> Self {
        Self { states: vec![0], least: vec![0], begins: vec![0, 1], ways: vec![N::small(1)] }
    }

    fn ways(&self, index: usize) -> (usize, &[N]) {
        let range = self.begins[index] as usize..self.begins[index + 1] as usize;
        (self.least[index] as usize, &self.ways[range])
    }

    /// Whether a state is reached with so many truths.
    fn has_way(&self, state: State, truths: usize) -> bool {
        self.states.binary_search(&state).is_ok_and(|index| {
            let (least, ways) = self.ways(index);
            let way = truths.checked_sub(least).and_then(|at| ways.get(at));
            way.is_some_and(|way| !way.is_zero())
        })
    }

    /// Adds a state with nothing yet, for numbers of truths from `least` to `most`.
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
    /// How many more words may be held.
    left: usize,
    /// How many more words may be multiplied.
    products: usize,
    /// How many words a number has.
    words: usize,
    stop: &'s dyn Fn() -> bool,
}

/// Products of words are this much cheaper than words that are held.
const PRODUCTS: usize = 25;

/// So many states are dealt with between two looks at the clock.
const STATES: usize = 1 << 12;

/// A state that is reached: from which, by how many truths.
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

    /// Pays for numbers.
    fn pay(&mut self, numbers: usize) -> Result<(), Uncountable> {
        let words = numbers.saturating_mul(self.words);
        self.left = self.left.checked_sub(words).ok_or(TooWide)?;
        Ok(())
    }

    /// Pays for products of numbers.
    fn pay_products(&mut self, numbers: usize) -> Result<(), Uncountable> {
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
            self.pay(next.ways.len() - before)?;
            let is_late = number % STATES == 0 && (self.stop)();
            if next.states.len() > self.task.most_states || is_late {
                return Err(TooWide);
            }
        }
        Ok(next)
    }

    /// Makes one state of all moves to it.
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

    /// By how much truths move the ways of a state.
    fn shift(&self, truths: usize) -> usize {
        if self.task.by_truths { truths } else { 0 }
    }

    /// From the last layer back: how each state can be completed, and what that says of groups.
    fn backwards<N: Natural>(
        &mut self,
        component: &Component,
        steps: &[Step],
        mut layers: Vec<Layer<N>>,
    ) -> Result<Counted<N>, Uncountable> {
        let nothing = Spectrum { least: 0, ways: Vec::new() };
        let mut with = vec![nothing.clone(); component.groups.len()];
        let end = layers.pop().filter(|layer| !layer.states.is_empty());
        let Some(end) = end else { return Ok(Counted { all: nothing, with }) };
        let (least, ways) = end.ways(0);
        let all = Spectrum { least, ways: ways.to_vec() };
        if self.task.is_rough {
            return Ok(Counted { all, with: Vec::new() });
        }
        if !all.ways.iter().all(N::is_exact) {
            return Err(Uncountable::TooLarge);
        }
        self.pay(component.groups.len() * all.ways.len())?;
        let mut completed = Layer::start();
        for (step, reached) in steps.iter().zip(&layers).rev() {
            let (before, true_in) = self.step_back(step, reached, &completed, &all)?;
            with[step.group] = true_in;
            completed = before;
        }
        Ok(Counted { all, with })
    }

    /// How the states before a step are completed, and in how many solutions a variable of its
    /// group is true.
    fn step_back<N: Natural>(
        &mut self,
        step: &Step,
        reached: &Layer<N>,
        completed: &Layer<N>,
        all: &Spectrum<N>,
    ) -> Result<(Layer<N>, Spectrum<N>), Uncountable> {
        let mut before = Layer::empty();
        let mut true_in = Spectrum { least: all.least, ways: vec![N::ZERO; all.ways.len()] };
        let mut moves = Vec::new();
        for (index, &state) in reached.states.iter().enumerate() {
            if index % STATES == 0 && (self.stop)() {
                return Err(TooWide);
            }
            let state = state + step.begin;
            moves.clear();
            for truths in step.range(state) {
                if let Ok(to) = completed.states.binary_search(&step.after(state, truths)) {
                    moves.push(Move { to: 0, from: to as u32, truths: truths as u32 });
                }
            }
            // A state that nothing completes leads nowhere.
            if moves.is_empty() {
                continue;
            }
            self.merge(completed, step, &moves, &mut before);
            // So far it has the name of a state after the step.
            let newest = before.states.len() - 1;
            before.states[newest] = reached.states[index];
            for it in &moves {
                let truths = it.truths as usize;
                if truths > 0 {
                    let factor = choose(step.size - 1, truths - 1);
                    let (least, ways) = completed.ways(it.from as usize);
                    let ahead = (least + self.shift(truths), ways);
                    self.pay_products(ways.len() * reached.ways(index).1.len())?;
                    add_products(&mut true_in, reached.ways(index), ahead, factor);
                }
            }
        }
        Ok((before, true_in))
    }
}

/// Adds all ways to get somewhere and from there to the end.
fn add_products<N: Natural>(
    sums: &mut Spectrum<N>,
    (least, here): (usize, &[N]),
    (ahead_least, ahead): (usize, &[N]),
    factor: u32,
) {
    let begin = least + ahead_least - sums.least;
    for (i, way) in here.iter().enumerate() {
        let way = if factor == 1 { way.clone() } else { way.times(factor) };
        for (sum, rest) in sums.ways[begin + i..].iter_mut().zip(ahead) {
            sum.add_product(&way, rest);
        }
    }
}
