//! The arguments: each flag's name, help and meaning in one place.

mod analyze;
mod bench;
mod check;
mod convert;
mod create;
mod input;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use sator_sat::clock::Instant;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use sator::engine::{Lowering, Method, Options};
use sator_sat::backend::{self, Ability, Budget, Config, Interrupt, SolverError};
use sator_sat::encode::Encoding;
use sator_sat::proof::Format;

pub(crate) use self::analyze::Analyze;
pub(crate) use self::bench::Bench;
pub(crate) use self::check::Check;
pub(crate) use self::convert::Convert;
pub(crate) use self::create::Create;
pub(crate) use self::input::Input;

/// Solve logic puzzles by saying their rules in logic.
#[derive(Debug, Parser)]
#[command(
    name = "sator",
    version,
    long_about = "Solve logic puzzles by saying their rules in logic.\n\n\
        Sator reads a puzzle, states its rules as a Boolean formula, and solves, counts, checks or \
        writes it, with any of several SAT solvers.",
    after_help = "Examples:\n  \
        sator solve 8                        eight queens\n  \
        sator solve sudoku.txt --unique      is there only one answer?\n  \
        sator solve sudokus.txt > solved.txt a file with a sudoku a line\n  \
        sator solve board.txt --mines 99     minesweeper, with the total\n  \
        sator count queens 10                how many answers\n  \
        sator analyze board.txt --odds       which cells are safe?\n  \
        sator generate 8                     the formula, as 8-queens.cnf\n  \
        sator create minesweeper             a new board\n  \
        sator bench 16                       which solver is fastest?\n\n\
        Exit status: 0 yes, 1 no answer, 2 bad input or usage, 3 stopped before knowing."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

impl Cli {
    /// Reads the arguments, and looks whether they go together.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        Self::try_parse()?.with_solver_args()?.without_useless_encoding()
    }

    /// Who takes the rules as they are has no use for a way to make clauses of them.
    fn without_useless_encoding(self) -> Result<Self, clap::Error> {
        let of = |solver: &Solver| (solver.backend.backend.clone(), solver.encoding.encoding);
        let (backend, lowering) = match &self.verb {
            Verb::Solve(args) => of(&args.solver),
            Verb::Count(args) => of(&args.solver),
            Verb::Analyze(args) => args.road(),
            _ => return Ok(self),
        };
        if backend.solver().is_none() && lowering.methods != Encoding::default() {
            let name = backend.name();
            let message =
                format!("{name} takes no clauses, so that no encoding ('{lowering}') helps");
            return Err(Self::command().error(ErrorKind::ArgumentConflict, message));
        }
        Ok(self)
    }

    /// Tells a solver program what `--solver-args` says.
    fn with_solver_args(mut self) -> Result<Self, clap::Error> {
        let choice = match &mut self.verb {
            Verb::Solve(args) => &mut args.solver.backend,
            Verb::Count(args) => &mut args.solver.backend,
            Verb::Sat(args) => &mut args.backend,
            _ => return Ok(self),
        };
        if let Some(line) = &choice.solver_args {
            let told = choice.backend.clone().with_args(line);
            choice.backend = told.map_err(|error| {
                let message = format!("{error} (--solver-args)");
                Self::command().error(ErrorKind::ValueValidation, message)
            })?;
        }
        Ok(self)
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Solve(Solve),
    Count(Count),
    Analyze(Analyze),
    Generate(Generate),
    Decode(Decode),
    Check(Check),
    Convert(Convert),
    Create(Create),
    Sat(Sat),
    Verify(Verify),
    Bench(Bench),
    /// List the solvers of this build.
    #[command(
        after_help = "Example:\n  sator backends              their names are for --backend\n  sator backends --json"
    )]
    Backends(Listing),
    /// List the puzzles, and the formats in which each may be written.
    #[command(
        after_help = "Example:\n  sator puzzles               the formats' names are for --format\n  sator puzzles --json"
    )]
    Puzzles(Listing),
    Completions(Completions),
    Man(Man),
}

