//! A model in one or four registers of 512 bits: each group is a bit column, and the variables at the
//! same place of all groups are a lane. The layout is ours.
//!
//! Lanes are folded onto one another to find all groups with no, one, two or three variables left.
//! Making a variable true is one mask.

use super::cursor::{BitLayout, Choice, Conflict, Propagated};
use super::groups::{Groups, Places, Variable};
use super::vector::{BITS, Bits, Portable, Simd, Vector, intersect};

/// A model of up to `COLUMNS` groups, 32 or 64, in `REGISTERS` registers.
pub(super) struct Packed<const COLUMNS: usize, const REGISTERS: usize> {
    /// The columns that have a group.
    all: u64,
    root: [Bits; REGISTERS],
    masks: Vec<Mask<REGISTERS>>,
    /// By column and place.
    variables: Vec<Variable>,
    places: Places,
    /// Columns that together have all variables.
    cover: Vec<u16>,
}

/// The effect of making a variable true.
struct Mask<const REGISTERS: usize> {
    /// The variables that may still be true.
    stays: [Bits; REGISTERS],
    /// The groups of the variable.
    own: u64,
}

#[derive(Clone, Copy)]
pub(super) struct State<const REGISTERS: usize> {
    lanes: [Bits; REGISTERS],
    /// The groups whose true variable is known and propagated.
    decided: u64,
    /// The groups with two variables left, and those with three.
    few: [u64; 2],
}

impl<const COLUMNS: usize, const REGISTERS: usize> Packed<COLUMNS, REGISTERS> {
    /// The number of lanes of a register.
    const LANES: usize = BITS / COLUMNS;

    /// The largest size of a group.
    const PLACES: usize = Self::LANES * REGISTERS;

    /// Whether a model fits that has so many groups, the largest of size `widest`.
    pub(super) fn has_room(groups: usize, widest: usize) -> bool {
        groups <= COLUMNS && widest <= Self::PLACES
    }

    /// Lays out groups that fit.
    pub(super) fn of(groups: &Groups) -> Self {
        let mut root = [Bits::ZERO; REGISTERS];
        let mut variables = vec![0; COLUMNS * Self::PLACES];
        let mut all = 0;
        for (column, group) in groups.exact.iter().enumerate() {
            all |= 1 << column;
            for (place, &variable) in group.iter().enumerate() {
                let (register, bit) = Self::bit(column, place);
                root[register].set(bit);
                variables[column * Self::PLACES + place] = variable;
            }
        }
        let without: Vec<_> = (0..groups.len()).map(|it| Self::without(groups, it)).collect();
        let mask = |variable: usize| {
            let mut stays = [Bits::ONES; REGISTERS];
            for group in groups.groups_of(variable) {
                intersect(&mut stays, &without[group]);
            }
            let mut own = 0;
            for &(column, place) in &groups.places[variable] {
                let (register, bit) = Self::bit(column, place);
                stays[register].set(bit);
                own |= 1 << column;
            }
            Mask { stays, own }
        };
        Self {
            all,
            root,
            masks: (0..groups.variables).map(mask).collect(),
            variables,
            places: groups.places.clone(),
            cover: groups.cover().into_iter().map(|column| column as u16).collect(),
        }
    }

    /// All bits but those of the variables of a group.
    fn without(groups: &Groups, group: usize) -> [Bits; REGISTERS] {
        let mut stays = [Bits::ONES; REGISTERS];
        for &variable in groups.group(group) {
            for &(column, place) in &groups.places[usize::from(variable)] {
                let (register, bit) = Self::bit(column, place);
                stays[register].clear(bit);
            }
        }
        stays
    }

    fn bit(column: usize, place: usize) -> (usize, usize) {
        (place / Self::LANES, place % Self::LANES * COLUMNS + column)
    }

    /// The places of a group that may still be true, as bits.
    #[inline(always)]
    fn places_of<V: Vector>(lanes: &[V; REGISTERS], column: usize) -> u32 {
        let mut places = 0;
        for (register, lanes) in lanes.iter().enumerate() {
            let found = if COLUMNS == 32 {
                lanes.lanes_32(1 << column)
            } else {
                lanes.lanes_64(1 << column)
            };
            places |= found << (register * Self::LANES);
        }
        places
    }

    /// The groups with at least one, two, three and four variables left.
    #[inline(always)]
    fn sizes<S: Simd>(simd: S, lanes: &[S::Vector; REGISTERS]) -> [u64; 4] {
        let mut sizes = [simd.zero(); 4];
        for &lanes in lanes {
            for number in (1..4).rev() {
                sizes[number] = sizes[number].or(sizes[number - 1].and(lanes));
            }
            sizes[0] = sizes[0].or(lanes);
        }
        sizes = fold(sizes, S::Vector::swap::<0>);
        sizes = fold(sizes, S::Vector::swap::<1>);
        sizes = fold(sizes, S::Vector::swap::<2>);
        if COLUMNS == 32 {
            sizes = fold(sizes, S::Vector::swap::<3>);
        }
        let mut words = [0; 4];
        for (word, size) in words.iter_mut().zip(sizes) {
            *word = if COLUMNS == 32 { size.low() & 0xFFFF_FFFF } else { size.low() };
        }
        words
    }

