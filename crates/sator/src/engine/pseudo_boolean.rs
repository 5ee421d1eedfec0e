//! A puzzle's rules as a file for pseudo-Boolean solvers, which understand counts as they are.

use std::io::{self, Write};
use std::ops::ControlFlow;

use sator_sat::Lit;
use sator_sat::backend::{Interrupt, StopReason};
use sator_sat::constraint::{Constraint, Count};
use sator_sat::opb::{self, Linear};

use super::derive::model_of;
use super::lowering::Demand;
use super::reduction::{Propagator, Reduction};
use super::size::ProblemSize;
use crate::model::{Model, Rule, Scope};
use crate::puzzle::Puzzle;

/// The rules and clues of a puzzle as constraints on the variables of its cells, which have the
/// same numbers as in a [`super::Formula`]. There are no other variables.
pub struct PseudoBoolean {
    title: String,
    model: Model,
    scope: Scope,
    /// What is known, if what follows from the clues at once is left out.
    reduced: Option<(Propagator, Reduction)>,
    size: ProblemSize,
}

type Flow = ControlFlow<()>;

impl PseudoBoolean {
    /// States the rules of the scope, or those of the puzzle and nothing derived, and counts the
    /// constraints, which a file announces before it lists them.
    pub fn new(
        puzzle: &dyn Puzzle,
        scope: Option<Scope>,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        let scope = scope.unwrap_or(Scope::Stated);
        Self::state(puzzle.title(), model_of(puzzle, scope), scope, None, interrupt)
    }

    /// The same without what follows from the clues at once; see [`super::Formula::reduced`].
    pub fn reduced(
        puzzle: &dyn Puzzle,
        scope: Option<Scope>,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        let scope = scope.unwrap_or(Scope::Stated);
        let model = model_of(puzzle, scope);
        let propagator = Propagator::new(&model, scope);
        let stop = || interrupt.is_raised();
        let reduction = propagator.reduce(&model, &stop).ok();
        let reduced = reduction.map(|reduction| (propagator, reduction));
        Self::state(puzzle.title(), model, scope, reduced, interrupt)
    }

    fn state(
        title: String,
        model: Model,
        scope: Scope,
        reduced: Option<(Propagator, Reduction)>,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        let mut size = ProblemSize { variables: model.variables(), families: Vec::new() };
        let problem = Self { title, model, scope, reduced, size: ProblemSize::default() };
        let counted = problem.for_each(interrupt, |family, entry| {
            let lines = match entry {
                Entry::Count(Count { lits, least, most }) => opb::lines(lits, least, most),
                Entry::Linear(_) => 1,
            };
            if lines > 0 {
                size.add(family, lines);
            }
            Flow::Continue(())
        });
        match counted {
            Flow::Continue(()) => Ok(Self { size, ..problem }),
            Flow::Break(()) => Err(StopReason::Interrupted),
        }
    }

    /// How large it is.
    pub fn size(&self) -> &ProblemSize {
        &self.size
    }

    /// Writes it as OPB, constraint by constraint as they are made. With `annotate` a comment
    /// tells each variable's meaning. An interrupt is an error of that kind.
    pub fn write_opb(
        &self,
        out: impl Write,
        annotate: bool,
        interrupt: &Interrupt,
    ) -> io::Result<()> {
        let ProblemSize { variables, .. } = self.size;
        let comments = self.comments(annotate);
        let mut writer = opb::Writer::new(out, comments, variables, self.size.constraints());
        let _is_whole = self.for_each(interrupt, |_, entry| {
            match entry {
                Entry::Count(Count { lits, least, most }) => writer.write(lits, least, most),
                Entry::Linear(linear) => writer.write_linear(linear),
            }
            if writer.is_closed() { Flow::Break(()) } else { Flow::Continue(()) }
        });
        if interrupt.is_raised() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        writer.finish()?.flush()
    }

    fn comments(&self, annotate: bool) -> impl Iterator<Item = String> {
        let meanings = annotate.then(|| self.model.meanings()).into_iter().flatten();
        let meanings = meanings.map(|(lit, fact)| format!("x{} {fact}", lit.to_ipasir()));
        std::iter::once(self.title.clone()).chain(meanings)
    }

    /// Hands out all constraints with their families, counts that follow each other on the same
    /// literals as one, until `take` or the interrupt ends it.
    fn for_each(
        &self,
        interrupt: &Interrupt,
        mut take: impl FnMut(&'static str, Entry<'_>) -> Flow,
    ) -> Flow {
        let mut held = Held::default();
        let mut next = |family, demand: Demand<'_>| {
            match demand {
                Demand::Count(count) if held.takes(count) => return Flow::Continue(()),
                Demand::Count(count) => {
                    held.hand_to(&mut take)?;
                    held.set(family, count);
                }
                Demand::Other(constraint) => {
                    held.hand_to(&mut take)?;
                    held = Held::default();
                    for linear in linear(constraint) {
                        take(family, Entry::Linear(&linear))?;
                    }
                }
            }
            if interrupt.is_raised() { Flow::Break(()) } else { Flow::Continue(()) }
        };
        match &self.reduced {
            None => {
                for Rule { family, constraint, .. } in self.model.rules_by_cell(self.scope) {
                    next(*family, constraint.into())?;
                }
            }
            Some((propagator, known)) => {
                for &fact in known.facts() {
                    next("known", (&Constraint::fact(fact)).into())?;
                }
                known.for_each_left(propagator, &self.model, |lit| lit, &mut next)?;
            }
        }
        held.hand_to(&mut take)
    }
}

/// A constraint of the problem.
enum Entry<'e> {
    Count(Count<'e>),
    Linear(&'e Linear),
}

/// What is no count, as sums with weights.
fn linear(constraint: &Constraint) -> Vec<Linear> {
    match constraint {
        Constraint::Sum(sum) => {
            vec![Linear { terms: sum.terms().collect(), is_exact: true, bound: sum.total }]
        }
        Constraint::Split { first, others } => {
            let some = first.iter().chain(others).map(|&lit| (1, lit)).collect();
            let excluded = first.iter().map(|&lit| {
                // If this one is true, all the others are false.
                let all = others.len() as i64;
                let terms = others.iter().map(|&other| (-1, other)).chain([(-all, lit)]).collect();
                Linear { terms, is_exact: false, bound: -all }
            });
            let some = Linear { terms: some, is_exact: false, bound: 1 };
            [some].into_iter().chain(excluded).collect()
        }
        _ => Vec::new(),
    }
}

/// A count that waits for more about the same literals.
#[derive(Default)]
struct Held {
    /// Nothing is held while it is empty.
    family: &'static str,
    lits: Vec<Lit>,
    least: usize,
    most: usize,
}

impl Held {
    fn set(&mut self, family: &'static str, count: Count<'_>) {
        self.lits.clear();
        self.lits.extend_from_slice(count.lits);
        (self.family, self.least, self.most) = (family, count.least, count.most);
    }

    /// Whether a count is about the literals that are held: it has become part of that then.
    fn takes(&mut self, count: Count<'_>) -> bool {
        let is_same = !self.family.is_empty() && self.lits == count.lits;
        if is_same {
            self.least = self.least.max(count.least);
            self.most = self.most.min(count.most);
        }
        is_same
    }

    fn hand_to(&self, take: &mut impl FnMut(&'static str, Entry<'_>) -> Flow) -> Flow {
        if self.family.is_empty() {
            return Flow::Continue(());
        }
        let count = Count { lits: &self.lits, least: self.least, most: self.most };
        take(self.family, Entry::Count(count))
    }
}
