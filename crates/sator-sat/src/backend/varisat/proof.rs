//! Writes the proof of a Varisat run to its file.

use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};

use super::export;
use crate::backend::proof_file::ProofFile;

/// Varisat's own checker supplies the clauses that justify each step: these are LRAT's hints, and
/// DRAT needs none.
impl ProofProcessor for ProofFile {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        _: CheckerData<'_, '_>,
    ) -> anyhow::Result<()> {
        // LRAT counts clauses from 1.
        let number = |id: u64| id as i64 + 1;
        let lits = |clause: &[varisat::Lit]| clause.iter().copied().map(export).collect::<Vec<_>>();
        // An error here ends the solving: without a proof the answer is of no use.
        anyhow::ensure!(!self.has_failed(), "the proof cannot be written");
        self.write(|writer| match *step {
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
        });
        Ok(())
    }
}
