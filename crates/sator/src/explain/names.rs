//! The names of patterns, by the shape of a step: which kinds of rules it needs, and how many.

use sator_model::explain::{Fact, Step, UnitId, UnitKind, Units};
use sator_model::{Constraint, Domain};

use super::totals;
use crate::model::{CellId, Value};
use crate::puzzle::AnyPuzzle;

/// The families of rules that patterns are told apart by.
const BOXES: &str = "boxes";
const ROWS: &str = "rows";
const COLUMNS: &str = "columns";

/// The rules of a step by kind.
#[derive(Default)]
struct Shape {
    cells: Vec<UnitId>,
    ones: Vec<UnitId>,
    has: Vec<UnitId>,
    only: Vec<UnitId>,
    wholes: Vec<UnitId>,
}

/// The values that are left in a cell before a step.
type Left<'l> = dyn Fn(CellId) -> Vec<Value> + 'l;

/// The name of the pattern of a step, if it has one.
pub(super) fn name(
    puzzle: &AnyPuzzle,
    units: &Units,
    step: &Step,
    left: &Left<'_>,
) -> Option<String> {
    if step.facts.is_empty() {
        return Some("contradiction".to_owned());
    }
    let mut shape = Shape::default();
    for &id in &step.units {
        match units.kind(id) {
            UnitKind::SomeValue(_) => shape.cells.push(id),
            UnitKind::OneValue(_) => shape.ones.push(id),
            UnitKind::Has(..) => shape.has.push(id),
            UnitKind::HasOnlyOne(..) => shape.only.push(id),
            UnitKind::Whole(_) => shape.wholes.push(id),
        }
    }
    let is_truth = |(_, _, domain)| matches!(domain, Domain::Truth);
    let name = if units.instance().cells().iter().all(is_truth) {
        of_counts(units, &shape)
    } else if puzzle.kind().name == "queens" {
        of_queens(units, step, &shape)
    } else if shape.wholes.is_empty() {
        of_houses(units, step, &shape)
    } else {
        of_clues(units, step, &shape, left)
    };
    name.map(str::to_owned).or_else(|| by_family(units, step))
}

/// A single rule of a sudoku with extra rules is named by its kind: "skyscraper", "slow thermo".
fn by_family(units: &Units, step: &Step) -> Option<String> {
    let [id] = step.units[..] else { return None };
    Some(family(units, id).replace('_', " "))
}

/// A step without a name of its own.
pub(super) fn by_size(size: usize) -> String {
    match size {
        0..=9 => format!("chain of {size} rules"),
        10..=15 => format!("forcing chain of {size} rules"),
        _ => format!("net of {size} rules"),
    }
}

fn family(units: &Units, id: UnitId) -> &'static str {
    units.rule(id).map_or("cells", |rule| rule.family)
}

/// Minesweeper: numbers and the total.
fn of_counts(units: &Units, shape: &Shape) -> Option<&'static str> {
    let is_total = |&&id: &&UnitId| family(units, id) == "total";
    match (shape.wholes.len(), shape.wholes.iter().find(is_total)) {
        (_, Some(_)) => Some("total count"),
        (1, None) => Some("one number"),
        (2, None) => Some("difference of two numbers"),
        _ => None,
    }
}

fn of_queens(units: &Units, step: &Step, shape: &Shape) -> Option<&'static str> {
    let places = shape.cells.len() + shape.has.len();
    let region = |&&id: &&UnitId| family(units, id) == "regions";
    let regions = shape.wholes.iter().filter(region).count();
    let attacks = shape.ones.len() + shape.only.len() + shape.wholes.len() - regions;
    let is_placement = step.facts.iter().any(|fact| fact.holds);
    match (places + regions, attacks) {
        (1, 0) if is_placement && shape.cells.len() == 1 => Some("only square left in a row"),
        (1, 0) if is_placement && regions == 1 => Some("only square left in a region"),
        (1, 0) if is_placement => Some("only square left in a column"),
        (0 | 1, 1..) => Some("attacked squares"),
        (2, 2) => Some("two lines for two queens"),
        (3, 3) => Some("three lines for three queens"),
        _ => None,
    }
}

