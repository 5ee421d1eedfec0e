//! `sator count`: counts the answers.

use std::ffi::OsString;
use std::path::Path;

use sator::engine::{self, Options};
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use sator_sat::projection;
use serde_json::{Value, json};

use super::compare::read_formula;
use super::conflict::{self, Explanation};
use super::query::{self, Answer, Query};
use super::sat::of_clauses;
use super::{Item, Outcome, watch_for_interrupt};
use crate::args::{Count, Task, VariableList};
use crate::crosscheck::CrossCheck;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::Statistics;
use crate::status::Status;

pub(crate) fn run(args: &Count) -> Outcome {
    match &args.variables {
        None => Ok(query::run(args)),
        Some(variables) => count_models(args, variables),
    }
}

/// Counts the models of formulas over some variables.
fn count_models(args: &Count, VariableList(variables): &VariableList) -> Outcome {
    let task = &args.task;
    let standard_input = [OsString::from("-")];
    let items = if task.input.items.is_empty() { &standard_input[..] } else { &task.input.items };
    let solver = of_clauses(&task.solver.backend)?;
    let create = || solver.create(&task.solver.config());
    let interrupt = watch_for_interrupt();
    let mut output = Output::standard();
    let mut worst = Status::Yes;
    for item in items {
        let path = Path::new(item);
        let formula = read_formula(path, &task.show)?;
        let budget = task.solver.budget(&interrupt);
        let mut progress = Progress::start(&task.show, "Counting", "models");
        let mut advance = |number| progress.advance(number, number);
        let counted = projection::count(
            &formula.clauses,
            variables,
            &create,
            args.max,
            &budget,
            &mut advance,
        )?;
        drop(progress);
        let (number, exact) = (&counted.number, counted.stopped.is_none() && !counted.is_enough);
        let text = if task.show.json {
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

impl Query for Count {
    const MESSAGE: &'static str = "Counting solutions for";
    const PROGRESS: [&'static str; 2] = ["Counting", "solutions"];
    const DONE: &'static str = "counted";

    fn task(&self) -> &Task {
        &self.task
    }

    /// Only puzzles with symmetries are counted up to them.
    fn refuse(&self, puzzle: &AnyPuzzle) -> Option<Failure> {
        let is_refused = self.up_to_symmetry && puzzle.symmetries().is_none();
        let kind = puzzle.kind().name;
        is_refused.then(|| Failure::plain(format!("{kind} is not counted up to symmetry")))
    }

    fn answer(
        &self,
        item: &Item<'_>,
        _: Look,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Result<Answer, Failure> {
        let puzzle = item.puzzle;
        let options = item.options(&self.task, self.task.show.json);
        let second = self.second.options(&options);
        let mut count = self.count(puzzle, &options, second.is_some(), progress)?;
        count.report.times.parse = Some(item.parse_time);
        // Programs may be wrong; a second solver would notice it.
        if count.is_zero() && count.stopped.is_none() && second.is_none() {
            conflict::confirm(puzzle, &options)?;
        }
        let cross_check = CrossCheck::run(puzzle, &count.report, &options, second)?;
        let crossed = cross_check.as_ref().map_or(Status::Yes, CrossCheck::status);
        let status = match count.stopped {
            None if count.is_zero() => Status::No,
            None | Some(engine::Unfinished::Enough) => Status::Yes,
            Some(engine::Unfinished::Stopped(_)) => Status::Stopped,
        };
        let why = if count.is_zero() { Explanation::new(puzzle) } else { Explanation::default() };
        Ok(Answer {
            text: self.text(item, &count, cross_check.as_ref(), &why),
            status: status.max(crossed),
            why,
            cross_check,
            statistics: self.task.stats.stats.then(|| Statistics::of_one(&count.report, false)),
            report: Some(count.report),
        })
    }

    fn answers_in_lines(&self) -> bool {
        true
    }
}

impl Count {
    /// Counts the answers; visits each only if another option needs that.
    fn count(
        &self,
        puzzle: &AnyPuzzle,
        options: &Options,
        has_second: bool,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Result<engine::Count, Failure> {
        if self.max.is_none()
            && !has_second
            && let Some(count) = engine::count(puzzle, options, self.up_to_symmetry, progress)?
        {
            return Ok(count);
        }
        let progress = |number| progress(number, None);
        Ok(engine::count_visiting(puzzle, options, self.up_to_symmetry, self.max, progress)?)
    }

    fn text(
        &self,
        item: &Item<'_>,
        count: &engine::Count,
        second: Option<&CrossCheck>,
        why: &Explanation,
    ) -> String {
        let (number, exact) = (&count.number, count.stopped.is_none());
        if !self.task.show.json {
            return if exact { number.to_string() } else { format!("at least {number} (stopped)") };
        }
        let mut object = count_json(item.puzzle, &number.to_string(), &count.report.backend);
        object["exact"] = json!(exact);
        object["up_to_symmetry"] = json!(self.up_to_symmetry);
        object["stats"] = Statistics::of_one(&count.report, item.is_one_of_many).json();
        if let Some(cross_check) = second {
            object["cross_check"] = cross_check.json();
        }
        with_reason(object, why).to_string()
    }
}

/// A count of 0 says why.
fn with_reason(mut object: Value, why: &Explanation) -> Value {
    if let (Value::Object(object), Value::Object(why)) = (&mut object, json!(why)) {
        object.extend(why);
    }
    object
}

/// An exact count as JSON.
fn count_json(puzzle: &AnyPuzzle, number: &str, backend: &str) -> Value {
    json!({
        "puzzle": puzzle.kind().name,
        "count": number,
        "exact": true,
        "up_to_symmetry": false,
        "backend": backend,
    })
}

/// Prints a count that is known as [`run`] prints one that it has found; `task` has the options.
pub(super) fn print_known(
    task: &Task,
    puzzle: &AnyPuzzle,
    number: &str,
    options: &Options,
    output: &mut Output,
) -> Outcome {
    let is_zero = number == "0";
    if is_zero {
        conflict::confirm(puzzle, options)?;
    }
    let why = if is_zero { Explanation::new(puzzle) } else { Explanation::default() };
    let text = if task.show.json {
        with_reason(count_json(puzzle, number, task.solver.backend.name()), &why).to_string()
    } else {
        number.to_owned()
    };
    output.print_now(&(text + "\n"))?;
    if is_zero {
        why.print(&task.show);
        return Ok(Status::No);
    }
    Ok(Status::Yes)
}
