//! Stating the constraints of extra rules over the cells of a sudoku.

use std::cmp::Reverse;
use std::hash::Hash;

use sator_model::{
    AllDifferent, Automaton, CellId, Cells, Clues, Constraint, Differ, Label, LinearPart, Model,
    Rule, Table, Value,
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
}

impl<'s> Statement<'s> {
    pub(super) fn new(sudoku: &'s Sudoku, clues: &'s mut Clues) -> Self {
        let (n, values) = (sudoku.n(), &sudoku.values);
        let mut model = Model::new();
        model.grid(n, n, values.smallest()..=values.largest());
        Self { sudoku, cells: model.cells().clone(), clues, family: "" }
    }

    /// States the constraints of a rule.
    pub(super) fn state(&mut self, extra: &Extra) {
        self.family = extra.rule.name;
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
        self.clues.add(constraint).family(self.family)
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

    /// The sum of cells times a sign. Cells of one row, column or region make one part, as their
    /// values differ: sums of different values have fewer combinations.
    pub(in crate::puzzles) fn parts(&self, sign: i64, cells: &[usize]) -> Vec<LinearPart> {
        let (n, regions) = (self.n(), &self.sudoku.regions);
        let houses = |cell: usize| {
            [Some(cell / n), Some(n + cell % n), regions.of(cell).map(|it| 2 * n + it)]
        };
        let mut left = cells.to_vec();
        let mut parts = Vec::new();
        while !left.is_empty() {
            let all = left.iter().flat_map(|&cell| houses(cell)).flatten();
            let of = |house: usize| -> Vec<usize> {
                let mut cells: Vec<_> = left
                    .iter()
                    .copied()
                    .filter(|&cell| houses(cell).contains(&Some(house)))
                    .collect();
                cells.dedup();
                cells
            };
            let largest = all.max_by_key(|&house| (of(house).len(), Reverse(house)));
            let chosen = largest.map(of).unwrap_or_default();
            // A cell that is listed twice counts twice.
            for cell in &chosen {
                let at = left.iter().position(|it| it == cell).unwrap_or_default();
                left.remove(at);
            }
            parts.push(LinearPart::new(sign, ids(&chosen), Differ::Implied));
        }
        parts
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