/// Steps that need only cells and houses.
fn of_houses(units: &Units, step: &Step, shape: &Shape) -> Option<&'static str> {
    let Shape { cells, ones, has, only, .. } = shape;
    let counts = (cells.len(), ones.len(), has.len(), only.len());
    match counts {
        (1, 0, 0, 0) => return Some("naked single"),
        (0, 0 | 1, 1, 0) => return Some("hidden single"),
        (0, 0, 0, 1) | (0, 1, 0, 0) => return Some("placed value"),
        (0, 0, 1, 1) => {
            return Some(match [family(units, has[0]), family(units, only[0])] {
                [BOXES, _] => "pointing",
                [_, BOXES] => "claiming",
                _ => "locked candidates",
            });
        }
        _ => {}
    }
    match counts {
        (k @ 2..=4, 0, 0, o) if o == k && are_in_one_house(units, cells) => {
            Some(["naked pair", "naked triple", "naked quad"][k - 2])
        }
        (0, o, k @ 2..=4, 0) if o == k && are_in_one_house(units, ones) => {
            Some(["hidden pair", "hidden triple", "hidden quad"][k - 2])
        }
        (0, 0, 2.., _) if is_one_value(units, shape) => Some(of_one_value(units, step, shape)),
        (2.., 0, 0 | 1, 2..) => of_cells(units, step, shape),
        _ => None,
    }
}

/// Wings and chains of cells with few values left.
fn of_cells(units: &Units, step: &Step, shape: &Shape) -> Option<&'static str> {
    let mut left: Vec<usize> = shape.cells.iter().map(|&id| values(units, step, id)).collect();
    left.sort_unstable();
    let are_pairs = left.iter().all(|&left| left == 2);
    match (&left[..], &shape.has[..]) {
        ([2, 2, 2], []) if shape.only.len() <= 4 => Some("XY-wing"),
        ([2, 2, 3], []) if shape.only.len() <= 4 => Some("XYZ-wing"),
        ([_, _, _, ..], []) if are_pairs => Some("XY-chain"),
        ([2, 2], &[has]) if places(units, step, has) == 2 => Some("W-wing"),
        _ => None,
    }
}

/// The number of values that are left in a cell.
fn values(units: &Units, step: &Step, id: UnitId) -> usize {
    let UnitKind::SomeValue(cell) = units.kind(id) else { return 0 };
    let is_excluded = |fact: &&Fact| !fact.holds && fact.cell == cell;
    let all = units.instance().cells().domain(cell).len();
    all - step.because.iter().filter(is_excluded).count()
}

/// Fish and chains of one value.
fn of_one_value(units: &Units, step: &Step, shape: &Shape) -> &'static str {
    let all_in = |ids: &[UnitId], wanted: &str| ids.iter().all(|&id| family(units, id) == wanted);
    let is_fish = all_in(&shape.has, ROWS) && all_in(&shape.only, COLUMNS)
        || all_in(&shape.has, COLUMNS) && all_in(&shape.only, ROWS);
    let is_pair = |&&id: &&UnitId| places(units, step, id) == 2;
    let pairs = shape.has.iter().filter(is_pair).count();
    let are_pairs = pairs == shape.has.len();
    // One line has two places, and those of a box lie in a row and a column.
    let has_box = pairs == 1 && shape.has.iter().any(|&id| family(units, id) == BOXES);
    match (shape.has.len(), shape.only.len()) {
        (2, 2) if is_fish => "X-wing",
        (3, 3) if is_fish => "swordfish",
        (4, 4) if is_fish => "jellyfish",
        (2, 3) if are_pairs || has_box => match [0, 1].map(|at| family(units, shape.has[at])) {
            [BOXES, _] | [_, BOXES] => "empty rectangle",
            [first, second] if first == second => "skyscraper",
            _ => "two-string kite",
        },
        _ if are_pairs => "simple colouring",
        _ => "chain of one value",
    }
}

