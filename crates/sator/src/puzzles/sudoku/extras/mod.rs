//! Extra rules of sudokus: one file and one line of `RULES` each.
//!
//! A rule says what it is called, which arguments it takes, which constraints it states, how it is
//! drawn, and which key of f-puzzles it corresponds to. Reading and writing follow from the arguments.
//! Its plain check is a function in `plain/`, which shares nothing with its constraints. The tests in
//! `tests.rs` and `tests/` compare both.

pub(in crate::puzzles) mod arguments;
pub(in crate::puzzles) mod plain;
pub(in crate::puzzles) mod random;
mod statement;
#[cfg(test)]
mod tests;
pub(in crate::puzzles) mod text;

use std::fmt;

use sator_model::{Clues, Model, Value};

pub(in crate::puzzles) use self::arguments::{Arguments, NumberField, Places, Side};
pub(in crate::puzzles) use self::statement::Statement;
use super::Sudoku;
use super::name;
pub(in crate::puzzles) use crate::render::{LineStyle, Sign};

/// Declares the modules of the rules and lists the rules.
macro_rules! rules {
    ($($module:ident),* $(,)?) => {
        $(pub(in crate::puzzles) mod $module;)*

        /// Every extra rule. A new one is a file here and a line in this list.
        pub(in crate::puzzles) static RULES: &[&ExtraRule] = &[$(&$module::RULE),*];
    };
}

rules! {
    // Rules of the whole grid. Their order is part of the key of compiled rules.
    diagonal_main,
    diagonal_anti,
    windoku,
    antiknight,
    antiking,
    nonconsecutive,
    disjoint_groups,
    antitaxicab,
    global_entropy,
    global_mod3,
    dutch_flatmates,
    // Cells.
    cage,
    sum,
    all_different,
    extra_region,
    odd,
    even,
    allowed,
    minimum,
    maximum,
    quadruple,
    clone,
    same_values,
    equal_sum,
    counting_circles,
    lunchbox,
    equality_cage,
    rellik,
    look_and_say,
    column_indexer,
    row_indexer,
    // Two cells.
    difference,
    ratio,
    pair_sum,
    greater_than,
    negative,
    // Lines.
    thermo,
    slow_thermo,
    arrow,
    double_arrow,
    average,
    whisper,
    renban,
    nabner,
    palindrome,
    between,
    lockout,
    region_sum,
    entropic,
    modular,
    zipper,
    sum_line,
    value_index,
    // Clues outside the grid.
    little_killer,
    sandwich,
    xsum,
    skyscraper,
    hidden_skyscraper,
    numbered_room,
    full_rank,
}

/// The rules of the two main diagonals.
pub(in crate::puzzles) static DIAGONALS: [&ExtraRule; 2] =
    [&diagonal_main::RULE, &diagonal_anti::RULE];

/// A kind of extra rule: an entry of the registry.
pub(in crate::puzzles) struct ExtraRule {
    /// Its type in JSON: `slow_thermo`.
    pub(in crate::puzzles) name: &'static str,
    /// The words of our text form, each with the number that it stands for: `dot white` is a
    /// difference of 1. The first word takes any number.
    pub(in crate::puzzles) words: &'static [(&'static str, Option<i64>)],
    /// A noun for the title of a puzzle that has such rules: `thermometers`.
    pub(in crate::puzzles) title: &'static str,
    /// What it takes.
    pub(in crate::puzzles) arguments: Arguments,
    /// Its sentence: `the thermometer from r1c1 rises`.
    pub(in crate::puzzles) sentence: fn(&Extra, &Sudoku) -> String,
    /// States its constraints.
    pub(in crate::puzzles) state: fn(&Extra, &mut Statement<'_>),
    /// How it is drawn.
    pub(in crate::puzzles) drawing: Drawing,
    /// The key of f-puzzles that it corresponds to, if there is one.
    pub(in crate::puzzles) fpuzzles: Option<&'static str>,
    /// Small examples in our text form, in a grid of 4×4: for tests and help.
    pub(in crate::puzzles) examples: &'static [&'static str],
}

