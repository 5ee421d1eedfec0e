//! The arguments of `sator analyze`.

use clap::Args;
use sator::ask;
use sator::create::Size;

use super::{Input, Show, usage};

/// Find out what is certain: safe cells, mines and exact odds; the values that cells can still take.
#[derive(Debug, Args)]
#[command(override_usage = usage("analyze"), after_help = "Minesweeper: proves for every hidden cell \
    that it is safe, a mine, or undecided, and computes how likely a mine is there; all layouts are \
    equally likely. The best cell to open is the least likely mine; of several, the one that is most \
    likely an opening (neither it nor a cell around it is a mine). Other puzzles: the values that each \
    cell has in some solution.\n\nExamples:\n  \
    sator analyze board.txt                  '*' mine, 's' safe, '?' undecided\n  \
    sator analyze board.txt --mines 99       with the number of all mines\n  \
    sator analyze board.txt --odds           the odds of each cell, in percent\n  \
    sator analyze examples/sudoku/9x9.txt    the values of each cell\n  \
    sator analyze 5                          where queens can stand\n  \
    sator analyze examples/sudoku/9x9.txt --redundant\n                                           \
    which clues can go\n  \
    sator analyze --interactive --size 9x9 --mines 10\n                                           \
    say what your game shows, line by line\n\n\
    Exit status: 0 all is known, 1 no solution, 2 bad input or usage, 3 something is not known.\n\n\
    Guides: docs/minesweeper.md; docs/set.md for other puzzles.")]
pub(crate) struct Analyze {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) show: Show,
    #[command(flatten)]
    pub(crate) question: ask::Analyze,
    /// Read from standard input what your own minesweeper game shows (r3c3 2, r4c1 flag, r2c2 ?), and
    /// show what is certain after each line; help lists all words.
    #[arg(long, conflicts_with = "redundant")]
    pub(crate) interactive: bool,
    /// Rows and columns of the board for --interactive, where no file has it.
    #[arg(long, value_name = "ROWSxCOLUMNS", requires = "interactive")]
    pub(crate) size: Option<Size>,
}
