//! Boards for the terminal: symbols separated by spaces, lines around boxes, and optional colour.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use super::signs::Signs;
use super::{Areas, Board, Ground, Marks, Role, Tile, areas};
use crate::boxes::BoxShape;

/// Options for drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The use of colour.
    pub paint: Paint,
    /// Whether lines are drawn with ASCII characters only.
    pub ascii: bool,
    /// The number of characters in a line of the terminal; `None` if lines may have any length.
    pub width: Option<usize>,
}

/// The use of colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paint {
    /// Symbols alone, for files and other programs.
    #[default]
    Plain,
    /// For users without colour: given values in a board with boxes have a mark.
    Marked,
    /// Shaded squares; given values are bold.
    Color,
}

/// The mark after a given value, in output without colour.
pub(super) const MARK: char = '\'';

impl Board {
    /// The board as lines of text, each ended by a line feed. The figures that characters cannot show
    /// are listed below it. If the board is wider than the terminal, all are listed; if it is still
    /// wider, also without gaps between single characters, it is drawn in bands of columns.
    pub fn to_text(&self, look: Look) -> String {
        let heading = self.heading.as_ref().map_or_else(String::new, |line| format!("{line}\n"));
        let footer = |signs: &Signs<'_>| {
            signs.lines.iter().fold(String::new(), |text, line| text + line + "\n")
        };
        let is_narrow = |text: &str, most| text.lines().all(|line| width_of(line) <= most);
        let fits = |text: &str| look.width.is_none_or(|most| is_narrow(text, most));
        let mut signs = Signs::new(self, look);
        if !signs.is_empty() {
            let drawn = areas::drawn(self, &signs, self.widest(), look);
            if fits(&drawn) {
                return heading + &drawn + &footer(&signs);
            }
            signs = Signs::none(self);
        }
        let footer = footer(&signs);
        let drawn = self.drawn(look, 0);
        let columns = self.rows.first().map_or(0, Vec::len);
        let Some(most) = look.width.filter(|_| columns > 1 && !fits(&drawn)) else {
            return heading + &drawn + &footer;
        };
        let unit = self.boxes.map_or(1, BoxShape::columns);
        let widest = drawn.lines().map(width_of).max().unwrap_or(0).max(1);
        let mut band = (most * columns / widest / unit * unit).max(unit);
        while band > unit && !is_narrow(&self.band(0, band).drawn(look, 0), most) {
            band -= unit;
        }
        let mut text = heading;
        for first in (0..columns).step_by(band) {
            let last = columns.min(first + band);
            let _ = writeln!(text, "columns {} to {last}:", first + 1);
            text += &self.band(first, last).drawn(look, first);
        }
        text + &footer
    }

    /// The columns from `first` to before `end`.
    fn band(&self, first: usize, end: usize) -> Self {
        fn cut<T: Clone>(items: &[T], columns: usize, first: usize, end: usize) -> Vec<T> {
            items.chunks(columns).flat_map(|row| row[first..end].to_vec()).collect()
        }
        let columns = self.rows.first().map_or(0, Vec::len);
        let areas = self.areas.as_ref().map(|areas| Areas {
            of: cut(&areas.of, columns, first, end),
            labels: areas.labels.clone(),
        });
        let marks = self.marks.as_ref().map(|marks| Marks {
            right: cut(&marks.right, columns, first, end),
            below: cut(&marks.below, columns, first, end),
            columns: end - first,
        });
        let regions = self.regions.as_ref().map(|of| cut(of, columns, first, end));
        let rows = self.rows.iter().map(|row| row[first..end].to_vec()).collect();
        let (boxes, ruled, pieces) = (self.boxes, self.ruled, self.pieces);
        Self { rows, boxes, regions, areas, ruled, marks, pieces, ..Self::default() }
    }

    /// The squares without figures; the first column has the number `before` + 1.
    fn drawn(&self, look: Look, before: usize) -> String {
        let width = self.widest();
        match (self.boxes, &self.marks) {
            _ if self.areas.is_some() || self.regions.is_some() => {
                areas::drawn(self, &Signs::default(), width, look)
            }
            (Some(shape), _) => self.framed(shape, width, look),
            (None, Some(marks)) => self.marked(marks, width, look.paint),
            (None, None) => self.open(width, look, before),
        }
    }

    /// The length of the longest content.
    fn widest(&self) -> usize {
        let lengths = self.rows.iter().flatten().map(|tile| tile.text.chars().count());
        lengths.max().unwrap_or(0)
    }

    /// A row is followed by a line of signs if there are any below it.
    fn marked(&self, marks: &Marks, width: usize, paint: Paint) -> String {
        let mut text = String::new();
        let mut at = 0;
        for row in &self.rows {
            let signs = at..at + row.len();
            for (tile, sign) in row.iter().zip(&marks.right[signs.clone()]) {
                let style = if paint == Paint::Color { inked(tile.role) } else { Style::new() };
                let sign = sign.unwrap_or(' ');
                let _ = write!(text, "{style}{:>width$}{style:#} {sign} ", tile.text);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
            let below = &marks.below[signs];
            if below.iter().any(Option::is_some) {
                for sign in below {
                    let _ = write!(text, "{:>width$}   ", sign.unwrap_or(' '));
                }
                text.truncate(text.trim_end().len());
                text.push('\n');
            }
            at += row.len();
        }
        text
    }

    fn open(&self, width: usize, look: Look, before: usize) -> String {
        let columns = self.rows.first().map_or(0, Vec::len);
        let is_ruled = self.ruled && self.rows.len().max(columns) > LARGEST_WITHOUT_RULERS;
        let digits = self.rows.len().to_string().len();
        let bar = if look.ascii { '|' } else { '│' };
        let side = if is_ruled { digits + " | ".len() } else { 0 };
        // The gaps are left out where the board would not fit with them. Longer contents need them:
        // 2025 may be 20 and 25.
        let needed = side + columns * (width + 1);
        let has_gaps = width > 1 || look.width.is_none_or(|most| needed <= most + 1);
        let step = width + usize::from(has_gaps);
        let mut text = String::new();
        if is_ruled {
            for ruler in rulers(before, columns, width, step) {
                let _ = writeln!(text, "{:digits$} {bar} {ruler}", "");
            }
        }
        for (number, row) in (1..).zip(&self.rows) {
            if is_ruled {
                let _ = write!(text, "{number:>digits$} {bar} ");
            }
            match look.paint {
                Paint::Plain | Paint::Marked => plain(row, width, step, &mut text),
                Paint::Color => painted(row, width, step, &mut text),
            }
            text.push('\n');
        }
        text
    }

    fn framed(&self, shape: BoxShape, width: usize, look: Look) -> String {
        let lines = if look.ascii { &ASCII } else { &UNICODE };
        let columns = self.rows.first().map_or(0, Vec::len);
        let stacks = columns.div_ceil(shape.columns());
        let tile_width = width + 1 + usize::from(look.paint == Paint::Marked);
        let dashes = 1 + shape.columns() * tile_width;
        let rule = |[left, middle, right]: [char; 3]| {
            let line = String::from(lines.dash).repeat(dashes);
            format!("{left}{}{right}\n", vec![line; stacks].join(&String::from(middle)))
        };
        let mut text = rule(lines.top);
        for (index, row) in self.rows.iter().enumerate() {
            if index > 0 && index.is_multiple_of(shape.rows()) {
                text += &rule(lines.between);
            }
            for stack in row.chunks(shape.columns()) {
                text.push(lines.bar);
                text.push(' ');
                for tile in stack {
                    framed_tile(tile, width, look.paint, &mut text);
                }
            }
            text.push(lines.bar);
            text.push('\n');
        }
        text + &rule(lines.bottom)
    }
}

