//! A SAT solver that holds some units, each behind a switch: what these units force, and which of
//! them are needed.

use std::collections::HashSet;

use sator_sat::Lit;
use sator_sat::backend::{Backend, Budget, Config, Outcome, Solver, StopReason, by_name};
use sator_sat::clauses::FreshVars;
use sator_sat::encode::{Encoder, Encodings};

use super::units::{Body, UnitId, Units};
use crate::constraint::Form;
use crate::engine::EngineError;

/// A solver that is created quickly: most sets are small.
const SOLVER: &str = "batsat";

/// Some units in a SAT solver.
pub(super) struct Cores {
    backend: Box<dyn Backend>,
    budget: Budget,
    units: Vec<UnitId>,
    /// The variables that the units are about, ascending; their places are the solver's variables.
    variables: Vec<u32>,
    spare: u32,
}

/// An answer that was not found within the budget.
pub(super) type Stoppable<T> = Result<Result<T, StopReason>, EngineError>;

impl Cores {
    /// Loads the units.
    pub(super) fn new(units: &Units, ids: &[UnitId], budget: &Budget) -> Self {
        let bodies: Vec<_> = ids.iter().map(|&id| (id, &units.unit(id).body)).collect();
        Self::of_bodies(units, ids, &bodies, budget)
    }

