//! Facts of a wide count, like the total of a board, by narrow counts that share no literal: if these
//! account for all its true literals, or for all its false ones, its other literals are known.

use sator_sat::Lit;

use super::explorer::Explorer;
use super::search::Found;
use super::units::{Body, UnitId, Units};

/// The search for disjoint counts visits at most this many nodes.
const MAX_NODES: usize = 20_000;

/// A set of counts that shows one of these facts, with the wide count itself.
pub(super) fn by_disjoint_counts(
    units: &Units,
    explorer: &Explorer<'_>,
    wide: UnitId,
    counts: &[UnitId],
    facts: &[Lit],
) -> Option<Found> {
    let open = open_lits(units, explorer, wide);
    let (least, most) = explorer.bounds_left(wide);
    let mut place = vec![None; 2 * units.cells().variables() as usize];
    for (at, lit) in open.iter().enumerate() {
        place[lit.lidx()] = Some(at);
    }
    // The false literals of a count are the true literals of the opposite.
    for is_opposite in [false, true] {
        let target = if is_opposite { open.len() as i32 - least } else { most };
        let item = |&id: &UnitId| {
            let lits = open_lits(units, explorer, id);
            let cells: Option<Vec<usize>> = lits.iter().map(|lit| place[lit.lidx()]).collect();
            let (least, most) = explorer.bounds_left(id);
            let weight = if is_opposite { lits.len() as i32 - most } else { least };
            Some(Item { id, cells: cells?, weight }).filter(|it| it.weight > 0 && id != wide)
        };
        let mut items: Vec<Item> = counts.iter().filter_map(item).collect();
        items.sort_by(|one, other| other.price().total_cmp(&one.price()));
        let mut packing = Packing {
            items: &items,
            is_covered: vec![false; open.len()],
            chosen: Vec::new(),
            nodes: 0,
        };
        if !packing.reach(0, target) {
            continue;
        }
        let fact = |(at, &lit): (usize, &Lit)| {
            let fact = if is_opposite { lit } else { !lit };
            (!packing.is_covered[at] && facts.contains(&fact)).then_some(fact)
        };
        if let Some(fact) = open.iter().enumerate().find_map(fact) {
            let mut units: Vec<UnitId> = packing.chosen.iter().map(|&at| items[at].id).collect();
            units.push(wide);
            return Some(Found { fact, units });
        }
    }
    None
}

fn open_lits(units: &Units, explorer: &Explorer<'_>, id: UnitId) -> Vec<Lit> {
    let Body::Group { lits, .. } = &units.unit(id).body else { return Vec::new() };
    lits.iter().copied().filter(|&lit| explorer.value(lit).is_none()).collect()
}

/// A count, as places in the wide one, of which at least `weight` literals are true.
struct Item {
    id: UnitId,
    cells: Vec<usize>,
    weight: i32,
}

impl Item {
    /// The weight of each place.
    fn price(&self) -> f64 {
        f64::from(self.weight) / self.cells.len().max(1) as f64
    }
}

/// Branch and bound over disjoint items.
struct Packing<'i> {
    /// The highest price first.
    items: &'i [Item],
    is_covered: Vec<bool>,
    chosen: Vec<usize>,
    nodes: usize,
}

impl Packing<'_> {
    /// Whether disjoint items from the one at `first` on have this weight; they are chosen then.
    fn reach(&mut self, first: usize, weight: i32) -> bool {
        if weight <= 0 {
            return weight == 0;
        }
        self.nodes += 1;
        if self.nodes > MAX_NODES || self.bound(first) + 1e-6 < f64::from(weight) {
            return false;
        }
        let items = self.items;
        let is_free = |it: &Item| it.cells.iter().all(|&cell| !self.is_covered[cell]);
        let Some(at) = (first..items.len()).find(|&at| is_free(&items[at])) else { return false };
        self.cover(at, true);
        self.chosen.push(at);
        if self.reach(at + 1, weight - items[at].weight) {
            return true;
        }
        self.chosen.pop();
        self.cover(at, false);
        self.reach(at + 1, weight)
    }

    fn cover(&mut self, at: usize, is_covered: bool) {
        for &cell in &self.items[at].cells {
            self.is_covered[cell] = is_covered;
        }
    }

    /// No disjoint items weigh more than the highest prices of all places together.
    fn bound(&self, first: usize) -> f64 {
        let mut prices = vec![0.0_f64; self.is_covered.len()];
        for item in &self.items[first..] {
            if item.cells.iter().all(|&cell| !self.is_covered[cell]) {
                for &cell in &item.cells {
                    prices[cell] = prices[cell].max(item.price());
                }
            }
        }
        prices.iter().sum()
    }
}
