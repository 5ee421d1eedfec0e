//! The other way to solve many puzzles of one frame: one solver that holds all the rules, and the
//! clues of each puzzle as assumptions, after elimination as ever.

use sator::model::{Model, Scope};
use sator::puzzle::{ParseOptions, Puzzle};
use sator::puzzles::sudoku::KIND;
use sator_model::propagate::{Knowledge, Network};
use sator_sat::backend::{Backend, Budget, Config, Outcome, by_name};
use sator_sat::clauses::FreshVars;
use sator_sat::encode::{Encoder, Encoding};
use sator_sat::{Constraint, Lit};

/// A solver with the rules of one frame.
pub(crate) struct Kept {
    model: Model,
    network: Network,
    begin: Knowledge,
    solver: Box<dyn Backend>,
}

impl Kept {
    /// Fills the solver of that name with the rules of a puzzle.
    pub(crate) fn new(backend: &str, text: &str) -> Self {
        let model = read(text).rules();
        let constraints = || model.rules(Scope::Extended).map(|rule| &rule.constraint);
        let counts = constraints().filter_map(Constraint::count);
        let network = Network::new(model.variables(), counts);
        let begin = network.begin().expect("the rules do not contradict each other");
        let mut solver = (by_name(backend).expect("it is built in").create)(&Config::default());
        let mut vars = FreshVars::after(model.variables());
        for constraint in constraints() {
            let mut encoder = Encoder::new(solver.as_mut(), &mut vars);
            Encoding::default().encode(constraint, &mut encoder);
        }
        Self { model, network, begin, solver }
    }

    /// Whether a puzzle has an answer.
    pub(crate) fn solve(&mut self, text: &str) -> bool {
        let Some(known) = self.eliminate(text) else { return false };
        let facts = known.facts().iter().copied();
        let assumptions: Vec<_> = facts.filter(|lit| lit.is_pos()).collect();
        let outcome = self.solver.solve(&assumptions, &Budget::default());
        matches!(outcome.expect("no solver fails"), Outcome::Sat(_))
    }

    /// What follows from the clues, unless they contradict each other.
    fn eliminate(&mut self, text: &str) -> Option<Knowledge> {
        self.model.forget_clues();
        read(text).state_clues(&mut self.model);
        let mut known = self.begin.clone();
        for fact in facts(&self.model) {
            known.learn(&self.network, fact).ok()?;
        }
        known.intersect(&self.network).ok()?;
        Some(known)
    }
}

fn read(text: &str) -> Box<dyn Puzzle> {
    KIND.read(text, &ParseOptions::default()).expect("the lists hold sudokus")
}

fn facts(model: &Model) -> impl Iterator<Item = Lit> {
    model.clues().iter().filter_map(|clue| match &clue.constraint {
        Constraint::Clause(lits) => lits.first().copied(),
        _ => None,
    })
}