/// The characters of frames.
struct Lines {
    dash: char,
    bar: char,
    top: [char; 3],
    between: [char; 3],
    bottom: [char; 3],
}

const UNICODE: Lines = Lines {
    dash: '─',
    bar: '│',
    top: ['┌', '┬', '┐'],
    between: ['├', '┼', '┤'],
    bottom: ['└', '┴', '┘'],
};

const ASCII: Lines =
    Lines { dash: '-', bar: '|', top: ['+'; 3], between: ['+'; 3], bottom: ['+'; 3] };

/// The number of characters in a line, without its escape sequences, which all end in `m`.
fn width_of(line: &str) -> usize {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().map_or(0, |part| part.chars().count());
    let rest = parts.map(|part| part.split_once('m').map_or(0, |(_, rest)| rest.chars().count()));
    first + rest.sum::<usize>()
}

/// Boards with more rows or columns than this are hard to count.
const LARGEST_WITHOUT_RULERS: usize = 9;

/// The numbers of the columns: tens in the first line, and units in the second.
fn rulers(before: usize, columns: usize, width: usize, step: usize) -> [String; 2] {
    let (mut tens, mut units) = (String::new(), String::new());
    for column in before + 1..=before + columns {
        let end = (column - before - 1) * step + width;
        let _ = write!(units, "{:>1$}", column % 10, end - units.len());
        if column.is_multiple_of(10) {
            let _ = write!(tens, "{:>1$}", column / 10, end - tens.len());
        }
    }
    [tens, units]
}

