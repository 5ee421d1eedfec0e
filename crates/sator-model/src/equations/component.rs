//! The parts of a system that do not depend on each other.

use super::{Knowledge, System, Variable};

/// Open variables that equations connect, and what is left of these equations.
#[derive(Debug, Clone, Default)]
pub(super) struct Component {
    pub(super) groups: Vec<Group>,
    pub(super) equations: Vec<Equation>,
    /// How many variables there are.
    pub(super) size: usize,
}

/// Variables that are in the same equations: only how many of them are true matters.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) variables: Vec<Variable>,
    /// The equations of the component, by their places.
    pub(super) equations: Vec<u32>,
}

/// What is left of an equation.
#[derive(Debug, Clone)]
pub(super) struct Equation {
    /// The groups of the component, by their places.
    pub(super) groups: Vec<u32>,
    /// How many variables of these are true.
    pub(super) needed: u32,
    /// How many variables these are.
    pub(super) open: u32,
}

/// Cuts what is open into its components.
pub(super) fn components(system: &System, known: &Knowledge) -> Vec<Component> {
    components_of(system, known, 0..system.variables() as Variable)
}

/// The components of some variables. Those of no equation are in none.
pub(super) fn components_of(
    system: &System,
    known: &Knowledge,
    variables: impl IntoIterator<Item = Variable>,
) -> Vec<Component> {
    let mut cut = Cut {
        system,
        known,
        is_seen: vec![false; system.variables()],
        number: vec![u32::MAX; system.equations()],
    };
    let mut components = Vec::new();
    for variable in variables {
        let is_open = known.value(variable).is_none() && !cut.is_seen[variable as usize];
        if is_open && !system.occurrences(variable).is_empty() {
            components.push(cut.component(variable));
        }
    }
    components
}

struct Cut<'s> {
    system: &'s System,
    known: &'s Knowledge,
    is_seen: Vec<bool>,
    /// Of the equations met so far, the places in their components.
    number: Vec<u32>,
}

impl Cut<'_> {
    /// All that depends on a variable.
    fn component(&mut self, first: Variable) -> Component {
        let mut variables = vec![first];
        let mut component = Component::default();
        self.is_seen[first as usize] = true;
        let mut next = 0;
        while let Some(&variable) = variables.get(next) {
            next += 1;
            for &equation in self.system.occurrences(variable) {
                let at = equation as usize;
                if self.number[at] != u32::MAX {
                    continue;
                }
                self.number[at] = component.equations.len() as u32;
                let (open, needed) = self.known.rest(at);
                component.equations.push(Equation { groups: Vec::new(), needed, open });
                for other in self.known.open_members(self.system, at) {
                    if !self.is_seen[other as usize] {
                        self.is_seen[other as usize] = true;
                        variables.push(other);
                    }
                }
            }
        }
        component.size = variables.len();
        self.group(variables, &mut component);
        component
    }

    /// Puts variables of the same equations together.
    fn group(&self, mut variables: Vec<Variable>, component: &mut Component) {
        let key = |&variable: &Variable| self.system.occurrences(variable);
        variables.sort_unstable_by(|a, b| key(a).cmp(key(b)).then(a.cmp(b)));
        for members in variables.chunk_by(|a, b| key(a) == key(b)) {
            let equations = key(&members[0]).iter().map(|&it| self.number[it as usize]).collect();
            let number = component.groups.len() as u32;
            let group = Group { variables: members.to_vec(), equations };
            for &equation in &group.equations {
                component.equations[equation as usize].groups.push(number);
            }
            component.groups.push(group);
        }
    }
}

impl Component {
    /// All its variables.
    pub(super) fn variables(&self) -> impl Iterator<Item = Variable> {
        self.groups.iter().flat_map(|group| group.variables.iter().copied())
    }

    /// Whether all equations hold when so many variables of each group are true.
    pub(super) fn is_solved_by(&self, truths: &[u32]) -> bool {
        self.equations.iter().all(|equation| {
            let truths = equation.groups.iter().map(|&group| truths[group as usize]);
            truths.sum::<u32>() == equation.needed
        })
    }
}
