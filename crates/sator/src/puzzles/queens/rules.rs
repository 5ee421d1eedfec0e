//! The rules of queens: a cell for each row, whose value is its queen's column.

use sator_model::{
    AllDifferent, CellId, CellName, Clues, Condition, Count, Domain, Label, Model, Origin,
    PartWords, Term, Value, Wording,
};

use super::{Queens, Square};

const WORDING: Wording = Wording {
    family: "rows",
    some_value: "has a queen",
    one_value: "has only one queen",
    no_value: "has no queen",
    fact: |cell, column| format!("queen on {}", square_name(cell, column)),
    given: |cell, column| format!("a queen stands on {}", square_name(cell, column)),
    excluded: |cell, column| format!("{} is blocked", square_name(cell, column)),
};

fn square_name(cell: CellName, column: Value) -> String {
    match cell {
        CellName::Row(row) => format!("r{row}c{column}"),
        other => format!("{other}, column {column}"),
    }
}

pub(super) fn rules(queens: &Queens) -> Model {
    // N rows with a queen each and N columns with at most one queen: no row has a second one.
    let mut model = Model::worded(WORDING).where_one_value_follows();
    for row in 1..=queens.n {
        model.cell(CellName::Row(row), Domain::Range { min: 1, max: queens.n as Value });
    }
    columns(&mut model, queens.n);
    if queens.regions.is_some() {
        regions(&mut model, queens);
        neighbours(&mut model, queens.n);
    } else {
        diagonals(&mut model, queens.n);
    }
    model
}

pub(super) fn clues(queens: &Queens) -> Clues {
    let mut clues = Clues::default();
    for square in &queens.placed {
        clues.given(CellId::nth(square.row), square.column as Value + 1);
    }
    for square in &queens.blocked {
        clues.exclude(CellId::nth(square.row), square.column as Value + 1);
    }
    clues
}

/// The queens of all rows, each with its column plus an offset that grows by `slope` from row to
/// row: two equal terms are two queens in one line.
fn lines(n: usize, slope: Value) -> AllDifferent {
    let term = |row: usize| Term { cell: CellId::nth(row), offset: slope * row as Value };
    AllDifferent::new((0..n).map(term)).without_existence()
}

fn columns(model: &mut Model, n: usize) {
    let words = PartWords {
        about: [0; 4],
        has: |column, _| format!("column {column} has a queen"),
        has_only_one: |column, _| format!("column {column} has only one queen"),
    };
    // N queens are in N columns, so each column has one. Solvers depend on this derived constraint.
    let columns = lines(n, 0).existence(Origin::Derived).worded(words);
    let label = Label::sentence([], |_| "no column has two queens".to_owned());
    model.add(columns).named(label).family("columns");
}

fn diagonals(model: &mut Model, n: usize) {
    let falling = PartWords {
        about: [n, 0, 0, 0],
        has: |_, _| String::new(),
        has_only_one: |column, _| {
            // The column of the diagonal in row 1, inside or outside the board.
            let row = 1.max(2 - column);
            let text = format!("r{row}c{}", column + row - 1);
            format!("the falling diagonal through {text} has at most one queen")
        },
    };
    let rising = PartWords {
        has_only_one: |column, [n, ..]| {
            let row = 1.max(column + 1 - n as i64);
            let text = format!("r{row}c{}", column + 1 - row);
            format!("the rising diagonal through {text} has at most one queen")
        },
        ..falling
    };
    let label = Label::sentence([], |_| "no falling diagonal has two queens".to_owned());
    let lines_down = lines(n, -1).descending().worded(falling);
    model.add(lines_down).named(label).family("diagonals").alternating();
    let label = Label::sentence([], |_| "no rising diagonal has two queens".to_owned());
    model.add(lines(n, 1).worded(rising)).named(label).family("diagonals");
}

fn regions(model: &mut Model, queens: &Queens) {
    let mut regions = vec![Vec::new(); queens.n];
    for square in all_squares(queens.n) {
        if let Some(region) = queens.region(square) {
            regions[region].push(square);
        }
    }
    for squares in regions {
        let label =
            Label::sentence([squares[0].row + 1, squares[0].column + 1], |[row, column, ..]| {
                format!("the region at r{row}c{column} has one queen")
            });
        let region = Count::exactly(1, squares.into_iter().map(queen));
        model.add(region).named(label).family("regions");
    }
}

/// Queens do not share rows or columns, so only squares that touch at corners need a constraint.
fn neighbours(model: &mut Model, n: usize) {
    for square in all_squares(n).filter(|square| square.row + 1 < n) {
        let below = [square.column.checked_sub(1), Some(square.column + 1)];
        for column in below.into_iter().flatten().filter(|&column| column < n) {
            let other = Square { row: square.row + 1, column };
            let places = [square.row, square.column, other.row, other.column].map(|at| at + 1);
            let label = Label::sentence(places, |[row, column, other_row, other_column]| {
                let other = format!("r{other_row}c{other_column}");
                format!("queens on r{row}c{column} and {other} would touch")
            });
            let pair = Count::at_most(1, [square, other].map(queen));
            model.add(pair).named(label).family("neighbours");
        }
    }
}

/// "A queen stands on this square."
fn queen(square: Square) -> Condition {
    CellId::nth(square.row).is(square.column as Value + 1)
}

fn all_squares(n: usize) -> impl Iterator<Item = Square> {
    (0..n).flat_map(move |row| (0..n).map(move |column| Square { row, column }))
}
