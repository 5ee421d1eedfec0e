//! Bitwise (also: binary, logarithmic): each literal has a number in binary, in variables that all
//! literals share. A true literal fixes its number, so that two literals cannot be true.
//!
//! Alan Frisch and Timothy Peugniez, "Solving non-Boolean satisfiability problems with stochastic
//! local search", 2001; Steven Prestwich, "Variable dependency in local search: prevention is
//! better than cure", 2007.

use rustsat::encodings::am1::Bitwise;

use super::{Encoding, by_rustsat};

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "bitwise",
    summary: "at most one: a true literal writes its number in binary; n log n clauses",
    encode: by_rustsat::<Bitwise>,
    most_clauses: None,
};
