//! `sator compare`: do two formulas have the same models over some variables?

mod draw;
mod each;
mod guess;
mod pair;

use std::path::{Path, PathBuf};

use sator::engine::{self, Formula as PuzzleFormula, Instance, Lowering};
use sator::model::{CellName, Cells};
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::{Ability, Budget, Config, Solver};
use sator_sat::dimacs::{self, Dimacs};
use sator_sat::projection::Questions;
use sator_sat::{Clauses, TextError};

use self::guess::FromZero;
use self::pair::{Finding, Verdict};
use super::sat::of_clauses;
use super::{Outcome, VerbError, watch_for_interrupt};
use crate::args::{Compare, Show, VariableList};
use crate::failure::Failure;
use crate::input::{self, MAX_TEXT, Reader};
use crate::numbering::Numbering;
use crate::output::Output;
use crate::progress::Progress;
use sator::ask::Status;

pub(crate) fn run(args: &Compare) -> Outcome {
    let task = Task::read(args)?;
    let interrupt = watch_for_interrupt();
    if args.is_each() {
        return each::run(args, &task, &interrupt);
    }
    let budget = args.solver.budget(&interrupt);
    let (one, other) = (&args.files[0], args.files.get(1).map(PathBuf::as_path));
    let first = task.read_file(one, other, &args.show, &budget)?;
    let second = match other {
        Some(path) => task.read_file(path, Some(one), &args.show, &budget)?,
        None => task.own_formula(&budget)?,
    };
    let progress = Progress::start(&args.show, "Comparing", "models");
    let finding = task.compare([&first, &second], &budget)?;
    drop(progress);
    let mut output = Output::standard();
    let look = output.look(&args.show);
    if args.show.json {
        output.print(&format!("{}\n", finding.json(&task, look)))?;
        output.commit()?;
        return Ok(finding.status());
    }
    finding.print(&task, look, &mut output)?;
    output.commit()?;
    for note in finding.notes(&task) {
        args.show.note(&note);
    }
    Ok(finding.status())
}

/// The compared variables, and the solver that compares.
struct Task {
    variables: Vec<u32>,
    /// The puzzle that gives them a meaning, if there is one.
    puzzle: Option<(AnyPuzzle, Instance)>,
    numbering: Option<Numbering>,
    solver: Solver,
    config: Config,
}

/// A formula to compare.
struct Formula {
    name: String,
    /// In the numbering of the task.
    clauses: Clauses,
    /// The text of its file, if it has one.
    text: Option<Vec<u8>>,
}

impl Task {
    fn read(args: &Compare) -> Result<Self, Failure> {
        let solver = of_clauses(&args.solver.backend)?;
        let config = args.solver.config();
        if let Some(VariableList(variables)) = &args.variables {
            if args.is_each() {
                return Err(Failure::plain(
                    "--csv and --each compare each file with a puzzle's own formula: name it by --puzzle",
                ));
            }
            if args.files.len() != 2 {
                let found = args.files.len();
                let found = if found == 1 { "one".to_owned() } else { found.to_string() };
                return Err(Failure::plain(format!(
                    "expected two formulas, found {found}: by --puzzle, each can be compared with a \
                     puzzle's own formula"
                )));
            }
            let variables = variables.clone();
            return Ok(Self { variables, puzzle: None, numbering: None, solver, config });
        }
        if args.puzzle.is_empty() {
            let message = "expected the variables to compare (--variables 1..64), or a puzzle whose \
                formula it should be (--puzzle queens 8), found neither";
            return Err(Failure::plain(message));
        }
        let input = args.input();
        let puzzle = Reader::new(&input).only_puzzle(&args.files[0])?;
        let instance = engine::instance(&puzzle);
        let numbering = args.map.as_deref();
        let numbering =
            numbering.map(|path| Numbering::read(path, instance.cells())).transpose()?;
        let variables = shown_variables(instance.cells());
        Ok(Self { variables, puzzle: Some((puzzle, instance)), numbering, solver, config })
    }

