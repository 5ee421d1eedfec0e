//! The analysis of a minesweeper board as text: the board with marks or odds, and a summary.

use std::fmt;

use sator::engine::{CellState, Fraction};
use sator::puzzle::AnyPuzzle;
use sator::render::{Board, Look, Role};
use sator_sat::text::counted;

use super::super::figures::{number, percent};
use super::{Best, Cell, Mines, Place, Stretch};
use crate::verbs::because;

/// Up to this many cells are listed.
const MAX_LISTED: usize = 20;

/// Up to this many uncounted stretches are listed.
const MAX_STRETCHES: usize = 10;

/// Longer fractions are printed by `--json` only.
const MAX_FRACTION: usize = 50;

/// `r3c7`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

pub(super) fn text(mines: &Mines, puzzle: &AnyPuzzle, look: Look, odds: bool) -> String {
    let lines = match mines.has_layout {
        Some(false) => vec![total(mines), "Unsatisfiable".to_owned()],
        None if mines.cells.iter().all(|cell| cell.chance.state == CellState::Unknown) => {
            vec![total(mines), stopped(mines)]
        }
        _ => {
            let board = board(mines, puzzle, odds);
            let drawn = board.to_text(look) + &legend(mines, &board, odds);
            let mut lines = vec![total(mines), String::new(), drawn];
            lines.push(String::new());
            lines.extend(cells(mines));
            lines.push(layouts(mines));
            lines.extend(uncounted(mines));
            lines.push(best(mines));
            lines.push(progress(mines));
            lines
        }
    };
    lines.join("\n")
}

fn total(mines: &Mines) -> String {
    match mines.total {
        Some(total) => format!("The total of {} was used.", counted(total, "mine")),
        None => "The number of mines was not used: it was not given (--mines M).".to_owned(),
    }
}

fn stopped(mines: &Mines) -> String {
    format!("Unknown: stopped, {}", mines.stopped.map_or("nothing was found out", because))
}

/// The board with a mark or the odds in each hidden cell.
fn board(mines: &Mines, puzzle: &AnyPuzzle, odds: bool) -> Board {
    let mut board = puzzle.board(None);
    let best = mines.best().and_then(|best| best.cell.chance.probability.clone());
    for cell in &mines.cells {
        let is_best = best.is_some() && cell.chance.probability == best;
        let tile = &mut board.rows[cell.place.row - 1][cell.place.column - 1];
        tile.role = match cell.chance.state {
            CellState::AlwaysFalse => Role::Safe,
            CellState::AlwaysTrue => Role::Danger,
            CellState::Open if is_best => Role::Best,
            CellState::Open if !cell.is_touched => Role::Free,
            CellState::Open => Role::Open,
            CellState::Unknown => Role::Empty,
        };
        tile.text = if odds { odds_of(cell) } else { mark(cell.chance.state).to_owned() };
    }
    board
}

fn mark(state: CellState) -> &'static str {
    match state {
        CellState::AlwaysFalse => "s",
        CellState::AlwaysTrue => "*",
        CellState::Open => "?",
        CellState::Unknown => "!",
    }
}

/// In percent. The decimal point distinguishes it from the numbers of the board.
fn odds_of(cell: &Cell) -> String {
    match (cell.chance.state, &cell.chance.probability) {
        (CellState::AlwaysFalse, _) => "0.0".to_owned(),
        (CellState::AlwaysTrue, _) => "100.0".to_owned(),
        (CellState::Open | CellState::Unknown, Some(odds)) => percent(odds),
        (state, None) => mark(state).to_owned(),
    }
}

fn legend(mines: &Mines, board: &Board, odds: bool) -> String {
    let has = |state: CellState| mines.cells.iter().any(|cell| cell.chance.state == state);
    let is_uncounted =
        |cell: &Cell| cell.chance.state == CellState::Open && cell.chance.probability.is_none();
    let words = if odds {
        "Numbers with a decimal point: the chance of a mine, in percent"
    } else {
        "* mine, s safe, ? open"
    };
    let mut words = words.to_owned();
    let mut given = board.rows.iter().flatten().map(|tile| tile.text.as_str());
    if odds && given.any(|symbol| symbol == "*" || symbol == "s") {
        words += "; * mine, s safe, as given";
    }
    if odds && mines.cells.iter().any(is_uncounted) {
        words += "; ? open, but not counted";
    }
    if has(CellState::Unknown) {
        words += if odds { "; ! not found out" } else { ", ! not found out" };
    }
    words
}

