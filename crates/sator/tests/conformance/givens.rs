//! Short ways to say what a puzzle says at length: its values, and its frame.

use std::cell::RefCell;

use sator::model::{CellId, Model, Value};
use sator::puzzle::{FrameKey, Puzzle};
use sator_sat::{Constraint, Lit};

use crate::instances::every_puzzle;

/// Where they are, the clues are facts of the same cells and values, in the same order; where they
/// are not, some clue says something else, or there are none.
#[test]
fn given_values_are_told_where_the_clues_say_nothing_else() {
    every_puzzle(|puzzle| {
        let model = puzzle.model();
        let mut told: Vec<(CellId, Value)> = Vec::new();
        let is_all = puzzle.givens(&mut |cell, value| told.push((cell, value)));
        let told: Vec<_> = told.into_iter().map(|(cell, value)| model.is(cell, value)).collect();
        match facts(&model) {
            Some(facts) if is_all => assert_eq!(told, facts, "{}", puzzle.print()),
            Some(facts) => assert_eq!(facts, [], "{}", puzzle.print()),
            None => assert!(!is_all && told.is_empty(), "{}", puzzle.print()),
        }
    });
}

/// The clues, if each says that a cell has a value.
fn facts(model: &Model) -> Option<Vec<Lit>> {
    let fact = |constraint: &Constraint| match constraint {
        Constraint::Clause(lits) => match lits[..] {
            [lit] if lit.is_pos() => Some(lit),
            _ => None,
        },
        _ => None,
    };
    model.clues().iter().map(|clue| fact(&clue.constraint)).collect()
}

#[test]
fn puzzles_of_a_kind_have_one_key_where_they_have_one_frame() {
    let seen: RefCell<Vec<(&str, String, FrameKey)>> = RefCell::default();
    every_puzzle(|puzzle: &dyn Puzzle| {
        let (kind, frame, key) = (puzzle.kind().name, puzzle.frame(), puzzle.frame_key());
        let mut seen = seen.borrow_mut();
        for (_, other, other_key) in seen.iter().filter(|(other, ..)| *other == kind) {
            assert_eq!(frame == *other, key == *other_key, "{kind}: '{frame}' and '{other}'");
        }
        seen.push((kind, frame, key));
    });
}
