//! Neighbours without a mark do not have the relation of the mark. A pair with a dot of either colour
//! counts as marked; only marked sums exempt from the negative rule of sums.

use sator_model::Value;

use super::super::Sudoku;
use super::super::name;
use super::{
    Arguments, Drawing, Extra, ExtraRule, Places, difference, neighbour_pairs,
    pair_sum, ratio,
};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "negative",
    words: &[("negative", None)],
    title: "negative rules",
    arguments: Arguments::of(Places::Unmarked).values(),
    sentence: |extra, _| sentence(extra),
    state: |extra, statement| {
        for pair in pairs(extra, statement.sudoku) {
            statement.pair(pair, 0, |a, b| fits(extra, a, b), |[n, a, b, _]| {
                format!("{} and {} have no mark, and not its relation", name(n, a), name(n, b))
            });
        }
    },
    drawing: Drawing::Listed,
    fpuzzles: Some("negative"),
    examples: &["negative difference 1", "negative ratio 2", "negative pair-sum 5 10"],
};

/// Whether there is a negative rule for the marks of this rule.
pub(super) fn is_of(rule: &ExtraRule) -> bool {
    [&difference::RULE, &ratio::RULE, &pair_sum::RULE].contains(&rule)
}

fn sentence(extra: &Extra) -> String {
    let values: Vec<_> = extra.values.iter().map(Value::to_string).collect();
    let rule = extra.of.map_or("", |rule| rule.title);
    format!("all {rule} of {} are marked", values.join(" and "))
}

/// The neighbours without a mark.
fn pairs(extra: &Extra, sudoku: &Sudoku) -> Vec<[usize; 2]> {
    let is_sum = extra.of == Some(&pair_sum::RULE);
    let is_mark = |it: &Extra| {
        is_sum && it.is(&pair_sum::RULE)
            || !is_sum && (it.is(&difference::RULE) || it.is(&ratio::RULE))
    };
    let is_marked = |pair: &[usize; 2]| {
        let mut marks = sudoku.extras.iter().filter(|it| is_mark(it));
        marks.any(|mark| pair.iter().all(|cell| mark.cells.contains(cell)))
    };
    neighbour_pairs(sudoku.n()).filter(|pair| !is_marked(pair)).collect()
}

/// Whether two values do not have the relation.
fn fits(extra: &Extra, a: Value, b: Value) -> bool {
    let has: fn(Value, Value, i64) -> bool = match extra.of {
        Some(rule) if *rule == difference::RULE => difference::fits,
        Some(rule) if *rule == ratio::RULE => ratio::fits,
        _ => pair_sum::fits,
    };
    extra.values.iter().all(|&value| !has(a, b, value.into()))
}
