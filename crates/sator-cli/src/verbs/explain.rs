//! `sator explain` and `sator hint`: the solution step by step, or why there is none.

use std::path::Path;

use sator::engine::explain::End;
use sator::engine::{self, Explanation, Limits, Options};
use sator::explain::html::{self, Chapter};
use sator::explain::{ExplainedStep, Narrator};
use sator::model::Condition;
use sator::puzzle::AnyPuzzle;
use sator_sat::text::counted;
use serde_json::{Value, json};

use super::conflict::Explanation as Conflict;
use super::{Item, Outcome, PuzzleVerb, because, expect_other, for_each, watch_for_interrupt};
use crate::args::{Asked, Explain, ExplanationForm, Hint};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, unless_closed};
use crate::progress::Progress;
use crate::status::Status;

pub(crate) fn explain(args: &Explain) -> Outcome {
    let form = match args.to {
        Some(ExplanationForm::Html) => Form::Page(args.max_steps),
        _ => Form::Steps(args.max_steps),
    };
    run(&args.asked, form, args.output.as_deref())
}

pub(crate) fn hint(args: &Hint) -> Outcome {
    run(&args.asked, if args.only_where { Form::Where } else { Form::Next }, None)
}

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// All steps, or so many.
    Steps(Option<usize>),
    /// The same, as a page with pictures.
    Page(Option<usize>),
    /// The next step.
    Next,
    /// The cell of the next step.
    Where,
}

fn run(asked: &Asked, form: Form, file: Option<&Path>) -> Outcome {
    let entries = asked.progress.as_deref().map(input::text).transpose()?;
    let place = asked.progress.as_deref().map(input::place).unwrap_or_default();
    let entries = entries.map(|text| (place, text));
    let mut verb = Telling { asked, form, entries, file, output: Output::open(file)? };
    let (show, timeout) = (&asked.show, asked.solver.time());
    let status = for_each(&asked.input, show, timeout, &watch_for_interrupt(), &mut verb);
    if verb.is_page() && !verb.output.is_untouched() {
        unless_closed(verb.output.print(html::TAIL))?;
    }
    unless_closed(verb.output.commit())?;
    Ok(status)
}

struct Telling<'a> {
    asked: &'a Asked,
    form: Form,
    /// The place and the text of a partly filled board.
    entries: Option<(String, String)>,
    /// The file that is written, if it is not standard output.
    file: Option<&'a Path>,
    output: Output,
}

impl PuzzleVerb for Telling<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let (puzzle, show) = (item.puzzle, &self.asked.show);
        if let Some(file) = self.file {
            expect_other(file, item.file)?;
        }
        let entries = self.entries_of(puzzle)?;
        let options =
            Options { budget: self.asked.solver.budget(item.interrupt), ..Options::default() };
        let steps = match self.form {
            Form::Steps(most) | Form::Page(most) => most,
            Form::Next | Form::Where => Some(1),
        };
        let mut progress = Progress::start(show, "Explaining", "steps");
        let mut number = 0;
        let mut count = |_: &engine::Units, _: &engine::explain::Step| {
            number += 1;
            progress.search(number, None);
        };
        let limits = Limits { steps, entries: &entries };
        let found = engine::explain(puzzle, &options, limits, &mut count)?;
        drop(progress);
        let mut why = Conflict::default();
        if found.end == End::Contradiction {
            why = Conflict::new(puzzle).with_conflict(puzzle, &options, show)?;
        }
        let told = Told::new(puzzle, &found);
        if self.is_page() {
            if self.output.is_untouched() {
                self.output.print(&html::head(&puzzle.title()))?;
            }
            self.output.print_now(&told.html(&entries, &why))?;
        } else {
            let text = if show.json { told.json(&why) } else { told.text(self.form) };
            let gap = if show.json { "" } else { self.output.gap() };
            self.output.print_now(&format!("{gap}{text}\n"))?;
        }
        if !show.json {
            why.print(show);
            if let Some(summary) = told.summary(self.form) {
                show.note(&summary);
            }
        }
        Ok(told.status())
    }

    fn output(&mut self) -> Option<&mut Output> {
        Some(&mut self.output)
    }

    fn prints_boards(&self) -> bool {
        !self.asked.show.json && !self.is_page()
    }
}

impl Telling<'_> {
    fn is_page(&self) -> bool {
        matches!(self.form, Form::Page(_))
    }

    /// The entries of the partly filled board, if one was named.
    fn entries_of(&self, puzzle: &AnyPuzzle) -> Result<Vec<Condition>, Failure> {
        let Some((place, text)) = &self.entries else { return Ok(Vec::new()) };
        puzzle.entries(text).map_err(|error| Failure::at(place, error))
    }
}

