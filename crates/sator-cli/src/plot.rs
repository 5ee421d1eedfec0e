//! Plots of figures as SVG: logarithmic axes, a line with marks of its own for each series, a legend;
//! sized for a slide.

use std::fmt::Write as _;

/// A plot of several series.
pub(crate) struct Plot {
    pub(crate) title: String,
    pub(crate) x: String,
    pub(crate) y: String,
    pub(crate) series: Vec<Series>,
}

/// The points of one series.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
}

/// A measured point; both coordinates are above 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Whether `y` is a lower bound: the mark is hollow then.
    pub(crate) is_least: bool,
}

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
const TOP: f64 = 58.0;
const BOTTOM: f64 = HEIGHT - 66.0;
const LEFT: f64 = 96.0;
/// The width of a character of the legend, and the space around its names.
const CHARACTER: f64 = 8.6;
const LEGEND: f64 = 62.0;
/// The radius of a mark.
const MARK: f64 = 4.5;

/// Colours that differ in brightness too, so that they stay apart in print.
const COLOURS: [&str; 8] =
    ["#0b62a4", "#d1495b", "#2e8b57", "#7b4fa3", "#d98c00", "#008b9c", "#8c564b", "#4d4d4d"];

/// The shape of a mark, so that lines stay apart without colours.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Circle,
    /// A polygon: the number of corners, and the angle of the first one in degrees, from the right,
    /// clockwise.
    Polygon(u32, f64),
    /// A star: the number of points, and the angle of the first one.
    Star(u32, f64),
}

/// As many shapes as can be told apart at this size.
const SHAPES: [Shape; 12] = [
    Shape::Circle,
    Shape::Polygon(4, 45.0),
    Shape::Polygon(3, -90.0),
    Shape::Polygon(4, 0.0),
    Shape::Polygon(3, 90.0),
    Shape::Star(5, -90.0),
    Shape::Star(4, 0.0),
    Shape::Polygon(3, 180.0),
    Shape::Star(4, 45.0),
    Shape::Polygon(3, 0.0),
    Shape::Polygon(6, 0.0),
    Shape::Star(3, -90.0),
];

impl Shape {
    /// The outline around a point, as an element without its end: attributes may follow.
    fn element(self, x: f64, y: f64, radius: f64) -> String {
        let (corners, start, is_star) = match self {
            Self::Circle => {
                return format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"");
            }
            Self::Polygon(corners, start) => (corners, start, false),
            Self::Star(points, start) => (2 * points, start, true),
        };
        // All shapes then look about as large as the circle.
        let outer = radius * if is_star { 1.5 } else { 1.25 };
        let corner = |number: u32| {
            let angle = (start + 360.0 * f64::from(number) / f64::from(corners)).to_radians();
            let radius = if is_star && number % 2 == 1 { outer * 0.42 } else { outer };
            format!("{:.1},{:.1}", x + radius * angle.cos(), y + radius * angle.sin())
        };
        let corners: Vec<_> = (0..corners).map(corner).collect();
        format!("<polygon points=\"{}\"", corners.join(" "))
    }
}

const STYLE: &str = "text{font:17px Helvetica,Arial,sans-serif;fill:#222}\
.title{font-size:21px;font-weight:bold}.label{font-size:18px}\
.grid{stroke:#d9dde1;stroke-width:1}.frame{stroke:#555;stroke-width:1.5;fill:none}\
.line{fill:none;stroke-width:2.5;stroke-linejoin:round}.sample{fill-opacity:.3;stroke-opacity:.6}";

