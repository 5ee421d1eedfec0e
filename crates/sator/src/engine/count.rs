//! How many answers there are: at once where the rules are nothing but equations, by classes of
//! symmetric ones where they are small, part by part where they are loose, and elsewhere by meeting
//! each of them once, on several threads where our own search meets them often enough.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use sator_model::equations;
use sator_model::search::general::General;
use sator_model::search::{self, Census, Counted, Level, Permutation, Searcher};
use sator_sat::Lit;
use sator_sat::backend::{Stats, StopReason};

use super::frame::Frame;
use super::odds::Equations;
use super::reduction::Reduction;
use super::road::{Road, SEARCH};
use super::walk;
use super::{
    EngineError, FormulaSize, Lowering, Met, Options, Report, Search, Series, Step, Times,
};
use crate::model::Solution;
use crate::puzzle::{Puzzle, Symmetry, turned};

/// Larger models are not counted part by part, nor on several threads: that would copy too much.
const LARGEST: u32 = 20_000;

/// How many answers there are.
#[derive(Debug, Clone)]
pub struct Count {
    /// The number.
    pub number: BigUint,
    /// Why it is only a lower bound, if it is.
    pub stopped: Option<Unfinished>,
    /// What the search was like.
    pub report: Report,
}

impl Count {
    /// Whether no answer was found.
    pub fn is_zero(&self) -> bool {
        self.number == BigUint::ZERO
    }
}

/// Why a count ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// As many as wanted were found, and there may be more.
    Enough,
    /// The solver was stopped.
    Stopped(StopReason),
}

