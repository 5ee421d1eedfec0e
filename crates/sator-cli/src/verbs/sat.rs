//! `sator sat`: a plain DIMACS file, with the output and exit status of SAT competitions.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use sator::engine::{self, Lowering, Road};
use sator_sat::backend::{Assignment, Config, Interrupt, Outcome, ProofTo, Solver, load};
use sator_sat::dimacs::{self, Dimacs};
use sator_sat::proof::Format;
use sator_sat::{ClauseSink, Clauses, Lit};
use serde_json::json;

use super::{Trouble, conclude, watch_for_interrupt};
use crate::args::Sat;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, WriteError};
use crate::progress::Progress;
use crate::prove::ProofFile;
use crate::report::Effort;

/// The exit status of competitions.
const SATISFIABLE: u8 = 10;
const UNSATISFIABLE: u8 = 20;
const UNKNOWN: u8 = 0;

pub(crate) fn run(args: &Sat) -> ExitCode {
    match sat(args) {
        Ok(status) => ExitCode::from(status),
        Err(trouble) => conclude(&args.show, Err(trouble)).into(),
    }
}

fn sat(args: &Sat) -> Result<u8, Trouble> {
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    let place = input::place(path);
    let bytes = input::bytes(path)?;
    let started = Instant::now();
    let formula = dimacs::read(&bytes).map_err(|error| Failure::at(place.clone(), error))?;
    let parse_time = started.elapsed();
    for warning in &formula.warnings {
        args.show.note(&format!("{place}:{warning} (warning)"));
    }
    let proof = args.proof.proof.as_deref().map(|file| Proof::plan(args, file)).transpose()?;
    // A proof is about the formula as it is.
    let numbers =
        if proof.is_some() { Renumbering::none() } else { Renumbering::of(&formula.clauses) };
    let interrupt = watch_for_interrupt();
    let progress = Progress::start(&args.show, "Solving");
    let solve = |road: &Road, proof: Option<&Proof>| {
        let solver = proof.map_or_else(|| of_clauses(road), |proof| Ok(&proof.solver))?;
        solve(args, solver, proof, &formula, &numbers, &interrupt)
    };
    let mut solved = solve(&args.backend.backend, proof.as_ref())?;
    if let Some(second) = args.backend.second() {
        let checked = solve(&second, None)?;
        let names = [args.backend.backend.name(), second.name()];
        args.show.note(&compare(names, [&solved.outcome, &checked.outcome], &place)?);
    }
    drop(progress);
    if let Some(proof) = proof {
        args.show.note(&proof.conclude(&solved.outcome)?);
    }
    solved.effort.times.insert(0, ("parse", parse_time));
    if args.stats.stats {
        args.show.note(&solved.effort.text());
    }
    match print(args, &formula, &numbers, &solved) {
        // Nobody may care for the values; the verdict stands.
        Ok(()) | Err(WriteError::Closed) => Ok(solved.exit_status()),
        Err(error) => Err(error)?,
    }
}

/// What a solver said, and what it took.
struct Solved {
    outcome: Outcome,
    effort: Effort,
}

impl Solved {
    fn exit_status(&self) -> u8 {
        match self.outcome {
            Outcome::Sat(_) => SATISFIABLE,
            Outcome::Unsat(_) => UNSATISFIABLE,
            Outcome::Stopped(_) => UNKNOWN,
        }
    }
}

/// The solver of a road that takes clauses.
fn of_clauses(road: &Road) -> Result<&Solver, Failure> {
    road.solver().ok_or_else(|| {
        let name = road.name();
        Failure::plain(format!("{name} takes a puzzle's rules, not clauses: try exec:{name}"))
    })
}

/// A proof that is asked for.
struct Proof<'a> {
    solver: Solver,
    name: &'a Path,
    file: ProofFile,
    format: Format,
}

impl<'a> Proof<'a> {
    /// Whether it can be had as it is asked for.
    fn plan(args: &Sat, name: &'a Path) -> Result<Self, Failure> {
        let solver = engine::prover(&args.backend.backend, Lowering::default())
            .map_err(|error| Failure::plain(error.to_string()))?;
        let (file, format) = (ProofFile::open(name)?, args.proof.format(name, &solver));
        Ok(Self { solver, name, file, format })
    }

    fn to(&self, formula: &Dimacs) -> ProofTo {
        let (path, clauses) = (self.file.path().to_owned(), formula.clauses.len());
        ProofTo { path, format: self.format, clauses }
    }

    /// Lets the file appear, if it is a proof; and what there is to say.
    fn conclude(self, outcome: &Outcome) -> Result<String, Failure> {
        match outcome {
            Outcome::Unsat(_) => {
                self.file.commit()?;
                Ok(format!("the proof is in '{}'", self.name.display()))
            }
            Outcome::Sat(_) => Ok("no proof was written: there is an answer".to_owned()),
            Outcome::Stopped(_) => Ok("no proof was written: stopped".to_owned()),
        }
    }
}

