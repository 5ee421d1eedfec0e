//! MiniSat, from which many solvers are derived.

use rustsat_minisat::core::Minisat;

use super::rustsat::{Adapter, Embedded, version};
use super::{Ability, Entry};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "minisat",
    summary: "MiniSat, which many solvers come from",
    version: version::<Minisat>,
    abilities: &[Ability::Incremental, Ability::Cores, Ability::Interrupt],
    create: |_| Box::new(Adapter::<Minisat>::new()),
};

impl Embedded for Minisat {
    const NAME: &'static str = ENTRY.name;
}
