//! Two-product: the literals lie on a grid; a true one implies its row and its column, of which
//! at most one each is true.
//!
//! Jingchao Chen, "A new SAT encoding of the at-most-one constraint", 2010.

use rustsat::encodings::am1::{Pairwise, TwoProduct};

use super::{Method, by_rustsat};

/// The registry's entry.
pub const METHOD: Method = Method {
    name: "two-product",
    summary: "at most one: literals on a grid, one row and one column; about 2n clauses",
    encode: by_rustsat::<TwoProduct<Pairwise>>,
};
