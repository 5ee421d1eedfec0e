//! New boards: random positions of games, and families that are hard by design.

mod hard;
mod layout;
mod no_guess;
mod random;

use std::sync::Arc;

use sator_sat::text::shown;

use self::hard::Hard;
use self::random::{Game, Opening};
use super::LARGEST;
use crate::create::{Aspect, Created, Creation, Make, Refusal, Size, Wish};
use crate::dice::Dice;

/// The entry for creation.
pub(super) static CREATION: Creation = Creation {
    aspects: &[
        Aspect::Size,
        Aspect::Difficulty,
        Aspect::Preset,
        Aspect::Mines,
        Aspect::Density,
        Aspect::Revealed,
        Aspect::Clicks,
        Aspect::First,
        Aspect::NoGuess,
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
        return Ok(Created::new(Arc::new(board), wish, seed));
    }
    let mut game = game(wish)?;
    let layout = if game.opening == Opening::NoGuess {
        // Drawn in any case, so that naming the same square changes nothing.
        let random = dice.below(game.size.rows * game.size.columns);
        game.first.get_or_insert(random);
        no_guess::layout(&game, &mut dice)?
    } else {
        game.layout(&mut dice)
    };
    let solution = Some(layout.solution());
    Ok(Created { solution, ..Created::new(Arc::new(layout.board), game.wish(), Some(seed)) })
}

/// The game for a wish.
fn game(wish: &Wish) -> Result<Game, Refusal> {
    let (size, mines) = match wish.preset.as_ref().or(wish.difficulty.as_ref()) {
        Some(level) => of_level(level, wish)?,
        None => chosen(wish)?,
    };
    let first = wish.first.map(|square| within(size, square)).transpose()?;
    let opening = opening(wish)?;
    Ok(Game { size, mines, first, opening, tells_total: !wish.hides_total })
}

/// The index of a square.
fn within(size: Size, [row, column]: [usize; 2]) -> Result<usize, Refusal> {
    if row < size.rows && column < size.columns {
        return Ok(row * size.columns + column);
    }
    let (row, column) = (row + 1, column + 1);
    Err(Refusal(format!("expected a first click within {size} squares, found {row},{column}")))
}

fn opening(wish: &Wish) -> Result<Opening, Refusal> {
    let excluded: &[Aspect] = match (wish.no_guess, wish.revealed) {
        (true, _) => &[Aspect::Revealed, Aspect::Clicks, Aspect::Total],
        (false, Some(_)) => &[Aspect::Clicks, Aspect::First],
        (false, None) => &[],
    };
    if let Some(other) = wish.aspects().find(|said| excluded.contains(said)) {
        let one = if wish.no_guess { Aspect::NoGuess } else { Aspect::Revealed };
        return Err(exclusive(one, other));
    }
    match (wish.revealed, wish.clicks) {
        _ if wish.no_guess => Ok(Opening::NoGuess),
        (Some(share), _) => Ok(Opening::Share(share)),
        (None, Some(0)) if wish.first.is_some() => {
            Err(Refusal("expected one click at least with a first click, found 0".to_owned()))
        }
        (None, Some(clicks)) => Ok(Opening::Clicks(clicks)),
        (None, None) if wish.first.is_some() => Ok(Opening::Clicks(1)),
        (None, None) => Ok(Opening::Clicks(USUAL_CLICKS)),
    }
}

/// The size and mines of a level, which exclude other choices.
fn of_level(level: &str, wish: &Wish) -> Result<(Size, usize), Refusal> {
    let one = if wish.preset.is_some() { Aspect::Preset } else { Aspect::Difficulty };
    let chosen = [Aspect::Size, Aspect::Mines, Aspect::Density, Aspect::Difficulty];
    let mut said = wish.aspects().filter(|said| chosen.contains(said) && *said != one);
    if let Some(other) = said.next() {
        return Err(exclusive(one, other));
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
    Err(Refusal(format!(
        "expected at most {most} mines on {size} squares, found {mines}: the first click has none"
    )))
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
