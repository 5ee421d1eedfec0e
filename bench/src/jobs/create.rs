//! New puzzles on one thread: processor time, the median of 50, and sudokus beside those of the crate
//! `sudoku`.

use std::time::Duration;

use sator::create::{Size, Wish, seed_in_series};
use sator::puzzle::Kind;
use sator::puzzles::{futoshiki, kakuro, killer, queens, sudoku};

use crate::peers::sudoku_crate;
use crate::race::processor_timed;
use crate::report::{Figure, Report, Row, Target, Times};

/// No puzzle comes near it.
const LIMIT: Duration = Duration::from_secs(600);

pub(crate) fn measure(report: &mut Report) {
    let number = report.quick_or(15, 50);
    let plain = Wish::default;
    let sized = |n| Wish { size: Some(Size::square(n)), ..Wish::default() };
    let level = |word: &str| Wish { difficulty: Some(word.to_owned()), ..Wish::default() };
    let minimal = Wish { minimal: true, ..Wish::default() };
    let regions = Wish { regions: true, ..Wish::default() };
    let theirs = of_crate(number);
    for (what, kind, wish, target) in [
        // 500 and 150 a second.
        ("sudoku 9x9", &sudoku::KIND, plain(), Some(0.002)),
        ("sudoku 9x9, minimal", &sudoku::KIND, minimal, Some(0.0067)),
        ("sudoku 16x16", &sudoku::KIND, sized(16), Some(0.5)),
        ("sudoku 25x25", &sudoku::KIND, sized(25), None),
        ("sudoku 9x9, hard", &sudoku::KIND, level("hard"), None),
        ("killer 9x9", &killer::KIND, plain(), Some(0.2)),
        ("killer 16x16", &killer::KIND, sized(16), Some(20.0)),
        ("queens 8x8 with regions", &queens::KIND, regions, Some(0.1)),
        ("queens 8x8, some placed", &queens::KIND, plain(), None),
        ("futoshiki 5x5", &futoshiki::KIND, plain(), None),
        ("kakuro 8x8", &kakuro::KIND, plain(), None),
    ] {
        let few = if target.is_none_or(|seconds| seconds > 1.0) { 5 } else { number };
        let times = created(kind, &wish, few);
        let row = Row::new(format!("{what}, median of {few}"), times.median_figure());
        let row = row.target(target.map(Target::Under));
        let is_minimal = wish.minimal;
        report.row(if is_minimal { row.against("crate sudoku", theirs) } else { row });
    }
}

/// The times of so many puzzles.
fn created(kind: &Kind, wish: &Wish, number: usize) -> Times {
    let times = (0..number as u64).map(|index| {
        let (created, time) = processor_timed(|| kind.create(wish, seed_in_series(1, index)));
        created.expect("it can be created");
        Some(time)
    });
    Times::new(times, LIMIT)
}

/// The crate's puzzles are minimal.
fn of_crate(number: usize) -> Figure {
    let times = (0..number).map(|_| Some(processor_timed(sudoku_crate::generate).1));
    Times::new(times, LIMIT).median_figure()
}
