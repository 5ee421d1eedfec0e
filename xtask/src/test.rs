//! `cargo xtask test`: everything that must hold before a commit.

use std::process::ExitCode;

use crate::{programs, step};

pub(crate) fn run(full: bool) -> ExitCode {
    match programs::to_install() {
        Ok(mut steps) => {
            steps.extend(checks(full));
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
/// solver.
fn checks(full: bool) -> Vec<String> {
    let tests = if full {
        "SATOR_FULL=1 cargo test --workspace --features all-solvers --locked --profile long-tests"
    } else {
        "cargo test --workspace --features all-solvers --locked"
    };
    // The pure Rust build differs in the solvers and their use. The outputs in the tool's own tests,
    // and in the README, name CaDiCaL.
    let pure = if full {
        "cargo test --workspace --exclude sator-cli --no-default-features --locked"
    } else {
        "cargo test --workspace --exclude sator-cli --no-default-features --locked \
         --lib --test backends --test conformance --test interrupt"
    };
    [
        "cargo fmt --all --check",
        "cargo clippy --workspace --all-targets --no-default-features --locked -- -D warnings",
        "cargo clippy --workspace --all-targets --locked -- -D warnings",
        "cargo clippy --workspace --all-targets --features all-solvers --locked -- -D warnings",
        pure,
        "cargo run --locked --no-default-features -- solve 8",
        tests,
        "RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps --features all-solvers --locked",
    ]
    .map(String::from)
    .into()
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
    use super::checks;

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
    }
}
