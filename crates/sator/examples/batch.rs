//! Someone with a million puzzles: many lines at once, in order, on several threads.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use sator::Sudoku;

fn main() {
    let lines = ["1..4\n.23.\n.41.\n3..2", "1234341221434321", "11..............", "not a sudoku"];
    for (line, result) in lines.iter().zip(Sudoku::batch().threads(2).solve(&lines)) {
        match result {
            Ok(Some(solution)) => println!("{}", solution.line()),
            Ok(None) => println!("no solution: {}", line.replace('\n', "")),
            Err(error) => println!("invalid: {error}"),
        }
    }
}
