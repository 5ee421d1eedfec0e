//! Literals along a path through a layered graph: the unfolded automaton, and sums.

use std::collections::{BTreeMap, HashMap, HashSet};

use sator_sat::Lit;
use sator_sat::encode::Encoder;

use super::{Numbering, open_of};
use crate::cell::Value;
use crate::propagate::Contradiction;

/// A graph with a layer of nodes before each cell and one after the last. Exactly one literal of
/// each cell is true, and the true literals are the labels of a path from node 0 of the first layer
/// to any node of the last.
#[derive(Debug, Clone, Default)]
pub struct Layers {
    cells: Vec<Layer>,
    is_impossible: bool,
}

/// A cell with the arcs that read it.
#[derive(Debug, Clone)]
struct Layer {
    lits: Box<[Lit]>,
    arcs: Vec<Arc>,
    /// The number of nodes after it.
    targets: usize,
}

impl Layer {
    /// Whether each literal may still be true.
    fn open(&self, value: &dyn Fn(Lit) -> Option<bool>) -> Vec<bool> {
        match self.lits.iter().position(|&lit| value(lit) == Some(true)) {
            Some(truth) => (0..self.lits.len()).map(|at| at == truth).collect(),
            None => self.lits.iter().map(|&lit| value(lit).is_none()).collect(),
        }
    }

    /// The arcs by a literal that may be true, each with the place of the literal.
    fn open_arcs<'a>(&'a self, open: &'a [bool]) -> impl Iterator<Item = &'a Arc> {
        self.arcs.iter().filter(|arc| open[arc.label as usize])
    }
}

/// From a node of a layer to one of the next, by a literal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arc {
    pub(super) from: usize,
    pub(super) lit: Lit,
    pub(super) to: usize,
    /// The place of the literal in its layer, which [`Layers::push`] sets.
    pub(super) label: u16,
}

impl Layers {
    /// The paths of an automaton through the values of cells.
    pub(crate) fn unfold(
        cells: impl Iterator<Item = Vec<(Value, Lit)>>,
        transitions: &HashMap<(usize, Value), usize>,
        accepting: &[usize],
    ) -> Self {
        let mut layers = Self::default();
        let mut states = vec![0];
        for choices in cells {
            let mut numbering = Numbering::default();
            let (mut arcs, mut next) = (Vec::new(), Vec::new());
            for (from, &state) in states.iter().enumerate() {
                for &(value, lit) in &choices {
                    let Some(&target) = transitions.get(&(state, value)) else { continue };
                    let to = numbering.of(target as i64);
                    if to == next.len() {
                        next.push(target);
                    }
                    arcs.push(Arc { from, lit, to, label: 0 });
                }
            }
            layers.push(choices.iter().map(|it| it.1).collect(), arcs);
            states = next;
        }
        if let Some(last) = layers.cells.last_mut() {
            last.arcs.retain(|arc| accepting.contains(&states[arc.to]));
        }
        let is_possible =
            layers.cells.last().map_or(accepting.contains(&0), |it| !it.arcs.is_empty());
        layers.finish(is_possible)
    }

    /// Adds a cell.
    pub(super) fn push(&mut self, lits: Box<[Lit]>, mut arcs: Vec<Arc>) {
        for arc in &mut arcs {
            let place = lits.iter().position(|lit| *lit == arc.lit);
            arc.label = place.expect("an arc reads a literal of its cell") as u16;
        }
        let targets = arcs.iter().map(|arc| arc.to + 1).max().unwrap_or(0);
        self.cells.push(Layer { lits, arcs, targets });
    }

    /// Drops the arcs that lead to no node of the last layer, and merges nodes from which the same
    /// labels lead to the same nodes.
    pub(super) fn finish(mut self, is_possible: bool) -> Self {
        for index in (1..self.cells.len()).rev() {
            let leads_on = nodes(self.cells[index].arcs.iter().map(|arc| arc.from));
            self.cells[index - 1].arcs.retain(|arc| leads_on.contains(&arc.to));
        }
        self.is_impossible = !is_possible || self.cells.iter().any(|it| it.arcs.is_empty());
        self.merge();
        self
    }

