//! Checks the rules of kakuro, independently of the model.

use super::{Kakuro, Run, name};
use crate::puzzle::Violation;

/// Whether these values of the white squares, row by row, are an answer.
pub(super) fn check(kakuro: &Kakuro, values: &[i32]) -> Result<(), Violation> {
    let cells = kakuro.white.len();
    if values.len() != cells {
        let message = format!("the grid has {cells} white cells, but {} values", values.len());
        return Err(Violation(message));
    }
    let wrong = |(&(square, given), &value): (&(_, Option<i32>), &i32)| match given {
        _ if !(1..=9).contains(&value) => {
            Some(format!("{} is {value}, which is not from 1 to 9", name(square)))
        }
        Some(given) if given != value => {
            Some(format!("{} is given as {given}, and is {value} here", name(square)))
        }
        _ => None,
    };
    if let Some(message) = kakuro.white.iter().zip(values).find_map(wrong) {
        return Err(Violation(message));
    }
    let all: Vec<_> = values.iter().copied().map(Some).collect();
    let sum = |run: &Run| {
        let sum: i32 = values_of(kakuro, run, &all).flatten().sum();
        let message = format!("{} adds up to {sum}, not {}", title(run), run.sum);
        (i64::from(sum) != i64::from(run.sum)).then_some(Violation(message))
    };
    let broken = clash(kakuro, &all).or_else(|| kakuro.runs.iter().find_map(sum));
    broken.map_or(Ok(()), Err)
}

fn values_of(
    kakuro: &Kakuro,
    run: &Run,
    values: &[Option<i32>],
) -> impl Iterator<Item = Option<i32>> {
    run.cells.iter().map(|&square| kakuro.index(square).and_then(|index| values[index]))
}

fn title(run: &Run) -> String {
    let cells: Vec<_> = run.cells.iter().map(|&square| name(square).to_string()).collect();
    format!("{} {} ({})", run.noun(), cells[0], cells.join(", "))
}

/// The first value that occurs twice in a run.
fn clash(kakuro: &Kakuro, values: &[Option<i32>]) -> Option<Violation> {
    kakuro.runs.iter().find_map(|run| {
        let found: Vec<_> = values_of(kakuro, run, values).collect();
        let value = (1..=9).find(|&it| found.iter().filter(|&&at| at == Some(it)).count() > 1)?;
        Some(Violation(format!("{} has {value} twice", title(run))))
    })
}

/// A run with a value given twice, or with a total that no different values add up to.
pub(super) fn contradiction(kakuro: &Kakuro) -> Option<Violation> {
    let given: Vec<_> = kakuro.white.iter().map(|(_, given)| *given).collect();
    let unreachable = |run: &Run| match run.cells.len() as u32 {
        cells @ 10.. => Some(format!("{} has {cells} cells, and there are 9 values", title(run))),
        cells => {
            let (least, most) = (cells * (cells + 1) / 2, cells * (19 - cells) / 2);
            let title = title(run);
            (!(least..=most).contains(&run.sum)).then(|| {
                format!("{title} adds up to {least} to {most}, and its total is {}", run.sum)
            })
        }
    };
    let unreachable = || kakuro.runs.iter().find_map(unreachable).map(Violation);
    clash(kakuro, &given).or_else(unreachable)
}

/// The values of a filled board, if they are an answer.
pub(super) fn filled(kakuro: &Kakuro, values: &[Option<i32>]) -> Result<Vec<i32>, Violation> {
    if let Some(index) = values.iter().position(Option::is_none) {
        return Err(Violation(format!("{} is empty", name(kakuro.white[index].0))));
    }
    let values: Vec<_> = values.iter().copied().flatten().collect();
    check(kakuro, &values).map(|()| values)
}
