//! `sator verify`: checks a bundle, or a formula with its proof, without any solver.

use std::path::Path;
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::bundle::{self, Claim, Finding, Subject, Verification};
use sator_sat::backend::{Budget, Stats, StopReason};
use sator_sat::dimacs;
use sator_sat::proof::{self, Deletions, Effort, Format, Verdict};
use serde_json::{Value, json};

use super::{Outcome, run_within, watch_for_interrupt};
use crate::args::{Show, Verify};
use crate::failure::Failure;
use crate::input;
use crate::output::print;
use crate::progress::Progress;
use sator::ask::Status;
use sator::ask::cross_check::SecondWitness;
use sator::ask::options::budget;
use sator::ask::statistics::{Figure, Statistics};

pub(crate) fn run(args: &Verify) -> Outcome {
    let started = Instant::now();
    let budget = budget(args.timeout, &watch_for_interrupt());
    let check = check(args)?;
    let progress = Progress::start(&args.show, "Checking", "steps");
    let checked = run_within(&budget, check)?;
    drop(progress);
    let stopped = |reason| {
        let finding = Finding::Stopped(reason);
        let nothing = Verification { finding, subject: None, effort: None, testimony: None };
        Ok(Checked::new(nothing))
    };
    let checked = checked.unwrap_or_else(stopped)?;
    let time = started.elapsed();
    print(&checked.line(&args.show, time))?;
    checked.explain(args, time);
    Ok(match checked.finding {
        Finding::Verified => Status::Yes,
        Finding::NotVerified(_) => Status::No,
        Finding::Stopped(_) => Status::Stopped,
    })
}

type Check = Box<dyn FnOnce(&Budget) -> Result<Checked, Failure> + Send>;

/// The check of the named files.
fn check(args: &Verify) -> Result<Check, Failure> {
    let format = args.proof_format;
    match args.files.as_slice() {
        [folder] => {
            expect_bundle(folder, format)?;
            let folder = folder.clone();
            Ok(Box::new(move |budget| Ok(Checked::new(bundle::verify(&folder, budget)))))
        }
        [formula, proof] if is_standard_input(formula) && is_standard_input(proof) => {
            Err(Failure::plain("standard input can be read only once: name a file"))
        }
        [formula, proof] => {
            let (formula, proof) = (formula.clone(), proof.clone());
            Ok(Box::new(move |budget| check_proof(&formula, &proof, format, budget)))
        }
        _ => unreachable!("the arguments are one or two"),
    }
}

fn expect_bundle(folder: &Path, format: Option<Format>) -> Result<(), Failure> {
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
    Ok(())
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
    let read = dimacs::read(&input::bytes(formula, input::MAX_TEXT)?);
    let read = read.map_err(|error| Failure::at(input::place(formula), error))?;
    let place = input::place(formula);
    let warnings = read.warnings.iter().map(|warning| format!("{place}:{warning} (warning)"));
    let mut notes: Vec<_> = warnings.collect();

    let stop = || budget.exhausted().is_some();
    let name = proof.file_name().and_then(|name| name.to_str());
    let options = proof::Options { format, name, ..proof::Options::default() };
    let open = || input::reader(proof);
    // A pipe can be read only once.
    let is_rereadable = proof.is_file();
    let report = if is_rereadable {
        proof::check_again(&read.clauses, open, &options, &stop)
    } else {
        open().and_then(|mut proof| proof::check(&read.clauses, &mut proof, &options, &stop))
    };
    let report = report.map_err(|error| input::read_failure(&input::place(proof), &error))?;
    if report.may_be_lax() && !is_rereadable {
        notes.push("a proof in a file is read again without deletions of unit clauses".to_owned());
    }
    let finding = match report.verdict {
        Verdict::Verified => Finding::Verified,
        Verdict::Refused(refusal) => Finding::NotVerified(refusal.to_string()),
        Verdict::Stopped => Finding::Stopped(budget.exhausted().unwrap_or(StopReason::Interrupted)),
    };
    let (claim, effort) = (Some(Claim::NoAnswer), Some(report.effort));
    Ok(Checked { finding, claim, subject: None, effort, second: None, notes })
}

/// The result of a check.
struct Checked {
    finding: Finding,
    claim: Option<Claim>,
    /// The puzzle, if it was a bundle.
    subject: Option<Subject>,
    effort: Option<Effort>,
    /// What the plain rules alone say, if they were asked.
    second: Option<SecondWitness>,
    notes: Vec<String>,
}

impl Checked {
    fn new(Verification { finding, subject, effort, testimony }: Verification) -> Self {
        let notes = subject.iter().flat_map(|subject| subject.notes.clone()).collect();
        let claim = subject.as_ref().map(|it| it.claim);
        let number = u64::from(claim != Some(Claim::NoAnswer));
        let second = testimony.map(|said| SecondWitness::of_claim(&said, number, true));
        Self { finding, claim, subject, effort, second, notes }
    }

    fn line(&self, show: &Show, time: Duration) -> String {
        if show.json {
            return format!("{}\n", self.json(time));
        }
        match &self.finding {
            Finding::Verified => "VERIFIED\n".to_owned(),
            Finding::NotVerified(reason) => format!("NOT VERIFIED: {reason}\n"),
            Finding::Stopped(_) => "Unknown: stopped\n".to_owned(),
        }
    }

    fn json(&self, time: Duration) -> Value {
        let mut object = match &self.finding {
            Finding::Verified => json!({ "status": "verified" }),
            Finding::NotVerified(reason) => json!({ "status": "not verified", "reason": reason }),
            Finding::Stopped(_) => json!({ "status": "unknown" }),
        };
        if let Some(subject) = &self.subject {
            object["puzzle"] = json!(subject.kind);
            object["title"] = json!(subject.title);
        }
        if let Some(claim) = self.claim {
            object["claim"] = json!(claim);
        }
        if let Some(second) = &self.second {
            object["plain_rules"] = second.json();
        }
        object["stats"] = self.statistics(time, true).json();
        object
    }

    /// With all `oddities`, or only those that are not zero.
    fn statistics(&self, time: Duration, all_oddities: bool) -> Statistics {
        let mut statistics = Statistics::default();
        if let Some(effort) = &self.effort {
            let odd =
                oddities(effort).into_iter().filter(|(_, number)| all_oddities || *number > 0);
            statistics = numbers(effort).into_iter().chain(odd).fold(
                statistics.with("format", Figure::Text(effort.format.to_string())),
                |statistics, (name, number)| statistics.with(name, Figure::Number(number)),
            );
        }
        statistics.with_effort(&Stats::default(), [("check", time)]).with_memory()
    }

    /// Prints notes and statistics to standard error.
    fn explain(&self, args: &Verify, time: Duration) {
        let show = &args.show;
        self.notes.iter().for_each(|note| show.note(note));
        if self.finding == Finding::Verified {
            match &self.subject {
                Some(subject) => show.note(&subject.to_string()),
                None => show.note("the formula is unsatisfiable"),
            }
        }
        if let Some(second) = &self.second {
            show.note(&second.text());
        }
        if self.effort.is_some_and(|effort| effort.deletions == Deletions::KeepUnits) {
            show.note("deletions of unit clauses were ignored");
        }
        if args.stats.stats {
            show.note(self.statistics(time, false).text().trim_end());
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

/// Counters that are zero for most proofs.
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
