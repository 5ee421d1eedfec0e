//! Every constraint of the vocabulary means the same everywhere: its parts, its clauses, its OPB and
//! SMT-LIB texts, propagation, reasons and all engines agree with [`Constraint::holds`], by brute
//! force over all assignments of small models.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use sator_model::constraint::{NAMES, View};
use sator_model::engine::{
    ByMeaning, CompiledRules, Instance, Method, Options, Plan, Solutions, Stage, TrailBudget,
    candidates, count, plan,
};
use sator_model::lower::cnf::{Formula, Lowering};
use sator_model::lower::opb::PseudoBoolean;
use sator_model::lower::smtlib::SmtLib;
use sator_model::propagate::{Cause, Recorded, Trail};
use sator_model::search::components;
use sator_model::{
    AllDifferent, Automaton, CellId, CellName, Cells, Clause, Compare, Condition, Constraint,
    Count, Differ, Domain, Linear, LinearPart, Model, Relation, Scope, Solution, Table, Term,
    Value, When,
};
use sator_sat::backend::{Budget, Interrupt};
use sator_sat::{Clauses, Lit};
use sator_testing::needs;

use crate::common::{Group, System};

const SCOPES: [Scope; 3] = [Scope::Minimal, Scope::Stated, Scope::Extended];

// Samples.

const CELLS: usize = 4;

/// Domains of cells and constraints over them; the last ones may be clues.
#[derive(Debug, Clone)]
struct Sample {
    domains: Vec<Domain>,
    rules: Vec<Constraint>,
    clues: Vec<Constraint>,
    facts: Vec<Condition>,
}

impl Sample {
    fn model(&self) -> Model {
        let mut model = Model::new();
        for (number, &domain) in (1..).zip(&self.domains) {
            model.cell(CellName::Number(number), domain);
        }
        for (number, rule) in (1..).zip(&self.rules) {
            model.add(rule.clone()).named(("rule", number));
        }
        for clue in &self.clues {
            model.add(clue.clone()).clue();
        }
        // An excluded value is stated as a clause: a model has given values only.
        for &fact in &self.facts {
            if fact.holds {
                model.given(fact.cell, fact.value);
            } else {
                model.add(Clause::unit(fact)).clue();
            }
        }
        model
    }

    fn instance(&self) -> Instance {
        self.model().into()
    }

    /// All assignments, and whether each is a solution.
    fn assignments(&self) -> Vec<(Solution, bool)> {
        let assignments = all_assignments(&self.domains);
        assignments.into_iter().map(|it| (it.clone(), self.holds(&it))).collect()
    }

    fn holds(&self, solution: &Solution) -> bool {
        let value_of = |cell: CellId| solution[cell];
        let mut constraints = self.rules.iter().chain(&self.clues);
        constraints.all(|it| it.holds(&value_of))
            && self.facts.iter().all(|it| it.is_true(&value_of))
    }

    fn solutions(&self) -> BTreeSet<Solution> {
        self.assignments().into_iter().filter(|it| it.1).map(|it| it.0).collect()
    }
}

fn all_assignments(domains: &[Domain]) -> Vec<Solution> {
    let mut all = vec![Vec::new()];
    for domain in domains {
        let with = |values: &Vec<Value>, value| [&values[..], &[value]].concat();
        all = all.iter().flat_map(|it| domain.values().map(move |value| with(it, value))).collect();
    }
    all.into_iter().map(|values| Solution { values }).collect()
}

fn is_true(cells: &Cells, solution: &Solution, lit: Lit) -> bool {
    let (cell, value) = cells.cell_of(lit);
    (solution[cell] == value) == lit.is_pos()
}

fn domains() -> impl Strategy<Value = Vec<Domain>> {
    let range = |min, max| Domain::Range { min, max };
    let all =
        vec![Domain::Truth, range(-1, 1), range(0, 2), range(1, 3), range(-3, -2), range(5, 5)];
    let equal = select(vec![Domain::Truth, range(-1, 1), range(1, 3), range(1, 4)]);
    prop_oneof![2 => vec(select(all), CELLS), 1 => equal.prop_map(|it| vec![it; CELLS])]
}

