//! `sator solve` and `sator count` for sudoku: every form, size and alphabet is read, and every
//! answer is right.

use serde_json::{Value, json};

use crate::common::{Folder, Run, backends, sator, takes_rules};
use crate::grids::{
    ASCII, Boxes, DIGITS, FOUR, Grid, INK, LETTERS, NINE, Pen, SIX, SIXTEEN, Script, ZERO_UP,
    drawings, json_grids, without,
};
use crate::terminal::on_terminal;

/// Reads the grids below this heading, and checks how they are drawn.
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

/// Reads the only answer to a puzzle with the usual boxes, and checks it.
#[track_caller]
fn answer_of(puzzle: &Grid, boxes: Boxes, script: Script, run: &Run) -> Grid {
    let heading = format!("Found a solution for {0}×{0} Sudoku", boxes.n());
    let mut grids = grids_below(&heading, boxes, script, INK, run.exits(0));
    assert_eq!(grids.len(), 1, "{run:?}");
    assert!(boxes.accepts(puzzle, &grids[0]), "{run:?}");
    grids.remove(0)
}

/// The output of `solve` for this answer of 9×9.
fn printed(answer: &Grid) -> String {
    let board = NINE.drawn(answer, DIGITS, INK);
    format!("Found a solution for 9×9 Sudoku\n\n--- Solution 1 ---\n{board}")
}

/// The frame of Simple Sudoku: `*---*` above, `|---+---+---|` between.
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
        format!("#A The author\n#D nine rows\n#B 01-01-2026\n\n{rows}"),
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
        sator("solve -q").input(text).run().exits(0).stdout_is(&printed(&answer)).stderr_is("");
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
fn large_grids_have_three_alphabets_and_the_chosen_one_is_named() {
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
            run.stderr_is("Solving for 16×16 Sudoku...\n");
        }
    }
}

#[test]
fn an_option_chooses_between_two_possible_alphabets() {
    // It has neither G nor 0, so two alphabets fit.
    let puzzle = without(&SIXTEEN.filled(6), &[1, 16]);
    let text = DIGITS.rows(&puzzle);
    let run = sator("solve").input(text.as_str()).run();
    answer_of(&puzzle, SIXTEEN, DIGITS, &run);
    run.stderr_has(&["read as 1-9A-G; the alphabet 0-9A-F reads them otherwise\n"]);
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
            run.stderr_has(&[&format!("the symbols are read as {name}")]);
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
            // Nothing is said about an alphabet.
            let notes = run.stderr.lines().filter(|line| !line.contains("the only solution"));
            assert_eq!(notes.count(), 1, "{run:?}");
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
fn json_has_integers_whatever_the_alphabet() {
    let (puzzle, answer) = SIXTEEN.unique(11);
    for script in [DIGITS, ZERO_UP, LETTERS, Script::Numbers] {
        let run = sator("solve --json").input(script.rows(&puzzle)).run();
        assert_eq!(json_grids(&run.exits(0).object()), [answer.as_slice()], "{script:?}");
    }
}

/// The cells of a coloured row: style and text of each.
fn painted(row: &str) -> Vec<(String, String)> {
    let parts = row.split("\u{1b}[0m").filter_map(|part| part.split_once('\u{1b}'));
    let styled = parts.map(|(_, styled)| styled.rsplit_once('m').unwrap());
    styled.map(|(style, text)| (style.to_owned(), text.to_owned())).collect()
}

#[test]
fn given_values_are_bold() {
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
fn without_colour_a_terminal_marks_given_values() {
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
    check.exits(0).stdout_is("Correct\n");
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
        sator("count sudoku").arg(&line).run().exits(0).stdout_is(&format!("{number}\n"));
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

#[test]
fn every_backend_counts_the_same_with_every_encoding() {
    let puzzle = NINE.puzzle(19, 40);
    let number = NINE.answers(&puzzle).len();
    let line = DIGITS.line(&puzzle);
    for backend in backends() {
        let encodings = ["auto", "minimal", "extended", "minimal,pairwise", "bitwise"];
        let useful = if takes_rules(&backend) { 3 } else { 5 };
        for encoding in &encodings[..useful] {
            let options = format!("--backend {backend} --encoding {encoding} --quiet");
            let run = sator(&format!("count {options}")).arg(&line).run();
            run.exits(0).stdout_is(&format!("{number}\n")).stderr_is("");
        }
    }
}

#[test]
fn a_search_that_ran_out_of_time_is_neither_yes_nor_no() {
    // A puzzle that propagation solves needs no time; this one needs a search.
    let line = ".".repeat(624) + "1";
    let solve = |options| sator(&format!("solve --timeout 1e-9 {options}")).arg(&line).run();
    let run = solve("--unique");
    assert!(!run.exits(3).stdout.contains("Unsatisfiable"), "{run:?}");
    assert_eq!(run.stdout.lines().last(), Some("Unique: unknown"));
    let object = solve("--unique --json").exits(3).object();
    assert_eq!([&object["status"], &object["unique"]], [&json!("unknown"), &Value::Null]);
}

/// The first line of the answer.
#[track_caller]
fn heading(run: &Run) -> &str {
    run.exits(0).stdout.lines().next().unwrap_or_else(|| panic!("{run:?}"))
}

#[test]
fn a_sudoku_is_recognised_without_its_name() {
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
    run.stderr_has(&["Counting solutions for 16×16 Sudoku..."]);
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
fn empty_grids_in_lines_are_puzzles_with_the_name_sudoku() {
    for blank in [".", "0"] {
        let lines = (blank.repeat(81) + "\n").repeat(2);
        for words in ["solve sudoku --format sdm", "solve sudoku"] {
            let run = sator(words).input(lines.as_str()).run();
            assert_eq!(run.exits(0).stdout.lines().count(), 2, "{words}: {run:?}");
        }
    }
}
