//! Puzzles of any kind that are solved by values or pieces: the player's entries and notes.

use std::collections::{BTreeMap, BTreeSet};

use sator::Violation;
use sator::model::{CellId, CellName, Cells, Domain, Solution, Value};
use sator::puzzle::AnyPuzzle;
use sator::render::Board;

use super::advice::Claim;
use super::game::Square;
use crate::failure::Failure;

/// The entries and notes of a player.
#[derive(Debug, Clone)]
pub(crate) struct Values {
    puzzle: AnyPuzzle,
    cells: Cells,
    /// The cell of each square that the player fills, and its value if a piece stands there.
    slots: BTreeMap<Square, (CellId, Option<Value>)>,
    /// The values of the cells that the puzzle gives.
    given: Vec<Option<Value>>,
    entered: Vec<Option<Value>>,
    notes: BTreeMap<Square, BTreeSet<Value>>,
}

/// The squares of a cell, each with the value that a piece there stands for.
pub(crate) fn squares_of(
    name: CellName,
    (min, max): (Value, Value),
) -> Vec<(Square, Option<Value>)> {
    match name {
        CellName::Square { row, column } => vec![([row - 1, column - 1], None)],
        CellName::Row(row) => {
            (min..=max).map(|column| ([row - 1, column as usize - 1], Some(column))).collect()
        }
        CellName::GridSquare { .. } | CellName::Number(_) | CellName::Auxiliary(_) => Vec::new(),
    }
}

impl Values {
    pub(crate) fn new(puzzle: &AnyPuzzle) -> Result<Self, Failure> {
        let cells = puzzle.rules().cells().clone();
        let facts = puzzle.clues().facts;
        let mut given = vec![None; cells.len()];
        for fact in facts.iter().filter(|fact| fact.holds) {
            given[fact.cell.index()] = Some(fact.value);
        }
        let mut slots = BTreeMap::new();
        for (cell, name, domain) in cells.iter() {
            let squares = squares_of(name, domain.bounds());
            if squares.is_empty() && !matches!(name, CellName::Auxiliary(_)) {
                let message = format!("this puzzle cannot be played: {name} is no square");
                return Err(Failure::plain(message));
            }
            for (square, piece) in squares {
                let is_excluded = piece.is_some_and(|piece| facts.contains(&cell.is_not(piece)));
                if given[cell.index()].is_none() && !is_excluded {
                    slots.insert(square, (cell, piece));
                }
            }
        }
        let (entered, notes) = (vec![None; cells.len()], BTreeMap::new());
        Ok(Self { puzzle: puzzle.clone(), cells, slots, given, entered, notes })
    }

    /// Whether squares take pieces: a cell stands for a row, or is true or false.
    pub(crate) fn has_pieces(&self) -> bool {
        let is_piece =
            |name, domain| matches!((name, domain), (CellName::Row(_), _) | (_, Domain::Truth));
        self.cells.iter().any(|(_, name, domain)| is_piece(name, domain))
    }

    /// The number of values of a cell.
    pub(crate) fn most_values(&self) -> usize {
        self.cells.iter().map(|(_, _, domain)| domain.len()).max().unwrap_or(0)
    }

    /// The number of cells without a value.
    pub(crate) fn empty(&self) -> usize {
        self.shown().filter(|&cell| self.value(cell).is_none()).count()
    }

    /// The first square that can be filled.
    pub(crate) fn first_open(&self) -> Option<Square> {
        self.slots.keys().next().copied()
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.empty() == 0 && self.check().is_ok()
    }

    /// Why a full board is not solved.
    pub(crate) fn complaint(&self) -> Option<String> {
        let violation = if self.empty() == 0 { self.check().err()? } else { return None };
        Some(format!("All is filled, but not right: {violation}. c shows wrong entries."))
    }

    /// Checks a full board by the plain rules, which do not depend on auxiliary cells.
    fn check(&self) -> Result<(), Violation> {
        let value =
            |(cell, _, domain): (CellId, _, Domain)| self.value(cell).unwrap_or(domain.bounds().0);
        self.puzzle.check(&Solution { values: self.cells.iter().map(value).collect() })
    }

