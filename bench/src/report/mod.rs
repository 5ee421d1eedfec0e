//! The report of a run: rows of figures, ours beside theirs. They are printed at once, and stored for
//! the table of targets, the raw data and the plots.

mod figure;
mod plot;
mod save;
mod table;
mod times;

use std::io;
use std::path::Path;

pub(crate) use figure::{Figure, Target, Unit};
pub(crate) use plot::{Axis, Plot};
pub(crate) use times::Times;

use crate::JOBS;
use crate::tool::Run;

/// The extent of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Less of everything, in five minutes.
    Quick,
    Full,
    /// Only the jobs that take up to an hour.
    Large,
}

/// One line of the table.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) job: &'static str,
    pub(crate) what: String,
    /// Its place on the plot's x axis.
    pub(crate) size: Option<f64>,
    /// The name of our contender on the plot.
    pub(crate) us: String,
    pub(crate) ours: Figure,
    pub(crate) theirs: Option<(String, Figure)>,
    pub(crate) target: Option<Target>,
}

impl Row {
    /// A figure of ours alone.
    pub(crate) fn new(what: impl Into<String>, ours: Figure) -> Self {
        let [what, us] = [what.into(), "sator".to_owned()];
        Self { job: "", what, size: None, us, ours, theirs: None, target: None }
    }

    pub(crate) fn against(self, name: impl Into<String>, theirs: Figure) -> Self {
        Self { theirs: Some((name.into(), theirs)), ..self }
    }

    pub(crate) fn target(self, target: Option<Target>) -> Self {
        Self { target, ..self }
    }

    pub(crate) fn at(self, size: impl Into<f64>) -> Self {
        Self { size: Some(size.into()), ..self }
    }

    pub(crate) fn by(self, us: impl Into<String>) -> Self {
        Self { us: us.into(), ..self }
    }

    pub(crate) fn ratio(&self) -> Option<f64> {
        self.ours.advantage(&self.theirs.as_ref()?.1)
    }

    pub(crate) fn is_reached(&self) -> Option<bool> {
        self.target?.is_reached(&self.ours, self.theirs.as_ref().map(|(_, figure)| figure))
    }
}

/// The results of a run so far.
pub(crate) struct Report {
    pub(crate) effort: Effort,
    job: &'static str,
    rows: Vec<Row>,
    notes: Vec<(&'static str, String)>,
}

impl Report {
    pub(crate) fn new(effort: Effort) -> Self {
        Self { effort, job: "", rows: Vec::new(), notes: Vec::new() }
    }

    /// Begins a job, to which the next rows belong.
    pub(crate) fn begin(&mut self, job: &'static str) {
        self.job = job;
        println!("\n{job}");
    }

    /// Returns the first value in a quick run, else the second.
    pub(crate) fn quick_or<T>(&self, quick: T, full: T) -> T {
        match self.effort {
            Effort::Quick => quick,
            Effort::Full | Effort::Large => full,
        }
    }

    /// Prints and stores a row.
    pub(crate) fn row(&mut self, row: Row) {
        println!("{}", table::line(&row));
        self.keep(row);
    }

    /// Stores a row for the raw data and the plots.
    pub(crate) fn keep(&mut self, row: Row) {
        self.rows.push(Row { job: self.job, ..row });
    }

    /// Adds a row for the memory of a run, if it was measured.
    pub(crate) fn memory(&mut self, run: &Run) {
        if let Some(memory) = run.memory() {
            self.row(Row::new("  memory", memory));
        }
    }

    /// Prints and stores a remark, such as why something is left out.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        let text = text.into();
        println!("  {text}");
        self.notes.push((self.job, text));
    }

    /// Prints the rows that have a target.
    pub(crate) fn show_targets(&self) {
        print!("{}", table::targets(&self.rows));
    }

    /// Writes the raw data and the plots.
    pub(crate) fn save(&self, root: &Path, command: &str) -> io::Result<()> {
        let file = save::raw(self, &root.join("bench/runs"), command)?;
        println!("\nkept: {}", file.display());
        for (job, plot) in JOBS.iter().filter_map(|job| Some((job.name, job.plot.as_ref()?))) {
            let rows: Vec<_> = self.rows.iter().filter(|row| row.job == job).collect();
            if let Some(file) = plot.save(&rows, &root.join("bench/plots"))? {
                println!("kept: {}", file.display());
            }
        }
        Ok(())
    }
}
