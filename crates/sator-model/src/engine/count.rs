//! The number of solutions: by equations, by classes of symmetric solutions, by components, by a
//! search on several threads, or by visiting each solution once.

use sator_sat::clock::Instant;
use std::sync::Arc;

use num_bigint::BigUint;
use sator_sat::Lit;
use sator_sat::backend::{Stats, StopReason};

use super::carry::Carry;
use super::equations::Equations;
use super::native::native_text;
use super::options::SEARCH;
use super::plan::{CountStage, fits_bits, plan_count};
use super::{
    EngineError, Instance, Options, Reduction, Report, SolutionDigest, Solutions, Step, Times,
    Verifier, eliminate,
};
use crate::cell::Solution;
use crate::equations::{self, Answer};
use crate::lower::cnf::FormulaSize;
use crate::model::Scope;
use crate::search::{
    Counted, InstructionSet, Permutation, Progress, SymmetryCounter, Tally as ClassTally,
    TrailSearch, components,
};

/// A number of solutions.
#[derive(Debug, Clone)]
pub struct Count {
    /// The number.
    pub number: BigUint,
    /// Why it is only a lower bound, if it is.
    pub stopped: Option<Unfinished>,
    /// Statistics.
    pub report: Report,
}

impl Count {
    /// Whether no solution was found.
    pub fn is_zero(&self) -> bool {
        self.number == BigUint::ZERO
    }
}

/// Why a count ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// As many as wanted were found, and there may be more.
    Enough,
    /// The budget ended.
    Stopped(StopReason),
}

/// The symmetries of an instance, apart from identity: maps from each variable to its image.
pub type Permutations = Vec<Permutation>;

/// A search is productive if it finds a solution in so many nodes on average: a solver would take
/// longer to exclude the last one and find the next.
const NODES_PER_SOLUTION: u64 = 20;

/// Or if so much of it is done after the trial that it will soon be over.
const PRODUCTIVE_SHARE: f64 = 0.1;

/// The share that is done is a rough estimate. The search is given up after so many times the nodes that
/// follow from it, because a solver may need far less.
const ESTIMATE_OVERRUN: f64 = 2.0;

/// So many solutions of a count that does not visit them are visited and verified all the same.
const SAMPLE: u64 = 2;

/// Counts the solutions without visiting each, where the plan has a way; with `up_to_symmetry`, those
/// that no symmetry maps to each other. A few solutions are visited and verified in any case.
/// `progress` is called now and then with the number so far and, if it is known, the share of the
/// search that is done.
pub fn count(
    instance: &Instance,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
    symmetries: &Permutations,
    up_to_symmetry: bool,
    progress: &mut dyn FnMut(u64, Option<f64>),
) -> Result<Option<Count>, EngineError> {
    let started = Instant::now();
    let options = &options.begun();
    let stages = plan_count(instance, options, up_to_symmetry, !symmetries.is_empty());
    let mut run = Counter {
        instance,
        verifier,
        options,
        symmetries,
        up_to_symmetry,
        verified: 0,
        is_compared: false,
        known: None,
        trial: None,
        best: None,
        started,
    };
    let shown = if options.measure { &stages[..] } else { &[] };
    let plan: Vec<_> = shown.iter().map(ToString::to_string).collect();
    let mut result = None;
    for stage in stages {
        result = run.run(stage, progress)?.map(|tally| (stage, tally));
        if result.is_some() {
            break;
        }
    }
    let Some((stage, Tally { number, stopped, decisions })) = result else { return Ok(None) };
    let is_exact = stopped.is_none() && !up_to_symmetry;
    if is_exact && number < BigUint::from(run.verified) {
        return Err(wrong_count(&number, run.verified));
    }
    if run.verified == 0 && !run.is_compared {
        verify_sample(instance, verifier, options, &number, is_exact)?;
    }
    let solved_by = decisions.map(|_| SEARCH);
    let report = Report {
        backend: options.backend.name().to_owned(),
        plan: plan.join("; then "),
        ran: match (stage, decisions) {
            (CountStage::Equations, _) => "equations".to_owned(),
            (CountStage::Components(_), _) => "native search by components".to_owned(),
            (_, Some(nodes)) => native_text(nodes),
            (_, None) => "propagation".to_owned(),
        },
        variables: instance.cells().variables(),
        lowering: options.lowering,
        known: 0,
        size: Some(FormulaSize::default()),
        assertions: None,
        used_solver: false,
        solver: Stats { decisions, solved_by, ..Stats::default() },
        times: Times { solve: started.elapsed(), ..Times::default() },
        digest: SolutionDigest::default(),
        is_complete: stopped.is_none(),
    };
    Ok(Some(Count { number, stopped, report }))
}

