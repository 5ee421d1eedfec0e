//! The arguments of `sator create`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sator::ask::options::{self, budget, seconds, threads_or_all};
use sator::boxes::BoxShape;
use sator::create::{CageSizes, ExtraWish, Share, Size, Symmetry, Wish};
use sator_sat::backend::{Budget, Interrupt};

use super::Show;
use super::input::whole;

/// The search for a difficulty takes no longer than this, unless a time is given.
const DIFFICULTY_TIME: Duration = Duration::from_secs(60);

/// Make new puzzles, each with exactly one answer.
#[derive(Debug, Args)]
#[command(
    override_usage = "sator create [OPTIONS] <PUZZLE>",
    after_help = "The first line has the command for the same puzzle: a seed means the same on every machine, \
    for any number of threads. With --count, sudokus are one line each, and other puzzles one JSON \
    object a line; solve reads both.\n\n\
    Minesweeper boards come from real mines, and may have several answers. Without options it is a \
    beginner's board after 5 clicks; of another size, one square in 5 is a mine.\n\n\
    Families for --hard:\n  \
    lattice[:M]     MxM, or --size: numbers on every second square of every second row\n  \
    mutilated[:M]   the mutilated chessboard of MxM fields, 2M-1 rows high: no solution\n  \
    consistent[:M]  the same with two corners open, for an even M: some mine\n                  \
    touches the last corner, which is hard to prove\n\nExamples:\n  \
    sator create sudoku --difficulty hard --symmetry rotation\n  \
    sator create sudoku --count 1000 --minimal --seed 7 > sudokus.txt\n  \
    sator create sudoku --size 6 --clues 10\n  \
    sator create sudoku --with thermo:4 --with anti-knight\n  \
    sator create killer --cage-size 2-4 --with-solution\n  \
    sator create queens --size 9 --regions\n  \
    sator create futoshiki --size 6 --difficulty easy\n  \
    sator create kakuro --size 8x10 --json\n  \
    sator create sudoku --count 24 --to html -o booklet.html\n  \
    sator create minesweeper --preset expert --no-guess --first 8,15\n  \
    sator create minesweeper --preset expert --clicks 20 --seed 7\n  \
    sator create minesweeper --size 1000x1000 --density 0.2 --revealed 0.5 -o large.txt\n  \
    sator create minesweeper --hard mutilated:13 | sator solve\n\n\
    Exit status: 0 created, 2 a puzzle that cannot be or bad usage, 3 stopped before the end, or not the \
    requested difficulty.\n\n\
    Guide: docs/create.md."
)]
pub(crate) struct Create {
    /// The kind of puzzle: sudoku, killer, queens, futoshiki, kakuro or minesweeper.
    #[arg(value_name = "PUZZLE")]
    pub(crate) kind: String,
    /// How difficult, by `sator rate`: gentle, easy, medium, hard, fiendish or diabolical.
    /// Minesweeper: the same as --preset.
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["mines", "density"])]
    difficulty: Option<String>,
    /// Rows and columns; 8 means 8x8.
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    size: Option<Size>,
    #[command(flatten)]
    clues: ClueChoice,
    /// A usual size: beginner (9x9, 10 mines), intermediate (16x16, 40) or expert (16x30, 99).
    #[arg(
        long, value_name = "NAME", conflicts_with_all = ["difficulty", "size", "mines", "density"],
        help_heading = "Minesweeper"
    )]
    preset: Option<String>,
    /// How many mines.
    #[arg(
        long, value_name = "M", conflicts_with = "density", value_parser = whole,
        help_heading = "Minesweeper"
    )]
    mines: Option<usize>,
    #[command(flatten)]
    contents: Contents,
    /// The first click, row and column from 1. It and the squares around it have no mine; without
    /// --clicks it is the only click.
    #[arg(
        long, value_name = "R,C", value_parser = square, conflicts_with = "revealed",
        help_heading = "Minesweeper"
    )]
    first: Option<[usize; 2]>,
    /// The game can be won from the first click without a guess.
    #[arg(long, conflicts_with_all = ["revealed", "clicks"], help_heading = "Minesweeper")]
    no_guess: bool,
    /// Leave out the number of mines.
    #[arg(long, conflicts_with = "no_guess", help_heading = "Minesweeper")]
    no_total: bool,
    /// One of a family that is hard by design, and how large.
    #[arg(
        long, value_name = "FAMILY[:M]", help_heading = "Minesweeper",
        conflicts_with_all = [
            "difficulty", "preset", "mines", "density", "revealed", "clicks", "first", "no_guess", "no_total"
        ]
    )]
    hard: Option<String>,
    /// The seed of the random choices; a new one by default.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Make so many puzzles, one a line.
    #[arg(long, value_name = "N", value_parser = options::at_least_one::<u64>, allow_negative_numbers = true)]
    pub(crate) count: Option<u64>,
    /// How many puzzles are made at once; all processors by default.
    #[arg(long, value_name = "N", value_parser = options::at_least_one::<u16>, allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Stop after this time, for each puzzle; 60 for a difficulty, of which the closest is printed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Print the answer too: as a comment, after the puzzle in its line, or in the object.
    #[arg(long)]
    pub(crate) with_solution: bool,
    /// Write a booklet to print: the puzzles on pages, and their answers on the last pages.
    #[arg(long, value_name = "FORM", conflicts_with = "json")]
    pub(crate) to: Option<BookletForm>,
    /// Of a booklet: how many puzzles a page has.
    #[arg(long, value_name = "K", value_parser = options::at_least_one::<usize>, requires = "to")]
    pub(crate) per_page: Option<usize>,
    /// Write the puzzles to a file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) show: Show,
}

