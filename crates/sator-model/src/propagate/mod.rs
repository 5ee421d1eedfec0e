//! The propagation kernel: one trail of known literals, and the propagators that extend it.
//!
//! - [`Network`]: groups of literals with bounds on how many are true (clauses, exactly-one and
//!   at-most-one groups, counts). Most constraints come down to these.
//! - `value_sets`: sums whose parts have different values.
//! - `watched`: everything else, and whatever has a guard; looked at when one of its literals
//!   becomes known.
//!
//! Elimination, candidates, the trail search and the component counter work on it. The bit-parallel
//! search (`search/sliced.rs`, `search/packed.rs`) and the systems of equations have propagation of
//! their own: the first goes through a node in under a microsecond, the second counts.

mod network;
mod reasons;
mod trail;
pub(crate) mod value_sets;
mod watched;

use std::sync::Arc;

use sator_sat::Lit;
use sator_sat::constraint::{Count, Sum};

pub(crate) use self::network::UNSTOPPED;
pub use self::network::{Network, NetworkBuilder, Residual};
pub use self::reasons::{Cause, NoReasons, Reasons, Recorded};
pub use self::trail::Trail;
use self::value_sets::{Left, ValueSets};
use self::watched::Watched;
use crate::constraint::form::{self, Owned};
use crate::constraint::{Form, Part};

/// No assignment satisfies all constraints and the known literals. The trail is then incomplete, and
/// of no use until it is backtracked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the constraints contradict each other")]
pub struct Contradiction;

/// All propagators of an instance.
#[derive(Debug, Clone)]
pub struct Kernel {
    network: Arc<Network>,
    sums: ValueSets,
    watched: Watched,
}

