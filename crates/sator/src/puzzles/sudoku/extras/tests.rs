//! Every rule of the registry: its constraints mean what its plain check says (`tests/meaning.rs`), and
//! it reads back as it is written. `tests/all/puzzles/variants.rs` counts the solutions of each by several
//! engines.

mod meaning;

use sator_model::{Model, Value};

use super::super::formats;
use super::*;
use crate::kind::ParseOptions;
use crate::puzzle::Puzzle;
use crate::text::Span;

fn line(text: &str) -> Span<'_> {
    Span { line: 1, column: 0, text }
}

/// An empty 4×4 sudoku with rules.
fn with(lines: &[&str]) -> Sudoku {
    let text = format!("....\n....\n....\n....\n{}", lines.join("\n"));
    let options = ParseOptions::in_format("text");
    formats::ALL.parse(&text, &options).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn rules_and_examples() -> impl Iterator<Item = (&'static ExtraRule, &'static str)> {
    RULES.iter().flat_map(|rule| rule.examples.iter().map(move |example| (*rule, *example)))
}

/// The rules and clues of a puzzle as one model, without the rules of plain sudoku.
fn constraints(sudoku: &Sudoku) -> Vec<sator_model::Rule> {
    let plain = Sudoku { extras: Vec::new(), ..sudoku.clone() };
    let stated: Model = sudoku.rules();
    let own = stated.rules().iter().skip(plain.rules().rules().len()).cloned();
    own.chain(sudoku.clues().rules).collect()
}

#[test]
fn every_rule_has_examples_and_names_of_its_own() {
    for rule in RULES {
        assert!(!rule.examples.is_empty(), "{rule:?}");
        for (word, _) in rule.words {
            let mut all =
                RULES.iter().flat_map(|it| it.words.iter().map(move |word| (it.name, word.0)));
            let is_other = |&(name, it): &(&str, &str)| it == *word && name != rule.name;
            assert!(all.find(is_other).is_none(), "{word} is a word of two rules");
        }
        assert_eq!(RULES.iter().filter(|it| it.name == rule.name).count(), 1, "{rule:?}");
    }
}

#[test]
fn every_rule_is_read_as_it_is_written() {
    for (rule, example) in rules_and_examples() {
        let sudoku = with(&[example]);
        let extra = &sudoku.extras[0];
        assert_eq!(extra.rule, rule, "{example}");
        let again = Extra::of_line(line(&extra.line(4)), &sudoku);
        assert_eq!(again.as_ref(), Ok(extra), "{example}");
        let again = Extra::of_json(&extra.json(4), &sudoku);
        assert_eq!(again.as_ref(), Ok(extra), "{}", extra.json(4));
        let printed = sudoku.print();
        let again = formats::ALL.parse(&printed, &ParseOptions::default()).unwrap();
        assert!(formats::is_same(&again, &sudoku), "{printed}");
    }
}

#[test]
fn wrong_lines_are_errors_with_their_places() {
    let error = |line_text: &str| {
        let text = format!("....\n....\n....\n....\n{line_text}");
        let options = ParseOptions::in_format("text");
        formats::ALL.parse(&text, &options).unwrap_err().to_string()
    };
    for (text, expected) in [
        ("thermo r1c1", "5:1: thermo: expected at least 2 cells, found 1"),
        ("thermo r1c1 r1c5", "5:13: expected a cell from r1c1 to r4c4, found 'r1c5'"),
        ("thermo r1c1 x", "5:13: expected a number or a cell such as r1c2, found 'x'"),
        ("arrow r1c1", "5:1: arrow: expected at least 1 cell, found 0"),
        ("arrow : r1c1", "5:1: arrow: expected at least 1 cell, found 0"),
        (
            "arrow r1c1: r1c2 r1c1",
            "5:1: arrow: expected an arrow outside its circle, found r1c1 in both",
        ),
        ("cage 5", "5:1: cage: expected at least 1 cell, found 0"),
        ("cage r1c1 r1c2 r1c3 r1c4 r2c1", "5:1: cage: expected at most 4 cells, found 5"),
        ("dot black r1c1", "5:1: dot: expected two cells, found 1"),
        ("sandwich row 9 3", "5: expected such as 'sandwich row 1 left 2'"),
        ("sandwich row 1", "5:1: sandwich: expected a sum, found none"),
        ("clone r1c1 r1c2: r3c3", "5:1: clone: expected groups of equal size, found 2 and 1"),
        ("quadruple 7: r1c1 r1c2", "5:1: quadruple: expected values of 1-4, found 7"),
        ("anti-knight r1c1", "5:13: expected no cells, found 'r1c1'"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}
