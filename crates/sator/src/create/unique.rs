//! Puzzles with exactly one answer.
//!
//! A kind draws a random answer and shows all clues about it ([`Draft`]). While there is a second
//! answer, the layout changes where the two differ. Then clues are dropped as long as the answer
//! stays the only one: many at a time, and half as many where these cannot all go.

use sator_sat::backend::{Budget, StopReason};

use super::{CreateError, Created, Refusal, Shortfall, Wish, difficulty, rated_difficulty};
use crate::dice::Dice;
use crate::engine::explain::Word;
use crate::engine::{self, Options, Step};
use crate::model::{CellId, Solution};
use crate::puzzle::AnyPuzzle;

/// A kind's part in the creation of puzzles, for one wish.
pub(crate) trait Design: Send + Sync {
    /// All properties, also those that the kind chose.
    fn wish(&self) -> Wish;

    /// A random answer with all clues about it; `None` if the attempt failed by chance.
    fn draft(&self, workshop: &mut Workshop<'_>) -> Result<Option<Box<dyn Draft>>, CreateError>;
}

/// An answer, and the clues about it.
pub(crate) trait Draft {
    /// The answer.
    fn answer(&self) -> &Solution;

    /// The clues that can be dropped, in groups that are dropped together, in the order in which
    /// that is tried. A group is a list of cells: without its clues, another answer differs in one of
    /// them.
    fn groups(&self) -> &[Vec<usize>] {
        &[]
    }

    /// The puzzle without some of the groups.
    fn puzzle(&self, is_dropped: &[bool]) -> AnyPuzzle;

    /// Changes the layout so that this other answer is none; without one, so that the puzzle becomes
    /// easier. Returns false if that cannot be done.
    fn refine(&mut self, _other: Option<&Solution>, _dice: &mut Dice) -> bool {
        false
    }
}

/// The requested properties that are the same for all kinds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goals {
    clues: Option<usize>,
    minimal: bool,
    difficulty: Option<Word>,
}

impl Goals {
    /// The goals of a wish.
    pub(crate) fn of(wish: &Wish) -> Result<Self, Refusal> {
        let (clues, minimal) = (wish.clues.or(wish.placed), wish.minimal);
        let difficulty = rated_difficulty(wish)?;
        match clues {
            Some(_) if minimal || difficulty.is_some() => {
                let other = if minimal { "minimal clues" } else { "a difficulty" };
                Err(Refusal(format!("a number of clues and {other} do not go together")))
            }
            _ => Ok(Self { clues, minimal, difficulty }),
        }
    }

    /// The number of drafts to try; few for large puzzles, which take long. The search for a
    /// difficulty has a limit of its own.
    fn attempts(&self, cells: usize) -> usize {
        let of_size = (2_000_000 / (cells * cells).max(1)).clamp(20, 300);
        self.difficulty.map_or(of_size, |_| MAX_RATINGS)
    }
}

/// A puzzle with one answer, and how far it is from the goals.
pub(super) struct Candidate {
    pub(super) puzzle: AnyPuzzle,
    pub(super) answer: Solution,
    pub(super) gap: usize,
    pub(super) shortfall: Option<Shortfall>,
}

/// Creates a puzzle: of several drafts, the first that reaches all goals, or else the closest.
pub(super) fn create(
    design: &dyn Design,
    wish: &Wish,
    seed: u64,
    budget: &Budget,
) -> Result<Created, CreateError> {
    let goals = Goals::of(wish)?;
    let mut workshop = Workshop::new(seed, budget);
    let mut closest: Option<Candidate> = None;
    let (mut attempt, mut attempts) = (0, goals.attempts(1));
    while attempt.max(workshop.ratings) < attempts && closest.as_ref().is_none_or(|it| it.gap > 0) {
        attempt += 1;
        let candidate = match workshop.attempt(design, &goals) {
            Err(CreateError::Stopped(_)) if closest.is_some() => break,
            candidate => candidate?,
        };
        let Some(mut candidate) = candidate else { continue };
        attempts = goals.attempts(candidate.answer.values.len());
        let is_closer = |it: &Candidate| closest.as_ref().is_none_or(|other| it.gap < other.gap);
        if is_closer(&candidate) {
            difficulty::complete(&workshop, &mut candidate)?;
            if is_closer(&candidate) {
                closest = Some(candidate);
            }
        }
    }
    let Some(Candidate { puzzle, answer, shortfall, .. }) = closest else {
        return Err(CreateError::NotFound { attempts });
    };
    let (seed, solution) = (Some(seed), Some(answer));
    Ok(Created { puzzle, wish: design.wish(), seed, solution, shortfall })
}

