//! Boards with areas, regions or figures for the terminal: lines around boxes, regions and areas, the
//! labels of areas in the lines above their first squares, signs in and between squares, and numbers
//! outside. Lines and rows of values alternate.
//!
//! The lines of a box within an area, of an area, and all other lines of a box look different, so
//! that the continuation of an area in the next box is visible. The label of an area that is not
//! connected has a mark, and is repeated in each stretch.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use super::signs::Signs;
use super::text::{MARK, inked, shaded};
use super::{Areas, Board, Ground, Look, Paint, Place, Role, Square};

/// The line between two squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Nothing,
    /// Two areas meet within a box.
    Area,
    /// Two boxes meet within an area.
    Box,
    /// Two boxes meet, and no area extends over both.
    Both,
}

/// The mark after the label of an area that is not connected.
const ELSEWHERE: char = '*';

/// The characters that lines are made of.
struct Strokes {
    /// From left to right, for each edge.
    across: [char; 4],
    /// From top to bottom, for each edge.
    down: [char; 4],
    /// The vertical line at the sides of the board.
    side: char,
    /// The first and last symbol of every horizontal line, if needed to distinguish it from a row
    /// of values.
    end: Option<char>,
    joint: fn(Arms) -> char,
}

/// The edges that meet in a corner: up, right, down, left.
type Arms = [Edge; 4];

const UNICODE: Strokes = Strokes {
    across: [' ', '─', '╍', '━'],
    down: [' ', '│', '╏', '┃'],
    side: '┃',
    end: None,
    joint: |arms| {
        // A dashed line that continues has no solid piece in between.
        match arms {
            [Edge::Nothing, Edge::Box, Edge::Nothing, Edge::Box] => '╍',
            [Edge::Box, Edge::Nothing, Edge::Box, Edge::Nothing] => '╏',
            _ => joint(arms.map(weight)),
        }
    },
};

/// Light lines, for boards without areas.
const LIGHT: Strokes = Strokes {
    across: [' ', '─', '─', '─'],
    down: [' ', '│', '│', '│'],
    side: '│',
    end: None,
    joint: |arms| joint(arms.map(|edge| weight(edge).min(1))),
};

/// ASCII lines, for boards without areas.
const LIGHT_ASCII: Strokes = Strokes {
    across: [' ', '-', '-', '-'],
    down: [' ', '|', '|', '|'],
    joint: |arms| match arms {
        [Edge::Nothing, _, Edge::Nothing, _] => '-',
        [_, Edge::Nothing, _, Edge::Nothing] => '|',
        _ => '+',
    },
    ..ASCII
};

const ASCII: Strokes = Strokes {
    across: [' ', '-', '.', '='],
    down: [' ', '|', ':', '#'],
    side: '|',
    end: Some('+'),
    joint: |arms| match arms {
        [Edge::Nothing, right, Edge::Nothing, left] => ASCII.across[straight(left, right)],
        [up, Edge::Nothing, down, Edge::Nothing] => ASCII.down[straight(up, down)],
        _ => '+',
    },
};

/// The sign of a straight line: a dashed piece and a solid one make a solid one.
fn straight(one: Edge, other: Edge) -> usize {
    (if one == other { one } else { Edge::Both }) as usize
}

/// 0 for none, 1 for a light line, 2 for a heavy one around boxes.
fn weight(edge: Edge) -> usize {
    match edge {
        Edge::Nothing => 0,
        Edge::Area => 1,
        Edge::Box | Edge::Both => 2,
    }
}

/// The sign where lines of these weights meet: from above, from the right, from below, from the left.
/// 0 is no line, 1 a light one, 2 a heavy one.
pub fn joint([up, right, down, left]: [usize; 4]) -> char {
    JOINTS[3 * up + right][3 * down + left]
}

/// By the weights of the arms: up and right, then down and left.
const JOINTS: [[char; 9]; 9] = [
    [' ', '╴', '╸', '╷', '┐', '┑', '╻', '┒', '┓'],
    ['╶', '─', '╾', '┌', '┬', '┭', '┎', '┰', '┱'],
    ['╺', '╼', '━', '┍', '┮', '┯', '┏', '┲', '┳'],
    ['╵', '┘', '┙', '│', '┤', '┥', '╽', '┧', '┪'],
    ['└', '┴', '┵', '├', '┼', '┽', '┟', '╁', '╅'],
    ['┕', '┶', '┷', '┝', '┾', '┿', '┢', '╆', '╈'],
    ['╹', '┚', '┛', '╿', '┦', '┩', '┃', '┨', '┫'],
    ['┖', '┸', '┹', '┞', '╀', '╃', '┠', '╂', '╉'],
    ['┗', '┺', '┻', '┡', '╄', '╇', '┣', '╊', '╋'],
];

