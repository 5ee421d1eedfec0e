//! Solver programs, simulated by scripts: bad ones do no harm, and answers of good ones are read.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use sator_sat::backend::exec::{KNOWN, Program};
use sator_sat::backend::{
    Ability, Backend, Budget, Config, Outcome, ProofTo, Solver, Stats, StopReason,
};
use sator_sat::proof::Format;
use sator_sat::{Clauses, Lit, dimacs};
use sator_testing::{SharedData, needs};

use super::common::{Stage, interrupted_by, is_gone, is_zombie, patience};
use crate::common::conformance::{clauses_of, lit, milliseconds};

fn loaded(program: Program, clauses: &Clauses) -> Box<dyn Backend> {
    let mut solver = Arc::new(program).create(&Config::default());
    clauses.pour(solver.as_mut());
    solver
}

/// Two variables, one answer: 1 is true and 2 is false.
fn small() -> Clauses {
    clauses_of(&[&[1, 2], &[-2]])
}

/// The result of a program on the small formula.
fn run(program: Program) -> Result<Outcome, String> {
    let outcome = loaded(program, &small()).solve(&[], &patience());
    outcome.map_err(|error| error.to_string())
}

/// A script that fails with an error in which all of these occur, and leaves nothing.
#[track_caller]
fn fails(body: &str, words: &[&str]) {
    let stage = Stage::new();
    let error = run(stage.program("fake", body)).unwrap_err();
    for word in words.iter().chain(&["the solver exec:", "fake failed: "]) {
        assert!(error.contains(word), "no {word:?} in {error:?}");
    }
    stage.is_tidy();
}

/// The small formula's answer, from a script.
#[track_caller]
fn answers(body: &str) {
    let stage = Stage::new();
    let outcome = run(stage.program("fake", body));
    let Ok(Outcome::Sat(assignment)) = outcome else { panic!("{outcome:?}") };
    assert!(assignment.lits().eq([lit(1), lit(-2)]));
    stage.is_tidy();
}

// Programs that cannot be used.

#[track_caller]
fn is_not_found(name: &str, message: &str) {
    assert_eq!(Program::find(name).unwrap_err().to_string(), message);
    assert_eq!(format!("exec:{name}").parse::<Solver>().unwrap_err().to_string(), message);
}

#[test]
fn a_missing_program_is_an_error_with_the_way_to_get_it() {
    is_not_found("", "expected a program after 'exec:', found nothing");
    is_not_found("no-such-solver", "no program 'no-such-solver' on the PATH");
    is_not_found("./no/such/solver", "there is no program './no/such/solver'");
    if Program::find("zchaff").is_err() {
        let source = "from source: https://www.princeton.edu/~chaff/zchaff.html";
        is_not_found("zchaff", &format!("no program 'zchaff' on the PATH; to get it: {source}"));
    }
    for known in KNOWN {
        assert!(!known.install.is_empty() && !known.summary.is_empty(), "{}", known.name);
        assert!(known.arguments.contains("{cnf}"), "{}", known.name);
        assert!(known.proof.is_none_or(|it| it.contains("{cnf}") && it.contains("{proof}")));
    }
}

#[test]
fn directories_and_files_that_are_not_executable_are_refused() {
    let stage = Stage::new();
    let folder = stage.path("temporary").display().to_string();
    is_not_found(&folder, &format!("expected a program, found the directory '{folder}'"));
    fs::write(stage.path("text"), "").unwrap();
    let text = stage.path("text").display().to_string();
    is_not_found(&text, &format!("'{text}' is not executable"));
}

#[test]
fn a_program_that_the_system_cannot_run_is_an_error() {
    let stage = Stage::new();
    let path = stage.script("fake", "");
    fs::write(&path, "#!/no/such/interpreter\n").unwrap();
    let program = Program::find(path.to_str().unwrap()).unwrap();
    let error = run(program.with_temporary(stage.path("temporary"))).unwrap_err();
    assert!(error.contains("it cannot be started"), "{error}");
    stage.is_tidy();
}

