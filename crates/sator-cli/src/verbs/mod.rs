//! One file per verb, and the loop over puzzles that the verbs share.

mod ask;
mod batch;
mod bench;
mod check;
mod compare;
mod convert;
mod count;
pub(crate) mod create;
mod decode;
mod explain;
mod figures;
mod gather;
pub(crate) mod generate;
mod interactive;
mod listings;
mod merge;
mod query;
mod render;
mod sat;
mod serve;
mod solve;
mod split;
mod verify;
mod work;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{self, BufRead as _};
use std::ops::ControlFlow;
use std::panic;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::thread;
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::ParseError;
use sator::ask::options::{self, budget};
use sator::ask::{AskError, Status, because};
use sator::engine::{Formula, LargeFormula, Lowering, Options};
use sator::puzzle::{AnyPuzzle, Kind};
use sator::unfinished;
use sator_sat::backend::{Budget, Interrupt, StopReason};
use sator_sat::process;
use serde_json::Value;

use self::query::Query;
use crate::args::{Analyze, Input, Rate, Show, Task, Verb};
use crate::failure::{Failure, no_thread};
use crate::input::{Content, Many, Opened, Parsed, Reader, Source};
use crate::output::{Output, WriteError};
use crate::{input, play, progress};

/// Runs a verb.
pub(crate) fn run(verb: &Verb) -> ExitCode {
    let default = Show::default();
    let (show, outcome) = match verb {
        Verb::Solve(args) => (&args.task.show, solve::run(args)),
        Verb::Count(args) => (&args.show, count::run(args)),
        Verb::Analyze(args) if args.interactive => (&args.show, interactive::run(args)),
        Verb::Analyze(args) => (&args.show, Ok(analyze(args))),
        Verb::Explain(args) => (&args.entries.show, explain::explain(args)),
        Verb::Hint(args) => (&args.entries.show, explain::hint(args)),
        Verb::Rate(args) => (&args.show, Ok(rate(args))),
        Verb::Render(args) => (&args.show, render::run(args)),
        Verb::Generate(args) => (&args.show, generate::run(args)),
        Verb::Decode(args) => (&args.show, decode::run(args)),
        Verb::Check(args) => (&args.show, check::run(args)),
        Verb::Convert(args) => (&args.show, convert::run(args)),
        Verb::Create(args) => (&args.show, create::run(args)),
        Verb::Play(args) => (&default, play::run(args)),
        Verb::Sat(args) => return sat::run(args),
        Verb::Compare(args) => (&args.show, compare::run(args)),
        Verb::Verify(args) => (&args.show, verify::run(args)),
        Verb::Bench(args) => (&args.show, bench::run(args)),
        Verb::Ask(args) => (&default, ask::run(args)),
        Verb::Serve(args) => (&default, serve::run(args)),
        Verb::Split(args) => (&args.task.show, split::run(args)),
        Verb::Work(args) => (&args.show, work::run(args)),
        Verb::Merge(args) => (&args.show, merge::run(args)),
        Verb::Backends(args) => (&default, listings::backends(args)),
        Verb::Puzzles(args) => (&default, listings::puzzles(args)),
        Verb::Completions(args) => (&default, listings::completions(args)),
        Verb::Man(args) => (&default, listings::man(args)),
    };
    conclude(show, outcome).into()
}

fn analyze(args: &Analyze) -> Status {
    let Analyze { question, input, show, .. } = args;
    let options::Solving { solver, stats, .. } = &question.solving;
    let lines = show.json.then(|| (solver.puzzles_at_once(), stats.stats));
    query::run(&Query { question, input, show, timeout: solver.timeout, lines, progress: None })
}

fn rate(args: &Rate) -> Status {
    let Rate { question, input, show } = args;
    let options::Solving { solver, stats, .. } = &question.solving;
    let lines = Some((solver.puzzles_at_once(), stats.stats));
    query::run(&Query { question, input, show, timeout: solver.timeout, lines, progress: None })
}

/// The status of one puzzle, or why it has none.
type Outcome = Result<Status, VerbError>;

/// Why a verb has no status for a puzzle.
#[derive(Debug)]
pub(crate) enum VerbError {
    /// This puzzle fails; the next ones are still tried.
    Failed(Failure),
    /// The user asked to stop, or the time is up.
    Stopped(StopReason),
    /// Nothing more can be written.
    Output(WriteError),
}

