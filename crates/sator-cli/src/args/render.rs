//! The arguments of `sator render`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sator::render::Theme;

use super::{Input, Show, SolverOptions, usage};
use sator::ask::options::at_least_one;

/// Draw a puzzle, its answer, its candidates, its odds, or a step of its explanation.
#[derive(Debug, Args)]
#[command(
    override_usage = usage("render"),
    after_help = "Examples:\n  \
    sator render examples/sudoku/9x9.txt -o puzzle.svg\n  \
    sator render examples/killer/wikipedia.txt --solve -o answer.png --scale 2\n  \
    sator render examples/sudoku/9x9.txt --candidates -o candidates.svg\n  \
    sator render examples/sudoku/9x9.txt --step 3 -o step.svg   the third step of 'sator explain'\n  \
    sator render examples/minesweeper/expert.txt --odds -o odds.png --theme dark\n  \
    sator render 6 --solve --all -o sheet.svg                   all answers on a sheet\n  \
    sator render examples/kakuro/5x5.txt --print -o page.html   for A4 paper\n  \
    sator render 8 --to svg > board.svg\n  \
    sator render 8 --json                                       squares, coordinates and SVG\n\n\
    Exit status: 0 drawn, 1 no answer, 2 bad input or usage, 3 stopped before knowing.\n\n\
    Guide: docs/pictures.md."
)]
pub(crate) struct Render {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) content: Content,
    /// Write to this file, or to standard output if it is `-`. The ending says the form: .svg, .png,
    /// .html or .json.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// The form, for standard output or where the file has another ending.
    #[arg(long, value_name = "FORM", help_heading = "Output", conflicts_with = "json")]
    pub(crate) to: Option<PictureForm>,
    /// A page for A4 paper, to print or to save as PDF: puzzles, and with --solve the answers at the
    /// end.
    #[arg(
        long, help_heading = "Output",
        conflicts_with_all = ["to", "json", "candidates", "odds", "step", "progress", "all", "max",
            "theme", "scale", "numbered"]
    )]
    pub(crate) print: bool,
    /// How many pixels a unit of length takes (PNG); a cell has 40 units.
    #[arg(long, value_name = "N", value_parser = scale, help_heading = "Output")]
    pub(crate) scale: Option<f32>,
    /// The colours; auto lets the reader's settings decide (SVG).
    #[arg(long, value_name = "THEME", help_heading = "Output")]
    pub(crate) theme: Option<ThemeChoice>,
    /// Number the rows and columns.
    #[arg(long, help_heading = "Output")]
    pub(crate) numbered: bool,
    #[command(flatten)]
    pub(crate) show: Show,
    #[command(flatten)]
    pub(crate) solver: SolverOptions,
}

/// What is drawn besides the puzzle.
#[derive(Debug, Args)]
#[command(next_help_heading = "Content")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Content {
    /// The answer; found values have another colour than given ones.
    #[arg(long)]
    pub(crate) solve: bool,
    /// Every answer, on a sheet.
    #[arg(long, requires = "solve")]
    pub(crate) all: bool,
    /// At most this many answers, on a sheet.
    #[arg(
        long, value_name = "N", requires = "solve",
        value_parser = at_least_one::<usize>, allow_negative_numbers = true
    )]
    pub(crate) max: Option<usize>,
    /// The values that each cell has in some answer.
    #[arg(long, conflicts_with = "solve")]
    pub(crate) candidates: bool,
    /// How likely a mine is in each cell, as a colour and in percent (minesweeper).
    #[arg(long, conflicts_with_all = ["solve", "candidates"])]
    pub(crate) odds: bool,
    /// The step with this number of the explanation.
    #[arg(
        long, value_name = "N", conflicts_with_all = ["solve", "candidates", "odds"],
        value_parser = at_least_one::<usize>, allow_negative_numbers = true
    )]
    pub(crate) step: Option<usize>,
    /// A partly filled board: draw its entries, or begin the explanation there.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["solve", "candidates", "odds"])]
    pub(crate) progress: Option<PathBuf>,
}

/// The form of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureForm {
    /// SVG with its style.
    Svg,
    /// PNG, with glyphs of its own.
    Png,
    /// A page.
    Html,
    /// The squares with their coordinates and contents, and the SVG.
    Json,
}

/// The colours of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeChoice {
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
    /// As the reader prefers.
    Auto,
}

impl From<ThemeChoice> for Theme {
    fn from(choice: ThemeChoice) -> Self {
        match choice {
            ThemeChoice::Light => Self::Light,
            ThemeChoice::Dark => Self::Dark,
            ThemeChoice::Auto => Self::Auto,
        }
    }
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(scale) if (0.1..=20.0).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0.1 to 20".to_owned()),
    }
}
