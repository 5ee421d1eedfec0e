//! Python environments in the target folder: for the packages that the benchmark compares with, for the
//! job systems that run the cubes of a split, and for the Python package and its tests.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::{programs, step};

/// The packages that the benchmark compares with or runs on.
const PEERS: [&str; 7] =
    ["ortools", "clingo", "z3-solver", "ms_toollib", "python-sat", "numpy", "distributed"];

/// The job systems that pip installs, after what their tests need; the long tests use all, the others
/// Dask.
const JOB_SYSTEMS: [&str; 4] = ["pytest", "distributed", "hyperqueue", "ray[data]"];

/// Makes `bench-venv` unless it exists or `SATOR_PYTHON` names another. Packages that cannot be
/// installed are left out, and the benchmark runs without them. Returns the folder's Python.
pub(crate) fn make(target: &Path) -> Option<PathBuf> {
    if env::var_os("SATOR_PYTHON").is_some() {
        return None;
    }
    make_with(&target.join("bench-venv"), &PEERS)
}

/// Makes `cluster-venv` unless it exists or `SATOR_CLUSTER_PYTHON` names another. Tests of packages
/// that cannot be installed are ignored. Returns its Python.
pub(crate) fn make_for_clusters(target: &Path, full: bool) -> Option<PathBuf> {
    if let Some(python) = env::var_os("SATOR_CLUSTER_PYTHON") {
        return Some(python.into());
    }
    let packages = if full { &JOB_SYSTEMS[..] } else { &JOB_SYSTEMS[..2] };
    make_with(&target.join("cluster-venv"), packages)
}

/// The Python of an environment with those of the packages that can be installed.
fn make_with(folder: &Path, packages: &[&str]) -> Option<PathBuf> {
    let python = folder.join("bin/python");
    if !has_pip(&python) && !create(folder) {
        eprintln!("left out: {}, as `python3 -m venv` does not work", packages.join(", "));
        return None;
    }
    for package in missing(&python, packages) {
        if !installs(&python, package) {
            eprintln!("left out: {package}, as it cannot be installed");
        }
    }
    Some(python)
}

/// The Python of an environment with these packages, which is made if it does not exist.
pub(crate) fn environment(folder: &Path, packages: &[&str]) -> Option<PathBuf> {
    let python = folder.join("bin/python");
    if !has_pip(&python) && !create(folder) {
        eprintln!("xtask: `python3 -m venv` does not work: install Python 3.9 or newer with venv");
        return None;
    }
    let missing = missing(&python, packages);
    (missing.is_empty() || installs(&python, &missing.join(" "))).then_some(python)
}

fn installs(python: &Path, packages: &str) -> bool {
    let pip = format!("{} -m pip install --quiet {packages}", python.display());
    step::run_all(&[pip]) == ExitCode::SUCCESS
}

/// Creates the environment. On Debian `venv` is a separate package.
fn create(folder: &Path) -> bool {
    let venv = format!("python3 -m venv {}", folder.display());
    if step::succeeds(&venv) {
        return true;
    }
    let Ok(mut steps) = programs::from_debian(&["python3-venv"], &step::path()) else {
        return false;
    };
    steps.push(venv);
    step::run_all(&steps) == ExitCode::SUCCESS
}

/// The packages that are not installed.
fn missing<'p>(python: &Path, packages: &[&'p str]) -> Vec<&'p str> {
    // The name stands before the extras: ray[data].
    let name = |package: &str| package.split('[').next().unwrap_or_default().to_owned();
    let has = |package: &&&str| with_pip(python, &format!("show {}", name(package)));
    packages.iter().filter(|package| !has(package)).copied().collect()
}

/// Whether the environment has Python and pip. Without its package, Debian creates one without pip.
fn has_pip(python: &Path) -> bool {
    with_pip(python, "--version")
}

fn with_pip(python: &Path, args: &str) -> bool {
    step::succeeds(&format!("{} -m pip {args}", python.display()))
}
