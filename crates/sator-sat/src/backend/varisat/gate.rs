//! How a Varisat is stopped: it writes its proof as it goes, and a write that fails ends it.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::backend::Budget;

/// What ends a solver.
#[derive(Default)]
pub(super) struct Gate {
    closed: AtomicBool,
    /// Watched for a solver whose caller cannot.
    budget: Mutex<Option<Budget>>,
    /// Clauses that the proof adds: one for each conflict, and a few for simplified clauses.
    added: AtomicU64,
    /// At how many of them to close.
    limit: AtomicU64,
}

impl Gate {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { limit: AtomicU64::new(u64::MAX), ..Self::default() })
    }

    /// Lets a solver work until so many conflicts more.
    pub(super) fn open(&self, conflicts: Option<u64>) {
        let so_far = self.added.load(Ordering::Relaxed);
        let limit = conflicts.map_or(u64::MAX, |more| so_far.saturating_add(more));
        self.limit.store(limit, Ordering::Relaxed);
    }

    /// The same, and until the rest of the budget is spent.
    pub(super) fn open_within(&self, budget: &Budget) {
        self.open(budget.conflicts);
        *self.budget.lock().unwrap_or_else(PoisonError::into_inner) = Some(budget.clone());
    }

    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Whether the budget that is watched is spent.
    fn is_spent(&self) -> bool {
        let budget = self.budget.lock().unwrap_or_else(PoisonError::into_inner);
        budget.as_ref().is_some_and(|budget| budget.exhausted().is_some())
    }

    pub(super) fn is_shut(&self) -> bool {
        self.is_closed()
            || self.is_spent()
            || self.added.load(Ordering::Relaxed) >= self.limit.load(Ordering::Relaxed)
    }
}

/// Takes the proof, counts the clauses that it adds, keeps nothing, and fails when the gate is
/// shut.
///
/// It is the native format because DRAT has no word for assumptions and later clauses.
pub(super) struct ProofSink {
    gate: Arc<Gate>,
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

/// Where in the proof the next number stands: a step is a code, some plain numbers, and some
/// lists, each led by its length.
#[derive(Default)]
struct Place {
    plain: u64,
    lists: u32,
    /// How many numbers an element of the next list takes.
    element: u64,
}

impl ProofSink {
    pub(super) fn new(gate: &Arc<Gate>) -> Self {
        let (number, place) = Default::default();
        Self { gate: Arc::clone(gate), number, place, failed: false }
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

    /// What follows a step's code, in the order of Varisat's own table.
    fn begin(&self, code: u64) -> Place {
        const ADDITIONS: [u64; 2] = [7, 8];
        if ADDITIONS.contains(&code) {
            self.gate.added.fetch_add(1, Ordering::Relaxed);
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

/// A number on its way in: the zero bits at its low end tell how many bytes it has.
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
