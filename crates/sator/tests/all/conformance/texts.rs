//! What puzzles read and print.

use std::cell::RefCell;
use std::collections::HashSet;

use sator::kind::{Confidence, ParseOptions};
use sator::model::Solution;
use sator::puzzle::{AnyPuzzle, Puzzle};
use sator::puzzles::{KINDS, by_word, recognise};
use sator::render::{Board, Look};
use serde_json::Value;

use super::instances::{every_puzzle, kinds, read};
use super::truth::{answers, near_answers};

#[test]
fn the_example_of_every_kind_is_recognised_as_what_it_is() {
    for kind in kinds() {
        assert_eq!(read(kind, kind.example).kind().name, kind.name);
    }
    for kind in KINDS {
        let puzzle = recognise(kind.example, &ParseOptions::default()).unwrap();
        assert_eq!(puzzle.kind().name, kind.name);
    }
}

/// Whether two texts are the same puzzle: the kind's own format of everything, JSON, tells it, or the
/// plainest text where there is none.
fn is_same(one: &dyn Puzzle, other: &dyn Puzzle) -> bool {
    let text = |puzzle: &dyn Puzzle| {
        puzzle.kind().print(puzzle, "json").unwrap_or_else(|_| puzzle.print())
    };
    let without_symbols = |text: String| match serde_json::from_str::<Value>(&text) {
        Ok(mut object) => {
            object.as_object_mut().map(|fields| fields.remove("alphabet"));
            object.to_string()
        }
        Err(_) => text,
    };
    without_symbols(text(one)) == without_symbols(text(other))
}

/// Puzzles without what few formats can express, which are rare among small instances.
const PLAIN: [(&str, &str); 3] = [
    ("queens", "2 4 1 3"),
    ("killer", "AABG\nCCBG\nDEEF\nDEFF\n\nA 3, B 4, C 7\nD 6, E 8, F 6, G 6"),
    ("minesweeper", "1 3 1\n? 1 ?"),
];

#[test]
fn every_format_that_prints_is_recognised_and_reads_back_as_the_same_puzzle() {
    let printed = RefCell::new(HashSet::new());
    let keeps = |puzzle: &AnyPuzzle| {
        let kind = puzzle.kind();
        for format in kind.formats.list().iter().filter(|format| format.prints) {
            let Ok(text) = kind.print(puzzle.as_ref(), format.name) else { continue };
            let place = format!("{} as {}:\n{text}", kind.name, format.name);
            for options in [ParseOptions::default(), ParseOptions::in_format(format.name)] {
                let again = kind.read(&text, &options);
                let again = again.unwrap_or_else(|error| panic!("{error} in {place}"));
                assert!(is_same(again.as_ref(), puzzle.as_ref()), "{}\nas {place}", again.print());
            }
            assert!(kind.formats.sniff(&text) > Confidence::No, "{place}");
            printed.borrow_mut().insert((kind.name, format.name));
        }
    };
    every_puzzle(keeps);
    for (kind, text) in PLAIN {
        keeps(&read(by_word(kind).unwrap(), text));
    }
    for kind in kinds() {
        for format in kind.formats.list().iter().filter(|format| format.prints) {
            let name = (kind.name, format.name);
            assert!(printed.borrow().contains(&name), "{name:?} was never printed");
        }
    }
}

#[test]
fn a_format_that_is_not_printed_is_refused_with_those_that_are() {
    for kind in kinds() {
        let error = kind.print(read(kind, kind.example).as_ref(), "braille").unwrap_err();
        assert!(error.to_string().contains(kind.formats.list()[0].name), "{error}");
    }
}

