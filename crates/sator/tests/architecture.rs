//! Rules that the compiler does not enforce: the test reads the source tree and names every breach
//! with its place.

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

// The rules.

/// Code that some files must not contain.
struct Ban {
    /// Which files, by their path from the root.
    files: fn(&str) -> bool,
    /// Tokens in a row, with spaces between them.
    code: &'static [&'static str],
    why: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        files: is_check,
        code: &["model", "sator_model", "rules", "engine", "encode", "backend"],
        why: "a witness depends on nothing that it judges",
    },
    Ban {
        files: |path| path == "crates/sator/src/witness.rs",
        code: &[
            "Cells",
            "CellId",
            "Clues",
            "Condition",
            "Domain",
            "Model",
            "backend",
            "clues",
            "encode",
            "engine",
            "explain",
            "lower",
            "propagate",
            "puzzles",
            "rules",
            "sator_model",
            "sator_sat",
            "search",
        ],
        why: "the second witness knows only the plain check",
    },
    Ban {
        files: is_puzzle,
        code: &["engine", "encode", "lower : :", "propagate : :", "search : :", "backend"],
        why: "a puzzle sees no encoding and no solver",
    },
    Ban {
        files: |path| path.starts_with("crates/sator/src/render/"),
        code: &["engine", "puzzles", "model", "sator_model"],
        why: "a board is neutral",
    },
    Ban {
        files: |path| path == "crates/sator/src/puzzle.rs",
        code: &["engine", "puzzles", "backend"],
        why: "the interface of puzzles depends neither on them nor on solvers",
    },
    Ban {
        files: |path| MODELLING.iter().any(|part| path.starts_with(part)),
        code: &["engine", "search", "backend"],
        why: "stating constraints needs no solver",
    },
    Ban {
        files: |path| path.starts_with("crates/sator-sat/src/proof/"),
        code: &[
            "backend",
            "encode",
            "process",
            "smt",
            "batsat",
            "cadical_sys",
            "varisat",
            "rustsat_minisat",
            "rustsat_glucose",
        ],
        why: "the checker never calls a solver",
    },
    Ban {
        files: |path| {
            path.starts_with("crates/sator-model/src/")
                || is_puzzle(path)
                || path == "crates/sator/src/engine.rs"
        },
        code: &["std : : fs", "std : : process", "std : : env", "fs : :", "Command"],
        why: "solving needs neither files nor programs",
    },
    Ban {
        files: |path| is_crate_source(path) && path != CLOCK,
        code: &["time : : Instant", "SystemTime", "time : : { Instant", "Duration , Instant"],
        why: "time is read in one place, so that a host can supply it",
    },
    Ban {
        files: |path| is_crate_source(path) && !path.starts_with("crates/sator-cli/"),
        code: &["print !", "println !", "eprint !", "eprintln !"],
        why: "a library does not print",
    },
    Ban {
        files: |_| true,
        code: &["# [ allow", "# ! [ allow"],
        why: "an #[expect] with its reason reports when it is needed no more",
    },
    Ban { files: is_crate_source, code: &["unsafe", "unsafe_code"], why: "all code is safe" },
];

/// The files with which models are stated.
const MODELLING: [&str; 3] = [
    "crates/sator-model/src/cell.rs",
    "crates/sator-model/src/label.rs",
    "crates/sator-model/src/model.rs",
];

/// The file that reads the system's clock.
const CLOCK: &str = "crates/sator-sat/src/clock.rs";

/// Which crates of ours a crate may use.
const CRATES: &[(&str, &[&str])] = &[
    ("sator-sat", &[]),
    ("sator-model", &["sator-sat"]),
    ("sator", &["sator-model", "sator-sat"]),
    ("sator-cli", &["sator", "sator-model", "sator-sat"]),
    ("sator-py", &["sator", "sator-sat"]),
];

fn is_crate_source(path: &str) -> bool {
    path.starts_with("crates/") && path.contains("/src/")
}

fn is_puzzle(path: &str) -> bool {
    path.starts_with("crates/sator/src/puzzles/")
}

/// The plain rules of a kind, or those that kinds share.
fn is_check(path: &str) -> bool {
    is_puzzle(path) && is_module(path, "check") || path == "crates/sator/src/check.rs"
}

/// A file of a module of that name. The template has none: it shows a whole puzzle in one file.
fn is_module(path: &str, name: &str) -> bool {
    path.trim_end_matches(".rs").split('/').any(|part| part == name)
}

