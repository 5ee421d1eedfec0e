//! `cargo xtask bench`: builds the optimised tool and the program that measures it, gets what it is
//! measured against, and runs it. The jobs and what is to be reached are in `bench/src/main.rs`.

use std::process::ExitCode;

use crate::{programs, python, step};

/// What the program takes, told here so that a slip costs no build.
const FLAGS: [&str; 4] = ["--quick", "--large", "--save", "--list"];

pub(crate) fn run(args: &[String]) -> ExitCode {
    if let Some(unknown) = unknown(args) {
        eprintln!("xtask: bench does not know '{unknown}', but {} and words", FLAGS.join(", "));
        return ExitCode::from(2);
    }
    let build = step::run_all(&[build()]);
    if build != ExitCode::SUCCESS {
        return build;
    }
    match step::target_folder() {
        Ok(target) => {
            if !args.iter().any(|arg| arg == "--list") {
                python::make(&target);
            }
            step::hand_over(&target.join("release/sator-bench"), args)
        }
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn unknown(args: &[String]) -> Option<&String> {
    args.iter().find(|arg| arg.starts_with('-') && !FLAGS.contains(&arg.as_str()))
}

fn build() -> String {
    let both = "cargo build --release --locked --package sator-cli --package sator-bench";
    if programs::can_build_all_solvers() {
        format!("{both} --features all-solvers")
    } else {
        eprintln!("left out: MiniSat and Glucose, as cmake or libclang is missing");
        both.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn a_slip_is_told_before_anything_is_built() {
        let unknown = |line: &str| {
            unknown(&line.split_whitespace().map(String::from).collect::<Vec<_>>()).cloned()
        };
        assert_eq!(unknown("--save --lrage killer"), Some("--lrage".to_owned()));
        assert_eq!(unknown("--quick --save queens sudoku"), None);
    }
}
