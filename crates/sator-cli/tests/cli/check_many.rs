//! Many puzzles and their filled boards, a line each: a verdict in a line for each, in order.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::thread;

use crate::batch::{many, solve, solved};
use crate::common::{Folder, Run, sator};
use crate::grids::{FOUR, NINE};

/// Checks the lines of one text against those of another.
fn check(puzzles: &str, solutions: &str, options: &str) -> Run {
    let folder = Folder::with("puzzles.txt", puzzles);
    folder.write("solutions.txt", solutions);
    let words = format!("check sudoku puzzles.txt --solution solutions.txt {options}");
    sator(&words).inside(&folder).run()
}

/// The answer with two values of a row exchanged.
fn swapped(answer: &str) -> String {
    format!("{}{}{}", &answer[1..2], &answer[..1], &answer[2..])
}

/// The check of one puzzle alone.
fn alone(puzzle: &str, solution: &str) -> Run {
    let folder = Folder::with("solution.txt", solution);
    let words = format!("check sudoku {puzzle} --solution solution.txt");
    sator(&words).inside(&folder).run()
}

#[test]
fn the_output_of_solve_for_many_puzzles_is_correct() {
    let [puzzles, answers] = many(NINE, 0..50);
    let printed = solve(puzzles.as_str(), "-q").exits(0).stdout.clone();
    assert_eq!(printed, answers);
    let verdicts = "Correct\n".repeat(50);
    for options in ["--quiet", "--threads 1 -q", "--threads 3 -q"] {
        check(&puzzles, &printed, options).exits(0).stdout_is(&verdicts).stderr_is("");
    }
}

#[test]
fn each_verdict_is_that_of_the_puzzle_alone() {
    let pairs: Vec<_> = (0..40).map(|seed| solved(NINE, seed)).collect();
    let (mut puzzles, mut solutions, mut expected) = <(String, String, String)>::default();
    for (at, [puzzle, answer]) in pairs.iter().enumerate() {
        let solution = match at % 4 {
            0 => answer.clone(),
            1 => swapped(answer),
            2 => pairs[at - 1][1].clone(),
            _ => answer.replacen(&answer[40..41], ".", 1),
        };
        if at % 8 == 0 {
            expected += "Correct\n";
        } else {
            expected += &alone(puzzle, &solution).stdout;
        }
        let _ = writeln!(puzzles, "{puzzle}");
        let _ = writeln!(solutions, "{solution}");
    }
    assert_eq!(expected.matches("Correct\n").count(), 10, "{expected}");
    check(&puzzles, &solutions, "-q").exits(1).stdout_is(&expected).stderr_is("");
}

#[test]
fn solutions_from_a_stream_are_checked_line_by_line() {
    let [puzzles, answers] = many(NINE, 0..4);
    let folder = Folder::with("puzzles.txt", puzzles);
    let words = "check sudoku puzzles.txt --solution -";
    let (mut run, mut stdin) = sator(words).inside(&folder).start_open();
    let output = run.lines();
    for answer in answers.lines().take(3) {
        stdin.write_all(format!("{answer}\n").as_bytes()).unwrap();
        assert_eq!(output.next(), "Correct");
    }
    run.interrupt();
    run.finish().exits(3);
}

#[test]
fn memory_does_not_grow_with_the_texts() {
    const LINES: usize = 200_000;
    let folder = Folder::new();
    let pairs: Vec<_> = (0..200).map(|seed| solved(FOUR, seed)).collect();
    let comment = "x".repeat(280);
    let lines = |side: usize| -> String {
        let line = |pair: &[String; 2]| format!("{},{comment}\n", pair[side]);
        pairs.iter().map(line).collect::<String>().repeat(LINES / 200)
    };
    folder.write("puzzles.txt", lines(0));
    let words = "check sudoku puzzles.txt --solution - --threads 2";
    let (mut run, mut stdin) = sator(words).inside(&folder).start_open();
    let output = run.lines();
    let solutions = lines(1);
    let writer = thread::spawn(move || stdin.write_all(solutions.as_bytes()).map(|()| stdin));
    for _ in 0..LINES {
        assert_eq!(output.next(), "Correct");
    }
    let stdin = writer.join().unwrap().unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", run.child.id()));
    drop(stdin);
    run.finish().exits(0);
    let Ok(status) = status else { return };
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok());
    assert!(peak.is_none_or(|peak| peak < 50_000), "{peak:?} kB");
}

/// Whether a large open sudoku has one answer takes seconds to find out.
#[test]
fn the_time_limit_holds_for_the_comparison_of_each_board_with_the_answer() {
    let folder = Folder::new();
    let line = format!("1{}\n", ".".repeat(36 * 36 - 1));
    folder.write("boards", line.repeat(2));
    let words = "check sudoku boards --solution boards --against-answer --timeout 0.001";
    let run = sator(words).inside(&folder).run();
    let unknown = run.exits(3).stdout.lines().filter(|line| line.starts_with("Unknown")).count();
    assert_eq!(unknown, 2, "{run:?}");
}
