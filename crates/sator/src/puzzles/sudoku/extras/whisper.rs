//! Neighbours on the line differ by at least a number: 5 on a German whisper, 4 on a Dutch one.

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, LineStyle, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "whisper",
    words: &[
        ("whisper", None),
        ("german-whisper", Some(5)),
        ("dutch-whisper", Some(4)),
    ],
    title: "whispers",
    arguments: Arguments::of(Places::Line(2)).number(NumberField::Default("min_diff", 5)),
    sentence: |extra, sudoku| {
        let first = super::first_cell(extra, sudoku);
        format!("neighbours on the whisper from {first} differ by at least {}", extra.number())
    },
    state: |extra, statement| {
        let least = extra.number();
        for pair in extra.cells.windows(2) {
            let fits = |a: i32, b: i32| i64::from(a.abs_diff(b)) >= least;
            statement.pair([pair[0], pair[1]], least, fits, |[n, a, b, least]| {
                format!("{} and {} differ by at least {least} on a whisper", name(n, a), name(n, b))
            });
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(0)),
    fpuzzles: Some("whispers"),
    examples: &["whisper 2 r1c1 r1c2 r2c3", "dutch-whisper r1c1 r2c2", "whisper 3 r1c1 r1c2"],
};
