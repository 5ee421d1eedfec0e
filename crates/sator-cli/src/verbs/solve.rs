//! `sator solve`: finds one answer or all, and whether the answer is unique.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use sator::ask::analyze::mines::Mines;
use sator::ask::conflict::{self, Explanation, limited};
use sator::ask::cross_check::CrossCheck;
use sator::ask::expects_one_solution;
use sator::bundle::Conclusion;
use sator::engine::{self, EngineError, Number, Options, Report, Solutions, Step};
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator::render::{Look, Paint};
use sator_sat::backend::{Budget, Interrupt, StopReason};
use sator_sat::text::counted;
use serde::Serialize;
use serde_json::{Value, json};

use super::batch::{self, Batch, LineAnswer, LineError};
use super::query::{print_cross_check, print_why};
use super::{
    Flow, Item, Outcome, PuzzleVerb, Run, VerbError, announce_totals, because, expect_apart,
    expect_moderate, expect_other, for_each, several_for, watch_for_interrupt,
};
use crate::args::{Show, Solve, Task};
use crate::failure::Failure;
use crate::input::{Many, Reader};
use crate::output::{Output, WriteError, unless_closed};
use crate::progress::Progress;
use crate::prove::{ProofOutcome, ProofRequest};
use crate::verbs::generate;
use sator::ask::Status;
use sator::ask::statistics::Statistics;

/// More answers than this are not held back for the heading: they are printed as they are found,
/// and the total comes last.
const MAX_HELD: usize = 10_000;

pub(crate) fn run(args: &Solve) -> Outcome {
    expect_apart(&[
        ("formula", args.cnf.as_deref()),
        ("answer", Some(args.output.as_deref().unwrap_or(Path::new("-")))),
        ("proof", args.proof.proof.as_deref()),
        ("bundle", args.bundle.as_deref()),
    ])?;
    let output = Output::open(args.output.as_deref())?;
    let mut solving = Solving { args, output };
    let Task { input, show, .. } = &args.task;
    let (timeout, interrupt) = (args.task.timeout(), watch_for_interrupt());
    let status = for_each(input, show, timeout, &interrupt, &mut solving);
    unless_closed(solving.output.commit())?;
    Ok(status)
}

/// The answers to a chunk of a list, if they are all there.
pub(super) struct ChunkAnswers {
    /// The exit status of the verb.
    pub(super) status: Status,
    /// The number of puzzles that were answered.
    pub(super) puzzles: usize,
    /// Whether a solver, reading or writing has failed, which was reported.
    pub(super) has_failed: bool,
}

/// Answers the puzzles of a chunk of a list as [`run`] does. A budget that ends, and a failure that is
/// not about the text of a puzzle, leave the rest without an answer.
pub(super) fn run_chunk(
    args: &Solve,
    many: Many,
    output: Output,
    budget: &Budget,
) -> Result<ChunkAnswers, Failure> {
    let mut solving = Solving { args, output };
    let Task { input, show, .. } = &args.task;
    let interrupt = Interrupt::default();
    let mut run = Run { needs_all: true, ..Run::new(Reader::new(input), show, &interrupt) };
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let (interrupt, budget) = (&interrupt, &budget);
        // The time of the whole chunk, and the user, stop the loop.
        scope.spawn(move || {
            const POLL_INTERVAL: Duration = Duration::from_millis(20);
            while is_done.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if budget.exhausted().is_some() {
                    interrupt.raise();
                }
            }
        });
        // The state of the run says how it ended.
        let _flow = solving.many(many, None, &mut run);
        drop(done);
    });
    let Run { worst: status, answered: puzzles, has_failed, .. } = run;
    unless_closed(solving.output.commit())?;
    Ok(ChunkAnswers { status, puzzles, has_failed })
}

/// A result that is known, and not to be searched for.
pub(super) enum Known {
    /// There is no answer.
    None,
    /// An answer.
    Some(Solution),
    /// The only answer.
    Only(Solution),
    /// An answer, and there is another.
    Several(Solution),
}

