//! What follows from the rules and clues of a model taken together, and helps a solver.
//!
//! Where each value occurs once in a house, the house has a known total. Known totals that overlap
//! leave small sums behind: what sticks out of some houses, and what is missing inside (players
//! call it the 45 rule). And what lies inside a house takes its values from the rest of it. All of
//! this is read off the model; no puzzle is known here.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use sator_sat::constraint::{Constraint, Number, Part, Sum};

use crate::model::{CellId, Demand, Domain, Model, Origin, Rule, Scope, Value, Words};

/// Adds the conclusions to a model, if the scope has room for them.
pub(super) fn complete(model: &mut Model, scope: Scope) {
    if scope == Scope::Extended {
        let conclusions = conclusions(model);
        model.conclude(conclusions);
    }
}

/// Sums of more cells are not worth their clauses.
const MOST_CELLS: usize = 5;

/// So many unions of houses are looked at in each family, small ones first.
const MOST_UNIONS: usize = 20_000;

/// What follows.
fn conclusions(model: &Model) -> Vec<Rule> {
    let cages = cages(model);
    if cages.is_empty() {
        return Vec::new();
    }
    let facts = Facts::new(model, cages);
    let mut conclusions =
        Conclusions { model, facts: &facts, rules: Vec::new(), split: HashSet::new() };
    for cage in &facts.cages {
        conclusions.split(&cage.cells);
    }
    for equation in facts.equations() {
        conclusions.state(&equation);
    }
    conclusions.rules
}

/// Cells with a known total, all different.
#[derive(Debug)]
struct Known {
    cells: Vec<usize>,
    total: i64,
}

/// Cells that have each value once.
struct House {
    family: &'static str,
    cells: Vec<usize>,
    total: i64,
}

/// The sums among the clues.
fn cages(model: &Model) -> Vec<Known> {
    let cage = |clue: &Rule| match &clue.constraint {
        Constraint::Sum(Sum { parts, total }) => {
            let [Part { is_negative: false, numbers }] = &parts[..] else { return None };
            let cell = |number: &Number| Some(model.cell_of(number.0.first()?.1).0.index());
            let cells = numbers.iter().map(cell).collect::<Option<Vec<_>>>()?;
            Some(Known { cells, total: *total })
        }
        _ => None,
    };
    model.clues().iter().filter_map(cage).collect()
}

fn houses(model: &Model) -> Vec<House> {
    let relations = model.groups().flat_map(|group| group.relations);
    let house = |(family, demand): (&'static str, &Demand)| {
        let Demand::Distinct(terms) = demand;
        let first = model.domain(terms.first()?.cell);
        let Domain::Range { min, max } = first else { return None };
        let is_full = terms.len() == (max - min + 1) as usize
            && terms.iter().all(|term| term.offset == 0 && model.domain(term.cell) == first);
        let cells = terms.iter().map(|term| term.cell.index()).collect();
        let total = (i64::from(min)..=i64::from(max)).sum();
        is_full.then_some(House { family, cells, total })
    };
    relations.map(|relation| (relation.family, &relation.demand)).filter_map(house).collect()
}

/// What the conclusions are drawn from.
struct Facts {
    houses: Vec<House>,
    cages: Vec<Known>,
    /// The houses and the cage of each cell.
    houses_of: Vec<Vec<usize>>,
    cage_of: Vec<Option<usize>>,
}

