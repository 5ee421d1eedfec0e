//! The values on the line are the same from both ends.

use sator_model::{CellId, Compare, Label};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "palindrome",
    words: &[("palindrome", None)],
    title: "palindromes",
    arguments: Arguments::of(Places::Line(2)),
    sentence: sentence!("the palindrome from", " reads the same from both ends"),
    state: |extra, statement| {
        let n = statement.n();
        for (&a, &b) in extra.cells.iter().zip(extra.cells.iter().rev()) {
            if a >= b {
                continue;
            }
            let label = Label::sentence([n, a, b], |[n, a, b, _]| {
                format!("{} and {} are equal on a palindrome", name(n, a), name(n, b))
            });
            statement.add(Compare::equal(CellId::nth(a), CellId::nth(b))).named(label);
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(3)),
    fpuzzles: Some("palindrome"),
    examples: &["palindrome r1c1 r1c2 r2c3", "palindrome r1c2 r2c3 r3c1 r4c1"],
};
