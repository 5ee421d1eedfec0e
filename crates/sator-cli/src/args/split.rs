//! The arguments of `sator split`, `sator work` and `sator merge`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser as _, ValueEnum};
use sator::ask::options::{Solving, at_least_one};
use sator::split::Task as SplitTask;
use sator_sat::text::shown;

use super::{Cli, Show, Solve, Task, Verb, seconds};

/// Cut a large task into parts for many machines.
#[derive(Debug, Args)]
#[command(
    override_usage = "sator split [OPTIONS] --jobs <N> -o <DIR> [PUZZLE] [INPUT]\n       \
    sator split [OPTIONS] --lines <N> -o <DIR> [PUZZLE] <FILE>",
    after_help = "DIR gets the puzzle, the cubes (a line each) and scripts that run them by Slurm, \
    HyperQueue, GNU parallel, Dask or Ray. 'sator work' works on a cube, 'sator merge' prints the whole \
    result.\n\nExamples:\n  \
    sator split 17 --jobs 100 -o q17; q17/run.parallel.sh; sator merge q17\n  \
    sator split hard.txt --task solve --jobs 1000 -o hard; cd hard; sbatch run.sbatch\n  \
    sator split hard.txt --task prove --jobs 50 -o proof\n  \
    sator split sudokus.txt --lines 100000 -o sudokus\n\n\
    Exit status: 0 split, 2 bad input, 3 stopped.\n\nGuide: docs/clusters.md"
)]
pub(crate) struct Split {
    #[command(flatten)]
    pub(crate) task: Task,
    /// What to do with the puzzle: count its solutions, find one, or prove that there is none, or no
    /// other than one that is known.
    #[arg(
        long = "task",
        value_name = "TASK",
        value_enum,
        default_value_t,
        conflicts_with = "lines"
    )]
    pub(crate) what: TaskChoice,
    /// Cut the task into about so many cubes of similar size; fewer, if it is easy.
    #[arg(long, value_name = "N", value_parser = at_least_one::<u32>, required_unless_present = "lines")]
    pub(crate) jobs: Option<u32>,
    /// Cut a file with one puzzle a line into chunks of so many lines; with --json the answers are JSON.
    #[arg(long, value_name = "N", value_parser = at_least_one::<u32>, conflicts_with = "jobs")]
    pub(crate) lines: Option<u32>,
    /// A new or empty folder.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// The solution that --task prove shows to be the only one. Without it a solution is looked for,
    /// for at most 10 seconds or the time of --timeout.
    #[arg(long, value_name = "FILE", conflicts_with = "lines")]
    pub(crate) answer: Option<PathBuf>,
    /// With --lines: also prove whether each solution is the only one.
    #[arg(long, conflicts_with = "jobs")]
    pub(crate) unique: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TaskChoice {
    #[default]
    Count,
    Solve,
    Prove,
}

impl TaskChoice {
    pub(crate) fn task(self) -> SplitTask {
        match self {
            Self::Count => SplitTask::Count,
            Self::Solve => SplitTask::Solve,
            Self::Prove => SplitTask::Prove,
        }
    }
}

impl Split {
    /// The options that each part needs, as words for `sator solve`.
    pub(crate) fn words(&self) -> Vec<String> {
        let Solving { solver, encoding, reduced, .. } = &self.task.solving;
        let mut words = Vec::new();
        let mut add = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        if !solver.backend.is_auto() {
            add("backend", solver.backend.name().to_owned());
        }
        if encoding.encoding != sator::engine::Lowering::default() {
            add("encoding", encoding.encoding.to_string());
        }
        if let Some(seed) = solver.seed {
            add("seed", seed.to_string());
        }
        if let Some(time) = solver.timeout.filter(|_| self.lines.is_some()) {
            add("timeout", time.as_secs_f64().to_string());
        }
        words.extend(reduced.then(|| "--reduced".to_owned()));
        if self.lines.is_some() {
            words.extend(self.unique.then(|| "--unique".to_owned()));
            words.extend(self.task.show.json.then(|| "--json".to_owned()));
            words.extend(self.task.input.words());
        }
        words
    }
}

