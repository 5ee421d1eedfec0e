//! `cargo xtask bench`: the figures in the documents, measured anew. Times are from start to exit
//! of the optimised tool, the best of several runs; runs that are compared are interleaved.

mod minesweeper;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{programs, step};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

pub(crate) fn run(args: &[String]) -> ExitCode {
    let Some(request) = Request::parse(args) else {
        eprintln!("xtask: bench takes no arguments but --save, and --large or --minesweeper");
        return ExitCode::from(2);
    };
    let built = step::run_all(&[build()]);
    if built != ExitCode::SUCCESS {
        return built;
    }
    match Bench::new().and_then(|mut bench| bench.all(request)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
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

/// What is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Request {
    /// All that is soon over, or one part of it.
    part: Part,
    /// Whether the figures are kept.
    save: bool,
}

/// What is measured.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Part {
    /// All that is soon over.
    #[default]
    Short,
    /// The large killers, a minute each, and nothing else.
    Large,
    /// Minesweeper, and nothing else.
    Minesweeper,
}

impl Request {
    fn parse(args: &[String]) -> Option<Self> {
        let mut request = Self::default();
        for arg in args {
            match (arg.as_str(), request.part) {
                ("--large", Part::Short) => request.part = Part::Large,
                ("--minesweeper", Part::Short) => request.part = Part::Minesweeper,
                ("--save", _) => request.save = true,
                _ => return None,
            }
        }
        Some(request)
    }
}

impl Part {
    /// As it is asked for, and as a file of figures is called.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Short => ("", ""),
            Self::Large => (" --large", "-large"),
            Self::Minesweeper => (" --minesweeper", "-minesweeper"),
        }
    }
}

struct Bench {
    sator: PathBuf,
    lines: Vec<String>,
}

impl Bench {
    fn new() -> Result<Self> {
        // This program is target/debug/xtask, whatever the target folder is called.
        let sator = std::env::current_exe()?.with_file_name("../release/sator").canonicalize()?;
        Ok(Self { sator, lines: Vec::new() })
    }

