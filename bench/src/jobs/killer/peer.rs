//! Killers against CP-SAT: Wikipedia's, the open groups and 16×16; and the hard groups against each of
//! our own solvers alone.

use std::time::Duration;

use crate::duel::{CP_SAT, Duel, Entrant, Peers};
use crate::jobs::auto::against_parts;
use crate::ours::Goal;
use crate::peers::python::Model;
use crate::report::{Report, Target};
use crate::stored::{Stored, killers};

/// The groups that often need a long search.
const HARD: [&str; 3] = ["tarek", "extreme", "mathemagic"];

/// CP-SAT solves sums of integers faster than sums of Booleans, on every group that was tried.
const INTEGERS: [Entrant; 1] = [Entrant::CpSat(Model::Integers)];

pub(crate) fn measure(report: &mut Report) {
    let peers = Peers::start(report);
    let all = killers("killer/killer.jsonl");
    let of = |group: &str, size: u32| -> Vec<&Stored> {
        all.iter().filter(|it| it.group == group && it.size == size).collect()
    };
    let wikipedia = all.iter().filter(|it| it.name.contains("wikipedia")).collect();
    duel("Wikipedia's", wikipedia, &CP_SAT, report).run(report, &peers);
    for size in [4, 6] {
        let entrants = [&CP_SAT[..], &[Entrant::Z3]].concat();
        let small = duel(&format!("janko {size}x{size}"), of("janko", size), &entrants, report);
        Duel { size: Some(size), ..small }.run(report, &peers);
    }
    for group in ["janko", "krazydad"] {
        let newspaper = duel(&format!("{group} 9x9"), of(group, 9), &INTEGERS, report);
        let size = (group == "krazydad").then_some(9);
        Duel { size, target: Some(Target::AtLeast(100.0)), ..newspaper }.run(report, &peers);
    }
    let files = ["killer/killer16_derived.jsonl", "killer/killer_large.jsonl"];
    let large: Vec<_> = files.into_iter().flat_map(killers).collect();
    for (group, size) in [("derived16", None), ("k16_tiny", None), ("k16_small", Some(16))] {
        let puzzles = large.iter().filter(|it| it.group == group).collect();
        Duel { size, runs: 1, ..duel(group, puzzles, &INTEGERS, report) }.run(report, &peers);
    }
    for group in HARD {
        let most = report.quick_or(1, usize::MAX);
        let puzzles: Vec<_> = of(group, 9).into_iter().take(most).collect();
        if group == "tarek" || report.quick_or(false, true) {
            let few = puzzles.iter().copied().take(3).collect();
            Duel { runs: 1, ..duel(group, few, &INTEGERS, report) }.run(report, &peers);
        }
        against_parts(
            report,
            &format!("{group}, {} with the proof", puzzles.len()),
            &puzzles,
            Goal::OnlyAnswer,
        );
    }
}

/// A comparison of the first answer, with models built anew on both sides.
fn duel<'a>(
    what: &str,
    puzzles: Vec<&'a Stored>,
    entrants: &[Entrant],
    report: &Report,
) -> Duel<'a> {
    Duel {
        what: what.to_owned(),
        size: None,
        puzzles,
        goal: Goal::FirstAnswer,
        limit: Duration::from_secs(report.quick_or(3, 20)),
        runs: report.quick_or(3, 7),
        entrants: entrants.to_vec(),
        target: None,
    }
}
