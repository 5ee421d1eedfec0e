//! Finds clauses by their literals, in any order, for DRAT deletions.

use rustsat::types::RsHashMap;

use super::store::{NONE, Store};

/// Maps the hash of a clause's literals to the first such clause; the store links the others.
#[derive(Default)]
pub(super) struct Index(RsHashMap<u64, u32>);

impl Index {
    pub(super) fn add(&mut self, store: &mut Store, clause: u32) {
        let next = self.0.insert(hash(store.literals(clause)), clause);
        store.set_link(clause, next.unwrap_or(NONE));
    }

    /// The first clause with the hash of the literals that consists of them.
    pub(super) fn find(
        &self,
        store: &Store,
        literals: &[u32],
        is_the_one: impl Fn(&[u32]) -> bool,
    ) -> Option<u32> {
        let mut clause = *self.0.get(&hash(literals))?;
        while clause != NONE {
            if is_the_one(store.literals(clause)) {
                return Some(clause);
            }
            clause = store.link(clause);
        }
        None
    }

    pub(super) fn remove(&mut self, store: &mut Store, clause: u32) {
        let (hash, next) = (hash(store.literals(clause)), store.link(clause));
        let Some(first) = self.0.get_mut(&hash) else { return };
        let mut before = *first;
        if before != clause {
            while store.link(before) != clause {
                before = store.link(before);
            }
            store.set_link(before, next);
        } else if next != NONE {
            *first = next;
        } else {
            self.0.remove(&hash);
        }
    }

    /// Rebuilds the index from the clauses of the store.
    pub(super) fn renew(&mut self, store: &mut Store) {
        self.0.clear();
        let clauses: Vec<u32> = store.clauses().collect();
        for clause in clauses {
            self.add(store, clause);
        }
    }
}

/// A hash that does not depend on the order of the literals.
fn hash(literals: &[u32]) -> u64 {
    literals.iter().fold(0, |sum, &literal| {
        let mixed = (u64::from(literal) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        sum.wrapping_add(mixed ^ (mixed >> 32))
    })
}
