//! Reading values: the replies of SMT solvers are read in each of their forms, and an answer that is
//! cut short or contradicts itself is an error.

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
fn every_form_of_values_is_read() {
    let pairs: &[(&str, i64)] = &[("r1c1", 5), ("r1c2", -3)];
    let model: &[(&str, i64)] = &[("row1", 2), ("row2", -4)];
    let one: &[(&str, i64)] = &[("a", 1)];
    let noise = "\u{FEFF}success\nunsupported\n; sat or not?\n(:reason-unknown \"none\")\n\
        t.smt2:2.14: No set-logic command (yet)\nsat\n()\n((a ; one\n 1))\n";
    let function =
        "sat\n(\n(define-fun f ((x Int)) Int (ite (= x 1) 2 3))\n(define-fun a () Int 1)\n)\n";
    for (text, expected) in [
        // (get-value …) of Z3, of cvc5, and with one pair in a line.
        ("sat\n((r1c1 5)\n (r1c2 (- 3)))\n", pairs),
        ("sat\n((r1c1 5) (r1c2 (- 3)))\n", pairs),
        ("sat\n(\n(r1c1 5)\n(r1c2 -3)\n)\n", pairs),
        // (get-model) of Z3, of an old Z3, of cvc5, and without a list.
        (
            "sat\n(\n  (define-fun row1 () Int\n    2)\n  (define-fun row2 () Int\n    (- 4))\n)\n",
            model,
        ),
        (
            "sat\n(model \n  (define-fun row1 () Int\n    2)\n  (define-fun row2 () Int (- 4))\n)\n",
            model,
        ),
        ("sat\n(\n(define-fun row1 () Int 2)\n(define-fun row2 () Int (- 4))\n)\n", model),
        ("sat\n(define-fun row1 () Int 2)\n(define-fun row2 () Int (- 4))\n", model),
        // Both, quoted names, functions, which are no constants, the same value twice, noise.
        ("sat\n((define-fun a () Int 1))\n((a 1) (b 2))\n", &[("a", 1), ("b", 2)]),
        ("sat\n((|row 1| 2) (|a| 1))", &[("row 1", 2), ("a", 1)]),
        (function, one),
        ("sat\n((a 1) (a 1))\n", one),
        (noise, one),
    ] {
        assert_eq!(read(text), sat(expected), "{text}");
    }
}

/// Solvers report an error when values are requested and there are none; a solver that gave up may
/// print the values that it was trying.
#[test]
fn other_verdicts_are_read_whatever_follows() {
    for text in [
        "unsat\n",
        "unsat\n(error \"line 11 column 22: model is not available\")\n",
        "unsat\n(error \"Cannot get value unless after a SAT or UNKNOWN response.\")\n",
        "unsat\r\n(error \"a \"\"quoted\"\" word (\")\r\n",
    ] {
        assert_eq!(read(text), Answer::Unsat, "{text}");
    }
    for text in ["unknown\n", "timeout\n", "unknown\n((a 1))\n", "unknown\n(error \"no model\")\n"]
    {
        assert_eq!(read(text), Answer::Unknown, "{text}");
    }
}

#[test]
fn errors_name_their_place() {
    let solver = "expected an answer, found the solver's error";
    let disabled = "Cannot get value unless model generation is enabled";
    let none = "expected values with this verdict, found none; the solver prints them for \
        (get-model), or for (get-value …) with the names";
    let verdict = "expected 'sat', 'unsat' or 'unknown', found none";
    let number = "expected a whole number, found";
    for (text, message) in [
        (format!("sat\n(error \"{disabled}\")\n"), format!("2:1: {solver} '{disabled}'")),
        ("(error \"Parse\n Error\")".into(), format!("1:1: {solver} 'Parse Error'")),
        ("sat\n".into(), format!("1:1: {none}")),
        ("; z3\nsat\n()\n".into(), format!("2:1: {none}")),
        ("((a 1))\n".into(), verdict.into()),
        (String::new(), verdict.into()),
        (
            "sat\n((a 1)\n (é 2) (a 3))\n".into(),
            "3:9: expected one value for 'a', found both 1 and 3".into(),
        ),
        (
            "\nsat\n((a 1))\nunsat\n".into(),
            "4:1: expected the verdict of line 2 again, found 'unsat'".into(),
        ),
        (
            "unsat\n((a 1))\n".into(),
            "1:1: expected 'sat', as there are values, found 'unsat'".into(),
        ),
        ("sat\n((a (/ 1 2)))".into(), "2:6: expected '-', found '/'".into()),
        ("sat\n((a (- x)))".into(), format!("2:8: {number} 'x'")),
        ("sat\n((a 1 2))".into(), "2:7: expected ')', found '2'".into()),
        ("sat\n(((+ a 1) 2))".into(), "2:3: expected the name of a constant, found '('".into()),
        (
            "sat\n(\n(define-fun a () Bool true)\n)".into(),
            "3:18: expected the sort Int, found 'Bool'".into(),
        ),
        ("sat\n((a 1) b)".into(), "2:8: expected '(' or ')', found 'b'".into()),
    ] {
        assert_eq!(error(&text), message, "{text:?}");
    }
    let huge = "99999999999999999999";
    for (value, found) in
        [("true", "true"), ("1.0", "1.0"), ("x", "x"), ("\"1\"", "1"), (")", ")"), (huge, huge)]
    {
        assert_eq!(error(format!("sat\n((a {value}))")), format!("2:5: {number} '{found}'"));
    }
    let long = format!("(error \"{}\")", "x".repeat(100_000));
    assert!(error(long).len() < 250);
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
fn values_without_a_verdict_are_read_in_a_session() {
    let alone = |text: &str| answer::read_bindings(text.as_bytes()).map(pairs);
    assert_eq!(alone("((a 1)\n (b (- 2)))\n"), Ok(vec![("a".into(), 1), ("b".into(), -2)]));
    let error = alone("(error \"line 1: no model\")").unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:1: expected an answer, found the solver's error 'line 1: no model'"
    );
}

#[test]
fn bindings_have_their_places() {
    let bindings = answer::read_bindings("((a 1)\n (é 2) (b 3))".as_bytes()).unwrap();
    let places: Vec<_> = bindings.iter().map(|binding| (binding.line, binding.column)).collect();
    assert_eq!(places, [(1, 3), (2, 3), (2, 9)]);
    assert_eq!(bindings[2].error("too much").to_string(), "2:9: too much");
}

#[test]
fn each_form_is_recognised_by_its_own_keywords() {
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
