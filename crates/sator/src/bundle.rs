//! A bundle: a folder that shows a puzzle's answer, or that it has none, to whoever doubts it.
//!
//! It holds the puzzle, its formula, what the variables mean, the answer and the proof. Who checks it
//! trusts the puzzle alone: the formula is derived from it again, the answer judged by the plain
//! rules, and the proof followed step by step.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use sator_sat::backend::{Interrupt, StopReason};
use sator_sat::dimacs;
use sator_sat::proof::{self, Deletions, Format, Verdict};
use sator_sat::{Clauses, Lit};
use serde::{Deserialize, Serialize};

use crate::engine::{Formula, Lowering};
use crate::model::{Filling, Model, Scope};
use crate::puzzle::{Puzzle, Reading};
use crate::puzzles;

/// The names of the files.
const PUZZLE: &str = "puzzle.txt";
const FORMULA: &str = "formula.cnf";
const MAP: &str = "map.json";
const ANSWER: &str = "answer.json";

/// What a bundle says about its puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// It has no answer.
    NoAnswer,
    /// This is its only answer.
    OnlyAnswer(Filling),
    /// This is an answer. There is nothing to prove.
    Answer(Filling),
}

impl Conclusion {
    /// The answer, if there is one.
    pub fn answer(&self) -> Option<&Filling> {
        match self {
            Self::NoAnswer => None,
            Self::OnlyAnswer(answer) | Self::Answer(answer) => Some(answer),
        }
    }

    /// Whether a proof belongs to it.
    pub fn needs_proof(&self) -> bool {
        !matches!(self, Self::Answer(_))
    }

    /// The formula that it is about: with a proof, one that has no answer.
    pub fn formula(
        &self,
        puzzle: &dyn Puzzle,
        lowering: Lowering,
        interrupt: &Interrupt,
    ) -> Result<Formula, StopReason> {
        match self {
            Self::OnlyAnswer(answer) => Formula::of_others(puzzle, answer, lowering, interrupt),
            Self::NoAnswer | Self::Answer(_) => Formula::new(puzzle, lowering, interrupt),
        }
    }

    fn claim(&self) -> Claim {
        match self {
            Self::NoAnswer => Claim::NoAnswer,
            Self::OnlyAnswer(_) => Claim::OnlyAnswer,
            Self::Answer(_) => Claim::Answer,
        }
    }
}

/// What is claimed, as the map says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// The puzzle has no answer.
    #[serde(rename = "no answer")]
    NoAnswer,
    /// The answer is the only one.
    #[serde(rename = "only answer")]
    OnlyAnswer,
    /// The answer is one.
    #[serde(rename = "answer")]
    Answer,
}

/// The file `map.json`.
#[derive(Debug, Serialize, Deserialize)]
struct Map {
    puzzle: String,
    claim: Claim,
    encoding: String,
    /// The name of the file with the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    /// What is true if a variable is.
    variables: BTreeMap<u32, Atom>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Atom {
    cell: String,
    value: i32,
}

fn atoms(model: &Model) -> BTreeMap<u32, Atom> {
    let atom = |(lit, cell, value): (Lit, crate::model::CellName, i32)| {
        (lit.vidx32() + 1, Atom { cell: cell.to_string(), value })
    };
    model.atoms().map(atom).collect()
}

/// The names that a file with a proof may have, LRAT's first.
const PROOFS: [&str; 2] = ["proof.lrat", "proof.drat"];

/// The name of the file with the proof.
pub fn proof_name(format: Format) -> &'static str {
    PROOFS[usize::from(!format.is_lrat())]
}

/// Writes all files but the proof into a folder. The formula is the conclusion's own.
pub fn write(
    folder: &Path,
    puzzle: &dyn Puzzle,
    conclusion: &Conclusion,
    formula: &Formula,
    format: Format,
    interrupt: &Interrupt,
) -> io::Result<()> {
    let map = Map {
        puzzle: puzzle.kind().name.to_owned(),
        claim: conclusion.claim(),
        encoding: formula.lowering().to_string(),
        proof: conclusion.needs_proof().then(|| proof_name(format).to_owned()),
        variables: atoms(formula.model()),
    };
    fs::write(folder.join(PUZZLE), puzzle.print())?;
    write_json(&folder.join(MAP), &map)?;
    if let Some(answer) = conclusion.answer() {
        write_json(&folder.join(ANSWER), &puzzle.answer_json(answer))?;
    }
    let file = BufWriter::new(File::create(folder.join(FORMULA))?);
    formula.write_dimacs(file, false, interrupt)
}

fn write_json(path: &Path, content: &impl Serialize) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    serde_json::to_writer(&mut file, content)?;
    writeln!(file)?;
    file.flush()
}

/// What the check of a bundle came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verification {
    /// The claim is right.
    Verified(Claim, Option<proof::Effort>),
    /// Something is wrong, or missing.
    NotVerified(String),
    /// It was stopped before it could tell.
    Stopped,
}

/// Why a check ends early.
enum Fault {
    Wrong(String),
    Stopped,
}

impl Fault {
    fn wrong(file: &str, reason: impl std::fmt::Display) -> Self {
        Self::Wrong(format!("{file}: {reason}"))
    }
}

/// Checks a bundle. `stop` is asked now and then.
pub fn verify(folder: &Path, stop: &dyn Fn() -> bool) -> Verification {
    match check(folder, stop) {
        Ok((claim, effort)) => Verification::Verified(claim, effort),
        Err(Fault::Wrong(reason)) => Verification::NotVerified(reason),
        Err(Fault::Stopped) => Verification::Stopped,
    }
}

