//! Writes OPB, the text format of pseudo-Boolean solvers. A count such as "exactly 3 of these" is
//! one line, without auxiliary variables.

use std::io::{self, Write};

use crate::Lit;
use crate::output::Output;

/// Writes constraints one by one, without keeping them.
///
/// The first error of the output closes the writer; [`Writer::finish`] returns it.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: Output<W>,
    announced: u64,
    written: u64,
}

impl<W: Write> Writer<W> {
    /// Starts a problem: the header, which must come first, and the comments, one or more lines
    /// each. With constraints, there must be at least one variable: a constraint without literals is
    /// written with x1.
    pub fn new(
        out: W,
        comments: impl IntoIterator<Item = String>,
        variables: u32,
        constraints: u64,
    ) -> Self {
        let mut out = Output::new(out);
        out.text(&format!("* #variable= {variables} #constraint= {constraints}\n"));
        out.comments("*", comments);
        Self { out, announced: constraints, written: 0 }
    }

    /// Writes that between `least` and `most` of the literals are true, in as many lines as
    /// [`lines`] returns.
    pub fn write(&mut self, lits: &[Lit], least: usize, most: usize) {
        for Line { sign, is_exact, bound } in Line::of(lits, least, most) {
            self.line(lits.iter().map(|&lit| (sign, lit)), is_exact, sign * bound);
        }
    }

    /// Writes a sum with weights, in one line.
    pub fn write_linear(&mut self, linear: &Linear) {
        self.line(linear.terms.iter().copied(), linear.is_exact, linear.bound);
    }

    fn line(
        &mut self,
        terms: impl ExactSizeIterator<Item = (i64, Lit)>,
        is_exact: bool,
        mut bound: i64,
    ) {
        if self.is_closed() {
            return;
        }
        self.written += 1;
        // A line needs a term.
        if terms.len() == 0 {
            let holds = bound == 0 || (bound < 0 && !is_exact);
            return self.out.push(if holds { b"+1 x1 >= 0 ;\n" } else { b"+1 x1 >= 2 ;\n" });
        }
        for (weight, lit) in terms {
            // A negative literal is 1 - x: its x counts the other way, and its 1 moves over.
            let coefficient = if lit.is_neg() { -weight } else { weight };
            bound -= if lit.is_neg() { weight } else { 0 };
            self.out.push(if coefficient < 0 { b"" } else { b"+" });
            self.out.number(coefficient < 0, coefficient.unsigned_abs());
            self.out.push(b"x");
            self.out.number(false, u64::from(lit.vidx32()) + 1);
        }
        self.out.text(&format!("{} {bound} ;\n", if is_exact { "=" } else { ">=" }));
    }

    /// Whether the output has failed, so that further writing has no effect.
    pub fn is_closed(&self) -> bool {
        self.out.is_closed()
    }

    /// Writes the rest. Returns the first error of the output, or an error if there were more or
    /// fewer constraints than announced.
    pub fn finish(self) -> io::Result<W> {
        self.out.finish_announced("constraints", self.announced, self.written)
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

/// The number of lines for "between `least` and `most` of the literals are true".
pub fn lines(lits: &[Lit], least: usize, most: usize) -> u64 {
    Line::of(lits, least, most).count() as u64
}

/// A bound on a given list of literals. The format has no "at most", so the sign, which is that of
/// all coefficients and of the bound, is then negative.
struct Line {
    sign: i64,
    is_exact: bool,
    bound: i64,
}

impl Line {
    fn of(lits: &[Lit], least: usize, most: usize) -> impl Iterator<Item = Self> {
        let line = |sign, is_exact, bound| Some(Self { sign, is_exact, bound: bound as i64 });
        let at_least = line(1, false, least).filter(|_| least > 0);
        let lines = match (least, most) {
            _ if lits.is_empty() => [at_least, None],
            _ if least == most => {
                let sign = if lits.iter().all(|lit| lit.is_neg()) { -1 } else { 1 };
                [line(sign, true, least), None]
            }
            _ => [at_least, line(-1, false, most).filter(|_| most < lits.len())],
        };
        lines.into_iter().flatten()
    }
}