/// Counts the answers without meeting each of them, where that can be done and nobody asks for a
/// solver or an encoding: by equations, or by our own search, which looks for one of all that are
/// alike only. `progress` hears now and then how many were met.
pub fn count_at_once(
    puzzle: &dyn Puzzle,
    options: &Options,
    up_to_symmetry: bool,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<Count>, EngineError> {
    let started = Instant::now();
    let is_free = options.backend.is_default() && options.lowering == Lowering::default();
    let counted = match puzzle.truth_words() {
        Some(_) if is_free => by_equations(puzzle, options)?.map(Tally::whole),
        _ => by_search(puzzle, options, up_to_symmetry, progress),
    };
    let Some(Tally { number, stopped, decisions }) = counted else { return Ok(None) };
    let solved_by = decisions.map(|_| SEARCH);
    let report = Report {
        backend: options.backend.name().to_owned(),
        lowering: options.lowering,
        known: 0,
        size: Some(FormulaSize::default()),
        assertions: None,
        used_solver: false,
        solver: Stats { decisions, solved_by, ..Stats::default() },
        times: Times { solve: started.elapsed(), ..Times::default() },
        met: Met::default(),
        is_complete: stopped.is_none(),
    };
    Ok(Some(Count { number, stopped, report }))
}

fn by_equations(puzzle: &dyn Puzzle, options: &Options) -> Result<Option<BigUint>, EngineError> {
    let model = puzzle.model();
    let Some(Equations { system, total }) = Equations::of(&model) else { return Ok(None) };
    Ok(match equations::odds(&system, total, &options.for_equations())? {
        Some(odds) => odds.solutions,
        None => Some(BigUint::ZERO),
    })
}

/// What was counted.
struct Tally {
    number: BigUint,
    /// Why it is not the whole, if so.
    stopped: Option<Unfinished>,
    /// How many choices it took, where that was counted too.
    decisions: Option<u64>,
}

impl Tally {
    /// All of them, without a choice that would have been counted.
    fn whole(number: BigUint) -> Self {
        Self { number, stopped: None, decisions: None }
    }

    /// What our own search counted.
    fn of(counted: Counted, options: &Options) -> Self {
        let reason = options.budget.exhausted().unwrap_or(StopReason::Interrupted);
        let stopped = (!counted.is_complete).then_some(Unfinished::Stopped(reason));
        Self { number: counted.number.into(), stopped, decisions: Some(counted.nodes) }
    }
}

/// For so long answers are met in bits before it is tried to count them part by part.
const BRIEFLY: Duration = Duration::from_millis(500);

/// So many nodes may it take to count them part by part.
const NODES_BY_PARTS: u64 = 20_000;

/// Our own search; nothing where it is not for this puzzle.
fn by_search(
    puzzle: &dyn Puzzle,
    options: &Options,
    up_to_symmetry: bool,
    progress: &mut dyn FnMut(u64),
) -> Option<Tally> {
    if !walk::is_wanted(options) || options.budget.exhausted().is_some() {
        return None;
    }
    let whole = || Whole::of(puzzle, options).filter(|_| !up_to_symmetry);
    let Some(in_bits) = InBits::of(puzzle, options, up_to_symmetry) else {
        return whole()?.count(options, progress);
    };
    // Symmetric models are tight, and have no parts.
    if !in_bits.symmetries.is_empty() {
        return Some(in_bits.count(options, &|| false, progress));
    }
    let end = Instant::now() + BRIEFLY;
    let brief = in_bits.count(options, &|| Instant::now() >= end, progress);
    if brief.stopped.is_none() || options.budget.exhausted().is_some() {
        return Some(brief);
    }
    let by_parts = whole().and_then(|whole| whole.by_parts(options));
    let long = by_parts.unwrap_or_else(|| in_bits.count(options, &|| false, progress));
    // Who is stopped soon after has not come as far again.
    let is_less = long.stopped.is_some() && long.number < brief.number;
    Some(if is_less { Tally { stopped: long.stopped, ..brief } } else { long })
}

/// Rules and clues in bits.
struct InBits {
    searcher: Arc<Searcher>,
    facts: Vec<Lit>,
    symmetries: Vec<Permutation>,
    up_to_symmetry: bool,
}

impl InBits {
    fn of(puzzle: &dyn Puzzle, options: &Options, up_to_symmetry: bool) -> Option<Self> {
        let mut frame = Frame::of(puzzle, options.scope());
        let facts = frame.facts_of(puzzle)?;
        let searcher = Arc::clone(frame.searcher()?);
        let meanings = frame.meanings();
        let permutation = |symmetry: &Symmetry| {
            let images = meanings.iter().map(|&(cell, value)| symmetry(cell, value));
            images.map(|(cell, value)| frame.model().is(cell, value).vidx32()).collect()
        };
        let symmetries = puzzle.symmetries().unwrap_or_default().iter().map(permutation).collect();
        Some(Self { searcher, facts, symmetries, up_to_symmetry })
    }

    /// Counts until `is_enough`, or until the budget is used up.
    fn count(
        &self,
        options: &Options,
        is_enough: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(u64),
    ) -> Tally {
        let census = Census {
            symmetries: &self.symmetries,
            up_to_symmetry: self.up_to_symmetry,
            threads: threads(options),
            level: Level::best(),
        };
        let stop = || options.budget.exhausted().is_some() || is_enough();
        let counted = self.searcher.count(&self.facts, &census, &stop, progress);
        Tally::of(counted, options)
    }
}

/// How many threads may work on a count.
fn threads(options: &Options) -> usize {
    let all = || thread::available_parallelism().map_or(1, NonZero::get);
    options.threads.unwrap_or_else(all)
}

/// Rules and clues of any kind, with what follows from them.
struct Whole {
    frame: Frame,
    known: Option<Reduction>,
    /// Whether they contradict each other at once.
    is_impossible: bool,
}

/// Through so many nodes a search goes to see whether it is the right way to count.
const NODES_TO_SEE: u64 = 500;

/// It is, where it meets an answer in so many nodes on average: a solver would take longer to forbid
/// the last one and to look for the next.
const NODES_AN_ANSWER: u64 = 20;

/// Or where so much of it is behind by then that it will soon be over.
const MUCH: f64 = 0.1;

impl Whole {
    /// Nothing if the model is too large.
    fn of(puzzle: &dyn Puzzle, options: &Options) -> Option<Self> {
        let mut frame = Frame::of(puzzle, options.scope());
        if frame.model().variables() > LARGEST {
            return None;
        }
        frame.take_clues_of(puzzle);
        let reduction = frame.prepare(options).reduction;
        let is_impossible = matches!(reduction, Some(Err(_)));
        Some(Self { frame, known: reduction.and_then(Result::ok), is_impossible })
    }

    /// Part by part, if that is soon done.
    fn by_parts(&self, options: &Options) -> Option<Tally> {
        if self.is_impossible {
            return Some(Tally::whole(BigUint::ZERO));
        }
        let stop = || options.budget.exhausted().is_some();
        let (propagator, model) = (self.frame.propagator(), self.frame.model());
        propagator.count(model, self.known.as_ref(), NODES_BY_PARTS, &stop).map(Tally::whole)
    }

    /// By meeting them, as long as that is quick; then part by part; and then, if a search meets
    /// enough of them, on several threads.
    fn count(&self, options: &Options, progress: &mut dyn FnMut(u64)) -> Option<Tally> {
        let search = self.frame.propagator().search(self.frame.model(), self.known.as_ref());
        let search = search.filter(|_| !self.is_impossible);
        let Some(mut search) = search else { return Some(Tally::whole(BigUint::ZERO)) };
        let stop = || options.budget.exhausted().is_some();
        let (met, came_to) = begin(&mut search, &stop);
        let so_far = |is_complete| {
            let nodes = search.nodes();
            Tally::of(Counted { number: met.into(), is_complete, nodes }, options)
        };
        match came_to {
            search::Step::Exhausted => return Some(so_far(true)),
            search::Step::Stopped => return Some(so_far(false)),
            search::Step::Paused | search::Step::Solution => {}
        }
        if let Some(counted) = self.by_parts(options) {
            return Some(counted);
        }
        if stop() {
            return Some(so_far(false));
        }
        let is_asked_for = matches!(options.backend, Road::Search);
        let is_quick = met * NODES_AN_ANSWER >= search.nodes() || search.progress() >= MUCH;
        if !is_asked_for && !is_quick {
            return None;
        }
        let nodes = search.nodes();
        let rest = search.count(threads(options), &stop, &mut |number| progress(met + number));
        let number = u128::from(met) + rest.number;
        Some(Tally::of(Counted { number, nodes: nodes + rest.nodes, ..rest }, options))
    }
}

/// What a search meets in its first nodes, and what it came to.
fn begin(search: &mut General, stop: &dyn Fn() -> bool) -> (u64, search::Step) {
    let mut met = 0;
    loop {
        match search.next(NODES_TO_SEE.saturating_sub(search.nodes()), stop) {
            search::Step::Solution => met += 1,
            came_to => return (met, came_to),
        }
    }
}

/// Counts the answers that a search finds, or with `up_to_symmetry` those that no symmetry of the
/// instance makes equal (all of them, where the puzzle knows none); up to `max`, if given. `progress`
/// hears the number after every answer.
pub fn count(
    search: Search<'_>,
    up_to_symmetry: bool,
    max: Option<u64>,
    mut progress: impl FnMut(u64),
) -> Result<Count, EngineError> {
    let mut meeting = Meeting::new(search, up_to_symmetry);
    let stopped = meeting.go_on(max, &mut progress)?;
    Ok(meeting.counted(stopped))
}

/// A puzzle of a list with no more answers than this is counted by meeting them: the rules are laid
/// out for all of the list, and laying them out again would take longer.
const FEW_ANSWERS: u64 = 500;

/// Counts the answers of a puzzle that is one of many, as [`count_at_once`] and [`count`] would
/// count them if it were alone.
pub fn count_in_series(
    series: &mut Series,
    puzzle: &dyn Puzzle,
    options: &Options,
    up_to_symmetry: bool,
) -> Result<Count, EngineError> {
    let at_once = || count_at_once(puzzle, options, up_to_symmetry, &mut |_| ());
    // Equations tell sooner than a search whether there are many.
    let has_equations = puzzle.truth_words().is_some();
    if has_equations && let Some(count) = at_once()? {
        return Ok(count);
    }
    let mut meeting = Meeting::new(series.open(puzzle, options), up_to_symmetry);
    let few = (!has_equations).then_some(FEW_ANSWERS);
    let mut stopped = meeting.go_on(few, &mut |_| ())?;
    if stopped == Some(Unfinished::Enough) {
        // Who is stopped soon after may not have come as far again.
        let whole = at_once()?.filter(|count| count.number >= meeting.number.into());
        if let Some(count) = whole {
            return Ok(count);
        }
        stopped = meeting.go_on(None, &mut |_| ())?;
    }
    Ok(meeting.counted(stopped))
}

/// Answers that are met one by one.
struct Meeting<'p> {
    search: Search<'p>,
    symmetries: Vec<Symmetry>,
    number: u64,
}

