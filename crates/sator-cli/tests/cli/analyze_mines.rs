//! `sator analyze` of minesweeper: rounding, colours, limits of time, stored boards.

use std::collections::BTreeMap;

use sator_testing::{SharedData, needs};
use serde_json::Value;

use crate::common::{PROGRAM, Run, Sator, sator};

const ROW: &str = "1 5\n? 1 ? 2 ?\n";

/// Five cells for one mine, and four that no number touches.
const HALF: &str = "2 5\n? 1 ? ? ?\n? ? ? ? ?\n";

fn analyze(words: &str, board: &str) -> Run {
    sator(&format!("analyze {words}")).input(board).run()
}

/// With 500 MB: all lines in memory would take more in a second.
#[test]
fn an_interactive_analysis_of_endless_lines_takes_no_memory_and_ends_with_its_reader() {
    let analyze = format!("'{PROGRAM}' analyze --interactive --size 2x5 --mines 2 --quiet");
    let line = format!("ulimit -v 500000; yes r1c2 1 | ({analyze}; echo $? >&2) | head -3");
    let run = Sator::program("sh").args(["-c", &line]).run();
    run.exits(0).stdout_is("The total of 2 mines was used.\n\n2 5 2\n");
    assert_eq!(run.stderr.trim(), "0");
}

/// Of 2000 untouched cells one has a mine, or all but one have.
#[test]
fn the_odds_of_an_open_cell_are_never_rounded_to_certainty() {
    let board = format!("1 2000\n{}\n", "? ".repeat(2000));
    for (mines, shown, exact) in [(1, "01", "1/2000"), (1999, "99", "1999/2000")] {
        let run = analyze(&format!("minesweeper -q --odds --mines {mines}"), &board);
        let (_, row) = run.exits(0).stdout.lines().nth(5).unwrap().split_once('│').unwrap();
        assert!(row.split_whitespace().all(|odds| odds == shown), "{row}");
        let object = analyze(&format!("minesweeper --json --mines {mines}"), &board).object();
        assert_eq!(object["cells"][7]["exact"], exact);
        assert_eq!(object["best"]["equal"], 2000);
    }
}

#[test]
fn safe_cells_mines_the_best_guess_and_other_cells_have_different_colours() {
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
    assert!(half.contains("[48;5;220m20 "), "the best guess is on yellow: {half}");
    let [best, _, _, free, _] = &inks(&half)[..] else { panic!("not five tiles: {half}") };
    assert_ne!(best, free);
    let plain = |words: &str| analyze(&format!("minesweeper -q {words}"), HALF).stdout.clone();
    assert!(!plain("--odds --color never").contains('\u{1b}'));
}

#[test]
fn a_number_of_layouts_with_many_digits_is_rounded() {
    // Each 1 has two cells of its own, so that there are as many layouts as there are subsets.
    let board = |columns: usize| format!("1 {columns}\n{}\n", "? 1 ? s ".repeat(columns / 4));
    let layouts = |columns: usize| {
        let text = analyze("minesweeper -q", &board(columns)).exits(0).stdout.clone();
        let line = text.lines().find(|line| line.starts_with("Layouts")).unwrap();
        line.rsplit_once("touch: ").unwrap().1.to_owned()
    };
    assert_eq!(layouts(40), "1024");
    assert_eq!(layouts(400), "about 1.3 × 10³⁰ (--json has all digits)");
    assert_eq!(layouts(800), "about 1.6 × 10⁶⁰ (--json has all digits)");
    assert_eq!(layouts(40_000), "about 2.0 × 10³⁰¹⁰ (--json has all digits)");
    let object = analyze("minesweeper --json", &board(40_000)).exits(0).object();
    assert_eq!(object["configurations"].as_str().unwrap().len(), 3011);
}

/// Compares every stored board, with its total or without, with its stored analysis.
fn boards_are_as_stored(data: &SharedData, with_total: bool) {
    let text = data.text("minesweeper/boards.jsonl");
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

/// The places of certain mines, and the states of the other cells.
fn found_mines(object: &Value) -> (Vec<String>, Vec<String>) {
    let (mines, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
        odds_of(object).into_iter().partition(|(_, (state, _))| state == "mine");
    let mut states: Vec<_> = others.into_values().map(|(state, _)| state).collect();
    states.dedup();
    (mines.into_keys().collect(), states)
}

/// The places that are hidden on the board, in order.
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

#[needs(shared_data)]
fn published_boards_are_as_stored(data: &SharedData) {
    boards_are_as_stored(data, false);
}

#[needs(shared_data)]
fn published_boards_are_as_stored_with_their_totals(data: &SharedData) {
    boards_are_as_stored(data, true);
}

/// Cells that all depend on each other, in many layouts.
fn wide(size: usize) -> String {
    let row = |row: usize| {
        let tile = |column: usize| if (row + column).is_multiple_of(2) { "?" } else { "2" };
        (0..size).map(tile).collect::<Vec<_>>().join(" ")
    };
    format!("{size} {size}\n{}\n", (0..size).map(row).collect::<Vec<_>>().join("\n"))
}

#[test]
fn cells_not_decided_in_time_are_unknown() {
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

#[test]
fn statistics_are_printed_on_demand() {
    let run = analyze("minesweeper --stats", ROW);
    run.exits(0).stderr_has(&["time: parse", "time: analyze"]);
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
