//! All integration tests of the crate, as one program: it is linked once.

mod common;
mod conformance;
mod equations;
mod narrowing;
mod propagate;
mod search_bits;
mod search_symmetry_counter;
mod search_trail;
mod split;
