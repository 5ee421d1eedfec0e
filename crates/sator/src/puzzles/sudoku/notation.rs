//! Notations of values: the mapping between symbols and values.

use sator_sat::TextError;
use sator_sat::text::shown;

use crate::model::Value;

/// A notation of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::puzzles) enum Notation {
    /// Digits from 1, then letters.
    FromOne,
    /// Digits from 0, then letters: `0` is the first value.
    FromZero,
    /// Letters alone.
    Letters,
    /// Numbers with more than one digit.
    Numbers,
}

/// A text that is neither a value nor the sign of an empty cell.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::puzzles) struct Unknown;

/// All notations, likelier first.
const ALL: [Notation; 4] =
    [Notation::FromOne, Notation::FromZero, Notation::Letters, Notation::Numbers];

/// Digits and letters.
const SYMBOLS: u32 = 36;

impl Notation {
    /// The symbol of the first value, as a digit of base 36. Numbers have no symbols.
    fn first(self) -> Option<u32> {
        match self {
            Self::FromZero => Some(0),
            Self::FromOne => Some(1),
            Self::Letters => Some(10),
            Self::Numbers => None,
        }
    }

    /// The notations that can write `n` values.
    pub(in crate::puzzles) fn possible(n: usize) -> impl Iterator<Item = Self> {
        let has_room = move |first| first as usize + n <= SYMBOLS as usize;
        ALL.into_iter().filter(move |notation| notation.first().is_none_or(has_room))
    }

    /// The default for values that are numbers already.
    pub(in crate::puzzles) fn usual(n: usize) -> Self {
        Self::Numbers.short(n)
    }

    /// Numbers of one digit are digits.
    pub(in crate::puzzles) fn short(self, n: usize) -> Self {
        if self == Self::Numbers && n <= 9 { Self::FromOne } else { self }
    }

    // Reading.

    /// Parses a cell of a grid with `n` values.
    pub(in crate::puzzles) fn read(self, n: usize, text: &str) -> Result<Option<Value>, Unknown> {
        match self.value(n, text) {
            Some(value) => Ok(Some(value)),
            None if is_blank(text) => Ok(None),
            None => Err(Unknown),
        }
    }

    fn value(self, n: usize, text: &str) -> Option<Value> {
        let value = match self.first() {
            Some(first) => (only(text)?.to_digit(SYMBOLS)? + 1).checked_sub(first)?,
            // `+7` is not accepted as a number.
            None if text.starts_with('+') => return None,
            None => text.parse().ok()?,
        };
        (1..=n as u32).contains(&value).then_some(value as Value)
    }

    /// A description of the input that [`Notation::read`] accepts, for errors.
    pub(in crate::puzzles) fn expected(self, n: usize) -> String {
        let name = self.name(n);
        match self {
            Self::Numbers => format!("a number 1-{n} or 0"),
            Self::FromOne if n <= 9 => format!("a digit {name} or '.'"),
            _ => format!("a symbol of {name} or '.'"),
        }
    }

    // Writing.

    /// The text of a value.
    pub(in crate::puzzles) fn text(self, value: Value) -> String {
        match self.first() {
            Some(first) => symbol(first + value as u32 - 1).to_string(),
            None => value.to_string(),
        }
    }

