//! Creation of new puzzles: the properties that can be requested, and the entry of a kind.
//!
//! ```
//! use sator::create::Wish;
//! use sator::puzzles::sudoku;
//!
//! let wish = Wish { difficulty: Some("easy".to_owned()), ..Wish::default() };
//! let created = sudoku::KIND.create(&wish, 7)?;
//! assert_eq!(created.puzzle.title(), "9×9 Sudoku");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod areas;
mod certain;
mod difficulty;
mod unique;
mod values;

use std::fmt;

use sator_sat::backend::{Budget, StopReason};
use sator_sat::text::{counted, shown};

pub(crate) use self::areas::{is_connected, neighbours};
pub(crate) use self::certain::certain_cells;
pub(crate) use self::unique::{Design, Draft, Workshop};
pub use self::values::{
    CageSizes, ExtraWish, NotAShare, NotASize, NotASymmetry, NotAnExtraWish, NotCageSizes, Share,
    Size, Symmetry,
};
use crate::boxes::BoxShape;
use crate::dice::Dice;
use crate::engine::EngineError;
pub use crate::engine::explain::Word;
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
    pub(crate) make: Make,
}

impl Creation {
    /// Whether each puzzle has exactly one answer.
    pub fn is_unique(&self) -> bool {
        matches!(self.make, Make::Unique(_))
    }
}

/// How a kind makes a puzzle.
#[derive(Debug)]
pub(crate) enum Make {
    /// By itself, with any number of answers.
    Directly(fn(&Wish, u64) -> Result<Created, Refusal>),
    /// From a design, with exactly one answer.
    Unique(fn(&Wish) -> Result<Box<dyn Design>, Refusal>),
}

/// The levels of difficulty of kinds whose puzzles are rated, easiest first.
pub(crate) const RATED_LEVELS: &[&str] = &Word::NAMES;

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
#[expect(clippy::struct_excessive_bools, reason = "each is a request of its own")]
pub struct Wish {
    /// The size.
    pub size: Option<Size>,
    /// The difficulty, by the name of a level.
    pub difficulty: Option<String>,
    /// The shape of a box.
    pub boxes: Option<BoxShape>,
    /// The symmetry of the places of the clues.
    pub symmetry: Option<Symmetry>,
    /// Extra rules of a sudoku.
    pub with: Vec<ExtraWish>,
    /// The number of clues.
    pub clues: Option<usize>,
    /// Whether no clue can go.
    pub minimal: bool,
    /// The sizes of cages.
    pub cage_sizes: Option<CageSizes>,
    /// The number of given values beside other clues.
    pub givens: Option<usize>,
    /// The number of placed queens.
    pub placed: Option<usize>,
    /// Whether queens have regions in place of diagonals.
    pub regions: bool,
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
            (self.boxes.is_some(), Aspect::Boxes),
            (self.symmetry.is_some(), Aspect::Symmetry),
            (!self.with.is_empty(), Aspect::With),
            (self.clues.is_some(), Aspect::Clues),
            (self.minimal, Aspect::Minimal),
            (self.cage_sizes.is_some(), Aspect::CageSizes),
            (self.givens.is_some(), Aspect::Givens),
            (self.placed.is_some(), Aspect::Placed),
            (self.regions, Aspect::Regions),
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
    /// [`Wish::boxes`].
    Boxes,
    /// [`Wish::symmetry`].
    Symmetry,
    /// [`Wish::with`].
    With,
    /// [`Wish::clues`].
    Clues,
    /// [`Wish::minimal`].
    Minimal,
    /// [`Wish::cage_sizes`].
    CageSizes,
    /// [`Wish::givens`].
    Givens,
    /// [`Wish::placed`].
    Placed,
    /// [`Wish::regions`].
    Regions,
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
            Self::Boxes => "a shape of boxes",
            Self::Symmetry => "a symmetry",
            Self::With => "extra rules",
            Self::Clues => "a number of clues",
            Self::Minimal => "minimal clues",
            Self::CageSizes => "sizes of cages",
            Self::Givens => "a number of given values",
            Self::Placed => "a number of placed queens",
            Self::Regions => "regions",
            Self::Preset => "a preset",
            Self::Mines => "a number of mines",
            Self::Density => "a density of mines",
            Self::Revealed => "a share of open squares",
            Self::Clicks => "clicks",
            Self::First => "a first click",
            Self::NoGuess => "a promise of no guess",
            Self::Total => "a hidden total",
            Self::Hard => "a hard family",
        })
    }
}

