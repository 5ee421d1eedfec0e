//! Into what the open variables fall, and what is left of the constraints that hold them together.

use crate::propagate::{Contradiction, Knowledge, Network};
use sator_sat::Lit;
use sator_sat::constraint::{Constraint, Count};

/// Variables that belong together, and the constraints that may say something about them. All of
/// them ascend.
#[derive(Debug, Default)]
pub(super) struct Component {
    pub(super) variables: Vec<u32>,
    /// Groups of the network.
    pub(super) groups: Vec<u32>,
    /// Constraints beside it.
    others: Vec<u32>,
}

/// What a component has fallen into.
pub(super) struct Fallen {
    pub(super) components: Vec<Component>,
    /// How many open variables nothing speaks of any more.
    pub(super) free: usize,
}

/// Finds components.
pub(super) struct Finder {
    whole: Component,
    others: Vec<Other>,
    /// On the way to the variable that stands for all that belong to each; it stands for itself.
    leaders: Vec<u32>,
    /// The component of each variable that stands for others.
    places: Vec<u32>,
}

/// The variable has no component yet.
const NOWHERE: u32 = u32::MAX;

/// A constraint beside the network.
enum Other {
    /// The weights of the literals that are true add up to something within bounds.
    Between {
        terms: Vec<(i64, Lit)>,
        least: i128,
        most: i128,
    },
    Split {
        first: Vec<Lit>,
        others: Vec<Lit>,
    },
}

/// What is left of a constraint.
enum Rest {
    /// It holds, whatever the open variables are.
    Kept,
    /// It holds never.
    Violation,
    /// It depends on them, and beside them on this alone.
    Open(i128),
}

impl Other {
    fn of(constraint: &Constraint) -> Self {
        match constraint {
            Constraint::Split { first, others } => {
                Self::Split { first: first.clone(), others: others.clone() }
            }
            Constraint::Sum(sum) => {
                let total = i128::from(sum.total);
                Self::Between { terms: sum.terms().collect(), least: total, most: total }
            }
            counting => {
                let empty = Count { lits: &[], least: 0, most: 0 };
                let Count { lits, least, most } = counting.count().unwrap_or(empty);
                let terms = lits.iter().map(|&lit| (1, lit)).collect();
                Self::Between { terms, least: least as i128, most: most as i128 }
            }
        }
    }

    fn lits(&self) -> impl Iterator<Item = Lit> {
        let (terms, first, others) = match self {
            Self::Between { terms, .. } => (&terms[..], &[][..], &[][..]),
            Self::Split { first, others } => (&[][..], &first[..], &others[..]),
        };
        terms.iter().map(|&(_, lit)| lit).chain(first.iter().chain(others).copied())
    }

    fn rest(&self, known: &Knowledge) -> Rest {
        match self {
            Self::Between { terms, least, most } => rest_of_sum(terms, *least, *most, known),
            Self::Split { first, others } => rest_of_split(first, others, known),
        }
    }
}

fn rest_of_sum(terms: &[(i64, Lit)], least: i128, most: i128, known: &Knowledge) -> Rest {
    let (mut truths, mut low, mut high) = (0, 0, 0);
    let mut is_known = true;
    for &(weight, lit) in terms {
        let weight = i128::from(weight);
        match known.value(lit) {
            Some(true) => truths += weight,
            Some(false) => {}
            None => {
                is_known = false;
                low += weight.min(0);
                high += weight.max(0);
            }
        }
    }
    let (low, high) = (truths + low, truths + high);
    if high < least || low > most {
        return Rest::Violation;
    }
    // Of a sum, more may be concluded than its terms say, until nothing is open.
    let may_be_loose = is_known || least < most;
    if may_be_loose && low >= least && high <= most { Rest::Kept } else { Rest::Open(truths) }
}

fn rest_of_split(first: &[Lit], others: &[Lit], known: &Knowledge) -> Rest {
    let has = |lits: &[Lit], value| lits.iter().any(|&lit| known.value(lit) == value);
    let [is_first, is_other] = [first, others].map(|lits| has(lits, Some(true)));
    let [first_open, others_open] = [first, others].map(|lits| has(lits, None));
    match (is_first, is_other) {
        (false, false) if first_open || others_open => Rest::Open(0),
        (true, true) | (false, false) => Rest::Violation,
        (true, false) if others_open => Rest::Open(1),
        (false, true) if first_open => Rest::Open(2),
        _ => Rest::Kept,
    }
}

