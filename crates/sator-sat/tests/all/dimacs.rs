//! DIMACS: every quirk of real files is read, every error names its place, and a written formula is
//! read back.

use std::io::{self, Write};

use proptest::prelude::*;
use sator_sat::dimacs::{self, Dimacs, Writer};
use sator_sat::{ClauseSink, Clauses, Lit};
use sator_testing::{SharedData, needs};

fn read(text: &str) -> Dimacs {
    dimacs::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

use crate::common::published::published;

/// The clauses as numbers, from a text that is in perfect order.
fn clauses(text: &str) -> Vec<Vec<i32>> {
    let formula = read(text);
    assert_eq!(formula.warnings, [], "{text:?}");
    numbers(&formula.clauses)
}

fn numbers(clauses: &Clauses) -> Vec<Vec<i32>> {
    clauses.iter().map(|clause| clause.iter().map(|lit| lit.to_ipasir()).collect()).collect()
}

fn error(text: impl AsRef<[u8]>) -> String {
    dimacs::read(text.as_ref()).expect_err("the text is wrong").to_string()
}

#[test]
fn valid_texts_are_read() {
    let formula = read("c made by hand\np cnf 4 2\n1 -2 0\n-3 2 1 0\n");
    assert_eq!((formula.variables, formula.warnings), (4, vec![]));
    assert_eq!(numbers(&formula.clauses), [vec![1, -2], vec![-3, 2, 1]]);
    let comments =
        "c\ncomment\np cnf 3 2\nc p cnf 9 9\n1 2\n  c inside a clause\n3 0\nc 7\n-1 0\nc end";
    let windows = "\u{FEFF}c from Windows\r\np cnf 2 2\r\n1 -2 0\r\n2 0\r\n";
    let cases: [(&str, &str, &[&[i32]]); 9] = [
        (
            "clauses share and cross lines",
            "p cnf 3 3\n1 0 -2 0 3\n2\n\n 0",
            &[&[1], &[-2], &[3, 2]],
        ),
        ("comments between any two lines", comments, &[&[1, 2, 3], &[-1]]),
        ("line ends and byte-order mark of Windows", windows, &[&[1, -2], &[2]]),
        ("blanks and tabs", " p  cnf\t2   1 \n\t1\t -2 \t0 ", &[&[1, -2]]),
        ("the empty formula", "p cnf 0 0", &[]),
        ("the empty clause alone", "p cnf 0 1\n0\n", &[&[]]),
        ("the empty clause first", "p cnf 1 2\n0\n1 0\n", &[&[], &[1]]),
        ("tautologies and repeated literals", "p cnf 1 2\n1 -1 0\n1 1 0\n", &[&[1, -1], &[1, 1]]),
        (
            "large numbers in the header",
            "p cnf 2147483647 1\n-2147483647 0\n",
            &[&[-2_147_483_647]],
        ),
    ];
    for (case, text, expected) in cases {
        assert_eq!(clauses(text), expected, "{case}");
    }
    assert!(dimacs::read(b"c M\xFCnchen\np cnf 1 1\n1 0\n").is_ok(), "a comment in Latin-1");
}

#[test]
fn the_percent_sign_ends_the_formula() {
    for end in ["%\n0\n\n", "%\r\n0\r\n", "%", "%\n", "%\n0\nc over\n"] {
        assert_eq!(clauses(&format!("p cnf 2 1\n1 2 0\n{end}")), [[1, 2]]);
    }
}

#[test]
fn oddities_are_warnings() {
    let lone = "ignored a lone 0 after the last clause";
    let more = "1:1: the header announces 1 clauses, found 2";
    for (text, expected, warning) in [
        ("p cnf 2 1\n1 2 0\n0\n", vec![vec![1, 2]], format!("3:1: {lone}")),
        ("p cnf 2 1\n1 2 0\n0", vec![vec![1, 2]], format!("3:1: {lone}")),
        ("p cnf 2 1\n1 2 0\n 0\n\n", vec![vec![1, 2]], format!("3:2: {lone}")),
        ("p cnf 2 1\n1 2 0\n0\nc over\n", vec![vec![1, 2]], format!("3:1: {lone}")),
        ("p cnf 1 1\n1 0 0\n", vec![vec![1], vec![]], more.into()),
        ("p cnf 2 1\n1 0\n2 0\n", vec![vec![1], vec![2]], more.into()),
        (
            "c\np cnf 2 3\n1 0\n2 0\n",
            vec![vec![1], vec![2]],
            "2:1: the header announces 3 clauses, found 2".into(),
        ),
        (
            "p cnf 1 9223372036854775807\n1 0\n",
            vec![vec![1]],
            "1:1: the header announces 9223372036854775807 clauses, found 1".into(),
        ),
    ] {
        let formula = read(text);
        assert_eq!(numbers(&formula.clauses), expected, "{text:?}");
        let warnings: Vec<_> = formula.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings, [warning], "{text:?}");
    }
}

