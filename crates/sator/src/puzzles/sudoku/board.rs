//! The board of a sudoku: its regions, its cages, and its other extra rules.

use super::Sudoku;
use super::check::name;
use super::extras::cage;
use super::regions::Regions;
use crate::render::{Areas, Board};

pub(super) fn complete(sudoku: &Sudoku, board: &mut Board) {
    board.boxes = sudoku.regions.boxes();
    let n = sudoku.n();
    let cages = sudoku.cages();
    if let Regions::Irregular { of, .. } = &sudoku.regions {
        let regions = of.iter().flatten().max().map_or(0, |last| last + 1);
        board.areas = Some(Areas { of: of.clone(), labels: vec![String::new(); regions] });
    } else if !cages.is_empty() || sudoku.is_killer {
        let labels = cages.iter().map(|cage| cage.total.to_string()).collect();
        board.areas = Some(Areas { of: sudoku.cage_of_each_cell(), labels });
    }
    let drawn = board.areas.as_ref().filter(|_| sudoku.regions.boxes().is_some());
    let is_drawn =
        |number: usize, first: usize| drawn.is_some_and(|areas| areas.of[first] == Some(number));
    let mut listed = Vec::new();
    for (number, cage) in cages.iter().enumerate() {
        if !is_drawn(number, cage.cells[0]) {
            let cells: Vec<_> = cage.cells.iter().map(|&cell| name(n, cell)).collect();
            listed.push(format!("{} = {}", cells.join(" + "), cage.total));
        }
    }
    let others = sudoku.extras.iter().filter(|extra| cage::with_total(extra).is_none());
    listed.extend(others.map(|extra| extra.line(n)));
    board.footer.extend(listed);
}