/// A new puzzle.
pub struct Created {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// All properties, also those that the kind chose: this wish makes the same puzzle even if the
    /// defaults change.
    pub wish: Wish,
    /// The seed, if the puzzle is random.
    pub seed: Option<u64>,
    /// Its only answer; if there may be several, the one that it was made from.
    pub solution: Option<Solution>,
    /// The requested property that was not reached.
    pub shortfall: Option<Shortfall>,
}

impl Created {
    /// A puzzle about whose answers nothing is known.
    pub fn new(puzzle: AnyPuzzle, wish: Wish, seed: Option<u64>) -> Self {
        Self { puzzle, wish, seed, solution: None, shortfall: None }
    }
}

/// A requested property, and the closest that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Shortfall {
    /// The number of clues.
    #[error("no puzzle with {} was found: the closest has {reached}", counted(*.wanted, "clue"))]
    Clues {
        /// The requested number.
        wanted: usize,
        /// The number of clues of the puzzle.
        reached: usize,
    },
    /// The difficulty.
    #[error(
        "no {wanted} puzzle was found: the closest is {}{reached}",
        if *is_exact { "" } else { "at least " }
    )]
    Difficulty {
        /// The requested difficulty.
        wanted: Word,
        /// The difficulty of the puzzle.
        reached: Word,
        /// Whether it is rated as a whole; if not, it may be more difficult.
        is_exact: bool,
    },
}

/// The error for a wish that cannot be fulfilled, with the expected and the found value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// Why no puzzle was created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreateError {
    /// The wish cannot be fulfilled.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// All attempts failed by chance.
    #[error("no such puzzle was found in {attempts} attempts: it is rare or impossible")]
    NotFound {
        /// The number of attempts.
        attempts: usize,
    },
    /// The budget ended before there was a puzzle.
    #[error("stopped before a puzzle was created")]
    Stopped(StopReason),
    /// A solver failed.
    #[error(transparent)]
    Failed(#[from] EngineError),
}

impl From<StopReason> for CreateError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl Kind {
    /// Makes a new puzzle.
    pub fn create(&self, wish: &Wish, seed: u64) -> Result<Created, Refusal> {
        self.create_within(wish, seed, &Budget::default()).map_err(|error| match error {
            CreateError::Refused(refusal) => refusal,
            other => Refusal(other.to_string()),
        })
    }

    /// Makes a new puzzle within a budget. The puzzle does not depend on the time, except that a
    /// search for a difficulty that the budget ends returns the closest puzzle.
    pub fn create_within(
        &self,
        wish: &Wish,
        seed: u64,
        budget: &Budget,
    ) -> Result<Created, CreateError> {
        let name = self.name;
        let Some(creation) = self.creation else {
            return Err(Refusal(format!("new puzzles of the kind {name} cannot be created")).into());
        };
        if let Some(other) = wish.aspects().find(|said| !creation.aspects.contains(said)) {
            return Err(Refusal(format!("{name} puzzles are not created with {other}")).into());
        }
        match creation.make {
            Make::Directly(make) => Ok(make(wish, seed)?),
            Make::Unique(design) => unique::create(&*design(wish)?, wish, seed, budget),
        }
    }
}

/// The seed of a puzzle of a series: the first has the seed of the series.
pub fn seed_in_series(seed: u64, index: u64) -> u64 {
    if index == 0 { seed } else { Dice::new(seed ^ Dice::new(index).roll()).roll() }
}

/// The size of a square grid with at least `least` and at most `most` rows.
pub(crate) fn square_size(
    wish: &Wish,
    usual: usize,
    [least, most]: [usize; 2],
) -> Result<usize, Refusal> {
    let size = wish.size.unwrap_or(Size::square(usual));
    if size.rows != size.columns {
        return Err(Refusal(format!("expected as many columns as rows, found {size}")));
    }
    if !(least..=most).contains(&size.rows) {
        return Err(Refusal(format!("expected {least}x{least} to {most}x{most}, found {size}")));
    }
    Ok(size.rows)
}

/// The difficulty of a wish, by the words of ratings.
pub(crate) fn rated_difficulty(wish: &Wish) -> Result<Option<Word>, Refusal> {
    let word = |level: &String| {
        level.parse().map_err(|_| {
            let (levels, found) = (RATED_LEVELS.join(", "), shown(level));
            Refusal(format!("expected a difficulty ({levels}), found {found}"))
        })
    };
    wish.difficulty.as_ref().map(word).transpose()
}
