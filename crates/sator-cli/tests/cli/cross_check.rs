//! `--cross-check`: two backends agree, or the files that show a bug are kept.

use std::collections::BTreeSet;
use std::process::Command;

use sator_testing::is_here;
use serde_json::json;

use crate::common::{Folder, PROGRAM, sator};

/// A folder with a solver that claims that no formula has an answer.
fn liar() -> Folder {
    Folder::with_script("liar", "echo 's UNSATISFIABLE'\nexit 20")
}

#[test]
fn agreement_is_reported() {
    for words in ["solve 8", "solve 3", "solve 6 --all", "solve 8 --unique", "solve 8 --max 3"] {
        let run = sator(&format!("{words} --cross-check")).run();
        run.stderr_has(&["cross-check: varisat agrees"]);
        run.stderr_has(&["cross-check: also confirmed by the plain rules alone (", " tried)"]);
        let second = if is_here("z3") { "z3" } else { "varisat" };
        let object = sator(&format!("{words} --cross-check={second} --json")).run().object();
        let [own, plain] = [&object["cross_check"], &object["cross_check"]["plain_rules"]];
        let agrees = (&own["backend"], &own["agrees"], &plain["agrees"]);
        assert_eq!(agrees, (&json!(second), &json!(true), &json!(true)), "{words}");
        assert!(plain["boards"].as_u64() > Some(0), "{words}");
    }
    let run = sator("count 7 --cross-check --backend varisat").run();
    run.exits(0).stdout_is("40\n").stderr_has(&["cross-check: batsat agrees"]);
    let lines = "1...............\n12..............\n";
    let run = sator("solve sudoku --cross-check --quiet").input(lines).run();
    assert_eq!(run.exits(0).stdout.lines().count(), 2);
}

/// At the end of a list, for all its puzzles.
#[test]
fn a_list_says_how_many_answers_were_confirmed() {
    let lines = "1...............\n12..............\n11..............\n";
    for (verb, status) in [("solve", 1), ("count", 1)] {
        let words = format!("{verb} sudoku --format sdm --cross-check --threads 2");
        let run = sator(&words).input(lines).run();
        run.exits(status).stderr_has(&[
            "cross-check: varisat agrees on 3 of 3; the plain rules alone confirm 3 of 3\n",
        ]);
        let run = sator(&format!("{words} --quiet")).input(lines).run();
        run.stderr_is("");
    }
    let folder = Folder::with_script("broken", "exit 77");
    let run = sator("count sudoku --format sdm --cross-check=exec:./broken").input(lines);
    let run = run.inside(&folder).run();
    run.exits(2).stderr_has(&["standard input:2: the solver exec:./broken", "agrees on 0 of 3"]);
}

#[test]
fn a_solver_that_hides_an_answer_is_detected_and_the_files_are_kept() {
    let folder = liar();
    let lie = sator("count 8 --backend exec:./liar").inside(&folder).run();
    lie.exits(2).stdout_is("").stderr_has(&["exec:./liar"]);
    for (number, verb) in ["solve 8", "count 8", "solve 8 --backend cadical"].iter().enumerate() {
        let (first, second) = if verb.contains("--backend") {
            ("", "=exec:./liar")
        } else {
            ("--backend exec:./liar", "")
        };
        let words = format!("{verb} {first} --cross-check{second}");
        let run = sator(&words).inside(&folder).run();
        let kept = format!("sator-disagreement-{}", number + 1);
        run.exits(2).stdout_is("").stderr_has(&["exec:./liar", "disagree", "bug", &kept]);
        assert_eq!(folder.read(&format!("{kept}/puzzle.txt")).trim(), "8");
        assert!(folder.read(&format!("{kept}/formula.cnf")).contains("p cnf 64 736"));
        let report = folder.read(&format!("{kept}/README.txt"));
        let claims: BTreeSet<_> =
            commands(&report).map(|command| counted(&folder, &kept, command)).collect();
        assert_eq!(claims.len(), 2, "both commands print the same: {report}");
    }
}

/// The commands in a report on a disagreement.
fn commands(report: &str) -> impl Iterator<Item = &str> {
    report.lines().filter_map(|line| line.trim().strip_prefix("sator "))
}

