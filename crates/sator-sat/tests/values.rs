//! The promises of reading values: what SMT solvers reply is understood in each of their shapes,
//! and no answer is believed that is cut short or contradicts itself.

use proptest::prelude::*;
use sator_sat::answer::{self, Answer, Binding, Form};

fn read(text: impl AsRef<[u8]>) -> Answer<Vec<(String, i64)>> {
    let text = text.as_ref();
    assert_eq!(Form::of(text), Form::Values, "{}", text.escape_ascii());
    let answer = answer::read_values(text);
    match answer.unwrap_or_else(|error| panic!("{}: {error}", text.escape_ascii())) {
        Answer::Sat(bindings) => Answer::Sat(pairs(bindings)),
        Answer::Unsat => Answer::Unsat,
        Answer::Unknown => Answer::Unknown,
    }
}

fn pairs(bindings: Vec<Binding>) -> Vec<(String, i64)> {
    bindings.into_iter().map(|binding| (binding.name, binding.value)).collect()
}

fn error(text: impl AsRef<[u8]>) -> String {
    answer::read_values(text.as_ref()).expect_err("the text is wrong").to_string()
}

fn sat(values: &[(&str, i64)]) -> Answer<Vec<(String, i64)>> {
    Answer::Sat(values.iter().map(|&(name, value)| (name.to_owned(), value)).collect())
}

