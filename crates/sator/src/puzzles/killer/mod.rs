//! Killer sudoku: a sudoku with cages. The values of a cage differ and add up to its total. Cages
//! need not cover the grid and may overlap, values may be given, and both main diagonals may have
//! each value once.
//!
//! A cage is named by its first cell, row by row, where its total is drawn. The type is [`Sudoku`];
//! here are the word, the formats and the creation of killers.

mod create;
pub(super) mod formats;

use super::sudoku::{self, Sudoku};
use crate::kind::Kind;

/// The registry's entry.
pub static KIND: Kind = Kind {
    aliases: &["killer-sudoku", "killersudoku"],
    options: &[&sudoku::options::BOX, &sudoku::options::ALPHABET, &sudoku::options::IGNORE_UNKNOWN],
    answers_in_lines: true,
    creation: Some(&create::CREATION),
    ..Kind::new(
        "killer",
        "a sudoku with cages, whose values differ and add up to a total; any size up to 36×36",
        &formats::FORMATS,
        "AAB.\nCCB.\nDEEF\nDEFF\n\nA 3, B 4, C 7, D 6, E 8, F 6\n\ngivens\n12.4\n34..\n2..3\n4.21",
    )
};

/// A sudoku with cages.
pub type Killer = Sudoku;

#[cfg(test)]
mod tests {
    use super::KIND;
    use crate::model::Solution;
    use crate::puzzle::{AnyPuzzle, ParseOptions};
    use crate::render::{Look, Paint};

    fn read(text: &str) -> AnyPuzzle {
        KIND.read(text, &ParseOptions::default()).unwrap()
    }

    /// The example, and an answer of it.
    fn solved() -> (AnyPuzzle, Solution) {
        let values = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        (read(KIND.example), Solution { values })
    }

    #[test]
    fn a_title_tells_the_size_and_what_is_unusual() {
        assert_eq!(read(KIND.example).title(), "4×4 Killer Sudoku");
        let unusual = read("box 1x2\ndiagonals\nA.\n..\nA 1");
        assert_eq!(unusual.title(), "2×2 Killer Sudoku with 1x2 boxes with diagonals");
        assert_ne!(unusual.rules_key(), read("box 1x2\nA.\n..\nA 1").rules_key());
    }

    #[test]
    fn an_answer_is_a_board_an_object_and_a_line() {
        let (killer, answer) = solved();
        assert_eq!(killer.check(&answer), Ok(()));
        let grid = killer.answer_json(&answer).to_string();
        assert_eq!(grid, r#"{"grid":[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]}"#);
        assert_eq!(killer.answer_line(&answer), "1234341221434321");
        let board = killer.board(Some(&answer)).to_text(Look::default());
        for text in [board, grid, killer.answer_line(&answer)] {
            assert_eq!(killer.check_text(&text), Ok(Ok(answer.clone())), "{text}");
        }
    }

    #[test]
    fn cages_have_lines_around_and_their_totals_in_them() {
        let (killer, answer) = solved();
        let drawn =
            |paint, ascii| killer.board(Some(&answer)).to_text(Look { paint, ascii, width: None });
        let expected = "\
┏3━━━━━━┳4━━┯━━━┓
┃ 1   2 ┃ 3 │ 4 ┃
┠7──────┨   │   ┃
┃ 3   4 ┃ 1 │ 2 ┃
┣6━━┯8━━╋━━━┿6━━┫
┃ 2 │ 1 ╏ 4 │ 3 ┃
┃   │   ┠───┘   ┃
┃ 4 │ 3 ┃ 2   1 ┃
┗━━━┷━━━┻━━━━━━━┛
";
        assert_eq!(drawn(Paint::Plain, false), expected);
        let expected = "\
+3======+4==+===+
| 1'  2'# 3 | 4'|
+7------+   |   +
| 3'  4'# 1 | 2 |
+6==+8==+===+6==+
| 2'| 1 : 4 | 3'|
+   |   +---+   +
| 4'| 3 # 2'  1'|
+===+===+=======+
";
        assert_eq!(drawn(Paint::Marked, true), expected);
    }

    #[test]
    fn a_wrong_board_is_broken_where_it_is_wrong() {
        let killer = read(KIND.example);
        let broken = |text: &str| killer.check_text(text).unwrap().unwrap_err().to_string();
        assert_eq!(broken("12.4\n34..\n2..3\n4.21"), "r1c3 is empty");
        let wrong = read("AAB.\nCCB.\n....\n....\nA 3, B 5, C 7");
        let expected = "the cage at r1c3 (r1c3, r2c3) adds up to 4, not 5";
        assert_eq!(
            wrong.check_text("1234341221434321").unwrap().unwrap_err().to_string(),
            expected
        );
    }
}

#[cfg(test)]
mod violations {
    use super::KIND;
    use crate::puzzle::{AnyPuzzle, ParseOptions};

