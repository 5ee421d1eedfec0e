//! Uniqueness of the 9×9 sudokus of every open list: against the crate `sudoku`, dancing links, and a
//! fresh Varisat for each. Mean times of a list, from the text to at most two answers.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ours;
use crate::peers::{dancing_links, sudoku_crate, varisat};
use crate::race::{Contender, contender, mean, race};
use crate::report::{Figure, Report, Row, Target};
use crate::shared::{Listed, Verdict, data, list};

/// So many consecutive puzzles are timed together. If fewer were repeated, branch prediction would
/// adapt to them, and they would take too little time for the clock.
const TOGETHER: usize = 200;

/// Varisat and dancing links solve at most so many puzzles of a list.
const FEW: usize = 200;

pub(crate) fn measure(report: &mut Report) {
    let Some(folder) = data("sudoku9") else {
        report.note("left out, as there is no ../shared/data/sudoku9");
        return;
    };
    for file in lists(&folder) {
        measure_list(report, &file);
    }
}

fn lists(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut lists: Vec<_> =
        entries.filter(|path| path.extension() == Some("txt".as_ref())).collect();
    lists.sort();
    lists
}

fn measure_list(report: &mut Report, file: &Path) {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let puzzles = list(&name);
    let what = format!("{name}, {} puzzles", puzzles.len());
    against_crate(report, &what, &puzzles, ("sator", sator()), crate_target(&name));

    let few: Vec<_> = puzzles.into_iter().step_by_at_most(FEW);
    let what = format!("{name}, {} of them", few.len());
    let runs = report.quick_or(2, 5);
    let figures = compare(&few, TOGETHER, runs, vec![sator(), dancing(), fresh_varisat()]);
    report.row(Row::new(&what, figures[0]).against("dancing links", figures[1]));
    let target = (name == "clue17").then_some(Target::AtLeast(300.0));
    report.row(Row::new(&what, figures[0]).against("fresh Varisat", figures[2]).target(target));
}

/// One of our methods, with its name, against the crate.
pub(super) fn against_crate(
    report: &mut Report,
    what: &str,
    puzzles: &[Listed],
    (us, ours): (&str, Contender<'_, Listed>),
    target: Option<Target>,
) {
    let runs = report.quick_or(5, 15);
    let figures = compare(puzzles, TOGETHER, runs, vec![ours, crate_sudoku()]);
    let row = Row::new(what, figures[0]).by(us);
    report.row(row.against("crate sudoku", figures[1]).target(target));
}

/// The target on a processor with AVX-512.
pub(super) fn crate_target(list: &str) -> Option<Target> {
    let ratio = match list {
        "clue17" => 1.4,
        "magictour_top1465" => 1.3,
        "forum_hardest_1905" => 1.5,
        _ => return None,
    };
    Some(Target::AtLeast(ratio))
}

/// The mean time of each contender.
fn compare(
    puzzles: &[Listed],
    together: usize,
    runs: usize,
    mut contenders: Vec<Contender<'_, Listed>>,
) -> Vec<Figure> {
    let laps = race(puzzles, together, runs, &mut contenders);
    laps.iter().map(|laps| Figure::time(mean(laps, puzzles.len()))).collect()
}

fn sator<'a>() -> Contender<'a, Listed> {
    named("sator", |puzzle| ours::solve_line(&puzzle.line))
}

fn crate_sudoku<'a>() -> Contender<'a, Listed> {
    named("crate sudoku", |puzzle| sudoku_crate::solve(&puzzle.line))
}

fn dancing<'a>() -> Contender<'a, Listed> {
    named("dancing links", |puzzle| dancing_links::solve(&puzzle.line))
}

fn fresh_varisat<'a>() -> Contender<'a, Listed> {
    named("Varisat", |puzzle| varisat::solve(&puzzle.line))
}

/// A contender whose answers are compared with the stored ones.
pub(super) fn named<'a>(
    name: &'static str,
    solve: impl FnMut(&Listed) -> Verdict + 'a,
) -> Contender<'a, Listed> {
    contender(solve, move |puzzle, verdict| puzzle.confirm(&verdict, name))
}

/// Takes some of many items, evenly spread.
pub(super) trait StepByAtMost: ExactSizeIterator + Sized {
    fn step_by_at_most(self, most: usize) -> Vec<Self::Item> {
        let step = self.len().div_ceil(most).max(1);
        self.step_by(step).collect()
    }
}

impl<I: ExactSizeIterator> StepByAtMost for I {}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const NONE: &str =
        "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const MANY: &str =
        ".................................................................................";

    #[test]
    fn all_contenders_agree() {
        for (line, number) in [(ONE, 1), (NONE, 0), (MANY, 2)] {
            let expected = ours::solve_line(line);
            assert_eq!(expected.number, number, "{line}");
            for solve in [sudoku_crate::solve, dancing_links::solve, varisat::solve] {
                let verdict = solve(line);
                assert_eq!(verdict.number, number, "{line}");
                assert!(number != 1 || verdict.first == expected.first, "{line}");
            }
        }
    }

    #[test]
    fn few_of_many_are_spread_over_the_list() {
        assert_eq!((0..10).step_by_at_most(4), [0, 3, 6, 9]);
        assert_eq!((0..3).step_by_at_most(4), [0, 1, 2]);
        assert!((0..0).step_by_at_most(4).is_empty());
    }
}
