//! Any three neighbours on the line have a low, a middle and a high value.

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "entropic",
    words: &[("entropic", None)],
    title: "entropic lines",
    arguments: Arguments::of(Places::Line(2)),
    sentence: sentence!("near values on the line from", " are of different thirds"),
    state: |extra, statement| {
        let sudoku = statement.sudoku;
        for [a, b] in near(&extra.cells, 3) {
            let fits = |a: i32, b: i32| sudoku.values.third(a) != sudoku.values.third(b);
            statement.pair([a, b], 0, fits, |[n, a, b, _]| {
                let [a, b] = [a, b].map(|cell| name(n, cell));
                format!("{a} and {b} are not both low, middle or high on an entropic line")
            });
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(6)),
    fpuzzles: Some("entropicline"),
    examples: &["entropic r1c1 r1c2 r2c3", "entropic r1c1 r2c2 r2c3 r3c4"],
};

/// The pairs of different cells fewer than so many places apart.
fn near(cells: &[usize], reach: usize) -> Vec<[usize; 2]> {
    let places = (0..cells.len()).flat_map(|a| (a + 1..cells.len().min(a + reach)).map(move |b| [a, b]));
    places.map(|pair| pair.map(|at| cells[at])).collect()
}
