//! Varisat, a pure Rust solver that can write proofs.
//!
//! Varisat has no interrupt. It does write its proof as it goes, and a write that fails ends the
//! solving; but writes are buffered, so that alone is not prompt. So each solver lives in a thread
//! of its own: when the budget is spent the caller gets its answer at once, and the thread ends at
//! its next write. An ended solver cannot be used again; the clauses are kept, and a new one is
//! filled when needed.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::{ExtendFormula, ProofFormat, Solver};

use super::{
    Ability, Assignment, Backend, BackendError, Budget, Entry, Outcome, ProofTo, Stats, StopReason,
};
use crate::proof::Writer;
use crate::{ClauseSink, Clauses, Lit};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "varisat",
    summary: "Varisat, a solver in Rust",
    version: || "0.2.2".to_owned(),
    abilities: &[Ability::Incremental, Ability::Cores, Ability::Proofs],
    create: |config| Box::new(Varisat { proof: config.proof.clone(), ..Varisat::default() }),
};

/// How often the budget is looked at while the thread works.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Varisat behind the trait.
#[derive(Default)]
pub(super) struct Varisat {
    /// Every clause so far, for the next worker if this one has to be given up.
    clauses: Clauses,
    /// Those that the worker does not have yet.
    pending: Clauses,
    variables: u32,
    worker: Option<Worker>,
    proof: Option<ProofTo>,
}

impl ClauseSink for Varisat {
    fn add_clause(&mut self, clause: &[Lit]) {
        // Loading runs beside encoding when clauses come in large numbers.
        const BATCH: usize = 1 << 16;
        for lit in clause {
            self.variables = self.variables.max(lit.vidx32() + 1);
        }
        self.clauses.add_clause(clause);
        self.pending.add_clause(clause);
        if self.pending.len() >= BATCH {
            self.deliver();
        }
    }
}

impl Varisat {
    /// The worker, holding every clause; a new one if the last had to be given up.
    fn deliver(&mut self) -> &Worker {
        let pending = std::mem::take(&mut self.pending);
        if let Some(worker) = &self.worker {
            worker.send(Job::Load(pending));
        }
        let (clauses, proof) = (&self.clauses, &self.proof);
        self.worker.get_or_insert_with(|| {
            let worker = Worker::start(proof.clone());
            worker.send(Job::Load(clauses.clone()));
            worker
        })
    }

    fn assignment(&self, model: &[varisat::Lit]) -> Assignment {
        let mut values = vec![false; self.variables as usize];
        for lit in model {
            values[lit.index()] = lit.is_positive();
        }
        Assignment::new(values)
    }
}

impl Backend for Varisat {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, BackendError> {
        if let Some(reason) = budget.exhausted() {
            return Ok(Outcome::Stopped(reason));
        }
        for lit in assumptions {
            self.variables = self.variables.max(lit.vidx32() + 1);
        }
        let worker = self.deliver();
        worker.gate.open(budget.conflicts);
        worker.send(Job::Solve(assumptions.iter().map(|&lit| import(lit)).collect()));
        match worker.wait(budget) {
            Reply::Sat(model) => Ok(Outcome::Sat(self.assignment(&model))),
            Reply::Unsat(core) => Ok(Outcome::Unsat(core.into_iter().map(export).collect())),
            Reply::Stopped(reason) => {
                self.worker = None;
                Ok(Outcome::Stopped(reason))
            }
            Reply::Proof(_) | Reply::Crashed => {
                self.worker = None;
                Err(crashed())
            }
        }
    }

    fn finish_proof(&mut self) -> Result<(), BackendError> {
        let (Some(to), Some(worker)) = (&self.proof, &self.worker) else { return Ok(()) };
        worker.send(Job::FinishProof);
        match worker.wait(&Budget::default()) {
            Reply::Proof(written) => written.map_err(|error| to.failed(ENTRY.name, &error)),
            _ => Err(crashed()),
        }
    }

    /// Varisat counts nothing that it would tell.
    fn stats(&self) -> Stats {
        Stats::default()
    }
}

fn crashed() -> BackendError {
    BackendError {
        backend: ENTRY.name.to_owned(),
        message: "its thread ended without an answer".to_owned(),
    }
}

fn import(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.vidx(), lit.is_pos())
}

fn export(lit: varisat::Lit) -> Lit {
    Lit::new(lit.index() as u32, lit.is_negative())
}

