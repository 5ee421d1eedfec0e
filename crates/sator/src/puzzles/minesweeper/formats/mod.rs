//! The text formats of minesweeper: a file for each format, and shared functions.

mod analysis;
mod json;
mod layout;
mod mbf;
mod mine;
mod puzzlink;
mod rows;
mod solution;
mod text;
mod toollib;

use sator_sat::TextError;

use super::Minesweeper;
use crate::kind::{Confidence, Formats, OptionSpec, ParseOptions};

pub(super) use solution::solution;

pub(super) static FORMATS: Formats<Minesweeper> = Formats::new(&[
    &text::FORMAT,
    &rows::FORMAT,
    &mine::FORMAT,
    &mbf::FORMAT,
    &toollib::FORMAT,
    &puzzlink::FORMAT,
    &json::FORMAT,
    &analysis::FORMAT,
])
.with_review(with_total);

/// The number of all mines.
pub(super) static MINES: OptionSpec = OptionSpec {
    name: "mines",
    value_name: "M",
    help: "How many mines a minesweeper board has, where its text does not say so or is to be \
           overruled",
    check: |text| number_of_mines(text).map(drop),
};

fn number_of_mines(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a whole number from 0".to_owned())
}

/// Applies the total of an option, which overrides that of the text.
fn with_total(
    mut board: Minesweeper,
    _: &str,
    _: Confidence,
    options: &ParseOptions<'_>,
) -> Result<Minesweeper, TextError> {
    if let Some(mines) = options.value(&MINES) {
        let mines =
            number_of_mines(mines).map_err(|error| TextError::whole(format!("mines: {error}")))?;
        if let Some(other) = board.mines.filter(|&other| other != mines) {
            board.notes.push(format!("the total is {mines} as said, not {other} as in the text"));
        }
        board.mines = Some(mines);
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::super::{KIND, Square};
    use super::*;
    use crate::kind::FormatTable;
    use crate::puzzle::Puzzle;
    use crate::puzzles::{recognise, sudoku};
    use crate::text::cases::check_each_case;

    /// A board built from rows of Sator's symbols without the parser.
    pub(super) fn board(rows: &[&str]) -> Minesweeper {
        let square = |symbol: char| match symbol {
            '?' => Square::Hidden,
            '*' | 'F' => Square::Mine,
            's' => Square::Safe,
            digit => Square::Number(digit.to_digit(9).unwrap() as u8),
        };
        let squares = rows.iter().flat_map(|row| row.chars()).map(square).collect();
        let columns = rows[0].chars().count();
        Minesweeper { rows: rows.len(), columns, squares, mines: None, notes: Vec::new() }
    }

    pub(super) fn parsed(format: &str, text: &str) -> Minesweeper {
        let board = FORMATS.parse(text, &ParseOptions::in_format(format));
        board.unwrap_or_else(|error| panic!("{error} in\n{text}"))
    }

    /// Parses a text and removes the notes.
    pub(super) fn read_as(format: &str, text: &str) -> Minesweeper {
        Minesweeper { notes: Vec::new(), ..parsed(format, text) }
    }

    /// The error for a text.
    pub(super) fn error(format: &str, text: &str) -> String {
        FORMATS.parse(text, &ParseOptions::in_format(format)).unwrap_err().to_string()
    }

    /// One board in every format that is recognised, and the total where it has one.
    const SAME: [(&str, &str, Option<usize>); 6] = [
        ("text", "2 3\n? 1 ?\n? ? 2", None),
        ("text", "2 3 2\n?1?\n??2", Some(2)),
        ("mine", "3x2x2\nH1H\nHH2", Some(2)),
        (
            "toollib",
            "# MINESWEEPER-BOARD v0.1\nrows: 2\ncolumns: 3\nmines: 2\n[view]\nU1U\nUU2",
            Some(2),
        ),
        ("puzzlink", "https://puzz.link/p?mines/3/2/g1i2", None),
        ("json", r#"{"rows":2,"cols":3,"mines":2,"board":["?1?","??2"]}"#, Some(2)),
    ];

    #[test]
    fn every_text_is_read_as_the_table_says() {
        check_each_case(&FORMATS, include_str!("cases.txt"));
    }

    #[test]
    fn the_same_board_is_read_from_every_format() {
        for (format, text, mines) in SAME {
            let expected = Minesweeper { mines, ..board(&["?1?", "??2"]) };
            assert_eq!(read_as(format, text), expected, "{format}");
            assert_eq!(
                FORMATS.parse(text, &ParseOptions::default()),
                Ok(expected.clone()),
                "recognised\n{text}"
            );
            let found = recognise(text, &ParseOptions::default());
            let found = found.unwrap_or_else(|error| panic!("{error} in\n{text}"));
            assert_eq!(found.print(), expected.print(), "among all kinds\n{text}");
        }
    }

    #[test]
    fn rows_alone_are_read_where_the_kind_is_given_or_no_other_fits() {
        let expected = board(&["?1", "2?"]);
        assert_eq!(FORMATS.parse("? 1\n2 ?", &ParseOptions::default()), Ok(expected.clone()));
        assert_eq!(read_as("rows", "?1\n2?"), expected);
        assert_eq!(read_as("rows", "2 1\n? ?"), board(&["21", "??"]));
        assert!(recognise("? 1\n2 ?", &ParseOptions::default()).is_err());
        for (text, values) in [
            ("? 1 ?\n? 1 1", &[][..]),
            ("? 1 1\n? 1 ?\n? 1 ?", &[]),
            ("? 1 0\n? 2 ?\n? 1 ?", &[]),
            ("? 1\n2 ?", &[("mines", "2")]),
        ] {
            let found = recognise(text, &ParseOptions::with(values));
            let found = found.unwrap_or_else(|error| panic!("{error} in\n{text}"));
            assert_eq!(found.kind().name, "minesweeper", "{text}");
        }
        assert_eq!(error("rows", "?1\n2"), "2: expected a row of 2 squares, found 1");
    }

    #[test]
    fn what_was_created_says_what_it_is() {
        let expected = Minesweeper { mines: Some(0), ..board(&["00", "00"]) };
        let text = "# sator create minesweeper --size 2x2 --mines 0 --seed 1\n2 2 0\n0 0\n0 0\n";
        let json = r#"{"puzzle":"minesweeper","text":"2 2 0\n0 0\n0 0\n","seed":1}"#;
        for text in [text, json] {
            let found = recognise(text, &ParseOptions::default());
            let found = found.unwrap_or_else(|error| panic!("{error} in\n{text}"));
            assert_eq!(found.print(), expected.print());
        }
        assert!(recognise("2 2 0\n0 0\n0 0\n", &ParseOptions::default()).is_err());
        let other = "# sator create minesweeper\n2 2 0\n0 9\n0 0\n";
        let error = "3:3: expected '?', a digit 0-8, '*', 'F' or 's', found '9'";
        let found = recognise(other, &ParseOptions::default()).err().map(|error| error.to_string());
        assert_eq!(found.as_deref(), Some(error));
    }

    #[test]
    fn other_puzzles_are_no_boards_of_mines_and_these_are_no_other_puzzles() {
        let guess = ParseOptions::guess();
        for text in [
            "8",
            "2 4 1 3",
            "....\n....\n....\n....",
            "1 2\n2 1",
            "1 3\n0 1 2",
            "3 0 1\n4 2 3",
            "1 2\n0 0",
            "sudoku/4/4/1j23n4",
            r#"{"n":8}"#,
            r#"{"grid":[[0]]}"#,
            "",
        ] {
            assert!(FORMATS.parse(text, &guess).is_err(), "{text}");
            assert!(FORMATS.sniff(text) < Confidence::Likely, "{text}");
        }
        for (_, text, _) in SAME {
            assert!(FORMATS.sniff(text) >= Confidence::Likely, "{text}");
            assert!(sudoku::KIND.read(text, &guess).is_err(), "{text}");
        }
    }

    #[test]
    fn a_slip_is_reported_by_the_kind_that_the_text_is_meant_for() {
        for text in [
            "3 3\n? 1 ?\n1 9 1\n? 1 ?",
            "-3 3\n???",
            "3x3x3\nHHH",
            "3x2\nHHH\nH1H",
            "# MINESWEEPER-BOARD v0.1\nrows: 2\ncolumns: 2\nmines: 1\n[view]\nU9\nUU",
            "mines/3/3/9",
            "{\"board\":",
        ] {
            let expected = KIND.read(text, &ParseOptions::default()).err();
            assert_eq!(recognise(text, &ParseOptions::default()).err(), expected, "{text}");
        }
    }
}

#[cfg(test)]
mod properties {
    use proptest::prelude::*;

    use super::super::Square;
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::text::cases::read_without_panic;

    fn boards() -> impl Strategy<Value = Minesweeper> {
        let square = prop_oneof![
            Just(Square::Hidden),
            (0..=8_u8).prop_map(Square::Number),
            Just(Square::Mine),
            Just(Square::Safe)
        ];
        (1..6_usize, 1..6_usize).prop_flat_map(move |(rows, columns)| {
            let squares = prop::collection::vec(square.clone(), rows * columns);
            (squares, prop::option::of(any::<usize>())).prop_map(move |(squares, mines)| {
                Minesweeper { rows, columns, squares, mines, notes: Vec::new() }
            })
        })
    }

    /// Symbols that are significant in some format.
    const LIKELY: &str = r#"[0-9?*FHUs#x:/\[\]{}",. \nminesrowcl-]*"#;

    proptest! {
        #[test]
        fn printed_puzzles_read_back(board in boards()) {
            prop_assert_eq!(FORMATS.parse(&board.print(), &ParseOptions::default()).unwrap(), board);
        }

        #[test]
        fn no_text_makes_a_reader_panic(any in any::<String>(), likely in LIKELY, board in boards()) {
            for text in [any, likely] {
                read_without_panic(&FORMATS, &text, &[&[], &[("mines", "3")]], &[&board]);
            }
        }
    }
}
