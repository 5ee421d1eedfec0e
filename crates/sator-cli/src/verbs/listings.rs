//! `sator backends`, `puzzles`, `completions`, `man`: the lists of this build.

use std::fmt::Write;
use std::sync::Arc;

use clap::CommandFactory;
use sator::engine::Method;
use sator::puzzle::Kind;
use sator::puzzles::KINDS;
use sator_sat::backend::exec::{KNOWN, Known, PREFIX, Program};
use sator_sat::backend::{ABSENT, BACKENDS, Solver};
use sator_sat::smt;
use sator_sat::text::listed;
use serde::Serialize;
use serde_json::json;

use super::Outcome;
use crate::args::{Backends, Cli, Completions, Listing, Man};
use crate::failure::Failure;
use crate::output::print;
use sator::ask::Status;

pub(crate) fn backends(args: &Backends) -> Outcome {
    let json = args.listing.json;
    let line = |entry: Listed| if json { json!(entry).to_string() } else { entry.text() };
    let programs = (!args.embedded).then(programs).into_iter().flatten();
    let mut text = embedded().chain(programs).map(|entry| line(entry) + "\n").collect::<String>();
    if !json && !ABSENT.is_empty() {
        text += &rebuild();
    }
    show(&text)
}

/// How to build with all embedded solvers.
fn rebuild() -> String {
    let names: Vec<_> = ABSENT.iter().map(|absent| absent.name).collect();
    format!(
        "\nThis build lacks {}. To build sator with all of them, from the source folder:\n  \
         cargo install --path crates/sator-cli --features {}\n\
         CaDiCaL needs a C++ compiler, the others also cmake and libclang (on Debian: apt-get \
         install g++ cmake libclang-dev).\n",
        listed(&names, "and"),
        names.join(",")
    )
}

/// An entry of the list of backends.
#[derive(Serialize)]
struct Listed {
    name: String,
    /// Absent if it is not available.
    version: Option<String>,
    runs: &'static str,
    abilities: Vec<&'static str>,
    summary: &'static str,
    /// How to get it, if it is not available.
    #[serde(skip_serializing_if = "Option::is_none")]
    install: Option<&'static str>,
}

/// The backends of this build, and those of other builds.
fn embedded() -> impl Iterator<Item = Listed> {
    let own =
        Listed::new(&Method::Search, Some(env!("CARGO_PKG_VERSION").to_owned()), "search", SEARCH);
    let embedded = BACKENDS.iter().map(|entry| {
        let method = Method::from(Solver::Embedded(entry));
        Listed::new(&method, Some((entry.version)()), "embedded", entry.summary)
    });
    let absent = ABSENT.iter().map(|absent| {
        Listed::missing(absent.name.to_owned(), "embedded", absent.summary, absent.install)
    });
    [own].into_iter().chain(embedded).chain(absent)
}

/// SMT solvers and known programs; those that are found are started for their versions.
fn programs() -> impl Iterator<Item = Listed> {
    smt::SOLVERS.iter().map(of_smt).chain(KNOWN.iter().map(of_program))
}

/// The version of a program that prints none.
const UNKNOWN: &str = "unknown";

/// The summary of the search.
const SEARCH: &str = "our own search, without clauses: fast on what is easy";

fn of_smt(entry: &'static smt::Entry) -> Listed {
    const RUNS: &str = "SMT program";
    if entry.path().is_err() {
        return Listed::missing(entry.name.to_owned(), RUNS, entry.summary, entry.install);
    }
    Listed::new(&Method::Smt(entry), entry.version(), RUNS, entry.summary)
}

fn of_program(known: &'static Known) -> Listed {
    const RUNS: &str = "program";
    let Ok(program) = Program::find(known.name) else {
        let name = format!("{PREFIX}{}", known.name);
        return Listed::missing(name, RUNS, known.summary, known.install);
    };
    let version = program.version();
    let method = Method::from(Solver::Program(Arc::new(program)));
    Listed::new(&method, version, RUNS, known.summary)
}

impl Listed {
    /// A backend that is available; some programs print no version.
    fn new(
        method: &Method,
        version: Option<String>,
        runs: &'static str,
        summary: &'static str,
    ) -> Self {
        let (name, abilities) = (method.name().to_owned(), method.abilities());
        let abilities = abilities.iter().map(|ability| ability.name()).collect();
        let version = Some(version.unwrap_or_else(|| UNKNOWN.to_owned()));
        Self { name, version, runs, abilities, summary, install: None }
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
        if version == UNKNOWN {
            text += "; version unknown: it has no option that prints it";
        }
        if let Some(install) = self.install {
            let _ = write!(text, "; to get it: {install}");
        }
        text
    }
}

pub(crate) fn puzzles(args: &Listing) -> Outcome {
    let line = |kind: &&Kind| {
        let formats = kind.formats.list();
        if args.json {
            let names: Vec<_> = formats.iter().map(|format| format.name).collect();
            let printed = formats.iter().filter(|format| format.prints);
            let printed: Vec<_> = printed.map(|format| format.name).collect();
            let object = json!({
                "name": kind.name, "aliases": kind.aliases, "summary": kind.summary,
                "formats": names, "printed": printed,
            });
            return format!("{object}\n");
        }
        let names = [&[kind.name], kind.aliases].concat().join(", ");
        let heading =
            format!("{names}\n  {}\n  formats (* also for convert --to):\n", kind.summary);
        formats.iter().fold(heading, |text, format| {
            let mark = if format.prints { '*' } else { ' ' };
            text + &format!("  {mark} {:<12} {}\n", format.name, format.summary)
        })
    };
    show(&KINDS.iter().map(line).collect::<String>())
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
