//! Proofs of unsatisfiability: read, written and checked.
//!
//! The checker shares no code with any solver, and keeps only the clauses that a proof has not
//! deleted. A proof is a list of steps. Each step adds a clause that keeps a satisfiable formula
//! satisfiable, or deletes clauses; once the empty clause is added, the formula is unsatisfiable.
//! The steps are checked in order.

mod compose;
mod drat;
mod format;
mod index;
mod lrat;
mod read;
mod store;
mod write;

use std::io::{self, Read};

pub use compose::{ComposeError, Composer};
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
    let mut proof = StoppableRead { source: proof, stop };
    let mut reader = match Reader::new(&mut proof, options.format, options.name) {
        Ok(reader) => reader,
        Err(_) if stop() => {
            return Ok(Report { verdict: Verdict::Stopped, effort: Effort::default() });
        }
        Err(error) => return Err(error),
    };
    let format = reader.format();
    let mut checker: Box<dyn Checker> = if format.is_lrat() {
        Box::new(lrat::Lrat::default())
    } else {
        Box::new(drat::Drat::new(options.deletions))
    };
    let result = run(formula, &mut reader, checker.as_mut(), &mut Pace { stop, left: 0 });
    let effort = Effort { format, bytes: reader.bytes(), ..checker.effort() };
    let refused = |place, reason| Refusal { step: reader.steps(), place, reason };
    let verdict = match result {
        Ok(()) => Verdict::Verified,
        Err(Fault::Stopped) => Verdict::Stopped,
        Err(Fault::Io(_)) if stop() => Verdict::Stopped,
        Err(Fault::Io(error)) => return Err(error),
        Err(Fault::Refused(reason)) => Verdict::Refused(refused(reader.start(), reason)),
        Err(Fault::Malformed(place, reason)) => Verdict::Refused(refused(place, reason)),
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

fn run(
    formula: &Clauses,
    reader: &mut Reader,
    checker: &mut dyn Checker,
    pace: &mut Pace,
) -> Result<(), Fault> {
    load(formula, checker, pace)?;
    while let Some(step) = reader.next_step()? {
        pace.tick(1)?;
        if !checker.is_refuted() {
            checker.step(step, pace)?;
        }
    }
    if checker.is_refuted() {
        return Ok(());
    }
    // LRAT does not propagate, so at the end of a proof that shows nothing the formula is checked
    // by unit propagation.
    let mut propagation = drat::Drat::default();
    if reader.format().is_lrat() {
        load(formula, &mut propagation, pace)?;
    }
    if propagation.is_refuted() {
        return Ok(());
    }
    refuse("the proof ends without the empty clause")
}

fn load(formula: &Clauses, checker: &mut dyn Checker, pace: &mut Pace) -> Result<(), Fault> {
    for clause in formula.iter() {
        pace.tick(1)?;
        checker.load(clause, pace)?;
        if checker.is_refuted() {
            break;
        }
    }
    Ok(())
}

/// The interface of the two checkers.
trait Checker {
    /// Adds a clause of the formula.
    fn load(&mut self, clause: &[Lit], pace: &mut Pace) -> Result<(), Fault>;

    /// Checks a step, and applies it.
    fn step(&mut self, step: Step, pace: &mut Pace) -> Result<(), Fault>;

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

fn refuse<T>(why: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Refused(why.into()))
}

/// A reader that ends when the check is stopped, even in the middle of a step.
struct StoppableRead<'a> {
    source: &'a mut dyn Read,
    stop: &'a dyn Fn() -> bool,
}

impl Read for StoppableRead<'_> {
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
    /// The work until the next call.
    left: usize,
}

impl Pace<'_> {
    /// Counts work in clauses that are visited.
    fn tick(&mut self, work: usize) -> Result<(), Fault> {
        const WORK_PER_CALL: usize = 1 << 12;
        if let Some(left) = self.left.checked_sub(work) {
            self.left = left;
            return Ok(());
        }
        self.left = WORK_PER_CALL;
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
