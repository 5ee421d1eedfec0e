//! Sudoku as people write it down: a file for each format, and what they share.

mod alphabet;
mod cells;
mod cut;
pub(in crate::puzzles) mod grid;
pub(in crate::puzzles) mod json;
mod line;
mod plain;
pub(in crate::puzzles) mod print;
mod puzzlink;
mod recognise;
pub(in crate::puzzles) mod size;
mod solution;
mod tatham;

use sator_sat::TextError;

use super::Sudoku;
use crate::puzzle::{Format, ParseOptions};

pub(super) use print::print;
pub(super) use recognise::{common, layout, looks_like};
pub(in crate::puzzles) use solution::solution;

/// The ways to write a sudoku down.
pub(super) const FORMATS: &[Format] = &[
    Format { name: "line", shape: "81 symbols, '.' or 0 for an empty cell; anything may follow" },
    Format { name: "sdm", shape: "lines, one for each puzzle" },
    Format { name: "grid", shape: "9 rows of 9 symbols, also with lines drawn around boxes" },
    Format { name: "sdk", shape: "a grid after header lines with #, or after [Puzzle]" },
    Format { name: "ss", shape: "a grid with lines drawn around boxes" },
    Format {
        name: "numbers",
        shape: "rows of numbers with spaces between, or of two digits a cell; 0 is empty",
    },
    Format { name: "tatham", shape: "3x3:a2e9a5b6…, a letter for each run of empty cells" },
    Format { name: "puzzlink", shape: "sudoku/9/9/…, or a whole address of puzz.link" },
    Format { name: "json", shape: r#"{"n":6,"box_h":2,"box_w":3,"grid":[[0,0,2,0,0,4],…]}"# },
];

/// Reads an instance as it is to be understood.
pub(super) fn parse(text: &str, reading: &ParseOptions<'_>) -> Result<Sudoku, TextError> {
    plain::read(text, reading).map_or_else(|| read_by_format(text, reading), Ok)
}

fn read_by_format(text: &str, reading: &ParseOptions<'_>) -> Result<Sudoku, TextError> {
    let format = reading.format.unwrap_or_else(|| recognise::format(text, reading));
    let sudoku = read(text, format, reading)?;
    match recognise::doubt(text, &sudoku) {
        Some(found) if reading.is_guess && format != "json" => {
            Err(TextError::whole(format!("expected a sudoku, found {found}")))
        }
        _ => Ok(sudoku),
    }
}

fn read(text: &str, format: &str, reading: &ParseOptions<'_>) -> Result<Sudoku, TextError> {
    match format {
        "line" | "sdm" => line::read(text, reading),
        "numbers" if recognise::is_one_line(text) => line::read(text, reading),
        "grid" | "sdk" | "ss" | "numbers" => grid::read(text, reading),
        "tatham" => tatham::read(text, reading),
        "puzzlink" => puzzlink::read(text, reading),
        "json" => json::read(text, reading),
        other => Err(TextError::whole(format!("sudoku has no format '{other}'"))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::Notation;
    use super::*;
    use crate::boxes::BoxShape;

    /// Rows of digits and dots, by hand.
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

    /// What reading `text` gives, apart from notes.
    pub(super) fn without_notes(
        text: &str,
        reading: &ParseOptions<'_>,
    ) -> Result<Sudoku, TextError> {
        Ok(Sudoku { notes: Vec::new(), ..parse(text, reading)? })
    }

    pub(super) fn read_as(format: &str, text: &str) -> Sudoku {
        without_notes(text, &ParseOptions::in_format(format))
            .unwrap_or_else(|error| panic!("{error} in\n{text}"))
    }

    /// What is said of a text that is wrong.
    pub(super) fn error(format: &str, text: &str) -> String {
        parse(text, &ParseOptions::in_format(format)).unwrap_err().to_string()
    }

    /// The same when the format is not said.
    pub(super) fn plain_error(text: &str) -> String {
        parse(text, &ParseOptions::default()).unwrap_err().to_string()
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
            ("json", json::write(&sudoku(&NINE))),
        ] {
            assert_eq!(read_as(format, &text), sudoku(&NINE), "{format}\n{text}");
            let found = parse(&text, &ParseOptions::default());
            assert_eq!(found, Ok(sudoku(&NINE)), "recognised\n{text}");
        }
    }

    #[test]
    fn a_mark_carriage_returns_comments_and_tabs_change_nothing() {
        let rows = "\u{feff}# nine\r\n\r\n".to_owned() + &NINE.join("\r\n # more\r\n") + "\r\n";
        let tabs = rows.replace(".3", ".\t3");
        let line = format!("\u{feff}# nine\r\n\r\n\t{} \t1\r\n\r\n", NINE.concat());
        for text in [rows, tabs, line] {
            assert_eq!(parse(&text, &ParseOptions::default()), Ok(sudoku(&NINE)), "{text}");
        }
    }

    #[test]
    fn every_alphabet_is_read_in_rows_in_a_line_and_in_either_case() {
        let shape = BoxShape::new(4, 4).unwrap();
        for notation in [Notation::FromOne, Notation::FromZero, Notation::Letters] {
            let sixteen = patterned(shape, notation);
            let text = |value| value_or_dot(notation, value);
            let rows: Vec<_> = written(&sixteen, text).chunks(16).map(<[_]>::concat).collect();
            for text in [rows.join("\n"), rows.concat(), rows.join("\n").to_lowercase()] {
                assert_eq!(
                    without_notes(&text, &ParseOptions::default()),
                    Ok(sixteen.clone()),
                    "{text}"
                );
            }
        }
    }

    fn value_or_dot(notation: Notation, value: Option<i32>) -> String {
        value.map_or_else(|| ".".to_owned(), |value| notation.text(value))
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
            assert_eq!(parse(&text, &ParseOptions::default()), Ok(twelve.clone()), "{text}");
            assert_eq!(read_as("numbers", &text), twelve, "{text}");
        }
    }

    #[test]
    fn what_is_said_prevails_over_what_is_seen() {
        let text = "AB..\n..C.\n.D..\n....";
        let reading = ParseOptions { alphabet: Some("A-D"), ..ParseOptions::default() };
        let letters = without_notes(text, &reading).unwrap();
        assert_eq!(letters.given, sudoku(&["12..", "..3.", ".4..", "...."]).given);
        assert_eq!((letters.notation, letters.notes.len()), (Notation::Letters, 0));
        let zeros = ParseOptions { alphabet: Some("0"), ..ParseOptions::default() };
        let given = without_notes("01..\n..2.\n.3..\n....", &zeros).unwrap().given;
        assert_eq!(given, letters.given);
        let tall = ParseOptions { box_shape: BoxShape::new(4, 1), ..ParseOptions::default() };
        assert_eq!(
            Some(without_notes("1...\n....\n....\n....", &tall).unwrap().shape),
            tall.box_shape
        );
        let five = ParseOptions { box_shape: BoxShape::new(1, 5), ..ParseOptions::default() };
        for text in ["1.......................5", "1....\n.....\n.....\n.....\n....5"] {
            assert_eq!(without_notes(text, &five).unwrap().n(), 5);
        }
    }

    #[test]
    fn which_alphabet_was_taken_is_told_where_it_was_not_said() {
        let sixteen = patterned(BoxShape::new(4, 4).unwrap(), Notation::Letters);
        let line = written(&sixteen, |value| value_or_dot(Notation::Letters, value)).concat();
        let notes = |alphabet| {
            let reading = ParseOptions { alphabet, ..ParseOptions::default() };
            parse(&line, &reading).unwrap().notes
        };
        assert_eq!(notes(None), ["the symbols are read as A-P"]);
        assert_eq!(notes(Some("A-P")), Vec::<String>::new());
    }

    #[test]
    fn what_may_as_well_be_another_puzzle_is_a_sudoku_only_where_that_is_said() {
        let map = "AAAAABBBBB\n".repeat(5) + &"CDEFGHIJCD\n".repeat(5);
        let blocked = "x...\n....\n....\n...x".to_owned();
        let guess = ParseOptions { is_guess: true, ..ParseOptions::default() };
        for (text, found) in [
            (&map, "a map of letters"),
            (&blocked, "a board without values and with blocked squares"),
        ] {
            let error = parse(text, &guess).unwrap_err().to_string();
            assert_eq!(error, format!("expected a sudoku, found {found}"));
            assert!(parse(text, &ParseOptions::default()).is_ok(), "{found}");
        }
        assert!(parse(&map.replacen('A', ".", 1), &guess).is_ok());
    }

    #[test]
    fn sizes_without_boxes_and_boxes_of_another_size_are_refused() {
        let sizes = "expected a size that splits into boxes (1, 4, 6, 8, 9, 10, 12, …) or --box";
        let five = [".....", ".....", "1....", ".....", "....."];
        assert_eq!(plain_error(&five.join("\n")), format!("{sizes}, found 5"));
        assert_eq!(plain_error(&five.concat()), format!("{sizes}, found 5"));
        let reading = ParseOptions { box_shape: BoxShape::new(2, 4), ..ParseOptions::default() };
        for text in [NINE.concat(), NINE.join("\n")] {
            let error = parse(&text, &reading).unwrap_err().to_string();
            assert_eq!(error, "boxes of 2x4 have 8 cells, but the grid is 9×9");
        }
    }

    #[test]
    fn an_alphabet_that_does_not_fit_is_refused() {
        let reading = ParseOptions { alphabet: Some("A-P"), ..ParseOptions::default() };
        let error = parse(&NINE.concat(), &reading).unwrap_err().to_string();
        assert_eq!(error, "expected an alphabet (1-9, 0-8, A-I, numbers), found 'A-P'");
        let reading = ParseOptions { alphabet: Some("A-I"), ..ParseOptions::default() };
        let error = parse(&NINE.concat(), &reading).unwrap_err().to_string();
        assert_eq!(error, "1:1: expected a symbol of A-I or '.', found '1'");
    }
}

#[cfg(test)]
mod properties {
    use proptest::prelude::*;

    use super::super::notation::Notation;
    use super::*;
    use crate::boxes::BoxShape;
    use crate::puzzle::{Layout, Puzzle};
    use crate::render::{Look, Paint};

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

    /// Symbols that some reader waits for.
    const LIKELY: &str = r#"([0-9.xA-G|+*=\[\]{}"',;#!: \n\t│─-]|[0-9]{20,24}\n){0,120}"#;

    proptest! {
        #[test]
        fn what_is_printed_reads_back(sudoku in instances()) {
            let text = print(&sudoku);
            let again = parse(&text, &ParseOptions::default()).unwrap();
            prop_assert_eq!(Sudoku { notes: Vec::new(), ..again }, sudoku);
            prop_assert_eq!(layout(&text, &ParseOptions::default()), Layout::Whole);
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
            let puzzle = parse(r#"{"grid":[[1]]}"#, &ParseOptions::default()).unwrap();
            let sixteen = parse(&".".repeat(256), &ParseOptions::default()).unwrap();
            for text in [any, likely] {
                looks_like(&text);
                let _ = solution(&text, &puzzle);
                let _ = solution(&text, &sixteen);
                for format in FORMATS.iter().map(|format| Some(format.name)).chain([None]) {
                    for alphabet in [None, Some("1"), Some("numbers")] {
                        for box_shape in [None, BoxShape::new(2, 2)] {
                            let likely_alphabet = Some("0-9A-F");
                            let reading = ParseOptions { format, box_shape, alphabet, likely_alphabet, mines: None, is_guess: true };
                            layout(&text, &reading);
                            let _ = parse(&text, &reading);
                        }
                    }
                }
            }
        }
    }
}
