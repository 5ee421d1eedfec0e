//! The textbook method: a fresh Varisat for each puzzle, with pairwise clauses.

use varisat::{ExtendFormula, Lit, Solver};

use crate::shared::{SIZE, Verdict};

/// From the text of a puzzle to at most two answers: a clause excludes the first, and the solver goes
/// on.
pub(crate) fn solve(line: &str) -> Verdict {
    let mut solver = Solver::new();
    state_rules(&mut solver);
    for (cell, digit) in line.bytes().enumerate().filter(|(_, byte)| (b'1'..=b'9').contains(byte)) {
        solver.add_clause(&[literal(cell, usize::from(digit - b'1'))]);
    }
    let mut verdict = Verdict { number: 0, first: [0; SIZE * SIZE] };
    while verdict.number < 2 && solver.solve().expect("Varisat has no limit to meet") {
        let model = solver.model().expect("one was found");
        let values: Vec<_> = model.into_iter().filter(|lit| lit.is_positive()).collect();
        if verdict.number == 0 {
            for value in &values {
                verdict.first[value.index() / SIZE] = (value.index() % SIZE) as u8 + 1;
            }
        }
        verdict.number += 1;
        let other: Vec<_> = values.into_iter().map(|value| !value).collect();
        solver.add_clause(&other);
    }
    verdict
}

fn literal(cell: usize, value: usize) -> Lit {
    Lit::from_index(cell * SIZE + value, true)
}

/// Each cell has one value, and each row, column and box has each value once: one clause states
/// at least one, and a clause for each pair states at most one.
fn state_rules(solver: &mut Solver) {
    for i in 0..SIZE {
        let cells = |cell: fn(usize, usize) -> usize| (0..SIZE).map(move |j| cell(i, j));
        for value in 0..SIZE {
            one_of(solver, cells(|row, column| row * SIZE + column).map(|it| literal(it, value)));
            one_of(solver, cells(|column, row| row * SIZE + column).map(|it| literal(it, value)));
            one_of(solver, cells(in_box).map(|it| literal(it, value)));
        }
        for cell in cells(|row, column| row * SIZE + column) {
            one_of(solver, (0..SIZE).map(|value| literal(cell, value)));
        }
    }
}

/// The cell at a place of a box.
fn in_box(number: usize, place: usize) -> usize {
    (number / 3 * 3 + place / 3) * SIZE + number % 3 * 3 + place % 3
}

fn one_of(solver: &mut Solver, literals: impl Iterator<Item = Lit>) {
    let literals: Vec<_> = literals.collect();
    for (at, &first) in literals.iter().enumerate() {
        for &second in &literals[at + 1..] {
            solver.add_clause(&[!first, !second]);
        }
    }
    solver.add_clause(&literals);
}