pub(super) fn drawn(board: &Board, signs: &Signs<'_>, width: usize, look: Look) -> String {
    let columns = board.rows.first().map_or(0, Vec::len);
    let none = Areas { of: vec![None; board.rows.len() * columns], labels: Vec::new() };
    let areas = board.areas.as_ref().unwrap_or(&none);
    let label = areas.labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let strokes = match (board.areas.is_some(), look.ascii) {
        (true, false) => &UNICODE,
        (true, true) => &ASCII,
        (false, false) => &LIGHT,
        (false, true) => &LIGHT_ASCII,
    };
    let (tints, labels) = (tints(areas, columns), labels(areas, columns));
    let paint = look.paint;
    // A value is followed by a space, a mark or a sign, or by a mark and a sign.
    let tail = 1 + usize::from(paint == Paint::Marked && !signs.around.is_empty());
    // A label is followed by a piece of line or a mark; a sign stands above a value.
    let after = if signs.below.is_empty() { 1 } else { 1 + tail };
    let inner = (label + after).max(1 + width + tail).max(signs.longest_above(columns));
    let margin = signs.left_margin();
    let drawing = Drawing {
        board,
        signs,
        areas,
        columns,
        tints,
        labels,
        paint,
        strokes,
        tail,
        inner,
        margin,
    };
    let mut text = String::new();
    drawing.numbers_in_line(-1, &mut text);
    for row in 0..board.rows.len() {
        drawing.line_above(row, &mut text);
        drawing.values(row, &mut text);
    }
    drawing.line_above(board.rows.len(), &mut text);
    drawing.numbers_in_line(board.rows.len().cast_signed(), &mut text);
    text
}

struct Drawing<'b> {
    board: &'b Board,
    signs: &'b Signs<'b>,
    areas: &'b Areas,
    columns: usize,
    /// The colour of each area.
    tints: Vec<usize>,
    /// The label above each square.
    labels: Vec<String>,
    paint: Paint,
    strokes: &'static Strokes,
    /// The number of characters after a value, before the next line.
    tail: usize,
    /// The width of a square between its lines.
    inner: usize,
    /// The width of the numbers to the left of the board.
    margin: usize,
}

