//! Propagation concludes what follows at once, and nothing else: truth tables for random systems
//! of constraints, and the steps that people take by hand.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use sator_model::propagate::{Contradiction, Knowledge, Network, Remainder};
use sator_sat::constraint::Count;
use sator_sat::{Constraint, Lit};

const VARIABLES: u32 = 8;

// Systems of constraints, and what happens to them.

#[derive(Debug, Clone, Copy)]
enum Step {
    Learn(Lit),
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

/// One or two constraints of any kind over the same literals, with bounds up to the impossible.
fn over(lits: Vec<Lit>) -> impl Strategy<Value = Vec<Constraint>> {
    let number = 0..=lits.len() + 1;
    let constraint = (0..4, number).prop_map(move |(kind, number)| {
        let lits = lits.clone();
        match kind {
            0 => Constraint::Clause(lits),
            1 => Constraint::AtMost { lits, bound: number },
            2 => Constraint::AtLeast { lits, bound: number },
            _ => Constraint::Exactly { lits, count: number },
        }
    });
    vec(constraint, 1..=2)
}

/// Few constraints, as most systems of many have no answer, of which all would be true.
fn system(lits: impl Strategy<Value = Vec<Lit>>) -> impl Strategy<Value = Vec<Constraint>> {
    vec(lits.prop_flat_map(over), 0..=4).prop_map(|systems| systems.concat())
}

/// Groups that overlap and have at least one true literal, at most one, or both.
fn system_of_ones() -> impl Strategy<Value = Vec<Constraint>> {
    let variables: Vec<_> = (0..VARIABLES).map(Lit::positive).collect();
    let constraint = (0..3, subsequence(variables, 1..=6)).prop_map(|(kind, lits)| match kind {
        0 => Constraint::Clause(lits),
        1 => Constraint::at_most_one(lits),
        _ => Constraint::Exactly { lits, count: 1 },
    });
    vec(constraint, 2..=5)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    vec(prop_oneof![3 => lit().prop_map(Step::Learn), 1 => Just(Step::Intersect)], 0..=6)
}

/// What is known at some time, from the constraints and from what was learnt until then.
#[derive(Debug, Clone)]
struct State {
    learnt: Vec<Lit>,
    known: Result<Knowledge, Contradiction>,
}

impl State {
    fn after(&self, step: Step, network: &Network) -> Option<Self> {
        let mut known = self.known.clone().ok()?;
        let mut learnt = self.learnt.clone();
        let outcome = match step {
            Step::Learn(lit) => {
                learnt.push(lit);
                known.learn(network, lit)
            }
            Step::Intersect => known.intersect(network),
        };
        Some(Self { learnt, known: outcome.map(|()| known) })
    }

    /// The assignments that satisfy the constraints and what was learnt.
    fn answers<'s>(&self, system: &'s [Constraint]) -> impl Iterator<Item = u32> + use<'s> {
        let learnt = self.learnt.clone();
        assignments().filter(move |&bits| {
            let holds = |constraint: &Constraint| constraint.holds(|lit| is_true(bits, lit));
            learnt.iter().all(|&lit| is_true(bits, lit)) && system.iter().all(holds)
        })
    }
}

/// What a constraint counts; all of these do nothing else.
fn count(constraint: &Constraint) -> Count<'_> {
    constraint.count().expect("it counts")
}

fn network(system: &[Constraint]) -> Network {
    Network::new(VARIABLES, system.iter().map(count))
}

/// The beginning, and the state after each step up to the first contradiction.
fn states(system: &[Constraint], steps: &[Step]) -> Vec<State> {
    let network = network(system);
    let mut states = vec![State { learnt: Vec::new(), known: network.begin() }];
    for &step in steps {
        let Some(next) = states[states.len() - 1].after(step, &network) else { break };
        states.push(next);
    }
    states
}

/// What is known after each step that brought no contradiction.
fn knowledge(system: &[Constraint], steps: &[Step]) -> Vec<Knowledge> {
    states(system, steps).into_iter().filter_map(|state| state.known.ok()).collect()
}

// The truth, by trying.

/// All assignments, a bit for each variable.
fn assignments() -> std::ops::Range<u32> {
    0..1 << VARIABLES
}

fn is_true(bits: u32, lit: Lit) -> bool {
    (bits >> lit.vidx32() & 1 == 1) == lit.is_pos()
}

/// The assignments that agree with what is known.
fn completions(known: &Knowledge) -> impl Iterator<Item = u32> {
    assignments().filter(|&bits| known.facts().iter().all(|&lit| is_true(bits, lit)))
}

