//! Proofs of unsatisfiability: read, written and checked.
//!
//! The checker shares no code with any solver, and keeps only the clauses that a proof has not
//! deleted. A proof is a list of steps. Each step adds a clause that keeps a satisfiable formula
//! satisfiable, or deletes clauses; once the empty clause is added, the formula is unsatisfiable.
//! The steps are checked in order.

mod drat;
mod format;
mod index;
mod lrat;
mod read;
mod store;
mod write;

use std::io::{self, Read};

pub use format::{Format, UnknownFormat};
pub use read::{Place, ReadError, Reader, Step};
pub use write::Writer;

use crate::text::shown;
use crate::{Clauses, Lit};

/// The treatment of DRAT deletions of unit clauses, that is, of clauses that made a literal true
/// for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Deletions {
    /// Delete the clause, and unassign the literal unless another clause makes it true. This
    /// follows the definition of the format.
    #[default]
    Specified,
    /// Ignore the deletion, as the checker `drat-trim` does. Some solvers delete such clauses and
    /// still rely on them, so their proofs need this. It is sound, because the deleted clause did
    /// follow.
    KeepUnits,
}

/// Options of a check.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// The format; recognised by the content if absent.
    pub format: Option<Format>,
    /// The name of the proof's file, which helps to recognise the format.
    pub name: Option<&'a str>,
    /// The treatment of DRAT deletions.
    pub deletions: Deletions,
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The statistics of the check.
    pub effort: Effort,
}

impl Report {
    /// Whether the proof may be valid under [`Deletions::KeepUnits`].
    pub fn may_be_lax(&self) -> bool {
        let is_strict = self.effort.deletions == Deletions::Specified;
        let is_refused = matches!(self.verdict, Verdict::Refused(_));
        is_refused && is_strict && self.effort.facts_deleted > 0
    }

    /// The result of a check that was stopped before anything was read.
    fn stopped() -> Self {
        Self { verdict: Verdict::Stopped, effort: Effort::default() }
    }
}

/// The verdict on a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The formula is unsatisfiable.
    Verified,
    /// The proof does not show that the formula is unsatisfiable.
    Refused(Refusal),
    /// The check was stopped.
    Stopped,
}

/// The position at which a proof fails, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {step}, {place}: {reason}")]
pub struct Refusal {
    /// The step, from 1. If the proof ends too early, its last step, or 0 without steps.
    pub step: u64,
    /// The start of the step, or the position at which it cannot be read.
    pub place: Place,
    /// The reason.
    pub reason: String,
}

/// Statistics of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// The format of the proof.
    pub format: Format,
    /// Clauses that were added and checked.
    pub added: u64,
    /// Added clauses that needed RAT.
    pub rat: u64,
    /// Clauses that were deleted.
    pub deleted: u64,
    /// Deletions of clauses that did not exist, which have no effect.
    pub missing: u64,
    /// Literals that were unassigned because DRAT deleted their reason; or, with
    /// [`Deletions::KeepUnits`], deletions that were ignored for that reason.
    pub facts_deleted: u64,
    /// The treatment of DRAT deletions.
    pub deletions: Deletions,
    /// Clauses visited: hints in LRAT, watched clauses in DRAT.
    pub looked: u64,
    /// The largest number of clauses held at once, including those of the formula.
    pub peak_clauses: u64,
    /// Bytes of the proof.
    pub bytes: u64,
}

/// Checks a proof that the formula is unsatisfiable. Calls `stop` now and then.
///
/// A formula that unit propagation refutes needs no proof: any readable proof is valid. Steps after
/// the empty clause are read and not checked. Returns an error only if the input fails.
pub fn check(
    formula: &Clauses,
    proof: &mut dyn Read,
    options: &Options,
    stop: &dyn Fn() -> bool,
) -> io::Result<Report> {
    let mut proof = Heedful { source: proof, stop };
    let mut reader = match Reader::new(&mut proof, options.format, options.name) {
        Ok(reader) => reader,
        Err(_) if stop() => return Ok(Report::stopped()),
        Err(error) => return Err(error),
    };
    let format = reader.format();
    let mut checker: Box<dyn Checker> = if format.is_lrat() {
        Box::new(lrat::Lrat::new(Pace::new(stop)))
    } else {
        Box::new(drat::Drat::new(options.deletions, Pace::new(stop)))
    };
    let result = run(formula, &mut reader, checker.as_mut(), stop);
    let effort = Effort { format, bytes: reader.bytes(), ..checker.effort() };
    let verdict = match result {
        Ok(()) => Verdict::Verified,
        Err(Fault::Stopped) => Verdict::Stopped,
        Err(Fault::Io(_)) if stop() => Verdict::Stopped,
        Err(Fault::Io(error)) => return Err(error),
        Err(Fault::Refused(reason)) => refused(&reader, reader.start(), reason),
        Err(Fault::Malformed(place, reason)) => refused(&reader, place, reason),
    };
    Ok(Report { verdict, effort })
}

