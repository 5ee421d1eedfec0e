//! What follows from the clues at once, so that only the rest has to be solved.
//!
//! A cell with one value left, a value with one place left: with the rules as groups of which
//! exactly one is true, both are one step of propagation. What it decides is dropped from the
//! rules, and what is left gets new, dense numbers.

use std::ops::ControlFlow;

use sator_sat::propagate::{Contradiction, Knowledge, Network};
use sator_sat::{Constraint, Lit};

use super::lowering::Lowerer;
use crate::model::{Model, Rule, Scope};

/// Rules laid out for propagation, with what follows from them alone. Puzzles that differ in facts
/// only can share it.
pub(super) struct Propagator {
    scope: Scope,
    network: Network,
    begin: Result<Knowledge, Contradiction>,
}

impl Propagator {
    /// Lays out the rules of a model within the scope, and the clues that are more than facts.
    pub(super) fn new(model: &Model, scope: Scope) -> Self {
        let constraints = lasting_rules(model, scope).map(|rule| &rule.constraint);
        let network = Network::new(model.variables(), constraints);
        let begin = network.begin();
        Self { scope, network, begin }
    }

    /// What follows when the facts of the model hold as well.
    pub(super) fn reduce(&self, model: &Model) -> Result<Reduction, Contradiction> {
        let mut known = self.begin.clone()?;
        for fact in model.clues().iter().filter_map(fact_of) {
            known.learn(&self.network, fact)?;
        }
        known.intersect(&self.network)?;
        let live = model.variables() - known.facts().len() as u32;
        // Where all is known there is nothing to number.
        let variables = if live > 0 { 0..model.variables() } else { 0..0 };
        let mut next = 0;
        let number = |variable| {
            let is_known = known.value(Lit::positive(variable)).is_some();
            next += u32::from(!is_known);
            if is_known { KNOWN } else { next - 1 }
        };
        let numbers = variables.map(number).collect();
        Ok(Reduction { known, numbers, live })
    }
}

/// The rules that a propagator lays out, in its order.
fn lasting_rules(model: &Model, scope: Scope) -> impl Iterator<Item = &Rule> {
    let clues = model.clues().iter().filter(|clue| !is_fact(clue));
    model.rules_without_clues(scope).chain(clues)
}

/// Whether a clue just gives a literal.
pub(super) fn is_fact(clue: &Rule) -> bool {
    fact_of(clue).is_some()
}

/// The literal that a clue gives, if it is that simple.
fn fact_of(clue: &Rule) -> Option<Lit> {
    match &clue.constraint {
        Constraint::Clause(lits) if lits.len() == 1 => Some(lits[0]),
        _ => None,
    }
}

/// What is known of a puzzle, and new numbers for the variables that are left.
pub(super) struct Reduction {
    known: Knowledge,
    numbers: Vec<u32>,
    live: u32,
}

/// Instead of a new number.
const KNOWN: u32 = u32::MAX;

impl Reduction {
    /// How many variables are left.
    pub(super) fn live(&self) -> u32 {
        self.live
    }

    /// The literals that are known to be true.
    pub(super) fn facts(&self) -> &[Lit] {
        self.known.facts()
    }

    /// What is known of a literal.
    pub(super) fn value(&self, lit: Lit) -> Option<bool> {
        self.known.value(lit)
    }

    /// An open literal by its new number.
    pub(super) fn renumber(&self, lit: Lit) -> Lit {
        Lit::new(self.numbers[lit.vidx()], lit.is_neg())
    }

    /// Writes what is left of the rules, with the literals that `named` gives. The propagator and
    /// the model are those that it was reduced with.
    pub(super) fn lower(
        &self,
        propagator: &Propagator,
        model: &Model,
        named: impl Fn(Lit) -> Lit,
        lowerer: &mut Lowerer<'_>,
    ) {
        let _is_whole =
            self.for_each_left(propagator, model, named, |family, lits, least, most| {
                lowerer.write(family, lits, least, most);
                if lowerer.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
    }

    /// Hands out what is left of the rules, with the literals that `named` gives, as a family and
    /// how many of the literals are true at least and at most, until `take` ends it. The
    /// propagator and the model are those that it was reduced with.
    pub(super) fn for_each_left(
        &self,
        propagator: &Propagator,
        model: &Model,
        named: impl Fn(Lit) -> Lit,
        mut take: impl FnMut(&'static str, &[Lit], usize, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut open = Vec::new();
        for (number, rule) in lasting_rules(model, propagator.scope).enumerate() {
            let left = self.known.remainder(&propagator.network, number);
            if left.is_satisfied() {
                continue;
            }
            let lits = rule.constraint.lits().iter().copied();
            open.clear();
            open.extend(lits.filter(|&lit| self.value(lit).is_none()).map(&named));
            take(rule.family, &open, left.least, left.most)?;
        }
        ControlFlow::Continue(())
    }
}