fn open_lits(known: &Knowledge, constraint: &Constraint) -> Vec<Lit> {
    constraint.lits().into_iter().filter(|&lit| known.value(lit).is_none()).collect()
}

fn true_lits(known: &Knowledge, constraint: &Constraint) -> usize {
    constraint.lits().iter().filter(|&&lit| known.value(lit) == Some(true)).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    // Nothing is concluded that does not follow.

    #[test]
    fn every_conclusion_holds_in_every_answer(system in system(any_lits()), steps in steps()) {
        for state in states(&system, &steps) {
            let Ok(known) = &state.known else { continue };
            for bits in state.answers(&system) {
                let wrong = known.facts().iter().find(|&&lit| !is_true(bits, lit));
                prop_assert_eq!(wrong, None, "in {:08b} after {:?}", bits, &state.learnt);
            }
        }
    }

    #[test]
    fn an_intersection_concludes_what_holds_in_every_answer(
        system in system_of_ones(),
        steps in steps(),
    ) {
        for state in states(&system, &[steps, vec![Step::Intersect]].concat()) {
            for bits in state.answers(&system) {
                let known = state.known.as_ref().expect("there is an answer");
                let wrong = known.facts().iter().find(|&&lit| !is_true(bits, lit));
                prop_assert_eq!(wrong, None, "in {:08b} after {:?}", bits, &state.learnt);
            }
        }
    }

    #[test]
    fn a_contradiction_means_that_there_is_no_answer(
        system in system(any_lits()),
        steps in steps(),
    ) {
        for state in states(&system, &steps) {
            if state.known.is_err() {
                prop_assert_eq!(state.answers(&system).next(), None, "after {:?}", &state.learnt);
            }
        }
    }

    // What is known is told, and stays known.

    #[test]
    fn facts_are_what_has_a_value_and_what_was_learnt_is_among_them(
        system in system(any_lits()),
        steps in steps(),
    ) {
        for state in states(&system, &steps) {
            let Ok(known) = &state.known else { continue };
            let mut facts = known.facts().to_vec();
            prop_assert!(state.learnt.iter().all(|lit| facts.contains(lit)));
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
    fn facts_are_added_behind_those_before(system in system(any_lits()), steps in steps()) {
        for pair in knowledge(&system, &steps).windows(2) {
            prop_assert!(pair[1].facts().starts_with(pair[0].facts()));
        }
    }

    // All that follows from one constraint is found.

    #[test]
    fn where_all_is_known_every_constraint_holds(system in system(any_lits()), bits in assignments()) {
        let all = (0..VARIABLES).map(|variable| Lit::new(variable, bits >> variable & 1 == 0));
        let steps: Vec<_> = all.map(Step::Learn).collect();
        for known in knowledge(&system, &steps) {
            if known.facts().len() == VARIABLES as usize {
                let holds = |constraint: &Constraint| {
                    constraint.holds(|lit| known.value(lit) == Some(true))
                };
                prop_assert_eq!(system.iter().find(|it| !holds(it)), None);
            }
        }
    }

    /// A literal that is named twice counts twice, but is not looked at as one: that at most one of
    /// `a`, `a` and `b` makes `a` false is left to a solver.
    #[test]
    fn no_constraint_that_names_variables_once_forces_what_is_open(
        system in system(plain_lits()),
        steps in steps(),
    ) {
        for known in knowledge(&system, &steps) {
            for constraint in &system {
                let allowed: Vec<_> = completions(&known)
                    .filter(|&bits| constraint.holds(|lit| is_true(bits, lit)))
                    .collect();
                prop_assert!(!allowed.is_empty(), "{constraint:?} cannot hold");
                for lit in open_lits(&known, constraint) {
                    let truths = allowed.iter().filter(|&&bits| is_true(bits, lit)).count();
                    prop_assert!(0 < truths && truths < allowed.len(), "{constraint:?}: {lit}");
                }
            }
        }
    }

    #[test]
    fn no_constraint_is_overdrawn_or_just_kept_with_literals_open(
        system in system(any_lits()),
        steps in steps(),
    ) {
        for known in knowledge(&system, &steps) {
            for constraint in &system {
                let Count { least, most, .. } = count(constraint);
                let truths = true_lits(&known, constraint);
                let open = open_lits(&known, constraint).len();
                prop_assert!(least <= truths + open && truths <= most, "{constraint:?}");
                let is_tight = truths == most || truths + open == least;
                prop_assert!(open == 0 || !is_tight, "{constraint:?}");
            }
        }
    }

    /// Groups with more than six open literals are not looked at; these have six at most.
    #[test]
    fn no_group_that_lies_within_another_leaves_the_rest_of_it_open(
        system in system_of_ones(),
        steps in steps(),
    ) {
        let last = states(&system, &[steps, vec![Step::Intersect]].concat()).pop();
        let Some(State { known: Ok(known), .. }) = &last else { return Ok(()) };
        let must = system.iter().filter(|it| count(it).least == 1 && true_lits(known, it) == 0);
        for some in must.map(|constraint| open_lits(known, constraint)) {
            for one in system.iter().filter(|it| count(it).most == 1 && it.lits().len() > 1) {
                if some.iter().all(|lit| one.lits().contains(lit)) {
                    let open = open_lits(known, one);
                    prop_assert!(open.iter().all(|lit| some.contains(lit)), "{some:?} in {one:?}");
                }
            }
        }
    }

    // What is left means the same.

    #[test]
    fn a_remainder_means_what_its_constraint_means(
        system in system(any_lits()),
        steps in steps(),
    ) {
        let network = network(&system);
        for known in knowledge(&system, &steps) {
            for (number, constraint) in system.iter().enumerate() {
                let left = known.remainder(&network, number);
                let open = open_lits(&known, constraint);
                prop_assert_eq!(left.open, open.len(), "{:?}", constraint);
                for bits in completions(&known) {
                    let truths = open.iter().filter(|&&lit| is_true(bits, lit)).count();
                    let holds = constraint.holds(|lit| is_true(bits, lit));
                    let is_left = (left.least..=left.most).contains(&truths);
                    prop_assert_eq!(is_left, holds, "{:?} of {:?}", left, constraint);
                    prop_assert!(holds || !left.is_satisfied(), "{left:?} of {constraint:?}");
                }
            }
        }
    }

    #[test]
    fn a_remainder_that_no_completion_breaks_demands_nothing(
        system in system(plain_lits()),
        steps in steps(),
    ) {
        let network = network(&system);
        for known in knowledge(&system, &steps) {
            for (number, constraint) in system.iter().enumerate() {
                let mut completions = completions(&known);
                let is_kept = completions.all(|bits| constraint.holds(|lit| is_true(bits, lit)));
                let left = known.remainder(&network, number);
                prop_assert_eq!(left.is_satisfied(), is_kept, "{:?} of {:?}", left, constraint);
            }
        }
    }
}

// By hand.

/// Literals from 1 as in files, negative ones with a minus.
fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_ipasir(number).unwrap()).collect()
}

