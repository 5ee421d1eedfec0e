//! New boards of minesweeper keep their promises, by a plain search that shares nothing with the
//! engine, and by the engine.

use sator::create::{Created, Share, Size, Wish};
use sator::engine::Options;
use sator::puzzles::{KINDS, TEMPLATE, minesweeper::KIND};

use super::common::{read, some_answers};

/// A board as a reader of the text sees it.
#[derive(Debug, Clone, PartialEq)]
struct Plain {
    rows: usize,
    columns: usize,
    total: Option<usize>,
    /// Row by row; nothing where it is hidden.
    numbers: Vec<Option<usize>>,
}

impl Plain {
    fn of(created: &Created) -> Self {
        Self::read(&created.puzzle.print())
    }

    fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let header = lines.next().unwrap().split(' ').map(|word| word.parse().unwrap());
        let header: Vec<usize> = header.collect();
        let symbol = |word: &str| if word == "?" { None } else { Some(word.parse().unwrap()) };
        let numbers: Vec<_> = lines.flat_map(|line| line.split(' ')).map(symbol).collect();
        assert_eq!(numbers.len(), header[0] * header[1], "{text}");
        Self { rows: header[0], columns: header[1], total: header.get(2).copied(), numbers }
    }

    fn around(&self, index: usize) -> Vec<usize> {
        let [row, column] = [index / self.columns, index % self.columns];
        let is_near = |other: &usize| {
            let [its_row, its_column] = [other / self.columns, other % self.columns];
            its_row.abs_diff(row) <= 1 && its_column.abs_diff(column) <= 1 && *other != index
        };
        (0..self.numbers.len()).filter(is_near).collect()
    }

    fn hidden(&self) -> Vec<usize> {
        (0..self.numbers.len()).filter(|&index| self.numbers[index].is_none()).collect()
    }

    /// Every set of mines on the squares that numbers touch and that agrees with all of them.
    fn layouts(&self) -> Vec<Vec<usize>> {
        let clues: Vec<_> = (0..self.numbers.len())
            .filter_map(|index| Some((self.numbers[index]?, self.around(index))))
            .collect();
        let is_touched = |index: &usize| clues.iter().any(|(_, around)| around.contains(index));
        let touched: Vec<_> = self.hidden().into_iter().filter(is_touched).collect();
        let mut layouts = Vec::new();
        let mut mines = Vec::new();
        place(&clues, &touched, &mut mines, &mut layouts);
        layouts
    }
}

/// Tries both for the first square that is left, as long as every number can be reached.
fn place(
    clues: &[(usize, Vec<usize>)],
    left: &[usize],
    mines: &mut Vec<usize>,
    layouts: &mut Vec<Vec<usize>>,
) {
    let is_possible = clues.iter().all(|(number, around)| {
        let count = around.iter().filter(|index| mines.contains(index)).count();
        let open = around.iter().filter(|index| left.contains(index)).count();
        (count..=count + open).contains(number)
    });
    match left.split_first() {
        _ if !is_possible => {}
        None => layouts.push(mines.clone()),
        Some((&square, rest)) => {
            place(clues, rest, mines, layouts);
            mines.push(square);
            place(clues, rest, mines, layouts);
            mines.pop();
        }
    }
}

fn create(wish: &Wish, seed: u64) -> Created {
    KIND.create(wish, seed).unwrap_or_else(|error| panic!("{error}"))
}

fn hard(word: &str) -> Wish {
    Wish { hard: Some(word.to_owned()), ..Wish::default() }
}

fn sized(rows: usize, columns: usize) -> Wish {
    Wish { size: Some(Size { rows, columns }), ..Wish::default() }
}

fn share(text: &str) -> Share {
    text.parse().unwrap()
}

fn has_answer(text: &str) -> bool {
    !some_answers(&read(&KIND, text), &Options::default(), 1).is_empty()
}

