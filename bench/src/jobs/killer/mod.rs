//! Killers: what is known about published ones, and how one is solved against the clock.

pub(crate) mod large;
pub(crate) mod methods;
pub(crate) mod peer;
pub(crate) mod published;

use std::fs;
use std::time::{Duration, Instant};

use sator::engine::{Options, Step};
use sator::model::Solution;
use sator::puzzles::killer::KIND;
use serde_json::Value;

use crate::ours::{self, Goal};
use crate::report::Report;
use crate::shared::{root, values};

/// A killer of the shared files, with what is stored about it.
struct Known {
    name: String,
    group: String,
    /// Whether it has an answer.
    is_solvable: bool,
    /// Whether it has only one, where that is known.
    is_unique: Option<bool>,
    answer: Option<Solution>,
    text: String,
}

/// The killers of a shared file; none where it is absent, which is said.
fn shared(report: &mut Report, file: &str) -> Vec<Known> {
    let path = root().join("../shared/data/killer").join(file);
    let Ok(text) = fs::read_to_string(path) else {
        report.note(format!("left out: {file}, as there is no ../shared/data/killer"));
        return Vec::new();
    };
    text.lines().map(Known::of).collect()
}

/// The text of one of our examples.
fn example(name: &str) -> String {
    fs::read_to_string(root().join("examples/killer").join(name)).expect("it is in the project")
}

impl Known {
    fn of(line: &str) -> Self {
        let object: Value = serde_json::from_str(line).expect("the lists hold JSON");
        let word = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
        Self {
            name: word("id"),
            group: word("group"),
            is_solvable: word("status") == "SAT",
            is_unique: object["unique"].as_bool(),
            answer: values(&object["solution"]).map(|values| Solution { values }),
            text: line.to_owned(),
        }
    }

    /// Compares what was found with what is stored.
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

/// What was found out about a puzzle within the limit.
struct Found {
    /// From the text to the first checked answer, or to the proof that there is none.
    first: Option<Duration>,
    /// From the text to the proof that the answer is the only one, or to another.
    whole: Option<Duration>,
    /// Whether there is an answer, if that was found out.
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

/// The groups of some puzzles, in the order of their names.
fn groups(puzzles: &[Known]) -> Vec<&str> {
    let mut groups: Vec<_> = puzzles.iter().map(|puzzle| puzzle.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}
