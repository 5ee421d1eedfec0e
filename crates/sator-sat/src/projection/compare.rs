//! Compares the models of two formulas over some variables: clause by clause where that decides, and
//! by refinement where auxiliary variables are left.

use std::collections::{HashMap, HashSet};

use super::eliminate::eliminate;
use super::{CreateSolver, expect_model, loaded, negated, restrict, solve};
use crate::backend::{Backend, BackendError, Budget, Halt, StopReason};
use crate::clauses::FreshVars;
use crate::{ClauseSink, Clauses, Lit};

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// Both formulas have the same models.
    Equal,
    /// Only the first formula has this model.
    OnlyFirst(Vec<Lit>),
    /// Only the second formula has this model.
    OnlySecond(Vec<Lit>),
    /// Unknown: the solver was stopped.
    Stopped(StopReason),
}

/// How the clauses of one formula are put to a solver that has the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Questions {
    /// Each clause alone: many easy questions, for a solver that keeps what it learnt.
    Each,
    /// All clauses in one question, for a program that begins anew with each question.
    Together,
}

/// Compares the models of two formulas over these variables.
///
/// A formula implies another if it implies each of its clauses. Clauses without auxiliary variables
/// are asked for first, those of both directions in turn, with a limit on conflicts that grows: so a
/// clause that is hard to prove does not hide an easy difference.
pub fn compare(
    [first, second]: [&Clauses; 2],
    over: &[u32],
    create: CreateSolver<'_>,
    questions: Questions,
    budget: &Budget,
) -> Result<Comparison, BackendError> {
    match differing(first, second, over, create, questions, budget) {
        Ok(comparison) => Ok(comparison),
        Err(Halt::Stopped(reason)) => Ok(Comparison::Stopped(reason)),
        Err(Halt::Failed(error)) => Err(error),
    }
}

/// The limits on conflicts of one round after the other; the last round has none.
const ROUNDS: [Option<u64>; 4] = [Some(100), Some(2_000), Some(40_000), None];

fn differing(
    first: &Clauses,
    second: &Clauses,
    over: &[u32],
    create: CreateSolver<'_>,
    questions: Questions,
    budget: &Budget,
) -> Result<Comparison, Halt> {
    let mut forward = Implication::new(first, second, over, create, budget)?;
    if questions == Questions::Together {
        if let Some(model) = forward.all_at_once(create, budget)? {
            return Ok(Comparison::OnlyFirst(model));
        }
        let mut backward = Implication::new(second, first, over, create, budget)?;
        let model = backward.all_at_once(create, budget)?;
        return Ok(model.map_or(Comparison::Equal, Comparison::OnlySecond));
    }
    let mut backward = Implication::new(second, first, over, create, budget)?;
    for conflicts in ROUNDS {
        if let Some(model) = forward.clause_by_clause(conflicts, budget)? {
            return Ok(Comparison::OnlyFirst(model));
        }
        if let Some(model) = backward.clause_by_clause(conflicts, budget)? {
            return Ok(Comparison::OnlySecond(model));
        }
    }
    if let Some(model) = forward.refine(create, budget)? {
        return Ok(Comparison::OnlyFirst(model));
    }
    let model = backward.refine(create, budget)?;
    Ok(model.map_or(Comparison::Equal, Comparison::OnlySecond))
}

/// The question whether each model of a formula, over some variables, is one of another formula.
struct Implication<'a> {
    first: &'a Clauses,
    second: &'a Clauses,
    over: &'a [u32],
    is_shared: Vec<bool>,
    /// Holds the first formula.
    candidates: Box<dyn Backend>,
    /// Clauses of the second formula without auxiliary variables that are not known to follow.
    open: Vec<Vec<Lit>>,
    /// Its other clauses.
    mixed: Vec<Vec<Lit>>,
}

impl<'a> Implication<'a> {
    /// Auxiliary variables of the second formula that are cheap to eliminate by resolution are
    /// eliminated: the clauses over the other variables have the same models.
    fn new(
        first: &'a Clauses,
        second: &'a Clauses,
        over: &'a [u32],
        create: CreateSolver<'_>,
        budget: &Budget,
    ) -> Result<Self, Halt> {
        let variables = over.iter().map(|variable| variable + 1).max().unwrap_or(0);
        let variables = variables.max(first.variables()).max(second.variables());
        let mut is_shared = vec![false; variables as usize];
        for &variable in over {
            is_shared[variable as usize] = true;
        }
        let reduced = eliminate(second, &|variable| !is_shared[variable as usize], budget)?;
        let is_plain = |clause: &Vec<Lit>| clause.iter().all(|lit| is_shared[lit.vidx()]);
        let (mut open, mixed): (Vec<_>, Vec<_>) = reduced.into_iter().partition(is_plain);
        // The clauses that both formulas have need no question.
        let stated: HashSet<Vec<Lit>> = first.iter().map(sorted).collect();
        open.retain(|clause| !stated.contains(clause));
        let candidates = loaded(first, variables, create, budget)?;
        Ok(Self { first, second, over, is_shared, candidates, open, mixed })
    }

