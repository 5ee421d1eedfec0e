//! All operations on puzzles of any kind: builds the instance, solves it by
//! [`sator_model::engine`], and verifies solutions by the plain rules.

use sator_sat::clock::Instant;
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use sator_sat::answer::Binding;
use sator_sat::backend::{Budget, Interrupt, StopReason};
use sator_sat::{Lit, TextError};

pub use sator_model::engine::{
    Agreement, Candidates, CannotProve, CellOdds, CellState, Count, CubeProved, EngineError,
    Fraction, Instance, Method, Odds, Options, Plan, Possible, Proved, Report, SolutionDigest,
    Solutions, Stage, Step, Times, TotalRange, TrailBudget, Uncounted, Unfinished, candidates,
    compare, plan, prove, prove_cube, prover, retrace,
};
pub use sator_model::lower::ProblemSize;
pub use sator_model::lower::cnf::{Formula, FormulaSize, Lowering, LoweringError};
pub use sator_model::lower::opb::PseudoBoolean;
pub use sator_model::lower::smtlib::SmtLib;

pub use sator_model::explain::{
    self, Change, ClueRole, Conflict, ConflictSearch, Equivalence, EquivalentCells, Explanation,
    Instead, Limits, Rating, Redundancy, RepairEnd, Repairs, Soft, Statement, Units, Word,
};

use sator_model::engine::{self, CompiledRules, Permutations, Verifier};
use sator_model::lower::smtlib::read_values;

use crate::model::{CellId, Condition, InvalidAssignment, Scope, Solution};
use crate::puzzle::AnyPuzzle;

/// The plain rules of a puzzle verify its solutions.
struct PlainRules(AnyPuzzle);

impl Verifier for PlainRules {
    fn verify(&self, solution: &Solution) -> Result<(), String> {
        self.0.check(solution).map_err(|violation| violation.0)
    }
}

/// The plain rules of a puzzle as a verifier.
pub(crate) fn verifier(puzzle: &AnyPuzzle) -> Arc<dyn Verifier> {
    Arc::new(PlainRules(Arc::clone(puzzle)))
}

thread_local! {
    /// Compiled rules of recently solved puzzles, most recent first. Each thread has its own: shared
    /// ones would pass a lock, reference counts and search buffers between processors for each puzzle.
    static COMPILED: RefCell<Vec<Compiled>> = const { RefCell::new(Vec::new()) };
}

struct Compiled {
    kind: &'static str,
    key: [usize; 3],
    rules: Arc<CompiledRules>,
}

/// The maximum number of cached rule sets: puzzles of several sizes may alternate.
const MAX_COMPILED: usize = 8;

/// The maximum number of variables of a cached rule set.
const MAX_VARIABLES: u32 = 50_000;

/// The compiled rules of a puzzle, from the thread's cache if possible.
fn compiled(puzzle: &AnyPuzzle) -> Arc<CompiledRules> {
    let Some(key) = puzzle.rules_key() else { return Arc::new(CompiledRules::new(puzzle.rules())) };
    let kind = puzzle.kind().name;
    let cached = COMPILED.with_borrow_mut(|cache| {
        let index = cache.iter().position(|entry| entry.key == key && entry.kind == kind)?;
        cache[..=index].rotate_right(1);
        Some(Arc::clone(&cache[0].rules))
    });
    cached.unwrap_or_else(|| {
        let rules = Arc::new(CompiledRules::new(puzzle.rules()));
        if rules.cells().variables() <= MAX_VARIABLES {
            COMPILED.with_borrow_mut(|cache| {
                cache.truncate(MAX_COMPILED - 1);
                cache.insert(0, Compiled { kind, key, rules: Arc::clone(&rules) });
            });
        }
        rules
    })
}

/// The puzzle as compiled rules and clues.
pub fn instance(puzzle: &AnyPuzzle) -> Instance {
    Instance::new(compiled(puzzle), puzzle.clues())
}

/// A random solution of a puzzle; `None` if there is none. `random` returns random numbers.
pub(crate) fn random_solution(
    puzzle: &AnyPuzzle,
    budget: &Budget,
    random: &mut dyn FnMut() -> u64,
) -> Result<Option<Solution>, StopReason> {
    engine::random_solution(&instance(puzzle), budget, random)
}

