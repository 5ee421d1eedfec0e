//! `sator backends`, `puzzles`, `completions`, `man`: what this build can do, and how.

use std::fmt::Write;

use clap::CommandFactory;
use sator::puzzles::KINDS;
use sator_sat::backend::BACKENDS;
use serde_json::json;

use crate::args::{Cli, Completions, Listing, Man};
use crate::failure::Failure;
use crate::output::{Output, WriteError, tell};
use crate::status::Status;

pub(crate) fn backends(args: &Listing) -> Status {
    let mut text = String::new();
    for entry in BACKENDS {
        let version = (entry.version)();
        let (name, summary) = (entry.name, entry.summary);
        let _ = if args.json {
            let object = json!({
                "name": name, "version": version, "summary": summary, "seeded": entry.seeded,
            });
            writeln!(text, "{object}")
        } else {
            writeln!(text, "{name:<10} {version:<8} {summary}")
        };
    }
    print(&text)
}

pub(crate) fn puzzles(args: &Listing) -> Status {
    let mut text = String::new();
    for kind in KINDS {
        let _ = if args.json {
            let formats: Vec<_> = kind.formats.iter().map(|format| format.name).collect();
            let object = json!({
                "name": kind.name, "aliases": kind.aliases, "summary": kind.summary,
                "formats": formats,
            });
            writeln!(text, "{object}")
        } else {
            let names = [&[kind.name], kind.aliases].concat().join(", ");
            writeln!(text, "{names}\n  {}\n  formats:", kind.summary)
        };
        for format in kind.formats.iter().filter(|_| !args.json) {
            let _ = writeln!(text, "    {:<12} {}", format.name, format.shape);
        }
    }
    print(&text)
}

pub(crate) fn completions(args: &Completions) -> Status {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sator", &mut text);
    print(&String::from_utf8_lossy(&text))
}

pub(crate) fn man(args: &Man) -> Status {
    let mut command = Cli::command();
    command.build();
    let page = match &args.verb {
        None => Some(command),
        Some(verb) => command.find_subcommand(verb).cloned(),
    };
    let Some(page) = page else {
        let verb = args.verb.as_deref().unwrap_or_default();
        tell(&format!("expected a verb of sator, found '{verb}'"));
        return Status::Bad;
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(page).render(&mut text) {
        Ok(()) => print(&String::from_utf8_lossy(&text)),
        Err(error) => fail(&Failure::plain(error.to_string())),
    }
}

fn print(text: &str) -> Status {
    let written = Output::open(None).map_err(WriteError::Failed).and_then(|mut output| {
        output.print(text)?;
        output.commit()
    });
    match written {
        Ok(()) | Err(WriteError::Closed) => Status::Yes,
        Err(WriteError::Failed(failure)) => fail(&failure),
    }
}

fn fail(failure: &Failure) -> Status {
    tell(&failure.to_string());
    Status::Bad
}
