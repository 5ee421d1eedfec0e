//! `solve --proof`, `solve --bundle` and `verify`.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{Folder, PROGRAM, Run, sator};

/// The only answer of this one takes some guessing to find.
const UNIQUE: &str =
    "...8....7..3..........2..85.21.6.........2.7..5...9.64.1...4.....65.......47...91";
/// The same with a value given that is not its answer's.
const IMPOSSIBLE: &str =
    "...8....7..3..........2..85.21.6.........2.7..5...9.64.1...4.....65....3..47...91";

/// A folder with the bundle `b` of a puzzle, and how the puzzle was solved.
fn bundle(words: &str, puzzle: &str) -> (Folder, Run) {
    let folder = Folder::new();
    let run = sator(words).args(["--bundle", "b"]).arg(puzzle).inside(&folder).run();
    (folder, run)
}

fn verify(folder: &Folder) -> Run {
    sator("verify b").inside(folder).run()
}

#[track_caller]
fn is_refused(folder: &Folder, what: &str) {
    let run = verify(folder);
    assert!(run.exits(1).stdout.starts_with(&format!("NOT VERIFIED: {what}")), "{run:?}");
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
}

fn files(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("b")).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_bundle_of_a_puzzle_without_an_answer_is_verified() {
    for (words, puzzle, subject) in [
        ("solve", "3", "the queens puzzle in puzzle.txt, 3-Queens,"),
        ("solve", "2", "the queens puzzle in puzzle.txt, 2-Queens,"),
        ("solve sudoku", IMPOSSIBLE, "the sudoku puzzle in puzzle.txt, 9×9 Sudoku,"),
    ] {
        let (folder, run) = bundle(words, puzzle);
        run.exits(1).prints("Unsatisfiable\n").mentions(&["sator verify b"]);
        assert_eq!(files(&folder), ["formula.cnf", "map.json", "proof.lrat", "puzzle.txt"]);
        assert_eq!(folder.names(), ["b"]);
        let said = format!("{subject} has no answer\n");
        verify(&folder).exits(0).prints("VERIFIED\n").says(&said);
    }
}

#[test]
fn a_bundle_of_an_only_answer_is_verified() {
    for (words, puzzle, subject) in [
        ("solve sudoku --unique", UNIQUE, "the sudoku puzzle in puzzle.txt, 9×9 Sudoku,"),
        ("solve --unique", "1", "the queens puzzle in puzzle.txt, 1-Queens,"),
    ] {
        let (folder, run) = bundle(words, puzzle);
        assert!(run.exits(0).stdout.ends_with("Unique: yes\n"), "{run:?}");
        let names = ["answer.json", "formula.cnf", "map.json", "proof.lrat", "puzzle.txt"];
        assert_eq!(files(&folder), names);
        let said = format!("{subject} has the answer in answer.json, and no other\n");
        verify(&folder).exits(0).prints("VERIFIED\n").says(&said);
    }
}

#[test]
fn a_bundle_without_a_proof_claims_no_more_than_its_answer() {
    for words in ["solve", "solve --unique"] {
        let (folder, _) = bundle(words, "8");
        let names = ["answer.json", "formula.cnf", "map.json", "puzzle.txt"];
        assert_eq!(files(&folder), names);
        let run = verify(&folder);
        run.exits(0).prints("VERIFIED\n").mentions(&["8-Queens", "that there is no other is not"]);
    }
}

#[test]
fn json_tells_what_was_verified() {
    let (folder, _) = bundle("solve", "3");
    let object = sator("verify b --json").inside(&folder).run().exits(0).object();
    let expected = json!({
        "status": "verified", "puzzle": "queens", "title": "3-Queens", "claim": "no answer",
        "stats": object["stats"],
    });
    assert_eq!(object, expected);
}

#[test]
fn the_map_tells_the_cell_and_value_of_every_variable() {
    let (folder, _) = bundle("solve sudoku", "1...............");
    let map: Value = serde_json::from_str(&folder.read("b/map.json")).unwrap();
    assert_eq!(map["puzzle"], "sudoku");
    assert_eq!(map["variables"].as_object().unwrap().len(), 64);
    // Variables are numbered r*n*n + c*n + v.
    assert_eq!(map["variables"]["23"], json!({ "cell": "r2c2", "value": 3 }));
}

