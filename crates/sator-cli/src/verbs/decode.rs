//! `sator decode`: a solver's answer for a generated formula, back as a checked board.

use sator::ParseError;
use sator::engine::{self, UnfitAnswer};
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator_sat::answer::{self, Answer, Form};
use serde_json::json;

use super::{Outcome, conclude};
use crate::args::{Decode, Show};
use crate::failure::Failure;
use crate::input::{self, Reader};
use crate::output::{Output, WriteError};
use crate::status::Status;

pub(crate) fn run(args: &Decode) -> Status {
    conclude(&args.show, decode(args))
}

fn decode(args: &Decode) -> Outcome {
    let puzzle = Reader::new(&args.input).only_puzzle(&args.answer)?;
    let bytes = input::bytes(&args.answer)?;
    let fail = |error| Failure::at(input::place(&args.answer), error);
    let mut output = Output::standard();
    let status = match read(&puzzle, &bytes).map_err(fail)? {
        Answer::Sat(solution) => {
            show(args, &puzzle, &solution, &mut output)?;
            Status::Yes
        }
        Answer::Unsat => {
            verdict(&args.show, &puzzle, "Unsatisfiable", "unsat", &mut output)?;
            args.show.note("that is the solver's word: there is nothing to check");
            Status::No
        }
        Answer::Unknown => {
            verdict(&args.show, &puzzle, "Unknown", "unknown", &mut output)?;
            Status::Stopped
        }
    };
    output.commit()?;
    Ok(status)
}

/// The answer that a solver's text tells, checked if there is one.
fn read(puzzle: &AnyPuzzle, text: &[u8]) -> Result<Answer<Solution>, ParseError> {
    // Where nothing is open, solvers have no values to tell.
    if answer::is_bare_yes(text) && engine::instance(puzzle).cells().is_empty() {
        return engine::fit_values(puzzle, &[]).map(Answer::Sat);
    }
    match Form::of(text) {
        Form::Literals => answer::read(text)?.try_map(|lits| {
            let unfit = |unfit: UnfitAnswer| ParseError::whole(unfit.to_string());
            engine::fit_answer(puzzle, &lits).map_err(unfit)
        }),
        Form::Values => {
            answer::read_values(text)?.try_map(|values| engine::fit_values(puzzle, &values))
        }
    }
}

fn show(
    args: &Decode,
    puzzle: &AnyPuzzle,
    solution: &Solution,
    output: &mut Output,
) -> Result<(), WriteError> {
    if args.show.json {
        let object = json!({
            "puzzle": puzzle.kind().name,
            "status": "sat",
            "solutions": [puzzle.answer_json(solution)],
        });
        return output.print(&format!("{object}\n"));
    }
    let board = puzzle.board(Some(solution)).to_text(output.look(&args.show));
    let subject = puzzle.subject();
    output.print(&format!("Found a solution for {subject}\n\n--- Solution 1 ---\n{board}"))
}

fn verdict(
    show: &Show,
    puzzle: &AnyPuzzle,
    word: &str,
    status: &str,
    output: &mut Output,
) -> Result<(), WriteError> {
    if show.json {
        let object = json!({ "puzzle": puzzle.kind().name, "status": status, "solutions": [] });
        return output.print(&format!("{object}\n"));
    }
    output.print(&format!("{word}\n"))
}
