//! Linear algebra: conclusions from sums and differences of equations, where a search would try
//! exponentially many cases.
//!
//! Gaussian elimination modulo a large prime, so that numbers do not grow. The conclusions are sound:
//! a system without a solution modulo a prime has none in integers; and if both sides of an equation
//! with small coefficients differ by less than the prime, they are equal if they are equal modulo it.
//! Rows without a multiple with small coefficients give no conclusion.

use super::component::{Component, components};
use super::{Contradiction, PartialSolution, System};

/// The Mersenne prime 2^61 - 1: sums of two numbers fit a word.
const PRIME: u64 = (1 << 61) - 1;

/// The largest small coefficient: 2^32 of them add up to less than half the prime.
const SMALL: u64 = 1 << 20;

/// The largest factor that is tried to make the coefficients of a row integers.
const FACTORS: u64 = 12;

/// The limits of linear algebra.
#[derive(Debug, Clone, Copy)]
pub struct EliminationLimits {
    /// The largest number of coefficients to compute.
    pub work: usize,
    /// The fewest equations of a component to consider.
    pub smallest: usize,
}

impl Default for EliminationLimits {
    /// Some hundredths of a second; small components are easy for every search.
    fn default() -> Self {
        Self { work: 4_000_000, smallest: 30 }
    }
}

/// Fixes variables by linear algebra and propagation, until nothing is found, the limits are reached or
/// `stop` returns true.
pub fn eliminate(
    system: &System,
    known: &mut PartialSolution,
    limits: EliminationLimits,
    stop: &dyn Fn() -> bool,
) -> Result<(), Contradiction> {
    let EliminationLimits { mut work, smallest } = limits;
    loop {
        known.propagate(system, stop)?;
        let components = components(system, known);
        let mut found = Vec::new();
        for component in components.iter().filter(|it| it.equations.len() >= smallest) {
            let fixed = Elimination::new(component).run(&mut work, stop)?;
            for (group, value) in fixed {
                let variables = &component.groups[group as usize].variables;
                found.extend(variables.iter().map(|&variable| (variable, value > 0)));
            }
        }
        let is_fixpoint = found.is_empty();
        for (variable, value) in found {
            known.assign(system, variable, value)?;
        }
        if is_fixpoint || work == 0 || stop() {
            return known.propagate(system, stop);
        }
    }
}

/// A linear equation: the terms add up to `sum`, modulo the prime.
#[derive(Debug, Clone, Default)]
struct Row {
    /// Groups and their coefficients, none of which is 0.
    terms: Vec<(u32, u64)>,
    sum: u64,
}

pub(super) struct Elimination<'c> {
    component: &'c Component,
    /// Each has a pivot, a group that no later row has.
    rows: Vec<Row>,
    /// For each group, the row whose pivot it is.
    row_of: Vec<Option<u32>>,
    /// For each group, the number of its equations that are not yet rows.
    waiting: Vec<u32>,
    /// The current row as a dense vector, and its groups.
    dense: Vec<u64>,
    present: Vec<u32>,
    is_present: Vec<bool>,
    sum: u64,
    /// Bounds on the number of true variables of each group.
    most: Vec<u32>,
    least: Vec<u32>,
}

impl<'c> Elimination<'c> {
    pub(super) fn new(component: &'c Component) -> Self {
        let groups = &component.groups;
        Self {
            component,
            rows: Vec::new(),
            row_of: vec![None; groups.len()],
            waiting: groups.iter().map(|group| group.equations.len() as u32).collect(),
            dense: vec![0; groups.len()],
            present: Vec::new(),
            is_present: vec![false; groups.len()],
            sum: 0,
            most: groups.iter().map(|group| group.variables.len() as u32).collect(),
            least: vec![0; groups.len()],
        }
    }

