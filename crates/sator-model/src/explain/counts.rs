//! Facts that three counts with common literals force together, which propagation misses.

use sator_sat::Lit;

use super::explorer::Explorer;
use super::units::{Body, UnitId, Units};

/// How many counts are compared.
const COUNTS: usize = 3;

/// A set of the counts, as bits.
type Members = usize;

/// The facts that some three connected counts force.
pub(super) fn by_triples(
    units: &Units,
    explorer: &Explorer<'_>,
    counts: &[UnitId],
    stop: &dyn Fn() -> bool,
) -> Vec<Lit> {
    let mut found = Vec::new();
    let open: Vec<Vec<Lit>> = counts.iter().map(|&id| open_lits(units, explorer, id)).collect();
    let mut place = vec![None; units.len()];
    for (at, &id) in counts.iter().enumerate() {
        place[id as usize] = Some(at);
    }
    let mut classes = Classes::new(units);
    for middle in 0..counts.len() {
        let near = |lit: &Lit| units.groups_of(*lit).iter().filter_map(|&id| place[id as usize]);
        let mut others: Vec<usize> =
            open[middle].iter().flat_map(near).filter(|&at| at != middle).collect();
        others.sort_unstable();
        others.dedup();
        for (index, &first) in others.iter().enumerate() {
            if stop() {
                return found;
            }
            for &last in &others[index + 1..] {
                let triple = [middle, first, last];
                let bounds = triple.map(|at| explorer.bounds_left(counts[at]));
                classes.compare(triple.map(|at| &open[at][..]), bounds, &mut found);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn open_lits(units: &Units, explorer: &Explorer<'_>, id: UnitId) -> Vec<Lit> {
    let Body::Group { lits, .. } = &units.unit(id).body else { return Vec::new() };
    lits.iter().copied().filter(|&lit| explorer.value(lit).is_none()).collect()
}

/// The literals of some counts, by the counts that have them.
struct Classes {
    /// For each literal, the counts that have it.
    members: Vec<u8>,
    lits: [Vec<Lit>; 1 << COUNTS],
}

impl Classes {
    fn new(units: &Units) -> Self {
        let literals = 2 * units.cells().variables() as usize;
        Self { members: vec![0; literals], lits: Default::default() }
    }

    /// Hands out the literals that have the same value whenever these counts hold.
    fn compare(
        &mut self,
        counts: [&[Lit]; COUNTS],
        bounds: [(i32, i32); COUNTS],
        found: &mut Vec<Lit>,
    ) {
        for (at, lits) in counts.iter().enumerate() {
            lits.iter().for_each(|lit| self.members[lit.lidx()] |= 1 << at);
        }
        self.lits.iter_mut().for_each(Vec::clear);
        for lit in counts.into_iter().flatten() {
            let members = std::mem::take(&mut self.members[lit.lidx()]);
            if members > 0 {
                self.lits[Members::from(members)].push(*lit);
            }
        }
        let mut ranges = [(i32::MAX, i32::MIN); 1 << COUNTS];
        self.share_out(1, bounds, &mut [0; 1 << COUNTS], &mut ranges);
        for (lits, &(least, most)) in self.lits.iter().zip(&ranges).skip(1) {
            if least > most {
                continue;
            }
            if least == lits.len() as i32 {
                found.extend(lits);
            } else if most == 0 {
                found.extend(lits.iter().map(|&lit| !lit));
            }
        }
    }

    /// Tries all numbers of true literals in the classes from `class` on that several counts share.
    /// The rest of each count is an interval.
    fn share_out(
        &self,
        class: Members,
        bounds: [(i32, i32); COUNTS],
        numbers: &mut [i32; 1 << COUNTS],
        ranges: &mut [(i32, i32); 1 << COUNTS],
    ) {
        if bounds.iter().any(|&(_, most)| most < 0) {
            return;
        }
        if class == 1 << COUNTS {
            let alone = |at: usize| {
                let size = self.lits[1 << at].len() as i32;
                (bounds[at].0.max(0), bounds[at].1.min(size))
            };
            if (0..COUNTS).any(|at| alone(at).0 > alone(at).1) {
                return;
            }
            for (class, range) in ranges.iter_mut().enumerate() {
                let (least, most) = match class.count_ones() {
                    1 => alone(class.trailing_zeros() as usize),
                    _ => (numbers[class], numbers[class]),
                };
                *range = (range.0.min(least), range.1.max(most));
            }
        } else if class.is_power_of_two() {
            self.share_out(class + 1, bounds, numbers, ranges);
        } else {
            for number in 0..=self.lits[class].len() as i32 {
                numbers[class] = number;
                let mut left = bounds;
                for (at, (least, most)) in left.iter_mut().enumerate() {
                    if class >> at & 1 == 1 {
                        *least -= number;
                        *most -= number;
                    }
                }
                self.share_out(class + 1, left, numbers, ranges);
            }
        }
    }
}
