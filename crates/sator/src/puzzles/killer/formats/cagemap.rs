//! A symbol for each cell, in one line or broken anywhere, then the totals: `a20,b4,…`. The word
//! `killer` may come first, and then given values, as many as cells.

use sator_sat::TextError;

use super::super::super::sudoku::options::GridOptions;
use super::super::super::sudoku::{Notation, Sudoku};
use super::super::Killer;
use super::text::{is_givens, is_map_with_totals, is_total, names, symbol_map, uncommented};
use super::totals::Named;
use super::{OVERLAPS, cages, empty_grid, has_givens, is_headed, list, only_cages, size_of};
use crate::boxes::LARGEST;
use crate::kind::{Confidence, Format};
use crate::text::{Span, lines, refuse_if};

pub(super) static FORMAT: Format<Killer> = Format::new(
    "cagemap",
    "81 letters, then a20,b4,…; 81 values may come first",
    sniff,
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(print);

fn sniff(text: &str) -> Confidence {
    let has_totals = || lines(text).last().is_some_and(|line| begin(line.text).is_some());
    let is_likely = is_headed(text) || has_totals();
    let confidence = if is_likely { Confidence::Likely } else { Confidence::Possible };
    let is_other = || is_map_with_totals(text) || list::cells(text).is_some();
    confidence.only_if(is_run_on(text) && !is_other())
}

/// Whether cells are not in rows: the first line is longer than a row may be, or as long as a square
/// and alone; or values come before the map.
pub(super) fn is_run_on(text: &str) -> bool {
    let lines = lines(text).map(uncommented).take(2 * LARGEST + 1);
    let lines: Vec<_> = lines.skip(usize::from(is_headed(text))).collect();
    let Some(&first) = lines.first() else { return false };
    let cells = first.text.split_whitespace().next().map_or(0, |word| word.chars().count());
    let is_square = cells > 1 && cells.isqrt().pow(2) == cells;
    let is_alone = first.text.split_whitespace().nth(1).is_none() || first.text.contains(',');
    let is_row = lines.get(1).is_some_and(|&next| !is_total(next, first));
    let is_row = is_row || super::text::is_header(first);
    cells > LARGEST || (is_square && is_alone && !is_row) || values_come_first(&lines)
}

/// As many rows of values as they are long, then as many rows of letters.
fn values_come_first(lines: &[Span<'_>]) -> bool {
    let n = lines.first().map_or(0, |line| line.symbols().count());
    let is_value = |symbol: char| symbol.is_ascii_digit() || symbol == '.';
    let are_values = |line: &Span<'_>| line.text.trim().chars().all(is_value);
    let is_map = |line: &Span<'_>| line.symbols().count() == n && !is_givens(*line);
    let has_letter = |line: &Span<'_>| line.text.contains(char::is_alphabetic);
    let [values, map] = [lines.get(..n), lines.get(n..2 * n)].map(Option::unwrap_or_default);
    n > 0
        && !map.is_empty()
        && values.iter().all(are_values)
        && map.iter().all(is_map)
        && map.iter().any(has_letter)
}

fn print(killer: &Killer) -> Result<String, String> {
    const LETTERS: usize = 26 + 26;
    only_cages(killer)?;
    refuse_if(&[
        (killer.has_overlaps(), OVERLAPS),
        (killer.has_diagonals(), "it has diagonals"),
        (killer.cages().len() > LETTERS, "it has more cages than there are letters"),
    ])?;
    let cell = |value: &Option<i32>| value.map_or(".".to_owned(), |it| Notation::FromOne.text(it));
    let given = killer.given.iter().map(cell).collect::<String>() + "\n";
    let given = if has_givens(killer) { given } else { String::new() };
    let totals = names(killer.cages().len()).into_iter().zip(killer.cages());
    let totals: Vec<_> = totals.map(|(name, cage)| format!("{name}{}", cage.total)).collect();
    Ok(format!("{given}{}\n{}", symbol_map(killer).concat(), totals.join(",")))
}

/// The word that may come first.
pub(super) const HEADING: &str = "killer";

fn read(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    let (mut cells, totals) = parts(text);
    not_too_many(cells.len())?;
    let half = cells.len() / 2;
    let has_given = half.isqrt().pow(2) == half && half * 2 == cells.len() && half > 0;
    let map = cells.split_off(if has_given { half } else { 0 });
    let n = size_of(map.len(), "symbols", options)?;
    let mut grid = empty_grid(n, options)?;
    if has_given {
        fill(&mut grid, &cells, options)?;
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

fn fill(grid: &mut Sudoku, cells: &[Span<'_>], options: &GridOptions<'_>) -> Result<(), TextError> {
    let n = grid.n();
    if options.alphabet.is_none() {
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
fn parts(text: &str) -> (Vec<Span<'_>>, Vec<Span<'_>>) {
    let mut cells = Vec::new();
    let mut totals = Vec::new();
    let is_heading = |line: &Span<'_>| line.text.trim().eq_ignore_ascii_case(HEADING);
    for line in lines(text).skip_while(is_heading) {
        match begin(line.text) {
            _ if !totals.is_empty() => totals.push(line),
            Some(at) => {
                let (before, after) = line.text.split_at(at);
                cells.extend(Span { text: before, ..line }.symbols());
                let column = before.chars().count() + 1;
                totals.push(Span { column, text: after, ..line });
            }
            None => cells.extend(line.symbols()),
        }
    }
    (cells, totals)
}

/// The index at which totals begin in a line: at a name followed by a number or, by a slip, by
/// nothing before the comma.
fn begin(line: &str) -> Option<usize> {
    let comma = line.find(',');
    let end = comma.unwrap_or(line.trim_end().len());
    let number = line[..end].trim_end_matches(|symbol: char| symbol.is_ascii_digit());
    let has_number = number.len() < end || comma.is_some();
    let name = number.trim_end_matches(['=', ':', ' ']).char_indices().next_back();
    name.filter(|(_, symbol)| has_number && symbol.is_alphanumeric()).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::super::FORMATS;
    use super::super::tests::error;
    use crate::kind::{Confidence, FormatTable};

    const TOTALS: &str = "a3,b4,c7,d6,e8,f6,g6";

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
            assert!(FORMATS.sniff(text) >= Confidence::Likely, "{text}");
        }
    }
}