    #[inline(always)]
    fn load<S: Simd>(simd: S, state: &State<REGISTERS>) -> [S::Vector; REGISTERS] {
        let mut lanes = [simd.zero(); REGISTERS];
        for (lanes, bits) in lanes.iter_mut().zip(&state.lanes) {
            *lanes = simd.load(bits);
        }
        lanes
    }

    /// Makes a variable true, and returns its groups.
    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, lanes: &mut [S::Vector; REGISTERS], it: Variable) -> u64 {
        let mask = &self.masks[usize::from(it)];
        for (lanes, stays) in lanes.iter_mut().zip(&mask.stays) {
            *lanes = lanes.and(simd.load(stays));
        }
        mask.own
    }
}

/// Adds the sizes of the groups in the lanes that `swap` brings together.
#[inline(always)]
fn fold<V: Vector>(sizes: [V; 4], swap: impl Fn(V) -> V) -> [V; 4] {
    let [one, two, three, four] = sizes;
    let [other_one, other_two] = [swap(one), swap(two)];
    let [other_three, other_four] = [swap(three), swap(four)];
    [
        one.or(other_one),
        two.or(other_two).or(one.and(other_one)),
        three.or(other_three).or(two.and(other_one)).or(one.and(other_two)),
        four.or(other_four)
            .or(three.and(other_one))
            .or(two.and(other_two))
            .or(one.and(other_three)),
    ]
}

impl<const COLUMNS: usize, const REGISTERS: usize> BitLayout for Packed<COLUMNS, REGISTERS> {
    type State = State<REGISTERS>;
    type Memory = ();

    fn variables(&self) -> usize {
        self.masks.len()
    }

    fn root(&self) -> Self::State {
        State { lanes: self.root, decided: 0, few: [0; 2] }
    }

    #[inline(always)]
    fn assign<S: Simd>(
        &self,
        simd: S,
        state: &mut Self::State,
        variables: impl IntoIterator<Item = Variable>,
    ) {
        let mut lanes = Self::load(simd, state);
        for variable in variables {
            state.decided |= self.mask(simd, &mut lanes, variable);
        }
        store(state, lanes);
    }

    fn exclude(&self, state: &mut Self::State, variable: Variable) {
        for &(column, place) in &self.places[usize::from(variable)] {
            let (register, bit) = Self::bit(column, place);
            state.lanes[register].clear(bit);
        }
    }

    #[inline(always)]
    fn propagate<S: Simd>(&self, simd: S, state: &mut Self::State) -> Result<Propagated, Conflict> {
        let mut lanes = Self::load(simd, state);
        let mut decided = state.decided;
        loop {
            let [one, two, three, four] = Self::sizes(simd, &lanes);
            if self.all & !one != 0 {
                return Err(Conflict);
            }
            let mut units = one & !two & !decided;
            if units == 0 {
                store(state, lanes);
                state.decided = decided;
                state.few = [two & !three, three & !four];
                return Ok(if two == 0 { Propagated::Solved } else { Propagated::Open });
            }
            while units != 0 {
                let column = units.trailing_zeros() as usize;
                let places = Self::places_of(&lanes, column);
                if places == 0 {
                    break;
                }
                let variable = self.variable(column as u16, places.trailing_zeros());
                let own = self.mask(simd, &mut lanes, variable);
                decided |= own;
                units &= !own;
            }
        }
    }

    /// The first group with the fewest variables left.
    #[inline(always)]
    fn choose<S: Simd>(&self, simd: S, state: &Self::State, _memory: &mut ()) -> Choice {
        let lanes = Self::load(simd, state);
        let few = if state.few[0] == 0 { state.few[1] } else { state.few[0] };
        if few != 0 {
            let group = few.trailing_zeros() as usize;
            return Choice { group: group as u16, places: Self::places_of(&lanes, group) };
        }
        let mut open = self.all & !state.decided;
        // Larger than every count, which may be 32.
        let (mut best, mut fewest) = (Choice { group: 0, places: 0 }, u32::MAX);
        while open != 0 {
            let group = open.trailing_zeros() as usize;
            open &= open - 1;
            let places = Self::places_of(&lanes, group);
            if places.count_ones() < fewest {
                (best, fewest) = (Choice { group: group as u16, places }, places.count_ones());
            }
        }
        best
    }

    #[inline(always)]
    fn variable(&self, group: u16, place: u32) -> Variable {
        self.variables[usize::from(group) * Self::PLACES + place as usize]
    }

    fn truths(&self, state: &Self::State, mut take: impl FnMut(Variable)) {
        let lanes = Self::load(Portable, state);
        for &column in &self.cover {
            let places = Self::places_of(&lanes, usize::from(column));
            take(self.variable(column, places.trailing_zeros()));
        }
    }

    fn is_possible(&self, state: &Self::State, variable: Variable) -> bool {
        let (column, place) = self.places[usize::from(variable)][0];
        let (register, bit) = Self::bit(column, place);
        state.lanes[register].has(bit)
    }
}

#[inline(always)]
fn store<V: Vector, const REGISTERS: usize>(state: &mut State<REGISTERS>, lanes: [V; REGISTERS]) {
    for (bits, lanes) in state.lanes.iter_mut().zip(lanes) {
        *bits = lanes.store();
    }
}