/// Find an answer, or all of them.
#[derive(Debug, Args)]
#[command(override_usage = usage("solve"), after_help = "Examples:\n  \
    sator solve 8\n  \
    sator solve examples/queens/completion.txt --unique\n  \
    echo 6 | sator solve queens --all\n  \
    sator solve examples/sudoku/9x9.txt --unique\n  \
    sator solve sudoku many.txt --threads 2 > solved.txt\n  \
    sator solve examples/minesweeper/expert.txt\n  \
    sator solve 8 --backend cadical --stats\n  \
    sator solve 8 --backend exec:minisat\n  \
    sator solve 8 --backend exec:./my-solver --solver-args '--fast {cnf}'\n\n\
    A file or stream with a sudoku a line is answered by a line each: the solved grid, 'no solution', \
    'unknown' or 'invalid'.")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Find every answer.
    #[arg(long, conflicts_with_all = ["proof", "bundle"])]
    pub(crate) all: bool,
    /// Find at most this many answers.
    #[arg(
        long, value_name = "N", conflicts_with_all = ["proof", "bundle"],
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) max: Option<u64>,
    /// Also prove whether the answer is the only one.
    #[arg(long, conflicts_with_all = ["all", "max"])]
    pub(crate) unique: bool,
    /// Also write the formula, as DIMACS CNF; with a proof, the formula that it is about.
    #[arg(long, value_name = "FILE")]
    pub(crate) cnf: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) proof: ProofChoice,
    /// Put the puzzle, its formula, what the variables mean, the answer and the proof into a new
    /// folder, for 'sator verify'.
    #[arg(long, value_name = "DIR")]
    pub(crate) bundle: Option<PathBuf>,
    /// Write the answer to a file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) solver: Solver,
    #[command(flatten)]
    pub(crate) stats: StatsChoice,
    #[command(flatten)]
    pub(crate) show: Show,
}

/// What to prove, and where that goes.
#[derive(Debug, Args)]
pub(crate) struct ProofChoice {
    /// Write a proof that there is no answer; solving with --unique, that there is no other one.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// The form of the proof: drat, drat-binary, lrat or lrat-binary; if not said, what the file's
    /// name ends in, or lrat (drat of a program).
    #[arg(long, value_name = "FORMAT")]
    pub(crate) proof_format: Option<Format>,
}

impl ProofChoice {
    /// The form of a proof in a file. Programs write DRAT, unless the user tells them how to prove,
    /// and then knows better.
    pub(crate) fn format(&self, file: &Path, solver: &backend::Solver) -> Result<Format, String> {
        let named = match file.extension().and_then(OsStr::to_str) {
            Some("drat") => Some(Format::DratText),
            Some("lrat") => Some(Format::LratText),
            _ => None,
        };
        let wanted = self.proof_format.or(named);
        match solver {
            backend::Solver::Embedded(_) => Ok(wanted.unwrap_or(Format::LratText)),
            backend::Solver::Program(program) => match wanted.unwrap_or(Format::DratText) {
                Format::DratText => Ok(Format::DratText),
                other if program.is_told_to_prove() => Ok(other),
                other => {
                    Err(format!("{} writes its proofs as drat, not as {other}", program.name()))
                }
            },
        }
    }
}

/// Check a bundle, or a formula with a proof that it has no answer.
#[derive(Debug, Args)]
#[command(
    override_usage = "sator verify [OPTIONS] <DIR>\n       sator verify [OPTIONS] <CNF> <PROOF>",
    after_help = "The checker shares no code with any solver. It prints VERIFIED, or NOT VERIFIED and \
    where the proof fails.\n\nExamples:\n  \
    sator solve 3 --bundle no-three-queens; sator verify no-three-queens\n  \
    sator verify formula.cnf proof.lrat\n\n\
    Exit status: 0 VERIFIED, 1 NOT VERIFIED, 2 bad input, 3 stopped before knowing."
)]
pub(crate) struct Verify {
    /// A folder that `sator solve --bundle` wrote; or a formula in DIMACS CNF, then its proof.
    #[arg(value_name = "FILE", num_args = 1..=2, required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The form of the proof, where looking is not enough: drat, drat-binary, lrat or lrat-binary.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) proof_format: Option<Format>,
    /// Stop after this time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) stats: StatsChoice,
    #[command(flatten)]
    pub(crate) show: Show,
}

/// Count the answers exactly, without printing them.
#[derive(Debug, Args)]
#[command(override_usage = usage("count"), after_help = "Examples:\n  \
    sator count queens 8                     92\n  \
    sator count queens 8 --up-to-symmetry    12\n  \
    sator count examples/sudoku/4x4.txt")]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Count answers once that turns and reflections of the puzzle make equal (queens).
    #[arg(long)]
    pub(crate) up_to_symmetry: bool,
    /// Stop at this many: "at least N".
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max: Option<u64>,
    #[command(flatten)]
    pub(crate) solver: Solver,
    #[command(flatten)]
    pub(crate) stats: StatsChoice,
    #[command(flatten)]
    pub(crate) show: Show,
}

