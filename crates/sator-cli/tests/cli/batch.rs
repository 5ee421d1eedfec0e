//! Many sudokus in one input: a line each, in order, whatever the threads do; and memory that does
//! not grow with them.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};

use serde_json::json;

use crate::common::{Folder, PROGRAM, Run, Sator, sator};
use crate::grids::{
    Boxes, DIGITS, FOUR, Grid, NINE, SIX, SIXTEEN, Script, ZERO_UP, drawings, json_grids,
};

/// A puzzle with one answer, and that answer, as lines.
pub(crate) fn solved(boxes: Boxes, seed: u64) -> [String; 2] {
    let (puzzle, answer) = boxes.unique(seed);
    [DIGITS.line(&puzzle), DIGITS.line(&answer)]
}

/// A puzzle without an answer: a value stands twice in a row.
fn broken() -> String {
    "11".to_owned() + &".".repeat(79)
}

/// A puzzle that has to be searched for.
fn open() -> String {
    "1".to_owned() + &".".repeat(80)
}

/// Puzzles of this size in lines, and their answers in lines.
pub(crate) fn many(boxes: Boxes, seeds: std::ops::Range<u64>) -> [String; 2] {
    let solved: Vec<_> = seeds.map(|seed| solved(boxes, seed)).collect();
    [0, 1].map(|side| solved.iter().map(|pair| pair[side].clone() + "\n").collect())
}

#[track_caller]
pub(crate) fn solve(text: impl Into<Vec<u8>>, options: &str) -> Run {
    sator(&format!("solve {options}")).input(text).run()
}

#[test]
fn each_puzzle_is_answered_by_a_line_in_order() {
    let [puzzles, answers] = many(NINE, 0..50);
    for threads in 1..4 {
        let run = solve(puzzles.as_str(), &format!("--threads {threads}"));
        run.exits(0).prints(&answers);
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    }
    let folder = Folder::with("many.sdm", puzzles);
    for words in ["solve many.sdm -q", "solve sudoku many.sdm -q"] {
        sator(words).inside(&folder).run().exits(0).prints(&answers).says("");
    }
}

#[test]
fn answers_that_had_to_be_searched_for_are_right() {
    let puzzles: Vec<Grid> = (0..40).map(|seed| NINE.puzzle(seed, 20 + seed)).collect();
    let text: String = puzzles.iter().map(|puzzle| DIGITS.line(puzzle) + "\n").collect();
    let run = solve(text, "");
    let lines: Vec<_> = run.exits(0).stdout.lines().collect();
    assert_eq!(lines.len(), 40, "{run:?}");
    for (puzzle, line) in puzzles.iter().zip(lines) {
        let values: Vec<_> = line.chars().map(|c| c.to_digit(10).unwrap() as usize).collect();
        let grid = values.chunks(9).map(<[_]>::to_vec).collect();
        assert!(NINE.accepts(puzzle, &grid), "{line}");
    }
}

#[test]
fn what_has_no_answer_or_is_no_puzzle_gets_its_word() {
    let [puzzle, answer] = solved(NINE, 1);
    let several = DIGITS.line(&NINE.ambiguous(2));
    let (short, wrong) = (&puzzle[1..], puzzle.replacen('.', "?", 1));
    let text = format!("{puzzle}\n{}\n{short}\n{several}\n{wrong}\n{puzzle}\n", broken());
    let folder = Folder::with("many.txt", text);
    for (option, remark) in [("", ""), ("--unique", " (not unique)")] {
        let run = sator(&format!("solve many.txt -q {option}")).inside(&folder).run();
        let lines: Vec<_> = run.exits(2).stdout.lines().collect();
        assert_eq!(lines[..3], [answer.as_str(), "no solution", "invalid"], "{run:?}");
        assert_eq!(lines[4..], ["invalid", &answer], "{run:?}");
        assert_eq!(&lines[3][81..], remark, "{run:?}");
        let errors: Vec<_> = run.stderr.lines().collect();
        assert_eq!(errors.len(), 2, "{run:?}");
        assert!(errors[0].starts_with("many.txt:3:1: expected 81 symbols for 9×9"), "{run:?}");
        let at = wrong.find('?').unwrap() + 1;
        let expected = format!("many.txt:5:{at}: expected a digit 1-9 or '.', found '?'");
        assert_eq!(errors[1], expected);
    }
}

