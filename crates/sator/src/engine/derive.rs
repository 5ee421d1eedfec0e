//! What follows from the rules and clues of a model taken together, and helps a solver.
//!
//! Where each value occurs once in a house, the house has a known total. Known totals that overlap
//! leave small sums behind: what sticks out of some houses, and what is missing inside (players
//! call it the 45 rule). And what lies inside a house takes its values from the rest of it. All of
//! this is read off the model; no puzzle is known here.

mod lists;
mod unions;

use std::cmp::Ordering;
use std::mem;
use std::sync::Arc;

use sator_sat::constraint::{Constraint, Number, Part, Sum};

use self::lists::Lists;
use self::unions::Unions;
use crate::model::{
    CellId, CellName, Demand, Domain, Label, Model, Origin, Relation, Rule, SayOfValue, Scope,
    Value,
};
use crate::puzzle::Puzzle;

/// A puzzle's rules and clues, with what follows from them if the scope has room for that.
pub fn model_of(puzzle: &dyn Puzzle, scope: Scope) -> Model {
    let mut model = puzzle.model();
    if scope == Scope::Extended {
        let deriver = Deriver::new(&model);
        deriver.add_sums(&mut model, Extent::Unions, &|| false);
        deriver.add_splits(&mut model);
    }
    model
}

/// How far to look for sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// In each house by itself, which is quick and mostly enough.
    Houses,
    /// In houses taken together, too.
    Unions,
}

/// Draws conclusions from the rules and clues of a model, if it has sums to draw them from.
pub(super) struct Deriver {
    facts: Option<Facts>,
}

impl Deriver {
    /// Reads off the model what conclusions are drawn from.
    pub(super) fn new(model: &Model) -> Self {
        let cages = cages(model);
        Self { facts: (!cages.is_empty()).then(|| Facts::new(model, cages)) }
    }

    /// Concludes the small sums that known totals leave behind, instead of what was concluded
    /// before; fewer, when `stop` says so.
    pub(super) fn add_sums(&self, model: &mut Model, extent: Extent, stop: &dyn Fn() -> bool) {
        model.retract();
        self.conclude(model, |conclusions, facts| {
            for equation in facts.equations(extent, stop) {
                conclusions.state(&equation);
            }
        });
    }

    /// Adds that what lies inside a house takes its values from the rest of it: cages, and the
    /// parts of sums that were added.
    pub(super) fn add_splits(&self, model: &mut Model) {
        self.conclude(model, |conclusions, facts| {
            for cage in &facts.cages {
                conclusions.split(&cage.cells);
            }
            for cells in parts_of_conclusions(conclusions.model) {
                conclusions.split(&cells);
            }
        });
    }

    fn conclude(&self, model: &mut Model, draw: impl Fn(&mut Conclusions<'_>, &Facts)) {
        let Some(facts) = &self.facts else { return };
        let split = vec![Vec::new(); model.cells().len()];
        let mut conclusions = Conclusions { model, facts, rules: Vec::new(), split };
        draw(&mut conclusions, facts);
        let rules = conclusions.rules;
        model.conclude(rules);
    }
}

/// The cells of each part of the sums that were concluded.
fn parts_of_conclusions(model: &Model) -> Vec<Vec<usize>> {
    let concluded = model.of_instance(Scope::Extended).filter(|it| it.origin == Origin::Derived);
    let sums = concluded.filter_map(|rule| match &rule.constraint {
        Constraint::Sum(sum) => Some(sum),
        _ => None,
    });
    let cell = |Number(values): &Number| Some(model.cell_of(values.first()?.1).0.index());
    let cells = |part: &Part| part.numbers.iter().filter_map(cell).collect();
    sums.flat_map(|sum| &sum.parts).map(cells).collect()
}

/// Sums of more cells are not worth their clauses.
const MOST_CELLS: usize = 3;

/// Cells with a known total, all different.
#[derive(Debug)]
struct Known {
    cells: Vec<usize>,
    total: i64,
}

/// Cells that have each value once.
struct House {
    family: &'static str,
    /// "row 3 has each value once".
    text: Label,
    cells: Vec<usize>,
    total: i64,
}

/// The sums of whole cells among the clues, no cell in two of them.
fn cages(model: &Model) -> Vec<Known> {
    let cage = |clue: &Rule| match &clue.constraint {
        Constraint::Sum(Sum { parts, total }) => {
            let [Part { is_negative: false, numbers }] = &parts[..] else { return None };
            let whole = |number: &Number| {
                let cell = model.cell_of(number.0.first()?.1).0.index();
                is_whole(model, cell, number).then_some(cell)
            };
            let cells = numbers.iter().map(whole).collect::<Option<Vec<_>>>()?;
            Some(Known { cells, total: *total }).filter(|known| !known.cells.is_empty())
        }
        _ => None,
    };
    let mut is_taken = vec![false; model.cells().len()];
    let is_apart = |known: &Known| {
        let is_apart = !known.cells.iter().any(|&cell| is_taken[cell]);
        known.cells.iter().for_each(|&cell| is_taken[cell] = true);
        is_apart
    };
    model.clues().iter().filter_map(cage).filter(is_apart).collect()
}

fn houses(model: &Model) -> Vec<House> {
    let house = |relation: &Relation| {
        let Relation { text, family, demand: Demand::Distinct(terms) } = relation;
        let first = model.domain(terms.first()?.cell);
        let Domain::Range { min, max } = first else { return None };
        let is_full = terms.len() == (max - min + 1) as usize
            && terms.iter().all(|term| term.offset == 0 && model.domain(term.cell) == first);
        let cells = terms.iter().map(|term| term.cell.index()).collect();
        let total = (i64::from(min)..=i64::from(max)).sum();
        is_full.then(|| House { family, text: text.clone(), cells, total })
    };
    model.relations().filter_map(house).collect()
}

/// What the conclusions are drawn from.
struct Facts {
    houses: Vec<House>,
    cages: Vec<Known>,
    /// The houses and the cage of each cell.
    houses_of: Lists,
    cage_of: Vec<Option<usize>>,
}

/// Cells that are added, and cells that are taken away, have a known total together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Equation {
    /// Ascending; the first is added.
    terms: Vec<(usize, i8)>,
    total: i64,
}

