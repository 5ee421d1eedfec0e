//! Groups side by side: each is a bit column, and the variables at the same place of all groups are
//! a plane of 512 bits.
//!
//! One pass over the planes finds all groups that are empty, have one variable left, or two. Making
//! a variable true is a mask over all planes. A variable is in a column for each of its groups, and
//! all planes fit into the registers of a large processor. The masks take most of the time: half a
//! megabyte of them is read all over. (Masks as lists of the words that they change are smaller and
//! were slower: a processor that has just written words waits before it reads them as a vector.)

use super::cursor::{Choice, Conflict, Layout, Settled};
use super::groups::{Groups, Places, Variable};
use super::vector::{BITS, Bits, Vector};
use crate::Lit;

/// So many variables may a group have.
const PLANES: usize = 9;

/// Planes form a square. Where a group's overlap with another is a row or a column of it, that is
/// made use of.
const SIDE: usize = 3;

/// Rows and columns of the square.
const LINES: usize = 2 * SIDE;

/// Variables are found by column and plane, in rows of so many.
const STRIDE: usize = 16;

/// A model of groups side by side.
pub(super) struct Sliced {
    all: Bits,
    planes: [Bits; PLANES],
    variables: Vec<Variable>,
    masks: Vec<Mask>,
    lines: [Line; LINES],
    overlaps: Vec<[Bits; PLANES]>,
    /// Column and plane of each variable, for each of its groups.
    places: Places,
    cover: Vec<u16>,
    /// Whether all is said when each group has one variable left.
    is_all_exact: bool,
}

/// What stays when a variable is true.
struct Mask {
    stays: [Bits; PLANES],
    /// The groups of the variable.
    own: Bits,
}

impl Mask {
    /// All that share a group with the variable go. `without` tells what stays without each group.
    fn of(groups: &Groups, without: &[[Bits; PLANES]], variable: usize) -> Self {
        let mut stays = [Bits::ONES; PLANES];
        for group in groups.groups_of(variable) {
            narrow(&mut stays, &without[group]);
        }
        keep(&mut stays, &groups.places[variable]);
        let mut own = Bits::ZERO;
        for &(column, _) in &groups.places[variable] {
            own.set(column);
        }
        Self { stays, own }
    }
}

/// The groups that overlap with another in a line of the square.
struct Line {
    groups: Bits,
    /// For each group, the number of the mask for when its true variable is in the line.
    masks: Vec<u32>,
}

/// What is still possible.
#[derive(Clone, Copy)]
pub(super) struct State {
    planes: [Bits; PLANES],
    /// The groups whose true variable is known and followed up.
    decided: Bits,
    /// For each line, the groups whose overlap was made use of.
    used: [Bits; LINES],
}

/// What each group of two was worth as a choice when last looked at; 0 if it never was.
pub(super) struct Worth(Box<[u32; BITS]>);

impl Default for Worth {
    fn default() -> Self {
        Self(Box::new([0; BITS]))
    }
}

/// So many of the groups that were worth most are looked at again.
const FAVOURITES: usize = 2;

impl Sliced {
    /// Whether there is room for so many groups, the largest of so many variables.
    pub(super) fn has_room(groups: usize, widest: usize) -> bool {
        groups <= BITS && widest <= PLANES
    }

    /// Lays out groups for which there is room.
    pub(super) fn of(groups: &Groups) -> Self {
        let mut all = Bits::ZERO;
        let mut planes = [Bits::ZERO; PLANES];
        let mut variables = vec![0; BITS * STRIDE];
        for (column, group) in groups.exact.iter().enumerate() {
            all.set(column);
            for (plane, &variable) in group.iter().enumerate() {
                planes[plane].set(column);
                variables[column * STRIDE + plane] = variable;
            }
        }
        let without: Vec<_> = (0..groups.len()).map(|it| without(groups, it)).collect();
        let masks = (0..groups.variables).map(|it| Mask::of(groups, &without, it)).collect();
        let (lines, overlaps) = lines(groups, &without);
        Self {
            all,
            planes,
            variables,
            masks,
            lines,
            overlaps,
            places: groups.places.clone(),
            cover: groups.cover().into_iter().map(|column| column as u16).collect(),
            is_all_exact: groups.is_all_exact(),
        }
    }

