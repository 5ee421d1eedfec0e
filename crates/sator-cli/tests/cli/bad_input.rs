//! Bad input gets a clear error with its place on standard error, exit status 2, and no answer.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;

use crate::common::{Folder, PROGRAM, Run, Sator, sator};

/// The verbs that read a puzzle, which follows them.
const VERBS: [&str; 5] =
    ["solve", "count", "generate -o -", "decode --answer /dev/null", "check --solution /dev/null"];

/// Checks that every verb refuses a file `board.txt` in the same way; returns one of the runs.
#[track_caller]
fn refused_in_file(content: impl AsRef<[u8]>) -> Run {
    let folder = Folder::with("board.txt", content);
    let runs = VERBS.map(|verb| sator(verb).arg("board.txt").inside(&folder).run());
    for run in &runs {
        assert_eq!(run.fails().stderr, runs[0].stderr, "{run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    }
    assert_eq!(folder.names(), ["board.txt"]);
    runs.into_iter().next().unwrap()
}

/// A folder in which a user who is not root may run the program.
fn open_folder() -> Folder {
    let folder = Folder::new();
    // By another program: a file that this process has open for writing cannot be run.
    let copied = Command::new("cp").arg(PROGRAM).arg(folder.path("sator")).status();
    assert!(copied.unwrap().success());
    fs::set_permissions(folder.path("sator"), Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o777)).unwrap();
    folder
}

/// Runs the program of that folder as a user who is not root.
fn as_other_user(words: &str, folder: &Folder) -> Run {
    let program = folder.path("sator");
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let run = if is_root {
        let user = ["--reuid=65534", "--regid=65534", "--clear-groups"];
        Sator::program("setpriv").args(user).arg(program)
    } else {
        Sator::program(program)
    };
    run.args(words.split_whitespace()).inside(folder).run()
}

#[test]
fn files_without_permission_are_named() {
    let folder = open_folder();
    let mode = |name: &str, mode| {
        fs::set_permissions(folder.path(name), Permissions::from_mode(mode)).unwrap();
    };
    folder.write("secret.txt", "8\n");
    mode("secret.txt", 0o000);
    folder.write("fixed.cnf", "before\n");
    mode("fixed.cnf", 0o444);
    fs::create_dir(folder.path("closed")).unwrap();
    folder.write("closed/board.txt", "8\n");
    mode("closed", 0o000);
    let names = folder.names();
    for (words, name) in [
        ("solve secret.txt", "secret.txt"),
        ("solve closed/board.txt", "closed/board.txt"),
        ("sat secret.txt", "secret.txt"),
        ("check 8 --solution secret.txt", "secret.txt"),
        ("decode 8 --answer secret.txt", "secret.txt"),
        ("generate 8 --quiet -o closed/8.cnf", "closed/8.cnf"),
        ("generate 8 --quiet -o fixed.cnf", "fixed.cnf"),
        ("solve 8 --quiet -o fixed.cnf", "fixed.cnf"),
    ] {
        let run = as_other_user(words, &folder);
        run.fails().stderr_is(&format!("{name}: permission denied\n"));
    }
    mode("", 0o555);
    let run = as_other_user("generate 8 --quiet", &folder);
    run.fails().stderr_is("8-queens.cnf: permission denied\n");
    assert_eq!(folder.names(), names);
    assert_eq!(folder.read("fixed.cnf"), "before\n");
    mode("", 0o755);
    mode("closed", 0o755);
}

#[test]
fn a_million_characters_are_answered_briefly() {
    assert!(refused_in_file("Q".repeat(1_000_000)).stderr.len() < 300);
    for symbol in ["Q", ".", "z", "1", "[", "{", "(", "1,", "Q ", "/", "=", "\u{e9}", "\""] {
        let line = symbol.repeat(1_000_000 / symbol.len());
        let folder = Folder::with("board.txt", line.as_str());
        let run = sator("solve board.txt").inside(&folder).run();
        assert!(run.fails().stderr.len() < 300, "{symbol}: {} bytes", run.stderr.len());
        let argument = &line[..100_000];
        let run = sator("solve").arg(argument).run();
        assert!(run.fails().stderr.len() < 400, "{symbol}: {} bytes", run.stderr.len());
    }
}

#[test]
fn a_million_characters_are_no_answer_either() {
    let line = "7".repeat(1_000_000);
    for words in ["sat", "decode 8 --answer -", "check 8 --solution -"] {
        let run = sator(words).input(line.as_str()).run();
        assert!(run.fails().stderr.len() < 300, "{words}: {} bytes", run.stderr.len());
    }
}

#[test]
fn no_input_makes_it_panic() {
    let short = [
        "{", "[", "(", ")", "]", "}", "[[[[", "{\"n\":", "n=", "n=;", "board(", "/", "//", "1//1",
        "Q/Q", "1 1", "0 0", "-1 -1", "1,,2", ",", "[,]", "['']", "\"", "'", ".", "x", "Q", "A",
        "AB\nBA", "AA\nAA", "%", "#", "--", "- -", "\t", "p cnf", "c", "s", "v", "v 1 2 3", "SAT",
        "0",
    ];
    let long = [
        "\u{2028}",
        "\u{feff}\u{feff}4",
        "e\u{301}",
        "\u{1f451}",
        "{\"n\":4,\"regions\":[[]]}",
        "n=4;m=-1;row=[];col=[];",
        "board(4). queen(0,0).",
        "queen(1,1).",
        "9999999999999999999Q/1",
        "Unique: yes",
        "--- Solution 1 ---",
        "{\"n\":4,\"queens\":[[18446744073709551616,0]]}",
        "{\"n\":1e400}",
        "{\"columns\":[-1]}",
        "s SATISFIABLE\nv",
        "p cnf 1 1\n1",
    ];
    let deep = [
        "[".repeat(50_000),
        "{\"n\":".repeat(50_000),
        (0..60).map(|row| "AB".repeat(row % 3 + 29) + "\n").collect(),
    ];
    let texts = short.iter().chain(&long).copied().chain(deep.iter().map(String::as_str));
    let readers = ["count --timeout 1", "sat", "decode 4 --answer -", "check 4 --solution -"];
    for text in texts {
        for words in readers {
            // A run fails the test by a panic, a signal or a hang.
            sator(words).input(text).run();
        }
    }
}

#[cfg(unix)]
#[test]
fn names_and_arguments_of_any_bytes_are_taken() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"six\xff.txt");
    sator("solve").arg(odd).run().fails().stderr_has(&["No such file"]);
    let folder = Folder::new();
    fs::write(folder.path("").join(odd), "6\n").unwrap();
    sator("count").arg(odd).inside(&folder).run().exits(0).stdout_is("4\n");
}

