//! Many puzzles, one a line: read ahead a little, solved on several threads, printed in order.
//!
//! Memory does not grow with the number of puzzles: a block of lines is read only when the answers
//! of an earlier one are about to be printed. One thread reads, and may wait for its input for ever; some
//! threads work; the caller's thread hands out, sorts, prints and hears Ctrl-C.

use std::collections::{BTreeMap, HashSet};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::engine::{Options, Report};
use sator::puzzle::{AnyPuzzle, Kind};
use sator_sat::backend::Interrupt;

use super::{Outcome, Run, Trouble, await_next, unsolved};
use crate::failure::Failure;
use crate::input::{Many, Parsed, Reader};
use crate::lines::{Block, Line, Lines};
use crate::output::Output;
use crate::progress::Rate;
use crate::report::Totals;
use crate::status::Status;

/// Puzzles to be solved together.
pub(super) struct Batch {
    pub(super) many: Many,
    /// Where each puzzle has a line of another text that goes with it.
    pub(super) beside: Option<Lines>,
    pub(super) threads: usize,
    /// Whether to tell at the end what it took.
    pub(super) stats: bool,
}

/// The options for a puzzle of a batch: where several are solved at once, each has one thread.
pub(super) fn beside_others(options: Options, threads: usize) -> Options {
    let own = if threads > 1 { Some(1) } else { options.threads };
    Options { threads: own, ..options }
}

/// A puzzle of a batch, and what there is to solve it with.
pub(super) struct Task<'w, 'i> {
    pub(super) parsed: Parsed,
    /// The line that goes with it, where there is another text.
    pub(super) beside: Option<Line<'w>>,
    /// What it is, if that was said.
    pub(super) kind: Option<&'static Kind>,
    pub(super) interrupt: &'i Interrupt,
}

/// What became of a puzzle.
pub(super) struct Done {
    /// The line that is printed, without its end.
    pub(super) text: String,
    pub(super) status: Status,
    /// What there is to say about the text that it was read from.
    pub(super) notes: Vec<String>,
    pub(super) failure: Option<Failure>,
    pub(super) report: Option<Report>,
}

impl Done {
    /// Nothing yet.
    pub(super) fn of(puzzle: &AnyPuzzle) -> Self {
        let notes = puzzle.notes().to_vec();
        Self { text: String::new(), status: Status::Yes, notes, failure: None, report: None }
    }

    /// A text that is no puzzle.
    pub(super) fn invalid(kind: Option<&Kind>, failure: Failure, json: bool) -> Self {
        Self::failed("invalid", kind, failure, json)
    }

    fn failed(word: &str, kind: Option<&Kind>, failure: Failure, json: bool) -> Self {
        let text = if json { unsolved(word, kind, &failure) } else { word.to_owned() };
        let (status, failure) = (Status::Bad, Some(failure));
        Self { text, status, notes: Vec::new(), failure, report: None }
    }
}

/// What a verb does with a puzzle of a batch.
pub(super) type Answer<'a> = &'a (dyn Fn(Task<'_, '_>) -> Result<Done, Failure> + Sync);

/// Lines that are worked on together: solving one may take less than handing it over.
struct Chunk {
    number: usize,
    block: Block,
}

/// What the caller's thread hears.
enum Event {
    /// Lines were read; none are left if there are none.
    Read(Result<Block, Failure>),
    Worked(Worked),
    /// A worker came to an end that it should not.
    Died,
}

/// What became of a chunk.
struct Worked {
    number: usize,
    /// How many puzzles were done.
    puzzles: usize,
    /// All that is printed.
    text: String,
    /// The gravest.
    status: Status,
    notes: Vec<String>,
    failures: Vec<Failure>,
    /// What the searches were like, where somebody will read it.
    reports: Vec<Report>,
    /// How many bytes of the input there are up to its end.
    end: u64,
    /// How long it took.
    time: Duration,
    /// Whether the user's wish to stop left some of it undone.
    is_cut: bool,
}

