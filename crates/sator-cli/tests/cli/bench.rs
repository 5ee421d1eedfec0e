//! `sator bench`: ways to solve, compared. No time is asserted.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{Folder, Run, sator};
use crate::grids::{DIGITS, NINE};
use crate::programs::{Stage, has};
use crate::terminal::on_terminal;

const TWO: &str = "--backend batsat,varisat --encoding auto --encoding pairwise --runs 1";

const HEADINGS: &str = "backend encoding solved agree variables clauses literals conflicts \
    median ms worst ms relative";

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
    run.exits(0).says("Measuring 4 ways to solve 8-Queens, 1 run...\n");
    let table = table(&run);
    let [auto, pairwise] = ["auto", "pairwise,binomial"];
    let expected = ["batsat", "varisat"].map(|backend| {
        [auto, pairwise].map(|encoding| [backend, encoding, "1/1", "yes", "64", "744", "1584"])
    });
    assert_eq!(columns(&table, &[0, 1, 2, 3, 4, 5, 6]), expected.concat());
    // BatSat counts conflicts, Varisat does not tell.
    assert!(table[..2].iter().all(|row| row[7].parse::<u64>().is_ok()), "{run:?}");
    assert_eq!(columns(&table[2..], &[7]), [["-"]; 2]);
    for row in &table {
        // One puzzle is the worst of all.
        assert!(row[8] == row[9] && row[8].parse::<f64>().unwrap() > 0.0, "{row:?}");
        assert!(row[10].parse::<f64>().unwrap() >= 1.0, "{row:?}");
    }
    assert!(table.iter().any(|row| row[10] == "1.00"), "{run:?}");
}

#[test]
fn nothing_said_means_all_backends_of_the_build() {
    let backends = sator("backends --json").run().objects();
    let rows = sator("bench 5 --json --runs 1").run().exits(0).objects();
    let mut asked = Vec::new();
    let is_inside =
        |backend: &&Value| backend["runs"] == "embedded" && backend["version"].is_string();
    for backend in backends.iter().filter(is_inside) {
        for encoding in ["auto", "pairwise,binomial", "two-product"] {
            asked.push((backend["name"].clone(), encoding));
        }
    }
    let rows = rows.iter().map(|row| (row["backend"].clone(), row["encoding"].as_str().unwrap()));
    assert!(rows.eq(asked), "{backends:?}");
}

#[test]
fn json_has_an_object_for_each_way() {
    let run = sator(&format!("bench 8 {TWO} --json")).run();
    run.exits(0).says("");
    let [first, _, third, _] = &run.objects()[..] else { panic!("{run:?}") };
    let names = [
        "backend",
        "encoding",
        "puzzles",
        "solved",
        "stopped",
        "agrees",
        "variables",
        "clauses",
        "literals",
        "conflicts",
        "seconds",
        "at_least",
        "relative",
    ];
    assert!(first.as_object().unwrap().keys().eq(names), "{first}");
    assert_eq!(first["backend"], "batsat");
    let numbers = ["puzzles", "solved", "stopped", "variables", "clauses", "literals"];
    assert_eq!(
        numbers.map(|name| &first[name]),
        [1, 1, 0, 64, 744, 1584].map(Value::from).each_ref()
    );
    assert_eq!(first["agrees"], true);
    assert!(first["seconds"]["median"].is_f64() && first["seconds"]["worst"].is_f64(), "{first}");
    assert_eq!(first["at_least"], serde_json::json!({ "median": false, "worst": false }));
    assert_eq!(third.get("conflicts"), None, "what Varisat cannot tell is absent");
}

#[test]
fn csv_has_a_line_of_names_and_quotes_what_has_commas() {
    let words = "bench 8 --backend batsat --encoding minimal,pairwise --encoding auto --csv";
    let run = sator(words).run();
    let lines: Vec<_> = run.exits(0).stdout.lines().collect();
    let [names, minimal, auto] = lines[..] else { panic!("{run:?}") };
    assert_eq!(
        names,
        "backend,encoding,puzzles,solved,stopped,agrees,variables,clauses,literals,conflicts,\
        median_seconds,median_at_least,worst_seconds,worst_at_least,relative,error"
    );
    assert!(minimal.starts_with("batsat,\"minimal,pairwise,binomial\",1,1,0,true,64,"), "{run:?}");
    assert!(auto.starts_with("batsat,auto,1,1,0,true,64,744,1584,"), "{run:?}");
    assert_eq!(auto.split(',').count(), names.split(',').count());
}

#[test]
fn a_file_of_many_puzzles_is_measured_as_a_whole() {
    let folder = Folder::with("many.txt", many());
    let run = sator(&format!("bench many.txt {TWO} --unique")).inside(&folder).run();
    let said = "Measuring 4 ways to solve 3 puzzles, 1 run, medians over puzzles...\n";
    // That one has no answer is a result like any other.
    run.exits(0).says(said);
    assert_eq!(columns(&table(&run), &[2, 3]), [["3/3", "yes"]; 4]);
    let lines = sator(&format!("bench - {TWO}")).input(many()).run();
    assert_eq!(columns(&table(lines.exits(0)), &[2, 3]), [["3/3", "yes"]; 4]);
    assert_eq!(folder.names(), ["many.txt"]);
}