    fn all(&mut self, request: Request) -> Result<()> {
        let (date, machine) = (date()?, machine());
        let Request { part, save } = request;
        let (flag, suffix) = part.names();
        self.note(format!("{date}, {machine}, `cargo xtask bench{flag}`\n"));
        match part {
            Part::Short => self.short()?,
            Part::Large => self.comparisons(&["--large"])?,
            Part::Minesweeper => {
                self.comparisons(&["minesweeper"])?;
                self.minesweeper()?;
            }
        }
        if save {
            let folder = root().join("bench/runs");
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(format!("{date}{suffix}.txt")), self.lines.join("\n") + "\n")?;
        }
        Ok(())
    }

    fn short(&mut self) -> Result<()> {
        self.start_up()?;
        self.streaming()?;
        self.first_answers()?;
        self.counts()?;
        self.interrupts()?;
        self.comparisons(&[])?;
        self.batches()?;
        self.minesweeper()
    }

    fn note(&mut self, line: String) {
        println!("{line}");
        self.lines.push(line);
    }

    fn row(&mut self, what: &str, figure: &str) {
        self.note(format!("{what:<58} {figure:>24}"));
    }

    fn start_up(&mut self) -> Result<()> {
        for command in [
            "solve 8",
            "solve examples/sudoku/9x9.txt",
            "solve examples/sudoku/25x25.txt",
            "solve examples/killer/wikipedia.txt --unique",
            "solve examples/killer/16x16.txt",
        ] {
            let run = self.best(20, command)?;
            self.row(&format!("{command}, start to exit"), &milliseconds(run.time));
        }
        Ok(())
    }

    /// What is compared within one process, each line shown as soon as it is there.
    fn comparisons(&mut self, args: &[&str]) -> Result<()> {
        let mut bench = Command::new(self.sator.with_file_name("sator-bench"));
        let mut child = bench.args(args).stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().ok_or("no output to read")?;
        for line in BufReader::new(output).lines() {
            self.note(line?);
        }
        let status = child.wait()?;
        if status.success() { Ok(()) } else { Err(format!("sator-bench: {status}").into()) }
    }

    /// A file of many puzzles; how much memory it takes should not depend on how many.
    fn batches(&mut self) -> Result<()> {
        let line = fs::read_to_string(root().join("examples/sudoku/many.sdm"))?;
        let line = line.lines().nth(1).ok_or("no puzzle in many.sdm")?.to_owned() + "\n";
        let folder = new_folder()?;
        for number in [1_000, 100_000] {
            let file = folder.join("many.sdm");
            fs::write(&file, line.repeat(number))?;
            for threads in [1, 2] {
                let command = format!("solve {} --threads {threads}", file.display());
                let run = self.best(3, &command)?;
                let rate = number as f64 / run.time.as_secs_f64();
                let what = format!("one 9x9 puzzle {number} times, --threads {threads}");
                self.row(&what, &format!("{rate:.0} a second, {}", run.memory()));
            }
        }
        fs::remove_dir_all(&folder)?;
        Ok(())
    }

    fn streaming(&mut self) -> Result<()> {
        let mut best = self.run("generate 256 --encoding pairwise -o -")?;
        for _ in 0..4 {
            best = best.min(self.run("generate 256 --encoding pairwise -o -")?);
        }
        let rate = best.bytes as f64 / 1e6 / best.time.as_secs_f64();
        let megabytes = best.bytes / 1_000_000;
        let what = format!("generate 256 --encoding pairwise into a pipe, {megabytes} MB");
        self.row(&what, &format!("{rate:.0} MB/s, {}", best.memory()));
        Ok(())
    }

    /// Varisat on the textbook's formula is what a newcomer would try first.
    fn first_answers(&mut self) -> Result<()> {
        const OURS: &str = "solve 256";
        const PLAIN: &str = "solve 256 --backend varisat --encoding pairwise";
        let (mut ours, mut plain) = (self.run(OURS)?, self.run(PLAIN)?);
        for _ in 0..4 {
            ours = ours.min(self.run(OURS)?);
            plain = plain.min(self.run(PLAIN)?);
        }
        let ratio = plain.time.as_secs_f64() / ours.time.as_secs_f64();
        self.row(OURS, &format!("{}, {}", milliseconds(ours.time), ours.memory()));
        self.row(PLAIN, &format!("{}, {ratio:.1} times that", milliseconds(plain.time)));
        let run = self.best(2, "solve 1000")?;
        self.row("solve 1000", &format!("{}, {}", milliseconds(run.time), run.memory()));
        Ok(())
    }

    fn counts(&mut self) -> Result<()> {
        for n in [8, 10, 11] {
            for backend in ["auto", "cadical", "varisat"] {
                let command = format!("count {n} --backend {backend}");
                let run = self.best(3, &command)?;
                self.row(&command, &milliseconds(run.time));
            }
        }
        Ok(())
    }

    /// From the signal to the exit, freeing the memory included; the worst of several moments.
    fn interrupts(&mut self) -> Result<()> {
        for backend in ["auto", "batsat", "cadical", "varisat"] {
            for work in ["count 14", "solve 1000"] {
                self.worst_interrupt(&format!("{work} --backend {backend}"))?;
            }
        }
        for backend in ["portfolio", "exec:minisat", "z3", "cvc5"] {
            let command = format!("count 14 --backend {backend}");
            if !step::succeeds(&format!("{} count 4 --backend {backend}", self.sator.display())) {
                self.row(&format!("{command}, Ctrl-C to exit"), "left out: it is not here");
                continue;
            }
            self.worst_interrupt(&command)?;
        }
        Ok(())
    }

    /// Several moments, and the worst of them.
    fn worst_interrupt(&mut self, command: &str) -> Result<()> {
        let mut worst = Duration::ZERO;
        for moment in [300, 900, 1700] {
            worst = worst.max(self.interrupt(command, Duration::from_millis(moment))?);
        }
        self.row(&format!("{command}, Ctrl-C to exit"), &milliseconds(worst));
        Ok(())
    }

    fn interrupt(&self, command: &str, after: Duration) -> Result<Duration> {
        let mut child = self.start(command, Stdio::null())?;
        thread::sleep(after);
        let raised = Instant::now();
        Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        child.wait()?;
        Ok(raised.elapsed())
    }

    fn best(&self, runs: usize, command: &str) -> Result<Run> {
        let mut best = self.run(command)?;
        for _ in 1..runs {
            best = best.min(self.run(command)?);
        }
        Ok(best)
    }

    fn run(&self, command: &str) -> Result<Run> {
        let started = Instant::now();
        let mut child = self.start(command, Stdio::piped())?;
        let process = child.id();
        let watcher = thread::spawn(move || watch_memory(process));
        let bytes = drain(&mut child)?;
        let status = child.wait()?;
        let time = started.elapsed();
        let kilobytes = watcher.join().ok().flatten();
        if status.success() {
            Ok(Run { time, bytes, kilobytes })
        } else {
            Err(format!("sator {command}: {status}").into())
        }
    }

    fn start(&self, command: &str, stdout: Stdio) -> Result<Child> {
        let mut sator = Command::new(&self.sator);
        sator.args(command.split(' ')).arg("--quiet").current_dir(root());
        Ok(sator.stdout(stdout).spawn()?)
    }
}

/// A folder for what is measured.
fn new_folder() -> Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("sator-bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// One run of the tool.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    time: Duration,
    bytes: u64,
    kilobytes: Option<u64>,
}

impl Run {
    fn memory(&self) -> String {
        self.kilobytes.map_or("memory unknown".to_owned(), |kb| format!("{} MB", kb / 1024))
    }
}

fn drain(child: &mut Child) -> Result<u64> {
    let mut output = child.stdout.take().ok_or("no output to read")?;
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = 0;
    loop {
        match output.read(&mut buffer)? {
            0 => return Ok(bytes),
            read => bytes += read as u64,
        }
    }
}

/// The largest resident size of a process, looked at until it ends.
fn watch_memory(process: u32) -> Option<u64> {
    let mut peak = None;
    while let Some(size) = peak_memory(process) {
        peak = Some(size);
        thread::sleep(Duration::from_millis(2));
    }
    peak
}

/// The largest resident size so far, while the process is there.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn date() -> Result<String> {
    let output = Command::new("date").arg("+%F").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("unknown processor", |rest| rest.trim_start_matches(['\t', ' ', ':']));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    format!("{cores} cores of {model}")
}

#[cfg(test)]
mod tests {
    use super::{Part, Request};

    #[test]
    fn what_takes_an_hour_is_measured_only_where_it_is_asked_for() {
        let parse = |line: &str| {
            Request::parse(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
        };
        assert_eq!(parse(""), Some(Request { part: Part::Short, save: false }));
        assert_eq!(parse("--save"), Some(Request { part: Part::Short, save: true }));
        assert_eq!(parse("--save --large"), Some(Request { part: Part::Large, save: true }));
        let minesweeper = Some(Request { part: Part::Minesweeper, save: false });
        assert_eq!(parse("--minesweeper"), minesweeper);
        for wrong in ["--lrage", "--large --minesweeper", "--large --large"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
