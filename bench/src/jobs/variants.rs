//! Sudokus with extra rules against CP-SAT: the answer and the proof that it is the only one, with
//! models built anew on both sides.

use std::time::Duration;

use sator::engine::Method;

use crate::duel::Peers;
use crate::ours::Goal;
use crate::peers::python::Model;
use crate::race::{Lap, race};
use crate::report::{Report, Row, Target, Times};
use crate::stored::{self, variants};

pub(crate) fn measure(report: &mut Report) {
    let limit = Duration::from_secs(report.quick_or(5, 60));
    let all = variants("variants/variants.jsonl");
    let most = report.quick_or(20, usize::MAX);
    let puzzles: Vec<_> = all.iter().take(most).collect();
    if puzzles.is_empty() {
        return report.note("left out, as the data is absent: variants");
    }
    let peers = Peers::start(report);
    let goal = Goal::OnlyAnswer;
    let mut contenders = vec![stored::sator(goal, limit, Method::Auto)];
    contenders.extend(peers.cp_sat().map(|it| stored::peer(it, Model::Integers, goal, limit)));
    let laps = race(&puzzles, 1, report.quick_or(1, 2), &mut contenders);
    let time = |lap: &Lap| lap.is_over.then_some(lap.time);
    let ours = Times::new(laps[0].iter().map(time), limit);
    let what = format!("{} variants, with the proof", puzzles.len());
    let worst = Row::new(format!("{what}, worst"), ours.figure(ours.worst()));
    let Some(theirs) = laps.get(1) else {
        report.row(Row::new(format!("{what}, median"), ours.median_figure()));
        return report.row(worst.target(Some(Target::Under(20.0))));
    };
    let cp_sat = Times::new(theirs.iter().map(time), limit);
    let median = Row::new(format!("{what}, median"), ours.median_figure());
    let median = median.against("CP-SAT", cp_sat.median_figure());
    report.row(median.target(Some(Target::AtLeast(20.0))));
    let worst = worst.against("CP-SAT", cp_sat.figure(cp_sat.worst()));
    report.row(worst.target(Some(Target::Under(20.0))));
    let ratio = |(ours, theirs): (&Lap, &Lap)| theirs.time.as_secs_f64() / ours.time.as_secs_f64();
    let mut ratios: Vec<_> = laps[0].iter().zip(theirs).map(ratio).zip(&puzzles).collect();
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    let middle = ratios[ratios.len() / 2].0;
    report.note(format!("puzzle by puzzle, CP-SAT takes {middle:.1} times as long in the median"));
    for (ratio, puzzle) in ratios.iter().filter(|(ratio, _)| *ratio < 0.5) {
        report.note(format!("slower than CP-SAT: {}, {:.1} times", puzzle.name, 1.0 / ratio));
    }
}
