//! A model of up to 512 groups in planes of 512 bits: each group is a bit column, and the variables at
//! the same place of all groups are a plane. The layout is ours.
//!
//! One pass over the planes finds all groups with no, one or two variables left. Making a variable
//! true is a mask over all planes. A variable has a bit in the column of each of its groups, and all
//! planes fit into the registers of a processor with AVX-512. Reading the masks, half a megabyte for
//! a sudoku, takes most of the time. (Masks as lists of the words that they change are smaller and
//! were slower: loading a vector just after storing single words of it stalls the processor.)
//!
//! Besides units, propagation uses overlaps, which sudoku players call locked candidates: if all
//! variables left in a group are also in another group, all others of that group are false.

use super::cursor::{BitLayout, Choice, Conflict, Propagated};
use super::groups::{Groups, Places, Variable};
use super::vector::{BITS, Bits, Portable, Simd, Vector, intersect};

/// The largest size of a group.
const PLANES: usize = 9;

/// Planes form a square, as the cells of a sudoku box. Only overlaps that are a row or a column of the
/// square are used.
const SIDE: usize = 3;

/// Rows and columns of the square.
const LINES: usize = 2 * SIDE;

/// A model of up to 512 groups of up to nine variables.
pub(super) struct Sliced {
    /// The columns that have a group.
    all: Bits,
    planes: [Bits; PLANES],
    /// By column and plane.
    variables: Vec<Variable>,
    masks: Vec<Mask>,
    lines: [Line; LINES],
    /// The masks of overlaps.
    overlaps: Vec<[Bits; PLANES]>,
    /// Column and plane of each variable, for each of its groups.
    places: Places,
    /// Columns that together have all variables.
    cover: Vec<u16>,
    /// Whether every state with one variable left in each group is a solution.
    is_all_exact: bool,
}

/// The effect of making a variable true.
struct Mask {
    /// The variables that may still be true.
    stays: [Bits; PLANES],
    /// The groups of the variable.
    own: Bits,
}

impl Mask {
    /// Clears all variables that share a group with this one. `without` has the result of [`without`]
    /// for each group.
    fn of(groups: &Groups, without: &[[Bits; PLANES]], variable: usize) -> Self {
        let mut stays = [Bits::ONES; PLANES];
        for group in groups.groups_of(variable) {
            intersect(&mut stays, &without[group]);
        }
        keep(&mut stays, &groups.places[variable]);
        let mut own = Bits::ZERO;
        for &(column, _) in &groups.places[variable] {
            own.set(column);
        }
        Self { stays, own }
    }
}

/// The groups that overlap with another one in a line of the square.
struct Line {
    groups: Bits,
    overlaps: Vec<Overlap>,
}

/// The overlap of a group with another one.
#[derive(Clone, Copy)]
struct Overlap {
    /// The number of the mask to apply when the group is confined to the overlap.
    mask: u32,
    /// The other group, and the line of it that is the overlap. If it is confined there as well, the
    /// mask has no effect.
    group: u16,
    line: u16,
}

impl Overlap {
    /// For a group that overlaps with several others in the line, or where the overlap is no line of
    /// the other one.
    const ONE_SIDED: Self = Self { mask: 0, group: 0, line: LINES as u16 };
}

#[derive(Clone, Copy)]
pub(super) struct State {
    planes: [Bits; PLANES],
    /// The groups whose true variable is known and propagated.
    decided: Bits,
    /// For each line, the groups whose overlap was used.
    used: [Bits; LINES],
}

/// The score of each pair (a group with two variables left) when it was last computed; 0 if it never
/// was. It is empty before the first choice.
#[derive(Default)]
pub(super) struct Scores(Vec<u32>);

/// The number of pairs with the highest known scores that are scored again for a choice.
const RESCORED: usize = 2;

/// The number of pairs without a score that are scored for a choice. With more of them easy models
/// take a fifth longer, and hard ones are no faster.
const NEWLY_SCORED: usize = 10;

impl Sliced {
    /// Whether a model fits that has so many groups, the largest of size `widest`.
    pub(super) fn has_room(groups: usize, widest: usize) -> bool {
        groups <= BITS && widest <= PLANES
    }

