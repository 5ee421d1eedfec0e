//! `sator merge`: puts the results of all cubes together.

use std::io;
use std::path::Path;

use sator::bundle;
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator::split::{
    self, ComposeFault, Merged, SplitFolder, Task, Unanswered, claim_and_formula, ranges,
};
use sator_sat::Clauses;
use sator_sat::backend::Budget;
use sator_sat::proof::Format;
use sator_sat::text::counted;
use serde_json::json;

use super::solve::{self, Known};
use super::{Outcome, VerbError, budget, watch_for_interrupt};
use crate::args::{Merge, Solve, solve_args};
use crate::failure::Failure;
use crate::output::{Output, unless_closed};
use crate::prove::{NewFolder, ProofOutcome, expect_right};
use crate::status::Status;

pub(crate) fn run(args: &Merge) -> Outcome {
    let budget = budget(args.timeout, &watch_for_interrupt());
    let folder = SplitFolder::open(&args.folder)?;
    if args.bundle.is_some() && folder.manifest.task != Task::Prove {
        let message =
            "expected a split of the task prove for --bundle; count and solve have no proof";
        return Err(Failure::plain(message).into());
    }
    let bundle = args.bundle.as_deref().map(NewFolder::open).transpose()?;
    let merged = split::merge(&folder)?;
    if args.missing {
        return list_missing(&merged);
    }
    let output = Output::open(args.output.as_deref())?;
    let mut merging = Merging { args, folder, budget, output, is_incomplete: false };
    let status = match merged {
        Merged::Incomplete(unanswered) => merging.incomplete(&unanswered)?,
        Merged::Count(number) => merging.count(&number.to_string())?,
        Merged::Lines(statuses) => merging.lines(&statuses)?,
        Merged::Solution(solution, cube) => merging.solution(solution, cube)?,
        Merged::None if merging.folder.manifest.task == Task::Solve => {
            merging.print(Known::None, None)?
        }
        Merged::None => merging.proof(bundle)?,
    };
    // A file keeps what it had if there is no answer yet.
    if !merging.is_incomplete {
        unless_closed(merging.output.commit())?;
    }
    Ok(status)
}

/// Prints the cubes to run, and nothing if there are none.
fn list_missing(merged: &Merged) -> Outcome {
    let Merged::Incomplete(unanswered) = merged else { return Ok(Status::Yes) };
    crate::output::print(&(ranges(&unanswered.all()) + "\n"))?;
    Ok(Status::Stopped)
}

struct Merging<'a> {
    args: &'a Merge,
    folder: SplitFolder,
    budget: Budget,
    output: Output,
    /// Whether cubes must be run before there is an answer.
    is_incomplete: bool,
}