/// The arguments of `sator solve` that these words are.
pub(crate) fn solve_args(words: &[String]) -> Result<Solve, clap::Error> {
    let line = ["sator", "solve"].into_iter().map(OsString::from);
    let cli = Cli::try_parse_from(line.chain(words.iter().map(OsString::from)))?;
    match cli.verb {
        Verb::Solve(args) => Ok(args),
        _ => unreachable!("the verb is solve"),
    }
}

/// Work on cubes of a split.
#[derive(Debug, Args)]
#[command(
    after_help = "A cube with a result is passed over. The result appears whole or not at all, so that \
    work that was stopped or killed is simply run again. Without --cube, several processes share the \
    cubes.\n\nExamples:\n  \
    sator work q17 --cube 0\n  \
    sator work q17 --cube 3..10,42 --threads 1\n  \
    sator work q17                     all cubes without a result\n\n\
    Exit status: 0 results are there, 2 bad input or a cube that failed, 3 stopped before that.\n\nGuide: docs/clusters.md"
)]
pub(crate) struct Work {
    /// The folder that 'sator split' wrote.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The cubes: numbers from 0 and ranges with both ends, 3..10,42.
    #[arg(long = "cube", value_name = "LIST", allow_negative_numbers = true)]
    pub(crate) cubes: Vec<CubeList>,
    /// Work again on cubes that have a result.
    #[arg(long)]
    pub(crate) force: bool,
    /// Stop each cube after this time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// How many threads work on a cube; all processors by default.
    #[arg(long, value_name = "N", value_parser = at_least_one::<u16>, allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) show: Show,
}

impl Work {
    /// The options of the split as arguments of `sator solve`, with the threads of this run. Nothing is
    /// printed about single puzzles of a chunk but errors.
    pub(crate) fn solve_args(&self, words: &[String]) -> Result<Solve, clap::Error> {
        let mut solve = solve_args(words)?;
        solve.task.solving.solver.threads = self.threads;
        solve.task.show.quiet = true;
        Ok(solve)
    }
}

/// Put the results of all cubes together and print that of the task.
#[derive(Debug, Args)]
#[command(
    after_help = "Checks that the cubes cover the whole task and that each has exactly one valid result. \
    If not, it lists the cubes to run and exits with 3.\n\nExamples:\n  \
    sator merge q17\n  \
    sator merge proof --bundle bundle; sator verify bundle\n  \
    sator work q17 --cube $(sator merge q17 --missing) --force\n\n\
    Exit status: that of the task itself, or 3 if cubes are missing.\n\nGuide: docs/clusters.md"
)]
pub(crate) struct Merge {
    /// The folder that 'sator split' wrote.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Of a proof: put the puzzle, its formula and the proof of the whole into a new folder, for
    /// 'sator verify'.
    #[arg(long, value_name = "DIR")]
    pub(crate) bundle: Option<PathBuf>,
    /// Print only the cubes that must be run, as 'sator work --cube' takes them; with --json also why.
    #[arg(long, conflicts_with_all = ["bundle", "output"])]
    pub(crate) missing: bool,
    /// Write the answer to a file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Stop after this time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) show: Show,
}

/// Numbers of cubes, as ranges with both ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CubeList(pub(crate) Vec<(usize, usize)>);

impl FromStr for CubeList {
    type Err = String;

    /// Reads numbers and ranges with commas between: `3..10,42`.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| word.trim().parse::<usize>();
        let range = |part: &str| {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let ends = (number(first), number(last.trim_start_matches('=')));
            let (Ok(first), Ok(last)) = ends else {
                let found = shown(part);
                return Err(format!("expected cubes such as 3 or 3..10,42, found {found}"));
            };
            if first > last {
                return Err(format!("expected a range from low to high, found {}", shown(part)));
            }
            Ok((first, last))
        };
        text.split(',').map(range).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::CubeList;

    #[test]
    fn cubes_are_numbers_and_ranges() {
        for (text, expected) in
            [("0", vec![(0, 0)]), ("3..10,42", vec![(3, 10), (42, 42)]), ("1..=2", vec![(1, 2)])]
        {
            assert_eq!(text.parse(), Ok(CubeList(expected)), "{text}");
        }
        for text in ["", "-1", "4..1", "1..", "a", "1,,2", "99999999999999999999"] {
            assert!(text.parse::<CubeList>().is_err(), "{text}");
        }
    }
}
