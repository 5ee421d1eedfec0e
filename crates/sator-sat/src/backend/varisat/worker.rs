//! Where a Varisat works: in the caller's thread, or in one that the caller can leave.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use varisat::solver::SolverError;
use varisat::{ExtendFormula, ProofFormat, Solver};

use super::gate::{Gate, ProofSink};
use super::import;
use super::proof::Proof;
use crate::Clauses;
use crate::backend::waiting::{Missed, receive};
use crate::backend::{Budget, ProofTo, StopReason};

/// A solver at work.
pub(super) enum Worker {
    /// In the caller's thread.
    Here(Box<Here>),
    /// In a thread of its own.
    Apart(Apart),
}

/// What a solver says.
pub(super) enum Reply {
    Sat(Vec<varisat::Lit>),
    Unsat(Vec<varisat::Lit>),
    Stopped(StopReason),
    /// The proof that was wanted cannot be written.
    Unproved(io::Error),
    Crashed,
}

impl Worker {
    /// A solver for a formula of so many literals, perhaps more to come.
    ///
    /// Small formulas have their conflicts so fast that writes come often enough to stop at them,
    /// and a thread would cost more than they take.
    pub(super) fn start(literals: usize, proof: Option<ProofTo>) -> Self {
        const SMALL: usize = 100_000;
        if literals <= SMALL && proof.is_none() {
            Self::Here(Box::new(Here::new()))
        } else {
            Self::Apart(Apart::start(proof))
        }
    }

    pub(super) fn load(&mut self, clauses: &Clauses) {
        match self {
            Self::Here(here) => load(&mut here.solver, clauses, &here.gate),
            Self::Apart(apart) => apart.send(Job::Load(clauses.clone())),
        }
    }

    pub(super) fn solve(&mut self, assumptions: Vec<varisat::Lit>, budget: &Budget) -> Reply {
        match self {
            Self::Here(here) => here.solve(&assumptions, budget),
            Self::Apart(apart) => {
                apart.gate.open(budget.conflicts);
                apart.send(Job::Solve(assumptions));
                apart.wait(budget)
            }
        }
    }

    /// Completes the proof; nothing if the solver is gone.
    pub(super) fn finish_proof(&mut self) -> Option<io::Result<()>> {
        match self {
            Self::Here(_) => Some(Ok(())),
            Self::Apart(apart) => {
                let (reply, replies) = channel();
                apart.send(Job::FinishProof(reply));
                replies.recv().ok()
            }
        }
    }
}

/// A solver in the caller's thread.
pub(super) struct Here {
    solver: Solver<'static>,
    gate: Arc<Gate>,
}

impl Here {
    fn new() -> Self {
        let gate = Gate::new();
        let mut solver = Solver::new();
        solver.write_proof(ProofSink::new(&gate), ProofFormat::Varisat);
        Self { solver, gate }
    }

    fn solve(&mut self, assumptions: &[varisat::Lit], budget: &Budget) -> Reply {
        self.gate.open_within(budget);
        match solve(&mut self.solver, assumptions, &self.gate, None) {
            Reply::Stopped(reason) => Reply::Stopped(budget.exhausted().unwrap_or(reason)),
            reply => reply,
        }
    }
}

/// The near end of a solver's thread. Dropping it ends the thread.
pub(super) struct Apart {
    jobs: Sender<Job>,
    replies: Receiver<Reply>,
    gate: Arc<Gate>,
}

enum Job {
    Load(Clauses),
    Solve(Vec<varisat::Lit>),
    FinishProof(Sender<io::Result<()>>),
}

impl Apart {
    fn start(proof: Option<ProofTo>) -> Self {
        let (jobs, inbox) = channel();
        let (outbox, replies) = channel();
        let gate = Gate::new();
        let watched = Arc::clone(&gate);
        thread::spawn(move || work(&inbox, &outbox, &watched, proof.as_ref()));
        Self { jobs, replies, gate }
    }

    /// A thread that has ended takes no more jobs; [`Apart::wait`] will notice.
    fn send(&self, job: Job) {
        let _ended = self.jobs.send(job);
    }

    fn wait(&self, budget: &Budget) -> Reply {
        receive(&self.replies, budget).unwrap_or_else(|missed| match missed {
            Missed::Gone => Reply::Crashed,
            Missed::Stopped(reason) => Reply::Stopped(reason),
        })
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        self.gate.close();
    }
}

/// The far end: does jobs in turn until nobody sends any, or until the gate is shut.
fn work(jobs: &Receiver<Job>, replies: &Sender<Reply>, gate: &Arc<Gate>, proof: Option<&ProofTo>) {
    let proof = proof.map(Proof::begin);
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
            Job::Solve(assumptions) => solve(&mut solver, &assumptions, gate, proof.as_ref()),
            Job::FinishProof(reply) => {
                let closed = solver.close_proof().map_err(io::Error::other);
                let finish = |()| proof.as_ref().map_or(Ok(()), Proof::finish);
                let _nobody_asks = reply.send(closed.and_then(finish));
                continue;
            }
        };
        let is_usable = matches!(reply, Reply::Sat(_) | Reply::Unsat(_));
        if replies.send(reply).is_err() || !is_usable {
            return;
        }
    }
}

fn load(solver: &mut Solver<'_>, clauses: &Clauses, gate: &Gate) {
    let mut imported = Vec::new();
    for clause in clauses.iter() {
        if gate.is_closed() {
            return;
        }
        imported.clear();
        imported.extend(clause.iter().map(|&lit| import(lit)));
        solver.add_clause(&imported);
    }
}

fn solve(
    solver: &mut Solver<'_>,
    assumptions: &[varisat::Lit],
    gate: &Gate,
    proof: Option<&Proof>,
) -> Reply {
    solver.assume(assumptions);
    match solver.solve() {
        Ok(true) => Reply::Sat(solver.model().unwrap_or_default()),
        Ok(false) => Reply::Unsat(solver.failed_core().unwrap_or_default().to_vec()),
        Err(SolverError::ProofProcessorError { .. }) => {
            proof.and_then(|proof| proof.finish().err()).map_or(Reply::Crashed, Reply::Unproved)
        }
        // Nobody waits any more if the gate was closed; if somebody does, it was the limit.
        Err(_) if gate.is_shut() => Reply::Stopped(StopReason::Conflicts),
        Err(_) => Reply::Crashed,
    }
}
