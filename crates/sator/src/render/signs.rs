//! The figures that characters can show: signs in and between squares, shades, and numbers outside.
//!
//! Lines, outlines, diagonals and signs of several characters between squares cannot be shown. A
//! shade is shown by a mark, which does not tell shades apart, so its words are listed as well.

use std::collections::BTreeMap;

use super::figures::{Figure, PairSign, Place, Shape, Sign, Square};
use super::{Board, Look};

/// The figures of a board as characters.
#[derive(Debug, Default)]
pub(super) struct Signs<'b> {
    /// The sign between a square and the next one in its row.
    pub(super) right: BTreeMap<Square, char>,
    /// The sign between a square and the next one in its column.
    pub(super) below: BTreeMap<Square, char>,
    /// The signs before and after the content of a square.
    pub(super) around: BTreeMap<Square, [char; 2]>,
    /// The colours of shaded squares.
    pub(super) tints: BTreeMap<Square, usize>,
    /// The numbers at each place outside, the nearest first.
    pub(super) outside: BTreeMap<Place, Vec<String>>,
    /// The lines below the board.
    pub(super) lines: Vec<&'b str>,
}

impl<'b> Signs<'b> {
    /// The figures of a board that can be shown.
    pub(super) fn new(board: &'b Board, look: Look) -> Self {
        let mut signs = Self::default();
        for figure in &board.figures {
            if !signs.add(figure, look.ascii) || figure.is_ambiguous {
                signs.lines.push(&figure.words);
            }
        }
        signs.lines.extend(board.footer.iter().map(String::as_str));
        signs
    }

    /// No figures: all are listed.
    pub(super) fn none(board: &'b Board) -> Self {
        Self { lines: board.lines_below(|_| false), ..Self::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        let Self { right, below, around, tints, outside, lines: _ } = self;
        right.is_empty()
            && below.is_empty()
            && around.is_empty()
            && tints.is_empty()
            && outside.is_empty()
    }

    /// The numbers at a place, in one line.
    pub(super) fn beside(&self, place: Place) -> String {
        let mut numbers = self.outside.get(&place).cloned().unwrap_or_default();
        if place[1] < 0 {
            // The first is next to the board.
            numbers.reverse();
        }
        numbers.join(" ")
    }

    /// The length of the longest number above or below the columns of the board.
    pub(super) fn longest_above(&self, columns: usize) -> usize {
        let is_above = |place: &Place| (0..columns.cast_signed()).contains(&place[1]);
        let numbers = self.outside.iter().filter(|(place, _)| is_above(place));
        let lengths = numbers.flat_map(|(_, texts)| texts).map(|text| text.chars().count());
        lengths.max().unwrap_or(0)
    }

    /// The width of the numbers to the left of the board, with a gap.
    pub(super) fn left_margin(&self) -> usize {
        let places = self.outside.keys().filter(|place| place[1] < 0);
        places.map(|place| self.beside(*place).chars().count() + 1).max().unwrap_or(0)
    }

    /// Adds a figure. Returns whether its meaning is shown.
    fn add(&mut self, figure: &Figure, ascii: bool) -> bool {
        let mut is_shown = true;
        for shape in &figure.shapes {
            is_shown &= self.add_shape(shape, ascii);
        }
        is_shown
    }

    fn add_shape(&mut self, shape: &Shape, ascii: bool) -> bool {
        match shape {
            Shape::Shade { squares, tint } => {
                let mark = if ascii { '~' } else { '░' };
                for square in squares {
                    self.around.entry(*square).or_insert([mark; 2]);
                    self.tints.entry(*square).or_insert(*tint);
                }
                false
            }
            Shape::Sign { squares, sign } => {
                let own = brackets(*sign);
                let is_free =
                    |square: &Square| self.around.get(square).is_none_or(|signs| *signs == own);
                let is_shown = squares.iter().all(is_free);
                if is_shown {
                    self.around.extend(squares.iter().map(|square| (*square, own)));
                }
                is_shown
            }
            Shape::Between { squares, sign } => self.add_between(*squares, sign, ascii),
            Shape::Outside { place, step, text } => {
                let arrow = step.map(|step| arrow(step, ascii));
                let text = text.chars().chain(arrow).collect();
                self.outside.entry(*place).or_default().push(text);
                true
            }
            Shape::Line { .. }
            | Shape::Arrow { .. }
            | Shape::Outline { .. }
            | Shape::Values { .. }
            | Shape::Corner { .. }
            | Shape::Diagonal { .. } => false,
        }
    }

    fn add_between(&mut self, [one, other]: [Square; 2], sign: &PairSign, ascii: bool) -> bool {
        let first = one.min(other);
        let is_row = one[0] == other[0];
        let sign = match sign {
            PairSign::Dot { is_black, text } if text.is_empty() => match (is_black, ascii) {
                (true, false) => '●',
                (false, false) => '○',
                (true, true) => '*',
                (false, true) => 'o',
            },
            PairSign::Text(text) if matches!(&**text, "X" | "V") => {
                text.chars().next().unwrap_or(' ')
            }
            PairSign::Greater => match (is_row, one == first) {
                (true, true) => '>',
                (true, false) => '<',
                (false, true) => 'v',
                (false, false) => '^',
            },
            PairSign::Dot { .. } | PairSign::Text(_) => return false,
        };
        let places = if is_row { &mut self.right } else { &mut self.below };
        let is_free = !places.contains_key(&first);
        if is_free {
            places.insert(first, sign);
        }
        is_free
    }
}

/// The characters before and after the content of a square with a sign.
fn brackets(sign: Sign) -> [char; 2] {
    match sign {
        Sign::Disc => ['(', ')'],
        Sign::Circle => ['{', '}'],
        Sign::Square => ['[', ']'],
        Sign::Inwards => ['>', '<'],
        Sign::Outwards => ['<', '>'],
    }
}

/// An arrow in a diagonal direction. In ASCII the place of the number tells which of two it is.
fn arrow([down, right]: Place, ascii: bool) -> char {
    match (down > 0, right > 0, ascii) {
        (true, true, false) => '↘',
        (true, false, false) => '↙',
        (false, true, false) => '↗',
        (false, false, false) => '↖',
        (true, true, true) | (false, false, true) => '\\',
        (true, false, true) | (false, true, true) => '/',
    }
}
