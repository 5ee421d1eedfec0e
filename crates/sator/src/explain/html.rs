//! Explanations as a page: a picture for each step, with its cells and rules highlighted.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use sator_model::explain::{End, Explanation, Fact, Step, UnitKind};

use super::ExplainedStep;
use crate::model::{CellId, CellName, Domain, Value};
use crate::puzzle::AnyPuzzle;
use crate::render::Board;
use crate::render::svg::{Emphasis, Highlight, Note, Overlay, STYLE, Square, escaped};

/// The beginning of a page.
pub fn head(title: &str) -> String {
    styled_head(title, include_str!("page.css"))
}

/// The beginning of a page with a style of its own.
pub(crate) fn styled_head(title: &str, style: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
        <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{}</title>\n\
        <style>\n{style}{STYLE}</style>\n</head>\n<body>\n",
        escaped(title),
    )
}

/// The end of a page.
pub const TAIL: &str = "</body>\n</html>\n";

/// An explanation with its words.
#[derive(Debug, Clone, Copy)]
pub struct Chapter<'e> {
    /// The puzzle.
    pub puzzle: &'e AnyPuzzle,
    /// The explanation.
    pub found: &'e Explanation,
    /// Its steps in words.
    pub steps: &'e [ExplainedStep],
    /// A player's entries, with which it began.
    pub entries: &'e [Fact],
    /// Paragraphs before the steps: wrong entries.
    pub preface: &'e [String],
    /// Paragraphs after the steps: how it ended.
    pub conclusion: &'e [String],
}

impl Chapter<'_> {
    /// The explanation of one puzzle, as a part of a page.
    pub fn to_html(&self) -> String {
        let title = escaped(&self.puzzle.title());
        let mut known = Known::new(self);
        let mut html = format!("<article>\n<h1>{title}</h1>\n<section class=\"step\">\n");
        figure(&known.board(), &known.at_the_start(), &mut html);
        html += "<div>\n";
        html += &legend(self.found.end);
        for line in self.puzzle.board(None).lines_below(|_| true) {
            let _ = writeln!(html, "<p>{}</p>", escaped(line));
        }
        paragraphs(self.preface, &mut html);
        html += "</div>\n</section>\n";
        for (number, (step, words)) in (1..).zip(self.found.steps.iter().zip(self.steps)) {
            let overlay = known.overlay(step);
            known.learn(step);
            html += "<section class=\"step\">\n";
            figure(&known.board(), &overlay, &mut html);
            describe(number, words, &mut html);
            html += "</section>\n";
        }
        html += "<footer>\n";
        paragraphs(self.conclusion, &mut html);
        html + "</footer>\n</article>\n"
    }
}

fn legend(end: End) -> String {
    let entries = [
        ("subject", "the cells of a step"),
        ("rule", "the cells of its rules"),
        ("rule reason", "values that it needs"),
        ("conflict", "the cells of a contradiction"),
    ];
    let count = if end == End::Contradiction { 4 } else { 3 };
    let entry = |(class, text)| {
        format!(
            "<li><svg class=\"board\" viewBox=\"0 0 20 20\">\
            <path class=\"{class}\" d=\"M2 2h16v16H2z\"/></svg> {text}</li>\n"
        )
    };
    format!("<ul class=\"legend\">\n{}</ul>\n", entries.map(entry)[..count].concat())
}

fn figure(board: &Board, overlay: &Overlay, html: &mut String) {
    let _ = writeln!(html, "<figure>{}</figure>", board.to_svg(overlay).trim_end());
}

fn paragraphs(texts: &[String], html: &mut String) {
    for text in texts {
        let _ = writeln!(html, "<p>{}</p>", escaped(text).replace('\n', "<br/>"));
    }
}

