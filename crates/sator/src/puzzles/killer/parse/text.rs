//! Our own plain form, as a person would type it.
//!
//! ```text
//! # Lines that say what is unusual may come first: box 2x3, diagonals, alphabet A-I.
//! AABBBCDEF
//! GGHHCCDEF      a map of the cages: the same letter is the same cage, '.' is in none
//! …
//!
//! A 3, B 15      the totals, as many a line as one likes; also A=3 or A: 3
//! C 22, D 4
//!
//! givens         perhaps, and then a grid as for a sudoku
//! 2........
//! …
//! ```
//!
//! Where there are more cages than letters, rows are words with spaces between: `A1 A1 B7 .`

use sator_sat::TextError;

use super::super::super::sudoku::parse::grid;
use super::super::Killer;
use super::totals::{Named, is_sign};
use super::{cages, empty_grid};
use crate::boxes::{BoxShape, LARGEST};
use crate::pieces::{Piece, counted, lines};
use crate::puzzle::Reading;

/// As many lines as are looked at: more than the largest puzzle has, with a line for each total.
const ENOUGH: usize = 2 * LARGEST * LARGEST;

/// The word above given values.
pub(super) const GIVENS: &str = "givens";

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Result<Killer, TextError> {
    let lines: Vec<_> = lines(text).take(ENOUGH).collect();
    let (header, lines) = Header::of(&lines)?;
    let reading = &header.beside(reading)?;
    let rows = map(lines)?;
    let n = rows.len();
    let rest = &lines[n..];
    let is_heading = |line: &Piece<'_>| line.text.trim().eq_ignore_ascii_case(GIVENS);
    let end = rest.iter().position(is_heading).unwrap_or(rest.len());
    let named = Named::of(n, rows.into_iter().flatten())?;
    let drafts = named.with_totals(rest[..end].iter().copied())?;
    let grid = match rest.get(end + 1..) {
        Some(given) => {
            let grid = grid::of_lines(given, reading)?;
            if grid.n() != n {
                let (expected, found) = (counted(n, "row"), grid.n());
                return Err(
                    rest[end].error(format!("expected {expected} of values, found {found}"))
                );
            }
            grid
        }
        None => empty_grid(n, reading)?,
    };
    cages::killer(grid, drafts, header.diagonals)
}

/// Whether a line says what is unusual.
pub(super) fn is_header(line: Piece<'_>) -> bool {
    Header::of(&[line]).is_ok_and(|(_, rest)| rest.is_empty())
}

/// What is said before the map.
#[derive(Default)]
struct Header<'t> {
    box_shape: Option<(Piece<'t>, BoxShape)>,
    alphabet: Option<&'t str>,
    diagonals: bool,
}

impl<'t> Header<'t> {
    /// The header and the lines after it.
    fn of<'l>(lines: &'l [Piece<'t>]) -> Result<(Self, &'l [Piece<'t>]), TextError> {
        let mut header = Self::default();
        for (at, &line) in lines.iter().enumerate() {
            let mut words = line.split(|symbol| !symbol.is_whitespace());
            match (words.next().map(|word| word.text), words.next(), words.next()) {
                (Some("killer"), None, _) => {}
                (Some("diagonals"), None, _) => header.diagonals = true,
                (Some("alphabet"), Some(name), None) => header.alphabet = Some(name.text),
                (Some("box"), Some(shape), None) => {
                    let read = shape.text.parse();
                    let read =
                        read.map_err(|_| shape.unexpected("the shape of a box, such as 2x3"));
                    header.box_shape = Some((shape, read?));
                }
                _ => return Ok((header, &lines[at..])),
            }
        }
        Ok((header, &[]))
    }

    /// What is said in the text and beside it.
    fn beside<'r>(&self, reading: &Reading<'r>) -> Result<Reading<'r>, TextError>
    where
        't: 'r,
    {
        match (self.box_shape, reading.box_shape) {
            (Some((piece, written)), Some(said)) if written != said => {
                Err(piece.error(format!("expected boxes of {said} as said, found {written}")))
            }
            (written, said) => Ok(Reading {
                box_shape: said.or(written.map(|(_, shape)| shape)),
                alphabet: reading.alphabet.or(self.alphabet),
                ..*reading
            }),
        }
    }
}

/// The rows of the map, cut into names: as many as the first is long.
fn map<'t>(lines: &[Piece<'t>]) -> Result<Vec<Vec<Piece<'t>>>, TextError> {
    let Some(first) = lines.first() else {
        return Err(TextError::whole("expected rows of letters for the cages, found nothing"));
    };
    let are_words = words(*first).nth(1).is_some();
    let cut = |line: Piece<'t>| -> Vec<_> {
        if are_words { words(line).collect() } else { line.symbols().collect() }
    };
    // Not more is cut than a row may have.
    let n = if are_words { words(*first).count() } else { first.symbols().count() };
    if n > LARGEST {
        return Err(first.error(format!("expected a row of at most {LARGEST} cells, found {n}")));
    }
    let is_row = |line: &Piece<'_>| {
        !line.text.contains(is_sign) && (are_words || words(*line).nth(1).is_none())
    };
    let rows: Vec<_> = lines.iter().take(n).take_while(|line| is_row(line)).collect();
    if let Some(row) = rows.iter().find(|row| cut(***row).len() != n) {
        let (expected, found) = (counted(n, "cell"), cut(**row).len());
        return Err(row.error(format!("expected a row of {expected}, found {found}")));
    }
    if rows.len() < n {
        let (expected, found) = (counted(n, "row"), rows.len());
        let last = rows.last().map_or(first, |row| *row);
        return Err(last.error(format!("expected {expected} of cages, found {found}")));
    }
    Ok(rows.into_iter().map(|row| cut(*row)).collect())
}

fn words(line: Piece<'_>) -> impl Iterator<Item = Piece<'_>> {
    line.split(|symbol| !symbol.is_whitespace())
}
