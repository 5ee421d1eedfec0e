//! The default backend, `auto`, against each of the solvers that it combines, on every open file. On
//! no file may it take much longer than the best of them.

use std::time::Duration;

use sator::engine::Method;

use super::sudoku9::StepByAtMost as _;
use crate::ours::Goal;
use crate::race::{Lap, race};
use crate::report::{Figure, Report, Row, Target};
use crate::shared::list;
use crate::stored::{self, Stored, killers, placed_queens, sudokus};

/// The solvers that `auto` combines, as far as they are built in.
const PARTS: [&str; 3] = ["search", "batsat", "cadical"];

/// The number of puzzles taken from a file.
const MAX_PUZZLES: usize = 60;

pub(crate) fn measure(report: &mut Report) {
    for name in ["clue17", "magictour_top1465", "forum_hardest_1905", "hard_top95"] {
        let puzzles: Vec<_> = list(name).iter().map(Stored::listed).collect();
        compare(report, name, &puzzles, Goal::OnlyAnswer);
    }
    for size in ["06", "12", "16", "25"] {
        let goal = if size == "25" { Goal::FirstAnswer } else { Goal::OnlyAnswer };
        let file = format!("sudoku_{size}");
        compare(report, &file, &sudokus(&format!("sudoku_sizes/{file}.jsonl")), goal);
    }
    let queens = placed_queens("nqueens/completion.jsonl");
    compare(report, "queens, completion", &queens, Goal::FirstAnswer);
    let mut killers = killers("killer/killer.jsonl");
    for group in ["janko", "krazydad", "tarek", "wikunia"] {
        let of_group: Vec<_> = killers.extract_if(.., |killer| killer.group == group).collect();
        compare(report, &format!("killer, {group}"), &of_group, Goal::OnlyAnswer);
    }
}

fn compare(report: &mut Report, file: &str, puzzles: &[Stored], goal: Goal) {
    let some = puzzles.iter().step_by_at_most(MAX_PUZZLES);
    against_parts(report, &format!("{file}, {} puzzles", some.len()), &some, goal);
}

/// A row for each part; the target is about the best of them.
pub(super) fn against_parts(report: &mut Report, what: &str, puzzles: &[&Stored], goal: Goal) {
    let limit = Duration::from_secs(report.quick_or(10, 30));
    let parts: Vec<Method> = PARTS.iter().filter_map(|name| name.parse().ok()).collect();
    let methods = [Method::Auto].into_iter().chain(parts.iter().cloned());
    let mut contenders: Vec<_> = methods.map(|method| stored::sator(goal, limit, method)).collect();
    let laps = race(puzzles, 1, report.quick_or(2, 3), &mut contenders);
    let sums: Vec<_> = laps.iter().map(|laps| sum(laps)).collect();
    let [auto, sums @ ..] = &sums[..] else { return };
    let best = (0..sums.len()).min_by(|&a, &b| sums[a].value.total_cmp(&sums[b].value));
    for (at, (part, theirs)) in parts.iter().zip(sums).enumerate() {
        let target = (best == Some(at)).then_some(Target::AtMost(1.5));
        let name = format!("{} alone", part.name());
        report.row(Row::new(what, *auto).against(name, *theirs).target(target));
    }
    worst(report, puzzles, &laps);
}

/// Notes the puzzle on which `auto` is furthest behind the best of its parts.
fn worst(report: &mut Report, puzzles: &[&Stored], laps: &[Vec<Lap>]) {
    let [auto, parts @ ..] = laps else { return };
    let behind = puzzles.iter().enumerate().filter_map(|(at, puzzle)| {
        let best = parts.iter().map(|laps| laps[at].time).min()?;
        Some((auto[at].time.as_secs_f64() / best.as_secs_f64(), puzzle))
    });
    if let Some((ratio, puzzle)) = behind.max_by(|a, b| a.0.total_cmp(&b.0)) {
        report.note(format!("at worst {ratio:.2} times as long as its best part: {}", puzzle.name));
    }
}

fn sum(laps: &[Lap]) -> Figure {
    let sum = laps.iter().map(|lap| lap.time).sum();
    if laps.iter().all(|lap| lap.is_over) { Figure::time(sum) } else { Figure::more_than(sum) }
}
