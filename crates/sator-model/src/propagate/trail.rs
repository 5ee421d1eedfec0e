//! The known literals in the order in which they became known, and how far each group is filled.
//!
//! A group at its limit decides the rest of its literals. On exactly-one groups that is a player's
//! naked and hidden single. [`Trail::intersect`] adds locked candidates: where two groups overlap,
//! one can decide literals of the other.

use sator_sat::Lit;

use super::network::Group;
use super::{Cause, Contradiction, Network, NoReasons, Reasons, Residual};

/// The known literals, with everything that follows from them by groups.
#[derive(Debug, Clone)]
pub struct Trail<R = NoReasons> {
    values: Vec<Option<bool>>,
    counts: Vec<Counts>,
    /// The known literals, then unused places: one for each variable, and one more.
    literals: Vec<Lit>,
    /// How many literals are known.
    len: usize,
    /// How many of them have been propagated.
    propagated: usize,
    /// A bit for each group that [`Trail::intersect`] is to look at.
    stale: Vec<u64>,
    reasons: R,
}

/// How many more literals of a group may become known. When both are 0, all are known.
#[derive(Debug, Clone, Copy)]
struct Counts {
    /// How many more may become true.
    room: i32,
    /// How many more may become false.
    slack: i32,
}

/// Overlaps are looked for up to this many open literals: larger groups seldom overlap in more.
const MAX_OVERLAP: i32 = 6;

impl<R: Reasons> Trail<R> {
    pub(super) fn new(network: &Network) -> Self {
        let counts = network.all_groups().iter().zip(0..).map(|(group, index)| Counts {
            room: group.most as i32,
            slack: network.literals(index).len() as i32 - group.least as i32,
        });
        let variables = network.variables() as usize;
        Self {
            values: vec![None; variables],
            counts: counts.collect(),
            literals: vec![Lit::positive(0); variables + 1],
            len: 0,
            propagated: 0,
            stale: vec![u64::MAX; network.groups().div_ceil(64)],
            reasons: R::default(),
        }
    }

    pub(super) fn reasons(&self) -> &R {
        &self.reasons
    }

    /// Makes a literal true, with everything that follows by groups.
    pub fn assign(&mut self, network: &Network, lit: Lit) -> Result<(), Contradiction> {
        self.enqueue(lit, Cause::Given)?;
        self.propagate(network)
    }

