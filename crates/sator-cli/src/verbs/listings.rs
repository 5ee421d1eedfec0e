//! `sator backends`, `puzzles`, `completions`, `man`: what this build can do, and how.

use std::fmt::Write;
use std::sync::Arc;

use clap::CommandFactory;
use sator::engine::Method;
use sator::puzzles::KINDS;
use sator_sat::backend::exec::{KNOWN, Known, PREFIX, Program};
use sator_sat::backend::{ABSENT, BACKENDS, Solver};
use sator_sat::smt;
use serde_json::{Value, json};

use super::Outcome;
use crate::args::{Cli, Completions, Listing, Man};
use crate::failure::Failure;
use crate::output::print;
use crate::status::Status;

pub(crate) fn backends(args: &Listing) -> Outcome {
    let listed: Vec<_> = if args.json {
        all_backends().map(|listed| format!("{}\n", listed.json())).collect()
    } else {
        all_backends().map(|listed| listed.text()).collect()
    };
    show(&listed.concat())
}

/// A backend as it is listed.
struct Listed {
    name: String,
    /// Nothing if it is not here.
    version: Option<String>,
    runs: &'static str,
    abilities: Vec<&'static str>,
    summary: &'static str,
    /// How to get it, if it is not here.
    install: Option<&'static str>,
}

/// Those of this build, those of others, SMT solvers, and the programs that are known.
fn all_backends() -> impl Iterator<Item = Listed> {
    let embedded = BACKENDS.iter().map(|entry| {
        let road = Method::from(Solver::Embedded(entry));
        Listed::here(&road, (entry.version)(), "embedded", entry.summary)
    });
    let absent = ABSENT.iter().map(|absent| {
        Listed::missing(absent.name.to_owned(), "embedded", absent.summary, absent.install)
    });
    let smt = smt::SOLVERS.iter().map(of_smt);
    let own = [Listed::here(&Method::Search, version_of_sator(), "search", SEARCH)];
    own.into_iter().chain(embedded).chain(absent).chain(smt).chain(KNOWN.iter().map(of_program))
}

/// What our own search is.
const SEARCH: &str = "our own search, without clauses: fast on what is easy";

fn version_of_sator() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

fn of_smt(entry: &'static smt::Entry) -> Listed {
    const RUNS: &str = "SMT program";
    if entry.path().is_err() {
        return Listed::missing(entry.name.to_owned(), RUNS, entry.summary, entry.install);
    }
    let version = entry.version().unwrap_or_else(unknown);
    Listed::here(&Method::Smt(entry), version, RUNS, entry.summary)
}

fn of_program(known: &'static Known) -> Listed {
    const RUNS: &str = "program";
    let Ok(program) = Program::find(known.name) else {
        let name = format!("{PREFIX}{}", known.name);
        return Listed::missing(name, RUNS, known.summary, known.install);
    };
    let version = program.version().unwrap_or_else(unknown);
    let road = Method::from(Solver::Program(Arc::new(program)));
    Listed::here(&road, version, RUNS, known.summary)
}

/// What stands for a version that a program does not tell.
fn unknown() -> String {
    "?".to_owned()
}

impl Listed {
    fn here(road: &Method, version: String, runs: &'static str, summary: &'static str) -> Self {
        let (name, abilities) = (road.name().to_owned(), road.abilities());
        let abilities = abilities.iter().map(|ability| ability.name()).collect();
        Self { name, version: Some(version), runs, abilities, summary, install: None }
    }

    fn missing(
        name: String,
        runs: &'static str,
        summary: &'static str,
        install: &'static str,
    ) -> Self {
        let install = Some(install);
        Self { name, version: None, runs, abilities: Vec::new(), summary, install }
    }

    fn text(&self) -> String {
        let Self { name, version, runs, summary, .. } = self;
        let version = version.as_deref().unwrap_or("missing");
        let mut text = format!("{name:<20} {version:<8} {summary}\n{:30}{runs}", "");
        if !self.abilities.is_empty() {
            let _ = write!(text, ": {}", self.abilities.join(", "));
        }
        if let Some(install) = self.install {
            let _ = write!(text, "; to get it: {install}");
        }
        text + "\n"
    }

    fn json(&self) -> Value {
        let Self { name, version, runs, abilities, summary, install } = self;
        let mut object = json!({
            "name": name, "version": version, "runs": runs, "abilities": abilities,
            "summary": summary,
        });
        if let Some(install) = install {
            object["install"] = json!(install);
        }
        object
    }
}

pub(crate) fn puzzles(args: &Listing) -> Outcome {
    let mut text = String::new();
    for kind in KINDS {
        let _ = if args.json {
            let formats: Vec<_> = kind.formats.list().iter().map(|format| format.name).collect();
            let object = json!({
                "name": kind.name, "aliases": kind.aliases, "summary": kind.summary,
                "formats": formats,
            });
            writeln!(text, "{object}")
        } else {
            let names = [&[kind.name], kind.aliases].concat().join(", ");
            writeln!(text, "{names}\n  {}\n  formats:", kind.summary)
        };
        for format in kind.formats.list().iter().filter(|_| !args.json) {
            let _ = writeln!(text, "    {:<12} {}", format.name, format.summary);
        }
    }
    show(&text)
}

pub(crate) fn completions(args: &Completions) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sator", &mut text);
    show(&String::from_utf8_lossy(&text))
}

pub(crate) fn man(args: &Man) -> Outcome {
    let mut command = Cli::command();
    command.build();
    let page = match &args.verb {
        None => Some(command),
        Some(verb) => command.find_subcommand(verb).cloned(),
    };
    let Some(page) = page else {
        let verb = args.verb.as_deref().unwrap_or_default();
        return Err(Failure::plain(format!("expected a verb of sator, found '{verb}'")))?;
    };
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(page).render(&mut text);
    rendered.map_err(|error| Failure::plain(error.to_string()))?;
    show(&String::from_utf8_lossy(&text))
}

fn show(text: &str) -> Outcome {
    print(text)?;
    Ok(Status::Yes)
}
