//! `sator solve`: one answer, or all; whether it is the only one.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use sator::bundle::Conclusion;
use sator::engine::{self, Conflict, EngineError, Options, Report, Solutions, Step};
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use sator_sat::backend::{Budget, Interrupt, StopReason};
use sator_sat::text::counted;
use serde_json::{Value, json};

use super::batch::{self, Batch, Done, Task};
use super::{
    Flow, Item, Outcome, Run, Trouble, Work, announce_totals, because, conclude, conflict,
    expect_apart, for_each, is_same_file, overwrites, several_for,
};
use crate::args::Solve;
use crate::crosscheck::CrossCheck;
use crate::failure::Failure;
use crate::input::Many;
use crate::output::{Output, WriteError};
use crate::progress::Progress;
use crate::prove::{Evidence, Proving};
use crate::report;
use crate::status::Status;
use crate::verbs::generate;

/// More answers than this are not held back for the heading: they stream, and the total comes
/// last.
const HELD: usize = 10_000;

pub(crate) fn run(args: &Solve) -> Status {
    conclude(&args.show, solve_all(args))
}

fn solve_all(args: &Solve) -> Outcome {
    expect_apart(&[
        ("formula", args.cnf.as_deref()),
        ("answer", Some(args.output.as_deref().unwrap_or(Path::new("-")))),
        ("proof", args.proof.proof.as_deref()),
        ("bundle", args.bundle.as_deref()),
    ])?;
    let output = Output::open(args.output.as_deref())?;
    let mut solving = Solving { args, output };
    let status = for_each(&args.input, &args.show, &mut solving);
    solving.output.commit()?;
    Ok(status)
}

struct Solving<'a> {
    args: &'a Solve,
    output: Output,
}

impl Work for Solving<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let outcome = solve(self.args, item, &mut self.output);
        if let Some(line) = item.line_of_failure(&outcome, &self.args.show) {
            self.output.print(&line)?;
        }
        outcome
    }

    fn many(&mut self, many: Many, file: Option<&Path>, run: &mut Run<'_>) -> Flow {
        let args = self.args;
        if let Some(file) = written_beside(args).next() {
            return run.conclude(Err(several_for(file).into()));
        }
        let is_one_answer = !args.all && args.max.is_none();
        if !is_one_answer || !(many.answers_in_lines() || args.show.json) {
            return run.one_by_one(many, file, self);
        }
        if let Some(failure) = overwritten(args, file) {
            return run.conclude(Err(failure.into()));
        }
        let threads = args.solver.threads();
        run.show
            .note(&format!("Solving puzzles, one a line, on {}...", counted(threads, "thread")));
        let batch = Batch { many, beside: None, threads, stats: args.stats.stats };
        let answer = |task: Task<'_, '_>| {
            let options = batch::beside_others(args.options(task.interrupt), threads);
            solve_line(args, task, &options)
        };
        let outcome = batch::run(batch, run, &mut self.output, &answer);
        run.conclude(outcome)
    }
}

/// What is written beside the answer, for one puzzle only.
fn written_beside(args: &Solve) -> impl Iterator<Item = &PathBuf> {
    [&args.cnf, &args.proof.proof, &args.bundle].into_iter().flatten()
}

/// Whether the answer would replace the puzzle's own file.
fn overwritten(args: &Solve, file: Option<&Path>) -> Option<Failure> {
    let (output, input) = args.output.as_deref().zip(file)?;
    is_same_file(output, input).then(|| overwrites(output))
}

/// The answer of a puzzle that is one of many, in a line.
fn solve_line(args: &Solve, task: Task<'_, '_>, options: &Options) -> Result<Done, Failure> {
    let puzzle = match task.parsed.puzzle {
        Ok(puzzle) => puzzle,
        Err(failure) => return Ok(Done::invalid(task.kind, failure, args.show.json)),
    };
    let puzzle = &puzzle;
    let mut search = engine::solutions(puzzle, options);
    let mut answers = Vec::new();
    let mut found = enumerate(args, puzzle, &mut search, |answer, _| {
        answers.push(answer);
        Ok::<_, Failure>(())
    })?;
    let second = args.solver.second_options(options);
    // Without a reader it is not worth its time.
    if args.stats.stats || args.show.json || second.is_some() {
        let report = found.report.insert(search.report());
        report.times.parse = Some(task.parsed.time);
        found.cross_check = CrossCheck::run(puzzle, report, options, second)?;
    }
    let text = if args.show.json {
        found.json(args, puzzle, &answers, true).to_string()
    } else {
        found.line(args, puzzle, answers.first())
    };
    let status = found.status(args);
    let report = found.report.filter(|_| args.stats.stats);
    Ok(Done { text, status, report, ..Done::of(puzzle) })
}

