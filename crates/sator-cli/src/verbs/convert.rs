//! `sator convert`: prints a puzzle in another format of its kind.

use sator::puzzle::AnyPuzzle;
use serde_json::json;

use super::{Item, Outcome, PuzzleVerb, conclude, for_each, overwrites};
use crate::args::Convert;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;

pub(crate) fn run(args: &Convert) -> Status {
    let output = match Output::open(args.output.as_deref()) {
        Ok(output) => output,
        Err(failure) => return conclude(&args.show, Err(failure.into())),
    };
    let mut conversion = Conversion { args, output, needs_gap: false };
    let status = for_each(&args.input, &args.show, &mut conversion);
    let committed = conversion.output.commit().map(|()| status).map_err(Into::into);
    status.max(conclude(&args.show, committed))
}

struct Conversion<'a> {
    args: &'a Convert,
    output: Output,
    /// Whether a text of several lines was written before.
    needs_gap: bool,
}

impl PuzzleVerb for Conversion<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        if let Some(file) = self.args.output.as_deref().filter(|file| item.is_from(file)) {
            return Err(overwrites(file).into());
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
