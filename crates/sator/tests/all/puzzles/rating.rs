//! Ratings: the same for transformed puzzles, and in the order of known difficulties.

use sator::engine::explain::{Extent, Level, Word};
use sator::engine::{Options, Rating, rate};
use sator::puzzle::Kind;
use sator::puzzles::{futoshiki, kakuro, killer, minesweeper, queens, sudoku};
use sator_testing::{SharedData, needs};
use serde_json::{Value, json};

use super::common::{full, late, read};

fn rated(kind: &Kind, text: &str) -> Rating {
    rate(&read(kind, text), &Options::default(), &mut |_| ()).unwrap()
}

/// Pseudo-random numbers, always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for index in (1..count).rev() {
            order.swap(index, self.below(index + 1));
        }
        order
    }

    /// An order of nine lines that keeps bands together.
    fn lines(&mut self) -> Vec<usize> {
        let bands = self.shuffled(3);
        bands
            .into_iter()
            .flat_map(|band| self.shuffled(3).into_iter().map(move |it| 3 * band + it))
            .collect()
    }
}

/// A sudoku with other values, in another order of bands and lines, transposed or not.
fn transformed(sudoku: &str, dice: &mut Dice) -> String {
    let cells: Vec<u8> = sudoku.bytes().take(81).collect();
    let (rows, columns, values) = (dice.lines(), dice.lines(), dice.shuffled(9));
    let is_transposed = dice.below(2) == 1;
    let cell = |at: usize| {
        let (row, column) = (rows[at / 9], columns[at % 9]);
        let from = if is_transposed { 9 * column + row } else { 9 * row + column };
        match cells[from] {
            digit @ b'1'..=b'9' => char::from(b'1' + values[usize::from(digit - b'1')] as u8),
            _ => '.',
        }
    };
    (0..81).map(cell).collect()
}

fn copies_agree(sudoku: &str) {
    let mut dice = Dice(0x5DEE_CE66_D1CE_5EED);
    let expected = rated(&sudoku::KIND, sudoku);
    for _ in 0..20 {
        let copy = transformed(sudoku, &mut dice);
        assert_eq!(rated(&sudoku::KIND, &copy), expected, "{copy} is a copy of {sudoku}");
    }
}

/// The image of a square in one of the eight symmetries of a board with so many rows and columns.
fn image(symmetry: usize, [rows, columns]: [usize; 2], [row, column]: [usize; 2]) -> [usize; 2] {
    let row = if symmetry & 1 == 0 { row } else { rows - 1 - row };
    let column = if symmetry & 2 == 0 { column } else { columns - 1 - column };
    if symmetry & 4 == 0 { [row, column] } else { [column, row] }
}

/// A text grid, turned or reflected.
fn turned<T: Clone>(grid: &[Vec<T>], symmetry: usize) -> Vec<Vec<T>> {
    let size @ [rows, columns] = [grid.len(), grid[0].len()];
    let [high, wide] = if symmetry & 4 == 0 { size } else { [columns, rows] };
    let mut turned = vec![vec![grid[0][0].clone(); wide]; high];
    for (row, line) in grid.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let [row, column] = image(symmetry, size, [row, column]);
            turned[row][column] = cell.clone();
        }
    }
    turned
}

/// A puzzle as JSON, turned or reflected: pairs of numbers are cells.
fn turned_json(puzzle: &Value, symmetry: usize, size: [usize; 2]) -> Value {
    match puzzle {
        Value::Array(items) => match &items[..] {
            [row, column] if row.is_u64() && column.is_u64() => {
                let cell = [row, column].map(|it| it.as_u64().unwrap() as usize);
                json!(image(symmetry, size, cell))
            }
            _ => items.iter().map(|it| turned_json(it, symmetry, size)).collect(),
        },
        Value::Object(fields) => {
            let turn = |(name, value): (&String, &Value)| {
                let is_turned = matches!(&name[..], "cages" | "runs" | "less" | "cells");
                let value = match &name[..] {
                    "grid" => {
                        let grid: Vec<Vec<Value>> = serde_json::from_value(value.clone()).unwrap();
                        json!(turned(&grid, symmetry))
                    }
                    _ if is_turned => turned_json(value, symmetry, size),
                    _ => value.clone(),
                };
                let is_wide = symmetry & 4 != 0;
                let name = match &name[..] {
                    "box_h" if is_wide => "box_w",
                    "box_w" if is_wide => "box_h",
                    "rows" if is_wide => "cols",
                    "cols" if is_wide => "rows",
                    name => name,
                };
                (name.to_owned(), value)
            };
            Value::Object(fields.iter().map(turn).collect())
        }
        other => other.clone(),
    }
}

fn turned_json_agrees(kind: &Kind, text: &str) {
    let puzzle: Value = serde_json::from_str(text).unwrap();
    let field = |name: &str| puzzle[name].as_u64().map(|it| it as usize);
    let size = field("n").map_or_else(|| ["rows", "cols"].map(|it| field(it).unwrap()), |n| [n, n]);
    let expected = rated(kind, text);
    for symmetry in 1..8 {
        let copy = turned_json(&puzzle, symmetry, size).to_string();
        assert_eq!(rated(kind, &copy), expected, "{copy} is a copy of {text}");
    }
}

