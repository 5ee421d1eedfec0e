//! `sator backends`, `puzzles`, `completions`, `man`, `--help`, `--version`.

use sator_testing::is_here;

use crate::common::{Folder, sator};

const VERBS: [&str; 18] = [
    "solve",
    "count",
    "analyze",
    "rate",
    "generate",
    "decode",
    "check",
    "convert",
    "create",
    "play",
    "sat",
    "compare",
    "verify",
    "bench",
    "backends",
    "puzzles",
    "completions",
    "man",
];

#[test]
fn the_backends_are_listed_for_people_and_programs() {
    let text = sator("backends").run().exits(0).stdout.clone();
    let objects = sator("backends --json").run().exits(0).objects();
    let names: Vec<_> = objects.iter().map(|object| object["name"].as_str().unwrap()).collect();
    assert!(!text.contains(" ? "), "{text}");
    let listed = text.lines().take_while(|line| !line.is_empty());
    let listed = listed.filter(|line| !line.starts_with(' '));
    let listed = listed.map(|line| line.split_whitespace().next().unwrap());
    assert!(listed.eq(names.iter().copied()), "{text}");
    for object in &objects {
        for field in ["runs", "summary"] {
            assert!(!object[field].as_str().unwrap().is_empty(), "{object}");
        }
        // An available backend has a version, another one the way to install it.
        assert_ne!(object["version"].is_string(), object["install"].is_string(), "{object}");
        let name = object["name"].as_str().unwrap();
        let run = sator(&format!("solve 4 --backend {name}")).run();
        match object["install"].as_str() {
            None => run.exits(0),
            Some(install) => run.exits(2).stderr_has(&[install]),
        };
    }
}

#[test]
fn the_abilities_of_each_backend_are_listed() {
    let objects = sator("backends --json").run().exits(0).objects();
    let here = |name: &str, feature: bool| {
        let object = objects.iter().find(|object| object["name"] == name).unwrap();
        assert_eq!(object["version"].is_string(), feature, "{object}");
        object["abilities"].as_array().unwrap().clone()
    };
    assert!(here("varisat", true).contains(&"proofs".into()));
    assert!(here("batsat", true).contains(&"cores".into()));
    assert_eq!(here("cadical", cfg!(feature = "cadical")).is_empty(), !cfg!(feature = "cadical"));
    here("minisat", cfg!(feature = "minisat"));
    here("glucose", cfg!(feature = "glucose"));
    assert_eq!(here("z3", is_here("z3")).contains(&"incremental".into()), is_here("z3"));
    assert!(!here("exec:minisat", is_here("minisat")).contains(&"incremental".into()));
    assert_eq!(
        here("exec:cadical", is_here("cadical")).contains(&"proofs".into()),
        is_here("cadical")
    );
    assert!(here("batsat", true).contains(&"resume".into()));
    assert!(!here("varisat", true).contains(&"resume".into()), "it is ended, and begins anew");
    for object in objects.iter().filter(|object| object["version"].is_string()) {
        assert!(object["abilities"].as_array().unwrap().contains(&"interrupt".into()), "{object}");
    }
}

#[test]
fn the_puzzles_are_listed_with_their_names_and_formats() {
    let text = sator("puzzles").run().exits(0).stdout.clone();
    let objects = sator("puzzles --json").run().exits(0).objects();
    let queens = objects.iter().find(|object| object["name"] == "queens").unwrap();
    assert_eq!(queens["aliases"], serde_json::json!(["n-queens", "nqueens"]));
    let formats = queens["formats"].as_array().unwrap();
    for format in formats.iter().map(|format| format.as_str().unwrap()) {
        assert!(text.contains(format), "no {format} in {text}");
        // Known, whether or not this text is of that format.
        let run = sator("count").args(["--format", format, "6"]).run();
        assert!(!run.stderr.contains("has no format"), "{run:?}");
    }
    let printed = queens["printed"].as_array().unwrap();
    for format in formats {
        let name = format.as_str().unwrap();
        assert_eq!(text.contains(&format!("\n  * {name} ")), printed.contains(format), "{name}");
        let run = sator("convert 6 --to").arg(name).run();
        assert_eq!(
            run.stderr.contains("cannot be written as '"),
            !printed.contains(format),
            "{name}"
        );
    }
    for object in &objects {
        assert!(text.contains(object["name"].as_str().unwrap()), "{object}");
        assert_ne!(object["name"], "template", "what is only a pattern is not offered");
    }
}

#[test]
fn every_shell_gets_completions_for_every_verb() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = sator(&format!("completions {shell}")).run();
        assert!(VERBS.iter().all(|verb| run.exits(0).stdout.contains(verb)), "{shell}");
        assert!(run.stdout.contains("--up-to-symmetry") || shell == "fish", "{shell}");
        run.stderr_is("");
    }
}

#[test]
fn every_verb_has_a_manual_page() {
    let page = sator("man").run().exits(0).stdout.clone();
    assert!(page.contains(".TH sator 1") && page.contains("Examples"), "{page}");
    assert!(VERBS.iter().all(|verb| page.contains(verb)), "{page}");
    for verb in VERBS {
        let page = sator(&format!("man {verb}")).run().exits(0).stdout.clone();
        assert!(page.contains(&format!(".TH sator-{verb} 1")), "{page}");
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
}

#[test]
fn the_help_of_every_verb_has_an_example() {
    for verb in [""].into_iter().chain(VERBS) {
        let run = sator(verb).arg("--help").run();
        run.exits(0).stderr_is("");
        let example = run.stdout.lines().position(|line| line.starts_with("Example"));
        let example = example.unwrap_or_else(|| panic!("no example in the help of {verb:?}"));
        let below = run.stdout.lines().nth(example + 1).unwrap();
        assert!(below.starts_with("  ") && below.contains("sator "), "{verb}: {below}");
        assert!(below.contains(verb), "{verb}: {below}");
    }
}

#[test]
fn the_help_names_every_verb_and_the_exit_statuses() {
    let help = sator("--help").run().exits(0).stdout.clone();
    for words in VERBS.into_iter().chain(["Exit status"]) {
        assert!(help.contains(words), "no {words:?} in {help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

#[test]
fn the_version_is_the_packages() {
    for flag in ["--version", "-V"] {
        sator(flag).run().exits(0).stdout_is(concat!("sator ", env!("CARGO_PKG_VERSION"), "\n"));
    }
}

#[test]
fn listings_leave_no_files() {
    let folder = Folder::new();
    for words in ["backends", "puzzles", "completions bash", "man", "--help"] {
        sator(words).inside(&folder).run().exits(0);
    }
    assert_eq!(folder.names(), [""; 0]);
}
