//! Sator against a fresh Varisat on the textbook's formula, and against one solver that is kept and
//! assumes the clues, in one process: all take turns on every puzzle, each has its best of several
//! runs, and medians over puzzles are compared. Then every backend against its crate alone, the
//! two ways to check proofs; killers: published ones, against CP-SAT, and by each method; and
//! minesweeper: against `ms_toollib`, large boards, and hard families.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark talks to the terminal")]

mod alone;
mod embedding;
mod formula;
mod kept;
mod killer;
mod minesweeper;
mod proofs;
mod script;
mod times;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sator::engine::{Options, Series, Step};
use sator::puzzle::Reading;
use sator::puzzles::sudoku::KIND;

use crate::formula::Formula;
use crate::kept::Kept;

/// What is measured on a list of puzzles.
struct Measure {
    name: &'static str,
    file: &'static str,
    /// Every how many-th puzzle is taken.
    step: usize,
    /// How often each.
    runs: usize,
    compare: fn(&str, &[&str], usize),
}

const MEASURES: [Measure; 9] = [
    Measure { name: "sudoku 9x9, 17 givens", file: CLUE17, step: 10, runs: 5, compare },
    Measure {
        name: "sudoku 9x9, the hardest",
        file: "sudoku9/forum_hardest_1905.txt",
        step: 3,
        runs: 5,
        compare,
    },
    Measure {
        name: "sudoku 16x16",
        file: "sudoku_sizes/sudoku_16.jsonl",
        step: 1,
        runs: 3,
        compare,
    },
    Measure {
        name: "sudoku 25x25",
        file: "sudoku_sizes/sudoku_25.jsonl",
        step: 1,
        runs: 1,
        compare,
    },
    Measure {
        name: "embedding, 17 givens",
        file: CLUE17,
        step: 10,
        runs: 5,
        compare: embedding::compare,
    },
    Measure {
        name: "proofs, sudoku 9x9, the hardest",
        file: "sudoku9/forum_hardest_1905.txt",
        step: 10,
        runs: 5,
        compare: proofs::of_sudokus,
    },
    Measure {
        name: "proofs, sudoku 16x16",
        file: "sudoku_sizes/sudoku_16.jsonl",
        step: 10,
        runs: 5,
        compare: proofs::of_sudokus,
    },
    Measure {
        name: "proof, uuf100-05",
        file: "dimacs/uuf100-05.cnf",
        step: 1,
        runs: 5,
        compare: proofs::of_formula,
    },
    Measure {
        name: "proof, hole6",
        file: "dimacs/hole6.cnf",
        step: 1,
        runs: 5,
        compare: proofs::of_formula,
    },
];

const CLUE17: &str = "sudoku9/clue17.txt";

/// What is measured on killers and minesweeper, each with puzzles of its own.
struct Section {
    name: &'static str,
    run: fn(&str),
}

const SECTIONS: [Section; 7] = [
    Section { name: "killers by others", run: killer::published::measure },
    Section { name: "large killers", run: killer::large::brief },
    Section { name: "killers against CP-SAT", run: killer::peer::measure },
    Section { name: "killers by method", run: killer::methods::measure },
    Section { name: "minesweeper against ms_toollib", run: minesweeper::peer::measure },
    Section { name: "large minesweeper", run: minesweeper::large::measure },
    Section { name: "hard minesweeper", run: minesweeper::hard::measure },
];

/// What takes up to an hour, and is measured only where `--large` asks for it.
const LARGE: [Section; 2] = [
    Section { name: "large killers 16x16", run: killer::large::of_16 },
    Section { name: "large killers 25x25", run: killer::large::of_25 },
];

/// With a word, only what has it in its name.
fn main() -> ExitCode {
    let (flags, words): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let word = words.first().cloned().unwrap_or_default();
    let sections = match &flags[..] {
        [] => &SECTIONS[..],
        [flag] if flag == "--large" => &LARGE[..],
        _ => {
            eprintln!("usage: sator-bench [--large] [WORD]");
            return ExitCode::from(2);
        }
    };
    if flags.is_empty() && !run_lists(&word) {
        return ExitCode::FAILURE;
    }
    for section in sections.iter().filter(|section| section.name.contains(&word)) {
        (section.run)(section.name);
    }
    ExitCode::SUCCESS
}

/// Measures on the lists of sudokus; false if one cannot be read.
fn run_lists(word: &str) -> bool {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    if !folder.is_dir() {
        eprintln!("left out: comparisons on real puzzles, as there is no ../shared/data");
        return true;
    }
    for measure in MEASURES.iter().filter(|measure| measure.name.contains(word)) {
        match fs::read_to_string(folder.join(measure.file)) {
            Ok(text) => measure.run(&text),
            Err(error) => {
                eprintln!("{}: {error}", measure.file);
                return false;
            }
        }
    }
    true
}

impl Measure {
    fn run(&self, text: &str) {
        let is_puzzle = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let puzzles: Vec<_> = text.lines().filter(is_puzzle).step_by(self.step).collect();
        (self.compare)(self.name, &puzzles, self.runs);
    }
}

fn compare(name: &str, puzzles: &[&str], runs: usize) {
    let mut series = Series::default();
    let mut times: [Vec<Duration>; 2] = Default::default();
    for text in puzzles {
        let varisat = alone::varisat(&Formula::of(text));
        let mut best = [Duration::MAX; 2];
        for _ in 0..runs {
            let (found, ours) = timed(|| solve(&mut series, text));
            let (answer, theirs) = timed(&varisat);
            assert_eq!(answer.is_some(), found, "they disagree on {text}");
            best = [best[0].min(ours), best[1].min(theirs)];
        }
        times[0].push(best[0]);
        times[1].push(best[1]);
    }
    let [ours, theirs] = times.map(|mut times| median(&mut times));
    let what = format!("{name}, {} puzzles, a puzzle, median", puzzles.len());
    println!("{what:<58} {:>24}", microseconds(ours));
    row("Varisat, fresh, full formula", theirs, ours);
    for backend in if runs > 1 { &["batsat", "cadical"][..] } else { &[] } {
        row(&format!("{backend}, kept, clues assumed, first run"), kept(backend, puzzles), ours);
    }
}

/// Once it has met a puzzle, a solver that is kept knows it: only the first run counts.
fn kept(backend: &str, puzzles: &[&str]) -> Duration {
    let mut kept = Kept::new(backend, puzzles[0]);
    let mut times: Vec<_> = puzzles.iter().map(|text| timed(|| kept.solve(text)).1).collect();
    median(&mut times)
}

fn row(way: &str, time: Duration, ours: Duration) {
    let ratio = time.as_secs_f64() / ours.as_secs_f64();
    println!("  {way:<56} {:>24}", format!("{}, {ratio:.1} times", microseconds(time)));
}

/// From the text to the checked answer, as a batch does it.
fn solve(series: &mut Series, text: &str) -> bool {
    let puzzle = KIND.read(text, &Reading::default()).expect("the lists hold sudokus");
    let step = series.open(puzzle.as_ref(), &Options::default()).next_answer();
    matches!(step.expect("no solver fails"), Step::Answer(_))
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed())
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn microseconds(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}
