//! All integration tests of the crate, as one program: it is linked once. `cargo test -p sator --test all
//! puzzles::killer` runs those of a file.

mod architecture;
mod conformance;
mod errors;
mod examples;
mod futoshiki;
mod interrupt;
mod kakuro;
mod puzzles;
mod typed;
