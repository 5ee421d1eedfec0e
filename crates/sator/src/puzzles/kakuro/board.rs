//! Draws a grid: the black square before a run has its total, the run below first. Runs without
//! such a square are listed below the grid.

use super::{Kakuro, Run, Square, name};
use crate::model::Solution;
use crate::render::{Board, Ground, Role, Tile};

pub(super) fn board(kakuro: &Kakuro, solution: Option<&Solution>) -> Board {
    let tile = |text: String, role, ground| Tile { text, role, ground };
    let black = tile("#".to_owned(), Role::Blocked, Ground::Dark);
    let white = |index: usize| match (kakuro.white[index].1, solution) {
        (Some(value), _) => tile(value.to_string(), Role::Given, Ground::Light),
        (None, Some(solution)) => {
            tile(solution.values[index].to_string(), Role::Found, Ground::Light)
        }
        (None, None) => tile(".".to_owned(), Role::Empty, Ground::Light),
    };
    let mut rows = kakuro.grid(&black, white);
    // The totals of the runs below and to the right of each square.
    let mut totals = vec![[None; 2]; kakuro.rows * kakuro.columns];
    let mut footer = Vec::new();
    for run in &kakuro.runs {
        let place = place(kakuro, run);
        let total =
            place.map(|([row, column], way)| &mut totals[row * kakuro.columns + column][way]);
        match total {
            Some(total) if total.is_none() => *total = Some(run.sum),
            _ => footer.push(equation(run)),
        }
    }
    let written = |total: Option<u32>| total.map(|it| it.to_string()).unwrap_or_default();
    for (tile, [down, across]) in rows.iter_mut().flatten().zip(totals) {
        if down.or(across).is_some() {
            tile.text = format!("{}\\{}", written(down), written(across));
            tile.role = Role::Open;
        }
    }
    Board { rows, footer, ..Board::default() }
}

/// `r1c2 + r1c3 = 5`.
fn equation(run: &Run) -> String {
    let cells: Vec<_> = run.cells.iter().map(|&square| name(square).to_string()).collect();
    format!("{} = {}", cells.join(" + "), run.sum)
}

/// The black square before a run, if the run consists of all white squares after it, and its
/// direction: 0 down, 1 across. A run of one cell is across if possible.
fn place(kakuro: &Kakuro, run: &Run) -> Option<(Square, usize)> {
    [1, 0].into_iter().find_map(|way| {
        let mut black = run.cells[0];
        black[way] = black[way].checked_sub(1)?;
        let is_black = kakuro.index(black).is_none();
        (is_black && kakuro.after(black, way) == run.cells).then_some((black, way))
    })
}