#[test]
fn errors_name_their_place() {
    let header = "expected 'p cnf VARIABLES CLAUSES', found";
    let variables = "expected the number of variables (at most 2147483647), found";
    let number = "expected the number of clauses (at most 9223372036854775807), found";
    let largest = "expected a variable up to 2147483647, found";
    let end = "expected 0 at the end of the clause, found the end of the file";
    let percent = "expected only a 0 after '%', found '2'";
    let literal = "expected a literal or 0, found";
    for (text, message) in [
        ("", format!("1:1: {header} the end of the file")),
        ("\u{FEFF}", format!("1:1: {header} the end of the file")),
        ("c only\nc comments\n\n", format!("2:11: {header} the end of the file")),
        ("\u{FEFF}x", format!("1:1: {header} 'x'")),
        ("c\n 1 2 0\n", format!("2:2: {header} '1'")),
        ("q cnf 1 1\n", format!("1:1: {header} 'q'")),
        ("p\n1 0", "1:2: expected 'cnf', found the end of the line".into()),
        ("p  dnf 1 1\n", "1:4: expected 'cnf', found 'dnf'".into()),
        ("p cnf", format!("1:6: {variables} the end of the file")),
        ("p cnf\n1 0\n", format!("1:6: {variables} the end of the line")),
        ("p cnf -1 1\n", format!("1:7: {variables} '-1'")),
        ("p cnf one 1\n", format!("1:7: {variables} 'one'")),
        ("p cnf 2147483648 1\n", format!("1:7: {variables} '2147483648'")),
        ("p cnf 1 \n1 0", format!("1:8: {number} the end of the line")),
        ("p cnf 1 -1\n", format!("1:9: {number} '-1'")),
        ("p cnf 1 1.5\n", format!("1:9: {number} '1.5'")),
        ("p cnf 1 9223372036854775808", format!("1:9: {number} '9223372036854775808'")),
        ("p cnf 1 99999999999999999999", format!("1:9: {number} '99999999999999999999'")),
        ("p cnf 1 1 1\n", "1:11: expected the end of the line, found '1'".into()),
        (
            "c\np cnf 1 1\n1 0\np cnf 1 1\n",
            "4:1: expected a clause, found a header as in line 2".into(),
        ),
        (
            "p cnf 3 1\r\n1 -4 0\r\n",
            "2:3: expected a variable up to the header's 3, found '-4'".into(),
        ),
        ("p cnf 3 1\n2147483648 0", format!("2:1: {largest} '2147483648'")),
        (
            "p cnf 3 1\n-99999999999999999999999999 0",
            format!("2:1: {largest} '-99999999999999999999999…'"),
        ),
        ("p cnf 2 1\n1 %\n0\n", format!("2:3: {literal} '%'")),
        ("p cnf 2 1\n1 c\n0\n", format!("2:3: {literal} 'c'")),
        ("p cnf 2 1\n1 2", format!("2:4: {end}")),
        ("p cnf 2 1\n1 2 \r\n\r\n", format!("2:4: {end}")),
        ("p cnf 2 2\n1 0\n%\n2 0\n", format!("4:1: {percent}")),
        ("p cnf 2 2\n1 0\n%\n0\n2 0\n", format!("5:1: {percent}")),
    ] {
        assert_eq!(error(text), message, "{text:?}");
    }
    for word in ["x", "-", "--1", "1-", "+1", "-0", "1,2", "1.0", "é1"] {
        let text = format!("p cnf 2 2\n1 0\n2 {word} 0\n");
        assert_eq!(error(text), format!("3:3: {literal} '{word}'"));
    }
}

