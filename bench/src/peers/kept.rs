//! The other way to solve many puzzles with the same rules: one solver that holds all the rules, and
//! the clues of each puzzle as assumptions, after the usual elimination.

use std::sync::Arc;

use sator::engine::{Formula, Instance, Lowering};
use sator::model::{Cells, Clues, Model, Scope};
use sator::puzzles::sudoku::KIND;
use sator_model::constraint::{Form, View};
use sator_model::engine::CompiledRules;
use sator_model::propagate::{Contradiction, Network, NetworkBuilder, Trail};
use sator_sat::backend::{Backend, Budget, Config, Outcome, by_name};
use sator_sat::constraint::Count;

use crate::ours;

/// A solver with the rules of one size of sudoku.
pub(crate) struct Kept {
    cells: Cells,
    network: Network,
    root: Trail,
    solver: Box<dyn Backend>,
}

impl Kept {
    /// Fills the solver of that name with the rules of a puzzle.
    pub(crate) fn new(backend: &str, text: &str) -> Self {
        let rules = Arc::new(CompiledRules::new(ours::read(&KIND, text).rules()));
        let network = network(rules.model());
        let root = network.root().expect("the rules do not contradict each other");
        let cells = rules.cells().clone();
        let mut solver = (by_name(backend).expect("it is built in").create)(&Config::default());
        let instance = Instance::new(rules, Clues::default());
        let lowering = Lowering { scope: Some(Scope::Extended), ..Lowering::default() };
        let formula = Formula::new(String::new(), instance, None, lowering, &Budget::default());
        formula.expect("there is no limit").write_clauses(solver.as_mut());
        Self { cells, network, root, solver }
    }

    /// Whether a puzzle has an answer.
    pub(crate) fn solve(&mut self, text: &str) -> bool {
        let Ok(trail) = self.eliminate(text) else { return false };
        let facts = trail.facts().iter().copied();
        let assumptions: Vec<_> = facts.filter(|lit| lit.is_pos()).collect();
        let outcome = self.solver.solve(&assumptions, &Budget::default());
        matches!(outcome.expect("no solver fails"), Outcome::Sat(_))
    }

    /// Propagates the clues.
    fn eliminate(&self, text: &str) -> Result<Trail, Contradiction> {
        let mut trail = self.root.clone();
        for fact in ours::read(&KIND, text).clues().facts {
            let lit = self.cells.lit(fact).expect("a given value is in its domain");
            trail.assign(&self.network, lit)?;
        }
        trail.intersect(&self.network)?;
        Ok(trail)
    }
}

/// The groups of a sudoku's rules: each cell has one value, and each unit has each value once.
pub(crate) fn network(rules: &Model) -> Network {
    let cells = rules.cells();
    let mut builder = NetworkBuilder::new(cells.variables());
    for (cell, _, domain) in cells.iter() {
        let lits: Vec<_> = domain.values().map(|value| cells.is(cell, value)).collect();
        builder.add(Count { lits: &lits, least: 1, most: 1 });
    }
    for rule in rules.rules() {
        let view = View { cells, scope: Scope::Extended, origin: rule.origin, label: &rule.label };
        rule.constraint.parts(&view, &mut |part| match part.form {
            Form::Group(group) => builder.add(group),
            form => panic!("{form:?} is no group"),
        });
    }
    builder.build()
}
