//! The arguments of `sator play`.

use std::path::PathBuf;

use clap::Args;
use sator::create::{Size, Wish};

use super::{ColorChoice, Input};

/// Play a puzzle in the terminal.
#[derive(Debug, Args)]
#[command(
    override_usage = "sator play [OPTIONS] [PUZZLE] [INPUT]\n       sator play --resume [FILE]",
    after_help = "Plays the puzzle of a file or an argument, or a new one of the named kind. The arrow keys \
    or the mouse choose a square; digits fill it, and capital letters for values above 9. `?` shows \
    all keys. A game is saved after every move.\n\n\
    Minesweeper: a board on which nothing is open, or a file that shows where all mines are, is a new \
    game. A file of `sator create minesweeper --no-guess` keeps its mines. Another board goes on from there, \
    with mines that fit its numbers. The first square is never a mine.\n\nExamples:\n  \
    sator play examples/sudoku/9x9.txt\n  \
    sator play minesweeper --preset expert\n  \
    sator play minesweeper --preset beginner --no-guess\n  \
    sator play minesweeper --size 20x20 --mines 60 --seed 7\n  \
    sator play queens 8\n  \
    sator play --resume                    the last game\n  \
    sator play 8 --save queens.json; sator play --resume queens.json\n\n\
    Guide: docs/play.md."
)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Go on with a saved game; without a file, with the last one.
    #[arg(
        long, value_name = "FILE", num_args = 0..=1, default_missing_value = "",
        value_parser = SavedGame::named, help_heading = "Game",
        conflicts_with_all = ["items", "preset", "difficulty", "size", "no_guess", "seed", "save"]
    )]
    pub(crate) resume: Option<SavedGame>,
    /// Save the game in this file.
    #[arg(long, value_name = "FILE", help_heading = "Game")]
    pub(crate) save: Option<PathBuf>,
    /// A new minesweeper board: beginner (9x9, 10 mines), intermediate (16x16, 40) or expert
    /// (16x30, 99).
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["size", "difficulty"], help_heading = "New puzzle")]
    preset: Option<String>,
    /// A new minesweeper board that can be won without a guess; its first square is open already.
    #[arg(long, help_heading = "New puzzle")]
    no_guess: bool,
    /// The difficulty of a new puzzle.
    #[arg(long, value_name = "LEVEL", help_heading = "New puzzle")]
    difficulty: Option<String>,
    /// Rows and columns of a new puzzle.
    #[arg(long, value_name = "ROWSxCOLUMNS", help_heading = "New puzzle")]
    size: Option<Size>,
    /// The seed of a new puzzle, or of the mines that a board hides; a new one by default.
    #[arg(long, value_name = "N", help_heading = "New puzzle")]
    pub(crate) seed: Option<u64>,
    /// Colour: auto means unless `NO_COLOR` is set.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: ColorChoice,
    /// Draw lines with ASCII characters only.
    #[arg(long, help_heading = "Output")]
    pub(crate) ascii: bool,
}

impl Play {
    /// The requested properties of a new puzzle.
    pub(crate) fn wish(&self) -> Wish {
        Wish {
            size: self.size,
            preset: self.preset.clone(),
            difficulty: self.difficulty.clone(),
            no_guess: self.no_guess,
            ..Wish::default()
        }
    }
}

/// A game to go on with.
#[derive(Debug, Clone)]
pub(crate) enum SavedGame {
    Last,
    File(PathBuf),
}

impl SavedGame {
    #[expect(clippy::unnecessary_wraps, reason = "a parser of values may fail")]
    fn named(file: &str) -> Result<Self, String> {
        Ok(if file.is_empty() { Self::Last } else { Self::File(file.into()) })
    }
}
