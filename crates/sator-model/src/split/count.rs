//! The number of solutions of one cube, and the sum over all cubes.

use std::sync::Arc;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero;
use sator_sat::Lit;

use crate::engine::{
    self, EngineError, Instance, Options, Permutations, Solutions, Unfinished, Verifier,
};

/// Solutions of a cube that count the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CubeCount {
    /// The number of solutions in the cube.
    pub number: BigUint,
    /// How many variables of the cube's orbit are true in each; 1 without orbits.
    pub truths: u64,
}

/// Counts the solutions of a cube. The orbit is that of [`super::Tree::orbit_of`]; `symmetries` are those of
/// the cube. The second part of the result says why there may be more, if they were not all counted.
pub fn count_cube(
    instance: &Instance,
    symmetries: &Permutations,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
    (literals, orbit): (&[Lit], &[u32]),
    progress: &mut dyn FnMut(u64, Option<f64>),
) -> Result<(Vec<CubeCount>, Option<Unfinished>), EngineError> {
    let within = instance.below(literals);
    if !orbit.is_empty()
        && let Some((tally, stopped)) = engine::tally(&within, verifier, options, orbit, progress)?
    {
        let counts = tally.into_iter().map(|((truths, _), number)| CubeCount {
            number: number.into(),
            truths: truths as u64,
        });
        let mut counts: Vec<_> = counts.collect();
        if counts.is_empty() {
            // A result without any number would look like one that was lost.
            counts.push(CubeCount { number: BigUint::zero(), truths: 1 });
        }
        return Ok((counts, stopped));
    }
    let counted = engine::count(&within, verifier, options, symmetries, false, progress)?;
    let count = if let Some(count) = counted {
        count
    } else {
        let mut solutions = Solutions::new(within, Arc::clone(verifier), options);
        let progress = |number| progress(number, None);
        engine::count_visiting(&mut solutions, &Permutations::new(), false, None, progress)?
    };
    if !orbit.is_empty() && !count.number.is_zero() {
        // A plain count does not say how many symmetric solutions each stands for.
        let reason = "it counts symmetric solutions one by one".to_owned();
        return Err(EngineError::WrongAnswer { backend: "the count of a cube".to_owned(), reason });
    }
    let whole = CubeCount { number: count.number, truths: 1 };
    Ok((vec![whole], count.stopped))
}

/// The number of solutions that all cubes together stand for; each count comes with the size of its
/// orbit, or 1. `None` if that is no whole number, so that some count must be wrong.
pub fn total<'c>(counts: impl IntoIterator<Item = (&'c CubeCount, usize)>) -> Option<BigUint> {
    let mut sum = Ratio::<BigUint>::zero();
    for (count, orbit) in counts {
        if count.truths == 0 {
            return None;
        }
        sum += Ratio::new(&count.number * BigUint::from(orbit), count.truths.into());
    }
    sum.is_integer().then(|| sum.to_integer())
}
