//! `sator analyze` of minesweeper: what is certain, exact odds, and what to open next.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use crate::common::{Folder, Run, sator, shared};

const ROW: &str = "1 5\n? 1 ? 2 ?\n";

/// One mine is left for the three cells of the last row.
const THREE: &str = "3 3\n2 ? 2\n? 4 ?\n? ? ?\n";

/// Five cells for one mine, and four that no number touches.
const HALF: &str = "2 5\n? 1 ? ? ?\n? ? ? ? ?\n";

fn analyze(words: &str, board: &str) -> Run {
    sator(&format!("analyze {words}")).input(board).run()
}

fn cell(row: usize, column: usize, state: &str, probability: f64, exact: &str) -> Value {
    json!({
        "row": row, "column": column, "state": state, "probability": probability, "exact": exact
    })
}

// For people.

#[test]
fn the_board_shows_what_is_certain() {
    let run = analyze("minesweeper", ROW);
    run.exits(0).says("Analyzing 1×5 Minesweeper...\n").prints(
        "The number of mines was not used: it was not given (--mines M).\n\
         \n\
         1 5\n\
         s 1 * 2 *\n\
         * mine, s safe, ? open\n\
         \n\
         Safe: 1 (r1c1)\n\
         Mines: 2 (r1c3, r1c5)\n\
         Open: 0\n\
         Layouts of the cells that numbers touch: 1\n\
         Best cell to open: r1c1, which is safe\n\
         Progress without guessing: yes\n",
    );
}

#[test]
fn where_nothing_is_safe_the_best_guess_is_told() {
    let run = analyze("minesweeper -q --mines 4", THREE);
    run.exits(0).says("").prints(
        "The total of 4 mines was used.\n\
         \n\
         3 3 4\n\
         2 * 2\n\
         * 4 *\n\
         ? ? ?\n\
         * mine, s safe, ? open\n\
         \n\
         Safe: 0\n\
         Mines: 3 (r1c2, r2c1, r2c3)\n\
         Open: 3\n\
         Layouts of all hidden cells: 3\n\
         Best cell to open: r3c1, a mine in 1/3 of the layouts (33.3 %); 2 others are as good\n\
         Progress without guessing: no\n",
    );
}

#[test]
fn cells_that_no_number_touches_are_told_apart() {
    let text = analyze("minesweeper -q", HALF).exits(0).stdout.clone();
    assert!(text.contains("\nOpen: 9, 4 of them touched by no number\n"), "{text}");
    let text = analyze("minesweeper -q --mines 2", HALF).exits(0).stdout.clone();
    assert!(text.contains("\nOpen: 9\n"), "{text}");
    assert!(text.starts_with("The total of 2 mines was used.\n"), "{text}");
}

#[test]
fn odds_are_aligned_with_the_numbers() {
    let text = analyze("minesweeper -q --odds", HALF).exits(0).stdout.clone();
    let board: Vec<_> = text.lines().skip(2).take(4).collect();
    assert_eq!(
        board,
        [
            "2 5",
            "20.0    1 20.0 50.0 50.0",
            "20.0 20.0 20.0 50.0 50.0",
            "Numbers with a decimal point: the chance of a mine, in percent",
        ]
    );
    let text = analyze("minesweeper -q --odds", ROW).exits(0).stdout.clone();
    assert!(text.contains("\n  0.0     1 100.0     2 100.0\n"), "{text}");
}

#[test]
fn where_numbers_touch_nothing_it_is_said_in_words_that_fit() {
    let text = analyze("minesweeper -q --odds", "1 4\n? s ? *\n").exits(0).stdout.clone();
    for line in [
        "Numbers with a decimal point: the chance of a mine, in percent; * mine, s safe, as given",
        "Open: 2, touched by no number",
        "Layouts of the cells that numbers touch: 1, for there is no such cell",
        "Best cell to open: r1c1, which no number touches, taken as 1/2 (50.0 %); another is as good",
    ] {
        assert!(text.lines().any(|it| it == line), "no {line:?} in\n{text}");
    }
    let text = analyze("minesweeper -q", "1 4\n? 2 ? ?\n").exits(0).stdout.clone();
    assert!(text.contains("\nOpen: 1, touched by no number\n"), "{text}");
}

