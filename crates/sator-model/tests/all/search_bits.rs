//! The bit-parallel search visits each solution once, in the same order with all instructions, without
//! or with interruptions. The expected solutions come from brute force or from the trail search.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use sator_model::search::{BitModel, BitSearch, InstructionSet, Progress, TrailSearch};
use sator_sat::Lit;

use crate::common::{Group, System, is_true, network};

// Models.

/// Groups of variables, and facts.
#[derive(Debug, Clone)]
struct Model {
    variables: u32,
    groups: Vec<Group>,
    facts: Vec<Lit>,
}

/// The true variables, ascending.
type Solution = Vec<u32>;

fn positive(variables: &[u32]) -> Vec<Lit> {
    crate::common::positive(variables.iter().copied())
}

fn one_of(variables: &[u32]) -> Group {
    Group::exactly(1, positive(variables))
}

fn at_most_one_of(variables: &[u32]) -> Group {
    Group::at_most(1, positive(variables))
}

impl Model {
    fn of(variables: u32, groups: Vec<Group>) -> Self {
        Self { variables, groups, facts: Vec::new() }
    }

    fn with(mut self, facts: &[Lit]) -> Self {
        self.facts.extend_from_slice(facts);
        self
    }

    fn bits(&self) -> Option<Arc<BitModel>> {
        let network = network(self.variables, &self.groups);
        let bits = BitModel::new(&network).map(Arc::new);
        assert_eq!(bits.is_some(), BitModel::fits(&network));
        bits
    }

    fn search(&self, instructions: InstructionSet) -> BitSearch {
        self.bits()
            .expect("a model of groups")
            .search(&self.facts, instructions)
            .expect("the facts fit the model")
    }

    /// The solutions in the order of the search, and its number of nodes.
    fn visited(&self, instructions: InstructionSet) -> (Vec<Solution>, u64) {
        let mut search = self.search(instructions);
        let visited = visit_all(&mut search);
        (visited, search.nodes())
    }

    /// The solutions of a small model, by brute force.
    fn solutions(&self) -> HashSet<Solution> {
        let mut solutions = HashSet::new();
        for bits in 0..1_u32 << self.variables {
            let are_facts = self.facts.iter().all(|&it| is_true(bits, it));
            if are_facts && self.groups.iter().all(|it| it.holds(|lit| is_true(bits, lit))) {
                solutions.insert((0..self.variables).filter(|it| bits >> it & 1 == 1).collect());
            }
        }
        solutions
    }

    /// The solutions, at most so many, by the trail search.
    fn by_trail_search(&self, most: usize) -> HashSet<Solution> {
        let system = System::new(self.variables, self.groups.clone());
        let Ok((kernel, trail)) = system.begin(&self.facts) else { return HashSet::new() };
        let mut search = TrailSearch::new(kernel, trail);
        let mut solutions = HashSet::new();
        while solutions.len() < most && search.next(u64::MAX, &|| false) == Progress::Solution {
            let truths = search.solution().iter().filter(|lit| lit.is_pos());
            solutions.insert(in_order(truths.map(|lit| lit.vidx32()).collect()));
        }
        solutions
    }
}

/// A variable in several groups may be passed on for each of them.
fn in_order(mut truths: Vec<u32>) -> Solution {
    truths.sort_unstable();
    truths.dedup();
    truths
}

fn solution(search: &BitSearch) -> Solution {
    let mut truths = Vec::new();
    search.truths(|variable| truths.push(variable));
    in_order(truths)
}

fn visit_all(search: &mut BitSearch) -> Vec<Solution> {
    let mut visited = Vec::new();
    loop {
        match search.next(u64::MAX, &|| false) {
            Progress::Solution => visited.push(solution(search)),
            Progress::Exhausted => return visited,
            step => panic!("unexpected {step:?}"),
        }
    }
}

