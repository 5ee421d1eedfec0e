//! The plainest text that reads back as the same instance.

use super::super::{Queens, Square};
use super::json;

/// The number, a board, or letters for regions and a board below; where none of these can say it,
/// JSON. There is no line end at the end.
pub(in super::super) fn print(queens: &Queens) -> String {
    let has_clues = !queens.placed.is_empty() || !queens.blocked.is_empty();
    let board = || rows(queens, |square| symbol(queens, square));
    match &queens.regions {
        _ if !is_drawable(queens) => json::write(queens),
        None if has_clues => board(),
        None => queens.n.to_string(),
        Some(_) if has_clues => format!("{}\n{}", letters(queens), board()),
        Some(_) => letters(queens),
    }
}

/// A square has one symbol, and there are only so many letters.
fn is_drawable(queens: &Queens) -> bool {
    let is_both = |square| queens.blocked.binary_search(square).is_ok();
    let has_letters = queens.regions.is_none() || letter(queens.n - 1).is_some();
    has_letters && !queens.placed.iter().any(is_both)
}

fn symbol(queens: &Queens, square: Square) -> char {
    let is_in = |squares: &[Square]| squares.binary_search(&square).is_ok();
    if is_in(&queens.placed) {
        'Q'
    } else if is_in(&queens.blocked) {
        'x'
    } else {
        '.'
    }
}

fn letters(queens: &Queens) -> String {
    rows(queens, |square| queens.region(square).and_then(letter).unwrap_or('?'))
}

/// `A` to `Z`, then `a` to `z`.
fn letter(region: usize) -> Option<char> {
    ('A'..='Z').chain('a'..='z').nth(region)
}

fn rows(queens: &Queens, symbol: impl Fn(Square) -> char) -> String {
    let row = |row| {
        let symbols = (0..queens.n).map(|column| symbol(Square { row, column }).to_string());
        symbols.collect::<Vec<_>>().join(" ")
    };
    (0..queens.n).map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::tests::queens;
    use super::super::{bare, parse};
    use super::*;
    use crate::puzzle::ParseOptions;

    #[test]
    fn an_instance_is_printed_as_plainly_as_it_can_be() {
        assert_eq!(print(&bare(8)), "8");
        let clues = queens(&["Q.", ".x"]);
        assert_eq!(print(&clues), "Q .\n. x");
        let regions = Some(vec![0, 1, 1, 1]);
        assert_eq!(print(&Queens { regions: regions.clone(), ..bare(2) }), "A B\nB B");
        assert_eq!(print(&Queens { regions, ..clues }), "A B\nB B\nQ .\n. x");
    }

    #[test]
    fn a_square_that_is_placed_and_blocked_is_printed_in_json() {
        let square = Square { row: 0, column: 1 };
        let both = Queens { placed: vec![square], blocked: vec![square], ..bare(4) };
        assert_eq!(print(&both), r#"{"n":4,"queens":[[0,1]],"blocked":[[0,1]]}"#);
    }

    #[test]
    fn more_regions_than_letters_are_printed_in_json() {
        for n in [52, 53] {
            let regions = (0..n * n).map(|index| index % n).collect();
            let queens = Queens { regions: Some(regions), ..bare(n) };
            let text = print(&queens);
            assert_eq!(text.starts_with('{'), n > 52);
            assert_eq!(parse(&text, &ParseOptions::default()), Ok(queens));
        }
    }
}
