//! `sator sat`: models, limits of time, compressed files, and stored formulas.

use std::fs;
use std::io::Write;

use bzip2::Compression as Bzip2;
use flate2::Compression as Gzip;
use sator_testing::{SharedData, needs};
use serde_json::Value;

use crate::common::{Folder, Run, backends, sator, takes_rules};

/// `1 2`, `-1 3`, `-2 -3`: true for 1, 3 and not 2, and the other way round.
const FORMULA: &str = "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n";

/// The same, compressed by `xz`.
const FORMULA_XZ: [u8; 92] = [
    0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00, 0x21, 0x01,
    0x16, 0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0xe0, 0x00, 0x1e, 0x00, 0x1d, 0x5d, 0x00, 0x38,
    0x08, 0x08, 0x67, 0x23, 0xbd, 0x95, 0x97, 0x88, 0x13, 0x04, 0x50, 0x85, 0x6f, 0x8a, 0x7a, 0xeb,
    0x0c, 0xa5, 0xd8, 0x81, 0xb1, 0xa2, 0xda, 0x08, 0xb2, 0x94, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0xca, 0x3a, 0x4b, 0xc7, 0x6d, 0x17, 0x54, 0x71, 0x00, 0x01, 0x39, 0x1f, 0x64, 0x35, 0x0a, 0xa3,
    0x1f, 0xb6, 0xf3, 0x7d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a,
];

fn sat(formula: impl Into<Vec<u8>>) -> Run {
    sator("sat").input(formula).run()
}

/// The model in competition output: one value for each variable, and a final 0.
#[track_caller]
fn model(run: &Run) -> Vec<i64> {
    let lines: Vec<_> = run.exits(10).stdout.lines().collect();
    assert_eq!(lines[0], "s SATISFIABLE", "{run:?}");
    let values = lines[1..].iter().map(|line| line.strip_prefix("v ").expect("a v line"));
    let values = values.flat_map(|line| line.split(' ').map(|word| word.parse::<i64>().unwrap()));
    let mut values: Vec<_> = values.collect();
    assert_eq!(values.pop(), Some(0), "{run:?}");
    assert!(values.iter().zip(1..).all(|(value, variable)| value.abs() == variable), "{run:?}");
    values
}

/// Whether a model satisfies a formula, which is parsed leniently.
fn satisfies(model: &[i64], formula: &str) -> bool {
    let lines = formula.lines().take_while(|line| !line.starts_with('%'));
    let lines = lines.filter(|line| !line.trim_start().starts_with(['c', 'p']));
    let numbers: Vec<i64> =
        lines.flat_map(str::split_whitespace).map(|word| word.parse().unwrap()).collect();
    numbers
        .split(|number| *number == 0)
        .filter(|clause| !clause.is_empty())
        .all(|clause| clause.iter().any(|&lit| model[lit.unsigned_abs() as usize - 1] == lit))
}

/// The pigeonhole formula for this number of pigeons, which is hard to refute.
fn pigeons(number: i64) -> String {
    let holes = number - 1;
    let sits = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
    let somewhere = (0..number).map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect());
    let mut clauses: Vec<Vec<i64>> = somewhere.collect();
    for hole in 0..holes {
        let pairs = (0..number).flat_map(|b| (0..b).map(move |a| (a, b)));
        clauses.extend(pairs.map(|(a, b)| vec![-sits(a, hole), -sits(b, hole)]));
    }
    let mut text = format!("p cnf {} {}\n", number * holes, clauses.len());
    for clause in clauses {
        text.extend(clause.iter().map(|lit| format!("{lit} ")));
        text += "0\n";
    }
    text
}

#[test]
fn a_satisfiable_formula_gets_a_model_and_10() {
    let run = sat(FORMULA);
    assert!(satisfies(&model(&run), FORMULA), "{run:?}");
    run.stderr_is("");
}

#[test]
fn every_backend_gives_the_same_verdicts() {
    for backend in backends().iter().filter(|name| !takes_rules(name)) {
        let sat = format!("sat --backend {backend}");
        assert!(satisfies(&model(&sator(&sat).input(FORMULA).run()), FORMULA), "{sat}");
        sator(&sat).input(pigeons(6)).run().exits(20).stdout_is("s UNSATISFIABLE\n");
        let slow = format!("{sat} --timeout 0.3");
        sator(&slow).input(pigeons(13)).run().exits(0).stdout_is("s UNKNOWN\n");
    }
}

