//! A puzzle's rules as a file for pseudo-Boolean solvers, which understand counts as they are.

use std::io::{self, Write};
use std::ops::ControlFlow;

use sator_sat::backend::{Interrupt, StopReason};
use sator_sat::{Lit, opb};

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
        Self::state(puzzle.title(), puzzle.model(), scope, None, interrupt)
    }

    /// The same without what follows from the clues at once; see [`super::Formula::reduced`].
    pub fn reduced(
        puzzle: &dyn Puzzle,
        scope: Option<Scope>,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        let (model, scope) = (puzzle.model(), scope.unwrap_or(Scope::Stated));
        let propagator = Propagator::new(&model, scope);
        let reduction = propagator.reduce(&model).ok();
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
        let counted = problem.for_each(interrupt, |Bounded { family, lits, least, most }| {
            let lines = opb::lines(lits, *least, *most);
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
        let _is_whole = self.for_each(interrupt, |constraint| {
            writer.write(&constraint.lits, constraint.least, constraint.most);
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

    /// Hands out all constraints, those that follow each other on the same literals as one, until
    /// `take` or the interrupt ends it.
    fn for_each(&self, interrupt: &Interrupt, mut take: impl FnMut(&Bounded) -> Flow) -> Flow {
        let mut held = Bounded::default();
        let mut next = |family, lits: &[Lit], least: usize, most: usize| {
            if held.is_some() && held.lits == lits {
                held.least = held.least.max(least);
                held.most = held.most.min(most);
                return Flow::Continue(());
            }
            held.hand_to(&mut take)?;
            held.set(family, lits, least, most);
            if interrupt.is_raised() { Flow::Break(()) } else { Flow::Continue(()) }
        };
        match &self.reduced {
            None => {
                for Rule { family, constraint, .. } in self.model.rules_by_cell(self.scope) {
                    let (least, most) = constraint.bounds();
                    next(*family, constraint.lits(), least, most)?;
                }
            }
            Some((propagator, known)) => {
                for &fact in known.facts() {
                    next("known", &[fact], 1, 1)?;
                }
                known.for_each_left(propagator, &self.model, |lit| lit, next)?;
            }
        }
        held.hand_to(&mut take)
    }
}

/// A constraint: between `least` and `most` of the literals are true.
#[derive(Default)]
struct Bounded {
    family: &'static str,
    lits: Vec<Lit>,
    least: usize,
    most: usize,
}

impl Bounded {
    fn set(&mut self, family: &'static str, lits: &[Lit], least: usize, most: usize) {
        self.lits.clear();
        self.lits.extend_from_slice(lits);
        (self.family, self.least, self.most) = (family, least, most);
    }

    /// What comes before the first constraint is none.
    fn is_some(&self) -> bool {
        !self.family.is_empty()
    }

    fn hand_to(&self, take: &mut impl FnMut(&Self) -> Flow) -> Flow {
        if self.is_some() { take(self) } else { Flow::Continue(()) }
    }
}