// Programs that misbehave.

#[test]
fn misbehaviour_is_an_error() {
    let sat = |values: &str| format!("echo 's SATISFIABLE'; {values}; exit 10");
    for (body, words) in [
        // Crashes, also after a verdict.
        (
            "echo 'out of luck' >&2; kill -SEGV $$".to_owned(),
            &["it crashed", "SIGSEGV", "out of luck"][..],
        ),
        ("echo 's UNSATISFIABLE'; kill -ABRT $$".to_owned(), &["it crashed", "SIGABRT"]),
        // Silence.
        (String::new(), &["it printed nothing, exit status 0"]),
        (
            "echo no licence >&2; exit 7".to_owned(),
            &["it printed nothing, exit status 7", "no licence"],
        ),
        ("echo; echo ' '".to_owned(), &["it printed nothing"]),
        // No verdict, or one that contradicts the exit status.
        ("echo 'c hello'; exit 3".to_owned(), &["exit status 3", "expected a verdict"]),
        ("echo 's MAYBE'; exit 0".to_owned(), &["exit status 0", "found 'MAYBE'"]),
        (
            "echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 20".to_owned(),
            &["it said SATISFIABLE, but ended with exit status 20"],
        ),
        (
            "echo 's UNSATISFIABLE'; exit 10".to_owned(),
            &["it said UNSATISFIABLE, but ended with exit status 10"],
        ),
        (
            "echo 's UNSATISFIABLE'; exit 1".to_owned(),
            &["it said UNSATISFIABLE, but ended with exit status 1"],
        ),
        (
            "echo 's UNKNOWN'; exit 10".to_owned(),
            &["it said UNKNOWN, but ended with exit status 10"],
        ),
        // Half a model. All values in order need no final 0, as in Z3; fewer may be cut off.
        (sat("echo 'v -2 1'"), &["expected 0 at the end"]),
        (sat("printf 'v 1 -2'"), &["expected 0 at the end"]),
        (sat("printf 'v 1 -'"), &["expected a literal or 0"]),
        (sat("true"), &["expected an assignment"]),
        // Wrong models, and gaps that matter.
        (sat("echo 'v 1 2 0'"), &["the solver's answer is wrong: it leaves the clause (-2) false"]),
        (
            sat("echo 'v -1 -2 0'"),
            &["the solver's answer is wrong: it leaves the clause (1 2) false"],
        ),
        (
            sat("echo 'v -2 0'"),
            &["the solver's answer is incomplete: it has no value for 1, and the clause (1 2)"],
        ),
        // Floods.
        ("echo $$ > $stage/pid; yes 'c and on'".to_owned(), &["it printed more than 64 MB"]),
        ("yes | head -c 10000000 >&2; echo 's MAYBE'".to_owned(), &["found 'MAYBE'"]),
    ] {
        fails(&body, words);
    }
}

#[test]
fn a_model_that_violates_the_assumptions_is_wrong() {
    let stage = Stage::new();
    let program = stage.program("fake", "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10");
    let mut solver = loaded(program, &clauses_of(&[&[1, 2]]));
    let error = solver.solve(&[lit(1), lit(-2)], &patience()).unwrap_err();
    assert!(error.message.ends_with("it leaves the clause (-2) false"), "{error}");
    assert!(matches!(solver.solve(&[lit(2)], &patience()), Ok(Outcome::Sat(_))));
}

#[test]
fn giving_up_is_no_error() {
    for body in ["echo 's UNKNOWN'", "echo 's INDETERMINATE'; exit 15"] {
        let stage = Stage::new();
        let outcome = run(stage.program("fake", body));
        assert_eq!(outcome, Ok(Outcome::Stopped(StopReason::GaveUp)), "{body}");
        stage.is_tidy();
    }
}

#[test]
fn a_long_answer_in_a_file_is_refused() {
    let stage = Stage::new();
    let program = stage.program("fake", "head -c 70000000 /dev/zero > $2; exit 10");
    let error = run(program.with_args("{cnf} {out}").unwrap()).unwrap_err();
    assert!(error.contains("too long"), "{error}");
    stage.is_tidy();
}

