//! The search in bits by itself, with each kind of instructions that the processor has, against the
//! crate `sudoku`: uniqueness on the three lists that have a target.

use std::sync::Arc;

use sator::model::Scope;
use sator::puzzle::ParseOptions;
use sator::puzzles::sudoku::KIND;
use sator_model::search::{Level, Searcher, Step};
use sator_sat::Lit;

use super::sudoku9::{against_crate, crate_target, named};
use crate::report::{Report, Target};
use crate::shared::{Verdict, data, list};

const LISTS: [&str; 3] = ["clue17", "magictour_top1465", "forum_hardest_1905"];

pub(crate) fn measure(report: &mut Report) {
    let Some(folder) = data("sudoku9") else {
        report.note("left out, as there is no ../shared/data/sudoku9");
        return;
    };
    let searcher = searcher();
    for name in LISTS {
        let puzzles = list(&folder.join(format!("{name}.txt")));
        for level in Level::all() {
            let target = match level {
                Level::Avx512 => crate_target(name),
                Level::Avx2 => (name == "clue17").then_some(Target::AtLeast(1.0)),
                Level::Portable => None,
            };
            let us = format!("the search, {level:?}");
            let ours = named("the search", |puzzle| solve(&searcher, &puzzle.line, level));
            against_crate(report, name, &puzzles, (&us, ours), target);
        }
    }
}

fn searcher() -> Arc<Searcher> {
    let empty = KIND.read(&".".repeat(81), &ParseOptions::default()).expect("it is a sudoku");
    let rules = empty.rules();
    let constraints = rules.rules(Scope::Extended).map(|rule| &rule.constraint);
    Arc::new(Searcher::new(rules.variables(), constraints).expect("groups are all there is"))
}

/// Two answers, from the text.
fn solve(searcher: &Arc<Searcher>, line: &str, level: Level) -> Verdict {
    let mut facts = Vec::with_capacity(40);
    for (cell, symbol) in line.bytes().take(81).enumerate() {
        if symbol.is_ascii_digit() && symbol != b'0' {
            facts.push(Lit::positive((9 * cell) as u32 + u32::from(symbol - b'1')));
        }
    }
    let mut walk = searcher.walk(&facts, level);
    let mut verdict = Verdict { number: 0, first: [0; 81] };
    while verdict.number < 2 && walk.next(u64::MAX, &|| false) == Step::Solution {
        verdict.number += 1;
        if verdict.number == 1 {
            walk.truths(|variable| {
                verdict.first[variable as usize / 9] = 1 + (variable % 9) as u8;
            });
        }
    }
    verdict
}