// The reading.

/// A file, by its path from the root.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// Every Rust file of ours.
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for folder in ["bench", "crates", "xtask"] {
            Self::collect(folder, &mut all);
        }
        assert!(all.iter().any(|source| source.path == "crates/sator/src/lib.rs"));
        all
    }

    fn collect(folder: &str, all: &mut Vec<Self>) {
        for name in names(folder) {
            let path = format!("{folder}/{name}");
            if root().join(&path).is_dir() {
                Self::collect(&path, all);
            } else if Path::new(&name).extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(root().join(&path)).unwrap();
                all.push(Self { path, text });
            }
        }
    }

    fn at(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path)
    }

    fn breaches(&self, bans: &[Ban]) -> Vec<String> {
        let tokens = tokens(&self.text);
        let mut breaches = Vec::new();
        for ban in bans.iter().filter(|ban| (ban.files)(&self.path)) {
            for code in ban.code {
                let wanted: Vec<_> = code.split(' ').collect();
                let found = tokens
                    .windows(wanted.len())
                    .filter(|row| row.iter().map(|(_, token)| token).eq(&wanted));
                let what = format!("`{}`, but {}", wanted.concat(), ban.why);
                breaches.extend(found.map(|row| self.at(row[0].0, &what)));
            }
        }
        breaches
    }

    /// Whether the file says what it is for.
    fn is_opened(&self) -> bool {
        self.text.starts_with("//! ")
    }
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The code, token by token, with the lines. Comments are gone and literals are blank.
fn tokens(source: &str) -> Vec<(usize, String)> {
    let mut tokens = Vec::new();
    flatten(source.parse().unwrap(), &mut tokens);
    tokens
}

fn flatten(stream: TokenStream, tokens: &mut Vec<(usize, String)>) {
    for tree in stream {
        let line = tree.span().start().line;
        match tree {
            TokenTree::Ident(ident) => tokens.push((line, ident.to_string())),
            TokenTree::Punct(punct) => tokens.push((line, punct.to_string())),
            TokenTree::Literal(_) => tokens.push((line, String::new())),
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push((line, open.to_owned()));
                flatten(group.stream(), tokens);
                tokens.push((group.span_close().start().line, close.to_owned()));
            }
        }
    }
}

/// Our own crates among the dependencies of a manifest, with their lines.
fn own_dependencies(manifest: &str) -> Vec<(usize, &str)> {
    let mut is_inside = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(manifest.lines()) {
        if line.starts_with('[') {
            is_inside = line.contains("dependencies");
        }
        let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
        if is_inside && CRATES.iter().any(|(own, _)| *own == name) {
            found.push((number, name));
        }
    }
    found
}

fn none(breaches: impl IntoIterator<Item = String>) {
    let breaches: Vec<_> = breaches.into_iter().collect();
    assert!(breaches.is_empty(), "\n{}\n", breaches.join("\n"));
}

// The promises.

#[test]
fn dependencies_point_one_way_libraries_do_not_print_and_nothing_is_allowed_or_unsafe() {
    let sources = Source::all();
    none(sources.iter().flat_map(|source| source.breaches(BANS)));
    for ban in BANS {
        let is_meant = |source: &Source| (ban.files)(&source.path);
        assert!(sources.iter().any(is_meant), "no file is meant by: {}", ban.why);
    }
}

#[test]
fn crates_use_only_those_below_them() {
    let mut breaches = Vec::new();
    for name in names("crates") {
        let path = format!("crates/{name}/Cargo.toml");
        let manifest = fs::read_to_string(root().join(&path)).unwrap();
        let allowed = CRATES.iter().find(|(own, _)| *own == name).map_or(&[][..], |entry| entry.1);
        for (line, own) in own_dependencies(&manifest) {
            if !allowed.contains(&own) {
                breaches.push(format!("{path}:{line}: {name} must not use {own}"));
            }
        }
    }
    none(breaches);
}

/// What tests need is found by `sator-testing`, which is not published: nothing that is published depends on it,
/// watches the search path, or reads the shared data without the token.
#[test]
fn the_set_up_of_tests_is_no_part_of_published_crates() {
    let mut breaches = Vec::new();
    for name in names("crates") {
        let path = format!("crates/{name}/Cargo.toml");
        let manifest = fs::read_to_string(root().join(&path)).unwrap();
        breaches.extend(set_up_in(&manifest).into_iter().map(|line| format!("{path}:{line}")));
    }
    for source in Source::all().iter().filter(|source| source.path.starts_with("crates/")) {
        let is_here = source.path == "crates/sator/tests/architecture.rs";
        let lines = (1..).zip(source.text.lines()).filter(|_| !is_here);
        let is_reading =
            |line: &str| ["SATOR_DATA", "shared/data\""].iter().any(|it| line.contains(it));
        let found = lines.filter(|(_, line)| is_reading(line));
        breaches
            .extend(found.map(|(at, _)| source.at(at, "reads shared data without `SharedData`")));
    }
    none(breaches);
}

