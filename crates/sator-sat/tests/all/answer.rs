//! Reading answers: the dialects of all solvers are read, with other output around them, and an
//! answer that is cut short or contradicts itself is an error.

use proptest::prelude::*;
use sator_sat::answer::{self, Answer};
use sator_sat::{Lit, dimacs};
use sator_testing::{SharedData, needs};

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
fn every_dialect_is_read() {
    let competition = "c a solver\nc\ns SATISFIABLE\nv 1 -2\nc between\nv 3\nv 0\nc bye\n";
    let console = "====[ Problem ]====\n| Variables: 2 |\nSATISFIABLE\nSAT\n1 -2 0\n";
    let zchaff = "Solving q.cnf ......\n\nInstance Satisfiable\n\
        -1 2 (3) 4 Random Seed Used\t\t0\nNum. of Decisions\t9\nRESULT:\tSAT\n";
    let clasp = "c Answer: 1\nv x1 -x2\nv x10\ns SATISFIABLE\nc \nc Models : 1+\n";
    let minisat_plus =
        "c [1mSATISFIABLE: No goal function specified.[0m\ns SATISFIABLE\nv -x1 x2\n";
    let cases: [(&str, &[i32]); 20] = [
        (competition, &[1, -2, 3]),
        // Values may come before the verdict, and a literal may be repeated.
        ("v 1 0\ns SATISFIABLE", &[1]),
        ("s SATISFIABLE\nv 2 1 2 0\n", &[2, 1]),
        ("s SATISFIABLE\nv 0\n", &[]),
        ("SAT\n0\n", &[]),
        // MiniSat's result file, alone and within its console.
        ("SAT\n-1 2 -3 0\n", &[-1, 2, -3]),
        ("SAT\n-1\n2 -3\n0", &[-1, 2, -3]),
        ("SAT\n-2147483647 0", &[-2_147_483_647]),
        (console, &[1, -2]),
        // Glucose's result file.
        ("-1 2 -3 0\n", &[-1, 2, -3]),
        ("1\r\n-2 0\r\n", &[1, -2]),
        (zchaff, &[-1, 2, 4]),
        // Z3 lists all variables in one line, without a final 0.
        ("s SATISFIABLE\nv -1 2 -3 \n", &[-1, 2, -3]),
        ("s SATISFIABLE\r\nv 1 -2\r\nc done\n", &[1, -2]),
        // Pseudo-Boolean solvers print names.
        (clasp, &[1, -2, 10]),
        (minisat_plus, &[-1, 2]),
        ("s OPTIMUM FOUND\nv ~x1 x2 x3\n", &[-1, 2, 3]),
        // Windows.
        ("\u{FEFF}s SATISFIABLE\r\nv 1 -2\r\nv 0\r\n", &[1, -2]),
        ("\u{FEFF}SAT\r\n1 0\r\n", &[1]),
        ("Instance Satisfiable\r\n1 Random\r\nRESULT:\tSAT\r\n", &[1]),
    ];
    for (text, numbers) in cases {
        assert_eq!(read(text), sat(numbers), "{text:?}");
    }
    for text in [
        "c hm\ns UNSATISFIABLE\n",
        "UNSAT\n",
        "CPU time : 0 s\n\nUNSATISFIABLE\n",
        "done read cnf\n\nRandom Seed Used\t0\nRESULT:\tUNSAT\n",
        "c Parsing PB file...\ns UNSATISFIABLE\n",
    ] {
        assert_eq!(read(text), Answer::Unsat, "{text:?}");
    }
    assert_eq!(read(b"c M\xFCnchen\ns UNSATISFIABLE\n"), Answer::Unsat);
    for text in [
        "s UNKNOWN\n",
        "c --- [ result ] ---\nc\nc UNKNOWN\nc\n",
        "c CPU time : 1 s\n\ns INDETERMINATE\n",
        "| Progress |\nINDETERMINATE\n",
        "INDET\n",
        "Random Seed Used\t0\nRESULT:\tABORT : TIME OUT\n",
    ] {
        assert_eq!(read(text), Answer::Unknown, "{text:?}");
    }
}