#[test]
fn whatever_is_changed_in_a_bundle_is_found() {
    type Change = fn(String) -> String;
    let changes: [(&str, Change, &str); 27] = [
        ("puzzle.txt", |text| text.replacen('8', ".", 1), "formula.cnf: clause"),
        ("puzzle.txt", |_| "nonsense".to_owned(), "puzzle.txt: "),
        ("formula.cnf", |text| text.replacen("-1 -2 0\n", "", 1), "formula.cnf: "),
        ("formula.cnf", |text| text.replacen("-1 -2 0\n", "-1 0\n", 1), "formula.cnf: clause"),
        ("formula.cnf", |text| text + "1 0\n", "formula.cnf: "),
        ("formula.cnf", |text| text.replacen("p cnf 729", "p cnf 730", 1), "formula.cnf: "),
        ("formula.cnf", |_| "p cnf".to_owned(), "formula.cnf: "),
        // Some read this as the empty clause.
        ("formula.cnf", |text| text + "0\n", "formula.cnf: "),
        ("formula.cnf", |text| text + "c" + &"x".repeat(9 << 20), "formula.cnf: expected at most"),
        ("formula.cnf", |text| text.replacen("p cnf 729 ", "p cnf 729 1", 1), "formula.cnf: "),
        ("map.json", |text| text.replacen("r1c1", "r1c2", 1), "map.json: "),
        ("map.json", |text| text.replacen('{', "{\"claim\":\"answer\",", 1), "map.json: "),
        ("map.json", |text| text.replacen('{', "{\"note\":\"trust me\",", 1), "map.json: "),
        (
            "map.json",
            |text| text.replacen("{\"1\":", "{\"1\":{\"cell\":\"r9c9\",\"value\":9},\"1\":", 1),
            "map.json: variable 1 is there twice",
        ),
        (
            "map.json",
            |text| text.replacen("{\"1\":", "{\"730\":{\"cell\":\"r9c9\",\"value\":9},\"1\":", 1),
            "map.json: expected 729 variables",
        ),
        ("map.json", |text| text.replacen("\"1\":", "\"4294967297\":", 1), "map.json: "),
        ("map.json", |text| text.replacen("\"value\":1", "\"value\":4294967297", 1), "map.json: "),
        (
            "map.json",
            |text| text.replacen("only answer", "answer", 1),
            "map.json: a proof is named",
        ),
        ("map.json", |text| text.replacen("\"auto\"", "\"auto,extended\"", 1), "map.json: "),
        ("map.json", |text| text.replacen("\"auto\"", "\"minimal\"", 1), "formula.cnf: clause"),
        ("map.json", |text| text.replacen("proof.lrat", "./proof.lrat", 1), "map.json: "),
        ("map.json", |text| text.replacen("only answer", "no answer", 1), "answer.json: "),
        ("map.json", |text| text.replacen("\"auto\"", "\"extended\"", 1), "map.json: "),
        ("map.json", |text| text.replacen("proof.lrat", "../proof", 1), "map.json: "),
        ("answer.json", |text| text.replacen('8', "9", 1), "answer.json: "),
        ("proof.lrat", |text| text.lines().next().unwrap().to_owned() + "\n", "proof.lrat: step"),
        ("proof.lrat", |text| text[..text.len() / 2].to_owned(), "proof.lrat: step"),
    ];
    let (folder, _) = bundle("solve sudoku --unique", UNIQUE);
    for (file, change, found) in changes {
        let path = format!("b/{file}");
        let right = folder.read(&path);
        let wrong = change(right.clone());
        assert_ne!(right, wrong, "{file} is as before");
        folder.write(&path, wrong);
        is_refused(&folder, found);
        folder.write(&path, right);
    }
    verify(&folder).exits(0).prints("VERIFIED\n");
    for file in files(&folder) {
        let path = folder.path(&format!("b/{file}"));
        let kept = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        is_refused(&folder, &format!("{file}: "));
        fs::write(path, kept).unwrap();
    }
}

