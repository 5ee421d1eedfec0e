//! Many formulas, each compared with a puzzle's own: a row for each.

use std::path::Path;

use anstyle::Style;
use sator::render::Look;
use sator_sat::backend::Interrupt;
use serde_json::{Value, json};

use super::pair::{Exclusion, Finding, Verdict, broken_rule};
use super::{Formula, Task};
use crate::args::{Compare, Show};
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::table::{Cell, Column, Table, TableForm};
use crate::verbs::{Outcome, because};
use sator::ask::Status;

/// The columns: a row for each file.
static COLUMNS: [Column; 5] = [
    Column::words("file", "file"),
    Column::words("verdict", "verdict"),
    Column::words("difference", "difference"),
    Column::figures("line", "line"),
    Column::words("noticed", "noticed"),
];

/// Compares each file with the puzzle's own formula. The time counts for each.
pub(super) fn run(args: &Compare, task: &Task, interrupt: &Interrupt) -> Outcome {
    let own = task.own_formula(&args.solver.budget(interrupt))?;
    let mut output = Output::standard();
    let look = output.look(&args.show);
    let (mut rows, mut worst) = (Vec::new(), Status::Yes);
    for path in &args.files {
        if interrupt.is_raised() {
            worst = worst.max(Status::Stopped);
            break;
        }
        let compared = compare(args, task, path, &own, interrupt);
        worst = worst.max(compared.as_ref().map_or(Status::Bad, Finding::status));
        if args.show.json {
            output.print_now(&format!("{}\n", json_of(task, path, &compared, look)))?;
        } else {
            rows.push(row(task, path, &compared));
        }
    }
    if !args.show.json {
        let form = if args.csv { TableForm::Csv } else { TableForm::Text };
        let plain = Style::new();
        output.print(&Table { columns: &COLUMNS, rows }.print(form, plain, &|_| plain))?;
    }
    output.commit()?;
    Ok(worst)
}

fn compare(
    args: &Compare,
    task: &Task,
    path: &Path,
    own: &Formula,
    interrupt: &Interrupt,
) -> Result<Finding, Failure> {
    let budget = args.solver.budget(interrupt);
    // Warnings and notes have a column of their own.
    let show = Show { quiet: true, ..Show::default() };
    let file = task.read_file(path, None, &show, &budget)?;
    task.compare([&file, own], &budget)
}

fn verdict(compared: &Result<Finding, Failure>) -> &'static str {
    match compared {
        Err(_) => "invalid",
        Ok(Finding { verdict: Verdict::Equal, .. }) => "equal",
        Ok(Finding { verdict: Verdict::Different { .. }, .. }) => "different",
        Ok(Finding { verdict: Verdict::Stopped(_), .. }) => "unknown",
    }
}

/// The direction of a difference: the file has a board too many, or lacks one.
fn difference(task: &Task, compared: &Result<Finding, Failure>) -> Option<&'static str> {
    let Ok(Finding { verdict: Verdict::Different { owner, model }, .. }) = compared else {
        return None;
    };
    let is_right = task.puzzle.as_ref().is_some_and(|it| broken_rule(it, model).is_none());
    Some(match (*owner, is_right) {
        (0, false) => "allows a wrong board",
        (0, true) => "allows a right board that the formula lacks",
        (_, true) => "excludes a right board",
        (_, false) => "excludes a wrong board that the formula has",
    })
}

/// The first line of the clauses that exclude a board.
fn line(finding: &Finding) -> Option<usize> {
    let exclusion = finding.excluded.as_ref()?;
    exclusion.clauses.first().map(|(line, _)| *line)
}

fn noticed(task: &Task, compared: &Result<Finding, Failure>) -> String {
    match compared {
        Err(failure) => failure.to_string(),
        Ok(Finding { verdict: Verdict::Stopped(reason), .. }) => because(*reason).to_owned(),
        Ok(finding) => {
            let Verdict::Different { model, .. } = &finding.verdict else { return String::new() };
            let rule = task.puzzle.as_ref().and_then(|puzzle| broken_rule(puzzle, model));
            let clause = finding.excluded.as_ref().map(Exclusion::sentence);
            let all = [finding.numbering.clone(), rule, clause];
            all.into_iter().flatten().collect::<Vec<_>>().join("; ")
        }
    }
}

fn row(task: &Task, path: &Path, compared: &Result<Finding, Failure>) -> Vec<Cell> {
    let word = |word: &str| Cell::Word(word.to_owned());
    let line = compared.as_ref().ok().and_then(line);
    let noticed = noticed(task, compared);
    vec![
        Cell::Word(input::place(path)),
        word(verdict(compared)),
        difference(task, compared).map_or(Cell::Unknown, word),
        Cell::count(line.map(|line| line as u64)),
        if noticed.is_empty() { Cell::Unknown } else { Cell::Word(noticed) },
    ]
}

/// The object of a file: that of one comparison, with the columns of the table.
fn json_of(task: &Task, path: &Path, compared: &Result<Finding, Failure>, look: Look) -> Value {
    let mut object = match compared {
        Ok(finding) => finding.json(task, look),
        Err(failure) => failure.json(),
    };
    object["file"] = json!(input::place(path));
    object["verdict"] = json!(verdict(compared));
    if let Some(difference) = difference(task, compared) {
        object["difference"] = json!(difference);
    }
    if let Some(line) = compared.as_ref().ok().and_then(line) {
        object["line"] = json!(line);
    }
    let noticed = noticed(task, compared);
    if !noticed.is_empty() {
        object["noticed"] = json!(noticed);
    }
    object
}
