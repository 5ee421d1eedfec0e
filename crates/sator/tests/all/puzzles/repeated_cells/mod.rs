//! Lines that visit a cell several times, values from 0, gapped values, and regions of any shape or of
//! no cell: every engine with every encoding has exactly the solutions that a brute force finds.
//!
//! The brute force enumerates the fillings of a small grid, and judges each rule by a function of the
//! values along the line, written from the words of docs/formats-variants.md. It shares nothing with
//! the rules of the library. The rules are read from texts.
//!
//! `SATOR_FULL=1` compares more of them, and `SATOR_SEED` chooses others.

mod words;

use std::collections::BTreeSet;
use std::{env, fmt};

use sator::engine::{EngineError, Options, count};
use sator::puzzle::{AnyPuzzle, Kind};
use sator::puzzles::{killer, sudoku};
use sator::render::Look;
use sator::render::svg::Overlay;
use serde_json::{Value as Json, json};

use crate::puzzles::common::{by, full, note, read, some_answers};
use words::{Case, FOUR, GRIDS, Grid, ONE, OUTSIDE, RULES, on_a_line, on_an_arrow, on_groups};

// Engines.

/// The encodings of sums.
const ENCODINGS: [&str; 8] =
    ["sets", "literal", "prefixes", "order", "adder", "totalizer", "diagram", "forbidden"];

/// The search, the planner, BatSat, and for sums BatSat with every encoding.
fn engines(is_sum: bool) -> Vec<(String, Options)> {
    let mut all = vec![
        ("auto".to_owned(), Options::new()),
        ("search".to_owned(), by("search")),
        ("batsat".to_owned(), by("batsat")),
    ];
    for encoding in ENCODINGS.iter().filter(|_| is_sum) {
        let name = format!("cage={encoding}");
        let lowering = name.parse().unwrap_or_else(|error| panic!("{error}"));
        all.push((name, Options { lowering, ..by("batsat") }));
    }
    all
}

/// The grid of each solution.
fn solutions(puzzle: &AnyPuzzle, options: &Options) -> BTreeSet<Vec<i64>> {
    let answers = some_answers(puzzle, options, 10_000);
    let values = |values: &[i32]| values.iter().map(|&value| i64::from(value)).collect();
    answers.iter().map(|answer| values(&answer.values)).collect()
}

/// What was compared.
#[derive(Default)]
struct Figures {
    puzzles: usize,
    with_solutions: usize,
    comparisons: usize,
    /// How often an encoding was too large.
    refused: usize,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { puzzles, with_solutions, comparisons, refused } = self;
        write!(
            f,
            "{puzzles} puzzles, {with_solutions} with solutions, {comparisons} comparisons; \
             {refused} encodings were refused"
        )
    }
}