/// Of 2000 untouched cells one has a mine, or all but one have.
#[test]
fn an_open_cell_is_never_said_to_be_certain() {
    let board = format!("1 2000\n{}\n", "? ".repeat(2000));
    for (mines, shown, exact) in [(1, "<0.1", "1/2000"), (1999, ">99.9", "1999/2000")] {
        let run = analyze(&format!("minesweeper -q --odds --mines {mines}"), &board);
        let row = run.exits(0).stdout.lines().nth(3).unwrap();
        // Half a tenth goes up.
        let shown = if mines == 1 { "0.1" } else { shown };
        assert!(row.split_whitespace().all(|odds| odds == shown), "{row}");
        let object = analyze(&format!("minesweeper --json --mines {mines}"), &board).object();
        assert_eq!(object["cells"][7]["exact"], exact);
        assert_eq!(object["best"]["equal"], 2000);
    }
    let board = format!("1 4000\n{}\n", "? ".repeat(4000));
    let run = analyze("minesweeper -q --odds --mines 1", &board);
    assert!(run.exits(0).stdout.lines().nth(3).unwrap().starts_with("<0.1 <0.1 "));
}

#[test]
fn colours_tell_safe_cells_mines_the_best_guess_and_the_rest_apart() {
    let row = |words: &str, board: &str, line: usize| {
        let run = analyze(&format!("minesweeper -q --color always {words}"), board);
        run.exits(0).stdout.lines().nth(line).unwrap().to_owned()
    };
    let inks = |row: &str| {
        let tiles = row.split_inclusive("\u{1b}[0m").map(|tile| {
            let codes: Vec<_> = tile.split('\u{1b}').map(str::to_owned).collect();
            codes.into_iter().find(|code| code.starts_with("[38;")).unwrap_or_default()
        });
        let ink = |code: String| code.split('m').next().unwrap().to_owned();
        tiles.map(ink).collect::<Vec<_>>()
    };
    let [safe, one, mine, ..] = &inks(&row("", ROW, 3))[..] else { panic!("few tiles") };
    assert!(safe != mine && one != safe && one != mine);
    let half = row("--odds", HALF, 3);
    assert!(half.contains("[48;5;220m20.0 "), "the best guess is on yellow: {half}");
    let [best, _, _, free, _] = &inks(&half)[..] else { panic!("not five tiles: {half}") };
    assert_ne!(best, free);
    let plain = |words: &str| analyze(&format!("minesweeper -q {words}"), HALF).stdout.clone();
    assert!(!plain("--odds --color never").contains('\u{1b}'));
}

#[test]
fn long_lists_of_cells_are_only_counted() {
    let board = format!("2 30\n{}\n{}\n", "0 ".repeat(30), "? ".repeat(30));
    let text = analyze("minesweeper -q", &board).exits(0).stdout.clone();
    assert!(text.contains("\nSafe: 30\nMines: 0\n"), "{text}");
    let best = "Best cell to open: r2c1, which is safe; 29 others are safe, too\n";
    assert!(text.contains(best), "{text}");
}