fn describe(number: usize, words: &ExplainedStep, html: &mut String) {
    let size = sator_sat::text::counted(words.size, "rule");
    let size = if words.is_named { format!("{}, {size}", words.name) } else { size };
    let _ = write!(
        html,
        "<div>\n<h2><span>{number}.</span> {}</h2>\n<p class=\"name\">{}</p>\n<ul>\n",
        escaped(&words.text),
        escaped(&size)
    );
    for reason in &words.because {
        let _ = writeln!(html, "<li>{}</li>", escaped(reason));
    }
    *html += "</ul>\n</div>\n";
}

/// The facts before a step.
struct Known<'k> {
    chapter: &'k Chapter<'k>,
    facts: HashSet<Fact>,
}

impl<'k> Known<'k> {
    fn new(chapter: &'k Chapter<'k>) -> Self {
        let given = chapter.found.units.instance().clues().facts.iter();
        let is_right = |fact: &&Fact| !chapter.found.mistakes.contains(fact);
        let facts = given.chain(chapter.entries.iter().filter(is_right)).copied().collect();
        Self { chapter, facts }
    }

    fn learn(&mut self, step: &Step) {
        self.facts.extend(&step.facts);
    }

    fn name(&self, cell: CellId) -> CellName {
        self.chapter.found.units.instance().cells().name(cell)
    }

    fn domain(&self, cell: CellId) -> Domain {
        self.chapter.found.units.instance().cells().domain(cell)
    }

    fn value(&self, cell: CellId) -> Option<Value> {
        let domain = self.domain(cell);
        let is_known = |&value: &Value| {
            let is_false = |value| self.facts.contains(&cell.is_not(value));
            let is_other = matches!(domain, Domain::Truth) && is_false(1 - value);
            is_other || self.facts.contains(&cell.is(value))
        };
        domain.values().find(is_known)
    }

    /// Whether a value is excluded by a step, or by a known value.
    fn is_excluded(&self, cell: CellId, value: Value) -> bool {
        let fact = cell.is_not(value);
        let by_value = || self.chapter.found.scan(fact).filter(|(_, it)| self.facts.contains(it));
        self.facts.contains(&fact) || by_value().is_some()
    }

    fn board(&self) -> Board {
        self.chapter.puzzle.partial_board(&|cell| self.value(cell))
    }

    /// The square of a cell, or of a value in a row.
    fn square(&self, cell: CellId, value: Value) -> Option<Square> {
        match self.name(cell) {
            CellName::Square { row, column } => Some([row - 1, column - 1]),
            CellName::Row(row) => Some([row - 1, usize::try_from(value - 1).ok()?]),
            _ => None,
        }
    }

    fn at_the_start(&self) -> Overlay {
        let found = self.chapter.found;
        let is_broken = found.end == End::Contradiction && found.steps.is_empty();
        let highlights = if is_broken { self.conflict() } else { BTreeMap::new() };
        Overlay { numbered: true, highlights, ..Overlay::default() }
    }

    /// The squares of the clues that the conclusion names.
    fn conflict(&self) -> BTreeMap<Square, Highlight> {
        let units = &self.chapter.found.units;
        let lines: HashSet<&str> =
            self.chapter.conclusion.iter().flat_map(|text| text.lines().map(str::trim)).collect();
        let clues = units.ids().filter(|&id| lines.contains(units.text(id).as_str()));
        let cells = clues.flat_map(|id| units.choices(id));
        let squares = cells.filter_map(|(cell, value)| self.square(cell, value));
        let named = lines.iter().flat_map(|line| named_squares(line));
        squares.chain(named).map(|square| (square, Highlight::Conflict)).collect()
    }

    fn overlay(&self, step: &Step) -> Overlay {
        let (highlights, cells) = self.highlights(step);
        let (notes, note_columns) = self.notes(step, &cells);
        Overlay { numbered: true, highlights, notes, note_columns }
    }