fn cell() -> impl Strategy<Value = CellId> {
    (0..CELLS).prop_map(CellId::nth)
}

/// Cells that may repeat.
fn cells() -> impl Strategy<Value = Vec<CellId>> {
    vec(cell(), 0..=3)
}

fn different_cells() -> impl Strategy<Value = Vec<CellId>> {
    let all: Vec<_> = (0..CELLS).map(CellId::nth).collect();
    subsequence(all, 1..=CELLS).prop_shuffle()
}

/// Some lie outside of all domains.
fn value() -> impl Strategy<Value = Value> {
    prop_oneof![6 => -1..=3, 1 => select(vec![-9, -3, -2, 4, 5, 7])]
}

fn condition() -> impl Strategy<Value = Condition> {
    (cell(), value(), any::<bool>()).prop_map(|(cell, value, holds)| Condition {
        cell,
        value,
        holds,
    })
}

fn clause() -> impl Strategy<Value = Constraint> {
    vec(condition(), 0..=4).prop_map(|it| Clause::new(it).into())
}

fn count_of_conditions() -> impl Strategy<Value = Constraint> {
    (vec(condition(), 0..=5), 0..=3_usize, 0..=4_usize, 0..4).prop_map(|(list, min, max, kind)| {
        let count = match kind {
            0 => Count::exactly(min, list),
            1 => Count::at_most(max, list),
            2 => Count::at_least(min, list),
            _ => Count::between(min, max, list),
        };
        count.into()
    })
}

fn all_different() -> impl Strategy<Value = Constraint> {
    let term = (cell(), -2..=2).prop_map(|(cell, offset)| Term { cell, offset });
    prop_oneof![
        vec(term, 0..=4).prop_map(AllDifferent::new),
        different_cells().prop_map(AllDifferent::new),
        different_cells().prop_map(|it| AllDifferent::new(it).descending()),
    ]
    .prop_map(Into::into)
}

fn compared(sum: Linear, kind: u8, total: i64) -> Linear {
    match kind {
        0 | 1 => sum.equals(total),
        2 => sum.at_most(total),
        3 => sum.at_least(total),
        _ => sum.is_not(total),
    }
}

fn linear() -> impl Strategy<Value = Constraint> {
    let coefficient = || prop_oneof![3 => -2..=3_i64, 1 => select(vec![0, -100, 7, 1 << 40])];
    let differ = || select(vec![Differ::No, Differ::Stated]);
    let part = (coefficient(), prop_oneof![cells(), different_cells()], differ()).prop_map(
        |(it, mut cells, differ)| {
            if differ == Differ::Stated {
                cells.sort_unstable();
                cells.dedup();
            }
            LinearPart::new(it, cells, differ)
        },
    );
    let sum = prop_oneof![
        2 => vec(part, 0..=2).prop_map(Linear::new),
        1 => vec((coefficient(), cell()), 0..=4).prop_map(Linear::weighted),
        1 => different_cells().prop_map(Linear::sum_distinct),
        1 => cells().prop_map(Linear::sum),
    ];
    let total = prop_oneof![8 => -4..=8_i64, 1 => select(vec![(1 << 40) + 2, -100])];
    (sum, 0..5_u8, total).prop_map(|(sum, kind, total)| compared(sum, kind, total).into())
}

fn compare() -> impl Strategy<Value = Constraint> {
    let relations = [Relation::Less, Relation::AtMost, Relation::Equal, Relation::NotEqual];
    (cell(), select(relations.to_vec()), cell(), -2..=2)
        .prop_map(|(a, relation, b, constant)| Compare::new(a, relation, b).plus(constant).into())
}

