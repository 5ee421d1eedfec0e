//! Data structures of both checkers: clauses in one flat vector, and tables with keys from a file.

use std::collections::HashMap;
use std::io;

use crate::Lit;

/// The value for "no clause" and "no entry".
pub(super) const NONE: u32 = u32::MAX;

/// A table whose keys come from a file: fast if they are dense, and small if they are sparse.
#[derive(Default)]
pub(super) struct Table {
    dense: Vec<u32>,
    sparse: HashMap<u64, u32>,
    entries: u64,
}

impl Table {
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        match place(key).and_then(|place| self.dense.get(place)) {
            Some(&value) if value != NONE => Some(value),
            _ if self.sparse.is_empty() => None,
            _ => self.sparse.get(&key).copied(),
        }
    }

    /// Inserts a new key.
    pub(super) fn insert(&mut self, key: u64, value: u32) {
        // A key far beyond the number of entries must not cost that much memory.
        let is_dense = key < 1024 + 8 * self.entries;
        match place(key).filter(|_| is_dense) {
            Some(place) if place < self.dense.len() => self.dense[place] = value,
            Some(place) => {
                self.dense.resize(place, NONE);
                self.dense.push(value);
            }
            None => {
                self.sparse.insert(key, value);
            }
        }
        self.entries += 1;
    }

    pub(super) fn remove(&mut self, key: u64) -> Option<u32> {
        match place(key).and_then(|place| self.dense.get_mut(place)) {
            Some(value) if *value != NONE => Some(std::mem::replace(value, NONE)),
            _ => self.sparse.remove(&key),
        }
    }

    fn values_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        let dense = self.dense.iter_mut().filter(|value| **value != NONE);
        dense.chain(self.sparse.values_mut())
    }

    /// Updates the offsets of clauses that moved.
    pub(super) fn move_along(&mut self, moved: &Moved) {
        self.values_mut().for_each(|clause| *clause = moved.to(*clause).unwrap_or(NONE));
    }
}

/// The index of a key in a vector, if it fits into a `usize`.
fn place(key: u64) -> Option<usize> {
    usize::try_from(key).ok()
}

/// Numbers the variables in the order of their first use, so that a proof with variable 2147483647
/// costs no more than another. A literal becomes a code: twice its variable, plus one if negated;
/// its negation is `code ^ 1`.
#[derive(Default)]
pub(super) struct Names {
    table: Table,
    count: u32,
}

impl Names {
    pub(super) fn code(&mut self, lit: Lit) -> u32 {
        let key = u64::from(lit.vidx32());
        let name = self.table.get(key).unwrap_or_else(|| {
            self.table.insert(key, self.count);
            self.count += 1;
            self.count - 1
        });
        2 * name + u32::from(lit.is_neg())
    }

    /// The number of codes in use.
    pub(super) fn codes(&self) -> usize {
        2 * self.count as usize
    }
}

/// A set of literals that is cleared in constant time.
#[derive(Default)]
pub(super) struct Marks {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    /// Removes duplicates, and marks the remaining literals and no others.
    pub(super) fn keep_once(&mut self, literals: &mut Vec<u32>) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        literals.retain(|&literal| {
            let literal = literal as usize;
            if self.stamps.len() <= literal {
                self.stamps.resize(literal + 1, 0);
            }
            std::mem::replace(&mut self.stamps[literal], self.stamp) != self.stamp
        });
    }

    pub(super) fn contains(&self, literal: u32) -> bool {
        self.stamps.get(literal as usize) == Some(&self.stamp)
    }
}

/// Clauses in one vector. Each has its length, a link for the owner's use, and its literals, and is
/// identified by its offset.
#[derive(Default)]
pub(super) struct Store {
    words: Vec<u32>,
    dead: usize,
    live: u64,
    peak: u64,
    /// The clauses that contain each literal; computed on first use.
    occurrences: Option<Vec<Vec<u32>>>,
}

const HEAD: usize = 2;
/// The flag in the length of a deleted clause.
const DEAD: u32 = 1 << 31;
/// Below this size, compaction is not worthwhile.
const LEAST_WASTE: usize = 1 << 16;

