//! `check`: checks a filled board.

use std::time::Duration;

use sator_sat::backend::{Budget, StopReason};
use sator_sat::text::counted;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::options::{as_seconds, budget};
use super::{
    Answer, AskError, Asked, Code, Context, Question, Status, Suggestion, Surface, TextName,
    because,
};
use crate::ParseError;
use crate::engine::{self, EngineError, Number, Options};
use crate::model::{CellName, Condition, Solution};
use crate::puzzle::{AnyPuzzle, Violation};
use crate::render::Look;

/// Is this filled board right?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default, rename_all = "kebab-case")]
pub struct Check {
    /// Accept empty cells: only a broken rule is a mistake.
    #[cfg_attr(feature = "clap", arg(long))]
    pub partial: bool,
    /// Solve the puzzle too, and accept entries only if the only answer has them; empty cells are
    /// accepted.
    #[cfg_attr(feature = "clap", arg(long))]
    pub against_answer: bool,
    /// Stop after this time: for reading the files, and for the search of `--against-answer`.
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "SECONDS", value_parser = super::options::seconds)
    )]
    #[serde(with = "as_seconds")]
    pub timeout: Option<Duration>,
}

/// The verdict on a filled board.
#[derive(Debug)]
pub struct Checked {
    puzzle: AnyPuzzle,
    verdict: Verdict,
    /// Why entries that break no rule are wrong all the same.
    doubt: Option<Doubt>,
}

impl Question for Check {
    const VERB: &'static str = "check";
    const MESSAGE: Option<&'static str> = None;
    const PROGRESS: [&'static str; 2] = ["Checking", "solutions"];

    type Answer = Checked;

    fn ask(&self, asked: &Asked, context: &mut Context<'_>) -> Result<Checked, AskError> {
        let missing = || AskError::new(Code::BadRequest, "expected a filled board, found nothing");
        let text = asked.solution.as_deref().ok_or_else(missing)?;
        let (puzzle, accepts_empty) = (&asked.puzzle, self.partial || self.against_answer);
        let in_text = |error| AskError::in_text(TextName::Solution, error);
        let mut verdict = Verdict::of(puzzle, text, accepts_empty).map_err(in_text)?;
        let mut doubt = None;
        if let Verdict::Incomplete(..) = verdict {
            let budget = budget(self.timeout, &context.interrupt);
            let is_one = context.batch_threads.is_none();
            if self.against_answer {
                let entries = puzzle.entries(text).map_err(in_text)?;
                let threads = (!is_one).then_some(1);
                let options = Options { budget, threads, is_single: is_one, ..Options::default() };
                verdict = verdict.against_answer(puzzle, &entries, &options)?;
            } else if is_one {
                let entries = puzzle.entries(text).map_err(in_text)?;
                doubt = Doubt::find(puzzle, &entries, &budget)?;
            }
        }
        Ok(Checked { puzzle: puzzle.clone(), verdict, doubt })
    }
}

impl Answer for Checked {
    fn status(&self) -> Status {
        self.verdict.status()
    }

    fn class(&self) -> &'static str {
        match self.verdict {
            Verdict::Correct => "correct",
            Verdict::Incomplete(..) | Verdict::Agrees(..) => "incomplete",
            Verdict::Unknown(_) => "unknown",
            _ => "wrong",
        }
    }

    fn to_text(&self, _: Look) -> String {
        let heading = match self.verdict {
            Verdict::Correct => return "Correct".to_owned(),
            Verdict::Incomplete(..) | Verdict::Agrees(..) => "Incomplete",
            Verdict::Unknown(_) => "Unknown",
            _ => "Wrong",
        };
        format!("{heading}: {}", self.verdict.reason(&self.puzzle, self.doubt.as_ref()))
    }

