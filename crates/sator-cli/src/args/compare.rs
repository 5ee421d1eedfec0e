//! The arguments of `sator compare`, and lists of variables.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use sator_sat::text::shown;

use super::{Input, Show, SolverOptions};

/// Compare formulas: do two have the same models over some variables, or each those of a puzzle?
#[derive(Debug, Args)]
#[command(
    override_usage = "sator compare [OPTIONS] <CNF> <CNF> --variables <LIST>\n       \
    sator compare [OPTIONS] <CNF> [CNF] --puzzle [PUZZLE] <INPUT>\n       \
    sator compare [OPTIONS] <CNF>... --each --puzzle [PUZZLE] <INPUT>",
    after_help = "The other variables are auxiliary: an assignment of the compared ones is a model if \
    it extends to all. With --puzzle the compared variables are those of the puzzle's cells, a \
    difference is shown as a board, and one formula is compared with the puzzle's own. Two formulas \
    are compared with each other; three or more, or any number with --each or --csv, each with the \
    puzzle's own, a row for each. --puzzle comes after the formulas.\n\n\
    The clauses of a file that exclude a right board are named by their lines, and a wrong board by \
    the rule that it breaks. If the formulas differ, other usual numberings are tried \
    (100*row + 10*column + value, values first, from 0), and one under which they are equal is named.\
    \n\nExamples:\n  \
    sator compare a.cnf b.cnf --variables 1..64\n  \
    sator compare homework.cnf --puzzle queens 8\n  \
    sator compare homework.cnf --map numbering.txt --puzzle sudoku board.txt\n  \
    sator compare *.cnf --csv --timeout 20 --puzzle sudoku board.txt > marks.csv\n\n\
    Exit status: 0 equal, 1 different, 2 bad input, 3 stopped before knowing; of many formulas the \
    first of 2, 3, 1, 0 that occurred."
)]
pub(crate) struct Compare {
    /// The formulas in DIMACS CNF; `-` for standard input.
    #[arg(value_name = "CNF", num_args = 1.., required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The variables to compare: numbers and ranges with both ends, 1..64,70.
    #[arg(long, value_name = "LIST", conflicts_with = "puzzle")]
    pub(crate) variables: Option<VariableList>,
    /// Compare the variables of this puzzle's cells: its kind if it is not recognised, then a file or
    /// the puzzle itself.
    #[arg(long, value_name = "PUZZLE", num_args = 1..=2)]
    pub(crate) puzzle: Vec<OsString>,
    /// The meaning of the formulas' variables, if they are numbered in another way than 'sator
    /// generate' does: lines VARIABLE CELL VALUE (12 r1c2 3; of queens without the value), as for
    /// 'sator decode'.
    #[arg(long, value_name = "FILE", requires = "puzzle")]
    pub(crate) map: Option<PathBuf>,
    /// Compare each formula with the puzzle's own, and print a row for each.
    #[arg(long, requires = "puzzle")]
    each: bool,
    /// The same, as comma-separated values with a line of names.
    #[arg(long, requires = "puzzle", conflicts_with = "json")]
    pub(crate) csv: bool,
    #[command(flatten)]
    pub(crate) reading: super::input::Reading,
    #[command(flatten)]
    pub(crate) solver: SolverOptions,
    #[command(flatten)]
    pub(crate) show: Show,
}

impl Compare {
    /// Whether each formula is compared with the puzzle's own.
    pub(crate) fn is_each(&self) -> bool {
        self.each || self.csv || (self.files.len() > 2 && self.variables.is_none())
    }

    /// The puzzle as an input.
    pub(crate) fn input(&self) -> Input {
        Input { items: self.puzzle.clone(), reading: self.reading.clone() }
    }
}

/// Variables, ascending, counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VariableList(pub(crate) Vec<u32>);

/// A list may hold so many variables.
const MAX_VARIABLES: usize = 10_000_000;

impl FromStr for VariableList {
    type Err = String;

    /// Reads numbers and ranges with commas between: `1..64,70`.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| {
            let number = word.trim().parse().ok().filter(|number| (1..=i32::MAX).contains(number));
            number.map(|number| number as u32 - 1).ok_or_else(|| {
                format!("expected variables such as 1..64 or 1,5,9, found {}", shown(word))
            })
        };
        let mut variables = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last.trim_start_matches('='))?);
            if first > last {
                return Err(format!("expected a range from low to high, found {}", shown(part)));
            }
            if variables.len() + (last - first) as usize >= MAX_VARIABLES {
                return Err(format!("expected at most {MAX_VARIABLES} variables"));
            }
            variables.extend(first..=last);
        }
        variables.sort_unstable();
        variables.dedup();
        Ok(Self(variables))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_numbers_and_ranges() {
        for (text, expected) in [
            ("1..4", Ok(vec![0, 1, 2, 3])),
            ("7, 1..=2", Ok(vec![0, 1, 6])),
            ("3,3,2..3", Ok(vec![1, 2])),
            ("2147483647", Ok(vec![2_147_483_646])),
        ] {
            assert_eq!(text.parse().map(|VariableList(list)| list), expected, "{text}");
        }
        for text in ["", "0", "-1", "4..1", "1..", "a", "2147483648", "1..2147483647"] {
            assert!(text.parse::<VariableList>().is_err(), "{text}");
        }
    }
}
