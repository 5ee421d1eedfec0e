//! The search for the smallest set of units that forces a fact.
//!
//! A fact is refuted in the opposite: it is assumed to be false, and a few chosen units propagate
//! until one of them is violated. Small sets are searched exhaustively, by iterative deepening over
//! the units that have consequences. Larger ones are taken out of a propagation by all units, and
//! units are dropped from them while they still refute. Pairs of counts are compared exactly,
//! because propagation misses their difference.

use sator_sat::Lit;

use super::explorer::{Explorer, Mark, Refutation};
use super::units::{Body, UnitId, Units};

/// A fact and the units that force it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) fact: Lit,
    pub(super) units: Vec<UnitId>,
}

/// An exhaustive search for the units that refute an assumption.
struct Deepening<'e, 'u> {
    explorer: &'e mut Explorer<'u>,
    is_excluded: &'e mut Vec<bool>,
    chosen: Vec<UnitId>,
    nodes: u32,
    max_nodes: u32,
    /// The state before the assumption, if branches are left that need more rounds than units are
    /// left. A unit that draws consequences twice would make this wrong.
    looks_ahead_from: Option<Mark>,
}

/// How far an exhaustive search goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Depth {
    /// The number of units.
    pub(super) size: usize,
    /// The most nodes.
    pub(super) max_nodes: u32,
    /// Whether branches are left that need more rounds than units are left. No unit may draw
    /// consequences twice.
    pub(super) looks_ahead: bool,
}

/// The result of an exhaustive search.
pub(super) enum Outcome {
    Found(Vec<UnitId>),
    None,
    /// There were too many sets.
    Unknown,
}

/// Searches for a set of units that refutes an assumption. The explorer is at a fixpoint of single
/// units.
pub(super) fn refute_by(
    explorer: &mut Explorer<'_>,
    is_excluded: &mut Vec<bool>,
    assumption: Lit,
    depth: Depth,
) -> Outcome {
    let Depth { size, max_nodes, looks_ahead } = depth;
    let mark = explorer.mark();
    explorer.enqueue(assumption, None);
    explorer.settle();
    let mut search = Deepening {
        explorer,
        is_excluded,
        chosen: Vec::new(),
        nodes: 0,
        max_nodes,
        looks_ahead_from: looks_ahead.then_some(mark),
    };
    let is_found = search.extend(size);
    let (chosen, nodes) = (std::mem::take(&mut search.chosen), search.nodes);
    explorer.undo(mark);
    match is_found {
        true => Outcome::Found(chosen),
        false if nodes > max_nodes => Outcome::Unknown,
        false => Outcome::None,
    }
}

impl Deepening<'_, '_> {
    /// Whether at most `more` further units lead to a violation; the chosen ones are then complete.
    fn extend(&mut self, more: usize) -> bool {
        self.nodes += 1;
        let violated = self.explorer.violated(|id| !self.is_excluded[id as usize]);
        if let Some(id) = violated {
            if self.explorer.is_chosen(id) {
                return true;
            }
            if more > 0 {
                self.chosen.push(id);
                return true;
            }
        }
        if more == 0 || self.nodes > self.max_nodes {
            return false;
        }
        if let Some(from) = self.looks_ahead_from
            && more > 1
        {
            let is_allowed = |id: UnitId| !self.is_excluded[id as usize];
            if self.explorer.rounds_to_violation(from, more, is_allowed).is_none() {
                return false;
            }
        }
        let mut excluded = Vec::new();
        let mut implied = Vec::new();
        let mut index = 0;
        let mut is_found = false;
        while index < self.explorer.ready().len() && !is_found {
            let id = self.explorer.ready()[index];
            index += 1;
            if self.is_excluded[id as usize] || self.explorer.is_chosen(id) {
                continue;
            }
            implied.clear();
            if !self.explorer.consequences(id, &mut implied) {
                self.chosen.push(id);
                is_found = true;
                break;
            }
            if more == 1 || implied.is_empty() {
                continue;
            }
            let mark = self.explorer.mark();
            self.explorer.choose(id, &implied);
            self.explorer.settle();
            self.chosen.push(id);
            is_found = self.extend(more - 1);
            self.explorer.undo(mark);
            self.explorer.release(id);
            if !is_found {
                self.chosen.pop();
                // A set with this unit has been looked for.
                self.is_excluded[id as usize] = true;
                excluded.push(id);
            }
        }
        for id in excluded {
            self.is_excluded[id as usize] = false;
        }
        is_found
    }
}