/// Checks that the search visits exactly these solutions, each once, alike with all instructions.
fn assert_visits(model: &Model, solutions: &HashSet<Solution>) -> Result<(), TestCaseError> {
    let (visited, nodes) = model.visited(InstructionSet::Portable);
    let different: HashSet<_> = visited.iter().cloned().collect();
    prop_assert_eq!(visited.len(), different.len(), "{:?} has duplicates", visited);
    prop_assert_eq!(&different, solutions);
    for instructions in InstructionSet::all() {
        prop_assert_eq!(
            &model.visited(instructions),
            &(visited.clone(), nodes),
            "{:?}",
            instructions
        );
    }
    Ok(())
}

// Random models.

const VARIABLES: u32 = 14;

fn group() -> impl Strategy<Value = Vec<u32>> {
    subsequence((0..VARIABLES).collect::<Vec<_>>(), 1..=6).prop_shuffle()
}

/// A variable and whether it is negated.
fn facts() -> impl Strategy<Value = Vec<Lit>> {
    let lit = (0..VARIABLES, prop::bool::weighted(0.7));
    vec(lit.prop_map(|(it, negated)| Lit::new(it, negated)), 0..=5)
}

/// Each variable is in one of a few exact groups, and some are also in other groups. All groups fit
/// every layout.
fn groups() -> impl Strategy<Value = Model> {
    let is_small =
        |homes: &Vec<_>| (0..5).all(|it| homes.iter().filter(|&&at| at == it).count() <= 9);
    let homes = vec(0..5_usize, VARIABLES as usize).prop_filter("a group is too large", is_small);
    (homes, vec(group(), 0..=3), vec(group(), 0..=3), facts()).prop_map(
        |(homes, exact, loose, facts)| {
            let at_home = |home| (0..VARIABLES).filter(|&it| homes[it as usize] == home).collect();
            let homes = (0..5).map(at_home).filter(|home: &Vec<_>| !home.is_empty());
            let mut groups: Vec<_> = homes.map(|home| one_of(&home)).collect();
            groups.extend(exact.iter().map(|group| one_of(group)));
            groups.extend(loose.iter().map(|group| at_most_one_of(group)));
            Model { variables: VARIABLES, groups, facts }
        },
    )
}

/// The same model and an independent chain of pairs, which has two solutions, before or after its own
/// groups. Up to 32 groups fit into one register, up to 64 into four.
fn beside_a_chain(model: &Model, pairs: u32, is_before: bool) -> (Model, HashSet<Solution>) {
    let first = model.variables;
    let pair = |it| one_of(&[first + it, first + it + 1]);
    let mut groups: Vec<_> = (0..pairs).map(pair).collect();
    let place = if is_before { groups.len() } else { 0 };
    groups.splice(place..place, model.groups.iter().cloned());
    let variables = first + pairs + 1;
    let whole = Model { variables, groups, facts: model.facts.clone() };
    let mut solutions = HashSet::new();
    for solution in model.solutions() {
        for parity in [0, 1] {
            let chain = (0..=pairs).filter(|it| it % 2 == parity).map(|it| first + it);
            solutions.insert(solution.iter().copied().chain(chain).collect());
        }
    }
    (whole, solutions)
}

fn any_layout() -> impl Strategy<Value = Model> {
    let chain = select(&[1, 2, 27, 33, 55, 64, 120, 130, 320, 490]);
    (groups(), chain, any::<bool>())
        .prop_map(|(model, pairs, is_before)| beside_a_chain(&model, pairs, is_before).0)
}

// Nine values in nine rows, columns and boxes.

fn variable(row: u32, column: u32, value: u32) -> u32 {
    (row * 9 + column) * 9 + value
}

