//! The formats of links: real links, round trips of random puzzles, and errors with their places.

use sator_testing::{SharedData, needs};
use serde_json::{Value as Json, json};

use super::super::extras::{ExtraRule, RULES, Side, little_killer, negative, thermo};
use super::super::{Regions, Values};
use super::fpuzzles::negative_values;
use super::*;
use crate::boxes::BoxShape;
use crate::dice::Dice;
use crate::model::{Solution, Value};

fn read(text: &str) -> Result<Sudoku, TextError> {
    FORMATS.parse(text, &ParseOptions::default())
}

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

/// The text of a puzzle in a format.
fn written(sudoku: &Sudoku, format: &str) -> Result<String, String> {
    crate::kind::FormatTable::print(&FORMATS, sudoku, format)
}

const LINKS: [&str; 5] = ["fpuzzles", "fpuzzles-link", "sudokupad", "scl", "scl-link"];

/// The lines of a shared file.
fn shared(data: &SharedData, file: &str) -> Vec<Json> {
    let text = data.text(&format!("variants/{file}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn stored_values(json: &Json) -> Vec<Value> {
    let rows = json.as_array().unwrap().iter();
    rows.flat_map(|row| row.as_array().unwrap()).map(|it| it.as_i64().unwrap() as Value).collect()
}

/// Reads a link in every form, and checks the stored answer; `tests/all/puzzles/variants.rs` solves it.
fn is_read(line: &Json) -> bool {
    let (id, url) = (&line["id"], line["url"].as_str().unwrap());
    let sudoku = match read(url) {
        Ok(sudoku) => sudoku,
        Err(error) => {
            let status = line["status"].as_str().unwrap_or_default();
            assert!(status == "none" || status.starts_with("error"), "{id}: {error}");
            return false;
        }
    };
    for text in [line["payload"].as_str().unwrap(), &line["json"].to_string()] {
        let again = read(text).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(is_same(&again, &sudoku), "{id}");
    }
    for format in LINKS {
        match written(&sudoku, format) {
            Ok(text) => assert!(is_same(&read(&text).unwrap(), &sudoku), "{id}"),
            Err(reason) => assert!(format.starts_with("scl"), "{id} as {format}: {reason}"),
        }
    }
    if line["status"] == "unique" || line["made"] == true {
        let values = stored_values(&line["solution"]);
        let violation = super::super::check::violation(&sudoku, &|cell| Some(values[cell]));
        assert_eq!(violation, None, "{id}");
    }
    true
}

#[needs(shared_data)]
fn every_shared_link_of_f_puzzles_is_read_and_has_its_answer(data: &SharedData) {
    let lines = shared(data, "fpuzzles.jsonl");
    let read = lines.iter().filter(|line| is_read(line)).count();
    assert!(read + 5 >= lines.len(), "{read} of {}", lines.len());
}

#[needs(shared_data)]
fn every_shared_link_of_sudokupad_is_read_and_has_its_answer(data: &SharedData) {
    let lines = shared(data, "sudokupad_made.jsonl");
    assert!(lines.iter().all(is_read));
    for line in lines.iter().filter(|line| line["kind"] == "scl-json") {
        let sudoku = read(line["url"].as_str().unwrap()).unwrap();
        assert_eq!(sudoku.stored, Some(stored_values(&line["solution"])), "{}", line["id"]);
    }
}

#[needs(shared_data)]
fn every_shared_sudoku_of_puzz_link_is_read(data: &SharedData) {
    let lines = shared(data, "puzzlink.jsonl");
    let sudokus: Vec<_> = lines.iter().filter(|line| line["genre"] == "sudoku").collect();
    assert!(sudokus.len() > 10);
    for line in sudokus {
        let sudoku = read(line["url"].as_str().unwrap());
        let sudoku = sudoku.unwrap_or_else(|error| panic!("{}: {error}", line["id"]));
        let expected = read(&line["puzzle"].to_string()).unwrap();
        // Diagonals are not in the link.
        assert_eq!(sudoku.given, expected.given, "{}", line["id"]);
    }
}

/// Every shared puzzle in the neutral form goes through every format that can express it.
#[needs(shared_data)]
fn every_shared_puzzle_is_converted_or_refused_by_the_name_of_a_rule(data: &SharedData) {
    let lines = shared(data, "variants.jsonl");
    let mut converted = 0;
    for line in &lines {
        let sudoku = read(&line.to_string());
        let sudoku = sudoku.unwrap_or_else(|error| panic!("{}: {error}", line["id"]));
        for format in LINKS.iter().chain(&["text", "json"]) {
            match written(&sudoku, format) {
                Ok(text) => {
                    assert!(is_same(&read(&text).unwrap(), &sudoku), "{} as {format}", line["id"]);
                    converted += usize::from(*format == "fpuzzles-link");
                }
                Err(reason) => {
                    let reasons = ["it has the rule ", "it has unusual values", "it has "];
                    let is_named = reasons.iter().any(|it| reason.starts_with(it));
                    assert!(is_named, "{} as {format}: {reason}", line["id"]);
                }
            }
        }
    }
    assert!(2 * converted > lines.len(), "{converted} of {}", lines.len());
}

// Random puzzles.

/// An empty grid with boxes, with irregular regions, or without regions.
fn empty_grid(dice: &mut Dice) -> Sudoku {
    let n = [4, 6, 9, 7, 12][dice.below(5)];
    let regions = match (dice.below(4), BoxShape::usual(n)) {
        (0, _) => Regions::none(n),
        (1, _) => {
            let number = |cell: usize| Some(((cell / n + cell % n) % n) as i64);
            Regions::irregular(n, &(0..n * n).map(number).collect::<Vec<_>>(), n).unwrap()
        }
        (2, Some(shape)) => Regions::Boxes(BoxShape::new(shape.columns(), shape.rows()).unwrap()),
        (_, Some(shape)) => Regions::Boxes(shape),
        (_, None) => Regions::none(n),
    };
    Sudoku::empty(regions, Values::usual(n), Notation::usual(n))
}

/// An example of a rule somewhere in the grid.
fn random_extra(rule: &'static ExtraRule, sudoku: &Sudoku, dice: &mut Dice) -> Extra {
    let four = "....\n....\n....\n....\n";
    let example = dice.pick(rule.examples).unwrap();
    let small = FORMATS.parse(&format!("{four}{example}"), &ParseOptions::in_format("text"));
    let mut extra = small.unwrap().extras.remove(0);
    let n = sudoku.n();
    let (down, right) = (dice.below(n - 3), dice.below(n - 3));
    let moved = |cell: usize| (cell / 4 + down) * n + cell % 4 + right;
    for group in extra.groups.iter_mut().chain([&mut extra.cells]) {
        for cell in group {
            *cell = moved(*cell);
        }
    }
    if let Some(side) = &mut extra.side {
        *side = Side { index: dice.below(n), is_row: dice.below(2) == 0, ..*side };
    }
    if *rule == little_killer::RULE {
        let place = [-1, dice.below(n - 1) as isize];
        extra.cells = little_killer::diagonal(place, [1, 1], n);
    }
    extra.checked(sudoku).unwrap_or_else(|error| panic!("{example}: {error}"))
}

/// A puzzle with given values and rules, of which each fits the format.
fn random_puzzle(dice: &mut Dice, fits: impl Fn(&Sudoku) -> bool) -> Sudoku {
    let mut sudoku = empty_grid(dice);
    let n = sudoku.n();
    for _ in 0..n {
        let cell = dice.below(n * n);
        sudoku.given[cell] = Some(dice.below(n) as Value + 1);
    }
    for _ in 0..dice.below(8) {
        let rule = *dice.pick(RULES).unwrap();
        let is_new = sudoku.extras.iter().all(|extra| !extra.is(rule));
        let extra = random_extra(rule, &sudoku, dice);
        if (is_new || !rule.is_global()) && *rule != negative::RULE {
            sudoku.extras.push(extra);
            if !fits(&sudoku) {
                sudoku.extras.pop();
            }
        }
    }
    if dice.below(3) == 0 {
        let mut extra = random_extra(&negative::RULE, &sudoku, dice);
        extra.values = negative_values(extra.of.unwrap(), &sudoku).unwrap();
        sudoku.extras.push(extra);
        if !fits(&sudoku) {
            sudoku.extras.pop();
        }
    }
    sudoku.ordered()
}

#[test]
fn a_hundred_random_puzzles_come_back_from_each_format() {
    for format in ["text", "json"].iter().chain(&LINKS) {
        let mut dice = Dice::new(20);
        let is_for_all = ["text", "json"].contains(format);
        let mut rules = std::collections::HashSet::new();
        for number in 0..100 {
            let fits = |sudoku: &Sudoku| is_for_all || written(sudoku, format).is_ok();
            let mut sudoku = random_puzzle(&mut dice, fits);
            if *format == "text" && sudoku.extras.is_empty() {
                // Without a rule it is a grid, which has no words for unusual boxes.
                sudoku.extras.push(random_extra(&thermo::RULE, &sudoku, &mut dice));
            }
            let text = written(&sudoku, format);
            let text = text.unwrap_or_else(|error| {
                panic!("{number} as {format}: {error}: {}", json::print(&sudoku))
            });
            let again = read(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
            assert!(is_same(&again, &sudoku), "{number} as {format}:\n{text}");
            let again = FORMATS.parse(&text, &ParseOptions::in_format(format)).unwrap();
            assert!(is_same(&again, &sudoku), "{number} in {format}:\n{text}");
            rules.extend(sudoku.extras.iter().map(|extra| extra.rule.name));
        }
        assert!(rules.len() > 20 || format.starts_with("scl"), "{format}: {rules:?}");
    }
}

#[test]
fn every_rule_with_a_key_goes_through_f_puzzles_and_others_are_refused_by_name() {
    for rule in RULES {
        let mut dice = Dice::new(1);
        let mut sudoku = Sudoku::empty(
            Regions::Boxes(BoxShape::new(3, 3).unwrap()),
            Values::usual(9),
            Notation::usual(9),
        );
        let mut kept = 0;
        for _ in 0..rule.examples.len() * 4 {
            sudoku.extras = vec![random_extra(rule, &sudoku, &mut dice)];
            match written(&sudoku, "fpuzzles-link") {
                Ok(link) => {
                    kept += 1;
                    let again = read(&link).unwrap();
                    assert!(is_same(&again, &sudoku), "{rule:?}");
                    assert_eq!(again.notes, [""; 0], "{rule:?}");
                }
                Err(reason) => assert!(reason.contains(rule.name), "{rule:?}: {reason}"),
            }
        }
        assert_eq!(kept > 0, rule.fpuzzles.is_some(), "{rule:?}");
    }
}

// Errors and notes.

/// A puzzle of f-puzzles with other fields.
fn nine(fields: &Json) -> String {
    let mut object = json!({ "size": 9, "grid": vec![vec![json!({}); 9]; 9] });
    for (key, value) in fields.as_object().unwrap() {
        object[key] = value.clone();
    }
    object.to_string()
}

fn nine_of_sudokupad(fields: &Json) -> String {
    let mut object = json!({ "cells": vec![vec![json!({}); 9]; 9] });
    for (key, value) in fields.as_object().unwrap() {
        object[key] = value.clone();
    }
    object.to_string()
}

#[test]
fn wrong_elements_are_errors_with_their_places() {
    let mut region = vec![vec![json!({}); 9]; 9];
    region[3][3] = json!({ "region": 0 });
    let mut value = vec![vec![json!({}); 9]; 9];
    value[1][4] = json!({ "value": 10, "given": true });
    let first: Vec<_> = (0..9).map(|column| [0, column]).collect();
    for (text, expected) in [
        (
            nine(&json!({ "killercage": [{ "cells": ["R1C1"] }, { "cells": ["R1C1", "R1C10"] }] })),
            "killercage 2: expected a cell from R1C1 to R9C9, found 'R1C10'",
        ),
        (
            nine(&json!({ "killercage": [{ "cells": [], "value": "5" }] })),
            "killercage 1: expected at least 1 cell, found 0",
        ),
        (
            nine(&json!({ "killercage": [{ "cells": ["R1C1"], "value": "five" }] })),
            "killercage 1: expected a number as value, found \"five\"",
        ),
        (
            nine(&json!({ "arrow": [{ "lines": [["R1C1", "R1C2"]] }] })),
            "arrow 1: expected a circle of 1 to 3 cells, found 0",
        ),
        (
            nine(&json!({ "thermometer": [{ "lines": [["R1C1", "R1C2"], ["R1C1"]] }] })),
            "thermometer 1: expected at least 2 cells, found 1",
        ),
        (
            nine(&json!({ "sandwichsum": [{ "cell": "R0C0", "value": "5" }] })),
            "sandwichsum 1: expected a place beside a row or column, found \"R0C0\"",
        ),
        (
            nine(
                &json!({ "littlekillersum": [{ "cell": "R0C1", "direction": "X", "value": "5" }] }),
            ),
            "littlekillersum 1: expected the direction DR, DL, UR or UL, found 'X'",
        ),
        (
            nine(&json!({ "xv": [{ "cells": ["R1C1", "R1C2"], "value": "VI" }] })),
            "xv 1: expected the value X or V, found \"VI\"",
        ),
        (
            nine(&json!({ "negative": ["whispers"] })),
            "negative 1: expected difference, ratio or xv, found \"whispers\"",
        ),
        (
            nine(&json!({ "grid": region })),
            "expected at most 9 cells in a region, but region 0 has 10 cells",
        ),
        (
            nine(&json!({ "grid": value })),
            "grid row 2, column 5: expected a value from 1 to 9, found 10",
        ),
        (nine(&json!({ "size": 8 })), "grid: expected 8 rows, found 9"),
        (nine(&json!({ "size": 99 })), "expected a grid of 4 to 25 rows, found 99"),
        (
            nine(&json!({ "boxindexer": [{ "cells": ["R1C1"] }] })),
            "the constraint 'boxindexer' is not known; --ignore-unknown leaves it out",
        ),
        (
            nine_of_sudokupad(&json!({ "regions": [first, [[0, 8]]] })),
            "region 2: r1c9 is in region 1 too",
        ),
        (
            nine_of_sudokupad(&json!({ "regions": [[[9, 0]]] })),
            "region 1: expected a cell from [0,0] to [8,8], found [9,0]",
        ),
        (
            nine_of_sudokupad(&json!({ "cages": [{ "cells": [], "value": 12 }] })),
            "cage 1: expected at least 1 cell, found 0",
        ),
        (
            nine_of_sudokupad(&json!({ "cages": [{ "cells": [[0, 0]], "value": 12 },
                { "cells": [[0, 9]], "value": 12 }] })),
            "cage 2: expected a cell from [0,0] to [8,8], found [0,9]",
        ),
    ] {
        assert_eq!(error(&text), expected, "{text}");
    }
}

#[test]
fn damaged_links_are_errors() {
    let sudoku = read(&nine(&json!({ "antiknight": true }))).unwrap();
    for format in ["fpuzzles-link", "sudokupad"] {
        let link = written(&sudoku, format).unwrap();
        let short = "the link ends too early: a part of it is missing";
        assert_eq!(error(&link[..link.len() / 2]), short, "{format}");
        let wrong = link.replacen("N4Ig", "N4I*", 1);
        assert_eq!(error(&wrong), "the link is damaged: letter 4 is '*'", "{format}");
    }
    let letters = lzstring::compress("{\"size\":9,");
    let link = format!("https://f-puzzles.com/?load={letters}");
    assert!(error(&link).starts_with("in the link: EOF while parsing"), "{}", error(&link));
    let stored = "this link has no puzzle in it, only the name of one that sudokupad.app keeps";
    assert!(error("https://sudokupad.app/abc123").starts_with(stored));
}

/// Two megabytes, honest or not, get an answer at once.
#[test]
fn a_link_of_two_megabytes_gets_an_answer_soon() {
    let rules: Vec<_> = (0..150_000).map(|number| format!("rule {number}")).collect();
    let rules = rules.join(" ");
    let long = nine(&json!({ "ruleset": rules }));
    assert!(long.len() > 1_500_000);
    let link = format!("https://f-puzzles.com/?load={}", lzstring::compress(&long));
    assert_eq!(read(&link).unwrap().notes, ["drawings and settings were ignored: ruleset"]);
    for letter in ["A", "N4Ig", "/", "q7"] {
        let link =
            format!("https://f-puzzles.com/?load=N4Ig{}", letter.repeat(2_000_000 / letter.len()));
        assert!(read(&link).is_err(), "{letter}");
    }
}

#[test]
fn drawings_and_settings_are_noted_and_unknown_constraints_left_out_on_demand() {
    let mut grid = vec![vec![json!({}); 9]; 9];
    grid[0][0] = json!({ "value": 5, "c": "#FF0000" });
    let text = nine(&json!({
        "title": "t", "author": "a", "line": [{ "lines": [["R1C1", "R1C2"]] }], "cage": [],
        "highlightConflicts": false, "disabledlogic": ["x"], "grid": grid, "foo": "bar",
        "littlekillersum": [{ "cell": "R0C1", "direction": "DR", "total": 3 }],
        "arrow": [{ "cells": ["R1C1"], "lines": [] }], "antiking": false,
    }));
    let sudoku = read(&text).unwrap();
    assert_eq!(sudoku.given, vec![None; 81], "only what is marked as given");
    assert_eq!(sudoku.extras, []);
    assert_eq!(
        sudoku.notes,
        [
            "arrow 1 has no line, and was ignored",
            "littlekillersum 1: the field 'total' is not known, and was ignored",
            "littlekillersum 1 has no value, and was ignored",
            "drawings and settings were ignored: line, disabledlogic, foo, colours",
        ]
    );
    let text = nine(&json!({ "boxindexer": [{ "cells": ["R1C1"] }], "fistemafel": true }));
    let refusal = "the constraints 'boxindexer', 'fistemafel' are not known; --ignore-unknown leaves \
                   them out";
    assert_eq!(error(&text), refusal);
    let ignored = FORMATS.parse(&text, &ParseOptions::with(&[("ignore-unknown", "true")])).unwrap();
    let note = "constraints that are not known were left out: boxindexer, fistemafel";
    assert_eq!(ignored.notes, [note]);
}

#[test]
fn elements_mean_what_the_site_means() {
    let text = nine(&json!({
        "arrow": [{ "cells": ["R4C3", "R4C2"], "lines": [["R4C3", "R5C4"], ["R4C2", "R3C1", "R2C1"]] }],
        "thermometer": [{ "lines": [["R1C1", "R1C2"], ["R1C1", "R2C1"]] }],
        "littlekillersum": [{ "cell": "R10C7", "direction": "UR", "value": "12" }],
        "skyscraper": [{ "cell": "R3C10", "value": "3" }],
        "odd": [{ "cell": "R9C9" }, { "cell": "R1C9" }],
        "difference": [{ "cells": ["R5C5", "R5C6"], "value": "2" }],
        "negative": ["difference", "ratio", "xv"],
        "xsum": [{ "cell": "R0C2", "value": 10 }],
        "diagonal+": true,
    }));
    let lines: Vec<_> = read(&text).unwrap().extras.iter().map(|extra| extra.line(9)).collect();
    let expected = [
        "anti-diagonal",
        "odd r1c9 r9c9",
        "difference 2 r5c5 r5c6",
        "negative difference 2",
        "negative ratio 2",
        "negative pair-sum 5 10",
        "thermo r1c1 r1c2",
        "thermo r1c1 r2c1",
        "arrow r4c2 r4c3: r5c4",
        "arrow r4c2 r4c3: r3c1 r2c1",
        "little-killer 12 r9c8 r8c9",
        "x-sum column 2 top 10",
        "skyscraper row 3 right 3",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn the_dialect_of_sudokupad_says_the_same_as_its_json() {
    let cells = |row: &str| format!("[{}]", row.replace('.', ",").trim_end_matches(','));
    let rows = ["...{v:4}", "....", "....", "...."].map(|row| match row {
        "...." => "[,,,]".to_owned(),
        row => cells(row),
    });
    let text = format!(
        "{{cs:50,ce:[{}],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],\
         [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
         ca:[{{ce:[[0,0],[0,1]],v:5}},{{v:'title: it\\'s'}},{{v:'solution: 2314143243213142'}},\
         {{ce:[[3,3]],v:'?'}}],l:[{{wp:[[0,1]],c:FF0000}}]}}",
        rows.join(",")
    );
    let sudoku = read(&text).unwrap();
    assert_eq!(sudoku.given[3], Some(4));
    assert_eq!(sudoku.regions, Regions::Boxes(BoxShape::new(2, 2).unwrap()));
    let lines: Vec<_> = sudoku.extras.iter().map(|extra| extra.line(4)).collect();
    assert_eq!(lines, ["cage 5 r1c1 r1c2"]);
    assert_eq!(sudoku.stored.as_ref().map(|values| values[0]), Some(2));
    let note = "only drawn, and ignored: 1 line, 1 cage without a sum; if they are rules, add them \
                as lines of text";
    assert_eq!(sudoku.notes, [note]);
    let link = format!("https://sudokupad.app/scl{}", lzstring::compress(&text));
    assert!(is_same(&read(&link).unwrap(), &sudoku));
}

/// Rows and columns around the grid hold numbers outside it.
#[test]
fn the_grid_of_sudokupad_is_the_square_of_its_regions() {
    let mut cells = vec![vec![json!({}); 5]; 6];
    cells[2][1] = json!({ "value": 3 });
    let region = |row: usize, column: usize| {
        json!([[row, column], [row, column + 1], [row + 1, column], [row + 1, column + 1]])
    };
    let regions = [region(2, 1), region(2, 3), region(4, 1), region(4, 3)];
    let cages = json!([{ "cells": [[2, 1], [2, 2]], "value": 5 }]);
    let text = json!({ "cells": cells, "regions": regions, "cages": cages }).to_string();
    let sudoku = read(&text).unwrap();
    assert_eq!((sudoku.n(), sudoku.given[0]), (4, Some(3)));
    assert_eq!(sudoku.extras[0].line(4), "cage 5 r1c1 r1c2");
}

#[test]
fn a_stored_solution_is_compared_and_not_used() {
    let text = r#"{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{"value":3,"given":true},{}],
        [{},{"value":4,"given":true},{},{}],[{},{},{},{"value":2,"given":true}]],
        "solution":[1,3,2,4,4,2,3,1,2,4,1,3,3,1,4,2]}"#;
    let sudoku = read(text).unwrap();
    let stored = Solution { values: sudoku.stored.clone().unwrap() };
    assert_eq!(Puzzle::answer_warning(&sudoku, Some(&stored)), None);
    let other = Solution { values: vec![1; 16] };
    let warning = "the link's own solution differs: some rule may only be drawn";
    assert_eq!(Puzzle::answer_warning(&sudoku, Some(&other)).as_deref(), Some(warning));
    assert_eq!(
        written(&sudoku, "fpuzzles").map(|text| read(&text).unwrap().stored.is_some()),
        Ok(true)
    );
    let diagonal = read(&text.replacen('{', r#"{"diagonal-":true,"#, 1)).unwrap();
    let warning = Puzzle::answer_warning(&diagonal, None).unwrap();
    assert!(
        warning.starts_with("the link's own solution breaks a rule as it was read: "),
        "{warning}"
    );
}

#[test]
fn with_the_word_killer_a_link_is_a_killer() {
    let text = nine(&json!({ "killercage": [{ "cells": ["R1C1", "R1C2"], "value": "5" }] }));
    let sudoku = read(&text).unwrap();
    for format in LINKS {
        let link = written(&sudoku, format).unwrap();
        let recognised = crate::puzzles::recognise(&link, &ParseOptions::default()).unwrap();
        assert_eq!(recognised.kind().name, "sudoku", "{format}");
        let named = killer::KIND.read(&link, &ParseOptions::default()).unwrap();
        assert_eq!(named.kind().name, "killer", "{format}");
        assert!(named.kind().print(named.as_ref(), format).is_ok(), "{format}");
    }
}

#[test]
fn the_page_on_variants_has_every_rule() {
    let page = include_str!("../../../../../../docs/formats-variants.md");
    for rule in RULES {
        let begin =
            |row: &&str| row.starts_with("| `") && row.contains(&format!("| `{}` |", rule.name));
        let row = page.lines().find(begin).unwrap_or_else(|| panic!("{rule:?} has no row"));
        for (word, _) in rule.words {
            assert!(row.contains(&format!("`{word}")), "{word} is not in the row of {rule:?}");
        }
        let key = rule.fpuzzles.map_or("—".to_owned(), |key| format!("`{key}`"));
        assert!(row.ends_with(&format!("| {key} |")), "{rule:?} has another key: {row}");
    }
}
