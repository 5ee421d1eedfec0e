//! Marked cells are larger than their neighbours, other marked cells excepted.

use sator_model::{CellId, Compare, Label};

use super::super::Sudoku;
use super::super::name;
use super::{
    Arguments, Drawing, Extra, ExtraRule, Places, Sign, neighbour_pairs, sentence,
};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "maximum",
    words: &[("maximum", None)],
    title: "maxima",
    arguments: Arguments::of(Places::Cells(1)),
    sentence: sentence!("the marked cell", " is larger than its neighbours"),
    state: |extra, statement| {
        let n = statement.n();
        for [marked, other] in pairs(extra, statement.sudoku) {
            let [a, b] = [marked, other].map(CellId::nth);
            let label = Label::sentence([n, marked, other], |[n, marked, other, _]| {
                format!("{} is larger than its neighbour {}", name(n, marked), name(n, other))
            });
            statement.add(Compare::less(b, a)).named(label);
        }
    },
    drawing: Drawing::CellSign(Sign::Outwards),
    fpuzzles: Some("maximum"),
    examples: &["maximum r1c1", "maximum r1c1 r1c2 r3c3"],
};

/// Each marked cell with its neighbours that are not marked the same.
fn pairs(extra: &Extra, sudoku: &Sudoku) -> Vec<[usize; 2]> {
    let is_marked = |cell: usize| {
        let mut marks = sudoku.extras.iter().filter(|it| it.is(&RULE));
        marks.any(|mark| mark.cells.contains(&cell)) || extra.cells.contains(&cell)
    };
    let both = neighbour_pairs(sudoku.n()).flat_map(|[a, b]| [[a, b], [b, a]]);
    both.filter(|[a, b]| extra.cells.contains(a) && !is_marked(*b)).collect()
}
