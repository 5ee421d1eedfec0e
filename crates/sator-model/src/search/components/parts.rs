//! The components that the open variables fall into, and what is left of their constraints.

use sator_sat::Lit;
use sator_sat::constraint::Count;

use crate::constraint::form::Owned;
use crate::constraint::{Accept, Form};
use crate::propagate::{Contradiction, Network, OtherParts, Trail};

/// Connected variables, and the constraints that may restrict them. All lists ascend.
#[derive(Debug, Default)]
pub(super) struct Component {
    pub(super) variables: Vec<u32>,
    /// Groups of the network.
    pub(super) groups: Vec<u32>,
    /// Parts beside it.
    others: Vec<u32>,
}

/// The components that a component splits into.
pub(super) struct Fallen {
    pub(super) components: Vec<Component>,
    /// The number of open variables without constraints.
    pub(super) free: usize,
}

/// Finds components.
pub(super) struct Finder {
    whole: Component,
    others: Vec<Other>,
    /// Union-find parents of the variables.
    parents: Vec<u32>,
    /// The component of each variable that is a root.
    places: Vec<u32>,
}

/// Marks a variable without a component.
const NOWHERE: u32 = u32::MAX;

/// A part beside the network.
struct Other {
    guards: Vec<Lit>,
    lits: Vec<Lit>,
    body: Body,
}

enum Body {
    /// The weights of the true literals add up to a number within bounds.
    Between {
        terms: Vec<(i64, Lit)>,
        least: i128,
        most: i128,
    },
    Any(Owned),
}

/// The open rest of a part.
enum Rest {
    /// It holds, whatever the open variables are.
    Satisfied,
    /// It holds never.
    Violated,
    /// It depends on the open variables, and beside them on these words alone.
    Open(Vec<u32>),
}

impl Other {
    fn new(guards: &[Lit], form: &Form<'_>) -> Self {
        let body = match form {
            Form::Sum(sum) => {
                let total = i128::from(sum.total);
                Body::Between { terms: sum.terms().collect(), least: total, most: total }
            }
            Form::Group(Count { lits, least, most }) => Body::Between {
                terms: lits.iter().map(|&lit| (1, lit)).collect(),
                least: *least as i128,
                most: *most as i128,
            },
            Form::Weighted(sum) => match sum.accept {
                Accept::Equal(total) => between(sum.terms(), total.into(), total.into()),
                Accept::AtMost(total) => between(sum.terms(), i128::MIN, total.into()),
                Accept::AtLeast(total) => between(sum.terms(), total.into(), i128::MAX),
                Accept::NotEqual(_) => Body::Any(form.clone().into_owned()),
            },
            Form::Tuples(_) | Form::Layers(_) => Body::Any(form.clone().into_owned()),
        };
        let lits = form.lits().into_iter().chain(guards.iter().copied()).collect();
        Self { guards: guards.to_vec(), lits, body }
    }

    fn rest(&self, trail: &Trail) -> Rest {
        if self.guards.iter().any(|&guard| trail.value(guard) == Some(false)) {
            return Rest::Satisfied;
        }
        let is_open = |&lit: &Lit| trail.value(lit).is_none();
        match &self.body {
            Body::Between { terms, least, most } if self.guards.is_empty() => {
                rest_of_sum(terms, *least, *most, trail)
            }
            _ if self.lits.iter().any(is_open) => {
                let truths = self.lits.iter().filter(|&&lit| trail.value(lit) == Some(true));
                Rest::Open(truths.map(|lit| lit.lidx() as u32).collect())
            }
            Body::Between { terms, least, most } => rest_of_sum(terms, *least, *most, trail),
            Body::Any(form) => {
                let holds = form.with(|form| form.holds(&|lit| trail.value(lit) == Some(true)));
                if holds { Rest::Satisfied } else { Rest::Violated }
            }
        }
    }
}

fn between(terms: impl Iterator<Item = (i64, Lit)>, least: i128, most: i128) -> Body {
    Body::Between { terms: terms.collect(), least, most }
}