fn table() -> impl Strategy<Value = Constraint> {
    (cells(), vec(vec(value(), 3), 0..=8)).prop_map(|(cells, tuples)| {
        let cut = |it: Vec<Value>| it[..cells.len()].to_vec();
        let tuples: Vec<Vec<Value>> = tuples.into_iter().map(cut).collect();
        Table::new(cells, tuples).into()
    })
}

fn automaton() -> impl Strategy<Value = Constraint> {
    let transition = (0..3_usize, value(), 0..3_usize);
    (cells(), vec(transition, 0..=12), vec(0..3_usize, 0..=2)).prop_map(
        |(cells, transitions, accepting)| {
            let targets: BTreeMap<_, _> =
                transitions.into_iter().map(|(from, value, to)| ((from, value), to)).collect();
            let transitions = targets.into_iter().map(|((from, value), to)| (from, value, to));
            Automaton::new(cells, transitions, accepting).into()
        },
    )
}

fn when(then: BoxedStrategy<Constraint>) -> BoxedStrategy<Constraint> {
    (condition(), then).prop_map(|(condition, then)| When::new(condition, then).into()).boxed()
}

/// Samples of a constraint, if there are any.
fn samples(name: &str) -> Option<BoxedStrategy<Constraint>> {
    Some(match name {
        "Clause" => clause().boxed(),
        "Count" => count_of_conditions().boxed(),
        "AllDifferent" => all_different().boxed(),
        "Linear" => linear().boxed(),
        "Compare" => compare().boxed(),
        "Table" => table().boxed(),
        "Automaton" => automaton().boxed(),
        "When" => prop_oneof![3 => when(unguarded()), 1 => when(when(unguarded()))].boxed(),
        _ => return None,
    })
}

/// Every constraint but `When`.
fn unguarded() -> BoxedStrategy<Constraint> {
    let all = NAMES.iter().copied().filter(|&it| it != "When").filter_map(samples);
    proptest::strategy::Union::new(all).boxed()
}

/// A cage whose cells differ because of another constraint.
fn implied_cage() -> impl Strategy<Value = Vec<Constraint>> {
    (different_cells(), 0..5_u8, -2..=8_i64, of(condition())).prop_map(
        |(cells, kind, total, guard)| {
            let sum = Linear::sum_distinct(cells.clone()).differing_elsewhere();
            let sum = compared(sum, kind, total);
            let sum = match guard {
                None => sum.into(),
                Some(condition) => When::new(condition, sum).into(),
            };
            vec![AllDifferent::new(cells).into(), sum]
        },
    )
}

/// Samples with a constraint of this name, alone or among others, as a rule or as a clue.
fn sample(name: &str) -> impl Strategy<Value = Sample> + use<> {
    let constraint = samples(name).unwrap_or_else(|| panic!("{name} has no samples"));
    let named = prop_oneof![2 => constraint.clone(), 1 => when(constraint)];
    let named = named.prop_map(|it| vec![it]).boxed();
    let first = match name {
        "Linear" => prop_oneof![4 => named, 1 => implied_cage()].boxed(),
        _ => named,
    };
    let other = || prop_oneof![3 => unguarded(), 1 => when(unguarded())];
    let lists = (vec(other(), 0..=1), vec(other(), 0..=1), vec(condition(), 0..=1));
    (domains(), first, any::<bool>(), lists).prop_map(
        |(domains, first, is_clue, (mut rules, mut clues, facts))| {
            if is_clue { &mut clues } else { &mut rules }.splice(0..0, first);
            Sample { domains, rules, clues, facts }
        },
    )
}

/// Checks so many samples of each constraint of the vocabulary.
fn for_each_sample(cases: u32, check: impl Fn(&Sample) -> Result<(), TestCaseError>) {
    for name in NAMES {
        let config = ProptestConfig { cases, failure_persistence: None, ..Default::default() };
        // The same samples in every run, so that a failure repeats.
        let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let mut runner = TestRunner::new_with_rng(config, random);
        let checked = runner.run(&sample(name), |sample| check(&sample));
        checked.unwrap_or_else(|failure| panic!("{name}: {failure}"));
    }
}

