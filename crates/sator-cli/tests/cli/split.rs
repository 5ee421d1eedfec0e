//! `split`, `work` and `merge`: the result of all cubes is that of the verb itself, or the cubes to run
//! are named.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use sator::split::{CubeOutcome, Digest, Draft, Manifest, SplitFolder, Tallied};
use sator_testing::{SharedData, needs};
use serde_json::{Value, json};

use crate::common::{Folder, PROGRAM, Run, Sator, example, sator};

/// A board of queens without an answer that propagation alone does not refute.
const NO_QUEENS: &str = "\
    . x . . x . . .\n. x x . . . . .\nx . . x x . x .\nx . . x . x x x\n\
    x . . x . . . x\n. . x . . . x .\n. . . . . . . .\nx . . . x . . x\n";

/// One answer, which needs a search.
const UNIQUE: &str =
    "...8....7..3..........2..85.21.6.........2.7..5...9.64.1...4.....65.......47...91";

/// Splits into the folder `d`.
fn split(words: &str, puzzle: &str) -> Folder {
    let folder = Folder::new();
    sator(&format!("split -o d --quiet {words}")).arg(puzzle).inside(&folder).run().exits(0);
    folder
}

fn work(folder: &Folder, words: &str) -> Run {
    sator(&format!("work d --quiet {words}")).inside(folder).run()
}

fn merge(folder: &Folder, words: &str) -> Run {
    sator(&format!("merge d {words}")).inside(folder).run()
}

/// The split in the folder `d`.
fn opened(folder: &Folder) -> SplitFolder {
    SplitFolder::open(&folder.path("d")).unwrap()
}

/// Writes a result into the folder `d`, with the right checksum.
fn write_result(folder: &Folder, cube: usize, outcome: CubeOutcome) {
    opened(folder).write_result(cube, outcome, None, Duration::ZERO).unwrap();
}

/// Writes a result with a file of this text, whose size and digest are those of the outcome.
fn write_result_with_file(
    folder: &Folder,
    cube: usize,
    text: &str,
    outcome: impl Fn(u64, Digest) -> CubeOutcome,
) {
    let outcome = outcome(text.len() as u64, Digest::of(text));
    fs::write(opened(folder).file_of_outcome(cube, &outcome).unwrap(), text).unwrap();
    write_result(folder, cube, outcome);
}

/// The file of the proof or the output of a cube in the folder `d`.
fn file_of(folder: &Folder, cube: usize) -> PathBuf {
    let split = opened(folder);
    let result = split.result(cube, &|| false).unwrap().unwrap();
    split.file_of_outcome(cube, &result.outcome).unwrap()
}

/// Splits again with another manifest, so that the digests are right.
fn with_manifest(folder: &Folder, change: impl Fn(&mut Manifest)) {
    let split = opened(folder);
    let mut manifest = split.manifest.clone();
    change(&mut manifest);
    let puzzle = Some(split.puzzle().unwrap().clone());
    let lines = folder.read("d/cubes.jsonl").lines().map(str::to_owned).collect();
    fs::remove_dir_all(folder.path("d")).unwrap();
    fs::create_dir(folder.path("d")).unwrap();
    Draft { manifest, puzzle, lines }.write(&folder.path("d")).unwrap();
}

