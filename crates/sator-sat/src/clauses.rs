//! Clause sinks, which encodings write to, and flat lists of clauses.
//!
//! RustSAT's `Cnf` keeps every clause in a vector of its own; a formula of ten million binary
//! clauses then costs ten million allocations. Here clauses are passed as slices and stored in one
//! vector.

use std::iter;

use crate::Lit;

/// Receives clauses: a solver, a file, a list or a counter.
pub trait ClauseSink {
    /// Adds one clause. The empty clause is allowed, and is false.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Adds a clause for each of the others that excludes it together with the first. A sink that
    /// only counts overrides this.
    fn exclude(&mut self, first: Lit, others: &[Lit]) {
        for &other in others {
            self.add_clause(&[!first, !other]);
        }
    }

    /// Adds clauses until the sink is closed. Through a trait object this is one virtual call
    /// instead of thousands.
    fn add_clauses(&mut self, clauses: Row<'_>) {
        for clause in clauses {
            if self.is_closed() {
                return;
            }
            self.add_clause(clause);
        }
    }

    /// Describes the clauses that follow. Only files keep comments.
    fn comment(&mut self, _text: &str) {}

    /// Names the rule that the clauses that follow state, and its family. It is a comment, except for
    /// a sink that lists rules.
    fn rule(&mut self, _family: &'static str, text: &str) {
        self.comment(text);
    }

    /// Whether the sink accepts no more clauses (full disk, closed pipe, interrupt). Writers of
    /// many clauses check this now and then and stop early; the sink keeps the reason.
    fn is_closed(&self) -> bool {
        false
    }
}

/// A list of clauses in one flat vector.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clauses {
    /// Each clause is preceded by its length, stored as a literal, so that one vector grows instead
    /// of two.
    lits: Vec<Lit>,
    len: usize,
}

impl Clauses {
    /// An empty list with capacity for so many literals, including the lengths of the clauses.
    pub fn with_room(literals: usize) -> Self {
        Self { lits: Vec::with_capacity(literals), len: 0 }
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all clauses and keeps the capacity.
    pub fn clear(&mut self) {
        self.lits.clear();
        self.len = 0;
    }

    /// The number of literals in all clauses.
    pub fn literals(&self) -> usize {
        self.lits.len() - self.len
    }

    /// The clauses, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        Row { lits: &self.lits }
    }

    /// The number of variables that cover every literal.
    pub fn variables(&self) -> u32 {
        self.iter().map(variables).max().unwrap_or(0)
    }

    /// The first clause without a literal for which `is_true` holds.
    pub fn first_false(&self, is_true: impl Fn(Lit) -> bool) -> Option<&[Lit]> {
        self.iter().find(|clause| !clause.iter().any(|&lit| is_true(lit)))
    }

    /// Adds every clause to the sink, until it closes.
    pub fn pour(&self, sink: &mut dyn ClauseSink) {
        sink.add_clauses(Row { lits: &self.lits });
    }
}

/// The number of variables that cover the literals.
pub(crate) fn variables(lits: &[Lit]) -> u32 {
    lits.iter().map(|lit| lit.vidx32() + 1).max().unwrap_or(0)
}

/// Consecutive clauses of a list.
#[derive(Debug, Clone)]
pub struct Row<'a> {
    lits: &'a [Lit],
}

impl<'a> Iterator for Row<'a> {
    type Item = &'a [Lit];

    fn next(&mut self) -> Option<&'a [Lit]> {
        let (length, lits) = self.lits.split_first()?;
        let (clause, others) = lits.split_at(length.vidx());
        self.lits = others;
        Some(clause)
    }
}

impl Row<'_> {
    /// Splits off the next clauses, with about so many literals.
    fn cut(&mut self, literals: usize) -> Self {
        let before = self.lits;
        if before.len() <= literals {
            self.lits = &[];
        }
        while before.len() - self.lits.len() < literals && self.next().is_some() {}
        Self { lits: &before[..before.len() - self.lits.len()] }
    }
}

impl ClauseSink for Clauses {
    fn add_clause(&mut self, clause: &[Lit]) {
        let length = Lit::positive(clause.len() as u32);
        self.lits.extend(iter::once(length).chain(clause.iter().copied()));
        self.len += 1;
    }

    fn add_clauses(&mut self, clauses: Row<'_>) {
        self.lits.extend_from_slice(clauses.lits);
        self.len += clauses.count();
    }
}

/// Forwards clauses until `stop` returns true. Then it is closed and drops further clauses.
pub struct Stoppable<'a> {
    sink: &'a mut dyn ClauseSink,
    stop: &'a dyn Fn() -> bool,
    added: u32,
    closed: bool,
}

impl<'a> Stoppable<'a> {
    /// Calls `stop` now and then.
    pub fn new(sink: &'a mut dyn ClauseSink, stop: &'a dyn Fn() -> bool) -> Self {
        Self { sink, stop, added: 0, closed: false }
    }
}

/// The number of clauses between two calls of `stop`.
const ASK_EVERY: u32 = 1 << 12;

impl Stoppable<'_> {
    /// Counts further clauses, and calls `stop` when it is due.
    fn look(&mut self, more: u32) {
        self.added += more;
        if self.added >= ASK_EVERY {
            self.added = 0;
            self.closed = self.closed || (self.stop)();
        }
    }
}

impl ClauseSink for Stoppable<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.look(1);
        if !self.closed {
            self.sink.add_clause(clause);
        }
    }

    fn add_clauses(&mut self, mut clauses: Row<'_>) {
        while clauses.clone().next().is_some() && !self.is_closed() {
            self.sink.add_clauses(clauses.cut(4 * ASK_EVERY as usize));
            self.look(ASK_EVERY);
        }
    }

    fn exclude(&mut self, first: Lit, others: &[Lit]) {
        self.look(others.len() as u32);
        if !self.closed {
            self.sink.exclude(first, others);
        }
    }

    fn comment(&mut self, text: &str) {
        self.sink.comment(text);
    }

    fn rule(&mut self, family: &'static str, text: &str) {
        self.sink.rule(family, text);
    }

    fn is_closed(&self) -> bool {
        self.closed || self.sink.is_closed()
    }
}

/// Counts clauses and literals without keeping them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of clauses.
    pub clauses: u64,
    /// The number of their literals.
    pub literals: u64,
}

impl Tally {
    /// Adds another count to this one.
    pub fn add(&mut self, other: Self) {
        self.clauses += other.clauses;
        self.literals += other.literals;
    }
}

impl ClauseSink for Tally {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
    }

    fn exclude(&mut self, _first: Lit, others: &[Lit]) {
        self.clauses += others.len() as u64;
        self.literals += 2 * others.len() as u64;
    }
}

/// Allocates variables that are not yet in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreshVars {
    next: u32,
}

impl FreshVars {
    /// The first fresh variable comes after `used` others.
    pub fn after(used: u32) -> Self {
        Self { next: used }
    }

    /// The number of variables in use.
    pub fn used(&self) -> u32 {
        self.next
    }

    /// A literal of a new variable.
    pub fn fresh(&mut self) -> Lit {
        let lit = Lit::positive(self.next);
        self.next += 1;
        lit
    }
}
