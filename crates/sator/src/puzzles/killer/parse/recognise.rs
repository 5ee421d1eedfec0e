//! What a text is, told from its shape alone: which format it has, whether it holds many puzzles,
//! and whether it is meant as a killer at all.

use super::super::Killer;
use super::list::{self, Cells};
use super::totals::is_sign;
use super::{arrows, cagemap, ps, sumocue, text};
use crate::boxes::LARGEST;
use crate::pieces::{Piece, lines, unmarked};
use crate::puzzle::{Layout, ParseOptions};

/// As many lines as are looked at: more than the largest map has.
const ENOUGH: usize = 2 * LARGEST + 1;

/// The format to read a text in.
///
/// In this order: `{` begins an object, and `[` and `null` are meant as JSON too; some formats begin with a word of their own; arrows are
/// seen anywhere; rows of a square with their symbols' totals below are a map, even of digits;
/// other numbers alone, or cells that are called r1c1, are a list; letters are a map in rows, unless
/// they run on.
pub(super) fn format(text: &str) -> &'static str {
    let begin = unmarked(text).trim_start();
    let first = lines(text).next().map_or("", |line| line.text);
    if begin.starts_with(['{', '[']) || begin.trim_end() == "null" {
        "json"
    } else if sumocue::begins(first) {
        "sumocue"
    } else if ps::begins(first) {
        "ps"
    } else if arrows::is_in(text) {
        "arrows"
    } else if text::is_map_with_totals(text) {
        "text"
    } else if list::cells(text).is_some() {
        "list"
    } else if is_run_on(text) {
        "cagemap"
    } else {
        "text"
    }
}

/// Whether cells are not in rows: the first line is longer than a row may be, or as long as a square
/// and alone; or values come before the map.
fn is_run_on(text: &str) -> bool {
    let mut lines: Vec<_> = lines(text).map(text::uncommented).take(ENOUGH).collect();
    if lines.first().is_some_and(|line| is_heading(line.text, cagemap::HEADING)) {
        lines.remove(0);
    }
    let Some(&first) = lines.first() else { return false };
    let word =
        |line: &Piece<'_>| line.text.split_whitespace().next().map_or(0, |it| it.chars().count());
    let cells = word(&first);
    let is_square = cells > 1 && cells.isqrt().pow(2) == cells;
    let is_alone = first.text.split_whitespace().nth(1).is_none() || first.text.contains(',');
    let is_row = lines.get(1).is_some_and(|&next| !text::is_total(next, first));
    let is_row = is_row || text::is_header(first);
    cells > LARGEST || (is_square && is_alone && !is_row) || values_come_first(&lines)
}

