//! The number is the first value of a row or column that is hidden by one before it.

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "hidden_skyscraper",
    words: &[("hidden-skyscraper", None)],
    title: "hidden skyscrapers",
    arguments: Arguments::of(Places::Side).number(NumberField::Required("value")),
    sentence: |extra, _| {
        let side = extra.side.map_or_else(String::new, |side| side.to_string());
        format!("{side}: the first hidden skyscraper is {}", extra.number())
    },
    state: |extra, statement| {
        let wanted = extra.number();
        // The highest so far, until the hidden one is found.
        let next = |state: &Option<Value>, value: Value| match *state {
            None => Some(None),
            Some(highest) if value > highest => Some(Some(value)),
            Some(_) => (i64::from(value) == wanted).then_some(None),
        };
        let cells = extra.cells.iter().copied();
        let automaton = statement.automaton(cells, Some(0), next, Option::is_none);
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Outside,
    fpuzzles: None,
    examples: &["hidden-skyscraper row 1 left 2", "hidden-skyscraper column 2 bottom 3"],
};
