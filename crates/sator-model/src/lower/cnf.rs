//! From constraints to clauses: which constraints, by which encodings, and how many clauses that makes.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use sator_sat::backend::{Budget, Interrupt, StopReason};
use sator_sat::clauses::{FreshVars, Stoppable};
use sator_sat::encode::{self, Encoder, EncodingError, Encodings, Unions, sum};
use sator_sat::{ClauseSink, Lit, Tally, dimacs};

use super::repeats::WrittenClues;
use crate::cell::{Cells, Solution};
use crate::constraint::{Form, Part, PartRole};
use crate::engine::{Instance, Reduction};
use crate::model::Scope;

/// Which constraints become clauses, and by which encodings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lowering {
    /// Which constraints. By default a formula has those that are stated, and a solver all.
    pub scope: Option<Scope>,
    /// By which encodings.
    pub encodings: Encodings,
}

/// The names of the scopes.
const SCOPES: [(&str, &str, Scope); 2] = [
    (
        "minimal",
        "as few rules as say it all, without those that follow from others",
        Scope::Minimal,
    ),
    ("extended", "all rules, also those that only help a solver", Scope::Extended),
];

/// Precedes the name of an encoding for sums: these are cages, as players call them.
const SUMS: &str = "cage=";

/// More clauses than this for one count are announced.
const FEW: u128 = 10_000;

impl Lowering {
    /// The usual constraints, without auxiliary variables.
    pub fn pairwise() -> Self {
        Self { scope: None, encodings: Encodings::pairwise() }
    }

    /// The most clauses that the clues of an instance take, as they are stated, where that can be
    /// too many to begin with.
    pub fn announced(&self, instance: &Instance) -> Option<u128> {
        let mut announced = None;
        instance.each_clue(Scope::Stated, &mut |_, part| {
            let clauses = match &part.form {
                // The clauses of a few squares need no announcement.
                Form::Group(count) => self.encodings.most_clauses(*count).filter(|&it| it > FEW),
                form => self.most_clauses(form),
            };
            if let Some(clauses) = clauses {
                announced = Some(clauses.saturating_add(announced.unwrap_or(0)));
            }
        });
        announced
    }

    /// Whether [`Lowering::announced`] is exact, not just a bound.
    pub fn is_exact(&self) -> bool {
        let exact = [&sum::forbidden::ENCODING, &sum::literal::ENCODING];
        self.encodings.sums_by().is_some_and(|encoding| exact.contains(&encoding))
    }

    /// The most clauses that a form takes, where that can be too many to begin with.
    pub(crate) fn most_clauses(&self, form: &Form<'_>) -> Option<u128> {
        match form {
            Form::Group(count) => self.encodings.most_clauses(*count),
            Form::Sum(sum) => self.encodings.sums_by()?.most_clauses(sum),
            _ => None,
        }
    }

    /// All names that [`Lowering::from_str`] takes, with descriptions.
    pub fn names() -> impl Iterator<Item = (String, &'static str)> {
        let scopes = SCOPES.iter().map(|&(name, summary, _)| (name, summary));
        let plain = Encodings::names().chain(scopes).map(|(name, says)| (name.to_owned(), says));
        plain.chain(sum::ENCODINGS.iter().map(|it| (format!("{SUMS}{}", it.name), it.summary)))
    }

    /// The constraints of a formula: those that are stated, unless others were chosen.
    pub(crate) fn stated(self) -> Scope {
        self.scope.unwrap_or(Scope::Stated)
    }
}

/// Names that select no encodings and no scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoweringError {
    /// A name that is neither an encoding nor a scope.
    #[error("unknown encoding '{name}'; known are {}", known_names())]
    Unknown {
        /// The name.
        name: String,
    },
    /// Two names of which only one could be used.
    #[error("'{one}' and '{other}' exclude each other")]
    Rivals {
        /// The first name.
        one: String,
        /// The second name.
        other: String,
    },
}

impl From<EncodingError> for LoweringError {
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::Rivals { one, other } => Self::Rivals { one, other },
            EncodingError::Unknown { name } => Self::Unknown { name },
        }
    }
}

