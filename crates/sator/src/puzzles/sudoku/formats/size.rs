//! Determines the size of a grid and the shape of its boxes.

use sator_sat::TextError;

use super::super::options::GridOptions;
use crate::boxes::{BoxShape, LARGEST};
use crate::text::Span;

/// The boxes of a grid with `n` rows: those of the options, or the usual ones.
pub(in crate::puzzles) fn shape(n: usize, said: Option<BoxShape>) -> Result<BoxShape, TextError> {
    if n > LARGEST {
        let message = format!("expected at most {LARGEST} rows and columns, found {n}");
        return Err(TextError::whole(message));
    }
    match said {
        Some(shape) if shape.n() == n => Ok(shape),
        Some(shape) => {
            let cells = shape.n();
            let message = format!("boxes of {shape} have {cells} cells, but the grid is {n}×{n}");
            Err(TextError::whole(message))
        }
        None => BoxShape::usual(n).ok_or_else(|| {
            let sizes = list(sizes(1).take(7));
            TextError::whole(format!(
                "expected a size that splits into boxes ({sizes}, …) or the option box, found {n}"
            ))
        }),
    }
}

/// The size of a grid whose cells are all in one line, beginning with `first`.
pub(super) fn of_line(
    first: Span<'_>,
    cells: usize,
    options: &GridOptions<'_>,
) -> Result<usize, TextError> {
    let n = cells.isqrt();
    if n * n == cells && (1..=LARGEST).contains(&n) {
        return Ok(n);
    }
    Err(wrong_count(first, cells, options.box_shape))
}

/// The error for a line that is not a grid: names the nearest size.
fn wrong_count(first: Span<'_>, cells: usize, said: Option<BoxShape>) -> TextError {
    let nearest = sizes(2).min_by_key(|n| (n * n).abs_diff(cells));
    let n = said.map(BoxShape::n).or(nearest).unwrap_or(LARGEST);
    let others = list(sizes(2).filter(|&other| other != n).map(|n| n * n).take(4));
    let others = if said.is_some() { String::new() } else { format!(" (or {others}, …)") };
    let expected = n * n;
    first.error(format!("expected {expected} symbols for {n}×{n}{others}, found {cells}"))
}

/// The sizes that have usual boxes.
fn sizes(least: usize) -> impl Iterator<Item = usize> {
    (least..=LARGEST).filter(|&n| BoxShape::usual(n).is_some())
}

fn list(numbers: impl Iterator<Item = usize>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(n: usize, said: Option<BoxShape>) -> String {
        shape(n, said).unwrap_err().to_string()
    }

    #[test]
    fn boxes_are_as_they_were_said_or_the_usual_ones() {
        let tall = BoxShape::new(3, 2);
        assert_eq!(shape(6, None).ok(), BoxShape::new(2, 3));
        assert_eq!(shape(6, tall).ok(), tall);
        assert_eq!(shape(5, BoxShape::new(1, 5)).ok(), BoxShape::new(1, 5));
    }

    #[test]
    fn a_grid_that_cannot_be_cut_into_the_boxes_is_refused() {
        let expected = "boxes of 2x4 have 8 cells, but the grid is 9×9";
        assert_eq!(error(9, BoxShape::new(2, 4)), expected);
        for n in [0, 2, 3, 5, 7, 31] {
            let expected = format!(
                "expected a size that splits into boxes (1, 4, 6, 8, 9, 10, 12, …) or the option box, \
                 found {n}"
            );
            assert_eq!(error(n, None), expected);
        }
        assert_eq!(error(49, None), "expected at most 36 rows and columns, found 49");
    }

    #[test]
    fn the_number_of_cells_tells_the_size() {
        let word = Span { line: 3, column: 2, text: "" };
        let size = |cells| of_line(word, cells, &GridOptions::default());
        assert_eq!([1, 16, 25, 81, 1296].map(|cells| size(cells).unwrap()), [1, 4, 5, 9, 36]);
        for (cells, expected) in [
            (80, "81 symbols for 9×9 (or 16, 36, 64, 100, …)"),
            (82, "81 symbols for 9×9 (or 16, 36, 64, 100, …)"),
            (255, "256 symbols for 16×16 (or 16, 36, 64, 81, …)"),
            (1369, "1296 symbols for 36×36 (or 16, 36, 64, 81, …)"),
        ] {
            let error = size(cells).unwrap_err().to_string();
            assert_eq!(error, format!("3:2: expected {expected}, found {cells}"));
        }
        let five = GridOptions { box_shape: BoxShape::new(1, 5), ..GridOptions::default() };
        let error = of_line(word, 24, &five).unwrap_err();
        assert_eq!(error.to_string(), "3:2: expected 25 symbols for 5×5, found 24");
    }
}