#[test]
fn sizes_are_medians_over_puzzles() {
    let size = |words: &str| {
        let words = format!("bench {words} --backend batsat --encoding pairwise --json --runs 1");
        let row = sator(&words).run().exits(0).object();
        ["variables", "clauses"].map(|name| row[name].as_f64().unwrap().to_string())
    };
    assert_eq!(size("9 4 5"), size("5"));
    // Between 16 and 81 variables, 84 and 1074 clauses.
    assert_eq!(size("9 4"), ["48.5", "579"]);
}

#[test]
fn objects_in_lines_and_several_inputs_are_puzzles_too() {
    let grid = |seed| serde_json::json!({ "n": 9, "grid": NINE.unique(seed).0 }).to_string();
    let folder = Folder::with("many.jsonl", format!("{}\n{}\n", grid(1), grid(2)));
    folder.write("six.txt", "6");
    let run = sator(&format!("bench many.jsonl six.txt 7 {TWO}")).inside(&folder).run();
    assert_eq!(columns(&table(run.exits(0)), &[2]), [["4/4"]; 4]);
}

#[test]
fn puzzles_without_an_answer_are_no_failure() {
    let run = sator(&format!("bench 3 {TWO} --unique")).run();
    assert_eq!(columns(&table(run.exits(0)), &[2, 3]), [["1/1", "yes"]; 4]);
}

