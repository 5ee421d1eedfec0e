//! The values in the diamonds at the ends of the line differ by at least a number, and those along
//! the line are neither between them nor equal to one of them.

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, LineStyle, NumberField, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "lockout",
    words: &[("lockout", None)],
    title: "lockout lines",
    arguments: Arguments::of(Places::Line(2)).number(NumberField::Default("min_diff", 4)),
    sentence: sentence!(
        "the lockout line from",
        " has diamonds that are far apart, and no values between them"
    ),
    state: |extra, statement| {
        let least = extra.number();
        let (first, last) = (extra.cells[0], extra.cells[extra.cells.len() - 1]);
        let inner = extra.cells[1..extra.cells.len() - 1].iter().copied();
        let automaton = statement.automaton(
            [first, last].into_iter().chain(inner),
            Ends::None,
            |ends, value| match *ends {
                Ends::None => Some(Ends::One(value)),
                Ends::One(other) => (i64::from(value.abs_diff(other)) >= least)
                    .then(|| Ends::Both(value.min(other), value.max(other))),
                Ends::Both(low, high) => (value < low || high < value).then_some(*ends),
            },
            |_| true,
        );
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Line(LineStyle::Diamonds),
    fpuzzles: Some("lockout"),
    examples: &["lockout 2 r1c1 r1c2 r2c3", "lockout 1 r1c1 r2c2 r2c3 r3c4", "lockout r1c1 r2c2"],
};

/// The ends that were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Ends {
    None,
    One(Value),
    Both(Value, Value),
}