#[test]
fn a_number_of_layouts_with_many_digits_is_also_told_roughly() {
    // Each 1 has two cells of its own, so that there are as many layouts as there are subsets.
    let board = |columns: usize| format!("1 {columns}\n{}\n", "? 1 ? s ".repeat(columns / 4));
    let layouts = |columns: usize| {
        let text = analyze("minesweeper -q", &board(columns)).exits(0).stdout.clone();
        let line = text.lines().find(|line| line.starts_with("Layouts")).unwrap();
        line.rsplit_once("touch: ").unwrap().1.to_owned()
    };
    assert_eq!(layouts(40), "1024");
    let number = "1267650600228229401496703205376";
    assert_eq!(layouts(400), number);
    assert!(layouts(800).ends_with(" (about 1.61e+60, 61 digits)"), "{}", layouts(800));
    assert_eq!(layouts(40_000), "about 2.00e+3010 (3011 digits; --json has them all)");
    let object = analyze("minesweeper --json", &board(40_000)).exits(0).object();
    assert_eq!(object["configurations"].as_str().unwrap().len(), 3011);
}

// For programs.

#[test]
fn every_hidden_cell_is_in_the_object() {
    let run = analyze("minesweeper --json", ROW);
    let safe = cell(1, 1, "safe", 0.0, "0/1");
    let mut best = safe.clone();
    best["equal"] = json!(1);
    let expected = json!({
        "puzzle": "minesweeper",
        "status": "sat",
        "cells": [safe, cell(1, 3, "mine", 1.0, "1/1"), cell(1, 5, "mine", 1.0, "1/1")],
        "configurations": "1",
        "total_used": false,
        "best": best,
        "progress": true,
        "uncounted": [],
    });
    assert_eq!(run.exits(0).says("").object(), expected);
    assert!(run.stdout.starts_with(r#"{"puzzle":"minesweeper","status":"sat","cells":[{"row":1,"#));
}

#[test]
fn untouched_cells_are_open_in_half_of_all_layouts_or_by_the_total() {
    let object = analyze("minesweeper --json", HALF).exits(0).object();
    let cells = object["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 9);
    for found in cells {
        let [row, column] = ["row", "column"].map(|name| found[name].as_u64().unwrap() as usize);
        let (probability, exact) = if column > 3 { (0.5, "1/2") } else { (0.2, "1/5") };
        assert_eq!(*found, cell(row, column, "open", probability, exact));
    }
    assert_eq!((&object["configurations"], &object["total_used"]), (&json!("5"), &json!(false)));
    assert_eq!((&object["best"]["equal"], &object["progress"]), (&json!(5), &json!(false)));
    // The number has its mine, so that one is left for the others.
    let object = analyze("minesweeper --json --mines 2", HALF).exits(0).object();
    assert_eq!(object["cells"][0], cell(1, 1, "open", 0.2, "1/5"));
    assert_eq!(object["cells"][8], cell(2, 5, "open", 0.25, "1/4"));
    assert_eq!((&object["configurations"], &object["total_used"]), (&json!("20"), &json!(true)));
    let object = analyze("minesweeper --json --mines 1", HALF).exits(0).object();
    assert_eq!(object["cells"][8], cell(2, 5, "safe", 0.0, "0/1"));
    assert_eq!((&object["configurations"], &object["progress"]), (&json!("5"), &json!(true)));
}

// No layout.

#[test]
fn without_a_layout_the_numbers_are_named_that_contradict_each_other() {
    let board = "3 3\n2 ? ?\n? 3 ?\n? ? 2\n";
    let run = analyze("minesweeper", board);
    run.exits(1)
        .prints("The number of mines was not used: it was not given (--mines M).\nUnsatisfiable\n");
    let numbers = ["r1c1 touches 2 mines", "r2c2 touches 3 mines", "r3c3 touches 2 mines"];
    run.mentions(&numbers);
    let object = analyze("minesweeper --json", board).exits(1).object();
    let expected = json!({
        "puzzle": "minesweeper",
        "status": "unsat",
        "cells": [],
        "configurations": "0",
        "total_used": false,
        "best": null,
        "progress": null,
        "uncounted": [],
        "conflict": numbers,
        "conflict_is_minimal": true,
    });
    assert_eq!(object, expected);
}

#[test]
fn a_total_that_is_out_of_reach_is_named() {
    let run = analyze("minesweeper --mines 9", ROW);
    run.exits(1).prints("The total of 9 mines was used.\nUnsatisfiable\n");
    run.mentions(&["the board should have 9 mines, but has only 3 hidden squares"]);
    let object = analyze("minesweeper --mines 9 --json", ROW).exits(1).object();
    let reason = "the board should have 9 mines, but has only 3 hidden squares";
    assert_eq!((&object["reason"], &object["total_used"]), (&json!(reason), &json!(true)));
    // Within reach, but not with these numbers.
    let run = analyze("minesweeper --mines 1", ROW);
    run.exits(1).prints("The total of 1 mine was used.\nUnsatisfiable\n");
    run.mentions(&["the board has 1 mine", "r1c4 touches 2 mines"]);
}

// Many.

#[test]
fn many_boards_are_analyzed_in_order() {
    let folder = Folder::new();
    let files = [("a.txt", ROW), ("b.txt", "1 5\n? 3 ? 3 ?\n"), ("c.txt", THREE)];
    for (name, board) in files {
        folder.write(name, board);
    }
    let run = sator("analyze minesweeper a.txt b.txt c.txt --json").inside(&folder).run();
    let objects = run.exits(1).objects();
    let counts: Vec<_> = objects.iter().map(|object| &object["configurations"]).collect();
    assert_eq!(counts, ["1", "0", "3"]);
    let run = sator("analyze a.txt b.txt c.txt -q").inside(&folder).run();
    let heads = run.exits(1).stdout.lines().filter(|line| line.starts_with("The number")).count();
    assert_eq!(heads, 3);
}

/// Every board of a collection, with its total or without, is as was stored.
fn boards_are_as_stored(with_total: bool) {
    let Some(folder) = shared("data/minesweeper") else { return };
    let text = fs::read_to_string(folder.join("boards.jsonl")).unwrap();
    let stored = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let field = if with_total { "with_total" } else { "no_total" };
    let stored: Vec<_> = stored.filter(|board| board[field].is_object()).collect();
    let line = |board: &Value| {
        let mut board = board.clone();
        if !with_total {
            board["mines"] = Value::Null;
        }
        format!("{board}\n")
    };
    let input: String = stored.iter().map(line).collect();
    let run = sator("analyze minesweeper --json").input(input).run();
    let found = run.objects();
    assert_eq!(found.len(), stored.len(), "{run:?}");
    assert!(stored.len() > 50);
    for (found, stored) in found.iter().zip(&stored) {
        let (id, expected) = (&stored["id"], &stored[field]);
        let status = expected["status"].as_str().unwrap().to_lowercase();
        assert_eq!(found["status"], status, "{id}");
        assert_eq!(found["total_used"], with_total, "{id}");
        let count = if with_total { "count" } else { "count_frontier_only" };
        assert_eq!(found["configurations"], expected[count], "{id}");
        if expected["p"].is_object() {
            assert_eq!(odds_of(found), stored_odds(expected), "{id}");
        } else if expected["unique"] == true {
            let (mines, others) = found_mines(found);
            assert!(others.is_empty() || others == ["safe"], "{id}: {others:?}");
            assert_eq!(mines, hidden(&expected["solution_mines"], stored), "{id}");
        }
        for (state, field) in [("safe", "safe"), ("mine", "sure_mines")] {
            if expected[field].is_array() {
                let cells = odds_of(found).into_iter().filter(|(_, (is, _))| is == state);
                let cells: Vec<_> = cells.map(|(place, _)| place).collect();
                assert_eq!(cells, hidden(&expected[field], stored), "{id}");
            }
        }
    }
}

/// Where mines are certain, and what the other cells are.
fn found_mines(object: &Value) -> (Vec<String>, Vec<String>) {
    let (mines, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
        odds_of(object).into_iter().partition(|(_, (state, _))| state == "mine");
    let mut states: Vec<_> = others.into_values().map(|(state, _)| state).collect();
    states.dedup();
    (mines.into_keys().collect(), states)
}

/// Those of the places that are hidden on the board, in order.
fn hidden(places: &Value, board: &Value) -> Vec<String> {
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let places = places.as_array().unwrap().iter().map(|it| [number(&it[0]), number(&it[1])]);
    let is_hidden = |&[row, column]: &[usize; 2]| {
        board["board"][row].as_str().unwrap().chars().nth(column) == Some('?')
    };
    let mut places: Vec<_> =
        places.filter(is_hidden).map(|[row, column]| format!("{row},{column}")).collect();
    places.sort();
    places
}

/// The state and the odds of each cell, by its row and column from 0.
fn odds_of(object: &Value) -> BTreeMap<String, (String, String)> {
    let place = |cell: &Value| {
        let [row, column] = ["row", "column"].map(|name| cell[name].as_u64().unwrap() - 1);
        format!("{row},{column}")
    };
    let text = |value: &Value| value.as_str().unwrap_or("unknown").to_owned();
    let odds = |cell: &Value| (place(cell), (text(&cell["state"]), text(&cell["exact"])));
    object["cells"].as_array().unwrap().iter().map(odds).collect()
}

fn stored_odds(expected: &Value) -> BTreeMap<String, (String, String)> {
    let state = |odds: &str| match odds {
        "0" => ("safe".to_owned(), "0/1".to_owned()),
        "1" => ("mine".to_owned(), "1/1".to_owned()),
        odds => ("open".to_owned(), odds.to_owned()),
    };
    let cells = expected["p"].as_object().unwrap().iter();
    cells.map(|(place, odds)| (place.clone(), state(odds.as_str().unwrap()))).collect()
}

#[test]
fn published_boards_are_as_stored() {
    boards_are_as_stored(false);
}

#[test]
fn published_boards_are_as_stored_with_their_totals() {
    boards_are_as_stored(true);
}

// Stopped.

/// Cells that all depend on each other, in many layouts.
fn wide(size: usize) -> String {
    let row = |row: usize| {
        let tile = |column: usize| if (row + column).is_multiple_of(2) { "?" } else { "2" };
        (0..size).map(tile).collect::<Vec<_>>().join(" ")
    };
    format!("{size} {size}\n{}\n", (0..size).map(row).collect::<Vec<_>>().join("\n"))
}

#[test]
fn what_is_not_known_in_time_is_said() {
    let run = analyze("minesweeper --timeout 0.000001 --json", &wide(60));
    let object = run.exits(3).object();
    let cells = object["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 1800);
    let unknown = cells.iter().filter(|cell| cell["state"] == "unknown");
    assert!(unknown.clone().count() > 0, "{run:?}");
    for cell in unknown {
        assert_eq!((&cell["exact"], &cell["probability"]), (&Value::Null, &Value::Null));
    }
    assert_eq!(object["configurations"], Value::Null);
    let run = analyze("minesweeper --timeout 0.000001 -q", &wide(60));
    assert!(run.exits(3).stdout.contains("the time is up"), "{run:?}");
}

// Options and size.

#[test]
fn statistics_are_told_on_demand() {
    let run = analyze("minesweeper --stats", ROW);
    run.exits(0).mentions(&["time: parse", "time: analyze"]);
    let object = analyze("minesweeper --stats --json", ROW).exits(0).object();
    assert!(object["stats"]["seconds"]["analyze"].is_f64(), "{object}");
}

#[test]
fn a_large_board_is_written_whole() {
    let board = wide(300);
    let object = analyze("minesweeper --json --threads 2", &board).exits(0).object();
    let cells = object["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 45_000);
    let places = cells.iter().map(|cell| (cell["row"].as_u64(), cell["column"].as_u64()));
    assert!(places.is_sorted(), "row by row");
}
