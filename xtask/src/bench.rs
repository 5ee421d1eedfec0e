//! `cargo xtask bench`: builds the optimised tool and the benchmark, installs the Python solvers, and
//! runs the benchmark. The jobs and their targets are in `bench/src/main.rs`.

use std::process::ExitCode;

use crate::{package, programs, python, step};

/// The program's options, repeated here so that a wrong one is refused before the build.
const FLAGS: [&str; 5] = ["--quick", "--large", "--save", "--list", AGAINST];

/// Compares with an older tool instead of with other solvers.
const AGAINST: &str = "--against";

pub(crate) fn run(args: &[String]) -> ExitCode {
    if let Some(unknown) = unknown(args) {
        eprintln!("xtask: bench has no option '{unknown}'; expected {} or words", FLAGS.join(", "));
        return ExitCode::from(2);
    }
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    let build = step::run_all(&[build(has(AGAINST))]);
    if build != ExitCode::SUCCESS {
        return build;
    }
    match step::target_folder() {
        Ok(target) => {
            if !has("--list") && !has(AGAINST) {
                let python = python::make(&target);
                if let Some(python) = python.filter(|_| measures_package(args)) {
                    package::install(&python, &target);
                }
            }
            step::run_program(&target.join("release/sator-bench"), args)
        }
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the Python package is measured: its job is not a quick one, and words choose among jobs.
fn measures_package(args: &[String]) -> bool {
    let mut words = args.iter().filter(|arg| !arg.starts_with('-')).peekable();
    let is_full = !args.iter().any(|arg| arg == "--quick" || arg == "--large");
    if words.peek().is_none() {
        is_full
    } else {
        words.any(|word| "python".contains(word.as_str()))
    }
}

fn unknown(args: &[String]) -> Option<&String> {
    args.iter().find(|arg| arg.starts_with('-') && !FLAGS.contains(&arg.as_str()))
}

/// More solvers make a larger program, which starts more slowly: a comparison with an older tool
/// has the default ones.
fn build(is_against: bool) -> String {
    let both = "cargo build --release --locked --package sator-cli --package sator-bench";
    if is_against {
        both.to_owned()
    } else if programs::can_build_all_solvers() {
        format!("{both} --features all-solvers")
    } else {
        eprintln!("left out: MiniSat and Glucose, as cmake or libclang is missing");
        both.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{measures_package, unknown};

    #[test]
    fn the_package_is_built_only_if_it_is_measured() {
        let measures = |line: &str| {
            measures_package(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
        };
        assert!(measures("") && measures("--save") && measures("--quick python"));
        assert!(!measures("--quick") && !measures("queens") && !measures("--large"));
    }

    #[test]
    fn an_unknown_option_is_refused_before_the_build() {
        let unknown = |line: &str| {
            unknown(&line.split_whitespace().map(String::from).collect::<Vec<_>>()).cloned()
        };
        assert_eq!(unknown("--save --lrage killer"), Some("--lrage".to_owned()));
        assert_eq!(unknown("--quick --save queens sudoku"), None);
        assert_eq!(unknown("--quick --against folder/sator"), None);
    }
}
