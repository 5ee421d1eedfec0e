//! New puzzles have exactly one answer, by a solver that takes no part in their creation, and the
//! requested properties.

use std::collections::HashMap;

use sator::create::{Created, Shortfall, Size, Symmetry, Wish, seed_in_series};
use sator::engine::{self, Options};
use sator::model::{Solution, Value};
use sator::puzzle::{AnyPuzzle, Kind};
use sator::puzzles::{KINDS, futoshiki, kakuro, killer, minesweeper, queens, sudoku};
use serde_json::Value as Json;

use super::common::{by, full, read, some_answers};

fn create(kind: &Kind, wish: &Wish, seed: u64) -> Created {
    kind.create(wish, seed).unwrap_or_else(|error| panic!("{}: {error}", kind.name))
}

fn sized(n: usize) -> Wish {
    Wish { size: Some(Size::square(n)), ..Wish::default() }
}

fn regions() -> Wish {
    Wish { regions: true, ..Wish::default() }
}

/// The kinds whose new puzzles have one answer, with a wish; queens twice.
fn all() -> Vec<(&'static Kind, Wish)> {
    let kinds = KINDS.iter().copied().filter(|kind| kind.name != minesweeper::KIND.name);
    let all = kinds.map(|kind| (kind, Wish::default()));
    all.chain([(&queens::KIND, regions())]).collect()
}

/// At most two answers, by Varisat on the formula of the stated rules. Creation uses the native search
/// and BatSat.
fn two_answers(puzzle: &AnyPuzzle) -> Vec<Solution> {
    some_answers(puzzle, &by("varisat"), 2)
}

fn has_one_answer(puzzle: &AnyPuzzle) -> bool {
    two_answers(puzzle).len() == 1
}

/// How many puzzles to make where so many are made in an ordinary run.
fn some(few: u64) -> u64 {
    if full() { 50 * few } else { few }
}

