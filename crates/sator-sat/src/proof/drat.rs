//! Checks DRAT forward: each added clause must follow by unit propagation (RUP), or be RAT on one
//! of its literals, with respect to all current clauses.
//!
//! A clause is RUP if unit propagation finds a conflict when all its literals are false. It is RAT
//! on a literal if its resolvents on that literal, with every clause that contains the negation,
//! are RUP; such a clause need not follow, but it keeps a satisfiable formula satisfiable.

use std::mem;

use super::index::Index;
use super::store::{Marks, Moved, NONE, Names, Store};
use super::{Checker, Deletions, Effort, Fault, Pace, Step, refuse, spelled};
use crate::Lit;

#[derive(Default)]
pub(super) struct Drat {
    deletions: Deletions,
    names: Names,
    store: Store,
    index: Index,
    /// By code: 1 is true, -1 false, 0 unassigned.
    values: Vec<i8>,
    /// By code: the watchers of the literal.
    watches: Vec<Vec<Watch>>,
    /// By variable: the reason, that is, the clause that made its literal true.
    reasons: Vec<u32>,
    /// The trail.
    trail: Vec<u32>,
    /// The length of the propagated part of the trail.
    done: usize,
    /// Whether the reason of a literal that is true for good was deleted.
    is_stale: bool,
    is_refuted: bool,
    clause: Vec<u32>,
    /// The literals of the current step's clause.
    marks: Marks,
    effort: Effort,
}

/// A watcher. A clause of two or more literals watches its first two: neither is false unless the
/// other is true. If the blocker, some other literal of the clause, is true, the clause is not
/// visited.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    blocker: u32,
}

impl Checker for Drat {
    fn load(&mut self, clause: &[Lit], pace: &mut Pace) -> Result<(), Fault> {
        self.read(clause);
        self.keep(pace)
    }

    fn step(&mut self, step: Step, pace: &mut Pace) -> Result<(), Fault> {
        match step {
            Step::Add { clause, .. } => self.add(clause, pace)?,
            Step::Delete { clause } => self.delete(clause),
            Step::DeleteIds { .. } => {} // Only LRAT has them.
        }
        Ok(())
    }

    fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    fn effort(&self) -> Effort {
        let peak_clauses = self.store.peak();
        Effort { deletions: self.deletions, peak_clauses, ..self.effort }
    }
}

impl Drat {
    pub(super) fn new(deletions: Deletions) -> Self {
        Self { deletions, ..Self::default() }
    }

    fn add(&mut self, clause: &[Lit], pace: &mut Pace) -> Result<(), Fault> {
        self.effort.added += 1;
        self.refresh(pace)?;
        self.read(clause);
        if !self.is_refuted && !self.follows(pace)? {
            return refuse(format!("{} follows neither by RUP nor by RAT", spelled(clause)));
        }
        self.keep(pace)
    }

