//! `sator solve`: finds one answer or all, and whether the answer is unique.

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

use super::batch::{self, Batch, LineAnswer, LineError, LineTask};
use super::{
    Flow, Item, Outcome, PuzzleVerb, Run, VerbError, announce_totals, because, conclude, conflict,
    expect_apart, for_each, is_same_file, overwrites, several_for,
};
use crate::args::Solve;
use crate::crosscheck::CrossCheck;
use crate::failure::Failure;
use crate::input::Many;
use crate::output::{Output, WriteError};
use crate::progress::Progress;
use crate::prove::{ProofOutcome, ProofRequest};
use crate::report::Statistics;
use crate::status::Status;
use crate::verbs::generate;

/// More answers than this are not held back for the heading: they are printed as they are found,
/// and the total comes last.
const MAX_HELD: usize = 10_000;

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

impl PuzzleVerb for Solving<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        solve(self.args, item, &mut self.output)
    }

    fn many(&mut self, many: Many, file: Option<&Path>, run: &mut Run<'_>) -> Flow {
        let args = self.args;
        if let Some(file) = extra_outputs(args).next() {
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
        let batch = Batch { many, partner: None, threads, stats: args.stats.stats };
        let answer = |task: LineTask<'_>| solve_line(args, &task);
        let outcome = batch::run(batch, run, &mut self.output, &answer);
        run.conclude(outcome)
    }

    fn output(&mut self) -> Option<&mut Output> {
        Some(&mut self.output)
    }

    fn prints_boards(&self) -> bool {
        true
    }
}

/// The files besides the answer, which are for one puzzle only.
fn extra_outputs(args: &Solve) -> impl Iterator<Item = &PathBuf> {
    [&args.cnf, &args.proof.proof, &args.bundle].into_iter().flatten()
}

/// The refusal of an answer that would replace the puzzle's own file.
fn overwritten(args: &Solve, file: Option<&Path>) -> Option<Failure> {
    let (output, input) = args.output.as_deref().zip(file)?;
    is_same_file(output, input).then(|| overwrites(output))
}

/// The answer to a puzzle of a batch, in a line.
fn solve_line(args: &Solve, task: &LineTask<'_>) -> Result<LineAnswer, LineError> {
    let puzzle = &task.puzzle;
    let options = task.limit(args.solver.options(task.interrupt, &args.stats, &args.show));
    let mut search = engine::solutions(puzzle, &options);
    let mut answers = Vec::new();
    let mut result = enumerate(args, puzzle, &mut search, |answer, _| {
        answers.push(answer);
        Ok::<_, Failure>(())
    })?;
    let second = args.solver.second_options(&options);
    // The report takes time, so it is made only if it is used.
    if args.stats.stats || args.show.json || second.is_some() {
        let report = result.report.insert(search.report());
        report.times.parse = Some(task.parse_time);
        result.cross_check = CrossCheck::run(puzzle, report, &options, second)?;
    }
    let text = if args.show.json {
        result.json(args, puzzle, &answers, true).to_string()
    } else {
        result.line(args, puzzle, answers.first())
    };
    let status = result.status(args);
    Ok(LineAnswer { text, status, report: result.report.filter(|_| args.stats.stats) })
}

fn solve(args: &Solve, item: &Item<'_>, output: &mut Output) -> Outcome {
    let puzzle = item.puzzle;
    if let Some(failure) = overwritten(args, item.file) {
        Err(failure)?;
    }
    for path in extra_outputs(args) {
        item.may_write_to(path)?;
    }
    let options = args.solver.options(item.interrupt, &args.stats, &args.show);
    let request = ProofRequest::new(args, &options)?;
    args.show.note(&format!("Solving for {}...", puzzle.title()));
    announce_totals(options.lowering, puzzle, true, &args.show)?;
    if let Some(path) = &args.cnf {
        write_formula(args, puzzle, path, item.interrupt)?;
    }
    if !args.show.json {
        output.print(output.gap())?;
    }
    let look = output.look(&args.show);
    let mut writer = AnswerWriter { puzzle, look, output, held: Vec::new(), printed: 0 };
    let mut search = engine::solutions(puzzle, &options);
    let result = match find_answers(args, item, &options, &mut search, request, &mut writer) {
        // The line that was begun is finished.
        Err(VerbError::Failed(failure)) if args.show.json && writer.printed > 0 => {
            let mut object = failure.json();
            object["complete"] = json!(false);
            writer.print_json(object)?;
            writer.output.flush_now()?;
            args.show.complain(&failure);
            return Ok(Status::Bad);
        }
        result => result?,
    };
    if args.show.json {
        let object = result.json(args, puzzle, &writer.held, item.is_one_of_many);
        writer.print_json(object)?;
    } else {
        result.print(args, &mut writer)?;
    }
    writer.output.flush_now()?;
    result.explain(args, puzzle);
    if item.interrupt.is_raised() || !item.is_one_of_many {
        search.abandon();
    }
    Ok(result.status(args))
}