/// Prints a known result as [`run`] prints one that it has found.
pub(super) fn print_known(
    args: &Solve,
    puzzle: &AnyPuzzle,
    known: Known,
    proof: Option<ProofOutcome>,
    options: &Options,
    output: &mut Output,
) -> Outcome {
    let show = &args.task.show;
    let (answer, end) = match known {
        Known::None => (None, End::Complete),
        Known::Some(answer) => (Some(answer), End::Enough),
        Known::Only(answer) => (Some(answer), End::Complete),
        Known::Several(answer) => (Some(answer), End::More),
    };
    let mut why = Explanation::default();
    if answer.is_none() {
        why = Explanation::new(puzzle);
        if conflict::confirm(puzzle, options)? {
            why = with_conflict(why, puzzle, options, show)?;
        }
    }
    let warning = puzzle.answer_warning(answer.as_ref());
    let number = u64::from(answer.is_some());
    let result = SearchResult { proof, why, warning, ..SearchResult::new(number, end) };
    let look = output.look(show);
    let held = answer.into_iter().collect();
    let mut writer =
        AnswerWriter { puzzle, json: show.json, look, output, held, printed: 0, mines: None };
    if number > 0 {
        writer.examine(options, show)?;
    }
    result.print_all(args, false, &mut writer)?;
    Ok(result.status(args))
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
        if !is_one_answer || !(many.answers_in_lines() || args.task.show.json) {
            return run.one_by_one(many, file, self);
        }
        if let Err(failure) = expect_other_file(args, file) {
            return run.conclude(Err(failure.into()));
        }
        let threads = args.task.solving.solver.puzzles_at_once();
        let number = counted(threads, "thread");
        run.show.note(&format!("Solving puzzles, one a line, on {number}..."));
        let batch = Batch { many, partner: None, threads, stats: args.task.solving.stats.stats };
        batch::run(batch, run, &mut self.output, &|item, _| solve_line(args, item))
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

/// Refuses an answer that would replace the puzzle's own file.
fn expect_other_file(args: &Solve, file: Option<&Path>) -> Result<(), Failure> {
    args.output.as_deref().map_or(Ok(()), |output| expect_other(output, file))
}

/// The answer to a puzzle of a batch, in a line.
fn solve_line(args: &Solve, item: &Item<'_>) -> Result<LineAnswer, LineError> {
    let (puzzle, show) = (item.puzzle, &args.task.show);
    let options = item.options(&args.task, args.task.show.json);
    let mut search = engine::solutions(puzzle, &options);
    let mut answers = Vec::new();
    let mut result = enumerate(args, puzzle, &mut search, |answer, _| {
        answers.push(answer);
        Ok::<_, Failure>(())
    })?;
    if result.has_no_answer() {
        conflict::confirm(puzzle, &options)?;
    }
    let second = args.second.options(&options);
    // The report takes time, so it is made only if it is used.
    if args.task.solving.stats.stats || show.json || second.is_some() {
        result.add_report(item, search.report(), &options, second)?;
    }
    let text = if show.json {
        serde_json::to_string(&result.json(args, puzzle, item.is_one_of_many, &answers))?
    } else {
        result.line(args, puzzle, answers.first())
    };
    // JSON has all answers in its line.
    let another = answers.get(1).filter(|_| !show.json);
    let another = another.map(|it| format!("another answer: {}", puzzle.answer_line(it)));
    let warning = result.warning.as_ref().map(|warning| format!("warning: {warning}"));
    let remarks = another.into_iter().chain(warning).collect();
    let (status, class) = (result.status(args), result.class());
    let (cross_check, report) = (result.cross_check, result.report);
    Ok(LineAnswer { text, status, class, remarks, cross_check, report })
}

fn solve(args: &Solve, item: &Item<'_>, output: &mut Output) -> Outcome {
    let (puzzle, show) = (item.puzzle, &args.task.show);
    expect_other_file(args, item.file)?;
    for path in extra_outputs(args) {
        item.may_write_to(path)?;
    }
    let options = item.options(&args.task, args.task.show.json);
    let request = ProofRequest::new(args, &options)?;
    show.note(&format!("Solving for {}...", puzzle.title()));
    announce_totals(options.lowering, puzzle, (true, args.task.solving.encoding.large), show)?;
    if let Some(path) = &args.cnf {
        write_formula(args, puzzle, path, item.interrupt)?;
    }
    if !show.json {
        output.print(output.gap())?;
    }
    let look = output.look(show);
    let mut writer = AnswerWriter {
        puzzle,
        json: show.json,
        look,
        output,
        held: Vec::new(),
        printed: 0,
        mines: None,
    };
    let mut search = engine::solutions(puzzle, &options);
    let result = match find_answers(args, item, &options, &mut search, request, &mut writer) {
        // The line that was begun is finished.
        Err(VerbError::Failed(failure)) if show.json && writer.printed > 0 => {
            let mut object = failure.json();
            object["complete"] = json!(false);
            writer.print_json(object)?;
            writer.output.flush_now()?;
            show.complain(&failure);
            return Ok(Status::Bad);
        }
        result => result?,
    };
    result.print_all(args, item.is_one_of_many, &mut writer)?;
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
    let show = &args.task.show;
    let mut progress = Some(Progress::start(show, "Solving", "solutions"));
    let mut result = enumerate(args, puzzle, search, |answer, number| {
        if number == MAX_HELD as u64 {
            writer.examine(options, show)?;
        }
        writer.take(answer)?;
        // Answers that are printed as they are found show the progress themselves.
        progress = progress.take().filter(|_| writer.printed == 0);
        if let Some(progress) = &mut progress {
            progress.advance(number, number);
        }
        Ok::<_, VerbError>(())
    })?;
    if result.number > 0 {
        writer.examine(options, show)?;
    }
    result.add_report(item, search.report(), options, args.second.options(options))?;
    let is_one_answer = !args.all && args.max.is_none() && result.end == End::Enough;
    if is_one_answer && item.line == 0 && (show.json || !show.quiet) && expects_one_solution(puzzle)
    {
        result.has_another = has_another(puzzle, search, options)?;
    }
    let is_impossible = result.has_no_answer() && conflict::confirm(puzzle, options)?;
    if let Some(request) = request {
        result.proof = Some(match result.conclusion(writer.held.first()) {
            Some(conclusion) => request.fulfil(puzzle, &conclusion),
            None => ProofOutcome::Stopped,
        });
    }
    if is_impossible {
        result.why = with_conflict(result.why, puzzle, options, show)?;
    }
    Ok(result)
}

/// Whether a search through few nodes finds another answer after the first. The search that found it
/// goes on if it is the planner's; a solver that was asked for is left alone.
fn has_another(
    puzzle: &AnyPuzzle,
    search: &mut Solutions,
    options: &Options,
) -> Result<bool, EngineError> {
    if options.backend.is_auto() {
        return Ok(matches!(search.probe()?, Step::Solution(_)));
    }
    Ok(engine::probe(puzzle, &[], &options.budget)? == Number::Several)
}

/// Adds clues that leave no answer; not where no explanation is printed.
fn with_conflict(
    why: Explanation,
    puzzle: &AnyPuzzle,
    options: &Options,
    show: &Show,
) -> Result<Explanation, EngineError> {
    if show.quiet && !show.json { Ok(why) } else { why.with_conflict(puzzle, options) }
}

fn write_formula(
    args: &Solve,
    puzzle: &AnyPuzzle,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<(), VerbError> {
    let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
    let formula = engine::formula(puzzle, None, args.task.solving.encoding.encoding, &budget)?;
    expect_moderate(&formula, args.task.solving.encoding.large)?;
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
    /// Why there is no answer.
    why: Explanation,
    /// How the solution in the text differs from the first answer.
    warning: Option<String>,
    /// Whether a short search has found another answer, though none was asked for.
    has_another: bool,
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
    let mut warning = None;
    let end = loop {
        if number == wanted && !args.asks_uniqueness() {
            break End::Enough;
        }
        let step = search.step()?;
        if number == 0 {
            warning = match &step {
                Step::Solution(answer) => puzzle.answer_warning(Some(answer)),
                Step::Exhausted => puzzle.answer_warning(None),
                Step::Stopped(_) => None,
            };
        }
        match step {
            Step::Solution(second) if number == wanted => {
                if args.require_unique {
                    take(second, number + 1)?;
                }
                break End::More;
            }
            Step::Solution(answer) => {
                number += 1;
                take(answer, number)?;
            }
            // A cell without constraints has several values.
            Step::Exhausted
                if args.asks_uniqueness() && number > 0 && !puzzle.unconstrained().is_empty() =>
            {
                break End::More;
            }
            Step::Exhausted => break End::Complete,
            Step::Stopped(reason) => break End::Stopped(reason),
        }
    };
    let why = if number == 0 { Explanation::new(puzzle) } else { Explanation::default() };
    Ok(SearchResult { why, warning, ..SearchResult::new(number, end) })
}

/// Names the cells without constraints, because of which no answer is unique.
fn describe_unconstrained(puzzle: &AnyPuzzle) -> Option<String> {
    let cells = puzzle.unconstrained();
    let first = cells.first()?;
    Some(match cells.len() - 1 {
        0 => format!("no clue constrains {first}: it may be anything"),
        others => format!("no clue constrains {first} and {others} more: they may be anything"),
    })
}

impl SearchResult {
    fn new(number: u64, end: End) -> Self {
        Self {
            number,
            end,
            report: None,
            cross_check: None,
            proof: None,
            why: Explanation::default(),
            warning: None,
            has_another: false,
        }
    }

    /// Adds the report of the search and the requested cross-check.
    fn add_report(
        &mut self,
        item: &Item<'_>,
        mut report: Report,
        options: &Options,
        second: Option<Options>,
    ) -> Result<(), Failure> {
        report.times.parse = Some(item.parse_time);
        self.cross_check = CrossCheck::run(item.puzzle, &report, options, second)?;
        self.report = Some(report);
        Ok(())
    }

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
            End::More if args.require_unique => Status::No,
            End::Complete | End::Enough | End::More => Status::Yes,
            End::Stopped(_) if self.number > 0 && !args.asks_uniqueness() && !args.all => {
                Status::Yes
            }
            End::Stopped(_) => Status::Stopped,
        })
    }

    /// The word that the summary of a batch counts.
    fn class(&self) -> &'static str {
        match (self.number, self.end) {
            (0, End::Stopped(_)) => "unknown",
            (0, _) => "no solution",
            (_, End::More) => "not unique",
            _ => "solved",
        }
    }

    fn heading(&self, args: &Solve, subject: &str) -> String {
        let solutions = |unique: &str| {
            let plural = if self.number == 1 { "" } else { "s" };
            format!("{} {unique}solution{plural}", self.number)
        };
        match self.end {
            _ if !args.all && args.max.is_none() => format!("Found a solution for {subject}"),
            End::Complete => format!("Found {} for {subject}", solutions("unique ")),
            End::Enough | End::More => {
                format!("Found at least {} for {subject} (stopped at --max)", solutions(""))
            }
            End::Stopped(_) => {
                format!("Found at least {} for {subject} (stopped)", solutions(""))
            }
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
        if args.asks_uniqueness() && !self.has_no_answer() {
            let unique = match self.unique() {
                Some(true) => "yes",
                Some(false) => "no",
                None => "unknown",
            };
            writer.output.print(&format!("Unique: {unique}\n"))?;
        }
        Ok(())
    }

    /// Prints the result in the requested form, then what else is known to standard error.
    fn print_all(
        &self,
        args: &Solve,
        is_one_of_many: bool,
        writer: &mut AnswerWriter<'_>,
    ) -> Result<(), WriteError> {
        let (puzzle, show) = (writer.puzzle, &args.task.show);
        if show.json {
            let object = json!(self.json(args, puzzle, is_one_of_many, &writer.held));
            writer.print_json(object)?;
        } else {
            self.print(args, writer)?;
        }
        writer.output.flush_now()?;
        if let Some(mines) = writer.mines.as_ref().filter(|_| self.number == 1) {
            show.note(&mines.certainty("; `sator analyze` shows them"));
        }
        if let Some(warning) = &self.warning {
            show.note(&format!("warning: {warning}"));
        }
        if self.has_another {
            show.note(
                "This is not the only solution: --max 2 shows another, `sator count` counts them.",
            );
        }
        self.explain(args, puzzle);
        Ok(())
    }

    /// The answer in one line.
    fn line(&self, args: &Solve, puzzle: &AnyPuzzle, answer: Option<&Solution>) -> String {
        let answer = answer.map(|answer| puzzle.answer_line(answer));
        match (answer, self.end) {
            (None, End::Stopped(_)) => "unknown".to_owned(),
            (None, _) => "no solution".to_owned(),
            (Some(answer), End::More) => answer + " (not unique)",
            (Some(answer), End::Stopped(_)) if args.asks_uniqueness() => {
                answer + " (uniqueness unknown)"
            }
            (Some(answer), _) => answer,
        }
    }

    /// Prints explanations and statistics to standard error.
    fn explain(&self, args: &Solve, puzzle: &AnyPuzzle) {
        let Task { show, solving, .. } = &args.task;
        let stats = &solving.stats;
        if self.has_no_answer() {
            print_why(&self.why, show);
        }
        if args.asks_uniqueness()
            && self.end == End::More
            && let Some(cells) = describe_unconstrained(puzzle)
        {
            show.note(&cells);
        }
        if let Some(cross_check) = &self.cross_check {
            print_cross_check(cross_check, show);
        }
        if let Some(proof) = &self.proof {
            proof.print(show);
        }
        if let Some(report) = self.report.as_ref().filter(|_| stats.stats) {
            show.note(Statistics::of_one(report, false).text().trim_end());
        }
    }

    fn json<'a>(
        &'a self,
        args: &'a Solve,
        puzzle: &AnyPuzzle,
        is_one_of_many: bool,
        answers: &[Solution],
    ) -> Object<'a> {
        let report = self.report.as_ref();
        let backend =
            report.map_or(args.task.solving.solver.backend.name(), |report| &report.backend);
        Object {
            puzzle: puzzle.kind().name,
            status: match (self.number, self.end) {
                (0, End::Stopped(_)) => "unknown",
                (0, _) => "unsat",
                _ => "sat",
            },
            complete: self.end == End::Complete,
            solutions: answers.iter().map(|answer| puzzle.answer_json(answer)).collect(),
            backend,
            stats: report.map(|report| Statistics::of_one(report, is_one_of_many).json()),
            unique: if args.asks_uniqueness() {
                Some(json!(self.unique()))
            } else {
                self.has_another.then_some(json!(false))
            },
            cross_check: self.cross_check.as_ref().map(CrossCheck::json),
            proof: self.proof.as_ref().map(ProofOutcome::json),
            warning: self.warning.as_deref(),
            why: &self.why,
        }
    }
}

