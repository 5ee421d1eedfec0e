//! Minesweeper as logic: a cell for each hidden square that some clue speaks of, true if it has a
//! mine. All that is said about mines is a clue.

use sator_sat::{Constraint, Lit};

use super::{Minesweeper, Square};
use crate::model::{CellId, CellName, Domain, Label, Model, Wording};
use crate::text::counted;

const WORDING: Wording = Wording {
    some_value: "is known",
    one_value: "is one thing only",
    fact: |cell, value| format!("{} {cell}", if value == 1 { "mine on" } else { "no mine on" }),
};

/// The size, and which squares are cells: four of them a hexadecimal digit.
pub(super) fn frame(board: &Minesweeper) -> String {
    let digit = |four: &[bool]| {
        let bits = four.iter().fold(0, |bits, &is_cell| bits << 1 | u32::from(is_cell));
        char::from_digit(bits, 16).unwrap_or_default()
    };
    let cells: String = board.is_asked().chunks(4).map(digit).collect();
    format!("{} {} {cells}", board.rows, board.columns)
}

pub(super) fn rules(board: &Minesweeper) -> Model {
    let mut model = Model::new(WORDING);
    for (index, is_cell) in board.is_asked().into_iter().enumerate() {
        if is_cell {
            model.cell(board.name(index), Domain::Truth);
        }
    }
    model
}

pub(super) fn clues(board: &Minesweeper, model: &mut Model) {
    let mines = mines(board, model);
    for (index, number) in board.numbers() {
        let hidden: Vec<_> = board.around(index).filter_map(|other| mines[other]).collect();
        let is_mine = |other: &usize| board.squares[*other] == Square::Mine;
        let known = board.around(index).filter(is_mine).count();
        if !hidden.is_empty() || known != number {
            let CellName::Square { row, column } = board.name(index) else { continue };
            let text = Label::new([row, column, number], |[row, column, number, _]| {
                format!("r{row}c{column} touches {}", counted(number, "mine"))
            });
            model.clue_of("numbers", text, exactly(hidden, number, known));
        }
    }
    if let Some(total) = board.mines {
        let known = board.squares.iter().filter(|&&square| square == Square::Mine).count();
        let hidden: Vec<_> = mines.into_iter().flatten().collect();
        if !hidden.is_empty() || known != total {
            let text = Label::new([total], |[total, ..]| {
                format!("the board has {}", counted(total, "mine"))
            });
            model.clue_of("total", text, exactly(hidden, total, known));
        }
    }
}

/// "There is a mine", for each square that is a cell.
fn mines(board: &Minesweeper, model: &Model) -> Vec<Option<Lit>> {
    let mut cells = 0..;
    let mine = |is_cell: bool| is_cell.then(|| cells.next()).flatten().map(CellId::nth);
    let cells = board.is_asked().into_iter().map(mine);
    cells.map(|cell| cell.map(|cell| model.is(cell, 1))).collect()
}

/// So many of these and of the known ones are mines.
fn exactly(hidden: Vec<Lit>, number: usize, known: usize) -> Constraint {
    match number.checked_sub(known) {
        Some(count) if count <= hidden.len() => Constraint::Exactly { lits: hidden, count },
        // No layout is right.
        _ => Constraint::Clause(Vec::new()),
    }
}
