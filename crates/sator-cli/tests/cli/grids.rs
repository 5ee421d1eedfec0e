//! An independent implementation of the rules of sudoku, and a generator of grids. It uses nothing
//! of the library under test.

use serde_json::Value;

/// Rows of values from 1; 0 is an empty cell.
pub(crate) type Grid = Vec<Vec<usize>>;

/// The shape of the boxes, which gives the size of the grid.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Boxes {
    /// The rows of a box.
    pub(crate) rows: usize,
    /// Its columns.
    pub(crate) columns: usize,
}

pub(crate) const FOUR: Boxes = Boxes::of(2, 2);
pub(crate) const SIX: Boxes = Boxes::of(2, 3);
pub(crate) const NINE: Boxes = Boxes::of(3, 3);
pub(crate) const SIXTEEN: Boxes = Boxes::of(4, 4);

impl Boxes {
    pub(crate) const fn of(rows: usize, columns: usize) -> Self {
        Self { rows, columns }
    }

    pub(crate) fn n(self) -> usize {
        self.rows * self.columns
    }

    /// Whether no other cell of the row, column or box has the value.
    fn has_room(self, grid: &Grid, (row, column): (usize, usize), value: usize) -> bool {
        let (top, left) = (row - row % self.rows, column - column % self.columns);
        let mut in_box = (0..self.n()).map(|i| (top + i / self.columns, left + i % self.columns));
        let is_there = |(r, c): (usize, usize)| (r, c) != (row, column) && grid[r][c] == value;
        !(0..self.n()).any(|i| is_there((row, i)) || is_there((i, column))) && !in_box.any(is_there)
    }

    /// Whether it is an answer.
    pub(crate) fn accepts(self, puzzle: &Grid, answer: &Grid) -> bool {
        let n = self.n();
        let is_right = |(row, column): (usize, usize)| {
            let (given, value) = (puzzle[row][column], answer[row][column]);
            (1..=n).contains(&value)
                && (given == 0 || given == value)
                && self.has_room(answer, (row, column), value)
        };
        let is_square = answer.len() == n && answer.iter().all(|row| row.len() == n);
        is_square && (0..n * n).all(|cell| is_right((cell / n, cell % n)))
    }

    /// All answers, in order, by trying each value in the cell that has room for the fewest.
    pub(crate) fn answers(self, puzzle: &Grid) -> Vec<Grid> {
        let mut found = Vec::new();
        self.search(&mut puzzle.clone(), &mut found);
        found.sort();
        found
    }

    fn search(self, grid: &mut Grid, found: &mut Vec<Grid>) {
        let n = self.n();
        let cells = (0..n * n).map(|cell| (cell / n, cell % n));
        let empty = cells.filter(|&(row, column)| grid[row][column] == 0);
        let room = |cell| -> Vec<_> {
            (1..=n).filter(|&value| self.has_room(grid, cell, value)).collect()
        };
        let fewest = empty.map(|cell| (cell, room(cell))).min_by_key(|(_, room)| room.len());
        let Some(((row, column), values)) = fewest else { return found.push(grid.clone()) };
        for value in values {
            grid[row][column] = value;
            self.search(grid, found);
        }
        grid[row][column] = 0;
    }

    /// A filled grid, which depends on the seed.
    pub(crate) fn filled(self, seed: u64) -> Grid {
        let mut chance = Chance(seed);
        let rows = shuffled_in_groups(self.columns, self.rows, &mut chance);
        let columns = shuffled_in_groups(self.rows, self.columns, &mut chance);
        let values = chance.shuffled(self.n());
        let cell = |row: usize, column: usize| {
            let shift = self.columns * (row % self.rows) + row / self.rows;
            values[(shift + column) % self.n()] + 1
        };
        rows.iter().map(|&row| columns.iter().map(|&column| cell(row, column)).collect()).collect()
    }

    /// A puzzle with about this percentage of its cells given, and at least one answer.
    pub(crate) fn puzzle(self, seed: u64, percent: u64) -> Grid {
        let mut chance = Chance(seed + 1);
        let mut dig = |value| if chance.next() % 100 < percent { value } else { 0 };
        let filled = self.filled(seed).into_iter();
        filled.map(|row| row.into_iter().map(&mut dig).collect()).collect()
    }

    /// A puzzle with one answer, and that answer. The value 2 is left out everywhere; the first and
    /// last values stay, because they determine the alphabet.
    pub(crate) fn unique(self, seed: u64) -> (Grid, Grid) {
        let filled = self.filled(seed);
        (without(&filled, &[2]), filled)
    }

    /// A puzzle with several answers: two values are left out, and may change places.
    pub(crate) fn ambiguous(self, seed: u64) -> Grid {
        without(&self.filled(seed), &[2, 3])
    }

