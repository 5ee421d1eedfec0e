//! A sum of numbers that is compared with a constant: bounds propagation, and clauses through the
//! layered graph of its partial sums.

use std::collections::BTreeMap;
use std::fmt;

use sator_sat::Lit;
use sator_sat::constraint::{Number, Part, Sum};
use sator_sat::encode::Encoder;

use super::layers::{Arc, Layers};
use super::{Numbering, open_of};
use crate::propagate::Contradiction;

/// Which sums are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accept {
    /// This one.
    Equal(i64),
    /// This one and all below.
    AtMost(i64),
    /// This one and all above.
    AtLeast(i64),
    /// All but this one.
    NotEqual(i64),
}

impl Accept {
    /// Whether a sum is accepted.
    pub fn holds(self, sum: i128) -> bool {
        match self {
            Self::Equal(total) => sum == i128::from(total),
            Self::AtMost(total) => sum <= i128::from(total),
            Self::AtLeast(total) => sum >= i128::from(total),
            Self::NotEqual(total) => sum != i128::from(total),
        }
    }

    /// The constant.
    pub fn constant(self) -> i64 {
        let (Self::Equal(it) | Self::AtMost(it) | Self::AtLeast(it) | Self::NotEqual(it)) = self;
        it
    }

    /// The same comparison with another constant.
    fn with(self, constant: i64) -> Self {
        match self {
            Self::Equal(_) => Self::Equal(constant),
            Self::AtMost(_) => Self::AtMost(constant),
            Self::AtLeast(_) => Self::AtLeast(constant),
            Self::NotEqual(_) => Self::NotEqual(constant),
        }
    }
}

impl fmt::Display for Accept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = match self {
            Self::Equal(_) => "=",
            Self::AtMost(_) => "≤",
            Self::AtLeast(_) => "≥",
            Self::NotEqual(_) => "≠",
        };
        write!(f, "{symbol} {}", self.constant())
    }
}

/// Numbers whose sum is accepted. Exactly one literal of each number is true.
#[derive(Debug, Clone)]
pub struct WeightedSum {
    /// The numbers.
    pub numbers: Vec<Number>,
    /// The comparison.
    pub accept: Accept,
}

impl From<&Sum> for WeightedSum {
    fn from(sum: &Sum) -> Self {
        let numbers = sum.parts.iter().flat_map(|Part { is_negative, numbers }| {
            numbers.iter().map(|number| match is_negative {
                false => number.clone(),
                true => Number(number.0.iter().rev().map(|&(value, lit)| (-value, lit)).collect()),
            })
        });
        Self { numbers: numbers.collect(), accept: Accept::Equal(sum.total) }
    }
}

impl WeightedSum {
    pub(super) fn lits(&self) -> impl Iterator<Item = Lit> {
        self.numbers.iter().flat_map(|number| number.0.iter().map(|it| it.1))
    }

    /// The literals with their weights.
    pub fn terms(&self) -> impl Iterator<Item = (i64, Lit)> {
        self.numbers.iter().flat_map(|number| number.0.iter().copied())
    }

    pub(super) fn holds(&self, is_true: &dyn Fn(Lit) -> bool) -> bool {
        let truths = self.terms().filter(|&(_, lit)| is_true(lit));
        self.accept.holds(truths.map(|(weight, _)| i128::from(weight)).sum())
    }

    /// Bounds propagation: a value that the smallest or largest sum of the other numbers cannot
    /// bring to an accepted sum is excluded.
    pub(super) fn propagate(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        imply: &mut dyn FnMut(Lit),
    ) -> Result<(), Contradiction> {
        let mut bounds = Vec::with_capacity(self.numbers.len());
        for Number(values) in &self.numbers {
            let lits: Vec<Lit> = values.iter().map(|it| it.1).collect();
            let open = open_of(&lits, value);
            let mut left =
                values.iter().filter(|it| open.contains(&it.1)).map(|it| i128::from(it.0));
            let Some(first) = left.next() else { return Err(Contradiction) };
            bounds.push((first, left.next_back().unwrap_or(first)));
        }
        let (low, high) = bounds.iter().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        if !self.is_possible(low, high) {
            return Err(Contradiction);
        }
        for (Number(values), (least, most)) in self.numbers.iter().zip(bounds) {
            for &(number, lit) in values.iter().filter(|it| value(it.1).is_none()) {
                let number = i128::from(number);
                if !self.is_possible(low - least + number, high - most + number) {
                    imply(!lit);
                }
            }
        }
        Ok(())
    }

