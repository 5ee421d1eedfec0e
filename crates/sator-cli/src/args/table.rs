//! The form of a table of figures, its plot, and the new puzzles to measure.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sator::create::Wish;

use super::Show;
use super::create::Contents;
use crate::table::TableForm;

/// The form of a table of figures, and its plot.
#[derive(Debug, Args)]
pub(crate) struct TableChoice {
    /// A table of comma-separated values, with a line of names.
    #[arg(long, conflicts_with_all = ["json", "markdown", "latex"])]
    csv: bool,
    /// A table of Markdown.
    #[arg(long, conflicts_with_all = ["json", "latex"])]
    markdown: bool,
    /// A table of LaTeX, with the package booktabs.
    #[arg(long, conflicts_with = "json")]
    latex: bool,
    /// Also draw the figures: a line for each backend and encoding, both axes logarithmic.
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// The figure along the plot; n by default.
    #[arg(long, value_name = "FIGURE", requires = "plot", value_enum)]
    pub(crate) x: Option<PlotAxis>,
    /// The figure up the plot: by default time, of sizes alone clauses.
    #[arg(long, value_name = "FIGURE", requires = "plot", value_enum)]
    pub(crate) y: Option<PlotAxis>,
}

impl TableChoice {
    pub(crate) fn form(&self, show: &Show) -> TableForm {
        match self {
            _ if show.json => TableForm::Json,
            Self { csv: true, .. } => TableForm::Csv,
            Self { markdown: true, .. } => TableForm::Markdown,
            Self { latex: true, .. } => TableForm::Latex,
            _ => TableForm::Text,
        }
    }
}

/// A figure on an axis of a plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlotAxis {
    N,
    Variables,
    Clauses,
    Literals,
    Conflicts,
    Decisions,
    Propagations,
    Time,
}

/// New puzzles of given sizes.
#[derive(Debug, Args)]
pub(crate) struct Family {
    /// How many new puzzles of each size (minesweeper 5x5..50x50); 1 by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) samples: Option<u32>,
    #[command(flatten)]
    contents: Contents,
    /// The seed of random choices: of solvers, and of the first new puzzle of a size; the next ones
    /// have the next seeds.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

impl Family {
    /// The requested properties, except the size.
    pub(crate) fn wish(&self) -> Wish {
        self.contents.wish()
    }

    /// Whether an option is set that only new puzzles have.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.samples.is_some() || self.wish() != Wish::default()
    }
}
