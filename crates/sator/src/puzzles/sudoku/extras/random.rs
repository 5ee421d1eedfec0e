//! Random extra rules that hold in a filled grid, for new puzzles.

use super::super::Sudoku;
use super::{Extra, ExtraRule, NumberField, Places, Side, plain};
use crate::create::neighbours;
use crate::dice::Dice;
use crate::model::Value;

/// Places are drawn so often before a rule is given up.
const ATTEMPTS: usize = 20_000;

/// Numbers up to this are tried; sums of short lines are smaller.
const LARGEST_NUMBER: i64 = 120;

/// Rules about marked cells and cells that are not marked: one mark is enough.
const LOOKS_AROUND: [&str; 4] = ["minimum", "maximum", "column_indexer", "row_indexer"];

/// Whether such rules can be drawn. A negative rule would need all its marks, ranks need the whole
/// grid, and almost any number fits a rellik cage.
pub(in crate::puzzles) fn can_make(rule: &ExtraRule) -> bool {
    let is_left_out = matches!(rule.name, "full_rank" | "rellik");
    rule.arguments.places != Places::Unmarked && !is_left_out
}

/// A rule of this kind that the values of the grid satisfy and that the puzzle does not have yet;
/// `None` if none was found.
pub(in crate::puzzles) fn extra(
    rule: &'static ExtraRule,
    sudoku: &Sudoku,
    values: &[Value],
    dice: &mut Dice,
) -> Option<Extra> {
    for _ in 0..ATTEMPTS {
        let Some(drawn) = draw(rule, sudoku, values, dice) else { continue };
        let Ok(drawn) = drawn.checked(sudoku) else { continue };
        let found = with_number(&drawn, sudoku, values);
        if let Some(extra) = found.filter(|extra| !overlaps(extra, sudoku)) {
            return Some(extra);
        }
    }
    None
}

/// Whether the puzzle has a rule of the same kind that shares more than one cell with it, or a number
/// at the same place outside.
fn overlaps(extra: &Extra, sudoku: &Sudoku) -> bool {
    let mut others = sudoku.extras.iter().filter(|other| other.is(extra.rule));
    others.any(|other| match extra.side {
        Some(side) => other.side == Some(side),
        None => extra.scope().filter(|cell| other.scope().any(|it| it == *cell)).count() > 1,
    })
}

/// The rule with a number that fits the values.
fn with_number(extra: &Extra, sudoku: &Sudoku, values: &[Value]) -> Option<Extra> {
    let numbers = match (extra.rule.arguments.number, extra.number) {
        (NumberField::None, _) => vec![None],
        (NumberField::Default(..), usual) => vec![usual],
        _ => (0..=LARGEST_NUMBER).map(Some).collect(),
    };
    let fitting = numbers.into_iter().map(|number| Extra { number, ..extra.clone() });
    fitting
        .into_iter()
        .find(|it| plain::violation(it, sudoku, &|cell| Some(values[cell])).is_none())
}

/// Random places of a rule.
fn draw(
    rule: &'static ExtraRule,
    sudoku: &Sudoku,
    values: &[Value],
    dice: &mut Dice,
) -> Option<Extra> {
    let n = sudoku.n();
    let longest = 5.min(n);
    let mut extra = Extra::new(rule);
    // A number is only known after the places.
    if matches!(rule.arguments.number, NumberField::Required(_)) {
        extra.number = Some(0);
    }
    match rule.arguments.places {
        Places::None | Places::Unmarked => return None,
        Places::Pair => extra.cells = walk(2, n, dice)?,
        Places::Cells(_) if rule.name == "quadruple" => {
            let (row, column) = (dice.below(n - 1), dice.below(n - 1));
            let corner = row * n + column;
            extra.cells = vec![corner, corner + 1, corner + n, corner + n + 1];
        }
        Places::Cells(_) if LOOKS_AROUND.contains(&rule.name) => {
            extra.cells = vec![dice.below(n * n)];
        }
        Places::Cells(1) if matches!(rule.name, "odd" | "even" | "allowed") => {
            extra.cells = vec![dice.below(n * n)];
        }
        Places::Cells(_) | Places::Different | Places::Visited(_) => {
            extra.cells = walk(2 + dice.below(longest - 1), n, dice)?;
        }
        Places::Line(least) | Places::Ordered(least) => {
            let length = least.max(2) + 1 + dice.below(longest.saturating_sub(2));
            extra.cells = walk(length, n, dice)?;
        }
        Places::Circle => {
            let mut cells = walk(3 + dice.below(2), n, dice)?;
            extra.groups = vec![vec![cells.remove(0)]];
            extra.cells = cells;
        }
        Places::Groups(_) => {
            let length = 2 + dice.below(2);
            extra.groups = vec![walk(length, n, dice)?, walk(length, n, dice)?];
            let [one, other] = [&extra.groups[0], &extra.groups[1]];
            if one.iter().any(|cell| other.contains(cell)) {
                return None;
            }
        }
        Places::Side => {
            let (is_row, is_from_end) = (dice.below(2) == 0, dice.below(2) == 0);
            extra.side = Some(Side { is_row, index: dice.below(n), is_from_end });
        }
    }
    if rule.name == "little_killer" {
        extra.cells = diagonal(n, dice)?;
    }
    if rule.arguments.has_values {
        extra.values = extra.cells.iter().map(|&cell| values[cell]).collect();
        if extra.cells.len() == 1 {
            let other = sudoku.values.list()[dice.below(sudoku.values.list().len())];
            extra.values.push(other);
            extra.values.sort_unstable();
            extra.values.dedup();
        } else {
            dice.shuffle(&mut extra.values);
            extra.values.truncate(2);
        }
    }
    if rule.arguments.has_counts {
        let value = values[extra.cells[0]];
        let count = extra.cells.iter().filter(|&&cell| values[cell] == value).count();
        extra.counts = vec![(count, value)];
    }
    Some(extra)
}

/// A path through neighbouring cells that visits none twice; `None` if it ran into a corner.
fn walk(length: usize, n: usize, dice: &mut Dice) -> Option<Vec<usize>> {
    let mut path = vec![dice.below(n * n)];
    while path.len() < length {
        let last = path[path.len() - 1];
        let free: Vec<_> = neighbours(last, [n, n]).filter(|it| !path.contains(it)).collect();
        path.push(*dice.pick(&free)?);
    }
    Some(path)
}

/// A whole diagonal, not too short.
fn diagonal(n: usize, dice: &mut Dice) -> Option<Vec<usize>> {
    let down = if dice.below(2) == 0 { 1 } else { -1 };
    let right = if dice.below(2) == 0 { 1 } else { -1 };
    let column = dice.below(n) as isize - right;
    let row = if down == 1 { -1 } else { n as isize };
    let cells = super::little_killer::diagonal([row, column], [down, right], n);
    (cells.len() > 2).then_some(cells)
}
