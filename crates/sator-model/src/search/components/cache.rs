//! The numbers of components that were counted.

use std::collections::HashMap;

use num_bigint::BigUint;

/// So many components are remembered, if they are small.
const MOST: usize = 200_000;

/// So many words are remembered at most, of four bytes each.
const MOST_WORDS: usize = 1 << 25;

/// Numbers by what decides them. When there are too many, all are forgotten.
#[derive(Default)]
pub(super) struct Cache {
    numbers: HashMap<Box<[u32]>, BigUint>,
    words: usize,
}

impl Cache {
    pub(super) fn get(&self, key: &[u32]) -> Option<&BigUint> {
        self.numbers.get(key)
    }

    pub(super) fn insert(&mut self, key: Box<[u32]>, number: BigUint) {
        let words = key.len() + (number.bits() / 32) as usize;
        if self.numbers.len() >= MOST || self.words + words > MOST_WORDS {
            self.numbers.clear();
            self.words = 0;
        }
        self.words += words;
        self.numbers.insert(key, number);
    }
}
