//! The analysis of a minesweeper board as text: the board with marks or odds, and a summary.

use std::fmt;

use crate::engine::{CellState, Fraction};
use crate::puzzle::AnyPuzzle;
use crate::render::{Board, Look, Role};
use sator_sat::text::counted;

use super::super::super::because;
use super::super::figures::{number, percent, short, whole_percent};
use super::{Best, Cell, Mines, Place, Stretch};

/// Up to this many cells are listed.
const MAX_LISTED: usize = 20;

/// Up to this many uncounted stretches are listed.
const MAX_STRETCHES: usize = 10;

/// Longer fractions are printed by `--json` only.
const MAX_FRACTION: usize = 50;

/// The number of characters in a line of most terminals.
const USUAL_WIDTH: usize = 80;

/// Wider boards are not cut into bands of columns in a file: there would be many.
const WIDEST_USUAL: usize = 36;

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
            // Odds are for people: if they can, they fit into a usual terminal, also in a file.
            let columns = board.rows.first().map_or(0, Vec::len);
            let usual = (odds && columns <= WIDEST_USUAL).then_some(USUAL_WIDTH);
            let width = look.width.or(usual);
            let drawn = board.to_text(Look { width, ..look }) + &legend(mines, odds);
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

/// How much of an answer is certain: `one of 3 layouts: 2 cells are certainly safe, …`, and advice
/// if not all of it is.
pub(super) fn certainty(mines: &Mines, advice: &str) -> String {
    let layouts = match mines.layouts.as_deref() {
        Some("1") if mines.cells.iter().all(|cell| cell.is_touched) => {
            return "the only layout: every mark is certain".to_owned();
        }
        Some("1") => "the only layout of the cells that numbers touch".to_owned(),
        Some(digits) => format!("one of {} layouts", short(digits)),
        None => "one of several layouts, not all of which were counted".to_owned(),
    };
    format!("{layouts}: {}{advice}", certain_cells(mines))
}

/// How many cells are certain: `2 cells are certainly safe, 1 certainly a mine`.
pub(super) fn certain_cells(mines: &Mines) -> String {
    let is_bound = mines.number_of(CellState::Unknown) > 0;
    let bound = if is_bound { "at least " } else { "" };
    let (safe, certain) =
        (mines.number_of(CellState::AlwaysFalse), mines.number_of(CellState::AlwaysTrue));
    let safe = match safe {
        1 => format!("{bound}1 cell is certainly safe"),
        safe => format!("{bound}{safe} cells are certainly safe"),
    };
    let certain = match certain {
        1 => "1 certainly a mine".to_owned(),
        certain => format!("{certain} certainly mines"),
    };
    format!("{safe}, {certain}")
}

/// The board with a mark or the odds in each hidden cell.
fn board(mines: &Mines, puzzle: &AnyPuzzle, odds: bool) -> Board {
    let mut board = Board { ruled: true, ..puzzle.board(None) };
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

pub(super) fn summary(mines: &Mines) -> Vec<String> {
    let mut lines = vec![total(mines), layouts(mines), best(mines)];
    if mines.number_of(CellState::Unknown) > 0 {
        lines.push(stopped(mines));
    }
    lines
}

fn mark(state: CellState) -> &'static str {
    match state {
        CellState::AlwaysFalse => "s",
        CellState::AlwaysTrue => "*",
        CellState::Open => "?",
        CellState::Unknown => "!",
    }
}

/// In percent. Two digits distinguish it from the numbers of the board.
fn odds_of(cell: &Cell) -> String {
    match (cell.chance.state, &cell.chance.probability) {
        (CellState::Open | CellState::Unknown, Some(odds)) => whole_percent(odds),
        (state, _) => mark(state).to_owned(),
    }
}

fn legend(mines: &Mines, odds: bool) -> String {
    let has = |state: CellState| mines.cells.iter().any(|cell| cell.chance.state == state);
    let is_uncounted =
        |cell: &Cell| cell.chance.state == CellState::Open && cell.chance.probability.is_none();
    let mut words = "* mine, s safe".to_owned();
    if !odds {
        words += ", ? undecided";
    } else if mines.cells.iter().any(is_uncounted) {
        words += ", ? undecided but not counted";
    }
    if has(CellState::Unknown) {
        words += ", ! not found out";
    }
    if odds {
        words += ", two digits: the chance of a mine in percent";
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
    lines.push(line("Undecided", CellState::Open) + &untouched);
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

fn safe(best: &Best<'_>) -> String {
    format!("{}, which is safe{}", best.cell.place, others(best, "safe, too"))
}

/// The other cells that are as good, and why this one was chosen.
fn others(best: &Best<'_>, quality: &str) -> String {
    let others = match best.equal {
        1 => return String::new(),
        2 => format!("; another is {quality}"),
        equal => format!("; {} others are {quality}", equal - 1),
    };
    let chance = match best.opening {
        None => return others,
        Some(chance) if chance.is_one() => "100".to_owned(),
        Some(chance) => percent(chance),
    };
    format!("{others}, and this one has the best chance of an opening ({chance} %)")
}

fn guess(mines: &Mines, best: &Best<'_>) -> String {
    let cell = best.cell;
    let odds = cell.odds().unwrap_or_else(Fraction::one);
    let exact = odds.to_string();
    let share = match exact.len() {
        _ if !cell.is_touched => format!("{exact} ({} %)", percent(&odds)),
        ..=MAX_FRACTION => format!("{exact} of the layouts ({} %)", percent(&odds)),
        _ => format!("{} % of the layouts", percent(&odds)),
    };
    let others = others(best, "as good");
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
