//! `sator analyze` of puzzles whose cells have values: limits of time, every backend, stored puzzles.

use sator_testing::{SharedData, needs};
use serde_json::{Value, json};

use crate::common::{backends, sator};

/// Two answers: 2 and 4 can be swapped.
const TWO: &str = "1234\n34..\n.1.3\n.3.1\n";

/// The values of its cells.
fn two() -> Value {
    json!([
        [[1], [2], [3], [4]],
        [[3], [4], [1], [2]],
        [[2, 4], [1], [2, 4], [3]],
        [[2, 4], [3], [2, 4], [1]]
    ])
}

#[test]
fn values_not_decided_in_time_are_marked() {
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
    run.exits(3).stderr_is("").stdout_is("Unknown: stopped, the time is up\n");
    let run = sator("analyze sudoku -q --timeout 0.000001").input(TWO.replace('3', ".")).run();
    let text = &run.exits(3).stdout;
    assert!(text.starts_with("Unknown: stopped, the time is up\n\n"), "{text}");
    assert!(text.contains("(1)") && text.contains("In brackets: "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_prints_the_values_found_so_far() {
    let mut started = sator("analyze 300").start();
    started.wait_for_message();
    started.wait_for_work(30);
    started.interrupt();
    let run = started.finish();
    run.exits(3);
    assert!(run.stdout.contains("interrupted"), "{run:?}");
}

#[test]
fn every_backend_finds_the_same() {
    for backend in backends() {
        let run = sator("analyze sudoku --json --backend").arg(&backend).input(TWO).run();
        assert_eq!(run.exits(0).object()["candidates"], two(), "{backend}");
    }
}

#[test]
fn statistics_are_printed_on_demand() {
    let run = sator("analyze sudoku --stats").input(TWO).run();
    run.exits(0).stderr_has(&["backend ", "eliminated: ", "time: parse", "time: solve"]);
    let object = sator("analyze sudoku --stats --json").input(TWO).run().exits(0).object();
    assert!(object["stats"]["seconds"]["parse"].is_f64(), "{object}");
}

#[needs(shared_data)]
fn puzzles_with_one_answer_have_its_values(data: &SharedData) {
    let texts = data.text("killer/killer.jsonl");
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

#[test]
fn redundant_clues_are_listed_with_second_answers() {
    let object =
        sator("analyze sudoku --redundant --json -q").input("12..\n.4..\n..43\n4..1\n").run();
    let object = object.object();
    assert_eq!((&object["unique"], &object["complete"]), (&true.into(), &true.into()));
    let clues = object["clues"].as_array().unwrap();
    for clue in clues {
        assert_eq!(clue["needed"] == true, clue["second"]["grid"].is_array(), "{clue}");
    }
    assert_eq!((clues.len(), object["removable"].as_array().unwrap().len()), (7, 2));
    let impossible = sator("analyze sudoku --redundant -q").input("11..\n....\n....\n....\n").run();
    assert_eq!(impossible.exits(1).stdout, "Unsatisfiable\n");
    sator("analyze sudoku --redundant --odds").input("12..\n.4..\n..43\n4..1\n").run().exits(2);
}