/// The number of cells of each state; a few cells are listed.
fn cells(mines: &Mines) -> Vec<String> {
    let line = |word: &str, state: CellState| {
        let places = mines.cells.iter().filter(|cell| cell.chance.state == state);
        let places: Vec<_> = places.map(|cell| cell.place).collect();
        let names: Vec<_> = places.iter().take(MAX_LISTED).map(Place::to_string).collect();
        let names = match places.len() {
            1..=MAX_LISTED if state != CellState::Open => format!(" ({})", names.join(", ")),
            _ => String::new(),
        };
        format!("{word}: {}{names}", places.len())
    };
    let mut lines =
        vec![line("Safe", CellState::AlwaysFalse), line("Mines", CellState::AlwaysTrue)];
    let free = mines.cells.iter().filter(|cell| !cell.is_touched).count();
    let untouched = match free {
        0 => String::new(),
        free if free == mines.number_of(CellState::Open) => ", touched by no number".to_owned(),
        free => format!(", {free} of them touched by no number"),
    };
    lines.push(line("Open", CellState::Open) + &untouched);
    if mines.number_of(CellState::Unknown) > 0 {
        let why = mines.stopped.map(|reason| format!("; stopped, {}", because(reason)));
        lines.push(line("Not found out", CellState::Unknown) + &why.unwrap_or_default());
    }
    lines
}

fn layouts(mines: &Mines) -> String {
    let cells = match mines.total {
        Some(_) => "all hidden cells",
        None => "the cells that numbers touch",
    };
    let is_empty = mines.total.is_none() && !mines.cells.iter().any(|cell| cell.is_touched);
    match &mines.layouts {
        Some(_) if is_empty => format!("Layouts of {cells}: 1, for there is no such cell"),
        Some(digits) => format!("Layouts of {cells}: {}", number(digits)),
        None => format!("Layouts of {cells}: not all were counted"),
    }
}

fn uncounted(mines: &Mines) -> Vec<String> {
    let line = |Stretch { cells, first, reason }: &Stretch| {
        format!("Not counted: {} from {first} on, because {reason}", counted(*cells, "cell"))
    };
    let mut lines: Vec<_> = mines.uncounted.iter().take(MAX_STRETCHES).map(line).collect();
    if let Some(more) = mines.uncounted.len().checked_sub(MAX_STRETCHES).filter(|&more| more > 0) {
        lines.push(format!("Not counted: {more} more such stretches"));
    }
    lines
}

fn best(mines: &Mines) -> String {
    let word = match mines.best() {
        Some(best) if best.cell.chance.state == CellState::AlwaysFalse => safe(&best),
        Some(best) => guess(mines, &best),
        None if mines.cells.is_empty() => "none, for none is hidden".to_owned(),
        None if mines.number_of(CellState::AlwaysTrue) == mines.cells.len() => {
            "none, for all are mines".to_owned()
        }
        None => "not known".to_owned(),
    };
    format!("Best cell to open: {word}")
}

fn safe(Best { cell, equal }: &Best<'_>) -> String {
    format!("{}, which is safe{}", cell.place, others(*equal, "safe, too"))
}

/// The other cells that are as good.
fn others(equal: usize, quality: &str) -> String {
    match equal {
        1 => String::new(),
        2 => format!("; another is {quality}"),
        equal => format!("; {} others are {quality}", equal - 1),
    }
}

fn guess(mines: &Mines, Best { cell, equal }: &Best<'_>) -> String {
    let odds = cell.odds().unwrap_or_else(Fraction::one);
    let exact = odds.to_string();
    let share = match exact.len() {
        _ if !cell.is_touched => format!("{exact} ({} %)", percent(&odds)),
        ..=MAX_FRACTION => format!("{exact} of the layouts ({} %)", percent(&odds)),
        _ => format!("{} % of the layouts", percent(&odds)),
    };
    let others = others(*equal, "as good");
    let is_uncounted = mines.cells.iter().any(|cell| cell.odds().is_none());
    let caution = if is_uncounted { " (of those that were counted)" } else { "" };
    let word = if cell.is_touched { "a mine in" } else { "which no number touches, taken as" };
    format!("{}, {word} {share}{others}{caution}", cell.place)
}

fn progress(mines: &Mines) -> String {
    let word = match mines.has_progress() {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    };
    format!("Progress without guessing: {word}")
}
