//! Exactly-one and at-most-one groups of variables: the input of the bit-parallel search.

use crate::lists::Lists;
use crate::propagate::Network;

/// A variable of a small model.
pub(super) type Variable = u16;

/// For each variable its groups, with its place there.
pub(super) type Places = Lists<(usize, usize)>;

/// Groups of variables.
pub(super) struct Groups {
    pub(super) variables: usize,
    /// Exactly one of each is true. Every variable is in one at least.
    pub(super) exact: Lists<Variable>,
    /// At most one of each is true.
    loose: Lists<Variable>,
    /// Where each variable is in exact groups.
    pub(super) places: Places,
    /// Where each variable is in loose groups.
    loose_places: Places,
}

impl Groups {
    /// The groups of a network, if [`Groups::fit`] accepts it.
    pub(super) fn of(network: &Network, has_room: impl Fn(usize, usize) -> bool) -> Option<Self> {
        if !Self::fit(network, has_room) {
            return None;
        }
        let variables = network.variables() as usize;
        let (mut exact, mut loose) = (Lists::default(), Lists::default());
        for group in 0..network.groups() {
            let members = network.literals(group).iter().map(|lit| lit.vidx() as Variable);
            match network.bounds(group) {
                (1, 1) => exact.push(members),
                (0, 1) if network.literals(group).len() > 1 => loose.push(members),
                _ => {}
            }
        }
        let [places, loose_places] = [&exact, &loose].map(|groups| places_in(groups, variables));
        Some(Self { variables, exact, loose, places, loose_places })
    }

    /// Whether a network has no others than exactly-one and at-most-one groups of positive literals,
    /// each variable in an exactly-one group, and whether there is room: `has_room` gets the number of
    /// exactly-one groups and the size of the largest.
    pub(super) fn fit(network: &Network, has_room: impl Fn(usize, usize) -> bool) -> bool {
        let Ok(variables) = Variable::try_from(network.variables()) else { return false };
        let mut is_covered = vec![false; usize::from(variables)];
        // The last group that each variable was seen in.
        let mut seen = vec![usize::MAX; usize::from(variables)];
        let (mut exact, mut widest) = (0, 0);
        for group in 0..network.groups() {
            let lits = network.literals(group);
            let mut is_plain = |lit: &sator_sat::Lit| {
                lit.is_pos() && std::mem::replace(&mut seen[lit.vidx()], group) != group
            };
            match network.bounds(group) {
                (0, most) if most as usize >= lits.len() => {}
                (1, 1) if lits.iter().all(&mut is_plain) => {
                    for lit in lits {
                        is_covered[lit.vidx()] = true;
                    }
                    (exact, widest) = (exact + 1, widest.max(lits.len()));
                }
                (0, 1) if lits.iter().all(&mut is_plain) => {}
                _ => return false,
            }
            if !has_room(exact, widest) {
                return false;
            }
        }
        is_covered.into_iter().all(|it| it)
    }

    /// Whether variables that exclude each other always share an exact group, so that all is said
    /// when each of these has one true variable.
    pub(super) fn is_all_exact(&self) -> bool {
        let share = |a: Variable, b: Variable| {
            let mut groups = self.places[usize::from(a)].iter();
            groups.any(|&(group, _)| self.exact[group].contains(&b))
        };
        let mut pairs = self.loose.iter().flat_map(|group| {
            group
                .iter()
                .enumerate()
                .flat_map(|(at, &a)| group[at + 1..].iter().map(move |&b| (a, b)))
        });
        pairs.all(|(a, b)| share(a, b))
    }

    /// How many groups there are, exact ones and loose ones.
    pub(super) fn len(&self) -> usize {
        self.exact.len() + self.loose.len()
    }

    /// A group, by its number among all of them. Exact ones come first.
    pub(super) fn group(&self, number: usize) -> &[Variable] {
        match number.checked_sub(self.exact.len()) {
            None => &self.exact[number],
            Some(number) => &self.loose[number],
        }
    }

    /// The numbers of the groups that a variable is in. Two variables of a group exclude each other.
    pub(super) fn groups_of(&self, variable: usize) -> impl Iterator<Item = usize> {
        let exact = self.places[variable].iter().map(|&(group, _)| group);
        let loose = self.loose_places[variable].iter();
        exact.chain(loose.map(|&(group, _)| self.exact.len() + group))
    }

    /// Exactly-one groups that together have every variable, chosen greedily.
    pub(super) fn cover(&self) -> Vec<usize> {
        let mut is_covered = vec![false; self.variables];
        let mut cover = Vec::new();
        for (index, group) in self.exact.iter().enumerate() {
            if group.iter().any(|&variable| !is_covered[usize::from(variable)]) {
                cover.push(index);
                for &variable in group {
                    is_covered[usize::from(variable)] = true;
                }
            }
        }
        cover
    }

    /// Hands out where an exactly-one group shares several variables with another group, but not all:
    /// which places of the first, as bits, and the number of the other. If the first has its true
    /// variable at one of these places, all that are in the other only are false. `shared` has a
    /// zero for each group, before and after.
    pub(super) fn overlaps(
        &self,
        index: usize,
        shared: &mut [u64],
        mut take: impl FnMut(u64, usize),
    ) {
        let group = &self.exact[index];
        for (place, &variable) in group.iter().enumerate() {
            for other in self.groups_of(usize::from(variable)) {
                shared[other] |= 1 << place;
            }
        }
        shared[index] = 0;
        for &variable in group {
            for other in self.groups_of(usize::from(variable)) {
                let places = std::mem::take(&mut shared[other]);
                if (2..group.len() as u32).contains(&places.count_ones()) {
                    take(places, other);
                }
            }
        }
    }
}

/// Where each of so many variables is.
fn places_in(groups: &Lists<Variable>, variables: usize) -> Places {
    let members = groups.iter().enumerate().flat_map(|(index, group)| {
        let members = group.iter().enumerate();
        members.map(move |(place, &variable)| (usize::from(variable), (index, place)))
    });
    Lists::sorted(variables, members)
}