/// The near end of a solver's thread. Dropping it ends the thread.
struct Worker {
    jobs: Sender<Job>,
    replies: Receiver<Reply>,
    gate: Arc<Gate>,
}

enum Job {
    Load(Clauses),
    Solve(Vec<varisat::Lit>),
    FinishProof,
}

enum Reply {
    Sat(Vec<varisat::Lit>),
    Unsat(Vec<varisat::Lit>),
    Stopped(StopReason),
    Crashed,
    /// Whether it was written.
    Proof(io::Result<()>),
}

impl Worker {
    fn start(proof: Option<ProofTo>) -> Self {
        let (jobs, inbox) = channel();
        let (outbox, replies) = channel();
        let gate = Arc::new(Gate { limit: AtomicU64::new(u64::MAX), ..Gate::default() });
        let watched = Arc::clone(&gate);
        thread::spawn(move || work(&inbox, &outbox, &watched, proof.as_ref()));
        Self { jobs, replies, gate }
    }

    /// A thread that has ended takes no more jobs; [`Worker::wait`] will notice.
    fn send(&self, job: Job) {
        let _ended = self.jobs.send(job);
    }

    fn wait(&self, budget: &Budget) -> Reply {
        loop {
            match self.replies.recv_timeout(LOOK_EVERY) {
                Ok(reply) => return reply,
                Err(RecvTimeoutError::Disconnected) => return Reply::Crashed,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(reason) = budget.exhausted() {
                        return Reply::Stopped(reason);
                    }
                }
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.gate.closed.store(true, Ordering::Relaxed);
    }
}

/// The far end: does jobs in turn until nobody sends any, or until the gate is shut.
fn work(jobs: &Receiver<Job>, replies: &Sender<Reply>, gate: &Arc<Gate>, proof: Option<&ProofTo>) {
    let proof = proof.map(|to| Proof(Rc::new(RefCell::new(Some(to.open())))));
    let mut recorder = proof.clone();
    let mut solver = Solver::new();
    let sink = ProofSink::new(gate);
    solver.write_proof(sink, ProofFormat::Varisat);
    if let Some(recorder) = &mut recorder {
        solver.add_proof_processor(recorder);
    }
    while let Ok(job) = jobs.recv() {
        let reply = match job {
            Job::Load(clauses) => {
                load(&mut solver, &clauses, gate);
                continue;
            }
            Job::Solve(assumptions) => solve(&mut solver, &assumptions, gate),
            Job::FinishProof => {
                let closed = solver.close_proof().map_err(io::Error::other);
                Reply::Proof(closed.and_then(|()| proof.as_ref().map_or(Ok(()), Proof::finish)))
            }
        };
        let spent = matches!(reply, Reply::Stopped(_) | Reply::Crashed);
        if replies.send(reply).is_err() || spent {
            return;
        }
    }
}

fn load(solver: &mut Solver<'_>, clauses: &Clauses, gate: &Gate) {
    let mut imported = Vec::new();
    for clause in clauses.iter() {
        if gate.closed.load(Ordering::Relaxed) {
            return;
        }
        imported.clear();
        imported.extend(clause.iter().map(|&lit| import(lit)));
        solver.add_clause(&imported);
    }
}

fn solve(solver: &mut Solver<'_>, assumptions: &[varisat::Lit], gate: &Gate) -> Reply {
    solver.assume(assumptions);
    match solver.solve() {
        Ok(true) => Reply::Sat(solver.model().unwrap_or_default()),
        Ok(false) => Reply::Unsat(solver.failed_core().unwrap_or_default().to_vec()),
        // Nobody waits any more if the gate was closed; if somebody does, it was the limit.
        Err(_) if gate.is_shut() => Reply::Stopped(StopReason::Conflicts),
        Err(_) => Reply::Crashed,
    }
}

/// A proof on its way to its file. Varisat's own checker, which looks at every step, tells the
/// clauses that show it: these are LRAT's hints, and DRAT needs none.
#[derive(Clone)]
struct Proof(Rc<RefCell<Option<io::Result<Writer<File>>>>>);

impl Proof {
    fn finish(&self) -> io::Result<()> {
        match self.0.take() {
            Some(writer) => writer?.finish().map(drop),
            None => Ok(()),
        }
    }
}

impl ProofProcessor for Proof {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        _: CheckerData<'_, '_>,
    ) -> anyhow::Result<()> {
        // LRAT counts clauses from 1.
        let number = |id: u64| id as i64 + 1;
        let lits = |clause: &[varisat::Lit]| clause.iter().copied().map(export).collect::<Vec<_>>();
        let mut writer = self.0.borrow_mut();
        let Some(Ok(writer)) = writer.as_mut() else { return Ok(()) };
        match *step {
            CheckedProofStep::AddClause { id, .. }
            | CheckedProofStep::DuplicatedClause { id, .. }
            | CheckedProofStep::TautologicalClause { id, .. } => writer.original(number(id)),
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                let hints: Vec<_> = propagations.iter().map(|&id| number(id)).collect();
                writer.add(number(id), &lits(clause), None, &hints);
            }
            CheckedProofStep::DeleteClause { id, clause }
            | CheckedProofStep::DeleteAtClause { id, clause, keep_as_redundant: false, .. }
            | CheckedProofStep::DeleteRatClause { id, clause, keep_as_redundant: false, .. } => {
                writer.delete(number(id), &lits(clause));
            }
            _ => {}
        }
        Ok(())
    }
}

