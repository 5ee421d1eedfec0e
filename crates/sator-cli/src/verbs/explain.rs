//! `sator explain` and `sator hint`: the solution step by step, or why there is none.

use std::path::Path;

use sator::ask::{Answer, Question};
use sator::explain::html;

use super::query::{self, Query};
use super::{Item, Outcome, PuzzleVerb, expect_other, for_each, watch_for_interrupt};
use crate::args::{Entries, Explain, ExplanationForm, Hint};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, unless_closed};

pub(crate) fn explain(args: &Explain) -> Outcome {
    let Explain { question, entries, output: file, .. } = args;
    let query = query(question, entries, question.solver.timeout)?;
    let is_page = args.to == Some(ExplanationForm::Html);
    let output = Output::open(file.as_deref())?;
    let mut verb = Explaining { query, file: file.as_deref(), is_page, output };
    let interrupt = watch_for_interrupt();
    let status = for_each(&entries.input, &entries.show, verb.query.timeout, &interrupt, &mut verb);
    if is_page && !verb.output.is_untouched() {
        unless_closed(verb.output.print(html::TAIL))?;
    }
    unless_closed(verb.output.commit())?;
    Ok(status)
}

pub(crate) fn hint(args: &Hint) -> Outcome {
    let Hint { question, entries } = args;
    Ok(query::run(&query(question, entries, question.solver.timeout)?))
}

/// The question about the puzzles that the arguments name, with a player's entries.
fn query<'a, Q: Question>(
    question: &'a Q,
    entries: &'a Entries,
    timeout: Option<std::time::Duration>,
) -> Result<Query<'a, Q>, Failure> {
    let Entries { input, show, progress } = entries;
    let text = progress.as_deref().map(input::text).transpose()?;
    let place = progress.as_deref().map(input::place).unwrap_or_default();
    let progress = text.map(|text| (place, text));
    Ok(Query { question, input, show, timeout, lines: None, progress })
}

struct Explaining<'a> {
    query: Query<'a, sator::ask::Explain>,
    /// The file that is written, if it is not standard output.
    file: Option<&'a Path>,
    /// Whether a page with pictures is written.
    is_page: bool,
    output: Output,
}

impl PuzzleVerb for Explaining<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        if let Some(file) = self.file {
            expect_other(file, item.file)?;
        }
        let explained = query::ask(&self.query, item)?;
        if self.is_page {
            if self.output.is_untouched() {
                self.output.print(&html::head(&item.puzzle.title()))?;
            }
            self.output.print_now(&explained.to_html())?;
            query::print_remarks(&explained, self.query.show);
        } else {
            let is_board = self.prints_boards();
            query::print(&explained, self.query.show, is_board, &mut self.output)?;
        }
        Ok(explained.status())
    }

    fn output(&mut self) -> Option<&mut Output> {
        Some(&mut self.output)
    }

    fn prints_boards(&self) -> bool {
        !self.query.show.json && !self.is_page
    }
}
