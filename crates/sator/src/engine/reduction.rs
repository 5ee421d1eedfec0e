//! What follows from the clues at once, so that only the rest has to be solved.
//!
//! A cell with one value left, a value with one place left: with the rules as groups of which
//! exactly one is true, both are one step of propagation. What it decides is dropped from the
//! rules, and what is left gets new, dense numbers.

use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;
use sator_model::propagate::{Contradiction, Knowledge, Network, Remainder};
use sator_model::search::components;
use sator_model::search::general::General;
use sator_model::sums::Sums;
use sator_sat::Lit;
use sator_sat::constraint::{Constraint, Count, Number, Part, Sum};

use super::lowering::{Demand, Lowerer};
use crate::model::{Model, Rule, Scope};

/// Rules laid out for propagation, with what follows from them alone. Puzzles that differ in clues
/// only can share it, unless clues are part of the layout.
pub(super) struct Propagator {
    scope: Scope,
    network: Arc<Network>,
    /// Whether clues that are counts are in the network.
    has_clues: bool,
    begin: Result<Knowledge, Contradiction>,
}

impl Propagator {
    /// Lays out the rules of a model within the scope, and the clues that are counts, unless the
    /// model has sums. Counts among the clues are looked at one by one then: most say that the
    /// numbers of a sum differ, which sums know by themselves.
    pub(super) fn new(model: &Model, scope: Scope) -> Self {
        let has_clues = !Self::does_without_clues(model);
        let rules = model.counts_without_clues(scope).flatten();
        let clues = model.clues().iter().filter(|clue| has_clues && fact_of(clue).is_none());
        let counts = rules.chain(clues.filter_map(|rule| rule.constraint.count()));
        let network = Arc::new(Network::new(model.variables(), counts));
        let begin = network.begin();
        Self { scope, network, has_clues, begin }
    }

    /// Whether the layout is the same for all clues.
    pub(super) fn does_without_clues(model: &Model) -> bool {
        let is_sum = |clue: &Rule| matches!(clue.constraint, Constraint::Sum(_));
        let is_void = |clue: &Rule| clue.constraint.count().is_some_and(|it| it.lits.is_empty());
        let clues = model.clues();
        clues.iter().all(|clue| fact_of(clue).is_some() || is_void(clue))
            || clues.iter().any(is_sum)
    }

    /// A search through the model, from what is known of it; nothing if there is no answer.
    pub(super) fn search(&self, model: &Model, known: Option<&Reduction>) -> Option<General> {
        let known = self.known(model, known).ok()?;
        let others = self.others(model);
        Some(General::new(Arc::clone(&self.network), known, others.iter().copied()))
    }

