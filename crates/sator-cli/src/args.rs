//! The arguments: name, help and meaning of each flag in one place.

mod analyze;
mod bench;
mod check;
mod compare;
mod convert;
mod create;
mod explain;
mod input;
mod play;
mod rate;
mod render;
mod requests;
mod serve;
mod split;
mod table;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use sator::ask;
use sator::ask::options::{SecondSolver, SolverOptions, Solving, StatsOption, encoding, seconds};
use sator::engine::{self, Lowering, Method, Options};
use sator_sat::backend::{self, Interrupt};
use sator_sat::encode::Encodings;
use sator_sat::proof::Format;
use sator_sat::text::listed;

use crate::failure::Failure;

pub(crate) use self::analyze::Analyze;
pub(crate) use self::bench::Bench;
pub(crate) use self::check::Check;
pub(crate) use self::compare::{Compare, VariableList};
pub(crate) use self::convert::Convert;
pub(crate) use self::create::Create;
pub(crate) use self::explain::{Entries, Explain, ExplanationForm, Hint};
pub(crate) use self::input::Input;
pub(crate) use self::play::{Play, SavedGame};
pub(crate) use self::rate::Rate;
pub(crate) use self::render::{PictureForm, Render, ThemeChoice};
pub(crate) use self::requests::Ask;
pub(crate) use self::serve::Serve;
pub(crate) use self::split::{Merge, Split, TaskChoice, Work, solve_args};
pub(crate) use self::table::{Family, PlotAxis, TableChoice};
use sator::ask::options::at_least_one;

/// Solve logic puzzles by stating their rules in logic.
#[derive(Debug, Parser)]
#[command(
    name = "sator",
    version,
    long_about = "Solve logic puzzles by stating their rules in logic.\n\n\
        Sator reads a puzzle, states its rules as a Boolean formula, and solves, counts, checks or \
        writes it, with any of several SAT solvers.",
    after_help = "Examples:\n  \
        sator solve 8                        eight queens\n  \
        sator solve sudoku.txt --unique      is there only one solution?\n  \
        sator solve sudokus.txt > solved.txt a file with a sudoku a line\n  \
        sator explain sudoku.txt             the solution step by step, with reasons\n  \
        sator hint sudoku.txt                the next step only\n  \
        sator analyze board.txt --mines 99   minesweeper: which cells are safe?\n  \
        sator count queens 10                how many solutions\n  \
        sator rate sudoku.txt                how difficult?\n  \
        sator render sudoku.txt -o board.svg a picture\n  \
        sator generate 8                     the formula, as 8-queens.cnf\n  \
        sator create minesweeper             a new board\n  \
        sator play sudoku.txt                a game in the terminal\n  \
        sator serve --open                   the page, in the browser\n  \
        sator bench 16                       which solver is fastest?\n  \
        sator split 17 --jobs 100 -o q17     a count for many machines\n  \
        sator compare my.cnf --puzzle 8      is my formula right?\n\n\
        Exit status: 0 yes, 1 no solution, 2 bad input or usage, 3 stopped before knowing.\n\n\
        Guides: docs/README.md in the source has a page for each task, docs/reference.md all options."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

impl Cli {
    /// Parses the arguments and refuses contradictions.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        Self::try_parse().map_err(name_the_verb)?.with_solver_args()?.without_useless_encoding()
    }

    /// Refuses an encoding for a solver that takes no clauses.
    fn without_useless_encoding(self) -> Result<Self, clap::Error> {
        let solving = match &self.verb {
            Verb::Solve(args) => &args.task.solving,
            Verb::Count(args) => &args.question.solving,
            Verb::Analyze(args) => &args.question.solving,
            Verb::Rate(args) => &args.question.solving,
            _ => return Ok(self),
        };
        let (backend, lowering) = (&solving.solver.backend, solving.encoding.encoding);
        if solving.reduced && matches!(backend, Method::Smt(_)) {
            let name = backend.name();
            let message =
                format!("--reduced is for SAT solvers: {name} gets the rules as they are");
            return Err(Self::command().error(ErrorKind::ArgumentConflict, message));
        }
        if backend.solver().is_none() && lowering.encodings != Encodings::default() {
            let name = backend.name();
            let message =
                format!("{name} takes no clauses, so that no encoding ('{lowering}') helps");
            return Err(Self::command().error(ErrorKind::ArgumentConflict, message));
        }
        Ok(self)
    }

    /// Passes `--solver-args` to the solver program.
    fn with_solver_args(mut self) -> Result<Self, clap::Error> {
        let (solver, second) = match &mut self.verb {
            Verb::Solve(args) => (&mut args.task.solving.solver, &args.second),
            Verb::Count(args) => (&mut args.question.solving.solver, &args.question.second),
            Verb::Sat(args) => (&mut args.solver, &args.second),
            _ => return Ok(self),
        };
        if let Some(line) = &second.solver_args {
            let method = solver.backend.clone().with_args(line);
            solver.backend = method.map_err(|error| {
                let message = format!("{error} (--solver-args)");
                Self::command().error(ErrorKind::ValueValidation, message)
            })?;
        }
        Ok(self)
    }
}