#[test]
fn an_interrupt_is_unknown_too() {
    // It prints nothing before it is done.
    let mut run = sator("sat --stats").input(pigeons(13)).start();
    run.interrupt();
    run.finish().exits(0).stdout_is("s UNKNOWN\n");
}

#[test]
fn long_models_are_broken_into_lines() {
    let run = sat("p cnf 5000 1\n-5000 0\n");
    assert_eq!(model(&run)[4999], -5000);
    assert!(run.stdout.lines().all(|line| line.len() <= 80));
}

#[test]
fn json_has_the_same_verdicts() {
    let run = |formula: &str| sator("sat --json").input(formula).run();
    let object = run(FORMULA).exits(10).object();
    assert_eq!(object["status"], "sat");
    let model: Vec<_> =
        object["model"].as_array().unwrap().iter().filter_map(Value::as_i64).collect();
    assert!(satisfies(&model, FORMULA), "{object}");
    assert_eq!(run("p cnf 1 2\n1 0\n-1 0\n").exits(20).object()["status"], "unsat");
    let slow = sator("sat --json --timeout 0.3").input(pigeons(13)).run();
    assert_eq!(slow.exits(0).object()["status"], "unknown");
}

#[test]
fn statistics_are_comments_on_standard_error() {
    let run = sator("sat --stats").input(pigeons(5)).run();
    run.exits(20).stdout_is("s UNSATISFIABLE\n");
    run.stderr_has(&["c conflicts", "c time: parse", "c time: load", "c time: solve"]);
    let stats = &sator("sat --json").input(pigeons(5)).run().object()["stats"];
    assert!(stats["conflicts"].is_u64() && stats["seconds"]["solve"].is_f64(), "{stats}");
}

/// The formula in every compressed format.
fn packed() -> [(&'static str, Vec<u8>); 4] {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), Gzip::default());
    gzip.write_all(FORMULA.as_bytes()).unwrap();
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), Bzip2::default());
    bzip2.write_all(FORMULA.as_bytes()).unwrap();
    let mut stored = Vec::new();
    lzma_rs::xz_compress(&mut FORMULA.as_bytes(), &mut stored).unwrap();
    [
        ("f.cnf.gz", gzip.finish().unwrap()),
        ("f.cnf.bz2", bzip2.finish().unwrap()),
        ("f.cnf.xz", FORMULA_XZ.to_vec()),
        ("stored.cnf.xz", stored),
    ]
}

#[test]
fn packed_files_are_read_as_they_are() {
    for (name, bytes) in packed() {
        let folder = Folder::with(name, &bytes);
        let run = sator("sat").arg(name).inside(&folder).run();
        assert!(satisfies(&model(&run), FORMULA), "{name}");
        assert!(satisfies(&model(&sat(bytes)), FORMULA), "{name} on standard input");
    }
}

#[test]
fn two_files_packed_and_joined_are_one() {
    let pack = |text: &str| {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), Gzip::fast());
        gzip.write_all(text.as_bytes()).unwrap();
        gzip.finish().unwrap()
    };
    let joined = [pack("p cnf 1 2\n1 0\n"), pack("-1 0\n")].concat();
    sat(joined).exits(20);
}

#[test]
fn a_spoilt_packed_file_is_an_error() {
    for (name, bytes) in packed() {
        let cut = &bytes[..bytes.len() / 2];
        let folder = Folder::with(name, cut);
        let run = sator("sat").arg(name).inside(&folder).run();
        run.fails().stderr_has(&[&format!("{name}: ")]);
    }
}

#[needs(shared_data)]
fn the_collected_formulas_have_their_known_verdicts(data: &SharedData) {
    let folder = data.path("dimacs");
    let index = fs::read_to_string(folder.join("index.json")).unwrap();
    let index: Vec<Value> = serde_json::from_str(&index).unwrap();
    assert!(!index.is_empty());
    for entry in index {
        let file = entry["file"].as_str().unwrap();
        let run = sator("sat").arg(folder.join(file)).run();
        match entry["status"].as_str() {
            Some("SAT") => {
                let text = fs::read_to_string(folder.join(file)).unwrap();
                assert!(satisfies(&model(&run), &text), "{file}");
            }
            Some("UNSAT") => {
                run.exits(20).stdout_is("s UNSATISFIABLE\n");
            }
            other => panic!("{file}: {other:?}"),
        }
        let has_lone_zero = entry["notes"].to_string().contains("lone");
        assert_eq!(run.stderr.contains("lone 0"), has_lone_zero, "{file}: {run:?}");
    }
}
