//! Plots of time by size, as SVG for light and dark pages. Time has a logarithmic axis; each contender
//! has its own line, colour and mark.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Row, Unit};

/// The file, title and x axis of a job's plot.
pub(crate) struct Plot {
    /// The file's name without its extension.
    pub(crate) file: &'static str,
    pub(crate) title: &'static str,
    pub(crate) x: &'static str,
    pub(crate) axis: Axis,
}

/// The scale of sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    Linear,
    Logarithmic,
}

/// A contender's points, by size: the size, seconds, and whether the run was stopped.
struct Line {
    name: String,
    points: Vec<(f64, f64, bool)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
/// The margins: left, right (with the legend), top and bottom.
const MARGIN: [f64; 4] = [70.0, 190.0, 44.0, 52.0];

/// Colours with contrast to both white and black.
const COLOURS: [&str; 7] =
    ["#d9480f", "#1c7ed6", "#2f9e44", "#9c36b5", "#e8a308", "#0c9aa6", "#868e96"];

const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-size:15px;font-weight:600}\
.grid{stroke:#8b949e;stroke-opacity:.35}.axis{stroke:#57606a}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.axis{stroke:#9da7b1}}";

impl Plot {
    /// Writes the plot of these rows, if they have at least two sizes, and returns its path.
    pub(super) fn save(&self, rows: &[&Row], folder: &Path) -> io::Result<Option<PathBuf>> {
        let lines = lines(rows);
        let sizes = lines.iter().flat_map(|line| line.points.iter().map(|point| point.0.to_bits()));
        if sizes.collect::<BTreeSet<_>>().len() < 2 {
            return Ok(None);
        }
        fs::create_dir_all(folder)?;
        let file = folder.join(format!("{}.svg", self.file));
        fs::write(&file, self.draw(&lines))?;
        Ok(Some(file))
    }

    fn draw(&self, lines: &[Line]) -> String {
        let frame = Frame::around(lines, self.axis);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\">\n<title>{0}</title>\n<style>{STYLE}</style>\n\
             <text class=\"title\" x=\"{1}\" y=\"24\">{0}</text>\n",
            escaped(self.title),
            MARGIN[0]
        );
        frame.draw_axes(&mut svg, self.x);
        for (number, line) in lines.iter().enumerate() {
            frame.draw_line(&mut svg, line, number);
        }
        svg + "</svg>\n"
    }
}

/// One line for each contender, ours first, in the order of the rows.
fn lines(rows: &[&Row]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let sized = || rows.iter().filter(|row| row.ours.unit == Unit::Seconds && row.size.is_some());
    let ours = sized().map(|row| (row.us.as_str(), row.size, row.ours));
    let theirs = sized().filter_map(|row| {
        let (name, figure) = row.theirs.as_ref()?;
        Some((name.as_str(), row.size, *figure))
    });
    for (name, size, figure) in ours.chain(theirs) {
        let at = lines.iter().position(|line| line.name == name).unwrap_or_else(|| {
            lines.push(Line { name: name.to_owned(), points: Vec::new() });
            lines.len() - 1
        });
        let points = &mut lines[at].points;
        let point = (size.unwrap_or_default(), figure.value, figure.is_bound);
        // Our figure appears beside several others; the best one counts.
        match points.iter_mut().find(|known| known.0.total_cmp(&point.0).is_eq()) {
            Some(known) if known.1 > point.1 => *known = point,
            Some(_) => {}
            None => points.push(point),
        }
    }
    for line in &mut lines {
        line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    lines
}

/// The coordinate system of a plot.
struct Frame {
    axis: Axis,
    /// All sizes, ascending.
    sizes: Vec<f64>,
    /// The exponents of the powers of ten that enclose all times.
    decades: [i32; 2],
}

impl Frame {
    fn around(lines: &[Line], axis: Axis) -> Self {
        let points = || lines.iter().flat_map(|line| &line.points);
        let mut sizes: Vec<_> = points().map(|point| point.0).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        let shortest = points().map(|point| point.1).fold(f64::INFINITY, f64::min);
        let longest = points().map(|point| point.1).fold(0.0, f64::max);
        let low = shortest.log10().floor() as i32;
        let high = (longest.log10().ceil() as i32).max(low + 1);
        Self { axis, sizes, decades: [low, high] }
    }

    fn x(&self, size: f64) -> f64 {
        let scaled = |size: f64| match self.axis {
            Axis::Linear => size,
            Axis::Logarithmic => size.ln(),
        };
        let [first, last] = [self.sizes[0], self.sizes[self.sizes.len() - 1]].map(scaled);
        let width = WIDTH - MARGIN[0] - MARGIN[1];
        MARGIN[0] + width * (0.03 + 0.94 * (scaled(size) - first) / (last - first))
    }

    fn y(&self, seconds: f64) -> f64 {
        let [low, high] = self.decades.map(f64::from);
        let height = HEIGHT - MARGIN[2] - MARGIN[3];
        HEIGHT - MARGIN[3] - height * (seconds.log10() - low) / (high - low)
    }

    fn draw_axes(&self, svg: &mut String, label: &str) {
        let [left, right] = [MARGIN[0], WIDTH - MARGIN[1]];
        let [top, bottom] = [MARGIN[2], HEIGHT - MARGIN[3]];
        for decade in self.decades[0]..=self.decades[1] {
            let y = self.y(10_f64.powi(decade));
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{left} {y:.1}H{right}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 8.0,
                y + 4.0,
                power(decade)
            );
        }
        let mut free_from = f64::NEG_INFINITY;
        for &size in &self.sizes {
            let x = self.x(size);
            let _ = writeln!(svg, "<path class=\"axis\" d=\"M{x:.1} {bottom}v5\"/>");
            if x >= free_from {
                free_from = x + 34.0;
                let below = bottom + 20.0;
                let text = "text-anchor=\"middle\"";
                let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{below}\" {text}>{size}</text>");
            }
        }
        let middle = f64::midpoint(left, right);
        let _ = writeln!(
            svg,
            "<path class=\"axis\" fill=\"none\" d=\"M{left} {top}V{bottom}H{right}\"/>\n\
             <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            HEIGHT - 10.0,
            escaped(label)
        );
    }

    /// Draws the line, its marks (hollow for stopped runs), and its name in the legend.
    fn draw_line(&self, svg: &mut String, line: &Line, number: usize) {
        let colour = COLOURS[number % COLOURS.len()];
        let width = if number == 0 { 2.8 } else { 1.8 };
        let places: Vec<_> =
            line.points.iter().map(|point| (self.x(point.0), self.y(point.1), point.2)).collect();
        let path: Vec<_> = places.iter().map(|(x, y, _)| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" d=\"M{}\"/>",
            path.join("L")
        );
        for (x, y, is_stopped) in &places {
            let fill = if *is_stopped { "none" } else { colour };
            svg.push_str(&mark(*x, *y, number, fill, colour));
        }
        let [x, y] = [WIDTH - MARGIN[1] + 16.0, MARGIN[2] + 12.0 + 22.0 * number as f64];
        svg.push_str(&mark(x, y, number, colour, colour));
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\">{}</text>",
            x + 12.0,
            y + 4.0,
            escaped(&line.name)
        );
    }
}

