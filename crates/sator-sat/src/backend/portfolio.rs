//! Several solvers at once, each on a thread of its own: the first answer counts, and the others
//! are stopped.

use std::thread;

use super::Ability::{Cores, Incremental, Interrupt, Resume, Seed, Threads};
use super::workers::{Member, Workers};
use super::{Backend, Config, Entry};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "portfolio",
    summary: "several solvers at once, one on each thread; the first answer counts",
    version: || env!("CARGO_PKG_VERSION").to_owned(),
    abilities: &[Incremental, Cores, Interrupt, Resume, Seed, Threads],
    create: |config| race(MEMBERS, threads(config), config),
};

/// The solvers in the order in which threads are given to them; solvers that differ most come
/// first.
const MEMBERS: &[Member] = &[
    #[cfg(feature = "cadical")]
    super::cadical::MEMBER,
    Member { name: "batsat", create: |config| (super::batsat::ENTRY.create)(config) },
    #[cfg(feature = "glucose")]
    Member { name: "glucose", create: |config| (super::glucose::ENTRY.create)(config) },
    super::varisat::MEMBER,
    #[cfg(feature = "minisat")]
    Member { name: "minisat", create: |config| (super::minisat::ENTRY.create)(config) },
];

/// How many threads the configuration allows.
pub(super) fn threads(config: &Config) -> usize {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    config.threads.unwrap_or_else(all).max(1)
}

/// A race on so many threads. If there are more threads than members, the members start again with
/// other seeds.
pub(super) fn race(members: &[Member], threads: usize, config: &Config) -> Box<dyn Backend> {
    Workers::race((0..threads).map(|number| {
        let round = (number / members.len()) as u64;
        let seed = if round == 0 {
            config.seed
        } else {
            Some(config.seed.unwrap_or(0).wrapping_add(round))
        };
        (members[number % members.len()], Config { seed, ..config.clone() })
    }))
}
