//! Rules that the compiler does not enforce: the test reads the source tree and names every breach
//! with its place.

use std::collections::HashSet;
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
        code: &["model", "sator_model", "rules", "engine", "encode", "backend", ". state"],
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
        files: states_rules,
        code: &["check : :", "check as", "plain : :", "plain as", ". violation", "Violation"],
        why: "what is judged does not use its witness",
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
        files: |path| path.starts_with("crates/sator/src/ask/"),
        code: &["std : : fs", "fs : :", "PathBuf"],
        why: "requests carry texts, never paths",
    },
    Ban {
        files: |path| ASKING.contains(&path),
        code: &["engine", "Narrator", "explain : : conflict_squares", "conflict : :"],
        why: "a surface asks, and computes nothing about puzzles",
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

/// The verbs of the command line that ask through `sator::ask`.
const ASKING: [&str; 6] = [
    "crates/sator-cli/src/verbs/ask.rs",
    "crates/sator-cli/src/verbs/check.rs",
    "crates/sator-cli/src/verbs/convert.rs",
    "crates/sator-cli/src/verbs/explain.rs",
    "crates/sator-cli/src/verbs/interactive.rs",
    "crates/sator-cli/src/verbs/query.rs",
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

/// A witness: the plain rules of a kind or of its extra rules, or those that kinds share.
fn is_check(path: &str) -> bool {
    let is_extra = path.strip_prefix(EXTRAS).is_some_and(|file| file.starts_with("plain/"));
    is_puzzle(path) && is_module(path, "check") || is_extra || path == "crates/sator/src/check.rs"
}

/// A file that states constraints: the rules of a kind, or an extra rule.
fn states_rules(path: &str) -> bool {
    let extra = path.strip_prefix(EXTRAS).filter(|file| !file.contains('/'));
    is_puzzle(path) && is_module(path, "rules")
        || extra.is_some_and(|file| !BESIDE_EXTRAS.contains(&file))
}

/// The folder of the extra rules of sudokus, a file each.
const EXTRAS: &str = "crates/sator/src/puzzles/sudoku/extras/";

/// The files there that are no rules.
const BESIDE_EXTRAS: [&str; 5] = ["arguments.rs", "mod.rs", "random.rs", "tests.rs", "text.rs"];

/// A file of a module of that name. The template has none: it shows a whole puzzle in one file.
fn is_module(path: &str, name: &str) -> bool {
    path.trim_end_matches(".rs").split('/').any(|part| part == name)
}

// Witnesses.

/// What witnesses may call of the code that they judge: it returns data, or names for sentences. Any
/// other function says what a rule means, and a witness says that itself.
const DATA: &[&str] = &[
    // The size of a grid, its cells and the values that are given.
    "cell",
    "columns",
    "dimensions",
    "givens",
    "n",
    "rows",
    "square",
    // The values that a cell can take.
    "largest_value",
    "list",
    "smallest_value",
    // Names.
    "cell_name",
    "counted",
    "name",
    "noun",
    "symbol",
    // The interface of a kind leads back to its witness.
    "is_quickly_accepted",
    "violation",
    // Methods of the standard library that have the names of ours.
    "all",
    "contains",
    "count",
    "eq",
    "extend",
    "find",
    "insert",
    "is_empty",
    "iter",
    "map",
    "next",
    "peek",
    "sum",
    "take",
];

/// Modules from which witnesses may take types and the functions above.
const DATA_MODULES: &[&str] =
    &["board", "boxes", "extras", "grid", "kind", "puzzle", "puzzles", "regions", "sudoku", "text"];

/// Types and modules of the standard library, whose functions may have the names of ours.
const STANDARD: &[&str] =
    &["Box", "HashMap", "Self", "String", "Vec", "fmt", "i32", "i64", "u32", "usize"];

/// Constants of data.
const DATA_CONSTANTS: &[&str] = &["LARGEST", "MAX", "MIN"];

/// The names that tell whether code belongs to witnesses or to what they judge.
struct Sides {
    /// The functions that the crate of the puzzles defines, apart from those of witnesses and tests.
    judged: HashSet<String>,
    /// Those of them that are methods.
    methods: HashSet<String>,
    /// The functions of witnesses.
    own: HashSet<String>,
    /// The modules of witnesses.
    modules: HashSet<String>,
}

impl Sides {
    fn of(sources: &[Source]) -> Self {
        let mut sides = Self {
            judged: HashSet::new(),
            methods: HashSet::new(),
            own: HashSet::new(),
            modules: HashSet::from(["check".to_owned(), "plain".to_owned()]),
        };
        let is_ours = |it: &&Source| {
            it.path.starts_with("crates/sator/src/") && !is_module(&it.path, "tests")
        };
        for source in sources.iter().filter(is_ours) {
            let tokens = without_tests(&source.text);
            let functions = defined(&tokens, "fn");
            if is_check(&source.path) {
                sides.own.extend(functions);
                let stem = Path::new(&source.path).file_stem().unwrap().to_str().unwrap();
                sides.modules.insert(stem.to_owned());
            } else {
                sides.judged.extend(functions);
                sides.methods.extend(methods(&tokens));
            }
        }
        sides
    }
}

/// The names after a keyword.
fn defined<'t>(tokens: &'t [(usize, String)], keyword: &str) -> impl Iterator<Item = String> + 't {
    let keyword = keyword.to_owned();
    let is_name = |token: &str| token.starts_with(|it: char| it == '_' || it.is_alphabetic());
    let pairs = tokens.windows(2).filter(move |pair| pair[0].1 == keyword && is_name(&pair[1].1));
    pairs.map(|pair| pair[1].1.clone())
}

