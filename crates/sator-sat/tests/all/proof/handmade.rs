//! Small proofs by hand: what each rule accepts and refuses, and at which step.

use std::cell::Cell;

use sator_sat::proof::{self, Deletions, Format, Options, Place, Verdict, Writer};
use sator_sat::{Clauses, Lit};

use super::formulas::pigeons;
use super::rate::{self, Way};
use super::{assert_verified, check, check_by, formula, is_verified, refusal};

const DRAT: Option<Format> = Some(Format::DratText);
const LRAT: Option<Format> = Some(Format::LratText);

/// All four clauses over two variables.
fn square() -> Clauses {
    formula(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]])
}

#[test]
fn an_inconsistent_formula_is_refuted_in_two_steps() {
    let report = assert_verified("square", &square(), b"1 0\n0\n", DRAT);
    assert_eq!((report.effort.added, report.effort.deleted), (1, 0), "the conflict came with 1");
    let report = assert_verified("square", &square(), b"5 1 0 1 3 0\n6 0 5 2 4 0\n", LRAT);
    assert_eq!((report.effort.added, report.effort.looked), (2, 5));
    assert_eq!(report.effort.peak_clauses, 6);
    assert_eq!(report.effort.bytes, 24);
}

#[test]
fn a_formula_that_unit_propagation_refutes_needs_no_proof() {
    let empty = formula(&[&[]]);
    let units = formula(&[&[1], &[-1, 2], &[-2]]);
    for format in Format::ALL.map(Some).into_iter().chain([None]) {
        for formula in [&empty, &units] {
            assert_verified("no proof", formula, b"", format);
        }
    }
}

#[test]
fn a_proof_without_the_empty_clause_is_refused() {
    for (proof, format, step) in [
        ("", DRAT, 0),
        ("", LRAT, 0),
        ("c nothing\n", None, 0),
        ("d 1 2 0\n", None, 1),
        ("1 2 3 0\nd 1 2 0\n", None, 2),
        ("5 1 0 1 3 0\n", None, 1),
        ("4 d 1 2 0\n", None, 1),
    ] {
        let refusal = refusal(&square(), proof.as_bytes(), format);
        assert_eq!(refusal.reason, "the proof ends without the empty clause", "{proof}");
        assert_eq!(refusal.step, step, "{proof}");
    }
}

#[test]
fn a_refusal_names_the_step_and_its_place() {
    let formula = formula(&[&[1, 2, 3], &[-1, 2], &[-3, 4]]);
    let found = refusal(&formula, b"c hello\n2 3 0\n\nd 9 0\n  -2\n 3 0\n", DRAT);
    assert_eq!((found.step, found.place), (3, Place::Line(5)));
    assert_eq!(
        found.to_string(),
        "step 3, line 5: the clause '-2 3' follows neither by RUP nor by RAT"
    );
    let binary = Some(Format::DratBinary);
    let found = refusal(&formula, b"a\x04\x06\0d\x12\0a\x05\x06\0", binary);
    assert_eq!((found.step, found.place), (3, Place::Byte(7)));
    let found = refusal(&formula, b"4 2 3 0 1 2 0\n5 0 1 0\n", LRAT);
    assert_eq!(
        found.to_string(),
        "step 2, line 2: the empty clause is not shown: its hint 1 has more than one literal left"
    );
}

#[test]
fn hints_must_be_there_and_lead_to_a_conflict() {
    for (proof, reason) in [
        ("5 1 0 1 9 0\n", "the clause '1' is not shown: its hint 9 is no clause"),
        ("4 1 0 1 3 0\n", "there is a clause 4 already"),
        ("4 d 1 0\n5 1 0 1 3 0\n", "the clause '1' is not shown: its hint 1 is no clause"),
        ("5 0 0\n", "the empty clause is not shown: its hints end without a conflict"),
        ("5 1 0 1 -9 0\n", "the clause '1' is not shown: its hint -9 is no clause"),
        (
            "5 1 0 1 -1 0\n",
            "the clause '1' is not shown: clause 1 has no negation of its first literal",
        ),
        (
            "5 1 0 1 0\n",
            "the clause '1' is not shown: its hints end without a conflict, and for RAT a clause \
             with the negation of its first literal is not named",
        ),
    ] {
        assert_eq!(refusal(&square(), proof.as_bytes(), LRAT).reason, reason, "{proof}");
    }
}

#[test]
fn a_blocked_clause_is_taken() {
    // Its only resolvent has 3 and its negation.
    let formula = formula(&[&[-1, 3]]);
    for (proof, format) in [("1 -3 0\n", DRAT), ("2 1 -3 0 -1 0\n", LRAT), ("2 1 -3 0 0\n", LRAT)] {
        let report = check(&formula, proof.as_bytes(), format);
        assert_eq!(report.effort.rat, 1, "{proof}");
        let Verdict::Refused(refusal) = report.verdict else { panic!("there is an answer") };
        assert_eq!(refusal.reason, "the proof ends without the empty clause", "{proof}");
    }
}

