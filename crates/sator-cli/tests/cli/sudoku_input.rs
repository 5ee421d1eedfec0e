//! What is taken for a sudoku and what is not, and what is said of one that is badly written.

use serde_json::json;

use crate::common::{Folder, Run, sator};
use crate::grids::{Boxes, DIGITS, FOUR, Grid, LETTERS, NINE, SIXTEEN, Script};

/// The verbs that read puzzles, to be followed by one.
const VERBS: [&str; 5] =
    ["solve", "count", "generate -o -", "decode --answer /dev/null", "check --solution /dev/null"];

/// Fails in the same way for every verb, from a file with the word and without; returns a run.
#[track_caller]
fn refused_in_file(content: &str, options: &str) -> Run {
    let folder = Folder::with("board.txt", content);
    let runs = VERBS.map(|verb| {
        let with_word = sator(&format!("{verb} sudoku board.txt {options}")).inside(&folder).run();
        let without = sator(&format!("{verb} board.txt {options}")).inside(&folder).run();
        assert_eq!(with_word.fails().stderr, without.fails().stderr, "{with_word:?} {without:?}");
        with_word
    });
    for run in &runs {
        assert_eq!(run.stderr, runs[0].stderr, "{run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    }
    assert_eq!(folder.names(), ["board.txt"]);
    runs.into_iter().next().unwrap()
}

/// The first line of the answer.
#[track_caller]
fn heading(run: &Run) -> &str {
    run.exits(0).stdout.lines().next().unwrap_or_else(|| panic!("{run:?}"))
}

#[test]
fn a_sudoku_needs_no_word() {
    let (puzzle, answer) = NINE.unique(1);
    for text in [
        DIGITS.line(&puzzle),
        DIGITS.line(&puzzle).replace('.', "0"),
        DIGITS.line(&answer),
        DIGITS.rows(&puzzle),
        json!({ "n": 9, "box_h": 3, "box_w": 3, "grid": puzzle }).to_string(),
    ] {
        let folder = Folder::with("board.txt", &text);
        let runs = [
            sator("solve").arg(&text).run(),
            sator("solve").input(text.as_str()).run(),
            sator("solve board.txt").inside(&folder).run(),
            sator("solve sudoku board.txt").inside(&folder).run(),
        ];
        for run in runs {
            assert_eq!(heading(&run), "Found a solution for 9×9 Sudoku", "{text}");
        }
    }
}

#[test]
fn a_bare_integer_is_the_number_of_queens() {
    for number in ["4", "9", "81"] {
        let run = sator("solve").arg(number).run();
        assert_eq!(heading(&run), format!("Found a solution for N={number}"));
    }
    sator("solve 729000").run().fails().mentions(&["at most 4000 queens"]);
}

#[test]
fn an_empty_grid_asks_for_the_word() {
    let text = "....\n".repeat(4);
    let folder = Folder::with("board.txt", &text);
    for run in [sator("solve board.txt").inside(&folder).run(), sator("solve").input(text).run()] {
        run.fails().mentions(&["queens", "sudoku", "say which"]);
    }
    let run = sator("solve sudoku board.txt").inside(&folder).run();
    assert_eq!(heading(&run), "Found a solution for 4×4 Sudoku");
    let run = sator("solve queens board.txt").inside(&folder).run();
    assert_eq!(heading(&run), "Found a solution for N=4");
}

#[test]
fn boards_of_queens_stay_queens() {
    for text in ["Q...\n....\n....\n....\n", "x...\n....\n....\n...x\n", "AABB\nAABB\nCCDD\nCCDD\n"]
    {
        let run = sator("count").input(text).run();
        run.mentions(&["Counting solutions for 4-Queens..."]);
    }
}

/// Different puzzles of four, each in a line.
fn lines_of_four(number: usize) -> String {
    (0..number).map(|seed| DIGITS.line(&FOUR.puzzle(seed as u64, 60)) + "\n").collect()
}

#[test]
fn a_square_grid_wins_over_many_lines() {
    let (puzzle, _) = SIXTEEN.unique(2);
    let run = sator("solve").input(LETTERS.rows(&puzzle)).run();
    assert_eq!(heading(&run), "Found a solution for 16×16 Sudoku");
    // Each of these lines is a puzzle, but there are as many of them as they are long.
    let run = sator("count").input(lines_of_four(16)).run();
    run.mentions(&["Counting solutions for 16×16 Sudoku..."]);
}

#[test]
fn lines_that_make_no_square_are_puzzles() {
    for number in [2, 4, 15, 17, 32] {
        for words in ["solve", "solve sudoku"] {
            let run = sator(words).input(lines_of_four(number)).run();
            assert_eq!(run.exits(0).stdout.lines().count(), number, "{run:?}");
            assert!(run.stdout.lines().all(|line| line.len() == 16), "{run:?}");
        }
    }
}

#[test]
fn the_format_overrides_what_it_looks_like() {
    for format in ["line", "sdm"] {
        for word in ["", "sudoku"] {
            let words = format!("solve {word} --format {format}");
            let run = sator(&words).input(lines_of_four(16)).run();
            assert_eq!(run.exits(0).stdout.lines().count(), 16, "{words}: {run:?}");
        }
    }
    let run = sator("solve sudoku --format grid").input(lines_of_four(4)).run();
    run.fails().says("standard input:4: expected 16 rows, found 4\n");
}

#[test]
fn empty_grids_in_lines_are_puzzles_where_it_is_said() {
    for blank in [".", "0"] {
        let lines = (blank.repeat(81) + "\n").repeat(2);
        for words in ["solve sudoku --format sdm", "solve sudoku"] {
            let run = sator(words).input(lines.as_str()).run();
            assert_eq!(run.exits(0).stdout.lines().count(), 2, "{words}: {run:?}");
        }
    }
}

/// All cells of a grid in a line, changed.
fn changed(line: &str, at: usize, symbol: &str) -> String {
    format!("{}{symbol}{}", &line[..at], &line[at + 1..])
}

#[test]
fn a_line_with_a_symbol_too_few_or_too_many_tells_how_many_it_has() {
    let line = DIGITS.line(&NINE.puzzle(3, 40));
    let expected = "expected 81 symbols for 9×9 (or 16, 36, 64, 100, …), found";
    for (text, found) in [(&line[1..], 80), (&format!("{line}1"), 82)] {
        let run = refused_in_file(text, "");
        run.says(&format!("board.txt:1:1: {expected} {found}\n"));
        for words in ["solve", "solve sudoku"] {
            let run = sator(words).arg(text).run();
            run.fails().mentions(&["there is no file '", &format!("{expected} {found}\n")]);
        }
    }
}

#[test]
fn an_unknown_symbol_is_shown_in_its_place() {
    let (line, rows) = (DIGITS.line(&NINE.puzzle(4, 40)), DIGITS.rows(&NINE.puzzle(4, 40)));
    for symbol in ["?", "a", "é", "/"] {
        let expected = format!("expected a digit 1-9 or '.', found '{symbol}'\n");
        let run = refused_in_file(&changed(&line, 30, symbol), "");
        run.says(&format!("board.txt:1:31: {expected}"));
        // Rows are ten long with their ends.
        let run = refused_in_file(&changed(&rows, 34, symbol), "");
        run.says(&format!("board.txt:4:5: {expected}"));
    }
    let argument = changed(&line, 30, "q");
    let run = sator("solve").arg(argument).run();
    run.fails().mentions(&["at character 31: expected a digit 1-9 or '.', found 'q'"]);
    let run = sator("solve").input(changed(&rows, 34, "q")).run();
    run.fails().mentions(&["standard input:4:5: expected a digit 1-9 or '.', found 'q'"]);
}

#[test]
fn a_value_above_the_size_is_shown_in_its_place() {
    let run = refused_in_file("1...\n..3.\n.5..\n....\n", "");
    run.says("board.txt:3:2: expected a digit 1-4 or '.', found '5'\n");
    let mut twelve = Boxes::of(3, 4).puzzle(5, 90);
    twelve[11][0] = 13;
    let run = refused_in_file(&Script::Numbers.rows(&twelve), "");
    run.says("board.txt:12:1: expected a number 1-12 or 0, found '13'\n");
    let object = json!({ "grid": [[1, 0, 0, 0], [0, 0, 9, 0], [0, 0, 0, 0], [0, 0, 0, 0]] });
    let run = refused_in_file(&object.to_string(), "");
    run.mentions(&["board.txt:", "row 2, column 3", "found 9"]);
}

/// A grid with one value in it.
fn nearly_empty(n: usize) -> Grid {
    let mut grid = vec![vec![0; n]; n];
    grid[n / 2][1] = 2;
    grid
}

#[test]
fn a_size_that_cannot_be_cut_into_boxes_is_refused() {
    for n in [5, 7, 11, 13] {
        let run = refused_in_file(&DIGITS.rows(&nearly_empty(n)), "");
        run.mentions(&["board.txt: ", "size that splits into boxes", &format!("found {n}\n")]);
    }
    let run = sator("solve --box 1x5").input(DIGITS.rows(&nearly_empty(5))).run();
    assert_eq!(heading(&run), "Found a solution for 5×5 Sudoku with 1x5 boxes");
}

#[test]
fn boxes_that_do_not_fit_are_refused() {
    let rows = DIGITS.rows(&NINE.puzzle(6, 40));
    let run = refused_in_file(&rows, "--box 2x4");
    run.says("board.txt: boxes of 2x4 have 8 cells, but the grid is 9×9\n");
    for shape in ["abc", "3", "0x9", "3x-3", "7x7", ""] {
        let run = sator("solve --box").arg(shape).input(rows.as_str()).run();
        run.exits(2).prints("").mentions(&["ROWSxCOLUMNS"]);
    }
    let object = json!({ "box_h": 2, "box_w": 4, "grid": NINE.puzzle(6, 40) }).to_string();
    refused_in_file(&object, "").mentions(&["boxes of 2x4 have 8 cells"]);
}

#[test]
fn queens_have_neither_boxes_nor_alphabets() {
    let run = sator("solve queens 8 --box 2x4").run();
    run.fails().mentions(&["queens has no option --box"]);
    let run = sator("generate queens 8 --alphabet A-P -o -").run();
    run.fails().mentions(&["queens has no option --alphabet"]);
    // Without the word it can only be what has boxes.
    sator("solve 8 --box 2x4").run().fails().mentions(&["expected a puzzle (sudoku, killer)"]);
}

#[test]
fn an_alphabet_that_nobody_knows_gets_the_known_ones() {
    let rows = DIGITS.rows(&SIXTEEN.puzzle(7, 60));
    let run = refused_in_file(&rows, "--alphabet nonsense");
    run.says("board.txt: expected an alphabet (1-9A-G, 0-9A-F, A-P, numbers), found 'nonsense'\n");
    let run = refused_in_file(&DIGITS.rows(&NINE.puzzle(7, 60)), "--alphabet A-P");
    run.mentions(&["board.txt: expected an alphabet (1-9, 0-8, A-I, numbers), found 'A-P'"]);
    let run = refused_in_file(&DIGITS.rows(&NINE.filled(7)), "--alphabet A-I");
    run.mentions(&["board.txt:1:1: expected a symbol of A-I or '.', found"]);
}

#[test]
fn alphabets_are_not_mixed() {
    let mut rows = vec!["................".to_owned(); 16];
    rows[2].replace_range(3..4, "7");
    rows[5].replace_range(0..1, "P");
    let run = refused_in_file(&rows.join("\n"), "");
    let places = ["board.txt:6:1: mixed alphabet: 'P' is of A-P", "'7' at 3:4"];
    run.mentions(&places);
}

#[test]
fn ragged_and_missing_rows_are_named() {
    let rows = DIGITS.rows(&NINE.puzzle(8, 50));
    let lines: Vec<_> = rows.lines().collect();
    let short = [&lines[..4], &[&lines[4][1..]], &lines[5..]].concat().join("\n");
    let run = refused_in_file(&format!("# ragged\n{short}\n"), "");
    run.says("board.txt:6: expected a row of 9 symbols, found 8\n");
    let long = rows.replacen('\n', "1\n", 1);
    let run = refused_in_file(&long, "");
    run.says("board.txt:1: expected a row of 9 symbols, found 10\n");
    let run = refused_in_file(&lines[1..].join("\n"), "");
    run.says("board.txt:8: expected 9 rows, found 8\n");
    let run = refused_in_file(&format!("{rows}{}\n", lines[0]), "");
    run.says("board.txt:10: expected 9 rows, found 10\n");
}

#[test]
fn grids_larger_than_any_are_refused_with_the_limit() {
    let rows = ("1".repeat(37) + "\n").repeat(37);
    let folder = Folder::with("board.txt", &rows);
    let run = sator("solve sudoku board.txt").inside(&folder).run();
    run.fails().mentions(&["board.txt:1: expected a row of at most 36 cells, found 37"]);
    sator("solve board.txt").inside(&folder).run().fails().mentions(&["board.txt: expected"]);
    let line = ".".repeat(37 * 37 - 1) + "1";
    let run = refused_in_file(&line, "");
    run.mentions(&["expected 1296 symbols for 36×36", "found 1369"]);
    let object = json!({ "grid": vec![vec![0; 37]; 37] }).to_string();
    refused_in_file(&object, "").mentions(&["expected at most 36 rows and columns, found 37"]);
}

#[test]
fn an_empty_file_is_no_sudoku() {
    for content in ["", "\n\n", "# only a comment\n", "\u{feff}", "\r\n"] {
        let folder = Folder::with("board.txt", content);
        let run = sator("solve sudoku board.txt").inside(&folder).run();
        run.fails().mentions(&["board.txt: expected", "found nothing"]);
        sator("count sudoku").input(content).run().fails().mentions(&["standard input: expected"]);
    }
}

#[test]
fn slips_in_json_are_shown_in_their_places() {
    for (text, place) in [
        ("{\"n\":9,\n\"grid\":[[1,2}", "board.txt:2:"),
        ("{\"n\":9,\"grid\":[[1]]}", "board.txt: grid: expected 9 rows, found 1"),
        ("{\"n\":4,\"grid\":1}", "board.txt:1:"),
        ("{\"box_h\":2,\"grid\":[[1,0],[0,0]]}", "board.txt: expected both box_h and box_w"),
    ] {
        let folder = Folder::with("board.txt", text);
        let run = sator("solve sudoku board.txt").inside(&folder).run();
        run.fails().mentions(&[place]);
    }
}

#[test]
fn errors_are_objects_with_the_place_when_asked() {
    let rows = changed(&DIGITS.rows(&NINE.puzzle(9, 40)), 34, "q");
    let run = sator("solve --json").input(rows.as_str()).run();
    let error = run.exits(2).error_object();
    assert_eq!((&error["line"], &error["column"]), (&json!(4), &json!(5)));
    assert_eq!(error["error"], "expected a digit 1-9 or '.', found 'q'");
    let object = sator("solve sudoku --json").input(rows).run().object();
    assert_eq!([&object["puzzle"], &object["status"]], ["sudoku", "invalid"]);
    assert_eq!(object["error"], error["error"]);
}

#[test]
fn a_format_that_sudoku_does_not_have_gets_those_that_it_has() {
    let line = DIGITS.line(&NINE.puzzle(10, 40));
    let run = sator("solve sudoku --format braille").arg(line).run();
    run.fails().mentions(&["braille", "line", "sdm", "grid", "sdk", "ss", "numbers", "json"]);
}
