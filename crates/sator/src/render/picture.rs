//! Pictures that stand alone: one board or several on a sheet, with captions and lines of text, and
//! with the style.

use std::fmt::Write;

use super::Board;
use super::svg::{Overlay, escaped};
use super::theme::{self, Theme};

/// A picture of one or more boards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// The boards, row by row.
    pub panels: Vec<Panel>,
    /// Lines below all of them.
    pub lines: Vec<String>,
}

/// A board with its texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Panel {
    /// The board.
    pub board: Board,
    /// Additions to it.
    pub overlay: Overlay,
    /// A line above it, if there is one.
    pub caption: Option<String>,
    /// Lines below it. The legend of the board, words of figures that look alike, and the footer of
    /// the board follow them.
    pub lines: Vec<String>,
}

/// The space around a picture with texts, and between boards.
const GAP: usize = 16;

/// The look of a text: its class, its font size, the mean width of its letters in hundredths of it,
/// and whether it is in the middle. Letters of narrower fonts leave some space.
struct Type {
    class: &'static str,
    size: usize,
    letter: usize,
    is_centred: bool,
}

const CAPTION: Type = Type { class: "caption", size: 16, letter: 66, is_centred: true };
const REMARK: Type = Type { class: "remark", size: 14, letter: 57, is_centred: false };

/// The height of a line.
const HEIGHT: usize = 20;

/// The style replaces this: it is known after the elements.
const STYLE_PLACE: &str = "<style/>";

/// The least width of lines: longer ones are wrapped.
const MIN_WIDTH: usize = 280;

impl Panel {
    /// A board alone.
    pub fn new(board: Board, overlay: Overlay) -> Self {
        Self { board, overlay, ..Self::default() }
    }

    /// All lines below it.
    pub fn lines_below(&self) -> impl Iterator<Item = &str> {
        let own = self.lines.iter().map(String::as_str);
        own.chain(self.board.legend.as_deref()).chain(self.board.lines_below(|_| true))
    }

    fn has_texts(&self) -> bool {
        self.caption.is_some() || self.lines_below().next().is_some()
    }

    /// The width and the height of the board.
    fn board_size(&self) -> [usize; 2] {
        let [_, _, width, height] = self.board.view_box(&self.overlay).map(isize::unsigned_abs);
        [width, height]
    }

    /// The height with texts of this width.
    fn height(&self, width: usize) -> usize {
        let above = wrapped(self.caption.as_deref(), width, &CAPTION).len();
        let lines = above + wrapped(self.lines_below(), width, &REMARK).len();
        let gap = if lines > 0 { HEIGHT / 2 } else { 0 };
        self.board_size()[1] + lines * HEIGHT + gap
    }

    /// Draws it in the middle of a column.
    fn draw(&self, [left, top]: [usize; 2], width: usize, svg: &mut String) {
        let [own, height] = self.board_size();
        let y = top + lines(self.caption.as_deref(), [left, top], width, &CAPTION, svg);
        let board = self.board.to_svg(&self.overlay);
        let x = left + (width - own) / 2;
        let _ = write!(svg, "<g transform=\"translate({x} {y})\">{}</g>", board.trim_end());
        lines(self.lines_below(), [left, y + height + HEIGHT / 4], width, &REMARK, svg);
    }
}

impl Picture {
    /// A picture of one board.
    pub fn of(panel: Panel) -> Self {
        Self { panels: vec![panel], lines: Vec::new() }
    }

    /// An SVG file with its style.
    pub fn to_svg(&self, theme: Theme) -> String {
        self.styled(|elements| theme::style(theme, elements))
    }

    /// An SVG file with a style that has no variables.
    pub fn to_plain_svg(&self, theme: Theme) -> String {
        self.styled(|elements| theme::plain_style(theme, elements))
    }

    fn styled(&self, style: impl Fn(&str) -> String) -> String {
        let (size, elements) = self.elements();
        let [left, top, width, height] = size;
        let ground =
            format!("<path class=\"paper\" d=\"M{left} {top}h{width}v{height}h-{width}z\"/>");
        let elements = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" \
            viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\">\
            {STYLE_PLACE}{ground}{elements}</svg>\n"
        );
        let style = style(&elements);
        elements.replacen(STYLE_PLACE, &format!("<style>\n{style}</style>"), 1)
    }

    /// The place of the picture, and its elements.
    fn elements(&self) -> ([isize; 4], String) {
        match &self.panels[..] {
            // A board alone keeps its coordinates.
            [panel] if self.lines.is_empty() && !panel.has_texts() => {
                let svg = panel.board.to_svg(&panel.overlay);
                let inner = svg.split_once('>').map_or("", |(_, inner)| inner).trim_end();
                let inner = inner.strip_suffix("</svg>").unwrap_or(inner).to_owned();
                (panel.board.view_box(&panel.overlay), inner)
            }
            _ => self.sheet(),
        }
    }

    fn sheet(&self) -> ([isize; 4], String) {
        let width = self.panels.iter().map(|panel| panel.board_size()[0]).max().unwrap_or(0);
        let width = width.max(if self.panels.len() == 1 { MIN_WIDTH } else { 0 });
        let columns = self.columns(width);
        let all = columns * (width + GAP) - GAP;
        let mut svg = String::new();
        let mut y = GAP;
        for row in self.panels.chunks(columns) {
            for (at, panel) in row.iter().enumerate() {
                panel.draw([GAP + at * (width + GAP), y], width, &mut svg);
            }
            y += GAP + row.iter().map(|panel| panel.height(width)).max().unwrap_or(0);
        }
        let texts = self.lines.iter().map(String::as_str);
        let below = lines(texts, [GAP, y], all, &REMARK, &mut svg);
        let height = if below > 0 { y + below + GAP / 2 } else { y };
        ([0, 0, all + 2 * GAP, height].map(usize::cast_signed), svg)
    }

    /// How many boards are in a row: about as many as make a sheet a little wider than high.
    fn columns(&self, width: usize) -> usize {
        let height = self.panels.iter().map(|panel| panel.height(width)).max().unwrap_or(1);
        let count = self.panels.len();
        let is_wide = |columns: &usize| {
            4 * count.div_ceil(*columns) * (height + GAP) <= 5 * columns * (width + GAP)
        };
        (1..=count).find(is_wide).unwrap_or(count).max(1)
    }
}

/// Draws lines of text from a place on, and returns their height.
fn lines<'t>(
    texts: impl IntoIterator<Item = &'t str>,
    [left, top]: [usize; 2],
    width: usize,
    look: &Type,
    svg: &mut String,
) -> usize {
    let lines = wrapped(texts, width, look);
    let Type { class, size, is_centred, .. } = look;
    let x = if *is_centred { left + width / 2 } else { left };
    for (at, line) in lines.iter().enumerate() {
        let (y, line) = (top + at * HEIGHT + size, escaped(line));
        let _ = write!(svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{line}</text>");
    }
    lines.len() * HEIGHT
}

/// Texts as lines of at most a width, cut between words.
fn wrapped<'t>(texts: impl IntoIterator<Item = &'t str>, width: usize, look: &Type) -> Vec<String> {
    let longest = width * 100 / (look.size * look.letter);
    let mut lines = Vec::new();
    for text in texts.into_iter().flat_map(str::lines) {
        let mut line = String::new();
        for word in text.split_whitespace() {
            let length = line.chars().count();
            if length > 0 && length + 1 + word.chars().count() > longest {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}
