//! `sator solve` and `sator count` for sudoku: every size, every alphabet, drawn and counted as the
//! contract says, and every answer right.

use serde_json::{Value, json};

use crate::common::{Folder, Run, backends, sator, takes_rules};
use crate::grids::{
    ASCII, Boxes, DIGITS, FOUR, Grid, INK, LETTERS, NINE, Pen, SIX, SIXTEEN, Script, ZERO_UP,
    drawings, json_grids, without,
};
use crate::terminal::on_terminal;

/// The grids below this heading, each drawn as it should be.
#[track_caller]
fn grids_below(heading: &str, boxes: Boxes, script: Script, pen: Pen, run: &Run) -> Vec<Grid> {
    let below = run.stdout.strip_prefix(&format!("{heading}\n\n"));
    let below = below.unwrap_or_else(|| panic!("no {heading:?} above {run:?}"));
    let grid = |drawing: &String| {
        let grid = script.read(drawing);
        assert_eq!(*drawing, boxes.drawn(&grid, script, pen), "{run:?}");
        grid
    };
    drawings(below).iter().map(grid).collect()
}

/// The only answer to a puzzle with the usual boxes; it is right.
#[track_caller]
fn answer_of(puzzle: &Grid, boxes: Boxes, script: Script, run: &Run) -> Grid {
    let heading = format!("Found a solution for {0}×{0} Sudoku", boxes.n());
    let mut grids = grids_below(&heading, boxes, script, INK, run.exits(0));
    assert_eq!(grids.len(), 1, "{run:?}");
    assert!(boxes.accepts(puzzle, &grids[0]), "{run:?}");
    grids.remove(0)
}

/// What is printed for this answer of 9×9.
fn printed(answer: &Grid) -> String {
    let board = NINE.drawn(answer, DIGITS, INK);
    format!("Found a solution for 9×9 Sudoku\n\n--- Solution 1 ---\n{board}")
}

#[test]
fn an_answer_is_drawn_to_the_letter() {
    let (puzzle, answer) = NINE.unique(1);
    let run = sator("solve").arg(DIGITS.line(&puzzle)).run();
    run.exits(0).prints(&printed(&answer)).says("Solving for 9×9 Sudoku...\n");
    let rule = "├───────┼───────┼───────┤";
    assert_eq!(run.stdout.lines().filter(|line| *line == rule).count(), 2, "{run:?}");
}

/// As many programs frame it: `*---*` above, `|---+---+---|` between.
fn simple_sudoku(puzzle: &Grid) -> String {
    let boards = NINE.drawn(puzzle, DIGITS, ASCII).replace(' ', "");
    let lines: Vec<_> = boards.lines().collect();
    let frame = |(at, line): (usize, &&str)| match at {
        0 | 12 => " *-----------*\n".to_owned(),
        4 | 8 => " |---+---+---|\n".to_owned(),
        _ => format!(" {line}\n"),
    };
    lines.iter().enumerate().map(frame).collect()
}

/// One puzzle in many forms.
fn forms(puzzle: &Grid) -> Vec<String> {
    let (line, rows) = (DIGITS.line(puzzle), DIGITS.rows(puzzle));
    let spaced: String = rows.chars().flat_map(|symbol| [symbol, ' ']).collect();
    let blanks = ["0", "_", "*", "-", "x", "X"];
    let mut forms = vec![
        line.clone(),
        format!("{line}\n"),
        format!("\u{feff}# one line\r\n\r\n{line}\r\n"),
        rows.clone(),
        spaced.replace("\n ", "\n"),
        rows.replace('\n', "\r\n"),
        format!("\u{feff}{rows}"),
        format!("#A Somebody\n#D nine rows\n#B 01-01-2026\n\n{rows}"),
        format!("[Puzzle]\n{rows}[State]\n{rows}"),
        rows.trim_end().replace('\n', "\n\n# and\n"),
        NINE.drawn(puzzle, DIGITS, INK),
        NINE.drawn(puzzle, DIGITS, ASCII),
        simple_sudoku(puzzle),
        json!({ "n": 9, "box_h": 3, "box_w": 3, "grid": puzzle }).to_string(),
        json!({ "grid": puzzle }).to_string(),
        json!(puzzle).to_string(),
    ];
    forms.extend(blanks.map(|blank| rows.replace('.', blank)));
    forms.extend(blanks.map(|blank| line.replace('.', blank)));
    forms
}

