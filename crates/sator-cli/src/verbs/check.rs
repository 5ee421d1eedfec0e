//! `sator check`: checks a filled board, or one for each puzzle of a list.

use sator::ParseError;
use sator::puzzle::{AnyPuzzle, Violation};
use serde_json::json;

use super::batch::{self, Batch, LineAnswer, LineError};
use super::{Item, Outcome, Run, watch_for_interrupt};
use crate::args::{Check, Show};
use crate::failure::Failure;
use crate::input::{self, Content, Many, Reader};
use crate::lines::Line;
use crate::output::{Output, print};
use crate::status::Status;

pub(crate) fn run(args: &Check) -> Outcome {
    let reader = Reader::new(&args.input);
    let puzzle = match reader.only_source(&args.solution)? {
        Content::One(parsed) => parsed.puzzle?,
        Content::Many(many) => return check_all(args, reader, *many),
    };
    let text = input::text(&args.solution)?;
    let verdict = Verdict::of(&puzzle, &text)
        .map_err(|error| Failure::at(input::place(&args.solution), error))?;
    print(&(verdict.line(&puzzle, &args.show) + "\n"))?;
    Ok(verdict.status())
}

/// Checks puzzles in lines: each has its filled board in a line of the other file.
fn check_all(args: &Check, reader: Reader<'_>, many: Many) -> Outcome {
    let solutions = input::lines(&args.solution)?;
    let (threads, place) = (args.threads(), solutions.stream.place.clone());
    let interrupt = watch_for_interrupt();
    let mut run = Run::new(reader, &args.show, &interrupt);
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
    let locate =
        |error| LineError::Invalid(Failure::at(place, ParseError { line: line.number, ..error }));
    let verdict = line.text.and_then(|text| Verdict::of(item.puzzle, text)).map_err(locate)?;
    let text = verdict.line(item.puzzle, &args.show);
    Ok(LineAnswer { text, status: verdict.status(), report: None })
}

/// The result of the plain rules on a filled board.
struct Verdict(Result<(), Violation>);

impl Verdict {
    fn of(puzzle: &AnyPuzzle, text: &str) -> Result<Self, ParseError> {
        Ok(Self(puzzle.check_text(text)?.map(drop)))
    }

    fn line(&self, puzzle: &AnyPuzzle, show: &Show) -> String {
        let name = puzzle.kind().name;
        match (&self.0, show.json) {
            (Ok(()), false) => "Correct".to_owned(),
            (Err(violation), false) => format!("Wrong: {violation}"),
            (Ok(()), true) => json!({ "puzzle": name, "correct": true }).to_string(),
            (Err(violation), true) => {
                let reason = violation.to_string();
                json!({ "puzzle": name, "correct": false, "reason": reason }).to_string()
            }
        }
    }

    fn status(&self) -> Status {
        if self.0.is_ok() { Status::Yes } else { Status::No }
    }
}
