//! Pictures of boards as SVG files with their style.

use std::collections::BTreeMap;

use sator::engine;
use sator::model::CellName;
use sator::puzzle::AnyPuzzle;
use sator::questions::{Candidates, Odds};
use sator::render::svg::{Emphasis, Note, Overlay};
use sator::render::{Board, Ground, Panel, Picture, Role, Theme};

/// A picture of a board.
pub(crate) fn alone(board: Board, overlay: Overlay) -> String {
    Picture::of(Panel::new(board, overlay)).to_svg(Theme::Auto)
}

/// The board with the values that are settled, and the possible values of the other cells as notes.
pub(crate) fn candidates(puzzle: &AnyPuzzle, candidates: &Candidates) -> String {
    let settled = |cell: sator::model::CellId| match &candidates.cells[cell.index()].values[..] {
        [value] => Some(*value),
        _ => None,
    };
    let board = puzzle.partial_board(&settled);
    let mut notes = BTreeMap::new();
    let mut columns = 1;
    for (cell, name, domain) in engine::instance(puzzle).cells().iter() {
        let CellName::Square { row, column } = name else { continue };
        let (least, _) = domain.bounds();
        columns = columns.max((domain.len() - 1).isqrt() + 1);
        let values = &candidates.cells[cell.index()].values;
        if values.len() > 1 {
            let note = |&value: &i32| {
                let place = (value - least) as usize;
                Note::new(place, &puzzle.symbol(value), Emphasis::Plain)
            };
            notes.insert([row - 1, column - 1], values.iter().map(note).collect());
        }
    }
    alone(board, Overlay { notes, note_columns: columns, ..Overlay::default() })
}

/// The board with the odds of each hidden square as the colour of its ground and in percent, and with a
/// frame around the first of the best ones.
pub(crate) fn odds(puzzle: &AnyPuzzle, odds: &Odds) -> String {
    let mut board = puzzle.board(None);
    let mut best: Option<(f64, [usize; 2])> = None;
    for square in &odds.cells {
        let place = [square.row - 1, square.column - 1];
        let tile = &mut board.rows[place[0]][place[1]];
        let (text, role) = match square.state {
            "safe" => ("s".to_owned(), Role::Safe),
            "mine" => ("*".to_owned(), Role::Danger),
            _ => match square.probability {
                Some(share) => (format!("{:.0}%", 100.0 * share), Role::Open),
                None => ("?".to_owned(), Role::Free),
            },
        };
        (tile.text, tile.role) = (text, role);
        if let Some(share) = square.probability {
            tile.ground = Ground::Odds((100.0 * share).round() as u8);
            if best.is_none_or(|(least, _)| share < least) {
                best = Some((share, place));
            }
        }
    }
    if let Some((_, [row, column])) = best {
        board.rows[row][column].role = Role::Best;
    }
    alone(board, Overlay::default())
}
