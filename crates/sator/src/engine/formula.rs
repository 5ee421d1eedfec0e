//! A puzzle's formula as a file for any solver, and the solver's answer back as a checked board.

use std::io::{self, Write};

use sator_sat::encode::Encoding;
use sator_sat::{ClauseSink, Lit, Tally, dimacs};

use crate::model::{Filling, FormulaSize, Model, Scope};
use crate::puzzle::Puzzle;

/// The formula of a puzzle: its own rules and clues, and nothing derived.
pub struct Formula {
    title: String,
    model: Model,
    encoding: Encoding,
    size: FormulaSize,
}

impl Formula {
    /// States the rules and counts the clauses, which a file announces before it lists them.
    pub fn new(puzzle: &dyn Puzzle, encoding: Encoding) -> Self {
        let model = puzzle.model();
        let size = model.lower(Scope::Stated, &encoding, &mut Tally::default());
        Self { title: puzzle.title(), model, encoding, size }
    }

    /// How large it is.
    pub fn size(&self) -> &FormulaSize {
        &self.size
    }

    /// Writes it as DIMACS CNF, clause by clause as they are made. With `annotate` a comment
    /// tells each cell variable's meaning. `stop` is asked now and then.
    pub fn write_dimacs(
        &self,
        out: impl Write,
        annotate: bool,
        stop: impl Fn() -> bool,
    ) -> io::Result<()> {
        let comments = self.comments(annotate);
        let Tally { clauses, .. } = self.size.total();
        let writer = dimacs::Writer::new(out, &comments, self.size.variables, clauses);
        let mut sink = Stoppable { writer, stop };
        self.model.lower(Scope::Stated, &self.encoding, &mut sink);
        if (sink.stop)() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        sink.writer.finish()?.flush()
    }

    fn comments(&self, annotate: bool) -> Vec<String> {
        let mut comments = vec![self.title.clone()];
        if annotate {
            let meanings = self.model.meanings();
            comments.extend(meanings.map(|(lit, fact)| format!("{} {fact}", lit.to_ipasir())));
        }
        comments
    }
}

/// A writer that can be told to stop.
struct Stoppable<W: Write, F: Fn() -> bool> {
    writer: dimacs::Writer<W>,
    stop: F,
}

impl<W: Write, F: Fn() -> bool> ClauseSink for Stoppable<W, F> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.writer.add_clause(clause);
    }

    fn is_closed(&self) -> bool {
        self.writer.is_closed() || (self.stop)()
    }
}

/// Turns a solver's literals for a generated formula into a checked answer. Cell variables come
/// first in every encoding, so it does not matter which one was used.
pub fn fit_answer(puzzle: &dyn Puzzle, lits: &[Lit]) -> Result<Filling, UnfitAnswer> {
    let model = puzzle.model();
    let needed = model.variables();
    let found = lits.iter().map(|lit| lit.vidx32() + 1).max().unwrap_or(0);
    if found < needed {
        return Err(UnfitAnswer::TooFew { needed, found });
    }
    let mut values = vec![false; needed as usize];
    for lit in lits.iter().filter(|lit| lit.vidx32() < needed) {
        values[lit.vidx()] = lit.is_pos();
    }
    let filling = model
        .decode(|lit| values[lit.vidx()] == lit.is_pos())
        .map_err(|unfit| UnfitAnswer::NoFilling(unfit.to_string()))?;
    match puzzle.check(&filling) {
        Ok(()) => Ok(filling),
        Err(broken) => Err(UnfitAnswer::Broken(broken.to_string())),
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
    Broken(String),
}
