//! Which format a text is in, told from its shape alone: so that a slip in it is shown by the
//! reader that it was meant for.

use super::super::Queens;
use crate::pieces::lines;

/// The format to read a text in.
///
/// In this order: `{` begins JSON, `[` a list; a parenthesis makes facts, `=` data, `/` rows of
/// FEN; several numbers in one line are columns; one word is a number; in a grid, letters or
/// squares prevail.
pub(super) fn format(text: &str) -> &'static str {
    let text = &content(text);
    let has = |symbols: &str| text.contains(|symbol| symbols.contains(symbol));
    match text.chars().next() {
        Some('{') => "json",
        Some('[') if has("\"'.Q") => "leetcode",
        Some('[') => "permutation",
        _ if has("(") => "asp",
        _ if has("=") => "minizinc",
        _ if has("/") => "fen",
        Some('0'..='9' | '-') if has(" \t,") && !has("\n") => "permutation",
        _ if !has(" \t\n") && !is_small_grid(text) => "number",
        _ if letters_prevail(text) => "regions",
        _ => "board",
    }
}

/// Whether a text seems to be meant for queens, rightly written or not.
pub(in super::super) fn looks_like(text: &str) -> bool {
    let format = format(text);
    let text = &content(text);
    let has = |word: &&str| text.contains(*word);
    match format {
        "number" => is_nearly_a_number(text),
        "board" => text.contains('Q') || is_nearly_a_board(text),
        "regions" => is_nearly_square(text) && !is_of_another(text),
        "permutation" => !text.contains(|symbol| !is_in_list(symbol)),
        "asp" => ["board", "block", "queen"].iter().any(has),
        "minizinc" => text.split_whitespace().collect::<String>().contains("n="),
        "json" if ["\"grid\"", "\"cages\""].iter().any(has) => false,
        "json" => ["\"n\"", "\"queens\"", "\"blocked\""].iter().any(has),
        // Lists of strings and rows of FEN may be anything.
        _ => text.contains('Q'),
    }
}

/// Whether many numbers that stand for columns are rather the cells of another puzzle: four queens
/// in one column are no slip.
pub(super) fn is_rather_a_grid(queens: &Queens) -> bool {
    let mut counts = vec![0_usize; queens.n];
    for square in &queens.placed {
        counts[square.column] += 1;
    }
    counts.iter().any(|&count| count >= 4)
}

/// The text without comments and without space around it.
fn content(text: &str) -> String {
    let lines: Vec<_> = lines(text).map(|line| line.uncommented().text.trim()).collect();
    lines.join("\n").trim().to_owned()
}

fn is_square(symbol: char) -> bool {
    matches!(symbol, '.' | 'Q' | 'x')
}

fn is_in_list(symbol: char) -> bool {
    symbol.is_ascii_digit() || symbol.is_whitespace() || "[],-".contains(symbol)
}

/// A row of squares, or the only letter of the only region.
fn is_small_grid(word: &str) -> bool {
    let is_letter = word.len() == 1 && word.chars().all(|symbol| symbol.is_ascii_alphabetic());
    is_letter || (!word.is_empty() && word.chars().all(is_square))
}

/// Whether more squares have the letter of a region than are empty, in as many rows as there are
/// columns: a board may follow.
fn letters_prevail(text: &str) -> bool {
    let squares = lines(text).take(width(text)).flat_map(|line| line.text.chars());
    let (mut letters, mut empty) = (0, 0);
    for symbol in squares {
        letters += usize::from(symbol.is_ascii_alphabetic() && !is_square(symbol));
        empty += usize::from(symbol == '.');
    }
    letters > empty
}

fn width(text: &str) -> usize {
    lines(text).next().map_or(0, |line| line.symbols().count())
}

/// More digits are hardly a number: some puzzles are written in a line of them.
const LONGEST_NUMBER: usize = 40;

/// A few letters may be a number in words, or one with a unit.
fn is_nearly_a_number(word: &str) -> bool {
    let length = word.chars().count();
    let is_short = length <= 24;
    let is_wordlike = !word.contains(|symbol: char| !symbol.is_alphanumeric() && symbol != '-');
    let has_letter = word.contains(char::is_alphabetic);
    (length <= LONGEST_NUMBER && word.parse::<f64>().is_ok())
        || (is_short && is_wordlike && has_letter)
}

/// At most one symbol is wrong, and that is no clue of other puzzles.
fn is_nearly_a_board(text: &str) -> bool {
    let symbols = text.chars().filter(|symbol| !symbol.is_whitespace());
    let mut wrong = symbols.filter(|&symbol| !is_square(symbol));
    match (wrong.next(), wrong.next()) {
        (None, _) => true,
        (Some(symbol), None) => !symbol.is_ascii_digit(),
        _ => false,
    }
}

/// Letters in lines may be prose.
fn is_nearly_square(text: &str) -> bool {
    let (rows, columns) = (lines(text).count(), width(text));
    rows.abs_diff(columns) <= 1 || rows.abs_diff(2 * columns) <= 1
}

/// Whether there are fields, or a size before the rows.
fn is_of_another(text: &str) -> bool {
    let first = lines(text).next().map_or("", |line| line.text);
    let is_number = |word: &str| word.parse::<usize>().is_ok();
    text.contains([':', '[']) || first.split_once('x').is_some_and(|(one, _)| is_number(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_does_not_hide_what_was_meant() {
        for (text, expected) in [
            ("", "number"),
            ("eight", "number"),
            ("8.5", "number"),
            ("-1", "number"),
            ("Q", "board"),
            ("A", "regions"),
            ("....", "board"),
            ("Q . .\n. o .\n. . .", "board"),
            ("Qxx\n.o.\n...", "board"),
            ("AA.\nABB\nCCC", "regions"),
            ("AAB\nABB\nCCC\n...\n.Q.\n...", "regions"),
            ("2 4 1 x", "permutation"),
            ("2,4,1,3", "permutation"),
            ("[2 4 1", "permutation"),
            ("[.Q]", "leetcode"),
            ("1Q2/3Q/w", "fen"),
            ("% a / b = c\nqueens (1,2)", "asp"),
            ("# {\nn = 4 row", "minizinc"),
            ("{", "json"),
        ] {
            assert_eq!(format(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_meant_for_queens_looks_like_it() {
        for text in [
            "0",
            "-1",
            "8.5",
            "1000000000",
            "eight",
            "8x8",
            "Q",
            "1Q2/3Q/Q3/1Q",
            "[\"Q.\"",
            "...\n.x.\n.o.",
            "...\n...",
            "AAB\nABB\nBB",
            "2 4 1 5",
            "[2,4",
            "board(",
            "block(1",
            "queen (1,2)",
            "n = 4; k",
            "{\"queens\":",
            "{\"blocked\":[]}",
            "{\"n\":0}",
        ] {
            assert!(looks_like(text), "{text}");
        }
    }

    #[test]
    fn what_is_meant_for_others_does_not() {
        for text in [
            "",
            "no-such-file.txt",
            "some words",
            "a line of prose\nand another one",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "5 3 . . 7\n6 . . 1 9",
            "....\n.1..\n....\n....",
            "3 3\n? 1 ?\n1 2 1\n? 1 ?",
            "{\"n\":9,\"grid\":[[0]]}",
            "{\"n\":9,\"box_h\":3,\"cages\":[]}",
            "p cnf 3 1\n1 2 3 0",
            "/tmp/board",
        ] {
            assert!(!looks_like(text), "{text}");
        }
    }
}
