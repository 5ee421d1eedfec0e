//! Checks the rules of minesweeper, independently of the model.

use super::board::symbol;
use super::{Minesweeper, Square};
use crate::puzzle::{Allows, Known, Violation};
use crate::text::counted;

/// Checks an answer: 1 for a mine and 0 for none, for each hidden square that a clue restricts.
pub(super) fn answer(board: &Minesweeper, values: &[i32]) -> Result<(), Violation> {
    let restricted = restricted(board);
    let expected = restricted.iter().filter(|is_restricted| **is_restricted).count();
    if expected != values.len() {
        let expected = counted(expected, "hidden square");
        let message = format!("clues restrict {expected}, but there are {} values", values.len());
        return Err(Violation(message));
    }
    let mut values = values.iter();
    let mut filled = board.squares.clone();
    for (square, _) in filled.iter_mut().zip(restricted).filter(|(_, is_restricted)| *is_restricted)
    {
        *square = if values.next() == Some(&1) { Square::Mine } else { Square::Safe };
    }
    wrong_clue(board, &filled).map_or(Ok(()), Err)
}

/// The clues about one hidden square: the numbers beside it and the total.
pub(super) fn allows(board: &Minesweeper) -> Allows<'_> {
    let restricted = restricted(board);
    let hidden: Vec<_> = (0..restricted.len()).filter(|&index| restricted[index]).collect();
    let mut cells = vec![None; restricted.len()];
    hidden.iter().enumerate().for_each(|(cell, &index)| cells[index] = Some(cell));
    Box::new(move |cell: usize, value: Known<'_>| {
        let content = |index: usize| match cells[index].and_then(value) {
            Some(1) => Square::Mine,
            Some(_) => Square::Safe,
            None => board.squares[index],
        };
        let has_room = |number: usize, squares: &mut dyn Iterator<Item = usize>| {
            Mines::among(squares.map(content)).allow(number)
        };
        let mut numbers =
            touching(board, hidden[cell]).filter_map(|index| match board.squares[index] {
                Square::Number(number) => Some((index, usize::from(number))),
                _ => None,
            });
        numbers.all(|(index, number)| has_room(number, &mut touching(board, index)))
            && board.mines.is_none_or(|total| has_room(total, &mut (0..board.squares.len())))
    })
}

/// The first clue that the known squares violate by themselves.
pub(super) fn contradiction(board: &Minesweeper) -> Option<Violation> {
    wrong_clue(board, &board.squares)
}

/// The first number, or the total, of a board that does not fit these squares.
fn wrong_clue(board: &Minesweeper, filled: &[Square]) -> Option<Violation> {
    wrong_numbers(board, &board.squares, filled).or_else(|| wrong_total(board, filled))
}

/// The first of the numbers shown that does not fit these squares.
fn wrong_numbers(board: &Minesweeper, shown: &[Square], filled: &[Square]) -> Option<Violation> {
    shown.iter().enumerate().find_map(|(index, square)| match square {
        Square::Number(number) => wrong_number(board, filled, index, usize::from(*number)),
        _ => None,
    })
}

/// The squares that touch one, also at a corner: they are at most a row and a column away.
fn touching(board: &Minesweeper, index: usize) -> impl Iterator<Item = usize> + use<> {
    let (rows, columns) = (board.rows, board.columns);
    let (row, column) = (index / columns, index % columns);
    let near = |at: usize, end: usize| at.saturating_sub(1)..=(at + 1).min(end - 1);
    let across = near(column, columns);
    let squares = near(row, rows).flat_map(move |row| across.clone().map(move |at| (row, at)));
    squares.filter(move |it| *it != (row, column)).map(move |(row, at)| row * columns + at)
}

/// Whether each square is hidden and either touches a number or counts for the total.
fn restricted(board: &Minesweeper) -> Vec<bool> {
    let mut restricted = vec![board.mines.is_some(); board.squares.len()];
    for (index, square) in board.squares.iter().enumerate() {
        if matches!(square, Square::Number(_)) {
            touching(board, index).for_each(|other| restricted[other] = true);
        }
    }
    let squares = restricted.iter().zip(&board.squares);
    squares.map(|(is_restricted, square)| *is_restricted && *square == Square::Hidden).collect()
}

/// The number of known mines, and of squares that may have one.
#[derive(Default)]
struct Mines {
    known: usize,
    hidden: usize,
}

impl Mines {
    fn among(squares: impl Iterator<Item = Square>) -> Self {
        squares.fold(Self::default(), |mines, square| match square {
            Square::Mine => Self { known: mines.known + 1, ..mines },
            Square::Hidden => Self { hidden: mines.hidden + 1, ..mines },
            Square::Number(_) | Square::Safe => mines,
        })
    }

    /// Whether the total may be `number`.
    fn allow(&self, number: usize) -> bool {
        (self.known..=self.known + self.hidden).contains(&number)
    }

    /// A description of the mines, if they do not allow the number.
    fn unless(&self, number: usize) -> Option<String> {
        let Self { known, hidden } = *self;
        if self.allow(number) {
            return None;
        }
        Some(match (known, hidden) {
            (known, 0) => known.to_string(),
            (known, _) if number < known => format!("{known} already"),
            (0, hidden) => format!("only {}", counted(hidden, "hidden square")),
            (known, hidden) => format!("only {known} and {}", counted(hidden, "hidden square")),
        })
    }
}

