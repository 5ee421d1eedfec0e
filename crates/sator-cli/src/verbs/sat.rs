//! `sator sat`: solves a plain DIMACS file, with the output and exit status of SAT competitions.

use sator_sat::clock::Instant;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use sator::ask::cross_check::{self, CrossCheck};
use sator::engine::{Lowering, Method};
use sator_sat::backend::{
    Assignment, Budget, Config, Outcome, ProofTo, Solver, Stats, StopReason, load,
};
use sator_sat::dimacs::{self, Dimacs};
use sator_sat::proof::Format;
use sator_sat::{ClauseSink, Clauses, Lit};
use serde::Serialize;
use serde_json::Value;

use super::query::print_cross_check;
use super::{VerbError, conclude, expect_apart, run_within, watch_for_interrupt};
use crate::args::Sat;
use crate::disagreement::new_folder;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, WriteError, unless_closed};
use crate::progress::Progress;
use crate::prove::{ProofFile, ProofOutcome, expect_right};
use sator::ask::Status;
use sator::ask::statistics::Statistics;

/// The exit status of competitions.
const SATISFIABLE: u8 = 10;
const UNSATISFIABLE: u8 = 20;
const UNKNOWN: u8 = 0;
/// A proof or cross-check failed.
const FAILED: u8 = 2;

pub(crate) fn run(args: &Sat) -> ExitCode {
    match sat(args) {
        Ok(status) => ExitCode::from(status),
        Err(error) => conclude(&args.show, Err(error)).into(),
    }
}

fn sat(args: &Sat) -> Result<u8, VerbError> {
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    expect_apart(&[("formula", args.file.as_deref()), ("proof", args.proof.proof.as_deref())])?;
    let place = input::place(path);
    // One clock for reading, for both solvers and for the check of a proof.
    let budget = args.solver.budget(&watch_for_interrupt());
    let file = path.to_owned();
    let (formula, parse_time) = match run_within(&budget, move |_| read(&file))? {
        Ok(read) => read?,
        Err(reason) => {
            let (formula, numbers) = (Dimacs::default(), Renumbering::none());
            let job = Job { args, formula: &formula, numbers: &numbers, budget: &budget };
            let solved = Solved::new(Outcome::Stopped(reason), Stats::default(), Vec::new());
            unless_closed(job.print(&solved))?;
            return Ok(solved.explain(args));
        }
    };
    for warning in &formula.warnings {
        args.show.note(&format!("{place}:{warning} (warning)"));
    }
    let proof = args.proof.proof.as_deref().map(|file| Proof::plan(args, file)).transpose()?;
    // A proof is about the formula as it is.
    let numbers =
        if proof.is_some() { Renumbering::none() } else { Renumbering::of(&formula.clauses) };
    let progress = Progress::start(&args.show, "Solving", "solutions");
    let job = Job { args, formula: &formula, numbers: &numbers, budget: &budget };
    let first = &args.solver.backend;
    let mut solved = match &proof {
        Some(proof) => job.solve(&proof.solver, Some(proof))?,
        None => job.solve(&of_clauses(first)?, None)?,
    };
    if let Some(second) = args.second.method(first) {
        let names = [first.name(), second.name()];
        let checked = of_clauses(&second).map_err(VerbError::from);
        solved.cross_check = Some(match checked.and_then(|solver| job.solve(&solver, None)) {
            Ok(checked) => compare(names, [&solved.outcome, &checked.outcome], &formula)?,
            Err(VerbError::Failed(failure)) => {
                CrossCheck::new(names[1], cross_check::Outcome::Failed(failure.to_string()))
            }
            Err(error) => return Err(error),
        });
    }
    if let Some(proof) = proof {
        let unfinished = solved.proof.take();
        let outcome =
            unfinished.unwrap_or_else(|| proof.conclude(&solved.outcome, &formula, &budget));
        // A solver is believed no more once its proof is wrong.
        if matches!(outcome, ProofOutcome::Failed(_)) {
            solved.outcome = Outcome::Stopped(StopReason::GaveUp);
        }
        solved.proof = Some(outcome);
    }
    drop(progress);
    solved.times.insert(0, ("parse", parse_time));
    // The verdict is valid even if the reader closed the pipe.
    unless_closed(job.print(&solved))?;
    Ok(solved.explain(args))
}

