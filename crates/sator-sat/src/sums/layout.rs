//! Sums laid out flat: numbers with their literals by the bits of masks, and who hears of what.

use std::ops::Range;

use super::reach::WIDEST;
use super::sets::{ANY, MOST_SETS, Mask, list_sets, values_of};
use crate::Lit;
use crate::constraint::{Number, Part, Sum};
use crate::propagate::Network;

/// What does not change while sums are narrowed.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Those with few sets first.
    pub(super) sums: Vec<SumAt>,
    pub(super) parts: Vec<PartAt>,
    pub(super) numbers: Vec<NumberAt>,
    /// The literals of the numbers, by ascending values.
    lits: Vec<Lit>,
    /// The values of the parts, ascending.
    pub(super) values: Vec<i64>,
    pub(super) besides: Vec<Beside>,
    users: Vec<User>,
    /// Where the users of each literal begin, by its index; one more for the end.
    begins: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct SumAt {
    pub(super) total: i64,
    pub(super) parts: Range<usize>,
}

#[derive(Debug)]
pub(super) struct PartAt {
    /// Of which sum.
    pub(super) sum: u32,
    pub(super) sign: i64,
    pub(super) numbers: Range<usize>,
    pub(super) values: Range<usize>,
    pub(super) sets: Range<usize>,
    /// Whether there are too many sets to list them.
    pub(super) is_loose: bool,
    pub(super) besides: Range<usize>,
}

#[derive(Debug)]
pub(super) struct NumberAt {
    /// Where its literals begin.
    lits: u32,
    /// Which values it has, by their places among those of the part.
    pub(super) mask: Mask,
}

/// Exactly one of a group is true, and the group has a value's literals of a part: the value is in
/// the part, or beside it.
#[derive(Debug)]
pub(super) struct Beside {
    pub(super) bit: u32,
    pub(super) group: u32,
}

/// Who hears that a literal is false.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct User {
    pub(super) sum: u32,
    pub(super) number: u32,
    pub(super) bit: u32,
}

/// A sum on its way into the layout: the values of its parts, and their sets unless they are too
/// many.
struct Listed<'c> {
    sum: &'c Sum,
    parts: Vec<(Vec<i64>, Option<Vec<Mask>>)>,
}

impl<'c> Listed<'c> {
    /// Nothing, if there are too many values for masks, or they lie too far apart.
    fn of(sum: &'c Sum) -> Option<Self> {
        let total = (sum.parts.len() == 1).then_some(sum.total);
        let mut width = 0_i64;
        let mut parts = Vec::with_capacity(sum.parts.len());
        for Part { is_negative, numbers } in &sum.parts {
            let sign = if *is_negative { -1 } else { 1 };
            let values = values_of(numbers)?;
            width = width.saturating_add(width_of(&values, numbers.len()));
            let (least, most) = total.map_or(ANY, |total| (sign * total, sign * total));
            let sets = list_sets(&values, numbers.len(), least, most, MOST_SETS);
            parts.push((values, sets));
        }
        (width <= WIDEST).then_some(Self { sum, parts })
    }

    /// How much there is to look at.
    fn size(&self) -> usize {
        let size = |(_, sets): &(_, Option<Vec<Mask>>)| sets.as_ref().map_or(MOST_SETS, Vec::len);
        self.parts.iter().map(size).sum()
    }
}

/// How far apart the sums of so many values can be.
fn width_of(values: &[i64], numbers: usize) -> i64 {
    let ends = values.first().zip(values.last());
    let apart = ends.map_or(0, |(first, last)| last.saturating_sub(*first));
    apart.saturating_mul(numbers as i64)
}