/// The search for a difficulty ends after so many ratings.
const MAX_RATINGS: usize = 2_000;

/// After so many conflicts of a SAT solver, it counts as unknown whether a clue can go, and the clue
/// stays, unless the clues are to be minimal.
const QUICK_CONFLICTS: u64 = 100;

/// After so many conflicts, a layout counts as too difficult. A solver that is more powerful would
/// take over after more of them, and depend on the build.
const LAYOUT_CONFLICTS: u64 = 4_000;

/// A layout that has a second answer after so many changes is given up.
const MAX_CHANGES: usize = 1_000;

/// The tools for one puzzle.
pub(crate) struct Workshop<'b> {
    pub(crate) dice: Dice,
    /// The number of puzzles that were rated.
    pub(super) ratings: usize,
    budget: &'b Budget,
}

/// Whether an answer is the only one.
enum Verdict {
    Only,
    Other(Solution),
    Unknown,
}

impl<'b> Workshop<'b> {
    fn new(seed: u64, budget: &'b Budget) -> Self {
        Self { dice: Dice::new(seed), ratings: 0, budget }
    }

    /// A random answer of a puzzle; `None` if there is none.
    pub(crate) fn random_answer(
        &mut self,
        puzzle: &AnyPuzzle,
    ) -> Result<Option<Solution>, CreateError> {
        let dice = &mut self.dice;
        Ok(engine::random_solution(puzzle, self.budget, &mut || dice.roll())?)
    }

    /// Options for a puzzle: one thread, so that the answers do not depend on their number.
    pub(super) fn options(&self, puzzle: &AnyPuzzle) -> Options {
        let is_single = puzzle.rules_key().is_none();
        Options { threads: Some(1), budget: self.budget.clone(), is_single, ..Options::default() }
    }

    fn attempt(
        &mut self,
        design: &dyn Design,
        goals: &Goals,
    ) -> Result<Option<Candidate>, CreateError> {
        if let Some(reason) = self.budget.exhausted() {
            return Err(reason.into());
        }
        let Some(mut draft) = design.draft(self)? else { return Ok(None) };
        if !self.make_unique(&mut *draft)? {
            return Ok(None);
        }
        let order: Vec<usize> = (0..draft.groups().len()).collect();
        let (dropped, left) = self.drop_to(&*draft, Vec::new(), &order, goals)?;
        if let Some(wanted) = goals.difficulty {
            return difficulty::fit(self, &mut *draft, dropped, wanted, goals.minimal).map(Some);
        }
        let puzzle = draft.puzzle(&marked(&*draft, &dropped));
        let gap = goals.clues.map_or(0, |wanted| left.abs_diff(wanted));
        let miss = |wanted| Shortfall::Clues { wanted, reached: left };
        let shortfall = goals.clues.filter(|_| gap > 0).map(miss);
        Ok(Some(Candidate { puzzle, answer: draft.answer().clone(), gap, shortfall }))
    }

    /// Changes a layout until there is one answer; false if that takes too long.
    pub(super) fn make_unique(&mut self, draft: &mut dyn Draft) -> Result<bool, CreateError> {
        let none_dropped = vec![false; draft.groups().len()];
        for _ in 0..MAX_CHANGES {
            let puzzle = draft.puzzle(&none_dropped);
            let verdict = self.verdict(&puzzle, draft.answer(), None, Some(LAYOUT_CONFLICTS))?;
            let is_changed = match verdict {
                Verdict::Only => return Ok(true),
                Verdict::Other(other) => draft.refine(Some(&other), &mut self.dice),
                Verdict::Unknown => draft.refine(None, &mut self.dice),
            };
            if !is_changed {
                break;
            }
        }
        Ok(false)
    }