/// The lines of a manifest on which something other than a test depends on the set-up of tests.
fn set_up_in(manifest: &str) -> Vec<usize> {
    let mut section = "";
    let mut found = Vec::new();
    for (number, line) in (1..).zip(manifest.lines()) {
        if line.starts_with('[') {
            section = line;
        }
        if line.starts_with("sator-testing") && section != "[dev-dependencies]" {
            found.push(number);
        }
    }
    found
}

#[test]
fn every_file_says_what_it_is_for() {
    let sources = Source::all();
    let silent = sources.iter().filter(|source| !source.is_opened());
    none(silent.map(|source| source.at(1, "the first line is not a `//! …` about the file")));
}

// That the promises can be broken.

fn made_up(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned() }
}

#[test]
fn a_breach_is_seen_in_code_and_not_in_comments_or_literals() {
    let check = made_up(
        "crates/sator/src/puzzles/tents/check.rs",
        "//! Asks no engine.\nuse crate::{\n    engine::Search,\n    model::Model,\n};\n\
         const WORD: &str = \"backend\"; // encode\n",
    );
    assert_eq!(
        check.breaches(BANS),
        [
            "crates/sator/src/puzzles/tents/check.rs:4: `model`, but a witness depends on nothing \
             that it judges",
            "crates/sator/src/puzzles/tents/check.rs:3: `engine`, but a witness depends on nothing \
             that it judges",
            "crates/sator/src/puzzles/tents/check.rs:3: `engine`, but a puzzle sees no encoding \
             and no solver",
        ]
    );
    let board = made_up("crates/sator/src/puzzles/tents/board.rs", &check.text);
    assert_eq!(board.breaches(BANS).len(), 1, "only a witness may not see the model");
}

#[test]
fn breaches_are_seen_with_their_lines() {
    let lines = |path: &str, text: &str| {
        let breaches = made_up(path, text).breaches(BANS);
        let starts = breaches.iter().map(|it| it.split(',').next().unwrap().to_owned());
        starts.map(|it| it.replace(path, "")).collect::<Vec<_>>()
    };
    let library = "crates/sator/src/lib.rs";
    let print = "fn f() {\n    puzzle.print();\n    println!(\"println!\");\n}\n#[allow(dead_code)]\nfn g() {}";
    assert_eq!(lines(library, print), [":3: `println!`", ":5: `#[allow`"]);
    let safe = "//! Not unsafe.\nfn f() {\n    let unsafe_name = unsafe { g(\"unsafe\") };\n}\n";
    assert_eq!(lines("crates/sator-cli/src/main.rs", safe), [":3: `unsafe`"]);
    let time = "use sator_sat::clock::Instant;\nuse std::time::{Duration, Instant};\n";
    assert_eq!(lines(library, time), [":2: `Duration"]);
    assert!(lines(CLOCK, time).is_empty());
    let file = "use std::{fs, io};\nfn f() {\n    fs::read(\"\");\n}\n";
    assert_eq!(lines("crates/sator-model/src/lib.rs", file), [":3: `fs::`"]);
    assert!(!made_up(library, "// For all.\n").is_opened());
}

#[test]
fn only_tests_may_depend_on_their_set_up() {
    let manifest = "[build-dependencies]\nsator-testing.workspace = true\n\n[dev-dependencies]\n\
                    sator-testing.workspace = true\n[dependencies]\nsator-testing = \"1\"\n";
    assert_eq!(set_up_in(manifest), [2, 7]);
}

#[test]
fn our_own_crates_are_seen_in_a_manifest() {
    let manifest = "[package]\nname = \"sator\"\n\n[features]\nsator = []\n\n[dependencies]\n\
                    # sator\nsator-sat.workspace = true\nserde = \"1\"\n\n[dev-dependencies]\n\
                    sator = { path = \"..\" }\n";
    assert_eq!(own_dependencies(manifest), [(9, "sator-sat"), (13, "sator")]);
}
