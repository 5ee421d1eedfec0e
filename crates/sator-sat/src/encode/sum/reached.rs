//! The sums that some numbers can reach, each number with a list of possible contributions.

use super::value_sets::ones;

/// The sums that numbers or parts can reach together, each with a list of possible contributions.
pub struct Reached {
    /// The prefix sums: those of all entries before each index, and of all entries.
    forward: Vec<Span>,
    /// The negated suffix sums.
    backward: Vec<Span>,
}

impl Reached {
    /// The sums of these contributions.
    pub fn by(contributions: &[Vec<i64>]) -> Self {
        let backward = contributions.iter().rev().map(|values| {
            // Negation reverses the order.
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

    /// Whether the other entries can complete this contribution to the total.
    pub fn fits(&self, index: usize, contribution: i64, total: i64) -> bool {
        let before = &self.forward[index];
        let after = &self.backward[self.backward.len() - 2 - index];
        // `before + contribution + after = total`, where `after` is stored negated.
        before.meets(after, total - contribution)
    }
}

/// A set of sums: a bit for each integer from the smallest sum on.
#[derive(Debug, Clone)]
struct Span {
    least: i64,
    bits: Vec<u64>,
}

/// The maximum width of a set of sums.
pub const WIDEST: i64 = 1 << 20;

impl Span {
    /// The sums of no entry, of the first, of the first two and so on. Values are ascending.
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

    /// Whether some sum here equals a sum of the other set plus the offset.
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
