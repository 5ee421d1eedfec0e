//! A programmer with a puzzle of their own: a 4×4 magic square, stated as constraints over cells.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use sator::model::{AllDifferent, Linear, Model};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::new();
    let grid = model.grid(4, 4, 1..=16);
    model.add(AllDifferent::new(grid.cells()));
    for (number, row) in grid.rows().enumerate() {
        model.add(Linear::sum(row).equals(34)).named(("row", number + 1));
    }
    for (number, column) in grid.columns().enumerate() {
        model.add(Linear::sum(column).equals(34)).named(("column", number + 1));
    }
    model.add(Linear::sum((0..4).map(|i| grid.at(i, i))).equals(34)).named("the falling diagonal");
    model
        .add(Linear::sum((0..4).map(|i| grid.at(i, 3 - i))).equals(34))
        .named("the rising diagonal");
    // The first row of Dürer's square.
    for (column, value) in [16, 3, 2, 13].into_iter().enumerate() {
        model.given(grid.at(0, column), value);
    }
    let solution = model.solve()?.ok_or("there is no such square")?;
    for row in grid.rows() {
        println!("{:?}", row.iter().map(|&cell| solution[cell]).collect::<Vec<_>>());
    }
    println!("{} squares begin like this", model.count()?.number);
    Ok(())
}
