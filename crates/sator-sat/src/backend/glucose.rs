//! Glucose, a MiniSat that keeps the clauses which tie few decisions together.

use rustsat_glucose::core::Glucose;

use super::rustsat::{Adapter, Embedded, version};
use super::{Ability, Entry};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "glucose",
    summary: "Glucose, a MiniSat that keeps its best clauses",
    version: version::<Glucose>,
    abilities: &[Ability::Incremental, Ability::Cores, Ability::Interrupt],
    create: |_| Box::new(Adapter::<Glucose>::new()),
};

impl Embedded for Glucose {
    const NAME: &'static str = ENTRY.name;
}