// Parts.

#[test]
fn the_parts_of_constraints_together_mean_what_they_mean() {
    for_each_sample(150, |sample| {
        let sample = Sample { facts: Vec::new(), ..sample.clone() };
        let model = sample.model();
        let cells = model.cells();
        let assignments = sample.assignments();
        for scope in SCOPES {
            let mut kept = vec![true; assignments.len()];
            for rule in model.rules() {
                let view = View { cells, scope, origin: rule.origin, label: &rule.label };
                rule.constraint.parts(&view, &mut |part| {
                    for (kept, (solution, _)) in kept.iter_mut().zip(&assignments) {
                        let is_true = |lit| is_true(cells, solution, lit);
                        let binds = part.guards.iter().all(|&lit| is_true(lit));
                        *kept &= !binds || part.form.holds(&is_true);
                    }
                });
            }
            for (is_kept, (solution, holds)) in kept.into_iter().zip(&assignments) {
                prop_assert_eq!(is_kept, *holds, "{:?}", solution);
            }
        }
        Ok(())
    });
}

#[test]
fn every_part_of_a_named_constraint_has_a_text() {
    for_each_sample(60, |sample| {
        let model = sample.model();
        for scope in SCOPES {
            for rule in model.rules() {
                let mut parts = 0;
                let cells = model.cells();
                let view = View { cells, scope, origin: rule.origin, label: &rule.label };
                rule.constraint.parts(&view, &mut |_| parts += 1);
                let texts = rule.part_texts(cells, scope);
                prop_assert!(texts.len() >= parts, "{} of {parts}: {rule:?}", texts.len());
                prop_assert!(texts.iter().all(|it| !it.trim().is_empty()), "{texts:?}");
                prop_assert!(!rule.text(cells).is_empty());
            }
            prop_assert!(model.texts(scope).iter().all(|it| !it.is_empty()));
        }
        Ok(())
    });
}

// Formulas.

/// Σ weight · variable ≥ bound.
struct Inequality {
    terms: Vec<(i64, usize)>,
    bound: i64,
}

impl Inequality {
    fn clause(lits: &[Lit]) -> Self {
        let weight = |lit: &Lit| if lit.is_pos() { 1 } else { -1 };
        let terms = lits.iter().map(|lit| (weight(lit), lit.vidx())).collect();
        Self { terms, bound: 1 - lits.iter().filter(|lit| lit.is_neg()).count() as i64 }
    }

    /// Σ weight · variable ≤ bound.
    fn at_most(terms: &[(i64, usize)], bound: i64) -> Self {
        Self { terms: terms.iter().map(|&(weight, it)| (-weight, it)).collect(), bound: -bound }
    }
}

/// Whether the inequalities have a solution with these values; `None` is open.
fn is_satisfiable(inequalities: &[Inequality], mut values: Vec<Option<bool>>) -> bool {
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        for Inequality { terms, bound } in inequalities {
            let most = |&(weight, variable): &(i64, usize)| match values[variable] {
                None => weight.max(0),
                Some(value) => weight * i64::from(value),
            };
            let slack = terms.iter().map(most).sum::<i64>() - bound;
            if slack < 0 {
                return false;
            }
            for &(weight, variable) in terms {
                if values[variable].is_none() && weight.abs() > slack {
                    values[variable] = Some(weight > 0);
                    is_settled = false;
                    break;
                }
            }
        }
    }
    let Some(open) = values.iter().position(Option::is_none) else { return true };
    [true, false].into_iter().any(|value| {
        let mut values = values.clone();
        values[open] = Some(value);
        is_satisfiable(inequalities, values)
    })
}