/// Solves all of them. The status is the gravest.
pub(super) fn run(batch: Batch, run: &Run<'_>, output: &mut Output, answer: Answer<'_>) -> Outcome {
    let (lines, tongue) = batch.many.open();
    let lines = match batch.beside {
        Some(beside) => lines.with(beside),
        None => lines,
    };
    let (place, reader) = (lines.place.clone(), tongue.reader(run.reader));
    let mut printer = Printer::new(run, output, lines.size, batch.stats);
    let (tell, events) = channel();
    let (ask, asked) = channel();
    let reader_tells = tell.clone();
    lines.read_in_background(asked, move |chunk| reader_tells.send(Event::Read(chunk)).is_ok());
    let (hand_out, handed_out) = channel();
    let handed_out = Mutex::new(handed_out);
    thread::scope(|scope| {
        for number in 0..batch.threads {
            let labour = Labour { run, reader, answer, place: &place, handed_out: &handed_out };
            let tell = tell.clone();
            let spawned = thread::Builder::new().spawn_scoped(scope, move || labour.go_on(&tell));
            match spawned {
                Ok(_) => {}
                // Fewer will do.
                Err(_) if number > 0 => break,
                Err(error) => {
                    let message = format!("no thread can be started: {error}");
                    return Err(Failure::plain(message).into());
                }
            }
        }
        let chunks = batch.threads.saturating_mul(CHUNKS_PER_THREAD);
        let manager =
            Manager { ask, hand_out, chunks, chunks_read: 0, chunks_printed: 0, is_end: false };
        let outcome = manager.manage(&events, &mut printer);
        if outcome.is_err() {
            // What was handed out already is of no use to anybody.
            run.interrupt.raise();
        }
        printer.finish(outcome)
    })
}

/// What each of the working threads does.
struct Labour<'a> {
    run: &'a Run<'a>,
    reader: Reader<'a>,
    answer: Answer<'a>,
    place: &'a str,
    handed_out: &'a Mutex<Receiver<Chunk>>,
}

impl Labour<'_> {
    /// Takes chunk after chunk, until there are no more. The manager would wait for ever for the
    /// chunk of a worker that died.
    fn go_on(&self, tell: &Sender<Event>) {
        let died = panic::catch_unwind(AssertUnwindSafe(|| self.take_chunks(tell))).is_err();
        if died {
            let _manager_is_gone = tell.send(Event::Died);
        }
    }

    fn take_chunks(&self, tell: &Sender<Event>) {
        loop {
            let next = self.handed_out.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(chunk) = next else { return };
            if tell.send(Event::Worked(self.work_on(&chunk))).is_err() {
                return;
            }
        }
    }

    fn work_on(&self, chunk: &Chunk) -> Worked {
        let started = Instant::now();
        let (kind, interrupt) = (self.reader.kind, self.run.interrupt);
        let mut worked = Worked::on(chunk);
        let mut lines_beside = chunk.block.lines_beside();
        for line in chunk.block.lines() {
            let parsed = self.reader.read_line(&line, self.place);
            let beside = lines_beside.next();
            let result = (self.answer)(Task { parsed, beside, kind, interrupt });
            if interrupt.is_raised() {
                worked.is_cut = true;
                break;
            }
            worked.add(result.unwrap_or_else(|failure| {
                let failure = failure.in_line(self.place, line.number);
                Done::failed("unknown", kind, failure, self.run.show.json)
            }));
        }
        worked.time = started.elapsed();
        worked
    }
}

impl Worked {
    /// Nothing yet.
    fn on(chunk: &Chunk) -> Self {
        Self {
            number: chunk.number,
            puzzles: 0,
            text: String::new(),
            status: Status::Yes,
            notes: Vec::new(),
            failures: Vec::new(),
            reports: Vec::new(),
            end: chunk.block.end,
            time: Duration::ZERO,
            is_cut: false,
        }
    }

    fn add(&mut self, done: Done) {
        self.puzzles += 1;
        self.text += &done.text;
        self.text.push('\n');
        self.status = self.status.max(done.status);
        self.notes.extend(done.notes);
        self.failures.extend(done.failure);
        self.reports.extend(done.report);
    }
}

/// Keeps readers and workers busy, and the printer in order.
struct Manager {
    ask: Sender<usize>,
    hand_out: Sender<Chunk>,
    /// So many chunks may be under way.
    chunks: usize,
    chunks_read: usize,
    chunks_printed: usize,
    is_end: bool,
}

