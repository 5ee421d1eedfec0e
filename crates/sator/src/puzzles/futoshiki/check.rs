//! Checks the rules of futoshiki, independently of the model.

use super::Futoshiki;
use crate::check::{cells_in_line, differs, latin_violation};
use crate::grid::{GridPuzzle, Square, name};
use crate::puzzle::{Allows, Known, Violation};

pub(super) fn violation(
    futoshiki: &Futoshiki,
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    latin_violation(futoshiki, value)
        .or_else(|| futoshiki.less.iter().find_map(|pair| wrong_pair(futoshiki, pair, value)))
}

/// The rules about one cell: its row, its column and the signs beside it.
pub(super) fn allows(futoshiki: &Futoshiki) -> Allows<'_> {
    let others = cells_in_line(futoshiki.n);
    Box::new(move |cell: usize, value: Known<'_>| {
        let square = futoshiki.square(cell);
        let mut signs = futoshiki.less.iter().filter(|pair| pair.contains(&square));
        differs(cell, &others[cell], value)
            && signs.all(|pair| wrong_pair(futoshiki, pair, value).is_none())
    })
}

fn wrong_pair(futoshiki: &Futoshiki, pair: &[Square; 2], value: Known<'_>) -> Option<Violation> {
    let [small, large] = pair.map(|square| futoshiki.cell(square).and_then(value));
    let (small, large) = small.zip(large).filter(|(small, large)| small >= large)?;
    let [smaller, larger] = pair.map(name);
    let reason = format!("which is not less than {larger}, which is {large}");
    Some(Violation(format!("{smaller} is {small}, {reason}")))
}
