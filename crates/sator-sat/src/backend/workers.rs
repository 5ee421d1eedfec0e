//! Solvers on threads of their own, behind the trait.
//!
//! One worker is for a solver that cannot move between threads, such as CaDiCaL. Several workers
//! race: the first answer counts, and the others are stopped. Clauses are sent in large lots,
//! because a message for each clause would cost more than loading it.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::waiting::{Missed, receive};
use super::{Backend, BackendError, Budget, Config, Halt, Interrupt, LocalBackend, Outcome, Stats};
use crate::clauses::{Row, Stoppable};
use crate::clock::Instant;
use crate::{ClauseSink, Clauses, Lit, threads};

/// How long to wait, after the budget is spent, for replies, which bring statistics.
const GRACE: Duration = Duration::from_millis(30);

/// A solver that is created on its worker's thread and stays there.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) create: fn(&Config) -> Box<dyn LocalBackend>,
}

/// The near end of the workers.
pub(super) struct Workers {
    /// The inboxes of all workers, also of those that have ended.
    jobs: Vec<Sender<Job>>,
    messages: Receiver<Message>,
    running: usize,
    /// The error of the first worker that has ended, or was never started.
    first_loss: Option<BackendError>,
    /// Clauses that are not sent yet.
    pending: Clauses,
    variables: u32,
    /// The number of the last question. Replies to earlier ones may come late.
    question: u64,
    /// Stops the workers that still work on an earlier question.
    at_work: Interrupt,
    /// Stops the workers that still load clauses when this is dropped.
    is_dropped: Interrupt,
    stats: Stats,
    /// Whether the statistics name the solver that answered.
    is_race: bool,
}

enum Job {
    Add(Arc<Clauses>),
    Solve { question: u64, variables: u32, assumptions: Arc<[Lit]>, budget: Budget },
    FinishProof(Sender<Result<(), BackendError>>),
}

enum Message {
    Reply {
        member: &'static str,
        question: u64,
        outcome: Result<Outcome, BackendError>,
        stats: Stats,
    },
    /// The worker has ended and sends no more.
    Ended(BackendError),
}

impl Workers {
    /// One solver on a thread of its own.
    pub(super) fn alone(member: Member, config: &Config) -> Box<dyn Backend> {
        Box::new(Self::new([(member, config.clone())], false))
    }

    /// Several solvers at once.
    pub(super) fn race(members: impl IntoIterator<Item = (Member, Config)>) -> Box<dyn Backend> {
        Box::new(Self::new(members, true))
    }

    fn new(members: impl IntoIterator<Item = (Member, Config)>, is_race: bool) -> Self {
        let (sender, messages) = channel();
        let is_dropped = Interrupt::default();
        let mut jobs = Vec::new();
        let mut first_loss = None;
        for (member, config) in members {
            let (outbox, inbox) = channel();
            let end = FarEnd { inbox, messages: sender.clone(), is_dropped: is_dropped.clone() };
            match threads::spawn(move || end.run(member, &config)) {
                Ok(()) => jobs.push(outbox),
                Err(error) => {
                    first_loss.get_or_insert(BackendError::new(member.name, error.to_string()));
                }
            }
        }
        Self {
            running: jobs.len(),
            jobs,
            messages,
            first_loss,
            pending: Clauses::default(),
            variables: 0,
            question: 0,
            at_work: Interrupt::default(),
            is_dropped,
            stats: Stats::default(),
            is_race,
        }
    }

    /// Sends a job to every worker. A worker that has ended cannot receive it, and has said so.
    fn send(&self, job: impl Fn() -> Job) {
        for worker in &self.jobs {
            let _ended = worker.send(job());
        }
    }

    /// Sends a full lot, so that the workers load while the caller encodes.
    fn send_if_many(&mut self) {
        const LOT: usize = 1 << 14;
        if self.pending.len() >= LOT {
            self.send_pending();
        }
    }

    fn send_pending(&mut self) {
        if !self.pending.is_empty() {
            let lot = Arc::new(std::mem::take(&mut self.pending));
            self.send(|| Job::Add(Arc::clone(&lot)));
        }
    }

