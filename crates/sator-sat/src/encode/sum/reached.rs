//! The sums that some numbers can reach, each number with a list of possible contributions.

use super::value_sets::ones;

/// What numbers or parts can come to together, of which each has a list of contributions.
pub struct Reached {
    /// The sums of all before each one, and of all.
    forward: Vec<Span>,
    /// The same from the end, counted down.
    backward: Vec<Span>,
}

impl Reached {
    /// The sums of these contributions.
    pub fn by(contributions: &[Vec<i64>]) -> Self {
        let backward = contributions.iter().rev().map(|values| {
            // Counted down, a sum is the more the less it is.
            values.iter().rev().map(|value| -value).collect::<Vec<_>>()
        });
        Self {
            forward: Span::added_up(contributions.iter().cloned()),
            backward: Span::added_up(backward),
        }
    }

    /// The sums of all, ascending.
    pub fn all(&self) -> Vec<i64> {
        self.forward.last().map_or_else(Vec::new, Span::sums)
    }

    /// Whether the others can bring a contribution of this one to the total.
    pub fn fits(&self, index: usize, contribution: i64, total: i64) -> bool {
        let before = &self.forward[index];
        let after = &self.backward[self.backward.len() - 2 - index];
        // What is before and what is after, counted down, are the same up to the rest.
        before.meets(after, total - contribution)
    }
}

/// A collection of sums: a bit for each from the least on.
#[derive(Debug, Clone)]
struct Span {
    least: i64,
    bits: Vec<u64>,
}

/// Sums that lie farther apart are not collected.
pub const WIDEST: i64 = 1 << 20;

impl Span {
    /// The sums of none, of the first, of the first two and so on. Values are ascending.
    fn added_up(contributions: impl Iterator<Item = Vec<i64>>) -> Vec<Self> {
        let mut all = vec![Self { least: 0, bits: vec![1] }];
        for values in contributions {
            let next = all[all.len() - 1].plus(&values);
            all.push(next);
        }
        all
    }

    fn plus(&self, values: &[i64]) -> Self {
        let (Some(first), Some(last)) = (values.first(), values.last()) else {
            return Self { least: self.least, bits: vec![0; self.bits.len()] };
        };
        let mut bits = vec![0; self.bits.len() + (last - first) as usize / 64 + 1];
        for value in values {
            let (words, shift) = ((value - first) as usize / 64, (value - first) as u32 % 64);
            for (at, &word) in self.bits.iter().enumerate() {
                bits[at + words] |= word << shift;
                if shift > 0 {
                    bits[at + words + 1] |= word >> (64 - shift);
                }
            }
        }
        Self { least: self.least + first, bits }
    }

    /// Ascending.
    fn sums(&self) -> Vec<i64> {
        let words = (0..).zip(&self.bits);
        let places = words.flat_map(|(at, &word)| ones(word).map(move |bit| at * 64 + bit as i64));
        places.map(|place| self.least + place).collect()
    }

    /// Whether some sum here is as much as one there and the offset.
    fn meets(&self, other: &Self, offset: i64) -> bool {
        let ahead = other.least + offset - self.least;
        let (early, late, ahead) =
            if ahead >= 0 { (self, other, ahead) } else { (other, self, -ahead) };
        let (words, shift) = (ahead as usize / 64, ahead as u32 % 64);
        late.bits.iter().enumerate().any(|(at, &word)| {
            let word_at = |at: usize| early.bits.get(at).copied().unwrap_or(0);
            let upper = if shift > 0 { word_at(at + words + 1) << (64 - shift) } else { 0 };
            word & (word_at(at + words) >> shift | upper) != 0
        })
    }
}
