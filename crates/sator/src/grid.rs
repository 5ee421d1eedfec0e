//! Puzzles with a value in each cell of a grid, and all that they share.
//!
//! Such a puzzle implements [`GridPuzzle`]: its rules, its clues, and its plain rules. Reading an
//! answer, checking it, drawing it and writing it follow from these.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use sator_sat::TextError;
use serde_json::json;

use crate::check;
use crate::kind::Kind;
use crate::model::{AllDifferent, CellId, CellName, Clues, Condition, Model, Solution, Value};
use crate::puzzle::{Allows, Known, Puzzle, Violation};
use crate::render::{Board, Ground, Look, Role, Tile};
use crate::text::{counted, grid_answer, grid_values, is_object, only_answer};

/// A square in a row and a column, both counted from 0.
pub type Square = [usize; 2];

/// The name of a square: `r3c7`, from 1.
pub fn name([row, column]: Square) -> CellName {
    CellName::Square { row: row + 1, column: column + 1 }
}

/// Checks that a part of a puzzle has one or more different squares within the grid.
pub(crate) fn check_squares(
    part: &str,
    squares: &[Square],
    [rows, columns]: [usize; 2],
) -> Result<(), TextError> {
    let mut seen = HashSet::new();
    let is_outside = |it: &&Square| it[0] >= rows || it[1] >= columns;
    let wrong = if let Some([row, column]) = squares.iter().find(is_outside) {
        let last = format!("[{},{}]", rows - 1, columns - 1);
        format!("expected cells from [0,0] to {last}, found [{row},{column}]")
    } else if let Some(&square) = squares.iter().find(|it| !seen.insert(**it)) {
        format!("expected different cells, found {} twice", name(square))
    } else if squares.is_empty() {
        "expected cells, found none".to_owned()
    } else {
        return Ok(());
    };
    Err(TextError::whole(format!("{part}: {wrong}")))
}

