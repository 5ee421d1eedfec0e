//! The proof that a solver writes to a file while it works.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::rc::Rc;

use super::{BackendError, ProofTo};
use crate::proof::Writer;

/// A proof in progress, shared by its clones: solvers report their steps in callbacks that they own
/// and that cannot fail, so an error is kept until the solve returns.
#[derive(Clone)]
pub(super) struct ProofFile {
    backend: &'static str,
    to: ProofTo,
    state: Rc<RefCell<State>>,
}

/// The writer, or the error that it had; `None` once the proof is complete.
type State = Option<Result<Writer<File>, BackendError>>;

impl ProofFile {
    /// Creates the file.
    pub(super) fn create(backend: &'static str, to: &ProofTo) -> Self {
        let file = File::create(&to.path);
        let writer = file.map(|file| Writer::renumbering(file, to.format, to.clauses));
        let writer = writer.map_err(|error| to.failed(backend, &error));
        Self { backend, to: to.clone(), state: Rc::new(RefCell::new(Some(writer))) }
    }

    /// Writes steps, unless the proof has failed or is complete.
    pub(super) fn write(&self, write: impl FnOnce(&mut Writer<File>)) {
        if let Some(Ok(writer)) = self.state.borrow_mut().as_mut() {
            write(writer);
        }
    }

    /// Whether the proof cannot be written.
    pub(super) fn has_failed(&self) -> bool {
        self.state.borrow().as_ref().is_some_and(|it| it.as_ref().map_or(true, Writer::is_closed))
    }

    /// Returns the error if writing has failed, and keeps it.
    #[cfg(feature = "cadical")]
    pub(super) fn check(&self) -> Result<(), BackendError> {
        if self.has_failed()
            && let Err(error) = self.finish()
        {
            self.state.replace(Some(Err(error.clone())));
            return Err(error);
        }
        Ok(())
    }

    /// Completes the proof and closes the file.
    pub(super) fn finish(&self) -> Result<(), BackendError> {
        match self.state.take() {
            Some(writer) => writer?.finish().map(drop).map_err(|error| self.error(&error)),
            None => Ok(()),
        }
    }

    pub(super) fn error(&self, error: &io::Error) -> BackendError {
        self.to.failed(self.backend, error)
    }
}
