//! Boards as SVG. All colours are in [`STYLE`], which a page or a file includes once.

mod contents;
mod figures;
mod pieces;

use std::collections::BTreeMap;
use std::fmt::Write;

pub use super::Square;
use super::{Areas, Board, Ground, Marks, Place, Tile, areas};

/// Additions to a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overlay {
    /// Whether rows and columns are numbered.
    pub numbered: bool,
    /// The squares that stand out.
    pub highlights: BTreeMap<Square, Highlight>,
    /// Small texts in squares without content.
    pub notes: BTreeMap<Square, Vec<Note>>,
    /// The notes of a square are arranged in as many rows and columns, by their places; 0 counts as 1.
    pub note_columns: usize,
}

/// How a square stands out. A later one hides an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Highlight {
    /// A rule is about it.
    Rule,
    /// Its content is a reason.
    Reason,
    /// It is the subject.
    Subject,
    /// It is part of a contradiction.
    Conflict,
}

impl Highlight {
    /// Its word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Reason => "reason",
            Self::Subject => "subject",
            Self::Conflict => "conflict",
        }
    }
}

/// A small text in a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its place in the square, row by row from 0.
    pub place: usize,
    /// The text.
    pub text: String,
    /// Its look.
    pub emphasis: Emphasis,
}

impl Note {
    /// A text at a place.
    pub fn new(place: usize, text: &str, emphasis: Emphasis) -> Self {
        Self { place, text: text.to_owned(), emphasis }
    }
}

/// The look of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emphasis {
    /// Like a value.
    Plain,
    /// Grey.
    Weak,
    /// Red.
    Strong,
    /// Red, with a line through it.
    Struck,
}

/// The style of all boards: variables for the colours, light and dark.
pub const STYLE: &str = include_str!("svg.css");

/// The length of a side of a square.
const SIDE: usize = 40;

/// The gap between squares with signs between.
const GAP: usize = 18;

/// The space around the board.
const MARGIN: usize = 2;

/// The additional space for the numbers of rows and columns.
const RULER: usize = 18;

/// The distance of the outline of an area from the sides of its squares.
const INSET: usize = 3;

/// The font sizes, as in the style.
const VALUE: usize = 24;
const TOTAL: usize = 13;

impl Board {
    /// The width and the height of the picture in squares, rounded up, without gaps.
    pub fn svg_squares(&self) -> [usize; 2] {
        let overlay = Overlay::default();
        let drawing = Drawing::new(self, &overlay);
        let margins = drawing.margins();
        let outside = [margins.left + margins.right, margins.top + margins.bottom];
        let squares = [drawing.columns, self.rows.len()];
        [0, 1].map(|axis| squares[axis] + outside[axis].div_ceil(SIDE))
    }

    /// The board as an SVG element without its style. The heading and the footer are left out, and so
    /// are the words of figures that are ambiguous.
    pub fn to_svg(&self, overlay: &Overlay) -> String {
        Drawing::new(self, overlay).picture(true)
    }

    /// The same without the contents of squares that can be filled in: a page has them in a layer of
    /// its own.
    pub fn to_ground_svg(&self, overlay: &Overlay) -> String {
        Drawing::new(self, overlay).picture(false)
    }

    /// The pieces that squares of this board may contain, by their names: SVG elements for a square that
    /// begins at the origin.
    pub fn pieces_svg(&self) -> BTreeMap<&'static str, String> {
        let of_board = pieces::PIECES.iter().filter(|_| self.pieces);
        let drawn = of_board.map(|&(name, class, draw)| {
            let piece = draw([SIDE / 2; 2]);
            let group = format!("<g class=\"{class}\">{piece}</g>");
            (name, if class.is_empty() { piece } else { group })
        });
        drawn.collect()
    }

    /// The place of the picture: left, top, width and height.
    pub fn view_box(&self, overlay: &Overlay) -> [isize; 4] {
        Drawing::new(self, overlay).view_box()
    }

    /// The left and upper side of a square, and the length of its sides.
    pub fn square_box(&self, square: Square) -> [usize; 3] {
        let [x, y] = corner(square, self.pitch());
        [x, y, SIDE]
    }

    /// The distance from one square to the next.
    fn pitch(&self) -> usize {
        if self.marks.is_some() { SIDE + GAP } else { SIDE }
    }
}