/// Checks that exactly the solutions can be extended to the auxiliary variables.
fn has_exactly_the_solutions(
    inequalities: &[Inequality],
    sample: &Sample,
    about: &dyn Debug,
) -> Result<(), TestCaseError> {
    let model = sample.model();
    let cells = model.cells();
    let used = inequalities.iter().flat_map(|it| &it.terms).map(|it| it.1 + 1).max();
    let variables = used.unwrap_or(0).max(cells.variables() as usize);
    for (solution, holds) in sample.assignments() {
        let mut values = vec![None; variables];
        for variable in 0..cells.variables() {
            let value = is_true(cells, &solution, Lit::positive(variable));
            values[variable as usize] = Some(value);
        }
        let found = is_satisfiable(inequalities, values);
        prop_assert_eq!(found, holds, "{:?} of {:?}", solution, about);
    }
    Ok(())
}

#[test]
fn formulas_have_exactly_the_solutions_with_every_encoding() {
    let lowerings = [
        "auto",
        "pairwise",
        "minimal,ladder,adder",
        "extended,commander,binomial,cage=totalizer",
        "bimander,totalizer",
        "two-product,cage=forbidden",
        "minimal,bitwise,cage=order",
        "cage=diagram",
        "cage=prefixes",
        "extended,cage=sets",
        "cage=adder",
    ];
    let lowerings: Vec<Lowering> =
        lowerings.iter().map(|it| it.parse().unwrap_or_else(|error| panic!("{error}"))).collect();
    for_each_sample(25, |sample| {
        for &lowering in &lowerings {
            let budget = Budget::default();
            let whole =
                Formula::new(String::new(), sample.instance(), None, lowering, &budget).unwrap();
            let rest =
                Formula::reduced(String::new(), sample.instance(), lowering, &budget).unwrap();
            for formula in [whole, rest] {
                let mut clauses = Clauses::default();
                formula.write_clauses(&mut clauses);
                let inequalities: Vec<_> = clauses.iter().map(Inequality::clause).collect();
                has_exactly_the_solutions(&inequalities, sample, &lowering)?;
            }
        }
        Ok(())
    });
}

/// Reads the constraints of a text.
fn read_opb(text: &str) -> Vec<Inequality> {
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<_> = line.split_whitespace().collect();
        let [terms @ .., relation, bound, ";"] = &words[..] else {
            panic!("no constraint: {line}")
        };
        let term = |pair: &[&str]| {
            let variable: usize = pair[1].strip_prefix('x').unwrap().parse().unwrap();
            (pair[0].parse().unwrap(), variable - 1)
        };
        let terms: Vec<(i64, usize)> = terms.chunks(2).map(term).collect();
        let bound = bound.parse().unwrap();
        if *relation == "=" {
            all.push(Inequality::at_most(&terms, bound));
        } else {
            assert_eq!(*relation, ">=", "{line}");
        }
        all.push(Inequality { terms, bound });
    }
    all
}

#[test]
fn opb_texts_have_exactly_the_solutions() {
    for_each_sample(40, |sample| {
        let interrupt = Interrupt::default();
        for scope in SCOPES {
            for make in [PseudoBoolean::new, PseudoBoolean::reduced] {
                let problem = make(String::new(), sample.instance(), scope, &interrupt).unwrap();
                let mut text = Vec::new();
                problem.write_opb(&mut text, true, &interrupt).unwrap();
                let text = String::from_utf8(text).unwrap();
                has_exactly_the_solutions(&read_opb(&text), sample, &text)?;
            }
        }
        Ok(())
    });
}

// Propagation.

