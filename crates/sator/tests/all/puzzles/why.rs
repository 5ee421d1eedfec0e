//! Why a puzzle has no solution, what to change, and which clues can go.

use std::sync::Arc;

use sator::engine::explain::{self, ConflictSearch, RuleId, Search};
use sator::engine::{
    ClueRole, Conflict, Instance, Instead, Options, RepairEnd, Repairs, Soft, Solutions, Statement,
    Step, conflict, equivalent, instance, redundant, repairs,
};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::{futoshiki, kakuro, killer, minesweeper, queens, sudoku};
use sator_model::engine::ByMeaning;
use sator_model::{AllDifferent, CellName, Clause, Constraint, Differ, Linear, Model};
use sator_sat::backend::StopReason;
use sator_testing::{SharedData, needs};
use serde_json::Value as Json;

use super::common::{all_answers, by, late, read, some_answers};

/// Rules and clues as a model of its own. Cages state themselves that their cells differ.
fn model(instance: &Instance, statements: &[Statement]) -> Model {
    let mut model = Model::new();
    for (_, name, domain) in instance.cells().iter() {
        model.cell(name, domain);
    }
    for statement in statements.iter().flat_map(|it| it.parts(instance)) {
        if let Some(fact) = statement.fact(instance) {
            model.add(Clause::unit(fact));
        } else if let Some(rule) = statement.rule(instance) {
            add(&mut model, &rule.constraint);
        }
    }
    model
}

fn add(model: &mut Model, constraint: &Constraint) {
    add_differences(model, constraint);
    model.add(constraint.clone());
}

fn add_differences(model: &mut Model, constraint: &Constraint) {
    let Constraint::Linear(sum) = constraint else { return };
    for part in sum.summands().iter().filter(|part| part.differ != Differ::No) {
        model.add(AllDifferent::new(part.cells.iter().copied()).without_existence());
    }
}

/// Whether a model has a solution, by another solver than that of the library.
fn has_solution(model: Model) -> bool {
    let verifier = Arc::new(ByMeaning(model.clone()));
    let mut solutions = Solutions::new(Instance::from(model), verifier, &by("cadical"));
    match solutions.step().unwrap() {
        Step::Solution(_) => true,
        Step::Exhausted => false,
        Step::Stopped(reason) => panic!("stopped without a limit: {reason:?}"),
    }
}

/// The rules and clues in conflict.
fn core(puzzle: &AnyPuzzle, options: &Options) -> Option<Conflict> {
    conflict(puzzle, Soft::RulesAndClues, options).unwrap()
}

/// The conflict of a puzzle, checked: contradictory, and minimal.
fn checked_core(puzzle: &AnyPuzzle) -> (Vec<Statement>, Search) {
    let found = core(puzzle, &Options::default()).unwrap();
    let instance = instance(puzzle);
    assert!(!has_solution(model(&instance, &found.statements)), "the conflict has a solution");
    for left_out in 0..found.statements.len() {
        let mut fewer = found.statements.clone();
        let statement = fewer.remove(left_out);
        assert!(
            has_solution(model(&instance, &fewer)),
            "not needed: {}",
            statement.text(&instance)
        );
    }
    assert_ne!(found.search, Search::CutShort);
    (found.statements, found.search)
}

fn texts(puzzle: &AnyPuzzle, statements: &[Statement]) -> Vec<String> {
    let instance = instance(puzzle);
    statements.iter().map(|statement| statement.text(&instance)).collect()
}

fn killers(data: &SharedData) -> impl Iterator<Item = (AnyPuzzle, Json)> {
    let text = data.text("killer/killer_unsat.jsonl");
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines.into_iter().map(|line| (read(&killer::KIND, &line), serde_json::from_str(&line).unwrap()))
}

#[needs(shared_data)]
fn conflicts_of_killers_are_minimal_and_mostly_the_smallest(data: &SharedData) {
    let mut smallest = 0;
    for (puzzle, _) in killers(data) {
        let (statements, search) = checked_core(&puzzle);
        assert!(statements.len() <= 40);
        smallest += usize::from(search == Search::Smallest);
    }
    assert!(smallest >= 18, "only {smallest} of 28 are the smallest");
}

