//! The cases that are written as documents: `tests/cmd/*.md`.
//!
//! Each block holds commands and the output to expect, standard output and error together. A
//! document `x.md` has its files in `x.in`; with a folder `x.out` it works on a copy of them, which
//! must look like `x.out` in the end. `TRYCMD=overwrite cargo test -p sator-cli --test cli cmd`
//! rewrites the outputs that differ; times and other values that vary need their `[..]` again.

use std::env;
use std::path::Path;

use sator_testing::needs;

use crate::common::PROGRAM;

#[needs(cadical, minisat, z3)]
fn documents_show_the_actual_output() {
    let folder = Path::new(PROGRAM).parent().expect("a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = [folder.to_owned()].into_iter().chain(env::split_paths(&path));
    let path = env::join_paths(path).expect("a PATH").into_string().expect("a PATH of text");
    trycmd::TestCases::new()
        .register_bin("sator", Path::new(PROGRAM))
        .register_bin("sh", Path::new("/bin/sh"))
        .env("PATH", path)
        .env("EXAMPLES", concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"))
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .env("COLUMNS", "100")
        .case("tests/cmd/*.md")
        .run();
}