    /// The groups whose variables are all true or all false, with the number of true ones.
    pub(super) fn run(
        mut self,
        work: &mut usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(u32, u32)>, Contradiction> {
        for equation in 0..self.component.equations.len() {
            self.begin(equation);
            let is_reduced = self.reduce(work);
            let row = self.gather();
            if !is_reduced || stop() {
                return Ok(self.fixed());
            }
            self.conclude(&row)?;
            if let Some(pivot) = self.pivot(&row) {
                self.row_of[pivot as usize] = Some(self.rows.len() as u32);
                self.rows.push(scaled(row, pivot));
            }
        }
        self.substitute_back(work, stop)?;
        Ok(self.fixed())
    }

    fn fixed(&self) -> Vec<(u32, u32)> {
        let groups = 0..self.component.groups.len() as u32;
        let all = |group: u32| self.component.groups[group as usize].variables.len() as u32;
        let bounds = groups.map(|it| (it, self.least[it as usize], self.most[it as usize]));
        let fixed = bounds.filter(|&(it, least, most)| most == 0 || least == all(it));
        fixed.map(|(group, least, _)| (group, least)).collect()
    }

    /// Makes an equation the current row.
    fn begin(&mut self, equation: usize) {
        let equation = &self.component.equations[equation];
        for &group in &equation.groups {
            self.waiting[group as usize] -= 1;
            self.add(group, 1);
        }
        self.sum = u64::from(equation.needed);
    }

    fn add(&mut self, group: u32, coefficient: u64) {
        let at = group as usize;
        self.dense[at] = plus(self.dense[at], coefficient);
        if !self.is_present[at] {
            self.is_present[at] = true;
            self.present.push(group);
        }
    }

    /// Subtracts multiples of rows until the current row has no pivot; returns false if the work limit
    /// is reached. A row adds pivots of later rows only.
    fn reduce(&mut self, work: &mut usize) -> bool {
        let mut heap = std::collections::BinaryHeap::new();
        let row_of = |it: &u32| self.row_of[*it as usize].map(std::cmp::Reverse);
        heap.extend(self.present.iter().filter_map(row_of));
        while let Some(std::cmp::Reverse(number)) = heap.pop() {
            let row = std::mem::take(&mut self.rows[number as usize]);
            let pivot = row.terms[0].0 as usize;
            let factor = minus(0, self.dense[pivot]);
            if factor != 0 {
                for &(group, coefficient) in &row.terms {
                    if !self.is_present[group as usize]
                        && let Some(next) = self.row_of[group as usize]
                    {
                        heap.push(std::cmp::Reverse(next));
                    }
                    self.add(group, times(coefficient, factor));
                }
                self.sum = plus(self.sum, times(row.sum, factor));
                *work = work.saturating_sub(row.terms.len());
            }
            self.rows[number as usize] = row;
            if *work == 0 {
                return false;
            }
        }
        true
    }

    /// Takes the current row.
    fn gather(&mut self) -> Row {
        let mut terms = Vec::with_capacity(self.present.len());
        for group in self.present.drain(..) {
            let at = group as usize;
            self.is_present[at] = false;
            let coefficient = std::mem::take(&mut self.dense[at]);
            if coefficient != 0 {
                terms.push((group, coefficient));
            }
        }
        Row { terms, sum: std::mem::take(&mut self.sum) }
    }

    /// The group that is in the fewest remaining equations.
    fn pivot(&self, row: &Row) -> Option<u32> {
        let groups = row.terms.iter().map(|&(group, _)| group);
        groups.min_by_key(|&group| self.waiting[group as usize])
    }

    /// Back substitution: removes later pivots from earlier rows, which makes them short.
    fn substitute_back(
        &mut self,
        work: &mut usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Contradiction> {
        for number in (0..self.rows.len()).rev() {
            let row = std::mem::take(&mut self.rows[number]);
            let pivot = row.terms[0].0;
            for &(group, coefficient) in &row.terms {
                self.add(group, coefficient);
            }
            self.sum = row.sum;
            // The row keeps its own pivot.
            self.row_of[pivot as usize] = None;
            let is_reduced = self.reduce(work);
            let row = self.gather();
            if !is_reduced || stop() {
                return Ok(());
            }
            self.row_of[pivot as usize] = Some(number as u32);
            self.conclude(&row)?;
            self.rows[number] = scaled(row, pivot);
        }
        Ok(())
    }

    /// Tightens the bounds of groups by a row, if a multiple of it has small coefficients.
    fn conclude(&mut self, row: &Row) -> Result<(), Contradiction> {
        let Some(&(_, first)) = row.terms.first() else {
            return if row.sum == 0 { Ok(()) } else { Err(Contradiction) };
        };
        let unit = inverse(first);
        let small = (1..=FACTORS).find_map(|factor| row.small_multiple(times(unit, factor)));
        small.map_or(Ok(()), |(terms, sum)| self.bound(&terms, sum))
    }

    /// Tightens the bounds of groups by an equation in integers.
    fn bound(&mut self, terms: &[(u32, i64)], sum: i64) -> Result<(), Contradiction> {
        let bounds = |it: &Self, group: u32, coefficient: i64| {
            let least = coefficient * i64::from(it.least[group as usize]);
            let most = coefficient * i64::from(it.most[group as usize]);
            (least.min(most), least.max(most))
        };
        let (mut least, mut most) = (0, 0);
        for &(group, coefficient) in terms {
            let (low, high) = bounds(self, group, coefficient);
            least += low;
            most += high;
        }
        if sum < least || sum > most {
            return Err(Contradiction);
        }
        for &(group, coefficient) in terms {
            let at = group as usize;
            // The slack of the equation bounds how far a term is above its minimum or below its maximum.
            let by_above = ((sum - least) / coefficient.abs()) as u64;
            let by_below = ((most - sum) / coefficient.abs()) as u64;
            let (up, down) =
                if coefficient > 0 { (by_above, by_below) } else { (by_below, by_above) };
            let (low, high) = (self.least[at], self.most[at]);
            self.most[at] = u64::from(high).min(u64::from(low) + up) as u32;
            self.least[at] = u64::from(low).max(u64::from(high).saturating_sub(down)) as u32;
            if self.least[at] > self.most[at] {
                return Err(Contradiction);
            }
        }
        Ok(())
    }
}

impl Row {
    /// The multiple of the row by a factor, if all its coefficients are small.
    fn small_multiple(&self, factor: u64) -> Option<(Vec<(u32, i64)>, i64)> {
        let small = |number: u64| {
            let number = times(number, factor);
            let opposite = minus(0, number);
            match () {
                () if number <= SMALL => Some(number as i64),
                () if opposite <= SMALL => Some(-(opposite as i64)),
                () => None,
            }
        };
        let terms = self.terms.iter().map(|&(group, it)| Some((group, small(it)?)));
        let terms = terms.collect::<Option<Vec<_>>>()?;
        // The sum may be larger: it is unique up to half the prime.
        let sum = times(self.sum, factor);
        let sum = if sum > PRIME / 2 { -(minus(0, sum) as i64) } else { sum as i64 };
        Some((terms, sum))
    }
}

/// The row scaled to have coefficient 1 at its pivot, which comes first.
fn scaled(mut row: Row, pivot: u32) -> Row {
    if let Some(at) = row.terms.iter().position(|&(group, _)| group == pivot) {
        row.terms.swap(0, at);
        let unit = inverse(row.terms[0].1);
        for (_, coefficient) in &mut row.terms {
            *coefficient = times(*coefficient, unit);
        }
        row.sum = times(row.sum, unit);
    }
    row
}

fn plus(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn minus(a: u64, b: u64) -> u64 {
    plus(a, if b == 0 { 0 } else { PRIME - b })
}

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    // 2^61 is 1 modulo the prime.
    let low = (product as u64) & PRIME;
    let high = (product >> 61) as u64;
    plus(low % PRIME, high % PRIME)
}

/// The inverse of a number that is not 0, by Fermat's little theorem.
fn inverse(number: u64) -> u64 {
    let (mut power, mut base, mut exponent) = (1, number, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    power
}
