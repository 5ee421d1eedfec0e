//! A session with an SMT solver, put together by hand: the rules, solutions that are excluded, and
//! the question for another one.

use std::io::Write;
use std::process::{Command, Stdio};

use sator::engine::{Options, fit_values, smtlib};
use sator::puzzle::ParseOptions;
use sator::puzzles::recognise;
use sator_sat::answer::{Answer, read_values};
use sator_sat::backend::Interrupt;

use crate::common::all_answers;

const SOLVERS: [&[&str]; 2] =
    [&["z3", "-smt2", "-in"], &["cvc5", "--lang", "smt2", "--incremental"]];

const REGIONS: &str = "AABBC\nAABCC\nADDEC\nADEEC\nDDEEC\n";

/// What a solver replies to a text on its standard input.
fn replies(solver: &[&str], text: &str) -> Vec<u8> {
    let mut command = Command::new(solver[0]);
    command.args(&solver[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| {
        let name = solver[0];
        panic!("{name}: {error}; `cargo xtask test` installs it, or apt-get install {name}")
    });
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap().stdout
}

#[test]
fn answers_that_are_blocked_do_not_come_again() {
    for text in ["6", REGIONS, "4"] {
        let puzzle = recognise(text, &ParseOptions::default()).unwrap();
        let problem = smtlib(&puzzle, None);
        let mut rules = Vec::new();
        problem.write_preamble(&mut rules, &Interrupt::default()).unwrap();
        let rules = String::from_utf8(rules).unwrap();
        let answers = all_answers(&puzzle, &Options::default());
        for solver in SOLVERS {
            for left in 0..=answers.len() {
                // All answers but one are out of the question; at last all of them.
                let others = answers.iter().enumerate().filter(|(index, _)| *index != left);
                let blocks: String = others.map(|(_, other)| problem.block_text(other)).collect();
                let asked = format!(
                    "{rules}{blocks}(check-sat)\n{}",
                    problem.values_text().unwrap_or_default()
                );
                let answer = read_values(&replies(solver, &asked)).unwrap();
                let answer = answer.try_map(|values| fit_values(&puzzle, &values)).unwrap();
                let expected = answers.get(left).cloned().map_or(Answer::Unsat, Answer::Sat);
                assert_eq!(answer, expected, "{} on {text}", solver[0]);
            }
        }
    }
}