#[test]
fn propagation_keeps_every_solution_and_has_reasons_for_what_it_adds() {
    for_each_sample(80, |sample| {
        let stated = Sample { facts: Vec::new(), ..sample.clone() };
        let model = stated.model();
        let cells = model.cells();
        let mut kernel = System::of_model(&model, Scope::Extended).kernel();
        let network = Arc::clone(kernel.network());
        let holds = |solution: &Solution, lit| is_true(cells, solution, lit);
        let all = stated.assignments();
        let solutions = || all.iter().filter(|it| it.1).map(|it| &it.0);
        let with =
            |lits: &[Lit]| solutions().filter(|it| lits.iter().all(|&lit| holds(it, lit))).count();
        let fact = sample.facts.iter().find_map(|&fact| cells.lit(fact));
        let given = with(fact.as_slice());
        let propagated = network.root().and_then(|mut trail: Trail<Recorded>| {
            kernel.propagate(&mut trail, &|| false)?;
            trail.intersect(&network)?;
            fact.map_or(Ok(()), |fact| trail.assign(&network, fact))?;
            kernel.propagate(&mut trail, &|| false)?;
            Ok(trail)
        });
        let Ok(trail) = propagated else {
            prop_assert_eq!(given, 0, "there is no contradiction");
            return Ok(());
        };
        prop_assert_eq!(with(trail.facts()), given);
        for (number, &lit) in trail.facts().iter().enumerate() {
            let (cause, reason) = (trail.cause(lit), trail.reason(&kernel, lit));
            let earlier = &trail.facts()[..number];
            prop_assert!(reason.iter().all(|it| earlier.contains(it)), "{lit} by {reason:?}");
            let refutes =
                |it: &&Solution| reason.iter().all(|&reason| holds(it, reason)) && !holds(it, lit);
            if cause != Cause::Given {
                prop_assert_eq!(solutions().find(refutes), None, "{} by {:?}", lit, cause);
            }
            // A group implies its literals alone.
            if let Cause::Group(group) = cause {
                let (least, most) = network.bounds(group as usize);
                let lits = network.literals(group as usize).to_vec();
                let group = Group { lits, least: least as usize, most: most as usize };
                let mut wrong = all.iter().map(|it| &it.0).filter(refutes);
                let is_implied = !wrong.any(|it| group.holds(|lit| holds(it, lit)));
                prop_assert!(is_implied, "{lit} by {group:?}");
            }
        }
        Ok(())
    });
}

#[test]
fn components_count_every_solution() {
    for_each_sample(60, |sample| {
        let model = sample.model();
        for scope in SCOPES {
            let system = System::of_model(&model, scope);
            let facts = sample.facts.iter().filter(|fact| fact.holds);
            let facts: Option<Vec<_>> = facts.map(|&fact| model.cells().lit(fact)).collect();
            let begun = facts.map(|facts| system.begin(&facts));
            let number = match begun {
                Some(Ok((kernel, trail))) => {
                    components::count(kernel, trail, &[&system.others], 1 << 20, &|| false)
                }
                _ => Some(BigUint::ZERO),
            };
            prop_assert_eq!(number, Some(BigUint::from(sample.solutions().len())));
        }
        Ok(())
    });
}

// Engines.

fn methods() -> Vec<Method> {
    ["auto", "search", "batsat"].into_iter().map(|it| it.parse().unwrap()).collect()
}

fn solutions(model: &Model, options: &Options) -> Vec<Solution> {
    let instance = model.clone().into();
    solutions_by(plan(&instance, options), model, options)
}

fn solutions_by(plan: Plan, model: &Model, options: &Options) -> Vec<Solution> {
    let verifier = Arc::new(ByMeaning(model.clone()));
    let solutions = Solutions::by(plan, model.clone().into(), verifier, options);
    let mut all: Vec<_> =
        solutions.map(|it| it.unwrap_or_else(|error| panic!("{error}"))).collect();
    all.sort();
    all
}

fn counted(model: &Model, options: &Options) -> Option<BigUint> {
    let verifier: Arc<dyn sator_model::engine::Verifier> = Arc::new(ByMeaning(model.clone()));
    let instance = model.clone().into();
    let counted = count(&instance, &verifier, options, &Vec::new(), false, &mut |_, _| {}).unwrap();
    counted.map(|it| {
        assert_eq!(it.stopped, None);
        it.number
    })
}

