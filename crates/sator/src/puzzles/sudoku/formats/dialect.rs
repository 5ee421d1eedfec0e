//! The compact dialect of JSON in links of SudokuPad: `{cs:50,ce:[[,,v:4},…],ca:[{v:20,…},…]}`.
//!
//! Keys are short and bare, a gap in a list is an empty object, `t` and `f` are truth values, colours
//! are bare hexadecimal numbers, and texts may be in single quotes. The reader is tolerant: it takes
//! plain JSON as well, and a bare word as a text.

use serde_json::{Map, Number, Value as Json};

/// The long names of keys that matter here.
const KEYS: [(&str, &str); 12] = [
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("ca", "cages"),
    ("re", "regions"),
    ("v", "value"),
    ("l", "lines"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("t", "title"),
    ("te", "text"),
    ("wp", "wayPoints"),
];

/// Lists and objects within each other.
const DEEPEST: usize = 60;

/// Reads a text; the error is the place, in characters from 1, and what was expected.
pub(super) fn read(text: &str) -> Result<Json, (usize, &'static str)> {
    let symbols: Vec<char> = text.trim_end().chars().collect();
    let mut reader = Reader { symbols: &symbols, at: 0 };
    let json = reader.value(0)?;
    reader.skip_space();
    match reader.peek() {
        None => Ok(json),
        Some(_) => Err(reader.expected("the end")),
    }
}

struct Reader<'s> {
    symbols: &'s [char],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.symbols.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Skips a symbol if it is next.
    fn accept(&mut self, symbol: char) -> bool {
        self.skip_space();
        let is_next = self.peek() == Some(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    fn expected(&self, what: &'static str) -> (usize, &'static str) {
        (self.at + 1, what)
    }

    fn value(&mut self, depth: usize) -> Result<Json, (usize, &'static str)> {
        if depth > DEEPEST {
            return Err(self.expected("fewer lists in lists"));
        }
        self.skip_space();
        match self.peek() {
            Some('{') => self.object(depth),
            Some('[') => self.list(depth),
            Some(quote @ ('"' | '\'')) => self.text(quote).map(Json::String),
            Some(_) => self.word().map(|word| meaning(&word)),
            None => Err(self.expected("more text")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, (usize, &'static str)> {
        self.at += 1;
        let mut object = Map::new();
        loop {
            if self.accept('}') {
                return Ok(Json::Object(object));
            }
            if self.accept(',') {
                continue;
            }
            let key = match self.peek() {
                Some(quote @ ('"' | '\'')) => self.text(quote)?,
                _ => self.word()?,
            };
            if !self.accept(':') {
                return Err(self.expected("a colon"));
            }
            let value = self.value(depth + 1)?;
            let long = KEYS.iter().find(|(short, _)| *short == key).map(|(_, long)| *long);
            object.insert(long.map_or(key, str::to_owned), value);
            self.skip_space();
            if !matches!(self.peek(), Some(',' | '}')) {
                return Err(self.expected("a comma or '}'"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, (usize, &'static str)> {
        self.at += 1;
        let mut list = Vec::new();
        if self.accept(']') {
            return Ok(Json::Array(list));
        }
        loop {
            self.skip_space();
            // A gap stands for an empty object.
            list.push(match self.peek() {
                Some(',' | ']') => Json::Object(Map::new()),
                _ => self.value(depth + 1)?,
            });
            if self.accept(']') {
                return Ok(Json::Array(list));
            }
            if !self.accept(',') {
                return Err(self.expected("a comma or ']'"));
            }
        }
    }

    /// A text in quotes.
    fn text(&mut self, quote: char) -> Result<String, (usize, &'static str)> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let symbol = self.peek().ok_or_else(|| self.expected("the end of a text"))?;
            self.at += 1;
            match symbol {
                _ if symbol == quote => return Ok(text),
                '\\' => text.push(self.escaped()?),
                _ => text.push(symbol),
            }
        }
    }

    /// The symbol after a backslash.
    fn escaped(&mut self) -> Result<char, (usize, &'static str)> {
        let symbol = self.peek().ok_or_else(|| self.expected("the end of a text"))?;
        self.at += 1;
        Ok(match symbol {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' | 'f' => ' ',
            'u' => {
                let digits: String = self.symbols[self.at..].iter().take(4).collect();
                self.at = (self.at + 4).min(self.symbols.len());
                let code = u32::from_str_radix(&digits, 16).ok();
                // Halves of a pair are not joined: no text here is a rule.
                code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            other => other,
        })
    }

    /// A bare word.
    fn word(&mut self) -> Result<String, (usize, &'static str)> {
        let ends = |symbol: &char| ",:{}[]\"'".contains(*symbol);
        let rest = &self.symbols[self.at..];
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.expected("a value"));
        }
        self.at += length;
        Ok(rest[..length].iter().collect::<String>().trim().to_owned())
    }
}

/// What a bare word stands for.
fn meaning(word: &str) -> Json {
    match word {
        "t" | "true" => Json::Bool(true),
        "f" | "false" => Json::Bool(false),
        "null" => Json::Null,
        _ => {
            let whole = word.parse::<i64>().ok().map(Json::from);
            let number = || word.parse().ok().and_then(Number::from_f64).map(Json::Number);
            whole.or_else(number).unwrap_or_else(|| Json::String(word.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn short_keys_gaps_and_bare_words_are_understood() {
        let text = "{cs:50,ce:[[,,{v:4},],[,]],l:[{c:#0,th:3.5,wp:[[0,1],[.5,1]],r:t}],o:f,\
                    ca:[{v:'it\\'s, \"5\"',c:FF00AA}],metadata:{t:'x'}}";
        let expected = json!({
            "cellSize": 50,
            "cells": [[{}, {}, {"value": 4}, {}], [{}, {}]],
            "lines": [{"c": "#0", "th": 3.5, "wayPoints": [[0, 1], [0.5, 1]], "r": true}],
            "overlays": false,
            "cages": [{"value": "it's, \"5\"", "c": "FF00AA"}],
            "metadata": {"title": "x"},
        });
        assert_eq!(read(text), Ok(expected));
    }

    #[test]
    fn errors_have_a_place() {
        for (text, place) in [("{cs:", 5), ("{cs 50}", 7), ("[1 {", 4), ("{v:'a", 6), ("", 1)] {
            assert_eq!(read(text).map_err(|(place, _)| place), Err(place), "{text}");
        }
        assert!(read(&"[".repeat(1000)).is_err());
    }

    proptest! {
        #[test]
        fn plain_json_is_understood_and_nothing_makes_it_panic(
            numbers in prop::collection::vec(any::<i32>(), 1..5),
            words in prop::collection::vec("[a-z ,:'\\n\"]{0,9}", 1..5),
            any in "[\\[\\]{}:,'\"a-z0-9\\\\.]{0,40}",
        ) {
            let plain = json!({ "numbers": numbers, "words": words, "no": false, "gap": [{}] });
            prop_assert_eq!(read(&plain.to_string()), Ok(plain));
            let _ = read(&any);
        }
    }
}
