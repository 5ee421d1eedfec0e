//! Propagation over groups adds what follows from one group or from an overlap, and nothing else: by
//! truth tables for random systems, and by examples.

mod common;

use common::{Group, is_true, network};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use sator_model::propagate::{Contradiction, Network, Residual, Trail};
use sator_sat::Lit;

const VARIABLES: u32 = 8;

// Systems of groups, and steps.

#[derive(Debug, Clone, Copy)]
enum Step {
    Assign(Lit),
    Intersect,
}

fn lit() -> impl Strategy<Value = Lit> {
    (0..VARIABLES, any::<bool>()).prop_map(|(variable, negated)| Lit::new(variable, negated))
}

/// Literals that repeat and contradict each other now and then.
fn any_lits() -> impl Strategy<Value = Vec<Lit>> {
    vec(lit(), 0..=6)
}

/// Literals of different variables.
fn plain_lits() -> impl Strategy<Value = Vec<Lit>> {
    let variables = subsequence((0..VARIABLES).collect::<Vec<_>>(), 0..=6).prop_shuffle();
    (variables, vec(any::<bool>(), 6)).prop_map(|(variables, negated)| {
        variables.into_iter().zip(negated).map(|(it, negated)| Lit::new(it, negated)).collect()
    })
}

/// One or two groups of any kind over the same literals, with bounds up to the impossible.
fn over(lits: Vec<Lit>) -> impl Strategy<Value = Vec<Group>> {
    let number = 0..=lits.len() + 1;
    let group = (0..4_u32, number)
        .prop_map(move |(kind, number)| Group::of_kind(kind, number, lits.clone()));
    vec(group, 1..=2)
}

/// Few groups: most systems of many have no solution.
fn system(lits: impl Strategy<Value = Vec<Lit>>) -> impl Strategy<Value = Vec<Group>> {
    vec(lits.prop_flat_map(over), 0..=4).prop_map(|systems| systems.concat())
}

/// Groups that overlap and have at least one true literal, at most one, or both.
fn system_of_ones() -> impl Strategy<Value = Vec<Group>> {
    let variables: Vec<_> = (0..VARIABLES).map(Lit::positive).collect();
    let kind = select(vec![0, 1, 3]);
    let group = (kind, subsequence(variables, 1..=6))
        .prop_map(|(kind, lits)| Group::of_kind(kind, 1, lits));
    vec(group, 2..=5)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    vec(prop_oneof![3 => lit().prop_map(Step::Assign), 1 => Just(Step::Intersect)], 0..=6)
}

/// The trail at some time, and the literals that were assigned until then.
#[derive(Debug, Clone)]
struct State {
    assigned: Vec<Lit>,
    known: Result<Trail, Contradiction>,
}

impl State {
    fn after(&self, step: Step, network: &Network) -> Option<Self> {
        let mut known = self.known.clone().ok()?;
        let mut assigned = self.assigned.clone();
        let outcome = match step {
            Step::Assign(lit) => {
                assigned.push(lit);
                known.assign(network, lit)
            }
            Step::Intersect => known.intersect(network),
        };
        Some(Self { assigned, known: outcome.map(|()| known) })
    }

    /// The assignments that satisfy the groups and the assigned literals.
    fn solutions<'s>(&self, system: &'s [Group]) -> impl Iterator<Item = u32> + use<'s> {
        let assigned = self.assigned.clone();
        assignments().filter(move |&bits| {
            let holds = |group: &Group| group.holds(|lit| is_true(bits, lit));
            assigned.iter().all(|&lit| is_true(bits, lit)) && system.iter().all(holds)
        })
    }
}

/// The beginning, and the state after each step up to the first contradiction.
fn states(system: &[Group], steps: &[Step]) -> Vec<State> {
    let network = network(VARIABLES, system);
    let mut states = vec![State { assigned: Vec::new(), known: network.root() }];
    for &step in steps {
        let Some(next) = states[states.len() - 1].after(step, &network) else { break };
        states.push(next);
    }
    states
}

/// The trail after each step without a contradiction.
fn trails(system: &[Group], steps: &[Step]) -> Vec<Trail> {
    states(system, steps).into_iter().filter_map(|state| state.known.ok()).collect()
}

// Brute force.

/// All assignments, a bit for each variable.
fn assignments() -> std::ops::Range<u32> {
    0..1 << VARIABLES
}

/// The assignments that agree with what is known.
fn completions(known: &Trail) -> impl Iterator<Item = u32> {
    assignments().filter(|&bits| known.facts().iter().all(|&lit| is_true(bits, lit)))
}

