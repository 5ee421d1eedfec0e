//! The rules of queens as logic: a cell for each row, whose value is its queen's column.

use sator_sat::{Constraint, Lit};

use super::{Queens, Square};
use crate::model::{CellId, CellName, Domain, Model, Wording};

const WORDING: Wording = Wording {
    some_value: "has a queen",
    one_value: "has only one queen",
    fact: |row, column| match row {
        CellName::Row(row) => format!("queen on r{row}c{column}"),
        CellName::Square { .. } => unreachable!("the cells of queens are rows"),
    },
};

pub(super) fn model(queens: &Queens) -> Model {
    let mut statement = Statement::new(queens);
    statement.columns();
    if queens.regions.is_some() {
        statement.regions();
        statement.neighbours();
    } else {
        statement.diagonals();
    }
    statement.clues();
    statement.model
}

struct Statement<'q> {
    queens: &'q Queens,
    rows: Vec<CellId>,
    model: Model,
}

impl<'q> Statement<'q> {
    fn new(queens: &'q Queens) -> Self {
        let mut model = Model::new(WORDING);
        let columns = Domain::Range { min: 1, max: queens.n as i32 };
        let rows = (1..=queens.n).map(|row| model.cell(CellName::Row(row), columns)).collect();
        Self { queens, rows, model }
    }

    /// "A queen stands on this square."
    fn queen(&self, square: Square) -> Lit {
        self.model.is(self.rows[square.row], square.column as i32 + 1)
    }

    fn queens(&self, squares: impl Iterator<Item = Square>) -> Vec<Lit> {
        squares.map(|square| self.queen(square)).collect()
    }

    fn columns(&mut self) {
        let n = self.queens.n;
        for column in 0..n {
            let lits = self.queens((0..n).map(|row| Square { row, column }));
            let name = format!("column {}", column + 1);
            // N queens in N columns: that each has one follows, and solvers need it badly.
            let some = Constraint::Clause(lits.clone());
            self.model.derived("columns", format!("{name} has a queen"), some);
            let one = Constraint::at_most_one(lits);
            self.model.rule("columns", format!("{name} has only one queen"), one);
        }
    }

    fn diagonals(&mut self) {
        let n = self.queens.n;
        for offset in 1..2 * n - 2 {
            let rows = offset.saturating_sub(n - 1)..n.min(offset + 1);
            let falling = rows.clone().map(|row| Square { row, column: n - 1 + row - offset });
            self.diagonal("falling", falling);
            self.diagonal("rising", rows.map(|row| Square { row, column: offset - row }));
        }
    }

    fn diagonal(&mut self, direction: &str, squares: impl Iterator<Item = Square> + Clone) {
        let Some(first) = squares.clone().next() else { return };
        let one = Constraint::at_most_one(self.queens(squares));
        let text = format!("the {direction} diagonal through {first} has at most one queen");
        self.model.rule("diagonals", text, one);
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
            let lits = self.queens(squares.iter().copied());
            let name = format!("the region at {}", squares[0]);
            let some = Constraint::Clause(lits.clone());
            self.model.rule("regions", format!("{name} has a queen"), some);
            let one = Constraint::at_most_one(lits);
            self.model.rule("regions", format!("{name} has only one queen"), one);
        }
    }

    /// Queens in one row or column are told apart already, so only corners are left to touch at.
    fn neighbours(&mut self) {
        let n = self.queens.n;
        for square in all_squares(n).filter(|square| square.row + 1 < n) {
            let below = [square.column.checked_sub(1), Some(square.column + 1)];
            for column in below.into_iter().flatten().filter(|&column| column < n) {
                let other = Square { row: square.row + 1, column };
                let text = format!("queens on {square} and {other} would touch");
                let pair = Constraint::at_most_one(vec![self.queen(square), self.queen(other)]);
                self.model.rule("neighbours", text, pair);
            }
        }
    }

    fn clues(&mut self) {
        for &square in &self.queens.placed {
            let queen = self.queen(square);
            self.model.clue(format!("a queen stands on {square}"), Constraint::fact(queen));
        }
        for &square in &self.queens.blocked {
            let queen = self.queen(square);
            self.model.clue(format!("{square} is blocked"), Constraint::fact(!queen));
        }
    }
}

fn all_squares(n: usize) -> impl Iterator<Item = Square> {
    (0..n).flat_map(move |row| (0..n).map(move |column| Square { row, column }))
}