/// How a rule is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::puzzles) enum Drawing {
    /// Nothing: it is listed below the board.
    Listed,
    /// A line through its cells, with the number unless it is the usual one.
    Line(LineStyle),
    /// A circle around its first group, and an arrow through its cells.
    Arrow,
    /// A line around its cells, with the number in the first.
    Outline,
    /// A shade of its cells.
    Shade,
    /// A sign in each of its cells.
    CellSign(Sign),
    /// Its values, small in each of its cells; the signs of odd and even cells where these are meant.
    Values,
    /// A sign between two cells.
    Between(PairSign),
    /// A circle where four cells meet, with its values.
    Corner,
    /// A number outside the grid.
    Outside,
    /// A number outside the grid, with an arrow along its diagonal.
    Pointer,
    /// The two main diagonals.
    Diagonal,
}

/// A sign between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::puzzles) enum PairSign {
    /// A white dot, with the number unless it is 1.
    WhiteDot,
    /// A black dot, with the number unless it is 2.
    BlackDot,
    /// The number in Roman numerals.
    Roman,
    /// A sign that opens towards the first cell.
    Greater,
}

impl fmt::Debug for ExtraRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for ExtraRule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for ExtraRule {}

impl ExtraRule {
    /// Whether it is about the whole grid. Such rules are compiled with those of sudoku.
    pub(in crate::puzzles) fn is_global(&self) -> bool {
        matches!(self.arguments.places, Places::None)
    }
}

/// The rule of that name in JSON.
pub(in crate::puzzles) fn by_name(name: &str) -> Option<&'static ExtraRule> {
    RULES.iter().copied().find(|rule| rule.name == name)
}

/// The name of every extra rule in JSON, with a small example: a line below a grid of 4×4.
pub fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    RULES.iter().flat_map(|rule| rule.examples.iter().map(|example| (rule.name, *example)))
}

/// The rule of that name in JSON, or with that word in a text.
pub(in crate::puzzles) fn by_word(word: &str) -> Option<&'static ExtraRule> {
    let is_called =
        |rule: &&&ExtraRule| rule.words.iter().any(|it| it.0.eq_ignore_ascii_case(word));
    by_name(word).or_else(|| RULES.iter().find(is_called).copied())
}

/// The rule with that key of f-puzzles.
pub(in crate::puzzles) fn by_fpuzzles(key: &str) -> Option<&'static ExtraRule> {
    RULES.iter().copied().find(|rule| rule.fpuzzles == Some(key))
}

/// An extra rule of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extra {
    /// The kind of rule.
    pub(in crate::puzzles) rule: &'static ExtraRule,
    /// Its cells, in the order of a line, or row by row.
    pub(in crate::puzzles) cells: Vec<usize>,
    /// Other cells: the circle of an arrow, the groups of clones.
    pub(in crate::puzzles) groups: Vec<Vec<usize>>,
    /// A total, a difference, a number outside the grid.
    pub(in crate::puzzles) number: Option<i64>,
    /// Values, ascending.
    pub(in crate::puzzles) values: Vec<Value>,
    /// Counts of values.
    pub(in crate::puzzles) counts: Vec<(usize, Value)>,
    /// The place of a number outside the grid.
    pub(in crate::puzzles) side: Option<Side>,
    /// The rule that a negative rule is about.
    pub(in crate::puzzles) of: Option<&'static ExtraRule>,
}

impl Extra {
    /// A rule without arguments.
    pub(in crate::puzzles) fn new(rule: &'static ExtraRule) -> Self {
        Self {
            rule,
            cells: Vec::new(),
            groups: Vec::new(),
            number: None,
            values: Vec::new(),
            counts: Vec::new(),
            side: None,
            of: None,
        }
    }

    /// Whether it is of this kind.
    pub(in crate::puzzles) fn is(&self, rule: &ExtraRule) -> bool {
        self.rule == rule
    }

    /// Its cells in the order of arguments: groups first.
    pub(in crate::puzzles) fn scope(&self) -> impl Iterator<Item = usize> + Clone {
        self.groups.iter().flatten().chain(&self.cells).copied()
    }

    /// The number, which its arguments require.
    pub(in crate::puzzles) fn number(&self) -> i64 {
        self.number.unwrap_or_default()
    }
}

/// States the rules of the whole grid.
pub(super) fn add_rules(sudoku: &Sudoku, model: &mut Model) {
    let mut clues = Clues::default();
    let mut statement = Statement::new(sudoku, &mut clues);
    for extra in sudoku.extras.iter().filter(|extra| extra.rule.is_global()) {
        statement.state(extra);
    }
    full_rank::add_rules(sudoku, model);
    for rule in clues.rules {
        model.add(rule.constraint).named(rule.label).family(rule.family);
    }
}

