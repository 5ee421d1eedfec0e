//! `3x3:a2e9a5b6…`, as in Simon Tatham's collection: the rows and columns of a box, then the cells.
//! A letter is a run of empty cells, `a` one of them and `z` 26; `_` separates two numbers.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::options::GridOptions;
use super::{cut, is_one_line, json, line, refuse_extras, size};
use crate::boxes::BoxShape;
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{Span, counted, lines, with_runs};

pub(super) static FORMAT: Format<Sudoku> = Format::new(
    "tatham",
    "3x3:a2e9a5b6…, a letter for each run of empty cells",
    sniff,
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(|sudoku| {
    refuse_extras(sudoku)?;
    let number = |value: &Option<Value>| value.map(|value| value.to_string());
    let cells = with_runs(&sudoku.given, ('`', 26), "_", number);
    let shape = sudoku.box_shape().ok_or("it has no boxes")?;
    Ok(format!("{shape}:{cells}"))
});

fn sniff(text: &str) -> Confidence {
    match lines(text).next().and_then(|line| shape_and_cells(line.text)) {
        Some((_, _, cells)) if is_one_line(text) && !cells.starts_with(':') => Confidence::Certain,
        Some(_) if is_one_line(text) => Confidence::Possible,
        _ => Confidence::No,
    }
}

/// Whether a line begins with the shape of a box and a colon.
pub(super) fn begins(line: &str) -> bool {
    shape_and_cells(line).is_some()
}

pub(super) fn read(text: &str, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let line = line::only(text)?;
    let Some((rows, columns, cells)) = shape_and_cells(line.text) else {
        return Err(line.unexpected("ROWSxCOLUMNS of a box, a colon and cells"));
    };
    let shape = BoxShape::new(rows, columns).ok_or_else(|| {
        line.error(format!("expected boxes of 1 to 36 cells, found {rows}x{columns}"))
    })?;
    let n = shape.n();
    // An option for the boxes must agree.
    size::shape(n, options.box_shape)?;
    let column = line.text.chars().count() - cells.chars().count() + 1;
    let given = given(Span { column, text: cells, ..line }, n)?;
    let notation = json::notation(options.alphabet, n)?;
    Ok(Sudoku::plain(shape, given, notation))
}

fn shape_and_cells(line: &str) -> Option<(usize, usize, &str)> {
    let (head, cells) = line.split_once(':')?;
    let (rows, columns) = head.trim().split_once('x')?;
    Some((rows.parse().ok()?, columns.parse().ok()?, cells.trim()))
}

/// The values of the cells, row by row.
fn given(cells: Span<'_>, n: usize) -> Result<Vec<Option<Value>>, TextError> {
    let mut given = Vec::new();
    for span in cells.split(cut::is_digit) {
        match span.text.as_bytes() {
            [letter @ b'a'..=b'z'] => {
                given.extend(std::iter::repeat_n(None, usize::from(letter - b'a') + 1));
            }
            [b'0'..=b'9', ..] => given.push(Some(span.number("a number", 1..=n)? as Value)),
            b"_" => {}
            _ => return Err(span.unexpected("a number, a letter a-z or '_'")),
        }
    }
    all_cells(cells, given, n)
}

/// Checks that the number of cells is right.
pub(super) fn all_cells(
    cells: Span<'_>,
    given: Vec<Option<Value>>,
    n: usize,
) -> Result<Vec<Option<Value>>, TextError> {
    if given.len() == n * n {
        return Ok(given);
    }
    let expected = counted(n * n, "cell");
    Err(cells.error(format!("expected {expected} for {n}×{n}, found {}", given.len())))
}

#[cfg(test)]
mod tests {
    use super::super::super::notation::Notation;
    use super::super::tests::read_as;
    use super::*;

    #[test]
    fn a_box_has_its_rows_first() {
        let six = read_as("tatham", "2x3:z_6i");
        assert_eq!((six.box_shape(), six.given[26]), (BoxShape::new(2, 3), Some(6)));
        let sixteen = read_as("tatham", &format!("4x4:16_2{}b", "z".repeat(9) + "r"));
        assert_eq!((sixteen.notation, sixteen.given[0]), (Notation::Numbers, Some(16)));
    }
}
