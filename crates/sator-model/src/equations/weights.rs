//! Components that share a number of truths: how often each solution of one goes with solutions of
//! all others.

use num_bigint::BigUint;
use num_integer::Integer;

use super::frontier::Spectrum;

/// What stands beside each of several spectra.
#[derive(Debug)]
pub(super) struct Weights {
    /// For each spectrum, and each of its numbers of truths, in how many ways the rest makes up the
    /// total, but for a common factor.
    pub(super) of: Vec<Vec<BigUint>>,
    /// All ways, but for the common factor.
    pub(super) sum: BigUint,
    /// In how many of these, taken together, how many free variables are true.
    pub(super) free_truths: BigUint,
    /// All ways, unless that is too large a number.
    pub(super) ways: Option<BigUint>,
}

/// What making up a total came to.
#[derive(Debug)]
pub(super) enum Made {
    /// In these ways.
    Up(Weights),
    /// There is none.
    Never,
    /// There was no time.
    Stopped,
}

/// Works out how spectra, together with free variables, make up a total of truths.
pub(super) fn make_up(
    spectra: &[Spectrum<BigUint>],
    free: usize,
    total: usize,
    stop: &dyn Fn() -> bool,
) -> Made {
    let Some(tree) = Tree::of(spectra, stop) else { return Made::Stopped };
    let all = tree.spectrum();
    // From the fewest free truths to the most, which is from the most others to the fewest.
    let most = all.least + all.ways.len() - 1;
    let fewest = total.saturating_sub(most).min(free);
    let choices = Choices::of(free, fewest, total.saturating_sub(all.least).min(free));
    let weight = |truths: usize| {
        let free_truths = total.checked_sub(truths);
        let index = free_truths.and_then(|it| it.checked_sub(fewest));
        index.and_then(|index| choices.weights.get(index)).cloned().unwrap_or_default()
    };
    let outside: Vec<BigUint> = (all.least..=most).map(weight).collect();
    let sum = dot(&all.ways, &outside);
    if sum == BigUint::ZERO {
        return Made::Never;
    }
    let free_truths = (all.least..).zip(&all.ways).zip(&outside);
    let free_truths = free_truths
        .map(|((truths, ways), weight)| ways * weight * total.saturating_sub(truths))
        .sum();
    let ways = choices.unit(stop).map(|(times, by)| &sum * times / by);
    let mut of = Vec::with_capacity(spectra.len());
    if stop() || tree.share(outside, &mut of, stop).is_none() {
        return Made::Stopped;
    }
    Made::Up(Weights { of, sum, free_truths, ways })
}

/// In how many ways some of the free variables are true, from a fewest number of them to a most, but
/// for a common factor: these numbers are large, and what they are to each other is small.
struct Choices {
    free: usize,
    fewest: usize,
    weights: Vec<BigUint>,
    /// The weight of the fewest.
    first: BigUint,
}

impl Choices {
    fn of(free: usize, fewest: usize, most: usize) -> Self {
        // Each step from `chosen` to the next multiplies by `free - chosen` and divides by
        // `chosen + 1`; over a common denominator these are products of whole numbers.
        let steps = fewest..most.max(fewest);
        let mut after: Vec<BigUint> = vec![BigUint::from(1_u32)];
        for chosen in steps.clone().rev() {
            let next = &after[after.len() - 1] * (chosen + 1);
            after.push(next);
        }
        after.reverse();
        let mut before = BigUint::from(1_u32);
        let mut weights = Vec::with_capacity(after.len());
        for (chosen, after) in (fewest..).zip(after) {
            weights.push(&before * after);
            before *= free - chosen.min(free);
        }
        let divisor = weights.iter().fold(BigUint::ZERO, |divisor, it| divisor.gcd(it));
        for weight in &mut weights {
            *weight /= &divisor;
        }
        let first = weights[0].clone();
        Self { free, fewest, weights, first }
    }

    /// What weights are to be multiplied with and divided by to be numbers of ways, unless there are
    /// too many variables, or no time.
    fn unit(&self, stop: &dyn Fn() -> bool) -> Option<(BigUint, BigUint)> {
        let ways = ways_to_choose(self.free, self.fewest, stop)?;
        Some((ways, self.first.clone()))
    }
}