/// Cells that are added, and cells that are taken away, have a known total together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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

    /// What is left when another one, if all its terms are in here, is taken away.
    fn without(&self, other: &Self) -> Option<Self> {
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
        let mut houses_of = vec![Vec::new(); model.cells().len()];
        for (number, house) in houses.iter().enumerate() {
            for &cell in &house.cells {
                houses_of[cell].push(number);
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
    fn equations(&self) -> Vec<Equation> {
        let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, house) in self.houses.iter().enumerate() {
            families.entry(house.family).or_default().push(number);
        }
        let mut found = HashSet::new();
        for family in families.values() {
            Unions::new(self, family).each(|equation| {
                found.insert(equation);
            });
        }
        let cages = self.cages.iter().map(|cage| {
            Equation::new(cage.cells.iter().map(|&cell| (cell, 1)).collect(), cage.total)
        });
        smallest(found, &cages.collect::<HashSet<_>>())
    }

    /// Whether two cells have different values for certain.
    fn differ(&self, first: usize, second: usize) -> bool {
        let share_cage =
            self.cage_of[first].is_some() && self.cage_of[first] == self.cage_of[second];
        share_cage
            || self.houses_of[first].iter().any(|house| self.houses_of[second].contains(house))
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
fn smallest(found: HashSet<Equation>, known: &HashSet<Equation>) -> Vec<Equation> {
    let mut waiting: Vec<Equation> = found.into_iter().collect();
    waiting.sort_unstable_by(|one, other| {
        (one.terms.len(), &one.terms).cmp(&(other.terms.len(), &other.terms)).reverse()
    });
    let mut kept: Vec<Equation> = Vec::new();
    let mut of_first: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut seen = HashSet::new();
    while let Some(equation) = waiting.pop() {
        if known.contains(&equation) || !seen.insert(equation.clone()) {
            continue;
        }
        let smaller = equation.terms.iter().find_map(|(cell, _)| {
            let candidates = of_first.get(cell).into_iter().flatten();
            candidates.filter_map(|&index| equation.without(&kept[index])).next()
        });
        match smaller {
            Some(rest) if rest.terms.is_empty() && rest.total == 0 => {}
            Some(rest) => {
                let at = waiting.partition_point(|it| it.terms.len() > rest.terms.len());
                waiting.insert(at, rest);
            }
            None => {
                if let Some((first, _)) = equation.terms.first() {
                    of_first.entry(*first).or_default().push(kept.len());
                }
                kept.push(equation);
            }
        }
    }
    kept
}

/// Unions of houses of one family, which do not overlap.
struct Unions<'f> {
    facts: &'f Facts,
    houses: &'f [usize],
    /// For each cage how many of its cells lie in which of the houses.
    shares: Vec<Vec<(usize, usize)>>,
    /// For each house the cells that no cage has.
    free: Vec<Vec<usize>>,
    house_of: HashMap<usize, usize>,
}

impl<'f> Unions<'f> {
    fn new(facts: &'f Facts, houses: &'f [usize]) -> Self {
        let mut house_of = HashMap::new();
        let mut free = vec![Vec::new(); houses.len()];
        for (index, &house) in houses.iter().enumerate() {
            for &cell in &facts.houses[house].cells {
                // Houses that overlap (two diagonals) are not united.
                house_of.insert(cell, index);
                if facts.cage_of[cell].is_none() {
                    free[index].push(cell);
                }
            }
        }
        let share = |cage: &Known| {
            let mut share: BTreeMap<usize, usize> = BTreeMap::new();
            for cell in &cage.cells {
                if let Some(&house) = house_of.get(cell) {
                    *share.entry(house).or_default() += 1;
                }
            }
            share.into_iter().collect()
        };
        let shares = facts.cages.iter().map(share).collect();
        Self { facts, houses, shares, free, house_of }
    }

    fn overlap(&self) -> bool {
        let cells: usize = self.houses.iter().map(|&it| self.facts.houses[it].cells.len()).sum();
        cells != self.house_of.len()
    }

    /// Hands out the equation of every union that cages hold together, as far as it is small.
    fn each(&self, mut take: impl FnMut(Equation)) {
        if self.overlap() || self.houses.len() > 64 {
            return;
        }
        let neighbours: Vec<u64> = (0..self.houses.len()).map(|it| self.neighbours(it)).collect();
        let mut queue: VecDeque<u64> = (0..self.houses.len()).map(|it| 1 << it).collect();
        let mut seen: HashSet<u64> = queue.iter().copied().collect();
        while let Some(union) = queue.pop_front() {
            if let Some(equation) = self.equation(union) {
                take(equation);
            }
            let around = bits(union).fold(0, |all, house| all | neighbours[house]) & !union;
            for house in bits(around) {
                if seen.len() < MOST_UNIONS && seen.insert(union | 1 << house) {
                    queue.push_back(union | 1 << house);
                }
            }
        }
    }

    /// The houses that share a cage with this one.
    fn neighbours(&self, house: usize) -> u64 {
        let sharing = self.shares.iter().filter(|share| share.iter().any(|it| it.0 == house));
        sharing.flatten().fold(0, |all, it| all | 1 << it.0)
    }

    /// For each cage across the border the side with fewer cells.
    fn equation(&self, union: u64) -> Option<Equation> {
        let mut total: i64 = bits(union).map(|it| self.facts.houses[self.houses[it]].total).sum();
        let mut terms: Vec<(usize, i8)> = Vec::new();
        for house in bits(union) {
            terms.extend(self.free[house].iter().map(|&cell| (cell, 1)));
        }
        if terms.len() > MOST_CELLS {
            return None;
        }
        let is_inside =
            |cell: &usize| self.house_of.get(cell).is_some_and(|it| union >> it & 1 == 1);
        for (cage, share) in self.facts.cages.iter().zip(&self.shares) {
            let inside: usize =
                share.iter().filter(|it| union >> it.0 & 1 == 1).map(|it| it.1).sum();
            let outside = cage.cells.len() - inside;
            if inside == 0 {
                continue;
            }
            if terms.len() + inside.min(outside) > MOST_CELLS {
                return None;
            }
            if inside <= outside {
                terms.extend(cage.cells.iter().filter(|it| is_inside(it)).map(|&cell| (cell, 1)));
            } else {
                total -= cage.total;
                terms.extend(cage.cells.iter().filter(|it| !is_inside(it)).map(|&cell| (cell, -1)));
            }
        }
        Some(Equation::new(terms, total))
    }
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

/// Rules in the making.
struct Conclusions<'m> {
    model: &'m Model,
    facts: &'m Facts,
    rules: Vec<Rule>,
    /// What has been split off which house.
    split: HashSet<(Vec<usize>, usize)>,
}

impl Conclusions<'_> {
    /// States a sum, and what its parts take from their houses.
    fn state(&mut self, equation: &Equation) {
        let mut parts = Vec::new();
        for is_negative in [false, true] {
            let cells = equation.terms.iter().filter(|term| (term.1 < 0) == is_negative);
            for cells in self.facts.cliques(cells.map(|term| term.0)) {
                self.split(&cells);
                let numbers = cells.iter().map(|&cell| number(self.model, cell)).collect();
                parts.push(Part { is_negative, numbers });
            }
        }
        let text = Words::said(&self.words(equation));
        let constraint = Constraint::Sum(Sum { parts, total: equation.total });
        self.rules.push(Rule { text, family: "45 rule", origin: Origin::Derived, constraint });
    }

    fn words(&self, equation: &Equation) -> String {
        let names = equation.terms.iter().enumerate().map(|(index, &(cell, sign))| {
            let name = self.model.name(CellId::nth(cell));
            match (index, sign) {
                (0, _) => name.to_string(),
                (_, 1) => format!(" + {name}"),
                _ => format!(" - {name}"),
            }
        });
        let names: String = names.collect();
        format!("{names} = {}", equation.total)
    }

    /// States that a value of these cells is nowhere else in a house that has them all.
    fn split(&mut self, cells: &[usize]) {
        let [first, others @ ..] = cells else { return };
        if others.is_empty() {
            return;
        }
        for &house in &self.facts.houses_of[*first] {
            let House { family, cells: all, .. } = &self.facts.houses[house];
            let is_inside = others.iter().all(|cell| all.contains(cell));
            if !is_inside || all.len() == cells.len() || !self.split.insert((cells.to_vec(), house))
            {
                continue;
            }
            let Domain::Range { min, max } = self.model.domain(CellId::nth(*first)) else {
                continue;
            };
            let rest: Vec<usize> = all.iter().copied().filter(|it| !cells.contains(it)).collect();
            for value in min..=max {
                let lits = |cells: &[usize]| {
                    cells
                        .iter()
                        .map(|&it| self.model.is(CellId::nth(it), value))
                        .collect::<Vec<_>>()
                };
                let constraint = Constraint::Split { first: lits(cells), others: lits(&rest) };
                let about = [*first, all[0], value as usize];
                let text = Words::new(about, |[_, _, value, _]| {
                    format!("a {value} is in these cells or elsewhere in their house")
                });
                self.rules.push(Rule { text, family, origin: Origin::Derived, constraint });
            }
        }
    }
}

/// A cell as a number.
fn number(model: &Model, cell: usize) -> Number {
    let cell = CellId::nth(cell);
    let (min, max): (Value, Value) = model.domain(cell).bounds();
    Number((min..=max).map(|value| (i64::from(value), model.is(cell, value))).collect())
}
