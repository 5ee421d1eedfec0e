//! Another numbering of a puzzle's variables: JSON as in the map of a bundle, or lines of text.

use std::collections::HashMap;
use std::path::Path;

use sator::ParseError;
use sator::model::{CellId, Cells, Domain, Value};
use sator_sat::text::shown;
use sator_sat::{ClauseSink, Clauses, Lit};
use serde_json::Value as Json;

use crate::failure::Failure;
use crate::input;

/// Maps the variables of a formula to those of 'sator generate'.
pub(crate) struct Numbering {
    /// The literal of a cell for each variable, counted from 0.
    lits: HashMap<u32, Lit>,
    /// The number of variables of all cells.
    cells: u32,
}

impl Numbering {
    /// A numbering with these meanings; the cells have `cells` variables.
    pub(crate) fn new(lits: HashMap<u32, Lit>, cells: u32) -> Self {
        Self { lits, cells }
    }

    /// Reads the numbering in a file.
    pub(crate) fn read(path: &Path, cells: &Cells) -> Result<Self, Failure> {
        let text = input::text(path)?;
        let fail = |error| Failure::at(input::place(path), error);
        let entries = if text.trim_start().starts_with('{') {
            of_json(&text).map_err(fail)?
        } else {
            of_lines(&text).map_err(fail)?
        };
        let names = cells.iter().map(|(cell, name, _)| (name.to_string(), cell)).collect();
        let names = Names { cells, names };
        let (mut lits, mut owners) = (HashMap::new(), HashMap::new());
        for Entry { line, variable, cell, value } in entries {
            let wrong = |message: String| fail(ParseError::line(line, message));
            let lit = names.literal(&cell, value).map_err(wrong)?;
            if lits.insert(variable, lit).is_some() {
                return Err(wrong(format!("variable {} is there twice", variable + 1)));
            }
            if let Some(other) = owners.insert(lit, variable) {
                let (other, variable) = (other + 1, variable + 1);
                let message = format!("variables {other} and {variable} have the same meaning");
                return Err(wrong(message));
            }
        }
        Ok(Self { lits, cells: cells.variables() })
    }

    /// The literals about cells, in the numbering of 'sator generate'.
    pub(crate) fn translate(&self, lits: &[Lit]) -> Vec<Lit> {
        let translate = |lit: &Lit| {
            let known = *self.lits.get(&lit.vidx32())?;
            Some(if lit.is_pos() { known } else { !known })
        };
        lits.iter().filter_map(translate).collect()
    }

    /// A formula in the numbering of 'sator generate'; other variables come after those of cells.
    pub(crate) fn translate_formula(&self, clauses: &Clauses) -> Clauses {
        let mut translated = Clauses::default();
        for clause in clauses.iter() {
            let translate = |lit: &Lit| match self.lits.get(&lit.vidx32()) {
                Some(&known) if lit.is_pos() => known,
                Some(&known) => !known,
                None => Lit::new(self.cells + lit.vidx32(), lit.is_neg()),
            };
            translated.add_clause(&clause.iter().map(translate).collect::<Vec<_>>());
        }
        translated
    }
}

/// The meaning of one variable.
struct Entry {
    /// The line of the text, or 0.
    line: usize,
    /// Counted from 0.
    variable: u32,
    cell: String,
    value: Option<Value>,
}

/// `{"variables":{"1":{"cell":"r1c1","value":5},…}}`, or the inner object alone.
fn of_json(text: &str) -> Result<Vec<Entry>, ParseError> {
    let json: Json = serde_json::from_str(text)
        .map_err(|error| ParseError::at(error.line(), error.column(), error.to_string()))?;
    let variables = json.get("variables").unwrap_or(&json).as_object();
    let variables =
        variables.ok_or_else(|| ParseError::whole("expected an object of variables"))?;
    let entry = |(number, atom): (&String, &Json)| {
        let cell = atom.get("cell").and_then(Json::as_str).unwrap_or_default().to_owned();
        let value = atom.get("value").and_then(Json::as_i64);
        let value = value.and_then(|value| Value::try_from(value).ok());
        let variable = variable(number).map_err(ParseError::whole)?;
        Ok(Entry { line: 0, variable, cell, value })
    };
    variables.iter().map(entry).collect()
}

/// Lines `VARIABLE CELL VALUE`, also with `=`, `:` or a comma between; blank lines and lines that begin with `#` or `c` are comments. The
/// value may be left out where a cell is true or false, and of a square of queens.
fn of_lines(text: &str) -> Result<Vec<Entry>, ParseError> {
    let mut entries = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let is_gap = |symbol: char| symbol.is_whitespace() || "=:,".contains(symbol);
        let words: Vec<_> = content.split(is_gap).filter(|word| !word.is_empty()).collect();
        let Some(&first) = words.first() else { continue };
        if first.starts_with('#') || first == "c" {
            continue;
        }
        let variable = variable(first).map_err(|message| ParseError::line(line, message))?;
        // The cells of queens are rows: "row 3".
        let is_row = words.get(1) == Some(&"row");
        let (cell, value) = match (&words[1..], is_row) {
            ([row, number, rest @ ..], true) => (format!("{row} {number}"), rest),
            ([cell, rest @ ..], false) => ((*cell).to_owned(), rest),
            _ => (String::new(), &words[..0]),
        };
        let value = match value {
            [] => None,
            [value] => Some(value.parse().map_err(|_| {
                ParseError::line(line, format!("expected a whole number, found {}", shown(value)))
            })?),
            _ => {
                let message = format!("expected VARIABLE CELL VALUE, found {}", shown(content));
                return Err(ParseError::line(line, message));
            }
        };
        entries.push(Entry { line, variable, cell, value });
    }
    Ok(entries)
}

/// A variable, counted from 0.
fn variable(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=i32::MAX).contains(number));
    let variable = number.map(|number| number as u32 - 1);
    variable.ok_or_else(|| format!("expected a variable from 1, found {}", shown(text)))
}

/// The cells of a puzzle by their names.
struct Names<'a> {
    cells: &'a Cells,
    names: HashMap<String, CellId>,
}

impl Names<'_> {
    fn literal(&self, cell: &str, value: Option<Value>) -> Result<Lit, String> {
        let expected = || {
            let example = self.cells.iter().next().map(|(_, name, _)| format!("'{name}'"));
            let example = example.unwrap_or_else(|| "none".to_owned());
            format!("expected a cell and a value, a cell such as {example}, found {}", shown(cell))
        };
        let (id, value) = self.place(cell, value).ok_or_else(expected)?;
        let condition = id.is(value);
        self.cells.lit(condition).filter(|_| self.cells.domain(id).contains(value)).ok_or_else(
            || {
                let (least, most) = self.cells.domain(id).bounds();
                format!("expected a value from {least} to {most} for {cell}, found {value}")
            },
        )
    }

    fn place(&self, cell: &str, value: Option<Value>) -> Option<(CellId, Value)> {
        if let Some(&id) = self.names.get(cell) {
            let is_truth = matches!(self.cells.domain(id), Domain::Truth);
            return Some((id, value.or(is_truth.then_some(1))?));
        }
        // A square of queens: the row has its queen in this column.
        let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
        let id = self.names.get(&format!("row {row}"))?;
        Some((*id, column.parse().ok()?))
    }
}