impl Equation {
    fn new(mut terms: Vec<(usize, i8)>, total: i64) -> Self {
        terms.sort_unstable();
        match terms.first() {
            Some((_, -1)) => {
                let terms = terms.into_iter().map(|(cell, sign)| (cell, -sign)).collect();
                Self { terms, total: -total }
            }
            _ => Self { terms, total },
        }
    }

    /// The largest first.
    fn by_size(&self, other: &Self) -> Ordering {
        let key = |it: &Self| (it.terms.len(), it.total);
        key(other).cmp(&key(self)).then_with(|| other.terms.cmp(&self.terms))
    }

    /// What is left when another one, if all its terms are in here, is taken away.
    fn without(&self, other: &Self) -> Option<Self> {
        if other.terms.len() > self.terms.len() {
            return None;
        }
        let sign_of = |cell| {
            let at = self.terms.binary_search_by_key(&cell, |term| term.0).ok()?;
            Some(self.terms[at].1)
        };
        let (first, sign) = *other.terms.first()?;
        let turn = sign_of(first)? * sign;
        let is_within = other.terms.iter().all(|&(cell, sign)| sign_of(cell) == Some(turn * sign));
        is_within.then(|| {
            let is_left = |term: &&(usize, i8)| !other.terms.iter().any(|it| it.0 == term.0);
            let terms = self.terms.iter().filter(is_left).copied().collect();
            Self::new(terms, self.total - i64::from(turn) * other.total)
        })
    }
}

impl Facts {
    fn new(model: &Model, cages: Vec<Known>) -> Self {
        let houses = houses(model);
        let places = houses.iter().map(|house| house.cells.len()).sum();
        let mut houses_of = Lists::new(model.cells().len(), places);
        for (number, house) in houses.iter().enumerate() {
            for &cell in &house.cells {
                houses_of.push(cell, number);
            }
        }
        let mut cage_of = vec![None; model.cells().len()];
        for (number, cage) in cages.iter().enumerate() {
            for &cell in &cage.cells {
                cage_of[cell] = Some(number);
            }
        }
        Self { houses, cages, houses_of, cage_of }
    }

    /// All small equations, none of which contains another.
    fn equations(&self, extent: Extent, stop: &dyn Fn() -> bool) -> Vec<Equation> {
        let found: Vec<Equation> = match extent {
            Extent::Houses => self.houses.iter().filter_map(|it| self.of_house(it)).collect(),
            Extent::Unions => self.of_unions(stop),
        };
        if found.is_empty() {
            return found;
        }
        let cage = |cage: &Known| {
            Equation::new(cage.cells.iter().map(|&cell| (cell, 1)).collect(), cage.total)
        };
        smallest(self.cages.iter().map(cage).collect(), found)
    }

    fn of_unions(&self, stop: &dyn Fn() -> bool) -> Vec<Equation> {
        let mut found = Vec::new();
        for family in self.families() {
            let together = Unions::new(self, &family).map(|unions| vec![unions]);
            let alone = || family.chunks(1).filter_map(|house| Unions::new(self, house)).collect();
            for unions in together.unwrap_or_else(alone) {
                unions.each(stop, |equation| found.push(equation));
            }
        }
        found
    }