/// Write the formula for any solver.
#[derive(Debug, Args)]
#[command(override_usage = usage("generate"), after_help = "Examples:\n  \
    sator generate 8                       writes 8-queens.cnf\n  \
    sator generate 8 -o - | minisat /dev/stdin answer.txt\n  \
    sator generate 8 --annotate -o -       tells what each variable means\n  \
    sator generate 8 --to opb              writes 8-queens.opb, for clasp or minisat+\n  \
    sator generate 8 --to smtlib           writes 8-queens.smt2, for z3 or cvc5\n  \
    sator generate examples/sudoku/9x9.txt --reduced -o -\n  \
    sator generate 256 --encoding pairwise -o - | gzip > big.cnf.gz")]
pub(crate) struct Generate {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write to this file, or to standard output if it is `-`.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The form of the formula.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) to: FormulaFormat,
    /// Leave out what follows from the clues at once: it is stated as known, and the rules speak
    /// of the rest only.
    #[arg(long)]
    pub(crate) reduced: bool,
    /// Add comments: the meaning of each variable of a cell, or in SMT-LIB the words of each rule.
    #[arg(long)]
    pub(crate) annotate: bool,
    #[command(flatten)]
    pub(crate) encoding: EncodingChoice,
    #[command(flatten)]
    pub(crate) stats: StatsChoice,
    #[command(flatten)]
    pub(crate) show: Show,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum FormulaFormat {
    /// DIMACS CNF, for SAT solvers.
    #[default]
    Dimacs,
    /// OPB, for pseudo-Boolean solvers: counts and sums stay whole.
    Opb,
    /// SMT-LIB, for SMT solvers: whole numbers that differ and add up.
    Smtlib,
}

/// Turn a solver's answer for a generated formula back into a checked board.
#[derive(Debug, Args)]
#[command(
    override_usage = "sator decode [OPTIONS] --answer <FILE> [PUZZLE] [INPUT]",
    after_help = "The answer may be competition output (s and v lines, also with the names x1, x2 of \
    OPB), MiniSat's result file, zChaff's text, or an SMT solver's values or model.\n\nExamples:\n  \
    sator generate 8 && minisat 8-queens.cnf answer.txt; sator decode 8 --answer answer.txt\n  \
    sator generate 8 --to smtlib && z3 8-queens.smt2 | sator decode 8 --answer -"
)]
pub(crate) struct Decode {
    #[command(flatten)]
    pub(crate) input: Input,
    /// What the solver printed or wrote; `-` for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) answer: PathBuf,
    #[command(flatten)]
    pub(crate) show: Show,
}

/// Solve a plain DIMACS CNF file; output and exit status (10, 20, 0) as in SAT competitions.
#[derive(Debug, Args)]
#[command(
    after_help = "Files compressed by gzip, bzip2 or xz are read as they are.\n\nExample:\n  \
    sator sat formula.cnf.gz --backend cadical --timeout 60\n  \
    sator sat formula.cnf.gz --backend exec:kissat --solver-args '--unsat'\n  \
    sator sat formula.cnf --proof proof.lrat; sator verify formula.cnf proof.lrat"
)]
pub(crate) struct Sat {
    /// The formula; `-` or nothing for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) proof: ProofChoice,
    #[command(flatten)]
    pub(crate) backend: BackendChoice,
    #[command(flatten)]
    pub(crate) stats: StatsChoice,
    #[command(flatten)]
    pub(crate) show: Show,
}

#[derive(Debug, Args)]
pub(crate) struct Listing {
    /// One JSON object a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  sator completions bash > ~/.local/share/bash-completion/completions/sator"
)]
pub(crate) struct Completions {
    /// For which shell.
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// Print the manual page, of sator or of one verb.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  sator man solve | man -l -")]
pub(crate) struct Man {
    /// The verb.
    pub(crate) verb: Option<String>,
}

/// How a verb that works on puzzles is called.
fn usage(verb: &str) -> String {
    format!("sator {verb} [OPTIONS] [PUZZLE] [INPUT]...")
}

/// How to solve.
#[derive(Debug, Args)]
pub(crate) struct Solver {
    #[command(flatten)]
    pub(crate) backend: BackendChoice,
    #[command(flatten)]
    pub(crate) encoding: EncodingChoice,
}

#[derive(Debug, Args)]
pub(crate) struct EncodingChoice {
    /// How constraints become clauses (auto, pairwise, ladder, commander, bimander, two-product,
    /// bitwise; binomial, totalizer, adder; totals of cages by cage=METHOD: sets, diagram, totalizer,
    /// adder, order, forbidden, prefixes), and which rules do (minimal, extended); several with commas.
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) encoding: Lowering,
}