fn solve(args: &Solve, item: &Item<'_>, output: &mut Output) -> Outcome {
    let puzzle = match item.puzzle {
        Ok(puzzle) => puzzle,
        Err(failure) => {
            let gap = if output.is_begun() && !args.show.json { "\n" } else { "" };
            output.print(&(gap.to_owned() + &item.refusal(failure, &args.show)))?;
            return Ok(Status::Bad);
        }
    };
    if let Some(failure) = overwritten(args, item.file) {
        Err(failure)?;
    }
    for path in written_beside(args) {
        item.may_write_to(path)?;
    }
    let options = args.options(item.interrupt);
    let proving = Proving::plan(args, &options)?;
    args.show.note(&format!("Solving for {}...", puzzle.title()));
    announce_totals(options.lowering, puzzle, true, &args.show)?;
    if let Some(path) = &args.cnf {
        write_formula(args, puzzle, path, item.interrupt)?;
    }
    if !args.show.json && output.is_begun() {
        output.print("\n")?;
    }
    let look = output.look(&args.show);
    let mut text = Text { puzzle, look, output, held: Vec::new(), printed: 0 };
    let mut progress = Some(Progress::start(&args.show, "Solving"));
    let mut search = engine::solutions(puzzle, &options);
    let mut found = enumerate(args, puzzle, &mut search, |answer, number| {
        text.take(answer, args.show.json)?;
        // Answers that stream are progress enough, and would get in its way.
        progress = progress.take().filter(|_| text.printed == 0);
        if let Some(progress) = &mut progress {
            progress.found(number, "solutions");
        }
        Ok::<_, Trouble>(())
    })?;
    let report = found.report.insert(search.report());
    report.times.parse = Some(item.parse_time);
    let second = args.solver.second_options(&options);
    found.cross_check = CrossCheck::run(puzzle, report, &options, second)?;
    if let Some(proving) = proving {
        found.evidence = Some(match found.conclusion(text.held.first()) {
            Some(conclusion) => proving.write(puzzle, &conclusion),
            None => Evidence::Stopped,
        });
    }
    if args.show.json || !args.show.quiet {
        found.look_for_conflict(puzzle, &options)?;
    }
    drop(progress);
    if args.show.json {
        let object = found.json(args, puzzle, &text.held, item.is_one_of_many);
        text.print_json(object)?;
    } else {
        found.print(args, &mut text)?;
    }
    text.output.flush_now()?;
    found.explain(args, puzzle);
    if item.interrupt.is_raised() || !item.is_one_of_many {
        search.abandon();
    }
    Ok(found.status(args))
}

