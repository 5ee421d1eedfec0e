//! Stops a Varisat: it writes its proof as it goes, and a write that fails ends the solving.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::rc::Rc;

use varisat_internal_proof::ProofStep;
use varisat_internal_proof::binary_format::Parser;

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
}

/// Counts the clauses that a proof adds, discards the proof, and fails when the gate is shut.
///
/// The proof is in Varisat's native format, because DRAT cannot express assumptions and clauses
/// that are added later.
pub(super) struct ProofSink {
    gate: Gate,
    parser: Parser,
    /// The beginning of a step, and the length at which parsing it is tried again: a step may be
    /// much longer than a write.
    unread: Vec<u8>,
    next_attempt: usize,
    failed: bool,
}

impl Write for ProofSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Varisat's buffer tries once more when it is dropped, which must not count twice.
        if !self.failed {
            self.unread.extend_from_slice(bytes);
            self.count_clauses();
            self.failed = self.gate.is_shut();
        }
        if self.failed { Err(io::Error::other("stopped")) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ProofSink {
    pub(super) fn new(gate: &Gate) -> Self {
        let (parser, gate) = (Parser::default(), gate.clone());
        Self { gate, parser, unread: Vec::new(), next_attempt: 0, failed: false }
    }

    /// Reads all complete steps.
    fn count_clauses(&mut self) {
        if self.unread.len() < self.next_attempt {
            return;
        }
        let mut rest = self.unread.as_slice();
        let mut unread = rest.len();
        while let Ok(step) = self.parser.parse_step(&mut rest) {
            unread = rest.len();
            if let ProofStep::AtClause { .. } = step {
                self.gate.0.added.set(self.gate.0.added.get() + 1);
            }
        }
        self.unread.drain(..self.unread.len() - unread);
        self.next_attempt = 2 * unread;
    }
}
