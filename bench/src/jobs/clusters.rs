//! One task in cubes: the time that cubes and job systems cost beside the task as a whole, on two
//! workers; a killer and a proof; and an estimate of what a cluster would take for 21 queens.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sator::split::{CubeOutcome, SplitFolder};
use sator_model::split::Cube;
use serde_json::json;

use crate::peers::script::Script;
use crate::report::{Figure, Report, Row, Target, Unit};
use crate::shared::objects;
use crate::tool::{Folder, Tool};

/// The count that is split, and its result.
const QUEENS: (u32, f64) = (17, 95_815_104.0);

/// The numbers of cubes. The target is for as many as docs/clusters.md advises: ten or more for each
/// processor, and not much shorter than a second.
const CUBES: [usize; 5] = [10, 30, 100, 1_000, 10_000];
const CUBES_WITH_TARGET: usize = 30;

/// A count for a cluster, and its known result.
const MANY_QUEENS: (u32, f64) = (21, 314_666_222_712.0);

pub(crate) fn measure(report: &mut Report) {
    let Some(tool) = Tool::find(report) else { return };
    let folder = Folder::new();
    let splits = Splits { tool: &tool, folder: &folder };
    overhead(report, &splits);
    killer(report, &splits);
    proof(report, &splits);
    estimate(report, &splits, QUEENS, 1_000);
    estimate(report, &splits, MANY_QUEENS, 20_000);
}

/// Splits in a folder of their own, one at a time.
struct Splits<'a> {
    tool: &'a Tool,
    folder: &'a Folder,
}

/// The runs of all cubes of a split.
enum JobSystem {
    /// One process for all cubes, one after the other.
    Alone,
    Parallel,
    Dask(Script),
}

impl JobSystem {
    fn name(&self) -> &'static str {
        match self {
            Self::Alone => "one process on two threads",
            Self::Parallel => "GNU parallel",
            Self::Dask(_) => "Dask",
        }
    }
}

impl Splits<'_> {
    fn path(&self) -> String {
        self.folder.file("split")
    }

    fn split(&self, words: &str) {
        let path = self.path();
        if Path::new(&path).exists() {
            fs::remove_dir_all(&path).expect("the folder is ours");
        }
        self.tool.run(&format!("split {words} -o {path}"));
    }

    /// Runs all cubes, and returns the time.
    fn work(&self, system: &mut JobSystem) -> Duration {
        let (path, started) = (self.path(), Instant::now());
        match system {
            JobSystem::Alone => {
                self.tool.run(&format!("work {path} --threads 2"));
            }
            JobSystem::Parallel => {
                let mut script = Command::new(format!("{path}/run.parallel.sh"));
                script.env("SATOR", self.tool.program()).env("JOBS", "2");
                let status = script.stdin(Stdio::null()).stderr(Stdio::null()).status();
                assert!(status.expect("the script starts").success(), "all cubes are answered");
            }
            JobSystem::Dask(client) => {
                let program = self.tool.program().display().to_string();
                let answer = client.ask(&json!({ "folder": path, "program": program }));
                assert_eq!(answer["failed"], 0, "all cubes are answered");
            }
        }
        started.elapsed()
    }

    /// The merged answer and the exit status.
    fn merge(&self, words: &str) -> (String, Option<i32>) {
        let outcome = self.tool.outcome(&format!("merge {}{words}", self.path()));
        (outcome.output, outcome.status)
    }

    /// The time of a count from split to merge.
    fn count(&self, queens: (u32, f64), cubes: usize, system: &mut JobSystem) -> Duration {
        let started = Instant::now();
        self.split(&format!("{} --jobs {cubes}", queens.0));
        self.work(system);
        let (number, _) = self.merge("");
        assert_eq!(number.trim().parse(), Ok(queens.1), "the merged count");
        started.elapsed()
    }
}