#[test]
fn a_puzzle_is_the_same_however_it_is_written() {
    let (puzzle, answer) = NINE.unique(2);
    for text in forms(&puzzle) {
        let folder = Folder::with("board.txt", &text);
        for words in ["solve board.txt", "solve sudoku board.txt"] {
            let run = sator(words).inside(&folder).run();
            assert_eq!(run.exits(0).stdout, printed(&answer), "{text}: {run:?}");
        }
        sator("solve -q").input(text).run().exits(0).prints(&printed(&answer)).says("");
    }
}

#[test]
fn grids_of_every_size_are_right() {
    for (rows, columns) in [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4)] {
        let boxes = Boxes::of(rows, columns);
        for percent in [35, 60, 90] {
            let puzzle = boxes.puzzle(3, percent);
            for text in [DIGITS.rows(&puzzle), DIGITS.line(&puzzle)] {
                answer_of(&puzzle, boxes, DIGITS, &sator("solve sudoku").input(text).run());
            }
        }
    }
}

#[test]
fn boxes_are_rather_wide_unless_it_is_said() {
    let tall = Boxes::of(3, 2);
    let puzzle = tall.puzzle(4, 60);
    let heading = "Found a solution for 6×6 Sudoku with 3x2 boxes";
    for text in [DIGITS.rows(&puzzle), DIGITS.line(&puzzle)] {
        let run = sator("solve --box 3x2").input(text.as_str()).run();
        let answers = grids_below(heading, tall, DIGITS, INK, run.exits(0));
        assert!(tall.accepts(&puzzle, &answers[0]), "{run:?}");
        run.says("Solving for 6×6 Sudoku with 3x2 boxes...\n");
    }
    let object = json!({ "n": 6, "box_h": 3, "box_w": 2, "grid": puzzle }).to_string();
    let run = sator("solve --unique").input(object).run();
    assert!(run.exits(0).stdout.starts_with(heading), "{run:?}");
    let (wide, answer) = SIX.unique(4);
    let run = sator("solve --box 2x3").arg(DIGITS.line(&wide)).run();
    assert_eq!(answer_of(&wide, SIX, DIGITS, &run), answer);
}

#[test]
fn large_grids_have_three_alphabets_and_the_one_taken_is_told() {
    let (puzzle, answer) = SIXTEEN.unique(5);
    for (script, name, note) in [
        (DIGITS, "1-9A-G", "the symbols are read as 1-9A-G"),
        (ZERO_UP, "0-9A-F", "the symbols are read as 0-9A-F"),
        (LETTERS, "A-P", "the symbols are read as A-P"),
    ] {
        for text in
            [script.rows(&puzzle), script.line(&puzzle), script.line(&puzzle).to_lowercase()]
        {
            let run = sator("solve").input(text.as_str()).run();
            assert_eq!(answer_of(&puzzle, SIXTEEN, script, &run), answer);
            let (first, rest) = run.stderr.split_once('\n').unwrap();
            assert!(first == note || first.starts_with(&format!("{note};")), "{run:?}");
            assert_eq!(rest, "Solving for 16×16 Sudoku...\n");
            let run = sator("solve --alphabet").arg(name).input(text).run();
            assert_eq!(answer_of(&puzzle, SIXTEEN, script, &run), answer);
            run.says("Solving for 16×16 Sudoku...\n");
        }
    }
}

#[test]
fn what_may_be_two_alphabets_is_read_as_it_is_said() {
    // Neither G nor 0 is there, so it could begin with either.
    let puzzle = without(&SIXTEEN.filled(6), &[1, 16]);
    let text = DIGITS.rows(&puzzle);
    let run = sator("solve").input(text.as_str()).run();
    answer_of(&puzzle, SIXTEEN, DIGITS, &run);
    run.mentions(&["read as 1-9A-G; --alphabet 0-9A-F reads them otherwise\n"]);
    let run = sator("solve --alphabet 0-9A-F").input(text.as_str()).run();
    let higher = puzzle.iter().map(|row| row.iter().map(|&v| v + usize::from(v > 0)).collect());
    answer_of(&higher.collect(), SIXTEEN, ZERO_UP, &run);
}

