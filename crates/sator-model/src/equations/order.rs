//! The order in which a frontier passes the groups of a component: a greedy heuristic of ours that
//! keeps the estimated number of states small.

use super::component::Component;

/// States per group below which no better order is sought.
const FEW: f64 = 64.0;

/// The number of orders to try for each policy.
const TRIES: usize = 3;

/// The rule for the next group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Policy {
    /// The best group of any equation on the frontier.
    Any,
    /// The best group of the equation that entered the frontier first.
    Oldest,
    /// The group with the lowest variable: variables are often numbered row by row.
    Numbered,
}

/// The best order found in which at most `most_open` equations are on the frontier at a time.
pub(super) fn best(component: &Component, most_open: usize) -> Option<Vec<usize>> {
    let few_equations = |&group: &usize| component.groups[group].equations.len();
    let first = (0..component.groups.len()).min_by_key(few_equations)?;
    let mut best: Option<Order<'_>> = None;
    for policy in [Policy::Any, Policy::Numbered, Policy::Oldest] {
        let mut start = first;
        for _ in 0..TRIES {
            if best.as_ref().is_some_and(|best| best.states < FEW * best.groups.len() as f64) {
                break;
            }
            let order = match policy {
                Policy::Numbered => Order::numbered(component, most_open),
                Policy::Any | Policy::Oldest => Order::from(component, start, policy, most_open),
            };
            let Some(order) = order else { break };
            // The far end of an order is a good start of the next.
            start = order.groups[order.groups.len() - 1];
            if best.as_ref().is_none_or(|best| order.states < best.states) {
                best = Some(order);
            }
        }
    }
    best.map(|order| order.groups)
}

/// An order of some of the groups.
struct Order<'c> {
    component: &'c Component,
    groups: Vec<usize>,
    is_done: Vec<bool>,
    /// The number of variables of each equation in later groups.
    later: Vec<u32>,
    /// The equations on the frontier, the oldest first.
    open: Vec<u32>,
    /// An upper bound on the number of states, over all places.
    states: f64,
}

impl<'c> Order<'c> {
    fn new(component: &'c Component) -> Self {
        let groups = component.groups.len();
        Self {
            component,
            groups: Vec::with_capacity(groups),
            is_done: vec![false; groups],
            later: component.equations.iter().map(|equation| equation.open).collect(),
            open: Vec::new(),
            states: 0.0,
        }
    }

    fn numbered(component: &'c Component, most_open: usize) -> Option<Self> {
        let mut groups: Vec<usize> = (0..component.groups.len()).collect();
        groups.sort_unstable_by_key(|&group| component.groups[group].variables[0]);
        let mut order = Self::new(component);
        for group in groups {
            order.take(group);
            if order.open.len() > most_open {
                return None;
            }
        }
        Some(order)
    }

    fn from(
        component: &'c Component,
        start: usize,
        policy: Policy,
        most_open: usize,
    ) -> Option<Self> {
        let mut order = Self::new(component);
        order.take(start);
        while order.groups.len() < component.groups.len() {
            let next = order.next(policy)?;
            order.take(next);
            if order.open.len() > most_open {
                return None;
            }
        }
        Some(order)
    }

    fn take(&mut self, group: usize) {
        self.is_done[group] = true;
        self.groups.push(group);
        let size = self.component.groups[group].variables.len() as u32;
        for &equation in &self.component.groups[group].equations {
            let at = equation as usize;
            if self.later[at] == self.component.equations[at].open {
                self.open.push(equation);
            }
            self.later[at] -= size;
        }
        self.open.retain(|&equation| self.later[equation as usize] > 0);
        let states = self.open.iter().map(|&it| self.remainders(it, self.later[it as usize]));
        self.states += states.product::<f64>();
    }

    /// The number of possible rests of an equation when so many of its variables come later.
    fn remainders(&self, equation: u32, later: u32) -> f64 {
        let equation = &self.component.equations[equation as usize];
        let least = equation.needed.saturating_sub(equation.open - later);
        f64::from(equation.needed.min(later).saturating_sub(least) + 1)
    }

    /// The next group by a policy: the one with the smallest growth.
    fn next(&self, policy: Policy) -> Option<usize> {
        let mut best = None;
        let open = if policy == Policy::Oldest { self.open.get(..1)? } else { &self.open[..] };
        for &equation in open {
            for &group in &self.component.equations[equation as usize].groups {
                let group = group as usize;
                if self.is_done[group] {
                    continue;
                }
                let growth = self.growth(group);
                if best.is_none_or(|(least, _)| growth < least) {
                    best = Some((growth, group));
                }
            }
        }
        best.map(|(_, group)| group)
    }

    /// The factor by which a group changes the number of states.
    fn growth(&self, group: usize) -> f64 {
        let size = self.component.groups[group].variables.len() as u32;
        let factor = |&equation: &u32| {
            let later = self.later[equation as usize];
            self.remainders(equation, later - size) / self.remainders(equation, later)
        };
        self.component.groups[group].equations.iter().map(factor).product()
    }
}
