//! From the body of a request to the arguments of a child process. Nothing in a request becomes a
//! path, and no value becomes a flag: each is part of one argument, `--name=value`.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::Config;
use crate::verbs::{
    AnswerForm, BACKENDS, InputForm, OptionSpec, Options, TimeLimit, ValueType, VerbSpec,
};

/// The body of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    puzzle: Option<String>,
    #[serde(default)]
    input: String,
    #[serde(default)]
    options: Options,
    progress: Option<String>,
    solution: Option<String>,
}

/// A checked request.
#[derive(Debug)]
pub(crate) struct Task {
    /// The arguments of the program, without those that name [`Task::files`].
    pub(crate) arguments: Vec<String>,
    /// The standard input.
    pub(crate) input: String,
    /// Texts that become private files, with the names of the options that take them.
    pub(crate) files: Vec<(&'static str, String)>,
    /// The form of the answer.
    pub(crate) form: AnswerForm,
    /// The time after which the server stops the job.
    pub(crate) time: Duration,
}

/// A job of at most this time is short: it has places of its own, so that it need not wait for long
/// ones.
pub(crate) const SHORT_TIME: Duration = Duration::from_secs(5);

/// A job that was told its time ends by itself; the server waits a little longer.
const GRACE: Duration = Duration::from_secs(2);

/// The longest text of an option.
const MAX_WORD: usize = 200;

impl Task {
    /// Whether the job may take the places for short jobs.
    pub(crate) fn is_short(&self) -> bool {
        self.time <= SHORT_TIME + GRACE
    }

    /// Checks the body of a request. The error is a sentence for the client.
    pub(crate) fn new(verb: &VerbSpec, body: &[u8], config: &Config) -> Result<Self, String> {
        if body.trim_ascii_start().first() != Some(&b'{') {
            return Err("expected a JSON object, such as {\"input\":\"8\"}".to_owned());
        }
        let body: Body = serde_json::from_slice(body)
            .map_err(|error| format!("expected a JSON object of a request: {error}"))?;
        let (form, fixed) = verb.form(&body.options);
        let mut arguments = vec![verb.name.to_owned()];
        arguments.extend(fixed.iter().map(|&argument| argument.to_owned()));
        if verb.name == BACKENDS && !config.allow_external {
            arguments.push("--embedded".to_owned());
        }
        for (name, value) in &body.options {
            let option = verb.option(name).ok_or_else(|| unknown_option(verb, name))?;
            if name != "timeout" {
                arguments.extend(option.arguments(value, config)?);
            }
        }
        let time = time(verb, &body.options, config, &mut arguments)?;
        let files = files(verb, [("progress", body.progress), ("solution", body.solution)])?;
        // All that follows is no flag.
        arguments.push("--".to_owned());
        if let Some(word) = &body.puzzle {
            if !config.kinds.contains(&word.as_str()) {
                let kinds = config.kinds.join(", ");
                return Err(format!("expected a kind of puzzle ({kinds}), found {word:?}"));
            }
            arguments.push(word.clone());
        }
        match verb.input {
            InputForm::None => {}
            InputForm::TextOrRange if is_range(body.input.trim()) => {
                arguments.push(body.input.trim().to_owned());
            }
            InputForm::Text | InputForm::TextOrRange => arguments.push("-".to_owned()),
        }
        Ok(Self { arguments, input: body.input, files, form, time })
    }
}

/// The time of the job; a verb that takes it is told.
fn time(
    verb: &VerbSpec,
    options: &Options,
    config: &Config,
    arguments: &mut Vec<String>,
) -> Result<Duration, String> {
    let wanted = match options.get("timeout") {
        None | Some(Value::Null) => None,
        Some(value) => Some(seconds(value)?.min(config.max_time)),
    };
    let told = |time: Duration| format!("--timeout={}", time.as_secs_f64());
    Ok(match verb.time {
        TimeLimit::Flag => {
            let time = wanted.unwrap_or(config.max_time);
            arguments.push(told(time));
            time + GRACE
        }
        TimeLimit::FlagForParts => {
            arguments.extend(wanted.map(told));
            config.max_time
        }
        TimeLimit::Server => wanted.unwrap_or(SHORT_TIME.min(config.max_time)),
    })
}

/// A number of seconds above 0.
fn seconds(value: &Value) -> Result<Duration, String> {
    let seconds = value.as_f64().filter(|seconds| *seconds >= 0.001);
    seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)).ok_or_else(
        || format!("option 'timeout': expected a number of seconds above 0, found {value}"),
    )
}

