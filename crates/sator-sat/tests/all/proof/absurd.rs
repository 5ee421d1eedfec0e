//! Arbitrary input in place of a proof: no panic, and no satisfiable formula is refuted.

use proptest::prelude::*;
use sator_sat::proof::{Deletions, Format, Options, Verdict};
use sator_sat::{ClauseSink, Clauses, Lit};

use super::solvers::{SolverStep, written};
use super::{assert_verified, check, check_by, formula, is_verified, refusal};

const FORMATS: [Option<Format>; 5] = [
    None,
    Some(Format::DratText),
    Some(Format::DratBinary),
    Some(Format::LratText),
    Some(Format::LratBinary),
];

fn square() -> Clauses {
    formula(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]])
}

#[test]
fn odd_texts_are_read() {
    for proof in [
        "1 0\r\n0\r\n",
        "c a comment\n1 0\nc another\n0",
        "\n\n\t1\n0\n\n0\n\n",
        "o proof DRUP\n1 0\n0\n",
        "d 9 0\n1 0 0",
        "5 1 0 1 3 0\r\n6 0 5 2 4 0\r\n",
        "c x\n5 1 0 1 3 0\nc y\n6 0 5 2 4 0",
        "900 1 0 1 3 0\n7 0 900 2 4 0\n",
        "9000000000000000000 1 0 1 3 0\n5 0 9000000000000000000 2 4 0\n",
        "5 2147483647 0 0\n6 1 0 1 3 0\n7 0 6 2 4 0\n",
        "2147483647 -2147483646 0\n1 0\n0\n",
    ] {
        assert_verified(proof, &square(), proof.as_bytes(), None);
    }
}

#[test]
fn texts_that_are_not_proofs_are_refused() {
    let long = "1 ".repeat(100_000);
    for proof in [
        b"\0".as_slice(),
        b"\xFF\xFE\xFD",
        b"hello",
        b"s UNSATISFIABLE\n",
        b"p cnf 2 4\n1 2 0\n",
        b"a",
        b"d",
        b"-",
        b"d d d",
        b"a\x80\x80\x80\x80",
        b"0 0 0",
        b"0x10 0",
        b"1.5 0",
        b"+1 0",
        b"1 -2 0 d",
        b"o 1 1 2 0\na 5 1 0 l 1 3 0\nf 5 1 0\n", // FRAT
        b"\xEF\xBB\xBF",
        b"18446744073709551617 0",
        long.as_bytes(),
    ] {
        for format in FORMATS {
            let refusal = refusal(&square(), proof, format);
            assert!(!refusal.reason.is_empty());
        }
    }
}

#[test]
fn a_formula_of_the_largest_variable_costs_no_more() {
    let far = formula(&[&[i32::MAX, 1], &[-i32::MAX, 1], &[i32::MAX, -1], &[-i32::MAX, -1]]);
    assert_verified("far", &far, b"1 0\n0\n", None);
    assert_verified("far", &far, b"5 1 0 1 2 0\n6 0 5 3 4 0\n", None);
}

/// Adds clauses that follow from 1, and deletes most of them: enough for the room to be cleared.
fn churn(from: i64, hints: &[i64]) -> Vec<SolverStep> {
    let mut steps = Vec::new();
    for id in from..from + 40_000 {
        let clause = super::lits(&[1, -(20 + (id % 100) as i32), 200 + id as i32]);
        let hints = hints.to_vec();
        steps.push(SolverStep::Add { id, clause: clause.clone(), witness: None, hints });
        if id % 1000 != 0 {
            steps.push(SolverStep::Delete { id, clause });
        }
    }
    steps
}

fn added(id: i64, clause: &[i32], hints: &[i64]) -> SolverStep {
    SolverStep::Add { id, clause: super::lits(clause), witness: None, hints: hints.to_vec() }
}

