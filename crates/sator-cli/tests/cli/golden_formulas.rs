//! Compares the formulas of `sator generate` with stored checksums, byte for byte.
//!
//! Each line of a table in `tests/golden` has a checksum, a length in bytes and the arguments of
//! `sator generate`; paths start at the root of the repository. To add a case, append a line with
//! any checksum and length. To store the formulas of the present program:
//!
//! ```text
//! SATOR_GOLDEN=write cargo test -p sator-cli --test cli golden_formulas
//! ```

use std::env;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The largest number of differences that a failure lists.
const LISTED: usize = 20;

/// A line of a table.
struct Case {
    checksum: u64,
    bytes: usize,
    arguments: String,
}

impl Case {
    fn parse(line: &str) -> Option<Self> {
        let (checksum, rest) = line.split_once(' ')?;
        let (bytes, arguments) = rest.trim_start().split_once(' ')?;
        Some(Self {
            checksum: u64::from_str_radix(checksum, 16).ok()?,
            bytes: bytes.parse().ok()?,
            arguments: arguments.to_owned(),
        })
    }

    /// The case as the program under test answers it.
    fn run(arguments: &str) -> Result<Self, String> {
        let output = Command::new(env!("CARGO_BIN_EXE_sator"))
            .arg("generate")
            .args(arguments.split(' '))
            .args(["--quiet", "--output", "-"])
            .current_dir(ROOT)
            .output()
            .map_err(|error| error.to_string())?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}: {}", output.status, message.trim()));
        }
        Ok(Self {
            checksum: fnv_1a(&output.stdout),
            bytes: output.stdout.len(),
            arguments: arguments.to_owned(),
        })
    }

    /// A description of the difference from the program's present formula.
    fn difference(&self) -> Option<String> {
        let found = match Self::run(&self.arguments) {
            Ok(found) if (found.checksum, found.bytes) == (self.checksum, self.bytes) => {
                return None;
            }
            Ok(found) if found.bytes == self.bytes => "other content".to_owned(),
            Ok(found) => format!("{} bytes, expected {}", found.bytes, self.bytes),
            Err(error) => error,
        };
        Some(format!("  sator generate {} -o -\n    {found}", self.arguments))
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x} {:>8} {}", self.checksum, self.bytes, self.arguments)
    }
}

/// The 64-bit FNV-1a hash.
fn fnv_1a(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

fn compare(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(table);
    let text = fs::read_to_string(&path).unwrap();
    let parse = |line| Case::parse(line).unwrap_or_else(|| panic!("{table}: {line}"));
    let cases: Vec<_> = text.lines().map(parse).collect();
    if env::var_os("SATOR_GOLDEN").is_some_and(|value| value == "write") {
        let line = |case: &Case| match Case::run(&case.arguments) {
            Ok(case) => format!("{case}\n"),
            Err(error) => panic!("sator generate {}: {error}", case.arguments),
        };
        fs::write(path, cases.iter().map(line).collect::<String>()).unwrap();
        return;
    }
    let differences: Vec<_> = cases.iter().filter_map(Case::difference).collect();
    assert!(
        differences.is_empty(),
        "{} of {} formulas differ from tests/golden/{table}:\n{}\n\
         To see a difference, run the command at the commit that last changed the table \
         (git log -1 -- crates/sator-cli/tests/golden/{table}) and here, and compare the outputs with diff.\n\
         If the change is intended: SATOR_GOLDEN=write cargo test -p sator-cli --test cli golden_formulas",
        differences.len(),
        cases.len(),
        differences[..differences.len().min(LISTED)].join("\n"),
    );
}

#[test]
fn the_formulas_of_queens_are_unchanged() {
    compare("queens.txt");
}

#[test]
fn the_formulas_of_sudokus_are_unchanged() {
    compare("sudoku.txt");
}

#[test]
fn the_formulas_of_killers_are_unchanged() {
    compare("killer.txt");
}

#[test]
fn the_formulas_of_minesweeper_boards_are_unchanged() {
    compare("minesweeper.txt");
}