#[test]
fn a_clause_with_a_bad_resolvent_is_refused() {
    let formula = formula(&[&[-1, 2], &[-1, 3, -2]]);
    let reason = refusal(&formula, b"1 0\n", DRAT).reason;
    assert_eq!(reason, "the clause '1' follows neither by RUP nor by RAT");
    for hints in ["", "-1 ", "-2 ", "-1 -2 ", "-1 1 -2 2 "] {
        let proof = format!("3 1 0 {hints}0\n");
        let reason = refusal(&formula, proof.as_bytes(), LRAT).reason;
        assert!(reason.starts_with("the clause '1' is not shown: "), "{proof}{reason}");
    }
}

#[test]
fn each_resolvent_is_shown_by_itself() {
    // The resolvent 2 follows, and on the way there 3 becomes true; but the resolvent 3 does not.
    let formula = formula(&[&[2, 3], &[2, 4], &[2, -4], &[-1, 2], &[-1, 3]]);
    let reason = refusal(&formula, b"1 0\n", DRAT).reason;
    assert_eq!(reason, "the clause '1' follows neither by RUP nor by RAT");
    let found = refusal(&formula, b"6 1 0 -4 1 2 3 -5 0\n", LRAT);
    assert_eq!(
        found.reason,
        "the clause '1' is not shown: the hints for its resolvent with clause 5 end without a conflict"
    );
}

#[test]
fn the_hints_of_a_resolvent_are_followed() {
    // 3 is new. The resolvent of -3 1 with 3 is 1, which 1 and 3 show.
    let proof = b"5 3 0 0\n6 -3 1 0 -5 1 3 0\n7 0 5 6 2 4 0\n";
    let report = assert_verified("square", &square(), proof, LRAT);
    assert_eq!(report.effort.rat, 2);
    for wrong in ["6 -3 1 0 0\n", "6 -3 1 0 -5 0\n", "6 -3 1 0 -5 1 0\n", "6 -3 0 -5 1 3 0\n"] {
        let proof = format!("5 3 0 0\n{wrong}");
        let reason = refusal(&square(), proof.as_bytes(), LRAT).reason;
        assert!(reason.contains(" is not shown: "), "{wrong}{reason}");
    }
}

#[test]
fn rat_ignores_deleted_clauses() {
    let formula = formula(&[&[-1, 2]]);
    assert_eq!(check(&formula, b"d -1 2 0\n1 0\n", DRAT).effort.rat, 1);
    assert_eq!(check(&formula, b"1 d 1 0\n2 1 0 0\n", LRAT).effort.rat, 1);
}

#[test]
fn literals_and_clauses_may_be_repeated() {
    let twice = formula(&[&[1, 2, 1], &[2, 1], &[-1, 2, 2], &[1, -2], &[-1, -2, -1]]);
    let report = assert_verified("twice", &twice, b"d 1 2 0\n1 1 0\n0\n", DRAT);
    assert_eq!(report.effort.missing, 0);
    // The second copy is the last.
    assert_eq!(refusal(&twice, b"d 1 2 0\nd 2 1 1 0\n1 0\n0\n", DRAT).step, 3);
    assert_verified("twice", &twice, b"6 1 1 0 1 4 0\n7 0 6 3 5 0\n", LRAT);
    // A clause that is always true changes nothing.
    assert_verified("square", &square(), b"7 -7 0\nd 7 -7 0\n1 0\n0\n", DRAT);
    assert_verified("square", &square(), b"5 7 -7 0 0\n6 1 0 1 3 0\n7 0 6 2 4 0\n", LRAT);
}

#[test]
fn deleting_a_missing_clause_has_no_effect() {
    let report = assert_verified("square", &square(), b"d 1 0\nd 8 9 0\nd 0\n1 0\n0\n", DRAT);
    assert_eq!((report.effort.deleted, report.effort.missing), (3, 3));
    let proof = b"4 d 77 -1 0\n5 1 0 1 3 0\n5 d 1 1 0\n6 0 5 2 4 0\n";
    let report = assert_verified("square", &square(), proof, LRAT);
    assert_eq!((report.effort.deleted, report.effort.missing), (4, 3));
}

#[test]
fn a_deleted_unit_is_gone_unless_units_are_kept() {
    let formula = formula(&[&[1], &[-1, 2, 3], &[-1, 2, -3], &[-1, -2, 3], &[-1, -2, -3]]);
    let proof = b"d 1 0\n2 0\n0\n";
    let refusal = refusal(&formula, proof, DRAT);
    assert_eq!(refusal.step, 3, "{refusal}");
    assert_eq!(check(&formula, proof, DRAT).effort.facts_deleted, 1);
    let options = Options { deletions: Deletions::KeepUnits, ..Options::default() };
    assert_eq!(check_by(&formula, proof, &options).verdict, Verdict::Verified);
    assert!(!rate::accepts(&formula, proof, Way::Forward));
    assert!(rate::accepts(&formula, proof, Way::ForwardKeepingUnits));
}

