//! `sator merge`: puts the results of all cubes together.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sator::bundle::{self, Conclusion};
use sator::engine::{Formula, Options};
use sator::model::Solution;
use sator::split::{
    self, ChunkOutput, CubesToRun, MergeError, Merged, SplitFolder, Task, conclusion_and_formula,
    ranges,
};
use sator_sat::Clauses;
use sator_sat::backend::Budget;
use sator_sat::proof::Format;
use sator_sat::text::counted;
use serde_json::json;

use super::solve::{self, Known};
use super::{Outcome, VerbError, budget, count, watch_for_interrupt};
use crate::args::{Merge, Solve, solve_args};
use crate::failure::Failure;
use crate::output::{self, Output, unless_closed};
use crate::prove::{NewFolder, ProofOutcome, expect_right};
use sator::ask::Status;

pub(crate) fn run(args: &Merge) -> Outcome {
    let budget = budget(args.timeout, &watch_for_interrupt());
    let folder = SplitFolder::open(&args.folder)?;
    let task = folder.manifest.task;
    if args.bundle.is_some() && task != Task::Prove {
        let message =
            "expected a split of the task prove for --bundle; count and solve have no proof";
        return Err(Failure::plain(message).into());
    }
    let merging = Merging { args, folder, budget };
    let is_text = !merging.solve_args()?.task.show.json;
    if task == Task::Lines && args.show.json && !args.missing && is_text {
        let message = "the answers of the chunks are text: split the list again with --json";
        return Err(Failure::plain(message).into());
    }
    let bundle = args.bundle.as_deref().map(NewFolder::open).transpose()?;
    let merged = split::merge(&merging.folder, &|| merging.budget.exhausted())?;
    if args.missing {
        return merging.list_missing(merged);
    }
    let mut output = Output::open(args.output.as_deref())?;
    let status = match merged {
        Merged::Incomplete(to_run) => return merging.print_incomplete(&to_run),
        Merged::Count(number) => {
            let (puzzle, solve) = (merging.folder.puzzle()?, merging.shown_as_solve(false)?);
            let options = merging.options(&solve);
            let number = number.to_string();
            count::print_known(&solve.task, puzzle, &number, &options, &mut output)?
        }
        Merged::Outputs(outputs) => merging.copy_outputs(&outputs, &mut output)?,
        Merged::Solution(solution, cube) => {
            merging.print_solution(solution, cube, bundle, &mut output)?
        }
        Merged::None => merging.print_known(Known::None, None, &mut output)?,
        Merged::Proofs(proofs) => match merging.prove(&proofs, bundle, &mut output)? {
            Ok(status) => status,
            Err(to_run) => return merging.print_incomplete(&to_run),
        },
    };
    // A file keeps what it had if there is no answer yet.
    unless_closed(output.commit())?;
    Ok(status)
}

struct Merging<'a> {
    args: &'a Merge,
    folder: SplitFolder,
    budget: Budget,
}

