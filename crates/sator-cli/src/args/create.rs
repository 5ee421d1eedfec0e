//! The arguments of `sator create`.

use std::path::PathBuf;

use clap::Args;
use sator::create::{Share, Size, Wish};

use super::Show;
use super::input::whole;

/// Make a new puzzle.
#[derive(Debug, Args)]
#[command(
    override_usage = "sator create [OPTIONS] <PUZZLE>",
    after_help = "The board comes from real mines, so that its numbers are true. The first line has the \
    command for the same board: a seed means the same on every machine and in every version. \
    Without options it is a beginner's board after 5 clicks; of another size, one square in 5 is a \
    mine.\n\nFamilies for --hard:\n  \
    lattice[:M]     MxM, or --size: numbers on every second square of every second row\n  \
    mutilated[:M]   the mutilated chessboard of MxM fields, 2M-1 rows high: no solution\n  \
    consistent[:M]  the same with two corners open, for an even M: some mine\n                  \
    touches the last corner, which is hard to prove\n\nExamples:\n  \
    sator create minesweeper --difficulty expert --clicks 20 --seed 7\n  \
    sator create minesweeper --size 1000x1000 --density 0.2 --revealed 0.5 -o large.txt\n  \
    sator create minesweeper --hard mutilated:13 | sator solve"
)]
pub(crate) struct Create {
    /// The kind of puzzle: minesweeper.
    #[arg(value_name = "PUZZLE")]
    pub(crate) kind: String,
    /// A usual size: beginner (9x9, 10 mines), intermediate (16x16, 40) or expert (16x30, 99).
    #[arg(long, value_name = "NAME", conflicts_with_all = ["size", "mines", "density"])]
    preset: Option<String>,
    /// The same as --preset.
    #[arg(
        long, value_name = "LEVEL", conflicts_with_all = ["preset", "size", "mines", "density"]
    )]
    difficulty: Option<String>,
    /// Rows and columns.
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    size: Option<Size>,
    /// How many mines.
    #[arg(long, value_name = "M", conflicts_with = "density", value_parser = whole)]
    mines: Option<usize>,
    #[command(flatten)]
    contents: Contents,
    /// Leave out the number of mines.
    #[arg(long, conflicts_with = "no_guess")]
    no_total: bool,
    /// One of a family that is hard by design, and how large.
    #[arg(
        long, value_name = "FAMILY[:M]",
        conflicts_with_all = ["preset", "difficulty", "mines", "density", "revealed", "clicks", "first", "no_guess", "no_total"]
    )]
    hard: Option<String>,
    /// The seed of the random choices; a new one by default.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Write the puzzle to a file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) show: Show,
}

impl Create {
    /// The requested properties of the new puzzle.
    pub(crate) fn wish(&self) -> Wish {
        Wish {
            size: self.size,
            difficulty: self.difficulty.clone(),
            preset: self.preset.clone(),
            mines: self.mines,
            hides_total: self.no_total,
            hard: self.hard.clone(),
            ..self.contents.wish()
        }
    }
}

/// The mines and the open squares of a new board.
#[derive(Debug, Args)]
pub(crate) struct Contents {
    /// Of a new board: which part of the squares are mines, 0.2 or 20%.
    #[arg(long, value_name = "P")]
    density: Option<Share>,
    /// Of a new board: open this part of the safe squares, any of them, 0.5 or 50%.
    #[arg(long, value_name = "P", conflicts_with = "clicks")]
    revealed: Option<Share>,
    /// Of a new board: open squares as in the game, by so many clicks on any hidden square that is
    /// safe; a 0 opens all around it.
    #[arg(long, value_name = "N", value_parser = whole)]
    clicks: Option<usize>,
    /// Of a new board: the square of the first click, row and column from 1. It and the squares around
    /// it have no mine; by default it is the only click.
    #[arg(long, value_name = "R,C", value_parser = square, conflicts_with = "revealed")]
    first: Option<[usize; 2]>,
    /// Of a new board: it can be won without a guess after the first click.
    #[arg(long, conflicts_with_all = ["revealed", "clicks"])]
    no_guess: bool,
}

impl Contents {
    /// These properties alone.
    pub(super) fn wish(&self) -> Wish {
        let Self { density, revealed, clicks, first, no_guess } = *self;
        Wish { density, revealed, clicks, first, no_guess, ..Wish::default() }
    }
}

/// Parses a row and a column from 1. Returns them from 0.
fn square(text: &str) -> Result<[usize; 2], String> {
    let number = |part: &str| part.trim().parse::<usize>().ok()?.checked_sub(1);
    let parts = text.split_once(',');
    let square = parts.and_then(|(row, column)| Some([number(row)?, number(column)?]));
    square.ok_or_else(|| "expected a row and a column from 1, such as 3,7".to_owned())
}
