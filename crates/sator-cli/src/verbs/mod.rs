//! One file per verb, and what verbs share: the loop over puzzles.

mod analyze;
mod batch;
mod bench;
mod check;
mod conflict;
mod convert;
mod count;
mod create;
mod decode;
pub(crate) mod generate;
mod listings;
mod sat;
mod solve;
mod verify;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::engine::{self, Lowering};
use sator::puzzle::{AnyPuzzle, Kind};
use sator_sat::backend::{Interrupt, StopReason};
use sator_sat::process;
use serde_json::Value;

use crate::args::{Input, Show, Verb};
use crate::failure::Failure;
use crate::input::{Content, Many, Parsed, Reader, Waiting};
use crate::output::WriteError;
use crate::status::Status;
use crate::{input, output};

/// Runs a verb.
pub(crate) fn run(verb: &Verb) -> ExitCode {
    match verb {
        Verb::Solve(args) => solve::run(args).into(),
        Verb::Count(args) => count::run(args).into(),
        Verb::Analyze(args) => analyze::run(args).into(),
        Verb::Generate(args) => generate::run(args).into(),
        Verb::Decode(args) => decode::run(args).into(),
        Verb::Check(args) => check::run(args).into(),
        Verb::Convert(args) => convert::run(args).into(),
        Verb::Create(args) => create::run(args).into(),
        Verb::Sat(args) => sat::run(args),
        Verb::Verify(args) => verify::run(args).into(),
        Verb::Bench(args) => bench::run(args).into(),
        Verb::Backends(args) => listed(listings::backends(args)),
        Verb::Puzzles(args) => listed(listings::puzzles(args)),
        Verb::Completions(args) => listed(listings::completions(args)),
        Verb::Man(args) => listed(listings::man(args)),
    }
}

/// The end of a verb that has nothing to choose about what it shows.
fn listed(outcome: Outcome) -> ExitCode {
    conclude(&Show::default(), outcome).into()
}

/// What one puzzle came to, if nothing went wrong.
type Outcome = Result<Status, Trouble>;

/// What can go wrong with a puzzle.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// This one fails; others may go well.
    Failed(Failure),
    /// The user asked to stop.
    Interrupted,
    /// Nothing more can be written.
    Output(WriteError),
}

impl<F: Into<Failure>> From<F> for Trouble {
    fn from(failure: F) -> Self {
        Self::Failed(failure.into())
    }
}

impl From<WriteError> for Trouble {
    fn from(error: WriteError) -> Self {
        Self::Output(error)
    }
}

impl From<StopReason> for Trouble {
    fn from(_: StopReason) -> Self {
        Self::Interrupted
    }
}

/// One of the things that the arguments name.
struct Item<'a> {
    puzzle: Result<&'a AnyPuzzle, &'a Failure>,
    /// How long it took to read.
    parse_time: Duration,
    /// What it is, if that was said.
    kind: Option<&'static Kind>,
    /// The file it came from, if it was one.
    file: Option<&'a Path>,
    /// Whether it is one of several.
    is_one_of_many: bool,
    interrupt: &'a Interrupt,
}

impl Item<'_> {
    /// What `--json` prints for a puzzle that nothing is wrong with, where something else is: every
    /// puzzle has its line.
    fn line_of_failure(&self, outcome: &Outcome, show: &Show) -> Option<String> {
        match outcome {
            Err(Trouble::Failed(failure)) if show.json && self.puzzle.is_ok() => {
                Some(unsolved("unknown", self.kind, failure) + "\n")
            }
            _ => None,
        }
    }

    /// What answers a text that is no puzzle: an object, or a word where other puzzles have their
    /// answers, so that each is found in its place.
    fn refusal(&self, failure: &Failure, show: &Show) -> String {
        match (show.json, self.is_one_of_many) {
            (true, _) => invalid(self.kind, failure) + "\n",
            (false, true) => "invalid\n".to_owned(),
            (false, false) => String::new(),
        }
    }

    /// One file takes one formula, and not the file that the puzzle is in.
    fn may_write_to(&self, file: &Path) -> Result<(), Failure> {
        if self.is_one_of_many {
            return Err(several_for(file));
        }
        if self.is_from(file) {
            return Err(overwrites(file));
        }
        Ok(())
    }

    /// Whether this is the file that the puzzle is in.
    fn is_from(&self, file: &Path) -> bool {
        self.file.is_some_and(|input| is_same_file(input, file))
    }
}

/// One file takes one formula.
fn several_for(file: &Path) -> Failure {
    let name = file.display();
    Failure::plain(format!("expected one puzzle for '{name}', found several"))
}

fn overwrites(file: &Path) -> Failure {
    let name = file.display();
    Failure::plain(format!("'{name}' is the puzzle's own file: name another"))
}

