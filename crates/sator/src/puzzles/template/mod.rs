//! The pattern for a new puzzle: Latin squares, in one small file.
//!
//! Copy this folder, rename, and follow CONTRIBUTING.md. It is compiled in every build and passes
//! the same tests as the real puzzles, so it cannot go stale. A puzzle that grows gets a file each
//! for parsing, model, check and board, as `queens` has.

use sator_sat::TextError;

use crate::check::latin_violation;
use crate::grid::{GridPuzzle, latin_square};
use crate::kind::{Confidence, Format, Formats, Kind};
use crate::model::{Model, Value};
use crate::puzzle::Violation;
use crate::text::{Span, lines};

/// The registry's entry.
pub static KIND: Kind = Kind {
    aliases: &["latin"],
    ..Kind::new(
        "template",
        "Latin squares: each value once in each row and column",
        &FORMATS,
        "1..\n..2\n...",
    )
};

static FORMATS: Formats<Latin> = Formats::new(&[&GRID]);

/// A format: how to recognise a text, to read it, and to print it. A real puzzle has a file for each.
static GRID: Format<Latin> = Format::new(
    "grid",
    "rows of digits from 1, '.' for an empty cell",
    |_| Confidence::Possible,
    |text, _| Latin::parse(text),
)
.printed(|latin| Ok(latin.print()));

/// An instance: the given values, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Latin {
    n: usize,
    given: Vec<Option<Value>>,
}

// Step 1: parse the text. An instance that is accepted here must never fail later.
impl Latin {
    fn parse(text: &str) -> Result<Self, TextError> {
        let rows: Vec<_> = lines(text).collect();
        let n = rows.len();
        if !(1..=9).contains(&n) {
            return Err(TextError::whole(format!("expected 1 to 9 rows, found {n}")));
        }
        let mut given = Vec::new();
        for row in rows {
            for symbol in row.row(n)? {
                given.push(Self::parse_symbol(n, symbol)?);
            }
        }
        Ok(Self { n, given })
    }

    fn parse_symbol(n: usize, symbol: Span<'_>) -> Result<Option<Value>, TextError> {
        match symbol.text.parse() {
            _ if symbol.text == "." => Ok(None),
            Ok(value) if (1..=n as Value).contains(&value) => Ok(Some(value)),
            _ => Err(symbol.unexpected(&format!("a digit 1-{n} or '.'"))),
        }
    }
}

// Step 2: describe the grid, and state the rules twice: as constraints (`rules`) and plainly
// (`violation`). Answers are read, checked and drawn by shared code; a puzzle that has no values on
// a grid implements `Puzzle` instead.
impl GridPuzzle for Latin {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        format!("{0}×{0} Latin square", self.n)
    }

    fn dimensions(&self) -> [usize; 2] {
        [self.n, self.n]
    }

    fn givens(&self) -> &[Option<Value>] {
        &self.given
    }

    fn rules_key(&self) -> Option<[usize; 3]> {
        Some([self.n, 0, 0])
    }

    fn rules(&self) -> Model {
        latin_square(self.n, 1..=self.n as Value)
    }

    fn violation(&self, value: &dyn Fn(usize) -> Option<Value>) -> Option<Violation> {
        latin_violation(self, value)
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Option<Value>>, TextError> {
        self.read_object_or(text, |text| Ok(Self::parse(text)?.given_rows()))
    }
}
