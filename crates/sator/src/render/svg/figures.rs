//! Figures as SVG: shades, lines and signs below the lines of the grid, outlines and signs between
//! squares above them, and numbers outside.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{Drawing, INSET, SIDE, TOTAL, baseline, escaped, group, paths, text};
use crate::render::{Figure, LineStyle, PairSign, Place, Shape, Sign, Square, areas};

/// The least space for a number next to the board.
const RING: usize = 30;

/// The radius of circles in squares, and half the side of squares in squares.
const RADIUS: f64 = 15.0;

/// The number of colours of lines in the style.
const COLOURS: usize = 10;

/// The number of colours of shades in the style, with grey.
const SHADES: usize = 6;

/// The distance between outlines of the same square, and how many have a place of their own.
const LAYER: usize = 3;
const LAYERS: usize = 3;

/// The widths of the margins at the sides of a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Margins {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

impl Drawing<'_> {
    /// The space for numbers outside.
    pub(super) fn margins(&self) -> Margins {
        let mut margins = Margins::default();
        let ring = self.ring();
        let end = [self.board.rows.len(), self.columns].map(usize::cast_signed);
        for (place, layer, ..) in self.numbers() {
            let width = (layer + 1) * ring;
            for (is_there, margin) in [
                (place[1] < 0, &mut margins.left),
                (place[0] < 0, &mut margins.top),
                (place[1] >= end[1], &mut margins.right),
                (place[0] >= end[0], &mut margins.bottom),
            ] {
                *margin = (*margin).max(if is_there { width } else { 0 });
            }
        }
        margins
    }

    // Below the lines of the grid.

    pub(super) fn shades(&self, svg: &mut String) {
        self.each(svg, |shape, content| {
            if let Shape::Shade { squares, tint } = shape {
                let path: String = squares.iter().map(|square| self.square_path(*square)).collect();
                paths([(format!("shade{}", tint % SHADES), path)], content);
            }
        });
    }

    pub(super) fn figures_below(&self, svg: &mut String) {
        self.each(svg, |shape, content| match shape {
            Shape::Diagonal { is_rising } => {
                let [width, height] = self.size();
                let start = if *is_rising { height } else { 0 };
                let path = format!("M0 {start}L{width} {}", height - start);
                paths([("diagonal".to_owned(), path)], content);
            }
            Shape::Sign { squares, sign } => self.signs(squares, *sign, content),
            Shape::Values { squares, text } => self.small_values(squares, text, content),
            _ => {}
        });
        let is_thick =
            |style: LineStyle| matches!(style, LineStyle::Thermometer | LineStyle::Plain(_));
        self.each(svg, |shape, content| match shape {
            Shape::Line { squares, style, .. } if is_thick(*style) => {
                self.line(squares, *style, content);
            }
            _ => {}
        });
        self.each(svg, |shape, content| match shape {
            Shape::Line { squares, style, .. } if !is_thick(*style) => {
                self.line(squares, *style, content);
            }
            Shape::Arrow { circle, squares } => self.arrow(circle, squares, content),
            _ => {}
        });
    }

    /// Draws a part of each figure, as a group with the words of the figure.
    fn each(&self, svg: &mut String, draw: impl Fn(&Shape, &mut String)) {
        for Figure { shapes, words, .. } in &self.board.figures {
            let mut content = String::new();
            for shape in shapes {
                draw(shape, &mut content);
            }
            if !content.is_empty() {
                let _ = write!(svg, "<g><title>{}</title>{content}</g>", escaped(words));
            }
        }
    }

    /// Values at the lower sides of squares, below the value that is filled in.
    fn small_values(&self, squares: &[Square], values: &str, content: &mut String) {
        let longest = values.chars().count().max(1);
        let size = (SIDE * 3 / 2 / longest).min(11);
        let mut texts = String::new();
        for square in squares {
            let [x, y] = self.centre(*square);
            text([x, y + SIDE / 2 - 4], values, &mut texts);
        }
        let _ = write!(content, "<g class=\"weak\" font-size=\"{size}\">{texts}</g>");
    }

    fn signs(&self, squares: &[Square], sign: Sign, content: &mut String) {
        let mut path = String::new();
        for square in squares {
            let [x, y] = self.centre(*square).map(usize::cast_signed);
            match sign {
                Sign::Disc => path += &circle([x as f64, y as f64], RADIUS),
                Sign::Circle => path += &circle([x as f64, y as f64], RADIUS + 1.0),
                Sign::Square => drop(write!(path, "M{} {}h30v30h-30z", x - 15, y - 15)),
                Sign::Inwards | Sign::Outwards => {
                    // The distances of the ends and of the tip from the centre.
                    let [ends, tip] = if sign == Sign::Inwards { [18, 14] } else { [14, 18] };
                    for way in [-1, 1] {
                        let (ends, tip) = (way * ends, way * tip);
                        let _ = write!(
                            path,
                            "M{} {}L{x} {}L{} {}",
                            x - 5,
                            y + ends,
                            y + tip,
                            x + 5,
                            y + ends
                        );
                        let _ = write!(
                            path,
                            "M{} {}L{} {y}L{} {}",
                            x + ends,
                            y - 5,
                            x + tip,
                            x + ends,
                            y + 5
                        );
                    }
                }
            }
        }
        let class = match sign {
            Sign::Disc | Sign::Square => "disc",
            Sign::Circle => "ring",
            Sign::Inwards | Sign::Outwards => "ring heads",
        };
        paths([(class.to_owned(), path)], content);
    }

    fn line(&self, squares: &[Square], style: LineStyle, content: &mut String) {
        let points = self.points(squares);
        let (first, last) = (points[0], points[points.len() - 1]);
        let (class, path) = match style {
            LineStyle::Thermometer => {
                let _ = write!(
                    content,
                    "<circle class=\"disc\" cx=\"{}\" cy=\"{}\" r=\"14\"/>",
                    first[0], first[1]
                );
                ("thermo".to_owned(), joined(&points))
            }
            LineStyle::Circles => {
                let ends = circle(first, RADIUS) + &circle(last, RADIUS);
                ("ring".to_owned(), ends + &joined(&shortened(&points, [RADIUS; 2])))
            }
            LineStyle::Diamonds => {
                let diamond = |[x, y]: Point| format!("M{x} {}l17 17-17 17-17-17z", y - 17.0);
                let ends = diamond(first) + &diamond(last);
                ("ring blue".to_owned(), ends + &joined(&shortened(&points, [RADIUS + 2.0; 2])))
            }
            LineStyle::Plain(colour) => (format!("wire wire{}", colour % COLOURS), joined(&points)),
        };
        paths([(class, path)], content);
    }

    fn arrow(&self, around: &[Square], squares: &[Square], content: &mut String) {
        let centres = self.points(around);
        let first = self.points(&squares[..1])[0];
        let near = |one: &&Point, other: &&Point| {
            distance(**one, first).total_cmp(&distance(**other, first))
        };
        let start = *centres.iter().min_by(near).unwrap_or(&first);
        let mut points = vec![start];
        points.extend(self.points(squares));
        let [before, end] = [points[points.len() - 2], points[points.len() - 1]];
        let mut path =
            if let [centre] = centres[..] { circle(centre, RADIUS) } else { pill(&centres) };
        path += &joined(&shortened(&points, [RADIUS, 0.0]));
        path += &head(before, end, 8.0);
        paths([("ring".to_owned(), path)], content);
    }

    fn points(&self, squares: &[Square]) -> Vec<Point> {
        squares.iter().map(|square| self.centre(*square).map(|it| it as f64)).collect()
    }

    // Above the lines of the grid.

    /// Outlines that overlap areas or each other are inside them. Labels of outlines and lines stand
    /// in the first square without a label.
    pub(super) fn outlines(&self, svg: &mut String) {
        let mut layers: BTreeMap<Square, BTreeSet<usize>> = BTreeMap::new();
        let mut labelled = self.labelled();
        for figure in &self.board.figures {
            for shape in &figure.shapes {
                let (Shape::Outline { squares, label } | Shape::Line { squares, label, .. }) =
                    shape
                else {
                    continue;
                };
                let mut content = String::new();
                if matches!(shape, Shape::Outline { .. }) {
                    let is_taken = |layer: &usize| {
                        squares.iter().any(|it| layers.get(it).is_some_and(|it| it.contains(layer)))
                    };
                    let layer = (1..=LAYERS).find(|layer| !is_taken(layer)).unwrap_or(LAYERS);
                    for square in squares {
                        layers.entry(*square).or_default().insert(layer);
                    }
                    self.outline_of(squares, INSET + layer * LAYER, &mut content);
                }
                if !label.is_empty() {
                    let free = squares.iter().find(|square| !labelled.contains(*square));
                    let [x, y] = self.corner(*free.unwrap_or(&squares[0]));
                    labelled.extend(free);
                    // Where all have labels, the lower left corner is free.
                    let down = if free.is_some() { INSET + 9 } else { SIDE - INSET - 2 };
                    let mut texts = String::new();
                    text([x + INSET + 2, y + down], label, &mut texts);
                    group("total", &texts, &mut content);
                }
                if !content.is_empty() {
                    let _ =
                        write!(svg, "<g><title>{}</title>{content}</g>", escaped(&figure.words));
                }
            }
        }
    }

    fn outline_of(&self, squares: &[Square], inset: usize, content: &mut String) {
        let mut path = String::new();
        let is_own =
            |square: Place| squares.iter().any(|own| own.map(usize::cast_signed) == square);
        for square in squares {
            self.outline(*square, inset, &is_own, &mut path);
        }
        paths([("cage".to_owned(), path)], content);
    }

    /// The squares that have the label of an area.
    fn labelled(&self) -> BTreeSet<Square> {
        let Some(areas) = &self.board.areas else { return BTreeSet::new() };
        let labels = areas::labels(areas, self.columns);
        let squares = self.tiles().map(|(square, _)| square).zip(labels);
        squares.filter(|(_, label)| !label.is_empty()).map(|(square, _)| square).collect()
    }

    pub(super) fn figures_above(&self, svg: &mut String) {
        let mut taken: BTreeMap<[Square; 2], usize> = BTreeMap::new();
        for figure in &self.board.figures {
            let mut content = String::new();
            for shape in &figure.shapes {
                match shape {
                    Shape::Between { squares, sign } => {
                        let mut sorted = *squares;
                        sorted.sort_unstable();
                        let before = taken.entry(sorted).or_default();
                        self.between(*squares, sign, *before, &mut content);
                        *before += 1;
                    }
                    Shape::Corner { square, values } => {
                        self.corner_values(*square, values, &mut content);
                    }
                    _ => {}
                }
            }
            if !content.is_empty() {
                let _ = write!(svg, "<g><title>{}</title>{content}</g>", escaped(&figure.words));
            }
        }
    }

    /// A sign at the border of two squares; others at the same border are beside it.
    fn between(
        &self,
        [one, other]: [Square; 2],
        sign: &PairSign,
        before: usize,
        content: &mut String,
    ) {
        let (from, to) = (self.centre(one), self.centre(other));
        let is_row = one[0] == other[0];
        let beside = before * 14;
        let [x, y] = [usize::midpoint(from[0], to[0]), usize::midpoint(from[1], to[1])];
        let [x, y] = if is_row { [x, y + beside] } else { [x + beside, y] };
        match sign {
            PairSign::Dot { is_black, text: number } => {
                let class = if *is_black { "dot black-dot" } else { "dot" };
                let radius = if number.is_empty() { 6 } else { 9 };
                let _ = write!(
                    content,
                    "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
                );
                let mut texts = String::new();
                if !number.is_empty() {
                    text([x, baseline(y, 11)], number, &mut texts);
                }
                group(if *is_black { "on-dot on-black-dot" } else { "on-dot" }, &texts, content);
            }
            PairSign::Text(letters) => {
                let mut texts = String::new();
                text([x, baseline(y, 15)], letters, &mut texts);
                group("letters", &texts, content);
            }
            PairSign::Greater => {
                let [x, y] = [x, y].map(usize::cast_signed);
                let way = if one < other { 4 } else { -4 };
                let path = if is_row {
                    format!("M{} {}L{} {y}L{} {}", x - way, y - 6, x + way, x - way, y + 6)
                } else {
                    format!("M{} {}L{x} {}L{} {}", x - 6, y - way, y + way, x + 6, y - way)
                };
                let halo = ("sign halo".to_owned(), path.clone());
                paths([halo, ("sign".to_owned(), path)], content);
            }
        }
    }

    fn corner_values(&self, square: Square, values: &[String], content: &mut String) {
        let [x, y] = self.corner(square).map(|it| it + SIDE);
        let is_long = values.iter().any(|value| value.chars().count() > 1);
        let radius = if is_long { 16 } else { 12 };
        let _ = write!(content, "<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        let mut texts = String::new();
        let in_row = if is_long && values.len() == 2 { 1 } else { 2 };
        let rows: Vec<_> = values.chunks(in_row).map(|row| row.join(" ")).collect();
        for (at, row) in rows.iter().enumerate() {
            let middle = if rows.len() == 1 { y } else { y + 10 * at - 5 };
            text([x, baseline(middle, 11)], row, &mut texts);
        }
        group("on-dot", &texts, content);
    }

    // Outside.

    /// Each number outside with its layer, from the board, and the direction of its arrow. Two numbers
    /// with different arrows have room in one layer.
    fn numbers(&self) -> Vec<(Place, usize, Option<Place>, &str)> {
        let mut taken: BTreeMap<Place, Vec<(usize, Option<Place>)>> = BTreeMap::new();
        let mut numbers = Vec::new();
        for shape in self.board.shapes() {
            if let Shape::Outside { place, step, text } = shape {
                let others = taken.entry(*place).or_default();
                let is_free = |layer: &usize| {
                    let mut there = others.iter().filter(|(other, _)| other == layer);
                    there.all(|(_, other)| step.is_some() && other.is_some() && other != step)
                };
                let layer = (0..=others.len()).find(is_free).unwrap_or_default();
                others.push((layer, *step));
                numbers.push((*place, layer, *step, &**text));
            }
        }
        numbers
    }

    pub(super) fn outside(&self, svg: &mut String) {
        let (mut texts, mut path) = (String::new(), String::new());
        for (place, layer, step, number) in self.numbers() {
            let [mut x, mut y] = self.outside_centre(place, layer);
            if let Some([down, right]) = step {
                // The arrow points to the corner of the first square of the diagonal.
                let tip = self.entry(place, [down, right]);
                let tail = [tip[0] - 11 * right, tip[1] - 11 * down].map(|it| it as f64);
                let tip = tip.map(|it| it as f64);
                path += &joined(&[tail, tip]);
                path += &head(tail, tip, 5.0);
                // The number stands beside the arrow.
                let end = [self.board.rows.len(), self.columns].map(usize::cast_signed);
                let is_side = |at: usize| place[at] < 0 || place[at] >= end[at];
                match (is_side(0), is_side(1)) {
                    (true, true) => (x, y) = (x - 4 * right, y - 6 * down),
                    (true, false) => (x, y) = (x - 7 * right, y - 2 * down),
                    (false, _) => (x, y) = (x - 2 * right, y - 5 * down),
                }
            }
            let y = y + (TOTAL * 9).div_ceil(25).cast_signed() + 1;
            let _ = write!(texts, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(number));
        }
        paths([("ring pointer".to_owned(), path)], svg);
        group("outside", &texts, svg);
    }

    /// The space for a number outside: three digits need more than usual.
    fn ring(&self) -> usize {
        let length = |shape: &Shape| match shape {
            Shape::Outside { text, .. } => text.chars().count(),
            _ => 0,
        };
        let longest = self.board.shapes().map(length).max().unwrap_or(0);
        RING.max(10 * longest + 8)
    }

    /// The middle of the space for a number outside.
    fn outside_centre(&self, place: Place, layer: usize) -> Place {
        let ([row, column], [width, height]) = (place, self.size().map(usize::cast_signed));
        let (side, away) =
            (SIDE.cast_signed(), (self.ring() / 2 + layer * self.ring()).cast_signed());
        let at = |at: isize, end: isize| match at {
            ..0 => -away,
            _ if at * side >= end => end + away,
            _ => at * side + side / 2,
        };
        [at(column, width), at(row, height)]
    }

    /// The point where a diagonal from outside enters the board, a little outside.
    fn entry(&self, [row, column]: Place, [down, right]: Place) -> Place {
        let side = SIDE.cast_signed();
        let corner = |at: isize, step: isize| (at + isize::from(step > 0)) * side - 2 * step;
        let [width, height] = self.size().map(usize::cast_signed);
        let (x, y) = (corner(column, right), corner(row, down));
        [x.clamp(-2, width + 2), y.clamp(-2, height + 2)]
    }
}

