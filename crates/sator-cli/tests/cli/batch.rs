//! Many sudokus in one input: a line each, in order, with any number of threads.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};

use serde_json::json;

use crate::common::{Folder, PROGRAM, Run, Sator, sator};
use crate::grids::{Boxes, DIGITS, FOUR, Grid, NINE, SIX, SIXTEEN, ZERO_UP, drawings};
use crate::terminal::on_terminal;

/// A puzzle with one answer, and that answer, as lines.
pub(crate) fn solved(boxes: Boxes, seed: u64) -> [String; 2] {
    let (puzzle, answer) = boxes.unique(seed);
    [DIGITS.line(&puzzle), DIGITS.line(&answer)]
}

/// A puzzle without an answer: a value stands twice in a row.
fn broken() -> String {
    "11".to_owned() + &".".repeat(79)
}

/// A puzzle that needs a search.
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
fn a_second_answer_is_shown_beside_the_lines_where_there_must_be_one_only() {
    let lines = "1234341243212143\n123434124321....\n12343412........\n";
    let run = sator("solve sudoku --require-unique --threads 1").input(lines).run();
    let printed: Vec<_> = run.exits(1).stdout.lines().collect();
    let first = printed[2].strip_suffix(" (not unique)").unwrap();
    let (_, second) = run.stderr.split_once("standard input:3: another answer: ").unwrap();
    assert!(second.starts_with("12343412") && !second.starts_with(first), "{run:?}");
    assert_eq!(run.stderr.matches("another answer").count(), 1);
}

#[test]
fn each_puzzle_is_answered_by_a_line_in_order() {
    let [puzzles, answers] = many(NINE, 0..50);
    for threads in 1..4 {
        let run = solve(puzzles.as_str(), &format!("--threads {threads}"));
        run.exits(0).stdout_is(&answers);
        assert!(run.stderr.contains("\n50 puzzles: 50 solved; "), "{run:?}");
    }
    let folder = Folder::with("many.sdm", puzzles);
    for words in ["solve many.sdm -q", "solve sudoku many.sdm -q"] {
        sator(words).inside(&folder).run().exits(0).stdout_is(&answers).stderr_is("");
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
fn puzzles_not_solved_in_time_are_unknown() {
    // A puzzle that propagation solves is answered within any time limit.
    let [puzzle, answer] = solved(NINE, 3);
    let text = format!("{puzzle}\n{}\n{puzzle}\n", open());
    let run = solve(text.as_str(), "--timeout 1e-9");
    run.exits(3).stdout_is(&format!("{answer}\nunknown\n{answer}\n"));
    let run = solve(text.as_str(), "--timeout 1e-9 --json --unique");
    let objects = run.exits(3).objects();
    let verdicts: Vec<_> = objects.iter().map(|o| (o["status"].clone(), &o["unique"])).collect();
    let (sure, unsure) = ((json!("sat"), &json!(true)), (json!("unknown"), &json!(null)));
    assert_eq!(verdicts, [sure.clone(), unsure, sure]);
    let run = sator("count --timeout 1e-9").input(text).run();
    run.exits(3).stdout_is("1\nat least 0 (stopped)\n1\n");
}

#[test]
fn the_exit_status_is_the_highest_of_2_3_1_0_that_occurred() {
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
            run.exits(2).stdout_is(&runs[0].stdout).stderr_is(&runs[0].stderr);
        }
    }
}

#[test]
fn fewer_threads_than_asked_for_are_enough() {
    let [puzzles, answers] = many(NINE, 0..20);
    let folder = Folder::with("many.txt", puzzles);
    // Large stacks exhaust the address space, and leave enough of it for everything else.
    let line = format!(
        "ulimit -v 4000000; MALLOC_ARENA_MAX=1 RUST_MIN_STACK=134217728 \
         '{PROGRAM}' solve many.txt -q --threads 1000"
    );
    let run = Sator::program("sh").args(["-c", &line]).inside(&folder).run();
    run.exits(0).stdout_is(&answers).stderr_is("");
}

#[test]
fn a_system_without_threads_is_an_error_and_no_panic() {
    let folder = Folder::with("many.txt", many(NINE, 0..2)[0].as_str());
    sator("solve 3 --bundle b").inside(&folder).run().exits(1);
    for words in ["solve many.txt", "generate many.txt", "verify b"] {
        let line = format!(
            "ulimit -v 4000000; MALLOC_ARENA_MAX=1 RUST_MIN_STACK=8000000000 '{PROGRAM}' {words} -q"
        );
        let run = Sator::program("sh").args(["-c", &line]).inside(&folder).run();
        run.exits(2).stderr_has(&["no thread can be started"]);
        assert!(!run.stderr.contains("panicked"), "{run:?}");
    }
}