/// Adds to the error about an unknown flag which verbs have it.
fn name_the_verb(error: clap::Error) -> clap::Error {
    let flag = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.kind() == ErrorKind::UnknownArgument => flag,
        _ => return error,
    };
    let mut command = Cli::command();
    command.build();
    let has_flag = |verb: &&clap::Command| {
        let mut arguments = verb.get_arguments();
        arguments.any(|it| it.get_long().is_some_and(|long| flag.strip_prefix("--") == Some(long)))
    };
    let verbs = command.get_subcommands().filter(has_flag);
    let verbs: Vec<_> = verbs.map(|verb| format!("`sator {}`", verb.get_name())).collect();
    if verbs.is_empty() {
        return error;
    }
    let message = format!("'{flag}' is an option of {}, not of this verb", listed(&verbs, "and"));
    command.error(ErrorKind::UnknownArgument, message)
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Solve(Solve),
    Count(Count),
    Analyze(Analyze),
    Explain(Explain),
    Hint(Hint),
    Rate(Rate),
    Render(Render),
    Generate(Generate),
    Decode(Decode),
    Check(Check),
    Convert(Convert),
    Create(Create),
    Play(Play),
    Sat(Sat),
    Compare(Compare),
    Verify(Verify),
    Bench(Bench),
    Serve(Serve),
    Ask(Ask),
    Split(Split),
    Work(Work),
    Merge(Merge),
    /// List the solvers of this build.
    #[command(
        after_help = "Example:\n  sator backends              their names are for --backend\n  sator backends --embedded   without the programs, which are started for their versions\n  sator backends --json"
    )]
    Backends(Backends),
    /// List the puzzles, and the formats in which each may be written.
    #[command(
        after_help = "Example:\n  sator puzzles               the formats' names are for --format and --to\n  sator puzzles --json"
    )]
    Puzzles(Listing),
    Completions(Completions),
    Man(Man),
}

/// Find a solution, or all of them.
#[derive(Debug, Args)]
#[command(override_usage = usage("solve"), after_help = "Examples:\n  \
    sator solve 8\n  \
    sator solve examples/queens/completion.txt --unique\n  \
    echo 6 | sator solve queens --all\n  \
    sator solve examples/sudoku/9x9.txt --unique\n  \
    sator solve sudoku many.txt --threads 2 > solved.txt\n  \
    sator solve examples/minesweeper/expert.txt     one layout; players want 'sator analyze'\n  \
    sator solve 8 --backend cadical --stats\n  \
    sator solve 8 --backend exec:minisat\n  \
    sator solve 8 --backend exec:./my-solver --solver-args '--fast {cnf}'\n\n\
    A file or stream with a sudoku a line is answered by a line each: the solved grid, 'no solution', \
    'unknown' or 'invalid'.")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) task: Task,
    /// Find every solution.
    #[arg(long, conflicts_with_all = ["proof", "bundle"])]
    pub(crate) all: bool,
    /// Find at most this many solutions.
    #[arg(
        long, value_name = "N", conflicts_with_all = ["proof", "bundle"],
        value_parser = at_least_one::<u64>, allow_negative_numbers = true
    )]
    pub(crate) max: Option<u64>,
    /// Also prove whether the solution is the only one.
    #[arg(long, conflicts_with_all = ["all", "max"])]
    pub(crate) unique: bool,
    /// Like --unique, and exit with 1 if there is a second solution, which is shown: with many
    /// puzzles, one a line, on standard error.
    #[arg(long, conflicts_with_all = ["all", "max"])]
    pub(crate) require_unique: bool,
    /// Also write the formula, as DIMACS CNF; with a proof, the formula that it is about.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) cnf: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) proof: ProofChoice,
    /// Put the puzzle, its formula, the meaning of its variables, the solution and the proof into a new
    /// folder, for 'sator verify'.
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) bundle: Option<PathBuf>,
    /// Write the answer to a file.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) second: SecondSolver,
}

impl Solve {
    /// Whether to prove that the solution is the only one.
    pub(crate) fn asks_uniqueness(&self) -> bool {
        self.unique || self.require_unique
    }
}

