//! `cargo xtask test`: everything that must hold before a commit.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use sator_testing::{cluster_python, found};

use crate::{package, programs, python, step};

/// Which tests run, and how.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) struct Which {
    /// The long tests too.
    pub(crate) full: bool,
    /// Only the tests that need the shared data.
    pub(crate) data_only: bool,
    /// Go on after a failure.
    pub(crate) no_fail_fast: bool,
}

impl Which {
    pub(crate) fn parse(flags: &[String]) -> Option<Self> {
        let mut which = Self::default();
        for flag in flags {
            match flag.as_str() {
                "--full" => which.full = true,
                "--data" => which.data_only = true,
                "--no-fail-fast" => which.no_fail_fast = true,
                _ => return None,
            }
        }
        Some(which)
    }
}

pub(crate) fn run(which: Which) -> ExitCode {
    let Which { full, .. } = which;
    let tests_of_package = || package::tests(which).map_err(|error| error.to_string());
    match programs::to_install(full).and_then(|steps| Ok((steps, tests_of_package()?))) {
        Ok((installs, tests_of_package)) => {
            let exit =
                if installs.is_empty() { ExitCode::SUCCESS } else { step::run_all(&installs) };
            if exit != ExitCode::SUCCESS {
                return exit;
            }
            let target = step::target_folder().unwrap_or_else(|_| "target".into());
            let clusters = python::make_for_clusters(&target, full);
            if let Err(error) = look_again(&target, clusters.as_deref()) {
                eprintln!("xtask: programs that were installed may not be found: {error}");
            }
            let mut steps = if which.data_only { Vec::new() } else { checks(full) };
            steps.push(tests(which));
            let (mut page_steps, mut others) = (Vec::new(), tests_of_package);
            if !which.data_only {
                page_steps = page(full);
                let recipes = |python: PathBuf| package::tests_of_recipes(&python, &target, full);
                match clusters.map(recipes).transpose() {
                    Ok(recipes) => others.extend(recipes.unwrap_or_default()),
                    Err(error) => eprintln!("left out: the recipes for job systems: {error}"),
                }
                others.push(documentation());
            }
            if full && !which.data_only {
                others.push(packages());
                others.extend(deny());
            }
            run_steps(&steps, [&others, &page_steps], which.no_fail_fast)
        }
        Err(advice) => {
            eprintln!("xtask: {advice}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the first steps, and then two lists at once: the tests of the page mostly wait for a browser.
fn run_steps(first: &[String], then: [&[String]; 2], no_fail_fast: bool) -> ExitCode {
    let exit = if no_fail_fast { step::run_each(first) } else { step::run_all(first) };
    if exit != ExitCode::SUCCESS && !no_fail_fast {
        return exit;
    }
    let later = step::run_side_by_side(then, !no_fail_fast);
    if exit == ExitCode::SUCCESS { later } else { exit }
}

/// Has the build scripts look again for what tests need, if other programs or packages are here than at
/// the last run: Cargo does not watch what was absent. (A variable in the environment would differ from
/// that of `cargo test`, so that each change from one to the other would build all crates again.)
fn look_again(target: &Path, python: Option<&Path>) -> io::Result<()> {
    let python = python.map_or_else(|| cluster_python(target), Path::to_owned);
    let found = found(&step::path(), &python).join(" ");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testing/find.rs");
    touch_if_new(&source, &target.join("found-for-tests.txt"), &found)
}

/// Touches a file unless the note has this text, which is then noted.
fn touch_if_new(file: &Path, note: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(note).is_ok_and(|known| known == text) {
        return Ok(());
    }
    File::options().append(true).open(file)?.set_modified(SystemTime::now())?;
    fs::write(note, text)
}

/// All checks share one profile, and the targets with `--test start` have the same features of their
/// dependencies as all targets, so that these are built once. The pure Rust build is linted first, because
/// it fails sooner, and without its tests. The full run lints these too, and the default features,
/// which lie between both.
pub(crate) fn checks(full: bool) -> Vec<String> {
    let clippy =
        |targets: &str| format!("cargo clippy --workspace {targets} --locked -- -D warnings");
    let mut checks = vec!["cargo fmt --all --check".to_owned()];
    if full {
        checks.push(clippy("--all-targets --no-default-features"));
        checks.push(clippy("--all-targets"));
    } else {
        checks.push(clippy("--lib --bins --test start --no-default-features"));
    }
    checks.push(clippy("--all-targets --features all-solvers"));
    checks.extend(pure_rust(full).iter().map(ToString::to_string));
    checks
}

/// The tests with every solver.
pub(crate) fn tests(which: Which) -> String {
    let mut tests = String::new();
    tests.push_str(if which.full { "SATOR_FULL=1 " } else { "" });
    tests.push_str("cargo test --workspace --features all-solvers --locked");
    tests.push_str(if which.full { " --profile long-tests" } else { "" });
    tests.push_str(if which.no_fail_fast { " --no-fail-fast" } else { "" });
    // After `--`: a name before it would also select targets that have no tests (`test = false`).
    tests.push_str(if which.data_only { " -- with_shared_data" } else { "" });
    tests
}

fn documentation() -> String {
    "RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps --features all-solvers --locked".into()
}

/// The build without C++ differs in the solvers and their use, so the full run tests it too. The outputs in
/// the tool's own tests, and in the README, name CaDiCaL. To place eight queens needs no optimised crates.
fn pure_rust(full: bool) -> &'static [&'static str] {
    const START: &str = "cargo test --workspace --no-default-features --locked --test start \
                         --config profile.dev.package.sator-sat.opt-level=0 \
                         --config profile.dev.package.sator-model.opt-level=0 \
                         --config profile.dev.package.sator.opt-level=0 \
                         --config profile.dev.package.sator-cli.opt-level=0";
    if full {
        &["cargo test --workspace --exclude sator-cli --no-default-features --locked", START]
    } else {
        &[START]
    }
}

/// The folder of the program that the tests have built.
pub(crate) fn profile(full: bool) -> &'static str {
    if full { "long-tests" } else { "debug" }
}

/// The types of the page, and the page in a browser, with the program that the tests have built.
fn page(full: bool) -> Vec<String> {
    let npm = "npm --prefix crates/sator-web";
    let target = step::target_folder().unwrap_or_else(|_| "target".into());
    let program = format!("SATOR_BIN={}", target.join(profile(full)).join("sator").display());
    let mut steps = vec![
        format!("{npm} ci"),
        format!("{npm} run types"),
        format!("{program} {npm} run browser"),
    ];
    if full {
        steps.push(format!("{program} {npm} run load"));
    }
    steps
}

/// The published crates can be packaged.
fn packages() -> String {
    let own = ["sator-sat", "sator-model", "sator", "sator-web", "sator-cli"];
    format!("cargo package --locked --no-verify --allow-dirty -p {}", own.join(" -p "))
}

/// Advisories are left out: their database cannot be fetched in every place.
fn deny() -> Vec<String> {
    let mut steps = vec!["cargo deny check bans licenses sources".into()];
    if !step::succeeds("cargo deny --version") {
        steps.insert(0, "cargo install cargo-deny --locked".into());
    }
    steps
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs::{self, File};
    use std::time::SystemTime;

    use super::{Which, checks, page, tests, touch_if_new};

    #[test]
    fn build_scripts_look_again_if_something_was_installed() {
        let folder = env::temp_dir().join(format!("sator-xtask-{}-touch", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [source, note] = ["lib.rs", "note.txt"].map(|name| folder.join(name));
        fs::write(&source, "").unwrap();
        let is_touched = |found: &str| {
            let file = File::options().append(true).open(&source).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
            touch_if_new(&source, &note, found).unwrap();
            file.metadata().unwrap().modified().unwrap() != SystemTime::UNIX_EPOCH
        };
        assert!(is_touched("z3") && !is_touched("z3") && is_touched("z3 dask"));
        assert!(is_touched("z3"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_checks_compile_cadical_once() {
        for check in checks(false).into_iter().chain([tests(Which::default())]) {
            let is_other = check.contains("--release") || check.contains("--profile");
            assert!(!is_other, "{check} has another profile");
            assert!(!check.contains("RUSTFLAGS"), "{check} has other flags");
            assert!(!check.contains(" -p "), "{check} may choose other features");
        }
    }

    #[test]
    fn only_the_full_run_includes_the_long_tests() {
        let usual = Which::default();
        let is_long = |full| tests(Which { full, ..usual }).contains("SATOR_FULL=1");
        assert!(!is_long(false) && is_long(true));
        let load = |full| page(full).iter().filter(|line| line.ends_with("run load")).count();
        assert_eq!((load(false), load(true)), (0, 1));
    }
}
