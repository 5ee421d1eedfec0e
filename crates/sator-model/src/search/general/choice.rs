//! Where to branch: what has the fewest ways to go on, and of several such what touches most.

use crate::propagate::{Demand, Knowledge, Network};
use crate::sums::Sums;
use sator_sat::Lit;

/// The groups of a network in the order in which they are considered.
#[derive(Debug)]
pub(super) struct Choices {
    /// Those of which it is said how many are true.
    exact: Vec<u32>,
    /// All others.
    bounded: Vec<u32>,
}

impl Choices {
    pub(super) fn of(network: &Network) -> Self {
        let groups = 0..network.groups() as u32;
        let (exact, bounded) = groups.partition(|&group| network.is_exact(group as usize));
        Self { exact, bounded }
    }

    /// The literal to be tried next, or nothing where all is known.
    pub(super) fn next(&self, network: &Network, known: &Knowledge, sums: &Sums) -> Option<Lit> {
        let group = best_exact(&self.exact, network, known, sums)
            .or_else(|| best_bounded(&self.bounded, network, known));
        let Some(group) = group else {
            let mut all = (0..network.variables()).map(Lit::positive);
            return all.find(|&lit| known.value(lit).is_none());
        };
        let lits = network.literals(group).iter().copied();
        let mut open = lits.filter(|&lit| known.value(lit).is_none());
        let is_wide = u64::from(known.demand(network, group).open) > FEW_WAYS;
        if is_wide { open.min_by_key(|&lit| by_chance(lit)) } else { open.next() }
    }

    /// How many literals are counted for each group that is looked at in every choice.
    pub(super) fn breadth(&self, network: &Network) -> u64 {
        let literals: usize = (0..network.groups()).map(|it| network.literals(it).len()).sum();
        let looked_at = if self.exact.is_empty() { &self.bounded } else { &self.exact };
        (literals / looked_at.len().max(1)) as u64
    }
}

/// A place among all literals, as if by chance, and the same every time. Where many can be taken,
/// neighbours rule out much the same: who takes the first of each group fills one corner until
/// nothing fits there, and finds out many choices later. Whoever takes any seldom has to go back.
fn by_chance(lit: Lit) -> u64 {
    let mixed = (lit.vidx() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 32
}

/// Of groups with known counts the one with the fewest ways to share them out.
fn best_exact(groups: &[u32], network: &Network, known: &Knowledge, sums: &Sums) -> Option<usize> {
    let mut best = None;
    let mut fewest = u64::MAX;
    let mut most_touched = 0;
    for &group in groups {
        let demand = known.demand(network, group as usize);
        if demand.open == 0 {
            continue;
        }
        let ways = ways(demand);
        if ways > fewest {
            continue;
        }
        let touched =
            if ways <= FEW_WAYS { touched(network, known, sums, group as usize) } else { 0 };
        if ways < fewest || touched > most_touched {
            (best, fewest, most_touched) = (Some(group as usize), ways, touched);
        }
    }
    best
}

/// Where there are more ways than this, it matters little where they lead.
const FEW_WAYS: u64 = 2;

/// In how many ways as many of the open literals can be true as must be; at most about a million.
pub(in crate::search) fn ways(Demand { most, open, .. }: Demand) -> u64 {
    let fewer = u64::from(most.min(open - most));
    // By far the most frequent case, and all groups are looked at in every node.
    if fewer == 1 {
        return u64::from(open);
    }
    let mut ways = 1;
    for taken in 0..fewer {
        ways = ways * (u64::from(open) - taken) / (taken + 1);
        if ways > 1 << 20 {
            break;
        }
    }
    ways
}

/// What sums say weighs more than what groups say: on sums of different numbers the trees were a
/// quarter smaller than with even weights, and anything from 4 to 16 was as good.
const OF_SUMS: usize = 8;

/// How much the open literals of a group have to do with what is open besides.
fn touched(network: &Network, known: &Knowledge, sums: &Sums, group: usize) -> usize {
    let mut touched = 0;
    for &lit in network.literals(group).iter().filter(|&&lit| known.value(lit).is_none()) {
        touched += OF_SUMS * sums.tightness(lit);
        for &other in network.occurrences(lit) {
            touched += match known.demand(network, other as usize).open {
                0 => 0,
                2 => 4,
                3 => 2,
                _ => 1,
            };
        }
    }
    touched
}

/// Of groups with bounds the one with the fewest open literals that demands anything.
fn best_bounded(groups: &[u32], network: &Network, known: &Knowledge) -> Option<usize> {
    let left = groups.iter().map(|&group| (group as usize, known.demand(network, group as usize)));
    let demanding = left.filter(|(_, it)| it.least > 0 || it.most < it.open);
    demanding.min_by_key(|(_, demand)| demand.open).map(|(group, _)| group)
}
