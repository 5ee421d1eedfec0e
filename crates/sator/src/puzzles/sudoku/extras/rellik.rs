//! No values of a cage add up to its number, one or several. They differ if another rule says so.

use std::collections::BTreeSet;

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "rellik",
    words: &[("rellik", None)],
    title: "rellik cages",
    arguments: Arguments::of(Places::Cells(1)).number(NumberField::Required("sum")),
    sentence: |extra, sudoku| {
        let first = super::first_cell(extra, sudoku);
        format!("no values of the rellik cage at {first} add up to {}", extra.number())
    },
    state: |extra, statement| {
        let forbidden = extra.number();
        // The sums of one or several of the values so far that can still become the number.
        let next = |sums: &BTreeSet<i64>, value: Value| {
            let value = i64::from(value);
            let more = sums.iter().map(|sum| sum + value).chain([value]);
            let all: BTreeSet<_> =
                sums.iter().copied().chain(more).filter(|sum| *sum <= forbidden).collect();
            (!all.contains(&forbidden)).then_some(all)
        };
        let cells = extra.cells.iter().copied();
        let automaton = statement.automaton(cells, BTreeSet::new(), next, |_| true);
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Outline,
    fpuzzles: None,
    examples: &["rellik 5 r1c1 r1c2 r2c3", "rellik 3 r1c1 r1c2"],
};
