//! Table tests: texts and their expected results, in a file beside the formats of a kind.

use crate::kind::{FormatTable, Formats, ParseOptions};
use crate::puzzle::Puzzle;

/// Reads each text of a table, whose first lines describe its format.
pub(crate) fn each_is_read_as_told<P: Puzzle>(formats: &Formats<P>, file: &str) {
    let (_, cases) = file.split_once("\n\n").unwrap();
    let mut lines = cases.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    let mut next = lines.next();
    while let Some(input) = next {
        let mut told = Vec::new();
        next = lines.find(|line| match line.strip_prefix("    ") {
            Some(line) => {
                told.push(line.to_owned());
                false
            }
            None => true,
        });
        let (head, text) = input.split_once(':').unwrap();
        let mut words = head.split(' ');
        let format = words.next().filter(|&format| format != "-");
        let is_guess = head.ends_with(" guess");
        let values: Vec<_> = words.filter_map(|word| word.split_once('=')).collect();
        let text = unescaped(text.strip_prefix(' ').unwrap_or(text));
        let options = ParseOptions { format, is_guess, ..ParseOptions::with(&values) };
        let read = formats.parse(&text, &options);
        assert_eq!(outcome(&read), told, "{input}");
    }
}

/// Reads an arbitrary text in every format and with every set of option values, and as a filled
/// board of these puzzles. Only a panic is a failure.
pub(crate) fn is_survived<P: Puzzle>(
    formats: &Formats<P>,
    text: &str,
    all_values: &[&[(&str, &str)]],
    puzzles: &[&P],
) {
    formats.sniff(text);
    for puzzle in puzzles {
        let _ = puzzle.check_text(text);
    }
    for format in formats.list().iter().map(|format| Some(format.name)).chain([None]) {
        for &values in all_values {
            let hint = Some("0-9A-F");
            for is_guess in [false, true] {
                let options = ParseOptions { format, values, hint, is_guess };
                formats.is_list(text, &options);
                let _ = formats.parse(text, &options);
            }
        }
    }
}

/// The lines of the table for a result.
fn outcome<P: Puzzle>(read: &Result<P, sator_sat::TextError>) -> Vec<String> {
    match read {
        Ok(puzzle) => {
            let notes = puzzle.notes().iter().map(|note| format!("note: {note}"));
            let printed = puzzle.print().trim_end().replace('\n', "\\n");
            std::iter::once(format!("= {printed}")).chain(notes).collect()
        }
        Err(error) => vec![error.to_string()],
    }
}

/// Resolves the escape sequences of a table.
fn unescaped(text: &str) -> String {
    // A literal backslash is doubled.
    let parts: Vec<_> = text.split("\\\\").collect();
    let marks = [("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\u{feff}", "\u{feff}")];
    let unmarked = |part: &&str| {
        marks.iter().fold((*part).to_owned(), |text, (mark, it)| text.replace(mark, it))
    };
    let text = parts.iter().map(unmarked).collect::<Vec<_>>().join("\\");
    let mut parts = text.split('⟨');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (repeated, rest) = part.split_once('⟩').unwrap();
        let (unit, count) = repeated.split_once('×').unwrap();
        text + &unit.repeat(count.parse().unwrap()) + rest
    })
}