/// The names of functions that take `self`.
fn methods(tokens: &[(usize, String)]) -> impl Iterator<Item = String> + '_ {
    let functions = tokens.windows(2).enumerate().filter(|(_, pair)| pair[0].1 == "fn");
    let takes_self = |at: usize| {
        let mut arguments = tokens[at..].iter().map(|(_, token)| &**token);
        let first = arguments.by_ref().skip_while(|token| *token != "(").skip(1);
        let mut first = first.take_while(|token| !matches!(*token, "," | ")" | ":"));
        first.any(|token| token == "self")
    };
    let methods = functions.filter(move |(at, _)| takes_self(*at));
    methods.map(|(_, pair)| pair[1].1.clone())
}

/// The tokens of a file without its modules of tests.
fn without_tests(text: &str) -> Vec<(usize, String)> {
    const BEGIN: [&str; 8] = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let mut left = &tokens(text)[..];
    let mut kept = Vec::new();
    while let [first, rest @ ..] = left {
        if !left.iter().take(BEGIN.len()).map(|(_, token)| token).eq(&BEGIN) {
            kept.push(first.clone());
            left = rest;
            continue;
        }
        let mut depth = 0;
        let is_end = |(_, token): &(usize, String)| {
            depth += i32::from(token == "{") - i32::from(token == "}");
            depth == 0 && (token == ";" || token == "}")
        };
        let end = left.iter().skip(BEGIN.len()).position(is_end);
        left = end.map_or(&[], |end| &left[BEGIN.len() + end + 1..]);
    }
    kept
}

