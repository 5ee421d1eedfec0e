//! `sator count`: counts the answers, or the models of a formula over some variables.

use std::ffi::OsString;
use std::path::Path;

use sator::ask::{Answer, Counted, Status};
use sator::engine::Options;
use sator::puzzle::AnyPuzzle;
use sator_sat::projection;
use serde_json::json;

use super::compare::read_formula;
use super::query::{self, Query};
use super::sat::of_clauses;
use super::{Outcome, watch_for_interrupt};
use crate::args::{Count, Task, VariableList};
use crate::input;
use crate::output::Output;
use crate::progress::Progress;

pub(crate) fn run(args: &Count) -> Outcome {
    let Count { question, input, show, variables } = args;
    if let Some(variables) = variables {
        return count_models(args, variables);
    }
    let solver = &question.solving.solver;
    let lines = Some((solver.puzzles_at_once(), question.solving.stats.stats));
    let timeout = solver.timeout;
    Ok(query::run(&Query { question, input, show, timeout, lines, progress: None }))
}

/// Counts the models of formulas over some variables.
fn count_models(args: &Count, VariableList(variables): &VariableList) -> Outcome {
    let Count { input, show, question, .. } = args;
    let (solver_options, max) = (&question.solving.solver, question.max);
    let standard_input = [OsString::from("-")];
    let items = if input.items.is_empty() { &standard_input[..] } else { &input.items };
    let solver = of_clauses(&solver_options.backend)?;
    let create = || solver.create(&solver_options.config());
    let interrupt = watch_for_interrupt();
    let mut output = Output::standard();
    let mut worst = Status::Yes;
    for item in items {
        let path = Path::new(item);
        let formula = read_formula(path, show)?;
        let budget = solver_options.budget(&interrupt);
        let mut progress = Progress::start(show, "Counting", "models");
        let mut advance = |number| progress.advance(number, number);
        let counted =
            projection::count(&formula.clauses, variables, &create, max, &budget, &mut advance)?;
        drop(progress);
        let (number, exact) = (&counted.number, counted.stopped.is_none() && !counted.is_enough);
        let text = if show.json {
            let (file, count) = (input::place(path), number.to_string());
            json!({ "formula": file, "count": count, "exact": exact }).to_string()
        } else if exact {
            number.to_string()
        } else {
            format!("at least {number} (stopped)")
        };
        output.print_now(&(text + "\n"))?;
        let status = match counted.stopped {
            Some(_) => Status::Stopped,
            None if exact && *number == 0_u32.into() => Status::No,
            None => Status::Yes,
        };
        worst = worst.max(status);
        if interrupt.is_raised() {
            break;
        }
    }
    output.commit()?;
    Ok(worst)
}

/// Prints a count that is known as [`run`] prints one that it has found; `task` has the options.
pub(super) fn print_known(
    task: &Task,
    puzzle: &AnyPuzzle,
    number: &str,
    options: &Options,
    output: &mut Output,
) -> Outcome {
    let counted = Counted::known(puzzle, number, task.solving.solver.backend.name(), options);
    let counted = counted.map_err(crate::failure::Failure::from)?;
    query::print(&counted, &task.show, false, output)?;
    Ok(counted.status())
}
