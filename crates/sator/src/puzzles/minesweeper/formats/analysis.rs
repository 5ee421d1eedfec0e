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

fn read(text: &str) -> Result<Minesweeper, TextError> {
    // The number of the columns distinguishes odds with gaps from odds without.
    let header = text.lines().find(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let columns = header.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0);
    let has_odds = text.lines().any(|line| line.starts_with(LEGEND) && line.contains("two digits"));
    let mut board = Vec::new();
    for (number, line) in text.lines().enumerate() {
        match line {
            _ if number == 0 => board.push(String::new()),
            _ if line.starts_with(LEGEND) => break,
            _ if Some(line) == header || !has_odds => board.push(line.replace('!', "?")),
            _ => board.push(without_odds(line, columns)),
        }
    }
    text::read(&board.join("\n"))
}

/// A row with `?` for each percentage. The numbers of rows stay; those of columns are left out.
fn without_odds(line: &str, columns: usize) -> String {
    let (number, row) = match line.split_once(['│', '|']) {
        Some((number, row)) => (format!("{number}|"), row.strip_prefix(' ').unwrap_or(row)),
        None => (String::new(), line),
    };
    let symbols: Vec<_> = row.chars().collect();
    let cells: Vec<String> = if symbols.len() == 2 * columns {
        symbols.chunks(2).map(|cell| cell.iter().collect::<String>().trim().to_owned()).collect()
    } else {
        row.split_whitespace().map(ToOwned::to_owned).collect()
    };
    let is_hidden = |cell: &String| cell.len() > 1 || cell == "!";
    let cells = cells.iter().map(|cell| if is_hidden(cell) { "?" } else { cell });
    format!("{number} {}", cells.collect::<Vec<_>>().join(" "))
}