impl Plot {
    /// Whether there is nothing to draw.
    pub(crate) fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.points.is_empty())
    }

    /// The picture.
    pub(crate) fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let longest = self.series.iter().map(|it| it.name.chars().count()).max().unwrap_or(0);
        let right = (WIDTH - LEGEND - CHARACTER * longest as f64).max(WIDTH / 2.0);
        let frame = Frame {
            x: Axis::around(points().map(|point| point.x), LEFT, right),
            y: Axis::around(points().map(|point| point.y), BOTTOM, TOP),
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\">\n<title>{0}</title>\n<style>{STYLE}</style>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"34\">{0}</text>\n",
            escaped(&self.title)
        );
        frame.draw_axes(&mut svg, &escaped(&self.x), &escaped(&self.y));
        for (number, series) in self.series.iter().enumerate() {
            frame.draw_series(&mut svg, series, number);
        }
        if points().any(|point| point.is_least) {
            let (x, y) = (right + 16.0, TOP + 28.0 * self.series.len() as f64 + 22.0);
            let _written = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\">hollow: stopped</text>");
        }
        svg + "</svg>\n"
    }
}

/// A logarithmic axis: the values at its ends, and their coordinates.
struct Axis {
    values: [f64; 2],
    ends: [f64; 2],
}

impl Axis {
    /// An axis with a little space around the values.
    fn around(values: impl Iterator<Item = f64> + Clone, start: f64, end: f64) -> Self {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(0.0, f64::max);
        let space = (high / low).powf(0.04).max(1.05);
        Self { values: [low / space, high * space], ends: [start, end] }
    }

    fn place(&self, value: f64) -> f64 {
        let [low, high] = self.values.map(f64::ln);
        let [start, end] = self.ends;
        start + (end - start) * (value.ln() - low) / (high - low)
    }

    /// Round values: powers of ten on a long axis, with 2 and 5 between on a shorter one; equal
    /// steps on an axis of less than a factor of about ten.
    fn ticks(&self) -> Vec<f64> {
        let [low, high] = self.values;
        let decades = (high / low).log10();
        let ticks: Vec<f64> = if decades < 1.1 {
            let rough = (high - low) / 6.0;
            let power = 10_f64.powf(rough.log10().floor());
            let step = [1.0, 2.0, 5.0, 10.0].map(|it| it * power);
            let step = step.into_iter().find(|&step| step >= rough).unwrap_or(rough);
            let first = (low / step).ceil();
            (0..12).map(|number| (first + f64::from(number)) * step).collect()
        } else {
            let steps: &[f64] = if decades < 3.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
            let [first, last] = [low, high].map(|value| value.log10().floor() as i32);
            let skip = (last - first) / 10 + 1;
            let powers = (first..=last).filter(|power| power % skip == 0);
            powers.flat_map(|power| steps.iter().map(move |it| it * 10_f64.powi(power))).collect()
        };
        ticks.into_iter().filter(|tick| (low..=high).contains(tick)).collect()
    }
}

struct Frame {
    x: Axis,
    y: Axis,
}

