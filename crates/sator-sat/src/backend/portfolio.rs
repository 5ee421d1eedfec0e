//! Several solvers at once, each in a thread of its own: the first answer counts, and the others are
//! stopped.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::waiting::{Missed, receive};
use super::{Ability, Backend, BackendError, Budget, Config, Entry, Interrupt, Outcome, Stats};
use crate::clauses::Stoppable;
use crate::{ClauseSink, Clauses, Lit};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "portfolio",
    summary: "several solvers at once, one on each thread; the first answer counts",
    version: || env!("CARGO_PKG_VERSION").to_owned(),
    abilities: &[
        Ability::Incremental,
        Ability::Cores,
        Ability::Interrupt,
        Ability::Resume,
        Ability::Seed,
        Ability::Threads,
    ],
    create: |config| Box::new(Portfolio::new(MEMBERS, config)),
};

/// Who takes part, as far as there are threads. The unlike come first. Where there are more
/// threads, they begin again with other seeds.
const MEMBERS: &[Entry] = &[
    #[cfg(feature = "cadical")]
    super::cadical::ENTRY,
    super::batsat::ENTRY,
    #[cfg(feature = "glucose")]
    super::glucose::ENTRY,
    super::varisat::ENTRY,
    #[cfg(feature = "minisat")]
    super::minisat::ENTRY,
];

struct Portfolio {
    members: Vec<Sender<Job>>,
    words: Receiver<Word>,
    /// How those died that have.
    dead: Vec<BackendError>,
    /// Clauses that the members do not have yet.
    pending: Clauses,
    variables: u32,
    /// How often the members were asked. Replies to earlier questions may come late.
    asked: u64,
    /// Stops the members that are still at an earlier question.
    at_work: Interrupt,
    /// Stops the members that still take clauses when nobody wants an answer any more.
    is_over: Interrupt,
    stats: Stats,
}

/// What a member is to do.
enum Job {
    Add(Arc<Clauses>),
    Solve { question: u64, variables: u32, assumptions: Arc<[Lit]>, budget: Budget },
}

/// What a member says.
enum Word {
    Reply(Reply),
    /// It says no more.
    Dead(BackendError),
}

/// What a member says to a question.
struct Reply {
    question: u64,
    outcome: Result<Outcome, BackendError>,
    stats: Stats,
}

/// How many threads there are to be.
pub(super) fn threads(config: &Config) -> usize {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    config.threads.unwrap_or_else(all).max(1)
}

/// Lets these solvers race, and no others.
#[cfg(feature = "cadical")]
pub(super) fn race(entries: &'static [Entry], config: &Config) -> Box<dyn Backend> {
    Box::new(Portfolio::new(entries, config))
}

impl Portfolio {
    fn new(entries: &'static [Entry], config: &Config) -> Self {
        let threads = threads(config);
        let (speak, words) = channel();
        let is_over = Interrupt::default();
        let engage = |number: usize| {
            let round = (number / entries.len()) as u64;
            let config = Config { seed: seed(config, round), ..config.clone() };
            engage(&entries[number % entries.len()], config, speak.clone(), is_over.clone())
        };
        Self {
            members: (0..threads).map(engage).collect(),
            words,
            dead: Vec::new(),
            pending: Clauses::default(),
            variables: 0,
            asked: 0,
            at_work: Interrupt::default(),
            is_over,
            stats: Stats::default(),
        }
    }

    /// Sends a job to every member. One that has died is not missed while others live.
    fn tell(&self, job: impl Fn() -> Job) {
        for member in &self.members {
            let _dead = member.send(job());
        }
    }

    fn deliver(&mut self) {
        if !self.pending.is_empty() {
            let lot = Arc::new(std::mem::take(&mut self.pending));
            self.tell(|| Job::Add(Arc::clone(&lot)));
        }
    }