/// Whoever reads the answer finds the one that was judged.
#[test]
fn the_answer_of_a_bundle_is_one_and_no_more() {
    let (folder, _) = bundle("solve", "8");
    let answer = folder.read("b/answer.json");
    let spaced = answer.replace(',', " ,\r\n");
    folder.write("b/answer.json", spaced);
    verify(&folder).exits(0).prints("VERIFIED\n");
    for first in ["\"columns\":[1,2,3,4,5,6,7,8],", "\"rows\":[1,2,3,4,5,6,7,8],"] {
        folder.write("b/answer.json", answer.replacen('{', &format!("{{{first}"), 1));
        is_refused(&folder, "answer.json: ");
    }
}

#[test]
fn another_puzzle_of_the_same_size_is_another_claim() {
    let (folder, _) = bundle("solve sudoku --unique", UNIQUE);
    let (impossible, _) = bundle("solve sudoku", IMPOSSIBLE);
    folder.write("b/puzzle.txt", impossible.read("b/puzzle.txt"));
    is_refused(&folder, "answer.json: ");
    impossible.write("b/puzzle.txt", UNIQUE);
    is_refused(&impossible, "formula.cnf: clause");
    impossible.write("b/formula.cnf", bundle("solve sudoku", UNIQUE).0.read("b/formula.cnf"));
    is_refused(&impossible, "proof.lrat: step");
}

/// Lines may end as they do elsewhere.
#[test]
fn a_bundle_that_went_through_windows_is_verified() {
    let (folder, _) = bundle("solve sudoku --unique", UNIQUE);
    for file in files(&folder) {
        let path = format!("b/{file}");
        folder.write(&path, folder.read(&path).replace('\n', "\r\n"));
    }
    verify(&folder).exits(0).prints("VERIFIED\n");
}

#[test]
fn what_is_no_file_in_a_bundle_is_not_opened() {
    let (folder, _) = bundle("solve sudoku --unique", UNIQUE);
    for file in files(&folder) {
        let path = folder.path(&format!("b/{file}"));
        let kept = fs::read(&path).unwrap();
        for create in [pipe, folder_at, |path: &Path| symlink("/dev/zero", path)] {
            fs::remove_file(&path).or_else(|_| fs::remove_dir(&path)).unwrap();
            create(&path).unwrap();
            is_refused(&folder, &format!("{file}: expected a file\n"));
        }
        fs::remove_file(&path).unwrap();
        // A link to a file is as good as that.
        fs::write(folder.path("elsewhere"), kept).unwrap();
        symlink(folder.path("elsewhere"), &path).unwrap();
        verify(&folder).exits(0).prints("VERIFIED\n");
        fs::remove_file(&path).unwrap();
        fs::rename(folder.path("elsewhere"), path).unwrap();
    }
    let (folder, _) = bundle("solve", "3");
    symlink("nowhere", folder.path("b/answer.json")).unwrap();
    is_refused(&folder, "answer.json: there is one");
}

