//! `sator decode`: turns a solver's answer for a generated formula into a checked board.

use sator::ParseError;
use sator::engine::{self, UnfitAnswer};
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator_sat::answer::{self, Answer, Form};
use serde_json::json;

use super::{Outcome, only_puzzle, read_within, watch_for_interrupt};
use crate::args::Decode;
use crate::failure::Failure;
use crate::input;
use crate::numbering::Numbering;
use crate::output::Output;
use sator::ask::Status;

pub(crate) fn run(args: &Decode) -> Outcome {
    let interrupt = watch_for_interrupt();
    let puzzle = only_puzzle(&args.input, &args.answer, args.timeout, (&interrupt, &args.show))?;
    let map = args.map.as_deref();
    let instance = engine::instance(&puzzle);
    let map = map.map(|path| Numbering::read(path, instance.cells())).transpose()?;
    let file = args.answer.clone();
    let read_answer = move || input::bytes(&file, input::MAX_ANSWER);
    let bytes = read_within(args.timeout, &interrupt, read_answer)?;
    let fail = |error| Failure::at(input::place(&args.answer), error);
    let mut output = Output::standard();
    let (text, word, answers, status) = match read(&puzzle, &bytes, map.as_ref()).map_err(fail)? {
        Answer::Sat(solution) => {
            let board = puzzle.board(Some(&solution)).to_text(output.look(&args.show));
            let heading = format!("Found a solution for {}", puzzle.subject());
            let text = format!("{heading}\n\n--- Solution 1 ---\n{board}");
            (text, "sat", vec![puzzle.answer_json(&solution)], Status::Yes)
        }
        Answer::Unsat => {
            args.show.note("that is the solver's word: there is nothing to check");
            ("Unsatisfiable\n".to_owned(), "unsat", Vec::new(), Status::No)
        }
        Answer::Unknown => ("Unknown\n".to_owned(), "unknown", Vec::new(), Status::Stopped),
    };
    if args.show.json {
        let kind = puzzle.kind().name;
        let object = json!({ "puzzle": kind, "status": word, "solutions": answers });
        output.print(&format!("{object}\n"))?;
    } else {
        output.print(&text)?;
    }
    output.commit()?;
    Ok(status)
}

/// The answer in a solver's output, checked against the rules.
fn read(
    puzzle: &AnyPuzzle,
    text: &[u8],
    map: Option<&Numbering>,
) -> Result<Answer<Solution>, ParseError> {
    // Without variables, a solver's answer has no values.
    if answer::is_bare_yes(text) && engine::instance(puzzle).cells().is_empty() {
        return engine::fit_values(puzzle, &[]).map(Answer::Sat);
    }
    match Form::of(text) {
        Form::Literals => answer::read(text)?.try_map(|lits| {
            let unfit = |unfit: UnfitAnswer| ParseError::whole(unfit.to_string());
            let lits = map.map_or_else(|| lits.clone(), |map| map.translate(&lits));
            engine::fit_answer(puzzle, &lits).map_err(unfit)
        }),
        Form::Values if map.is_some() => {
            Err(ParseError::whole("expected literals, as --map is about variables; found values"))
        }
        Form::Values => {
            answer::read_values(text)?.try_map(|values| engine::fit_values(puzzle, &values))
        }
    }
}