/// An explanation in words.
struct Told<'a> {
    puzzle: &'a AnyPuzzle,
    steps: Vec<ExplainedStep>,
    found: &'a Explanation,
    mistakes: Vec<String>,
}

impl<'a> Told<'a> {
    fn new(puzzle: &'a AnyPuzzle, found: &'a Explanation) -> Self {
        let mut narrator = Narrator::new(puzzle);
        let scan = |fact| found.scan(fact);
        let steps =
            found.steps.iter().map(|step| narrator.tell(&found.units, step, &scan)).collect();
        let mistakes = found.mistakes.iter();
        let mistakes = mistakes.map(|&fact| narrator.fact(&found.units, fact)).collect();
        Self { puzzle, steps, found, mistakes }
    }

    fn status(&self) -> Status {
        match self.found.end {
            End::Solved | End::Undetermined | End::Limit => Status::Yes,
            End::Contradiction | End::Mistake => Status::No,
            End::Stopped(_) => Status::Stopped,
        }
    }

    fn html(&self, entries: &[Condition], why: &Conflict) -> String {
        let form = Form::Page(None);
        let conclusion: Vec<String> = why.texts().into_iter().chain(self.summary(form)).collect();
        let (puzzle, found, steps) = (self.puzzle, self.found, &self.steps[..]);
        let preface = &self.wrong_entries();
        Chapter { puzzle, found, steps, entries, preface, conclusion: &conclusion }.to_html()
    }

    fn wrong_entries(&self) -> Vec<String> {
        let mistakes = self.mistakes.iter().enumerate();
        let text = |(index, mistake)| match index {
            0 => format!("Wrong entry: {mistake}."),
            _ => format!("Also wrong: {mistake}."),
        };
        mistakes.map(text).collect()
    }

    fn text(&self, form: Form) -> String {
        let mut lines = self.wrong_entries();
        if form == Form::Where {
            let cells = self.steps.iter().flat_map(|step| step.facts.iter().map(|it| &it.cell));
            let mut cells: Vec<&str> = cells.map(String::as_str).collect();
            cells.dedup();
            lines.push(if cells.is_empty() { "nowhere".to_owned() } else { cells.join(", ") });
            return lines.join("\n");
        }
        let width = self.steps.len().to_string().len();
        for (number, step) in (1..).zip(&self.steps) {
            let number = match form {
                Form::Steps(_) => format!("{number:width$}. "),
                _ => String::new(),
            };
            lines.push(format!("{number}{} ({})", step.text, step.name));
            let indent = " ".repeat(number.len().max(2));
            lines.push(format!("{indent}{}", step.because.join("; ")));
        }
        if lines.is_empty() {
            lines.push("No step: nothing more is determined.".to_owned());
        }
        lines.join("\n")
    }

    /// The end in words.
    fn summary(&self, form: Form) -> Option<String> {
        let steps = counted(self.steps.len(), "step");
        let largest = self.steps.iter().map(|step| step.size).max().unwrap_or(0);
        let size = format!("the largest needs {}", counted(largest, "rule"));
        Some(match (self.found.end, form) {
            (End::Solved, _) => format!("Solved in {steps}; {size}."),
            (End::Undetermined, _) => {
                format!(
                    "{steps}; the other cells are not determined: they differ between solutions."
                )
            }
            (End::Contradiction, _) => "There is no solution.".to_owned(),
            (End::Mistake, _) => "Correct the wrong entry first.".to_owned(),
            (End::Limit, Form::Steps(_) | Form::Page(_)) => {
                format!("{steps}, as asked; there are more.")
            }
            (End::Limit, _) => return None,
            (End::Stopped(reason), _) => {
                format!("Stopped after {steps} ({}): the next step was not found.", because(reason))
            }
        })
    }

    fn json(&self, why: &Conflict) -> String {
        let mut object = json!({
            "puzzle": self.puzzle.kind().name,
            "steps": self.steps,
            "solved": self.found.end == End::Solved,
        });
        if !self.mistakes.is_empty() {
            object["mistakes"] = json!(self.mistakes);
        }
        if let End::Stopped(reason) = self.found.end {
            object["stopped"] = json!(because(reason));
        }
        if self.found.end == End::Contradiction
            && let (Some(object), Ok(Value::Object(why))) =
                (object.as_object_mut(), serde_json::to_value(why))
        {
            object.extend(why);
        }
        object.to_string()
    }
}
