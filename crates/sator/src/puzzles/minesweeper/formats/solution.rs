//! A filled board, as users write it or as `solve` prints it.

use sator_sat::TextError;

use super::super::{Minesweeper, Square};
use super::rows::Size;
use super::{json, text};
use crate::text::only_answer;

/// The squares, row by row. They are not checked here.
pub(in super::super) fn solution(
    text: &str,
    board: &Minesweeper,
) -> Result<Vec<Square>, TextError> {
    let text = &only_answer(text)?;
    let size = Size { rows: board.rows, columns: board.columns };
    if text.trim_start().starts_with('{') {
        json::read_answer(text, size)
    } else {
        text::filled(size, board.mines, text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;

    fn error(text: &str) -> String {
        solution(text, &board(&["?1?", "1??"])).unwrap_err().to_string()
    }

    #[test]
    fn the_same_answer_is_read_however_it_is_written() {
        let expected = board(&["s1*", "1?s"]).squares;
        for text in [
            "s 1 *\n1 ? s\n",
            "2 3\ns1F\n1?s",
            "2 3 5\r\ns 1 *\r\n1 ? S\r\n",
            r#"{"grid":[["s","1","*"],["1","?","s"]]}"#,
            r#"{"puzzle":"minesweeper","solutions":[{"grid":[["s",1,"*"],["1","?","s"]]}]}"#,
            "Found a solution for 2×3 Minesweeper\n\n--- Solution 1 ---\n2 3\ns 1 *\n1 ? s\n",
        ] {
            assert_eq!(solution(text, &board(&["?1?", "1??"])), Ok(expected.clone()), "{text}");
        }
    }

    #[test]
    fn a_row_of_digits_is_no_header_where_there_are_rows_enough() {
        let filled = solution("1 1\n* 2", &board(&["1?", "?2"]));
        assert_eq!(filled, Ok(board(&["11", "*2"]).squares));
    }

    #[test]
    fn what_is_no_answer_is_named() {
        assert_eq!(error(""), "expected a filled board, found nothing");
        assert_eq!(error("s1*"), "1: expected 2 rows, found 1");
        assert_eq!(error("3 3\ns1*\n1?s"), "1: expected the size 2 3, found '3 3'");
        let total = Minesweeper { mines: Some(4), ..board(&["?1?", "1??"]) };
        let other = solution("2 3 5\ns1*\n1?s", &total).unwrap_err().to_string();
        assert_eq!(other, "1: expected the size and total 2 3 4, found '2 3 5'");
        assert!(solution("2 3\ns1*\n1?s", &total).is_ok());
        assert_eq!(error("s1*\n1?"), "2: expected a row of 3 squares, found 2");
        let several = "expected one filled board, found several";
        assert_eq!(error(r#"{"solutions":[{"grid":[]},{"grid":[]}]}"#), several);
        let none = "expected grid or solutions, found neither";
        assert_eq!(error(r#"{"status":"unsat","solutions":[]}"#), none);
        assert_eq!(error(r#"{"grid":[["s"]]}"#), "expected 2 rows in grid, found 1");
    }
}
