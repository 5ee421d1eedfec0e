//! `split`, `work` and `merge`: the answer of all cubes is that of the verb itself, or the cubes to run
//! are named.

use std::fs;
use std::time::Duration;

use sator::split::{Answer, SplitFolder};

use crate::common::{Folder, Run, example, sator, shared_data};

/// A board of queens without an answer that propagation alone does not refute.
const NO_QUEENS: &str = "\
    . x . . x . . .\n. x x . . . . .\nx . . x x . x .\nx . . x . x x x\n\
    x . . x . . . x\n. . x . . . x .\n. . . . . . . .\nx . . . x . . x\n";

/// One answer, which needs a search.
const UNIQUE: &str =
    "...8....7..3..........2..85.21.6.........2.7..5...9.64.1...4.....65.......47...91";

/// Splits into the folder `d`.
fn split(words: &str, puzzle: &str) -> Folder {
    let folder = Folder::new();
    sator(&format!("split -o d --quiet {words}")).arg(puzzle).inside(&folder).run().exits(0);
    folder
}

fn work(folder: &Folder, words: &str) -> Run {
    sator(&format!("work d --quiet {words}")).inside(folder).run()
}

fn merge(folder: &Folder, words: &str) -> Run {
    sator(&format!("merge d {words}")).inside(folder).run()
}

/// The number of cubes in the folder `d`.
fn cubes(folder: &Folder) -> usize {
    folder.read("d/cubes.jsonl").lines().count()
}

#[test]
fn the_counts_of_all_cubes_add_up_to_the_count() {
    let three_layouts = example("minesweeper").join("three-layouts.txt");
    let killer = "AABB\nAACC\nDDEE\nFFGG\n\nA 10, B 5, C 5, D 5, E 5, F 5, G 5\n";
    let folder = Folder::with("killer.txt", killer);
    let killer = folder.path("killer.txt");
    let puzzles: [(&str, &str); 5] = [
        ("", "8"),
        ("", "9"),
        ("sudoku", "................"),
        ("", three_layouts.to_str().unwrap()),
        ("killer", killer.to_str().unwrap()),
    ];
    for (kind, puzzle) in puzzles {
        let counted = sator(&format!("count --quiet {kind}")).arg(puzzle).run();
        for jobs in [1, 7, 40] {
            let folder = split(&format!("--jobs {jobs} {kind}"), puzzle);
            // 9 queens have five orbits of first choices.
            let most = if jobs == 1 { 1 } else { jobs.max(6) };
            assert!((1..=most).contains(&cubes(&folder)), "{puzzle}, {jobs} jobs");
            work(&folder, "").exits(0);
            merge(&folder, "").exits(0).stdout_is(&counted.stdout);
        }
    }
}

#[test]
fn a_named_solver_counts_its_cubes_itself() {
    for (backend, has_orbits) in [("varisat", false), ("search", true)] {
        let folder = split(&format!("--jobs 6 --backend {backend}"), "8");
        assert_eq!(folder.read("d/split.json").contains("orbits"), has_orbits, "{backend}");
        work(&folder, "").exits(0);
        merge(&folder, "").exits(0).stdout_is("92\n");
    }
}

#[test]
fn a_split_that_takes_long_is_stopped() {
    let (folder, empty) = (Folder::new(), ".".repeat(625));
    for task in ["count", "solve"] {
        let words = format!("split sudoku --task {task} --jobs 1000000 --timeout 0.2 -o e");
        let run = sator(&words).arg(&empty).inside(&folder).run();
        run.exits(3).stdout_is("").stderr_has(&["the time is up; nothing was written"]);
        assert!(!folder.path("e").exists());
    }
}

#[test]
fn a_cube_that_cannot_be_answered_does_not_stop_the_others() {
    let folder = split("--jobs 6", "8");
    // A cube that cannot write its result.
    fs::create_dir_all(folder.path("d/results/1.json/full")).unwrap();
    work(&folder, "").fails().stderr_has(&["1.json"]);
    merge(&folder, "--missing").exits(3).stdout_is("1\n");
}

#[test]
fn json_has_a_line_for_each_cube() {
    let folder = split("--jobs 6", "8");
    work(&folder, "--cube 1").exits(0);
    let run = work(&folder, "--cube 0..1 --json");
    let lines = "{\"cube\":0,\"status\":\"answered\"}\n{\"cube\":1,\"status\":\"known\"}\n";
    run.exits(0).stdout_is(lines);
}