/// The form of a booklet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BookletForm {
    /// A page for A4 paper.
    Html,
}

impl Create {
    /// The requested properties of the new puzzle.
    pub(crate) fn wish(&self) -> Wish {
        Wish {
            size: self.size,
            difficulty: self.difficulty.clone(),
            preset: self.preset.clone(),
            mines: self.mines,
            first: self.first,
            no_guess: self.no_guess,
            hides_total: self.no_total,
            hard: self.hard.clone(),
            boxes: self.clues.boxes,
            symmetry: self.clues.symmetry,
            with: self.clues.with.clone(),
            clues: self.clues.clues,
            minimal: self.clues.minimal,
            cage_sizes: self.clues.cage_size,
            givens: self.clues.givens,
            placed: self.clues.placed,
            regions: self.clues.regions,
            ..self.contents.wish()
        }
    }

    /// The budget of one puzzle; its time begins now.
    pub(crate) fn budget(&self, interrupt: &Interrupt) -> Budget {
        let of_difficulty = self.difficulty.as_ref().map(|_| DIFFICULTY_TIME);
        budget(self.timeout.or(of_difficulty), interrupt)
    }

    /// The number of puzzles that are made at once.
    pub(crate) fn threads(&self) -> usize {
        threads_or_all(self.threads)
    }
}

/// The clues of puzzles with one answer.
#[derive(Debug, Args)]
#[command(next_help_heading = "Clues")]
struct ClueChoice {
    /// Sudoku, killer: rows and columns of a box, 2x3.
    #[arg(long = "box", value_name = "ROWSxCOLUMNS")]
    boxes: Option<BoxShape>,
    /// Sudoku: the symmetry of the clues' places: none, rotation, mirror, diagonal or full.
    #[arg(long, value_name = "SYMMETRY")]
    symmetry: Option<Symmetry>,
    /// Sudoku: extra rules, RULE or RULE:N for N of them: thermo:3, anti-knight. Can be repeated.
    #[arg(long, value_name = "RULE[:N]")]
    with: Vec<ExtraWish>,
    /// Sudoku: how many clues.
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    clues: Option<usize>,
    /// Sudoku, futoshiki, queens: no clue can go. With a symmetry, no group of symmetric ones.
    #[arg(long)]
    minimal: bool,
    /// Killer: the cells of a cage.
    #[arg(long, value_name = "MIN-MAX")]
    cage_size: Option<CageSizes>,
    /// Killer: how many given values.
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    givens: Option<usize>,
    /// Queens: how many placed queens; the fewest that leave one answer by default.
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    placed: Option<usize>,
    /// Queens: with regions that are connected, one queen in each, in place of diagonals.
    #[arg(long)]
    regions: bool,
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
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    clicks: Option<usize>,
}

impl Contents {
    /// These properties alone.
    pub(super) fn wish(&self) -> Wish {
        let Self { density, revealed, clicks } = *self;
        Wish { density, revealed, clicks, ..Wish::default() }
    }
}

/// Parses a row and a column from 1. Returns them from 0.
fn square(text: &str) -> Result<[usize; 2], String> {
    let number = |part: &str| part.trim().parse::<usize>().ok()?.checked_sub(1);
    let parts = text.split_once(',');
    let square = parts.and_then(|(row, column)| Some([number(row)?, number(column)?]));
    square.ok_or_else(|| "expected a row and a column from 1, such as 3,7".to_owned())
}
