//! Encodings of sums on one killer: the size of the formula, and the time that CaDiCaL (or the default
//! solver) takes, with the stated rules alone and with all derived ones.

use std::fs;
use std::time::Duration;

use sator::engine::{self, Lowering, Method, Options};
use sator::model::Scope;
use sator::puzzles::killer::KIND;
use sator_sat::backend::Budget;
use sator_sat::encode::sum::ENCODINGS;

use super::solve;
use crate::ours::{self, Goal};
use crate::report::{Figure, Report, Row, Times};
use crate::shared::root;

/// For each run.
const LIMIT: Duration = Duration::from_secs(10);

/// The best of so many runs counts.
const RUNS: usize = 3;

pub(crate) fn measure(report: &mut Report) {
    for file in ["wikipedia.txt", "16x16.txt"] {
        let text = fs::read_to_string(root().join("examples/killer").join(file));
        let text = text.expect("the example is in the project");
        for method in ENCODINGS {
            row(report, file, method.name, &text);
        }
    }
}

fn row(report: &mut Report, file: &str, method: &str, text: &str) {
    let lowering: Lowering = format!("cage={method}").parse().expect("it is in the table");
    let formula = engine::formula(&ours::read(&KIND, text), None, lowering, &Budget::default());
    let size = formula.expect("there is no limit").size().clone();
    let total = size.total();
    let plain = Options { backend: solver(), lowering, ..Options::default() };
    let all = Lowering { scope: Some(Scope::Extended), ..lowering };
    let usual =
        Options { backend: solver(), lowering: all, eliminate: Some(true), ..Options::default() };
    let [plain, usual] = [plain, usual].map(|options| best(text, &options));
    report.row(Row::new(format!("{file}, {method}"), usual).against("stated rules alone", plain));
    report.note(format!(
        "{} variables, {} clauses, {} literals",
        size.variables, total.clauses, total.literals
    ));
}

fn solver() -> Method {
    "cadical".parse().unwrap_or_default()
}

fn best(text: &str, options: &Options) -> Figure {
    let run = || solve(text, Goal::FirstAnswer, LIMIT, options.clone()).first;
    let first = run();
    let is_short = first.is_some_and(|time| time < LIMIT / 10);
    let others = (1..RUNS).filter(|_| is_short).map(|_| run());
    let times = Times::new(others.chain([first]), LIMIT);
    times.figure(times.all[0])
}