/// The formula in a file, and the time it took to parse.
fn read(path: &Path) -> Result<(Dimacs, Duration), Failure> {
    let bytes = input::bytes(path, input::MAX_TEXT)?;
    let started = Instant::now();
    let formula = dimacs::read(&bytes).map_err(|error| Failure::at(input::place(path), error))?;
    Ok((formula, started.elapsed()))
}

/// The outcome of a solver, with its statistics.
struct Solved {
    outcome: Outcome,
    stats: Stats,
    /// The time of each phase.
    times: Vec<(&'static str, Duration)>,
    cross_check: Option<CrossCheck>,
    /// While the formula is solved, only why there will be none.
    proof: Option<ProofOutcome>,
}

impl Solved {
    fn new(outcome: Outcome, stats: Stats, times: Vec<(&'static str, Duration)>) -> Self {
        Self { outcome, stats, times, cross_check: None, proof: None }
    }

    fn statistics(&self) -> Statistics {
        let times = self.times.iter().copied();
        Statistics::default().with_effort(&self.stats, times).with_memory()
    }

    /// Prints everything but the answer, and returns the exit status.
    fn explain(&self, args: &Sat) -> u8 {
        let mut worst = Status::Yes;
        if let Some(cross_check) = &self.cross_check {
            print_cross_check(cross_check, &args.show);
            worst = worst.max(cross_check.status());
        }
        if let Some(proof) = &self.proof {
            proof.print(&args.show);
            worst = worst.max(proof.status());
        }
        if args.stats.stats {
            let table = self.statistics().text();
            let comments: Vec<_> = table.lines().map(|line| format!("c {line}")).collect();
            args.show.note(&comments.join("\n"));
        }
        match self.outcome {
            _ if worst == Status::Bad => FAILED,
            Outcome::Sat(_) => SATISFIABLE,
            Outcome::Unsat(_) => UNSATISFIABLE,
            Outcome::Stopped(_) => UNKNOWN,
        }
    }
}

/// The solver of a method that takes clauses.
pub(super) fn of_clauses(method: &Method) -> Result<Solver, Failure> {
    method.solver().ok_or_else(|| {
        let name = method.name();
        Failure::plain(format!("{name} takes a puzzle's rules, not clauses: try exec:{name}"))
    })
}

/// A requested proof.
struct Proof<'a> {
    solver: Solver,
    name: &'a Path,
    file: ProofFile,
    format: Format,
}

impl<'a> Proof<'a> {
    /// Refuses a proof that the solver cannot write.
    fn plan(args: &Sat, name: &'a Path) -> Result<Self, Failure> {
        let (solver, format) =
            args.proof.prover(name, &args.solver.backend, Lowering::default())?;
        let file = ProofFile::open(name)?;
        Ok(Self { solver, name, file, format })
    }

    fn to(&self, formula: &Dimacs) -> ProofTo {
        let (path, clauses) = (self.file.path().to_owned(), formula.clauses.len());
        ProofTo { path, format: self.format, clauses }
    }

    /// Renames the file to its name, if it is a proof.
    fn conclude(self, outcome: &Outcome, formula: &Dimacs, budget: &Budget) -> ProofOutcome {
        match outcome {
            Outcome::Unsat(_) => self.commit(formula, budget).unwrap_or_else(ProofOutcome::from),
            Outcome::Sat(_) => ProofOutcome::Nothing("there is an answer"),
            Outcome::Stopped(_) => ProofOutcome::Stopped,
        }
    }