/// Each thing that is written, and each that is read, has a place of its own.
fn expect_apart(things: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let placed = || things.iter().filter_map(|(name, path)| Some((name, (*path)?)));
    for (index, (other, second)) in placed().enumerate() {
        if let Some((one, _)) = placed().take(index).find(|(_, first)| is_same_file(first, second))
        {
            let name = if second == Path::new("-") { "standard output" } else { "one file" };
            let message = format!("the {one} and the {other} cannot both go to {name}");
            return Err(Failure::plain(message));
        }
    }
    Ok(())
}

fn is_same_file(first: &Path, second: &Path) -> bool {
    match (first.canonicalize(), second.canonicalize()) {
        (Ok(first), Ok(second)) => first == second,
        _ => first == second,
    }
}

/// What `--json` prints for a text that is no puzzle.
fn invalid(kind: Option<&Kind>, failure: &Failure) -> String {
    unsolved("invalid", kind, failure)
}

/// What `--json` prints where something went wrong.
fn unsolved(status: &str, kind: Option<&Kind>, failure: &Failure) -> String {
    let kind = kind.map(|kind| kind.name);
    let mut object = serde_json::json!({ "puzzle": kind, "status": status });
    if let (Some(object), Value::Object(error)) = (object.as_object_mut(), failure.json()) {
        object.extend(error);
    }
    object.to_string()
}

/// What a verb does with puzzles.
trait Work {
    /// What becomes of one puzzle, or of a text that is none.
    fn one(&mut self, item: &Item<'_>) -> Outcome;

    /// What becomes of puzzles in lines: the same, unless the verb knows better.
    fn many(&mut self, many: Many, file: Option<&Path>, run: &mut Run<'_>) -> Flow
    where
        Self: Sized,
    {
        run.one_by_one(many, file, self)
    }
}

/// Whether there is any use in going on.
type Flow = ControlFlow<()>;

/// Does the work for each puzzle and keeps the gravest status. One bad puzzle does not stop the
/// rest; a closed pipe does, quietly.
fn for_each(input: &Input, show: &Show, work: &mut impl Work) -> Status {
    let reader = Reader::new(input);
    let interrupt = watch_for_interrupt();
    let mut run = Run::new(reader, show, &interrupt);
    for item in reader.items() {
        // Who asks to stop is heard here, or by now ends the program, which may wait for ever.
        let waiting = Waiting::begin();
        if interrupt.is_raised() {
            return Status::Stopped;
        }
        let source = reader.source(item);
        drop(waiting);
        let file = source.file.as_deref();
        let flow = match source.content {
            Content::One(parsed) => run.one(&parsed, file, reader.has_several(), work),
            Content::Many(many) => {
                many.notes().for_each(|note| run.note_once(&note));
                work.many(*many, file, &mut run)
            }
        };
        if flow.is_break() {
            break;
        }
    }
    run.gravest
}

/// A verb at work on all that the arguments name.
struct Run<'a> {
    reader: Reader<'a>,
    show: &'a Show,
    interrupt: &'a Interrupt,
    gravest: Status,
    /// Notes are said once, not for every puzzle.
    said: HashSet<String>,
}

impl<'a> Run<'a> {
    fn new(reader: Reader<'a>, show: &'a Show, interrupt: &'a Interrupt) -> Self {
        Self { reader, show, interrupt, gravest: Status::Yes, said: HashSet::new() }
    }

    fn note_once(&mut self, note: &str) {
        if self.said.len() < batch::MOST_NOTES && self.said.insert(note.to_owned()) {
            self.show.note(note);
        }
    }

    fn one(
        &mut self,
        parsed: &Parsed,
        file: Option<&Path>,
        is_one_of_many: bool,
        work: &mut impl Work,
    ) -> Flow {
        if self.interrupt.is_raised() {
            self.gravest = self.gravest.max(Status::Stopped);
            return Flow::Break(());
        }
        match &parsed.puzzle {
            Ok(puzzle) => {
                for note in puzzle.notes() {
                    self.note_once(note);
                }
            }
            Err(failure) => {
                self.show.complain(failure);
                self.gravest = Status::Bad;
            }
        }
        let item = Item {
            puzzle: parsed.puzzle.as_ref(),
            parse_time: parsed.time,
            kind: self.reader.kind,
            file,
            is_one_of_many,
            interrupt: self.interrupt,
        };
        self.conclude(work.one(&item))
    }

    fn one_by_one(&mut self, many: Many, file: Option<&Path>, work: &mut impl Work) -> Flow {
        let (reader, interrupt) = (self.reader, self.interrupt);
        let read =
            read_lines(many, reader, interrupt, |parsed, _| self.one(&parsed, file, true, work));
        read.unwrap_or_else(|trouble| self.conclude(Err(trouble)))
    }