    /// Merges equivalent nodes, from the last layer to the first. All nodes after the last layer are
    /// equivalent.
    fn merge(&mut self) {
        // The new number of each node after the layer.
        let mut merged: HashMap<usize, usize> = HashMap::new();
        for (at, layer) in self.cells.iter_mut().enumerate().rev() {
            let mut leaving: BTreeMap<usize, Vec<(u16, usize)>> = BTreeMap::new();
            for arc in &mut layer.arcs {
                arc.to = merged.get(&arc.to).copied().unwrap_or(0);
                leaving.entry(arc.from).or_default().push((arc.label, arc.to));
            }
            layer.targets = layer.arcs.iter().map(|arc| arc.to + 1).max().unwrap_or(0);
            if at == 0 {
                return;
            }
            let mut numbers: HashMap<Vec<(u16, usize)>, usize> = HashMap::new();
            merged.clear();
            let mut is_first = HashMap::new();
            for (node, mut labels) in leaving {
                labels.sort_unstable();
                let next = numbers.len();
                let number = *numbers.entry(labels).or_insert(next);
                is_first.entry(number).or_insert(node);
                merged.insert(node, number);
            }
            // The arcs of one node stand for those of all that are merged with it.
            layer.arcs.retain(|arc| is_first[&merged[&arc.from]] == arc.from);
            for arc in &mut layer.arcs {
                arc.from = merged[&arc.from];
            }
        }
    }

    pub(super) fn lits(&self) -> Vec<Lit> {
        self.cells.iter().flat_map(|layer| layer.lits.iter().copied()).collect()
    }

    pub(super) fn holds(&self, is_true: &dyn Fn(Lit) -> bool) -> bool {
        let step = |nodes: Vec<usize>, layer: &Layer| -> Vec<usize> {
            let taken = |arc: &&Arc| nodes.contains(&arc.from) && is_true(arc.lit);
            layer.arcs.iter().filter(taken).map(|arc| arc.to).collect()
        };
        !self.is_impossible && !self.cells.iter().fold(vec![0], step).is_empty()
    }

    /// The literals that may be true in each layer, and the nodes before each layer and after the
    /// last that lie on a path which the known literals leave open.
    fn open_paths(&self, value: &dyn Fn(Lit) -> Option<bool>) -> (Vec<Vec<bool>>, Vec<Vec<bool>>) {
        let open: Vec<_> = self.cells.iter().map(|layer| layer.open(value)).collect();
        let mut live = vec![vec![true]];
        for (layer, open) in self.cells.iter().zip(&open) {
            let mut next = vec![false; layer.targets];
            let nodes = &live[live.len() - 1];
            for arc in layer.open_arcs(open) {
                next[arc.to] |= nodes[arc.from];
            }
            live.push(next);
        }
        for (at, layer) in self.cells.iter().enumerate().rev() {
            let mut leads_on = vec![false; live[at].len()];
            for arc in layer.open_arcs(&open[at]) {
                leads_on[arc.from] |= live[at + 1][arc.to];
            }
            for (is_live, leads_on) in live[at].iter_mut().zip(leads_on) {
                *is_live &= leads_on;
            }
        }
        (open, live)
    }

    /// The arcs that lie on a path which the known literals leave open.
    fn open_arcs(&self, value: &dyn Fn(Lit) -> Option<bool>) -> Vec<Vec<Arc>> {
        let (open, live) = self.open_paths(value);
        let arcs = |(at, layer): (usize, &Layer)| {
            let is_live = |arc: &&Arc| live[at][arc.from] && live[at + 1][arc.to];
            layer.open_arcs(&open[at]).filter(is_live).copied().collect()
        };
        self.cells.iter().enumerate().map(arcs).collect()
    }

    pub(super) fn propagate(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        imply: &mut dyn FnMut(Lit),
    ) -> Result<(), Contradiction> {
        let (open, live) = self.open_paths(value);
        if self.is_impossible || !live[0][0] {
            return Err(Contradiction);
        }
        for (at, layer) in self.cells.iter().enumerate() {
            let mut is_supported = vec![false; layer.lits.len()];
            for arc in layer.open_arcs(&open[at]) {
                is_supported[arc.label as usize] |= live[at][arc.from] && live[at + 1][arc.to];
            }
            for (&lit, is_supported) in layer.lits.iter().zip(is_supported) {
                if !is_supported && value(lit).is_none() {
                    imply(!lit);
                }
            }
        }
        Ok(())
    }

