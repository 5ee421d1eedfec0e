//! `--cross-check`: two roads agree, or it is a bug with files to show it.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use serde_json::json;

use crate::common::{Folder, PROGRAM, sator};

/// A folder with a solver that says of every formula that it has no answer.
fn liar() -> Folder {
    let folder = Folder::with("liar", "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n");
    fs::set_permissions(folder.path("liar"), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

#[test]
fn roads_that_agree_say_so() {
    for words in ["solve 8", "solve 3", "solve 6 --all", "solve 8 --unique", "solve 8 --max 3"] {
        let run = sator(&format!("{words} --cross-check")).run();
        run.mentions(&["cross-check: varisat agrees"]);
        let object = sator(&format!("{words} --cross-check=z3 --json")).run().object();
        assert_eq!(object["cross_check"], json!({ "backend": "z3", "agrees": true }), "{words}");
    }
    let run = sator("count 7 --cross-check --backend varisat").run();
    run.exits(0).prints("40\n").mentions(&["cross-check: batsat agrees"]);
    let lines = "1...............\n12..............\n";
    let run = sator("solve sudoku --cross-check --quiet").input(lines).run();
    assert_eq!(run.exits(0).stdout.lines().count(), 2);
}

#[test]
fn a_solver_that_hides_an_answer_is_found_out_and_the_files_are_kept() {
    let folder = liar();
    let lie = sator("solve 8 --backend exec:./liar").inside(&folder).run();
    lie.exits(1).prints("Unsatisfiable\n");
    for (number, verb) in ["solve 8", "count 8", "solve 8 --backend cadical"].iter().enumerate() {
        let (first, second) = if verb.contains("--backend") {
            ("", "=exec:./liar")
        } else {
            ("--backend exec:./liar", "")
        };
        let words = format!("{verb} {first} --cross-check{second}");
        let run = sator(&words).inside(&folder).run();
        let kept = format!("sator-disagreement-{}", number + 1);
        run.exits(2).prints("").mentions(&["exec:./liar", "disagree", "bug", &kept]);
        assert_eq!(folder.read(&format!("{kept}/puzzle.txt")).trim(), "8");
        assert!(folder.read(&format!("{kept}/formula.cnf")).contains("p cnf 64 736"));
        let story = folder.read(&format!("{kept}/README.txt"));
        let claims: BTreeSet<_> =
            commands(&story).map(|command| counted(&folder, &kept, command)).collect();
        assert_eq!(claims.len(), 2, "both commands say the same: {story}");
    }
}

/// The commands that a story tells to try.
fn commands(story: &str) -> impl Iterator<Item = &str> {
    story.lines().filter_map(|line| line.trim().strip_prefix("sator "))
}

/// What one of them prints in the folder of the files.
fn counted(folder: &Folder, kept: &str, command: &str) -> String {
    let line = format!("cd '{}' && '{PROGRAM}' {command}", folder.path(kept).display());
    let run = Command::new("sh").args(["-c", &line]).output().unwrap();
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn what_a_program_was_told_is_told_again() {
    let folder = Folder::with(
        "liar",
        "#!/bin/sh\n[ \"$1\" = 'do lie' ] && echo 's UNSATISFIABLE'\nexit 20\n",
    );
    fs::set_permissions(folder.path("liar"), fs::Permissions::from_mode(0o755)).unwrap();
    let words = "solve 8 --seed 7 --backend exec:./liar --cross-check --solver-args";
    sator(words).arg("'do lie' {cnf}").inside(&folder).run().exits(2);
    let story = folder.read("sator-disagreement-1/README.txt");
    assert!(commands(&story).all(|command| command.contains("--seed 7")), "{story}");
    let claims: Vec<_> =
        commands(&story).map(|command| counted(&folder, "sator-disagreement-1", command)).collect();
    assert_eq!(claims[0], "0\n", "{story}");
    assert_ne!(claims[1], "0\n", "{story}");
}

#[test]
fn a_wrong_proof_of_uniqueness_is_found_out() {
    let folder = Folder::new();
    let truth = "minisat -verb=0 \"$1\" out > /dev/null; grep -q ^SAT out || exit 20";
    let script = format!(
        "#!/bin/sh\nif [ -e asked ]; then echo 's UNSATISFIABLE'; exit 20; fi\ntouch asked\n\
         {truth}\necho 's SATISFIABLE'; echo \"v $(tail -1 out)\"; exit 10\n"
    );
    folder.write("liar", script);
    fs::set_permissions(folder.path("liar"), fs::Permissions::from_mode(0o755)).unwrap();
    let words = "solve 8 --unique --backend exec:./liar --cross-check";
    sator(words).inside(&folder).run().exits(2).mentions(&["disagree"]);
}

#[test]
fn a_second_road_that_takes_too_long_leaves_it_open() {
    let folder = Folder::with("slow", "#!/bin/sh\nexec sleep 60\n");
    fs::set_permissions(folder.path("slow"), fs::Permissions::from_mode(0o755)).unwrap();
    let words = "solve 8 --cross-check=exec:./slow --timeout 0.3";
    let run = sator(words).inside(&folder).run();
    run.exits(3).mentions(&["stopped before it could tell"]);
    assert!(run.stdout.starts_with("Found a solution for N=8"), "{run:?}");
    let object = sator(&format!("{words} --json")).inside(&folder).run().exits(3).object();
    assert_eq!(object["cross_check"]["agrees"], json!(null));
}

#[test]
fn where_nothing_was_found_there_is_nothing_to_agree_with() {
    let folder = Folder::with("slow", "#!/bin/sh\nexec sleep 60\n");
    fs::set_permissions(folder.path("slow"), fs::Permissions::from_mode(0o755)).unwrap();
    let words = "--backend exec:./slow --timeout 0.2 --cross-check";
    let run = sator(&format!("solve 8 {words}")).inside(&folder).run();
    run.exits(3).mentions(&["cross-check: stopped before it could tell"]);
    assert!(!run.stderr.contains("agrees"), "{run:?}");
    let object = sator(&format!("count 8 {words} --json")).inside(&folder).run().exits(3).object();
    assert_eq!(object["cross_check"]["agrees"], json!(null));
}

#[test]
fn a_second_road_that_fails_does_not_take_back_what_was_found() {
    let folder = Folder::with("broken", "#!/bin/sh\nexit 77\n");
    fs::set_permissions(folder.path("broken"), fs::Permissions::from_mode(0o755)).unwrap();
    let run = sator("count 6 --cross-check=exec:./broken").inside(&folder).run();
    run.exits(2).prints("4\n").mentions(&["exec:./broken"]);
    folder.write("f", "p cnf 1 1\n1 0\n");
    let run = sator("sat f --cross-check=exec:./broken").inside(&folder).run();
    run.exits(2).prints("s SATISFIABLE\nv 1 0\n").mentions(&["exec:./broken"]);
}

#[test]
fn plain_formulas_are_checked_too() {
    let folder = liar();
    folder.write("f", "p cnf 2 2\n1 2 0\n-1 0\n");
    let run = sator("sat f --cross-check").inside(&folder).run();
    run.exits(10).mentions(&["cross-check: varisat agrees"]);
    let run = sator("sat f --cross-check=exec:./liar").inside(&folder).run();
    run.exits(2).prints("").mentions(&["says SATISFIABLE", "says UNSATISFIABLE"]);
    let kept = folder.read("sator-disagreement-1/formula.cnf");
    assert_eq!(kept, "p cnf 2 2\n1 2 0\n-1 0\n");
    let object = sator("sat f --cross-check --json").inside(&folder).run().exits(10).object();
    assert_eq!(object["cross_check"], json!({ "backend": "varisat", "agrees": true }));
    assert_eq!(object["backend"], "auto");
    sator("sat f --backend z3").inside(&folder).run().exits(2).mentions(&["exec:z3"]);
}

/// The first solver uses the time up, and leaves none for the second.
#[test]
fn two_solvers_of_a_formula_share_one_clock() {
    let folder = Folder::with("slow", "#!/bin/sh\nexec sleep 60\n");
    folder.write("second", "#!/bin/sh\ntouch begun\nexec sleep 60\n");
    for name in ["slow", "second"] {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder.write("f", "p cnf 1 1\n1 0\n");
    let words = "sat f --backend exec:./slow --cross-check=exec:./second --timeout 0.3";
    sator(words).inside(&folder).run().exits(0).prints("s UNKNOWN\n");
    assert!(!folder.path("begun").exists(), "the second solver had a clock of its own");
}