/// Errors are fine, and so are puzzles; a panic is not.
#[test]
fn every_format_survives_absurd_input() {
    let long = "1".repeat(1 << 20);
    let brackets = "[{(".repeat(1000);
    for kind in kinds() {
        let texts = [
            "",
            "\u{feff}",
            "\r\n\r\n",
            "\0\u{1}\u{fffd}\u{7f}\u{10ffff}",
            "# only a comment",
            "{\"n\":1e99,\"grid\":[[",
            "\u{feff}# sator create nothing\r\n9 9 9\r\n",
            &long,
            &brackets,
            &format!("\u{feff}{}\r\n", kind.example.replace('\n', "\r\n")),
        ];
        for text in texts {
            kind.formats.sniff(text);
            kind.formats.is_list(text, &ParseOptions::guess());
            kind.formats.common(text, &ParseOptions::default());
            let _ = recognise(text, &ParseOptions::default());
            let _ = kind.read(text, &ParseOptions::default());
            for format in kind.formats.list() {
                let _ = kind.read(text, &ParseOptions::in_format(format.name));
                let _ = format.fits_bytes.is_some_and(|fits| fits(text.as_bytes()));
            }
        }
    }
}

#[test]
fn every_option_refuses_what_is_no_value_and_belongs_to_some_kinds_only() {
    for kind in kinds() {
        for option in kind.options {
            let values = [(option.name, "\u{0}")];
            let options = ParseOptions::with(&values);
            assert!(kind.has_options(&options));
            assert!(kind.read(kind.example, &options).is_err(), "{}", option.name);
        }
        let options = ParseOptions::with(&[("colour", "red")]);
        let error = kind.read(kind.example, &options).err().unwrap();
        assert_eq!(error.message, format!("{} has no option colour", kind.name));
    }
}

#[test]
fn what_is_printed_reads_back_as_the_same_puzzle() {
    every_puzzle(|puzzle| {
        let again = read(puzzle.kind(), &puzzle.print());
        assert_eq!(again.print(), puzzle.print());
        assert_eq!(again.board(None), puzzle.board(None));
        assert_eq!(answers(&again), answers(puzzle));
    });
}

#[test]
fn every_board_is_a_full_rectangle_of_symbols() {
    let shape = |board: &Board| {
        let widths: Vec<_> = board.rows.iter().map(Vec::len).collect();
        // Signs between squares and lines below the board are no squares.
        let squares =
            Board { marks: None, figures: Vec::new(), footer: Vec::new(), ..board.clone() };
        let text = squares.to_text(Look { ascii: true, ..Look::default() });
        let headings = usize::from(board.heading.is_some());
        let is_row = |line: &&str| !line.starts_with('+');
        let is_drawn = |line: &str| line.starts_with('|');
        let symbols = |line: &str| {
            if is_drawn(line) {
                line.replace(['|', ':', '#'], " ").split_whitespace().count()
            } else {
                line.split_whitespace().count()
            }
        };
        let words: Vec<_> = text.lines().skip(headings).filter(is_row).map(symbols).collect();
        assert_eq!(words, widths, "a symbol for each square:\n{text}");
        assert!(widths.iter().all(|&width| width > 0 && width == widths[0]), "{widths:?}");
        widths
    };
    every_puzzle(|puzzle| {
        let empty = shape(&puzzle.board(None));
        for answer in answers(puzzle) {
            assert_eq!(shape(&puzzle.board(Some(&answer))), empty);
        }
    });
}

#[test]
fn every_answer_is_a_json_object() {
    every_puzzle(|puzzle| {
        for answer in answers(puzzle) {
            assert!(puzzle.answer_json(&answer).is_object());
        }
    });
}

/// A changed value may make another answer, or lie under a clue, so that the board stays the same.
/// So boards are told apart by their texts.
#[test]
fn the_board_of_an_answer_is_accepted_and_no_board_nearby() {
    every_puzzle(|puzzle| {
        let text = |solution: &Solution| puzzle.board(Some(solution)).to_text(Look::default());
        let accepts = |text: &str| puzzle.check_text(text).unwrap().is_ok();
        let right: HashSet<_> = answers(puzzle).iter().map(text).collect();
        for answer in answers(puzzle) {
            assert_eq!(puzzle.check_text(&text(&answer)), Ok(Ok(answer.clone())));
            let json = puzzle.answer_json(&answer).to_string();
            assert_eq!(puzzle.check_text(&json), Ok(Ok(answer)), "{json}");
        }
        for (_, solution) in near_answers(puzzle) {
            let text = text(&solution);
            assert_eq!(accepts(&text), right.contains(&text), "{text}");
        }
    });
}
