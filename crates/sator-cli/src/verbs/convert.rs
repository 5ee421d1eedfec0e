//! `sator convert`: prints a puzzle in another format of its kind.

use sator::puzzle::AnyPuzzle;
use serde_json::json;

use super::{Item, Outcome, PuzzleVerb, expect_other, for_each, watch_for_interrupt};
use crate::args::Convert;
use crate::failure::Failure;
use crate::output::{Output, unless_closed};
use crate::status::Status;

pub(crate) fn run(args: &Convert) -> Outcome {
    let output = Output::open(args.output.as_deref())?;
    let mut conversion = Conversion { args, output, needs_gap: false };
    let status =
        for_each(&args.input, &args.show, args.timeout, &watch_for_interrupt(), &mut conversion);
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
        if let Some(file) = &self.args.output {
            expect_other(file, item.file)?;
        }
        let text = self.text(item.puzzle)?;
        let gap = if self.needs_gap { "\n" } else { "" };
        self.needs_gap = text.contains('\n');
        self.output.print(&format!("{gap}{text}\n"))?;
        Ok(Status::Yes)
    }
}

impl Conversion<'_> {
    fn text(&self, puzzle: &AnyPuzzle) -> Result<String, Failure> {
        let (kind, format) = (puzzle.kind(), &self.args.to);
        let text = kind.print(puzzle.as_ref(), format);
        let text = text.map_err(|error| Failure::plain(error.to_string()))?;
        if self.args.show.json {
            let object = json!({ "puzzle": kind.name, "format": format, "text": text });
            return Ok(object.to_string());
        }
        Ok(text)
    }
}