impl<F: Into<Failure>> From<F> for VerbError {
    fn from(failure: F) -> Self {
        Self::Failed(failure.into())
    }
}

impl From<WriteError> for VerbError {
    fn from(error: WriteError) -> Self {
        Self::Output(error)
    }
}

impl From<StopReason> for VerbError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// A puzzle that the arguments name.
struct Item<'a> {
    puzzle: &'a AnyPuzzle,
    /// The time it took to read.
    parse_time: Duration,
    /// The file it came from, if any.
    file: Option<&'a Path>,
    /// Its line in a list, or 0.
    line: usize,
    /// Whether it is one of several.
    is_one_of_many: bool,
    /// How many puzzles of a batch are answered at once, if it is in one.
    batch_threads: Option<usize>,
    interrupt: &'a Interrupt,
}

impl Item<'_> {
    /// A puzzle that is not one of several.
    fn alone<'i>(puzzle: &'i AnyPuzzle, interrupt: &'i Interrupt) -> Item<'i> {
        Item {
            puzzle,
            parse_time: Duration::ZERO,
            file: None,
            line: 0,
            is_one_of_many: false,
            batch_threads: None,
            interrupt,
        }
    }

    /// The options for this puzzle.
    fn options(&self, task: &Task, measure: bool) -> Options {
        task.solving.engine(&self.context(&task.show, &mut |_| ()), measure)
    }

    /// Refuses a file for one result if there are several puzzles, or if the puzzle is in it.
    fn may_write_to(&self, file: &Path) -> Result<(), Failure> {
        if self.is_one_of_many {
            return Err(several_for(file));
        }
        expect_other(file, self.file)
    }
}

/// The refusal of several puzzles where one file takes one result.
fn several_for(file: &Path) -> Failure {
    let name = file.display();
    Failure::plain(format!("expected one puzzle for '{name}', found several"))
}

/// Refuses an output that is the puzzle's own file.
fn expect_other(output: &Path, input: Option<&Path>) -> Result<(), Failure> {
    match input {
        Some(input) if is_same_file(input, output) => {
            let name = output.display();
            Err(Failure::plain(format!("'{name}' is the puzzle's own file: name another")))
        }
        _ => Ok(()),
    }
}

/// Refuses two of the named inputs and outputs that share a file.
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

/// The JSON line of a puzzle that has no answer because of a failure.
fn failure_json(status: &str, kind: Option<&Kind>, failure: &Failure) -> String {
    let kind = kind.map(|kind| kind.name);
    let mut object = serde_json::json!({ "puzzle": kind, "status": status });
    if let (Some(object), Value::Object(error)) = (object.as_object_mut(), failure.json()) {
        object.extend(error);
    }
    object.to_string()
}

