//! The meaning of a model, and the results of the engine.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sator::engine::explain::Search;
use sator::engine::{
    CellState, Fraction, Instance, Method, Options, Possible, Soft, Solutions, candidates,
    conflict, count, count_visiting, instance, odds, solutions,
};
use sator::model::engine::ByMeaning;
use sator::model::{CellId, Clues, Constraint, Rule, Scope, Solution};
use sator::puzzle::{AnyPuzzle, Symmetry};
use sator::puzzles::minesweeper;
use sator_sat::Lit;
use sator_sat::backend::{BACKENDS, Solver};

use super::instances::{each, every_puzzle, minefields};
use super::truth::{all_fillings, answers, lowerings, parts_hold};

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
    let at_once = count(puzzle, options, false, &mut |_, _| ()).unwrap();
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
            for (lowering, eliminate) in
                lowerings().flat_map(|it| [(it, Some(true)), (it, Some(false))])
            {
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
            for (scope, eliminate) in
                SCOPES.into_iter().flat_map(|it| [(it, Some(true)), (it, Some(false))])
            {
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
        let at_once = count(puzzle, &Options::default(), true, &mut |_, _| ()).unwrap();
        for count in [Some(visited), at_once].into_iter().flatten() {
            assert_eq!(count.number, orbits.into(), "{}", puzzle.print());
        }
    });
}

/// The odds of cells that are true or false, with and without a total.
#[test]
fn odds_are_those_of_all_answers() {
    each(&minesweeper::KIND, &minefields(4), 1000, |puzzle| {
        let answers = answers(puzzle);
        let Some(odds) = odds(puzzle, &Options::default()).unwrap() else {
            return assert_eq!(answers, []);
        };
        assert!(odds.has_answer);
        assert_eq!(odds.layouts, Some(answers.len().into()));
        for (index, cell) in odds.cells.iter().enumerate() {
            let mines = answers.iter().filter(|answer| answer.values[index] == 1).count();
            assert_eq!(cell.probability, Some(Fraction::new(mines, answers.len())));
            let state = match mines {
                0 => CellState::AlwaysFalse,
                all if all == answers.len() => CellState::AlwaysTrue,
                _ => CellState::Open,
            };
            assert_eq!(cell.state, state);
        }
        has_count(puzzle, &Options::default(), answers.len() as u64);
    });
}

/// Every solution of the rules without clues; few enough in small instances.
fn without_clues(puzzle: &AnyPuzzle) -> Vec<Solution> {
    let compiled = Arc::clone(instance(puzzle).compiled());
    let verifier = Arc::new(ByMeaning(puzzle.rules()));
    let free = Instance::new(compiled, Clues::default());
    Solutions::new(free, verifier, &Options::default()).map(Result::unwrap).collect()
}

#[test]
fn clues_in_conflict_cannot_all_hold_and_without_any_one_of_them_can() {
    every_puzzle(|puzzle| {
        let all = without_clues(puzzle);
        if all.is_empty() || all.iter().any(|solution| puzzle.check(solution).is_ok()) {
            return;
        }
        let instance = instance(puzzle);
        let (cells, Clues { facts, rules }) = (instance.cells(), instance.clues());
        let conflict = conflict(puzzle, Soft::Clues, &Options::default()).unwrap().unwrap();
        assert!(conflict.search != Search::CutShort && !conflict.statements.is_empty());
        let clues = conflict.texts(&instance);
        // A clue that occurs twice cannot be told from its copy by its sentence.
        let texts: Vec<_> = rules.iter().map(|rule| rule.text(cells)).collect();
        if texts.iter().collect::<HashSet<_>>().len() < texts.len() {
            return;
        }
        let is_named = |text: String| clues.contains(&text);
        let facts = facts.iter().filter(|&&fact| is_named(Clues::fact_text(fact, cells)));
        let rules: Vec<_> = rules.iter().filter(|rule| is_named(rule.text(cells))).collect();
        let facts: HashSet<_> = facts.collect();
        assert_eq!(facts.len() + rules.len(), clues.len(), "{clues:?}");
        // The clues that a solution of the rules breaks.
        let breaks = |solution: &Solution| {
            let value = |cell| solution[cell];
            let facts = facts.iter().map(|fact| fact.is_true(&value));
            let rules = rules.iter().map(|rule| rule.constraint.holds(&value));
            facts.chain(rules).enumerate().filter(|it| !it.1).map(|it| it.0).collect::<Vec<_>>()
        };
        let broken: HashSet<_> = all.iter().map(breaks).collect();
        assert!(!broken.contains(&Vec::new()), "{clues:?}");
        let is_needed = |clue: usize| broken.contains(&vec![clue]);
        assert!((0..clues.len()).all(is_needed), "{clues:?}");
    });
}

/// The cells of a sum with their coefficients; the first is added.
fn terms(rule: &Rule) -> Option<Vec<(CellId, i64)>> {
    let Constraint::Linear(sum) = &rule.constraint else { return None };
    let parts = sum.summands().iter();
    let terms = parts.flat_map(|part| part.cells.iter().map(|&cell| (cell, part.coefficient)));
    let mut terms: Vec<_> = terms.collect();
    terms.sort_unstable();
    let sign = terms.first().map_or(1, |term| term.1);
    Some(terms.into_iter().map(|(cell, coefficient)| (cell, coefficient * sign)).collect())
}

#[test]
fn derived_sums_are_short_and_contain_no_other_and_splits_hold() {
    every_puzzle(|puzzle| {
        let (instance, answers) = (instance(puzzle), answers(puzzle));
        let derived = instance.derived();
        // Without an answer a sum may be a contradiction.
        if answers.is_empty() {
            return;
        }
        let found: Vec<_> = derived.sums.iter().filter_map(terms).collect();
        let cages: Vec<_> = instance.clues().rules.iter().filter_map(terms).collect();
        for (at, larger) in found.iter().enumerate() {
            assert!(larger.len() <= 3, "{larger:?}");
            let others = found.iter().enumerate().filter(|it| it.0 != at).map(|it| it.1);
            for smaller in others.chain(&cages) {
                let has_all = |sign: i64| {
                    smaller.iter().all(|&(cell, factor)| larger.contains(&(cell, sign * factor)))
                };
                assert!(!has_all(1) && !has_all(-1), "{smaller:?} in {larger:?}");
            }
        }
        for answer in answers {
            let is_true = |lit: &Lit| {
                let (cell, value) = instance.cells().cell_of(*lit);
                answer[cell] == value
            };
            for split in &derived.splits {
                let is_inside = split.first.iter().any(is_true);
                assert_eq!(split.others.iter().any(is_true), !is_inside, "{split:?}");
            }
        }
    });
}
