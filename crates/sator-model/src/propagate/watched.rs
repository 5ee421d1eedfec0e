//! Parts of constraints that are looked at from the beginning whenever one of their literals becomes
//! known: counts of an instance beside the shared network, tables, automata, inequalities, wide
//! sums, and whatever has a guard.

use std::sync::Arc;

use sator_sat::Lit;

use super::{Cause, Contradiction, Guarded, Network, Reasons, Trail};

/// Propagators that keep no state but the queue.
#[derive(Debug, Clone, Default)]
pub(super) struct Watched {
    layout: Arc<Layout>,
    /// A bit for each part that is to be looked at.
    queue: Vec<u64>,
    /// The length of the trail that the queue has seen.
    seen: usize,
}

#[derive(Debug, Clone, Default)]
struct Layout {
    parts: Vec<Arc<Guarded>>,
    /// The parts to look at when a variable becomes known, and where those of each variable begin.
    watchers: Vec<u32>,
    begins: Vec<u32>,
}

impl Watched {
    /// Adds parts; [`Watched::index`] is to follow.
    pub(super) fn extend(&mut self, parts: impl Iterator<Item = Arc<Guarded>>) {
        let mut parts = parts.peekable();
        if parts.peek().is_some() {
            Arc::make_mut(&mut self.layout).parts.extend(parts);
        }
    }

    /// Makes the lists of watchers, and queues all parts.
    pub(super) fn index(&mut self, variables: u32) {
        if self.layout.parts.is_empty() {
            return;
        }
        let layout = Arc::make_mut(&mut self.layout);
        let mut begins = vec![0_u32; variables as usize + 1];
        for part in &layout.parts {
            part.each_lit(|lit| begins[lit.vidx() + 1] += 1);
        }
        for index in 1..begins.len() {
            begins[index] += begins[index - 1];
        }
        let mut next = begins.clone();
        let mut watchers = vec![0; begins.last().map_or(0, |&end| end as usize)];
        for (number, part) in (0..).zip(&layout.parts) {
            part.each_lit(|lit| {
                let slot = &mut next[lit.vidx()];
                watchers[*slot as usize] = number;
                *slot += 1;
            });
        }
        (layout.watchers, layout.begins) = (watchers, begins);
        self.queue = vec![u64::MAX; layout.parts.len().div_ceil(64)];
        self.seen = 0;
    }

    /// The literals of a part and its guards.
    pub(super) fn scope(&self, part: usize) -> Vec<Lit> {
        self.layout.scope(part)
    }

    /// Extends the trail to a fixpoint; says whether anything was new.
    pub(super) fn propagate<R: Reasons>(
        &mut self,
        network: &Network,
        trail: &mut Trail<R>,
    ) -> Result<bool, Contradiction> {
        if self.layout.parts.is_empty() {
            return Ok(false);
        }
        let before = trail.facts().len();
        let layout = Arc::clone(&self.layout);
        loop {
            self.enqueue_watchers(trail.facts());
            let Some(word) = self.queue.iter().position(|&word| word != 0) else { break };
            let part = word * 64 + self.queue[word].trailing_zeros() as usize;
            self.queue[word] &= self.queue[word] - 1;
            if part < layout.parts.len() {
                layout.propagate(part, trail)?;
                trail.propagate(network)?;
            }
        }
        Ok(trail.facts().len() > before)
    }

    fn enqueue_watchers(&mut self, facts: &[Lit]) {
        let Layout { watchers, begins, .. } = &*self.layout;
        for fact in &facts[self.seen..] {
            let range = begins[fact.vidx()] as usize..begins[fact.vidx() + 1] as usize;
            for &part in &watchers[range] {
                self.queue[part as usize / 64] |= 1 << (part % 64);
            }
        }
        self.seen = facts.len();
    }

    /// Whether all parts hold.
    pub(super) fn holds(&self, is_true: &dyn Fn(Lit) -> bool) -> bool {
        self.layout.parts.iter().all(|part| part.holds(is_true))
    }

    /// Returns to a fixpoint that the trail was backtracked to.
    pub(super) fn restore<R: Reasons>(&mut self, trail: &Trail<R>) {
        self.queue.fill(0);
        self.seen = trail.facts().len();
    }
}

impl Layout {
    fn scope(&self, part: usize) -> Vec<Lit> {
        let mut scope = Vec::new();
        self.parts[part].each_lit(|lit| scope.push(lit));
        scope
    }

    /// A part with true guards binds; one that cannot hold makes its last open guard false.
    fn propagate<R: Reasons>(
        &self,
        part: usize,
        trail: &mut Trail<R>,
    ) -> Result<(), Contradiction> {
        let Guarded { guards, form } = &*self.parts[part];
        let cause = Cause::Watched(part as u32);
        if guards.iter().any(|&guard| trail.value(guard) == Some(false)) {
            return Ok(());
        }
        let open: Vec<Lit> =
            guards.iter().copied().filter(|&guard| trail.value(guard).is_none()).collect();
        let mut implied = Vec::new();
        let found =
            form.with(|form| form.propagate(&|lit| trail.value(lit), &mut |lit| implied.push(lit)));
        match (&open[..], found) {
            ([], Ok(())) => implied.into_iter().try_for_each(|lit| trail.enqueue(lit, cause)),
            ([], Err(contradiction)) => Err(contradiction),
            ([guard], Err(_)) => trail.enqueue(!*guard, cause),
            _ => Ok(()),
        }
    }
}
