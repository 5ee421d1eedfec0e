//! Smallest hitting sets: the fewest elements of which each of some sets has one.

/// The most sets that are visited by all searches together.
const MAX_VISITS: u64 = 20_000_000;

/// The elements of a set as bits.
type Bits = Vec<u64>;

/// Sets, and searches for the fewest elements that hit all of them.
#[derive(Debug)]
pub(super) struct HittingSets {
    elements: usize,
    sets: Vec<Bits>,
    /// Hitting sets of the current size that are not wanted.
    excluded: Vec<Bits>,
    /// No hitting set that is wanted has fewer elements.
    size: usize,
    visits: u64,
}

/// The result of a search.
pub(super) enum Hitting {
    Found(Vec<usize>),
    /// There is none up to the wanted size.
    None,
    /// The limit of visits was reached.
    Stopped,
}

impl HittingSets {
    /// No sets, over this many elements.
    pub(super) fn new(elements: usize) -> Self {
        Self { elements, sets: Vec::new(), excluded: Vec::new(), size: 0, visits: 0 }
    }

    fn bits(&self, set: &[usize]) -> Bits {
        let mut bits = vec![0; self.elements.div_ceil(64)];
        for &element in set {
            bits[element / 64] |= 1 << (element % 64);
        }
        bits
    }

    /// Adds a set to hit.
    pub(super) fn add(&mut self, set: &[usize]) {
        self.sets.push(self.bits(set));
    }

    /// Excludes a hitting set of the current size.
    pub(super) fn exclude(&mut self, found: &[usize]) {
        self.excluded.push(self.bits(found));
    }

    /// A smallest hitting set, if it has at most `most` elements, ascending.
    pub(super) fn smallest(&mut self, most: usize) -> Hitting {
        while self.size <= most {
            let none = self.bits(&[]);
            let visits = self.visits;
            let mut search = Search { of: self, chosen: none.clone(), refused: none, visits };
            let is_found = search.extend(self.size);
            let Search { chosen, visits, .. } = search;
            self.visits = visits;
            if is_found {
                return Hitting::Found(elements(&chosen).collect());
            }
            if self.visits >= MAX_VISITS {
                return Hitting::Stopped;
            }
            self.size += 1;
        }
        Hitting::None
    }
}

fn elements(bits: &[u64]) -> impl Iterator<Item = usize> {
    let has = |&element: &usize| bits[element / 64] >> (element % 64) & 1 == 1;
    (0..64 * bits.len()).filter(has)
}

fn intersect(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// A depth-first search that branches over the elements of a set that is not hit.
struct Search<'h> {
    of: &'h HittingSets,
    chosen: Bits,
    /// Elements that were tried before in this branch, with all that follows from them.
    refused: Bits,
    visits: u64,
}

impl Search<'_> {
    /// Chooses up to `room` more elements.
    fn extend(&mut self, room: usize) -> bool {
        self.visits += self.of.sets.len() as u64;
        if self.visits >= MAX_VISITS {
            return false;
        }
        let Some(branches) = self.branches(room) else { return false };
        if branches.is_empty() {
            return !self.of.excluded.contains(&self.chosen);
        }
        let refused = self.refused.clone();
        for &element in &branches {
            let (word, bit) = (element / 64, 1 << (element % 64));
            self.chosen[word] |= bit;
            if self.extend(room - 1) {
                return true;
            }
            self.chosen[word] &= !bit;
            self.refused[word] |= bit;
        }
        self.refused = refused;
        false
    }

    /// The elements of the set with the fewest that is not hit; none if all are hit; `None` if these
    /// sets need more elements than there is room for, because some of them are disjoint.
    fn branches(&self, room: usize) -> Option<Vec<usize>> {
        let mut taken: Bits = vec![0; self.chosen.len()];
        let mut disjoint = 0;
        let mut fewest: Option<(u32, Bits)> = None;
        for set in self.of.sets.iter().filter(|set| !intersect(set, &self.chosen)) {
            let left: Bits = set.iter().zip(&self.refused).map(|(set, no)| set & !no).collect();
            if !intersect(&left, &taken) {
                disjoint += 1;
                for (taken, left) in taken.iter_mut().zip(&left) {
                    *taken |= left;
                }
            }
            let number = left.iter().map(|word| word.count_ones()).sum();
            if disjoint > room || number == 0 {
                return None;
            }
            if fewest.as_ref().is_none_or(|(fewest, _)| number < *fewest) {
                fewest = Some((number, left));
            }
        }
        Some(fewest.map_or_else(Vec::new, |(_, left)| elements(&left).collect()))
    }
}