    const ANSWER: &str = "1234341221434321";
    const MAP: &str = "AAB.\nCCB.\nDEEF\nDEFF\n";

    fn killer(text: &str) -> AnyPuzzle {
        KIND.read(text, &ParseOptions::in_format("text")).unwrap()
    }

    #[test]
    fn a_wrong_answer_is_named_where_it_is_wrong() {
        let totals = format!("{MAP}A 3, B 4, C 7, D 6, E 8, F 6");
        let wrong = totals.replace("E 8", "E 9");
        let diagonals = format!("diagonals\n{totals}");
        for (text, answer, expected) in [
            (&*totals, ANSWER, ""),
            (&wrong, ANSWER, "the cage at r3c2 (r3c2, r3c3, r4c2) adds up to 8, not 9"),
            (
                "A...\n..A.\n....\n....\nA 2",
                ANSWER,
                "the cage at r1c1 (r1c1, r2c3) has 1 twice, r1c1 and r2c3",
            ),
            // The rules of sudoku come first.
            (&totals, "1134341221434321", "row 1 has 1 twice, r1c1 and r1c2"),
            (&diagonals, ANSWER, "diagonal 1 has 4 twice, r2c2 and r3c3"),
        ] {
            let found = killer(text).check_text(answer).unwrap();
            let found = found.map_or_else(|broken| broken.to_string(), |_| String::new());
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn clues_that_contradict_each_other_are_named() {
        let empty = "....\n....\n....\n....\n";
        let cage = |totals: &str| format!("AA..\n....\n....\nB...\n{totals}");
        let with_given = |total: u32, first: &str| {
            format!("AA..\n....\n....\n....\nA {total}\ngivens\n{first}\n....\n....\n....")
        };
        let rows = |last: u32| format!("AAAA\nBBBB\nCCCC\nDDEE\nA 10, B 10, C 10, D 5, E {last}");
        let corners = format!("{empty}givens\n...1\n....\n....\n1...");
        let apart = "A...\n..A.\n....\n....\nA 4\ngivens\n2...\n..2.\n....\n....";
        let long = format!("AAAAAAAAA\n{}A 44", ".........\n".repeat(8));
        let two = "the cage at r1c1 (r1c1, r1c2)";
        let one = "the cage at r4c1 (r4c1): a value from 1 to 4 is";
        let given = "3 is given, and with 1 value more it is 4 at least, and its total is 3";
        let sums = "and the values of the grid to 40";
        for (text, expected) in [
            (cage("A 3, B 4"), None),
            (
                cage("A 2, B 1"),
                Some(format!(
                    "{two}: 2 different values from 1 to 4 add up to 3 at least, and its total is 2"
                )),
            ),
            (
                cage("A 8, B 1"),
                Some(format!(
                    "{two}: 2 different values from 1 to 4 add up to 7 at most, and its total is 8"
                )),
            ),
            (cage("A 3, B 5"), Some(format!("{one} 4 at most, and its total is 5"))),
            (cage("A 7, B 0"), Some(format!("{one} 1 at least, and its total is 0"))),
            (with_given(4, "3..."), None),
            (with_given(3, "3..."), Some(format!("{two}: {given}"))),
            (with_given(6, "32.."), Some(format!("{two} adds up to 5, not 6"))),
            (
                apart.to_owned(),
                Some("the cage at r1c1 (r1c1, r2c3) has 2 twice, r1c1 and r2c3".to_owned()),
            ),
            (
                format!("diagonals\n{corners}"),
                Some("diagonal 2 has 1 twice, r1c4 and r4c1".to_owned()),
            ),
            (corners, None),
            (
                long,
                Some(
                    "the cage at r1c1 (r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, …): 9 different values \
                     from 1 to 9 add up to 45 at least, and its total is 44"
                        .to_owned(),
                ),
            ),
            (rows(5), None),
            (rows(6), Some(format!("the totals add up to 41, {sums}: 1 too much"))),
            (rows(3), Some(format!("the totals add up to 38, {sums}: 2 too little"))),
            (rows(6).replace("DDEE", "DD.E").replace("E 6", "E 4"), None),
        ] {
            let found = killer(&text).contradiction().map(|broken| broken.to_string());
            assert_eq!(found, expected, "{text}");
        }
    }
}
