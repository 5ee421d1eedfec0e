//! Value sets of sums exclude no value that some solution has, and for one sum all others. The
//! expected values come from brute force.

mod common;

use common::{Group, System, part};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use sator_model::constraint::Form;
use sator_model::propagate::{Contradiction, Kernel, Trail};
use sator_sat::Lit;
use sator_sat::constraint::{Number, Part, Sum};

// Numbers with sums and groups.

#[derive(Debug, Clone)]
struct Numbers {
    numbers: Vec<Number>,
    groups: Vec<Group>,
    sums: Vec<Sum>,
    /// The literals that are false from the beginning.
    gone: Vec<Lit>,
}

/// Whether the value of a variable is chosen where it is false, so that confused signs are found.
fn is_turned(variable: u32) -> bool {
    variable % 3 == 2
}

/// Numbers by their places that are added or taken away.
type Places = (bool, Vec<usize>);

impl Numbers {
    /// Numbers with these values, and that each of them has exactly one.
    fn of(values: &[Vec<i64>]) -> Self {
        let mut lits = (0..).map(|variable| Lit::new(variable, is_turned(variable)));
        let number = |values: &Vec<i64>| Number(values.iter().copied().zip(&mut lits).collect());
        let numbers: Vec<_> = values.iter().map(number).collect();
        let one =
            |number: &Number| Group::exactly(1, number.0.iter().map(|&(_, lit)| lit).collect());
        let groups = numbers.iter().map(one).collect();
        Self { numbers, groups, sums: Vec::new(), gone: Vec::new() }
    }

    fn variables(&self) -> u32 {
        self.numbers.iter().map(|number| number.0.len() as u32).sum()
    }

    /// The literals that say that one of these numbers has the value.
    fn lits(&self, places: &[usize], value: i64) -> Vec<Lit> {
        let values = places.iter().flat_map(|&place| &self.numbers[place].0);
        values.filter(|it| it.0 == value).map(|&(_, lit)| lit).collect()
    }

    fn values(&self, places: &[usize]) -> Vec<i64> {
        let values = places.iter().flat_map(|&place| &self.numbers[place].0);
        let mut values: Vec<_> = values.map(|it| it.0).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Adds a sum, and that the numbers of its parts differ.
    fn add(&mut self, parts: &[Places], total: i64) {
        for (_, places) in parts {
            for value in self.values(places) {
                let lits = self.lits(places, value);
                self.groups.push(Group::at_most(1, lits));
            }
        }
        let part = |(is_negative, places): &Places| Part {
            is_negative: *is_negative,
            numbers: places.iter().map(|&place| self.numbers[place].clone()).collect(),
        };
        let parts = parts.iter().map(part).collect();
        self.sums.push(Sum { parts, total });
    }

    /// Adds that these numbers have each value once.
    fn add_house(&mut self, house: &[usize]) {
        for value in self.values(house) {
            let lits = self.lits(house, value);
            self.groups.push(Group::exactly(1, lits));
        }
    }

    fn kernel(&self) -> Kernel {
        let mut system = System::new(self.variables(), self.groups.clone());
        self.sums.iter().for_each(|sum| system.add(part(Form::Sum(sum.clone()))));
        system.kernel()
    }

    /// All ways to give each number one of its values that satisfy every constraint, without these
    /// literals and those that are gone from the beginning; as the literals that are chosen.
    fn models(&self, lost: &[Lit]) -> Vec<Vec<Lit>> {
        let mut models = vec![Vec::new()];
        for number in &self.numbers {
            let lits = number.0.iter().map(|&(_, lit)| lit);
            let left = lits.filter(|lit| !lost.contains(lit) && !self.gone.contains(lit));
            let left: Vec<_> = left.collect();
            let with = |model: &Vec<Lit>, lit| [model.as_slice(), &[lit]].concat();
            models = models
                .iter()
                .flat_map(|model| left.iter().map(move |&lit| with(model, lit)))
                .collect();
        }
        let holds = |model: &Vec<Lit>| {
            let is_true = |lit| model.contains(&lit);
            let sums = self.sums.iter().map(|sum| Form::Sum(sum.clone()));
            self.groups.iter().all(|it| it.holds(is_true))
                && sums.into_iter().all(|it| it.holds(&is_true))
        };
        models.retain(holds);
        models
    }
}

/// The trail at the first fixpoint, and again after each literal that is lost, until there is a
/// contradiction; with the literals that were lost until then.
fn settled<'l>(
    system: &Numbers,
    lost: &'l [Lit],
) -> Vec<(&'l [Lit], Result<Trail, Contradiction>)> {
    let mut kernel = system.kernel();
    let network = kernel.network().clone();
    let mut settle = |mut known: Trail, lost: &[Lit]| {
        for &lit in lost {
            known.assign(&network, !lit)?;
        }
        kernel.propagate(&mut known, &|| false)?;
        Ok(known)
    };
    let mut known = network.root().and_then(|known| settle(known, &system.gone));
    let mut states = vec![(&lost[..0], known.clone())];
    for number in 1..=lost.len() {
        let Ok(before) = known else { break };
        known = settle(before, &lost[number - 1..number]);
        states.push((&lost[..number], known.clone()));
    }
    states
}

