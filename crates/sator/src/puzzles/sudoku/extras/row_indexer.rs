//! A marked cell tells in which row of its column the number of its own row is.

use sator_model::{CellId, Clause, Value};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "row_indexer",
    words: &[("row-indexer", None)],
    title: "row indexers",
    arguments: Arguments::of(Places::Cells(1)),
    sentence: sentence!("the indexers from", " on tell where the number of their row is"),
    state: |extra, statement| {
        let n = statement.n();
        for &cell in &extra.cells {
            for &value in statement.values() {
                let not = CellId::nth(cell).is_not(value);
                let told = target(n, cell, value).map(|(told, number)| CellId::nth(told).is(number));
                let sentence = format!("the indexer {} tells where the {} is", name(n, cell), cell / n + 1);
                statement.add(Clause::new([not].into_iter().chain(told))).named(sentence);
            }
        }
    },
    drawing: Drawing::Shade,
    fpuzzles: Some("rowindexer"),
    examples: &["row-indexer r1c1 r2c1", "row-indexer r3c2"],
};

/// The cell that an indexer with this value tells of, and the value of that cell.
fn target(n: usize, cell: usize, value: Value) -> Option<(usize, Value)> {
    let value = usize::try_from(value).ok().filter(|it| (1..=n).contains(it))?;
    let (told, number) = ((value - 1) * n + cell % n, cell / n + 1);
    Some((told, number as Value))
}