    /// Follows up all groups with one variable left.
    #[inline(always)]
    fn follow_units<V: Vector>(
        &self,
        planes: &mut [V; PLANES],
        decided: &mut V,
        units: V,
        mut words: u32,
    ) {
        // The number of the plane that a column's only bit is in, bit by bit.
        let mut numbers = [Bits::ZERO; 4];
        for (bit, number) in numbers.iter_mut().enumerate() {
            let mut any = V::zero();
            for (plane, &bits) in planes.iter().enumerate() {
                if plane >> bit & 1 == 1 {
                    any = any.or(bits);
                }
            }
            *number = any.store();
        }
        let units = units.store();
        while words != 0 {
            let word = words.trailing_zeros() as usize;
            words &= words - 1;
            let mut columns = units.0[word];
            while columns != 0 {
                let bit = columns.trailing_zeros() as usize;
                columns &= columns - 1;
                let mut plane = 0;
                for (power, number) in numbers.iter().enumerate() {
                    plane |= (number.0[word] >> bit & 1) << power;
                }
                let variable = self.variables[(word * 64 + bit) * STRIDE + plane as usize];
                self.mask(planes, decided, variable);
            }
        }
    }

    /// Makes a variable true.
    #[inline(always)]
    fn mask<V: Vector>(&self, planes: &mut [V; PLANES], decided: &mut V, variable: Variable) {
        let mask = &self.masks[usize::from(variable)];
        for (plane, stays) in planes.iter_mut().zip(&mask.stays) {
            *plane = plane.and(V::load(stays));
        }
        *decided = decided.or(V::load(&mask.own));
    }

    /// Makes use of overlaps; says whether there were new ones.
    #[inline(always)]
    fn follow_overlaps<V: Vector>(
        &self,
        planes: &mut [V; PLANES],
        decided: V,
        used: &mut [Bits; LINES],
    ) -> bool {
        let mut lines = [V::zero(); LINES];
        for row in 0..SIDE {
            for column in 0..SIDE {
                let plane = planes[row * SIDE + column];
                lines[row] = lines[row].or(plane);
                lines[SIDE + column] = lines[SIDE + column].or(plane);
            }
        }
        let mut has_new = false;
        for (line, used) in used.iter_mut().enumerate() {
            let mut elsewhere = decided;
            for other in 0..SIDE {
                let other = line / SIDE * SIDE + other;
                if other != line {
                    elsewhere = elsewhere.or(lines[other]);
                }
            }
            let before = V::load(used);
            let new = V::load(&self.lines[line].groups).without(elsewhere.or(before));
            let mut words = new.words();
            if words == 0 {
                continue;
            }
            has_new = true;
            *used = before.or(new).store();
            let new = new.store();
            while words != 0 {
                let word = words.trailing_zeros() as usize;
                words &= words - 1;
                let mut columns = new.0[word];
                while columns != 0 {
                    let column = word * 64 + columns.trailing_zeros() as usize;
                    columns &= columns - 1;
                    let mask = &self.overlaps[self.lines[line].masks[column] as usize];
                    for (plane, stays) in planes.iter_mut().zip(mask) {
                        *plane = plane.and(V::load(stays));
                    }
                }
            }
        }
        has_new
    }

    /// How much both branches of a group of two would change, the smaller groups most.
    #[inline(always)]
    fn worth<V: Vector>(
        &self,
        state: &State,
        planes: &[V; PLANES],
        column: usize,
        small: [V; 3],
    ) -> u32 {
        let both = places_of(state, column);
        let mut worth = 1;
        for place in [both.trailing_zeros(), both.ilog2()] {
            let mask = &self.masks[usize::from(self.variable(column as u16, place))];
            let mut touched = V::zero();
            for (plane, stays) in planes.iter().zip(&mask.stays) {
                touched = touched.or(plane.without(V::load(stays)));
            }
            worth *= touched.weigh(small);
        }
        worth
    }

    /// The smallest group, where none has two variables left.
    fn smallest(&self, state: &State) -> Choice {
        let open = (0..BITS).filter(|&it| self.all.has(it) && !state.decided.has(it));
        let group = open.min_by_key(|&column| places_of(state, column).count_ones());
        let group = group.unwrap_or(0);
        Choice { group: group as u16, places: places_of(state, group) }
    }
}