#[test]
fn binary_junk_is_an_error_shown_in_visible_characters() {
    let zipped = b"\x1F\x8B\x08\x00";
    let message = "expected 'p cnf VARIABLES CLAUSES', found '\\u{1f}\u{FFFD}\\u{8}\\0'";
    assert_eq!(error(zipped), format!("1:1: {message}"));
    assert_eq!(error(b"p cnf 2 1\n1 \0\0 0\n"), "2:3: expected a literal or 0, found '\\0\\0'");
    let long = [b"p cnf 2 1\n".to_vec(), vec![0xFF; 1_000_000]].concat();
    assert_eq!(error(long).chars().filter(|&character| character == '\u{FFFD}').count(), 24);
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_ipasir(number).expect("no 0")).collect()
}

fn formula(numbers: &[Vec<i32>]) -> Clauses {
    let mut clauses = Clauses::default();
    for clause in numbers {
        clauses.add_clause(&lits(clause));
    }
    clauses
}

fn written(comments: &[&str], variables: u32, clauses: &Clauses) -> String {
    let comments: Vec<String> = comments.iter().map(ToString::to_string).collect();
    let mut text = Vec::new();
    dimacs::write(&mut text, &comments, variables, clauses).expect("a vector takes everything");
    String::from_utf8(text).expect("the writer writes ASCII")
}

#[test]
fn a_formula_is_written_and_every_line_of_a_comment_is_marked() {
    let clauses = formula(&[vec![1, -2], vec![], vec![3]]);
    let text = "c made\nc 1 0\nc 2 0\np cnf 3 3\n1 -2 0\n0\n3 0\n";
    assert_eq!(written(&["made", "1 0\n2 0"], 3, &clauses), text);
}

#[test]
fn numbers_of_every_length_are_written() {
    let of_length =
        |length: u32| [10_i32.pow(length), 10_i32.pow(length) - 1, 2 * 10_i32.pow(length)];
    let mut numbers: Vec<i32> = (0..=9).flat_map(of_length).filter(|&number| number > 0).collect();
    numbers.extend([i32::MAX, -i32::MAX, 1_234_567_890, -1_200_000_034, 100_000_001]);
    let words: String = numbers.iter().map(|number| number.to_string() + " ").collect();
    let text = written(&[], i32::MAX as u32, &formula(&[numbers]));
    assert_eq!(text, format!("p cnf 2147483647 1\n{words}0\n"));
}

#[test]
fn a_clause_longer_than_the_buffer_is_written() {
    let clause: Vec<i32> = (1..=100_000).map(|number| -number).collect();
    let clauses = formula(&[clause.clone(), clause]);
    assert_eq!(read(&written(&[], 100_000, &clauses)).clauses, clauses);
}

#[test]
fn a_wrong_announcement_fails_in_the_end() {
    let mut writer = Writer::new(Vec::new(), [], 1, 2);
    writer.add_clause(&lits(&[1]));
    let error = writer.finish().expect_err("a clause is missing");
    assert_eq!(error.to_string(), "announced 2 clauses, but wrote 1");
}

