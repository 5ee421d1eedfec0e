//! Many puzzles, one a line: read ahead a little, solved on several threads, printed in order.
//!
//! Memory does not grow with the number of puzzles: a block of lines is read only when the answers
//! of an earlier one are about to be printed. One thread reads, and may block for ever; worker
//! threads solve; the caller's thread distributes chunks, sorts and prints answers, and handles
//! Ctrl-C.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::engine::Report;
use sator_sat::backend::{Interrupt, StopReason};
use sator_sat::text::counted;

use super::{Flow, Item, Outcome, Run, VerbError, failure_json, receive};
use crate::args::Show;
use crate::failure::{Failure, no_thread};
use crate::input::{Many, Reader};
use crate::lines::{Block, Line, Lines};
use crate::output::Output;
use crate::progress::Progress;
use sator::ask::Status;
use sator::ask::cross_check::{CrossCheck, CrossChecks};
use sator::ask::statistics::Totals;

/// Puzzles to be answered by a line each.
pub(super) struct Batch {
    pub(super) many: Many,
    /// A second text with one line for each puzzle.
    pub(super) partner: Option<Lines>,
    pub(super) threads: usize,
    /// Whether to print statistics at the end.
    pub(super) stats: bool,
}

/// The answer to a puzzle of a batch.
pub(super) struct LineAnswer {
    /// The printed line, without its line feed.
    pub(super) text: String,
    pub(super) status: Status,
    /// The word that the summary counts: `solved`.
    pub(super) class: &'static str,
    /// Remarks for standard error: another answer, where there must not be one, and warnings.
    pub(super) remarks: Vec<String>,
    pub(super) cross_check: Option<CrossCheck>,
    pub(super) report: Option<Report>,
}

/// Why a line has no answer.
pub(super) enum LineError {
    /// The line is not a puzzle, or not one that the verb can answer.
    Invalid(Failure),
    /// Solving failed.
    Failed(Failure),
}

impl<F: Into<Failure>> From<F> for LineError {
    fn from(failure: F) -> Self {
        Self::Failed(failure.into())
    }
}

/// Answers a puzzle of a batch, given the line of the second text that belongs to it.
pub(super) type Answer<'a> =
    &'a (dyn Fn(&Item<'_>, Option<Line<'_>>) -> Result<LineAnswer, LineError> + Sync);

/// Lines for one worker. Solving a single line may take less time than passing it to a thread.
struct Chunk {
    number: usize,
    block: Block,
}

/// A message to the caller's thread.
enum Event {
    /// Lines were read; an empty block is the end.
    Read(Result<Block, Failure>),
    Answered(ChunkAnswers),
    WorkerPanicked,
}

/// The answers to the lines of a chunk.
#[derive(Default)]
struct ChunkAnswers {
    number: usize,
    /// The number of answered puzzles.
    puzzles: usize,
    /// The printed lines.
    text: String,
    /// The worst.
    status: Status,
    classes: Vec<&'static str>,
    notes: Vec<String>,
    /// Other answers of puzzles that must not have any, with their places.
    others: Vec<String>,
    failures: Vec<Failure>,
    /// Whether one of them is not about the text of a puzzle.
    has_failed: bool,
    cross_checks: Vec<CrossCheck>,
    reports: Vec<Report>,
    /// The position in the input after the chunk, in bytes.
    end: u64,
    /// The time it took.
    time: Duration,
    /// Whether an interrupt left some of the lines without an answer.
    is_cut: bool,
}

/// Answers all puzzles, in order.
pub(super) fn run(
    batch: Batch,
    run: &mut Run<'_>,
    output: &mut Output,
    answer: Answer<'_>,
) -> Flow {
    let outcome = try_run(batch, run, output, answer);
    run.conclude(outcome)
}

fn try_run(batch: Batch, run: &mut Run<'_>, output: &mut Output, answer: Answer<'_>) -> Outcome {
    batch.many.notes().for_each(|note| run.remark_once(&note));
    let (lines, list) = batch.many.open();
    let lines = match batch.partner {
        Some(partner) => lines.with(partner),
        None => lines,
    };
    let threads = batch.threads;
    let (place, reader) = (lines.stream.place.clone(), list.reader(run.reader));
    let (show, interrupt) = (run.show, run.interrupt);
    let mut printer = Printer::new(run, output, lines.stream.size, batch.stats);
    let (sender, events) = channel();
    let (request, requests) = channel();
    let reader_sender = sender.clone();
    lines.read_in_background(requests, move |block| {
        reader_sender.send(Event::Read(block)).is_ok()
    })?;
    let (chunk_sender, chunks) = channel();
    let chunks = Mutex::new(chunks);
    let worker =
        Worker { reader, show, interrupt, answer, place: &place, chunks: &chunks, threads };
    thread::scope(|scope| {
        for number in 0..threads {
            let (worker, sender) = (&worker, sender.clone());
            let spawned = thread::Builder::new().spawn_scoped(scope, move || worker.run(&sender));
            match spawned {
                Ok(_) => {}
                // Fewer threads do the same work.
                Err(_) if number > 0 => break,
                Err(error) => return Err(no_thread(&error).into()),
            }
        }
        let max_chunks = threads.saturating_mul(CHUNKS_PER_THREAD);
        let outcome = manage(max_chunks, &request, &chunk_sender, &events, &mut printer);
        // The workers end when there are no more chunks.
        drop(chunk_sender);
        if outcome.is_err() {
            // They need not finish the chunks that they have.
            interrupt.raise();
        }
        printer.finish(outcome)
    })
}