/// A puzzle with a value in each cell of a grid.
pub trait GridPuzzle: Send + Sync + 'static {
    /// [`Puzzle::kind`].
    fn kind(&self) -> &'static Kind;

    /// [`Puzzle::title`].
    fn title(&self) -> String;

    /// [`Puzzle::notes`].
    fn notes(&self) -> &[String] {
        &[]
    }

    /// Rows and columns.
    fn dimensions(&self) -> [usize; 2];

    /// The smallest value: 1, unless a kind has another.
    fn smallest_value(&self) -> Value {
        1
    }

    /// The largest value: the number of rows, unless a kind has another.
    fn largest_value(&self) -> usize {
        self.dimensions()[0]
    }

    /// The given values of the cells, row by row.
    fn givens(&self) -> &[Option<Value>];

    /// The squares that are cells, where not all are: their numbers, row by row.
    fn white_squares(&self) -> Option<&[usize]> {
        None
    }

    /// [`Puzzle::rules_key`].
    fn rules_key(&self) -> Option<[usize; 3]> {
        None
    }

    /// [`Puzzle::rules`].
    fn rules(&self) -> Model;

    /// Adds the clues other than given values.
    fn add_clues(&self, _: &mut Clues) {}

    /// The first of the plain rules that the values of the cells violate, of which some may be
    /// unknown.
    fn violation(&self, value: &dyn Fn(usize) -> Option<Value>) -> Option<Violation>;

    /// The plain rules for partly filled grids, apart from given values and the range of values:
    /// [`Puzzle::allows`]. A kind that asks only the rules about one cell is faster.
    fn allows_at(&self) -> Allows<'_> {
        Box::new(|_, value| self.violation(value).is_none())
    }

    /// Whether the plain rules accept an answer, if that can be decided faster than by a search for
    /// a violation.
    fn is_quickly_accepted(&self, _: &[Value]) -> bool {
        false
    }

    /// Reads the cells of a filled board, or of [`Puzzle::answer_json`].
    fn read_answer(&self, text: &str) -> Result<Vec<Option<Value>>, TextError>;

    /// Adds to the board of values.
    fn complete_board(&self, _: &mut Board) {}

    /// [`Puzzle::print`].
    fn print(&self) -> String {
        self.board(None).to_text(Look::default()).trim_end().to_owned()
    }

    /// [`Puzzle::answer_line`].
    fn answer_line(&self, solution: &Solution) -> String {
        self.answer_json(solution).to_string()
    }

    /// [`Puzzle::symbol`].
    fn symbol(&self, value: Value) -> String {
        value.to_string()
    }

    // Methods for all such puzzles.

    /// The square with this number, row by row.
    fn square_with_number(&self, number: usize) -> Square {
        let columns = self.dimensions()[1];
        [number / columns, number % columns]
    }

    /// The square of a cell.
    fn square(&self, cell: usize) -> Square {
        self.square_with_number(self.white_squares().map_or(cell, |white| white[cell]))
    }

    /// The cell in a square, if it is one.
    fn cell(&self, [row, column]: Square) -> Option<usize> {
        let [rows, columns] = self.dimensions();
        let number = (row < rows && column < columns).then_some(row * columns + column)?;
        self.white_squares().map_or(Some(number), |white| white.binary_search(&number).ok())
    }

    /// The name of a cell: `r3c7`.
    fn cell_name(&self, cell: usize) -> CellName {
        name(self.square(cell))
    }

    /// Arranges an item for each cell in rows, and `black` for all other squares.
    fn rows_of<T: Clone>(&self, black: &T, item: impl Fn(usize) -> T) -> Vec<Vec<T>> {
        let [rows, columns] = self.dimensions();
        let square = |row, column| self.cell([row, column]).map_or_else(|| black.clone(), &item);
        (0..rows).map(|row| (0..columns).map(|column| square(row, column)).collect()).collect()
    }

    /// Reads the cells of an answer: of an object, or of a board, whose rows `rows` reads.
    fn read_object_or(
        &self,
        text: &str,
        rows: impl Fn(&str) -> Result<Vec<Vec<Option<Value>>>, TextError>,
    ) -> Result<Vec<Option<Value>>, TextError> {
        let squares = if is_object(text) {
            grid_answer(text, self.dimensions(), self.largest_value())?
        } else {
            let rows = rows(&only_answer(text)?)?;
            grid_values("board", &rows, self.dimensions(), |value| Ok(*value))?
        };
        let mut cells = vec![None; self.givens().len()];
        for (number, value) in squares.into_iter().enumerate() {
            let square = self.square_with_number(number);
            match (self.cell(square), value) {
                (Some(cell), _) => cells[cell] = value,
                (None, None) => {}
                (None, Some(value)) => {
                    let message = format!("{} is black, and is {value} here", name(square));
                    return Err(TextError::whole(message));
                }
            }
        }
        Ok(cells)
    }

    /// The rows of given values.
    fn given_rows(&self) -> Vec<Vec<Option<Value>>> {
        self.rows_of(&None, |cell| self.givens()[cell])
    }

    /// The rows of given values, 0 for none.
    fn rows_of_givens(&self) -> Vec<Vec<Value>> {
        self.rows_of(&0, |cell| self.givens()[cell].unwrap_or(0))
    }

    /// [`Puzzle::board`].
    fn board(&self, solution: Option<&Solution>) -> Board {
        self.partial_board(&|cell| solution.map(|solution| solution[cell]))
    }

    /// [`Puzzle::partial_board`].
    fn partial_board(&self, value: &dyn Fn(CellId) -> Option<Value>) -> Board {
        let tile = |text: String, role, ground| Tile { text, role, ground };
        let white = |cell: usize| match (self.givens()[cell], value(CellId::nth(cell))) {
            (Some(value), _) => tile(self.symbol(value), Role::Given, Ground::Light),
            (None, Some(value)) => tile(self.symbol(value), Role::Found, Ground::Light),
            (None, None) => tile(".".to_owned(), Role::Empty, Ground::Light),
        };
        let black = tile("#".to_owned(), Role::Blocked, Ground::Black);
        let mut board = Board { rows: self.rows_of(&black, white), ..Board::default() };
        self.complete_board(&mut board);
        board
    }

    /// The solution that the text has, if it has one.
    fn stored_answer(&self) -> Option<&[Value]> {
        None
    }

    /// [`Puzzle::answer_warning`].
    fn answer_warning(&self, answer: Option<&Solution>) -> Option<String> {
        let stored = self.stored_answer()?;
        match answer {
            // Auxiliary cells follow those of the grid.
            Some(answer) if answer.values.starts_with(stored) => None,
            Some(_) => {
                Some("the link's own solution differs: some rule may only be drawn".to_owned())
            }
            None => {
                let violation = self.violation(&|cell| stored.get(cell).copied())?;
                Some(format!("the link's own solution breaks a rule as it was read: {violation}"))
            }
        }
    }

    /// [`Puzzle::answer_json`].
    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        json!({ "grid": self.rows_of(&0, |cell| solution.values[cell]) })
    }
}

