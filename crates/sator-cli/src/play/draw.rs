//! Draws a game on the screen, and finds the square under the mouse.

use anstyle::{Ansi256Color, Color as AnsiColor, Effects};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};
use ratatui::style::{Color, Modifier, Style};
use sator::render::{Board, Ground, Role, Tile, inked, joint, labels, shaded, tints as tints_of};

use super::game::{Game, Phase, Square};
use super::keys;

/// The smallest terminal.
const SMALLEST: [u16; 2] = [30, 12];

/// The narrowest column for messages beside the board.
const NARROWEST_SIDE: u16 = 22;

/// The fewest lines for messages below the board.
const FEWEST_LINES: u16 = 3;

/// The use of colours and line characters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) has_colour: bool,
    pub(super) ascii: bool,
}

/// The places of squares on the screen.
#[derive(Debug, Default)]
pub(super) struct Layout {
    area: Rect,
    /// The first line and character of each row and column of squares within the board.
    tops: Vec<u16>,
    lefts: Vec<u16>,
    /// The height and width of a square.
    height: u16,
    width: u16,
    /// The first line and character of the board that are visible.
    scroll: [u16; 2],
}

impl Layout {
    /// The square at a place of the screen.
    pub(super) fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        if !self.area.contains(Place { x, y }) {
            return None;
        }
        let find = |starts: &[u16], length: u16, at: u16| {
            let index = starts.partition_point(|&start| start <= at).checked_sub(1)?;
            (at < starts[index] + length).then_some(index)
        };
        let row = find(&self.tops, self.height, y - self.area.y + self.scroll[0])?;
        Some([row, find(&self.lefts, self.width, x - self.area.x + self.scroll[1])?])
    }

    /// The rows and columns that are visible, if not all are: `columns 1-26 of 30`.
    fn visible(&self) -> Option<String> {
        let part = |name: &str, starts: &[u16], size: u16, first: u16, length: u16| {
            let is_shown = |&start: &u16| start >= first && start + size <= first + length;
            let from = starts.iter().position(is_shown)? + 1;
            let to = starts.iter().rposition(is_shown)? + 1;
            let all = starts.len();
            (to - from + 1 < all).then(|| format!("{name} {from}-{to} of {all}"))
        };
        let Layout { area, tops, lefts, height, width, scroll } = self;
        let rows = part("rows", tops, *height, scroll[0], area.height);
        let columns = part("columns", lefts, *width, scroll[1], area.width);
        let parts: Vec<_> = rows.into_iter().chain(columns).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// Draws the game; returns where its squares are.
pub(super) fn draw(frame: &mut Frame<'_>, game: &Game, look: Look) -> Layout {
    let area = frame.area();
    let [width, height] = SMALLEST;
    if area.width < width || area.height < height {
        let text = format!(
            "The terminal is too small: it has {}x{} characters, and {width}x{height} are needed.",
            area.width, area.height
        );
        print_lines(frame.buffer_mut(), area, &wrapped(&text, area.width), Style::new());
        return Layout::default();
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if game.shows_help() {
        let buffer = frame.buffer_mut();
        buffer.set_stringn(area.x, area.y, game.heading(), usize::from(area.width), bold);
        let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
        print_lines(buffer, below, &help(game, area.width), Style::new());
        return Layout::default();
    }
    let text = Panels { game, area };
    let drawing = Drawing::new(game, look, |size| text.has_room(size));
    let Arrangement { board, panel, help } = text.arrange(drawing.size());
    let layout = drawing.layout(board);
    let buffer = frame.buffer_mut();
    buffer.set_stringn(area.x, area.y, game.heading(), usize::from(area.width), bold);
    drawing.draw(buffer, &layout);
    let mut messages = text.messages(&drawing.board, panel.width);
    messages.extend(layout.visible());
    print_lines(buffer, panel, &messages, Style::new());
    let dim = Style::new().add_modifier(Modifier::DIM);
    print_lines(buffer, help, &text.help_lines(help.width), dim);
    layout
}

/// All keys, in place of the board.
fn help(game: &Game, width: u16) -> Vec<String> {
    let keys = keys::long_help(game.has_mines(), game.has_pieces());
    let mut lines: Vec<String> = keys.into_iter().flat_map(|key| wrapped(key, width)).collect();
    lines.push(String::new());
    lines.extend(wrapped("Any key goes back to the game.", width));
    lines
}

/// Where the board, the messages and the keys are.
struct Arrangement {
    board: Rect,
    panel: Rect,
    help: Rect,
}

/// The texts around the board.
struct Panels<'a> {
    game: &'a Game,
    area: Rect,
}

impl Panels<'_> {
    /// Whether a board with this many lines and characters is visible as a whole.
    fn has_room(&self, size: [u16; 2]) -> bool {
        let board = self.arrange(size).board;
        [board.height, board.width] == size
    }

    /// Messages are below the board, or beside it where it is too high for that.
    fn arrange(&self, [rows, columns]: [u16; 2]) -> Arrangement {
        let area = self.area;
        let help_height = self.help_lines(area.width).len() as u16;
        let bottom = area.bottom() - help_height;
        let help = Rect { y: bottom, height: help_height, ..area };
        let top = Rect { y: area.y + 1, height: bottom - (area.y + 1), ..area };
        let is_high = rows + 1 + FEWEST_LINES > top.height;
        let side = area.width.saturating_sub(columns + 1);
        let (board, panel) = if is_high && side >= NARROWEST_SIDE {
            let board = Rect { width: columns, height: top.height.min(rows), ..top };
            (board, Rect { x: area.x + columns + 1, width: side, ..top })
        } else {
            let height = rows.min(top.height - 1 - FEWEST_LINES);
            let board = Rect { width: columns.min(area.width), height, ..top };
            (board, Rect { y: top.y + height, height: top.height - height, ..top })
        };
        Arrangement { board, panel, help }
    }

    fn help_lines(&self, width: u16) -> Vec<String> {
        let game = self.game;
        let is_over = game.phase() != Phase::Playing;
        wrapped(&keys::short_help(game.has_mines(), game.has_pieces(), is_over), width)
    }

    fn messages(&self, board: &Board, width: u16) -> Vec<String> {
        let game = self.game;
        let mut lines = vec![game.place()];
        for line in game.message().lines() {
            lines.extend(wrapped(line, width));
        }
        for line in board.lines_below(|_| false) {
            lines.extend(wrapped(line, width));
        }
        lines
    }
}