    /// As `solve` draws it.
    pub(crate) fn drawn(self, grid: &Grid, script: Script, pen: Pen) -> String {
        let texts = |row: &Vec<usize>| row.iter().map(|&value| script.text(value)).collect();
        let rows: Vec<Vec<String>> = grid.iter().map(texts).collect();
        let width = rows.iter().flatten().map(|text| text.chars().count()).max().unwrap();
        let dashes = pen.dash.repeat(1 + self.columns * (width + 1));
        let rule = |[left, middle, right]: [&str; 3]| {
            format!("{left}{}{right}\n", vec![dashes.as_str(); self.rows].join(middle))
        };
        let stack = |cells: &[String]| {
            let cells: Vec<_> = cells.iter().map(|text| format!("{text:>width$}")).collect();
            format!("{} {} ", pen.bar, cells.join(" "))
        };
        let row = |row: &Vec<String>| {
            row.chunks(self.columns).map(stack).collect::<String>() + pen.bar + "\n"
        };
        let bands = rows.chunks(self.rows).map(|band| band.iter().map(row).collect::<String>());
        let bands = bands.collect::<Vec<_>>().join(&rule(pen.between));
        rule(pen.top) + &bands + &rule(pen.bottom)
    }
}

/// The grid without these values.
pub(crate) fn without(grid: &Grid, values: &[usize]) -> Grid {
    let keep = |&value: &usize| if values.contains(&value) { 0 } else { value };
    grid.iter().map(|row| row.iter().map(keep).collect()).collect()
}

/// The numbers of all groups: the groups are shuffled, and the members of each group.
fn shuffled_in_groups(groups: usize, size: usize, chance: &mut Chance) -> Vec<usize> {
    let order = chance.shuffled(groups);
    let group = |group| chance.shuffled(size).into_iter().map(move |i| group * size + i);
    order.into_iter().flat_map(group).collect()
}

/// A pseudo-random generator (`SplitMix64`).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The numbers below `n` in some order.
    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut numbers: Vec<_> = (0..n).collect();
        numbers.sort_by_cached_key(|_| self.next());
        numbers
    }
}

/// How values are written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Script {
    /// The symbols of 1, 2, 3 and so on.
    Symbols(&'static str),
    Numbers,
}

/// Digits from 1, then letters.
pub(crate) const DIGITS: Script = Script::Symbols("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
/// Digits from 0, then letters.
pub(crate) const ZERO_UP: Script = Script::Symbols("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
pub(crate) const LETTERS: Script = Script::Symbols("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

impl Script {
    fn text(self, value: usize) -> String {
        match self {
            _ if value == 0 => ".".to_owned(),
            Self::Symbols(symbols) => symbols[value - 1..value].to_owned(),
            Self::Numbers => value.to_string(),
        }
    }

    fn value(self, text: &str) -> usize {
        match self {
            Self::Symbols(symbols) => symbols.find(text).map_or(0, |at| at + 1),
            Self::Numbers => text.parse().unwrap_or(0),
        }
    }

    fn gap(self) -> &'static str {
        if self == Self::Numbers { " " } else { "" }
    }

    /// The rows, each ended by a line feed.
    pub(crate) fn rows(self, grid: &Grid) -> String {
        grid.iter().map(|row| self.line(&vec![row.clone()]) + "\n").collect()
    }

    /// All cells in one line.
    pub(crate) fn line(self, grid: &Grid) -> String {
        let texts = grid.iter().flatten().map(|&value| self.text(value));
        texts.collect::<Vec<_>>().join(self.gap())
    }

    /// The grid of a board that was drawn.
    #[track_caller]
    pub(crate) fn read(self, board: &str) -> Grid {
        let cells = |line: &str| -> Vec<usize> {
            let words = line.split([' ', '│', '|']).filter(|word| !word.is_empty());
            words.map(|word| self.value(word)).collect()
        };
        board.lines().filter(|line| line.starts_with(['│', '|'])).map(cells).collect()
    }
}

/// The symbols of frames.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    dash: &'static str,
    bar: &'static str,
    top: [&'static str; 3],
    between: [&'static str; 3],
    bottom: [&'static str; 3],
}

pub(crate) const INK: Pen = Pen {
    dash: "─",
    bar: "│",
    top: ["┌", "┬", "┐"],
    between: ["├", "┼", "┤"],
    bottom: ["└", "┴", "┘"],
};

pub(crate) const ASCII: Pen =
    Pen { dash: "-", bar: "|", top: ["+"; 3], between: ["+"; 3], bottom: ["+"; 3] };

/// The boards that `solve` drew, each below its number.
#[track_caller]
pub(crate) fn drawings(text: &str) -> Vec<String> {
    let mut drawings: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if line.starts_with("---") {
            drawings.push(String::new());
            assert_eq!(line, format!("--- Solution {} ---", drawings.len()));
        } else {
            let drawing = drawings.last_mut().expect("a number comes first");
            *drawing = [drawing.as_str(), line, "\n"].concat();
        }
    }
    drawings
}

/// The solutions in the JSON that `solve` printed.
#[track_caller]
pub(crate) fn json_grids(object: &Value) -> Vec<Grid> {
    let grid = |solution: &Value| serde_json::from_value(solution["grid"].clone());
    let solutions = object["solutions"].as_array().unwrap_or_else(|| panic!("{object}"));
    solutions.iter().map(|solution| grid(solution).unwrap()).collect()
}
