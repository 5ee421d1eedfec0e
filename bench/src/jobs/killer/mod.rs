//! Killers: stored results of published ones, and timed solving.

pub(crate) mod large;
pub(crate) mod methods;
pub(crate) mod peer;
pub(crate) mod published;

use std::time::{Duration, Instant};

use sator::engine::{Options, Step};
use sator::model::Solution;
use sator::puzzles::killer::KIND;
use serde_json::Value;

use crate::ours::{self, Goal};
use crate::report::{Report, Row, Times};
use crate::shared::{objects, values};

/// A killer of the shared files, with its stored results.
struct Known {
    name: String,
    group: String,
    /// Whether it has an answer.
    is_solvable: bool,
    /// Whether its answer is unique, if that is known.
    is_unique: Option<bool>,
    answer: Option<Solution>,
    text: String,
}

/// The killers of a shared file. A note says so if it is absent.
fn shared(report: &mut Report, file: &str) -> Vec<Known> {
    let puzzles: Vec<_> = objects(&format!("killer/{file}")).iter().map(Known::of).collect();
    if puzzles.is_empty() {
        report.note(format!("left out: {file}, as there is no ../shared/data/killer"));
    }
    puzzles
}

impl Known {
    fn of(object: &Value) -> Self {
        let word = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
        Self {
            name: word("id"),
            group: word("group"),
            is_solvable: word("status") == "SAT",
            is_unique: object["unique"].as_bool(),
            answer: values(&object["solution"]).map(|values| Solution { values }),
            text: object.to_string(),
        }
    }

    /// Compares a result with the stored one. A wrong answer ends the run.
    fn confirm(&self, found: &Found) {
        let Self { name, .. } = self;
        assert!(
            self.is_solvable || found.answer.is_none(),
            "{name} is stored as without an answer"
        );
        assert!(!self.is_solvable || found.has_answer != Some(false), "{name} has an answer");
        if let (Some(stored), Some(is_only)) = (self.is_unique, found.is_only) {
            assert_eq!(is_only, stored, "whether the answer of {name} is the only one");
        }
        if let (Some(true), Some(stored), Some(answer)) =
            (self.is_unique, &self.answer, &found.answer)
        {
            assert_eq!(answer, stored, "the answer of {name}");
        }
    }
}

/// The result within the time limit.
struct Found {
    /// From the text to the first verified answer, or to the proof that there is none.
    first: Option<Duration>,
    /// From the text to the proof that the answer is the only one, or to another.
    whole: Option<Duration>,
    /// Whether there is an answer, if that is known.
    has_answer: Option<bool>,
    is_only: Option<bool>,
    answer: Option<Solution>,
}

/// Solves a puzzle from its text, with rules that are compiled anew.
fn solve(text: &str, goal: Goal, limit: Duration, options: Options) -> Found {
    let started = Instant::now();
    let options = options.timeout(limit);
    let mut solutions = ours::compiled_anew(&ours::read(&KIND, text), &options);
    let mut found =
        Found { first: None, whole: None, has_answer: None, is_only: None, answer: None };
    match solutions.step().expect("no solver fails") {
        Step::Stopped(_) => return found,
        Step::Exhausted => found.has_answer = Some(false),
        Step::Solution(answer) => {
            found.has_answer = Some(true);
            found.answer = Some(answer);
        }
    }
    found.first = Some(started.elapsed());
    if goal == Goal::OnlyAnswer && found.answer.is_some() {
        let step = solutions.step().expect("no solver fails");
        let is_over = !matches!(step, Step::Stopped(_));
        found.is_only = is_over.then_some(step == Step::Exhausted);
        found.whole = is_over.then(|| started.elapsed());
    }
    found
}

/// Reports how many puzzles were solved, and the median and the longest time.
fn rows(report: &mut Report, what: &str, times: &Times) {
    let what = format!("{what}, {} of {}", times.solved(), times.all.len());
    report.row(Row::new(format!("{what}, median"), times.median_figure()));
    report.row(Row::new(format!("{what}, worst"), times.figure(times.worst())));
}

/// The groups of some puzzles, sorted.
fn groups(puzzles: &[Known]) -> Vec<&str> {
    let mut groups: Vec<_> = puzzles.iter().map(|puzzle| puzzle.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}