fn plain(row: &[Tile], width: usize, step: usize, text: &mut String) {
    for (i, tile) in row.iter().enumerate() {
        let width = if i == 0 { width } else { step };
        let _ = write!(text, "{:>width$}", tile.text);
    }
}

/// The gap is painted with the square, so that squares are about as wide as they are high.
fn painted(row: &[Tile], width: usize, step: usize, text: &mut String) {
    let gap = &" "[..step - width];
    for tile in row {
        let style = shaded(tile.role, tile.ground);
        let _ = write!(text, "{style}{:>width$}{gap}{style:#}", tile.text);
    }
}

/// A value between lines, with the gap after it.
fn framed_tile(tile: &Tile, width: usize, paint: Paint, text: &mut String) {
    let _ = match paint {
        Paint::Plain => write!(text, "{:>width$} ", tile.text),
        Paint::Marked => {
            let mark = if tile.role == Role::Given { MARK } else { ' ' };
            write!(text, "{:>width$}{mark} ", tile.text)
        }
        Paint::Color => {
            let style = inked(tile.role);
            write!(text, "{style}{:>width$}{style:#} ", tile.text)
        }
    };
}

/// The style of a square on its own ground.
pub fn shaded(role: Role, ground: Ground) -> Style {
    let ground = Style::new().bg_color(Some(background(ground).into()));
    let ink = |color: u8| ground.fg_color(Some(Ansi256Color(color).into()));
    match role {
        Role::Empty | Role::Possible => ink(243),
        Role::Blocked => ink(88),
        Role::Given => ink(16).bold(),
        Role::Found => ink(19).bold(),
        Role::Number(number) => ink(NUMBERS[usize::from(number).min(NUMBERS.len() - 1)]).bold(),
        Role::Danger => ink(160).bold(),
        Role::Safe => ink(28).bold(),
        Role::Open => ink(16),
        Role::Best => ink(16).bg_color(Some(Ansi256Color(220).into())).bold(),
        Role::Free => ink(248),
    }
}

/// The usual colours of the numbers from 0 to 8: blue, green, red, dark blue, maroon, teal, black
/// and grey. A 0 needs no attention.
const NUMBERS: [u8; 9] = [250, 21, 28, 196, 18, 88, 30, 16, 243];

/// The style on the terminal's own background, dark or light.
pub fn inked(role: Role) -> Style {
    let ink = |color: u8| Style::new().fg_color(Some(Ansi256Color(color).into()));
    match role {
        Role::Empty | Role::Possible | Role::Blocked | Role::Free => ink(243),
        Role::Given => Style::new().bold(),
        Role::Found | Role::Number(_) => ink(33),
        Role::Danger => ink(160).bold(),
        Role::Safe => ink(34),
        Role::Open => Style::new(),
        Role::Best => ink(220).bold(),
    }
}