/// Every fact is true in every model.
fn is_sound(system: &Numbers, lost: &[Lit]) -> Result<(), TestCaseError> {
    for (lost, known) in settled(system, lost) {
        let models = system.models(lost);
        let Ok(known) = known else {
            prop_assert_eq!(models, Vec::<Vec<Lit>>::new(), "without {:?}", lost);
            break;
        };
        for &fact in known.facts() {
            // Every variable belongs to a literal that is chosen or not.
            let is_choice = fact.is_neg() == is_turned(fact.vidx32());
            let choice = if is_choice { fact } else { !fact };
            let wrong = models.iter().find(|model| model.contains(&choice) != is_choice);
            prop_assert_eq!(wrong, None, "{} without {:?}", fact, lost);
        }
    }
    Ok(())
}

/// A literal that is true in no model is known to be false.
fn is_complete(system: &Numbers, lost: &[Lit]) -> Result<(), TestCaseError> {
    for (lost, known) in settled(system, lost) {
        let models = system.models(lost);
        prop_assert_eq!(known.is_err(), models.is_empty(), "without {:?}", lost);
        let Ok(known) = known else { break };
        for lit in system.numbers.iter().flat_map(|number| &number.0).map(|&(_, lit)| lit) {
            let is_open = known.value(lit) != Some(false);
            let is_possible = models.iter().any(|model| model.contains(&lit));
            prop_assert_eq!(is_open, is_possible, "{} without {:?}", lit, lost);
        }
    }
    Ok(())
}

// Random ones.

/// A few values from -2 to 6.
fn values() -> impl Strategy<Value = Vec<i64>> {
    prop_oneof![
        2 => subsequence((-2..=6).collect::<Vec<i64>>(), 2..=5),
        1 => (2..=6_i64).prop_map(|most| (1..=most).collect()),
    ]
}

/// Many sums have a solution: those near a total that is reached.
fn slip() -> impl Strategy<Value = i64> {
    prop_oneof![4 => Just(0), 1 => -3..=3_i64]
}

/// Literals of numbers to be ruled out one after the other, by their places.
fn losses() -> impl Strategy<Value = Vec<(Index, Index)>> {
    vec(any::<(Index, Index)>(), 0..=5)
}

fn lost(system: &Numbers, losses: &[(Index, Index)]) -> Vec<Lit> {
    let lost = |(number, value): &(Index, Index)| value.get(&number.get(&system.numbers).0).1;
    losses.iter().map(lost).collect()
}

/// A sum over some of the numbers in up to two parts, whose total is that of some values, or near.
#[derive(Debug, Clone)]
struct Drawn {
    places: Vec<Index>,
    signs: (bool, bool),
    /// How many are in the first part.
    cut: Index,
    picks: Vec<Index>,
    slip: i64,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let parts = (vec(any::<Index>(), 1..=6), any::<(bool, bool)>(), any::<Index>());
    (parts, vec(any::<Index>(), 6), slip()).prop_map(|((places, signs, cut), picks, slip)| Drawn {
        places,
        signs,
        cut,
        picks,
        slip,
    })
}

impl Drawn {
    fn parts(&self, numbers: usize) -> Vec<Places> {
        let mut places: Vec<usize> = Vec::new();
        for place in self.places.iter().map(|it| it.index(numbers)) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let (first, second) = places.split_at(self.cut.index(places.len() + 1));
        let parts = [(self.signs.0, first.to_vec()), (self.signs.1, second.to_vec())];
        parts.into_iter().filter(|(_, places)| !places.is_empty()).collect()
    }

    fn total(&self, parts: &[Places], system: &Numbers) -> i64 {
        let mut total = self.slip;
        for (is_negative, places) in parts {
            let mut taken = Vec::new();
            for (&place, pick) in places.iter().zip(&self.picks) {
                // Different ones where that can be.
                let values = || system.numbers[place].0.iter().map(|it| it.0);
                let free: Vec<_> = values().filter(|it| !taken.contains(it)).collect();
                let value =
                    if free.is_empty() { values().next().unwrap() } else { *pick.get(&free) };
                taken.push(value);
                total += if *is_negative { -value } else { value };
            }
        }
        total
    }
}

