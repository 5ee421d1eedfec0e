//! New boards: random positions of games, and families that are hard by design.

mod hard;
mod random;

use sator_sat::text::shown;

use self::hard::Hard;
use self::random::{Game, Opening};
use super::{LARGEST, Minesweeper, Square};
use crate::create::{Aspect, Created, Creation, Make, Refusal, Size, Wish};
use crate::dice::Dice;

/// The entry for creation.
pub(super) static CREATION: Creation = Creation {
    aspects: &[
        Aspect::Size,
        Aspect::Difficulty,
        Aspect::Mines,
        Aspect::Density,
        Aspect::Revealed,
        Aspect::Clicks,
        Aspect::Total,
        Aspect::Hard,
    ],
    levels: &[LEVELS[0].name, LEVELS[1].name, LEVELS[2].name],
    families: hard::FAMILIES,
    make: Make::Directly(make),
};

/// A named size and number of mines.
struct Level {
    name: &'static str,
    size: Size,
    mines: usize,
}

/// The first is the default.
const LEVELS: [Level; 3] = [
    Level { name: "beginner", size: Size { rows: 9, columns: 9 }, mines: 10 },
    Level { name: "intermediate", size: Size { rows: 16, columns: 16 }, mines: 40 },
    Level { name: "expert", size: Size { rows: 16, columns: 30 }, mines: 99 },
];

/// If only the size is given, one square in this many is a mine.
const USUAL_SPACE: usize = 5;

/// The default number of clicks.
const USUAL_CLICKS: usize = 5;

fn make(wish: &Wish, seed: u64) -> Result<Created, Refusal> {
    let mut dice = Dice::new(seed);
    if let Some(word) = &wish.hard {
        let hard = Hard::of(word, wish)?;
        let seed = hard.has_chance().then_some(seed);
        let (board, wish) = (hard.board(&mut dice), hard.wish());
        return Ok(Created::new(std::sync::Arc::new(board), wish, seed));
    }
    let game = game(wish)?;
    let (board, wish) = (game.board(&mut dice), game.wish());
    Ok(Created::new(std::sync::Arc::new(board), wish, Some(seed)))
}

/// The game for a wish.
fn game(wish: &Wish) -> Result<Game, Refusal> {
    let (size, mines) = match &wish.difficulty {
        Some(level) => of_level(level, wish)?,
        None => chosen(wish)?,
    };
    let opening = match (wish.revealed, wish.clicks) {
        (Some(_), Some(_)) => return Err(exclusive(Aspect::Revealed, Aspect::Clicks)),
        (Some(share), None) => Opening::Share(share),
        (None, clicks) => Opening::Clicks(clicks.unwrap_or(USUAL_CLICKS)),
    };
    Ok(Game { size, mines, opening, tells_total: !wish.hides_total })
}

/// The size and mines of a level, which exclude other choices.
fn of_level(level: &str, wish: &Wish) -> Result<(Size, usize), Refusal> {
    let chosen = [Aspect::Size, Aspect::Mines, Aspect::Density];
    if let Some(said) = wish.aspects().find(|said| chosen.contains(said)) {
        return Err(exclusive(Aspect::Difficulty, said));
    }
    let Some(level) = LEVELS.iter().find(|known| known.name == level) else {
        let (levels, found) = (CREATION.levels.join(", "), shown(level));
        return Err(Refusal(format!("expected a level of minesweeper ({levels}), found {found}")));
    };
    Ok((level.size, level.mines))
}

/// The size and mines of a wish, or the defaults.
fn chosen(wish: &Wish) -> Result<(Size, usize), Refusal> {
    let usual = &LEVELS[0];
    let size = wish.size.unwrap_or(usual.size);
    let squares = squares(size)?;
    let mines = match (wish.mines, wish.density) {
        (Some(_), Some(_)) => return Err(exclusive(Aspect::Mines, Aspect::Density)),
        (Some(mines), None) => mines,
        (None, Some(density)) => density.of(squares),
        (None, None) if wish.size.is_none() => usual.mines,
        (None, None) => squares / USUAL_SPACE,
    };
    // The first click is safe in every game.
    if mines < squares {
        return Ok((size, mines));
    }
    let most = squares - 1;
    Err(Refusal(format!("expected at most {most} mines on {size} squares, found {mines}")))
}

/// The number of squares, if it is not too large.
fn squares(size: Size) -> Result<usize, Refusal> {
    let squares = size.rows.checked_mul(size.columns);
    match squares {
        Some(0) => Err(Refusal(format!("expected a board with squares, found {size}"))),
        Some(squares) if squares <= LARGEST => Ok(squares),
        _ => Err(Refusal(format!("expected at most {LARGEST} squares, found {size}"))),
    }
}

/// The error for two properties that exclude each other.
fn exclusive(one: Aspect, other: Aspect) -> Refusal {
    Refusal(format!("{one} and {other} do not go together"))
}

/// A board of hidden squares.
fn hidden(size: Size) -> Minesweeper {
    let Size { rows, columns } = size;
    let squares = vec![Square::Hidden; rows * columns];
    Minesweeper { rows, columns, squares, mines: None, notes: Vec::new() }
}

/// The number on a square: the mines around it.
fn number(board: &Minesweeper, is_mine: &[bool], index: usize) -> u8 {
    board.around(index).map(|other| u8::from(is_mine[other])).sum()
}
