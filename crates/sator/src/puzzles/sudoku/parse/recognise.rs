//! What a text is, told from its shape alone: which format it has, whether it holds many puzzles,
//! and whether it is meant as sudoku at all.

use super::super::Sudoku;
use super::super::notation::Notation;
use super::cut::{self, most_common};
use super::grid::Grid;
use super::{alphabet, puzzlink, read, tatham};
use crate::boxes::LARGEST;
use crate::pieces::{Piece, lines, unmarked};
use crate::puzzle::{Common, Layout, ParseOptions, Puzzle};

/// As many lines as are looked at: more than the largest grid has, with all its frames.
const ENOUGH: usize = 100;

/// The format to read a text in.
///
/// In this order: `{` begins an object and `[[` a grid in JSON; one line holds all cells, after a
/// shape and a colon or a name and slashes, or plainly; several are the rows of a grid, unless each
/// is a puzzle.
pub(super) fn format(text: &str, reading: &ParseOptions<'_>) -> &'static str {
    let mut symbols = unmarked(text).chars().filter(|symbol| !symbol.is_whitespace());
    match (symbols.next(), symbols.next()) {
        (Some('{'), _) | (Some('['), Some('[' | ']')) => "json",
        _ if is_one_line(text) => line_format(text),
        // The reader tells that one puzzle is expected.
        _ if layout(text, reading) == Layout::Lines => "line",
        _ => "grid",
    }
}

fn line_format(text: &str) -> &'static str {
    match lines(text).next() {
        Some(line) if tatham::begins(line.text) => "tatham",
        Some(line) if puzzlink::is_in(line.text) => "puzzlink",
        _ => "line",
    }
}

/// Whether a text has one line that says something, or none.
pub(super) fn is_one_line(text: &str) -> bool {
    lines(text).nth(1).is_none()
}

/// Whether each line is a puzzle. The beginning of a long text is enough.
pub(in super::super) fn layout(text: &str, reading: &ParseOptions<'_>) -> Layout {
    let lines: Vec<_> = lines(text).take(ENOUGH).collect();
    let is_in_lines = match reading.format {
        _ if lines.len() < 2 => false,
        Some("line" | "sdm") => true,
        Some(_) => false,
        None => are_puzzles(&lines, reading),
    };
    if is_in_lines { Layout::Lines } else { Layout::Whole }
}

