//! LZString, the compression of the links of f-puzzles and SudokuPad (Pieroxy, "lz-string", 2013): a
//! Lempel-Ziv dictionary over UTF-16 units, written in six bits a letter.
//!
//! The crate `lz-str` does the same, but its reader has no limit: a link of two megabytes can stand
//! for more text than any memory holds. This one stops.

use std::collections::HashMap;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The largest text, in UTF-16 units. The largest known puzzles have a hundredth of that.
const LONGEST: usize = 1 << 23;

/// The codes that stand for no entry of the dictionary.
const NEW_BYTE: usize = 0;
const NEW_UNIT: usize = 1;
const END: usize = 2;

/// Why a text cannot be decompressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    /// A letter at this place, counted from 0, that is not in the alphabet.
    Letter(usize),
    /// A code that no earlier code defines.
    Code,
    /// No end.
    Truncated,
    /// More text than a puzzle has.
    TooLong,
}

/// Compresses a text into letters of Base64, with padding.
pub(super) fn compress(text: &str) -> String {
    let mut writer = Writer { bits: Vec::new(), width: 2, room: 2 };
    // Codes from 3 stand for phrases: single units, and an earlier phrase with a unit after it.
    let mut singles: HashMap<u16, usize> = HashMap::new();
    let mut longer: HashMap<(usize, u16), usize> = HashMap::new();
    let mut next_code = 3;
    let mut phrase: Option<Phrase> = None;
    for unit in text.encode_utf16() {
        let is_new = !singles.contains_key(&unit);
        if is_new {
            singles.insert(unit, next_code);
            next_code += 1;
        }
        if let Some(begun) = phrase {
            if let Some(&code) = longer.get(&(begun.code, unit)) {
                phrase = Some(Phrase { code, new_unit: None });
                continue;
            }
            writer.phrase(begun);
            longer.insert((begun.code, unit), next_code);
            next_code += 1;
        }
        phrase = Some(Phrase { code: singles[&unit], new_unit: is_new.then_some(unit) });
    }
    if let Some(phrase) = phrase {
        writer.phrase(phrase);
    }
    writer.number(END, writer.width);
    writer.finish()
}

/// A phrase of the dictionary.
#[derive(Clone, Copy)]
struct Phrase {
    code: usize,
    /// The unit itself, if it is single and was never written.
    new_unit: Option<u16>,
}

struct Writer {
    bits: Vec<bool>,
    /// The bits of a code.
    width: usize,
    /// The number of codes that can still be written with this width.
    room: usize,
}

impl Writer {
    fn phrase(&mut self, phrase: Phrase) {
        match phrase.new_unit {
            None => self.number(phrase.code, self.width),
            Some(unit) => {
                let is_byte = unit < 256;
                self.number(if is_byte { NEW_BYTE } else { NEW_UNIT }, self.width);
                self.number(usize::from(unit), if is_byte { 8 } else { 16 });
                self.widen();
            }
        }
        self.widen();
    }

    /// Bits, the lowest first.
    fn number(&mut self, number: usize, width: usize) {
        self.bits.extend((0..width).map(|bit| number >> bit & 1 == 1));
    }

    fn widen(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.room = 1 << self.width;
            self.width += 1;
        }
    }

    fn finish(mut self) -> String {
        // The end always has a letter that is not full, as in the original.
        self.bits.push(false);
        let letter = |bits: &[bool]| {
            let value = (0..6).fold(0, |value, at| {
                value << 1 | usize::from(bits.get(at).copied().unwrap_or(false))
            });
            char::from(ALPHABET[value])
        };
        let mut text: String = self.bits.chunks(6).map(letter).collect();
        while !text.len().is_multiple_of(4) {
            text.push('=');
        }
        text
    }
}

/// Decompresses letters of Base64; padding may be missing.
pub(super) fn decompress(letters: &str) -> Result<String, Damage> {
    let letters = letters.trim_end_matches('=');
    let mut values = Vec::with_capacity(letters.len());
    for (place, letter) in letters.chars().enumerate() {
        values.push(value(letter).ok_or(Damage::Letter(place))?);
    }
    let units = Reader { values: &values, at: 0 }.units()?;
    Ok(String::from_utf16_lossy(&units))
}

