//! A setter who must know that the answer is unique: a killer sudoku built from cages.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use sator::{Cage, Sudoku};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = Sudoku::from_rows(&[[0; 4]; 4])?;
    let cage = |total, cells: &[(usize, usize)]| Cage::new(4, total, cells.iter().copied());
    let cages = vec![
        cage(3, &[(0, 0), (0, 1)])?,
        cage(4, &[(0, 2), (1, 2)])?,
        cage(6, &[(0, 3), (1, 3)])?,
        cage(7, &[(1, 0), (1, 1)])?,
        cage(6, &[(2, 0), (3, 0)])?,
        cage(4, &[(2, 1), (3, 1)])?,
        cage(7, &[(2, 2), (2, 3)])?,
    ];
    let killer = grid.with_cages(cages)?;
    match killer.solutions().take(2).collect::<Result<Vec<_>, _>>()?.as_slice() {
        [] => println!("no solution"),
        [only] => println!("exactly one solution:\n{only}"),
        [first, second, ..] => println!("not unique:\n{first}\n{second}"),
    }
    for cell in &killer.analyze()?.cells {
        println!("{}: {:?}", cell.cell, cell.values);
    }
    Ok(())
}
