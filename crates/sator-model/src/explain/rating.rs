//! How difficult a puzzle is.
//!
//! The steps are taken in rounds: all facts that have a reason of the smallest size follow at once.
//! So the rating does not depend on the order of cells, values and rules, and transformed puzzles
//! have the same rating.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use sator_sat::Lit;
use sator_sat::backend::{Budget, StopReason};

use super::chain::{Truths, truths};
use super::counts;
use super::explorer::Explorer;
use super::search;
use super::units::{UnitId, Units};
use crate::derive::Deriver;
use crate::engine::{EngineError, Instance, Options, Verifier};

/// Sets of units up to this size are searched exhaustively.
const MAX_SIZE: usize = 7;

/// The same, where a unit can draw consequences several times.
const MAX_SIZE_OF_FORMS: usize = 4;

/// Nets are searched only if so many facts are left, because their time grows with the square.
const MAX_NET_FACTS: usize = 300;

/// What it takes to see the facts of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// One unit.
    Single,
    /// So many units, and no fewer.
    Set(usize),
    /// A chain: the opposite is refuted by propagation, in so many rounds.
    Chain(usize),
    /// A net: the opposite is refuted by propagation with chains inside, in so many sweeps over all
    /// values.
    Net(usize),
    /// Search.
    Search,
}

/// Facts that follow at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// What it takes to see them.
    pub level: Level,
    /// Their number.
    pub facts: usize,
}

/// How much of a puzzle is determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// There is one solution.
    All,
    /// There are several solutions: the rating is about the facts that they share.
    Part,
    /// There is no solution, and no rating.
    NoSolution,
    /// The budget ended: the difficulty is at least the rating.
    Stopped(StopReason),
}

/// The difficulty of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// The rounds.
    pub rounds: Vec<Round>,
    /// How much the rounds determine.
    pub extent: Extent,
}

/// A difficulty in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// Below 1.5.
    Gentle,
    /// Below 3.
    Easy,
    /// Below 5.
    Medium,
    /// Below 7.
    Hard,
    /// Below 9.
    Fiendish,
    /// The rest.
    Diabolical,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize])
    }
}

/// The error for a text that is not a word for a difficulty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a word for a difficulty")]
pub struct NotAWord;

impl FromStr for Word {
    type Err = NotAWord;

    fn from_str(text: &str) -> Result<Self, NotAWord> {
        let place = Self::NAMES.iter().position(|name| *name == text);
        place.map(|place| Self::ALL[place]).ok_or(NotAWord)
    }
}

impl Word {
    /// All words, easiest first.
    pub const ALL: [Self; 6] =
        [Self::Gentle, Self::Easy, Self::Medium, Self::Hard, Self::Fiendish, Self::Diabolical];

    /// Their names.
    pub const NAMES: [&'static str; 6] =
        ["gentle", "easy", "medium", "hard", "fiendish", "diabolical"];

    /// The word for a rating in tenths.
    fn of(tenths: u32) -> Self {
        match tenths {
            0..15 => Self::Gentle,
            15..30 => Self::Easy,
            30..50 => Self::Medium,
            50..70 => Self::Hard,
            70..90 => Self::Fiendish,
            _ => Self::Diabolical,
        }
    }
}

impl Rating {
    /// The rating in tenths, from 0 to 100, with its word.
    ///
    /// The largest level gives the base, and the number of hard rounds adds up to 0.9. Without hard
    /// rounds, it is the number of rounds that counts.
    pub fn tenths(&self) -> (u32, Word) {
        // In hundredths; `share` grows from 0 towards `most`, and is half of it at `half`.
        let share = |most: usize, number: usize, half: usize| most * number / (number + half);
        let extra = share(90, self.hard_rounds().saturating_sub(1), 8);
        let hundredths = match self.largest() {
            None => 0,
            Some(Level::Single) => share(290, self.rounds.len(), 12),
            Some(Level::Set(size)) => (180 + 60 * size + extra).min(890),
            Some(Level::Chain(links)) => (550 + 25 * links + extra).min(890),
            Some(Level::Net(sweeps)) => (870 + 30 * sweeps + extra).min(990),
            Some(Level::Search) => 1000,
        };
        let tenths = (hundredths as u32 + 5) / 10;
        (tenths, Word::of(tenths))
    }

    /// The number of rounds of each level, the easiest first.
    pub fn levels(&self) -> Vec<(Level, usize)> {
        let mut levels: Vec<Level> = self.rounds.iter().map(|round| round.level).collect();
        levels.sort_unstable();
        levels.chunk_by(|one, other| one == other).map(|same| (same[0], same.len())).collect()
    }

    /// The most difficult level; `None` if nothing follows.
    pub fn largest(&self) -> Option<Level> {
        self.rounds.iter().map(|round| round.level).max()
    }

