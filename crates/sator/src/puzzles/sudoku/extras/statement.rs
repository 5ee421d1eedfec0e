//! Stating the constraints of extra rules over the cells of a sudoku.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

use sator_model::{
    AllDifferent, Automaton, CellId, Cells, Clues, Constraint, Differ, Label, Linear, LinearPart,
    Model, Rule, Table, Value,
};

use super::super::Sudoku;
use super::Extra;

/// The place where extra rules state their constraints.
pub(in crate::puzzles) struct Statement<'s> {
    /// The puzzle.
    pub(in crate::puzzles) sudoku: &'s Sudoku,
    /// The cells of the puzzle's model, with their domains.
    cells: Cells,
    clues: &'s mut Clues,
    /// The rule that is being stated.
    family: &'static str,
    /// Its number among those that are stated here.
    number: u32,
}

impl<'s> Statement<'s> {
    pub(super) fn new(sudoku: &'s Sudoku, clues: &'s mut Clues) -> Self {
        let (n, values) = (sudoku.n(), &sudoku.values);
        let mut model = Model::new();
        model.grid(n, n, values.smallest()..=values.largest());
        Self { sudoku, cells: model.cells().clone(), clues, family: "", number: 0 }
    }

    /// States the constraints of a rule.
    pub(super) fn state(&mut self, extra: &Extra) {
        self.family = extra.rule.name;
        self.number += 1;
        (extra.rule.state)(extra, self);
    }

    /// The number of rows and columns.
    pub(in crate::puzzles) fn n(&self) -> usize {
        self.sudoku.n()
    }

    /// The values that a cell can take.
    pub(in crate::puzzles) fn values(&self) -> &'s [Value] {
        self.sudoku.values.list()
    }

    /// Adds a constraint.
    pub(in crate::puzzles) fn add(&mut self, constraint: impl Into<Constraint>) -> &mut Rule {
        self.clues.add(constraint).family(self.family).of_clue(self.number)
    }

    /// Adds a constraint with the sentence of its rule.
    pub(in crate::puzzles) fn whole(&mut self, extra: &Extra, constraint: impl Into<Constraint>) {
        let sentence = (extra.rule.sentence)(extra, self.sudoku);
        self.add(constraint).named(sentence);
    }

    /// The values of these cells differ. `subject` is the noun of their sentences: "row 3".
    pub(in crate::puzzles) fn differ(&mut self, cells: &[usize], subject: impl Into<Label>) {
        let different = AllDifferent::new(cells.iter().map(|&cell| CellId::nth(cell)));
        self.add(different).named(subject);
    }

    /// The values of two cells fit together. `say` composes the sentence of the size of the grid,
    /// the two cells and a number.
    pub(in crate::puzzles) fn pair(
        &mut self,
        cells: [usize; 2],
        number: i64,
        fits: impl Fn(Value, Value) -> bool,
        say: fn([usize; 4]) -> String,
    ) {
        let table = Table::pairs(&self.cells, cells.map(CellId::nth), fits);
        let about = [self.n(), cells[0], cells[1], number as usize];
        self.add(table).named(Label::sentence(about, say));
    }

    /// The sum of cells with a weight for each list; it is 0 until another total is chosen. A cell
    /// counts as often as it is listed: it has one number, the sum of its weights, so that no two
    /// numbers of the sum can contradict each other, and none if the weights cancel out.
    pub(in crate::puzzles) fn sum(&self, lists: &[(i64, &[usize])]) -> Linear {
        let mut weights: BTreeMap<usize, i64> = BTreeMap::new();
        for &(weight, cells) in lists {
            for &cell in cells {
                *weights.entry(cell).or_default() += weight;
            }
        }
        let mut is_new = BTreeSet::new();
        let mut parts = Vec::new();
        for &(usual, cells) in lists {
            // The cells that no earlier list has, by their weights: the usual one first.
            let mut by_weight = vec![(usual, Vec::new())];
            for &cell in cells.iter().filter(|cell| is_new.insert(**cell)) {
                match by_weight.iter_mut().find(|it| it.0 == weights[&cell]) {
                    Some((_, cells)) => cells.push(cell),
                    None => by_weight.push((weights[&cell], vec![cell])),
                }
            }
            for (weight, cells) in by_weight.into_iter().filter(|it| it.0 != 0) {
                parts.extend(self.parts(weight, cells));
            }
        }
        Linear::new(parts)
    }

    /// Different cells times a weight. Those of one row, column or region make one part, as their
    /// values differ: sums of different values have fewer combinations.
    fn parts(&self, weight: i64, mut cells: Vec<usize>) -> Vec<LinearPart> {
        let (n, regions) = (self.n(), &self.sudoku.regions);
        let houses = |cell: usize| {
            [Some(cell / n), Some(n + cell % n), regions.of(cell).map(|it| 2 * n + it)]
        };
        let is_in = |house: usize, cell: usize| houses(cell).contains(&Some(house));
        let mut parts = Vec::new();
        loop {
            let all = cells.iter().flat_map(|&cell| houses(cell)).flatten();
            let size = |house: usize| cells.iter().filter(|&&cell| is_in(house, cell)).count();
            let largest = all.max_by_key(|&house| (size(house), Reverse(house)));
            let Some(largest) = largest else { return parts };
            let chosen: Vec<_> = cells.extract_if(.., |cell| is_in(largest, *cell)).collect();
            parts.push(LinearPart::new(weight, ids(&chosen), Differ::Implied));
        }
    }

    /// An automaton reads the cells' values in order.
    pub(in crate::puzzles) fn automaton<S: Clone + Eq + Hash>(
        &self,
        cells: impl IntoIterator<Item = usize>,
        start: S,
        next: impl Fn(&S, Value) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Automaton {
        let cells = cells.into_iter().map(CellId::nth);
        Automaton::from_states(&self.cells, cells, start, next, accepts)
    }
}

/// The cells with these numbers.
pub(in crate::puzzles) fn ids(cells: &[usize]) -> impl Iterator<Item = CellId> + '_ {
    cells.iter().map(|&cell| CellId::nth(cell))
}