/// A circle, a square, a diamond or a triangle.
fn mark(x: f64, y: f64, number: usize, fill: &str, stroke: &str) -> String {
    let shape = match number % 4 {
        0 => format!("M{:.1} {y:.1}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", x - 4.0),
        1 => format!("M{:.1} {:.1}h7v7h-7z", x - 3.5, y - 3.5),
        2 => format!("M{x:.1} {:.1}l5 5l-5 5l-5-5z", y - 5.0),
        _ => format!("M{x:.1} {:.1}l5 8h-10z", y - 4.5),
    };
    format!("<path fill=\"{fill}\" stroke=\"{stroke}\" d=\"{shape}\"/>\n")
}

/// `10 µs` for -5.
fn power(decade: i32) -> String {
    let (unit, of) = match decade {
        ..-6 => ("ns", -9),
        -6..-3 => ("µs", -6),
        -3..0 => ("ms", -3),
        _ => ("s", 0),
    };
    format!("{} {unit}", 10_f64.powi(decade - of))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::Figure;
    use super::*;

    const PLOT: Plot = Plot { file: "x", title: "a < b & c", x: "size", axis: Axis::Logarithmic };

    fn row(size: u32, ours: u64, theirs: u64) -> Row {
        let [ours, theirs] = [ours, theirs].map(|us| Figure::time(Duration::from_micros(us)));
        Row::new("", ours).against("peer", theirs).at(size)
    }

    #[test]
    fn every_contender_has_a_line_through_its_sizes_in_order() {
        let rows = [row(64, 900, 40_000), row(8, 30, 500), row(64, 800, 40_000)];
        let lines = lines(&rows.iter().collect::<Vec<_>>());
        let points: Vec<_> =
            lines.iter().map(|line| (line.name.as_str(), line.points.clone())).collect();
        let expected = [
            ("sator", vec![(8.0, 3e-5, false), (64.0, 8e-4, false)]),
            ("peer", vec![(8.0, 5e-4, false), (64.0, 0.04, false)]),
        ];
        assert_eq!(points, expected);
    }

    #[test]
    fn longer_times_are_higher_and_larger_sizes_are_further_right() {
        let rows = [row(8, 30, 500), row(16, 100, 9_000), row(64, 900, 40_000)];
        let frame = Frame::around(&lines(&rows.iter().collect::<Vec<_>>()), Axis::Logarithmic);
        assert_eq!(frame.decades, [-5, -1]);
        assert!(frame.y(0.04) < frame.y(3e-5) && frame.x(8.0) < frame.x(16.0));
        let middle = frame.x(8.0) + (frame.x(64.0) - frame.x(8.0)) / 3.0;
        assert!((frame.x(16.0) - middle).abs() < 1e-9, "a logarithm makes thirds of doublings");
        assert!(frame.x(8.0) > MARGIN[0] && frame.x(64.0) < WIDTH - MARGIN[1]);
        assert!(frame.y(0.04) > MARGIN[2] && frame.y(3e-5) < HEIGHT - MARGIN[3]);
    }

    #[test]
    fn elements_are_closed_and_texts_are_escaped() {
        let rows = [row(8, 30, 500), row(64, 900, 40_000)];
        let svg = PLOT.draw(&lines(&rows.iter().collect::<Vec<_>>()));
        assert!(svg.contains("<title>a &lt; b &amp; c</title>"), "{svg}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        assert!(svg.contains("10 µs") && svg.contains("100 ms") && svg.contains("prefers-color"));
    }

    #[test]
    fn powers_of_ten_have_units() {
        let shown = [-7, -6, -4, -3, -1, 0, 2].map(power);
        assert_eq!(shown, ["100 ns", "1 µs", "100 µs", "1 ms", "100 ms", "1 s", "100 s"]);
    }

    #[test]
    fn one_size_makes_no_plot() {
        let rows = [row(8, 30, 500)];
        let saved = PLOT.save(&rows.iter().collect::<Vec<_>>(), Path::new("/nowhere"));
        assert_eq!(saved.unwrap(), None);
    }
}
