//! The other way to solve many puzzles with the same rules: one solver is kept, and assumes the clues
//! of each. Median times of the first answer.

use std::time::Duration;

use sator::engine::{self, Options, Step};
use sator::puzzles::sudoku;
use sator_sat::backend::by_name;

use crate::ours;
use crate::peers::kept::Kept;
use crate::race::timed;
use crate::report::{Report, Row, Times};
use crate::shared::{list, objects};

const LIMIT: Duration = Duration::from_secs(60);

pub(crate) fn measure(report: &mut Report) {
    for (name, step) in [("clue17", 10), ("forum_hardest_1905", 3)] {
        let puzzles: Vec<_> = list(name).into_iter().step_by(step).map(|it| it.line).collect();
        compare(report, name, &puzzles);
    }
    let large = objects("sudoku_sizes/sudoku_16.jsonl");
    compare(report, "sudoku_16", &large.iter().map(ToString::to_string).collect::<Vec<_>>());
}

fn compare(report: &mut Report, name: &str, puzzles: &[String]) {
    let Some(first) = puzzles.first() else { return };
    for backend in ["batsat", "cadical"] {
        if by_name(backend).is_err() {
            continue;
        }
        let mut kept = Kept::new(backend, first);
        let mut times: [Vec<_>; 2] = Default::default();
        for text in puzzles {
            // A kept solver has learned clauses about each puzzle that it has solved, so only one run
            // counts.
            let (found, ours) = timed(|| solve(text));
            let (answer, theirs) = timed(|| kept.solve(text));
            assert_eq!(answer, found, "they disagree on {text}");
            times[0].push(Some(ours));
            times[1].push(Some(theirs));
        }
        let [ours, theirs] =
            times.map(|times| Times::new(times.into_iter(), LIMIT).median_figure());
        let row = Row::new(format!("{name}, {} puzzles", puzzles.len()), ours);
        report.row(row.against(format!("{backend}, kept"), theirs));
    }
}

/// From the text to the verified answer, with cached rules.
fn solve(text: &str) -> bool {
    let puzzle = ours::read(&sudoku::KIND, text);
    let step = engine::solutions(&puzzle, &Options::default()).step();
    matches!(step.expect("no solver fails"), Step::Solution(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_solver_answers_as_a_fresh_search_does() {
        let solvable =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let unsolvable = solvable.replacen("53", "55", 1);
        let mut kept = Kept::new("batsat", solvable);
        for (text, has_answer) in [(solvable, true), (&unsolvable, false), (solvable, true)] {
            assert_eq!((solve(text), kept.solve(text)), (has_answer, has_answer), "{text}");
        }
    }
}
