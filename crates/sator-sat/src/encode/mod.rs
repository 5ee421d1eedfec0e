//! Encodes constraints as clauses, with one file for each encoding. [`Encodings`] selects one
//! for each type of constraint, by name or by a measured policy.

pub mod at_most_one;
mod bits;
pub mod count;
pub mod sum;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Clause;

use crate::clauses::{ClauseSink, FreshVars};
use crate::constraint::{Count, Sum};
use crate::{Lit, Var};

/// The output of an encoding: clauses, fresh variables and an optional guard.
pub struct Encoder<'a> {
    sink: &'a mut dyn ClauseSink,
    vars: &'a mut FreshVars,
    guard: Option<Lit>,
    guarded: Vec<Lit>,
    unions: Unions,
    shared: Option<&'a mut Unions>,
}

/// Literals that mean "one of these is true", shared by constraints on the same literals.
#[derive(Debug, Default)]
pub struct Unions(HashMap<Box<[Lit]>, Lit>);

impl<'a> Encoder<'a> {
    /// Creates an encoder that writes clauses to `sink` and takes auxiliary variables from `vars`.
    pub fn new(sink: &'a mut dyn ClauseSink, vars: &'a mut FreshVars) -> Self {
        let unions = Unions::default();
        Self { sink, vars, guard: None, guarded: Vec::new(), unions, shared: None }
    }

    /// Makes [`Encoder::union`] reuse literals that other encoders defined in the same sink.
    #[must_use]
    pub fn sharing(mut self, unions: &'a mut Unions) -> Self {
        self.shared = Some(unions);
        self
    }

    /// Makes all further clauses conditional: they bind only while `guard` is true.
    #[must_use]
    pub fn guarded_by(mut self, guard: Lit) -> Self {
        self.guard = Some(guard);
        self
    }

    /// Calls `write` with an encoder whose clauses bind only while all guards are true.
    pub fn guarded(&mut self, guards: &[Lit], write: impl FnOnce(&mut Self)) {
        let guard = if let [guard] = guards {
            *guard
        } else {
            let all = self.fresh();
            let implied: Vec<Lit> = guards.iter().map(|&it| !it).chain([all]).collect();
            self.clause(&implied);
            all
        };
        let before = self.guard.replace(guard);
        write(self);
        self.guard = before;
    }

    /// Writes one clause.
    pub fn clause(&mut self, clause: &[Lit]) {
        let Some(guard) = self.guard else {
            self.sink.add_clause(clause);
            return;
        };
        self.guarded.clear();
        self.guarded.push(!guard);
        self.guarded.extend_from_slice(clause);
        self.sink.add_clause(&self.guarded);
    }

    /// Writes a binary clause for each of the others that excludes it together with the first.
    pub fn exclude(&mut self, first: Lit, others: &[Lit]) {
        if self.guard.is_none() {
            self.sink.exclude(first, others);
            return;
        }
        for &other in others {
            self.clause(&[!first, !other]);
        }
    }

    /// A literal of a new variable.
    pub fn fresh(&mut self) -> Lit {
        self.vars.fresh()
    }

    /// The literal "one of these is true". Its definition is unconditional, so it has no guard.
    pub fn union(&mut self, lits: &[Lit]) -> Lit {
        if let [lit] = lits {
            return *lit;
        }
        let mut members: Box<[Lit]> = lits.into();
        members.sort_unstable();
        let unions = self.shared.as_deref_mut().unwrap_or(&mut self.unions);
        if let Some(&union) = unions.0.get(&members) {
            return union;
        }
        let union = self.vars.fresh();
        for &lit in &members {
            self.sink.add_clause(&[!lit, union]);
        }
        let some: Vec<Lit> = members.iter().copied().chain([!union]).collect();
        self.sink.add_clause(&some);
        unions.0.insert(members, union);
        union
    }

    /// Whether further clauses have no effect; see [`ClauseSink::is_closed`].
    pub fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }

    /// Runs a RustSAT encoding, which takes clauses and variables as two separate arguments.
    fn collect(
        &mut self,
        encode: impl FnOnce(&mut Collector<'_, 'a>, &mut BasicVarManager) -> Result<(), OutOfMemory>,
    ) {
        let mut vars = BasicVarManager::from_next_free(Var::new(self.vars.used()));
        let mut collector = Collector { encoder: self, clauses: 0 };
        encode(&mut collector, &mut vars).expect("the collector never reports a lack of memory");
        *self.vars = FreshVars::after(vars.n_used());
    }
}

/// The adapter through which RustSAT's encodings reach an [`Encoder`].
struct Collector<'e, 'a> {
    encoder: &'e mut Encoder<'a>,
    clauses: usize,
}

