//! Options that several questions share. Name, help and meaning stand here for all surfaces; the feature
//! `clap` makes them arguments.

use std::str::FromStr;
use std::thread;
use std::time::Duration;

use sator_sat::backend::{Ability, Budget, Config, Interrupt, SolverError};
use sator_sat::clock::Instant;
use serde::{Deserialize, Serialize};

use super::{AskError, Context};
use crate::engine::{self, LargeFormula, Lowering, LoweringError, Method, Options};
use crate::puzzle::AnyPuzzle;

/// The solver, with its time, threads and random seed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Solver"))]
#[serde(default, rename_all = "kebab-case")]
pub struct SolverOptions {
    /// The solver; `sator backends` lists them. A named solver always runs, on the formula that
    /// generate writes with the same options; auto chooses, and search solves without a formula. Any
    /// program can be named, as exec:PROGRAM, by its name or path.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value = "auto"))]
    #[serde(with = "method")]
    pub backend: Method,
    /// Stop after this time, for each puzzle, and print the results so far. The time begins with the
    /// first bytes of the input.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SECONDS", value_parser = seconds))]
    #[serde(with = "as_seconds")]
    pub timeout: Option<Duration>,
    /// Random seed of the solver.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub seed: Option<u64>,
    /// How many puzzles of a file with many, parts of a count, or solvers of a portfolio or on a
    /// hard puzzle, are worked on at once; all processors by default.
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", value_parser = at_least_one::<u16>, allow_negative_numbers = true)
    )]
    pub threads: Option<u16>,
}

impl SolverOptions {
    /// The configuration of a solver.
    pub fn config(&self) -> Config {
        Config { seed: self.seed, threads: self.threads.map(usize::from), proof: None }
    }

    /// The engine's options for one puzzle; its time begins now.
    pub fn engine(&self, interrupt: &Interrupt) -> Options {
        Options {
            backend: self.backend.clone(),
            seed: self.seed,
            threads: self.threads.map(usize::from),
            budget: self.budget(interrupt),
            ..Options::default()
        }
    }

    /// The budget of one puzzle; its time begins now.
    pub fn budget(&self, interrupt: &Interrupt) -> Budget {
        budget(self.timeout, interrupt)
    }

    /// How many puzzles are answered at once: one, if the solver uses all threads itself.
    pub fn puzzles_at_once(&self) -> usize {
        let uses_all = self.backend.abilities().contains(&Ability::Threads);
        if uses_all { 1 } else { threads_or_all(self.threads) }
    }
}

/// How constraints become clauses.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Solver"))]
#[serde(default, rename_all = "kebab-case")]
pub struct EncodingOptions {
    /// How constraints become clauses (auto, pairwise, ladder, commander, bimander, two-product,
    /// bitwise; binomial, totalizer, adder; totals of cages by cage=METHOD: sets, diagram, totalizer,
    /// adder, order, forbidden, literal, prefixes), and which rules do (minimal, extended); several with commas.
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "NAME", default_value_t, value_parser = encoding)
    )]
    #[serde(with = "as_text")]
    pub encoding: Lowering,
    /// Allow a formula of more than 100 million clauses.
    #[cfg_attr(feature = "clap", arg(long))]
    pub large: bool,
}

impl EncodingOptions {
    /// Notes how many clauses the totals of a puzzle take, if there can be surprisingly many, and refuses
    /// more than are moderate.
    pub fn announce(&self, puzzle: &AnyPuzzle, context: &mut Context<'_>) -> Result<(), AskError> {
        // In a batch the rules would be stated once more for each puzzle.
        if context.batch_threads.is_some() {
            return Ok(());
        }
        if let Some(note) = announced(self.encoding, puzzle, (true, self.large))? {
            context.note(note);
        }
        Ok(())
    }
}

/// How many clauses the totals of a puzzle take, if there can be surprisingly many. More than are
/// moderate are refused, unless `large` allows them.
pub fn announced(
    lowering: Lowering,
    puzzle: &AnyPuzzle,
    (are_reduced, large): (bool, bool),
) -> Result<Option<String>, AskError> {
    let Some(clauses) = engine::announced_clauses(puzzle, lowering) else { return Ok(None) };
    if !large {
        LargeFormula::refuse(clauses, true)
            .map_err(|refusal| AskError::from(refusal).about(&format!("encoding {lowering}")))?;
    }
    let how = if !lowering.is_exact() || are_reduced { "up to " } else { "" };
    let number = match clauses {
        u128::MAX => "more clauses than can be counted".to_owned(),
        clauses => format!("{how}{clauses} clauses"),
    };
    Ok(Some(format!("--encoding {lowering} takes {number} for the totals")))
}

/// How to solve, and whether to measure it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default, rename_all = "kebab-case")]
pub struct Solving {
    /// The figures.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub stats: StatsOption,
    /// The solver.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub solver: SolverOptions,
    /// The formula.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub encoding: EncodingOptions,
    /// Eliminate first what follows from the clues; otherwise a solver named by --backend gets the
    /// formula in full, as generate writes it. auto and search always eliminate.
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Solver"))]
    pub reduced: bool,
}

impl Solving {
    /// The engine's options for a puzzle; its time begins now.
    pub fn options(&self, interrupt: &Interrupt) -> Options {
        Options {
            lowering: self.encoding.encoding,
            eliminate: self.reduced.then_some(true),
            measure: self.stats.stats,
            ..self.solver.engine(interrupt)
        }
    }