/// Where a proof goes, and its format.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ProofChoice {
    /// Write a proof that there is no solution; solving with --unique, that there is no other one.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// The form of the proof: drat, drat-binary, lrat or lrat-binary; by default as the file's
    /// name ends, else lrat (drat of a program).
    #[arg(long, value_name = "FORMAT")]
    pub(crate) proof_format: Option<Format>,
}

impl ProofChoice {
    /// The solver for a proof in this file, and the format; refused if it cannot write that.
    pub(crate) fn prover(
        &self,
        file: &Path,
        method: &Method,
        lowering: Lowering,
    ) -> Result<(backend::Solver, Format), Failure> {
        let solver =
            engine::prover(method, lowering).map_err(|error| Failure::plain(error.to_string()))?;
        let format = self.format(file, &solver).map_err(Failure::plain)?;
        Ok((solver, format))
    }

    /// The format of a proof in a file. Programs write DRAT, unless the user's arguments name the
    /// proof file.
    fn format(&self, file: &Path, solver: &backend::Solver) -> Result<Format, String> {
        let named = match file.extension().and_then(OsStr::to_str) {
            Some("drat") => Some(Format::DratText),
            Some("lrat") => Some(Format::LratText),
            _ => None,
        };
        let wanted = self.proof_format.or(named);
        let backend::Solver::Program(program) = solver else {
            return Ok(wanted.unwrap_or(Format::LratText));
        };
        match wanted.unwrap_or(Format::DratText) {
            other if other != Format::DratText && !program.is_told_to_prove() => {
                Err(format!("{} writes its proofs as drat, not as {other}", program.name()))
            }
            format => Ok(format),
        }
    }
}

/// Check a bundle, or a formula with a proof that it has no solution.
#[derive(Debug, Args)]
#[command(
    override_usage = "sator verify [OPTIONS] <DIR>\n       sator verify [OPTIONS] <CNF> <PROOF>",
    after_help = "The checker shares no code with any solver. It prints VERIFIED, or NOT VERIFIED and \
    where the proof fails.\n\nExamples:\n  \
    sator solve 3 --bundle no-three-queens; sator verify no-three-queens\n  \
    sator verify formula.cnf proof.lrat\n\n\
    Exit status: 0 VERIFIED, 1 NOT VERIFIED, 2 bad input, 3 stopped before knowing.\n\n\
    Guide: docs/proofs.md explains bundles, DRAT and LRAT."
)]
pub(crate) struct Verify {
    /// A folder that `sator solve --bundle` wrote; or a formula in DIMACS CNF, then its proof.
    #[arg(value_name = "FILE", num_args = 1..=2, required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The form of the proof, if it is not recognised: drat, drat-binary, lrat or lrat-binary.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) proof_format: Option<Format>,
    /// Stop after this time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) stats: StatsOption,
    #[command(flatten)]
    pub(crate) show: Show,
}

/// Count the solutions exactly, without printing them.
#[derive(Debug, Args)]
#[command(override_usage = usage("count"), after_help = "Examples:\n  \
    sator count queens 8                     92\n  \
    sator count queens 8 --up-to-symmetry    12\n  \
    sator count examples/sudoku/4x4.txt\n  \
    sator count formula.cnf --variables 1..64")]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) show: Show,
    #[command(flatten)]
    pub(crate) question: ask::Count,
    /// Count the models of a formula in DIMACS CNF over these variables, 1..64,70: assignments that
    /// extend to all variables.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["up_to_symmetry", "cross_check", "solver_args"])]
    pub(crate) variables: Option<VariableList>,
}

