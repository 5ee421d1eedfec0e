//! Reads answers that are values of constants: the output of SMT solvers after `(check-sat)`,
//! followed by `(get-value (a b))`, which lists pairs, or `(get-model)`, which lists definitions.

use std::collections::HashMap;

use super::{Answer, Verdict, without_mark};
use crate::TextError;
use crate::text::shown;

/// The value of a constant, and its position in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The constant.
    pub name: String,
    /// Its value.
    pub value: i64,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl Binding {
    /// An error at the position of the constant.
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }
}

/// Reads an answer in values of constants. Lines that are not replies are skipped, and so are the
/// solver's errors unless the answer is missing: solvers report an error when values are requested
/// and there are none.
pub fn read_values(text: &[u8]) -> Result<Answer<Vec<Binding>>, TextError> {
    Reader::of(text)?.answer()
}

/// Reads values alone, as a solver replies to a request for values.
pub fn read_bindings(text: &[u8]) -> Result<Vec<Binding>, TextError> {
    let reader = Reader::of(text)?;
    match reader.error {
        Some(error) if reader.bindings.is_empty() => Err(error),
        _ => Ok(reader.bindings),
    }
}

/// See [`super::is_bare_yes`].
pub(super) fn is_bare_yes(text: &[u8]) -> bool {
    Reader::of(text).is_ok_and(|reader| {
        let is_yes = matches!(reader.verdict, Some((Verdict::Satisfiable, _)));
        is_yes && reader.bindings.is_empty() && reader.error.is_none()
    })
}

const NO_VERDICT: &str = "expected 'sat', 'unsat' or 'unknown', found none";
const NO_VALUES: &str = "expected values with this verdict, found none; the solver prints them \
    for (get-model), or for (get-value …) with the names";

/// Whether such a line occurs only in answers of this form.
pub(super) fn is_typical(line: &[u8]) -> bool {
    let openings: [&[u8]; 5] = [b"((", b"( (", b"(error", b"(define-fun", b"(model"];
    verdict(line).is_some()
        || line == b"("
        || openings.iter().any(|opening| line.starts_with(opening))
}

fn verdict(line: &[u8]) -> Option<Verdict> {
    match line {
        b"sat" => Some(Verdict::Satisfiable),
        b"unsat" => Some(Verdict::Unsatisfiable),
        b"unknown" | b"timeout" => Some(Verdict::Unknown),
        _ => None,
    }
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    verdict: Option<(Verdict, Place)>,
    bindings: Vec<Binding>,
    /// The index of each constant in the bindings.
    known: HashMap<&'a [u8], usize>,
    /// The first error that the solver printed.
    error: Option<TextError>,
}

impl<'a> Reader<'a> {
    /// Reads all replies of a text.
    fn of(text: &'a [u8]) -> Result<Self, TextError> {
        let mut reader = Self {
            tokens: Tokens::new(without_mark(text)),
            verdict: None,
            bindings: Vec::new(),
            known: HashMap::new(),
            error: None,
        };
        while let Some(first) = reader.tokens.peek() {
            if first == b'(' {
                reader.reply()?;
            } else {
                reader.line()?;
            }
        }
        Ok(reader)
    }

    /// A line that is a verdict, or is skipped.
    fn line(&mut self) -> Result<(), TextError> {
        let place = self.tokens.place;
        let line = self.tokens.rest_of_line();
        let Some(verdict) = verdict(line) else { return Ok(()) };
        if let Some((earlier, Place { line: first, .. })) = self.verdict
            && earlier != verdict
        {
            let found = shown(&String::from_utf8_lossy(line));
            let message = format!("expected the verdict of line {first} again, found {found}");
            return Err(place.error(message));
        }
        self.verdict = Some((verdict, place));
        Ok(())
    }

    /// A reply in parentheses.
    fn reply(&mut self) -> Result<(), TextError> {
        let open = self.tokens.next()?;
        let first = self.tokens.next()?;
        match first.kind {
            Kind::Symbol(b"error") => self.solver_error(open.place),
            Kind::Symbol(b"define-fun") => self.definition(),
            Kind::Symbol(b"model") => self.entries(),
            Kind::Open => {
                self.entry()?;
                self.entries()
            }
            Kind::Close => Ok(()),
            // A reply to another command.
            Kind::Symbol(_) | Kind::Text(_) => self.tokens.leave(1),
        }
    }