/// The result as JSON.
#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'static str,
    status: &'static str,
    complete: bool,
    solutions: Vec<Value>,
    backend: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cross_check: Option<Value>,
    #[serde(flatten)]
    proof: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<&'a str>,
    #[serde(flatten)]
    why: &'a Explanation,
}

/// Prints answers, or holds them back for the heading.
struct AnswerWriter<'a> {
    puzzle: &'a AnyPuzzle,
    json: bool,
    look: Look,
    output: &'a mut Output,
    held: Vec<Solution>,
    printed: u64,
    /// The certain cells of a board of mines, if they are known.
    mines: Option<Mines>,
}

impl AnswerWriter<'_> {
    /// Finds out which cells are certain if the answer is one layout of mines, unless that takes long
    /// or is not shown.
    fn examine(&mut self, options: &Options, show: &Show) -> Result<(), EngineError> {
        const TIME_LIMIT: Duration = Duration::from_secs(1);
        let is_shown = !show.json && (!show.quiet || self.look.paint == Paint::Color);
        let is_known = self.mines.is_some() || self.puzzle.truth_words().is_none();
        if is_shown && !is_known {
            let options = limited(options, TIME_LIMIT);
            self.mines = Some(Mines::examine(self.puzzle, &options, Duration::ZERO)?);
        }
        Ok(())
    }

    fn take(&mut self, answer: Solution) -> Result<(), WriteError> {
        self.held.push(answer);
        if self.printed == 0 && self.held.len() <= MAX_HELD { Ok(()) } else { self.release() }
    }

    /// Prints the held answers: as boards, or as the next members of the array.
    fn release(&mut self) -> Result<(), WriteError> {
        for answer in std::mem::take(&mut self.held) {
            let is_first = self.printed == 0;
            self.printed += 1;
            let text = if self.json {
                let kind = self.puzzle.kind().name;
                let begin = format!(r#"{{"puzzle":"{kind}","status":"sat","solutions":["#);
                let before = if is_first { &begin } else { "," };
                format!("{before}{}", self.puzzle.answer_json(&answer))
            } else {
                let gap = if is_first { "" } else { "\n" };
                let mut board = self.puzzle.board(Some(&answer));
                if let Some(mines) = &self.mines {
                    mines.mark_certain(&mut board);
                }
                let has_mines = self.puzzle.truth_words().is_some();
                board.ruled = has_mines && self.look.paint != Paint::Plain;
                let board = board.to_text(self.look);
                format!("{gap}--- Solution {} ---\n{board}", self.printed)
            };
            self.output.print(&text)?;
        }
        Ok(())
    }

    /// Prints the object; if its array was begun before, the rest of it.
    fn print_json(&mut self, mut object: Value) -> Result<(), WriteError> {
        if self.printed == 0 {
            return self.output.print(&format!("{object}\n"));
        }
        self.release()?;
        if let Some(object) = object.as_object_mut() {
            object.retain(|key, _| !["puzzle", "status", "solutions"].contains(&key.as_str()));
        }
        let rest = object.to_string();
        self.output.print(&format!("],{}\n", &rest[1..]))
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
