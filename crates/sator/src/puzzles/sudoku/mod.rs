//! Sudoku: each value once in every row, column and region, and extra rules: cages, thermometers,
//! arrows, dots and many more. Grids of any size up to 36×36, with boxes of any shape that they can
//! be cut into, or with regions of any shape.
//!
//! A killer is a sudoku with cages. It has its own word and formats, in the folder `killer`.

mod board;
pub(super) mod check;
pub(super) mod create;
pub mod extras;
pub(super) mod formats;
mod notation;
pub(super) mod options;
pub(super) mod regions;
pub(super) mod rules;

use sator_sat::TextError;

use self::extras::{Extra, cage};
pub(super) use self::notation::Notation;
pub(super) use self::regions::{Regions, Values};
use crate::ParseError;
use crate::boxes::BoxShape;
use crate::grid::GridPuzzle;
use crate::kind::Kind;
use crate::puzzle::{Allows, Violation};
use crate::render::Board;
use crate::text::grid_of_numbers;
use crate::typed::{typed_candidates, typed_puzzle};
use sator_model::{Clues, Model, Solution, Value};

/// The registry's entry.
pub static KIND: Kind = Kind {
    aliases: &["su-doku"],
    options: &[&options::BOX, &options::ALPHABET, &options::IGNORE_UNKNOWN],
    answers_in_lines: true,
    creation: Some(&create::CREATION),
    ..Kind::new(
        "sudoku",
        "each value once in every row, column and box; any size up to 36×36",
        &formats::FORMATS,
        "1..4\n.23.\n.41.\n3..2",
    )
};

/// A sudoku of any size: a grid with regions, given values and extra rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sudoku {
    /// The regions.
    pub(super) regions: Regions,
    /// The values that a cell can take.
    pub(super) values: Values,
    /// The given values, row by row.
    pub(super) given: Vec<Option<Value>>,
    /// The extra rules: those of the whole grid first, then in the order of the text.
    pub(super) extras: Vec<Extra>,
    /// Whether it was read or made as a killer.
    pub(super) is_killer: bool,
    /// How values are written.
    pub(super) notation: Notation,
    /// How the text was understood.
    pub(super) notes: Vec<String>,
    /// The solution that the text has, which is compared with the answer and not used otherwise.
    pub(super) stored: Option<Vec<Value>>,
}

typed_puzzle!(Sudoku, formats::ALL);
typed_candidates!(Sudoku);

/// `r3c7`, from 1.
pub(super) fn name(n: usize, cell: usize) -> String {
    format!("r{}c{}", cell / n + 1, cell % n + 1)
}

/// Cells whose values differ and add up to a total.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cage {
    /// At least one and at most as many as there are values; row by row, ascending.
    pub(super) cells: Vec<usize>,
    /// The total, which may be out of reach.
    pub(super) total: u32,
}

impl Cage {
    /// Creates a cage of cells with a row and a column each, counted from 0, in a grid of size `n`.
    pub fn new(
        n: usize,
        total: u32,
        cells: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Self, ParseError> {
        let mut indices = Vec::new();
        for (row, column) in cells {
            if row >= n || column >= n {
                let message = format!("a cage has a cell in row {row}, column {column}");
                return Err(ParseError::whole(format!("{message}, outside a grid of {n}")));
            }
            indices.push(row * n + column);
        }
        indices.sort_unstable();
        if let Some(pair) = indices.windows(2).find(|pair| pair[0] == pair[1]) {
            let (row, column) = (pair[0] / n + 1, pair[0] % n + 1);
            return Err(ParseError::whole(format!("a cage has r{row}c{column} twice")));
        }
        if indices.is_empty() || indices.len() > n {
            let found = indices.len();
            return Err(ParseError::whole(format!(
                "expected 1 to {n} cells in a cage, found {found}"
            )));
        }
        Ok(Self { total, cells: indices })
    }

    /// The sum of its values.
    pub fn total(&self) -> u32 {
        self.total
    }
}

impl Sudoku {
    /// A sudoku from its rows, with the usual boxes for its size; 0 stands for an empty cell.
    pub fn from_rows<R: AsRef<[Value]>>(rows: &[R]) -> Result<Self, ParseError> {
        let n = rows.len();
        let shape = BoxShape::usual(n)
            .ok_or_else(|| ParseError::whole(format!("a grid of {n} rows has no usual boxes")))?;
        Self::with_boxes(shape, rows)
    }

    /// A sudoku from its rows, with boxes of this shape; 0 stands for an empty cell.
    pub fn with_boxes<R: AsRef<[Value]>>(shape: BoxShape, rows: &[R]) -> Result<Self, ParseError> {
        let n = shape.n();
        let given = grid_of_numbers(rows, [n, n], n)?;
        Ok(Self::plain(shape, given, Notation::usual(n)))
    }

