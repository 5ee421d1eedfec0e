//! A Python environment in the target folder, with the solvers that the benchmark compares with.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use crate::{programs, step};

/// The packages that pip installs.
const PACKAGES: [&str; 4] = ["ortools", "clingo", "z3-solver", "ms_toollib"];

/// Makes `bench-venv` unless it exists or `SATOR_PYTHON` names another. Packages that cannot be
/// installed are left out, and the benchmark runs without them.
pub(crate) fn make(target: &Path) {
    if env::var_os("SATOR_PYTHON").is_some() {
        return;
    }
    let folder = target.join("bench-venv");
    let python = folder.join("bin/python");
    if missing(&python).is_empty() {
        return;
    }
    if !has_pip(&python) && !create(&folder) {
        eprintln!("left out: Python solvers, as `python3 -m venv` does not work");
        return;
    }
    for package in missing(&python) {
        let pip = format!("{} -m pip install --quiet {package}", python.display());
        if step::run_all(&[pip]) != ExitCode::SUCCESS {
            eprintln!("left out: {package}, as it cannot be installed");
        }
    }
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
fn missing(python: &Path) -> Vec<&'static str> {
    let has = |package: &&str| with_pip(python, &format!("show {package}"));
    PACKAGES.into_iter().filter(|package| !has(package)).collect()
}

/// Whether the environment has Python and pip. Without its package, Debian creates one without pip.
fn has_pip(python: &Path) -> bool {
    with_pip(python, "--version")
}

fn with_pip(python: &Path, args: &str) -> bool {
    step::succeeds(&format!("{} -m pip {args}", python.display()))
}
