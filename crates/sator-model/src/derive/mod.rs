//! Constraints that follow from the rules and clues of an instance together, and help a solver.
//!
//! Where each value occurs once in a house, the house has a known total. Known totals that overlap
//! leave small sums: the cells that stick out of some houses, and the cells missing inside (players
//! call it the 45 rule). And the cells of a cage inside a house take their values from the rest of
//! it, which the lowering to clauses shares as splits.

mod unions;

use std::cmp::Ordering;
use std::collections::HashSet;
use std::mem;

use sator_sat::Lit;

use self::unions::Unions;
use crate::cell::{CellId, Cells};
use crate::constraint::{AllDifferent, Constraint, Differ, Linear, LinearPart};
use crate::lists::Lists;
use crate::model::{Clues, Model, Origin, Rule};

/// Constraints implied by the rules and clues.
#[derive(Debug, Clone, Default)]
pub struct Derived {
    /// Small sums.
    pub sums: Vec<Rule>,
    /// For each value, whether it lies inside or outside a part of a house.
    pub splits: Vec<Split>,
}

/// Exactly one side has a true literal. It follows from a house and helps in clauses only, where
/// splits share their auxiliary literals.
#[derive(Debug, Clone)]
pub struct Split {
    /// The kind of rule, for statistics.
    pub family: &'static str,
    /// The literals of one value inside the part.
    pub first: Vec<Lit>,
    /// The literals of the same value outside the part.
    pub others: Vec<Lit>,
}

/// How far the search for sums extends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Each house by itself, which is quick and mostly enough.
    Houses,
    /// Also in unions of houses.
    Unions,
}

/// Derives constraints, if the instance has cages to derive them from.
pub(crate) struct Deriver<'m> {
    cells: &'m Cells,
    facts: Option<Facts>,
}

impl<'m> Deriver<'m> {
    pub(crate) fn new(model: &'m Model, clues: &Clues) -> Self {
        let cages = cages(model, clues);
        let facts = (!cages.is_empty()).then(|| Facts::new(model, clues, cages));
        Self { cells: model.cells(), facts }
    }

    /// The small sums that known totals leave. The list is incomplete if `stop` returns true.
    pub(crate) fn sums(&self, extent: Extent, stop: &dyn Fn() -> bool) -> Vec<Rule> {
        let Some(facts) = &self.facts else { return Vec::new() };
        facts.equations(extent, stop).iter().map(|it| facts.rule(it)).collect()
    }

    /// The sums of all unions of houses, also those that contain others, so that the list does not
    /// depend on the order of cells. (Beyond the limit of unions, which small puzzles do not reach,
    /// it does.)
    pub(crate) fn all_sums(&self, stop: &dyn Fn() -> bool) -> Vec<Rule> {
        let Some(facts) = &self.facts else { return Vec::new() };
        let mut equations = facts.of_unions(stop);
        equations.retain(|equation| !equation.terms.is_empty());
        let cages: Vec<Equation> = facts.cages.iter().map(Known::equation).collect();
        add_differences(&mut equations, &cages, stop);
        equations.iter().map(|it| it.rule(|cells| facts.clique_or_cells(cells))).collect()
    }

    /// The splits of cages, and of the parts of these sums, from their houses.
    pub(crate) fn splits(&self, sums: &[Rule]) -> Vec<Split> {
        let Some(facts) = &self.facts else { return Vec::new() };
        let seen = vec![Vec::new(); self.cells.len()];
        let mut splitter = Splitter { cells: self.cells, facts, splits: Vec::new(), seen };
        for cage in &facts.cages {
            splitter.split(&cage.cells);
        }
        for rule in sums {
            if let Constraint::Linear(linear) = &rule.constraint {
                for part in linear.summands() {
                    splitter.split(&part.cells.iter().map(|cell| cell.index()).collect::<Vec<_>>());
                }
            }
        }
        splitter.splits
    }
}

/// Sums of more cells are not worth their clauses.
const MAX_CELLS: usize = 3;

/// Different cells with a known total.
#[derive(Debug)]
struct Known {
    cells: Vec<usize>,
    total: i64,
}

impl Known {
    fn equation(&self) -> Equation {
        Equation::new(self.cells.iter().map(|&cell| (cell, 1)).collect(), self.total)
    }
}

/// Cells that contain each value exactly once.
struct House {
    family: &'static str,
    cells: Vec<usize>,
    total: i64,
}

