//! A formula for reading, as JSON: the meaning of each variable, and each rule with its cells and its
//! clauses. Numbers and clauses are those of DIMACS.

use std::collections::BTreeSet;
use std::io::{self, Write};

use sator_model::Cells;
use sator_sat::backend::Interrupt;
use sator_sat::clauses::Stoppable;
use sator_sat::{ClauseSink, Lit};
use serde_json::{Value, json};

use crate::engine::Formula;
use crate::explain::{named_squares, on_board, square};
use crate::render::{Square, name_of};

/// Writes a formula in one line. The lists of variables and of clauses are cut at `max_clauses`;
/// `families` and `clauses` always tell the whole size. `truth_words` are those of the puzzle
/// ([`crate::Puzzle::truth_words`]). An interrupt is an error of that kind.
pub fn write(
    formula: &Formula,
    truth_words: Option<[&'static str; 2]>,
    mut out: impl Write,
    max_clauses: u64,
    interrupt: &Interrupt,
) -> io::Result<()> {
    let (cells, size) = (formula.cells(), formula.size());
    let (listed, all) = (size.total().clauses.min(max_clauses), size.total());
    write!(out, "{{\"variables\":[")?;
    let mut comma = "";
    for variable in variables(cells, truth_words, size.variables).take(max_clauses as usize) {
        write!(out, "{comma}{variable}")?;
        comma = ",";
    }
    let families = size.families.iter().map(|(name, tally)| {
        json!({ "name": name, "clauses": tally.clauses, "literals": tally.literals })
    });
    let families: Vec<_> = families.collect();
    write!(out, "],\"families\":{},\"rules\":[", json!(families))?;
    let mut rules = RuleList { out, cells, left: listed, open: None, comma: "", error: None };
    let stop = || interrupt.is_raised();
    formula.write_rules(&mut Stoppable::new(&mut rules, &stop));
    if stop() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let mut out = rules.finish()?;
    let is_cut = listed < all.clauses || u64::from(size.variables) > max_clauses;
    let end = json!({
        "cell_variables": cells.variables(), "auxiliary_variables": size.variables - cells.variables(),
        "clauses": all.clauses, "literals": all.literals, "truncated": is_cut,
    });
    let end = end.to_string();
    writeln!(out, "],{}", end.strip_prefix('{').unwrap_or_default())?;
    out.flush()
}

/// The variables in the order of their numbers, those of cells first.
fn variables(
    cells: &Cells,
    truth_words: Option<[&'static str; 2]>,
    all: u32,
) -> impl Iterator<Item = Value> {
    let of_cells = cells.atoms().map(move |(lit, name, value)| {
        let (cell, value) = on_board(name, value, truth_words);
        json!({ "variable": lit.to_ipasir(), "cell": cell, "value": value })
    });
    let auxiliary = cells.variables() + 1..=all;
    of_cells.chain(auxiliary.map(|variable| json!({ "variable": variable, "cell": null })))
}

/// Writes rules as their clauses arrive, each when the next one begins.
struct RuleList<'a, W> {
    out: W,
    cells: &'a Cells,
    /// Clauses that may still be listed.
    left: u64,
    open: Option<OpenRule>,
    comma: &'static str,
    error: Option<io::Error>,
}

/// The rule whose clauses arrive.
struct OpenRule {
    family: &'static str,
    text: String,
    /// The squares of its clauses, and those that its text names: the number of a minesweeper is
    /// not one of the squares that it counts.
    squares: BTreeSet<Square>,
    clauses: Vec<Vec<i32>>,
}

impl<W: Write> RuleList<'_, W> {
    /// Writes the open rule, unless it has no clauses: another one states them.
    fn close(&mut self) {
        let Some(rule) = self.open.take().filter(|rule| !rule.clauses.is_empty()) else { return };
        let cells: Vec<_> = rule.squares.iter().map(|&square| name_of(square)).collect();
        let object = json!({
            "name": rule.text, "family": rule.family, "cells": cells, "clauses": rule.clauses,
        });
        if self.error.is_none() {
            self.error = write!(self.out, "{}{object}", self.comma).err();
            self.comma = ",";
        }
    }

    fn finish(mut self) -> io::Result<W> {
        self.close();
        self.error.map_or(Ok(self.out), Err)
    }
}

impl<W: Write> ClauseSink for RuleList<'_, W> {
    fn add_clause(&mut self, clause: &[Lit]) {
        let Some(rule) = self.open.as_mut().filter(|_| self.left > 0) else { return };
        self.left -= 1;
        let of_cells = clause.iter().filter(|lit| lit.vidx32() < self.cells.variables());
        rule.squares.extend(of_cells.filter_map(|&lit| {
            let (cell, value) = self.cells.cell_of(lit);
            square(self.cells.name(cell), value)
        }));
        rule.clauses.push(clause.iter().map(|lit| lit.to_ipasir()).collect());
    }

    fn rule(&mut self, family: &'static str, text: &str) {
        self.close();
        let squares = named_squares(text).collect();
        let text = text.to_owned();
        self.open = Some(OpenRule { family, text, squares, clauses: Vec::new() });
    }

    fn is_closed(&self) -> bool {
        self.left == 0 || self.error.is_some()
    }
}
