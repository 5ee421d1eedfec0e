//! Propagation by chosen units only: the known facts lie at the bottom of the trail, an assumption
//! and its consequences above them.

use sator_sat::Lit;

use super::units::{Body, UnitId, Units};

/// A trail on which only chosen units draw consequences.
#[derive(Debug)]
pub(super) struct Explorer<'u> {
    units: &'u Units,
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    /// How many literals of the trail the counts reflect.
    counted: usize,
    counts: Vec<Counts>,
    is_chosen: Vec<bool>,
    /// Units that are not chosen and may have consequences, in the order in which that was noticed.
    ready: Vec<UnitId>,
    is_ready: Vec<bool>,
    /// Units that are violated.
    violated: Vec<UnitId>,
    /// A buffer for consequences.
    implied: Vec<Lit>,
}

/// How many more literals of a group may become true, and how many may become false.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    room: i32,
    slack: i32,
}

/// A state to return to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    trail: usize,
    ready: usize,
    violated: usize,
}

/// A propagation in rounds that ends with a violation.
#[derive(Debug)]
pub(super) struct Refutation {
    /// The number of rounds until a unit was violated.
    pub(super) rounds: usize,
    /// The units that are violated.
    violated: Vec<UnitId>,
    /// The assumption and its consequences.
    trail: Vec<Lit>,
    /// For each of them, the units that imply it in its round.
    reasons: Vec<Vec<UnitId>>,
}

impl Refutation {
    /// Units that refute the assumption together, the last first; they need not be the fewest. `pick`
    /// chooses one of so many. Where a literal has several reasons, one that is needed anyway is
    /// taken.
    pub(super) fn units(
        &self,
        units: &Units,
        pick: &mut impl FnMut(usize) -> usize,
    ) -> Vec<UnitId> {
        let last = self.violated[pick(self.violated.len())];
        let mut needed = vec![last];
        let mut is_needed = vec![false; units.cells().variables() as usize];
        let mark = |unit: UnitId, is_needed: &mut Vec<bool>| {
            units.variables(unit).iter().for_each(|&it| is_needed[it as usize] = true);
        };
        mark(last, &mut is_needed);
        for (lit, reasons) in self.trail.iter().zip(&self.reasons).rev() {
            if reasons.is_empty() || !is_needed[lit.vidx()] {
                continue;
            }
            if !reasons.iter().any(|unit| needed.contains(unit)) {
                let unit = reasons[pick(reasons.len())];
                needed.push(unit);
                mark(unit, &mut is_needed);
            }
        }
        needed
    }
}

impl<'u> Explorer<'u> {
    /// Nothing is known.
    pub(super) fn new(units: &'u Units) -> Self {
        let counts = units.ids().map(|id| match &units.unit(id).body {
            Body::Group { lits, least, most } => {
                Counts { room: *most as i32, slack: lits.len() as i32 - *least as i32 }
            }
            Body::Forms(_) => Counts::default(),
        });
        Self {
            units,
            values: vec![None; units.cells().variables() as usize],
            trail: Vec::new(),
            counted: 0,
            counts: counts.collect(),
            is_chosen: vec![false; units.len()],
            ready: Vec::new(),
            is_ready: vec![false; units.len()],
            violated: Vec::new(),
            implied: Vec::new(),
        }
    }

