//! Finding programs, and asking them for their versions.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::super::Budget;
use super::ProgramError;
use crate::clock::Instant;
use crate::process::{End, Input, Process};

/// The program of that name on the `PATH`, or with that path. If it is missing, the error contains
/// `install`, which says how to get it.
pub(crate) fn find(name: &str, install: Option<&str>) -> Result<PathBuf, ProgramError> {
    which::which(name).map_err(|_| {
        let path = Path::new(name);
        ProgramError::new(if !name.contains(std::path::is_separator) {
            let install = install.map(|how| format!("; to get it: {how}")).unwrap_or_default();
            format!("no program '{name}' on the PATH{install}")
        } else if path.is_dir() {
            format!("expected a program, found the directory '{name}'")
        } else if path.exists() {
            format!("'{name}' is not executable")
        } else {
            format!("there is no program '{name}'")
        })
    })
}

/// The usual option that prints a version.
pub(crate) const VERSION: &str = "--version";

/// The version that a program prints when it is called with `argument`, if it does so within a
/// second: the text for [`VERSION`], or a banner among other text.
pub(crate) fn version(program: &Path, argument: &str) -> Option<String> {
    const LONGEST_WAIT: Duration = Duration::from_secs(1);
    const LONGEST: usize = 1 << 20;
    let mut command = Command::new(program);
    let mut process = Process::start(command.arg(argument), Input::Nothing, LONGEST).ok()?;
    let budget = Budget { deadline: Some(Instant::now() + LONGEST_WAIT), ..Budget::default() };
    match process.wait(&budget).ok()? {
        End::Exited(exit) => {
            let printed = String::from_utf8_lossy(&exit.output);
            let is_alone = argument == VERSION;
            version_in(&printed, is_alone).or_else(|| version_in(&exit.errors, is_alone))
        }
        End::Stopped(_) | End::Flooded => None,
    }
}

/// The first word that looks like a version: a number with dots, or at least a word with a number.
/// In a text that is not the version alone, only a line that says so is looked at.
fn version_in(text: &str, is_alone: bool) -> Option<String> {
    const LONGEST: usize = 32;
    let is_banner = |line: &&str| line.contains("ersion") || line.contains("This is");
    let words = || {
        let lines = text.lines().take(10).filter(|line| is_alone || is_banner(line));
        lines
            .flat_map(str::split_whitespace)
            .map(|word| word.trim_matches(|it: char| !it.is_alphanumeric()))
    };
    let is_dotted = |word: &&str| {
        let mut parts = word.split('.');
        let starts_with_digit = |part: &str| part.starts_with(|it: char| it.is_ascii_digit());
        parts.clone().count() > 1 && parts.all(starts_with_digit)
    };
    let has_digit = |word: &&str| word.contains(|it: char| it.is_ascii_digit());
    let version = words().find(is_dotted).or_else(|| words().find(has_digit))?;
    (version.len() <= LONGEST).then(|| version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_the_output_of_programs() {
        let cases = [
            ("c CryptoMiniSat version 5.11.4\nc CMS Copyright (C) 2009-2020", Some("5.11.4")),
            ("965\n", Some("965")),
            ("sc2021\n", Some("sc2021")),
            ("Z3 version 4.8.12 - 64 bit\n", Some("4.8.12")),
            ("This is cvc5 version 1.0.3\n", Some("1.0.3")),
            ("solver v2, libfoo (3.1rc1).", Some("3.1rc1")),
            ("usage: solver FILE...", None),
            ("", None),
        ];
        for (text, version) in cases {
            assert_eq!(version_in(text, true).as_deref(), version, "{text:?}");
        }
        let glucose = "c\nc This is glucose 4.1 --  based on MiniSAT\nc USAGE: glucose [options]";
        let zchaff = "Z-Chaff Version: zChaff 2007.3.12\nSolving /dev/null ......\n1 Clauses";
        let minisat = "USAGE: minisat [options]\n  -rnd-freq = <double> [ 0 .. 1] (default: 0.5)";
        for (text, version) in
            [(glucose, Some("4.1")), (zchaff, Some("2007.3.12")), (minisat, None)]
        {
            assert_eq!(version_in(text, false).as_deref(), version, "{text:?}");
        }
    }
}