// Geometry.

type Point = [f64; 2];

fn distance(one: Point, other: Point) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

/// The point at a distance from the first of two points in the direction of the other.
fn towards(from: Point, to: Point, length: f64) -> Point {
    let all = distance(from, to).max(1.0);
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * length / all)
}

/// A line without a piece at each end.
fn shortened(points: &[Point], [start, end]: [f64; 2]) -> Vec<Point> {
    let mut points = points.to_vec();
    if let [first, second, ..] = points[..] {
        points[0] = towards(first, second, start);
    }
    if let [.., before, last] = points[..] {
        let at = points.len() - 1;
        points[at] = towards(last, before, end);
    }
    points
}

/// A path through points. One point alone is a dot.
fn joined(points: &[Point]) -> String {
    let mut path = String::new();
    for (at, [x, y]) in points.iter().enumerate() {
        let letter = if at == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}", rounded(*x), rounded(*y));
    }
    if points.len() == 1 { path + "h0" } else { path }
}

/// Two lines that end in a point.
fn head(from: Point, tip: Point, size: f64) -> String {
    let [x, y] = towards([0.0, 0.0], [tip[0] - from[0], tip[1] - from[1]], size);
    let end = |turn: f64| [tip[0] - x + turn * y, tip[1] - y - turn * x];
    joined(&[end(0.7), tip, end(-0.7)])
}

fn circle([x, y]: Point, radius: f64) -> String {
    format!(
        "M{} {y}a{radius} {radius} 0 1 0 {} 0a{radius} {radius} 0 1 0 -{} 0z",
        x - radius,
        2.0 * radius,
        2.0 * radius
    )
}

/// A line with round ends around points.
fn pill(points: &[Point]) -> String {
    let end = |axis: usize, pick: fn(f64, f64) -> f64| {
        points.iter().map(|point| point[axis]).reduce(pick).unwrap_or_default()
    };
    let ([left, right], [top, bottom]) =
        ([end(0, f64::min), end(0, f64::max)], [end(1, f64::min), end(1, f64::max)]);
    let r = RADIUS;
    format!(
        "M{left} {}H{right}a{r} {r} 0 0 1 {r} {r}V{bottom}a{r} {r} 0 0 1 -{r} {r}H{left}\
        a{r} {r} 0 0 1 -{r} -{r}V{top}a{r} {r} 0 0 1 {r} -{r}z",
        top - r
    )
}

/// A coordinate with at most one decimal.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