/// The left and the upper side of a square.
fn corner([row, column]: Square, pitch: usize) -> [usize; 2] {
    [column * pitch, row * pitch]
}

struct Drawing<'b> {
    board: &'b Board,
    overlay: &'b Overlay,
    columns: usize,
    /// The distance from one square to the next.
    pitch: usize,
    /// The most characters of a value.
    longest_value: usize,
}

impl<'b> Drawing<'b> {
    fn new(board: &'b Board, overlay: &'b Overlay) -> Self {
        let columns = board.rows.first().map_or(0, Vec::len);
        let longest_value =
            board.rows.iter().flatten().map(contents::value_length).max().unwrap_or(0);
        Self { board, overlay, columns, pitch: board.pitch(), longest_value }
    }

    fn view_box(&self) -> [isize; 4] {
        let ruler = if self.overlay.numbered { RULER } else { 0 };
        let margins = self.margins();
        let [left, top] = [margins.left, margins.top].map(|it| it + ruler + MARGIN);
        let [width, height] = self.size();
        let size = [width + left + margins.right, height + top + margins.bottom];
        let [width, height] = size.map(|it| (it + MARGIN).cast_signed());
        [-left.cast_signed(), -top.cast_signed(), width, height]
    }

    fn picture(&self, has_contents: bool) -> String {
        let [left, top, width, height] = self.view_box();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" \
            viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\">"
        );
        self.grounds(&mut svg);
        self.shades(&mut svg);
        self.highlights(&mut svg);
        self.figures_below(&mut svg);
        self.lines(&mut svg);
        if let Some(areas) = &self.board.areas {
            self.areas(areas, &mut svg);
        }
        self.outlines(&mut svg);
        if let Some(marks) = &self.board.marks {
            self.marks(marks, &mut svg);
        }
        self.figures_above(&mut svg);
        self.values(has_contents, &mut svg);
        if has_contents {
            self.notes(&mut svg);
        }
        self.outside(&mut svg);
        if self.overlay.numbered {
            self.rulers(&mut svg);
        }
        svg + "</svg>\n"
    }

    /// The width and the height of the squares.
    fn size(&self) -> [usize; 2] {
        let gap = self.pitch - SIDE;
        [self.columns, self.board.rows.len()].map(|count| (count * self.pitch).saturating_sub(gap))
    }

    fn tiles(&self) -> impl Iterator<Item = (Square, &Tile)> {
        let rows = self.board.rows.iter().enumerate();
        rows.flat_map(|(row, tiles)| {
            tiles.iter().enumerate().map(move |(column, tile)| ([row, column], tile))
        })
    }

    /// The left and the upper side of a square.
    fn corner(&self, square: Square) -> [usize; 2] {
        corner(square, self.pitch)
    }

    fn centre(&self, square: Square) -> [usize; 2] {
        self.corner(square).map(|it| it + SIDE / 2)
    }

    // Squares.

    fn grounds(&self, svg: &mut String) {
        let mut groups: BTreeMap<String, String> = BTreeMap::new();
        if self.board.marks.is_none() {
            let [width, height] = self.size();
            let _ = write!(svg, "<path class=\"paper\" d=\"M0 0h{width}v{height}H0z\"/>");
        }
        for (square, tile) in self.tiles() {
            let class = match tile.ground {
                Ground::Light if self.board.marks.is_some() => "paper cell".to_owned(),
                Ground::Light | Ground::Open => continue,
                Ground::Dark => "dark".to_owned(),
                Ground::Black => "black".to_owned(),
                Ground::Closed => "closed".to_owned(),
                Ground::Region(number) => format!("region{}", number % REGIONS),
                Ground::Odds(percent) => format!("heat{}", (percent.min(100) + 5) / 10),
            };
            *groups.entry(class).or_default() += &self.square_path(square);
        }
        paths(groups, svg);
    }

    fn highlights(&self, svg: &mut String) {
        let mut groups: BTreeMap<Highlight, String> = BTreeMap::new();
        for (&square, &highlight) in &self.overlay.highlights {
            *groups.entry(highlight).or_default() += &self.square_path(square);
        }
        let class = |highlight| match highlight {
            Highlight::Rule => "rule",
            Highlight::Reason => "rule reason",
            Highlight::Subject => "subject",
            Highlight::Conflict => "conflict",
        };
        paths(groups.into_iter().map(|(it, path)| (class(it).to_owned(), path)), svg);
    }

    fn square_path(&self, square: Square) -> String {
        let [x, y] = self.corner(square);
        format!("M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")
    }

    // Lines.

    /// Thin lines between squares; thick ones around the board, boxes and regions.
    fn lines(&self, svg: &mut String) {
        if self.board.marks.is_some() {
            return;
        }
        let [width, height] = self.size();
        let mut thin = String::new();
        for y in (SIDE..height).step_by(SIDE) {
            let _ = write!(thin, "M0 {y}h{width}");
        }
        for x in (SIDE..width).step_by(SIDE) {
            let _ = write!(thin, "M{x} 0v{height}");
        }
        let mut thick = format!("M0 0h{width}v{height}H0z");
        if let Some(shape) = self.board.boxes {
            for y in (shape.rows() * SIDE..height).step_by(shape.rows() * SIDE) {
                let _ = write!(thick, "M0 {y}h{width}");
            }
            for x in (shape.columns() * SIDE..width).step_by(shape.columns() * SIDE) {
                let _ = write!(thick, "M{x} 0v{height}");
            }
        }
        self.region_lines(&mut thick);
        paths([("thin".to_owned(), thin), ("thick".to_owned(), thick)], svg);
    }

    fn region_lines(&self, path: &mut String) {
        let ground = |[row, column]: Square| match self.board.rows.get(row)?.get(column)?.ground {
            Ground::Region(number) => Some(number),
            _ => None,
        };
        let is_inside =
            |[row, column]: Square| row < self.board.rows.len() && column < self.columns;
        for (square, _) in self.tiles() {
            let [row, column] = square;
            let differs = |next: Square| {
                let grounds = ground(square).zip(ground(next));
                grounds.is_some_and(|(one, other)| one != other)
                    || is_inside(next) && self.board.is_region_border(square, next)
            };
            let [x, y] = self.corner([row + 1, column + 1]);
            if differs([row, column + 1]) {
                let _ = write!(path, "M{x} {y}v-{SIDE}");
            }
            if differs([row + 1, column]) {
                let _ = write!(path, "M{x} {y}h-{SIDE}");
            }
        }
    }

    /// Outlines and labels.
    fn areas(&self, areas: &Areas, svg: &mut String) {
        let mut path = String::new();
        for (square, _) in self.tiles() {
            let area = |[row, column]: Place| {
                let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
                let is_inside = row < self.board.rows.len() && column < self.columns;
                if is_inside { areas.of[row * self.columns + column] } else { None }
            };
            let own = area(square.map(usize::cast_signed));
            if own.is_some() {
                self.outline(square, INSET, &|other| area(other) == own, &mut path);
            }
        }
        paths([("cage".to_owned(), path)], svg);
        let labels = areas::labels(areas, self.columns);
        // The edge of a label has the colour of the paper, which a highlighted square has not.
        let (mut texts, mut lit) = (String::new(), String::new());
        for ((square, _), label) in self.tiles().zip(&labels) {
            if !label.is_empty() {
                let [x, y] = self.corner(square);
                let is_lit = self.overlay.highlights.contains_key(&square);
                let texts = if is_lit { &mut lit } else { &mut texts };
                text([x + INSET + 2, y + INSET + 9], label, texts);
            }
        }
        group("total", &texts, svg);
        group("total lit", &lit, svg);
    }

    /// The outline of the squares that fulfil a condition where it runs through one of them. It is
    /// shortened at a convex corner, and extends into the next square at a concave one.
    fn outline(
        &self,
        square: Square,
        inset: usize,
        is_in: &dyn Fn(Place) -> bool,
        path: &mut String,
    ) {
        let [row, column] = square.map(usize::cast_signed);
        let is_own = |down: isize, right: isize| is_in([row + down, column + right]);
        let [x, y] = self.corner(square).map(usize::cast_signed);
        let (side, inset) = (SIDE.cast_signed(), inset.cast_signed());
        // How far a line goes beyond the side of the square.
        let beyond = |along: bool, diagonal: bool| match (along, diagonal) {
            (false, _) => -inset,
            (true, true) => inset,
            (true, false) => 0,
        };
        for (way, at) in [(-1, inset), (1, side - inset)] {
            if !is_own(way, 0) {
                let from = x - beyond(is_own(0, -1), is_own(way, -1));
                let to = x + side + beyond(is_own(0, 1), is_own(way, 1));
                let _ = write!(path, "M{from} {}H{to}", y + at);
            }
            if !is_own(0, way) {
                let from = y - beyond(is_own(-1, 0), is_own(-1, way));
                let to = y + side + beyond(is_own(1, 0), is_own(1, way));
                let _ = write!(path, "M{} {from}V{to}", x + at);
            }
        }
    }

    /// Signs in the gaps.
    fn marks(&self, marks: &Marks, svg: &mut String) {
        let mut path = String::new();
        for (((square, _), right), below) in self.tiles().zip(&marks.right).zip(&marks.below) {
            let [x, y] = self.centre(square);
            let half = self.pitch / 2;
            match right {
                Some('<') => drop(write!(path, "M{} {}l-8 6 8 6", x + half + 4, y - 6)),
                Some(_) => drop(write!(path, "M{} {}l8 6-8 6", x + half - 4, y - 6)),
                None => {}
            }
            match below {
                Some('^') => drop(write!(path, "M{} {}l6-8 6 8", x - 6, y + half + 4)),
                Some(_) => drop(write!(path, "M{} {}l6 8 6-8", x - 6, y + half - 4)),
                None => {}
            }
        }
        paths([("sign".to_owned(), path)], svg);
    }

    fn rulers(&self, svg: &mut String) {
        let margins = self.margins();
        let mut content = String::new();
        for column in 0..self.columns {
            let [x, _] = self.centre([0, column]);
            let y = margins.top + 6;
            let _ = write!(content, "<text x=\"{x}\" y=\"-{y}\">{}</text>", column + 1);
        }
        for row in 0..self.board.rows.len() {
            let [_, y] = self.centre([row, 0]);
            let (x, y) = (margins.left + RULER / 2 + 2, baseline(y, 11));
            let _ = write!(content, "<text x=\"-{x}\" y=\"{y}\">{}</text>", row + 1);
        }
        group("ruler", &content, svg);
    }
}

/// The number of colours of regions in the style.
const REGIONS: usize = 12;

/// The baseline of a text whose digits are centred at a height.
fn baseline(middle: usize, size: usize) -> usize {
    middle + (size * 9).div_ceil(25)
}

fn text([x, y]: [usize; 2], text: &str, content: &mut String) {
    let _ = write!(content, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(text));
}

fn paths(groups: impl IntoIterator<Item = (String, String)>, svg: &mut String) {
    for (class, path) in groups {
        if !path.is_empty() {
            let _ = write!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
}

fn group(class: &str, content: &str, svg: &mut String) {
    if !content.is_empty() {
        let _ = write!(svg, "<g class=\"{class}\">{content}</g>");
    }
}

/// A text in HTML or SVG.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
