//! Reads answers that are literals: the output of SAT competitions, that of pseudo-Boolean
//! competitions (`v x1 -x2`), `MiniSat`'s and Glucose's result files, zChaff's text.

use rustsat::types::RsHashSet;

use super::{Answer, Verdict};
use crate::dimacs::{Word, Words};
use crate::{Lit, TextError};

/// Reads an answer in literals. Each dialect has its own keywords, so other output around them is
/// skipped.
pub fn read(text: &[u8]) -> Result<Answer, TextError> {
    if Words::new(text).next().is_none() {
        return Err(TextError::whole("expected a solver's answer, found nothing"));
    }
    Reader::of(text)?.answer()
}

/// See [`super::is_bare_yes`].
pub(super) fn is_bare_yes(text: &[u8]) -> bool {
    Reader::of(text).is_ok_and(|reader| {
        let is_yes = matches!(reader.verdict, Some((Verdict::Satisfiable, _)));
        is_yes && reader.assignment == Progress::Absent
    })
}

const NO_VERDICT: &str = "expected a verdict ('s SATISFIABLE' and 'v' lines, MiniSat's 'SAT' and \
    literals, Glucose's literals, zChaff's 'RESULT: SAT', SMT-LIB's 'sat' and values, and the like), found none";
const NO_ASSIGNMENT: &str = "expected an assignment with this verdict, found none; MiniSat writes it \
    into a file named as second argument, Glucose prints it with -model";

/// The state of reading the assignment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Absent,
    /// In numbers, which end with a 0.
    Begun,
    Complete,
    /// In names, which have no end mark.
    Named,
}

struct Reader<'a> {
    words: Words<'a>,
    verdict: Option<(Verdict, Word<'a>)>,
    lits: Vec<Lit>,
    true_lits: RsHashSet<Lit>,
    assignment: Progress,
    /// The number of `v` lines, and whether the last one was complete.
    value_lines: usize,
    is_line_ended: bool,
}

impl<'a> Reader<'a> {
    /// Reads all lines of a text.
    fn of(text: &'a [u8]) -> Result<Self, TextError> {
        let mut reader = Self {
            words: Words::new(text),
            verdict: None,
            lits: Vec::new(),
            true_lits: RsHashSet::default(),
            assignment: Progress::Absent,
            value_lines: 0,
            is_line_ended: false,
        };
        if is_bare_assignment(text) {
            // All that Glucose writes into its result file: literals, and a final 0.
            reader.bare_literals()?;
            reader.verdict = Some((Verdict::Satisfiable, Word { start: 0, bytes: text }));
            return match reader.words.next() {
                Some(word) => Err(reader.words.expected("nothing after the final 0", Some(word))),
                None => Ok(reader),
            };
        }
        while let Some(first) = reader.words.next() {
            reader.line(first)?;
            reader.words.skip_line();
        }
        Ok(reader)
    }

    /// Reads a line, and the lines of literals that belong to it.
    fn line(&mut self, first: Word<'a>) -> Result<(), TextError> {
        let second = self.words.next_in_line();
        match (first.bytes, second.map(|word| word.bytes)) {
            // CaDiCaL reports in a comment that it gave up.
            (b"s" | b"RESULT:", _) | (b"c", Some(b"UNKNOWN")) => self.expect_verdict(second),
            (b"v", _) => self.value_line(second),
            (b"SAT", None) | (b"Instance", Some(b"Satisfiable")) => {
                self.expect_verdict(second.or(Some(first)))?;
                self.bare_literals()
            }
            (word, None) if verdict(word).is_some() => self.expect_verdict(Some(first)),
            _ => Ok(()),
        }
    }

    fn expect_verdict(&mut self, word: Option<Word<'a>>) -> Result<(), TextError> {
        let Some((verdict, word)) = word.and_then(|word| Some((verdict(word.bytes)?, word))) else {
            return Err(self.words.expected("SATISFIABLE, UNSATISFIABLE or UNKNOWN", word));
        };
        if let Some((earlier, place)) = self.verdict
            && earlier != verdict
        {
            let line = self.words.line(place.start);
            return Err(self
                .words
                .expected(&format!("the verdict of line {line} again"), Some(word)));
        }
        self.verdict = Some((verdict, word));
        Ok(())
    }

    /// The literals of one `v` line: numbers, and the last line has the final 0; or names.
    fn value_line(&mut self, mut next: Option<Word<'a>>) -> Result<(), TextError> {
        while let Some(word) = next {
            match named(word) {
                Some(number) => self.named_literal(word, number)?,
                None => self.literal(word)?,
            }
            next = self.words.next_in_line();
        }
        self.value_lines += 1;
        self.is_line_ended = self.words.is_before_line_end();
        Ok(())
    }

    /// Z3 writes no final 0, but all variables in order on one line. Output that was cut short
    /// within a line does not look like that; output that was cut between lines lacks variables,
    /// which the caller notices.
    fn is_counted_through(&self) -> bool {
        let in_order = |(index, lit): (usize, &Lit)| lit.vidx() == index;
        self.value_lines == 1 && self.is_line_ended && self.lits.iter().enumerate().all(in_order)
    }

