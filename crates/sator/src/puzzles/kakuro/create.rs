//! New kakuros: random black squares, and random values that change where there is a second answer.

use std::sync::Arc;

use super::{Kakuro, Run};
use crate::create::{
    Aspect, CreateError, Creation, Design, Draft, Make, RATED_LEVELS, Refusal, Size, Wish,
    Workshop, is_connected,
};
use crate::dice::Dice;
use crate::model::{Solution, Value};
use crate::puzzle::AnyPuzzle;

/// The entry for creation.
pub(super) static CREATION: Creation = Creation {
    aspects: &[Aspect::Size, Aspect::Difficulty],
    levels: RATED_LEVELS,
    families: &[],
    make: Make::Unique(|wish| Ok(Box::new(NewKakuro::of(wish)?))),
};

/// The most rows and columns of a new puzzle, with the black ones at the edge.
const LARGEST: usize = 20;

/// The longest run of a new puzzle.
const LONGEST_RUN: usize = 6;

/// In boards with so few rows, or columns, a line of white squares goes from end to end: with a black
/// square in it, a run of one cell would be left, or the board would fall apart.
const THIN: usize = 4;

struct NewKakuro {
    size: Size,
    wish: Wish,
}

impl NewKakuro {
    fn of(wish: &Wish) -> Result<Self, Refusal> {
        let size = wish.size.unwrap_or(Size::square(8));
        let is_possible = [size.rows, size.columns].iter().all(|it| (3..=LARGEST).contains(it));
        if !is_possible {
            let expected = format!("expected 3x3 to {LARGEST}x{LARGEST}");
            return Err(Refusal(format!(
                "{expected}, with the black row and column at the edge, found {size}"
            )));
        }
        let (least, most) = (size.rows.min(size.columns), size.rows.max(size.columns));
        if least <= THIN && most > LONGEST_RUN + 1 {
            return Err(Refusal(format!(
                "a board with {least} rows or columns has at most {} of the others, found {size}",
                LONGEST_RUN + 1
            )));
        }
        Ok(Self { size, wish: Wish { size: Some(size), ..wish.clone() } })
    }
}

impl Design for NewKakuro {
    fn wish(&self) -> Wish {
        self.wish.clone()
    }

    fn draft(&self, workshop: &mut Workshop<'_>) -> Result<Option<Box<dyn Draft>>, CreateError> {
        let layout = Layout::random(self.size, &mut workshop.dice);
        let board = layout.and_then(|layout| layout.filled(&mut workshop.dice));
        Ok(board.map(|board| Box::new(board) as _))
    }
}

/// Which squares are white.
struct Layout {
    size: Size,
    is_white: Vec<bool>,
}

impl Layout {
    /// A layout with a half turn as its symmetry, which hangs together and has runs of 2 to
    /// [`LONGEST_RUN`] cells; `None` if chance left a longer one.
    fn random(size: Size, dice: &mut Dice) -> Option<Self> {
        let Size { rows, columns } = size;
        let inside = |square: usize| square >= columns && !square.is_multiple_of(columns);
        let mut layout = Self { size, is_white: (0..rows * columns).map(inside).collect() };
        let mut squares: Vec<_> = (0..rows * columns).filter(|&it| inside(it)).collect();
        dice.shuffle(&mut squares);
        // Each white line of three rows or columns goes from end to end.
        let black = if rows.min(columns) < THIN { 0 } else { squares.len() / 5 };
        let is_enough = |layout: &Self| {
            let blackened = squares.len() - layout.is_white.iter().filter(|it| **it).count();
            blackened >= black && layout.runs().iter().all(|run| run.len() <= LONGEST_RUN)
        };
        for &square in &squares {
            if is_enough(&layout) {
                return Some(layout);
            }
            let (row, column) = (square / columns, square % columns);
            let partner = (rows - row) * columns + columns - column;
            let before = layout.is_white.clone();
            layout.is_white[square] = false;
            layout.is_white[partner] = false;
            if !layout.is_sound() {
                layout.is_white = before;
            }
        }
        is_enough(&layout).then_some(layout)
    }

    fn is_sound(&self) -> bool {
        let white: Vec<_> = (0..self.is_white.len()).filter(|&it| self.is_white[it]).collect();
        let size = [self.size.rows, self.size.columns];
        !white.is_empty()
            && self.runs().iter().all(|run| run.len() > 1)
            && is_connected(&white, size)
    }