fn known_names() -> String {
    Lowering::names().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Lowering {
    type Err = LoweringError;

    /// Reads one name, or several with commas between (`minimal,pairwise`).
    fn from_str(text: &str) -> Result<Self, LoweringError> {
        let (mut scope, mut sums) = (None, None);
        let mut encodings = Vec::new();
        for name in text.split(',').map(str::trim) {
            let unknown = || LoweringError::Unknown { name: name.to_owned() };
            if let Some(encoding) = name.strip_prefix(SUMS) {
                let encoding = sum::by_name(encoding).ok_or_else(unknown)?;
                encode::select(&mut sums, encoding).map_err(|one| LoweringError::Rivals {
                    one: format!("{SUMS}{one}"),
                    other: name.to_owned(),
                })?;
            } else if let Some((name, _, chosen)) = SCOPES.iter().find(|known| known.0 == name) {
                let (one, _) = *scope.get_or_insert((*name, *chosen));
                if one != *name {
                    let (one, other) = (one.to_owned(), (*name).to_owned());
                    return Err(LoweringError::Rivals { one, other });
                }
            } else {
                encodings.push(name);
            }
        }
        let encodings: Encodings = match &encodings[..] {
            [] => Encodings::default(),
            names => names.join(",").parse()?,
        };
        let encodings = sums.map_or(encodings, |sums| encodings.with_sums_by(sums));
        Ok(Self { scope: scope.map(|(_, scope)| scope), encodings })
    }
}

impl fmt::Display for Lowering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scope = SCOPES.iter().find(|known| Some(known.2) == self.scope);
        let scope = scope.map(|(name, ..)| (*name).to_owned());
        let counts = self.encodings.to_string();
        // `pairwise` implies an encoding for sums.
        let implied = counts.parse().ok().and_then(|it: Encodings| it.sums_by());
        let sums = self.encodings.sums_by().filter(|&encoding| Some(encoding) != implied);
        let sums = sums.map(|encoding| format!("{SUMS}{}", encoding.name));
        let is_auto = counts == Encodings::default().to_string();
        let counts = Some(counts).filter(|_| !is_auto || (scope.is_none() && sums.is_none()));
        let names: Vec<_> = [scope, counts, sums].into_iter().flatten().collect();
        f.write_str(&names.join(","))
    }
}

/// Writes parts of constraints as clauses, one after the other, and counts them by family.
pub(crate) struct ClauseWriter<'s> {
    encodings: Encodings,
    sink: &'s mut dyn ClauseSink,
    vars: FreshVars,
    unions: Unions,
    clues: WrittenClues,
    families: Vec<(&'static str, Tally)>,
}

impl<'s> ClauseWriter<'s> {
    /// Auxiliary variables come after so many others.
    pub(crate) fn new(encodings: Encodings, variables: u32, sink: &'s mut dyn ClauseSink) -> Self {
        let (vars, unions) = (FreshVars::after(variables), Unions::default());
        let clues = WrittenClues::default();
        Self { encodings, sink, vars, unions, clues, families: Vec::new() }
    }

    /// Writes a part of a family.
    pub(crate) fn write(&mut self, family: &'static str, guards: &[Lit], form: &Form<'_>) {
        if self.is_closed() {
            return;
        }
        let encodings = self.encodings;
        self.counted(family, |encoder| match guards {
            [] => form.encode(&encodings, encoder),
            _ => encoder.guarded(guards, |encoder| form.encode(&encodings, encoder)),
        });
    }

    /// Names the rule of the clauses that follow.
    fn rule(&mut self, family: &'static str, text: &str) {
        self.sink.rule(family, text);
    }

    /// Writes a count among the clues, without the clauses that an earlier one of its family has.
    pub(crate) fn write_count(&mut self, family: &'static str, guards: &[Lit], form: &Form<'_>) {
        let Form::Group(count) = form else { return self.write(family, guards, form) };
        if !guards.is_empty() {
            return self.write(family, guards, form);
        }
        if self.is_closed() {
            return;
        }
        let (encodings, count) = (self.encodings, *count);
        let mut counted = Counted { sink: &mut *self.sink, tally: Tally::default() };
        let (vars, unions) = (&mut self.vars, &mut self.unions);
        let sizes = encodings.subset_sizes(count);
        self.clues.write_new(family, count, sizes, &mut counted, |sink| {
            encodings.encode_count(count, &mut Encoder::new(sink, vars).sharing(unions));
        });
        let tally = counted.tally;
        self.add_tally(family, tally);
    }

    /// Writes that exactly one side has a true literal: either some of the first, or some of the
    /// others.
    pub(crate) fn split(&mut self, family: &'static str, first: &[Lit], others: &[Lit]) {
        if self.is_closed() {
            return;
        }
        let encodings = self.encodings;
        self.counted(family, |encoder| encodings.encode_split(first, others, encoder));
    }

