//! Where to branch: the group with the fewest ways to go on, and of several such the one that is
//! connected with most.

use sator_sat::Lit;

use crate::propagate::value_sets::ValueSets;
use crate::propagate::{Network, Residual, Trail};

/// The groups of a network in the order in which they are considered.
#[derive(Debug)]
pub(super) struct Choices {
    /// Groups with a fixed number of true literals.
    exact: Vec<u32>,
    /// All others.
    bounded: Vec<u32>,
    /// Values are taken in the pseudo-random order of this number, if there is one.
    salt: Option<u64>,
}

impl Choices {
    pub(super) fn of(network: &Network) -> Self {
        let groups = 0..network.groups() as u32;
        let (exact, bounded) = groups.partition(|&group| network.is_exact(group as usize));
        Self { exact, bounded, salt: None }
    }

    /// The same groups, whose values are taken in another order for each salt.
    pub(super) fn salted(network: &Network, salt: u64) -> Self {
        Self { salt: Some(salt), ..Self::of(network) }
    }

    /// The next decision; `None` where all is known.
    pub(super) fn next(&self, network: &Network, trail: &Trail, sums: &ValueSets) -> Option<Lit> {
        let group = best_exact(&self.exact, network, trail, sums)
            .or_else(|| best_bounded(&self.bounded, network, trail));
        let Some(group) = group else {
            let mut all = (0..network.variables()).map(Lit::positive);
            return all.find(|&lit| trail.value(lit).is_none());
        };
        let lits = network.literals(group).iter().copied();
        let mut open = lits.filter(|&lit| trail.value(lit).is_none());
        let is_wide = u64::from(trail.residual(network, group).open) > FEW_WAYS;
        match self.salt {
            Some(salt) => open.min_by_key(|&lit| scattered(lit, salt)),
            None if is_wide => open.min_by_key(|&lit| scattered(lit, 0)),
            None => open.next(),
        }
    }

    /// How many literals are counted for each group that is looked at in every choice.
    pub(super) fn breadth(&self, network: &Network) -> u64 {
        let literals: usize = (0..network.groups()).map(|it| network.literals(it).len()).sum();
        let looked_at = if self.exact.is_empty() { &self.bounded } else { &self.exact };
        (literals / looked_at.len().max(1)) as u64
    }
}

/// A pseudo-random position of a literal, the same every time for a salt. Where many literals can be taken,
/// neighbours exclude much the same: always taking the first fills a corner until nothing fits there,
/// which shows only many decisions later. Scattered decisions seldom have to be taken back.
fn scattered(lit: Lit, salt: u64) -> u64 {
    let mixed = (salt ^ (lit.vidx() as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 32
}

/// Of the groups with a fixed number, the one with the fewest ways to share them out.
fn best_exact(groups: &[u32], network: &Network, trail: &Trail, sums: &ValueSets) -> Option<usize> {
    let mut best = None;
    let mut fewest = u64::MAX;
    let mut most_touched = 0;
    for &group in groups {
        let residual = trail.residual(network, group as usize);
        if residual.open == 0 {
            continue;
        }
        let ways = ways(residual);
        if ways > fewest {
            continue;
        }
        let touched =
            if ways <= FEW_WAYS { touched(network, trail, sums, group as usize) } else { 0 };
        if ways < fewest || touched > most_touched {
            (best, fewest, most_touched) = (Some(group as usize), ways, touched);
        }
    }
    best
}

/// Above this number of ways, connections matter little.
const FEW_WAYS: u64 = 2;

/// The number of ways to choose the true ones among the open literals; at most about a million.
pub(in crate::search) fn ways(Residual { most, open, .. }: Residual) -> u64 {
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

/// Connections through sums weigh more than those through groups: trees of killers were a quarter
/// smaller than with even weights, and anything from 4 to 16 was as good.
const SUM_WEIGHT: usize = 8;

/// The connections of the open literals of a group.
fn touched(network: &Network, trail: &Trail, sums: &ValueSets, group: usize) -> usize {
    let mut touched = 0;
    for &lit in network.literals(group).iter().filter(|&&lit| trail.value(lit).is_none()) {
        touched += SUM_WEIGHT * sums.tightness(lit);
        for &other in network.occurrences(lit) {
            touched += match trail.residual(network, other as usize).open {
                0 => 0,
                2 => 4,
                3 => 2,
                _ => 1,
            };
        }
    }
    touched
}

/// Of the unsatisfied groups, the one with the fewest open literals.
fn best_bounded(groups: &[u32], network: &Network, trail: &Trail) -> Option<usize> {
    let left =
        groups.iter().map(|&group| (group as usize, trail.residual(network, group as usize)));
    let unsatisfied = left.filter(|(_, it)| !it.is_satisfied());
    unsatisfied.min_by_key(|(_, residual)| residual.open).map(|(group, _)| group)
}