#[test]
fn sizes_up_to_sixteen_have_alphabets_too() {
    for (boxes, names) in
        [(Boxes::of(2, 5), ["1-9A", "0-9", "A-J"]), (Boxes::of(3, 4), ["1-9A-C", "0-9A-B", "A-L"])]
    {
        let (puzzle, answer) = boxes.unique(7);
        for (script, name) in [DIGITS, ZERO_UP, LETTERS].into_iter().zip(names) {
            let run = sator("solve").input(script.rows(&puzzle)).run();
            assert_eq!(answer_of(&puzzle, boxes, script, &run), answer);
            run.mentions(&[&format!("the symbols are read as {name}")]);
        }
    }
}

/// Two digits a cell, without spaces.
fn pairs(puzzle: &Grid) -> String {
    let row =
        |row: &Vec<usize>| -> Vec<_> { row.iter().map(|value| format!("{value:02}")).collect() };
    puzzle.iter().map(|cells| row(cells).concat() + "\n").collect()
}

#[test]
fn numbers_are_aligned_and_need_no_alphabet() {
    for boxes in [Boxes::of(3, 4), SIXTEEN, Boxes::of(5, 5), Boxes::of(6, 6)] {
        let puzzle = boxes.puzzle(8, 80);
        let rows = Script::Numbers.rows(&puzzle);
        for text in [rows.replace('.', "0"), pairs(&puzzle), rows] {
            let run = sator("solve").input(text).run();
            answer_of(&puzzle, boxes, Script::Numbers, &run);
            assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        }
        let text = json!({ "grid": puzzle }).to_string();
        answer_of(&puzzle, boxes, Script::Numbers, &sator("solve").input(text).run());
    }
}

#[test]
fn ascii_lines_are_ascii() {
    for (boxes, script) in [(NINE, DIGITS), (Boxes::of(3, 4), Script::Numbers)] {
        let puzzle = boxes.puzzle(9, 50);
        let run = sator("solve sudoku --ascii").input(script.rows(&puzzle)).run();
        let heading = format!("Found a solution for {0}×{0} Sudoku", boxes.n());
        let grids = grids_below(&heading, boxes, script, ASCII, run.exits(0));
        assert!(boxes.accepts(&puzzle, &grids[0]), "{run:?}");
        assert!(run.stdout.split_once("\n\n").unwrap().1.is_ascii(), "{run:?}");
    }
}

#[test]
fn json_is_one_object_of_the_documented_shape() {
    let (puzzle, answer) = NINE.unique(10);
    let line = DIGITS.line(&puzzle);
    let run = sator("solve --json").arg(&line).run();
    let object = run.exits(0).says("").object();
    assert_eq!(object["puzzle"], "sudoku");
    assert_eq!((&object["status"], &object["complete"]), (&json!("sat"), &json!(false)));
    assert_eq!(object["solutions"], json!([{ "grid": answer }]));
    assert!(object["backend"].is_string() && object["stats"].is_object(), "{object}");
    assert!(object.get("unique").is_none(), "{object}");
    let object = sator("solve --json --unique").arg(&line).run().exits(0).object();
    assert_eq!((&object["unique"], &object["complete"]), (&json!(true), &json!(true)));
    let several = DIGITS.line(&NINE.ambiguous(10));
    let object = sator("solve --json --unique").arg(several).run().exits(0).object();
    assert_eq!((&object["unique"], &object["complete"]), (&json!(false), &json!(false)));
}

#[test]
fn json_has_integers_whatever_the_alphabet() {
    let (puzzle, answer) = SIXTEEN.unique(11);
    for script in [DIGITS, ZERO_UP, LETTERS, Script::Numbers] {
        let run = sator("solve --json").input(script.rows(&puzzle)).run();
        assert_eq!(json_grids(&run.exits(0).object()), [answer.as_slice()], "{script:?}");
    }
}

