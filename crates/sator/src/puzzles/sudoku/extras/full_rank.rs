//! All rows and columns, read inwards from both sides as numbers, are ranked; the number outside is
//! the rank, 1 for the smallest. A line with a number is never tied.
//!
//! Each value begins exactly four lines, one on each side, if there are as many values as rows. So
//! the rank tells the first value, and how many of the three other lines with it are smaller.

use sator_model::{Automaton, CellId, Clause, Condition, Count, Model, Value, When};

use super::super::Sudoku;
use super::arguments::Side;
use super::{Arguments, Drawing, Extra, ExtraRule, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "full_rank",
    words: &[("full-rank", None)],
    title: "full ranks",
    arguments: Arguments::of(Places::Side).number(NumberField::Required("value")),
    sentence: |extra, _| sentence(extra),
    // Its auxiliary cells belong to the rules: see `add_rules`.
    state: |_, _| (),
    drawing: Drawing::Outside,
    fpuzzles: None,
    examples: &["full-rank row 1 left 2", "full-rank column 2 bottom 7"],
};

fn sentence(extra: &Extra) -> String {
    let side = extra.side.map_or_else(String::new, |side| side.to_string());
    format!("{side} has the rank {}", extra.number())
}

/// All rows and columns from both sides.
fn sides(n: usize) -> impl Iterator<Item = Side> {
    [(true, false), (true, true), (false, false), (false, true)].into_iter().flat_map(
        move |(is_row, is_from_end)| (0..n).map(move |index| Side { is_row, index, is_from_end }),
    )
}

/// States the ranks of a puzzle.
pub(super) fn add_rules(sudoku: &Sudoku, model: &mut Model) {
    for extra in sudoku.extras.iter().filter(|extra| extra.is(&RULE)) {
        add_rank(extra, sudoku, model);
    }
}

/// One rank. Where values can be missing on an edge, all other lines are compared; otherwise those
/// that begin with the same value.
fn add_rank(extra: &Extra, sudoku: &Sudoku, model: &mut Model) {
    let (n, values) = (sudoku.n(), sudoku.values.list());
    let Some(side) = extra.side else { return };
    let own = side.cells(n);
    let place = usize::try_from(extra.number() - 1).ok().filter(|it| *it < 4 * n);
    let add = |model: &mut Model, constraint: sator_model::Constraint| {
        model.add(constraint).named(sentence(extra)).family(RULE.name);
    };
    let Some(place) = place else {
        // No line has this rank.
        return add(model, Clause::new([]).into());
    };
    let is_same_edge = |other: &Side| {
        (other.is_row, other.is_from_end) == (side.is_row, side.is_from_end)
    };
    if values.len() == n {
        let first = values[place / 4];
        add(model, Clause::unit(CellId::nth(own[0]).is(first)).into());
        let mut smaller = Vec::new();
        for edge in sides(n).filter(|it| it.index == 0 && !is_same_edge(it)) {
            let is_smaller = model.auxiliary(0..=1);
            let (symbol, line) =
                (sudoku.notation.text(first), if edge.is_row { "row" } else { "column" });
            let line = format!("the {line} that begins with {symbol} from the {}", edge.word());
            compare(model, is_smaller, line, side);
            smaller.push(is_smaller.is(1));
            for index in 0..n {
                let other = Side { index, ..edge }.cells(n);
                let begins = CellId::nth(other[0]).is(first);
                for less in compared(&other[1..], &own[1..], values, is_smaller) {
                    add(model, When::new(begins, less).into());
                }
            }
        }
        return add(model, Count::exactly(place % 4, smaller).into());
    }
    let mut smaller = Vec::new();
    for other in sides(n).filter(|it| *it != side) {
        let is_smaller = model.auxiliary(0..=1);
        compare(model, is_smaller, other.to_string(), side);
        smaller.push(is_smaller.is(1));
        for less in compared(&other.cells(n), &own, values, is_smaller) {
            add(model, less.into());
        }
    }
    add(model, Count::exactly(place, smaller).into());
}

/// The meaning of an auxiliary cell in words: the line that it is about is larger, or smaller.
fn compare(model: &mut Model, is_smaller: CellId, line: String, side: Side) {
    model.describe(is_smaller, line, ["larger", "smaller"].map(|it| format!("{it} than {side}")));
}

/// The first line is smaller than the second if the auxiliary cell is 1, and larger if it is 0.
fn compared(one: &[usize], other: &[usize], values: &[Value], is_smaller: CellId) -> [When; 2] {
    let less = |a: &[usize], b: &[usize], condition: Condition| {
        When::new(condition, less(a, b, values))
    };
    [less(one, other, is_smaller.is(1)), less(other, one, is_smaller.is(0))]
}

/// The first line is smaller than the second. The cells are read in turns.
fn less(one: &[usize], other: &[usize], values: &[Value]) -> Automaton {
    const EQUAL: usize = 0;
    const DECIDED: usize = 1;
    let after = |place: usize| 2 + place;
    let mut transitions = Vec::new();
    for (place, &value) in values.iter().enumerate() {
        transitions.push((EQUAL, value, after(place)));
        for (own, &next) in values.iter().enumerate() {
            match own.cmp(&place) {
                std::cmp::Ordering::Greater => transitions.push((after(place), next, DECIDED)),
                std::cmp::Ordering::Equal => transitions.push((after(place), next, EQUAL)),
                std::cmp::Ordering::Less => {}
            }
        }
        transitions.push((DECIDED, value, DECIDED));
    }
    let cells = one.iter().zip(other).flat_map(|(&a, &b)| [CellId::nth(a), CellId::nth(b)]);
    Automaton::new(cells, transitions, [DECIDED])
}