/// The solutions of a puzzle that differ from one of them in a cell, or all, if there is no cell. A
/// solver stops after so many conflicts, if there is a limit; searches before it have their usual
/// budgets.
pub(crate) fn solutions_besides(
    puzzle: &AnyPuzzle,
    known: &Solution,
    cell: Option<CellId>,
    options: &Options,
    conflicts: Option<u64>,
) -> Solutions {
    let mut clues = puzzle.clues();
    if let Some(cell) = cell {
        clues.exclude(cell, known[cell]);
    }
    let instance = Instance::new(compiled(puzzle), clues);
    let plan = plan(&instance, options);
    let mut limited = options.clone();
    limited.budget.conflicts = conflicts;
    Solutions::by(plan, instance, verifier(puzzle), &limited)
}

/// The solutions of a puzzle.
pub fn solutions(puzzle: &AnyPuzzle, options: &Options) -> Solutions {
    let started = Instant::now();
    let instance = instance(puzzle);
    let stating = started.elapsed();
    Solutions::new(instance, verifier(puzzle), options).after(stating)
}

/// The solutions of a puzzle in which a player's entries hold.
pub fn solutions_with(puzzle: &AnyPuzzle, entries: &[Condition], options: &Options) -> Solutions {
    let mut clues = puzzle.clues();
    clues.facts.extend(entries);
    Solutions::new(Instance::new(compiled(puzzle), clues), verifier(puzzle), options)
}

/// How many solutions a puzzle has, as far as that matters to a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    /// There is none.
    None,
    /// There is exactly one.
    One(Solution),
    /// There are at least two.
    Several,
    /// The search stopped before that was known.
    Unknown(StopReason),
}

/// Whether a puzzle has no solution, one or several in which a player's entries hold.
pub fn number(
    puzzle: &AnyPuzzle,
    entries: &[Condition],
    options: &Options,
) -> Result<Number, EngineError> {
    number_by(puzzle, entries, options, Solutions::step)
}

/// The same by a search through few nodes: a few milliseconds, and the same result on every machine.
pub fn probe(
    puzzle: &AnyPuzzle,
    entries: &[Condition],
    budget: &Budget,
) -> Result<Number, EngineError> {
    let options = Options { budget: budget.clone(), ..Options::default() };
    number_by(puzzle, entries, &options, Solutions::probe)
}

fn number_by(
    puzzle: &AnyPuzzle,
    entries: &[Condition],
    options: &Options,
    step: fn(&mut Solutions) -> Result<Step, EngineError>,
) -> Result<Number, EngineError> {
    let mut search = solutions_with(puzzle, entries, options);
    let first = match step(&mut search)? {
        Step::Solution(first) => first,
        Step::Exhausted => return Ok(Number::None),
        Step::Stopped(reason) => return Ok(Number::Unknown(reason)),
    };
    if !puzzle.unconstrained().is_empty() {
        return Ok(Number::Several);
    }
    Ok(match step(&mut search)? {
        Step::Solution(_) => Number::Several,
        Step::Exhausted => Number::One(first),
        Step::Stopped(reason) => Number::Unknown(reason),
    })
}

/// Counts the solutions without visiting each, where a method exists; with `up_to_symmetry`, counts
/// those that no symmetry maps to each other. `progress` is called now and then with the number so
/// far.
pub fn count(
    puzzle: &AnyPuzzle,
    options: &Options,
    up_to_symmetry: bool,
    progress: &mut dyn FnMut(u64, Option<f64>),
) -> Result<Option<Count>, EngineError> {
    let instance = instance(puzzle);
    let symmetries = symmetries(puzzle, &instance, up_to_symmetry);
    engine::count(&instance, &verifier(puzzle), options, &symmetries, up_to_symmetry, progress)
}

/// Counts solutions by visiting each, up to `max`, if given.
pub fn count_visiting(
    puzzle: &AnyPuzzle,
    options: &Options,
    up_to_symmetry: bool,
    max: Option<u64>,
    progress: impl FnMut(u64),
) -> Result<Count, EngineError> {
    let mut solutions = solutions(puzzle, options);
    let symmetries = symmetries(puzzle, solutions.instance(), up_to_symmetry);
    engine::count_visiting(&mut solutions, &symmetries, up_to_symmetry, max, progress)
}

/// The symmetries of a puzzle as maps of variables. They speed up the counting of small puzzles; for
/// large ones they take too long, and are made only if they `are_needed`.
pub(crate) fn symmetries(
    puzzle: &AnyPuzzle,
    instance: &Instance,
    are_needed: bool,
) -> Permutations {
    let cells = instance.cells();
    if !are_needed && cells.variables() > MAX_VARIABLES {
        return Permutations::default();
    }
    let permutation = |symmetry: &crate::puzzle::Symmetry| {
        let variables = (0..cells.variables()).map(|it| cells.cell_of(Lit::positive(it)));
        let images = variables.map(|(cell, value)| symmetry(cell, value));
        images.map(|(cell, value)| cells.is(cell, value).vidx32()).collect()
    };
    puzzle.symmetries().unwrap_or_default().iter().map(permutation).collect()
}