impl Merging<'_> {
    /// Prints the cubes to run, and nothing if there are none.
    fn list_missing(&self, merged: Merged) -> Outcome {
        let to_run = match merged {
            Merged::Incomplete(to_run) => to_run,
            // Some refutations are found unusable only when they are composed.
            Merged::Proofs(proofs) => {
                let options = self.options(&self.solve_args()?);
                let (_, formula) = conclusion_and_formula(&self.folder, &options)??;
                self.compose(&proofs, &formula, (io::sink(), Path::new("")))?
            }
            _ => self.unusable(Vec::new()),
        };
        let cubes = to_run.all();
        if self.args.show.json {
            output::print(&(to_json(&to_run) + "\n"))?;
        } else if !cubes.is_empty() {
            output::print(&(ranges(&cubes) + "\n"))?;
        }
        Ok(if cubes.is_empty() { Status::Yes } else { Status::Stopped })
    }

    /// Lists the cubes that must be run.
    fn print_incomplete(&self, to_run: &CubesToRun) -> Outcome {
        let text = if self.args.show.json {
            to_json(to_run) + "\n"
        } else {
            let invalid: Vec<_> = to_run.invalid.iter().map(|(cube, _)| *cube).collect();
            let all = to_run.cubes;
            let line = |word: &str, cubes: &[usize]| match cubes.len() {
                0 => String::new(),
                number => {
                    let number = counted(number, "cube");
                    format!("{word}: {} ({number} of {all})\n", ranges(cubes))
                }
            };
            line("missing", &to_run.missing) + &line("invalid", &invalid)
        };
        output::print(&text)?;
        let show = &self.args.show;
        for (cube, reason) in &to_run.invalid {
            show.note(&format!("cube {cube}: {reason}"));
        }
        for name in &to_run.foreign {
            show.note(&format!("results/{name} is the result of no cube, and was passed over"));
        }
        let (folder, cubes) = (self.args.folder.display(), ranges(&to_run.all()));
        // A result that is intact and yet cannot be used is passed over without it.
        let force = if to_run.invalid.is_empty() { "" } else { " --force" };
        show.note(&format!("run them: sator work {folder} --cube {cubes}{force}"));
        Ok(Status::Stopped)
    }

    /// Copies the outputs for all chunks, in order.
    fn copy_outputs(&self, outputs: &[ChunkOutput], output: &mut Output) -> Outcome {
        for ChunkOutput { file, .. } in outputs {
            let fail = |error| Failure::io(file.display().to_string(), &error);
            let mut text = File::open(file).map_err(fail)?;
            let is_empty = text.metadata().map_err(fail)?.len() == 0;
            if self.folder.manifest.has_gaps && !is_empty {
                output.print(output.gap())?;
            }
            let copied = io::copy(&mut text, output);
            copied.map_err(|error| output.error(&error))?;
        }
        let known = [Status::Yes, Status::No, Status::Stopped, Status::Bad];
        let status = |output: &ChunkOutput| {
            let named = known.into_iter().find(|status| status.code() == output.status);
            named.unwrap_or(Status::Bad)
        };
        Ok(outputs.iter().map(status).max().unwrap_or_default())
    }

    /// Prints the solution that a cube has. If the task was a proof, the note says how to go on.
    fn print_solution(
        &self,
        solution: Solution,
        cube: usize,
        bundle: Option<NewFolder>,
        output: &mut Output,
    ) -> Outcome {
        let puzzle = self.folder.puzzle()?;
        let folder = self.args.folder.display();
        let first = self.folder.known_solution()?;
        let shown = first.as_ref().unwrap_or(&solution).clone();
        let (known, note) = if let Some(first) = first {
            let other = puzzle.answer_line(&solution);
            let note = format!("there is no proof: cube {cube} has another solution: {other}");
            (Known::Several(first), note)
        } else {
            let note = format!(
                "there is no proof that there is none: cube {cube} has this solution. To prove it \
                 the only one: sator merge {folder} -o answer.txt; sator split PUZZLE --task prove \
                 --answer answer.txt --jobs N -o DIR"
            );
            (Known::Some(solution), note)
        };
        let proof = self.bundle_solution(shown, bundle)?;
        let status = self.print_known(known, proof, output)?;
        if self.folder.manifest.task == Task::Prove {
            self.args.show.note(&note);
        }
        Ok(status)
    }

    /// Writes a bundle with a solution and without a proof, if one is requested, as `sator solve` does.
    fn bundle_solution(
        &self,
        solution: Solution,
        bundle: Option<NewFolder>,
    ) -> Result<Option<ProofOutcome>, VerbError> {
        let Some(bundle) = bundle else { return Ok(None) };
        let options = self.options(&self.solve_args()?);
        let conclusion = Conclusion::Answer(solution);
        let formula =
            conclusion.formula(self.folder.puzzle()?, options.lowering, &options.budget)?;
        self.put_in_place(self.fill(bundle, &conclusion, &formula)?)
    }

    /// Writes all files of a bundle but the proof.
    fn fill(
        &self,
        bundle: NewFolder,
        conclusion: &Conclusion,
        formula: &Formula,
    ) -> Result<NewFolder, VerbError> {
        let (format, interrupt) = (Format::LratText, &self.budget.interrupt);
        let puzzle = self.folder.puzzle()?;
        bundle.fill(|path| bundle::write(path, puzzle, conclusion, formula, format, interrupt))?;
        Ok(bundle)
    }

    fn put_in_place(&self, bundle: NewFolder) -> Result<Option<ProofOutcome>, VerbError> {
        bundle.put_in_place()?;
        Ok(self.args.bundle.clone().map(ProofOutcome::Bundle))
    }

    /// Composes the refutations into a proof, checks it, and prints what it proves. The inner error
    /// names the cubes whose refutations cannot be used.
    fn prove(
        &self,
        proofs: &[PathBuf],
        bundle: Option<NewFolder>,
        output: &mut Output,
    ) -> Result<Result<Status, CubesToRun>, VerbError> {
        let options = self.options(&self.solve_args()?);
        let (conclusion, formula) = conclusion_and_formula(&self.folder, &options)??;
        let bundle = match bundle {
            Some(bundle) => Some(self.fill(bundle, &conclusion, &formula)?),
            None => None,
        };
        let temporary = tempfile::tempdir().map_err(|error| self.failure(&error))?;
        let place = bundle.as_ref().map_or(temporary.path(), NewFolder::path);
        let file = place.join(bundle::proof_name(Format::LratText));
        let out = File::create(&file).map_err(|error| self.failure(&error))?;
        let to_run = self.compose(proofs, &formula, (out, &file))?;
        if !to_run.invalid.is_empty() {
            return Ok(Err(to_run));
        }
        let mut clauses = Clauses::default();
        formula.write_clauses(&mut clauses);
        let solver = sator::engine::prover(&options.backend, options.lowering);
        let solver = solver.map_err(|error| Failure::plain(error.to_string()))?;
        expect_right(&clauses, &file, &solver, &self.budget)?;
        let proof = match bundle {
            Some(bundle) => self.put_in_place(bundle)?,
            None => None,
        };
        let known = conclusion.answer().map_or(Known::None, |it| Known::Only(it.clone()));
        self.print_known(known, proof, output).map(Ok)
    }

    /// Writes the composed proof; returns the cubes whose refutations cannot be used.
    fn compose<W: Write>(
        &self,
        proofs: &[PathBuf],
        formula: &Formula,
        out: (W, &Path),
    ) -> Result<CubesToRun, VerbError> {
        let stop = || self.budget.exhausted();
        Ok(self.unusable(split::compose(&self.folder, proofs, formula, out, &stop)?))
    }

    /// Cubes that have results, of which these cannot be used.
    fn unusable(&self, invalid: Vec<(usize, String)>) -> CubesToRun {
        CubesToRun { invalid, cubes: self.folder.manifest.cubes, ..CubesToRun::default() }
    }

    /// The options of the split, as arguments of `sator solve`.
    fn solve_args(&self) -> Result<Solve, Failure> {
        let words = &self.folder.manifest.arguments;
        solve_args(words).map_err(|error| Failure::plain(format!("split.json: {error}")))
    }

    /// The same, for an answer that is printed as this run is asked to.
    fn shown_as_solve(&self, is_unique_asked: bool) -> Result<Solve, Failure> {
        let mut solve = self.solve_args()?;
        solve.unique = is_unique_asked;
        solve.task.show = self.args.show.clone();
        Ok(solve)
    }

    /// The engine's options, within the time of this run.
    fn options(&self, solve: &Solve) -> Options {
        let options = solve.task.options(&self.budget.interrupt);
        Options { budget: self.budget.clone(), ..options }
    }

    /// The failure of input or output with the folder.
    fn failure(&self, error: &io::Error) -> Failure {
        Failure::io(self.args.folder.display().to_string(), error)
    }

    /// Prints a result as `sator solve` does.
    fn print_known(
        &self,
        known: Known,
        proof: Option<ProofOutcome>,
        output: &mut Output,
    ) -> Outcome {
        let puzzle = self.folder.puzzle()?;
        let is_proof = self.folder.manifest.task == Task::Prove;
        let is_unique_asked = is_proof && !matches!(known, Known::None | Known::Some(_));
        let solve = self.shown_as_solve(is_unique_asked)?;
        let options = self.options(&solve);
        solve::print_known(&solve, puzzle, known, proof, &options, output)
    }
}

impl From<MergeError> for VerbError {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::Stopped(reason) => reason.into(),
            MergeError::Split(error) => error.into(),
        }
    }
}

/// The cubes that must be run, as JSON.
fn to_json(to_run: &CubesToRun) -> String {
    let reason = |(cube, reason): &(usize, String)| json!({ "cube": cube, "reason": reason });
    let invalid: Vec<_> = to_run.invalid.iter().map(reason).collect();
    json!({
        "missing": to_run.missing,
        "invalid": invalid,
        "cubes": to_run.cubes,
        "foreign": to_run.foreign,
    })
    .to_string()
}
