//! Large minesweeper boards, on two threads: the time of classifying every square beside a number,
//! which should grow linearly with the number of squares.

use std::time::Duration;

use sator::create::{Share, Size, Wish};

use super::{analyse, create, findings, read};
use crate::race::timed;
use crate::report::{Figure, Report, Row};

/// For each board.
const LIMIT: Duration = Duration::from_secs(60);

const THREADS: usize = 2;

pub(crate) fn measure(report: &mut Report) {
    report.note(format!("density 0.2, no total, {THREADS} threads"));
    for side in [125, 250, 500, 1000] {
        let row = row(report, side, 0.5);
        report.row(row.at(side as u32));
    }
    let row = row(report, 512, 0.4);
    report.row(row);
}

fn row(report: &mut Report, side: usize, revealed: f64) -> Row {
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
    for _ in 0..report.quick_or(2, 5) {
        let (puzzle, reading) = timed(|| read(&text));
        let (odds, analysis) = timed(|| analyse(&puzzle, THREADS, LIMIT));
        best = [best[0].min(reading), best[1].min(analysis)];
        found = odds;
    }
    let odds = found.expect("it comes from a layout");
    let [reading, analysis] = best;
    let each = analysis.as_secs_f64() * 1e6 / odds.cells.len() as f64;
    let reading = Figure::time(reading).show();
    report.note(format!("{each:.2} µs a cell, reading {reading}; {}", findings(&odds)));
    let cells = odds.cells.len();
    let what = format!("{side}x{side}, {} % revealed, {cells} cells", revealed * 100.0);
    Row::new(what, Figure::time(analysis)).by(format!("sator, {THREADS} threads"))
}