/// Checks a proof that can be opened again. Some solvers delete unit clauses and still rely on
/// them; if that happens and the proof fails, it is read once more without these deletions, and
/// [`Effort::deletions`] says so.
pub fn check_again<R: Read>(
    formula: &Clauses,
    open: impl Fn() -> io::Result<R>,
    options: &Options,
    stop: &dyn Fn() -> bool,
) -> io::Result<Report> {
    let report = check(formula, &mut open()?, options, stop)?;
    if !report.may_be_lax() {
        return Ok(report);
    }
    let options = Options { deletions: Deletions::KeepUnits, ..*options };
    let second = check(formula, &mut open()?, &options, stop)?;
    let is_better = !matches!(second.verdict, Verdict::Refused(_));
    Ok(if is_better { second } else { report })
}

fn refused(reader: &Reader, place: Place, reason: String) -> Verdict {
    Verdict::Refused(Refusal { step: reader.steps(), place, reason })
}

fn run(
    formula: &Clauses,
    reader: &mut Reader,
    checker: &mut dyn Checker,
    stop: &dyn Fn() -> bool,
) -> Result<(), Fault> {
    load(formula, checker)?;
    let mut pace = Pace::new(stop);
    while let Some(step) = reader.next_step()? {
        if checker.is_refuted() {
            pace.tick(0)?;
        } else {
            checker.step(step)?;
        }
    }
    if checker.is_refuted() || is_refuted_at_once(formula, reader.format(), stop)? {
        return Ok(());
    }
    Err(Fault::Refused("the proof ends without the empty clause".to_owned()))
}

fn load(formula: &Clauses, checker: &mut dyn Checker) -> Result<(), Fault> {
    for clause in formula.iter() {
        checker.load(clause)?;
        if checker.is_refuted() {
            break;
        }
    }
    Ok(())
}

/// LRAT does not propagate, so at the end of a proof that shows nothing the formula is checked by
/// unit propagation.
fn is_refuted_at_once(
    formula: &Clauses,
    format: Format,
    stop: &dyn Fn() -> bool,
) -> Result<bool, Fault> {
    if !format.is_lrat() {
        return Ok(false);
    }
    let mut checker = drat::Drat::new(Deletions::default(), Pace::new(stop));
    load(formula, &mut checker)?;
    Ok(checker.is_refuted())
}

/// The interface of the two checkers.
trait Checker {
    /// Adds a clause of the formula.
    fn load(&mut self, clause: &[Lit]) -> Result<(), Fault>;

    /// Checks a step, and applies it.
    fn step(&mut self, step: Step) -> Result<(), Fault>;

    /// Whether the formula is shown to be unsatisfiable.
    fn is_refuted(&self) -> bool;

    /// The statistics so far, except for those of the reader.
    fn effort(&self) -> Effort;
}

/// Why a check ended without success.
enum Fault {
    Io(io::Error),
    /// The step is wrong.
    Refused(String),
    /// The step cannot be read.
    Malformed(Place, String),
    Stopped,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io(error) => Self::Io(error),
            ReadError::Malformed { place, message } => Self::Malformed(place, message),
        }
    }
}

/// A reader that ends when the check is stopped, even in the middle of a step.
struct Heedful<'a> {
    source: &'a mut dyn Read,
    stop: &'a dyn Fn() -> bool,
}

impl Read for Heedful<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.stop)() {
            return Err(io::Error::other("stopped"));
        }
        self.source.read(buffer)
    }
}

/// Calls `stop` now and then.
struct Pace<'a> {
    stop: &'a dyn Fn() -> bool,
    ticks: u64,
    next: u64,
}

impl<'a> Pace<'a> {
    fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, ticks: 0, next: 0 }
    }

    /// `looked` is the number of clauses visited so far.
    fn tick(&mut self, looked: u64) -> Result<(), Fault> {
        const ASK_EVERY: u64 = 1 << 12;
        self.ticks += 1;
        if self.ticks + looked < self.next {
            return Ok(());
        }
        self.next = self.ticks + looked + ASK_EVERY;
        if (self.stop)() { Err(Fault::Stopped) } else { Ok(()) }
    }
}

/// A clause as text.
fn spelled(clause: &[Lit]) -> String {
    if clause.is_empty() {
        return "the empty clause".to_owned();
    }
    let numbers: Vec<_> = clause.iter().take(20).map(|lit| lit.to_ipasir().to_string()).collect();
    format!("the clause {}", shown(&numbers.join(" ")))
}
