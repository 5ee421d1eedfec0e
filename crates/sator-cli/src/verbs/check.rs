//! `sator check`: checks a filled board, or one for each puzzle of a list.

use sator::ParseError;
use sator::engine::{self, EngineError, Number, Options};
use sator::model::{CellName, Condition, Solution};
use sator::puzzle::{AnyPuzzle, Violation};
use sator_sat::backend::{Budget, Interrupt, StopReason};
use sator_sat::text::counted;
use serde_json::json;

use super::batch::{self, Batch, LineAnswer, LineError};
use super::{Item, Outcome, Run, because, budget, only_source, read_within, watch_for_interrupt};
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
    let locate = |error| Failure::at(input::place(&args.solution), error);
    let mut verdict = Verdict::of(&puzzle, &text, args.accepts_empty()).map_err(locate)?;
    let mut doubt = None;
    let show = &args.show;
    if let Verdict::Incomplete(..) = verdict {
        let entries = puzzle.entries(&text).map_err(locate)?;
        let budget = budget(args.timeout, &interrupt);
        if args.against_answer {
            let options = Options { budget, is_single: true, ..Options::default() };
            verdict = verdict.against_answer(&puzzle, &entries, &options)?;
        } else if show.json || !show.quiet {
            doubt = Doubt::find(&puzzle, &entries, &budget)?;
        }
    }
    print(&(verdict.line(&puzzle, show, doubt.as_ref()) + "\n"))?;
    if let Some(doubt) = doubt {
        show.note(&doubt.text());
    }
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
    let (puzzle, text) = (item.puzzle, line.text.map_err(locate)?);
    let mut verdict = Verdict::of(puzzle, text, args.accepts_empty()).map_err(locate)?;
    if args.against_answer && matches!(verdict, Verdict::Incomplete(..)) {
        let entries = puzzle.entries(text).map_err(locate)?;
        let budget = budget(args.timeout, item.interrupt);
        let options = Options { budget, threads: Some(1), ..Options::default() };
        verdict = verdict.against_answer(puzzle, &entries, &options)?;
    }
    let text = verdict.line(puzzle, &args.show, None);
    let (status, class) = (verdict.status(), verdict.class());
    Ok(LineAnswer { text, status, class, remarks: Vec::new(), cross_check: None, report: None })
}

/// The result of the plain rules on a filled board, or of a comparison with the answers.
enum Verdict {
    Correct,
    Wrong(Violation),
    /// No rule is broken, and this many cells are empty; whether that is accepted.
    Incomplete(usize, bool),
    /// The entries agree with an answer, and this many cells are empty; whether it is the only one.
    Agrees(usize, bool),
    /// These entries contradict the only answer.
    Contradicts(Vec<String>),
    /// There are several answers, but none with all of these entries.
    InNoAnswer,
    /// The puzzle has no answer.
    NoAnswer,
    /// The search for the answer was stopped.
    Unknown(StopReason),
}

impl Verdict {
    fn of(puzzle: &AnyPuzzle, text: &str, accepts_empty: bool) -> Result<Self, ParseError> {
        let Err(violation) = puzzle.check_text(text)? else { return Ok(Self::Correct) };
        // An empty cell is a violation as well, and mistakes come first.
        Ok(match puzzle.check_partial(text)? {
            (Some(mistake), _) => Self::Wrong(mistake),
            (None, 0) => Self::Wrong(violation),
            (None, empty) => Self::Incomplete(empty, accepts_empty),
        })
    }

    /// Compares the entries of an incomplete board with the answers of the puzzle.
    fn against_answer(
        self,
        puzzle: &AnyPuzzle,
        entries: &[Condition],
        options: &Options,
    ) -> Result<Self, EngineError> {
        let Self::Incomplete(empty, _) = self else { return Ok(self) };
        Ok(match engine::number(puzzle, &[], options)? {
            Number::None => Self::NoAnswer,
            Number::Unknown(reason) => Self::Unknown(reason),
            Number::One(answer) => match mistakes(puzzle, entries, &answer) {
                wrong if wrong.is_empty() => Self::Agrees(empty, true),
                wrong => Self::Contradicts(wrong),
            },
            Number::Several => match engine::solutions_with(puzzle, entries, options).step()? {
                engine::Step::Solution(_) => Self::Agrees(empty, false),
                engine::Step::Exhausted => Self::InNoAnswer,
                engine::Step::Stopped(reason) => Self::Unknown(reason),
            },
        })
    }

    fn line(&self, puzzle: &AnyPuzzle, show: &Show, doubt: Option<&Doubt>) -> String {
        if !show.json {
            let heading = match self {
                Self::Correct => return "Correct".to_owned(),
                Self::Incomplete(..) | Self::Agrees(..) => "Incomplete",
                Self::Unknown(_) => "Unknown",
                _ => "Wrong",
            };
            return format!("{heading}: {}", self.reason(puzzle, MAX_PRINTED));
        }
        let is_correct = self.status() == Status::Yes;
        let mut object = json!({ "puzzle": puzzle.kind().name, "correct": is_correct });
        if !matches!(self, Self::Correct) {
            object["reason"] = json!(self.reason(puzzle, MAX_PRINTED));
        }
        if let Self::Incomplete(empty, _) | Self::Agrees(empty, _) = self {
            object["empty"] = json!(empty);
        }
        match self {
            Self::Contradicts(_) | Self::Agrees(_, true) => object["unique"] = json!(true),
            Self::InNoAnswer | Self::Agrees(_, false) => object["unique"] = json!(false),
            _ => {}
        }
        match (self, doubt) {
            (Self::Contradicts(mistakes), _) | (_, Some(Doubt::Contradicts(mistakes))) => {
                object["mistakes"] = json!(mistakes);
            }
            _ => {}
        }
        if let Some(doubt) = doubt {
            object["note"] = json!(doubt.text());
        }
        object.to_string()
    }