fn folder_at(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

fn pipe(path: &Path) -> io::Result<()> {
    let made = Command::new("mkfifo").arg(path).status()?;
    if made.success() { Ok(()) } else { Err(io::Error::other("mkfifo")) }
}

#[test]
fn a_check_that_takes_long_is_stopped() {
    let folder = Folder::new();
    sator("solve 3 --cnf f --proof p").inside(&folder).run().exits(1);
    sator("solve 150 --encoding pairwise --bundle b").inside(&folder).run().exits(0);
    pipe(&folder.path("pipe")).unwrap();
    for words in ["verify b", "verify pipe p", "verify f pipe"] {
        let run = sator(&format!("{words} --timeout 0.05")).inside(&folder).run();
        run.exits(3).prints("Unknown: stopped\n");
        let run = sator(&format!("{words} --timeout 0.05 --json")).inside(&folder).run();
        let object = run.exits(3).object();
        assert_eq!(object["status"], "unknown");
        assert!(object["stats"]["seconds"]["check"].is_number(), "{object}");
    }
}

/// The claim of a bundle without an answer cannot be had by leaving the answer out.
#[test]
fn a_proof_of_one_claim_is_none_of_another() {
    let (folder, _) = bundle("solve sudoku --unique", UNIQUE);
    fs::remove_file(folder.path("b/answer.json")).unwrap();
    let map = folder.read("b/map.json").replacen("only answer", "no answer", 1);
    folder.write("b/map.json", map);
    is_refused(&folder, "formula.cnf: ");
}

#[test]
fn a_bundle_goes_to_a_new_or_empty_folder() {
    let folder = Folder::new();
    fs::create_dir(folder.path("b")).unwrap();
    sator("solve 3 --bundle b").inside(&folder).run().exits(1);
    verify(&folder).exits(0);
    let run = sator("solve 3 --bundle b").inside(&folder).run();
    run.fails().mentions(&["new or empty folder", "'b'"]);
    folder.write("file", "");
    sator("solve 3 --bundle file").inside(&folder).run().fails().mentions(&["file"]);
    sator("solve 3 --bundle no/such").inside(&folder).run().fails().mentions(&["no/such"]);
    assert_eq!(folder.names(), ["b", "file"]);
}

#[test]
fn a_bundle_may_go_to_the_folder_that_one_is_in() {
    let folder = Folder::new();
    fs::create_dir(folder.path("b")).unwrap();
    let here = folder.path("b");
    let cd = format!("cd '{}' && '{PROGRAM}' solve 3 --bundle . && exit 9", here.display());
    assert_eq!(Command::new("sh").args(["-c", &cd]).output().unwrap().status.code(), Some(1));
    assert_eq!(files(&folder), ["formula.cnf", "map.json", "proof.lrat", "puzzle.txt"]);
    verify(&folder).exits(0);
}

#[test]
fn no_two_things_go_to_one_file() {
    let folder = Folder::with("f", "p cnf 1 2\n1 0\n-1 0\n");
    for (words, mentions) in [
        ("sat f --proof f", "the formula and the proof"),
        ("sat f --proof ./f", "the formula and the proof"),
        ("solve 3 --cnf x --proof x", "the formula and the proof"),
        ("solve 3 -o x --proof x", "the answer and the proof"),
        ("solve 3 --bundle x --proof x", "the proof and the bundle"),
    ] {
        sator(words).inside(&folder).run().fails().mentions(&[mentions]);
        assert_eq!(folder.names(), ["f"], "{words}");
    }
    assert_eq!(folder.read("f"), "p cnf 1 2\n1 0\n-1 0\n");
}

#[test]
fn a_proof_that_cannot_be_written_does_not_take_back_what_was_found() {
    let folder = Folder::new();
    let run = sator("solve 3 --proof /dev/full").inside(&folder).run();
    run.exits(2).prints("Unsatisfiable\n").mentions(&["/dev/full"]);
    let formula = "p cnf 1 2\n1 0\n-1 0\n";
    let run = sator("sat --proof /dev/full").input(formula).run();
    run.exits(2).mentions(&["/dev/full"]);
}

#[test]
fn a_program_writes_the_format_that_it_can() {
    let folder = Folder::new();
    for words in
        ["--proof p --proof-format lrat", "--proof p.lrat", "--proof-format lrat --bundle b"]
    {
        let run = sator(&format!("solve 3 --backend exec:cadical {words}")).inside(&folder).run();
        run.fails().mentions(&["exec:cadical writes its proofs as drat, not as lrat"]);
        assert_eq!(folder.names(), [""; 0], "{words}");
    }
}

#[cfg(unix)]
#[test]
fn a_wrong_proof_of_a_program_is_not_passed_on() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder =
        Folder::with("liar", "#!/bin/sh\necho 0 > \"$2\"\necho 's UNSATISFIABLE'\nexit 20\n");
    fs::set_permissions(folder.path("liar"), fs::Permissions::from_mode(0o755)).unwrap();
    for evidence in ["--proof p", "--bundle b"] {
        let words = format!("solve 4 --backend exec:./liar {evidence} --solver-args");
        let run = sator(&words).arg("{cnf} {proof}").inside(&folder).run();
        run.exits(2).prints("Unsatisfiable\n");
        run.mentions(&["the proof that exec:./liar wrote is wrong: step 1"]);
        assert_eq!(folder.names(), ["liar"]);
    }
}

