//! Propagation over groups adds what follows from one group or from an overlap, and nothing else: by
//! truth tables for random systems, and by examples.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use sator_model::propagate::{Contradiction, Network, Trail};
use sator_sat::Lit;

use crate::common::{Group, is_true, network};

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

/// Literals that may repeat and contradict each other.
fn any_lits() -> BoxedStrategy<Vec<Lit>> {
    vec(lit(), 0..=6).boxed()
}

/// Literals of different variables.
fn plain_lits() -> BoxedStrategy<Vec<Lit>> {
    let variables = subsequence((0..VARIABLES).collect::<Vec<_>>(), 0..=6).prop_shuffle();
    let lits = |(variables, negated): (Vec<u32>, Vec<bool>)| {
        variables.into_iter().zip(negated).map(|(it, negated)| Lit::new(it, negated)).collect()
    };
    (variables, vec(any::<bool>(), 6)).prop_map(lits).boxed()
}

/// One or two groups of any kind over the same literals, with bounds up to the impossible.
fn over(lits: Vec<Lit>) -> impl Strategy<Value = Vec<Group>> {
    let number = 0..=lits.len() + 1;
    let group = (0..4_u32, number)
        .prop_map(move |(kind, number)| Group::of_kind(kind, number, lits.clone()));
    vec(group, 1..=2)
}

/// Few groups: most systems of many have no solution.
fn system(lits: BoxedStrategy<Vec<Lit>>) -> impl Strategy<Value = Vec<Group>> {
    vec(lits.prop_flat_map(over), 0..=4).prop_map(|systems| systems.concat())
}

/// Groups that overlap and have at least one true literal, at most one, or both.
fn system_of_ones() -> impl Strategy<Value = Vec<Group>> {
    let variables: Vec<_> = (0..VARIABLES).map(Lit::positive).collect();
    let group = (select(vec![0, 1, 3]), subsequence(variables, 1..=6))
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
    trail: Result<Trail, Contradiction>,
}

impl State {
    fn after(&self, step: Step, network: &Network) -> Option<Self> {
        let mut trail = self.trail.clone().ok()?;
        let mut assigned = self.assigned.clone();
        let outcome = match step {
            Step::Assign(lit) => {
                assigned.push(lit);
                trail.assign(network, lit)
            }
            Step::Intersect => trail.intersect(network),
        };
        Some(Self { assigned, trail: outcome.map(|()| trail) })
    }

    /// The assignments that satisfy the groups and the assigned literals.
    fn solutions(&self, system: &[Group]) -> Vec<u32> {
        let holds = |&bits: &u32| {
            self.assigned.iter().all(|&lit| is_true(bits, lit))
                && system.iter().all(|group| group.holds(|lit| is_true(bits, lit)))
        };
        assignments().filter(holds).collect()
    }
}

/// The root, and the state after each step up to the first contradiction.
fn states(system: &[Group], steps: &[Step]) -> Vec<State> {
    let network = network(VARIABLES, system);
    let mut states = vec![State { assigned: Vec::new(), trail: network.root() }];
    for &step in steps {
        let Some(next) = states[states.len() - 1].after(step, &network) else { break };
        states.push(next);
    }
    states
}

/// The trail after each step without a contradiction.
fn trails(system: &[Group], steps: &[Step]) -> Vec<Trail> {
    states(system, steps).into_iter().filter_map(|state| state.trail.ok()).collect()
}

/// All assignments, a bit for each variable.
fn assignments() -> std::ops::Range<u32> {
    0..1 << VARIABLES
}

/// The assignments that agree with the trail.
fn completions(trail: &Trail) -> Vec<u32> {
    assignments().filter(|&bits| trail.facts().iter().all(|&lit| is_true(bits, lit))).collect()
}

fn open_lits(trail: &Trail, group: &Group) -> Vec<Lit> {
    group.lits.iter().copied().filter(|&lit| trail.value(lit).is_none()).collect()
}