fn open_lits(known: &Trail, group: &Group) -> Vec<Lit> {
    group.lits.iter().copied().filter(|&lit| known.value(lit).is_none()).collect()
}

fn true_lits(known: &Trail, group: &Group) -> usize {
    group.lits.iter().filter(|&&lit| known.value(lit) == Some(true)).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    // Every fact follows.

    #[test]
    fn every_fact_holds_in_every_solution(system in system(any_lits()), steps in steps()) {
        for state in states(&system, &steps) {
            let Ok(known) = &state.known else { continue };
            for bits in state.solutions(&system) {
                let wrong = known.facts().iter().find(|&&lit| !is_true(bits, lit));
                prop_assert_eq!(wrong, None, "in {:08b} after {:?}", bits, &state.assigned);
            }
        }
    }

    #[test]
    fn an_intersection_adds_only_facts_that_hold_in_every_solution(
        system in system_of_ones(),
        steps in steps(),
    ) {
        for state in states(&system, &[steps, vec![Step::Intersect]].concat()) {
            for bits in state.solutions(&system) {
                let known = state.known.as_ref().expect("there is a solution");
                let wrong = known.facts().iter().find(|&&lit| !is_true(bits, lit));
                prop_assert_eq!(wrong, None, "in {:08b} after {:?}", bits, &state.assigned);
            }
        }
    }

    #[test]
    fn a_contradiction_means_that_there_is_no_solution(
        system in system(any_lits()),
        steps in steps(),
    ) {
        for state in states(&system, &steps) {
            if state.known.is_err() {
                prop_assert_eq!(state.solutions(&system).next(), None, "after {:?}", &state.assigned);
            }
        }
    }

    // Facts stay.

    #[test]
    fn the_facts_are_the_literals_with_a_value(
        system in system(any_lits()),
        steps in steps(),
    ) {
        for state in states(&system, &steps) {
            let Ok(known) = &state.known else { continue };
            let mut facts = known.facts().to_vec();
            prop_assert!(state.assigned.iter().all(|lit| facts.contains(lit)));
            facts.sort_unstable();
            let lits = (0..VARIABLES).flat_map(|it| [Lit::positive(it), Lit::negative(it)]);
            let (yes, no): (Vec<_>, Vec<_>) = lits
                .filter(|&lit| known.value(lit).is_some())
                .partition(|&lit| known.value(lit) == Some(true));
            prop_assert_eq!(&no, &yes.iter().map(|&lit| !lit).collect::<Vec<_>>());
            prop_assert_eq!(facts, yes);
        }
    }

    #[test]
    fn facts_are_appended(system in system(any_lits()), steps in steps()) {
        for pair in trails(&system, &steps).windows(2) {
            prop_assert!(pair[1].facts().starts_with(pair[0].facts()));
        }
    }

    // Everything that follows from one group is found.

    #[test]
    fn when_all_is_known_every_group_holds(system in system(any_lits()), bits in assignments()) {
        let all = (0..VARIABLES).map(|variable| Lit::new(variable, bits >> variable & 1 == 0));
        let steps: Vec<_> = all.map(Step::Assign).collect();
        for known in trails(&system, &steps) {
            if known.facts().len() == VARIABLES as usize {
                let holds = |group: &Group| {
                    group.holds(|lit| known.value(lit) == Some(true))
                };
                prop_assert_eq!(system.iter().find(|it| !holds(it)), None);
            }
        }
    }

    /// A literal that occurs twice counts twice, but is not looked at as one: that at most one of `a`,
    /// `a` and `b` makes `a` false is left to a solver.
    #[test]
    fn no_group_of_different_variables_implies_an_open_literal(
        system in system(plain_lits()),
        steps in steps(),
    ) {
        for known in trails(&system, &steps) {
            for group in &system {
                let allowed: Vec<_> = completions(&known)
                    .filter(|&bits| group.holds(|lit| is_true(bits, lit)))
                    .collect();
                prop_assert!(!allowed.is_empty(), "{group:?} cannot hold");
                for lit in open_lits(&known, group) {
                    let truths = allowed.iter().filter(|&&bits| is_true(bits, lit)).count();
                    prop_assert!(0 < truths && truths < allowed.len(), "{group:?}: {lit}");
                }
            }
        }
    }

    #[test]
    fn no_group_at_its_limit_has_open_literals(
        system in system(any_lits()),
        steps in steps(),
    ) {
        for known in trails(&system, &steps) {
            for group in &system {
                let Group { least, most, .. } = *group;
                let truths = true_lits(&known, group);
                let open = open_lits(&known, group).len();
                prop_assert!(least <= truths + open && truths <= most, "{group:?}");
                let is_tight = truths == most || truths + open == least;
                prop_assert!(open == 0 || !is_tight, "{group:?}");
            }
        }
    }

    /// Groups with more than six open literals are not looked at; these have six at most.
    #[test]
    fn a_group_within_another_decides_the_rest_of_it(
        system in system_of_ones(),
        steps in steps(),
    ) {
        let last = states(&system, &[steps, vec![Step::Intersect]].concat()).pop();
        let Some(State { known: Ok(known), .. }) = &last else { return Ok(()) };
        let must = system.iter().filter(|it| it.least == 1 && true_lits(known, it) == 0);
        for some in must.map(|group| open_lits(known, group)) {
            for one in system.iter().filter(|it| it.most == 1 && it.lits.len() > 1) {
                if some.iter().all(|lit| one.lits.contains(lit)) {
                    let open = open_lits(known, one);
                    prop_assert!(open.iter().all(|lit| some.contains(lit)), "{some:?} in {one:?}");
                }
            }
        }
    }

    // Residuals.

    #[test]
    fn a_residual_means_the_same_as_its_group(
        system in system(any_lits()),
        steps in steps(),
    ) {
        let network = network(VARIABLES, &system);
        for known in trails(&system, &steps) {
            for (number, group) in system.iter().enumerate() {
                let left = known.residual(&network, number);
                let open = open_lits(&known, group);
                prop_assert_eq!(left.open as usize, open.len(), "{:?}", group);
                for bits in completions(&known) {
                    let truths = open.iter().filter(|&&lit| is_true(bits, lit)).count();
                    let holds = group.holds(|lit| is_true(bits, lit));
                    let is_left = (left.least as usize..=left.most as usize).contains(&truths);
                    prop_assert_eq!(is_left, holds, "{:?} of {:?}", left, group);
                    prop_assert!(holds || !left.is_satisfied(), "{left:?} of {group:?}");
                }
            }
        }
    }

    #[test]
    fn a_residual_that_no_completion_violates_is_satisfied(
        system in system(plain_lits()),
        steps in steps(),
    ) {
        let network = network(VARIABLES, &system);
        for known in trails(&system, &steps) {
            for (number, group) in system.iter().enumerate() {
                let mut completions = completions(&known);
                let is_kept = completions.all(|bits| group.holds(|lit| is_true(bits, lit)));
                let left = known.residual(&network, number);
                prop_assert_eq!(left.is_satisfied(), is_kept, "{:?} of {:?}", left, group);
            }
        }
    }
}