    /// The number of rounds that take more than one unit.
    pub fn hard_rounds(&self) -> usize {
        self.rounds.iter().filter(|round| round.level > Level::Single).count()
    }
}

/// Rates an instance. `progress` is called with the number of rounds so far.
pub fn rate(
    instance: &Instance,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
    progress: &mut dyn FnMut(usize),
) -> Result<Rating, EngineError> {
    rate_up_to(Word::Diabolical, instance, verifier, options, progress)
}

/// The same, but ends when the difficulty is above `most`. The extent is then
/// [`Extent::Stopped`].
pub fn rate_up_to(
    most: Word,
    instance: &Instance,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
    progress: &mut dyn FnMut(usize),
) -> Result<Rating, EngineError> {
    let options = &options.begun();
    let ended = |extent| Rating { rounds: Vec::new(), extent };
    let truths = match truths(instance, verifier, options)? {
        Ok(Truths::Forced(truths)) => truths,
        Ok(Truths::NoSolution) => return Ok(ended(Extent::NoSolution)),
        Err(reason) => return Ok(ended(Extent::Stopped(reason))),
    };
    let stop = || options.budget.exhausted().is_some();
    let deriver = Deriver::new(instance.compiled().model(), instance.clues());
    let units = Units::with_sums(instance, &deriver.all_sums(&stop));
    let mut rater = Rater::new(&units, truths, &options.budget);
    let extent = rater.run(&mut |rounds| {
        progress(rounds.len());
        Rating { rounds: rounds.to_vec(), extent: Extent::Part }.tenths().1 <= most
    });
    Ok(Rating { rounds: rater.rounds, extent })
}

struct Rater<'r> {
    units: &'r Units,
    explorer: Explorer<'r>,
    /// The value of each variable that is the same in all solutions.
    truths: Vec<Option<bool>>,
    budget: &'r Budget,
    rounds: Vec<Round>,
    counts: Vec<UnitId>,
    has_only_groups: bool,
    is_excluded: Vec<bool>,
}

impl<'r> Rater<'r> {
    fn new(units: &'r Units, truths: Vec<Option<bool>>, budget: &'r Budget) -> Self {
        Self {
            explorer: Explorer::new(units),
            truths,
            budget,
            rounds: Vec::new(),
            counts: units.ids().filter(|&id| units.unit(id).is_count()).collect(),
            has_only_groups: units.has_only_groups(),
            is_excluded: vec![false; units.len()],
            units,
        }
    }

    /// Takes all rounds, as long as `go_on` agrees.
    fn run(&mut self, go_on: &mut dyn FnMut(&[Round]) -> bool) -> Extent {
        let Ok(givens) = self.units.instance().fact_lits() else { return Extent::NoSolution };
        for lit in givens {
            self.explorer.add_fact(lit);
        }
        match self.rounds(go_on) {
            Err(reason) => Extent::Stopped(reason),
            Ok(()) if self.truths.iter().all(Option::is_some) => Extent::All,
            Ok(()) => Extent::Part,
        }
    }

    fn rounds(&mut self, go_on: &mut dyn FnMut(&[Round]) -> bool) -> Result<(), StopReason> {
        let mut pending: Vec<UnitId> = self.units.ids().collect();
        loop {
            self.singles(std::mem::take(&mut pending))?;
            if !go_on(&self.rounds) {
                return Err(StopReason::GaveUp);
            }
            let open = self.open_facts();
            if open.is_empty() {
                return Ok(());
            }
            let (level, facts) = self.easiest(&open)?;
            self.apply(level, &facts);
        }
    }

    fn check(&self) -> Result<(), StopReason> {
        self.budget.exhausted().map_or(Ok(()), Err)
    }

    /// The facts that are not yet seen: literals that hold in all solutions.
    fn open_facts(&self) -> Vec<Lit> {
        let open = |(value, variable): (&Option<bool>, u32)| {
            let lit = Lit::new(variable, !(*value)?);
            self.explorer.value(lit).is_none().then_some(lit)
        };
        self.truths.iter().zip(0..).filter_map(open).collect()
    }

    fn apply(&mut self, level: Level, facts: &[Lit]) {
        for &lit in facts {
            self.explorer.add_fact(lit);
        }
        self.rounds.push(Round { level, facts: facts.len() });
    }

    /// All rounds of single units, to begin with these and those that are ready.
    fn singles(&mut self, mut pending: Vec<UnitId>) -> Result<(), StopReason> {
        loop {
            self.check()?;
            pending.extend(self.explorer.take_ready());
            self.scan(&mut pending);
            let mut facts = Vec::new();
            for id in pending.drain(..) {
                // The units hold in all solutions, so that none is violated.
                self.explorer.consequences(id, &mut facts);
            }
            facts.sort_unstable();
            facts.dedup();
            if facts.is_empty() {
                return Ok(());
            }
            self.apply(Level::Single, &facts);
        }
    }

    /// Notes the values that placed values exclude. They are no round, as players note them as they
    /// go. All other units that may have consequences become pending.
    fn scan(&mut self, pending: &mut Vec<UnitId>) {
        let mut facts = Vec::new();
        for id in pending.iter().copied().filter(|&id| self.explorer.is_full(id)) {
            let first = facts.len();
            self.explorer.consequences(id, &mut facts);
            if !facts[first..].iter().all(|&lit| lit.is_neg() && self.units.is_choice(lit)) {
                facts.truncate(first);
            }
        }
        for lit in facts {
            self.explorer.add_fact(lit);
        }
        pending.extend(self.explorer.take_ready());
        pending.sort_unstable();
        pending.dedup();
    }

