//! Odds and totals of minesweeper boards; all layouts of small boards are tried in the conformance
//! tests.

use sator::create::Wish;
use sator::engine::{Options, TotalRange, solutions, total_range};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::minesweeper::KIND;

use super::common::read;

/// A board with so many open variables that it is solved part by part.
fn large_board(hides_total: bool) -> AnyPuzzle {
    let wish = Wish {
        size: Some("120x110".parse().unwrap()),
        density: Some("0.2".parse().unwrap()),
        revealed: Some("0.35".parse().unwrap()),
        hides_total,
        ..Wish::default()
    };
    KIND.create(&wish, 5).unwrap().puzzle
}

#[test]
fn large_boards_are_solved_component_by_component_and_have_other_answers() {
    for hides_total in [true, false] {
        let mut solutions = solutions(&large_board(hides_total), &Options::default());
        let [first, second] = [(); 2].map(|()| solutions.next().unwrap().unwrap());
        assert_ne!(first, second);
        assert!(!solutions.report().used_solver);
        if hides_total {
            // The third comes from a solver, which excludes the first two.
            let third = solutions.next().unwrap().unwrap();
            assert!(solutions.report().used_solver);
            assert!(![first, second].contains(&third));
        }
    }
}

#[test]
fn an_impossible_total_is_compared_with_the_possible_ones() {
    let range = |total: &str| {
        let text = format!("3 3{total}\n2 ? 2\n? 4 ?\n? ? ?\n");
        total_range(&read(&KIND, &text), &Options::default()).unwrap()
    };
    assert_eq!(range(" 5"), Some(TotalRange { possible: 4..=4, total: 5 }));
    assert_eq!(range(""), None);
}
