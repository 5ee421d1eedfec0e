//! What cages leave of houses taken together.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use crate::propagate::value_sets::ones;

use super::{Equation, Facts, Known, MAX_CELLS};

/// So many unions of houses are looked at in each family, small ones first.
const MOST_UNIONS: usize = 20_000;

/// Unions of houses of one family, which do not overlap.
pub(super) struct Unions<'f> {
    facts: &'f Facts,
    houses: &'f [usize],
    /// For each cage how many of its cells lie in which of the houses.
    shares: Vec<Vec<(usize, usize)>>,
    /// The cages that do not lie in one of the houses as a whole, at the border of some union; with
    /// the houses that they touch.
    crossing: Vec<(usize, u64)>,
    /// For each house the cells that no cage has.
    free: Vec<Vec<usize>>,
    house_of: Vec<Option<usize>>,
}

impl<'f> Unions<'f> {
    /// Nothing, if houses overlap.
    pub(super) fn new(facts: &'f Facts, houses: &'f [usize]) -> Option<Self> {
        let mut house_of = vec![None; facts.cage_of.len()];
        let mut free = vec![Vec::new(); houses.len()];
        for (index, &house) in houses.iter().enumerate() {
            for &cell in &facts.houses[house].cells {
                if house_of[cell].replace(index).is_some() {
                    return None;
                }
                if facts.cage_of[cell].is_none() {
                    free[index].push(cell);
                }
            }
        }
        let share = |cage: &Known| {
            let mut share: Vec<(usize, usize)> = Vec::new();
            for house in cage.cells.iter().filter_map(|&cell| house_of[cell]) {
                match share.iter_mut().find(|it| it.0 == house) {
                    Some((_, cells)) => *cells += 1,
                    None => share.push((house, 1)),
                }
            }
            share
        };
        let shares: Vec<_> = facts.cages.iter().map(share).collect();
        let is_crossing = |&cage: &usize| {
            let cells = facts.cages[cage].cells.len();
            !shares[cage].is_empty() && shares[cage].iter().all(|it| it.1 < cells)
        };
        let touched = |cage: usize| shares[cage].iter().fold(0, |all, it| all | 1 << it.0);
        let crossing = (0..shares.len()).filter(is_crossing).map(|it| (it, touched(it))).collect();
        Some(Self { facts, houses, shares, crossing, free, house_of })
    }

    /// Hands out the equation of every union that cages hold together, as far as it is small.
    pub(super) fn each(&self, stop: &dyn Fn() -> bool, mut take: impl FnMut(Equation)) {
        let neighbours: Vec<u64> = (0..self.houses.len()).map(|it| self.neighbours(it)).collect();
        let mut queue: VecDeque<u64> = (0..self.houses.len()).map(|it| 1 << it).collect();
        let mut seen: HashSet<u64, Mixed> = queue.iter().copied().collect();
        while let Some(union) = queue.pop_front().filter(|_| !stop()) {
            if let Some(equation) = self.equation(union) {
                take(equation);
            }
            let around = ones(union).fold(0, |all, house| all | neighbours[house]) & !union;
            for house in ones(around) {
                if seen.len() < MOST_UNIONS && seen.insert(union | 1 << house) {
                    queue.push_back(union | 1 << house);
                }
            }
        }
    }

    /// The houses that share a cage with this one.
    fn neighbours(&self, house: usize) -> u64 {
        let sharing = self.crossing.iter().filter(|(_, touched)| touched >> house & 1 == 1);
        sharing.fold(0, |all, (_, touched)| all | touched)
    }

    /// For each cage across the border the side with fewer cells.
    fn equation(&self, union: u64) -> Option<Equation> {
        if self.size(union) > MAX_CELLS {
            return None;
        }
        let mut total: i64 = ones(union).map(|it| self.facts.houses[self.houses[it]].total).sum();
        let free = ones(union).flat_map(|house| &self.free[house]);
        let mut terms: Vec<(usize, i8)> = free.map(|&cell| (cell, 1)).collect();
        let is_inside = |cell: &usize| self.house_of[*cell].is_some_and(|it| union >> it & 1 == 1);
        for (cage, share) in self.facts.cages.iter().zip(&self.shares) {
            let inside = inside(share, union);
            if inside == 0 {
                continue;
            }
            if inside <= cage.cells.len() - inside {
                terms.extend(cage.cells.iter().filter(|it| is_inside(it)).map(|&cell| (cell, 1)));
            } else {
                total -= cage.total;
                terms.extend(cage.cells.iter().filter(|it| !is_inside(it)).map(|&cell| (cell, -1)));
            }
        }
        Some(Equation::new(terms, total))
    }

    /// How many cells the equation has, as far as it matters.
    fn size(&self, union: u64) -> usize {
        let mut size: usize = ones(union).map(|house| self.free[house].len()).sum();
        for &(cage, touched) in &self.crossing {
            if touched & union == 0 {
                continue;
            }
            let inside = inside(&self.shares[cage], union);
            size += inside.min(self.facts.cages[cage].cells.len() - inside);
            if size > MAX_CELLS {
                break;
            }
        }
        size
    }
}

/// How many cells of a cage lie in the houses of a union.
fn inside(share: &[(usize, usize)], union: u64) -> usize {
    share.iter().filter(|it| union >> it.0 & 1 == 1).map(|it| it.1).sum()
}

/// A quick hash of unions, which nobody chooses to annoy us: the usual one takes half of all the
/// time here.
#[derive(Default, Clone, Copy)]
struct Mix(u64);

type Mixed = BuildHasherDefault<Mix>;

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }
}
