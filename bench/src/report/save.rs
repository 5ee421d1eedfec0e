//! The raw data of a run, a line of JSON for each figure, in one file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use serde_json::{Value, json};

use super::{Figure, Report, Row};

/// Writes `bench/runs/DATE….jsonl`, and returns its path.
pub(super) fn raw(report: &Report, folder: &Path, command: &str) -> io::Result<PathBuf> {
    let date = date()?;
    let head = json!({ "date": date, "machine": machine(), "command": command });
    let notes = report.notes.iter().map(|(job, note)| json!({ "job": job, "note": note }));
    let lines = [head].into_iter().chain(report.rows.iter().map(line)).chain(notes);
    let lines: Vec<_> = lines.map(|line| line.to_string()).collect();
    fs::create_dir_all(folder)?;
    let words = command.split_whitespace().skip_while(|word| *word != "bench").skip(1);
    let words = words.filter(|word| *word != "--save").map(|word| word.trim_matches('-'));
    let name: Vec<_> = [date.as_str()].into_iter().chain(words).collect();
    let file = folder.join(name.join("-") + ".jsonl");
    fs::write(&file, lines.join("\n") + "\n")?;
    Ok(file)
}

fn line(row: &Row) -> Value {
    let mut line = json!({ "job": row.job, "what": row.what });
    line["us"] = json!(row.us);
    line["ours"] = figure(&row.ours);
    if let Some((name, theirs)) = &row.theirs {
        line["them"] = json!(name);
        line["theirs"] = figure(theirs);
        line["ratio"] = json!(row.ratio());
    }
    if let Some(size) = row.size {
        line["size"] = json!(size);
    }
    if let Some(target) = row.target {
        line["target"] = json!(target.show());
        line["reached"] = json!(row.is_reached());
    }
    line
}

fn figure(figure: &Figure) -> Value {
    let mut object = json!({ "value": figure.value, "unit": figure.unit.name() });
    if figure.is_bound {
        object["at_least"] = json!(true);
    }
    object
}

fn date() -> io::Result<String> {
    let output = Command::new("date").arg("+%F").output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("unknown processor", |rest| rest.trim_start_matches(['\t', ' ', ':']));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let has = |wanted: &&str| info.split_whitespace().any(|flag| flag == *wanted);
    let wide: Vec<_> = ["avx2", "avx512f"].into_iter().filter(has).collect();
    format!("{cores} cores of {model} ({})", wide.join(", "))
}