/// Takes so many bytes and then fails, each time with another message.
struct Disk {
    room: usize,
    failures: usize,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.room < bytes.len() {
            self.failures += 1;
            return Err(io::Error::other(format!("failure {}", self.failures)));
        }
        self.room -= bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_first_failure_closes_the_writer_and_is_returned_at_the_end() {
    for room in [0, 200_000] {
        let mut writer = Writer::new(Disk { room, failures: 0 }, [], 9, 1_000_000);
        let clause = lits(&[1, -9]);
        let taken = (0..1_000_000).take_while(|_| {
            writer.add_clause(&clause);
            !writer.is_closed()
        });
        assert!(taken.count() < 100_000);
        writer.add_clause(&clause);
        let error = writer.finish().map(drop).expect_err("the disk is full");
        assert_eq!(error.to_string(), "failure 1");
    }
}

#[test]
fn a_failure_of_the_last_bytes_is_returned() {
    let mut writer = Writer::new(Disk { room: 20, failures: 0 }, [], 9, 10);
    for _ in 0..10 {
        writer.add_clause(&lits(&[1, -9]));
    }
    assert!(!writer.is_closed());
    assert!(writer.finish().is_err());
}

#[test]
fn a_clause_has_the_line_in_which_it_begins() {
    let text = "c one\np cnf 3 4\n1 2 0 -3 0\n\n2\n-1 0\nc two\n0\n";
    let found = |position| {
        let (line, clause) = dimacs::clause_at(text.as_bytes(), position)?;
        Some((line, clause.iter().map(|lit| lit.to_ipasir()).collect::<Vec<_>>()))
    };
    let expected = [(3, vec![1, 2]), (3, vec![-3]), (5, vec![2, -1]), (8, vec![])];
    for (position, expected) in expected.into_iter().enumerate() {
        assert_eq!(found(position), Some(expected));
    }
    assert_eq!(found(4), None);
    assert_eq!(dimacs::clause_at(b"no formula", 0), None);
}

#[test]
fn variables_that_count_from_0_are_recognised_and_read() {
    for (text, line) in [
        ("p cnf 3 1\n1 2 0\n", None),
        ("c 0 1\np cnf 3 1\n0\n", None),
        ("p cnf 3 1\n1 2 0 \r\n", None),
        ("p cnf 3 1\n1 0\n0 1 0\n", Some(3)),
        ("p cnf 3 1\n1 0 -2 0\n", Some(2)),
        ("p cnf 3 1\n-0 1 0\n", Some(2)),
    ] {
        assert_eq!(dimacs::zero_inside(text.as_bytes()), line, "{text:?}");
    }
    let read = |text: &str| dimacs::read_from_zero(text.as_bytes());
    let expected = formula(&[vec![1, -2], vec![-1, 4], vec![1], vec![]]);
    assert_eq!(read("c\np cnf 3 2\n0 -1 0\n\n-0 3 0\nc\n0 0\n0\n%\n0\n"), Ok(expected));
    for text in ["0 1 0\n", "p cnf 3 1\n0 1\n", "p cnf 3 1\n0 x 0\n", "p cnf 3 1\n99999999999 0\n"]
    {
        assert!(read(text).is_err(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn a_written_formula_is_read_back(
        numbers in prop::collection::vec(prop::collection::vec(
            prop_oneof![1..100_i32, 1..=i32::MAX].prop_flat_map(|n| prop_oneof![Just(n), Just(-n)]),
            0..6,
        ), 0..20),
        comments in prop::collection::vec("(?s).*", 0..3),
    ) {
        // An empty clause at the end would still be read: the announced number is not yet reached.
        let clauses = formula(&numbers);
        let mut text = Vec::new();
        dimacs::write(&mut text, &comments, clauses.variables(), &clauses)?;
        let formula = dimacs::read(&text)?;
        prop_assert_eq!(formula.variables, clauses.variables());
        prop_assert_eq!(formula.clauses, clauses);
        prop_assert_eq!(formula.warnings, []);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(text in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = dimacs::read(&text);
        let _ = dimacs::read(&[b"p cnf 5 5\n".as_slice(), &text].concat());
    }

    #[test]
    fn no_words_make_the_reader_panic(text in "(\u{FEFF})?([ \n\r0-9pc%x-]|p cnf [0-3] [0-3]\n| 0\n){0,30}") {
        let _ = dimacs::read(text.as_bytes());
        let _ = dimacs::read_from_zero(text.as_bytes());
        let _ = (dimacs::zero_inside(text.as_bytes()), dimacs::clause_at(text.as_bytes(), 1));
    }
}

#[needs(shared_data)]
fn published_formulas_are_read_with_their_variables_and_clauses(data: &SharedData) {
    for (entry, formula) in published(data) {
        assert_eq!(u64::from(formula.variables), entry["vars"], "{entry}");
        assert_eq!(formula.clauses.len(), entry["clauses"], "{entry}");
    }
}
