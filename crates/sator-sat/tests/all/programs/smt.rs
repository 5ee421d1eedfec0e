//! Sessions with SMT solvers: commands, replies, errors and deadlines.

use std::fmt::Write as _;

use sator_sat::backend::{BackendError, Budget, Interrupt, Stats, StopReason};
use sator_sat::clock::Instant;
use sator_sat::smt::{Entry, SOLVERS, Session, Verdict, by_name};
use sator_testing::with_programs;

use super::common::{Stage, interrupted_by, is_gone, is_zombie, patience};
use crate::common::conformance::milliseconds;

/// Tests promises of every SMT solver.
macro_rules! with_smt_solvers {
    ($($promise:ident;)*) => { $(with_programs!($promise: z3 cvc5);)* };
}

with_smt_solvers! {
    is_found_by_name_and_has_a_version;
    alternates_assertions_checks_and_values;
    reports_statistics;
    has_its_errors_reported_in_its_words;
    is_ended_by_a_deadline_and_by_an_interrupt;
    ends_when_its_session_is_dropped;
    is_not_blocked_by_long_texts_and_many_replies;
}

/// A session with a solver.
fn start(name: &str) -> Session {
    Session::start(by_name(name).unwrap(), None).unwrap()
}

/// Sends commands without a deadline that matters.
#[track_caller]
fn tell(session: &mut Session, text: &str) {
    assert_eq!(session.tell(text.as_bytes(), &patience()).unwrap(), Ok(()));
}

/// A script as an SMT solver.
fn fake(stage: &Stage, body: &str) -> Entry {
    let path = stage.script("fake", body).to_str().unwrap().to_owned();
    Entry {
        name: "fake",
        summary: "",
        program: Box::leak(path.into_boxed_str()),
        arguments: &[],
        seed: &["--seed="],
        install: "",
    }
}

const FOUR: &str = "(set-logic QF_LIA)\n\
    (declare-const a Int)(declare-const b Int)(declare-const c Int)(declare-const d Int)\n\
    (assert (and (<= 1 a 4) (<= 1 b 4) (<= 1 c 4) (<= 1 d 4)))\n\
    (assert (distinct a b c d))\n\
    (assert (distinct (+ a 1) (+ b 2) (+ c 3) (+ d 4)))\n\
    (assert (distinct (- a 1) (- b 2) (- c 3) (- d 4)))\n";

/// A question that takes for ever: pigeons again.
fn endless() -> String {
    const HOLES: usize = 16;
    let names: Vec<_> = (0..=HOLES).map(|number| format!("p{number}")).collect();
    let mut text = "(set-logic QF_LIA)\n".to_owned();
    for name in &names {
        let _ = writeln!(text, "(declare-const {name} Int)(assert (<= 1 {name} {HOLES}))");
    }
    for (at, first) in names.iter().enumerate() {
        for second in &names[at + 1..] {
            let _ = writeln!(text, "(assert (not (= {first} {second})))");
        }
    }
    text
}

#[test]
fn these_solvers_are_all_that_there_are() {
    assert_eq!(SOLVERS.iter().map(|entry| entry.name).collect::<Vec<_>>(), ["z3", "cvc5"]);
    assert!(by_name("deep-thought").is_none());
}

fn is_found_by_name_and_has_a_version(name: &str) {
    let version = by_name(name).unwrap().version().unwrap();
    assert!(version.split('.').count() > 1, "{version}");
}

#[test]
fn a_missing_solver_is_an_error_with_the_way_to_get_it() {
    let stage = Stage::new();
    let install = "on Debian: apt-get install deep-thought";
    let entry = Entry { program: "deep-thought", install, ..fake(&stage, "") };
    let error = Session::start(&entry, None).unwrap_err();
    let message = format!("no program 'deep-thought' on the PATH; to get it: {install}");
    assert_eq!(error, BackendError { backend: "fake".to_owned(), message });
    assert_eq!(entry.version(), None);
}

