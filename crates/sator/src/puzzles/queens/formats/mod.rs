//! The text formats of queens: a file for each format, and shared functions.

mod asp;
mod board;
mod fen;
mod json;
mod leetcode;
mod minizinc;
mod number;
mod permutation;
mod regions;
mod solution;

use super::{Queens, Square};
use crate::kind::Formats;
use crate::text::{lines, refuse_if};

pub(super) use solution::solution;

pub(super) static FORMATS: Formats<Queens> = Formats::new(&[
    &number::FORMAT,
    &board::FORMAT,
    &regions::FORMAT,
    &permutation::FORMAT,
    &leetcode::FORMAT,
    &fen::FORMAT,
    &asp::FORMAT,
    &minizinc::FORMAT,
    &json::FORMAT,
])
.with_sameness(|one, other| json::print(one) == json::print(other))
.with_review(|mut queens, _, _, _| {
    for squares in [&mut queens.placed, &mut queens.blocked] {
        squares.sort_unstable();
        squares.dedup();
    }
    Ok(queens)
});

/// The simplest text that reads back as this instance: the number, a board, or letters for regions
/// and a board below; JSON if none of these can express it.
pub(super) fn print(queens: &Queens) -> String {
    let plain = [&number::FORMAT, &board::FORMAT, &regions::FORMAT];
    let mut texts = plain.into_iter().filter_map(|format| FORMATS.print(queens, format).ok());
    texts.next().unwrap_or_else(|| json::print(queens))
}

/// An instance without clues.
fn bare(n: usize) -> Queens {
    Queens { n, placed: Vec::new(), blocked: Vec::new(), regions: None, notes: Vec::new() }
}

// Recognising.

/// The text without comments and without white space around it.
fn content(text: &str) -> String {
    let lines: Vec<_> = lines(text).map(|line| line.uncommented().text.trim()).collect();
    lines.join("\n").trim().to_owned()
}

fn is_square(symbol: char) -> bool {
    matches!(symbol, '.' | 'Q' | 'x')
}

/// A row of squares, or the only letter of the only region.
fn is_small_grid(word: &str) -> bool {
    let is_letter = word.len() == 1 && word.chars().all(|symbol| symbol.is_ascii_alphabetic());
    is_letter || (!word.is_empty() && word.chars().all(is_square))
}

/// Whether a text has symbols in rows, and no mark of another format.
fn is_grid(text: &str) -> bool {
    let text = &content(text);
    !text.starts_with(['{', '['])
        && !text.contains(['(', '=', '/'])
        && !permutation::is_numbers_in_a_line(text)
        && (text.contains([' ', '\t', '\n']) || is_small_grid(text))
}

/// Whether a text has as many rows as columns and more squares with the letter of a region than
/// empty ones: a board may follow.
fn letters_prevail(text: &str) -> bool {
    let squares = lines(text).take(width(text)).flat_map(|line| line.text.chars());
    let (mut letters, mut empty) = (0, 0);
    for symbol in squares {
        letters += usize::from(symbol.is_ascii_alphabetic() && !is_square(symbol));
        empty += usize::from(symbol == '.');
    }
    letters > empty
}

fn width(text: &str) -> usize {
    lines(text).next().map_or(0, |line| line.symbols().count())
}

// Printing.

/// Refuses a puzzle with two marks on one square: a board has one symbol for each.
fn refuse_if_doubly_marked(queens: &Queens) -> Result<(), String> {
    let is_both = |square| queens.blocked.binary_search(square).is_ok();
    refuse_if(&[(queens.placed.iter().any(is_both), "a square has a queen and is blocked")])
}

/// Refuses a puzzle with regions, which few formats support.
fn refuse_unless_plain(queens: &Queens) -> Result<(), String> {
    refuse_if(&[(queens.regions.is_some(), "it has regions")])?;
    refuse_if_doubly_marked(queens)
}

/// Rows of `.`, `Q` and `x`.
fn symbol_rows(queens: &Queens, gap: &str) -> Vec<String> {
    let is_in = |squares: &[Square], square| squares.binary_search(&square).is_ok();
    rows(queens, gap, |square| match square {
        _ if is_in(&queens.placed, square) => 'Q',
        _ if is_in(&queens.blocked, square) => 'x',
        _ => '.',
    })
}

fn rows(queens: &Queens, gap: &str, symbol: impl Fn(Square) -> char) -> Vec<String> {
    let row = |row| {
        let symbols = (0..queens.n).map(|column| symbol(Square { row, column }).to_string());
        symbols.collect::<Vec<_>>().join(gap)
    };
    (0..queens.n).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::ParseOptions;
    use crate::text::cases::check_each_case;

    /// An instance built from rows of `.Qx` without the parser.
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
    fn every_text_is_read_as_the_table_says() {
        check_each_case(&FORMATS, include_str!("cases.txt"));
    }

    #[test]
    fn a_format_is_recognised_by_its_shape() {
        for (format, text, rows) in SAME_BOARD {
            let read = FORMATS
                .parse(text, &ParseOptions::default())
                .unwrap_or_else(|error| panic!("{format}: {error}"));
            assert_eq!(Queens { notes: Vec::new(), ..read }, queens(&rows), "{format}");
        }
    }

    #[test]
    fn an_instance_is_printed_as_plainly_as_it_can_be() {
        assert_eq!(print(&bare(8)), "8");
        let clues = queens(&["Q.", ".x"]);
        assert_eq!(print(&clues), "Q .\n. x");
        let regions = Some(vec![0, 1, 1, 1]);
        assert_eq!(print(&Queens { regions: regions.clone(), ..bare(2) }), "A B\nB B");
        assert_eq!(print(&Queens { regions, ..clues }), "A B\nB B\nQ .\n. x");
        let square = Square { row: 0, column: 1 };
        let both = Queens { placed: vec![square], blocked: vec![square], ..bare(4) };
        assert_eq!(print(&both), r#"{"n":4,"queens":[[0,1]],"blocked":[[0,1]]}"#);
        for n in [52, 53] {
            let regions = (0..n * n).map(|index| index % n).collect();
            let queens = Queens { regions: Some(regions), ..bare(n) };
            let text = print(&queens);
            assert_eq!(text.starts_with('{'), n > 52, "there are 52 letters");
            assert_eq!(FORMATS.parse(&text, &ParseOptions::default()), Ok(queens));
        }
    }
}

#[cfg(test)]
mod properties {
    use proptest::prelude::*;

    use super::*;
    use crate::kind::ParseOptions;
    use crate::text::cases::read_without_panic;

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

    /// Symbols that are significant in some format.
    const LIKELY: &str = r#"[0-9Qx.A/\[\](){}"',;=% \nbn-]*"#;

    proptest! {
        #[test]
        fn printed_puzzles_read_back(queens in instances()) {
            prop_assert_eq!(FORMATS.parse(&print(&queens), &ParseOptions::default()).unwrap(), queens);
        }

        #[test]
        fn no_text_makes_a_reader_panic(any in any::<String>(), likely in LIKELY) {
            for text in [any, likely] {
                read_without_panic(&FORMATS, &text, &[&[]], &[&bare(4)]);
            }
        }
    }
}
