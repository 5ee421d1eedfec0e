//! `sator analyze` of puzzles whose cells have values: what each can still hold.

use serde_json::{Value, json};

use crate::common::{Folder, Run, backends, sator, shared};
use crate::killer::FREE;

/// Two answers: 2 and 4 can be swapped.
const TWO: &str = "1234\n34..\n.1.3\n.3.1\n";

/// Of the same.
fn two() -> Value {
    json!([
        [[1], [2], [3], [4]],
        [[3], [4], [1], [2]],
        [[2, 4], [1], [2, 4], [3]],
        [[2, 4], [3], [2, 4], [1]]
    ])
}

#[test]
fn the_values_of_each_cell_stand_in_the_grid() {
    let run = sator("analyze sudoku").input(TWO).run();
    run.exits(0).says("Analyzing 4×4 Sudoku...\n").prints(
        "4×4 Sudoku: 12 of 16 cells are settled\n\
         \n\
         ┌───────┬───────┐\n\
         │  1  2 │  3  4 │\n\
         │  3  4 │  1  2 │\n\
         ├───────┼───────┤\n\
         │ 24  1 │ 24  3 │\n\
         │ 24  3 │ 24  1 │\n\
         └───────┴───────┘\n",
    );
}

#[test]
fn the_values_of_each_cell_are_lists_in_json() {
    let run = sator("analyze sudoku --json").input(TWO).run();
    let expected =
        json!({ "puzzle": "sudoku", "status": "sat", "candidates": two(), "complete": true });
    assert_eq!(run.exits(0).says("").object(), expected);
}

#[test]
fn one_answer_only_is_told_as_such() {
    let run = sator("analyze sudoku -q --ascii").input("1234\n34..\n21.3\n.3.1\n").run();
    run.exits(0).says("").prints(
        "4×4 Sudoku: all 16 cells are settled, so there is one answer only\n\
         \n\
         +-----+-----+\n\
         | 1 2 | 3 4 |\n\
         | 3 4 | 1 2 |\n\
         +-----+-----+\n\
         | 2 1 | 4 3 |\n\
         | 4 3 | 2 1 |\n\
         +-----+-----+\n",
    );
}

#[test]
fn values_are_written_as_the_puzzle_writes_them() {
    let rows = ["1234", "34..", ".1.3", ".3.1"].map(|row| {
        let letters = row.chars().map(|symbol| match symbol.to_digit(10) {
            Some(digit) => ["A", "B", "C", "D"][digit as usize - 1],
            None => ".",
        });
        letters.collect::<String>()
    });
    let run = sator("analyze sudoku -q --alphabet A-D").input(rows.join("\n")).run();
    assert!(run.exits(0).stdout.contains("│ BD  A │ BD  C │\n"), "{run:?}");
    // Ten values need numbers of two digits, which commas keep apart.
    let grid: Vec<Vec<u32>> = (0..10).map(|_| vec![0; 10]).collect();
    let empty = json!({ "box_h": 2, "box_w": 5, "grid": grid });
    let run = sator("analyze sudoku -q").input(empty.to_string()).run();
    assert!(run.exits(0).stdout.contains(" 1,2,3,4,5,6,7,8,9,10 "), "{run:?}");
}

#[test]
fn a_killer_has_its_cages() {
    sator("analyze killer -q").input(FREE).run().exits(0).prints(
        "4×4 Killer Sudoku: 12 of 16 cells are settled\n\
         \n\
         ┏3━━━━━━━━┳4━━━┯6━━━┓\n\
         ┃  1    2 ┃  3 │  4 ┃\n\
         ┠7────────┨    │    ┃\n\
         ┃  3    4 ┃  1 │  2 ┃\n\
         ┣6━━━┯8━━━╋━━━━┿6━━━┫\n\
         ┃  2 │ 13 ╏  4 │ 13 ┃\n\
         ┃    │    ┠────┘    ┃\n\
         ┃  4 │ 13 ┃  2   13 ┃\n\
         ┗━━━━┷━━━━┻━━━━━━━━━┛\n",
    );
}

