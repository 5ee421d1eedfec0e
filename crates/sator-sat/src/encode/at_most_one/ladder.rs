//! Ladder (also: sequential, order): auxiliary variable i means that the true literal comes after
//! literal i.
//!
//! Ian Gent and Peter Nightingale, "A new encoding of all-different into SAT", 2004.

use rustsat::encodings::am1::Ladder;

use super::{Encoding, by_rustsat};

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "ladder",
    summary: "at most one: a chain of prefix variables; about 3n clauses",
    encode: by_rustsat::<Ladder>,
    most_clauses: None,
};