    /// The text after the heading, with at most `most` mistakes.
    fn reason(&self, puzzle: &AnyPuzzle, most: usize) -> String {
        let empty = |number: usize| match (number, puzzle.kind().name) {
            (1, "queens") => "1 queen missing".to_owned(),
            (missing, "queens") => format!("{missing} queens missing"),
            (empty, _) => format!("{} empty", counted(empty, "cell")),
        };
        match self {
            Self::Correct => String::new(),
            Self::Wrong(violation) => violation.to_string(),
            Self::Incomplete(number, _) => format!("no mistakes so far, {}", empty(*number)),
            Self::Agrees(number, true) => {
                format!("all entries are those of the only answer, {}", empty(*number))
            }
            Self::Agrees(number, false) => format!(
                "the puzzle has several answers, and all entries are those of one of them, {}",
                empty(*number)
            ),
            Self::Contradicts(mistakes) => contradiction(mistakes, most),
            Self::InNoAnswer => {
                "the puzzle has several answers, but none with all of these entries".to_owned()
            }
            Self::NoAnswer => {
                "the puzzle has no answer at all: `sator explain` says why".to_owned()
            }
            Self::Unknown(reason) => {
                format!("stopped before the answer was known, {}", because(*reason))
            }
        }
    }

    fn status(&self) -> Status {
        match self {
            Self::Correct | Self::Incomplete(_, true) | Self::Agrees(..) => Status::Yes,
            Self::Unknown(_) => Status::Stopped,
            _ => Status::No,
        }
    }

    /// The word that a summary counts.
    fn class(&self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Incomplete(..) | Self::Agrees(..) => "incomplete",
            Self::Unknown(_) => "unknown",
            _ => "wrong",
        }
    }
}

/// The number of mistakes that are printed; `--json` has them all.
const MAX_PRINTED: usize = 10;

/// `r1c2 is 5: this contradicts the only answer`.
fn contradiction(mistakes: &[String], most: usize) -> String {
    let named = mistakes[..mistakes.len().min(most)].join(", ");
    match mistakes.len().saturating_sub(most) {
        0 if mistakes.len() == 1 => format!("{named}: this contradicts the only answer"),
        0 => format!("{named}: these contradict the only answer"),
        more => format!("{named} and {more} more: these contradict the only answer"),
    }
}

/// The entries that an answer does not have, in words.
fn mistakes(puzzle: &AnyPuzzle, entries: &[Condition], answer: &Solution) -> Vec<String> {
    let rules = puzzle.rules();
    let is_wrong = |entry: &&Condition| (answer[entry.cell] == entry.value) != entry.holds;
    let text = |&Condition { cell, value, .. }: &Condition| match (
        rules.cells().name(cell),
        puzzle.truth_words(),
    ) {
        (CellName::Row(row), _) => format!("a queen stands on r{row}c{value}"),
        (name, Some([no, _])) if value == 0 => format!("{name} is {no}"),
        (name, Some([_, yes])) => format!("{name} is a {yes}"),
        (name, None) => format!("{name} is {}", puzzle.symbol(value)),
    };
    entries.iter().filter(is_wrong).map(text).collect()
}

/// Why entries that break no rule are wrong all the same, as far as a search through few nodes finds
/// out.
enum Doubt {
    /// These entries contradict the only answer.
    Contradicts(Vec<String>),
    /// No answer has all of these entries.
    InNoAnswer,
    /// The puzzle has no answer.
    NoAnswer,
}

impl Doubt {
    fn find(
        puzzle: &AnyPuzzle,
        entries: &[Condition],
        budget: &Budget,
    ) -> Result<Option<Self>, EngineError> {
        if puzzle.board_size().iter().product::<usize>() > MOST_SQUARES
            || engine::probe(puzzle, entries, budget)? != Number::None
        {
            return Ok(None);
        }
        Ok(Some(match engine::probe(puzzle, &[], budget)? {
            Number::One(answer) => Self::Contradicts(mistakes(puzzle, entries, &answer)),
            Number::None => Self::NoAnswer,
            Number::Several | Number::Unknown(_) => Self::InNoAnswer,
        }))
    }

    fn text(&self) -> String {
        match self {
            Self::Contradicts(mistakes) => format!(
                "No rule is broken so far, but {} (--against-answer takes that as a mistake)",
                contradiction(mistakes, MAX_PRINTED)
            ),
            Self::InNoAnswer => {
                "No rule is broken so far, but no answer has all of these entries".to_owned()
            }
            Self::NoAnswer => {
                "The puzzle has no answer at all: `sator explain` says why".to_owned()
            }
        }
    }
}

/// On a board with more squares, stating the rules takes longer than a check may.
const MOST_SQUARES: usize = 5_000;
