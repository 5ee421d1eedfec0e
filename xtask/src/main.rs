//! Tasks for contributors: `cargo xtask quick`, `test`, `bench`, `wheel` and `docs`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a task prints to the terminal")]

mod bench;
mod docs;
mod package;
mod programs;
mod python;
mod quick;
mod step;
mod test;

use std::process::ExitCode;

use crate::test::Which;

const HELP: &str = "\
Usage: cargo xtask <TASK>

Tasks:
  quick          After each change, in two minutes: format, lints and unit tests of all crates, and
                 the conformance tests. Cargo lints and builds again only what changed since the last
                 run, and what depends on it
  test           Install missing programs, then check format, lints, tests, docs, the page, the
                 Python package and the job systems that pip installs
  test --full    The same, with the long tests (optimised), all job systems and the
                 dependencies' licences
  test --data    Only the tests that need ../shared/data (or the folder SATOR_DATA)
  test --no-fail-fast
                 Go on after a failure, with any of these
  bench          Build the optimised tool, install the solvers to compare with, and measure
  bench --quick  The same in five minutes, with less of everything
  bench --large  Only the large killers, every group, a minute each: up to an hour
  bench --save   Also keep the figures in bench/runs and the plots in bench/plots
  bench --against PATH
                 Instead compare command lines with the older sator at PATH
  bench --list   Only list the jobs
  bench WORD…    Only the jobs that have one of the words in their names
  wheel          Build the Python package: a wheel for this system and a source archive
  wheel --compatible
                 The same with a wheel for old systems (glibc 2.17), linked by zig
  docs           Make a book of the pages in docs, with mdbook
  help           Show this";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match Task::parse(&args) {
        Some(Task::Help) => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        Some(Task::Quick) => quick::run(),
        Some(Task::Test(which)) => test::run(which),
        Some(Task::Bench(args)) => bench::run(args),
        Some(Task::Wheel { compatible }) => package::wheel(compatible),
        Some(Task::Docs) => docs::run(),
        None => {
            eprintln!("xtask: unknown task '{}'\n\n{HELP}", args.join(" "));
            ExitCode::from(2)
        }
    }
}

#[derive(Debug, PartialEq)]
enum Task<'a> {
    Help,
    Quick,
    Test(Which),
    Bench(&'a [String]),
    Wheel { compatible: bool },
    Docs,
}

impl<'a> Task<'a> {
    fn parse(args: &'a [String]) -> Option<Self> {
        let Some((task, rest)) = args.split_first() else { return Some(Self::Help) };
        match (task.as_str(), rest) {
            ("help" | "--help" | "-h", []) => Some(Self::Help),
            ("quick", []) => Some(Self::Quick),
            ("test", flags) => Which::parse(flags).map(Self::Test),
            ("bench", rest) => Some(Self::Bench(rest)),
            ("wheel", []) => Some(Self::Wheel { compatible: false }),
            ("wheel", [flag]) if flag == "--compatible" => Some(Self::Wheel { compatible: true }),
            ("docs", []) => Some(Self::Docs),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Task::{self, Bench, Docs, Help, Quick, Test, Wheel};
    use crate::test::Which;

    #[test]
    fn a_task_is_named_by_its_first_word() {
        let usual = Which::default();
        let args = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
        for (line, task) in [
            ("", Some(Help)),
            ("--help", Some(Help)),
            ("quick", Some(Quick)),
            ("quick sator", None),
            ("test", Some(Test(usual))),
            ("test --full", Some(Test(Which { full: true, ..usual }))),
            ("test --data", Some(Test(Which { data_only: true, ..usual }))),
            (
                "test --no-fail-fast --full",
                Some(Test(Which { full: true, no_fail_fast: true, ..usual })),
            ),
            ("test --ful", None),
            ("bench", Some(Bench(&[]))),
            ("bench --quick queens", Some(Bench(&["--quick".into(), "queens".into()]))),
            ("wheel", Some(Wheel { compatible: false })),
            ("wheel --compatible", Some(Wheel { compatible: true })),
            ("wheel --old", None),
            ("docs", Some(Docs)),
            ("docs solve.md", None),
            ("tset", None),
        ] {
            assert_eq!(Task::parse(&args(line)), task, "cargo xtask {line}");
        }
    }
}
