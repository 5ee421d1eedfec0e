//! Explanations from the text to the last sentence: times, sizes of steps, and how many have a name.
//! Then contradictions and repairs of killers without a solution, and hints from start to exit.

use std::time::Duration;

use sator::create::{Wish, seed_in_series};
use sator::engine::explain::{RuleId, Statement};
use sator::engine::{self, Change, Instead, Limits, Options, Repairs, Soft};
use sator::explain::{ExplainedStep, Narrator};
use sator::puzzle::{AnyPuzzle, Kind};
use sator::puzzles::{futoshiki, kakuro, killer, minesweeper, queens, sudoku};
use sator::repair::MAX_REPAIRS;
use serde_json::Value;

use super::sudoku9::StepByAtMost as _;
use crate::ours;
use crate::race::timed;
use crate::report::{Figure, Report, Row, Target, Times};
use crate::shared::{list, objects, root};
use crate::tool::Tool;

/// No puzzle comes near it.
const LIMIT: Duration = Duration::from_secs(600);

/// How many futoshiki and kakuro are created.
const OWN: u64 = 10;

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
        explain_texts(report, name, &sudoku::KIND, &some, goals);
    }
    let boards = objects("minesweeper/boards.jsonl");
    let texts: Vec<String> = boards.iter().filter_map(with_forced_cells).collect();
    let texts: Vec<&String> = texts.iter().collect();
    explain_texts(report, "minesweeper boards", &minesweeper::KIND, &texts, at_worst(0.05));
    let killers = objects("killer/killer.jsonl");
    for group in ["janko", "krazydad"] {
        let of_group = killers.iter().filter(|it| it["group"] == group);
        let texts: Vec<String> = of_group.map(Value::to_string).collect();
        let texts: Vec<&String> = texts.iter().collect();
        explain_texts(report, group, &killer::KIND, &texts, at_worst(1.0));
    }
    let queens = objects("nqueens/completion.jsonl");
    let queens = queens.iter().filter(|it| it["count"] == 1);
    let texts: Vec<String> = queens.map(Value::to_string).collect();
    let texts: Vec<&String> = texts.iter().collect();
    explain_texts(report, "queens with one answer", &queens::KIND, &texts, Goals::default());
    for kind in [&futoshiki::KIND, &kakuro::KIND] {
        let created = (0..OWN).map(|index| kind.create(&Wish::default(), seed_in_series(1, index)));
        let puzzles: Vec<_> = created.map(|it| it.expect("it can be created").puzzle).collect();
        let explanations = puzzles.iter().map(|puzzle| timed(|| explained(puzzle)));
        explain_all(report, &format!("{} of our own", kind.name), explanations, Goals::default());
    }
    contradictions(report);
    hints(report);
}

/// The text of a board on which a cell is forced.
fn with_forced_cells(board: &Value) -> Option<String> {
    let total = if board["mines"].is_null() { "no_total" } else { "with_total" };
    let has = |list: &str| board[total][list].as_array().is_some_and(|it| !it.is_empty());
    let is_unique = board[total]["unique"] == true;
    let is_forced =
        board[total]["status"] == "SAT" && (is_unique || has("safe") || has("sure_mines"));
    is_forced.then(|| board["text"].as_str().expect("the boards have a text").to_owned())
}

/// Reads puzzles and explains them to the end, one after another.
fn explain_texts(report: &mut Report, what: &str, kind: &Kind, texts: &[&String], goals: Goals) {
    let explanations = texts.iter().map(|text| timed(|| explained(&ours::read(kind, text))));
    explain_all(report, what, explanations, goals);
}

/// Reports the times and the steps of explanations.
fn explain_all(
    report: &mut Report,
    what: &str,
    explanations: impl Iterator<Item = (Vec<ExplainedStep>, Duration)>,
    goals: Goals,
) {
    let mut steps = Vec::new();
    let mut times = Vec::new();
    for (found, time) in explanations {
        times.push(Some(time));
        steps.extend(found);
    }
    if times.is_empty() {
        return report.note(format!("left out, as the data is absent: {what}"));
    }
    let what = format!("{what}, {} puzzles", times.len());
    let times = Times::new(times.into_iter(), LIMIT);
    for (name, time, goal) in
        [("median", times.median(), goals.median), ("worst", times.worst(), goals.worst)]
    {
        let target = goal.map(Target::Under);
        report.row(Row::new(format!("{what}, {name}"), times.figure(time)).target(target));
    }
    report.note(sizes(&steps));
}