#[test]
fn what_could_not_be_known_in_time_is_unknown() {
    // What follows from the clues at once takes no time that anybody counts.
    let [puzzle, answer] = solved(NINE, 3);
    let text = format!("{puzzle}\n{}\n{puzzle}\n", open());
    let run = solve(text.as_str(), "--timeout 1e-9");
    run.exits(3).prints(&format!("{answer}\nunknown\n{answer}\n"));
    let run = solve(text.as_str(), "--timeout 1e-9 --json --unique");
    let objects = run.exits(3).objects();
    let verdicts: Vec<_> = objects.iter().map(|o| (o["status"].clone(), &o["unique"])).collect();
    let (sure, unsure) = ((json!("sat"), &json!(true)), (json!("unknown"), &json!(null)));
    assert_eq!(verdicts, [sure.clone(), unsure, sure]);
    let run = sator("count --timeout 1e-9").input(text).run();
    run.exits(3).prints("1\nat least 0 (stopped)\n1\n");
}

#[test]
fn the_gravest_of_many_puzzles_is_the_exit_status() {
    let [puzzle, _] = solved(NINE, 4);
    let (no, unknown, bad) = (broken(), open(), puzzle[2..].to_owned());
    for (lines, status) in [
        (vec![&puzzle, &puzzle], 0),
        (vec![&puzzle, &no, &puzzle], 1),
        (vec![&unknown, &no, &puzzle], 3),
        (vec![&no, &unknown, &puzzle], 3),
        (vec![&puzzle, &bad, &unknown, &no], 2),
        (vec![&unknown, &no, &bad], 2),
    ] {
        let text = lines.iter().fold(String::new(), |text, line| text + line + "\n");
        for threads in [1, 3] {
            let words = format!("sudoku --timeout 1e-9 --threads {threads}");
            solve(text.as_str(), &words).exits(status);
            sator(&format!("count {words}")).input(text.as_str()).run().exits(status);
        }
    }
}

#[test]
fn several_inputs_are_answered_one_after_the_other() {
    let [first, first_answers] = many(NINE, 0..3);
    let [second, second_answers] = many(SIX, 3..5);
    let folder = Folder::with("first.txt", first);
    folder.write("second.txt", second);
    let run = sator("solve -q first.txt second.txt").inside(&folder).run();
    run.exits(0).prints(&(first_answers.clone() + &second_answers));
    folder.write("bad.txt", format!("{}\n1\n", broken()));
    let run = sator("solve -q sudoku first.txt absent.txt bad.txt").inside(&folder).run();
    run.exits(2).mentions(&["'absent.txt'"]);
    assert!(run.stdout.starts_with(&first_answers), "{run:?}");
}

#[test]
fn blank_lines_and_comments_are_ignored_but_counted() {
    let [puzzle, answer] = solved(NINE, 5);
    let text = format!("# header\n\n{puzzle}\n  # more\n\t\n{puzzle}\nnonsense\n\n#\n{puzzle}");
    let run = solve(text.as_str(), "sudoku");
    run.exits(2).prints(&format!("{answer}\n{answer}\ninvalid\n{answer}\n"));
    run.mentions(&["standard input:7:1: expected"]);
    let crlf = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let run = solve(crlf, "sudoku");
    run.exits(2).prints(&format!("{answer}\n{answer}\ninvalid\n{answer}\n"));
    run.mentions(&["standard input:7:1: expected"]);
}

