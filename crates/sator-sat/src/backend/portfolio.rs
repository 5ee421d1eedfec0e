//! Several solvers at once, each in a thread of its own: the first answer counts, and the others are
//! stopped.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::{Ability, Backend, BackendError, Budget, Config, Entry, Interrupt, Outcome, Stats};
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
        Ability::Seed,
        Ability::Threads,
    ],
    create: |config| Box::new(Portfolio::new(config)),
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

/// How often the budget is looked at while the members work.
const LOOK_EVERY: Duration = Duration::from_millis(10);

struct Portfolio {
    members: Vec<Sender<Job>>,
    replies: Receiver<Reply>,
    /// Clauses that the members do not have yet.
    pending: Clauses,
    variables: u32,
    /// How often the members were asked. Replies to earlier questions may come late.
    asked: u64,
    /// Stops the members that are still at an earlier question.
    at_work: Interrupt,
    stats: Stats,
}

/// What a member is to do.
enum Job {
    Add(Arc<Clauses>),
    Solve { question: u64, variables: u32, assumptions: Arc<[Lit]>, budget: Budget },
}

/// What a member says.
struct Reply {
    question: u64,
    outcome: Result<Outcome, BackendError>,
    stats: Stats,
}

impl Portfolio {
    fn new(config: &Config) -> Self {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        let threads = config.threads.unwrap_or_else(all).max(1);
        let (reply, replies) = channel();
        let members = (0..threads).map(|number| engage(number, config, reply.clone())).collect();
        Self {
            members,
            replies,
            pending: Clauses::default(),
            variables: 0,
            asked: 0,
            at_work: Interrupt::default(),
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

    /// The first verdict; if nobody comes to one, why.
    fn first_verdict(&mut self, budget: &Budget) -> Result<Outcome, BackendError> {
        let mut last = None;
        for _ in 0..self.members.len() {
            let reply = loop {
                match self.replies.recv_timeout(LOOK_EVERY) {
                    Ok(reply) if reply.question == self.asked => break reply,
                    Ok(_late) => {}
                    Err(RecvTimeoutError::Disconnected) => return Err(nobody_left()),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Some(reason) = budget.exhausted() {
                            return Ok(Outcome::Stopped(reason));
                        }
                    }
                }
            };
            if let Ok(Outcome::Sat(_) | Outcome::Unsat(_)) = reply.outcome {
                self.stats = reply.stats;
                return reply.outcome;
            }
            last = Some(reply.outcome);
        }
        last.unwrap_or_else(|| Err(nobody_left()))
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
        self.at_work.raise();
    }
}

/// Starts a member. Solvers cannot move between threads, so each is made in its own.
fn engage(number: usize, config: &Config, replies: Sender<Reply>) -> Sender<Job> {
    let (jobs, inbox) = channel();
    let entry = &MEMBERS[number % MEMBERS.len()];
    let round = (number / MEMBERS.len()) as u64;
    let mut config = config.clone();
    if round > 0 {
        config.seed = Some(config.seed.unwrap_or(0).wrapping_add(round));
    }
    thread::spawn(move || {
        let mut solver = (entry.create)(&config);
        while let Ok(job) = inbox.recv() {
            match job {
                Job::Add(clauses) => clauses.pour(solver.as_mut()),
                Job::Solve { question, variables, assumptions, budget } => {
                    solver.reserve(variables);
                    let outcome = solve(entry.name, solver.as_mut(), &assumptions, &budget);
                    let stats = Stats { solved_by: Some(entry.name), ..solver.stats() };
                    if replies.send(Reply { question, outcome, stats }).is_err() {
                        return;
                    }
                }
            }
        }
    });
    jobs
}

/// A member that panics has said something, too: nobody need wait for it.
fn solve(
    name: &str,
    solver: &mut dyn Backend,
    assumptions: &[Lit],
    budget: &Budget,
) -> Result<Outcome, BackendError> {
    let spoken = panic::catch_unwind(AssertUnwindSafe(|| solver.solve(assumptions, budget)));
    spoken.unwrap_or_else(|_| {
        let message = "it has panicked".to_owned();
        Err(BackendError { backend: name.to_owned(), message })
    })
}
