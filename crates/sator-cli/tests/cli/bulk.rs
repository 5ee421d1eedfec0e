//! Very many puzzles in a file or a stream: what is promised of all verbs that take them.

use std::fmt::Write as _;

use crate::batch::{many, solved};
use crate::common::{Folder, sator};
use crate::grids::{FOUR, NINE};
use crate::terminal::on_terminal;

/// More lines than are handed over at once, some of them no puzzles, some without an answer.
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
            run(&format!("solve sudoku {input}")).exits(2).prints(&solved);
            run(&format!("count sudoku {input}")).exits(2).prints(&counted);
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
        sator("solve sudoku -q").input(text).run().exits(0).prints(&answers);
    }
}
