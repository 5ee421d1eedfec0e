//! What follows from the clues at once, so that only the rest has to be solved.
//!
//! A cell with one value left, a value with one place left: with the rules as groups of which
//! exactly one is true, both are one step of propagation. What it decides is dropped from the
//! rules, and what is left gets new, dense numbers.

use std::ops::ControlFlow;

use sator_sat::Lit;
use sator_sat::constraint::{Constraint, Count, Number, Part, Sum};
use sator_sat::propagate::{Contradiction, Knowledge, Network};
use sator_sat::sums::Sums;

use super::lowering::{Demand, Lowerer};
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
        let counts = lasting_rules(model, scope).filter_map(|rule| rule.constraint.count());
        let network = Network::new(model.variables(), counts);
        let begin = network.begin();
        Self { scope, network, begin }
    }

    /// What follows when the facts of the model hold as well.
    pub(super) fn reduce(&self, model: &Model) -> Result<Reduction, Contradiction> {
        let mut known = self.begin.clone()?;
        for fact in model.clues().iter().filter_map(fact_of) {
            known.learn(&self.network, fact)?;
        }
        let constraints = model.of_instance(self.scope).map(|rule| &rule.constraint);
        let mut sums = Sums::new(model.variables(), constraints);
        if sums.is_empty() {
            known.intersect(&self.network)?;
        } else {
            sums.settle(&self.network, &mut known)?;
        }
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

/// The rules that a propagator lays out as far as they are counts, in its order.
fn lasting_rules(model: &Model, scope: Scope) -> impl Iterator<Item = &Rule> {
    let of_instance = model.of_instance(scope).filter(|rule| fact_of(rule).is_none());
    model.rules_without_clues(scope).chain(of_instance)
}

/// Whether a network of counts can do without a clue: it is a fact that can be learnt, or no
/// count.
pub(super) fn is_apart(clue: &Rule) -> bool {
    fact_of(clue).is_some() || clue.constraint.count().is_none()
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
        let _is_whole = self.for_each_left(propagator, model, named, |family, demand| {
            lowerer.write(family, demand);
            if lowerer.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    /// Hands out what is left of the rules, with the literals that `named` gives, with their
    /// families, until `take` ends it. The propagator and the model are those that it was reduced
    /// with.
    pub(super) fn for_each_left(
        &self,
        propagator: &Propagator,
        model: &Model,
        named: impl Fn(Lit) -> Lit,
        mut take: impl FnMut(&'static str, Demand<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut open = Vec::new();
        let mut number = 0;
        for Rule { family, constraint, .. } in lasting_rules(model, propagator.scope) {
            let Some(Count { lits, .. }) = constraint.count() else {
                if let Some(left) = self.left_of(constraint, &named) {
                    take(family, (&left).into())?;
                }
                continue;
            };
            let left = self.known.remainder(&propagator.network, number);
            number += 1;
            if left.is_satisfied() {
                continue;
            }
            open.clear();
            open.extend(
                lits.iter().filter(|&&lit| self.value(lit).is_none()).map(|&lit| named(lit)),
            );
            let count = Count { lits: &open, least: left.least, most: left.most };
            take(family, Demand::Count(count))?;
        }
        ControlFlow::Continue(())
    }

    /// What is left of a constraint that is no count.
    fn left_of(&self, constraint: &Constraint, named: &impl Fn(Lit) -> Lit) -> Option<Constraint> {
        match constraint {
            Constraint::Sum(sum) => Some(Constraint::Sum(self.left_of_sum(sum, named))),
            Constraint::Split { first, others } => self.left_of_split([first, others], named),
            _ => None,
        }
    }

    /// Numbers that are known leave the sum, and values that are known to be wrong their numbers.
    fn left_of_sum(&self, sum: &Sum, named: &impl Fn(Lit) -> Lit) -> Sum {
        let mut total = sum.total;
        let mut parts = Vec::with_capacity(sum.parts.len());
        for Part { is_negative, numbers } in &sum.parts {
            let mut left = Vec::with_capacity(numbers.len());
            for Number(values) in numbers {
                match values.iter().find(|&&(_, lit)| self.value(lit) == Some(true)) {
                    Some((value, _)) if *is_negative => total += value,
                    Some((value, _)) => total -= value,
                    None => {
                        let open = values.iter().filter(|&&(_, lit)| self.value(lit).is_none());
                        left.push(Number(open.map(|&(value, lit)| (value, named(lit))).collect()));
                    }
                }
            }
            if !left.is_empty() {
                parts.push(Part { is_negative: *is_negative, numbers: left });
            }
        }
        Sum { parts, total }
    }

    fn left_of_split(&self, sides: [&[Lit]; 2], named: &impl Fn(Lit) -> Lit) -> Option<Constraint> {
        let is_true = sides.map(|side| side.iter().any(|&lit| self.value(lit) == Some(true)));
        let open = sides.map(|side| {
            let open = side.iter().filter(|&&lit| self.value(lit).is_none());
            open.map(|&lit| named(lit)).collect::<Vec<_>>()
        });
        let [first, others] = open;
        match is_true {
            [true, true] => Some(Constraint::Clause(Vec::new())),
            [true, false] if others.is_empty() => None,
            [false, true] if first.is_empty() => None,
            [true, false] => Some(Constraint::AtMost { lits: others, bound: 0 }),
            [false, true] => Some(Constraint::AtMost { lits: first, bound: 0 }),
            [false, false] if first.is_empty() => Some(Constraint::Clause(others)),
            [false, false] if others.is_empty() => Some(Constraint::Clause(first)),
            [false, false] => Some(Constraint::Split { first, others }),
        }
    }
}