/// Visits the solutions of an instance in bits, and tallies them by the true variables of an orbit;
/// `None` where the bit-parallel search does not take the instance. The second part says why there may
/// be more.
pub(crate) fn tally(
    instance: &Instance,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
    orbit: &[u32],
    progress: &mut dyn FnMut(u64, Option<f64>),
) -> Result<Option<(ClassTally, Option<Unfinished>)>, EngineError> {
    let options = &options.begun();
    if instance.cells().has_auxiliary() || !fits_bits(instance, Scope::Extended) {
        return Ok(None);
    }
    let layout = instance.compiled().layout(Scope::Extended);
    let (Some(bits), Ok(facts)) = (layout.bits(), instance.fact_lits()) else { return Ok(None) };
    let counter = SymmetryCounter {
        // Only the orbit matters, which is given.
        symmetries: &[],
        up_to_symmetry: false,
        threads: options.thread_count(),
        instructions: InstructionSet::best(),
    };
    let stop = || options.budget.exhausted().is_some();
    let tallied = bits.tally(&facts, orbit, &counter, &stop, progress);
    let (end, classes) = tallied.expect("facts and orbits are about cells of the model");
    let Tally { stopped, .. } = Tally::of(end, options);
    let visited = BigUint::from(classes.values().map(|&number| u128::from(number)).sum::<u128>());
    verify_sample(instance, verifier, options, &visited, stopped.is_none())?;
    Ok(Some((classes, stopped)))
}

/// The error of a count that a search for solutions refutes.
fn wrong_count(number: &BigUint, found: u64) -> EngineError {
    EngineError::WrongAnswer {
        backend: "the count".to_owned(),
        reason: format!("it is {number}, and the search finds {found}"),
    }
}

/// Visits the first solutions, and compares their number with the count.
fn verify_sample(
    instance: &Instance,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
    number: &BigUint,
    is_exact: bool,
) -> Result<(), EngineError> {
    let mut solutions = Solutions::new(instance.clone(), Arc::clone(verifier), options);
    for visited in 0..SAMPLE {
        match solutions.step()? {
            Step::Solution(_) if is_exact && *number == BigUint::from(visited) => {
                return Err(wrong_count(number, visited + 1));
            }
            Step::Solution(_) => {}
            Step::Exhausted if *number > BigUint::from(visited) && is_exact => {
                return Err(wrong_count(number, visited));
            }
            Step::Exhausted | Step::Stopped(_) => break,
        }
    }
    Ok(())
}

/// A result.
#[derive(Debug, Clone)]
struct Tally {
    number: BigUint,
    stopped: Option<Unfinished>,
    /// The number of decisions, where that was counted too.
    decisions: Option<u64>,
}

impl Tally {
    fn whole(number: BigUint) -> Self {
        Self { number, stopped: None, decisions: None }
    }

    fn of(counted: Counted, options: &Options) -> Self {
        let reason = options.budget.exhausted().unwrap_or(StopReason::Interrupted);
        let stopped = (!counted.is_complete).then_some(Unfinished::Stopped(reason));
        Self { number: counted.number.into(), stopped, decisions: Some(counted.nodes) }
    }
}

