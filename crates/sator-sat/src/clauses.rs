//! Where clauses go: the sink that encodings write to, and the plain stores behind it.
//!
//! RustSAT's `Cnf` keeps every clause in a vector of its own; a formula of ten million binary
//! clauses then costs ten million allocations. Here clauses are handed on as slices and kept flat.

use std::iter;

use crate::{Lit, Var};

/// Takes clauses one at a time: a solver, a file, a store or a mere count.
pub trait ClauseSink {
    /// Takes one clause. The empty clause is allowed, and is false.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Takes a clause for each of the others: not together with the first. A sink that only
    /// counts need not see them one by one.
    fn exclude(&mut self, first: Lit, others: &[Lit]) {
        for &other in others {
            self.add_clause(&[!first, !other]);
        }
    }

    /// Takes clause after clause until it is closed: one call of a sink that is known only as a
    /// trait object, where there would be thousands.
    fn add_clauses(&mut self, clauses: Row<'_>) {
        for clause in clauses {
            if self.is_closed() {
                return;
            }
            self.add_clause(clause);
        }
    }

    /// Whether the sink can take no more (full disk, closed pipe, interrupt). Writers of many
    /// clauses look here from time to time and stop early; the sink remembers the reason.
    fn is_closed(&self) -> bool {
        false
    }
}

/// A list of clauses in one flat vector.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clauses {
    /// Each clause is led by its length, dressed as a literal, so that one vector grows and not
    /// two.
    lits: Vec<Lit>,
    len: usize,
}

impl Clauses {
    /// No clauses yet, but room for so many literals, with the lengths of the clauses.
    pub fn with_room(literals: usize) -> Self {
        Self { lits: Vec::with_capacity(literals), len: 0 }
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets all clauses, and keeps the room for others.
    pub fn clear(&mut self) {
        self.lits.clear();
        self.len = 0;
    }

    /// How many literals they have together.
    pub fn literals(&self) -> usize {
        self.lits.len() - self.len
    }

    /// The clauses, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        Row { lits: &self.lits }
    }

    /// How many variables are needed to hold every literal.
    pub fn variables(&self) -> u32 {
        self.iter().flatten().map(|lit| lit.vidx32() + 1).max().unwrap_or(0)
    }

    /// The first clause that `is_true` leaves without a true literal.
    pub fn first_false(&self, is_true: impl Fn(Lit) -> bool) -> Option<&[Lit]> {
        self.iter().find(|clause| !clause.iter().any(|&lit| is_true(lit)))
    }

    /// Hands every clause on, until the sink closes.
    pub fn pour(&self, sink: &mut dyn ClauseSink) {
        sink.add_clauses(Row { lits: &self.lits });
    }
}

/// Clauses that stand in a row, one after the other.
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
    /// Cuts off the next clauses, with about so many literals.
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

/// Hands clauses on until it is time to stop; then it is closed, and what comes is dropped.
pub struct Stoppable<'a> {
    sink: &'a mut dyn ClauseSink,
    stop: &'a dyn Fn() -> bool,
    added: u32,
    closed: bool,
}

impl<'a> Stoppable<'a> {
    /// `stop` is asked now and then.
    pub fn new(sink: &'a mut dyn ClauseSink, stop: &'a dyn Fn() -> bool) -> Self {
        Self { sink, stop, added: 0, closed: false }
    }
}

/// After how many clauses to ask.
const ASK_EVERY: u32 = 1 << 12;

impl Stoppable<'_> {
    /// Notes that so many more came, and asks if it is time to.
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

    fn is_closed(&self) -> bool {
        self.closed || self.sink.is_closed()
    }
}

/// Counts clauses and literals, and keeps none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Clauses seen.
    pub clauses: u64,
    /// Literals in them.
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

/// Hands out variables that are not yet in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreshVars {
    next: u32,
}

impl FreshVars {
    /// The first fresh variable comes after `used` others.
    pub fn after(used: u32) -> Self {
        Self { next: used }
    }

    /// How many variables are in use.
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

// RustSAT's encodings ask for their variables through this trait.
impl rustsat::instances::ManageVars for FreshVars {
    fn new_var(&mut self) -> Var {
        self.fresh().var()
    }

    fn max_var(&self) -> Option<Var> {
        self.next.checked_sub(1).map(Var::new)
    }

    fn increase_next_free(&mut self, var: Var) -> bool {
        let grows = var.idx32() > self.next;
        self.next = self.next.max(var.idx32());
        grows
    }

    fn combine(&mut self, other: Self) {
        self.next = self.next.max(other.next);
    }

    fn n_used(&self) -> u32 {
        self.next
    }

    fn forget_from(&mut self, min_var: Var) {
        self.next = self.next.min(min_var.idx32());
    }
}
