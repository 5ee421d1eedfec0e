//! Instances of every kind, small enough to try every solution.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::TestRunner;
use sator::puzzle::{AnyPuzzle, Kind, ParseOptions};
use sator::puzzles::{KINDS, TEMPLATE};
use serde_json::{Value as Json, json};

pub(crate) fn kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().copied().chain([TEMPLATE])
}

/// Texts of small instances of a kind.
pub(crate) fn small_instances(kind: &Kind) -> BoxedStrategy<String> {
    match kind.name {
        "queens" => queens().boxed(),
        "sudoku" => sudokus().boxed(),
        "killer" => killers().boxed(),
        "minesweeper" => minefields(3).boxed(),
        "futoshiki" => futoshikis().boxed(),
        "kakuro" => kakuros().boxed(),
        "template" => latin_squares().boxed(),
        other => panic!("{other} is registered and has no small instances here"),
    }
}

/// In JSON, the only format in which a square can be both blocked and taken.
pub(crate) fn queens() -> impl Strategy<Value = String> {
    let parts = |n: usize| {
        let squares = |most| vec([0..n, 0..n], 0..=most);
        (Just(n), squares(2), squares(4), option::of(regions(n)), any::<bool>())
    };
    let text = |(n, queens, blocked, regions, turned): (usize, _, _, _, bool)| {
        // Instances with a symmetry would be rare otherwise.
        let squares = |squares: Vec<[usize; 2]>| {
            let turns = squares.clone().into_iter().map(|square| square.map(|at| n - 1 - at));
            squares.into_iter().chain(turns.take_while(|_| turned)).collect::<Vec<_>>()
        };
        let (queens, blocked) = (squares(queens), squares(blocked));
        json!({ "n": n, "queens": queens, "blocked": blocked, "regions": regions }).to_string()
    };
    (1..=5_usize).prop_flat_map(parts).prop_map(text)
}

/// Rows, which are symmetric and leave room for answers, with some squares given away.
pub(crate) fn regions(n: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
    let given_away = vec([0..n, 0..n, 0..n], 0..=2 * n);
    let regions = move |given_away: Vec<[usize; 3]>| {
        let mut regions: Vec<_> = (0..n).map(|row| vec![row; n]).collect();
        for [row, column, region] in given_away {
            regions[row][column] = region;
        }
        regions
    };
    let has_all =
        move |regions: &Vec<_>| regions.iter().flatten().collect::<HashSet<_>>().len() == n;
    given_away.prop_map(regions).prop_filter("as many regions as rows", has_all)
}

pub(crate) fn latin_squares() -> impl Strategy<Value = String> {
    (1..=3_usize).prop_flat_map(|n| {
        let cell = prop_oneof![3 => Just("."), 1 => select(&["1", "2", "3"][..n])];
        vec(vec(cell, n).prop_map(|row| row.concat()), n).prop_map(|rows| rows.join("\n"))
    })
}

/// In JSON, which compares any two cells.
pub(crate) fn futoshikis() -> impl Strategy<Value = String> {
    (1..=3_usize).prop_flat_map(|n| {
        let cell = prop_oneof![3 => Just(0), 1 => 1..=n];
        let pairs = vec([[0..n, 0..n], [0..n, 0..n]], 0..=4);
        (vec(vec(cell, n), n), pairs).prop_map(move |(grid, mut pairs)| {
            pairs.retain(|[one, other]| one != other);
            json!({ "n": n, "grid": grid, "less": pairs }).to_string()
        })
    })
}

/// Runs of up to three squares, with totals within reach or beyond.
pub(crate) fn kakuros() -> impl Strategy<Value = String> {
    let squares = subsequence(vec![[0, 1], [1, 0], [1, 1]], 1..=3);
    let run = (squares, 1..=27_u32).prop_map(|(cells, sum)| json!({ "sum": sum, "cells": cells }));
    let object = |runs| json!({ "rows": 2, "cols": 2, "runs": runs }).to_string();
    vec(run, 1..=3).prop_map(object)
}

/// Sudokus with cages of any cells, near each other or not, and totals that are right, nearly right
/// or beyond reach.
pub(crate) fn killers() -> impl Strategy<Value = String> {
    sudokus().prop_flat_map(|sudoku| {
        let sudoku: Json = serde_json::from_str(&sudoku).unwrap();
        let n = sudoku["grid"].as_array().unwrap().len();
        let owners = vec(option::weighted(0.7, 0..=n), n * n);
        let slip = prop_oneof![6 => Just(0), 1 => -1..=1_i64, 1 => -9..=99_i64];
        let slips = vec(slip, n + 1);
        (Just(sudoku), owners, slips, option::weighted(0.3, Just(true))).prop_map(
            |(sudoku, owners, slips, diagonals)| killer(&sudoku, &owners, &slips, diagonals),
        )
    })
}