    /// The first verdict; without one, the reason of a stop; without that, an error. Each running
    /// worker sends one message: a reply, or that it has ended.
    fn first_verdict(&mut self, budget: &Budget) -> Result<Outcome, BackendError> {
        let mut budget = budget.clone();
        let mut outstanding = self.running;
        let (mut spent, mut stopped, mut failed) = (None, None, None);
        while outstanding > 0 {
            match receive(&self.messages, &budget) {
                Ok(Message::Reply { member, question, outcome, stats }) => {
                    // Replies to earlier questions may come late.
                    if question != self.question {
                        continue;
                    }
                    outstanding -= 1;
                    let is_verdict = matches!(outcome, Ok(Outcome::Sat(_) | Outcome::Unsat(_)));
                    let solved_by = (self.is_race && is_verdict).then_some(member);
                    self.stats = Stats { solved_by, ..stats };
                    match outcome {
                        Ok(Outcome::Stopped(reason)) => stopped = Some(reason),
                        Ok(verdict) => return Ok(verdict),
                        Err(error) => failed = Some(error),
                    }
                }
                Ok(Message::Ended(error)) => {
                    self.first_loss.get_or_insert(error);
                    self.running -= 1;
                    outstanding -= 1;
                }
                Err(Missed::Stopped(reason)) if spent.is_none() => {
                    spent = Some(reason);
                    let deadline = Some(Instant::now() + GRACE);
                    budget = Budget { deadline, ..Budget::default() };
                }
                Err(_) => break,
            }
        }
        match spent.or(stopped) {
            Some(reason) => Ok(Outcome::Stopped(reason)),
            None => Err(failed.unwrap_or_else(|| self.loss())),
        }
    }

    fn loss(&self) -> BackendError {
        let ended = || BackendError::new("portfolio", "its threads ended without an answer");
        self.first_loss.clone().unwrap_or_else(ended)
    }
}

impl ClauseSink for Workers {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.pending.add_clause(clause);
        self.send_if_many();
    }

    fn add_clauses(&mut self, clauses: Row<'_>) {
        self.pending.add_clauses(clauses);
        self.send_if_many();
    }
}

