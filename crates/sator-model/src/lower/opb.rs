//! An instance as a file for pseudo-Boolean solvers, which take counts and sums as they are.

use std::io::{self, Write};

use sator_sat::backend::{Interrupt, StopReason};
use sator_sat::clauses::FreshVars;
use sator_sat::constraint::Count;
use sator_sat::encode::{Encoder, Encodings};
use sator_sat::opb::{self, Linear};
use sator_sat::{Clauses, Lit};

use super::ProblemSize;
use crate::constraint::{Accept, Form, Part};
use crate::derive::Split;
use crate::engine::{Instance, Reduction};
use crate::model::Scope;

/// The constraints of an instance over the variables of its cells, which have the same numbers as in
/// a formula. Only constraints without a pseudo-Boolean form (tables, automata, guards) become
/// clauses and may have auxiliary variables.
pub struct PseudoBoolean {
    title: String,
    instance: Instance,
    scope: Scope,
    /// The known literals, if they are left out.
    reduction: Option<Reduction>,
    size: ProblemSize,
}

impl PseudoBoolean {
    /// Counts the constraints within a scope, which a file announces before it lists them.
    pub fn new(
        title: String,
        instance: Instance,
        scope: Scope,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        Self::measured(title, instance, scope, None, interrupt)
    }

    /// The same without what follows from the clues at once; see [`super::cnf::Formula::reduced`].
    pub fn reduced(
        title: String,
        instance: Instance,
        scope: Scope,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        let reduction = instance.reduce(scope, &|| interrupt.is_raised()).ok();
        Self::measured(title, instance, scope, reduction, interrupt)
    }

    fn measured(
        title: String,
        instance: Instance,
        scope: Scope,
        reduction: Option<Reduction>,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        let mut problem = Self { title, instance, scope, reduction, size: ProblemSize::default() };
        let mut size = ProblemSize::default();
        size.variables = problem.for_each(interrupt, &mut |family, entry| {
            let lines = match entry {
                Entry::Count(Count { lits, least, most }) => opb::lines(lits, least, most),
                Entry::Linear(_) => 1,
            };
            if lines > 0 {
                size.add(family, lines);
            }
            true
        });
        // A constraint without literals is written with x1.
        size.variables = size.variables.max(u32::from(size.constraints() > 0));
        problem.size = size;
        if interrupt.is_raised() { Err(StopReason::Interrupted) } else { Ok(problem) }
    }

    /// Its size.
    pub fn size(&self) -> &ProblemSize {
        &self.size
    }

    /// Writes it as OPB, constraint by constraint as they are made. With `annotate` a comment gives
    /// each variable's meaning. An interrupt is an error of that kind.
    pub fn write_opb(
        &self,
        out: impl Write,
        annotate: bool,
        interrupt: &Interrupt,
    ) -> io::Result<()> {
        let cells = self.instance.cells();
        let meanings = annotate.then(|| cells.meanings()).into_iter().flatten();
        let meanings = meanings.map(|(lit, fact)| format!("x{} {fact}", lit.to_ipasir()));
        let comments = std::iter::once(self.title.clone()).chain(meanings);
        let ProblemSize { variables, .. } = self.size;
        let mut writer = opb::Writer::new(out, comments, variables, self.size.constraints());
        self.for_each(interrupt, &mut |_, entry| {
            match entry {
                Entry::Count(Count { lits, least, most }) => writer.write(lits, least, most),
                Entry::Linear(linear) => writer.write_linear(linear),
            }
            !writer.is_closed()
        });
        if interrupt.is_raised() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        writer.finish()?.flush()
    }

    /// Hands out all constraints with their families, until `take` or the interrupt ends it. Returns
    /// the number of variables.
    fn for_each(
        &self,
        interrupt: &Interrupt,
        take: &mut dyn FnMut(&'static str, Entry<'_>) -> bool,
    ) -> u32 {
        let mut vars = FreshVars::after(self.instance.cells().variables());
        let mut is_open = true;
        let mut next = |family: &'static str, guards: &[Lit], form: &Form<'_>| {
            is_open =
                is_open && !interrupt.is_raised() && write(family, guards, form, &mut vars, take);
        };
        let Self { instance, scope, .. } = self;
        match &self.reduction {
            None => {
                let rules = |family, part: Part<'_>| next(family, &part.guards, &part.form);
                instance.each_part_by_cell(*scope, &mut { rules });
                if *scope == Scope::Extended {
                    instance
                        .derived()
                        .splits
                        .iter()
                        .all(|split| is_open && write_split(split, take));
                }
            }
            Some(known) => {
                for fact in known.facts() {
                    next("known", &[], &Form::group(&[*fact], 1, 1));
                }
                known.each_left(instance, &|lit| lit, &mut |family, guards, form| {
                    next(family, guards, form);
                });
            }
        }
        vars.used()
    }
}

/// A split: some literal of either side is true; if one of the first is, all the others are false.
fn write_split(split: &Split, take: &mut dyn FnMut(&'static str, Entry<'_>) -> bool) -> bool {
    let Split { family, first, others } = split;
    let some = first.iter().chain(others).map(|&lit| (1, lit)).collect();
    let some = Linear { terms: some, is_exact: false, bound: 1 };
    let all = others.len() as i64;
    let excluded = first.iter().map(|&lit| {
        let terms = others.iter().map(|&other| (-1, other)).chain([(-all, lit)]).collect();
        Linear { terms, is_exact: false, bound: -all }
    });
    [some].into_iter().chain(excluded).all(|linear| take(family, Entry::Linear(&linear)))
}

/// A constraint of the problem.
enum Entry<'e> {
    Count(Count<'e>),
    Linear(&'e Linear),
}

/// Hands a form on as counts and linear constraints; forms that are neither as clauses.
fn write(
    family: &'static str,
    guards: &[Lit],
    form: &Form<'_>,
    vars: &mut FreshVars,
    take: &mut dyn FnMut(&'static str, Entry<'_>) -> bool,
) -> bool {
    let linear = |terms, is_exact, bound| Linear { terms, is_exact, bound };
    let negated = |terms: Vec<(i64, Lit)>| terms.into_iter().map(|(it, lit)| (-it, lit)).collect();
    match form {
        Form::Group(count) if guards.is_empty() => take(family, Entry::Count(*count)),
        Form::Sum(sum) if guards.is_empty() => {
            take(family, Entry::Linear(&linear(sum.terms().collect(), true, sum.total)))
        }
        Form::Weighted(sum) if guards.is_empty() && !matches!(sum.accept, Accept::NotEqual(_)) => {
            let terms: Vec<_> = sum.terms().collect();
            let entry = match sum.accept {
                Accept::AtLeast(total) => linear(terms, false, total),
                Accept::AtMost(total) => linear(negated(terms), false, -total),
                accept => linear(terms, true, accept.constant()),
            };
            take(family, Entry::Linear(&entry))
        }
        _ => {
            let mut clauses = Clauses::default();
            let mut encoder = Encoder::new(&mut clauses, vars);
            let encodings = Encodings::default();
            match guards {
                [] => form.encode(&encodings, &mut encoder),
                _ => encoder.guarded(guards, |encoder| form.encode(&encodings, encoder)),
            }
            clauses.iter().all(|clause| {
                let count = Count { lits: clause, least: 1, most: clause.len() };
                take(family, Entry::Count(count))
            })
        }
    }
}
