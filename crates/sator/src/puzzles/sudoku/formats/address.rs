//! The addresses of f-puzzles and SudokuPad, which have a whole puzzle in them.

use sator_sat::TextError;
use sator_sat::text::shown;

use super::lzstring::{Damage, decompress};
use crate::text::{lines, unmarked};

/// The puzzle in an address, still compressed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Packed {
    /// In the JSON of f-puzzles, in an address of f-puzzles.
    FPuzzles(String),
    /// The same in an address of SudokuPad.
    SudokuPad(String),
    /// In the JSON of SudokuPad.
    Scl(String),
    /// Stored at this site; the address has only its name.
    Elsewhere(&'static str),
}

/// How an address of f-puzzles begins.
pub(super) const F_PUZZLES: &str = "https://www.f-puzzles.com/?load=";
/// How an address of SudokuPad begins.
pub(super) const SUDOKU_PAD: &str = "https://sudokupad.app/";
/// The letters before a puzzle of f-puzzles in an address of SudokuPad.
pub(super) const FPUZ: &str = "fpuz";
/// The letters before a puzzle of SudokuPad.
pub(super) const SCL: &str = "scl";

/// The compressed puzzle of a text that is one address, or the part of it that matters.
pub(super) fn find(text: &str) -> Option<Packed> {
    let mut lines = lines(text);
    let (line, None) = (lines.next()?.text.trim(), lines.next()) else { return None };
    if line.contains(char::is_whitespace) {
        return None;
    }
    let address = line.strip_prefix("https://").or_else(|| line.strip_prefix("http://"));
    let has_scheme = address.is_some();
    let address = address.unwrap_or(line);
    let host = address.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let rest = &address[host.len()..];
    if host.ends_with("f-puzzles.com") {
        let load = parameter(rest, "load=").map(|it| Packed::FPuzzles(plain(it)));
        return Some(load.unwrap_or(Packed::Elsewhere("f-puzzles.com")));
    }
    if host.contains("sudokupad") && host.contains('.') || host.contains("crackingthecryptic") {
        let elsewhere = Packed::Elsewhere("sudokupad.app");
        return Some(identified(rest).unwrap_or(elsewhere));
    }
    if has_scheme { None } else { bare(line) }
}

/// The value of a parameter, up to the next one.
pub(super) fn parameter<'t>(address: &'t str, name: &str) -> Option<&'t str> {
    let (before, value) = address.split_once(name)?;
    let is_whole = before.ends_with(['?', '&', '#', '/']);
    value.split(['&', '#']).next().filter(|value| is_whole && !value.is_empty())
}

/// The puzzle after the host of SudokuPad: a parameter, or the rest of the path.
fn identified(rest: &str) -> Option<Packed> {
    if let Some(load) = parameter(rest, "load=") {
        return Some(Packed::SudokuPad(plain(load)));
    }
    if let Some(id) = parameter(rest, "puzzleid=") {
        return of_id(id);
    }
    let path = rest.trim_start_matches('/').split(['?', '#']).next()?;
    of_id(path.strip_prefix("sudoku/").unwrap_or(path))
}

/// The puzzle that an identifier of SudokuPad holds.
fn of_id(id: &str) -> Option<Packed> {
    /// No identifier of a stored puzzle is so long.
    const SHORTEST: usize = 30;
    let after = |prefixes: &[&str]| {
        let found = prefixes.iter().find_map(|prefix| id.strip_prefix(prefix));
        found.filter(|_| id.len() >= SHORTEST).map(plain)
    };
    let fpuzzles = || after(&["fpuzzles", FPUZ]).map(Packed::SudokuPad);
    let scl = || after(&[SCL, "ctc", "scf"]).map(Packed::Scl);
    fpuzzles().or_else(scl)
}

/// An identifier, or compressed letters alone. Every compressed object begins with the same letters.
fn bare(line: &str) -> Option<Packed> {
    const OBJECT: &str = "N4Ig";
    if line.starts_with(OBJECT) {
        return Some(Packed::FPuzzles(plain(line)));
    }
    let is_one = ["fpuzzles", FPUZ, SCL, "ctc", "scf"].iter().any(|prefix| {
        let rest = line.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.starts_with("N4"))
    });
    if is_one { of_id(line) } else { None }
}

/// The text without percent signs: `%2B` is `+`.
pub(super) fn plain(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let code = code.filter(|_| *first == b'%');
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The text that was compressed.
pub(super) fn unpacked(letters: &str) -> Result<String, TextError> {
    decompress(letters).map_err(|damage| {
        TextError::whole(match damage {
            Damage::Letter(place) => {
                let letter = letters.chars().nth(place).unwrap_or_default().to_string();
                format!("the link is damaged: letter {} is {}", place + 1, shown(&letter))
            }
            Damage::Code => "the link is damaged: it cannot be decompressed".to_owned(),
            Damage::Truncated => "the link ends too early: a part of it is missing".to_owned(),
            Damage::TooLong => "the link has more text than any puzzle".to_owned(),
        })
    })
}

/// The error for a puzzle that is not in the link.
pub(super) fn elsewhere(site: &str) -> TextError {
    TextError::whole(format!(
        "this link has no puzzle in it, only the name of one that {site} keeps; open it there and \
         export it as a long link or as JSON"
    ))
}

/// Whether a text is an object in which this field, after any white space, is a list of lists of
/// objects: the grid of a link.
pub(super) fn has_grid_of_objects(text: &str, field: &str) -> bool {
    let text = unmarked(text).trim_start();
    let is_grid = |rest: &str| {
        let mut symbols = rest.chars().filter(|symbol| !symbol.is_whitespace());
        [':', '[', '[', '{'].iter().all(|expected| symbols.next() == Some(*expected))
    };
    let field = format!("\"{field}\"");
    text.starts_with('{')
        && text.match_indices(&field).any(|(at, _)| is_grid(&text[at + field.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_an_address_is_understood() {
        let letters = "N4IgzglgXgpiBcBOANCA+/LhNAbO8Q==";
        let percent = "N4IgzglgXgpiBcBOANCA%2B%2fLhNAbO8Q%3D%3D";
        let fpuzzles = || Packed::FPuzzles(letters.to_owned());
        let sudokupad = || Packed::SudokuPad(letters.to_owned());
        let scl = || Packed::Scl(letters.to_owned());
        for (text, expected) in [
            (format!("https://www.f-puzzles.com/?load={letters}"), fpuzzles()),
            (format!("http://f-puzzles.com/?load={percent}&theme=dark"), fpuzzles()),
            (letters.to_owned(), fpuzzles()),
            (format!("https://sudokupad.app/fpuz{percent}"), sudokupad()),
            (format!("https://sudokupad.app/fpuzzles{letters}?setting-nogrid=1"), sudokupad()),
            (format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{percent}"), scl()),
            (format!("https://app.crackingthecryptic.com/sudoku/scl{letters}"), scl()),
            (format!("# a link\nsudokupad.app/scl{letters}\r\n"), scl()),
            (format!("scl{letters}"), scl()),
            (format!("fpuz{letters}"), sudokupad()),
            ("https://sudokupad.app/abc123".to_owned(), Packed::Elsewhere("sudokupad.app")),
            ("https://f-puzzles.com/?id=y1abcd".to_owned(), Packed::Elsewhere("f-puzzles.com")),
        ] {
            assert_eq!(find(&text), Some(expected), "{text}");
        }
        for other in ["", "8", "sclera", "https://example.com/scl", "fpuz and more", "..1\n2.."] {
            assert_eq!(find(other), None, "{other}");
        }
    }
}
