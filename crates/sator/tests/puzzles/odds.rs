//! Certain cells and exact odds of minesweeper, against all layouts of thousands of small boards.

use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use sator::create::Wish;
use sator::engine::{
    CellState, Fraction, Odds, Options, TotalRange, count, odds, solutions, total_range,
};
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator::puzzles::minesweeper::KIND;

use crate::common::read;

/// A board of a hidden layout, shown in part, with the true total, another one, or none.
#[derive(Debug)]
struct Board {
    rows: usize,
    columns: usize,
    symbols: Vec<String>,
    total: Option<usize>,
}

impl Board {
    fn text(&self) -> String {
        let Self { rows, columns, symbols, total } = self;
        let total = total.map_or_else(String::new, |total| format!(" {total}"));
        let rows_of_symbols: Vec<_> = symbols.chunks(*columns).map(|row| row.join(" ")).collect();
        format!("{rows} {columns}{total}\n{}\n", rows_of_symbols.join("\n"))
    }
}

/// What a square shows: mostly whether it is hidden; now and then a mark, or a wrong number.
#[derive(Debug, Clone, Copy)]
enum Shown {
    Hidden,
    True,
    Marked,
    More,
}

fn boards() -> impl Strategy<Value = Board> {
    let shown = prop_oneof![
        50 => Just(Shown::Hidden),
        40 => Just(Shown::True),
        8 => Just(Shown::Marked),
        1 => Just(Shown::More),
    ];
    (1..=5_usize, 1..=5_usize).prop_flat_map(move |(rows, columns)| {
        let squares = vec((proptest::bool::weighted(0.3), shown.clone()), rows * columns);
        (Just((rows, columns)), squares, 0..10_usize).prop_map(board)
    })
}

fn board(((rows, columns), squares, total): ((usize, usize), Vec<(bool, Shown)>, usize)) -> Board {
    let around = |square: usize| {
        let near = |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
        let squares = near(square / columns, rows)
            .flat_map(move |row| near(square % columns, columns).map(move |it| row * columns + it));
        squares.filter(move |&other| other != square)
    };
    let symbol = |square: usize| match squares[square] {
        (true, Shown::Marked) => "*".to_owned(),
        (false, Shown::Marked) => "s".to_owned(),
        (true, _) | (_, Shown::Hidden) => "?".to_owned(),
        (false, shown) => {
            let number = around(square).filter(|&other| squares[other].0).count();
            (number + usize::from(matches!(shown, Shown::More))).min(8).to_string()
        }
    };
    let mines = squares.iter().filter(|(is_mine, _)| *is_mine).count();
    let total = match total {
        0..4 => None,
        4..8 => Some(mines),
        8 => Some(mines + 1),
        _ => Some(mines.saturating_sub(1)),
    };
    Board { rows, columns, symbols: (0..rows * columns).map(symbol).collect(), total }
}

/// How many layouts keep the plain rules, and in how many each cell is a mine.
fn all_layouts(puzzle: &AnyPuzzle) -> (u64, Vec<u64>) {
    let cells = puzzle.rules().cells().len();
    let (mut layouts, mut mines) = (0, vec![0; cells]);
    for layout in 0..1_u64 << cells {
        let values = (0..cells).map(|cell| i32::from(layout >> cell & 1 == 1)).collect();
        let solution = Solution { values };
        if puzzle.check(&solution).is_ok() {
            layouts += 1;
            for (mines, value) in mines.iter_mut().zip(&solution.values) {
                *mines += u64::from(*value == 1);
            }
        }
    }
    (layouts, mines)
}

fn assert_exact(odds: &Odds, layouts: u64, mines: &[u64]) {
    assert!(odds.has_answer && layouts > 0);
    assert_eq!(odds.layouts, Some(BigUint::from(layouts)));
    for (chance, &mines) in odds.cells.iter().zip(mines) {
        assert_eq!(chance.probability, Some(Fraction::new(mines, layouts)));
        let fate = match mines {
            0 => CellState::AlwaysFalse,
            all if all == layouts => CellState::AlwaysTrue,
            _ => CellState::Open,
        };
        assert_eq!(chance.state, fate);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn odds_are_those_of_every_layout(board in boards()) {
        let puzzle = read(&KIND, &board.text());
        // More than these take long to be tried one by one.
        prop_assume!(puzzle.rules().cells().len() <= 14);
        let (layouts, mines) = all_layouts(&puzzle);
        if let Some(odds) = odds(&puzzle, &Options::default()).unwrap() {
            assert_exact(&odds, layouts, &mines);
        } else {
            prop_assert_eq!(layouts, 0);
        }
        let count = count(&puzzle, &Options::default(), false, &mut |_| ())
            .unwrap()
            .unwrap();
        prop_assert_eq!((count.number, count.stopped), (layouts.into(), None));
    }
}

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