    /// All facts of the lowest level.
    fn easiest(&mut self, open: &[Lit]) -> Result<(Level, Vec<Lit>), StopReason> {
        let mut rounds = Vec::with_capacity(open.len());
        for &fact in open {
            self.check()?;
            rounds.push(self.explorer.rounds_to_refute(!fact));
        }
        let refutable: Vec<(Lit, usize)> =
            open.iter().zip(rounds).filter_map(|(&fact, rounds)| Some((fact, rounds?))).collect();
        let most = if self.has_only_groups { MAX_SIZE } else { MAX_SIZE_OF_FORMS };
        for size in 2..=most {
            let facts = self.by_sets(&refutable, open, size)?;
            if !facts.is_empty() {
                return Ok((Level::Set(size), facts));
            }
        }
        if let Some(fewest) = refutable.iter().map(|it| it.1).min() {
            let is_nearest = |&(fact, rounds): &(Lit, usize)| (rounds == fewest).then_some(fact);
            let facts = refutable.iter().filter_map(is_nearest).collect();
            return Ok((Level::Chain(fewest), facts));
        }
        if open.len() > MAX_NET_FACTS {
            return Ok((Level::Search, open.to_vec()));
        }
        self.by_nets(open)
    }

    /// The facts that sets of at most so many units force. A set of that size takes no more rounds.
    fn by_sets(
        &mut self,
        refutable: &[(Lit, usize)],
        open: &[Lit],
        size: usize,
    ) -> Result<Vec<Lit>, StopReason> {
        let mut facts = match size {
            2 => {
                let found = search::by_pairs(self.units, &self.explorer, &self.counts);
                found.into_iter().map(|found| found.fact).collect()
            }
            3 => {
                let stop = || self.budget.exhausted().is_some();
                counts::by_triples(self.units, &self.explorer, &self.counts, &stop)
            }
            _ => Vec::new(),
        };
        facts.retain(|fact| open.contains(fact));
        let looks_ahead = self.has_only_groups;
        let depth = search::Depth { size, max_nodes: u32::MAX, looks_ahead };
        for &(fact, _) in refutable.iter().filter(|it| it.1 <= size) {
            self.check()?;
            let (explorer, is_excluded) = (&mut self.explorer, &mut self.is_excluded);
            let found = search::refute_by(explorer, is_excluded, !fact, depth);
            if matches!(found, search::Outcome::Found(_)) {
                facts.push(fact);
            }
        }
        facts.sort_unstable();
        facts.dedup();
        Ok(facts)
    }

    /// The facts that are refuted by chains inside a propagation, in the fewest sweeps; all facts,
    /// if there are none.
    fn by_nets(&mut self, open: &[Lit]) -> Result<(Level, Vec<Lit>), StopReason> {
        let mut found: Option<(usize, Vec<Lit>)> = None;
        for &fact in open {
            let limit = found.as_ref().map_or(usize::MAX, |it| it.0);
            match (self.sweeps_to_refute(!fact, limit)?, &mut found) {
                (None, _) => {}
                (Some(sweeps), Some((fewest, facts))) if sweeps == *fewest => facts.push(fact),
                (Some(sweeps), _) => found = Some((sweeps, vec![fact])),
            }
        }
        Ok(match found {
            Some((sweeps, facts)) => (Level::Net(sweeps), facts),
            None => (Level::Search, open.to_vec()),
        })
    }

    /// How many sweeps over all open values refute an assumption, if at most `limit` do. A sweep
    /// excludes all values that propagation refutes.
    fn sweeps_to_refute(
        &mut self,
        assumption: Lit,
        limit: usize,
    ) -> Result<Option<usize>, StopReason> {
        let mark = self.explorer.mark();
        self.explorer.enqueue(assumption, None);
        let mut found = None;
        for sweep in 0..=limit {
            if let Err(reason) = self.check() {
                self.explorer.undo(mark);
                return Err(reason);
            }
            if !self.explorer.propagate(mark) {
                found = Some(sweep);
                break;
            }
            if sweep == limit {
                break;
            }
            let mut refuted = Vec::new();
            for variable in 0..self.truths.len() as u32 {
                let lit = Lit::positive(variable);
                if self.explorer.value(lit).is_some() {
                    continue;
                }
                for lit in [lit, !lit] {
                    let is_assumption = lit.is_pos() || !self.units.is_choice(lit);
                    if is_assumption && self.explorer.rounds_to_refute(lit).is_some() {
                        refuted.push(!lit);
                    }
                }
            }
            if refuted.is_empty() {
                break;
            }
            for lit in refuted {
                self.explorer.enqueue(lit, None);
            }
        }
        self.explorer.undo(mark);
        Ok(found)
    }
}
