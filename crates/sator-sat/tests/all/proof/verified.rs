//! The proofs of solvers are verified.

use std::cell::Cell;
use std::collections::HashSet;
use std::io::{Read, repeat};

use sator_sat::Clauses;
use sator_sat::proof::{self, Deletions, Format, Options, Report, Verdict};
use sator_testing::{SharedData, needs};

use super::formulas::{inconsistent, published, random_3_sat};
use super::solvers::by_varisat;
use super::{assert_verified, check_by};

#[test]
fn proofs_by_varisat_are_verified() {
    varisat_is_verified(&inconsistent());
}

#[needs(shared_data)]
fn proofs_of_published_formulas_are_verified(data: &SharedData) {
    let formulas = published(data);
    varisat_is_verified(&formulas);
    #[cfg(feature = "cadical")]
    cadical::is_verified(&formulas);
}

fn varisat_is_verified(formulas: &[(String, Clauses)]) {
    for (name, formula) in formulas {
        for format in [Format::DratText, Format::DratBinary] {
            let proof = by_varisat(formula, format);
            assert_verified(name, formula, &proof, Some(format));
            let report = assert_verified(name, formula, &proof, None);
            assert!(report.effort.format == format || proof.is_empty(), "{name}");
            assert_eq!(report.effort.bytes, proof.len() as u64, "{name}");
            let deletions = Deletions::KeepUnits;
            let report = check_by(formula, &proof, &Options { deletions, ..Options::default() });
            assert_eq!(report.verdict, Verdict::Verified, "{name}");
        }
    }
}

#[test]
fn a_check_can_be_stopped_at_any_time() {
    let formula = random_3_sat(50, 300, 1);
    for proof in [&b"1 0\n"[..], b"900 1 0 1 0\n", b""] {
        let mut proof = proof;
        let report = proof::check(&formula, &mut proof, &Options::default(), &|| true).unwrap();
        assert_eq!(report.verdict, Verdict::Stopped);
    }
    // Later as well: before the proof, within it, and while it is read to its end.
    let proof = by_varisat(&formula, Format::DratText);
    let added = (0..10).map(|patience| {
        let report = patiently(&formula, &mut proof.as_slice(), patience);
        assert_eq!(report.verdict, Verdict::Stopped, "{patience}");
        report.effort.added
    });
    assert!(added.collect::<HashSet<_>>().len() > 1);
}

/// Neither an endless step nor an endless beginning is read to its end.
#[test]
fn a_check_stops_within_a_step() {
    for start in ["", "1 ", "900 1 0 1 "] {
        let mut endless = start.as_bytes().chain(repeat(b' '));
        let report = patiently(&random_3_sat(50, 300, 1), &mut endless, 9);
        assert_eq!(report.verdict, Verdict::Stopped, "{start}");
    }
}

/// Checks a proof until `stop` was called so many times.
fn patiently(formula: &Clauses, proof: &mut dyn Read, patience: u32) -> Report {
    let asked = Cell::new(0);
    let stop = || asked.replace(asked.get() + 1) > patience;
    proof::check(formula, proof, &Options::default(), &stop).unwrap()
}

#[cfg(feature = "cadical")]
mod cadical {
    use super::{Clauses, Format, assert_verified, inconsistent, random_3_sat};
    use crate::proof::formulas::pigeons;
    use crate::proof::rate::{self, Way};
    use crate::proof::solvers::{SolverStep, by_cadical, written};

    #[test]
    fn proofs_by_cadical_are_verified_in_all_formats() {
        is_verified(&inconsistent());
    }

    pub(super) fn is_verified(formulas: &[(String, Clauses)]) {
        for (name, formula) in formulas {
            let steps = by_cadical(formula, &[]);
            let adds =
                steps.iter().filter(|step| matches!(step, SolverStep::Add { .. })).count() as u64;
            for format in Format::ALL {
                let proof = written(&steps, format);
                let effort = assert_verified(name, formula, &proof, None).effort;
                assert_eq!(effort.format, format, "{name}");
                assert_eq!(effort.missing, 0, "{name}, {format}");
                assert!(effort.added <= adds && (effort.added > 0 || !format.is_lrat()), "{name}");
            }
        }
    }

    #[test]
    fn simplifying_solvers_are_verified_too() {
        let ways: [&[(&str, i32)]; 4] = [
            &[("block", 1), ("cover", 1), ("condition", 1)],
            &[("elimint", 1), ("inprobeint", 1)],
            &[("reduceint", 10), ("chrono", 1)],
            &[("inprocessing", 0), ("elim", 0)],
        ];
        for seed in 0..8 {
            let formula = random_3_sat(100, 480, seed);
            for way in ways {
                let steps = by_cadical(&formula, way);
                for format in Format::ALL {
                    assert_verified(
                        &format!("{seed} {way:?}"),
                        &formula,
                        &written(&steps, format),
                        None,
                    );
                }
            }
        }
    }

    #[test]
    fn new_variables_are_accepted_by_rat() {
        let formula = pigeons(8);
        let options =
            [("factor", 1), ("factordelay", 0), ("factorthresh", 0), ("preprocesslight", 1)];
        let steps = by_cadical(&formula, &options);
        for format in Format::ALL {
            let proof = written(&steps, format);
            let effort = assert_verified("8 holes", &formula, &proof, Some(format)).effort;
            assert!(effort.rat > 0, "{format}: no step needed RAT");
        }
        assert!(rate::accepts(&formula, &written(&steps, Format::DratBinary), Way::Backward));
    }
}