/// Few clues, or rules and clues, of a puzzle without a solution that contradict each other; `None` if
/// there is a solution, if the budget ends before any are found, if the puzzle is too large, or if there
/// are none because the rules have no solution.
pub fn conflict(
    puzzle: &AnyPuzzle,
    soft: Soft,
    options: &Options,
) -> Result<Option<Conflict>, EngineError> {
    Ok(explain::conflict(&instance(puzzle), soft, options)?.found())
}

/// The fewest clues to change so that a puzzle without a solution has one, in up to `most` ways.
pub fn repairs(puzzle: &AnyPuzzle, options: &Options, most: usize) -> Result<Repairs, EngineError> {
    explain::repairs(&instance(puzzle), options, most)
}

/// The clues that can go without a second solution. `progress` is called with the number of clues so
/// far.
pub fn redundant(
    puzzle: &AnyPuzzle,
    options: &Options,
    progress: &mut dyn FnMut(u64),
) -> Result<Redundancy, EngineError> {
    explain::redundant(&instance(puzzle), options, progress)
}

/// The groups of cells that determine each other in all solutions.
pub fn equivalent(puzzle: &AnyPuzzle, options: &Options) -> Result<Equivalence, EngineError> {
    explain::equivalent(&instance(puzzle), options)
}

/// The solution of a puzzle step by step. `take` is called with each step.
pub fn explain(
    puzzle: &AnyPuzzle,
    options: &Options,
    limits: Limits<'_>,
    take: &mut dyn FnMut(&Units, &explain::Step),
) -> Result<Explanation, EngineError> {
    explain::explain(&instance(puzzle), &verifier(puzzle), options, limits, take)
}

/// How difficult a puzzle is. `progress` is called with the number of rounds so far.
pub fn rate(
    puzzle: &AnyPuzzle,
    options: &Options,
    progress: &mut dyn FnMut(usize),
) -> Result<Rating, EngineError> {
    explain::rate(&instance(puzzle), &verifier(puzzle), options, progress)
}

/// The same, but ends when the puzzle is more difficult than `most`.
pub(crate) fn rate_up_to(
    most: Word,
    puzzle: &AnyPuzzle,
    options: &Options,
) -> Result<Rating, EngineError> {
    explain::rate_up_to(most, &instance(puzzle), &verifier(puzzle), options, &mut |_| ())
}

/// The certain cells of a puzzle with true and false cells, and the odds of the others; `None` if
/// there is no solution.
pub fn odds(puzzle: &AnyPuzzle, options: &Options) -> Result<Option<Odds>, EngineError> {
    engine::odds(&instance(puzzle), &verifier(puzzle), options)
}

/// The range of totals that the other clues allow; `None` if there is no total, if the range is
/// unknown, or if the other clues contradict each other.
pub fn total_range(
    puzzle: &AnyPuzzle,
    options: &Options,
) -> Result<Option<TotalRange>, EngineError> {
    if puzzle.total().is_none() {
        return Ok(None);
    }
    engine::total_range(&instance(puzzle), options)
}

/// An upper bound on the clauses for the clues of a puzzle, for encodings that may need too many.
pub fn announced_clauses(puzzle: &AnyPuzzle, lowering: Lowering) -> Option<u128> {
    // The measured choice never needs too many.
    let is_measured = lowering.encodings == sator_sat::encode::Encodings::default();
    if is_measured { None } else { lowering.announced(&instance(puzzle)) }
}

/// The most clauses of a formula that is made without being asked for by name: a file of them has
/// about three gigabytes.
pub const MODERATE_CLAUSES: u128 = 100_000_000;

/// A formula with more than [`MODERATE_CLAUSES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LargeFormula {
    /// The number of its clauses.
    pub clauses: u128,
    /// Whether that is an upper bound.
    pub is_bound: bool,
}

impl std::error::Error for LargeFormula {}

impl fmt::Display for LargeFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.is_bound { "up to " } else { "" };
        let number = match self.clauses {
            u128::MAX => "more clauses than can be counted".to_owned(),
            clauses => format!("{how}{clauses} clauses"),
        };
        write!(f, "the formula would take {number}, expected {MODERATE_CLAUSES} at most")
    }
}

impl LargeFormula {
    /// Returns an error if the number of clauses is above [`MODERATE_CLAUSES`].
    pub fn refuse(clauses: u128, is_bound: bool) -> Result<(), Self> {
        if clauses > MODERATE_CLAUSES { Err(Self { clauses, is_bound }) } else { Ok(()) }
    }