/// The cages among the clues and rules. A cage that shares a cell with an earlier one is omitted.
fn cages(model: &Model, clues: &Clues) -> Vec<Known> {
    let mut is_taken = vec![false; model.cells().len()];
    let mut cages = Vec::new();
    for rule in clues.rules.iter().chain(model.rules()) {
        let Constraint::Linear(linear) = &rule.constraint else { continue };
        let Some((cells, total)) = linear.cage() else { continue };
        let cells: Vec<_> = cells.iter().map(|cell| cell.index()).collect();
        let is_apart = !cells.iter().any(|&cell| is_taken[cell]);
        for &cell in &cells {
            is_taken[cell] = true;
        }
        if is_apart {
            cages.push(Known { cells, total });
        }
    }
    cages
}

/// Rows, columns and boxes; also cages with as many cells as values, unless they equal a house.
fn houses(model: &Model, clues: &Clues) -> Vec<House> {
    let house = |rule: &Rule| {
        let cells: Vec<CellId> = match &rule.constraint {
            Constraint::AllDifferent(it) => it.terms().iter().map(|term| term.cell).collect(),
            Constraint::Linear(linear) => match linear.summands() {
                [part] if part.differ == Differ::Stated => part.cells.clone(),
                _ => return None,
            },
            _ => return None,
        };
        let domain = match &rule.constraint {
            Constraint::AllDifferent(it) => it.house(model.cells()),
            _ => AllDifferent::new(cells.iter().copied()).house(model.cells()),
        }?;
        let cells = cells.into_iter().map(CellId::index).collect();
        let total = domain.values().map(i64::from).sum();
        Some(House { family: rule.family, cells, total })
    };
    model.rules().iter().chain(&clues.rules).filter_map(house).collect()
}

/// The input of the derivation of sums.
struct Facts {
    houses: Vec<House>,
    cages: Vec<Known>,
    /// The houses of each cell, as indices.
    houses_of: Lists<usize>,
    cage_of: Vec<Option<usize>>,
}

/// A linear equation: the added cells minus the subtracted cells have a known total.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Equation {
    /// Ascending by cell; the first sign is positive.
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

    /// Orders larger equations first.
    fn by_size(&self, other: &Self) -> Ordering {
        let key = |it: &Self| (it.terms.len(), it.total);
        key(other).cmp(&key(self)).then_with(|| other.terms.cmp(&self.terms))
    }

    /// The difference to another equation, if all its terms occur in this one.
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

    /// Converts the equation to a constraint. `partition` forms its parts, of cells that differ.
    fn rule(&self, partition: impl Fn(&[usize]) -> Vec<Vec<usize>>) -> Rule {
        let mut parts = Vec::new();
        for (coefficient, sign) in [(1, 1), (-1, -1)] {
            let terms = self.terms.iter().filter(|term| term.1 == sign);
            let cells: Vec<usize> = terms.map(|term| term.0).collect();
            for cells in partition(&cells) {
                let cells = cells.into_iter().map(CellId::nth);
                parts.push(LinearPart::new(coefficient, cells, Differ::Implied));
            }
        }
        let mut rule = Rule::new(Linear::new(parts).equals(self.total), Origin::Derived);
        rule.family("45 rule");
        rule
    }
}

impl Facts {
    fn new(model: &Model, clues: &Clues, cages: Vec<Known>) -> Self {
        let houses = houses(model, clues);
        let places = houses
            .iter()
            .enumerate()
            .flat_map(|(number, house)| house.cells.iter().map(move |&cell| (cell, number)));
        let houses_of = Lists::sorted(model.cells().len(), places);
        let mut cage_of = vec![None; model.cells().len()];
        for (number, cage) in cages.iter().enumerate() {
            for &cell in &cage.cells {
                cage_of[cell] = Some(number);
            }
        }
        Self { houses, cages, houses_of, cage_of }
    }

