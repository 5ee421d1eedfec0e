//! `cargo xtask docs`: makes a book of the pages in `docs`.

use std::process::ExitCode;

use crate::step;

/// The program that makes the book, and the version to install where it is missing.
const MDBOOK: &str = "mdbook";
const INSTALL: &str = "cargo install mdbook --version 0.4.52 --locked";

/// The book is in the folder that `docs/book.toml` names.
pub(crate) fn run() -> ExitCode {
    if !step::succeeds(&format!("{MDBOOK} --version")) {
        eprintln!("xtask: {MDBOOK} is missing; to get it: {INSTALL}");
        return ExitCode::FAILURE;
    }
    let exit = step::run_all(&[format!("{MDBOOK} build docs")]);
    if exit == ExitCode::SUCCESS {
        println!("the book is in book/index.html");
    }
    exit
}
