//! The connected components of a system: variables and equations that depend on each other.

use super::{PartialSolution, System, Variable};

/// Open variables that equations connect, and the rest of these equations.
#[derive(Debug, Clone, Default)]
pub(super) struct Component {
    pub(super) groups: Vec<Group>,
    pub(super) equations: Vec<Equation>,
    /// The number of variables.
    pub(super) size: usize,
}

/// Variables that are in the same equations: only the number of true ones matters.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) variables: Vec<Variable>,
    /// Indices of equations of the component.
    pub(super) equations: Vec<u32>,
}

/// The rest of an equation.
#[derive(Debug, Clone)]
pub(super) struct Equation {
    /// Indices of groups of the component.
    pub(super) groups: Vec<u32>,
    /// The number of variables that must be true.
    pub(super) needed: u32,
    /// The number of variables.
    pub(super) open: u32,
}

/// The components of all open variables.
pub(super) fn components(system: &System, known: &PartialSolution) -> Vec<Component> {
    components_of(system, known, 0..system.variables() as Variable)
}

/// The components of some variables. Variables in no equation are in no component.
pub(super) fn components_of(
    system: &System,
    known: &PartialSolution,
    variables: impl IntoIterator<Item = Variable>,
) -> Vec<Component> {
    let mut splitter = Splitter {
        system,
        known,
        is_seen: vec![false; system.variables()],
        number: vec![u32::MAX; system.equations()],
    };
    let mut components = Vec::new();
    for variable in variables {
        let is_open = known.value(variable).is_none() && !splitter.is_seen[variable as usize];
        if is_open && !system.occurrences(variable).is_empty() {
            components.push(splitter.component(variable));
        }
    }
    components
}

struct Splitter<'s> {
    system: &'s System,
    known: &'s PartialSolution,
    is_seen: Vec<bool>,
    /// The index of each visited equation in its component.
    number: Vec<u32>,
}

impl Splitter<'_> {
    /// The component of a variable, breadth first.
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

    /// Groups variables that are in the same equations.
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

    /// Whether all equations hold with so many true variables in each group.
    pub(super) fn is_solved_by(&self, truths: &[u32]) -> bool {
        self.equations.iter().all(|equation| {
            let truths = equation.groups.iter().map(|&group| truths[group as usize]);
            truths.sum::<u32>() == equation.needed
        })
    }
}