/// The symbols of a text grid without comments and its header, and the header's other numbers.
fn turned_text_agrees(kind: &Kind, text: &str, has_header: bool) {
    // Later lines may begin with a wall.
    let mut lines = text.lines().skip_while(|line| line.starts_with('#'));
    let header = if has_header { lines.next() } else { None };
    let total = header.and_then(|it| it.split(' ').nth(2)).unwrap_or_default();
    let grid: Vec<Vec<String>> =
        lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
    let expected = rated(kind, text);
    for symmetry in 1..8 {
        let turned = turned(&grid, symmetry);
        let rows: Vec<String> = turned.iter().map(|row| row.join(" ")).collect();
        let header = header
            .map(|_| format!("{} {} {total}\n", turned.len(), turned[0].len()))
            .unwrap_or_default();
        let copy = header + &rows.join("\n");
        assert_eq!(rated(kind, &copy), expected, "{copy}\nis a copy of\n{text}");
    }
}

/// The first sudokus of a published list.
fn published(data: &SharedData, list: &str, most: usize) -> Vec<String> {
    let text = data.text(&format!("sudoku9/{list}.txt"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.take(most).map(str::to_owned).collect()
}

fn example(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR")))
        .unwrap()
}

#[test]
fn a_transformed_puzzle_has_the_same_rating() {
    let many = example("sudoku/many.sdm");
    many.lines().filter(|line| !line.starts_with('#')).for_each(copies_agree);
    for text in example("killer/many.jsonl").lines() {
        turned_json_agrees(&killer::KIND, text);
    }
    for (kind, name) in [
        (&killer::KIND, "killer/wikipedia.txt"),
        (&killer::KIND, "killer/6x6.txt"),
        (&futoshiki::KIND, "futoshiki/6x6.txt"),
    ] {
        let puzzle = read(kind, &example(name));
        turned_json_agrees(kind, &kind.print(&*puzzle, "json").unwrap());
    }
    turned_json_agrees(&futoshiki::KIND, &example("futoshiki/4x4.json"));
    turned_json_agrees(&kakuro::KIND, &example("kakuro/5x5.json"));
    for name in ["expert", "checkerboard", "three-layouts"] {
        turned_text_agrees(&minesweeper::KIND, &example(&format!("minesweeper/{name}.txt")), true);
    }
    for name in ["completion", "regions"] {
        turned_text_agrees(&queens::KIND, &example(&format!("queens/{name}.txt")), false);
    }
}

#[needs(shared_data)]
fn transformed_published_sudokus_have_the_same_rating(data: &SharedData) {
    for (list, count) in
        [("clue17", 6), ("hard_top95", 6), ("magictour_top1465", 6), ("forum_hardest_1905", 2)]
    {
        let count = if full() { 10 * count } else { count };
        for sudoku in published(data, list, count) {
            copies_agree(&sudoku);
        }
    }
}

#[needs(shared_data)]
fn turned_published_killers_and_boards_have_the_same_rating(data: &SharedData) {
    let most = if full() { usize::MAX } else { 20 };
    let killers = data.text("killer/killer.jsonl");
    for text in
        killers.lines().filter(|it| it.contains("janko") || it.contains("krazydad")).take(most)
    {
        turned_json_agrees(&killer::KIND, text);
    }
    for text in data.text("minesweeper/boards.jsonl").lines().take(most) {
        let board: Value = serde_json::from_str(text).unwrap();
        let is_one_line = board["rows"].as_u64() == Some(1) || board["cols"].as_u64() == Some(1);
        if !is_one_line {
            turned_text_agrees(&minesweeper::KIND, board["text"].as_str().unwrap(), true);
        }
    }
}

#[needs(shared_data)]
fn harder_lists_have_higher_medians(data: &SharedData) {
    let most = if full() { usize::MAX } else { 30 };
    let median = |list: &str| {
        let sudokus = published(data, list, most);
        let mut tenths: Vec<u32> =
            sudokus.iter().map(|it| rated(&sudoku::KIND, it).tenths().0).collect();
        tenths.sort_unstable();
        tenths[tenths.len() / 2]
    };
    let medians = ["clue17", "hard_top95", "forum_hardest_1905"].map(median);
    assert!(medians.is_sorted_by(|one, other| one < other), "{medians:?}");
}

#[test]
fn known_steps_have_their_sizes() {
    let many = example("sudoku/many.sdm");
    let mut sudokus = many.lines().filter(|line| !line.starts_with('#'));
    let easy = rated(&sudoku::KIND, sudokus.next().unwrap());
    assert_eq!((easy.largest(), easy.hard_rounds()), (Some(Level::Single), 0));
    assert_eq!(easy.tenths().1, Word::Gentle);
    // Two numbers side by side: their difference is the cell that only the second touches.
    let mines = rated(&minesweeper::KIND, "3 4\n? ? ? ?\n1 1 2 1\n0 0 0 0");
    assert_eq!(mines.largest(), Some(Level::Set(2)));
}

#[test]
fn the_extent_of_a_rating_is_stated() {
    let many = example("sudoku/many.sdm");
    let sudokus = many.lines().filter(|line| !line.starts_with('#'));
    let extents: Vec<Extent> = sudokus.map(|it| rated(&sudoku::KIND, it).extent).collect();
    assert_eq!(extents, [Extent::All, Extent::All, Extent::Part, Extent::NoSolution]);
    let puzzle = read(&sudoku::KIND, many.lines().nth(1).unwrap());
    let stopped = rate(&puzzle, &late(), &mut |_| ()).unwrap();
    assert!(matches!(stopped.extent, Extent::Stopped(_)), "{stopped:?}");
}
