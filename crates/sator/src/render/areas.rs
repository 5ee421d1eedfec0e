//! Boards with areas for the terminal: lines around boxes and around areas, and the labels of areas
//! in the lines above their first squares.
//!
//! The lines of a box within an area, of an area, and all other lines of a box look different, so
//! that the continuation of an area in the next box is visible. The label of an area that is not
//! connected has a mark, and is repeated in each stretch.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use super::text::{MARK, inked, shaded};
use super::{Areas, Board, Ground, Look, Paint, Role, Tile};
use crate::boxes::BoxShape;

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

/// The signs that lines are made of.
struct Signs {
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

const UNICODE: Signs = Signs {
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

const ASCII: Signs = Signs {
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

pub(super) fn drawn(
    board: &Board,
    areas: &Areas,
    boxes: Option<BoxShape>,
    width: usize,
    look: Look,
) -> String {
    let columns = board.rows.first().map_or(0, Vec::len);
    let label = areas.labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    // A label is followed by a piece of line or a mark; a value has a space on each side.
    let inner = (label + 1).max(width + 2);
    let signs = if look.ascii { &ASCII } else { &UNICODE };
    let (tints, labels) = (tints(areas, columns), labels(areas, columns));
    let paint = look.paint;
    let drawing = Drawing { board, areas, boxes, columns, tints, labels, paint, signs, inner };
    let mut text = String::new();
    for row in 0..board.rows.len() {
        drawing.line_above(row, &mut text);
        drawing.values(row, &mut text);
    }
    drawing.line_above(board.rows.len(), &mut text);
    text
}

struct Drawing<'b> {
    board: &'b Board,
    areas: &'b Areas,
    boxes: Option<BoxShape>,
    columns: usize,
    /// The colour of each area.
    tints: Vec<usize>,
    /// The label above each square.
    labels: Vec<String>,
    paint: Paint,
    signs: &'static Signs,
    /// The width of a square between its lines.
    inner: usize,
}

impl Drawing<'_> {
    // The lines of text.

    fn line_above(&self, row: usize, text: &mut String) {
        for column in 0..self.columns {
            self.joint(row, column, text);
            let edge = self.edge_above(row, column);
            let label = self.labels.get(row * self.columns + column).map_or("", |label| label);
            self.paint(text, &self.label_style(row, column), label);
            let rest = self.inner - label.chars().count();
            let line = String::from(self.signs.across[edge as usize]).repeat(rest);
            let shared = self.shared(&[self.above(row, column), self.area(row, column)]);
            self.paint(text, &tinted(shared), &line);
        }
        self.joint(row, self.columns, text);
        text.push('\n');
    }

    fn values(&self, row: usize, text: &mut String) {
        for (column, tile) in self.board.rows[row].iter().enumerate() {
            let edge = self.edge_left(row, column);
            let sign = if column == 0 { self.signs.side } else { self.signs.down[edge as usize] };
            let shared = self.shared(&[self.left(row, column), self.area(row, column)]);
            self.paint(text, &tinted(shared), sign.encode_utf8(&mut [0; 4]));
            self.value(tile, self.tint(row, column), text);
        }
        text.push(self.signs.side);
        text.push('\n');
    }

    fn value(&self, tile: &Tile, tint: Option<usize>, text: &mut String) {
        let is_marked = self.paint == Paint::Marked && tile.role == Role::Given;
        let after = if is_marked { MARK } else { ' ' };
        let width = self.inner - 1;
        let value = format!("{:>width$}{after}", tile.text);
        let style = match tint {
            Some(tint) => shaded(tile.role, Ground::Region(tint)),
            None => inked(tile.role),
        };
        self.paint(text, &style, &value);
    }

    fn joint(&self, row: usize, column: usize, text: &mut String) {
        let up = if row == 0 { Edge::Nothing } else { self.edge_left(row - 1, column) };
        let left = if column == 0 { Edge::Nothing } else { self.edge_above(row, column - 1) };
        let arms = [up, self.edge_above(row, column), self.edge_left(row, column), left];
        let is_end = column == 0 || column == self.columns;
        let end = self.signs.end.filter(|_| is_end);
        let sign = end.unwrap_or_else(|| (self.signs.joint)(arms));
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
        let is_box = self.boxes.is_some_and(|shape| row.is_multiple_of(shape.rows()));
        edge(is_end, is_box, [self.above(row, column), self.area(row, column)])
    }

    fn edge_left(&self, row: usize, column: usize) -> Edge {
        if row >= self.board.rows.len() {
            return Edge::Nothing;
        }
        let is_end = column == 0 || column == self.columns;
        let is_box = self.boxes.is_some_and(|shape| column.is_multiple_of(shape.columns()));
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
fn tints(areas: &Areas, columns: usize) -> Vec<usize> {
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
}
