//! The promises of reading answers: every solver's dialect is understood, noise and all, and no
//! answer is believed that is cut short or contradicts itself.

use std::path::Path;

use proptest::prelude::*;
use sator_sat::answer::{self, Answer};
use sator_sat::{Lit, dimacs};

fn read(text: impl AsRef<[u8]>) -> Answer {
    let text = text.as_ref();
    answer::read(text).unwrap_or_else(|error| panic!("{:?}: {error}", text.escape_ascii()))
}

fn error(text: impl AsRef<[u8]>) -> String {
    answer::read(text.as_ref()).expect_err("the text is wrong").to_string()
}

fn sat(numbers: &[i32]) -> Answer {
    let lit = |&number: &i32| Lit::from_ipasir(number).expect("no 0");
    Answer::Sat(numbers.iter().map(lit).collect())
}

#[test]
fn competition_output_is_read() {
    let text = "c a solver\nc\ns SATISFIABLE\nv 1 -2\nc between\nv 3\nv 0\nc bye\n";
    assert_eq!(read(text), sat(&[1, -2, 3]));
    assert_eq!(read("c hm\ns UNSATISFIABLE\n"), Answer::Unsat);
    assert_eq!(read("s UNKNOWN\n"), Answer::Unknown);
}

#[test]
fn values_may_come_before_the_verdict() {
    assert_eq!(read("v 1 0\ns SATISFIABLE"), sat(&[1]));
}

#[test]
fn an_empty_assignment_is_one() {
    assert_eq!(read("s SATISFIABLE\nv 0\n"), sat(&[]));
    assert_eq!(read("SAT\n0\n"), sat(&[]));
}

#[test]
fn solvers_that_give_up_in_their_own_way_are_understood() {
    let cadical = "c --- [ result ] ---\nc\nc UNKNOWN\nc\n";
    let glucose = "c CPU time : 1 s\n\ns INDETERMINATE\n";
    let minisat = "| Progress |\nINDETERMINATE\n";
    let zchaff = "Random Seed Used\t0\nRESULT:\tABORT : TIME OUT\n";
    for text in [cadical, glucose, minisat, "INDET\n", zchaff] {
        assert_eq!(read(text), Answer::Unknown, "{text:?}");
    }
}

#[test]
fn the_result_file_of_minisat_is_read() {
    assert_eq!(read("SAT\n-1 2 -3 0\n"), sat(&[-1, 2, -3]));
    assert_eq!(read("SAT\n-1\n2 -3\n0"), sat(&[-1, 2, -3]));
    assert_eq!(read("UNSAT\n"), Answer::Unsat);
}

#[test]
fn the_console_of_minisat_around_its_result_is_skipped() {
    let text = "====[ Problem ]====\n| Variables: 2 |\nSATISFIABLE\nSAT\n1 -2 0\n";
    assert_eq!(read(text), sat(&[1, -2]));
    assert_eq!(read("CPU time : 0 s\n\nUNSATISFIABLE\n"), Answer::Unsat);
}

#[test]
fn the_text_of_zchaff_is_read() {
    let text = "Solving q.cnf ......\n\nInstance Satisfiable\n\
        -1 2 (3) 4 Random Seed Used\t\t0\nNum. of Decisions\t9\nRESULT:\tSAT\n";
    assert_eq!(read(text), sat(&[-1, 2, 4]));
    assert_eq!(read("done read cnf\n\nRandom Seed Used\t0\nRESULT:\tUNSAT\n"), Answer::Unsat);
}

#[test]
fn z3_lists_all_variables_in_one_line_without_a_final_zero() {
    assert_eq!(read("s SATISFIABLE\nv -1 2 -3 \n"), sat(&[-1, 2, -3]));
    assert_eq!(read("s SATISFIABLE\r\nv 1 -2\r\nc done\n"), sat(&[1, -2]));
    let message = "expected 0 at the end of the assignment, found the end of the";
    assert_eq!(error("s SATISFIABLE\nv -1 2 -3"), format!("2:10: {message} file"));
    assert_eq!(error("s SATISFIABLE\nv -1 -3\n"), format!("2:8: {message} file"));
    assert_eq!(error("s SATISFIABLE\nv -1 2\nv 3\n"), format!("3:4: {message} file"));
    assert_eq!(error("v -1 2\ns UNSATISFIABLE\n"), format!("2:16: {message} file"));
    assert_eq!(error("SAT\n1 2 3\n"), format!("2:6: {message} file"));
}

