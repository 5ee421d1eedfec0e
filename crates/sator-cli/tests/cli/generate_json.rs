//! `sator generate --to json`: a formula for reading, compared with the one in DIMACS.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::common::sator;
use crate::generate::Cnf;

#[test]
fn the_formula_for_reading_is_that_of_dimacs() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    for puzzle in [
        "6".to_owned(),
        "6 --encoding ladder".to_owned(),
        "6 --encoding extended".to_owned(),
        format!("{examples}/sudoku/4x4.txt --reduced"),
        format!("{examples}/killer/6x6.txt --encoding extended"),
        format!("{examples}/minesweeper/expert.txt"),
        format!("{examples}/futoshiki/4x4.txt"),
        format!("{examples}/sudoku/thermo.txt"),
    ] {
        let text = sator(&format!("generate {puzzle} -o - --quiet")).run().exits(0).stdout.clone();
        let all = format!("generate {puzzle} --to json --max-clauses 1000000 -o - --quiet");
        let formula = sator(&all).run().exits(0).object();
        let clauses = Cnf::read(&text).clauses;
        let rules = formula["rules"].as_array().unwrap();
        let listed = rules.iter().flat_map(|rule| rule["clauses"].as_array().unwrap());
        assert_eq!(json!(listed.collect::<Vec<_>>()), json!(clauses), "{puzzle}");
        assert_eq!(formula["clauses"], clauses.len(), "{puzzle}");
        assert_eq!(formula["truncated"], false);

        let families = formula["families"].as_array().unwrap();
        let sum: u64 = families.iter().map(|family| family["clauses"].as_u64().unwrap()).sum();
        assert_eq!(sum as usize, clauses.len(), "{puzzle}");
        let variables = formula["variables"].as_array().unwrap();
        for (number, variable) in (1..).zip(variables) {
            assert_eq!(variable["variable"], number);
        }
        // A rule has the cells of its clauses, and those that its name mentions.
        for rule in rules {
            let literals = rule["clauses"].as_array().unwrap().iter();
            let literals = literals.flat_map(|clause| clause.as_array().unwrap());
            let variable = |literal: &Value| literal.as_i64().unwrap().unsigned_abs() as usize - 1;
            let cells = literals.map(|literal| &variables[variable(literal)]["cell"]);
            let mentioned = rule["name"].as_str().unwrap().split(' ').filter(|word| is_cell(word));
            let cells: HashSet<_> = cells.filter_map(Value::as_str).chain(mentioned).collect();
            let named = rule["cells"].as_array().unwrap().iter().filter_map(Value::as_str);
            assert_eq!(named.collect::<HashSet<_>>(), cells, "{puzzle} {}", rule["name"]);
        }
    }
}

/// Whether a word is the name of a cell, like r3c7.
fn is_cell(word: &str) -> bool {
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    let parts = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    parts.is_some_and(|(row, column)| is_number(row) && is_number(column))
}

#[test]
fn a_long_formula_for_reading_is_cut_and_keeps_its_sizes() {
    let all = "generate 8 --to json --max-clauses 10 -o - --quiet";
    let formula = sator(all).run().exits(0).object();
    assert_eq!((&formula["clauses"], &formula["truncated"]), (&json!(736), &json!(true)));
    let rules = formula["rules"].as_array().unwrap();
    let listed: usize = rules.iter().map(|rule| rule["clauses"].as_array().unwrap().len()).sum();
    assert_eq!(listed, 10);
    assert_eq!(rules[0]["name"], "row 1 has a queen");
    assert_eq!(rules[0]["cells"].as_array().unwrap().len(), 8);
}
