//! All cells in one line: `53..7....6..195…`, and anything after it.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::options::GridOptions;
use super::grid::Grid;
use super::{
    are_mostly_symbols, cells, cut, dotted, is_one_line, may_be_mines, puzzlink, readable, size,
    tatham,
};
use crate::boxes::LARGEST;
use crate::kind::{Confidence, Format, ParseOptions};
use crate::text::{Span, first_line, lines};

pub(super) static FORMAT: Format<Sudoku> = Format::new(
    "line",
    "81 symbols, '.' or 0 for an empty cell; anything may follow",
    sniff,
    |text, options| read(text, false, &GridOptions::of(options)?),
)
.printed(|sudoku| readable(sudoku, print))
.listed(|lines, options| options.format.is_some() || are_puzzles(lines, options));

pub(super) static SDM: Format<Sudoku> = Format::new(
    "sdm",
    "lines, one for each puzzle",
    |_| Confidence::No,
    |text, options| read(text, false, &GridOptions::of(options)?),
)
.printed(|sudoku| readable(sudoku, print))
.listed(|_, options| options.format.is_some());

/// Accepts one line, or a list, for which the reader reports that one line is expected.
fn sniff(text: &str) -> Confidence {
    let likely = Confidence::Likely;
    if is_one_line(text) {
        let is_likely = lines(text).next().is_some_and(is_nearly_a_line);
        return if is_likely { likely } else { Confidence::Possible };
    }
    let lines: Vec<_> = lines(text).take(100).collect();
    likely.only_if(are_puzzles(&lines, &ParseOptions::default()))
}

/// Whether a line is nearly a puzzle. A few digits alone may be a number.
fn is_nearly_a_line(line: Span<'_>) -> bool {
    let words = line.text.split([',', ';', '#', ' ', '\t']);
    let word = words.max_by_key(|word| word.len()).unwrap_or_default();
    let word = if word.len() > 2 { word } else { line.text };
    let symbols = || dotted(word.chars().filter(|symbol| !symbol.is_whitespace()), line.text);
    let count = symbols().count();
    let least = if symbols().all(cut::is_digit) { 41 } else { 12 };
    count >= least && are_mostly_symbols(symbols(), count > 90)
}

/// Whether the first of these lines, or half of them, are puzzles. One square grid is not many
/// puzzles, although its rows may look like them: it has as many rows as columns, even if one row
/// is missing.
fn are_puzzles(lines: &[Span<'_>], options: &ParseOptions<'_>) -> bool {
    let verdicts: Vec<_> = lines.iter().filter_map(|line| is_puzzle(line.text, options)).collect();
    let puzzles = verdicts.iter().filter(|&&is_puzzle| is_puzzle).count();
    if puzzles == 0 || (!verdicts[0] && 2 * puzzles < verdicts.len()) {
        return false;
    }
    let Ok(grid) = Grid::of(lines, false) else { return true };
    match grid.height().abs_diff(grid.width()) {
        0 => false,
        1 => puzzles == verdicts.len(),
        _ => true,
    }
}

/// Whether a line is a puzzle by itself. A line without any value, or with `?` for empty cells, may be a
/// row of another puzzle, unless the kind is known.
fn is_puzzle(line: &str, options: &ParseOptions<'_>) -> Option<bool> {
    // Boxes that do not fit are refused by the reader.
    let mut options_to_try =
        [GridOptions::of(options).unwrap_or_default(), GridOptions::default()].into_iter();
    let read = |options: GridOptions<'_>| match line {
        _ if tatham::begins(line) => tatham::read(line, &options).ok(),
        _ if puzzlink::is_in(line) => puzzlink::read(line, &options).ok(),
        _ => read(line, false, &options).ok(),
    };
    match options_to_try.find_map(read) {
        Some(sudoku) if sudoku.n() > 1 => {
            let is_bare = sudoku.given.iter().all(Option::is_none);
            (!options.is_guess || !(is_bare || may_be_mines(line))).then_some(true)
        }
        _ => Some(false),
    }
}