#[test]
fn queens_have_a_list_of_columns_for_each_row() {
    let object = sator("analyze 6 --json").run().exits(0).object();
    let columns =
        json!([[2, 3, 4, 5], [1, 3, 4, 6], [1, 2, 5, 6], [1, 2, 5, 6], [1, 3, 4, 6], [2, 3, 4, 5]]);
    assert_eq!(object["candidates"], columns);
    assert_eq!((&object["puzzle"], &object["complete"]), (&json!("queens"), &json!(true)));
}

#[test]
fn queens_are_certain_possible_or_impossible_on_their_squares() {
    let board = "Q.....\n......\n......\n......\n......\n......\n";
    sator("analyze queens").input(board).run().exits(1).prints("Unsatisfiable\n");
    let board = ".Q....\n......\n......\n......\n......\n......\n";
    sator("analyze queens -q").input(board).run().exits(0).prints(
        "6-Queens: all 6 rows are settled, so there is one answer only\n\
         \n\
         . Q . . . .\n\
         . . . Q . .\n\
         . . . . . Q\n\
         Q . . . . .\n\
         . . Q . . .\n\
         . . . . Q .\n\
         Q in all answers, ? in some, . in none\n",
    );
    let text = sator("analyze 6 -q").run().exits(0).stdout.clone();
    assert!(text.starts_with("6-Queens: 0 of 6 rows are settled\n\n. ? ? ? ? .\n"), "{text}");
}

// No answer.

#[test]
fn without_an_answer_the_reason_is_named_as_solve_does() {
    let impossible = "1...\n1...\n....\n....\n";
    let run = sator("analyze sudoku").input(impossible).run();
    run.exits(1).prints("Unsatisfiable\n").mentions(&["column 1 has 1 twice, r1c1 and r2c1"]);
    let object = sator("analyze sudoku --json").input(impossible).run().exits(1).object();
    let empty = vec![vec![Vec::<u32>::new(); 4]; 4];
    assert_eq!(object["candidates"], json!(empty));
    assert_eq!((&object["status"], &object["complete"]), (&json!("unsat"), &json!(true)));
    assert_eq!(object["reason"], "column 1 has 1 twice, r1c1 and r2c1");
}

#[test]
fn without_an_answer_the_clues_are_named_that_cannot_all_hold() {
    // Row 1 has no place left for 4.
    let hidden = "123.\n....\n...4\n....\n";
    let solved = sator("solve sudoku").input(hidden).run();
    let run = sator("analyze sudoku").input(hidden).run();
    let conflict = |run: &Run| run.stderr.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(conflict(run.exits(1)), conflict(solved.exits(1)));
    assert!(conflict(&run).len() > 2, "{run:?}");
    let object = sator("analyze sudoku --json").input(hidden).run().exits(1).object();
    assert_eq!(object["conflict"].as_array().unwrap().len(), 4);
    assert_eq!(object["conflict_is_minimal"], true);
}

// Stopped.