#[test]
fn a_proof_is_written_in_every_format_and_read_without_being_told_which() {
    let provers: &[&str] =
        if cfg!(feature = "cadical") { &["cadical", "varisat"] } else { &["varisat"] };
    for backend in provers {
        for format in ["drat", "drat-binary", "lrat", "lrat-binary"] {
            let folder = Folder::new();
            let words = "solve sudoku --unique --proof p --cnf f --quiet";
            let chosen = ["--backend", backend, "--proof-format", format];
            let run = sator(words).args(chosen).arg(UNIQUE).inside(&folder).run();
            assert!(run.exits(0).stdout.ends_with("Unique: yes\n"), "{run:?}");
            let run = sator("verify f p --stats").inside(&folder).run();
            run.exits(0).prints("VERIFIED\n").mentions(&[format, "time: check"]);
            if format.starts_with("drat") {
                accepted_by_rate(&folder);
            }
        }
    }
}

/// The checker that is not ours.
#[track_caller]
fn accepted_by_rate(folder: &Folder) {
    let rate = Command::new("rate").args(["f", "p"]).current_dir(folder.path("")).output();
    let rate = rate.expect("'rate' is missing: cargo install rate --locked");
    let said = String::from_utf8_lossy(&rate.stdout);
    assert!(said.lines().any(|line| line == "s VERIFIED"), "{said}");
}

#[test]
fn that_there_is_no_answer_is_proved_to_others_as_well() {
    for (words, puzzle) in [("solve", "3"), ("solve", "2"), ("solve sudoku", IMPOSSIBLE)] {
        for format in ["drat", "drat-binary"] {
            let folder = Folder::new();
            let chosen = ["--proof", "p", "--cnf", "f", "--proof-format", format];
            sator(words).args(chosen).arg(puzzle).inside(&folder).run().exits(1);
            accepted_by_rate(&folder);
        }
    }
}

#[test]
fn the_name_of_the_file_tells_the_format() {
    for (file, format) in [("p.drat", "drat"), ("p.lrat", "lrat"), ("p", "lrat")] {
        let folder = Folder::new();
        sator("solve 3 --cnf f --proof").arg(file).inside(&folder).run().exits(1);
        let run = sator("verify f --json").arg(file).inside(&folder).run();
        let object = run.exits(0).object();
        assert_eq!(
            (&object["status"], &object["claim"]),
            (&json!("verified"), &json!("no answer"))
        );
        assert_eq!(object["stats"]["format"], format);
    }
}