/// A verb that treats its puzzles one after the other.
trait PuzzleVerb {
    /// Treats one puzzle.
    fn one(&mut self, item: &Item<'_>) -> Outcome;

    /// Treats a list with one puzzle a line: one by one, unless the verb has a faster way.
    fn many(&mut self, many: Many, file: Option<&Path>, run: &mut Run<'_>) -> Flow
    where
        Self: Sized,
    {
        run.one_by_one(many, file, self)
    }

    /// The output of a verb that answers every puzzle, also one that fails.
    fn output(&mut self) -> Option<&mut Output> {
        None
    }

    /// Whether an answer is a text of several lines, so that a blank line separates two of them.
    fn prints_boards(&self) -> bool {
        false
    }
}

/// Whether to continue with the next puzzle.
type Flow = ControlFlow<()>;

/// Runs a verb on each puzzle and returns the worst status. An invalid puzzle does not stop the
/// loop; a closed pipe does, without a message.
fn for_each(
    input: &Input,
    show: &Show,
    timeout: Option<Duration>,
    interrupt: &Interrupt,
    verb: &mut impl PuzzleVerb,
) -> Status {
    let reader = Reader::new(input);
    let mut run = Run::new(reader, show, interrupt);
    for item in reader.items() {
        let flow = match read_source(input, item, timeout, interrupt) {
            Ok(Ok(Source { file, content: Content::One(parsed) })) => {
                run.one(&parsed, (file.as_deref(), 0), reader.has_several(), verb)
            }
            Ok(Ok(Source { file, content: Content::Many(many) })) => {
                verb.many(*many, file.as_deref(), &mut run)
            }
            Ok(Err(StopReason::Time)) => run.late(&input::place(Path::new(item)), verb),
            Ok(Err(_)) => return Status::Stopped,
            Err(failure) => run.conclude(Err(failure.into())),
        };
        if flow.is_break() {
            break;
        }
    }
    run.worst
}

/// Reads an input within the time of a puzzle. The time begins when the first bytes have arrived,
/// because another program may take long to send them. Most inputs are short files, which are read in
/// less time than a thread takes to start.
fn read_source(
    input: &Input,
    item: &OsStr,
    timeout: Option<Duration>,
    interrupt: &Interrupt,
) -> Result<Result<Source, StopReason>, Failure> {
    let opened = if Opened::may_block(item) {
        let item = item.to_owned();
        match run_within(&budget(None, interrupt), move |_| Opened::new(&item))? {
            Ok(opened) => opened,
            Err(reason) => return Ok(Err(reason)),
        }
    } else {
        Opened::new(item)
    };
    if opened.is_short() {
        return Ok(Ok(Reader::new(input).source(opened)));
    }
    let input = input.clone();
    run_within(&budget(timeout, interrupt), move |_| Reader::new(&input).source(opened))
}

/// The content of the only input, where another file is read as well, within a time.
fn only_source(
    input: &Input,
    other: &Path,
    timeout: Option<Duration>,
    interrupt: &Interrupt,
) -> Result<Content, VerbError> {
    let item = Reader::new(input).only_item(other)?;
    Ok(read_source(input, item, timeout, interrupt)??.content)
}

/// The only puzzle, where another file is read as well, within a time. Notes on how it was understood
/// are printed.
fn only_puzzle(
    input: &Input,
    other: &Path,
    timeout: Option<Duration>,
    (interrupt, show): (&Interrupt, &Show),
) -> Result<AnyPuzzle, VerbError> {
    match only_source(input, other, timeout, interrupt)? {
        Content::One(parsed) => {
            let puzzle = parsed.puzzle?;
            puzzle.notes().iter().for_each(|note| show.remark(note));
            Ok(puzzle)
        }
        Content::Many(_) => Err(Failure::plain("expected one puzzle, found several").into()),
    }
}

/// Reads another file within a time.
fn read_within<T: Send + 'static>(
    timeout: Option<Duration>,
    interrupt: &Interrupt,
    read: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, VerbError> {
    Ok(run_within(&budget(timeout, interrupt), move |_| read())???)
}

/// The number of different notes that are printed.
const MAX_NOTES: usize = 20;

/// The state of a loop over all puzzles that the arguments name.
struct Run<'a> {
    reader: Reader<'a>,
    show: &'a Show,
    interrupt: &'a Interrupt,
    worst: Status,
    /// The number of puzzles that were answered in some way, also by `invalid` or `unknown`.
    answered: usize,
    /// Whether anything failed but the text of a puzzle: a solver, reading, writing.
    has_failed: bool,
    /// Whether such a failure ends the loop, because answers are used only if there is one to each
    /// puzzle.
    needs_all: bool,
    /// The notes printed so far: each is printed once, not for every puzzle.
    notes: HashSet<String>,
    /// The last error that was printed: the same one is not repeated for the puzzles that follow.
    complaint: Option<String>,
}

impl<'a> Run<'a> {
    fn new(reader: Reader<'a>, show: &'a Show, interrupt: &'a Interrupt) -> Self {
        Self {
            reader,
            show,
            interrupt,
            worst: Status::Yes,
            answered: 0,
            has_failed: false,
            needs_all: false,
            notes: HashSet::new(),
            complaint: None,
        }
    }

    /// Prints a note on how a text was understood.
    fn remark_once(&mut self, note: &str) {
        if self.notes.len() < MAX_NOTES && self.notes.insert(note.to_owned()) {
            self.show.remark(note);
        }
    }

