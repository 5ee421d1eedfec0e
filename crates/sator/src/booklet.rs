//! Booklets to print: pages of puzzles, and the answers on the last pages. A booklet is one HTML file
//! for A4 paper, without scripts.

use std::fmt::Write;

use crate::explain::html::{TAIL, styled_head};
use crate::model::Solution;
use crate::puzzle::AnyPuzzle;
use crate::render::Board;
use crate::render::svg::{Overlay, escaped};
use crate::text::counted;

/// The space for boards on a page, in mm: width and height. The style has the same page.
const SPACE: [usize; 2] = [186, 255];

/// The side of the largest squares, in mm.
const MAX_SIDE: usize = 14;

/// How many boards a page has by default: the most that leave their squares large enough.
struct Density {
    counts: &'static [usize],
    /// The least side of a square, in mm, as long as one board on a page has it.
    min_side: f64,
}

const PUZZLES: Density = Density { counts: &[6, 4, 2, 1], min_side: 7.0 };
const ANSWERS: Density = Density { counts: &[20, 12, 6, 4, 2, 1], min_side: 4.0 };

/// Puzzles to print, with their answers.
#[derive(Clone, Copy)]
pub struct Booklet<'b> {
    /// The title on each page.
    pub title: &'b str,
    /// The puzzles, in order, and an answer of each, if it is known.
    pub puzzles: &'b [(AnyPuzzle, Option<Solution>)],
    /// The number of puzzles on a page; by default as many as are easy to fill in.
    pub per_page: Option<usize>,
}

impl Booklet<'_> {
    /// The booklet as an HTML file.
    pub fn to_html(&self) -> String {
        let numbered = || (1..).zip(self.puzzles);
        let puzzles = numbered().map(|(number, (puzzle, _))| Entry {
            caption: self.caption(number, puzzle),
            board: puzzle.board(None),
        });
        let answers = numbered().filter_map(|(number, (puzzle, solution))| {
            let board = puzzle.board(Some(solution.as_ref()?));
            Some(Entry { caption: number.to_string(), board })
        });
        let puzzles = pages(&puzzles.collect::<Vec<_>>(), self.per_page, &PUZZLES);
        let mut answers = pages(&answers.collect::<Vec<_>>(), None, &ANSWERS);
        if let (Some(last), Some(missing)) = (answers.last_mut(), self.without_answer()) {
            let _ = writeln!(last, "<p>{missing}</p>");
        }
        let mut html = styled_head(self.title, include_str!("booklet/page.css"));
        let count = puzzles.len() + answers.len();
        let headed = puzzles
            .iter()
            .map(|page| (page, ""))
            .chain(answers.iter().map(|page| (page, ": answers")));
        for (number, (page, part)) in (1..).zip(headed) {
            let _ = write!(
                html,
                "<section class=\"page\">\n<header><h1>{}{part}</h1><p>{number} / {count}</p>\
                </header>\n{page}</section>\n",
                escaped(self.title)
            );
        }
        html + TAIL
    }

    /// The numbers of the puzzles that have no answer here, in words.
    fn without_answer(&self) -> Option<String> {
        let without = (1..).zip(self.puzzles).filter(|(_, (_, solution))| solution.is_none());
        let numbers: Vec<_> = without.map(|(number, _): (usize, _)| number.to_string()).collect();
        (!numbers.is_empty()).then(|| format!("No answer found: {}", numbers.join(", ")))
    }

    /// The number of a puzzle, its title unless it is that of the booklet, and its mines.
    fn caption(&self, number: usize, puzzle: &AnyPuzzle) -> String {
        let title = Some(puzzle.title()).filter(|title| title != self.title);
        let mines = puzzle.total().map(|total| counted(total, "mine"));
        let parts = [Some(number.to_string()), title, mines];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// A board and the line above it.
struct Entry {
    caption: String,
    board: Board,
}

/// The content of each page.
fn pages(entries: &[Entry], per_page: Option<usize>, density: &Density) -> Vec<String> {
    let sizes = || entries.iter().map(|entry| entry.board.svg_squares());
    let width = sizes().map(|[width, _]| width).max().unwrap_or(1);
    let height = sizes().map(|[_, height]| height).max().unwrap_or(1);
    let grid = |count: usize| Grid::new(count, [width, height]);
    let enough = density.min_side.min(grid(1).side);
    let usual = || density.counts.iter().copied().find(|&count| grid(count).side >= enough);
    let per_page = per_page.or_else(usual).unwrap_or(1).min(entries.len()).max(1);
    let grid = grid(per_page);
    entries.chunks(per_page).map(|page| grid.page(page)).collect()
}

/// The places of boards on a page.
struct Grid {
    columns: usize,
    rows: usize,
    /// The side of a square of the largest board, in mm.
    side: f64,
}

impl Grid {
    /// The arrangement of a number of boards with the largest squares.
    fn new(count: usize, [width, height]: [usize; 2]) -> Self {
        let grids = (1..=count).map(|columns| {
            let rows = count.div_ceil(columns);
            let side = |space: usize, squares: usize| space as f64 / squares as f64;
            let side = side(SPACE[0], columns * width).min(side(SPACE[1], rows * height));
            Self { columns, rows, side }
        });
        let best = grids.max_by(|one, other| one.side.total_cmp(&other.side));
        best.unwrap_or(Self { columns: 1, rows: 1, side: 0.0 })
    }

    fn page(&self, entries: &[Entry]) -> String {
        let Self { columns, rows, .. } = self;
        let mut html =
            format!("<div class=\"boards\" style=\"--columns: {columns}; --rows: {rows}\">\n");
        for Entry { caption, board } in entries {
            let width = board.svg_squares()[0] * MAX_SIDE;
            let _ = write!(
                html,
                "<figure style=\"--width: {width}mm\"><figcaption>{}</figcaption>{}",
                escaped(caption),
                board.to_svg(&Overlay::default()).trim_end()
            );
            for line in board.lines_below(|_| true) {
                let _ = write!(html, "<p>{}</p>", escaped(line));
            }
            html += "</figure>\n";
        }
        html + "</div>\n"
    }
}
