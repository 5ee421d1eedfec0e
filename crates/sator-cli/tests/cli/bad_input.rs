//! Bad input gets a clear error with its place on standard error, exit status 2, and no answer.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;

use serde_json::json;

use crate::common::{Folder, PROGRAM, Run, Sator, sator};

/// The verbs that read puzzles, to be followed by one.
const VERBS: [&str; 5] =
    ["solve", "count", "generate -o -", "decode --answer /dev/null", "check --solution /dev/null"];

/// Fails in the same way for every verb; returns what one of them says.
#[track_caller]
fn refused(puzzle: &str) -> Run {
    let runs = VERBS.map(|verb| sator(verb).arg("--").arg(puzzle).run());
    for run in &runs {
        assert_eq!(run.fails().stderr, runs[0].stderr, "{run:?}");
    }
    runs.into_iter().next().unwrap()
}

/// The same for the content of a file, `board.txt`.
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

#[test]
fn a_number_of_queens_is_a_whole_number_from_one() {
    for number in ["0", "-1", "8.5", "eight", "1e3", "0x8"] {
        let found = format!("found '{number}'");
        refused(number).mentions(&["expected a number of queens from 1 to", &found]);
        refused_in_file(number).mentions(&["board.txt", "expected a number of queens", &found]);
    }
}

#[test]
fn a_number_needs_no_dashes_before_it() {
    sator("solve -1").run().fails().mentions(&["'-1'"]);
    sator("solve queens -8").run().fails().mentions(&["'-8'"]);
}

#[test]
fn too_many_queens_are_refused_with_the_limit_and_its_reason() {
    for number in ["1000000000", "4001", "1234567890123456789012345678901234567890"] {
        refused(number).mentions(&["at most 4000 queens", "memory", &number[..4]]);
    }
    refused("{\"n\":1000000000}").mentions(&["at most 4000 queens", "memory"]);
}

#[test]
fn ragged_rows_are_named() {
    let run = refused_in_file("....\n....\n...\n....\n");
    run.says("board.txt:3: expected a row of 4 squares, found 3\n");
    let run = refused_in_file("# a comment\n\n. . . .\r\n. Q . . .\r\n. . . .\r\n. . . .\r\n");
    run.says("board.txt:4: expected a row of 4 squares, found 5\n");
    refused_in_file("....\n....\n....\n").mentions(&["board.txt:", "expected 4 rows, found 3"]);
    refused_in_file("...\n...\n...\n...\n").mentions(&["board.txt:", "expected 3 rows, found 4"]);
}

#[test]
fn an_unknown_symbol_is_shown_in_its_place() {
    for (board, place, symbol) in [
        ("....\n..o.\n....\n....\n", "2:3", "'o'"),
        (". . . .\n. . . .\n. . . .\n. . . #\n", "4:7", "'#'"),
        ("\u{feff}# four\r\n\r\n....\r\n.Q.\u{e9}\r\n....\r\n....\r\n", "4:4", "'\u{e9}'"),
        ("....\n....\n.\u{1b}..\n....\n", "3:2", "'\\u{1b}'"),
    ] {
        let expected = format!("board.txt:{place}: expected '.', 'Q' or 'x', found {symbol}\n");
        refused_in_file(board).says(&expected);
    }
    let run = sator("solve").input("....\n..o.\n....\n....\n").run();
    run.fails().says("standard input:2:3: expected '.', 'Q' or 'x', found 'o'\n");
}

#[test]
fn slips_in_other_forms_are_shown_in_their_places() {
    for (text, error) in [
        ("2 4 1 5", "1:7: expected a column from"),
        ("board(4).\nblock(1,5).", "2:9: expected"),
        ("n=4; m=1;\nrow=[5]; col=[1];", "2:6: expected a row from 1 to 4, found '5'"),
        ("[\".Q..\",\n\"..o.\",\n\"....\",\n\"....\"]", "2:4: expected"),
        ("1Q2/3Q/Q3/2Z1", "1:12: expected"),
        ("{\"n\":4,\n\"queens\":[[0]]}", "2:"),
        ("{\"n\":4", "1:"),
        ("{\"n\":4,\"queens\":[[0,4]]}", " expected squares from [0,0] to [3,3]"),
        ("AABB\nAABB\nCCCC\nCCCC\n", " expected 4 regions, found 3"),
    ] {
        refused_in_file(text).mentions(&[&format!("board.txt:{error}")]);
    }
}

#[test]
fn a_line_of_many_is_named_by_its_number_in_the_file() {
    let folder = Folder::with("many.jsonl", "# header\n{\"n\":4}\n{\"n\":0}\n{\"n\":4,}\n");
    let run = sator("count many.jsonl --quiet").inside(&folder).run();
    let lines: Vec<_> = run.exits(2).prints("2\ninvalid\ninvalid\n").stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{run:?}");
    assert!(lines[0].starts_with("many.jsonl:3: expected a number of queens"), "{run:?}");
    assert!(lines[1].starts_with("many.jsonl:4:8: "), "{run:?}");
}

