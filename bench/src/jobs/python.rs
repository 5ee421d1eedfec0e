//! The Python package: many sudokus from a list and from an array, against the command-line tool on a
//! file of the same puzzles; against python-sat with the same clauses; its memory; and the time until
//! Ctrl-C ends a question.

use std::fs;

use serde_json::{Value, json};

use crate::peers::script::Script;
use crate::report::{Figure, Report, Row, Target, Unit};
use crate::shared::list;
use crate::tool::{Folder, Tool};

/// The puzzles of a file.
const LINES: usize = 100_000;

/// A solver takes milliseconds for each puzzle.
const FEW: usize = 200;

pub(crate) fn measure(report: &mut Report) {
    let Some(tool) = Tool::find(report) else { return };
    let puzzles = list("clue17");
    if puzzles.is_empty() {
        report.note("left out, as there is no ../shared/data/sudoku9");
        return;
    }
    let Some(mut script) = Script::start("with_sator.py", "the Python package", report) else {
        return;
    };
    let folder = Folder::new();
    let file = folder.file("many.sdm");
    let lines = puzzles.iter().cycle().take(LINES).map(|puzzle| puzzle.line.as_str());
    fs::write(&file, lines.collect::<Vec<_>>().join("\n") + "\n").expect("there is room");
    memory(report, &mut script, &file);
    let [[list, _], _] =
        [1, 2].map(|threads| against_the_tool(report, &tool, &mut script, &file, threads));
    against_python_sat(report, &mut script, &file, list);
    interrupt(report, &mut script);
}

/// Returns the seconds from a list and from an array.
fn against_the_tool(
    report: &mut Report,
    tool: &Tool,
    script: &mut Script,
    file: &str,
    threads: usize,
) -> [f64; 2] {
    let command = format!("solve sudoku {file} --threads {threads}");
    let mut whole = f64::INFINITY;
    let mut best = [f64::INFINITY; 2];
    for _ in 0..report.quick_or(3, 7) {
        whole = whole.min(tool.run(&command).time.as_secs_f64());
        for (task, best) in ["list", "array"].into_iter().zip(&mut best) {
            let answer = script.ask(&json!({ "task": task, "file": file, "threads": threads }));
            assert_eq!(answer["solved"], LINES, "every puzzle of a {task} has an answer");
            *best = best.min(number(&answer, "seconds"));
        }
    }
    let figure = |seconds| Figure::of(seconds, Unit::Seconds);
    for (source, seconds) in ["a list", "an array"].into_iter().zip(best) {
        let what = format!("{LINES} sudokus from {source}, threads: {threads}");
        let row = Row::new(what, figure(seconds)).against("sator solve FILE", figure(whole));
        report.row(row.target(Some(Target::AtMost(1.3))));
    }
    best
}

fn against_python_sat(report: &mut Report, script: &mut Script, file: &str, list: f64) {
    let of_one = |seconds: f64| Figure::of(seconds / FEW as f64, Unit::Seconds);
    let ask = |script: &mut Script, question: Value| {
        let answer = script.ask(&question);
        assert_eq!(answer["solved"], FEW, "every puzzle has an answer");
        number(&answer, "seconds")
    };
    let one = ask(script, json!({ "task": "one by one", "file": file, "puzzles": FEW }));
    report.row(Row::new("one call for each puzzle", of_one(one)));
    for solver in ["cadical153", "glucose4", "minisat22"] {
        let question = json!({ "task": "pysat", "solver": solver, "file": file, "puzzles": FEW });
        let seconds = (0..3).map(|_| ask(script, question.clone())).fold(f64::INFINITY, f64::min);
        let ours = Figure::of(list / LINES as f64, Unit::Seconds);
        let row = Row::new("a puzzle of a list, threads: 1", ours);
        let row = row.against(format!("python-sat, fresh {solver}"), of_one(seconds));
        report.row(row.target(Some(Target::AtLeast(100.0))));
    }
}

/// Memory should not depend on the number of puzzles: after all of an iterator it is compared with that
/// after a tenth. The largest amount so far is measured, so this comes before tasks that need more.
fn memory(report: &mut Report, script: &mut Script, file: &str) {
    let most = report.quick_or(1_000_000, 10_000_000);
    let question = json!({ "task": "memory", "file": file, "puzzles": most, "threads": 2 });
    let answer = script.ask(&question);
    assert_eq!(answer["solved"], most, "every puzzle has an answer");
    let (first, all) = (number(&answer, "first"), number(&answer, "all"));
    let what = |puzzles: usize| format!("{puzzles} sudokus in chunks, memory");
    report.row(Row::new(what(most / 10), Figure::of(first, Unit::Megabytes)));
    let row = Row::new(what(most), Figure::of(all, Unit::Megabytes));
    report.row(row.target(Some(Target::Under((1.1 * first).ceil()))));
}

/// Ctrl-C during questions on two threads: the longest time until the exception.
fn interrupt(report: &mut Report, script: &mut Script) {
    let times = report.quick_or(2, 20);
    let question = json!({ "task": "interrupt", "threads": 2, "times": times });
    let answer = script.ask(&question);
    let longest = answer["seconds"].as_object().expect("the script measures");
    let all = times * longest.len();
    assert_eq!(answer["interrupted"], all, "every question ends with KeyboardInterrupt");
    for (question, seconds) in longest {
        let seconds = seconds.as_f64().expect("the script measures");
        let what = format!("Ctrl-C until KeyboardInterrupt, {question}");
        let row = Row::new(what, Figure::of(seconds, Unit::Seconds));
        report.row(row.target(Some(Target::Under(0.2))));
    }
}

fn number(answer: &Value, name: &str) -> f64 {
    answer[name].as_f64().expect("the script measures")
}