#[test]
fn a_search_without_a_conflict_says_why() {
    let search = |instance: &Instance, options: &Options| {
        explain::conflict(instance, Soft::RulesAndClues, options).unwrap()
    };
    let usual = Options::default();
    let solvable = instance(&read(&queens::KIND, "4"));
    assert_eq!(search(&solvable, &usual), ConflictSearch::HasSolution);
    let interrupted = Options::default();
    interrupted.budget.interrupt.raise();
    let unsolvable = instance(&read(&queens::KIND, "3"));
    assert!(matches!(search(&unsolvable, &usual), ConflictSearch::Found(_)));
    let reason = StopReason::Interrupted;
    assert_eq!(search(&unsolvable, &interrupted), ConflictSearch::Stopped(reason));
    let mut large = Model::new();
    large.cell(CellName::Number(1), 0..=100_000);
    let most = 100_000;
    assert_eq!(search(&Instance::from(large), &usual), ConflictSearch::TooLarge { most });
}

#[needs(shared_data)]
fn a_small_conflict_names_cages_and_houses(data: &SharedData) {
    let puzzle = killers(data).nth(2).unwrap().0;
    let (statements, search) = checked_core(&puzzle);
    assert_eq!(search, Search::Smallest);
    let expected = [
        "the cage at r1c4 adds up to 4",
        "the cage at r3c4 adds up to 4",
        "column 4 has each value once",
    ];
    assert_eq!(texts(&puzzle, &statements), expected);
}

#[needs(shared_data)]
fn conflicts_of_sudokus_and_boards_are_minimal(data: &SharedData) {
    for file in ["invalid_zero", "invalid_zero_derived"] {
        let text = data.text(&format!("sudoku9/{file}.txt"));
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            checked_core(&read(&sudoku::KIND, &line[..81]));
        }
    }
    let boards = data.text("minesweeper/boards.jsonl");
    for line in boards.lines().filter(|line| line.contains("unsat_variant")) {
        let (_, search) = checked_core(&read(&minesweeper::KIND, line));
        assert_eq!(search, Search::Smallest);
    }
    let queens = read(&queens::KIND, "Q...\n....\n..Q.\n....");
    assert_eq!(checked_core(&queens).0.len(), 3);
}

#[test]
fn the_smallest_conflict_is_the_smallest_of_all_sets() {
    let puzzle = read(&sudoku::KIND, "12.....3.....4..");
    let (statements, search) = checked_core(&puzzle);
    assert_eq!(search, Search::Smallest);
    let instance = instance(&puzzle);
    let clues = (0..instance.clues().facts.len() as u32).map(Statement::Fact);
    let rules = (0..instance.rules().len() as u32).map(|at| Statement::Rule(RuleId::Rule(at)));
    let all: Vec<_> = clues.chain(rules).collect();
    for set in 0_u32..1 << all.len() {
        if (set.count_ones() as usize) + 1 == statements.len() {
            let chosen: Vec<_> =
                (0..all.len()).filter(|it| set >> it & 1 == 1).map(|it| all[it]).collect();
            assert!(has_solution(model(&instance, &chosen)));
        }
    }
}

#[test]
fn a_puzzle_with_a_solution_has_no_conflict_and_nothing_to_repair() {
    let puzzle = read(&sudoku::KIND, "1234341221434321");
    assert_eq!(core(&puzzle, &Options::default()), None);
    let expected = Repairs { list: Vec::new(), end: RepairEnd::Solvable };
    assert_eq!(repairs(&puzzle, &Options::default(), 20).unwrap(), expected);
}

#[test]
fn without_time_nothing_is_claimed() {
    let puzzle = read(&sudoku::KIND, "1..1............");
    assert_eq!(core(&puzzle, &late()), None);
    let found = repairs(&puzzle, &late(), 20).unwrap();
    assert!(found.list.is_empty() && matches!(found.end, RepairEnd::Stopped(_)));
    let puzzle = read(&sudoku::KIND, "1...............");
    let found = redundant(&puzzle, &late(), &mut |_| {}).unwrap();
    assert!(found.solutions.is_none() && found.stopped.is_some());
    assert!(equivalent(&puzzle, &late()).unwrap().stopped.is_some());
}

