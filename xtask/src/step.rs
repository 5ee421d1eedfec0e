//! Steps: command lines that are printed, run and timed.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Runs the steps in order up to the first that fails, and prints how long each took.
/// The exit status is that of the last step run.
pub(crate) fn run_all(steps: &[String]) -> ExitCode {
    run(steps, true)
}

/// Runs all steps, also after one that fails. The exit status is that of the first that failed.
pub(crate) fn run_each(steps: &[String]) -> ExitCode {
    run(steps, false)
}

fn run(steps: &[String], fail_fast: bool) -> ExitCode {
    let mut timed = Vec::new();
    let mut exit = ExitCode::SUCCESS;
    for line in steps {
        println!("\n==> {line}");
        let start = Instant::now();
        let status = command(line).status();
        timed.push((line.as_str(), start.elapsed()));
        if !status.as_ref().is_ok_and(ExitStatus::success) {
            match &status {
                Ok(status) => eprintln!("\nxtask: `{line}` failed: {status}"),
                Err(error) => eprintln!("\nxtask: `{line}` could not be started: {error}"),
            }
            if exit == ExitCode::SUCCESS {
                exit = status.map_or(ExitCode::FAILURE, code_of);
            }
            if fail_fast {
                break;
            }
        }
    }
    let total = timed.iter().map(|(_, time)| *time).sum();
    print!("\n{}", table(timed, total));
    exit
}

/// Runs two lists of steps at once: one uses the processors while the other waits, for a browser or a
/// download. The output of a step is printed when it ends. After a failure, `fail_fast` begins no other step.
/// The exit status is that of the first step that failed.
pub(crate) fn run_side_by_side(lists: [&[String]; 2], fail_fast: bool) -> ExitCode {
    let start = Instant::now();
    let (timed, exit) = (Mutex::new(Vec::new()), Mutex::new(ExitCode::SUCCESS));
    let run_list = |steps: &[String]| {
        for line in steps {
            if fail_fast && *exit.lock().unwrap() != ExitCode::SUCCESS {
                break;
            }
            let start = Instant::now();
            let output = output(line);
            // Also keeps the outputs apart.
            let mut timed = timed.lock().unwrap();
            timed.push((line.clone(), start.elapsed()));
            println!("\n==> {line}");
            match output {
                Ok((text, status)) => {
                    print!("{}", String::from_utf8_lossy(&text));
                    if !status.success() {
                        eprintln!("\nxtask: `{line}` failed: {status}");
                        keep_first(&exit, code_of(status));
                    }
                }
                Err(error) => {
                    eprintln!("\nxtask: `{line}` could not be started: {error}");
                    keep_first(&exit, ExitCode::FAILURE);
                }
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| run_list(lists[0]));
        run_list(lists[1]);
    });
    let timed = timed.into_inner().unwrap();
    print!("\n{}", table(timed.iter().map(|(line, time)| (line.as_str(), *time)), start.elapsed()));
    exit.into_inner().unwrap()
}

fn keep_first(exit: &Mutex<ExitCode>, code: ExitCode) {
    let mut exit = exit.lock().unwrap();
    if *exit == ExitCode::SUCCESS {
        *exit = code;
    }
}

/// Both outputs of a command, in one, and its exit status.
fn output(line: &str) -> io::Result<(Vec<u8>, ExitStatus)> {
    let (mut reader, writer) = io::pipe()?;
    let mut child = command(line).stdout(writer.try_clone()?).stderr(writer).spawn()?;
    let mut text = Vec::new();
    reader.read_to_end(&mut text)?;
    Ok((text, child.wait()?))
}

/// Whether the command succeeds; its output is dropped.
pub(crate) fn succeeds(line: &str) -> bool {
    let quiet = command(line).stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

/// Runs a program with this one's input and output, and returns its exit status.
pub(crate) fn run_program(program: &Path, args: &[String]) -> ExitCode {
    match Command::new(program).args(args).status() {
        Ok(status) => code_of(status),
        Err(error) => {
            eprintln!("xtask: {} could not be started: {error}", program.display());
            ExitCode::FAILURE
        }
    }
}

/// Cargo's target folder, in which this program is `debug/xtask`.
pub(crate) fn target_folder() -> io::Result<PathBuf> {
    env::current_exe()?.with_file_name("..").canonicalize()
}

/// A process that a signal ended has failed.
fn code_of(status: ExitStatus) -> ExitCode {
    ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// The command of a line of words with leading `NAME=value` pairs, to run at the root of the
/// repository.
fn command(line: &str) -> Command {
    let mut words = line.split_whitespace().peekable();
    let mut environment = Vec::new();
    while let Some(pair) = words.peek().and_then(|word| word.split_once('=')) {
        environment.push(pair);
        words.next();
    }
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).env("PATH", path()).envs(environment).stdin(Stdio::null());
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command
}

/// The search path of steps: it has the folder of `cargo install`. A path that has it already stays
/// as it is, because build scripts look for programs there and a change means to build again.
pub(crate) fn path() -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let home = env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from).or(home);
    let mut folders: Vec<_> = env::split_paths(&path).collect();
    let installed = cargo.map(|cargo| cargo.join("bin"));
    folders.extend(installed.filter(|folder| !folders.contains(folder)));
    env::join_paths(folders).unwrap_or(path)
}

