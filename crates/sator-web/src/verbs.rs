//! The verbs that a request may name, and their options: the list that is checked, and that `GET
//! /api` shows. An option that names a file or a program must not be listed.

use serde_json::{Map, Value, json};

/// The options of a request, by name.
pub(crate) type Options = Map<String, Value>;

/// A verb of the command line that requests may name.
#[derive(Debug)]
pub struct VerbSpec {
    /// The verb.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// How the input reaches the verb.
    pub input: InputForm,
    /// Further texts of a request, which become private files: each is also the name of its option.
    pub texts: &'static [&'static str],
    /// How the time is limited.
    pub time: TimeLimit,
    /// The options.
    pub options: &'static [&'static [OptionSpec]],
}

/// How the input of a request reaches a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputForm {
    /// The verb has none.
    None,
    /// As its standard input.
    Text,
    /// As its standard input, or as an argument if it is a number, a size or a range of them.
    TextOrRange,
}

/// How the time of a verb is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeLimit {
    /// It takes `--timeout`, and the server stops it a little later.
    Flag,
    /// It takes `--timeout` for each of its parts; the server stops it after the longest time.
    FlagForParts,
    /// It has no such option, and is quick: the server stops it.
    Server,
}

/// An option of a verb.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name of the long flag, without dashes.
    pub name: &'static str,
    /// What values it takes.
    pub value: ValueType,
}

/// The values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// `true` sets the flag, `false` leaves it out.
    Flag,
    /// A whole number within bounds.
    Integer(u64, u64),
    /// A number of seconds above 0.
    Seconds,
    /// A short text.
    Word,
    /// A short text, or several in an array: the flag is repeated.
    Words,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// The name of a solver.
    Backend,
    /// The names of solvers: an array, or one text with commas.
    Backends,
    /// `true`, or the name of a solver.
    OptionalBackend,
}

use ValueType::{Backend, Backends, Choice, Flag, Integer, OptionalBackend, Seconds, Word, Words};

const fn option(name: &'static str, value: ValueType) -> OptionSpec {
    OptionSpec { name, value }
}

/// The largest number that JSON carries exactly.
const MAX: u64 = (1 << 53) - 1;
const ANY: ValueType = Integer(0, MAX);
const COUNT: ValueType = Integer(1, MAX);

/// How to read the puzzle.
const READING: &[OptionSpec] = &[
    option("format", Word),
    option("box", Word),
    option("mines", ANY),
    option("alphabet", Word),
    option("ignore-unknown", Flag),
];

/// The solver.
const SOLVER: &[OptionSpec] = &[
    option("backend", Backend),
    option("timeout", Seconds),
    option("seed", ANY),
    option("threads", Integer(1, 1024)),
];

/// The formula that a solver gets, and figures about it.
const FORMULA: &[OptionSpec] =
    &[option("encoding", Word), option("reduced", Flag), option("stats", Flag)];

/// New puzzles for a table of figures.
const FAMILY: &[OptionSpec] = &[
    option("samples", Integer(1, 1000)),
    option("density", Word),
    option("revealed", Word),
    option("clicks", ANY),
    option("seed", ANY),
];

/// The time of a verb that has no such flag.
const TIME: &[OptionSpec] = &[option("timeout", Seconds)];

/// The verb that starts solver programs for their versions, unless it gets `--embedded`.
pub(crate) const BACKENDS: &str = "backends";

