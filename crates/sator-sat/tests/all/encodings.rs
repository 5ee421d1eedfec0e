//! Every encoding means what its constraint means: truth tables for all small sizes.

use sator_sat::backend::{Budget, Config, Outcome, by_name};
use sator_sat::clauses::FreshVars;
use sator_sat::constraint::Count;
use sator_sat::encode::count::Bounds;
use sator_sat::encode::{Encoder, Encodings, Unions, at_most_one, count};
use sator_sat::{ClauseSink, Clauses, Lit};

const LARGEST: usize = 8;

fn inputs(n: usize) -> Vec<Lit> {
    // Every third literal is negative, so that confused signs are noticed.
    (0..n).map(|i| Lit::new(i as u32, i % 3 == 2)).collect()
}

/// An input of the encoders, with its meaning.
#[derive(Debug, Clone)]
enum Sample {
    Count { lits: Vec<Lit>, least: usize, most: usize },
    Split { first: Vec<Lit>, others: Vec<Lit> },
}

impl Sample {
    fn exactly(lits: Vec<Lit>, count: usize) -> Self {
        Self::Count { lits, least: count, most: count }
    }

    fn count(&self) -> Option<Count<'_>> {
        match self {
            Self::Count { lits, least, most } => Some(Count { lits, least: *least, most: *most }),
            Self::Split { .. } => None,
        }
    }

    fn variables(&self) -> usize {
        match self {
            Self::Count { lits, .. } => lits.len(),
            Self::Split { first, others } => first.len() + others.len(),
        }
    }

    fn holds(&self, is_true: impl Fn(Lit) -> bool) -> bool {
        match self {
            Self::Count { lits, least, most } => {
                Count { lits, least: *least, most: *most }.holds(is_true)
            }
            Self::Split { first, others } => {
                first.iter().any(|&lit| is_true(lit)) != others.iter().any(|&lit| is_true(lit))
            }
        }
    }

    fn encode(&self, encoding: &Encodings, encoder: &mut Encoder<'_>) {
        match self {
            Self::Count { lits, least, most } => {
                encoding.encode_count(Count { lits, least: *least, most: *most }, encoder);
            }
            Self::Split { first, others } => encoding.encode_split(first, others, encoder),
        }
    }
}

fn samples(n: usize) -> impl Iterator<Item = Sample> {
    let lits = inputs(n);
    let splits = (0..=n)
        .map(move |at| Sample::Split { first: inputs(at), others: inputs(n)[at..].to_vec() });
    let bounds = (0..=n + 1).flat_map(move |k| {
        [(0, k), (k, n), (k, k)].map(|(least, most)| Sample::Count {
            lits: lits.clone(),
            least,
            most,
        })
    });
    bounds.chain(splits)
}

/// Whether the clauses can be satisfied once the inputs (and the guard) are as given.
fn satisfiable(clauses: &Clauses, assumptions: &[Lit]) -> bool {
    let mut solver = (by_name("batsat").unwrap().create)(&Config::default());
    clauses.pour(solver.as_mut());
    match solver.solve(assumptions, &Budget::default()).unwrap() {
        Outcome::Sat(_) => true,
        Outcome::Unsat(_) => false,
        Outcome::Stopped(reason) => panic!("stopped without a limit: {reason:?}"),
    }
}

fn assignments(n: usize) -> impl Iterator<Item = Vec<Lit>> {
    (0..1_u32 << n)
        .map(move |bits| (0..n as u32).map(|i| Lit::new(i, bits >> i & 1 == 0)).collect())
}

fn means_the_same(encoding: &Encodings, sample: &Sample) {
    let n = sample.variables();
    let mut clauses = Clauses::default();
    let mut vars = FreshVars::after(n as u32);
    sample.encode(encoding, &mut Encoder::new(&mut clauses, &mut vars));
    for assignment in assignments(n) {
        assert_eq!(
            satisfiable(&clauses, &assignment),
            sample.holds(|lit| assignment.contains(&lit)),
            "{encoding}: {sample:?} under {assignment:?}"
        );
    }
}

fn switches_on_and_off(encoding: &Encodings, sample: &Sample) {
    let n = sample.variables();
    let guard = Lit::positive(n as u32);
    let mut clauses = Clauses::default();
    let mut vars = FreshVars::after(n as u32 + 1);
    sample.encode(encoding, &mut Encoder::new(&mut clauses, &mut vars).guarded_by(guard));
    for assignment in assignments(n) {
        let on = [assignment.as_slice(), &[guard]].concat();
        let off = [assignment.as_slice(), &[!guard]].concat();
        let holds = sample.holds(|lit| assignment.contains(&lit));
        let case = format!("{encoding}: {sample:?} under {assignment:?}");
        assert_eq!(satisfiable(&clauses, &on), holds, "guard on, {case}");
        assert!(satisfiable(&clauses, &off), "guard off, {case}");
    }
}

fn all_encodings() -> Vec<Encodings> {
    Encodings::names().map(|(name, _)| name.parse().unwrap()).collect()
}

#[test]
fn every_encoding_means_what_its_constraint_means_and_a_guard_switches_it_on_and_off() {
    for encoding in all_encodings() {
        for sample in (0..=LARGEST).flat_map(samples) {
            means_the_same(&encoding, &sample);
            switches_on_and_off(&encoding, &sample);
        }
    }
}

