//! Commander: groups of four literals, pairwise inside a group. The literals of a group imply its
//! commander variable, and the commanders are grouped in the same way, up to four levels.
//!
//! Will Klieber and Gihwon Kwon, "Efficient CNF encoding for selecting 1 from N objects", 2007.

use rustsat::encodings::am1::{Commander, Pairwise};

use super::{Encoding, by_rustsat};

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "commander",
    summary: "at most one: groups of 4, each with a commander, recursively",
    encode: by_rustsat::<Commander<4, Commander<4, Commander<4, Commander<4, Pairwise>>>>>,
    most_clauses: None,
};