impl Frame {
    fn draw_axes(&self, svg: &mut String, x_label: &str, y_label: &str) {
        let [left, right] = self.x.ends;
        let mut draw = |element: String| svg.push_str(&(element + "\n"));
        for tick in self.x.ticks() {
            let (x, y, text) = (self.x.place(tick), BOTTOM + 24.0, figure(tick));
            draw(format!("<path class=\"grid\" d=\"M{x:.1} {TOP}V{BOTTOM}\"/>"));
            draw(format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{text}</text>"));
        }
        for tick in self.y.ticks() {
            let (y, text) = (self.y.place(tick), figure(tick));
            let (x, base) = (left - 10.0, y + 6.0);
            draw(format!("<path class=\"grid\" d=\"M{left} {y:.1}H{right:.1}\"/>"));
            draw(format!("<text x=\"{x}\" y=\"{base:.1}\" text-anchor=\"end\">{text}</text>"));
        }
        let (width, height) = (right - left, BOTTOM - TOP);
        draw(format!(
            "<rect class=\"frame\" x=\"{left}\" y=\"{TOP}\" width=\"{width:.1}\" \
             height=\"{height}\"/>"
        ));
        let (middle, low) = (f64::midpoint(left, right), HEIGHT - 14.0);
        draw(format!(
            "<text class=\"label\" x=\"{middle:.1}\" y=\"{low}\" text-anchor=\"middle\">{x_label}\
             </text>"
        ));
        let middle = f64::midpoint(TOP, BOTTOM);
        draw(format!(
            "<text class=\"label\" transform=\"translate(24 {middle}) rotate(-90)\" \
             text-anchor=\"middle\">{y_label}</text>"
        ));
    }

    /// The line goes through the median at each x; where there are several points, each is a dot.
    fn draw_series(&self, svg: &mut String, series: &Series, number: usize) {
        let colour = COLOURS[number % COLOURS.len()];
        let shape = SHAPES[number % SHAPES.len()];
        // Series that share a colour differ in their dashes.
        let dashes = ["", "9 5", "3 4"][number / COLOURS.len() % 3];
        let line_style = format!("stroke=\"{colour}\" stroke-dasharray=\"{dashes}\"");
        let mut draw = |element: String| svg.push_str(&(element + "\n"));
        let medians = medians(&series.points);
        if medians.len() < series.points.len() {
            for Point { x, y, is_least } in &series.points {
                let (x, y) = (self.x.place(*x), self.y.place(*y));
                let fill = if *is_least { "none" } else { colour };
                let stroke = if *is_least { colour } else { "none" };
                let outline = shape.element(x, y, 3.0);
                draw(format!("{outline} class=\"sample\" fill=\"{fill}\" stroke=\"{stroke}\"/>"));
            }
        }
        let place = |point: &Point| (self.x.place(point.x), self.y.place(point.y));
        let path = medians.iter().map(place).map(|(x, y)| format!("{x:.1} {y:.1}"));
        let path = path.collect::<Vec<_>>().join("L");
        if medians.len() > 1 {
            draw(format!("<path class=\"line\" {line_style} d=\"M{path}\"/>"));
        }
        let mut mark = |x: f64, y: f64, is_hollow: bool| {
            let fill = if is_hollow { "#fff" } else { colour };
            let outline = shape.element(x, y, MARK);
            draw(format!(
                "{outline} class=\"mark\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"{fill}\"/>"
            ));
        };
        for point in &medians {
            let (x, y) = place(point);
            mark(x, y, point.is_least);
        }
        let (x, y) = (self.x.ends[1] + 16.0, TOP + 16.0 + 28.0 * number as f64);
        let (middle, end, text, base) = (x + 13.0, x + 26.0, x + 34.0, y + 6.0);
        draw(format!("<path class=\"line\" {line_style} d=\"M{x:.1} {y}H{end:.1}\"/>"));
        // The mark lies on the line.
        let outline = shape.element(middle, y, MARK);
        draw(format!(
            "{outline} class=\"mark\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"{colour}\"/>"
        ));
        draw(format!("<text x=\"{text:.1}\" y=\"{base}\">{}</text>", escaped(&series.name)));
    }
}

/// The median point at each x, from the left. Lower bounds count as the largest values.
fn medians(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| {
        let by_bound = a.is_least.cmp(&b.is_least);
        a.x.total_cmp(&b.x).then(by_bound).then(a.y.total_cmp(&b.y))
    });
    let groups = sorted.chunk_by(|a, b| a.x.total_cmp(&b.x).is_eq());
    groups.map(|group| group[(group.len() - 1) / 2]).collect()
}

/// A number beside a tick: `0.002`, `50`, `20k`, `5M`, `10⁻⁶`.
fn figure(value: f64) -> String {
    let (scaled, unit) = match value {
        1e9.. => (value / 1e9, "G"),
        1e6.. => (value / 1e6, "M"),
        1e4.. => (value / 1e3, "k"),
        _ => (value, ""),
    };
    // Steps of tenths are not exact in binary.
    let rounded = format!("{:.*}", if value < 1e-3 { 7 } else { 4 }, scaled);
    let short = if rounded.contains('.') {
        rounded.trim_end_matches('0').trim_end_matches('.')
    } else {
        &rounded
    };
    format!("{short}{unit}")
}

