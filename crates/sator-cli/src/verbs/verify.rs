//! `sator verify`: a bundle, or a formula with its proof, checked by a program that is no solver.

use std::panic;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::bundle::{self, Claim, Finding, Subject, Verification};
use sator_sat::backend::{Budget, StopReason};
use sator_sat::dimacs;
use sator_sat::proof::{self, Deletions, Effort, Format, Report, Verdict};
use serde_json::{Value, json};

use super::{Outcome, conclude, watch_for_interrupt};
use crate::args::Verify;
use crate::failure::Failure;
use crate::output::print;
use crate::progress::Progress;
use crate::status::Status;
use crate::{input, report};

pub(crate) fn run(args: &Verify) -> Status {
    conclude(&args.show, verify(args))
}

fn verify(args: &Verify) -> Outcome {
    let started = Instant::now();
    let deadline = args.timeout.and_then(|timeout| started.checked_add(timeout));
    let budget = Budget { deadline, interrupt: watch_for_interrupt(), ..Budget::default() };
    let task = Task::new(args)?;
    let progress = Progress::start(&args.show, "Checking");
    let checked = in_time(&budget, move |budget| task.run(budget));
    drop(progress);
    let checked = checked.unwrap_or_else(|reason| Ok(Checked::stopped(reason)))?;
    let shown = Shown { checked, time: started.elapsed(), args };
    print(&shown.line())?;
    shown.explain();
    Ok(shown.status())
}

/// Works in a thread of its own: files may keep that waiting, which is not waited for when it is time
/// to stop.
fn in_time<T: Send + 'static>(
    budget: &Budget,
    work: impl FnOnce(&Budget) -> T + Send + 'static,
) -> Result<T, StopReason> {
    const MOMENT: Duration = Duration::from_millis(20);
    /// Who stops when told to can still say how far it came.
    const GRACE: Duration = Duration::from_millis(50);
    let (sender, receiver) = channel();
    let own = budget.clone();
    // Nobody listens any more if it comes too late.
    let worker = thread::spawn(move || drop(sender.send(work(&own))));
    loop {
        match (receiver.recv_timeout(MOMENT), budget.exhausted()) {
            (Ok(done), _) => return Ok(done),
            (Err(RecvTimeoutError::Timeout), None) => {}
            (Err(RecvTimeoutError::Timeout), Some(reason)) => {
                return receiver.recv_timeout(GRACE).map_err(|_| reason);
            }
            (Err(RecvTimeoutError::Disconnected), _) => {
                let panicked = worker.join().expect_err("what was not sent has panicked");
                panic::resume_unwind(panicked);
            }
        }
    }
}

/// What there is to check.
enum Task {
    Bundle(PathBuf),
    Proof { formula: PathBuf, proof: PathBuf, format: Option<Format> },
}

impl Task {
    fn new(args: &Verify) -> Result<Self, Failure> {
        match args.files.as_slice() {
            [folder] => Self::bundle(folder, args.proof_format),
            [formula, proof] if is_standard_input(formula) && is_standard_input(proof) => {
                Err(Failure::plain("standard input can be read only once: name a file"))
            }
            [formula, proof] => Ok(Self::Proof {
                formula: formula.clone(),
                proof: proof.clone(),
                format: args.proof_format,
            }),
            _ => unreachable!("the arguments are one or two"),
        }
    }

    fn bundle(folder: &Path, format: Option<Format>) -> Result<Self, Failure> {
        let name = folder.display();
        if !folder.is_dir() {
            let wanted = "a folder that 'sator solve --bundle' wrote, or a formula and its proof";
            let found = if folder.exists() { "a file" } else { "nothing" };
            return Err(Failure::plain(format!("{name}: expected {wanted}, found {found}")));
        }
        if format.is_some() {
            let message = "--proof-format is for a formula and its proof: a bundle has its own";
            return Err(Failure::plain(format!("{name}: {message}")));
        }
        Ok(Self::Bundle(folder.to_owned()))
    }

    fn run(self, budget: &Budget) -> Result<Checked, Failure> {
        match self {
            Self::Bundle(folder) => Ok(bundle::verify(&folder, budget).into()),
            Self::Proof { formula, proof, format } => check_proof(&formula, &proof, format, budget),
        }
    }
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdin")
}

fn check_proof(
    formula: &Path,
    proof: &Path,
    format: Option<Format>,
    budget: &Budget,
) -> Result<Checked, Failure> {
    let read = dimacs::read(&input::bytes(formula)?);
    let read = read.map_err(|error| Failure::at(input::place(formula), error))?;
    let place = input::place(formula);
    let warnings = read.warnings.iter().map(|warning| format!("{place}:{warning} (warning)"));
    let mut notes: Vec<_> = warnings.collect();

    let stop = || budget.exhausted().is_some();
    let name = proof.file_name().and_then(|name| name.to_str());
    let options = proof::Options { format, name, ..proof::Options::default() };
    let open = || input::reader(proof);
    // A pipe is empty when it is read again.
    let is_lasting = proof.is_file();
    let report = if is_lasting {
        proof::check_again(&read.clauses, open, &options, &stop)
    } else {
        open().and_then(|mut proof| proof::check(&read.clauses, &mut proof, &options, &stop))
    };
    let report = report.map_err(|error| input::unread(&input::place(proof), &error))?;
    if report.may_be_lax() && !is_lasting {
        notes.push("a proof in a file is read again without deletions of unit clauses".to_owned());
    }
    Ok(Checked { notes, ..Checked::from_report(report, budget) })
}

