//! `sator convert`: prints a puzzle in another format of its kind.

use sator::ask::{Answer as _, Question as _};

use super::query::text_of;
use super::{Item, Outcome, PuzzleVerb, expect_other, for_each, watch_for_interrupt};
use crate::args::Convert;
use crate::failure::Failure;
use crate::output::{Output, unless_closed};

pub(crate) fn run(args: &Convert) -> Outcome {
    let Convert { input, question, output, show } = args;
    let output = Output::open(output.as_deref())?;
    let mut conversion = Conversion { args, output, needs_gap: false };
    let interrupt = watch_for_interrupt();
    let status = for_each(input, show, question.timeout, &interrupt, &mut conversion);
    unless_closed(conversion.output.commit())?;
    Ok(status)
}

struct Conversion<'a> {
    args: &'a Convert,
    output: Output,
    /// Whether a text of several lines was written before.
    needs_gap: bool,
}

impl PuzzleVerb for Conversion<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let Convert { question, output, show, .. } = self.args;
        if let Some(file) = output {
            expect_other(file, item.file)?;
        }
        let converted = question.ask(&item.asked(), &mut item.context(show, &mut |_| ()));
        let converted = converted.map_err(Failure::from)?;
        let text = text_of(&converted, show, &self.output);
        let gap = if self.needs_gap { "\n" } else { "" };
        self.needs_gap = text.contains('\n');
        self.output.print(&format!("{gap}{text}\n"))?;
        Ok(converted.status())
    }
}