impl Manager {
    fn manage(
        mut self,
        events: &Receiver<Event>,
        printer: &mut Printer<'_>,
    ) -> Result<(), Trouble> {
        for _ in 0..self.chunks {
            let _reader_is_gone = self.ask.send(1);
        }
        let mut waiting = BTreeMap::new();
        while !self.is_end || self.chunks_printed < self.chunks_read {
            let before = self.chunks_printed;
            match await_next(events, printer.run.interrupt)? {
                Event::Read(Ok(block)) if block.is_empty() => self.is_end = true,
                Event::Read(Ok(block)) => {
                    let number = self.chunks_read;
                    let _workers_are_gone = self.hand_out.send(Chunk { number, block });
                    self.chunks_read += 1;
                }
                Event::Read(Err(failure)) => {
                    printer.complain(&failure);
                    self.is_end = true;
                }
                Event::Worked(worked) => {
                    waiting.insert(worked.number, worked);
                }
                Event::Died => {
                    return Err(Failure::plain("a thread has died: this is a bug in sator").into());
                }
            }
            while let Some(worked) = waiting.remove(&self.chunks_printed) {
                self.chunks_printed += 1;
                let _reader_is_gone = self.ask.send(lines_for(&worked));
                printer.print(worked)?;
            }
            if self.chunks_printed > before {
                printer.output.flush_now()?;
            }
        }
        Ok(())
    }
}

/// So many chunks a thread may be under way.
const CHUNKS_PER_THREAD: usize = 4;

/// How many lines to ask for, when these took their time: enough for a few milliseconds.
fn lines_for(worked: &Worked) -> usize {
    const TIME: Duration = Duration::from_millis(5);
    const MOST: u128 = 1024;
    let a_line = worked.time.as_nanos() / worked.puzzles.max(1) as u128;
    (TIME.as_nanos() / a_line.max(1)).clamp(1, MOST) as usize
}

/// So many different notes are said; then they would not be read anyway.
pub(super) const MOST_NOTES: usize = 20;

/// Prints what was done.
struct Printer<'a> {
    run: &'a Run<'a>,
    output: &'a mut Output,
    gravest: Status,
    printed: u64,
    /// Notes are said once, not for every line.
    said: HashSet<String>,
    totals: Option<Totals>,
    rate: Rate,
}

impl<'a> Printer<'a> {
    fn new(run: &'a Run<'a>, output: &'a mut Output, size: Option<u64>, stats: bool) -> Self {
        // Lines that appear on the screen are progress enough.
        let rate = Rate::start(run.show, size, output.is_screen());
        Self {
            run,
            output,
            gravest: Status::Yes,
            printed: 0,
            said: HashSet::new(),
            totals: stats.then(Totals::start),
            rate,
        }
    }

    fn print(&mut self, worked: Worked) -> Result<(), Trouble> {
        self.printed += worked.puzzles as u64;
        self.rate.advance(self.printed, worked.end);
        self.gravest = self.gravest.max(worked.status);
        for note in worked.notes {
            if self.said.len() < MOST_NOTES && !self.said.contains(&note) {
                self.rate.past(|| self.run.show.note(&note));
                self.said.insert(note);
            }
        }
        for failure in &worked.failures {
            self.complain(failure);
        }
        if let Some(totals) = &mut self.totals {
            worked.reports.iter().for_each(|report| totals.add(report));
        }
        self.output.print(&worked.text)?;
        if worked.is_cut { Err(Trouble::Interrupted) } else { Ok(()) }
    }

    fn complain(&mut self, failure: &Failure) {
        self.gravest = Status::Bad;
        self.rate.past(|| self.run.show.complain(failure));
    }

    /// What it all came to. What was printed before an interrupt stands.
    fn finish(self, outcome: Result<(), Trouble>) -> Outcome {
        drop(self.rate);
        let stopped = match outcome {
            Ok(()) => Status::Yes,
            Err(Trouble::Interrupted) => {
                self.run.show.note(&format!("interrupted after {} puzzles", self.printed));
                Status::Stopped
            }
            Err(trouble) => return Err(trouble),
        };
        if let Some(totals) = self.totals {
            self.run.show.note(totals.text().trim_end());
        }
        Ok(self.gravest.max(stopped))
    }
}