fn background(ground: Ground) -> Ansi256Color {
    /// Pale colours that distinguish neighbouring regions.
    const REGIONS: [u8; 12] = [223, 152, 193, 217, 189, 229, 159, 224, 187, 183, 252, 180];
    Ansi256Color(match ground {
        Ground::Light => 230,
        Ground::Dark | Ground::Black => 180,
        Ground::Open => 255,
        Ground::Closed | Ground::Odds(_) => 251,
        Ground::Region(number) => REGIONS[number % REGIONS.len()],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of boxes with a given 1, a found 12 and two empty squares.
    fn board() -> Board {
        let tile = |text: &str, role| Tile { text: text.to_owned(), role, ground: Ground::Light };
        let row = || {
            vec![
                tile("1", Role::Given),
                tile("12", Role::Found),
                tile(".", Role::Empty),
                tile(".", Role::Empty),
            ]
        };
        let boxes = BoxShape::new(1, 2);
        Board { rows: vec![row(), row()], boxes, ..Board::default() }
    }

    #[test]
    fn marks_stand_between_squares_and_the_footer_below() {
        let right = [Some('<'), None, Some('>'), None].repeat(2);
        let below = [[Some('^'), None, Some('v'), None], [None; 4]].concat();
        let marks = Some(Marks { right, below, columns: 4 });
        let footer = vec!["r1c1 < r2c2".to_owned()];
        let mut marked = Board { boxes: None, marks, footer, ..board() };
        let row = " 1 < 12    . >  .\n";
        let text = [row, " ^         v\n", row, "r1c1 < r2c2\n"].concat();
        assert_eq!(marked.to_text(Look::default()), text);
        let colour = marked.to_text(Look { paint: Paint::Color, ..Look::default() });
        assert_eq!(without_escapes(&colour), text);
        marked.marks = None;
        assert_eq!(marked.to_text(Look::default()).lines().last(), Some("r1c1 < r2c2"));
    }

    #[test]
    fn a_board_that_is_too_wide_has_no_gaps_or_comes_in_bands() {
        let tile =
            |text: &str| Tile { text: text.to_owned(), role: Role::Empty, ground: Ground::Light };
        let row = || "123456789abc".split("").filter(|it| !it.is_empty()).map(tile).collect();
        let mut wide = Board { rows: vec![row()], ruled: true, ..Board::default() };
        let text = |board: &Board, width| {
            board.to_text(Look { width: Some(width), ascii: true, ..Look::default() })
        };
        let ruled =
            "  |                   1\n  | 1 2 3 4 5 6 7 8 9 0 1 2\n1 | 1 2 3 4 5 6 7 8 9 a b c\n";
        assert_eq!(text(&wide, 27), ruled);
        assert_eq!(text(&wide, 26), "  |          1\n  | 123456789012\n1 | 123456789abc\n");
        wide.ruled = false;
        assert_eq!(text(&wide, 7), "columns 1 to 7:\n1234567\ncolumns 8 to 12:\n89abc\n");
        // Longer contents always have gaps.
        let tiles = ["20", "25", "1", "s"].map(tile);
        let odds = Board { rows: vec![tiles.to_vec()], ..Board::default() };
        assert_eq!(text(&odds, 11), "20 25  1  s\n");
        assert_eq!(text(&odds, 10), "columns 1 to 3:\n20 25  1\ncolumns 4 to 4:\ns\n");
    }

    #[test]
    fn boxes_have_lines_around_and_values_are_aligned() {
        let text = board().to_text(Look::default());
        let row = "│  1 12 │  .  . │\n";
        let (top, between, bottom) =
            ("┌───────┬───────┐\n", "├───────┼───────┤\n", "└───────┴───────┘\n");
        assert_eq!(text, [top, row, between, row, bottom].concat());
    }

    #[test]
    fn ascii_lines_are_where_the_others_are() {
        let text = board().to_text(Look { ascii: true, ..Look::default() });
        let (rule, row) = ("+-------+-------+\n", "|  1 12 |  .  . |\n");
        assert_eq!(text, [rule, row, rule, row, rule].concat());
    }

    #[test]
    fn without_colour_a_mark_tells_the_given_from_the_found() {
        let text = board().to_text(Look { paint: Paint::Marked, ascii: true, width: None });
        let (rule, row) = ("+---------+---------+\n", "|  1' 12  |  .   .  |\n");
        assert_eq!(text, [rule, row, rule, row, rule].concat());
    }

    #[test]
    fn colour_changes_no_symbol() {
        let text = board().to_text(Look { paint: Paint::Color, ..Look::default() });
        let plain = without_escapes(&text);
        assert_eq!(plain, board().to_text(Look::default()));
        assert!(text.contains("\u{1b}[1m 1\u{1b}[0m"), "a given value is bold: {text:?}");
    }

    /// The text without its escape sequences, which all end in `m`.
    fn without_escapes(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |plain, part| plain + part.split_once('m').unwrap_or_default().1)
    }
}