impl<P: GridPuzzle> Puzzle for P {
    fn kind(&self) -> &'static Kind {
        self.kind()
    }

    fn title(&self) -> String {
        self.title()
    }

    fn notes(&self) -> &[String] {
        self.notes()
    }

    fn print(&self) -> String {
        self.print()
    }

    fn rules_key(&self) -> Option<[usize; 3]> {
        self.rules_key()
    }

    fn rules(&self) -> Model {
        self.rules()
    }

    fn clues(&self) -> Clues {
        let mut clues = given_clues(self.givens());
        self.add_clues(&mut clues);
        clues
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check::answer(self, &solution.values)
    }

    fn choices(&self) -> Vec<RangeInclusive<Value>> {
        vec![self.smallest_value()..=self.largest_value() as Value; self.givens().len()]
    }

    fn allows(&self) -> Allows<'_> {
        let rules = self.allows_at();
        Box::new(move |cell: usize, value: Known<'_>| {
            let fits_given = self.givens()[cell].is_none_or(|given| value(cell) == Some(given));
            fits_given && rules(cell, value)
        })
    }

    fn contradiction(&self) -> Option<Violation> {
        self.violation(&|cell| self.givens()[cell])
    }

    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError> {
        let cells = cells_of_answer(self, text)?;
        Ok(check::filled(self, &cells).map(|values| Solution { values }))
    }

    fn check_partial(&self, text: &str) -> Result<(Option<Violation>, usize), TextError> {
        let cells = cells_of_answer(self, text)?;
        let empty = cells.iter().filter(|cell| cell.is_none()).count();
        Ok((check::mistake(self, &cells), empty))
    }

    fn entries(&self, text: &str) -> Result<Vec<Condition>, TextError> {
        let cells = cells_of_answer(self, text)?.into_iter().zip(self.givens()).enumerate();
        // An entry in place of a given value is a mistake.
        let entered = cells.filter(|(_, (value, given))| value != *given);
        Ok(entered.filter_map(|(at, (value, _))| Some(CellId::nth(at).is(value?))).collect())
    }

    fn board_size(&self) -> [usize; 2] {
        self.dimensions()
    }

    fn board(&self, solution: Option<&Solution>) -> Board {
        self.board(solution)
    }

    fn partial_board(&self, value: &dyn Fn(CellId) -> Option<Value>) -> Board {
        self.partial_board(value)
    }

    fn answer_warning(&self, answer: Option<&Solution>) -> Option<String> {
        self.answer_warning(answer)
    }

    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        self.answer_json(solution)
    }

    fn answer_line(&self, solution: &Solution) -> String {
        self.answer_line(solution)
    }

    fn symbol(&self, value: Value) -> String {
        self.symbol(value)
    }
}

/// The cells of a board in another text, as many as the puzzle has.
fn cells_of_answer(puzzle: &impl GridPuzzle, text: &str) -> Result<Vec<Option<Value>>, TextError> {
    let cells = puzzle.read_answer(text)?;
    let (expected, found) = (puzzle.givens().len(), cells.len());
    if found == expected {
        return Ok(cells);
    }
    let expected = counted(expected, "cell");
    Err(TextError::whole(format!("expected a board of {expected}, found {found}")))
}

/// A model of a square grid with these values, none of them twice in a row or column.
pub(crate) fn latin_square(n: usize, values: RangeInclusive<Value>) -> Model {
    let mut model = Model::new();
    let grid = model.grid(n, n, values);
    for (number, row) in (1..).zip(grid.rows()) {
        model.add(AllDifferent::new(row)).named(("row", number)).family("rows");
    }
    for (number, column) in (1..).zip(grid.columns()) {
        model.add(AllDifferent::new(column)).named(("column", number)).family("columns");
    }
    model
}

fn given_clues(given: &[Option<Value>]) -> Clues {
    let mut clues = Clues::default();
    clues.facts.reserve(given.len() / 2);
    // Which cells are empty cannot be predicted: bits are tested 64 at a time.
    for (first, cells) in (0..).step_by(64).zip(given.chunks(64)) {
        let bit = |(i, cell): (usize, &Option<Value>)| u64::from(cell.is_some()) << i;
        let mut left = cells.iter().enumerate().map(bit).fold(0, |bits, bit| bits | bit);
        while left > 0 {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            if let Some(value) = cells[i] {
                clues.given(CellId::nth(first + i), value);
            }
        }
    }
    clues
}
