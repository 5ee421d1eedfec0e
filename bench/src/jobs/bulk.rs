//! Many sudokus, one a line, solved by the command-line tool: its time against the engine's on the
//! same puzzles in memory, and its memory on a million lines. The list with 17 givens is repeated.

use std::fs;

use sator::engine::{self, Options, Step};
use sator::puzzles::sudoku;

use crate::ours;
use crate::race::timed;
use crate::report::{Figure, Report, Row, Target, Unit};
use crate::shared::{Listed, list};
use crate::tool::{Folder, Tool};

/// Little more than an idle process of this size takes.
const MAX_MEGABYTES: f64 = 50.0;

pub(crate) fn measure(report: &mut Report) {
    let Some(tool) = Tool::find(report) else { return };
    let puzzles = list("clue17");
    if puzzles.is_empty() {
        report.note("left out, as there is no ../shared/data/sudoku9");
        return;
    }
    let folder = Folder::new();
    confirm(&tool, &folder, &puzzles);
    end_to_end(report, &tool, &folder, &puzzles);
    threads(report, &tool, &folder, &puzzles);
    memory(report, &tool, &folder, &puzzles);
}

/// Writes a file of so many lines.
fn write(folder: &Folder, puzzles: &[Listed], lines: usize) -> String {
    let file = folder.file("many.sdm");
    let lines = puzzles.iter().cycle().take(lines).map(|puzzle| puzzle.line.as_str());
    let mut text = lines.collect::<Vec<_>>().join("\n");
    text.push('\n');
    fs::write(&file, text).expect("there is room");
    file
}

/// Compares the tool's output with the stored answers.
fn confirm(tool: &Tool, folder: &Folder, puzzles: &[Listed]) {
    let file = write(folder, puzzles, puzzles.len());
    let output = tool.output(&format!("solve sudoku {file} --threads 1"));
    let answers: Vec<_> = output.lines().collect();
    assert_eq!(answers.len(), puzzles.len(), "the tool's answers");
    for (puzzle, answer) in puzzles.iter().zip(answers) {
        assert_eq!(answer, puzzle.answer, "the tool's answer of {}", puzzle.line);
    }
}

/// The tool on a file, including input and output, and the engine on lines in memory, turn by turn.
fn end_to_end(report: &mut Report, tool: &Tool, folder: &Folder, puzzles: &[Listed]) {
    let lines = report.quick_or(25, 100) * puzzles.len();
    let file = write(folder, puzzles, lines);
    let command = format!("solve sudoku {file} --threads 1");
    let mut best = [f64::INFINITY; 2];
    for _ in 0..report.quick_or(2, 5) {
        let whole = tool.run(&command).time;
        let ((), engine) = timed(|| solve_all(puzzles, lines));
        best = [best[0].min(whole.as_secs_f64()), best[1].min(engine.as_secs_f64())];
    }
    let [whole, engine] = best.map(|seconds| Figure::of(seconds, Unit::Seconds));
    let row = Row::new(format!("{lines} lines, one thread, start to exit"), whole);
    report.row(row.against("engine in memory", engine).target(Some(Target::AtMost(1.5))));
}

/// From the text to the first answer, with cached rules.
fn solve_all(puzzles: &[Listed], lines: usize) {
    for puzzle in puzzles.iter().cycle().take(lines) {
        let read = ours::read(&sudoku::KIND, &puzzle.line);
        let step = engine::solutions(&read, &Options::default()).step();
        assert!(matches!(step, Ok(Step::Solution(_))), "{} has an answer", puzzle.line);
    }
}

fn threads(report: &mut Report, tool: &Tool, folder: &Folder, puzzles: &[Listed]) {
    let lines = report.quick_or(20, 50) * puzzles.len();
    let file = write(folder, puzzles, lines);
    let mut best = [f64::INFINITY; 2];
    for _ in 0..report.quick_or(2, 5) {
        for (threads, best) in [2, 1].into_iter().zip(&mut best) {
            let run = tool.run(&format!("solve sudoku {file} --threads {threads}"));
            *best = best.min(run.time.as_secs_f64());
        }
    }
    let [two, one] = best.map(|seconds| Figure::of(lines as f64 / seconds, Unit::Rate));
    report.row(Row::new("rate on two threads", two).against("one thread", one));
}

/// Memory should not depend on the number of lines.
fn memory(report: &mut Report, tool: &Tool, folder: &Folder, puzzles: &[Listed]) {
    let most = report.quick_or(100_000, 1_000_000);
    let [few, many] = [10_000, most].map(|lines| {
        let file = write(folder, puzzles, lines);
        (lines, tool.run(&format!("solve sudoku {file} --threads 1")))
    });
    let rate = many.0 as f64 / many.1.time.as_secs_f64();
    report.row(Row::new(format!("{} lines, rate", many.0), Figure::of(rate, Unit::Rate)));
    for (lines, run) in [few, many] {
        let memory = run.memory().expect("it runs long enough to be sampled");
        let row = Row::new(format!("{lines} lines, memory"), memory);
        report.row(row.target(Some(Target::Under(MAX_MEGABYTES))));
    }
}
