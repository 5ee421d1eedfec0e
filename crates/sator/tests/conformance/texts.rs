//! What puzzles read and print.

use std::collections::HashSet;

use sator::model::Solution;
use sator::puzzle::ParseOptions;
use sator::puzzles::{KINDS, recognise};
use sator::render::{Board, Look, Paint};

use crate::instances::{every_puzzle, kinds, read};
use crate::truth::{answers, near_answers};

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

#[test]
fn every_format_has_a_reader() {
    for kind in kinds() {
        for format in kind.formats {
            if let Err(error) = kind.read("", &ParseOptions::in_format(format.name)) {
                assert!(!error.message.contains("no format"), "{error}");
            }
        }
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
        let text = board.to_text(Look { paint: Paint::Plain, ascii: true });
        let headings = usize::from(board.heading.is_some());
        let is_row = |line: &&str| !line.starts_with('+');
        let symbols = |line: &str| line.replace(['|', ':', '#'], " ").split_whitespace().count();
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
