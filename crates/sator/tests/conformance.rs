//! Every kind of puzzle keeps the same promises. Registering is testing: a new kind adds its small
//! instances to [`small_instances`], and nothing else.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use sator::engine::{
    Formula, Lowering, Options, PseudoBoolean, Search, Series, SmtLib, count, fit_answer,
    fit_values,
};
use sator::model::{Filling, Model, Rule, Scope, Statement, Value};
use sator::puzzle::{Kind, Puzzle, Reading};
use sator::puzzles::{KINDS, TEMPLATE, recognise};
use sator::render::{Board, Look, Paint};
use sator_sat::answer::Binding;
use sator_sat::backend::{
    Assignment, BACKENDS, Backend, Budget, Config, Interrupt, Outcome, Solver,
};
use sator_sat::dimacs::{self, Dimacs};
use sator_sat::{Constraint, Lit};
use serde_json::json;

// Instances, small enough to try every filling.

fn kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().copied().chain([TEMPLATE])
}

/// Texts of small instances of a kind.
fn small_instances(kind: &Kind) -> BoxedStrategy<String> {
    match kind.name {
        "queens" => queens().boxed(),
        "sudoku" => sudokus().boxed(),
        "template" => latin_squares().boxed(),
        other => panic!("{other} is registered and has no small instances here"),
    }
}

/// In JSON, which alone can say that a square is both blocked and taken.
fn queens() -> impl Strategy<Value = String> {
    let parts = |n: usize| {
        let squares = |most| vec([0..n, 0..n], 0..=most);
        (Just(n), squares(2), squares(4), option::of(regions(n)), any::<bool>())
    };
    let text = |(n, queens, blocked, regions, turned): (usize, _, _, _, bool)| {
        // Instances with a symmetry would be rare otherwise.
        let squares = |squares: Vec<[usize; 2]>| {
            let turns = squares.clone().into_iter().map(|square| square.map(|at| n - 1 - at));
            squares.into_iter().chain(turns.take_while(|_| turned)).collect::<Vec<_>>()
        };
        let (queens, blocked) = (squares(queens), squares(blocked));
        json!({ "n": n, "queens": queens, "blocked": blocked, "regions": regions }).to_string()
    };
    (1..=5_usize).prop_flat_map(parts).prop_map(text)
}

/// Rows, which are symmetric and leave room for answers, with some squares given away.
fn regions(n: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
    let given_away = vec([0..n, 0..n, 0..n], 0..=2 * n);
    let regions = move |given_away: Vec<[usize; 3]>| {
        let mut regions: Vec<_> = (0..n).map(|row| vec![row; n]).collect();
        for [row, column, region] in given_away {
            regions[row][column] = region;
        }
        regions
    };
    let has_all =
        move |regions: &Vec<_>| regions.iter().flatten().collect::<HashSet<_>>().len() == n;
    given_away.prop_map(regions).prop_filter("as many regions as rows", has_all)
}

fn latin_squares() -> impl Strategy<Value = String> {
    (1..=3_usize).prop_flat_map(|n| {
        let cell = prop_oneof![3 => Just("."), 1 => select(&["1", "2", "3"][..n])];
        vec(vec(cell, n).prop_map(|row| row.concat()), n).prop_map(|rows| rows.join("\n"))
    })
}

/// With boxes as real ones only where so much is given that the rest can be tried.
fn sudokus() -> impl Strategy<Value = String> {
    let shapes = select(&[(1, 1), (1, 2), (2, 1), (3, 1)]);
    let free = shapes.prop_flat_map(|(rows, columns)| {
        let n: usize = rows * columns;
        let clues = vec((0..n * n, 1..=n), n - 1..=n);
        (Just((rows, columns)), Just(vec![0; n * n]), clues)
    });
    let answer = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let filled = (vec(0..16_usize, 4), vec((0..16_usize, 1..=4_usize), 0..=1)).prop_map(
        move |(holes, slips)| {
            let mut cells = answer.clone();
            for hole in holes {
                cells[hole] = 0;
            }
            ((2, 2), cells, slips)
        },
    );
    prop_oneof![free, filled].prop_map(|((rows, columns), mut cells, clues)| {
        for (index, value) in clues {
            cells[index] = value;
        }
        let grid: Vec<_> = cells.chunks(rows * columns).collect();
        json!({ "box_h": rows, "box_w": columns, "grid": grid }).to_string()
    })
}

