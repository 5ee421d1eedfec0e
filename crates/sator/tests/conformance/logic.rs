//! The meaning of a model, and the results of the engine.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use sator::engine::{
    Method, Options, Possible, candidates, count, count_visiting, instance, solutions,
};
use sator::model::{CellId, Clues, Scope, Solution};
use sator::puzzle::{AnyPuzzle, Symmetry};
use sator_sat::Lit;
use sator_sat::backend::{BACKENDS, Solver};

use crate::instances::every_puzzle;
use crate::truth::{all_fillings, answers, lowerings, parts_hold};

const SCOPES: [Scope; 3] = [Scope::Minimal, Scope::Stated, Scope::Extended];

/// By the meaning of constraints, and by their parts in every scope: redundant and derived parts
/// forbid nothing that the rules allow.
#[test]
fn the_model_means_what_the_plain_rules_mean() {
    every_puzzle(|puzzle| {
        let (rules, instance) = (puzzle.rules(), instance(puzzle));
        let Clues { facts, rules: clues } = instance.clues();
        for (assignment, solution) in all_fillings(puzzle) {
            let value = |cell| solution[cell];
            let violation = rules.violation(&solution);
            let holds = violation.is_none()
                && facts.iter().all(|fact| fact.is_true(&value))
                && clues.iter().all(|clue| clue.constraint.holds(&value));
            let verdict = puzzle.check(&solution);
            assert_eq!(holds, verdict.is_ok(), "{solution:?}: {violation:?}, {verdict:?}");
            for scope in SCOPES {
                let holds = parts_hold(&instance, scope, &assignment);
                assert_eq!(holds, verdict.is_ok(), "{solution:?}: {scope:?}, {verdict:?}");
            }
        }
    });
}

#[test]
fn every_variable_has_a_cell_a_value_and_a_sentence_of_its_own() {
    every_puzzle(|puzzle| {
        let rules = puzzle.rules();
        let cells = rules.cells();
        for lit in (0..cells.variables()).map(Lit::positive) {
            let (cell, value) = cells.cell_of(lit);
            assert_eq!(cells.is(cell, value), lit);
        }
        let (lits, facts): (Vec<_>, Vec<_>) = cells.meanings().unzip();
        assert_eq!(lits, (0..cells.variables()).map(Lit::positive).collect::<Vec<_>>());
        assert!(facts.iter().all(|fact| is_line(fact)));
        assert_eq!(facts.iter().collect::<HashSet<_>>().len(), lits.len(), "{facts:?}");
    });
}

fn is_line(text: &str) -> bool {
    !text.is_empty() && text == text.trim() && !text.contains('\n')
}

#[test]
fn every_constraint_has_a_sentence() {
    every_puzzle(|puzzle| {
        let instance = instance(puzzle);
        let (cells, Clues { facts, rules }) = (instance.cells(), instance.clues());
        for rule in instance.rules().iter().chain(rules).chain(&instance.derived().sums) {
            assert!(is_line(&rule.text(cells)), "{rule:?}");
            assert!(rule.part_texts(cells, Scope::Extended).iter().all(|it| is_line(it)));
        }
        assert!(facts.iter().all(|&fact| is_line(&Clues::fact_text(fact, cells))));
    });
}

/// Compiled rules are cached under these keys.
#[test]
fn puzzles_of_a_kind_with_the_same_key_have_the_same_rules() {
    let seen = RefCell::new(HashMap::new());
    every_puzzle(|puzzle| {
        let Some(key) = puzzle.rules_key() else { return };
        let rules = puzzle.rules();
        let texts = (rules.cells().meanings().collect::<Vec<_>>(), rules.texts(Scope::Extended));
        let kind = puzzle.kind().name;
        let mut seen = seen.borrow_mut();
        let found = seen.entry((kind, key)).or_insert_with(|| texts.clone());
        assert_eq!(*found, texts, "{kind}, {key:?}");
    });
}

#[test]
fn clues_contradict_each_other_only_where_there_is_no_answer() {
    every_puzzle(|puzzle| {
        if let Some(violation) = puzzle.contradiction() {
            assert_eq!(answers(puzzle), [], "although {violation}");
        }
    });
}

