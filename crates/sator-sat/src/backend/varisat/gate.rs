//! Stops a Varisat: it writes its proof as it goes, and a write that fails ends the solving.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::rc::Rc;

use crate::backend::Budget;

/// Decides when the writes of a solver fail.
#[derive(Clone, Default)]
pub(super) struct Gate(Rc<State>);

#[derive(Default)]
struct State {
    budget: RefCell<Budget>,
    /// Clauses that the proof adds: one for each conflict, and a few for simplified clauses.
    added: Cell<u64>,
    /// The number of added clauses at which the budget of conflicts is spent.
    limit: Cell<Option<u64>>,
}

impl Gate {
    /// Lets a solver work until this budget is spent.
    pub(super) fn open(&self, budget: &Budget) {
        let added = self.0.added.get();
        self.0.limit.set(budget.conflicts.map(|more| added.saturating_add(more)));
        self.0.budget.replace(budget.clone());
    }

    /// Whether the budget is spent.
    pub(super) fn is_shut(&self) -> bool {
        let State { budget, added, limit } = &*self.0;
        limit.get().is_some_and(|limit| added.get() >= limit)
            || budget.borrow().exhausted().is_some()
    }

    fn count_clause(&self) {
        self.0.added.set(self.0.added.get() + 1);
    }
}

/// Counts the clauses that a proof adds, discards the proof, and fails when the gate is shut.
///
/// The proof is in Varisat's native format, because DRAT cannot express assumptions and clauses
/// that are added later.
pub(super) struct ProofSink {
    gate: Gate,
    number: Number,
    place: Place,
    failed: bool,
}

impl Write for ProofSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Varisat's buffer tries once more when it is dropped, which must not count twice.
        if !self.failed {
            for &byte in bytes {
                if let Some(number) = self.number.push(byte) {
                    self.read(number);
                }
            }
            self.failed = self.gate.is_shut();
        }
        if self.failed { Err(io::Error::other("stopped")) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The position in the proof of the next number: a step is a code, some plain numbers, and some
/// lists, each preceded by its length.
#[derive(Default)]
struct Place {
    plain: u64,
    lists: u32,
    /// How many numbers an element of the next list takes.
    element: u64,
}

impl ProofSink {
    pub(super) fn new(gate: &Gate) -> Self {
        let (number, place) = Default::default();
        Self { gate: gate.clone(), number, place, failed: false }
    }

    fn read(&mut self, number: u64) {
        let Place { plain, lists, element } = self.place;
        self.place = if plain > 0 {
            Place { plain: plain - 1, lists, element }
        } else if lists > 0 {
            Place { plain: number.saturating_mul(element), lists: lists - 1, element }
        } else {
            self.begin(number)
        };
    }

    /// The numbers and lists after a step's code, in the order of Varisat's own table.
    fn begin(&self, code: u64) -> Place {
        const ADDITIONS: [u64; 2] = [7, 8];
        if ADDITIONS.contains(&code) {
            self.gate.count_clause();
        }
        let (plain, lists, element) = match code {
            0 | 2 => (2, 0, 1),
            1 | 3..=6 | 13 => (1, 0, 1),
            7 | 8 | 17 => (0, 2, 1),
            9 => (0, 1, 2),
            10..=12 | 14..=16 => (0, 1, 1),
            _ => (0, 0, 1),
        };
        Place { plain, lists, element }
    }
}

/// A partly read number. The number of zero bits at its low end encodes how many bytes it has.
#[derive(Default)]
struct Number {
    bits: u128,
    bytes: u32,
}

impl Number {
    fn push(&mut self, byte: u8) -> Option<u64> {
        self.bits |= u128::from(byte) << (8 * self.bytes);
        self.bytes += 1;
        // Ten bytes are the longest, and the tenth bit need not be set to say so.
        let length = (self.bits | 1 << 9).trailing_zeros() + 1;
        if self.bytes < length {
            return None;
        }
        let number = (self.bits >> length) as u64;
        *self = Self::default();
        Some(number)
    }
}
