//! Draws a board of mines.

use super::{Minesweeper, Square};
use crate::model::{CellId, Solution, Value};
use crate::render::{Board, Ground, Look, Role, Tile};

/// The size and the squares, as in [`super::parse`]; an answer shows what was hidden.
pub(super) fn board(board: &Minesweeper, solution: Option<&Solution>) -> Board {
    let filled = solution.map(|solution| board.filled(solution));
    // An answer is one layout of perhaps many: its squares are not certain.
    drawn(board, filled.as_deref().unwrap_or(&board.squares), |_| Role::Possible)
}

/// The same with mines and safe squares that are certain.
pub(super) fn partial_board(board: &Minesweeper, value: &dyn Fn(CellId) -> Option<Value>) -> Board {
    let role = |shown| if shown == Square::Mine { Role::Danger } else { Role::Safe };
    drawn(board, &board.partly_filled(value), role)
}

/// The role of a square that was hidden depends on what it shows.
fn drawn(board: &Minesweeper, shown: &[Square], role: impl Fn(Square) -> Role) -> Board {
    let tile = |index: usize| {
        let (given, shown) = (board.squares[index], shown[index]);
        let (role, ground) = match (given, shown) {
            (Square::Number(number), _) => (Role::Number(number), Ground::Open),
            (Square::Mine | Square::Safe, _) => (Role::Given, Ground::Closed),
            (Square::Hidden, Square::Hidden) => (Role::Empty, Ground::Closed),
            (Square::Hidden, _) => (role(shown), Ground::Closed),
        };
        Tile { text: symbol(shown).to_owned(), role, ground }
    };
    let row = |row: usize| (row * board.columns..(row + 1) * board.columns).map(tile).collect();
    Board {
        heading: Some(heading(board)),
        rows: (0..board.rows).map(row).collect(),
        pieces: true,
        ..Board::default()
    }
}

/// The simplest text that reads back as the same instance.
pub(super) fn text(minesweeper: &Minesweeper) -> String {
    board(minesweeper, None).to_text(Look::default())
}

fn heading(board: &Minesweeper) -> String {
    let mines = board.mines.map(|mines| format!(" {mines}")).unwrap_or_default();
    format!("{} {}{mines}", board.rows, board.columns)
}

/// The symbol of a square.
pub(super) fn symbol(square: Square) -> &'static str {
    const NUMBERS: [&str; 9] = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];
    match square {
        Square::Hidden => "?",
        Square::Number(number) => NUMBERS[usize::from(number)],
        Square::Mine => "*",
        Square::Safe => "s",
    }
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use crate::model::Solution;
    use crate::puzzle::ParseOptions;
    use crate::render::{Look, Paint};

    #[test]
    fn an_answer_repeats_the_header_and_shows_what_is_known() {
        let board = KIND.read("2 4\n? 1 ? ?\n* s ? ?", &ParseOptions::default()).unwrap();
        assert_eq!(board.print(), "2 4\n? 1 ? ?\n* s ? ?\n");
        let answer = Solution { values: vec![0, 0, 0] };
        let shown = board.board(Some(&answer));
        assert_eq!(shown.to_text(Look::default()), "2 4\ns 1 s ?\n* s s ?\n");
        let json = r#"{"grid":[["s","1","s","?"],["*","s","s","?"]]}"#;
        assert_eq!(board.answer_json(&answer).to_string(), json);
    }

    #[test]
    fn numbers_have_the_usual_colours_and_one_layout_of_many_is_dimmed() {
        let board = KIND.read("1 5 2\n? 1 ? 1 ?", &ParseOptions::default()).unwrap();
        let answer = Solution { values: vec![1, 0, 1] };
        let text =
            board.board(Some(&answer)).to_text(Look { paint: Paint::Color, ..Look::default() });
        let (header, row) = text.split_once('\n').unwrap();
        assert_eq!(header, "1 5 2");
        let [blue, red, green, grey] = [21, 160, 28, 243].map(|color| format!("38;5;{color}m"));
        for (color, count) in [(blue, 2), (red, 0), (green, 0), (grey, 3)] {
            assert_eq!(row.matches(&color).count(), count, "{color} in {row:?}");
        }
    }

    #[test]
    fn squares_that_no_clue_touches_are_told() {
        let names = |text: &str| {
            let board = KIND.read(text, &ParseOptions::default()).unwrap();
            board.unconstrained().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("2 4\n? 1 ? ?\n* s ? ?"), ["r1c4", "r2c4"]);
        assert!(names("2 4 3\n? 1 ? ?\n* s ? ?").is_empty());
    }
}
