//! Some cells take only the listed values.

use sator_model::{CellId, Clause, Value};

use super::super::name;
use super::{Arguments, Drawing, Extra, ExtraRule, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "allowed",
    words: &[("allowed", None)],
    title: "restricted cells",
    arguments: Arguments::of(Places::Cells(1)).values(),
    sentence: |extra, sudoku| {
        let cells: Vec<_> = extra.cells.iter().map(|&cell| name(sudoku.n(), cell)).collect();
        format!("{} can only be {}", cells.join(", "), values(extra))
    },
    state: |extra, statement| {
        let n = statement.n();
        for &cell in &extra.cells {
            let conditions = extra.values.iter().map(|&value| CellId::nth(cell).is(value));
            let sentence = format!("{} can only be {}", name(n, cell), values(extra));
            statement.add(Clause::new(conditions)).named(sentence);
        }
    },
    drawing: Drawing::Values,
    fpuzzles: None,
    examples: &["allowed 1 2: r1c1", "allowed 2 3 4: r1c1 r2c2"],
};

fn values(extra: &Extra) -> String {
    extra.values.iter().map(Value::to_string).collect::<Vec<_>>().join(" or ")
}