/// Counts by visiting and at once, and compares.
fn has_count(puzzle: &AnyPuzzle, options: &Options, expected: u64) {
    let visited = count_visiting(puzzle, options, false, None, |_| ()).unwrap();
    let at_once = count(puzzle, options, false, &mut |_| ()).unwrap();
    for count in [Some(visited), at_once].into_iter().flatten() {
        let found = (count.number, count.stopped);
        assert_eq!(found, (expected.into(), None), "{options:?} of {}", puzzle.print());
    }
}

#[test]
fn every_backend_counts_the_answers_with_every_encoding() {
    every_puzzle(|puzzle| {
        let expected = answers(puzzle).len() as u64;
        for backend in BACKENDS {
            for (lowering, eliminate) in lowerings().flat_map(|it| [(it, true), (it, false)]) {
                let backend = Solver::Embedded(backend).into();
                let options = Options { backend, lowering, eliminate, ..Options::default() };
                has_count(puzzle, &options, expected);
            }
        }
    });
}

#[test]
fn the_planner_and_the_search_count_the_answers_in_every_scope() {
    every_puzzle(|puzzle| {
        let expected = answers(puzzle).len() as u64;
        for backend in [Method::Auto, Method::Search] {
            for (scope, eliminate) in SCOPES.into_iter().flat_map(|it| [(it, true), (it, false)]) {
                let mut options =
                    Options { backend: backend.clone(), eliminate, ..Options::default() };
                has_count(puzzle, &options, expected);
                options.lowering.scope = Some(scope);
                has_count(puzzle, &options, expected);
            }
        }
    });
}

#[test]
fn candidates_are_the_values_of_all_answers() {
    every_puzzle(|puzzle| {
        let answers = answers(puzzle);
        let found = candidates(solutions(puzzle, &Options::default()), |_| ()).unwrap();
        assert_eq!(found.has_answer, Some(!answers.is_empty()), "{}", puzzle.print());
        for (cell, found) in found.cells.iter().enumerate() {
            let mut values: Vec<_> = answers.iter().map(|answer| answer.values[cell]).collect();
            values.sort_unstable();
            values.dedup();
            assert_eq!(*found, Possible { values, undecided: Vec::new() }, "{}", puzzle.print());
        }
    });
}

#[test]
fn an_answer_in_a_line_is_one_line_and_an_answer() {
    every_puzzle(|puzzle| {
        for answer in answers(puzzle).iter().filter(|_| puzzle.kind().answers_in_lines) {
            let line = puzzle.answer_line(answer);
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(puzzle.check_text(&line), Ok(Ok(answer.clone())), "{line}");
        }
    });
}

fn image(solution: &Solution, symmetry: &Symmetry) -> Solution {
    let mut image = solution.clone();
    for (index, &value) in solution.values.iter().enumerate() {
        let (cell, value) = symmetry(CellId::nth(index), value);
        image.values[cell.index()] = value;
    }
    image
}

#[test]
fn symmetries_map_answers_to_answers_which_are_counted_once() {
    every_puzzle(|puzzle| {
        let symmetries = puzzle.symmetries().unwrap_or_default();
        let mut left: HashSet<_> = answers(puzzle).into_iter().collect();
        let mut orbits = 0_u64;
        while let Some(answer) = left.iter().next().cloned() {
            orbits += 1;
            let mut orbit = vec![answer];
            while let Some(answer) = orbit.pop() {
                assert_eq!(puzzle.check(&answer), Ok(()), "{answer:?}");
                if left.remove(&answer) {
                    orbit.extend(symmetries.iter().map(|symmetry| image(&answer, symmetry)));
                }
            }
        }
        let visited = count_visiting(puzzle, &Options::default(), true, None, |_| ()).unwrap();
        let at_once = count(puzzle, &Options::default(), true, &mut |_| ()).unwrap();
        for count in [Some(visited), at_once].into_iter().flatten() {
            assert_eq!(count.number, orbits.into(), "{}", puzzle.print());
        }
    });
}