fn clause(numbers: &[i32]) -> Constraint {
    Constraint::Clause(lits(numbers))
}

fn at_most(bound: usize, numbers: &[i32]) -> Constraint {
    Constraint::AtMost { lits: lits(numbers), bound }
}

fn at_least(bound: usize, numbers: &[i32]) -> Constraint {
    Constraint::AtLeast { lits: lits(numbers), bound }
}

fn exactly(count: usize, numbers: &[i32]) -> Constraint {
    Constraint::Exactly { lits: lits(numbers), count }
}

/// What is known of a system in the end, without what was learnt, in the order of variables.
fn concluded(system: &[Constraint], steps: &[Step]) -> Result<Vec<i32>, Contradiction> {
    let State { learnt, known } = states(system, steps).pop().unwrap();
    let known = known?;
    let news = known.facts().iter().filter(|lit| !learnt.contains(lit));
    let mut news: Vec<_> = news.map(|lit| lit.to_ipasir()).collect();
    news.sort_unstable_by_key(|number| number.abs());
    Ok(news)
}

fn learn(numbers: &[i32]) -> Vec<Step> {
    lits(numbers).into_iter().map(Step::Learn).collect()
}

fn learn_and_intersect(numbers: &[i32]) -> Vec<Step> {
    [learn(numbers), vec![Step::Intersect]].concat()
}

/// Two cells that can be 1, 2, 3 or 4, as the variables 1 to 4 and 5 to 8.
#[test]
fn a_cell_with_one_value_left_has_it() {
    let system = [clause(&[1, 2, 3, 4]), at_most(1, &[1, 5]), at_most(1, &[2, 6])];
    let before = learn(&[5, 6]);
    assert_eq!(concluded(&system, &before), Ok(vec![-1, -2]));
    assert_eq!(concluded(&system, &[before, learn(&[-3])].concat()), Ok(vec![-1, -2, 4]));
}