/// What a witness uses of the code that it judges.
fn shared_code(witness: &Source, sides: &Sides) -> Vec<String> {
    let tokens = without_tests(&witness.text);
    let constants: HashSet<_> = defined(&tokens, "const").collect();
    let is_data = |name: &str| DATA.contains(&name);
    let may_import = |name: &str| {
        // A name of both sides may mean either.
        let is_own = sides.own.contains(name) && !sides.judged.contains(name);
        ["use", "crate", "super", "self", "as"].contains(&name)
            || DATA_MODULES.contains(&name)
            || sides.modules.contains(name)
            || is_own
            || is_data(name)
    };
    let mut import = None;
    let mut breaches = Vec::new();
    for (at, (line, token)) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |before| &*tokens[before].1);
        let before_that = at.checked_sub(2).map_or("", |before| &*tokens[before].1);
        let after = tokens.get(at + 1).map_or("", |after| &*after.1);
        if token == ";" {
            import = None;
        } else if token == "use" && matches!(before, "" | ";" | "}" | "]" | ")") {
            import = Some(after);
        }
        let is_type = token.starts_with(|it: char| it.is_ascii_uppercase());
        let is_lower = token.starts_with(|it: char| it.is_ascii_lowercase());
        let has_lower = token.contains(|it: char| it.is_ascii_lowercase());
        let is_constant = is_type && !has_lower && token.len() > 1;
        let is_foreign_constant =
            is_constant && !constants.contains(token) && !DATA_CONSTANTS.contains(&&**token);
        // A function without a path is defined here or imported.
        let is_method = before == "." && matches!(after, "(" | ":");
        let is_judged = match before {
            "." => is_method && sides.methods.contains(token),
            ":" if before_that == ":" => {
                let root = at.checked_sub(3).map_or("", |root| &*tokens[root].1);
                let is_own = STANDARD.contains(&root) || sides.modules.contains(root);
                let is_module = DATA_MODULES.contains(&&**token) && after != "(";
                sides.judged.contains(token) && !is_own && !is_module
            }
            _ => false,
        };
        let next = tokens.get(at + 2).map_or("", |next| &*next.1);
        let is_module = is_lower && before != "." && after == ":" && next == ":";
        let is_standard = |name: &str| name == "std" || STANDARD.contains(&name);
        let is_in_std = before == ":" && at.checked_sub(3).is_some_and(|it| tokens[it].1 == "std");
        let is_known_module = may_import(token) || is_standard(token) || is_in_std;
        let is_breach = match import {
            Some("std") => false,
            Some(_) => token == "*" || is_foreign_constant || is_lower && !may_import(token),
            None if is_module => !is_known_module,
            None => is_foreign_constant || is_judged && !is_data(token),
        };
        if is_breach {
            let why = "a witness depends on nothing that it judges, not even a helper function";
            breaches.push(witness.at(*line, &format!("`{token}`, but {why}")));
        }
    }
    breaches
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
fn witnesses_share_no_code_with_what_they_judge() {
    let sources = Source::all();
    let sides = Sides::of(&sources);
    let witnesses: Vec<_> = sources.iter().filter(|source| is_check(&source.path)).collect();
    assert!(witnesses.len() > 10, "{}", witnesses.len());
    none(witnesses.into_iter().flat_map(|witness| shared_code(witness, &sides)));
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
        let is_here = source.path == "crates/sator/tests/all/architecture.rs";
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

/// Each of these lines, in an otherwise clean witness, is a breach; and so is a rule that uses its witness.
#[test]
fn code_that_a_witness_shares_is_seen_however_it_is_called() {
    let extras = "crates/sator/src/puzzles/sudoku/extras/";
    let ratio = made_up(
        &format!("{extras}ratio.rs"),
        "pub fn fits(a: i32, b: i32) -> bool { a == 2 * b }\nconst MOVES: [i32; 1] = [1];\n\
         impl Extra { fn parts(&self) -> usize { 1 } }\n",
    );
    let clean = "//! Plain.\nuse super::{Case, helper};\nuse std::iter::once;\n\
                 fn own(case: &Case) -> bool {\n    case.sudoku.cell_name(1) == helper(once(2))\n}\n\
                 #[cfg(test)]\nmod tests {\n    use super::super::ratio::fits;\n}\n";
    let witness = |text: &str| made_up(&format!("{extras}plain/pairs.rs"), text);
    let base = made_up(&format!("{extras}plain/mod.rs"), "//! Plain.\nfn helper() {}\n");
    let found = |text: &str| {
        let sources =
            [made_up(&ratio.path, &ratio.text), made_up(&base.path, &base.text), witness(text)];
        shared_code(&sources[2], &Sides::of(&sources)).len()
    };
    assert_eq!(found(clean), 0);
    for planted in [
        "use super::super::ratio::fits;",
        "use super::super::ratio::*;",
        "use super::super::ratio::{self};",
        "use super::super::fits as suits;",
        "use super::super::MOVES;",
        "fn f() { super::super::ratio::fits(1, 2); }",
        "fn f() { [1].iter().zip([2]).all(super::super::ratio::fits); }",
        "fn f(case: &Case) { case.clue.parts(); }",
        "fn f(case: &Case) { Extra::parts(case.clue); }",
        "fn f(case: &Case) { MOVES.len(); }",
    ] {
        let text = format!("{clean}{planted}\n");
        assert!(found(&text) > 0, "{planted}");
    }
    // A rule that uses its witness.
    let rule = format!("{extras}ratio.rs");
    let uses = made_up(&rule, "//! A ratio.\nuse super::plain::pairs;\n");
    assert_eq!(uses.breaches(BANS).len(), 1);
    let rules = made_up("crates/sator/src/puzzles/queens/rules.rs", "use super::check::apart;\n");
    assert_eq!(rules.breaches(BANS).len(), 1);
    let states = witness("fn f(case: &Case) { (case.clue.rule.state)(case.clue); }\n");
    assert_eq!(states.breaches(BANS).len(), 1);
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
