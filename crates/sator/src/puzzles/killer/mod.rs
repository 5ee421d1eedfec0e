//! Killer sudoku: a sudoku with cages. The values of a cage differ and add up to its total. Cages
//! need not cover the grid, values may be given, and both main diagonals may have each value once.
//!
//! A cage is called by its first cell, row by row: there its total is drawn.

mod board;
mod check;
mod model;
mod parse;

use sator_sat::TextError;

use super::sudoku::{self, Sudoku};
use crate::model::{Filling, Model};
use crate::puzzle::{Broken, Kind, Puzzle, Setting};
use crate::render::Board;

/// The registry's entry.
pub static KIND: Kind = Kind {
    name: "killer",
    aliases: &["killer-sudoku", "killersudoku"],
    summary: "a sudoku with cages, whose values differ and add up to a total; any size up to 36×36",
    formats: parse::FORMATS,
    settings: &[Setting::BoxShape, Setting::Alphabet],
    looks_like: parse::looks_like,
    layout: parse::layout,
    common: |_, _| None,
    parse: |text, reading| Ok(Box::new(parse::parse(text, reading)?)),
    answers_in_lines: true,
    example: "AAB.\nCCB.\nDEEF\nDEFF\n\nA 3, B 4, C 7, D 6, E 8, F 6\n\ngivens\n12.4\n34..\n2..3\n4.21",
};

/// An instance.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Killer {
    /// What it is without cages: the boxes, the given values, how values are written, and how the
    /// text was understood.
    grid: Sudoku,
    /// In the order of their first cells. No cell is in two of them.
    cages: Vec<Cage>,
    /// Whether both main diagonals have each value once.
    diagonals: bool,
}

/// Cells whose values differ and add up.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Cage {
    /// What they add up to; perhaps more or less than they can.
    total: u32,
    /// At least one and at most as many as there are values; row by row, ascending.
    cells: Vec<usize>,
}

impl Killer {
    /// Rows, columns and values.
    fn n(&self) -> usize {
        self.grid.n()
    }
}

impl Puzzle for Killer {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        let diagonals = if self.diagonals { " with diagonals" } else { "" };
        self.grid.title().replacen("Sudoku", "Killer Sudoku", 1) + diagonals
    }

    fn subject(&self) -> String {
        self.title()
    }

    fn notes(&self) -> &[String] {
        &self.grid.notes
    }

    fn print(&self) -> String {
        parse::print(self)
    }

    fn frame(&self) -> String {
        format!("{} {}", self.grid.frame(), self.diagonals)
    }

    fn rules(&self) -> Model {
        model::rules(self.grid.shape, self.diagonals)
    }

    fn state_clues(&self, model: &mut Model) {
        model::clues(self, model);
    }

    fn check(&self, filling: &Filling) -> Result<(), Broken> {
        check::check(self, &filling.values)
    }

    fn contradiction(&self) -> Option<Broken> {
        check::contradiction(self)
    }

    fn judge(&self, text: &str) -> Result<Result<Filling, Broken>, TextError> {
        let cells = parse::solution(text, &self.grid)?;
        Ok(sudoku::check::filled(&self.grid, &cells).and_then(|values| {
            check::check(self, &values)?;
            Ok(Filling { values })
        }))
    }

    fn board(&self, filling: Option<&Filling>) -> Board {
        board::board(self, filling)
    }

    fn answer_json(&self, filling: &Filling) -> serde_json::Value {
        self.grid.answer_json(filling)
    }

    fn answer_line(&self, filling: &Filling) -> String {
        self.grid.answer_line(filling)
    }
}