/// A script that never ends, alone or with others that hold its output open.
const HANGS: [&str; 4] = [
    "echo $$ > $stage/pid; exec sleep 600",
    "trap '' TERM INT HUP; echo $$ > $stage/pid; while :; do sleep 0.05; done",
    "trap '' TERM; (trap '' TERM; while :; do sleep 0.05; done) & echo $! > $stage/pid; \
     echo $$ >> $stage/pid; while :; do sleep 0.05; done",
    "echo $$ > $stage/pid; exec >&- 2>&-; exec sleep 600",
];

#[test]
fn a_program_that_hangs_is_killed_at_the_deadline_with_all_its_processes() {
    for body in HANGS {
        let stage = Stage::new();
        let mut solver = loaded(stage.program("fake", body), &small());
        // On a machine under load the script may need more time to begin.
        let is_begun = [300, 3_000, 30_000].into_iter().any(|limit| {
            let outcome = solver.solve(&[], &milliseconds(limit));
            assert_eq!(outcome, Ok(Outcome::Stopped(StopReason::Time)), "{body}");
            stage.is_tidy();
            stage.path("pid").exists()
        });
        assert!(is_begun, "{body}");
        for process in stage.processes("pid") {
            assert!(!is_zombie(process) || stage.processes("pid").len() > 1, "{body}");
            is_gone(process);
        }
    }
}

#[test]
fn a_program_that_hangs_is_killed_by_an_interrupt_and_can_be_called_again() {
    for body in HANGS {
        let stage = Stage::new();
        let body = format!(
            "if [ -e $stage/again ]; then echo 's UNSATISFIABLE'; exit 20; fi; touch $stage/again\n\
             {body}"
        );
        let mut solver = loaded(stage.program("fake", &body), &small());
        let outcome = solver.solve(&[], &interrupted_by(stage.path("pid")));
        assert_eq!(outcome, Ok(Outcome::Stopped(StopReason::Interrupted)), "{body}");
        stage.is_tidy();
        stage.processes("pid").into_iter().for_each(is_gone);
        assert_eq!(solver.solve(&[], &patience()), Ok(Outcome::Unsat(vec![])), "{body}");
    }
}

#[test]
fn processes_that_a_program_leaves_behind_are_killed_and_its_answer_counts() {
    let body = "(trap '' TERM; while :; do sleep 0.05; done) & echo $! > $stage/pid; \
                echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 10";
    let stage = Stage::new();
    assert!(matches!(run(stage.program("fake", body)), Ok(Outcome::Sat(_))));
    stage.processes("pid").into_iter().for_each(is_gone);
    stage.is_tidy();
}

/// Otherwise the number of its group could be reused before the group is killed.
#[test]
fn a_program_is_reaped_after_the_processes_that_it_left_behind_are_killed() {
    let body = "(trap '' TERM; \
                  while [ -e /proc/$$/stat ] && ! grep -q ') Z' /proc/$$/stat; do sleep 0.01; done; \
                  kill -0 $$ && touch $stage/held; sleep 600) & \
                echo $! > $stage/pid; echo $$ > $stage/first; echo 's UNSATISFIABLE'; exit 20";
    let stage = Stage::new();
    assert_eq!(run(stage.program("fake", body)), Ok(Outcome::Unsat(vec![])));
    assert!(stage.path("held").exists());
    stage.processes("pid").into_iter().for_each(is_gone);
    assert!(!is_zombie(stage.processes("first")[0]));
}

#[test]
fn a_formula_that_takes_long_to_write_can_be_stopped() {
    let stage = Stage::new();
    let program = stage.program("fake", "touch $stage/started");
    let mut solver = Arc::new(program).create(&Config::default());
    (0..400_000).for_each(|index| solver.add_clause(&[Lit::positive(index), Lit::negative(7)]));
    assert_eq!(solver.solve(&[], &milliseconds(1)), Ok(Outcome::Stopped(StopReason::Time)));
    assert!(!stage.path("started").exists());
    stage.is_tidy();
}