/// The cells of a coloured row: how each is painted, and what it says.
fn painted(row: &str) -> Vec<(String, String)> {
    let parts = row.split("\u{1b}[0m").filter_map(|part| part.split_once('\u{1b}'));
    let styled = parts.map(|(_, styled)| styled.rsplit_once('m').unwrap());
    styled.map(|(style, text)| (style.to_owned(), text.to_owned())).collect()
}

#[test]
fn colour_tells_the_given_from_the_found() {
    let (puzzle, answer) = NINE.unique(12);
    let run = sator("solve --color always").arg(DIGITS.line(&puzzle)).run();
    let rows = run.exits(0).stdout.lines().filter(|line| line.starts_with('│'));
    let rows: Vec<_> = rows.map(painted).collect();
    assert_eq!(rows.len(), 9, "{run:?}");
    for (row, cells) in rows.iter().enumerate() {
        assert_eq!(cells.len(), 9, "{run:?}");
        for (column, (style, text)) in cells.iter().enumerate() {
            assert_eq!(*text, answer[row][column].to_string());
            let is_given = puzzle[row][column] > 0;
            assert_eq!(style == "[1", is_given, "bold is what was given: {style:?} in {run:?}");
        }
    }
}

#[test]
fn there_is_no_colour_in_a_pipe_or_a_file() {
    let (puzzle, answer) = NINE.unique(12);
    let folder = Folder::with("board.txt", DIGITS.rows(&puzzle));
    for words in ["", "--color never", "--color auto", "--ascii"] {
        let run = sator(&format!("solve board.txt {words}")).inside(&folder).run();
        assert!(!run.exits(0).stdout.contains('\u{1b}'), "{words}: {run:?}");
    }
    let run = sator("solve board.txt -o answer.txt").inside(&folder).run();
    run.exits(0).prints("");
    assert_eq!(folder.read("answer.txt"), printed(&answer));
}

#[test]
fn without_colour_a_terminal_marks_what_was_given() {
    let (puzzle, answer) = FOUR.unique(13);
    let folder = Folder::with("four.txt", DIGITS.rows(&puzzle));
    let run = on_terminal("NO_COLOR=1 sator solve four.txt -q", &folder);
    let rows: Vec<_> = run.exits(0).stdout.lines().filter(|line| line.starts_with('│')).collect();
    for (row, line) in rows.iter().enumerate() {
        let marked = |column: usize| {
            let mark = if puzzle[row][column] > 0 { "'" } else { "" };
            format!("{}{mark}", answer[row][column])
        };
        let words: Vec<_> = line.split(['│', ' ', '\r']).filter(|word| !word.is_empty()).collect();
        assert_eq!(words, [0, 1, 2, 3].map(marked), "{run:?}");
    }
    assert_eq!(rows.len(), 4, "{run:?}");
    folder.write("answer.txt", &run.stdout);
    let check = sator("check four.txt --solution answer.txt").inside(&folder).run();
    check.exits(0).prints("Correct\n");
}

#[test]
fn whether_it_is_the_only_one_is_the_last_line() {
    let (puzzle, answer) = NINE.unique(14);
    let run = sator("solve --unique").arg(DIGITS.line(&puzzle)).run();
    run.exits(0).prints(&(printed(&answer) + "Unique: yes\n"));
    let puzzle = NINE.ambiguous(14);
    let run = sator("solve --unique").arg(DIGITS.line(&puzzle)).run();
    let (board, last) = run.exits(0).stdout.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(last, "Unique: no");
    assert!(NINE.accepts(&puzzle, &DIGITS.read(board)), "{run:?}");
}

