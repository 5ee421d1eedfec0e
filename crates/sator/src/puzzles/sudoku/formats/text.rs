//! Sator's own plain format for sudokus with extra rules, easy to type.
//!
//! ```text
//! # Lines for what is unusual may come first: box 2x3, no boxes, values 0-8.
//! 1.......4
//! …              the grid
//!
//! regions        perhaps, and then a row of letters for each row: the same letter is one region
//! AAABBBCCC
//! …
//!
//! thermo r1c1 r1c2 r1c3
//! arrow r5c5: r5c6 r5c7
//! dot black r1c1 r1c2
//! anti-knight
//! ```

use sator_sat::TextError;

use super::super::extras::Extra;
use super::super::extras::text::{cell_of, is_rule};
use super::super::options::GridOptions;
use super::super::{Notation, Regions, Sudoku, Values};
use super::{grid, is_same, size};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{Span, lines};

pub(super) static FORMAT: Format<Sudoku> = Format::new(
    "text",
    "a grid, and a line for each extra rule: thermo r1c1 r1c2, dot black r1c1 r1c2, anti-knight",
    sniff,
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(print);

pub(super) const REGIONS: &str = "regions";

fn sniff(text: &str) -> Confidence {
    const EXAMINED_LINES: usize = 2000;
    let is_meant = |line: Span<'_>| is_rule(line) || is_heading(line, REGIONS);
    let mut all = lines(text).take(EXAMINED_LINES);
    if all.any(is_meant) {
        return Confidence::Certain;
    }
    let is_header = |line| Header::default().take(line).unwrap_or(true);
    if lines(text).next().is_some_and(is_header) {
        return Confidence::Likely;
    }
    let mut all = lines(text).take(EXAMINED_LINES);
    Confidence::Likely.only_if(all.any(is_like_rule))
}

/// Whether a line begins with a word.
pub(super) fn is_heading(line: Span<'_>, word: &str) -> bool {
    let first = line.text.split_whitespace().next().unwrap_or_default();
    first.trim_end_matches(':').eq_ignore_ascii_case(word)
}

/// Whether a line is a word with cells after it, perhaps the misspelt word of a rule.
fn is_like_rule(line: Span<'_>) -> bool {
    let mut words = line.spaced().map(|word| word.text);
    let first = words.next().unwrap_or_default();
    let is_word =
        first.len() > 2 && first.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    is_word && words.any(|word| cell_of(word).is_some())
}

/// What the lines around the grid say.
#[derive(Default)]
struct Header {
    boxes: Option<Boxes>,
    values: Option<Vec<Value>>,
}

enum Boxes {
    None,
    Shaped(crate::boxes::BoxShape),
}

impl Header {
    /// Takes a line; false if it is something else.
    fn take(&mut self, line: Span<'_>) -> Result<bool, TextError> {
        let words: Vec<_> = line.spaced().collect();
        let is = |at: usize, word: &str| {
            words.get(at).is_some_and(|it: &Span<'_>| it.text.eq_ignore_ascii_case(word))
        };
        if is(0, "no") && is(1, "boxes") {
            self.boxes = Some(Boxes::None);
        } else if is(0, "box") && words.len() == 2 {
            let shape = words[1]
                .text
                .parse()
                .map_err(|error: crate::boxes::NotABox| words[1].error(error.to_string()))?;
            self.boxes = Some(Boxes::Shaped(shape));
        } else if is(0, "values") {
            self.values = Some(
                values_of(&words[1..])
                    .ok_or_else(|| line.unexpected("values such as 0-8 or 1 2 3 5"))?,
            );
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}

/// `0-8`, or `1 2 3 5`.
fn values_of(words: &[Span<'_>]) -> Option<Vec<Value>> {
    if let [range] = words
        && let Some((first, last)) = range.text.split_once('-')
    {
        let (first, last) = (first.parse::<Value>().ok()?, last.parse::<Value>().ok()?);
        return (first <= last && last - first < 100).then(|| (first..=last).collect());
    }
    words.iter().map(|word| word.text.parse().ok()).collect()
}

pub(super) fn read(text: &str, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let mut header = Header::default();
    let (mut rows, mut map, mut rules) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_map = false;
    for line in lines(text) {
        if is_rule(line) {
            is_map = false;
            rules.push(line);
        } else if is_heading(line, REGIONS) {
            is_map = true;
        } else if header.take(line)? {
        } else if is_map {
            map.push(line);
        } else if rules.is_empty() && !is_like_rule(line) {
            rows.push(line);
        } else {
            return Err(line.unexpected("a rule such as 'thermo r1c1 r1c2' or 'anti-knight'"));
        }
    }
    let mut sudoku = plain(&rows, &map, &header, options)?;
    for line in rules {
        sudoku.extras.push(Extra::of_line(line, &sudoku)?);
    }
    Ok(sudoku.ordered())
}

/// The grid with its regions and values.
fn plain(
    rows: &[Span<'_>],
    map: &[Span<'_>],
    header: &Header,
    options: &GridOptions<'_>,
) -> Result<Sudoku, TextError> {
    if rows.is_empty() {
        return Err(TextError::whole("expected a grid and extra rules, found no grid"));
    }
    let is_usual = map.is_empty() && header.values.is_none() && header.boxes.is_none();
    if is_usual {
        return grid::of_lines(rows, false, options);
    }
    let n = rows.len();
    let values = match &header.values {
        Some(values) => Values::new(values.clone(), n).map_err(TextError::whole)?,
        None => Values::usual(n),
    };
    let regions = match (&header.boxes, map) {
        (written, [first, ..]) => {
            let regions = regions(map, n, values.list().len())?;
            let boxes = match written {
                None => None,
                Some(Boxes::None) => Some(Regions::none(n)),
                Some(Boxes::Shaped(shape)) => Some(Regions::Boxes(*shape)),
            };
            regions.expect_same_as(boxes.as_ref()).map_err(|message| first.error(message))?;
            regions
        }
        (Some(Boxes::None), []) => Regions::none(n),
        (Some(Boxes::Shaped(shape)), []) => Regions::Boxes(size::shape(n, Some(*shape))?),
        (None, []) => Regions::Boxes(size::shape(n, options.box_shape)?),
    };
    let notation = Notation::usual(n.max(values.largest() as usize));
    let mut sudoku = Sudoku::empty(regions, values, notation);
    sudoku.given.clear();
    for row in rows {
        let words: Vec<_> = row.spaced().collect();
        let cells = if words.len() == n { words } else { row.symbols().collect() };
        if cells.len() != n {
            return Err(row.error(format!("expected a row of {n} cells, found {}", cells.len())));
        }
        for cell in cells {
            let value = cell.text.parse().ok().filter(|it| sudoku.values.contains(*it));
            let is_empty = matches!(cell.text, "." | "_" | "*" | "-" | "?" | "0");
            if value.is_none() && !is_empty {
                return Err(cell.unexpected(&format!("a value of {} or '.'", sudoku.values)));
            }
            sudoku.given.push(value);
        }
    }
    Ok(sudoku)
}

/// Regions as rows of letters; a dot is in none.
fn regions(map: &[Span<'_>], n: usize, values: usize) -> Result<Regions, TextError> {
    let mut letters: Vec<&str> = Vec::new();
    let mut numbers = Vec::new();
    for row in map {
        let words: Vec<_> = row.spaced().collect();
        let cells = if words.len() == n { words } else { row.symbols().collect() };
        if cells.len() != n {
            return Err(row.error(format!("expected a row of {n} letters, found {}", cells.len())));
        }
        for cell in cells {
            let number = letters.iter().position(|it| *it == cell.text).unwrap_or_else(|| {
                letters.push(cell.text);
                letters.len() - 1
            });
            numbers.push((cell.text != ".").then_some(number as i64));
        }
    }
    if numbers.len() != n * n {
        let message = format!("expected {n} rows of regions, found {}", map.len());
        return Err(map[0].error(message));
    }
    let named = |message: String| {
        // Regions are counted by their first cells; people see letters.
        letters.iter().enumerate().fold(message, |message, (number, letter)| {
            message.replace(&format!("region {number} "), &format!("region {letter} "))
        })
    };
    Regions::irregular(n, &numbers, values).map_err(|message| map[0].error(named(message)))
}

/// The text that reads back as this puzzle.
pub(super) fn print(sudoku: &Sudoku) -> Result<String, String> {
    let n = sudoku.n();
    let mut parts = Vec::new();
    match &sudoku.regions {
        Regions::Boxes(shape) if shape.rows() == 1 && n > 1 => parts.push("no boxes".to_owned()),
        Regions::Boxes(shape) if crate::boxes::BoxShape::usual(n) != Some(*shape) => {
            parts.push(format!("box {shape}"));
        }
        _ => {}
    }
    if sudoku.values != Values::usual(n) {
        parts.push(format!("values {}", sudoku.values));
    }
    let notation = Notation::usual(n.max(sudoku.values.largest() as usize));
    parts.push(grid::rows(&Sudoku { notation, ..sudoku.clone() }));
    if let Regions::Irregular { of, .. } = &sudoku.regions {
        parts.push(format!("\n{REGIONS}"));
        let letter = |region: &Option<usize>| match region {
            None => ".".to_owned(),
            Some(region @ 0..26) => char::from(b'A' + *region as u8).to_string(),
            Some(region) => char::from(b'a' + (*region - 26) as u8).to_string(),
        };
        parts.extend(of.chunks(n).map(|row| row.iter().map(letter).collect::<String>()));
    }
    if !sudoku.extras.is_empty() {
        parts.push(String::new());
    }
    parts.extend(sudoku.extras.iter().map(|extra| extra.line(n)));
    let text = parts.join("\n");
    match read(&text, &GridOptions::default()) {
        Ok(again) if is_same(&again, sudoku) => Ok(text),
        _ => Err("it would be read back as another puzzle".to_owned()),
    }
}
