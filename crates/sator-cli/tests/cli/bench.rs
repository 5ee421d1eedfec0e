//! `sator bench`: ways to solve, compared. No time is asserted.

use std::collections::BTreeSet;

use sator_testing::with_programs;
use serde_json::Value;

use crate::common::{Folder, Run, sator};
use crate::grids::{DIGITS, NINE};
use crate::programs::Stage;
use crate::terminal::on_terminal;

const TWO: &str = "--backend batsat,varisat --encoding auto --encoding pairwise --runs 1";

const HEADINGS: &str = "puzzle N backend encoding status agree variables clauses literals conflicts \
    decisions propagations time ms";

/// The words of each line below the headings.
#[track_caller]
fn table(run: &Run) -> Vec<Vec<String>> {
    let mut lines = run.stdout.lines();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(lines.next().unwrap_or_default()).join(" "), HEADINGS, "{run:?}");
    let widths: BTreeSet<_> = run.stdout.lines().map(|line| line.chars().count()).collect();
    assert_eq!(widths.len(), 1, "not aligned: {run:?}");
    lines.map(words).collect()
}

/// Some columns of each line.
fn columns<'t>(table: &'t [Vec<String>], wanted: &[usize]) -> Vec<Vec<&'t str>> {
    table.iter().map(|row| wanted.iter().map(|&column| row[column].as_str()).collect()).collect()
}

/// Puzzles in lines, one of them without an answer.
fn many() -> String {
    let [one, two] = [1, 2].map(|seed| DIGITS.line(&NINE.unique(seed).0));
    format!("{one}\n# a comment\n11{}\n{two}\n", ".".repeat(79))
}

#[test]
fn each_backend_with_each_encoding_has_a_row_in_the_order_asked() {
    let run = sator(&format!("bench 8 {TWO}")).run();
    run.exits(0).stderr_is("Measuring 4 ways to solve 8-Queens, 1 run...\nAll agree.\n");
    let table = table(&run);
    let [auto, pairwise] = ["auto", "pairwise"];
    let expected = ["batsat", "varisat"].map(|backend| {
        [auto, pairwise].map(|encoding| ["8-Queens", "8", backend, encoding, "SAT", "yes", "64"])
    });
    assert_eq!(columns(&table, &[0, 1, 2, 3, 4, 5, 6]), expected.concat());
    // BatSat reports conflicts, Varisat does not.
    assert!(table[..2].iter().all(|row| row[9].parse::<u64>().is_ok()), "{run:?}");
    assert_eq!(columns(&table[2..], &[9, 10, 11]), [["-"; 3]; 2]);
    assert!(table.iter().all(|row| row[12].parse::<f64>().unwrap() > 0.0), "{run:?}");
}

#[test]
fn a_range_has_a_row_for_each_number_and_a_plot_has_a_line_for_each_way() {
    let folder = Folder::new();
    let words = "bench queens 3..6 --backend batsat --encoding pairwise --encoding ladder --runs 1";
    let run = sator(words).args(["--plot", "time.svg"]).inside(&folder).run();
    let expected: Vec<_> = [("3", "UNSAT"), ("4", "SAT"), ("5", "SAT"), ("6", "SAT")]
        .into_iter()
        .flat_map(|(n, status)| ["pairwise", "ladder"].map(|way| vec![n, way, status]))
        .collect();
    assert_eq!(columns(&table(run.exits(0)), &[1, 3, 4]), expected);
    run.stderr_has(&["Summary over 4 puzzles:", "All agree.", "The plot is in 'time.svg'"]);
    let svg = folder.read("time.svg");
    for text in [">pairwise<", ">ladder<", ">N<", ">time (ms)<", ">queens, N = 3 to 6<"] {
        assert!(svg.contains(text), "no {text} in {svg}");
    }
}

