//! Writes proofs step by step, in any of the formats.

use std::io::{self, Write};

use super::Format;
use crate::Lit;
use crate::output::Output;

/// Writes a proof. When the output fails it closes and drops further steps, because solvers report
/// their steps in callbacks that cannot fail. [`Writer::finish`] returns the error.
pub struct Writer<W: Write> {
    out: Output<W>,
    format: Format,
    numbers: Numbering,
    /// The largest number of a clause so far, which starts a line of deletions in LRAT.
    latest: i64,
    /// Deleted clauses that are not written yet: LRAT lists them in one line.
    deleted: Vec<i64>,
}

impl<W: Write> Writer<W> {
    /// Starts a proof.
    pub fn new(out: W, format: Format) -> Self {
        let (out, numbers) = (Output::new(out), Numbering::default());
        Self { out, format, numbers, latest: 0, deleted: Vec::new() }
    }

    /// Starts a proof of a solver that numbers the clauses of the formula, which has so many, and
    /// its derived clauses in one sequence. In LRAT the formula has the numbers from 1, so all are
    /// renumbered. [`Writer::original`] must be called for each clause of the formula.
    pub fn renumbering(out: W, format: Format, clauses: usize) -> Self {
        let numbers = Numbering { clauses: Some(clauses), ..Numbering::default() };
        Self { numbers, ..Self::new(out, format) }
    }

    /// Records the solver's number of the next clause of the formula.
    pub fn original(&mut self, id: i64) {
        self.numbers.originals.push(id);
    }

    /// Adds a clause. DRAT ignores the number and the hints.
    ///
    /// `witness` is the literal on which the clause is RAT; it is written first, as both formats
    /// require. The hints are the clauses from which it follows: each is unit after those before
    /// it, and the last one is false; for RAT a negative number starts a candidate. The clauses of
    /// the formula have the numbers from 1.
    pub fn add(&mut self, id: i64, clause: &[Lit], witness: Option<Lit>, hints: &[i64]) {
        self.write_deleted();
        let id = self.numbers.of(id);
        self.latest = self.latest.max(id);
        if self.format.is_binary() {
            self.out.push(b"a");
        }
        if self.format.is_lrat() {
            self.number(id);
        }
        let first = witness.filter(|lit| clause.contains(lit));
        let rest = clause.iter().copied().filter(|&lit| Some(lit) != first);
        self.literals(first.into_iter().chain(rest));
        if self.format.is_lrat() {
            self.out.push(if self.format.is_binary() { b"\0" } else { b"0 " });
            for &hint in hints {
                let id = self.numbers.of(hint.abs());
                self.number(if hint < 0 { -id } else { id });
            }
        }
        self.end_step();
    }

    /// Deletes a clause. DRAT ignores the number, LRAT the literals.
    pub fn delete(&mut self, id: i64, clause: &[Lit]) {
        if self.format.is_lrat() {
            let id = self.numbers.of(id);
            self.deleted.push(id);
            return;
        }
        self.mark_deletion();
        self.literals(clause.iter().copied());
        self.end_step();
    }

    /// Whether the output has failed.
    pub fn is_closed(&self) -> bool {
        self.out.is_closed()
    }

    /// Writes the rest. Returns the first error of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_deleted();
        self.out.finish()
    }

    fn write_deleted(&mut self) {
        if self.deleted.is_empty() {
            return;
        }
        let deleted = std::mem::take(&mut self.deleted);
        if !self.format.is_binary() {
            self.latest = deleted.iter().copied().fold(self.latest, i64::max);
            self.number(self.latest);
        }
        self.mark_deletion();
        for id in deleted {
            self.number(id);
        }
        self.end_step();
    }

    fn mark_deletion(&mut self) {
        self.out.push(if self.format.is_binary() { b"d" } else { b"d " });
    }

    fn literals(&mut self, literals: impl Iterator<Item = Lit>) {
        for lit in literals {
            let number = i64::from(lit.vidx32()) + 1;
            self.number(if lit.is_neg() { -number } else { number });
        }
    }

    /// In binary: seven bits a byte, the lowest first; the eighth bit marks that more follow.
    fn number(&mut self, number: i64) {
        let (is_negative, magnitude) = (number < 0, number.unsigned_abs());
        if !self.format.is_binary() {
            return self.out.number(is_negative, magnitude);
        }
        let mut code = 2 * magnitude + u64::from(is_negative);
        while code >= 0x80 {
            self.out.push(&[code as u8 | 0x80]);
            code >>= 7;
        }
        self.out.push(&[code as u8]);
    }

    fn end_step(&mut self) {
        self.out.push(if self.format.is_binary() { b"\0" } else { b"0\n" });
    }
}

/// Maps a solver's clause numbers to those of LRAT.
#[derive(Default)]
struct Numbering {
    /// The number of clauses of the formula, if they are renumbered.
    clauses: Option<usize>,
    /// The solver's numbers of the formula's clauses, ascending.
    originals: Vec<i64>,
    /// The offset of the numbers of derived clauses, fixed when the first one is added.
    offset: Option<i64>,
}

impl Numbering {
    fn of(&mut self, id: i64) -> i64 {
        let Some(clauses) = self.clauses else { return id };
        let originals = &self.originals;
        let is_in_order = originals.len() == clauses && originals.last() == Some(&(clauses as i64));
        let offset = *self.offset.get_or_insert(if is_in_order { 0 } else { clauses as i64 });
        if originals.last().is_none_or(|&last| id > last) {
            return offset.saturating_add(id);
        }
        match originals.binary_search(&id) {
            Ok(place) => place as i64 + 1,
            Err(_) => offset.saturating_add(id),
        }
    }
}
