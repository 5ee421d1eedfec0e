//! Constraints as groups of variables of which one is true: what the bit-parallel search works on.

use std::collections::{BTreeMap, HashMap};

use crate::constraint::{Constraint, Count};

/// A variable of a small model.
pub(super) type Variable = u16;

/// Groups of variables, and who shares a group with whom.
pub(super) struct Groups {
    pub(super) variables: usize,
    /// Exactly one of each is true. Every variable is in one at least.
    pub(super) exact: Vec<Vec<Variable>>,
    /// At most one of each is true.
    loose: Vec<Vec<Variable>>,
    /// The exact groups of each variable, with its place there.
    pub(super) places: Vec<Vec<(usize, usize)>>,
    /// The loose groups of each variable.
    loose_of: Vec<Vec<usize>>,
}

impl Groups {
    /// Reads constraints, if they say nothing else.
    pub(super) fn of<'c>(
        variables: u32,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) -> Option<Self> {
        let variables = usize::from(Variable::try_from(variables).ok()?);
        let mut bounds: Vec<(Vec<Variable>, usize, usize)> = Vec::new();
        let mut known: HashMap<Vec<Variable>, usize> = HashMap::new();
        for constraint in constraints {
            let Count { lits, least, most } = constraint.count()?;
            let group = lits.iter().map(|lit| lit.is_pos().then_some(lit.vidx() as Variable));
            let group: Vec<_> = group.collect::<Option<_>>()?;
            let mut sorted = group.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return None;
            }
            let index = *known.entry(sorted).or_insert_with(|| {
                bounds.push((group, 0, usize::MAX));
                bounds.len() - 1
            });
            let (_, at_least, at_most) = &mut bounds[index];
            (*at_least, *at_most) = ((*at_least).max(least), (*at_most).min(most));
        }
        let (mut exact, mut loose) = (Vec::new(), Vec::new());
        for (group, least, most) in bounds {
            match (least, most) {
                (1, 1) => exact.push(group),
                (0, 1) => loose.push(group),
                (0, most) if most >= group.len() => {}
                _ => return None,
            }
        }
        let mut places = vec![Vec::new(); variables];
        for (index, group) in exact.iter().enumerate() {
            for (place, &variable) in group.iter().enumerate() {
                places[usize::from(variable)].push((index, place));
            }
        }
        let mut loose_of = vec![Vec::new(); variables];
        for (index, group) in loose.iter().enumerate() {
            for &variable in group {
                loose_of[usize::from(variable)].push(index);
            }
        }
        let is_whole = places.iter().all(|places| !places.is_empty());
        is_whole.then_some(Self { variables, exact, loose, places, loose_of })
    }

    /// How many variables the largest exact group has.
    pub(super) fn widest(&self) -> usize {
        self.exact.iter().map(Vec::len).max().unwrap_or(0)
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

    /// For each variable, those that cannot be true with it.
    pub(super) fn rivals(&self) -> Vec<Vec<Variable>> {
        let mut rivals = vec![Vec::new(); self.variables];
        for group in self.exact.iter().chain(&self.loose) {
            for &variable in group {
                let others = group.iter().copied().filter(|&other| other != variable);
                rivals[usize::from(variable)].extend(others);
            }
        }
        for of_one in &mut rivals {
            of_one.sort_unstable();
            of_one.dedup();
        }
        rivals
    }

    /// The exact group that has all of these variables beside another that has them, if there is just
    /// one group of any kind.
    pub(super) fn only_other_with(&self, index: usize, shared: &[Variable]) -> Option<usize> {
        let first = usize::from(*shared.first()?);
        let has_all = |group: &[Variable]| shared.iter().all(|variable| group.contains(variable));
        if self.loose_of[first].iter().any(|&group| has_all(&self.loose[group])) {
            return None;
        }
        let exact = self.places[first].iter().map(|&(group, _)| group);
        let mut others = exact.filter(|&group| group != index && has_all(&self.exact[group]));
        others.next().filter(|_| others.next().is_none())
    }

    /// As few exact groups as hold every variable, found from the first to the last.
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

    /// Where an exact group shares several variables with another group: which places of the first,
    /// as bits, and the variables that are in the other only. If the first has its true variable at
    /// one of these places, the others are false.
    pub(super) fn overlaps(&self, index: usize) -> Vec<(u64, Vec<Variable>)> {
        let group = &self.exact[index];
        // Exact groups come first, as in the list of all.
        let mut shared: BTreeMap<usize, u64> = BTreeMap::new();
        for (place, &variable) in group.iter().enumerate() {
            let exact = self.places[usize::from(variable)].iter().map(|&(other, _)| other);
            let loose = self.loose_of[usize::from(variable)].iter();
            for other in exact.chain(loose.map(|other| self.exact.len() + other)) {
                *shared.entry(other).or_default() |= 1 << place;
            }
        }
        shared.remove(&index);
        let is_part = |places: u64| (2..group.len() as u32).contains(&places.count_ones());
        let mut overlaps = Vec::new();
        for (other, places) in shared.into_iter().filter(|&(_, places)| is_part(places)) {
            let other = self.exact.get(other).or_else(|| self.loose.get(other - self.exact.len()));
            let only = other.into_iter().flatten().copied();
            overlaps.push((places, only.filter(|variable| !group.contains(variable)).collect()));
        }
        overlaps
    }
}
