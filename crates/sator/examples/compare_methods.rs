//! A researcher who compares solvers and encodings: the formula, statistics, a time limit.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use std::time::Duration;

use sator::engine::{self, Lowering};
use sator::kind::ParseOptions;
use sator::{Method, Options, puzzles};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let queens = puzzles::by_word("queens").ok_or("no such kind")?;
    let puzzle = queens.read("12", &ParseOptions::default())?;
    for encoding in ["pairwise", "ladder", "two-product"] {
        let lowering: Lowering = encoding.parse()?;
        let options = Options { lowering, ..Options::new() };
        let options = options.backend("batsat".parse::<Method>()?).timeout(Duration::from_secs(60));
        let mut solutions = engine::solutions(&puzzle, &options);
        solutions.step()?;
        let report = solutions.report();
        let size = report.size.unwrap_or_default();
        println!("{encoding}: {} variables, {} clauses", size.variables, size.total().clauses);
    }
    Ok(())
}
