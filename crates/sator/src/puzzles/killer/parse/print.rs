//! The text that reads back as the same instance: our own form, which can say everything.

use std::iter::once;

use super::super::super::sudoku::Notation;
use super::super::super::sudoku::parse::print::rows;
use super::super::Killer;
use super::text::GIVENS;
use crate::boxes::BoxShape;
use crate::model::Value;

/// Names of one symbol.
const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// There is no line end at the end.
pub(in super::super) fn print(killer: &Killer) -> String {
    let parts = [header(killer), map(killer), totals(killer), givens(killer)];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n\n")
}

/// What is unusual.
fn header(killer: &Killer) -> String {
    let (n, grid) = (killer.n(), &killer.grid);
    let boxes = (BoxShape::usual(n) != Some(grid.shape)).then(|| format!("box {}", grid.shape));
    let is_clear = grid.notation == Notation::usual(n) && !look_like_symbols(&grid.given, n);
    let alphabet = (!is_clear).then(|| format!("alphabet {}", grid.notation.name(n)));
    let diagonals = killer.diagonals.then(|| "diagonals".to_owned());
    let lines = boxes.into_iter().chain(alphabet).chain(diagonals);
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether numbers are all so small that their rows may as well be symbols.
fn look_like_symbols(given: &[Option<Value>], n: usize) -> bool {
    let mut given = given.iter().flatten().peekable();
    n > 9 && given.peek().is_some() && given.all(|&value| value < 10)
}

/// What the cages are called: a symbol each, or a letter and a number where there are too many.
fn names(count: usize) -> Vec<String> {
    const PER_LETTER: usize = 10;
    let letters = || SYMBOLS.chars().take(26 + 26);
    if count <= SYMBOLS.len() {
        return SYMBOLS.chars().take(count).map(String::from).collect();
    }
    let pairs = letters().flat_map(|letter| (0..PER_LETTER).map(move |i| format!("{letter}{i}")));
    // There are never more cages than cells, 1296 at most.
    let longer = (letters().count() * PER_LETTER..).map(|number| format!("Z{number}"));
    pairs.chain(longer).take(count).collect()
}

fn map(killer: &Killer) -> String {
    let n = killer.n();
    let names = names(killer.cages.len());
    let mut cells = vec!["."; n * n];
    for (cage, name) in killer.cages.iter().zip(&names) {
        for &cell in &cage.cells {
            cells[cell] = name;
        }
    }
    let width = names.iter().map(String::len).max().unwrap_or(1);
    let gap = if width > 1 { " " } else { "" };
    let row = |row: &[&str]| {
        let cells: Vec<_> = row.iter().map(|name| format!("{name:<width$}")).collect();
        cells.join(gap).trim_end().to_owned()
    };
    cells.chunks(n).map(row).collect::<Vec<_>>().join("\n")
}

fn totals(killer: &Killer) -> String {
    const PER_LINE: usize = 10;
    let names = names(killer.cages.len());
    let totals = names.iter().zip(&killer.cages);
    let totals: Vec<_> = totals.map(|(name, cage)| format!("{name} {}", cage.total)).collect();
    totals.chunks(PER_LINE).map(|line| line.join(", ")).collect::<Vec<_>>().join("\n")
}

fn givens(killer: &Killer) -> String {
    if killer.grid.given.iter().all(Option::is_none) {
        return String::new();
    }
    once(GIVENS.to_owned()).chain([rows(&killer.grid)]).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::super::Cage;
    use super::super::tests::same;
    use super::*;

    #[test]
    fn a_map_and_totals_say_it_all() {
        let expected = "AABC\nDDBC\nEFFG\nEFGG\n\nA 3, B 4, C 6, D 7, E 6, F 8, G 6";
        assert_eq!(print(&same()), expected);
    }

    #[test]
    fn what_is_unusual_comes_first_and_what_is_given_last() {
        let mut killer = same();
        killer.cages.truncate(1);
        killer.grid.shape = BoxShape::new(1, 4).unwrap();
        killer.grid.notation = Notation::Letters;
        killer.grid.given[15] = Some(4);
        killer.diagonals = true;
        let expected = "box 1x4\nalphabet A-D\ndiagonals\n\nAA..\n....\n....\n....\n\nA 3\n\n\
                        givens\n....\n....\n....\n...D";
        assert_eq!(print(&killer), expected);
    }

    #[test]
    fn many_cages_have_names_of_a_letter_and_a_number() {
        let symbols = names(62);
        assert_eq!((&*symbols[0], &*symbols[61]), ("A", "9"));
        let words = names(63);
        assert_eq!((&*words[0], &*words[62]), ("A0", "G2"));
        let most = names(1296);
        let mut distinct = most.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 1296);
        let mut killer = same();
        killer.grid.shape = BoxShape::new(3, 3).unwrap();
        killer.grid.given = vec![None; 81];
        killer.cages = (0..81).map(|cell| Cage { total: 5, cells: vec![cell] }).collect();
        let text = print(&killer);
        assert_eq!(text.lines().next(), Some("A0 A1 A2 A3 A4 A5 A6 A7 A8"));
        assert!(text.contains("\nA0 5, A1 5"), "{text}");
    }
}
