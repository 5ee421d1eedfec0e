//! Statistics, for people and as JSON, under the same names.

use std::time::Duration;

use sator_sat::clock::Instant;

use sator::engine::{FormulaSize, ProblemSize, Report};
use sator_sat::backend::Stats;
use sator_sat::process::memory;
use serde_json::{Map, Value, json};

/// The statistics as JSON. What is not known is absent; so is the memory where the program has many
/// puzzles to its name.
pub(crate) fn json(report: &Report, is_one_of_many: bool) -> Value {
    let mut object = report
        .assertions
        .as_ref()
        .map_or_else(|| clauses_json(report), |size| problem_json(size, Nouns::OF_SMTLIB));
    if let Some(name) = report.solver.solved_by {
        object.insert("solved_by".to_owned(), json!(name));
    }
    for (name, number) in counters(&report.solver) {
        object.insert(name.to_owned(), json!(number));
    }
    insert_times(&mut object, times(report));
    if !is_one_of_many {
        insert_memory(&mut object);
    }
    Value::Object(object)
}

/// How the rules became clauses, as JSON.
fn clauses_json(report: &Report) -> Map<String, Value> {
    let mut object = report.size.as_ref().map_or_else(Map::new, size_json);
    object.insert("known".to_owned(), json!(report.known));
    object.insert("encoding".to_owned(), json!(report.lowering.to_string()));
    object
}

/// The size of a formula as JSON.
pub(crate) fn size_json(size: &FormulaSize) -> Map<String, Value> {
    let total = size.total();
    let families = size.families.iter().map(|(family, tally)| {
        let counts = json!({ "clauses": tally.clauses, "literals": tally.literals });
        ((*family).to_owned(), counts)
    });
    let mut object = Map::new();
    object.insert("variables".to_owned(), json!(size.variables));
    object.insert("clauses".to_owned(), json!(total.clauses));
    object.insert("literals".to_owned(), json!(total.literals));
    object.insert("families".to_owned(), Value::Object(families.collect()));
    object
}

/// The statistics as an aligned table.
pub(crate) fn text(report: &Report) -> String {
    let mut text = String::new();
    text += &row("backend", &report.backend);
    if let Some(name) = report.solver.solved_by {
        text += &row("solved by", name);
    }
    if let Some(size) = &report.assertions {
        text += &problem_text(size, Nouns::OF_SMTLIB);
    } else {
        text += &row("encoding", &report.lowering.to_string());
        text += &row("known at once", &report.known.to_string());
        text += &report.size.as_ref().map_or_else(String::new, size_text);
    }
    for (name, number) in counters(&report.solver) {
        text += &row(name, &number.to_string());
    }
    for (name, time) in times(report) {
        text += &row(&format!("time: {name}"), &milliseconds(time));
    }
    text + &memory_text()
}

/// The most memory that this program had, and those that it called, where the system tells.
pub(crate) fn memory_text() -> String {
    let text = |(name, bytes): (_, Option<u64>)| {
        Some(row(name, &format!("{:.1} MB", bytes? as f64 / f64::from(1 << 20))))
    };
    let own = ("peak memory", memory::own());
    let of_programs = ("peak memory of programs", memory::of_programs());
    [own, of_programs].into_iter().filter_map(text).collect()
}

/// The size of a formula as an aligned table.
pub(crate) fn size_text(size: &FormulaSize) -> String {
    let total = size.total();
    let mut text = row("variables", &size.variables.to_string());
    text += &row("clauses", &total.clauses.to_string());
    for (family, tally) in &size.families {
        text += &row(&format!("  {family}"), &tally.clauses.to_string());
    }
    text += &row("literals", &total.literals.to_string());
    for (family, tally) in &size.families {
        text += &row(&format!("  {family}"), &tally.literals.to_string());
    }
    text
}

/// What a form of problems calls its variables and constraints.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nouns {
    pub(crate) variables: &'static str,
    pub(crate) constraints: &'static str,
}

impl Nouns {
    pub(crate) const OF_OPB: Self = Self { variables: "variables", constraints: "constraints" };
    pub(crate) const OF_SMTLIB: Self = Self { variables: "integers", constraints: "assertions" };
}

/// The size of a problem whose constraints stay whole, as JSON.
pub(crate) fn problem_json(size: &ProblemSize, nouns: Nouns) -> Map<String, Value> {
    let families = size.families.iter().map(|(family, number)| {
        let counts = [(nouns.constraints.to_owned(), json!(number))];
        ((*family).to_owned(), Value::Object(counts.into_iter().collect()))
    });
    let mut object = Map::new();
    object.insert(nouns.variables.to_owned(), json!(size.variables));
    object.insert(nouns.constraints.to_owned(), json!(size.constraints()));
    object.insert("families".to_owned(), Value::Object(families.collect()));
    object
}