fn deleted(id: i64, clause: &[i32]) -> SolverStep {
    SolverStep::Delete { id, clause: super::lits(clause) }
}

#[test]
fn memory_of_deleted_clauses_is_used_again() {
    let mut steps = churn(5, &[1, 3]);
    steps.push(added(50_000, &[2, 1], &[1]));
    steps.push(deleted(1, &[1, 2]));
    // What stays must be found where it went.
    steps.extend(churn(50_001, &[50_000, 3]));
    steps.push(deleted(1000, &[1, -20, 1200]));
    steps.push(added(100_000, &[1], &[50_000, 3]));
    steps.push(added(100_001, &[], &[100_000, 2, 4]));
    for format in Format::ALL {
        let report = assert_verified("churn", &square(), &written(&steps, format), None);
        assert_eq!(report.effort.missing, 0, "{format}");
        assert!(report.effort.peak_clauses < 100, "{format}");
    }
}

#[test]
fn a_unit_is_lost_with_its_clause_after_compaction() {
    let units = formula(&[&[7, 8], &[1], &[-1, 2, 3], &[-1, 2, -3], &[-1, -2, 3], &[-1, -2, -3]]);
    let mut steps = vec![deleted(1, &[7, 8])];
    steps.extend(churn(10, &[2]));
    let is_verified = |more: &[SolverStep]| {
        let steps = [&steps, more].concat();
        is_verified(&units, &written(&steps, Format::DratBinary), None)
    };
    assert!(is_verified(&[added(0, &[2], &[]), added(0, &[], &[])]));
    assert!(!is_verified(&[deleted(0, &[1]), added(0, &[2], &[]), added(0, &[], &[])]));
}

const VARIABLES: u32 = 5;

fn lit() -> impl Strategy<Value = Lit> {
    (0..VARIABLES, any::<bool>()).prop_map(|(var, negated)| Lit::new(var, negated))
}

fn small() -> impl Strategy<Value = Clauses> {
    let clause = prop::collection::vec(lit(), 1..4);
    prop::collection::vec(clause, 1..24).prop_map(|list| {
        let mut formula = Clauses::default();
        for clause in &list {
            formula.add_clause(clause);
        }
        formula
    })
}

/// Random steps; what is deleted is often there.
fn told() -> impl Strategy<Value = Vec<SolverStep>> {
    let clause = prop::collection::vec(lit(), 0..4);
    let hint = prop_oneof![4 => 1..40_i64, 1 => -40..-1_i64];
    let step = (0..4_u8, 1..40_i64, clause, prop::collection::vec(hint, 0..5));
    let step = step.prop_map(|(kind, id, clause, hints)| match kind {
        0 => SolverStep::Delete { id, clause },
        _ => SolverStep::Add { id: id + 20, clause, witness: None, hints },
    });
    prop::collection::vec(step, 0..12)
}

fn has_answer(formula: &Clauses) -> bool {
    (0..1_u32 << VARIABLES).any(|bits| {
        formula.first_false(|lit| (bits >> lit.vidx32() & 1 == 1) == lit.is_pos()).is_none()
    })
}

/// The rules of DRAT, stated plainly and slowly.
mod plain {
    use super::{Clauses, Lit, SolverStep};

    type Clause = Vec<Lit>;

    fn is_rup(clauses: &[Clause], clause: &[Lit]) -> bool {
        let mut truths: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        loop {
            if truths.iter().any(|&lit| truths.contains(&!lit)) {
                return true;
            }
            let mut is_new = false;
            for clause in clauses {
                if clause.iter().any(|lit| truths.contains(lit)) {
                    continue;
                }
                let open: Vec<Lit> =
                    clause.iter().copied().filter(|&lit| !truths.contains(&!lit)).collect();
                match open[..] {
                    [] => return true,
                    [lit] => {
                        truths.push(lit);
                        is_new = true;
                    }
                    _ => {}
                }
            }
            if !is_new {
                return false;
            }
        }
    }

