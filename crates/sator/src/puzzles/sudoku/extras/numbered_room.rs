//! The first value X of a row or column tells that its cell number X has the number outside.

use sator_model::{CellId, Clause, Value};

use super::{Arguments, Drawing, ExtraRule, NumberField, Places};

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
        let first = CellId::nth(extra.cells[0]);
        for &room in statement.values() {
            let cell = usize::try_from(room).ok().and_then(|room| room.checked_sub(1));
            let has = cell.and_then(|cell| extra.cells.get(cell)).map(|&cell| {
                CellId::nth(cell).is(extra.number() as Value)
            });
            statement.whole(extra, Clause::new([first.is_not(room)].into_iter().chain(has)));
        }
    },
    drawing: Drawing::Outside,
    fpuzzles: Some("numberedroom"),
    examples: &["numbered-room row 1 left 2", "numbered-room column 2 bottom 3"],
};
