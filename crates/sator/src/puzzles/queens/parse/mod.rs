//! Queens as people write them down: a file for each format, and what they share.

mod asp;
mod board;
mod fen;
mod json;
mod leetcode;
mod minizinc;
mod number;
mod permutation;
mod print;
mod regions;
mod shape;
mod solution;

use sator_sat::TextError;

use super::Queens;
use crate::puzzle::{Format, ParseOptions};

pub(super) use print::print;
pub(super) use shape::looks_like;
pub(super) use solution::solution;

/// The ways to write queens down.
pub(super) const FORMATS: &[Format] = &[
    Format { name: "number", shape: "8" },
    Format { name: "board", shape: "N rows of N squares: . empty, Q queen, x blocked" },
    Format {
        name: "regions",
        shape: "N rows of N letters, one for each region; a board may follow",
    },
    Format {
        name: "permutation",
        shape: "2 4 1 3, the column of each row; with --format also 2413",
    },
    Format { name: "leetcode", shape: r#"[".Q..","...Q","Q...","..Q."]"# },
    Format { name: "fen", shape: "1Q2/3Q/Q3/2Q1, a number for each run of empty squares" },
    Format { name: "asp", shape: "board(4). block(1,1). queen(2,3)., from 1" },
    Format { name: "minizinc", shape: "n=4; m=1; row=[1]; col=[1];, blocked squares from 1" },
    Format { name: "json", shape: r#"{"n":4,"queens":[[0,1]],"blocked":[[2,2]]}, from 0"# },
];

/// Reads an instance, in the given format or in the one that its shape suggests.
pub(super) fn parse(text: &str, reading: &ParseOptions<'_>) -> Result<Queens, TextError> {
    let format = reading.format.unwrap_or_else(|| shape::format(text));
    let mut queens = read(text, format)?;
    if reading.is_guess && format == "permutation" && shape::is_rather_a_grid(&queens) {
        return Err(TextError::whole("expected a column for each row, found some again and again"));
    }
    for squares in [&mut queens.placed, &mut queens.blocked] {
        squares.sort_unstable();
        squares.dedup();
    }
    Ok(queens)
}

/// Squares may come in any order, and more than once.
fn read(text: &str, format: &str) -> Result<Queens, TextError> {
    match format {
        "number" => number::read(text),
        "board" => board::read(text, None),
        "regions" => regions::read(text),
        "permutation" => permutation::read(text, None),
        "leetcode" => leetcode::read(text, None),
        "fen" => fen::read(text, None),
        "asp" => asp::read(text),
        "minizinc" => minizinc::read(text),
        "json" => json::read(text),
        other => Err(TextError::whole(format!("queens has no format '{other}'"))),
    }
}

/// An instance without clues.
fn bare(n: usize) -> Queens {
    Queens { n, placed: Vec::new(), blocked: Vec::new(), regions: None, notes: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::Square;
    use super::*;

    /// The squares of rows of `.Qx`, by hand.
    pub(super) fn queens(rows: &[&str]) -> Queens {
        let on = |wanted: char| {
            let squares = rows.iter().enumerate().flat_map(|(row, symbols)| {
                symbols.chars().enumerate().map(move |(column, symbol)| (row, column, symbol))
            });
            let squares = squares.filter(move |&(_, _, symbol)| symbol == wanted);
            squares.map(|(row, column, _)| Square { row, column }).collect()
        };
        Queens { placed: on('Q'), blocked: on('x'), ..bare(rows.len()) }
    }

    /// What reading `text` gives, apart from notes.
    pub(super) fn read_as(format: &str, text: &str) -> Queens {
        Queens { notes: Vec::new(), ..parse(text, &ParseOptions::in_format(format)).unwrap() }
    }

    /// What is said of a text that is wrong.
    pub(super) fn error(format: &str, text: &str) -> String {
        parse(text, &ParseOptions::in_format(format)).unwrap_err().to_string()
    }

    const ANSWER: [&str; 4] = [".Q..", "...Q", "Q...", "..Q."];
    const CLUES: [&str; 4] = ["x...", "..Q.", "....", "...x"];

    const SAME_BOARD: [(&str, &str, [&str; 4]); 9] = [
        ("number", "4", ["...."; 4]),
        ("board", ".Q..\n...Q\nQ...\n..Q.", ANSWER),
        ("permutation", "2 4 1 3", ANSWER),
        ("leetcode", r#"[".Q..","...Q","Q...","..Q."]"#, ANSWER),
        ("fen", "1Q2/3Q/Q3/2Q1", ANSWER),
        ("board", "x...\n..Q.\n....\n...x", CLUES),
        ("asp", "board(4). block(4,4). queen(2,3). block(1,1).", CLUES),
        ("json", r#"{"n":4,"queens":[[1,2]],"blocked":[[3,3],[0,0]]}"#, CLUES),
        ("minizinc", "n=4; m=2; row=[1,4]; col=[1,4];", ["x...", "....", "....", "...x"]),
    ];

    #[test]
    fn the_same_board_is_read_from_every_format() {
        for (format, text, rows) in SAME_BOARD {
            assert_eq!(read_as(format, text), queens(&rows), "{format}");
        }
    }

    #[test]
    fn a_format_is_recognised_by_its_shape() {
        for (format, text, rows) in SAME_BOARD {
            let read = parse(text, &ParseOptions::default())
                .unwrap_or_else(|error| panic!("{format}: {error}"));
            assert_eq!(Queens { notes: Vec::new(), ..read }, queens(&rows), "{format}");
        }
    }

    #[test]
    fn a_square_given_twice_is_kept_once() {
        let text = r#"{"n":4,"queens":[[1,2],[1,2]],"blocked":[[3,3],[0,0],[3,3]]}"#;
        assert_eq!(read_as("json", text), queens(&CLUES));
    }

    #[test]
    fn a_mark_carriage_returns_comments_and_tabs_change_nothing() {
        let text =
            "\u{feff}# four queens\r\n\r\nx\t.\t. .\r\n. . Q .\r\n  # half\r\n....\r\n...x\r\n";
        assert_eq!(parse(text, &ParseOptions::default()).unwrap(), queens(&CLUES));
        assert_eq!(parse("\u{feff}8\r\n", &ParseOptions::default()).unwrap(), bare(8));
        assert_eq!(parse("\u{feff}{\"n\":8}\r\n", &ParseOptions::default()).unwrap(), bare(8));
        assert_eq!(
            parse("\u{feff}% four\r\nboard(4).\r\n", &ParseOptions::default()).unwrap(),
            bare(4)
        );
    }
}

#[cfg(test)]
mod properties {
    use proptest::prelude::*;

    use super::super::Square;
    use super::*;

    /// Each square empty, with a queen, blocked, or both at once.
    fn clues(n: usize) -> impl Strategy<Value = Queens> {
        let squares = prop::collection::vec(prop_oneof![6 => 0..3_u8, 1 => Just(3)], n * n);
        squares.prop_map(move |states: Vec<u8>| {
            let on = |bit: u8| {
                let squares = states.iter().enumerate().filter(|(_, state)| *state & bit != 0);
                squares.map(|(i, _)| Square { row: i / n, column: i % n }).collect()
            };
            Queens { placed: on(1), blocked: on(2), ..bare(n) }
        })
    }

    /// `n` regions over all squares, in any order.
    fn regions(n: usize) -> impl Strategy<Value = Vec<usize>> {
        let others = prop::collection::vec(0..n, n * n - n);
        let labels = others.prop_map(move |others| (0..n).chain(others).collect::<Vec<_>>());
        labels.prop_shuffle().prop_map(move |labels| regions::numbered(labels, n).unwrap())
    }

    fn instances() -> impl Strategy<Value = Queens> {
        (1..7_usize).prop_flat_map(|n| {
            (clues(n), prop::option::of(regions(n)), any::<bool>()).prop_map(
                |(queens, regions, clues)| {
                    let queens = if clues { queens } else { bare(queens.n) };
                    Queens { regions, ..queens }
                },
            )
        })
    }

    /// Symbols that some reader waits for.
    const LIKELY: &str = r#"[0-9Qx.A/\[\](){}"',;=% \nbn-]*"#;

    proptest! {
        #[test]
        fn what_is_printed_reads_back(queens in instances()) {
            prop_assert_eq!(parse(&print(&queens), &ParseOptions::default()).unwrap(), queens);
        }

        #[test]
        fn no_text_is_too_strange(any in any::<String>(), likely in LIKELY) {
            for text in [any, likely] {
                looks_like(&text);
                let _ = solution(&text, 4);
                let _ = parse(&text, &ParseOptions::default());
                for format in FORMATS {
                    let _ = parse(&text, &ParseOptions::in_format(format.name));
                }
            }
        }
    }
}
