//! A SAT solver for the equations of one component.

use super::Answer;
use super::component::Component;
use sator_sat::Lit;
use sator_sat::backend::{
    self, Backend, BackendError, Budget, Config, Outcome, Solver, StopReason,
};
use sator_sat::clauses::FreshVars;
use sator_sat::constraint::Count;
use sator_sat::encode::{Encoder, Encodings};

/// A solver that holds the equations of a component.
pub(super) struct ComponentSolver<'c> {
    component: &'c Component,
    /// The first variable of each group. The true variables of a group come first.
    begins: Vec<u32>,
    backend: Box<dyn Backend>,
    name: String,
    /// The number of variables of the solver.
    used: u32,
}

impl<'c> ComponentSolver<'c> {
    /// Loads the equations into a solver.
    pub(super) fn new(
        component: &'c Component,
        solver: &Solver,
        config: &Config,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let mut next = 0;
        let begins = component.groups.iter().map(|group| {
            next += group.variables.len() as u32;
            next - group.variables.len() as u32
        });
        let begins: Vec<u32> = begins.collect();
        let mut backend = solver.create(config);
        backend.reserve(next);
        let mut vars = FreshVars::after(next);
        backend::load(backend.as_mut(), budget, |sink| {
            let mut encoder = Encoder::new(sink, &mut vars);
            for (group, &begin) in component.groups.iter().zip(&begins) {
                for variable in begin + 1..begin + group.variables.len() as u32 {
                    encoder.clause(&[Lit::negative(variable), Lit::positive(variable - 1)]);
                }
            }
            let mut lits = Vec::new();
            for equation in &component.equations {
                lits.clear();
                for &group in &equation.groups {
                    let begin = begins[group as usize];
                    let size = component.groups[group as usize].variables.len() as u32;
                    lits.extend((begin..begin + size).map(Lit::positive));
                }
                let needed = equation.needed as usize;
                let count = Count { lits: &lits, least: needed, most: needed };
                Encodings::default().encode_count(count, &mut encoder);
            }
        })?;
        let name = solver.name().to_owned();
        Ok(Self { component, begins, backend, name, used: vars.used() })
    }

    /// Adds the constraint that so many variables are true.
    pub(super) fn require_total(&mut self, truths: usize) {
        let variables = self.component.size as u32;
        let lits: Vec<Lit> = (0..variables).map(Lit::positive).collect();
        let count = Count { lits: &lits, least: truths, most: truths };
        let mut vars = FreshVars::after(self.used);
        let mut encoder = Encoder::new(self.backend.as_mut(), &mut vars);
        Encodings::default().encode_count(count, &mut encoder);
        self.used = vars.used();
    }

    /// The number of conflicts so far; 0 if the solver does not count them.
    pub(super) fn conflicts(&self) -> u64 {
        self.backend.stats().conflicts.unwrap_or(0)
    }

    /// Finds a solution: the number of true variables of each group.
    pub(super) fn solve(&mut self, budget: &Budget) -> Result<Answer<Vec<u32>>, BackendError> {
        self.solve_with(&[], budget)
    }

    /// Finds a solution in which the number of true variables of a group is not `value`, which is 0 or
    /// the size of the group.
    pub(super) fn solve_with_other_value(
        &mut self,
        group: u32,
        value: u32,
        budget: &Budget,
    ) -> Result<Answer<Vec<u32>>, BackendError> {
        let begin = self.begins[group as usize];
        let other = match value {
            0 => Lit::positive(begin),
            value => Lit::negative(begin + value - 1),
        };
        self.solve_with(&[other], budget)
    }

    /// Adds the constraint that `value` variables of a group are true, which is 0 or the size of the
    /// group.
    pub(super) fn fix(&mut self, group: u32, value: u32) {
        let begin = self.begins[group as usize];
        let lit = match value {
            0 => Lit::negative(begin),
            value => Lit::positive(begin + value - 1),
        };
        self.backend.add_clause(&[lit]);
    }

    fn solve_with(
        &mut self,
        assumptions: &[Lit],
        budget: &Budget,
    ) -> Result<Answer<Vec<u32>>, BackendError> {
        let assignment = match self.backend.solve(assumptions, budget)? {
            Outcome::Sat(assignment) => assignment,
            Outcome::Unsat(_) => return Ok(Answer::Impossible),
            Outcome::Stopped(_) => return Ok(Answer::Unknown),
        };
        let truths = |(group, &begin): (usize, &u32)| {
            let size = self.component.groups[group].variables.len() as u32;
            let variables = (begin..begin + size).map(Lit::positive);
            variables.filter(|&lit| assignment.is_true(lit)).count() as u32
        };
        let solution: Vec<u32> = self.begins.iter().enumerate().map(truths).collect();
        if self.component.is_solved_by(&solution) {
            Ok(Answer::Found(solution))
        } else {
            let message = "its answer does not solve the equations".to_owned();
            Err(BackendError { backend: self.name.clone(), message })
        }
    }
}