impl CollectClauses for Collector<'_, '_> {
    fn n_clauses(&self) -> usize {
        self.clauses
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        for clause in clauses {
            self.clauses += 1;
            self.encoder.clause(clause.as_ref());
        }
        Ok(())
    }
}

/// An encoding of one type of constraint as clauses. `Encode` is its function, and `Measure` that of
/// its number of clauses.
#[derive(Debug)]
pub struct Encoding<Encode, Measure = ()> {
    /// Its name in `--encoding`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    encode: Encode,
    /// An upper bound on the number of clauses, for encodings that may need too many.
    most_clauses: Option<Measure>,
}

impl<Encode, Measure> PartialEq for Encoding<Encode, Measure> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl<Encode, Measure> Eq for Encoding<Encode, Measure> {}

/// The selected encoding for each type of constraint. The default, `auto`, follows the measured
/// policy in [`at_most_one::measured`] and [`count::measured`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Encodings {
    at_most_one: Option<&'static at_most_one::Encoding>,
    count: Option<&'static count::Encoding>,
    sum: Option<&'static sum::Encoding>,
}

impl Encodings {
    /// The textbook encoding: every pair, every subset, no auxiliary variable.
    pub fn pairwise() -> Self {
        Self {
            at_most_one: Some(&at_most_one::pairwise::ENCODING),
            count: Some(&count::binomial::ENCODING),
            sum: Some(&sum::prefixes::ENCODING),
        }
    }

    /// Whether the formula must have no auxiliary variables.
    fn is_plain(&self) -> bool {
        Self { sum: self.sum, ..Self::pairwise() } == *self
    }

    /// Returns the selection with this encoding for sums.
    #[must_use]
    pub fn with_sums_by(self, encoding: &'static sum::Encoding) -> Self {
        Self { sum: Some(encoding), ..self }
    }

    /// The encoding for sums, unless the policy chooses it.
    pub fn sums_by(&self) -> Option<&'static sum::Encoding> {
        self.sum
    }

    /// Whether the clauses of a sum also state that the numbers of each part differ, so that no
    /// others have to.
    pub fn sums_differ(&self) -> bool {
        self.sum == Some(&sum::literal::ENCODING)
    }

    /// The sizes of the clauses of a count, where these are all subsets of one size: of the literals,
    /// and of their negations. `None` where there are no clauses, or others.
    pub fn subset_sizes(&self, count: Count<'_>) -> [Option<usize>; 2] {
        let Count { lits, least, most } = count;
        let n = lits.len();
        if least > most.min(n) {
            return [None, None];
        }
        let some = (least > 0).then(|| n - least + 1);
        let not_all = (most < n).then_some(most + 1);
        if least == n || most == 0 {
            return [some, not_all];
        }
        if least <= 1 && (most == 1 || most >= n) {
            let pairs = &at_most_one::pairwise::ENCODING;
            let has_pairs = self.at_most_one.unwrap_or_else(|| at_most_one::measured(n)) == pairs;
            return [some, not_all.filter(|_| has_pairs)];
        }
        let bounds = count::Bounds { least, most: most.min(n) };
        let chosen = self.count.unwrap_or_else(|| count::measured(n, bounds));
        if *chosen == count::binomial::ENCODING { [some, not_all] } else { [None, None] }
    }

    /// The encoding for counts, unless the policy chooses it.
    pub fn counts_by(&self) -> Option<&'static count::Encoding> {
        self.count
    }

    /// An upper bound on the number of clauses of a count, for encodings that may need too many.
    pub fn most_clauses(&self, count: Count<'_>) -> Option<u128> {
        let Count { lits, least, most } = count;
        let (n, most) = (lits.len(), most.min(lits.len()));
        // Such counts need no encoding: see `encode_count`.
        let is_plain = least >= n || most == 0 || (least <= 1 && (most == 1 || most == n));
        let bounds = count::Bounds { least, most };
        self.count.filter(|_| !is_plain && least <= most)?.most_clauses(n, bounds)
    }

    /// All names that [`Encodings::from_str`] accepts, with their descriptions.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        std::iter::once(("auto", "a measured choice for each constraint (default)"))
            .chain(at_most_one::ENCODINGS.iter().map(|encoding| (encoding.name, encoding.summary)))
            .chain(count::ENCODINGS.iter().map(|encoding| (encoding.name, encoding.summary)))
    }

    /// Encodes that numbers add up to a total.
    pub fn encode_sum(&self, sum: &Sum, encoder: &mut Encoder<'_>) {
        self.sum.unwrap_or_else(|| sum::measured(sum)).write(sum, encoder);
    }

    /// Encodes that either some of the first literals are true or some of the others, never both.
    /// Splits share their literals "one of these is true"; large killers depend on that.
    pub fn encode_split(&self, first: &[Lit], others: &[Lit], encoder: &mut Encoder<'_>) {
        if self.is_plain() {
            for &lit in first {
                encoder.exclude(lit, others);
            }
            encoder.clause(&[first, others].concat());
        } else {
            split(first, others, encoder);
        }
    }

    /// Encodes a count.
    pub fn encode_count(&self, count: Count<'_>, encoder: &mut Encoder<'_>) {
        let Count { lits, least, most } = count;
        let n = lits.len();
        let most = most.min(n);
        if least > most {
            encoder.clause(&[]);
        } else if least == n {
            for &lit in lits {
                encoder.clause(&[lit]);
            }
        } else if most == 0 {
            for &lit in lits {
                encoder.clause(&[!lit]);
            }
        } else if least <= 1 && (most == 1 || most == n) {
            if least == 1 {
                encoder.clause(lits);
            }
            if most == 1 && n > 1 {
                self.at_most_one.unwrap_or_else(|| at_most_one::measured(n)).write(lits, encoder);
            }
        } else {
            let bounds = count::Bounds { least, most };
            self.count.unwrap_or_else(|| count::measured(n, bounds)).write(lits, bounds, encoder);
        }
    }
}

