//! Reads what SAT solvers print: competition output, `MiniSat`'s result file, zChaff's text.

use rustsat::types::RsHashSet;

use crate::dimacs::{Word, Words};
use crate::{Lit, TextError};

/// What a solver found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// There is a solution: these literals are true. They stand in the order in which they were
    /// read, each once; variables that the solver leaves open are missing.
    Sat(Vec<Lit>),
    /// There is no solution.
    Unsat,
    /// The solver gave up.
    Unknown,
}

/// Reads an answer. Every form is known by its own words, so console noise around them is skipped
/// and no dialect need be named.
pub fn read(text: &[u8]) -> Result<Answer, TextError> {
    if Words::new(text).next().is_none() {
        return Err(TextError::whole("expected a solver's answer, found nothing"));
    }
    let mut reader = Reader::new(text);
    while let Some(first) = reader.words.next() {
        reader.line(first)?;
        reader.words.skip_line();
    }
    reader.answer()
}

const NO_VERDICT: &str = "expected a verdict ('s SATISFIABLE' and 'v' lines, MiniSat's 'SAT' and \
    literals, or zChaff's 'RESULT: SAT' and the like), found none";
const NO_ASSIGNMENT: &str = "expected an assignment with this verdict, found none; MiniSat writes it \
    into a file named as second argument, Glucose prints it with -model";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// How far the assignment has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Absent,
    Begun,
    Complete,
}

struct Reader<'a> {
    words: Words<'a>,
    verdict: Option<(Verdict, Word<'a>)>,
    lits: Vec<Lit>,
    true_lits: RsHashSet<Lit>,
    assignment: Progress,
}

impl<'a> Reader<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self {
            words: Words::new(text),
            verdict: None,
            lits: Vec::new(),
            true_lits: RsHashSet::default(),
            assignment: Progress::Absent,
        }
    }

    /// Reads a line, and the lines of literals that belong to it.
    fn line(&mut self, first: Word<'a>) -> Result<(), TextError> {
        let second = self.words.next_in_line();
        match (first.bytes, second.map(|word| word.bytes)) {
            // CaDiCaL gives up in a comment.
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

    /// The literals of one `v` line; the last line has the final 0.
    fn value_line(&mut self, mut next: Option<Word<'a>>) -> Result<(), TextError> {
        while let Some(word) = next {
            self.literal(word)?;
            next = self.words.next_in_line();
        }
        Ok(())
    }

    /// Literals over any number of lines, to `MiniSat`'s final 0 or to the statistics that zChaff
    /// prints right behind them.
    fn bare_literals(&mut self) -> Result<(), TextError> {
        self.assignment = Progress::Begun;
        while self.assignment == Progress::Begun {
            match self.words.next() {
                None => return Err(self.truncated()),
                Some(Word { bytes: b"Random", .. }) => self.assignment = Progress::Complete,
                // zChaff's way of showing a variable that it left open.
                Some(Word { bytes: [b'(', .., b')'], .. }) => {}
                Some(word) => self.literal(word)?,
            }
        }
        Ok(())
    }

    fn literal(&mut self, word: Word) -> Result<(), TextError> {
        if self.assignment == Progress::Complete {
            return Err(self.words.expected("nothing after the final 0", Some(word)));
        }
        self.assignment = Progress::Begun;
        match self.words.literal(word)? {
            None => self.assignment = Progress::Complete,
            Some(lit) if self.true_lits.contains(&!lit) => return Err(self.both(word, lit)),
            Some(lit) => {
                if self.true_lits.insert(lit) {
                    self.lits.push(lit);
                }
            }
        }
        Ok(())
    }

    fn answer(self) -> Result<Answer, TextError> {
        let Some((verdict, place)) = self.verdict else {
            return Err(TextError::whole(NO_VERDICT));
        };
        match (verdict, self.assignment) {
            (_, Progress::Begun) => Err(self.truncated()),
            (Verdict::Satisfiable, Progress::Complete) => Ok(Answer::Sat(self.lits)),
            (Verdict::Satisfiable, Progress::Absent) => {
                Err(self.words.error(place.start, NO_ASSIGNMENT))
            }
            (_, Progress::Complete) => {
                Err(self.words.expected("SATISFIABLE, as there is an assignment", Some(place)))
            }
            (Verdict::Unsatisfiable, Progress::Absent) => Ok(Answer::Unsat),
            (Verdict::Unknown, Progress::Absent) => Ok(Answer::Unknown),
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

fn verdict(word: &[u8]) -> Option<Verdict> {
    match word {
        b"SATISFIABLE" | b"SAT" | b"Satisfiable" => Some(Verdict::Satisfiable),
        b"UNSATISFIABLE" | b"UNSAT" => Some(Verdict::Unsatisfiable),
        b"UNKNOWN" | b"INDETERMINATE" | b"INDET" | b"ABORT" => Some(Verdict::Unknown),
        _ => None,
    }
}