fn true_lits(trail: &Trail, group: &Group) -> usize {
    group.lits.iter().filter(|&&lit| trail.value(lit) == Some(true)).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_fact_holds_in_every_solution(
        system in prop_oneof![2 => system(any_lits()), 1 => system_of_ones()],
        steps in steps(),
    ) {
        for state in states(&system, &[steps, vec![Step::Intersect]].concat()) {
            let solutions = state.solutions(&system);
            match &state.trail {
                Err(Contradiction) => prop_assert_eq!(solutions, Vec::<u32>::new()),
                Ok(trail) => for bits in solutions {
                    let wrong = trail.facts().iter().find(|&&lit| !is_true(bits, lit));
                    prop_assert_eq!(wrong, None, "in {:08b} after {:?}", bits, &state.assigned);
                },
            }
        }
    }

    #[test]
    fn facts_are_appended_and_are_the_literals_with_a_value(
        system in system(any_lits()),
        steps in steps(),
    ) {
        let mut before = Vec::new();
        for state in states(&system, &steps) {
            let Ok(trail) = &state.trail else { continue };
            let mut facts = trail.facts().to_vec();
            prop_assert!(facts.starts_with(&before));
            before.clone_from(&facts);
            prop_assert!(state.assigned.iter().all(|lit| facts.contains(lit)));
            facts.sort_unstable();
            let lits = (0..VARIABLES).flat_map(|it| [Lit::positive(it), Lit::negative(it)]);
            let (yes, no): (Vec<_>, Vec<_>) = lits
                .filter(|&lit| trail.value(lit).is_some())
                .partition(|&lit| trail.value(lit) == Some(true));
            prop_assert_eq!(&no, &yes.iter().map(|&lit| !lit).collect::<Vec<_>>());
            prop_assert_eq!(facts, yes);
        }
    }

    /// A literal that occurs twice counts twice, but is not looked at as one: that at most one of `a`,
    /// `a` and `b` makes `a` false is left to a solver.
    #[test]
    fn no_group_of_different_variables_implies_an_open_literal(
        system in system(plain_lits()),
        steps in steps(),
    ) {
        for trail in trails(&system, &steps) {
            for group in &system {
                let mut allowed = completions(&trail);
                allowed.retain(|&bits| group.holds(|lit| is_true(bits, lit)));
                prop_assert!(!allowed.is_empty(), "{group:?} cannot hold");
                for lit in open_lits(&trail, group) {
                    let truths = allowed.iter().filter(|&&bits| is_true(bits, lit)).count();
                    prop_assert!(0 < truths && truths < allowed.len(), "{group:?}: {lit}");
                }
            }
        }
    }

    /// Groups with more than six open literals are not looked at; these have six at most.
    #[test]
    fn a_group_within_another_decides_the_rest_of_it(system in system_of_ones(), steps in steps()) {
        let last = states(&system, &[steps, vec![Step::Intersect]].concat()).pop();
        let Some(State { trail: Ok(trail), .. }) = &last else { return Ok(()) };
        let must = system.iter().filter(|it| it.least == 1 && true_lits(trail, it) == 0);
        for some in must.map(|group| open_lits(trail, group)) {
            for one in system.iter().filter(|it| it.most == 1 && it.lits.len() > 1) {
                if some.iter().all(|lit| one.lits.contains(lit)) {
                    let open = open_lits(trail, one);
                    prop_assert!(open.iter().all(|lit| some.contains(lit)), "{some:?} in {one:?}");
                }
            }
        }
    }

    #[test]
    fn a_residual_means_the_same_as_its_group(system in system(any_lits()), steps in steps()) {
        let network = network(VARIABLES, &system);
        for trail in trails(&system, &steps) {
            for (number, group) in system.iter().enumerate() {
                let left = trail.residual(&network, number);
                let open = open_lits(&trail, group);
                prop_assert_eq!(left.open as usize, open.len(), "{:?}", group);
                let is_tight = left.most == 0 || left.least == left.open;
                prop_assert!(open.is_empty() || !is_tight || left.is_satisfied(), "{group:?}");
                for bits in completions(&trail) {
                    let truths = open.iter().filter(|&&lit| is_true(bits, lit)).count() as u32;
                    let holds = group.holds(|lit| is_true(bits, lit));
                    let is_left = (left.least..=left.most).contains(&truths);
                    prop_assert_eq!(is_left, holds, "{:?} of {:?}", left, group);
                    prop_assert!(holds || !left.is_satisfied(), "{left:?} of {group:?}");
                }
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
    let State { assigned, trail } = states(system, steps).pop().unwrap();
    let trail = trail?;
    let news = trail.facts().iter().filter(|lit| !assigned.contains(lit));
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
fn a_literal_counts_as_often_as_it_occurs() {
    assert_eq!(implied(&[at_least(3, &[1, 1, 2])], &[]), Ok(vec![1, 2]));
    assert_eq!(implied(&[at_most(2, &[1, 1, 2, 3])], &assign(&[1])), Ok(vec![-2, -3]));
    assert_eq!(implied(&[at_most(1, &[1, 1])], &assign(&[1])), Err(Contradiction));
    assert_eq!(implied(&[exactly(1, &[1, -1, 2])], &assign(&[1])), Ok(vec![-2]));
}