// Examples.

/// Literals from 1 as in files, negative ones with a minus.
fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_ipasir(number).unwrap()).collect()
}

fn clause(numbers: &[i32]) -> Group {
    Group::clause(lits(numbers))
}

fn at_most(bound: usize, numbers: &[i32]) -> Group {
    Group::at_most(bound, lits(numbers))
}

fn at_least(bound: usize, numbers: &[i32]) -> Group {
    Group::at_least(bound, lits(numbers))
}

fn exactly(count: usize, numbers: &[i32]) -> Group {
    Group::exactly(count, lits(numbers))
}

/// The facts after all steps without those that were assigned, in the order of variables.
fn implied(system: &[Group], steps: &[Step]) -> Result<Vec<i32>, Contradiction> {
    let State { assigned, known } = states(system, steps).pop().unwrap();
    let known = known?;
    let news = known.facts().iter().filter(|lit| !assigned.contains(lit));
    let mut news: Vec<_> = news.map(|lit| lit.to_ipasir()).collect();
    news.sort_unstable_by_key(|number| number.abs());
    Ok(news)
}

fn assign(numbers: &[i32]) -> Vec<Step> {
    lits(numbers).into_iter().map(Step::Assign).collect()
}

fn assign_and_intersect(numbers: &[i32]) -> Vec<Step> {
    [assign(numbers), vec![Step::Intersect]].concat()
}

/// Two cells that can be 1, 2, 3 or 4, as the variables 1 to 4 and 5 to 8.
#[test]
fn a_cell_with_one_value_left_has_it() {
    let system = [clause(&[1, 2, 3, 4]), at_most(1, &[1, 5]), at_most(1, &[2, 6])];
    let before = assign(&[5, 6]);
    assert_eq!(implied(&system, &before), Ok(vec![-1, -2]));
    assert_eq!(implied(&system, &[before, assign(&[-3])].concat()), Ok(vec![-1, -2, 4]));
}

