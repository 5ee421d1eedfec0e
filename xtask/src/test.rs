//! `cargo xtask test`: everything that must hold before a commit.

use std::process::ExitCode;

use crate::{package, programs, python, step};

pub(crate) fn run(full: bool) -> ExitCode {
    let tests_of_package = || package::tests(full).map_err(|error| error.to_string());
    match programs::to_install(full).and_then(|steps| Ok((steps, tests_of_package()?))) {
        Ok((mut steps, tests_of_package)) => {
            let target = step::target_folder().unwrap_or_else(|_| "target".into());
            let clusters = python::make_for_clusters(&target, full);
            steps.extend(checks(full));
            steps.extend(page(full));
            steps.extend(tests_of_package);
            if let Some(python) = clusters {
                steps.extend(package::tests_of_recipes(&python, &target, full));
            }
            if full {
                steps.extend(deny());
            }
            step::run_all(&steps)
        }
        Err(advice) => {
            eprintln!("xtask: {advice}");
            ExitCode::FAILURE
        }
    }
}

/// CaDiCaL takes minutes to compile, so the checks share one profile and one set of features for
/// it. The pure Rust build is linted first, because it fails sooner; the tests run with every
/// solver. The default features lie between both and are left to the full run.
fn checks(full: bool) -> Vec<String> {
    let clippy = |features: &str| {
        format!("cargo clippy --workspace --all-targets {features}--locked -- -D warnings")
    };
    let mut checks = vec!["cargo fmt --all --check".to_owned(), clippy("--no-default-features ")];
    if full {
        checks.push(clippy(""));
    }
    checks.push(clippy("--features all-solvers "));
    checks.extend(pure_rust(full).iter().map(ToString::to_string));
    let tests = if full {
        "SATOR_FULL=1 cargo test --workspace --features all-solvers --locked --profile long-tests"
    } else {
        "cargo test --workspace --features all-solvers --locked"
    };
    checks.extend([
        tests.to_owned(),
        "RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps --features all-solvers --locked"
            .to_owned(),
    ]);
    checks
}

/// The build without C++ differs in the solvers and their use. The outputs in the tool's own tests, and
/// in the README, name CaDiCaL.
fn pure_rust(full: bool) -> &'static [&'static str] {
    if full {
        &[
            "cargo test --workspace --exclude sator-cli --no-default-features --locked",
            "cargo run --locked --no-default-features -- solve 8",
        ]
    } else {
        &["cargo test --workspace --no-default-features --locked \
           --lib --test backends --test conformance --test interrupt --test start"]
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
    use super::{checks, package, page};

    #[test]
    fn the_checks_compile_cadical_once() {
        for check in checks(false) {
            let is_other = check.contains("--release") || check.contains("--profile");
            assert!(!is_other, "{check} has another profile");
            assert!(!check.contains("RUSTFLAGS"), "{check} has other flags");
            assert!(!check.contains(" -p "), "{check} may choose other features");
        }
    }

    #[test]
    fn only_the_full_run_includes_the_long_tests() {
        let long = |full| checks(full).iter().filter(|line| line.contains("SATOR_FULL=1")).count();
        assert_eq!((long(false), long(true)), (0, 1));
        let recipes = |full| package::tests_of_recipes("python".as_ref(), "target".as_ref(), full);
        let is_long = |full: bool| recipes(full).iter().any(|line| line.contains("SATOR_FULL=1"));
        assert!(!is_long(false) && is_long(true));
        let load = |full| page(full).iter().filter(|line| line.ends_with("run load")).count();
        assert_eq!((load(false), load(true)), (0, 1));
    }
}
