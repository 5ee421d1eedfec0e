//! The values of a list of cells differ; those between its smallest and its largest value, in the
//! order of the list, add up to a number.

use sator_model::{AllDifferent, Value};

use super::statement::ids;
use super::{Arguments, Drawing, ExtraRule, LineStyle, NumberField, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "lunchbox",
    words: &[("lunchbox", None)],
    title: "lunchboxes",
    arguments: Arguments::of(Places::Ordered(1)).number(NumberField::Required("sum")),
    sentence: sentence!(
        "the lunchbox from",
        " has different values, and those between its smallest and largest add up to its number"
    ),
    state: |extra, statement| {
        statement.whole(extra, AllDifferent::new(ids(&extra.cells)));
        let limit = extra.number() + 1;
        let next = |state: &Packed, value: Value| Some(state.read(value, limit));
        let cells = extra.cells.iter().copied();
        let accepts = |state: &Packed| state.between == extra.number();
        let automaton = statement.automaton(cells, Packed::default(), next, accepts);
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Line(LineStyle::Plain(5)),
    fpuzzles: None,
    examples: &["lunchbox 3 r1c1 r1c2 r1c3", "lunchbox 0 r1c1 r2c2 r3c3", "lunchbox 2 r1c1 r1c2 r1c3 r1c4"],
};

/// The values read so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Packed {
    /// The smallest and the largest, unless nothing was read.
    ends: Option<(Value, Value)>,
    /// Whether the largest came after the smallest.
    is_high_last: bool,
    /// The sum between them.
    between: i64,
    /// The sum after the later of them.
    after: i64,
}

impl Packed {
    /// Sums stop at a limit.
    fn read(&self, value: Value, limit: i64) -> Self {
        let Some((low, high)) = self.ends else {
            return Self { ends: Some((value, value)), ..Self::default() };
        };
        let is_single = low == high;
        // The sum between the end that stays and this value.
        let since = |is_last: bool, later: Value| {
            let all = if is_last || is_single {
                self.after
            } else {
                self.between + i64::from(later) + self.after
            };
            all.min(limit)
        };
        if value < low {
            let between = since(self.is_high_last, low);
            Self { ends: Some((value, high)), is_high_last: false, between, after: 0 }
        } else if value > high {
            let between = since(!self.is_high_last, high);
            Self { ends: Some((low, value)), is_high_last: true, between, after: 0 }
        } else {
            Self { after: (self.after + i64::from(value)).min(limit), ..self.clone() }
        }
    }
}
