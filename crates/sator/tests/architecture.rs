//! What the compiler lets pass: the source tree is read, and every breach of DESIGN's rules is
//! named with its place.

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

const DEPENDENCIES: &[Ban] = &[
    Ban {
        files: |path| is_puzzle(path) && is_check(path),
        code: &["model", "engine", "encode", "backend"],
        why: "a witness depends on nothing that it judges",
    },
    Ban {
        files: is_puzzle,
        code: &["engine", "encode", "backend"],
        why: "a puzzle sees no encoding and no solver",
    },
    Ban {
        files: |path| path.starts_with("crates/sator/src/render/"),
        code: &["engine", "puzzles"],
        why: "a board is neutral",
    },
    Ban {
        files: |path| path == "crates/sator/src/model.rs" || path == "crates/sator/src/puzzle.rs",
        code: &["engine", "puzzles", "backend"],
        why: "what puzzles are stated in knows neither them nor solvers",
    },
    Ban {
        files: |path| path.starts_with("crates/sator-sat/src/proof/"),
        code: &[
            "backend",
            "encode",
            "propagate",
            "process",
            "smt",
            "batsat",
            "cadical_sys",
            "varisat",
            "minisat",
            "glucose",
            "rustsat_minisat",
            "rustsat_glucose",
        ],
        why: "the checker never calls a solver",
    },
];

const HABITS: &[Ban] = &[
    Ban {
        files: |path| is_toolbox(path) || path.starts_with("crates/sator/src/"),
        code: &["print !", "println !", "eprint !", "eprintln !"],
        why: "a library does not print",
    },
    Ban {
        files: |_| true,
        code: &["# [ allow", "# ! [ allow"],
        why: "an #[expect] with its reason tells when it is needed no more",
    },
    Ban {
        files: |path| is_crate_source(path) && path != INSTRUCTIONS,
        code: &["unsafe", "unsafe_code"],
        why: "only instructions that not every processor has need it",
    },
];

/// The one file with unsafe code.
const INSTRUCTIONS: &str = "crates/sator-sat/src/search/x86.rs";

/// Which crates of ours a crate may use.
const CRATES: &[(&str, &[&str])] =
    &[("sator-sat", &[]), ("sator", &["sator-sat"]), ("sator-cli", &["sator", "sator-sat"])];

/// What the toolbox must not speak of: within words, and as words.
const PUZZLES: [&str; 5] = ["queen", "sudoku", "killer", "cage", "minesweeper"];
const MINES: [&str; 2] = ["mine", "mines"];

const LONGEST: usize = 600;

fn is_toolbox(path: &str) -> bool {
    path.starts_with("crates/sator-sat/src/")
}

fn is_crate_source(path: &str) -> bool {
    path.starts_with("crates/") && path.contains("/src/")
}

fn is_puzzle(path: &str) -> bool {
    path.starts_with("crates/sator/src/puzzles/")
}

