//! An independent implementation of the rules of queens. It uses nothing of the library under test.

use std::collections::BTreeSet;

/// Row and column, from 0.
pub(crate) type Square = (usize, usize);

/// An answer: the column of each row's queen, from 0.
pub(crate) type Columns = Vec<usize>;

/// An instance.
#[derive(Debug, Default)]
pub(crate) struct Queens {
    n: usize,
    placed: BTreeSet<Square>,
    blocked: BTreeSet<Square>,
    /// With regions: the letter of each square, row by row.
    regions: Option<Vec<Vec<char>>>,
}

impl Queens {
    pub(crate) fn empty(n: usize) -> Self {
        Self { n, ..Self::default() }
    }

    /// Rows of `.`, `Q` and `x`.
    pub(crate) fn board(text: &str) -> Self {
        let mut queens = Self::empty(text.lines().count());
        for (square, symbol) in symbols(text) {
            match symbol {
                '.' => false,
                'Q' => queens.placed.insert(square),
                'x' => queens.blocked.insert(square),
                other => panic!("{other:?} on a board"),
            };
        }
        queens
    }

    /// Rows of letters.
    pub(crate) fn regions(text: &str) -> Self {
        let regions = text.lines().map(|line| line.chars().collect()).collect();
        Self { regions: Some(regions), ..Self::empty(text.lines().count()) }
    }

    /// Whether it is an answer.
    pub(crate) fn accepts(&self, columns: &[usize]) -> bool {
        let squares: Vec<Square> = columns.iter().copied().enumerate().collect();
        columns.len() == self.n
            && squares.iter().all(|square| square.1 < self.n && !self.blocked.contains(square))
            && self.placed.iter().all(|square| squares.contains(square))
            && pairs(&squares).all(|(a, b)| self.is_peace(a, b))
    }

    fn is_peace(&self, a: Square, b: Square) -> bool {
        let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        let others = match &self.regions {
            None => rows != columns,
            Some(letters) => rows.max(columns) > 1 && letters[a.0][a.1] != letters[b.0][b.1],
        };
        rows > 0 && columns > 0 && others
    }

    /// All answers, by trying every column in every row.
    pub(crate) fn answers(&self) -> BTreeSet<Columns> {
        let mut boards = vec![Vec::new()];
        for row in 0..self.n {
            let extended = boards.iter().flat_map(|board: &Columns| {
                (0..self.n).map(|column| [board.as_slice(), &[column]].concat())
            });
            let is_open = |board: &Columns| {
                (0..row).all(|above| self.is_peace((above, board[above]), (row, board[row])))
            };
            boards = extended.filter(is_open).collect();
        }
        boards.into_iter().filter(|board| self.accepts(board)).collect()
    }

    /// The number of classes of answers under the rotations and reflections that keep the instance.
    pub(crate) fn classes(&self) -> usize {
        let keeping: Vec<_> = Turn::all().filter(|turn| self.is_kept_by(*turn)).collect();
        let smallest = |answer: &Columns| {
            let images = keeping.iter().map(|turn| turn.columns(answer));
            images.min().expect("nothing is a turn too")
        };
        self.answers().iter().map(smallest).collect::<BTreeSet<_>>().len()
    }

    fn is_kept_by(&self, turn: Turn) -> bool {
        let is_kept = |squares: &BTreeSet<Square>| {
            squares.iter().all(|&square| squares.contains(&turn.square(self.n, square)))
        };
        assert!(self.regions.is_none(), "regions are not turned here");
        is_kept(&self.placed) && is_kept(&self.blocked)
    }
}

/// A reflection or none, then quarter turns.
#[derive(Clone, Copy)]
struct Turn {
    is_mirrored: bool,
    quarters: usize,
}

impl Turn {
    fn all() -> impl Iterator<Item = Self> {
        let mirrored = [false, true].into_iter();
        mirrored.flat_map(|is_mirrored| (0..4).map(move |quarters| Self { is_mirrored, quarters }))
    }

    fn square(self, n: usize, (row, column): Square) -> Square {
        let start = if self.is_mirrored { (row, n - 1 - column) } else { (row, column) };
        (0..self.quarters).fold(start, |(row, column), _| (column, n - 1 - row))
    }

    fn columns(self, answer: &[usize]) -> Columns {
        let squares = answer.iter().copied().enumerate();
        let turned: BTreeSet<_> = squares.map(|at| self.square(answer.len(), at)).collect();
        turned.into_iter().map(|(_, column)| column).collect()
    }
}

fn symbols(text: &str) -> impl Iterator<Item = (Square, char)> {
    text.lines().enumerate().flat_map(|(row, line)| {
        line.chars().enumerate().map(move |(column, symbol)| ((row, column), symbol))
    })
}

fn pairs(squares: &[Square]) -> impl Iterator<Item = (Square, Square)> {
    (1..squares.len()).flat_map(move |b| (0..b).map(move |a| (squares[a], squares[b])))
}

/// The boards that `solve` printed below its heading: a numbered line for each, then rows of `.`
/// and one `Q`, with single blanks between.
#[track_caller]
pub(crate) fn boards(text: &str) -> Vec<Columns> {
    let mut boards: Vec<Columns> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if line.starts_with('-') {
            boards.push(Vec::new());
            assert_eq!(line, format!("--- Solution {} ---", boards.len()));
        } else {
            boards.last_mut().expect("a heading comes first").push(row(line));
        }
    }
    boards
}

#[track_caller]
fn row(line: &str) -> usize {
    let squares: Vec<_> = line.split(' ').collect();
    assert!(squares.iter().all(|square| [".", "Q"].contains(square)), "{line:?}");
    let queens: Vec<_> = (0..squares.len()).filter(|&column| squares[column] == "Q").collect();
    assert_eq!(queens.len(), 1, "{line:?}");
    queens[0]
}

/// A board as `solve` draws it.
pub(crate) fn drawn(columns: &[usize]) -> String {
    let square = |column, queen| if column == queen { "Q" } else { "." };
    let row = |&queen: &usize| {
        let squares: Vec<_> = (0..columns.len()).map(|column| square(column, queen)).collect();
        squares.join(" ") + "\n"
    };
    columns.iter().map(row).collect()
}

/// The answers in the JSON that `solve` printed; columns count from 1 there.
#[track_caller]
pub(crate) fn json_answers(object: &serde_json::Value) -> Vec<Columns> {
    let columns = |answer: &serde_json::Value| {
        let columns = answer["columns"].as_array().unwrap_or_else(|| panic!("{answer}"));
        columns.iter().map(|column| column.as_u64().unwrap() as usize - 1).collect()
    };
    object["solutions"].as_array().unwrap().iter().map(columns).collect()
}