/// A count under way through its stages.
struct Counter<'i> {
    instance: &'i Instance,
    verifier: &'i Arc<dyn Verifier>,
    options: &'i Options,
    symmetries: &'i Permutations,
    up_to_symmetry: bool,
    /// The most different solutions that a stage visited and verified.
    verified: u64,
    /// Whether no more comparison with a search for a solution is due.
    is_compared: bool,
    /// The consequences of the clues; `Err` where they contradict each other.
    known: Option<Result<Option<Reduction>, ()>>,
    /// The trial search, with the number of solutions that it found.
    trial: Option<(TrailSearch, u64)>,
    /// The most that an unfinished stage counted: one that is stopped soon after may have less.
    best: Option<Tally>,
    started: Instant,
}

impl Counter<'_> {
    /// The count, if the stage has it or was stopped; `None` to go on.
    fn run(
        &mut self,
        stage: CountStage,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Result<Option<Tally>, EngineError> {
        match stage {
            CountStage::Equations => self.by_equations(),
            CountStage::Visit(most) => self.visit(most),
            CountStage::Bits(time) => Ok(self.in_bits(time, progress)),
            CountStage::Trial(nodes) => self.trial(nodes),
            CountStage::Components(nodes) => Ok(self.by_components(nodes)),
            CountStage::Search { is_asked_for } => Ok(self.by_search(is_asked_for, progress)),
        }
    }

    fn is_stopped(&self) -> bool {
        self.options.budget.exhausted().is_some()
    }

    fn by_equations(&mut self) -> Result<Option<Tally>, EngineError> {
        let Some(Equations { system, total }) = Equations::of(self.instance) else {
            return Ok(None);
        };
        let options = self.options.for_equations();
        let number = match equations::analyze(&system, total, &options)? {
            Some(analysis) => analysis.solutions,
            None => Some(BigUint::ZERO),
        };
        let Some(number) = number else { return Ok(None) };
        self.is_compared = true;
        // To find a solution takes as long as to count. Of a list, one count in eight is compared:
        // its last bits choose it, so that the choice is the same in every run. (Many boards have one
        // layout, so that 1 would choose too many.)
        let last_bits = number.iter_u64_digits().next().unwrap_or(0) % 8;
        if !self.options.is_single && last_bits != 5 {
            return Ok(Some(Tally::whole(number)));
        }
        let is_possible = match equations::solve(&system, total, &options)? {
            Answer::Found(values) => {
                self.verify(|lit| values[lit.vidx()] == lit.is_pos())?;
                Some(true)
            }
            Answer::Impossible => Some(false),
            Answer::Unknown => None,
        };
        if is_possible.is_some_and(|is_possible| is_possible == (number == BigUint::ZERO)) {
            let reason = format!("it is {number}, and a search for one solution disagrees");
            return Err(EngineError::WrongAnswer { backend: "the count".to_owned(), reason });
        }
        Ok(Some(Tally::whole(number)))
    }

    fn in_bits(
        &mut self,
        time: Option<std::time::Duration>,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Option<Tally> {
        let layout = self.instance.compiled().layout(self.options.scope());
        let Ok(facts) = self.instance.fact_lits() else {
            return Some(Tally::whole(BigUint::ZERO));
        };
        let classes = SymmetryCounter {
            symmetries: self.symmetries,
            up_to_symmetry: self.up_to_symmetry,
            threads: self.options.thread_count(),
            instructions: InstructionSet::best(),
        };
        let end = time.map(|time| self.started + time);
        let stop = || {
            self.options.budget.exhausted().is_some()
                || end.is_some_and(|end| Instant::now() >= end)
        };
        let counted = layout.bits()?.count(&facts, &classes, &stop, progress);
        let counted = counted.expect("facts and symmetries are about cells of the model");
        let tally = Tally::of(counted, self.options);
        if tally.stopped.is_some() && !self.is_stopped() {
            self.best = Some(tally);
            return None;
        }
        match self.best.take() {
            Some(best) if tally.stopped.is_some() && tally.number < best.number => Some(best),
            _ => Some(tally),
        }
    }

    /// The consequences of the clues.
    fn known(&mut self) -> Result<Option<&Reduction>, ()> {
        let known = self.known.get_or_insert_with(|| {
            let clues = self.instance.clues();
            if clues.facts.is_empty() && clues.rules.is_empty() || !self.options.eliminates() {
                return Ok(None);
            }
            let mut times = Times::default();
            let mut carry = Carry::default();
            eliminate::eliminate(self.instance, self.options, &mut carry, &mut times)
                .map(Some)
                .map_err(|_| ())
        });
        match known {
            Ok(known) => Ok(known.as_ref()),
            Err(()) => Err(()),
        }
    }

    fn search(&mut self) -> Result<TrailSearch, ()> {
        let (instance, scope) = (self.instance, self.options.scope());
        if let Some(known) = self.known()? {
            return Ok(known.search(instance));
        }
        let it = instance.kernel(scope).map_err(|_| ())?;
        Ok(TrailSearch::new(it.kernel, it.trail))
    }

    /// Visits a few solutions; the count if these are all.
    fn visit(&mut self, most: u64) -> Result<Option<Tally>, EngineError> {
        let (instance, verifier) = (self.instance.clone(), Arc::clone(self.verifier));
        let mut solutions = Solutions::new(instance, verifier, self.options);
        for number in 0..=most {
            match solutions.step()? {
                Step::Solution(_) => self.verified = self.verified.max(number + 1),
                Step::Exhausted => {
                    let decisions = solutions.decisions();
                    return Ok(Some(Tally { decisions, ..Tally::whole(number.into()) }));
                }
                Step::Stopped(reason) => {
                    let stopped = Some(Unfinished::Stopped(reason));
                    return Ok(Some(Tally { stopped, ..Tally::whole(number.into()) }));
                }
            }
        }
        Ok(None)
    }

    fn verify(&mut self, is_true: impl Fn(Lit) -> bool) -> Result<(), EngineError> {
        let wrong = |reason| EngineError::WrongAnswer { backend: SEARCH.to_owned(), reason };
        let decoded = self.instance.cells().decode(is_true);
        let solution = decoded.map_err(|error| wrong(error.to_string()))?;
        self.verifier.verify(&solution).map_err(wrong)
    }

    fn trial(&mut self, nodes: u64) -> Result<Option<Tally>, EngineError> {
        if self.known().is_ok_and(|known| known.is_some_and(|known| known.open() == 0)) {
            let known = self.known.take();
            if let Some(Ok(Some(known))) = &known {
                self.verify(|lit| known.value(lit) == Some(true))?;
                self.verified = self.verified.max(1);
            }
            return Ok(Some(Tally::whole(1_u8.into())));
        }
        let Ok(mut search) = self.search() else { return Ok(Some(Tally::whole(BigUint::ZERO))) };
        let stop = || self.options.budget.exhausted().is_some();
        let mut found = 0;
        let progress = loop {
            match search.next(nodes.saturating_sub(search.nodes()), &stop) {
                Progress::Solution => self.verify(|lit| search.is_true(lit))?,
                progress => break progress,
            }
            found += 1;
        };
        self.verified = self.verified.max(found);
        let is_complete = match progress {
            Progress::Exhausted => true,
            Progress::Stopped => false,
            Progress::Paused | Progress::Solution => {
                self.trial = Some((search, found));
                return Ok(None);
            }
        };
        let counted = Counted { number: found.into(), is_complete, nodes: search.nodes() };
        Ok(Some(Tally::of(counted, self.options)))
    }

    fn by_components(&mut self, nodes: u64) -> Option<Tally> {
        let (instance, scope) = (self.instance, self.options.scope());
        let others = &instance.compiled().layout(scope).others;
        let stop = || self.options.budget.exhausted().is_some();
        let counted = match self.known() {
            Err(()) => Some(BigUint::ZERO),
            Ok(Some(known)) => {
                let (kernel, trail) = known.fresh_kernel(instance);
                components::count(kernel, trail, &[others, &known.propagation.clues], nodes, &stop)
            }
            Ok(None) => match instance.kernel(scope) {
                Err(_) => Some(BigUint::ZERO),
                Ok(it) => {
                    components::count(it.kernel, it.trail, &[others, &it.clues], nodes, &stop)
                }
            },
        };
        if counted.is_none() && self.is_stopped() {
            let found = self.trial.take().map_or(0, |(_, found)| found);
            let counted = Counted { number: found.into(), is_complete: false, nodes: 0 };
            return Some(self.best.take().unwrap_or_else(|| Tally::of(counted, self.options)));
        }
        counted.map(Tally::whole)
    }

    fn by_search(
        &mut self,
        is_asked_for: bool,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Option<Tally> {
        let (mut search, mut found) = self.trial.take()?;
        let is_productive = |search: &TrailSearch, found| {
            is_asked_for || found * NODES_PER_SOLUTION >= search.nodes()
        };
        if !is_productive(&search, found) {
            if let Some(tally) = self.by_estimate(&mut search, &mut found) {
                return Some(tally);
            }
            if !is_productive(&search, found) {
                return None;
            }
        }
        let stop = || self.is_stopped();
        let nodes = search.nodes();
        let threads = self.options.thread_count();
        let rest =
            search.count(threads, &stop, &mut |number, share| progress(found + number, share));
        let number = u128::from(found) + rest.number;
        Some(Tally::of(Counted { number, nodes: nodes + rest.nodes, ..rest }, self.options))
    }

    /// Goes on with a search that will soon be over by its own estimate; `None` if it is not.
    fn by_estimate(&self, search: &mut TrailSearch, found: &mut u64) -> Option<Tally> {
        let share = search.progress();
        if share < PRODUCTIVE_SHARE {
            return None;
        }
        let most = (search.nodes() as f64 / share * ESTIMATE_OVERRUN) as u64;
        let is_complete = loop {
            match search.next(most.saturating_sub(search.nodes()), &|| self.is_stopped()) {
                Progress::Solution => *found += 1,
                Progress::Paused => return None,
                Progress::Exhausted => break true,
                Progress::Stopped => break false,
            }
        };
        let counted = Counted { number: (*found).into(), is_complete, nodes: search.nodes() };
        Some(Tally::of(counted, self.options))
    }
}

/// Counts the solutions that a search visits, or with `up_to_symmetry` one of each class; up to
/// `max`, if given. `progress` is called with the number after every solution.
pub fn count_visiting(
    solutions: &mut Solutions,
    symmetries: &Permutations,
    up_to_symmetry: bool,
    max: Option<u64>,
    mut progress: impl FnMut(u64),
) -> Result<Count, EngineError> {
    let mut number = 0;
    let stopped = loop {
        match solutions.step()? {
            Step::Solution(solution) => {
                let is_first = !up_to_symmetry
                    || is_first_of_its_class(&solution, solutions.instance(), symmetries);
                number += u64::from(is_first);
                progress(number);
                if Some(number) == max {
                    break Some(Unfinished::Enough);
                }
            }
            Step::Exhausted => break None,
            Step::Stopped(reason) => break Some(Unfinished::Stopped(reason)),
        }
    };
    Ok(Count { number: number.into(), stopped, report: solutions.report() })
}

/// The smallest solution of a class stands for it.
fn is_first_of_its_class(
    solution: &Solution,
    instance: &Instance,
    symmetries: &Permutations,
) -> bool {
    let cells = instance.cells();
    let truths: Vec<Lit> = cells.iter().map(|(cell, ..)| cells.is(cell, solution[cell])).collect();
    symmetries.iter().all(|symmetry| {
        let mut image = solution.clone();
        for lit in &truths {
            let (cell, value) = cells.cell_of(Lit::positive(symmetry[lit.vidx()]));
            image.values[cell.index()] = value;
        }
        *solution <= image
    })
}
