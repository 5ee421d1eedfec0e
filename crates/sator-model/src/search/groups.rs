//! Constraints as groups of variables of which one is true: what the bit-parallel search works on.

use crate::lists::Lists;
use sator_sat::constraint::Count;

/// A variable of a small model.
pub(super) type Variable = u16;

/// For each variable its groups, with its place there.
pub(super) type Places = Lists<(usize, usize)>;

/// Groups of variables, and who shares a group with whom.
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
    /// Reads counts, if there is nothing else, and as long as there is room: `has_room` hears how
    /// many exact groups there are, and how many variables the largest has.
    pub(super) fn of<'c>(
        variables: u32,
        mut counts: impl Iterator<Item = Option<Count<'c>>>,
        has_room: impl Fn(usize, usize) -> bool,
    ) -> Option<Self> {
        let variables = usize::from(Variable::try_from(variables).ok()?);
        let mut reader = Reader::new(variables);
        counts.try_for_each(|count| {
            reader.read(count?)?;
            has_room(reader.exact, reader.widest).then_some(())
        })?;
        let (mut exact, mut loose) = (Lists::default(), Lists::default());
        for (group, &(least, most)) in reader.groups.iter().zip(&reader.bounds) {
            match (least, most) {
                (1, 1) => exact.push(group.iter().copied()),
                (0, 1) => loose.push(group.iter().copied()),
                (0, most) if most >= group.len() => {}
                _ => return None,
            }
        }
        let [places, loose_places] = [&exact, &loose].map(|groups| places_in(groups, variables));
        let is_whole = places.iter().all(|places| !places.is_empty());
        is_whole.then_some(Self { variables, exact, loose, places, loose_places })
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

    /// The numbers of the groups that a variable is in. Who shares one with it cannot be true with
    /// it.
    pub(super) fn groups_of(&self, variable: usize) -> impl Iterator<Item = usize> {
        let exact = self.places[variable].iter().map(|&(group, _)| group);
        let loose = self.loose_places[variable].iter();
        exact.chain(loose.map(|&(group, _)| self.exact.len() + group))
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

    /// Hands out where an exact group shares several variables with another group, but not all:
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

/// Groups that are being read. Several counts may speak of the same variables, in any order.
struct Reader {
    groups: Lists<Variable>,
    /// How many of each may be true, at least and at most.
    bounds: Vec<(usize, usize)>,
    /// The last group with each variable as its least, and for each group the one before; or none.
    last: Vec<u32>,
    before: Vec<u32>,
    /// How many groups are exact, and how many variables the largest of them has.
    exact: usize,
    widest: usize,
    scratch: [Vec<Variable>; 2],
}

/// Instead of the number of a group.
const NONE: u32 = u32::MAX;

impl Reader {
    fn new(variables: usize) -> Self {
        Self {
            groups: Lists::default(),
            bounds: Vec::new(),
            last: vec![NONE; variables],
            before: Vec::new(),
            exact: 0,
            widest: 0,
            scratch: Default::default(),
        }
    }

    /// Reads a count; nothing if a literal is negative, or occurs twice, or is of no variable.
    fn read(&mut self, count: Count<'_>) -> Option<()> {
        let Count { lits, least, most } = count;
        let variables = self.last.len();
        if lits.iter().any(|lit| lit.is_neg() || lit.vidx() >= variables) {
            return None;
        }
        self.groups.push(lits.iter().map(|lit| lit.vidx() as Variable));
        let group = self.known_or_new()?;
        let (at_least, at_most) = &mut self.bounds[group];
        let was_exact = (*at_least, *at_most) == (1, 1);
        (*at_least, *at_most) = ((*at_least).max(least), (*at_most).min(most));
        if (*at_least, *at_most) == (1, 1) && !was_exact {
            self.exact += 1;
            self.widest = self.widest.max(lits.len());
        }
        Some(())
    }

    /// The number of the group that was read last. If the same is known, it is that one.
    fn known_or_new(&mut self) -> Option<usize> {
        let number = self.groups.len() - 1;
        let least = self.groups[number].iter().min().copied();
        let newest = least.map_or(NONE, |least| self.last[usize::from(least)]);
        let mut known = newest;
        while known != NONE {
            if self.is_same(known as usize, number) {
                self.groups.pop();
                return Some(known as usize);
            }
            known = self.before[known as usize];
        }
        let [sorted, _] = &mut self.scratch;
        sort(&self.groups[number], sorted);
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        if let Some(least) = least {
            self.last[usize::from(least)] = number as u32;
        }
        self.before.push(newest);
        self.bounds.push((0, usize::MAX));
        Some(number)
    }

    /// Whether two groups are of the same variables.
    fn is_same(&mut self, first: usize, second: usize) -> bool {
        let [first, second] = [&self.groups[first], &self.groups[second]];
        let sum = |group: &[Variable]| group.iter().map(|&it| usize::from(it)).sum::<usize>();
        if first == second {
            return true;
        }
        if first.len() != second.len() || sum(first) != sum(second) {
            return false;
        }
        let [one, other] = &mut self.scratch;
        sort(first, one);
        sort(second, other);
        one == other
    }
}

/// Copies a group in ascending order.
fn sort(group: &[Variable], sorted: &mut Vec<Variable>) {
    sorted.clear();
    sorted.extend_from_slice(group);
    if !sorted.is_sorted() {
        sorted.sort_unstable();
    }
}