#[test]
fn the_names_of_pseudo_boolean_solvers_are_read() {
    let clasp = "c Answer: 1\nv x1 -x2\nv x10\ns SATISFIABLE\nc \nc Models : 1+\n";
    assert_eq!(read(clasp), sat(&[1, -2, 10]));
    let minisat_plus =
        "c [1mSATISFIABLE: No goal function specified.[0m\ns SATISFIABLE\nv -x1 x2\n";
    assert_eq!(read(minisat_plus), sat(&[-1, 2]));
    assert_eq!(read("s OPTIMUM FOUND\nv ~x1 x2 x3\n"), sat(&[-1, 2, 3]));
    assert_eq!(read("c Parsing PB file...\ns UNSATISFIABLE\n"), Answer::Unsat);
}

#[test]
fn names_that_are_no_variables_are_an_error() {
    let message = "expected a variable from x1, found";
    for name in ["x0", "x", "-x", "x-1", "xy", "x1y", "~x+1"] {
        let text = format!("s SATISFIABLE\nv x2 {name}\n");
        assert_eq!(error(text), format!("2:6: {message} '{name}'"));
    }
    let beyond = "expected a variable up to 2147483647, found '2147483648'";
    assert_eq!(error("s SATISFIABLE\nv -x2147483648\n"), format!("2:5: {beyond}"));
    let both = "expected one value for variable 5, found both 5 and -5";
    assert_eq!(error("s SATISFIABLE\nv x5 x1\nv -x5\n"), format!("3:3: {both}"));
}

