//! Random puzzles of every kind, and sudokus with extra rules: lines that cross and repeat cells, values from 0 and
//! with gaps, regions of any shape, 1 to 6 rows. Every engine finds the answers that are found by trying and checking.
//!
//! `SATOR_FULL=1` compares more of them, and `SATOR_SEED` and `SATOR_PUZZLES` choose others:
//! `SATOR_SEED=7 SATOR_PUZZLES=20000 cargo test --release -p sator --test all found_by_trying`.

use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use sator::engine::{Method, Options, candidates, count, count_visiting, solutions};
use sator::model::{Solution, Value};
use sator::puzzle::{AnyPuzzle, ParseOptions};
use sator::puzzles::sudoku::{self, extras};
use sator_sat::backend::{BACKENDS, Solver};

use super::instances::{kinds, read, small_instances};
use super::truth::{answers, lowerings};

/// A source of numbers that is the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn is_one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

/// A random sudoku: its text, and what is to be tried.
struct Variant {
    text: String,
    values: Vec<Value>,
    given: Vec<Option<Value>>,
}

impl Variant {
    fn new(random: &mut Random) -> Self {
        let n = 1 + random.below(6);
        let values = values(n, random);
        let mut answer = latin_square(n, random);
        let mut text = String::new();
        let boxes = match n {
            4 => [Some((2, 2)), None],
            6 => [Some((2, 3)), Some((3, 2))],
            _ => [None, None],
        }[random.below(2)];
        if let Some((rows, columns)) = boxes {
            answer = boxed(rows, columns, random);
            let _ = writeln!(text, "box {rows}x{columns}");
        } else {
            text.push_str("no boxes\n");
        }
        let named: Vec<_> = values.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "values {}", named.join(" "));
        // About 2,000 fillings at most are tried.
        let holes = (2000.0_f64.ln() / (values.len().max(2) as f64).ln()) as usize;
        let mut order: Vec<_> = (0..n * n).collect();
        random.shuffle(&mut order);
        let mut given: Vec<_> = answer.iter().map(|&at| Some(values[at])).collect();
        order.iter().take(holes).for_each(|&cell| given[cell] = None);
        for row in given.chunks(n) {
            let symbols = row.iter().map(|it| it.map_or(".".to_owned(), |value| value.to_string()));
            let _ = writeln!(text, "{}", symbols.collect::<String>());
        }
        if boxes.is_none() && n > 1 && random.is_one_in(2) {
            let _ = write!(text, "\nregions\n{}", regions(n, &answer, random));
        }
        text.push('\n');
        let examples: Vec<_> = extras::examples().collect();
        for _ in 0..=random.below(2) {
            let (_, example) = examples[random.below(examples.len())];
            let _ = writeln!(text, "{}", changed(example, n, random));
        }
        Self { text, values, given }
    }

    fn read(&self) -> Option<AnyPuzzle> {
        sudoku::KIND.read(&self.text, &ParseOptions::default()).ok()
    }

    /// The answers, by trying and checking.
    fn answers(&self, puzzle: &AnyPuzzle) -> Vec<Solution> {
        let mut all = vec![Vec::new()];
        for given in &self.given {
            let choices = given.map_or(self.values.clone(), |value| vec![value]);
            let with = |begin: Vec<Value>| {
                choices
                    .iter()
                    .map(move |&value| [&begin[..], &[value]].concat())
                    .collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(with).collect();
        }
        let solutions = all.into_iter().map(|values| Solution { values });
        solutions.filter(|solution| puzzle.check(solution).is_ok()).collect()
    }
}

/// As many values as rows or one more: from 1, from 0, or with gaps.
fn values(n: usize, random: &mut Random) -> Vec<Value> {
    let mut all: Vec<Value> = match random.below(4) {
        0 | 1 => (1..=n as Value).collect(),
        2 => (0..n as Value).collect(),
        _ => {
            let mut some: Vec<_> = (0..=9).collect();
            random.shuffle(&mut some);
            some.truncate(n + random.below(2));
            some
        }
    };
    all.sort_unstable();
    all
}

/// Values from 0, each once in every row and column.
fn latin_square(n: usize, random: &mut Random) -> Vec<usize> {
    let mut order: [Vec<usize>; 3] = std::array::from_fn(|_| (0..n).collect());
    for list in &mut order {
        random.shuffle(list);
    }
    let [rows, columns, symbols] = order;
    let cell = |(row, column): (usize, usize)| symbols[(rows[row] + columns[column]) % n];
    (0..n).flat_map(|row| (0..n).map(move |column| (row, column))).map(cell).collect()
}

/// Values from 0, each once in every row, column and box.
fn boxed(box_rows: usize, box_columns: usize, random: &mut Random) -> Vec<usize> {
    let n = box_rows * box_columns;
    let mut symbols: Vec<_> = (0..n).collect();
    random.shuffle(&mut symbols);
    let shift = |row: usize| row % box_rows * box_columns + row / box_rows;
    let cell = |at: usize| symbols[(shift(at / n) + at % n) % n];
    (0..n * n).map(cell).collect()
}

/// A map of regions that have each value once in this answer; sometimes one of them is left out.
fn regions(n: usize, answer: &[usize], random: &mut Random) -> String {
    let mut region_of = vec!['.'; n * n];
    for value in 0..n {
        let mut letters: Vec<char> = ('A'..).take(n).collect();
        random.shuffle(&mut letters);
        let cells = (0..n * n).filter(|&cell| answer[cell] == value);
        cells.zip(letters).for_each(|(cell, letter)| region_of[cell] = letter);
    }
    if random.is_one_in(4) {
        region_of.iter_mut().filter(|letter| **letter == 'A').for_each(|letter| *letter = '.');
    }
    let lines = region_of.chunks(n).map(|row| row.iter().collect::<String>() + "\n");
    lines.collect()
}