#[test]
fn new_puzzles_of_a_size_have_consecutive_seeds_and_are_the_same_again() {
    let words = "bench minesweeper 5x5..6x7 --density 0.2 --samples 2 --seed 3 --runs 1 --json \
        --backend batsat --encoding auto";
    let names = |words: &str| {
        let rows = sator(words).run().exits(0).objects();
        let name = |row: &Value| {
            let [puzzle, n] = ["puzzle", "n"].map(|name| row[name].to_string());
            format!("{puzzle} {n} {} {}", row["variables"], row["clauses"])
        };
        rows.iter().map(name).collect::<Vec<_>>()
    };
    let rows = names(words);
    assert_eq!(rows.len(), 6, "{rows:?}");
    assert!(rows[1].starts_with("\"minesweeper 5x5, seed 4\" 5 "), "{rows:?}");
    assert!(rows[5].starts_with("\"minesweeper 6x7, seed 4\" \"6x7\" "), "{rows:?}");
    assert_eq!(names(words), rows);
}

#[test]
fn all_backends_of_the_build_are_measured_by_default() {
    let backends = sator("backends --json").run().objects();
    let rows = sator("bench 5 --json --runs 1").run().exits(0).objects();
    let mut asked = Vec::new();
    let is_inside =
        |backend: &&Value| backend["runs"] == "embedded" && backend["version"].is_string();
    for backend in backends.iter().filter(is_inside) {
        for encoding in ["auto", "pairwise", "two-product"] {
            asked.push((backend["name"].clone(), encoding));
        }
    }
    let rows = rows.iter().map(|row| (row["backend"].clone(), row["encoding"].as_str().unwrap()));
    assert!(rows.eq(asked), "{backends:?}");
}

#[test]
fn uniqueness_is_proved_on_demand() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/queens/completion.txt");
    let conflicts = |option: &str| {
        let run = sator("bench --backend batsat --encoding auto --json --runs 1").arg(file);
        let run = run.args(option.split_whitespace()).run();
        run.exits(0).object()["conflicts"].as_u64().unwrap()
    };
    assert!(conflicts("--unique") > conflicts(""), "a proof meets dead ends");
}

#[test]
fn the_formula_is_full_unless_reduced() {
    let puzzle = DIGITS.line(&NINE.unique(3).0);
    let clauses = |option: &str| {
        let run = sator("bench").arg(&puzzle).args(["--backend", "batsat", "--encoding", "auto"]);
        let run = run.args(["--json", "--runs", "1"]).args(option.split_whitespace()).run();
        run.exits(0).object()["clauses"].as_u64().unwrap()
    };
    assert!(clauses("") > 11_988, "{}", clauses(""));
    assert!(clauses("--reduced") < 2_000, "{}", clauses("--reduced"));
}