    /// Looks for a model of the first formula that makes an open clause false. Clauses that follow
    /// are no longer open; those that take more conflicts remain.
    fn clause_by_clause(
        &mut self,
        conflicts: Option<u64>,
        budget: &Budget,
    ) -> Result<Option<Vec<Lit>>, Halt> {
        let limited = Budget { conflicts: conflicts.or(budget.conflicts), ..budget.clone() };
        let mut hard = Vec::new();
        for clause in std::mem::take(&mut self.open) {
            if let Some(reason) = budget.exhausted() {
                return Err(reason.into());
            }
            match solve(self.candidates.as_mut(), &negated(&clause), &limited) {
                Ok(Some(assignment)) => {
                    expect_model(self.first, &assignment)?;
                    return Ok(Some(restrict(&assignment, self.over)));
                }
                // An implied clause may help to prove others.
                Ok(None) => self.candidates.add_clause(&clause),
                Err(Halt::Stopped(StopReason::Conflicts)) if conflicts.is_some() => {
                    hard.push(clause);
                }
                Err(halt) => return Err(halt),
            }
        }
        self.open = hard;
        Ok(None)
    }

    /// Looks for a model of the first formula that no values of the auxiliary variables extend to one
    /// of the second; the open clauses follow.
    ///
    /// Refinement by counterexamples, as for quantified formulas with two levels: a candidate is a
    /// model of the first formula. If values of the auxiliary variables extend it to a model of the
    /// second formula, then no candidate that the same values extend is tried again: each later
    /// candidate makes some clause of the second formula false under these values. Every round
    /// excludes at least one assignment, so that the loop ends.
    fn refine(
        &mut self,
        create: CreateSolver<'_>,
        budget: &Budget,
    ) -> Result<Option<Vec<Lit>>, Halt> {
        if self.mixed.is_empty() {
            return Ok(None);
        }
        let mut falsified = Falsified::after(self.is_shared.len() as u32);
        self.refine_beyond(None, &mut falsified, create, budget)
    }

    /// The same, where a candidate may instead make an open clause false: one question for all of
    /// them.
    fn all_at_once(
        &mut self,
        create: CreateSolver<'_>,
        budget: &Budget,
    ) -> Result<Option<Vec<Lit>>, Halt> {
        let mut falsified = Falsified::after(self.is_shared.len() as u32);
        // True only if an open clause is false.
        let is_open_false = falsified.vars.fresh();
        let mut some = vec![!is_open_false];
        for clause in &self.open {
            some.push(falsified.literal(clause, self.candidates.as_mut()));
        }
        self.candidates.add_clause(&some);
        if self.mixed.is_empty() {
            self.candidates.add_clause(&[is_open_false]);
        }
        self.refine_beyond(Some(is_open_false), &mut falsified, create, budget)
    }

    fn refine_beyond(
        &mut self,
        otherwise: Option<Lit>,
        falsified: &mut Falsified,
        create: CreateSolver<'_>,
        budget: &Budget,
    ) -> Result<Option<Vec<Lit>>, Halt> {
        let variables = self.is_shared.len() as u32;
        let mut extensions = loaded(self.second, variables, create, budget)?;
        let is_shared = |lit: &Lit| self.is_shared[lit.vidx()];
        while let Some(assignment) = solve(self.candidates.as_mut(), &[], budget)? {
            expect_model(self.first, &assignment)?;
            let model = restrict(&assignment, self.over);
            let Some(extension) = solve(extensions.as_mut(), &model, budget)? else {
                return Ok(Some(model));
            };
            expect_model(self.second, &extension)?;
            let mut some: Vec<_> = otherwise.into_iter().collect();
            for clause in &self.mixed {
                let is_true = |lit: &Lit| !is_shared(lit) && extension.is_true(*lit);
                if !clause.iter().any(is_true) {
                    let rest: Vec<_> = clause.iter().copied().filter(is_shared).collect();
                    some.push(falsified.literal(&rest, self.candidates.as_mut()));
                }
            }
            self.candidates.add_clause(&some);
            // The candidate itself is excluded, also if a solver is wrong: the loop ends.
            self.candidates.add_clause(&negated(&model));
        }
        Ok(None)
    }
}

/// Literals that are true only if a clause is false.
struct Falsified {
    vars: FreshVars,
    known: HashMap<Vec<Lit>, Lit>,
}

impl Falsified {
    fn after(variables: u32) -> Self {
        Self { vars: FreshVars::after(variables), known: HashMap::new() }
    }

    fn literal(&mut self, clause: &[Lit], sink: &mut dyn ClauseSink) -> Lit {
        if let [only] = clause {
            return !*only;
        }
        if let Some(&known) = self.known.get(clause) {
            return known;
        }
        let literal = self.vars.fresh();
        for &lit in clause {
            sink.add_clause(&[!literal, !lit]);
        }
        self.known.insert(clause.to_vec(), literal);
        literal
    }
}

/// A clause as a set of literals, in order.
fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}
