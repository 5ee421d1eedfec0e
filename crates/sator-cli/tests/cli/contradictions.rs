//! What is said twice must agree: boxes and regions, a puzzle and a board of it. What is ambiguous or
//! unknown is noted.

use serde_json::json;

use crate::common::{Folder, sator};

const EMPTY: &str = "....\n....\n....\n....\n";

/// Regions that are no boxes.
const REGIONS: &str = "regions\nAAAB\nACBB\nCCDB\nCDDD\n";

/// A puzzle with these regions as JSON.
fn json_with(fields: &str) -> String {
    let regions = "[[0,0,0,1],[0,2,1,1],[2,2,3,1],[2,3,3,3]]";
    let grid = "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    format!(r#"{{"n":4,"grid":{grid},"regions":{regions}{fields}}}"#)
}

/// The same as f-puzzles writes it.
fn fpuzzles() -> String {
    let regions = [[0, 0, 0, 1], [0, 2, 1, 1], [2, 2, 3, 1], [2, 3, 3, 3]];
    let row = |row: &[i32; 4]| row.iter().map(|it| json!({ "region": it })).collect::<Vec<_>>();
    json!({ "size": 4, "grid": regions.iter().map(row).collect::<Vec<_>>() }).to_string()
}

#[test]
fn boxes_that_contradict_regions_are_refused_in_every_format() {
    let irregular = "expected 2x2 boxes as said, found irregular regions";
    for (text, option, expected) in [
        (format!("{EMPTY}{REGIONS}"), "--box 2x2", irregular),
        (json_with(""), "--box 2x2", irregular),
        (fpuzzles(), "--box 2x2", irregular),
        (format!("box 2x2\n{EMPTY}{REGIONS}"), "", irregular),
        (json_with(r#","box_h":2,"box_w":2"#), "", irregular),
        (format!("no boxes\n{EMPTY}{REGIONS}"), "", "expected no boxes as said, found irregular"),
        (
            format!("box 4x1\n{EMPTY}thermo r1c1 r1c2\n"),
            "--box 2x2",
            "expected 2x2 boxes as said, found 4x1",
        ),
    ] {
        let folder = Folder::with("board.txt", &text);
        for verb in ["solve", "count", "convert --to json", "generate -o -"] {
            let run = sator(&format!("{verb} sudoku board.txt {option}")).inside(&folder).run();
            run.fails().stderr_has(&[expected]);
        }
    }
    // Regions that are boxes agree with them.
    let boxes = format!("box 2x2\n{EMPTY}regions\nAABB\nAABB\nCCDD\nCCDD\n");
    let folder = Folder::with("board.txt", boxes);
    let run = sator("count sudoku board.txt --box 2x2").inside(&folder).run();
    run.exits(0).stdout_is("288\n");
}

#[test]
fn thirds_of_four_values_are_noted_in_every_format() {
    let text = format!("{EMPTY}entropic r1c1 r1c2\n");
    let object = r#"{"n":4,"grid":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],
        "constraints":[{"type":"global_entropy"}]}"#
        .replace('\n', "");
    let cells = vec![vec![json!({}); 4]; 4];
    let link =
        json!({ "size": 4, "grid": cells, "entropicline": [{ "lines": [["R1C1", "R1C2"]] }] });
    for text in [text, object, link.to_string()] {
        let folder = Folder::with("board.txt", &text);
        let words = "4 values have no equal thirds; low is taken as 1, middle as 2 3, high as 4";
        for verb in ["count", "convert --to json", "count --json", "generate -o -"] {
            let run = sator(&format!("{verb} sudoku board.txt")).inside(&folder).run();
            run.stderr_has(&[words]);
        }
    }
}

#[test]
fn a_note_on_the_text_is_an_object_with_json() {
    let text = r#"{"n":4,"grid":[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],"constraints":[{"type":"thermo","cells":[[0,0],[0,1]],"colour":"red"}]}"#;
    let folder = Folder::with("board.txt", text);
    let note = "constraint 1: the field 'colour' is not known, and was ignored";
    folder.write("filled.txt", "1234\n3412\n2143\n4321\n");
    for verb in
        ["count", "solve", "rate", "explain", "convert --to json", "check --solution filled.txt"]
    {
        let run = sator(&format!("{verb} sudoku board.txt")).inside(&folder).run();
        run.stderr_has(&[&format!("{note}\n")]);
        let run = sator(&format!("{verb} sudoku board.txt --json")).inside(&folder).run();
        run.stderr_has(&[&format!("{}\n", json!({ "note": note }))]);
        let run = sator(&format!("{verb} sudoku board.txt --json --quiet")).inside(&folder).run();
        run.stderr_is("");
    }
}

/// Also a field that other constraints have.
#[test]
fn every_field_that_a_constraint_does_not_have_is_noted() {
    let rules = [
        (r#""type":"whisper","cells":[[0,0],[0,1]],"values":[3]"#, "values"),
        (r#""type":"thermo","cells":[[0,0],[0,1]],"groups":[[[2,0]]]"#, "groups"),
        (r#""type":"thermo","cells":[[0,0],[0,1]],"sum":3"#, "sum"),
        (r#""type":"diagonal_main","cells":[[0,0]]"#, "cells"),
        (r#""type":"skyscraper","axis":"row","index":0,"value":2,"counts":[[1,1]]"#, "counts"),
        (r#""type":"arrow","circle":[[0,0]],"cells":[[0,1]],"of":"ratio""#, "of"),
    ];
    let puzzle = |rule: &str| {
        format!(
            r#"{{"n":4,"box_h":2,"box_w":2,"grid":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],"constraints":[{{{rule}}}]}}"#
        )
    };
    for (rule, field) in rules {
        let note = format!("constraint 1: the field '{field}' is not known, and was ignored");
        // One puzzle, and two in a list.
        for text in [puzzle(rule), format!("{0}\n{0}\n", puzzle(rule))] {
            let run = sator("count sudoku --json --max 1").input(text).run();
            run.stderr_has(&[&format!("{}\n", json!({ "note": note }))]);
        }
    }
    // What is drawn at a clue outside the grid says nothing.
    let clue = r#""type":"little_killer","cells":[[0,1],[1,2]],"sum":3,"clue":[0,0],"dir":"DR""#;
    let run = sator("count sudoku --json --max 1").input(puzzle(clue)).run();
    assert!(!run.stderr.contains("note"), "{run:?}");
}

#[test]
fn a_board_with_a_grid_of_its_own_must_have_the_grid_of_the_puzzle() {
    let six = ".".repeat(6) + "\n";
    let small = "1234\n3412\n2143\n4321\n";
    let box_regions = "regions\nAABB\nAABB\nCCDD\nCCDD\n";
    let folder = Folder::with("nine.txt", ".".repeat(81));
    folder.write("six.txt", six.repeat(6));
    folder.write("four.txt", EMPTY);
    folder.write("irregular.txt", format!("{EMPTY}{REGIONS}"));
    for (puzzle, board, expected) in [
        ("nine.txt", format!("{small}{REGIONS}"), "expected a board of 9×9, found one of 4×4"),
        ("six.txt", format!("{small}{REGIONS}"), "expected a board of 6×6, found one of 4×4"),
        ("nine.txt", small.to_owned(), "boxes of 3x3 have 9 cells, but the grid is 4×4"),
        ("four.txt", format!("{small}{REGIONS}"), "expected the regions of the puzzle (2x2 boxes)"),
        ("irregular.txt", format!("{small}{box_regions}"), "found 2x2 boxes"),
        ("four.txt", json_with(""), "expected the regions of the puzzle (2x2 boxes)"),
        ("nine.txt", json_with(""), "expected a board of 9×9, found one of 4×4"),
        (
            "four.txt",
            format!("{small}thermo r1c1 r1c2\n"),
            "a rule that it lacks: thermo r1c1 r1c2",
        ),
        (
            "four.txt",
            format!("values 1-5\n{small}{box_regions}"),
            "expected the values of the puzzle, 1-4",
        ),
    ] {
        folder.write("board.txt", &board);
        for verb in [
            "check --solution board.txt",
            "check --partial --solution board.txt",
            "explain --progress board.txt",
            "hint --progress board.txt",
            "render --to svg --progress board.txt",
        ] {
            let run = sator(&format!("{verb} sudoku {puzzle}")).inside(&folder).run();
            run.fails().stderr_has(&["board.txt", expected]);
        }
    }
    folder.write("board.txt", format!("{small}{box_regions}"));
    let run = sator("check sudoku four.txt --solution board.txt").inside(&folder).run();
    run.exits(0).stdout_is("Correct\n");
}
