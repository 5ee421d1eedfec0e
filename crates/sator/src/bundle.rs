//! A bundle: a folder that shows a puzzle's answer, or that it has none, to whoever doubts it.
//!
//! It holds the puzzle, its formula, what the variables mean, the answer and the proof. What it is
//! about is said by the puzzle's text, and by the map: which kind of puzzle that is, what is claimed,
//! and by which encoding the rules became clauses. Who checks it believes this much, and is told the
//! kind and the claim, because another kind or a weaker claim would be another statement. All else is
//! derived again: the formula from the puzzle, the answer's rightness from the plain rules, and that
//! there is no other by following the proof step by step.

mod verify;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use sator_sat::Lit;
use sator_sat::backend::{Budget, Interrupt, StopReason};
use sator_sat::proof::Format;
use serde::{Deserialize, Serialize};

pub use verify::{Finding, Subject, Verification, verify};

use crate::engine::{self, Formula, Lowering};
use crate::model::{CellName, Cells, Solution, Value};
use crate::puzzle::AnyPuzzle;

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
    OnlyAnswer(Solution),
    /// This is an answer. There is nothing to prove.
    Answer(Solution),
}

impl Conclusion {
    /// The answer, if there is one.
    pub fn answer(&self) -> Option<&Solution> {
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
        puzzle: &AnyPuzzle,
        lowering: Lowering,
        budget: &Budget,
    ) -> Result<Formula, StopReason> {
        let forbidden = match self {
            Self::OnlyAnswer(answer) => Some(answer),
            Self::NoAnswer | Self::Answer(_) => None,
        };
        engine::formula(puzzle, forbidden, lowering, budget)
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
#[serde(deny_unknown_fields)]
struct Map {
    puzzle: String,
    claim: Claim,
    encoding: String,
    /// The name of the file with the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    /// What is true if a variable is.
    #[serde(deserialize_with = "verify::distinct")]
    variables: BTreeMap<u32, Atom>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Atom {
    cell: String,
    value: i32,
}

/// The number of each variable, as DIMACS has it, and its meaning.
fn atoms(cells: &Cells) -> impl Iterator<Item = (u32, Atom)> {
    let atom = |(lit, cell, value): (Lit, CellName, Value)| {
        (lit.vidx32() + 1, Atom { cell: cell.to_string(), value })
    };
    cells.atoms().map(atom)
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
    puzzle: &AnyPuzzle,
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
        variables: atoms(formula.cells()).collect(),
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
