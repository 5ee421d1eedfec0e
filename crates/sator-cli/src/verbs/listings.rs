//! `sator backends`, `puzzles`, `completions`, `man`: what this build can do, and how.

use std::fmt::Write;

use clap::CommandFactory;
use sator::puzzles::KINDS;
use sator_sat::backend::BACKENDS;
use serde_json::json;

use super::Outcome;
use crate::args::{Cli, Completions, Listing, Man};
use crate::failure::Failure;
use crate::output::print;
use crate::status::Status;

pub(crate) fn backends(args: &Listing) -> Outcome {
    let mut text = String::new();
    for entry in BACKENDS {
        let version = (entry.version)();
        let (name, summary) = (entry.name, entry.summary);
        let _ = if args.json {
            let object = json!({
                "name": name, "version": version, "summary": summary,
                "abilities": entry.abilities.iter().map(|it| it.name()).collect::<Vec<_>>(),
            });
            writeln!(text, "{object}")
        } else {
            writeln!(text, "{name:<10} {version:<8} {summary}")
        };
    }
    show(&text)
}

pub(crate) fn puzzles(args: &Listing) -> Outcome {
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