/// The six bits of a letter. Addresses have other letters for `+` and `/` at times.
pub(super) fn value(letter: char) -> Option<u8> {
    Some(match letter {
        'A'..='Z' => letter as u8 - b'A',
        'a'..='z' => letter as u8 - b'a' + 26,
        '0'..='9' => letter as u8 - b'0' + 52,
        '+' | ' ' => 62,
        '/' | '-' => 63,
        _ => return None,
    })
}

struct Reader<'v> {
    values: &'v [u8],
    /// The number of the next bit.
    at: usize,
}

impl Reader<'_> {
    fn number(&mut self, width: usize) -> Result<usize, Damage> {
        let mut number = 0;
        for bit in 0..width {
            let value = *self.values.get(self.at / 6).ok_or(Damage::Truncated)?;
            number |= usize::from(value >> (5 - self.at % 6) & 1) << bit;
            self.at += 1;
        }
        Ok(number)
    }

    fn units(&mut self) -> Result<Vec<u16>, Damage> {
        let mut units: Vec<u16> = Vec::new();
        // The place of each phrase in the text so far. Codes below 3 stand for none.
        let mut phrases: Vec<[usize; 2]> = vec![[0, 0]; 3];
        let (mut width, mut room) = (2, 1);
        let mut previous: Option<[usize; 2]> = None;
        loop {
            let code = self.number(width)?;
            let begin = units.len();
            match code {
                END => return Ok(units),
                NEW_BYTE | NEW_UNIT => {
                    let unit = self.number(if code == NEW_BYTE { 8 } else { 16 })?;
                    units.push(unit as u16);
                    phrases.push([begin, begin + 1]);
                    room -= 1;
                }
                code => {
                    let [from, to] = match (phrases.get(code), previous) {
                        (Some(&place), _) => place,
                        // The phrase that is defined just now: the previous one and its first unit.
                        (None, Some([from, to])) if code == phrases.len() => [from, to + 1],
                        _ => return Err(Damage::Code),
                    };
                    for at in from..to {
                        units.push(units[at]);
                    }
                }
            }
            if units.len() > LONGEST {
                return Err(Damage::TooLong);
            }
            if room == 0 {
                room = 1 << width;
                width += 1;
            }
            if let Some([from, to]) = previous {
                // It is followed by the first unit of this phrase, so it is in the text.
                phrases.push([from, to + 1]);
                room -= 1;
            }
            previous = Some([begin, units.len()]);
            if room == 0 {
                room = 1 << width;
                width += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sator_testing::{SharedData, needs};

    use super::*;

    #[test]
    fn short_texts_are_as_the_original_writes_them() {
        for (text, letters) in [
            ("", "Q==="),
            ("a", "IZA="),
            ("aaaaaaaaaa", "IY1o"),
            ("{\"size\":9}", "N4IgzglgXgpiBcBOAvkA"),
            ("äöüß€", "CcN4Pw+4NQRA"),
        ] {
            assert_eq!(compress(text), letters);
            assert_eq!(decompress(letters.trim_end_matches('=')).as_deref(), Ok(text));
        }
    }

    #[needs(shared_data)]
    fn every_vector_of_the_original_is_written_and_read(data: &SharedData) {
        let vectors = data.text("variants/lzstring_vectors.jsonl");
        assert!(vectors.lines().count() > 5);
        for line in vectors.lines() {
            let vector: serde_json::Value = serde_json::from_str(line).unwrap();
            let field = |name: &str| vector[name].as_str().unwrap();
            assert_eq!(compress(field("text")), field("base64"));
            for letters in [field("base64"), field("uri")] {
                assert_eq!(decompress(letters).as_deref(), Ok(field("text")));
            }
        }
    }

    #[test]
    fn damaged_letters_are_refused() {
        let letters = compress("the thermometer from r1c1 rises");
        assert_eq!(decompress(&letters[..letters.len() / 2]), Err(Damage::Truncated));
        assert_eq!(decompress("N4*g"), Err(Damage::Letter(2)));
        assert_eq!(decompress(""), Err(Damage::Truncated));
        assert!(decompress(&"/".repeat(1000)).is_err());
    }

    /// A small link may stand for a text of any length.
    #[test]
    fn a_text_without_measure_is_refused() {
        let letters = compress(&"a".repeat(2 * LONGEST));
        assert!(letters.len() < 20_000);
        assert_eq!(decompress(&letters), Err(Damage::TooLong));
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in any::<String>(), letters in "[A-Za-z0-9+/]{0,60}") {
            prop_assert_eq!(decompress(&compress(&text)), Ok(text));
            let _ = decompress(&letters);
        }
    }
}
