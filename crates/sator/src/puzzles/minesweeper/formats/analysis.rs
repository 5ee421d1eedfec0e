//! The output of `sator analyze`: a sentence about the total, the board with marks or odds, and a
//! summary. Proved mines and safe squares are read as known, and all others as hidden.

use sator_sat::TextError;

use super::super::Minesweeper;
use super::text;
use crate::kind::{Confidence, Format};
use crate::text::unmarked;

pub(super) static FORMAT: Format<Minesweeper> = Format::new(
    "analysis",
    "the output of sator analyze",
    |text| Confidence::Certain.only_if(BEGINNINGS.iter().any(|it| unmarked(text).starts_with(it))),
    |text, _| read(text),
);

/// The beginnings of the first line.
const BEGINNINGS: [&str; 2] = ["The total of ", "The number of mines was not used"];

/// The beginning of the line below the board.
const LEGEND: &str = "* mine, s safe";

/// The beginning of the line above a band of columns.
const BAND: &str = "columns ";

fn read(text: &str) -> Result<Minesweeper, TextError> {
    let lines: Vec<_> =
        text.lines().take_while(|line| !line.starts_with(LEGEND)).enumerate().collect();
    let has_odds = text.lines().any(|line| line.starts_with(LEGEND) && line.contains("two digits"));
    let is_header = |(_, line): &(usize, &str)| line.starts_with(|it: char| it.is_ascii_digit());
    let Some(header) = lines.iter().position(is_header) else {
        let expected = "expected the output of sator analyze, with the size of the board";
        return Err(TextError::whole(expected));
    };
    let rows = |band: &[(usize, &str)]| -> Vec<_> {
        band.iter().filter_map(|&(at, line)| Some((at, symbols(line, has_odds)?))).collect()
    };
    let bands = lines[header + 1..].split(|(_, line)| line.starts_with(BAND)).map(rows);
    // The rows of the first band take those of the others, and keep their lines.
    let mut joined: Vec<(usize, String)> = Vec::new();
    for (row, (at, symbols)) in bands.flat_map(|band| band.into_iter().enumerate()) {
        match joined.get_mut(row) {
            Some((_, first)) => *first = format!("{first} {symbols}"),
            None => joined.push((at, symbols)),
        }
    }
    let mut board = vec![String::new(); lines.len()];
    lines[header].1.clone_into(&mut board[header]);
    for (at, symbols) in joined {
        board[at] = symbols;
    }
    text::read(&board.join("\n"))
}

/// The symbols of a row with gaps, and `?` for each percentage; `None` for the numbers of the columns.
fn symbols(line: &str, has_odds: bool) -> Option<String> {
    let row = match line.split_once(['│', '|']) {
        Some((number, _)) if number.trim().is_empty() => return None,
        Some((_, row)) => row,
        None => line,
    };
    let mut symbols: Vec<&str> = if has_odds {
        row.split_whitespace().collect()
    } else {
        row.split("").filter(|symbol| !symbol.trim().is_empty()).collect()
    };
    for symbol in symbols.iter_mut().filter(|symbol| symbol.len() > 1 || **symbol == "!") {
        *symbol = "?";
    }
    (!symbols.is_empty()).then(|| symbols.join(" "))
}
