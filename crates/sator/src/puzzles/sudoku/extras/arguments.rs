//! What extra rules take, and their JSON: `{"type":"thermo","cells":[[0,0],[0,1]]}`.

use std::collections::HashSet;

use sator_sat::text::shown;
use serde_json::{Map, Value as Json, json};

use super::super::Sudoku;
use super::super::name;
use super::{Extra, ExtraRule, by_name, negative};
use crate::model::Value;
use crate::text::counted;

/// What an extra rule takes.
#[derive(Debug, Clone, Copy)]
pub(in crate::puzzles) struct Arguments {
    /// Where it is.
    pub(in crate::puzzles) places: Places,
    /// Its number.
    pub(in crate::puzzles) number: NumberField,
    /// Whether it has values.
    pub(in crate::puzzles) has_values: bool,
    /// Whether it has counts of values.
    pub(in crate::puzzles) has_counts: bool,
}

/// Where an extra rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::puzzles) enum Places {
    /// In the whole grid.
    None,
    /// At least this number of different cells, in any order.
    Cells(usize),
    /// Different cells in any order, as many as there are values at most: their values differ.
    Different,
    /// At least this number of different cells, in this order.
    Ordered(usize),
    /// At least this number of cells along a line. A cell counts as often as the line visits it.
    Line(usize),
    /// The cells that a line visits, in any order, at least this many. One that it visits again, as a
    /// closed line does, counts once.
    Visited(usize),
    /// Two different cells.
    Pair,
    /// A circle of one to three different cells, and the cells of an arrow, which is a line.
    Circle,
    /// Groups of different cells; whether they have equal sizes. Groups may share cells.
    Groups(bool),
    /// A row or column, seen from one side.
    Side,
    /// All pairs of neighbours without the sign of another rule.
    Unmarked,
}

/// The number of an extra rule, with its field in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::puzzles) enum NumberField {
    /// It has none.
    None,
    /// It has one.
    Required(&'static str),
    /// It may have one.
    Optional(&'static str),
    /// It has this one, unless another is said.
    Default(&'static str, i64),
}

/// A row or column, seen from one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::puzzles) struct Side {
    /// Whether it is a row.
    pub(in crate::puzzles) is_row: bool,
    /// Its number, from 0.
    pub(in crate::puzzles) index: usize,
    /// Whether it is seen from the right or from below.
    pub(in crate::puzzles) is_from_end: bool,
}

impl Side {
    /// The cells in the order of sight.
    pub(in crate::puzzles) fn cells(self, n: usize) -> Vec<usize> {
        let cell = |i: usize| if self.is_row { self.index * n + i } else { i * n + self.index };
        let mut cells: Vec<_> = (0..n).map(cell).collect();
        if self.is_from_end {
            cells.reverse();
        }
        cells
    }

    /// The side in words: `left`, `bottom`.
    pub(in crate::puzzles) fn word(self) -> &'static str {
        match (self.is_row, self.is_from_end) {
            (true, false) => "left",
            (true, true) => "right",
            (false, false) => "top",
            (false, true) => "bottom",
        }
    }
}

/// `row 3 from the left`.
impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let noun = if self.is_row { "row" } else { "column" };
        write!(f, "{noun} {} from the {}", self.index + 1, self.word())
    }
}

impl Arguments {
    /// A rule that takes places and nothing else.
    pub(in crate::puzzles) const fn of(places: Places) -> Self {
        Self { places, number: NumberField::None, has_values: false, has_counts: false }
    }

    /// Adds a number.
    pub(in crate::puzzles) const fn number(self, number: NumberField) -> Self {
        Self { number, ..self }
    }

    /// Adds values.
    pub(in crate::puzzles) const fn values(self) -> Self {
        Self { has_values: true, ..self }
    }

    /// Adds counts of values.
    pub(in crate::puzzles) const fn counts(self) -> Self {
        Self { has_counts: true, ..self }
    }
}

/// The largest number of a rule; larger ones are slips.
pub(in crate::puzzles) const LARGEST_NUMBER: i64 = 999_999;