#[test]
fn an_empty_file_is_no_puzzle() {
    for content in ["", "\n\n", "# only a comment\n", "\u{feff}", "\r\n"] {
        refused_in_file(content).mentions(&["board.txt: expected", "found"]);
        sator("solve").input(content).run().fails().mentions(&["standard input: expected"]);
    }
    sator("solve").arg("").run().fails();
}

#[test]
fn a_binary_file_is_no_text() {
    let run = refused_in_file(b"....\n..\0.\n....\n....\n");
    run.says("board.txt:2:3: expected text, found the byte 0x00\n");
    let run = refused_in_file(b"\x7fELF\x02\x01\xff\xfe\n");
    run.says("board.txt:1:7: expected text, found the byte 0xff\n");
    refused_in_file(b"\x1f\x8b\x08 this is not packed").mentions(&["board.txt: "]);
}

#[test]
fn a_folder_is_no_file() {
    let folder = Folder::new();
    fs::create_dir(folder.path("board.txt")).unwrap();
    for verb in VERBS {
        let run = sator(verb).arg("board.txt").inside(&folder).run();
        run.fails().says("board.txt: expected a file, found a directory\n");
    }
}

#[test]
fn a_missing_file_is_told_to_be_neither_file_nor_puzzle() {
    refused("absent.txt").mentions(&["there is no file 'absent.txt'", "puzzle"]);
    refused("folder/absent.txt").mentions(&["there is no file 'folder/absent.txt'", "puzzle"]);
    sator("solve queens absent.txt").run().fails().mentions(&["no file", "read as a puzzle"]);
}

/// A folder in which a user who is not root may run the program.
fn open_folder() -> Folder {
    let folder = Folder::new();
    // Not by ourselves: what a program has open for writing, no other can run.
    let copied = Command::new("cp").arg(PROGRAM).arg(folder.path("sator")).status();
    assert!(copied.unwrap().success());
    fs::set_permissions(folder.path("sator"), Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o777)).unwrap();
    folder
}

/// Runs the program of that folder as a user who is not root.
fn as_nobody(words: &str, folder: &Folder) -> Run {
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
fn what_may_not_be_read_or_written_is_told() {
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
        let run = as_nobody(words, &folder);
        run.fails().says(&format!("{name}: permission denied\n"));
    }
    mode("", 0o555);
    let run = as_nobody("generate 8 --quiet", &folder);
    run.fails().says("8-queens.cnf: permission denied\n");
    assert_eq!(folder.names(), names);
    assert_eq!(folder.read("fixed.cnf"), "before\n");
    mode("", 0o755);
    mode("closed", 0o755);
}

#[test]
fn a_million_characters_are_answered_briefly() {
    for symbol in ["Q", ".", "z", "1", "[", "{", "(", "1,", "Q ", "/", "=", "\u{e9}", "\""] {
        let line = symbol.repeat(1_000_000 / symbol.len());
        let run = refused_in_file(&line);
        assert!(run.stderr.len() < 300, "{symbol}: {} bytes", run.stderr.len());
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
fn carriage_returns_and_a_byte_order_mark_are_accepted() {
    for text in [
        "\u{feff}6",
        "6\r\n",
        "\u{feff}......\r\n......\r\n......\r\n......\r\n......\r\n......\r\n",
    ] {
        let folder = Folder::with("board.txt", text);
        sator("count queens board.txt").inside(&folder).run().exits(0).prints("4\n");
        sator("count queens").input(text).run().exits(0).prints("4\n");
    }
}

#[test]
fn unknown_names_get_the_known_ones() {
    for (words, known) in [
        ("solve 8 --backend minimax", ["minimax", "batsat", "varisat"]),
        ("sat --backend minimax", ["minimax", "batsat", "varisat"]),
        ("solve 8 --encoding morse", ["morse", "pairwise", "totalizer"]),
        ("generate 8 --encoding morse,ladder", ["morse", "pairwise", "totalizer"]),
        ("solve 8 --format braille", ["braille", "leetcode", "minizinc"]),
        ("count queens 8 --format braille", ["braille", "leetcode", "minizinc"]),
        ("completions csh", ["csh", "bash", "zsh"]),
    ] {
        sator(words).run().fails().mentions(&known);
    }
}

#[test]
fn bad_usage_is_bad_input() {
    for words in [
        "",
        "resolve 8",
        "solve 8 --al",
        "solve 8 --timeout 0",
        "solve 8 --timeout -1",
        "solve 8 --timeout soon",
        "solve 8 --max 0",
        "solve 8 --max many",
        "solve 8 --seed -1",
        "solve 8 --unique --all",
        "generate 8 --to morse",
        "man resolve",
        "sat one.cnf two.cnf",
    ] {
        let run = sator(words).run();
        assert!(!run.exits(2).prints("").stderr.is_empty(), "{words}");
    }
}

#[test]
fn json_errors_are_one_object_with_the_place() {
    let run = sator("solve --json").input("....\n..o.\n....\n....\n").run();
    let error = run.exits(2).error_object();
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(3)));
    assert_eq!(error["error"], "expected '.', 'Q' or 'x', found 'o'");

    let error =
        sator("count --json").input("....\n...\n....\n....\n").run().exits(2).error_object();
    assert_eq!(error["line"], 2);
    for words in [
        "solve 0 --json",
        "count absent.txt --json",
        "generate 8 -o absent/8.cnf --json",
        "decode 8 --answer absent.txt --json",
        "check 8 --solution absent.txt --json",
        "sat absent.cnf --json",
        "solve . --json",
        "solve 8 --format braille --json",
    ] {
        let error = sator(words).run().exits(2).error_object();
        assert!(error["error"].as_str().is_some_and(|text| !text.is_empty()), "{words}: {error}");
    }
}

