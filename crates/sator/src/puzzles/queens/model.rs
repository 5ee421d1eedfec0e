//! The rules of queens as logic: a cell for each row, whose value is its queen's column.

use sator_sat::{Constraint, Lit};

use super::{Queens, Square};
use crate::model::{CellId, CellName, Domain, Label, Model, Relation, Term, Wording};

const WORDING: Wording = Wording {
    some_value: "has a queen",
    one_value: "has only one queen",
    fact: |row, column| match row {
        CellName::Row(row) => format!("queen on r{row}c{column}"),
        CellName::Square { .. } => unreachable!("the cells of queens are rows"),
    },
};

pub(super) fn rules(queens: &Queens) -> Model {
    let mut statement = Statement::new(queens);
    statement.columns();
    if queens.regions.is_some() {
        statement.regions();
        statement.neighbours();
    } else {
        statement.diagonals();
    }
    statement.model
}

pub(super) fn clues(queens: &Queens, model: &mut Model) {
    for &square in &queens.placed {
        let text = about(square, |[row, column, ..]| format!("a queen stands on r{row}c{column}"));
        model.clue(text, Constraint::fact(queen(model, square)));
    }
    for &square in &queens.blocked {
        let text = about(square, |[row, column, ..]| format!("r{row}c{column} is blocked"));
        model.clue(text, Constraint::fact(!queen(model, square)));
    }
}

/// "A queen stands on this square."
fn queen(model: &Model, square: Square) -> Lit {
    model.is(CellId::nth(square.row), square.column as i32 + 1)
}

/// The same of several squares.
fn queens(model: &Model, squares: impl Iterator<Item = Square>) -> Vec<Lit> {
    squares.map(|square| queen(model, square)).collect()
}

/// A sentence about a square, whose row and column count from 1 there.
fn about(square: Square, say: fn([usize; 4]) -> String) -> Label {
    Label::new([square.row + 1, square.column + 1], say)
}

struct Statement<'q> {
    queens: &'q Queens,
    model: Model,
}

impl<'q> Statement<'q> {
    fn new(queens: &'q Queens) -> Self {
        // N rows with a queen each and N columns with no two: no row has a second one.
        let mut model = Model::new(WORDING).where_one_value_follows();
        let columns = Domain::Range { min: 1, max: queens.n as i32 };
        for row in 1..=queens.n {
            model.cell(CellName::Row(row), columns);
        }
        Self { queens, model }
    }

    /// The queens of all rows, each told by its column and an offset that grows by `slope` from
    /// row to row: two of one number stand in one line.
    fn no_two(&self, family: &'static str, text: Label, slope: i32) -> Relation {
        let term = |row| Term { cell: CellId::nth(row), offset: slope * row as i32 };
        Relation::distinct(family, text, (0..self.queens.n).map(term))
    }

    fn columns(&mut self) {
        let n = self.queens.n;
        let text = Label::new([], |_| "no column has two queens".to_owned());
        self.model.relate(vec![self.no_two("columns", text, 0)], |model| {
            for column in 0..n {
                let lits = queens(model, (0..n).map(|row| Square { row, column }));
                // N queens in N columns: that each has one follows, and solvers need it badly.
                let some = Constraint::Clause(lits.clone());
                let has_some =
                    Label::new([column + 1], |[it, ..]| format!("column {it} has a queen"));
                model.derived("columns", has_some, some);
                let one = Constraint::at_most_one(lits);
                let has_one =
                    Label::new([column + 1], |[it, ..]| format!("column {it} has only one queen"));
                model.rule("columns", has_one, one);
            }
        });
    }

    fn diagonals(&mut self) {
        let n = self.queens.n;
        let falling = Label::new([], |_| "no falling diagonal has two queens".to_owned());
        let rising = Label::new([], |_| "no rising diagonal has two queens".to_owned());
        let relations =
            vec![self.no_two("diagonals", falling, -1), self.no_two("diagonals", rising, 1)];
        self.model.relate(relations, |model| {
            for offset in 1..2 * n - 2 {
                let rows = offset.saturating_sub(n - 1)..n.min(offset + 1);
                let falling = rows.clone().map(|row| Square { row, column: n - 1 + row - offset });
                diagonal(model, falling, |[row, column, ..]| {
                    format!("the falling diagonal through r{row}c{column} has at most one queen")
                });
                let rising = rows.map(|row| Square { row, column: offset - row });
                diagonal(model, rising, |[row, column, ..]| {
                    format!("the rising diagonal through r{row}c{column} has at most one queen")
                });
            }
        });
    }

    fn regions(&mut self) {
        let n = self.queens.n;
        let mut regions = vec![Vec::new(); n];
        for square in all_squares(n) {
            if let Some(region) = self.queens.region(square) {
                regions[region].push(square);
            }
        }
        for squares in regions {
            let lits = queens(&self.model, squares.iter().copied());
            let has_some = about(squares[0], |[row, column, ..]| {
                format!("the region at r{row}c{column} has a queen")
            });
            self.model.rule("regions", has_some, Constraint::Clause(lits.clone()));
            let has_one = about(squares[0], |[row, column, ..]| {
                format!("the region at r{row}c{column} has only one queen")
            });
            self.model.rule("regions", has_one, Constraint::at_most_one(lits));
        }
    }

    /// Queens in one row or column are told apart already, so only corners are left to touch at.
    fn neighbours(&mut self) {
        let n = self.queens.n;
        for square in all_squares(n).filter(|square| square.row + 1 < n) {
            let below = [square.column.checked_sub(1), Some(square.column + 1)];
            for column in below.into_iter().flatten().filter(|&column| column < n) {
                let other = Square { row: square.row + 1, column };
                let places = [square.row, square.column, other.row, other.column].map(|at| at + 1);
                let text = Label::new(places, |[row, column, other_row, other_column]| {
                    let other = format!("r{other_row}c{other_column}");
                    format!("queens on r{row}c{column} and {other} would touch")
                });
                let pair = queens(&self.model, [square, other].into_iter());
                self.model.rule("neighbours", text, Constraint::at_most_one(pair));
            }
        }
    }
}

fn diagonal(
    model: &mut Model,
    squares: impl Iterator<Item = Square> + Clone,
    say: fn([usize; 4]) -> String,
) {
    let Some(first) = squares.clone().next() else { return };
    let one = Constraint::at_most_one(queens(model, squares));
    model.rule("diagonals", about(first, say), one);
}

fn all_squares(n: usize) -> impl Iterator<Item = Square> {
    (0..n).flat_map(move |row| (0..n).map(move |column| Square { row, column }))
}