fn write_formula(
    args: &Solve,
    puzzle: &AnyPuzzle,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<(), Trouble> {
    let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
    let formula = engine::formula(puzzle, None, args.solver.encoding.encoding, &budget)?;
    let file = Output::open(Some(path))?;
    generate::write(&formula, file, false, interrupt)
}

/// What a search came to.
struct Found {
    number: u64,
    end: End,
    /// What it was like, where somebody will read it.
    report: Option<Report>,
    cross_check: Option<CrossCheck>,
    evidence: Option<Evidence>,
    conflict: Option<Conflict>,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// There are no more.
    Complete,
    /// As many as were asked for were found.
    Enough,
    /// There is at least one more.
    More,
    Stopped(StopReason),
}

/// Finds as many answers as are wanted; `take` gets each, with its number.
fn enumerate<E: From<EngineError>>(
    args: &Solve,
    puzzle: &AnyPuzzle,
    search: &mut Solutions,
    mut take: impl FnMut(Solution, u64) -> Result<(), E>,
) -> Result<Found, E> {
    let wanted = if args.all { args.max.unwrap_or(u64::MAX) } else { args.max.unwrap_or(1) };
    let mut number = 0;
    let end = loop {
        if number == wanted && !args.unique {
            break End::Enough;
        }
        match search.step()? {
            Step::Solution(_) if number == wanted => break End::More,
            Step::Solution(answer) => {
                number += 1;
                take(answer, number)?;
            }
            // What no clue speaks of is another thing in another answer.
            Step::Exhausted if args.unique && number > 0 && has_loose_ends(puzzle) => {
                break End::More;
            }
            Step::Exhausted => break End::Complete,
            Step::Stopped(reason) => break End::Stopped(reason),
        }
    };
    Ok(Found { number, end, report: None, cross_check: None, evidence: None, conflict: None })
}

fn has_loose_ends(puzzle: &AnyPuzzle) -> bool {
    !puzzle.unconstrained().is_empty()
}

/// What no clue speaks of, so that no answer is the only one.
fn loose_ends(puzzle: &AnyPuzzle) -> Option<String> {
    let cells = puzzle.unconstrained();
    let first = cells.first()?;
    Some(match cells.len() - 1 {
        0 => format!("no clue speaks of {first}: it may be anything"),
        others => format!("no clue speaks of {first} and {others} more: they may be anything"),
    })
}

impl Found {
    /// Whether it is known that there is none.
    fn has_no_answer(&self) -> bool {
        self.number == 0 && self.end == End::Complete
    }

    fn look_for_conflict(
        &mut self,
        puzzle: &AnyPuzzle,
        options: &Options,
    ) -> Result<(), EngineError> {
        if self.has_no_answer() {
            self.conflict = conflict::telling(puzzle, options)?;
        }
        Ok(())
    }

    /// What there is to show, if anything is known.
    fn conclusion(&self, answer: Option<&Solution>) -> Option<Conclusion> {
        match (answer, self.end) {
            (None, End::Stopped(_)) => None,
            (None, _) => Some(Conclusion::NoAnswer),
            (Some(answer), End::Complete) => Some(Conclusion::OnlyAnswer(answer.clone())),
            (Some(answer), _) => Some(Conclusion::Answer(answer.clone())),
        }
    }

    fn unique(&self) -> Option<bool> {
        match self.end {
            End::Complete => Some(self.number == 1),
            End::More => Some(false),
            End::Enough | End::Stopped(_) => None,
        }
    }

    fn status(&self, args: &Solve) -> Status {
        let crossed = self.cross_check.as_ref().map_or(Status::Yes, CrossCheck::status);
        let shown = self.evidence.as_ref().map_or(Status::Yes, Evidence::status);
        crossed.max(shown).max(match self.end {
            End::Complete if self.number == 0 => Status::No,
            End::Complete | End::Enough | End::More => Status::Yes,
            End::Stopped(_) if self.number > 0 && !args.unique && !args.all => Status::Yes,
            End::Stopped(_) => Status::Stopped,
        })
    }

    fn heading(&self, args: &Solve, subject: &str) -> String {
        let number = self.number;
        match self.end {
            _ if !args.all && args.max.is_none() => format!("Found a solution for {subject}"),
            End::Complete => format!("Found {number} unique solutions for {subject}"),
            End::Enough | End::More => {
                format!("Found at least {number} solutions for {subject} (stopped at --max)")
            }
            End::Stopped(_) => format!("Found at least {number} solutions for {subject} (stopped)"),
        }
    }

    fn print(&self, args: &Solve, text: &mut Text<'_>) -> Result<(), WriteError> {
        match (self.number, self.end) {
            (0, End::Stopped(reason)) => {
                text.output.print(&format!("Unknown: stopped, {}\n", because(reason)))?;
            }
            (0, _) => text.output.print("Unsatisfiable\n")?,
            _ => {
                let heading = self.heading(args, &text.puzzle.subject());
                text.print_all(&heading)?;
            }
        }
        if args.unique {
            let unique = match self.unique() {
                Some(true) => "yes",
                Some(false) => "no",
                None => "unknown",
            };
            text.output.print(&format!("Unique: {unique}\n"))?;
        }
        Ok(())
    }

    /// The answer in one line.
    fn line(&self, args: &Solve, puzzle: &AnyPuzzle, answer: Option<&Solution>) -> String {
        let answer = answer.map(|answer| puzzle.answer_line(answer));
        match (answer, self.end) {
            (None, End::Stopped(_)) => "unknown".to_owned(),
            (None, _) => "no solution".to_owned(),
            (Some(answer), End::More) => answer + " (not unique)",
            (Some(answer), End::Stopped(_)) if args.unique => answer + " (uniqueness unknown)",
            (Some(answer), _) => answer,
        }
    }

    /// What goes to standard error: why there is no answer, if it is plain to see, and numbers.
    fn explain(&self, args: &Solve, puzzle: &AnyPuzzle) {
        if self.has_no_answer()
            && let Some(broken) = puzzle.contradiction()
        {
            args.show.note(&broken.to_string());
        }
        if args.unique
            && self.end == End::More
            && let Some(loose_ends) = loose_ends(puzzle)
        {
            args.show.note(&loose_ends);
        }
        if let Some(conflict) = &self.conflict {
            args.show.note(&conflict::told(conflict));
        }
        if let Some(cross_check) = &self.cross_check {
            cross_check.tell(&args.show);
        }
        if let Some(evidence) = &self.evidence {
            evidence.tell(&args.show);
        }
        if let Some(report) = self.report.as_ref().filter(|_| args.stats.stats) {
            args.show.note(report::text(report).trim_end());
        }
    }

    fn json(
        &self,
        args: &Solve,
        puzzle: &AnyPuzzle,
        answers: &[Solution],
        is_one_of_many: bool,
    ) -> Value {
        let status = match (self.number, self.end) {
            (0, End::Stopped(_)) => "unknown",
            (0, _) => "unsat",
            _ => "sat",
        };
        let answers: Vec<_> = answers.iter().map(|answer| puzzle.answer_json(answer)).collect();
        let mut object = json!({
            "puzzle": puzzle.kind().name,
            "status": status,
            "complete": self.end == End::Complete,
            "solutions": answers,
        });
        if let Some(report) = &self.report {
            object["backend"] = json!(report.backend);
            object["stats"] = report::json(report, is_one_of_many);
        }
        if args.unique {
            object["unique"] = json!(self.unique());
        }
        if let Some(cross_check) = &self.cross_check {
            object["cross_check"] = cross_check.json();
        }
        if let Some(evidence) = &self.evidence {
            evidence.insert_into(&mut object);
        }
        if self.number == 0
            && let Some(broken) = puzzle.contradiction()
        {
            object["reason"] = json!(broken.to_string());
        }
        if let Some(conflict) = &self.conflict {
            object["conflict"] = json!(conflict.clues);
            object["conflict_is_minimal"] = json!(conflict.is_minimal);
        }
        object
    }
}

/// Answers on their way to the page.
struct Text<'a> {
    puzzle: &'a AnyPuzzle,
    look: Look,
    output: &'a mut Output,
    held: Vec<Solution>,
    printed: u64,
}