impl Extra {
    /// Completes and checks the arguments; the error says what was expected.
    pub(in crate::puzzles) fn checked(mut self, sudoku: &Sudoku) -> Result<Self, String> {
        let (n, values) = (sudoku.n(), sudoku.values.list().len());
        let Arguments { places, number, has_values, has_counts } = self.rule.arguments;
        self.check_places(places, n, values)?;
        match number {
            NumberField::Required(field) if self.number.is_none() => {
                return Err(format!("expected a {}, found none", field.replace('_', " ")));
            }
            NumberField::Default(_, usual) => self.number = self.number.or(Some(usual)),
            NumberField::None => self.number = None,
            _ => {}
        }
        if let Some(number) = self.number.filter(|it| !(0..=LARGEST_NUMBER).contains(it)) {
            return Err(format!("expected a number from 0 to {LARGEST_NUMBER}, found {number}"));
        }
        if number == NumberField::Default("mod", 3) && self.number == Some(0) {
            return Err("expected a number from 1, found 0".to_owned());
        }
        if has_values && self.values.is_empty() {
            return Err("expected values, found none".to_owned());
        }
        if has_counts && self.counts.is_empty() {
            return Err("expected counts of values, found none".to_owned());
        }
        let counted = self.counts.iter().map(|(_, value)| value);
        let is_unknown = |it: &&Value| !sudoku.values.contains(**it);
        if places != Places::Unmarked
            && let Some(value) = self.values.iter().chain(counted).find(is_unknown)
        {
            return Err(format!("expected values of {}, found {value}", sudoku.values));
        }
        self.values.sort_unstable();
        Ok(self)
    }

    fn check_places(&mut self, places: Places, n: usize, values: usize) -> Result<(), String> {
        if let Some(cell) = self.scope().find(|cell| *cell >= n * n) {
            return Err(format!("expected cells of a grid of {n}×{n}, found cell {cell}"));
        }
        if let Some(cell) = self.repeated().and_then(|place| self.scope().nth(place)) {
            return Err(format!("expected different cells, found {} twice", name(n, cell)));
        }
        let at_least = |least: usize, found: usize| {
            let is_enough = (found >= least).then_some(());
            is_enough.ok_or_else(|| {
                format!("expected at least {}, found {found}", counted(least, "cell"))
            })
        };
        match places {
            Places::None => Ok(()),
            Places::Unmarked => match self.of.filter(|rule| negative::is_of(rule)) {
                Some(_) => Ok(()),
                None => Err("expected difference, ratio or pair-sum after it".to_owned()),
            },
            Places::Cells(least) => {
                self.cells.sort_unstable();
                at_least(least, self.cells.len())
            }
            Places::Visited(least) => {
                self.cells.sort_unstable();
                self.cells.dedup();
                at_least(least, self.cells.len())
            }
            Places::Different => {
                self.cells.sort_unstable();
                at_least(1, self.cells.len())?;
                match self.cells.len() {
                    found if found > values => {
                        Err(format!("expected at most {values} cells, found {found}"))
                    }
                    _ => Ok(()),
                }
            }
            Places::Line(least) | Places::Ordered(least) => at_least(least, self.cells.len()),
            Places::Pair => match self.cells[..] {
                [_, _] => Ok(()),
                _ => Err(format!("expected two cells, found {}", self.cells.len())),
            },
            Places::Circle => {
                let circle = self.groups.first().map_or(0, Vec::len);
                if self.groups.len() != 1 || !(1..=3).contains(&circle) {
                    return Err(format!("expected a circle of 1 to 3 cells, found {circle}"));
                }
                match self.cells.iter().find(|cell| self.groups[0].contains(cell)) {
                    Some(&cell) => Err(format!(
                        "expected an arrow outside its circle, found {} in both",
                        name(n, cell)
                    )),
                    None => at_least(1, self.cells.len()),
                }
            }
            Places::Groups(are_equal) => self.check_groups(are_equal),
            Places::Side => match self.side.filter(|side| side.index < n) {
                Some(side) => {
                    self.cells = side.cells(n);
                    Ok(())
                }
                None => Err(format!("expected a row or column from 1 to {n}")),
            },
        }
    }

    /// The place in [`Extra::scope`] of a cell that occurs before it in the same list of different
    /// cells.
    pub(super) fn repeated(&self) -> Option<usize> {
        let lists = match self.rule.arguments.places {
            Places::Cells(_) | Places::Different | Places::Ordered(_) | Places::Pair => {
                vec![&self.cells]
            }
            Places::Circle | Places::Groups(_) => self.groups.iter().collect(),
            Places::Line(_)
            | Places::Visited(_)
            | Places::None
            | Places::Side
            | Places::Unmarked => Vec::new(),
        };
        let mut places = 0..;
        lists.iter().find_map(|cells| {
            let mut seen = HashSet::new();
            cells.iter().zip(&mut places).find(|(cell, _)| !seen.insert(**cell)).map(|it| it.1)
        })
    }

