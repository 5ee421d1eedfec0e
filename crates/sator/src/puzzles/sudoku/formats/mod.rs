//! The text formats of sudoku: a file for each format, and shared functions.

mod alphabet;
mod cells;
mod cut;
pub(in crate::puzzles) mod grid;
pub(in crate::puzzles) mod json;
mod line;
mod plain;
mod puzzlink;
pub(in crate::puzzles) mod size;
mod solution;
mod tatham;

use sator_sat::TextError;

use super::Sudoku;
use super::notation::Notation;
use crate::kind::{Confidence, Formats, ParseOptions};
use crate::puzzle::Puzzle;
use crate::text::lines;

pub(in crate::puzzles) use solution::solution;

pub(super) static FORMATS: Formats<Sudoku> = Formats::new(
    &[
        &grid::FORMAT,
        &grid::SDK,
        &grid::SS,
        &grid::NUMBERS,
        &line::FORMAT,
        &line::SDM,
        &tatham::FORMAT,
        &puzzlink::FORMAT,
        &json::FORMAT,
    ],
    is_same,
)
.with_shortcut(plain::read, alphabet::common)
.with_review(review);

/// Refuses a text that is more likely another puzzle, if the kind is a guess.
fn review(
    sudoku: Sudoku,
    text: &str,
    confidence: Confidence,
    options: &ParseOptions<'_>,
) -> Result<Sudoku, TextError> {
    let is_in_doubt = options.is_guess && confidence < Confidence::Certain;
    match doubt(text, &sudoku).filter(|_| is_in_doubt) {
        Some(found) => Err(TextError::whole(format!("expected a sudoku, found {found}"))),
        None => Ok(sudoku),
    }
}

/// A better description of a text that can be read as sudoku but is likely something else.
fn doubt(text: &str, sudoku: &Sudoku) -> Option<&'static str> {
    let is_bare = sudoku.given.iter().all(Option::is_none);
    if sudoku.n() == 1 {
        Some("a number")
    } else if is_bare && lines(text).any(|line| line.text.contains(['x', 'X'])) {
        Some("a board without values and with blocked squares")
    } else if is_map(sudoku) {
        Some("a map of letters")
    } else {
        None
    }
}

/// Whether all cells have letters, and some occur twice in a house.
fn is_map(sudoku: &Sudoku) -> bool {
    sudoku.notation == Notation::Letters
        && sudoku.given.iter().all(Option::is_some)
        && sudoku.contradiction().is_some()
}

/// Whether a text has one line that is neither blank nor a comment, or none.
fn is_one_line(text: &str) -> bool {
    lines(text).nth(1).is_none()
}

/// Whether at most a tenth is neither a digit nor a sign of an empty cell, nor a letter where
/// those occur.
fn are_mostly_symbols(symbols: impl Iterator<Item = char>, letters: bool) -> bool {
    let (mut all, mut odd) = (0, 0);
    for symbol in symbols {
        let is_letter = letters && symbol.is_ascii_alphabetic();
        all += 1;
        odd += usize::from(!is_letter && !symbol.is_ascii_digit() && !"._*-xX".contains(symbol));
    }
    odd * 10 <= all
}

/// The simplest text that reads back as this instance, with the same symbols: rows, or JSON if the
/// boxes are unusual or the symbols are ambiguous.
pub(super) fn print(sudoku: &Sudoku) -> String {
    let rows = grid::rows(sudoku);
    let is_same = |again: Sudoku| again.notation == sudoku.notation && is_same(&again, sudoku);
    let is_read = FORMATS.parse(&rows, &ParseOptions::default()).is_ok_and(is_same);
    if is_read { rows } else { json::print(sudoku) }
}

/// The output of `print` in the puzzle's own symbols; in the usual ones, if its own would be
/// misread.
fn readable(sudoku: &Sudoku, print: fn(&Sudoku) -> String) -> Result<String, String> {
    let reads_back = |text: &String| {
        let again = FORMATS.parse(text, &ParseOptions::default());
        again.is_ok_and(|again| is_same(&again, sudoku))
    };
    let other = |notation| print(&Sudoku { notation, ..sudoku.clone() });
    let texts = [print(sudoku), other(Notation::usual(sudoku.n())), other(Notation::FromOne)];
    let readable = texts.into_iter().find(reads_back);
    readable.ok_or_else(|| "its boxes or its symbols would be misread".to_owned())
}