#[test]
fn where_there_is_an_answer_there_is_nothing_to_prove() {
    let folder = Folder::new();
    let run = sator("solve 8 --proof p").inside(&folder).run();
    run.exits(0).mentions(&["no proof was written", "--unique"]);
    let object = sator("solve 8 --proof p --json").inside(&folder).run().exits(0).object();
    assert_eq!(object["proof"], Value::Null);
    let run = sator("solve 8 --unique --proof p").inside(&folder).run();
    assert!(run.exits(0).stdout.ends_with("Unique: no\n"), "{run:?}");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn what_cannot_be_proved_is_said_before_it_is_solved() {
    let folder = Folder::new();
    for (words, mentions) in [
        ("solve 3 --proof p --backend batsat", "batsat writes no proofs; "),
        ("solve 3 --proof p --backend z3", "z3 writes no proofs; "),
        ("solve 3 --proof p --encoding extended", "'extended'"),
        ("solve 3 -o x --proof -", "a proof needs a file"),
        ("solve 3 --proof -", "the answer and the proof cannot both go to standard output"),
        ("solve 3 --bundle no/such/folder", "no/such/folder"),
        ("solve 3 --proof no/such/file", "no/such/file"),
        ("solve 3 4 --proof p", "several"),
        ("solve 3 --proof p --all", "--all"),
        ("solve 3 --proof p --proof-format rat", "'rat'"),
        ("solve 3 --proof p --backend exec:minisat", "exec:minisat writes no proofs"),
    ] {
        let run = sator(words).inside(&folder).run();
        run.exits(2).mentions(&[mentions]);
        assert!(!run.stderr.contains("Solving for"), "{run:?}");
        assert_eq!(folder.names(), [""; 0], "{words}");
    }
}

#[test]
fn a_program_can_prove() {
    let folder = Folder::new();
    let words = "solve sudoku --unique --proof p --cnf f --backend exec:cadical";
    sator(words).arg(UNIQUE).inside(&folder).run().exits(0);
    sator("verify f p").inside(&folder).run().exits(0).prints("VERIFIED\n");
    accepted_by_rate(&folder);
    let (folder, _) = bundle("solve --backend exec:cadical", "3");
    assert!(files(&folder).contains(&"proof.drat".to_owned()));
    verify(&folder).exits(0).prints("VERIFIED\n");
}

#[test]
fn a_proof_that_fails_is_refused_with_its_place() {
    // Every clause of three variables: two must be fixed before anything follows.
    let sign = |number: i32, bit: i32| if number >> bit & 1 == 0 { bit + 1 } else { -bit - 1 };
    let clause =
        |number| format!("{} {} {} 0\n", sign(number, 0), sign(number, 1), sign(number, 2));
    let formula: String = (0..8).map(clause).collect();
    let folder = Folder::with("f", format!("p cnf 3 8\n{formula}"));
    for (proof, format, said) in [
        ("2 3 0\n3 0\n2 0\n0\n", "drat", "VERIFIED\n"),
        ("", "drat", "NOT VERIFIED: step 0"),
        ("2 3 0\n", "drat", "NOT VERIFIED: step 1, line 1: the proof ends without"),
        ("2 3 0\n0\n", "drat", "NOT VERIFIED: step 2, line 2"),
        (
            "9 2 3 0 1 2 0\n10 -2 3 0 3 4 0\n",
            "lrat",
            "NOT VERIFIED: step 2, line 2: the proof ends",
        ),
        ("9 2 3 0 1 3 0\n", "lrat", "NOT VERIFIED: step 1, line 1"),
        ("9 2 3 0 1 2 0\n10 3 0 9 0\n", "lrat", "NOT VERIFIED: step 2, line 2"),
        ("what is this?\n", "drat", "NOT VERIFIED: step 1, line 1"),
    ] {
        folder.write("p", proof);
        let run = sator("verify f p --proof-format").arg(format).inside(&folder).run();
        let status = i32::from(said.starts_with("NOT"));
        assert!(run.exits(status).stdout.starts_with(said), "{proof}: {run:?}");
    }
}

#[test]
fn what_is_no_bundle_and_no_formula_is_bad_input() {
    let folder = Folder::with("file", "text\n");
    for (words, mentions) in [
        ("verify nowhere", "nowhere: expected a folder"),
        ("verify file", "file: expected a folder"),
        ("verify file file", "file:1:1: expected 'p cnf"),
        ("verify nowhere file", "nowhere: no such file"),
        ("verify", "required"),
        ("verify a b c", "unexpected"),
    ] {
        sator(words).inside(&folder).run().exits(2).mentions(&[mentions]);
    }
    folder.write("f", "p cnf 1 2\n1 0\n-1 0\n");
    sator("verify f nowhere").inside(&folder).run().exits(2).mentions(&["nowhere"]);
    fs::create_dir(folder.path("empty")).unwrap();
    let run = sator("verify empty").inside(&folder).run();
    assert!(run.exits(1).stdout.starts_with("NOT VERIFIED: map.json: "), "{run:?}");
    let run = sator("verify empty --proof-format lrat").inside(&folder).run();
    run.exits(2).mentions(&["empty: --proof-format is for a formula and its proof"]);
}

#[test]
fn what_a_refused_proof_took_is_told() {
    let (folder, _) = bundle("solve sudoku --unique", UNIQUE);
    let proof = folder.read("b/proof.lrat");
    let first = proof.lines().next().unwrap();
    folder.write("b/proof.lrat", format!("{first}\n"));
    folder.write("p", first);
    for words in ["verify b", "verify b/formula.cnf p"] {
        let run = sator(&format!("{words} --stats")).inside(&folder).run();
        run.exits(1).mentions(&["clauses added", "time: check", "peak memory"]);
        let object = sator(&format!("{words} --json")).inside(&folder).run().exits(1).object();
        assert_eq!(object["status"], "not verified");
        assert_eq!(object["stats"]["clauses_added"], 1);
    }
    // Without a look at the proof there is less to tell.
    folder.write("b/puzzle.txt", "nonsense");
    let run = sator("verify b --stats").inside(&folder).run();
    run.exits(1).mentions(&["time: check", "peak memory"]);
    assert!(!run.stderr.contains("clauses added"), "{run:?}");
}

/// Nothing follows but by the first clause, which the proof deletes.
const NEEDED: &str = "p cnf 3 5\n1 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";
const DELETES_IT: &str = "d 7 0\nd 1 0\n2 0\n0\n";

#[test]
fn deletions_that_were_ignored_are_told() {
    let folder = Folder::with("f", NEEDED);
    folder.write("p", DELETES_IT);
    let ignored = "deletions of unit clauses were ignored";
    let run = sator("verify f p --stats").inside(&folder).run();
    run.exits(0).prints("VERIFIED\n").mentions(&[ignored, "deletions ignored", "of nothing"]);
    let stats = &sator("verify f p --json").inside(&folder).run().exits(0).object()["stats"];
    assert_eq!((&stats["deletions_ignored"], &stats["facts_taken_back"]), (&json!(1), &json!(0)));
    assert_eq!(stats["deletions_of_nothing"], 1);
    // From a pipe it can be read but once.
    let run = sator("verify f - --stats").input(DELETES_IT).inside(&folder).run();
    run.exits(1).mentions(&["a proof in a file is read again", "facts taken back"]);
    assert!(run.stdout.starts_with("NOT VERIFIED: step 4"), "{run:?}");
    folder.write("p", "2 0\n0\n");
    let run = sator("verify f p --stats").inside(&folder).run();
    run.exits(0).prints("VERIFIED\n");
    for word in ["ignored", "taken back", "of nothing"] {
        assert!(!run.stderr.contains(word), "{run:?}");
    }
}

#[test]
fn formulas_and_proofs_may_be_compressed() {
    let folder = Folder::with("f", NEEDED);
    folder.write("p.drat", DELETES_IT);
    for (program, end) in [("gzip", "gz"), ("bzip2", "bz2"), ("xz", "xz")] {
        for file in ["f", "p.drat"] {
            let mut packing = Command::new(program);
            let packed = packing.args(["-k", file]).current_dir(folder.path("")).status().unwrap();
            assert!(packed.success());
        }
        let words = format!("verify f.{end} p.drat.{end}");
        sator(&words).inside(&folder).run().exits(0).prints("VERIFIED\n");
        let packed = fs::read(folder.path(&format!("p.drat.{end}"))).unwrap();
        folder.write("cut", &packed[..packed.len() - 9]);
        let run = sator("verify f cut").inside(&folder).run();
        run.exits(2).mentions(&["cut: cannot be decompressed"]);
    }
}

#[test]
fn a_formula_or_a_proof_may_come_from_a_pipe() {
    let folder = Folder::new();
    sator("solve 3 --cnf f --proof p").inside(&folder).run().exits(1);
    for input in ["-", "/dev/stdin"] {
        for (files, piped) in [([input, "p"], "f"), (["f", input], "p")] {
            let run = sator("verify").args(files).input(folder.read(piped)).inside(&folder).run();
            run.exits(0).prints("VERIFIED\n");
        }
        let run = sator("verify -").arg(input).input("").inside(&folder).run();
        run.exits(2).mentions(&["standard input can be read only once"]);
    }
}

#[test]
fn a_plain_formula_is_proved_too() {
    // Few of many variables: a proof keeps their numbers.
    let sparse = "p cnf 900000 4\n900000 5 0\n-900000 5 0\n900000 -5 0\n-900000 -5 0\n";
    for formula in [sparse, "p cnf 1 2\n1 0\n-1 0\n", "p cnf 0 1\n0\n"] {
        for options in ["", "--proof-format drat-binary", "--backend varisat"] {
            let folder = Folder::with("f", formula);
            let run = sator(&format!("sat f --proof p {options}")).inside(&folder).run();
            run.exits(20).prints("s UNSATISFIABLE\n").mentions(&["the proof is in 'p'"]);
            sator("verify f p").inside(&folder).run().exits(0).prints("VERIFIED\n");
        }
    }
    let folder = Folder::with("f", "p cnf 1 1\n1 0\n");
    sator("sat f --proof p").inside(&folder).run().exits(10).mentions(&["no proof was written"]);
    sator("sat f --proof p --backend batsat").inside(&folder).run().exits(2);
    assert_eq!(folder.names(), ["f"]);
}
