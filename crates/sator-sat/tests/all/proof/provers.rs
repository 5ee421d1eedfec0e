//! Backends that prove: their proofs, in every format, pass the checker.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::Duration;

use sator_sat::Clauses;
use sator_sat::backend::{Ability, BACKENDS, Backend, Budget, Config, Entry, Outcome, ProofTo};
use sator_sat::clock::Instant;
use sator_sat::proof::{self, Format, Options, Verdict};
use sator_testing::{SharedData, needs};

use super::formula;
use super::formulas::{pigeons, published};
use super::rate::{self, Way};

fn provers() -> impl Iterator<Item = &'static Entry> {
    BACKENDS.iter().filter(|entry| entry.abilities.contains(&Ability::Proofs))
}

/// A file that is removed when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("sator-provers-{}-{name}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _gone = fs::remove_file(&self.0);
    }
}

fn prover(entry: &Entry, clauses: &Clauses, file: &Scratch, format: Format) -> Box<dyn Backend> {
    let to = ProofTo { path: file.0.clone(), format, clauses: clauses.len() };
    let mut solver = (entry.create)(&Config { proof: Some(to), ..Config::default() });
    clauses.pour(solver.as_mut());
    solver
}

fn proves(entry: &Entry, name: &str, clauses: &Clauses) {
    for format in Format::ALL {
        let case = format!("{} on {name} in {format}", entry.name);
        let file = Scratch::new(&case.replace([' ', '/'], "-"));
        let mut solver = prover(entry, clauses, &file, format);
        assert_eq!(solver.solve(&[], &Budget::default()), Ok(Outcome::Unsat(vec![])), "{case}");
        assert_eq!(solver.finish_proof(), Ok(()), "{case}");
        let options = Options { format: Some(format), ..Options::default() };
        let mut proof = File::open(&file.0).unwrap();
        let report = proof::check(clauses, &mut proof, &options, &|| false).unwrap();
        assert_eq!(report.verdict, Verdict::Verified, "{case}");
        if !format.is_lrat() {
            let proof = fs::read(&file.0).unwrap();
            assert!(rate::accepts(clauses, &proof, Way::Forward), "{case}: rate refuses");
        }
    }
}

#[test]
fn every_prover_proves_in_every_format() {
    assert!(provers().any(|entry| entry.name == "varisat"));
    for entry in provers() {
        for holes in 1..=6 {
            proves(entry, &format!("{holes} holes"), &pigeons(holes));
        }
    }
}

/// Simplification while loading must not shift the numbers of clauses.
#[test]
fn odd_clauses_keep_their_numbers() {
    let twice: &[&[i32]] = &[&[1, 2], &[1, 2], &[-1, 2], &[2, -1], &[1, -2], &[-1, -2], &[1, -2]];
    let tautologies: &[&[i32]] = &[&[1, -1], &[1, 2], &[3, -3, 2], &[-1, 2], &[1, -2], &[-1, -2]];
    let repeated: &[&[i32]] = &[&[1, 1, 2], &[-1, 2, 2], &[1, -2, 1], &[-2, -1, -1, -2]];
    let units: &[&[i32]] = &[&[1], &[1, 2], &[-1, 3], &[-3, 4], &[4, 5], &[-4, -1]];
    let satisfied: &[&[i32]] = &[&[3], &[3, 1], &[1, 2], &[-1, 2], &[3, 2], &[1, -2], &[-1, -2]];
    let empty: &[&[i32]] = &[&[1, 2], &[], &[-1]];
    let alone: &[&[i32]] = &[&[]];
    let opposite: &[&[i32]] = &[&[1], &[-1]];
    let late: &[&[i32]] = &[&[7, 8], &[-7, 8], &[9], &[7, -8], &[-9, -7, -8]];
    for (name, clauses) in [
        ("clauses twice", twice),
        ("tautologies", tautologies),
        ("literals twice", repeated),
        ("units", units),
        ("satisfied clauses", satisfied),
        ("an empty clause", empty),
        ("nothing but an empty clause", alone),
        ("opposite units", opposite),
        ("high variables", late),
    ] {
        for entry in provers() {
            proves(entry, name, &formula(clauses));
        }
    }
}

#[needs(shared_data)]
fn every_prover_proves_the_unsatisfiable_published_formulas(data: &SharedData) {
    for (name, clauses) in published(data) {
        for entry in provers() {
            proves(entry, &name, &clauses);
        }
    }
}

#[test]
fn a_proof_that_cannot_be_written_ends_the_solving_with_an_error_that_names_the_file() {
    for entry in provers() {
        for path in ["/nowhere/at/all/proof", "/dev/full"] {
            for holes in [3, 14] {
                let file = Scratch(PathBuf::from(path));
                let mut solver = prover(entry, &pigeons(holes), &file, Format::DratText);
                std::mem::forget(file);
                // The larger formula takes for ever if the error is not noticed.
                let deadline = Some(Instant::now() + Duration::from_secs(60));
                let budget = Budget { deadline, ..Budget::default() };
                let ended = solver.solve(&[], &budget).and_then(|_| solver.finish_proof());
                assert_eq!(budget.exhausted(), None, "{} has not noticed", entry.name);
                let error = ended.unwrap_err().to_string();
                let message = format!("the proof cannot be written to '{path}'");
                assert!(error.contains(&message) && error.contains(entry.name), "{error}");
            }
        }
    }
}
