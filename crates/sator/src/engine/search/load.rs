//! Giving a solver the rules, or what is left of them.

use std::ops::ControlFlow;
use std::time::Instant;

use sator_sat::ClauseSink;
use sator_sat::backend::{self, Backend, Solver, StopReason};
use sator_sat::smt;

use super::super::EngineError;
use super::super::lowering::{Demand, Lowerer};
use super::super::reduction::Reduction;
use super::super::road::{Integers, Road};
use super::super::smtlib::SmtLib;
use super::{Options, Rest, Search};
use crate::model::Scope;

/// More clauses than this take more memory than most machines have.
const MOST_LOADED: u128 = 100_000_000;

impl Search<'_> {
    /// Gives a solver the rules, or what is left of them.
    pub(super) fn load(&mut self) {
        self.used_solver = true;
        self.size = None;
        match self.options.backend.clone() {
            Road::Clauses(solver) => self.load_clauses(solver.create(&self.options.config())),
            Road::Integers(entry) => self.tell_integers(entry),
            // Only questions that a search does not answer come here.
            Road::Search => self.load_clauses(Solver::default().create(&self.options.config())),
        }
    }

    fn tell_integers(&mut self, entry: &'static smt::Entry) {
        let Options { lowering, seed, budget, .. } = &self.options;
        let started = Instant::now();
        let model = self.frame.model().clone();
        let rules = SmtLib::of(self.puzzle.title(), model, lowering.scope.unwrap_or(Scope::Stated));
        let mut text = Vec::new();
        let written = rules.write_preamble(&mut text, &budget.interrupt);
        self.times.encode = started.elapsed();
        if written.is_err() {
            self.rest = Rest::Stopped(StopReason::Interrupted, None);
            return;
        }
        let started = Instant::now();
        let opened = Integers::open(entry, rules, &text, *seed, budget);
        self.times.load = Some(started.elapsed());
        self.rest = match opened {
            Ok(Ok(session)) => Rest::Ask(Box::new(session)),
            Ok(Err(reason)) => Rest::Stopped(reason, None),
            Err(error) => Rest::Failed(error),
        };
    }

    /// How many clauses there may be of rules that can take too many.
    fn most_clauses(&self) -> u128 {
        let Options { lowering, .. } = &self.options;
        if lowering.methods.sums_by().is_none() && lowering.methods.counts_by().is_none() {
            return 0;
        }
        let mut total: u128 = 0;
        let mut add = |demand: Demand<'_>| {
            total = total.saturating_add(lowering.most_clauses(demand).unwrap_or(0));
            ControlFlow::Continue(())
        };
        let (frame, model) = (&self.frame, self.frame.model());
        let _is_whole = match &self.reduction {
            Some(left) => {
                left.for_each_left(frame.propagator(), model, |lit| lit, |_, demand| add(demand))
            }
            None => model.rules(frame.scope()).try_for_each(|rule| add((&rule.constraint).into())),
        };
        total
    }

    fn load_clauses(&mut self, mut backend: Box<dyn Backend>) {
        let clauses = self.most_clauses();
        if clauses > MOST_LOADED {
            let lowering = self.options.lowering;
            let error = EngineError::TooLarge { lowering, clauses, most: MOST_LOADED };
            self.rest = Rest::Failed(error);
            return;
        }
        let model = self.frame.model();
        let variables = self.reduction.as_ref().map_or(model.variables(), Reduction::live);
        let started = Instant::now();
        let write = |sink: &mut dyn ClauseSink| {
            let mut lowerer = Lowerer::new(self.options.lowering.methods, variables, sink);
            match &self.reduction {
                Some(reduction) => {
                    let renumber = |lit| reduction.renumber(lit);
                    reduction.lower(self.frame.propagator(), model, renumber, &mut lowerer);
                }
                None => lowerer.write_all(model.rules(self.frame.scope())),
            }
            lowerer.finish()
        };
        let budget = &self.options.budget;
        let loaded = if self.options.measure {
            backend::load_timed(backend.as_mut(), budget, write)
                .map(|(size, time)| (size, Some(time)))
        } else {
            backend::load(backend.as_mut(), budget, write).map(|size| (size, None))
        };
        self.times.encode = started.elapsed();
        match loaded {
            Ok((size, time)) => {
                self.times.load = time;
                self.times.encode -= time.unwrap_or_default();
                backend.reserve(variables);
                self.spare_variable = size.variables.max(variables);
                self.size = Some(size);
                self.rest = Rest::Solve(backend);
            }
            Err(reason) => self.rest = Rest::Stopped(reason, Some(backend)),
        }
    }
}
