//! The arguments of `sator rate`.

use clap::Args;
use sator::ask;

use super::{Input, Show, usage};

/// Rate how difficult a puzzle is, from 0 to 10.
#[derive(Debug, Args)]
#[command(override_usage = usage("rate"), after_help = "The rating is about the steps that solve the \
    puzzle: how many rules the largest takes at once, and how many steps take more than one. A puzzle \
    that is turned, reflected or written with other values has the same rating. Of a puzzle with \
    several solutions, the rating is about the values that they share.\n\n  \
    gentle below 1.5, easy below 3: one rule at a time\n  \
    medium below 5, hard below 7: a few rules at once\n  \
    fiendish below 9: long chains\n  \
    diabolical: chains within chains, or search\n\nExamples:\n  \
    sator rate examples/sudoku/9x9.txt\n  \
    sator rate sudoku many.txt --json > ratings.jsonl\n\n\
    Exit status: 0 rated, 1 no solution, 2 bad input or usage, 3 stopped before the end.\n\n\
    Guide: docs/rate.md has the formula.")]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) show: Show,
    #[command(flatten)]
    pub(crate) question: ask::Rate,
}
