//! Totals that take very many clauses, and clues that leave no answer.

use std::path::PathBuf;

use serde_json::json;

use crate::common::sator;

fn example(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/killer");
    PathBuf::from(folder).join(name).with_extension("txt")
}

/// Twelve cells of each row of a 16×16 in a cage, with the totals of a filled grid.
fn long_cages() -> String {
    let value = |row: usize, column: usize| (4 * (row % 4) + row / 4 + column) % 16 + 1;
    let cage = |row: usize| {
        let cells: Vec<_> = (0..12).map(|column| [row, column]).collect();
        let sum: usize = (0..12).map(|column| value(row, column)).sum();
        json!({ "sum": sum, "cells": cells })
    };
    json!({ "n": 16, "cages": (0..16).map(cage).collect::<Vec<_>>() }).to_string()
}

#[test]
fn forbidden_combinations_are_counted_before_they_are_written() {
    let run = sator("generate --encoding cage=forbidden -o -").arg(example("wikipedia")).run();
    let announced = "--encoding cage=forbidden takes 23420 clauses for the totals\n";
    run.exits(0).mentions(&[announced]);
    let run = sator("solve --encoding cage=forbidden").arg(example("wikipedia")).run();
    run.exits(0).says(
        "Solving for 9×9 Killer Sudoku...\n\
         --encoding cage=forbidden takes up to 23420 clauses for the totals\n",
    );
}

#[test]
fn what_no_disk_would_hold_is_refused_with_its_number() {
    for (encoding, clauses) in [("cage=forbidden", "13652503603200"), ("pairwise", "3330404374544")]
    {
        for verb in ["generate -o -", "solve", "count"] {
            let run = sator(&format!("{verb} killer - --quiet --encoding {encoding}"))
                .input(long_cages())
                .run();
            let expected = format!(
                "would take up to {clauses} clauses for the totals: expected 10000000000 at most; \
                 other encodings need fewer"
            );
            run.exits(2).prints("").mentions(&[&expected]);
        }
    }
    sator("solve killer - --quiet").input(long_cages()).run().exits(0);
}

#[test]
fn numbers_beyond_counting_are_refused_too() {
    let cage = |row: usize| {
        let cells: Vec<_> = (0..36).map(|column| [row, column]).collect();
        json!({ "sum": 666, "cells": cells })
    };
    let rows = json!({ "n": 36, "cages": (0..36).map(cage).collect::<Vec<_>>() }).to_string();
    let run = sator("generate killer - --encoding pairwise -o -").input(rows).run();
    run.exits(2)
        .prints("")
        .mentions(&["would take more clauses for the totals than can be counted"]);
}

#[test]
fn totals_that_leave_no_answer_are_named() {
    let run = sator("solve").arg(example("wikipedia-changed")).run();
    run.exits(1).prints("Unsatisfiable\n").says(
        "Solving for 9×9 Killer Sudoku...\n\
         the totals add up to 406, and the values of the grid to 405: 1 too much\n\
         No answer has all of these clues, though without any one of them there are some:\n  \
         the cage at r1c8 adds up to 17\n  the cage at r2c3 adds up to 17\n",
    );
    let object = sator("solve --json").arg(example("wikipedia-changed")).run().exits(1).object();
    assert_eq!(object["conflict"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["conflict_is_minimal"], json!(true));
}