    /// Keeps the status of what was done.
    fn conclude(&mut self, outcome: Outcome) -> Flow {
        let goes_on = matches!(outcome, Ok(_) | Err(Trouble::Failed(_)));
        self.gravest = self.gravest.max(conclude(self.show, outcome));
        if goes_on { Flow::Continue(()) } else { Flow::Break(()) }
    }
}

/// Reads puzzles in lines, each when the one before was taken; `take` also gets the line's number.
fn read_lines(
    many: Many,
    said: Reader<'_>,
    interrupt: &Interrupt,
    mut take: impl FnMut(Parsed, usize) -> Flow,
) -> Result<Flow, Trouble> {
    let (lines, tongue) = many.open();
    let (place, reader) = (lines.place.clone(), tongue.reader(said));
    let (ask, asked) = channel();
    let (tell, told) = channel();
    lines.read_in_background(asked, move |block| tell.send(block).is_ok());
    loop {
        let _reader_is_gone = ask.send(1);
        let block = await_next(&told, interrupt)??;
        if block.is_empty() {
            return Ok(Flow::Continue(()));
        }
        for line in block.lines() {
            if take(reader.read_line(&line, &place), line.number).is_break() {
                return Ok(Flow::Break(()));
            }
        }
    }
}

/// Waits for what a thread sends, but not when the user wants to stop.
fn await_next<T>(sent: &Receiver<T>, interrupt: &Interrupt) -> Result<T, Trouble> {
    const GLANCE: Duration = Duration::from_millis(20);
    loop {
        match sent.recv_timeout(GLANCE) {
            Ok(it) => return Ok(it),
            Err(RecvTimeoutError::Timeout) if interrupt.is_raised() => {
                return Err(Trouble::Interrupted);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::plain("a thread has died: this is a bug").into());
            }
        }
    }
}

/// The status that an outcome means, and what there is to say about it.
fn conclude(show: &Show, outcome: Outcome) -> Status {
    match outcome {
        Ok(status) => status,
        Err(Trouble::Output(WriteError::Closed)) => Status::Yes,
        Err(Trouble::Interrupted) => {
            show.note("interrupted; nothing was written");
            Status::Stopped
        }
        Err(Trouble::Failed(failure) | Trouble::Output(WriteError::Failed(failure))) => {
            show.complain(&failure);
            Status::Bad
        }
    }
}

/// From here on Ctrl-C raises a flag, and the verb prints what is known; a second one ends the
/// program at once. While a puzzle is being read nothing is known, and the end may never come: the
/// first one ends the program then.
fn watch_for_interrupt() -> Interrupt {
    let interrupt = Interrupt::default();
    let flag = interrupt.clone();
    let mut raised: Option<Instant> = None;
    let raise = move || {
        // Some send a signal to a program and to its group, which is one wish and not two.
        let is_echo = raised.is_some_and(|first| first.elapsed() < ECHO);
        raised.get_or_insert_with(Instant::now);
        if is_echo {
            return;
        }
        if flag.is_raised() || input::is_waiting() {
            output::discard_unfinished();
            process::abandon_all();
            let stopped = i32::from(Status::Stopped.code());
            std::process::exit(if flag.is_raised() { INTERRUPTED_TWICE } else { stopped });
        }
        flag.raise();
    };
    // It fails only where a handler is set already, which nobody else does.
    let _second = ctrlc::set_handler(raise);
    interrupt
}

/// A signal so soon after another is the same.
const ECHO: Duration = Duration::from_millis(200);

/// What shells expect of a program that Ctrl-C has ended.
const INTERRUPTED_TWICE: i32 = 130;

/// Why a search ended early, in words.
fn because(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "the time is up",
        StopReason::Interrupted => "interrupted",
        // Nobody but ourselves says after how many conflicts to give up.
        StopReason::Conflicts | StopReason::GaveUp => "the solver gave up",
    }
}

/// More clauses than this fill most disks.
const MOST_WRITTEN: u128 = 10_000_000_000;

/// Says beforehand how many clauses the totals may take, where that can be more than one expects,
/// and refuses what no disk would hold.
fn announce_totals(
    lowering: Lowering,
    puzzle: &AnyPuzzle,
    are_reduced: bool,
    show: &Show,
) -> Result<(), Failure> {
    let Some(clauses) = engine::announced_clauses(puzzle, lowering) else { return Ok(()) };
    if clauses > MOST_WRITTEN {
        let number = match clauses {
            u128::MAX => "more clauses for the totals than can be counted".to_owned(),
            clauses => format!("up to {clauses} clauses for the totals"),
        };
        return Err(Failure::plain(format!(
            "--encoding {lowering} would take {number}: expected {MOST_WRITTEN} at most; other \
             encodings need fewer"
        )));
    }
    let how = if lowering.is_exact() && !are_reduced { "" } else { "up to " };
    show.note(&format!("--encoding {lowering} takes {how}{clauses} clauses for the totals"));
    Ok(())
}