    /// Stores the literals, without duplicates, in order.
    fn read(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| self.names.code(lit)));
        self.marks.keep_once(&mut self.clause);
        let codes = self.names.codes();
        if self.values.len() < codes {
            self.values.resize(codes, 0);
            self.watches.resize_with(codes, Vec::new);
            self.reasons.resize(codes / 2, NONE);
        }
    }

    /// Whether the current clause is RUP or RAT.
    fn follows(&mut self, pace: &mut Pace) -> Result<bool, Fault> {
        let clause = mem::take(&mut self.clause);
        let fixed = self.trail.len();
        let mut follows = self.is_conflict(clause.iter().copied(), pace)?;
        if !follows {
            // The format designates the first literal. Other checkers try the rest too.
            for &pivot in &clause {
                if self.is_rat(pivot, pace)? {
                    self.effort.rat += 1;
                    follows = true;
                    break;
                }
            }
        }
        self.undo(fixed);
        self.clause = clause;
        Ok(follows)
    }

    /// Whether the clause, whose literals are assigned false, is RAT on this literal.
    fn is_rat(&mut self, pivot: u32, pace: &mut Pace) -> Result<bool, Fault> {
        let assumed = self.trail.len();
        for candidate in self.store.with(pivot ^ 1) {
            pace.tick(1)?;
            let others = self.store.literals(candidate).to_vec();
            let others = others.into_iter().filter(|&literal| literal != pivot ^ 1);
            let is_conflict = self.is_conflict(others, pace)?;
            self.undo(assumed);
            if !is_conflict {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Assigns literals false, and returns whether unit propagation then finds a conflict.
    fn is_conflict(
        &mut self,
        literals: impl Iterator<Item = u32>,
        pace: &mut Pace,
    ) -> Result<bool, Fault> {
        for literal in literals {
            match self.values[literal as usize] {
                0 => self.assign(literal ^ 1, NONE),
                1 => return Ok(true),
                _ => {}
            }
        }
        self.follow_units(pace)
    }

    fn assign(&mut self, literal: u32, reason: u32) {
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        self.reasons[literal as usize / 2] = reason;
        self.trail.push(literal);
    }

    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
        }
        self.done = length;
    }

    /// Propagates to a fixpoint. True if there is a conflict.
    fn follow_units(&mut self, pace: &mut Pace) -> Result<bool, Fault> {
        while self.done < self.trail.len() {
            let falsified = self.trail[self.done] ^ 1;
            pace.tick(1 + self.watches[falsified as usize].len())?;
            self.done += 1;
            if self.visit(falsified) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Visits the watchers of a literal that became false.
    fn visit(&mut self, falsified: u32) -> bool {
        let mut list = mem::take(&mut self.watches[falsified as usize]);
        self.effort.looked += list.len() as u64;
        let (mut kept, mut is_conflict) = (0, false);
        for at in 0..list.len() {
            let Watch { clause, blocker } = list[at];
            if is_conflict || self.values[blocker as usize] > 0 {
                list[kept] = list[at];
                kept += 1;
            } else if let Some(other) = self.rewatch(clause, falsified) {
                list[kept] = Watch { clause, blocker: other };
                kept += 1;
                match self.values[other as usize] {
                    0 => self.assign(other, clause),
                    value => is_conflict = value < 0,
                }
            }
        }
        list.truncate(kept);
        self.watches[falsified as usize] = list;
        is_conflict
    }

    /// Replaces the false literal that a clause watches. If that is impossible or unnecessary,
    /// returns the other watched literal.
    fn rewatch(&mut self, clause: u32, falsified: u32) -> Option<u32> {
        if self.store.is_dead(clause) {
            return None;
        }
        let literals = self.store.literals_mut(clause);
        if literals[0] == falsified {
            literals.swap(0, 1);
        }
        let other = literals[0];
        if self.values[other as usize] > 0 {
            return Some(other);
        }
        let values = &self.values;
        let is_open = |&literal: &u32| values[literal as usize] >= 0;
        let Some(place) = literals[2..].iter().position(is_open) else { return Some(other) };
        literals.swap(1, place + 2);
        self.watches[literals[1] as usize].push(Watch { clause, blocker: other });
        None
    }

    /// Adds the current clause.
    fn keep(&mut self, pace: &mut Pace) -> Result<(), Fault> {
        let open = self.open_first();
        let clause = self.store.add(&self.clause)?;
        self.index.add(&mut self.store, clause);
        if let [one, two, ..] = self.clause[..] {
            self.watches[one as usize].push(Watch { clause, blocker: two });
            self.watches[two as usize].push(Watch { clause, blocker: one });
        }
        if open == 0 {
            self.is_refuted = true;
        } else if open == 1 && !self.is_refuted {
            let literal = self.clause[0];
            if self.values[literal as usize] == 0 {
                self.assign(literal, clause);
                self.is_refuted = self.follow_units(pace)?;
            } else if self.clause.len() == 1 {
                // Solvers add a unit clause, and then delete the clauses from which it follows.
                self.reasons[literal as usize / 2] = clause;
            }
        }
        Ok(())
    }

    /// Moves up to two literals that are not false to the front, and returns their number.
    fn open_first(&mut self) -> usize {
        let mut open = 0;
        for at in 0..self.clause.len() {
            if self.values[self.clause[at] as usize] >= 0 {
                self.clause.swap(at, open);
                open += 1;
                if open == 2 {
                    break;
                }
            }
        }
        open
    }

    fn delete(&mut self, clause: &[Lit]) {
        self.effort.deleted += 1;
        self.read(clause);
        let is_read = |literals: &[u32]| {
            let is_marked = |&literal: &u32| self.marks.contains(literal);
            literals.len() == self.clause.len() && literals.iter().all(is_marked)
        };
        let Some(clause) = self.index.find(&self.store, &self.clause, is_read) else {
            self.effort.missing += 1;
            return;
        };
        if self.deletions == Deletions::KeepUnits && self.is_unit(clause) {
            self.effort.facts_deleted += 1;
            return;
        }
        self.is_stale |= self.is_reason(clause);
        self.index.remove(&mut self.store, clause);
        self.store.kill(clause);
    }

    /// Whether this clause is the reason of a literal.
    fn is_reason(&self, clause: u32) -> bool {
        self.store.literals(clause).iter().any(|&literal| {
            self.values[literal as usize] > 0 && self.reasons[literal as usize / 2] == clause
        })
    }

    /// Whether all literals but one are false.
    fn is_unit(&self, clause: u32) -> bool {
        let literals = self.store.literals(clause).iter();
        literals.filter(|&&literal| self.values[literal as usize] >= 0).count() == 1
    }

    /// After deletions: compacts the store, and recomputes the literals that are true for good.
    fn refresh(&mut self, pace: &mut Pace) -> Result<(), Fault> {
        if let Some(moved) = self.store.compact() {
            self.move_along(&moved);
        }
        if !mem::take(&mut self.is_stale) {
            return Ok(());
        }
        let known = self.trail.len();
        self.undo(0);
        let is_unit = |&clause: &u32| self.store.literals(clause).len() == 1;
        let units: Vec<u32> = self.store.clauses().filter(is_unit).collect();
        for clause in units {
            let literal = self.store.literals(clause)[0];
            if self.values[literal as usize] == 0 {
                self.assign(literal, clause);
            }
        }
        self.is_refuted |= self.follow_units(pace)?;
        self.effort.facts_deleted += known.saturating_sub(self.trail.len()) as u64;
        Ok(())
    }

    /// Updates the offsets of clauses that moved.
    fn move_along(&mut self, moved: &Moved) {
        for list in &mut self.watches {
            list.retain_mut(|watch| match moved.to(watch.clause) {
                Some(clause) => {
                    watch.clause = clause;
                    true
                }
                None => false,
            });
        }
        for literal in &self.trail {
            let reason = &mut self.reasons[*literal as usize / 2];
            *reason = moved.to(*reason).unwrap_or(NONE);
        }
        self.index.renew(&mut self.store);
    }
}
