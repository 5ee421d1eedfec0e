//! Requests as data: a JSON object names a verb, has the texts that it is about, and its options.

use sator_sat::TextError;
use sator_sat::clock::Instant;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Analyze, Answer as _, AskError, Asked, Check, Code, Context, Convert, Count, Explain, Hint,
    Question, Rate, Status, TextName,
};
use crate::kind::{FLAG_VALUE, Kind, OptionSpec, ParseOptions};
use crate::puzzle::AnyPuzzle;
use crate::puzzles::{self, KINDS};

/// A request.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What the events of the answer repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// The verb.
    pub verb: String,
    /// The kind of puzzle, if it is not to be recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The puzzle as a text, in any format.
    #[serde(default)]
    pub input: String,
    /// The options of the verb, by their long names; `null` leaves one out.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// A partly filled board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<String>,
    /// A filled board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
}

/// A verb that requests may name.
pub struct Verb {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// The texts that it takes beside the puzzle.
    pub texts: &'static [TextName],
    options: fn() -> Value,
    answer: fn(&Asked, Map<String, Value>, &mut Context<'_>) -> Answered,
}

/// The status of an answer, and its object.
type Answered = Result<(Status, Value), AskError>;

impl Verb {
    const fn of<Q: Question>(summary: &'static str, texts: &'static [TextName]) -> Self {
        Self { name: Q::VERB, summary, texts, options: default_options::<Q>, answer: answer::<Q> }
    }

    /// The names of its options, without those for reading a puzzle.
    pub fn option_names(&self) -> Vec<String> {
        let Value::Object(options) = (self.options)() else { return Vec::new() };
        options.into_iter().map(|(name, _)| name).collect()
    }
}

impl std::fmt::Debug for Verb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Verb").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Every verb that requests may name.
pub static VERBS: &[Verb] = &[
    Verb::of::<Count>("the exact number of answers", &[]),
    Verb::of::<Analyze>("what is certain, and the odds of mines", &[]),
    Verb::of::<Explain>("the solution step by step, or why there is none", &[TextName::Progress]),
    Verb::of::<Hint>("the next step, from the entries in `progress`", &[TextName::Progress]),
    Verb::of::<Rate>("how difficult, from 0 to 10", &[]),
    Verb::of::<Convert>("the puzzle in another format", &[]),
    Verb::of::<Check>("whether the board in `solution` is right", &[TextName::Solution]),
];

fn default_options<Q: Question>() -> Value {
    serde_json::to_value(Q::default()).unwrap_or_default()
}

fn answer<Q: Question>(
    asked: &Asked,
    options: Map<String, Value>,
    context: &mut Context<'_>,
) -> Result<(Status, Value), AskError> {
    let question: Q = serde_json::from_value(Value::Object(options)).map_err(|error| {
        AskError::new(Code::BadOption, format!("an option of {}: {error}", Q::VERB))
    })?;
    question.refuse(&asked.puzzle).map_or(Ok(()), Err)?;
    let answer = question.ask(asked, context)?;
    Ok((answer.status(), answer.to_json()))
}

impl Request {
    /// Reads a request.
    pub fn read(text: &str) -> Result<Self, AskError> {
        serde_json::from_str(text).map_err(|error| {
            let message = format!("expected a JSON object of a request: {error}");
            AskError::new(Code::BadRequest, message)
        })
    }

    /// The status and the object of the answer. What is known before it goes to the context.
    pub fn answer(&self, context: &mut Context<'_>) -> Result<(Status, Value), AskError> {
        let verb = VERBS.iter().find(|verb| verb.name == self.verb).ok_or_else(|| {
            let known: Vec<_> = VERBS.iter().map(|verb| verb.name).collect();
            let message = format!("expected a verb ({}), found '{}'", known.join(", "), self.verb);
            AskError::new(Code::BadRequest, message)
        })?;
        for (name, text) in
            [(TextName::Progress, &self.progress), (TextName::Solution, &self.solution)]
        {
            if text.is_some() && !verb.texts.contains(&name) {
                let message = format!("'{}' is not for the verb {}", name.word(), verb.name);
                return Err(AskError::new(Code::BadRequest, message));
            }
        }
        let mut options = self.options.clone();
        options.retain(|_, value| !value.is_null());
        let reading = Reading::take(&mut options)?;
        let names = verb.option_names();
        if let Some(unknown) = options.keys().find(|name| !names.contains(name)) {
            let reading = Reading::names().map(str::to_owned);
            let known: Vec<_> = names.iter().cloned().chain(reading).collect();
            let known = known.join(", ");
            let message = format!("unknown option '{unknown}' of {}: expected {known}", verb.name);
            return Err(AskError::new(Code::BadOption, message));
        }
        let started = Instant::now();
        let puzzle = reading.read(self.kind()?, &self.input)?;
        for note in puzzle.notes() {
            context.note(note.clone());
        }
        let (progress, solution) = (self.progress.clone(), self.solution.clone());
        let notes = puzzle.notes().to_vec();
        let asked = Asked { puzzle, parse_time: started.elapsed(), progress, solution };
        let (status, mut answer) = (verb.answer)(&asked, options, context)?;
        if !notes.is_empty() {
            answer["notes"] = notes.into();
        }
        Ok((status, answer))
    }

    fn kind(&self) -> Result<Option<&'static Kind>, AskError> {
        let Some(word) = &self.puzzle else { return Ok(None) };
        puzzles::by_word(&word.to_lowercase()).map(Some).ok_or_else(|| {
            let kinds: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
            let message =
                format!("expected a kind of puzzle ({}), found '{word}'", kinds.join(", "));
            AskError::new(Code::BadRequest, message)
        })
    }
}