fn is_same(one: &Sudoku, other: &Sudoku) -> bool {
    one.shape == other.shape && one.given == other.given
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::BoxShape;
    use crate::kind::FormatTable;
    use crate::text::cases::each_is_read_as_told;

    /// An instance built from rows of digits and dots without the parser.
    pub(super) fn sudoku(rows: &[&str]) -> Sudoku {
        let values = rows.iter().flat_map(|row| row.chars());
        let given = values.map(|symbol| symbol.to_digit(10).map(|digit| digit as i32)).collect();
        let shape = BoxShape::usual(rows.len()).unwrap();
        Sudoku { shape, given, notation: Notation::FromOne, notes: Vec::new() }
    }

    /// A grid of any shape, in which about a third of the cells is empty. All values occur.
    pub(super) fn patterned(shape: BoxShape, notation: Notation) -> Sudoku {
        let (n, rows, columns) = (shape.n(), shape.rows(), shape.columns());
        let value = |row: usize, column: usize| (columns * (row % rows) + row / rows + column) % n;
        let given = (0..n * n).map(|at| {
            let (row, column) = (at / n, at % n);
            let is_given = !(row * 7 + column * 5 + row * column).is_multiple_of(3);
            is_given.then_some(value(row, column) as i32 + 1)
        });
        Sudoku { shape, given: given.collect(), notation, notes: Vec::new() }
    }

    /// The cells of an instance, each as `text` writes it.
    pub(super) fn written(sudoku: &Sudoku, text: impl Fn(Option<i32>) -> String) -> Vec<String> {
        sudoku.given.iter().map(|&value| text(value)).collect()
    }

    /// Parses a text and removes the notes.
    pub(super) fn without_notes(
        text: &str,
        options: &ParseOptions<'_>,
    ) -> Result<Sudoku, TextError> {
        Ok(Sudoku { notes: Vec::new(), ..FORMATS.parse(text, options)? })
    }

    pub(super) fn read_as(format: &str, text: &str) -> Sudoku {
        without_notes(text, &ParseOptions::in_format(format))
            .unwrap_or_else(|error| panic!("{error} in\n{text}"))
    }

    /// The error for a text.
    pub(super) fn error(format: &str, text: &str) -> String {
        FORMATS.parse(text, &ParseOptions::in_format(format)).unwrap_err().to_string()
    }

    /// Nine rows with a column of dots and a last row of dots.
    pub(super) const NINE: [&str; 9] = [
        "1.3456789",
        "4.6789123",
        "7.9123456",
        "2.4567891",
        "5.7891234",
        "8.1234567",
        "3.5678912",
        "6.8912345",
        ".........",
    ];

    #[test]
    fn every_text_is_read_as_its_table_tells() {
        each_is_read_as_told(&FORMATS, include_str!("cases.txt"));
    }

    #[test]
    fn the_same_grid_is_read_from_every_format() {
        let line = NINE.concat();
        let rows = NINE.join("\n");
        let boxed = |row: &&str| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
        let boxed: Vec<_> = NINE.iter().map(boxed).collect();
        let [edge, between] = ["*-----------*", "|---+---+---|"];
        let ss = [
            edge.to_owned(),
            boxed[..3].join("\n"),
            between.to_owned(),
            boxed[3..6].join("\n"),
            between.to_owned(),
            boxed[6..].join("\n"),
            edge.to_owned(),
        ];
        let spaced = |text: &str| {
            let gap = |symbol| if symbol == '\n' { "\n".to_owned() } else { format!("{symbol} ") };
            text.chars().map(gap).collect::<String>()
        };
        for (format, text) in [
            ("line", line.clone()),
            ("line", line.replace('.', "0") + " 1 9"),
            ("line", spaced(&line)),
            ("sdm", line.clone() + "# one"),
            ("grid", rows.clone()),
            ("grid", spaced(&rows)),
            ("sdk", format!("#A somebody\n#D 2026\n{rows}\n")),
            ("sdk", format!("[Puzzle]\n{rows}\n[State]\n{}\n", rows.replace('.', "1"))),
            ("ss", ss.join("\n")),
            ("numbers", spaced(&rows).replace('.', "0")),
            ("numbers", spaced(&line)),
            ("json", json::print(&sudoku(&NINE))),
        ] {
            assert_eq!(read_as(format, &text), sudoku(&NINE), "{format}\n{text}");
            let found = FORMATS.parse(&text, &ParseOptions::default());
            assert_eq!(found, Ok(sudoku(&NINE)), "recognised\n{text}");
        }
    }

    #[test]
    fn numbers_are_read_in_rows_in_a_line_and_in_pairs_of_digits() {
        let twelve = patterned(BoxShape::new(3, 4).unwrap(), Notation::Numbers);
        let plain = written(&twelve, |value| value.unwrap_or(0).to_string());
        let padded = written(&twelve, |value| format!("{:02}", value.unwrap_or(0)));
        let spaced: Vec<_> = plain.chunks(12).map(|row| row.join(" ")).collect();
        let boxed: Vec<_> = plain.chunks(4).map(|stack| stack.join(" ")).collect::<Vec<_>>();
        let boxed: Vec<_> = boxed.chunks(3).map(|row| format!("| {} |", row.join(" | "))).collect();
        let pairs: Vec<_> = padded.chunks(12).map(<[_]>::concat).collect();
        for text in [
            spaced.join("\n"),
            boxed.join("\n"),
            plain.join(" "),
            pairs.join("\n"),
            padded.concat(),
        ] {
            assert_eq!(
                FORMATS.parse(&text, &ParseOptions::default()),
                Ok(twelve.clone()),
                "{text}"
            );
            assert_eq!(read_as("numbers", &text), twelve, "{text}");
        }
    }

    fn is_list(text: &str) -> bool {
        FORMATS.is_list(text, &ParseOptions::guess())
    }

    fn is_likely(text: &str) -> bool {
        FORMATS.sniff(text) >= Confidence::Likely
    }

    /// Nine values, then empty cells; not an answer of anything.
    fn line(cells: usize) -> String {
        "1".to_owned() + &".".repeat(cells - 1)
    }

    #[test]
    fn the_shape_tells_the_format() {
        for (text, expected) in [
            ("", "line"),
            ("\u{feff} {", "json"),
            ("[[1]]", "json"),
            ("[ [1] ]", "json"),
            ("[Puzzle]\n1", "grid"),
            ("# rows\n1...\n..3.", "grid"),
            ("# a line\n12341234\n", "line"),
        ] {
            assert_eq!(FORMATS.recognise(text).name, expected, "{text}");
        }
    }

    #[test]
    fn lines_that_are_puzzles_are_many_puzzles() {
        for cells in [16, 36, 81, 256, 625] {
            let text = format!("# many\n{0}\n\n{0} 1 {0}\n{0},{0}\n", line(cells));
            assert!(is_list(&text), "{cells}");
        }
        let as_many_as_cells = vec![NINE.concat(); 81].join("\n");
        assert!(is_list(&as_many_as_cells));
        let as_many_as_cells = vec![line(64); 64].join("\n");
        assert!(is_list(&as_many_as_cells));
        let with_header = format!("puzzle,solution\n{0},\n{0},\n", NINE.concat());
        assert!(is_list(&with_header));
        let with_slip = format!("{0}\n{0}?\nno\nnone\n", NINE.concat());
        assert!(is_list(&with_slip), "the first is one");
        let five = ParseOptions::with(&[("box", "1x5")]);
        assert!(FORMATS.is_list(&format!("{0}\n{0}", line(25)), &five));
        let unfit = ParseOptions::with(&[("box", "2x4")]);
        assert!(FORMATS.is_list(&format!("{0}\n{0}", line(81)), &unfit));
    }

    #[test]
    fn one_line_is_one_puzzle() {
        assert!(!is_list(&NINE.concat()));
        assert!(!is_list(""));
    }

    #[test]
    fn a_square_grid_wins_over_many_lines() {
        for size in [16, 36] {
            let grid = |rows: usize| vec![line(size); rows].join("\n");
            assert!(!is_list(&grid(size)));
            for rows in [2, size - 1, size + 1, 3 * size] {
                assert!(is_list(&grid(rows)), "{rows}");
            }
            let broken = grid(size).replacen('.', "", 1);
            assert!(!is_list(&broken), "one row is broken");
            let lost = grid(size - 2) + "\n" + &"9".repeat(size);
            assert!(!is_list(&lost), "one row is lost");
            let framed = grid(size).replacen('\n', &format!("\n{}\n", "-".repeat(size)), 1);
            assert!(!is_list(&framed), "one line is drawn");
        }
        assert!(!is_list(&NINE.join("\n")));
    }

    #[test]
    fn rows_of_other_puzzles_are_no_lines() {
        let board = |n: usize| (".".repeat(n) + "\n").repeat(n - 1) + &"Q".repeat(n);
        assert!(!is_list(&board(16)));
        assert!(!is_list(&board(144)), "a long board");
        let regions = ("AAAABBBBCCCCDDDD\n").repeat(16) + &board(16);
        assert!(!is_list(&regions));
        assert!(!is_list("8\n8\n"));
        assert!(!is_list("a line of prose\nand another one\n"));
    }

    #[test]
    fn lines_without_values_are_puzzles_where_sudoku_is_said() {
        let empty = format!("{0}\n{0}\n", ".".repeat(81));
        assert!(!is_list(&empty));
        assert!(FORMATS.is_list(&empty, &ParseOptions::default()));
        let grid = format!("{}\n", ".".repeat(16)).repeat(16);
        assert!(!FORMATS.is_list(&grid, &ParseOptions::default()));
    }

    #[test]
    fn lines_of_one_size_have_one_alphabet() {
        let line = |given: &str| format!("{given}{}", ".".repeat(256 - given.len()));
        let common = |text: &str| FORMATS.common(text, &ParseOptions::default()).map(|it| it.hint);
        let both = format!("{} 1 x\n{},y\nno\n", line("12F"), line("01F"));
        assert_eq!(
            common(&both).as_deref(),
            Some("0-9A-F"),
            "the second line tells it of the first"
        );
        assert_eq!(common(&format!("{0}\n{0}", line("12F"))).as_deref(), Some("1-9A-G"));
        let mixed = format!("{}\n{}", line("12G"), line("01F"));
        assert_eq!(common(&mixed), None, "each for itself");
        assert_eq!(common(&format!("{0}\n{0}", NINE.concat())), None, "digits are digits");
        let said = ParseOptions::with(&[("alphabet", "A-P")]);
        assert_eq!(FORMATS.common(&both, &said), None);
    }

    #[test]
    fn a_format_tells_the_layout() {
        let two = "1\n2";
        for (format, expected) in [("line", true), ("sdm", true), ("grid", false)] {
            assert_eq!(FORMATS.is_list(two, &ParseOptions::in_format(format)), expected);
            assert!(!FORMATS.is_list("1", &ParseOptions::in_format(format)));
        }
        let lines = format!("{0}\n{0}", NINE.concat());
        assert!(!FORMATS.is_list(&lines, &ParseOptions::in_format("ss")));
    }

    #[test]
    fn what_is_meant_as_sudoku_looks_like_it() {
        for text in [
            &NINE.concat()[1..],
            &NINE.concat().replace('.', "0")[1..],
            &NINE[1..].join("\n"),
            &NINE.join("\n").replace('4', "?"),
            "1..4..2..3..12",
            "1 . . 4 . . 2 . . 3 . . 1 2",
            "1...\n..3.\n...\n...2",
            "+----+\n|12..|\n|..34|\n|....|\n+----+",
            "{\"n\":9,\"grid\":",
        ] {
            assert!(is_likely(text), "{text}");
        }
        let sixteen = "12345678.9ABCDEF\n".repeat(15);
        assert!(is_likely(&sixteen), "a row is lost");
        assert!(is_likely(&sixteen.replace('\n', "")), "and in a line");
    }

    #[test]
    fn what_is_meant_for_others_does_not() {
        for text in [
            "",
            "8",
            "8.5",
            "-1",
            "1000000000",
            "123456789012345678901234567890",
            "eight",
            "no-such-file.txt",
            "2 4 1 5",
            "1Q2/3Q/Q3/1Q",
            "...\n.x.\n.o.",
            "....\n....\n.Q..\n....\n....",
            "AABB\nAABB\nCCDD\nCCD",
            "[\".Q..\",\"...Q\"]",
            "a line of prose\nand another one",
            "3 3\n? 1 ?\n1 2 1\n? 1 ?",
            "4 4\n? ? ? ?\n1 2 ? ?\n? ? ? ?\n? ? ? 1",
            "{\"n\":8}",
            "{\"n\":9,\"grid\":[],\"cages\":[]}",
            "p cnf 3 1\n1 2 3 0",
        ] {
            assert!(!is_likely(text), "{text}");
        }
    }

    #[test]
    fn rows_are_printed_where_they_say_it_all_and_json_elsewhere() {
        let four = sudoku(&["1...", "....", "....", "..2."]);
        assert_eq!(print(&four), "1...\n....\n....\n..2.");
        let sixteen = patterned(BoxShape::new(4, 4).unwrap(), Notation::Numbers);
        let first = " .  2  3  .  5  6  .  8  9  . 11 12  . 14 15  .";
        assert_eq!(print(&sixteen).lines().next(), Some(first));
        let rows = "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,2,0]]";
        let tall = Sudoku { shape: BoxShape::new(4, 1).unwrap(), ..four.clone() };
        assert_eq!(print(&tall), format!(r#"{{"n":4,"box_h":4,"box_w":1,"grid":{rows}}}"#));
        let letters = Sudoku { notation: Notation::Letters, ..four };
        let start = r#"{"n":4,"box_h":2,"box_w":2,"alphabet":"A-D","grid":"#;
        assert_eq!(print(&letters), format!("{start}{rows}}}"));
    }
}

#[cfg(test)]
mod properties {
    use proptest::prelude::*;

    use super::*;
    use crate::boxes::BoxShape;
    use crate::kind::FormatTable;
    use crate::render::{Look, Paint};
    use crate::text::cases::is_survived;

    const SHAPES: [(usize, usize); 15] = [
        (1, 1),
        (1, 2),
        (1, 5),
        (5, 1),
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
        (2, 5),
        (3, 4),
        (4, 4),
        (16, 1),
        (5, 5),
        (5, 7),
        (6, 6),
    ];

    /// Any notation, and cells of which few, many or all are given.
    fn instances() -> impl Strategy<Value = Sudoku> {
        let shapes = prop::sample::select(&SHAPES[..]);
        let shapes = shapes.prop_map(|(rows, columns)| BoxShape::new(rows, columns).unwrap());
        let parts = (shapes, prop::sample::select(vec![0.02, 0.3, 0.999]));
        parts.prop_flat_map(|(shape, share)| {
            let n = shape.n();
            let notations: Vec<_> = Notation::possible(n).map(|it| it.short(n)).collect();
            let value = prop::option::weighted(share, 1..=n as i32);
            let given = prop::collection::vec(value, n * n);
            (given, prop::sample::select(notations)).prop_map(move |(given, notation)| Sudoku {
                shape,
                given,
                notation,
                notes: Vec::new(),
            })
        })
    }

    const VALUES: [&[(&str, &str)]; 5] = [
        &[],
        &[("alphabet", "1")],
        &[("alphabet", "numbers")],
        &[("box", "2x2")],
        &[("box", "2x2"), ("alphabet", "numbers")],
    ];

    /// Symbols that are significant in some format.
    const LIKELY: &str = r#"([0-9.xA-G|+*=\[\]{}"',;#!: \n\t│─-]|[0-9]{20,24}\n){0,120}"#;

    proptest! {
        #[test]
        fn what_is_printed_reads_back(sudoku in instances()) {
            let text = print(&sudoku);
            let again = FORMATS.parse(&text, &ParseOptions::default()).unwrap();
            prop_assert_eq!(Sudoku { notes: Vec::new(), ..again }, sudoku);
            prop_assert!(!FORMATS.is_list(&text, &ParseOptions::default()));
        }

        #[test]
        fn what_is_drawn_reads_back(sudoku in instances()) {
            for paint in [Paint::Plain, Paint::Marked] {
                for ascii in [false, true] {
                    let text = sudoku.board(None).to_text(Look { paint, ascii });
                    let cells = solution(&text, &sudoku);
                    prop_assert_eq!(cells, Ok(sudoku.given.clone()), "{}", text);
                }
            }
        }

        #[test]
        fn no_text_is_too_strange(any in any::<String>(), likely in LIKELY) {
            let puzzle = FORMATS.parse(r#"{"grid":[[1]]}"#, &ParseOptions::default()).unwrap();
            let sixteen = FORMATS.parse(&".".repeat(256), &ParseOptions::default()).unwrap();
            for text in [any, likely] {
                is_survived(&FORMATS, &text, &VALUES, &[&puzzle, &sixteen]);
            }
        }
    }
}
