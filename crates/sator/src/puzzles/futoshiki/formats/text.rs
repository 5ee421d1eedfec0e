//! The board as it is drawn: rows of cells with signs between them.

use sator_sat::TextError;

use super::super::{Futoshiki, size};
use crate::grid::GridPuzzle;
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::marks::{compared, has_signs, rows};

pub(super) static FORMAT: Format<Futoshiki> = Format::new(
    "text",
    "rows of values with < and > between, ^ and v between the rows",
    |text| match has_signs(text) {
        Some(true) => Confidence::Likely,
        Some(false) => Confidence::Possible,
        None => Confidence::No,
    },
    // A grid without signs is likely another puzzle.
    |text, options| match read(text)? {
        futoshiki if options.is_guess && futoshiki.less.is_empty() => {
            Err(TextError::whole("expected signs between cells, found none"))
        }
        futoshiki => Ok(futoshiki),
    },
)
.printed(|futoshiki| Ok(futoshiki.print()));

pub(in super::super) fn read(text: &str) -> Result<Futoshiki, TextError> {
    let n = size(rows(text))?;
    let grid = compared(text)?;
    let value = |cell: &crate::text::Span<'_>| match cell.text {
        "." | "_" => Ok(None),
        _ => {
            let value = cell.number("'.', '<', '>' or a value", 0..=n)?;
            Ok((value > 0).then_some(value as Value))
        }
    };
    let given = grid.cells.iter().map(value).collect::<Result<_, _>>()?;
    Futoshiki::of_cells(given, grid.less)
}
