//! CP-SAT, clingo and Z3, through the scripts in `bench/python`. The scripts measure the times of
//! building a model and of solving it, so communication is not counted.

use std::time::Duration;

use serde_json::{Value, json};

use super::script::Script;
use crate::race::Lap;
use crate::report::Report;
use crate::shared::values;

/// A solver with a name.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    script: Script,
}

/// The variables of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Model {
    /// A number for each cell, and numbers that differ.
    Integers,
    /// A truth value for each value of each cell.
    Booleans,
}

impl Model {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Integers => "integers",
            Self::Booleans => "booleans",
        }
    }
}

/// The question about a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    First,
    Only,
    All,
}

/// The result of a solver.
pub(crate) struct Answer {
    pub(crate) lap: Lap,
    pub(crate) number: u64,
    pub(crate) first: Option<Vec<i32>>,
}

impl Peer {
    pub(crate) fn cp_sat(report: &mut Report) -> Option<Self> {
        Self::start("CP-SAT", "with_cpsat.py", report)
    }

    pub(crate) fn clingo(report: &mut Report) -> Option<Self> {
        Self::start("clingo", "with_clingo.py", report)
    }

    pub(crate) fn z3(report: &mut Report) -> Option<Self> {
        Self::start("Z3", "with_z3.py", report)
    }

    fn start(name: &'static str, file: &str, report: &mut Report) -> Option<Self> {
        let script = Script::start(file, name, report)?;
        Some(Self { name, script })
    }

    pub(crate) fn ask(
        &mut self,
        puzzle: &Value,
        model: Model,
        goal: Goal,
        limit: Duration,
    ) -> Answer {
        let goal = match goal {
            Goal::First => "first",
            Goal::Only => "only",
            Goal::All => "all",
        };
        let seconds = limit.as_secs_f64();
        let question =
            json!({ "puzzle": puzzle, "model": model.name(), "goal": goal, "seconds": seconds });
        let answer = self.script.ask(&question);
        let time = |name: &str| {
            Duration::from_secs_f64(answer[name].as_f64().expect("the script measures its times"))
        };
        let [building, solving] = ["build", "solve"].map(time);
        let is_over = answer["over"].as_bool() == Some(true);
        Answer {
            lap: Lap { time: building + solving, solving, is_over },
            number: answer["solutions"].as_u64().unwrap_or_default(),
            first: values(&answer["values"]),
        }
    }
}
