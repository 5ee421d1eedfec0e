//! The plainest text that reads back as the same instance.

use super::super::Sudoku;
use super::{json, parse};
use crate::puzzle::ParseOptions;

/// Rows of symbols or numbers; where they would be read as something else, because the boxes are
/// unusual or the symbols tell too little, JSON. There is no line end at the end.
pub(in super::super) fn print(sudoku: &Sudoku) -> String {
    let rows = rows(sudoku);
    let is_same = |again| Sudoku { notes: sudoku.notes.clone(), ..again } == *sudoku;
    if parse(&rows, &ParseOptions::default()).is_ok_and(is_same) {
        rows
    } else {
        json::write(sudoku)
    }
}

/// A row for each line, with gaps where values are longer than a symbol.
pub(in crate::puzzles) fn rows(sudoku: &Sudoku) -> String {
    let notation = sudoku.notation;
    let last = notation.text(sudoku.n() as i32);
    let (width, gap) = if last.len() > 1 { (last.len(), " ") } else { (1, "") };
    let cell = |value: &Option<i32>| {
        let text = value.map_or_else(|| ".".to_owned(), |value| notation.text(value));
        format!("{text:>width$}")
    };
    let row = |row: &[Option<i32>]| row.iter().map(cell).collect::<Vec<_>>().join(gap);
    sudoku.given.chunks(sudoku.n()).map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::super::notation::Notation;
    use super::super::tests::{patterned, sudoku};
    use super::*;
    use crate::boxes::BoxShape;

    #[test]
    fn rows_are_printed_where_they_say_it_all() {
        assert_eq!(print(&sudoku(&["1...", "..3.", ".4..", "...2"])), "1...\n..3.\n.4..\n...2");
        let sixteen = patterned(BoxShape::new(4, 4).unwrap(), Notation::Numbers);
        let first = " .  2  3  .  5  6  .  8  9  . 11 12  . 14 15  .";
        assert_eq!(print(&sixteen).lines().next(), Some(first));
    }

    #[test]
    fn what_rows_cannot_say_is_printed_in_json() {
        let four = sudoku(&["1...", "....", "....", "..2."]);
        let rows = "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,2,0]]";
        let tall = Sudoku { shape: BoxShape::new(4, 1).unwrap(), ..four.clone() };
        assert_eq!(print(&tall), format!(r#"{{"n":4,"box_h":4,"box_w":1,"grid":{rows}}}"#));
        let letters = Sudoku { notation: Notation::Letters, ..four };
        let start = r#"{"n":4,"box_h":2,"box_w":2,"alphabet":"A-D","grid":"#;
        assert_eq!(print(&letters), format!("{start}{rows}}}"));
    }
}