#[test]
fn json_errors_of_usage_are_objects_too() {
    for words in ["solve 8 --json --backend minimax", "solve --json --max 0 8", "sat --json a b"] {
        let error = sator(words).run().exits(2).error_object();
        assert!(error["error"].is_string(), "{words}: {error}");
    }
}

#[test]
fn nothing_makes_it_panic() {
    let mut strange: Vec<String> = [
        "{",
        "[",
        "(",
        ")",
        "]",
        "}",
        "[[[[",
        "{\"n\":",
        "{\"n\":4,\"regions\":[[]]}",
        "n=",
        "n=;",
        "n=4;m=-1;row=[];col=[];",
        "board(",
        "board(4). queen(0,0).",
        "queen(1,1).",
        "/",
        "//",
        "1//1",
        "9999999999999999999Q/1",
        "Q/Q",
        "1 1",
        "0 0",
        "-1 -1",
        "1,,2",
        ",",
        "[,]",
        "['']",
        "\"",
        "'",
        ".",
        "x",
        "Q",
        "A",
        "AB\nBA",
        "AA\nAA",
        "%",
        "#",
        "--",
        "- -",
        "\t",
        "\u{2028}",
        "\u{feff}\u{feff}4",
        "e\u{301}",
        "\u{1f451}",
        "Unique: yes",
        "--- Solution 1 ---",
        "{\"n\":4,\"queens\":[[18446744073709551616,0]]}",
        "{\"n\":1e400}",
        "{\"columns\":[-1]}",
        "v 1 2 3",
        "s SATISFIABLE\nv",
        "p cnf",
        "p cnf 1 1\n1",
        "c",
        "s",
        "v",
        "SAT",
        "0",
    ]
    .map(ToOwned::to_owned)
    .into();
    strange.push("[".repeat(50_000));
    strange.push("{\"n\":".repeat(50_000));
    let mut table = String::new();
    for row in 0..60 {
        let _ = writeln!(table, "{}", "AB".repeat(row % 3 + 29));
    }
    strange.push(table);
    let readers = ["count --timeout 1", "sat", "decode 4 --answer -", "check 4 --solution -"];
    for text in &strange {
        for words in readers {
            // Whatever it says, the runner sees to it that it says it in peace.
            sator(words).input(text.as_str()).run();
        }
    }
}

#[cfg(unix)]
#[test]
fn names_and_arguments_of_any_bytes_are_taken() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"six\xff.txt");
    sator("solve").arg(odd).run().fails().mentions(&["no such file"]);
    let folder = Folder::new();
    fs::write(folder.path("").join(odd), "6\n").unwrap();
    sator("count").arg(odd).inside(&folder).run().exits(0).prints("4\n");
}

#[test]
fn one_bad_line_of_many_does_not_spoil_the_rest() {
    let folder = Folder::with("mix.jsonl", "{\"n\":4}\nhello\n{\"n\":5}\n");
    let run = sator("count mix.jsonl --quiet").inside(&folder).run();
    run.exits(2).prints("2\ninvalid\n10\n").mentions(&["mix.jsonl:2"]);
    let run = sator("solve queens mix.jsonl --json").inside(&folder).run();
    let statuses: Vec<_> = run.objects().iter().map(|line| line["status"].clone()).collect();
    assert_eq!(statuses, ["sat", "invalid", "sat"]);
    assert_eq!(run.objects()[1]["puzzle"], "queens");
}

#[test]
fn a_field_that_nobody_knows_is_mentioned() {
    let run = sator("count").arg("{\"n\":4,\"queen\":[[0,1]],\"id\":\"mine\"}").run();
    run.exits(0).prints("2\n").mentions(&["the field 'queen' is not known, and was ignored"]);
    assert!(!run.stderr.contains("'id'"), "{run:?}");
}

#[test]
fn an_endless_input_ends() {
    let run = sator("solve queens /dev/zero").run();
    run.fails().says("/dev/zero: expected a puzzle, found more than 1024 MB\n");
}

#[test]
fn a_number_that_is_also_a_permutation_says_how_it_was_read() {
    sator("solve 213 --timeout 0.001").run().exits(3).mentions(&["--format permutation"]);
    let run = sator("count 12").arg("--timeout").arg("0.001").run();
    assert!(!run.stderr.contains("permutation"), "{run:?}");
}
