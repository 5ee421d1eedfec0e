//! The Python package in `crates/sator-py`: its tests, and `cargo xtask wheel`. Maturin builds it, in a
//! virtual environment in the target folder.

use std::env;
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

/// The steps that build the package as the other tests are built, put it into an environment and test it: its
/// tests, the examples of its documentation and of the page, the types, and the notebook. No wheel is made:
/// Maturin would build all crates again, with the features that they have without the others. With `full`,
/// wheels are made from the folder and the source archive, and all puzzles beside the repository are compared
/// with the command line.
pub(crate) fn tests(which: Which) -> io::Result<Vec<String>> {
    let target = step::target_folder()?;
    let python = environment(&target, "python-venv", &TEST_PACKAGES)?;
    Ok(test_steps(&python, &site_packages(&python)?, &target, which))
}

fn test_steps(python: &Path, site: &Path, target: &Path, which: Which) -> Vec<String> {
    let Which { full, data_only, .. } = which;
    let tests = if data_only {
        format!("-m shared_data {FOLDER}/tests --ignore {RECIPES}")
    } else {
        format!(
            "{FOLDER}/tests --ignore {RECIPES} {FOLDER}/README.md README.md docs/python.md --pyargs sator"
        )
    };
    // With a target for tests, dependencies have the features that they have in the other tests.
    let build = "cargo build --workspace --lib --test start --features all-solvers --locked";
    let mut steps = vec![if full {
        format!("SATOR_FULL=1 {build} --profile long-tests")
    } else {
        build.to_owned()
    }];
    steps.extend(copy_steps(site, target, full));
    steps.push(format!(
        "{} {} -m pytest -q -rs -c {FOLDER}/pyproject.toml --rootdir . {tests}",
        variables(target, full),
        python.display()
    ));
    steps
}

/// The steps that put the package into an environment, where a wheel has it.
fn copy_steps(site: &Path, target: &Path, full: bool) -> [String; 3] {
    let library = format!("{}_sator{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let built = target.join(test::profile(full)).join(library);
    let (site, built) = (site.display(), built.display());
    [
        format!("rm -rf {site}/sator"),
        format!("cp -R {FOLDER}/python/sator {site}"),
        format!("cp {built} {site}/sator/_sator.abi3.so"),
    ]
}

/// The folder of an environment for packages.
fn site_packages(python: &Path) -> io::Result<PathBuf> {
    let library = python.ancestors().nth(2).unwrap_or(python).join("lib");
    let versions = library.read_dir()?.flatten();
    let mut folders = versions.map(|version| version.path().join("site-packages"));
    let missing = || io::Error::other(format!("{} has no site-packages", library.display()));
    folders.find(|folder| folder.is_dir()).ok_or_else(missing)
}

/// The steps that put the package, after its own tests, beside the job systems, and run the recipes of
/// `docs/clusters.md` there.
pub(crate) fn tests_of_recipes(
    python: &Path,
    target: &Path,
    full: bool,
) -> io::Result<Vec<String>> {
    let mut steps = copy_steps(&site_packages(python)?, target, full).to_vec();
    steps.push(format!(
        "{} {} -m pytest -q -rs -c {FOLDER}/pyproject.toml --rootdir . {RECIPES}",
        variables(target, full),
        python.display()
    ));
    Ok(steps)
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

    fn usual_steps(full: bool) -> Vec<String> {
        let which = Which { full, ..Which::default() };
        test_steps(Path::new("python"), Path::new("site"), Path::new("target"), which)
    }

    #[test]
    fn only_the_full_run_compares_all_puzzles() {
        let pytest = |full| usual_steps(full).pop().unwrap();
        assert!(!pytest(false).contains("SATOR_FULL") && pytest(true).contains("SATOR_FULL=1"));
        assert!(pytest(false).contains("debug/sator") && pytest(true).contains("long-tests/sator"));
    }

    #[test]
    fn the_package_is_tested_with_the_profile_and_the_features_of_the_other_tests() {
        for full in [false, true] {
            let steps = usual_steps(full);
            assert!(
                steps[0].contains("--workspace") && steps[0].contains("--features all-solvers")
            );
            assert_eq!(steps[0].contains("--profile long-tests"), full);
            assert!(
                steps[3].starts_with(&format!("cp target/{}/", test::profile(full))),
                "{steps:?}"
            );
        }
    }

    #[test]
    fn packages_are_found_in_the_folder_of_a_version() {
        let root = env::temp_dir().join(format!("sator-xtask-{}-site", std::process::id()));
        let site = root.join("lib/python3.11/site-packages");
        std::fs::create_dir_all(&site).unwrap();
        assert_eq!(site_packages(&root.join("bin/python")).unwrap(), site);
        std::fs::remove_dir_all(site).unwrap();
        assert!(site_packages(&root.join("bin/python")).is_err());
        std::fs::remove_dir_all(root).unwrap();
    }
}