    fn one(
        &mut self,
        parsed: &Parsed,
        (file, line): (Option<&Path>, usize),
        is_one_of_many: bool,
        verb: &mut impl PuzzleVerb,
    ) -> Flow {
        if self.interrupt.is_raised() {
            self.worst = self.worst.max(Status::Stopped);
            return Flow::Break(());
        }
        self.answered += 1;
        let puzzle = match &parsed.puzzle {
            Ok(puzzle) => puzzle,
            Err(failure) => {
                self.show.complain(failure);
                let answered = self.answer_failure("invalid", failure, is_one_of_many, verb);
                return self.conclude(answered.map(|()| Status::Bad).map_err(Into::into));
            }
        };
        for note in puzzle.notes() {
            self.remark_once(note);
        }
        match puzzle.flags().len() {
            0 => {}
            1 => self.remark_once("your flag is taken as true"),
            flags => self.remark_once(&format!("your {flags} flags are taken as true")),
        }
        let outcome = verb.one(&Item {
            puzzle,
            parse_time: parsed.time,
            file,
            line,
            is_one_of_many,
            batch_threads: None,
            interrupt: self.interrupt,
        });
        if let Err(VerbError::Failed(failure)) = &outcome
            && let Err(error) = self.answer_failure("unknown", failure, false, verb)
        {
            return self.conclude(Err(error.into()));
        }
        self.conclude(outcome)
    }

    /// Answers an input that was not read in time.
    fn late(&mut self, place: &str, verb: &mut impl PuzzleVerb) -> Flow {
        let failure =
            Failure::at(place, ParseError::whole("the time was up before the end of the input"));
        self.show.complain(&failure);
        let answered = self.answer_failure("unknown", &failure, self.reader.has_several(), verb);
        self.conclude(answered.map(|()| Status::Stopped).map_err(Into::into))
    }

    /// Answers a puzzle that fails: with an object, or with the word `status` between the boards of
    /// other puzzles.
    fn answer_failure(
        &self,
        status: &str,
        failure: &Failure,
        is_between_others: bool,
        verb: &mut impl PuzzleVerb,
    ) -> Result<(), WriteError> {
        let prints_boards = verb.prints_boards();
        match verb.output() {
            Some(output) if self.show.json => {
                output.print_now(&(failure_json(status, self.reader.kind, failure) + "\n"))
            }
            Some(output) if prints_boards && is_between_others => {
                output.print_now(&format!("{}{status}\n", output.gap()))
            }
            _ => Ok(()),
        }
    }

    /// Reads puzzles in lines, each after the one before was treated.
    fn one_by_one(&mut self, many: Many, file: Option<&Path>, verb: &mut impl PuzzleVerb) -> Flow {
        let treated = self.try_one_by_one(many, file, verb);
        treated.unwrap_or_else(|error| self.conclude(Err(error)))
    }

    fn try_one_by_one(
        &mut self,
        many: Many,
        file: Option<&Path>,
        verb: &mut impl PuzzleVerb,
    ) -> Result<Flow, VerbError> {
        many.notes().for_each(|note| self.remark_once(&note));
        let (lines, list) = many.open();
        let (place, reader) = (lines.stream.place.clone(), list.reader(self.reader));
        let (request, requests) = channel();
        let (sender, blocks) = channel();
        lines.read_in_background(requests, move |block| sender.send(block).is_ok())?;
        loop {
            let _reader_is_gone = request.send(1);
            let block = receive(&blocks, self.interrupt)??;
            if block.is_empty() {
                return Ok(Flow::Continue(()));
            }
            for line in block.lines() {
                let parsed = reader.read_line(&line, &place);
                if self.one(&parsed, (file, line.number), true, verb).is_break() {
                    return Ok(Flow::Break(()));
                }
            }
        }
    }

    /// Adds the outcome of a puzzle to the worst status.
    fn conclude(&mut self, outcome: Outcome) -> Flow {
        self.has_failed |= outcome.is_err();
        let goes_on = match &outcome {
            Ok(_) => true,
            Err(VerbError::Failed(_)) => !self.needs_all,
            Err(_) => false,
        };
        if let Err(VerbError::Failed(failure)) = &outcome {
            let complaint = Some(failure.to_string());
            if self.complaint == complaint {
                self.worst = self.worst.max(Status::Bad);
                return Flow::Continue(());
            }
            self.complaint = complaint;
        }
        self.worst = self.worst.max(conclude(self.show, outcome));
        if goes_on { Flow::Continue(()) } else { Flow::Break(()) }
    }
}

/// Receives from another thread, unless the user interrupts.
fn receive<T>(receiver: &Receiver<T>, interrupt: &Interrupt) -> Result<T, VerbError> {
    const POLL_INTERVAL: Duration = Duration::from_millis(20);
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(message) => return Ok(message),
            Err(RecvTimeoutError::Timeout) if interrupt.is_raised() => {
                return Err(VerbError::Stopped(StopReason::Interrupted));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::plain("a thread has died: this is a bug").into());
            }
        }
    }
}

