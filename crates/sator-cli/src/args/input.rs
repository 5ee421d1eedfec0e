//! The puzzles that a verb works on, and how to read them.

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use sator::kind::{FLAG_VALUE, OptionSpec, ParseOptions};
use sator::puzzles::KINDS;

/// The puzzles to read.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Puzzle")]
pub(crate) struct Input {
    /// The kind of puzzle (or nothing: it is recognised), then files, `-` for standard input, or
    /// the puzzle itself.
    #[arg(value_name = "INPUT", allow_negative_numbers = true)]
    pub(crate) items: Vec<OsString>,
    #[command(flatten)]
    pub(super) reading: Reading,
}

/// How to read puzzles.
#[derive(Debug, Clone, Args)]
pub(crate) struct Reading {
    /// The format of the input, if it is not recognised; `sator puzzles` lists them.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    kind_options: KindOptions,
}

impl Input {
    /// How to read the texts.
    pub(crate) fn options(&self) -> ParseOptions<'_> {
        let Reading { format, kind_options } = &self.reading;
        ParseOptions { format: format.as_deref(), ..ParseOptions::with(&kind_options.values) }
    }

    /// The options as words of a command line.
    pub(crate) fn words(&self) -> Vec<String> {
        let Reading { format, kind_options } = &self.reading;
        let format = format.iter().flat_map(|name| ["--format".to_owned(), name.clone()]);
        let word = |&(name, value): &(&str, &str)| {
            let is_flag = KindOptions::specs().iter().any(|it| it.name == name && it.is_flag());
            let value = (!is_flag).then(|| value.to_owned());
            [format!("--{name}")].into_iter().chain(value)
        };
        format.chain(kind_options.values.iter().flat_map(word)).collect()
    }

    /// The same options for other items, of this kind if it is given.
    pub(crate) fn with_items(&self, kind: Option<&str>, items: Vec<OsString>) -> Self {
        let kind = kind.map(OsString::from);
        Self { items: kind.into_iter().chain(items).collect(), reading: self.reading.clone() }
    }
}

/// The options that only some kinds have, generated from the registry of kinds.
#[derive(Debug, Clone)]
struct KindOptions {
    values: Vec<(&'static str, &'static str)>,
}

impl KindOptions {
    /// Each option once, though several kinds may have it.
    fn specs() -> Vec<&'static OptionSpec> {
        let mut specs: Vec<&OptionSpec> = Vec::new();
        for &spec in KINDS.iter().flat_map(|kind| kind.options) {
            if specs.iter().all(|other| other.name != spec.name) {
                specs.push(spec);
            }
        }
        specs
    }
}

impl Args for KindOptions {
    fn augment_args(command: Command) -> Command {
        let arg = |spec: &'static OptionSpec| {
            // Leaked, because arguments are used until the program ends.
            let value = |text: &str| (spec.check)(text).map(|()| &*text.to_owned().leak());
            let arg = Arg::new(spec.name).long(spec.name).help(spec.help);
            if spec.is_flag() {
                return arg.action(ArgAction::SetTrue);
            }
            arg.value_name(spec.value_name).value_parser(value)
        };
        command.args(Self::specs().into_iter().map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for KindOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value = |spec: &OptionSpec| {
            if spec.is_flag() {
                return matches.get_flag(spec.name).then_some((spec.name, FLAG_VALUE));
            }
            Some((spec.name, *matches.get_one::<&'static str>(spec.name)?))
        };
        Ok(Self { values: Self::specs().into_iter().filter_map(value).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A whole number that is not negative.
pub(super) fn whole(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| "expected a whole number from 0".to_owned())
}
