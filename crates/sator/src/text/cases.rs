//! Table tests: texts and their expected results, in a file beside the formats of a kind.

use crate::kind::{Confidence, FormatTable, Formats, ParseOptions};
use crate::puzzle::Puzzle;

/// Checks each text of a table, whose first lines describe its format.
pub(crate) fn check_each_case<P: Puzzle>(formats: &Formats<P>, file: &str) {
    let (_, cases) = file.split_once("\n\n").unwrap();
    let mut lines = cases.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    let mut next = lines.next();
    while let Some(input) = next {
        let mut expected = Vec::new();
        next = lines.find(|line| match line.strip_prefix("    ") {
            Some(line) => {
                expected.push(line.to_owned());
                false
            }
            None => true,
        });
        let (head, text) = input.split_once(':').unwrap();
        let text = unescaped(text.strip_prefix(' ').unwrap_or(text));
        let mut words = head.split(' ').peekable();
        let question = words.next_if(|word| QUESTIONS.contains(word));
        let format = words.next().filter(|&format| format != "-");
        let is_guess = head.ends_with(" guess");
        let values: Vec<_> = words.filter_map(|word| word.split_once('=')).collect();
        let options = ParseOptions { format, is_guess, ..ParseOptions::with(&values) };
        let is_likely = || formats.sniff(&text) >= Confidence::Likely;
        match question {
            Some("likely") => assert!(is_likely(), "{input}"),
            Some("unlikely") => assert!(!is_likely(), "{input}"),
            Some("recognised") => {
                assert_eq!(Some(formats.recognise(&text).name), format, "{input}");
            }
            Some(list) => assert_eq!(formats.is_list(&text, &options), list == "many", "{input}"),
            None => assert_eq!(outcome(&formats.parse(&text, &options)), expected, "{input}"),
        }
    }
}

/// Whether a text is meant as a puzzle of the kind, the format of a text, and whether its lines are
/// puzzles.
const QUESTIONS: [&str; 5] = ["likely", "unlikely", "recognised", "many", "one"];

/// Reads an arbitrary text in every format and with every set of option values, and as a filled
/// board of these puzzles. Only a panic is a failure.
pub(crate) fn read_without_panic<P: Puzzle>(
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