/// States all other rules, and excludes the values that are missing in the range.
pub(super) fn add_clues(sudoku: &Sudoku, clues: &mut Clues) {
    let values = sudoku.values.smallest()..=sudoku.values.largest();
    for value in values.filter(|value| !sudoku.values.contains(*value)) {
        for cell in 0..sudoku.given.len() {
            clues.exclude(sator_model::CellId::nth(cell), value);
        }
    }
    if sudoku.extras.is_empty() {
        return;
    }
    let mut statement = Statement::new(sudoku, clues);
    for extra in sudoku.extras.iter().filter(|extra| !extra.rule.is_global()) {
        statement.state(extra);
    }
}

/// A number for the rules of the whole grid; `None` if the rules are seldom shared.
pub(super) fn key(sudoku: &Sudoku) -> Option<usize> {
    let mut key = 0;
    for extra in &sudoku.extras {
        if extra.is(&full_rank::RULE) || extra.is(&nonconsecutive::RULE) {
            // Their rules depend on other extras.
            return None;
        }
        if extra.rule.is_global() {
            key |= 1 << RULES.iter().position(|rule| extra.is(rule))?;
        }
    }
    Some(key)
}

/// The nouns of the rules that are worth a title: those of a killer are not.
pub(super) fn titles(sudoku: &Sudoku) -> Vec<String> {
    let is_cage = |extra: &&Extra| extra.is(&cage::RULE) && sudoku.is_killer;
    let mut nouns: Vec<&str> = Vec::new();
    let has_diagonals = sudoku.has_diagonals();
    for extra in sudoku.extras.iter().filter(|extra| !is_cage(extra)) {
        let noun = if has_diagonals && DIAGONALS.iter().any(|rule| extra.is(rule)) {
            "diagonals"
        } else {
            extra.rule.title
        };
        if !nouns.contains(&noun) {
            nouns.push(noun);
        }
    }
    match &nouns[..] {
        [] => Vec::new(),
        [one] => vec![(*one).to_owned()],
        [first @ .., last] => vec![format!("{} and {last}", first.join(", "))],
    }
}

/// How low, middle and high values are understood, if a rule is about them and their number is not
/// divisible by 3.
pub(super) fn note_on_thirds(sudoku: &Sudoku) -> Option<String> {
    let values = sudoku.values.list();
    let has_thirds = values.len().is_multiple_of(3);
    let is_about = |extra: &Extra| extra.is(&entropic::RULE) || extra.is(&global_entropy::RULE);
    let extra = sudoku.extras.iter().find(|extra| !has_thirds && is_about(extra))?;
    let listed = |third: usize| {
        let of = values.iter().filter(|value| sudoku.values.third(**value) == third);
        let texts: Vec<_> = of.map(Value::to_string).collect();
        if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
    };
    let (word, [low, middle, high]) = (extra.rule.words[0].0, [0, 1, 2].map(listed));
    Some(format!(
        "{word}: {} values have no equal thirds; low is taken as {low}, middle as {middle}, high as {high}",
        values.len()
    ))
}

/// The pairs of orthogonal neighbours, each once.
pub(in crate::puzzles) fn neighbour_pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n * n).flat_map(move |cell| {
        let right = (cell % n + 1 < n).then_some([cell, cell + 1]);
        let below = (cell / n + 1 < n).then_some([cell, cell + n]);
        right.into_iter().chain(below)
    })
}

/// The pairs of cells a step apart, each once; steps go downwards.
pub(in crate::puzzles) fn pairs_apart(n: usize, steps: &[[isize; 2]]) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for cell in 0..n * n {
        for [down, right] in steps {
            let row = (cell / n).checked_add_signed(*down).filter(|it| *it < n);
            let column = (cell % n).checked_add_signed(*right).filter(|it| *it < n);
            if let (Some(row), Some(column)) = (row, column) {
                pairs.push([cell, row * n + column]);
            }
        }
    }
    pairs
}

/// `r1c1`, of the first cell of a rule.
pub(in crate::puzzles) fn first_cell(extra: &Extra, sudoku: &Sudoku) -> String {
    extra.scope().next().map_or_else(String::new, |cell| name(sudoku.n(), cell))
}

/// A sentence about the rule's first cell: `the thermometer from r1c1 rises`.
macro_rules! sentence {
    ($before:literal, $after:literal) => {
        |extra, sudoku| {
            format!(
                concat!($before, " {}", $after),
                $crate::puzzles::sudoku::extras::first_cell(extra, sudoku)
            )
        }
    };
}

pub(in crate::puzzles) use sentence;