/// A text in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn point(x: f64, y: f64, is_least: bool) -> Point {
        Point { x, y, is_least }
    }

    #[test]
    fn ticks_are_round_few_and_within_the_axis() {
        for (low, high) in [
            (4.0, 32.0),
            (4.0, 5.0),
            (50.0, 60.0),
            (1.0, 1.0),
            (1e-6, 3000.0),
            (0.2, 0.9),
            (80.0, 1_700_000.0),
            (1e-3, 1e15),
        ] {
            let axis = Axis::around([low, high].into_iter(), 0.0, 500.0);
            let ticks = axis.ticks();
            assert!(
                (2..=13).contains(&ticks.len()) || high / low < 1.01,
                "{low}..{high}: {ticks:?}"
            );
            let places: Vec<_> = ticks.iter().map(|&tick| axis.place(tick)).collect();
            assert!(places.iter().all(|place| (0.0..=500.0).contains(place)), "{places:?}");
            assert!(places.is_sorted(), "{places:?}");
        }
    }

    #[test]
    fn numbers_are_short() {
        let numbers = [4.0, 0.3, 0.1 + 0.2, 5000.0, 20_000.0, 1e6, 2e9, 1e-6, 0.002];
        let expected = ["4", "0.3", "0.3", "5000", "20k", "1M", "2G", "0.000001", "0.002"];
        assert_eq!(numbers.map(figure), expected);
    }

    #[test]
    fn a_line_goes_through_medians_and_a_bound_is_the_largest() {
        let points = [point(2.0, 5.0, false), point(1.0, 3.0, true), point(1.0, 4.0, false)];
        assert_eq!(medians(&points), [points[2], points[0]]);
        assert_eq!(medians(&points[1..2]), [points[1]]);
    }

    #[test]
    fn a_picture_has_every_series_in_its_legend() {
        let series = |name: &str| Series {
            name: name.to_owned(),
            points: vec![point(4.0, 0.5, false), point(8.0, 2.0, true)],
        };
        let (title, x, y) = ("a < b".to_owned(), "N".to_owned(), "time".to_owned());
        let plot = Plot { title, x, y, series: vec![series("one"), series("two & more")] };
        let svg = plot.svg();
        for text in ["a &lt; b<", ">one<", ">two &amp; more<", ">N<", ">time<", "hollow: stopped"] {
            assert!(svg.contains(text), "no {text} in {svg}");
        }
        assert_eq!(svg.matches("class=\"line\"").count(), 4);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn each_line_has_marks_of_a_shape_of_its_own_in_the_plot_and_in_the_legend() {
        // The marks of a series lie at the same places for each: they differ by their shape alone.
        let outlines: HashSet<_> =
            SHAPES.iter().map(|shape| shape.element(0.0, 0.0, MARK)).collect();
        assert_eq!(outlines.len(), SHAPES.len());
        let series = |number: usize| Series {
            name: format!("line {number}"),
            points: vec![point(4.0, 0.5 * number as f64, false), point(8.0, 2.0, true)],
        };
        let series: Vec<_> = (1..=SHAPES.len()).map(series).collect();
        let plot = Plot { title: String::new(), x: String::new(), y: String::new(), series };
        let svg = plot.svg();
        let marks: Vec<_> = svg.lines().filter(|line| line.contains("class=\"mark\"")).collect();
        assert_eq!(marks.len(), 3 * SHAPES.len(), "two points and the legend");
        for (marks, shape) in marks.chunks(3).zip(SHAPES) {
            let corners = |mark: &&&str| mark.matches(',').count();
            let same = shape.element(0.0, 0.0, MARK);
            assert!(
                marks.iter().all(|mark| corners(&mark) == corners(&&same.as_str())),
                "{marks:?}"
            );
        }
    }
}
