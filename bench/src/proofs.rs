//! How fast proofs are checked: DRAT, where every step is searched, against LRAT, where hints tell.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use sator::bundle::Conclusion;
use sator::engine::{Lowering, Options, Search, Step};
use sator::puzzle::Reading;
use sator::puzzles::sudoku::KIND;
use sator_sat::backend::{Ability, BACKENDS, Budget, Config, Outcome, ProofTo};
use sator_sat::proof::{self, Format, Verdict};
use sator_sat::{Clauses, dimacs};

use crate::{microseconds, timed};

/// The uniqueness of every sudoku.
pub(crate) fn of_sudokus(name: &str, puzzles: &[&str], runs: usize) {
    let formulas: Vec<_> = puzzles.iter().filter_map(|text| uniqueness(text)).collect();
    compare(&format!("{name}, {} proofs", formulas.len()), &formulas, runs);
}

/// One formula, line by line.
pub(crate) fn of_formula(name: &str, lines: &[&str], runs: usize) {
    let formula = dimacs::read(lines.join("\n").as_bytes()).expect("the file is a formula");
    compare(name, &[formula.clauses], runs);
}

/// "Another answer than the one": without an answer, if there is only one.
fn uniqueness(text: &str) -> Option<Clauses> {
    let puzzle = KIND.read(text, &Reading::default()).expect("the lists hold sudokus");
    let mut search = Search::open(puzzle.as_ref(), &Options::default());
    let Ok(Step::Answer(answer)) = search.next_answer() else { return None };
    let is_only = search.next_answer() == Ok(Step::Done);
    let formula = Conclusion::OnlyAnswer(answer)
        .formula(puzzle.as_ref(), Lowering::default(), &Budget::default())
        .expect("nobody interrupts");
    let mut clauses = Clauses::default();
    formula.pour(&mut clauses);
    is_only.then_some(clauses)
}

fn compare(name: &str, formulas: &[Clauses], runs: usize) {
    println!("{name}, checked, all together");
    for [slow, fast] in
        [[Format::DratText, Format::LratText], [Format::DratBinary, Format::LratBinary]]
    {
        let mut sums = [Duration::ZERO; 2];
        for formula in formulas {
            let proofs = [slow, fast].map(|format| prove(formula, format));
            let mut best = [Duration::MAX; 2];
            for _ in 0..runs {
                for (best, proof) in best.iter_mut().zip(&proofs) {
                    *best = (*best).min(check(formula, proof));
                }
            }
            sums = [sums[0] + best[0], sums[1] + best[1]];
        }
        let ratio = sums[0].as_secs_f64() / sums[1].as_secs_f64();
        let times = sums.map(microseconds);
        let figures = format!("{} against {}, {ratio:.1} times", times[0], times[1]);
        println!("  {:<36} {figures:>44}", format!("{slow} against {fast}"));
    }
}

/// A proof by the first solver that can.
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
    (format, taken(&path))
}

/// What is in a file, which is then gone.
fn taken(path: &Path) -> Vec<u8> {
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
