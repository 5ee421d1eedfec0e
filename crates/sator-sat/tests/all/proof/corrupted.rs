//! Proofs corrupted in many ways get the same verdict from our checker and from `rate`.

use std::collections::HashMap;

use sator_sat::proof::{Deletions, Format, Options, Reader, Step, Verdict, Writer};
use sator_sat::{ClauseSink, Clauses, Lit};

use super::formulas::{Random, pigeons, random_3_sat, without};
use super::rate::{self, Way};
use super::solvers::{SolverStep, steps_by_varisat, written};
use super::{check_by, is_verified};

/// A proof that is right, to be spoiled.
struct Sound {
    name: String,
    formula: Clauses,
    steps: Vec<SolverStep>,
}

#[cfg(feature = "cadical")]
fn told(formula: &Clauses) -> Vec<Vec<SolverStep>> {
    let ways: [&[(&str, i32)]; 2] = [&[], &[("elimint", 1), ("reduceint", 2)]];
    ways.into_iter().map(|way| super::solvers::by_cadical(formula, way)).collect()
}

#[cfg(not(feature = "cadical"))]
fn told(_formula: &Clauses) -> Vec<Vec<SolverStep>> {
    Vec::new()
}

/// With hints, where a solver gives them.
fn sound(has_hints: bool) -> Vec<Sound> {
    let mut formulas = vec![("4 holes".to_owned(), pigeons(4)), ("5 holes".to_owned(), pigeons(5))];
    formulas.extend((10..16).map(|seed| (format!("random {seed}"), random_3_sat(40, 220, seed))));
    let mut all = Vec::new();
    for (name, formula) in formulas {
        let mut proofs = told(&formula);
        if !has_hints {
            proofs.push(steps_by_varisat(&formula));
        }
        let sound = |steps| Sound { name: name.clone(), formula: formula.clone(), steps };
        all.extend(proofs.into_iter().map(sound));
    }
    all
}

/// A place among the steps that are not mere numbers of original clauses.
fn place(steps: &[SolverStep], random: &mut Random) -> usize {
    loop {
        let place = random.below(steps.len());
        if !matches!(steps[place], SolverStep::Original(_)) {
            return place;
        }
    }
}

fn spoil_steps(steps: &mut Vec<SolverStep>, variables: u32, random: &mut Random) -> &'static str {
    let at = place(steps, random);
    match random.below(7) {
        0 => {
            steps.remove(at);
            return "a step dropped";
        }
        1 => {
            let other = place(steps, random);
            steps.swap(at, other);
            return "steps swapped";
        }
        2 => {
            let step = steps[at].clone();
            steps.insert(place(steps, random), step);
            return "a step repeated elsewhere";
        }
        3 => {
            let Some(clause) = steps[at].clause_mut() else { return "" };
            clause.push(random.lit(variables));
            return "a literal added";
        }
        _ => {}
    }
    let Some(clause) = steps[at].clause_mut().filter(|clause| !clause.is_empty()) else {
        steps.truncate(at);
        return "the end cut off";
    };
    let literal = random.below(clause.len());
    match random.below(3) {
        0 => {
            clause.remove(literal);
            "a literal dropped"
        }
        1 => {
            clause[literal] = !clause[literal];
            "a literal flipped"
        }
        _ => {
            clause[literal] = random.lit(variables);
            "a literal changed"
        }
    }
}

fn spoil_formula(formula: &Clauses, random: &mut Random) -> Clauses {
    let place = random.below(formula.len());
    let mut other = without(formula, place);
    if random.below(2) == 0 {
        let mut clause = formula.iter().nth(place).unwrap().to_vec();
        let literal = random.below(clause.len());
        clause[literal] = !clause[literal];
        other.add_clause(&clause);
    }
    other
}

/// How many spoiled proofs were looked at, and how many of them are wrong.
#[derive(Default)]
struct Seen {
    all: usize,
    refused: usize,
}

impl Seen {
    fn enough(&self) {
        assert!(self.all >= 200, "only {} spoiled proofs", self.all);
        let share = self.refused * 100 / self.all;
        assert!((10..=95).contains(&share), "{} of {} refused", self.refused, self.all);
    }
}

fn is_verified_keeping_units(formula: &Clauses, proof: &[u8]) -> bool {
    let options = Options { deletions: Deletions::KeepUnits, ..Options::default() };
    check_by(formula, proof, &options).verdict == Verdict::Verified
}

fn agrees(what: &str, formula: &Clauses, proof: &[u8], seen: &mut Seen) {
    let is_accepted = is_verified(formula, proof, None);
    seen.all += 1;
    seen.refused += usize::from(!is_accepted);
    assert_eq!(is_accepted, rate::accepts(formula, proof, Way::Forward), "{what}");
    if is_accepted {
        assert!(rate::accepts(formula, proof, Way::Backward), "{what}: rate, backward, refuses");
    }
    if seen.all.is_multiple_of(4) {
        let is_accepted = is_verified_keeping_units(formula, proof);
        let by_rate = rate::accepts(formula, proof, Way::ForwardKeepingUnits);
        assert_eq!(is_accepted, by_rate, "{what}, units kept");
    }
}

