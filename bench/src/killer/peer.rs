//! Sator against OR-tools CP-SAT on killers: one worker each, the same limits, turn by turn. Ours is
//! the time from the text to the checked answer with nothing kept from other puzzles; CP-SAT's is
//! that of building the plain model and of solving it, without reading. Its answers are checked too.

use std::time::Duration;

use sator::engine::{Options, Series, Step};
use serde_json::{Value, json};

use super::{Goal, Known, filling, read, shared, solve};
use crate::script::Script;
use crate::timed;
use crate::times::{Times, ratio, show, times};

/// For each puzzle and solver.
const LIMIT: Duration = Duration::from_secs(10);

/// Equal times at which it is counted what is solved.
const MOMENTS: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(3), LIMIT];

/// How often the known example is solved by each; the best counts.
const RUNS: usize = 20;

pub(crate) fn measure(name: &str) {
    let Some(mut cp_sat) = Script::start("cpsat.py", name, "ortools") else { return };
    println!("{name}, OR-tools {}, one worker each, turn by turn", cp_sat.version);
    if let Some(puzzle) = shared("killer.jsonl").iter().find(|it| it.name.contains("wikipedia")) {
        known_example(&mut cp_sat, puzzle);
    }
    let large = shared("killer_large.jsonl");
    if !large.is_empty() {
        let [small, std] = ["k16_small", "k16_std"].map(|group| both(&mut cp_sat, &large, group));
        solved(&[small, std].concat());
    }
}

/// The first answer of a puzzle by us and by CP-SAT.
#[derive(Clone, Copy)]
struct Pair {
    ours: Option<Duration>,
    theirs: Option<Duration>,
}

fn known_example(cp_sat: &mut Script, puzzle: &Known) {
    let mut series = Series::default();
    let [mut fresh, mut batch, mut theirs, mut alone] = [LIMIT; 4];
    for _ in 0..RUNS {
        fresh = fresh.min(our_time(puzzle).unwrap_or(LIMIT));
        batch = batch.min(timed(|| solve_in(&mut series, puzzle)).1);
        let answer = ask(cp_sat, puzzle);
        theirs = theirs.min(answer.build + answer.solve);
        alone = alone.min(answer.solve);
    }
    for (what, ours) in [("nothing kept", fresh), ("as in a batch", batch)] {
        let what = format!("Wikipedia's, best of {RUNS}, {what}");
        row(&what, &show(ours), &show(theirs), &ratio(theirs, ours));
        row("  against its solving alone", "", &show(alone), &ratio(alone, ours));
    }
}

/// With the rules that an earlier puzzle left.
fn solve_in(series: &mut Series, puzzle: &Known) {
    let read = read(&puzzle.text);
    let step = series.open(read.as_ref(), &one_worker()).next_answer();
    assert!(matches!(step, Ok(Step::Answer(_))), "{} has an answer", puzzle.name);
}

fn both(cp_sat: &mut Script, puzzles: &[Known], group: &str) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.group == group) {
        let ours = our_time(puzzle);
        let answer = ask(cp_sat, puzzle);
        let theirs = answer.is_solved.then_some(answer.build + answer.solve);
        pairs.push(Pair { ours, theirs });
    }
    let ours = Times::new(pairs.iter().map(|pair| pair.ours), LIMIT);
    let theirs = Times::new(pairs.iter().map(|pair| pair.theirs), LIMIT);
    let what = format!("{group}, median of {}, at most {} s", pairs.len(), LIMIT.as_secs());
    let medians = [&ours, &theirs].map(|times| times.show(times.median()));
    row(&what, &medians[0], &medians[1], &ratio_of_medians(&ours, &theirs));
    pairs
}

fn solved(pairs: &[Pair]) {
    for moment in MOMENTS {
        let is_in_time = |time: Option<Duration>| time.is_some_and(|time| time <= moment);
        let ours = pairs.iter().filter(|pair| is_in_time(pair.ours)).count();
        let theirs = pairs.iter().filter(|pair| is_in_time(pair.theirs)).count();
        let what = format!("solved of both groups' {} in {} s", pairs.len(), moment.as_secs());
        let ratio = if theirs > 0 { times(ours as f64 / theirs as f64) } else { "-".to_owned() };
        row(&what, &ours.to_string(), &theirs.to_string(), &ratio);
    }
}

fn row(what: &str, ours: &str, theirs: &str, ratio: &str) {
    let theirs = format!("CP-SAT {theirs}");
    println!("  {what:<46} {ours:>11} {theirs:>18} {ratio:>14}");
}

/// Unknown where ours is; at least this where theirs was stopped.
fn ratio_of_medians(ours: &Times, theirs: &Times) -> String {
    if ours.median() >= LIMIT {
        return "-".to_owned();
    }
    let sign = if theirs.median() < LIMIT { "" } else { ">" };
    format!("{sign}{}", ratio(theirs.median(), ours.median()))
}

fn our_time(puzzle: &Known) -> Option<Duration> {
    let found = solve(&puzzle.text, Goal::FirstAnswer, LIMIT, one_worker());
    puzzle.confirm(&found);
    found.first
}

fn one_worker() -> Options {
    Options { threads: Some(1), ..Options::default() }
}

/// What CP-SAT made of a puzzle.
struct Answer {
    build: Duration,
    solve: Duration,
    is_solved: bool,
}

fn ask(cp_sat: &mut Script, puzzle: &Known) -> Answer {
    let stored: Value = serde_json::from_str(&puzzle.text).expect("the lists hold JSON");
    let answer = cp_sat.ask(&json!({ "seconds": LIMIT.as_secs(), "puzzle": stored }));
    let seconds = |name: &str| {
        Duration::from_secs_f64(answer[name].as_f64().expect("the script tells its times"))
    };
    let grid = filling(&answer["grid"]);
    if let Some(grid) = &grid {
        let check = read(&puzzle.text).check(grid);
        assert!(check.is_ok(), "CP-SAT is wrong about {}", puzzle.name);
    }
    Answer { build: seconds("build"), solve: seconds("solve"), is_solved: grid.is_some() }
}