    /// What the cages leave of a house, if it is small: for each cage across its border the side
    /// with fewer cells, and what no cage has.
    fn of_house(&self, house: &House) -> Option<Equation> {
        let mut cages: Vec<(usize, usize)> = Vec::with_capacity(house.cells.len());
        let mut size = 0;
        for &cell in &house.cells {
            let Some(cage) = self.cage_of[cell] else {
                size += 1;
                continue;
            };
            match cages.iter_mut().find(|it| it.0 == cage) {
                Some((_, inside)) => *inside += 1,
                None => cages.push((cage, 1)),
            }
        }
        let outside = |cage: usize, inside: usize| self.cages[cage].cells.len() - inside;
        size += cages.iter().map(|&(it, inside)| inside.min(outside(it, inside))).sum::<usize>();
        if size > MOST_CELLS {
            return None;
        }
        let is_free = |cell: &&usize| self.cage_of[**cell].is_none();
        let mut terms: Vec<_> = house.cells.iter().filter(is_free).map(|&it| (it, 1)).collect();
        let mut total = house.total;
        for (cage, inside) in cages {
            let is_added = inside <= outside(cage, inside);
            total -= if is_added { 0 } else { self.cages[cage].total };
            let sign = if is_added { 1 } else { -1 };
            let cells = self.cages[cage].cells.iter();
            let fewer = cells.filter(|it| house.cells.contains(it) == is_added);
            terms.extend(fewer.map(|&cell| (cell, sign)));
        }
        Some(Equation::new(terms, total))
    }

    /// Houses of one family, as many as a union can have.
    fn families(&self) -> Vec<Vec<usize>> {
        let mut families: Vec<Vec<usize>> = Vec::new();
        for (number, house) in self.houses.iter().enumerate() {
            let same = |family: &&mut Vec<usize>| {
                self.houses[family[0]].family == house.family && family.len() < u64::BITS as usize
            };
            match families.iter_mut().find(same) {
                Some(family) => family.push(number),
                None => families.push(vec![number]),
            }
        }
        families
    }

    /// Whether two cells have different values for certain.
    fn differ(&self, first: usize, second: usize) -> bool {
        let share_cage =
            self.cage_of[first].is_some() && self.cage_of[first] == self.cage_of[second];
        share_cage
            || self.houses_of.each(first).any(|it| self.houses_of.each(second).any(|of| of == it))
    }

    /// Cells put together where all of them differ.
    fn cliques(&self, cells: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
        let mut cliques: Vec<Vec<usize>> = Vec::new();
        for cell in cells {
            let fits = |clique: &&mut Vec<usize>| clique.iter().all(|&it| self.differ(it, cell));
            match cliques.iter_mut().find(fits) {
                Some(clique) => clique.push(cell),
                None => cliques.push(vec![cell]),
            }
        }
        cliques
    }
}

/// Takes known and smaller equations out of larger ones until none contains another.
fn smallest(known: Vec<Equation>, mut found: Vec<Equation>) -> Vec<Equation> {
    found.sort_unstable_by(Equation::by_size);
    found.dedup();
    let cells = known.iter().chain(&found).flat_map(|it| &it.terms).map(|it| it.0 + 1).max();
    let first_kept = known.len();
    let mut kept = known;
    let mut beginning_with = Lists::new(cells.unwrap_or(0), 2 * first_kept);
    let mut containing = Lists::new(beginning_with.len(), 2 * beginning_with.len());
    for (index, Equation { terms, .. }) in kept.iter().enumerate() {
        beginning_with.push(terms[0].0, index);
        for (cell, _) in terms {
            containing.push(*cell, index);
        }
    }
    let put_back = |found: &mut Vec<Equation>, equation: Equation| {
        let at = found.partition_point(|it| it.by_size(&equation).is_lt());
        found.insert(at, equation);
    };
    while let Some(equation) = found.pop() {
        let rest = {
            let mut within = equation.terms.iter().flat_map(|(cell, _)| beginning_with.each(*cell));
            within.find_map(|index| equation.without(&kept[index]))
        };
        if let Some(rest) = rest {
            put_back(&mut found, rest);
            continue;
        }
        // What is left of a large one can be in one that was there before: of that, too, something
        // is left then.
        if let Some((first, _)) = equation.terms.first() {
            for index in containing.each(*first) {
                match kept[index].without(&equation) {
                    Some(_) if index >= first_kept => {
                        put_back(&mut found, mem::take(&mut kept[index]));
                    }
                    Some(rest) if rest.terms.len() <= MOST_CELLS => put_back(&mut found, rest),
                    _ => {}
                }
            }
            beginning_with.push(*first, kept.len());
        }
        for (cell, _) in &equation.terms {
            containing.push(*cell, kept.len());
        }
        kept.push(equation);
    }
    kept.drain(first_kept..).filter(|equation| *equation != Equation::default()).collect()
}