#[test]
fn what_follows_a_puzzle_in_its_line_is_not_read() {
    let [puzzle, answer] = solved(NINE, 6);
    let [other, other_answer] = solved(NINE, 7);
    for (first, second) in [
        (format!("{puzzle} 1 {other}"), format!("{other} 17 {puzzle}")),
        (format!("{puzzle},{other}"), format!("{other},{puzzle}")),
        (format!("{puzzle};easy"), format!("{other}; hard, 7")),
        (format!("{puzzle} # easy"), format!("\t{other}\t9.1")),
    ] {
        let run = solve(format!("{first}\n{second}\n"), "-q");
        run.exits(0).prints(&format!("{answer}\n{other_answer}\n")).says("");
    }
    // A header is no puzzle, and does not hide the others.
    let run = solve(format!("puzzle,solution\n{puzzle},{other}\n{other},{puzzle}\n"), "sudoku");
    assert!(run.stdout.ends_with(&format!("{answer}\n{other_answer}\n")), "{run:?}");
}

#[test]
fn puzzles_of_all_sizes_may_be_mixed() {
    let sizes = [FOUR, NINE, SIX, Boxes::of(2, 4), SIXTEEN, NINE, Boxes::of(5, 5), FOUR];
    let pairs: Vec<_> = (8..).zip(sizes).map(|(seed, boxes)| solved(boxes, seed)).collect();
    let [puzzles, answers] =
        [0, 1].map(|side| pairs.iter().map(|pair| pair[side].clone() + "\n").collect::<String>());
    let run = solve(puzzles.as_str(), "sudoku");
    run.exits(0).prints(&answers);
    run.mentions(&["the symbols are read as 1-9A-G", "the symbols are read as 1-9A-P"]);
    solve(puzzles, "-q").exits(0).prints(&answers);
}

#[test]
fn numbers_in_lines_are_answered_in_numbers() {
    let (puzzle, answer) = Boxes::of(3, 4).unique(9);
    let line = |grid: &Grid| Script::Numbers.line(grid) + "\n";
    let run = solve(line(&puzzle).repeat(2), "");
    run.exits(0).prints(&line(&answer).repeat(2));
}

/// Objects in lines: right, wrong, impossible, of another size.
fn objects() -> String {
    let (four, _) = FOUR.unique(10);
    let (twelve, _) = Boxes::of(3, 4).unique(10);
    let lines = [
        json!({ "n": 4, "box_h": 2, "box_w": 2, "grid": four, "id": "a", "status": "UNSAT" }),
        json!({ "n": 4, "box_h": 2, "box_w": 3, "grid": four }),
        json!({ "grid": [[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]] }),
        json!({ "n": 12, "box_h": 3, "box_w": 4, "grid": twelve, "solution": [[9]] }),
    ];
    lines.iter().fold("# objects\n".to_owned(), |text, line| format!("{text}{line}\n"))
}

#[test]
fn objects_in_lines_are_answered_in_lines() {
    let folder = Folder::with("many.jsonl", objects());
    let four = DIGITS.line(&FOUR.unique(10).1);
    let twelve = Script::Numbers.line(&Boxes::of(3, 4).unique(10).1);
    for words in ["solve many.jsonl -q", "solve sudoku many.jsonl -q"] {
        let run = sator(words).inside(&folder).run();
        run.exits(2).prints(&format!("{four}\ninvalid\nno solution\n{twelve}\n"));
        run.says("many.jsonl:3: boxes of 2x3 have 6 cells, but the grid is 4×4\n");
    }
    let run = sator("count many.jsonl -q").inside(&folder).run();
    run.exits(2).prints("1\ninvalid\n0\n1\n");
}

#[test]
fn json_has_an_object_for_each_line_in_order() {
    let folder = Folder::with("many.jsonl", objects());
    let run = sator("solve sudoku many.jsonl --json").inside(&folder).run();
    let objects = run.exits(2).objects();
    let statuses: Vec<_> = objects.iter().map(|object| object["status"].clone()).collect();
    assert_eq!(statuses, ["sat", "invalid", "unsat", "sat"]);
    assert!(objects.iter().all(|object| object["puzzle"] == "sudoku"), "{run:?}");
    assert_eq!(json_grids(&objects[0]), [FOUR.unique(10).1]);
    assert_eq!(json_grids(&objects[3]), [Boxes::of(3, 4).unique(10).1]);
    assert_eq!(objects[1]["error"], "boxes of 2x3 have 6 cells, but the grid is 4×4");
    let error = run.error_object();
    assert_eq!((&error["error"], &error["line"]), (&objects[1]["error"], &json!(3)));
    let [puzzles, _] = many(NINE, 0..30);
    let run = solve(puzzles, "--json --threads 3");
    let grids: Vec<_> = run.exits(0).objects().iter().flat_map(json_grids).collect();
    assert!(grids.into_iter().eq((0..30).map(|seed| NINE.unique(seed).1)), "{run:?}");
}

