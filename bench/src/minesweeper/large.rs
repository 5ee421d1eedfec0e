//! Large boards of minesweeper, on two threads: how long it takes to classify every square beside a
//! number, and whether cost grows with the number of squares and no faster.

use std::time::Duration;

use sator::create::{Share, Size, Wish};

use super::{analyse, create, findings, read};
use crate::timed;
use crate::times::show;

/// For each board.
const LIMIT: Duration = Duration::from_secs(60);

const THREADS: usize = 2;

/// The best of so many.
const RUNS: usize = 3;

pub(crate) fn measure(name: &str) {
    println!("{name}, density 0.2, no total, {THREADS} threads, best of {RUNS}");
    for (side, revealed) in [(250, 0.5), (500, 0.5), (1000, 0.5), (512, 0.4)] {
        row(side, revealed);
    }
}

fn row(side: usize, revealed: f64) {
    let wish = Wish {
        size: Some(Size { rows: side, columns: side }),
        density: Share::new(0.2),
        revealed: Share::new(revealed),
        hides_total: true,
        ..Wish::default()
    };
    let text = create(&wish, 1);
    let mut best = [Duration::MAX; 2];
    let mut found = None;
    for _ in 0..RUNS {
        let (puzzle, reading) = timed(|| read(&text));
        let (odds, analysis) = timed(|| analyse(puzzle.as_ref(), THREADS, LIMIT));
        best = [best[0].min(reading), best[1].min(analysis)];
        found = odds;
    }
    let odds = found.expect("it comes from a layout");
    let [reading, analysis] = best;
    let what =
        format!("{side}x{side}, {} % revealed, {} cells", revealed * 100.0, odds.cells.len());
    let each = analysis.as_secs_f64() * 1e6 / odds.cells.len() as f64;
    let figure = format!("{}, {each:.2} µs a cell", show(analysis));
    println!("  {what:<46} {figure:>32}, reading {}", show(reading));
    println!("    {}", findings(&odds));
}
