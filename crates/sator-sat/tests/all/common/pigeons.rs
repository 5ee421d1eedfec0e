//! The pigeonhole formulas.

use sator_sat::{ClauseSink, Clauses, Lit};

/// `holes + 1` pigeons in `holes` holes: no solver refutes a dozen holes in a lifetime.
pub(crate) fn pigeons(holes: u32) -> Clauses {
    let sits = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
    let mut clauses = Clauses::default();
    for pigeon in 0..=holes {
        clauses.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..holes {
        for first in 0..=holes {
            let others: Vec<_> = (first + 1..=holes).map(|other| sits(other, hole)).collect();
            clauses.exclude(sits(first, hole), &others);
        }
    }
    clauses
}