    fn counted(&mut self, family: &'static str, write: impl FnOnce(&mut Encoder<'_>)) {
        let mut counted = Counted { sink: &mut *self.sink, tally: Tally::default() };
        let mut encoder = Encoder::new(&mut counted, &mut self.vars).sharing(&mut self.unions);
        write(&mut encoder);
        let tally = counted.tally;
        self.add_tally(family, tally);
    }

    fn add_tally(&mut self, family: &'static str, tally: Tally) {
        match self.families.iter_mut().find(|(known, _)| *known == family) {
            Some((_, sum)) => sum.add(tally),
            None => self.families.push((family, tally)),
        }
    }

    /// Whether the sink takes no more.
    pub(crate) fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }

    /// The size of what was written.
    pub(crate) fn finish(self) -> FormulaSize {
        FormulaSize { variables: self.vars.used(), families: self.families }
    }
}

/// The size of a formula.
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

    fn comment(&mut self, text: &str) {
        self.sink.comment(text);
    }

    fn rule(&mut self, family: &'static str, text: &str) {
        self.sink.rule(family, text);
    }

    fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }
}

/// An instance as clauses. They are made anew each time they are written, and never stored.
pub struct Formula {
    title: String,
    instance: Instance,
    lowering: Lowering,
    /// The known literals, if they are left out.
    reduction: Option<Reduction>,
    /// A solution that the last clause forbids.
    forbidden: Option<Solution>,
    size: FormulaSize,
}

impl Formula {
    /// Counts the clauses, which a file announces before it lists them. With a forbidden solution a
    /// last clause excludes it: the formula is unsatisfiable then if it is the only one.
    pub fn new(
        title: String,
        instance: Instance,
        forbidden: Option<Solution>,
        lowering: Lowering,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        Self::measured(title, instance, lowering, None, forbidden, budget)
    }

    /// The formula without what follows from the clues at once: known literals are clauses of their
    /// own, and the rest is about the others only. Contradictory clues leave nothing to reduce.
    pub fn reduced(
        title: String,
        instance: Instance,
        lowering: Lowering,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let stop = || budget.exhausted().is_some();
        let reduction = instance.reduce(lowering.stated(), &stop).ok();
        Self::measured(title, instance, lowering, reduction, None, budget)
    }

    fn measured(
        title: String,
        instance: Instance,
        lowering: Lowering,
        reduction: Option<Reduction>,
        forbidden: Option<Solution>,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let size = FormulaSize::default();
        let mut formula = Self { title, instance, lowering, reduction, forbidden, size };
        let stop = || budget.exhausted().is_some();
        formula.size = formula.write_clauses(&mut Stoppable::new(&mut Tally::default(), &stop));
        budget.exhausted().map_or(Ok(formula), Err)
    }

    /// Writes all clauses to a sink, until that closes.
    pub fn write_clauses(&self, sink: &mut dyn ClauseSink) -> FormulaSize {
        self.write_to(sink, false)
    }

    /// The same, and names each rule before its clauses.
    pub fn write_rules(&self, sink: &mut dyn ClauseSink) {
        self.write_to(sink, true);
    }

    /// Writes all clauses to a sink; with `annotate`, each group of clauses after its rule.
    fn write_to(&self, sink: &mut dyn ClauseSink, annotate: bool) -> FormulaSize {
        let (scope, variables) = (self.lowering.stated(), self.cells().variables());
        let mut writer = ClauseWriter::new(self.lowering.encodings, variables, sink);
        match &self.reduction {
            None if annotate => write_annotated(&self.instance, scope, &mut writer),
            None => write_all(&self.instance, scope, &mut writer),
            Some(known) => {
                if annotate {
                    writer.rule("known", "known from the clues");
                }
                for fact in known.facts() {
                    writer.write("known", &[], &Form::group(&[*fact], 1, 1));
                }
                if annotate {
                    writer.rule("rules", "the rules about the other cells");
                }
                known.write(&self.instance, &|lit| lit, &mut writer);
            }
        }
        if let Some(solution) = &self.forbidden {
            let other = self.cells().block(solution);
            if annotate {
                writer.rule("others", "another answer");
            }
            writer.write("others", &[], &Form::group(&other, 1, other.len()));
        }
        writer.finish()
    }

    /// The cells; their variables come first.
    pub fn cells(&self) -> &Cells {
        self.instance.cells()
    }

    /// How constraints became clauses.
    pub fn lowering(&self) -> Lowering {
        self.lowering
    }

    /// Its size.
    pub fn size(&self) -> &FormulaSize {
        &self.size
    }