#[test]
fn pairs_of_names_and_values_are_read() {
    let expected = sat(&[("r1c1", 5), ("r1c2", -3)]);
    let z3 = "sat\n((r1c1 5)\n (r1c2 (- 3)))\n";
    let cvc5 = "sat\n((r1c1 5) (r1c2 (- 3)))\n";
    let one_a_line = "sat\n(\n(r1c1 5)\n(r1c2 -3)\n)\n";
    for text in [z3, cvc5, one_a_line] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn definitions_of_a_model_are_read() {
    let expected = sat(&[("row1", 2), ("row2", -4)]);
    let z3 =
        "sat\n(\n  (define-fun row1 () Int\n    2)\n  (define-fun row2 () Int\n    (- 4))\n)\n";
    let old_z3 =
        "sat\n(model \n  (define-fun row1 () Int\n    2)\n  (define-fun row2 () Int (- 4))\n)\n";
    let cvc5 = "sat\n(\n(define-fun row1 () Int 2)\n(define-fun row2 () Int (- 4))\n)\n";
    let bare = "sat\n(define-fun row1 () Int 2)\n(define-fun row2 () Int (- 4))\n";
    for text in [z3, old_z3, cvc5, bare] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn both_ways_to_ask_may_follow_each_other() {
    let text = "sat\n((define-fun a () Int 1))\n((a 1) (b 2))\n";
    assert_eq!(read(text), sat(&[("a", 1), ("b", 2)]));
}

#[test]
fn a_quoted_name_is_the_same_name() {
    assert_eq!(read("sat\n((|row 1| 2) (|a| 1))"), sat(&[("row 1", 2), ("a", 1)]));
}

#[test]
fn functions_are_no_constants() {
    let text =
        "sat\n(\n(define-fun f ((x Int)) Int (ite (= x 1) 2 3))\n(define-fun a () Int 1)\n)\n";
    assert_eq!(read(text), sat(&[("a", 1)]));
}

#[test]
fn a_solver_that_found_none_complains_of_the_question_for_values() {
    assert_eq!(read("unsat\n"), Answer::Unsat);
    let z3 = "unsat\n(error \"line 11 column 22: model is not available\")\n";
    let cvc5 = "unsat\n(error \"Cannot get value unless after a SAT or UNKNOWN response.\")\n";
    for text in [z3, cvc5, "unsat\r\n(error \"a \"\"quoted\"\" word (\")\r\n"] {
        assert_eq!(read(text), Answer::Unsat, "{text}");
    }
}

#[test]
fn a_solver_that_gave_up_may_tell_what_it_tried() {
    for text in ["unknown\n", "timeout\n", "unknown\n((a 1))\n", "unknown\n(error \"no model\")\n"]
    {
        assert_eq!(read(text), Answer::Unknown, "{text}");
    }
}

#[test]
fn noise_comments_and_other_replies_are_skipped() {
    let text = "\u{FEFF}success\nunsupported\n; sat or not?\n(:reason-unknown \"none\")\n\
        t.smt2:2.14: No set-logic command (yet)\nsat\n()\n((a ; one\n 1))\n";
    assert_eq!(read(text), sat(&[("a", 1)]));
}

#[test]
fn an_error_of_the_solver_is_told_where_it_is_all_there_is() {
    let text = "sat\n(error \"Cannot get value unless model generation is enabled\")\n";
    let message = "expected an answer, found the solver's error";
    assert_eq!(
        error(text),
        format!("2:1: {message} 'Cannot get value unless model generation is enabled'")
    );
    assert_eq!(error("(error \"Parse\n Error\")"), format!("1:1: {message} 'Parse Error'"));
    let long = format!("(error \"{}\")", "x".repeat(100_000));
    assert!(error(long).len() < 250);
}

#[test]
fn an_answer_without_values_is_an_error_that_helps() {
    let message = "expected values with this verdict, found none; the solver tells them when \
        asked by (get-model), or by (get-value …) with the names";
    assert_eq!(error("sat\n"), format!("1:1: {message}"));
    assert_eq!(error("; z3\nsat\n()\n"), format!("2:1: {message}"));
}

#[test]
fn values_without_a_verdict_are_an_error() {
    let message = "expected 'sat', 'unsat' or 'unknown', found none";
    assert_eq!(error("((a 1))\n"), message);
    assert_eq!(error(""), message);
}

#[test]
fn a_truncated_answer_is_an_error_wherever_it_is_cut() {
    for whole in [
        "sat\n((r1c1 5)\n (r1c2 (- 3)))",
        "sat\n(\n  (define-fun r1c1 () Int\n    5)\n  (define-fun r1c2 () Int (- 3))\n)",
    ] {
        for end in 3..whole.len() {
            let message = error(&whole[..end]);
            assert!(message.contains("expected"), "{:?}: {message}", &whole[..end]);
        }
        assert_eq!(read(whole), sat(&[("r1c1", 5), ("r1c2", -3)]));
    }
    let message = "expected ')' at the end of the reply, found the end of the file";
    assert_eq!(error("sat\n((a 1) (b 2)\n"), format!("3:1: {message}"));
    assert_eq!(error("sat\n((|a 1))"), "2:3: expected a closing |, found the end of the file");
}

#[test]
fn two_values_of_one_constant_are_an_error() {
    assert_eq!(
        error("sat\n((a 1)\n (é 2) (a 3))\n"),
        "3:9: expected one value for 'a', found both 1 and 3"
    );
    assert_eq!(read("sat\n((a 1) (a 1))\n"), sat(&[("a", 1)]));
}

#[test]
fn two_different_verdicts_are_an_error() {
    let message = "expected the verdict of line 2 again, found 'unsat'";
    assert_eq!(error("\nsat\n((a 1))\nunsat\n"), format!("4:1: {message}"));
    assert_eq!(
        error("unsat\n((a 1))\n"),
        "1:1: expected 'sat', as there are values, found 'unsat'"
    );
}

#[test]
fn what_is_no_whole_number_is_an_error_with_its_place() {
    for (value, found) in [
        ("true", "'true'"),
        ("1.0", "'1.0'"),
        ("x", "'x'"),
        ("\"1\"", "'1'"),
        (")", "')'"),
        ("99999999999999999999", "'99999999999999999999'"),
    ] {
        let text = format!("sat\n((a {value}))");
        assert_eq!(error(text), format!("2:5: expected a whole number, found {found}"));
    }
    assert_eq!(error("sat\n((a (/ 1 2)))"), "2:6: expected '-', found '/'");
    assert_eq!(error("sat\n((a (- x)))"), "2:8: expected a whole number, found 'x'");
    assert_eq!(error("sat\n((a 1 2))"), "2:7: expected ')', found '2'");
}

#[test]
fn what_is_no_constant_is_an_error_with_its_place() {
    assert_eq!(error("sat\n(((+ a 1) 2))"), "2:3: expected the name of a constant, found '('");
    let text = "sat\n(\n(define-fun a () Bool true)\n)";
    assert_eq!(error(text), "3:18: expected the sort Int, found 'Bool'");
    assert_eq!(error("sat\n((a 1) b)"), "2:8: expected '(' or ')', found 'b'");
}

#[test]
fn values_alone_are_what_a_solver_replies_in_a_dialogue() {
    let alone = |text: &str| answer::read_bindings(text.as_bytes()).map(pairs);
    assert_eq!(alone("((a 1)\n (b (- 2)))\n"), Ok(vec![("a".into(), 1), ("b".into(), -2)]));
    let error = alone("(error \"line 1: no model\")").unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:1: expected an answer, found the solver's error 'line 1: no model'"
    );
}

#[test]
fn bindings_know_their_places() {
    let bindings = answer::read_bindings("((a 1)\n (é 2) (b 3))".as_bytes()).unwrap();
    let places: Vec<_> = bindings.iter().map(|binding| (binding.line, binding.column)).collect();
    assert_eq!(places, [(1, 3), (2, 3), (2, 9)]);
    assert_eq!(bindings[2].error("too much").to_string(), "2:9: too much");
}

#[test]
fn each_form_is_told_by_its_own_words() {
    for text in [
        "s SATISFIABLE\nv 1 0\n",
        "c\nv x1\ns OPTIMUM FOUND\n",
        "SAT\n1 0\n",
        "| Problem |\nUNSATISFIABLE\n",
        "Instance Satisfiable\n(1) 2 Random\nRESULT:\tSAT\n",
        "RESULT:\tUNSAT\n",
        "hello\n",
        "",
    ] {
        assert_eq!(Form::of(text.as_bytes()), Form::Literals, "{text}");
    }
    for text in ["\u{FEFF}sat\r\n", "warning: slow\nunsat\n", "(error \"x\")", "((a 1))", "(\n"] {
        assert_eq!(Form::of(text.as_bytes()), Form::Values, "{text}");
    }
}

#[test]
fn any_depth_of_parentheses_is_read_without_a_deep_stack() {
    let deep = format!("sat\n(x {}{})\n((a 1))\n", "(".repeat(1_000_000), ")".repeat(1_000_000));
    assert_eq!(read(deep), sat(&[("a", 1)]));
    error(format!("sat\n{}", "(".repeat(1_000_000)));
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(text in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = answer::read_values(&text);
        let _ = answer::read_bindings(&[b"((".as_slice(), &text].concat());
    }

    #[test]
    fn no_words_make_the_reader_panic(
        text in "([ \n()|\";a0-9-]|\nsat\n|\nunsat\n|\\(error |\\(define-fun |Int){0,30}",
    ) {
        let _ = answer::read_values(text.as_bytes());
    }
}