    /// Lays out groups that fit.
    pub(super) fn of(groups: &Groups) -> Self {
        let mut all = Bits::ZERO;
        let mut planes = [Bits::ZERO; PLANES];
        let mut variables = vec![0; BITS * PLANES];
        for (column, group) in groups.exact.iter().enumerate() {
            all.set(column);
            for (plane, &variable) in group.iter().enumerate() {
                planes[plane].set(column);
                variables[column * PLANES + plane] = variable;
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

    /// Makes the last variables of all units true.
    #[inline(always)]
    fn propagate_units<S: Simd>(
        &self,
        simd: S,
        planes: &mut [S::Vector; PLANES],
        decided: &mut S::Vector,
        units: S::Vector,
        mut words: u32,
    ) {
        let numbers = Numbers::of(simd, planes);
        let units = units.store();
        while words != 0 {
            let word = words.trailing_zeros() as usize;
            words &= words - 1;
            let mut columns = units.0[word];
            while columns != 0 {
                let bit = columns.trailing_zeros() as usize;
                columns &= columns - 1;
                let plane = numbers.at(word, bit);
                let variable = self.variables[(word * 64 + bit) * PLANES + plane];
                self.mask(simd, planes, decided, variable);
            }
        }
    }

    /// Makes a variable true.
    #[inline(always)]
    fn mask<S: Simd>(
        &self,
        simd: S,
        planes: &mut [S::Vector; PLANES],
        decided: &mut S::Vector,
        variable: Variable,
    ) {
        let mask = &self.masks[usize::from(variable)];
        for (plane, stays) in planes.iter_mut().zip(&mask.stays) {
            *plane = plane.and(simd.load(stays));
        }
        *decided = decided.or(simd.load(&mask.own));
    }

    /// Finds the groups that are confined to a line of the square and uses their overlaps. Returns
    /// whether a mask was applied.
    #[inline(always)]
    fn propagate_overlaps<S: Simd>(
        &self,
        simd: S,
        planes: &mut [S::Vector; PLANES],
        decided: S::Vector,
        used: &mut [Bits; LINES],
    ) -> bool {
        let mut lines = [simd.zero(); LINES];
        for row in 0..SIDE {
            for column in 0..SIDE {
                let plane = planes[row * SIDE + column];
                lines[row] = lines[row].or(plane);
                lines[SIDE + column] = lines[SIDE + column].or(plane);
            }
        }
        // The last one stays empty, for one-sided overlaps.
        let mut confined = [Bits::ZERO; LINES + 1];
        let mut any_new = simd.zero();
        for line in 0..LINES {
            let mut elsewhere = decided;
            for other in 0..SIDE {
                let other = line / SIDE * SIDE + other;
                if other != line {
                    elsewhere = elsewhere.or(lines[other]);
                }
            }
            let here = simd.load(&self.lines[line].groups).without(elsewhere);
            confined[line] = here.store();
            any_new = any_new.or(here.without(simd.load(&used[line])));
        }
        !any_new.is_zero() && self.use_overlaps(simd, planes, &confined, used)
    }

    /// Applies the masks of the overlaps that groups are newly confined to. Returns whether there was
    /// one.
    #[inline(always)]
    fn use_overlaps<S: Simd>(
        &self,
        simd: S,
        planes: &mut [S::Vector; PLANES],
        confined: &[Bits; LINES + 1],
        used: &mut [Bits; LINES],
    ) -> bool {
        let mut is_used = false;
        for (line, used) in used.iter_mut().enumerate() {
            let (here, before) = (simd.load(&confined[line]), simd.load(used));
            let new = here.without(before);
            let mut words = new.words();
            if words == 0 {
                continue;
            }
            *used = here.or(before).store();
            let new = new.store();
            while words != 0 {
                let word = words.trailing_zeros() as usize;
                words &= words - 1;
                let mut columns = new.0[word];
                while columns != 0 {
                    let column = word * 64 + columns.trailing_zeros() as usize;
                    columns &= columns - 1;
                    let overlap = self.lines[line].overlaps[column];
                    if confined[usize::from(overlap.line)].has(usize::from(overlap.group)) {
                        continue;
                    }
                    is_used = true;
                    let mask = &self.overlaps[overlap.mask as usize];
                    for (plane, stays) in planes.iter_mut().zip(mask) {
                        *plane = plane.and(simd.load(stays));
                    }
                }
            }
        }
        is_used
    }

    /// The score of a pair: how many groups each branch would change, weighted towards small groups.
    #[inline(always)]
    fn score<S: Simd>(
        &self,
        simd: S,
        state: &State,
        planes: &[S::Vector; PLANES],
        column: usize,
        small: [S::Vector; 3],
    ) -> u32 {
        let both = places_of(state, column);
        let mut score = 1;
        for place in [both.trailing_zeros(), both.ilog2()] {
            let mask = &self.masks[usize::from(self.variable(column as u16, place))];
            let mut touched = simd.zero();
            for (plane, stays) in planes.iter().zip(&mask.stays) {
                touched = touched.or(plane.without(simd.load(stays)));
            }
            score *= touched.weigh(small);
        }
        score
    }

    /// The groups with two variables left, and those with at most four, three and two.
    #[inline(always)]
    fn sizes<S: Simd>(&self, simd: S, planes: &[S::Vector; PLANES]) -> (S::Vector, [S::Vector; 3]) {
        let mut at_least = [simd.zero(); 5];
        for &plane in planes {
            for number in (1..5).rev() {
                at_least[number] = at_least[number].or(at_least[number - 1].and(plane));
            }
            at_least[0] = at_least[0].or(plane);
        }
        let all = simd.load(&self.all);
        let small = [all.without(at_least[4]), all.without(at_least[3]), all.without(at_least[2])];
        (at_least[1].without(at_least[2]), small)
    }

    /// The open group with the fewest variables left.
    fn smallest(&self, state: &State) -> Choice {
        let open = (0..BITS).filter(|&it| self.all.has(it) && !state.decided.has(it));
        let group = open.min_by_key(|&column| places_of(state, column).count_ones());
        let group = group.unwrap_or(0);
        Choice { group: group as u16, places: places_of(state, group) }
    }
}

impl BitLayout for Sliced {
    type State = State;
    type Memory = Scores;

    fn forget(memory: &mut Scores) {
        memory.0.clear();
    }

    fn variables(&self) -> usize {
        self.masks.len()
    }

    fn root(&self) -> State {
        State { planes: self.planes, decided: Bits::ZERO, used: [Bits::ZERO; LINES] }
    }

    #[inline(always)]
    fn assign<S: Simd>(
        &self,
        simd: S,
        state: &mut State,
        variables: impl IntoIterator<Item = Variable>,
    ) {
        let mut planes = load(simd, &state.planes);
        let mut decided = simd.load(&state.decided);
        for variable in variables {
            // A variable that is false already leaves its groups empty.
            self.mask(simd, &mut planes, &mut decided, variable);
        }
        store(state, &planes, decided);
    }

    fn exclude(&self, state: &mut State, variable: Variable) {
        for &(column, plane) in &self.places[usize::from(variable)] {
            state.planes[plane].clear(column);
        }
    }

    #[inline(always)]
    fn propagate<S: Simd>(&self, simd: S, state: &mut State) -> Result<Propagated, Conflict> {
        let all = simd.load(&self.all);
        let mut planes = load(simd, &state.planes);
        let mut decided = simd.load(&state.decided);
        loop {
            let (mut one, mut two) = (simd.zero(), simd.zero());
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
                self.propagate_units(simd, &mut planes, &mut decided, units, words);
                continue;
            }
            let is_solved = two.is_zero();
            if !is_solved && self.propagate_overlaps(simd, &mut planes, decided, &mut state.used) {
                continue;
            }
            store(state, &planes, decided);
            return Ok(if is_solved { Propagated::Solved } else { Propagated::Open });
        }
    }

    #[inline(always)]
    fn choose<S: Simd>(&self, simd: S, state: &State, memory: &mut Scores) -> Choice {
        let planes = load(simd, &state.planes);
        let (pairs, small) = self.sizes(simd, &planes);
        let mut words = pairs.words();
        memory.0.resize(BITS, 0);
        let Some(scores) = memory.0.first_chunk_mut::<BITS>().filter(|_| words != 0) else {
            return self.smallest(state);
        };
        let pairs = pairs.store();
        let (mut chosen, mut newly_scored) = ((0, 0), 0);
        // Scores and columns, the highest first.
        let mut best = [0_u64; RESCORED];
        while words != 0 {
            let word = words.trailing_zeros() as usize;
            words &= words - 1;
            let mut columns = pairs.0[word];
            while columns != 0 {
                let column = word * 64 + columns.trailing_zeros() as usize;
                columns &= columns - 1;
                if scores[column] == 0 {
                    if newly_scored < NEWLY_SCORED {
                        newly_scored += 1;
                        scores[column] = self.score(simd, state, &planes, column, small);
                        chosen = chosen.max((scores[column], column));
                    }
                    continue;
                }
                let mut next = u64::from(scores[column]) << 32 | column as u64;
                for slot in &mut best {
                    (*slot, next) = ((*slot).max(next), (*slot).min(next));
                }
            }
        }
        for entry in best {
            if entry == 0 {
                continue;
            }
            let column = entry as u32 as usize;
            scores[column] = self.score(simd, state, &planes, column, small);
            chosen = chosen.max((scores[column], column));
        }
        Choice { group: chosen.1 as u16, places: places_of(state, chosen.1) }
    }

    #[inline(always)]
    fn variable(&self, group: u16, place: u32) -> Variable {
        self.variables[usize::from(group) * PLANES + place as usize]
    }

    fn truths(&self, state: &State, mut take: impl FnMut(Variable)) {
        let numbers = Numbers::of(Portable, &load(Portable, &state.planes));
        for &column in &self.cover {
            let column = usize::from(column);
            take(self.variables[column * PLANES + numbers.at(column / 64, column % 64)]);
        }
    }

    fn is_possible(&self, state: &State, variable: Variable) -> bool {
        let (column, plane) = self.places[usize::from(variable)][0];
        state.planes[plane].has(column)
    }
}

/// The number of the plane of each column with one bit, in binary.
struct Numbers([Bits; 4]);

impl Numbers {
    #[inline(always)]
    fn of<S: Simd>(simd: S, planes: &[S::Vector; PLANES]) -> Self {
        let mut numbers = [Bits::ZERO; 4];
        for (power, number) in numbers.iter_mut().enumerate() {
            let mut any = simd.zero();
            for (plane, &bits) in planes.iter().enumerate() {
                if plane >> power & 1 == 1 {
                    any = any.or(bits);
                }
            }
            *number = any.store();
        }
        Self(numbers)
    }

    #[inline(always)]
    fn at(&self, word: usize, bit: usize) -> usize {
        let mut plane = 0;
        for (power, number) in self.0.iter().enumerate() {
            plane |= (number.0[word] >> bit & 1) << power;
        }
        plane as usize
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, bits: &[Bits; PLANES]) -> [S::Vector; PLANES] {
    let mut planes = [simd.zero(); PLANES];
    for (plane, bits) in planes.iter_mut().zip(bits) {
        *plane = simd.load(bits);
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

/// All bits but those of the variables of a group.
fn without(groups: &Groups, group: usize) -> [Bits; PLANES] {
    let mut stays = [Bits::ONES; PLANES];
    for &variable in groups.group(group) {
        for &(column, plane) in &groups.places[usize::from(variable)] {
            stays[plane].clear(column);
        }
    }
    stays
}

/// Sets the bits of a variable.
fn keep(stays: &mut [Bits; PLANES], places: &[(usize, usize)]) {
    for &(column, plane) in places {
        stays[plane].set(column);
    }
}

/// The groups that overlap with another one in exactly a line of the square, and the masks of these
/// overlaps. `without` has the result of [`without`] for each group.
fn lines(groups: &Groups, without: &[[Bits; PLANES]]) -> ([Line; LINES], Vec<[Bits; PLANES]>) {
    let new_line = || Line { groups: Bits::ZERO, overlaps: vec![Overlap::ONE_SIDED; BITS] };
    let mut lines = [(); LINES].map(|()| new_line());
    let lines_places: [u64; LINES] = std::array::from_fn(line_places);
    let mut shared = vec![0; groups.len()];
    let mut overlaps: Vec<(usize, u64, usize)> = Vec::new();
    let mut masks: Vec<[Bits; PLANES]> = Vec::with_capacity(LINES / 2 * groups.exact.len());
    let mut others = vec![[None; LINES]; groups.exact.len()];
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
            let Line { groups, overlaps } = &mut lines[line];
            if groups.has(column) {
                intersect(&mut masks[overlaps[column].mask as usize], &stays);
                others[column][line] = None;
            } else {
                groups.set(column);
                overlaps[column].mask = masks.len() as u32;
                masks.push(stays);
                others[column][line] = Some(other);
            }
        }
    }
    add_other_sides(&mut lines, &others);
    (lines, masks)
}

/// Sets the other sides of overlaps. `others` has for each group and line the only group that it
/// overlaps with there.
fn add_other_sides(lines: &mut [Line; LINES], others: &[[Option<usize>; LINES]]) {
    for (column, others_here) in others.iter().enumerate() {
        for (line, &other) in lines.iter_mut().zip(others_here) {
            // Only exact groups have a column; the others have higher numbers.
            let Some(there) = other.and_then(|other| others.get(other)) else { continue };
            let line_there = there.iter().position(|&back| back == Some(column));
            if let Some((other, line_there)) = other.zip(line_there) {
                let overlap = &mut line.overlaps[column];
                (overlap.group, overlap.line) = (other as u16, line_there as u16);
            }
        }
    }
}

/// The planes of a line of the square, as bits.
fn line_places(line: usize) -> u64 {
    let is_in = |plane: &usize| match line.checked_sub(SIDE) {
        None => plane / SIDE == line,
        Some(column) => plane % SIDE == column,
    };
    (0..PLANES).filter(is_in).fold(0, |places, plane| places | 1 << plane)
}
