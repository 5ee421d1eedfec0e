//! As many values of a row or column as the number says are larger than all before them.

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "skyscraper",
    words: &[("skyscraper", None)],
    title: "skyscrapers",
    arguments: Arguments::of(Places::Side).number(NumberField::Required("value")),
    sentence: |extra, _| {
        let side = extra.side.map_or_else(String::new, |side| side.to_string());
        format!("{side} shows {} skyscrapers", extra.number())
    },
    state: |extra, statement| {
        let wanted = extra.number();
        // The highest so far, and how many were seen. A value of 0 is no building.
        let next = |&(highest, seen): &(Value, i64), value: Value| {
            let seen = if value > highest { seen + 1 } else { seen };
            (seen <= wanted).then_some((highest.max(value), seen))
        };
        let cells = extra.cells.iter().copied();
        let automaton = statement.automaton(cells, (0, 0), next, |state| state.1 == wanted);
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Outside,
    fpuzzles: Some("skyscraper"),
    examples: &["skyscraper row 1 left 2", "skyscraper column 2 bottom 3"],
};