impl Finder {
    pub(super) fn new<'c>(network: &Network, others: impl Iterator<Item = &'c Constraint>) -> Self {
        let others: Vec<_> = others.map(Other::of).collect();
        let variables = network.variables();
        let whole = Component {
            variables: (0..variables).collect(),
            groups: (0..network.groups() as u32).collect(),
            others: (0..others.len() as u32).collect(),
        };
        let places = vec![NOWHERE; variables as usize];
        Self { whole, others, leaders: (0..variables).collect(), places }
    }

    /// All there is, at first.
    pub(super) fn whole(&mut self) -> Component {
        std::mem::take(&mut self.whole)
    }

    /// How many literals the constraints beside the network name.
    pub(super) fn terms(&self) -> usize {
        self.others.iter().map(|other| other.lits().count()).sum()
    }

    /// Finds into what a component has fallen. All that could be concluded is known.
    pub(super) fn fall_apart(
        &mut self,
        component: &Component,
        network: &Network,
        known: &Knowledge,
    ) -> Result<Fallen, Contradiction> {
        for &variable in &component.variables {
            self.leaders[variable as usize] = variable;
            self.places[variable as usize] = NOWHERE;
        }
        let is_open = |&lit: &Lit| known.value(lit).is_none();
        let mut groups = Vec::new();
        for &group in &component.groups {
            let demand = known.demand(network, group as usize);
            if demand.least > 0 || demand.most < demand.open {
                let lits = network.literals(group as usize).iter().copied().filter(is_open);
                groups.extend(self.join(lits).map(|variable| (group, variable)));
            }
        }
        let mut others = Vec::new();
        for &number in &component.others {
            let other = &self.others[number as usize];
            match other.rest(known) {
                Rest::Kept => {}
                Rest::Violation => return Err(Contradiction),
                Rest::Open(_) => {
                    let lits: Vec<_> = other.lits().filter(is_open).collect();
                    others.extend(self.join(lits.into_iter()).map(|variable| (number, variable)));
                }
            }
        }
        let open = component.variables.iter().copied();
        let open = open.filter(|&it| is_open(&Lit::positive(it)));
        Ok(self.collect(open, &groups, &others))
    }

    /// Puts the variables of some literals together; one of them stands for the constraint.
    fn join(&mut self, mut lits: impl Iterator<Item = Lit>) -> Option<u32> {
        let first = lits.next()?.vidx32();
        let mut leader = self.leader(first);
        for lit in lits {
            let other = self.leader(lit.vidx32());
            let (lower, higher) = (leader.min(other), leader.max(other));
            self.leaders[higher as usize] = lower;
            leader = lower;
        }
        Some(first)
    }

    fn leader(&mut self, variable: u32) -> u32 {
        let mut variable = variable as usize;
        while self.leaders[variable] as usize != variable {
            let next = self.leaders[variable] as usize;
            self.leaders[variable] = self.leaders[next];
            variable = next;
        }
        variable as u32
    }

    /// Sorts what is open into components. Variables that no constraint speaks of are free.
    fn collect(
        &mut self,
        open: impl Iterator<Item = u32>,
        groups: &[(u32, u32)],
        others: &[(u32, u32)],
    ) -> Fallen {
        let mut components = Vec::new();
        for &(group, variable) in groups {
            self.component_of(variable, &mut components).groups.push(group);
        }
        for &(other, variable) in others {
            self.component_of(variable, &mut components).others.push(other);
        }
        let mut free = 0;
        for variable in open {
            let leader = self.leader(variable);
            match self.places[leader as usize] {
                NOWHERE => free += 1,
                place => components[place as usize].variables.push(variable),
            }
        }
        Fallen { components, free }
    }

    /// The component that a variable is in, which is new if it has none.
    fn component_of<'a>(
        &mut self,
        variable: u32,
        components: &'a mut Vec<Component>,
    ) -> &'a mut Component {
        let leader = self.leader(variable) as usize;
        if self.places[leader] == NOWHERE {
            self.places[leader] = components.len() as u32;
            components.push(Component::default());
        }
        &mut components[self.places[leader] as usize]
    }

    /// All that decides how many solutions a component has: its open variables, and what is left of
    /// its constraints. Which of their literals are open is said by the variables.
    pub(super) fn key(
        &self,
        component: &Component,
        network: &Network,
        known: &Knowledge,
    ) -> Box<[u32]> {
        let Component { variables, groups, others } = component;
        let mut key = Vec::with_capacity(2 + variables.len() + 3 * groups.len() + 5 * others.len());
        key.extend([variables.len() as u32, groups.len() as u32]);
        key.extend(variables);
        for &group in groups {
            let demand = known.demand(network, group as usize);
            key.extend([group, demand.least, demand.most]);
        }
        for &number in others {
            key.push(number);
            // As many weights as there are variables add up to less than three words can hold.
            if let Rest::Open(rest) = self.others[number as usize].rest(known) {
                key.extend([rest as u32, (rest >> 32) as u32, (rest >> 64) as u32]);
            }
        }
        key.into_boxed_slice()
    }
}