/// Breaks a text into lines at its spaces.
fn wrapped(text: &str, width: u16) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= usize::from(width) {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn print_lines(buffer: &mut Buffer, area: Rect, lines: &[String], style: Style) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, line, usize::from(area.width), style);
    }
    if lines.len() > usize::from(area.height) && !area.is_empty() {
        buffer.set_string(area.right() - 1, area.bottom() - 1, "+", style);
    }
}

/// A board on its way to the screen.
struct Drawing<'a> {
    game: &'a Game,
    look: Look,
    board: Board,
    labels: Vec<String>,
    /// The colours of the areas, if there are any.
    tints: Vec<usize>,
    /// The longest content.
    content: u16,
    /// The width and height of a square.
    width: u16,
    height: u16,
    /// The boundaries before each row and column, and after the last, that have a line or a sign.
    row_lines: Vec<bool>,
    column_lines: Vec<bool>,
    /// Whether regions have lines around them, because there are no colours for them.
    has_region_lines: bool,
}

impl<'a> Drawing<'a> {
    /// Chooses the largest squares that fit.
    fn new(game: &'a Game, look: Look, fits: impl Fn([u16; 2]) -> bool) -> Self {
        let board = game.board();
        let [rows, columns] = game.size();
        let tiles = board.rows.iter().flatten();
        let content = tiles.map(|tile| tile.text.chars().count()).max().unwrap_or(1) as u16;
        let labels = board.areas.as_ref().map(|areas| labels(areas, columns)).unwrap_or_default();
        let tints = board.areas.as_ref().filter(|_| look.has_colour);
        let tints = tints.map(|areas| tints_of(areas, columns)).unwrap_or_default();
        let label = labels.iter().map(|label| label.chars().count() as u16).max().unwrap_or(0);
        let is_region = |tile: &Tile| matches!(tile.ground, Ground::Region(_));
        let has_region_lines = !look.has_colour && board.rows.iter().flatten().any(is_region);
        let mut drawing = Self {
            game,
            look,
            board,
            labels,
            tints,
            content,
            width: 0,
            height: 1,
            row_lines: Vec::new(),
            column_lines: Vec::new(),
            has_region_lines,
        };
        let is_ruled = drawing.board.areas.is_some()
            || drawing.board.regions.is_some()
            || drawing.has_region_lines;
        let is_line = |way: usize, at: usize| {
            let square = |other| if way == 0 { [at, other] } else { [other, at] };
            is_ruled || (0..[columns, rows][way]).any(|other| drawing.is_marked(square(other), way))
        };
        let row_lines = (0..=rows).map(|row| is_line(0, row)).collect();
        let column_lines = (0..=columns).map(|column| is_line(1, column)).collect();
        (drawing.row_lines, drawing.column_lines) = (row_lines, column_lines);
        // Large squares show nine notes in three lines.
        let most = game.most_notes() as u16;
        let side = most.isqrt() + u16::from(most.isqrt().pow(2) < most);
        let large = ((side + 2).max(content + 1), most.div_ceil(side.max(1)));
        let sizes = [large, (content + 2, 1), (content + 1, 1), (content, 1)];
        // Odds of two digits are always apart; without room for that, a part of the board is visible.
        let least = if content > 1 && drawing.board.pieces { content + 1 } else { content };
        let is_possible =
            |&(width, height): &(u16, u16)| width > label && width >= least && height > 0;
        for (width, height) in sizes.into_iter().filter(is_possible) {
            (drawing.width, drawing.height) = (width, height);
            if fits(drawing.size()) {
                break;
            }
        }
        drawing
    }

