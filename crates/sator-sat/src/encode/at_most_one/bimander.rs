//! Bimander: groups of four literals. Each group has a number in binary, in variables that all
//! groups share; a true literal fixes the number of its group. Pairwise inside a group.
//!
//! Van-Hau Nguyen and Son Mai, "A new method to encode the at-most-one constraint into SAT", 2015.

use rustsat::encodings::am1::{Bimander, Pairwise};

use super::{Encoding, by_rustsat};

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "bimander",
    summary: "at most one: groups of 4, told apart by a binary number; about n log(n/4) clauses",
    encode: by_rustsat::<Bimander<4, Pairwise>>,
    most_clauses: None,
};