impl Drawing<'_> {
    // The lines of text.

    /// The numbers above or below the board, the nearest next to it.
    fn numbers_in_line(&self, row: isize, text: &mut String) {
        let at = |column: isize| self.signs.outside.get(&[row, column]).map_or(&[][..], |it| it);
        let end = self.columns.cast_signed();
        let count = (0..end).map(|column| at(column).len()).max().unwrap_or(0);
        let count = count.max(usize::from(!at(-1).is_empty() || !at(end).is_empty()));
        for line in 0..count {
            let number = if row < 0 { count - 1 - line } else { line };
            let corner = |column| Some([row, column]).filter(|_| number == 0);
            let start = text.len();
            self.margin(corner(-1), text);
            for column in 0..end {
                let number = at(column).get(number).map_or("", |it| it);
                // The last digit stands above the values, if there is room.
                let width = (self.inner - self.tail).max(number.chars().count());
                let number = format!("{number:>width$}");
                let _ = write!(text, " {number:0$}", self.inner);
            }
            let _ =
                write!(text, "  {}", corner(end).map_or(String::new(), |it| self.signs.beside(it)));
            text.truncate(start + text[start..].trim_end().len());
            text.push('\n');
        }
    }

    /// The numbers to the left of the board.
    fn margin(&self, place: Option<Place>, text: &mut String) {
        if let Some(width) = self.margin.checked_sub(1) {
            let numbers = place.map_or_else(String::new, |place| self.signs.beside(place));
            let _ = write!(text, "{numbers:>width$} ");
        }
    }

    fn line_above(&self, row: usize, text: &mut String) {
        self.margin(None, text);
        for column in 0..self.columns {
            self.joint(row, column, text);
            let edge = self.edge_above(row, column);
            let label = self.labels.get(row * self.columns + column).map_or("", |label| label);
            self.paint(text, &self.label_style(row, column), label);
            let length = label.chars().count();
            let mut line = vec![self.strokes.across[edge as usize]; self.inner - length];
            let sign = row.checked_sub(1).and_then(|row| self.signs.below.get(&[row, column]));
            if let Some(sign) = sign {
                line[self.inner - self.tail - 1 - length] = *sign;
            }
            let line: String = line.into_iter().collect();
            let shared = self.shared(&[self.above(row, column), self.area(row, column)]);
            self.paint(text, &tinted(shared), &line);
        }
        self.joint(row, self.columns, text);
        text.push('\n');
    }

    fn values(&self, row: usize, text: &mut String) {
        self.margin(Some([row.cast_signed(), -1]), text);
        for column in 0..self.columns {
            let edge = self.edge_left(row, column);
            let stroke =
                if column == 0 { self.strokes.side } else { self.strokes.down[edge as usize] };
            let sign = column.checked_sub(1).and_then(|left| self.signs.right.get(&[row, left]));
            let sign = *sign.unwrap_or(&stroke);
            let shared = self.shared(&[self.left(row, column), self.area(row, column)]);
            self.paint(text, &tinted(shared), sign.encode_utf8(&mut [0; 4]));
            self.value([row, column], text);
        }
        text.push(self.strokes.side);
        let numbers = self.signs.beside([row, self.columns].map(usize::cast_signed));
        if !numbers.is_empty() {
            let _ = write!(text, " {numbers}");
        }
        text.push('\n');
    }

    fn value(&self, square: Square, text: &mut String) {
        let [row, column] = square;
        let tile = &self.board.rows[row][column];
        let is_marked = self.paint == Paint::Marked && tile.role == Role::Given;
        let mark = is_marked.then_some(MARK);
        let around = self.signs.around.get(&square);
        let before = around.map_or(' ', |around| around[0]);
        let after: String = mark.into_iter().chain(around.map(|around| around[1])).collect();
        let (width, tail) = (self.inner - self.tail, self.tail);
        let value = format!("{:>width$}{after:tail$}", format!("{before}{}", tile.text));
        let style = match (self.tint(row, column), self.signs.tints.get(&square)) {
            (Some(tint), _) => shaded(tile.role, Ground::Region(tint)),
            (None, Some(0)) => shaded(tile.role, Ground::Closed),
            (None, Some(tint)) => shaded(tile.role, Ground::Region(*tint)),
            (None, None) => inked(tile.role),
        };
        self.paint(text, &style, &value);
    }

    fn joint(&self, row: usize, column: usize, text: &mut String) {
        let up = if row == 0 { Edge::Nothing } else { self.edge_left(row - 1, column) };
        let left = if column == 0 { Edge::Nothing } else { self.edge_above(row, column - 1) };
        let arms = [up, self.edge_above(row, column), self.edge_left(row, column), left];
        let is_end = column == 0 || column == self.columns;
        let end = self.strokes.end.filter(|_| is_end);
        let sign = end.unwrap_or_else(|| (self.strokes.joint)(arms));
        let around = [
            self.above(row, column),
            self.area(row, column),
            self.left(row, column),
            column.checked_sub(1).and_then(|column| self.above(row, column)),
        ];
        self.paint(text, &tinted(self.shared(&around)), sign.encode_utf8(&mut [0; 4]));
    }

    // Edges between squares.

    fn edge_above(&self, row: usize, column: usize) -> Edge {
        if column >= self.columns {
            return Edge::Nothing;
        }
        let is_end = row == 0 || row == self.board.rows.len();
        let is_box = self.board.boxes.is_some_and(|shape| row.is_multiple_of(shape.rows()));
        let is_box =
            is_box || !is_end && self.board.is_region_border([row - 1, column], [row, column]);
        edge(is_end, is_box, [self.above(row, column), self.area(row, column)])
    }

    fn edge_left(&self, row: usize, column: usize) -> Edge {
        if row >= self.board.rows.len() {
            return Edge::Nothing;
        }
        let is_end = column == 0 || column == self.columns;
        let is_box = self.board.boxes.is_some_and(|shape| column.is_multiple_of(shape.columns()));
        let is_box =
            is_box || !is_end && self.board.is_region_border([row, column - 1], [row, column]);
        edge(is_end, is_box, [self.left(row, column), self.area(row, column)])
    }

    // Areas.

    fn area(&self, row: usize, column: usize) -> Option<usize> {
        let is_inside = row < self.board.rows.len() && column < self.columns;
        if is_inside { self.areas.of[row * self.columns + column] } else { None }
    }

    fn above(&self, row: usize, column: usize) -> Option<usize> {
        row.checked_sub(1).and_then(|row| self.area(row, column))
    }

    fn left(&self, row: usize, column: usize) -> Option<usize> {
        column.checked_sub(1).and_then(|column| self.area(row, column))
    }

    fn tint(&self, row: usize, column: usize) -> Option<usize> {
        self.area(row, column).map(|area| self.tints[area])
    }

    /// The tint of squares that all lie within one area.
    fn shared(&self, around: &[Option<usize>]) -> Option<usize> {
        let first = around[0]?;
        around.iter().all(|&area| area == Some(first)).then(|| self.tints[first])
    }

    fn label_style(&self, row: usize, column: usize) -> Style {
        let black = Some(Ansi256Color(16).into());
        tinted(self.tint(row, column)).fg_color(black)
    }

    fn paint(&self, text: &mut String, style: &Style, what: &str) {
        let _ = match self.paint {
            Paint::Color if !style.is_plain() && !what.is_empty() => {
                write!(text, "{style}{what}{style:#}")
            }
            _ => write!(text, "{what}"),
        };
    }
}

