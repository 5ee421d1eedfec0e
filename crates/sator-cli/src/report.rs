//! Statistics, for people and as JSON, under the same names.

use std::fmt::Write;
use std::time::Duration;

use sator::engine::Report;
use sator::model::FormulaSize;
use sator_sat::backend::Stats;
use serde_json::{Map, Value, json};

/// The statistics as JSON. What is not known is absent.
pub(crate) fn json(report: &Report) -> Value {
    let mut object = size_json(&report.size);
    object.insert("encoding".to_owned(), json!(report.encoding.to_string()));
    for (name, number) in counters(&report.solver) {
        object.insert(name.to_owned(), json!(number));
    }
    let times = times(report).map(|(name, time)| (name.to_owned(), json!(time.as_secs_f64())));
    object.insert("seconds".to_owned(), Value::Object(times.into_iter().collect()));
    Value::Object(object)
}

fn size_json(size: &FormulaSize) -> Map<String, Value> {
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
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<20} {value:>14}");
    };
    row("backend", report.backend);
    row("encoding", &report.encoding.to_string());
    size_rows(&report.size, &mut row);
    for (name, number) in counters(&report.solver) {
        row(name, &number.to_string());
    }
    for (name, time) in times(report) {
        row(&format!("time: {name}"), &milliseconds(time));
    }
    text
}

fn size_rows(size: &FormulaSize, row: &mut impl FnMut(&str, &str)) {
    let total = size.total();
    row("variables", &size.variables.to_string());
    row("clauses", &total.clauses.to_string());
    for (family, tally) in &size.families {
        row(&format!("  {family}"), &tally.clauses.to_string());
    }
    row("literals", &total.literals.to_string());
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// What a solver counted, a line each.
pub(crate) fn counters_text(solver: &Stats) -> String {
    let lines = counters(solver).map(|(name, number)| format!("c {name} {number}"));
    lines.collect::<Vec<_>>().join("\n")
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

fn times(report: &Report) -> [(&'static str, Duration); 5] {
    let times = report.times;
    [
        ("model", times.model),
        ("encode", times.encode),
        ("solve", times.solve),
        ("decode", times.decode),
        ("check", times.check),
    ]
}
