//! The arguments of `sator check`.

use std::path::PathBuf;

use clap::Args;
use sator::ask;
use sator::ask::options::{at_least_one, threads_or_all};

use super::{Input, Show};

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
    #[command(flatten)]
    pub(crate) question: ask::Check,
    /// How many boards of a file with many are checked at once; all processors by default.
    #[arg(long, value_name = "N", value_parser = at_least_one::<u16>)]
    threads: Option<u16>,
    #[command(flatten)]
    pub(crate) show: Show,
}

impl Check {
    /// How many boards are checked at once.
    pub(crate) fn threads(&self) -> usize {
        threads_or_all(self.threads)
    }
}
