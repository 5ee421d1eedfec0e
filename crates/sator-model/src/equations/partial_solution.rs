//! Propagation in a system of equations: from single equations and from pairs that overlap.

use super::{Contradiction, System, Variable};

/// The known values of variables, and the rest of each equation.
///
/// [`crate::propagate`] handles one constraint at a time over literals. Here systems have a million
/// variables, so that the members of an equation are contiguous in memory, and propagation also
/// compares two equations at a time.
#[derive(Debug, Clone)]
pub struct PartialSolution {
    values: Vec<Option<bool>>,
    /// The number of members of each equation without a value.
    open: Vec<u32>,
    /// The number of these that must be true.
    needed: Vec<u32>,
    /// Equations to visit.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
}

impl PartialSolution {
    /// No variable has a value.
    pub fn new(system: &System) -> Self {
        let equations = system.equations();
        Self {
            values: vec![None; system.variables()],
            open: (0..equations).map(|it| system.members(it).len() as u32).collect(),
            needed: system.counts.clone(),
            queue: (0..equations as u32).rev().collect(),
            is_queued: vec![true; equations],
        }
    }

    /// The value of a variable, if it is known.
    pub fn value(&self, variable: Variable) -> Option<bool> {
        self.values[variable as usize]
    }

    /// The number of open members of an equation, and the number of these that must be true.
    pub(super) fn rest(&self, equation: usize) -> (u32, u32) {
        (self.open[equation], self.needed[equation])
    }

    /// The members of an equation without a value.
    pub(super) fn open_members<'k>(
        &'k self,
        system: &'k System,
        equation: usize,
    ) -> impl Iterator<Item = Variable> {
        let members = system.members(equation).iter().copied();
        members.filter(|&variable| self.value(variable).is_none())
    }

    /// Sets the value of a variable.
    pub fn assign(
        &mut self,
        system: &System,
        variable: Variable,
        value: bool,
    ) -> Result<(), Contradiction> {
        match self.values[variable as usize] {
            Some(known) if known == value => return Ok(()),
            Some(_) => return Err(Contradiction),
            None => self.values[variable as usize] = Some(value),
        }
        for &equation in system.occurrences(variable) {
            let at = equation as usize;
            self.open[at] -= 1;
            self.needed[at] = self.needed[at].checked_sub(u32::from(value)).ok_or(Contradiction)?;
            if self.needed[at] > self.open[at] {
                return Err(Contradiction);
            }
            if !self.is_queued[at] {
                self.is_queued[at] = true;
                self.queue.push(equation);
            }
        }
        Ok(())
    }

    /// Propagates to a fixpoint, or until `stop` returns true.
    pub fn propagate(
        &mut self,
        system: &System,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Contradiction> {
        const VISITS_PER_STOP_CHECK: usize = 1 << 12;
        // This is found even if there is no time for anything else.
        if system.is_impossible {
            return Err(Contradiction);
        }
        let mut pair = Pair::default();
        let mut visits = 0;
        while let Some(equation) = self.queue.pop() {
            let at = equation as usize;
            if visits % VISITS_PER_STOP_CHECK == 0 && stop() {
                self.queue.push(equation);
                return Ok(());
            }
            visits += 1;
            self.is_queued[at] = false;
            let (open, needed) = self.rest(at);
            if open == 0 {
                continue;
            }
            if needed == 0 || needed == open {
                pair.found.extend(self.open_members(system, at).map(|it| (it, needed > 0)));
            } else {
                pair.compare_with_neighbours(system, self, equation)?;
                // The remaining neighbours are compared at the next visit.
                if !pair.found.is_empty() && !self.is_queued[at] {
                    self.is_queued[at] = true;
                    self.queue.push(equation);
                }
            }
            for (variable, value) in pair.found.drain(..) {
                self.assign(system, variable, value)?;
            }
        }
        Ok(())
    }
}

/// Two equations that share variables; the vectors are buffers that are reused.
#[derive(Default)]
struct Pair {
    here: Vec<Variable>,
    neighbours: Vec<u32>,
    only_here: Vec<Variable>,
    only_there: Vec<Variable>,
    common: Vec<Variable>,
    found: Vec<(Variable, bool)>,
}

impl Pair {
    /// Compares an equation with each one that shares an open variable, until something is found.
    fn compare_with_neighbours(
        &mut self,
        system: &System,
        known: &PartialSolution,
        equation: u32,
    ) -> Result<(), Contradiction> {
        self.here.clear();
        self.here.extend(known.open_members(system, equation as usize));
        self.neighbours.clear();
        let around = self.here.iter().flat_map(|&it| system.occurrences(it).iter().copied());
        self.neighbours.extend(around.filter(|&it| it != equation));
        self.neighbours.sort_unstable();
        self.neighbours.dedup();
        for index in 0..self.neighbours.len() {
            let other = self.neighbours[index] as usize;
            self.split(system, known, other);
            self.compare(known.rest(equation as usize).1, known.rest(other).1)?;
            if !self.found.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Splits the open members into those of both equations and those of one.
    fn split(&mut self, system: &System, known: &PartialSolution, other: usize) {
        self.only_here.clear();
        self.only_there.clear();
        self.common.clear();
        let mut here = self.here.iter().copied().peekable();
        for there in known.open_members(system, other) {
            while let Some(variable) = here.next_if(|&it| it < there) {
                self.only_here.push(variable);
            }
            let is_common = here.next_if_eq(&there).is_some();
            if is_common { &mut self.common } else { &mut self.only_there }.push(there);
        }
        self.only_here.extend(here);
    }

    /// Bounds the number of true common variables, and from that the number of true other ones.
    fn compare(&mut self, here: u32, there: u32) -> Result<(), Contradiction> {
        let sizes = [&self.only_here, &self.only_there, &self.common].map(|it| it.len() as u32);
        let [first, second, common] = sizes;
        let least = here.saturating_sub(first).max(there.saturating_sub(second));
        let most = common.min(here).min(there);
        if least > most {
            return Err(Contradiction);
        }
        let found = &mut self.found;
        let mut fix = |variables: &[Variable], least: u32, most: u32| {
            if most == 0 || least == variables.len() as u32 {
                found.extend(variables.iter().map(|&it| (it, most > 0)));
            }
        };
        fix(&self.common, least, most);
        fix(&self.only_here, here - most, here - least);
        fix(&self.only_there, there - most, there - least);
        Ok(())
    }
}
