//! Every square of four cells has values with all remainders by 3.

use sator_model::{CellId, Clause, Label, Value};

use super::super::Sudoku;
use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "global_mod3",
    words: &[("global-modular", None)],
    title: "global modularity",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "every 2×2 square has values of all three classes".to_owned(),
    state: |_, statement| {
        let (n, sudoku) = (statement.n(), statement.sudoku);
        for cells in squares(n) {
            for class in 0..CLASSES.len() {
                let of_class = statement.values().iter().filter(|it| class_of(sudoku, **it) == class);
                let conditions: Vec<_> = of_class
                    .flat_map(|&value| cells.map(|cell| CellId::nth(cell).is(value)))
                    .collect();
                let label = Label::sentence([n, cells[0], class], |[n, cell, class, _]| {
                    let class = CLASSES[class];
                    format!("the 2×2 square at {} has a value that is {class}", name(n, cell))
                });
                statement.add(Clause::new(conditions)).named(label);
            }
        }
    },
    drawing: Drawing::Listed,
    fpuzzles: None,
    examples: &["global-modular"],
};

const CLASSES: [&str; 3] = ["divisible by 3", "1 more than a multiple of 3", "2 more than a multiple of 3"];

fn class_of(_: &Sudoku, value: Value) -> usize {
    value.rem_euclid(3) as usize
}

/// The cells of each square of four.
fn squares(n: usize) -> Vec<[usize; 4]> {
    let corners = (0..n * n).filter(|cell| cell / n + 1 < n && cell % n + 1 < n);
    corners.map(|cell| [cell, cell + 1, cell + n, cell + n + 1]).collect()
}
