//! Splits the task of a puzzle, and works on one cube of it.

use std::fs::File;
use std::io;
use std::path::Path;

use sator_sat::backend::StopReason;
use sator_sat::proof::{self, Format, Verdict};
use sator_sat::{ClauseSink as _, Clauses, Lit};

use super::folder::{PROOFS, SplitError, SplitFolder, Task};
use super::{CubeOutcome, Tallied, Temporary};
use crate::bundle::Conclusion;
use crate::engine::{self, CubeProved, EngineError, Formula, Method, Options, Step};
use crate::model::engine::Solutions;
use crate::model::split::{Branching, Tree, count_cube, grow};
use crate::model::{Scope, Solution};
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

/// The end of work on a cube.
#[derive(Debug)]
pub enum Worked {
    /// It has this outcome, and this file if it is a proof or an output. Neither is in place.
    Done(CubeOutcome, Option<Temporary>),
    /// The budget ended before.
    Stopped,
}

/// Why a cube has no result.
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

/// Works on a cube of a puzzle. `progress` is called now and then with the number of solutions so far
/// and the share that is done.
pub fn work(
    folder: &SplitFolder,
    cube: usize,
    options: &Options,
    progress: &mut dyn FnMut(u64, Option<f64>),
) -> Result<Worked, WorkError> {
    let puzzle = folder.puzzle()?;
    let literals = folder.cube(cube)?.literals;
    match folder.manifest.task {
        Task::Count => count(folder, puzzle, &literals, options, progress),
        Task::Prove => prove(folder, puzzle, cube, &literals, options),
        Task::Solve | Task::Lines => solve(puzzle, &literals, options),
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
    let part = (literals, folder.orbits()?.orbit_of(literals));
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
    Ok(Worked::Done(CubeOutcome::Count(tallied.collect()), None))
}

fn solve(puzzle: &AnyPuzzle, literals: &[Lit], options: &Options) -> Result<Worked, WorkError> {
    let instance = engine::instance(puzzle).below(literals);
    let mut solutions = Solutions::new(instance, engine::verifier(puzzle), options);
    Ok(match solutions.step()? {
        Step::Solution(solution) => found(puzzle, &solution),
        Step::Exhausted => Worked::Done(CubeOutcome::None, None),
        Step::Stopped(_) => Worked::Stopped,
    })
}

fn found(puzzle: &AnyPuzzle, solution: &Solution) -> Worked {
    Worked::Done(CubeOutcome::Solution(puzzle.answer_json(solution)), None)
}

/// The conclusion to prove, and its formula.
pub fn conclusion_and_formula(
    folder: &SplitFolder,
    options: &Options,
) -> Result<Result<(Conclusion, Formula), StopReason>, SplitError> {
    let solution = folder.known_solution()?;
    let conclusion = solution.map_or(Conclusion::NoAnswer, Conclusion::OnlyAnswer);
    let formula = conclusion.formula(folder.puzzle()?, options.lowering, &options.budget);
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
    let Ok((_, formula)) = conclusion_and_formula(folder, options)? else {
        return Ok(Worked::Stopped);
    };
    let fail = |error: io::Error| SplitError::new(folder.file(PROOFS), error);
    let file = folder.temporary(PROOFS, cube).map_err(fail)?;
    let format = Format::LratText;
    match engine::prove_cube(&formula, literals, &solver, options, file.path(), format)? {
        CubeProved::Stopped(_) => return Ok(Worked::Stopped),
        CubeProved::Solution(solution) => {
            puzzle.check(&solution).map_err(|broken| EngineError::WrongAnswer {
                backend: solver.name().to_owned(),
                reason: broken.to_string(),
            })?;
            return Ok(found(puzzle, &solution));
        }
        CubeProved::Yes => {}
    }
    if !is_right(&formula, literals, file.path(), solver.name(), options)? {
        return Ok(Worked::Stopped);
    }
    let (digest, bytes) = file.digest().map_err(fail)?;
    Ok(Worked::Done(CubeOutcome::Proof { bytes, digest }, Some(file)))
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
