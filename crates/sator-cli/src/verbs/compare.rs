//! `sator compare`: do two formulas have the same models over some variables?

use std::path::Path;

use sator::engine::{self, Formula, Instance, Lowering};
use sator::puzzle::AnyPuzzle;
use sator::render::{Look, Role};
use sator_sat::backend::Budget;
use sator_sat::dimacs::{self, Dimacs};
use sator_sat::projection::{self, Comparison};
use sator_sat::{Clauses, Lit};
use serde_json::{Value, json};

use super::sat::{of_clauses, print_values};
use super::{Outcome, because, watch_for_interrupt};
use crate::args::{Compare, Show, VariableList};
use crate::failure::Failure;
use crate::input::{self, Reader};
use crate::numbering::Numbering;
use crate::output::Output;
use crate::progress::Progress;
use crate::status::Status;

pub(crate) fn run(args: &Compare) -> Outcome {
    let subject = Subject::read(args)?;
    let solver = of_clauses(&args.solver.backend)?;
    let create = || solver.create(&args.solver.config());
    let budget = args.solver.budget(&watch_for_interrupt());
    let [first, second] = formulas(args, &subject, &budget)?;
    let progress = Progress::start(&args.show, "Comparing", "models");
    let formulas = [&first.clauses, &second.clauses];
    let comparison = projection::compare(formulas, &subject.variables, &create, &budget)?;
    drop(progress);
    let number = subject.variables.len();
    let mut object = json!({ "equal": null, "variables": number });
    let mut output = Output::standard();
    let (model, owner) = match comparison {
        Comparison::Equal => {
            object["equal"] = json!(true);
            let names = format!("{} and {}", first.name, second.name);
            let text = format!("Equal: {names} have the same models over {number} variables");
            return finish(args, output, &object, &text, Status::Yes);
        }
        Comparison::Stopped(reason) => {
            let text = format!("Unknown: {}", because(reason));
            return finish(args, output, &object, &text, Status::Stopped);
        }
        Comparison::OnlyFirst(model) => (model, &first.name),
        Comparison::OnlySecond(model) => (model, &second.name),
    };
    let lits: Vec<_> = model.iter().map(|lit| lit.to_ipasir()).collect();
    object["equal"] = json!(false);
    object["only"] = json!(owner);
    object["literals"] = json!(lits);
    let heading = format!("Different: only {owner} has this model");
    let Some((puzzle, instance)) = &subject.puzzle else {
        if args.show.json {
            return finish(args, output, &object, "", Status::No);
        }
        output.print(&format!("{heading}\n"))?;
        print_values(&lits, &mut output)?;
        output.commit()?;
        return Ok(Status::No);
    };
    let board = draw(puzzle, instance, &model, output.look(&args.show));
    object["board"] = json!(board);
    let text = format!("{heading}\n\n{}", board.trim_end());
    finish(args, output, &object, &text, Status::No)?;
    args.show.note(&verdict(puzzle, instance, &model));
    if args.map.is_none() {
        args.show.note(OTHER_NUMBERS);
    }
    Ok(Status::No)
}

/// The advice for a formula that differs from a puzzle's own.
const OTHER_NUMBERS: &str = "the variables are taken to be numbered as 'sator generate' numbers them; \
    --map FILE gives another numbering";

fn finish(
    args: &Compare,
    mut output: Output,
    object: &Value,
    text: &str,
    status: Status,
) -> Outcome {
    let text = if args.show.json { object.to_string() } else { text.to_owned() };
    output.print(&(text + "\n"))?;
    output.commit()?;
    Ok(status)
}

/// The compared variables.
struct Subject {
    variables: Vec<u32>,
    /// The puzzle that gives them a meaning, if there is one.
    puzzle: Option<(AnyPuzzle, Instance)>,
    numbering: Option<Numbering>,
}