/// The sudoku rules: the values of a cell, and the cells of a value in each row, column and box.
fn grid() -> Model {
    let mut groups = Vec::new();
    let mut add = |of: &dyn Fn(u32) -> u32| {
        groups.push(one_of(&(0..9).map(of).collect::<Vec<_>>()));
    };
    for a in 0..9 {
        for b in 0..9 {
            add(&|it| variable(a, b, it));
            add(&|it| variable(a, it, b));
            add(&|it| variable(it, a, b));
            add(&|it| variable(a / 3 * 3 + it / 3, a % 3 * 3 + it % 3, b));
        }
    }
    Model::of(729, groups)
}

/// A solution of the grid with its values renamed.
fn filled(values: &[u32], row: u32, column: u32) -> Lit {
    let value = (row * 3 + row / 3 + column) % 9;
    Lit::positive(variable(row, column, values[value as usize]))
}

/// The grid with some cells of a solution, and some values excluded.
fn nearly_filled() -> impl Strategy<Value = Model> {
    let values = Just((0..9).collect::<Vec<_>>()).prop_shuffle();
    let places = subsequence((0..81).collect::<Vec<u32>>(), 34..=50);
    (values, places, vec(0..729_u32, 0..=3)).prop_map(|(values, places, others)| {
        let facts: Vec<_> = places.iter().map(|it| filled(&values, it / 9, it % 9)).collect();
        let others = others.into_iter().map(Lit::negative);
        let others: Vec<_> = others.filter(|&lit| !facts.contains(&!lit)).collect();
        grid().with(&facts).with(&others)
    })
}

/// The number of solutions to compare.
const FEW: usize = 200;

fn config() -> ProptestConfig {
    ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn each_solution_of_a_few_groups_is_visited_once(model in groups()) {
        assert_visits(&model, &model.solutions())?;
    }

    #[test]
    fn each_solution_is_visited_once_in_every_layout(
        model in groups(),
        pairs in prop_oneof![20..=53_u32, 65..=500_u32],
        is_before: bool,
    ) {
        let (model, solutions) = beside_a_chain(&model, pairs, is_before);
        assert_visits(&model, &solutions)?;
    }

    #[test]
    fn pauses_at_every_node_change_nothing(model in any_layout()) {
        for instructions in InstructionSet::all() {
            let mut search = model.search(instructions);
            let mut visited = Vec::new();
            loop {
                let before = search.nodes();
                match search.next(1, &|| false) {
                    Progress::Solution => visited.push(solution(&search)),
                    Progress::Exhausted => break,
                    Progress::Paused => prop_assert_eq!(search.nodes(), before + 1),
                    Progress::Stopped => prop_assert!(false, "it was not stopped"),
                }
                prop_assert!(search.nodes() <= before + 1);
            }
            prop_assert_eq!((visited, search.nodes()), model.visited(instructions));
            prop_assert_eq!(search.next(1, &|| false), Progress::Exhausted);
        }
    }

    #[test]
    fn a_search_with_reused_buffers_equals_the_first(
        model in any_layout(),
        facts in facts(),
        steps in 0..6_u64,
    ) {
        let bits = model.bits().expect("a model of groups");
        for instructions in InstructionSet::all() {
            for other in InstructionSet::all() {
                let mut left = bits.search(&facts, other).unwrap();
                left.next(steps, &|| false);
                drop(left);
                let mut search = bits.search(&model.facts, instructions).unwrap();
                let visited = visit_all(&mut search);
                prop_assert_eq!((visited, search.nodes()), model.visited(instructions));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..config() })]

    #[test]
    fn overlapping_groups_lose_no_solution(model in nearly_filled()) {
        let solutions = model.by_trail_search(FEW + 1);
        prop_assume!(solutions.len() <= FEW);
        assert_visits(&model, &solutions)?;
    }
}

// Pauses and stops of long searches.

/// Independent groups.
fn free(places: u32, values: u32) -> Model {
    let place = |it| one_of(&(it * values..(it + 1) * values).collect::<Vec<_>>());
    Model::of(places * values, (0..places).map(place).collect())
}

