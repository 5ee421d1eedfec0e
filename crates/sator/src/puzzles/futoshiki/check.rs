//! Checks the rules of futoshiki, independently of the model.

use super::Futoshiki;
use crate::puzzle::Violation;

/// Whether these values, row by row, are an answer.
pub(super) fn check(futoshiki: &Futoshiki, values: &[i32]) -> Result<(), Violation> {
    let n = futoshiki.n;
    if values.len() != n * n {
        let message = format!("the grid has {} cells, but {} values", n * n, values.len());
        return Err(Violation(message));
    }
    if let Some(cell) = values.iter().position(|value| !(1..=n as i32).contains(value)) {
        let (name, value) = (futoshiki.name(cell), values[cell]);
        return Err(Violation(format!("{name} is {value}, which is not from 1 to {n}")));
    }
    let all: Vec<_> = values.iter().copied().map(Some).collect();
    let change = || {
        let givens = futoshiki.given.iter().zip(values).enumerate();
        givens.into_iter().find_map(|(cell, (given, value))| {
            let given = given.filter(|given| given != value)?;
            let name = futoshiki.name(cell);
            Some(Violation(format!("{name} is given as {given}, and is {value} here")))
        })
    };
    clash(futoshiki, &all).or_else(change).map_or(Ok(()), Err)
}

/// The first value that occurs twice in a row or column, or the first violated sign.
pub(super) fn clash(futoshiki: &Futoshiki, values: &[Option<i32>]) -> Option<Violation> {
    let n = futoshiki.n;
    let twice = |noun: &str, line: usize, cell: &dyn Fn(usize) -> usize| {
        (1..n).find_map(|i| {
            let value = values[cell(i)]?;
            let first = (0..i).find(|&first| values[cell(first)] == Some(value))?;
            let [first, second] = [first, i].map(|it| futoshiki.name(cell(it)));
            let line = line + 1;
            Some(Violation(format!("{noun} {line} has {value} twice, {first} and {second}")))
        })
    };
    let wrong = |&[smaller, larger]: &[usize; 2]| {
        let (small, large) = (values[smaller]?, values[larger]?);
        let [smaller, larger] = [smaller, larger].map(|cell| futoshiki.name(cell));
        let message =
            format!("{smaller} is {small}, which is not less than {larger}, which is {large}");
        (small >= large).then_some(Violation(message))
    };
    (0..n)
        .find_map(|row| twice("row", row, &|i| row * n + i))
        .or_else(|| (0..n).find_map(|column| twice("column", column, &|i| i * n + column)))
        .or_else(|| futoshiki.less.iter().find_map(wrong))
}

/// The values of a filled board, if they are an answer.
pub(super) fn filled(futoshiki: &Futoshiki, cells: &[Option<i32>]) -> Result<Vec<i32>, Violation> {
    if let Some(cell) = cells.iter().position(Option::is_none) {
        return Err(Violation(format!("{} is empty", futoshiki.name(cell))));
    }
    let values: Vec<_> = cells.iter().copied().flatten().collect();
    check(futoshiki, &values).map(|()| values)
}
