//! What a text is, told from its shape alone: which format it has, whether it holds many puzzles,
//! and whether it is meant as a killer at all.

use super::super::Killer;
use super::list::{self, Cells};
use super::{arrows, cagemap, ps, sumocue};
use crate::boxes::LARGEST;
use crate::pieces::{Piece, lines, unmarked};
use crate::puzzle::{Layout, Reading};

/// The format to read a text in.
///
/// In this order: `{` begins an object; some formats begin with a word of their own; arrows are
/// seen anywhere; numbers alone, or cells that are called r1c1, are a list; rows of letters are a
/// map unless there are far more of them in a line than there are lines.
pub(super) fn format(text: &str) -> &'static str {
    let begin = unmarked(text).trim_start();
    let first = lines(text).next().map_or("", |line| line.text);
    if begin.starts_with('{') {
        "json"
    } else if sumocue::begins(first) {
        "sumocue"
    } else if ps::begins(first) {
        "ps"
    } else if arrows::is_in(text) {
        "arrows"
    } else if list::cells(text).is_some() {
        "list"
    } else if is_run_on(text) {
        "cagemap"
    } else {
        "text"
    }
}

/// Whether cells are not in rows: a line is longer than a row may be, or values come before the map.
fn is_run_on(text: &str) -> bool {
    let is_long = |line: Piece<'_>| {
        let before = cagemap::begin(line.text).unwrap_or(line.text.len());
        let is_word = |symbol: char| !symbol.is_whitespace();
        let words = Piece { text: &line.text[..before], ..line };
        words.split(is_word).any(|word| word.text.len() > LARGEST)
    };
    lines(text).next().is_some_and(is_long) || values_come_first(text)
}

/// As many rows of values as they are long, then as many rows of letters.
fn values_come_first(text: &str) -> bool {
    let lines: Vec<_> = lines(text).take(2 * LARGEST).collect();
    let is_heading =
        lines.first().is_some_and(|line| line.text.trim().eq_ignore_ascii_case("killer"));
    let lines = &lines[usize::from(is_heading)..];
    let n = lines.first().map_or(0, |line| line.symbols().count());
    let is_value = |symbol: char| symbol.is_ascii_digit() || symbol == '.';
    let has_letter = |line: &Piece<'_>| line.text.contains(char::is_alphabetic);
    let are_values = |line: &Piece<'_>| line.text.trim().chars().all(is_value);
    lines.len() >= 2 * n
        && lines[..n].iter().all(are_values)
        && lines[n..2 * n].iter().any(has_letter)
}

/// Whether each line is a puzzle. The beginning of a long text is enough.
pub(in super::super) fn layout(text: &str, reading: &Reading<'_>) -> Layout {
    const ENOUGH: usize = 8;
    let lines: Vec<_> = lines(text).take(ENOUGH).map(|line| line.text).collect();
    let is_long = |line: &&str| line.trim().len() > LARGEST;
    let is_puzzle = |line: &&str| match reading.format {
        Some("ps") => ps::begins(line),
        Some("sumocue") => sumocue::begins(line),
        Some("arrows") => is_long(line) && arrows::is_in(line),
        Some(_) => false,
        None => ps::begins(line) || sumocue::begins(line) || (is_long(line) && arrows::is_in(line)),
    };
    let is_in_lines = lines.len() > 1 && lines.iter().all(|line| is_puzzle(&line));
    if is_in_lines { Layout::Lines } else { Layout::Whole }
}

/// What a text rather is, where it could be read as a killer but hardly is.
pub(super) fn doubt(text: &str, format: &str, killer: &Killer) -> Option<&'static str> {
    let is_one_line = lines(text).nth(1).is_none();
    let has_numbers = || list::cells(text) == Some(Cells::Numbers);
    if format == "list" && is_one_line && !text.contains([';', ':']) && has_numbers() {
        Some("numbers in a line")
    } else if killer.cages.is_empty() && format != "json" {
        Some("a map without cages")
    } else {
        None
    }
}

/// Whether a text seems to be meant as a killer, rightly written or not.
pub(in super::super) fn looks_like(text: &str) -> bool {
    match format(text) {
        "json" => text.contains("\"cages\""),
        "ps" | "sumocue" | "arrows" => true,
        "list" => is_nearly_a_list(text),
        "cagemap" => lines(text).last().is_some_and(|line| cagemap::begin(line.text).is_some()),
        _ => has_map_and_totals(text),
    }
}

/// Numbers alone may be anything, unless their lines differ in length.
fn is_nearly_a_list(text: &str) -> bool {
    let mut lengths: Vec<_> = lines(text).take(100).map(|line| line.symbols().count()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let is_plain = list::cells(text) == Some(Cells::Numbers) && !text.contains([';', ':']);
    !is_plain || (lengths.len() > 1 && lines(text).nth(3).is_some())
}

/// Rows of letters of one length, and after them letters with numbers.
fn has_map_and_totals(text: &str) -> bool {
    let lines: Vec<_> = lines(text).take(4 * LARGEST * LARGEST).collect();
    let is_total = |line: &&Piece<'_>| {
        let word = |symbol: char| !symbol.is_whitespace() && !super::totals::is_sign(symbol);
        let words: Vec<_> =
            line.split(word).filter(|piece| !piece.text.contains(super::totals::is_sign)).collect();
        let is_number = |word: &Piece<'_>| word.text.parse::<i64>().is_ok();
        words.len() == 2 && is_number(&words[1]) && words[0].text.contains(char::is_alphabetic)
            || line.text.contains(super::totals::is_sign) && words.iter().any(is_number)
    };
    let has_header = lines.first().is_some_and(|line| line.text.trim() == "killer");
    let has_map = lines.first().is_some_and(|line| {
        !line
            .text
            .contains(|symbol: char| super::totals::is_sign(symbol) || "(){}[]/".contains(symbol))
    });
    has_header || (has_map && lines.len() > 2 && lines.iter().skip(1).any(|line| is_total(&line)))
}