#[test]
fn every_engine_finds_exactly_the_solutions() {
    for_each_sample(60, |sample| {
        let model = sample.model();
        let known: Vec<_> = sample.solutions().into_iter().collect();
        for method in methods() {
            for eliminate in [Some(true), Some(false)] {
                for scope in [None, Some(Scope::Minimal), Some(Scope::Stated)] {
                    let mut options = Options::new().backend(method.clone()).threads(2);
                    options.eliminate = eliminate;
                    options.lowering.scope = scope;
                    let found = solutions(&model, &options);
                    prop_assert_eq!(&found, &known, "by {}", method.name());
                    let number = counted(&model, &options);
                    let is_right = number.is_none_or(|it| it == BigUint::from(known.len()));
                    prop_assert!(is_right, "{} counts wrong", method.name());
                }
            }
        }
        Ok(())
    });
}

/// Plans whose searches have so few nodes that the next stage takes over between any two solutions.
fn plans_that_hand_over() -> impl Iterator<Item = Plan> {
    (1..=5).flat_map(|nodes| {
        let trail = Stage::Trail(TrailBudget::Nodes(nodes));
        let last = Stage::Trail(TrailBudget::Unlimited);
        let equations = Stage::Equations { open: 0 };
        [
            vec![Stage::Eliminate, trail, Stage::Sat],
            vec![trail, Stage::Sat],
            vec![trail, Stage::Eliminate, last],
            vec![trail, Stage::Bits { nodes }, equations, trail, last],
            vec![equations, Stage::Bits { nodes }, Stage::Propagate, trail, Stage::Sat],
            vec![Stage::Bits { nodes }, Stage::Eliminate, Stage::Sat],
            vec![Stage::Propagate, Stage::Bits { nodes }, Stage::Eliminate, Stage::Sat],
        ]
        .map(Plan::new)
    })
}

#[test]
fn a_search_that_hands_over_loses_no_solution() {
    for_each_sample(40, |sample| {
        let model = sample.model();
        let known: Vec<_> = sample.solutions().into_iter().collect();
        for plan in plans_that_hand_over() {
            let text = plan.to_string();
            let found = solutions_by(plan, &model, &Options::new().threads(1));
            prop_assert_eq!(&found, &known, "by {}", text);
        }
        Ok(())
    });
}

#[test]
fn candidates_are_the_values_of_all_solutions() {
    for_each_sample(25, |sample| {
        let model = sample.model();
        let known = sample.solutions();
        let verifier = Arc::new(ByMeaning(model.clone()));
        let search = Solutions::new(model.into(), verifier, &Options::new().threads(1));
        let found = candidates(search, |_| {}).unwrap();
        prop_assert_eq!(found.has_answer, Some(!known.is_empty()));
        for (cell, possible) in found.cells.iter().enumerate() {
            let values: BTreeSet<_> = known.iter().map(|it| it.values[cell]).collect();
            prop_assert_eq!(&possible.values, &values.into_iter().collect::<Vec<_>>());
            prop_assert!(possible.undecided.is_empty());
        }
        Ok(())
    });
}

#[needs(z3)]
fn z3_finds_exactly_the_solutions() {
    for_each_sample(6, |sample| {
        let (model, known) = (sample.model(), sample.solutions());
        for scope in SCOPES {
            let mut options = Options::new().backend("z3".parse().unwrap());
            options.lowering.scope = Some(scope);
            let known: Vec<_> = known.iter().cloned().collect();
            prop_assert_eq!(solutions(&model, &options), known);
        }
        let Method::Smt(z3) = "z3".parse().unwrap() else { panic!("z3 is an SMT solver") };
        let plan = Plan::new(vec![Stage::Trail(TrailBudget::Nodes(1)), Stage::Smt(z3)]);
        let options = Options::new().backend(Method::Smt(z3));
        let known: Vec<_> = known.into_iter().collect();
        prop_assert_eq!(solutions_by(plan, &model, &options), known);
        let mut text = Vec::new();
        let smt = SmtLib::new("A sample.".to_owned(), model.into(), Scope::Stated);
        smt.write(&mut text, true, &Interrupt::default()).unwrap();
        let text = String::from_utf8(text).unwrap();
        let [opened, closed] = ['(', ')'].map(|it| text.matches(it).count());
        prop_assert_eq!(opened, closed, "{}", text);
        Ok(())
    });
}