/// What was found.
struct Checked {
    finding: Finding,
    claim: Option<Claim>,
    /// The puzzle, if it was a bundle.
    subject: Option<Subject>,
    effort: Option<Effort>,
    notes: Vec<String>,
}

impl From<Verification> for Checked {
    fn from(Verification { finding, subject, effort }: Verification) -> Self {
        let notes = subject.iter().flat_map(|subject| subject.notes.clone()).collect();
        Self { finding, claim: subject.as_ref().map(|it| it.claim), subject, effort, notes }
    }
}

impl Checked {
    fn from_report(report: Report, budget: &Budget) -> Self {
        let finding = match report.verdict {
            Verdict::Verified => Finding::Verified,
            Verdict::Refused(refusal) => Finding::NotVerified(refusal.to_string()),
            Verdict::Stopped => {
                Finding::Stopped(budget.exhausted().unwrap_or(StopReason::Interrupted))
            }
        };
        let (claim, effort) = (Some(Claim::NoAnswer), Some(report.effort));
        Self { finding, claim, subject: None, effort, notes: Vec::new() }
    }

    fn stopped(reason: StopReason) -> Self {
        let finding = Finding::Stopped(reason);
        Self { finding, claim: None, subject: None, effort: None, notes: Vec::new() }
    }
}

/// What was found, how long that took, and how it shall be shown.
struct Shown<'a> {
    checked: Checked,
    time: Duration,
    args: &'a Verify,
}

impl Shown<'_> {
    fn line(&self) -> String {
        if self.args.show.json {
            return format!("{}\n", self.json());
        }
        match &self.checked.finding {
            Finding::Verified => "VERIFIED\n".to_owned(),
            Finding::NotVerified(reason) => format!("NOT VERIFIED: {reason}\n"),
            Finding::Stopped(_) => "Unknown: stopped\n".to_owned(),
        }
    }

    fn json(&self) -> Value {
        let mut object = match &self.checked.finding {
            Finding::Verified => json!({ "status": "verified" }),
            Finding::NotVerified(reason) => json!({ "status": "not verified", "reason": reason }),
            Finding::Stopped(_) => json!({ "status": "unknown" }),
        };
        if let Some(subject) = &self.checked.subject {
            object["puzzle"] = json!(subject.kind);
            object["title"] = json!(subject.title);
        }
        if let Some(claim) = self.checked.claim {
            object["claim"] = json!(claim);
        }
        object["stats"] = self.stats_json();
        object
    }

    fn stats_json(&self) -> Value {
        let mut stats = report::check_json(self.time);
        if let Some(effort) = &self.checked.effort {
            stats.insert("format".to_owned(), json!(effort.format.to_string()));
            for (name, number) in numbers(effort).into_iter().chain(oddities(effort)) {
                stats.insert(name.replace(' ', "_"), json!(number));
            }
        }
        Value::Object(stats)
    }

    /// What goes to standard error: what was shown, and what that took.
    fn explain(&self) {
        let show = &self.args.show;
        self.checked.notes.iter().for_each(|note| show.note(note));
        if self.checked.finding == Finding::Verified {
            match &self.checked.subject {
                Some(subject) => show.note(&subject.to_string()),
                None => show.note("the formula is unsatisfiable"),
            }
        }
        if self.checked.effort.is_some_and(|effort| effort.deletions == Deletions::KeepUnits) {
            show.note("deletions of unit clauses were ignored");
        }
        if self.args.stats.stats {
            show.note(self.stats_text().trim_end());
        }
    }

    fn stats_text(&self) -> String {
        let effort = self.checked.effort.as_ref();
        let format = effort.map(|it| ("format", it.format.to_string()));
        let odd = effort.into_iter().flat_map(oddities).filter(|(_, number)| *number > 0);
        let counted = effort.into_iter().flat_map(numbers).chain(odd);
        let counted = counted.map(|(name, number)| (name, number.to_string()));
        report::check_text(format.into_iter().chain(counted), self.time)
    }

    fn status(&self) -> Status {
        match self.checked.finding {
            Finding::Verified => Status::Yes,
            Finding::NotVerified(_) => Status::No,
            Finding::Stopped(_) => Status::Stopped,
        }
    }
}

fn numbers(effort: &Effort) -> [(&'static str, u64); 6] {
    [
        ("clauses added", effort.added),
        ("by rat", effort.rat),
        ("clauses deleted", effort.deleted),
        ("clauses looked at", effort.looked),
        ("clauses held", effort.peak_clauses),
        ("bytes", effort.bytes),
    ]
}

/// What most proofs have not.
fn oddities(effort: &Effort) -> [(&'static str, u64); 3] {
    let (taken_back, ignored) = match effort.deletions {
        Deletions::Specified => (effort.facts_deleted, 0),
        Deletions::KeepUnits => (0, effort.facts_deleted),
    };
    [
        ("deletions of nothing", effort.missing),
        ("deletions ignored", ignored),
        ("facts taken back", taken_back),
    ]
}