/// All steps, in words.
fn explained(puzzle: &AnyPuzzle) -> Vec<ExplainedStep> {
    let found = engine::explain(puzzle, &Options::new(), Limits::default(), &mut |_, _| ());
    let found = found.expect("it can be explained");
    let mut narrator = Narrator::new(puzzle, &[]);
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
        let (core, time) = timed(|| engine::conflict(puzzle, Soft::RulesAndClues, &Options::new()));
        let core = core.expect("it can be searched").expect("there is no solution");
        sizes.push(core.statements.len());
        Some(time)
    });
    let cores = Times::new(cores, LIMIT);
    let mut undone = 0;
    let repairs = puzzles.iter().zip(&killers).map(|(puzzle, killer)| {
        let (repairs, time) = timed(|| engine::repairs(puzzle, &Options::new(), MAX_REPAIRS));
        let repairs = repairs.expect("it can be searched");
        undone += usize::from(undoes_change(&repairs, &killer["change"]));
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
    report.note(format!("the change is undone by a smallest repair of {undone}"));
    others_without_solution(report);
}

/// Whether a repair restores the totals that a text names: "cage 2: 8 -> 9; cage 5: 7 -> 6".
fn undoes_change(repairs: &Repairs, change: &Value) -> bool {
    let restored = |text: &str| {
        let (cage, totals) = text.strip_prefix("cage ")?.split_once(": ")?;
        let (total, _) = totals.split_once(" -> ")?;
        Some((cage.parse::<u32>().ok()?, total.parse::<i64>().ok()?))
    };
    let changes = change.as_str().expect("the killers say what was changed").split("; ");
    let wanted: Vec<_> = changes.map(|it| restored(it).expect("a cage and its totals")).collect();
    let is_wanted = |change: &Change| {
        wanted.iter().any(|&(cage, total)| {
            change.clue == Statement::Rule(RuleId::Clue(cage))
                && matches!(&change.instead, Instead::Numbers(it) if it.contains(&total))
        })
    };
    repairs.list.iter().any(|it| it.len() == wanted.len() && it.iter().all(is_wanted))
}

/// Conflicts of sudokus and minesweeper boards.
fn others_without_solution(report: &mut Report) {
    let sudokus = ["invalid_zero", "invalid_zero_derived"].into_iter().flat_map(list);
    let sudokus: Vec<_> = sudokus.map(|it| ours::read(&sudoku::KIND, &it.line)).collect();
    let boards = objects("minesweeper/boards.jsonl");
    let is_impossible = |it: &&Value| it["no_total"]["status"] == "UNSAT";
    let texts = boards.iter().filter(is_impossible).filter_map(|it| it["text"].as_str());
    let boards: Vec<_> = texts.map(|text| ours::read(&minesweeper::KIND, text)).collect();
    for (what, puzzles) in [("sudokus", sudokus), ("minesweeper boards", boards)] {
        if puzzles.is_empty() {
            continue;
        }
        let times = puzzles.iter().map(|puzzle| {
            let (core, time) =
                timed(|| engine::conflict(puzzle, Soft::RulesAndClues, &Options::new()));
            core.expect("it can be searched").expect("there is no solution");
            Some(time)
        });
        let times = Times::new(times, LIMIT);
        let what = format!("conflict, {} {what} without a solution, worst", puzzles.len());
        let row = Row::new(what, times.figure(times.worst()));
        report.row(row.target(Some(Target::Under(1.0))));
    }
}

/// The next step, from start to exit.
fn hints(report: &mut Report) {
    let Some(tool) = Tool::find(report) else { return };
    for example in ["sudoku/9x9.txt", "minesweeper/expert.txt", "killer/wikipedia.txt"] {
        let file = root().join("examples").join(example);
        let run = tool.best(5, &format!("hint {}", file.display()));
        let what = format!("hint {example}, from start to exit");
        report.row(Row::new(what, Figure::time(run.time)).target(Some(Target::Under(0.05))));
    }
}