#[test]
fn a_broken_object_does_not_spoil_the_rest_wherever_it_stands() {
    let good = json!({ "grid": FOUR.unique(11).0 }).to_string();
    let bad = &good[..good.len() - 9];
    let answer = DIGITS.line(&FOUR.unique(11).1);
    let run = solve(format!("{good}\n{bad}\n{good}\n"), "sudoku");
    run.exits(2).prints(&format!("{answer}\ninvalid\n{answer}\n"));
    let run = solve(format!("{bad}\n{good}\n{good}\n"), "sudoku");
    run.exits(2).prints(&format!("invalid\n{answer}\n{answer}\n"));
    run.mentions(&["standard input:1:"]);
}

#[test]
fn a_number_among_sudokus_is_never_told_to_have_no_solution() {
    let [puzzle, answer] = solved(NINE, 12);
    for text in [format!("{puzzle}\n{puzzle}\n8\n"), format!("2\n{puzzle}\n{puzzle}\n")] {
        let run = solve(text, "");
        assert!(!run.stdout.contains("no solution"), "{run:?}");
        assert_eq!(run.stdout.lines().filter(|line| *line == answer).count(), 2, "{run:?}");
    }
    let sudoku = json!({ "grid": FOUR.unique(12).0 });
    let run = solve(format!("{sudoku}\n{{\"n\":6}}\n"), "");
    assert!(!run.stdout.contains("no solution"), "{run:?}");
}

#[test]
fn threads_change_nothing_that_is_printed() {
    let mut text = String::new();
    for seed in 0..120 {
        let line = match seed % 6 {
            0 => DIGITS.line(&NINE.puzzle(seed, 25)),
            1 => DIGITS.line(&SIXTEEN.puzzle(seed, 60)),
            2 => DIGITS.line(&NINE.ambiguous(seed)),
            3 => "nonsense".to_owned(),
            4 => broken(),
            _ => DIGITS.line(&FOUR.puzzle(seed, 30)),
        };
        let _ = writeln!(text, "{line}");
    }
    for verb in ["solve sudoku -q", "solve sudoku -q --unique", "count sudoku -q --max 50"] {
        let runs = [1, 2, 5].map(|threads| {
            sator(&format!("{verb} --threads {threads}")).input(text.as_str()).run()
        });
        assert_eq!(runs[0].exits(2).stdout.lines().count(), 120, "{:?}", runs[0]);
        for run in &runs {
            run.exits(2).prints(&runs[0].stdout).says(&runs[0].stderr);
        }
    }
    sator("solve --threads 0").input(text).run().exits(2).prints("");
}

#[test]
fn more_threads_than_there_can_be_are_no_reason_to_panic() {
    let [puzzles, answers] = many(NINE, 0..20);
    let folder = Folder::with("many.txt", puzzles);
    // So little memory that no thousand threads can be had, and nobody else is disturbed.
    let line = format!("ulimit -v 1000000; '{PROGRAM}' solve many.txt -q --threads 1000");
    let run = Sator::program("sh").args(["-c", &line]).inside(&folder).run();
    assert!(run.stdout == answers || !run.stderr.is_empty(), "{run:?}");
}

#[test]
fn statistics_are_totals_on_standard_error() {
    let [puzzles, answers] = many(NINE, 0..7);
    let run = solve(puzzles, "--stats");
    run.exits(0).prints(&answers).mentions(&["puzzles", "puzzles a second", "time"]);
    let totals = run.stderr.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    assert!(totals.clone().any(|words| words == ["puzzles", "7"]), "{run:?}");
}