/// All verbs that a request may name.
pub static VERBS: &[VerbSpec] = &[
    VerbSpec {
        name: "solve",
        summary: "one solution, all, or whether it is the only one",
        input: InputForm::Text,
        texts: &[],
        time: TimeLimit::Flag,
        options: &[
            READING,
            SOLVER,
            FORMULA,
            &[
                option("all", Flag),
                option("max", COUNT),
                option("unique", Flag),
                option("require-unique", Flag),
                option("cross-check", OptionalBackend),
            ],
        ],
    },
    VerbSpec {
        name: "count",
        summary: "the exact number of solutions",
        input: InputForm::Text,
        texts: &[],
        time: TimeLimit::Flag,
        options: &[
            READING,
            SOLVER,
            FORMULA,
            &[
                option("max", COUNT),
                option("up-to-symmetry", Flag),
                option("cross-check", OptionalBackend),
            ],
        ],
    },
    VerbSpec {
        name: "check",
        summary: "whether the board in `solution` is right",
        input: InputForm::Text,
        texts: &["solution"],
        time: TimeLimit::Flag,
        options: &[READING, TIME, &[option("partial", Flag), option("against-answer", Flag)]],
    },
    VerbSpec {
        name: "explain",
        summary: "the solution step by step, or why there is none",
        input: InputForm::Text,
        texts: &["progress"],
        time: TimeLimit::Flag,
        options: &[
            READING,
            SOLVER,
            &[
                option("max-steps", COUNT),
                option("to", Choice(&["html", "text"])),
                option("repair", Flag),
            ],
        ],
    },
    VerbSpec {
        name: "hint",
        summary: "the next step, from the entries in `progress`",
        input: InputForm::Text,
        texts: &["progress"],
        time: TimeLimit::Flag,
        options: &[READING, SOLVER, &[option("where", Flag)]],
    },
    VerbSpec {
        name: "analyze",
        summary: "what is certain, and the odds of mines",
        input: InputForm::Text,
        texts: &[],
        time: TimeLimit::Flag,
        options: &[READING, SOLVER, FORMULA, &[option("odds", Flag), option("redundant", Flag)]],
    },
    VerbSpec {
        name: "rate",
        summary: "how difficult, from 0 to 10",
        input: InputForm::Text,
        texts: &[],
        time: TimeLimit::Flag,
        options: &[READING, SOLVER, FORMULA],
    },
    VerbSpec {
        name: "convert",
        summary: "the puzzle in another format",
        input: InputForm::Text,
        texts: &[],
        time: TimeLimit::Flag,
        options: &[READING, TIME, &[option("to", Word)]],
    },
    VerbSpec {
        name: "create",
        summary: "a new puzzle with one solution",
        input: InputForm::None,
        texts: &[],
        time: TimeLimit::Flag,
        options: &[
            &[
                option("difficulty", Word),
                option("size", Word),
                option("box", Word),
                option("symmetry", Word),
                option("with", Words),
                option("clues", ANY),
                option("minimal", Flag),
                option("cage-size", Word),
                option("givens", ANY),
                option("placed", ANY),
                option("regions", Flag),
            ],
            &[
                option("preset", Word),
                option("mines", ANY),
                option("density", Word),
                option("revealed", Word),
                option("clicks", ANY),
                option("first", Word),
                option("no-guess", Flag),
                option("no-total", Flag),
                option("hard", Word),
            ],
            &[
                option("seed", ANY),
                option("count", Integer(1, 1000)),
                option("threads", Integer(1, 1024)),
                option("timeout", Seconds),
                option("with-solution", Flag),
                option("to", Choice(&["html"])),
                option("per-page", Integer(1, 100)),
            ],
        ],
    },
    VerbSpec {
        name: "render",
        summary: "a picture",
        input: InputForm::Text,
        texts: &["progress"],
        time: TimeLimit::Flag,
        options: &[
            READING,
            SOLVER,
            &[
                option("solve", Flag),
                option("candidates", Flag),
                option("odds", Flag),
                option("step", COUNT),
                option("all", Flag),
                option("max", COUNT),
                option("theme", Choice(&["light", "dark", "auto"])),
                option("numbered", Flag),
                option("print", Flag),
                option("scale", Word),
                option("to", Choice(&["svg", "png", "html"])),
            ],
        ],
    },
    VerbSpec {
        name: "generate",
        summary: "the formula, or a table of sizes",
        input: InputForm::TextOrRange,
        texts: &[],
        time: TimeLimit::Flag,
        options: &[
            READING,
            FAMILY,
            TIME,
            &[
                option("to", Choice(&["dimacs", "opb", "smtlib", "json"])),
                option("encoding", Words),
                option("reduced", Flag),
                option("annotate", Flag),
                option("max-clauses", ANY),
                option("sizes", Flag),
            ],
        ],
    },
    VerbSpec {
        name: "bench",
        summary: "solvers and encodings compared",
        input: InputForm::TextOrRange,
        texts: &[],
        time: TimeLimit::FlagForParts,
        options: &[
            READING,
            FAMILY,
            &[
                option("backend", Backends),
                option("encoding", Words),
                option("runs", Integer(1, 100)),
                option("unique", Flag),
                option("reduced", Flag),
                option("timeout", Seconds),
                option("threads", Integer(1, 1024)),
            ],
        ],
    },
    VerbSpec {
        name: "puzzles",
        summary: "the kinds of puzzles and their formats",
        input: InputForm::None,
        texts: &[],
        time: TimeLimit::Server,
        options: &[],
    },
    VerbSpec {
        name: BACKENDS,
        summary: "the solvers; those that are other programs only with `--allow-external`",
        input: InputForm::None,
        texts: &[],
        time: TimeLimit::Server,
        options: &[],
    },
];

