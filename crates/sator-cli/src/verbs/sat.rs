//! `sator sat`: a plain DIMACS file, with the output and exit status of SAT competitions.

use std::process::ExitCode;

use sator_sat::backend::{Assignment, Config, Outcome};
use sator_sat::dimacs::{self, Dimacs};
use serde_json::json;

use super::watch_for_interrupt;
use crate::args::Sat;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, WriteError};
use crate::progress::Progress;

/// The exit status of competitions.
const SATISFIABLE: u8 = 10;
const UNSATISFIABLE: u8 = 20;
const UNKNOWN: u8 = 0;

pub(crate) fn run(args: &Sat) -> ExitCode {
    match sat(args) {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            args.show.complain(&failure);
            ExitCode::from(2)
        }
    }
}

fn sat(args: &Sat) -> Result<u8, Failure> {
    let item = args.file.as_deref().unwrap_or("-");
    let place = input::place(item);
    let formula =
        dimacs::read(&input::bytes(item)?).map_err(|error| Failure::at(place.clone(), error))?;
    for warning in &formula.warnings {
        args.show.note(&format!("{place}:{warning} (warning)"));
    }
    let outcome = solve(args, &formula)?;
    let (status, text) = match &outcome {
        Outcome::Sat(assignment) => {
            witness(&formula, assignment)?;
            (SATISFIABLE, satisfiable(args, &formula, assignment))
        }
        Outcome::Unsat(_) => (UNSATISFIABLE, verdict(args, "UNSATISFIABLE", "unsat")),
        Outcome::Stopped(_) => (UNKNOWN, verdict(args, "UNKNOWN", "unknown")),
    };
    match print(&text) {
        Ok(()) | Err(WriteError::Closed) => Ok(status),
        Err(WriteError::Failed(failure)) => Err(failure),
    }
}

fn solve(args: &Sat, formula: &Dimacs) -> Result<Outcome, Failure> {
    let interrupt = watch_for_interrupt();
    let budget = args.backend.budget(&interrupt);
    let _progress = Progress::start(&args.show, "Solving");
    let mut backend = (args.backend.backend.create)(&Config { seed: args.backend.seed });
    formula.clauses.pour(backend.as_mut());
    let outcome = backend.solve(&[], &budget);
    if args.show.stats {
        let stats = backend.stats();
        let counters = [
            ("conflicts", stats.conflicts),
            ("decisions", stats.decisions),
            ("propagations", stats.propagations),
            ("restarts", stats.restarts),
        ];
        for (name, number) in counters {
            if let Some(number) = number {
                args.show.note(&format!("c {name} {number}"));
            }
        }
    }
    outcome.map_err(|error| Failure::plain(error.to_string()))
}

/// The model satisfies the formula; anything else is the solver's bug and no answer.
fn witness(formula: &Dimacs, assignment: &Assignment) -> Result<(), Failure> {
    match formula.clauses.first_false(|lit| assignment.is_true(lit)) {
        None => Ok(()),
        Some(clause) => Err(Failure::plain(format!(
            "the solver's answer is wrong: it leaves the clause {clause:?} false"
        ))),
    }
}

fn satisfiable(args: &Sat, formula: &Dimacs, assignment: &Assignment) -> String {
    let variables = formula.variables;
    let lits = (0..variables).map(|index| {
        let lit = sator_sat::Lit::positive(index);
        if assignment.is_true(lit) { lit.to_ipasir() } else { -lit.to_ipasir() }
    });
    if args.show.json {
        let model: Vec<_> = lits.collect();
        return format!("{}\n", json!({ "status": "sat", "model": model }));
    }
    let mut text = "s SATISFIABLE\n".to_owned();
    let mut line = "v".to_owned();
    for word in lits.chain([0]).map(|lit| lit.to_string()) {
        // Competition output keeps lines short.
        if line.len() + 1 + word.len() > 78 {
            text += &line;
            text.push('\n');
            "v".clone_into(&mut line);
        }
        line.push(' ');
        line += &word;
    }
    text + &line + "\n"
}

fn verdict(args: &Sat, word: &str, status: &str) -> String {
    if args.show.json {
        return format!("{}\n", json!({ "status": status }));
    }
    format!("s {word}\n")
}

fn print(text: &str) -> Result<(), WriteError> {
    let mut output = Output::open(None)?;
    output.print(text)?;
    output.commit()
}