impl Layout {
    /// Lays out sums, with the sets of their parts. Those that are left alone are handed back.
    pub(super) fn of<'c>(
        network: &Network,
        sums: impl Iterator<Item = &'c Sum>,
    ) -> (Self, Vec<(Mask, i64)>, Vec<&'c Sum>) {
        let (mut listed, mut rest) = (Vec::new(), Vec::new());
        for sum in sums {
            match Listed::of(sum) {
                Some(sum) => listed.push(sum),
                None => rest.push(sum),
            }
        }
        listed.sort_by_key(Listed::size);
        let mut layout = Self::default();
        let mut sets = Vec::new();
        for listed in listed {
            layout.add(network, listed, &mut sets);
        }
        layout.index(network.variables());
        (layout, sets, rest)
    }

    fn add(&mut self, network: &Network, listed: Listed<'_>, sets: &mut Vec<(Mask, i64)>) {
        let Listed { sum, parts } = listed;
        let first = self.parts.len();
        for (part, (values, listed)) in sum.parts.iter().zip(parts) {
            let sign = if part.is_negative { -1 } else { 1 };
            let is_loose = listed.is_none();
            let set = |set: Mask| (set, sign * super::sets::sum_of(set, &values));
            let before = sets.len();
            sets.extend(listed.into_iter().flatten().map(set));
            let numbers = self.add_numbers(&part.numbers, &values);
            let besides = self.add_besides(network, numbers.clone(), values.len(), is_loose);
            let values_before = self.values.len();
            self.values.extend(values);
            self.parts.push(PartAt {
                sum: self.sums.len() as u32,
                sign,
                numbers,
                values: values_before..self.values.len(),
                sets: before..sets.len(),
                is_loose,
                besides,
            });
        }
        self.sums.push(SumAt { total: sum.total, parts: first..self.parts.len() });
    }

    fn add_numbers(&mut self, numbers: &[Number], values: &[i64]) -> Range<usize> {
        let before = self.numbers.len();
        for Number(choices) in numbers {
            let lits = self.lits.len() as u32;
            let mut place = 0;
            let mut mask = 0;
            for &(value, lit) in choices {
                while values[place] < value {
                    place += 1;
                }
                mask |= 1 << place;
                self.lits.push(lit);
            }
            self.numbers.push(NumberAt { lits, mask });
        }
        before..self.numbers.len()
    }

    /// Finds the groups of which exactly one is true and that have all literals of a value.
    fn add_besides(
        &mut self,
        network: &Network,
        numbers: Range<usize>,
        values: usize,
        is_loose: bool,
    ) -> Range<usize> {
        let before = self.besides.len();
        // What lies beside a single number, or beside what is not told by sets, says nothing new.
        if numbers.len() < 2 || is_loose {
            return before..before;
        }
        for bit in 0..values as u32 {
            let mut lits = numbers.clone().filter_map(|number| self.lit(number, bit));
            let Some(first) = lits.next() else { continue };
            let others: Vec<Lit> = lits.collect();
            if !are_different(first, &others) {
                continue;
            }
            for &group in network.occurrences(first) {
                let has = |lit: &Lit| network.occurrences(*lit).contains(&group);
                if network.is_exactly_one(group as usize) && others.iter().all(has) {
                    self.besides.push(Beside { bit, group });
                }
            }
        }
        before..self.besides.len()
    }

    /// Notes for each literal which sums hear of it.
    fn index(&mut self, variables: u32) {
        if self.sums.is_empty() {
            return;
        }
        self.begins = vec![0; 2 * variables as usize + 1];
        for lit in &self.lits {
            self.begins[lit.lidx() + 1] += 1;
        }
        for index in 1..self.begins.len() {
            self.begins[index] += self.begins[index - 1];
        }
        let mut next = self.begins.clone();
        self.users = vec![User::default(); self.lits.len()];
        for part in &self.parts {
            for number in part.numbers.clone() {
                let NumberAt { lits, mask } = self.numbers[number];
                for (lit, bit) in self.lits[lits as usize..].iter().zip(super::ones(mask)) {
                    let slot = &mut next[lit.lidx()];
                    let (sum, number, bit) = (part.sum, number as u32, bit as u32);
                    self.users[*slot as usize] = User { sum, number, bit };
                    *slot += 1;
                }
            }
        }
    }

    pub(super) fn users_of(&self, lit: Lit) -> &[User] {
        let index = lit.lidx();
        &self.users[self.begins[index] as usize..self.begins[index + 1] as usize]
    }

    /// The literal that says that a number has a value, if it can have it.
    pub(super) fn lit(&self, number: usize, bit: u32) -> Option<Lit> {
        let NumberAt { lits, mask } = self.numbers[number];
        let before = (mask & ((1 << bit) - 1)).count_ones();
        (mask >> bit & 1 == 1).then(|| self.lits[(lits + before) as usize])
    }
}

fn are_different(first: Lit, others: &[Lit]) -> bool {
    !others.contains(&first)
        && others.iter().enumerate().all(|(index, lit)| !others[..index].contains(lit))
}
