//! The rules without clauses: OPB and SMT-LIB, evaluated.

use std::collections::{HashMap, HashSet};

use sator::engine::{self, PseudoBoolean, SmtLib, fit_values};
use sator::model::{Scope, Solution};
use sator::puzzle::AnyPuzzle;
use sator_sat::Lit;
use sator_sat::answer::Binding;
use sator_sat::backend::{Assignment, Interrupt};

use super::instances::every_puzzle;
use super::truth::{all_fillings, answers, near_answers, parts_hold};

fn scopes() -> [Option<Scope>; 3] {
    [None, Some(Scope::Minimal), Some(Scope::Extended)]
}

/// All solutions for the usual scope; where other rules say the same, some of them.
fn fillings_in(
    scope: Option<Scope>,
    puzzle: &AnyPuzzle,
) -> impl Iterator<Item = (Assignment, Solution)> {
    all_fillings(puzzle).step_by(if scope.is_none() { 1 } else { 11 })
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
fn pseudo_boolean(puzzle: &AnyPuzzle) -> impl Iterator<Item = (Option<Scope>, PseudoBoolean)> {
    let interrupt = Interrupt::default();
    scopes().into_iter().flat_map(move |scope| {
        let whole = engine::pseudo_boolean(puzzle, scope, false, &interrupt).unwrap();
        let reduced = engine::pseudo_boolean(puzzle, scope, true, &interrupt).unwrap();
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
        let variables = puzzle.rules().cells().variables();
        for (scope, problem) in pseudo_boolean(puzzle) {
            let (header, lines) = opb(&problem);
            assert_eq!(lines.len() as u64, problem.size().constraints());
            let constraints = lines.len();
            // A contradiction without cells needs a variable.
            let variables = variables.max(u32::from(constraints > 0));
            assert_eq!(header, format!("* #variable= {variables} #constraint= {constraints}"));
            for (assignment, solution) in fillings_in(scope, puzzle) {
                let holds = lines.iter().all(|line| line.holds(&assignment));
                assert_eq!(holds, puzzle.check(&solution).is_ok(), "{solution:?}");
            }
        }
    });
}

/// Also where a cell has no value, or two: what only the rules of cells forbid.
#[test]
fn a_pseudo_boolean_problem_means_the_rules_where_cells_have_no_value_or_two() {
    every_puzzle(|puzzle| {
        let instance = engine::instance(puzzle);
        let cells = instance.cells();
        for (scope, problem) in pseudo_boolean(puzzle) {
            let (_, lines) = opb(&problem);
            for answer in answers(puzzle).iter().take(3) {
                let not_this = cells.block(answer);
                for flipped in (0..cells.variables()).map(Lit::positive) {
                    let values = (0..cells.variables()).map(Lit::positive);
                    let values = values.map(|lit| not_this.contains(&!lit) != (lit == flipped));
                    let assignment = Assignment::new(values.collect());
                    let ruled = parts_hold(&instance, scope.unwrap_or(Scope::Stated), &assignment);
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
            ("<", _) => neighbours(i64::lt),
            ("<=", _) => neighbours(i64::le),
            (">=", _) => neighbours(i64::ge),
            ("distinct", [_, _, ..]) => {
                i64::from(parts.iter().collect::<HashSet<_>>().len() == parts.len())
            }
            ("not", [one]) => 1 - one,
            ("and", [_, _, ..]) => *parts.iter().min().unwrap(),
            ("or", [_, _, ..]) => *parts.iter().max().unwrap(),
            ("xor", [one, other]) => one ^ other,
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
            let problem = engine::smtlib(puzzle, scope);
            let text = smtlib_text(&problem, true);
            let (assertions, names) = smtlib(&text);
            assert_eq!(assertions.len() as u64, problem.size().constraints());
            assert_eq!(names.len(), problem.size().variables as usize);
            for (_, solution) in fillings_in(scope, puzzle) {
                let values = solution.values.iter().map(|&value| i64::from(value));
                let constants: HashMap<_, _> = names.iter().cloned().zip(values).collect();
                let holds = assertions.iter().all(|assertion| assertion.value(&constants) == 1);
                assert_eq!(holds, puzzle.check(&solution).is_ok(), "{solution:?} in\n{text}");
            }
        }
    });
}

/// What a solver would say of a solution.
fn bindings(names: &[String], solution: &Solution) -> Vec<Binding> {
    let pairs = names.iter().zip(&solution.values);
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
        let problem = engine::smtlib(puzzle, None);
        let (_, names) = smtlib(&smtlib_text(&problem, false));
        let near = near_answers(puzzle).into_iter().map(|(_, solution)| solution);
        for solution in answers(puzzle).into_iter().chain(near) {
            let bindings = bindings(&names, &solution);
            let fits = fit_values(puzzle, &bindings);
            assert_eq!(fits.ok(), puzzle.check(&solution).ok().map(|()| solution.clone()));
            let (block, _) = smtlib(&problem.block_text(&solution));
            let mut constants: HashMap<_, _> =
                bindings.into_iter().map(|it| (it.name, it.value)).collect();
            assert_eq!(block[0].value(&constants), 0, "{solution:?}");
            // Without any cell there is no other solution.
            let Some(first) = names.first() else { continue };
            *constants.get_mut(first).unwrap() += 1;
            assert_eq!(block[0].value(&constants), 1, "{solution:?}");
        }
    });
}

#[test]
fn values_of_another_text_do_not_fit() {
    every_puzzle(|puzzle| {
        let problem = engine::smtlib(puzzle, None);
        let (_, names) = smtlib(&smtlib_text(&problem, false));
        let Some((_, solution)) = all_fillings(puzzle).next() else { return };
        let whole = bindings(&names, &solution);
        assert_eq!(problem.solution(&whole), Ok(solution));
        let error = |bindings: &[Binding]| problem.solution(bindings).unwrap_err().to_string();
        let Some((last, others)) = whole.split_last() else { return };
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
