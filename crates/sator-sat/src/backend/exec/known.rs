//! The known solver programs: their arguments, and the form of their answers.

/// A known solver program.
#[derive(Debug)]
pub struct Known {
    /// The name of the solver and of its file.
    pub name: &'static str,
    /// Other names of its file.
    pub aliases: &'static [&'static str],
    /// A description in one line.
    pub summary: &'static str,
    /// The arguments, with `{cnf}` and `{out}` for the files.
    pub arguments: &'static str,
    /// The form of its answer.
    pub answer: AnswerForm,
    /// The argument with which it prints its version, alone or in a banner.
    pub version: &'static str,
    /// The arguments with which it writes a proof in textual DRAT to `{proof}`.
    pub proof: Option<&'static str>,
    /// The option for the random seed, `{seed}`, a number from 1 to [`LARGEST_SEED`].
    pub seed: Option<&'static str>,
    /// The option for the limit on conflicts, `{conflicts}`.
    pub conflicts: Option<&'static str>,
    /// How to get it.
    pub install: &'static str,
}

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerForm {
    /// Printed.
    Printed,
    /// Printed, without the final 0.
    PrintedOpen,
    /// In the file `{out}`.
    File,
}

/// The largest seed that every program accepts.
pub const LARGEST_SEED: u64 = 2_000_000_000;

/// The arguments and the answer of most programs.
const USUAL: Known = Known {
    name: "",
    aliases: &[],
    summary: "",
    arguments: "{cnf}",
    answer: AnswerForm::Printed,
    version: "--version",
    proof: None,
    seed: None,
    conflicts: None,
    install: "",
};

/// Every known program.
pub static KNOWN: &[Known] = &[
    Known {
        name: "minisat",
        aliases: &["minisat2", "minisat_static", "minisat_core", "minisat-simp", "minisat-core"],
        summary: "MiniSat, small and often a reference for others",
        arguments: "{cnf} {out}",
        answer: AnswerForm::File,
        version: "--help",
        seed: Some("-rnd-init -rnd-seed={seed}"),
        install: "on Debian: apt-get install minisat",
        ..USUAL
    },
    Known {
        name: "glucose",
        aliases: &["glucose-simp", "glucose_static", "glucose-core", "glucose_release"],
        summary: "Glucose, a MiniSat that keeps its best clauses",
        arguments: "-model {cnf}",
        version: "--help",
        proof: Some("-model -certified -certified-output={proof} {cnf}"),
        seed: Some("-rnd-init -rnd-seed={seed}"),
        install: "git clone https://github.com/audemard/glucose && make -C glucose/simp",
        ..USUAL
    },
    Known {
        name: "cadical",
        summary: "CaDiCaL, for hard formulas",
        proof: Some("--no-binary {cnf} {proof}"),
        seed: Some("--seed={seed}"),
        conflicts: Some("-c {conflicts}"),
        install: "on Debian: apt-get install cadical",
        ..USUAL
    },
    Known {
        name: "kissat",
        summary: "Kissat, a compact and fast relative of CaDiCaL",
        proof: Some("--no-binary {cnf} {proof}"),
        seed: Some("--seed={seed}"),
        conflicts: Some("--conflicts={conflicts}"),
        install: "git clone https://github.com/arminbiere/kissat && cd kissat && ./configure && make",
        ..USUAL
    },
    Known {
        name: "cryptominisat5",
        aliases: &["cryptominisat"],
        summary: "CryptoMiniSat, with native exclusive or",
        // No proof: it writes FRAT.
        seed: Some("--random={seed}"),
        conflicts: Some("--maxconfl={conflicts}"),
        install: "on Debian: apt-get install cryptominisat",
        ..USUAL
    },
    Known {
        name: "picosat",
        summary: "PicoSAT, a small solver",
        // It prints statistics only with this option.
        arguments: "-v {cnf}",
        // No proof: its traces are not DRAT.
        seed: Some("-s {seed}"),
        install: "on Debian: apt-get install picosat",
        ..USUAL
    },
    Known {
        name: "lingeling",
        summary: "Lingeling, with much preprocessing",
        seed: Some("--seed={seed}"),
        install: "git clone https://github.com/arminbiere/lingeling && cd lingeling && ./configure.sh && make",
        ..USUAL
    },
    Known {
        name: "clasp",
        summary: "clasp, a solver of answer sets",
        arguments: "--stats {cnf}",
        seed: Some("--seed={seed}"),
        conflicts: Some("--solve-limit={conflicts}"),
        install: "on Debian: apt-get install clasp",
        ..USUAL
    },
    Known {
        name: "zchaff",
        aliases: &["zchaff64"],
        summary: "zChaff, a historic solver of 2001",
        // It has no options, and prints its version before it reads a formula.
        version: "/dev/null",
        install: "from source: https://www.princeton.edu/~chaff/zchaff.html",
        ..USUAL
    },
    Known {
        name: "z3",
        summary: "Z3's SAT solver",
        arguments: "-dimacs -st {cnf}",
        answer: AnswerForm::PrintedOpen,
        seed: Some("sat.random_seed={seed}"),
        conflicts: Some("sat.max_conflicts={conflicts}"),
        install: "on Debian: apt-get install z3",
        ..USUAL
    },
    Known {
        name: "varisat",
        summary: "Varisat, a solver in Rust",
        proof: Some("--proof={proof} --proof-format=drat {cnf}"),
        install: "with Cargo: cargo install varisat-cli",
        ..USUAL
    },
];

/// The known program whose file has that name.
pub(super) fn by_file(name: &str) -> Option<&'static Known> {
    let name = name.strip_suffix(".exe").unwrap_or(name);
    KNOWN.iter().find(|known| known.name == name || known.aliases.contains(&name))
}
