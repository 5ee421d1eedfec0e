//! What the trait costs: every backend through it and its crate alone take turns on the same
//! formulas, fresh each time, from the first clause to the freed solver. Each formula counts with
//! the best of its runs.

use std::time::Duration;

use sator_sat::backend::{Budget, Config, Entry, Outcome, by_name, load};

use crate::alone::{self, Alone};
use crate::formula::Formula;
use crate::{microseconds, timed};

/// Prints a line for each backend whose crate can be used alone.
pub(crate) fn compare(name: &str, puzzles: &[&str], runs: usize) {
    println!("{name}, {} full formulas, a fresh solver each, mean", puzzles.len());
    for alone in alone::ALL {
        let entry = by_name(alone.name).expect("it is built in");
        let sums = puzzles.iter().map(|text| best(entry, alone, &Formula::of(text), runs));
        let [ours, theirs] =
            sums.fold([Duration::ZERO; 2], |sum, [ours, theirs]| [sum[0] + ours, sum[1] + theirs]);
        let mean = microseconds(ours / puzzles.len() as u32);
        let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
        let what = format!("{} through the trait, against its crate alone", alone.name);
        println!("  {what:<56} {:>24}", format!("{mean}, {ratio:.2} times"));
    }
}

/// The best times through the trait and alone.
fn best(entry: &Entry, alone: &Alone, formula: &Formula, runs: usize) -> [Duration; 2] {
    let ready = (alone.prepare)(formula);
    let mut best = [Duration::MAX; 2];
    for _ in 0..runs {
        let (answer, ours) = timed(|| through_the_trait(entry, formula));
        let (expected, theirs) = timed(&ready);
        assert_eq!(answer, expected, "{} and its crate disagree", entry.name);
        best = [best[0].min(ours), best[1].min(theirs)];
    }
    best
}

fn through_the_trait(entry: &Entry, formula: &Formula) -> Option<usize> {
    let mut solver = (entry.create)(&Config::default());
    let budget = Budget::default();
    solver.reserve(formula.variables);
    load(solver.as_mut(), &budget, |sink| formula.clauses.pour(sink)).expect("there is time");
    match solver.solve(&[], &budget).expect("no solver fails") {
        Outcome::Sat(assignment) => Some(assignment.lits().filter(|lit| lit.is_pos()).count()),
        _ => None,
    }
}
