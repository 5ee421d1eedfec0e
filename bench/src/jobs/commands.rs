//! Commands that take a while, from start to exit, by solver.

use crate::report::{Figure, Report, Row, Unit};
use crate::tool::Tool;

pub(crate) fn measure(report: &mut Report) {
    let Some(tool) = Tool::find(report) else { return };
    streaming(report, &tool);
    first_answers(report, &tool);
    counts(report, &tool);
}

fn streaming(report: &mut Report, tool: &Tool) {
    const COMMAND: &str = "generate 256 --encoding pairwise -o -";
    let best = tool.best(5, COMMAND);
    let rate = best.bytes as f64 / best.time.as_secs_f64();
    report.row(Row::new(format!("{COMMAND}, bytes"), Figure::of(rate, Unit::Rate)));
    report.memory(&best);
}

/// The textbook method is Varisat on the pairwise formula.
fn first_answers(report: &mut Report, tool: &Tool) {
    const OURS: &str = "solve 256";
    const PLAIN: &str = "solve 256 --backend varisat --encoding pairwise";
    let (mut ours, mut plain) = (tool.run(OURS), tool.run(PLAIN));
    for _ in 0..4 {
        ours = ours.min(tool.run(OURS));
        plain = plain.min(tool.run(PLAIN));
    }
    report.row(Row::new(OURS, ours.figure()).against("Varisat, pairwise", plain.figure()));
    report.memory(&ours);
    let run = tool.best(2, "solve 1000");
    report.row(Row::new("solve 1000", run.figure()));
    report.memory(&run);
}

fn counts(report: &mut Report, tool: &Tool) {
    for n in [8, 10, 11] {
        let ours = tool.best(3, &format!("count {n}")).figure();
        for backend in ["cadical", "varisat"] {
            let theirs = tool.best(3, &format!("count {n} --backend {backend}")).figure();
            report.row(Row::new(format!("count {n}"), ours).against(backend, theirs));
        }
    }
}