    /// A sudoku from its cells, row by row, with boxes of this shape; 0 stands for an empty cell.
    /// `None` if there are more or fewer cells, or if a value is too large.
    pub fn from_cells(shape: BoxShape, cells: &[u8]) -> Option<Self> {
        let n = shape.n();
        if cells.len() != n * n || cells.iter().any(|&cell| usize::from(cell) > n) {
            return None;
        }
        let given = cells.iter().map(|&cell| (cell > 0).then_some(Value::from(cell))).collect();
        Some(Self::plain(shape, given, Notation::usual(n)))
    }

    /// The same puzzle with cages, which may overlap: a killer.
    pub fn with_cages(mut self, cages: Vec<Cage>) -> Result<Self, ParseError> {
        let n = self.n();
        let mut cells = cages.iter().flat_map(|cage| &cage.cells);
        if let Some(cell) = cells.find(|cell| **cell >= n * n) {
            let (row, column) = (cell / n + 1, cell % n + 1);
            return Err(ParseError::whole(format!("r{row}c{column} lies outside the grid")));
        }
        self.add_cages(cages);
        Ok(self)
    }

    /// A sudoku with boxes and given values, and without extra rules.
    pub(super) fn plain(shape: BoxShape, given: Vec<Option<Value>>, notation: Notation) -> Self {
        let (regions, values) = (Regions::Boxes(shape), Values::usual(shape.n()));
        Self { given, ..Self::empty(regions, values, notation) }
    }

    /// A sudoku without given values and extra rules.
    pub(super) fn empty(regions: Regions, values: Values, notation: Notation) -> Self {
        let n = regions.n();
        Self {
            given: vec![None; n * n],
            regions,
            values,
            extras: Vec::new(),
            is_killer: false,
            notation,
            notes: Vec::new(),
            stored: None,
        }
    }

    /// The same with the rules of the whole grid first.
    pub(super) fn ordered(mut self) -> Self {
        self.extras.sort_by_key(|extra| !extra.rule.is_global());
        self
    }

    /// The same with notes on how the text was understood.
    pub(super) fn noted(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// Makes it a killer with these cages, in the order of their cells.
    pub(super) fn add_cages(&mut self, mut cages: Vec<Cage>) {
        cages.sort_unstable();
        self.extras.extend(cages.into_iter().map(cage::of));
        self.is_killer = true;
    }

    /// The number of rows, columns and cells of a region.
    pub fn size(&self) -> usize {
        self.n()
    }

    /// The shape of a box, unless the regions have other shapes.
    pub fn box_shape(&self) -> Option<BoxShape> {
        self.regions.boxes()
    }

    /// The given value in a row and a column, counted from 0.
    pub fn given(&self, row: usize, column: usize) -> Option<Value> {
        self.given[self.cell([row, column])?]
    }

    /// The cages that have a total.
    pub fn cages(&self) -> Vec<Cage> {
        self.extras.iter().filter_map(cage::with_total).collect()
    }

    /// Rows and columns.
    pub(super) fn n(&self) -> usize {
        self.regions.n()
    }

    /// Whether both main diagonals have each value once.
    pub(super) fn has_diagonals(&self) -> bool {
        extras::DIAGONALS.iter().all(|rule| self.extras.iter().any(|extra| extra.is(rule)))
    }

    /// Whether it has nothing that sudokus of its size usually do not have, apart from boxes of
    /// another shape. Most formats can write only such puzzles.
    pub(super) fn is_plain(&self) -> bool {
        self.extras.is_empty() && self.has_usual_grid()
    }

    /// Whether it has boxes, and values from 1.
    pub(super) fn has_usual_grid(&self) -> bool {
        self.regions.boxes().is_some() && self.values == Values::usual(self.n())
    }

    /// Whether a cell is in two cages.
    pub(super) fn has_overlaps(&self) -> bool {
        let mut is_taken = vec![false; self.given.len()];
        let cages = self.cages();
        let mut cells = cages.iter().flat_map(|cage| &cage.cells);
        cells.any(|&cell| std::mem::replace(&mut is_taken[cell], true))
    }

    /// The number of each cell's cage, if it is in one. A cage that overlaps an earlier one is left
    /// out.
    pub(super) fn cage_of_each_cell(&self) -> Vec<Option<usize>> {
        let mut cages = vec![None; self.given.len()];
        for (number, cage) in self.cages().iter().enumerate() {
            if cage.cells.iter().all(|&cell| cages[cell].is_none()) {
                for &cell in &cage.cells {
                    cages[cell] = Some(number);
                }
            }
        }
        cages
    }
}

impl GridPuzzle for Sudoku {
    fn kind(&self) -> &'static Kind {
        if self.is_killer { &super::killer::KIND } else { &KIND }
    }

