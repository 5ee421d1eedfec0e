//! New minesweeper boards that need no guess: processor time, one thread.

use std::time::Duration;

use sator::create::Wish;

use super::create;
use crate::race::processor_timed;
use crate::report::{Report, Row, Target, Times};

/// No board comes near it.
const LIMIT: Duration = Duration::from_secs(60);

pub(crate) fn measure(report: &mut Report) {
    let boards = report.quick_or(50, 200);
    for (preset, goal) in [("beginner", None), ("intermediate", None), ("expert", Some(0.5))] {
        let wish = Wish { preset: Some(preset.to_owned()), no_guess: true, ..Wish::default() };
        let times = (0..boards).map(|seed| Some(processor_timed(|| create(&wish, seed)).1));
        let times = Times::new(times.collect::<Vec<_>>().into_iter(), LIMIT);
        for (name, time, goal) in [("median", times.median(), goal), ("worst", times.worst(), None)]
        {
            let row = Row::new(format!("{preset}, {boards} boards, {name}"), times.figure(time));
            report.row(row.target(goal.map(Target::Under)));
        }
    }
}
