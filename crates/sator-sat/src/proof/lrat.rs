//! Checks LRAT forward: each added clause names the clauses from which it follows, so there is no
//! search.
//!
//! The literals of the clause are assigned false. Each hint must then be a clause with one literal
//! left, which becomes true, until a hint has none left. For RAT on the first literal, a negative
//! hint names a clause with its negation; the literals of that clause become false too, and the
//! hints up to the next negative one must lead to a conflict. Every clause with the negation must
//! be named in this way, or have a true literal.

use super::store::{Names, Store, Table};
use super::{Checker, Effort, Fault, Pace, Step, refuse, spelled};
use crate::Lit;

#[derive(Default)]
pub(super) struct Lrat {
    names: Names,
    store: Store,
    /// Clauses by their numbers.
    ids: Table,
    /// The number of clauses of the formula so far.
    loaded: u64,
    /// By code: 1 is true, -1 false, 0 unassigned.
    values: Vec<i8>,
    trail: Vec<u32>,
    is_refuted: bool,
    clause: Vec<u32>,
    effort: Effort,
}

impl Checker for Lrat {
    fn load(&mut self, clause: &[Lit], _: &mut Pace) -> Result<(), Fault> {
        self.read(clause);
        self.loaded += 1;
        self.keep(self.loaded)
    }

    fn step(&mut self, step: Step, pace: &mut Pace) -> Result<(), Fault> {
        match step {
            Step::Add { id, clause, hints } => self.add(id, clause, hints, pace)?,
            Step::DeleteIds { ids } => self.delete(ids),
            Step::Delete { .. } => {} // Only DRAT has them.
        }
        Ok(())
    }

    fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    fn effort(&self) -> Effort {
        Effort { peak_clauses: self.store.peak(), ..self.effort }
    }
}

impl Lrat {
    fn add(
        &mut self,
        id: i64,
        clause: &[Lit],
        hints: &[i64],
        pace: &mut Pace,
    ) -> Result<(), Fault> {
        self.effort.added += 1;
        if self.ids.get(id as u64).is_some() {
            return refuse(format!("there is a clause {id} already"));
        }
        self.read(clause);
        let shown = self.is_shown(hints, pace);
        self.undo(0);
        match shown {
            Ok(()) => self.keep(id as u64),
            Err(Fault::Refused(why)) => refuse(format!("{} is not shown: {why}", spelled(clause))),
            Err(fault) => Err(fault),
        }
    }

    /// Stores the literals. Duplicates are harmless.
    fn read(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| self.names.code(lit)));
        if self.values.len() < self.names.codes() {
            self.values.resize(self.names.codes(), 0);
        }
    }

    /// Whether the current clause follows by its hints.
    fn is_shown(&mut self, hints: &[i64], pace: &mut Pace) -> Result<(), Fault> {
        let candidates = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
        let (units, candidates) = hints.split_at(candidates);
        let all = 0..self.clause.len();
        if all.into_iter().any(|at| self.is_true_unless_made_false(self.clause[at])) {
            return Ok(());
        }
        if self.is_conflict(units, pace)? {
            return Ok(());
        }
        match self.clause.first() {
            Some(&pivot) => self.is_rat(pivot, candidates, pace),
            None => refuse("its hints end without a conflict"),
        }
    }

    fn is_rat(&mut self, pivot: u32, hints: &[i64], pace: &mut Pace) -> Result<(), Fault> {
        let mut named = Vec::new();
        let mut rest = hints;
        while let Some((&first, after)) = rest.split_first() {
            let end = after.iter().position(|&hint| hint < 0).unwrap_or(after.len());
            named.push(self.resolvent_follows(pivot, first, &after[..end], pace)?);
            rest = &after[end..];
        }
        named.sort_unstable();
        for candidate in self.store.with(pivot ^ 1) {
            pace.tick(1)?;
            if named.binary_search(&candidate).is_err() && !self.is_satisfied(candidate, pivot) {
                return refuse(
                    "its hints end without a conflict, and for RAT a clause with the negation of \
                     its first literal is not named",
                );
            }
        }
        self.effort.rat += 1;
        Ok(())
    }

    /// Checks one candidate for resolution.
    fn resolvent_follows(
        &mut self,
        pivot: u32,
        hint: i64,
        units: &[i64],
        pace: &mut Pace,
    ) -> Result<u32, Fault> {
        let candidate = self.named(hint)?;
        let literals = self.store.literals(candidate).to_vec();
        if !literals.contains(&(pivot ^ 1)) {
            return refuse(format!("clause {} has no negation of its first literal", -hint));
        }
        let assumed = self.trail.len();
        let mut others = literals.into_iter().filter(|&literal| literal != pivot ^ 1);
        let follows = others.any(|literal| self.is_true_unless_made_false(literal))
            || self.is_conflict(units, pace)?;
        self.undo(assumed);
        if follows {
            return Ok(candidate);
        }
        refuse(format!("the hints for its resolvent with clause {} end without a conflict", -hint))
    }

    fn is_satisfied(&self, clause: u32, pivot: u32) -> bool {
        let mut literals = self.store.literals(clause).iter();
        literals.any(|&literal| literal != pivot ^ 1 && self.values[literal as usize] > 0)
    }

    fn is_true_unless_made_false(&mut self, literal: u32) -> bool {
        if self.values[literal as usize] == 0 {
            self.assign(literal ^ 1);
        }
        self.values[literal as usize] > 0
    }

    /// Propagates the hints in order. True if they end in a conflict.
    fn is_conflict(&mut self, hints: &[i64], pace: &mut Pace) -> Result<bool, Fault> {
        for &hint in hints {
            let clause = self.named(hint)?;
            self.effort.looked += 1;
            pace.tick(1)?;
            match self.open_literal(clause) {
                Open::None => return Ok(true),
                Open::One(literal) if self.values[literal as usize] == 0 => self.assign(literal),
                Open::One(_) => {}
                Open::More => {
                    return refuse(format!("its hint {hint} has more than one literal left"));
                }
            }
        }
        Ok(false)
    }

    fn open_literal(&self, clause: u32) -> Open {
        let mut found = Open::None;
        for &literal in self.store.literals(clause) {
            if self.values[literal as usize] >= 0 {
                match found {
                    Open::One(other) if other != literal => return Open::More,
                    _ => found = Open::One(literal),
                }
            }
        }
        found
    }

    fn named(&self, hint: i64) -> Result<u32, Fault> {
        let missing = || refuse(format!("its hint {hint} is no clause"));
        self.ids.get(hint.unsigned_abs()).map_or_else(missing, Ok)
    }

    fn assign(&mut self, literal: u32) {
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        self.trail.push(literal);
    }

    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
        }
    }

    /// Adds the current clause.
    fn keep(&mut self, id: u64) -> Result<(), Fault> {
        self.is_refuted |= self.clause.is_empty();
        let clause = self.store.add(&self.clause)?;
        self.ids.insert(id, clause);
        Ok(())
    }

    fn delete(&mut self, ids: &[i64]) {
        self.effort.deleted += ids.len() as u64;
        for &id in ids {
            // Deleting a missing clause cannot make a wrong proof valid, and other checkers accept
            // it too.
            match u64::try_from(id).ok().and_then(|id| self.ids.remove(id)) {
                Some(clause) => self.store.kill(clause),
                None => self.effort.missing += 1,
            }
        }
        if let Some(moved) = self.store.compact() {
            self.ids.move_along(&moved);
        }
    }
}

/// The literals of a clause that are not false.
enum Open {
    None,
    One(u32),
    More,
}