    fn commit(self, formula: &Dimacs, budget: &Budget) -> Result<ProofOutcome, VerbError> {
        expect_right(&formula.clauses, self.file.path(), &self.solver, budget)?;
        self.file.commit()?;
        Ok(ProofOutcome::File(self.name.to_owned()))
    }
}

/// Compares two verdicts; the models were checked before.
fn compare(
    names: [&str; 2],
    outcomes: [&Outcome; 2],
    formula: &Dimacs,
) -> Result<CrossCheck, Failure> {
    let [(first, _), (second, _)] = outcomes.map(verdict);
    let are_known = outcomes.iter().all(|outcome| !matches!(outcome, Outcome::Stopped(_)));
    if !are_known {
        return Ok(CrossCheck::new(names[1], cross_check::Outcome::Unknown));
    }
    if first == second {
        return Ok(CrossCheck::new(names[1], cross_check::Outcome::Agrees));
    }
    let verdicts = format!("{} says {first}, {} says {second}", names[0], names[1]);
    let where_kept = match keep(formula) {
        Ok(folder) => format!("the formula is in '{}'", folder.display()),
        Err(error) => format!("the formula could not be kept: {error}"),
    };
    let bug = "this is a bug in one of them or in sator";
    Err(Failure::plain(format!("{verdicts}: {bug}; {where_kept}")))
}

/// Keeps a formula that two solvers disagree on, which may have come through a pipe.
fn keep(formula: &Dimacs) -> io::Result<PathBuf> {
    let folder = new_folder(Path::new("."))?;
    let file = BufWriter::new(File::create(folder.join("formula.cnf"))?);
    let (variables, clauses) = (formula.variables, formula.clauses.len() as u64);
    let mut writer = dimacs::Writer::new(file, [], variables, clauses);
    formula.clauses.pour(&mut writer);
    writer.finish()?.flush()?;
    Ok(folder)
}

/// A formula to solve.
struct Job<'a> {
    args: &'a Sat,
    formula: &'a Dimacs,
    numbers: &'a Renumbering,
    budget: &'a Budget,
}

impl Job<'_> {
    fn solve(&self, solver: &Solver, proof: Option<&Proof<'_>>) -> Result<Solved, VerbError> {
        let Self { formula, numbers, budget, .. } = *self;
        let proof = proof.map(|proof| proof.to(formula));
        let mut backend = solver.create(&Config { proof, ..self.args.solver.config() });
        let mut times = Vec::new();
        let started = Instant::now();
        let loaded = load(backend.as_mut(), budget, |sink| numbers.pour(&formula.clauses, sink));
        times.push(("load", started.elapsed()));
        let started = Instant::now();
        let outcome = match loaded {
            Ok(()) => backend.solve(&[], budget)?,
            Err(reason) => Outcome::Stopped(reason),
        };
        let finished = match outcome {
            Outcome::Unsat(_) => backend.finish_proof(),
            Outcome::Sat(_) | Outcome::Stopped(_) => Ok(()),
        };
        times.push(("solve", started.elapsed()));
        if let Outcome::Sat(assignment) = &outcome {
            let started = Instant::now();
            let is_true = |lit| numbers.is_true(assignment, lit);
            if let Some(clause) = formula.clauses.first_false(is_true) {
                let message = "the solver's answer is wrong: it leaves the clause";
                return Err(Failure::plain(format!("{message} {clause:?} false")).into());
            }
            times.push(("check", started.elapsed()));
        }
        let stats = backend.stats();
        if matches!(outcome, Outcome::Stopped(_)) {
            // The program ends right away; freeing gigabytes would only delay that.
            std::mem::forget(backend);
        }
        let proof = finished.err().map(|error| ProofOutcome::from(VerbError::from(error)));
        Ok(Solved { proof, ..Solved::new(outcome, stats, times) })
    }

    fn print(&self, solved: &Solved) -> Result<(), WriteError> {
        let Self { args, formula, numbers, .. } = *self;
        let mut output = Output::standard();
        let model = match &solved.outcome {
            Outcome::Sat(assignment) => {
                Some(model(formula, |lit| numbers.is_true(assignment, lit)))
            }
            Outcome::Unsat(_) | Outcome::Stopped(_) => None,
        };
        let (word, status) = verdict(&solved.outcome);
        if args.show.json {
            let object = Object {
                status,
                warnings: formula.warnings.iter().map(ToString::to_string).collect(),
                backend: args.solver.backend.name(),
                cross_check: solved.cross_check.as_ref().map(CrossCheck::json),
                proof: solved.proof.as_ref().map(ProofOutcome::json),
                stats: solved.statistics().json(),
                model,
            };
            let written = serde_json::to_writer(&mut output, &object).map_err(io::Error::from);
            written.map_err(|error| output.error(&error))?;
            output.print("\n")?;
        } else {
            output.print(&format!("s {word}\n"))?;
            if let Some(lits) = model {
                print_values(&lits, &mut output)?;
            }
        }
        output.commit()
    }
}