/// Answers chunks on threads of its own.
struct Worker<'a> {
    reader: Reader<'a>,
    show: &'a Show,
    interrupt: &'a Interrupt,
    answer: Answer<'a>,
    place: &'a str,
    chunks: &'a Mutex<Receiver<Chunk>>,
    threads: usize,
}

impl Worker<'_> {
    /// Takes chunks until there are no more. The manager would wait for ever for the chunk of a
    /// worker that panicked without a message.
    fn run(&self, sender: &Sender<Event>) {
        if panic::catch_unwind(AssertUnwindSafe(|| self.take_chunks(sender))).is_err() {
            let _manager_is_gone = sender.send(Event::WorkerPanicked);
        }
    }

    fn take_chunks(&self, sender: &Sender<Event>) {
        loop {
            let next = self.chunks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(chunk) = next else { return };
            if sender.send(Event::Answered(self.answer_chunk(&chunk))).is_err() {
                return;
            }
        }
    }

    fn answer_chunk(&self, chunk: &Chunk) -> ChunkAnswers {
        let started = Instant::now();
        let (number, end) = (chunk.number, chunk.block.end);
        let mut answers = ChunkAnswers { number, end, ..ChunkAnswers::default() };
        let mut partners = chunk.block.partner_lines();
        for line in chunk.block.lines() {
            let result = self.answer_line(&line, partners.next(), &mut answers.notes);
            if self.interrupt.is_raised() {
                answers.is_cut = true;
                break;
            }
            let (word, failure) = match result {
                Ok(mut answer) => {
                    let place = format_args!("{}:{}", self.place, line.number);
                    let remarks = std::mem::take(&mut answer.remarks).into_iter();
                    answers.others.extend(remarks.map(|remark| format!("{place}: {remark}")));
                    let cross_check = answer.cross_check.as_ref();
                    if let Some(failure) = cross_check.and_then(CrossCheck::failure) {
                        let failure = Failure::plain(failure);
                        answers.failures.push(failure.in_line(self.place, line.number));
                    }
                    answers.add(answer);
                    continue;
                }
                Err(LineError::Invalid(failure)) => ("invalid", failure),
                Err(LineError::Failed(failure)) => {
                    answers.has_failed = true;
                    ("unknown", failure.in_line(self.place, line.number))
                }
            };
            let text = if self.show.json {
                failure_json(word, self.reader.kind, &failure)
            } else {
                word.to_owned()
            };
            answers.failures.push(failure);
            let status = Status::Bad;
            answers.add(LineAnswer {
                text,
                status,
                class: word,
                remarks: Vec::new(),
                cross_check: None,
                report: None,
            });
        }
        answers.time = started.elapsed();
        answers
    }

    fn answer_line(
        &self,
        line: &Line<'_>,
        partner: Option<Line<'_>>,
        notes: &mut Vec<String>,
    ) -> Result<LineAnswer, LineError> {
        let parsed = self.reader.read_line(line, self.place);
        let puzzle = &parsed.puzzle.map_err(LineError::Invalid)?;
        notes.extend_from_slice(puzzle.notes());
        let item = Item {
            puzzle,
            parse_time: parsed.time,
            file: None,
            line: line.number,
            is_one_of_many: true,
            batch_threads: Some(self.threads),
            interrupt: self.interrupt,
        };
        (self.answer)(&item, partner)
    }
}

impl ChunkAnswers {
    fn add(&mut self, answer: LineAnswer) {
        self.puzzles += 1;
        self.text += &answer.text;
        self.text.push('\n');
        self.status = self.status.max(answer.status);
        self.classes.push(answer.class);
        self.cross_checks.extend(answer.cross_check);
        self.reports.extend(answer.report);
    }
}

/// Requests lines, passes chunks to the workers and prints answers in order. At most `max_chunks` are
/// read and not yet printed.
fn manage(
    max_chunks: usize,
    request: &Sender<usize>,
    chunk_sender: &Sender<Chunk>,
    events: &Receiver<Event>,
    printer: &mut Printer<'_, '_>,
) -> Result<(), VerbError> {
    for _ in 0..max_chunks {
        let _reader_is_gone = request.send(1);
    }
    let (mut read, mut done, mut is_end) = (0, 0, false);
    let mut waiting = BTreeMap::new();
    while !is_end || done < read {
        let before = done;
        match receive(events, printer.run.interrupt)? {
            Event::Read(Ok(block)) if block.is_empty() => is_end = true,
            Event::Read(Ok(block)) => {
                let _workers_are_gone = chunk_sender.send(Chunk { number: read, block });
                read += 1;
            }
            Event::Read(Err(failure)) => {
                printer.run.has_failed = true;
                printer.complain(&failure);
                is_end = true;
            }
            Event::Answered(answers) => {
                waiting.insert(answers.number, answers);
            }
            Event::WorkerPanicked => {
                return Err(Failure::plain("a thread has died: this is a bug in sator").into());
            }
        }
        while let Some(answers) = waiting.remove(&done) {
            done += 1;
            let _reader_is_gone = request.send(next_chunk_size(&answers));
            printer.print(&answers)?;
        }
        if done > before {
            printer.output.flush_now()?;
        }
    }
    Ok(())
}

