//! Groups of literals with bounds on how many of them are true, laid out for propagation.

use sator_sat::Lit;
use sator_sat::constraint::Count;

use super::{Contradiction, Reasons, Trail};

/// Groups laid out so that each literal lists the groups that count it.
#[derive(Debug, Clone)]
pub struct Network {
    groups: Vec<Group>,
    members: Vec<Lit>,
    /// Where the occurrences of each literal begin, by its index; one more for the end.
    begins: Vec<u32>,
    occurrences: Vec<u32>,
}

/// Literals that are counted, and how many of them may be true.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    begin: u32,
    end: u32,
    pub(super) least: u32,
    pub(super) most: u32,
}

/// The bounds that are left for the open literals of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Residual {
    /// How many of them must be true.
    pub least: u32,
    /// How many of them may be true.
    pub most: u32,
    /// How many there are.
    pub open: u32,
}

impl Residual {
    /// Whether every assignment of the open literals fits.
    pub fn is_satisfied(self) -> bool {
        self.least == 0 && self.most >= self.open
    }
}

/// A literal is in this many groups, mostly.
const USUAL_OCCURRENCES: usize = 4;

/// The number of literals between two checks whether to stop: about a millisecond.
pub(crate) const UNSTOPPED: usize = 1 << 18;

/// A network in the making.
#[derive(Debug)]
pub struct NetworkBuilder {
    variables: u32,
    groups: Vec<Group>,
    members: Vec<Lit>,
}

impl NetworkBuilder {
    /// No groups over this many variables.
    pub fn new(variables: u32) -> Self {
        let groups = Vec::with_capacity(variables as usize / 2);
        let members = Vec::with_capacity(USUAL_OCCURRENCES * variables as usize);
        Self { variables, groups, members }
    }

    /// Adds a group. A literal counts once for every time that it occurs.
    pub fn add(&mut self, Count { lits, least, most }: Count<'_>) {
        let begin = self.members.len() as u32;
        self.members.extend_from_slice(lits);
        // One more than there are is as impossible as any other number.
        let (least, most) = (least.min(lits.len() + 1) as u32, most.min(lits.len()) as u32);
        self.groups.push(Group { begin, end: self.members.len() as u32, least, most });
    }

    /// The number of groups so far.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there is no group.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The number of literals in all groups so far.
    pub(crate) fn members(&self) -> usize {
        self.members.len()
    }

    /// The finished network.
    pub fn build(self) -> Network {
        self.build_unless(&|| false).unwrap_or_else(|| unreachable!("it is never stopped"))
    }

    /// The finished network; `None` if `stop` returned true before.
    pub(crate) fn build_unless(self, stop: &dyn Fn() -> bool) -> Option<Network> {
        let Self { variables, groups, members } = self;
        let mut begins = vec![0; 2 * variables as usize + 1];
        for members in members.chunks(UNSTOPPED) {
            for &lit in members {
                begins[lit.lidx()] += 1;
            }
            if members.len() == UNSTOPPED && stop() {
                return None;
            }
        }
        let mut end = 0;
        for begin in &mut begins {
            end += *begin;
            *begin = end;
        }
        // Filled from the end of each list to its beginning.
        let mut occurrences = vec![0; members.len()];
        let mut unstopped = 0;
        for (number, group) in groups.iter().enumerate().rev() {
            unstopped += (group.end - group.begin) as usize;
            if unstopped >= UNSTOPPED && stop() {
                return None;
            }
            unstopped %= UNSTOPPED;
            for &lit in &members[group.begin as usize..group.end as usize] {
                let slot = &mut begins[lit.lidx()];
                *slot -= 1;
                occurrences[*slot as usize] = number as u32;
            }
        }
        Some(Network { groups, members, begins, occurrences })
    }
}

impl Network {
    /// A trail with everything that follows from the groups alone.
    pub fn root<R: Reasons>(&self) -> Result<Trail<R>, Contradiction> {
        let mut trail = Trail::new(self);
        for (index, &Group { least, most, .. }) in self.groups.iter().enumerate() {
            let members = self.literals(index).len() as u32;
            if least > most {
                return Err(Contradiction);
            }
            if (most == 0) != (least == members) {
                trail.fix_open(self, index as u32, most > 0);
            }
        }
        trail.propagate(self)?;
        Ok(trail)
    }

    /// The number of variables.
    pub fn variables(&self) -> u32 {
        (self.begins.len() / 2) as u32
    }

    /// The number of groups.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The literals of a group.
    pub fn literals(&self, group: usize) -> &[Lit] {
        let Group { begin, end, .. } = self.groups[group];
        &self.members[begin as usize..end as usize]
    }

    /// How many literals of a group must be true, and how many may be.
    pub fn bounds(&self, group: usize) -> (u32, u32) {
        let Group { least, most, .. } = self.groups[group];
        (least, most)
    }

    /// Whether exactly one literal of a group is true.
    pub(crate) fn is_exactly_one(&self, group: usize) -> bool {
        self.bounds(group) == (1, 1)
    }

    /// Whether the number of true literals of a group is fixed.
    pub(crate) fn is_exact(&self, group: usize) -> bool {
        let (least, most) = self.bounds(group);
        least == most
    }

    pub(super) fn all_groups(&self) -> &[Group] {
        &self.groups
    }

    /// The groups that count a literal, and those that count its opposite.
    pub(super) fn occurrences_of_both(&self, lit: Lit) -> [&[u32]; 2] {
        let index = 2 * lit.vidx();
        let [begin, middle, end] = [0, 1, 2].map(|it| self.begins[index + it] as usize);
        let (positive, negative) = self.occurrences[begin..end].split_at(middle - begin);
        if lit.is_pos() { [positive, negative] } else { [negative, positive] }
    }

    /// The groups that count a literal, ascending.
    pub(crate) fn occurrences(&self, lit: Lit) -> &[u32] {
        let index = lit.lidx();
        &self.occurrences[self.begins[index] as usize..self.begins[index + 1] as usize]
    }
}
