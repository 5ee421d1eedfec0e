//! The text formats of sudoku: a file for each format, and shared functions.

mod address;
mod alphabet;
mod candidates;
mod cells;
mod cut;
mod dialect;
pub(in crate::puzzles) mod fpuzzles;
pub(in crate::puzzles) mod grid;
pub(in crate::puzzles) mod json;
mod line;
#[cfg(test)]
mod link_tests;
mod lzstring;
mod penpa;
mod plain;
mod puzzlink;
pub(in crate::puzzles) mod size;
mod solution;
pub(in crate::puzzles) mod sudokupad;
mod sudokuwiki;
mod tatham;
pub(in crate::puzzles) mod text;

use sator_sat::TextError;

use super::super::killer;
use super::extras::{Extra, clone, even, maximum, minimum, odd};
use super::notation::Notation;
use super::options::GridOptions;
use super::{KIND, Regions, Sudoku, extras};
use crate::kind::{Confidence, FormatTable as _, Formats, ParseOptions};
use crate::puzzle::Puzzle;
use crate::text::{lines, refuse_if};

pub(in crate::puzzles) use solution::solution;

pub(super) static FORMATS: Formats<Sudoku> = Formats::new(&[
    &grid::FORMAT,
    &grid::SDK,
    &grid::SS,
    &grid::NUMBERS,
    &line::FORMAT,
    &line::SDM,
    &tatham::FORMAT,
    &puzzlink::FORMAT,
    &json::FORMAT,
    &candidates::FORMAT,
    &text::FORMAT,
    &fpuzzles::FORMAT,
    &fpuzzles::LINK,
    &sudokupad::FORMAT,
    &sudokupad::SCL_JSON,
    &sudokupad::SCL_LINK,
    &penpa::FORMAT,
    &sudokuwiki::FORMAT,
])
.with_sameness(is_same)
.with_shortcut(plain::read, alphabet::common)
.with_review(review);

/// The formats of sudokus and of killers, for readers that take both.
pub(super) struct Both {
    sudoku: &'static Formats<Sudoku>,
    killer: &'static Formats<Sudoku>,
}

pub(super) static ALL: Both = Both { sudoku: &FORMATS, killer: &killer::formats::FORMATS };

impl Both {
    /// Reads a sudoku or a killer, whichever the text is more likely.
    pub(super) fn parse(
        &self,
        text: &str,
        options: &ParseOptions<'_>,
    ) -> Result<Sudoku, TextError> {
        if let Some(sudoku) = plain::read(text, options) {
            return Ok(sudoku);
        }
        let is_killer = match options.format {
            Some(name) => !KIND.has_format(name) && killer::KIND.has_format(name),
            None => self.killer.sniff(text) > self.sudoku.sniff(text),
        };
        if is_killer { self.killer } else { self.sudoku }.parse(text, options)
    }
}

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
        None => completed(sudoku, options),
    }
}

/// Refuses other regions than those of the option `box`, and notes how ambiguous rules are understood.
pub(in crate::puzzles) fn completed(
    mut sudoku: Sudoku,
    options: &ParseOptions<'_>,
) -> Result<Sudoku, TextError> {
    let said = GridOptions::of(options)?.box_shape.map(Regions::Boxes);
    sudoku.regions.expect_same_as(said.as_ref()).map_err(TextError::whole)?;
    let note = extras::note_on_thirds(&sudoku);
    sudoku.notes.extend(note);
    Ok(sudoku)
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
    } else if may_be_mines(text) {
        Some("a board that may be one of mines: say sudoku or minesweeper before it")
    } else {
        None
    }
}

/// The same symbols with `.` for `?`, unless the text may be a board of mines.
fn dotted<'s>(
    symbols: impl Iterator<Item = char> + 's,
    text: &str,
) -> impl Iterator<Item = char> + 's {
    let is_empty_sign = !may_be_mines(text);
    symbols.map(move |symbol| if symbol == '?' && is_empty_sign { '.' } else { symbol })
}