/// The size of a problem whose constraints stay whole, as an aligned table.
pub(crate) fn problem_text(size: &ProblemSize, nouns: Nouns) -> String {
    let mut text = row(nouns.variables, &size.variables.to_string());
    text += &row(nouns.constraints, &size.constraints().to_string());
    for (family, number) in &size.families {
        text += &row(&format!("  {family}"), &number.to_string());
    }
    text
}

/// The statistics of many puzzles, summed.
pub(crate) struct Totals {
    started: Instant,
    puzzles: u64,
    /// How many needed no solver.
    without_solver: u64,
    solver: Stats,
    times: Vec<(&'static str, Duration)>,
}

impl Totals {
    pub(crate) fn start() -> Self {
        let (solver, times) = (Stats::default(), Vec::new());
        Self { started: Instant::now(), puzzles: 0, without_solver: 0, solver, times }
    }

    pub(crate) fn add(&mut self, report: &Report) {
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
        for (name, time) in times(report) {
            match self.times.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += time,
                None => self.times.push((name, time)),
            }
        }
    }

    /// As an aligned table. Times of threads that work side by side are added up.
    pub(crate) fn text(&self) -> String {
        let elapsed = self.started.elapsed();
        let rate = self.puzzles as f64 / elapsed.as_secs_f64();
        let mut text = row("puzzles", &self.puzzles.to_string());
        text += &row("  without a solver", &self.without_solver.to_string());
        text += &row("puzzles a second", &format!("{rate:.0}"));
        for (name, number) in counters(&self.solver) {
            text += &row(name, &number.to_string());
        }
        for (name, time) in &self.times {
            text += &row(&format!("time: {name}"), &milliseconds(*time));
        }
        text + &row("time: all", &milliseconds(elapsed)) + &memory_text()
    }
}

/// A line of a table. A long name takes from the room of the value.
fn row(name: &str, value: &str) -> String {
    const NAME: usize = 20;
    const VALUE: usize = 14;
    let width = VALUE.saturating_sub(name.len().saturating_sub(NAME));
    format!("{name:<NAME$} {value:>width$}\n")
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// What a check took, as JSON.
pub(crate) fn check_json(time: Duration) -> Map<String, Value> {
    let mut object = Map::new();
    insert_times(&mut object, [("check", time)].into_iter());
    insert_memory(&mut object);
    object
}

/// What a check took, as an aligned table.
pub(crate) fn check_text(
    counted: impl Iterator<Item = (&'static str, String)>,
    time: Duration,
) -> String {
    let counted: String = counted.map(|(name, value)| row(name, &value)).collect();
    counted + &row("time: check", &milliseconds(time)) + &memory_text()
}

/// What it took to solve a plain formula, or to count.
pub(crate) struct Effort {
    /// What the solver counted.
    pub(crate) solver: Stats,
    /// How long each phase took.
    pub(crate) times: Vec<(&'static str, Duration)>,
}

impl Effort {
    /// As an aligned table.
    pub(crate) fn table(&self) -> String {
        let counted = counters(&self.solver).map(|(name, number)| row(name, &number.to_string()));
        let times = self.times.iter();
        let times = times.map(|(name, time)| row(&format!("time: {name}"), &milliseconds(*time)));
        counted.chain(times).chain([memory_text()]).collect()
    }

    /// As comments of a competition's output.
    pub(crate) fn text(&self) -> String {
        self.table().lines().map(|line| format!("c {line}")).collect::<Vec<_>>().join("\n")
    }

    /// As JSON.
    pub(crate) fn json(&self) -> Value {
        let mut object: Map<_, _> =
            counters(&self.solver).map(|(name, number)| (name.to_owned(), json!(number))).collect();
        insert_times(&mut object, self.times.iter().copied());
        insert_memory(&mut object);
        Value::Object(object)
    }
}

/// Times and memory go by the same names everywhere.
fn insert_times(
    object: &mut Map<String, Value>,
    times: impl Iterator<Item = (&'static str, Duration)>,
) {
    let times = times.map(|(name, time)| (name.to_owned(), json!(time.as_secs_f64())));
    object.insert("seconds".to_owned(), Value::Object(times.collect()));
}

fn insert_memory(object: &mut Map<String, Value>) {
    let own = ("peak_memory", memory::own());
    let of_programs = ("peak_memory_of_programs", memory::of_programs());
    for (name, bytes) in [own, of_programs] {
        if let Some(bytes) = bytes {
            object.insert(name.to_owned(), json!(bytes));
        }
    }
}

fn counters(solver: &Stats) -> impl Iterator<Item = (&'static str, u64)> {
    [
        ("conflicts", solver.conflicts),
        ("decisions", solver.decisions),
        ("propagations", solver.propagations),
        ("restarts", solver.restarts),
    ]
    .into_iter()
    .filter_map(|(name, number)| number.map(|number| (name, number)))
}

fn times(report: &Report) -> impl Iterator<Item = (&'static str, Duration)> {
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