impl Layout for Sliced {
    type State = State;
    type Memory = Option<Worth>;

    fn root(&self) -> State {
        State { planes: self.planes, decided: Bits::ZERO, used: [Bits::ZERO; LINES] }
    }

    #[inline(always)]
    fn assign<V: Vector>(&self, state: &mut State, variable: Variable) {
        // A variable that is false already leaves its groups empty.
        let mut planes = load::<V>(&state.planes);
        let mut decided = V::load(&state.decided);
        self.mask(&mut planes, &mut decided, variable);
        store(state, &planes, decided);
    }

    #[inline(always)]
    fn assign_all<V: Vector>(&self, state: &mut State, facts: &[Lit]) {
        let mut planes = load::<V>(&state.planes);
        let mut decided = V::load(&state.decided);
        for fact in facts {
            if fact.is_pos() {
                self.mask(&mut planes, &mut decided, fact.vidx() as Variable);
            }
        }
        store(state, &planes, decided);
    }

    fn exclude(&self, state: &mut State, variable: Variable) {
        for &(column, plane) in &self.places[usize::from(variable)] {
            state.planes[plane].clear(column);
        }
    }

    #[inline(always)]
    fn settle<V: Vector>(&self, state: &mut State) -> Result<Settled, Conflict> {
        let all = V::load(&self.all);
        let mut planes = load::<V>(&state.planes);
        let mut decided = V::load(&state.decided);
        loop {
            let (mut one, mut two) = (V::zero(), V::zero());
            for &plane in &planes {
                two = two.or(one.and(plane));
                one = one.or(plane);
            }
            if !all.without(one).is_zero() {
                return Err(Conflict);
            }
            let units = one.without(two.or(decided));
            let words = units.words();
            if words != 0 && (two.words() != 0 || !self.is_all_exact) {
                self.follow_units(&mut planes, &mut decided, units, words);
                continue;
            }
            let is_solved = two.is_zero();
            if !is_solved && self.follow_overlaps(&mut planes, decided, &mut state.used) {
                continue;
            }
            store(state, &planes, decided);
            return Ok(if is_solved { Settled::Solved } else { Settled::Open });
        }
    }

    #[inline(always)]
    fn choose<V: Vector>(&self, state: &State, memory: &mut Option<Worth>) -> Choice {
        let planes = load::<V>(&state.planes);
        let mut at_least = [V::zero(); 5];
        for &plane in &planes {
            for number in (1..5).rev() {
                at_least[number] = at_least[number].or(at_least[number - 1].and(plane));
            }
            at_least[0] = at_least[0].or(plane);
        }
        let all = V::load(&self.all);
        let small = [all.without(at_least[4]), all.without(at_least[3]), all.without(at_least[2])];
        let pairs = at_least[1].without(at_least[2]);
        let mut words = pairs.words();
        if words == 0 {
            return self.smallest(state);
        }
        let memory = &mut memory.get_or_insert_default().0;
        let pairs = pairs.store();
        let mut best = [0_u64; FAVOURITES];
        while words != 0 {
            let word = words.trailing_zeros() as usize;
            words &= words - 1;
            let mut columns = pairs.0[word];
            while columns != 0 {
                let column = word * 64 + columns.trailing_zeros() as usize;
                columns &= columns - 1;
                if memory[column] == 0 {
                    memory[column] = self.worth(state, &planes, column, small);
                }
                let mut next = u64::from(memory[column]) << 32 | column as u64;
                for slot in &mut best {
                    (*slot, next) = ((*slot).max(next), (*slot).min(next));
                }
            }
        }
        let mut chosen = (0, 0);
        for favourite in best {
            let column = favourite as u32 as usize;
            if favourite != 0 {
                memory[column] = self.worth(state, &planes, column, small);
                if memory[column] > chosen.0 {
                    chosen = (memory[column], column);
                }
            }
        }
        Choice { group: chosen.1 as u16, places: places_of(state, chosen.1) }
    }

    #[inline(always)]
    fn variable(&self, group: u16, place: u32) -> Variable {
        self.variables[usize::from(group) * STRIDE + place as usize]
    }