/// Compares all engines with the brute force, and returns the number of solutions.
fn compare(grid: &Grid, given: &[Option<i64>], cases: &[Case<'_>], figures: &mut Figures) -> usize {
    let rules: Vec<_> = cases.iter().map(|case| &*case.text).collect();
    let text = grid.text(given, &rules);
    let mut expected = grid.fillings(given);
    expected.retain(|filling| cases.iter().all(|case| (case.fits)(filling)));
    let expected: BTreeSet<_> = expected.into_iter().collect();
    let puzzle = read(&sudoku::KIND, &text);
    for (engine, options) in engines(cases.iter().any(|case| case.is_sum)) {
        let first = sator::engine::solutions(&puzzle, &options).step();
        if matches!(first, Err(EngineError::TooLarge { .. })) {
            // An arrow of seven cells and a circle of two, with a clause for every combination.
            figures.refused += 1;
            continue;
        }
        let found = solutions(&puzzle, &options);
        let [wrong, missing] = [&found - &expected, &expected - &found];
        assert!(
            found == expected,
            "{engine}: {} instead of {} solutions of\n{text}\nwrong {:?}, missing {:?}",
            found.len(),
            expected.len(),
            wrong.first(),
            missing.first(),
        );
        figures.comparisons += 1;
    }
    figures.puzzles += 1;
    figures.with_solutions += usize::from(!expected.is_empty());
    let counted = count(&puzzle, &Options::new(), false, &mut |_, _| ()).unwrap();
    if let Some(counted) = counted {
        assert_eq!(counted.number, expected.len().into(), "counted of\n{text}");
        figures.comparisons += 1;
    }
    // The plain check agrees, and drawing knows such lines.
    for filling in grid.fillings(given).iter().take(20) {
        let is_right = puzzle.check_text(&format!("{{\"grid\":{}}}", rows(grid, filling)));
        assert_eq!(is_right.unwrap().is_ok(), expected.contains(filling), "{filling:?} of\n{text}");
    }
    let board = puzzle.board(None);
    assert!(!board.to_text(Look::default()).is_empty());
    assert!(!board.to_svg(&Overlay::default()).is_empty());
    expected.len()
}

fn rows(grid: &Grid, filling: &[i64]) -> Json {
    filling.chunks(grid.n).map(|row| json!(row)).collect()
}

// The tests.

/// Lines that cross themselves in a grid without given values.
#[test]
fn a_sum_counts_a_cell_as_often_as_the_line_visits_it() {
    let grid = &FOUR;
    let cell = |name: &str| {
        let [row, column] = [1, 3].map(|at| usize::from(name.as_bytes()[at] - b'1'));
        4 * row + column
    };
    let line = |names: &str| names.split(' ').map(cell).collect::<Vec<_>>();
    let rule = |word: &str| RULES.iter().find(|rule| rule.word == word).unwrap();
    let on = |word: &str, names: &str| on_a_line(grid, rule(word), line(names), None);
    for (case, expected) in [
        (on("region-sum", "r4c2 r3c1 r2c1 r1c1 r2c1"), 48),
        (on_an_arrow(grid, line("r3c4"), line("r1c1 r2c1 r1c1")), 6),
        (on("average", "r4c2 r3c1 r2c1 r1c1 r2c1"), 36),
        (on("double-arrow", "r4c2 r3c1 r2c1 r1c1 r2c1 r4c2"), 6),
    ] {
        let text = case.text.clone();
        let found = compare(grid, &grid.open(), &[case], &mut Figures::default());
        assert_eq!(found, expected, "{text}");
    }
}

/// The same lines as JSON, as a link, and as each format writes them.
#[test]
fn every_format_counts_a_cell_as_often_as_the_line_visits_it() {
    let json = |constraint: Json| {
        json!({"n": 4, "box_h": 2, "box_w": 2, "givens": vec![vec![Json::Null; 4]; 4],
               "constraints": [constraint]})
        .to_string()
    };
    let fpuzzles = |key: &str, element: Json| {
        let mut puzzle = json!({"size": 4, "grid": vec![vec![json!({}); 4]; 4]});
        puzzle[key] = json!([element]);
        puzzle.to_string()
    };
    let line = json!([[3, 1], [2, 0], [1, 0], [0, 0], [1, 0]]);
    let drawn = json!(["R4C2", "R3C1", "R2C1", "R1C1", "R2C1"]);
    for (text, expected) in [
        (json(json!({"type": "region_sum", "cells": line})), 48),
        (fpuzzles("regionsumline", json!({"lines": [drawn]})), 48),
        (json(json!({"type": "average", "cells": line})), 36),
        (json(json!({"type": "arrow", "circle": [[2, 3]], "cells": [[0, 0], [1, 0], [0, 0]]})), 6),
        (
            fpuzzles(
                "arrow",
                json!({"cells": ["R3C4"], "lines": [["R3C4", "R1C1", "R2C1", "R1C1"]]}),
            ),
            6,
        ),
        (
            fpuzzles(
                "doublearrow",
                json!({"lines": [["R4C2", "R3C1", "R2C1", "R1C1", "R2C1", "R4C2"]]}),
            ),
            6,
        ),
    ] {
        let puzzle = read(&sudoku::KIND, &text);
        let mut forms = vec![text, puzzle.print()];
        for format in ["json", "fpuzzles", "fpuzzles-link", "sudokupad"] {
            forms.extend(sudoku::KIND.print(&*puzzle, format).ok());
        }
        assert!(forms.len() >= 3);
        for form in forms {
            let again = read(&sudoku::KIND, &form);
            assert_eq!(solutions(&again, &by("batsat")).len(), expected, "{form}");
            assert_eq!(solutions(&again, &Options::new()).len(), expected, "{form}");
        }
    }
}

/// Numbers by chance from a seed.
struct Chance(u64);

impl Chance {
    /// The numbers of a test, or others if `SATOR_SEED` says so.
    fn of(test: u64) -> Self {
        let seed = env::var("SATOR_SEED").map(|seed| seed.parse().expect("a number"));
        Self(seed.unwrap_or(0_u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(test))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }

    /// A walk over neighbours, by sides and corners, that may turn back or stay; three of four visit a
    /// cell again.
    fn line(&mut self, grid: &Grid, least: usize) -> Vec<usize> {
        let n = grid.n as isize;
        let visits_again = self.below(4) > 0;
        let most = if grid.n > 4 { 5 } else { 7 };
        for _ in 0..100 {
            let length = least + self.below(most - least + 1);
            let mut line = vec![self.below(grid.n * grid.n)];
            while line.len() < length {
                let end = line[line.len() - 1] as isize;
                let [down, right] = [0; 2].map(|_| self.below(3) as isize - 1);
                let [row, column] = [end / n + down, end % n + right];
                let is_inside = (0..n).contains(&row) && (0..n).contains(&column);
                // Few lines stay where they are: most rules then have no solution.
                if is_inside && ([down, right] != [0, 0] || self.below(8) == 0) {
                    line.push((row * n + column) as usize);
                }
            }
            let different: BTreeSet<_> = line.iter().collect();
            if (different.len() < line.len()) == visits_again {
                return line;
            }
        }
        vec![0; least.max(1)]
    }

    /// The values of some cells of a random filling.
    fn given(&mut self, grid: &Grid) -> Vec<Option<i64>> {
        let filling = loop {
            let mut filling = Vec::new();
            if self.fill(grid, &mut filling) {
                break filling;
            }
        };
        let mut given = grid.open();
        while given.iter().flatten().count() < grid.given {
            let cell = self.below(given.len());
            given[cell] = Some(filling[cell]);
        }
        given
    }

    /// Completes a filling with random values, if that is possible.
    fn fill(&mut self, grid: &Grid, filled: &mut Vec<i64>) -> bool {
        if filled.len() == grid.n * grid.n {
            return true;
        }
        let mut values = grid.values.to_vec();
        while !values.is_empty() {
            let value = values.swap_remove(self.below(values.len()));
            if grid.may_be_next(filled, value) {
                filled.push(value);
                if self.fill(grid, filled) {
                    return true;
                }
                filled.pop();
            }
        }
        false
    }

    /// Different cells, in any order.
    fn cells(&mut self, grid: &Grid, many: usize) -> Vec<usize> {
        let mut all: Vec<_> = (0..grid.n * grid.n).collect();
        let many = many.min(all.len());
        (0..many).map(|_| all.swap_remove(self.below(all.len()))).collect()
    }
}

/// Random lines of every rule on every grid, most of which cross themselves.
#[test]
fn lines_that_cross_themselves_mean_what_the_words_say() {
    let rounds = if full() { 300 } else { 10 };
    let mut chance = Chance::of(31);
    let mut figures = Figures::default();
    for _ in 0..rounds {
        for grid in GRIDS.iter().chain(&ONE) {
            for rule in &RULES {
                if rule.word == "entropic" && grid.values.len() % 3 != 0 {
                    continue;
                }
                let given = chance.given(grid);
                let cells = chance.line(grid, rule.least);
                let smallest = i64::from(rule.word == "modular");
                let number = rule.largest.map(|largest| {
                    smallest + chance.below((largest - smallest + 1) as usize) as i64
                });
                let case = on_a_line(grid, rule, cells, number);
                compare(grid, &given, &[case], &mut figures);
            }
            for size in 1..=2 {
                let (given, circle) = (chance.given(grid), chance.cells(grid, size));
                let mut arrow = chance.line(grid, 1);
                arrow.retain(|cell| !circle.contains(cell));
                if !arrow.is_empty() {
                    let case = on_an_arrow(grid, circle, arrow);
                    compare(grid, &given, &[case], &mut figures);
                }
            }
        }
    }
    note(&format!("lines: {figures}"));
    assert!(4 * figures.with_solutions > figures.puzzles, "{figures}");
    assert!(100 * figures.refused < figures.puzzles, "{figures}");
}

/// Random groups of different cells, which may share some.
#[test]
fn groups_that_share_cells_mean_what_the_words_say() {
    let rounds = if full() { 200 } else { 10 };
    let mut chance = Chance::of(7);
    let mut figures = Figures::default();
    for _ in 0..rounds {
        for grid in GRIDS.iter().chain(&ONE) {
            let size = 1 + chance.below(3);
            let mut groups = || -> Vec<Vec<usize>> {
                (0..2 + chance.below(2)).map(|_| chance.cells(grid, size)).collect()
            };
            let all = [
                on_groups(grid, "clone", groups(), |one, other| one == other),
                on_groups(grid, "same-values", groups(), |one, other| {
                    let sorted = |values: &[i64]| {
                        let mut values = values.to_vec();
                        values.sort_unstable();
                        values
                    };
                    sorted(one) == sorted(other)
                }),
                on_groups(grid, "equal-sum", groups(), |one, other| {
                    one.iter().sum::<i64>() == other.iter().sum::<i64>()
                }),
            ];
            for case in all {
                let given = chance.given(grid);
                compare(grid, &given, &[case], &mut figures);
            }
        }
    }
    note(&format!("groups of cells: {figures}"));
}

#[test]
fn clues_outside_the_grid_mean_what_the_words_say_with_unusual_values() {
    let rounds = if full() { 200 } else { 10 };
    let mut chance = Chance::of(3);
    let mut figures = Figures::default();
    for _ in 0..rounds {
        for grid in GRIDS.iter().chain(&ONE) {
            for (word, fits) in OUTSIDE {
                let (index, number) = (chance.below(grid.n), chance.below(8) as i64);
                let (is_row, is_from_end) = (chance.below(2) == 0, chance.below(2) == 0);
                let side = match (is_row, is_from_end) {
                    (true, false) => "left",
                    (true, true) => "right",
                    (false, false) => "top",
                    (false, true) => "bottom",
                };
                let noun = if is_row { "row" } else { "column" };
                let fits = move |filling: &[i64]| {
                    let at =
                        |i: usize| if is_row { index * grid.n + i } else { i * grid.n + index };
                    let mut seen: Vec<_> = (0..grid.n).map(|i| filling[at(i)]).collect();
                    if is_from_end {
                        seen.reverse();
                    }
                    fits(grid.values, &seen, number)
                };
                let text = format!("{word} {noun} {} {side} {number}", index + 1);
                let given = chance.given(grid);
                let case = Case { text, is_sum: false, fits: Box::new(fits) };
                compare(grid, &given, &[case], &mut figures);
            }
        }
    }
    note(&format!("clues outside the grid: {figures}"));
}

/// With 0 in first place, the first hidden value is another.
#[test]
fn the_first_cell_is_never_a_hidden_skyscraper() {
    let text = "values 0-3\n0 2 . .\n. . . .\n. . . .\n. . . .\nhidden-skyscraper row 1 left 1";
    let puzzle = read(&sudoku::KIND, text);
    for options in [Options::new(), by("search"), by("batsat")] {
        let found = solutions(&puzzle, &options);
        assert!(!found.is_empty());
        assert!(found.iter().all(|grid| grid[..2] == [0, 2] && grid[2..4].contains(&1)));
    }
}

/// Steps about lines that cross themselves follow from the cited rules and earlier facts.
#[test]
fn explanations_know_lines_that_cross_themselves() {
    let rules = [
        "region-sum r4c2 r3c1 r2c1 r1c1 r2c1",
        "arrow r3c4: r1c1 r2c1 r1c1",
        "double-arrow r4c2 r3c1 r2c1 r1c1 r2c1 r4c2",
        "zipper r1c1 r1c2 r2c2 r1c2 r2c1",
        "little-killer 7 r1c1 r2c2 r1c1 r2c3",
    ];
    for rule in rules {
        let text = format!("1...\n..2.\n....\n....\n{rule}");
        crate::puzzles::explain::check(rule, &read(&sudoku::KIND, &text), Some(12));
    }
}

/// Cages and other sets of cells have no cell twice, whichever format says so.
#[test]
fn a_cell_that_a_set_lists_twice_is_refused_by_its_name_and_place() {
    let error = |kind: &'static Kind, text: &str| {
        kind.read(text, &sator::puzzle::ParseOptions::default())
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    for (rule, column, twice) in [
        ("cage 5 r1c1 r1c2 r1c1", 18, "r1c1"),
        ("sum 5 r2c2: r1c2 r2c2", 18, "r2c2"),
        ("different r1c1 r1c1", 16, "r1c1"),
        ("extra-region r1c1 r1c2 r1c2", 24, "r1c2"),
        ("odd r4c4 r4c4", 10, "r4c4"),
        ("allowed 1 2: r4c4 r4c4", 19, "r4c4"),
        ("minimum r1c1 r3c3 r1c1", 19, "r1c1"),
        ("quadruple 1 2: r1c2 r1c3 r2c2 r1c2", 31, "r1c2"),
        ("clone r1c1 r1c2: r3c3 r3c3", 23, "r3c3"),
        ("same-values r1c1 r1c1: r3c3 r3c4", 18, "r1c1"),
        ("equal-sum r1c1: r3c3 r3c4 r3c3", 27, "r3c3"),
        ("counting-circles r1c1 r1c1", 23, "r1c1"),
        ("lunchbox 3 r1c1 r1c2 r1c1", 22, "r1c1"),
        ("equality-cage r1c1 r1c1", 20, "r1c1"),
        ("rellik 5 r1c1 r1c2 r1c2", 20, "r1c2"),
        ("look-and-say 1x2 r1c1 r1c1", 23, "r1c1"),
        ("column-indexer r1c1 r1c1", 21, "r1c1"),
        ("row-indexer r1c1 r1c1", 18, "r1c1"),
        ("white r1c1 r1c1", 12, "r1c1"),
        ("ratio 2 r1c1 r1c1", 14, "r1c1"),
        ("v r1c1 r1c1", 8, "r1c1"),
        ("greater r1c1 r1c1", 14, "r1c1"),
        ("arrow r1c1 r1c1: r1c2 r1c3", 12, "r1c1"),
    ] {
        let word = rule.split(' ').next().unwrap();
        let expected = format!("5:{column}: {word}: expected different cells, found {twice} twice");
        let found = error(&sudoku::KIND, &format!("....\n....\n....\n....\n{rule}"));
        assert_eq!(found, expected, "{rule}");
    }
    let grid = "\"n\":4,\"box_h\":2,\"box_w\":2,\"givens\":[[null,null,null,null],[null,null,null,null],\
                [null,null,null,null],[null,null,null,null]]";
    let twice = "[[0,0],[0,1],[0,0]]";
    let cells = "\"cells\":[\"R1C1\",\"R1C2\",\"R1C1\"]";
    let drawn = "\"size\":4,\"grid\":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]";
    let pad = "\"cells\":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],\"regions\":[]";
    for (kind, text, expected) in [
        (
            &sudoku::KIND,
            format!(
                "{{{grid},\"constraints\":[{{\"type\":\"cage\",\"sum\":5,\"cells\":{twice}}}]}}"
            ),
            "constraint 1: cage: expected different cells, found r1c1 twice",
        ),
        (
            &sudoku::KIND,
            format!("{{{drawn},\"killercage\":[{{{cells},\"value\":\"5\"}}]}}"),
            "killercage 1: expected different cells, found r1c1 twice",
        ),
        (
            &killer::KIND,
            format!("{{{drawn},\"killercage\":[{{{cells},\"value\":\"5\"}}]}}"),
            "killercage 1: expected different cells, found r1c1 twice",
        ),
        (
            &sudoku::KIND,
            format!("{{{pad},\"cages\":[{{\"cells\":{twice},\"sum\":5}}]}}"),
            "cage 1: expected different cells, found r1c1 twice",
        ),
        (
            &killer::KIND,
            format!("{{\"n\":4,\"cages\":[{{\"sum\":5,\"cells\":{twice}}}]}}"),
            "cage 1 has r1c1 twice",
        ),
        (&killer::KIND, "5 r1c1 r1c2 r1c1\n3 r2c1 r2c2\n".to_owned(), "1:1: cage 1 has r1c1 twice"),
    ] {
        assert_eq!(error(kind, &text), expected, "{text}");
    }
    let cage = sator::puzzles::sudoku::Cage::new(4, 5, [(0, 0), (0, 1), (0, 0)]);
    assert_eq!(cage.unwrap_err().to_string(), "a cage has r1c1 twice");
}

/// Two rules about one cell are two rules, also if a link has them under one key.
#[test]
fn a_mark_that_a_link_has_twice_says_the_same_twice() {
    let text = "{\"size\":4,\"grid\":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],\
                \"odd\":[{\"cell\":\"R1C1\"},{\"cell\":\"R1C1\"}]}";
    assert_eq!(solutions(&read(&sudoku::KIND, text), &Options::new()).len(), 144);
}
