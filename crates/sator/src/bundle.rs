//! A bundle: a folder with evidence for a puzzle's answer, or for the absence of one.
//!
//! It holds the puzzle, its formula, the meanings of the variables, the answer and the proof. The
//! statement consists of the puzzle's text and of the map, which names the kind of puzzle, the
//! claim, and the encoding of the rules. The check trusts only these, and reports the kind and the
//! claim, because another kind or a weaker claim would be another statement. Everything else is
//! derived again: the formula from the puzzle, the correctness of the answer from the plain rules,
//! and its uniqueness by checking the proof step by step.

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

/// The conclusion of a bundle about its puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// The puzzle has no answer.
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

    /// Whether the bundle needs a proof.
    pub fn needs_proof(&self) -> bool {
        !matches!(self, Self::Answer(_))
    }

    /// The formula of the conclusion. If a proof is needed, the formula has no answer.
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

/// The claim, as recorded in the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// The puzzle has no answer.
    #[serde(rename = "no answer")]
    NoAnswer,
    /// The answer is the only one.
    #[serde(rename = "only answer")]
    OnlyAnswer,
    /// The answer is correct; there may be others.
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
    /// The meaning of each variable.
    #[serde(deserialize_with = "verify::distinct")]
    variables: BTreeMap<u32, Atom>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Atom {
    cell: String,
    value: i32,
}

/// The number of each variable, as in DIMACS, and its meaning.
fn atoms(cells: &Cells) -> impl Iterator<Item = (u32, Atom)> {
    let atom = |(lit, cell, value): (Lit, CellName, Value)| {
        (lit.vidx32() + 1, Atom { cell: cell.to_string(), value })
    };
    cells.atoms().map(atom)
}

/// The possible names of the proof file, LRAT's first.
const PROOFS: [&str; 2] = ["proof.lrat", "proof.drat"];

/// The name of the proof file.
pub fn proof_name(format: Format) -> &'static str {
    PROOFS[usize::from(!format.is_lrat())]
}

/// Writes all files except the proof into a folder. The formula is that of the conclusion.
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
