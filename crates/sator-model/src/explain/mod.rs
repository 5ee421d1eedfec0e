//! Explanations: the solution as a chain of steps, each forced by a few named rules.
//!
//! A step states facts ("r1c2 is 5", "r4c4 is not 7") and the units and earlier facts that force
//! them; without any one of these they would not. Easy steps come first. Values that a placed value
//! excludes from its row, column or box are noted without a step of their own, as players note
//! them.

mod chain;
mod conflict;
mod cores;
mod counts;
mod differences;
mod equivalent;
mod explorer;
mod halves;
mod hitting;
mod packing;
mod rating;
mod redundant;
mod repair;
mod search;
mod sums;
mod switches;
mod units;

use sator_sat::Lit;
use sator_sat::backend::StopReason;

pub use chain::{Limits, explain};
pub use conflict::{Conflict, ConflictSearch, Soft, conflict};
pub use equivalent::{Equivalence, EquivalentCells, equivalent};
pub use rating::{Extent, Level, NotAWord, Rating, Round, Word, rate, rate_up_to};
pub use redundant::{ClueRole, Redundancy, redundant};
pub use repair::{Change, Instead, RepairEnd, Repairs, repairs};
pub use switches::Statement;
pub use units::{RuleId, UnitId, UnitKind, Units};

use crate::cell::{CellId, Condition, Value};

/// A fact: a cell has a value, or does not have it.
pub type Fact = Condition;

/// A step of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The facts that it states; none if it is a contradiction.
    pub facts: Vec<Fact>,
    /// The units that force them. Their number is the size of the step.
    pub units: Vec<UnitId>,
    /// The earlier facts that are needed.
    pub because: Vec<Fact>,
    /// The differences that are needed and that the units do not say: those of cells in one row, for
    /// example, which a sum takes for granted.
    pub differences: Vec<Difference>,
    /// Earlier facts about the cells of its facts that the step forces as well, of cells in which few
    /// values are left. With them it says which.
    pub confirmed: Vec<Fact>,
    /// How the units were found.
    pub search: Search,
}

/// Cells that differ, and the rule that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The cells.
    pub cells: Vec<CellId>,
    /// The rule, which may be about more cells.
    pub rule: RuleId,
}

/// How the units of a step were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// No fewer units propagate to the facts.
    Smallest,
    /// The set is minimal, and the smallest of those that were found.
    Minimal,
    /// The time ended before units were dropped: some may not be needed.
    CutShort,
}

impl Search {
    /// The word in JSON: `smallest`, `minimal` or `cut short`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Smallest => "smallest",
            Self::Minimal => "minimal",
            Self::CutShort => "cut short",
        }
    }
}

/// An explanation.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The units that the steps refer to.
    pub units: Units,
    /// The steps.
    pub steps: Vec<Step>,
    /// Why there are no more steps.
    pub end: End,
    /// Whether there is a solution, if that is known.
    pub has_solution: Option<bool>,
    /// A player's entries that are wrong.
    pub mistakes: Vec<Fact>,
    /// For each variable that was decided without a step, the unit by which it was, and the placed
    /// value.
    scans: Vec<Option<(UnitId, Lit)>>,
}

/// Why an explanation ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every cell has a value.
    Solved,
    /// The rest is not determined: some cells have several values in solutions.
    Undetermined,
    /// The last step is a contradiction: there is no solution.
    Contradiction,
    /// A player's entry is wrong; the step says why, if a reason was found.
    Mistake,
    /// As many steps as were asked for.
    Limit,
    /// The budget ended.
    Stopped(StopReason),
}

impl Explanation {
    /// The unit and the placed value that exclude a value without a step of their own. An auxiliary
    /// cell of two values has the one because it has not the other, which is then named.
    pub fn scan(&self, fact: Fact) -> Option<(UnitId, Fact)> {
        let cells = self.units.cells();
        let lit = cells.lit(fact)?;
        let (unit, placed) = self.scans[lit.vidx()]?;
        Some((unit, to_fact(&self.units, placed)))
    }
}

fn to_fact(units: &Units, lit: Lit) -> Fact {
    let (cell, value): (CellId, Value) = units.cells().cell_of(lit);
    Condition { cell, value, holds: lit.is_pos() }
}
