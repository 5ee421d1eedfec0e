//! How long a solver may work, and why it stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::clock::Instant;

/// Why a solver stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The deadline passed.
    Time,
    /// The conflicts were used up.
    Conflicts,
    /// Somebody asked it to.
    Interrupted,
    /// The solver itself found that it cannot tell.
    GaveUp,
}

/// How long a solver may work. Clones share the interrupt.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// After how many conflicts to stop, roughly, counted for each solve. Varisat forgets what it
    /// has learnt when it is stopped, so that trying again needs a higher limit there; programs heed
    /// it only if they are known and have such a limit.
    pub conflicts: Option<u64>,
    /// The flag that stops it from another thread.
    pub interrupt: Interrupt,
}

impl Budget {
    /// Why to stop now, conflicts aside.
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

/// A flag that any thread may raise and every solver heeds within a tenth of a second.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    /// Also stops who watches this one.
    above: Option<Arc<Interrupt>>,
}

impl Interrupt {
    /// A flag of its own below this one: raising it stops only those who watch it, and raising
    /// this one stops them too.
    #[must_use]
    pub fn below(&self) -> Self {
        Self { flag: Arc::default(), above: Some(Arc::new(self.clone())) }
    }

    /// Asks all who watch this flag to stop.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|it| it.is_raised())
    }
}