#[test]
fn an_interrupt_prints_the_measurements_so_far() {
    let mut run = sator(&format!("bench 6 900 {TWO}")).start();
    run.wait_for_message();
    run.interrupt();
    let run = run.finish();
    run.exits(3).stderr_has(&["interrupted; this is what was measured before"]);
    // The ways that had their turn.
    assert!(table(&run).len() <= 8, "{run:?}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new();
    for option in ["", "--json", "--csv"] {
        let line = format!("{{ sator bench 8 {TWO} {option}; echo $? > status.txt; }} | true");
        on_terminal(&line, &folder).exits(0);
        assert_eq!(folder.read("status.txt"), "0\n");
    }
}

#[test]
fn a_long_run_shows_progress() {
    let folder = Folder::new();
    let words = "bench 8 --backend batsat --encoding auto --runs 1000000 > table.txt";
    let line = format!("timeout --preserve-status -s INT 2.5 sator {words}");
    let run = on_terminal(&line, &folder);
    for part in [" % ", " solves, ", " a second", " left"] {
        assert!(run.exits(3).stdout.contains(part), "no {part:?} in {run:?}");
    }
    assert!(folder.read("table.txt").starts_with("puzzle "));
}

#[test]
fn the_fastest_has_colour_on_a_terminal_unless_it_is_unwanted() {
    let folder = Folder::new();
    for (line, is_coloured) in [
        ("sator bench 6 --runs 1", true),
        ("NO_COLOR=1 sator bench 6 --runs 1", false),
        ("sator bench 6 --runs 1 --color never", false),
        ("sator bench 6 --runs 1 | cat", false),
    ] {
        let run = on_terminal(line, &folder);
        assert_eq!(run.exits(0).stdout.contains("\u{1b}[32m"), is_coloured, "{line}: {run:?}");
    }
}

#[test]
fn a_program_that_denies_an_answer_is_detected_and_the_files_are_kept() {
    let stage = Stage::new("echo 's UNSATISFIABLE'; exit 20");
    stage.folder.write("many.txt", many());
    let words = "bench many.txt --backend batsat,exec:./fake,varisat --encoding auto";
    let run = stage.sator(words).run();
    // Each puzzle with an answer is named once; the one without is not.
    let message = "batsat with auto and exec:./fake with auto disagree: batsat with auto finds at \
        least 1, exec:./fake with auto finds 0; this is a bug in one of them or in sator; the \
        files are in ";
    run.exits(2).stderr_has(&[
        &format!("many.txt:1: {message}'./sator-disagreement-1'\n"),
        &format!("many.txt:4: {message}'./sator-disagreement-2'\n"),
    ]);
    assert_eq!(run.stderr.matches("disagree:").count(), 2, "{run:?}");
    let disputed = [["SAT", "no"], ["UNSAT", "no"], ["SAT", "no"]];
    let expected = [disputed, [["UNSAT", "yes"]; 3], disputed].concat();
    assert_eq!(columns(&table(&run), &[4, 5]), expected);
    let report = stage.folder.read("sator-disagreement-1/README.txt");
    let again = "sator bench sudoku puzzle.txt --backend batsat,exec:./fake";
    assert!(
        report.contains(message.split(';').next().unwrap()) && report.contains(again),
        "{report}"
    );
    assert_eq!(stage.folder.read("sator-disagreement-2/puzzle.txt").split_whitespace().count(), 9);
    assert!(stage.folder.read("sator-disagreement-1/formula.cnf").contains("p cnf 729 "));
    stage.is_tidy();
    let run = stage.sator(words).arg("--json").run();
    let agree = run.exits(2).objects().into_iter().map(|row| row["agrees"] == true);
    assert!(agree.eq(expected.iter().map(|row| row[1] == "yes")), "{run:?}");
    let errors = run.stderr.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert!(errors.map(|error| error["line"].as_u64()).eq([Some(1), Some(4)]), "{run:?}");
}

#[test]
fn a_program_that_fails_is_left_out_and_the_others_are_measured() {
    let stage = Stage::new("echo 's SATISFIABLE'; printf 'v'; printf ' %d' $(seq 64); echo ' 0'");
    let words = "bench 8 6 --backend exec:./fake,batsat,varisat --encoding auto";
    let run = stage.sator(words).run();
    run.exits(2).stderr_has(&["8-Queens: exec:./fake with auto: ", "the solver's answer is wrong"]);
    assert_eq!(run.stderr.matches("the solver's answer is wrong").count(), 1, "{run:?}");
    let table = table(&run);
    assert_eq!(table[0][4..], [["failed"].as_slice(), &["-"; 8]].concat());
    assert_eq!(columns(&[&table[1..3], &table[4..]].concat(), &[4, 5]), [["SAT", "yes"]; 4]);
    let rows = stage.sator(words).arg("--json").run().exits(2).objects();
    assert!(rows[0]["error"].as_str().unwrap().contains("wrong"), "{}", rows[0]);
    assert!(rows[0]["status"] == "failed" && rows[1].get("error").is_none(), "{rows:?}");
    stage.is_tidy();
}

with_programs!(programs_are_measured_too: minisat cadical);

fn programs_are_measured_too(program: &str) {
    let stage = Stage::new("");
    let words = format!("bench 6 3 --unique --backend batsat,exec:{program} --encoding auto");
    let run = stage.sator(&words).run();
    let expected = [[["SAT", "yes", "36"]; 2], [["UNSAT", "yes", "9"]; 2]].concat();
    assert_eq!(columns(&table(run.exits(0)), &[4, 5, 6]), expected);
    stage.is_tidy();
}

with_programs!(an_smt_solver_has_no_encodings_to_compare: z3 cvc5);

fn an_smt_solver_has_no_encodings_to_compare(solver: &str) {
    let run = sator(&format!("bench 5 --runs 1 --unique --backend batsat,{solver}")).run();
    let table = table(run.exits(0));
    let [batsat, others] = [&table[..3], &table[3..]];
    assert_eq!(columns(batsat, &[2, 5]), [["batsat", "yes"]; 3]);
    assert_eq!(columns(others, &[2, 5, 6, 7, 8]), [[solver, "yes", "-", "-", "-"]]);
}
