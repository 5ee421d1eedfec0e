//! Figures by puzzle: the table on standard output, and the plot in its file.

use std::ffi::OsStr;
use std::path::Path;

use anstyle::Style;
use clap::ValueEnum;
use sator::ParseError;
use sator::render::Paint;

use super::gather::Named;
use crate::args::{PlotAxis, Show, TableChoice};
use crate::failure::Failure;
use crate::input::place;
use crate::output::{Output, WriteError};
use crate::plot::{Plot, Point, Series};
use crate::table::{Cell, Table};

/// The rows of a table, and their places in a plot.
pub(super) struct Figures {
    pub(super) table: Table,
    /// The N and the series of each row.
    pub(super) marks: Vec<(f64, String)>,
}

/// The cells that name a puzzle: its label and its N.
pub(super) fn names(puzzle: &Named) -> [Cell; 2] {
    let n = puzzle.n_text();
    let n = n.parse().map_or(Cell::Word(n), Cell::Number);
    [Cell::Word(puzzle.label()), n]
}

/// The file of a plot, opened before the figures are computed.
pub(super) fn open_plot(choice: &TableChoice) -> Result<Option<Output>, Failure> {
    let Some(path) = choice.plot.as_deref() else { return Ok(None) };
    if path.extension().and_then(OsStr::to_str) != Some("svg") {
        let message = "plots are SVG: expected a file name that ends in .svg";
        return Err(Failure::at(place(path), ParseError::whole(message)));
    }
    Output::open(Some(path)).map(Some)
}

impl Figures {
    /// Prints the table; in colour, the rows that `is_marked` selects are green.
    pub(super) fn print(
        &self,
        choice: &TableChoice,
        show: &Show,
        is_marked: &dyn Fn(usize) -> bool,
    ) -> Result<(), WriteError> {
        let mut output = Output::standard();
        let is_coloured = output.look(show).paint == Paint::Color;
        let when = |is_wanted: bool, style| if is_wanted { style } else { Style::new() };
        let marked = Style::new().bold().fg_color(Some(anstyle::AnsiColor::Green.into()));
        let text =
            self.table.print(choice.form(show), when(is_coloured, Style::new().bold()), &|row| {
                when(is_coloured && is_marked(row), marked)
            });
        output.print(&text)?;
        output.commit()
    }

    /// Writes the plot.
    pub(super) fn draw(
        &self,
        mut file: Output,
        title: &str,
        choice: &TableChoice,
        usual_y: PlotAxis,
        show: &Show,
    ) -> Result<(), WriteError> {
        let (x, y) = (choice.x.unwrap_or(PlotAxis::N), choice.y.unwrap_or(usual_y));
        let plot = self.plot(title, x, y);
        if plot.is_empty() {
            let (x, y) = (word(x), word(y));
            let message = format!("the plot has no points: no row has both {x} and {y} above 0");
            return Err(WriteError::Failed(Failure::plain(message)));
        }
        file.print(&plot.svg())?;
        file.commit()?;
        let name = choice.plot.as_deref().unwrap_or(Path::new("")).display().to_string();
        show.note(&format!("The plot is in '{name}'"));
        Ok(())
    }

    /// A line for each series, in the order of the rows. A figure of 0 has no place on a logarithmic
    /// axis.
    fn plot(&self, title: &str, x: PlotAxis, y: PlotAxis) -> Plot {
        let mut series: Vec<Series> = Vec::new();
        for (row, (n, name)) in self.table.rows.iter().zip(&self.marks) {
            let figure = |axis| match axis {
                PlotAxis::N => Some((*n, false)),
                _ => self.figure(row, axis),
            };
            let (Some((x, _)), Some((y, is_least))) = (figure(x), figure(y)) else { continue };
            if !(x > 0.0 && y > 0.0) {
                continue;
            }
            let at = series.iter().position(|it| it.name == *name).unwrap_or_else(|| {
                series.push(Series { name: name.clone(), points: Vec::new() });
                series.len() - 1
            });
            series[at].points.push(Point { x, y, is_least });
        }
        Plot { title: title.to_owned(), x: label(x), y: label(y), series }
    }

    /// A figure of a row, and whether it is a lower bound.
    fn figure(&self, row: &[Cell], axis: PlotAxis) -> Option<(f64, bool)> {
        let name = if axis == PlotAxis::Time { "seconds".to_owned() } else { word(axis) };
        let at = self.table.columns.iter().position(|column| column.name == name)?;
        match &row[at] {
            Cell::Number(number) => Some((*number, false)),
            Cell::Time(time) => Some((time.seconds * 1e3, time.is_least)),
            _ => None,
        }
    }
}

/// The name of a figure as an argument.
fn word(axis: PlotAxis) -> String {
    axis.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
}

/// The label of an axis.
fn label(axis: PlotAxis) -> String {
    match axis {
        PlotAxis::N => "N".to_owned(),
        PlotAxis::Time => "time (ms)".to_owned(),
        _ => word(axis),
    }
}

/// The title of a plot: the puzzles.
pub(super) fn title(puzzles: &[Named]) -> String {
    match puzzles {
        [] => String::new(),
        [only] => only.puzzle.title(),
        [first, .., last] => {
            let (kind, other) = (first.puzzle.kind().name, last.puzzle.kind().name);
            let kind = if kind == other { kind } else { "puzzles" };
            let (from, to) = (first.n_text(), last.n_text());
            if from == to {
                format!("{kind}, N = {from}")
            } else {
                format!("{kind}, N = {from} to {to}")
            }
        }
    }
}