    pub(super) fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.vidx()].map(|value| value == lit.is_pos())
    }

    /// The units that may have consequences.
    pub(super) fn ready(&self) -> &[UnitId] {
        &self.ready
    }

    /// The first violated unit that `is_allowed` accepts, chosen units before others.
    pub(super) fn violated(&self, is_allowed: impl Fn(UnitId) -> bool) -> Option<UnitId> {
        let chosen = self.violated.iter().find(|&&id| self.is_chosen[id as usize]);
        chosen.or_else(|| self.violated.iter().find(|&&id| is_allowed(id))).copied()
    }

    pub(super) fn is_chosen(&self, id: UnitId) -> bool {
        self.is_chosen[id as usize]
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), ready: self.ready.len(), violated: self.violated.len() }
    }

    /// Returns to a mark. The units that were chosen since are to be released as well.
    pub(super) fn undo(&mut self, mark: Mark) {
        for &lit in &self.trail[mark.trail.min(self.counted)..self.counted] {
            for &id in self.units.groups_of(lit) {
                self.counts[id as usize].room += 1;
            }
            for &id in self.units.groups_of(!lit) {
                self.counts[id as usize].slack += 1;
            }
        }
        for lit in self.trail.drain(mark.trail..) {
            self.values[lit.vidx()] = None;
        }
        self.counted = self.counted.min(mark.trail);
        for id in self.ready.drain(mark.ready..) {
            self.is_ready[id as usize] = false;
        }
        self.violated.truncate(mark.violated);
    }

    /// The unit draws consequences from now on, these to begin with; [`Explorer::settle`] is to
    /// follow.
    pub(super) fn choose(&mut self, id: UnitId, implied: &[Lit]) {
        self.is_chosen[id as usize] = true;
        for &lit in implied {
            self.enqueue(lit, Some(id));
        }
    }

    /// The unit draws consequences when something new is known about it.
    pub(super) fn choose_later(&mut self, id: UnitId) {
        self.is_chosen[id as usize] = true;
    }

    pub(super) fn release(&mut self, id: UnitId) {
        self.is_chosen[id as usize] = false;
    }

    /// Makes a literal true; if it is false, the unit that implies it is violated.
    pub(super) fn enqueue(&mut self, lit: Lit, by: Option<UnitId>) {
        match (self.value(lit), by) {
            (Some(true), _) | (Some(false), None) => {}
            (Some(false), Some(unit)) => self.violated.push(unit),
            (None, _) => {
                self.values[lit.vidx()] = Some(lit.is_pos());
                self.trail.push(lit);
            }
        }
    }

    /// Counts the new literals and draws the consequences of chosen units until nothing follows, or
    /// a chosen unit is violated.
    pub(super) fn settle(&mut self) {
        while self.counted < self.trail.len() {
            let before = self.violated.len();
            self.count_next();
            let is_chosen = |id: &UnitId| self.is_chosen[*id as usize];
            if self.violated[before..].iter().any(is_chosen) {
                return;
            }
        }
    }

    /// Counts the next literal of the trail, and notices which units may have consequences.
    fn count_next(&mut self) {
        let lit = self.trail[self.counted];
        self.counted += 1;
        let units = self.units;
        for &id in units.groups_of(lit) {
            let counts = &mut self.counts[id as usize];
            counts.room -= 1;
            let Counts { room, slack } = *counts;
            if room < 0 {
                self.violated.push(id);
            } else if room == 0 && slack > 0 {
                self.notice(id);
            }
        }
        for &id in units.groups_of(!lit) {
            let counts = &mut self.counts[id as usize];
            counts.slack -= 1;
            let Counts { room, slack } = *counts;
            if slack < 0 {
                self.violated.push(id);
            } else if slack == 0 && room > 0 {
                self.notice(id);
            }
        }
        for &id in units.forms_of(lit) {
            self.notice(id);
        }
    }

    fn notice(&mut self, id: UnitId) {
        if self.is_chosen[id as usize] {
            self.draw(id);
        } else if !self.is_ready[id as usize] {
            self.is_ready[id as usize] = true;
            self.ready.push(id);
        }
    }

    /// Puts the consequences of a unit on the trail.
    fn draw(&mut self, id: UnitId) {
        let mut implied = std::mem::take(&mut self.implied);
        implied.clear();
        if self.consequences(id, &mut implied) {
            for &lit in &implied {
                self.enqueue(lit, Some(id));
            }
        } else {
            self.violated.push(id);
        }
        self.implied = implied;
    }

    /// Whether the unit can hold; and if so, the open literals that follow from it are appended.
    pub(super) fn consequences(&self, id: UnitId, implied: &mut Vec<Lit>) -> bool {
        match &self.units.unit(id).body {
            Body::Group { lits, .. } => {
                let Counts { room, slack } = self.counts[id as usize];
                if room <= 0 || slack <= 0 {
                    for &lit in lits.iter().filter(|&&lit| self.values[lit.vidx()].is_none()) {
                        implied.push(if room <= 0 { !lit } else { lit });
                    }
                }
                room >= 0 && slack >= 0
            }
            Body::Forms(forms) => {
                let value = |lit: Lit| self.value(lit);
                let mut found_lits = Vec::new();
                let found = forms.propagate(&value, &mut |lit| {
                    if self.value(lit) != Some(true) {
                        found_lits.push(lit);
                    }
                });
                // Several forms may imply the same literal, or a literal and its opposite.
                found_lits.sort_unstable();
                found_lits.dedup();
                implied.extend_from_slice(&found_lits);
                let is_open = |&lit: &Lit| self.value(lit).is_none();
                let are_opposites = |pair: &[Lit]| pair[0] == !pair[1];
                found.is_ok()
                    && found_lits.iter().all(is_open)
                    && !found_lits.windows(2).any(are_opposites)
            }
        }
    }

    /// How many more literals of a group are to become true: at least, at most.
    pub(super) fn bounds_left(&self, id: UnitId) -> (i32, i32) {
        let Counts { room, slack } = self.counts[id as usize];
        match &self.units.unit(id).body {
            Body::Group { lits, .. } => {
                let open = lits.iter().filter(|&&lit| self.value(lit).is_none()).count() as i32;
                ((open - slack).max(0), room.min(open))
            }
            Body::Forms(_) => (0, 0),
        }
    }

    /// Whether an assumption is refuted by these units; the state is as before.
    pub(super) fn is_refuted_by(&mut self, assumption: Lit, set: &[UnitId]) -> bool {
        let mark = self.mark();
        for &id in set {
            self.choose_later(id);
        }
        self.enqueue(assumption, None);
        self.settle();
        let found = self.violated[mark.violated..].iter().any(|&id| self.is_chosen(id));
        for &id in set {
            self.release(id);
        }
        self.undo(mark);
        found
    }

    /// Propagates an assumption by all units in rounds: each unit draws its consequences from what
    /// was known before the round, so that the number of rounds does not depend on the order of
    /// units. The state is as before.
    pub(super) fn refute_in_rounds(&mut self, assumption: Lit) -> Option<Refutation> {
        let mark = self.mark();
        let mut reasons: Vec<Vec<UnitId>> = vec![Vec::new()];
        self.enqueue(assumption, None);
        let (mut rounds, mut first_ready) = (0, mark.ready);
        let mut violated = Vec::new();
        loop {
            rounds += 1;
            while self.counted < self.trail.len() {
                self.count_next();
            }
            violated.extend_from_slice(&self.violated[mark.violated..]);
            if !violated.is_empty() {
                break;
            }
            let mut implied = Vec::new();
            for index in first_ready..self.ready.len() {
                let id = self.ready[index];
                let mut lits = Vec::new();
                if !self.consequences(id, &mut lits) {
                    violated.push(id);
                }
                implied.extend(lits.into_iter().map(|lit| (lit, id)));
            }
            if !violated.is_empty() || implied.is_empty() {
                break;
            }
            // Units may have more consequences later.
            for id in self.ready.drain(first_ready..) {
                self.is_ready[id as usize] = false;
            }
            first_ready = self.ready.len();
            // All units that imply a literal in this round are possible reasons.
            let (begin, base) = (self.trail.len(), mark.trail);
            for (lit, id) in implied {
                match self.value(lit) {
                    None => {
                        self.enqueue(lit, None);
                        reasons.push(vec![id]);
                    }
                    Some(true) => {
                        let place = self.trail[begin..].iter().position(|&it| it == lit);
                        if let Some(place) = place {
                            reasons[begin - base + place].push(id);
                        }
                    }
                    Some(false) => {}
                }
            }
        }
        let trail = self.trail[mark.trail..].to_vec();
        self.undo(mark);
        (!violated.is_empty()).then_some(Refutation { rounds, violated, trail, reasons })
    }

    /// The number of rounds of propagation by the allowed units until one of them is violated, if
    /// that takes at most `limit`. As in [`Explorer::refute_in_rounds`], the number does not depend
    /// on the order of units. What was assumed since `from` is propagated; the state is as before.
    pub(super) fn rounds_to_violation(
        &mut self,
        from: Mark,
        limit: usize,
        is_allowed: impl Fn(UnitId) -> bool,
    ) -> Option<usize> {
        let mark = self.mark();
        let mut implied = Vec::new();
        let mut lits = Vec::new();
        let mut found = None;
        for round in 1..=limit {
            while self.counted < self.trail.len() {
                self.count_next();
            }
            let mut violated = self.violated[from.violated..].iter();
            if violated.any(|&id| is_allowed(id) || self.is_chosen(id)) {
                found = Some(round);
                break;
            }
            implied.clear();
            for index in from.ready..self.ready.len() {
                let id = self.ready[index];
                if !is_allowed(id) || self.is_chosen(id) {
                    continue;
                }
                lits.clear();
                if !self.consequences(id, &mut lits) {
                    found = Some(round);
                    break;
                }
                implied.extend_from_slice(&lits);
            }
            if found.is_some() || implied.is_empty() {
                break;
            }
            // Units may have more consequences later. Those before the mark stay in the list.
            for id in self.ready.drain(mark.ready..) {
                self.is_ready[id as usize] = false;
            }
            for &lit in &implied {
                self.enqueue(lit, None);
            }
        }
        self.undo(mark);
        found
    }

    /// The number of rounds until an assumption is refuted by all units; the state is as before.
    pub(super) fn rounds_to_refute(&mut self, assumption: Lit) -> Option<usize> {
        let mark = self.mark();
        self.enqueue(assumption, None);
        let rounds = self.rounds_to_violation(mark, usize::MAX, |_| true);
        self.undo(mark);
        rounds
    }

    /// Draws the consequences of all units that became ready since `from`; `false` if a unit is
    /// violated. The state is left.
    pub(super) fn propagate(&mut self, from: Mark) -> bool {
        let mut implied = Vec::new();
        loop {
            while self.counted < self.trail.len() {
                self.count_next();
            }
            if self.violated.len() > from.violated {
                return false;
            }
            let Some(id) = (self.ready.len() > from.ready).then(|| self.ready.pop()).flatten()
            else {
                return true;
            };
            self.is_ready[id as usize] = false;
            implied.clear();
            if !self.consequences(id, &mut implied) {
                return false;
            }
            for &lit in &implied {
                self.enqueue(lit, Some(id));
            }
        }
    }

    /// Makes a literal true for good. The consequences are noticed.
    pub(super) fn add_fact(&mut self, lit: Lit) {
        self.enqueue(lit, None);
        while self.counted < self.trail.len() {
            self.count_next();
        }
    }

    /// Takes the units that may have consequences out of the list.
    pub(super) fn take_ready(&mut self) -> Vec<UnitId> {
        for &id in &self.ready {
            self.is_ready[id as usize] = false;
        }
        std::mem::take(&mut self.ready)
    }

    /// Whether the group is at its upper bound: its other literals are false.
    pub(super) fn is_full(&self, id: UnitId) -> bool {
        matches!(self.units.unit(id).body, Body::Group { .. }) && self.counts[id as usize].room <= 0
    }
}
