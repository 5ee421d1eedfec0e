//! Random numbers that are the same everywhere: `SplitMix64` (Steele, Lea and Flood, "Fast splittable
//! pseudorandom number generators", 2014) from `rand_xoshiro`. A seed stands for the same puzzle on
//! every machine and in every version; the distributions of `rand` may change between versions, so
//! those used here are our own.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

/// A sequence of pseudorandom numbers.
#[derive(Debug, Clone)]
pub(crate) struct Dice(SplitMix64);

impl Dice {
    /// The sequence of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// Any number, each as likely as the others.
    pub(crate) fn roll(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, which is not 0, each as likely as the others.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // 2⁶⁴ is no multiple of most bounds: so many rolls would favour some numbers.
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.roll()) * u128::from(bound);
            if product as u64 >= unfair {
                return (product >> 64) as usize;
            }
        }
    }

    /// Any of the items, each as likely as the others; `None` if there is none.
    pub(crate) fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }

    /// Puts items in any order, each as likely as the others.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        self.draw(items, items.len());
    }

    /// Whether a number from 0 to 1 is below this one, which is the chance of that.
    pub(crate) fn is_below(&mut self, chance: f64) -> bool {
        // 53 bits are the precision of the number.
        ((self.roll() >> 11) as f64) < chance * (1_u64 << 53) as f64
    }

    /// Brings so many items to the front, in any order, each choice as likely as the others.
    pub(crate) fn draw<T>(&mut self, items: &mut [T], count: usize) {
        for at in 0..count.min(items.len()) {
            let other = at + self.below(items.len() - at);
            items.swap(at, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn the_sequence_is_the_published_one_and_never_changes() {
        let first = |seed| {
            let mut dice = Dice::new(seed);
            [dice.roll(), dice.roll(), dice.roll()]
        };
        assert_eq!(first(0), [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
        assert_eq!(
            first(1_234_567),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
        let mut dice = Dice::new(7);
        assert_eq!([10, 10, 10, 1000, 1].map(|bound| dice.below(bound)), [3, 0, 9, 582, 0]);
        let mut items: Vec<_> = (0..10).collect();
        dice.draw(&mut items, 4);
        assert_eq!(items[..4], [2, 5, 4, 3]);
    }

    #[test]
    fn every_number_below_a_bound_comes_up_about_as_often() {
        let mut dice = Dice::new(1);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[dice.below(6)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }

    #[test]
    fn drawing_keeps_the_items_and_draws_no_more_than_there_are() {
        let mut items: Vec<_> = (0..100).collect();
        Dice::new(3).draw(&mut items, 1000);
        assert!(!items.is_sorted(), "{items:?}");
        items.sort_unstable();
        assert!(items.into_iter().eq(0..100));
        Dice::new(3).draw(&mut [0; 0], 1);
    }
}
