//! The rules of minesweeper: a cell for each hidden square that a clue restricts, true if it has a
//! mine. All numbers and known mines are clues.

use sator_model::{
    CellId, CellName, Clause, Clues, Condition, Count, Domain, Label, Model, Rule, Wording,
};

use super::{Minesweeper, Square};
use crate::text::counted;

const WORDING: Wording = Wording {
    some_value: "is known",
    one_value: "is one thing only",
    fact: |cell, value| format!("{} {cell}", if value == 1 { "mine on" } else { "no mine on" }),
    ..Wording::PLAIN
};

pub(super) fn rules(board: &Minesweeper) -> Model {
    let mut model = Model::worded(WORDING);
    for (index, is_cell) in board.is_restricted().into_iter().enumerate() {
        if is_cell {
            model.cell(board.name(index), Domain::Truth);
        }
    }
    model
}

pub(super) fn clues(board: &Minesweeper) -> Clues {
    let mut clues = Clues::default();
    let mines = mines(board);
    for (index, number) in board.numbers() {
        let hidden: Vec<_> = board.around(index).filter_map(|other| mines[other]).collect();
        let is_mine = |other: &usize| board.squares[*other] == Square::Mine;
        let known = board.around(index).filter(is_mine).count();
        if !hidden.is_empty() || known != number {
            let CellName::Square { row, column } = board.name(index) else { continue };
            let label = Label::sentence([row, column, number], |[row, column, number, _]| {
                format!("r{row}c{column} touches {}", counted(number, "mine"))
            });
            let rule = add_number(&mut clues, hidden, number, known);
            rule.named(label).family("numbers");
        }
    }
    if let Some(total) = board.mines {
        let known = board.squares.iter().filter(|&&square| square == Square::Mine).count();
        let hidden: Vec<_> = mines.into_iter().flatten().collect();
        if !hidden.is_empty() || known != total {
            let label = Label::sentence([total], |[total, ..]| {
                format!("the board has {}", counted(total, "mine"))
            });
            let rule = add_number(&mut clues, hidden, total, known);
            rule.named(label).family("total");
        }
    }
    clues
}

/// "There is a mine", for each square that is a cell.
fn mines(board: &Minesweeper) -> Vec<Option<Condition>> {
    let mut cells = (0..).map(CellId::nth);
    let mine = |is_cell: bool| is_cell.then(|| cells.next()).flatten().map(|cell| cell.is(1));
    board.is_restricted().into_iter().map(mine).collect()
}

/// Adds the clue that `number` of these conditions and the known mines hold.
fn add_number(clues: &mut Clues, hidden: Vec<Condition>, number: usize, known: usize) -> &mut Rule {
    let rule = match number.checked_sub(known) {
        Some(count) if count <= hidden.len() => clues.add(Count::exactly(count, hidden)),
        // The number is impossible.
        _ => clues.add(Clause::new([])).counting(Count::at_least(0, hidden), known as i64),
    };
    rule.showing(number as i64)
}
