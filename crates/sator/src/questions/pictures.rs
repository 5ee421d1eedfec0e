//! Pictures of answers: candidates as notes in the cells, odds as colours.

use std::collections::BTreeMap;

use sator_model::{CellName, Domain};

use super::{Candidates, CellCandidates, Odds, SquareOdds};
use crate::engine;
use crate::puzzle::AnyPuzzle;
use crate::render::svg::{Emphasis, Note, Overlay, Square};
use crate::render::{Board, Ground, Panel, Role};

type Notes = BTreeMap<Square, Vec<Note>>;

impl Candidates {
    /// The board with the values that are settled, and the possible values of the other cells as
    /// notes; weak ones could not be decided. Of queens, dots and crosses mark the squares where one
    /// can stand and cannot.
    pub fn panel(&self, puzzle: &AnyPuzzle) -> Panel {
        let mut board = puzzle.board(None);
        let mut notes = Notes::new();
        let mut largest = 1;
        for ((_, name, domain), cell) in engine::instance(puzzle).cells().iter().zip(&self.cells) {
            match name {
                CellName::Square { row, column } => {
                    largest = largest.max(domain.len());
                    let square = [row - 1, column - 1];
                    mark_cell(puzzle, (square, domain), cell, &mut board, &mut notes);
                }
                CellName::Row(row) => mark_row(row - 1, cell, &mut board, &mut notes),
                CellName::GridSquare { .. } | CellName::Number(_) | CellName::Auxiliary(_) => {}
            }
        }
        let note_columns = (largest - 1).isqrt() + 1;
        Panel::new(board, Overlay { notes, note_columns, ..Overlay::default() })
    }
}

impl CellCandidates {
    fn settled(&self) -> Option<i32> {
        match (&self.values[..], self.undecided.is_empty()) {
            ([value], true) => Some(*value),
            _ => None,
        }
    }
}

/// The only value of a cell, or notes of those that it can have.
fn mark_cell(
    puzzle: &AnyPuzzle,
    (square, domain): (Square, Domain),
    cell: &CellCandidates,
    board: &mut Board,
    notes: &mut Notes,
) {
    let tile = &mut board.rows[square[0]][square[1]];
    if tile.role == Role::Given {
        return;
    }
    if let Some(value) = cell.settled() {
        (tile.text, tile.role) = (puzzle.symbol(value), Role::Found);
        return;
    }
    for (place, value) in domain.values().enumerate() {
        let emphasis = match (cell.values.contains(&value), cell.undecided.contains(&value)) {
            (true, _) => Emphasis::Plain,
            (false, true) => Emphasis::Weak,
            (false, false) => continue,
        };
        let note = Note::new(place, &puzzle.symbol(value), emphasis);
        notes.entry(square).or_default().push(note);
    }
}

/// A queen where it stands in every solution, and marks where it stands in some or in none.
fn mark_row(row: usize, cell: &CellCandidates, board: &mut Board, notes: &mut Notes) {
    for (column, (tile, value)) in board.rows[row].iter_mut().zip(1..).enumerate() {
        if tile.role != Role::Empty {
            continue;
        }
        let (text, emphasis) = if cell.settled() == Some(value) {
            (tile.text, tile.role) = ("Q".to_owned(), Role::Found);
            continue;
        } else if cell.values.contains(&value) {
            ("•", Emphasis::Plain)
        } else if cell.undecided.contains(&value) {
            ("?", Emphasis::Weak)
        } else {
            ("×", Emphasis::Weak)
        };
        notes.entry([row, column]).or_default().push(Note::new(0, text, emphasis));
    }
}

impl Odds {
    /// The board with the odds of each hidden square in percent and as a colour, and with a frame
    /// around the first of the best ones.
    pub fn panel(&self, puzzle: &AnyPuzzle) -> Panel {
        let known = self.cells.iter().filter(|square| square.fraction().is_some());
        let best = known.min_by_key(|square| square.fraction());
        let best = best.map(|square| [square.row - 1, square.column - 1]);
        Panel::new(heat_map(puzzle, &self.cells, best), Overlay::default())
    }
}

/// The board with the odds of each hidden square as the colour of its ground and in percent, and with
/// a frame around the best one.
pub fn heat_map(puzzle: &AnyPuzzle, squares: &[SquareOdds], best: Option<Square>) -> Board {
    let mut board = puzzle.board(None);
    for square in squares {
        let place = [square.row - 1, square.column - 1];
        let tile = &mut board.rows[place[0]][place[1]];
        let percent = square.fraction().map(|fraction| fraction.parts_of(100));
        if let Some(percent) = percent {
            tile.ground = Ground::Odds(percent as u8);
        }
        (tile.text, tile.role) = match (square.state, percent) {
            ("safe", _) => ("s".to_owned(), Role::Safe),
            ("mine", _) => ("*".to_owned(), Role::Danger),
            // A mine that is possible but not certain has neither 0 nor 100 %.
            (_, Some(percent)) => (format!("{}%", percent.clamp(1, 99)), Role::Open),
            ("open", None) => ("?".to_owned(), Role::Open),
            _ => ("!".to_owned(), Role::Empty),
        };
        if best == Some(place) {
            tile.role = Role::Best;
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use crate::engine::Options;
    use crate::kind::ParseOptions;
    use crate::puzzle::AnyPuzzle;
    use crate::questions;
    use crate::render::{Ground, Panel, Role};

    fn read(text: &str) -> AnyPuzzle {
        crate::puzzles::recognise(text, &ParseOptions::default()).unwrap()
    }

    fn candidates(text: &str, options: &Options) -> Panel {
        let puzzle = read(text);
        questions::candidates(&puzzle, options).unwrap().panel(&puzzle)
    }

    #[test]
    fn settled_cells_have_values_and_the_others_notes() {
        let panel = candidates("1234\n34..\n.1.3\n.3.1", &Options::default());
        let tile = |row: usize, column: usize| &panel.board.rows[row][column];
        assert_eq!((&*tile(1, 2).text, tile(1, 2).role), ("1", Role::Found));
        assert_eq!(tile(0, 0).role, Role::Given);
        let squares: Vec<_> = panel.overlay.notes.keys().copied().collect();
        assert_eq!(squares, [[2, 0], [2, 2], [3, 0], [3, 2]]);
        assert_eq!((panel.overlay.notes[&[2, 0]].len(), panel.overlay.note_columns), (2, 2));
    }

    #[test]
    fn squares_of_queens_are_marked() {
        let panel = candidates("4", &Options::default());
        // Two answers: none has a queen in a corner or in the middle.
        assert_eq!(panel.overlay.notes.len(), 16);
        assert!(panel.board.rows.iter().flatten().all(|tile| tile.role == Role::Empty));
        let settled = candidates("Q...\n....\n....\n....", &Options::default());
        assert!(settled.board.rows[1].iter().all(|tile| tile.role != Role::Found));
    }

    #[test]
    fn odds_are_colours_and_percentages_with_a_frame_around_the_best() {
        let puzzle = read("2 3\n? ? ?\n? 2 ?");
        let odds = questions::odds(&puzzle, &Options::default()).unwrap().unwrap();
        let panel = odds.panel(&puzzle);
        let tiles = |row: usize| panel.board.rows[row].iter();
        assert!(tiles(0).all(|tile| tile.text == "40%" && tile.ground == Ground::Odds(40)));
        assert_eq!(tiles(0).map(|tile| tile.role).filter(|role| *role == Role::Best).count(), 1);
        assert_eq!((&*panel.board.rows[1][1].text, panel.board.rows[0][0].role), ("2", Role::Best));
    }
}