    /// The lines and characters of the whole board.
    fn size(&self) -> [u16; 2] {
        let length = |lines: &[bool], size: u16| {
            lines.iter().map(|&is_line| u16::from(is_line)).sum::<u16>()
                + (lines.len() as u16 - 1) * size
        };
        [length(&self.row_lines, self.height), length(&self.column_lines, self.width)]
    }

    /// The places of all squares in an area, so that the cursor is visible.
    fn layout(&self, mut area: Rect) -> Layout {
        let starts = |lines: &[bool], size: u16| {
            let mut at = 0;
            let mut starts = Vec::with_capacity(lines.len());
            for &is_line in lines {
                at += u16::from(is_line);
                starts.push(at);
                at += size;
            }
            starts.pop();
            starts
        };
        let tops = starts(&self.row_lines, self.height);
        let lefts = starts(&self.column_lines, self.width);
        let [row, column] = self.game.cursor();
        let [lines, characters] = self.size();
        // Half a screen before the cursor, unless the board ends there.
        let scroll = |start: u16, shown: u16, all: u16| {
            start.saturating_sub(shown / 2).min(all.saturating_sub(shown))
        };
        // No square is cut off at the left or right: a part of a number would be another one.
        let step = if self.column_lines.contains(&true) { 1 } else { self.width };
        if characters > area.width {
            area.width -= area.width % step;
        }
        let left = scroll(lefts[column], area.width, characters).next_multiple_of(step);
        let scroll = [scroll(tops[row], area.height, lines), left];
        Layout { area, tops, lefts, height: self.height, width: self.width, scroll }
    }

    fn draw(&self, buffer: &mut Buffer, layout: &Layout) {
        let mut canvas = Canvas { buffer, layout };
        let [rows, columns] = self.game.size();
        for row in 0..rows {
            for column in 0..columns {
                self.draw_square(&mut canvas, [row, column]);
            }
        }
        let dim = Style::new().add_modifier(Modifier::DIM);
        let style = if self.board.marks.is_some() { Style::new() } else { dim };
        for row in 0..=rows {
            for column in 0..=columns {
                self.draw_lines(&mut canvas, [row, column], style);
            }
        }
        for (at, label) in self.labels.iter().enumerate() {
            let (y, x) = (layout.tops[at / columns] - 1, layout.lefts[at % columns]);
            let style = match self.tint([at / columns, at % columns]) {
                Some(tint) => tinted(tint).fg(Color::Indexed(16)),
                None => Style::new(),
            };
            canvas.text(y, x, label, style);
        }
    }

