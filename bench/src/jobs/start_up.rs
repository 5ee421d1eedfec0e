//! Small commands from start to exit.

use crate::report::{Report, Row};
use crate::tool::Tool;

pub(crate) fn measure(report: &mut Report) {
    let Some(tool) = Tool::find(report) else { return };
    for command in [
        "--version",
        "solve 8",
        "count 8",
        "solve examples/sudoku/9x9.txt",
        "solve examples/sudoku/25x25.txt",
        "solve examples/killer/wikipedia.txt --unique",
        "solve examples/killer/16x16.txt",
    ] {
        let run = tool.best(report.quick_or(10, 30), command);
        report.row(Row::new(command, run.figure()));
    }
}