/// The totals that were changed, as pairs of a clue's number and its former total.
fn changed(object: &Json) -> Vec<(u32, i64)> {
    let change = |text: &str| {
        let (cage, totals) = text.strip_prefix("cage ").unwrap().split_once(": ").unwrap();
        let (before, _) = totals.split_once(" -> ").unwrap();
        (cage.parse().unwrap(), before.parse().unwrap())
    };
    let mut all: Vec<_> = object["change"].as_str().unwrap().split("; ").map(change).collect();
    all.sort_unstable();
    all
}

#[needs(shared_data)]
fn the_changed_totals_are_among_the_smallest_repairs(data: &SharedData) {
    for (puzzle, object) in killers(data) {
        let found = repairs(&puzzle, &Options::default(), 20).unwrap();
        assert_eq!(found.end, RepairEnd::Complete);
        let changed = changed(&object);
        let is_change = |changes: &Vec<sator::engine::Change>| {
            changes.len() == changed.len()
                && changes.iter().zip(&changed).all(|(change, (cage, total))| {
                    change.clue == Statement::Rule(RuleId::Clue(*cage))
                        && matches!(&change.instead, Instead::Numbers(all) if all.contains(total))
                })
        };
        assert!(found.list.iter().any(is_change), "{} {:?}", object["id"], found.list);
    }
}

/// Each alternative of a repair with one change leads to a solution, and no other total does.
#[needs(shared_data)]
fn the_alternatives_of_a_total_are_all_that_lead_to_a_solution(data: &SharedData) {
    for (puzzle, _) in killers(data).filter(|(_, object)| object["n"] != 9) {
        let instance = instance(&puzzle);
        let found = repairs(&puzzle, &Options::default(), 20).unwrap();
        for change in found.list.iter().filter(|it| it.len() == 1).flatten() {
            let Instead::Numbers(numbers) = &change.instead else { panic!("no total: {change:?}") };
            let Constraint::Linear(sum) = &change.clue.rule(&instance).unwrap().constraint else {
                panic!("no sum: {change:?}")
            };
            for total in 1..=36 {
                let all = instance.clues().rules.len() as u32;
                let clues = (0..all).map(|at| Statement::Rule(RuleId::Clue(at)));
                let rules = instance.rules().len() as u32;
                let rules = (0..rules).map(|at| Statement::Rule(RuleId::Rule(at)));
                let others: Vec<_> = clues.chain(rules).filter(|it| *it != change.clue).collect();
                let mut model = model(&instance, &others);
                let other: Linear = sum.clone().equals(total);
                add(&mut model, &other.into());
                assert_eq!(has_solution(model), numbers.contains(&total), "{total} {change:?}");
            }
        }
    }
}

