//! The second witness, which tries values by the plain rules only.

use std::collections::BTreeSet;

use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator::witness::{End, MOST_LOOKS, Witness};

use super::instances::every_puzzle;
use super::truth::answers;

fn by_trying(puzzle: &AnyPuzzle) -> Vec<Solution> {
    let never = || false;
    let mut witness = Witness::new(&**puzzle, MOST_LOOKS, &never);
    let mut answers = Vec::new();
    loop {
        match witness.next_answer() {
            Ok(answer) => answers.push(answer),
            Err(end) => {
                assert_eq!(end, End::Complete);
                return answers;
            }
        }
    }
}

#[test]
fn the_second_witness_finds_each_answer_once_and_nothing_else() {
    every_puzzle(|puzzle| {
        let found = by_trying(puzzle);
        let distinct: BTreeSet<_> = found.iter().cloned().collect();
        assert_eq!(distinct.len(), found.len(), "an answer twice");
        assert_eq!(distinct, answers(puzzle).into_iter().collect());
    });
}

/// Partly filled boards are refused only if no answer has their values.
#[test]
fn the_plain_rules_allow_every_part_of_an_answer() {
    every_puzzle(|puzzle| {
        let allows = puzzle.allows();
        for answer in answers(puzzle) {
            let cells = answer.values.len();
            for seed in 0..8_usize {
                let is_known = |cell: usize| (cell * 5 + cell / 3 + seed) % 8 < 2 + seed % 5;
                let value = |cell: usize| is_known(cell).then(|| answer.values[cell]);
                for cell in (0..cells).filter(|&cell| is_known(cell)) {
                    assert!(allows(cell, &value), "{answer:?}: cell {cell}, part {seed}");
                }
            }
        }
    });
}

#[test]
fn the_choices_are_a_range_for_each_cell_that_has_all_its_values() {
    every_puzzle(|puzzle| {
        let (choices, rules) = (puzzle.choices(), puzzle.rules());
        for (cell, _, domain) in rules.cells().iter().take(choices.len()) {
            assert!(domain.values().all(|value| choices[cell.index()].contains(&value)));
        }
        let answers = answers(puzzle);
        assert!(answers.iter().all(|answer| answer.values.len() == choices.len()));
    });
}
