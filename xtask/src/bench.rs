//! `cargo xtask bench`: how long the tool takes from start to exit.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::step;

const RUNS: usize = 20;

pub(crate) fn run(args: &[String]) -> ExitCode {
    if !args.is_empty() {
        eprintln!("xtask: bench takes no arguments");
        return ExitCode::from(2);
    }
    let built = step::run_all(&["cargo build --release --locked --package sator-cli".into()]);
    if built != ExitCode::SUCCESS {
        return built;
    }
    match (0..RUNS).map(|_| time_once()).collect::<Result<Vec<_>, _>>() {
        Ok(times) => {
            let best = times.into_iter().min().unwrap_or_default();
            println!("sator solve 8: {:.2} ms, best of {RUNS}", best.as_secs_f64() * 1e3);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("xtask: sator solve 8: {error}");
            ExitCode::FAILURE
        }
    }
}

fn time_once() -> Result<Duration, Box<dyn std::error::Error>> {
    // This program is target/debug/xtask, whatever the target folder is called.
    let sator = std::env::current_exe()?.with_file_name("../release/sator");
    let start = Instant::now();
    let status = Command::new(sator).args(["solve", "8"]).stdout(Stdio::null()).status()?;
    let time = start.elapsed();
    if status.success() { Ok(time) } else { Err(status.to_string().into()) }
}