    /// The first verdict; if nobody comes to one, why. Whoever lives says one thing: a reply, or
    /// that it has died.
    fn first_verdict(&mut self, budget: &Budget) -> Result<Outcome, BackendError> {
        let mut waited_for = self.members.len() - self.dead.len();
        let mut stopped = None;
        let mut failed = None;
        while waited_for > 0 {
            let reply = match receive(&self.words, budget) {
                Ok(Word::Reply(reply)) if reply.question == self.asked => reply,
                Ok(Word::Reply(_late)) => continue,
                Ok(Word::Dead(error)) => {
                    self.dead.push(error);
                    waited_for -= 1;
                    continue;
                }
                Err(Missed::Stopped(reason)) => return Ok(Outcome::Stopped(reason)),
                Err(Missed::Gone) => break,
            };
            waited_for -= 1;
            match reply.outcome {
                Ok(Outcome::Stopped(reason)) => stopped = Some(reason),
                Ok(verdict) => {
                    self.stats = reply.stats;
                    return Ok(verdict);
                }
                Err(error) => failed = Some(error),
            }
        }
        match stopped {
            Some(reason) => Ok(Outcome::Stopped(reason)),
            None => Err(failed.or_else(|| self.dead.first().cloned()).unwrap_or_else(nobody_left)),
        }
    }
}

fn nobody_left() -> BackendError {
    BackendError {
        backend: ENTRY.name.to_owned(),
        message: "its threads ended without an answer".to_owned(),
    }
}

impl ClauseSink for Portfolio {
    fn add_clause(&mut self, clause: &[Lit]) {
        // Members load beside encoding when clauses come in large numbers.
        const LOT: usize = 1 << 16;
        self.pending.add_clause(clause);
        if self.pending.len() >= LOT {
            self.deliver();
        }
    }
}

