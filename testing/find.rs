//! Finds the data and the programs that some tests need. The build scripts of this crate and of its
//! macros include this file, and so does `cargo xtask test`.
//!
//! - `shared_data`: the folder `SATOR_DATA`, or `../shared/data` beside the workspace, exists.
//! - `z3` and the like: the program is on the `PATH`.
//! - `full`: `SATOR_FULL` is set, as `cargo xtask test --full` does for long tests.
//! - `dask`, `hyperqueue`, `ray`: the Python of `SATOR_CLUSTER_PYTHON`, or the one that `cargo xtask
//!   test` sets up in `cluster-venv` in the target folder, has the package.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The names of programs in `#[needs(…)]`, each with the file of the program.
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

/// The names of Python packages in `#[needs(…)]`, each with the folder of the package.
const PACKAGES: [(&str, &str); 3] =
    [("dask", "distributed"), ("hyperqueue", "hyperqueue"), ("ray", "ray")];

/// What a build script does: `file` is this file and `root` the workspace, both from the folder of the
/// package. The code that is built sees what is here and what is absent in its environment.
pub(crate) fn tell_cargo(file: &str, root: &str) {
    println!("cargo::rerun-if-changed={file}");
    for name in ["SATOR_DATA", "PATH", "SATOR_CLUSTER_PYTHON", "SATOR_FULL"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    println!("cargo::rustc-check-cfg=cfg(shared_data)");
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let beside = || manifest.join(root).join("../shared/data");
    let data = env::var_os("SATOR_DATA").map_or_else(beside, PathBuf::from);
    let own = || cluster_python(&target_folder());
    let python = env::var_os("SATOR_CLUSTER_PYTHON").map_or_else(own, PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let (mut here, mut absent) = (Vec::new(), Vec::new());
    for (name, place) in places(&path, &python) {
        match place {
            // Cargo would build again every time if it watched a path that does not exist. What is
            // installed later is seen by `cargo xtask test`, which then touches this file.
            Some(place) => {
                println!("cargo::rerun-if-changed={}", place.display());
                here.push(name);
            }
            None => absent.push(name),
        }
    }
    if data.is_dir() {
        println!("cargo::rerun-if-changed={}", data.display());
        println!("cargo::rustc-cfg=shared_data");
        here.push("shared_data");
    } else {
        absent.push("shared_data");
    }
    if env::var_os("SATOR_FULL").is_some() { &mut here } else { &mut absent }.push("full");
    println!("cargo::rustc-env=SATOR_DATA={}", data.display());
    println!("cargo::rustc-env=SATOR_CLUSTER_PYTHON={}", python.display());
    println!("cargo::rustc-env=SATOR_HERE={}", here.join(" "));
    println!("cargo::rustc-env=SATOR_ABSENT={}", absent.join(" "));
}

/// The target folder, four folders above the one that the build script may write to.
fn target_folder() -> PathBuf {
    let own = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    own.ancestors().nth(4).map(Path::to_owned).unwrap_or_default()
}

/// The Python that `cargo xtask test` sets up for job systems.
pub(crate) fn cluster_python(target: &Path) -> PathBuf {
    target.join("cluster-venv/bin/python")
}

/// Programs and packages, each with the place where it is.
pub(crate) fn places<'a>(
    path: &'a OsStr,
    python: &'a Path,
) -> impl Iterator<Item = (&'static str, Option<PathBuf>)> + 'a {
    let programs = PROGRAMS.iter().map(|(name, program)| (*name, find_program(path, program)));
    programs.chain(PACKAGES.iter().map(|(name, package)| (*name, find_package(python, package))))
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
