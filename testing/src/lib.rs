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
//!   up in `cluster-venv` in the target folder, has the package. Tests run `env!("SATOR_CLUSTER_PYTHON")`.

#![expect(clippy::print_stdout, reason = "build scripts tell Cargo by printing")]

use std::env;
use std::ffi::OsStr;
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
        let file = find_program(&path, program);
        set(name, file.as_ref());
        absent.extend(file.is_none().then_some(program));
    }
    println!("cargo::rustc-env=SATOR_ABSENT={}", absent.join(" "));
    println!("cargo::rerun-if-env-changed=SATOR_CLUSTER_PYTHON");
    let own = || cluster_python(&target_folder());
    let python = env::var_os("SATOR_CLUSTER_PYTHON").map_or_else(own, PathBuf::from);
    println!("cargo::rustc-env=SATOR_CLUSTER_PYTHON={}", python.display());
    for (name, package) in PACKAGES {
        set(name, find_package(&python, package));
    }
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

/// The target folder, four folders above the one that the build script may write to.
fn target_folder() -> PathBuf {
    let own = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    own.ancestors().nth(4).map(Path::to_owned).unwrap_or_default()
}

/// The Python that `cargo xtask test` sets up for job systems.
pub fn cluster_python(target: &Path) -> PathBuf {
    target.join("cluster-venv/bin/python")
}

/// The programs and packages that are here, by their configuration options.
pub fn found(path: &OsStr, python: &Path) -> Vec<&'static str> {
    let programs = PROGRAMS.iter().filter(|(_, program)| find_program(path, program).is_some());
    let packages = PACKAGES.iter().filter(|(_, package)| find_package(python, package).is_some());
    programs.chain(packages).map(|(name, _)| *name).collect()
}

fn find_program(path: &OsStr, program: &str) -> Option<PathBuf> {
    env::split_paths(path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// The folder of a package of this Python.
fn find_package(python: &Path, package: &str) -> Option<PathBuf> {
    let library = python.parent()?.parent()?.join("lib");
    let versions = library.read_dir().ok()?.flatten();
    versions.map(|it| it.path().join("site-packages").join(package)).find(|folder| folder.is_dir())
}

/// Sets a configuration option if its path exists, until that changes.
fn set(name: &str, path: Option<impl AsRef<Path>>) {
    println!("cargo::rustc-check-cfg=cfg({name})");
    // Cargo rebuilds the crate every time if it is asked to watch a path that does not exist. What is
    // installed later is seen by `cargo xtask test`, which then touches this file.
    if let Some(path) = path {
        println!("cargo::rerun-if-changed={}", path.as_ref().display());
        println!("cargo::rustc-cfg={name}");
    }
}