    /// Loads what is said about the variables of these units, each statement with a number of its own.
    pub(super) fn of_bodies(
        units: &Units,
        ids: &[UnitId],
        bodies: &[(UnitId, &Body)],
        budget: &Budget,
    ) -> Self {
        let mut variables: Vec<u32> =
            ids.iter().flat_map(|&id| units.variables(id)).copied().collect();
        variables.sort_unstable();
        variables.dedup();
        let place = |lit: Lit| {
            let place = variables.partition_point(|&it| it < lit.vidx32());
            Lit::new(place as u32, lit.is_neg())
        };
        let first_switch = variables.len() as u32;
        let mut vars = FreshVars::after(first_switch + bodies.len() as u32);
        let solver = by_name(SOLVER).map_or_else(|_| Solver::default(), Solver::Embedded);
        let mut backend = solver.create(&Config::default());
        let encodings = Encodings::default();
        for (&(_, body), switch) in bodies.iter().zip(first_switch..) {
            let switch = Lit::positive(switch);
            let mut encoder = Encoder::new(&mut *backend, &mut vars).guarded_by(switch);
            let group = |lits: &[Lit], least, most, encoder: &mut Encoder<'_>| {
                let lits: Vec<Lit> = lits.iter().map(|&lit| place(lit)).collect();
                Form::group(&lits, least, most).encode(&encodings, encoder);
            };
            match body {
                Body::Group { lits, least, most } => {
                    group(lits, *least as usize, *most as usize, &mut encoder);
                }
                Body::Forms(forms) => {
                    for lits in &forms.cells {
                        group(lits, 1, 1, &mut encoder);
                    }
                    for part in &forms.parts {
                        let guards: Vec<Lit> = part.guards.iter().map(|&lit| place(lit)).collect();
                        encoder.guarded(&guards, |encoder| {
                            part.form.with(|form| {
                                let mut open = Vec::new();
                                let form = form.reduced(&|_| None, &place, &mut open);
                                if let Some(form) = form {
                                    form.encode(&encodings, encoder);
                                }
                            });
                        });
                    }
                }
            }
        }
        let spare = vars.used();
        backend.reserve(spare);
        let units = bodies.iter().map(|(id, _)| *id).collect();
        Self { backend, budget: budget.clone(), units, variables, spare }
    }

    /// The solver's literal, if some unit is about its variable.
    fn lit(&self, lit: Lit) -> Option<Lit> {
        let place = self.variables.binary_search(&lit.vidx32()).ok()?;
        Some(Lit::new(place as u32, lit.is_neg()))
    }

    fn switch(&self, index: usize) -> Lit {
        Lit::positive((self.variables.len() + index) as u32)
    }

    /// The variables that the units are about.
    pub(super) fn variables(&self) -> &[u32] {
        &self.variables
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Stoppable<Outcome> {
        Ok(match self.backend.solve(assumptions, &self.budget)? {
            Outcome::Stopped(reason) => Err(reason),
            outcome => Ok(outcome),
        })
    }

    /// A literal that switches on "one of these targets is false". Without targets it demands
    /// nothing: the question is then whether the units contradict each other.
    fn some_is_false(&mut self, targets: &[Lit]) -> Lit {
        let wish = Lit::positive(self.spare);
        self.spare += 1;
        self.backend.reserve(self.spare);
        if targets.is_empty() {
            return wish;
        }
        let mut clause = vec![!wish];
        for &target in targets {
            match self.lit(target) {
                Some(lit) => clause.push(!lit),
                // No unit forces it.
                None => return wish,
            }
        }
        self.backend.add_clause(&clause);
        wish
    }

    /// A few units and facts that force all targets; `None` if all of them do not.
    pub(super) fn core(
        &mut self,
        facts: &[Lit],
        targets: &[Lit],
        budget: &Budget,
    ) -> Stoppable<Option<(Vec<UnitId>, Vec<Lit>)>> {
        let wish = self.some_is_false(targets);
        let mut assumptions = vec![wish];
        assumptions.extend((0..self.units.len()).map(|index| self.switch(index)));
        assumptions.extend(facts.iter().filter_map(|&fact| self.lit(fact)));
        let core = match self.backend.solve(&assumptions, budget)? {
            Outcome::Stopped(reason) => return Ok(Err(reason)),
            Outcome::Unsat(core) => core,
            Outcome::Sat(_) => return Ok(Ok(None)),
        };
        let units = (0..self.units.len()).filter(|&index| core.contains(&self.switch(index)));
        let units = units.map(|index| self.units[index]).collect();
        let is_needed = |fact: &&Lit| self.lit(**fact).is_some_and(|lit| core.contains(&lit));
        let facts = facts.iter().filter(is_needed).copied().collect();
        Ok(Ok(Some((units, facts))))
    }

    /// Whether these units and facts force all targets; if so, those that the solver used.
    fn forcing(
        &mut self,
        on: &[UnitId],
        facts: &[Lit],
        wish: Lit,
    ) -> Stoppable<Option<HashSet<Lit>>> {
        let mut assumptions = vec![wish];
        let switches = (0..self.units.len()).filter(|&index| on.contains(&self.units[index]));
        assumptions.extend(switches.map(|index| self.switch(index)));
        assumptions.extend(facts.iter().filter_map(|&fact| self.lit(fact)));
        Ok(self.solve(&assumptions)?.map(|outcome| match outcome {
            Outcome::Unsat(core) => Some(core.into_iter().collect()),
            _ => None,
        }))
    }

    /// Drops units, in this order, while the others still force all targets. Gives up when
    /// more than `limit` units are needed.
    pub(super) fn needed_units(
        &mut self,
        mut on: Vec<UnitId>,
        facts: &[Lit],
        targets: &[Lit],
        limit: usize,
    ) -> Stoppable<Option<Vec<UnitId>>> {
        let wish = self.some_is_false(targets);
        let mut index = 0;
        while index < on.len() {
            if index >= limit {
                return Ok(Ok(None));
            }
            let unit = on.remove(index);
            match self.forcing(&on, facts, wish)? {
                Err(reason) => return Ok(Err(reason)),
                // The units before the index are needed, so that the solver used them.
                Ok(Some(core)) => {
                    let place = |unit: UnitId| self.units.iter().position(|&it| it == unit);
                    on.retain(|&unit| place(unit).is_none_or(|it| core.contains(&self.switch(it))));
                }
                Ok(None) => {
                    on.insert(index, unit);
                    index += 1;
                }
            }
        }
        Ok(Ok(Some(on)))
    }

    /// Which of some units are needed in addition to the `fixed` ones. Where the limit of conflicts is
    /// reached, a unit counts as needed.
    pub(super) fn needed_besides(
        &mut self,
        fixed: &[UnitId],
        mut units: Vec<UnitId>,
        facts: &[Lit],
        targets: &[Lit],
    ) -> Stoppable<Vec<UnitId>> {
        let wish = self.some_is_false(targets);
        if let Ok(Some(_)) = self.forcing(fixed, facts, wish)? {
            return Ok(Ok(Vec::new()));
        }
        let mut index = 0;
        while index < units.len() {
            let unit = units.remove(index);
            match self.forcing(&[fixed, &units[..]].concat(), facts, wish)? {
                Ok(Some(_)) => {}
                Ok(None) | Err(StopReason::Conflicts) => {
                    units.insert(index, unit);
                    index += 1;
                }
                Err(reason) => return Ok(Err(reason)),
            }
        }
        Ok(Ok(units))
    }

    /// Drops facts while the others still force all targets.
    pub(super) fn needed_facts(
        &mut self,
        on: &[UnitId],
        mut facts: Vec<Lit>,
        targets: &[Lit],
    ) -> Stoppable<Vec<Lit>> {
        let wish = self.some_is_false(targets);
        let mut index = 0;
        while index < facts.len() {
            let fact = facts.remove(index);
            match self.forcing(on, &facts, wish)? {
                Err(reason) => return Ok(Err(reason)),
                Ok(Some(_)) => {}
                Ok(None) => {
                    facts.insert(index, fact);
                    index += 1;
                }
            }
        }
        Ok(Ok(facts))
    }

    /// The targets that the units and facts force.
    pub(super) fn forced(
        &mut self,
        on: &[UnitId],
        facts: &[Lit],
        mut targets: Vec<Lit>,
    ) -> Stoppable<Vec<Lit>> {
        targets.retain(|&target| self.lit(target).is_some());
        while !targets.is_empty() {
            let wish = self.some_is_false(&targets);
            let mut assumptions = vec![wish];
            let switches = (0..self.units.len()).filter(|&index| on.contains(&self.units[index]));
            assumptions.extend(switches.map(|index| self.switch(index)));
            assumptions.extend(facts.iter().filter_map(|&fact| self.lit(fact)));
            let assignment = match self.solve(&assumptions)? {
                Err(reason) => return Ok(Err(reason)),
                Ok(Outcome::Sat(assignment)) => assignment,
                Ok(_) => break,
            };
            targets.retain(|&target| self.lit(target).is_some_and(|it| assignment.is_true(it)));
        }
        Ok(Ok(targets))
    }
}
