//! Combines the histograms of components to a total: in how many ways each solution of one component
//! extends to a solution of the whole system.
//!
//! A histogram is a polynomial whose exponents are numbers of true variables. For each component, the
//! product of all others is computed along a product tree, up and down again.

use num_bigint::BigUint;
use num_integer::Integer;

use super::Answer;
use super::frontier::Histogram;

/// The weights of solutions of several components.
#[derive(Debug)]
pub(super) struct Weights {
    /// For each histogram and each of its numbers of true variables, the number of ways in which the
    /// rest adds up to the total, divided by a common factor.
    pub(super) of: Vec<Vec<BigUint>>,
    /// The number of all solutions, divided by the common factor.
    pub(super) sum: BigUint,
    /// The sum over these solutions of the number of free variables that are true.
    pub(super) free_truths: BigUint,
    /// The number of all solutions, unless it has too many digits.
    pub(super) solutions: Option<BigUint>,
}

impl Weights {
    /// Combines histograms and free variables to a total.
    pub(super) fn new(
        histograms: &[Histogram<BigUint>],
        free: usize,
        total: usize,
        stop: &dyn Fn() -> bool,
    ) -> Answer<Self> {
        let Some(tree) = ProductTree::new(histograms, stop) else { return Answer::Unknown };
        let all = tree.histogram();
        // The fewest true free variables come with the most others.
        let most = all.least + all.counts.len() - 1;
        let fewest = total.saturating_sub(most).min(free);
        let choices = choices(free, fewest, total.saturating_sub(all.least).min(free));
        let weight = |truths: usize| {
            let free_truths = total.checked_sub(truths);
            let index = free_truths.and_then(|it| it.checked_sub(fewest));
            index.and_then(|index| choices.get(index)).cloned().unwrap_or_default()
        };
        let outside: Vec<BigUint> = (all.least..=most).map(weight).collect();
        let sum = dot(&all.counts, &outside);
        if sum == BigUint::ZERO {
            return Answer::Impossible;
        }
        let solutions = all.counts.iter().zip(&outside).map(|(count, weight)| count * weight);
        let free_truths = (all.least..).zip(solutions);
        let free_truths =
            free_truths.map(|(truths, count)| count * total.saturating_sub(truths)).sum();
        let solutions = binomial(free, fewest, stop).map(|first| &sum * first / &choices[0]);
        let mut of = Vec::with_capacity(histograms.len());
        if stop() || tree.distribute(outside, &mut of, stop).is_none() {
            return Answer::Unknown;
        }
        Answer::Found(Self { of, sum, free_truths, solutions })
    }
}

/// The binomial coefficients "`k` of the free variables" for `k` from `fewest` to `most`, divided by
/// their common factor: they are large, but their ratios are small.
fn choices(free: usize, fewest: usize, most: usize) -> Vec<BigUint> {
    // Each step from `chosen` to the next multiplies by `free - chosen` and divides by `chosen + 1`;
    // over a common denominator these are products of whole numbers.
    let mut after: Vec<BigUint> = vec![BigUint::from(1_u32)];
    for chosen in (fewest..most.max(fewest)).rev() {
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
    weights
}

/// Binomial coefficients of larger numbers have too many digits.
const MOST_FREE: usize = 2_000_000;

/// A binomial coefficient, multiplied from its prime factors. `num_integer::binomial` multiplies and
/// divides step by step, which is quadratic in the number of digits.
fn binomial(from: usize, chosen: usize, stop: &dyn Fn() -> bool) -> Option<BigUint> {
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
        // Legendre's formula for the exponent of a prime in a factorial.
        let (mut power, mut exponent) = (prime, 0);
        while power <= from {
            exponent += from / power - chosen / power - (from - chosen) / power;
            power *= prime;
        }
        factors.extend(std::iter::repeat_n(BigUint::from(prime), exponent));
    }
    product_of(factors, stop)
}

/// The product of numbers, pairwise, so that factors have similar sizes.
pub(super) fn product_of(mut factors: Vec<BigUint>, stop: &dyn Fn() -> bool) -> Option<BigUint> {
    while factors.len() > 1 {
        let pairs = factors.chunks(2);
        factors = pairs
            .map(|pair| (!stop()).then(|| pair.iter().product()))
            .collect::<Option<Vec<BigUint>>>()?;
    }
    Some(factors.pop().unwrap_or_else(|| BigUint::from(1_u32)))
}

/// The scalar product.
pub(super) fn dot(counts: &[BigUint], weights: &[BigUint]) -> BigUint {
    counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

/// A product tree of histograms.
enum ProductTree<'s> {
    Empty(Histogram<BigUint>),
    Leaf(&'s Histogram<BigUint>),
    Node(Histogram<BigUint>, Box<[ProductTree<'s>; 2]>),
}

impl<'s> ProductTree<'s> {
    fn new(histograms: &'s [Histogram<BigUint>], stop: &dyn Fn() -> bool) -> Option<Self> {
        Some(match histograms {
            [] => Self::Empty(Histogram { least: 0, counts: vec![BigUint::from(1_u32)] }),
            [only] => Self::Leaf(only),
            several => {
                let (left, right) = several.split_at(several.len() / 2);
                let halves = [Self::new(left, stop)?, Self::new(right, stop)?];
                let product = product(halves[0].histogram(), halves[1].histogram(), stop)?;
                Self::Node(product, Box::new(halves))
            }
        })
    }

    fn histogram(&self) -> &Histogram<BigUint> {
        match self {
            Self::Empty(histogram) | Self::Node(histogram, _) => histogram,
            Self::Leaf(histogram) => histogram,
        }
    }

    /// Computes the weights of the leaves from those of the whole tree. Returns `None` when stopped.
    fn distribute(
        &self,
        weights: Vec<BigUint>,
        of: &mut Vec<Vec<BigUint>>,
        stop: &dyn Fn() -> bool,
    ) -> Option<()> {
        match self {
            Self::Empty(_) => {}
            Self::Leaf(_) => of.push(weights),
            Self::Node(_, halves) => {
                let [left, right] = halves.as_ref();
                left.distribute(beside(right.histogram(), &weights, stop)?, of, stop)?;
                right.distribute(beside(left.histogram(), &weights, stop)?, of, stop)?;
            }
        }
        Some(())
    }
}

fn product(
    a: &Histogram<BigUint>,
    b: &Histogram<BigUint>,
    stop: &dyn Fn() -> bool,
) -> Option<Histogram<BigUint>> {
    let mut counts = vec![BigUint::ZERO; a.counts.len() + b.counts.len() - 1];
    for (i, a) in a.counts.iter().enumerate() {
        if stop() {
            return None;
        }
        for (sum, b) in counts[i..].iter_mut().zip(&b.counts) {
            *sum += a * b;
        }
    }
    Some(Histogram { least: a.least + b.least, counts })
}

/// The weights of one half of a node, where the other one has this histogram.
fn beside(
    other: &Histogram<BigUint>,
    weights: &[BigUint],
    stop: &dyn Fn() -> bool,
) -> Option<Vec<BigUint>> {
    let windows = weights.windows(other.counts.len());
    windows.map(|weights| (!stop()).then(|| dot(&other.counts, weights))).collect()
}