impl<'p> Meeting<'p> {
    fn new(search: Search<'p>, up_to_symmetry: bool) -> Self {
        let symmetries = search.puzzle().symmetries().filter(|_| up_to_symmetry);
        Self { search, symmetries: symmetries.unwrap_or_default(), number: 0 }
    }

    /// Goes on until there are `max`, if given; says why there may be more.
    fn go_on(
        &mut self,
        max: Option<u64>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Unfinished>, EngineError> {
        loop {
            match self.search.next_answer()? {
                Step::Answer(answer) => {
                    self.number += u64::from(is_first_of_its_kind(&answer, &self.symmetries));
                    progress(self.number);
                    if Some(self.number) == max {
                        return Ok(Some(Unfinished::Enough));
                    }
                }
                Step::Done => return Ok(None),
                Step::Stopped(reason) => return Ok(Some(Unfinished::Stopped(reason))),
            }
        }
    }

    fn counted(self, stopped: Option<Unfinished>) -> Count {
        Count { number: self.number.into(), stopped, report: self.search.report() }
    }
}

/// Of all answers that symmetries make of one another, the smallest stands for them.
fn is_first_of_its_kind(answer: &Solution, symmetries: &[Symmetry]) -> bool {
    symmetries.iter().all(|symmetry| *answer <= turned(answer, symmetry))
}