fn tinted(tint: Option<usize>) -> Style {
    tint.map_or_else(Style::new, |tint| shaded(Role::Empty, Ground::Region(tint)))
}

fn edge(is_end: bool, is_box: bool, [one, other]: [Option<usize>; 2]) -> Edge {
    let is_within = one == other && one.is_some();
    match (is_box, one == other) {
        _ if is_end => Edge::Both,
        (true, _) if is_within => Edge::Box,
        (true, _) => Edge::Both,
        (false, true) => Edge::Nothing,
        (false, false) => Edge::Area,
    }
}

/// The label above each square of a board with this many columns: that of the area or stretch that
/// begins there.
pub fn labels(areas: &Areas, columns: usize) -> Vec<String> {
    let firsts = firsts(areas, columns);
    let mut stretches = vec![0; areas.labels.len()];
    for area in firsts.iter().flatten() {
        stretches[*area] += 1;
    }
    let label = |first: Option<usize>| match first {
        Some(area) if stretches[area] > 1 => format!("{}{ELSEWHERE}", areas.labels[area]),
        Some(area) => areas.labels[area].clone(),
        None => String::new(),
    };
    firsts.into_iter().map(label).collect()
}

/// For each square that is the first of a connected stretch, the area of the stretch.
fn firsts(areas: &Areas, columns: usize) -> Vec<Option<usize>> {
    let mut is_reached = vec![false; areas.of.len()];
    let mut firsts = vec![None; areas.of.len()];
    for at in 0..areas.of.len() {
        if areas.of[at].is_none() || is_reached[at] {
            continue;
        }
        firsts[at] = areas.of[at];
        let mut open = vec![at];
        while let Some(square) = open.pop() {
            is_reached[square] = true;
            let joins = |next: &usize| areas.of.get(*next) == Some(&areas.of[at]);
            open.extend(around(square, columns).filter(joins).filter(|&next| !is_reached[next]));
        }
    }
    firsts
}

/// The neighbours at the four sides; the one below may be beyond the last square.
fn around(at: usize, columns: usize) -> impl Iterator<Item = usize> {
    let right = (!(at + 1).is_multiple_of(columns)).then_some(at + 1);
    let left = (!at.is_multiple_of(columns)).then(|| at - 1);
    [left, right, at.checked_sub(columns), Some(at + columns)].into_iter().flatten()
}

