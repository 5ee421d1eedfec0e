//! Creation of new puzzles: the properties that can be requested, and the entry of a kind.

use std::fmt;
use std::str::FromStr;

use sator_sat::text::shown;

use crate::model::Solution;
use crate::puzzle::{AnyPuzzle, Kind};

/// How a kind makes new puzzles.
#[derive(Debug)]
pub struct Creation {
    /// The properties that can be requested.
    pub aspects: &'static [Aspect],
    /// The levels of [`Wish::difficulty`], easiest first.
    pub levels: &'static [&'static str],
    /// The names of [`Wish::hard`], and what they make.
    pub families: &'static [Family],
    /// Creates a puzzle. The same wish and seed make the same puzzle, on every machine and in every
    /// version.
    pub make: fn(&Wish, u64) -> Result<Created, Refusal>,
}

/// Puzzles that are hard by design.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name for `--hard`.
    pub name: &'static str,
    /// A description of its puzzles.
    pub shape: &'static str,
}

/// The requested properties of a new puzzle. The kind chooses all others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wish {
    /// The size.
    pub size: Option<Size>,
    /// The difficulty, by the name of a level.
    pub difficulty: Option<String>,
    /// A usual size and number of mines, by its name.
    pub preset: Option<String>,
    /// The number of mines.
    pub mines: Option<usize>,
    /// The share of squares that are mines.
    pub density: Option<Share>,
    /// The share of safe squares that are open.
    pub revealed: Option<Share>,
    /// The number of clicked squares, as in the game.
    pub clicks: Option<usize>,
    /// The first click: row and column, from 0.
    pub first: Option<[usize; 2]>,
    /// Whether the puzzle can be solved from the first click without a guess.
    pub no_guess: bool,
    /// Whether the number of mines is left out.
    pub hides_total: bool,
    /// A family of hard puzzles and its size: `NAME` or `NAME:M`.
    pub hard: Option<String>,
}

impl Wish {
    /// The properties that are requested.
    pub fn aspects(&self) -> impl Iterator<Item = Aspect> {
        let said = [
            (self.size.is_some(), Aspect::Size),
            (self.difficulty.is_some(), Aspect::Difficulty),
            (self.preset.is_some(), Aspect::Preset),
            (self.mines.is_some(), Aspect::Mines),
            (self.density.is_some(), Aspect::Density),
            (self.revealed.is_some(), Aspect::Revealed),
            (self.clicks.is_some(), Aspect::Clicks),
            (self.first.is_some(), Aspect::First),
            (self.no_guess, Aspect::NoGuess),
            (self.hides_total, Aspect::Total),
            (self.hard.is_some(), Aspect::Hard),
        ];
        said.into_iter().filter(|(is_said, _)| *is_said).map(|(_, aspect)| aspect)
    }
}

/// A property of a new puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// [`Wish::size`].
    Size,
    /// [`Wish::difficulty`].
    Difficulty,
    /// [`Wish::preset`].
    Preset,
    /// [`Wish::mines`].
    Mines,
    /// [`Wish::density`].
    Density,
    /// [`Wish::revealed`].
    Revealed,
    /// [`Wish::clicks`].
    Clicks,
    /// [`Wish::first`].
    First,
    /// [`Wish::no_guess`].
    NoGuess,
    /// [`Wish::hides_total`].
    Total,
    /// [`Wish::hard`].
    Hard,
}

/// The name in messages.
impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Size => "a size",
            Self::Difficulty => "a difficulty",
            Self::Preset => "a preset",
            Self::Mines => "a number of mines",
            Self::Density => "a density of mines",
            Self::Revealed => "a share of open squares",
            Self::Clicks => "clicks",
            Self::First => "a first click",
            Self::NoGuess => "no guess",
            Self::Total => "a hidden total",
            Self::Hard => "a hard family",
        })
    }
}

/// A new puzzle.
pub struct Created {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// Its solution, or the one that it was made from if there are several.
    pub solution: Option<Solution>,
    /// All properties, also those that the kind chose: this wish makes the same puzzle even if the
    /// defaults change.
    pub wish: Wish,
    /// The seed, if the puzzle is random.
    pub seed: Option<u64>,
}

/// The error for a wish that cannot be fulfilled, with the expected and the found value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Kind {
    /// Makes a new puzzle.
    pub fn create(&self, wish: &Wish, seed: u64) -> Result<Created, Refusal> {
        let name = self.name;
        let Some(creation) = self.creation else {
            return Err(Refusal(format!("new puzzles of the kind {name} cannot be created")));
        };
        match wish.aspects().find(|said| !creation.aspects.contains(said)) {
            Some(other) => Err(Refusal(format!("{name} puzzles are not created with {other}"))),
            None => (creation.make)(wish, seed),
        }
    }
}

/// Rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

/// `16x30`: rows, then columns.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A text that is not a size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected ROWSxCOLUMNS, both above 0, such as 16x30, found {}", shown(.0))]
pub struct NotASize(String);

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Self, NotASize> {
        let parts = text.split_once(['x', 'X', '×']);
        let number = |part: &str| part.trim().parse().ok().filter(|&number: &usize| number > 0);
        let numbers = parts.and_then(|(rows, columns)| number(rows).zip(number(columns)));
        let size = numbers.map(|(rows, columns)| Self { rows, columns });
        size.ok_or_else(|| NotASize(text.to_owned()))
    }
}

/// A share from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share(f64);

impl Share {
    /// Creates a share, if it is from 0 to 1.
    pub fn new(part: f64) -> Option<Self> {
        (0.0..=1.0).contains(&part).then_some(Self(part.abs()))
    }

    /// The share of `whole`, rounded to the nearest integer.
    pub fn of(self, whole: usize) -> usize {
        (self.0 * whole as f64).round() as usize
    }
}

/// `0.2`.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A text that is not a share.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a part from 0 to 1, such as 0.2, or from 0% to 100%, found {}", shown(.0))]
pub struct NotAShare(String);

impl FromStr for Share {
    type Err = NotAShare;

    fn from_str(text: &str) -> Result<Self, NotAShare> {
        let part = match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().map(|percent| percent / 100.0),
            None => text.parse(),
        };
        part.ok().and_then(Self::new).ok_or_else(|| NotAShare(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_shares_are_read_as_they_are_written() {
        for text in ["1x1", "16x30", "1000x1000"] {
            assert_eq!(text.parse::<Size>().unwrap().to_string(), text);
        }
        assert_eq!("2×3".parse(), "2X3".parse::<Size>());
        for text in ["0", "0.2", "0.125", "1"] {
            assert_eq!(text.parse::<Share>().unwrap().to_string(), text);
        }
        assert_eq!("20%".parse(), "0.2".parse::<Share>());
    }

    #[test]
    fn what_is_no_size_and_no_share_is_told() {
        for text in ["", "3", "3x", "0x4", "4x0", "-2x3", "2x3x1", "99999999999999999999x2"] {
            let error = text.parse::<Size>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("found {}", shown(text))), "{error}");
        }
        for text in ["", "x", "-0.1", "1.1", "nan", "inf", "101%", "%"] {
            let error = text.parse::<Share>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("found {}", shown(text))), "{error}");
        }
    }

    #[test]
    fn a_share_is_rounded_to_the_nearest_and_never_more_than_all() {
        let of = |share: &str, whole| share.parse::<Share>().unwrap().of(whole);
        assert_eq!([of("0.2", 480), of("0.5", 3), of("1", 7), of("0", 7)], [96, 2, 7, 0]);
    }
}