#[test]
fn every_verb_refuses_a_bad_puzzle_in_the_same_way() {
    let rows = "..3456789\n".repeat(9);
    let long = ".".repeat(37 * 37 - 1) + "1";
    for (kind, text, message) in [
        ("queens", "8.5", ": expected a number of queens from 1 to 4000, found '8.5'\n"),
        ("queens", "....\n...\n....\n....\n", ":2: expected a row of 4 squares, found 3\n"),
        (
            "queens",
            "....\n.\u{1b}..\n....\n....\n",
            ":2:2: expected '.', 'Q' or 'x', found '\\u{1b}'\n",
        ),
        ("queens", "....\n..\0.\n....\n....\n", ":2:3: expected text, found the byte 0x00\n"),
        ("sudoku", &rows.replacen('3', "q", 1), ":1:3: expected a digit 1-9 or '.', found 'q'\n"),
        ("sudoku", &rows[10..], ":8: expected 9 rows, found 8\n"),
        (
            "sudoku",
            &long,
            ":1:1: expected 1296 symbols for 36×36 (or 16, 36, 64, 81, …), found 1369\n",
        ),
        ("killer", "3 r1c1 r1c2\n4 r1c1 r1c1\n", ":2:1: cage 2 has r1c1 twice\n"),
        ("minesweeper", "2 3\n? 1 ?\n? ?\n", ":3: expected a row of 3 squares, found 2\n"),
        (
            "minesweeper",
            "2 3\n?1?\n?x?\n",
            ":3:2: expected '?', a digit 0-8, '*', 'F' or 's', found 'x'\n",
        ),
    ] {
        refused_in_file(text).stderr_is(&format!("board.txt{message}"));
        let folder = Folder::with("board.txt", text);
        for verb in VERBS {
            let run = sator(&format!("{verb} {kind} board.txt")).inside(&folder).run();
            run.fails().stderr_is(&format!("board.txt{message}"));
        }
    }
}

#[test]
fn answers_go_to_standard_output_and_everything_else_to_standard_error() {
    for (words, status, output, error) in [
        ("count 6", 0, "4\n", "Counting solutions for 6-Queens...\n"),
        ("solve 3 --unique", 1, "Unsatisfiable\n", "Solving for 3-Queens...\n"),
        ("solve 3 --json --quiet", 1, "{\"puzzle\":", ""),
        ("analyze 1", 0, "1-Queens: ", "Analyzing 1-Queens...\n"),
        ("generate 4 -o -", 0, "c 4-Queens\n", "Generating CNF for 4-Queens problem...\n"),
        ("check 1 --solution -", 0, "Correct\n", ""),
        ("solve 0", 2, "", "argument: there is no file '0'; "),
        (
            "solve sudoku 11..............",
            1,
            "Unsatisfiable\n",
            "Solving for 4×4 Sudoku...\nrow 1 ",
        ),
    ] {
        let run = sator(words).input("1").run();
        run.exits(status);
        assert!(run.stdout.starts_with(output) && run.stderr.starts_with(error), "{run:?}");
        assert_eq!(
            (run.stdout.is_empty(), run.stderr.is_empty()),
            (output.is_empty(), error.is_empty())
        );
    }
}