impl LocalBackend for Workers {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
    }

    fn search(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, Halt> {
        self.send_pending();
        self.question += 1;
        self.at_work = budget.interrupt.below();
        let (question, variables) = (self.question, self.variables);
        let assumptions: Arc<[Lit]> = assumptions.into();
        let budget = Budget { interrupt: self.at_work.clone(), ..budget.clone() };
        self.send(|| {
            let (assumptions, budget) = (Arc::clone(&assumptions), budget.clone());
            Job::Solve { question, variables, assumptions, budget }
        });
        let verdict = self.first_verdict(&budget);
        self.at_work.raise();
        Ok(verdict?)
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    /// A race has no proof, so this is for one worker.
    fn finish_proof(&mut self) -> Result<(), BackendError> {
        self.send_pending();
        let (reply, replies) = channel();
        self.send(|| Job::FinishProof(reply.clone()));
        drop(reply);
        replies.recv().unwrap_or_else(|_| Err(self.loss()))
    }
}

/// Stops the workers, which then end: their inboxes are closed.
impl Drop for Workers {
    fn drop(&mut self) {
        self.is_dropped.raise();
        self.at_work.raise();
    }
}

/// The worker's end of the channels.
struct FarEnd {
    inbox: Receiver<Job>,
    messages: Sender<Message>,
    is_dropped: Interrupt,
}

impl FarEnd {
    /// Works until the inbox is closed. A panic is an error of the solver.
    fn run(self, member: Member, config: &Config) {
        let work = AssertUnwindSafe(|| self.work(member, config));
        if panic::catch_unwind(work).is_err() {
            self.send(Message::Ended(BackendError::new(member.name, "it has panicked")));
        }
    }

    fn work(&self, member: Member, config: &Config) {
        let mut solver = (member.create)(config);
        while let Ok(job) = self.inbox.recv() {
            if self.is_dropped.is_raised() {
                return;
            }
            match job {
                Job::Add(clauses) => {
                    let stop = || self.is_dropped.is_raised();
                    clauses.pour(&mut Stoppable::new(solver.as_mut(), &stop));
                }
                Job::Solve { question, variables, assumptions, budget } => {
                    solver.reserve(variables);
                    let outcome = solver.solve(&assumptions, &budget);
                    let (member, stats) = (member.name, solver.stats());
                    self.send(Message::Reply { member, question, outcome, stats });
                }
                Job::FinishProof(reply) => {
                    let _dropped = reply.send(solver.finish_proof());
                }
            }
        }
    }

    /// The near end may be dropped already.
    fn send(&self, message: Message) {
        let _dropped = self.messages.send(message);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    use std::thread;

    use super::super::StopReason;
    use super::*;
    use crate::threads::tests::without_threads;

    type Create = fn(&Config) -> Box<dyn LocalBackend>;

    /// A solver with a function for each event.
    struct Fake {
        add: fn(),
        solve: fn() -> Result<Outcome, BackendError>,
        drop: fn(),
    }

    impl ClauseSink for Fake {
        fn add_clause(&mut self, _: &[Lit]) {
            (self.add)();
        }
    }

    impl LocalBackend for Fake {
        fn reserve(&mut self, _: u32) {}

        fn search(&mut self, _: &[Lit], _: &Budget) -> Result<Outcome, Halt> {
            Ok((self.solve)()?)
        }

        fn stats(&self) -> Stats {
            Stats::default()
        }
    }

    impl Drop for Fake {
        fn drop(&mut self) {
            (self.drop)();
        }
    }

    fn nothing() {}

    const UNSAT: Result<Outcome, BackendError> = Ok(Outcome::Unsat(Vec::new()));

    const FAKE: Fake = Fake { add: nothing, solve: || UNSAT, drop: nothing };

    const ANSWERS: Create = |_| Box::new(FAKE);
    const STOPS: Create =
        |_| Box::new(Fake { solve: || Ok(Outcome::Stopped(StopReason::Conflicts)), ..FAKE });
    const FAILS: Create =
        |_| Box::new(Fake { solve: || Err(BackendError::new("fake", "it failed")), ..FAKE });
    const PANICS_AT_ONCE: Create = |_| panic!("on purpose");
    const PANICS_AT_A_CLAUSE: Create = |_| Box::new(Fake { add: || panic!("on purpose"), ..FAKE });
    const PANICS_AT_A_SOLVE: Create = |_| Box::new(Fake { solve: || panic!("on purpose"), ..FAKE });

    fn race(members: &[Create]) -> Box<dyn Backend> {
        let member = |&create| (Member { name: "fake", create }, Config::default());
        let mut workers = Workers::race(members.iter().map(member));
        workers.add_clause(&[Lit::positive(0)]);
        workers
    }

    /// So long that only a hang gets there.
    fn long_budget() -> Budget {
        let deadline = Some(Instant::now() + Duration::from_secs(20));
        Budget { deadline, ..Budget::default() }
    }

    #[test]
    fn a_worker_that_panics_is_not_waited_for() {
        for panics in [PANICS_AT_ONCE, PANICS_AT_A_CLAUSE, PANICS_AT_A_SOLVE] {
            let mut some = race(&[panics, ANSWERS, panics]);
            let mut all = race(&[panics, panics]);
            for _ in 0..3 {
                assert_eq!(some.solve(&[], &long_budget()), UNSAT);
                let error = all.solve(&[], &long_budget()).unwrap_err();
                assert_eq!(error.to_string(), "the solver fake failed: it has panicked");
            }
            assert!(all.finish_proof().is_err());
        }
    }

    #[test]
    fn without_a_verdict_a_stop_counts_more_than_an_error() {
        let stopped = Ok(Outcome::Stopped(StopReason::Conflicts));
        for others in [[STOPS, FAILS], [FAILS, STOPS], [PANICS_AT_ONCE, STOPS]] {
            assert_eq!(race(&others).solve(&[], &long_budget()), stopped);
        }
        let error = race(&[FAILS, PANICS_AT_ONCE]).solve(&[], &long_budget()).unwrap_err();
        assert_eq!(error.message, "it failed");
    }

    #[test]
    fn a_refused_thread_is_an_error() {
        let mut workers = without_threads(|| race(&[ANSWERS, ANSWERS]));
        let error = workers.solve(&[], &long_budget()).unwrap_err().to_string();
        let expected = "the solver fake failed: the system refuses a thread: ";
        assert!(error.starts_with(expected), "{error}");
        assert!(workers.finish_proof().is_err());
    }

    /// Whether the slow solver is dropped.
    static IS_GONE: AtomicBool = AtomicBool::new(false);
    /// The number of clauses that it has loaded.
    static LOADED: AtomicU32 = AtomicU32::new(0);

    #[track_caller]
    fn wait_until(is_so: impl Fn() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < deadline, "the wait is over");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn workers_stop_loading_when_they_are_dropped() {
        let slow: Create = |_| {
            let add = || {
                LOADED.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_micros(20));
            };
            let drop = || IS_GONE.store(true, Ordering::Relaxed);
            Box::new(Fake { add, drop, ..FAKE })
        };
        let mut workers = race(&[slow]);
        // One lot.
        let lot = 1 << 14;
        (0..lot).for_each(|_| workers.add_clause(&[Lit::positive(0)]));
        wait_until(|| LOADED.load(Ordering::Relaxed) > 0);
        drop(workers);
        wait_until(|| IS_GONE.load(Ordering::Relaxed));
        assert!(LOADED.load(Ordering::Relaxed) < lot);
    }
}