    /// Drops more groups, in this order, after some that were dropped.
    pub(super) fn drop_more(
        &self,
        draft: &dyn Draft,
        dropped: Vec<usize>,
        order: &[usize],
        minimal: bool,
    ) -> Result<Vec<usize>, CreateError> {
        let goals = Goals { clues: None, minimal, difficulty: None };
        self.drop_to(draft, dropped, order, &goals).map(|(dropped, _)| dropped)
    }

    /// The same, to a number of cells in the groups that are left, which is returned.
    fn drop_to(
        &self,
        draft: &dyn Draft,
        dropped: Vec<usize>,
        order: &[usize],
        goals: &Goals,
    ) -> Result<(Vec<usize>, usize), CreateError> {
        let is_dropped = marked(draft, &dropped);
        let left = draft.groups().iter().zip(&is_dropped).filter(|it| !it.1);
        let mut dropping = Dropping {
            workshop: self,
            draft,
            left: left.map(|it| it.0.len()).sum(),
            is_dropped,
            dropped,
            least: goals.clues.unwrap_or(0),
            conflicts: (!goals.minimal).then_some(QUICK_CONFLICTS),
        };
        dropping.drop(order)?;
        Ok((dropping.dropped, dropping.left))
    }

    /// Looks for an answer that differs from the known one: in a cell, or anywhere.
    fn verdict(
        &self,
        puzzle: &AnyPuzzle,
        known: &Solution,
        cell: Option<usize>,
        conflicts: Option<u64>,
    ) -> Result<Verdict, CreateError> {
        let (cell, options) = (cell.map(CellId::nth), self.options(puzzle));
        let mut solutions = engine::solutions_besides(puzzle, known, cell, &options, conflicts);
        loop {
            match solutions.step()? {
                Step::Solution(solution) if solution == *known => {}
                Step::Solution(other) => return Ok(Verdict::Other(other)),
                Step::Exhausted => return Ok(Verdict::Only),
                Step::Stopped(StopReason::Conflicts) => return Ok(Verdict::Unknown),
                Step::Stopped(reason) => return Err(reason.into()),
            }
        }
    }
}

/// Which groups are among the dropped ones.
pub(super) fn marked(draft: &dyn Draft, dropped: &[usize]) -> Vec<bool> {
    let mut is_dropped = vec![false; draft.groups().len()];
    for &group in dropped {
        is_dropped[group] = true;
    }
    is_dropped
}

/// Dropping clues, under way.
struct Dropping<'w, 'b> {
    workshop: &'w Workshop<'b>,
    draft: &'w dyn Draft,
    is_dropped: Vec<bool>,
    dropped: Vec<usize>,
    /// The number of cells in the groups that are left.
    left: usize,
    /// So many are to stay.
    least: usize,
    conflicts: Option<u64>,
}

impl Dropping<'_, '_> {
    /// Drops as many of these groups as can go, in their order.
    fn drop(&mut self, groups: &[usize]) -> Result<(), CreateError> {
        let cells: usize = groups.iter().map(|&group| self.draft.groups()[group].len()).sum();
        if groups.is_empty() || self.left == self.least {
            return Ok(());
        }
        if self.left >= self.least + cells && self.can_go(groups)? {
            self.left -= cells;
            self.dropped.extend(groups);
        } else if let (first, second @ [_, ..]) = groups.split_at(groups.len().div_ceil(2)) {
            self.drop(first)?;
            self.drop(second)?;
        }
        Ok(())
    }

    /// Whether the answer stays the only one without these groups, which are then marked.
    fn can_go(&mut self, groups: &[usize]) -> Result<bool, CreateError> {
        for &group in groups {
            self.is_dropped[group] = true;
        }
        let puzzle = self.draft.puzzle(&self.is_dropped);
        let is_only = |cell| {
            let answer = self.draft.answer();
            let verdict = self.workshop.verdict(&puzzle, answer, cell, self.conflicts)?;
            Ok::<_, CreateError>(matches!(verdict, Verdict::Only))
        };
        let mut can_go = true;
        match groups {
            [group] => {
                for &cell in &self.draft.groups()[*group] {
                    can_go = can_go && is_only(Some(cell))?;
                }
            }
            _ => can_go = is_only(None)?,
        }
        for &group in groups {
            self.is_dropped[group] = can_go;
        }
        Ok(can_go)
    }
}