    /// Converts an equation to a constraint. Its parts consist of cells that differ by a house or
    /// cage.
    fn rule(&self, equation: &Equation) -> Rule {
        equation.rule(|cells| self.cliques(cells.iter().copied()))
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
        smallest(self.cages.iter().map(Known::equation).collect(), found)
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

    /// The equation of a house, if it is small: for each cage across the border the side with fewer
    /// cells, and the cells in no cage.
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
        if size > MAX_CELLS {
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

    /// The houses of each family, in chunks of at most 64: a union is a mask of 64 bits.
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

    /// Whether a house or cage requires the values of two cells to differ.
    fn differ(&self, first: usize, second: usize) -> bool {
        let share_cage =
            self.cage_of[first].is_some() && self.cage_of[first] == self.cage_of[second];
        share_cage || self.houses_of[first].iter().any(|it| self.houses_of[second].contains(it))
    }

    /// The cells together, if all of them differ, else each alone: unlike a greedy partition, it does
    /// not depend on the order of cells.
    fn clique_or_cells(&self, cells: &[usize]) -> Vec<Vec<usize>> {
        let differ = |(at, &cell)| cells[..at].iter().all(|&it| self.differ(it, cell));
        if cells.iter().enumerate().all(differ) && !cells.is_empty() {
            vec![cells.to_vec()]
        } else {
            cells.iter().map(|&cell| vec![cell]).collect()
        }
    }

    /// Partitions the cells greedily into groups of pairwise different cells.
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

/// Adds the differences of equations, one of which contains the other, with few cells; also of these
/// equations and the known ones. The result does not depend on the order of equations.
fn add_differences(equations: &mut Vec<Equation>, known: &[Equation], stop: &dyn Fn() -> bool) {
    let mut all: HashSet<Equation> = equations.drain(..).collect();
    let mut new: Vec<Equation> = all.iter().cloned().collect();
    let is_new_sum = |it: &Equation| (1..=MAX_CELLS).contains(&it.terms.len());
    while !new.is_empty() && !stop() {
        let mut found: Vec<Equation> = Vec::new();
        for one in &new {
            for other in all.iter().chain(known) {
                found.extend(one.without(other).filter(is_new_sum));
                found.extend(other.without(one).filter(is_new_sum));
            }
        }
        new = found.into_iter().filter(|it| all.insert(it.clone())).collect();
    }
    equations.extend(all);
    equations.sort_unstable_by(Equation::by_size);
}

/// Subtracts known and smaller equations from larger ones until none contains another.
fn smallest(known: Vec<Equation>, mut found: Vec<Equation>) -> Vec<Equation> {
    found.sort_unstable_by(Equation::by_size);
    found.dedup();
    let cells = known.iter().chain(&found).flat_map(|it| &it.terms).map(|it| it.0 + 1).max();
    let first_kept = known.len();
    let mut kept = known;
    let mut beginning_with = vec![Vec::new(); cells.unwrap_or(0)];
    let mut containing = beginning_with.clone();
    for (index, Equation { terms, .. }) in kept.iter().enumerate() {
        beginning_with[terms[0].0].push(index);
        for (cell, _) in terms {
            containing[*cell].push(index);
        }
    }
    let put_back = |found: &mut Vec<Equation>, equation: Equation| {
        let at = found.partition_point(|it| it.by_size(&equation).is_lt());
        found.insert(at, equation);
    };
    while let Some(equation) = found.pop() {
        let rest = {
            let mut within = equation.terms.iter().flat_map(|(cell, _)| &beginning_with[*cell]);
            within.find_map(|&index| equation.without(&kept[index]))
        };
        if let Some(rest) = rest {
            put_back(&mut found, rest);
            continue;
        }
        // The difference may be contained in an equation that was processed before, which is then
        // reduced again.
        if let Some((first, _)) = equation.terms.first() {
            for &index in &containing[*first] {
                match kept[index].without(&equation) {
                    Some(_) if index >= first_kept => {
                        put_back(&mut found, mem::take(&mut kept[index]));
                    }
                    Some(rest) if rest.terms.len() <= MAX_CELLS => put_back(&mut found, rest),
                    _ => {}
                }
            }
            beginning_with[*first].push(kept.len());
        }
        for (cell, _) in &equation.terms {
            containing[*cell].push(kept.len());
        }
        kept.push(equation);
    }
    kept.drain(first_kept..).filter(|equation| *equation != Equation::default()).collect()
}

/// Builder of splits.
struct Splitter<'m> {
    cells: &'m Cells,
    facts: &'m Facts,
    splits: Vec<Split>,
    /// The cells that were split off already, indexed by the first cell.
    seen: Vec<Vec<Vec<usize>>>,
}

impl Splitter<'_> {
    /// Splits these cells from each house that contains them all.
    fn split(&mut self, cells: &[usize]) {
        let [first, _, ..] = *cells else { return };
        if self.seen[first].iter().any(|known| known == cells) {
            return;
        }
        self.seen[first].push(cells.to_vec());
        let facts = self.facts;
        for house in facts.houses_of[first].iter().map(|&house| &facts.houses[house]) {
            if house.cells.len() > cells.len() && cells.iter().all(|it| house.cells.contains(it)) {
                self.split_off(house, cells);
            }
        }
    }

    fn split_off(&mut self, house: &House, cells: &[usize]) {
        let is_outside = |cell: &&usize| !cells.contains(cell);
        let rest: Vec<usize> = house.cells.iter().filter(is_outside).copied().collect();
        for value in self.cells.domain(CellId::nth(cells[0])).values() {
            let lits = |cells: &[usize]| {
                cells.iter().map(|&cell| self.cells.is(CellId::nth(cell), value)).collect()
            };
            let (first, others) = (lits(cells), lits(&rest));
            self.splits.push(Split { family: house.family, first, others });
        }
    }
}
