//! The arguments of `sator check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::input::at_least_one;
use super::{Input, Show, seconds, threads_or_all};

/// Check a filled board by the plain rules, and name the first rule that it breaks.
#[derive(Debug, Args)]
#[command(
    override_usage = "sator check [OPTIONS] --solution <FILE> [PUZZLE] [INPUT]",
    after_help = "Where a file or stream has a puzzle a line, the lines of the solutions go with them, \
    and each has a verdict in a line: 'Correct', 'Wrong: ' and the rule, 'Incomplete: ' and the number of \
    empty cells, or 'invalid'.\n\nExamples:\n  \
    sator solve 8 > board.txt; sator check 8 --solution board.txt\n  \
    sator check sudoku.txt --solution half-done.txt --partial\n  \
    sator check sudoku.txt --solution half-done.txt --against-answer\n  \
    sator solve sudoku many.txt > solved.txt; sator check sudoku many.txt --solution solved.txt\n\n\
    Exit status: 0 correct (with --partial or --against-answer: no mistake so far), 1 wrong or incomplete, 2 bad input or usage, 3 stopped before knowing."
)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The filled board, or a line for each puzzle; `-` for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: PathBuf,
    /// Accept empty cells: only a broken rule is a mistake.
    #[arg(long)]
    pub(crate) partial: bool,
    /// Solve the puzzle too, and accept entries only if the only answer has them; empty cells are
    /// accepted.
    #[arg(long)]
    pub(crate) against_answer: bool,
    /// How many boards of a file with many are checked at once; all processors by default.
    #[arg(long, value_name = "N", value_parser = at_least_one::<u16>)]
    threads: Option<u16>,
    /// Stop after this time: for reading the files, and for the search of `--against-answer`.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) show: Show,
}

impl Check {
    /// Whether empty cells are no mistake.
    pub(crate) fn accepts_empty(&self) -> bool {
        self.partial || self.against_answer
    }

    /// How many boards are checked at once.
    pub(crate) fn threads(&self) -> usize {
        threads_or_all(self.threads)
    }
}