/// What ends a solver in another thread.
#[derive(Default)]
struct Gate {
    closed: AtomicBool,
    /// Clauses that the proof adds: one for each conflict, and a few for simplified clauses.
    added: AtomicU64,
    /// At how many of them to close.
    limit: AtomicU64,
}

impl Gate {
    fn open(&self, conflicts: Option<u64>) {
        let so_far = self.added.load(Ordering::Relaxed);
        let limit = conflicts.map_or(u64::MAX, |more| so_far.saturating_add(more));
        self.limit.store(limit, Ordering::Relaxed);
    }

    fn is_shut(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
            || self.added.load(Ordering::Relaxed) >= self.limit.load(Ordering::Relaxed)
    }
}

/// Takes the proof, counts the clauses that it adds, keeps nothing, and fails when the gate is
/// shut.
///
/// It is the native format because DRAT has no word for assumptions and later clauses.
struct ProofSink {
    gate: Arc<Gate>,
    number: Number,
    place: Place,
    failed: bool,
}

impl Write for ProofSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Varisat's buffer tries once more when it is dropped, which must not count twice.
        if !self.failed {
            for &byte in bytes {
                if let Some(number) = self.number.push(byte) {
                    self.read(number);
                }
            }
            self.failed = self.gate.is_shut();
        }
        if self.failed { Err(io::Error::other("stopped")) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where in the proof the next number stands: a step is a code, some plain numbers, and some
/// lists, each led by its length.
#[derive(Default)]
struct Place {
    plain: u64,
    lists: u32,
    /// How many numbers an element of the next list takes.
    element: u64,
}

impl ProofSink {
    fn new(gate: &Arc<Gate>) -> Self {
        let (number, place) = Default::default();
        Self { gate: Arc::clone(gate), number, place, failed: false }
    }

    fn read(&mut self, number: u64) {
        let Place { plain, lists, element } = self.place;
        self.place = if plain > 0 {
            Place { plain: plain - 1, lists, element }
        } else if lists > 0 {
            Place { plain: number.saturating_mul(element), lists: lists - 1, element }
        } else {
            self.begin(number)
        };
    }

    /// What follows a step's code, in the order of Varisat's own table.
    fn begin(&self, code: u64) -> Place {
        const ADDITIONS: [u64; 2] = [7, 8];
        if ADDITIONS.contains(&code) {
            self.gate.added.fetch_add(1, Ordering::Relaxed);
        }
        let (plain, lists, element) = match code {
            0 | 2 => (2, 0, 1),
            1 | 3..=6 | 13 => (1, 0, 1),
            7 | 8 | 17 => (0, 2, 1),
            9 => (0, 1, 2),
            10..=12 | 14..=16 => (0, 1, 1),
            _ => (0, 0, 1),
        };
        Place { plain, lists, element }
    }
}

/// A number on its way in: the zero bits at its low end tell how many bytes it has.
#[derive(Default)]
struct Number {
    bits: u128,
    bytes: u32,
}

impl Number {
    fn push(&mut self, byte: u8) -> Option<u64> {
        self.bits |= u128::from(byte) << (8 * self.bytes);
        self.bytes += 1;
        // Ten bytes are the longest, and the tenth bit need not be set to say so.
        let length = (self.bits | 1 << 9).trailing_zeros() + 1;
        if self.bytes < length {
            return None;
        }
        let number = (self.bits >> length) as u64;
        *self = Self::default();
        Some(number)
    }
}
