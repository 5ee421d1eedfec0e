//! What the model means, and what the engine makes of it.

use std::cell::RefCell;
use std::collections::HashSet;

use sator::engine::{Options, Road, Search, Series, count, count_at_once, model_of};
use sator::model::{Rule, Scope, Statement};
use sator::puzzle::turned;
use sator_sat::Lit;
use sator_sat::backend::{BACKENDS, Solver};

use crate::instances::{every_puzzle, kinds};
use crate::truth::{all_fillings, answers, lowerings, scattered_fillings};

#[test]
fn the_model_means_what_the_plain_rules_mean() {
    every_puzzle(|puzzle| {
        let model = model_of(puzzle, Scope::Extended);
        for (assignment, solution) in all_fillings(&model) {
            let holds = |rule: &&Rule| rule.constraint.holds(|lit| assignment.is_true(lit));
            let broken = |scope| model.rules(scope).find(|rule| !holds(rule));
            let verdict = puzzle.check(&solution);
            let stated = broken(Scope::Stated);
            assert_eq!(stated.is_none(), verdict.is_ok(), "{solution:?}: {stated:?}, {verdict:?}");
            // What is derived, by the puzzle or from its clues, forbids nothing that the rules allow.
            let extended = broken(Scope::Extended);
            assert_eq!(extended.is_none(), verdict.is_ok(), "{solution:?}: {extended:?}");
            // What is redundant forbids nothing that the other rules allow.
            let minimal = broken(Scope::Minimal);
            assert_eq!(minimal.is_none(), verdict.is_ok(), "{solution:?}: {minimal:?}");
        }
    });
}

/// The rules of a group, in every scope, and its relations: where each cell has one value, they
/// are two ways to say one thing.
#[test]
fn relations_mean_what_their_rules_mean() {
    let seen = RefCell::new(HashSet::new());
    every_puzzle(|puzzle| {
        let model = model_of(puzzle, Scope::Extended);
        for (assignment, solution) in all_fillings(&model).chain(scattered_fillings(&model)) {
            for group in model.groups() {
                let related = group.relations.iter().all(|relation| relation.holds(&solution));
                for scope in [Scope::Minimal, Scope::Stated, Scope::Extended] {
                    let holds = |rule: &Rule| rule.constraint.holds(|lit| assignment.is_true(lit));
                    let ruled = group.rules(scope).all(holds);
                    assert_eq!(ruled, related, "{solution:?}, {scope:?}: {:?}", group.relations);
                }
                seen.borrow_mut().insert((puzzle.kind().name, related));
            }
        }
    });
    // A kind has no relations, or they were seen to hold and seen to be broken.
    let seen = seen.into_inner();
    for kind in kinds() {
        let [held, broken] = [true, false].map(|verdict| seen.contains(&(kind.name, verdict)));
        assert_eq!(held, broken, "{}", kind.name);
    }
}

#[test]
fn statements_with_relations_mean_what_the_plain_rules_mean() {
    every_puzzle(|puzzle| {
        let model = model_of(puzzle, Scope::Extended);
        for (assignment, solution) in all_fillings(&model) {
            for scope in [Scope::Minimal, Scope::Stated, Scope::Extended] {
                let holds = |statement| match statement {
                    Statement::Relation(relation) => relation.holds(&solution),
                    Statement::Rule(rule) => rule.constraint.holds(|lit| assignment.is_true(lit)),
                };
                let verdict = puzzle.check(&solution);
                let all = model.statements(scope).all(holds);
                assert_eq!(all, verdict.is_ok(), "{solution:?}, {scope:?}: {verdict:?}");
            }
        }
    });
}

#[test]
fn every_variable_belongs_to_a_cell_and_a_value() {
    every_puzzle(|puzzle| {
        let model = puzzle.model();
        for lit in (0..model.variables()).map(Lit::positive) {
            let (cell, value) = model.cell_of(lit);
            assert_eq!(model.is(cell, value), lit);
        }
    });
}

#[test]
fn every_rule_and_every_variable_has_its_words() {
    let is_line = |text: &str| !text.is_empty() && text == text.trim() && !text.contains('\n');
    every_puzzle(|puzzle| {
        let model = model_of(puzzle, Scope::Extended);
        assert!(model.rules(Scope::Extended).all(|rule| is_line(&rule.text.to_string())));
        let mut relations = model.groups().flat_map(|group| group.relations);
        assert!(relations.all(|relation| is_line(&relation.text.to_string())));
        let (lits, facts): (Vec<_>, Vec<_>) = model.meanings().unzip();
        assert_eq!(lits, (0..model.variables()).map(Lit::positive).collect::<Vec<_>>());
        assert!(facts.iter().all(|fact| is_line(fact)));
        assert_eq!(facts.iter().collect::<HashSet<_>>().len(), lits.len(), "{facts:?}");
    });
}

#[test]
fn clues_contradict_each_other_only_where_there_is_no_answer() {
    every_puzzle(|puzzle| {
        if let Some(broken) = puzzle.contradiction() {
            assert_eq!(answers(puzzle), [], "although {broken}");
        }
    });
}

#[test]
fn every_backend_counts_the_answers_with_every_encoding() {
    every_puzzle(|puzzle| {
        let expected = answers(puzzle).len() as u64;
        for backend in BACKENDS {
            for (lowering, eliminate) in lowerings().flat_map(|it| [(it, true), (it, false)]) {
                let options = Options {
                    backend: Solver::Embedded(backend).into(),
                    lowering,
                    eliminate,
                    ..Options::default()
                };
                let search = Search::open(puzzle, &options);
                let count = count(search, false, None, |_| ()).unwrap();
                let found = (count.number, count.stopped);
                let case = format!("{} with {lowering}, {eliminate}", backend.name);
                assert_eq!(found, (expected.into(), None), "{case}");
            }
        }
    });
}

#[test]
fn the_search_counts_the_answers_with_elimination_and_without() {
    every_puzzle(|puzzle| {
        let expected = answers(puzzle).len() as u64;
        for eliminate in [true, false] {
            let options = Options { backend: Road::Search, eliminate, ..Options::default() };
            let one_by_one = count(Search::open(puzzle, &options), false, None, |_| ()).unwrap();
            let at_once = count_at_once(puzzle, &options, false, &mut |_| ()).unwrap();
            for count in [Some(one_by_one), at_once].into_iter().flatten() {
                assert_eq!((count.number, count.stopped), (expected.into(), None), "{eliminate}");
            }
        }
    });
}

#[test]
fn puzzles_in_a_series_have_the_answers_that_they_have_alone() {
    let series = RefCell::new(Series::default());
    every_puzzle(|puzzle| {
        let expected = answers(puzzle).len() as u64;
        let mut series = series.borrow_mut();
        let search = series.open(puzzle, &Options::default());
        let count = count(search, false, None, |_| ()).unwrap();
        assert_eq!((count.number, count.stopped), (expected.into(), None));
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

#[test]
fn symmetries_turn_answers_into_answers_and_are_counted_once() {
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
                    orbit.extend(symmetries.iter().map(|symmetry| turned(&answer, symmetry)));
                }
            }
        }
        let search = Search::open(puzzle, &Options::default());
        let count = count(search, true, None, |_| ()).unwrap();
        assert_eq!(count.number, orbits.into());
    });
}