    /// A literal for each inner node. A node and a label lead to the next node; a node needs an arc
    /// to it and an arc from it; a label needs a node that it can be read at. (F. Bacchus, "GAC via
    /// unit propagation", 2007; C.-G. Quimper and T. Walsh, "Global grammar constraints", 2006.)
    pub(super) fn encode(&self, encoder: &mut Encoder<'_>) {
        if self.is_impossible {
            return encoder.clause(&[]);
        }
        // Nothing stands for the only node of the first layer and for all of the last.
        let mut nodes: Vec<Option<Lit>> = vec![None];
        for (index, layer) in self.cells.iter().enumerate() {
            let is_last = index + 1 == self.cells.len();
            let targets = layer.arcs.iter().map(|arc| arc.to + 1).max().unwrap_or(0);
            let next: Vec<Option<Lit>> =
                (0..targets).map(|_| (!is_last).then(|| encoder.fresh())).collect();
            let targets: HashMap<_, _> =
                layer.arcs.iter().rev().map(|arc| ((arc.from, arc.lit), arc.to)).collect();
            for (from, &node) in nodes.iter().enumerate() {
                let mut labels: Vec<Lit> = node.map(|node| !node).into_iter().collect();
                for &lit in &layer.lits {
                    let to = targets.get(&(from, lit)).map(|&to| next[to]);
                    labels.extend(to.map(|_| lit));
                    let excluded = node.map(|node| !node).into_iter().chain([!lit]);
                    match to {
                        None => encoder.clause(&excluded.collect::<Vec<_>>()),
                        Some(Some(to)) => encoder.clause(&excluded.chain([to]).collect::<Vec<_>>()),
                        Some(None) => {}
                    }
                }
                encoder.clause(&labels);
            }
            let mut sources_of = vec![Vec::new(); next.len()];
            for arc in &layer.arcs {
                sources_of[arc.to].push(nodes[arc.from]);
            }
            for (node, sources) in next.iter().zip(sources_of) {
                let Some(node) = *node else { continue };
                if sources.iter().all(Option::is_some) {
                    let clause = [!node].into_iter().chain(sources.into_iter().flatten());
                    encoder.clause(&clause.collect::<Vec<_>>());
                }
            }
            for &lit in layer.lits.iter().filter(|_| index > 0) {
                let arcs = layer.arcs.iter().filter(|arc| arc.lit == lit);
                let sources = arcs.filter_map(|arc| nodes[arc.from]);
                let clause: Vec<Lit> = [!lit].into_iter().chain(sources).collect();
                encoder.clause(&clause);
            }
            nodes = next;
        }
    }

    pub(super) fn reduced(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        rename: &dyn Fn(Lit) -> Lit,
    ) -> Self {
        // Decided cells are left out: their labels are true.
        let mut reduced = Self::default();
        let mut arcs = self.open_arcs(value).into_iter();
        let mut kept: Vec<(Box<[Lit]>, Vec<Arc>)> = Vec::new();
        let mut map: HashMap<usize, Vec<usize>> = HashMap::from([(0, vec![0])]);
        for layer in &self.cells {
            let open = arcs.next().unwrap_or_default();
            let is_decided = layer.lits.iter().any(|&lit| value(lit) == Some(true));
            if is_decided {
                // The nodes before it stand for those after it.
                let mut next: HashMap<usize, Vec<usize>> = HashMap::new();
                for arc in &open {
                    let sources = map.get(&arc.from).cloned().unwrap_or_default();
                    next.entry(arc.to).or_default().extend(sources);
                }
                map = next;
            } else {
                let mut step = Vec::new();
                for arc in &open {
                    for &from in map.get(&arc.from).into_iter().flatten() {
                        step.push(Arc { from, lit: rename(arc.lit), to: arc.to, label: 0 });
                    }
                }
                let lits = open_of(&layer.lits, value).into_iter().map(rename).collect();
                kept.push((lits, step));
                map = open.iter().map(|arc| (arc.to, vec![arc.to])).collect();
            }
        }
        let is_possible = !self.is_impossible && !map.is_empty();
        // Arcs into nodes that a decided tail rejects were dropped by `open_arcs`.
        for (lits, step) in kept {
            reduced.push(lits, step);
        }
        reduced.finish(is_possible)
    }
}

/// The set of these nodes.
fn nodes(all: impl Iterator<Item = usize>) -> HashSet<usize> {
    all.collect()
}
