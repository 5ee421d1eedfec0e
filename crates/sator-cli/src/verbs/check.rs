//! `sator check`: checks a filled board, or one for each puzzle of a list.

use sator::ParseError;
use sator::puzzle::{AnyPuzzle, Violation};
use sator_sat::backend::Interrupt;
use sator_sat::text::counted;
use serde_json::json;

use super::batch::{self, Batch, LineAnswer, LineError};
use super::{Item, Outcome, Run, only_source, read_within, watch_for_interrupt};
use crate::args::{Check, Show};
use crate::failure::Failure;
use crate::input::{self, Content, Many, Reader};
use crate::lines::Line;
use crate::output::{Output, print};
use crate::status::Status;

pub(crate) fn run(args: &Check) -> Outcome {
    let interrupt = watch_for_interrupt();
    let puzzle = match only_source(&args.input, &args.solution, args.timeout, &interrupt)? {
        Content::One(parsed) => parsed.puzzle?,
        Content::Many(many) => return check_all(args, *many, &interrupt),
    };
    puzzle.notes().iter().for_each(|note| args.show.remark(note));
    let file = args.solution.clone();
    let text = read_within(args.timeout, &interrupt, move || input::text(&file))?;
    let verdict = Verdict::of(&puzzle, &text, args.partial)
        .map_err(|error| Failure::at(input::place(&args.solution), error))?;
    print(&(verdict.line(&puzzle, &args.show) + "\n"))?;
    Ok(verdict.status())
}

/// Checks puzzles in lines: each has its filled board in a line of the other file.
fn check_all(args: &Check, many: Many, interrupt: &Interrupt) -> Outcome {
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
    let locate =
        |error| LineError::Invalid(Failure::at(place, ParseError { line: line.number, ..error }));
    let verdict =
        line.text.and_then(|text| Verdict::of(item.puzzle, text, args.partial)).map_err(locate)?;
    let text = verdict.line(item.puzzle, &args.show);
    let (status, class) = (verdict.status(), verdict.class());
    Ok(LineAnswer { text, status, class, remarks: Vec::new(), report: None })
}

/// The result of the plain rules on a filled board.
enum Verdict {
    Correct,
    Wrong(Violation),
    /// No rule is broken, and this many cells are empty; whether that is accepted.
    Incomplete(usize, bool),
}

impl Verdict {
    fn of(puzzle: &AnyPuzzle, text: &str, partial: bool) -> Result<Self, ParseError> {
        let Err(violation) = puzzle.check_text(text)? else { return Ok(Self::Correct) };
        // An empty cell is a violation as well, and mistakes come first.
        Ok(match puzzle.check_partial(text)? {
            (Some(mistake), _) => Self::Wrong(mistake),
            (None, 0) => Self::Wrong(violation),
            (None, empty) => Self::Incomplete(empty, partial),
        })
    }

    fn line(&self, puzzle: &AnyPuzzle, show: &Show) -> String {
        let empty = match (self, puzzle.kind().name) {
            (Self::Incomplete(1, _), "queens") => "1 queen missing".to_owned(),
            (Self::Incomplete(missing, _), "queens") => format!("{missing} queens missing"),
            (Self::Incomplete(empty, _), _) => format!("{} empty", counted(*empty, "cell")),
            _ => String::new(),
        };
        if !show.json {
            return match self {
                Self::Correct => "Correct".to_owned(),
                Self::Wrong(violation) => format!("Wrong: {violation}"),
                Self::Incomplete(..) => format!("Incomplete: no mistakes so far, {empty}"),
            };
        }
        let is_correct = self.status() == Status::Yes;
        let mut object = json!({ "puzzle": puzzle.kind().name, "correct": is_correct });
        match self {
            Self::Correct => {}
            Self::Wrong(violation) => object["reason"] = json!(violation.to_string()),
            Self::Incomplete(number, _) => {
                object["reason"] = json!(format!("no mistakes so far, {empty}"));
                object["empty"] = json!(number);
            }
        }
        object.to_string()
    }

    fn status(&self) -> Status {
        match self {
            Self::Correct | Self::Incomplete(_, true) => Status::Yes,
            Self::Wrong(_) | Self::Incomplete(_, false) => Status::No,
        }
    }

    /// The word that a summary counts.
    fn class(&self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Wrong(_) => "wrong",
            Self::Incomplete(..) => "incomplete",
        }
    }
}