fn wrong_number(
    board: &Minesweeper,
    filled: &[Square],
    index: usize,
    number: usize,
) -> Option<Violation> {
    let around = Mines::among(touching(board, index).map(|other| filled[other]));
    let found = around.unless(number)?;
    let (name, number) = (board.name(index), counted(number, "mine"));
    Some(Violation(format!("{name} should touch {number}, but touches {found}")))
}

fn wrong_total(board: &Minesweeper, filled: &[Square]) -> Option<Violation> {
    let total = board.mines?;
    let found = Mines::among(filled.iter().copied()).unless(total)?;
    let total = counted(total, "mine");
    Some(Violation(format!("the board should have {total}, but has {found}")))
}

/// Checks a filled board. Returns for each hidden square that a clue restricts whether it has a
/// mine.
pub(super) fn check_text(board: &Minesweeper, filled: &[Square]) -> Result<Vec<bool>, Violation> {
    let restricted = restricted(board);
    if let Some(index) = still_hidden(&restricted, filled).next() {
        return Err(Violation(format!("{} is still hidden", board.name(index))));
    }
    if let Some(broken) = mistake(board, filled) {
        return Err(broken);
    }
    let values = filled.iter().zip(restricted).filter(|(_, is_restricted)| *is_restricted);
    Ok(values.map(|(square, _)| *square == Square::Mine).collect())
}

/// The first rule that a partly filled board violates, and the number of restricted squares that are
/// still hidden.
pub(super) fn check_partial(board: &Minesweeper, filled: &[Square]) -> (Option<Violation>, usize) {
    (mistake(board, filled), still_hidden(&restricted(board), filled).count())
}

fn still_hidden(restricted: &[bool], filled: &[Square]) -> impl Iterator<Item = usize> {
    let squares = restricted.iter().zip(filled).enumerate();
    let hidden =
        squares.filter(|(_, (is_restricted, it))| **is_restricted && **it == Square::Hidden);
    hidden.map(|(index, _)| index)
}

fn mistake(board: &Minesweeper, filled: &[Square]) -> Option<Violation> {
    for (index, (&given, &found)) in board.squares.iter().zip(filled).enumerate() {
        let name = board.name(index);
        match (given, found) {
            (Square::Hidden, _) | (Square::Safe, Square::Safe | Square::Number(_)) => {}
            _ if given == found => {}
            _ => {
                let (given, found) = (symbol(given), symbol(found));
                return Some(Violation(format!("{name} is given as '{given}', not as '{found}'")));
            }
        }
    }
    wrong_numbers(board, filled, filled).or_else(|| wrong_total(board, filled))
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use crate::puzzle::{AnyPuzzle, ParseOptions};

    fn read(text: &str) -> AnyPuzzle {
        KIND.read(text, &ParseOptions::default()).unwrap()
    }

    #[test]
    fn clues_that_no_layout_satisfies_are_a_contradiction() {
        for (text, expected) in [
            (
                "1 5\n? 3 ? 3 ?",
                Some("r1c2 should touch 3 mines, but touches only 2 hidden squares"),
            ),
            (
                "1 3\n* 4 ?",
                Some("r1c2 should touch 4 mines, but touches only 1 and 1 hidden square"),
            ),
            ("1 3\n* 0 ?", Some("r1c2 should touch 0 mines, but touches 1 already")),
            ("1 3\n* 1 *", Some("r1c2 should touch 1 mine, but touches 2")),
            ("1 3\n* 1 ?", None),
            ("1 4 1\n* * ? ?", Some("the board should have 1 mine, but has 2 already")),
            (
                "1 4 5\n* * ? ?",
                Some("the board should have 5 mines, but has only 2 and 2 hidden squares"),
            ),
            ("1 2 1\n0 0", Some("the board should have 1 mine, but has 0")),
            ("1 4 4\n* * ? ?", None),
            ("1 4 2\n* * ? ?", None),
        ] {
            let found = read(text).contradiction().map(|broken| broken.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    /// Added numbers are counted too, and squares that no clue touches may have any content.
    #[test]
    fn a_filled_board_is_wrong_where_it_breaks_a_rule() {
        let (clues, free) = ("2 3 2\n? 1 ?\n* s ?", "1 4\n? 1 ? ?");
        for (text, filled, expected) in [
            (clues, "s 1 s\n* s *", "r1c2 should touch 1 mine, but touches 2"),
            (clues, "s 1 ?\n* s s", "r1c3 is still hidden"),
            (clues, "s 2 s\n* s s", "r1c2 is given as '1', not as '2'"),
            (clues, "s 1 s\ns s *", "r2c1 is given as '*', not as 's'"),
            (clues, "* 1 s\n* s s", "r1c2 should touch 1 mine, but touches 2"),
            (clues, "s 1 s\n* s s", "the board should have 2 mines, but has 1"),
            (free, "* 1 1 s", "r1c3 should touch 1 mine, but touches 0"),
            (free, "* 1 0 ?", ""),
            (free, "* 1 1 ?", ""),
            (free, "* 1 2 ?", "r1c3 should touch 2 mines, but touches only 1 hidden square"),
            (free, "s 1 * ?", ""),
            (free, "s 1 * *", ""),
            (free, "s 1 * s", ""),
            (free, "* 1 s ?", ""),
        ] {
            let found = read(text).check_text(filled).unwrap();
            let found = found.map_or_else(|broken| broken.to_string(), |_| String::new());
            assert_eq!(found, expected, "{filled}");
        }
    }
}