#[test]
fn corrupted_drat_gets_the_verdict_of_rate() {
    let mut random = Random::new(1);
    let mut seen = Seen::default();
    let proofs = sound(false);
    while seen.all < 240 {
        let Sound { name, formula, steps } = &proofs[seen.all % proofs.len()];
        let mut steps = steps.clone();
        let what = spoil_steps(&mut steps, formula.variables(), &mut random);
        let format = [Format::DratText, Format::DratBinary][random.below(2)];
        let what = format!("{name}, {what}, {format}, number {}", seen.all);
        agrees(&what, formula, &written(&steps, format), &mut seen);
    }
    seen.enough();
}

#[test]
fn a_proof_of_another_formula_gets_the_verdict_of_rate() {
    let mut random = Random::new(2);
    let mut seen = Seen::default();
    let proofs = sound(false);
    while seen.all < 200 {
        let Sound { name, formula, steps } = &proofs[seen.all % proofs.len()];
        let formula = spoil_formula(formula, &mut random);
        let what = format!("{name}, another formula, number {}", seen.all);
        agrees(&what, &formula, &written(steps, Format::DratText), &mut seen);
    }
    seen.enough();
}

#[test]
fn a_proof_that_is_cut_off_is_refused() {
    let mut random = Random::new(3);
    for Sound { name, formula, steps } in sound(false) {
        for format in [Format::DratText, Format::DratBinary] {
            let whole = written(&steps, format);
            for _ in 0..4 {
                let proof = &whole[..random.below(whole.len())];
                // Cut between two steps, after all that is needed, it is whole.
                if is_verified(&formula, proof, Some(format)) {
                    let ends: &[&[u8]] =
                        if format.is_binary() { &[b"\0"] } else { &[b"\n", b" 0", b"\n0"] };
                    let is_whole = ends.iter().any(|end| proof.ends_with(end));
                    assert!(is_whole || proof.is_empty(), "{name}");
                    assert!(rate::accepts(&formula, proof, Way::Forward), "{name}");
                }
            }
        }
    }
}

/// An LRAT proof without its numbers and hints.
fn stripped(formula: &Clauses, mut proof: &[u8], format: Format) -> Vec<u8> {
    let mut clauses: HashMap<i64, Vec<Lit>> =
        (1..).zip(formula.iter().map(<[Lit]>::to_vec)).collect();
    let mut writer = Writer::new(Vec::new(), Format::DratText);
    let mut reader = Reader::new(&mut proof, Some(format), None).unwrap();
    while let Some(step) = reader.next_step().unwrap() {
        match step {
            Step::Add { id, clause, .. } => {
                writer.add(id, clause, None, &[]);
                clauses.insert(id, clause.to_vec());
            }
            Step::DeleteIds { ids } => {
                for id in ids {
                    if let Some(clause) = clauses.remove(id) {
                        writer.delete(*id, &clause);
                    }
                }
            }
            Step::Delete { .. } => unreachable!("LRAT deletes by numbers"),
        }
    }
    writer.finish().unwrap()
}

fn spoil_hints(steps: &mut [SolverStep], random: &mut Random) -> &'static str {
    loop {
        let last = steps.len() as i64;
        let at = place(steps, random);
        let SolverStep::Add { hints, .. } = &mut steps[at] else { continue };
        if hints.is_empty() {
            continue;
        }
        let hint = random.below(hints.len());
        match random.below(5) {
            0 => {
                hints.remove(hint);
                return "a hint dropped";
            }
            1 => {
                hints[hint] = random.below(last as usize) as i64 + 1;
                return "a hint changed";
            }
            2 => {
                hints[hint] = -hints[hint];
                return "a hint negated";
            }
            3 => {
                let other = random.below(hints.len());
                hints.swap(hint, other);
                return "hints swapped";
            }
            _ => {
                hints.truncate(hint);
                return "the last hints dropped";
            }
        }
    }
}

#[test]
fn corrupted_lrat_that_is_verified_is_valid_without_its_hints() {
    let mut random = Random::new(4);
    let mut seen = Seen::default();
    let proofs = sound(true);
    if proofs.is_empty() {
        return; // Only CaDiCaL gives hints.
    }
    while seen.all < 400 {
        let Sound { name, formula, steps } = &proofs[seen.all % proofs.len()];
        let mut steps = steps.clone();
        let (what, formula) = match random.below(5) {
            0 | 1 => (spoil_hints(&mut steps, &mut random), formula.clone()),
            2 => ("another formula", spoil_formula(formula, &mut random)),
            _ => (spoil_steps(&mut steps, formula.variables(), &mut random), formula.clone()),
        };
        let format = [Format::LratText, Format::LratBinary][random.below(2)];
        let proof = written(&steps, format);
        seen.all += 1;
        if is_verified(&formula, &proof, None) {
            let drat = stripped(&formula, &proof, format);
            let what = format!("{name}, {what}, {format}, number {}", seen.all);
            assert!(rate::accepts(&formula, &drat, Way::Forward), "{what}");
        } else {
            seen.refused += 1;
        }
    }
    seen.enough();
}
