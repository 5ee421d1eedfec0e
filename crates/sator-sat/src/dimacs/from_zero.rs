//! Formulas whose variables were counted from 0 by mistake: in DIMACS a 0 ends a clause.

use crate::dimacs::{Header, MOST_VARIABLES, Words};
use crate::{ClauseSink, Clauses, Lit, TextError};

/// The first line that has a `0` before its end, or a `-0`. The format allows several clauses in a
/// line, but this is more often a variable 0.
pub fn zero_inside(text: &[u8]) -> Option<usize> {
    let lines = (1..).zip(text.split(|&byte| byte == b'\n'));
    let mut clauses = lines.filter(|(_, line)| {
        let first = line.trim_ascii().first();
        first.is_some_and(|first| first.is_ascii_digit() || *first == b'-')
    });
    let has_zero = |line: &[u8]| {
        let mut words =
            line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            if word == b"-0" || (word == b"0" && words.peek().is_some()) {
                return true;
            }
        }
        false
    };
    clauses.find(|(_, line)| has_zero(line)).map(|(number, _)| number)
}

/// Reads a formula whose variables count from 0: each line is a clause, which its last word, a 0, ends.
/// Every variable becomes the next higher one, so that 0 is the first; the header's numbers are not
/// compared.
pub fn read_from_zero(text: &[u8]) -> Result<Clauses, TextError> {
    let mut words = Words::new(text);
    Header::read(&mut words)?;
    let mut clauses = Clauses::default();
    while let Some(mut word) = words.next_beside_comments() {
        if word.bytes == b"%" {
            break;
        }
        let mut clause = Vec::new();
        loop {
            let (is_negative, digits) = match word.bytes.strip_prefix(b"-") {
                Some(digits) => (true, digits),
                None => (false, word.bytes),
            };
            let next = words.next_in_line();
            if next.is_none() && word.bytes == b"0" {
                break;
            }
            let number = str::from_utf8(digits).ok().and_then(|digits| digits.parse::<u64>().ok());
            let number = number.filter(|&number| number < MOST_VARIABLES);
            let number = number.ok_or_else(|| words.expected("a literal or 0", Some(word)))?;
            clause.push(Lit::new(number as u32, is_negative));
            word = next.ok_or_else(|| words.expected("0 at the end of the line", None))?;
        }
        clauses.add_clause(&clause);
    }
    Ok(clauses)
}