fn print(sudoku: &Sudoku) -> String {
    let notation = sudoku.notation;
    let cell = |value: &Option<i32>| value.map_or(".".to_owned(), |value| notation.text(value));
    let cells: Vec<_> = sudoku.given.iter().map(cell).collect();
    let has_gaps = notation.text(sudoku.n() as i32).len() > 1;
    cells.join(if has_gaps { " " } else { "" })
}

/// The only line that is neither blank nor a comment.
pub(super) fn only(text: &str) -> Result<Span<'_>, TextError> {
    let line = first_line(text, "a sudoku")?;
    match lines(text).nth(1) {
        Some(second) => Err(second.error("expected one puzzle, found another line")),
        None => Ok(line),
    }
}

pub(super) fn read(
    text: &str,
    are_numbers: bool,
    options: &GridOptions<'_>,
) -> Result<Sudoku, TextError> {
    let line = only(text)?;
    let uncommented = line.text.split([',', ';', '#']).next().unwrap_or_default();
    let words = || Span { text: uncommented, ..line }.spaced();
    let mut some = words();
    match (some.next(), some.next()) {
        (None, _) => Err(line.unexpected("a sudoku")),
        // A number has two digits at most.
        (Some(first), Some(_)) if first.text.len() <= 2 => {
            of_words(&words().collect::<Vec<_>>(), are_numbers, options)
        }
        (Some(first), Some(_)) if are_rows(first.text.chars().count(), words) => {
            cells::sudoku(first.text.chars().count(), are_numbers, options, || {
                words().flat_map(Span::symbols)
            })
        }
        (Some(first), _) => of_symbols(first, are_numbers, options),
    }
}

/// Whether there are as many words as the first is long, and all are of its length.
fn are_rows<'t, W: Iterator<Item = Span<'t>>>(n: usize, words: impl Fn() -> W) -> bool {
    n <= LARGEST && words().count() == n && words().all(|word| word.text.chars().count() == n)
}

/// Reads one symbol, or two digits, per cell.
fn of_symbols(
    word: Span<'_>,
    are_numbers: bool,
    options: &GridOptions<'_>,
) -> Result<Sudoku, TextError> {
    if let Some(n) = size_in_pairs(word.text) {
        return cells::sudoku(n, true, options, || cut::pairs(word));
    }
    let n = size::of_line(word, word.text.chars().count(), options)?;
    if are_pencil_marks(word.text) {
        return Err(word.error("expected a sudoku, found the pencil marks of one"));
    }
    cells::sudoku(n, are_numbers, options, || word.symbols())
}

/// Whether a word has nine symbols for each of 81 cells, with each value in its own place: that is
/// more likely than a 27×27.
fn are_pencil_marks(word: &str) -> bool {
    let is_mark = |(at, symbol): (usize, char)| match symbol.to_digit(10) {
        Some(0) => true,
        Some(digit) => at % 9 + 1 == digit as usize,
        None => symbol == '.',
    };
    word.len() == 9 * 81 && word.chars().enumerate().all(is_mark)
}

/// No number is both a square and twice a square.
fn size_in_pairs(word: &str) -> Option<usize> {
    let n = (10..=LARGEST).find(|n| 2 * n * n == word.len())?;
    word.chars().all(cut::is_digit).then_some(n)
}

/// Reads symbols or numbers separated by spaces.
fn of_words(
    words: &[Span<'_>],
    are_numbers: bool,
    options: &GridOptions<'_>,
) -> Result<Sudoku, TextError> {
    let n = size::of_line(words[0], words.len(), options)?;
    let has_numbers = n > 9 && words.iter().any(|word| word.text.len() > 1);
    cells::sudoku(n, has_numbers || are_numbers, options, || words.iter().copied())
}
