//! `sator count`: counts the answers.

use sator::engine::{self, Options};
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use serde_json::json;

use super::Item;
use super::conflict::Explanation;
use super::query::{Answer, Query};
use crate::args::{Count, Task};
use crate::crosscheck::CrossCheck;
use crate::failure::Failure;
use crate::report::Statistics;
use crate::status::Status;

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
        let cross_check = CrossCheck::run(puzzle, &count.report, &options, second)?;
        let crossed = cross_check.as_ref().map_or(Status::Yes, CrossCheck::status);
        let status = match count.stopped {
            None if count.is_zero() => Status::No,
            None | Some(engine::Unfinished::Enough) => Status::Yes,
            Some(engine::Unfinished::Stopped(_)) => Status::Stopped,
        };
        let why = if count.is_zero() { Explanation::new(puzzle) } else { Explanation::default() };
        Ok(Answer {
            text: self.text(item, &count, cross_check.as_ref()),
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

    fn text(&self, item: &Item<'_>, count: &engine::Count, second: Option<&CrossCheck>) -> String {
        let (number, exact) = (&count.number, count.stopped.is_none());
        if !self.task.show.json {
            return if exact { number.to_string() } else { format!("at least {number} (stopped)") };
        }
        let mut object = json!({
            "puzzle": item.puzzle.kind().name,
            "count": number.to_string(),
            "exact": exact,
            "up_to_symmetry": self.up_to_symmetry,
            "backend": count.report.backend,
            "stats": Statistics::of_one(&count.report, item.is_one_of_many).json(),
        });
        if let Some(cross_check) = second {
            object["cross_check"] = cross_check.json();
        }
        object.to_string()
    }
}
