//! Tests by tables: texts that a kind refuses, each with its error, in a file beside the formats.

use crate::kind::{Formats, ParseOptions};
use crate::puzzle::Puzzle;

/// Reads each text of such a file. A case is a line `FORMAT: TEXT`, with `-` for a format that is to be
/// recognised, and the error in the next line; the file's own first lines describe how texts are
/// written.
pub(crate) fn each_is_refused_as_told<P: Puzzle>(formats: &Formats<P>, file: &str) {
    let (_, cases) = file.split_once("\n\n").unwrap();
    let lines: Vec<_> =
        cases.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).collect();
    for case in lines.chunks(2) {
        let [input, error] = case else { panic!("{case:?} has no error") };
        let (format, text) = input.split_once(':').unwrap();
        let format = (format != "-").then_some(format);
        let text = unescaped(text.strip_prefix(' ').unwrap_or(text));
        let found = formats.parse(&text, &ParseOptions { format, ..ParseOptions::default() });
        let found = found.err().map(|error| error.to_string());
        assert_eq!(found.as_deref(), Some(error.trim_start()), "{input}");
    }
}

/// The text that is written so.
fn unescaped(text: &str) -> String {
    let marks = [("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\u{feff}", "\u{feff}")];
    let text = marks.iter().fold(text.to_owned(), |text, (mark, it)| text.replace(mark, it));
    let mut parts = text.split('⟨');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (repeated, rest) = part.split_once('⟩').unwrap();
        let (unit, count) = repeated.split_once('×').unwrap();
        text + &unit.repeat(count.parse().unwrap()) + rest
    })
}
