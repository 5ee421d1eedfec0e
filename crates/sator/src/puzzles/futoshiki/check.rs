//! Checks the rules of futoshiki, independently of the model.

use super::Futoshiki;
use crate::check::latin_square;
use crate::grid::{GridPuzzle, name};
use crate::puzzle::Violation;

pub(super) fn violation(
    futoshiki: &Futoshiki,
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    let wrong = |pair: &[[usize; 2]; 2]| {
        let [small, large] = pair.map(|square| futoshiki.cell(square).and_then(value));
        let (small, large) = small.zip(large).filter(|(small, large)| small >= large)?;
        let [smaller, larger] = pair.map(name);
        let reason = format!("which is not less than {larger}, which is {large}");
        Some(Violation(format!("{smaller} is {small}, {reason}")))
    };
    latin_square(futoshiki, value).or_else(|| futoshiki.less.iter().find_map(wrong))
}