fn with_sums(numbers: &[Vec<i64>], sums: &[Drawn]) -> Numbers {
    let mut system = Numbers::of(numbers);
    for drawn in sums {
        let parts = drawn.parts(numbers.len());
        let total = drawn.total(&parts, &system);
        system.add(&parts, total);
    }
    system
}

/// Some sums over some numbers that have little to do with each other.
fn loose() -> impl Strategy<Value = Numbers> {
    (vec(values(), 2..=5), vec(drawn(), 1..=3))
        .prop_map(|(numbers, sums)| with_sums(&numbers, &sums))
}

/// A house of numbers that have each value once, with another that overlaps it or not, and sums of
/// some of them.
fn housed() -> impl Strategy<Value = Numbers> {
    let sizes = select(&[(3, 4), (4, 5), (4, 6), (5, 5), (3, 6)]);
    (sizes, vec(drawn(), 1..=3)).prop_map(|((size, all), sums)| {
        let numbers: Vec<Vec<i64>> = vec![(1..=size as i64).collect(); all];
        let mut system = with_sums(&numbers, &sums);
        let houses = [(0..size).collect::<Vec<_>>(), (all - size..all).collect()];
        for house in &houses {
            system.add_house(house);
        }
        system
    })
}

/// One sum of up to six numbers in one part.
fn alone() -> impl Strategy<Value = Numbers> {
    (vec(values(), 1..=6), drawn()).prop_map(|(numbers, drawn)| {
        let mut system = Numbers::of(&numbers);
        let parts = [(drawn.signs.0, (0..numbers.len()).collect())];
        let total = drawn.total(&parts, &system);
        system.add(&parts, total);
        system
    })
}

/// Of each number a few values are left, from the one at each place.
fn leave_few(system: &mut Numbers, from: &[Index]) {
    const LEFT: usize = 2;
    for (Number(values), from) in system.numbers.iter().zip(from) {
        let from = from.index(values.len() - LEFT + 1);
        let is_gone = |at: &usize| !(from..from + LEFT).contains(at);
        system.gone.extend((0..values.len()).filter(is_gone).map(|at| values[at].1));
    }
}

/// More sets than are listed: six of sixteen values in two parts each, or eight of 24.
fn of_many_sets() -> impl Strategy<Value = Numbers> {
    (any::<bool>(), vec(any::<Index>(), 8), drawn()).prop_map(|(is_one, from, drawn)| {
        let (most, numbers) = if is_one { (24, 8) } else { (16, 7) };
        let mut system = Numbers::of(&vec![(1..=most).collect(); numbers]);
        leave_few(&mut system, &from);
        let parts = if is_one {
            vec![(drawn.signs.0, (0..8).collect())]
        } else {
            vec![(drawn.signs.0, (0..6).collect()), (drawn.signs.1, vec![6])]
        };
        let models = system.models(&[]);
        let model = drawn.cut.get(&models);
        let weight = |(is_negative, places): &Places| {
            let values = places.iter().flat_map(|&place| &system.numbers[place].0);
            let sum: i64 = values.filter(|it| model.contains(&it.1)).map(|it| it.0).sum();
            if *is_negative { -sum } else { sum }
        };
        let total = parts.iter().map(weight).sum::<i64>() + drawn.slip;
        system.add(&parts, total);
        system
    })
}

/// More numbers than are tried in every order.
fn long() -> impl Strategy<Value = Numbers> {
    let values = subsequence((1..=9).collect::<Vec<i64>>(), 2..=3);
    (vec(values, 7..=8), drawn()).prop_map(|(numbers, drawn)| {
        let mut system = Numbers::of(&numbers);
        let parts = [(drawn.signs.0, (0..numbers.len()).collect())];
        let picks = drawn.picks.iter().cycle().take(numbers.len()).copied().collect();
        let total = Drawn { picks, ..drawn }.total(&parts, &system);
        system.add(&parts, total);
        system
    })
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 256, failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_value_of_a_solution_is_excluded(system in loose(), losses in losses()) {
        is_sound(&system, &lost(&system, &losses))?;
    }

    #[test]
    fn no_value_of_a_solution_is_excluded_in_a_house(
        system in housed(),
        losses in losses(),
    ) {
        is_sound(&system, &lost(&system, &losses))?;
    }

    #[test]
    fn one_sum_of_few_numbers_keeps_only_the_values_of_its_solutions(
        system in alone(),
        losses in losses(),
    ) {
        let lost = lost(&system, &losses);
        is_sound(&system, &lost)?;
        is_complete(&system, &lost)?;
    }

    #[test]
    fn one_sum_of_two_parts_keeps_only_the_values_of_its_solutions(
        numbers in vec(values(), 2..=5),
        drawn in drawn(),
        losses in losses(),
    ) {
        let system = with_sums(&numbers, &[drawn]);
        is_complete(&system, &lost(&system, &losses))?;
    }

    #[test]
    fn a_sum_of_too_many_sets_keeps_its_solutions(system in of_many_sets()) {
        is_sound(&system, &[])?;
    }

    #[test]
    fn a_sum_of_many_numbers_keeps_its_solutions(system in long(), losses in losses()) {
        is_sound(&system, &lost(&system, &losses))?;
    }
}

