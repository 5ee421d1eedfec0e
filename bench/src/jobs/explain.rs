//! Explanations from the text to the last sentence: times, sizes of steps, and how many have a name.
//! Then contradictions and repairs of killers without a solution, and hints from start to exit.

use std::time::Duration;

use sator::engine::{self, Limits, Options};
use sator::explain::{ExplainedStep, Narrator};
use sator::puzzle::Kind;
use sator::puzzles::{futoshiki, kakuro, killer, minesweeper, queens, sudoku};
use serde_json::Value;

use super::sudoku9::StepByAtMost as _;
use crate::ours;
use crate::race::timed;
use crate::report::{Figure, Report, Row, Target, Times};
use crate::shared::{list, objects, root};
use crate::tool::Tool;

/// No puzzle comes near it.
const LIMIT: Duration = Duration::from_secs(600);

/// The seconds that a list is to stay under.
#[derive(Clone, Copy, Default)]
struct Goals {
    median: Option<f64>,
    worst: Option<f64>,
}

pub(crate) fn measure(report: &mut Report) {
    let goals = |median, worst| Goals { median: Some(median), worst: Some(worst) };
    let at_worst = |worst| Goals { median: None, worst: Some(worst) };
    for (name, most, goals) in [
        ("hard_top95", [48, 48], goals(0.1, 2.0)),
        ("clue17", [200, 2000], Goals { median: Some(0.02), worst: None }),
        ("forum_hardest_1905", [3, 20], at_worst(30.0)),
    ] {
        let lines: Vec<String> = list(name).into_iter().map(|it| it.line).collect();
        let some = lines.iter().step_by_at_most(report.quick_or(most[0], most[1]));
        explain_all(report, name, &sudoku::KIND, &some, goals);
    }
    let boards = objects("minesweeper/boards.jsonl");
    let texts: Vec<String> = boards.iter().filter_map(with_forced_cells).collect();
    let texts: Vec<&String> = texts.iter().collect();
    explain_all(report, "minesweeper boards", &minesweeper::KIND, &texts, at_worst(0.05));
    let killers = objects("killer/killer.jsonl");
    for group in ["janko", "krazydad"] {
        let of_group = killers.iter().filter(|it| it["group"] == group);
        let texts: Vec<String> = of_group.map(Value::to_string).collect();
        let texts: Vec<&String> = texts.iter().collect();
        explain_all(report, group, &killer::KIND, &texts, at_worst(1.0));
    }
    let queens = objects("nqueens/completion.jsonl");
    let queens = queens.iter().filter(|it| it["count"] == 1);
    let texts: Vec<String> = queens.map(Value::to_string).collect();
    let texts: Vec<&String> = texts.iter().collect();
    explain_all(report, "queens with one answer", &queens::KIND, &texts, Goals::default());
    for kind in [&futoshiki::KIND, &kakuro::KIND] {
        let texts = examples(kind.name);
        let texts: Vec<&String> = texts.iter().collect();
        explain_all(report, kind.name, kind, &texts, Goals::default());
    }
    contradictions(report);
    hints(report);
}

/// The text of a board on which a cell is forced.
fn with_forced_cells(board: &Value) -> Option<String> {
    let total = if board["mines"].is_null() { "no_total" } else { "with_total" };
    let has = |list: &str| board[total][list].as_array().is_some_and(|it| !it.is_empty());
    let is_forced = board[total]["status"] == "SAT" && (has("safe") || has("sure_mines"));
    is_forced.then(|| board["text"].as_str().expect("the boards have a text").to_owned())
}

/// The project's own puzzles of a kind.
fn examples(kind: &str) -> Vec<String> {
    let files = root().join("examples").join(kind).read_dir().expect("the kind has examples");
    let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.sort_unstable();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("it is text")).collect()
}