/// The texts that become files, refused where the verb takes none.
fn files(
    verb: &VerbSpec,
    texts: [(&'static str, Option<String>); 2],
) -> Result<Vec<(&'static str, String)>, String> {
    let mut files = Vec::new();
    for (name, text) in texts {
        match text {
            Some(text) if verb.texts.contains(&name) => files.push((name, text)),
            Some(_) => return Err(format!("'{name}' is not for the verb {}", verb.name)),
            None => {}
        }
    }
    Ok(files)
}

fn unknown_option(verb: &VerbSpec, name: &str) -> String {
    let options = verb.options.iter().flat_map(|group| group.iter());
    let names: Vec<_> = options.map(|option| option.name).collect();
    let expected = if names.is_empty() { "no options".to_owned() } else { names.join(", ") };
    format!("unknown option {name:?} of {}: expected {expected}", verb.name)
}

impl OptionSpec {
    /// The arguments that set this value; none for `null`.
    fn arguments(&self, value: &Value, config: &Config) -> Result<Vec<String>, String> {
        let Self { name, value: kind } = self;
        let wrong =
            |expected: &str| Err(format!("option '{name}': expected {expected}, found {value}"));
        let set = |text: &str| format!("--{name}={text}");
        if value.is_null() {
            return Ok(Vec::new());
        }
        match (kind, value) {
            (ValueType::Flag | ValueType::OptionalBackend, Value::Bool(false)) => Ok(Vec::new()),
            (ValueType::Flag | ValueType::OptionalBackend, Value::Bool(true)) => {
                Ok(vec![format!("--{name}")])
            }
            (ValueType::Flag, _) => wrong("true or false"),
            (ValueType::Integer(least, most), _) => {
                match value.as_u64().filter(|number| (least..=most).contains(&number)) {
                    Some(number) => Ok(vec![set(&number.to_string())]),
                    None => wrong(&format!("a whole number from {least} to {most}")),
                }
            }
            (ValueType::Seconds, _) => {
                seconds(value).map(|it| vec![set(&it.as_secs_f64().to_string())])
            }
            (ValueType::Choice(words), Value::String(word)) if words.contains(&word.as_str()) => {
                Ok(vec![set(word)])
            }
            (ValueType::Choice(words), _) => wrong(&format!("one of {}", words.join(", "))),
            (ValueType::Word, Value::Number(number)) => Ok(vec![set(&number.to_string())]),
            (ValueType::Word | ValueType::Words, Value::String(word)) => {
                self.word(word).map(|word| vec![set(word)])
            }
            (ValueType::Words, Value::Array(words)) => {
                let words = words.iter().map(|word| self.word(word.as_str().unwrap_or_default()));
                words.map(|word| word.map(set)).collect()
            }
            (ValueType::Word | ValueType::Words, _) => wrong("a text"),
            (ValueType::Backend | ValueType::OptionalBackend, Value::String(word)) => {
                backend(word, config).map(|word| vec![set(word)])
            }
            (ValueType::Backends, Value::String(words)) => {
                let words: Result<Vec<_>, _> =
                    words.split(',').map(|word| backend(word.trim(), config)).collect();
                words.map(|words| vec![set(&words.join(","))])
            }
            (ValueType::Backends, Value::Array(words)) => {
                let words = words.iter().map(|word| word.as_str().unwrap_or_default());
                let words: Result<Vec<_>, _> = words.map(|word| backend(word, config)).collect();
                words.map(|words| vec![set(&words.join(","))])
            }
            (ValueType::Backend | ValueType::Backends | ValueType::OptionalBackend, _) => {
                wrong("the name of a solver")
            }
        }
    }

    /// A text without control characters, which is not too long.
    fn word<'w>(&self, word: &'w str) -> Result<&'w str, String> {
        let is_fine = !word.is_empty()
            && word.chars().count() <= MAX_WORD
            && !word.chars().any(char::is_control);
        let name = self.name;
        is_fine.then_some(word).ok_or_else(|| {
            format!("option '{name}': expected a text of 1 to {MAX_WORD} characters in one line")
        })
    }
}

/// The name of a solver. A program is named without its path, and only if that is allowed.
fn backend<'w>(word: &'w str, config: &Config) -> Result<&'w str, String> {
    if config.backends.contains(&word) {
        return Ok(word);
    }
    let name = word.strip_prefix("exec:").unwrap_or(word);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+-_".contains(&byte);
    let is_name = !name.is_empty() && !name.starts_with('-') && name.bytes().all(is_plain);
    if is_name && config.allow_external {
        return Ok(word);
    }
    let backends = config.backends.join(", ");
    let advice = if config.allow_external {
        "or the name of a program, as exec:NAME"
    } else {
        "programs need `sator serve --allow-external`"
    };
    Err(format!("expected a solver ({backends}), found {word:?}; {advice}"))
}

/// Whether a text is a number, a size `5x8` or a range of them, `4..32`. Such a text cannot be a
/// flag, and a child runs in an empty folder, so that it names no file.
fn is_range(text: &str) -> bool {
    let is_number = |text: &str| {
        (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_end = |text: &str| match text.split_once('x') {
        Some((rows, columns)) => is_number(rows) && is_number(columns),
        None => is_number(text),
    };
    match text.split_once("..") {
        Some((first, last)) => is_end(first) && is_end(last),
        None => is_end(text),
    }
}