    /// How many answers the model has, part by part; nothing if that takes more than so many nodes.
    pub(super) fn count(
        &self,
        model: &Model,
        known: Option<&Reduction>,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<BigUint> {
        let Ok(known) = self.known(model, known) else { return Some(BigUint::ZERO) };
        let others = self.others(model);
        let network = Arc::clone(&self.network);
        components::count(network, known, others.iter().copied(), nodes, stop)
    }

    fn known(
        &self,
        model: &Model,
        reduction: Option<&Reduction>,
    ) -> Result<Knowledge, Contradiction> {
        match reduction {
            Some(reduction) => Ok(reduction.known.clone()),
            None => self.with_facts(model),
        }
    }

    /// What follows from the rules, and from what the clues give.
    fn with_facts(&self, model: &Model) -> Result<Knowledge, Contradiction> {
        let mut known = self.begin.clone()?;
        for fact in model.clues().iter().filter_map(fact_of) {
            known.learn(&self.network, fact)?;
        }
        Ok(known)
    }

    /// What is not in the network.
    fn others<'m>(&self, model: &'m Model) -> Vec<&'m Constraint> {
        let is_watched = |rule: &Rule| self.has_clues && rule.constraint.count().is_some();
        let others = model.of_instance(self.scope);
        let others = others.filter(|rule| fact_of(rule).is_none() && !is_watched(rule));
        others.map(|rule| &rule.constraint).collect()
    }

    /// What follows when the clues of the model hold as well; when `stop` says so, less of it.
    pub(super) fn reduce(
        &self,
        model: &Model,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reduction, Contradiction> {
        let known = self.with_facts(model)?;
        let of_instance = model.of_instance(self.scope).map(|rule| &rule.constraint);
        let sums = Sums::new(&self.network, of_instance);
        self.settle(model, known, sums, stop)
    }

    /// The same for a model about which something is known already, and something was concluded.
    pub(super) fn reduce_further(
        &self,
        model: &Model,
        reduction: Reduction,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reduction, Contradiction> {
        let Reduction { known, mut sums, .. } = reduction;
        let concluded = model.conclusions(self.scope).map(|rule| &rule.constraint);
        sums.add(&self.network, concluded);
        self.settle(model, known, sums, stop)
    }

    /// The same for a model about which something is known already, with facts that were found
    /// elsewhere.
    pub(super) fn reduce_with(
        &self,
        model: &Model,
        reduction: Reduction,
        facts: impl IntoIterator<Item = Lit>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reduction, Contradiction> {
        let mut known = reduction.known;
        for fact in facts {
            known.learn(&self.network, fact)?;
        }
        self.settle(model, known, reduction.sums, stop)
    }

    fn settle(
        &self,
        model: &Model,
        mut known: Knowledge,
        mut sums: Sums,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reduction, Contradiction> {
        sums.settle(&self.network, &mut known, stop)?;
        while !self.has_clues && self.follow_counts(model, &mut known)? {
            sums.settle(&self.network, &mut known, stop)?;
        }
        let reduction = Reduction::new(model.variables(), known, sums);
        // Nobody will look again where all is known, and sums may have been stopped before the end.
        if reduction.live == 0 && !reduction.keeps(model.of_instance(self.scope)) {
            return Err(Contradiction);
        }
        Ok(reduction)
    }

    /// What follows from counts that are not in the network; says whether anything did.
    fn follow_counts(&self, model: &Model, known: &mut Knowledge) -> Result<bool, Contradiction> {
        let before = known.facts().len();
        let of_instance = model.of_instance(self.scope);
        for Count { lits, least, most } in of_instance.filter_map(|rule| rule.constraint.count()) {
            let Remainder { least, most, open } = remainder(lits, least, most, known);
            if least > most {
                return Err(Contradiction);
            }
            if open > 0 && (least == open || most == 0) {
                for &lit in
                    lits.iter().filter(|&&lit| known.value(lit).is_none()).collect::<Vec<_>>()
                {
                    known.learn(&self.network, if most == 0 { !lit } else { lit })?;
                }
            }
        }
        Ok(known.facts().len() > before)
    }
}

/// What is left of a count when some literals are known. Where more are true than may be, it is
/// one that nothing satisfies.
fn remainder(lits: &[Lit], least: usize, most: usize, known: &Knowledge) -> Remainder {
    let (mut truths, mut open) = (0, 0);
    for &lit in lits {
        let value = known.value(lit);
        truths += usize::from(value == Some(true));
        open += usize::from(value.is_none());
    }
    match most.checked_sub(truths) {
        Some(most) => Remainder { least: least.saturating_sub(truths), most: most.min(open), open },
        None => Remainder { least: 1, most: 0, open },
    }
}

/// The literal that a clue gives, if it is that simple.
pub(super) fn fact_of(clue: &Rule) -> Option<Lit> {
    match &clue.constraint {
        Constraint::Clause(lits) if lits.len() == 1 => Some(lits[0]),
        _ => None,
    }
}

/// What is known of a puzzle, and new numbers for the variables that are left.
pub(super) struct Reduction {
    known: Knowledge,
    /// The sums among the clues and conclusions, and what is left of them.
    sums: Sums,
    numbers: Vec<u32>,
    live: u32,
}

/// Instead of a new number.
const KNOWN: u32 = u32::MAX;

impl Reduction {
    fn new(variables: u32, known: Knowledge, sums: Sums) -> Self {
        let live = variables - known.facts().len() as u32;
        // Where all is known there is nothing to number.
        let to_number = if live > 0 { 0..variables } else { 0..0 };
        let mut next = 0;
        let number = |variable| {
            let is_known = known.value(Lit::positive(variable)).is_some();
            next += u32::from(!is_known);
            if is_known { KNOWN } else { next - 1 }
        };
        let numbers = to_number.map(number).collect();
        Self { known, sums, numbers, live }
    }

    /// Whether the rules hold, where all is known.
    fn keeps<'r>(&self, mut rules: impl Iterator<Item = &'r Rule>) -> bool {
        rules.all(|rule| rule.constraint.holds(|lit| self.value(lit) == Some(true)))
    }

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
        let mut numbers = 0..;
        let of_instance = model.of_instance(propagator.scope);
        let of_instance = of_instance.filter(|rule| fact_of(rule).is_none());
        let rules = model.rules_without_clues(propagator.scope).map(|rule| (rule, true));
        let all = rules.chain(of_instance.map(|rule| (rule, propagator.has_clues)));
        for (Rule { family, constraint, .. }, is_laid_out) in all {
            let Some(Count { lits, least, most }) = constraint.count() else {
                if let Some(left) = self.left_of(constraint, &named) {
                    take(family, (&left).into())?;
                }
                continue;
            };
            let left = match numbers.next().filter(|_| is_laid_out) {
                Some(number) => self.known.remainder(&propagator.network, number),
                None => remainder(lits, least, most, &self.known),
            };
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
