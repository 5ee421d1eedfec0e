//! Jobs: how many run and wait at once, in which order, and how they are cancelled.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::Config;
use crate::answer::Answer;
use crate::child::{self, ChildError, ChildLimits, HELD_UNITS};
use crate::request::Task;

/// Jobs of one class, short or long, that may wait at once.
pub(crate) const MAX_WAITING: usize = 64;

/// The longest time that a job waits to begin.
const MAX_WAIT: Duration = Duration::from_secs(120);

/// The jobs of a server.
pub(crate) struct Jobs {
    config: Config,
    long: Class,
    short: Class,
    /// The memory for answers and for requests that wait.
    held: Arc<Semaphore>,
    /// The jobs that can be cancelled, by name.
    cancellable: Mutex<HashMap<String, Arc<Notify>>>,
    /// The working folder of children, and of their private files.
    folder: TempDir,
}

/// The places of one class of jobs.
struct Class {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// A refusal for the time being.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Busy {
    #[error("{MAX_WAITING} jobs are waiting already: try again later")]
    TooMany,
    #[error("no processor was free for {} s: try again later", MAX_WAIT.as_secs())]
    TooLong,
}

impl Busy {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::TooLong => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// The right to wait for a place, with the share of the memory for the request.
pub(crate) struct Ticket {
    waiting: Arc<AtomicUsize>,
    _share: OwnedSemaphorePermit,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Class {
    fn new(places: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), waiting: Arc::default() }
    }

    fn ticket(&self, share: OwnedSemaphorePermit) -> Result<Ticket, Busy> {
        let waiting = Arc::clone(&self.waiting);
        let before = waiting.fetch_add(1, Ordering::Relaxed);
        let ticket = Ticket { waiting, _share: share };
        if before < MAX_WAITING { Ok(ticket) } else { Err(Busy::TooMany) }
    }
}

impl Jobs {
    pub(crate) fn new(config: Config) -> io::Result<Self> {
        let long = config.jobs.get();
        Ok(Self {
            long: Class::new(long),
            short: Class::new(long.div_ceil(2)),
            held: Arc::new(Semaphore::new(HELD_UNITS)),
            cancellable: Mutex::default(),
            folder: tempfile::Builder::new().prefix("sator-serve-").tempdir()?,
            config,
        })
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// A share of the memory, for a request of so many bytes.
    pub(crate) fn share(&self, bytes: usize) -> Result<OwnedSemaphorePermit, ChildError> {
        child::share(&self.held, bytes)
    }

    /// Queues a job, unless too many of its class wait.
    pub(crate) fn queue(&self, task: &Task, share: OwnedSemaphorePermit) -> Result<Ticket, Busy> {
        if task.is_short() { self.short.ticket(share) } else { self.long.ticket(share) }
    }

    /// Waits for a place and runs the job. If this future is dropped, the child is killed.
    pub(crate) async fn run(
        &self,
        ticket: Ticket,
        task: Task,
        cancel: &Notify,
        mut report: impl FnMut(Value),
    ) -> Answer {
        let place = tokio::select! {
            biased;
            () = cancel.notified() => return ChildError::Cancelled.into(),
            place = self.place(task.is_short(), &mut report) => place,
        };
        drop(ticket);
        let place = match place {
            Ok(place) => place,
            Err(busy) => return busy.into(),
        };
        let limits = ChildLimits {
            program: &self.config.program,
            folder: self.folder.path(),
            memory: self.config.memory,
            held: &self.held,
        };
        let form = task.form;
        let finished = child::run(task, &limits, cancel, report).await;
        drop(place);
        finished.map_or_else(Answer::from, |finished| Answer::of(finished, form))
    }

    /// A place for a job: short jobs have places of their own, and take those of long ones too.
    async fn place(
        &self,
        is_short: bool,
        report: &mut impl FnMut(Value),
    ) -> Result<OwnedSemaphorePermit, Busy> {
        /// A wait that is reported.
        const NOTICED: Duration = Duration::from_millis(200);
        let place = async {
            let long = Arc::clone(&self.long.places).acquire_owned();
            if !is_short {
                return long.await;
            }
            tokio::select! {
                biased;
                place = Arc::clone(&self.short.places).acquire_owned() => place,
                place = long => place,
            }
        };
        tokio::pin!(place);
        if let Ok(place) = timeout(NOTICED, &mut place).await {
            return place.map_err(|_| Busy::TooLong);
        }
        report(json!({ "activity": "Waiting", "text": "waiting for a free processor" }));
        match timeout(MAX_WAIT, place).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(Busy::TooLong),
        }
    }

    /// Gives a job a name by which it can be cancelled, until the guard is dropped.
    pub(crate) fn name(self: &Arc<Self>) -> NamedJob {
        let random = || RandomState::new().hash_one(());
        let id = format!("{:016x}{:016x}", random(), random());
        let cancel = Arc::new(Notify::new());
        self.names().insert(id.clone(), Arc::clone(&cancel));
        NamedJob { id, cancel, jobs: Arc::clone(self) }
    }

    /// Cancels the job with this name, if there is one.
    pub(crate) fn cancel(&self, id: &str) -> bool {
        let cancel = self.names().get(id).map(Arc::clone);
        cancel.inspect(|cancel| cancel.notify_one()).is_some()
    }

    fn names(&self) -> MutexGuard<'_, HashMap<String, Arc<Notify>>> {
        self.cancellable.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job that can be cancelled by its name.
pub(crate) struct NamedJob {
    pub(crate) id: String,
    pub(crate) cancel: Arc<Notify>,
    jobs: Arc<Jobs>,
}

impl Drop for NamedJob {
    fn drop(&mut self) {
        self.jobs.names().remove(&self.id);
    }
}