fn rest_of_sum(terms: &[(i64, Lit)], least: i128, most: i128, trail: &Trail) -> Rest {
    let (mut truths, mut low, mut high) = (0, 0, 0);
    let mut is_known = true;
    for &(weight, lit) in terms {
        let weight = i128::from(weight);
        match trail.value(lit) {
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
        return Rest::Violated;
    }
    // More may follow from an equation than its terms say, until nothing is open.
    let may_be_satisfied = is_known || least < most;
    if may_be_satisfied && low >= least && high <= most {
        return Rest::Satisfied;
    }
    // As many weights as there are variables add up to less than three words can hold.
    Rest::Open(vec![truths as u32, (truths >> 32) as u32, (truths >> 64) as u32])
}

impl Finder {
    pub(super) fn new(network: &Network, parts: &[&OtherParts]) -> Self {
        let mut others = Vec::new();
        for part in parts {
            part.each(|guards, form| others.push(Other::new(guards, form)));
        }
        let variables = network.variables();
        let whole = Component {
            variables: (0..variables).collect(),
            groups: (0..network.groups() as u32).collect(),
            others: (0..others.len() as u32).collect(),
        };
        let places = vec![NOWHERE; variables as usize];
        Self { whole, others, parents: (0..variables).collect(), places }
    }

    /// The whole model.
    pub(super) fn whole(&mut self) -> Component {
        std::mem::take(&mut self.whole)
    }

    /// The number of literals of the parts beside the network.
    pub(super) fn terms(&self) -> usize {
        self.others.iter().map(|other| other.lits.len()).sum()
    }

    /// Finds the components of a component. The trail is at a fixpoint.
    pub(super) fn fall_apart(
        &mut self,
        component: &Component,
        network: &Network,
        trail: &Trail,
    ) -> Result<Fallen, Contradiction> {
        for &variable in &component.variables {
            self.parents[variable as usize] = variable;
            self.places[variable as usize] = NOWHERE;
        }
        let is_open = |&lit: &Lit| trail.value(lit).is_none();
        let mut groups = Vec::new();
        for &group in &component.groups {
            if !trail.residual(network, group as usize).is_satisfied() {
                let lits = network.literals(group as usize).iter().copied().filter(is_open);
                groups.extend(self.join(lits).map(|variable| (group, variable)));
            }
        }
        let mut others = Vec::new();
        for &number in &component.others {
            let other = &self.others[number as usize];
            match other.rest(trail) {
                Rest::Satisfied => {}
                Rest::Violated => return Err(Contradiction),
                Rest::Open(_) => {
                    let lits: Vec<_> = other.lits.iter().copied().filter(is_open).collect();
                    others.extend(self.join(lits.into_iter()).map(|variable| (number, variable)));
                }
            }
        }
        let open = component.variables.iter().copied();
        let open = open.filter(|&it| is_open(&Lit::positive(it)));
        Ok(self.collect(open, &groups, &others))
    }

    /// Joins the variables of some literals; returns one of them.
    fn join(&mut self, mut lits: impl Iterator<Item = Lit>) -> Option<u32> {
        let first = lits.next()?.vidx32();
        let mut root = self.root(first);
        for lit in lits {
            let other = self.root(lit.vidx32());
            let (lower, higher) = (root.min(other), root.max(other));
            self.parents[higher as usize] = lower;
            root = lower;
        }
        Some(first)
    }

    fn root(&mut self, variable: u32) -> u32 {
        let mut variable = variable as usize;
        while self.parents[variable] as usize != variable {
            let next = self.parents[variable] as usize;
            self.parents[variable] = self.parents[next];
            variable = next;
        }
        variable as u32
    }

    /// Sorts open variables and constraints into components.
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
            let root = self.root(variable);
            match self.places[root as usize] {
                NOWHERE => free += 1,
                place => components[place as usize].variables.push(variable),
            }
        }
        Fallen { components, free }
    }

    /// The component of a variable, which is new if it has none.
    fn component_of<'a>(
        &mut self,
        variable: u32,
        components: &'a mut Vec<Component>,
    ) -> &'a mut Component {
        let root = self.root(variable) as usize;
        if self.places[root] == NOWHERE {
            self.places[root] = components.len() as u32;
            components.push(Component::default());
        }
        &mut components[self.places[root] as usize]
    }

    /// Everything that decides the number of solutions of a component: its open variables, and what
    /// is left of its constraints. Which of their literals are open follows from the variables.
    pub(super) fn key(
        &self,
        component: &Component,
        network: &Network,
        trail: &Trail,
    ) -> Box<[u32]> {
        let Component { variables, groups, others } = component;
        let mut key = Vec::with_capacity(2 + variables.len() + 3 * groups.len() + 5 * others.len());
        key.extend([variables.len() as u32, groups.len() as u32]);
        key.extend(variables);
        for &group in groups {
            let residual = trail.residual(network, group as usize);
            key.extend([group, residual.least, residual.most]);
        }
        for &number in others {
            key.push(number);
            if let Rest::Open(words) = self.others[number as usize].rest(trail) {
                key.push(words.len() as u32);
                key.extend(words);
            }
        }
        key.into_boxed_slice()
    }
}
