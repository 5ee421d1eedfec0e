//! The arguments of `sator bench`.

use std::collections::HashSet;
use std::time::Duration;

use clap::Args;
use sator::engine::{Lowering, Method};
use sator_sat::backend::{BACKENDS, Solver};

use super::{Family, Input, Show, TableChoice, encoding, seconds, usage};
use sator::ask::options::at_least_one;

/// Compare solvers and encodings: formula size, conflicts, time, and whether all agree.
#[derive(Debug, Args)]
#[command(override_usage = usage("bench"), after_help = "Puzzles are files, folders, the puzzles \
    themselves, a range of N with both ends (queens 4..32), or new puzzles of given sizes \
    (minesweeper 5x5..50x50 --density 0.2 --samples 20; sudoku 9..16, where sizes without usual boxes \
    are left out). Each is solved in every way, a backend with \
    an encoding, and has a row for each; N is the side of its board. All ways must agree; where two \
    do not, the files that show it are kept. Turns are interleaved, so that a busy machine hits all \
    ways alike. The time is that of encoding, loading and solving (and of eliminating with \
    --reduced), the best of all runs. A solve that was stopped has the time until then, which '>' \
    marks, and is not tried again. --json prints an object for each row; there, and with --csv, \
    'at_least' stands for the '>' of the table. A summary over all puzzles goes to standard \
    error.\n\nExamples:\n  \
    sator bench 16\n  \
    sator bench queens 4..32 --backend batsat,cadical --encoding pairwise --encoding ladder\n  \
    sator bench queens 4..32 --runs 1 --plot queens.svg --latex > queens.tex\n  \
    sator bench minesweeper 5x5..20x20 --density 0.2 --samples 5 --csv > figures.csv\n  \
    sator bench examples/sudoku --unique --timeout 10\n\n\
    The sizes of formulas alone, as a table or a plot: 'sator generate --sizes'.\n\n\
    Exit status: 0 all agree, 2 two disagree, a solver failed or a puzzle is invalid, 3 stopped.")]
pub(crate) struct Bench {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Solvers, with commas between them, also programs as exec:PROGRAM; by default all
    /// of this build.
    #[arg(long = "backend", value_name = "NAME,…", value_delimiter = ',')]
    backends: Vec<Method>,
    /// An encoding, which may have commas in it; repeat the option for another. By default auto,
    /// pairwise and two-product.
    #[arg(long = "encoding", value_name = "NAME", value_parser = encoding)]
    encodings: Vec<Lowering>,
    /// Allow formulas of more than 100 million clauses.
    #[arg(long)]
    pub(crate) large: bool,
    /// How often each puzzle is solved in each way; the best time counts.
    #[arg(
        long, value_name = "N", default_value_t = 3, value_parser = at_least_one::<u32>,
        allow_negative_numbers = true
    )]
    pub(crate) runs: u32,
    /// Also prove whether the solution is the only one.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Eliminate first what follows from the clues; otherwise the solvers get the formulas in full,
    /// as generate writes them.
    #[arg(long)]
    pub(crate) reduced: bool,
    /// Stop after this time, for each solve.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// The number of threads of a solver that uses several; all processors by default.
    #[arg(long, value_name = "N", value_parser = at_least_one::<u16>, allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) family: Family,
    #[command(flatten)]
    pub(crate) table: TableChoice,
    #[command(flatten)]
    pub(crate) show: Show,
}

impl Bench {
    /// The solvers to compare, each once.
    pub(crate) fn backends(&self) -> Vec<Method> {
        if self.backends.is_empty() {
            return BACKENDS.iter().map(|entry| Solver::Embedded(entry).into()).collect();
        }
        let mut names = HashSet::new();
        let chosen = self.backends.iter().filter(|method| names.insert(method.name().to_owned()));
        // Formulas are measured: of auto, its SAT solver.
        let measured = |method: &Method| match method {
            Method::Auto => Solver::default().into(),
            other => other.clone(),
        };
        chosen.map(measured).collect()
    }

    /// The encodings to compare, each once. By default: ours, the textbook one, and one with few
    /// clauses, which differ in small groups too.
    pub(crate) fn encodings(&self) -> Vec<Lowering> {
        const USUAL: [&str; 3] = ["auto", "pairwise", "two-product"];
        if self.encodings.is_empty() {
            return USUAL.iter().filter_map(|name| name.parse().ok()).collect();
        }
        let mut names = HashSet::new();
        let chosen = self.encodings.iter().filter(|lowering| names.insert(lowering.to_string()));
        chosen.copied().collect()
    }

    /// The flags that change the task of a solver.
    pub(crate) fn flags(&self) -> String {
        let seed = self.family.seed.map(|seed| format!(" --seed {seed}"));
        let flags = [(self.unique, " --unique"), (self.reduced, " --reduced")];
        let flags = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| (*flag).to_owned());
        flags.chain(seed).collect()
    }
}