/// The number of chunks for each thread that may be read and not yet printed.
const CHUNKS_PER_THREAD: usize = 4;

/// The number of lines for a chunk that takes a few milliseconds, estimated from an earlier chunk.
fn next_chunk_size(answers: &ChunkAnswers) -> usize {
    const TIME: Duration = Duration::from_millis(5);
    const MAX_LINES: u128 = 1024;
    let line_time = answers.time.as_nanos() / answers.puzzles.max(1) as u128;
    (TIME.as_nanos() / line_time.max(1)).clamp(1, MAX_LINES) as usize
}

/// Prints answers, notes and failures.
struct Printer<'r, 'a> {
    run: &'r mut Run<'a>,
    output: &'r mut Output,
    worst: Status,
    printed: u64,
    /// How many answers there are of each class.
    classes: BTreeMap<&'static str, u64>,
    started: Instant,
    cross_checks: CrossChecks,
    totals: Option<Totals>,
    progress: Progress,
}

impl<'r, 'a> Printer<'r, 'a> {
    fn new(run: &'r mut Run<'a>, output: &'r mut Output, size: Option<u64>, stats: bool) -> Self {
        // Answers on the screen show the progress themselves.
        let progress = Progress::over_bytes(run.show, size, output.is_screen());
        Self {
            run,
            output,
            worst: Status::Yes,
            printed: 0,
            classes: BTreeMap::new(),
            started: Instant::now(),
            cross_checks: CrossChecks::default(),
            totals: stats.then(Totals::start),
            progress,
        }
    }

    fn print(&mut self, answers: &ChunkAnswers) -> Result<(), VerbError> {
        self.printed += answers.puzzles as u64;
        self.run.answered += answers.puzzles;
        self.run.has_failed |= answers.has_failed;
        self.progress.advance(self.printed, answers.end);
        self.worst = self.worst.max(answers.status);
        for class in &answers.classes {
            *self.classes.entry(class).or_default() += 1;
        }
        for note in &answers.notes {
            self.progress.suspend(|| self.run.remark_once(note));
        }
        for other in &answers.others {
            self.progress.suspend(|| self.run.show.note(other));
        }
        for failure in &answers.failures {
            self.complain(failure);
        }
        answers.cross_checks.iter().for_each(|one| self.cross_checks.add(one));
        if let Some(totals) = &mut self.totals {
            answers.reports.iter().for_each(|report| totals.add(report));
        }
        self.output.print(&answers.text)?;
        let is_over = answers.is_cut || (self.run.needs_all && self.run.has_failed);
        if is_over { Err(VerbError::Stopped(StopReason::Interrupted)) } else { Ok(()) }
    }

    fn complain(&mut self, failure: &Failure) {
        self.worst = Status::Bad;
        self.progress.suspend(|| self.run.show.complain(failure));
    }

    /// Prints the statistics. The answers before an interrupt stay valid.
    fn finish(self, outcome: Result<(), VerbError>) -> Outcome {
        drop(self.progress);
        let stopped = match outcome {
            Ok(()) => Status::Yes,
            Err(VerbError::Stopped(_)) => {
                let puzzles = counted(self.printed as usize, "puzzle");
                self.run.show.note(&format!("interrupted after {puzzles}"));
                Status::Stopped
            }
            Err(error) => return Err(error),
        };
        if self.printed > 0 {
            self.run.show.note(&summary(&self.classes, self.printed, self.started.elapsed()));
        }
        if let Some(summary) = self.cross_checks.summary() {
            self.run.show.note(&summary);
        }
        if let Some(totals) = self.totals {
            self.run.show.note(totals.statistics().text().trim_end());
        }
        Ok(self.worst.max(stopped))
    }
}

/// `100 puzzles: 97 solved, 2 not unique, 1 invalid; 2500 a second`.
fn summary(classes: &BTreeMap<&str, u64>, puzzles: u64, time: Duration) -> String {
    /// The order in which classes are named; others come first.
    const LAST: [&str; 5] = ["not unique", "incomplete", "no solution", "unknown", "invalid"];
    let mut classes: Vec<_> = classes.iter().collect();
    classes.sort_by_key(|(class, _)| LAST.iter().position(|last| last == *class));
    let classes = classes.iter().map(|(class, number)| format!("{number} {class}"));
    let classes = classes.collect::<Vec<_>>().join(", ");
    let rate = puzzles as f64 / time.as_secs_f64();
    format!("{}: {classes}; {rate:.0} a second", counted(puzzles as usize, "puzzle"))
}