/// A rule with other cells and numbers, and perhaps with more cells.
fn changed(example: &str, n: usize, random: &mut Random) -> String {
    let mut before = "";
    let mut words = Vec::new();
    for word in example.split(' ') {
        let body = word.trim_end_matches([':', ',']);
        let end = &word[body.len()..];
        let other = if is_cell(body) {
            cell(n, random)
        } else if let Ok(number) = body.parse::<usize>() {
            match before {
                "row" | "column" => (1 + random.below(n)).to_string(),
                _ if random.is_one_in(4) => number.to_string(),
                _ => random.below(14).to_string(),
            }
        } else {
            body.to_owned()
        };
        words.push(other + end);
        before = word;
    }
    if is_cell(before) {
        for _ in 0..random.below(4) {
            // Often one that is there already: the line crosses itself.
            let old = words[random.below(words.len())].clone();
            let is_old = is_cell(&old) && random.is_one_in(2);
            words.push(if is_old { old } else { cell(n, random) });
        }
    }
    words.join(" ")
}

fn is_cell(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    parts.is_some_and(|(row, column)| digits(row) && digits(column))
}

fn cell(n: usize, random: &mut Random) -> String {
    format!("r{}c{}", 1 + random.below(n), 1 + random.below(n))
}

/// Compares what the engines say with the answers, and returns the number of comparisons.
fn compare(puzzle: &AnyPuzzle, answers: &[Solution], random: &mut Random) -> usize {
    let mut compared = 0;
    let mut methods = vec![Method::Auto, Method::Search];
    methods.extend(BACKENDS.iter().map(|backend| Solver::Embedded(backend).into()));
    for backend in methods {
        let all: Vec<_> = lowerings().collect();
        let lowering = all[random.below(all.len())];
        let eliminate = [None, Some(true), Some(false)][random.below(3)];
        let options = Options { backend, lowering, eliminate, ..Options::default() };
        let visited = count_visiting(puzzle, &options, false, None, |_| ());
        let at_once = count(puzzle, &options, false, &mut |_, _| ());
        for counted in [visited.map(Some), at_once] {
            let counted = counted
                .unwrap_or_else(|error| panic!("{error}: {options:?} of\n{}", puzzle.print()));
            let Some(counted) = counted else { continue };
            let found = (counted.number, counted.stopped);
            assert_eq!(found, (answers.len().into(), None), "{options:?} of\n{}", puzzle.print());
            compared += 1;
        }
    }
    let found = candidates(solutions(puzzle, &Options::default()), |_| ()).unwrap();
    assert_eq!(found.has_answer, Some(!answers.is_empty()), "{}", puzzle.print());
    // Cells beyond those of an answer are auxiliary.
    let cells = answers.first().map_or(found.cells.len(), |answer| answer.values.len());
    for (cell, found) in found.cells.iter().enumerate().take(cells) {
        let mut values: Vec<_> = answers.iter().map(|answer| answer.values[cell]).collect();
        values.sort_unstable();
        values.dedup();
        let expected = (&values, &Vec::new());
        assert_eq!((&found.values, &found.undecided), expected, "{cell} of\n{}", puzzle.print());
    }
    compared + 1
}

fn number(name: &str, usual: u64) -> u64 {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The seed, and the number of puzzles.
fn wanted(usual: u64, in_full: u64) -> (u64, u64) {
    let usual = if env::var_os("SATOR_FULL").is_some() { in_full } else { usual };
    (number("SATOR_SEED", 31), number("SATOR_PUZZLES", usual))
}

fn report(figures: &str) {
    let _ = writeln!(io::stderr(), "{figures}");
}

#[test]
fn random_puzzles_of_every_kind_have_the_answers_that_are_found_by_trying() {
    let (seed, wanted) = wanted(30, 3_000);
    for kind in kinds() {
        let mut random = Random(seed);
        let bytes: Vec<_> = (0..4).flat_map(|_| random.next().to_le_bytes()).collect();
        let source = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), source);
        let texts = small_instances(kind);
        let (mut compared, mut with_answers) = (0, 0);
        for _ in 0..wanted {
            let puzzle = read(kind, &texts.new_tree(&mut runner).unwrap().current());
            let answers = answers(&puzzle);
            with_answers += usize::from(!answers.is_empty());
            compared += compare(&puzzle, &answers, &mut random);
        }
        report(&format!("{}: {wanted} puzzles, {compared} comparisons", kind.name));
        assert!(with_answers > 0, "{}: no puzzle has an answer", kind.name);
    }
}

#[test]
fn random_variants_have_the_answers_that_are_found_by_trying() {
    let (seed, wanted) = wanted(300, 10_000);
    let mut random = Random(seed);
    let (mut puzzles, mut refused, mut compared) = (0, 0, 0);
    while puzzles < wanted {
        let variant = Variant::new(&mut random);
        let Some(puzzle) = variant.read() else {
            refused += 1;
            continue;
        };
        puzzles += 1;
        compared += compare(&puzzle, &variant.answers(&puzzle), &mut random);
    }
    report(&format!(
        "sudokus with extra rules: {puzzles} puzzles, {compared} comparisons; {refused} texts were refused"
    ));
    assert!(refused < 4 * puzzles, "{refused} of {puzzles} texts were refused");
}