    /// Whether a sum between these bounds may be accepted.
    fn is_possible(&self, low: i128, high: i128) -> bool {
        let total = i128::from(self.accept.constant());
        match self.accept {
            Accept::Equal(_) => low <= total && total <= high,
            Accept::AtMost(_) => low <= total,
            Accept::AtLeast(_) => high >= total,
            Accept::NotEqual(_) => low != total || high != total,
        }
    }

    pub(super) fn encode(&self, encoder: &mut Encoder<'_>) {
        self.to_layers().encode(encoder);
    }

    /// The graph of partial sums. Sums from which every or no completion is accepted are one node.
    pub(crate) fn to_layers(&self) -> Layers {
        // The smallest and the largest sum of the numbers from each one on.
        let ends = |Number(values): &Number| {
            let ends = values.first().zip(values.last());
            ends.map_or((0, 0), |(first, last)| (i128::from(first.0), i128::from(last.0)))
        };
        let mut rest = vec![(0, 0)];
        for number in self.numbers.iter().rev() {
            let ((low, high), after) = (ends(number), rest[rest.len() - 1]);
            rest.push((after.0 + low, after.1 + high));
        }
        rest.reverse();
        let total = i128::from(self.accept.constant());
        let class = |sum: i128, layer: usize| {
            let (low, high) = (sum + rest[layer].0, sum + rest[layer].1);
            let is_certain = match self.accept {
                Accept::Equal(_) => low == total && high == total,
                Accept::AtMost(_) => high <= total,
                Accept::AtLeast(_) => low >= total,
                Accept::NotEqual(_) => high < total || low > total,
            };
            // One more than any sum stands for "accepted anyway".
            let key = if is_certain { i64::MAX } else { sum as i64 };
            self.is_possible(low, high).then_some(key)
        };
        let mut graph = Layers::default();
        let mut current = BTreeMap::from([(0_i128, 0)]);
        let mut is_possible = class(0, 0).is_some();
        for (layer, Number(values)) in self.numbers.iter().enumerate() {
            let mut numbering = Numbering::default();
            let mut next = BTreeMap::new();
            let mut arcs = Vec::new();
            for (&sum, &from) in &current {
                for &(value, lit) in values {
                    let sum = sum + i128::from(value);
                    let Some(key) = class(sum, layer + 1) else { continue };
                    let to = numbering.of(key);
                    // Any sum of a class stands for it.
                    if to == next.len() {
                        next.insert(sum, to);
                    }
                    arcs.push(Arc { from, lit, to, label: 0 });
                }
            }
            is_possible &= !arcs.is_empty();
            graph.push(values.iter().map(|it| it.1).collect(), arcs);
            current = next;
        }
        graph.finish(is_possible)
    }

    pub(super) fn reduced(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        rename: &dyn Fn(Lit) -> Lit,
    ) -> Self {
        let (numbers, known) = reduced_numbers(&self.numbers, value, rename);
        Self { numbers, accept: self.accept.with(self.accept.constant() - known) }
    }
}

/// The numbers that are not decided, with their open values renamed, and the sum of the others.
fn reduced_numbers(
    numbers: &[Number],
    value: &dyn Fn(Lit) -> Option<bool>,
    rename: &dyn Fn(Lit) -> Lit,
) -> (Vec<Number>, i64) {
    let mut known = 0;
    let mut left = Vec::with_capacity(numbers.len());
    for Number(values) in numbers {
        if let Some((number, _)) = values.iter().find(|it| value(it.1) == Some(true)) {
            known += number;
        } else {
            let open = values.iter().filter(|it| value(it.1).is_none());
            left.push(Number(open.map(|&(number, lit)| (number, rename(lit))).collect()));
        }
    }
    (left, known)
}

/// A sum without its decided numbers.
pub(crate) fn reduced_sum(
    sum: &Sum,
    value: &dyn Fn(Lit) -> Option<bool>,
    rename: &dyn Fn(Lit) -> Lit,
) -> Sum {
    let mut total = sum.total;
    let mut parts = Vec::with_capacity(sum.parts.len());
    for Part { is_negative, numbers } in &sum.parts {
        let (numbers, known) = reduced_numbers(numbers, value, rename);
        total += if *is_negative { known } else { -known };
        if !numbers.is_empty() {
            parts.push(Part { is_negative: *is_negative, numbers });
        }
    }
    Sum { parts, total }
}
