//! Unsatisfiable formulas, generated here or read from the shared data.

use sator_sat::{ClauseSink, Clauses, Lit};
use sator_testing::SharedData;

pub(crate) use crate::common::pigeons::pigeons;
use crate::common::published::published as all_published;

/// A source of numbers that is the same in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    pub(crate) fn lit(&mut self, variables: u32) -> Lit {
        Lit::new(self.below(variables as usize) as u32, self.below(2) == 1)
    }
}

fn at_most_one(formula: &mut Clauses, lits: &[Lit]) {
    for (place, &first) in lits.iter().enumerate() {
        formula.exclude(first, &lits[place + 1..]);
    }
}

/// Queens on a board: one in each row, no two in a column or a diagonal.
pub(crate) fn queens(size: u32) -> Clauses {
    let all = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let line = |is_on: &dyn Fn(u32, u32) -> bool| {
        let squares = all().filter(|&(row, column)| is_on(row, column));
        squares.map(|(row, column)| Lit::positive(row * size + column)).collect::<Vec<_>>()
    };
    let mut formula = Clauses::default();
    for at in 0..size {
        formula.add_clause(&line(&|row, _| row == at));
        at_most_one(&mut formula, &line(&|row, _| row == at));
        at_most_one(&mut formula, &line(&|_, column| column == at));
    }
    for at in 0..2 * size {
        at_most_one(&mut formula, &line(&|row, column| row + column == at));
        at_most_one(&mut formula, &line(&|row, column| row + size == column + at));
    }
    formula
}

/// Clauses of three different variables, so many that there is hardly an answer.
pub(crate) fn random_3_sat(variables: u32, clauses: usize, seed: u64) -> Clauses {
    let mut random = Random::new(seed);
    let mut formula = Clauses::default();
    for _ in 0..clauses {
        let mut clause: Vec<Lit> = Vec::new();
        while clause.len() < 3 {
            let lit = random.lit(variables);
            if clause.iter().all(|other| other.var() != lit.var()) {
                clause.push(lit);
            }
        }
        formula.add_clause(&clause);
    }
    formula
}

/// A formula with a part of its clauses.
pub(crate) fn without(formula: &Clauses, left_out: usize) -> Clauses {
    let mut rest = Clauses::default();
    for (_, clause) in formula.iter().enumerate().filter(|(place, _)| *place != left_out) {
        rest.add_clause(clause);
    }
    rest
}

/// The formulas that every solver and every format is tried on.
pub(crate) fn inconsistent() -> Vec<(String, Clauses)> {
    let mut all: Vec<_> = (3..=6).map(|holes| (format!("{holes} holes"), pigeons(holes))).collect();
    all.extend([2, 3].map(|size| (format!("{size} queens"), queens(size))));
    all.extend((0..6).map(|seed| (format!("random {seed}"), random_3_sat(50, 300, seed))));
    all
}

/// The unsatisfiable ones among the published formulas.
pub(crate) fn published(data: &SharedData) -> Vec<(String, Clauses)> {
    let all = all_published(data).filter(|(entry, _)| entry["status"] == "UNSAT");
    all.map(|(entry, formula)| (entry["file"].to_string(), formula.clauses)).collect()
}