#[test]
fn numbers_are_true_to_the_layout_of_the_seed() {
    for seed in 0..40 {
        let rows = 1 + seed as usize % 9;
        let wish = Wish { density: Some(share("0.3")), ..sized(rows, 7) };
        // All safe squares open: what is hidden is the layout.
        let all = Plain::of(&create(&Wish { revealed: Some(share("1")), ..wish.clone() }, seed));
        let mines = all.hidden();
        assert_eq!(all.total, Some(mines.len()));
        assert_eq!(mines.len(), (rows as f64 * 7.0 * 0.3).round() as usize);
        for index in (0..all.numbers.len()).filter(|index| !mines.contains(index)) {
            let count = all.around(index).iter().filter(|other| mines.contains(other)).count();
            assert_eq!(all.numbers[index], Some(count), "{all:?}");
        }
        for opening in [
            Wish { revealed: Some(share("0.4")), ..wish.clone() },
            Wish { clicks: Some(3), ..wish.clone() },
        ] {
            let some = Plain::of(&create(&opening, seed));
            assert_eq!((some.rows, some.columns, some.total), (rows, 7, all.total));
            let both = some.numbers.iter().zip(&all.numbers);
            assert!(both.clone().all(|(some, all)| some.is_none() || some == all), "{some:?}");
        }
    }
}

#[test]
fn a_share_of_the_safe_squares_is_open() {
    for (revealed, open) in [("0", 0), ("0.25", 20), ("50%", 40), ("1", 80)] {
        let wish = Wish { mines: Some(20), revealed: Some(share(revealed)), ..sized(10, 10) };
        let board = Plain::of(&create(&wish, 5));
        assert_eq!(board.numbers.iter().flatten().count(), open, "{revealed}");
    }
}

#[test]
fn clicks_open_as_in_the_game() {
    for seed in 0..20 {
        for clicks in [0, 1, 4, 1000] {
            let wish = Wish { clicks: Some(clicks), density: Some(share("0.12")), ..sized(9, 12) };
            let board = Plain::of(&create(&wish, seed));
            let open = board.numbers.iter().flatten().count();
            assert!(open >= clicks.min(108 - 13), "{board:?}");
            assert_eq!(open == 108 - 13, clicks == 1000 || board.hidden().len() == 13);
            for index in 0..108 {
                if board.numbers[index] == Some(0) {
                    let around = board.around(index);
                    assert!(around.iter().all(|&it| board.numbers[it].is_some()), "{board:?}");
                }
            }
            // What a click opens hangs together: there are no more such areas than clicks.
            assert!(areas(&board) <= clicks, "{clicks} clicks: {board:?}");
        }
    }
}

/// How many groups of open squares there are, joined where one of two neighbours is 0.
fn areas(board: &Plain) -> usize {
    let open = (0..board.numbers.len()).filter(|&index| board.numbers[index].is_some());
    let mut left: Vec<_> = open.collect();
    let mut areas = 0;
    while let Some(first) = left.pop() {
        areas += 1;
        let mut waiting = vec![first];
        while let Some(one) = waiting.pop() {
            let is_joined = |other: &usize| {
                let is_zero = [one, *other].iter().any(|&it| board.numbers[it] == Some(0));
                is_zero && board.around(one).contains(other)
            };
            let (joined, others): (Vec<_>, Vec<_>) = left.into_iter().partition(is_joined);
            waiting.extend(joined);
            left = others;
        }
    }
    areas
}

#[test]
fn what_is_made_has_an_answer() {
    for seed in 0..30 {
        for wish in [
            Wish { density: Some(share("0.25")), revealed: Some(share("0.5")), ..sized(6, 8) },
            Wish { mines: Some(9), hides_total: true, ..sized(8, 5) },
            Wish { hard: Some("lattice".to_owned()), ..sized(6, 9) },
            Wish::default(),
        ] {
            let text = create(&wish, seed).puzzle.print();
            assert!(has_answer(&text), "{text}");
        }
    }
}

#[test]
fn levels_are_the_usual_ones_and_sizes_have_a_usual_density() {
    assert_eq!(KIND.creation.unwrap().levels, ["beginner", "intermediate", "expert"]);
    let level = |name: &str| Wish { difficulty: Some(name.to_owned()), ..Wish::default() };
    for (wish, header) in [
        (level("beginner"), "9 9 10"),
        (level("intermediate"), "16 16 40"),
        (level("expert"), "16 30 99"),
        (Wish::default(), "9 9 10"),
        // One square in five is a mine.
        (sized(20, 10), "20 10 40"),
        (Wish { hides_total: true, ..sized(20, 10) }, "20 10"),
    ] {
        assert_eq!(create(&wish, 1).puzzle.print().lines().next(), Some(header), "{wish:?}");
    }
}

