//! The build script of every crate: finds the data and the programs that some tests need, so that
//! `cargo test` reports these tests as ignored where they cannot run.
//!
//! - `shared_data`: the folder `SATOR_DATA`, or `../shared/data` beside the workspace, exists. Tests
//!   that need it carry `#[cfg_attr(not(shared_data), ignore = "needs ../shared/data")]` and read
//!   `env!("SATOR_DATA")`.
//! - `z3` and the like: the program is on the `PATH`. Tests of several programs are declared by
//!   `with_programs!`. `env!("SATOR_ABSENT")` names the programs that were not found.
//! - `full`: `SATOR_FULL` is set, as `cargo xtask test --full` does for long tests.
//! - `dask`, `hyperqueue`, `ray`: the Python of `SATOR_CLUSTER_PYTHON`, or the one that `cargo xtask test` sets
//!   up in `target/cluster-venv`, has the package. Tests run `env!("SATOR_CLUSTER_PYTHON")`.

#![expect(clippy::print_stdout, reason = "build scripts tell Cargo by printing")]

use std::env;
use std::path::{Path, PathBuf};

/// Configuration options and their programs.
const PROGRAMS: [(&str, &str); 11] = [
    ("cadical", "cadical"),
    ("clasp", "clasp"),
    ("cryptominisat5", "cryptominisat5"),
    ("cvc5", "cvc5"),
    ("hq", "hq"),
    ("minisat", "minisat"),
    ("minisat_plus", "minisat+"),
    ("parallel", "parallel"),
    ("picosat", "picosat"),
    ("slurm", "slurmctld"),
    ("z3", "z3"),
];

/// Configuration options and their Python packages.
const PACKAGES: [(&str, &str); 3] =
    [("dask", "distributed"), ("hyperqueue", "hyperqueue"), ("ray", "ray")];

/// What every build script does.
pub fn find_what_tests_need() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SATOR_DATA");
    println!("cargo::rerun-if-env-changed=PATH");
    let beside = || beside_crate("../../../shared/data");
    let folder = env::var_os("SATOR_DATA").map_or_else(beside, PathBuf::from);
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
    find_packages();
    println!("cargo::rerun-if-env-changed=SATOR_FULL");
    println!("cargo::rustc-check-cfg=cfg(full)");
    if env::var_os("SATOR_FULL").is_some() {
        println!("cargo::rustc-cfg=full");
    }
}

/// A path from the folder of the crate that is built.
fn beside_crate(path: &str) -> PathBuf {
    Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(path)
}

/// Finds the packages of the Python for job systems.
fn find_packages() {
    println!("cargo::rerun-if-env-changed=SATOR_CLUSTER_PYTHON");
    let own = || beside_crate("../../target/cluster-venv/bin/python");
    let python = env::var_os("SATOR_CLUSTER_PYTHON").map_or_else(own, PathBuf::from);
    println!("cargo::rustc-env=SATOR_CLUSTER_PYTHON={}", python.display());
    let library = python.parent().and_then(Path::parent).map(|root| root.join("lib"));
    let versions = library.and_then(|library| library.read_dir().ok()).into_iter().flatten();
    let folders: Vec<_> =
        versions.flatten().map(|entry| entry.path().join("site-packages")).collect();
    for (name, package) in PACKAGES {
        let mut places = folders.iter().map(|folder| folder.join(package));
        set(name, places.find(|place| place.is_dir()));
    }
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
