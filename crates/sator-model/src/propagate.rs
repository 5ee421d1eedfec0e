//! What follows at once: unit propagation over constraints, without a solver.
//!
//! A constraint that can only just be kept forces the rest of its literals. On "each of these
//! groups has exactly one" that is all that beginners do by hand, and it decides most of an easy
//! instance in microseconds, before a solver would have been set up. [`Knowledge::intersect`] adds
//! what they learn next: where two groups overlap, one can speak for the other.

use std::ptr;

use sator_sat::Lit;
use sator_sat::constraint::Count;

/// Constraints laid out so that each literal knows who counts it. Constraints over the same
/// literals in the same order, such as "at least one" and "at most one" of them, are counted
/// together.
#[derive(Debug, Clone)]
pub struct Network {
    /// The group and the bounds of each constraint.
    constraints: Vec<(u32, Bounds)>,
    groups: Vec<Group>,
    members: Vec<Lit>,
    /// Where the occurrences of each literal begin, by its index; one more for the end.
    begins: Vec<u32>,
    occurrences: Vec<u32>,
}

/// So many groups count a literal, mostly.
const USUAL_OCCURRENCES: usize = 4;

/// The groups that may be the same, while a network is laid out: their ends and their sizes are
/// hashed.
struct Alike<'c> {
    /// The last group of each hash; or none.
    last: Vec<u32>,
    /// For each group the one before it with the same hash; or none.
    before: Vec<u32>,
    /// What came last, and its group. Often it comes twice.
    latest: (&'c [Lit], u32),
}

/// Instead of the number of a group.
const NONE: u32 = u32::MAX;

impl Alike<'_> {
    fn new(variables: u32) -> Self {
        let places = (variables as usize / 2).next_power_of_two();
        let before = Vec::with_capacity(variables as usize / 2);
        Self { last: vec![NONE; places], before, latest: (&[], NONE) }
    }

    /// The place of a hash among the last ones.
    fn place_of(&self, lits: &[Lit]) -> usize {
        let lidx = |lit: Option<&Lit>| lit.map_or(0, |lit| lit.lidx() as u64);
        let ends = lidx(lits.first()) << 32 | lidx(lits.last());
        let hash = (ends ^ (lits.len() as u64) << 24).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 32) as usize & (self.last.len() - 1)
    }
}

/// How many may be true.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    least: u32,
    most: u32,
}

/// Literals that are counted, and the narrowest bounds that any constraint sets them.
#[derive(Debug, Clone, Copy)]
struct Group {
    begin: u32,
    end: u32,
    bounds: Bounds,
}

/// What is known so far, and how far each group is filled.
#[derive(Debug, Clone)]
pub struct Knowledge {
    values: Vec<Option<bool>>,
    counts: Vec<Counts>,
    /// Literals known to be true, in the order in which they became so, and then any: there is a
    /// place for all that can come, and one more.
    trail: Vec<Lit>,
    /// How many are known.
    noted: usize,
    /// How many of them have been followed up.
    followed: usize,
    /// A bit for each group about which [`Knowledge::intersect`] has not heard all news.
    stale: Vec<u64>,
}

/// What a group demands of its open members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Demand {
    /// How many of them must be true.
    pub(crate) least: u32,
    /// How many of them may be.
    pub(crate) most: u32,
    /// How many there are.
    pub(crate) open: u32,
}

/// What a group can still take. When both are 0, all its members are known.
#[derive(Debug, Clone, Copy)]
struct Counts {
    /// How many more members may come true.
    room: i32,
    /// How many more may turn out false.
    slack: i32,
}

/// So many open literals of a group are looked for in others: large groups seldom overlap in more.
const FEW: i32 = 6;

/// No assignment satisfies all constraints and all that was learnt. What is known is then half told,
/// and of no more use until the last of it is forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction;

/// What is left of a constraint when some literals are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remainder {
    /// How many of the open literals must be true.
    pub least: usize,
    /// How many of them may be.
    pub most: usize,
    /// How many are open.
    pub open: usize,
}

impl Remainder {
    /// Whether it demands anything.
    pub fn is_satisfied(self) -> bool {
        self.least == 0 && self.most >= self.open
    }
}