    /// The same where it stands: one thread, if several puzzles are answered at once. Figures are
    /// measured where they are asked for, or if `measure` is set.
    pub fn engine(&self, context: &Context<'_>, measure: bool) -> Options {
        let options = self.options(&context.interrupt);
        let is_parallel = context.batch_threads.is_some_and(|threads| threads > 1);
        Options {
            measure: measure || options.measure,
            threads: if is_parallel { Some(1) } else { options.threads },
            is_single: !context.is_one_of_many && context.batch_threads.is_none(),
            ..options
        }
    }
}

/// Whether figures are part of the answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Output"))]
#[serde(default, rename_all = "kebab-case")]
pub struct StatsOption {
    /// Print statistics to standard error; with --json they are in the object.
    #[cfg_attr(feature = "clap", arg(long))]
    pub stats: bool,
}

/// The arguments of a solver program, and a second solver.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Solver"))]
#[serde(default, rename_all = "kebab-case")]
pub struct SecondSolver {
    /// More arguments for a solver program, quoted as for a shell. With {cnf} for the file of the
    /// formula they are all its arguments; {out} is a file for its answer, {proof} one for a proof.
    #[cfg_attr(feature = "clap", arg(long, value_name = "ARGS", allow_hyphen_values = true))]
    pub solver_args: Option<String>,
    /// Solve once more, with a different encoding and solver (with =NAME, that solver), and for a
    /// puzzle by the plain rules alone if that ends soon; fail if they disagree.
    #[cfg_attr(
        feature = "clap",
        arg(
            long, value_name = "NAME", num_args = 0..=1, require_equals = true,
            default_missing_value = "another"
        )
    )]
    pub cross_check: Option<CrossCheckBy>,
}

impl SecondSolver {
    /// The solver of the cross-check, if there is one: by default another embedded one.
    pub fn method(&self, first: &Method) -> Option<Method> {
        let other = if first.name() == "varisat" { "batsat" } else { "varisat" };
        self.cross_check.as_ref().map(|second| match second {
            CrossCheckBy::Another => other.parse().unwrap_or_default(),
            CrossCheckBy::Named(method) => method.clone(),
        })
    }

    /// The options of the cross-check, if there is one, within the rest of the time.
    pub fn options(&self, first: &Options) -> Option<Options> {
        let backend = self.method(&first.backend)?;
        Some(Options { backend, ..first.clone().by_another_method() })
    }
}

/// The solver of a cross-check. In a request it is `true` or a name.
#[derive(Debug, Clone)]
pub enum CrossCheckBy {
    /// Another embedded solver.
    Another,
    /// This one.
    Named(Method),
}

/// The word for another solver on the command line.
const ANOTHER: &str = "another";

impl FromStr for CrossCheckBy {
    type Err = SolverError;

    fn from_str(name: &str) -> Result<Self, SolverError> {
        if name == ANOTHER { Ok(Self::Another) } else { name.parse().map(Self::Named) }
    }
}

impl Serialize for CrossCheckBy {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Another => true.serialize(serializer),
            Self::Named(method) => method.name().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for CrossCheckBy {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::Bool(true) => Ok(Self::Another),
            serde_json::Value::String(name) => name.parse().map_err(D::Error::custom),
            other => Err(D::Error::custom(format!("expected true or a solver, found {other}"))),
        }
    }
}

/// The budget for one puzzle; its time begins now.
pub fn budget(timeout: Option<Duration>, interrupt: &Interrupt) -> Budget {
    Budget {
        // A time that no clock can represent is no limit.
        deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
        conflicts: None,
        interrupt: interrupt.clone(),
    }
}

/// The number of threads, by default one for each processor.
pub fn threads_or_all(threads: Option<u16>) -> usize {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    threads.map_or_else(all, usize::from)
}

/// An encoding.
pub fn encoding(text: &str) -> Result<Lowering, String> {
    text.parse().map_err(|error| match error {
        LoweringError::Rivals { .. } => format!(
            "{error}; to compare encodings, give --encoding to 'sator bench' or \
             'sator generate --sizes' several times"
        ),
        _ => error.to_string(),
    })
}

/// A number of seconds above 0.
pub fn seconds(text: &str) -> Result<Duration, String> {
    text.parse().ok().and_then(duration).ok_or_else(|| SECONDS.to_owned())
}

const SECONDS: &str = "expected a number of seconds above 0";

/// A time that no clock can represent is no limit.
fn duration(seconds: f64) -> Option<Duration> {
    (seconds > 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// A whole number from 1.
pub fn at_least_one<N: FromStr + PartialOrd + From<u8>>(word: &str) -> Result<N, String> {
    let digits = word.trim_start_matches('-');
    match word.parse() {
        Ok(number) if number >= N::from(1) => Ok(number),
        Ok(_) => Err("must be at least 1".to_owned()),
        Err(_) if digits.is_empty() || digits.bytes().any(|byte| !byte.is_ascii_digit()) => {
            Err("expected a whole number".to_owned())
        }
        Err(_) if word.starts_with('-') => Err("must be at least 1".to_owned()),
        Err(_) => Err("the number is too large".to_owned()),
    }
}

/// A value as its text, in requests.
mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A method as its name, in requests.
mod method {
    use serde::{Deserializer, Serializer};

    use crate::engine::Method;

    pub(super) fn serialize<S: Serializer>(
        method: &Method,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(method.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Method, D::Error> {
        super::as_text::deserialize(deserializer)
    }
}

/// A time as a number of seconds, in requests.
pub(super) mod as_seconds {
    use std::time::Duration;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    #[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
    pub(in super::super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let Some(seconds) = Option::<f64>::deserialize(deserializer)? else { return Ok(None) };
        super::duration(seconds).map(Some).ok_or_else(|| D::Error::custom(super::SECONDS))
    }
}
