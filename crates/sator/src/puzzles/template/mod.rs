//! The pattern for a new puzzle: Latin squares, in one small file.
//!
//! Copy this folder, rename, and follow CONTRIBUTING.md. It is compiled in every build and passes
//! the same tests as the real puzzles, so it cannot go stale. A puzzle that grows gets a file each
//! for parsing, model, check and board, as `queens` has.

use sator_sat::TextError;

use crate::kind::{Confidence, Format, Formats, Kind};
use crate::model::{AllDifferent, CellId, CellName, Clues, Model, Solution, Value};
use crate::puzzle::{Puzzle, Violation};
use crate::render::{Board, Ground, Look, Role, Tile};
use crate::text::{Span, decode, lines};

/// The registry's entry.
pub static KIND: Kind = Kind {
    name: "template",
    aliases: &["latin"],
    summary: "Latin squares: each value once in each row and column",
    formats: &FORMATS,
    options: &[],
    answers_in_lines: false,
    creation: None,
    example: "1..\n..2\n...",
};

static FORMATS: Formats<Latin> = Formats::new(&[&GRID], Latin::eq);

/// A format: how to recognise a text, to read it, and to print it. A real puzzle has a file for each.
static GRID: Format<Latin> = Format::new(
    "grid",
    "rows of digits from 1, '.' for an empty cell",
    |_| Confidence::Possible,
    |text, _| Latin::parse(text),
)
.printed(|latin| Ok(latin.print()));

/// An instance: the given values, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Latin {
    n: usize,
    given: Vec<Option<Value>>,
}

// Step 1: parse the text. An instance that is accepted here must never fail later.
impl Latin {
    fn parse(text: &str) -> Result<Self, TextError> {
        let rows: Vec<_> = lines(text).collect();
        let n = rows.len();
        if !(1..=9).contains(&n) {
            return Err(TextError::whole(format!("expected 1 to 9 rows, found {n}")));
        }
        let mut given = Vec::new();
        for row in rows {
            for symbol in row.row(n)? {
                given.push(Self::parse_symbol(n, symbol)?);
            }
        }
        Ok(Self { n, given })
    }

    fn parse_symbol(n: usize, symbol: Span<'_>) -> Result<Option<Value>, TextError> {
        match symbol.text.parse() {
            _ if symbol.text == "." => Ok(None),
            Ok(value) if (1..=n as Value).contains(&value) => Ok(Some(value)),
            _ => Err(symbol.unexpected(&format!("a digit 1-{n} or '.'"))),
        }
    }

    /// The lines that hold each value once: rows, then columns, as indices of cells.
    fn lines(&self) -> impl Iterator<Item = (String, Vec<usize>)> {
        let n = self.n;
        let rows =
            (0..n).map(move |r| (format!("row {}", r + 1), (0..n).map(|c| r * n + c).collect()));
        let columns =
            (0..n).map(move |c| (format!("column {}", c + 1), (0..n).map(|r| r * n + c).collect()));
        rows.chain(columns)
    }

    fn name(&self, index: usize) -> CellName {
        CellName::Square { row: index / self.n + 1, column: index % self.n + 1 }
    }

    /// The first value that occurs twice in a line.
    fn clash(&self, values: &[Option<Value>]) -> Option<Violation> {
        self.lines().find_map(|(line, cells)| {
            cells.iter().enumerate().find_map(|(i, &first)| {
                let value = values[first]?;
                let second = *cells[i + 1..].iter().find(|&&cell| values[cell] == Some(value))?;
                let (first, second) = (self.name(first), self.name(second));
                Some(Violation(format!("{line} has {value} twice, {first} and {second}")))
            })
        })
    }
}

/// Converts an answer in JSON, as from [`Puzzle::answer_json`], to a board; boards are unchanged.
fn drawn(text: &str) -> Result<String, TextError> {
    #[derive(serde::Deserialize)]
    struct Answer {
        grid: Vec<Vec<Value>>,
    }
    if !text.trim_start().starts_with('{') {
        return Ok(text.to_owned());
    }
    let answer: Answer = decode(text)?;
    let row = |row: &Vec<Value>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Ok(answer.grid.iter().map(row).collect::<Vec<_>>().join("\n"))
}

// Step 2: state the rules twice, as constraints (`model`) and plainly (`check`), and draw the
// board.
impl Puzzle for Latin {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        format!("{0}×{0} Latin square", self.n)
    }

    fn print(&self) -> String {
        self.board(None).to_text(Look::default())
    }

    fn print_in(&self, format: &str) -> Result<String, String> {
        FORMATS.print_in(self, format)
    }

    fn rules_key(&self) -> Option<[usize; 3]> {
        Some([self.n, 0, 0])
    }

    fn rules(&self) -> Model {
        let mut model = Model::new();
        let grid = model.grid(self.n, self.n, 1..=self.n as Value);
        for (number, row) in (1..).zip(grid.rows()) {
            model.add(AllDifferent::new(row)).named(("row", number)).family("rows");
        }
        for (number, column) in (1..).zip(grid.columns()) {
            model.add(AllDifferent::new(column)).named(("column", number)).family("columns");
        }
        model
    }

    fn clues(&self) -> Clues {
        let mut clues = Clues::default();
        for (index, value) in self.given.iter().enumerate() {
            if let Some(value) = *value {
                clues.given(CellId::nth(index), value);
            }
        }
        clues
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        let values: Vec<_> = solution.values.iter().map(|&value| Some(value)).collect();
        if let Some(broken) = self.clash(&values) {
            return Err(broken);
        }
        let kept = |index: &usize| self.given[*index].is_none_or(|v| values[*index] == Some(v));
        match (0..values.len()).find(|index| !kept(index)) {
            Some(index) => Err(Violation(format!("{} is not as given", self.name(index)))),
            None => Ok(()),
        }
    }

    fn contradiction(&self) -> Option<Violation> {
        self.clash(&self.given)
    }

    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError> {
        let filled = Self::parse(&drawn(text)?)?;
        if filled.n != self.n {
            let message = format!("expected {} rows, found {}", self.n, filled.n);
            return Err(TextError::whole(message));
        }
        if let Some(index) = filled.given.iter().position(Option::is_none) {
            return Ok(Err(Violation(format!("{} is empty", self.name(index)))));
        }
        let solution = Solution { values: filled.given.into_iter().flatten().collect() };
        Ok(self.check(&solution).map(|()| solution))
    }

    fn board(&self, solution: Option<&Solution>) -> Board {
        let tile = |index: usize| {
            let found = solution.map(|solution| solution.values[index]);
            let (value, role) = match (self.given[index], found) {
                (Some(value), _) => (Some(value), Role::Given),
                (None, Some(value)) => (Some(value), Role::Found),
                (None, None) => (None, Role::Empty),
            };
            let text = value.map_or_else(|| ".".to_owned(), |value| value.to_string());
            Tile { text, role, ground: Ground::Light }
        };
        let row = |row: usize| (row * self.n..(row + 1) * self.n).map(tile).collect();
        Board { rows: (0..self.n).map(row).collect(), ..Board::default() }
    }

    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        let rows: Vec<_> = solution.values.chunks(self.n).collect();
        serde_json::json!({ "grid": rows })
    }
}
