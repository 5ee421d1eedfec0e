//! Sudokus of every size against CP-SAT and Z3: median times of the first answer on the open files.

use std::time::Duration;

use crate::duel::{CP_SAT, Duel, Entrant, Peers};
use crate::ours::Goal;
use crate::peers::python::Model;
use crate::report::{Report, Target};
use crate::shared::{data, list};
use crate::stored::{Stored, sudokus};

pub(crate) fn measure(report: &mut Report) {
    if data("sudoku_sizes").is_none() {
        report.note("left out, as there is no ../shared/data/sudoku_sizes");
        return;
    }
    let peers = Peers::start(report);
    for size in [4, 6, 9, 12, 16, 25] {
        let puzzles = of_size(size);
        let duel = Duel {
            what: format!("{size}x{size}, first answer"),
            size: Some(size),
            puzzles: puzzles.iter().collect(),
            goal: Goal::FirstAnswer,
            limit: Duration::from_secs(report.quick_or(4, 30)),
            runs: if size < 25 { report.quick_or(2, 5) } else { report.quick_or(1, 3) },
            entrants: entrants(size, report),
            target: target(size),
        };
        duel.run(report, &peers);
    }
    uniqueness(report, &peers);
}

fn uniqueness(report: &mut Report, peers: &Peers) {
    let puzzles = of_size(16);
    let duel = Duel {
        what: "16x16, is it the only answer".to_owned(),
        size: None,
        puzzles: puzzles.iter().step_by(report.quick_or(4, 1)).collect(),
        goal: Goal::OnlyAnswer,
        limit: Duration::from_secs(10),
        runs: report.quick_or(1, 3),
        entrants: CP_SAT.to_vec(),
        target: None,
    };
    duel.run(report, peers);
}

/// The open sudokus of a size. Those of 9×9 are some of those with 17 givens.
fn of_size(size: u32) -> Vec<Stored> {
    if size != 9 {
        return sudokus(&format!("sudoku_sizes/sudoku_{size:02}.jsonl"));
    }
    list("clue17").iter().step_by(40).map(Stored::listed).collect()
}

/// Quick runs leave out the weaker model of CP-SAT, and solvers that cannot finish in time.
fn entrants(size: u32, report: &Report) -> Vec<Entrant> {
    let mut entrants = vec![Entrant::CpSat(Model::Booleans)];
    if size < 25 || report.quick_or(false, true) {
        entrants.push(Entrant::CpSat(Model::Integers));
    }
    if size <= report.quick_or(6, 12) {
        entrants.push(Entrant::Z3);
    }
    entrants
}

fn target(size: u32) -> Option<Target> {
    match size {
        16 => Some(Target::AtLeast(20.0)),
        25 => Some(Target::AtLeast(10.0)),
        _ => None,
    }
}