#[test]
fn what_is_not_known_in_time_is_told_apart() {
    let run = sator("analyze 200 --json --timeout 0.05").run();
    let object = run.exits(3).object();
    assert_eq!(object["complete"], false);
    assert!(["sat", "unknown"].map(Value::from).contains(&object["status"]), "{run:?}");
    let [possible, unknown] = ["candidates", "unknown"].map(|name| {
        let rows = object[name].as_array().unwrap();
        rows.iter().map(|row| row.as_array().unwrap().len()).collect::<Vec<_>>()
    });
    assert!(possible.iter().zip(&unknown).all(|(some, others)| some + others == 200));
    let run = sator("analyze 200 -q --timeout 0.000001").run();
    run.exits(3).says("").prints("Unknown: stopped, the time is up\n");
    let run = sator("analyze sudoku -q --timeout 0.000001").input(TWO.replace('3', ".")).run();
    let text = &run.exits(3).stdout;
    assert!(text.starts_with("Unknown: stopped, the time is up\n\n"), "{text}");
    assert!(text.contains("(1)") && text.contains("In brackets: "), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    let mut started = sator("analyze 300").start();
    started.has_spoken();
    std::thread::sleep(std::time::Duration::from_millis(300));
    started.interrupt();
    let run = started.finish();
    run.exits(3);
    assert!(run.stdout.contains("interrupted"), "{run:?}");
}

// Options.

#[test]
fn every_backend_finds_the_same() {
    for backend in backends() {
        let run = sator("analyze sudoku --json --backend").arg(&backend).input(TWO).run();
        assert_eq!(run.exits(0).object()["candidates"], two(), "{backend}");
    }
}

#[test]
fn odds_are_for_mines() {
    let run = sator("analyze 6 --odds").run();
    run.exits(2).prints("").says("queens has no odds to show: --odds is for mines\n");
    let object = sator("analyze 6 --odds --json").run().exits(2).object();
    assert_eq!(object["status"], "unknown");
}

#[test]
fn statistics_are_told_on_demand() {
    let run = sator("analyze sudoku --stats").input(TWO).run();
    run.exits(0).mentions(&["backend ", "known at once", "time: parse", "time: solve"]);
    let object = sator("analyze sudoku --stats --json").input(TWO).run().exits(0).object();
    assert!(object["stats"]["seconds"]["parse"].is_f64(), "{object}");
    let smt = sator("analyze sudoku --backend z3 --encoding ladder").input(TWO).run();
    smt.exits(2).mentions(&["z3 takes no clauses"]);
}

#[test]
fn bad_input_is_an_error_with_its_place() {
    let run = sator("analyze sudoku").input("1294\n....\n....\n....\n").run();
    run.fails().mentions(&["standard input:1:3: expected "]);
    let object = sator("analyze sudoku --json").input("1294\n....\n....\n....\n").run();
    assert_eq!(object.exits(2).object()["status"], "invalid");
}

// Many.

#[test]
fn many_puzzles_are_analyzed_in_order() {
    let line = |text: &str| text.replace('\n', "");
    let lines =
        [line(TWO), "1...1...........".to_owned(), "1294............".to_owned(), line(TWO)];
    let folder = Folder::with("many.txt", lines.join("\n"));
    let run = sator("analyze sudoku many.txt --json").inside(&folder).run();
    let objects = run.exits(2).objects();
    let status: Vec<_> = objects.iter().map(|object| object["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["sat", "unsat", "invalid", "sat"]);
    assert_eq!((&objects[0]["candidates"], &objects[3]["candidates"]), (&two(), &two()));
    assert_eq!(objects[1]["reason"], "column 1 has 1 twice, r1c1 and r2c1");
    let run = sator("analyze sudoku many.txt -q").inside(&folder).run();
    let heads = run.exits(2).stdout.lines().filter(|line| line.starts_with(char::is_alphanumeric));
    let settled = "4×4 Sudoku: 12 of 16 cells are settled";
    assert_eq!(heads.collect::<Vec<_>>(), [settled, "Unsatisfiable", "invalid", settled]);
    assert!(run.stdout.contains("┘\n\nUnsatisfiable\n\ninvalid\n\n4×4"), "{run:?}");
    // Several inputs, of several kinds.
    let run = sator("analyze many.txt 6 --json").inside(&folder).run();
    assert_eq!(run.exits(2).objects().len(), 5);
    assert_eq!(run.objects()[4]["puzzle"], "queens");
}

#[test]
fn puzzles_with_one_answer_have_its_values() {
    let Some(folder) = shared("data/killer") else { return };
    let file = folder.join("killer.jsonl");
    let texts = std::fs::read_to_string(&file).unwrap();
    let stored = texts.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let is_easy = |object: &Value| {
        let is_group = ["janko", "krazydad"].map(Value::from).contains(&object["group"]);
        is_group && object["solution"].is_array()
    };
    let easy: Vec<_> = stored.filter(is_easy).collect();
    let input = easy.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let found = sator("analyze killer --json").input(input).run().exits(0).objects();
    assert!(!easy.is_empty() && found.len() == easy.len());
    for (found, stored) in found.iter().zip(&easy) {
        let cell = |value: &Value| json!([value]);
        let row = |row: &Value| row.as_array().unwrap().iter().map(cell).collect::<Value>();
        let rows = stored["solution"].as_array().unwrap().iter().map(row).collect::<Value>();
        assert_eq!(found["candidates"], rows);
    }
}
