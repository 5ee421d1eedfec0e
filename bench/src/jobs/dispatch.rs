//! The bit-parallel search alone, with each instruction set of the processor, against the crate
//! `sudoku`: uniqueness on the three lists that have a target.

use std::sync::Arc;

use sator::puzzles::sudoku::KIND;
use sator_model::search::{BitModel, InstructionSet, Progress};
use sator_sat::Lit;

use super::sudoku9::{against_crate, crate_target, named};
use crate::ours;
use crate::peers::kept::network;
use crate::report::{Report, Target};
use crate::shared::{Verdict, data, list};

const LISTS: [&str; 3] = ["clue17", "magictour_top1465", "forum_hardest_1905"];

pub(crate) fn measure(report: &mut Report) {
    if data("sudoku9").is_none() {
        report.note("left out, as there is no ../shared/data/sudoku9");
        return;
    }
    let model = bit_model();
    for name in LISTS {
        let puzzles = list(name);
        for instructions in InstructionSet::all() {
            let target = match instructions {
                InstructionSet::Avx512 => crate_target(name),
                InstructionSet::Avx2 => (name == "clue17").then_some(Target::AtLeast(1.0)),
                InstructionSet::Portable => None,
            };
            let us = format!("the search, {instructions:?}");
            let ours = named("the search", |puzzle| solve(&model, &puzzle.line, instructions));
            against_crate(report, name, &puzzles, (&us, ours), target);
        }
    }
}

fn bit_model() -> Arc<BitModel> {
    let empty = ours::read(&KIND, &".".repeat(81));
    Arc::new(BitModel::new(&network(&empty.rules())).expect("a 9×9 sudoku has few groups"))
}

/// Solves a puzzle from its text, up to two answers.
fn solve(model: &Arc<BitModel>, line: &str, instructions: InstructionSet) -> Verdict {
    let mut facts = Vec::with_capacity(40);
    for (cell, symbol) in line.bytes().take(81).enumerate() {
        if symbol.is_ascii_digit() && symbol != b'0' {
            facts.push(Lit::positive((9 * cell) as u32 + u32::from(symbol - b'1')));
        }
    }
    let search = model.search(&facts, instructions);
    let mut search = search.expect("the buffers have the layout of the model");
    let mut verdict = Verdict { number: 0, first: [0; 81] };
    while verdict.number < 2 && search.next(u64::MAX, &|| false) == Progress::Solution {
        verdict.number += 1;
        if verdict.number == 1 {
            search.truths(|variable| {
                verdict.first[variable as usize / 9] = 1 + (variable % 9) as u8;
            });
        }
    }
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_set_finds_the_answers_of_the_library() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let (model, expected) = (bit_model(), ours::solve_line(line));
        for instructions in InstructionSet::all() {
            let verdict = solve(&model, line, instructions);
            assert_eq!((verdict.number, verdict.first), (1, expected.first), "{instructions:?}");
            assert_eq!(solve(&model, &".".repeat(81), instructions).number, 2);
        }
    }
}
