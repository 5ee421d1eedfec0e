//! From rules to clauses: which rules, by which methods, and how many clauses that makes.

use std::fmt;
use std::str::FromStr;

use sator_sat::clauses::FreshVars;
use sator_sat::constraint::{Constraint, Count};
use sator_sat::encode::{Encoder, Encoding, Unions, UnknownEncoding, sum};
use sator_sat::{ClauseSink, Lit, Tally};

use crate::model::{Rule, Scope};
use crate::puzzle::Puzzle;

/// Which rules become clauses, and by which methods.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lowering {
    /// Which rules. By default a formula has those that are stated, and a solver all of them.
    pub scope: Option<Scope>,
    /// By which methods.
    pub methods: Encoding,
}

/// The names of the choices of rules.
const SCOPES: [(&str, &str, Scope); 2] = [
    (
        "minimal",
        "as few rules as say it all, without those that follow from others",
        Scope::Minimal,
    ),
    ("extended", "all rules, also those that only help a solver", Scope::Extended),
];

/// What precedes the name of a method for sums: these are cages, as players call them.
const SUMS: &str = "cage=";

/// More clauses than this for one count are told.
const FEW: u128 = 10_000;

impl Lowering {
    /// The usual rules, and no auxiliary variable.
    pub fn pairwise() -> Self {
        Self { scope: None, methods: Encoding::pairwise() }
    }

    /// How many clauses the totals of a puzzle take at most, all of them as they are stated, where
    /// that can be too many to begin with.
    pub fn announced(&self, puzzle: &dyn Puzzle) -> Option<u128> {
        let model = puzzle.model();
        let clauses = |clue: &Rule| match (&clue.constraint).into() {
            // What a few squares say is nothing to speak of.
            Demand::Count(count) => self.methods.most_clauses(count).filter(|&it| it > FEW),
            demand @ Demand::Other(_) => self.most_clauses(demand),
        };
        model.clues().iter().filter_map(clauses).reduce(u128::saturating_add)
    }

    /// Whether [`Lowering::announced`] is not just a bound.
    pub fn is_exact(&self) -> bool {
        self.methods.sums_by() == sum::by_name("forbidden")
    }

    /// How many clauses a demand takes at most, where that can be too many to begin with.
    pub(super) fn most_clauses(&self, demand: Demand<'_>) -> Option<u128> {
        match demand {
            Demand::Count(count) => self.methods.most_clauses(count),
            Demand::Other(Constraint::Sum(sum)) => self.methods.sums_by()?.most_clauses(sum),
            Demand::Other(_) => None,
        }
    }

    /// All names that [`Lowering::from_str`] takes, with what they are.
    pub fn names() -> impl Iterator<Item = (String, &'static str)> {
        let scopes = SCOPES.iter().map(|&(name, summary, _)| (name, summary));
        let plain = Encoding::names().chain(scopes).map(|(name, says)| (name.to_owned(), says));
        plain.chain(sum::METHODS.iter().map(|it| (format!("{SUMS}{}", it.name), it.summary)))
    }
}

/// A name that is neither a method nor a choice of rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown encoding '{name}'; known are {}", known_names())]
pub struct UnknownLowering {
    name: String,
}

fn known_names() -> String {
    Lowering::names().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Lowering {
    type Err = UnknownLowering;

    /// Reads one name, or several with commas between (`minimal,pairwise`).
    fn from_str(text: &str) -> Result<Self, UnknownLowering> {
        let mut scope = None;
        let mut methods = Vec::new();
        let mut sums = None;
        for name in text.split(',').map(str::trim) {
            if let Some(method) = name.strip_prefix(SUMS) {
                let unknown = || UnknownLowering { name: name.to_owned() };
                sums = Some(sum::by_name(method).ok_or_else(unknown)?);
                continue;
            }
            match SCOPES.iter().find(|known| known.0 == name) {
                Some(&(_, _, chosen)) if scope.is_none_or(|scope| scope == chosen) => {
                    scope = Some(chosen);
                }
                Some(_) => return Err(UnknownLowering { name: text.to_owned() }),
                None => methods.push(name),
            }
        }
        let methods = match &methods[..] {
            [] => Encoding::default(),
            names => names
                .join(",")
                .parse()
                .map_err(|UnknownEncoding { name }| UnknownLowering { name })?,
        };
        Ok(Self { scope, methods: sums.map_or(methods, |sums| methods.with_sums_by(sums)) })
    }
}

impl fmt::Display for Lowering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scope = SCOPES.iter().find(|known| Some(known.2) == self.scope);
        let scope = scope.map(|(name, ..)| (*name).to_owned());
        let counts = self.methods.to_string();
        // `pairwise` says how sums are written, too.
        let implied = counts.parse().ok().and_then(|it: Encoding| it.sums_by());
        let sums = self.methods.sums_by().filter(|&method| Some(method) != implied);
        let sums = sums.map(|method| format!("{SUMS}{}", method.name));
        let is_auto = counts == Encoding::default().to_string();
        let counts = Some(counts).filter(|_| !is_auto || (scope.is_none() && sums.is_none()));
        let names: Vec<_> = [scope, counts, sums].into_iter().flatten().collect();
        f.write_str(&names.join(","))
    }
}