#[derive(Debug, Args)]
pub(crate) struct BackendChoice {
    /// The solver; `sator backends` lists them. Any program can be one, as exec:PROGRAM, by its name
    /// or path.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) backend: Method,
    /// What else to tell a solver program, quoted as for a shell. With {cnf} for the file of the
    /// formula it is all that it is told; {out} is a file for its answer, {proof} one for a proof.
    #[arg(long, value_name = "ARGS", allow_hyphen_values = true)]
    solver_args: Option<String>,
    /// Solve once more by another road (other rules, encoding and solver; with =NAME, that solver),
    /// and fail if the two disagree.
    #[arg(
        long, value_name = "NAME", num_args = 0..=1, require_equals = true,
        default_missing_value = "another"
    )]
    cross_check: Option<Second>,
    /// Stop after this time, for each puzzle.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Where the solver's chance begins.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How many puzzles of a file with many, parts of a count, or solvers of a portfolio or on a
    /// hard puzzle, are worked on at once; all processors if not said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// Which solver checks another.
#[derive(Debug, Clone)]
enum Second {
    Another,
    Named(Method),
}

impl FromStr for Second {
    type Err = SolverError;

    fn from_str(name: &str) -> Result<Self, SolverError> {
        if name == "another" { Ok(Self::Another) } else { name.parse().map(Self::Named) }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        // A time that no clock can hold is as good as no limit.
        Ok(seconds) if seconds > 0.0 => {
            Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
        }
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct StatsChoice {
    /// Print statistics to standard error; with --json they are in the object.
    #[arg(long)]
    pub(crate) stats: bool,
}

/// How to show it.
#[derive(Debug, Default, Args)]
pub(crate) struct Show {
    /// One JSON object a line, for each puzzle.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing to standard error but errors.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Colour: auto means on a terminal, unless `NO_COLOR` is set.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: ColorChoice,
    /// Draw lines with the signs of ASCII alone.
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

impl BackendChoice {
    /// The solver to check the first one by, if that is wanted: an embedded one that is another.
    pub(crate) fn second(&self) -> Option<Method> {
        let other = if self.backend.name() == "varisat" { "batsat" } else { "varisat" };
        self.cross_check.as_ref().map(|second| match second {
            Second::Another => other.parse().unwrap_or_default(),
            Second::Named(road) => road.clone(),
        })
    }

    /// How a solver is set up.
    pub(crate) fn config(&self) -> Config {
        Config { seed: self.seed, threads: self.threads.map(usize::from), proof: None }
    }

    /// The budget of one puzzle; its time begins now.
    pub(crate) fn budget(&self, interrupt: &Interrupt) -> Budget {
        Budget {
            // A time that no clock can hold is no limit.
            deadline: self.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            conflicts: None,
            interrupt: interrupt.clone(),
        }
    }
}

impl Solve {
    /// The engine's options for one puzzle; its time begins now.
    pub(crate) fn options(&self, interrupt: &Interrupt) -> Options {
        self.solver.options(interrupt, self.stats.stats || self.show.json)
    }
}

impl Count {
    /// The engine's options for one puzzle; its time begins now.
    pub(crate) fn options(&self, interrupt: &Interrupt) -> Options {
        self.solver.options(interrupt, self.stats.stats || self.show.json)
    }
}

impl Solver {
    /// The same, where it is known whether somebody will read the times.
    fn options(&self, interrupt: &Interrupt, measure: bool) -> Options {
        Options {
            backend: self.backend.backend.clone(),
            lowering: self.encoding.encoding,
            seed: self.backend.seed,
            threads: self.backend.threads.map(usize::from),
            budget: self.backend.budget(interrupt),
            measure,
            eliminate: true,
        }
    }

    /// The options for another road, if that is to be gone as well, in what is left of the time.
    pub(crate) fn second_options(&self, first: &Options) -> Option<Options> {
        let backend = self.backend.second()?;
        Some(Options { backend, ..first.clone().by_another_method() })
    }

    /// How many puzzles are solved at once: one, if the solver has use for all threads.
    pub(crate) fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        if self.backend.backend.abilities().contains(&Ability::Threads) {
            1
        } else {
            self.backend.threads.map_or_else(all, usize::from)
        }
    }
}