/// The number of places that are left for a value in a house.
fn places(units: &Units, step: &Step, id: UnitId) -> usize {
    let UnitKind::Has(_, value) = units.kind(id) else { return 0 };
    let cells = units.scope(id);
    let is_excluded =
        |fact: &&Fact| !fact.holds && i64::from(fact.value) == value && cells.contains(&fact.cell);
    cells.len() - step.because.iter().filter(is_excluded).count()
}

fn is_one_value(units: &Units, shape: &Shape) -> bool {
    let value = |&id: &UnitId| match units.kind(id) {
        UnitKind::Has(_, value) | UnitKind::HasOnlyOne(_, value) => Some(value),
        _ => None,
    };
    let mut values = shape.has.iter().chain(&shape.only).map(value);
    let first = values.next().flatten();
    values.all(|value| value == first)
}

/// Whether the cells of these units lie in one row, column or box.
fn are_in_one_house(units: &Units, ids: &[UnitId]) -> bool {
    let cells: Vec<_> = ids.iter().flat_map(|&id| units.scope(id)).collect();
    let instance = units.instance();
    instance.rules().iter().any(|rule| match &rule.constraint {
        Constraint::AllDifferent(house) => {
            let scope: Vec<_> = house.terms().iter().map(|term| term.cell).collect();
            cells.iter().all(|cell| scope.contains(cell))
        }
        _ => false,
    })
}

/// Steps with cages, runs or signs.
fn of_clues(units: &Units, step: &Step, shape: &Shape, left: &Left<'_>) -> Option<&'static str> {
    let Shape { cells, ones, has, only, wholes } = shape;
    let in_houses = cells.len() + ones.len() + has.len() + only.len();
    let are = |wanted: &str| wholes.iter().all(|&id| family(units, id) == wanted);
    let is_sum = |&id: &UnitId| {
        units.rule(id).is_some_and(|rule| matches!(rule.constraint, Constraint::Linear(_)))
    };
    let is_derived = wholes.iter().any(|&id| units.is_derived(id));
    match (wholes.len(), in_houses) {
        (1, 0) if is_derived => Some(match summands(units, wholes[0]) {
            1 if totals::origin(units, wholes[0]).is_some_and(|it| it.is_outside) => {
                "45 rule: outies"
            }
            1 => "45 rule: innies",
            _ => "45 rule: innies and outies",
        }),
        (_, _) if is_derived => Some("45 rule and more"),
        (1, 0) if is_sum(&wholes[0]) => {
            Some(if is_only_combination(units, step, wholes[0], left) {
                "only combination"
            } else {
                "combinations of a sum"
            })
        }
        (1, 0) if are("signs") => Some("less than"),
        (_, 0) if are("signs") => Some("chain of signs"),
        (1, 1..=3) if is_sum(&wholes[0]) => {
            Some(if are("cages") { "cage-house intersection" } else { "sum and values" })
        }
        (1, 1..=3) if are("signs") => Some("sign and values"),
        (2, 0) if wholes.iter().all(is_sum) => Some("two sums"),
        _ => None,
    }
}

fn summands(units: &Units, id: UnitId) -> usize {
    match units.rule(id).map(|rule| &rule.constraint) {
        Some(Constraint::Linear(linear)) => linear.summands().len(),
        _ => 0,
    }
}

/// Whether the cells of a sum have just as many values left as there are cells.
fn is_only_combination(units: &Units, step: &Step, id: UnitId, left: &Left<'_>) -> bool {
    let cells = units.scope(id);
    let is_possible = |cell: CellId, value: Value| {
        let placed = step.facts.iter().find(|fact| fact.cell == cell && fact.holds);
        let is_excluded = step.facts.contains(&Fact { cell, value, holds: false });
        !is_excluded && placed.is_none_or(|fact| fact.value == value)
    };
    let values = |&cell: &CellId| left(cell).into_iter().filter(move |&it| is_possible(cell, it));
    let mut values: Vec<Value> = cells.iter().flat_map(values).collect();
    values.sort_unstable();
    values.dedup();
    values.len() == cells.len()
}