    /// A literal as pseudo-Boolean solvers write it, `x1` or `-x1`; `number` is the one in it.
    fn named_literal(&mut self, word: Word<'a>, number: Word<'a>) -> Result<(), TextError> {
        if !matches!(self.assignment, Progress::Absent | Progress::Named) {
            return Err(self.words.expected("a literal or 0", Some(word)));
        }
        self.assignment = Progress::Named;
        let is_number = number.bytes.iter().all(u8::is_ascii_digit) && !number.bytes.is_empty();
        let lit = if is_number { self.words.literal(number)? } else { None };
        let Some(lit) = lit else {
            return Err(self.words.expected("a variable from x1", Some(word)));
        };
        let lit = if word.bytes.starts_with(b"x") { lit } else { !lit };
        self.add(word, lit)
    }

    /// Literals over any number of lines, to `MiniSat`'s final 0 or to the statistics that zChaff
    /// prints right behind them.
    fn bare_literals(&mut self) -> Result<(), TextError> {
        self.assignment = Progress::Begun;
        while self.assignment == Progress::Begun {
            match self.words.next() {
                None => return Err(self.truncated()),
                Some(Word { bytes: b"Random", .. }) => self.assignment = Progress::Complete,
                // zChaff's notation for a variable that it left open.
                Some(Word { bytes: [b'(', .., b')'], .. }) => {}
                Some(word) => self.literal(word)?,
            }
        }
        Ok(())
    }

    fn literal(&mut self, word: Word) -> Result<(), TextError> {
        match self.assignment {
            Progress::Complete => {
                return Err(self.words.expected("nothing after the final 0", Some(word)));
            }
            Progress::Named => return Err(self.words.expected("a variable from x1", Some(word))),
            Progress::Absent | Progress::Begun => self.assignment = Progress::Begun,
        }
        match self.words.literal(word)? {
            None => self.assignment = Progress::Complete,
            Some(lit) => self.add(word, lit)?,
        }
        Ok(())
    }

    fn add(&mut self, word: Word, lit: Lit) -> Result<(), TextError> {
        if self.true_lits.contains(&!lit) {
            return Err(self.both(word, lit));
        }
        if self.true_lits.insert(lit) {
            self.lits.push(lit);
        }
        Ok(())
    }

    fn answer(self) -> Result<Answer, TextError> {
        let Some((verdict, place)) = self.verdict else {
            return Err(TextError::whole(NO_VERDICT));
        };
        match (verdict, self.assignment) {
            (Verdict::Satisfiable, Progress::Absent) => {
                Err(self.words.error(place.start, NO_ASSIGNMENT))
            }
            (Verdict::Unsatisfiable, Progress::Absent) => Ok(Answer::Unsat),
            (Verdict::Unknown, Progress::Absent) => Ok(Answer::Unknown),
            (Verdict::Satisfiable, Progress::Begun) if self.is_counted_through() => {
                Ok(Answer::Sat(self.lits))
            }
            (_, Progress::Begun) => Err(self.truncated()),
            (Verdict::Satisfiable, _) => Ok(Answer::Sat(self.lits)),
            _ => Err(self.words.expected("SATISFIABLE, as there is an assignment", Some(place))),
        }
    }

    fn both(&self, word: Word, lit: Lit) -> TextError {
        let (variable, earlier, later) = (lit.vidx32() + 1, (!lit).to_ipasir(), lit.to_ipasir());
        let found = format!("found both {earlier} and {later}");
        self.words.error(word.start, format!("expected one value for variable {variable}, {found}"))
    }

    fn truncated(&self) -> TextError {
        self.words.expected("0 at the end of the assignment", None)
    }
}

/// Whether a text has numbers and nothing else.
fn is_bare_assignment(text: &[u8]) -> bool {
    let mut words = Words::new(text);
    let mut is_empty = true;
    while let Some(Word { bytes, .. }) = words.next() {
        let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return false;
        }
        is_empty = false;
    }
    !is_empty
}

/// Whether such a line occurs only in answers of this form.
pub(super) fn is_typical(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace);
    match (words.next(), words.next()) {
        (Some(b"s" | b"v" | b"RESULT:"), Some(_)) | (Some(b"Instance"), Some(b"Satisfiable")) => {
            true
        }
        (Some(word), None) => verdict(word).is_some(),
        _ => false,
    }
}

/// The number in a named literal, if it is one.
fn named(word: Word) -> Option<Word> {
    let sign = usize::from(matches!(word.bytes.first(), Some(b'-' | b'~')));
    let bytes = word.bytes[sign..].strip_prefix(b"x")?;
    Some(Word { start: word.start + sign + 1, bytes })
}

fn verdict(word: &[u8]) -> Option<Verdict> {
    match word {
        // "OPTIMUM FOUND": without anything to optimise, every solution is one.
        b"SATISFIABLE" | b"SAT" | b"Satisfiable" | b"OPTIMUM" => Some(Verdict::Satisfiable),
        b"UNSATISFIABLE" | b"UNSAT" => Some(Verdict::Unsatisfiable),
        b"UNKNOWN" | b"INDETERMINATE" | b"INDET" | b"ABORT" => Some(Verdict::Unknown),
        _ => None,
    }
}
