//! Statistics: the same figures as an aligned table and as JSON.

use std::fmt::Display;
use std::time::Duration;

use sator_sat::clock::Instant;

use crate::engine::{FormulaSize, ProblemSize, Report};
use sator_sat::backend::Stats;
use sator_sat::process::memory;
use serde_json::{Map, Value, json};

/// Statistics in the order in which they are printed. Unknown figures are absent.
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    figures: Vec<(&'static str, Figure)>,
}

/// A figure under a name. In JSON the name has underscores instead of blanks.
#[derive(Debug, Clone)]
pub enum Figure {
    /// A word or a sentence.
    Text(String),
    /// In the table only.
    TableText(String),
    /// A number.
    Number(u64),
    /// In JSON only.
    Json(Value),
    /// A sentence after the name and a colon, not aligned.
    Sentence(String),
    /// A number for each family of constraints, and its sum.
    Families(Vec<(&'static str, u64)>),
    /// The time of a phase; in JSON all of them are in the object `seconds`.
    Time(Duration),
    /// An amount of memory.
    Bytes(u64),
}

impl Statistics {
    /// The statistics of a search. The memory of the program is left out for one of many puzzles.
    pub fn of_one(report: &Report, is_one_of_many: bool) -> Self {
        let mut statistics =
            Self::default().with("backend", Figure::TableText(report.backend.clone()));
        if let Some(name) = report.solver.solved_by {
            statistics = statistics.with("solved by", Figure::Json(json!(name)));
        }
        statistics = statistics.with("ran", Figure::Text(report.ran.clone()));
        if report.times.eliminate.is_some() {
            statistics = statistics
                .with("known", Figure::Json(json!(report.known)))
                .with("eliminated", Figure::Sentence(eliminated(report)));
        }
        if let Some(size) = &report.assertions {
            statistics = statistics.with_problem(size, Nouns::OF_SMTLIB);
        } else if report.used_solver {
            statistics = statistics.with("encoding", Figure::Text(report.lowering.to_string()));
            statistics = report.size.iter().fold(statistics, Statistics::with_formula);
        }
        let statistics = statistics
            .with("plan", Figure::Text(report.plan.clone()))
            .with_effort(&report.solver, phases(report));
        if is_one_of_many { statistics } else { statistics.with_memory() }
    }

    /// Adds the solver's counters and the times of the phases.
    #[must_use]
    pub fn with_effort(
        mut self,
        solver: &Stats,
        times: impl IntoIterator<Item = (&'static str, Duration)>,
    ) -> Self {
        for (name, number) in counters(solver) {
            self.figures.extend(number.map(|number| (name, Figure::Number(number))));
        }
        self.figures.extend(times.into_iter().map(|(name, time)| (name, Figure::Time(time))));
        self
    }

    /// Adds the peak memory of this program and of those that it called, if the system reports it.
    #[must_use]
    pub fn with_memory(mut self) -> Self {
        let own = ("peak memory", memory::own());
        let of_programs = ("peak memory of programs", memory::of_programs());
        for (name, bytes) in [own, of_programs] {
            self.figures.extend(bytes.map(|bytes| (name, Figure::Bytes(bytes))));
        }
        self
    }

    /// Adds a figure.
    #[must_use]
    pub fn with(mut self, name: &'static str, figure: Figure) -> Self {
        self.figures.push((name, figure));
        self
    }

    /// Adds the size of a formula.
    #[must_use]
    pub fn with_formula(self, size: &FormulaSize) -> Self {
        let families = size.families.iter();
        let clauses = families.clone().map(|(family, tally)| (*family, tally.clauses)).collect();
        let literals = families.map(|(family, tally)| (*family, tally.literals)).collect();
        self.with("variables", Figure::Number(size.variables.into()))
            .with("clauses", Figure::Families(clauses))
            .with("literals", Figure::Families(literals))
    }

    /// Adds the size of a problem whose constraints are not clauses.
    #[must_use]
    pub fn with_problem(self, size: &ProblemSize, nouns: Nouns) -> Self {
        self.with(nouns.variables, Figure::Number(size.variables.into()))
            .with(nouns.constraints, Figure::Families(size.families.clone()))
    }

    /// As an aligned table.
    pub fn text(&self) -> String {
        self.figures.iter().map(|(name, figure)| figure.rows(name)).collect()
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let (mut object, mut seconds) = (Map::new(), Map::new());
        let mut families = Map::new();
        for (name, figure) in &self.figures {
            let value = match figure {
                Figure::TableText(_) => continue,
                Figure::Time(time) => {
                    seconds.insert((*name).to_owned(), json!(time.as_secs_f64()));
                    continue;
                }
                Figure::Text(text) | Figure::Sentence(text) => json!(text),
                Figure::Json(value) => value.clone(),
                Figure::Number(number) | Figure::Bytes(number) => json!(number),
                Figure::Families(numbers) => {
                    for (family, number) in numbers {
                        let family = families.entry(*family).or_insert_with(|| json!({}));
                        family[*name] = json!(number);
                    }
                    json!(sum(numbers))
                }
            };
            object.insert(name.replace(' ', "_"), value);
        }
        for (name, group) in [("families", families), ("seconds", seconds)] {
            if !group.is_empty() {
                object.insert(name.to_owned(), Value::Object(group));
            }
        }
        Value::Object(object)
    }
}

impl Figure {
    fn rows(&self, name: &str) -> String {
        match self {
            Self::Text(text) | Self::TableText(text) => row(name, text),
            Self::Number(number) => row(name, number),
            Self::Json(_) => String::new(),
            Self::Sentence(text) => format!("{name}: {text}\n"),
            Self::Families(numbers) => {
                let families = numbers.iter();
                let families = families.map(|(name, number)| row(&format!("  {name}"), number));
                row(name, &sum(numbers)) + &families.collect::<String>()
            }
            Self::Time(time) => {
                row(&format!("time: {name}"), &format!("{:.3} ms", time.as_secs_f64() * 1e3))
            }
            Self::Bytes(bytes) => {
                row(name, &format!("{:.1} MB", *bytes as f64 / f64::from(1 << 20)))
            }
        }
    }
}

fn sum(families: &[(&str, u64)]) -> u64 {
    families.iter().map(|(_, number)| number).sum()
}

/// A line of a table. A long name shortens the column of the value.
fn row(name: &str, value: &dyn Display) -> String {
    const NAME: usize = 20;
    const VALUE: usize = 14;
    let width = VALUE.saturating_sub(name.len().saturating_sub(NAME));
    let value = value.to_string();
    format!("{name:<NAME$} {value:>width$}\n")
}

/// The nouns of a problem format for its variables and constraints.
#[derive(Debug, Clone, Copy)]
pub struct Nouns {
    /// Of its variables.
    pub variables: &'static str,
    /// Of its constraints.
    pub constraints: &'static str,
}

impl Nouns {
    /// Of OPB.
    pub const OF_OPB: Self = Self { variables: "variables", constraints: "constraints" };
    /// Of SMT-LIB.
    pub const OF_SMTLIB: Self = Self { variables: "integers", constraints: "assertions" };
}

/// The sums over many puzzles.
#[derive(Debug)]
pub struct Totals {
    started: Instant,
    puzzles: u64,
    /// The number of puzzles that needed no solver.
    without_solver: u64,
    solver: Stats,
    times: Vec<(&'static str, Duration)>,
}

impl Totals {
    /// Nothing is added yet; the time begins now.
    pub fn start() -> Self {
        let (solver, times) = (Stats::default(), Vec::new());
        Self { started: Instant::now(), puzzles: 0, without_solver: 0, solver, times }
    }

    /// Adds a puzzle.
    pub fn add(&mut self, report: &Report) {
        self.puzzles += 1;
        self.without_solver += u64::from(!report.used_solver);
        let add = |sum: &mut Option<u64>, number: Option<u64>| {
            if let Some(number) = number {
                *sum = Some(sum.unwrap_or(0) + number);
            }
        };
        add(&mut self.solver.conflicts, report.solver.conflicts);
        add(&mut self.solver.decisions, report.solver.decisions);
        add(&mut self.solver.propagations, report.solver.propagations);
        add(&mut self.solver.restarts, report.solver.restarts);
        for (name, time) in phases(report) {
            match self.times.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += time,
                None => self.times.push((name, time)),
            }
        }
    }

    /// The times of parallel threads are added up.
    pub fn statistics(&self) -> Statistics {
        let elapsed = self.started.elapsed();
        let rate = self.puzzles as f64 / elapsed.as_secs_f64();
        let times = self.times.iter().copied().chain([("all", elapsed)]);
        Statistics::default()
            .with("puzzles", Figure::Number(self.puzzles))
            .with("  without a solver", Figure::Number(self.without_solver))
            .with("puzzles a second", Figure::Text(format!("{rate:.0}")))
            .with_effort(&self.solver, times)
            .with_memory()
    }
}

/// How many variables elimination decided, and whether that left anything for a solver.
fn eliminated(report: &Report) -> String {
    let &Report { known, variables, used_solver, .. } = report;
    let has_none = report.is_complete && report.digest.number == 0;
    let is_last = report.ran.ends_with("propagation") || report.ran.ends_with("elimination");
    if used_solver || !is_last {
        format!("{known} of {variables} variables")
    } else if has_none {
        "the clues contradict each other; the solver was not needed".to_owned()
    } else {
        format!("{known} of {variables} variables; the solver was not needed")
    }
}

fn counters(solver: &Stats) -> [(&'static str, Option<u64>); 4] {
    [
        ("conflicts", solver.conflicts),
        ("decisions", solver.decisions),
        ("propagations", solver.propagations),
        ("restarts", solver.restarts),
    ]
}

fn phases(report: &Report) -> impl Iterator<Item = (&'static str, Duration)> {
    let times = report.times;
    [
        ("parse", times.parse),
        ("model", Some(times.model)),
        ("eliminate", times.eliminate),
        ("encode", Some(times.encode)),
        ("load", times.load),
        ("solve", Some(times.solve)),
        ("decode", Some(times.decode)),
        ("check", Some(times.check)),
    ]
    .into_iter()
    .filter_map(|(phase, time)| Some((phase, time?)))
}