/// The smallest set of units that was found in a refutation of an assumption: from different sets of
/// reasons, units are dropped in different orders while the others still refute. Gives up when no set
/// below `limit` is left to be found in an attempt.
pub(super) fn shrink(
    units: &Units,
    explorer: &mut Explorer<'_>,
    assumption: Lit,
    refutation: &Refutation,
    (tries, limit): (usize, usize),
) -> Option<Vec<UnitId>> {
    let mut random = u64::from(assumption.vidx32()) << 1 | 1;
    let mut best = None;
    let mut limit = limit;
    for attempt in 0..tries {
        let mut pick = |most: usize| {
            // Xorshift: any choice does, as long as it is always the same.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            if attempt < 2 { 0 } else { (random % most as u64) as usize }
        };
        let mut order = refutation.units(units, &mut pick);
        if attempt % 2 == 1 {
            order.reverse();
        }
        let mut index = 0;
        while index < order.len() && index < limit {
            let unit = order.remove(index);
            if !explorer.is_refuted_by(assumption, &order) {
                order.insert(index, unit);
                index += 1;
            }
        }
        if order.len() < limit {
            limit = order.len();
            best = Some(order);
        }
    }
    best
}

/// Facts that two counts with common literals force together.
pub(super) fn by_pairs(units: &Units, explorer: &Explorer<'_>, counts: &[UnitId]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut is_in = vec![u32::MAX; units.len()];
    for &first in counts {
        let Body::Group { lits, .. } = &units.unit(first).body else { continue };
        let open: Vec<Lit> =
            lits.iter().copied().filter(|&lit| explorer.value(lit).is_none()).collect();
        for &lit in &open {
            for &second in units.groups_of(lit) {
                if second <= first
                    || is_in[second as usize] == first
                    || !units.unit(second).is_count()
                {
                    continue;
                }
                is_in[second as usize] = first;
                compare(units, explorer, [first, second], &open, &mut found);
            }
        }
    }
    found
}

/// What two counts force together: some of the common literals are true, which leaves the rest to
/// each.
fn compare(
    units: &Units,
    explorer: &Explorer<'_>,
    pair: [UnitId; 2],
    open: &[Lit],
    found: &mut Vec<Found>,
) {
    let Body::Group { lits, .. } = &units.unit(pair[1]).body else { return };
    let others: Vec<Lit> =
        lits.iter().copied().filter(|&lit| explorer.value(lit).is_none()).collect();
    let (common, only_first): (Vec<Lit>, Vec<Lit>) =
        open.iter().partition(|lit| others.contains(lit));
    let only_second: Vec<Lit> = others.iter().copied().filter(|lit| !open.contains(lit)).collect();
    let bounds = pair.map(|id| explorer.bounds_left(id));
    let only = [only_first, only_second];
    let mut least = 0;
    let mut most = common.len() as i32;
    for ((low, high), only) in bounds.iter().zip(&only) {
        least = least.max(low - only.len() as i32);
        most = most.min(*high);
    }
    let mut force = |lits: &[Lit], low: i32, high: i32| {
        let forced: Vec<Lit> = if low >= lits.len() as i32 {
            lits.to_vec()
        } else if high <= 0 {
            lits.iter().map(|&lit| !lit).collect()
        } else {
            return;
        };
        found.extend(forced.into_iter().map(|fact| Found { fact, units: pair.to_vec() }));
    };
    force(&common, least, most);
    for ((low, high), only) in bounds.iter().zip(&only) {
        force(only, low - most, high - least);
    }
}