impl Text<'_> {
    fn take(&mut self, answer: Solution, json: bool) -> Result<(), WriteError> {
        self.held.push(answer);
        match json {
            _ if self.printed == 0 && self.held.len() <= HELD => Ok(()),
            true => self.release_json(),
            false => self.release(),
        }
    }

    /// Prints what is held as the next members of an array.
    fn release_json(&mut self) -> Result<(), WriteError> {
        for answer in std::mem::take(&mut self.held) {
            let kind = self.puzzle.kind().name;
            let begin = format!(r#"{{"puzzle":"{kind}","status":"sat","solutions":["#);
            let before = if self.printed == 0 { &begin } else { "," };
            self.printed += 1;
            self.output.print(&format!("{before}{}", self.puzzle.answer_json(&answer)))?;
        }
        Ok(())
    }

    /// The line that tells all; where answers have streamed already, what is left of it.
    fn print_json(&mut self, mut object: Value) -> Result<(), WriteError> {
        if self.printed == 0 {
            return self.output.print(&format!("{object}\n"));
        }
        self.release_json()?;
        if let Some(object) = object.as_object_mut() {
            object.retain(|key, _| !["puzzle", "status", "solutions"].contains(&key.as_str()));
        }
        let rest = object.to_string();
        self.output.print(&format!("],{}\n", &rest[1..]))
    }

    /// Prints what is held.
    fn release(&mut self) -> Result<(), WriteError> {
        for answer in std::mem::take(&mut self.held) {
            let gap = if self.printed == 0 { "" } else { "\n" };
            self.printed += 1;
            let mut text = String::new();
            let _ = writeln!(text, "{gap}--- Solution {} ---", self.printed);
            text += &self.puzzle.board(Some(&answer)).to_text(self.look);
            self.output.print(&text)?;
        }
        Ok(())
    }

    /// The heading and the answers; where these have streamed already, the heading comes last.
    fn print_all(&mut self, heading: &str) -> Result<(), WriteError> {
        if self.printed == 0 {
            self.output.print(&format!("{heading}\n\n"))?;
            self.release()
        } else {
            self.release()?;
            self.output.print(&format!("\n{heading}\n"))
        }
    }
}
