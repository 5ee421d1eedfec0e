//! The puzzles, against published counts, published solutions and brute force.

mod candidates;
mod common;
mod conflict;
mod counting;
mod create;
mod create_unique;
mod derived;
mod explain;
mod figures;
mod killer;
mod minesweeper;
mod no_guess;
mod odds;
mod pictures;
mod queens;
mod rating;
mod repeated_cells;
mod second_texts;
mod sudoku;
mod variants;
mod why;
mod witness;
