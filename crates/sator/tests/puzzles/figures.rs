//! Golden pictures of the extra rules of sudokus, in the terminal and as SVG.
//!
//! Each puzzle `pictures/NAME.txt` has its board in `pictures/NAME.board` and its picture in
//! `pictures/NAME.svg`. `SATOR_GOLDEN=write cargo test -p sator --test puzzles figures` writes them.

use std::path::PathBuf;
use std::{env, fs};

use sator::puzzles::sudoku;
use sator::render::Look;
use sator::render::svg::Overlay;

use crate::common::read;

const NAMES: [&str; 6] = ["lines", "between", "outside", "cells", "regions", "killer"];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/puzzles/pictures").join(name)
}

/// Compares a text with a golden file, or writes the file.
fn assert_golden(name: &str, text: &str) {
    let path = path(name);
    if env::var_os("SATOR_GOLDEN").is_some_and(|value| value == "write") {
        fs::write(path, text).unwrap();
    } else {
        let golden = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
        assert_eq!(text, golden, "{name}");
    }
}

#[test]
fn every_extra_rule_is_drawn_as_before() {
    for name in NAMES {
        let puzzle =
            read(&sudoku::KIND, &fs::read_to_string(path(&format!("{name}.txt"))).unwrap());
        let board = puzzle.board(None);
        assert_golden(&format!("{name}.board"), &board.to_text(Look::default()));
        // An element in each line is easier to read in diffs.
        let svg = board.to_svg(&Overlay::default()).replace("><", ">\n<");
        assert_golden(&format!("{name}.svg"), &svg);
    }
}