#[test]
fn a_place_for_files_that_does_not_exist_is_an_error() {
    let stage = Stage::new();
    let program = stage.program("fake", "").with_temporary("/no/such/place");
    let error = run(program).unwrap_err();
    assert!(error.contains("its files could not be written"), "{error}");
}

// Programs that behave, each in its way.

const MODEL: &str = "echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 10";

#[test]
fn the_formula_and_the_answer_are_private() {
    let stage = Stage::new();
    let look = "ls -ld $(dirname $1) > $stage/look; cat $1 > $stage/formula";
    let mut solver = loaded(stage.program("fake", &format!("{look}; {MODEL}")), &small());
    solver.reserve(4);
    solver.solve(&[lit(1)], &patience()).unwrap();
    assert!(fs::read_to_string(stage.path("look")).unwrap().starts_with("drwx------"));
    let formula = fs::read_to_string(stage.path("formula")).unwrap();
    assert_eq!(formula, "p cnf 4 3\n1 2 0\n-2 0\n1 0\n");
}

#[test]
fn the_usual_ways_of_answering_are_understood() {
    answers(MODEL);
    answers("echo 's SATISFIABLE'; echo 'v 1 -2 0'");
    answers("echo 'c noise'; echo 'v 1'; echo 'v -2 0'; echo 's SATISFIABLE'; exit 30");
    answers("echo 'Instance Satisfiable'; echo '1 -2 Random Seed Used 0'; echo 'RESULT: SAT'");
    // Gaps are completed by false, and variables beyond the formula do not matter.
    answers("echo 's SATISFIABLE'; echo 'v 1 0'; exit 10");
    answers("echo 's SATISFIABLE'; echo 'v 1 77 2147483647 0'; exit 10");
    answers("[ $# = 2 ] && printf 'SAT\\n1 -2 0\\n' > $2; echo SATISFIABLE; exit 10");
}

#[test]
fn the_way_that_works_is_remembered() {
    let stage = Stage::new();
    let body = "echo $# >> $stage/called; [ $# = 2 ] || { echo 'usage: fake IN OUT'; exit 1; }\n\
                printf 'SAT\\n1 -2 0\\n' > $2; exit 10";
    let program = Arc::new(stage.program("fake", body));
    for _ in 0..2 {
        let mut solver = program.create(&Config::default());
        small().pour(solver.as_mut());
        assert!(matches!(solver.solve(&[], &patience()), Ok(Outcome::Sat(_))));
    }
    assert_eq!(fs::read_to_string(stage.path("called")).unwrap(), "1\n2\n2\n");
}

/// The arguments of a script, without the private folder.
#[track_caller]
fn arguments(
    name: &str,
    choose: impl Fn(Program) -> Program,
    config: &Config,
    budget: &Budget,
) -> String {
    let stage = Stage::new();
    let note = "for word in \"$@\"; do echo \"[$word]\"; done >> $stage/arguments";
    // Some look for the answer in a file, which is here as empty as none.
    let touch = "case $2 in $stage/*) touch $2;; esac";
    let body = format!("{note}\n{touch}; {MODEL}");
    let program = choose(stage.program(name, &body));
    let mut solver = Arc::new(program).create(config);
    small().pour(solver.as_mut());
    solver.solve(&[], budget).unwrap();
    let arguments = fs::read_to_string(stage.path("arguments")).unwrap();
    let is_path = |word: &str| word.contains("/sator-");
    let short = |line: &str| match line.split_once('/').filter(|_| is_path(line)) {
        Some((before, path)) => format!("{before}{}", path.rsplit('/').next().unwrap()),
        None => line.to_owned(),
    };
    arguments.lines().map(short).collect::<Vec<_>>().join(" ")
}

