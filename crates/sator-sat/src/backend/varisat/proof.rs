//! Writes the proof of a Varisat run to its file.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::rc::Rc;

use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};

use super::export;
use crate::backend::ProofTo;
use crate::proof::Writer;

/// A proof in progress. Varisat's own checker supplies the clauses that justify each step: these
/// are LRAT's hints, and DRAT needs none.
#[derive(Clone)]
pub(super) struct Proof(Rc<RefCell<Option<io::Result<Writer<File>>>>>);

impl Proof {
    pub(super) fn begin(to: &ProofTo) -> Self {
        Self(Rc::new(RefCell::new(Some(to.open()))))
    }

    /// Completes it. If writing has failed, returns the error.
    pub(super) fn finish(&self) -> io::Result<()> {
        match self.0.take() {
            Some(writer) => writer?.finish().map(drop),
            None => Ok(()),
        }
    }

    /// Closes the file of a proof that will not be completed.
    pub(super) fn abandon(&self) {
        self.0.take();
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
        let writer = match writer.as_mut() {
            Some(Ok(writer)) if !writer.is_closed() => writer,
            // An error here ends the solving: without a proof the answer is of no use.
            Some(_) => anyhow::bail!("the proof cannot be written"),
            None => return Ok(()),
        };
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
