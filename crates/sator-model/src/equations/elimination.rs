//! Linear algebra: what follows from adding and subtracting equations, where a search would try
//! exponentially many cases.
//!
//! Gauss's elimination, modulo a large prime, so that numbers never grow. Nothing is lost by that:
//! what has no solution modulo a prime has none in whole numbers; and where the two sides of an
//! equation with small coefficients cannot differ by as much as the prime, they are equal if they are
//! equal modulo it. Equations whose coefficients are not small, or not small multiples of something
//! small, say nothing here.

use super::component::{Component, components};
use super::{Contradiction, Knowledge, System};

/// A prime with two bits to spare, 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// Coefficients up to this are small: with each of 2^32 variables they add up to less than half the
/// prime.
const SMALL: u64 = 1 << 20;

/// Factors that make coefficients whole.
const FACTORS: u64 = 12;

/// How far to go with linear algebra.
#[derive(Debug, Clone, Copy)]
pub struct Algebra {
    /// How many coefficients may be computed.
    pub work: usize,
    /// Components with fewer equations are left out.
    pub smallest: usize,
}

impl Default for Algebra {
    /// Some hundredths of a second; and what is small is no trouble for any search.
    fn default() -> Self {
        Self { work: 4_000_000, smallest: 30 }
    }
}

/// Adds to the knowledge what linear algebra finds, and what follows from that; less when `stop`
/// says so.
pub fn eliminate(
    system: &System,
    known: &mut Knowledge,
    algebra: Algebra,
    stop: &dyn Fn() -> bool,
) -> Result<(), Contradiction> {
    let Algebra { mut work, smallest } = algebra;
    loop {
        known.settle(system, stop)?;
        let components = components(system, known);
        let mut found = Vec::new();
        for component in components.iter().filter(|it| it.equations.len() >= smallest) {
            let fixed = Elimination::new(component).run(&mut work, stop)?;
            for (group, value) in fixed {
                let variables = &component.groups[group as usize].variables;
                found.extend(variables.iter().map(|&variable| (variable, value > 0)));
            }
        }
        let has_news = !found.is_empty();
        for (variable, value) in found {
            known.learn(system, variable, value)?;
        }
        if !has_news || work == 0 || stop() {
            return known.settle(system, stop);
        }
    }
}

/// An equation with coefficients: terms add up to `sum`, modulo the prime.
#[derive(Debug, Clone, Default)]
struct Row {
    /// Groups and their coefficients, which are not 0.
    terms: Vec<(u32, u64)>,
    sum: u64,
}

pub(super) struct Elimination<'c> {
    component: &'c Component,
    /// Each has a group, its pivot, that none after it has.
    rows: Vec<Row>,
    /// Of each group, the row whose pivot it is.
    row_of: Vec<Option<u32>>,
    /// Equations that are not yet rows, for each group.
    waiting: Vec<u32>,
    /// The row that is being worked on, spread out.
    dense: Vec<u64>,
    present: Vec<u32>,
    is_present: Vec<bool>,
    sum: u64,
    /// How many variables of a group may be true, if that was narrowed.
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

    /// The groups that have one value only, all or nothing.
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

    /// Spreads out an equation.
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

    /// Takes rows away until no pivot is left; says whether there was time for it. A row brings in
    /// pivots of later rows only.
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

    /// Picks the row up again.
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

    /// The group that the fewest equations still have.
    fn pivot(&self, row: &Row) -> Option<u32> {
        let groups = row.terms.iter().map(|&(group, _)| group);
        groups.min_by_key(|&group| self.waiting[group as usize])
    }

    /// From the last row up: takes later pivots out of earlier rows, so that what is left is short.
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
            // Its own pivot stays.
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

    /// What bounds on the groups say about a row, and the other way round.
    fn conclude(&mut self, row: &Row) -> Result<(), Contradiction> {
        let Some(&(_, first)) = row.terms.first() else {
            return if row.sum == 0 { Ok(()) } else { Err(Contradiction) };
        };
        let unit = inverse(first);
        let small = (1..=FACTORS).find_map(|factor| row.small_multiple(times(unit, factor)));
        small.map_or(Ok(()), |(terms, sum)| self.bound(&terms, sum))
    }

    /// Narrows groups by an equation in whole numbers.
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
            // Each may be above its lowest by what the others leave, and likewise below.
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
    /// The row times a factor, if that has small coefficients only.
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
        // The sum may be larger, but not so large that it could be another one.
        let sum = times(self.sum, factor);
        let sum = if sum > PRIME / 2 { -(minus(0, sum) as i64) } else { sum as i64 };
        Some((terms, sum))
    }
}

/// The row with 1 at its pivot, which comes first.
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

/// What makes 1 of a number that is not 0: its power to the prime less two.
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
