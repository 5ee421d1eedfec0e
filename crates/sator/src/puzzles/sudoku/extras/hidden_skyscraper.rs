//! The number is the first value of a row or column that is hidden by one before it: the first cell is
//! never hidden.

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
        let next = |state: &Scan, value: Value| match *state {
            Scan::Nothing => Some(Scan::Highest(value)),
            Scan::Highest(highest) if value > highest => Some(Scan::Highest(value)),
            Scan::Highest(_) => (i64::from(value) == wanted).then_some(Scan::Hidden),
            Scan::Hidden => Some(Scan::Hidden),
        };
        let is_found = |state: &Scan| *state == Scan::Hidden;
        let cells = extra.cells.iter().copied();
        let automaton = statement.automaton(cells, Scan::Nothing, next, is_found);
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Outside,
    fpuzzles: None,
    examples: &["hidden-skyscraper row 1 left 2", "hidden-skyscraper column 2 bottom 3"],
};

/// The part of the row that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Scan {
    Nothing,
    /// The highest value so far.
    Highest(Value),
    /// The hidden one was found.
    Hidden,
}