/// Finds the answers, with the requested cross-check and proof.
fn find_answers(
    args: &Solve,
    item: &Item<'_>,
    options: &Options,
    search: &mut Solutions,
    request: Option<ProofRequest<'_>>,
    writer: &mut AnswerWriter<'_>,
) -> Result<SearchResult, VerbError> {
    let puzzle = item.puzzle;
    let mut progress = Some(Progress::start(&args.show, "Solving", "solutions"));
    let mut result = enumerate(args, puzzle, search, |answer, number| {
        writer.take(answer, args.show.json)?;
        // Answers that are printed as they are found show the progress themselves.
        progress = progress.take().filter(|_| writer.printed == 0);
        if let Some(progress) = &mut progress {
            progress.advance(number, number);
        }
        Ok::<_, VerbError>(())
    })?;
    let report = result.report.insert(search.report());
    report.times.parse = Some(item.parse_time);
    let second = args.solver.second_options(options);
    result.cross_check = CrossCheck::run(puzzle, report, options, second)?;
    if let Some(request) = request {
        result.proof = Some(match result.conclusion(writer.held.first()) {
            Some(conclusion) => request.fulfil(puzzle, &conclusion),
            None => ProofOutcome::Stopped,
        });
    }
    if result.has_no_answer() && (args.show.json || !args.show.quiet) {
        result.conflict = conflict::find(puzzle, options)?;
    }
    Ok(result)
}

fn write_formula(
    args: &Solve,
    puzzle: &AnyPuzzle,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<(), VerbError> {
    let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
    let formula = engine::formula(puzzle, None, args.solver.encoding.encoding, &budget)?;
    let file = Output::open(Some(path))?;
    generate::write(&formula, file, false, interrupt)
}

/// The result of a search.
struct SearchResult {
    number: u64,
    end: End,
    /// Absent if it is not used.
    report: Option<Report>,
    cross_check: Option<CrossCheck>,
    proof: Option<ProofOutcome>,
    conflict: Option<Conflict>,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// There are no more.
    Complete,
    /// The requested number was found.
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
) -> Result<SearchResult, E> {
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
            // A cell without constraints has several values.
            Step::Exhausted if args.unique && number > 0 && !puzzle.unconstrained().is_empty() => {
                break End::More;
            }
            Step::Exhausted => break End::Complete,
            Step::Stopped(reason) => break End::Stopped(reason),
        }
    };
    Ok(SearchResult { number, end, report: None, cross_check: None, proof: None, conflict: None })
}

/// Names the cells without constraints, because of which no answer is unique.
fn describe_unconstrained(puzzle: &AnyPuzzle) -> Option<String> {
    let cells = puzzle.unconstrained();
    let first = cells.first()?;
    Some(match cells.len() - 1 {
        0 => format!("no clue speaks of {first}: it may be anything"),
        others => format!("no clue speaks of {first} and {others} more: they may be anything"),
    })
}

impl SearchResult {
    /// Whether there is provably no answer.
    fn has_no_answer(&self) -> bool {
        self.number == 0 && self.end == End::Complete
    }

    /// The statement to prove, if the result is known.
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
        let proved = self.proof.as_ref().map_or(Status::Yes, ProofOutcome::status);
        crossed.max(proved).max(match self.end {
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

    fn print(&self, args: &Solve, writer: &mut AnswerWriter<'_>) -> Result<(), WriteError> {
        match (self.number, self.end) {
            (0, End::Stopped(reason)) => {
                writer.output.print(&format!("Unknown: stopped, {}\n", because(reason)))?;
            }
            (0, _) => writer.output.print("Unsatisfiable\n")?,
            _ => {
                let heading = self.heading(args, &writer.puzzle.subject());
                writer.print_all(&heading)?;
            }
        }
        if args.unique {
            let unique = match self.unique() {
                Some(true) => "yes",
                Some(false) => "no",
                None => "unknown",
            };
            writer.output.print(&format!("Unique: {unique}\n"))?;
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

    /// Prints explanations and statistics to standard error.
    fn explain(&self, args: &Solve, puzzle: &AnyPuzzle) {
        if self.has_no_answer()
            && let Some(broken) = puzzle.contradiction()
        {
            args.show.note(&broken.to_string());
        }
        if args.unique
            && self.end == End::More
            && let Some(cells) = describe_unconstrained(puzzle)
        {
            args.show.note(&cells);
        }
        if let Some(conflict) = &self.conflict {
            args.show.note(&conflict::describe(conflict));
        }
        if let Some(cross_check) = &self.cross_check {
            cross_check.print(&args.show);
        }
        if let Some(proof) = &self.proof {
            proof.print(&args.show);
        }
        if let Some(report) = self.report.as_ref().filter(|_| args.stats.stats) {
            args.show.note(Statistics::of_one(report, false).text().trim_end());
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
            object["stats"] = Statistics::of_one(report, is_one_of_many).json();
        }
        if args.unique {
            object["unique"] = json!(self.unique());
        }
        if let Some(cross_check) = &self.cross_check {
            object["cross_check"] = cross_check.json();
        }
        if let Some(proof) = &self.proof {
            proof.insert_into(&mut object);
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

/// Prints answers, or holds them back for the heading.
struct AnswerWriter<'a> {
    puzzle: &'a AnyPuzzle,
    look: Look,
    output: &'a mut Output,
    held: Vec<Solution>,
    printed: u64,
}

impl AnswerWriter<'_> {
    fn take(&mut self, answer: Solution, json: bool) -> Result<(), WriteError> {
        self.held.push(answer);
        match json {
            _ if self.printed == 0 && self.held.len() <= MAX_HELD => Ok(()),
            true => self.release_json(),
            false => self.release(),
        }
    }

    /// Prints the held answers as the next members of the array.
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

    /// Prints the object; if its array was begun before, the rest of it.
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

    /// Prints the held answers.
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

    /// Prints the heading and the answers; the heading comes last if answers were printed before.
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