/// Three cells that can be 1 or 2: variables 1 and 2, 3 and 4, 5 and 6.
#[test]
fn a_value_with_one_place_left_goes_there() {
    let cells = [at_most(1, &[1, 2]), at_most(1, &[3, 4]), at_most(1, &[5, 6])];
    let has_a_1 = [clause(&[1, 3, 5])];
    let system = [&cells[..], &has_a_1].concat();
    assert_eq!(implied(&system, &assign(&[2])), Ok(vec![-1]));
    assert_eq!(implied(&system, &assign(&[2, 4])), Ok(vec![-1, -3, 5, -6]));
}

#[test]
fn propagation_continues_to_a_fixpoint() {
    let system = [clause(&[-1, 2]), clause(&[-2, -3]), exactly(1, &[3, -4, 5]), at_most(0, &[6])];
    assert_eq!(implied(&system, &[]), Ok(vec![-6]));
    assert_eq!(implied(&system, &assign(&[1])), Ok(vec![2, -3, -6]));
    assert_eq!(implied(&system, &assign(&[1, 4])), Ok(vec![2, -3, 5, -6]));
}

#[test]
fn bounds_beyond_one_decide_the_rest_when_they_are_reached() {
    let system = [exactly(2, &[1, 2, 3, 4])];
    assert_eq!(implied(&system, &assign(&[1])), Ok(vec![]));
    assert_eq!(implied(&system, &assign(&[1, 3])), Ok(vec![-2, -4]));
    assert_eq!(implied(&system, &assign(&[-1, -3])), Ok(vec![2, 4]));
    assert_eq!(implied(&[at_least(2, &[1, 2, 3])], &assign(&[-2])), Ok(vec![1, 3]));
    assert_eq!(implied(&[at_most(2, &[1, 2, 3])], &assign(&[2, 1])), Ok(vec![-3]));
}

/// A row 1 to 4 and a box 3 to 6 overlap: a value that the row has only there is in no other cell of
/// the box.
#[test]
fn where_two_groups_overlap_one_decides_literals_of_the_other() {
    let system = [exactly(1, &[1, 2, 3, 4]), exactly(1, &[3, 4, 5, 6])];
    assert_eq!(implied(&system, &assign(&[-1, -2])), Ok(vec![]));
    assert_eq!(implied(&system, &assign_and_intersect(&[-1, -2])), Ok(vec![-5, -6]));
    assert_eq!(implied(&system, &assign_and_intersect(&[-5, -6])), Ok(vec![-1, -2]));
    assert_eq!(implied(&system, &assign_and_intersect(&[-1])), Ok(vec![]));
}

#[test]
fn an_overlap_decides_nothing_unless_one_must_and_only_one_may_be_true() {
    let before = assign_and_intersect(&[-1, -2]);
    let may = [at_most(1, &[1, 2, 3, 4]), at_most(1, &[3, 4, 5, 6])];
    assert_eq!(implied(&may, &before), Ok(vec![]));
    let two_may = [clause(&[1, 2, 3, 4]), at_most(2, &[3, 4, 5, 6])];
    assert_eq!(implied(&two_may, &before), Ok(vec![]));
    let has_one = [clause(&[1, 2, 3, 4]), at_most(1, &[3, 4, 5, 6])];
    assert_eq!(implied(&has_one, &assign_and_intersect(&[-1, 2])), Ok(vec![]));
}

/// Squares of 36 are cut into parts that meet in six.
#[test]
fn an_overlap_may_have_up_to_six_literals() {
    let numbers: Vec<_> = (1..=7).collect();
    for size in 2..=6 {
        let system = [clause(&numbers[..size]), at_most(1, &numbers[..=size])];
        assert_eq!(implied(&system, &[Step::Intersect]), Ok(vec![-numbers[size]]));
    }
}

/// Each pair of groups depends on the next pair, so that each round adds one fact.
#[test]
fn intersections_continue_to_a_fixpoint() {
    let third = [clause(&[3, 4, 8]), at_most(1, &[3, 4, 1])];
    let second = [clause(&[5, 6, 7]), at_most(1, &[5, 6, 8])];
    let first = [clause(&[1, 2]), at_most(1, &[1, 2, 7])];
    let system = [third, second, first].concat();
    assert_eq!(implied(&system, &[Step::Intersect]), Ok(vec![-1, 2, -7, -8]));
}