/// A seed that was kept makes the same board in every version: these texts never change.
#[test]
fn a_seed_means_the_same_board_for_ever() {
    let game = Wish { mines: Some(5), clicks: Some(2), ..sized(5, 6) };
    assert_eq!(create(&game, 15).puzzle.print(), GAME);
    let half = Wish { mines: Some(6), revealed: Some(share("0.5")), ..sized(5, 6) };
    assert_eq!(create(&half, u64::MAX).puzzle.print(), HALF);
    assert_eq!(create(&hard("lattice:5"), 3).puzzle.print(), LATTICE);
}

const GAME: &str = "5 6 5
0 1 ? ? 1 ?
0 1 ? ? ? ?
0 1 2 ? ? ?
0 0 1 1 3 ?
0 0 0 0 1 ?
";

const HALF: &str = "5 6 6
0 1 ? ? ? 0
? 2 ? 2 0 ?
0 ? ? ? ? 1
? 3 ? 4 ? ?
1 ? ? ? 2 ?
";

const LATTICE: &str = "5 5
2 ? 3 ? 2
? ? ? ? ?
3 ? 4 ? 1
? ? ? ? ?
2 ? 3 ? 0
";

#[test]
fn the_same_wish_and_seed_make_the_same_board_and_so_do_all_decisions() {
    let expert = Wish { difficulty: Some("expert".to_owned()), ..Wish::default() };
    let dense = Wish { density: Some(share("0.3")), revealed: Some(share("0.1")), ..sized(7, 9) };
    let wishes = [Wish::default(), expert, dense, Wish { hides_total: true, ..sized(4, 4) }];
    let families = KIND.creation.unwrap().families.iter().map(|family| hard(family.name));
    for wish in wishes.into_iter().chain(families).chain([hard("lattice:7")]) {
        let first = create(&wish, 11);
        assert_eq!(create(&wish, 11).puzzle.print(), first.puzzle.print());
        let again = create(&first.wish, first.seed.unwrap_or_default());
        assert_eq!(again.puzzle.print(), first.puzzle.print());
        assert_eq!(again.wish, first.wish);
        assert!(first.wish.difficulty.is_none() && first.wish.density.is_none());
        let is_other = create(&wish, 12).puzzle.print() != first.puzzle.print();
        assert_eq!(is_other, first.seed.is_some(), "{wish:?}");
    }
}

#[test]
fn a_lattice_has_numbers_on_squares_of_even_row_and_column_alone() {
    for (rows, columns) in [(1, 1), (1, 2), (4, 4), (5, 7), (12, 9)] {
        let wish = Wish { hard: Some("lattice".to_owned()), ..sized(rows, columns) };
        let board = Plain::of(&create(&wish, 4));
        assert_eq!((board.rows, board.columns, board.total), (rows, columns, None));
        for (index, number) in board.numbers.iter().enumerate() {
            let [row, column] = [index / columns, index % columns];
            let is_even = row.is_multiple_of(2) && column.is_multiple_of(2);
            assert_eq!(number.is_some(), is_even, "{board:?}");
        }
        // The planted layout: of the squares beside numbers, which are all others, half are mines.
        let half = board.hidden().len() / 2;
        let layouts = if rows * columns <= 35 { board.layouts() } else { continue };
        assert!(layouts.iter().any(|mines| mines.len() == half), "{board:?}");
    }
    let board = Plain::of(&create(&hard("lattice"), 4));
    assert_eq!((board.rows, board.columns), (40, 40));
}

#[test]
fn a_mutilated_chessboard_is_ones_on_a_lattice_with_two_opposite_zeros_and_has_no_answer() {
    for m in 2..=9 {
        let created = create(&hard(&format!("mutilated:{m}")), 1);
        assert_eq!(created.seed, None, "chance has no part in it");
        let board = Plain::of(&created);
        assert_eq!((board.rows, board.columns, board.total), (2 * m - 1, 2 * m - 1, None));
        let last = board.numbers.len() - 1;
        for (index, number) in board.numbers.iter().enumerate() {
            let [row, column] = [index / board.columns, index % board.columns];
            let is_field = row.is_multiple_of(2) && column.is_multiple_of(2);
            let expected = is_field.then_some(usize::from(index != 0 && index != last));
            assert_eq!(*number, expected, "{board:?}");
        }
        assert!(m > 7 || !has_answer(&created.puzzle.print()), "{m}");
        assert!(m > 4 || board.layouts().is_empty(), "{m}");
    }
}