    fn to_json(&self) -> Value {
        let (puzzle, verdict) = (&self.puzzle, &self.verdict);
        let is_correct = self.status() == Status::Yes;
        let mut object = json!({ "puzzle": puzzle.kind().name, "correct": is_correct });
        if !matches!(verdict, Verdict::Correct) {
            object["reason"] = json!(verdict.reason(puzzle, self.doubt.as_ref()));
        }
        if let Verdict::Incomplete(empty, _) | Verdict::Agrees(empty, _) = verdict {
            object["empty"] = json!(empty);
        }
        match verdict {
            Verdict::Contradicts(_) | Verdict::Agrees(_, true) => object["unique"] = json!(true),
            Verdict::InNoAnswer | Verdict::Agrees(_, false) => object["unique"] = json!(false),
            _ => {}
        }
        match (verdict, &self.doubt) {
            (Verdict::Contradicts(mistakes), _) | (_, Some(Doubt::Contradicts(mistakes))) => {
                object["mistakes"] = json!(mistakes);
            }
            _ => {}
        }
        if let Some(doubt) = &self.doubt {
            object["note"] = json!(doubt.text());
        }
        object
    }

    fn remarks(&self, surface: Surface) -> Vec<String> {
        let doubt = self.doubt.iter();
        doubt
            .map(|doubt| doubt.text() + &doubt.advice(surface))
            .chain(self.verdict.advice(surface))
            .collect()
    }
}

/// What says why a puzzle has no answer.
fn why_none(surface: Surface) -> String {
    Suggestion::Verb("explain", None, "says why").to_words(surface)
}

/// The result of the plain rules on a filled board, or of a comparison with the answers.
#[derive(Debug)]
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

    /// The text after the heading.
    fn reason(&self, puzzle: &AnyPuzzle, doubt: Option<&Doubt>) -> String {
        let empty = |number: usize| match (number, puzzle.kind().name) {
            (1, "queens") => "1 queen missing".to_owned(),
            (missing, "queens") => format!("{missing} queens missing"),
            (empty, _) => format!("{} empty", counted(empty, "cell")),
        };
        match self {
            Self::Correct => String::new(),
            Self::Wrong(violation) => violation.to_string(),
            Self::Incomplete(number, _) => {
                let what = if doubt.is_some() { "no rule is broken" } else { "no mistakes" };
                format!("{what} so far, {}", empty(*number))
            }
            Self::Agrees(number, true) => {
                format!("all entries are those of the only answer, {}", empty(*number))
            }
            Self::Agrees(number, false) => format!(
                "the puzzle has several answers, and all entries are those of one of them, {}",
                empty(*number)
            ),
            Self::Contradicts(mistakes) => contradiction(mistakes),
            Self::InNoAnswer => {
                "the puzzle has several answers, but none with all of these entries".to_owned()
            }
            Self::NoAnswer => "the puzzle has no answer at all".to_owned(),
            Self::Unknown(reason) => {
                format!("stopped before the answer was known, {}", because(*reason))
            }
        }
    }

    /// What to do about it.
    fn advice(&self, surface: Surface) -> Option<String> {
        matches!(self, Self::NoAnswer).then(|| why_none(surface))
    }

    fn status(&self) -> Status {
        match self {
            Self::Correct | Self::Incomplete(_, true) | Self::Agrees(..) => Status::Yes,
            Self::Unknown(_) => Status::Stopped,
            _ => Status::No,
        }
    }
}

/// The number of mistakes that are printed; `--json` has them all.
const MAX_PRINTED: usize = 10;

/// `r1c2 is 5: this contradicts the only answer`.
fn contradiction(mistakes: &[String]) -> String {
    let named = mistakes[..mistakes.len().min(MAX_PRINTED)].join(", ");
    match mistakes.len().saturating_sub(MAX_PRINTED) {
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
#[derive(Debug)]
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

    /// What to do about it, in brackets.
    fn advice(&self, surface: Surface) -> String {
        match self {
            Self::Contradicts(_) => {
                let takes = Suggestion::Option("against-answer", "takes that as a mistake");
                format!(" ({})", takes.to_words(surface))
            }
            Self::InNoAnswer => String::new(),
            Self::NoAnswer => format!(": {}", why_none(surface)),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Contradicts(mistakes) => {
                format!("No rule is broken so far, but {}", contradiction(mistakes))
            }
            Self::InNoAnswer => {
                "No rule is broken so far, but no answer has all of these entries".to_owned()
            }
            Self::NoAnswer => "The puzzle has no answer at all".to_owned(),
        }
    }
}

/// On a board with more squares, stating the rules takes longer than a check may.
const MOST_SQUARES: usize = 5_000;
