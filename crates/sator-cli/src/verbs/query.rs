//! Verbs that ask a question about each puzzle: the answer is printed alone, or as a line of a batch.

use std::path::Path;
use std::time::Duration;

use sator::ParseError;
use sator::ask::cross_check::CrossCheck;
use sator::ask::{
    Answer, AskError, Asked, Context, Event, Explanation, Question, Status, Surface, TextName,
};

use super::batch::{self, Batch, LineAnswer, LineError};
use super::{Flow, Item, Outcome, PuzzleVerb, Run, for_each, watch_for_interrupt};
use crate::args::{Input, Show};
use crate::disagreement;
use crate::failure::Failure;
use crate::input::Many;
use crate::output::{Output, WriteError};
use crate::progress::Progress;

/// A question about each of the puzzles that the arguments name.
pub(super) struct Query<'a, Q> {
    pub(super) question: &'a Q,
    pub(super) input: &'a Input,
    pub(super) show: &'a Show,
    /// The time for one puzzle.
    pub(super) timeout: Option<Duration>,
    /// How many puzzles of a list are answered at once, a line each, and whether figures are printed at
    /// the end; `None` if answers are boards.
    pub(super) lines: Option<(usize, bool)>,
    /// The place and the text of a partly filled board.
    pub(super) progress: Option<(String, String)>,
}

/// Answers a question for all puzzles that the arguments name.
pub(super) fn run<Q: Question>(query: &Query<'_, Q>) -> Status {
    let mut answering = Answering { query, output: Output::standard() };
    let interrupt = watch_for_interrupt();
    for_each(query.input, query.show, query.timeout, &interrupt, &mut answering)
}

/// Asks about one puzzle, and shows what is known before the answer.
pub(super) fn ask<Q: Question>(
    query: &Query<'_, Q>,
    item: &Item<'_>,
) -> Result<Q::Answer, Failure> {
    let show = query.show;
    query.question.refuse(item.puzzle).map_or(Ok(()), Err)?;
    if let Some(message) = Q::MESSAGE {
        show.note(&format!("{message} {}...", item.puzzle.title()));
    }
    let [activity, things] = Q::PROGRESS;
    let mut progress = Progress::start(show, activity, things);
    let mut take = |event| match event {
        Event::Progress { number, share, .. } => progress.search(number, share),
        Event::Note { note } => progress.suspend(|| show.note(&note)),
        _ => {}
    };
    let mut context = item.context(show, &mut take);
    let text = query.progress.as_ref().map(|(_, text)| text.clone());
    let asked = Asked { progress: text, ..item.asked() };
    let answer = query.question.ask(&asked, &mut context);
    answer.map_err(|error| match (&query.progress, error.text) {
        (Some((place, _)), Some(TextName::Progress)) => Failure::at(place, error.error),
        _ => error.into(),
    })
}

/// The text or the object of an answer.
pub(super) fn text_of(answer: &impl Answer, show: &Show, output: &Output) -> String {
    if show.json { answer.to_json().to_string() } else { answer.to_text(output.look(show)) }
}

/// Prints what stands beside an answer.
pub(super) fn print_remarks(answer: &impl Answer, show: &Show) {
    for remark in answer.remarks(Surface::CommandLine) {
        show.note(&remark);
    }
    if let Some(failure) = answer.cross_check().and_then(CrossCheck::failure) {
        show.complain(&Failure::plain(failure));
    }
    if let Some(statistics) = answer.statistics() {
        show.note(statistics.text().trim_end());
    }
}

/// Prints why there is no answer.
pub(super) fn print_why(why: &Explanation, show: &Show) {
    why.remarks(Surface::CommandLine).iter().for_each(|remark| show.note(remark));
}

/// Prints the result of a second search.
pub(super) fn print_cross_check(cross_check: &CrossCheck, show: &Show) {
    cross_check.remarks().iter().for_each(|remark| show.note(remark));
    if let Some(failure) = cross_check.failure() {
        show.complain(&Failure::plain(failure));
    }
}

/// Prints an answer, as text after a blank line if it has several lines, and what stands beside it.
pub(super) fn print(
    answer: &impl Answer,
    show: &Show,
    is_board: bool,
    output: &mut Output,
) -> Result<(), WriteError> {
    let gap = if is_board { output.gap() } else { "" };
    output.print_now(&format!("{gap}{}\n", text_of(answer, show, output)))?;
    print_remarks(answer, show);
    Ok(())
}

struct Answering<'a, Q> {
    query: &'a Query<'a, Q>,
    output: Output,
}

impl<Q: Question> PuzzleVerb for Answering<'_, Q> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let answer = ask(self.query, item)?;
        print(&answer, self.query.show, self.prints_boards(), &mut self.output)?;
        Ok(answer.status())
    }

    fn many(&mut self, many: Many, file: Option<&Path>, run: &mut Run<'_>) -> Flow {
        let Some((threads, stats)) = self.query.lines else {
            return run.one_by_one(many, file, self);
        };
        let batch = Batch { many, partner: None, threads, stats };
        batch::run(batch, run, &mut self.output, &|item, _| {
            Ok(line_of(&ask_in_batch(self.query.question, item, self.query.show)?, self.query.show))
        })
    }

    fn output(&mut self) -> Option<&mut Output> {
        Some(&mut self.output)
    }

    fn prints_boards(&self) -> bool {
        self.query.lines.is_none() && !self.query.show.json
    }
}

/// Asks about a puzzle of a batch. A question that its kind does not have makes the line invalid.
pub(super) fn ask_in_batch<Q: Question>(
    question: &Q,
    item: &Item<'_>,
    show: &Show,
) -> Result<Q::Answer, LineError> {
    if let Some(error) = question.refuse(item.puzzle) {
        return Err(LineError::Invalid(error.into()));
    }
    let mut ignore = |_| ();
    let answer = question.ask(&item.asked(), &mut item.context(show, &mut ignore));
    Ok(answer?)
}

/// An answer as a line of a batch.
pub(super) fn line_of(answer: &impl Answer, show: &Show) -> LineAnswer {
    let text = if show.json { answer.to_json().to_string() } else { answer.to_line() };
    LineAnswer {
        text,
        status: answer.status(),
        class: answer.class(),
        remarks: Vec::new(),
        cross_check: answer.cross_check().cloned(),
        report: answer.report().cloned(),
    }
}

impl Item<'_> {
    /// The puzzle as it is asked about.
    pub(super) fn asked(&self) -> Asked {
        Asked { parse_time: self.parse_time, ..Asked::new(self.puzzle.clone()) }
    }

    /// What surrounds a question about it.
    pub(super) fn context<'c>(&self, show: &Show, take: &'c mut dyn FnMut(Event)) -> Context<'c> {
        let mut context = Context::new(self.interrupt.clone(), take);
        context.is_one_of_many = self.is_one_of_many;
        context.batch_threads = self.batch_threads;
        context.wants_reasons = show.json || !show.quiet;
        context
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        if let Some(disagreement) = &error.disagreement {
            return Self::plain(disagreement::keep(disagreement, Path::new(".")));
        }
        let AskError { error, suggestion, .. } = error;
        let message = match suggestion {
            Some(it) => format!("{}: {}", error.message, it.to_words(Surface::CommandLine)),
            None => error.message,
        };
        Self::unplaced(ParseError { message, ..error })
    }
}