/// Numbers of ways to choose among more than so many have too many digits.
const MOST_FREE: usize = 2_000_000;

/// How many ways there are to choose so many, put together from its prime factors: no division of
/// large numbers.
fn ways_to_choose(from: usize, chosen: usize, stop: &dyn Fn() -> bool) -> Option<BigUint> {
    if from > MOST_FREE {
        return None;
    }
    let mut is_prime = vec![true; from + 1];
    let mut factors = Vec::new();
    for prime in 2..=from {
        if !is_prime[prime] {
            continue;
        }
        for multiple in (prime * prime..=from).step_by(prime) {
            is_prime[multiple] = false;
        }
        // As often as adding the two parts in that base carries (Kummer).
        let (mut power, mut times) = (prime, 0);
        while power <= from {
            times += from / power - chosen / power - (from - chosen) / power;
            power *= prime;
        }
        factors.extend(std::iter::repeat_n(BigUint::from(prime), times));
    }
    product_of(factors, stop)
}

/// The product of numbers, two by two, so that factors are of one size.
pub(super) fn product_of(mut factors: Vec<BigUint>, stop: &dyn Fn() -> bool) -> Option<BigUint> {
    while factors.len() > 1 {
        let pairs = factors.chunks(2);
        factors = pairs
            .map(|pair| (!stop()).then(|| pair.iter().product()))
            .collect::<Option<Vec<BigUint>>>()?;
    }
    Some(factors.pop().unwrap_or_else(|| BigUint::from(1_u32)))
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
    fn of(spectra: &'s [Spectrum<BigUint>], stop: &dyn Fn() -> bool) -> Option<Self> {
        Some(match spectra {
            [] => Self::Nothing(Spectrum { least: 0, ways: vec![BigUint::from(1_u32)] }),
            [only] => Self::One(only),
            several => {
                let (left, right) = several.split_at(several.len() / 2);
                let halves = [Self::of(left, stop)?, Self::of(right, stop)?];
                let product = product(halves[0].spectrum(), halves[1].spectrum(), stop)?;
                Self::Both(product, Box::new(halves))
            }
        })
    }

    fn spectrum(&self) -> &Spectrum<BigUint> {
        match self {
            Self::Nothing(spectrum) | Self::Both(spectrum, _) => spectrum,
            Self::One(spectrum) => spectrum,
        }
    }

    /// Hands the weights of a whole down to its parts, if there is time.
    fn share(
        &self,
        weights: Vec<BigUint>,
        of: &mut Vec<Vec<BigUint>>,
        stop: &dyn Fn() -> bool,
    ) -> Option<()> {
        match self {
            Self::Nothing(_) => {}
            Self::One(_) => of.push(weights),
            Self::Both(_, halves) => {
                let [left, right] = halves.as_ref();
                left.share(beside(right.spectrum(), &weights, stop)?, of, stop)?;
                right.share(beside(left.spectrum(), &weights, stop)?, of, stop)?;
            }
        }
        Some(())
    }
}

fn product(
    a: &Spectrum<BigUint>,
    b: &Spectrum<BigUint>,
    stop: &dyn Fn() -> bool,
) -> Option<Spectrum<BigUint>> {
    let mut ways = vec![BigUint::ZERO; a.ways.len() + b.ways.len() - 1];
    for (i, a) in a.ways.iter().enumerate() {
        if stop() {
            return None;
        }
        for (sum, b) in ways[i..].iter_mut().zip(&b.ways) {
            *sum += a * b;
        }
    }
    Some(Spectrum { least: a.least + b.least, ways })
}

/// The weights of one half, where the other has this spectrum.
fn beside(
    other: &Spectrum<BigUint>,
    weights: &[BigUint],
    stop: &dyn Fn() -> bool,
) -> Option<Vec<BigUint>> {
    let windows = weights.windows(other.ways.len());
    windows.map(|weights| (!stop()).then(|| dot(&other.ways, weights))).collect()
}
