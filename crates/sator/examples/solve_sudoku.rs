//! Someone stuck on a puzzle in the newspaper: read a sudoku, solve it, show the board.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use sator::Sudoku;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle: Sudoku = text.parse()?;
    let solution = puzzle.solve()?.ok_or("this sudoku has no solution")?;
    println!("{solution}");
    println!(
        "The centre is {}, and the solution is unique: {}",
        solution[(4, 4)],
        puzzle.is_unique()?
    );
    println!("{}", serde_json::to_string(&solution)?);
    Ok(())
}
