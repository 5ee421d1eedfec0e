//! Other numberings of a puzzle's variables that homework often has: rows, columns and values in
//! another order, decimal digits, counted from 0 or from any other number. If formulas differ, each is
//! tried.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use sator::engine::Instance;
use sator::model::{CellName, Value};
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::Budget;
use sator_sat::dimacs::{self, Dimacs};
use sator_sat::projection::Comparison;
use sator_sat::{Clauses, Lit};

use super::{Formula, Task};
use crate::failure::Failure;
use crate::input::{self, MAX_TEXT};
use crate::numbering::Numbering;
use crate::verbs::VerbError;

/// A sentence about the numbering under which two formulas are equal, if one is found. Only a file is
/// read in other ways, and only beside the puzzle's own formula or the other file.
pub(super) fn find(
    task: &Task,
    [first, second]: [&Formula; 2],
    budget: &Budget,
) -> Result<Option<String>, Failure> {
    if task.numbering.is_some() || task.puzzle.is_none() {
        return Ok(None);
    }
    for (file, other) in [(first, second), (second, first)] {
        let Some(text) = &file.text else { continue };
        let formula = NumberedFormula { clauses: &file.clauses, first: 1 };
        if let Some(numbering) = formula.numbering(task, other, budget)? {
            let (file, other) = (&file.name, &other.name);
            let equal = format!("{file} and {other} are equal");
            return Ok(Some(format!("{equal} if variable {numbering} is the value of a cell")));
        }
        let Some(line) = dimacs::zero_inside(text) else { continue };
        if let Ok(Some(FromZero { is_equal: true, sentence })) =
            from_zero(task, text, other, budget)
        {
            return Ok(Some(format!(
                "line {line} of {} has a variable 0, but variables count from 1 and a 0 ends a \
                 clause; read with variables from 0, {sentence}",
                file.name
            )));
        }
        return Ok(Some(format!(
            "line {line} of {} has a 0 before its end, which ends a clause there: variables count \
             from 1",
            file.name
        )));
    }
    Ok(None)
}

/// The line of the first variable 0 in a text that is a formula, but seems to number its variables from
/// 0. Then the header announces as many clauses as the text has lines, or a line begins with a 0. A
/// formula may have several clauses in a line; its header announces all of them.
pub(super) fn zero_line(text: &[u8], formula: &Dimacs) -> Option<usize> {
    // Without a warning, the header announces the clauses that are there.
    if formula.warnings.is_empty() {
        return None;
    }
    let line = dimacs::zero_inside(text)?;
    let from_zero = dimacs::read_from_zero(text).ok()?;
    let announced = announced_clauses(text)?;
    let is_announced =
        announced == from_zero.len() || formula.clauses.iter().any(<[Lit]>::is_empty);
    (announced != formula.clauses.len() && is_announced).then_some(line)
}

/// The number of clauses in the header.
fn announced_clauses(text: &[u8]) -> Option<usize> {
    let header =
        text.split(|&byte| byte == b'\n').find(|line| line.trim_ascii().starts_with(b"p"))?;
    let mut words = header.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    str::from_utf8(words.nth(3)?).ok()?.parse().ok()
}

/// The formula of the other file, also if its variables count from 0.
pub(super) fn read_leniently(path: &Path) -> Option<Formula> {
    if path == Path::new("-") {
        return None;
    }
    let text = input::bytes(path, MAX_TEXT).ok()?;
    let formula = dimacs::read(&text).ok().filter(|formula| zero_line(&text, formula).is_none());
    let clauses = match formula {
        Some(formula) => formula.clauses,
        None => dimacs::read_from_zero(&text).ok()?,
    };
    Some(Formula { name: input::place(path), clauses, text: None })
}

/// A finding about a text whose variables are read from 0.
pub(super) struct FromZero {
    is_equal: bool,
    /// `it is equal to the formula of 8-Queens if …`.
    pub(super) sentence: String,
}