impl Subject {
    fn read(args: &Compare) -> Result<Self, Failure> {
        if let Some(VariableList(variables)) = &args.variables {
            if args.files.len() < 2 {
                let message = "expected two formulas, found one: it can be compared with a puzzle's \
                    own formula, by --puzzle";
                return Err(Failure::plain(message));
            }
            return Ok(Self { variables: variables.clone(), puzzle: None, numbering: None });
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
        let variables = (0..instance.cells().variables()).collect();
        Ok(Self { variables, puzzle: Some((puzzle, instance)), numbering })
    }
}

/// A formula to compare.
struct Named {
    name: String,
    clauses: Clauses,
}

/// Both formulas; the second may be the puzzle's own.
fn formulas(
    args: &Compare,
    subject: &Subject,
    budget: &Budget,
) -> Result<[Named; 2], super::VerbError> {
    let read = |path: &Path| {
        let Dimacs { clauses, .. } = read_formula(path, &args.show)?;
        let clauses = match &subject.numbering {
            Some(numbering) => numbering.translate_formula(&clauses),
            None => clauses,
        };
        Ok::<_, Failure>(Named { name: input::place(path), clauses })
    };
    let first = read(&args.files[0])?;
    let second = match (args.files.get(1), &subject.puzzle) {
        (Some(path), _) => read(path)?,
        (None, Some((puzzle, _))) => {
            // Without auxiliary variables, so that the comparison is easy.
            let formula: Formula = engine::formula(puzzle, None, Lowering::pairwise(), budget)?;
            let mut clauses = Clauses::default();
            formula.write_clauses(&mut clauses);
            Named { name: format!("the formula of {}", puzzle.title()), clauses }
        }
        (None, None) => return Err(Failure::plain("expected two formulas, found one").into()),
    };
    Ok([first, second])
}

/// Reads a formula in DIMACS CNF; warnings go to standard error.
pub(super) fn read_formula(path: &Path, show: &Show) -> Result<Dimacs, Failure> {
    let place = input::place(path);
    let bytes = input::bytes(path, input::MAX_TEXT)?;
    let formula = dimacs::read(&bytes).map_err(|error| Failure::at(place.clone(), error))?;
    for warning in &formula.warnings {
        show.note(&format!("{place}:{warning} (warning)"));
    }
    Ok(formula)
}

/// The board of a model, also of one that gives a cell no value, or several.
fn draw(puzzle: &AnyPuzzle, instance: &Instance, model: &[Lit], look: Look) -> String {
    let cells = instance.cells();
    let is_true = |lit: Lit| model[lit.vidx()] == lit;
    if let Ok(solution) = cells.decode(is_true) {
        return puzzle.board(Some(&solution)).to_text(look);
    }
    let mut board = puzzle.board(None);
    for tile in board.rows.iter_mut().flatten() {
        tile.text.clear();
        tile.role = Role::Empty;
    }
    for (_, name, value) in cells.atoms().filter(|(lit, ..)| is_true(*lit)) {
        let (row, column, symbol) = match name {
            sator::model::CellName::Square { row, column } => (row, column, puzzle.symbol(value)),
            // The cells of queens are rows, and their values columns.
            sator::model::CellName::Row(row) => (row, value as usize, "Q".to_owned()),
            _ => continue,
        };
        let tile = board.rows.get_mut(row - 1).and_then(|row| row.get_mut(column - 1));
        if let Some(tile) = tile {
            tile.text += &symbol;
            tile.role = Role::Found;
        }
    }
    let tiles = board.rows.iter_mut().flatten();
    tiles.filter(|tile| tile.text.is_empty()).for_each(|tile| tile.text.push('.'));
    board.to_text(look)
}

/// Which of the two formulas is right about a model, by the plain rules.
fn verdict(puzzle: &AnyPuzzle, instance: &Instance, model: &[Lit]) -> String {
    match instance.cells().decode(|lit| model[lit.vidx()] == lit) {
        Err(invalid) => format!("it is no solution of the puzzle: {invalid}"),
        Ok(solution) => match puzzle.check(&solution) {
            Ok(()) => "it is a solution of the puzzle".to_owned(),
            Err(violation) => format!("it is no solution of the puzzle: {violation}"),
        },
    }
}
