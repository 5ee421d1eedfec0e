//! `sator verify`: a bundle, or a formula with its proof, checked by a program that is no solver.

use std::path::Path;
use std::time::{Duration, Instant};

use sator::bundle::{self, Claim, Verification};
use sator_sat::dimacs;
use sator_sat::proof::{Effort, Verdict};
use serde_json::{Value, json};

use super::{Outcome, Trouble, conclude, watch_for_interrupt};
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
    let interrupt = watch_for_interrupt();
    let started = Instant::now();
    let deadline = args.timeout.and_then(|timeout| started.checked_add(timeout));
    let stop =
        || interrupt.is_raised() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let progress = Progress::start(&args.show, "Checking");
    let verification = match args.files.as_slice() {
        [folder] => check_bundle(folder, &stop)?,
        [formula, proof] => check_proof(args, formula, proof, &stop)?,
        _ => unreachable!("the arguments are one or two"),
    };
    drop(progress);
    let checked = Checked { verification, time: started.elapsed() };
    print(&checked.line(args))?;
    checked.explain(args);
    Ok(checked.status())
}

fn check_bundle(folder: &Path, stop: &dyn Fn() -> bool) -> Result<Verification, Trouble> {
    if !folder.is_dir() {
        let name = folder.display();
        let wanted = "a folder that 'sator solve --bundle' wrote, or a formula and its proof";
        let found = if folder.exists() { "a file" } else { "nothing" };
        Err(Failure::plain(format!("{name}: expected {wanted}, found {found}")))?;
    }
    Ok(bundle::verify(folder, stop))
}

fn check_proof(
    args: &Verify,
    formula: &Path,
    proof: &Path,
    stop: &dyn Fn() -> bool,
) -> Result<Verification, Trouble> {
    let read = dimacs::read(&input::bytes(formula)?);
    let read = read.map_err(|error| Failure::at(input::place(formula), error))?;
    for warning in &read.warnings {
        args.show.note(&format!("{}:{warning} (warning)", input::place(formula)));
    }
    let report = bundle::check_proof(&read.clauses, proof, args.proof_format, stop)
        .map_err(|error| Failure::io(proof.display().to_string(), &error))?;
    Ok(match report.verdict {
        Verdict::Verified => Verification::Verified(Claim::NoAnswer, Some(report.effort)),
        Verdict::Refused(refusal) => Verification::NotVerified(refusal.to_string()),
        Verdict::Stopped => Verification::Stopped,
    })
}

/// What was found, and how long it took.
struct Checked {
    verification: Verification,
    time: Duration,
}

impl Checked {
    fn line(&self, args: &Verify) -> String {
        if args.show.json {
            return format!("{}\n", self.json());
        }
        match &self.verification {
            Verification::Verified(..) => "VERIFIED\n".to_owned(),
            Verification::NotVerified(reason) => format!("NOT VERIFIED: {reason}\n"),
            Verification::Stopped => "Unknown: stopped\n".to_owned(),
        }
    }

    fn json(&self) -> Value {
        match &self.verification {
            Verification::Verified(claim, effort) => {
                let mut object = json!({ "status": "verified", "claim": claim });
                object["stats"] = self.stats_json(effort.as_ref());
                object
            }
            Verification::NotVerified(reason) => {
                json!({ "status": "not verified", "reason": reason })
            }
            Verification::Stopped => json!({ "status": "unknown" }),
        }
    }

    fn stats_json(&self, effort: Option<&Effort>) -> Value {
        let mut stats = report::check_json(self.time);
        if let Some(effort) = effort {
            stats.insert("format".to_owned(), json!(effort.format.to_string()));
            for (name, number) in numbers(effort) {
                stats.insert(name.replace(' ', "_"), json!(number));
            }
        }
        Value::Object(stats)
    }

    /// What goes to standard error: what was shown, and what that took.
    fn explain(&self, args: &Verify) {
        let Verification::Verified(claim, effort) = &self.verification else { return };
        args.show.note(match (claim, args.files.len()) {
            (Claim::NoAnswer, 1) => "the puzzle has no answer",
            (Claim::NoAnswer, _) => "the formula is unsatisfiable",
            (Claim::OnlyAnswer, _) => "the answer is right, and the only one",
            (Claim::Answer, _) => "the answer is right; whether it is the only one is not claimed",
        });
        if args.stats.stats {
            let format = effort.iter().map(|it| ("format", it.format.to_string()));
            let counted = effort.iter().flat_map(numbers);
            let counted = counted.map(|(name, number)| (name, number.to_string()));
            args.show.note(report::check_text(format.chain(counted), self.time).trim_end());
        }
    }

    fn status(&self) -> Status {
        match self.verification {
            Verification::Verified(..) => Status::Yes,
            Verification::NotVerified(_) => Status::No,
            Verification::Stopped => Status::Stopped,
        }
    }
}

fn numbers(effort: &Effort) -> [(&'static str, u64); 6] {
    [
        ("clauses added", effort.added),
        ("by RAT", effort.rat),
        ("clauses deleted", effort.deleted),
        ("clauses looked at", effort.looked),
        ("clauses held", effort.peak_clauses),
        ("bytes", effort.bytes),
    ]
}
