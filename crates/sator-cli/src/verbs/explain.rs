//! `sator explain` and `sator hint`: the solution step by step, or why there is none.

use std::iter;
use std::path::Path;

use sator::engine::explain::{End, Search};
use sator::engine::{self, Explanation, Limits, Number, Options, Soft};
use sator::explain::html::{self, Chapter};
use sator::explain::{ExplainedStep, Narrator, conflict_squares};
use sator::model::Condition;
use sator::puzzle::AnyPuzzle;
use sator::questions::without_flags;
use sator::render::name_of;
use sator_sat::backend::StopReason;
use sator_sat::text::counted;
use serde_json::{Map, Value, json};

use super::{
    Item, Outcome, PuzzleVerb, because, expect_other, expects_one_solution, for_each, repair,
    watch_for_interrupt,
};
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
    run(&args.asked, (form, args.repair), args.output.as_deref())
}

pub(crate) fn hint(args: &Hint) -> Outcome {
    let form = if args.only_where { Form::Where } else { Form::Next };
    run(&args.asked, (form, false), None)
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

fn run(asked: &Asked, (form, repairs): (Form, bool), file: Option<&Path>) -> Outcome {
    let entries = asked.progress.as_deref().map(input::text).transpose()?;
    let place = asked.progress.as_deref().map(input::place).unwrap_or_default();
    let entries = entries.map(|text| (place, text));
    let mut verb = Telling { asked, form, repairs, entries, file, output: Output::open(file)? };
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
    /// Whether repairs are looked for.
    repairs: bool,
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
        let (puzzle, flags) = without_flags(puzzle);
        let mut entries = self.entries_of(&puzzle)?;
        entries.extend(flags);
        let puzzle = &puzzle;
        let options = self.asked.solver.options(item.interrupt);
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
        let has_none = found.has_solution == Some(false);
        let why = has_none.then(|| WhyNot::new(puzzle, &options, self.repairs)).transpose()?;
        drop(progress);
        if self.repairs && found.has_solution == Some(true) {
            show.note("There is a solution: nothing is to be repaired.");
        }
        let mut told = Told::new(puzzle, &found, &entries, why);
        let is_hint = matches!(self.form, Form::Next | Form::Where);
        if is_hint && (show.json || !show.quiet) && expects_one_solution(puzzle) {
            let number = engine::probe(puzzle, &[], &options.budget)?;
            told.has_several = number == Number::Several;
        }
        if self.is_page() {
            if self.output.is_untouched() {
                self.output.print(&html::head(&puzzle.title()))?;
            }
            self.output.print_now(&told.html(&entries))?;
        } else {
            let text = if show.json { told.json() } else { told.text(self.form) };
            let gap = if show.json { "" } else { self.output.gap() };
            self.output.print_now(&format!("{gap}{text}\n"))?;
        }
        let says_no_step = !show.json && told.says_no_step(self.form);
        let summary = told.summary(self.form).filter(|_| !show.json && !says_no_step);
        if let Some(summary) = summary {
            show.note(&summary);
        }
        if told.has_several || says_no_step {
            show.note("The puzzle has several solutions: not every cell can be derived.");
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

/// A conflict of more rules and clues than this is shown as a chain of steps.
const MAX_CONFLICT: usize = 12;

/// The lines of a usual terminal, which repairs fill at most.
const PAGE: usize = 24;

/// Why a puzzle has no solution.
pub(super) struct WhyNot {
    /// The rule that the clues violate by themselves.
    reason: Option<String>,
    /// Rules and clues that contradict each other, and how they were found.
    conflict: Option<(Vec<String>, Search)>,
    /// The names of the squares that these are about.
    cells: Vec<String>,
    /// The repairs as text, and as fields of an object.
    repairs: Option<(String, [(&'static str, Value); 2])>,
}

impl WhyNot {
    fn new(puzzle: &AnyPuzzle, options: &Options, repairs: bool) -> Result<Self, Failure> {
        let reason = puzzle.contradiction().map(|violation| violation.to_string());
        let instance = engine::instance(puzzle);
        let found = engine::conflict(puzzle, Soft::RulesAndClues, options)?;
        let choices = found.iter().flat_map(|found| found.choices(&instance));
        let conflict = found.as_ref().map(|found| (found.texts(&instance), found.search));
        let texts = conflict.iter().flat_map(|(texts, _)| texts).chain(&reason);
        let cells = conflict_squares(instance.cells(), choices, texts.map(String::as_str));
        let cells = cells.into_iter().map(name_of).collect();
        let mut why = Self { reason, conflict, cells, repairs: None };
        if repairs {
            let found = repair::find(puzzle, options)?;
            let above = why.conflict_lines().map_or(0, |lines| lines.len());
            // The heading and two last lines need a place as well.
            let most = PAGE.saturating_sub(above + usize::from(why.reason.is_some()) + 3);
            let text = repair::repairs_text(puzzle, &found, most);
            why.repairs = Some((text, repair::repairs_json(puzzle, &found)));
        }
        Ok(why)
    }

    /// The conflict in lines, unless it is too large to be understood.
    fn conflict_lines(&self) -> Option<Vec<String>> {
        let (texts, search) =
            self.conflict.as_ref().filter(|(texts, _)| texts.len() <= MAX_CONFLICT)?;
        let number = texts.len();
        let heading = match (number, search) {
            (1, _) => "No solution has this:".to_owned(),
            (_, Search::Smallest) => format!(
                "No solution: these {number} rules and clues contradict each other, and no fewer do:"
            ),
            (_, Search::Minimal) => format!(
                "No solution: these {number} rules and clues contradict each other, and none can be \
                 left out:"
            ),
            (_, Search::CutShort) => format!(
                "No solution: these {number} rules and clues contradict each other; the time was up \
                 before it was known whether all are needed:"
            ),
        };
        Some(iter::once(heading).chain(texts.iter().map(|text| format!("  {text}"))).collect())
    }

    fn extend(&self, object: &mut Map<String, Value>) {
        if let Some(reason) = &self.reason {
            object.insert("reason".to_owned(), json!(reason));
        }
        if let Some((texts, search)) = &self.conflict {
            object.insert("conflict".to_owned(), json!(texts));
            object.insert("conflict_is".to_owned(), json!(search.word()));
        }
        object.insert("conflict_cells".to_owned(), json!(self.cells));
        let repairs = self.repairs.iter().flat_map(|(_, fields)| fields);
        object.extend(repairs.map(|(name, value)| ((*name).to_owned(), value.clone())));
    }
}

/// An explanation in words.
pub(super) struct Told<'a> {
    puzzle: &'a AnyPuzzle,
    pub(super) steps: Vec<ExplainedStep>,
    found: &'a Explanation,
    mistakes: Vec<String>,
    /// Why there is no solution, if there is none.
    why: Option<WhyNot>,
    /// Whether a short search has found several solutions.
    has_several: bool,
}

impl<'a> Told<'a> {
    pub(super) fn new(
        puzzle: &'a AnyPuzzle,
        found: &'a Explanation,
        entries: &[Condition],
        why: Option<WhyNot>,
    ) -> Self {
        let right: Vec<_> =
            entries.iter().filter(|it| !found.mistakes.contains(it)).copied().collect();
        let mut narrator = Narrator::new(puzzle, &right);
        let scan = |fact| found.scan(fact);
        let steps =
            found.steps.iter().map(|step| narrator.tell(&found.units, step, &scan)).collect();
        let mistakes = found.mistakes.iter();
        let mistakes = mistakes.map(|&fact| narrator.fact(&found.units, fact)).collect();
        Self { puzzle, steps, found, mistakes, why, has_several: false }
    }

    /// The refusal of a step that the explanation does not have.
    pub(super) fn no_such_step(&self, number: usize) -> Failure {
        let count = counted(self.steps.len(), "step");
        let end = self.wrong_entries().into_iter().chain(self.summary(Form::Next)).next();
        let end = end.map_or_else(String::new, |end| format!(" ({end})"));
        Failure::plain(format!(
            "expected a step of the explanation, which has {count}, found {number}{end}"
        ))
    }

    /// Why the explanation stopped before its end, if it did.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        match self.found.end {
            End::Stopped(reason) => Some(reason),
            _ => None,
        }
    }

    pub(super) fn status(&self) -> Status {
        match self.found.end {
            _ if self.why.is_some() => Status::No,
            End::Solved | End::Undetermined | End::Limit => Status::Yes,
            End::Contradiction | End::Mistake => Status::No,
            End::Stopped(_) => Status::Stopped,
        }
    }

    fn html(&self, entries: &[Condition]) -> String {
        let form = Form::Page(None);
        let mut conclusion = Vec::new();
        if let Some(why) = &self.why {
            conclusion.extend(why.reason.clone());
            conclusion.extend(why.conflict_lines().into_iter().flatten());
        }
        conclusion.extend(self.summary(form));
        if let Some((repairs, _)) = self.why.as_ref().and_then(|why| why.repairs.as_ref()) {
            conclusion.extend(repairs.lines().map(str::to_owned));
        }
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
        if let Some(why) = &self.why {
            lines.extend(why.reason.clone());
            let conflict = why.conflict_lines();
            let is_known = conflict.is_some();
            lines.extend(conflict.into_iter().flatten());
            // Repairs are asked for instead of the steps.
            if !is_known && why.repairs.is_none() && matches!(form, Form::Steps(_)) {
                self.add_steps(form, &mut lines);
            }
            lines.extend(why.repairs.iter().map(|(text, _)| text.clone()));
            if lines.is_empty() {
                lines.push("There is no solution.".to_owned());
            }
            return lines.join("\n");
        }
        if form == Form::Where {
            let cells = self.steps.iter().flat_map(|step| step.facts.iter().map(|it| &it.cell));
            let mut cells: Vec<&str> = cells.map(String::as_str).collect();
            cells.dedup();
            lines.push(match (cells.is_empty(), self.found.end) {
                (false, _) => cells.join(", "),
                (true, End::Contradiction) => self.contradiction_cells(),
                (true, _) => "nowhere".to_owned(),
            });
            return lines.join("\n");
        }
        self.add_steps(form, &mut lines);
        if lines.is_empty() {
            lines.push(match self.found.end {
                End::Solved => "No step: the puzzle is solved.".to_owned(),
                End::Stopped(_) => "No step was found before the search was stopped.".to_owned(),
                _ => "No step: nothing more is determined.".to_owned(),
            });
        }
        lines.join("\n")
    }

    /// The cells of the last step's rules.
    fn contradiction_cells(&self) -> String {
        let units = self.found.steps.last().map_or(&[][..], |step| &step.units);
        let mut cells: Vec<_> =
            units.iter().flat_map(|&unit| self.found.units.scope(unit)).collect();
        cells.sort_unstable();
        cells.dedup();
        let instance = self.found.units.instance();
        let names = cells.into_iter().map(|cell| instance.cells().name(cell).to_string());
        names.collect::<Vec<_>>().join(", ")
    }

    fn add_steps(&self, form: Form, lines: &mut Vec<String>) {
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
    }

    /// Whether the text says that nothing is determined, so that the summary would repeat it.
    fn says_no_step(&self, form: Form) -> bool {
        let is_said = matches!(form, Form::Steps(_) | Form::Next);
        is_said && self.steps.is_empty() && self.found.end == End::Undetermined
    }

    /// The end in words.
    fn summary(&self, form: Form) -> Option<String> {
        let steps = counted(self.steps.len(), "step");
        let largest = self.steps.iter().map(|step| step.size).max().unwrap_or(0);
        let size = format!("the largest needs {}", counted(largest, "rule"));
        Some(match (self.found.end, form) {
            (End::Limit, Form::Steps(_) | Form::Page(_)) if self.why.is_some() => {
                format!("There is no solution; {steps}, as asked, of the way to a contradiction.")
            }
            _ if self.why.is_some() => "There is no solution.".to_owned(),
            (End::Solved, _) if self.steps.is_empty() => return None,
            (End::Solved, _) => format!("Solved in {steps}; {size}."),
            (End::Undetermined, _) => {
                format!(
                    "{steps}; the other cells are not determined: they differ between solutions."
                )
            }
            (End::Contradiction, _) if self.found.has_solution == Some(true) => {
                "The puzzle has solutions, but none with these entries.".to_owned()
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

    fn json(&self) -> String {
        let mut object = json!({
            "puzzle": self.puzzle.kind().name,
            "steps": self.steps,
            "solved": self.found.end == End::Solved,
            "end": match self.found.end {
                End::Solved => "solved",
                End::Undetermined => "undetermined",
                End::Contradiction => "contradiction",
                End::Mistake => "mistake",
                End::Limit => "limit",
                End::Stopped(_) => "stopped",
            },
        });
        if !self.mistakes.is_empty() {
            object["mistakes"] = json!(self.mistakes);
        }
        if self.has_several {
            object["unique"] = json!(false);
        }
        if let End::Stopped(reason) = self.found.end {
            object["stopped"] = json!(because(reason));
        }
        if let (Some(why), Some(object)) = (&self.why, object.as_object_mut()) {
            why.extend(object);
        }
        object.to_string()
    }
}