/// Whether the first of these lines, or half of them, are puzzles. One square grid is not many
/// puzzles, though its rows may look like them: that they are as many as they are long tells it,
/// even if one of them is lost.
fn are_puzzles(lines: &[Piece<'_>], reading: &ParseOptions<'_>) -> bool {
    let verdicts: Vec<_> = lines.iter().filter_map(|line| is_puzzle(line.text, reading)).collect();
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

/// Whether a line is a puzzle by itself. Without any value it may as well be a row of another
/// puzzle, and nobody can tell unless it was said.
fn is_puzzle(line: &str, reading: &ParseOptions<'_>) -> Option<bool> {
    // Boxes that do not fit are for the reader to complain about.
    let readings = [*reading, ParseOptions::default()];
    match readings.iter().find_map(|reading| read(line, line_format(line), reading).ok()) {
        Some(sudoku) if sudoku.n() > 1 => {
            let is_bare = sudoku.given.iter().all(Option::is_none);
            (!is_bare || !reading.is_guess).then_some(true)
        }
        _ => Some(false),
    }
}

/// The alphabet of many large puzzles in lines. A line where one value is not given may fit several.
pub(in super::super) fn common(text: &str, reading: &ParseOptions<'_>) -> Option<Common> {
    let words = lines(text).take(ENOUGH).filter_map(|line| {
        let uncommented = line.text.split([',', ';', '#']).next()?;
        Piece { text: uncommented, ..line }.split(|symbol| !symbol.is_whitespace()).next()
    });
    let mut words: Vec<_> = words.collect();
    let length = most_common(words.iter().map(|word| word.text.chars().count()));
    let n = length.isqrt();
    if reading.alphabet.is_some() || n <= 9 || n > LARGEST || n * n != length {
        return None;
    }
    words.retain(|word| word.text.chars().count() == length);
    let cells = || words.iter().flat_map(|word| word.symbols());
    let (notation, note) = alphabet::detect(n, cells).ok()?;
    Some(Common { alphabet: notation.name(n), note })
}

/// What a text rather is, where it could be read as sudoku but hardly is.
pub(super) fn doubt(text: &str, sudoku: &Sudoku) -> Option<&'static str> {
    let is_bare = sudoku.given.iter().all(Option::is_none);
    if sudoku.n() == 1 {
        Some("a number")
    } else if is_bare && lines(text).any(|line| line.text.contains(['x', 'X'])) {
        Some("a board without values and with blocked squares")
    } else if is_map(sudoku) {
        Some("a map of letters")
    } else {
        None
    }
}

/// Letters in all cells, and some twice in a house.
fn is_map(sudoku: &Sudoku) -> bool {
    sudoku.notation == Notation::Letters
        && sudoku.given.iter().all(Option::is_some)
        && sudoku.contradiction().is_some()
}

/// Whether a text seems to be meant as sudoku, rightly written or not.
pub(in super::super) fn looks_like(text: &str) -> bool {
    match format(text, &ParseOptions::default()) {
        "json" => text.contains("\"grid\"") && !text.contains("\"cages\""),
        "tatham" | "puzzlink" => true,
        "line" => lines(text).next().is_some_and(is_nearly_a_line),
        _ => is_nearly_a_grid(&lines(text).take(ENOUGH).collect::<Vec<_>>()),
    }
}

/// Digits alone may be a number, unless they are very many.
fn is_nearly_a_line(line: Piece<'_>) -> bool {
    let words = line.text.split([',', ';', '#', ' ', '\t']);
    let word = words.max_by_key(|word| word.len()).unwrap_or_default();
    let word = if word.len() > 2 { word } else { line.text };
    let symbols = || word.chars().filter(|symbol| !symbol.is_whitespace());
    let count = symbols().count();
    let least = if symbols().all(cut::is_digit) { 41 } else { 12 };
    count >= least && are_mostly_symbols(symbols(), count > 90)
}

/// About as many rows as columns.
fn is_nearly_a_grid(lines: &[Piece<'_>]) -> bool {
    let Ok(grid) = Grid::of(lines, false) else { return false };
    let (height, width) = (grid.height(), grid.width());
    let symbols = || grid.cells().flat_map(|cell| cell.text.chars());
    let is_square = width >= 4 && height.abs_diff(width) <= 2;
    is_square && symbols().any(cut::is_digit) && are_mostly_symbols(symbols(), width > 9)
}

/// Whether at most a tenth is neither a digit nor a sign of an empty cell, nor a letter where
/// those occur.
fn are_mostly_symbols(symbols: impl Iterator<Item = char>, letters: bool) -> bool {
    let (mut all, mut odd) = (0, 0);
    for symbol in symbols {
        let is_letter = letters && symbol.is_ascii_alphabetic();
        all += 1;
        odd += usize::from(!is_letter && !symbol.is_ascii_digit() && !"._*-xX".contains(symbol));
    }
    odd * 10 <= all
}

#[cfg(test)]
mod tests {
    use super::super::tests::NINE;
    use super::*;
    use crate::boxes::BoxShape;

    fn layout_of(text: &str) -> Layout {
        layout(text, &ParseOptions { is_guess: true, ..ParseOptions::default() })
    }

    /// Nine values, then empty cells; not an answer of anything.
    fn line(cells: usize) -> String {
        "1".to_owned() + &".".repeat(cells - 1)
    }

    #[test]
    fn the_shape_tells_the_format() {
        for (text, expected) in [
            ("", "line"),
            ("\u{feff} {", "json"),
            ("[[1]]", "json"),
            ("[ [1] ]", "json"),
            ("[Puzzle]\n1", "grid"),
            ("# rows\n1...\n..3.", "grid"),
            ("# a line\n12341234\n", "line"),
        ] {
            assert_eq!(format(text, &ParseOptions::default()), expected, "{text}");
        }
    }

    #[test]
    fn lines_that_are_puzzles_are_many_puzzles() {
        for cells in [16, 36, 81, 256, 625] {
            let text = format!("# many\n{0}\n\n{0} 1 {0}\n{0},{0}\n", line(cells));
            assert_eq!(layout_of(&text), Layout::Lines, "{cells}");
        }
        let as_many_as_cells = vec![NINE.concat(); 81].join("\n");
        assert_eq!(layout_of(&as_many_as_cells), Layout::Lines);
        let as_many_as_cells = vec![line(64); 64].join("\n");
        assert_eq!(layout_of(&as_many_as_cells), Layout::Lines);
        let with_header = format!("puzzle,solution\n{0},\n{0},\n", NINE.concat());
        assert_eq!(layout_of(&with_header), Layout::Lines);
        let with_slip = format!("{0}\n{0}?\nno\nnone\n", NINE.concat());
        assert_eq!(layout_of(&with_slip), Layout::Lines, "the first is one");
        let five = ParseOptions { box_shape: BoxShape::new(1, 5), ..ParseOptions::default() };
        assert_eq!(layout(&format!("{0}\n{0}", line(25)), &five), Layout::Lines);
        let unfit = ParseOptions { box_shape: BoxShape::new(2, 4), ..ParseOptions::default() };
        assert_eq!(layout(&format!("{0}\n{0}", line(81)), &unfit), Layout::Lines);
    }

    #[test]
    fn one_line_is_one_puzzle() {
        assert_eq!(layout_of(&NINE.concat()), Layout::Whole);
        assert_eq!(layout_of(""), Layout::Whole);
    }

    #[test]
    fn a_square_grid_wins_over_many_lines() {
        for size in [16, 36] {
            let grid = |rows: usize| vec![line(size); rows].join("\n");
            assert_eq!(layout_of(&grid(size)), Layout::Whole);
            for rows in [2, size - 1, size + 1, 3 * size] {
                assert_eq!(layout_of(&grid(rows)), Layout::Lines, "{rows}");
            }
            let broken = grid(size).replacen('.', "", 1);
            assert_eq!(layout_of(&broken), Layout::Whole, "one row is broken");
            let lost = grid(size - 2) + "\n" + &"9".repeat(size);
            assert_eq!(layout_of(&lost), Layout::Whole, "one row is lost");
            let framed = grid(size).replacen('\n', &format!("\n{}\n", "-".repeat(size)), 1);
            assert_eq!(layout_of(&framed), Layout::Whole, "one line is drawn");
        }
        assert_eq!(layout_of(&NINE.join("\n")), Layout::Whole);
    }

    #[test]
    fn rows_of_other_puzzles_are_no_lines() {
        let board = |n: usize| (".".repeat(n) + "\n").repeat(n - 1) + &"Q".repeat(n);
        assert_eq!(layout_of(&board(16)), Layout::Whole);
        assert_eq!(layout_of(&board(144)), Layout::Whole, "a long board");
        let regions = ("AAAABBBBCCCCDDDD\n").repeat(16) + &board(16);
        assert_eq!(layout_of(&regions), Layout::Whole);
        assert_eq!(layout_of("8\n8\n"), Layout::Whole);
        assert_eq!(layout_of("a line of prose\nand another one\n"), Layout::Whole);
    }

    #[test]
    fn lines_without_values_are_puzzles_where_sudoku_is_said() {
        let empty = format!("{0}\n{0}\n", ".".repeat(81));
        assert_eq!(layout_of(&empty), Layout::Whole);
        assert_eq!(layout(&empty, &ParseOptions::default()), Layout::Lines);
        let grid = format!("{}\n", ".".repeat(16)).repeat(16);
        assert_eq!(layout(&grid, &ParseOptions::default()), Layout::Whole);
    }

    #[test]
    fn lines_of_one_size_have_one_alphabet() {
        let line = |given: &str| format!("{given}{}", ".".repeat(256 - given.len()));
        let common = |text: &str| common(text, &ParseOptions::default()).map(|it| it.alphabet);
        let both = format!("{} 1 x\n{},y\nno\n", line("12F"), line("01F"));
        assert_eq!(
            common(&both).as_deref(),
            Some("0-9A-F"),
            "the second line tells it of the first"
        );
        assert_eq!(common(&format!("{0}\n{0}", line("12F"))).as_deref(), Some("1-9A-G"));
        let mixed = format!("{}\n{}", line("12G"), line("01F"));
        assert_eq!(common(&mixed), None, "each for itself");
        assert_eq!(common(&format!("{0}\n{0}", NINE.concat())), None, "digits are digits");
        let said = ParseOptions { alphabet: Some("A-P"), ..ParseOptions::default() };
        assert_eq!(super::common(&both, &said), None);
    }

    #[test]
    fn a_format_tells_the_layout() {
        let two = "1\n2";
        for (format, expected) in
            [("line", Layout::Lines), ("sdm", Layout::Lines), ("grid", Layout::Whole)]
        {
            assert_eq!(layout(two, &ParseOptions::in_format(format)), expected);
            assert_eq!(layout("1", &ParseOptions::in_format(format)), Layout::Whole);
        }
        let lines = format!("{0}\n{0}", NINE.concat());
        assert_eq!(layout(&lines, &ParseOptions::in_format("ss")), Layout::Whole);
    }

    #[test]
    fn what_is_meant_as_sudoku_looks_like_it() {
        for text in [
            &NINE.concat()[1..],
            &NINE.concat().replace('.', "0")[1..],
            &NINE[1..].join("\n"),
            &NINE.join("\n").replace('4', "?"),
            "1..4..2..3..12",
            "1 . . 4 . . 2 . . 3 . . 1 2",
            "1...\n..3.\n...\n...2",
            "+----+\n|12..|\n|..34|\n|....|\n+----+",
            "{\"n\":9,\"grid\":",
        ] {
            assert!(looks_like(text), "{text}");
        }
        let sixteen = "12345678.9ABCDEF\n".repeat(15);
        assert!(looks_like(&sixteen), "a row is lost");
        assert!(looks_like(&sixteen.replace('\n', "")), "and in a line");
    }

    #[test]
    fn what_is_meant_for_others_does_not() {
        for text in [
            "",
            "8",
            "8.5",
            "-1",
            "1000000000",
            "123456789012345678901234567890",
            "eight",
            "no-such-file.txt",
            "2 4 1 5",
            "1Q2/3Q/Q3/1Q",
            "...\n.x.\n.o.",
            "....\n....\n.Q..\n....\n....",
            "AABB\nAABB\nCCDD\nCCD",
            "[\".Q..\",\"...Q\"]",
            "a line of prose\nand another one",
            "3 3\n? 1 ?\n1 2 1\n? 1 ?",
            "4 4\n? ? ? ?\n1 2 ? ?\n? ? ? ?\n? ? ? 1",
            "{\"n\":8}",
            "{\"n\":9,\"grid\":[],\"cages\":[]}",
            "p cnf 3 1\n1 2 3 0",
        ] {
            assert!(!looks_like(text), "{text}");
        }
    }
}
