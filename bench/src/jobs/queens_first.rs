//! The first answer of boards with some queens placed, against CP-SAT, clingo and Z3: median times on
//! boards generated from fixed seeds, and on the open ones.

use std::time::Duration;

use sator::puzzles::queens;
use serde_json::json;

use crate::duel::{CP_SAT, Duel, Entrant, Peers};
use crate::ours::Goal;
use crate::peers::python::Model;
use crate::report::{Report, Target};
use crate::stored::{Stored, placed_queens};

/// One queen is placed for so many rows.
const ROWS_A_QUEEN: u32 = 16;

pub(crate) fn measure(report: &mut Report) {
    let peers = Peers::start(report).with_clingo(report);
    for n in [8, 16, 32, 64, 128, 256] {
        let boards: Vec<_> = (1..=3).map(|seed| board(n, seed)).collect();
        let duel = Duel {
            what: format!("N = {n}, {} placed", n.div_ceil(ROWS_A_QUEEN)),
            size: Some(n),
            puzzles: boards.iter().collect(),
            goal: Goal::FirstAnswer,
            limit: Duration::from_secs(report.quick_or(20, 60)),
            runs: report.quick_or(2, 5),
            entrants: entrants(n, report),
            target: (n == 256).then_some(Target::AtLeast(50.0)),
        };
        duel.run(report, &peers);
    }
    let published = placed_queens("nqueens/completion.jsonl");
    let duel = Duel {
        what: "open boards of 8 to 42".to_owned(),
        size: None,
        puzzles: published.iter().collect(),
        goal: Goal::FirstAnswer,
        limit: Duration::from_secs(10),
        runs: report.quick_or(2, 5),
        entrants: CP_SAT.to_vec(),
        target: None,
    };
    duel.run(report, &peers);
}

/// Solvers that take minutes on boards of this size are left out.
fn entrants(n: u32, report: &Report) -> Vec<Entrant> {
    let with_limits = [
        (Entrant::CpSat(Model::Booleans), u32::MAX),
        (Entrant::CpSat(Model::Integers), report.quick_or(64, 128)),
        (Entrant::Clingo, report.quick_or(64, 256)),
        (Entrant::Z3, report.quick_or(8, 16)),
    ];
    let entrants = with_limits.into_iter().filter(|(_, most)| n <= *most);
    entrants.map(|(entrant, _)| entrant).collect()
}

/// Queens on random squares that do not attack each other.
fn board(n: u32, seed: u64) -> Stored {
    let mut state = seed;
    let mut below = |bound: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as u32 % bound
    };
    let mut placed: Vec<(u32, u32)> = Vec::new();
    while placed.len() < n.div_ceil(ROWS_A_QUEEN) as usize {
        let (row, column) = (below(n), below(n));
        let attacks =
            |&(r, c): &(u32, u32)| r == row || c == column || r.abs_diff(row) == c.abs_diff(column);
        if !placed.iter().any(attacks) {
            placed.push((row, column));
        }
    }
    let id = format!("the board of {n} with seed {seed}");
    let object = json!({ "id": id, "n": n, "queens": placed, "status": "SAT" });
    Stored::new(&queens::KIND, &object, &["n", "queens"])
}
