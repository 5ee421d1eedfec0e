//! The scripts of `split` on real job systems, and what is left when these fail.

use std::fs;
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use sator::split::{CubeOutcome, Digest, SplitFolder};
use sator_testing::{CLUSTER_PYTHON, needs};

use crate::common::{Folder, PROGRAM, Sator, example, sator};

/// Nothing here may hang.
const TIME_LIMIT: Duration = Duration::from_secs(240);

/// The Python of the job systems.
const PYTHON: &str = CLUSTER_PYTHON;

/// A split of the count of 15 queens in the folder `d`, and the program `gated`: its work on the cubes from
/// 20 on does not begin before the gate is opened, so that no job system is done when it is killed.
fn queens() -> Folder {
    let gated = format!(
        "case $1,$4 in work,[2-9][0-9]) until [ -e '$gate' ]; do sleep 0.05; done;; esac\n\
         exec '{PROGRAM}' \"$@\""
    );
    let folder = Folder::new();
    let gate = folder.path("gate").display().to_string();
    folder.write_script("gated", &gated.replace("$gate", &gate));
    sator("split 15 --jobs 40 -o d --quiet").inside(&folder).run().exits(0);
    assert_eq!(folder.read("d/cubes.jsonl").lines().count(), 40);
    folder
}

fn open_gate(folder: &Folder) {
    folder.write("gate", "");
}

fn is_counted(folder: &Folder) {
    sator("merge d").inside(folder).run().exits(0).stdout_is("2279184\n");
}

/// A process with all that it starts, which is killed at the end.
struct Group(Child);

impl Group {
    fn start(program: impl AsRef<Path>, args: &[&str], folder: &Folder) -> Self {
        let mut command = Command::new(program.as_ref());
        command.args(args).current_dir(folder.path("")).env("SATOR", folder.path("gated"));
        command.env("JOBS", "2");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        Self(command.process_group(0).spawn().unwrap())
    }

    fn kill(&mut self) {
        let kill = format!("kill -s KILL -- -{}", self.0.id());
        // The group may be gone already.
        let _gone = Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status();
        let _ended = self.0.wait();
    }

    /// Waits for its end, which must be a success.
    #[track_caller]
    fn finish(self) {
        let (status, messages) = self.end();
        assert!(status.success(), "{status}: {messages}");
    }

    /// Waits for its end; returns its exit status and its messages.
    #[track_caller]
    fn end(mut self) -> (ExitStatus, String) {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status;
            }
            assert!(started.elapsed() < TIME_LIMIT, "it does not end");
            thread::sleep(Duration::from_millis(10));
        };
        let mut messages = String::new();
        if !status.success() {
            // Processes that it has left behind have its standard error.
            self.kill();
            let stderr = self.0.stderr.as_mut().unwrap();
            stderr.read_to_string(&mut messages).unwrap();
        }
        (status, messages)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

fn results(folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path("d/results")).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|it| it == "json")).collect()
}

/// Waits until so many cubes have results.
#[track_caller]
fn wait_for_results(folder: &Folder, number: usize) {
    let started = Instant::now();
    while results(folder).len() < number {
        assert!(started.elapsed() < TIME_LIMIT, "there are no results");
        thread::sleep(Duration::from_millis(2));
    }
}

#[needs(parallel)]
fn gnu_parallel_that_was_killed_begins_where_it_ended() {
    let folder = queens();
    let script = folder.path("d/run.parallel.sh");
    let mut first = Group::start(&script, &[], &folder);
    wait_for_results(&folder, 2);
    first.kill();
    open_gate(&folder);
    Group::start(&script, &[], &folder).finish();
    is_counted(&folder);
    // Half of the results are lost.
    for file in results(&folder).iter().step_by(2) {
        fs::remove_file(file).unwrap();
    }
    fs::write(&results(&folder)[0], "{}").unwrap();
    sator("merge d --quiet").inside(&folder).run().exits(3);
    Group::start(&script, &[], &folder).finish();
    is_counted(&folder);
}

#[test]
fn a_script_says_that_the_program_is_missing() {
    let folder = queens();
    for name in ["nowhere", "./nowhere"] {
        let script = Sator::program(folder.path("d/run.parallel.sh")).env("SATOR", name);
        script.inside(&folder).run().fails().stderr_has(&["nowhere'; set SATOR to its path"]);
    }
}

