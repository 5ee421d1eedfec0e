//! The values along the line lie between those in the circles at its ends.

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "between",
    words: &[("between", None)],
    title: "between lines",
    arguments: Arguments::of(Places::Line(2)),
    sentence: sentence!("the line from", " has only values between those of its circles"),
    state: |extra, statement| {
        // Both ends are read first.
        let (first, last) = (extra.cells[0], extra.cells[extra.cells.len() - 1]);
        let inner = extra.cells[1..extra.cells.len() - 1].iter().copied();
        let automaton = statement.automaton(
            [first, last].into_iter().chain(inner),
            Ends::None,
            |ends, value| match *ends {
                Ends::None => Some(Ends::One(value)),
                Ends::One(other) => Some(Ends::Both(value.min(other), value.max(other))),
                Ends::Both(low, high) => (low < value && value < high).then_some(*ends),
            },
            |_| true,
        );
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Line(LineStyle::Circles),
    fpuzzles: Some("betweenline"),
    examples: &["between r1c1 r1c2 r2c3", "between r1c1 r2c2 r2c3 r3c4"],
};

/// The ends that were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Ends {
    None,
    One(Value),
    Both(Value, Value),
}
