//! Bitwise (also: binary, logarithmic): a true literal fixes its own number in shared binary
//! variables, and two numbers cannot stand there at once.
//!
//! Steven Prestwich, "Variable dependency in local search: prevention is better than cure", 2007.

use rustsat::encodings::am1::Bitwise;

use super::{Method, by_rustsat};

/// The registry's entry.
pub const METHOD: Method = Method {
    name: "bitwise",
    summary: "at most one: a true literal writes its number in binary; n log n clauses",
    encode: by_rustsat::<Bitwise>,
};
