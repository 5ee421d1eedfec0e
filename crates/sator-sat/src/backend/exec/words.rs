//! Arguments as a user writes them: cut into words as a shell does, with places for files.

use std::ffi::{OsStr, OsString};
use std::iter::Peekable;
use std::str::Chars;

/// Cuts a line into words. Quotes and backslashes mean what they mean to a shell; nothing else is
/// special. The error is what was not closed.
pub(super) fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let mut symbols = line.chars().peekable();
    let mut words = Vec::new();
    loop {
        while symbols.next_if(|symbol| symbol.is_whitespace()).is_some() {}
        if symbols.peek().is_none() {
            return Ok(words);
        }
        words.push(word(&mut symbols)?);
    }
}

fn word(symbols: &mut Peekable<Chars>) -> Result<String, &'static str> {
    let mut word = String::new();
    while let Some(symbol) = symbols.next_if(|symbol| !symbol.is_whitespace()) {
        match symbol {
            '\'' => single_quoted(symbols, &mut word)?,
            '"' => double_quoted(symbols, &mut word)?,
            '\\' => word.push(symbols.next().ok_or("a backslash at the end")?),
            _ => word.push(symbol),
        }
    }
    Ok(word)
}

fn single_quoted(symbols: &mut Peekable<Chars>, word: &mut String) -> Result<(), &'static str> {
    loop {
        match symbols.next().ok_or("a quote ' that is not closed")? {
            '\'' => return Ok(()),
            symbol => word.push(symbol),
        }
    }
}

fn double_quoted(symbols: &mut Peekable<Chars>, word: &mut String) -> Result<(), &'static str> {
    const OPEN: &str = "a quote \" that is not closed";
    loop {
        match symbols.next().ok_or(OPEN)? {
            '"' => return Ok(()),
            '\\' => match symbols.next().ok_or(OPEN)? {
                symbol @ ('"' | '\\' | '$' | '`') => word.push(symbol),
                symbol => word.extend(['\\', symbol]),
            },
            symbol => word.push(symbol),
        }
    }
}

/// Whether a place is in one of the words.
pub(super) fn have(words: &[String], place: &str) -> bool {
    words.iter().any(|word| word.contains(place))
}

/// Fills the places of a word. What is filled in is not looked at again.
pub(super) fn fill(word: &str, places: &[(&str, &OsStr)]) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    let next = |rest: &str| {
        let found = places.iter().filter_map(|place| Some((rest.find(place.0)?, *place)));
        found.min_by_key(|(start, _)| *start)
    };
    while let Some((start, (place, value))) = next(rest) {
        filled.push(&rest[..start]);
        filled.push(value);
        rest = &rest[start + place.len()..];
    }
    filled.push(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_as_a_shell_does() {
        let line = r#" -v  "a b" 'c "d' e\ f g"h"'i' "" "x\"\y" "#;
        let words = ["-v", "a b", "c \"d", "e f", "ghi", "", r#"x"\y"#];
        assert_eq!(split(line).unwrap(), words);
        assert_eq!(split("").unwrap(), [""; 0]);
    }

    #[test]
    fn what_is_not_closed_is_an_error() {
        for line in ["'", "a \"b", "\"\\", "c\\", "'\\'x'"] {
            assert!(split(line).is_err(), "{line}");
        }
    }

    #[test]
    fn places_are_filled_once() {
        let places = [("{cnf}", OsStr::new("/t/{out}")), ("{out}", OsStr::new("o"))];
        assert_eq!(fill("-f={cnf},{out}{cn}", &places), "-f=/t/{out},o{cn}");
        assert_eq!(fill("{nothing}", &places), "{nothing}");
    }
}
