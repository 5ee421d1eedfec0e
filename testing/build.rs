//! The build script of every crate: finds the data and the programs that some tests need, so that
//! `cargo test` reports these tests as ignored where they cannot run.
//!
//! - `shared_data`: the folder `SATOR_DATA`, or `../shared/data` beside the workspace, exists. Tests
//!   that need it carry `#[cfg_attr(not(shared_data), ignore = "needs ../shared/data")]` and read
//!   `env!("SATOR_DATA")`.
//! - `z3` and the like: the program is on the `PATH`. Tests of several programs are declared by
//!   `with_programs!`. `env!("SATOR_ABSENT")` names the programs that were not found.

use std::env;
use std::path::{Path, PathBuf};

/// Configuration options and their programs.
const PROGRAMS: [(&str, &str); 8] = [
    ("cadical", "cadical"),
    ("clasp", "clasp"),
    ("cryptominisat5", "cryptominisat5"),
    ("cvc5", "cvc5"),
    ("minisat", "minisat"),
    ("minisat_plus", "minisat+"),
    ("picosat", "picosat"),
    ("z3", "z3"),
];

fn main() {
    println!("cargo::rerun-if-changed=../../testing/build.rs");
    println!("cargo::rerun-if-env-changed=SATOR_DATA");
    println!("cargo::rerun-if-env-changed=PATH");
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let folder = env::var_os("SATOR_DATA").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    println!("cargo::rustc-env=SATOR_DATA={}", folder.display());
    set("shared_data", Some(&folder).filter(|folder| folder.is_dir()));
    let path = env::var_os("PATH").unwrap_or_default();
    let mut absent = Vec::new();
    for (name, program) in PROGRAMS {
        let mut files = env::split_paths(&path).map(|folder| folder.join(program));
        let file = files.find(|file| file.is_file());
        set(name, file.as_ref());
        absent.extend(file.is_none().then_some(program));
    }
    println!("cargo::rustc-env=SATOR_ABSENT={}", absent.join(" "));
}

/// Sets a configuration option if its path exists, until that changes.
fn set(name: &str, path: Option<impl AsRef<Path>>) {
    println!("cargo::rustc-check-cfg=cfg({name})");
    // Cargo rebuilds the crate every time if it is asked to watch a path that does not exist.
    if let Some(path) = path {
        println!("cargo::rerun-if-changed={}", path.as_ref().display());
        println!("cargo::rustc-cfg={name}");
    }
}
