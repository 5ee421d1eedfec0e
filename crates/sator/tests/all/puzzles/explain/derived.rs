//! Derived sums follow from the totals of houses and clues, by elimination.

use sator::engine::Units;
use sator::model::constraint::Accept;
use sator::model::{CellId, Constraint, Differ, Linear};

/// Equations are compared modulo this prime, far above all coefficients.
const PRIME: i128 = (1 << 61) - 1;

/// A coefficient for each cell, and the total.
type Row = Vec<i128>;

/// Each derived sum is a combination of the totals of houses and clues, and its cells differ where
/// it says so.
pub(super) fn check(name: &str, units: &Units) {
    let instance = units.instance();
    let derived = &instance.derived().sums;
    if derived.is_empty() {
        return;
    }
    let count = instance.cells().len();
    let (mut rows, mut different): (Vec<Row>, Vec<Vec<CellId>>) = (Vec::new(), Vec::new());
    for rule in instance.rules().iter().chain(&instance.clues().rules) {
        match &rule.constraint {
            Constraint::AllDifferent(house) => {
                if let Some(domain) = house.house(instance.cells()) {
                    let total = domain.values().map(i128::from).sum();
                    rows.push(row(
                        count,
                        rule.constraint.scope().into_iter().map(|it| (it, 1)),
                        total,
                    ));
                }
                different.push(rule.constraint.scope());
            }
            Constraint::Linear(sum) => {
                rows.extend(equation(count, sum));
                let parts = sum.summands().iter().filter(|part| part.differ != Differ::No);
                different.extend(parts.map(|part| part.cells.clone()));
            }
            _ => {}
        }
    }
    for fact in instance.clues().facts.iter().filter(|fact| fact.holds) {
        rows.push(row(count, [(fact.cell, 1)], fact.value.into()));
    }
    let basis = basis(rows);
    for rule in derived {
        let Constraint::Linear(sum) = &rule.constraint else { panic!("{name}: {rule:?}") };
        let mut rest = equation(count, sum).expect("an equation");
        reduce(&mut rest, &basis);
        assert!(rest.iter().all(|&it| it == 0), "{name}: not derived: {rule:?}");
        for part in sum.summands().iter().filter(|part| part.differ != Differ::No) {
            let has_all = |house: &Vec<CellId>| part.cells.iter().all(|it| house.contains(it));
            assert!(different.iter().any(has_all), "{name}: may be equal: {rule:?}");
        }
    }
}

fn row(count: usize, terms: impl IntoIterator<Item = (CellId, i64)>, total: i128) -> Row {
    let mut row = vec![0; count + 1];
    for (cell, coefficient) in terms {
        row[cell.index()] += i128::from(coefficient);
    }
    row[count] = total;
    row.into_iter().map(|it| it.rem_euclid(PRIME)).collect()
}

fn equation(count: usize, sum: &Linear) -> Option<Row> {
    let Accept::Equal(total) = sum.accept() else { return None };
    let parts = sum.summands().iter();
    let terms = parts.flat_map(|part| part.cells.iter().map(|&cell| (cell, part.coefficient)));
    Some(row(count, terms, total.into()))
}

/// Rows that begin with a one, each at another place.
fn basis(rows: Vec<Row>) -> Vec<(usize, Row)> {
    let mut basis: Vec<(usize, Row)> = Vec::new();
    for mut row in rows {
        reduce(&mut row, &basis);
        if let Some(first) = row.iter().position(|&it| it != 0) {
            let inverse = power(row[first], PRIME - 2);
            for it in &mut row {
                *it = *it * inverse % PRIME;
            }
            basis.push((first, row));
            basis.sort_by_key(|(first, _)| *first);
        }
    }
    basis
}

fn reduce(row: &mut Row, basis: &[(usize, Row)]) {
    for (first, other) in basis {
        let factor = row[*first];
        for (it, other) in row.iter_mut().zip(other) {
            *it = (*it - factor * other).rem_euclid(PRIME);
        }
    }
}

fn power(base: i128, mut exponent: i128) -> i128 {
    let (mut result, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * square % PRIME;
        }
        square = square * square % PRIME;
        exponent >>= 1;
    }
    result
}
