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
    let mut grid = empty_grid(n, reading)?;
    let rest = &lines[n..];
    let is_heading = |line: &Piece<'_>| line.text.trim().eq_ignore_ascii_case(GIVENS);
    let end = rest.iter().position(is_heading).unwrap_or(rest.len());
    let named = Named::of(n, rows.into_iter().flatten())?;
    let drafts = named.with_totals(rest[..end].iter().copied())?;
    if let Some(given) = rest.get(end + 1..) {
        grid = grid::of_lines(given, reading)?;
        if grid.n() != n {
            let (expected, found) = (counted(n, "row"), grid.n());
            return Err(rest[end].error(format!("expected {expected} of values, found {found}")));
        }
    }
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

#[cfg(test)]
mod tests {
    use super::super::super::super::sudoku::Notation;
    use super::super::tests::{error, read_as, same};
    use super::*;

    const FOUR: &str = "AABG\nCCBG\nDEEF\nDEFF\nA 3, B 4, C 7, D 6, E 8, F 6, G 6\n";

    #[test]
    fn cells_may_be_in_no_cage() {
        let killer = read_as("text", "..A.\n..A.\n....\n....\nA 5");
        assert_eq!(killer.cages.len(), 1);
        assert_eq!((killer.cages[0].total, &*killer.cages[0].cells), (5, &[2, 6][..]));
    }

    #[test]
    fn values_may_be_given() {
        let killer = read_as("text", &format!("{FOUR}givens\n1...\n..3.\n....\n...2"));
        assert_eq!(killer.cages, same().cages);
        let given: Vec<_> = killer.grid.given.iter().flatten().collect();
        assert_eq!(given, [&1, &3, &2]);
        let framed = "GIVENS\n+--+--+\n|1.|..|\n|..|3.|\n+--+--+\n|..|..|\n|..|.2|\n+--+--+";
        assert_eq!(read_as("text", &format!("{FOUR}{framed}")), killer);
    }

    #[test]
    fn what_is_unusual_is_said_before_the_map() {
        let text = format!(
            "killer\nbox 4x1\ndiagonals\nalphabet A-D\n{FOUR}givens\nA...\n....\n....\n...D"
        );
        let killer = read_as("text", &text);
        assert_eq!(killer.grid.shape.to_string(), "4x1");
        assert!(killer.diagonals);
        assert_eq!(killer.grid.notation, Notation::Letters);
        assert_eq!(killer.grid.given[15], Some(4));
    }

    #[test]
    fn what_is_said_twice_is_said_the_same() {
        let said = Reading { box_shape: BoxShape::new(2, 2), ..Reading::in_format("text") };
        let error = super::read(&format!("box 4x1\n{FOUR}"), &said).unwrap_err().to_string();
        assert_eq!(error, "1:5: expected boxes of 2x2 as said, found 4x1");
        assert!(super::read(&format!("box 2x2\n{FOUR}"), &said).is_ok());
    }

    #[test]
    fn rows_are_as_many_as_they_are_long() {
        assert_eq!(
            error("text", "AABB\nAAB\nCCCC\nCCCC\nA 3"),
            "2: expected a row of 4 cells, found 3"
        );
        assert_eq!(error("text", "AABB\nAABB\nCCCC\nA 3"), "3: expected 4 rows of cages, found 3");
        assert_eq!(
            error("text", "A A\nA B\nA 3"),
            "expected a size that splits into boxes (1, 4, 6, 8, 9, 10, 12, …) or --box, found 2"
        );
        assert_eq!(error("text", ""), "expected rows of letters for the cages, found nothing");
        assert_eq!(
            error("text", "diagonals"),
            "expected rows of letters for the cages, found nothing"
        );
        let wide = "A".repeat(1_000_000);
        assert_eq!(error("text", &wide), "1: expected a row of at most 36 cells, found 1000000");
    }

    #[test]
    fn what_names_no_cage_is_shown_in_its_place() {
        let text = "AABB\nAA?B\nCCCC\nCCCC\nA 3";
        assert_eq!(error("text", text), "2:3: expected the name of a cage or '.', found '?'");
    }

    #[test]
    fn a_slip_in_the_header_or_the_givens_is_shown_in_its_place() {
        let text = format!("box 2by2\n{FOUR}");
        assert_eq!(
            error("text", &text),
            "1:5: expected the shape of a box, such as 2x3, found '2by2'"
        );
        let text = format!("{FOUR}givens\n1...\n..5.\n....\n....");
        assert_eq!(error("text", &text), "8:3: expected a digit 1-4 or '.', found '5'");
        let text = format!("{FOUR}givens\n1..\n...\n...");
        assert_eq!(
            error("text", &text),
            "expected a size that splits into boxes (1, 4, 6, 8, 9, 10, 12, …) or --box, found 3"
        );
        let text = format!("{FOUR}givens\n{}", "......\n".repeat(6));
        assert_eq!(error("text", &text), "6: expected 4 rows of values, found 6");
        assert_eq!(
            error("text", &format!("{FOUR}givens")),
            "expected rows of symbols, found nothing"
        );
    }
}