/// Parts of constraints that are not in a network, with their families, in the order of statement.
#[derive(Debug, Clone, Default)]
pub struct OtherParts(Vec<(&'static str, OtherPart)>);

/// A part that is not in a network.
#[derive(Debug, Clone)]
pub(crate) enum OtherPart {
    /// A sum without a guard.
    Sum(Sum),
    /// Any other; shared with the propagators.
    Watched(Arc<Guarded>),
}

/// A form that binds while all of its guards are true.
#[derive(Debug, Clone)]
pub(crate) struct Guarded {
    pub(crate) guards: Vec<Lit>,
    pub(crate) form: Owned,
}

impl Guarded {
    /// Calls `take` with each literal of the form and each guard.
    pub(crate) fn each_lit(&self, mut take: impl FnMut(Lit)) {
        self.form.each_lit(&mut take);
        self.guards.iter().copied().for_each(take);
    }

    /// Whether it holds for the literals that `is_true` accepts.
    fn holds(&self, is_true: &dyn Fn(Lit) -> bool) -> bool {
        !self.guards.iter().all(|&lit| is_true(lit)) || self.form.with(|form| form.holds(is_true))
    }
}

impl OtherParts {
    /// Adds a part, unless it is a group without guards: those belong into a network and are handed
    /// back.
    pub fn add<'p>(&mut self, family: &'static str, part: Part<'p>) -> Option<Count<'p>> {
        let part = match (part.form, part.guards.is_empty()) {
            (Form::Group(group), true) => return Some(group),
            (Form::Sum(sum), true) => OtherPart::Sum(sum),
            (form, _) => {
                let form = form.into_owned();
                OtherPart::Watched(Arc::new(Guarded { guards: part.guards, form }))
            }
        };
        self.0.push((family, part));
        None
    }

    /// Adds a group that is not to be part of a network.
    pub(crate) fn add_group(&mut self, family: &'static str, group: Count<'_>) {
        let form = Form::Group(group).into_owned();
        let guarded = Arc::new(Guarded { guards: Vec::new(), form });
        self.0.push((family, OtherPart::Watched(guarded)));
    }

    /// Their number.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps the first so many.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The sums from a position on.
    pub(crate) fn sums_from(&self, position: usize) -> impl Iterator<Item = &Sum> + Clone {
        self.0[position..].iter().filter_map(|(_, part)| match part {
            OtherPart::Sum(sum) => Some(sum),
            OtherPart::Watched(_) => None,
        })
    }

    fn watched(&self) -> impl Iterator<Item = &Arc<Guarded>> {
        self.0.iter().filter_map(|(_, part)| match part {
            OtherPart::Sum(_) => None,
            OtherPart::Watched(guarded) => Some(guarded),
        })
    }

    /// Calls `look` with the guards and the form of each.
    pub(crate) fn each(&self, mut look: impl FnMut(&[Lit], &Form<'_>)) {
        for (_, part) in &self.0 {
            match part {
                OtherPart::Sum(sum) => look(&[], &Form::Sum(sum.clone())),
                OtherPart::Watched(it) => it.form.with(|form| look(&it.guards, form)),
            }
        }
    }

    /// Whether all hold for the literals that `is_true` accepts.
    pub(crate) fn hold(&self, is_true: &dyn Fn(Lit) -> bool) -> bool {
        self.0.iter().all(|(_, part)| match part {
            OtherPart::Sum(sum) => sum.holds(is_true),
            OtherPart::Watched(guarded) => guarded.holds(is_true),
        })
    }

    /// Hands out what is left of them when some literals are known, with the others renamed.
    pub(crate) fn each_left(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        rename: &dyn Fn(Lit) -> Lit,
        take: &mut dyn FnMut(&'static str, &[Lit], &Form<'_>),
    ) {
        let mut open = Vec::new();
        for (family, part) in &self.0 {
            match part {
                OtherPart::Sum(sum) => {
                    take(family, &[], &Form::Sum(form::reduced_sum(sum, value, rename)));
                }
                OtherPart::Watched(it) => {
                    if it.guards.iter().any(|&guard| value(guard) == Some(false)) {
                        continue;
                    }
                    let guards = it.guards.iter().filter(|&&guard| value(guard).is_none());
                    let guards: Vec<Lit> = guards.map(|&guard| rename(guard)).collect();
                    it.form.with(|form| {
                        if let Some(left) = form.reduced(value, rename, &mut open) {
                            take(family, &guards, &left);
                        }
                    });
                }
            }
        }
    }
}

impl Kernel {
    /// The propagators of a network and of other parts.
    pub fn new(network: Arc<Network>, parts: &[&OtherParts]) -> Self {
        let mut sums = ValueSets::default();
        let mut watched = Watched::default();
        for part in parts {
            let rest = sums.add(&network, part.sums_from(0));
            watched.extend(part.watched().cloned().chain(wide(&rest)));
        }
        watched.index(network.variables());
        Self { network, sums, watched }
    }

    /// Adds sums. What was found about the others remains.
    pub(crate) fn add_sums<'s>(&mut self, sums: impl Iterator<Item = &'s Sum>) {
        let rest = self.sums.add(&self.network, sums);
        if !rest.is_empty() {
            self.watched.extend(wide(&rest));
            self.watched.index(self.network.variables());
        }
    }

    /// The groups.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    pub(crate) fn sums(&self) -> &ValueSets {
        &self.sums
    }

    /// Extends the trail by what follows from it, to a fixpoint; less if `stop` returns true.
    pub fn propagate<R: Reasons>(
        &mut self,
        trail: &mut Trail<R>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Contradiction> {
        loop {
            self.sums.propagate(&self.network, trail, stop)?;
            if !self.watched.propagate(&self.network, trail)? || stop() {
                return Ok(());
            }
        }
    }

    /// Whether all parts that are not in the network hold, where all literals are known.
    pub(crate) fn holds<R: Reasons>(&self, trail: &Trail<R>) -> bool {
        let is_true = |lit| trail.value(lit) == Some(true);
        self.watched.holds(&is_true)
    }

    /// Keeps the state of the propagators, which are at a fixpoint.
    pub(crate) fn save(&self, saved: &mut Left) {
        self.sums.save(saved);
    }

    /// Returns to a saved state. The trail was backtracked to the same point before; the saved state
    /// is used up.
    pub(crate) fn restore<R: Reasons>(&mut self, saved: &mut Left, trail: &Trail<R>) {
        self.sums.restore(saved, trail);
        self.watched.restore(trail);
    }
}

/// Sums that are too wide for value sets.
fn wide(sums: &[&Sum]) -> impl Iterator<Item = Arc<Guarded>> {
    let form = |sum: &&Sum| Owned::Form(Form::Sum((*sum).clone()));
    sums.iter().map(move |sum| Arc::new(Guarded { guards: Vec::new(), form: form(sum) }))
}
