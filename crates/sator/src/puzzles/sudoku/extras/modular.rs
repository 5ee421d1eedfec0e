//! Any neighbours on the line, as many as the number, have different remainders by it.

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, LineStyle, NumberField, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "modular",
    words: &[("modular", None), ("parity", Some(2))],
    title: "modular lines",
    arguments: Arguments::of(Places::Line(2)).number(NumberField::Default("mod", 3)),
    sentence: sentence!("near values on the line from", " have different remainders"),
    state: |extra, statement| {
        let modulus = extra.number();
        for [a, b] in near(&extra.cells, extra.number() as usize) {
            let fits = |a: i32, b: i32| i64::from(a) % modulus != i64::from(b) % modulus;
            statement.pair([a, b], modulus, fits, |[n, a, b, modulus]| {
                let [a, b] = [a, b].map(|cell| name(n, cell));
                format!("{a} and {b} have different remainders by {modulus} on a line")
            });
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(7)),
    fpuzzles: Some("modularline"),
    examples: &["modular 2 r1c1 r1c2 r2c3", "modular r1c1 r2c2 r2c3 r3c4"],
};

/// The pairs of different cells fewer than so many places apart.
fn near(cells: &[usize], reach: usize) -> Vec<[usize; 2]> {
    let places = (0..cells.len()).flat_map(|a| (a + 1..cells.len().min(a + reach)).map(move |b| [a, b]));
    places.map(|pair| pair.map(|at| cells[at])).collect()
}