/// Three cells that can be 1 or 2: variables 1 and 2, 3 and 4, 5 and 6.
#[test]
fn a_value_with_one_place_left_goes_there() {
    let cells = [at_most(1, &[1, 2]), at_most(1, &[3, 4]), at_most(1, &[5, 6])];
    let has_a_1 = [clause(&[1, 3, 5])];
    let system = [&cells[..], &has_a_1].concat();
    assert_eq!(concluded(&system, &learn(&[2])), Ok(vec![-1]));
    assert_eq!(concluded(&system, &learn(&[2, 4])), Ok(vec![-1, -3, 5, -6]));
}

/// What follows has consequences itself, through negative literals too.
#[test]
fn conclusions_are_followed_up_to_the_end() {
    let system = [clause(&[-1, 2]), clause(&[-2, -3]), exactly(1, &[3, -4, 5]), at_most(0, &[6])];
    assert_eq!(concluded(&system, &[]), Ok(vec![-6]));
    assert_eq!(concluded(&system, &learn(&[1])), Ok(vec![2, -3, -6]));
    assert_eq!(concluded(&system, &learn(&[1, 4])), Ok(vec![2, -3, 5, -6]));
}

#[test]
fn bounds_beyond_one_force_the_rest_when_they_are_reached() {
    let system = [exactly(2, &[1, 2, 3, 4])];
    assert_eq!(concluded(&system, &learn(&[1])), Ok(vec![]));
    assert_eq!(concluded(&system, &learn(&[1, 3])), Ok(vec![-2, -4]));
    assert_eq!(concluded(&system, &learn(&[-1, -3])), Ok(vec![2, 4]));
    assert_eq!(concluded(&[at_least(2, &[1, 2, 3])], &learn(&[-2])), Ok(vec![1, 3]));
    assert_eq!(concluded(&[at_most(2, &[1, 2, 3])], &learn(&[2, 1])), Ok(vec![-3]));
}

/// A row 1 to 4 and a box 3 to 6 overlap: what the row has only there, the box has only there.
#[test]
fn where_two_groups_overlap_one_speaks_for_the_other() {
    let system = [exactly(1, &[1, 2, 3, 4]), exactly(1, &[3, 4, 5, 6])];
    assert_eq!(concluded(&system, &learn(&[-1, -2])), Ok(vec![]));
    assert_eq!(concluded(&system, &learn_and_intersect(&[-1, -2])), Ok(vec![-5, -6]));
    assert_eq!(concluded(&system, &learn_and_intersect(&[-5, -6])), Ok(vec![-1, -2]));
    assert_eq!(concluded(&system, &learn_and_intersect(&[-1])), Ok(vec![]));
}

#[test]
fn an_overlap_says_nothing_unless_one_must_and_only_one_may_be_true() {
    let before = learn_and_intersect(&[-1, -2]);
    let may = [at_most(1, &[1, 2, 3, 4]), at_most(1, &[3, 4, 5, 6])];
    assert_eq!(concluded(&may, &before), Ok(vec![]));
    let two_may = [clause(&[1, 2, 3, 4]), at_most(2, &[3, 4, 5, 6])];
    assert_eq!(concluded(&two_may, &before), Ok(vec![]));
    let has_one = [clause(&[1, 2, 3, 4]), at_most(1, &[3, 4, 5, 6])];
    assert_eq!(concluded(&has_one, &learn_and_intersect(&[-1, 2])), Ok(vec![]));
}

/// Squares of 36 are cut into parts that meet in six.
#[test]
fn an_overlap_may_have_up_to_six_literals() {
    let numbers: Vec<_> = (1..=7).collect();
    for size in 2..=6 {
        let system = [clause(&numbers[..size]), at_most(1, &numbers[..=size])];
        assert_eq!(concluded(&system, &[Step::Intersect]), Ok(vec![-numbers[size]]));
    }
}

/// Each pair of groups waits for the pair behind it, so that each round finds one thing more.
#[test]
fn intersections_are_looked_for_until_there_are_no_more() {
    let third = [clause(&[3, 4, 8]), at_most(1, &[3, 4, 1])];
    let second = [clause(&[5, 6, 7]), at_most(1, &[5, 6, 8])];
    let first = [clause(&[1, 2]), at_most(1, &[1, 2, 7])];
    let system = [third, second, first].concat();
    assert_eq!(concluded(&system, &[Step::Intersect]), Ok(vec![-1, 2, -7, -8]));
}

