//! `solve --proof`, `solve --bundle` and `verify`.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use sator_testing::needs;
use serde_json::json;

use crate::common::{Folder, PROGRAM, Run, Sator, sator};

/// One answer, which needs a search.
const UNIQUE: &str =
    "...8....7..3..........2..85.21.6.........2.7..5...9.64.1...4.....65.......47...91";
/// The same with a given value that differs from the answer.
const IMPOSSIBLE: &str =
    "...8....7..3..........2..85.21.6.........2.7..5...9.64.1...4.....65....3..47...91";

/// A folder with the bundle `b` of a puzzle, and the run of `solve`.
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
fn every_change_in_a_bundle_is_detected() {
    type Change = fn(String) -> String;
    let changes: [(&str, Change, &str); 27] = [
        ("puzzle.txt", |text| text.replacen('8', ".", 1), "formula.cnf: clause"),
        ("puzzle.txt", |_| "nonsense".to_owned(), "puzzle.txt: "),
        ("formula.cnf", |text| text.replacen("-1 -2 0\n", "", 1), "formula.cnf: "),
        ("formula.cnf", |text| text.replacen("-1 -2 0\n", "-1 0\n", 1), "formula.cnf: clause"),
        ("formula.cnf", |text| text + "1 0\n", "formula.cnf: "),
        ("formula.cnf", |text| text.replacen("p cnf 729", "p cnf 730", 1), "formula.cnf: "),
        ("formula.cnf", |_| "p cnf".to_owned(), "formula.cnf: "),
        // Some programs read this as the empty clause.
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
    verify(&folder).exits(0).stdout_is("VERIFIED\n");
    for file in files(&folder) {
        let path = folder.path(&format!("b/{file}"));
        let kept = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        is_refused(&folder, &format!("{file}: "));
        fs::write(path, kept).unwrap();
    }
}

/// No reader of the file may find another answer than the one that was checked.
#[test]
fn the_answer_of_a_bundle_is_one_and_no_more() {
    let (folder, _) = bundle("solve", "8");
    let answer = folder.read("b/answer.json");
    let spaced = answer.replace(',', " ,\r\n");
    folder.write("b/answer.json", spaced);
    verify(&folder).exits(0).stdout_is("VERIFIED\n");
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

#[test]
fn a_bundle_that_went_through_windows_is_verified() {
    let (folder, _) = bundle("solve sudoku --unique", UNIQUE);
    for file in files(&folder) {
        let path = format!("b/{file}");
        folder.write(&path, folder.read(&path).replace('\n', "\r\n"));
    }
    verify(&folder).exits(0).stdout_is("VERIFIED\n");
}

#[test]
fn only_regular_files_of_a_bundle_are_opened() {
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
        // A link to a regular file is accepted.
        fs::write(folder.path("elsewhere"), kept).unwrap();
        symlink(folder.path("elsewhere"), &path).unwrap();
        verify(&folder).exits(0).stdout_is("VERIFIED\n");
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
        run.exits(3).stdout_is("Unknown: stopped\n");
        let run = sator(&format!("{words} --timeout 0.05 --json")).inside(&folder).run();
        let object = run.exits(3).object();
        assert_eq!(object["status"], "unknown");
        assert!(object["stats"]["seconds"]["check"].is_number(), "{object}");
    }
}

#[test]
fn a_proof_of_one_claim_does_not_prove_another() {
    let (folder, _) = bundle("solve sudoku --unique", UNIQUE);
    fs::remove_file(folder.path("b/answer.json")).unwrap();
    let map = folder.read("b/map.json").replacen("only answer", "no answer", 1);
    folder.write("b/map.json", map);
    is_refused(&folder, "formula.cnf: ");
}

#[test]
fn a_wrong_proof_of_a_program_is_not_passed_on() {
    let body = "echo 0 > \"$2\"\necho 's UNSATISFIABLE'\nexit 20";
    let folder = Folder::with_script("liar", body);
    for evidence in ["--proof p", "--bundle b"] {
        let words = format!("solve 3 --backend exec:./liar {evidence} --solver-args");
        let run = sator(&words).arg("{cnf} {proof}").inside(&folder).run();
        run.exits(2).stdout_is("Unsatisfiable\n");
        run.stderr_has(&["the proof that exec:./liar wrote is wrong: step 1"]);
        assert_eq!(folder.names(), ["liar"]);
    }
}

/// Without a proof that can be checked the verdict of a program is not passed on, and nothing is left
/// under the wanted name.
#[test]
fn an_unproved_verdict_on_a_formula_is_unknown() {
    for trick in ["echo 0 > \"$2\"", "rm -f \"$2\"", "rm -f \"$2\"; mkfifo \"$2\""] {
        let body = format!("{trick}\necho 's UNSATISFIABLE'\nexit 20");
        let folder = Folder::with_script("liar", &body);
        folder.write("f", "p cnf 1 1\n1 0\n");
        let words = "sat f --proof p --backend exec:./liar --solver-args";
        let run = sator(words).arg("{cnf} {proof}").inside(&folder).run();
        run.exits(2).stdout_is("s UNKNOWN\n").stderr_has(&["exec:./liar"]);
        let run = sator(words).args(["{cnf} {proof}", "--json"]).inside(&folder).run();
        let object = run.exits(2).object();
        assert_eq!((&object["status"], &object["proof"]), (&json!("unknown"), &json!(null)));
        assert_eq!(folder.names(), ["f", "liar"], "{trick}");
    }
}

#[test]
fn a_proof_that_cannot_be_checked_is_an_error() {
    for trick in ["mkfifo", "mkdir", "ln -s /dev/null", "ln -s /etc/passwd"] {
        let body = format!("rm \"$2\"\n{trick} \"$2\"\necho 's UNSATISFIABLE'\nexit 20");
        let folder = Folder::with_script("liar", &body);
        folder.write("f", "p cnf 1 1\n1 0\n");
        for words in ["sat f --proof p", "solve 3 --proof p", "solve 3 --bundle b"] {
            let liar = ["--backend", "exec:./liar", "--solver-args", "{cnf} {proof}"];
            let run = sator(words).args(liar).inside(&folder).run();
            run.exits(2).stderr_has(&["the proof that exec:./liar wrote cannot be checked"]);
            assert_eq!(folder.names(), ["f", "liar"]);
        }
    }
}

#[test]
fn a_proof_for_a_pipe_is_checked_before_it_is_copied() {
    let shell = format!("{PROGRAM} solve 3 --proof /dev/fd/3 --quiet 3>&1 >/dev/null | head -c 1");
    let run = Sator::program("sh").args(["-c", &shell]).run();
    assert!(run.exits(0).stdout.starts_with(|it: char| it.is_ascii_digit()), "{run:?}");
    sator("solve 3 --proof /dev/full").run().exits(2).stderr_has(&["no space left on the device"]);
}

#[test]
fn half_a_proof_is_an_error_of_the_disk() {
    let body = "head -c 1000000 /dev/zero > \"$2\"\necho 's UNSATISFIABLE'\nexit 20";
    let folder = Folder::with_script("prover", body);
    let words = "solve 3 --proof p --backend exec:./prover --solver-args '{cnf} {proof}'";
    // Files have at most 10 blocks of 512 bytes, as on a full disk.
    let shell = format!("trap '' XFSZ; ulimit -f 10; exec {PROGRAM} {words}");
    let run = Sator::program("sh").args(["-c", &shell]).inside(&folder).run();
    run.exits(2).stderr_has(&["the proof: the file may not be larger (ulimit -f)"]);
    assert_eq!(folder.names(), ["prover"]);
}

#[test]
fn a_proof_is_written_in_every_format_and_its_format_is_recognised() {
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
            run.exits(0).stdout_is("VERIFIED\n").stderr_has(&[format, "time: check"]);
            if format.starts_with("drat") {
                accepted_by_rate(&folder);
            }
        }
    }
}