/// Solvers need memory for every variable up to the largest, so the variables of a formula that uses
/// few of them are renumbered.
struct Renumbering {
    /// The variables that occur, in order; none if they keep their numbers.
    used: Option<Vec<u32>>,
}

impl Renumbering {
    /// All keep their numbers.
    fn none() -> Self {
        Self { used: None }
    }

    fn of(clauses: &Clauses) -> Self {
        const SPARSE: u64 = 16;
        let literals = clauses.iter().map(|clause| clause.len() as u64).sum::<u64>();
        if u64::from(clauses.variables()) <= SPARSE * (literals + SPARSE) {
            return Self::none();
        }
        let mut used: Vec<u32> = clauses.iter().flatten().map(|lit| lit.vidx32()).collect();
        used.sort_unstable();
        used.dedup();
        Self { used: Some(used) }
    }

    fn pour(&self, clauses: &Clauses, sink: &mut dyn ClauseSink) {
        if self.used.is_none() {
            clauses.pour(sink);
            return;
        }
        for clause in clauses.iter() {
            let clause: Vec<_> = clause.iter().filter_map(|&lit| self.renumber(lit)).collect();
            sink.add_clause(&clause);
        }
    }

    /// The solver's literal for a literal of the formula, if its variable occurs.
    fn renumber(&self, lit: Lit) -> Option<Lit> {
        let Some(used) = &self.used else { return Some(lit) };
        let index = used.binary_search(&lit.vidx32()).ok()?;
        Some(Lit::new(index as u32, lit.is_neg()))
    }

    /// Whether a literal of the formula is true. Variables that do not occur are false.
    fn is_true(&self, assignment: &Assignment, lit: Lit) -> bool {
        self.renumber(lit).map_or(lit.is_neg(), |lit| assignment.is_true(lit))
    }
}

/// The verdict in the words of competitions and of JSON.
fn verdict(outcome: &Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Sat(_) => ("SATISFIABLE", "sat"),
        Outcome::Unsat(_) => ("UNSATISFIABLE", "unsat"),
        Outcome::Stopped(_) => ("UNKNOWN", "unknown"),
    }
}

/// The result as JSON.
#[derive(Serialize)]
struct Object<'a> {
    status: &'static str,
    warnings: Vec<String>,
    backend: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cross_check: Option<Value>,
    #[serde(flatten)]
    proof: Option<Value>,
    stats: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Vec<i32>>,
}

/// The true literal of each variable that the header announces.
fn model(formula: &Dimacs, is_true: impl Fn(Lit) -> bool) -> Vec<i32> {
    let lits = (0..formula.variables).map(Lit::positive);
    lits.map(|lit| if is_true(lit) { lit.to_ipasir() } else { -lit.to_ipasir() }).collect()
}

/// Competition output keeps lines short.
pub(super) fn print_values(lits: &[i32], output: &mut Output) -> Result<(), WriteError> {
    const WIDTH: usize = 78;
    let mut line = "v".to_owned();
    for word in lits.iter().chain(&[0]).map(i32::to_string) {
        if line.len() + 1 + word.len() > WIDTH {
            output.print(&(line + "\n"))?;
            line = String::from("v");
        }
        line.push(' ');
        line += &word;
    }
    output.print(&(line + "\n"))
}
