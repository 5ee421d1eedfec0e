//! Sets of values and their distribution among numbers, compared with brute force.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::{Mask, SHARED_OUT_UP_TO, ones, sets, share_out, sum_of};

/// A limit above the number of sets.
const ALL: usize = 1 << 12;

fn sorted(mut sets: Vec<Mask>) -> Vec<Mask> {
    sets.sort_unstable();
    sets
}

/// All ways to assign each number a different value of the set, as bits.
fn ways(set: Mask, candidates: &[Mask]) -> Vec<Vec<Mask>> {
    let Some((last, others)) = candidates.split_last() else {
        return if set == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for bit in ones(set & last).map(|bit| 1 << bit) {
        let before = ways(set & !bit, others);
        all.extend(before.into_iter().map(|way| [way, vec![bit]].concat()));
    }
    all
}

/// A set of values, and as many candidate masks, each with values of the set and others.
fn shares(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = (Mask, Vec<Mask>)> {
    sizes.prop_flat_map(|size| {
        let places = subsequence((0..64).collect::<Vec<u32>>(), size);
        (places, vec(any::<(Mask, Mask)>(), size)).prop_map(|(places, candidates)| {
            let set = places.iter().fold(0, |set, place| set | 1 << place);
            // A random mask has half of the set; few numbers can often not share it.
            let some = candidates.iter().map(|(one, other)| one | other & set);
            (set, some.collect())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn all_sets_with_a_sum_within_bounds_are_found_and_no_others(
        values in subsequence((-5..=20).collect::<Vec<i64>>(), 0..=10),
        size in 0..=11_usize,
        least in -12..=60_i64,
        span in 0..=20_i64,
    ) {
        let most = least + span;
        let fits = |set: &Mask| {
            set.count_ones() as usize == size && (least..=most).contains(&sum_of(*set, &values))
        };
        let expected: Vec<Mask> = (0..1 << values.len()).filter(fits).collect();
        let found = sets(&values, size, least, most, ALL).map(sorted);
        prop_assert_eq!(found.as_ref(), Some(&expected));
        // The limit is inclusive.
        prop_assert!(sets(&values, size, least, most, expected.len()).is_some());
        if let Some(fewer) = expected.len().checked_sub(1) {
            prop_assert_eq!(sets(&values, size, least, most, fewer), None);
        }
    }

    #[test]
    fn few_numbers_share_out_a_set_in_every_way_that_there_is(
        (set, candidates) in shares(0..=SHARED_OUT_UP_TO),
        already in any::<Mask>(),
    ) {
        let ways = ways(set, &candidates);
        let mut supported = vec![already; candidates.len()];
        prop_assert_eq!(share_out(set, &candidates, &mut supported), !ways.is_empty());
        for (at, supported) in supported.into_iter().enumerate() {
            let expected = ways.iter().fold(already, |all, way| all | way[at]);
            prop_assert_eq!(supported, expected, "number {} of {:x?}", at, &candidates);
        }
    }

    /// Larger sets are not distributed exactly: each number is examined by itself.
    #[test]
    fn what_many_numbers_can_get_is_never_too_little(
        (set, candidates) in shares(SHARED_OUT_UP_TO + 1..=SHARED_OUT_UP_TO + 1),
    ) {
        let ways = ways(set, &candidates);
        let mut supported = vec![0; candidates.len()];
        let fits = share_out(set, &candidates, &mut supported);
        prop_assert!(fits || ways.is_empty());
        for way in ways {
            prop_assert!(way.iter().zip(&supported).all(|(bit, supported)| bit & supported != 0));
        }
    }
}