impl Network {
    /// Lays out constraints over so many variables. A literal counts once for every time that a
    /// constraint names it.
    pub fn new<'c>(variables: u32, constraints: impl Iterator<Item = Count<'c>>) -> Self {
        let mut network = Self {
            constraints: Vec::with_capacity(variables as usize),
            groups: Vec::with_capacity(variables as usize / 2),
            members: Vec::with_capacity(USUAL_OCCURRENCES * variables as usize),
            begins: vec![0; 2 * variables as usize + 1],
            occurrences: Vec::new(),
        };
        let mut alike = Alike::new(variables);
        constraints.for_each(|constraint| {
            let group = network.group_of(constraint.lits, &mut alike);
            let bounds = Bounds::of(constraint);
            network.groups[group as usize].bounds.narrow(bounds);
            network.constraints.push((group, bounds));
        });
        network.index();
        network
    }

    /// The group of these literals, which is new if no other has them.
    fn group_of<'c>(&mut self, lits: &'c [Lit], alike: &mut Alike<'c>) -> u32 {
        let (latest, group) = alike.latest;
        if group != NONE && ptr::eq(latest, lits) {
            return group;
        }
        let group = self.group_alike(lits, alike);
        alike.latest = (lits, group);
        group
    }

    fn group_alike(&mut self, lits: &[Lit], alike: &mut Alike<'_>) -> u32 {
        let place = alike.place_of(lits);
        let last = alike.last[place];
        let mut known = last;
        while known != NONE {
            if self.members(self.groups[known as usize]) == lits {
                return known;
            }
            known = alike.before[known as usize];
        }
        let group = self.add_group(lits);
        alike.last[place] = group;
        alike.before.push(last);
        group
    }

    fn add_group(&mut self, lits: &[Lit]) -> u32 {
        let begin = self.members.len() as u32;
        self.members.extend_from_slice(lits);
        let end = self.members.len() as u32;
        let bounds = Bounds { least: 0, most: end - begin };
        self.groups.push(Group { begin, end, bounds });
        self.groups.len() as u32 - 1
    }

    /// Notes for each literal which groups count it.
    fn index(&mut self) {
        for &lit in &self.members {
            self.begins[lit.lidx()] += 1;
        }
        let mut end = 0;
        for begin in &mut self.begins {
            end += *begin;
            *begin = end;
        }
        // From where each ends, back to where it begins.
        self.occurrences = vec![0; self.members.len()];
        for (number, group) in self.groups.iter().enumerate().rev() {
            for &lit in &self.members[group.begin as usize..group.end as usize] {
                let slot = &mut self.begins[lit.lidx()];
                *slot -= 1;
                self.occurrences[*slot as usize] = number as u32;
            }
        }
    }

    /// What follows from the constraints alone.
    pub fn begin(&self) -> Result<Knowledge, Contradiction> {
        let counts = |group: &Group| Counts {
            room: group.bounds.most as i32,
            slack: (group.end - group.begin) as i32 - group.bounds.least as i32,
        };
        let mut knowledge = Knowledge {
            values: vec![None; self.begins.len() / 2],
            counts: self.groups.iter().map(counts).collect(),
            trail: vec![Lit::positive(0); self.begins.len() / 2 + 1],
            noted: 0,
            followed: 0,
            stale: vec![u64::MAX; self.groups.len().div_ceil(64)],
        };
        for (index, &group) in self.groups.iter().enumerate() {
            let Counts { room, slack } = knowledge.counts[index];
            if slack < 0 || group.bounds.least > group.bounds.most {
                return Err(Contradiction);
            }
            if (room == 0) != (slack == 0) {
                knowledge.settle(self, group, slack == 0);
            }
        }
        knowledge.follow_up(self)?;
        Ok(knowledge)
    }

    /// How many variables it is about.
    pub fn variables(&self) -> u32 {
        (self.begins.len() / 2) as u32
    }

    /// How many groups there are: constraints over the same literals are one.
    pub(crate) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The literals of a group.
    pub(crate) fn literals(&self, group: usize) -> &[Lit] {
        self.members(self.groups[group])
    }

    /// Whether exactly one literal of a group is true.
    pub(crate) fn is_exactly_one(&self, group: usize) -> bool {
        let Bounds { least, most } = self.groups[group].bounds;
        least == 1 && most == 1
    }

    /// Whether it is said how many literals of a group are true.
    pub(crate) fn is_exact(&self, group: usize) -> bool {
        let Bounds { least, most } = self.groups[group].bounds;
        least == most
    }

    fn members(&self, group: Group) -> &[Lit] {
        &self.members[group.begin as usize..group.end as usize]
    }

    /// The groups that count a literal, and those that count its opposite.
    fn occurrences_of_both(&self, lit: Lit) -> [&[u32]; 2] {
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

impl Bounds {
    fn of(constraint: Count<'_>) -> Self {
        let Count { lits, least, most } = constraint;
        let all = lits.len();
        // One more than there are is as impossible as any other number.
        Self { least: least.min(all + 1) as u32, most: most.min(all) as u32 }
    }

    fn narrow(&mut self, other: Self) {
        self.least = self.least.max(other.least);
        self.most = self.most.min(other.most);
    }
}

impl Knowledge {
    /// Learns that a literal is true, and what follows from it.
    pub fn learn(&mut self, network: &Network, lit: Lit) -> Result<(), Contradiction> {
        self.note(lit)?;
        self.follow_up(network)
    }

    /// Where one of some literals must be true, and all of them are among others of which at most
    /// one may be, the rest of those are false. Finds that for up to six literals, and what
    /// follows. Looks only where something is new since it was last asked.
    pub fn intersect(&mut self, network: &Network) -> Result<(), Contradiction> {
        let mut is_quiet = false;
        while !is_quiet {
            is_quiet = true;
            for word in 0..self.stale.len() {
                while self.stale[word] != 0 {
                    is_quiet = false;
                    let index = word * 64 + self.stale[word].trailing_zeros() as usize;
                    self.stale[word] &= self.stale[word] - 1;
                    if index < network.groups.len() && self.needs_one_of_few(network, index) {
                        self.intersect_one(network, index)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether one more member must come true, of a few.
    fn needs_one_of_few(&self, network: &Network, index: usize) -> bool {
        let (bounds, counts) = (network.groups[index].bounds, self.counts[index]);
        let truths = bounds.most as i32 - counts.room;
        // With one that must be true, the slack is all that is open but one.
        bounds.least as i32 - truths == 1 && (1..FEW).contains(&counts.slack)
    }

    fn intersect_one(&mut self, network: &Network, index: usize) -> Result<(), Contradiction> {
        let mut open = [Lit::positive(0); FEW as usize + 1];
        let mut few = 0;
        // Each member is written, and kept if it is open.
        for &lit in network.literals(index) {
            // Literals that occur twice can be more than are counted.
            let Some(place) = open.get_mut(few) else { return Ok(()) };
            *place = lit;
            few += usize::from(self.value(lit).is_none());
        }
        let [first, others @ ..] = &open[..few] else { return Ok(()) };
        for &other in network.occurrences(*first) {
            let holds = |lit: &Lit| network.occurrences(*lit).contains(&other);
            let is_narrow = self.counts[other as usize].room == 1;
            // One that has no more open members, or fewer, does not lose any.
            let has_more = || self.demand(network, other as usize).open as usize > few;
            if is_narrow && has_more() && others.iter().all(holds) {
                self.exclude_others(network, other as usize, &open[..few])?;
            }
        }
        self.follow_up(network)
    }

    /// Notes that all open members of a group are false but these. What follows is left for later.
    pub(crate) fn exclude_others(
        &mut self,
        network: &Network,
        group: usize,
        open: &[Lit],
    ) -> Result<(), Contradiction> {
        for &lit in network.literals(group) {
            if self.value(lit).is_none() && !open.contains(&lit) {
                self.note(!lit)?;
            }
        }
        Ok(())
    }

    /// What is known of a literal.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.vidx()].map(|value| value == lit.is_pos())
    }

    /// The literals known to be true, in the order in which they became so.
    pub fn facts(&self) -> &[Lit] {
        &self.trail[..self.noted]
    }

    /// What is left of the constraint with this number.
    pub fn remainder(&self, network: &Network, number: usize) -> Remainder {
        let (index, bounds) = network.constraints[number];
        let (group, counts) = (network.groups[index as usize], self.counts[index as usize]);
        let truths = group.bounds.most - counts.room as u32;
        let open = counts.slack as u32 + group.bounds.least - truths;
        Remainder {
            least: bounds.least.saturating_sub(truths) as usize,
            most: (bounds.most - truths).min(open) as usize,
            open: open as usize,
        }
    }

    /// What a group demands of its open members.
    pub(crate) fn demand(&self, network: &Network, group: usize) -> Demand {
        let Bounds { least, most } = network.groups[group].bounds;
        let Counts { room, slack } = self.counts[group];
        let truths = most - room as u32;
        let open = slack as u32 + least - truths;
        Demand { least: least.saturating_sub(truths), most: (room as u32).min(open), open }
    }

    /// How many members of a group are not known to be false.
    pub(crate) fn not_false(&self, network: &Network, group: usize) -> u32 {
        self.counts[group].slack as u32 + network.groups[group].bounds.least
    }

    /// Forgets all facts but the first so many, which had been followed up before there were more.
    /// It takes as long as it took to learn them, however large the model is.
    pub(crate) fn forget(&mut self, network: &Network, facts: usize) {
        for &lit in &self.trail[facts..self.followed] {
            let [counting, opposed] = network.occurrences_of_both(lit);
            for &index in counting {
                self.counts[index as usize].room += 1;
            }
            for &index in opposed {
                self.counts[index as usize].slack += 1;
            }
        }
        for lit in &self.trail[facts..self.noted] {
            self.values[lit.vidx()] = None;
        }
        (self.noted, self.followed) = (facts, facts);
        self.stale.fill(0);
    }

    /// Notes that a literal is true. What follows is left for later.
    pub(crate) fn note(&mut self, lit: Lit) -> Result<(), Contradiction> {
        match self.value(lit) {
            Some(true) => Ok(()),
            Some(false) => Err(Contradiction),
            None => {
                self.values[lit.vidx()] = Some(lit.is_pos());
                self.trail[self.noted] = lit;
                self.noted += 1;
                Ok(())
            }
        }
    }

    /// Takes what follows from what was noted.
    pub(crate) fn follow_up(&mut self, network: &Network) -> Result<(), Contradiction> {
        while self.followed < self.noted {
            let lit = self.trail[self.followed];
            self.followed += 1;
            // Counted to the end even where it contradicts others, so that it can be forgotten.
            let mut is_possible = true;
            let [counting, opposed] = network.occurrences_of_both(lit);
            for &index in counting {
                is_possible &= self.count_true(network, index);
            }
            for &index in opposed {
                is_possible &= self.count_false(network, index);
            }
            if !is_possible {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// One more member of a group is true; says whether that can be.
    fn count_true(&mut self, network: &Network, index: u32) -> bool {
        let counts = &mut self.counts[index as usize];
        counts.room -= 1;
        let Counts { room, slack } = *counts;
        if room == 0 && slack > 0 {
            self.settle(network, network.groups[index as usize], false);
        } else if room > 0 {
            self.note_room(network, index, room);
        }
        room >= 0
    }

    /// One more member of a group is false; says whether that can be. This is where most of the time
    /// goes: what cannot be foreseen is computed and not branched on, for few groups are settled here.
    fn count_false(&mut self, network: &Network, index: u32) -> bool {
        let counts = &mut self.counts[index as usize];
        counts.slack -= 1;
        let Counts { room, slack } = *counts;
        // A group without room has all that it needs.
        let has_room = room > 0;
        let is_news = u64::from(has_room) & u64::from((1..FEW).contains(&slack));
        self.stale[index as usize / 64] |= is_news << (index % 64);
        if slack == 0 && has_room {
            self.settle(network, network.groups[index as usize], true);
        }
        slack >= 0
    }

    fn note_stale(&mut self, index: u32) {
        self.stale[index as usize / 64] |= 1 << (index % 64);
    }

    /// A group that has several true members may need one more now; and if it has room for one, it
    /// is news for all that it overlaps with.
    fn note_room(&mut self, network: &Network, index: u32, room: i32) {
        self.note_stale(index);
        if room == 1 {
            for &lit in network.literals(index as usize) {
                if self.value(lit).is_none() {
                    network.occurrences(lit).iter().for_each(|&other| self.note_stale(other));
                }
            }
        }
    }

    /// All open members are true, or all are false. Members on the trail that were not followed up
    /// yet are known already and are not counted yet; noting them again changes nothing.
    fn settle(&mut self, network: &Network, group: Group, value: bool) {
        // Which members are open cannot be foreseen: each is written, and kept if it was.
        for &lit in network.members(group) {
            let known = &mut self.values[lit.vidx()];
            self.trail[self.noted] = if value { lit } else { !lit };
            self.noted += usize::from(known.is_none());
            *known = Some(known.unwrap_or(lit.is_pos() == value));
        }
    }
}
