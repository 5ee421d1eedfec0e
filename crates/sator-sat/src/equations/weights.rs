//! Components that share a number of truths: how often each solution of one goes with solutions of
//! all others.

use num_bigint::BigUint;
use num_integer::Integer;

use super::frontier::Spectrum;

/// What stands beside each of several spectra.
#[derive(Debug)]
pub(super) struct Weights {
    /// For each spectrum, and each of its numbers of truths, in how many ways the rest makes up the
    /// total, but for the common factor.
    pub(super) of: Vec<Vec<BigUint>>,
    /// All ways, but for the common factor.
    pub(super) sum: BigUint,
    /// What all these numbers were divided by.
    pub(super) factor: BigUint,
    /// In how many of these, taken together, how many free variables are true.
    pub(super) free_truths: BigUint,
}

/// Works out how spectra, together with free variables, make up a total of truths; none if there
/// is no way at all.
pub(super) fn weights(spectra: &[Spectrum<BigUint>], free: usize, total: usize) -> Option<Weights> {
    let tree = Tree::of(spectra);
    let all = tree.spectrum();
    let truths = all.least..all.least + all.ways.len();
    let mut outside: Vec<BigUint> =
        truths.clone().map(|it| ways_to_choose(free, total.checked_sub(it))).collect();
    let factor = outside.iter().fold(BigUint::ZERO, |factor, it| factor.gcd(it));
    if factor == BigUint::ZERO {
        return None;
    }
    for weight in &mut outside {
        *weight /= &factor;
    }
    let sum = dot(&all.ways, &outside);
    if sum == BigUint::ZERO {
        return None;
    }
    let free_truths = truths.zip(&all.ways).zip(&outside).map(|((truths, ways), weight)| {
        ways * weight * BigUint::from(total.saturating_sub(truths))
    });
    let free_truths = free_truths.sum();
    let mut of = Vec::with_capacity(spectra.len());
    tree.share(outside, &mut of);
    Some(Weights { of, sum, factor, free_truths })
}

/// How many ways there are to choose so many, if that is a number.
fn ways_to_choose(from: usize, chosen: Option<usize>) -> BigUint {
    let Some(chosen) = chosen.filter(|&chosen| chosen <= from) else { return BigUint::ZERO };
    let chosen = chosen.min(from - chosen);
    (0..chosen).fold(BigUint::from(1_u32), |ways, i| ways * (from - i) / (i + 1))
}

/// Adds up the products.
pub(super) fn dot(ways: &[BigUint], weights: &[BigUint]) -> BigUint {
    ways.iter().zip(weights).map(|(ways, weight)| ways * weight).sum()
}

/// Spectra, put together two by two.
enum Tree<'s> {
    Nothing(Spectrum<BigUint>),
    One(&'s Spectrum<BigUint>),
    Both(Spectrum<BigUint>, Box<[Tree<'s>; 2]>),
}

impl<'s> Tree<'s> {
    fn of(spectra: &'s [Spectrum<BigUint>]) -> Self {
        match spectra {
            [] => Self::Nothing(Spectrum { least: 0, ways: vec![BigUint::from(1_u32)] }),
            [only] => Self::One(only),
            several => {
                let (left, right) = several.split_at(several.len() / 2);
                let halves = [left, right].map(Self::of);
                let product = product(halves[0].spectrum(), halves[1].spectrum());
                Self::Both(product, Box::new(halves))
            }
        }
    }

    fn spectrum(&self) -> &Spectrum<BigUint> {
        match self {
            Self::Nothing(spectrum) | Self::Both(spectrum, _) => spectrum,
            Self::One(spectrum) => spectrum,
        }
    }

    /// Hands the weights of a whole down to its parts.
    fn share(&self, weights: Vec<BigUint>, of: &mut Vec<Vec<BigUint>>) {
        match self {
            Self::Nothing(_) => {}
            Self::One(_) => of.push(weights),
            Self::Both(_, halves) => {
                let [left, right] = halves.as_ref();
                left.share(beside(right.spectrum(), &weights), of);
                right.share(beside(left.spectrum(), &weights), of);
            }
        }
    }
}

fn product(a: &Spectrum<BigUint>, b: &Spectrum<BigUint>) -> Spectrum<BigUint> {
    let mut ways = vec![BigUint::ZERO; a.ways.len() + b.ways.len() - 1];
    for (i, a) in a.ways.iter().enumerate() {
        for (sum, b) in ways[i..].iter_mut().zip(&b.ways) {
            *sum += a * b;
        }
    }
    Spectrum { least: a.least + b.least, ways }
}

/// The weights of one half, where the other has this spectrum.
fn beside(other: &Spectrum<BigUint>, weights: &[BigUint]) -> Vec<BigUint> {
    weights.windows(other.ways.len()).map(|weights| dot(&other.ways, weights)).collect()
}
