//! The values between the smallest and the largest of all values in a row or column add up to the
//! number. Both must be there.

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "sandwich",
    words: &[("sandwich", None)],
    title: "sandwich sums",
    arguments: Arguments::of(Places::Side).number(NumberField::Required("sum")),
    sentence: |extra, _| {
        let side = extra.side.map_or_else(String::new, |side| side.to_string());
        format!("{side} has a sandwich of {}", extra.number())
    },
    state: |extra, statement| {
        let (low, high) = (statement.sudoku.values.smallest(), statement.sudoku.values.largest());
        let total = extra.number();
        let next = |state: &Sandwich, value: Value| {
            let is_crust = value == low || value == high;
            match *state {
                Sandwich::Before if is_crust => Some(Sandwich::Inside(0)),
                Sandwich::Inside(sum) if is_crust => (sum == total).then_some(Sandwich::After),
                Sandwich::Inside(sum) => {
                    let sum = sum + i64::from(value);
                    (sum <= total).then_some(Sandwich::Inside(sum))
                }
                Sandwich::After if is_crust => None,
                _ => Some(*state),
            }
        };
        // A single value is the smallest and the largest: nothing is between them.
        let last = if low == high { Sandwich::Inside(total) } else { Sandwich::After };
        let is_whole = |state: &Sandwich| *state == last;
        let cells = extra.cells.iter().copied();
        let automaton = statement.automaton(cells, Sandwich::Before, next, is_whole);
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Outside,
    fpuzzles: Some("sandwichsum"),
    examples: &["sandwich row 1 left 2", "sandwich column 3 top 5"],
};

/// The part of the row that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Sandwich {
    Before,
    Inside(i64),
    After,
}