#[test]
fn a_count_of_nothing_exits_with_1() {
    let folder = split("--jobs 4", "3");
    work(&folder, "--cube 0").exits(0);
    work(&folder, "").exits(0);
    merge(&folder, "").exits(1).stdout_is("0\n");
}

#[test]
fn results_that_are_lost_damaged_or_foreign_are_run_again() {
    let folder = split("--jobs 10", "8");
    work(&folder, "").exits(0);
    let result = |cube: usize| format!("d/results/{cube}.json");
    let text = |cube| folder.read(&result(cube));
    // Lost, cut off, changed, of another cube, and of another split.
    fs::remove_file(folder.path(&result(1))).unwrap();
    folder.write(&result(2), &text(2)[..40]);
    folder.write(&result(3), text(3).replacen("\"milliseconds\":", "\"milliseconds\":1", 1));
    folder.write(&result(4), text(5));
    let other = split("--jobs 10", "9");
    work(&other, "--cube 6").exits(0);
    folder.write(&result(6), other.read(&result(6)));
    folder.write("d/results/7 (copy).json", text(7));
    let run = merge(&folder, "");
    run.exits(3).stdout_is("missing: 1 (1 cube of 10)\ninvalid: 2..4,6 (4 cubes of 10)\n");
    run.stderr_has(&[
        "cube 3: the result was changed",
        "cube 4: it is the result of cube 5",
        "cube 6: it is a result of another split",
        "7 (copy).json",
        "sator work d --cube 1..4,6 --force",
    ]);
    let listed = merge(&folder, "--missing");
    listed.exits(3).stdout_is("1..4,6\n");
    let before = fs::metadata(folder.path(&result(0))).unwrap().modified().unwrap();
    work(&folder, "--cube 0..9").exits(0);
    let after = fs::metadata(folder.path(&result(0))).unwrap().modified().unwrap();
    assert_eq!(before, after, "a valid result is kept");
    merge(&folder, "").exits(0).stdout_is("92\n");
    merge(&folder, "--missing").exits(0).stdout_is("");
    work(&folder, "--cube 0 --force").exits(0);
    let counted = sator("count 8 --json").run().object();
    let mut merged = merge(&folder, "--json").exits(0).object();
    merged["stats"] = counted["stats"].clone();
    assert_eq!(merged, counted);
}

/// A file, how it is damaged, and the message about it.
type Change = (&'static str, fn(&str) -> String, &'static str);

#[test]
fn a_damaged_split_is_no_answer() {
    let folder = split("--jobs 6", "8");
    work(&folder, "").exits(0);
    let [cubes, puzzle, manifest] = ["d/cubes.jsonl", "d/puzzle.txt", "d/split.json"];
    let changes: [Change; 6] = [
        (cubes, |text| text[..text.len() / 2].to_owned(), "expected 6 lines"),
        (cubes, |text| text.replacen("11", "12", 1), "not the cubes that were split"),
        (puzzle, |_| "9".to_owned(), "not the puzzle that was split"),
        (manifest, |text| text.replacen("0.1.0", "0.0.9", 1), "split by sator 0.0.9"),
        (manifest, |text| text.replacen("count", "cant", 1), "split.json: unknown variant"),
        (manifest, |text| text[..20].to_owned(), "split.json: "),
    ];
    for (file, change, message) in changes {
        let right = folder.read(file);
        folder.write(file, change(&right));
        merge(&folder, "").fails().stderr_has(&[message]);
        folder.write(file, right);
    }
    // A manifest that claims other cubes has no results.
    let right = folder.read(manifest);
    folder.write(manifest, right.replacen("\"8-Queens\"", "\"eight\"", 1));
    merge(&folder, "").exits(3).stdout_is("invalid: 0..5 (6 cubes of 6)\n");
    folder.write(manifest, right);
    merge(&folder, "").exits(0).stdout_is("92\n");
}

