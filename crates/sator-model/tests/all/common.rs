//! Groups of literals, and kernels built from them or from the rules of a model.

use std::sync::Arc;

use sator_model::constraint::{Form, Part, PartRole, PartText, View};
use sator_model::propagate::{Contradiction, Kernel, Network, NetworkBuilder, OtherParts, Trail};
use sator_model::{Domain, Model, Scope};
use sator_sat::Lit;
use sator_sat::constraint::Count;

/// Between `least` and `most` of some literals are true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) lits: Vec<Lit>,
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl Group {
    pub(crate) fn clause(lits: Vec<Lit>) -> Self {
        Self { least: 1, most: lits.len(), lits }
    }

    pub(crate) fn at_most(most: usize, lits: Vec<Lit>) -> Self {
        Self { lits, least: 0, most }
    }

    pub(crate) fn at_least(least: usize, lits: Vec<Lit>) -> Self {
        Self { least, most: lits.len(), lits }
    }

    pub(crate) fn exactly(count: usize, lits: Vec<Lit>) -> Self {
        Self { lits, least: count, most: count }
    }

    /// One of four kinds of groups.
    pub(crate) fn of_kind(kind: u32, number: usize, lits: Vec<Lit>) -> Self {
        match kind {
            0 => Self::clause(lits),
            1 => Self::at_most(number, lits),
            2 => Self::at_least(number, lits),
            _ => Self::exactly(number, lits),
        }
    }

    pub(crate) fn count(&self) -> Count<'_> {
        Count { lits: &self.lits, least: self.least, most: self.most }
    }

    pub(crate) fn part(&self) -> Part<'_> {
        part(Form::Group(self.count()))
    }

    pub(crate) fn holds(&self, is_true: impl Fn(Lit) -> bool) -> bool {
        let truths = self.lits.iter().filter(|&&lit| is_true(lit)).count();
        (self.least..=self.most).contains(&truths)
    }
}

pub(crate) fn part(form: Form<'_>) -> Part<'_> {
    Part { guards: Vec::new(), form, text: PartText::Whole, role: PartRole::Usual }
}

pub(crate) fn network<'g>(variables: u32, groups: impl IntoIterator<Item = &'g Group>) -> Network {
    let mut builder = NetworkBuilder::new(variables);
    groups.into_iter().for_each(|group| builder.add(group.count()));
    builder.build()
}

/// The positive literals of some variables.
pub(crate) fn positive(variables: impl IntoIterator<Item = u32>) -> Vec<Lit> {
    variables.into_iter().map(Lit::positive).collect()
}

/// Whether a literal is true where the bits are the values of the variables.
pub(crate) fn is_true(bits: u32, lit: Lit) -> bool {
    (bits >> lit.vidx32() & 1 == 1) == lit.is_pos()
}

/// Groups in a network, and parts beside it.
#[derive(Debug, Clone)]
pub(crate) struct System {
    pub(crate) variables: u32,
    pub(crate) groups: Vec<Group>,
    pub(crate) others: OtherParts,
}

impl System {
    pub(crate) fn new(variables: u32, groups: Vec<Group>) -> Self {
        Self { variables, groups, others: OtherParts::default() }
    }

    /// Adds a part: groups without guards to the network, all others beside it.
    pub(crate) fn add(&mut self, part: Part<'_>) {
        if let Some(Count { lits, least, most }) = self.others.add("parts", part) {
            self.groups.push(Group { lits: lits.to_vec(), least, most });
        }
    }

    /// The rules of a model, clues among them included.
    pub(crate) fn of_model(model: &Model, scope: Scope) -> Self {
        let cells = model.cells();
        let mut system = Self::new(cells.variables(), Vec::new());
        for (cell, _, domain) in cells.iter() {
            if matches!(domain, Domain::Range { .. }) {
                let lits = domain.values().map(|value| cells.is(cell, value)).collect();
                system.groups.push(Group::exactly(1, lits));
            }
        }
        for rule in model.rules() {
            let view = View { cells, scope, origin: rule.origin, label: &rule.label };
            rule.constraint.parts(&view, &mut |part| system.add(part));
        }
        system
    }

    pub(crate) fn kernel(&self) -> Kernel {
        Kernel::new(Arc::new(network(self.variables, &self.groups)), &[&self.others])
    }

    /// The propagators, and the trail with these facts.
    pub(crate) fn begin(&self, facts: &[Lit]) -> Result<(Kernel, Trail), Contradiction> {
        let kernel = self.kernel();
        let mut trail = kernel.network().root()?;
        for &fact in facts {
            trail.assign(kernel.network(), fact)?;
        }
        Ok((kernel, trail))
    }
}
