//! What follows from one equation or from two that overlap, without counting.

use super::{Contradiction, System, Variable};

/// What is known of the variables of a system, and what is left of its equations.
///
/// [`crate::propagate::Network`] does the same for one constraint at a time over literals; equations
/// with a million variables want their members side by side, and looks at two of them at once.
#[derive(Debug, Clone)]
pub struct Knowledge {
    values: Vec<Option<bool>>,
    /// How many members of each equation are open.
    open: Vec<u32>,
    /// How many of these are true.
    needed: Vec<u32>,
    /// Equations to look at again.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
}

impl Knowledge {
    /// Nothing is known of any variable.
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

    /// What is known of a variable.
    pub fn value(&self, variable: Variable) -> Option<bool> {
        self.values[variable as usize]
    }

    /// How many members of an equation are open, and how many of these are true.
    pub(super) fn rest(&self, equation: usize) -> (u32, u32) {
        (self.open[equation], self.needed[equation])
    }

    /// The members of an equation that are open.
    pub(super) fn open_members<'k>(
        &'k self,
        system: &'k System,
        equation: usize,
    ) -> impl Iterator<Item = Variable> {
        let members = system.members(equation).iter().copied();
        members.filter(|&variable| self.value(variable).is_none())
    }

    /// Learns that a variable is true, or that it is false.
    pub fn learn(
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

    /// Finds what follows, until nothing more does or `stop` says so.
    pub fn settle(
        &mut self,
        system: &System,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Contradiction> {
        const LOOKS: usize = 1 << 12;
        // That must not wait for its turn: there may be no time for it.
        if system.is_impossible {
            return Err(Contradiction);
        }
        let mut pair = Pair::default();
        let mut looks = 0;
        while let Some(equation) = self.queue.pop() {
            let at = equation as usize;
            if looks % LOOKS == 0 && stop() {
                self.queue.push(equation);
                return Ok(());
            }
            looks += 1;
            self.is_queued[at] = false;
            let (open, needed) = self.rest(at);
            if open == 0 {
                continue;
            }
            if needed == 0 || needed == open {
                pair.found.extend(self.open_members(system, at).map(|it| (it, needed > 0)));
            } else {
                pair.compare_with_neighbours(system, self, equation)?;
                // The neighbours after the one that brought something wait for the next time.
                if !pair.found.is_empty() && !self.is_queued[at] {
                    self.is_queued[at] = true;
                    self.queue.push(equation);
                }
            }
            for (variable, value) in pair.found.drain(..) {
                self.learn(system, variable, value)?;
            }
        }
        Ok(())
    }
}

/// Two equations that share variables, with room that is used again.
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
    /// Finds what follows from an equation together with each one that shares an open variable.
    fn compare_with_neighbours(
        &mut self,
        system: &System,
        known: &Knowledge,
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
            self.part(system, known, other);
            self.compare(known.rest(equation as usize).1, known.rest(other).1)?;
            if !self.found.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Tells what both have from what only one has.
    fn part(&mut self, system: &System, known: &Knowledge, other: usize) {
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

    /// How many of the common variables can be true, and so how many of the others.
    fn compare(&mut self, here: u32, there: u32) -> Result<(), Contradiction> {
        let sizes = [&self.only_here, &self.only_there, &self.common].map(|it| it.len() as u32);
        let [first, second, common] = sizes;
        let least = here.saturating_sub(first).max(there.saturating_sub(second));
        let most = common.min(here).min(there);
        if least > most {
            return Err(Contradiction);
        }
        let found = &mut self.found;
        let mut settle = |variables: &[Variable], least: u32, most: u32| {
            if most == 0 || least == variables.len() as u32 {
                found.extend(variables.iter().map(|&it| (it, most > 0)));
            }
        };
        settle(&self.common, least, most);
        settle(&self.only_here, here - most, here - least);
        settle(&self.only_there, there - most, there - least);
        Ok(())
    }
}