    fn title(&self) -> String {
        let n = self.n();
        let word = if self.is_killer { "Killer Sudoku" } else { "Sudoku" };
        let usual = BoxShape::usual(n).map(Regions::Boxes);
        let mut unusual = Vec::new();
        if usual.as_ref() != Some(&self.regions) {
            unusual.push(self.regions.to_string());
        }
        unusual.extend(extras::titles(self));
        let title = format!("{n}×{n} {word}");
        unusual.iter().fold(title, |title, it| title + " with " + it)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn dimensions(&self) -> [usize; 2] {
        [self.n(), self.n()]
    }

    fn smallest_value(&self) -> Value {
        self.values.smallest()
    }

    fn largest_value(&self) -> usize {
        self.values.largest() as usize
    }

    fn givens(&self) -> &[Option<Value>] {
        &self.given
    }

    fn rules_key(&self) -> Option<[usize; 3]> {
        let shape = self.regions.boxes().filter(|_| self.has_usual_grid())?;
        Some([shape.rows(), shape.columns(), extras::key(self)?])
    }

    fn rules(&self) -> Model {
        rules::rules(self)
    }

    fn add_clues(&self, clues: &mut Clues) {
        extras::add_clues(self, clues);
    }

    fn violation(&self, value: &dyn Fn(usize) -> Option<Value>) -> Option<Violation> {
        check::violation(self, value)
    }

    fn allows_at(&self) -> Allows<'_> {
        check::allows(self)
    }

    fn is_quickly_accepted(&self, values: &[Value]) -> bool {
        check::is_right(self, values)
            && check::of_extras(self, &|cell| Some(values[cell])).is_none()
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Option<Value>>, TextError> {
        formats::solution(text, self)
    }

    fn stored_answer(&self) -> Option<&[Value]> {
        self.stored.as_deref()
    }

    fn complete_board(&self, board: &mut Board) {
        board::complete(self, board);
    }

    fn print(&self) -> String {
        formats::print(self)
    }

    fn answer_line(&self, solution: &Solution) -> String {
        // Auxiliary cells follow those of the grid.
        self.notation.line(&solution.values[..self.given.len()])
    }

    fn symbol(&self, value: Value) -> String {
        self.notation.text(value)
    }
}

#[cfg(test)]
mod tests {
    use super::{KIND, Solution, Violation};
    use crate::puzzle::{AnyPuzzle, ParseOptions};
    use crate::render::{Look, Paint};

    fn read(text: &str) -> AnyPuzzle {
        KIND.read(text, &ParseOptions::default()).unwrap()
    }

    /// The example, and its only answer.
    fn solved() -> (AnyPuzzle, Solution) {
        let values = vec![1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2];
        (read(KIND.example), Solution { values })
    }

    #[test]
    fn a_title_tells_the_size_and_what_is_unusual_about_the_boxes() {
        assert_eq!(read(KIND.example).title(), "4×4 Sudoku");
        let text = r#"{"box_h":1,"box_w":2,"grid":[[1,0],[0,0]]}"#;
        assert_eq!(read(text).title(), "2×2 Sudoku with 1x2 boxes");
        assert_eq!(read(text).rules_key(), Some([1, 2, 0]));
    }

    #[test]
    fn an_answer_is_a_board_an_object_and_a_line() {
        let (sudoku, answer) = solved();
        assert_eq!(sudoku.check(&answer), Ok(()));
        let board = sudoku.board(Some(&answer)).to_text(Look { ascii: true, ..Look::default() });
        let rule = "+-----+-----+\n";
        let (above, below) = ("|13|24|\n|42|31|\n", "|24|13|\n|31|42|\n");
        assert_eq!(board.replace(' ', ""), [rule, above, rule, below, rule].concat());
        let grid = sudoku.answer_json(&answer).to_string();
        assert_eq!(grid, r#"{"grid":[[1,3,2,4],[4,2,3,1],[2,4,1,3],[3,1,4,2]]}"#);
        assert_eq!(sudoku.answer_line(&answer), "1324423124133142");
    }

    #[test]
    fn a_board_is_accepted_however_it_is_drawn() {
        let (sudoku, answer) = solved();
        let board = sudoku.board(Some(&answer));
        for paint in [Paint::Plain, Paint::Marked] {
            for ascii in [false, true] {
                let text = board.to_text(Look { paint, ascii, width: None });
                assert_eq!(sudoku.check_text(&text), Ok(Ok(answer.clone())), "{text}");
            }
        }
        assert_eq!(sudoku.check_text(&sudoku.answer_line(&answer)), Ok(Ok(answer.clone())));
        assert_eq!(sudoku.check_text(&sudoku.answer_json(&answer).to_string()), Ok(Ok(answer)));
    }

    #[test]
    fn an_unfinished_board_is_broken_where_it_is_empty() {
        let sudoku = read(KIND.example);
        let broken = Violation("r1c2 is empty".to_owned());
        assert_eq!(sudoku.check_text(KIND.example), Ok(Err(broken)));
    }
}