/// Writes constraints as clauses, one after the other, and keeps count.
pub(super) struct Lowerer<'s> {
    methods: Encoding,
    sink: &'s mut dyn ClauseSink,
    vars: FreshVars,
    unions: Unions,
    families: Vec<(&'static str, Tally)>,
}

/// What is to become clauses.
#[derive(Debug, Clone, Copy)]
pub(super) enum Demand<'d> {
    /// A count, perhaps what is left of one.
    Count(Count<'d>),
    /// Anything else.
    Other(&'d Constraint),
}

impl<'d> From<&'d Constraint> for Demand<'d> {
    fn from(constraint: &'d Constraint) -> Self {
        constraint.count().map_or(Self::Other(constraint), Self::Count)
    }
}

impl<'s> Lowerer<'s> {
    /// Auxiliary variables come after so many others.
    pub(super) fn new(methods: Encoding, variables: u32, sink: &'s mut dyn ClauseSink) -> Self {
        let (vars, unions) = (FreshVars::after(variables), Unions::default());
        Self { methods, sink, vars, unions, families: Vec::new() }
    }

    /// Writes a demand of a family.
    pub(super) fn write(&mut self, family: &'static str, demand: Demand<'_>) {
        let mut counted = Counted { sink: &mut *self.sink, tally: Tally::default() };
        let mut encoder = Encoder::new(&mut counted, &mut self.vars).sharing(&mut self.unions);
        match demand {
            Demand::Count(count) => self.methods.encode_count(count, &mut encoder),
            Demand::Other(constraint) => self.methods.encode(constraint, &mut encoder),
        }
        let tally = counted.tally;
        match self.families.iter_mut().find(|(known, _)| *known == family) {
            Some((_, sum)) => sum.add(tally),
            None => self.families.push((family, tally)),
        }
    }

    /// Writes rules until the sink closes.
    pub(super) fn write_all<'r>(&mut self, rules: impl Iterator<Item = &'r Rule>) {
        for rule in rules {
            if self.is_closed() {
                return;
            }
            self.write(rule.family, (&rule.constraint).into());
        }
    }

    /// Whether writing on is useless.
    pub(super) fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }

    /// What was written.
    pub(super) fn finish(self) -> FormulaSize {
        FormulaSize { variables: self.vars.used(), families: self.families }
    }
}

/// How large a formula is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormulaSize {
    /// Variables, auxiliary ones included.
    pub variables: u32,
    /// Clauses and literals by family of rules, in the order of the formula.
    pub families: Vec<(&'static str, Tally)>,
}

impl FormulaSize {
    /// Clauses and literals in all.
    pub fn total(&self) -> Tally {
        self.families.iter().fold(Tally::default(), |mut total, (_, tally)| {
            total.add(*tally);
            total
        })
    }
}

/// Counts on the way to another sink.
struct Counted<'a> {
    sink: &'a mut dyn ClauseSink,
    tally: Tally,
}

impl ClauseSink for Counted<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.tally.add_clause(clause);
        self.sink.add_clause(clause);
    }

    fn exclude(&mut self, first: Lit, others: &[Lit]) {
        self.tally.exclude(first, others);
        self.sink.exclude(first, others);
    }

    fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_it_is_written() {
        for (name, _) in Lowering::names() {
            let named: Lowering = name.parse().unwrap();
            assert_eq!(named.to_string().parse(), Ok(named), "{name}");
        }
        let both = "minimal,pairwise".parse::<Lowering>().unwrap();
        assert_eq!((both.scope, both.methods), (Some(Scope::Minimal), Encoding::pairwise()));
        assert_eq!("pairwise, minimal".parse(), Ok(both));
        assert_eq!(
            "extended,bimander,totalizer".parse::<Lowering>().unwrap().to_string(),
            "extended,bimander,totalizer"
        );
    }

    #[test]
    fn a_method_for_sums_goes_with_all_others() {
        for text in ["cage=sets", "minimal,cage=adder", "extended,bimander,cage=order"] {
            assert_eq!(text.parse::<Lowering>().unwrap().to_string(), text);
        }
        let plain: Lowering = "pairwise".parse().unwrap();
        assert_eq!(plain.methods.sums_by(), sum::by_name("prefixes"));
        assert_eq!("cage=prefixes,pairwise".parse(), Ok(plain));
    }

    #[test]
    fn an_unknown_name_is_told_with_the_known_ones() {
        let error = "minimal,pairs".parse::<Lowering>().unwrap_err().to_string();
        assert!(
            error.starts_with("unknown encoding 'pairs'; known are auto, pairwise,"),
            "{error}"
        );
        assert!(error.contains(", minimal, extended, cage=sets, "), "{error}");
        let error = "cage=abacus".parse::<Lowering>().unwrap_err().to_string();
        assert!(error.starts_with("unknown encoding 'cage=abacus'; known are "), "{error}");
    }
}
