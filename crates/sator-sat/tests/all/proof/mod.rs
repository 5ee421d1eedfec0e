//! The proof checker accepts the proofs of solvers, and agrees with `rate`, another checker.

mod absurd;
mod corrupted;
mod formats;
mod formulas;
mod handmade;
mod provers;
mod rate;
mod solvers;
mod verified;

use sator_sat::proof::{self, Format, Options, Refusal, Report, Verdict};
use sator_sat::{ClauseSink, Clauses, Lit};

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_ipasir(number).unwrap()).collect()
}

fn formula(clauses: &[&[i32]]) -> Clauses {
    let mut formula = Clauses::default();
    for clause in clauses {
        formula.add_clause(&lits(clause));
    }
    formula
}

fn check_by(formula: &Clauses, mut proof: &[u8], options: &Options) -> Report {
    proof::check(formula, &mut proof, options, &|| false).expect("a slice cannot fail")
}

fn check(formula: &Clauses, proof: &[u8], format: Option<Format>) -> Report {
    check_by(formula, proof, &Options { format, ..Options::default() })
}

fn is_verified(formula: &Clauses, proof: &[u8], format: Option<Format>) -> bool {
    check(formula, proof, format).verdict == Verdict::Verified
}

fn refusal(formula: &Clauses, proof: &[u8], format: Option<Format>) -> Refusal {
    match check(formula, proof, format).verdict {
        Verdict::Refused(refusal) => refusal,
        verdict => panic!("expected a refusal, found {verdict:?}"),
    }
}

#[track_caller]
fn assert_verified(what: &str, formula: &Clauses, proof: &[u8], format: Option<Format>) -> Report {
    let report = check(formula, proof, format);
    assert_eq!(report.verdict, Verdict::Verified, "{what}, {format:?}");
    report
}
