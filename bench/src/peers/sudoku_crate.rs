//! The crate `sudoku`, a special-purpose solver of 9×9 sudokus and the fastest in Rust.

use sudoku::Sudoku;

use crate::shared::Verdict;

/// From the text of a puzzle to at most two answers.
pub(crate) fn solve(line: &str) -> Verdict {
    let puzzle = Sudoku::from_str_line(line).expect("the lists hold sudokus");
    let mut answers = [[0; 81]; 2];
    let number = puzzle.solutions_up_to_buffer(&mut answers, 2);
    Verdict { number, first: answers[0] }
}

/// A new puzzle with one answer, of which no clue can go.
pub(crate) fn generate() -> Sudoku {
    Sudoku::generate_from(Sudoku::generate_solved())
}
