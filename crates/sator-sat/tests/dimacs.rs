//! The promises of the DIMACS format: every quirk of real files is read, every error names its
//! place, and what is written is read back.

use std::io::{self, Write};
use std::path::Path;

use proptest::prelude::*;
use sator_sat::dimacs::{self, Dimacs, Writer};
use sator_sat::{ClauseSink, Clauses, Lit};

fn read(text: &str) -> Dimacs {
    dimacs::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

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

fn warnings(text: &str) -> Vec<String> {
    read(text).warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn a_formula_is_read() {
    let formula = read("c made by hand\np cnf 4 2\n1 -2 0\n-3 2 1 0\n");
    assert_eq!(formula.variables, 4);
    assert_eq!(numbers(&formula.clauses), [vec![1, -2], vec![-3, 2, 1]]);
    assert_eq!(formula.warnings, []);
}

#[test]
fn clauses_may_share_lines_and_cross_them() {
    assert_eq!(clauses("p cnf 3 3\n1 0 -2 0 3\n2\n\n 0"), [vec![1], vec![-2], vec![3, 2]]);
}

#[test]
fn comments_may_stand_between_any_two_lines() {
    let text =
        "c\ncomment\np cnf 3 2\nc p cnf 9 9\n1 2\n  c inside a clause\n3 0\nc 7\n-1 0\nc end";
    assert_eq!(clauses(text), [vec![1, 2, 3], vec![-1]]);
}

#[test]
fn a_comment_need_not_be_utf8() {
    let text = b"c M\xFCnchen\np cnf 1 1\n1 0\n";
    assert!(dimacs::read(text).is_ok());
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_accepted() {
    let text = "\u{FEFF}c from Windows\r\np cnf 2 2\r\n1 -2 0\r\n2 0\r\n";
    assert_eq!(clauses(text), [vec![1, -2], vec![2]]);
}

#[test]
fn blanks_and_tabs_separate_words() {
    assert_eq!(clauses(" p  cnf\t2   1 \n\t1\t -2 \t0 "), [vec![1, -2]]);
}

#[test]
fn the_percent_sign_ends_the_formula() {
    for end in ["%\n0\n\n", "%\r\n0\r\n", "%", "%\n", "%\n0\nc over\n"] {
        assert_eq!(clauses(&format!("p cnf 2 1\n1 2 0\n{end}")), [[1, 2]]);
    }
}

#[test]
fn a_lone_zero_after_the_announced_clauses_is_ignored_with_a_warning() {
    for end in ["0\n", "0", " 0\n\n", "0\nc over\n"] {
        let formula = read(&format!("p cnf 2 1\n1 2 0\n{end}"));
        assert_eq!(numbers(&formula.clauses), [[1, 2]]);
        assert_eq!(formula.warnings.len(), 1);
    }
    let place = "3:1: ignored a lone 0 after the last clause";
    assert_eq!(warnings("p cnf 2 1\n1 2 0\n0\n"), [place]);
}

#[test]
fn any_other_lone_zero_is_the_empty_clause() {
    assert_eq!(clauses("p cnf 0 1\n0\n"), [[0; 0]]);
    assert_eq!(clauses("p cnf 1 2\n0\n1 0\n"), [vec![], vec![1]]);
    let formula = read("p cnf 1 1\n1 0 0\n");
    assert_eq!(numbers(&formula.clauses), [vec![1], vec![]]);
}

#[test]
fn the_empty_formula_is_read() {
    assert_eq!(read("p cnf 0 0").variables, 0);
    assert_eq!(clauses("p cnf 0 0\n"), [[0; 0]; 0]);
}

#[test]
fn a_wrong_number_of_clauses_is_a_warning() {
    let fewer = "c\np cnf 2 3\n1 0\n2 0\n";
    assert_eq!(warnings(fewer), ["2:1: the header announces 3 clauses, found 2"]);
    let more = "p cnf 2 1\n1 0\n2 0\n";
    assert_eq!(warnings(more), ["1:1: the header announces 1 clauses, found 2"]);
}

#[test]
fn tautologies_and_repeated_literals_are_kept() {
    assert_eq!(clauses("p cnf 1 2\n1 -1 0\n1 1 0\n"), [[1, -1], [1, 1]]);
}

#[test]
fn the_numbers_of_the_header_take_no_memory() {
    let formula = read("p cnf 2147483647 9223372036854775807\n-2147483647 0\n");
    assert_eq!(formula.variables, 2_147_483_647);
    assert_eq!(numbers(&formula.clauses), [[-2_147_483_647]]);
}

#[test]
fn a_missing_header_is_an_error() {
    let nothing = "expected 'p cnf VARIABLES CLAUSES', found the end of the file";
    assert_eq!(error(""), format!("1:1: {nothing}"));
    assert_eq!(error("\u{FEFF}"), format!("1:1: {nothing}"));
    assert_eq!(error("c only\nc comments\n\n"), format!("2:11: {nothing}"));
    assert_eq!(error("\u{FEFF}x"), "1:1: expected 'p cnf VARIABLES CLAUSES', found 'x'");
    assert_eq!(error("c\n 1 2 0\n"), "2:2: expected 'p cnf VARIABLES CLAUSES', found '1'");
}

#[test]
fn a_malformed_header_is_an_error() {
    let variables = "expected the number of variables (at most 2147483647), found";
    let clauses = "expected the number of clauses (at most 9223372036854775807), found";
    for (header, message) in [
        ("q cnf 1 1\n", "1:1: expected 'p cnf VARIABLES CLAUSES', found 'q'".into()),
        ("p\n1 0", "1:2: expected 'cnf', found the end of the line".into()),
        ("p  dnf 1 1\n", "1:4: expected 'cnf', found 'dnf'".into()),
        ("p cnf", format!("1:6: {variables} the end of the file")),
        ("p cnf\n1 0\n", format!("1:6: {variables} the end of the line")),
        ("p cnf -1 1\n", format!("1:7: {variables} '-1'")),
        ("p cnf one 1\n", format!("1:7: {variables} 'one'")),
        ("p cnf 2147483648 1\n", format!("1:7: {variables} '2147483648'")),
        ("p cnf 1 \n1 0", format!("1:8: {clauses} the end of the line")),
        ("p cnf 1 -1\n", format!("1:9: {clauses} '-1'")),
        ("p cnf 1 1.5\n", format!("1:9: {clauses} '1.5'")),
        ("p cnf 1 9223372036854775808", format!("1:9: {clauses} '9223372036854775808'")),
        ("p cnf 1 99999999999999999999", format!("1:9: {clauses} '99999999999999999999'")),
        ("p cnf 1 1 1\n", "1:11: expected the end of the line, found '1'".into()),
    ] {
        assert_eq!(error(header), message);
    }
}

#[test]
fn a_second_header_is_an_error() {
    let text = "c\np cnf 1 1\n1 0\np cnf 1 1\n";
    assert_eq!(error(text), "4:1: expected a clause, found a header as in line 2");
}

#[test]
fn a_variable_beyond_the_header_is_an_error() {
    let text = "p cnf 3 1\r\n1 -4 0\r\n";
    assert_eq!(error(text), "2:3: expected a variable up to the header's 3, found '-4'");
    assert_eq!(
        error("p cnf 3 1\n2147483648 0"),
        "2:1: expected a variable up to 2147483647, found '2147483648'"
    );
    assert_eq!(
        error("p cnf 3 1\n-99999999999999999999999999 0"),
        "2:1: expected a variable up to 2147483647, found '-99999999999999999999999…'"
    );
}

#[test]
fn a_word_that_is_no_literal_is_an_error() {
    for word in ["x", "-", "--1", "1-", "+1", "-0", "1,2", "1.0", "é1"] {
        let message = format!("3:3: expected a literal or 0, found '{word}'");
        assert_eq!(error(format!("p cnf 2 2\n1 0\n2 {word} 0\n")), message);
    }
    assert_eq!(error("p cnf 2 1\n1 %\n0\n"), "2:3: expected a literal or 0, found '%'");
    assert_eq!(error("p cnf 2 1\n1 c\n0\n"), "2:3: expected a literal or 0, found 'c'");
}

#[test]
fn a_clause_without_its_zero_is_an_error() {
    let message = "expected 0 at the end of the clause, found the end of the file";
    assert_eq!(error("p cnf 2 1\n1 2"), format!("2:4: {message}"));
    assert_eq!(error("p cnf 2 1\n1 2 \r\n\r\n"), format!("2:4: {message}"));
}

#[test]
fn clauses_after_the_percent_sign_are_an_error() {
    let message = "expected only a 0 after '%', found '2'";
    assert_eq!(error("p cnf 2 2\n1 0\n%\n2 0\n"), format!("4:1: {message}"));
    assert_eq!(error("p cnf 2 2\n1 0\n%\n0\n2 0\n"), format!("5:1: {message}"));
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
fn a_formula_is_written() {
    let clauses = formula(&[vec![1, -2], vec![], vec![3]]);
    let text = "c made\nc by hand\np cnf 3 3\n1 -2 0\n0\n3 0\n";
    assert_eq!(written(&["made", "by hand"], 3, &clauses), text);
}

#[test]
fn a_comment_of_several_lines_stays_a_comment() {
    assert_eq!(written(&["1 0\n2 0"], 0, &Clauses::default()), "c 1 0\nc 2 0\np cnf 0 0\n");
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
fn the_first_failure_closes_the_writer_and_is_told_in_the_end() {
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
fn a_failure_of_the_last_bytes_is_told() {
    let mut writer = Writer::new(Disk { room: 20, failures: 0 }, [], 9, 10);
    for _ in 0..10 {
        writer.add_clause(&lits(&[1, -9]));
    }
    assert!(!writer.is_closed());
    assert!(writer.finish().is_err());
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
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
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that looks at nothing must say so")]
fn published_formulas_are_read_with_their_variables_and_clauses() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/dimacs"));
    let Ok(index) = std::fs::read(folder.join("index.json")) else {
        eprintln!("shared data absent: {}", folder.display());
        return;
    };
    let index: Vec<serde_json::Value> = serde_json::from_slice(&index).expect("the index is JSON");
    for entry in index {
        let file = entry["file"].as_str().expect("every entry names its file");
        let text = std::fs::read(folder.join(file)).expect("every entry has its file");
        let formula = dimacs::read(&text).unwrap_or_else(|error| panic!("{file}:{error}"));
        assert_eq!(u64::from(formula.variables), entry["vars"], "{file}");
        assert_eq!(formula.clauses.len(), entry["clauses"], "{file}");
    }
}