#[test]
fn an_intersection_can_be_the_end() {
    let system = [clause(&[1, 2]), at_most(1, &[1, 2, 3]), clause(&[3])];
    assert_eq!(concluded(&system, &[]), Err(Contradiction));
    let system = [clause(&[1, 2]), at_most(1, &[1, 2, 3, 4]), clause(&[3, 4])];
    assert_eq!(concluded(&system, &[]), Ok(vec![]));
    assert_eq!(concluded(&system, &[Step::Intersect]), Err(Contradiction));
}

#[test]
fn constraints_over_the_same_literals_keep_their_own_remainders() {
    let system = [clause(&[1, 2, 3]), at_most(1, &[1, 2, 3]), at_least(0, &[1, 2, 3])];
    let network = Network::new(3, system.iter().map(count));
    let mut known = network.begin().unwrap();
    let left = |known: &Knowledge| [0, 1, 2].map(|number| known.remainder(&network, number));
    let remainder = |least, most, open| Remainder { least, most, open };
    let begin = [remainder(1, 3, 3), remainder(0, 1, 3), remainder(0, 3, 3)];
    assert_eq!(left(&known), begin);
    assert_eq!(left(&known).map(Remainder::is_satisfied), [false, false, true]);
    known.learn(&network, lits(&[-2])[0]).unwrap();
    assert_eq!(left(&known), [remainder(1, 2, 2), remainder(0, 1, 2), remainder(0, 2, 2)]);
    known.learn(&network, lits(&[3])[0]).unwrap();
    assert_eq!(left(&known), [remainder(0, 0, 0); 3]);
    assert!(left(&known).into_iter().all(Remainder::is_satisfied));
}

#[test]
fn constraints_over_the_same_literals_narrow_each_other() {
    let both = [at_least(2, &[1, 2, 3, 4]), at_most(2, &[1, 2, 3, 4])];
    assert_eq!(concluded(&both, &learn(&[1, 2])), Ok(vec![-3, -4]));
    assert_eq!(concluded(&both, &learn(&[-1, -2])), Ok(vec![3, 4]));
    let all_and_not_all = [at_least(2, &[1, 2]), at_most(1, &[1, 2])];
    assert_eq!(concluded(&all_and_not_all, &[]), Err(Contradiction));
}

#[test]
fn all_and_none_of_the_same_literals_are_a_contradiction() {
    assert_eq!(concluded(&[clause(&[1]), at_most(0, &[1])], &[]), Err(Contradiction));
    assert_eq!(concluded(&[exactly(2, &[1, 2]), exactly(0, &[1, 2])], &[]), Err(Contradiction));
}

#[test]
fn what_cannot_be_is_a_contradiction_from_the_beginning() {
    for impossible in [
        [at_least(3, &[1, 2])],
        [at_least(usize::MAX, &[1, 2])],
        [exactly(3, &[1, 2])],
        [clause(&[])],
        [exactly(1, &[])],
        [at_most(0, &[1, -1])],
    ] {
        assert_eq!(concluded(&impossible, &[]), Err(Contradiction), "{impossible:?}");
    }
}

#[test]
fn what_demands_nothing_says_nothing() {
    let system =
        [at_least(0, &[1]), at_most(2, &[1, 2]), at_most(usize::MAX, &[1]), exactly(0, &[])];
    assert_eq!(concluded(&system, &learn_and_intersect(&[3])), Ok(vec![]));
    let nothing = Network::new(0, std::iter::empty()).begin().unwrap();
    assert_eq!(nothing.facts(), []);
}

#[test]
fn a_literal_counts_as_often_as_it_is_named() {
    assert_eq!(concluded(&[at_least(3, &[1, 1, 2])], &[]), Ok(vec![1, 2]));
    assert_eq!(concluded(&[at_most(2, &[1, 1, 2, 3])], &learn(&[1])), Ok(vec![-2, -3]));
    assert_eq!(concluded(&[at_most(1, &[1, 1])], &learn(&[1])), Err(Contradiction));
    assert_eq!(concluded(&[exactly(1, &[1, -1, 2])], &learn(&[1])), Ok(vec![-2]));
}

#[test]
fn a_fact_may_be_learnt_again_but_not_its_opposite() {
    assert_eq!(concluded(&[], &learn(&[1, -2, 1, -2])), Ok(vec![]));
    let known = knowledge(&[], &learn(&[1, -2, 1, -2])).pop().unwrap();
    assert_eq!(known.facts(), lits(&[1, -2]));
    assert_eq!(concluded(&[], &learn(&[1, -1])), Err(Contradiction));
    assert_eq!(concluded(&[clause(&[-1, 2])], &learn(&[1, -2])), Err(Contradiction));
}