#[test]
fn all_answers_are_all_that_exist() {
    for (boxes, puzzle) in
        [(NINE, NINE.puzzle(15, 45)), (SIX, SIX.ambiguous(15)), (FOUR, FOUR.puzzle(15, 20))]
    {
        let answers = boxes.answers(&puzzle);
        let (n, number) = (boxes.n(), answers.len());
        assert!(number > 1, "{puzzle:?}");
        let line = DIGITS.line(&puzzle);
        let run = sator("solve sudoku --all").arg(&line).run();
        let heading = format!("Found {number} unique solutions for {n}×{n} Sudoku");
        let mut found = grids_below(&heading, boxes, DIGITS, INK, run.exits(0));
        found.sort();
        assert_eq!(found, answers);
        sator("count sudoku").arg(&line).run().exits(0).prints(&format!("{number}\n"));
        let object = sator("solve sudoku --all --json").arg(&line).run().exits(0).object();
        let mut found = json_grids(&object);
        found.sort();
        assert_eq!((found, &object["complete"]), (answers, &json!(true)));
        let object = sator("count sudoku --json").arg(&line).run().exits(0).object();
        assert_eq!([&object["puzzle"], &object["count"]], ["sudoku", &number.to_string()]);
        assert_eq!(object["exact"], true);
    }
}

#[test]
fn all_grids_of_four_are_counted() {
    sator("count sudoku").arg(".".repeat(16)).run().exits(0).prints("288\n");
    let (puzzle, _) = NINE.unique(16);
    sator("count").arg(DIGITS.line(&puzzle)).run().exits(0).prints("1\n");
}

#[test]
fn max_answers_are_so_many_different_ones() {
    let puzzle = vec![vec![0; 4]; 4];
    let line = DIGITS.line(&puzzle);
    for options in ["--max 5", "--all --max 5"] {
        let run = sator(&format!("solve sudoku {options}")).arg(&line).run();
        let (heading, below) = run.exits(0).stdout.split_once("\n\n").unwrap();
        assert!(heading.contains("at least 5 solutions for 4×4 Sudoku"), "{heading}");
        let mut found: Vec<_> = drawings(below).iter().map(|board| DIGITS.read(board)).collect();
        assert!(found.iter().all(|grid| FOUR.accepts(&puzzle, grid)), "{run:?}");
        found.sort();
        found.dedup();
        assert_eq!(found.len(), 5, "{run:?}");
    }
    let run = sator("solve sudoku --max 500").arg(&line).run();
    assert!(run.exits(0).stdout.starts_with("Found 288 unique solutions for 4×4 Sudoku\n"));
}

