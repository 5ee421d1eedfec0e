//! Splits the task of a puzzle, and answers one cube of it.

use std::fs::{self, File};
use std::path::Path;

use sator_sat::backend::StopReason;
use sator_sat::proof::{self, Format, Verdict};
use sator_sat::{ClauseSink as _, Clauses, Lit};

use super::folder::{PROOFS, SplitError, SplitFolder, Task};
use super::{Answer, Digest, Tallied};
use crate::bundle::Conclusion;
use crate::engine::{self, CubeProved, EngineError, Formula, Method, Options, Step};
use crate::model::Scope;
use crate::model::engine::Solutions;
use crate::model::split::{Branching, Tree, count_cube, grow};
use crate::puzzle::AnyPuzzle;

/// Splits a task into about so many cubes, within the budget of the options.
pub fn split(
    puzzle: &AnyPuzzle,
    task: Task,
    cubes: usize,
    options: &Options,
) -> Result<Tree, StopReason> {
    let instance = engine::instance(puzzle);
    // Only the search counts orbits; a solver that is named counts its cubes itself.
    let searches = options.backend.is_auto() || matches!(options.backend, Method::Search);
    let (symmetries, branching) = match task {
        Task::Count if searches => {
            (engine::symmetries(puzzle, &instance, false), Branching::Search)
        }
        Task::Count => (Vec::new(), Branching::Search),
        // A proof is about the stated rules.
        Task::Prove => (Vec::new(), Branching::LookAhead(Scope::Stated)),
        Task::Solve | Task::Lines => (Vec::new(), Branching::LookAhead(Scope::Extended)),
    };
    grow(&instance, &symmetries, branching, cubes, &options.budget)
}

/// The outcome of work on a cube.
#[derive(Debug)]
pub enum Worked {
    /// It has this answer, and its files are in place.
    Answered(Answer),
    /// The budget ended before.
    Stopped,
}