/// Encodes that either some of the first literals are true or some of the others.
fn split(first: &[Lit], others: &[Lit], encoder: &mut Encoder<'_>) {
    let is_first = encoder.union(first);
    for &other in others {
        encoder.clause(&[!is_first, !other]);
    }
    let either: Vec<Lit> = others.iter().copied().chain([is_first]).collect();
    encoder.clause(&either);
}

/// Names that select no encodings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodingError {
    /// There is no such encoding.
    #[error("unknown encoding '{name}'; known are {}", known_names())]
    Unknown {
        /// The name.
        name: String,
    },
    /// Two encodings of the same type of constraint, of which only one would be used.
    #[error("'{one}' and '{other}' exclude each other")]
    Rivals {
        /// The first name.
        one: String,
        /// The second name.
        other: String,
    },
}

fn known_names() -> String {
    Encodings::names().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

/// Selects an encoding, unless another one for the same type of constraint was named before; the error
/// is the name of that one.
pub fn select<Encode, Measure>(
    selected: &mut Option<&'static Encoding<Encode, Measure>>,
    named: &'static Encoding<Encode, Measure>,
) -> Result<(), &'static str> {
    match *selected {
        Some(other) if other != named => Err(other.name),
        _ => {
            *selected = Some(named);
            Ok(())
        }
    }
}

impl FromStr for Encodings {
    type Err = EncodingError;

    /// Parses one name, or several separated by commas (`bimander,totalizer`).
    fn from_str(text: &str) -> Result<Self, EncodingError> {
        let (mut at_most_one, mut count) = (None, None);
        for name in text.split(',').map(str::trim).filter(|name| *name != "auto") {
            let pairs = at_most_one::ENCODINGS.iter().find(|encoding| encoding.name == name);
            let counts = count::ENCODINGS.iter().find(|encoding| encoding.name == name);
            let rival = match (pairs, counts) {
                (Some(encoding), _) => select(&mut at_most_one, encoding),
                (None, Some(encoding)) => select(&mut count, encoding),
                (None, None) => return Err(EncodingError::Unknown { name: name.to_owned() }),
            };
            rival.map_err(|one| EncodingError::Rivals {
                one: one.to_owned(),
                other: name.to_owned(),
            })?;
        }
        // `pairwise` promises a formula without auxiliary variables for every constraint.
        let is_pairwise = at_most_one == Some(&at_most_one::pairwise::ENCODING);
        let others = if is_pairwise { Self::pairwise() } else { Self::default() };
        Ok(Self { at_most_one, count: count.or(others.count), sum: others.sum })
    }
}

/// The fewest names that are read as these encodings, as a user writes them: `pairwise`, which implies
/// an encoding of counts.
impl fmt::Display for Encodings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let implied = |one: &at_most_one::Encoding| one.name.parse::<Self>().ok()?.count;
        let count = self.count.filter(|count| {
            let implied = self.at_most_one.and_then(implied);
            implied.is_none_or(|implied| implied.name != count.name)
        });
        match (self.at_most_one, count) {
            (None, None) => f.write_str("auto"),
            (Some(one), None) => f.write_str(one.name),
            (None, Some(count)) => f.write_str(count.name),
            (Some(one), Some(count)) => write!(f, "{},{}", one.name, count.name),
        }
    }
}