/// A file of a module `check`. The template has none: it shows all of a puzzle in one file.
fn is_check(path: &str) -> bool {
    path.trim_end_matches(".rs").split('/').any(|part| part == "check")
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

    /// Also in comments: who reads the toolbox need not know any puzzle.
    fn puzzle_words(&self) -> Vec<String> {
        let is_banned = |word: &&str| {
            MINES.contains(word) || PUZZLES.iter().any(|puzzle| word.contains(puzzle))
        };
        let lines = (1..).zip(self.text.lines());
        let breach = |(number, line): (usize, &str)| {
            let line = line.to_lowercase();
            let word = line.split(|symbol: char| !symbol.is_alphanumeric()).find(is_banned)?;
            Some(self.at(number, &format!("'{word}', but the toolbox knows no puzzle")))
        };
        lines.filter_map(breach).collect()
    }

    fn shape(&self) -> Vec<String> {
        let mut breaches = Vec::new();
        if !self.text.starts_with("//! ") {
            breaches.push(self.at(1, "a file opens with a line `//!` that says what it is for"));
        }
        let length = self.text.lines().count();
        if self.path.contains("/src/") && length > LONGEST {
            breaches.push(self.at(length, &format!("a file has at most {LONGEST} lines")));
        }
        breaches
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
fn dependencies_point_one_way() {
    none(Source::all().iter().flat_map(|source| source.breaches(DEPENDENCIES)));
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

#[test]
fn the_toolbox_knows_no_puzzle() {
    let sources = Source::all();
    none(sources.iter().filter(|source| is_toolbox(&source.path)).flat_map(Source::puzzle_words));
}

#[test]
fn libraries_do_not_print_nothing_is_merely_allowed_and_unsafe_is_in_one_file() {
    none(Source::all().iter().flat_map(|source| source.breaches(HABITS)));
}

#[test]
fn every_file_is_short_and_says_what_it_is_for() {
    none(Source::all().iter().flat_map(Source::shape));
}

// That the promises can be broken.

#[test]
fn every_ban_is_about_files_that_exist() {
    let sources = Source::all();
    for ban in DEPENDENCIES.iter().chain(HABITS) {
        let is_meant = |source: &Source| (ban.files)(&source.path);
        assert!(sources.iter().any(is_meant), "no file is meant by: {}", ban.why);
    }
}

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
        check.breaches(DEPENDENCIES),
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
    assert_eq!(board.breaches(DEPENDENCIES).len(), 1, "only a witness may not see the model");
}

#[test]
fn printing_is_seen_and_a_method_of_that_name_is_not() {
    let source = made_up(
        "crates/sator/src/lib.rs",
        "fn f() {\n    puzzle.print();\n    println!(\"println!\");\n}\n#[allow(dead_code)]\nfn g() {}",
    );
    let breaches = source.breaches(HABITS);
    let starts = breaches.iter().map(|breach| breach.split(',').next().unwrap());
    assert_eq!(
        starts.collect::<Vec<_>>(),
        ["crates/sator/src/lib.rs:3: `println!`", "crates/sator/src/lib.rs:5: `#[allow`"]
    );
}

#[test]
fn unsafe_code_is_seen_everywhere_but_in_the_file_that_needs_it() {
    let text = "//! Not unsafe.\nfn f() {\n    let unsafe_name = unsafe { g(\"unsafe\") };\n}\n";
    let breaches = made_up("crates/sator-cli/src/main.rs", text).breaches(HABITS);
    assert_eq!(breaches.len(), 1);
    assert!(breaches[0].starts_with("crates/sator-cli/src/main.rs:3: `unsafe`"), "{breaches:?}");
    assert!(made_up(INSTRUCTIONS, text).breaches(HABITS).is_empty());
    let is_needed = |(_, token): &(usize, String)| token == "unsafe";
    let sources = Source::all();
    let source = sources.iter().find(|source| source.path == INSTRUCTIONS).unwrap();
    assert!(tokens(&source.text).iter().any(is_needed), "the file needs none");
}

#[test]
fn puzzles_are_seen_in_any_word_and_mines_only_as_words() {
    let source = made_up(
        "crates/sator-sat/src/lib.rs",
        "//! Determines\n// CageSum\nlet mine = 1;\nlet n_queens = 8;\n",
    );
    assert_eq!(
        source.puzzle_words(),
        [
            "crates/sator-sat/src/lib.rs:2: 'cagesum', but the toolbox knows no puzzle",
            "crates/sator-sat/src/lib.rs:3: 'mine', but the toolbox knows no puzzle",
            "crates/sator-sat/src/lib.rs:4: 'queens', but the toolbox knows no puzzle",
        ]
    );
}

#[test]
fn a_long_file_without_an_opening_is_seen() {
    let long = made_up("crates/sator/src/lib.rs", &"\n".repeat(LONGEST + 1));
    assert_eq!(long.shape().len(), 2);
    assert_eq!(made_up("crates/sator/src/lib.rs", "//! What it is for.\n").shape().len(), 0);
}

#[test]
fn our_own_crates_are_seen_in_a_manifest() {
    let manifest = "[package]\nname = \"sator\"\n\n[features]\nsator = []\n\n[dependencies]\n\
                    # sator\nsator-sat.workspace = true\nserde = \"1\"\n\n[dev-dependencies]\n\
                    sator = { path = \"..\" }\n";
    assert_eq!(own_dependencies(manifest), [(9, "sator-sat"), (13, "sator")]);
}