    fn solver_error(&mut self, place: Place) -> Result<(), TextError> {
        let message = self.tokens.next()?;
        let text = match message.kind {
            Kind::Close => return Ok(()),
            Kind::Open => return self.tokens.leave(2),
            Kind::Text(text) | Kind::Symbol(text) => shown_error(text),
        };
        let error = place.error(format!("expected an answer, found the solver's error {text}"));
        self.error.get_or_insert(error);
        self.tokens.leave(1)
    }

    /// Pairs or definitions, to the end of the list.
    fn entries(&mut self) -> Result<(), TextError> {
        loop {
            let token = self.tokens.next()?;
            match token.kind {
                Kind::Open => self.entry()?,
                Kind::Close => return Ok(()),
                Kind::Symbol(_) | Kind::Text(_) => return Err(token.unexpected("'(' or ')'")),
            }
        }
    }

    /// `name value)` or `define-fun …)`.
    fn entry(&mut self) -> Result<(), TextError> {
        let token = self.tokens.next()?;
        match token.kind {
            Kind::Symbol(b"define-fun") => self.definition(),
            Kind::Symbol(name) => self.value(name, token.place),
            _ => Err(token.unexpected("the name of a constant")),
        }
    }

    /// `name () Int value)`. A function of arguments is no constant, and skipped.
    fn definition(&mut self) -> Result<(), TextError> {
        let token = self.tokens.next()?;
        let Kind::Symbol(name) = token.kind else {
            return Err(token.unexpected("the name of a constant"));
        };
        self.tokens.expect(&Kind::Open, "'('")?;
        match self.tokens.next()?.kind {
            Kind::Close => {}
            Kind::Open => return self.tokens.leave(3),
            Kind::Symbol(_) | Kind::Text(_) => return self.tokens.leave(2),
        }
        self.tokens.expect(&Kind::Symbol(b"Int"), "the sort Int")?;
        self.value(name, token.place)
    }

    /// A whole number and the end of the entry.
    fn value(&mut self, name: &'a [u8], place: Place) -> Result<(), TextError> {
        let value = self.tokens.number()?;
        self.tokens.expect(&Kind::Close, "')'")?;
        let binding = Binding {
            name: String::from_utf8_lossy(name).into_owned(),
            value,
            line: place.line,
            column: place.column,
        };
        match self.known.get(name).map(|&index| self.bindings[index].value) {
            None => {
                self.known.insert(name, self.bindings.len());
                self.bindings.push(binding);
                Ok(())
            }
            Some(earlier) if earlier == value => Ok(()),
            Some(earlier) => {
                let name = shown(&binding.name);
                let found = format!("found both {earlier} and {value}");
                Err(place.error(format!("expected one value for {name}, {found}")))
            }
        }
    }

    fn answer(self) -> Result<Answer<Vec<Binding>>, TextError> {
        let missing = |explanation: TextError| Err(self.error.unwrap_or(explanation));
        let Some((verdict, place)) = self.verdict else {
            return missing(TextError::whole(NO_VERDICT));
        };
        match (verdict, self.bindings.is_empty()) {
            (Verdict::Satisfiable, false) => Ok(Answer::Sat(self.bindings)),
            (Verdict::Satisfiable, true) => missing(place.error(NO_VALUES)),
            (Verdict::Unsatisfiable, true) => Ok(Answer::Unsat),
            (Verdict::Unsatisfiable, false) => {
                Err(place.error("expected 'sat', as there are values, found 'unsat'"))
            }
            // A solver that gave up may print the values that it was trying.
            (Verdict::Unknown, _) => Ok(Answer::Unknown),
        }
    }
}

/// The message of a solver's error. The reason is at its end, so more of it is kept than of a word.
fn shown_error(text: &[u8]) -> String {
    const LONGEST: usize = 160;
    let text: String = String::from_utf8_lossy(text).chars().take(LONGEST).collect();
    format!("'{}'", text.split_whitespace().collect::<Vec<_>>().join(" ").escape_debug())
}

/// A line and a character in it, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn error(self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind<'a> {
    Open,
    Close,
    /// A symbol, also one between bars, or a number.
    Symbol(&'a [u8]),
    /// The text between quotation marks.
    Text(&'a [u8]),
}

#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    kind: Kind<'a>,
    place: Place,
}