#[test]
fn arguments_are_split_as_a_shell_does_and_placeholders_are_replaced() {
    let with = |line: &'static str| move |program: Program| program.with_args(line).unwrap();
    let arguments = |line| arguments("fake", with(line), &Config::default(), &patience());
    assert_eq!(arguments(""), "[formula.cnf]");
    assert_eq!(arguments("-a 'b  c' d\\ e \"f'\""), "[-a] [b  c] [d e] [f'] [formula.cnf]");
    assert_eq!(arguments("-i {cnf} -x"), "[-i] [formula.cnf] [-x]");
    assert_eq!(arguments("--in={cnf} --out={out}"), "[--in=formula.cnf] [--out=answer]");
    assert_eq!(arguments("-p {proof}"), "[-p] [proof] [formula.cnf]");
}

#[test]
fn an_open_quote_in_the_arguments_is_an_error() {
    let stage = Stage::new();
    let error = stage.program("fake", "").with_args("-a 'b").unwrap_err();
    assert_eq!(error.to_string(), "the solver's arguments have a quote ' that is not closed");
}

#[test]
fn a_solver_of_this_build_takes_no_arguments() {
    let error = Solver::default().with_args("-v").unwrap_err().to_string();
    assert_eq!(error, "the backend auto takes no arguments; programs do, as exec:PROGRAM");
}

#[test]
fn known_programs_get_the_arguments_that_they_need() {
    let seeded = Config { seed: Some(41), ..Config::default() };
    let limited = Budget { conflicts: Some(9), ..patience() };
    let as_is = |program| program;
    let plain = |name| arguments(name, as_is, &Config::default(), &patience());
    assert_eq!(plain("glucose"), "[-model] [formula.cnf]");
    assert_eq!(plain("glucose_static"), "[-model] [formula.cnf]");
    assert_eq!(plain("minisat_static"), "[formula.cnf] [answer]");
    assert_eq!(plain("zchaff"), "[formula.cnf]");
    let kissat = arguments("kissat", as_is, &seeded, &limited);
    assert_eq!(kissat, "[--seed=42] [--conflicts=9] [formula.cnf]");
    // Complete arguments are passed unchanged.
    let all = |program: Program| program.with_args("{cnf}").unwrap();
    assert_eq!(arguments("kissat", all, &seeded, &limited), "[formula.cnf]");
}

/// Has a proof written to a file.
pub(crate) fn proving(file: impl Into<PathBuf>) -> Config {
    let to = ProofTo { path: file.into(), format: Format::DratText, clauses: 0 };
    Config { proof: Some(to), ..Config::default() }
}

#[test]
fn a_proof_is_there_when_its_file_is_even_if_it_has_no_steps() {
    for (body, is_there) in [("touch $2", true), ("echo 0 > $2", true), ("", false)] {
        let stage = Stage::new();
        let body = format!("{body}\necho 's UNSATISFIABLE'; exit 20");
        let program = stage.program("fake", &body).with_args("-p {proof}").unwrap();
        let mut solver = Arc::new(program).create(&proving(stage.path("proof")));
        assert_eq!(solver.solve(&[], &patience()), Ok(Outcome::Unsat(vec![])));
        let finished = solver.finish_proof().map_err(|error| error.message);
        let missing = Err("it has written no proof".to_owned());
        assert_eq!(finished, if is_there { Ok(()) } else { missing }, "{body}");
    }
}

#[test]
fn proofs_are_requested_from_programs_that_write_them() {
    let arguments = |name, line: &'static str| {
        let choose = move |program: Program| program.with_args(line).unwrap();
        arguments(name, choose, &proving("/dev/null"), &patience())
    };
    let glucose = "[-model] [-certified] [-certified-output=/dev/null] [formula.cnf]";
    assert_eq!(arguments("glucose", ""), glucose);
    assert_eq!(arguments("kissat", ""), "[--no-binary] [formula.cnf] [/dev/null]");
    assert_eq!(arguments("fake", "-p{proof}"), "[-p/dev/null] [formula.cnf]");
    let stage = Stage::new();
    for (name, line) in [("fake", ""), ("minisat", ""), ("kissat", "{cnf}")] {
        let program = stage.program(name, "").with_args(line).unwrap();
        assert!(!program.abilities().contains(&Ability::Proofs), "{name}");
    }
    assert!(stage.program("kissat", "").abilities().contains(&Ability::Proofs));
}