    /// Writes it as DIMACS CNF, clause by clause as they are made. With `annotate`, comments give
    /// each cell variable's meaning, and the rule before its clauses. An interrupt is an error of
    /// that kind.
    pub fn write_dimacs(
        &self,
        out: impl Write,
        annotate: bool,
        interrupt: &Interrupt,
    ) -> io::Result<()> {
        let stop = || interrupt.is_raised();
        let Tally { clauses, .. } = self.size.total();
        let meanings = annotate.then(|| self.cells().meanings()).into_iter().flatten();
        let meanings = meanings.map(|(lit, fact)| format!("{} {fact}", lit.to_ipasir()));
        let comments = std::iter::once(self.title.clone()).chain(meanings);
        let mut writer = dimacs::Writer::new(out, comments, self.size.variables, clauses);
        self.write_to(&mut Stoppable::new(&mut writer, &stop), annotate);
        if stop() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        writer.finish()?.flush()
    }
}

/// Writes all constraints of an instance within a scope.
pub(crate) fn write_all(instance: &Instance, scope: Scope, writer: &mut ClauseWriter<'_>) {
    write_commented(instance, scope, writer, &mut |_, _, _| ());
}

/// The same with the sentence of each constraint before its clauses.
fn write_annotated(instance: &Instance, scope: Scope, writer: &mut ClauseWriter<'_>) {
    write_commented(instance, scope, writer, &mut |writer, family, text| {
        writer.rule(family, &text());
    });
}

/// Writes a comment with the text of a constraint, which is composed only if it is needed.
type CommentWriter<'c> = dyn FnMut(&mut ClauseWriter<'_>, &'static str, &dyn Fn() -> String) + 'c;

fn write_commented(
    instance: &Instance,
    scope: Scope,
    writer: &mut ClauseWriter<'_>,
    comment: &mut CommentWriter<'_>,
) {
    let sums_differ = writer.encodings.sums_differ();
    let is_written = |part: &Part<'_>| !(sums_differ && part.role == PartRole::Difference);
    let mut write = |is_clue: bool, family, text: &dyn Fn(&Part<'_>) -> String, part: Part<'_>| {
        if !is_written(&part) {
            return;
        }
        comment(writer, family, &|| text(&part));
        if is_clue && part.role == PartRole::Count {
            writer.write_count(family, &part.guards, &part.form);
        } else {
            writer.write(family, &part.guards, &part.form);
        }
    };
    let model = instance.compiled().model();
    model.each_named_form(scope, &mut |family, text, part| write(false, family, text, part));
    instance.each_named_clue(scope, &mut |family, text, part| write(true, family, text, part));
    instance.each_named_derived(scope, &mut |family, text, part| write(false, family, text, part));
    if scope == Scope::Extended {
        let splits = &instance.derived().splits;
        let family = splits.first().map_or("splits", |split| split.family);
        let text = || "a value is inside a cage or elsewhere in its house".to_owned();
        comment(writer, family, &text);
        for split in splits {
            writer.split(split.family, &split.first, &split.others);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_it_is_written() {
        for (name, _) in Lowering::names() {
            let lowering: Lowering = name.parse().unwrap();
            assert_eq!(lowering.to_string().parse(), Ok(lowering), "{name}");
            let with_scope: Lowering = format!("minimal,{name}").parse().unwrap_or(lowering);
            assert_eq!(with_scope.to_string().parse(), Ok(with_scope), "minimal,{name}");
        }
        assert!("cage=nothing".parse::<Lowering>().is_err());
        assert!("minimal,extended".parse::<Lowering>().is_err());
    }

    #[test]
    fn two_names_for_the_same_constraints_exclude_each_other() {
        for (text, expected) in [
            ("cage=sets,cage=order", Some("'cage=sets' and 'cage=order' exclude each other")),
            (
                "cage=sets,pairwise,cage=adder",
                Some("'cage=sets' and 'cage=adder' exclude each other"),
            ),
            ("minimal,extended", Some("'minimal' and 'extended' exclude each other")),
            ("ladder,bitwise", Some("'ladder' and 'bitwise' exclude each other")),
            ("pairwise,ladder", Some("'pairwise' and 'ladder' exclude each other")),
            ("totalizer,adder", Some("'totalizer' and 'adder' exclude each other")),
            ("adder,cage=sets,adder,auto", None),
            ("cage=sets,cage=sets", None),
            ("totalizer,pairwise,minimal,minimal", None),
        ] {
            let error = text.parse::<Lowering>().err().map(|error| error.to_string());
            assert_eq!(error.as_deref(), expected, "{text}");
        }
    }
}
