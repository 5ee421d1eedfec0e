//! Equations of unions of houses: the cells that cages leave of several houses together.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use crate::propagate::value_sets::ones;

use super::{Equation, Facts, Known, MAX_CELLS};

/// The maximum number of unions examined in each family, small ones first.
const MOST_UNIONS: usize = 20_000;

/// Unions of disjoint houses of one family.
pub(super) struct Unions<'f> {
    facts: &'f Facts,
    houses: &'f [usize],
    /// For each cage the number of its cells in each house.
    shares: Vec<Vec<(usize, usize)>>,
    /// The cages that touch a house without lying in it as a whole, each with the mask of the
    /// houses that it touches.
    crossing: Vec<(usize, u64)>,
    /// For each house the cells in no cage.
    free: Vec<Vec<usize>>,
    house_of: Vec<Option<usize>>,
}

impl<'f> Unions<'f> {
    /// Returns `None` if houses overlap.
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

    /// Passes the equation of every union connected by cages to `take`, if it is small.
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

    /// The set of houses that share a cage with this one.
    fn neighbours(&self, house: usize) -> u64 {
        let sharing = self.crossing.iter().filter(|(_, touched)| touched >> house & 1 == 1);
        sharing.fold(0, |all, (_, touched)| all | touched)
    }

    /// The equation of a union: for each cage across the border the side with fewer cells.
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

    /// The number of cells in the equation of a union; counting stops above the limit.
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

/// The number of cells of a cage in the houses of a union.
fn inside(share: &[(usize, usize)], union: u64) -> usize {
    share.iter().filter(|it| union >> it.0 & 1 == 1).map(|it| it.1).sum()
}

/// A fast hash for sets of houses. The input is not adversarial, and the default hasher takes half
/// of the time here.
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