    /// Draws the line above a square, the one to its left, and the corner of both.
    fn draw_lines(&self, canvas: &mut Canvas<'_>, [row, column]: Square, style: Style) {
        let [rows, columns] = self.game.size();
        let end = |starts: &[u16], lines: &[bool], at: usize, size: u16| match starts.get(at) {
            Some(&start) => start,
            None => starts.last().map_or(0, |&last| last + size) + u16::from(lines[at]),
        };
        let y = end(&canvas.layout.tops, &self.row_lines, row, self.height);
        let x = end(&canvas.layout.lefts, &self.column_lines, column, self.width);
        let weight = |square: Square, way: usize| self.weight(square, way);
        let within = |squares: &[Square]| self.shared(squares).map_or(style, tinted);
        let [up, left] = [row.wrapping_sub(1), column.wrapping_sub(1)];
        if self.row_lines[row] && column < columns {
            let weight = weight([row, column], 0);
            let style = within(&[[row, column], [up, column]]);
            match self.sign([row, column], 0) {
                Some(sign) => canvas.sign(y - 1, x + (self.width - 1) / 2, sign, style),
                None => {
                    for x in x..x + self.width {
                        canvas.sign(y - 1, x, self.line([0, weight, 0, weight]), style);
                    }
                }
            }
        }
        if self.column_lines[column] && row < rows {
            let weight = weight([row, column], 1);
            let style = within(&[[row, column], [row, left]]);
            match self.sign([row, column], 1) {
                Some(sign) => canvas.sign(y + (self.height - 1) / 2, x - 1, sign, style),
                None => {
                    for y in y..y + self.height {
                        canvas.sign(y, x - 1, self.line([weight, 0, weight, 0]), style);
                    }
                }
            }
        }
        if self.row_lines[row] && self.column_lines[column] {
            let style = within(&[[row, column], [up, column], [row, left], [up, left]]);
            let up = row.checked_sub(1).map_or(0, |row| weight([row, column], 1));
            let left = column.checked_sub(1).map_or(0, |column| weight([row, column], 0));
            let arms = [up, weight([row, column], 0), weight([row, column], 1), left];
            canvas.sign(y - 1, x - 1, self.line(arms), style);
        }
    }

    fn line(&self, arms: [usize; 4]) -> char {
        match arms {
            // A dashed line that continues has no solid piece in between.
            [0, DASHED, 0, DASHED] => {
                if self.look.ascii {
                    '.'
                } else {
                    '╍'
                }
            }
            [DASHED, 0, DASHED, 0] => {
                if self.look.ascii {
                    ':'
                } else {
                    '╏'
                }
            }
            _ if !self.look.ascii => joint(arms.map(|weight| weight.min(2))),
            [0, 0, 0, 0] => ' ',
            [0, right, 0, _] => {
                if right > 1 {
                    '='
                } else {
                    '-'
                }
            }
            [_, 0, down, 0] => {
                if down > 1 {
                    '#'
                } else {
                    '|'
                }
            }
            _ => '+',
        }
    }

    /// Whether there is a line or a sign at the boundary above a square (0) or to its left (1).
    fn is_marked(&self, square: Square, way: usize) -> bool {
        self.weight(square, way) > 0 || self.sign(square, way).is_some()
    }

    /// The sign between a square and the one above it (0) or to its left (1).
    fn sign(&self, [row, column]: Square, way: usize) -> Option<char> {
        let marks = self.board.marks.as_ref()?;
        let [rows, columns] = self.game.size();
        let is_inside = row < rows && column < columns;
        match way {
            0 => marks.below[(row.checked_sub(1).filter(|_| is_inside)?) * columns + column],
            _ => marks.right[row * columns + column.checked_sub(1).filter(|_| is_inside)?],
        }
    }

    /// The area of a square.
    fn area(&self, [row, column]: Square) -> Option<usize> {
        let [rows, columns] = self.game.size();
        let areas = self.board.areas.as_ref().filter(|_| row < rows && column < columns)?;
        areas.of[row * columns + column]
    }

