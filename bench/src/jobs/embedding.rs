//! The cost of the trait `Backend`: each backend and its crate alone take turns on the same formulas,
//! with a fresh solver each time, from the first clause to freeing it. Mean times of a formula.

use sator_sat::backend::{Budget, Config, Entry, Outcome, by_name, load};

use crate::peers::alone::{self, Ready};
use crate::peers::formula::Formula;
use crate::race::{Contender, contender, mean, race};
use crate::report::{Figure, Report, Row, Target};
use crate::shared::list;

/// One in so many puzzles of the list with 17 givens is taken.
const STEP: usize = 10;

pub(crate) fn measure(report: &mut Report) {
    let puzzles = list("clue17");
    if puzzles.is_empty() {
        report.note("left out, as there is no ../shared/data/sudoku9");
        return;
    }
    let formulas: Vec<_> = puzzles.iter().step_by(STEP).map(|it| Formula::of(&it.line)).collect();
    for alone in alone::ALL {
        let entry = by_name(alone.name).expect("it is built in");
        let tasks: Vec<_> =
            formulas.iter().map(|it| Task { formula: it, ready: (alone.prepare)(it) }).collect();
        let laps = race(&tasks, 1, 5, &mut [through_the_trait(entry), by_its_crate(alone.name)]);
        let [ours, theirs] = [0, 1].map(|at| Figure::time(mean(&laps[at], tasks.len())));
        let row = Row::new(format!("{}, {} full formulas", alone.name, tasks.len()), ours);
        report.row(row.against("its crate alone", theirs).target(Some(Target::AtMost(1.1))));
    }
}

/// A formula, and the same in the types of the crate.
struct Task<'f> {
    formula: &'f Formula,
    ready: Ready,
}

fn through_the_trait<'a, 'f: 'a>(entry: &'a Entry) -> Contender<'a, Task<'f>> {
    contender(
        move |task: &Task<'f>| solve(entry, task.formula),
        move |_, found| confirm(entry.name, found),
    )
}

fn by_its_crate<'a, 'f: 'a>(name: &'a str) -> Contender<'a, Task<'f>> {
    contender(|task: &Task<'f>| (task.ready)(), move |_, found| confirm(name, found))
}

/// An answer has one true variable for each cell.
fn confirm(name: &str, found: Option<usize>) {
    assert_eq!(found, Some(81), "{name}");
}

fn solve(entry: &Entry, formula: &Formula) -> Option<usize> {
    let mut solver = (entry.create)(&Config::default());
    let budget = Budget::default();
    solver.reserve(formula.variables);
    load(solver.as_mut(), &budget, |sink| formula.clauses.pour(sink)).expect("there is time");
    match solver.solve(&[], &budget).expect("no solver fails") {
        Outcome::Sat(assignment) => Some(assignment.lits().filter(|lit| lit.is_pos()).count()),
        _ => None,
    }
}
