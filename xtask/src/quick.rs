//! `cargo xtask quick`: what to run after each change.

use std::process::ExitCode;

use crate::{programs, step};

/// The steps have the profile, the features and the targets of `cargo xtask test`, so that each has built
/// for the other. Cargo lints and builds again what changed and what depends on it.
pub(crate) fn run() -> ExitCode {
    let features = if programs::can_build_all_solvers() {
        "--features all-solvers --locked"
    } else {
        "--locked"
    };
    step::run_each(&steps(features))
}

fn steps(features: &str) -> [String; 4] {
    [
        "cargo fmt --all --check".to_owned(),
        format!("cargo clippy --workspace --all-targets {features} -- -D warnings"),
        format!("cargo test --workspace --lib --bins {features}"),
        // All kinds of puzzles, constraints and embedded solvers.
        format!("cargo test --workspace --test all {features} -- conformance backends"),
    ]
}

#[cfg(test)]
mod tests {
    use super::steps;
    use crate::test;

    #[test]
    fn its_lints_and_builds_are_those_of_the_test_run() {
        let [format, lints, units, conformance] = steps("--features all-solvers --locked");
        let all = test::checks(false);
        assert!(all.contains(&format) && all.contains(&lints), "{all:?}");
        let build = |line: &str| {
            let words = line.split(" -- ").next().unwrap_or_default().split(' ');
            let targets = ["--lib", "--bins", "--test", "all"];
            words.filter(|word| !targets.contains(word)).collect::<Vec<_>>().join(" ")
        };
        let tests = test::tests(test::Which::default());
        assert_eq!([build(&units), build(&conformance)], [tests.as_str(); 2]);
    }
}
