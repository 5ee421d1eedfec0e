//! The command line as its users meet it: the real program, run from outside, against its
//! contract. One file for each subject, one program for all of them, which is linked once.

mod bad_input;
mod common;
mod count;
mod decode_check;
mod generate;
mod listings;
mod sat;
mod solve;
mod terminal;
mod witness;