impl Store {
    pub(super) fn add(&mut self, literals: &[u32]) -> io::Result<u32> {
        let clause = self.words.len();
        if clause + HEAD + literals.len() >= NONE as usize {
            let message = "the clauses have more literals than the checker can hold";
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, message));
        }
        let clause = clause as u32;
        self.words.extend([literals.len() as u32, NONE]);
        self.words.extend_from_slice(literals);
        self.live += 1;
        self.peak = self.peak.max(self.live);
        if let Some(occurrences) = &mut self.occurrences {
            enlist(occurrences, clause, literals);
        }
        Ok(clause)
    }

    pub(super) fn kill(&mut self, clause: u32) {
        self.dead += HEAD + self.literals(clause).len();
        self.live -= 1;
        self.words[clause as usize] |= DEAD;
    }

    pub(super) fn is_dead(&self, clause: u32) -> bool {
        self.words[clause as usize] & DEAD != 0
    }

    pub(super) fn literals(&self, clause: u32) -> &[u32] {
        let start = clause as usize + HEAD;
        &self.words[start..start + self.length(clause)]
    }

    pub(super) fn literals_mut(&mut self, clause: u32) -> &mut [u32] {
        let start = clause as usize + HEAD;
        let end = start + self.length(clause);
        &mut self.words[start..end]
    }

    fn length(&self, clause: u32) -> usize {
        (self.words[clause as usize] & !DEAD) as usize
    }

    pub(super) fn link(&self, clause: u32) -> u32 {
        self.words[clause as usize + 1]
    }

    pub(super) fn set_link(&mut self, clause: u32, link: u32) {
        self.words[clause as usize + 1] = link;
    }

    /// The largest number of clauses held at once.
    pub(super) fn peak(&self) -> u64 {
        self.peak
    }

    /// The clauses that are not deleted.
    pub(super) fn clauses(&self) -> impl Iterator<Item = u32> {
        let mut next = 0;
        let all = std::iter::from_fn(move || {
            let clause = (next < self.words.len()).then_some(next as u32)?;
            next += HEAD + self.length(clause);
            Some(clause)
        });
        all.filter(|&clause| !self.is_dead(clause))
    }

    /// The clauses that contain a literal.
    pub(super) fn with(&mut self, literal: u32) -> Vec<u32> {
        if self.occurrences.is_none() {
            let mut occurrences = Vec::new();
            for clause in self.clauses() {
                enlist(&mut occurrences, clause, self.literals(clause));
            }
            self.occurrences = Some(occurrences);
        }
        let list = self.occurrences.as_ref().and_then(|lists| lists.get(literal as usize));
        let list = list.map_or(&[][..], Vec::as_slice);
        list.iter().copied().filter(|&clause| !self.is_dead(clause)).collect()
    }

    /// Compacts the store if deleted clauses fill most of it. The other clauses move.
    pub(super) fn compact(&mut self) -> Option<Moved> {
        if self.dead < LEAST_WASTE.max(self.words.len() / 2) {
            return None;
        }
        let mut kept = Vec::with_capacity(self.words.len() - self.dead);
        let clauses: Vec<u32> = self.clauses().collect();
        for clause in clauses {
            let start = clause as usize;
            let goes_to = kept.len() as u32;
            kept.extend_from_slice(&self.words[start..start + HEAD + self.length(clause)]);
            self.set_link(clause, goes_to);
        }
        self.dead = 0;
        self.occurrences = None;
        Some(Moved(Self { words: std::mem::replace(&mut self.words, kept), ..Self::default() }))
    }
}

fn enlist(occurrences: &mut Vec<Vec<u32>>, clause: u32, literals: &[u32]) {
    for &literal in literals {
        let literal = literal as usize;
        if occurrences.len() <= literal {
            occurrences.resize_with(literal + 1, Vec::new);
        }
        occurrences[literal].push(clause);
    }
}

/// The moves of a compaction: the old store, in which each link is the new offset.
pub(super) struct Moved(Store);

impl Moved {
    /// The new offset of a clause, if it was not deleted.
    pub(super) fn to(&self, clause: u32) -> Option<u32> {
        (!self.0.is_dead(clause)).then(|| self.0.link(clause))
    }
}