    fn truths(&self, state: &State, take: &mut dyn FnMut(Variable)) {
        for &column in &self.cover {
            let places = places_of(state, usize::from(column));
            take(self.variable(column, places.trailing_zeros()));
        }
    }

    fn is_possible(&self, state: &State, variable: Variable) -> bool {
        let (column, plane) = self.places[usize::from(variable)][0];
        state.planes[plane].has(column)
    }
}

#[inline(always)]
fn load<V: Vector>(bits: &[Bits; PLANES]) -> [V; PLANES] {
    let mut planes = [V::zero(); PLANES];
    for (plane, bits) in planes.iter_mut().zip(bits) {
        *plane = V::load(bits);
    }
    planes
}

#[inline(always)]
fn store<V: Vector>(state: &mut State, planes: &[V; PLANES], decided: V) {
    for (bits, plane) in state.planes.iter_mut().zip(planes) {
        *bits = plane.store();
    }
    state.decided = decided.store();
}

/// The places of a group that may still be true, as bits.
#[inline(always)]
fn places_of(state: &State, column: usize) -> u32 {
    let mut places = 0;
    for (place, plane) in state.planes.iter().enumerate() {
        places |= u32::from(plane.has(column)) << place;
    }
    places
}

/// The mask that takes some variables away.
fn without(groups: &Groups, group: usize) -> [Bits; PLANES] {
    let mut stays = [Bits::ONES; PLANES];
    for &variable in groups.group(group) {
        for &(column, plane) in &groups.places[usize::from(variable)] {
            stays[plane].clear(column);
        }
    }
    stays
}

/// Leaves what stays in both.
fn narrow(stays: &mut [Bits; PLANES], others: &[Bits; PLANES]) {
    for (stays, others) in stays.iter_mut().zip(others) {
        for (stays, others) in stays.0.iter_mut().zip(others.0) {
            *stays &= others;
        }
    }
}

/// A variable stays after all.
fn keep(stays: &mut [Bits; PLANES], places: &[(usize, usize)]) {
    for &(column, plane) in places {
        stays[plane].set(column);
    }
}

/// For each line of the square the groups that overlap with another just there, and the masks for
/// when they do. `without` tells what stays without each group.
fn lines(groups: &Groups, without: &[[Bits; PLANES]]) -> ([Line; LINES], Vec<[Bits; PLANES]>) {
    let new_line = || Line { groups: Bits::ZERO, masks: vec![0; BITS] };
    let mut lines = [(); LINES].map(|()| new_line());
    let lines_places: [u64; LINES] = std::array::from_fn(line_places);
    let mut shared = vec![0; groups.len()];
    let mut overlaps: Vec<(usize, u64, usize)> = Vec::new();
    let mut masks: Vec<[Bits; PLANES]> = Vec::with_capacity(LINES / 2 * groups.exact.len());
    for (column, group) in groups.exact.iter().enumerate() {
        let here = (1_u64 << group.len()) - 1;
        overlaps.clear();
        groups.overlaps(column, &mut shared, |places, other| {
            let line = lines_places.iter().position(|&it| places == it & here);
            let has_more = groups.group(other).len() > places.count_ones() as usize;
            overlaps.extend(line.filter(|_| has_more).map(|line| (line, places, other)));
        });
        overlaps.sort_unstable();
        for &(line, places, other) in &overlaps {
            let mut stays = without[other];
            for (_, &variable) in group.iter().enumerate().filter(|(it, _)| places >> it & 1 == 1) {
                keep(&mut stays, &groups.places[usize::from(variable)]);
            }
            let Line { groups, masks: numbers } = &mut lines[line];
            if groups.has(column) {
                narrow(&mut masks[numbers[column] as usize], &stays);
            } else {
                groups.set(column);
                numbers[column] = masks.len() as u32;
                masks.push(stays);
            }
        }
    }
    (lines, masks)
}

/// The planes of a line of the square, as bits.
fn line_places(line: usize) -> u64 {
    let is_in = |plane: &usize| match line.checked_sub(SIDE) {
        None => plane / SIDE == line,
        Some(column) => plane % SIDE == column,
    };
    (0..PLANES).filter(is_in).fold(0, |places, plane| places | 1 << plane)
}