/// The given values of a sudoku, 0 for none.
fn grid(created: &Created) -> Vec<u64> {
    let object = object(&created.puzzle);
    let rows = object["grid"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
    rows.map(|value| value.as_u64().unwrap()).collect()
}

fn object(puzzle: &AnyPuzzle) -> Json {
    serde_json::from_str(&puzzle.kind().print(&**puzzle, "json").unwrap()).unwrap()
}

/// The puzzle without each of its clues in turn.
fn without_each_clue(puzzle: &AnyPuzzle) -> Vec<AnyPuzzle> {
    let whole = object(puzzle);
    let mut all = Vec::new();
    for field in ["less", "queens"] {
        for at in 0..whole[field].as_array().map_or(0, Vec::len) {
            let mut less = whole.clone();
            less[field].as_array_mut().unwrap().remove(at);
            all.push(less);
        }
    }
    let rows = whole["grid"].as_array().map_or(0, Vec::len);
    for (row, column) in (0..rows * rows).map(|cell| (cell / rows, cell % rows)) {
        if whole["grid"][row][column] != 0 {
            let mut less = whole.clone();
            less["grid"][row][column] = Json::from(0);
            all.push(less);
        }
    }
    all.into_iter().map(|less| read(puzzle.kind(), &less.to_string())).collect()
}

#[test]
fn a_new_puzzle_has_exactly_one_answer_and_that_is_the_solution() {
    for (kind, wish) in all() {
        for index in 0..some(20) {
            let created = create(kind, &wish, seed_in_series(3, index));
            let answers = two_answers(&created.puzzle);
            assert_eq!(answers.len(), 1, "{}", created.puzzle.print());
            assert_eq!(Some(&answers[0]), created.solution.as_ref());
            assert_eq!(created.puzzle.check(&answers[0]), Ok(()));
            assert_eq!(created.shortfall, None);
            let again = read(kind, &created.puzzle.print());
            assert_eq!(again.print(), created.puzzle.print());
        }
    }
}

#[test]
fn sizes_and_properties_are_those_that_were_asked_for() {
    for (kind, wish, title) in [
        (&sudoku::KIND, sized(4), "4×4 Sudoku"),
        (&sudoku::KIND, sized(12), "12×12 Sudoku"),
        (
            &sudoku::KIND,
            Wish { boxes: "3x2".parse().ok(), ..Wish::default() },
            "6×6 Sudoku with 3x2 boxes",
        ),
        (&sudoku::KIND, Wish { boxes: "1x7".parse().ok(), ..sized(7) }, "7×7 Sudoku with no boxes"),
        (&killer::KIND, sized(4), "4×4 Killer Sudoku"),
        (&killer::KIND, sized(6), "6×6 Killer Sudoku"),
        (&futoshiki::KIND, sized(4), "4×4 Futoshiki"),
        (&futoshiki::KIND, sized(7), "7×7 Futoshiki"),
        (&kakuro::KIND, Wish { size: "4x7".parse().ok(), ..Wish::default() }, "4×7 Kakuro"),
        (&kakuro::KIND, Wish { size: "3x7".parse().ok(), ..Wish::default() }, "3×7 Kakuro"),
        (&kakuro::KIND, Wish { size: "7x4".parse().ok(), ..Wish::default() }, "7×4 Kakuro"),
        (&queens::KIND, sized(15), "15-Queens"),
        (&queens::KIND, Wish { regions: true, ..sized(6) }, "6-Queens"),
    ] {
        let created = create(kind, &wish, 5);
        assert_eq!(created.puzzle.title(), title);
        assert!(has_one_answer(&created.puzzle), "{}", created.puzzle.print());
        let again = create(kind, &created.wish, 5);
        assert_eq!(
            again.puzzle.print(),
            created.puzzle.print(),
            "the complete wish makes the same"
        );
    }
}

#[test]
fn no_clue_of_a_minimal_puzzle_can_go() {
    let minimal = Wish { minimal: true, ..Wish::default() };
    for kind in [&sudoku::KIND, &futoshiki::KIND, &queens::KIND] {
        for seed in 0..some(20) {
            let created = create(kind, &minimal, seed);
            assert!(has_one_answer(&created.puzzle));
            for less in without_each_clue(&created.puzzle) {
                assert!(!has_one_answer(&less), "{}", created.puzzle.print());
            }
        }
    }
}

#[test]
fn the_places_of_clues_are_symmetric() {
    type Image = fn(usize, usize) -> (usize, usize);
    let images: [(Symmetry, Vec<Image>); 4] = [
        (Symmetry::Rotation, vec![|row, column| (8 - row, 8 - column)]),
        (Symmetry::Mirror, vec![|row, column| (row, 8 - column)]),
        (Symmetry::Diagonal, vec![|row, column| (column, row)]),
        (Symmetry::Full, vec![|row, column| (row, 8 - column), |row, column| (column, row)]),
    ];
    for (symmetry, images) in images {
        let wish = Wish { symmetry: Some(symmetry), ..Wish::default() };
        let created = create(&sudoku::KIND, &wish, 1);
        assert!(has_one_answer(&created.puzzle));
        let grid = grid(&created);
        for (cell, image) in (0..81).flat_map(|cell| images.iter().map(move |it| (cell, it))) {
            let (row, column) = image(cell / 9, cell % 9);
            assert_eq!(grid[cell] == 0, grid[9 * row + column] == 0, "{symmetry}");
        }
    }
}

#[test]
fn a_number_of_clues_is_reached_or_the_closest_is_reported() {
    for clues in [23, 24, 30, 50, 81] {
        let wish = Wish { clues: Some(clues), ..Wish::default() };
        let created = create(&sudoku::KIND, &wish, 2);
        assert_eq!(grid(&created).iter().filter(|value| **value > 0).count(), clues);
        assert!(has_one_answer(&created.puzzle) && created.shortfall.is_none());
    }
    let created = create(&sudoku::KIND, &Wish { clues: Some(17), ..Wish::default() }, 2);
    let reached = grid(&created).iter().filter(|value| **value > 0).count();
    assert_eq!(created.shortfall, Some(Shortfall::Clues { wanted: 17, reached }));
    let created = create(&queens::KIND, &Wish { placed: Some(5), ..Wish::default() }, 2);
    assert_eq!(object(&created.puzzle)["queens"].as_array().map(Vec::len), Some(5));
    let created = create(&killer::KIND, &Wish { givens: Some(3), ..Wish::default() }, 2);
    let givens = object(&created.puzzle)["givens"].to_string();
    assert!(has_one_answer(&created.puzzle), "{givens}");
}

#[test]
fn cages_have_the_requested_sizes_and_cover_the_grid() {
    for sizes in ["2-3", "1-4", "3-5", "2-9"] {
        let wish = Wish { cage_sizes: sizes.parse().ok(), ..Wish::default() };
        let created = create(&killer::KIND, &wish, 4);
        let object = object(&created.puzzle);
        let cages = object["cages"].as_array().unwrap().iter();
        let found: Vec<_> = cages.map(|cage| cage["cells"].as_array().unwrap().len()).collect();
        let wanted = wish.cage_sizes.unwrap();
        assert!(found.iter().all(|size| (wanted.least..=wanted.most).contains(size)), "{found:?}");
        assert_eq!(found.iter().sum::<usize>(), 81);
    }
}

#[test]
fn the_difficulty_is_the_one_that_rate_reports() {
    let levels = ["gentle", "easy", "medium", "hard", "fiendish"];
    for (kind, level) in levels.iter().map(|level| (&sudoku::KIND, level)).chain(
        ["easy", "medium"]
            .iter()
            .flat_map(|level| [(&futoshiki::KIND, level), (&killer::KIND, level)]),
    ) {
        let wish = Wish { difficulty: Some((*level).to_owned()), ..Wish::default() };
        for seed in 0..some(2) {
            let created = create(kind, &wish, seed);
            let rating = engine::rate(&created.puzzle, &Options::new(), &mut |_| ()).unwrap();
            assert_eq!(rating.tenths().1.to_string(), *level, "{}", created.puzzle.print());
            assert!(has_one_answer(&created.puzzle) && created.shortfall.is_none());
        }
    }
    let wish = Wish { difficulty: Some("diabolical".to_owned()), ..sized(4) };
    let created = create(&sudoku::KIND, &wish, 1);
    assert!(matches!(created.shortfall, Some(Shortfall::Difficulty { .. })));
}

/// How much the frequencies of the 288 grids of 4×4 differ, each of which is expected 20 times: the
/// sum of squares has a mean of 287 and a standard deviation of 24, if all are equally likely.
fn squares(grid: impl Fn(u64) -> Vec<Value>) -> f64 {
    let mut counts: HashMap<_, f64> = HashMap::new();
    for seed in 0..288 * 20 {
        *counts.entry(grid(seed)).or_default() += 1.0;
    }
    assert_eq!(counts.len(), 288);
    counts.values().map(|count| (count - 20.0).powi(2) / 20.0).sum()
}

#[test]
fn all_small_grids_are_about_equally_likely() {
    let wish = Wish { clues: Some(16), ..sized(4) };
    let squares = squares(|seed| create(&sudoku::KIND, &wish, seed).solution.unwrap().values);
    assert!((215.0..360.0).contains(&squares), "{squares}");
}

/// The usual mistake: random values cell by cell, and a step back where none is left.
#[test]
fn the_grids_of_a_random_backtracking_are_not_equally_likely() {
    let squares = squares(|seed| {
        let mut values = Vec::new();
        assert!(fill_at_random(&mut values, &mut (0..).map(|at| seed_in_series(seed, 1 + at))));
        values
    });
    assert!(squares > 500.0, "{squares}");
}

/// Fills the rest of a grid of 4×4, if that is possible.
fn fill_at_random(values: &mut Vec<Value>, random: &mut dyn Iterator<Item = u64>) -> bool {
    let cell = values.len();
    if cell == 16 {
        return true;
    }
    let sees = |other: usize| {
        let is_same_box = other / 8 == cell / 8 && other % 4 / 2 == cell % 4 / 2;
        other / 4 == cell / 4 || other % 4 == cell % 4 || is_same_box
    };
    let is_free = |value: &Value| !(0..cell).any(|it| sees(it) && values[it] == *value);
    let mut free: Vec<_> = (1..=4).filter(is_free).collect();
    while !free.is_empty() {
        let place = random.next().unwrap() as usize % free.len();
        values.push(free.swap_remove(place));
        if fill_at_random(values, random) {
            return true;
        }
        values.pop();
    }
    false
}

/// In a random grid of 9×9, each value is as likely as the others in each cell, and so is each pair
/// of values in two cells that differ in row, column and box: equal values have the probability 1/9.
#[test]
fn values_of_large_grids_are_about_equally_likely() {
    let wish = Wish { clues: Some(81), ..Wish::default() };
    let mut counts = vec![[0_u32; 9]; 81];
    let mut equal = 0;
    let grids = 4_500;
    for seed in 0..grids {
        let values = create(&sudoku::KIND, &wish, seed).solution.unwrap().values;
        for (cell, value) in values.iter().enumerate() {
            counts[cell][*value as usize - 1] += 1;
        }
        equal += u32::from(values[0] == values[40]);
    }
    // Expected 500 with a standard deviation of 21.
    assert!(counts.iter().flatten().all(|count| (390..610).contains(count)), "{counts:?}");
    assert!((390..610).contains(&equal), "{equal}");
}

/// A seed makes the same puzzle in every version: these texts never change.
#[test]
fn a_seed_means_the_same_puzzle_for_ever() {
    for (kind, wish, expected) in [
        (&sudoku::KIND, Wish::default(), SUDOKU),
        (&futoshiki::KIND, Wish::default(), FUTOSHIKI),
        (&queens::KIND, Wish::default(), QUEENS),
        (&queens::KIND, regions(), REGIONS),
        (&killer::KIND, Wish::default(), KILLER),
        (&kakuro::KIND, Wish::default(), KAKURO),
    ] {
        let printed = create(kind, &wish, 1).puzzle.print();
        assert_eq!(printed.trim_end(), expected, "{}", kind.name);
    }
}

const SUDOKU: &str = "...19..3.
8...7.51.
5.9......
.....16..
....43.2.
.4..5.3..
.6.......
38....75.
..4....9.";

const FUTOSHIKI: &str = ".   .   .   .   .
v   ^
. > .   . > .   5
. > .   .   .   1
    v
.   .   .   .   .
            ^
.   .   .   .   .";

const QUEENS: &str = ". . . . . . . .
. . . . . . . .
Q . . . . . . .
. . . . Q . . .
. . . . . . . .
. . . . . . . .
. . . . . Q . .
. . . . . . . .";

const REGIONS: &str = "A A A B B B C D
E E A A B B C D
E E A A B B D D
E E E A A D D D
E E E E F D D D
E E G E G D D D
G E G G G D D D
G G G H H D D D";

const KILLER: &str = "ABBBCDDEE
ABBCCFEEE
AGGHHFIII
JJJHKKLMI
NNOHKPLMQ
ROOPPPQQQ
RSSTPUUUV
SSWTTTXUV
YYWZZXXXV

A 17, B 19, C 20, D 13, E 20, F 8, G 10, H 24, I 22, J 14
K 13, L 15, M 6, N 6, O 19, P 20, Q 19, R 15, S 22, T 18
U 22, V 13, W 5, X 25, Y 9, Z 11";

const KAKURO: &str = "    #     #     #    8\\   21\\     #   33\\   16\\
    #     # 34\\12     .     . 19\\15     .     .
    # 24\\28     .     .     .     .     .     .
   \\4     .     . 11\\25     .     .     .     .
  \\21     .     .     . 12\\21     .     .     .
  \\11     .     .     .     .   5\\4     .     .
  \\22     .     .     .     .     .     .     #
  \\16     .     .    \\4     .     .     #     #";

#[test]
fn impossible_wishes_are_refused_with_the_reason() {
    let clues = |clues| Wish { clues: Some(clues), ..Wish::default() };
    let cages = |sizes: &str| Wish { cage_sizes: sizes.parse().ok(), ..Wish::default() };
    let boxes = |boxes: &str| Wish { boxes: boxes.parse().ok(), ..sized(9) };
    let level = |level: &str| Wish { difficulty: Some(level.to_owned()), ..Wish::default() };
    for (kind, wish, reason) in [
        (&sudoku::KIND, clues(82), "expected 17 to 81 clues, found 82"),
        (&sudoku::KIND, clues(16), "no 9×9 sudoku with fewer than 17 clues has one answer"),
        (&sudoku::KIND, Wish { clues: Some(3), ..sized(4) }, "expected 4 to 16 clues"),
        (&sudoku::KIND, Wish { clues: Some(14), ..sized(16) }, "expected 15 to 256 clues"),
        (&sudoku::KIND, sized(7), "a grid of 7x7 has no usual boxes"),
        (&sudoku::KIND, sized(26), "expected 2x2 to 25x25, found 26x26"),
        (&sudoku::KIND, boxes("2x3"), "expected boxes of 9 cells"),
        (&sudoku::KIND, Wish { size: "4x6".parse().ok(), ..Wish::default() }, "as many columns"),
        (&sudoku::KIND, level("evil"), "expected a difficulty (gentle, easy, medium, hard"),
        (&sudoku::KIND, Wish { minimal: true, ..clues(30) }, "do not go together"),
        (&sudoku::KIND, Wish { mines: Some(3), ..Wish::default() }, "a number of mines"),
        (&killer::KIND, cages("10-12"), "expected cages of at most 9 cells, found 12"),
        (&killer::KIND, cages("8-8"), "81 cells cannot be cut into cages of 8-8 cells"),
        (&killer::KIND, Wish { givens: Some(82), ..Wish::default() }, "expected 0 to 81"),
        (&killer::KIND, sized(25), "expected 4x4 to 16x16"),
        (&queens::KIND, sized(3), "expected 4x4 to 100x100, found 3x3"),
        (&queens::KIND, Wish { regions: true, ..sized(2) }, "expected 4x4 to 26x26, found 2x2"),
        (&queens::KIND, Wish { placed: Some(9), ..Wish::default() }, "expected 0 to 8 placed"),
        (&queens::KIND, Wish { placed: Some(2), ..regions() }, "no placed queens"),
        (&futoshiki::KIND, sized(10), "expected 2x2 to 9x9"),
        (&kakuro::KIND, sized(2), "expected 3x3 to 20x20"),
        (
            &kakuro::KIND,
            Wish { size: "9x3".parse().ok(), ..Wish::default() },
            "a board with 3 rows or columns has at most 7 of the others, found 9x3",
        ),
    ] {
        match kind.create(&wish, 1) {
            Ok(created) => panic!("{wish:?} made\n{}", created.puzzle.print()),
            Err(refusal) => assert!(refusal.to_string().contains(reason), "{refusal}"),
        }
    }
}
