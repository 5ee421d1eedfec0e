//! Golden pictures of the extra rules of sudokus, in the terminal and as SVG.
//!
//! Each puzzle `pictures/NAME.txt` has its board in `pictures/NAME.board` and its picture in
//! `pictures/NAME.svg`. `SATOR_GOLDEN=write cargo test -p sator --test all figures` writes them.

use std::path::PathBuf;
use std::{env, fs};

use sator::booklet::Booklet;
use sator::puzzles::sudoku;
use sator::render::Look;
use sator::render::svg::Overlay;

use super::common::read;
use super::pictures::{assert_well_formed, page};

const NAMES: [&str; 6] = ["lines", "between", "outside", "cells", "regions", "killer"];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name)
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
        let svg = board.to_svg(&Overlay::default());
        assert_well_formed(&svg);
        let svg = svg.replace("><", ">\n<");
        assert_golden(&format!("{name}.svg"), &svg);
    }
}

#[test]
fn pages_and_booklets_show_the_extra_rules() {
    let text = "1..4\n.23.\n.41.\n3..2\n\nthermo r1c1 r1c3\nsandwich row 1 left 5\nanti-king\n";
    let puzzle = read(&sudoku::KIND, text);
    let page = page(&puzzle);
    let pictures = page.split("<figure>").skip(1).collect::<Vec<_>>();
    assert!(pictures.len() > 1);
    for picture in pictures {
        assert!(picture.contains("class=\"thermo\"") && picture.contains("class=\"outside\""));
    }
    assert_eq!(page.matches("<p>anti-king</p>").count(), 1, "what is not drawn is listed");
    assert!(!page.contains("<p>thermo"), "what is drawn is not listed");
    let booklet = Booklet { title: "Extras", puzzles: &[(puzzle, None)], per_page: None };
    let html = booklet.to_html();
    assert_well_formed(&html);
    assert!(html.contains("class=\"thermo\"") && html.contains("<p>anti-king</p>"));
    // Four squares and the margin.
    assert!(html.contains("--width: 70mm"), "{html}");
}
