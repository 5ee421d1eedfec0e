//! The board of a model, exactly as the model is, and the rule that it breaks.

use std::collections::HashMap;

use sator::engine::Instance;
use sator::model::{CellName, Domain, Solution};
use sator::puzzle::AnyPuzzle;
use sator::render::{Look, Role, Tile};
use sator_sat::Lit;

/// The true literals of a model, by their variables.
pub(super) struct Model<'a> {
    truths: HashMap<u32, bool>,
    puzzle: &'a AnyPuzzle,
    instance: &'a Instance,
}

impl<'a> Model<'a> {
    pub(super) fn new((puzzle, instance): &'a (AnyPuzzle, Instance), lits: &[Lit]) -> Self {
        let truths = lits.iter().map(|lit| (lit.vidx32(), lit.is_pos())).collect();
        Self { truths, puzzle, instance }
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.truths.get(&lit.vidx32()).is_some_and(|&truth| truth == lit.is_pos())
    }

    /// The solution that it is, or why it is none. Auxiliary cells are not in a model.
    fn solution(&self) -> Result<Solution, String> {
        let cells = self.instance.cells();
        let is_true = |lit: Lit| {
            let (cell, value) = cells.cell_of(lit);
            match cells.name(cell) {
                CellName::Auxiliary(_) => {
                    let first = cells.domain(cell).values().next();
                    (first == Some(value)) == lit.is_pos()
                }
                _ => self.is_true(lit),
            }
        };
        cells.decode(is_true).map_err(|invalid| invalid.to_string())
    }

    /// The rule that it breaks, by the plain rules; `None` if it is a solution of the puzzle.
    pub(super) fn broken_rule(&self) -> Option<String> {
        match self.solution() {
            Ok(solution) => Some(self.puzzle.check(&solution).err()?.to_string()),
            Err(invalid) => Some(invalid),
        }
    }

    /// The board, with every value that the model gives a cell: none, one, or several. What the puzzle
    /// gives is not painted over it.
    pub(super) fn draw(&self, look: Look) -> String {
        if let Ok(solution) = self.solution()
            && self.puzzle.check(&solution).is_ok()
        {
            return self.puzzle.board(Some(&solution)).to_text(look);
        }
        let mut board = self.puzzle.board(None);
        let is_pieces = board.pieces;
        let mut write = |row: usize, column: usize, text: &str| {
            let tile: Option<&mut Tile> =
                board.rows.get_mut(row - 1).and_then(|row| row.get_mut(column - 1));
            if let Some(tile) = tile {
                if tile.role != Role::Found {
                    tile.text.clear();
                    tile.role = Role::Found;
                }
                tile.text += text;
            }
        };
        // The squares of cells are empty first.
        let cells = self.instance.cells();
        for (_, name, domain) in cells.iter() {
            match name {
                CellName::Square { row, column } => write(row, column, ""),
                CellName::Row(row) => domain.values().for_each(|it| write(row, it as usize, "")),
                _ => {}
            }
        }
        for (lit, name, value) in cells.atoms() {
            let is_truth = matches!(cells.domain(cells.cell_of(lit).0), Domain::Truth);
            match (name, self.is_true(lit)) {
                (CellName::Square { row, column }, is_true) if is_truth && is_pieces => {
                    write(row, column, if is_true { "*" } else { "s" });
                }
                (CellName::Square { row, column }, true) => {
                    write(row, column, &self.puzzle.symbol(value));
                }
                (CellName::Square { row, column }, false) if is_truth => {
                    write(row, column, &self.puzzle.symbol(0));
                }
                // The cells of queens are rows, and their values columns.
                (CellName::Row(row), true) => write(row, value as usize, "Q"),
                _ => {}
            }
        }
        let tiles = board.rows.iter_mut().flatten();
        for tile in tiles.filter(|tile| tile.text.is_empty()) {
            tile.text.push('.');
            tile.role = Role::Empty;
        }
        board.to_text(look)
    }
}