/// One model for each layout, with more nodes than there are between two calls of `stop`.
fn long() -> Vec<Model> {
    let few = free(4, 9);
    let chained = |groups: &[Group], pairs: u32| {
        let chain = (36..36 + pairs).map(|it| one_of(&[it, it + 1]));
        Model::of(37 + pairs, groups.iter().cloned().chain(chain).collect())
    };
    [3, 50, 200].map(|pairs| chained(&few.groups, pairs).with(&[Lit::positive(36)])).into()
}

#[test]
fn a_stopped_search_continues() {
    for model in long() {
        for instructions in InstructionSet::all() {
            let mut search = model.search(instructions);
            let (mut visited, mut stops) = (Vec::new(), 0);
            let is_first = Cell::new(false);
            loop {
                // Every other call stops.
                match search.next(u64::MAX, &|| !is_first.replace(!is_first.get())) {
                    Progress::Solution => visited.push(solution(&search)),
                    Progress::Stopped => stops += 1,
                    Progress::Exhausted => break,
                    Progress::Paused => panic!("there was no limit"),
                }
            }
            assert!(stops > 10, "{stops} stops only");
            assert_eq!(visited.len(), 9_usize.pow(4));
            assert_eq!((visited, search.nodes()), model.visited(instructions));
        }
    }
}

// The limits of layouts.

#[test]
fn the_last_group_of_each_layout_is_searched() {
    for (groups, size) in [(32, 16), (64, 32), (512, 9)] {
        let model = free(groups, size);
        // All groups are decided but the first and the last.
        let known: Vec<_> =
            (1..groups - 1).map(|it| Lit::positive(it * size + it % size)).collect();
        let model = model.with(&known);
        assert_visits(&model, &model.by_trail_search(usize::MAX)).unwrap();
        let (visited, nodes) = model.visited(InstructionSet::best());
        assert_eq!(visited.len(), (size * size) as usize);
        assert_eq!(nodes, u64::from(1 + size + size * size));
    }
}

#[test]
fn a_model_without_variables_has_one_solution() {
    assert_visits(&Model::of(0, Vec::new()), &HashSet::from([Vec::new()])).unwrap();
}

#[test]
fn too_many_or_too_large_groups_are_refused() {
    let is_accepted = |groups, size| free(groups, size).bits().is_some();
    assert!(is_accepted(32, 16) && is_accepted(64, 32) && is_accepted(512, 9));
    assert!(!is_accepted(1, 33));
    assert!(!is_accepted(65, 10));
    assert!(!is_accepted(513, 1));
}

#[test]
fn other_groups_are_refused() {
    let lits = positive(&[0, 1, 2]);
    let others = [
        Group::clause(lits.clone()),
        Group::clause(vec![Lit::negative(0)]),
        Group::clause(vec![]),
        Group::at_most(2, lits.clone()),
        Group::at_most(0, lits.clone()),
        Group::at_least(1, lits.clone()),
        Group::exactly(1, vec![]),
        Group::exactly(2, lits.clone()),
        Group::exactly(0, lits.clone()),
        Group::exactly(1, vec![Lit::positive(0), Lit::negative(1)]),
        Group::at_most(1, vec![Lit::negative(0), Lit::negative(1)]),
        Group::at_most(1, positive(&[0, 0])),
    ];
    let all = one_of(&[0, 1, 2, 3]);
    assert!(Model::of(4, vec![all.clone()]).bits().is_some());
    for other in others {
        let model = Model::of(4, vec![all.clone(), other]);
        assert!(model.bits().is_none(), "{:?}", model.groups[1]);
    }
}

#[test]
fn a_variable_in_no_exact_group_is_refused() {
    assert!(Model::of(3, vec![one_of(&[0, 1])]).bits().is_none());
    let groups = vec![one_of(&[0, 1]), at_most_one_of(&[1, 2])];
    assert!(Model::of(3, groups).bits().is_none());
}
