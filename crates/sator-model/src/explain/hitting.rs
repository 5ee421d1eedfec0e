//! Smallest hitting sets: the fewest elements of which each of some sets has one.

/// The most nodes of all searches together.
const MAX_NODES: u64 = 2_000_000;

/// Sets, and searches for the fewest elements that hit all of them.
#[derive(Debug, Default)]
pub(super) struct HittingSets {
    sets: Vec<Vec<usize>>,
    /// Hitting sets of the current size that are not wanted.
    excluded: Vec<Vec<usize>>,
    /// No hitting set that is wanted has fewer elements.
    size: usize,
    nodes: u64,
}

/// The result of a search.
pub(super) enum Hitting {
    Found(Vec<usize>),
    /// There is none up to the wanted size.
    None,
    /// The limit of nodes was reached.
    Stopped,
}

impl HittingSets {
    /// Adds a set to hit.
    pub(super) fn add(&mut self, mut set: Vec<usize>) {
        set.sort_unstable();
        self.sets.push(set);
    }

    /// Excludes a hitting set of the current size.
    pub(super) fn exclude(&mut self, mut found: Vec<usize>) {
        found.sort_unstable();
        self.excluded.push(found);
    }

    /// A smallest hitting set, if it has at most `most` elements, ascending.
    pub(super) fn smallest(&mut self, most: usize) -> Hitting {
        while self.size <= most {
            let mut search = Search { of: self, chosen: Vec::new(), refused: Vec::new(), nodes: 0 };
            let is_found = search.extend();
            let Search { mut chosen, nodes, .. } = search;
            self.nodes += nodes;
            if is_found {
                chosen.sort_unstable();
                return Hitting::Found(chosen);
            }
            if self.nodes >= MAX_NODES {
                return Hitting::Stopped;
            }
            self.size += 1;
        }
        Hitting::None
    }
}

/// A depth-first search that branches over the elements of a set that is not hit.
struct Search<'h> {
    of: &'h HittingSets,
    chosen: Vec<usize>,
    /// Elements that were tried before in this branch, with all that follows from them.
    refused: Vec<usize>,
    nodes: u64,
}

impl Search<'_> {
    fn extend(&mut self) -> bool {
        self.nodes += 1;
        if self.of.nodes + self.nodes >= MAX_NODES {
            return false;
        }
        let Some(branches) = self.branches() else { return false };
        let refused = self.refused.len();
        for element in branches {
            self.chosen.push(element);
            if self.chosen.len() <= self.of.size && self.extend() {
                return true;
            }
            self.chosen.pop();
            self.refused.push(element);
        }
        self.refused.truncate(refused);
        self.is_wanted()
    }

    /// Whether the chosen elements hit all sets, and are not excluded.
    fn is_wanted(&self) -> bool {
        let is_hit = |set: &Vec<usize>| set.iter().any(|it| self.chosen.contains(it));
        let mut chosen = self.chosen.clone();
        chosen.sort_unstable();
        self.of.sets.iter().all(is_hit) && !self.of.excluded.contains(&chosen)
    }

    /// The elements of the set with the fewest that is not hit; none if all are hit; `None` if the
    /// others need too many elements, because they have none in common.
    fn branches(&self) -> Option<Vec<usize>> {
        let is_hit = |set: &&Vec<usize>| set.iter().any(|it| self.chosen.contains(it));
        let left = |set: &Vec<usize>| -> Vec<usize> {
            set.iter().copied().filter(|it| !self.refused.contains(it)).collect()
        };
        let mut open: Vec<Vec<usize>> =
            self.of.sets.iter().filter(|set| !is_hit(set)).map(left).collect();
        open.sort_by_key(Vec::len);
        let room = self.of.size - self.chosen.len();
        let (mut taken, mut disjoint) = (Vec::new(), 0);
        for set in &open {
            if set.iter().all(|it| !taken.contains(it)) {
                disjoint += 1;
                taken.extend(set);
            }
        }
        if disjoint > room || open.first().is_some_and(Vec::is_empty) {
            return None;
        }
        Some(open.into_iter().next().unwrap_or_default())
    }
}