impl Token<'_> {
    fn unexpected(&self, what: &str) -> TextError {
        let found = match self.kind {
            Kind::Open => "'('".to_owned(),
            Kind::Close => "')'".to_owned(),
            Kind::Symbol(text) | Kind::Text(text) => {
                // Enough for the characters that are shown; a word may be megabytes long.
                shown(&String::from_utf8_lossy(&text[..text.len().min(128)]))
            }
        };
        self.place.error(format!("expected {what}, found {found}"))
    }
}

/// Splits a text into the tokens of SMT-LIB.
struct Tokens<'a> {
    rest: &'a [u8],
    place: Place,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { rest: text, place: Place { line: 1, column: 1 } }
    }

    /// Advances, and counts lines and characters.
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(length);
        for &byte in taken {
            if byte == b'\n' {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                // All but the first byte of a character begin with the bits 10.
                self.place.column += usize::from(byte & 0xC0 != 0x80);
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, is_inside: impl Fn(&u8) -> bool) -> &'a [u8] {
        let length = self.rest.iter().position(|byte| !is_inside(byte));
        self.take(length.unwrap_or(self.rest.len()))
    }

    fn rest_of_line(&mut self) -> &'a [u8] {
        self.take_while(|&byte| byte != b'\n').trim_ascii()
    }

    /// The byte that the next token begins with.
    fn peek(&mut self) -> Option<u8> {
        loop {
            self.take_while(u8::is_ascii_whitespace);
            match self.rest.first() {
                Some(b';') => self.rest_of_line(),
                first => return first.copied(),
            };
        }
    }

    fn next(&mut self) -> Result<Token<'a>, TextError> {
        let first = self.peek();
        let place = self.place;
        let Some(first) = first else {
            let message = "expected ')' at the end of the reply, found the end of the file";
            return Err(place.error(message));
        };
        let kind = match first {
            b'(' | b')' => {
                self.take(1);
                if first == b'(' { Kind::Open } else { Kind::Close }
            }
            b'"' => Kind::Text(self.quoted(b'"')?),
            b'|' => Kind::Symbol(self.quoted(b'|')?),
            _ => Kind::Symbol(
                self.take_while(|byte| !byte.is_ascii_whitespace() && !b"()\"|;".contains(byte)),
            ),
        };
        Ok(Token { kind, place })
    }

    /// The text between two marks. A doubled mark, which stands for one mark, also ends it: such
    /// texts are only shown, and the rest is another token.
    fn quoted(&mut self, mark: u8) -> Result<&'a [u8], TextError> {
        let place = self.place;
        self.take(1);
        let inside = self.take_while(|&byte| byte != mark);
        if self.rest.is_empty() {
            let mark = char::from(mark);
            return Err(
                place.error(format!("expected a closing {mark}, found the end of the file"))
            );
        }
        self.take(1);
        Ok(inside)
    }

    fn expect(&mut self, kind: &Kind<'_>, what: &str) -> Result<(), TextError> {
        let token = self.next()?;
        if token.kind == *kind { Ok(()) } else { Err(token.unexpected(what)) }
    }

    /// `5`, `(- 5)` or `-5`.
    fn number(&mut self) -> Result<i64, TextError> {
        const WHOLE: &str = "a whole number";
        let token = self.next()?;
        let number = |token: Token<'_>| match token.kind {
            Kind::Symbol(digits) => str::from_utf8(digits).ok()?.parse::<i64>().ok(),
            _ => None,
        };
        if token.kind != Kind::Open {
            return number(token).ok_or_else(|| token.unexpected(WHOLE));
        }
        self.expect(&Kind::Symbol(b"-"), "'-'")?;
        let token = self.next()?;
        let negated = number(token).and_then(i64::checked_neg);
        let negated = negated.ok_or_else(|| token.unexpected(WHOLE))?;
        self.expect(&Kind::Close, "')'")?;
        Ok(negated)
    }

    /// Skips to the end of so many open forms.
    fn leave(&mut self, mut depth: usize) -> Result<(), TextError> {
        while depth > 0 {
            match self.next()?.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                Kind::Symbol(_) | Kind::Text(_) => {}
            }
        }
        Ok(())
    }
}