/// Whether cells are hidden by `?`, as on a board of mines, and nothing else is a sudoku's alone: a 9 or a
/// letter that is no flag.
fn may_be_mines(text: &str) -> bool {
    let is_sudokus = |symbol: char| {
        symbol == '9' || symbol.is_ascii_alphabetic() && !matches!(symbol, 'F' | 'f' | 'S' | 's')
    };
    text.contains('?') && !lines(text).any(|line| line.text.contains(is_sudokus))
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

/// The simplest text that reads back as this instance, with the same symbols: rows, rows with a line
/// for each extra rule, or JSON if the boxes are unusual or the symbols are ambiguous.
pub(super) fn print(sudoku: &Sudoku) -> String {
    if sudoku.is_killer {
        return killer::formats::print(sudoku);
    }
    if !sudoku.is_plain() {
        return text::print(sudoku).unwrap_or_else(|_| json::print(sudoku));
    }
    let rows = grid::rows(sudoku);
    let is_same = |again: Sudoku| again.notation == sudoku.notation && is_same(&again, sudoku);
    let is_read = FORMATS.parse(&rows, &ParseOptions::default()).is_ok_and(is_same);
    if is_read { rows } else { json::print(sudoku) }
}

/// The output of `print` in the puzzle's own symbols; in the usual ones, if its own would be
/// misread.
fn readable(sudoku: &Sudoku, print: fn(&Sudoku) -> String) -> Result<String, String> {
    refuse_extras(sudoku)?;
    let reads_back = |text: &String| {
        let again = FORMATS.parse(text, &ParseOptions::default());
        again.is_ok_and(|again| is_same(&again, sudoku))
    };
    let other = |notation| print(&Sudoku { notation, ..sudoku.clone() });
    let texts = [print(sudoku), other(Notation::usual(sudoku.n())), other(Notation::FromOne)];
    let readable = texts.into_iter().find(reads_back);
    readable.ok_or_else(|| "its boxes or its symbols would be misread".to_owned())
}

/// Refuses what a grid of symbols cannot express.
fn refuse_extras(sudoku: &Sudoku) -> Result<(), String> {
    refuse_if(&[
        (!sudoku.extras.is_empty(), "it has extra rules"),
        (sudoku.regions.boxes().is_none(), "it has irregular regions"),
        (!sudoku.has_usual_grid(), "it has unusual values"),
    ])
}

/// Whether two instances are the same puzzle: their extra rules may be in another order, and cells
/// with the same mark in one rule or in several.
pub(in crate::puzzles) fn is_same(one: &Sudoku, other: &Sudoku) -> bool {
    if (&one.values, &one.given) != (&other.values, &other.given)
        || one.regions != other.regions
            && one.regions.clone().simplified() != other.regions.clone().simplified()
    {
        return false;
    }
    let [one, other] = [one, other].map(parts_of_extras);
    one.iter().all(|extra| other.contains(extra)) && other.iter().all(|extra| one.contains(extra))
}

/// The extra rules, with marks and clones apart.
fn parts_of_extras(sudoku: &Sudoku) -> Vec<Extra> {
    let marks = [&odd::RULE, &even::RULE, &minimum::RULE, &maximum::RULE];
    let mut parts = Vec::new();
    for extra in &sudoku.extras {
        if marks.contains(&extra.rule) {
            parts.extend(
                extra.cells.iter().map(|&cell| Extra { cells: vec![cell], ..extra.clone() }),
            );
        } else if extra.is(&clone::RULE) {
            let [first, others @ ..] = &extra.groups[..] else { continue };
            let pair = |group: &Vec<usize>| vec![first.clone(), group.clone()];
            parts.extend(others.iter().map(|it| Extra { groups: pair(it), ..extra.clone() }));
        } else {
            parts.push(extra.clone());
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::Regions;
    use super::*;
    use crate::boxes::BoxShape;
    use crate::kind::FormatTable;
    use crate::text::cases::check_each_case;

    /// An instance built from rows of digits and dots without the parser.
    pub(super) fn sudoku(rows: &[&str]) -> Sudoku {
        let values = rows.iter().flat_map(|row| row.chars());
        let given = values.map(|symbol| symbol.to_digit(10).map(|digit| digit as i32)).collect();
        let shape = BoxShape::usual(rows.len()).unwrap();
        Sudoku::plain(shape, given, Notation::FromOne)
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
        Sudoku::plain(shape, given.collect(), notation)
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
    fn every_text_is_read_as_the_table_says() {
        check_each_case(&FORMATS, include_str!("cases.txt"));
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
            ("sdk", format!("#A an author\n#D 2026\n{rows}\n")),
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
    fn rows_are_printed_where_they_say_it_all_and_json_elsewhere() {
        let four = sudoku(&["1...", "....", "....", "..2."]);
        assert_eq!(print(&four), "1...\n....\n....\n..2.");
        let sixteen = patterned(BoxShape::new(4, 4).unwrap(), Notation::Numbers);
        let first = " .  2  3  .  5  6  .  8  9  . 11 12  . 14 15  .";
        assert_eq!(print(&sixteen).lines().next(), Some(first));
        let rows = "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,2,0]]";
        let tall = Regions::Boxes(BoxShape::new(4, 1).unwrap());
        let tall = Sudoku { regions: tall, ..four.clone() };
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
    use crate::text::cases::read_without_panic;

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
            (given, prop::sample::select(notations))
                .prop_map(move |(given, notation)| Sudoku::plain(shape, given, notation))
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
        fn printed_puzzles_read_back(sudoku in instances()) {
            let text = print(&sudoku);
            let again = FORMATS.parse(&text, &ParseOptions::default()).unwrap();
            prop_assert_eq!(Sudoku { notes: Vec::new(), ..again }, sudoku);
            prop_assert!(!FORMATS.is_list(&text, &ParseOptions::default()));
        }

        #[test]
        fn drawn_boards_read_back(sudoku in instances()) {
            for paint in [Paint::Plain, Paint::Marked] {
                for ascii in [false, true] {
                    let text = sudoku.board(None).to_text(Look { paint, ascii, width: None });
                    let cells = solution(&text, &sudoku);
                    prop_assert_eq!(cells, Ok(sudoku.given.clone()), "{}", text);
                }
            }
        }

        #[test]
        fn no_text_makes_a_reader_panic(any in any::<String>(), likely in LIKELY) {
            let puzzle = FORMATS.parse(r#"{"grid":[[1]]}"#, &ParseOptions::default()).unwrap();
            let sixteen = FORMATS.parse(&".".repeat(256), &ParseOptions::default()).unwrap();
            for text in [any, likely] {
                read_without_panic(&FORMATS, &text, &VALUES, &[&puzzle, &sixteen]);
            }
        }
    }
}