#[test]
fn names_and_numbers_do_not_mix() {
    assert_eq!(error("s SATISFIABLE\nv x1 2 0\n"), "2:6: expected a variable from x1, found '2'");
    assert_eq!(error("s SATISFIABLE\nv 1 x2\n"), "2:5: expected a literal or 0, found 'x2'");
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_accepted() {
    assert_eq!(read("\u{FEFF}s SATISFIABLE\r\nv 1 -2\r\nv 0\r\n"), sat(&[1, -2]));
    assert_eq!(read("\u{FEFF}SAT\r\n1 0\r\n"), sat(&[1]));
    assert_eq!(read("Instance Satisfiable\r\n1 Random\r\nRESULT:\tSAT\r\n"), sat(&[1]));
}

#[test]
fn comments_need_not_be_utf8() {
    assert_eq!(read(b"c M\xFCnchen\ns UNSATISFIABLE\n"), Answer::Unsat);
}

#[test]
fn a_repeated_literal_is_listed_once() {
    assert_eq!(read("s SATISFIABLE\nv 2 1 2 0\n"), sat(&[2, 1]));
}

#[test]
fn an_empty_text_is_an_error() {
    for text in ["", "\n \r\n", "\u{FEFF}"] {
        assert_eq!(error(text), "expected a solver's answer, found nothing");
    }
}

#[test]
fn a_text_without_a_verdict_is_an_error_that_names_the_known_forms() {
    let message = "expected a verdict ('s SATISFIABLE' and 'v' lines, MiniSat's 'SAT' and \
        literals, zChaff's 'RESULT: SAT', SMT-LIB's 'sat' and values, and the like), found none";
    for text in ["Segmentation fault\n", "v 1 2 0\n", "c SATISFIABLE\n", "\x1F\x08\0\0"] {
        assert_eq!(error(text), message);
    }
}

#[test]
fn an_unheard_of_verdict_is_an_error() {
    let message = "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN, found";
    assert_eq!(error("c\ns UNSUPPORTED\n"), format!("2:3: {message} 'UNSUPPORTED'"));
    assert_eq!(error("s\nv 1 0\n"), format!("1:2: {message} the end of the line"));
    assert_eq!(error("RESULT:\tFINE"), format!("1:9: {message} 'FINE'"));
}

#[test]
fn a_satisfiable_answer_without_assignment_is_an_error_that_helps() {
    let message = "expected an assignment with this verdict, found none; MiniSat writes it into a \
        file named as second argument, Glucose prints it with -model";
    assert_eq!(error("CPU time : 0 s\n\nSATISFIABLE\n"), format!("3:1: {message}"));
    assert_eq!(error("c\ns SATISFIABLE\n"), format!("2:3: {message}"));
    assert_eq!(error("RESULT:\tSAT\n"), format!("1:9: {message}"));
}

#[test]
fn a_truncated_assignment_is_an_error() {
    let message = "expected 0 at the end of the assignment, found the end of the file";
    assert_eq!(error("s SATISFIABLE\nv 1 -2\nv 3\n"), format!("3:4: {message}"));
    assert_eq!(error("SAT\n1 -2 \n"), format!("2:5: {message}"));
    assert_eq!(error("SAT\n"), format!("1:4: {message}"));
    assert_eq!(error("Instance Satisfiable\n1 -2"), format!("2:5: {message}"));
}

#[test]
fn a_word_that_is_no_literal_is_an_error() {
    let message = "expected a literal or 0, found";
    assert_eq!(error("s SATISFIABLE\nv 1 x 0\n"), format!("2:5: {message} 'x'"));
    assert_eq!(error("SAT\n1 -0 0\n"), format!("2:3: {message} '-0'"));
    assert_eq!(error("Instance Satisfiable\n1 Rando"), format!("2:3: {message} 'Rando'"));
    assert_eq!(error(b"SAT\n1 \0\xFF 0"), format!("2:3: {message} '\\0\u{FFFD}'"));
}

#[test]
fn a_literal_beyond_32_bits_is_an_error() {
    let message = "expected a variable up to 2147483647, found";
    assert_eq!(read("SAT\n-2147483647 0"), sat(&[-2_147_483_647]));
    assert_eq!(error("SAT\n-2147483648 0"), format!("2:1: {message} '-2147483648'"));
    assert_eq!(error("s SATISFIABLE\nv 4294967297 0"), format!("2:3: {message} '4294967297'"));
}

#[test]
fn a_variable_both_true_and_false_is_an_error() {
    let text = "s SATISFIABLE\nv 5 1\nv -5 0\n";
    assert_eq!(error(text), "3:3: expected one value for variable 5, found both 5 and -5");
}

#[test]
fn two_different_verdicts_are_an_error() {
    let text = "s UNSATISFIABLE\nc\ns SATISFIABLE\nv 1 0\n";
    assert_eq!(error(text), "3:3: expected the verdict of line 1 again, found 'SATISFIABLE'");
    let text = "SAT\n1 0\nRESULT:\tUNSAT\n";
    assert_eq!(error(text), "3:9: expected the verdict of line 1 again, found 'UNSAT'");
}

#[test]
fn an_assignment_of_an_unsatisfiable_formula_is_an_error() {
    let message = "expected SATISFIABLE, as there is an assignment, found 'UNSATISFIABLE'";
    assert_eq!(error("s UNSATISFIABLE\nv 1 0\n"), format!("1:3: {message}"));
}

#[test]
fn values_after_the_final_zero_are_an_error() {
    let message = "expected nothing after the final 0, found '2'";
    assert_eq!(error("s SATISFIABLE\nv 1 0\nv 2 0\n"), format!("3:3: {message}"));
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(text in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = answer::read(&text);
        let _ = answer::read(&[b"SAT\n".as_slice(), &text].concat());
    }

    #[test]
    fn no_words_make_the_reader_panic(
        text in "([ \n\r0-9csvx()-]|s SATISFIABLE\n|\nSAT\n|Instance Satisfiable\n|RESULT:\t){0,30}",
    ) {
        let _ = answer::read(text.as_bytes());
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data")]
fn recorded_answers_of_real_solvers_are_right() {
    let folder = Path::new(env!("SATOR_DATA")).join("solver_output");
    let queens = std::fs::read(folder.join("8-queens.cnf")).expect("the formula was recorded");
    let queens = dimacs::read(&queens).expect("the formula is DIMACS").clauses;
    let recorded = |file| read(std::fs::read(folder.join(file)).expect("the run was recorded"));
    for file in ["glucose41_sat.txt", "minisat_result_sat.txt", "zchaff_sat.txt"] {
        let Answer::Sat(lits) = recorded(file) else { panic!("{file} is satisfiable") };
        assert_eq!(queens.first_false(|lit| lits.contains(&lit)), None, "{file}");
        assert_eq!(lits.iter().filter(|lit| lit.is_pos()).count(), 8, "{file}");
    }
    for file in ["glucose41_unsat.txt", "minisat_result_unsat.txt", "zchaff_unsat.txt"] {
        assert_eq!(recorded(file), Answer::Unsat, "{file}");
    }
}