#[test]
fn a_solution_is_printed_as_solve_prints_it() {
    let folder = split("--task solve --jobs 5 sudoku", UNIQUE);
    work(&folder, "").exits(0);
    let solved = sator("solve sudoku --quiet").arg(UNIQUE).run();
    merge(&folder, "--quiet").exits(0).stdout_is(&solved.stdout);
    let grid = sator("solve sudoku --quiet --json").arg(UNIQUE).run().object();
    let mut merged = merge(&folder, "--quiet --json").object();
    merged["stats"] = grid["stats"].clone();
    assert_eq!(merged, grid);
    let folder = split("--task solve --jobs 5", "3");
    merge(&folder, "").exits(3);
    work(&folder, "").exits(0);
    merge(&folder, "--quiet").exits(1).stdout_is("Unsatisfiable\n");
}

#[test]
fn one_solution_is_enough() {
    let folder = split("--task solve --jobs 8", "8");
    let count = cubes(&folder);
    work(&folder, &format!("--cube {}", count - 1)).exits(0);
    // The last cube may have none; the others are then searched.
    work(&folder, "").exits(0);
    let results = fs::read_dir(folder.path("d/results")).unwrap().count();
    assert!(results < count, "all {count} cubes were searched");
    let run = merge(&folder, "--quiet");
    assert!(run.exits(0).stdout.starts_with("Found a solution for N=8\n"), "{run:?}");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data")]
fn a_search_ends_when_another_cube_has_a_solution() {
    // Its cubes take minutes.
    let killers = fs::read_to_string(shared_data("killer/killer_large.jsonl")).unwrap();
    let killer = killers.lines().find(|line| line.contains("\"k16_std_0\"")).unwrap();
    let folder = Folder::with("killer.json", killer);
    sator("split killer killer.json --task solve --jobs 8 -o d --quiet")
        .inside(&folder)
        .run()
        .exits(0);
    let mut long = sator("work d --cube 0").inside(&folder).start();
    long.wait_for_message();
    let stored: serde_json::Value = serde_json::from_str(killer).unwrap();
    let solution = Answer::Solution(serde_json::json!({ "grid": stored["example"] }));
    let split = SplitFolder::open(&folder.path("d")).unwrap();
    split.write_result(1, solution, Duration::ZERO).unwrap();
    folder.write("d/found", "1\n");
    long.finish().exits(0).stderr_has(&["cube 1 has a solution; cube 0 is left out"]);
    assert!(!folder.path("d/results/0.json").exists());
    assert!(merge(&folder, "--quiet").exits(0).stdout.starts_with("Found a solution"));
}

#[test]
fn the_proofs_of_all_cubes_are_composed_into_a_bundle() {
    let folder = Folder::with("queens.txt", NO_QUEENS);
    let run = sator("split queens queens.txt -o d --task prove --jobs 5 --quiet").inside(&folder);
    run.run().exits(0);
    assert!(cubes(&folder) > 2, "{}", folder.read("d/cubes.jsonl"));
    work(&folder, "").exits(0);
    merge(&folder, "--quiet").exits(1).stdout_is("Unsatisfiable\n");
    merge(&folder, "--quiet --bundle b").exits(1).stdout_is("Unsatisfiable\n");
    sator("verify b --quiet").inside(&folder).run().exits(0).stdout_is("VERIFIED\n");
    let proof = folder.read("d/proofs/1.lrat");
    folder.write("d/proofs/1.lrat", &proof[..proof.len() / 2]);
    merge(&folder, "").exits(3).stdout_is(&format!("invalid: 1 (1 cube of {})\n", cubes(&folder)));
    work(&folder, "").exits(0);
    merge(&folder, "--quiet").exits(1);
}

#[test]
fn the_only_answer_is_proved_and_a_second_one_is_found() {
    let folder = split("--task prove --jobs 4 sudoku", UNIQUE);
    work(&folder, "").exits(0);
    let solved = sator("solve sudoku --unique --quiet").arg(UNIQUE).run();
    merge(&folder, "--quiet --bundle b").exits(0).stdout_is(&solved.stdout);
    sator("verify b --quiet").inside(&folder).run().exits(0).stdout_is("VERIFIED\n");
    let folder = split("--task prove --jobs 4", "6");
    work(&folder, "").exits(0);
    let run = merge(&folder, "");
    assert!(run.exits(0).stdout.ends_with("Unique: no\n"), "{run:?}");
    run.stderr_has(&["there is no proof: cube"]);
    merge(&folder, "--bundle b").exits(0);
    assert!(!folder.path("b").exists());
}

#[test]
fn a_list_is_answered_as_solve_answers_it() {
    let several = "1234\n34..\n.1.3\n.3.1\n".replace('\n', "");
    let list = format!("# a list\n{UNIQUE}\n{several}\n\nnonsense\n{UNIQUE}\n{several}\n");
    let folder = Folder::with("list.txt", &list);
    for (lines, options) in [(1, ""), (2, " --unique"), (3, ""), (100, " --unique")] {
        let solved =
            sator(&format!("solve sudoku list.txt --quiet{options}")).inside(&folder).run();
        let words = format!("split sudoku list.txt --lines {lines} --quiet -o d{lines}{options}");
        sator(&words).inside(&folder).run().exits(0);
        let merged = format!("merge d{lines} --quiet");
        sator(&merged).inside(&folder).run().exits(3);
        sator(&format!("work d{lines} --quiet")).inside(&folder).run().exits(0);
        sator(&merged).inside(&folder).run().exits(2).stdout_is(&solved.stdout);
        solved.exits(2);
    }
    // Damaged answers are not used, and a changed chunk is not answered.
    folder.write("d2/outputs/0.txt", "a");
    sator("merge d2 --quiet")
        .inside(&folder)
        .run()
        .exits(3)
        .stdout_is("invalid: 0 (1 cube of 4)\n");
    folder.write("d2/chunks/0.txt", "a");
    sator("work d2 --quiet --cube 0").inside(&folder).run().fails();
}

#[test]
fn work_that_is_stopped_or_killed_leaves_no_result() {
    let folder = split("--jobs 1", "18");
    let run = work(&folder, "--cube 0 --timeout 0.1");
    run.exits(3).stdout_is("");
    let mut killed = sator("work d --cube 0").inside(&folder).start();
    killed.wait_for_message();
    killed.child.kill().unwrap();
    killed.child.wait().unwrap();
    assert_eq!(fs::read_dir(folder.path("d/results")).unwrap().count(), 0);
    merge(&folder, "").exits(3).stdout_is("missing: 0 (1 cube of 1)\n");
}

#[test]
fn a_wrong_use_is_refused() {
    let folder = split("--jobs 2", "8");
    let all = cubes(&folder);
    sator("split 8 --jobs 2 -o d").inside(&folder).run().fails().stderr_has(&["new or empty"]);
    sator("split 8 -o e").inside(&folder).run().fails().stderr_has(&["--jobs"]);
    sator("split 8 --lines 5 -o e")
        .inside(&folder)
        .run()
        .fails()
        .stderr_has(&["one puzzle a line"]);
    sator("split 8 --jobs 0 -o e").inside(&folder).run().fails();
    sator("split sudoku --lines 5 -o e")
        .inside(&folder)
        .run()
        .fails()
        .stderr_has(&["found nothing"]);
    assert!(!folder.path("e").exists());
    let beyond = format!("--cube {all}");
    work(&folder, &beyond).fails().stderr_has(&["expected a cube from 0 to"]);
    work(&folder, "--cube 2..1").fails();
    sator("work nowhere --cube 0").inside(&folder).run().fails().stderr_has(&["sator split"]);
    sator("merge nowhere").inside(&folder).run().fails().stderr_has(&["sator split"]);
    merge(&folder, "--bundle b").fails().stderr_has(&["prove"]);
    let program = "split 8 --jobs 2 --task prove --backend search -o e";
    sator(program).inside(&folder).run().fails().stderr_has(&["writes no proofs"]);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data")]
fn the_proof_of_a_killer_is_composed_of_its_cubes() {
    let killers = fs::read_to_string(shared_data("killer/killer_unsat.jsonl")).unwrap();
    let killer = killers.lines().find(|line| line.contains("janko_141_9x9_unsat")).unwrap();
    let folder = Folder::with("killer.json", killer);
    let words = "split killer killer.json --task prove --jobs 6 -o d --quiet";
    sator(words).inside(&folder).run().exits(0);
    work(&folder, "").exits(0);
    merge(&folder, "--quiet --bundle b").exits(1);
    sator("verify b --quiet").inside(&folder).run().exits(0).stdout_is("VERIFIED\n");
}