/// Explains puzzles to the end, one after another.
fn explain_all(report: &mut Report, what: &str, kind: &Kind, texts: &[&String], goals: Goals) {
    let mut steps = Vec::new();
    let mut times = Vec::new();
    for text in texts {
        let (found, time) = timed(|| explained(kind, text));
        times.push(Some(time));
        steps.extend(found);
    }
    if times.is_empty() {
        return report.note(format!("left out, as the data is absent: {what}"));
    }
    let times = Times::new(times.into_iter(), LIMIT);
    let what = format!("{what}, {} puzzles", texts.len());
    for (name, time, goal) in
        [("median", times.median(), goals.median), ("worst", times.worst(), goals.worst)]
    {
        let target = goal.map(Target::Under);
        report.row(Row::new(format!("{what}, {name}"), times.figure(time)).target(target));
    }
    report.note(sizes(&steps));
}

/// All steps, in words.
fn explained(kind: &Kind, text: &str) -> Vec<ExplainedStep> {
    let puzzle = ours::read(kind, text);
    let found = engine::explain(&puzzle, &Options::new(), Limits::default(), &mut |_, _| ());
    let found = found.expect("it can be explained");
    let mut narrator = Narrator::new(&puzzle, &[]);
    let scan = |fact| found.scan(fact);
    found.steps.iter().map(|step| narrator.tell(&found.units, step, &scan)).collect()
}

/// The sizes of the steps, and how many have a name.
fn sizes(steps: &[ExplainedStep]) -> String {
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let (all, largest) = (steps.len(), steps.iter().map(|step| step.size).max().unwrap_or(0));
    let at_most = |size: usize| steps.iter().filter(|step| step.size <= size).count();
    let hard: Vec<_> = steps.iter().filter(|step| step.size > 1).collect();
    let short = hard.iter().filter(|step| step.size <= 9).count();
    let named = hard.iter().filter(|step| step.is_named).count();
    format!(
        "{all} steps, at most {largest} rules; one or two rules {:.1} %; of {} larger than one rule {:.0} % \
         have at most 9, and {:.0} % a name",
        share(at_most(2), all),
        hard.len(),
        share(short, hard.len()),
        share(named, hard.len())
    )
}

/// Killers of which one total was changed.
fn contradictions(report: &mut Report) {
    let killers = objects("killer/killer_unsat.jsonl");
    if killers.is_empty() {
        return report.note("left out, as the data is absent: killers without a solution");
    }
    let puzzles: Vec<_> =
        killers.iter().map(|it| ours::read(&killer::KIND, &it.to_string())).collect();
    let mut sizes = Vec::new();
    let cores = puzzles.iter().map(|puzzle| {
        let (core, time) = timed(|| engine::core(puzzle, &Options::new()));
        let core = core.expect("it can be searched").expect("there is no solution");
        sizes.push(core.statements.len());
        Some(time)
    });
    let cores = Times::new(cores, LIMIT);
    let repairs = puzzles.iter().map(|puzzle| {
        let (repairs, time) = timed(|| engine::repairs(puzzle, &Options::new(), 10));
        repairs.expect("it can be searched");
        Some(time)
    });
    let repairs = Times::new(repairs, LIMIT);
    for (what, times, goal) in [("conflict", cores, Some(1.0)), ("repairs", repairs, None)] {
        let what = format!("{what}, {} killers without a solution", killers.len());
        report.row(Row::new(format!("{what}, median"), times.figure(times.median())));
        let worst = Row::new(format!("{what}, worst"), times.figure(times.worst()));
        report.row(worst.target(goal.map(Target::Under)));
    }
    sizes.sort_unstable();
    let middle = sizes[sizes.len() / 2];
    let largest = sizes[sizes.len() - 1];
    report.note(format!("conflicts: median {middle} rules and clues, largest {largest}"));
}

/// The next step, from start to exit.
fn hints(report: &mut Report) {
    let Some(tool) = Tool::find(report) else { return };
    for example in ["sudoku/9x9.txt", "minesweeper/expert.txt", "killer/wikipedia.txt"] {
        let file = root().join("examples").join(example);
        let run = tool.best(5, &format!("hint {} --quiet", file.display()));
        let what = format!("hint {example}, from start to exit");
        report.row(Row::new(what, Figure::time(run.time)).target(Some(Target::Under(0.05))));
    }
}
