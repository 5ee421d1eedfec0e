//! Sator against OR-tools CP-SAT on killers: one worker each, the same limits, turn by turn. Ours is
//! the time from the text to the checked answer with nothing kept from other puzzles; CP-SAT's is
//! that of building the plain model and of solving it, without reading. Its answers are checked too.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use sator::engine::{Options, Series, Step};
use serde_json::{Value, json};

use super::{Goal, Known, Times, filling, read, root, shared, show, solve};
use crate::timed;

/// For each puzzle and solver.
const LIMIT: Duration = Duration::from_secs(10);

/// Equal times at which it is counted what is solved.
const MOMENTS: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(3), LIMIT];

/// How often the known example is solved by each; the best counts.
const RUNS: usize = 20;

pub(crate) fn measure(name: &str) {
    let mut cp_sat = match CpSat::start() {
        Ok(cp_sat) => cp_sat,
        Err(reason) => {
            println!("left out: {name}, as {reason}");
            println!("  to have it: python3 -m venv X && X/bin/pip install ortools");
            println!("  and then:   SATOR_PYTHON=X/bin/python cargo xtask bench");
            return;
        }
    };
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

fn known_example(cp_sat: &mut CpSat, puzzle: &Known) {
    let mut series = Series::default();
    let [mut fresh, mut batch, mut theirs, mut alone] = [LIMIT; 4];
    for _ in 0..RUNS {
        fresh = fresh.min(our_time(puzzle).unwrap_or(LIMIT));
        batch = batch.min(timed(|| solve_in(&mut series, puzzle)).1);
        let answer = cp_sat.solve(puzzle);
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

fn both(cp_sat: &mut CpSat, puzzles: &[Known], group: &str) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.group == group) {
        let ours = our_time(puzzle);
        let answer = cp_sat.solve(puzzle);
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

fn ratio(theirs: Duration, ours: Duration) -> String {
    times(theirs.as_secs_f64() / ours.as_secs_f64())
}

fn times(ratio: f64) -> String {
    format!("{ratio:.1} times")
}

fn our_time(puzzle: &Known) -> Option<Duration> {
    let found = solve(&puzzle.text, Goal::FirstAnswer, LIMIT, one_worker());
    puzzle.confirm(&found);
    found.first
}

fn one_worker() -> Options {
    Options { threads: Some(1), ..Options::default() }
}

/// The script that has CP-SAT, waiting for puzzles.
struct CpSat {
    version: String,
    process: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

struct Answer {
    build: Duration,
    solve: Duration,
    is_solved: bool,
}

impl CpSat {
    /// With the Python that `SATOR_PYTHON` names, or else `python3`.
    fn start() -> Result<Self, String> {
        let python = env::var("SATOR_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let mut process = Command::new(&python)
            .arg(root().join("bench/cpsat.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{python} cannot be started: {error}"))?;
        let questions = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().expect("it is a pipe"));
        let mut started = Self { process, questions, answers, version: String::new() };
        let hello = started.hear().unwrap_or_default();
        let word = |name: &str| hello[name].as_str().map(str::to_owned);
        let missing = || word("missing").unwrap_or_else(|| format!("{python} says nothing"));
        let version = word("version").ok_or_else(missing)?;
        started.version = version;
        Ok(started)
    }

    fn solve(&mut self, puzzle: &Known) -> Answer {
        let stored: Value = serde_json::from_str(&puzzle.text).expect("the lists hold JSON");
        let question = json!({ "seconds": LIMIT.as_secs(), "puzzle": stored });
        let pipe = self.questions.as_mut().expect("it is closed at the end");
        writeln!(pipe, "{question}").expect("the script reads");
        let answer = self.hear().expect("the script answers");
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

    fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

impl Drop for CpSat {
    /// The script ends when there is nothing more to read.
    fn drop(&mut self) {
        drop(self.questions.take());
        let _ended = self.process.wait();
    }
}