/// Whether a program starts.
fn is_here(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn overhead(report: &mut Report, splits: &Splits<'_>) {
    let mut systems = vec![JobSystem::Alone];
    if is_here("parallel") {
        systems.push(JobSystem::Parallel);
    } else {
        report.note("left out: GNU parallel, as it is not on the PATH");
    }
    systems.extend(Script::start("with_dask.py", "Dask", report).map(JobSystem::Dask));
    let most = report.quick_or(1_000, 10_000);
    let mut whole = Duration::MAX;
    let mut best: HashMap<(usize, &str), Duration> = HashMap::new();
    for run in 0..report.quick_or(2, 5) {
        for cubes in CUBES.into_iter().filter(|&cubes| cubes <= most) {
            whole = whole.min(splits.tool.run(&format!("count {} --threads 2", QUEENS.0)).time);
            // Thousands of processes are long enough not to be repeated.
            for system in systems.iter_mut().filter(|_| run == 0 || cubes <= 100) {
                let time = splits.count(QUEENS, cubes, system);
                let known = best.entry((cubes, system.name())).or_insert(time);
                *known = time.min(*known);
            }
        }
    }
    for cubes in CUBES {
        for system in &systems {
            let Some(&time) = best.get(&(cubes, system.name())) else { continue };
            let what = format!("{} queens in {cubes} cubes by {}", QUEENS.0, system.name());
            let row = Row::new(what, Figure::time(time));
            let row = row.against("sator count, threads: 2", Figure::time(whole));
            let has_target = cubes == CUBES_WITH_TARGET && !matches!(system, JobSystem::Alone);
            report.row(row.target(has_target.then_some(Target::AtMost(1.1))));
        }
    }
}

/// A 16×16 killer without given values: an answer from its cubes.
fn killer(report: &mut Report, splits: &Splits<'_>) {
    let killers = objects("killer/killer_large.jsonl");
    let Some(killer) = killers.iter().find(|killer| killer["id"] == "k16_std_2") else {
        report.note("left out: a 16x16 killer, as there is no ../shared/data/killer");
        return;
    };
    let file = splits.folder.file("killer.json");
    fs::write(&file, killer.to_string()).expect("there is room");
    let whole = splits.tool.best(1, &format!("solve killer {file} --threads 2"));
    let started = Instant::now();
    splits.split(&format!("killer {file} --task solve --jobs 20"));
    splits.work(&mut JobSystem::Alone);
    let (text, status) = splits.merge("");
    assert!(status == Some(0) && text.starts_with("Found a solution"), "{text}");
    let row = Row::new("16x16 killer k16_std_2 in 20 cubes", Figure::time(started.elapsed()));
    report.row(row.against("sator solve, threads: 2", whole.figure()));
}

/// A killer that has no answer, because two totals of one with one answer are changed: proofs of its
/// cubes are composed and verified.
fn proof(report: &mut Report, splits: &Splits<'_>) {
    let mut killers = objects("killer/killer.jsonl");
    let Some(killer) = killers.iter_mut().find(|killer| killer["id"] == "mathemagic_10") else {
        report.note("left out: a proof, as there is no ../shared/data/killer");
        return;
    };
    for (cage, change) in [(14, 2), (4, -2)] {
        let total = &mut killer["cages"][cage]["sum"];
        *total = json!(total.as_i64().expect("a total") + change);
    }
    let file = splits.folder.file("killer.json");
    fs::write(&file, killer.to_string()).expect("there is room");
    splits.split(&format!("killer {file} --task prove --jobs 30"));
    let time = splits.work(&mut JobSystem::Alone);
    report.row(Row::new("killer without an answer, proofs of 30 cubes", Figure::time(time)));
    let bundle = splits.folder.file("bundle");
    let started = Instant::now();
    let (_, status) = splits.merge(&format!(" --bundle {bundle}"));
    assert_eq!(status, Some(1), "there is no answer");
    report.row(Row::new("  composed and checked", Figure::time(started.elapsed())));
    let size = fs::metadata(format!("{bundle}/proof.lrat")).expect("the proof is there").len();
    report.row(Row::new("  size of the proof", Figure::of(size as f64 / 1e6, Unit::Megabytes)));
    let verified = splits.tool.best(1, &format!("verify {bundle}"));
    report.row(Row::new("  verified once more", verified.figure()));
}

/// The cubes of a sample.
const SAMPLES: usize = 240;

/// Estimates the processor time of a count from a sample of its cubes, and the count itself, which is
/// known: the error of that shows how far the sample can be trusted. The cubes are sorted by their
/// estimated size and cut into strata of equally many, and one cube of each is drawn at random, so that
/// the mean of the sample estimates the mean of all cubes without bias.
fn estimate(report: &mut Report, splits: &Splits<'_>, (queens, known): (u32, f64), cubes: usize) {
    splits.split(&format!("{queens} --jobs {cubes}"));
    let path = splits.path();
    let split = SplitFolder::open(Path::new(&path)).expect("the split is there");
    let cube = |number| (number, split.cube(number).expect("the cube is there"));
    let mut by_size: Vec<_> = (0..split.manifest.cubes).map(cube).collect();
    by_size.sort_by(|(_, a), (_, b)| a.size.total_cmp(&b.size));
    let strata = SAMPLES.min(by_size.len());
    let bound = |stratum: usize| stratum * by_size.len() / strata;
    let mut random = Random(2026);
    let [mut seconds, mut solutions, mut longest] = [0.0_f64; 3];
    let mut drawn = 0;
    for stratum in 0..strata {
        let (first, end) = (bound(stratum), bound(stratum + 1));
        let (number, cube) = &by_size[first + random.below(end - first)];
        let run = splits.tool.outcome(&format!("work {path} --cube {number} --threads 1"));
        let time = run.processor.as_secs_f64();
        let scale = (end - first) as f64;
        seconds += time * scale;
        longest = longest.max(time);
        solutions += stands_for(&split, *number, cube) * scale;
        drawn = *number;
    }
    // Each cube is a process. One with a result only starts and ends; a part of that time is in the
    // processor time too, so that the estimate is rather too high.
    let start = splits.tool.best(10, &format!("work {path} --cube {drawn}")).time;
    let figure = |seconds| Figure::of(seconds, Unit::Seconds);
    let what = format!("{queens} queens in {} cubes, estimated processor time", by_size.len());
    report.row(Row::new(what, figure(seconds)));
    report.row(Row::new("  start of a process", Figure::time(start)));
    let all = seconds + start.as_secs_f64() * by_size.len() as f64;
    report.row(Row::new("  on 1,000 processors", figure((all / 1_000.0).max(longest))));
    report.row(Row::new("  longest cube of the sample", figure(longest)));
    let error = (solutions / known - 1.0) * 100.0;
    report.note(format!("{strata} cubes estimate the count with an error of {error:+.1} %"));
}

/// Numbers that are random enough to draw a sample, the same in every run (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }
}

/// The number of solutions that a cube's result stands for, with the symmetric ones. (A part of all cubes
/// need not stand for a whole number.)
fn stands_for(split: &SplitFolder, number: usize, cube: &Cube) -> f64 {
    let orbit = split.orbits().expect("the split is right").orbit_of(&cube.literals).len().max(1);
    let result = split.result(number, &|| false).expect("the split is right");
    let CubeOutcome::Count(tallied) = result.expect("it has a result").outcome else {
        unreachable!("the task is to count");
    };
    let number = |digits: &str| digits.parse::<f64>().expect("it is a number");
    tallied.iter().map(|part| number(&part.number) * orbit as f64 / part.truths as f64).sum()
}