/// Rules in the making.
struct Conclusions<'m> {
    model: &'m Model,
    facts: &'m Facts,
    rules: Vec<Rule>,
    /// Which cells have been split off their houses, by the first.
    split: Vec<Vec<Vec<usize>>>,
}

impl Conclusions<'_> {
    /// States a sum.
    fn state(&mut self, equation: &Equation) {
        let mut parts = Vec::new();
        for is_negative in [false, true] {
            let cells = equation.terms.iter().filter(|term| (term.1 < 0) == is_negative);
            for cells in self.facts.cliques(cells.map(|term| term.0)) {
                let numbers = cells.iter().map(|&cell| number(self.model, cell)).collect();
                parts.push(Part { is_negative, numbers });
            }
        }
        let words = self.words(equation);
        let constraint = Constraint::Sum(Sum { parts, total: equation.total });
        let text = Label::of_value(0, &words);
        self.rules.push(Rule { text, family: "45 rule", origin: Origin::Derived, constraint });
    }

    /// "r1c1 + r1c2 - r2c3 = 4".
    fn words(&self, equation: &Equation) -> SayOfValue {
        let name = |&(cell, sign): &(usize, i8)| (self.model.name(CellId::nth(cell)), sign);
        let terms: Vec<_> = equation.terms.iter().map(name).collect();
        let total = equation.total;
        Arc::new(move |_| {
            let mut words = String::new();
            for (index, (name, sign)) in terms.iter().enumerate() {
                let sign = if *sign < 0 { " - " } else { " + " };
                words += if index == 0 { "" } else { sign };
                words += &name.to_string();
            }
            let left = if words.is_empty() { "0" } else { &words };
            format!("{left} = {total}")
        })
    }

    /// States that a value of these cells is nowhere else in a house that has them all.
    fn split(&mut self, cells: &[usize]) {
        let [first, _, ..] = *cells else { return };
        if self.split[first].iter().any(|known| known == cells) {
            return;
        }
        self.split[first].push(cells.to_vec());
        let facts = self.facts;
        for house in facts.houses_of.each(first).map(|house| &facts.houses[house]) {
            if house.cells.len() > cells.len() && cells.iter().all(|it| house.cells.contains(it)) {
                self.split_off(house, cells);
            }
        }
    }

    fn split_off(&mut self, house: &House, cells: &[usize]) {
        let is_outside = |cell: &&usize| !cells.contains(cell);
        let rest: Vec<usize> = house.cells.iter().filter(is_outside).copied().collect();
        let model = self.model;
        let first = CellId::nth(cells[0]);
        let (min, max) = model.domain(first).bounds();
        let say = elsewhere(cells.iter().map(|&it| model.name(CellId::nth(it))).collect(), house);
        for value in min..=max {
            let lits = |cells: &[usize]| {
                cells.iter().map(|&cell| model.is(CellId::nth(cell), value)).collect()
            };
            let constraint = Constraint::Split { first: lits(cells), others: lits(&rest) };
            let text = Label::of_value(value, &say);
            let family = house.family;
            self.rules.push(Rule { text, family, origin: Origin::Derived, constraint });
        }
    }
}

/// "a 5 is in r1c1, r1c2 or elsewhere, as row 1 has each value once".
fn elsewhere(names: Vec<CellName>, house: &House) -> SayOfValue {
    let text = house.text.clone();
    Arc::new(move |value| {
        let names: Vec<_> = names.iter().map(CellName::to_string).collect();
        format!("a {value} is in {} or elsewhere, as {text}", names.join(", "))
    })
}

/// Whether a number is a cell with all its values.
fn is_whole(model: &Model, cell: usize, Number(values): &Number) -> bool {
    let cell = CellId::nth(cell);
    let (min, max) = model.domain(cell).bounds();
    let all = (min..=max).map(|value| (i64::from(value), model.is(cell, value)));
    all.eq(values.iter().copied())
}

/// A cell as a number.
fn number(model: &Model, cell: usize) -> Number {
    let cell = CellId::nth(cell);
    let (min, max): (Value, Value) = model.domain(cell).bounds();
    Number((min..=max).map(|value| (i64::from(value), model.is(cell, value))).collect())
}
