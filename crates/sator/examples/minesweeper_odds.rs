//! A minesweeper player: what is safe, what is a mine, and how likely the rest is.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use sator::Minesweeper;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Minesweeper = "3 4\n? 2 ? ?\n? ? 1 ?\n1 ? ? ?".parse()?;
    let odds = board.with_mines(3).analyze()?.ok_or("no layout fits the numbers")?;
    for square in &odds.cells {
        let exact = square.exact.as_deref().unwrap_or("?");
        println!("r{}c{}: {} ({exact})", square.row, square.column, square.state);
    }
    println!(
        "{} layouts; a mine on r1c1: {:?}",
        odds.configurations.as_deref().unwrap_or("?"),
        odds.probability(0, 0)
    );
    Ok(())
}
