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
    /// The option that prints the version, if there is one.
    pub version: Option<&'static str>,
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

/// Every known program.
pub static KNOWN: &[Known] = &[
    Known {
        name: "minisat",
        aliases: &["minisat2", "minisat_static", "minisat_core", "minisat-simp", "minisat-core"],
        summary: "MiniSat, small and often a reference for others",
        arguments: "{cnf} {out}",
        answer: AnswerForm::File,
        version: None,
        proof: None,
        seed: Some("-rnd-init -rnd-seed={seed}"),
        conflicts: None,
        install: "on Debian: apt-get install minisat",
    },
    Known {
        name: "glucose",
        aliases: &["glucose-simp", "glucose_static", "glucose-core", "glucose_release"],
        summary: "Glucose, a MiniSat that keeps its best clauses",
        arguments: "-model {cnf}",
        answer: AnswerForm::Printed,
        version: None,
        proof: Some("-model -certified -certified-output={proof} {cnf}"),
        seed: Some("-rnd-init -rnd-seed={seed}"),
        conflicts: None,
        install: "git clone https://github.com/audemard/glucose && make -C glucose/simp",
    },
    Known {
        name: "cadical",
        aliases: &[],
        summary: "CaDiCaL, for hard formulas",
        arguments: "{cnf}",
        answer: AnswerForm::Printed,
        version: Some("--version"),
        proof: Some("--no-binary {cnf} {proof}"),
        seed: Some("--seed={seed}"),
        conflicts: Some("-c {conflicts}"),
        install: "on Debian: apt-get install cadical",
    },
    Known {
        name: "kissat",
        aliases: &[],
        summary: "Kissat, a compact and fast relative of CaDiCaL",
        arguments: "{cnf}",
        answer: AnswerForm::Printed,
        version: Some("--version"),
        proof: Some("--no-binary {cnf} {proof}"),
        seed: Some("--seed={seed}"),
        conflicts: Some("--conflicts={conflicts}"),
        install: "git clone https://github.com/arminbiere/kissat && cd kissat && ./configure && make",
    },
    Known {
        name: "cryptominisat5",
        aliases: &["cryptominisat"],
        summary: "CryptoMiniSat, with native exclusive or",
        arguments: "{cnf}",
        answer: AnswerForm::Printed,
        version: Some("--version"),
        // It writes FRAT.
        proof: None,
        seed: Some("--random={seed}"),
        conflicts: Some("--maxconfl={conflicts}"),
        install: "on Debian: apt-get install cryptominisat",
    },
    Known {
        name: "picosat",
        aliases: &[],
        summary: "PicoSAT, a small solver",
        // It prints statistics only with this option.
        arguments: "-v {cnf}",
        answer: AnswerForm::Printed,
        version: Some("--version"),
        // Its traces are not DRAT.
        proof: None,
        seed: Some("-s {seed}"),
        conflicts: None,
        install: "on Debian: apt-get install picosat",
    },
    Known {
        name: "lingeling",
        aliases: &[],
        summary: "Lingeling, with much preprocessing",
        arguments: "{cnf}",
        answer: AnswerForm::Printed,
        version: Some("--version"),
        proof: None,
        seed: Some("--seed={seed}"),
        conflicts: None,
        install: "git clone https://github.com/arminbiere/lingeling && cd lingeling && ./configure.sh && make",
    },
    Known {
        name: "clasp",
        aliases: &[],
        summary: "clasp, a solver of answer sets",
        arguments: "--stats {cnf}",
        answer: AnswerForm::Printed,
        version: Some("--version"),
        proof: None,
        seed: Some("--seed={seed}"),
        conflicts: Some("--solve-limit={conflicts}"),
        install: "on Debian: apt-get install clasp",
    },
    Known {
        name: "zchaff",
        aliases: &["zchaff64"],
        summary: "zChaff, a historic solver of 2001",
        arguments: "{cnf}",
        answer: AnswerForm::Printed,
        version: None,
        proof: None,
        seed: None,
        conflicts: None,
        install: "from source: https://www.princeton.edu/~chaff/zchaff.html",
    },
    Known {
        name: "z3",
        aliases: &[],
        summary: "Z3's SAT solver",
        arguments: "-dimacs -st {cnf}",
        answer: AnswerForm::PrintedOpen,
        version: Some("--version"),
        proof: None,
        seed: Some("sat.random_seed={seed}"),
        conflicts: Some("sat.max_conflicts={conflicts}"),
        install: "on Debian: apt-get install z3",
    },
    Known {
        name: "varisat",
        aliases: &[],
        summary: "Varisat, a solver in Rust",
        arguments: "{cnf}",
        answer: AnswerForm::Printed,
        version: Some("--version"),
        proof: Some("--proof={proof} --proof-format=drat {cnf}"),
        seed: None,
        conflicts: None,
        install: "with Cargo: cargo install varisat-cli",
    },
];

/// The known program whose file has that name.
pub(super) fn by_file(name: &str) -> Option<&'static Known> {
    let name = name.strip_suffix(".exe").unwrap_or(name);
    KNOWN.iter().find(|known| known.name == name || known.aliases.contains(&name))
}