#[needs(parallel)]
fn a_script_may_be_told_a_relative_path_of_the_program() {
    let folder = Folder::new();
    sator("split 8 --jobs 10 -o d --quiet").inside(&folder).run().exits(0);
    std::os::unix::fs::symlink(PROGRAM, folder.path("own")).unwrap();
    let script = Sator::program("d/run.parallel.sh").env("SATOR", "./own");
    script.inside(&folder).run().exits(0);
    sator("merge d").inside(&folder).run().exits(0).stdout_is("92\n");
}

#[needs(parallel)]
fn a_script_works_in_its_own_folder_whatever_cdpath_says() {
    let folder = Folder::new();
    for (place, queens) in [("a", 8), ("b", 6)] {
        fs::create_dir(folder.path(place)).unwrap();
        sator(&format!("split {queens} --jobs 5 -o {place}/d -q")).inside(&folder).run().exits(0);
    }
    let line = format!("cd a && SATOR='{PROGRAM}' CDPATH=$PWD/../b d/run.parallel.sh");
    Sator::program("sh").args(["-c", &line]).inside(&folder).run().exits(0);
    sator("merge a/d").inside(&folder).run().exits(0).stdout_is("92\n");
    assert_eq!(fs::read_dir(folder.path("b/d/results")).unwrap().count(), 0);
}

#[test]
fn the_script_for_slurm_says_that_it_was_submitted_elsewhere() {
    let folder = Folder::new();
    sator("split 8 --jobs 5 -o d -q").inside(&folder).run().exits(0);
    let script = Sator::program("sh").args(["d/run.sbatch"]).env("SLURM_ARRAY_TASK_ID", "0");
    let run = script.env("SATOR", PROGRAM).inside(&folder).run();
    run.exits(2).stderr_has(&["submit the script in its own folder"]);
}

