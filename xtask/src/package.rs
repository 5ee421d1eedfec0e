//! The Python package in `crates/sator-py`: its tests, and `cargo xtask wheel`. Maturin builds it, in a
//! virtual environment in the target folder.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::test::Which;
use crate::{python, step, test};

const FOLDER: &str = "crates/sator-py";

/// Tests that need job systems.
const RECIPES: &str = "crates/sator-py/tests/clusters";

/// The build tool, the packages that ours works with, and those that the tests need.
const TEST_PACKAGES: [&str; 9] = [
    "maturin",
    "numpy",
    "pandas",
    "python-sat",
    "pytest",
    "mypy",
    "nbclient",
    "nbformat",
    "ipykernel",
];

/// The steps that build the package as the other tests are built, install it and test it: its tests,
/// the examples of its documentation and of the page, the types, and the notebook.
/// With `full`, all puzzles beside the repository are compared with the command line.
pub(crate) fn tests(which: Which) -> io::Result<Vec<String>> {
    let target = step::target_folder()?;
    let python = environment(&target, "python-venv", &TEST_PACKAGES)?;
    Ok(test_steps(&python, &target, which))
}

fn test_steps(python: &Path, target: &Path, Which { full, data_only, .. }: Which) -> Vec<String> {
    let wheels = target.join("wheels-dev");
    let install = install_step(python, &wheels);
    let variables = variables(target, full);
    let (python, wheels) = (python.display(), wheels.display());
    let tests = if data_only {
        format!("-m shared_data {FOLDER}/tests --ignore {RECIPES}")
    } else {
        format!(
            "{FOLDER}/tests --ignore {RECIPES} {FOLDER}/README.md README.md docs/python.md --pyargs sator"
        )
    };
    vec![
        // The features and the profile are those of the other tests, so that dependencies are shared.
        format!(
            "{python} -m maturin build --profile dev --features all-solvers --locked \
             -m {FOLDER}/Cargo.toml -o {wheels}"
        ),
        install,
        format!(
            "{variables} {python} -m pytest -q -rs -c {FOLDER}/pyproject.toml --rootdir . {tests}"
        ),
    ]
}

/// The steps that install the package, after its own tests, beside the job systems, and run the recipes
/// of `docs/clusters.md` there.
pub(crate) fn tests_of_recipes(python: &Path, target: &Path, full: bool) -> Vec<String> {
    let run = format!(
        "{} {} -m pytest -q -rs -c {FOLDER}/pyproject.toml --rootdir . {RECIPES}",
        variables(target, full),
        python.display()
    );
    vec![install_step(python, &target.join("wheels-dev")), run]
}

/// The environment of pytest: it compares with the program that the other tests have built.
fn variables(target: &Path, full: bool) -> String {
    let program = target.join(test::profile(full)).join("sator");
    let full = if full { " SATOR_FULL=1" } else { "" };
    format!("PYTHONDONTWRITEBYTECODE=1 SATOR_PROGRAM={}{full}", program.display())
}

/// `cargo xtask wheel`: a wheel for this system, or one for old systems, and the source archive.
pub(crate) fn wheel(compatible: bool) -> ExitCode {
    let packages: &[&str] = if compatible { &["maturin", "ziglang"] } else { &["maturin"] };
    let steps = step::target_folder().and_then(|target| {
        let python = environment(&target, "wheel-venv", packages)?;
        Ok(wheel_steps(&python, &target.join("wheels"), compatible))
    });
    match steps {
        Ok(steps) => step::run_all(&steps),
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the optimised package and installs it into an environment; or says that it is left out.
pub(crate) fn install(python: &Path, target: &Path) {
    let steps = environment(target, "wheel-venv", &["maturin"]).map(|builder| {
        let wheels = target.join("wheels");
        let [wheel, _] = wheel_steps(&builder, &wheels, false);
        [wheel, install_step(python, &wheels)]
    });
    if !steps.is_ok_and(|steps| step::run_all(&steps) == ExitCode::SUCCESS) {
        eprintln!("left out: the Python package, as it cannot be built");
    }
}

fn install_step(python: &Path, wheels: &Path) -> String {
    format!(
        "{} -m pip install --quiet --no-index --no-deps --force-reinstall --find-links {} sator",
        python.display(),
        wheels.display()
    )
}

fn wheel_steps(python: &Path, wheels: &Path, compatible: bool) -> [String; 2] {
    let maturin = format!("{} -m maturin", python.display());
    let to = format!("-m {FOLDER}/Cargo.toml -o {}", wheels.display());
    let wheel = if compatible {
        // A plain build needs the glibc and the libstdc++ of this system; zig links for glibc 2.17. It
        // refuses `__DATE__`, which CaDiCaL has, without the flag. It is a package of this Python.
        format!(
            "CXXFLAGS=-Wno-date-time CARGO_ZIGBUILD_PYTHON_PATH={} {maturin} build --release --locked \
             --zig --compatibility manylinux2014 {to}",
            python.display()
        )
    } else {
        format!("{maturin} build --release --locked {to}")
    };
    [wheel, format!("{maturin} sdist {to}")]
}

fn environment(target: &Path, name: &str, packages: &[&str]) -> io::Result<PathBuf> {
    let made = python::environment(&target.join(name), packages);
    made.ok_or_else(|| io::Error::other("the Python environment cannot be made"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_wheel_for_old_systems_is_linked_by_zig() {
        let [here, old] = [false, true].map(|compatible| {
            wheel_steps(Path::new("python"), Path::new("wheels"), compatible)[0].clone()
        });
        assert!(!here.contains("zig") && old.contains("--zig") && old.starts_with("CXXFLAGS="));
    }

    #[test]
    fn only_the_full_run_compares_all_puzzles() {
        let pytest = |full| {
            let which = Which { full, ..Which::default() };
            test_steps(Path::new("python"), Path::new("target"), which).remove(2)
        };
        assert!(!pytest(false).contains("SATOR_FULL") && pytest(true).contains("SATOR_FULL=1"));
        assert!(pytest(false).contains("debug/sator") && pytest(true).contains("long-tests/sator"));
    }

    #[test]
    fn the_package_is_tested_with_the_profile_and_the_features_of_the_other_tests() {
        let steps = test_steps(Path::new("python"), Path::new("target"), Which::default());
        assert!(steps[0].contains("--profile dev --features all-solvers --locked"));
    }
}