fn table<'a>(timed: impl IntoIterator<Item = (&'a str, Duration)>, total: Duration) -> String {
    let mut table = String::new();
    for (line, time) in timed.into_iter().chain([("total", total)]) {
        let _ = writeln!(table, "{:7.1} s  {line}", time.as_secs_f64());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_assignments_are_the_environment_of_the_command() {
        let command = command("DOCS=-Dwarnings cargo doc --target-dir=x");
        assert_eq!(command.get_program(), "cargo");
        assert!(command.get_args().eq(["doc", "--target-dir=x"]));
        let docs = command.get_envs().find(|(name, _)| *name == "DOCS");
        assert_eq!(docs, Some(("DOCS".as_ref(), Some("-Dwarnings".as_ref()))));
    }

    #[test]
    fn installed_programs_are_found_and_none_is_hidden_by_them() {
        let (before, path) = (env::var_os("PATH").unwrap_or_default(), path());
        let folders: Vec<_> = env::split_paths(&path).collect();
        assert!(folders.starts_with(&env::split_paths(&before).collect::<Vec<_>>()));
        assert!(folders.iter().any(|folder| folder.ends_with(".cargo/bin")), "{folders:?}");
    }

    #[test]
    fn the_first_failure_ends_the_run_with_its_own_status() {
        let steps = ["true", "timeout 0.01 sleep 9", "no-such-program"].map(String::from);
        assert_eq!(run_all(&steps), ExitCode::from(124));
        assert_eq!(run_all(&steps[..1]), ExitCode::SUCCESS);
        assert_eq!(run_all(&steps[2..]), ExitCode::FAILURE);
    }

    #[test]
    fn all_steps_are_run_if_wanted_and_the_first_failure_counts() {
        let file = env::temp_dir().join(format!("sator-xtask-{}-last", std::process::id()));
        let last = format!("touch {}", file.display());
        let steps = ["true".into(), "timeout 0.01 sleep 9".into(), "false".into(), last];
        assert_eq!(run_each(&steps), ExitCode::from(124));
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn two_lists_run_at_once_and_the_first_failure_counts() {
        let folder = env::temp_dir().join(format!("sator-xtask-{}-lists", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let pipe = folder.join("pipe").display().to_string();
        assert!(succeeds(&format!("mkfifo {pipe}")));
        // The reader waits for the writer in the other list.
        let [reader, writer] = [format!("cat {pipe}"), format!("cp /dev/null {pipe}")];
        let lists = |last: &str| [vec![reader.clone(), last.to_owned()], vec![writer.clone()]];
        let run = |[first, second]: [Vec<String>; 2]| run_side_by_side([&first, &second], true);
        assert_eq!(run(lists("true")), ExitCode::SUCCESS);
        assert_eq!(run(lists("timeout 0.01 sleep 9")), ExitCode::from(124));
        let never = format!("touch {}", folder.join("never").display());
        assert_eq!(run([vec!["false".into(), never], vec![]]), ExitCode::FAILURE);
        assert!(!folder.join("never").exists());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_exit_status_is_that_of_the_program() {
        let args = ["-c", "exit 3"].map(String::from);
        assert_eq!(run_program(Path::new("sh"), &args), ExitCode::from(3));
        assert_eq!(run_program(Path::new("no-such-program"), &[]), ExitCode::FAILURE);
    }

    #[test]
    fn the_table_ends_with_the_total() {
        let seconds = Duration::from_millis(61_250);
        assert_eq!(
            table([("cargo fmt", seconds), ("cargo doc", seconds)], seconds * 2),
            "   61.2 s  cargo fmt\n   61.2 s  cargo doc\n  122.5 s  total\n"
        );
    }
}