/// Compares a text with another formula if its variables are read from 0. `None` if it cannot be read
/// so, or if it is not found out in time.
pub(super) fn from_zero(
    task: &Task,
    text: &[u8],
    other: &Formula,
    budget: &Budget,
) -> Result<Option<FromZero>, VerbError> {
    let Ok(clauses) = dimacs::read_from_zero(text) else { return Ok(None) };
    let name = &other.name;
    let finding = |is_equal, sentence| Ok(Some(FromZero { is_equal, sentence }));
    if task.puzzle.is_none() {
        let read = Formula { name: String::new(), clauses, text: None };
        return match task.compare_models([&read, other], budget)? {
            Comparison::Equal => finding(true, format!("it is equal to {name}")),
            Comparison::Stopped(_) => Ok(None),
            _ => finding(false, format!("it differs from {name}")),
        };
    }
    let numbered = NumberedFormula { clauses: &clauses, first: 0 };
    match numbered.numbering(task, other, budget)? {
        Some(it) => {
            finding(true, format!("it is equal to {name} if variable {it} is the value of a cell"))
        }
        None => finding(false, format!("no numbering is found in which it is equal to {name}")),
    }
}

/// A formula whose numbering is not known.
struct NumberedFormula<'a> {
    clauses: &'a Clauses,
    /// The number that the first variable has in the text.
    first: i64,
}

impl NumberedFormula<'_> {
    /// The numbering under which it is equal to another formula, if one is found in time.
    fn numbering(
        &self,
        task: &Task,
        other: &Formula,
        budget: &Budget,
    ) -> Result<Option<String>, Failure> {
        let Some(puzzle) = &task.puzzle else { return Ok(None) };
        let Some(grid) = Grid::of(puzzle) else { return Ok(None) };
        let used = occurring(self.clauses);
        let Some(least) = used.iter().min() else { return Ok(None) };
        let wanted = occurring(&other.clauses);
        for linear in grid.numberings(i64::from(*least) + self.first) {
            let Some(meanings) = linear.meanings(&grid, self.first) else { continue };
            let is_usual = meanings.iter().all(|(&variable, lit)| lit.vidx32() == variable);
            let occurs = meanings
                .iter()
                .all(|(variable, lit)| used.contains(variable) || !wanted.contains(&lit.vidx32()));
            if (is_usual && self.first == 1) || !occurs {
                continue;
            }
            let cells = puzzle.1.cells().variables();
            let clauses = Numbering::new(meanings, cells).translate_formula(self.clauses);
            let renamed = Formula { name: String::new(), clauses, text: None };
            match task.compare_models([&renamed, other], budget)? {
                Comparison::Equal => return Ok(Some(linear.expression(&grid))),
                Comparison::Stopped(_) => return Ok(None),
                Comparison::OnlyFirst(_) | Comparison::OnlySecond(_) => {}
            }
        }
        Ok(None)
    }
}

fn occurring(clauses: &Clauses) -> HashSet<u32> {
    clauses.iter().flatten().map(|lit| lit.vidx32()).collect()
}

/// The places of all variables: row, column and value, as far as they vary.
struct Grid {
    axes: Vec<Axis>,
    /// The coordinates of each variable of a cell.
    atoms: Vec<(Lit, Vec<i64>)>,
}

struct Axis {
    name: &'static str,
    least: i64,
    most: i64,
}

impl Axis {
    fn len(&self) -> i64 {
        self.most - self.least + 1
    }
}