    /// Refuses an encoding that takes too many clauses for the clues of a puzzle, before any is made.
    pub fn refuse_announced(puzzle: &AnyPuzzle, lowering: Lowering) -> Result<(), Self> {
        Self::refuse(announced_clauses(puzzle, lowering).unwrap_or(0), true)
    }

    /// Refuses a formula whose clauses are counted.
    pub fn refuse_counted(formula: &Formula) -> Result<(), Self> {
        Self::refuse(formula.size().total().clauses.into(), false)
    }
}

/// The formula of a puzzle. A forbidden solution is excluded by a last clause.
pub fn formula(
    puzzle: &AnyPuzzle,
    forbidden: Option<&Solution>,
    lowering: Lowering,
    budget: &Budget,
) -> Result<Formula, StopReason> {
    Formula::new(puzzle.title(), instance(puzzle), forbidden.cloned(), lowering, budget)
}

/// The formula of a puzzle, simplified by propagating the clues.
pub fn reduced_formula(
    puzzle: &AnyPuzzle,
    lowering: Lowering,
    budget: &Budget,
) -> Result<Formula, StopReason> {
    Formula::reduced(puzzle.title(), instance(puzzle), lowering, budget)
}

/// The constraints of a puzzle for pseudo-Boolean solvers; with `reduced`, simplified by
/// propagating the clues.
pub fn pseudo_boolean(
    puzzle: &AnyPuzzle,
    scope: Option<Scope>,
    reduced: bool,
    interrupt: &Interrupt,
) -> Result<PseudoBoolean, StopReason> {
    let (title, instance) = (puzzle.title(), instance(puzzle));
    let scope = scope.unwrap_or(Scope::Stated);
    if reduced {
        PseudoBoolean::reduced(title, instance, scope, interrupt)
    } else {
        PseudoBoolean::new(title, instance, scope, interrupt)
    }
}

/// The constraints of a puzzle for SMT solvers.
pub fn smtlib(puzzle: &AnyPuzzle, scope: Option<Scope>) -> SmtLib {
    SmtLib::new(puzzle.title(), instance(puzzle), scope.unwrap_or(Scope::Stated))
}

/// Converts a solver's literals for a generated formula to a checked solution. Cell variables come
/// first in every encoding, so the encoding does not matter.
pub fn fit_answer(puzzle: &AnyPuzzle, lits: &[Lit]) -> Result<Solution, UnfitAnswer> {
    let rules = compiled(puzzle);
    let needed = rules.cells().variables();
    let mut values = vec![false; needed as usize];
    for lit in lits.iter().filter(|lit| lit.vidx32() < needed) {
        values[lit.vidx()] = lit.is_pos();
    }
    let solution = rules
        .cells()
        .decode(|lit| values[lit.vidx()] == lit.is_pos())
        .map_err(|unfit| unfit_answer(lits, needed, &unfit))?;
    match puzzle.check(&solution) {
        Ok(()) => Ok(solution),
        Err(violation) => Err(UnfitAnswer::Violation(violation.to_string())),
    }
}

/// Converts a solver's values for a written SMT-LIB file to a checked solution.
pub fn fit_values(puzzle: &AnyPuzzle, bindings: &[Binding]) -> Result<Solution, TextError> {
    let solution = read_values(compiled(puzzle).cells(), bindings)?;
    match puzzle.check(&solution) {
        Ok(()) => Ok(solution),
        Err(violation) => Err(TextError::whole(format!("the answer is wrong: {violation}"))),
    }
}

/// The error for an incomplete answer. Solvers may omit irrelevant variables, so few variables
/// alone are no error.
fn unfit_answer(lits: &[Lit], needed: u32, unfit: &InvalidAssignment) -> UnfitAnswer {
    let found = lits.iter().map(|lit| lit.vidx32() + 1).max().unwrap_or(0);
    if found < needed {
        UnfitAnswer::TooFew { needed, found }
    } else {
        UnfitAnswer::NoSolution(unfit.to_string())
    }
}

/// An answer that does not belong to the puzzle's formula, or is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnfitAnswer {
    /// The answer has too few variables.
    #[error("the answer is for another formula: expected {needed} variables, found {found}")]
    TooFew {
        /// The number of cell variables.
        needed: u32,
        /// The number of variables in the answer.
        found: u32,
    },
    /// The answer gives some cell no value, or two.
    #[error("the answer does not fit the formula: {0}")]
    NoSolution(String),
    /// The answer violates a rule.
    #[error("the answer is wrong: {0}")]
    Violation(String),
}
