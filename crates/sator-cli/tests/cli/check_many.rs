//! Many puzzles and their filled boards, a line each: a verdict in a line for each, in order.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::thread;

use serde_json::json;

use crate::batch::{many, solve, solved};
use crate::common::{Folder, Run, sator};
use crate::grids::{DIGITS, FOUR, NINE};

/// Judges the lines of one text by those of another.
fn check(puzzles: &str, solutions: &str, options: &str) -> Run {
    let folder = Folder::with("puzzles.txt", puzzles);
    folder.write("solutions.txt", solutions);
    let words = format!("check sudoku puzzles.txt --solution solutions.txt {options}");
    sator(&words).inside(&folder).run()
}

/// The answer with two values of a row in each other's place.
fn swapped(answer: &str) -> String {
    format!("{}{}{}", &answer[1..2], &answer[..1], &answer[2..])
}

/// What the verb says of one puzzle alone.
fn alone(puzzle: &str, solution: &str) -> Run {
    let folder = Folder::with("solution.txt", solution);
    let words = format!("check sudoku {puzzle} --solution solution.txt");
    sator(&words).inside(&folder).run()
}

#[test]
fn what_solve_printed_of_many_puzzles_is_correct() {
    let [puzzles, answers] = many(NINE, 0..50);
    let printed = solve(puzzles.as_str(), "-q").exits(0).stdout.clone();
    assert_eq!(printed, answers);
    let verdicts = "Correct\n".repeat(50);
    for options in ["", "--threads 1", "--threads 3", "--quiet"] {
        check(&puzzles, &printed, options).exits(0).prints(&verdicts).says("");
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
    assert_eq!(expected.matches("Wrong: ").count(), 30, "{expected}");
    check(&puzzles, &solutions, "").exits(1).prints(&expected).says("");
}

#[test]
fn a_line_that_cannot_be_read_has_its_word_and_stops_nothing() {
    let [puzzle, answer] = solved(NINE, 1);
    let (short, wrong) = (&puzzle[1..], answer.replacen(&answer[3..4], "?", 1));
    let puzzles = format!("{puzzle}\n{puzzle}\n{short}\n{puzzle}\n");
    let solutions = format!("{wrong}\n{}\n{answer}\n{answer}\n", swapped(&answer));
    let run = check(&puzzles, &solutions, "");
    let verdicts: Vec<_> = run.exits(2).stdout.lines().collect();
    assert_eq!([verdicts[0], verdicts[2], verdicts[3]], ["invalid", "invalid", "Correct"]);
    assert!(verdicts[1].starts_with("Wrong: "), "{run:?}");
    let at = wrong.find('?').unwrap() + 1;
    let first = format!("solutions.txt:1:{at}: expected a digit 1-9 or '.', found '?'");
    let errors: Vec<_> = run.stderr.lines().collect();
    assert_eq!(errors[0], first);
    assert!(errors[1].starts_with("puzzles.txt:3:1: expected 81 symbols for 9×9"), "{run:?}");
    assert_eq!(errors.len(), 2, "{run:?}");
}

#[test]
fn verdicts_are_json_when_asked() {
    let [puzzle, answer] = solved(NINE, 2);
    let puzzles = format!("{puzzle}\n{puzzle}\n{puzzle}\n");
    let solutions = format!("{answer}\n{}\nno solution\n", swapped(&answer));
    let run = check(&puzzles, &solutions, "--json");
    let objects = run.exits(2).objects();
    assert_eq!(objects[0], json!({ "puzzle": "sudoku", "correct": true }));
    assert_eq!(objects[1]["correct"], false);
    let reason = format!("Wrong: {}\n", objects[1]["reason"].as_str().unwrap());
    assert_eq!(reason, alone(&puzzle, &swapped(&answer)).stdout);
    assert_eq!((&objects[2]["status"], &objects[2]["line"]), (&json!("invalid"), &json!(3)));
    assert_eq!(objects.len(), 3);
}

#[test]
fn one_line_too_few_or_too_many_is_an_error_at_its_place() {
    let [puzzles, answers] = many(NINE, 0..5);
    let fewer: String = answers.split_inclusive('\n').take(3).collect();
    let run = check(&format!("# five\n{puzzles}"), &fewer, "");
    run.exits(2).prints(&"Correct\n".repeat(3));
    run.says("solutions.txt: expected a line for puzzles.txt:5, found the end\n");
    let more = format!("{answers}\n# one more\n{}", solved(NINE, 9)[1]);
    let run = check(&puzzles, &more, "");
    run.exits(2).prints(&"Correct\n".repeat(5));
    run.says("solutions.txt:8: expected the end, as in puzzles.txt, found a line\n");
    let run = check(&puzzles, "", "");
    run.exits(2)
        .prints("")
        .says("solutions.txt: expected a line for puzzles.txt:1, found the end\n");
}

#[test]
fn blank_lines_and_comments_of_either_text_go_with_nothing() {
    let [[one, first], [two, second]] = [3, 4].map(|seed| solved(NINE, seed));
    let puzzles = format!("# easy\n{one}\n\n{two}\n");
    let solutions = format!("\u{feff}\n\n{first}\r\n# next\n  \n{second}\n# end\n\n");
    check(&puzzles, &solutions, "").exits(0).prints("Correct\nCorrect\n");
    let wrong = check(&puzzles, &solutions.replace(&second, "nothing"), "");
    wrong.exits(2).prints("Correct\ninvalid\n").mentions(&["solutions.txt:6:1: expected"]);
}

#[test]
fn other_kinds_are_checked_in_lines_of_json() {
    let sudokus: Vec<_> = (0..3).map(|seed| FOUR.unique(seed)).collect();
    let text = |side: &dyn Fn(usize) -> serde_json::Value| -> String {
        (0..3).map(|at| side(at).to_string() + "\n").collect()
    };
    let puzzles = text(&|at| {
        let (puzzle, answer) = &sudokus[at];
        let [first, second] = [answer[0][0], answer[0][1]];
        let cage = json!({ "sum": first + second, "cells": [[0, 0], [0, 1]] });
        json!({ "n": 4, "box_h": 2, "box_w": 2, "cages": [cage], "givens": puzzle })
    });
    let folder = Folder::with("killers.jsonl", puzzles);
    let solved = sator("solve killers.jsonl --json").inside(&folder).run().exits(0).stdout.clone();
    folder.write("solved.jsonl", solved);
    let lines: String = sudokus.iter().map(|(_, answer)| DIGITS.line(answer) + "\n").collect();
    folder.write("solved.txt", lines);
    for solution in ["solved.jsonl", "solved.txt"] {
        let words = format!("check killers.jsonl --solution {solution}");
        sator(&words).inside(&folder).run().exits(0).prints(&"Correct\n".repeat(3));
    }
}

#[test]
fn solutions_that_come_line_by_line_are_judged_as_they_come() {
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
fn standard_input_is_not_asked_for_puzzles_and_solutions() {
    let [puzzles, _] = many(NINE, 0..2);
    let run = sator("check sudoku - --solution -").input(puzzles).run();
    run.exits(2).mentions(&["standard input can be read only once"]);
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