/// The form of what a verb prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerForm {
    /// An object; if there are several, the answer is an array of them.
    Object,
    /// An object a line: the answer is always an array.
    List,
    /// Anything else: the answer is `{"text":…}`, or `{"base64":…}` for bytes that are no text.
    Text,
}

impl VerbSpec {
    /// The verb of this name.
    pub(crate) fn by_name(name: &str) -> Option<&'static Self> {
        VERBS.iter().find(|verb| verb.name == name)
    }

    /// The option of this name.
    pub(crate) fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().flat_map(|group| group.iter()).find(|option| option.name == name)
    }

    /// The form of the answer with these options, and the arguments that ask for it.
    pub(crate) fn form(&self, options: &Options) -> (AnswerForm, &'static [&'static str]) {
        let to = options.get("to").and_then(Value::as_str);
        match (self.name, to) {
            ("puzzles" | BACKENDS, _) => (AnswerForm::List, &["--json"]),
            ("bench", _) => (AnswerForm::List, &["--json", "--quiet"]),
            ("generate", _) if options.get("sizes") == Some(&Value::Bool(true)) => {
                (AnswerForm::List, &["--json", "--quiet"])
            }
            ("generate", Some("json")) => (AnswerForm::Object, &["--json", "--output=-"]),
            ("generate", _) => (AnswerForm::Text, &["--json", "--output=-"]),
            ("explain" | "create" | "render", Some(_)) => (AnswerForm::Text, &["--quiet"]),
            ("render", _) if options.get("print") == Some(&Value::Bool(true)) => {
                (AnswerForm::Text, &["--quiet"])
            }
            // Without --quiet: notes on the text are a part of the answer.
            _ => (AnswerForm::Object, &["--json"]),
        }
    }

    /// The description in `GET /api`.
    pub(crate) fn json(&self) -> Value {
        let options = self.options.iter().flat_map(|group| group.iter());
        let options: Vec<_> = options.map(OptionSpec::json).collect();
        let mut texts = self.texts.to_vec();
        if self.input != InputForm::None {
            texts.insert(0, "input");
        }
        json!({
            "verb": self.name, "path": format!("/api/{}", self.name), "summary": self.summary,
            "texts": texts, "options": options,
        })
    }
}

impl OptionSpec {
    fn json(&self) -> Value {
        let mut object = json!({ "name": self.name, "type": self.value.word() });
        match self.value {
            Integer(least, most) => object["range"] = json!([least, most]),
            Choice(words) => object["values"] = json!(words),
            _ => {}
        }
        object
    }
}

impl ValueType {
    /// The type in `GET /api`.
    fn word(self) -> &'static str {
        match self {
            Flag => "boolean",
            Integer(..) => "integer",
            Seconds => "seconds",
            Word => "text",
            Words => "text or array of texts",
            Choice(_) => "choice",
            Backend => "solver",
            Backends => "solver or array of solvers",
            OptionalBackend => "boolean or solver",
        }
    }
}
