//! Solver programs behind the verbs: `--backend exec:…`, `--solver-args`, and programs that misbehave.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use sator_testing::{needs, with_programs};

use crate::common::{Folder, PROGRAM, Run, Sator, sator};

/// A folder with a shell script `fake`, and an empty folder for temporary files.
pub(crate) struct Stage {
    pub(crate) folder: Folder,
}

impl Stage {
    pub(crate) fn new(body: &str) -> Self {
        let folder = Folder::with_script("fake", body);
        fs::create_dir(folder.path("temporary")).unwrap();
        Self { folder }
    }

    /// `sator` with these words, in the folder.
    pub(crate) fn sator(&self, words: &str) -> Sator {
        let temporary = self.folder.path("temporary");
        sator(words).inside(&self.folder).env("TMPDIR", temporary.to_str().unwrap())
    }

    /// The same with the script as the solver.
    fn fake(&self, words: &str) -> Sator {
        self.sator(words).args(["--backend", "exec:./fake"])
    }

    #[track_caller]
    pub(crate) fn is_tidy(&self) {
        let left: Vec<_> = fs::read_dir(self.folder.path("temporary")).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }

    /// Waits for the process numbers that the script writes into the file `pids`.
    fn processes(&self, number: usize) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            let text = fs::read_to_string(self.folder.path("pids")).unwrap_or_default();
            if text.ends_with('\n') && text.lines().count() == number {
                return text.lines().map(str::to_owned).collect();
            }
            assert!(Instant::now() < deadline, "the script has not begun: {text:?}");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < deadline, "waiting until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until none of the processes runs.
#[track_caller]
fn are_gone(processes: &[String]) {
    let is_one_alive = || processes.iter().any(|process| is_alive(process));
    wait_until(&format!("{processes:?} are gone"), || !is_one_alive());
}

/// Whether a process runs: one that has ended but was not waited for does not.
fn is_alive(process: &str) -> bool {
    let stat = fs::read_to_string(Path::new("/proc").join(process).join("stat"));
    let state = stat.unwrap_or_default();
    let state = state.rsplit(')').next().unwrap_or_default().trim_start().to_owned();
    !(state.is_empty() || state.starts_with(['Z', 'X']))
}

/// A program that waits, ignores signals, and has a child process that does the same.
const STUBBORN: &str = "trap '' TERM INT HUP\n\
    (trap '' TERM INT HUP; while :; do sleep 0.05; done) &\n\
    printf '%s\\n%s\\n' $$ $! > pids\n\
    while :; do sleep 0.05; done";

with_programs!(every_verb_that_solves_takes_a_program: minisat cadical);

fn every_verb_that_solves_takes_a_program(program: &str) {
    let stage = Stage::new("");
    let with =
        |words: &str| stage.sator(words).args(["--backend", &format!("exec:{program}")]).run();
    let run = with("solve 8");
    assert!(run.exits(0).stdout.starts_with("Found a solution for N=8\n\n--- Solution 1 ---"));
    with("solve 3").exits(1).stdout_is("Unsatisfiable\n");
    with("count queens 6 -q").exits(0).stdout_is("4\n").stderr_is("");
    with("solve 6 --all -q").exits(0);
    let object = with("solve 8 --json --stats").object();
    assert_eq!(object["backend"], format!("exec:{program}"));
    assert!(object["stats"]["propagations"].is_u64(), "{object}");
    let sudoku = "1..4.23..41.3..2";
    let lines = format!("{sudoku}\n{sudoku}\n");
    let many = stage.sator("solve sudoku -q --threads 2 --format sdm");
    let many = many.args(["--backend", &format!("exec:{program}")]).input(lines).run();
    many.exits(0).stdout_is("1324423124133142\n1324423124133142\n");
    let sat = stage.sator("sat").args(["--backend", &format!("exec:{program}")]);
    sat.input("p cnf 2 2\n1 2 0\n-1 0\n").run().exits(10).stdout_is("s SATISFIABLE\nv -1 2 0\n");
    stage.is_tidy();
}

#[needs(minisat)]
fn a_batch_runs_programs_side_by_side() {
    let stage = Stage::new("");
    // Propagation decides nothing, so each puzzle needs the solver.
    let puzzles = format!("1{}\n", ".".repeat(15)).repeat(12);
    let words = "solve sudoku -q --threads 3 --format sdm --backend exec:minisat";
    let run = stage.sator(words).input(puzzles).run();
    assert_eq!(run.exits(0).stdout.lines().count(), 12);
    stage.is_tidy();
}

/// Two variables, one answer.
const SMALL: &str = "p cnf 2 2\n1 2 0\n-2 0\n";

#[track_caller]
fn sat(body: &str, args: &[&str]) -> Run {
    let stage = Stage::new(body);
    let run = stage.fake("sat").args(args).input(SMALL).run();
    stage.is_tidy();
    run
}

#[test]
fn arguments_for_the_program_have_places_for_the_files() {
    let body = "echo \"c $1|$2\" >&2; [ \"$1\" = '-x y' ] || exit 3\n\
                grep -q 'p cnf 2 2' \"$3\" && printf 'SAT\\n1 -2 0\\n' > \"${4#--out=}\"; exit 10";
    let args = ["--solver-args", "'-x y' --in {cnf} --out={out}"];
    sat(body, &args).exits(10).stdout_is("s SATISFIABLE\nv 1 -2 0\n");
    let body = "[ \"$1\" = --fast ] && [ -f \"$2\" ] && echo 's UNSATISFIABLE' && exit 20";
    sat(body, &["--solver-args=--fast"]).exits(20).stdout_is("s UNSATISFIABLE\n");
    sat(body, &["--solver-args", "--fast"]).exits(20);
}

#[test]
fn a_wrong_answer_is_an_error() {
    let liar = "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10";
    sat(liar, &[]).fails().stderr_has(&["the solver's answer is wrong"]);
    let stage = Stage::new("echo 's SATISFIABLE'; printf 'v'; printf ' %d' $(seq 64); echo ' 0'");
    stage.fake("solve 8 -q").run().fails().stderr_has(&["the solver's answer is wrong"]);
    stage.fake("count queens 8 -q").run().fails().stderr_has(&["the solver's answer is wrong"]);
    stage.is_tidy();
}

#[test]
fn a_wrong_claim_that_there_is_no_answer_is_an_error() {
    let stage = Stage::new("echo 's UNSATISFIABLE'; exit 20");
    let proving = "solve 8 --proof p --solver-args={proof}";
    for words in ["solve 8 -q", proving, "analyze 8", "count queens 8"] {
        let wrong = "exec:./fake gave a wrong answer (it says that there is no answer";
        stage.fake(words).run().fails().stderr_has(&[wrong]);
    }
    stage.fake("solve 3").run().exits(1).stdout_is("Unsatisfiable\n");
    stage.fake("count queens 3").run().exits(1).stdout_is("0\n");
    stage.is_tidy();
}

#[test]
fn a_program_that_fails_is_an_error_with_its_last_output() {
    let run = sat("echo 'the licence has expired' >&2; exit 9", &[]);
    run.fails().stderr_has(&[
        "the solver exec:./fake failed",
        "status 9",
        "the licence has expired",
    ]);
    sat("kill -SEGV $$", &[]).fails().stderr_has(&["it crashed", "SIGSEGV"]);
    sat("yes", &[]).fails().stderr_has(&["it printed more than 64 MB"]);
}

#[test]
fn time_ends_a_stubborn_program() {
    let stage = Stage::new(STUBBORN);
    let run = stage.fake("solve 8 --timeout 0.4").run();
    run.exits(3).stdout_is("Unknown: stopped, the time is up\n");
    stage.is_tidy();
    are_gone(&stage.processes(2));
}

/// A program with a child process in a session of its own.
const DAEMON: &str = "trap '' TERM\n\
    setsid sh -c 'trap \"\" TERM HUP; printf \"%s\\n\" $$ >> pids; while :; do sleep 0.05; done' &\n\
    printf '%s\\n' $$ >> pids\n\
    while :; do sleep 0.05; done";

#[test]
fn time_ends_processes_that_have_left_the_group() {
    let stage = Stage::new(DAEMON);
    stage.fake("solve 8 --timeout 1").run().exits(3);
    stage.is_tidy();
    are_gone(&stage.processes(2));
}

#[test]
fn a_killed_sator_leaves_no_program_behind() {
    for script in [STUBBORN, DAEMON] {
        let stage = Stage::new(script);
        let mut run = stage.fake("solve 8").start();
        let processes = stage.processes(2);
        run.child.kill().unwrap();
        run.child.wait().unwrap();
        are_gone(&processes);
        wait_until("the files are removed", || {
            fs::read_dir(stage.folder.path("temporary")).unwrap().count() == 0
        });
    }
}

/// A hang-up that is ignored, as under `nohup`, and a program that has only just been started.
#[test]
fn a_sator_that_is_killed_at_any_moment_leaves_no_program_behind() {
    let body = "trap '' TERM INT HUP; echo $$ > pids; while :; do sleep 0.05; done";
    for ignored in ["", "trap '' HUP; "] {
        for _ in 0..15 {
            let stage = Stage::new(body);
            let script = format!("{ignored}exec {PROGRAM} solve 8 --backend exec:./fake");
            let temporary = stage.folder.path("temporary");
            let run = Sator::program("sh").args(["-c", &script]).inside(&stage.folder);
            let mut run = run.env("TMPDIR", temporary.to_str().unwrap()).start();
            let processes = stage.processes(1);
            run.child.kill().unwrap();
            run.child.wait().unwrap();
            are_gone(&processes);
        }
    }
}

/// The folder of the formula is removed even if `sator` is killed as soon as it exists.
#[test]
fn a_sator_that_is_killed_as_its_files_appear_leaves_none_behind() {
    for _ in 0..15 {
        let stage = Stage::new(STUBBORN);
        let temporary = stage.folder.path("temporary");
        let is_empty = || fs::read_dir(&temporary).unwrap().next().is_none();
        let mut run = stage.fake("solve 8").start();
        while is_empty() && run.child.try_wait().unwrap().is_none() {}
        assert!(!is_empty());
        run.child.kill().unwrap();
        run.child.wait().unwrap();
        wait_until("the files are removed", is_empty);
    }
}

#[test]
fn an_interrupt_ends_a_stubborn_program() {
    for (words, output) in [
        ("solve 8", "Unknown: stopped, interrupted\n"),
        ("count queens 8", "at least 0 (stopped)\n"),
    ] {
        let stage = Stage::new(STUBBORN);
        let mut run = stage.fake(words).start();
        let processes = stage.processes(2);
        run.interrupt();
        run.finish().exits(3).stdout_is(output);
        stage.is_tidy();
        are_gone(&processes);
    }
}

#[test]
fn an_interrupted_batch_leaves_no_program_behind() {
    let stage = Stage::new(STUBBORN);
    let line = format!("1{}\n", ".".repeat(15));
    let mut run = stage.fake("solve sudoku --format sdm --threads 1").input(line.repeat(3)).start();
    let processes = stage.processes(2);
    run.interrupt();
    run.finish().exits(3);
    stage.is_tidy();
    are_gone(&processes);
}

#[test]
fn a_second_interrupt_leaves_nothing_behind_either() {
    let stage = Stage::new(STUBBORN);
    let mut run = stage.fake("solve 8").start();
    let processes = stage.processes(2);
    run.interrupt();
    run.interrupt();
    // The first interrupt may have ended it already.
    run.finish();
    stage.is_tidy();
    are_gone(&processes);
}

#[test]
fn a_program_that_fails_in_a_batch_is_reported_with_the_line() {
    let stage = Stage::new("exit 77");
    let lines = "1...............\n12..............\n";
    let run = stage.fake("solve sudoku --threads 1").input(lines).run();
    run.exits(2).stdout_is("unknown\nunknown\n");
    run.stderr_has(&["standard input:1: ", "standard input:2: ", "exit status 77"]);
}

#[test]
fn a_wrong_claim_of_a_program_in_a_batch_is_refuted() {
    let stage = Stage::new("echo 's UNSATISFIABLE'; exit 20");
    for words in ["solve sudoku", "analyze sudoku --json"] {
        let lines = "1...............\n12..............\n";
        let run = stage.fake(words).input(lines).run();
        run.exits(2).stderr_has(&["it says that there is no answer"]);
    }
}

#[test]
fn every_puzzle_has_its_line_in_json_even_if_its_solver_fails() {
    let stage = Stage::new("exit 77");
    for verb in ["solve 8 --json", "count 8 --json"] {
        let run = stage.fake(verb).run();
        let object = run.exits(2).object();
        assert_eq!(object["status"], "unknown", "{run:?}");
        assert!(object["error"].as_str().unwrap().contains("77"), "{run:?}");
    }
}

#[test]
fn a_program_that_gives_up_is_unknown_and_no_error() {
    let stage = Stage::new("echo 's UNKNOWN'");
    let run = stage.fake("sat").input("p cnf 1 1\n1 0\n").run();
    run.exits(0).stdout_is("s UNKNOWN\n");
    stage.fake("solve 8").run().exits(3).stdout_is("Unknown: stopped, the solver gave up\n");
    stage.is_tidy();
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_program_is_reported_apart_from_our_own() {
    const LARGE: u64 = 100_000_000;
    let body = format!("head -c {LARGE} /dev/zero | tail -c {LARGE} > /dev/null; echo 's UNKNOWN'");
    let stage = Stage::new(&body);
    let stats = stage.fake("solve 8 --json").run().exits(3).object()["stats"].clone();
    assert!(stats["peak_memory"].as_u64().unwrap() < LARGE, "{stats}");
    assert!(stats["peak_memory_of_programs"].as_u64().unwrap() > LARGE, "{stats}");
    let run = stage.fake("solve 8 --stats").run();
    let memory = run.stderr.lines().filter(|line| line.starts_with("peak memory"));
    let [own, of_programs]: [&str; 2] = memory.collect::<Vec<_>>().try_into().unwrap();
    assert!(of_programs.starts_with("peak memory of programs "), "{run:?}");
    assert_eq!(own.len(), of_programs.len(), "{run:?}");
}

#[test]
fn a_named_solver_gets_the_formula_that_generate_writes() {
    let stage = Stage::new("cp \"$1\" \"$(dirname \"$0\")/given.cnf\"; echo 's UNKNOWN'");
    let clauses = |name: &str| {
        let text = stage.folder.read(name);
        let lines = text.lines().filter(|line| !line.starts_with('c'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    for (puzzle, options) in [
        ("queens/eight.txt", ""),
        ("queens/regions.txt", "--encoding ladder"),
        ("sudoku/9x9.txt", ""),
        ("sudoku/16x16.txt", "--encoding minimal"),
        ("killer/wikipedia.txt", ""),
        ("killer/wikipedia.txt", "--encoding cage=literal"),
        ("killer/6x6.txt", "--encoding extended"),
        ("minesweeper/expert.txt", ""),
        ("minesweeper/three-layouts.txt", "--mines 4 --encoding totalizer"),
        ("futoshiki/4x4.txt", "--encoding two-product"),
        ("kakuro/5x5.txt", ""),
    ] {
        let words = format!("{examples}/{puzzle} {options} -q");
        stage.sator(&format!("generate {words} -o written.cnf")).run().exits(0);
        for verb in ["solve", "count", "analyze"] {
            stage.fake(&format!("{verb} {words}")).run();
            assert!(clauses("given.cnf") == clauses("written.cnf"), "{verb} {words}");
            fs::remove_file(stage.folder.path("given.cnf")).unwrap();
        }
        fs::remove_file(stage.folder.path("written.cnf")).unwrap();
    }
}

/// The declarations and assertions, in their order.
#[test]
fn an_smt_solver_gets_the_text_that_generate_writes() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let script = "while read -r line; do printf '%s\\n' \"$line\" >> given.smt2\n\
        case $line in '(check-sat)') echo unknown;; esac; done";
    for solver in ["z3", "cvc5"] {
        let folder = Folder::with_script(solver, script);
        let statements = |text: &str| {
            let is_statement =
                |line: &&str| line.starts_with("(declare") || line.starts_with("(assert");
            text.lines().filter(is_statement).map(str::to_owned).collect::<Vec<_>>()
        };
        let path = format!("{}:{}", folder.path("").display(), std::env::var("PATH").unwrap());
        for puzzle in ["queens/regions.txt", "sudoku/arrow.txt", "killer/6x6.txt", "kakuro/5x5.txt"]
        {
            let words = format!("{examples}/{puzzle} -q");
            let written =
                sator(&format!("generate {words} --to smtlib -o -")).run().exits(0).stdout.clone();
            let run = sator(&format!("solve {words} --backend {solver}")).env("PATH", &path);
            run.inside(&folder).run();
            let given = folder.read("given.smt2");
            assert!(statements(&written).len() > 10, "{written}");
            assert_eq!(statements(&given), statements(&written), "{solver} {puzzle}");
            fs::remove_file(folder.path("given.smt2")).unwrap();
        }
    }
}

with_programs!(an_smt_solver_solves_a_sudoku_with_one_given_value: z3 cvc5);

/// With the bounds and differences of the cells alone, Z3 takes minutes.
fn an_smt_solver_solves_a_sudoku_with_one_given_value(program: &str) {
    for place in [0, 40, 77] {
        let mut line = ".".repeat(81);
        line.replace_range(place..=place, "7");
        let solved = sator("solve sudoku --format line -q --json").args(["--backend", program]);
        let object = solved.input(line).run().exits(0).object();
        assert_eq!(object["solutions"][0]["grid"][place / 9][place % 9], 7, "{object}");
    }
}

/// A new process must not count the memory of the process that starts it.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_small_program_is_not_taken_for_ours() {
    let stage = Stage::new("sleep 0.1; echo 's UNKNOWN'");
    let stats = stage.fake("solve 100 --json").run().exits(3).object()["stats"].clone();
    let (own, of_program) = (&stats["peak_memory"], &stats["peak_memory_of_programs"]);
    assert!(own.as_u64().unwrap() > 2 * of_program.as_u64().unwrap(), "{stats}");
}

with_programs!(an_smt_solver_has_its_own_times_and_memory: z3 cvc5);

fn an_smt_solver_has_its_own_times_and_memory(program: &str) {
    let run = sator(&format!("solve 6 --json --backend {program}")).run();
    let stats = run.exits(0).object()["stats"].clone();
    let phases = stats["seconds"].as_object().unwrap().clone();
    for phase in ["encode", "load", "solve", "decode", "check"] {
        assert!(phases[phase].as_f64().unwrap() > 0.0, "{phase} in {stats}");
    }
    assert!(!phases.contains_key("eliminate"), "{stats}");
    let memory = stats["peak_memory_of_programs"].is_u64();
    assert_eq!(memory, cfg!(target_os = "linux"), "{stats}");
}