impl Grid {
    fn of((puzzle, instance): &(AnyPuzzle, Instance)) -> Option<Self> {
        let cells = instance.cells();
        let place = |name: CellName, value: Value| match name {
            CellName::Square { row, column } => Some(vec![row as i64, column as i64, value.into()]),
            // The cells of queens are rows, and their values columns.
            CellName::Row(row) => Some(vec![row as i64, value.into()]),
            _ => None,
        };
        let shown = cells.atoms().filter(|(_, name, _)| !matches!(name, CellName::Auxiliary(_)));
        let atoms = shown.map(|(lit, name, value)| Some((lit, place(name, value)?)));
        let mut atoms: Vec<_> = atoms.collect::<Option<_>>()?;
        let [rows, columns] = puzzle.board_size().map(|it| it as i64);
        let dimensions = atoms.first()?.1.len();
        let values = || atoms.iter().filter_map(|(_, place)| place.get(2).copied());
        let value = Axis {
            name: "value",
            least: values().min().unwrap_or(1),
            most: values().max().unwrap_or(1),
        };
        let row = Axis { name: "row", least: 1, most: rows };
        let mut axes = vec![row, Axis { name: "column", least: 1, most: columns }, value];
        axes.truncate(dimensions);
        // A cell that is true or false has one variable.
        let varies: Vec<_> = axes.iter().map(|axis| axis.len() > 1).collect();
        let kept = |place: &[i64]| -> Vec<i64> {
            place.iter().zip(&varies).filter(|(_, varies)| **varies).map(|(&it, _)| it).collect()
        };
        for (_, place) in &mut atoms {
            *place = kept(place);
        }
        axes.retain(|axis| axis.len() > 1);
        (!axes.is_empty()).then_some(Self { axes, atoms })
    }

    /// The numberings to try for a formula whose smallest variable has this number, the usual ones
    /// first.
    fn numberings(&self, smallest: i64) -> Vec<Linear> {
        let mut found: Vec<Linear> = Vec::new();
        let digits = self.axes.iter().map(|axis| axis.most).max().unwrap_or(0);
        let power = if digits < 10 { 10 } else { 100 };
        // Without gaps; with the number 0 unused; as decimal digits.
        let steps: [&dyn Fn(&Axis) -> i64; 3] = [&Axis::len, &|axis| axis.most + 1, &|_| power];
        for step in steps {
            for order in orders(self.axes.len()) {
                let mut strides = vec![0; self.axes.len()];
                let mut stride = 1;
                for &axis in &order {
                    strides[axis] = stride;
                    stride *= step(&self.axes[axis]);
                }
                let sum = |place: &[i64]| -> i64 {
                    place.iter().zip(&strides).map(|(number, stride)| number * stride).sum()
                };
                let least = self.atoms.iter().map(|(_, place)| sum(place)).min().unwrap_or(0);
                let corner: Vec<_> = self.axes.iter().map(|axis| axis.least).collect();
                // The smallest variable is in the formula; or the corner is number 1; or all numbers
                // count from 1.
                for constant in [smallest - least, 1 - sum(&corner), 0] {
                    let linear = Linear { strides: strides.clone(), constant };
                    if !found.contains(&linear) {
                        found.push(linear);
                    }
                }
            }
        }
        found
    }
}

