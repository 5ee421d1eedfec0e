//! Checking proofs: DRAT, where the checker searches for each step, against LRAT, which has hints.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use sator::bundle::Conclusion;
use sator::engine::{self, Lowering, Options, Step};
use sator::puzzles::sudoku::KIND;
use sator_sat::backend::{Ability, BACKENDS, Budget, Config, Outcome, ProofTo};
use sator_sat::proof::{self, Format, Verdict};
use sator_sat::{Clauses, dimacs};

use crate::ours;
use crate::race::timed;
use crate::report::{Figure, Report, Row};
use crate::shared::{data, list, objects};

/// Each proof is checked this many times, and the best time counts.
const RUNS: usize = 5;

/// One in so many sudokus of a list is taken.
const STEP: usize = 10;

pub(crate) fn measure(report: &mut Report) {
    let hardest = list("forum_hardest_1905").into_iter().map(|puzzle| puzzle.line);
    of_sudokus(report, "the hardest 9x9", hardest);
    let large = objects("sudoku_sizes/sudoku_16.jsonl");
    of_sudokus(report, "16x16", large.iter().map(ToString::to_string));
    for name in ["uuf100-05", "hole6"] {
        if let Some(text) = data(&format!("dimacs/{name}.cnf")).and_then(|it| fs::read(it).ok()) {
            let formula = dimacs::read(&text).expect("the file is a formula");
            compare(report, name, &[formula.clauses]);
        }
    }
}

/// Proofs that the answers of some sudokus are unique.
fn of_sudokus(report: &mut Report, name: &str, puzzles: impl Iterator<Item = String>) {
    let formulas: Vec<_> = puzzles.step_by(STEP).filter_map(|text| uniqueness(&text)).collect();
    if formulas.is_empty() {
        report.note(format!("left out: {name}, as there are no puzzles in ../shared/data"));
    } else {
        compare(report, &format!("{name}, {} proofs", formulas.len()), &formulas);
    }
}

/// The formula "there is another answer", if it is unsatisfiable.
fn uniqueness(text: &str) -> Option<Clauses> {
    let puzzle = ours::read(&KIND, text);
    let mut solutions = engine::solutions(&puzzle, &Options::default());
    let Ok(Step::Solution(answer)) = solutions.step() else { return None };
    let is_only = solutions.step() == Ok(Step::Exhausted);
    let formula = Conclusion::OnlyAnswer(answer)
        .formula(&puzzle, Lowering::default(), &Budget::default())
        .expect("there is no limit");
    let mut clauses = Clauses::default();
    formula.write_clauses(&mut clauses);
    is_only.then_some(clauses)
}

/// Total times with hints against those without.
fn compare(report: &mut Report, name: &str, formulas: &[Clauses]) {
    for [slow, fast] in
        [[Format::DratText, Format::LratText], [Format::DratBinary, Format::LratBinary]]
    {
        let mut sums = [Duration::ZERO; 2];
        for formula in formulas {
            let proofs = [slow, fast].map(|format| prove(formula, format));
            let mut best = [Duration::MAX; 2];
            for _ in 0..RUNS {
                for (best, proof) in best.iter_mut().zip(&proofs) {
                    *best = (*best).min(check(formula, proof));
                }
            }
            sums = [sums[0] + best[0], sums[1] + best[1]];
        }
        let [without, with] = sums.map(Figure::time);
        let row = Row::new(format!("{name}, {fast}"), with);
        report.row(row.against(slow.to_string(), without));
    }
}

/// A proof by the first solver that writes proofs.
fn prove(formula: &Clauses, format: Format) -> (Format, Vec<u8>) {
    let mut provers = BACKENDS.iter().filter(|it| it.abilities.contains(&Ability::Proofs));
    let prover = provers.next().expect("Varisat is always there");
    let name = format!("sator-bench-{}.proof", std::process::id());
    let path = std::env::temp_dir().join(name);
    let to = ProofTo { path: path.clone(), format, clauses: formula.len() };
    let mut solver = (prover.create)(&Config { proof: Some(to), ..Config::default() });
    formula.pour(solver.as_mut());
    let outcome = solver.solve(&[], &Budget::default());
    assert_eq!(outcome, Ok(Outcome::Unsat(Vec::new())), "only formulas without an answer");
    solver.finish_proof().expect("there is room for the proof");
    (format, take(&path))
}

/// Reads a file and removes it.
fn take(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).expect("it was just written");
    let _gone = fs::remove_file(path);
    bytes
}

fn check(formula: &Clauses, (format, bytes): &(Format, Vec<u8>)) -> Duration {
    let options = proof::Options { format: Some(*format), ..proof::Options::default() };
    let mut proof = Cursor::new(bytes);
    let (report, time) = timed(|| proof::check(formula, &mut proof, &options, &|| false));
    assert_eq!(report.expect("memory does not fail").verdict, Verdict::Verified);
    time
}
