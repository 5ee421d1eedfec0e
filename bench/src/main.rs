//! The benchmark: Sator against other programs, in one run, turn by turn, the best of several runs, on
//! one thread unless noted. A wrong answer ends it.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark prints to the terminal"
)]

mod against;
mod duel;
mod jobs;
mod ours;
mod peers;
mod race;
mod report;
mod shared;
mod stored;
mod tool;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jobs::{
    auto, bulk, clusters, commands, create, dispatch, embedding, explain, interrupts, keeping,
    killer, minesweeper, proofs, python, queens_count, queens_first, start_up, sudoku_sizes,
    sudoku9, variants,
};
use report::{Axis, Effort, Plot, Report};

/// A measurement.
struct Job {
    name: &'static str,
    when: When,
    run: fn(&mut Report),
    /// The plot of the rows with a size.
    plot: Option<Plot>,
}

/// The runs that include a job.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// Also in quick runs.
    Always,
    /// Not in quick runs.
    Full,
    /// Only with `--large`: it takes up to an hour.
    Large,
}

use When::{Always, Full, Large};

/// All jobs in the order in which they run: first those with targets, then those that explain our own
/// choices.
const JOBS: &[Job] = &[
    job("start-up", Always, start_up::measure),
    job("sudoku 9x9", Always, sudoku9::measure),
    job("dispatch", Always, dispatch::measure),
    job("sudoku by size", Always, sudoku_sizes::measure).drawn(
        "sudoku",
        "Sudoku: first answer, by the side of the grid",
        "side of the grid",
        Axis::Logarithmic,
    ),
    job("queens, count", Always, queens_count::measure).drawn(
        "queens-count",
        "Queens: counting all answers",
        "queens",
        Axis::Linear,
    ),
    job("queens, first", Always, queens_first::measure).drawn(
        "queens-first",
        "Queens: first answer with placed queens",
        "queens",
        Axis::Logarithmic,
    ),
    job("killer", Always, killer::peer::measure).drawn(
        "killer",
        "Killer sudoku: first answer, by the side of the grid",
        "side of the grid",
        Axis::Linear,
    ),
    job("variants", Full, variants::measure),
    job("minesweeper, expert odds", Always, minesweeper::peer::measure),
    job("minesweeper, large boards", Always, minesweeper::large::measure).drawn(
        "minesweeper",
        "Minesweeper: which squares are safe, by the side of the board",
        "side of the board",
        Axis::Logarithmic,
    ),
    job("bulk", Always, bulk::measure),
    job("python", Full, python::measure),
    job("clusters", Full, clusters::measure),
    job("create", Always, create::measure),
    job("create, no-guess minesweeper", Always, minesweeper::no_guess::measure),
    job("explain", Full, explain::measure),
    job("auto against its parts", Full, auto::measure),
    job("killers by others", Full, killer::published::measure),
    job("large killers", Full, killer::large::brief),
    job("killers by method", Full, killer::methods::measure),
    job("hard minesweeper", Full, minesweeper::hard::measure),
    job("minesweeper from start to exit", Full, minesweeper::tool::measure),
    job("one solver kept", Full, keeping::measure),
    job("embedding", Full, embedding::measure),
    job("proofs", Full, proofs::measure),
    job("commands", Full, commands::measure),
    job("interrupts", Full, interrupts::measure),
    job("large killers 16x16", Large, killer::large::of_16),
    job("large killers 25x25", Large, killer::large::of_25),
];

const fn job(name: &'static str, when: When, run: fn(&mut Report)) -> Job {
    Job { name, when, run, plot: None }
}

impl Job {
    const fn drawn(
        self,
        file: &'static str,
        title: &'static str,
        x: &'static str,
        axis: Axis,
    ) -> Self {
        Self { plot: Some(Plot { file, title, x, axis }), ..self }
    }
}

const USAGE: &str = "\
usage: sator-bench [--quick | --large] [--save] [--list] [WORD…]
       sator-bench [--quick] --against PATH [--save] [--list] [WORD…]
  with words, only the jobs that have one of them in their names;
  with --against, command lines of an older sator at PATH and of the present one";

/// The command line.
struct Request {
    effort: Effort,
    save: bool,
    list: bool,
    /// An older program to compare with, in place of the jobs.
    against: Option<PathBuf>,
    words: Vec<String>,
}

