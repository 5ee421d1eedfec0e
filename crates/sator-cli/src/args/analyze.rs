//! The arguments of `sator analyze`.

use std::thread;
use std::time::Duration;

use sator_sat::clock::Instant;

use clap::Args;
use sator::engine::{Lowering, Method, Options};
use sator_sat::backend::{Ability, Budget, Interrupt};

use super::{Input, Show, StatsChoice, seconds, usage};

/// Find out what is certain: safe cells, mines and exact odds; the values that cells can still take.
#[derive(Debug, Args)]
#[command(override_usage = usage("analyze"), after_help = "Of minesweeper: every hidden cell is safe, \
    a mine or open, which is proved, and how likely a mine is in each, all layouts being equally \
    likely. Of other puzzles: the values that each cell has in some answer.\n\nExamples:\n  \
    sator analyze board.txt                  '*' mine, 's' safe, '?' open\n  \
    sator analyze board.txt --mines 99       with the number of all mines\n  \
    sator analyze board.txt --odds           the odds of each cell, in percent\n  \
    sator analyze examples/sudoku/9x9.txt    the values of each cell\n  \
    sator analyze 5                          where queens can stand\n\n\
    Exit status: 0 all is known, 1 no answer, 2 bad input or usage, 3 something is not known.")]
pub(crate) struct Analyze {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Show how likely a mine is in each cell of the board, in percent (minesweeper).
    #[arg(long)]
    pub(crate) odds: bool,
    /// The solver; `sator backends` lists them. Mines are counted, and need one only where that does
    /// not do.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    backend: Method,
    /// How constraints become clauses; see 'sator solve --help'.
    #[arg(long, value_name = "NAME", default_value_t)]
    encoding: Lowering,
    /// Stop after this time, for each puzzle, and tell what is known by then.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Where the solver's chance begins.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many threads work at once; all processors if not said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    pub(crate) stats: StatsChoice,
    #[command(flatten)]
    pub(crate) show: Show,
}

impl Analyze {
    /// The solver, and how it gets the rules.
    pub(super) fn road(&self) -> (Method, Lowering) {
        (self.backend.clone(), self.encoding)
    }

    /// The engine's options for one puzzle; its time begins now.
    pub(crate) fn options(&self, interrupt: &Interrupt) -> Options {
        // A time that no clock can hold is no limit.
        let deadline = self.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Options {
            backend: self.backend.clone(),
            lowering: self.encoding,
            seed: self.seed,
            threads: self.threads.map(usize::from),
            budget: Budget { deadline, conflicts: None, interrupt: interrupt.clone() },
            measure: self.stats.stats,
            eliminate: true,
        }
    }

    /// How many puzzles are worked on at once: one, if the solver has use for all threads.
    pub(crate) fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        if self.backend.abilities().contains(&Ability::Threads) {
            1
        } else {
            self.threads.map_or_else(all, usize::from)
        }
    }
}
