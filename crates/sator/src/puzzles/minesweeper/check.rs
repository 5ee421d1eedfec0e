//! Checks the rules of minesweeper, independently of the model.

use super::board::symbol;
use super::{Minesweeper, Square};
use crate::puzzle::Violation;
use crate::text::counted;

/// Checks all numbers and the total of a board on these squares.
pub(super) fn check(board: &Minesweeper, filled: &[Square]) -> Result<(), Violation> {
    let numbers =
        board.numbers().find_map(|(index, number)| wrong_number(board, filled, index, number));
    match numbers.or_else(|| wrong_total(board, filled)) {
        Some(broken) => Err(broken),
        None => Ok(()),
    }
}

/// The first clue that the known squares violate by themselves.
pub(super) fn contradiction(board: &Minesweeper) -> Option<Violation> {
    check(board, &board.squares).err()
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

    /// A description of the mines, if they do not allow the number.
    fn unless(&self, number: usize) -> Option<String> {
        let Self { known, hidden } = *self;
        if (known..=known + hidden).contains(&number) {
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
    let around = Mines::among(board.around(index).map(|other| filled[other]));
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
    let asked = board.is_asked();
    for (index, (&given, &found)) in board.squares.iter().zip(filled).enumerate() {
        let name = board.name(index);
        match (given, found) {
            (Square::Hidden, Square::Hidden) if asked[index] => {
                return Err(Violation(format!("{name} is still hidden")));
            }
            (Square::Hidden, _) | (Square::Safe, Square::Safe | Square::Number(_)) => {}
            _ if given == found => {}
            _ => {
                let (given, found) = (symbol(given), symbol(found));
                return Err(Violation(format!("{name} is given as '{given}', not as '{found}'")));
            }
        }
    }
    let shown = filled.iter().enumerate().filter_map(|(index, square)| match square {
        Square::Number(number) => Some((index, usize::from(*number))),
        _ => None,
    });
    let mut wrong = shown.filter_map(|(index, number)| wrong_number(board, filled, index, number));
    if let Some(broken) = wrong.next().or_else(|| wrong_total(board, filled)) {
        return Err(broken);
    }
    let values = filled.iter().zip(asked).filter(|(_, is_asked)| *is_asked);
    Ok(values.map(|(square, _)| *square == Square::Mine).collect())
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use crate::puzzle::{AnyPuzzle, ParseOptions};

    fn read(text: &str) -> AnyPuzzle {
        KIND.read(text, &ParseOptions::default()).unwrap()
    }

    /// The violation of the clues of a text.
    fn clues(text: &str) -> Option<String> {
        read(text).contradiction().map(|broken| broken.to_string())
    }

    /// The violation of a filled board.
    fn broken(text: &str, filled: &str) -> String {
        read(text).check_text(filled).unwrap().unwrap_err().to_string()
    }

    #[test]
    fn a_number_that_no_layout_makes_right_is_a_contradiction() {
        let only = "r1c2 should touch 3 mines, but touches only 2 hidden squares";
        assert_eq!(clues("1 5\n? 3 ? 3 ?").as_deref(), Some(only));
        let some = "r1c2 should touch 4 mines, but touches only 1 and 1 hidden square";
        assert_eq!(clues("1 3\n* 4 ?").as_deref(), Some(some));
        let many = "r1c2 should touch 0 mines, but touches 1 already";
        assert_eq!(clues("1 3\n* 0 ?").as_deref(), Some(many));
        let exact = "r1c2 should touch 1 mine, but touches 2";
        assert_eq!(clues("1 3\n* 1 *").as_deref(), Some(exact));
        assert_eq!(clues("1 3\n* 1 ?"), None);
    }

    #[test]
    fn a_total_below_the_known_mines_or_above_what_is_hidden_is_a_contradiction() {
        let few = "the board should have 1 mine, but has 2 already";
        assert_eq!(clues("1 4 1\n* * ? ?").as_deref(), Some(few));
        let much = "the board should have 5 mines, but has only 2 and 2 hidden squares";
        assert_eq!(clues("1 4 5\n* * ? ?").as_deref(), Some(much));
        let none = "the board should have 1 mine, but has 0";
        assert_eq!(clues("1 2 1\n0 0").as_deref(), Some(none));
        assert_eq!(clues("1 4 4\n* * ? ?"), None);
        assert_eq!(clues("1 4 2\n* * ? ?"), None);
    }

    #[test]
    fn a_wrong_board_is_broken_where_it_is_wrong() {
        let text = "2 3 2\n? 1 ?\n* s ?";
        assert!(read(text).check_text("s 1 s\n* s *").unwrap().is_err());
        assert_eq!(broken(text, "s 1 ?\n* s s"), "r1c3 is still hidden");
        assert_eq!(broken(text, "s 2 s\n* s s"), "r1c2 is given as '1', not as '2'");
        assert_eq!(broken(text, "s 1 s\ns s *"), "r2c1 is given as '*', not as 's'");
        let number = "r1c2 should touch 1 mine, but touches 2";
        assert_eq!(broken(text, "* 1 s\n* s s"), number);
        let total = "the board should have 2 mines, but has 1";
        assert_eq!(broken(text, "s 1 s\n* s s"), total);
    }

    #[test]
    fn numbers_that_somebody_adds_are_counted_too() {
        let text = "1 4\n? 1 ? ?";
        assert!(read(text).check_text("* 1 1 s").unwrap().is_err());
        assert!(read(text).check_text("* 1 0 ?").unwrap().is_ok());
        assert!(read(text).check_text("* 1 1 ?").unwrap().is_ok());
        let wrong = "r1c3 should touch 2 mines, but touches only 1 hidden square";
        assert_eq!(broken(text, "* 1 2 ?"), wrong);
    }

    #[test]
    fn what_no_clue_touches_may_be_anything() {
        for filled in ["s 1 * ?", "s 1 * *", "s 1 * s", "* 1 s ?"] {
            assert!(read("1 4\n? 1 ? ?").check_text(filled).unwrap().is_ok(), "{filled}");
        }
    }
}