#[test]
fn a_count_is_a_number_a_line() {
    let puzzles: Vec<_> = (0..12).map(|seed| FOUR.puzzle(seed, 25)).collect();
    let text: String = puzzles.iter().map(|puzzle| DIGITS.line(puzzle) + "\n").collect();
    let counts = puzzles.iter().map(|puzzle| FOUR.answers(puzzle).len());
    let counts: Vec<_> = counts.map(|count| count.to_string()).collect();
    let run = sator("count sudoku").input(text.as_str()).run();
    run.exits(0).stdout_is(&(counts.join("\n") + "\n"));
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
fn a_very_long_line_is_invalid_and_the_rest_goes_on() {
    let [puzzle, answer] = solved(NINE, 15);
    for long in ["1", ".", "[", "é"].map(|symbol| symbol.repeat(2_000_000 / symbol.len())) {
        let run = solve(format!("{puzzle}\n{long}\n{puzzle}\n"), "sudoku -q");
        run.exits(2).stdout_is(&format!("{answer}\ninvalid\n{answer}\n"));
        run.stderr_has(&["standard input:2: "]);
        assert!(run.stderr.len() < 300, "{} bytes", run.stderr.len());
    }
}

#[test]
fn a_very_long_first_line_is_invalid_and_the_rest_goes_on() {
    let [puzzle, answer] = solved(NINE, 15);
    let long = "1".repeat(2_000_000);
    for options in ["sudoku -q --format sdm", "sudoku -q"] {
        let run = solve(format!("{long}\n{puzzle}\n{puzzle}\n"), options);
        run.exits(2).stdout_is(&format!("invalid\n{answer}\n{answer}\n"));
    }
}

#[test]
fn many_comments_before_the_first_puzzle_do_not_hide_it() {
    let [puzzles, answers] = many(NINE, 0..3);
    let text = "# a line of a long preface\n".repeat(5000) + &puzzles;
    solve(text, "sudoku -q").exits(0).stdout_is(&answers);
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
    run.stderr_has(&[&format!("standard input:{BAD}:1: expected")]);
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let [puzzles, answers] = many(NINE, 0..40);
    let mut run = sator("solve -q").input(puzzles.repeat(200)).start();
    let mut first = String::new();
    BufReader::new(run.child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    run.finish().exits(0).stderr_is("");
    assert!(answers.starts_with(&first), "{first}");
    let folder = Folder::with("many.txt", puzzles.repeat(200));
    let line = format!("set -o pipefail; '{PROGRAM}' solve many.txt | head -1");
    let run = Sator::program("bash").args(["-c", &line]).inside(&folder).run();
    run.exits(0).stdout_is(&first);
}

#[test]
fn one_alphabet_fits_all_lines_of_a_file() {
    let (first, answer) = SIXTEEN.unique(40);
    // Without its first value a puzzle fits two alphabets.
    let without_zero: Grid =
        first.iter().map(|row| row.iter().map(|&v| if v == 1 { 0 } else { v }).collect()).collect();
    let text = format!("{}\n{}\n", ZERO_UP.line(&without_zero), ZERO_UP.line(&first));
    let run = solve(text, "");
    let lines: Vec<_> = run.exits(0).stdout.lines().collect();
    assert_eq!(lines[1], ZERO_UP.line(&answer), "{run:?}");
    assert!(lines[0].contains('0') && !lines[0].contains('G'), "{run:?}");
    run.stderr_has(&["the symbols are read as 0-9A-F"]);
}

/// More lines than one block of work holds; some are no puzzles, some have no answer.
#[test]
fn all_lines_are_answered_in_order_however_many_are_handed_over_at_once() {
    const LINES: usize = 5000;
    let pairs: Vec<_> = (0..50).map(|seed| solved(FOUR, seed)).collect();
    let [mut puzzles, mut solutions] = [String::new(), String::new()];
    let [mut solved, mut counted, mut checked] = <[String; 3]>::default();
    for at in 0..LINES {
        let [puzzle, answer] = &pairs[at * 7 % 50];
        let (line, texts) = match at % 1000 {
            998 => ("nonsense", ["invalid", "invalid", "invalid"]),
            999 => ("11..............", ["no solution", "0", "Wrong"]),
            _ => (puzzle.as_str(), [answer.as_str(), "1", "Correct"]),
        };
        let _ = writeln!(puzzles, "{line}");
        let _ = writeln!(solutions, "{answer}");
        for (text, word) in [&mut solved, &mut counted, &mut checked].into_iter().zip(texts) {
            let _ = writeln!(text, "{word}");
        }
    }
    let folder = Folder::with("puzzles.txt", &puzzles);
    folder.write("solutions.txt", solutions);
    for threads in ["--threads 1", "--threads 3"] {
        let run = |words: &str| {
            let input = puzzles.as_str();
            sator(&format!("{words} -q {threads}")).inside(&folder).input(input).run()
        };
        for input in ["puzzles.txt", "-"] {
            run(&format!("solve sudoku {input}")).exits(2).stdout_is(&solved);
            run(&format!("count sudoku {input}")).exits(2).stdout_is(&counted);
            let checks = run(&format!("check sudoku {input} --solution solutions.txt"));
            let verdicts = checks.exits(2).stdout.lines();
            let words = verdicts.map(|line| line.split(':').next().unwrap_or_default());
            assert!(words.eq(checked.lines()), "{}", checks.stdout);
            assert_eq!(checks.stderr.lines().count(), LINES / 1000);
        }
    }
}

#[test]
fn the_time_left_is_shown_wherever_the_size_is_known() {
    let folder = Folder::with("many.txt", format!("1{}\n", ".".repeat(80)).repeat(4));
    for input in ["many.txt", "- < many.txt"] {
        let line = format!("sator count sudoku {input} --timeout 0.8 --threads 1 > counts.txt");
        let run = on_terminal(&line, &folder);
        for part in [" % ", " puzzles, ", " a second", " left"] {
            assert!(run.exits(3).stdout.contains(part), "no {part:?} in {run:?}");
        }
        assert_eq!(folder.read("counts.txt").lines().count(), 4);
    }
    let line = "cat many.txt | sator count sudoku --timeout 0.8 --threads 1 > counts.txt";
    let run = on_terminal(line, &folder);
    assert!(run.stdout.contains(" a second") && !run.stdout.contains(" left"), "{run:?}");
}

#[test]
fn a_file_of_plain_lines_is_read_as_one_with_anything_after_them() {
    let [puzzles, answers] = many(NINE, 0..20);
    let more = format!(" {}", puzzles.replace('\n', ", 1, easy: a/b\r\n "));
    for text in [puzzles, more] {
        sator("solve sudoku -q").input(text).run().exits(0).stdout_is(&answers);
    }
}