/// No two equal values see each other, but the last cell of the first row has no value left.
fn impossible() -> Grid {
    let mut grid = vec![vec![0; 9]; 9];
    grid[0][..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
    grid[4][8] = 9;
    grid
}

#[test]
fn no_answer_is_said_so() {
    let line = DIGITS.line(&impossible());
    assert!(NINE.answers(&impossible()).is_empty());
    let solve = |options| sator(&format!("solve {options}")).arg(&line).run();
    let run = solve("");
    run.exits(1).prints("Unsatisfiable\n");
    let clues: Vec<_> = (1..=8).map(|value| format!("  r1c{value} is {value}\n")).collect();
    let clues = clues.concat();
    run.says(&format!(
        "Solving for 9×9 Sudoku...\nNo answer has all of these clues, though without any one of \
         them there are some:\n{clues}  r5c9 is 9\n"
    ));
    solve("--quiet").exits(1).says("");
    solve("--all").exits(1).prints("Unsatisfiable\n");
    solve("--unique").exits(1).prints("Unsatisfiable\nUnique: no\n");
    sator("count").arg(&line).run().exits(1).prints("0\n");
    let object = solve("--json").exits(1).object();
    assert_eq!((&object["status"], &object["complete"]), (&json!("unsat"), &json!(true)));
    assert_eq!((&object["solutions"], object.get("reason")), (&json!([]), None));
    let conflict: Vec<_> = object["conflict"].as_array().unwrap().iter().collect();
    assert_eq!((conflict.len(), conflict[8]), (9, &json!("r5c9 is 9")));
}

#[test]
fn equal_values_in_a_house_are_named_with_their_cells() {
    for (cells, named) in [
        ([(2, 0), (2, 4)], "row 3 has 7 twice, r3c1 and r3c5"),
        ([(1, 8), (7, 8)], "column 9 has 7 twice, r2c9 and r8c9"),
        ([(3, 7), (5, 6)], "box 6 has 7 twice, r4c8 and r6c7"),
    ] {
        let mut puzzle = vec![vec![0; 9]; 9];
        for (row, column) in cells {
            puzzle[row][column] = 7;
        }
        let text = DIGITS.rows(&puzzle);
        let run = sator("solve").input(text.as_str()).run();
        run.exits(1).prints("Unsatisfiable\n").mentions(&[named]);
        let object = sator("solve --json").input(text.as_str()).run().exits(1).object();
        assert_eq!([&object["status"], &object["reason"]], ["unsat", named]);
        sator("count").input(text.as_str()).run().exits(1).prints("0\n");
        sator("solve --quiet").input(text).run().exits(1).prints("Unsatisfiable\n").says("");
    }
}

#[test]
fn values_are_named_as_they_are_written() {
    let mut puzzle = SIXTEEN.puzzle(17, 50);
    let mut board = SIXTEEN.filled(17);
    let replaced = board[0][0];
    for grid in [&mut puzzle, &mut board] {
        (grid[0][0], grid[0][15]) = (11, 11);
    }
    // It stands there a third time in the filled board.
    let third = (1..15).find(|&column| board[0][column] == 11).unwrap();
    board[0][third] = replaced;
    for (script, symbol) in [(DIGITS, "B"), (ZERO_UP, "A"), (LETTERS, "K"), (Script::Numbers, "11")]
    {
        let named = format!("row 1 has {symbol} twice, r1c1 and r1c16");
        let run = sator("solve").input(script.rows(&puzzle)).run();
        run.exits(1).mentions(&[&named]);
        let board = Folder::with("board.txt", script.rows(&board));
        let run = sator("check sudoku --solution board.txt").inside(&board);
        let run = run.input(script.rows(&puzzle)).run();
        run.exits(1).prints(&format!("Wrong: {named}\n"));
    }
}

#[test]
fn answers_in_the_input_are_not_looked_up() {
    let (puzzle, answer) = NINE.unique(18);
    let text = json!({
        "n": 9, "box_h": 3, "box_w": 3, "grid": puzzle, "solution": puzzle, "status": "UNSAT",
        "count": 99, "solutions": [{ "grid": [[1]] }], "example": [], "id": "mine",
    });
    let run = sator("solve").input(text.to_string()).run();
    run.exits(0).prints(&printed(&answer)).says("Solving for 9×9 Sudoku...\n");
    sator("count").input(text.to_string()).run().exits(0).prints("1\n");
}

#[test]
fn every_backend_finds_what_every_encoding_says() {
    let puzzle = NINE.puzzle(19, 40);
    let number = NINE.answers(&puzzle).len();
    let line = DIGITS.line(&puzzle);
    for backend in backends() {
        let encodings = ["auto", "minimal", "extended", "minimal,pairwise", "bitwise"];
        let useful = if takes_rules(&backend) { 3 } else { 5 };
        for encoding in &encodings[..useful] {
            let options = format!("--backend {backend} --encoding {encoding} --quiet");
            let run = sator(&format!("count {options}")).arg(&line).run();
            run.exits(0).prints(&format!("{number}\n")).says("");
        }
    }
}

#[test]
fn a_search_that_ran_out_of_time_is_neither_yes_nor_no() {
    // What follows at once from the clues needs no time; this one has to be searched for.
    let line = ".".repeat(624) + "1";
    let solve = |options| sator(&format!("solve --timeout 1e-9 {options}")).arg(&line).run();
    let run = solve("--unique");
    assert!(!run.exits(3).stdout.contains("Unsatisfiable"), "{run:?}");
    assert_eq!(run.stdout.lines().last(), Some("Unique: unknown"));
    let object = solve("--unique --json").exits(3).object();
    assert_eq!([&object["status"], &object["unique"]], [&json!("unknown"), &Value::Null]);
}

#[test]
fn sudoku_has_its_word_in_any_case() {
    let (puzzle, answer) = NINE.unique(20);
    for word in ["sudoku", "Sudoku", "SUDOKU"] {
        let run = sator("solve -q").arg(word).arg(DIGITS.line(&puzzle)).run();
        run.exits(0).prints(&printed(&answer));
    }
}

#[test]
fn symmetries_of_a_sudoku_are_not_counted() {
    let run = sator("count sudoku ................ --up-to-symmetry").run();
    run.fails().mentions(&["sudoku is not counted up to symmetry"]);
}