/// Why a cube cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The split is damaged, or its files cannot be written.
    #[error(transparent)]
    Split(#[from] SplitError),
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No solver can write the proof.
    #[error(transparent)]
    Prover(#[from] engine::CannotProve),
}

/// Answers a cube of a puzzle. `progress` is called now and then with the number of answers so far
/// and the share that is done.
pub fn work(
    folder: &SplitFolder,
    cube: usize,
    options: &Options,
    progress: &mut dyn FnMut(u64, Option<f64>),
) -> Result<Worked, WorkError> {
    let puzzle = folder.puzzle()?;
    let literals = folder.literals(&folder.line(cube)?, cube)?;
    let variables = engine::instance(&puzzle).cells().variables();
    if let Some(lit) = literals.iter().find(|lit| lit.vidx32() >= variables) {
        let reason = format!("line {}: the puzzle has no variable {}", cube + 1, lit.vidx32() + 1);
        return Err(SplitError::new(folder.file(super::CUBES), reason).into());
    }
    match folder.manifest.task {
        Task::Count => count(folder, &puzzle, &literals, options, progress),
        Task::Prove => prove(folder, &puzzle, cube, &literals, options),
        Task::Solve | Task::Lines => solve(&puzzle, &literals, options),
    }
}

fn count(
    folder: &SplitFolder,
    puzzle: &AnyPuzzle,
    literals: &[Lit],
    options: &Options,
    progress: &mut dyn FnMut(u64, Option<f64>),
) -> Result<Worked, WorkError> {
    let instance = engine::instance(puzzle);
    let tree = Tree { orbits: folder.orbits(), cubes: Vec::new() };
    let part = (literals, tree.orbit_of(literals));
    // Only the whole puzzle has its symmetries.
    let symmetries = match literals {
        [] => engine::symmetries(puzzle, &instance, false),
        _ => Vec::new(),
    };
    let verifier = engine::verifier(puzzle);
    let (counts, stopped) = count_cube(&instance, &symmetries, &verifier, options, part, progress)?;
    if stopped.is_some() {
        return Ok(Worked::Stopped);
    }
    let tallied = counts
        .into_iter()
        .map(|count| Tallied { number: count.number.to_string(), truths: count.truths });
    Ok(Worked::Answered(Answer::Count(tallied.collect())))
}

fn solve(puzzle: &AnyPuzzle, literals: &[Lit], options: &Options) -> Result<Worked, WorkError> {
    let instance = engine::instance(puzzle).below(literals);
    let mut solutions = Solutions::new(instance, engine::verifier(puzzle), options);
    Ok(match solutions.step()? {
        Step::Solution(answer) => Worked::Answered(Answer::Solution(puzzle.answer_json(&answer))),
        Step::Exhausted => Worked::Answered(Answer::None),
        Step::Stopped(_) => Worked::Stopped,
    })
}

/// The statement to prove, and its formula.
pub fn claim_and_formula(
    folder: &SplitFolder,
    puzzle: &AnyPuzzle,
    options: &Options,
) -> Result<Result<(Conclusion, Formula), StopReason>, SplitError> {
    let answer = folder.known_answer(puzzle)?;
    let conclusion = answer.map_or(Conclusion::NoAnswer, Conclusion::OnlyAnswer);
    let formula = conclusion.formula(puzzle, options.lowering, &options.budget);
    Ok(formula.map(|formula| (conclusion, formula)))
}

fn prove(
    folder: &SplitFolder,
    puzzle: &AnyPuzzle,
    cube: usize,
    literals: &[Lit],
    options: &Options,
) -> Result<Worked, WorkError> {
    let solver = engine::prover(&options.backend, options.lowering)?;
    let Ok((_, formula)) = claim_and_formula(folder, puzzle, options)? else {
        return Ok(Worked::Stopped);
    };
    let in_progress = folder.temporary(PROOFS, cube);
    let temporary = in_progress.path();
    let format = Format::LratText;
    match engine::prove_cube(&formula, literals, &solver, options, temporary, format)? {
        CubeProved::Stopped(_) => return Ok(Worked::Stopped),
        CubeProved::Solution(answer) => {
            puzzle.check(&answer).map_err(|broken| EngineError::WrongAnswer {
                backend: solver.name().to_owned(),
                reason: broken.to_string(),
            })?;
            return Ok(Worked::Answered(Answer::Solution(puzzle.answer_json(&answer))));
        }
        CubeProved::Yes => {}
    }
    if !is_right(&formula, literals, temporary, solver.name(), options)? {
        return Ok(Worked::Stopped);
    }
    let place = folder.file_of(PROOFS, cube, "lrat");
    let finish = || {
        let (digest, bytes) = Digest::of_reader(File::open(temporary)?)?;
        fs::rename(temporary, &place)?;
        Ok(Answer::Proof { bytes, digest })
    };
    let answer = finish().map_err(|error: std::io::Error| SplitError::new(&place, error))?;
    Ok(Worked::Answered(answer))
}

/// Checks a proof that was just written; false if the budget ended.
fn is_right(
    formula: &Formula,
    literals: &[Lit],
    file: &Path,
    solver: &str,
    options: &Options,
) -> Result<bool, WorkError> {
    let mut clauses = Clauses::default();
    formula.write_clauses(&mut clauses);
    for &lit in literals {
        clauses.add_clause(&[lit]);
    }
    let stop = || options.budget.exhausted().is_some();
    let checked = File::open(file).and_then(|mut proof| {
        proof::check(&clauses, &mut proof, &proof::Options::default(), &stop)
    });
    let report = checked.map_err(|error| SplitError::new(file, error))?;
    let wrong = |reason: String| {
        Err(EngineError::WrongAnswer { backend: solver.to_owned(), reason }.into())
    };
    match report.verdict {
        Verdict::Stopped => Ok(false),
        Verdict::Refused(refusal) => wrong(format!("its proof is wrong: {refusal}")),
        Verdict::Verified if report.effort.rat > 0 => {
            wrong("its proof has RAT clauses, which cannot be composed".to_owned())
        }
        Verdict::Verified => Ok(true),
    }
}
