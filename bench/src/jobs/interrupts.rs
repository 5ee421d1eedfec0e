//! The time from Ctrl-C to the exit, including freeing memory: the worst of several moments.

use std::time::Duration;

use crate::report::{Figure, Report, Row};
use crate::tool::Tool;

/// When Ctrl-C is sent, in milliseconds after the start.
const MOMENTS: [u64; 3] = [300, 900, 1700];

pub(crate) fn measure(report: &mut Report) {
    let Some(tool) = Tool::find(report) else { return };
    for backend in ["auto", "batsat", "cadical", "varisat"] {
        for work in ["count 18", "solve 1000"] {
            worst(report, &tool, &format!("{work} --backend {backend}"));
        }
    }
    for backend in ["portfolio", "exec:minisat", "z3", "cvc5"] {
        if tool.succeeds(&format!("count 4 --backend {backend}")) {
            worst(report, &tool, &format!("count 14 --backend {backend}"));
        } else {
            report.note(format!("left out: {backend}, as it does not run here"));
        }
    }
}

fn worst(report: &mut Report, tool: &Tool, command: &str) {
    let moments = MOMENTS.into_iter().map(Duration::from_millis);
    let worst = moments.map(|moment| tool.interrupt(command, moment)).max().unwrap_or_default();
    report.row(Row::new(command, Figure::time(worst)));
}
