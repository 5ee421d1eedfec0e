//! The first value X of a row or column tells that its cell number X has the number outside.

use sator_model::Value;

use super::{Arguments, Check, Drawing, ExtraRule, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "numbered_room",
    words: &[("numbered-room", None)],
    title: "numbered rooms",
    arguments: Arguments::of(Places::Side).number(NumberField::Required("value")),
    sentence: |extra, _| {
        let side = extra.side.map_or_else(String::new, |side| side.to_string());
        format!("{side}: the room that the first cell names has {}", extra.number())
    },
    state: |extra, statement| {
        let (n, wanted) = (statement.n(), extra.number());
        // The cells to go to the room; none after it.
        let next = |state: &Option<usize>, value: Value| {
            let left = match *state {
                None => usize::try_from(value).ok().filter(|it| (1..=n).contains(it))?,
                Some(0) => return Some(Some(0)),
                Some(left) => left,
            };
            match left {
                1 => (i64::from(value) == wanted).then_some(Some(0)),
                _ => Some(Some(left - 1)),
            }
        };
        let cells = extra.cells.iter().copied();
        let automaton = statement.automaton(cells, None, next, |state| *state == Some(0));
        statement.whole(extra, automaton);
    },
    check: Check::Values(|extra, _, values| {
        let room = usize::try_from(values[0]).ok().and_then(|room| room.checked_sub(1));
        room.and_then(|room| values.get(room)).is_some_and(|it| i64::from(*it) == extra.number())
    }),
    drawing: Drawing::Outside,
    fpuzzles: Some("numberedroom"),
    examples: &["numbered-room row 1 left 2", "numbered-room column 2 bottom 3"],
};
