//! A puzzle's formula as a file for any solver, and the solver's answer back as a checked board.

use std::io::{self, Write};

use sator_sat::backend::{Budget, Interrupt, StopReason};
use sator_sat::clauses::Stoppable;
use sator_sat::{ClauseSink, Constraint, Lit, Tally, dimacs};

use super::derive::model_of;
use super::lowering::{FormulaSize, Lowerer, Lowering};
use super::reduction::{Propagator, Reduction};
use crate::model::{InvalidAssignment, Model, Scope, Solution};
use crate::puzzle::Puzzle;

/// The formula of a puzzle: its own rules and clues, and nothing derived unless that is asked for.
pub struct Formula {
    title: String,
    model: Model,
    lowering: Lowering,
    /// What is known, if what follows from the clues at once is left out.
    reduced: Option<(Propagator, Reduction)>,
    /// An answer that is forbidden, so that only others are left.
    forbidden: Option<Solution>,
    size: FormulaSize,
}

impl Formula {
    /// States the rules and counts the clauses, which a file announces before it lists them.
    /// That can take long for the largest, and be interrupted.
    pub fn new(
        puzzle: &dyn Puzzle,
        lowering: Lowering,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        Self::within(puzzle, None, lowering, &until(interrupt))
    }

    /// The same within a budget. With a forbidden answer a last clause excludes it: there is no
    /// answer then if it is the only one.
    pub fn within(
        puzzle: &dyn Puzzle,
        forbidden: Option<&Solution>,
        lowering: Lowering,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let model = model_of(puzzle, stated(lowering));
        let formula = Self::unmeasured(puzzle.title(), model, lowering);
        Self { forbidden: forbidden.cloned(), ..formula }.measured(budget)
    }

    /// The formula without what follows from the clues at once: known literals are clauses of
    /// their own, and the rules speak of the others only. Clues that contradict each other leave
    /// nothing to reduce.
    pub fn reduced(
        puzzle: &dyn Puzzle,
        lowering: Lowering,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        let model = model_of(puzzle, stated(lowering));
        let propagator = Propagator::new(&model, stated(lowering));
        let stop = || interrupt.is_raised();
        let reduction = propagator.reduce(&model, &stop).ok();
        let reduced = reduction.map(|reduction| (propagator, reduction));
        let formula = Self::unmeasured(puzzle.title(), model, lowering);
        Self { reduced, ..formula }.measured(&until(interrupt))
    }

    fn unmeasured(title: String, model: Model, lowering: Lowering) -> Self {
        let size = FormulaSize::default();
        Self { title, model, lowering, reduced: None, forbidden: None, size }
    }

    fn measured(mut self, budget: &Budget) -> Result<Self, StopReason> {
        let stop = || budget.exhausted().is_some();
        self.size = self.lower(&mut Stoppable::new(&mut Tally::default(), &stop));
        budget.exhausted().map_or(Ok(self), Err)
    }

    /// Writes all clauses to a sink.
    pub(super) fn lower(&self, sink: &mut dyn ClauseSink) -> FormulaSize {
        let mut lowerer = Lowerer::new(self.lowering.methods, self.model.variables(), sink);
        match &self.reduced {
            None => lowerer.write_all(self.model.rules(stated(self.lowering))),
            Some((propagator, known)) => {
                for &fact in known.facts() {
                    lowerer.write("known", (&Constraint::fact(fact)).into());
                }
                known.lower(propagator, &self.model, |lit| lit, &mut lowerer);
            }
        }
        if let Some(answer) = &self.forbidden {
            let other = self.model.block(answer);
            lowerer.write("others", (&Constraint::Clause(other)).into());
        }
        lowerer.finish()
    }

    /// Hands all clauses to a sink, until that closes.
    pub fn pour(&self, sink: &mut dyn ClauseSink) {
        self.lower(sink);
    }

    /// What each variable of a cell means.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How the rules became clauses.
    pub fn lowering(&self) -> Lowering {
        self.lowering
    }

    /// How large it is.
    pub fn size(&self) -> &FormulaSize {
        &self.size
    }

    /// Writes it as DIMACS CNF, clause by clause as they are made. With `annotate` a comment
    /// tells each cell variable's meaning. An interrupt is an error of that kind.
    pub fn write_dimacs(
        &self,
        out: impl Write,
        annotate: bool,
        interrupt: &Interrupt,
    ) -> io::Result<()> {
        let stop = || interrupt.is_raised();
        let Tally { clauses, .. } = self.size.total();
        let comments = self.comments(annotate);
        let mut writer = dimacs::Writer::new(out, comments, self.size.variables, clauses);
        self.lower(&mut Stoppable::new(&mut writer, &stop));
        if stop() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        writer.finish()?.flush()
    }

    fn comments(&self, annotate: bool) -> impl Iterator<Item = String> {
        let meanings = annotate.then(|| self.model.meanings()).into_iter().flatten();
        let meanings = meanings.map(|(lit, fact)| format!("{} {fact}", lit.to_ipasir()));
        std::iter::once(self.title.clone()).chain(meanings)
    }
}

fn until(interrupt: &Interrupt) -> Budget {
    Budget { interrupt: interrupt.clone(), ..Budget::default() }
}

/// Which rules a formula has: its own, unless others were asked for.
fn stated(lowering: Lowering) -> Scope {
    lowering.scope.unwrap_or(Scope::Stated)
}

/// Turns a solver's literals for a generated formula into a checked answer. Cell variables come
/// first in every encoding, so it does not matter which one was used.
pub fn fit_answer(puzzle: &dyn Puzzle, lits: &[Lit]) -> Result<Solution, UnfitAnswer> {
    let model = puzzle.model();
    let needed = model.variables();
    let mut values = vec![false; needed as usize];
    for lit in lits.iter().filter(|lit| lit.vidx32() < needed) {
        values[lit.vidx()] = lit.is_pos();
    }
    let solution = model
        .decode(|lit| values[lit.vidx()] == lit.is_pos())
        .map_err(|unfit| unfit_answer(lits, needed, &unfit))?;
    match puzzle.check(&solution) {
        Ok(()) => Ok(solution),
        Err(broken) => Err(UnfitAnswer::Violation(broken.to_string())),
    }
}

/// Solvers may leave out what does not matter, so few variables alone are no fault.
fn unfit_answer(lits: &[Lit], needed: u32, unfit: &InvalidAssignment) -> UnfitAnswer {
    let found = lits.iter().map(|lit| lit.vidx32() + 1).max().unwrap_or(0);
    if found < needed {
        UnfitAnswer::TooFew { needed, found }
    } else {
        UnfitAnswer::NoFilling(unfit.to_string())
    }
}

/// An answer that does not belong to the puzzle's formula, or is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnfitAnswer {
    /// It speaks of too few variables.
    #[error("the answer is for another formula: expected {needed} variables, found {found}")]
    TooFew {
        /// The cells' variables.
        needed: u32,
        /// The answer's variables.
        found: u32,
    },
    /// It gives some cell no value, or two.
    #[error("the answer does not fit the formula: {0}")]
    NoFilling(String),
    /// It breaks a rule.
    #[error("the answer is wrong: {0}")]
    Violation(String),
}