#[test]
fn a_version_is_the_output_of_the_program_within_a_second() {
    let stage = Stage::new();
    let version = |body| stage.program("fake", body).version();
    assert_eq!(version("[ $1 = --version ] && echo fake 1.2.3").as_deref(), Some("1.2.3"));
    assert_eq!(version("echo oops >&2; exit 1"), None);
    assert_eq!(version("sleep 600"), None);
    assert_eq!(stage.program("minisat", "echo 9.9").version(), None, "it has no word for it");
}

#[test]
fn statistics_are_read_from_the_output() {
    let stage = Stage::new();
    let body = format!("echo 'c conflicts: 5'; echo 'c 7 decisions'; {MODEL}");
    let mut solver = loaded(stage.program("fake", &body), &small());
    assert_eq!(solver.stats(), Stats::default());
    for times in 1..3 {
        solver.solve(&[], &patience()).unwrap();
        let counted =
            Stats { conflicts: Some(5 * times), decisions: Some(7 * times), ..Stats::default() };
        assert_eq!(solver.stats(), counted);
    }
}

#[test]
fn a_sum_of_statistics_with_a_missing_part_is_absent() {
    let stage = Stage::new();
    let body = format!(
        "echo 'c conflicts: 5'; [ -e $stage/again ] || echo 'c 7 decisions'; touch $stage/again\n\
         [ -e $stage/hang ] && exec sleep 600\n{MODEL}"
    );
    let mut solver = loaded(stage.program("fake", &body), &small());
    solver.solve(&[], &patience()).unwrap();
    let [conflicts, decisions] = [Some(5), Some(7)];
    assert_eq!(solver.stats(), Stats { conflicts, decisions, ..Stats::default() });
    solver.solve(&[], &patience()).unwrap();
    assert_eq!(solver.stats(), Stats { conflicts: Some(10), ..Stats::default() });
    fs::write(stage.path("hang"), "").unwrap();
    solver.solve(&[], &milliseconds(50)).unwrap();
    assert_eq!(solver.stats(), Stats::default());
}

// The recorded runs of programs that are not installed.

#[needs(shared_data)]
fn recorded_runs_are_understood_as_if_the_programs_were_here(data: &SharedData) {
    let folder = data.path("solver_output");
    let cases = [("glucose", "glucose41", [10, 20]), ("zchaff", "zchaff", [0, 0])];
    for (name, file, codes) in cases {
        for ((end, formula), code) in
            [("sat", "8-queens.cnf"), ("unsat", "3-queens.cnf")].into_iter().zip(codes)
        {
            let stage = Stage::new();
            let record = folder.join(format!("{file}_{end}.txt"));
            let body = format!("cat '{}'; exit {code}", record.display());
            let formula = dimacs::read(&fs::read(folder.join(formula)).unwrap()).unwrap();
            let mut solver = loaded(stage.program(name, &body), &formula.clauses);
            let outcome = solver.solve(&[], &patience()).unwrap();
            assert_eq!(matches!(outcome, Outcome::Sat(_)), end == "sat", "{name} {end}");
            assert!(solver.stats().decisions.is_some(), "{name} {end}");
        }
    }
}

#[test]
fn a_program_serves_several_threads_at_once() {
    let stage = Stage::new();
    let program = Arc::new(stage.program("fake", &format!("cat $1 > /dev/null; {MODEL}")));
    let solve = |program: Arc<Program>| {
        move || {
            let mut solver = program.create(&Config::default());
            small().pour(solver.as_mut());
            (0..5).all(|_| matches!(solver.solve(&[], &patience()), Ok(Outcome::Sat(_))))
        }
    };
    let threads: Vec<_> = (0..4).map(|_| thread::spawn(solve(Arc::clone(&program)))).collect();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap()));
    stage.is_tidy();
}