    /// Fills or empties a square. Returns whether anything has changed.
    pub(crate) fn enter(&mut self, square: Square, value: Option<Value>) -> bool {
        let Some(&(cell, piece)) = self.slots.get(&square) else { return false };
        let value = match (value, piece) {
            (Some(_), Some(piece)) => Some(piece),
            // Another piece of the row stays.
            (None, Some(piece)) if self.value(cell) != Some(piece) => self.value(cell),
            (value, _) => value,
        };
        if value.is_some_and(|value| !self.cells.domain(cell).contains(value)) {
            return false;
        }
        if value.is_none() && self.entered[cell.index()].is_none() {
            return self.notes.remove(&square).is_some();
        }
        std::mem::replace(&mut self.entered[cell.index()], value) != value
    }

    /// Adds or removes a candidate. Returns whether that is possible.
    pub(crate) fn note(&mut self, square: Square, value: Value) -> bool {
        let Some(&(cell, piece)) = self.slots.get(&square) else { return false };
        let is_free = self.value(cell).is_none() || piece.is_some();
        let is_value = self.has_pieces() || self.cells.domain(cell).contains(value);
        if !is_free || !is_value {
            return false;
        }
        let notes = self.notes.entry(square).or_default();
        if !notes.remove(&value) {
            notes.insert(value);
        }
        true
    }

    /// The symbols of the candidates in a square without a value; `×` for an excluded piece.
    pub(crate) fn notes(&self, square: Square) -> Vec<String> {
        let Some(&(cell, piece)) = self.slots.get(&square) else { return Vec::new() };
        let value = self.value(cell);
        if value.is_some() && (piece.is_none() || value == piece) {
            return Vec::new();
        }
        let has_pieces = self.has_pieces();
        let symbol = |value: &Value| {
            if has_pieces { "×".to_owned() } else { self.puzzle.symbol(*value) }
        };
        self.notes.get(&square).into_iter().flatten().map(symbol).collect()
    }

    /// The value that a key stands for: the puzzle's own symbol, a digit, or a capital letter from 10.
    pub(crate) fn value_of(&self, square: Square, key: char) -> Option<Value> {
        let &(cell, piece) = self.slots.get(&square)?;
        if piece.is_some() {
            return None;
        }
        let domain = self.cells.domain(cell);
        let key_text = key.to_uppercase().to_string();
        let is_symbol = |value: &Value| self.puzzle.symbol(*value).to_uppercase() == key_text;
        let number = key.to_digit(36).map(|digit| digit as Value);
        domain.values().find(is_symbol).or(number.filter(|&value| domain.contains(value)))
    }

    /// The value after that of a square, or before: none comes after the last.
    pub(crate) fn next_value(&self, square: Square, by: Value) -> Option<Value> {
        let &(cell, piece) = self.slots.get(&square)?;
        if piece.is_some() {
            return self.next_piece(square);
        }
        let (min, max) = self.cells.domain(cell).bounds();
        let next = match self.value(cell) {
            Some(value) => value + by,
            None if by > 0 => min,
            None => max,
        };
        (min..=max).contains(&next).then_some(next)
    }

    /// The piece that the main action puts on a square: a true cell becomes false, then empty.
    pub(crate) fn next_piece(&self, square: Square) -> Option<Value> {
        let &(cell, piece) = self.slots.get(&square)?;
        match (piece, self.value(cell)) {
            (Some(piece), value) => (value != Some(piece)).then_some(piece),
            (None, None) => Some(1),
            (None, Some(1)) => Some(0),
            (None, Some(_)) => None,
        }
    }

    /// The entries as claims about squares.
    pub(crate) fn entries(&self) -> Vec<Claim> {
        let entry = |(&square, &(cell, piece)): (&Square, &(CellId, Option<Value>))| {
            let value = self.entered[cell.index()]?;
            let is_here = piece.is_none_or(|piece| piece == value);
            is_here.then_some(Claim { square, value, holds: true })
        };
        self.slots.iter().filter_map(entry).collect()
    }

    pub(crate) fn board(&self) -> Board {
        self.puzzle.partial_board(&|cell| self.entered[cell.index()])
    }

    fn value(&self, cell: CellId) -> Option<Value> {
        self.given[cell.index()].or(self.entered[cell.index()])
    }

    fn shown(&self) -> impl Iterator<Item = CellId> {
        let is_shown = |name| !matches!(name, CellName::Auxiliary(_));
        self.cells.iter().filter(move |(_, name, _)| is_shown(*name)).map(|(cell, ..)| cell)
    }
}