#[needs(dask)]
fn the_script_for_dask_says_that_no_scheduler_answers() {
    let folder = Folder::new();
    sator("split 8 --jobs 5 -o d -q").inside(&folder).run().exits(0);
    let run = || {
        let script = Sator::program(PYTHON).args(["d/run_dask.py", "tcp://127.0.0.1:1"]);
        let script = script.env("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "100ms");
        script.env("SATOR", PROGRAM).inside(&folder).run()
    };
    run().exits(2).stderr_has(&["no scheduler answers at tcp://127.0.0.1:1"]);
    sator("work d -q").inside(&folder).run().exits(0);
    // Nothing is missing, so no scheduler is needed.
    run().exits(0);
}

#[needs(parallel)]
fn a_script_that_is_terminated_ends_with_its_jobs() {
    let folder = queens();
    let script = folder.path("d/run.parallel.sh");
    let mut run = Group::start(&script, &[], &folder);
    wait_for_results(&folder, 2);
    let kill = format!("kill -s TERM {}", run.0.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    open_gate(&folder);
    let _status = run.0.wait().unwrap();
    // No process of the group is left.
    let is_left = format!("kill -s 0 -- -{}", run.0.id());
    let is_left = Command::new("sh").args(["-c", &is_left]).stderr(Stdio::null()).status();
    assert!(!is_left.unwrap().success(), "jobs go on");
}

/// A scheduler of Dask and its address.
fn scheduler(folder: &Folder, name: &str) -> (Group, String) {
    let arguments = [
        "-m",
        "distributed.cli.dask_scheduler",
        "--port",
        "0",
        "--no-dashboard",
        "--scheduler-file",
        name,
    ];
    let scheduler = Group::start(PYTHON, &arguments, folder);
    let started = Instant::now();
    loop {
        let text = fs::read_to_string(folder.path(name)).unwrap_or_default();
        let object: Option<serde_json::Value> = serde_json::from_str(&text).ok();
        if let Some(address) = object.as_ref().and_then(|it| it["address"].as_str()) {
            return (scheduler, address.to_owned());
        }
        assert!(started.elapsed() < TIME_LIMIT, "the scheduler does not start");
        thread::sleep(Duration::from_millis(20));
    }
}

fn worker(folder: &Folder, address: &str) -> Group {
    let arguments = [
        "-m",
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
    ];
    Group::start(PYTHON, &arguments, folder)
}

#[needs(dask)]
fn dask_survives_a_killed_worker() {
    let folder = queens();
    let (_scheduler, address) = scheduler(&folder, "scheduler.json");
    let (mut victim, _other) = (worker(&folder, &address), worker(&folder, &address));
    let run = Group::start(PYTHON, &["d/run_dask.py", &address], &folder);
    wait_for_results(&folder, 2);
    victim.kill();
    open_gate(&folder);
    run.finish();
    is_counted(&folder);
}

#[needs(dask)]
fn a_run_on_dask_ends_with_its_scheduler() {
    let folder = queens();
    let (mut first, address) = scheduler(&folder, "first.json");
    let workers = [worker(&folder, &address), worker(&folder, &address)];
    let run = Group::start(PYTHON, &["d/run_dask.py", &address], &folder);
    wait_for_results(&folder, 2);
    // A damaged result is not one that is there.
    fs::write(&results(&folder)[0], "{}").unwrap();
    first.kill();
    let (status, messages) = run.end();
    assert_eq!(status.code(), Some(3), "{messages}");
    assert!(messages.contains("lost the scheduler"), "{messages}");
    drop(workers);
    open_gate(&folder);
    let (_second, address) = scheduler(&folder, "second.json");
    let _workers = [worker(&folder, &address), worker(&folder, &address)];
    Group::start(PYTHON, &["d/run_dask.py", &address], &folder).finish();
    is_counted(&folder);
}

#[needs(dask)]
fn dask_repairs_a_result_that_is_intact_and_cannot_be_used() {
    let folder = Folder::new();
    folder.write_script("gated", &format!("exec '{PROGRAM}' \"$@\""));
    let words = "split --task prove --jobs 8 -o d --quiet";
    let run = sator(words).arg(example("killer").join("hard.txt")).inside(&folder).run();
    run.exits(0);
    sator("work d --quiet").inside(&folder).run().exits(0);
    let split = SplitFolder::open(&folder.path("d")).unwrap();
    let outcome = CubeOutcome::Proof { bytes: 0, digest: Digest::of("") };
    fs::write(split.file_of_outcome(0, &outcome).unwrap(), "").unwrap();
    split.write_result(0, outcome, None, Duration::ZERO).unwrap();
    sator("merge d --missing").inside(&folder).run().exits(3).stdout_is("0\n");
    Group::start(PYTHON, &["d/run_dask.py"], &folder).finish();
    sator("merge d --missing").inside(&folder).run().exits(0);
}

fn file_of_tests(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cluster").join(name)
}

/// Runs a job system, kills it with all its workers when it has answered some cubes, and runs it again.
#[track_caller]
fn is_counted_by_two_runs(program: impl AsRef<Path>, args: &[&str], folder: &Folder) {
    let mut first = Group::start(&program, args, folder);
    wait_for_results(folder, 2);
    first.kill();
    open_gate(folder);
    // One result is damaged.
    fs::write(&results(folder)[0], "{}").unwrap();
    Group::start(&program, args, folder).finish();
    is_counted(folder);
}

#[needs(full, ray)]
fn ray_that_was_killed_begins_where_it_ended() {
    let folder = queens();
    is_counted_by_two_runs(PYTHON, &["d/run_ray.py"], &folder);
}

#[needs(full, hyperqueue)]
fn hyperqueue_that_was_killed_begins_where_it_ended() {
    let folder = queens();
    let script = file_of_tests("run_hq.py");
    let cubes = folder.read("d/cubes.jsonl").lines().count().to_string();
    let place = folder.path("d");
    let program = folder.path("gated");
    let arguments = [script.to_str(), program.to_str(), place.to_str(), Some(&*cubes)];
    let arguments = arguments.map(Option::unwrap);
    is_counted_by_two_runs(PYTHON, &arguments, &folder);
}

#[needs(full, hq)]
fn the_script_for_hyperqueue_runs_all_cubes() {
    let folder = queens();
    open_gate(&folder);
    let state = folder.path("hq");
    let arguments = [state.to_str().unwrap(), "d/run.hq.sh"];
    Group::start(file_of_tests("hq.sh"), &arguments, &folder).finish();
    is_counted(&folder);
}

#[needs(full, slurm)]
fn slurm_whose_scheduler_was_killed_begins_where_it_ended() {
    let folder = queens();
    open_gate(&folder);
    let state = folder.path("slurm");
    let commands = "cd d && sbatch run.sbatch && until [ -e results/1.json ]; do sleep 0.1; done \
                    && restart_scheduler && sbatch --wait run.sbatch";
    let arguments = [state.to_str().unwrap(), commands];
    Group::start(file_of_tests("slurm.sh"), &arguments, &folder).finish();
    is_counted(&folder);
}