/// A colour for each area, different from those of its neighbours.
pub fn tints(areas: &Areas, columns: usize) -> Vec<usize> {
    let count = areas.labels.len();
    let mut neighbours = vec![Vec::new(); count];
    let beside = |at: usize| (!(at + 1).is_multiple_of(columns)).then_some(at + 1);
    for (at, area) in areas.of.iter().enumerate() {
        for next in [beside(at), Some(at + columns)].into_iter().flatten() {
            if let (Some(one), Some(Some(other))) = (*area, areas.of.get(next).copied()) {
                neighbours[one].push(other);
                neighbours[other].push(one);
            }
        }
    }
    let mut tints: Vec<usize> = Vec::with_capacity(count);
    for neighbours in neighbours {
        // Later areas have no colour yet.
        let is_taken =
            |tint: &usize| neighbours.iter().any(|&other| tints.get(other) == Some(tint));
        let free = (0..count).find(|tint| !is_taken(tint));
        tints.push(free.unwrap_or(0));
    }
    tints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::BoxShape;
    use crate::render::{Figure, PairSign, Shape, Sign, Tile};

    /// A board of two rows with boxes of 1×2, and the areas of its squares.
    fn board(of: [Option<usize>; 8]) -> Board {
        let tile = |text: &str, role| Tile { text: text.to_owned(), role, ground: Ground::Light };
        let row = || {
            let (given, found) = (tile("1", Role::Given), tile("12", Role::Found));
            vec![given, found, tile(".", Role::Empty), tile(".", Role::Empty)]
        };
        let labels = ["7", "10", "123"].map(str::to_owned).to_vec();
        let areas = Some(Areas { of: of.to_vec(), labels });
        let boxes = BoxShape::new(1, 2);
        Board { rows: vec![row(), row()], boxes, areas, ..Board::default() }
    }

    const OF: [Option<usize>; 8] =
        [Some(0), Some(1), Some(1), None, Some(0), Some(2), Some(2), None];

    fn drawn(paint: Paint, ascii: bool) -> String {
        board(OF).to_text(Look { paint, ascii, width: None })
    }

    #[test]
    fn lines_of_boxes_of_areas_and_of_both_look_different() {
        let expected = "\
┏7━━━┯10━━┳━━━━┯━━━━┓
┃  1 │ 12 ╏  . │  . ┃
┣╍╍╍╍┿123━╋━━━━┿━━━━┫
┃  1 │ 12 ╏  . │  . ┃
┗━━━━┷━━━━┻━━━━┷━━━━┛
";
        assert_eq!(drawn(Paint::Plain, false), expected);
    }

    #[test]
    fn ascii_lines_are_where_the_others_are_and_what_is_given_may_have_a_mark() {
        let expected = "\
+7===+10==+====+====+
|  1'| 12 :  . |  . |
+....+123=+====+====+
|  1'| 12 :  . |  . |
+====+====+====+====+
";
        assert_eq!(drawn(Paint::Marked, true), expected);
    }

    #[test]
    fn where_no_area_goes_on_lines_of_boxes_have_no_gaps() {
        let none = board([Some(0), None, None, Some(1), Some(0), None, None, Some(2)]);
        let expected = "\
┏7━━━┯━━━━┳━━━━┯10━━┓
┃  1 │ 12 ┃  . │  . ┃
┣╍╍╍╍┿━━━━╋━━━━┿123━┫
┃  1 │ 12 ┃  . │  . ┃
┗━━━━┷━━━━┻━━━━┷━━━━┛
";
        assert_eq!(none.to_text(Look::default()), expected);
    }

    #[test]
    fn lines_with_gaps_go_on_with_gaps_through_joints() {
        let of = vec![Some(0); 8];
        let areas = |of| Some(Areas { of, labels: vec!["7".to_owned(), "8".to_owned()] });
        let tall = Board { boxes: BoxShape::new(2, 2), areas: areas(of), ..board(OF) };
        let text = |board: &Board, ascii| board.to_text(Look { ascii, ..Look::default() });
        assert_eq!(text(&tall, false).lines().nth(2), Some("┃         ╏         ┃"));
        assert_eq!(text(&tall, true).lines().nth(2), Some("+         :         +"));
        let half = [Some(0), Some(1), Some(0), Some(0), Some(0), None, Some(0), Some(0)].to_vec();
        let flat = Board { boxes: BoxShape::new(1, 4), areas: areas(half), ..board(OF) };
        assert_eq!(text(&flat, false).lines().nth(2), Some("┣╍╍╍╍┿━━━━┿╍╍╍╍╍╍╍╍╍┫"));
        assert_eq!(text(&flat, true).lines().nth(2), Some("+....+====+.........+"));
    }

    #[test]
    fn an_area_in_parts_has_its_label_in_each_with_a_mark() {
        let parts = board([Some(0), None, Some(2), Some(2), None, Some(2), None, Some(0)]);
        let text = parts.to_text(Look::default());
        assert_eq!(text.lines().next(), Some("┏7*━━┯━━━━┳123*━━━━━┓"));
        assert_eq!(text.lines().nth(2), Some("┣━━━━┿123*╋━━━━┯7*━━┫"));
        let ends = board([None, None, None, Some(1), Some(1), Some(1), None, Some(1)]);
        let text = ends.to_text(Look::default());
        assert_eq!(text.lines().next(), Some("┏━━━━━━━━━┳━━━━┯10*━┓"));
        assert!(text.lines().nth(2).is_some_and(|line| line.starts_with("┣10*━━")), "{text}");
    }

    #[test]
    fn colour_changes_no_symbol() {
        let mut parts = drawn(Paint::Color, false);
        while let Some((start, end)) = parts.find('\u{1b}').zip(parts.find('m')) {
            parts.replace_range(start..=end, "");
        }
        assert_eq!(parts, drawn(Paint::Plain, false));
    }

    #[test]
    fn neighbouring_areas_have_different_tints() {
        let areas = board(OF).areas.unwrap();
        assert_eq!(tints(&areas, 4), [0, 1, 2]);
        let apart = board([Some(0), None, Some(1), Some(2), None, None, None, Some(2)]);
        assert_eq!(tints(&apart.areas.unwrap(), 4), [0, 0, 1]);
        // The end of a row is not a neighbour of the beginning of the next one.
        let ends = board([None, None, None, Some(0), Some(1), None, None, Some(2)]);
        assert_eq!(tints(&ends.areas.unwrap(), 4), [0, 0, 1]);
    }

    #[test]
    fn without_boxes_only_areas_have_lines_within() {
        let plain = Board { boxes: None, ..board(OF) };
        let text = plain.to_text(Look::default());
        assert_eq!(text.lines().nth(1), Some("┃  1 │ 12    . │  . ┃"));
        assert_eq!(text.lines().nth(2), Some("┃    ├123──────┤    ┃"));
    }

    fn figure(shape: Shape, words: &str) -> Figure {
        Figure { shapes: vec![shape], words: words.to_owned(), is_ambiguous: false }
    }

    fn with_figures() -> Board {
        let outside =
            |place, step, text: &str| Shape::Outside { place, step, text: text.to_owned() };
        let between = |squares, sign| figure(Shape::Between { squares, sign }, "a pair");
        let dot = |is_black| PairSign::Dot { is_black, text: String::new() };
        let sign = Shape::Sign { squares: vec![[0, 0], [1, 3]], sign: Sign::Square };
        let line = Shape::Diagonal { is_rising: true };
        let figures = vec![
            figure(outside([0, -1], None, "12"), ""),
            figure(outside([-1, 1], Some([1, 1]), "7"), ""),
            figure(outside([2, 3], None, "5"), ""),
            figure(outside([1, 4], None, "3"), ""),
            between([[0, 0], [0, 1]], dot(true)),
            between([[1, 2], [0, 2]], PairSign::Greater),
            between([[0, 1], [0, 2]], PairSign::Text("15".to_owned())),
            figure(sign, ""),
            figure(line, "a diagonal"),
        ];
        Board { areas: None, figures, ..board(OF) }
    }

    #[test]
    fn figures_stand_in_and_between_squares_and_outside() {
        let board = with_figures();
        let expected = "
          7↘
   ┌─────────┬─────────┐
12 │ [1]● 12 │  .    . │
   ├─────────┼──^──────┤
   │  1   12 │  .   [.]│ 3
   └─────────┴─────────┘
                     5
a pair
a diagonal
";
        assert_eq!(format!("\n{}", board.to_text(Look::default())), expected);
        let expected = "
           7\\
   +-----------+-----------+
12 | [1']* 12  |  .     .  |
   +-----------+--^--------+
   |  1'   12  |  .    [.] | 3
   +-----------+-----------+
                        5
a pair
a diagonal
";
        let marked = Look { paint: Paint::Marked, ascii: true, width: None };
        assert_eq!(format!("\n{}", board.to_text(marked)), expected);
    }

    #[test]
    fn figures_for_which_there_is_no_room_are_listed() {
        let narrow = with_figures().to_text(Look { width: Some(20), ..Look::default() });
        assert!(narrow.starts_with("┌───────┬───────┐\n│  1 12 │"), "{narrow}");
        assert_eq!(narrow.lines().count(), 5 + 9);
    }
}