#[test]
fn errors_name_their_place() {
    let end = "expected 0 at the end of the assignment, found the end of the file";
    let literal = "expected a literal or 0, found";
    let name = "expected a variable from x1, found";
    let largest = "expected a variable up to 2147483647, found";
    let both = "expected one value for variable 5, found both 5 and -5";
    let again = "expected the verdict of line 1 again, found";
    let verdict = "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN, found";
    let none = "expected an assignment with this verdict, found none; MiniSat writes it into a \
        file named as second argument, Glucose prints it with -model";
    for (text, message) in [
        // Cut short.
        ("s SATISFIABLE\nv -1 2 -3", format!("2:10: {end}")),
        ("s SATISFIABLE\nv -1 -3\n", format!("2:8: {end}")),
        ("s SATISFIABLE\nv -1 2\nv 3\n", format!("3:4: {end}")),
        ("v -1 2\ns UNSATISFIABLE\n", format!("2:16: {end}")),
        ("SAT\n1 2 3\n", format!("2:6: {end}")),
        ("SAT\n1 -2 \n", format!("2:5: {end}")),
        ("SAT\n", format!("1:4: {end}")),
        ("Instance Satisfiable\n1 -2", format!("2:5: {end}")),
        // Words that are no literals.
        ("s SATISFIABLE\nv 1 x 0\n", format!("2:5: {literal} 'x'")),
        ("SAT\n1 -0 0\n", format!("2:3: {literal} '-0'")),
        ("Instance Satisfiable\n1 Rando", format!("2:3: {literal} 'Rando'")),
        ("SAT\n-2147483648 0", format!("2:1: {largest} '-2147483648'")),
        ("s SATISFIABLE\nv 4294967297 0", format!("2:3: {largest} '4294967297'")),
        ("s SATISFIABLE\nv -x2147483648\n", format!("2:5: {largest} '2147483648'")),
        // Names and numbers do not mix.
        ("s SATISFIABLE\nv x1 2 0\n", format!("2:6: {name} '2'")),
        ("s SATISFIABLE\nv 1 x2\n", format!("2:5: {literal} 'x2'")),
        // Contradictions.
        ("s SATISFIABLE\nv 5 1\nv -5 0\n", format!("3:3: {both}")),
        ("s SATISFIABLE\nv x5 x1\nv -x5\n", format!("3:3: {both}")),
        ("s UNSATISFIABLE\nc\ns SATISFIABLE\nv 1 0\n", format!("3:3: {again} 'SATISFIABLE'")),
        ("SAT\n1 0\nRESULT:\tUNSAT\n", format!("3:9: {again} 'UNSAT'")),
        (
            "s UNSATISFIABLE\nv 1 0\n",
            "1:3: expected SATISFIABLE, as there is an assignment, found 'UNSATISFIABLE'".into(),
        ),
        (
            "s SATISFIABLE\nv 1 0\nv 2 0\n",
            "3:3: expected nothing after the final 0, found '2'".into(),
        ),
        // Unknown verdicts, and verdicts without an assignment.
        ("c\ns UNSUPPORTED\n", format!("2:3: {verdict} 'UNSUPPORTED'")),
        ("s\nv 1 0\n", format!("1:2: {verdict} the end of the line")),
        ("RESULT:\tFINE", format!("1:9: {verdict} 'FINE'")),
        ("CPU time : 0 s\n\nSATISFIABLE\n", format!("3:1: {none}")),
        ("c\ns SATISFIABLE\n", format!("2:3: {none}")),
        ("RESULT:\tSAT\n", format!("1:9: {none}")),
    ] {
        assert_eq!(error(text), message, "{text:?}");
    }
    assert_eq!(error(b"SAT\n1 \0\xFF 0"), format!("2:3: {literal} '\\0\u{FFFD}'"));
    for word in ["x0", "x", "-x", "x-1", "xy", "x1y", "~x+1"] {
        assert_eq!(error(format!("s SATISFIABLE\nv x2 {word}\n")), format!("2:6: {name} '{word}'"));
    }
}

#[test]
fn a_text_without_a_verdict_is_an_error_that_names_the_known_forms() {
    for text in ["", "\n \r\n", "\u{FEFF}"] {
        assert_eq!(error(text), "expected a solver's answer, found nothing");
    }
    let message = "expected a verdict ('s SATISFIABLE' and 'v' lines, MiniSat's 'SAT' and \
        literals, Glucose's literals, zChaff's 'RESULT: SAT', SMT-LIB's 'sat' and values, and the \
        like), found none";
    for text in ["Segmentation fault\n", "v 1 2 0\n", "c SATISFIABLE\n", "\x1F\x08\0\0"] {
        assert_eq!(error(text), message);
    }
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

#[needs(shared_data)]
fn recorded_answers_of_real_solvers_are_right(data: &SharedData) {
    let folder = data.path("solver_output");
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
