//! The published formulas in the shared data.

use std::fs;

use sator_sat::dimacs::{self, Dimacs};
use sator_testing::SharedData;
use serde_json::Value;

/// Every formula with its entry in the index: `file`, `vars`, `clauses` and `status`, which two
/// solvers that are not ours agree on.
pub(crate) fn published(data: &SharedData) -> impl Iterator<Item = (Value, Dimacs)> {
    let folder = data.path("dimacs");
    let index = fs::read(folder.join("index.json")).expect("the formulas have an index");
    let index: Vec<Value> = serde_json::from_slice(&index).expect("the index is JSON");
    index.into_iter().map(move |entry| {
        let file = entry["file"].as_str().expect("every entry names its file");
        let text = fs::read(folder.join(file)).expect("every entry has its file");
        let formula = dimacs::read(&text).unwrap_or_else(|error| panic!("{file}:{error}"));
        (entry, formula)
    })
}