    /// The squares that stand out, and the cells of the rules.
    fn highlights(&self, step: &Step) -> (BTreeMap<Square, Highlight>, Vec<CellId>) {
        let Explanation { units, .. } = self.chapter.found;
        let mut highlights = BTreeMap::new();
        let mut add = |square: Option<Square>, highlight: Highlight| {
            let Some(square) = square else { return };
            let it = highlights.entry(square).or_insert(highlight);
            *it = highlight.max(*it);
        };
        let is_broken = step.facts.is_empty();
        let mut cells = Vec::new();
        for &id in &step.units {
            let is_cell = matches!(units.kind(id), UnitKind::SomeValue(_) | UnitKind::OneValue(_));
            let highlight =
                if is_broken && is_cell { Highlight::Conflict } else { Highlight::Rule };
            for (cell, value) in units.choices(id) {
                add(self.square(cell, value), highlight);
                cells.push(cell);
            }
            // The number of a minesweeper is not one of its cells.
            for square in named_squares(&units.text(id)) {
                add(Some(square), highlight);
            }
        }
        let of_reasons = if is_broken { Highlight::Conflict } else { Highlight::Reason };
        for &fact in &step.because {
            let placed = match self.chapter.found.scan(fact) {
                // A cell that is filled needs no other reason.
                Some(_) if !fact.holds && self.value(fact.cell).is_some() => continue,
                Some((_, placed)) if !fact.holds => placed,
                _ => fact,
            };
            if placed.holds || matches!(self.domain(placed.cell), Domain::Truth) {
                add(self.square(placed.cell, placed.value), of_reasons);
            }
        }
        for fact in &step.facts {
            add(self.square(fact.cell, fact.value), Highlight::Subject);
            cells.push(fact.cell);
        }
        if is_broken && highlights.is_empty() {
            highlights = self.conflict();
        }
        cells.sort_unstable();
        cells.dedup();
        (highlights, cells)
    }

    /// The candidates of cells, if the step excludes some or is a contradiction; and the squares of rows
    /// that are excluded.
    fn notes(&self, step: &Step, cells: &[CellId]) -> (BTreeMap<Square, Vec<Note>>, usize) {
        let is_new = |cell: CellId, value| step.facts.contains(&cell.is_not(value));
        let mut notes: BTreeMap<Square, Vec<Note>> = BTreeMap::new();
        let all = self.chapter.found.units.instance().cells();
        let mut largest = 1;
        for (cell, name, domain) in all.iter() {
            let has_value = self.value(cell).is_some();
            let is_row = matches!(name, CellName::Row(_));
            let is_shown = cells.contains(&cell) && step.facts.iter().all(|fact| !fact.holds);
            if has_value || matches!(domain, Domain::Truth) || !(is_row || is_shown) {
                continue;
            }
            for (place, value) in domain.values().enumerate() {
                let Some(square) = self.square(cell, value) else { continue };
                let note = match (is_row, is_new(cell, value), self.is_excluded(cell, value)) {
                    (true, true, _) => Note::new(0, "×", Emphasis::Strong),
                    (true, false, true) => Note::new(0, "×", Emphasis::Weak),
                    (true, false, false) | (false, _, true) => continue,
                    (false, is_new, false) => {
                        largest = largest.max(domain.len());
                        let emphasis = if is_new { Emphasis::Struck } else { Emphasis::Plain };
                        Note::new(place, &self.chapter.puzzle.symbol(value), emphasis)
                    }
                };
                notes.entry(square).or_default().push(note);
            }
        }
        let root = largest.isqrt();
        (notes, root + usize::from(root * root < largest))
    }
}

/// The squares that a sentence names, like r3c7.
fn named_squares(text: &str) -> impl Iterator<Item = Square> {
    text.split(|it: char| !it.is_ascii_alphanumeric()).filter_map(|word| {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        Some([
            row.parse::<usize>().ok()?.checked_sub(1)?,
            column.parse::<usize>().ok()?.checked_sub(1)?,
        ])
    })
}
