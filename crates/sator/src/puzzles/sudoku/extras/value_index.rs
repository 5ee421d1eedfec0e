//! A slingshot: the second cell of the line is a number of steps, and the cell so many steps beyond
//! it equals the first.

use sator_model::{CellId, Clause, Compare, When};

use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "value_index",
    words: &[("slingshot", None)],
    title: "slingshots",
    arguments: Arguments::of(Places::Line(3)),
    sentence: sentence!("the slingshot from", " ends at a cell with its first value"),
    state: |extra, statement| {
        let [first, second] = [extra.cells[0], extra.cells[1]].map(CellId::nth);
        for &steps in statement.values() {
            let end = usize::try_from(steps).ok().filter(|steps| *steps > 0);
            match end.and_then(|steps| extra.cells.get(steps + 1)) {
                Some(&end) => {
                    let equal = Compare::equal(first, CellId::nth(end));
                    statement.whole(extra, When::new(second.is(steps), equal));
                }
                None => statement.whole(extra, Clause::unit(second.is_not(steps))),
            }
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(5)),
    fpuzzles: None,
    examples: &["slingshot r1c1 r2c1 r2c2 r2c3 r2c4", "slingshot r1c1 r1c2 r2c3"],
};