    /// All values in one line.
    pub(in crate::puzzles) fn line(self, values: &[Value]) -> String {
        match self.first() {
            Some(first) => {
                let byte = |&value: &Value| byte(first + value as u32 - 1);
                String::from_utf8(values.iter().map(byte).collect()).unwrap_or_default()
            }
            None => values.iter().map(Value::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    // Naming.

    /// `1-9A-G`, `0-9A-F`, `A-P` or `numbers`.
    pub(in crate::puzzles) fn name(self, n: usize) -> String {
        let Some((first, last)) = self.ends(n) else { return "numbers".to_owned() };
        if first < 10 && last > 9 {
            return range(first, 9) + &range(10, last);
        }
        range(first, last)
    }

    /// Finds a notation by its [`Notation::name`], by its first symbol and its last, or by its
    /// first alone.
    pub(in crate::puzzles) fn by_name(name: &str, n: usize) -> Result<Self, TextError> {
        let is_meant = |notation: &Self| {
            let ends = notation.ends(n).map(|(first, last)| (symbol(first), symbol(last)));
            let short = ends.map(|(first, last)| [first.to_string(), format!("{first}-{last}")]);
            let names = short.into_iter().flatten().chain([notation.name(n)]);
            names.into_iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        Self::possible(n).find(is_meant).ok_or_else(|| {
            let names: Vec<_> = Self::possible(n).map(|notation| notation.name(n)).collect();
            let names = names.join(", ");
            TextError::whole(format!("expected an alphabet ({names}), found {}", shown(name)))
        })
    }

    /// The first symbol and the last, as digits of base 36.
    fn ends(self, n: usize) -> Option<(u32, u32)> {
        self.first().map(|first| (first, first + n as u32 - 1))
    }
}

/// Some texts use `0` or `x` where that is no value.
fn is_blank(text: &str) -> bool {
    matches!(text, "." | "_" | "*" | "-" | "?" | "0" | "00" | "x" | "X")
}

fn only(text: &str) -> Option<char> {
    let mut symbols = text.chars();
    symbols.next().filter(|_| symbols.next().is_none())
}

fn symbol(digit: u32) -> char {
    char::from(byte(digit))
}

fn byte(digit: u32) -> u8 {
    let symbols = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    symbols.get(digit as usize).copied().unwrap_or(b'?')
}

fn range(first: u32, last: u32) -> String {
    let (first, last) = (symbol(first), symbol(last));
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alphabet_is_named_by_its_symbols() {
        for (n, names) in [
            (1, vec!["1", "0", "A", "numbers"]),
            (9, vec!["1-9", "0-8", "A-I", "numbers"]),
            (10, vec!["1-9A", "0-9", "A-J", "numbers"]),
            (11, vec!["1-9A-B", "0-9A", "A-K", "numbers"]),
            (16, vec!["1-9A-G", "0-9A-F", "A-P", "numbers"]),
            (26, vec!["1-9A-Q", "0-9A-P", "A-Z", "numbers"]),
            (35, vec!["1-9A-Z", "0-9A-Y", "numbers"]),
            (36, vec!["0-9A-Z", "numbers"]),
        ] {
            let found: Vec<_> = Notation::possible(n).map(|notation| notation.name(n)).collect();
            assert_eq!(found, names);
        }
    }

    #[test]
    fn every_value_is_read_as_it_is_written() {
        for n in 1..=36 {
            for notation in Notation::possible(n) {
                assert_eq!(Notation::by_name(&notation.name(n), n), Ok(notation));
                for value in 1..=n as Value {
                    let text = notation.text(value);
                    assert_eq!(notation.read(n, &text), Ok(Some(value)), "{notation:?} {text}");
                    let small = text.to_lowercase();
                    assert_eq!(notation.read(n, &small), Ok(Some(value)), "{notation:?} {small}");
                    assert_eq!(notation.line(&[value]), text);
                }
                let after = notation.text(n as Value + 1);
                assert_ne!(notation.read(n, &after), Ok(Some(n as Value + 1)), "{notation:?}");
            }
        }
    }

    #[test]
    fn an_empty_cell_has_many_signs() {
        for notation in ALL {
            for sign in [".", "_", "*", "-", "?"] {
                assert_eq!(notation.read(16, sign), Ok(None), "{notation:?} {sign}");
            }
        }
        let zero = |notation: Notation| notation.read(16, "0");
        assert_eq!(ALL.map(zero), [Ok(None), Ok(Some(1)), Ok(None), Ok(None)]);
        let x = |n| ALL.map(|notation: Notation| notation.read(n, "x"));
        assert_eq!(x(16), [Ok(None), Ok(None), Ok(None), Ok(None)]);
        assert_eq!(x(25), [Ok(None), Ok(None), Ok(Some(24)), Ok(None)]);
        assert_eq!(x(34)[..2], [Ok(Some(33)), Ok(Some(34))]);
    }

    #[test]
    fn what_is_no_symbol_is_unknown() {
        for text in ["", "??", "é", "10", "H", "+7", "-1", " 1", "٣"] {
            assert_eq!(Notation::FromOne.read(16, text), Err(Unknown), "{text}");
        }
        for text in ["", "??", "17", "A", "+7", "-1", " 1", "٣", "99999999999"] {
            assert_eq!(Notation::Numbers.read(16, text), Err(Unknown), "{text}");
        }
    }

    #[test]
    fn an_alphabet_has_short_names() {
        for (name, notation) in [
            ("1", Notation::FromOne),
            ("1-G", Notation::FromOne),
            ("1-9a-g", Notation::FromOne),
            ("0", Notation::FromZero),
            ("0-F", Notation::FromZero),
            ("a", Notation::Letters),
            ("A-P", Notation::Letters),
            ("Numbers", Notation::Numbers),
        ] {
            assert_eq!(Notation::by_name(name, 16), Ok(notation), "{name}");
        }
    }

    #[test]
    fn an_alphabet_of_another_size_is_refused_with_those_that_are_possible() {
        for name in ["1-F", "A-Z", "0-9", "", "hex"] {
            let expected = format!(
                "expected an alphabet (1-9A-G, 0-9A-F, A-P, numbers), found {}",
                shown(name)
            );
            let error = Notation::by_name(name, 16).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        let error = Notation::by_name("1", 36).unwrap_err();
        assert_eq!(error.to_string(), "expected an alphabet (0-9A-Z, numbers), found '1'");
    }
}
