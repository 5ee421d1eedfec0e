//! Large boards of queens are answered by our own search, so that no solver has to be loaded.

use sator::engine::{Options, Report, Search, Step};
use sator::puzzle::ParseOptions;
use sator::puzzles::queens::KIND;

/// A board with a queen for every sixteen rows, none attacking another, by chance from a seed.
fn board(n: usize, seed: u64) -> String {
    let mut chance = seed;
    let mut below = |bound: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (chance >> 33) as usize % bound
    };
    let mut placed: Vec<(usize, usize)> = Vec::new();
    while placed.len() < n / 16 {
        let (row, column) = (below(n), below(n));
        let is_attacked = placed
            .iter()
            .any(|&(r, c)| r == row || c == column || r.abs_diff(row) == c.abs_diff(column));
        if !is_attacked {
            placed.push((row, column));
        }
    }
    serde_json::json!({ "n": n, "queens": placed }).to_string()
}

/// So many answers, all different, each checked by the engine; and how they were found.
fn answers(text: &str, wanted: usize) -> Report {
    let puzzle = KIND.read(text, &ParseOptions::default()).unwrap();
    let mut search = Search::open(puzzle.as_ref(), &Options::default());
    let mut met = Vec::new();
    while met.len() < wanted {
        match search.next_answer().unwrap() {
            Step::Answer(answer) if !met.contains(&answer) => met.push(answer),
            step => panic!("{step:?} after {} answers of {text}", met.len()),
        }
    }
    search.report()
}

#[test]
fn large_boards_with_placed_queens_need_no_solver() {
    for n in [48, 100, 256] {
        for seed in 1..=3 {
            assert!(!answers(&board(n, seed), 1).used_solver, "n={n}, seed {seed}");
        }
    }
}

#[test]
fn an_empty_board_needs_no_solver_either_and_has_other_answers() {
    // More than a million squares are not reduced before they are searched.
    for n in [40, 400, 1001] {
        assert!(!answers(&n.to_string(), 3).used_solver, "n={n}");
    }
}