    fn check_groups(&self, are_equal: bool) -> Result<(), String> {
        let sizes: Vec<_> = self.groups.iter().map(Vec::len).collect();
        if sizes.len() < 2 || sizes.contains(&0) {
            return Err("expected at least two groups of cells".to_owned());
        }
        match sizes.iter().find(|size| are_equal && **size != sizes[0]) {
            Some(other) => {
                Err(format!("expected groups of equal size, found {} and {other}", sizes[0]))
            }
            None => Ok(()),
        }
    }

    /// Its JSON.
    pub(in crate::puzzles) fn json(&self, n: usize) -> Json {
        let mut object = Map::new();
        object.insert("type".to_owned(), json!(self.rule.name));
        let places = |cells: &[usize]| -> Json {
            cells.iter().map(|cell| json!([cell / n, cell % n])).collect()
        };
        let Arguments { places: kind, number, .. } = self.rule.arguments;
        match (kind, self.side) {
            (Places::None, _) => {}
            (Places::Circle, _) => {
                object.insert("circle".to_owned(), places(&self.groups[0]));
                object.insert("cells".to_owned(), places(&self.cells));
            }
            (Places::Groups(_), _) => {
                let groups = self.groups.iter().map(|group| places(group)).collect();
                object.insert("groups".to_owned(), groups);
            }
            (Places::Side, Some(side)) => {
                object.insert("axis".to_owned(), json!(if side.is_row { "row" } else { "col" }));
                object.insert("index".to_owned(), json!(side.index));
                let from = if side.is_from_end { "end" } else { "start" };
                object.insert("from".to_owned(), json!(from));
            }
            (Places::Unmarked, _) => {
                object.insert("of".to_owned(), json!(self.of.map(|rule| rule.name)));
            }
            _ => {
                object.insert("cells".to_owned(), places(&self.cells));
            }
        }
        if !self.values.is_empty() {
            object.insert("values".to_owned(), json!(self.values));
        }
        if !self.counts.is_empty() {
            object.insert("counts".to_owned(), json!(self.counts));
        }
        if let (Some(field), Some(number)) = (number.field(), self.number) {
            object.insert(field.to_owned(), json!(number));
        }
        Json::Object(object)
    }

    /// The fields of its JSON that this rule does not have.
    pub(in crate::puzzles) fn unknown_fields(&self, json: &Json) -> Vec<String> {
        let Arguments { places, number, has_values, has_counts } = self.rule.arguments;
        let of_places: &[&str] = match places {
            Places::None => &[],
            Places::Circle => &["circle", "cells"],
            Places::Groups(_) => &["groups"],
            Places::Side => &["axis", "index", "from"],
            Places::Unmarked => &["of"],
            _ => &["cells"],
        };
        let is_known = |field: &str| match field {
            // A clue outside the grid is drawn there: its cells are what counts.
            "type" | "clue" | "dir" => true,
            "values" => has_values,
            "counts" => has_counts,
            _ => of_places.contains(&field) || number.field() == Some(field),
        };
        let fields = json.as_object().into_iter().flat_map(Map::keys);
        fields.filter(|field| !is_known(field)).cloned().collect()
    }

    /// Reads its JSON. Fields that are not known are ignored.
    pub(in crate::puzzles) fn of_json(json: &Json, sudoku: &Sudoku) -> Result<Self, String> {
        let object = json.as_object().ok_or_else(|| expected("an object with a type", json))?;
        let word = object.get("type").and_then(Json::as_str);
        let word = word.ok_or_else(|| "expected a type, found none".to_owned())?;
        let rule = by_name(word).ok_or_else(|| format!("{}{}", UNKNOWN_TYPE, shown(word)))?;
        let error = |message: String| format!("{word}: {message}");
        let n = sudoku.n();
        let mut extra = Self::new(rule);
        let cells = |field: &str| {
            object.get(field).map_or(Ok(Vec::new()), |json| cells_of(json, n)).map_err(error)
        };
        extra.cells = cells("cells")?;
        match rule.arguments.places {
            Places::Circle => extra.groups = vec![cells("circle")?],
            Places::Groups(_) => {
                let groups = object.get("groups").and_then(Json::as_array);
                let groups = groups.ok_or_else(|| error("expected groups of cells".to_owned()))?;
                let groups = groups.iter().map(|group| cells_of(group, n).map_err(error));
                extra.groups = groups.collect::<Result<_, _>>()?;
            }
            Places::Side => extra.side = Some(side_of(object).map_err(error)?),
            Places::Unmarked => {
                let of = object.get("of").and_then(Json::as_str).and_then(by_name);
                extra.of = Some(of.ok_or_else(|| error("expected the type of a rule".to_owned()))?);
            }
            _ => {}
        }
        if let Some(json) = rule.arguments.number.field().and_then(|field| object.get(field))
            && !json.is_null()
        {
            let number = json.as_i64().ok_or_else(|| error(expected("a number", json)))?;
            extra.number = Some(number);
        }
        if let Some(json) = object.get("values").filter(|_| rule.arguments.has_values) {
            extra.values = numbers_of(json).map_err(error)?;
        }
        if let Some(json) = object.get("counts").filter(|_| rule.arguments.has_counts) {
            extra.counts = counts_of(json).map_err(error)?;
        }
        extra.checked(sudoku).map_err(error)
    }
}