// Models.

/// A magic square without its diagonals: different numbers, each line adds up to 34.
fn magic_square(given: &[[Value; 4]]) -> Model {
    let mut model = Model::new();
    let grid = model.grid(4, 4, 1..=16);
    model.add(AllDifferent::new(grid.cells()));
    for line in grid.rows().chain(grid.columns()) {
        model.add(Linear::sum(line).equals(34));
    }
    let diagonal =
        |is_main: bool| (0..4).map(move |row| grid.at(row, if is_main { row } else { 3 - row }));
    model.add(Linear::sum(diagonal(true)).equals(34));
    model.add(Linear::sum(diagonal(false)).equals(34));
    for (row, values) in given.iter().enumerate() {
        for (column, &value) in values.iter().enumerate() {
            model.given(grid.at(row, column), value);
        }
    }
    model
}

#[test]
fn sums_that_are_rules_are_respected_by_every_method() {
    let model = magic_square(&[[16, 3, 2, 13], [5, 10, 11, 8]]);
    let mut found = Vec::new();
    for method in methods() {
        for eliminate in [Some(true), Some(false)] {
            let mut options = Options::new().backend(method.clone()).threads(1);
            options.eliminate = eliminate;
            found.push(solutions(&model, &options));
            let number = counted(&model, &options);
            assert!(number.is_none_or(|it| it == BigUint::from(found[0].len())));
        }
    }
    assert!(found.iter().all(|it| *it == found[0]), "{found:?}");
    assert_eq!(found[0].len(), 1);
}

/// Times 0, all values of a cell are the same number.
#[test]
fn summands_times_zero_may_take_all_their_values() {
    let mut model = Model::new();
    let cell = model.cell(CellName::Number(1), Domain::Truth);
    model.add(Linear::sum([]).at_most(0));
    model.add(Linear::weighted([(0, cell), (0, cell)]).equals(0)).clue();
    for method in methods() {
        let found = solutions(&model, &Options::new().backend(method));
        assert_eq!(found.iter().map(|it| it[cell]).collect::<Vec<_>>(), [0, 1]);
    }
}

#[test]
fn auxiliary_cells_are_projected_away() {
    let mut model = Model::new();
    let shown = model.cell(CellName::Number(1), 1..=3);
    let hidden = model.auxiliary(1..=9);
    model.add(Compare::less(shown, hidden));
    model.add(Linear::sum([shown, hidden]).at_most(5));
    for method in methods() {
        let options = Options::new().backend(method.clone());
        let found = solutions(&model, &options);
        let values: Vec<_> = found.iter().map(|it| it[shown]).collect();
        assert_eq!(values, [1, 2], "by {}", method.name());
        let number = counted(&model, &options);
        assert!(number.is_none_or(|it| it == BigUint::from(2_u8)), "by {}", method.name());
    }
}

#[test]
#[should_panic(expected = "more than 1073741824 values")]
fn a_model_with_too_many_values_is_refused() {
    let mut model = Model::new();
    model.cell(CellName::Number(1), 0..=(1 << 30) - 1);
    model.cell(CellName::Number(2), Domain::Truth);
}

#[test]
fn solutions_can_move_to_another_thread_and_rules_can_be_shared() {
    fn moves<T: Send + 'static>() {}
    fn is_shared<T: Send + Sync + 'static>() {}
    moves::<Solutions>();
    is_shared::<CompiledRules>();
    is_shared::<Instance>();
}
