//! Limits on the work of a solver, and the reasons why it stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::clock::Instant;

/// The reason why a solver stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The deadline passed.
    Time,
    /// The limit on conflicts was reached.
    Conflicts,
    /// The interrupt was raised.
    Interrupted,
    /// The solver gave up by itself.
    GaveUp,
}

/// The limits of a solve. Clones share the interrupt.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    /// The time at which to stop.
    pub deadline: Option<Instant>,
    /// The approximate number of conflicts after which to stop, for each solve. Varisat loses its
    /// learnt clauses when it is stopped, so a repeated attempt needs a higher limit; programs obey
    /// the limit only if they are known and have such an option.
    pub conflicts: Option<u64>,
    /// The flag that stops the solver from another thread.
    pub interrupt: Interrupt,
}

impl Budget {
    /// The reason to stop now, apart from conflicts.
    pub fn exhausted(&self) -> Option<StopReason> {
        if self.interrupt.is_raised() {
            Some(StopReason::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// A flag that any thread may raise and to which every solver reacts within a tenth of a second.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    /// The parent flag; raising it raises this one too.
    above: Option<Arc<Interrupt>>,
}

impl Interrupt {
    /// A child of this flag: raising the child does not raise this flag, but raising this flag
    /// raises the child.
    #[must_use]
    pub fn below(&self) -> Self {
        Self { flag: Arc::default(), above: Some(Arc::new(self.clone())) }
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the flag or one of its parents is raised.
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|it| it.is_raised())
    }
}