/// No sentence occurs twice.
fn are_different(texts: &[String]) -> bool {
    let mut sorted = texts.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

#[test]
fn a_clue_of_several_constraints_is_named_and_counted_once() {
    let grid = "1234\n3412\n2143\n4321";
    let mut contradictory = 0;
    for (name, example) in sudoku::extras::examples() {
        let puzzle = read(&sudoku::KIND, &format!("{grid}\n{example}"));
        if core(&puzzle, &Options::default()).is_none() {
            let found = redundant(&puzzle, &Options::default(), &mut |_| {}).unwrap();
            let clues: Vec<_> = found.clues.iter().map(|(clue, _)| *clue).collect();
            assert!(clues.len() >= 16 && are_different(&texts(&puzzle, &clues)), "{name}");
            assert!(are_different(&texts(&puzzle, &found.removable)), "{name}");
            continue;
        }
        let (statements, _) = checked_core(&puzzle);
        assert!(are_different(&texts(&puzzle, &statements)), "{name}");
        if let Some(found) = conflict(&puzzle, Soft::Clues, &Options::default()).unwrap() {
            let is_minimal = found.search != Search::CutShort;
            assert!(is_minimal && are_different(&texts(&puzzle, &found.statements)), "{name}");
        }
        for changes in repairs(&puzzle, &Options::default(), 3).unwrap().list {
            let changed: Vec<_> = changes.iter().map(|change| change.clue).collect();
            assert!(are_different(&texts(&puzzle, &changed)), "{name}");
        }
        contradictory += 1;
    }
    assert!(contradictory > 20, "{contradictory}");
}

#[test]
fn a_lunchbox_that_cannot_be_is_left_out() {
    let text = "....\n....\n....\n....\nlunchbox 1 r1c1 r2c2 r2c3 r3c1";
    let puzzle = read(&sudoku::KIND, text);
    let (statements, search) = checked_core(&puzzle);
    assert_eq!((statements.len(), search), (1, Search::Smallest));
    assert!(statements[0].parts(&instance(&puzzle)).len() > 1);
    let found = repairs(&puzzle, &Options::default(), 20).unwrap();
    let told = sator::repair::text(&puzzle, &found, sator::repair::MAX_REPAIRS);
    let clue = statements[0].text(&instance(&puzzle));
    assert_eq!(told, format!("Change this clue:\n  {clue}: leave it out"));
    let found = conflict(&puzzle, Soft::Clues, &Options::default()).unwrap().unwrap();
    assert_eq!(texts(&puzzle, &found.statements), [clue]);
}

#[test]
fn clues_with_the_same_sentence_are_changed_one_by_one() {
    let text = "....\n....\n....\n....\nlunchbox 1 r1c1 r2c2 r2c3 r3c1\nlunchbox 2 r1c1 r1c2 r1c3";
    let puzzle = read(&sudoku::KIND, text);
    let (statements, _) = checked_core(&puzzle);
    let (impossible, all) = (statements[0], instance(&puzzle).clues().rules.len());
    assert!(statements.len() == 1 && impossible.parts(&instance(&puzzle)).len() < all);
    let found = repairs(&puzzle, &Options::default(), 20).unwrap();
    let changed: Vec<_> = found.list.iter().flatten().map(|change| change.clue).collect();
    assert_eq!((changed, found.end), (vec![impossible], RepairEnd::Complete));
}

#[test]
fn every_kind_of_clue_can_be_repaired() {
    let repair = |puzzle: &AnyPuzzle| {
        let found = repairs(puzzle, &Options::default(), 20).unwrap();
        assert_eq!(found.end, RepairEnd::Complete);
        sator::repair::text(puzzle, &found, sator::repair::MAX_REPAIRS)
    };
    let board = read(&minesweeper::KIND, "1 5\n* 1 ? 2 ?\n");
    assert_eq!(
        repair(&board),
        "Change one of these clues:\n  r1c2 touches 1 mine: make it 2\n  \
         r1c4 touches 2 mines: make it 0 or 1"
    );
    let signs = r#"{"n":2,"grid":[[1,0],[0,0]],"less":[[[0,1],[0,0]]]}"#;
    let text = repair(&read(&futoshiki::KIND, signs));
    assert_eq!(
        text,
        "Change one of these clues:\n  r1c1 is 1: make it 2\n  r1c2 < r1c1: make it r1c1 < r1c2"
    );
    let runs = r#"{"rows":1,"cols":2,"runs":[{"sum":18,"cells":[[0,0],[0,1]]}]}"#;
    let text = repair(&read(&kakuro::KIND, runs));
    assert!(text.starts_with("Change this clue:\n  the run across at r1c1"), "{text}");
    assert!(text.ends_with("or another"), "{text}");
    let queens = repair(&read(&queens::KIND, "Q...\n....\n..Q.\n...."));
    assert!(queens.contains("a queen stands on r1c1"), "{queens}");
}

#[needs(shared_data)]
fn clues_that_can_go_leave_one_solution_and_the_others_do_not(data: &SharedData) {
    let sudoku = "1234341221434.2.";
    let board = "3 3\n? 1 0\n1 1 0\n0 0 0\n";
    let killer = killer_with_one_solution(data);
    let puzzles = [
        read(&sudoku::KIND, sudoku),
        read(&minesweeper::KIND, board),
        read(&killer::KIND, &killer),
    ];
    for puzzle in puzzles {
        let instance = instance(&puzzle);
        let found = redundant(&puzzle, &Options::default(), &mut |_| {}).unwrap();
        assert_eq!((found.solutions, found.stopped), (Some(1), None));
        let first = found.first.clone().unwrap();
        assert_eq!(all_answers(&puzzle, &by("cadical")), std::slice::from_ref(&first));
        let all: Vec<_> = found.clues.iter().map(|(clue, _)| *clue).collect();
        let rules = instance.rules().len() as u32;
        let rules = || (0..rules).map(|at| Statement::Rule(RuleId::Rule(at)));
        let has_second = |without: &[Statement]| {
            let kept = all.iter().copied().filter(|clue| !without.contains(clue));
            let mut model = model(&instance, &kept.chain(rules()).collect::<Vec<_>>());
            for clue in without {
                if let Some(rule) = clue.rule(&instance) {
                    add_differences(&mut model, &rule.constraint);
                }
            }
            let cells = instance.cells().iter();
            model.add(Clause::new(cells.map(|(cell, ..)| cell.is_not(first[cell]))));
            has_solution(model)
        };
        for (clue, role) in &found.clues {
            assert_eq!(has_second(&[*clue]), *role != ClueRole::CanGo);
            if let ClueRole::Needed(second) = role {
                assert_ne!(*second, first);
                let kept: Vec<_> =
                    all.iter().copied().filter(|it| it != clue).chain(rules()).collect();
                assert_eq!(model(&instance, &kept).violation(second), None);
            }
        }
        assert!(!has_second(&found.removable));
        for clue in all.iter().filter(|clue| !found.removable.contains(clue)) {
            let mut more = found.removable.clone();
            more.push(*clue);
            assert!(has_second(&more), "{} can go as well", clue.text(&instance));
        }
    }
}

/// A killer of the shared data, small enough to be examined at once.
fn killer_with_one_solution(data: &SharedData) -> String {
    let text = data.text("killer/killer.jsonl");
    let is_small = |line: &&str| {
        let object: Json = serde_json::from_str(line).unwrap();
        object["n"] == 6 && object["unique"] == true
    };
    text.lines().find(is_small).unwrap().to_owned()
}

#[test]
fn equivalent_cells_determine_each_other_in_all_solutions() {
    let puzzles = [
        read(&sudoku::KIND, "123434...1.3.3.1"),
        read(&sudoku::KIND, "1..............."),
        read(&minesweeper::KIND, "2 4\n? 1 ? ?\n? 1 1 ?\n"),
        read(&queens::KIND, "6"),
    ];
    for puzzle in puzzles {
        let found = equivalent(&puzzle, &Options::default()).unwrap();
        assert_eq!(found.stopped, None);
        let answers = some_answers(&puzzle, &by("cadical"), 1000);
        let column = |cell| answers.iter().map(|it| it[cell]).collect::<Vec<_>>();
        let determines = |a: &[i32], b: &[i32]| {
            let mut pairs: Vec<_> = a.iter().zip(b).collect();
            pairs.sort_unstable();
            pairs.dedup();
            pairs.windows(2).all(|it| it[0].0 != it[1].0)
        };
        let instance = instance(&puzzle);
        let cells: Vec<_> = instance.cells().iter().map(|(cell, ..)| cell).collect();
        let is_open = |values: &[i32]| values.iter().any(|value| *value != values[0]);
        for &a in &cells {
            for &b in cells.iter().filter(|b| **b > a) {
                let (left, right) = (column(a), column(b));
                let is_found =
                    found.groups.iter().any(|it| it.cells.contains(&a) && it.cells.contains(&b));
                let expected = is_open(&left)
                    && is_open(&right)
                    && determines(&left, &right)
                    && determines(&right, &left);
                assert_eq!(is_found, expected);
            }
        }
    }
}