#[test]
fn in_every_answer_of_a_consistent_chessboard_a_mine_touches_the_last_corner() {
    for m in [2, 4, 6, 8] {
        let created = create(&hard(&format!("consistent:{m}")), 1);
        let (board, text) = (Plain::of(&created), created.puzzle.print());
        assert!(has_answer(&text), "{m}");
        let body = text.trim_end().strip_suffix('?').unwrap();
        assert!(!has_answer(&format!("{body}0")), "{m}");
        if m > 4 {
            continue;
        }
        let [zero, last, right] = [0, board.numbers.len() - 1, board.columns - 1];
        assert_eq!([zero, last, right].map(|it| board.numbers[it]), [Some(0), None, None]);
        assert_eq!(board.numbers.iter().flatten().count(), m * m - 2);
        let layouts = board.layouts();
        assert!(!layouts.is_empty());
        let touching = |mines: &[usize], corner| {
            let around = board.around(corner);
            mines.iter().filter(|mine| around.contains(mine)).count()
        };
        for mines in &layouts {
            let [last, right] = [last, right].map(|corner| touching(mines, corner));
            assert_eq!(last, right + 1, "{mines:?}");
        }
        // That it is one of these squares and no other is not certain of any.
        for index in board.around(last).into_iter().filter(|_| m > 2) {
            let count = layouts.iter().filter(|mines| mines.contains(&index)).count();
            assert!(0 < count && count < layouts.len(), "{index} of {m}");
        }
    }
}

#[test]
fn what_cannot_be_made_is_refused_with_the_reason() {
    let level = |level: &str| Some(level.to_owned());
    for (wish, reason) in [
        (Wish { mines: Some(9), ..sized(3, 3) }, "at most 8 mines on 3x3 squares, found 9"),
        (Wish { density: Some(share("1")), ..sized(3, 3) }, "at most 8 mines"),
        (Wish { mines: Some(1), ..sized(1, 1) }, "at most 0 mines"),
        (sized(0, 0), "a board with squares, found 0x0"),
        (sized(5001, 5000), "at most 25000000 squares, found 5001x5000"),
        (sized(usize::MAX, 2), "at most 25000000 squares"),
        (
            Wish { mines: Some(1), density: Some(share("0.1")), ..Wish::default() },
            "do not go together",
        ),
        (
            Wish { clicks: Some(1), revealed: Some(share("0.1")), ..Wish::default() },
            "do not go together",
        ),
        (Wish { difficulty: level("expert"), ..sized(2, 2) }, "do not go together"),
        (Wish { difficulty: level("no"), ..Wish::default() }, "beginner, intermediate, expert"),
        (Wish { clicks: Some(1), ..hard("lattice") }, "do not go together"),
        (Wish { hides_total: true, ..hard("mutilated") }, "do not go together"),
        (hard(""), "a hard family (lattice, mutilated, consistent), found ''"),
        (hard("lattice:"), "FAMILY or FAMILY:M, found 'lattice:'"),
        (hard("lattice:-1"), "FAMILY or FAMILY:M"),
        (hard("lattice:0"), "a board with squares, found 0x0"),
        (hard("lattice:5001"), "at most 25000000 squares"),
        (hard("mutilated:1"), "an M of 2 at least, found 1"),
        (hard("mutilated:0"), "an M of 2 at least, found 0"),
        (hard("mutilated:18446744073709551615"), "at most 25000000 squares"),
        (hard("consistent:7"), "an even M, found 7"),
        (Wish { hard: level("lattice:3"), ..sized(3, 3) }, "has a size already"),
        (Wish { hard: level("mutilated:3"), ..sized(5, 5) }, "say mutilated:M"),
    ] {
        match KIND.create(&wish, 1) {
            Ok(created) => panic!("{wish:?} made\n{}", created.puzzle.print()),
            Err(refusal) => assert!(refusal.to_string().contains(reason), "{refusal}"),
        }
    }
}

#[test]
fn kinds_that_offer_no_new_puzzles_say_so() {
    for kind in KINDS.iter().copied().chain([TEMPLATE]).filter(|kind| kind.creation.is_none()) {
        let refusal = kind.create(&Wish::default(), 1).err().unwrap().to_string();
        assert!(refusal.contains(kind.name) && refusal.contains("cannot be created"), "{refusal}");
    }
}