    /// Where one of some literals must be true, and all of them lie in a group of which at most one
    /// may be, the rest of that group is false (locked candidates). Only groups that changed since
    /// the last call are looked at.
    pub fn intersect(&mut self, network: &Network) -> Result<(), Contradiction> {
        let mut is_quiet = false;
        while !is_quiet {
            is_quiet = true;
            for word in 0..self.stale.len() {
                while self.stale[word] != 0 {
                    is_quiet = false;
                    let index = word * 64 + self.stale[word].trailing_zeros() as usize;
                    self.stale[word] &= self.stale[word] - 1;
                    if index < network.groups() && self.needs_one_of_few(network, index) {
                        self.intersect_one(network, index)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether exactly one more literal must become true, of a few.
    fn needs_one_of_few(&self, network: &Network, index: usize) -> bool {
        let (group, counts) = (network.all_groups()[index], self.counts[index]);
        let truths = group.most as i32 - counts.room;
        // If one must be true, the slack is the number of open literals less one.
        group.least as i32 - truths == 1 && (1..MAX_OVERLAP).contains(&counts.slack)
    }

    fn intersect_one(&mut self, network: &Network, index: usize) -> Result<(), Contradiction> {
        let mut open = [Lit::positive(0); MAX_OVERLAP as usize + 1];
        let mut few = 0;
        // Branch-free: each literal is written, and kept if it is open.
        for &lit in network.literals(index) {
            // Literals that occur twice can be more than are counted.
            let Some(place) = open.get_mut(few) else { return Ok(()) };
            *place = lit;
            few += usize::from(self.value(lit).is_none());
        }
        let [first, others @ ..] = &open[..few] else { return Ok(()) };
        for &other in network.occurrences(*first) {
            let holds = |lit: &Lit| network.occurrences(*lit).contains(&other);
            let is_narrow = self.counts[other as usize].room == 1;
            // A group with no more open literals loses none.
            let has_more = || self.residual(network, other as usize).open as usize > few;
            if is_narrow && has_more() && others.iter().all(holds) {
                let cause = Cause::Overlap(index as u32, other);
                self.exclude_others(network, other as usize, &open[..few], cause)?;
            }
        }
        self.propagate(network)
    }

    /// Makes all open literals of a group false but these.
    pub(super) fn exclude_others(
        &mut self,
        network: &Network,
        group: usize,
        open: &[Lit],
        cause: Cause,
    ) -> Result<(), Contradiction> {
        for &lit in network.literals(group) {
            if self.value(lit).is_none() && !open.contains(&lit) {
                self.enqueue(!lit, cause)?;
            }
        }
        Ok(())
    }

    /// The value of a literal, if it is known.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.vidx()].map(|value| value == lit.is_pos())
    }

    /// The true literals, in the order in which they became known.
    pub fn facts(&self) -> &[Lit] {
        &self.literals[..self.len]
    }

    /// The bounds that are left for the open literals of a group.
    pub fn residual(&self, network: &Network, group: usize) -> Residual {
        let Group { least, most, .. } = network.all_groups()[group];
        let Counts { room, slack } = self.counts[group];
        let truths = most - room as u32;
        let open = slack as u32 + least - truths;
        Residual { least: least.saturating_sub(truths), most: (room as u32).min(open), open }
    }

    /// How many literals of a group are not false.
    pub(super) fn not_false(&self, network: &Network, group: usize) -> u32 {
        self.counts[group].slack as u32 + network.all_groups()[group].least
    }

    /// Undoes all literals but the first so many, which were propagated before the others came. The
    /// time is that of their propagation, however large the model is.
    pub(crate) fn backtrack(&mut self, network: &Network, len: usize) {
        for &lit in &self.literals[len..self.propagated] {
            let [counting, opposed] = network.occurrences_of_both(lit);
            for &index in counting {
                self.counts[index as usize].room += 1;
            }
            for &index in opposed {
                self.counts[index as usize].slack += 1;
            }
        }
        for lit in &self.literals[len..self.len] {
            self.values[lit.vidx()] = None;
        }
        (self.len, self.propagated) = (len, len);
        self.stale.fill(0);
    }

    /// Makes a literal true; [`Trail::propagate`] is to follow.
    pub(super) fn enqueue(&mut self, lit: Lit, cause: Cause) -> Result<(), Contradiction> {
        match self.value(lit) {
            Some(true) => Ok(()),
            Some(false) => Err(Contradiction),
            None => {
                self.values[lit.vidx()] = Some(lit.is_pos());
                self.reasons.record(lit.vidx(), self.len, cause);
                self.literals[self.len] = lit;
                self.len += 1;
                Ok(())
            }
        }
    }

    /// Extends the trail by everything that follows by groups.
    pub(super) fn propagate(&mut self, network: &Network) -> Result<(), Contradiction> {
        while self.propagated < self.len {
            let lit = self.literals[self.propagated];
            self.propagated += 1;
            // All groups are counted even after a contradiction, so that it can be undone.
            let mut is_possible = true;
            let [counting, opposed] = network.occurrences_of_both(lit);
            for &index in counting {
                is_possible &= self.count_true(network, index);
            }
            for &index in opposed {
                is_possible &= self.count_false(network, index);
            }
            if !is_possible {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// One more literal of a group is true; returns whether that is possible.
    fn count_true(&mut self, network: &Network, index: u32) -> bool {
        let counts = &mut self.counts[index as usize];
        counts.room -= 1;
        let Counts { room, slack } = *counts;
        if room == 0 && slack > 0 {
            self.fix_open(network, index, false);
        } else if room > 0 {
            self.mark_stale_after_truth(network, index, room);
        }
        room >= 0
    }

    /// One more literal of a group is false; returns whether that is possible. This is the hottest
    /// loop: what cannot be predicted is computed without a branch, for few groups are fixed here.
    fn count_false(&mut self, network: &Network, index: u32) -> bool {
        let counts = &mut self.counts[index as usize];
        counts.slack -= 1;
        let Counts { room, slack } = *counts;
        // A group whose upper bound is reached implies nothing more.
        let has_room = room > 0;
        let is_stale = u64::from(has_room) & u64::from((1..MAX_OVERLAP).contains(&slack));
        self.stale[index as usize / 64] |= is_stale << (index % 64);
        if slack == 0 && has_room {
            self.fix_open(network, index, true);
        }
        slack >= 0
    }

    fn mark_stale(&mut self, index: u32) {
        self.stale[index as usize / 64] |= 1 << (index % 64);
    }

    /// A group with several true literals may need just one more now; and if it has room for one, the
    /// groups that it overlaps with are to be looked at.
    fn mark_stale_after_truth(&mut self, network: &Network, index: u32, room: i32) {
        self.mark_stale(index);
        if room == 1 {
            for &lit in network.literals(index as usize) {
                if self.value(lit).is_none() {
                    network.occurrences(lit).iter().for_each(|&other| self.mark_stale(other));
                }
            }
        }
    }

    /// Makes all open literals of a group true, or all false. Literals on the trail that are not
    /// propagated yet are known and not counted yet; they stay as they are.
    pub(super) fn fix_open(&mut self, network: &Network, group: u32, value: bool) {
        // Branch-free: each literal is written, and kept if it was open.
        for &lit in network.literals(group as usize) {
            let known = &mut self.values[lit.vidx()];
            self.literals[self.len] = if value { lit } else { !lit };
            if R::RECORDS && known.is_none() {
                self.reasons.record(lit.vidx(), self.len, Cause::Group(group));
            }
            self.len += usize::from(known.is_none());
            *known = Some(known.unwrap_or(lit.is_pos() == value));
        }
    }
}