/// The beginning of the error for a rule that is not known.
pub(in crate::puzzles) const UNKNOWN_TYPE: &str = "there is no constraint of type ";

impl NumberField {
    /// Its name in JSON.
    fn field(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Required(field) | Self::Optional(field) | Self::Default(field, _) => Some(field),
        }
    }
}

fn expected(what: &str, found: &Json) -> String {
    crate::text::short(&format!("expected {what}, found {found}"))
}

/// Cells as rows and columns from 0.
fn cells_of(json: &Json, n: usize) -> Result<Vec<usize>, String> {
    let last = n - 1;
    let cell = |cell: &Json| {
        let place = |at: usize| cell.get(at).and_then(Json::as_u64).filter(|&it| it < n as u64);
        match (place(0), place(1), cell.get(2)) {
            (Some(row), Some(column), None) => Ok(row as usize * n + column as usize),
            _ => Err(expected(&format!("cells from [0,0] to [{last},{last}]"), cell)),
        }
    };
    let cells = json.as_array().ok_or_else(|| expected("cells such as [[0,0],[0,1]]", json))?;
    cells.iter().map(cell).collect()
}

fn side_of(object: &Map<String, Json>) -> Result<Side, String> {
    let text = |field: &str| object.get(field).and_then(Json::as_str);
    let is_row = match text("axis") {
        Some("row") => true,
        Some("col" | "column") => false,
        _ => return Err("expected the axis 'row' or 'col'".to_owned()),
    };
    let is_from_end = match text("from") {
        None | Some("start") => false,
        Some("end") => true,
        Some(other) => return Err(format!("expected 'start' or 'end', found {}", shown(other))),
    };
    let index = object.get("index").and_then(Json::as_u64);
    let index = index.ok_or_else(|| "expected an index, found none".to_owned())? as usize;
    Ok(Side { is_row, index, is_from_end })
}

fn numbers_of(json: &Json) -> Result<Vec<Value>, String> {
    let number = |it: &Json| it.as_i64().and_then(|it| Value::try_from(it).ok());
    let numbers = json.as_array().and_then(|list| list.iter().map(number).collect());
    numbers.ok_or_else(|| expected("a list of values", json))
}

fn counts_of(json: &Json) -> Result<Vec<(usize, Value)>, String> {
    let pair = |it: &Json| {
        let count = it.get(0)?.as_u64()? as usize;
        Some((count, Value::try_from(it.get(1)?.as_i64()?).ok()?))
    };
    let counts = json.as_array().and_then(|list| list.iter().map(pair).collect());
    counts.ok_or_else(|| expected("counts such as [[2,5]]", json))
}

/// The rule that a word or two words of a text stand for, with its number.
pub(super) fn by_words(
    first: &str,
    second: Option<&str>,
) -> Option<(&'static ExtraRule, Option<i64>, bool)> {
    let two = second.map(|second| format!("{first} {second}"));
    let find = |word: &str| {
        let mut all =
            super::RULES.iter().flat_map(|rule| rule.words.iter().map(move |it| (rule, it)));
        all.find(|(_, it)| it.0.eq_ignore_ascii_case(word)).map(|(rule, it)| (*rule, it.1))
    };
    let with = |is_two: bool| move |(rule, number)| (rule, number, is_two);
    two.and_then(|two| find(&two)).map(with(true)).or_else(|| find(first).map(with(false)))
}
