//! Writes OPB, the text format of pseudo-Boolean solvers. A count such as "exactly 3 of these" is
//! one line, without auxiliary variables.

use std::io::{self, BufWriter, Write};

use crate::Lit;

/// Writes constraints one by one, without keeping them.
///
/// The first error of the output closes the writer; [`Writer::finish`] returns it.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: BufWriter<W>,
    failure: Option<io::Error>,
    announced: u64,
    written: u64,
}

/// The size of a write.
const BUFFER: usize = 128 * 1024;

impl<W: Write> Writer<W> {
    /// Starts a problem: the header, which must come first, and the comments, one or more lines
    /// each.
    pub fn new(
        out: W,
        comments: impl IntoIterator<Item = String>,
        variables: u32,
        constraints: u64,
    ) -> Self {
        let mut out = BufWriter::with_capacity(BUFFER, out);
        let failure = preamble(&mut out, comments, variables, constraints).err();
        Self { out, failure, announced: constraints, written: 0 }
    }

    /// Writes that between `least` and `most` of the literals are true, in as many lines as
    /// [`lines`] returns.
    pub fn write(&mut self, lits: &[Lit], least: usize, most: usize) {
        for line in Line::of(lits, least, most) {
            if self.is_closed() {
                return;
            }
            self.failure = line.write(lits, &mut self.out).err();
            self.written += 1;
        }
    }

    /// Writes a sum with weights, in one line.
    pub fn write_linear(&mut self, linear: &Linear) {
        if !self.is_closed() {
            self.failure = linear.write(&mut self.out).err();
            self.written += 1;
        }
    }

    /// Whether the output has failed, so that further writing has no effect.
    pub fn is_closed(&self) -> bool {
        self.failure.is_some()
    }

    /// Writes the rest. Returns the first error of the output, or an error if there were more or
    /// fewer constraints than announced.
    pub fn finish(self) -> io::Result<W> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.written != self.announced {
            let (written, announced) = (self.written, self.announced);
            let message = format!("announced {announced} constraints, but wrote {written}");
            return Err(io::Error::other(message));
        }
        self.out.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// The weights of the literals that are true add up to a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    /// Literals, each with its weight.
    pub terms: Vec<(i64, Lit)>,
    /// Whether the sum equals the bound or is at least the bound.
    pub is_exact: bool,
    /// The bound.
    pub bound: i64,
}

impl Linear {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bound = self.bound;
        if self.terms.is_empty() {
            let holds = bound == 0 || (bound < 0 && !self.is_exact);
            return out.write_all(if holds { b"+1 x1 >= 0 ;\n" } else { NEVER });
        }
        for &(weight, lit) in &self.terms {
            // A negative literal is 1 - x: its x counts the other way, and its 1 moves over.
            let coefficient = if lit.is_neg() { -weight } else { weight };
            bound -= if lit.is_neg() { weight } else { 0 };
            write!(out, "{coefficient:+} x{} ", lit.vidx32() + 1)?;
        }
        writeln!(out, "{} {bound} ;", if self.is_exact { "=" } else { ">=" })
    }
}

/// An upper bound for the length of one term.
const NEVER: &[u8] = b"+1 x1 >= 2 ;\n";

/// The number of lines for "between `least` and `most` of the literals are true".
pub fn lines(lits: &[Lit], least: usize, most: usize) -> u64 {
    Line::of(lits, least, most).count() as u64
}

/// A line of the format, about a given list of literals.
#[derive(Debug, Clone, Copy)]
enum Line {
    /// At least so many of the literals are true.
    AtLeast(i64),
    /// At most so many are true. The format has no such relation, so both sides are negated.
    AtMost(i64),
    /// Exactly so many are true.
    Exactly(i64),
    /// A line that never holds, for a constraint without literals.
    Never,
}

impl Line {
    fn of(lits: &[Lit], least: usize, most: usize) -> impl Iterator<Item = Self> {
        let all = lits.len();
        let lines = match (least, most) {
            _ if all == 0 => [(least > 0).then_some(Self::Never), None],
            _ if least == most => [Some(Self::Exactly(least as i64)), None],
            _ => [
                (least > 0).then_some(Self::AtLeast(least as i64)),
                (most < all).then_some(Self::AtMost(most as i64)),
            ],
        };
        lines.into_iter().flatten()
    }

    fn write(self, lits: &[Lit], out: &mut impl Write) -> io::Result<()> {
        let negative = lits.iter().filter(|lit| lit.is_neg()).count();
        // The coefficient of a positive literal; the same line can be written with all signs
        // changed.
        let (sign, relation, bound) = match self {
            Self::AtLeast(bound) => (1, ">=", bound),
            Self::AtMost(bound) => (-1, ">=", bound),
            Self::Exactly(bound) if negative == lits.len() => (-1, "=", bound),
            Self::Exactly(bound) => (1, "=", bound),
            Self::Never => return out.write_all(NEVER),
        };
        for lit in lits {
            // A negative literal is 1 - x: its x counts the other way, and its 1 moves over.
            let coefficient = if lit.is_neg() { -sign } else { sign };
            write!(out, "{coefficient:+} x{} ", lit.vidx32() + 1)?;
        }
        writeln!(out, "{relation} {} ;", sign * (bound - negative as i64))
    }
}

fn preamble(
    out: &mut impl Write,
    comments: impl IntoIterator<Item = String>,
    variables: u32,
    constraints: u64,
) -> io::Result<()> {
    writeln!(out, "* #variable= {variables} #constraint= {constraints}")?;
    for comment in comments {
        // Every line of a comment is marked, so that its second line is not read as a constraint.
        for line in comment.split('\n') {
            writeln!(out, "* {line}")?;
        }
    }
    Ok(())
}
