//! The first value X of a row or column is the number of its first values that add up to the number outside.

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "xsum",
    words: &[("x-sum", None)],
    title: "X-sums",
    arguments: Arguments::of(Places::Side).number(NumberField::Required("sum")),
    sentence: |extra, _| {
        let side = extra.side.map_or_else(String::new, |side| side.to_string());
        format!("{side} has an X-sum of {}", extra.number())
    },
    state: |extra, statement| {
        let (n, total) = (statement.n(), extra.number());
        // The number of cells still to be added, and their sum.
        let next = |state: &Option<(usize, i64)>, value: Value| match *state {
            None => {
                let cells = usize::try_from(value).ok().filter(|it| (1..=n).contains(it))?;
                Some(Some((cells - 1, i64::from(value))))
            }
            Some((0, _)) => Some(*state),
            Some((left, sum)) => {
                let sum = sum + i64::from(value);
                (sum <= total).then_some(Some((left - 1, sum)))
            }
        };
        let accepts = |state: &Option<(usize, i64)>| *state == Some((0, total));
        let automaton = statement.automaton(extra.cells.iter().copied(), None, next, accepts);
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Outside,
    fpuzzles: Some("x-sum"),
    examples: &["x-sum row 1 left 3", "x-sum column 2 bottom 6"],
};