impl Request {
    fn parse(mut args: impl Iterator<Item = String>) -> Option<Self> {
        let mut request = Self {
            effort: Effort::Full,
            save: false,
            list: false,
            against: None,
            words: Vec::new(),
        };
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--quick" if request.effort == Effort::Full => request.effort = Effort::Quick,
                "--large" if request.effort == Effort::Full => request.effort = Effort::Large,
                "--save" => request.save = true,
                "--list" => request.list = true,
                "--against" => request.against = Some(args.next()?.into()),
                word if word.starts_with('-') => return None,
                _ => request.words.push(arg),
            }
        }
        (request.against.is_none() || request.effort != Effort::Large).then_some(request)
    }

    /// The command that repeats this run, without the older program's folder, which differs between
    /// machines.
    fn command(&self) -> String {
        let mut words = vec!["cargo xtask bench".to_owned()];
        match self.effort {
            Effort::Quick => words.push("--quick".into()),
            Effort::Large => words.push("--large".into()),
            Effort::Full => {}
        }
        if let Some(name) = self.against.as_deref().and_then(|old| old.file_name()) {
            words.push(format!("--against {}", name.display()));
        }
        words.push("--save".into());
        words.extend_from_slice(&self.words);
        words.join(" ")
    }

    /// A word chooses its jobs in a quick run too. A whole name means that job alone.
    fn includes(&self, job: &Job) -> bool {
        let is_whole = |word: &str| JOBS.iter().any(|job| job.name == word);
        let names =
            |word: &String| job.name == word || (!is_whole(word) && job.name.contains(word));
        let is_named = self.words.iter().any(names);
        let has_no_names = self.words.is_empty();
        match (job.when, self.effort) {
            (Large, Effort::Large)
            | (Always, Effort::Quick | Effort::Full)
            | (Full, Effort::Full) => is_named || has_no_names,
            (Full, Effort::Quick) => is_named,
            (Large, _) | (_, Effort::Large) => false,
        }
    }
}

fn main() -> ExitCode {
    let Some(request) = Request::parse(env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    if let Some(old) = &request.against {
        return run_against(old, &request);
    }
    let jobs: Vec<_> = JOBS.iter().filter(|job| request.includes(job)).collect();
    if request.list {
        for job in jobs {
            println!("{}", job.name);
        }
        return ExitCode::SUCCESS;
    }
    if jobs.is_empty() {
        eprintln!("no job has {} in its name; --list shows all", request.words.join(" or "));
        return ExitCode::from(2);
    }
    run(&jobs, &request)
}

fn run(jobs: &[&Job], request: &Request) -> ExitCode {
    let mut report = Report::new(request.effort);
    for job in jobs {
        report.begin(job.name);
        (job.run)(&mut report);
    }
    report.show_targets();
    save(&report, request)
}

fn run_against(old: &Path, request: &Request) -> ExitCode {
    if request.list {
        against::lines(&request.words).for_each(|line| println!("{line}"));
        return ExitCode::SUCCESS;
    }
    let old = match fs::canonicalize(old) {
        Ok(old) => old,
        Err(error) => {
            eprintln!("--against {}: {error}", old.display());
            return ExitCode::from(2);
        }
    };
    let mut report = Report::new(request.effort);
    let agreement = against::run(&mut report, &old, &request.words);
    match save(&report, request) {
        ExitCode::SUCCESS => agreement,
        failure => failure,
    }
}

/// Writes the raw data and the plots, with `--save`.
fn save(report: &Report, request: &Request) -> ExitCode {
    if request.save
        && let Err(error) = report.save(&shared::root(), &request.command())
    {
        eprintln!("the figures cannot be saved: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Option<Vec<&'static str>> {
        let request = Request::parse(line.split_whitespace().map(String::from))?;
        Some(JOBS.iter().filter(|job| request.includes(job)).map(|job| job.name).collect())
    }

    #[test]
    fn jobs_of_an_hour_run_only_with_large() {
        let all = names("").unwrap();
        assert!(all.contains(&"killer") && all.contains(&"proofs"));
        assert!(!all.contains(&"large killers 16x16"));
        assert_eq!(
            names("--large --save").unwrap(),
            ["large killers 16x16", "large killers 25x25"]
        );
        assert_eq!(names("--large 25x25").unwrap(), ["large killers 25x25"]);
    }

    #[test]
    fn a_quick_run_has_only_jobs_with_targets_and_named_ones() {
        let quick = names("--quick").unwrap();
        assert!(quick.contains(&"sudoku 9x9") && !quick.contains(&"proofs"));
        assert_eq!(names("--quick proofs").unwrap(), ["proofs"]);
        assert_eq!(names("queens bulk").unwrap(), ["queens, count", "queens, first", "bulk"]);
        assert_eq!(names("killer").unwrap(), ["killer"], "and none of the others of that word");
    }

    #[test]
    fn the_saved_command_has_no_folder_of_the_older_program() {
        let words = "--save --quick --against some/folder/old-sator killer";
        let request = Request::parse(words.split(' ').map(String::from)).unwrap();
        assert_eq!(
            request.command(),
            "cargo xtask bench --quick --against old-sator --save killer"
        );
    }

    #[test]
    fn an_unknown_option_is_refused() {
        for wrong in ["--lrage", "--quick --large", "-x", "--against", "--large --against old"] {
            assert_eq!(names(wrong), None, "{wrong}");
        }
    }
}
