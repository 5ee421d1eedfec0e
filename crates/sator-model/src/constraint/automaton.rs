//! The values of a sequence of cells are accepted by a finite automaton.

use std::collections::{HashMap, HashSet};

use super::View;
use super::form::{Form, Layers, Part};
use crate::cell::{CellId, Cells, Value};
use crate::label;
use crate::lower::smtlib::{Assertion, Terms, joined};

/// A deterministic automaton reads the cells' values in order and ends in an accepting state. The
/// start state is 0; a value without a transition is rejected. (G. Pesant, "A regular language
/// membership constraint for finite sequences of variables", 2004.)
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    cells: Vec<CellId>,
    transitions: HashMap<(usize, Value), usize>,
    accepting: Vec<usize>,
}

impl Automaton {
    /// The cells' values, read from state 0 by these transitions, end in an accepting state.
    ///
    /// # Panics
    ///
    /// If two transitions lead from one state by one value to different states.
    pub fn new(
        cells: impl IntoIterator<Item = CellId>,
        transitions: impl IntoIterator<Item = (usize, Value, usize)>,
        accepting: impl IntoIterator<Item = usize>,
    ) -> Self {
        let mut all = HashMap::new();
        for (from, value, to) in transitions {
            let target = *all.entry((from, value)).or_insert(to);
            assert_eq!(target, to, "state {from} has two transitions by {value}");
        }
        Self {
            cells: cells.into_iter().collect(),
            transitions: all,
            accepting: accepting.into_iter().collect(),
        }
    }

    /// The automaton whose states are found by following `next` from a start state, which is the
    /// state of a running computation: the highest value so far, a partial sum.
    pub fn from_states<S: Clone + Eq + std::hash::Hash>(
        model: &Cells,
        cells: impl IntoIterator<Item = CellId>,
        start: S,
        next: impl Fn(&S, Value) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Self {
        let cells: Vec<_> = cells.into_iter().collect();
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut layer = vec![0];
        let mut transitions = HashMap::new();
        for &cell in &cells {
            let mut reached = Vec::new();
            let mut is_reached = HashSet::new();
            for &from in &layer {
                for value in model.domain(cell).values() {
                    let Some(state) = next(&states[from], value) else { continue };
                    let to = *numbers.entry(state.clone()).or_insert_with(|| {
                        states.push(state);
                        states.len() - 1
                    });
                    transitions.insert((from, value), to);
                    if is_reached.insert(to) {
                        reached.push(to);
                    }
                }
            }
            layer = reached;
        }
        let accepting = (0..states.len()).filter(|&state| accepts(&states[state])).collect();
        Self { cells, transitions, accepting }
    }

    /// The cells in the order in which they are read.
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// The state after reading a value; `None` if it is rejected.
    pub fn next(&self, state: usize, value: Value) -> Option<usize> {
        self.transitions.get(&(state, value)).copied()
    }

    /// Whether the values may end in this state.
    pub fn accepts(&self, state: usize) -> bool {
        self.accepting.contains(&state)
    }

    pub(super) fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        let step = |state, cell: &CellId| self.transitions.get(&(state, value_of(*cell))).copied();
        self.cells.iter().try_fold(0, step).is_some_and(|state| self.accepting.contains(&state))
    }

    pub(super) fn scope(&self) -> Vec<CellId> {
        self.cells.clone()
    }

    pub(super) fn parts(&self, view: &View<'_>, take: &mut dyn FnMut(Part<'_>)) {
        if view.has(view.origin) {
            let choices = self.cells.iter().map(|&cell| view.choices(cell).collect::<Vec<_>>());
            let layers = Layers::unfold(choices, &self.transitions, &self.accepting);
            take(Part::whole(Form::Layers(layers)));
        }
    }

    /// An integer for the state after each cell.
    pub(super) fn smt(&self, smt: &mut Terms<'_>) -> Vec<Assertion> {
        let states: Vec<_> = (0..=self.cells.len()).map(|_| smt.auxiliary()).collect();
        let is = |state: &str, number: usize| format!("(= {state} {number})");
        let mut sorted: Vec<_> = self.transitions.iter().map(|(&(a, v), &b)| (a, v, b)).collect();
        sorted.sort_unstable();
        let mut all = vec![is(&states[0], 0)];
        for (pair, &cell) in states.windows(2).zip(&self.cells) {
            let step = |&(from, value, to): &(usize, Value, usize)| {
                let read = smt.condition(cell.is(value));
                format!("(and {} {read} {})", is(&pair[0], from), is(&pair[1], to))
            };
            let steps: Vec<_> = sorted.iter().map(step).collect();
            all.push(joined("or", "false", &steps));
        }
        let end = &states[self.cells.len()];
        let accepting: Vec<_> = self.accepting.iter().map(|&state| is(end, state)).collect();
        all.push(joined("or", "false", &accepting));
        vec![Assertion::whole(joined("and", "true", &all))]
    }

    pub(super) fn describe(&self, subject: Option<&str>, cells: &Cells) -> String {
        let text = format!("the automaton accepts {}", label::names(cells, self.scope()));
        subject.map_or(text.clone(), |subject| format!("{subject}: {text}"))
    }
}