#[test]
fn that_an_answer_is_the_only_one_is_proved_when_asked_for() {
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
fn what_takes_too_long_is_stopped_and_shown_so() {
    let run = sator(&format!("bench 8 {TWO} --timeout 1e-9")).run();
    for row in table(run.exits(3)) {
        assert_eq!([&row[2], &row[3], &row[10]], ["0/1", "-", "-"], "{run:?}");
        assert!(row[8].starts_with('>') && row[9].starts_with('>'), "{run:?}");
    }
    let rows = sator(&format!("bench 8 {TWO} --timeout 1e-9 --json")).run().exits(3).objects();
    for row in rows {
        assert_eq!([&row["solved"], &row["stopped"]], [0, 1], "{row}");
        assert_eq!([row.get("agrees"), row.get("relative")], [None, None], "{row}");
    }
}

#[test]
fn an_interrupt_prints_what_was_measured_before() {
    let mut run = sator(&format!("bench 6 900 {TWO}")).start();
    run.has_spoken();
    run.interrupt();
    let run = run.finish();
    run.exits(3).mentions(&["interrupted; this is what was measured before"]);
    assert_eq!(table(&run).len(), 4, "{run:?}");
}

#[test]
fn a_text_that_is_no_puzzle_is_said_and_the_others_are_measured() {
    let folder = Folder::with("many.txt", many().replace("# a comment", "1..wrong"));
    let run = sator(&format!("bench sudoku many.txt {TWO}")).inside(&folder).run();
    assert_eq!(columns(&table(run.exits(2)), &[2, 3]), [["3/3", "yes"]; 4]);
    run.mentions(&["many.txt:2:"]);
    sator("bench no-such-file").run().fails().mentions(&["no-such-file"]);
    let run = sator("bench sudoku 1..wrong --json").run();
    assert!(run.fails().error_object()["error"].is_string());
}

#[test]
fn names_that_nobody_knows_are_refused() {
    for (words, expected) in [
        ("bench 8 --backend batsat,nobody", "unknown backend 'nobody'"),
        ("bench 8 --encoding nothing", "unknown encoding 'nothing'"),
        ("bench 8 --runs 0", "0 is not in 1.."),
        ("bench 8 --json --csv", "cannot be used with"),
        ("bench 8 --timeout 0", "expected a number of seconds above 0"),
    ] {
        sator(words).run().fails().mentions(&[expected]);
    }
}

#[test]
fn what_is_asked_for_twice_is_measured_once() {
    let words = "bench 5 --backend batsat --backend varisat,batsat --encoding auto --encoding auto";
    let run = sator(words).run();
    assert_eq!(columns(&table(run.exits(0)), &[0]), [["batsat"], ["varisat"]]);
}

#[test]
fn one_way_has_none_to_agree_with() {
    let run = sator("bench 6 --backend batsat --encoding auto --runs 2").run();
    assert_eq!(columns(&table(run.exits(0)), &[2, 3, 10]), [["1/1", "-", "1.00"]]);
}

#[test]
fn quiet_leaves_the_table_alone() {
    let run = sator(&format!("bench 6 {TWO} --quiet")).run();
    assert_eq!(table(run.exits(0).says("")).len(), 4);
}

#[test]
fn nobody_need_read_the_table() {
    let folder = Folder::new();
    for option in ["", "--json", "--csv"] {
        let line = format!("{{ sator bench 8 {TWO} {option}; echo $? > status.txt; }} | true");
        on_terminal(&line, &folder).exits(0);
        assert_eq!(folder.read("status.txt"), "0\n");
    }
}

#[test]
fn a_long_run_shows_how_far_it_is() {
    let folder = Folder::new();
    let words = "bench 8 --backend batsat --encoding auto --runs 1000000 > table.txt";
    let line = format!("timeout --preserve-status -s INT 2.5 sator {words}");
    let run = on_terminal(&line, &folder);
    for part in [" % ", " solves, ", " a second", " left"] {
        assert!(run.exits(3).stdout.contains(part), "no {part:?} in {run:?}");
    }
    assert!(folder.read("table.txt").starts_with("backend "));
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
fn a_program_that_denies_an_answer_is_found_out_and_the_files_are_kept() {
    let stage = Stage::new("echo 's UNSATISFIABLE'; exit 20");
    stage.folder.write("many.txt", many());
    let words = "bench many.txt --backend batsat,exec:./fake,varisat --encoding auto";
    let run = stage.sator(words).run();
    // Each puzzle with an answer is named once; the one without is not.
    let told = "batsat with auto and exec:./fake with auto disagree: batsat with auto finds at \
        least 1, exec:./fake with auto finds 0; this is a bug in one of them or in sator; the \
        files are in ";
    run.exits(2).mentions(&[
        &format!("many.txt:1: {told}'./sator-disagreement-1'\n"),
        &format!("many.txt:4: {told}'./sator-disagreement-2'\n"),
    ]);
    assert_eq!(run.stderr.matches("disagree:").count(), 2, "{run:?}");
    assert_eq!(columns(&table(&run), &[2, 3]), [["3/3", "no"]; 3]);
    let story = stage.folder.read("sator-disagreement-1/README.txt");
    let again = "sator bench sudoku puzzle.txt --backend batsat,exec:./fake";
    assert!(story.contains(told.split(';').next().unwrap()) && story.contains(again), "{story}");
    assert_eq!(stage.folder.read("sator-disagreement-2/puzzle.txt").split_whitespace().count(), 9);
    assert!(stage.folder.read("sator-disagreement-1/formula.cnf").contains("p cnf 729 "));
    stage.is_tidy();
    let run = stage.sator(words).arg("--json").run();
    assert!(run.exits(2).objects().iter().all(|row| row["agrees"] == false), "{run:?}");
    let errors = run.stderr.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert!(errors.map(|error| error["line"].as_u64()).eq([Some(1), Some(4)]), "{run:?}");
}

#[test]
fn a_program_that_fails_is_out_and_the_others_are_measured() {
    let stage = Stage::new("echo 's SATISFIABLE'; printf 'v'; printf ' %d' $(seq 64); echo ' 0'");
    let words = "bench 8 6 --backend exec:./fake,batsat,varisat --encoding auto";
    let run = stage.sator(words).run();
    run.exits(2).mentions(&["8-Queens: exec:./fake with auto: ", "the solver's answer is wrong"]);
    assert_eq!(run.stderr.lines().count(), 2, "{run:?}");
    let table = table(&run);
    assert_eq!(table[0][2..], [["failed"].as_slice(), &["-"; 8]].concat());
    assert_eq!(columns(&table[1..], &[2, 3]), [["2/2", "yes"]; 2]);
    let rows = stage.sator(words).arg("--json").run().exits(2).objects();
    assert!(rows[0]["error"].as_str().unwrap().contains("wrong"), "{}", rows[0]);
    assert!(rows[0].get("solved").is_none() && rows[1].get("error").is_none(), "{rows:?}");
    stage.is_tidy();
}

#[test]
fn programs_are_measured_too() {
    for program in ["minisat", "cadical"].iter().filter(|program| has(program)) {
        let stage = Stage::new("");
        let words = format!("bench 6 3 --unique --backend batsat,exec:{program} --encoding auto");
        let run = stage.sator(&words).run();
        assert_eq!(columns(&table(run.exits(0)), &[2, 3, 4]), [["2/2", "yes", "22.5"]; 2]);
        stage.is_tidy();
    }
}

#[test]
fn a_solver_of_whole_numbers_has_no_encodings_to_compare() {
    for solver in ["z3", "cvc5"].iter().filter(|program| has(program)) {
        let run = sator(&format!("bench 5 --runs 1 --unique --backend batsat,{solver}")).run();
        let table = table(run.exits(0));
        let [batsat, others] = [&table[..3], &table[3..]];
        assert_eq!(columns(batsat, &[0, 3]), [["batsat", "yes"]; 3]);
        assert_eq!(columns(others, &[0, 3, 4, 5, 6]), [[*solver, "yes", "-", "-", "-"]]);
    }
}