    /// The runs, first those across.
    fn runs(&self) -> Vec<Vec<usize>> {
        let Size { rows, columns } = self.size;
        let across =
            (0..rows).flat_map(|row| (0..columns).map(move |column| row * columns + column));
        let down = (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column));
        // The first row and column are black, so that runs of different lines are apart.
        let mut runs = vec![Vec::new()];
        for square in across.chain(down) {
            match runs.last_mut() {
                Some(run) if self.is_white[square] => run.push(square),
                Some(run) if !run.is_empty() => runs.push(Vec::new()),
                _ => {}
            }
        }
        runs.retain(|run| !run.is_empty());
        runs
    }

    /// The layout with random values; `None` if chance leads to a dead end.
    fn filled(self, dice: &mut Dice) -> Option<Board> {
        let white: Vec<_> = (0..self.is_white.len()).filter(|&it| self.is_white[it]).collect();
        let cell = |square: usize| white.binary_search(&square).ok();
        let runs: Vec<Vec<usize>> =
            self.runs().iter().map(|run| run.iter().filter_map(|&it| cell(it)).collect()).collect();
        let mut runs_of = vec![Vec::new(); white.len()];
        for (number, run) in runs.iter().enumerate() {
            for &cell in run {
                runs_of[cell].push(number);
            }
        }
        let answer = Solution { values: vec![0; white.len()] };
        let mut board = Board { size: self.size, white, runs, runs_of, answer, ways: ways() };
        for cell in 0..board.white.len() {
            let value = *dice.pick(&board.free_values(cell))?;
            board.answer.values[cell] = value;
        }
        Some(board)
    }
}

/// A filled board.
struct Board {
    size: Size,
    white: Vec<usize>,
    runs: Vec<Vec<usize>>,
    /// The two runs of each cell.
    runs_of: Vec<Vec<usize>>,
    answer: Solution,
    ways: [[u32; 46]; 10],
}

/// How many sets of so many different values from 1 to 9 have each total.
fn ways() -> [[u32; 46]; 10] {
    let mut ways = [[0; 46]; 10];
    for set in 0..1_usize << 9 {
        let total: usize = (0..9).filter(|it| set >> it & 1 == 1).map(|it| it + 1).sum();
        ways[set.count_ones() as usize][total] += 1;
    }
    ways
}

impl Board {
    /// The values that no other cell of the runs of a cell has.
    fn free_values(&self, cell: usize) -> Vec<Value> {
        let others = self.runs_of[cell].iter().flat_map(|&run| &self.runs[run]);
        let taken: Vec<_> =
            others.filter(|&&it| it != cell).map(|&it| self.answer.values[it]).collect();
        (1..=9).filter(|value| !taken.contains(value)).collect()
    }

    fn total(&self, run: usize) -> usize {
        self.runs[run].iter().map(|&cell| self.answer.values[cell] as usize).sum()
    }

    /// The number of ways to fill the two runs of a cell if it had this value.
    fn freedom(&self, cell: usize, value: Value) -> u32 {
        let old = self.answer.values[cell] as usize;
        let of_run = |&run: &usize| {
            let total = self.total(run) - old + value as usize;
            self.ways[self.runs[run].len()][total]
        };
        self.runs_of[cell].iter().map(of_run).product()
    }
}

impl Draft for Board {
    fn answer(&self) -> &Solution {
        &self.answer
    }

    fn puzzle(&self, _: &[bool]) -> AnyPuzzle {
        let Size { rows, columns } = self.size;
        let square = |&cell: &usize| [self.white[cell] / columns, self.white[cell] % columns];
        let run = |number: usize| Run {
            sum: self.total(number) as u32,
            cells: self.runs[number].iter().map(square).collect(),
        };
        let mut runs: Vec<_> = (0..self.runs.len()).map(run).collect();
        runs.sort_unstable_by(|a, b| (&a.cells, a.sum).cmp(&(&b.cells, b.sum)));
        let (white, given) = (self.white.clone(), vec![None; self.white.len()]);
        Arc::new(Kakuro { size: [rows, columns], runs, white, given, notes: Vec::new() })
    }

    /// A cell that differs gets another value. Totals that few sets of values have are preferred.
    fn refine(&mut self, other: Option<&Solution>, dice: &mut Dice) -> bool {
        let cells = (0..self.white.len()).filter(|&cell| {
            other.is_none_or(|other| other.values[cell] != self.answer.values[cell])
        });
        let mut changes = Vec::new();
        for cell in cells {
            let mut values = self.free_values(cell);
            values.retain(|&value| value != self.answer.values[cell]);
            let values = values.into_iter();
            changes.extend(values.map(|value| (self.freedom(cell, value), cell, value)));
        }
        // Of three random changes the best, so that values do not go back and forth.
        let some: Vec<_> = (0..3).filter_map(|_| dice.pick(&changes).copied()).collect();
        let Some(&(_, cell, value)) = some.iter().min() else { return false };
        self.answer.values[cell] = value;
        true
    }
}
