//! `n=4; m=2; row=[1,4]; col=[1,4];`: the data file of blocked queens, from 1.

use std::collections::HashMap;

use sator_sat::TextError;

use super::super::{LARGEST, Queens, Square};
use super::{bare, content, number, refuse_unless_plain};
use crate::kind::{Confidence, Format};
use crate::text::{Cursor, Span, counted, lines, refuse_if};

pub(super) static FORMAT: Format<Queens> = Format::new(
    "minizinc",
    "n=4; m=1; row=[1]; col=[1];, blocked squares from 1",
    sniff,
    |text, _| read(text),
)
.printed(print);

fn sniff(text: &str) -> Confidence {
    let text = content(text);
    let is_meant = text.split_whitespace().collect::<String>().contains("n=");
    let confidence = if is_meant { Confidence::Likely } else { Confidence::Possible };
    confidence.only_if(text.contains('=') && !text.starts_with(['{', '[']) && !text.contains('('))
}

fn print(queens: &Queens) -> Result<String, String> {
    refuse_unless_plain(queens)?;
    refuse_if(&[(!queens.placed.is_empty(), "it has queens, not only blocked squares")])?;
    let list = |number: fn(&Square) -> usize| {
        let numbers: Vec<_> = queens.blocked.iter().map(|at| number(at) + 1).collect();
        serde_json::json!(numbers).to_string()
    };
    let (n, m) = (queens.n, queens.blocked.len());
    let [rows, columns] = [list(|at| at.row), list(|at| at.column)];
    Ok(format!("n={n}; m={m}; row={rows}; col={columns};"))
}

fn read(text: &str) -> Result<Queens, TextError> {
    let data = Data::read(text)?;
    let mut queens = bare(data.size()?);
    let (rows, columns) = data.blocked()?;
    for (row, column) in rows.iter().zip(columns) {
        queens.blocked.push(Square {
            row: row.number("a row", 1..=queens.n)? - 1,
            column: column.number("a column", 1..=queens.n)? - 1,
        });
    }
    if !rows.is_empty() {
        queens.notes.push("row and col are read as blocked squares".to_owned());
    }
    Ok(queens)
}

/// The values assigned to each name; a number is a list of one.
struct Data<'t> {
    values: HashMap<&'t str, Vec<Span<'t>>>,
}

impl<'t> Data<'t> {
    fn read(text: &'t str) -> Result<Self, TextError> {
        const NAMES: &str = "n, m, row or col";
        let mut cursor = Cursor::over(lines(text).map(Span::uncommented).flat_map(Span::words));
        let mut values = HashMap::new();
        while cursor.peek().is_some() {
            let name = cursor.take(NAMES)?;
            cursor.expect("=")?;
            let value = match name.text {
                "n" | "m" => vec![cursor.take("a number")?],
                "row" | "col" => {
                    cursor.expect("[")?;
                    cursor.list(|cursor| cursor.take("a number"))?
                }
                _ => return Err(name.unexpected(NAMES)),
            };
            if values.insert(name.text, value).is_some() {
                return Err(name.error(format!("expected {} once, found it twice", name.text)));
            }
            // The last semicolon is optional.
            if cursor.peek().is_some() {
                cursor.expect(";")?;
            }
        }
        Ok(Self { values })
    }

    fn list(&self, name: &str) -> &[Span<'t>] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    fn size(&self) -> Result<usize, TextError> {
        match self.list("n") {
            [n] => number::size(n.text).map_err(|message| n.error(message)),
            _ => Err(TextError::whole("expected n, the size of the board, found none")),
        }
    }

    /// Rows and columns, both of the length `m`.
    fn blocked(&self) -> Result<(&[Span<'t>], &[Span<'t>]), TextError> {
        let [rows, columns] = ["row", "col"].map(|name| self.list(name));
        let m = match self.list("m") {
            [m] => m.number("the number of blocked squares", 0..=LARGEST * LARGEST)?,
            _ => rows.len(),
        };
        for (name, list) in [("row", rows), ("col", columns)] {
            if list.len() != m {
                let expected = counted(m, "number");
                let found = list.len();
                let message = format!("expected {expected} in {name}, found {found}");
                return Err(TextError::whole(message));
            }
        }
        Ok((rows, columns))
    }
}