/// Beyond truth tables: with one literal true all others must be false, with none all is open.
#[test]
fn at_most_one_of_many_leaves_each_single_literal_possible_and_no_pair() {
    for encoding in at_most_one::ENCODINGS {
        for n in [9, 16, 17, 40, 65] {
            let lits = inputs(n);
            let mut clauses = Clauses::default();
            let mut vars = FreshVars::after(n as u32);
            encoding.write(&lits, &mut Encoder::new(&mut clauses, &mut vars));
            assert!(satisfiable(&clauses, &[]));
            for (i, &first) in lits.iter().enumerate() {
                let alone: Vec<_> =
                    lits.iter().map(|&lit| if lit == first { lit } else { !lit }).collect();
                assert!(satisfiable(&clauses, &alone), "{} of {n}", encoding.name);
                let second = lits[(i + n / 2) % n];
                assert!(!satisfiable(&clauses, &[first, second]), "{} of {n}", encoding.name);
            }
        }
    }
}

#[test]
fn pairwise_never_takes_auxiliary_variables() {
    let pairwise: Encodings = "pairwise".parse().unwrap();
    for n in 0..=LARGEST {
        for sample in samples(n) {
            let mut clauses = Clauses::default();
            let mut vars = FreshVars::after(n as u32);
            sample.encode(&pairwise, &mut Encoder::new(&mut clauses, &mut vars));
            assert_eq!(vars.used(), n as u32, "{sample:?}");
        }
    }
}

/// Two splits by the same side: one under a guard, which must not switch the shared literal off.
#[test]
fn splits_by_the_same_side_share_a_literal_and_keep_their_meaning() {
    let lits = inputs(6);
    let split =
        |others: &[Lit]| Sample::Split { first: lits[..3].to_vec(), others: others.to_vec() };
    let (one, other) = (split(&lits[3..5]), split(&lits[5..]));
    let guard = Lit::positive(6);
    let (mut clauses, mut vars) = (Clauses::default(), FreshVars::after(7));
    let mut unions = Unions::default();
    let encoding = Encodings::default();
    let mut guarded = Encoder::new(&mut clauses, &mut vars).sharing(&mut unions).guarded_by(guard);
    one.encode(&encoding, &mut guarded);
    other.encode(&encoding, &mut Encoder::new(&mut clauses, &mut vars).sharing(&mut unions));
    assert_eq!(vars.used(), 8);
    for assignment in assignments(7) {
        let is_true = |lit| assignment.contains(&lit);
        let holds = other.holds(is_true) && (!is_true(guard) || one.holds(is_true));
        assert_eq!(satisfiable(&clauses, &assignment), holds, "{assignment:?}");
    }
}

#[test]
fn an_encoding_reads_back_from_its_name() {
    for encoding in all_encodings() {
        assert_eq!(encoding.to_string().parse(), Ok(encoding));
    }
    let both: Encodings = "bimander,totalizer".parse().unwrap();
    assert_eq!(both.to_string(), "bimander,totalizer");
    // It implies an encoding of counts, which needs no name.
    for name in ["pairwise", "pairwise,totalizer"] {
        assert_eq!(name.parse::<Encodings>().unwrap().to_string(), name);
    }
    let error = "quantum".parse::<Encodings>().unwrap_err().to_string();
    assert!(error.starts_with("unknown encoding 'quantum'; known are auto, pairwise,"), "{error}");
}

#[test]
fn the_measured_policy_names_registered_encodings() {
    for n in [2, 8, 30, 100, 1000, 100_000] {
        assert!(at_most_one::ENCODINGS.contains(at_most_one::measured(n)));
        let bounds = Bounds { least: 0, most: n / 2 };
        assert!(count::ENCODINGS.contains(count::measured(n, bounds)));
    }
}

#[test]
fn an_encoder_is_closed_with_its_sink() {
    struct Closed;
    impl ClauseSink for Closed {
        fn add_clause(&mut self, _clause: &[Lit]) {}
        fn is_closed(&self) -> bool {
            true
        }
    }
    assert!(Encoder::new(&mut Closed, &mut FreshVars::after(0)).is_closed());
}

/// How many clauses there are of a count.
fn written(encoding: &Encodings, sample: &Sample) -> u128 {
    let n = sample.variables();
    let mut clauses = Clauses::default();
    let mut vars = FreshVars::after(n as u32);
    sample.encode(encoding, &mut Encoder::new(&mut clauses, &mut vars));
    clauses.len() as u128
}

#[test]
fn the_number_of_subsets_is_counted_without_writing_them() {
    let binomial: Encodings = "binomial".parse().unwrap();
    for n in 0..=12 {
        for sample in samples(n) {
            let Some(count) = sample.count() else { continue };
            if let Some(most) = binomial.most_clauses(count) {
                assert_eq!(most, written(&binomial, &sample), "{sample:?}");
            }
        }
    }
    let half = Sample::exactly(inputs(12), 6);
    assert_eq!(binomial.most_clauses(half.count().unwrap()), Some(792 + 792));
}

#[test]
fn a_number_of_subsets_beyond_128_bits_saturates() {
    let lits = inputs(1000);
    let binomial: Encodings = "pairwise".parse().unwrap();
    let most = |count| {
        let half = Sample::exactly(lits.clone(), count);
        binomial.most_clauses(half.count().unwrap())
    };
    assert_eq!(most(500), Some(u128::MAX));
    assert_eq!(most(2), Some(1000 * 999 * 998 / 6 + 1000));
    assert_eq!([most(0), most(1), most(1000)], [None; 3]);
    let measured = Sample::exactly(lits, 500);
    assert_eq!(Encodings::default().most_clauses(measured.count().unwrap()), None);
}
