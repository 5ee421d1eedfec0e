//! Constraints beside a network and its sums: counts that are not laid out, and splits. Each is
//! looked at from the beginning whenever one of its literals becomes known.

use std::ops::Range;
use std::sync::Arc;

use crate::propagate::{Contradiction, Knowledge, Network};
use sator_sat::Lit;
use sator_sat::constraint::{Constraint, Count};

/// Constraints at work.
#[derive(Debug, Clone)]
pub(in crate::search) struct Sides {
    layout: Arc<Layout>,
    /// A bit for each that has news, and how much of what is known they have been told.
    waiting: Vec<u64>,
    told: usize,
}

#[derive(Debug, Default)]
struct Layout {
    sides: Vec<Side>,
    lits: Vec<Lit>,
    /// The constraints that name each variable, and where those of each variable begin.
    users: Vec<u32>,
    begins: Vec<u32>,
}

#[derive(Debug, Clone)]
enum Side {
    Count { lits: Range<usize>, least: usize, most: usize },
    Split { first: Range<usize>, others: Range<usize> },
}

impl Sides {
    /// Lays out the counts and splits among some constraints, without those that the network says
    /// already.
    pub(in crate::search) fn new<'c>(
        network: &Network,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) -> Self {
        let mut layout = Layout::default();
        for constraint in constraints {
            layout.add(network, constraint);
        }
        layout.index(network.variables());
        let waiting = vec![u64::MAX; layout.sides.len().div_ceil(64)];
        Self { layout: Arc::new(layout), waiting, told: 0 }
    }

    /// Takes what follows until nothing more does; says whether anything did.
    pub(in crate::search) fn settle(
        &mut self,
        network: &Network,
        known: &mut Knowledge,
    ) -> Result<bool, Contradiction> {
        let before = known.facts().len();
        if self.layout.sides.is_empty() {
            return Ok(false);
        }
        loop {
            self.hear(known);
            let Some(word) = self.waiting.iter().position(|&word| word != 0) else { break };
            let index = word * 64 + self.waiting[word].trailing_zeros() as usize;
            self.waiting[word] &= self.waiting[word] - 1;
            if let Some(side) = self.layout.sides.get(index) {
                self.layout.conclude(side, known)?;
                known.follow_up(network)?;
            }
        }
        Ok(known.facts().len() > before)
    }

    fn hear(&mut self, known: &Knowledge) {
        let Layout { users, begins, .. } = &*self.layout;
        for fact in &known.facts()[self.told..] {
            let of_fact = begins[fact.vidx()] as usize..begins[fact.vidx() + 1] as usize;
            for &user in &users[of_fact] {
                self.waiting[user as usize / 64] |= 1 << (user % 64);
            }
        }
        self.told = known.facts().len();
    }

    /// Forgets what was heard since only this was known, when all was settled.
    pub(in crate::search) fn restore(&mut self, known: &Knowledge) {
        self.waiting.fill(0);
        self.told = known.facts().len();
    }
}

impl Layout {
    fn add(&mut self, network: &Network, constraint: &Constraint) {
        if let Some(Count { lits, least, most }) = constraint.count() {
            // Facts are known before, but cost nothing here either.
            let lits = self.take(lits);
            self.sides.push(Side::Count { lits, least, most });
        }
        if let Constraint::Split { first, others } = constraint
            && !is_said(network, first, others)
        {
            let (first, others) = (self.take(first), self.take(others));
            self.sides.push(Side::Split { first, others });
        }
    }

    fn take(&mut self, lits: &[Lit]) -> Range<usize> {
        let before = self.lits.len();
        self.lits.extend_from_slice(lits);
        before..self.lits.len()
    }

    fn index(&mut self, variables: u32) {
        if self.sides.is_empty() {
            return;
        }
        self.begins = vec![0; variables as usize + 1];
        for lit in &self.lits {
            self.begins[lit.vidx() + 1] += 1;
        }
        for index in 1..self.begins.len() {
            self.begins[index] += self.begins[index - 1];
        }
        let mut next = self.begins.clone();
        self.users = vec![0; self.lits.len()];
        for (number, side) in (0..).zip(&self.sides) {
            let lits = match side {
                Side::Count { lits, .. } => lits.clone(),
                Side::Split { first, others } => first.start..others.end,
            };
            for lit in &self.lits[lits] {
                let slot = &mut next[lit.vidx()];
                self.users[*slot as usize] = number;
                *slot += 1;
            }
        }
    }

    fn conclude(&self, side: &Side, known: &mut Knowledge) -> Result<(), Contradiction> {
        match side {
            Side::Count { lits, least, most } => {
                count(&self.lits[lits.clone()], *least, *most, known)
            }
            Side::Split { first, others } => {
                split(&self.lits[first.clone()], &self.lits[others.clone()], known)
            }
        }
    }
}

/// Whether exactly one of some literals is true, and a group of the network says so.
fn is_said(network: &Network, first: &[Lit], others: &[Lit]) -> bool {
    let Some(lit) = first.first().or(others.first()) else { return false };
    let is_it = |group: usize| {
        let lits = network.literals(group);
        network.is_exactly_one(group)
            && lits.len() == first.len() + others.len()
            && first.iter().chain(others).all(|lit| lits.contains(lit))
            && lits.iter().all(|lit| first.contains(lit) != others.contains(lit))
    };
    network.occurrences(*lit).iter().any(|&group| is_it(group as usize))
}

fn count(
    lits: &[Lit],
    least: usize,
    most: usize,
    known: &mut Knowledge,
) -> Result<(), Contradiction> {
    let truths = lits.iter().filter(|&&lit| known.value(lit) == Some(true)).count();
    let open = lits.iter().filter(|&&lit| known.value(lit).is_none()).count();
    if truths > most || truths + open < least {
        return Err(Contradiction);
    }
    if open == 0 || truths < most && truths + open > least {
        return Ok(());
    }
    note_open(lits, truths < most, known)
}

fn split(first: &[Lit], others: &[Lit], known: &mut Knowledge) -> Result<(), Contradiction> {
    let is_true =
        |lits: &[Lit], known: &Knowledge| lits.iter().any(|&lit| known.value(lit) == Some(true));
    match (is_true(first, known), is_true(others, known)) {
        (true, true) => Err(Contradiction),
        (true, false) => note_open(others, false, known),
        (false, true) => note_open(first, false, known),
        (false, false) => {
            // One open literal on one side, and none on the other, must be true. As a literal may
            // be named twice, literals are compared and not counted.
            let mut open = first.iter().chain(others).filter(|&&lit| known.value(lit).is_none());
            let Some(&lit) = open.next() else { return Err(Contradiction) };
            if open.all(|&other| other == lit) { known.note(lit) } else { Ok(()) }
        }
    }
}

/// Notes that all open literals are true, or that all are false.
fn note_open(lits: &[Lit], value: bool, known: &mut Knowledge) -> Result<(), Contradiction> {
    for &lit in lits {
        if known.value(lit).is_none() {
            known.note(if value { lit } else { !lit })?;
        }
    }
    Ok(())
}