    /// The colour of a square's area.
    fn tint(&self, square: Square) -> Option<usize> {
        self.tints.get(self.area(square)?).copied()
    }

    /// The colour of squares that all lie within one area.
    fn shared(&self, squares: &[Square]) -> Option<usize> {
        let area = self.area(squares[0])?;
        let is_same = |&square: &Square| self.area(square) == Some(area);
        squares.iter().all(is_same).then(|| self.tints.get(area).copied())?
    }

    /// The weight of the line above a square (0) or to its left (1): 0, 1, 2, or [`DASHED`].
    fn weight(&self, [row, column]: Square, way: usize) -> usize {
        let [rows, columns] = self.game.size();
        let (at, size) = ([row, column][way], [rows, columns][way]);
        if [row, column][1 - way] >= [rows, columns][1 - way] {
            return 0;
        }
        let boxes = self.board.boxes.map(|shape| [shape.rows(), shape.columns()][way]);
        let other =
            if way == 0 { [row.wrapping_sub(1), column] } else { [row, column.wrapping_sub(1)] };
        let is_end = at == 0 || at == size;
        let is_box = boxes.is_some_and(|length| at.is_multiple_of(length))
            || !is_end && self.board.is_region_border(other, [row, column]);
        let areas = self.board.areas.as_ref().map(|areas| &areas.of);
        let heavy = if areas.is_some() { 2 } else { 1 };
        let index = |[row, column]: Square| row * columns + column;
        let is_framed = boxes.is_some()
            || self.board.regions.is_some()
            || areas.is_some()
            || self.has_region_lines;
        let is_within = || self.area(other).is_some_and(|it| self.area([row, column]) == Some(it));
        match areas {
            _ if is_end => heavy * usize::from(is_framed),
            Some(_) if is_box && is_within() => DASHED,
            _ if is_box => heavy,
            Some(of) => usize::from(of[index(other)] != of[index([row, column])]),
            None if self.has_region_lines => {
                let ground = |[row, column]: Square| self.board.rows[row][column].ground;
                usize::from(ground(other) != ground([row, column]))
            }
            None => 0,
        }
    }