/// The trail of a system that has a solution.
fn known(system: &Numbers) -> Trail {
    settled(system, &[]).remove(0).1.unwrap()
}

/// The values that a number can still have.
fn open(Number(values): &Number, known: &Trail) -> Vec<i64> {
    values.iter().filter(|it| known.value(it.1) != Some(false)).map(|it| it.0).collect()
}

/// Of eight different values up to 24 there are some 18,000 sets that come to 100.
#[test]
fn where_sets_are_too_many_bounds_are_propagated() {
    let mut system = Numbers::of(&vec![(1..=24).collect(); 8]);
    let (last, others) = system.numbers.split_last().unwrap();
    let small = others.iter().flat_map(|number| &number.0).filter(|it| it.0 < 12);
    system.gone = small.map(|it| it.1).collect();
    let last = last.clone();
    system.add(&[(false, (0..8).collect())], 100);
    assert_eq!(open(&last, &known(&system)), (1..=16).collect::<Vec<_>>());
}

#[test]
fn more_values_than_a_mask_has_bits_are_narrowed_by_bounds() {
    let values = |first: i64| (first..first + 30).collect::<Vec<_>>();
    let mut system = Numbers::of(&[values(0), values(30), values(60)]);
    system.add(&[(false, vec![0, 1, 2])], 91);
    let bounded = known(&system);
    assert_eq!(open(&system.numbers[0], &bounded), [0, 1]);
    // As many as it has are not too many: only the smallest come to this.
    let mut system = Numbers::of(&[values(0), (30..64).collect()]);
    system.add(&[(false, vec![0, 1])], 30);
    let known = known(&system);
    assert_eq!(system.numbers.iter().map(|it| open(it, &known)).collect::<Vec<_>>(), [[0], [30]]);
}

#[test]
fn the_last_bit_of_a_mask_is_a_value_like_the_others() {
    let mut system = Numbers::of(&vec![(0..64).collect(); 2]);
    system.add(&[(false, vec![0, 1])], 125);
    let known = known(&system);
    assert!(system.numbers.iter().all(|number| open(number, &known) == [62, 63]));
}

/// Of four numbers with each value once, two that make 3 take 1 and 2 from the others; and two that
/// make 5 are 1 and 4 when the others have lost the 4.
#[test]
fn the_rest_of_a_house_narrows_a_part_and_the_part_the_rest() {
    let house = [0, 1, 2, 3];
    let housed = |total| {
        let mut system = Numbers::of(&vec![(1..=4).collect(); 4]);
        system.add_house(&house);
        system.add(&[(false, vec![0, 1])], total);
        system
    };
    let system = housed(3);
    let with = known(&system);
    assert_eq!(open(&system.numbers[3], &with), [3, 4]);
    // Without the sum it is not found: groups have no naked pairs.
    let mut without = system.clone();
    without.sums.clear();
    without.gone = [0, 1].map(|place| system.lits(&[place], 3)).concat();
    without.gone.extend([0, 1].map(|place| system.lits(&[place], 4)).concat());
    assert_eq!(open(&without.numbers[3], &known(&without)), [1, 2, 3, 4]);
    // The part is narrowed when the rest of the house is.
    let system = housed(5);
    let missing = system.lits(&[2, 3], 4);
    let (_, last) = settled(&system, &missing).pop().unwrap();
    assert_eq!(open(&system.numbers[0], &last.unwrap()), [1, 4]);
}

#[test]
fn an_empty_sum_is_zero() {
    let nothing = |parts: &[Places], total| {
        let mut system = Numbers::of(&[]);
        system.add(parts, total);
        settled(&system, &[]).remove(0).1.is_ok()
    };
    for parts in [&[][..], &[(false, vec![])], &[(false, vec![]), (true, vec![])]] {
        assert!(nothing(parts, 0));
        assert!(!nothing(parts, 1));
    }
}
