//! `sudoku/9/9/…`, as in the addresses of puzz.link: columns, rows, then the cells. A hexadecimal
//! digit is a value, `-` begins one of two digits, and `g` to `z` are runs of 1 to 20 empty cells.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::options::GridOptions;
use super::{is_one_line, json, line, refuse_extras, size, tatham};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{Span, lines, with_runs};

pub(super) static FORMAT: Format<Sudoku> = Format::new(
    "puzzlink",
    "sudoku/9/9/…, or a whole address of puzz.link",
    |text| {
        let is_one = is_one_line(text) && lines(text).any(|line| is_in(line.text));
        Confidence::Certain.only_if(is_one)
    },
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(|sudoku| {
    refuse_extras(sudoku)?;
    Ok(print(sudoku))
});

fn print(sudoku: &Sudoku) -> String {
    let number = |value: &Option<Value>| {
        value.map(|value| format!("{}{value:x}", if value > 15 { "-" } else { "" }))
    };
    format!("{NAME}{0}/{0}/{1}", sudoku.n(), with_runs(&sudoku.given, ('f', 20), "", number))
}

/// The text before the size in every address.
const NAME: &str = "sudoku/";

/// Whether a line has the name and something after it.
pub(super) fn is_in(line: &str) -> bool {
    line.contains(NAME)
}

pub(super) fn read(text: &str, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let line = line::only(text)?;
    let expected = "sudoku/COLUMNS/ROWS/ and cells";
    let after = line.text.split_once(NAME).map(|(_, after)| after.trim_end());
    let after = after.ok_or_else(|| line.unexpected(expected))?;
    let parts: Vec<_> = after.splitn(3, '/').collect();
    let [columns, rows, cells] = parts[..] else { return Err(line.unexpected(expected)) };
    let n = match (columns.parse::<usize>(), rows.parse::<usize>()) {
        (Ok(columns), Ok(rows)) if columns == rows => rows,
        _ => {
            let message = format!("expected as many rows as columns, found {columns}/{rows}");
            return Err(line.error(message));
        }
    };
    let shape = size::shape(n, options.box_shape)?;
    let before = line.text.trim_end().chars().count() - cells.chars().count();
    let given = given(Span { column: before + 1, text: cells, ..line }, n)?;
    let notation = json::notation(options.alphabet, n)?;
    Ok(Sudoku::plain(shape, given, notation))
}

/// The values of the cells, row by row.
fn given(cells: Span<'_>, n: usize) -> Result<Vec<Option<Value>>, TextError> {
    let mut given = Vec::new();
    let mut symbols = cells.symbols();
    while let Some(symbol) = symbols.next() {
        match symbol.text.as_bytes() {
            [letter @ b'g'..=b'z'] => {
                given.extend(std::iter::repeat_n(None, usize::from(letter - b'g') + 1));
            }
            // The site's sign for an unknown value.
            b"." => given.push(None),
            b"-" => {
                let digits = [symbols.next(), symbols.next()].into_iter().flatten();
                let digits: String = digits.map(|digit| digit.text).collect();
                let number = if digits.len() == 2 { digits } else { format!("-{digits}") };
                given.push(Some(value(symbol, &number, n)?));
            }
            _ => given.push(Some(value(symbol, symbol.text, n)?)),
        }
    }
    tatham::all_cells(cells, given, n)
}

fn value(place: Span<'_>, digits: &str, n: usize) -> Result<Value, TextError> {
    let number = usize::from_str_radix(digits, 16).ok();
    let number = number.filter(|number| (1..=n).contains(number));
    number.map(|number| number as Value).ok_or_else(|| {
        let found = Span { text: digits, ..place };
        found.unexpected(&format!("a hexadecimal number from 1 to {n:x}, or g-z"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_as;

    #[test]
    fn two_digits_follow_a_dash() {
        let text = format!("sudoku/16/16/f-10{}g", "z".repeat(12) + "s");
        let sixteen = read_as("puzzlink", &text);
        assert_eq!(sixteen.given[..3], [Some(15), Some(16), None]);
    }
}