#[test]
fn an_intersection_can_be_a_contradiction() {
    let system = [clause(&[1, 2]), at_most(1, &[1, 2, 3]), clause(&[3])];
    assert_eq!(implied(&system, &[]), Err(Contradiction));
    let system = [clause(&[1, 2]), at_most(1, &[1, 2, 3, 4]), clause(&[3, 4])];
    assert_eq!(implied(&system, &[]), Ok(vec![]));
    assert_eq!(implied(&system, &[Step::Intersect]), Err(Contradiction));
}

#[test]
fn groups_over_the_same_literals_have_their_own_residuals() {
    let system = [clause(&[1, 2, 3]), at_most(1, &[1, 2, 3]), at_least(0, &[1, 2, 3])];
    let network = network(3, &system);
    let mut known = network.root().unwrap();
    let left = |known: &Trail| [0, 1, 2].map(|number| known.residual(&network, number));
    let residual = |least, most, open| Residual { least, most, open };
    let begin = [residual(1, 3, 3), residual(0, 1, 3), residual(0, 3, 3)];
    assert_eq!(left(&known), begin);
    assert_eq!(left(&known).map(Residual::is_satisfied), [false, false, true]);
    known.assign(&network, lits(&[-2])[0]).unwrap();
    assert_eq!(left(&known), [residual(1, 2, 2), residual(0, 1, 2), residual(0, 2, 2)]);
    known.assign(&network, lits(&[3])[0]).unwrap();
    assert_eq!(left(&known), [residual(0, 0, 0); 3]);
    assert!(left(&known).into_iter().all(Residual::is_satisfied));
}

#[test]
fn groups_over_the_same_literals_narrow_each_other() {
    let both = [at_least(2, &[1, 2, 3, 4]), at_most(2, &[1, 2, 3, 4])];
    assert_eq!(implied(&both, &assign(&[1, 2])), Ok(vec![-3, -4]));
    assert_eq!(implied(&both, &assign(&[-1, -2])), Ok(vec![3, 4]));
    let all_and_not_all = [at_least(2, &[1, 2]), at_most(1, &[1, 2])];
    assert_eq!(implied(&all_and_not_all, &[]), Err(Contradiction));
}

#[test]
fn all_and_none_of_the_same_literals_are_a_contradiction() {
    assert_eq!(implied(&[clause(&[1]), at_most(0, &[1])], &[]), Err(Contradiction));
    assert_eq!(implied(&[exactly(2, &[1, 2]), exactly(0, &[1, 2])], &[]), Err(Contradiction));
}

#[test]
fn an_impossible_group_is_a_contradiction_at_the_root() {
    for impossible in [
        [at_least(3, &[1, 2])],
        [at_least(usize::MAX, &[1, 2])],
        [exactly(3, &[1, 2])],
        [clause(&[])],
        [exactly(1, &[])],
        [at_most(0, &[1, -1])],
    ] {
        assert_eq!(implied(&impossible, &[]), Err(Contradiction), "{impossible:?}");
    }
}

#[test]
fn a_group_that_always_holds_implies_nothing() {
    let system =
        [at_least(0, &[1]), at_most(2, &[1, 2]), at_most(usize::MAX, &[1]), exactly(0, &[])];
    assert_eq!(implied(&system, &assign_and_intersect(&[3])), Ok(vec![]));
    let nothing = network(0, []).root::<sator_model::propagate::NoReasons>().unwrap();
    assert_eq!(nothing.facts(), []);
}

#[test]
fn a_literal_counts_as_often_as_it_occurs() {
    assert_eq!(implied(&[at_least(3, &[1, 1, 2])], &[]), Ok(vec![1, 2]));
    assert_eq!(implied(&[at_most(2, &[1, 1, 2, 3])], &assign(&[1])), Ok(vec![-2, -3]));
    assert_eq!(implied(&[at_most(1, &[1, 1])], &assign(&[1])), Err(Contradiction));
    assert_eq!(implied(&[exactly(1, &[1, -1, 2])], &assign(&[1])), Ok(vec![-2]));
}

#[test]
fn a_fact_may_be_assigned_again_but_not_its_opposite() {
    assert_eq!(implied(&[], &assign(&[1, -2, 1, -2])), Ok(vec![]));
    let known = trails(&[], &assign(&[1, -2, 1, -2])).pop().unwrap();
    assert_eq!(known.facts(), lits(&[1, -2]));
    assert_eq!(implied(&[], &assign(&[1, -1])), Err(Contradiction));
    assert_eq!(implied(&[clause(&[-1, 2])], &assign(&[1, -2])), Err(Contradiction));
}