impl Backend for Portfolio {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, BackendError> {
        if let Some(reason) = budget.exhausted() {
            return Ok(Outcome::Stopped(reason));
        }
        self.deliver();
        self.asked += 1;
        self.at_work = budget.interrupt.below();
        let (question, variables) = (self.asked, self.variables);
        let assumptions: Arc<[Lit]> = assumptions.into();
        let budget = Budget { interrupt: self.at_work.clone(), ..budget.clone() };
        self.tell(|| {
            let (assumptions, budget) = (Arc::clone(&assumptions), budget.clone());
            Job::Solve { question, variables, assumptions, budget }
        });
        let verdict = self.first_verdict(&budget);
        self.at_work.raise();
        verdict
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}

/// Members end when nobody sends them jobs; what they are at is of no use any more.
impl Drop for Portfolio {
    fn drop(&mut self) {
        self.is_over.raise();
        self.at_work.raise();
    }
}

/// Where chance begins for those of a round: elsewhere in each.
fn seed(config: &Config, round: u64) -> Option<u64> {
    if round == 0 { config.seed } else { Some(config.seed.unwrap_or(0).wrapping_add(round)) }
}

/// Starts a member. One that panics has said something, too: nobody need wait for it.
fn engage(
    entry: &'static Entry,
    config: Config,
    words: Sender<Word>,
    is_over: Interrupt,
) -> Sender<Job> {
    let (jobs, inbox) = channel();
    thread::spawn(move || {
        let work = AssertUnwindSafe(|| work(entry, &config, &inbox, &words, &is_over));
        if panic::catch_unwind(work).is_err() {
            let (backend, message) = (entry.name.to_owned(), "it has panicked".to_owned());
            let _nobody_listens = words.send(Word::Dead(BackendError { backend, message }));
        }
    });
    jobs
}

/// Does jobs in turn until nobody sends any. Solvers cannot move between threads, so each is made
/// in its own.
fn work(
    entry: &Entry,
    config: &Config,
    jobs: &Receiver<Job>,
    words: &Sender<Word>,
    is_over: &Interrupt,
) {
    let mut solver = (entry.create)(config);
    while let Ok(job) = jobs.recv() {
        if is_over.is_raised() {
            return;
        }
        match job {
            Job::Add(clauses) => {
                clauses.pour(&mut Stoppable::new(solver.as_mut(), &|| is_over.is_raised()));
            }
            Job::Solve { question, variables, assumptions, budget } => {
                solver.reserve(variables);
                let outcome = solver.solve(&assumptions, &budget);
                let stats = Stats { solved_by: Some(entry.name), ..solver.stats() };
                let _nobody_listens = words.send(Word::Reply(Reply { question, outcome, stats }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    use std::time::{Duration, Instant};

    use super::super::{Create, StopReason};
    use super::*;

    /// A member that does what it is told to, where it is told to.
    struct Player {
        add: fn(),
        solve: fn() -> Result<Outcome, BackendError>,
        leave: fn(),
    }

    impl ClauseSink for Player {
        fn add_clause(&mut self, _: &[Lit]) {
            (self.add)();
        }
    }

    impl Backend for Player {
        fn reserve(&mut self, _: u32) {}

        fn solve(&mut self, _: &[Lit], _: &Budget) -> Result<Outcome, BackendError> {
            (self.solve)()
        }

        fn stats(&self) -> Stats {
            Stats::default()
        }
    }

    impl Drop for Player {
        fn drop(&mut self) {
            (self.leave)();
        }
    }

    fn nothing() {}

    const UNSAT: Result<Outcome, BackendError> = Ok(Outcome::Unsat(Vec::new()));

    const ANSWERS: Create = |_| Box::new(Player { add: nothing, solve: || UNSAT, leave: nothing });
    const STOPS: Create = |_| {
        let solve = || Ok(Outcome::Stopped(StopReason::Conflicts));
        Box::new(Player { add: nothing, solve, leave: nothing })
    };
    const FAILS: Create = |_| {
        let solve = || {
            let [backend, message] = ["fake", "it failed"].map(str::to_owned);
            Err(BackendError { backend, message })
        };
        Box::new(Player { add: nothing, solve, leave: nothing })
    };
    const DIES_AT_ONCE: Create = |_| panic!("on purpose");
    const DIES_OF_A_CLAUSE: Create = |_| {
        let add = || panic!("on purpose");
        Box::new(Player { add, solve: || UNSAT, leave: nothing })
    };
    const DIES_WHEN_ASKED: Create = |_| {
        let solve = || panic!("on purpose");
        Box::new(Player { add: nothing, solve, leave: nothing })
    };

    fn portfolio(members: &[Create]) -> Portfolio {
        let entry =
            |&create: &Create| Entry { name: "fake", abilities: &[], create, ..super::ENTRY };
        let entries: Vec<_> = members.iter().map(entry).collect();
        let config = Config { threads: Some(members.len()), ..Config::default() };
        let mut portfolio = Portfolio::new(entries.leak(), &config);
        portfolio.add_clause(&[Lit::positive(0)]);
        portfolio
    }

    /// So long that only a hang gets there.
    fn patience() -> Budget {
        let deadline = Some(Instant::now() + Duration::from_secs(20));
        Budget { deadline, ..Budget::default() }
    }

    #[test]
    fn a_member_that_dies_is_not_waited_for() {
        for dies in [DIES_AT_ONCE, DIES_OF_A_CLAUSE, DIES_WHEN_ASKED] {
            let mut some = portfolio(&[dies, ANSWERS, dies]);
            let mut all = portfolio(&[dies, dies]);
            for _ in 0..3 {
                assert_eq!(some.solve(&[], &patience()), UNSAT);
                let error = all.solve(&[], &patience()).unwrap_err();
                assert_eq!(error.to_string(), "the solver fake failed: it has panicked");
            }
        }
    }

    #[test]
    fn without_a_verdict_who_was_stopped_counts_and_else_who_failed() {
        let stopped = Ok(Outcome::Stopped(StopReason::Conflicts));
        for others in [[STOPS, FAILS], [FAILS, STOPS], [DIES_AT_ONCE, STOPS]] {
            assert_eq!(portfolio(&others).solve(&[], &patience()), stopped);
        }
        let error = portfolio(&[FAILS, DIES_AT_ONCE]).solve(&[], &patience()).unwrap_err();
        assert_eq!(error.message, "it failed");
    }

    /// Whether the slow member is gone.
    static IS_GONE: AtomicBool = AtomicBool::new(false);
    /// How many clauses it took.
    static TAKEN: AtomicU32 = AtomicU32::new(0);

    #[track_caller]
    fn wait_until(is_so: impl Fn() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < deadline, "it takes for ever");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn members_of_a_portfolio_that_is_dropped_load_no_further() {
        let slow: Create = |_| {
            let add = || {
                TAKEN.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_micros(20));
            };
            let leave = || IS_GONE.store(true, Ordering::Relaxed);
            Box::new(Player { add, solve: || UNSAT, leave })
        };
        let mut portfolio = portfolio(&[slow]);
        // One lot.
        let lot = 1 << 16;
        (0..lot).for_each(|_| portfolio.add_clause(&[Lit::positive(0)]));
        wait_until(|| TAKEN.load(Ordering::Relaxed) > 0);
        drop(portfolio);
        wait_until(|| IS_GONE.load(Ordering::Relaxed));
        assert!(TAKEN.load(Ordering::Relaxed) < lot);
    }
}