/// Holds a promise against the example and many small instances of every kind.
fn every_puzzle(keeps: impl Fn(&dyn Puzzle)) {
    const CASES: u32 = 64;
    let config =
        ProptestConfig { cases: CASES, source_file: Some(file!()), ..ProptestConfig::default() };
    for kind in kinds() {
        keeps(read(kind, kind.example).as_ref());
        let outcome = TestRunner::new(config.clone()).run(&small_instances(kind), |text| {
            keeps(read(kind, &text).as_ref());
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{}: {failure}", kind.name));
    }
}

fn read(kind: &Kind, text: &str) -> Box<dyn Puzzle> {
    kind.read(text, &Reading::default())
        .unwrap_or_else(|error| panic!("{}: {error} in\n{text}", kind.name))
}

// The truth, by trying.

/// The values that each cell may take, as literals of which one is true.
fn choices(model: &Model) -> Vec<Vec<Lit>> {
    let has_a_value = |rule: &Rule| match &rule.constraint {
        Constraint::Clause(values) if rule.family == "cells" => Some(values.clone()),
        _ => None,
    };
    let mut choices: Vec<_> = model.rules(Scope::Stated).filter_map(has_a_value).collect();
    // A cell that is true or false needs no such rule.
    let chosen: HashSet<_> = choices.iter().flatten().copied().collect();
    let truths = (0..model.variables()).map(Lit::positive).filter(|lit| !chosen.contains(lit));
    choices.extend(truths.map(|lit| vec![lit, !lit]));
    let fillings = |choices: &[Vec<Lit>]| choices.iter().map(Vec::len).product::<usize>();
    if fillings(&choices) > 5_000 {
        keep_to_clues(model, &mut choices);
    }
    choices
}

/// Where there is too much to try, cells that a clue fills stay as they are.
fn keep_to_clues(model: &Model, choices: &mut [Vec<Lit>]) {
    for clue in model.clues() {
        if let Constraint::Clause(lits) = &clue.constraint
            && let Some(choice) = choices.iter_mut().find(|choice| choice.contains(&lits[0]))
        {
            choice.retain(|lit| lit == &lits[0]);
        }
    }
}

/// Every way to give each cell one of its values.
fn all_fillings(model: &Model) -> impl Iterator<Item = (Assignment, Filling)> {
    let mut all = vec![vec![false; model.variables() as usize]];
    for choice in choices(model) {
        let choose = |values: Vec<bool>| {
            choice.iter().map(move |lit| {
                let mut values = values.clone();
                values[lit.vidx()] = lit.is_pos();
                values
            })
        };
        all = all.into_iter().flat_map(choose).collect();
    }
    all.into_iter().map(Assignment::new).map(|assignment| {
        let filling = model.decode(|lit| assignment.is_true(lit)).unwrap();
        (assignment, filling)
    })
}

/// Fillings far from each other: where not all can be tried, those that are tried keep to clues.
fn scattered_fillings(model: &Model) -> impl Iterator<Item = (Assignment, Filling)> {
    const FILLINGS: usize = 50;
    let mut chance: u64 = 1;
    let mut dice = move |sides: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (chance >> 33) as usize % sides
    };
    let filling = move |_| {
        let mut values = vec![false; model.variables() as usize];
        for (cell, _, domain) in model.cells() {
            let (min, max) = domain.bounds();
            let lit = model.is(cell, min + dice((max - min + 1) as usize) as Value);
            values[lit.vidx()] = lit.is_pos();
        }
        let assignment = Assignment::new(values);
        let filling = model.decode(|lit| assignment.is_true(lit)).unwrap();
        (assignment, filling)
    };
    (0..FILLINGS).map(filling)
}

/// The answers, by the plain rules alone.
fn answers(puzzle: &dyn Puzzle) -> Vec<Filling> {
    let model = puzzle.model();
    let fillings = all_fillings(&model).map(|(_, filling)| filling);
    fillings.filter(|filling| puzzle.check(filling).is_ok()).collect()
}

/// The fillings that differ from some answer in one cell.
fn near_answers(puzzle: &dyn Puzzle) -> Vec<(Assignment, Filling)> {
    let answers = answers(puzzle);
    let distance = |one: &Filling, other: &Filling| {
        one.values.iter().zip(&other.values).filter(|(value, other)| value != other).count()
    };
    let is_near = |(_, filling): &(Assignment, Filling)| {
        answers.iter().any(|answer| distance(answer, filling) == 1)
    };
    all_fillings(&puzzle.model()).filter(is_near).collect()
}

fn lowerings() -> impl Iterator<Item = Lowering> {
    Lowering::names().map(|(name, _)| name.parse().unwrap())
}

// Texts.

#[test]
fn the_example_of_every_kind_is_recognised_as_what_it_is() {
    for kind in kinds() {
        assert_eq!(read(kind, kind.example).kind().name, kind.name);
    }
    for kind in KINDS {
        let puzzle = recognise(kind.example, &Reading::default()).unwrap();
        assert_eq!(puzzle.kind().name, kind.name);
    }
}

#[test]
fn what_is_printed_reads_back_as_the_same_puzzle() {
    every_puzzle(|puzzle| {
        let again = read(puzzle.kind(), &puzzle.print());
        assert_eq!(again.print(), puzzle.print());
        assert_eq!(again.board(None), puzzle.board(None));
        assert_eq!(answers(again.as_ref()), answers(puzzle));
    });
}

#[test]
fn every_board_is_a_full_rectangle_of_symbols() {
    let shape = |board: &Board| {
        let widths: Vec<_> = board.rows.iter().map(Vec::len).collect();
        let text = board.to_text(Look { paint: Paint::Plain, ascii: true });
        let is_row = |line: &&str| !line.starts_with("+-");
        let symbols = |line: &str| line.replace('|', " ").split_whitespace().count();
        let words: Vec<_> = text.lines().filter(is_row).map(symbols).collect();
        assert_eq!(words, widths, "a symbol for each square:\n{text}");
        assert!(widths.iter().all(|&width| width > 0 && width == widths[0]), "{widths:?}");
        widths
    };
    every_puzzle(|puzzle| {
        let empty = shape(&puzzle.board(None));
        for answer in answers(puzzle) {
            assert_eq!(shape(&puzzle.board(Some(&answer))), empty);
        }
    });
}

#[test]
fn every_answer_is_a_json_object() {
    every_puzzle(|puzzle| {
        for answer in answers(puzzle) {
            assert!(puzzle.answer_json(&answer).is_object());
        }
    });
}

/// A changed value may make another answer, or lie under a clue, so that the board stays the same.
/// So boards are told apart by their texts.
#[test]
fn the_board_of_an_answer_is_accepted_and_no_board_nearby() {
    every_puzzle(|puzzle| {
        let text = |filling: &Filling| puzzle.board(Some(filling)).to_text(Look::default());
        let accepts = |text: &str| puzzle.judge(text).unwrap().is_ok();
        let right: HashSet<_> = answers(puzzle).iter().map(text).collect();
        for answer in answers(puzzle) {
            assert_eq!(puzzle.judge(&text(&answer)), Ok(Ok(answer.clone())));
            let json = puzzle.answer_json(&answer).to_string();
            assert_eq!(puzzle.judge(&json), Ok(Ok(answer)), "{json}");
        }
        for (_, filling) in near_answers(puzzle) {
            let text = text(&filling);
            assert_eq!(accepts(&text), right.contains(&text), "{text}");
        }
    });
}

// Logic.

#[test]
fn the_model_means_what_the_plain_rules_mean() {
    every_puzzle(|puzzle| {
        let model = puzzle.model();
        for (assignment, filling) in all_fillings(&model) {
            let holds = |rule: &&Rule| rule.constraint.holds(|lit| assignment.is_true(lit));
            let broken = |scope| model.rules(scope).find(|rule| !holds(rule));
            let verdict = puzzle.check(&filling);
            let stated = broken(Scope::Stated);
            assert_eq!(stated.is_none(), verdict.is_ok(), "{filling:?}: {stated:?}, {verdict:?}");
            // What is derived forbids nothing that the rules allow.
            let extended = broken(Scope::Extended);
            assert_eq!(extended.is_none(), verdict.is_ok(), "{filling:?}: {extended:?}");
            // What is redundant forbids nothing that the other rules allow.
            let minimal = broken(Scope::Minimal);
            assert_eq!(minimal.is_none(), verdict.is_ok(), "{filling:?}: {minimal:?}");
        }
    });
}

/// The rules of a group, in every scope, and its relations: where each cell has one value, they
/// are two ways to say one thing.
#[test]
fn relations_mean_what_their_rules_mean() {
    let seen = RefCell::new(HashSet::new());
    every_puzzle(|puzzle| {
        let model = puzzle.model();
        for (assignment, filling) in all_fillings(&model).chain(scattered_fillings(&model)) {
            for group in model.groups() {
                let related = group.relations.iter().all(|relation| relation.holds(&filling));
                for scope in [Scope::Minimal, Scope::Stated, Scope::Extended] {
                    let holds = |rule: &Rule| rule.constraint.holds(|lit| assignment.is_true(lit));
                    let ruled = group.rules(scope).all(holds);
                    assert_eq!(ruled, related, "{filling:?}, {scope:?}: {:?}", group.relations);
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
        let model = puzzle.model();
        for (assignment, filling) in all_fillings(&model) {
            for scope in [Scope::Minimal, Scope::Stated, Scope::Extended] {
                let holds = |statement| match statement {
                    Statement::Relation(relation) => relation.holds(&filling),
                    Statement::Rule(rule) => rule.constraint.holds(|lit| assignment.is_true(lit)),
                };
                let verdict = puzzle.check(&filling);
                let all = model.statements(scope).all(holds);
                assert_eq!(all, verdict.is_ok(), "{filling:?}, {scope:?}: {verdict:?}");
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
        let model = puzzle.model();
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
                assert_eq!(found, (expected, None), "{case}");
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
        assert_eq!((count.number, count.stopped), (expected, None));
    });
}

#[test]
fn an_answer_in_a_line_is_one_line_and_an_answer() {
    every_puzzle(|puzzle| {
        for answer in answers(puzzle).iter().filter(|_| puzzle.kind().answers_in_lines) {
            let line = puzzle.answer_line(answer);
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(puzzle.judge(&line), Ok(Ok(answer.clone())), "{line}");
        }
    });
}

#[test]
fn symmetries_turn_answers_into_answers_and_are_counted_once() {
    every_puzzle(|puzzle| {
        let symmetries = puzzle.symmetries().unwrap_or_default();
        let mut left: HashSet<_> = answers(puzzle).into_iter().collect();
        let mut orbits = 0;
        while let Some(answer) = left.iter().next().cloned() {
            orbits += 1;
            let mut orbit = vec![answer];
            while let Some(answer) = orbit.pop() {
                assert_eq!(puzzle.check(&answer), Ok(()), "{answer:?}");
                if left.remove(&answer) {
                    orbit.extend(symmetries.iter().map(|symmetry| symmetry(&answer)));
                }
            }
        }
        let search = Search::open(puzzle, &Options::default());
        let count = count(search, true, None, |_| ()).unwrap();
        assert_eq!(count.number, orbits);
    });
}

// Formulas.

/// Every formula that can be had for a puzzle, and what it is called.
fn formulas(puzzle: &dyn Puzzle) -> impl Iterator<Item = (String, Formula)> {
    let (puzzle, interrupt) = (puzzle, Interrupt::default());
    lowerings().flat_map(move |lowering| {
        let whole = Formula::new(puzzle, lowering, &interrupt).unwrap();
        let reduced = Formula::reduced(puzzle, lowering, &interrupt).unwrap();
        [(lowering.to_string(), whole), (format!("reduced, {lowering}"), reduced)]
    })
}

fn written(formula: &Formula, annotate: bool) -> Dimacs {
    let mut text = Vec::new();
    formula.write_dimacs(&mut text, annotate, &Interrupt::default()).unwrap();
    dimacs::read(&text).unwrap()
}

fn solver(formula: &Dimacs) -> Box<dyn Backend> {
    let mut solver = (BACKENDS[0].create)(&Config::default());
    solver.reserve(formula.variables);
    formula.clauses.pour(solver.as_mut());
    solver
}

#[test]
fn a_formula_has_the_size_that_it_announces() {
    every_puzzle(|puzzle| {
        for formula in formulas(puzzle).map(|(_, formula)| formula) {
            let (size, read) = (formula.size(), written(&formula, false));
            assert_eq!(read.warnings, []);
            assert_eq!(read.variables, size.variables);
            assert_eq!(read.clauses.variables().max(puzzle.model().variables()), size.variables);
            assert_eq!(read.clauses.len() as u64, size.total().clauses);
            let literals: usize = read.clauses.iter().map(<[Lit]>::len).sum();
            assert_eq!(literals as u64, size.total().literals);
            assert_eq!(written(&formula, true), read, "comments change nothing");
        }
    });
}

/// The first variables are the cells': each answer extends to the others, and nothing else does.
#[test]
fn a_formula_is_satisfied_by_the_answers_and_nothing_else() {
    every_puzzle(|puzzle| {
        let model = puzzle.model();
        let answers = answers(puzzle);
        for (encoding, formula) in formulas(puzzle) {
            let mut solver = solver(&written(&formula, false));
            for answer in &answers {
                let cells: Vec<Lit> = model.block(answer).into_iter().map(|lit| !lit).collect();
                let outcome = solver.solve(&cells, &Budget::default()).unwrap();
                let Outcome::Sat(assignment) = outcome else { panic!("{encoding}: {outcome:?}") };
                let lits: Vec<_> = assignment.lits().collect();
                assert_eq!(fit_answer(puzzle, &lits).as_ref(), Ok(answer), "{encoding}");
            }
            for answer in &answers {
                solver.add_clause(&model.block(answer));
            }
            let outcome = solver.solve(&[], &Budget::default());
            assert_eq!(outcome, Ok(Outcome::Unsat(Vec::new())), "{encoding}");
        }
    });
}

// Other texts.

fn scopes() -> [Option<Scope>; 3] {
    [None, Some(Scope::Minimal), Some(Scope::Extended)]
}

/// All fillings for the usual scope; where other rules say the same, some of them.
fn fillings_in(scope: Option<Scope>, model: &Model) -> impl Iterator<Item = (Assignment, Filling)> {
    all_fillings(model).step_by(if scope.is_none() { 1 } else { 11 })
}

/// A line of OPB, as the arithmetic that it spells out.
struct Inequality {
    terms: Vec<(i64, Lit)>,
    is_equation: bool,
    bound: i64,
}

impl Inequality {
    fn read(line: &str) -> Self {
        let words: Vec<_> = line.split(' ').collect();
        let (terms, [relation, bound, ";"]) = words.split_at(words.len() - 3) else {
            panic!("{line}");
        };
        let term = |term: &[&str]| {
            let variable: u32 = term[1].strip_prefix('x').unwrap().parse().unwrap();
            (term[0].parse().unwrap(), Lit::positive(variable - 1))
        };
        assert!(["=", ">="].contains(relation), "{line}");
        let (is_equation, bound) = (*relation == "=", bound.parse().unwrap());
        Self { terms: terms.chunks(2).map(term).collect(), is_equation, bound }
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let value = |&(coefficient, lit): &(i64, Lit)| {
            if assignment.is_true(lit) { coefficient } else { 0 }
        };
        let sum: i64 = self.terms.iter().map(value).sum();
        if self.is_equation { sum == self.bound } else { sum >= self.bound }
    }
}

/// Every pseudo-Boolean problem that can be had for a puzzle.
fn pseudo_boolean(puzzle: &dyn Puzzle) -> impl Iterator<Item = (Option<Scope>, PseudoBoolean)> {
    let interrupt = Interrupt::default();
    scopes().into_iter().flat_map(move |scope| {
        let whole = PseudoBoolean::new(puzzle, scope, &interrupt).unwrap();
        let reduced = PseudoBoolean::reduced(puzzle, scope, &interrupt).unwrap();
        [(scope, whole), (scope, reduced)]
    })
}

/// The header of a problem, and what its lines say.
fn opb(problem: &PseudoBoolean) -> (String, Vec<Inequality>) {
    let mut text = Vec::new();
    problem.write_opb(&mut text, true, &Interrupt::default()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('*'));
    (text.lines().next().unwrap().to_owned(), lines.map(Inequality::read).collect())
}

#[test]
fn a_pseudo_boolean_problem_means_the_puzzle_and_has_the_size_that_it_announces() {
    every_puzzle(|puzzle| {
        let model = puzzle.model();
        for (scope, problem) in pseudo_boolean(puzzle) {
            let (header, lines) = opb(&problem);
            assert_eq!(lines.len() as u64, problem.size().constraints());
            let (variables, constraints) = (model.variables(), lines.len());
            assert_eq!(header, format!("* #variable= {variables} #constraint= {constraints}"));
            for (assignment, filling) in fillings_in(scope, &model) {
                let holds = lines.iter().all(|line| line.holds(&assignment));
                assert_eq!(holds, puzzle.check(&filling).is_ok(), "{filling:?}");
            }
        }
    });
}

/// Also where a cell has no value, or two: what only the rules of cells forbid.
#[test]
fn a_pseudo_boolean_problem_means_the_rules_where_cells_have_no_value_or_two() {
    every_puzzle(|puzzle| {
        let model = puzzle.model();
        for (scope, problem) in pseudo_boolean(puzzle) {
            let (_, lines) = opb(&problem);
            for answer in answers(puzzle).iter().take(3) {
                let not_this = model.block(answer);
                for flipped in (0..model.variables()).map(Lit::positive) {
                    let values = (0..model.variables()).map(Lit::positive);
                    let values = values.map(|lit| not_this.contains(&!lit) != (lit == flipped));
                    let assignment = Assignment::new(values.collect());
                    let holds = |rule: &Rule| rule.constraint.holds(|lit| assignment.is_true(lit));
                    let ruled = model.rules(scope.unwrap_or(Scope::Stated)).all(holds);
                    let written = lines.iter().all(|line| line.holds(&assignment));
                    assert_eq!(written, ruled, "{answer:?} but for {flipped}, {scope:?}");
                }
            }
        }
    });
}

/// An expression of SMT-LIB.
#[derive(Debug)]
enum Expression {
    Atom(String),
    List(Vec<Expression>),
}

impl Expression {
    /// All expressions up to a closing parenthesis, or the end.
    fn read<'t>(words: &mut impl Iterator<Item = &'t str>) -> Vec<Self> {
        let mut all = Vec::new();
        while let Some(word) = words.next().filter(|word| *word != ")") {
            all.push(match word {
                "(" => Self::List(Self::read(words)),
                atom => Self::Atom(atom.to_owned()),
            });
        }
        all
    }

    /// Its value, where truth is 1.
    fn value(&self, constants: &HashMap<String, i64>) -> i64 {
        let list = match self {
            Self::Atom(atom) => {
                return atom.parse().unwrap_or_else(|_| match atom.as_str() {
                    "false" => 0,
                    "true" => 1,
                    name => constants[name],
                });
            }
            Self::List(list) => list,
        };
        let (Self::Atom(operator), parts) = (&list[0], &list[1..]) else { panic!("{list:?}") };
        let parts: Vec<_> = parts.iter().map(|part| part.value(constants)).collect();
        let neighbours = |holds: fn(&i64, &i64) -> bool| {
            i64::from(parts.windows(2).all(|pair| holds(&pair[0], &pair[1])))
        };
        match (operator.as_str(), &parts[..]) {
            ("+", _) => parts.iter().sum(),
            ("-", [one]) => -one,
            ("-", [one, other]) => one - other,
            ("=", _) => neighbours(i64::eq),
            ("<=", _) => neighbours(i64::le),
            (">=", _) => neighbours(i64::ge),
            ("distinct", [_, _, ..]) => {
                i64::from(parts.iter().collect::<HashSet<_>>().len() == parts.len())
            }
            ("not", [one]) => 1 - one,
            ("and", [_, _, ..]) => *parts.iter().min().unwrap(),
            ("or", [_, _, ..]) => *parts.iter().max().unwrap(),
            ("ite", [condition, then, otherwise]) => {
                if *condition == 1 {
                    *then
                } else {
                    *otherwise
                }
            }
            _ => panic!("{list:?}"),
        }
    }
}

/// The assertions of a text, and the constants that it declares.
fn smtlib(text: &str) -> (Vec<Expression>, Vec<String>) {
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with(';')).collect();
    let spaced = lines.join("\n").replace('(', " ( ").replace(')', " ) ");
    let (mut assertions, mut constants) = (Vec::new(), Vec::new());
    for command in Expression::read(&mut spaced.split_whitespace()) {
        let Expression::List(mut command) = command else { panic!("{command:?}") };
        let Expression::Atom(name) = &command[0] else { panic!("{command:?}") };
        match (name.as_str(), &command[1..]) {
            ("assert", [_]) => assertions.extend(command.pop()),
            ("declare-const", [Expression::Atom(constant), _]) => constants.push(constant.clone()),
            ("set-option", [_, _]) | ("set-logic", [_]) | ("check-sat", []) => {}
            _ => panic!("{command:?}"),
        }
    }
    (assertions, constants)
}

fn smtlib_text(problem: &SmtLib, annotate: bool) -> String {
    let mut text = Vec::new();
    problem.write(&mut text, annotate, &Interrupt::default()).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn a_text_of_whole_numbers_means_the_puzzle_and_has_the_size_that_it_announces() {
    every_puzzle(|puzzle| {
        for scope in scopes() {
            let problem = SmtLib::new(puzzle, scope);
            let text = smtlib_text(&problem, true);
            let (assertions, names) = smtlib(&text);
            assert_eq!(assertions.len() as u64, problem.size().constraints());
            assert_eq!(names.len(), problem.size().variables as usize);
            for (_, filling) in fillings_in(scope, &puzzle.model()) {
                let values = filling.values.iter().map(|&value| i64::from(value));
                let constants: HashMap<_, _> = names.iter().cloned().zip(values).collect();
                let holds = assertions.iter().all(|assertion| assertion.value(&constants) == 1);
                assert_eq!(holds, puzzle.check(&filling).is_ok(), "{filling:?} in\n{text}");
            }
        }
    });
}

/// What a solver would say of a filling.
fn bindings(names: &[String], filling: &Filling) -> Vec<Binding> {
    let pairs = names.iter().zip(&filling.values);
    let binding = |(name, &value): (&String, _)| Binding {
        name: name.clone(),
        value: i64::from(value),
        line: 2,
        column: 3,
    };
    pairs.map(binding).collect()
}

#[test]
fn values_fit_where_they_are_an_answer_and_a_blocked_answer_is_none() {
    every_puzzle(|puzzle| {
        let problem = SmtLib::new(puzzle, None);
        let (_, names) = smtlib(&smtlib_text(&problem, false));
        let near = near_answers(puzzle).into_iter().map(|(_, filling)| filling);
        for filling in answers(puzzle).into_iter().chain(near) {
            let bindings = bindings(&names, &filling);
            let fits = fit_values(puzzle, &bindings);
            assert_eq!(fits.ok(), puzzle.check(&filling).ok().map(|()| filling.clone()));
            let (block, _) = smtlib(&problem.block_text(&filling));
            let mut constants: HashMap<_, _> =
                bindings.into_iter().map(|it| (it.name, it.value)).collect();
            assert_eq!(block[0].value(&constants), 0, "{filling:?}");
            *constants.get_mut(&names[0]).unwrap() += 1;
            assert_eq!(block[0].value(&constants), 1, "{filling:?}");
        }
    });
}

#[test]
fn values_of_another_text_do_not_fit() {
    every_puzzle(|puzzle| {
        let problem = SmtLib::new(puzzle, None);
        let (_, names) = smtlib(&smtlib_text(&problem, false));
        let Some((_, filling)) = all_fillings(&puzzle.model()).next() else { return };
        let whole = bindings(&names, &filling);
        assert_eq!(problem.filling(&whole), Ok(filling));
        let error = |bindings: &[Binding]| problem.filling(bindings).unwrap_err().to_string();
        let (last, others) = whole.split_last().unwrap();
        let other = "the answer is for another formula";
        assert_eq!(
            error(others),
            format!("{other}: expected a value for {}, found none", last.name)
        );
        let unknown = Binding { name: "nobody".into(), ..last.clone() };
        assert_eq!(
            error(&[others, &[unknown]].concat()),
            format!("2:3: {other}: it has no 'nobody'")
        );
        for value in [i64::MIN, -1, 1000, i64::MAX] {
            let message = error(&[others, &[Binding { value, ..last.clone() }]].concat());
            assert!(message.starts_with("2:3: expected a value from "), "{message}");
            assert!(message.ends_with(&format!("for {}, found {value}", last.name)), "{message}");
        }
    });
}

#[test]
fn an_assignment_that_breaks_a_rule_is_no_answer() {
    every_puzzle(|puzzle| {
        for (assignment, filling) in near_answers(puzzle) {
            let lits: Vec<_> = assignment.lits().collect();
            let fits = fit_answer(puzzle, &lits);
            assert_eq!(fits.is_ok(), puzzle.check(&filling).is_ok(), "{filling:?}");
        }
    });
}