    fn is_rat(clauses: &[Clause], clause: &[Lit], pivot: Lit) -> bool {
        clauses.iter().filter(|other| other.contains(&!pivot)).all(|other| {
            let others = other.iter().filter(|&&lit| lit != !pivot);
            let resolvent: Clause = clause.iter().chain(others).copied().collect();
            is_rup(clauses, &resolvent)
        })
    }

    fn normal(clause: &[Lit]) -> Clause {
        let mut clause = clause.to_vec();
        clause.sort();
        clause.dedup();
        clause
    }

    pub(super) fn is_verified(formula: &Clauses, steps: &[SolverStep]) -> bool {
        let mut clauses: Vec<Clause> = formula.iter().map(normal).collect();
        for step in steps {
            if is_rup(&clauses, &[]) {
                return true;
            }
            match step {
                SolverStep::Original(_) => {}
                SolverStep::Add { clause, .. } => {
                    let follows = is_rup(&clauses, clause)
                        || clause.iter().any(|&pivot| is_rat(&clauses, clause, pivot));
                    if !follows {
                        return false;
                    }
                    clauses.push(normal(clause));
                }
                SolverStep::Delete { clause, .. } => {
                    let clause = normal(clause);
                    if let Some(place) = clauses.iter().position(|other| *other == clause) {
                        clauses.remove(place);
                    }
                }
            }
        }
        is_rup(&clauses, &[])
    }
}

/// Deletions of what is there, now and then.
fn with_real_deletions(formula: &Clauses, steps: Vec<SolverStep>) -> Vec<SolverStep> {
    let mut clauses: Vec<Vec<Lit>> = formula.iter().map(<[Lit]>::to_vec).collect();
    let real = |step| match step {
        SolverStep::Delete { id, .. } if id % 4 != 0 => {
            let clause = clauses[id as usize % clauses.len()].clone();
            SolverStep::Delete { id, clause }
        }
        SolverStep::Add { id, clause, witness, hints } => {
            clauses.push(clause.clone());
            SolverStep::Add { id, clause, witness, hints }
        }
        step => step,
    };
    steps.into_iter().map(real).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn drat_is_checked_by_its_plain_rules(formula in small(), steps in told()) {
        let steps = with_real_deletions(&formula, steps);
        let expected = plain::is_verified(&formula, &steps);
        for format in [Format::DratText, Format::DratBinary] {
            let proof = written(&steps, format);
            prop_assert_eq!(is_verified(&formula, &proof, Some(format)), expected);
        }
        prop_assert!(!expected || !has_answer(&formula));
    }

    #[test]
    fn no_satisfiable_formula_is_refuted(formula in small(), steps in told()) {
        let has_answer = has_answer(&formula);
        for format in Format::ALL {
            let proof = written(&steps, format);
            for deletions in [Deletions::Specified, Deletions::KeepUnits] {
                let options = Options { format: Some(format), name: None, deletions };
                let report = check_by(&formula, &proof, &options);
                prop_assert!(!has_answer || report.verdict != Verdict::Verified, "{}", format);
            }
        }
    }

    #[test]
    fn no_bytes_make_the_checker_panic(proof in prop::collection::vec(any::<u8>(), 0..60)) {
        let formula = formula(&[&[1, 2], &[-1, 2]]);
        for format in FORMATS {
            prop_assert!(check(&formula, &proof, format).verdict != Verdict::Verified);
        }
    }

    #[test]
    fn no_words_make_the_checker_panic(
        proof in "([ \n\r0-9dcao-]|[1-9] 0\n|[1-9] [1-9] 0 [1-9] 0\n|d [1-9] 0\n){0,30}",
    ) {
        let formula = formula(&[&[1, 2], &[-1, 2]]);
        for format in FORMATS {
            prop_assert!(check(&formula, proof.as_bytes(), format).verdict != Verdict::Verified);
        }
    }
}