    fn draw_square(&self, canvas: &mut Canvas<'_>, square: Square) {
        let [row, column] = square;
        let (y, x) = (canvas.layout.tops[row], canvas.layout.lefts[column]);
        if !canvas.shows(y, x) {
            return;
        }
        let tile = &self.board.rows[row][column];
        let notes = if tile.role == Role::Empty { self.game.notes(square) } else { Vec::new() };
        let highlights = self.game.highlights();
        let is_wrong = highlights.wrong.contains(&square);
        let mut style = self.style(tile, self.tint(square));
        if !notes.is_empty() {
            style = style.add_modifier(Modifier::DIM);
        }
        if is_wrong {
            style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
            style = if self.look.has_colour { style.fg(Color::Indexed(196)) } else { style };
        }
        if highlights.hinted.contains(&square) {
            style = style.add_modifier(Modifier::UNDERLINED);
            if self.look.has_colour {
                style = style.bg(Color::Indexed(220)).fg(Color::Indexed(16));
            }
        }
        let is_cursor = self.game.cursor() == square;
        if is_cursor {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let lines = if notes.is_empty() {
            vec![self.content(&tile.text, is_cursor, is_wrong)]
        } else {
            self.note_lines(&notes, is_cursor)
        };
        let first = (usize::from(self.height).saturating_sub(lines.len())) / 2;
        for line in 0..usize::from(self.height) {
            let text = line.checked_sub(first).and_then(|at| lines.get(at));
            let blank = String::new();
            let text = format!("{:<1$}", text.unwrap_or(&blank), usize::from(self.width));
            canvas.text(y + line as u16, x, &text, style);
        }
    }

    /// The content in the middle of a square; the cursor has brackets and a wrong entry a mark, if there
    /// is room.
    fn content(&self, text: &str, is_cursor: bool, is_wrong: bool) -> String {
        let [inner, width] = [self.content, self.width].map(usize::from);
        let text = format!("{text:>inner$}");
        let [before, after] = match (width - inner, is_cursor, is_wrong) {
            (0, ..) => ["", ""],
            (1, _, true) => ["", "!"],
            (1, ..) => ["", " "],
            (_, true, true) => ["[", "!"],
            (_, true, false) => ["[", "]"],
            (_, false, true) => [" ", "!"],
            (_, false, false) => [" ", " "],
        };
        let text = format!("{before}{text}{after}");
        let pad = (width.saturating_sub(text.chars().count())) / 2;
        format!("{}{text}", " ".repeat(pad))
    }

    /// The notes in a square: a few in a line, or as many lines as a large square has.
    fn note_lines(&self, notes: &[String], is_cursor: bool) -> Vec<String> {
        let width = usize::from(self.width);
        if self.height > 1 {
            let per_line = width - 2;
            let text: Vec<char> = notes.iter().flat_map(|note| note.chars()).collect();
            let lines = text.chunks(per_line).take(usize::from(self.height));
            return lines.map(|line| format!(" {}", line.iter().collect::<String>())).collect();
        }
        let text = notes.concat();
        let text = if self.look.ascii { text.replace('×', "x") } else { text };
        if text.chars().count() == 1 {
            return vec![self.content(&text, is_cursor, false)];
        }
        if text.chars().count() <= width {
            return vec![text];
        }
        let cut: String = text.chars().take(width - 1).collect();
        vec![cut + "+"]
    }

    fn style(&self, tile: &Tile, tint: Option<usize>) -> Style {
        if !self.look.has_colour {
            let is_bold = matches!(tile.role, Role::Given | Role::Danger);
            let style = Style::new();
            return if is_bold { style.add_modifier(Modifier::BOLD) } else { style };
        }
        let has_grounds = self.board.pieces || tile.ground != Ground::Light;
        on_screen(match tint {
            Some(tint) => shaded(tile.role, Ground::Region(tint)),
            None if has_grounds => shaded(tile.role, tile.ground),
            None => inked(tile.role),
        })
    }
}

/// The weight of the line between two boxes within an area, which continues in both.
const DASHED: usize = 3;

/// The ground of an area.
fn tinted(tint: usize) -> Style {
    on_screen(shaded(Role::Empty, Ground::Region(tint)))
}

/// A style of a printed board as one of the screen.
fn on_screen(style: anstyle::Style) -> Style {
    let colour = |colour: Option<AnsiColor>| match colour {
        Some(AnsiColor::Ansi256(Ansi256Color(number))) => Color::Indexed(number),
        _ => Color::Reset,
    };
    let bold = style.get_effects().contains(Effects::BOLD);
    let style = Style::new().fg(colour(style.get_fg_color())).bg(colour(style.get_bg_color()));
    if bold { style.add_modifier(Modifier::BOLD) } else { style }
}

/// The visible part of the board.
struct Canvas<'b> {
    buffer: &'b mut Buffer,
    layout: &'b Layout,
}

impl Canvas<'_> {
    /// The place on the screen of a line and a character of the board, if it is visible.
    fn place(&self, y: u16, x: u16) -> Option<Place> {
        let Layout { area, scroll, .. } = self.layout;
        let x = area.x + x.checked_sub(scroll[1])?;
        let y = area.y + y.checked_sub(scroll[0])?;
        let place = Place { x, y };
        area.contains(place).then_some(place)
    }

    /// Whether a part of the square that begins here may be visible.
    fn shows(&self, y: u16, x: u16) -> bool {
        let Layout { area, scroll, height, width, .. } = self.layout;
        y + height > scroll[0]
            && x + width > scroll[1]
            && y < scroll[0] + area.height
            && x < scroll[1] + area.width
    }

    fn sign(&mut self, y: u16, x: u16, sign: char, style: Style) {
        if let Some(cell) = self.place(y, x).and_then(|place| self.buffer.cell_mut(place)) {
            cell.set_char(sign).set_style(style);
        }
    }

    fn text(&mut self, y: u16, x: u16, text: &str, style: Style) {
        for (x, sign) in (x..).zip(text.chars()) {
            self.sign(y, x, sign, style);
        }
    }
}
