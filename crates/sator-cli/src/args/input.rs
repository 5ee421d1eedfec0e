//! The puzzles that a verb works on, and how their texts are to be understood.

use std::ffi::OsString;

use clap::Args;
use sator::boxes::BoxShape;
use sator::puzzle::ParseOptions;

/// What to work on.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// The kind of puzzle (or nothing: it is recognised), then files, `-` for standard input, or
    /// the puzzle itself.
    #[arg(value_name = "INPUT", allow_negative_numbers = true)]
    pub(crate) items: Vec<OsString>,
    /// The form of the input, where looking is not enough; `sator puzzles` lists them.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// The shape of a sudoku's boxes, where it is not the usual one: 2x3 for two rows and three
    /// columns.
    #[arg(long = "box", value_name = "ROWSxCOLUMNS")]
    pub(crate) box_shape: Option<BoxShape>,
    /// Which symbols are which values in a large sudoku: 1-9A-G, 0-9A-F, A-P, numbers; for other
    /// sizes accordingly.
    #[arg(long, value_name = "SYMBOLS")]
    pub(crate) alphabet: Option<String>,
    /// How many mines a minesweeper board has, where its text does not say so or is to be overruled.
    #[arg(long, value_name = "M", value_parser = whole)]
    pub(crate) mines: Option<usize>,
}

/// A whole number that is not negative.
pub(super) fn whole(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| "expected a whole number from 0".to_owned())
}

impl Input {
    /// How the texts are to be understood.
    pub(crate) fn reading(&self) -> ParseOptions<'_> {
        ParseOptions {
            format: self.format.as_deref(),
            box_shape: self.box_shape,
            alphabet: self.alphabet.as_deref(),
            mines: self.mines,
            ..ParseOptions::default()
        }
    }
}
