//! A symbol for each cell, all in a row or broken anywhere, then the totals: `a20,b4,…`. Given
//! values, as many as cells, may come first, and before all the word `killer`.

use sator_sat::TextError;

use super::super::super::sudoku::{Notation, Sudoku};
use super::super::Killer;
use super::totals::Named;
use super::{cages, empty_grid, size_of};
use crate::boxes::LARGEST;
use crate::pieces::{Piece, lines};
use crate::puzzle::ParseOptions;

/// The word that may come first.
pub(super) const HEADING: &str = "killer";

pub(super) fn read(text: &str, reading: &ParseOptions<'_>) -> Result<Killer, TextError> {
    let (mut cells, totals) = parts(text);
    not_too_many(cells.len())?;
    let half = cells.len() / 2;
    let has_given = half.isqrt().pow(2) == half && half * 2 == cells.len() && half > 0;
    let map = cells.split_off(if has_given { half } else { 0 });
    let n = size_of(map.len(), "symbols", reading)?;
    let mut grid = empty_grid(n, reading)?;
    if has_given {
        fill(&mut grid, &cells, reading)?;
    }
    let drafts = Named::of(n, map.into_iter())?.with_totals(totals.into_iter())?;
    cages::killer(grid, drafts, false)
}

fn not_too_many(cells: usize) -> Result<(), TextError> {
    let most = 2 * LARGEST * LARGEST;
    if cells <= most {
        return Ok(());
    }
    Err(TextError::whole(format!(
        "expected at most {most} symbols before the totals, found {cells}"
    )))
}

fn fill(
    grid: &mut Sudoku,
    cells: &[Piece<'_>],
    reading: &ParseOptions<'_>,
) -> Result<(), TextError> {
    let n = grid.n();
    if reading.alphabet.is_none() {
        grid.notation = Notation::FromOne;
    }
    for (value, cell) in grid.given.iter_mut().zip(cells) {
        let read = grid.notation.read(n, cell.text);
        *value = read.map_err(|_| cell.unexpected(&grid.notation.expected(n)))?;
    }
    Ok(())
}

/// The symbols of the cells, and the lines of totals: they begin with the symbol before the first
/// number that a comma follows, or before the last number.
fn parts(text: &str) -> (Vec<Piece<'_>>, Vec<Piece<'_>>) {
    let mut cells = Vec::new();
    let mut totals = Vec::new();
    let is_heading = |line: &Piece<'_>| line.text.trim().eq_ignore_ascii_case(HEADING);
    for line in lines(text).skip_while(is_heading) {
        match begin(line.text) {
            _ if !totals.is_empty() => totals.push(line),
            Some(at) => {
                let (before, after) = line.text.split_at(at);
                cells.extend(Piece { text: before, ..line }.symbols());
                let column = before.chars().count() + 1;
                totals.push(Piece { column, text: after, ..line });
            }
            None => cells.extend(line.symbols()),
        }
    }
    (cells, totals)
}

/// Where totals begin in a line: with a name, and a number or, by a slip, nothing before the comma.
pub(super) fn begin(line: &str) -> Option<usize> {
    let comma = line.find(',');
    let end = comma.unwrap_or(line.trim_end().len());
    let number = line[..end].trim_end_matches(|symbol: char| symbol.is_ascii_digit());
    let has_number = number.len() < end || comma.is_some();
    let name = number.trim_end_matches(['=', ':', ' ']).char_indices().next_back();
    name.filter(|(_, symbol)| has_number && symbol.is_alphanumeric()).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, read_as, same};
    use crate::puzzle::ParseOptions;

    const TOTALS: &str = "a3,b4,c7,d6,e8,f6,g6";

    #[test]
    fn values_may_come_first_and_lines_break_anywhere() {
        let rows = "1...\n..3.\n....\n...2\naabg\nccbg\ndeef\ndeff\n";
        for text in [
            format!("{rows}{TOTALS}"),
            format!("Killer\n{rows}\na3,b4,\nc7, d6,e8 ,f6,\ng6,"),
            format!("{}{TOTALS}", rows.replace('\n', "")),
        ] {
            let killer = read_as("cagemap", &text);
            assert_eq!(killer.cages, same().cages, "{text}");
            assert_eq!(killer.grid.given.iter().flatten().collect::<Vec<_>>(), [&1, &3, &2]);
            assert_eq!(super::super::parse(&text, &ParseOptions::default()), Ok(killer), "{text}");
        }
    }

    #[test]
    fn capital_letters_and_digits_are_cages_as_well() {
        let text = "aA1gCC1gDEEFDEFF a1,A2,14,C7,D6,E8,F6,g6";
        assert_eq!(read_as("cagemap", text).cages.len(), 8);
    }

    #[test]
    fn the_number_of_symbols_is_that_of_a_grid() {
        let expected =
            "expected symbols for a square grid, such as 81, found 15: of 9×9, r2c7 has none";
        assert_eq!(error("cagemap", &format!("aabgccbgdeefdef {TOTALS}")), expected);
        let slip = format!("..............q.aabgccbgdeefdeff {TOTALS}");
        assert_eq!(error("cagemap", &slip), "1:15: expected a digit 1-4 or '.', found 'q'");
        let long = "a".repeat(1_000_000);
        let expected = "expected at most 2592 symbols before the totals, found 1000000";
        assert_eq!(error("cagemap", &long), expected);
        assert_eq!(
            error("cagemap", "aabgccbgdeefdeff a3,b4"),
            "1:4: cage g, at r1c4, has no total"
        );
        for (text, place) in [
            ("aabgccbgdeefdeff a,b4", "1:18"),
            ("aabgccbgdeefdeff\na,b4,c7", "2:1"),
            ("aabgccbgdeefdeff a=,b4", "1:18"),
            ("aabgccbgdeefdeff a3,b,c7", "1:21"),
        ] {
            let name = if place == "1:21" { 'b' } else { 'a' };
            let missing = format!("{place}: expected a total for cage {name}, found none");
            assert_eq!(error("cagemap", text), missing, "{text}");
            assert!(super::super::looks_like(text), "{text}");
        }
    }
}