/// Two solvers must say the same; what each found was checked already.
fn compare(names: [&str; 2], outcomes: [&Outcome; 2], place: &str) -> Result<String, Failure> {
    let [first, second] = outcomes.map(verdict);
    if outcomes.iter().any(|outcome| matches!(outcome, Outcome::Stopped(_))) {
        Ok("cross-check: stopped before it could tell".to_owned())
    } else if first == second {
        Ok(format!("cross-check: {} agrees", names[1]))
    } else {
        Err(Failure::plain(format!(
            "{} says {}, {} says {}: this is a bug in one of them or in sator; the formula is {place}",
            names[0], first.0, names[1], second.0
        )))
    }
}

fn solve(
    args: &Sat,
    solver: &Solver,
    proof: Option<&Proof<'_>>,
    formula: &Dimacs,
    numbers: &Renumbering,
    interrupt: &Interrupt,
) -> Result<Solved, Trouble> {
    let budget = args.backend.budget(interrupt);
    let proof = proof.map(|proof| proof.to(formula));
    let mut backend = solver.create(&Config { proof, ..args.backend.config() });
    let mut times = Vec::new();
    let started = Instant::now();
    let loaded = load(backend.as_mut(), &budget, |sink| numbers.pour(&formula.clauses, sink));
    times.push(("load", started.elapsed()));
    let started = Instant::now();
    let outcome = match loaded {
        Ok(()) => backend.solve(&[], &budget)?,
        Err(reason) => Outcome::Stopped(reason),
    };
    if matches!(outcome, Outcome::Unsat(_)) {
        backend.finish_proof()?;
    }
    times.push(("solve", started.elapsed()));
    if let Outcome::Sat(assignment) = &outcome {
        let started = Instant::now();
        witness(formula, |lit| numbers.is_true(assignment, lit))?;
        times.push(("check", started.elapsed()));
    }
    let effort = Effort { solver: backend.stats(), times };
    if matches!(outcome, Outcome::Stopped(_)) {
        // The program ends right away, and giving back gigabytes would only delay that.
        std::mem::forget(backend);
    }
    Ok(Solved { outcome, effort })
}

/// Solvers take memory for every variable up to the largest. Where a formula names few of many,
/// they are numbered anew.
struct Renumbering {
    /// The variables that occur, in order; nothing if they keep their numbers.
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

    /// What the solver knows a literal as, if it knows it.
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

/// The model satisfies the formula; anything else is the solver's bug and no answer.
fn witness(formula: &Dimacs, is_true: impl Fn(Lit) -> bool) -> Result<(), Failure> {
    match formula.clauses.first_false(is_true) {
        None => Ok(()),
        Some(clause) => Err(Failure::plain(format!(
            "the solver's answer is wrong: it leaves the clause {clause:?} false"
        ))),
    }
}

/// The word of competitions, and that of JSON.
fn verdict(outcome: &Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Sat(_) => ("SATISFIABLE", "sat"),
        Outcome::Unsat(_) => ("UNSATISFIABLE", "unsat"),
        Outcome::Stopped(_) => ("UNKNOWN", "unknown"),
    }
}

fn print(
    args: &Sat,
    formula: &Dimacs,
    numbers: &Renumbering,
    solved: &Solved,
) -> Result<(), WriteError> {
    let mut output = Output::standard();
    let model = |assignment| model(formula, move |lit| numbers.is_true(assignment, lit));
    let (word, status) = verdict(&solved.outcome);
    if args.show.json {
        let warnings: Vec<_> = formula.warnings.iter().map(ToString::to_string).collect();
        let (warnings, counted) = (json!(warnings), solved.effort.json());
        output
            .print(&format!(r#"{{"status":"{status}","warnings":{warnings},"stats":{counted}"#))?;
        if let Outcome::Sat(assignment) = &solved.outcome {
            print_array(model(assignment), &mut output)?;
        }
        output.print("}\n")?;
    } else {
        output.print(&format!("s {word}\n"))?;
        if let Outcome::Sat(assignment) = &solved.outcome {
            print_values(model(assignment), &mut output)?;
        }
    }
    output.commit()
}

/// The model may be long, and is not put together first.
fn print_array(lits: impl Iterator<Item = i32>, output: &mut Output) -> Result<(), WriteError> {
    let mut before = ",\"model\":[";
    for lit in lits {
        output.print(&format!("{before}{lit}"))?;
        before = ",";
    }
    // There may be no variable at all.
    output.print(if before == "," { "]" } else { ",\"model\":[]" })
}

/// The true literal of each variable that the header announces.
fn model(formula: &Dimacs, is_true: impl Fn(Lit) -> bool) -> impl Iterator<Item = i32> {
    (0..formula.variables).map(move |index| {
        let lit = Lit::positive(index);
        if is_true(lit) { lit.to_ipasir() } else { -lit.to_ipasir() }
    })
}

/// Competition output keeps lines short.
fn print_values(lits: impl Iterator<Item = i32>, output: &mut Output) -> Result<(), WriteError> {
    const WIDTH: usize = 78;
    let mut line = "v".to_owned();
    for word in lits.chain([0]).map(|lit| lit.to_string()) {
        if line.len() + 1 + word.len() > WIDTH {
            output.print(&(line + "\n"))?;
            line = String::from("v");
        }
        line.push(' ');
        line += &word;
    }
    output.print(&(line + "\n"))
}