#[test]
fn a_count_is_a_number_a_line() {
    let puzzles: Vec<_> = (0..12).map(|seed| FOUR.puzzle(seed, 25)).collect();
    let text: String = puzzles.iter().map(|puzzle| DIGITS.line(puzzle) + "\n").collect();
    let counts = puzzles.iter().map(|puzzle| FOUR.answers(puzzle).len());
    let counts: Vec<_> = counts.map(|count| count.to_string()).collect();
    let run = sator("count sudoku").input(text.as_str()).run();
    run.exits(0).prints(&(counts.join("\n") + "\n"));
    let run = sator("count sudoku --json").input(text.as_str()).run();
    let objects = run.exits(0).objects();
    assert!(objects.iter().map(|o| o["count"].as_str().unwrap()).eq(counts), "{run:?}");
    assert!(objects.iter().all(|object| object["exact"] == true), "{run:?}");
}

#[test]
fn all_answers_are_blocks_under_their_headings() {
    let puzzles = [FOUR.puzzle(13, 40), FOUR.puzzle(14, 30)];
    let text: String = puzzles.iter().map(|puzzle| DIGITS.line(puzzle) + "\n").collect();
    let run = solve(text, "sudoku --all");
    let blocks: Vec<_> = run.exits(0).stdout.split("Found ").skip(1).collect();
    assert_eq!(blocks.len(), 2, "{run:?}");
    for (puzzle, block) in puzzles.iter().zip(blocks) {
        let answers = FOUR.answers(puzzle);
        let heading = format!("{} unique solutions for 4×4 Sudoku\n\n", answers.len());
        let below = block.strip_prefix(&heading).unwrap_or_else(|| panic!("{run:?}"));
        let mut found: Vec<_> = drawings(below).iter().map(|board| DIGITS.read(board)).collect();
        found.sort();
        assert_eq!(found, answers);
    }
}

#[test]
fn a_file_takes_the_answers_instead_of_standard_output() {
    let [puzzles, answers] = many(NINE, 0..5);
    let folder = Folder::with("many.txt", &puzzles);
    for name in ["new.txt", "new.txt"] {
        let run = sator("solve many.txt -q -o").arg(name).inside(&folder).run();
        run.exits(0).prints("").says("");
        assert_eq!(folder.read(name), answers);
    }
    let run = sator("solve many.txt -q -o many.txt").inside(&folder).run();
    run.fails().says("'many.txt' is the puzzle's own file: name another\n");
    assert_eq!(folder.read("many.txt"), puzzles);
    assert_eq!(folder.names(), ["many.txt", "new.txt"]);
}

#[test]
fn lines_have_no_colour() {
    let [puzzles, answers] = many(NINE, 0..3);
    solve(puzzles, "--color always").exits(0).prints(&answers);
}

#[test]
fn compressed_puzzles_are_read_as_they_are() {
    let [puzzles, answers] = many(NINE, 0..20);
    let folder = Folder::with("many.txt", puzzles);
    let packed = Sator::program("sh").args(["-c", "gzip -c many.txt > many.txt.gz"]);
    packed.inside(&folder).run().exits(0);
    sator("solve many.txt.gz -q").inside(&folder).run().exits(0).prints(&answers);
    let piped = fs::read(folder.path("many.txt.gz")).unwrap();
    solve(piped.clone(), "-q").exits(0).prints(&answers);
    solve(&piped[..piped.len() - 30], "-q").exits(2);
}

#[test]
fn the_last_line_needs_no_end() {
    let [puzzles, answers] = many(NINE, 0..3);
    solve(puzzles.trim_end(), "-q").exits(0).prints(&answers);
}