/// The values of four variables.
fn values(session: &mut Session) -> Vec<i64> {
    let reply = session.ask("(get-value (a b c d))", &patience()).unwrap().unwrap();
    let words = reply.split(|symbol: char| !symbol.is_ascii_digit());
    words.filter(|word| !word.is_empty()).map(|word| word.parse().unwrap()).collect()
}

fn alternates_assertions_checks_and_values(name: &str) {
    for seed in [None, Some(u64::MAX)] {
        let mut session = Session::start(by_name(name).unwrap(), seed).unwrap();
        tell(&mut session, FOUR);
        let mut found = Vec::new();
        while session.check(&patience()).unwrap() == Verdict::Sat {
            let values = values(&mut session);
            let same = ["a", "b", "c", "d"].iter().zip(&values);
            let same = same.map(|(name, value)| format!("(= {name} {value})"));
            let same = same.collect::<Vec<_>>().join(" ");
            tell(&mut session, &format!("(assert (not (and {same})))\n"));
            found.push(values);
        }
        found.sort();
        assert_eq!(found, [[2, 4, 1, 3], [3, 1, 4, 2]]);
        // An assertion ends with its frame.
        tell(&mut session, "(push 1)(assert (= a 1))");
        assert_eq!(session.check(&patience()), Ok(Verdict::Unsat));
        tell(&mut session, "(pop 1)\n");
    }
}

fn reports_statistics(name: &str) {
    let mut session = start(name);
    let text = endless().replace(" 16)", " 17)") + "(push 1)(assert (< p0 p1 p2 p3))";
    tell(&mut session, &text);
    assert_eq!(session.check(&patience()), Ok(Verdict::Sat));
    let stats = session.stats(&patience());
    assert!(stats.decisions.is_some_and(|it| it > 0), "{stats:?}");
    assert!(stats.propagations.is_some_and(|it| it > 0), "{stats:?}");
    assert_eq!(session.check(&patience()), Ok(Verdict::Sat));
}

fn has_its_errors_reported_in_its_words(name: &str) {
    let mut session = start(name);
    tell(&mut session, "(set-logic QF_LIA)(assert (= x 1))\n");
    let error = session.check(&patience()).unwrap_err();
    assert!(error.message.starts_with("it says: "), "{error}");
    assert!(error.message.contains('x') && !error.message.contains('\n'), "{error}");
    // The session is over after an error.
    let error = session.check(&patience()).unwrap_err();
    assert_eq!(error.message, "the session is over");
    is_gone(session.process());
}

fn is_ended_by_a_deadline_and_by_an_interrupt(name: &str) {
    let mut session = start(name);
    tell(&mut session, &endless());
    let verdict = session.check(&milliseconds(200));
    assert_eq!(verdict, Ok(Verdict::Stopped(StopReason::Time)));
    assert!(!is_zombie(session.process()));
    is_gone(session.process());

    let mut session = start(name);
    tell(&mut session, &endless());
    let interrupt = Interrupt::default();
    interrupt.raise();
    let budget = Budget { interrupt, ..Budget::default() };
    let reply = session.ask("(check-sat)", &budget);
    assert_eq!(reply, Ok(Err(StopReason::Interrupted)));
    is_gone(session.process());
}

fn ends_when_its_session_is_dropped(name: &str) {
    let mut session = start(name);
    tell(&mut session, FOUR);
    let process = session.process();
    drop(session);
    assert!(!is_zombie(process));
    is_gone(process);
}

#[test]
fn dropping_a_session_kills_a_solver_that_ignores_signals() {
    let stage = Stage::new();
    let body = "trap '' TERM; echo $$ > $stage/pid; while :; do sleep 0.05; done";
    let mut session = Session::start(&fake(&stage, body), None).unwrap();
    let budget = Budget { deadline: None, ..interrupted_by(stage.path("pid")) };
    while budget.exhausted().is_none() {
        tell(&mut session, "");
    }
    drop(session);
    stage.processes("pid").into_iter().for_each(is_gone);
}