/// The names in a folder of the folder `d`.
fn names(folder: &Folder, name: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path("d").join(name)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The objects of a run without their statistics, which differ from run to run.
fn without_stats(run: &Run) -> Vec<Value> {
    let mut objects = run.objects();
    for object in &mut objects {
        object.as_object_mut().unwrap().remove("stats");
    }
    objects
}

/// The number of cubes in the folder `d`.
fn cubes(folder: &Folder) -> usize {
    folder.read("d/cubes.jsonl").lines().count()
}

#[test]
fn the_counts_of_all_cubes_add_up_to_the_count() {
    let three_layouts = example("minesweeper").join("three-layouts.txt");
    let killer = "AABB\nAACC\nDDEE\nFFGG\n\nA 10, B 5, C 5, D 5, E 5, F 5, G 5\n";
    let folder = Folder::with("killer.txt", killer);
    let killer = folder.path("killer.txt");
    let puzzles: [(&str, &str); 5] = [
        ("", "8"),
        ("", "9"),
        ("sudoku", "................"),
        ("", three_layouts.to_str().unwrap()),
        ("killer", killer.to_str().unwrap()),
    ];
    for (kind, puzzle) in puzzles {
        let counted = sator(&format!("count --quiet {kind}")).arg(puzzle).run();
        for jobs in [1, 7, 40] {
            let folder = split(&format!("--jobs {jobs} {kind}"), puzzle);
            // 9 queens have five orbits of first choices.
            let most = if jobs == 1 { 1 } else { jobs.max(6) };
            assert!((1..=most).contains(&cubes(&folder)), "{puzzle}, {jobs} jobs");
            work(&folder, "").exits(0);
            merge(&folder, "").exits(0).stdout_is(&counted.stdout);
        }
    }
}

#[test]
fn a_named_solver_counts_its_cubes_itself() {
    for (backend, has_orbits) in [("varisat", false), ("search", true)] {
        let folder = split(&format!("--jobs 6 --backend {backend}"), "8");
        assert_eq!(folder.read("d/split.json").contains("orbits"), has_orbits, "{backend}");
        work(&folder, "").exits(0);
        merge(&folder, "").exits(0).stdout_is("92\n");
    }
}

#[test]
fn a_split_that_takes_long_is_stopped() {
    let (folder, empty) = (Folder::new(), ".".repeat(625));
    for task in ["count", "solve"] {
        let words = format!("split sudoku --task {task} --jobs 1000000 --timeout 0.2 -o e");
        let run = sator(&words).arg(&empty).inside(&folder).run();
        run.exits(3).stdout_is("").stderr_has(&["the time is up; nothing was written"]);
        assert!(!folder.path("e").exists());
    }
}

#[test]
fn a_cube_that_cannot_be_answered_does_not_stop_the_others() {
    let folder = split("--jobs 6", "8");
    // A cube that cannot write its result.
    fs::create_dir_all(folder.path("d/results/1.json/full")).unwrap();
    work(&folder, "").fails().stderr_has(&["1.json"]);
    merge(&folder, "--missing").exits(3).stdout_is("1\n");
}

#[test]
fn json_has_a_line_for_each_cube() {
    let folder = split("--jobs 6", "8");
    work(&folder, "--cube 1").exits(0);
    let run = work(&folder, "--cube 0..1 --json");
    let lines = "{\"cube\":0,\"status\":\"answered\"}\n{\"cube\":1,\"status\":\"known\"}\n";
    run.exits(0).stdout_is(lines);
}

#[test]
fn a_count_of_nothing_exits_with_1() {
    let folder = split("--jobs 4", "3");
    work(&folder, "--cube 0").exits(0);
    work(&folder, "").exits(0);
    merge(&folder, "").exits(1).stdout_is("0\n");
}

#[test]
fn results_that_are_lost_damaged_or_foreign_are_run_again() {
    let folder = split("--jobs 10", "8");
    work(&folder, "").exits(0);
    let result = |cube: usize| format!("d/results/{cube}.json");
    let text = |cube| folder.read(&result(cube));
    // Lost, cut off, changed, of another cube, and of another split.
    fs::remove_file(folder.path(&result(1))).unwrap();
    folder.write(&result(2), &text(2)[..40]);
    folder.write(&result(3), text(3).replacen("\"milliseconds\":", "\"milliseconds\":1", 1));
    folder.write(&result(4), text(5));
    let other = split("--jobs 10", "9");
    work(&other, "--cube 6").exits(0);
    folder.write(&result(6), other.read(&result(6)));
    folder.write("d/results/7 (copy).json", text(7));
    let run = merge(&folder, "");
    run.exits(3).stdout_is("missing: 1 (1 cube of 10)\ninvalid: 2..4,6 (4 cubes of 10)\n");
    run.stderr_has(&[
        "cube 3: the result was changed",
        "cube 4: it is the result of cube 5",
        "cube 6: it is a result of another split",
        "7 (copy).json",
        "sator work d --cube 1..4,6 --force",
    ]);
    let listed = merge(&folder, "--missing");
    listed.exits(3).stdout_is("1..4,6\n");
    let before = fs::metadata(folder.path(&result(0))).unwrap().modified().unwrap();
    work(&folder, "--cube 0..9").exits(0);
    let after = fs::metadata(folder.path(&result(0))).unwrap().modified().unwrap();
    assert_eq!(before, after, "a valid result is kept");
    merge(&folder, "").exits(0).stdout_is("92\n");
    merge(&folder, "--missing").exits(0).stdout_is("");
    work(&folder, "--cube 0 --force").exits(0);
    let counted = sator("count 8 --json").run().object();
    let mut merged = merge(&folder, "--json").exits(0).object();
    merged["stats"] = counted["stats"].clone();
    assert_eq!(merged, counted);
}

#[test]
fn what_is_missing_is_listed_as_json() {
    let folder = split("--jobs 6", "8");
    work(&folder, "--cube 1..5").exits(0);
    folder.write("d/results/2.json", "{");
    folder.write("d/results/3.json", "{}");
    folder.write("d/results/x", "");
    let expected = json!({
        "missing": [0],
        "invalid": [
            { "cube": 2, "reason": "it is no result: the file is cut off" },
            { "cube": 3, "reason": "it is no result: the file is not what `sator work` writes" },
        ],
        "cubes": 6,
        "foreign": ["x"],
    });
    for words in ["--json", "--json --missing"] {
        assert_eq!(merge(&folder, words).exits(3).object(), expected, "{words}");
    }
    work(&folder, "").exits(0);
    let nothing = json!({ "missing": [], "invalid": [], "cubes": 6, "foreign": [] });
    assert_eq!(merge(&folder, "--json --missing").exits(0).object(), nothing);
}

#[test]
fn a_count_that_cannot_be_one_of_its_cube_is_not_used() {
    let folder = split("--jobs 10", "8");
    work(&folder, "").exits(0);
    let split = folder.read("d/split.json");
    let split: Value = serde_json::from_str(&split).unwrap();
    let orbit = split["orbits"][0].as_array().unwrap().len() as u64;
    let count = |number: &str, truths| vec![Tallied { number: number.to_owned(), truths }];
    let wrong = [
        (Vec::new(), "it has no count"),
        (count("+1_0", 1), "expected a number in digits, found '+1_0'"),
        (count("", 1), "expected a number in digits"),
        (count("1", 0), "expected truths from 1 to"),
        (count("1", orbit + 1), "expected truths from 1 to"),
    ];
    for (tallied, reason) in wrong {
        write_result(&folder, 0, CubeOutcome::Count(tallied));
        let run = merge(&folder, "");
        run.exits(3).stdout_is("invalid: 0 (1 cube of 10)\n").stderr_has(&[reason]);
    }
}

#[test]
fn cubes_that_another_process_has_locked_are_left_to_it() {
    let folder = split("--jobs 6", "8");
    let lock = opened(&folder).lock(2).unwrap();
    let run = work(&folder, "--json").exits(0).objects();
    let statuses: Vec<_> = run.iter().map(|it| it["status"].as_str().unwrap()).collect();
    assert_eq!(statuses.iter().filter(|&&it| it == "answered").count(), 5);
    assert_eq!(run.last().unwrap(), &json!({ "cube": 2, "status": "locked" }));
    merge(&folder, "--missing").exits(3).stdout_is("2\n");
    // A cube that is asked for by number is worked on, even if another process works on it.
    work(&folder, "--cube 2").exits(0);
    drop(lock);
    // A process that was killed leaves the file of its lock, and no lock.
    fs::remove_file(folder.path("d/results/2.json")).unwrap();
    folder.write("d/results/.2.lock", "");
    work(&folder, "").exits(0);
    merge(&folder, "").exits(0).stdout_is("92\n");
    assert_eq!(names(&folder, "results").len(), 6, "files of locks are left");
}

#[test]
fn two_processes_share_the_cubes() {
    let folder = split("--jobs 60", "13");
    let start = || sator("work d --json --threads 1").inside(&folder).start();
    let runs = [start(), start()].map(|run| run.finish().exits(0).objects());
    let answered = runs.iter().flatten().filter(|it| it["status"] == "answered");
    assert_eq!(answered.count(), cubes(&folder));
    merge(&folder, "").exits(0).stdout_is("73712\n");
}

/// A file, how it is damaged, and the message about it.
type Change = (&'static str, fn(&str) -> String, &'static str);

#[test]
fn a_damaged_split_is_no_answer() {
    let folder = split("--jobs 6", "8");
    work(&folder, "").exits(0);
    let [cubes, puzzle, manifest] = ["d/cubes.jsonl", "d/puzzle.txt", "d/split.json"];
    let changes: [Change; 8] = [
        (cubes, |text| text[..text.len() / 2].to_owned(), "expected 6 lines"),
        (cubes, |text| text.replacen("11", "12", 1), "some lines were changed"),
        (puzzle, |_| "9".to_owned(), "puzzle.txt: the file was changed after the split"),
        (manifest, |text| text.replacen("0.1.0", "0.0.9", 1), "use that version, or split again"),
        (manifest, |text| text.replacen("8-Queens", "eight", 1), "json: the file was changed"),
        (manifest, |text| text.replacen("[[", "[[9999,", 1), "json: the file was changed"),
        (manifest, |text| text.replacen("count", "cant", 1), "split.json: unknown variant"),
        (manifest, |text| text[..20].to_owned(), "split.json: the file is cut off"),
    ];
    for (file, change, message) in changes {
        let right = folder.read(file);
        folder.write(file, change(&right));
        merge(&folder, "").fails().stderr_has(&[message]);
        // Nor does it work: the time of all cubes would be lost.
        for words in ["--cube 0 --force", ""] {
            work(&folder, words).fails().stderr_has(&[message]);
        }
        folder.write(file, right);
    }
    merge(&folder, "").exits(0).stdout_is("92\n");
}

#[test]
fn orbits_and_literals_are_variables_of_the_puzzle() {
    for number in [0, 65, 9999] {
        let folder = split("--jobs 6", "8");
        with_manifest(&folder, |manifest| manifest.orbits[0].insert(1, number));
        let message = format!("split.json: an orbit: the puzzle has no variable {number}; split");
        work(&folder, "--cube 0").fails().stderr_has(&[&message]);
        merge(&folder, "").fails().stderr_has(&[&message]);
    }
    let folder = split("--jobs 6", "8");
    let cubes = folder.read("d/cubes.jsonl").replacen("[1", "[65", 1);
    folder.write("d/cubes.jsonl", cubes);
    with_manifest(&folder, |_| {});
    let message = "cubes.jsonl: line 1: the puzzle has no variable 65; split again";
    work(&folder, "--cube 0").fails().stderr_has(&[message]);
    merge(&folder, "").fails().stderr_has(&[message]);
}

#[test]
fn a_solution_is_printed_as_solve_prints_it() {
    let puzzle = example("queens").join("regions-10.txt");
    let puzzle = puzzle.to_str().unwrap();
    let folder = split("--task solve --jobs 8", puzzle);
    assert!(cubes(&folder) > 1, "{}", folder.read("d/cubes.jsonl"));
    work(&folder, "").exits(0);
    let solved = sator("solve --quiet").arg(puzzle).run();
    merge(&folder, "--quiet").exits(0).stdout_is(&solved.stdout);
    let own = sator("solve --quiet --json").arg(puzzle).run();
    // A solution in a part does not say whether it is the only one.
    let mut expected = without_stats(&own);
    expected[0]["complete"] = json!(false);
    assert_eq!(without_stats(&merge(&folder, "--quiet --json")), expected);
}

#[test]
fn the_absence_of_a_solution_is_explained_as_by_the_verb() {
    for puzzle in
        [example("sudoku").join("impossible.txt"), example("queens").join("impossible.txt")]
    {
        let puzzle = puzzle.to_str().unwrap();
        for (task, verb) in [("solve", "solve"), ("count", "count"), ("prove", "solve")] {
            let folder = split(&format!("--task {task} --jobs 5"), puzzle);
            merge(&folder, "").exits(3);
            work(&folder, "").exits(0);
            let verb = |words: &str| sator(&format!("{verb} {words}")).arg(puzzle).run();
            let own = verb("--json");
            let merged = merge(&folder, "--json");
            assert_eq!(without_stats(merged.exits(1)), without_stats(&own), "{task}");
            let (own, merged) = (verb(""), merge(&folder, ""));
            merged.exits(1).stdout_is(&own.stdout);
            // The verb says first what it does.
            let explained = own.stderr.split_once('\n').unwrap().1;
            assert_eq!(merged.stderr, explained, "{task}");
        }
    }
}

#[test]
fn one_solution_is_enough() {
    let folder = split("--task solve --jobs 8", "8");
    let count = cubes(&folder);
    work(&folder, &format!("--cube {}", count - 1)).exits(0);
    // The last cube may have none; the others are then searched.
    work(&folder, "").exits(0);
    let results = fs::read_dir(folder.path("d/results")).unwrap().count();
    assert!(results < count, "all {count} cubes were searched");
    let run = merge(&folder, "--quiet");
    assert!(run.exits(0).stdout.starts_with("Found a solution for N=8\n"), "{run:?}");
    // The cube with the solution is the only one to work on.
    let found = folder.read("d/found").trim().parse::<usize>().unwrap();
    for run in work(&folder, "--json --force").exits(0).objects() {
        let is_found = run["cube"] == found;
        assert_eq!(run["status"], if is_found { "answered" } else { "not needed" }, "{run}");
    }
}

#[needs(shared_data)]
fn a_search_ends_when_another_cube_has_a_solution(data: &SharedData) {
    // Its cubes take minutes.
    let killers = data.text("killer/killer_large.jsonl");
    let killer = killers.lines().find(|line| line.contains("\"k16_std_0\"")).unwrap();
    let folder = Folder::with("killer.json", killer);
    sator("split killer killer.json --task solve --jobs 8 -o d --quiet")
        .inside(&folder)
        .run()
        .exits(0);
    let mut long = sator("work d --cube 0").inside(&folder).start();
    long.wait_for_message();
    let stored: Value = serde_json::from_str(killer).unwrap();
    write_result(&folder, 1, CubeOutcome::Solution(json!({ "grid": stored["example"] })));
    folder.write("d/found", "1\n");
    long.finish().exits(0).stderr_has(&["cube 1 has a solution; cube 0 is left out"]);
    assert!(!folder.path("d/results/0.json").exists());
    assert!(merge(&folder, "--quiet").exits(0).stdout.starts_with("Found a solution"));
}

#[test]
fn the_proofs_of_all_cubes_are_composed_into_a_bundle() {
    let folder = proofs_of_no_queens();
    merge(&folder, "--quiet").exits(1).stdout_is("Unsatisfiable\n");
    merge(&folder, "--quiet --bundle b").exits(1).stdout_is("Unsatisfiable\n");
    sator("verify b --quiet").inside(&folder).run().exits(0).stdout_is("VERIFIED\n");
    let file = file_of(&folder, 1);
    let proof = fs::read(&file).unwrap();
    fs::write(&file, &proof[..proof.len() / 2]).unwrap();
    merge(&folder, "").exits(3).stdout_is(&format!("invalid: 1 (1 cube of {})\n", cubes(&folder)));
    work(&folder, "").exits(0);
    merge(&folder, "--quiet").exits(1);
}

#[test]
fn all_proofs_that_cannot_be_composed_are_listed() {
    let folder = proofs_of_no_queens();
    merge(&folder, "--missing").exits(0).stdout_is("");
    // Intact by their checksums, and yet no refutations.
    for cube in [0, 2] {
        let proof = fs::read_to_string(file_of(&folder, cube)).unwrap();
        let half = &proof[..proof.rfind(" 0 ").unwrap()];
        write_result_with_file(&folder, cube, half, |bytes, digest| CubeOutcome::Proof {
            bytes,
            digest,
        });
    }
    let run = merge(&folder, "");
    run.exits(3).stdout_is(&format!("invalid: 0,2 (2 cubes of {})\n", cubes(&folder)));
    run.stderr_has(&["cube 0: ", "cube 2: ", "--cube 0,2 --force"]);
    merge(&folder, "--missing").exits(3).stdout_is("0,2\n");
    merge(&folder, "--bundle b").exits(3);
    assert!(!folder.path("b").exists());
    work(&folder, "--cube 0,2 --force").exits(0);
    merge(&folder, "--quiet").exits(1);
}

/// A split of the proof that a board of queens has no solution, with all results.
fn proofs_of_no_queens() -> Folder {
    let folder = Folder::with("queens.txt", NO_QUEENS);
    let run = sator("split queens queens.txt -o d --task prove --jobs 5 --quiet").inside(&folder);
    run.run().exits(0);
    assert!(cubes(&folder) > 2, "{}", folder.read("d/cubes.jsonl"));
    work(&folder, "").exits(0);
    folder
}

#[test]
fn a_wrong_solution_is_no_result() {
    let folder = proofs_of_no_queens();
    fs::write(file_of(&folder, 2), "").unwrap();
    write_result(&folder, 0, CubeOutcome::Solution(json!({ "columns": [1, 1, 1, 1, 1, 1, 1, 1] })));
    folder.write("d/found", "0\n");
    let run = merge(&folder, "");
    run.exits(3).stdout_is(&format!("invalid: 0,2 (2 cubes of {})\n", cubes(&folder)));
    run.stderr_has(&["cube 0: its solution is wrong: "]);
    work(&folder, "").exits(0);
    merge(&folder, "--quiet").exits(1);
}

#[test]
fn a_file_that_cannot_be_read_is_not_called_absent() {
    let folder = proofs_of_no_queens();
    let file = file_of(&folder, 0);
    let lacks = |reason: &str| merge(&folder, "").exits(3).stderr_has(&[reason]).stdout.clone();
    fs::remove_file(&file).unwrap();
    lacks(".lrat is not there");
    fs::create_dir(&file).unwrap();
    lacks(".lrat: Is a directory");
}

#[test]
fn a_merge_that_takes_long_is_stopped() {
    for folder in [proofs_of_no_queens(), split("--jobs 6", "8")] {
        let run = merge(&folder, "--timeout 0.000000001");
        run.exits(3).stdout_is("").stderr_has(&["the time is up; nothing was written"]);
    }
}

#[test]
fn files_that_killed_runs_have_left_behind_are_removed() {
    let folder = proofs_of_no_queens();
    // Two of killed runs, one of a run that goes on, and one of another cube.
    for name in [".0-1.tmp", ".0-2.tmp", ".0-3.tmp", ".1-1.tmp"] {
        let file = fs::File::create(folder.path("d/proofs").join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(3600)).unwrap();
    }
    folder.write("d/proofs/0-replaced.lrat", "");
    let in_progress = fs::File::open(folder.path("d/proofs/.0-3.tmp")).unwrap();
    in_progress.try_lock().unwrap();
    work(&folder, "--cube 0 --force").exits(0);
    let left = names(&folder, "proofs");
    let has = |name: &str| left.iter().any(|it| it == name);
    assert!(has(".0-3.tmp") && has(".1-1.tmp"), "{left:?}");
    assert_eq!(left.len(), cubes(&folder) + 2, "{left:?}");
    merge(&folder, "--quiet").exits(1);
}

#[test]
fn two_runs_of_a_cube_have_files_of_their_own() {
    let folder = Folder::with("list.txt", format!("{UNIQUE}\n"));
    sator("split sudoku list.txt --lines 1 -o d --quiet").inside(&folder).run().exits(0);
    let outcome = |text: &str| CubeOutcome::Lines {
        bytes: text.len() as u64,
        digest: Digest::of(text),
        puzzles: 1,
        status: 0,
    };
    // The other run has put its file in place when this one writes its result.
    let other = opened(&folder).file_of_outcome(0, &outcome("b\n")).unwrap();
    fs::write(&other, "b\n").unwrap();
    let lock = fs::File::open(&other).unwrap();
    lock.try_lock().unwrap();
    write_result_with_file(&folder, 0, "a\n", |_, _| outcome("a\n"));
    merge(&folder, "").exits(0).stdout_is("a\n");
    assert_eq!(names(&folder, "outputs").len(), 2);
    drop(lock);
    write_result(&folder, 0, outcome("b\n"));
    merge(&folder, "").exits(0).stdout_is("b\n");
    assert_eq!(names(&folder, "outputs"), [other.file_name().unwrap().to_str().unwrap()]);
}

/// A killer with one answer, and a split of the proof of that.
fn proof_of_several_cubes() -> (String, Folder) {
    let puzzle = example("killer").join("hard.txt").to_str().unwrap().to_owned();
    let folder = split("--task prove --jobs 8", &puzzle);
    assert!(cubes(&folder) > 1, "{}", folder.read("d/cubes.jsonl"));
    (puzzle, folder)
}

#[test]
fn the_only_answer_is_proved_and_a_second_one_is_found() {
    let (puzzle, folder) = proof_of_several_cubes();
    work(&folder, "").exits(0);
    let solved = sator("solve --unique --quiet").arg(&puzzle).run();
    merge(&folder, "--quiet --bundle b").exits(0).stdout_is(&solved.stdout);
    sator("verify b --quiet").inside(&folder).run().exits(0).stdout_is("VERIFIED\n");
    let folder = split("--task prove --jobs 4", "6");
    work(&folder, "").exits(0);
    let run = merge(&folder, "");
    assert!(run.exits(0).stdout.ends_with("Unique: no\n"), "{run:?}");
    run.stderr_has(&["there is no proof: cube", "has another solution: {\"columns\":["]);
    merge(&folder, "--quiet --bundle b").exits(0);
    sator("verify b --quiet").inside(&folder).run().exits(0).stdout_is("VERIFIED\n");
}

#[test]
fn a_solution_that_was_not_expected_is_the_start_of_another_proof() {
    // The only answer, and a split that knows of none.
    let (puzzle, folder) = proof_of_several_cubes();
    let solution = opened(&folder).manifest.solution.unwrap();
    with_manifest(&folder, |manifest| manifest.solution = None);
    write_result(&folder, 0, CubeOutcome::Solution(solution.clone()));
    let run = merge(&folder, "-o answer.txt");
    run.exits(0).stderr_has(&["cube 0 has this solution", "--task prove --answer answer.txt"]);
    let words = "split -o e --quiet --task prove --jobs 4 --answer answer.txt";
    sator(words).arg(puzzle).inside(&folder).run().exits(0);
    let other = SplitFolder::open(&folder.path("e")).unwrap();
    assert_eq!(other.manifest.solution, Some(solution));
}

#[test]
fn a_list_is_answered_as_solve_answers_it() {
    let several = "1234\n34..\n.1.3\n.3.1\n".replace('\n', "");
    let list = format!("# a list\n{UNIQUE}\n{several}\n\nnonsense\n{UNIQUE}\n{several}\n");
    let folder = Folder::with("list.txt", &list);
    for (lines, options) in [(1, ""), (2, " --unique"), (3, ""), (100, " --unique")] {
        let solved =
            sator(&format!("solve sudoku list.txt --quiet{options}")).inside(&folder).run();
        let words = format!("split sudoku list.txt --lines {lines} --quiet -o d{lines}{options}");
        sator(&words).inside(&folder).run().exits(0);
        let merged = format!("merge d{lines} --quiet");
        sator(&merged).inside(&folder).run().exits(3);
        sator(&format!("work d{lines} --quiet")).inside(&folder).run().exits(0);
        sator(&merged).inside(&folder).run().exits(2).stdout_is(&solved.stdout);
        solved.exits(2);
    }
    // Damaged answers are not used, and a changed chunk is not answered.
    let outputs = fs::read_dir(folder.path("d2/outputs")).unwrap();
    outputs.for_each(|output| fs::write(output.unwrap().path(), "a").unwrap());
    sator("merge d2 --quiet")
        .inside(&folder)
        .run()
        .exits(3)
        .stdout_is("invalid: 0..3 (4 cubes of 4)\n");
    folder.write("d2/chunks/0.txt", "a");
    sator("work d2 --quiet --cube 0").inside(&folder).run().fails();
}

#[test]
fn a_chunk_whose_answers_cannot_be_written_has_no_result() {
    let list = format!("{UNIQUE}\n").repeat(100);
    let folder = Folder::with("list.txt", list);
    sator("split sudoku list.txt --lines 50 -o d --quiet").inside(&folder).run().exits(0);
    // The result would fit, but not the answers.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" work d --cube 0";
    let run = Sator::program("sh").args(["-c", limited, PROGRAM]).inside(&folder).run();
    run.fails().stderr_has(&["d/outputs: ", "chunk 0 has no result"]);
    let left = fs::read_dir(folder.path("d/outputs")).unwrap().count();
    assert_eq!(left, 0, "half of the answers are left");
    merge(&folder, "--quiet").exits(3).stdout_is("missing: 0..1 (2 cubes of 2)\n");
}

#[test]
fn a_chunk_whose_solver_fails_has_no_result() {
    let folder = Folder::with("list.txt", format!("{UNIQUE}\nnonsense\n{UNIQUE}\n"));
    let words = "split sudoku list.txt --lines 2 -o d --quiet --backend exec:/bin/false";
    sator(words).inside(&folder).run().exits(0);
    work(&folder, "").fails().stderr_has(&["chunk 0 has no result", "chunk 1 has no result"]);
    let run = work(&folder, "--json --cube 0");
    run.exits(2).stdout_is("{\"cube\":0,\"status\":\"failed\"}\n");
    merge(&folder, "--quiet").exits(3).stdout_is("missing: 0..1 (2 cubes of 2)\n");
}

#[test]
fn a_chunk_has_an_answer_to_each_puzzle() {
    let list = format!("# a list\n{UNIQUE}\n\n{UNIQUE}\n{UNIQUE}\n");
    let folder = Folder::with("list.txt", list);
    sator("split sudoku list.txt --lines 4 -o d --quiet").inside(&folder).run().exits(0);
    work(&folder, "").exits(0);
    merge(&folder, "--missing").exits(0);
    for (text, puzzles) in [("a\n", 2), ("a\n", 1), ("", 0), ("a\nb\nc\n", 2)] {
        write_result_with_file(&folder, 0, text, |bytes, digest| CubeOutcome::Lines {
            bytes,
            digest,
            puzzles,
            status: 0,
        });
        let run = merge(&folder, "");
        run.exits(3).stdout_is("invalid: 0 (1 cube of 2)\n");
        run.stderr_has(&["cube 0: expected 2 answers, found"]);
    }
}

#[test]
fn the_json_of_a_list_is_that_of_solve() {
    let list = format!("# a list\n{UNIQUE}\n\n{UNIQUE}\nnonsense\n{UNIQUE}\n{}\n", "1".repeat(81));
    let folder = Folder::with("list.txt", list);
    let words = "split sudoku list.txt --json --unique --lines 2 -o d";
    sator(words).inside(&folder).run().exits(0);
    // A text that is no puzzle is answered.
    work(&folder, "").exits(0).stderr_has(&["\"input\":\"list.txt\"", "\"line\":5"]);
    let solved = sator("solve sudoku list.txt --json --unique").inside(&folder).run();
    let merged = merge(&folder, "--json");
    assert_eq!(without_stats(&merged), without_stats(&solved));
    assert_eq!(merged.objects()[2]["line"], 5);
    // Text cannot become JSON.
    sator("split sudoku list.txt --lines 2 -o t --quiet").inside(&folder).run().exits(0);
    let run = sator("merge t --json").inside(&folder).run();
    run.fails().stderr_has(&["split the list again with --json"]);
}

#[test]
fn a_list_of_one_puzzle_has_one_chunk() {
    let folder = Folder::with("list.txt", format!("# one\n{UNIQUE}\n"));
    sator("split sudoku list.txt --lines 5 -o d --quiet").inside(&folder).run().exits(0);
    work(&folder, "").exits(0);
    folder.write("two.txt", format!("{UNIQUE}\n{UNIQUE}\n"));
    let two = sator("solve sudoku two.txt --quiet").inside(&folder).run();
    merge(&folder, "").exits(0).stdout_is(two.stdout.split_inclusive('\n').next().unwrap());
}

#[test]
fn lists_are_split_into_folders_of_any_name() {
    let folder = Folder::with("list.txt", format!("{UNIQUE}\n{UNIQUE}\n"));
    for name in [OsStr::new("-d"), OsStr::from_bytes(b"d\xff"), OsStr::new("a b")] {
        let place = [b"./", name.as_bytes()].concat();
        let place = OsStr::from_bytes(&place);
        let split = sator("split sudoku list.txt --lines 1 --quiet -o").arg(place);
        split.inside(&folder).run().exits(0);
        for verb in ["work", "merge"] {
            sator(&format!("{verb} --quiet --")).arg(name).inside(&folder).run().exits(0);
        }
    }
}

#[test]
fn work_that_is_stopped_or_killed_leaves_no_result() {
    let folder = split("--jobs 1", "18");
    let run = work(&folder, "--cube 0 --timeout 0.1");
    run.exits(3).stdout_is("");
    let mut killed = sator("work d --cube 0").inside(&folder).start();
    killed.wait_for_message();
    killed.child.kill().unwrap();
    killed.child.wait().unwrap();
    assert_eq!(fs::read_dir(folder.path("d/results")).unwrap().count(), 0);
    merge(&folder, "").exits(3).stdout_is("missing: 0 (1 cube of 1)\n");
}

#[test]
fn a_second_interrupt_leaves_no_lock() {
    let folder = Folder::with("list.txt", format!("{UNIQUE}\n"));
    sator("split sudoku list.txt --lines 1 -o d --quiet").inside(&folder).run().exits(0);
    // The pipe stays empty, so the first interrupt is not noticed.
    let pipe = "rm d/chunks/0.txt && mkfifo d/chunks/0.txt";
    Sator::program("sh").args(["-c", pipe]).inside(&folder).run().exits(0);
    let mut run = sator("work d").inside(&folder).start();
    while names(&folder, "results").is_empty() {
        thread::sleep(Duration::from_millis(2));
    }
    while run.child.try_wait().unwrap().is_none() {
        // Signals that follow each other closely count as one.
        run.interrupt();
        thread::sleep(Duration::from_millis(2));
    }
    run.finish().exits(130);
    assert_eq!(names(&folder, "results"), [""; 0]);
}

#[test]
fn a_wrong_use_is_refused() {
    let folder = split("--jobs 2", "8");
    let all = cubes(&folder);
    sator("split 8 --jobs 2 -o d").inside(&folder).run().fails().stderr_has(&["new or empty"]);
    sator("split 8 -o e").inside(&folder).run().fails().stderr_has(&["--jobs"]);
    sator("split 8 --lines 5 -o e")
        .inside(&folder)
        .run()
        .fails()
        .stderr_has(&["one puzzle a line"]);
    sator("split 8 --jobs 0 -o e").inside(&folder).run().fails();
    sator("split sudoku --lines 5 -o e")
        .inside(&folder)
        .run()
        .fails()
        .stderr_has(&["found nothing"]);
    assert!(!folder.path("e").exists());
    let beyond = format!("--cube {all}");
    work(&folder, &beyond).fails().stderr_has(&["expected a cube from 0 to"]);
    work(&folder, "--cube 2..1").fails();
    work(&folder, "--cube 3..").fails().stderr_has(&["expected cubes such as", "'3..'"]);
    work(&folder, "--cube -1").fails().stderr_has(&["expected cubes such as", "'-1'"]);
    sator("split 8 --jobs 2 --stats -o e")
        .inside(&folder)
        .run()
        .fails()
        .stderr_has(&["no statistics"]);
    let run = sator("merge /dev/full").inside(&folder).run();
    run.fails().stderr_has(&["expected a folder that `sator split` wrote"]);
    sator("split 8 --jobs 2 -o /dev/full").run().fails().stderr_has(&["expected a directory"]);
    sator("work nowhere --cube 0").inside(&folder).run().fails().stderr_has(&["sator split"]);
    sator("merge nowhere").inside(&folder).run().fails().stderr_has(&["sator split"]);
    merge(&folder, "--bundle b").fails().stderr_has(&["prove"]);
    let program = "split 8 --jobs 2 --task prove --backend search -o e";
    sator(program).inside(&folder).run().fails().stderr_has(&["writes no proofs"]);
}

#[needs(shared_data)]
fn the_proof_of_a_killer_is_composed_of_its_cubes(data: &SharedData) {
    let killers = data.text("killer/killer_unsat.jsonl");
    let killer = killers.lines().find(|line| line.contains("janko_177_9x9_unsat")).unwrap();
    let folder = Folder::with("killer.json", killer);
    let words = "split killer killer.json --task prove --jobs 8 -o d --quiet";
    sator(words).inside(&folder).run().exits(0);
    assert!(cubes(&folder) > 1, "{}", folder.read("d/cubes.jsonl"));
    work(&folder, "").exits(0);
    merge(&folder, "--quiet --bundle b").exits(1);
    sator("verify b --quiet").inside(&folder).run().exits(0).stdout_is("VERIFIED\n");
}