/// Write the formula for any solver.
#[derive(Debug, Args)]
#[command(override_usage = usage("generate"), after_help = "Examples:\n  \
    sator generate 8                       writes 8-queens.cnf\n  \
    sator generate 8 -o - | minisat /dev/stdin answer.txt\n  \
    sator generate 8 --annotate -o -       with the meaning of each variable\n  \
    sator generate 8 --to opb              writes 8-queens.opb, for clasp or minisat+\n  \
    sator generate 8 --to smtlib           writes 8-queens.smt2, for z3 or cvc5\n  \
    sator generate 8 --to json -o -        each rule with its cells and clauses\n  \
    sator generate examples/sudoku/9x9.txt --reduced -o -\n  \
    sator generate 256 --encoding pairwise -o - | gzip > big.cnf.gz\n  \
    sator generate --sizes queens 4..64 --encoding pairwise --encoding ladder --plot sizes.svg\n\n\
    Guides: docs/formulas.md, and docs/encodings.md for the meaning of the clauses.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Generate {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write to this file, or to standard output if it is `-`.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The form of the formula.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) to: FormulaFormat,
    /// Simplify the formula: values that follow from the clues are stated as facts, and the rules
    /// cover the rest only.
    #[arg(long)]
    pub(crate) reduced: bool,
    /// Add comments: the meaning of each variable of a cell, and the rule before its clauses; in
    /// SMT-LIB the words of each rule.
    #[arg(long)]
    pub(crate) annotate: bool,
    /// With --to json: list so many clauses at most; 20000 by default. Sizes are always whole.
    #[arg(long, value_name = "N", conflicts_with = "is_asked_for")]
    pub(crate) max_clauses: Option<u64>,
    /// Replace a file that holds another formula, also without -o.
    #[arg(long)]
    pub(crate) force: bool,
    /// Allow a formula of more than 100 million clauses, about three gigabytes as a file.
    #[arg(long)]
    pub(crate) large: bool,
    /// Stop after this time, for each puzzle: while it is read, counted or written.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// How constraints become clauses, as in 'sator solve'; several with commas.
    #[arg(long = "encoding", value_name = "NAME", value_parser = encoding)]
    pub(crate) encodings: Vec<Lowering>,
    #[command(flatten)]
    pub(crate) sizes: SizesChoice,
    #[command(flatten)]
    pub(crate) stats: StatsOption,
    #[command(flatten)]
    pub(crate) show: Show,
}

/// A table of sizes instead of a formula.
#[derive(Debug, Args)]
pub(crate) struct SizesChoice {
    /// Print a table of sizes and write no formula. Puzzles are those of 'sator bench': also folders,
    /// ranges of N and new puzzles; repeat --encoding to compare.
    #[arg(long = "sizes", conflicts_with_all = ["output", "annotate", "stats", "force"])]
    pub(crate) is_asked_for: bool,
    #[command(flatten)]
    pub(crate) family: Family,
    #[command(flatten)]
    pub(crate) table: TableChoice,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormulaFormat {
    /// DIMACS CNF, for SAT solvers.
    #[default]
    Dimacs,
    /// OPB, for pseudo-Boolean solvers: counts and sums stay whole.
    Opb,
    /// SMT-LIB, for SMT solvers: whole numbers that differ and add up.
    Smtlib,
    /// JSON, for reading: variables with their cells, and rules with their clauses, as in DIMACS.
    Json,
}

/// Turn a solver's answer for a generated formula back into a checked board.
#[derive(Debug, Args)]
#[command(
    override_usage = "sator decode [OPTIONS] --answer <FILE> [PUZZLE] [INPUT]",
    after_help = "The answer may be competition output (s and v lines, also with the names x1, x2 of \
    OPB), MiniSat's or Glucose's result file, zChaff's text, or an SMT solver's values or model.\n\nExamples:\n  \
    sator generate 8 && minisat 8-queens.cnf answer.txt; sator decode 8 --answer answer.txt\n  \
    sator generate 8 --to smtlib && z3 8-queens.smt2 | sator decode 8 --answer -\n  \
    sator decode sudoku board.txt --answer answer.txt --map numbering.txt"
)]
pub(crate) struct Decode {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The solver's output; `-` for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) answer: PathBuf,
    /// The meaning of the formula's variables, if they are numbered in another way than 'sator
    /// generate' does: JSON as the map.json of a bundle, or lines VARIABLE CELL VALUE (12 r1c2 3).
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// Stop if the files are not read after this time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
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
    pub(crate) second: SecondSolver,
    #[command(flatten)]
    pub(crate) solver: SolverOptions,
    #[command(flatten)]
    pub(crate) stats: StatsOption,
    #[command(flatten)]
    pub(crate) show: Show,
}

#[derive(Debug, Args)]
pub(crate) struct Backends {
    /// Only the solvers that are part of this program: no other program is started.
    #[arg(long)]
    pub(crate) embedded: bool,
    #[command(flatten)]
    pub(crate) listing: Listing,
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

/// The usage line of a verb that works on puzzles.
fn usage(verb: &str) -> String {
    format!("sator {verb} [OPTIONS] [PUZZLE] [INPUT]...")
}

/// The puzzles to answer, the solver, and the form of the answers.
#[derive(Debug, Args)]
pub(crate) struct Task {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) show: Show,
    #[command(flatten)]
    pub(crate) solving: Solving,
}

impl Task {
    /// The engine's options for one puzzle; its time begins now.
    pub(crate) fn options(&self, interrupt: &Interrupt) -> Options {
        self.solving.options(interrupt)
    }

    /// The time for one puzzle.
    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.solving.solver.timeout
    }
}

/// How results and messages are printed.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Output")]
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
    /// Draw lines with ASCII characters only.
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