/// A sudoku with cages: `owners` has the cage of each cell, `slips` how wrong each total is.
fn killer(
    sudoku: &Json,
    owners: &[Option<usize>],
    slips: &[i64],
    diagonals: Option<bool>,
) -> String {
    let n = owners.len().isqrt();
    let value = |cell: usize| match n {
        4 => ANSWER[cell] as i64,
        _ => ((cell / n + cell % n) % n) as i64 + 1,
    };
    let cage = |(number, slip): (usize, &i64)| {
        let cells = (0..n * n).filter(|&cell| owners[cell] == Some(number));
        let cells: Vec<_> = cells.take(n).collect();
        let total = cells.iter().map(|&cell| value(cell)).sum::<i64>() + slip;
        let squares: Vec<_> = cells.iter().map(|cell| [cell / n, cell % n]).collect();
        (!cells.is_empty()).then(|| json!({ "sum": total.max(0), "cells": squares }))
    };
    let cages: Vec<_> = slips.iter().enumerate().filter_map(cage).collect();
    let (rows, columns) = (&sudoku["box_h"], &sudoku["box_w"]);
    let mut object = json!({ "box_h": rows, "box_w": columns, "cages": cages });
    object["givens"] = sudoku["grid"].clone();
    object["diagonals"] = json!(diagonals);
    object.to_string()
}

/// Boards of up to three columns, most squares opened as in a game, with slips in some numbers; and
/// totals that are right, nearly right or beyond reach.
pub(crate) fn minefields(most_rows: usize) -> impl Strategy<Value = String> {
    (1..=most_rows, 1..=3_usize).prop_flat_map(|(rows, columns)| {
        let slip = prop_oneof![8 => Just(0), 1 => -1..=1_i32];
        let square = (any::<bool>(), 0..6_u8, slip);
        let total = option::of(prop_oneof![6 => Just(0), 1 => -1..=1_i64, 1 => -9..=9_i64]);
        (vec(square, rows * columns), total)
            .prop_map(move |(squares, slip)| minefield(&squares, columns, slip))
    })
}

/// A board: whether each square has a mine, what is shown of it, and how wrong its number is.
fn minefield(squares: &[(bool, u8, i32)], columns: usize, slip: Option<i64>) -> String {
    let rows = squares.len() / columns;
    let around = |index: usize| {
        let is_near = |&other: &usize| {
            let [here, there] = [index, other].map(|it| (it / columns, it % columns));
            here.0.abs_diff(there.0) <= 1 && here.1.abs_diff(there.1) <= 1 && index != other
        };
        (0..squares.len()).filter(is_near).filter(|&other| squares[other].0).count() as i32
    };
    let symbol = |index: usize| match squares[index] {
        (true, 0, _) => "*".to_owned(),
        (false, 0, _) => "s".to_owned(),
        (false, 1..=3, slip) => (around(index) + slip).clamp(0, 8).to_string(),
        _ => "?".to_owned(),
    };
    let symbols: Vec<_> = (0..squares.len()).map(symbol).collect();
    let lines: Vec<_> = symbols.chunks(columns).map(|row| row.join(" ")).collect();
    let mines = squares.iter().filter(|square| square.0).count() as i64;
    let total = slip.map(|slip| format!(" {}", (mines + slip).max(0))).unwrap_or_default();
    format!("{rows} {columns}{total}\n{}", lines.join("\n"))
}

/// Of a sudoku with boxes of 2×2.
const ANSWER: [usize; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

/// With boxes as real ones only where so much is given that the rest can be tried.
pub(crate) fn sudokus() -> impl Strategy<Value = String> {
    let shapes = select(&[(1, 1), (1, 2), (2, 1), (3, 1)]);
    let free = shapes.prop_flat_map(|(rows, columns)| {
        let n: usize = rows * columns;
        let clues = vec((0..n * n, 1..=n), n - 1..=n);
        (Just((rows, columns)), Just(vec![0; n * n]), clues)
    });
    let filled =
        (vec(0..16_usize, 4), vec((0..16_usize, 1..=4_usize), 0..=1)).prop_map(|(holes, slips)| {
            let mut cells = ANSWER.to_vec();
            for hole in holes {
                cells[hole] = 0;
            }
            ((2, 2), cells, slips)
        });
    prop_oneof![free, filled].prop_map(|((rows, columns), mut cells, clues)| {
        for (index, value) in clues {
            cells[index] = value;
        }
        let grid: Vec<_> = cells.chunks(rows * columns).collect();
        json!({ "box_h": rows, "box_w": columns, "grid": grid }).to_string()
    })
}

/// Tests a promise with the example and many small instances of every kind.
pub(crate) fn every_puzzle(keeps: impl Fn(&AnyPuzzle)) {
    for kind in kinds() {
        keeps(&read(kind, kind.example));
        each(kind, &small_instances(kind), 64, &keeps);
    }
}

/// Tests a promise with so many instances of a kind.
pub(crate) fn each(
    kind: &Kind,
    texts: &impl Strategy<Value = String>,
    cases: u32,
    keeps: impl Fn(&AnyPuzzle),
) {
    let config = ProptestConfig { cases, source_file: Some(file!()), ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(texts, |text| {
        keeps(&read(kind, &text));
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{}: {failure}", kind.name));
}

pub(crate) fn read(kind: &Kind, text: &str) -> AnyPuzzle {
    kind.read(text, &ParseOptions::default())
        .unwrap_or_else(|error| panic!("{}: {error} in\n{text}", kind.name))
}