/// As many rows of values as they are long, then as many rows of letters.
fn values_come_first(lines: &[Piece<'_>]) -> bool {
    let n = lines.first().map_or(0, |line| line.symbols().count());
    let is_value = |symbol: char| symbol.is_ascii_digit() || symbol == '.';
    let are_values = |line: &Piece<'_>| line.text.trim().chars().all(is_value);
    let is_map = |line: &Piece<'_>| line.symbols().count() == n && !text::is_givens(*line);
    let has_letter = |line: &Piece<'_>| line.text.contains(char::is_alphabetic);
    let [values, map] = [lines.get(..n), lines.get(n..2 * n)].map(Option::unwrap_or_default);
    n > 0
        && !map.is_empty()
        && values.iter().all(are_values)
        && map.iter().all(is_map)
        && map.iter().any(has_letter)
}

fn is_heading(line: &str, word: &str) -> bool {
    line.trim().eq_ignore_ascii_case(word)
}

/// Whether each line is a puzzle. The beginning of a long text is enough.
pub(in super::super) fn layout(text: &str, reading: &ParseOptions<'_>) -> Layout {
    const SOME: usize = 8;
    let lines: Vec<_> = lines(text).take(SOME).map(|line| line.text).collect();
    let is_long = |line: &&str| line.trim().len() > LARGEST;
    let is_puzzle = |line: &&str| match reading.format {
        Some("ps") => ps::begins(line),
        Some("sumocue") => sumocue::begins(line),
        Some("arrows") => is_long(line) && arrows::is_in(line),
        Some(_) => false,
        None => ps::begins(line) || sumocue::begins(line) || (is_long(line) && arrows::is_in(line)),
    };
    let is_in_lines = lines.len() > 1 && lines.iter().all(is_puzzle);
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
    let first = lines(text).next().map_or("", |line| line.text);
    match format(text) {
        _ if is_heading(first, cagemap::HEADING) => true,
        "json" => text.contains("\"cages\""),
        "ps" | "sumocue" | "arrows" => true,
        "list" => is_nearly_a_list(text),
        "cagemap" => lines(text).last().is_some_and(|line| cagemap::begin(line.text).is_some()),
        _ => has_map_and_totals(text),
    }
}

/// Numbers alone may be anything, unless their lines differ in length.
fn is_nearly_a_list(text: &str) -> bool {
    let mut lengths: Vec<_> = lines(text).take(ENOUGH).map(|line| line.symbols().count()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let is_plain = list::cells(text) == Some(Cells::Numbers) && !text.contains([';', ':']);
    !is_plain || (lengths.len() > 1 && lines(text).nth(3).is_some())
}

/// Rows of letters, and after them letters with numbers.
fn has_map_and_totals(text: &str) -> bool {
    let mut lines = lines(text).map(text::uncommented).take(ENOUGH);
    let Some(first) = lines.next() else { return false };
    let is_map = !first.text.contains(|symbol| is_sign(symbol) || "(){}[]/".contains(symbol));
    is_map && (lines.skip(1).any(has_total) || text::is_map_with_totals(text))
}

/// Whether a line says that something is a number: `A 3`, `A=3`, `A3, B4`.
fn has_total(line: Piece<'_>) -> bool {
    let is_word = |symbol: char| !symbol.is_whitespace() && !is_sign(symbol);
    let mut words: Vec<_> = line.split(is_word).collect();
    let has_signs = words.iter().any(|word| word.text.contains(is_sign));
    words.retain(|word| !word.text.contains(is_sign));
    let is_number = |word: &Piece<'_>| word.text.parse::<i64>().is_ok();
    let is_named = |word: &Piece<'_>| word.text.contains(char::is_alphabetic);
    match &words[..] {
        [name, total] => is_named(name) && is_number(total),
        words => {
            has_signs
                && words.iter().any(is_named)
                && words.iter().any(|word| word.text.ends_with(|it: char| it.is_ascii_digit()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::SAME;
    use super::*;

    fn layout_of(text: &str, format: Option<&str>) -> Layout {
        layout(text, &ParseOptions { format, is_guess: true, ..ParseOptions::default() })
    }

    #[test]
    fn the_shape_tells_the_format() {
        for (expected, text) in SAME {
            assert_eq!(format(text), expected, "{text}");
            let with_comment = format!("\u{feff}# a killer\r\n\r\n{text}\r\n");
            assert_eq!(format(&with_comment), expected, "{text}");
        }
        let sixteen = format!("{}\n", "A".repeat(16)).repeat(16) + "A 3";
        assert_eq!(format(&sixteen), "text", "a row of 16 is no grid of 4×4");
        let six = format!("{} A3,", "A".repeat(36));
        assert_eq!(format(&six), "cagemap");
        assert_eq!(format(&six.replace(' ', "\n")), "cagemap");
    }

    #[test]
    fn what_is_meant_as_a_killer_looks_like_it() {
        for (format, text) in SAME {
            assert!(looks_like(text), "{format}: {text}");
        }
        for text in [
            "AABB\nAABB\nCCDD\nCCD\nA 3, B 4",
            "AABB\nAABB\nCCDD\nCCDD\nA=3",
            "AABB\nAABBB\nCCDD\nCCDD\nA 3, B 4, C 5, D 6",
            "AABB\nAABB\nCCDD\nCCDD\nA 3",
            "killer\nAABB",
            "A1 A1\nB1 B1\nA1: 3",
            "3x3::k:1:2",
            "SumoCueV1=",
            "{\"cages\":",
            "3 r1c1 r1c2\n15 r1c3",
            "3 0 1\n15 2 3 4\n22 5 13 14 22\n4 6 15",
        ] {
            assert!(looks_like(text), "{text}");
        }
    }

    #[test]
    fn what_is_meant_for_others_does_not() {
        for text in [
            "",
            "8",
            "eight",
            "2 4 1 3",
            "AABB\nAABB\nCCDD\nCCDD",
            "AAB\nABB\nCCC\n...\n.Q.\n...",
            "1...\n..3.\n.4..\n...2",
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "3x3:a2e9a5b6",
            "board(4). block(1,1).",
            "n=4; m=1; row=[1]; col=[1];",
            "1Q2/3Q/Q3/2Q1",
            "a line of prose\nand another one",
            "{\"n\":8}",
            "{\"grid\":[[0]]}",
            "p cnf 3 1\n1 2 3 0",
        ] {
            assert!(!looks_like(text), "{text}");
        }
    }

    #[test]
    fn lines_that_are_puzzles_are_many_puzzles() {
        let cells = "0:".repeat(81);
        let ps = format!("3x3::k:{cells}\n# two\n3x3:d:k:{cells}\n");
        assert_eq!(layout_of(&ps, None), Layout::Lines);
        assert_eq!(layout_of(&ps, Some("ps")), Layout::Lines);
        assert_eq!(layout_of(&ps, Some("text")), Layout::Whole);
        let broken = ps.replace("3x3:d:k:", "");
        assert_eq!(layout_of(&broken, None), Layout::Whole, "one puzzle in two lines");
        let sumocue = format!("SumoCueV1{0}\nSumoCueV1{0}", "=0".repeat(81));
        assert_eq!(layout_of(&sumocue, None), Layout::Lines);
        let arrows = format!("3<{0}\n3<{0}", "0".repeat(79));
        assert_eq!(layout_of(&arrows, None), Layout::Lines);
        for (format, text) in SAME {
            assert_eq!(layout_of(text, None), Layout::Whole, "{format}");
        }
    }
}
