//! `sator check`: checks a filled board, or one for each puzzle of a list.

use sator::ParseError;
use sator::ask::{Answer, AskError, Asked, Question, TextName};

use super::batch::{self, Batch, LineAnswer, LineError};
use super::query::{self, line_of};
use super::{Item, Outcome, Run, only_source, read_within, watch_for_interrupt};
use crate::args::Check;
use crate::failure::Failure;
use crate::input::{self, Content, Many, Reader};
use crate::lines::Line;
use crate::output::Output;

pub(crate) fn run(args: &Check) -> Outcome {
    let Check { question, show, .. } = args;
    let interrupt = watch_for_interrupt();
    let timeout = question.timeout;
    let puzzle = match only_source(&args.input, &args.solution, timeout, &interrupt)? {
        Content::One(parsed) => parsed.puzzle?,
        Content::Many(many) => return check_all(args, *many, &interrupt),
    };
    puzzle.notes().iter().for_each(|note| show.remark(note));
    let file = args.solution.clone();
    let text = read_within(timeout, &interrupt, move || input::text(&file))?;
    let item = Item::alone(&puzzle, &interrupt);
    let asked = Asked { solution: Some(text), ..item.asked() };
    let checked = question.ask(&asked, &mut item.context(show, &mut |_| ()));
    let checked = checked.map_err(|error| locate(error, &input::place(&args.solution), 0))?;
    query::print(&checked, show, false, &mut Output::standard())?;
    Ok(checked.status())
}

/// Checks puzzles in lines: each has its filled board in a line of the other file.
fn check_all(args: &Check, many: Many, interrupt: &sator::Interrupt) -> Outcome {
    let reader = Reader::new(&args.input);
    let solutions = input::lines(&args.solution)?;
    let (threads, place) = (args.threads(), solutions.stream.place.clone());
    let mut run = Run::new(reader, &args.show, interrupt);
    let batch = Batch { many, partner: Some(solutions), threads, stats: false };
    let mut output = Output::standard();
    let answer = |item: &Item<'_>, line: Option<Line<'_>>| check_line(args, item, line, &place);
    let _at_end = batch::run(batch, &mut run, &mut output, &answer);
    output.commit()?;
    Ok(run.worst)
}

/// The verdict on a board of a list, in a line.
fn check_line(
    args: &Check,
    item: &Item<'_>,
    line: Option<Line<'_>>,
    place: &str,
) -> Result<LineAnswer, LineError> {
    let line = line.ok_or_else(|| Failure::plain("expected a filled board, found nothing"))?;
    let in_line =
        |error| LineError::Invalid(Failure::at(place, ParseError { line: line.number, ..error }));
    let text = line.text.clone().map_err(in_line)?;
    let asked = Asked { solution: Some(text.to_owned()), ..item.asked() };
    let checked = args.question.ask(&asked, &mut item.context(&args.show, &mut |_| ()));
    let checked = checked.map_err(|error| match error.text {
        Some(TextName::Solution) => LineError::Invalid(locate(error, place, line.number)),
        _ => LineError::Failed(error.into()),
    })?;
    Ok(line_of(&checked, &args.show))
}

/// The failure of an error in the filled board; a board of a list is in one line.
fn locate(error: AskError, place: &str, line: usize) -> Failure {
    match error.text {
        Some(TextName::Solution) if line > 0 => {
            Failure::at(place, ParseError { line, ..error.error })
        }
        Some(TextName::Solution) => Failure::at(place, error.error),
        _ => error.into(),
    }
}