    /// Many questions, unless the solver is a program that is started for each.
    fn questions(&self) -> Questions {
        if self.solver.abilities().contains(&Ability::Incremental) {
            Questions::Each
        } else {
            Questions::Together
        }
    }

    /// Reads a file that is compared with the other one, or with the puzzle's own formula.
    fn read_file(
        &self,
        path: &Path,
        other: Option<&Path>,
        show: &Show,
        budget: &Budget,
    ) -> Result<Formula, Failure> {
        let place = input::place(path);
        let text = input::bytes(path, MAX_TEXT)?;
        let read =
            dimacs::read(&text).and_then(|formula| match guess::zero_line(&text, &formula) {
                None => Ok(formula),
                Some(line) => Err(TextError {
                    line,
                    column: 0,
                    message:
                        "the file seems to number its variables from 0: this line has a 0 before \
                          its end"
                            .to_owned(),
                }),
            });
        let Dimacs { clauses, warnings, .. } = read.map_err(|mut error| {
            error.message += &self.hint_at_zero(&text, other, budget);
            Failure::at(place.clone(), error)
        })?;
        for warning in warnings {
            show.note(&format!("{place}:{warning} (warning)"));
        }
        let clauses = match &self.numbering {
            Some(numbering) => numbering.translate_formula(&clauses),
            None => clauses,
        };
        Ok(Formula { name: place, clauses, text: Some(text) })
    }

    /// The puzzle's own formula.
    fn own_formula(&self, budget: &Budget) -> Result<Formula, VerbError> {
        let Some((puzzle, _)) = &self.puzzle else {
            return Err(Failure::plain("expected two formulas, found one").into());
        };
        // Without auxiliary variables, so that the comparison is easy.
        let formula: PuzzleFormula = engine::formula(puzzle, None, Lowering::pairwise(), budget)?;
        let mut clauses = Clauses::default();
        formula.write_clauses(&mut clauses);
        let name = format!("the formula of {}", puzzle.title());
        Ok(Formula { name, clauses, text: None })
    }

    /// More about a text that is no formula: it may be one whose variables count from 0.
    fn hint_at_zero(&self, text: &[u8], other: Option<&Path>, budget: &Budget) -> String {
        if dimacs::zero_inside(text).is_none() {
            return String::new();
        }
        let other = match other {
            Some(path) => guess::read_leniently(path),
            None => self.own_formula(budget).ok(),
        };
        let compared = other.map(|other| guess::from_zero(self, text, &other, budget));
        match compared {
            Some(Ok(Some(FromZero { sentence, .. }))) => {
                format!("; variables count from 1, and read with variables from 0, {sentence}")
            }
            _ => "; variables count from 1".to_owned(),
        }
    }
}

/// The variables of the cells that a solution shows. Auxiliary cells follow from them.
fn shown_variables(cells: &Cells) -> Vec<u32> {
    let atoms = cells.atoms().filter(|(_, name, _)| !matches!(name, CellName::Auxiliary(_)));
    atoms.map(|(lit, ..)| lit.vidx32()).collect()
}

/// Reads a formula in DIMACS CNF; warnings go to standard error.
pub(super) fn read_formula(path: &Path, show: &Show) -> Result<Dimacs, Failure> {
    let place = input::place(path);
    let bytes = input::bytes(path, MAX_TEXT)?;
    let formula = dimacs::read(&bytes).map_err(|error| Failure::at(place.clone(), error))?;
    for warning in &formula.warnings {
        show.note(&format!("{place}:{warning} (warning)"));
    }
    Ok(formula)
}

impl Finding {
    fn status(&self) -> Status {
        match self.verdict {
            Verdict::Equal => Status::Yes,
            Verdict::Different { .. } => Status::No,
            Verdict::Stopped(_) => Status::Stopped,
        }
    }
}