fn check(folder: &Path, stop: &dyn Fn() -> bool) -> Result<(Claim, Option<proof::Effort>), Fault> {
    let map: Map = serde_json::from_str(&text(folder, MAP)?).map_err(|it| Fault::wrong(MAP, it))?;
    let kind = puzzles::by_word(&map.puzzle)
        .ok_or_else(|| Fault::wrong(MAP, format!("unknown puzzle '{}'", map.puzzle)))?;
    let puzzle = kind
        .read(&text(folder, PUZZLE)?, &Reading::default())
        .map_err(|error| Fault::wrong(PUZZLE, error))?;
    let lowering = lowering(&map)?;
    let conclusion = conclusion(folder, puzzle.as_ref(), map.claim)?;
    // Nobody raises it: what takes long asks `stop`.
    let formula = conclusion.formula(puzzle.as_ref(), lowering, &Interrupt::default());
    let formula = formula.map_err(|_| Fault::Stopped)?;
    if map.variables != atoms(formula.model()) {
        return Err(Fault::wrong(MAP, "the variables do not mean what the puzzle says"));
    }
    let clauses = same_clauses(folder, &formula)?;
    if stop() {
        return Err(Fault::Stopped);
    }
    let effort = if conclusion.needs_proof() {
        Some(follow(folder, &clauses, proof_of(&map)?, stop)?)
    } else {
        None
    };
    Ok((map.claim, effort))
}

fn text(folder: &Path, name: &str) -> Result<String, Fault> {
    fs::read_to_string(folder.join(name)).map_err(|error| Fault::wrong(name, error))
}

/// How the rules became clauses: only the puzzle's own may have.
fn lowering(map: &Map) -> Result<Lowering, Fault> {
    let lowering: Lowering = map.encoding.parse().map_err(|error| Fault::wrong(MAP, error))?;
    if lowering.scope == Some(Scope::Extended) {
        return Err(Fault::wrong(MAP, "the formula has rules that are not the puzzle's own"));
    }
    Ok(lowering)
}

/// What is claimed, with the answer, which the plain rules have judged.
fn conclusion(folder: &Path, puzzle: &dyn Puzzle, claim: Claim) -> Result<Conclusion, Fault> {
    if claim == Claim::NoAnswer {
        return if folder.join(ANSWER).exists() {
            Err(Fault::wrong(ANSWER, "there is one, though none is claimed"))
        } else {
            Ok(Conclusion::NoAnswer)
        };
    }
    let answer = puzzle
        .judge(&text(folder, ANSWER)?)
        .map_err(|error| Fault::wrong(ANSWER, error))?
        .map_err(|broken| Fault::wrong(ANSWER, broken))?;
    Ok(match claim {
        Claim::OnlyAnswer => Conclusion::OnlyAnswer(answer),
        _ => Conclusion::Answer(answer),
    })
}

/// The puzzle's clauses, which the file has too, in the same order.
fn same_clauses(folder: &Path, formula: &Formula) -> Result<Clauses, Fault> {
    let bytes = fs::read(folder.join(FORMULA)).map_err(|error| Fault::wrong(FORMULA, error))?;
    let file = dimacs::read(&bytes).map_err(|error| Fault::wrong(FORMULA, error))?;
    let clauses = formula.clauses();
    let differs = |(mine, its): (&[Lit], &[Lit])| mine != its;
    if let Some(number) = clauses.iter().zip(file.clauses.iter()).position(differs) {
        return Err(Fault::wrong(FORMULA, format!("clause {} is not the puzzle's", number + 1)));
    }
    let [mine, its] = [clauses.len(), file.clauses.len()];
    if mine != its || formula.size().variables != file.variables {
        let sizes = format!("{its} clauses of {} variables", file.variables);
        let own = format!("{mine} of {}", formula.size().variables);
        return Err(Fault::wrong(FORMULA, format!("expected the puzzle's {own}, found {sizes}")));
    }
    Ok(clauses)
}

/// The file with the proof, which is none outside of the bundle.
fn proof_of(map: &Map) -> Result<&'static str, Fault> {
    let names = PROOFS.into_iter().find(|name| map.proof.as_deref() == Some(name));
    names.ok_or_else(|| Fault::wrong(MAP, format!("expected {} as proof", PROOFS.join(" or "))))
}

fn follow(
    folder: &Path,
    clauses: &Clauses,
    name: &str,
    stop: &dyn Fn() -> bool,
) -> Result<proof::Effort, Fault> {
    let report = check_proof(clauses, &folder.join(name), None, stop)
        .map_err(|error| Fault::wrong(name, error))?;
    match report.verdict {
        Verdict::Verified => Ok(report.effort),
        Verdict::Refused(refusal) => Err(Fault::wrong(name, refusal)),
        Verdict::Stopped => Err(Fault::Stopped),
    }
}

/// Checks a proof in a file. Some solvers delete what makes a literal true and still count on it;
/// where that happens and the proof fails, it is read once more without these deletions.
pub fn check_proof(
    clauses: &Clauses,
    path: &Path,
    format: Option<Format>,
    stop: &dyn Fn() -> bool,
) -> io::Result<proof::Report> {
    let name = path.file_name().and_then(|name| name.to_str());
    let check = |deletions| {
        let options = proof::Options { format, name, deletions };
        proof::check(clauses, &mut File::open(path)?, &options, stop)
    };
    let report = check(Deletions::Specified)?;
    let may_be_lax = report.effort.facts_deleted > 0;
    match report.verdict {
        Verdict::Refused(_) if may_be_lax => {
            let second = check(Deletions::KeepUnits)?;
            let is_better = !matches!(second.verdict, Verdict::Refused(_));
            Ok(if is_better { second } else { report })
        }
        _ => Ok(report),
    }
}
