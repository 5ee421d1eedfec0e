//! A filled board, as users write it or as `solve` prints it, with cages or without.

use sator_sat::TextError;

use super::super::super::sudoku::{Sudoku, formats};
use crate::model::Value;
use crate::text::only_answer;

/// The cells of a board, row by row. They are not checked here.
pub(in super::super) fn solution(
    text: &str,
    grid: &Sudoku,
) -> Result<Vec<Option<Value>>, TextError> {
    formats::solution(&without_cages(&only_answer(text)?), grid)
}

/// Removes the lines around cages, which contain totals, and the cages below from a drawing; other
/// texts are unchanged.
/// Line numbers are preserved.
fn without_cages(text: &str) -> String {
    if !text.lines().any(is_across) {
        return text.to_owned();
    }
    let row = |line: &str| {
        if is_across(line) || is_cage(line) { String::new() } else { line.replace(is_down, " ") }
    };
    text.lines().map(row).collect::<Vec<_>>().join("\n")
}

/// Whether a line is a drawn horizontal line.
fn is_across(line: &str) -> bool {
    let is_drawn = |sign: char| matches!(sign, '\u{2500}'..='\u{257f}');
    line.trim_start().starts_with('+') || line.contains(|sign| is_drawn(sign) && !is_down(sign))
}

/// Whether a line is a cage that overlaps others: `r1c1 + r1c2 = 3`.
fn is_cage(line: &str) -> bool {
    line.starts_with('r') && line.contains('=')
}

/// Whether a symbol is drawn between values.
fn is_down(sign: char) -> bool {
    matches!(sign, '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋' | '|' | ':' | '#' | '!')
}

#[cfg(test)]
mod tests {
    use super::super::tests::same;
    use super::*;

    const ROWS: [[i32; 4]; 4] = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]];

    #[test]
    fn the_same_answer_is_read_however_it_is_written() {
        let drawn = "┏3━━━━━━┳4━━┯6━━┓\n┃ 1   2 ┃ 3 │ 4 ┃\n┠7──────┨   │   ┃\n┃ 3   4 ┃ 1 │ 2 ┃\n\
                     ┣6━━┯8━━┻━━━┿6━━┫\n┃ 2 │ 1 ╏ 4 │ 3 ┃\n┃   │   ┌───┘   ┃\n┃ 4 │ 3 ┃ 2   1 ┃\n┗━━━┷━━━┻━━━━━━━┛";
        let ascii = "+3======+4==+6==+\n| 1'  2 # 3 | 4 |\n+7------+   |   +\n| 3   4 # 1 | 2 |\n\
                     +6==+8==+===+6==+\n| 2 | 1 : 4 | 3 |\n+   |   +---+   +\n| 4 | 3 # 2   1'|\n+===+===+=======+";
        let grid = "[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]";
        let cells: Vec<_> = ROWS.concat().into_iter().map(Some).collect();
        for text in [
            drawn,
            ascii,
            &format!("Found a solution for 4×4 Killer Sudoku\n\n--- Solution 1 ---\n{drawn}\n"),
            &format!("{{\"grid\":{grid}}}"),
            grid,
            "1234341221434321",
            "1234\n3412\n2143\n4321",
            "+--+--+\n|12|34|\n|34|12|\n+--+--+\n|21|43|\n|43|21|\n+--+--+",
            "╔══╤══╗\n║12│34║\n║34│12║\n╟──┼──╢\n║21│43║\n║43│21║\n╚══╧══╝",
        ] {
            assert_eq!(solution(text, &same().grid), Ok(cells.clone()), "{text}");
        }
    }

    #[test]
    fn errors_keep_their_places() {
        let text = "+3======+4==+6==+\n| 1   2 # 3 | 4 |\n+7------+   |   +\n| 3   5 # 1 | 2 |\n+===+\n| 2 1 4 3 |\n| 4 3 2 1 |";
        let error = solution(text, &same().grid).unwrap_err().to_string();
        assert_eq!(error, "4:7: expected a digit 1-4 or '.', found '5'");
    }
}