/// Checks the proof with another checker.
#[track_caller]
fn accepted_by_rate(folder: &Folder) {
    let rate = Command::new("rate").args(["f", "p"]).current_dir(folder.path("")).output();
    let rate = rate.expect("'rate' is missing: cargo install rate --locked");
    let said = String::from_utf8_lossy(&rate.stdout);
    assert!(said.lines().any(|line| line == "s VERIFIED"), "{said}");
}

#[test]
fn another_checker_accepts_the_proof_that_there_is_no_answer() {
    for (words, puzzle) in [("solve", "3"), ("solve", "2"), ("solve sudoku", IMPOSSIBLE)] {
        for format in ["drat", "drat-binary"] {
            let folder = Folder::new();
            let chosen = ["--proof", "p", "--cnf", "f", "--proof-format", format];
            sator(words).args(chosen).arg(puzzle).inside(&folder).run().exits(1);
            accepted_by_rate(&folder);
        }
    }
}

#[needs(cadical)]
fn a_program_can_prove() {
    let folder = Folder::new();
    let words = "solve sudoku --unique --proof p --cnf f --backend exec:cadical";
    sator(words).arg(UNIQUE).inside(&folder).run().exits(0);
    sator("verify f p").inside(&folder).run().exits(0).stdout_is("VERIFIED\n");
    accepted_by_rate(&folder);
    let (folder, _) = bundle("solve --backend exec:cadical", "3");
    assert!(files(&folder).contains(&"proof.drat".to_owned()));
    verify(&folder).exits(0).stdout_is("VERIFIED\n");
}

#[test]
fn the_statistics_of_a_refused_proof_are_printed() {
    let (folder, _) = bundle("solve sudoku --unique", UNIQUE);
    let proof = folder.read("b/proof.lrat");
    let first = proof.lines().next().unwrap();
    folder.write("b/proof.lrat", format!("{first}\n"));
    folder.write("p", first);
    for words in ["verify b", "verify b/formula.cnf p"] {
        let run = sator(&format!("{words} --stats")).inside(&folder).run();
        run.exits(1).stderr_has(&["clauses added", "time: check", "peak memory"]);
        let object = sator(&format!("{words} --json")).inside(&folder).run().exits(1).object();
        assert_eq!(object["status"], "not verified");
        assert_eq!(object["stats"]["clauses_added"], 1);
    }
    // The proof is not read, so there are no figures of it.
    folder.write("b/puzzle.txt", "nonsense");
    let run = sator("verify b --stats").inside(&folder).run();
    run.exits(1).stderr_has(&["time: check", "peak memory"]);
    assert!(!run.stderr.contains("clauses added"), "{run:?}");
}