#[test]
fn a_proof_is_read_again_without_the_deletions_that_spoil_it() {
    let formula = formula(&[&[1], &[-1, 2, 3], &[-1, 2, -3], &[-1, -2, 3], &[-1, -2, -3]]);
    for (proof, is_right, deletions, readings) in [
        (&b"2 0\n0\n"[..], true, Deletions::Specified, 1),
        (b"d 1 0\n2 0\n0\n", true, Deletions::KeepUnits, 2),
        (b"d 1 0\n2 0\n", true, Deletions::KeepUnits, 2),
        (b"d 1 0\n-1 0\n", false, Deletions::Specified, 2),
        (b"d 9 0\n3 2 0\n", false, Deletions::Specified, 1),
    ] {
        let opened = Cell::new(0);
        let open = || {
            opened.set(opened.get() + 1);
            Ok(proof)
        };
        let options = Options { format: DRAT, ..Options::default() };
        let report = proof::check_again(&formula, open, &options, &|| false).unwrap();
        assert_eq!(report.verdict == Verdict::Verified, is_right, "{report:?}");
        assert_eq!((report.effort.deletions, opened.get()), (deletions, readings), "{report:?}");
    }
}

#[test]
fn a_unit_that_something_else_shows_survives() {
    // 2 follows from 1, and then stands alone: what showed it can go.
    let formula =
        formula(&[&[1], &[-1, 2], &[-2, 3, 4], &[-2, 3, -4], &[-2, -3, 4], &[-2, -3, -4]]);
    assert!(is_verified(&formula, b"2 0\nd 1 0\nd -1 2 0\n3 0\n0\n", DRAT));
    assert!(!is_verified(&formula, b"d 1 0\nd -1 2 0\n3 0\n0\n", DRAT));
}

#[test]
fn steps_after_the_empty_clause_are_read_and_not_checked() {
    assert_verified("square", &square(), b"1 0\n0\n9 0\nd 1 2 0\n", DRAT);
    assert_verified("square", &square(), b"5 1 0 1 3 0\n6 0 5 2 4 0\n7 9 0 1 0\n", LRAT);
    let found = refusal(&square(), b"1 0\n0\n9 x 0\n", DRAT);
    assert_eq!(found.to_string(), "step 3, line 3: expected a number, found 'x'");
}

/// Cook's short proof that pigeons do not fit: with new variables, one pigeon and one hole fewer,
/// again and again.
fn cooks_proof(holes: u32, format: Format) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), format);
    let mut add = |clause: &[Lit]| writer.add(0, clause, None, &[]);
    let mut next = (holes + 1) * holes;
    let sits =
        |base: u32, holes: u32, pigeon: u32, hole: u32| Lit::positive(base + pigeon * holes + hole);
    let mut base = 0;
    for holes in (2..=holes).rev() {
        let last = holes - 1;
        let old = |pigeon, hole| sits(base, holes, pigeon, hole);
        let new = |pigeon, hole| sits(next, last, pigeon, hole);
        // The pigeon in the last hole takes the place of the last pigeon.
        for pigeon in 0..holes {
            for hole in 0..last {
                let (new, old, moved) = (new(pigeon, hole), old(pigeon, hole), old(holes, hole));
                let in_last = sits(base, holes, pigeon, last);
                add(&[new, !old]);
                add(&[new, !in_last, !moved]);
                add(&[!new, old, in_last]);
                add(&[!new, old, moved]);
            }
        }
        for pigeon in 0..holes {
            add(&(0..last).map(|hole| new(pigeon, hole)).collect::<Vec<_>>());
        }
        for hole in 0..last {
            for first in 0..holes {
                for second in first + 1..holes {
                    let (one, two) = (new(first, hole), new(second, hole));
                    add(&[!one, !two, !old(first, hole)]);
                    add(&[!one, !two]);
                }
            }
        }
        (base, next) = (next, next + holes * last);
    }
    add(&[]);
    writer.finish().unwrap()
}

#[test]
fn short_proofs_with_new_variables_are_verified() {
    for holes in 2..=8 {
        for format in [Format::DratText, Format::DratBinary] {
            let proof = cooks_proof(holes, format);
            let report = assert_verified("pigeons", &pigeons(holes), &proof, None);
            assert!(report.effort.rat > 0 || holes == 2, "{holes}");
        }
    }
    let proof = cooks_proof(5, Format::DratText);
    assert!(rate::accepts(&pigeons(5), &proof, Way::Forward));
    // The same of a formula with an answer.
    let fits = super::formulas::without(&pigeons(5), 0);
    assert!(!is_verified(&fits, &proof, None));
}