/// Reads the lines of standard input on another thread, so that Ctrl-C ends the wait for one. `None`
/// is the end. A line is read when the one before it is taken: an endless input takes no memory.
fn read_lines() -> Result<Receiver<Option<io::Result<String>>>, Failure> {
    let (sender, lines) = sync_channel(0);
    let read = move || {
        let all = io::stdin().lock().lines().map(Some).chain([None]);
        // The receiver is gone after the last line that is wanted.
        for line in all {
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().spawn(read).map_err(|error| no_thread(&error))?;
    Ok(lines)
}

/// Runs a function on another thread, which is abandoned when the budget is exhausted: reading a file
/// may block for ever.
fn run_within<T: Send + 'static>(
    budget: &Budget,
    work: impl FnOnce(&Budget) -> T + Send + 'static,
) -> Result<Result<T, StopReason>, Failure> {
    const POLL_INTERVAL: Duration = Duration::from_millis(20);
    /// A thread that stops in time can still return its partial result.
    const GRACE: Duration = Duration::from_millis(50);
    let (sender, receiver) = channel();
    let own = budget.clone();
    // The receiver is gone if the result comes too late.
    let worker = thread::Builder::new().spawn(move || drop(sender.send(work(&own))));
    let worker = worker.map_err(|error| no_thread(&error))?;
    loop {
        match (receiver.recv_timeout(POLL_INTERVAL), budget.exhausted()) {
            (Ok(result), _) => return Ok(Ok(result)),
            (Err(RecvTimeoutError::Timeout), None) => {}
            (Err(RecvTimeoutError::Timeout), Some(reason)) => {
                return Ok(receiver.recv_timeout(GRACE).map_err(|_| reason));
            }
            (Err(RecvTimeoutError::Disconnected), _) => {
                let panicked = worker.join().expect_err("a thread that sends nothing has panicked");
                panic::resume_unwind(panicked);
            }
        }
    }
}

/// The status of an outcome; an error is reported.
fn conclude(show: &Show, outcome: Outcome) -> Status {
    match outcome {
        Ok(status) => status,
        Err(VerbError::Output(WriteError::Closed)) => Status::Yes,
        Err(VerbError::Stopped(reason)) => {
            show.note(&format!("{}; nothing was written", because(reason)));
            Status::Stopped
        }
        Err(VerbError::Failed(failure) | VerbError::Output(WriteError::Failed(failure))) => {
            show.complain(&failure);
            Status::Bad
        }
    }
}

/// From here on Ctrl-C raises a flag, and the verb prints the results so far; a second Ctrl-C ends
/// the program at once.
pub(crate) fn watch_for_interrupt() -> Interrupt {
    let interrupt = Interrupt::default();
    let flag = interrupt.clone();
    let mut raised: Option<Instant> = None;
    let raise = move || {
        // Some tools signal both a process and its group: two signals for one request.
        let is_echo = raised.is_some_and(|first| first.elapsed() < ECHO);
        raised.get_or_insert_with(Instant::now);
        if is_echo {
            return;
        }
        if flag.is_raised() {
            progress::clear();
            unfinished::discard();
            process::abandon_all();
            std::process::exit(INTERRUPTED_TWICE);
        }
        flag.raise();
    };
    // Fails if a handler is set already, which happens only here, or if no thread can be started;
    // then Ctrl-C ends the program at once.
    let _no_handler = ctrlc::set_handler(raise);
    interrupt
}

/// A second signal within this time is a copy of the first.
const ECHO: Duration = Duration::from_millis(200);

/// The exit status of a program that Ctrl-C ended, as shells define it.
const INTERRUPTED_TWICE: i32 = 130;

/// Prints how many clauses the totals take, if there can be surprisingly many, and refuses more than
/// are moderate, unless `large` asks for them.
fn announce_totals(
    lowering: Lowering,
    puzzle: &AnyPuzzle,
    how: (bool, bool),
    show: &Show,
) -> Result<(), Failure> {
    if let Some(note) = options::announced(lowering, puzzle, how)? {
        show.note(&note);
    }
    Ok(())
}

/// Refuses a formula with too many clauses, unless `large` asks for them.
pub(crate) fn expect_moderate(formula: &Formula, large: bool) -> Result<(), Failure> {
    if large {
        Ok(())
    } else {
        LargeFormula::refuse_counted(formula).map_err(|refusal| AskError::from(refusal).into())
    }
}