/// The output of such a command in the folder of the files.
fn counted(folder: &Folder, kept: &str, command: &str) -> String {
    let line = format!("cd '{}' && '{PROGRAM}' {command}", folder.path(kept).display());
    let run = Command::new("sh").args(["-c", &line]).output().unwrap();
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn the_commands_to_reproduce_repeat_seed_and_solver_arguments() {
    let body = "[ \"$1\" = 'do lie' ] && echo 's UNSATISFIABLE'\nexit 20";
    let folder = Folder::with_script("liar", body);
    let words = "solve 8 --seed 7 --backend exec:./liar --cross-check --solver-args";
    sator(words).arg("'do lie' {cnf}").inside(&folder).run().exits(2);
    let report = folder.read("sator-disagreement-1/README.txt");
    assert!(commands(&report).all(|command| command.contains("--seed 7")), "{report}");
    let claims: Vec<_> = commands(&report)
        .map(|command| counted(&folder, "sator-disagreement-1", command))
        .collect();
    assert_eq!(
        claims,
        ["", "at least 2 (stopped)\n"],
        "the first is refuted, the second counts: {report}"
    );
}

#[test]
fn a_wrong_claim_of_uniqueness_is_detected() {
    let folder = Folder::new();
    let truth = "minisat -verb=0 \"$1\" out > /dev/null; grep -q ^SAT out || exit 20";
    let script = format!(
        "if [ -e asked ]; then echo 's UNSATISFIABLE'; exit 20; fi\ntouch asked\n\
         {truth}\necho 's SATISFIABLE'; echo \"v $(tail -1 out)\"; exit 10"
    );
    folder.write_script("liar", &script);
    let words = "solve 8 --unique --backend exec:./liar --cross-check";
    sator(words).inside(&folder).run().exits(2).stderr_has(&["disagree"]);
}

#[test]
fn a_second_backend_that_runs_out_of_time_leaves_agreement_open() {
    let folder = Folder::with_script("slow", "exec sleep 60");
    let words = "solve 8 --cross-check=exec:./slow --timeout 0.3";
    let run = sator(words).inside(&folder).run();
    run.exits(3).stderr_has(&["stopped before the result was known"]);
    assert!(run.stdout.starts_with("Found a solution for N=8"), "{run:?}");
    let object = sator(&format!("{words} --json")).inside(&folder).run().exits(3).object();
    assert_eq!(object["cross_check"]["agrees"], json!(null));
}

#[test]
fn without_a_first_answer_agreement_is_open() {
    let folder = Folder::with_script("slow", "exec sleep 60");
    let words = "--backend exec:./slow --timeout 0.2 --cross-check";
    let run = sator(&format!("solve 8 {words}")).inside(&folder).run();
    run.exits(3).stderr_has(&["cross-check: stopped before the result was known"]);
    assert!(!run.stderr.contains("agrees"), "{run:?}");
    let object = sator(&format!("count 8 {words} --json")).inside(&folder).run().exits(3).object();
    assert_eq!(object["cross_check"]["agrees"], json!(null));
}

#[test]
fn a_second_backend_that_fails_does_not_take_back_the_answer() {
    let folder = Folder::with_script("broken", "exit 77");
    let run = sator("count 6 --cross-check=exec:./broken").inside(&folder).run();
    run.exits(2).stdout_is("4\n").stderr_has(&["exec:./broken"]);
    folder.write("f", "p cnf 1 1\n1 0\n");
    let run = sator("sat f --cross-check=exec:./broken").inside(&folder).run();
    run.exits(2).stdout_is("s SATISFIABLE\nv 1 0\n").stderr_has(&["exec:./broken"]);
}

#[test]
fn plain_formulas_are_checked_too() {
    let folder = liar();
    folder.write("f", "p cnf 2 2\n1 2 0\n-1 0\n");
    let run = sator("sat f --cross-check").inside(&folder).run();
    run.exits(10).stderr_has(&["cross-check: varisat agrees"]);
    let run = sator("sat f --cross-check=exec:./liar").inside(&folder).run();
    run.exits(2).stdout_is("").stderr_has(&["says SATISFIABLE", "says UNSATISFIABLE"]);
    let kept = folder.read("sator-disagreement-1/formula.cnf");
    assert_eq!(kept, "p cnf 2 2\n1 2 0\n-1 0\n");
    let object = sator("sat f --cross-check --json").inside(&folder).run().exits(10).object();
    assert_eq!(object["cross_check"], json!({ "backend": "varisat", "agrees": true }));
    assert_eq!(object["backend"], "auto");
    sator("sat f --backend z3").inside(&folder).run().exits(2).stderr_has(&["exec:z3"]);
}

/// The first solver uses all the time, so the second must not start.
#[test]
fn two_solvers_of_a_formula_share_one_clock() {
    let folder = Folder::with_script("slow", "exec sleep 60");
    folder.write_script("second", "touch begun\nexec sleep 60");
    folder.write("f", "p cnf 1 1\n1 0\n");
    let words = "sat f --backend exec:./slow --cross-check=exec:./second --timeout 0.3";
    sator(words).inside(&folder).run().exits(0).stdout_is("s UNKNOWN\n");
    assert!(!folder.path("begun").exists(), "the second solver had a clock of its own");
}

#[test]
fn a_json_line_that_was_begun_is_finished_after_a_failure() {
    let run = sator("solve 12 --max 10001 --json --cross-check=exec:./liar").inside(&liar()).run();
    run.exits(2).stderr_has(&["disagree"]);
    let object = run.object();
    assert_eq!((&object["status"], &object["complete"]), (&json!("sat"), &json!(false)));
    assert_eq!(object["solutions"].as_array().unwrap().len(), 10_001);
    assert!(object["error"].as_str().unwrap().contains("disagree"), "{}", object["error"]);
}
