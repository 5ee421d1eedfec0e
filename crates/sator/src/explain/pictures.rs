//! The picture of each step of an explanation: the board, and what stands out.

use std::collections::{BTreeMap, HashSet};

use sator_model::explain::{End, Fact, Step};

use super::ExplainedStep;
use super::highlights::{Known, named_squares};
use super::html::Chapter;
use crate::model::{CellName, Domain};
use crate::render::svg::{Emphasis, Highlight, Note, Overlay};
use crate::render::{Board, Square};

/// The board before the first step, and the board after each step with the step's squares, rules and
/// excluded values.
pub fn pictures<'c>(chapter: &'c Chapter<'c>) -> impl Iterator<Item = (Board, Overlay)> + 'c {
    let mut told = Told::new(chapter);
    let start = (told.board(), told.at_the_start());
    let steps = chapter.found.steps.iter().zip(chapter.steps);
    let steps = steps.map(move |(step, words)| {
        let overlay = told.overlay(step, words);
        told.facts.extend(&step.facts);
        (told.board(), overlay)
    });
    std::iter::once(start).chain(steps)
}

/// The facts that were told so far.
struct Told<'c> {
    chapter: &'c Chapter<'c>,
    facts: HashSet<Fact>,
}

impl<'c> Told<'c> {
    fn new(chapter: &'c Chapter<'c>) -> Self {
        let given = chapter.found.units.instance().clues().facts.iter();
        let is_right = |fact: &&Fact| !chapter.found.mistakes.contains(fact);
        let facts = given.chain(chapter.entries.iter().filter(is_right)).copied().collect();
        Self { chapter, facts }
    }

    /// Calls `look` with these facts.
    fn with<T>(&self, look: impl FnOnce(Known<'_>) -> T) -> T {
        let found = self.chapter.found;
        let (scan, is_known) = (|fact| found.scan(fact), |fact| self.facts.contains(&fact));
        look(Known { units: &found.units, scan: &scan, holds: &is_known })
    }

    fn board(&self) -> Board {
        self.with(|known| self.chapter.puzzle.partial_board(&|cell| known.value(cell)))
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
        let choices = clues.flat_map(|id| units.choices(id));
        let squares = self.with(|known| {
            choices.filter_map(|(cell, value)| known.square(cell, value)).collect::<Vec<_>>()
        });
        let named = lines.iter().flat_map(|line| named_squares(line));
        squares.into_iter().chain(named).map(|square| (square, Highlight::Conflict)).collect()
    }

    fn overlay(&self, step: &Step, words: &ExplainedStep) -> Overlay {
        let is_broken = step.facts.is_empty();
        let mut highlights = words.highlights.0.clone();
        if is_broken && highlights.is_empty() {
            highlights = self.conflict();
        }
        let (notes, note_columns) = self.with(|known| self.notes(step, &known));
        Overlay { numbered: true, highlights, notes, note_columns }
    }

    /// The candidates of cells, if the step excludes some or is a contradiction; and the squares of rows
    /// that are excluded.
    fn notes(&self, step: &Step, known: &Known<'_>) -> (BTreeMap<Square, Vec<Note>>, usize) {
        let cells = known.cells(step);
        let mut notes: BTreeMap<Square, Vec<Note>> = BTreeMap::new();
        let mut largest = 1;
        for (cell, name, domain) in known.units.instance().cells().iter() {
            let has_value = known.value(cell).is_some();
            let is_row = matches!(name, CellName::Row(_));
            let is_shown = cells.contains(&cell) && step.facts.iter().all(|fact| !fact.holds);
            if has_value || matches!(domain, Domain::Truth) || !(is_row || is_shown) {
                continue;
            }
            for (place, value) in domain.values().enumerate() {
                let Some(square) = known.square(cell, value) else { continue };
                let is_new = step.facts.contains(&cell.is_not(value));
                let note = match (is_row, is_new, known.is_excluded(cell, value)) {
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