/// How the text of the puzzle is read: its format, and the options that only some kinds have.
struct Reading {
    format: Option<String>,
    values: Vec<(&'static str, String)>,
}

/// The option that names the format.
const FORMAT: &str = "format";

impl Reading {
    /// The options that some kind has.
    fn specs() -> impl Iterator<Item = &'static OptionSpec> {
        KINDS.iter().flat_map(|kind| kind.options).copied()
    }

    fn names() -> impl Iterator<Item = &'static str> {
        let mut names: Vec<_> = Self::specs().map(|spec| spec.name).collect();
        names.sort_unstable();
        names.dedup();
        [FORMAT].into_iter().chain(names)
    }

    /// Takes the options for reading out of the others.
    fn take(options: &mut Map<String, Value>) -> Result<Self, AskError> {
        let mut reading = Self { format: None, values: Vec::new() };
        for name in Self::names() {
            let Some(value) = options.shift_remove(name) else { continue };
            let Some(spec) = Self::specs().find(|spec| spec.name == name) else {
                reading.format = Some(word(name, &value)?);
                continue;
            };
            let text = match (&value, spec.is_flag()) {
                (Value::Bool(true), true) => FLAG_VALUE.to_owned(),
                (Value::Bool(false), true) => continue,
                (_, true) => return Err(wrong(name, "true or false", &value)),
                (_, false) => word(name, &value)?,
            };
            if !spec.is_flag() {
                (spec.check)(&text).map_err(|message| {
                    AskError::new(Code::BadOption, format!("option '{name}': {message}"))
                })?;
            }
            reading.values.push((spec.name, text));
        }
        Ok(reading)
    }

    fn read(&self, kind: Option<&'static Kind>, text: &str) -> Result<AnyPuzzle, AskError> {
        let values: Vec<_> =
            self.values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let options =
            ParseOptions { format: self.format.as_deref(), ..ParseOptions::with(&values) };
        let read = |text: &str| match kind {
            Some(kind) => kind.read(text, &options),
            None => puzzles::recognise(text, &options),
        };
        let in_text = |error: TextError| AskError::in_text(TextName::Input, error);
        read(text.trim_end_matches(['\r', '\n'])).map_err(in_text)
    }
}

/// A text or a number of an option as a text.
fn word(name: &str, value: &Value) -> Result<String, AskError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(wrong(name, "a text", value)),
    }
}

fn wrong(name: &str, expected: &str, found: &Value) -> AskError {
    AskError::new(Code::BadOption, format!("option '{name}': expected {expected}, found {found}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: &str) -> Result<(Status, Value), AskError> {
        let mut ignore = |_| ();
        let mut context = Context::new(sator_sat::backend::Interrupt::default(), &mut ignore);
        Request::read(request)?.answer(&mut context)
    }

    #[test]
    fn a_request_is_answered_by_the_object_of_its_verb() {
        let (status, answer) = ask(r#"{"verb":"count","puzzle":"queens","input":"8"}"#).unwrap();
        assert_eq!((status, answer["count"].as_str()), (Status::Yes, Some("92")));
        let (status, answer) =
            ask(r#"{"verb":"check","puzzle":"queens","input":"4","solution":"1 2 3 4"}"#).unwrap();
        assert_eq!((status, &answer["correct"]), (Status::No, &Value::Bool(false)));
        let twice = r#"{"verb":"count","input":"8","options":{"up-to-symmetry":true,"max":null}}"#;
        assert_eq!(ask(twice).unwrap().1["count"], "12");
    }

    #[test]
    fn a_wrong_request_names_what_was_expected_and_found() {
        for (request, code, message) in [
            ("8", Code::BadRequest, "expected a JSON object of a request"),
            (r#"{"verb":"cuont"}"#, Code::BadRequest, "expected a verb (count, analyze,"),
            (
                r#"{"verb":"count","input":"8","file":"x"}"#,
                Code::BadRequest,
                "unknown field `file`",
            ),
            (
                r#"{"verb":"count","input":"8","options":{"nax":1}}"#,
                Code::BadOption,
                "unknown option 'nax' of count: expected stats, backend,",
            ),
            (
                r#"{"verb":"count","input":"8","options":{"max":"many"}}"#,
                Code::BadOption,
                "an option of count: invalid type: string \"many\", expected u64",
            ),
            (
                r#"{"verb":"count","input":"8","solution":"1"}"#,
                Code::BadRequest,
                "'solution' is not for the verb count",
            ),
            (
                r#"{"verb":"count","puzzle":"chess","input":"8"}"#,
                Code::BadRequest,
                "expected a kind of puzzle (queens, sudoku,",
            ),
            (
                r#"{"verb":"count","puzzle":"sudoku","input":"1..x","options":{"box":"2"}}"#,
                Code::BadOption,
                "option 'box': ",
            ),
            (r#"{"verb":"count","puzzle":"sudoku","input":"12x."}"#, Code::BadText, "expected"),
        ] {
            let error = ask(request).unwrap_err();
            assert_eq!(error.code, code, "{request}: {error}");
            assert!(error.to_string().contains(message), "{request}: {error}");
        }
    }

    #[test]
    fn every_option_of_a_verb_has_a_name() {
        for verb in VERBS {
            let names = verb.option_names();
            assert!(names.iter().all(|name| !name.contains('_')), "{names:?}");
            assert!(names.iter().any(|name| name == "timeout"), "{} {names:?}", verb.name);
        }
    }
}