#[test]
fn a_very_long_line_is_invalid_and_the_rest_goes_on() {
    let [puzzle, answer] = solved(NINE, 15);
    for long in ["1", ".", "[", "é"].map(|symbol| symbol.repeat(2_000_000 / symbol.len())) {
        let run = solve(format!("{puzzle}\n{long}\n{puzzle}\n"), "sudoku -q");
        run.exits(2).prints(&format!("{answer}\ninvalid\n{answer}\n"));
        run.mentions(&["standard input:2: "]);
        assert!(run.stderr.len() < 300, "{} bytes", run.stderr.len());
    }
}

#[test]
fn a_very_long_first_line_is_no_more_than_invalid() {
    let [puzzle, answer] = solved(NINE, 15);
    let long = "1".repeat(2_000_000);
    for options in ["sudoku -q --format sdm", "sudoku -q"] {
        let run = solve(format!("{long}\n{puzzle}\n{puzzle}\n"), options);
        run.exits(2).prints(&format!("invalid\n{answer}\n{answer}\n"));
    }
}

#[test]
fn many_comments_before_the_first_puzzle_do_not_hide_it() {
    let [puzzles, answers] = many(NINE, 0..3);
    let text = "# a line of a long preface\n".repeat(5000) + &puzzles;
    solve(text, "sudoku -q").exits(0).prints(&answers);
}

#[test]
fn bytes_that_are_no_text_spoil_only_their_line() {
    let [puzzle, answer] = solved(NINE, 16);
    let mut text = format!("{puzzle}\n????{puzzle}\n{puzzle}\n").into_bytes();
    text[puzzle.len() + 3] = 0xff;
    for threads in ["--threads 1", "--threads 2"] {
        let run = solve(text.clone(), &format!("-q {threads}"));
        run.exits(2).prints(&format!("{answer}\ninvalid\n{answer}\n"));
        run.says("standard input:2:3: expected text, found the byte 0xff\n");
    }
}

#[test]
fn a_hundred_thousand_lines_keep_their_order() {
    const LINES: usize = 100_000;
    const BAD: usize = 77_777;
    let pairs: Vec<_> =
        (0..200).map(|seed| solved(if seed % 3 == 0 { SIX } else { FOUR }, seed)).collect();
    let (mut puzzles, mut answers) = (String::new(), String::new());
    for number in 1..=LINES {
        let [puzzle, answer] = &pairs[number * 7 % 200];
        let is_bad = number == BAD;
        let _ = writeln!(puzzles, "{}", if is_bad { "nonsense" } else { puzzle });
        let _ = writeln!(answers, "{}", if is_bad { "invalid" } else { answer });
    }
    let run = solve(puzzles, "sudoku -q");
    assert!(run.exits(2).stdout == answers, "an answer is out of order");
    run.mentions(&[&format!("standard input:{BAD}:1: expected")]);
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let [puzzles, answers] = many(NINE, 0..40);
    let mut run = sator("solve -q").input(puzzles.repeat(200)).start();
    let mut first = String::new();
    BufReader::new(run.child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    run.finish().exits(0).says("");
    assert!(answers.starts_with(&first), "{first}");
    let folder = Folder::with("many.txt", puzzles.repeat(200));
    let line = format!("set -o pipefail; '{PROGRAM}' solve many.txt | head -1");
    let run = Sator::program("bash").args(["-c", &line]).inside(&folder).run();
    run.exits(0).prints(&first);
}

#[test]
fn the_lines_of_a_file_have_one_alphabet_though_one_line_tells_less() {
    let (first, answer) = SIXTEEN.unique(40);
    // Without its first value a puzzle fits two alphabets.
    let without_zero: Grid =
        first.iter().map(|row| row.iter().map(|&v| if v == 1 { 0 } else { v }).collect()).collect();
    let text = format!("{}\n{}\n", ZERO_UP.line(&without_zero), ZERO_UP.line(&first));
    let run = solve(text, "");
    let lines: Vec<_> = run.exits(0).stdout.lines().collect();
    assert_eq!(lines[1], ZERO_UP.line(&answer), "{run:?}");
    assert!(lines[0].contains('0') && !lines[0].contains('G'), "{run:?}");
    run.mentions(&["the symbols are read as 0-9A-F"]);
}