impl Merging<'_> {
    /// Lists the cubes that must be run.
    fn incomplete(&mut self, unanswered: &Unanswered) -> Outcome {
        let invalid: Vec<_> = unanswered.invalid.iter().map(|(cube, _)| *cube).collect();
        let text = if self.args.show.json {
            let missing = &unanswered.missing;
            let object =
                json!({ "missing": missing, "invalid": invalid, "cubes": unanswered.cubes });
            format!("{object}\n")
        } else {
            let all = unanswered.cubes;
            let line = |word: &str, cubes: &[usize]| match cubes.len() {
                0 => String::new(),
                number => {
                    let number = counted(number, "cube");
                    format!("{word}: {} ({number} of {all})\n", ranges(cubes))
                }
            };
            line("missing", &unanswered.missing) + &line("invalid", &invalid)
        };
        self.is_incomplete = true;
        crate::output::print(&text)?;
        let show = &self.args.show;
        for (cube, reason) in &unanswered.invalid {
            show.note(&format!("cube {cube}: {reason}"));
        }
        for name in &unanswered.foreign {
            show.note(&format!("results/{name} is the result of no cube, and was passed over"));
        }
        let (folder, cubes) = (self.args.folder.display(), ranges(&unanswered.all()));
        // A result that is intact and yet cannot be used is passed over without it.
        let force = if unanswered.invalid.is_empty() { "" } else { " --force" };
        show.note(&format!("run them: sator work {folder} --cube {cubes}{force}"));
        Ok(Status::Stopped)
    }

    fn count(&mut self, number: &str) -> Outcome {
        let text = if self.args.show.json {
            json!({
                "puzzle": self.folder.manifest.puzzle,
                "count": number,
                "exact": true,
                "up_to_symmetry": false,
                "backend": self.options(&[])?.task.solver.backend.name(),
            })
            .to_string()
        } else {
            number.to_string()
        };
        self.output.print(&(text + "\n"))?;
        Ok(if number == "0" { Status::No } else { Status::Yes })
    }

    /// Copies the answers to all chunks, in order.
    fn lines(&mut self, statuses: &[u8]) -> Outcome {
        for cube in 0..statuses.len() {
            let mut text = self.folder.open_output(cube)?;
            let is_empty = text.metadata().map_err(|error| self.failure(&error))?.len() == 0;
            if self.folder.manifest.has_gaps && !is_empty {
                self.output.print(self.output.gap())?;
            }
            let copied = io::copy(&mut text, &mut self.output);
            copied.map_err(|error| self.output.error(&error))?;
        }
        let known = [Status::Yes, Status::No, Status::Stopped, Status::Bad];
        let status = |code: &u8| known.into_iter().find(|status| status.code() == *code);
        Ok(statuses
            .iter()
            .map(|code| status(code).unwrap_or(Status::Bad))
            .max()
            .unwrap_or_default())
    }

    /// A cube has an answer: of a proof, one that is not to be there.
    fn solution(&mut self, solution: Solution, cube: usize) -> Outcome {
        let known = self.folder.known_answer(&self.folder.puzzle()?)?;
        let is_proof = self.folder.manifest.task == Task::Prove;
        let claim = if known.is_some() { "another answer" } else { "an answer" };
        let note = is_proof.then(|| format!("there is no proof: cube {cube} has {claim}"));
        let known = match known {
            Some(first) => Known::Several(first),
            None => Known::Some(solution),
        };
        self.print(known, None).inspect(|_| {
            if let Some(note) = note {
                self.args.show.note(&note);
            }
        })
    }

    /// Composes the refutations into a proof, and checks it.
    fn proof(&mut self, bundle: Option<NewFolder>) -> Outcome {
        let puzzle = self.folder.puzzle()?;
        let solve = self.options(&[])?;
        let mut options = solve.task.options(&self.budget.interrupt);
        options.budget = self.budget.clone();
        let (conclusion, formula) = claim_and_formula(&self.folder, &puzzle, &options)??;
        let temporary = tempfile::tempdir().map_err(|error| self.failure(&error))?;
        let place = bundle.as_ref().map_or(temporary.path(), NewFolder::path);
        let file = place.join(bundle::proof_name(Format::LratText));
        if bundle.is_some() {
            let interrupt = &self.budget.interrupt;
            let format = Format::LratText;
            let written = bundle::write(place, &puzzle, &conclusion, &formula, format, interrupt);
            written.map_err(|error| self.failure(&error))?;
        }
        if let Some(unanswered) = self.compose(&formula, &file)? {
            return self.incomplete(&unanswered);
        }
        let mut clauses = Clauses::default();
        formula.write_clauses(&mut clauses);
        let name = sator::engine::prover(&options.backend, options.lowering);
        let solver = name.map_err(|error| Failure::plain(error.to_string()))?;
        expect_right(&clauses, &file, &solver, &self.budget)?;
        let mut outcome = None;
        if let (Some(bundle), Some(place)) = (bundle, &self.args.bundle) {
            bundle.put_in_place()?;
            outcome = Some(ProofOutcome::Bundle(place.clone()));
        }
        let known = conclusion.answer().map_or(Known::None, |it| Known::Only(it.clone()));
        self.print(known, outcome)
    }

    /// Writes the composed proof; returns the cube whose refutation cannot be used, if there is one.
    fn compose(
        &self,
        formula: &sator::engine::Formula,
        file: &Path,
    ) -> Result<Option<Unanswered>, VerbError> {
        match split::compose(&self.folder, formula, file, &|| self.budget.exhausted()) {
            Ok(Ok(())) => Ok(None),
            Ok(Err(invalid)) => Ok(Some(Unanswered {
                invalid: vec![invalid],
                cubes: self.folder.manifest.cubes,
                ..Unanswered::default()
            })),
            Err(ComposeFault::Stopped(reason)) => Err(reason.into()),
            Err(ComposeFault::Split(error)) => Err(error.into()),
        }
    }

    /// The options of the split and these words, as those of `sator solve`.
    fn options(&self, words: &[&str]) -> Result<Solve, Failure> {
        let mut all = self.folder.manifest.arguments.clone();
        all.extend(words.iter().map(|&word| word.to_owned()));
        solve_args(&all).map_err(|error| Failure::plain(format!("split.json: {error}")))
    }

    /// The failure of input or output with the folder.
    fn failure(&self, error: &io::Error) -> Failure {
        Failure::io(self.args.folder.display().to_string(), error)
    }

    /// Prints a result as `sator solve` does.
    fn print(&mut self, known: Known, proof: Option<ProofOutcome>) -> Outcome {
        let puzzle: AnyPuzzle = self.folder.puzzle()?;
        let is_proof = self.folder.manifest.task == Task::Prove;
        let flags = [
            (is_proof && !matches!(known, Known::None | Known::Some(_)), "--unique"),
            (self.args.show.json, "--json"),
            (self.args.show.quiet, "--quiet"),
            (self.args.show.ascii, "--ascii"),
        ];
        let words: Vec<_> =
            flags.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect();
        let solve = self.options(&words)?;
        solve::print_known(&solve, &puzzle, known, proof, &mut self.output)
    }
}