fn is_not_blocked_by_long_texts_and_many_replies(name: &str) {
    let mut session = start(name);
    let mut text = FOUR.to_owned();
    text += &"; a comment, for the length of it, and on and on and on\n".repeat(20_000);
    // It replies while the text is sent, which fills the other pipe as well.
    let echo = "(get-info :name)\n".repeat(5_000);
    tell(&mut session, &(text + &echo));
    for _ in 0..5_000 {
        let reply = session.ask("", &patience()).unwrap().unwrap();
        assert!(reply.starts_with("(:name"), "{reply}");
    }
    assert_eq!(session.check(&patience()), Ok(Verdict::Sat));
}

#[test]
fn a_solver_that_does_not_read_is_killed_at_the_deadline() {
    let stage = Stage::new();
    let body = "trap '' TERM; echo $$ > $stage/pid; while :; do sleep 0.05; done";
    let long = vec![b' '; 1 << 22];
    let mut session = Session::start(&fake(&stage, body), None).unwrap();
    let told = session.tell(&long, &interrupted_by(stage.path("pid")));
    assert_eq!(told, Ok(Err(StopReason::Interrupted)));
    stage.processes("pid").into_iter().for_each(is_gone);
    let mut session = Session::start(&fake(&stage, body), None).unwrap();
    assert_eq!(session.tell(&long, &milliseconds(50)), Ok(Err(StopReason::Time)));
    is_gone(session.process());
}

/// The verdict of a script.
fn check(body: &str) -> Result<Verdict, String> {
    let stage = Stage::new();
    let mut session = Session::start(&fake(&stage, body), Some(1)).unwrap();
    session.check(&patience()).map_err(|error| error.message)
}

#[test]
fn solvers_that_misbehave_are_errors() {
    assert_eq!(check("read line; echo sat; cat"), Ok(Verdict::Sat));
    assert_eq!(check("read line; echo; echo '; hm'; echo unsat; cat"), Ok(Verdict::Unsat));
    // Giving up is no error.
    let gave_up = Ok(Verdict::Stopped(StopReason::GaveUp));
    assert_eq!(check("read line; echo unknown; cat"), gave_up);
    let error = |body| check(body).unwrap_err();
    assert!(error("read line; echo perhaps; cat").contains("found 'perhaps'"));
    assert!(error("read line; echo '(error \"no\")'; cat").starts_with("it says: no"));
    let gone = error("echo 'bad luck' >&2; exit 3");
    assert!(gone.contains("exit status: 3") && gone.contains("bad luck"), "{gone}");
    assert!(error("read line; kill -SEGV $$").contains("SIGSEGV"));
    assert!(error("read line; printf '(sat'").contains("it ended without a reply"));
    assert!(error("read line; yes '('").contains("its reply has no end"));
    assert!(error("echo \"(error \\\"$1\\\")\"; exit 1").contains("--seed=2"));
}

#[test]
fn unknown_is_no_error_when_the_time_is_up() {
    let stage = Stage::new();
    let body = "read line; sleep 0.3; echo unknown; cat";
    let mut session = Session::start(&fake(&stage, body), None).unwrap();
    let budget = milliseconds(100);
    assert_eq!(session.check(&budget), Ok(Verdict::Stopped(StopReason::Time)));
    assert!(budget.deadline.unwrap() < Instant::now());
    // Further commands return the same.
    assert_eq!(session.ask("(get-value (a))", &patience()), Ok(Err(StopReason::Time)));
}

#[test]
fn a_solver_without_statistics_continues() {
    let stage = Stage::new();
    let body = "while read line; do case \"$line\" in\n\
                *check-sat*) echo sat ;; *get-info*) echo '(error \"unsupported\")' ;;\n\
                esac; done";
    let mut session = Session::start(&fake(&stage, body), None).unwrap();
    for _ in 0..2 {
        assert_eq!(session.check(&patience()), Ok(Verdict::Sat));
        assert_eq!(session.stats(&patience()), Stats::default());
    }
}
