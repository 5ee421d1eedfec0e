//! A value in a circle occurs in exactly as many circles as the value says.

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, Places, Sign, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "counting_circles",
    words: &[("counting-circles", None)],
    title: "counting circles",
    arguments: Arguments::of(Places::Cells(1)),
    sentence: sentence!("the circles from", " on have each of their values as often as it says"),
    state: |extra, statement| {
        for &wanted in statement.values() {
            let next = |&count: &Value, value: Value| {
                let count = count + Value::from(value == wanted);
                (count <= wanted).then_some(count)
            };
            let accepts = |&count: &Value| count == 0 || count == wanted;
            let automaton = statement.automaton(extra.cells.iter().copied(), 0, next, accepts);
            statement.whole(extra, automaton);
        }
    },
    drawing: Drawing::CellSign(Sign::Circle),
    fpuzzles: None,
    examples: &["counting-circles r1c1 r2c3", "counting-circles r1c1 r1c2 r2c4 r3c3"],
};
