//! A filled board, as users write it or as `solve` prints it.

use sator_sat::TextError;

use super::super::{Queens, Square};
use super::{FORMATS, board, fen, json, leetcode, number, permutation};
use crate::kind::Format;
use crate::text::only_answer;

/// The squares with queens, row by row. They are not checked here.
pub(in super::super) fn solution(text: &str, n: usize) -> Result<Vec<Square>, TextError> {
    let text = &only_answer(text)?;
    if text.trim().is_empty() {
        return Err(TextError::whole("expected a filled board, found nothing"));
    }
    let format = FORMATS.recognise(text);
    let is = |it: &Format<Queens>| format == it;
    let filled = if is(&json::FORMAT) {
        json::read_answer(text, n)
    } else if is(&leetcode::FORMAT) {
        leetcode::read(text, Some(n))
    } else if is(&fen::FORMAT) {
        fen::read(text, Some(n))
    } else if is(&permutation::FORMAT) || is(&number::FORMAT) {
        // A single number is a permutation without separators.
        permutation::read(text, Some(n))
    } else {
        board::read(text, Some(n))
    };
    Ok(filled?.placed)
}

#[cfg(test)]
mod tests {
    use super::super::tests::queens;
    use super::*;

    fn error(text: &str, n: usize) -> String {
        solution(text, n).unwrap_err().to_string()
    }

    #[test]
    fn the_same_answer_is_read_however_it_is_written() {
        let rows = [".Q..", "...Q", "Q...", "..Q."];
        for text in [
            ".Q..\n...Q\nQxx.\n..Q.",
            "[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]",
            "1Q2/3Q/Q3/2Q1",
            "2 4 1 3",
            "[1,3,0,2]",
            "2413",
            "1302\r\n",
            r#"{"columns":[2,4,1,3]}"#,
            r#"{"puzzle":"queens","status":"sat","complete":false,
                "solutions":[{"columns":[2,4,1,3]}],"backend":"any"}"#,
            "Found a solution for N=4\n\n--- Solution 1 ---\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n",
            "\u{feff}Found a solution for N=4\r\n\r\n--- Solution 1 ---\r\n. Q . .\r\n\
             . . . Q\r\nQ . . .\r\n. . Q .\r\n",
            "--- Solution 1 ---\n. Q . .\n. . . Q\nQ . . .\n. . Q .\nUnique: no\n",
        ] {
            assert_eq!(solution(text, 4), Ok(queens(&rows).placed), "{text}");
        }
    }

    #[test]
    fn several_answers_are_refused_lest_one_of_them_goes_unchecked() {
        let two = "--- Solution 1 ---\n.Q\nQ.\n\n--- Solution 2 ---\nQ.\n.Q\n";
        assert_eq!(error(two, 2), "5: expected one filled board, found several");
        let two = r#"{"solutions":[{"columns":[1,2]},{"columns":[2,1]}]}"#;
        assert_eq!(error(two, 2), "expected one filled board, found several");
    }

    #[test]
    fn the_smallest_board_is_read_too() {
        for text in ["Q", "1", "0", "[1]", "[\"Q\"]", r#"{"columns":[1]}"#] {
            assert_eq!(solution(text, 1), Ok(queens(&["Q"]).placed), "{text}");
        }
        assert_eq!(solution(".", 1), Ok(Vec::new()));
    }

    #[test]
    fn wrong_answers_are_read_as_they_are() {
        assert_eq!(solution("QQ\n..", 2), Ok(queens(&["QQ", ".."]).placed));
        assert_eq!(solution("1 1", 2), Ok(queens(&["Q.", "Q."]).placed));
    }

    #[test]
    fn an_answer_has_the_size_of_the_puzzle() {
        assert_eq!(error("Q.\n.Q", 4), "1: expected a row of 4 squares, found 2");
        assert_eq!(error("....\n..Q.", 4), "2: expected 4 rows, found 2");
        assert_eq!(error("['Q.','.Q']", 4), "1:3: expected a row of 4 squares, found 2");
        assert_eq!(error("1Q/Q1", 4), "expected 4 rows, found 2");
        assert_eq!(error("2 4 1", 4), "expected 4 columns, found 3");
        assert_eq!(error("241", 4), "expected 4 columns, found 3");
        assert_eq!(error(r#"{"columns":[2,4,1]}"#, 4), "expected 4 columns, found 3");
    }

    #[test]
    fn what_is_no_answer_is_named() {
        let symbol = "4:3: expected '.', 'Q' or 'x', found 'A'";
        assert_eq!(error("Found it\n\n--- Solution 1 ---\n. A\nQ .", 2), symbol);
        assert_eq!(error("AB\nAB", 2), "1:1: expected '.', 'Q' or 'x', found 'A'");
        assert_eq!(error("2 5 1 3", 4), "1:3: expected a column from 1 to 4, found '5'");
        let columns = "expected a column from 1 to 4, found '5'";
        assert_eq!(error(r#"{"columns":[2,5,1,3]}"#, 4), columns);
        let none = "expected columns or solutions, found neither";
        assert_eq!(error(r#"{"status":"unsat","solutions":[]}"#, 4), none);
        assert_eq!(error("", 4), "expected a filled board, found nothing");
    }
}
