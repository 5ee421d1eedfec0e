//! `sator serve`: the page, and the JSON interface of the other verbs.

use std::env;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::thread;

use sator::puzzles::KINDS;
use sator::render::svg::STYLE;
use sator_sat::backend::BACKENDS;
use sator_web::Config;

use super::Outcome;
use crate::args::Serve;
use crate::failure::Failure;
use crate::output::{print, print_error};
use sator::ask::Status;

pub(crate) fn run(args: &Serve) -> Outcome {
    let program = env::current_exe().map_err(|error| {
        Failure::plain(format!("cannot find the path of this program: {error}"))
    })?;
    let kinds = KINDS.iter().flat_map(|kind| [&[kind.name], kind.aliases].concat());
    let embedded = BACKENDS.iter().map(|entry| entry.name);
    let config = Config {
        program,
        host: args.host.clone(),
        port: args.port,
        jobs: args.jobs(),
        max_time: args.max_time,
        memory: args.memory,
        allow_external: args.allow_external,
        kinds: kinds.collect(),
        backends: ["search"].into_iter().chain(embedded).collect(),
        board_style: STYLE,
        assets: args.assets.clone(),
    };
    sator_web::serve(config, |address| announce(args, address))
        .map_err(|error| Failure::plain(error.to_string()))?;
    Ok(Status::Yes)
}

/// Prints the address, and opens the browser if that is asked for.
fn announce(args: &Serve, address: SocketAddr) {
    if !address.ip().is_loopback() {
        print_error(&format!(
            "warning: {address} can be reached from other machines, and whoever reaches it can use \
             the solvers of this one"
        ));
    }
    let page = format!("http://{address}");
    // A closed standard output does not stop the server.
    let _closed = print(&format!("Listening on {page}\n"));
    if args.open {
        // Some programs end only with the browser that they start.
        let _no_thread = thread::Builder::new().spawn(move || {
            if !opens(&page) {
                print_error(&format!("no browser could be started: open {page} yourself"));
            }
        });
    }
}

/// Opens a page in the browser that the system has chosen, and waits for the program that does it.
fn opens(page: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(page);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use clap::builder::ValueParser;
    use clap::{Arg, ArgAction, CommandFactory as _};
    use sator_web::verbs::{TimeLimit, VERBS, ValueType};

    use crate::args::Cli;

    /// Whether the value of an argument names a file or a program, by its type or by its word.
    fn names_a_file(argument: &Arg) -> bool {
        const WORDS: [&str; 5] = ["FILE", "DIR", "PATH", "ARGS", "PROGRAM"];
        let kind = argument.get_value_parser().type_id();
        let is_path = [ValueParser::path_buf(), ValueParser::os_string()]
            .iter()
            .any(|parser| parser.type_id() == kind);
        let words = argument.get_value_names().unwrap_or_default();
        is_path || words.iter().any(|word| WORDS.iter().any(|known| word.starts_with(known)))
    }

    #[test]
    fn options_of_requests_exist_and_name_no_file() {
        let mut command = Cli::command();
        command.build();
        for verb in VERBS {
            let known = command.find_subcommand(verb.name).expect(verb.name);
            let find = |name: &str| {
                let argument = known.get_arguments().find(|it| it.get_long() == Some(name));
                argument.unwrap_or_else(|| panic!("{} has no --{name}", verb.name))
            };
            for option in verb.options.iter().flat_map(|group| group.iter()) {
                if option.name == "timeout" && verb.time == TimeLimit::Server {
                    continue;
                }
                let argument = find(option.name);
                assert!(!names_a_file(argument), "{} --{}", verb.name, option.name);
                let is_flag = matches!(argument.get_action(), ArgAction::SetTrue);
                assert_eq!(is_flag, option.value == ValueType::Flag, "--{}", option.name);
            }
            for text in verb.texts {
                assert!(names_a_file(find(text)), "{} --{text} takes the text's file", verb.name);
            }
            assert_eq!(verb.time != TimeLimit::Server, has_timeout(known), "{}", verb.name);
        }
    }

    fn has_timeout(verb: &clap::Command) -> bool {
        verb.get_arguments().any(|argument| argument.get_long() == Some("timeout"))
    }
}
