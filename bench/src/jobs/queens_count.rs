//! Counting the placements of N queens: against a bit-mask program, clingo and CP-SAT, and on two
//! threads against one.

use std::hint::black_box;
use std::time::Duration;

use sator::puzzles::queens;
use serde_json::json;

use crate::ours;
use crate::peers::bit_mask;
use crate::peers::python::{Answer, Goal, Model, Peer};
use crate::race::{Contender, Lap, contender, race, timed};
use crate::report::{Figure, Report, Row, Target};

/// The counts from N = 8 on.
const KNOWN: [u64; 8] = [92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184];

/// Larger boards take these solvers minutes.
const CLINGO_UP_TO: u32 = 12;
const CP_SAT_UP_TO: u32 = 10;

/// Below this a second thread costs more than it saves.
const THREADS_FROM: u32 = 13;

pub(crate) fn measure(report: &mut Report) {
    let limit = Duration::from_secs(report.quick_or(10, 60));
    let (mut clingo, mut cp_sat) = (Peer::clingo(report), Peer::cp_sat(report));
    let mut is_hopeless = false;
    for (n, known) in (8..).zip(KNOWN) {
        let figures = count(n, known, limit, report.quick_or(3, 7), is_hopeless);
        let [mask, ours, two] = &figures[..] else { return };
        is_hopeless = ours.is_bound;
        let what = format!("N = {n}");
        let row = |what: &str, figure: &Figure| Row::new(what, *figure).at(n);
        let target = (n == 14).then_some(Target::AtLeast(1.5));
        report.row(row(&what, ours).against("bit-mask, mirrored", *mask).target(target));
        if n >= THREADS_FROM {
            let target = (n == 14).then_some(Target::AtLeast(1.8));
            let threads = row(&format!("{what}, 2 threads"), two).by("sator, 2 threads");
            report.row(threads.against("sator", *ours).target(target));
        }
        if let Some(clingo) = clingo.as_mut().filter(|_| n <= CLINGO_UP_TO) {
            let target = (n == 12).then_some(Target::AtLeast(1000.0));
            let theirs = ask(clingo, n, known, limit);
            report.row(row(&what, ours).against("clingo", theirs).target(target));
        }
        if let Some(cp_sat) = cp_sat.as_mut().filter(|_| n <= CP_SAT_UP_TO) {
            report.row(row(&what, ours).against("CP-SAT, booleans", ask(cp_sat, n, known, limit)));
        }
    }
}

/// The bit-mask program, Sator, and Sator on two threads. Counts of microseconds are repeated, so that
/// caches are warm. If Sator was stopped with fewer queens, it is not run again.
fn count(n: u32, known: u64, limit: Duration, runs: usize, is_hopeless: bool) -> Vec<Figure> {
    let check = move |(): &(), found| assert_eq!(found, known, "the bit-mask's {n} queens");
    let mask = contender(move |()| bit_mask::count(black_box(n)), check);
    let mut contenders = [mask, sator(n, known, limit, 1), sator(n, known, limit, 2)];
    let taking_part = if is_hopeless { 1 } else { 2 + usize::from(n >= THREADS_FROM) };
    let contenders = &mut contenders[..taking_part];
    let repeated = match n {
        ..10 => 20,
        10..12 => 5,
        _ => 1,
    };
    let laps = race(&vec![(); repeated], repeated, runs, contenders);
    let mut figures: Vec<_> = laps.iter().map(|laps| figure(&laps[0], repeated)).collect();
    figures.resize(3, Figure::more_than(limit));
    figures
}

fn sator<'a>(n: u32, known: u64, limit: Duration, threads: usize) -> Contender<'a, ()> {
    Box::new(move |times| {
        let options = ours::within(limit, threads);
        let count = |(): &()| ours::count(&queens::KIND, &n.to_string(), &options);
        let (counts, time) = timed(|| times.iter().map(count).collect::<Vec<_>>());
        let is_over = counts.iter().all(|count| count.stopped.is_none());
        for count in counts.iter().filter(|_| is_over) {
            assert_eq!(count.number, known.into(), "sator's {n} queens");
        }
        Lap { is_over, ..Lap::whole(time) }
    })
}

fn ask(peer: &mut Peer, n: u32, known: u64, limit: Duration) -> Figure {
    let Answer { lap, number, .. } =
        peer.ask(&json!({ "n": n }), Model::Booleans, Goal::All, limit);
    assert!(!lap.is_over || number == known, "{}: {number} of {n}", peer.name);
    figure(&lap, 1)
}

/// The time of one of so many counts.
fn figure(lap: &Lap, repeated: usize) -> Figure {
    let time = lap.time / repeated as u32;
    if lap.is_over { Figure::time(time) } else { Figure::more_than(time) }
}