/// All orders of `axes` axes; the order in which the last axis varies fastest comes first.
fn orders(axes: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..axes {
        let longer = |order: Vec<usize>| {
            let left: Vec<_> = (0..axes).rev().filter(|axis| !order.contains(axis)).collect();
            left.into_iter().map(move |axis| [order.clone(), vec![axis]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}

/// A number for each place: multiples of its coordinates, and a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Linear {
    strides: Vec<i64>,
    constant: i64,
}

impl Linear {
    /// The literal of a cell for each variable of a text whose first variable has this number; `None`
    /// if a number is no variable, or two are the same.
    fn meanings(&self, grid: &Grid, first: i64) -> Option<HashMap<u32, Lit>> {
        let mut meanings = HashMap::new();
        for (lit, place) in &grid.atoms {
            let sum: i64 = place.iter().zip(&self.strides).map(|(it, stride)| it * stride).sum();
            let variable = u32::try_from(sum + self.constant - first).ok()?;
            if meanings.insert(variable, *lit).is_some() {
                return None;
            }
        }
        Some(meanings)
    }

    /// `100*row + 10*column + value`, or `81*(row - 1) + 9*(column - 1) + value`.
    fn expression(&self, grid: &Grid) -> String {
        let mut axes: Vec<_> = grid.axes.iter().zip(&self.strides).collect();
        axes.sort_by_key(|(_, stride)| -**stride);
        let counts_from_least = self.constant != 0;
        let mut rest = self.constant;
        let mut terms = Vec::new();
        for (axis, &stride) in axes {
            let is_shifted = counts_from_least && stride > 1 && axis.least != 0;
            let name = axis.name;
            let name =
                if is_shifted { format!("({name} - {})", axis.least) } else { name.to_owned() };
            if is_shifted {
                rest += stride * axis.least;
            }
            terms.push(if stride == 1 { name } else { format!("{stride}*{name}") });
        }
        let terms = terms.join(" + ");
        match rest {
            0 => terms,
            1.. => format!("{terms} + {rest}"),
            _ => format!("{terms} - {}", -rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(sizes: &[(&'static str, i64, i64)]) -> Grid {
        let axes: Vec<_> =
            sizes.iter().map(|&(name, least, most)| Axis { name, least, most }).collect();
        let mut places = vec![Vec::new()];
        for axis in &axes {
            let each = |place: Vec<i64>| {
                (axis.least..=axis.most).map(move |it| [place.clone(), vec![it]].concat())
            };
            places = places.into_iter().flat_map(each).collect();
        }
        let atoms = (0..).zip(places).map(|(index, place)| (Lit::positive(index), place));
        Grid { axes, atoms: atoms.collect() }
    }

    #[test]
    fn usual_numberings_are_tried_and_said() {
        let grid = grid(&[("row", 1, 9), ("column", 1, 9), ("value", 1, 9)]);
        for (smallest, expected) in [
            (1, "81*(row - 1) + 9*(column - 1) + value"),
            (0, "81*(row - 1) + 9*(column - 1) + value - 1"),
            (2, "81*(row - 1) + 9*(column - 1) + value + 1"),
            (1, "81*(value - 1) + 9*(row - 1) + column"),
            (1, "81*(column - 1) + 9*(row - 1) + value"),
            (111, "100*row + 10*column + value"),
            (111, "100*value + 10*row + column"),
            (91, "81*row + 9*column + value"),
            (0, "100*(row - 1) + 10*(column - 1) + value - 1"),
        ] {
            let said: Vec<_> =
                grid.numberings(smallest).iter().map(|it| it.expression(&grid)).collect();
            assert!(said.iter().any(|it| it == expected), "{smallest}: no {expected} in {said:?}");
        }
        let usual = &grid.numberings(1)[0];
        let meanings = usual.meanings(&grid, 1).unwrap();
        assert!(meanings.iter().all(|(&variable, lit)| lit.vidx32() == variable));
        assert_eq!(orders(3).len(), 6);
    }

    /// Every expression gives the numbers that the numbering has.
    #[test]
    fn an_expression_is_the_numbering() {
        let grid = grid(&[("row", 1, 4), ("column", 1, 6)]);
        for linear in grid.numberings(7) {
            let text = linear.expression(&grid);
            let number = |place: &[i64]| -> i64 {
                // The axes of the expression, from its text.
                let text = text.replace("row", &place[0].to_string());
                evaluate(&text.replace("column", &place[1].to_string()))
            };
            for (_, place) in &grid.atoms {
                let sum: i64 = place.iter().zip(&linear.strides).map(|(a, b)| a * b).sum();
                assert_eq!(number(place), sum + linear.constant, "{text} at {place:?}");
            }
        }
    }

    /// The value of `a*(b - c) + d - e`.
    fn evaluate(text: &str) -> i64 {
        let (mut sum, mut sign) = (0, 1);
        let (mut rest, mut depth) = (String::new(), 0);
        let mut words = Vec::new();
        for symbol in text.chars() {
            depth += i64::from(symbol == '(') - i64::from(symbol == ')');
            if symbol == ' ' && depth == 0 {
                words.push(std::mem::take(&mut rest));
            } else {
                rest.push(symbol);
            }
        }
        words.push(rest);
        for word in words {
            match word.as_str() {
                "+" => sign = 1,
                "-" => sign = -1,
                word => {
                    let factors = word.split('*').map(|factor| {
                        let factor = factor.trim_matches(['(', ')']);
                        match factor.split_once(" - ") {
                            Some((a, b)) => a.parse::<i64>().unwrap() - b.parse::<i64>().unwrap(),
                            None => factor.parse().unwrap(),
                        }
                    });
                    sum += sign * factors.product::<i64>();
                }
            }
        }
        sum
    }
}
