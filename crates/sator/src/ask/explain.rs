//! `explain` and `hint`: the solution step by step, or why there is none.

use std::iter;

use sator_sat::backend::StopReason;
use sator_sat::text::counted;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::options::SolverOptions;
use super::{
    Answer, AskError, Asked, Code, Context, Question, Status, Surface, TextName, because,
    expects_one_solution,
};
use crate::engine::explain::{self, ConflictSearch, End, Search, Soft};
use crate::engine::{self, Explanation, Limits, Number, Options, RepairEnd};
use crate::explain::html::Chapter;
use crate::explain::{ExplainedStep, Narrator, conflict_squares};
use crate::model::Condition;
use crate::puzzle::AnyPuzzle;
use crate::questions::without_flags;
use crate::render::{Look, name_of};
use crate::repair::{self, MAX_REPAIRS};

/// How does a player solve it, step by step?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default, rename_all = "kebab-case")]
pub struct Explain {
    /// The solver.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub solver: SolverOptions,
    /// Stop after so many steps.
    #[cfg_attr(
        feature = "clap",
        arg(
            long, value_name = "N", value_parser = super::options::at_least_one::<usize>,
            help_heading = "Output"
        )
    )]
    pub max_steps: Option<usize>,
    /// For a puzzle without a solution: the fewest clues to change, and what each could be instead.
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Output"))]
    pub repair: bool,
}

/// What is the next step?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default, rename_all = "kebab-case")]
pub struct Hint {
    /// The solver.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub solver: SolverOptions,
    /// Only name the cell.
    #[cfg_attr(feature = "clap", arg(long = "where", help_heading = "Output"))]
    #[serde(rename = "where")]
    pub only_where: bool,
}

/// Which part of the explanation is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// All steps, or at most this many.
    Steps(Option<usize>),
    /// The next step.
    Next,
    /// The cell of the next step.
    Where,
}

impl Question for Explain {
    const VERB: &'static str = "explain";
    const MESSAGE: Option<&'static str> = None;
    const PROGRESS: [&'static str; 2] = ["Explaining", "steps"];

    type Answer = Explained;

    fn ask(&self, asked: &Asked, context: &mut Context<'_>) -> Result<Explained, AskError> {
        let options = self.solver.engine(&context.interrupt);
        explain(asked, &options, Form::Steps(self.max_steps), self.repair, context)
    }
}

impl Question for Hint {
    const VERB: &'static str = "hint";
    const MESSAGE: Option<&'static str> = None;
    const PROGRESS: [&'static str; 2] = Explain::PROGRESS;

    type Answer = Explained;

    fn ask(&self, asked: &Asked, context: &mut Context<'_>) -> Result<Explained, AskError> {
        let form = if self.only_where { Form::Where } else { Form::Next };
        explain(asked, &self.solver.engine(&context.interrupt), form, false, context)
    }
}

/// The steps of a puzzle, or why there is no solution, with options of the engine. At most `most` steps.
pub fn steps(asked: &Asked, options: &Options, most: Option<usize>) -> Result<Explained, AskError> {
    let mut ignore = |_| ();
    let mut context = Context::new(options.budget.interrupt.clone(), &mut ignore);
    explain(asked, options, Form::Steps(most), false, &mut context)
}

fn explain(
    asked: &Asked,
    options: &Options,
    form: Form,
    repairs: bool,
    context: &mut Context<'_>,
) -> Result<Explained, AskError> {
    let (puzzle, flags) = without_flags(&asked.puzzle);
    let in_text = |error| AskError::in_text(TextName::Progress, error);
    let entries = asked.progress.as_deref().map(|text| puzzle.entries(text).map_err(in_text));
    let mut entries = entries.transpose()?.unwrap_or_default();
    entries.extend(flags);
    let steps = match form {
        Form::Steps(most) => most,
        Form::Next | Form::Where => Some(1),
    };
    let mut number = 0;
    let mut count = |_: &engine::Units, _: &engine::explain::Step| {
        number += 1;
        context.progress(Explain::PROGRESS, number, None);
    };
    let limits = Limits { steps, entries: &entries };
    let found = engine::explain(&puzzle, options, limits, &mut count)?;
    let has_none = found.has_solution == Some(false);
    let why = has_none.then(|| WhyNot::new(&puzzle, options, repairs)).transpose()?;
    if repairs && found.has_solution == Some(true) {
        context.note("There is a solution: nothing is to be repaired.");
    }
    let is_hint = form == Form::Next || form == Form::Where;
    let has_several = is_hint
        && context.wants_reasons
        && expects_one_solution(&puzzle)
        && engine::probe(&puzzle, &[], &options.budget)? == Number::Several;
    let explained = Explained::new(puzzle, found, entries, (form, why));
    Ok(Explained { has_several, ..explained })
}

/// A conflict of more rules and clues than this is shown as a chain of steps.
const MAX_CONFLICT: usize = 12;

/// The lines of a usual terminal, which repairs fill at most.
const PAGE: usize = 24;

/// Why a puzzle has no solution.
#[derive(Debug)]
struct WhyNot {
    /// The rule that the clues violate by themselves.
    reason: Option<String>,
    /// Rules and clues that contradict each other, and how they were found.
    conflict: Option<(Vec<String>, Search)>,
    /// The names of the squares that these are about.
    cells: Vec<String>,
    /// The repairs as text, and as fields of an object.
    repairs: Option<(String, [(&'static str, Value); 2])>,
    /// Why the search for the conflict ended early, if it did.
    stopped: Option<StopReason>,
}

impl WhyNot {
    fn new(puzzle: &AnyPuzzle, options: &Options, repairs: bool) -> Result<Self, AskError> {
        let reason = puzzle.contradiction().map(|violation| violation.to_string());
        let instance = engine::instance(puzzle);
        let found = explain::conflict(&instance, Soft::RulesAndClues, options)?;
        let stopped = match &found {
            ConflictSearch::Found(conflict) => conflict.stopped,
            ConflictSearch::Stopped(reason) => Some(*reason),
            _ => None,
        };
        let found = found.found();
        let choices = found.iter().flat_map(|found| found.choices(&instance));
        let conflict = found.as_ref().map(|found| (found.texts(&instance), found.search));
        let texts = conflict.iter().flat_map(|(texts, _)| texts).chain(&reason);
        let cells = conflict_squares(instance.cells(), choices, texts.map(String::as_str));
        let cells = cells.into_iter().map(name_of).collect();
        let mut why = Self { reason, conflict, cells, repairs: None, stopped };
        if repairs {
            let found = engine::repairs(puzzle, options, MAX_REPAIRS)?;
            let above = why.conflict_lines().map_or(0, |lines| lines.len());
            // The heading and two last lines need a place as well.
            let most = PAGE.saturating_sub(above + usize::from(why.reason.is_some()) + 3);
            let text = repair::text(puzzle, &found, most);
            let is_complete = !matches!(found.end, RepairEnd::Limit | RepairEnd::Stopped(_));
            let list = repair::json(puzzle, &found);
            let fields = [("repairs", list), ("repairs_complete", json!(is_complete))];
            why.repairs = Some((text, fields));
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
#[derive(Debug)]
pub struct Explained {
    puzzle: AnyPuzzle,
    form: Form,
    /// The steps, easy ones first. If there is no solution, the last one is a contradiction.
    pub steps: Vec<ExplainedStep>,
    found: Explanation,
    entries: Vec<Condition>,
    mistakes: Vec<String>,
    /// Why there is no solution, if there is none.
    why: Option<WhyNot>,
    /// Whether a short search has found several solutions.
    has_several: bool,
}

impl Explained {
    /// The steps that were found, in words.
    pub fn of_steps(puzzle: AnyPuzzle, found: Explanation, entries: Vec<Condition>) -> Self {
        Self::new(puzzle, found, entries, (Form::Steps(None), None))
    }

    fn new(
        puzzle: AnyPuzzle,
        found: Explanation,
        entries: Vec<Condition>,
        (form, why): (Form, Option<WhyNot>),
    ) -> Self {
        let right: Vec<_> =
            entries.iter().filter(|it| !found.mistakes.contains(it)).copied().collect();
        let mut narrator = Narrator::new(&puzzle, &right);
        let scan = |fact| found.scan(fact);
        let steps =
            found.steps.iter().map(|step| narrator.tell(&found.units, step, &scan)).collect();
        let mistakes = found.mistakes.iter();
        let mistakes = mistakes.map(|&fact| narrator.fact(&found.units, fact)).collect();
        Self { puzzle, form, steps, found, entries, mistakes, why, has_several: false }
    }

    /// The refusal of a step that the explanation does not have.
    pub fn no_such_step(&self, number: usize) -> AskError {
        let count = counted(self.steps.len(), "step");
        let end = self.wrong_entries().into_iter().chain(self.summary_of(Form::Next)).next();
        let end = end.map_or_else(String::new, |end| format!(" ({end})"));
        AskError::new(
            Code::BadOption,
            format!("expected a step of the explanation, which has {count}, found {number}{end}"),
        )
    }

    /// The explanation as a part of a page, with a picture for each step; [`crate::explain::html`] has
    /// the style.
    pub fn to_html(&self) -> String {
        let mut conclusion = Vec::new();
        if let Some(why) = &self.why {
            conclusion.extend(why.reason.clone());
            conclusion.extend(why.conflict_lines().into_iter().flatten());
        }
        conclusion.extend(self.summary());
        if let Some((repairs, _)) = self.why.as_ref().and_then(|why| why.repairs.as_ref()) {
            conclusion.extend(repairs.lines().map(str::to_owned));
        }
        let (puzzle, found, steps) = (&self.puzzle, &self.found, &self.steps[..]);
        let (entries, preface) = (&self.entries[..], &self.wrong_entries()[..]);
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

    fn text(&self) -> String {
        let form = self.form;
        let mut lines = self.wrong_entries();
        if let Some(why) = &self.why {
            lines.extend(why.reason.clone());
            let conflict = why.conflict_lines();
            let is_known = conflict.is_some();
            lines.extend(conflict.into_iter().flatten());
            // Repairs are asked for instead of the steps.
            if !is_known && why.repairs.is_none() && matches!(form, Form::Steps(_)) {
                self.add_steps(&mut lines);
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
        self.add_steps(&mut lines);
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

    fn add_steps(&self, lines: &mut Vec<String>) {
        let width = self.steps.len().to_string().len();
        for (number, step) in (1..).zip(&self.steps) {
            let number = match self.form {
                Form::Steps(_) => format!("{number:width$}. "),
                _ => String::new(),
            };
            lines.push(format!("{number}{} ({})", step.text, step.name));
            let indent = " ".repeat(number.len().max(2));
            lines.push(format!("{indent}{}", step.because.join("; ")));
        }
    }

    /// Whether the text says that nothing is determined, so that the summary would repeat it.
    fn says_no_step(&self) -> bool {
        let is_said = matches!(self.form, Form::Steps(_) | Form::Next);
        is_said && self.steps.is_empty() && self.found.end == End::Undetermined
    }

    /// The end in words.
    fn summary(&self) -> Option<String> {
        self.summary_of(self.form)
    }

    /// The same for another form.
    fn summary_of(&self, form: Form) -> Option<String> {
        let steps = counted(self.steps.len(), "step");
        let largest = self.steps.iter().map(|step| step.size).max().unwrap_or(0);
        let size = format!("the largest needs {}", counted(largest, "rule"));
        Some(match (self.found.end, form) {
            (End::Limit, Form::Steps(_)) if self.why.is_some() => {
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
            (End::Limit, Form::Steps(_)) => {
                format!("{steps}, as asked; there are more.")
            }
            (End::Limit, _) => return None,
            (End::Stopped(reason), _) => {
                format!("Stopped after {steps} ({}): the next step was not found.", because(reason))
            }
        })
    }

    /// The player's entries that are wrong, as sentences.
    pub fn mistakes(&self) -> &[String] {
        &self.mistakes
    }

    /// Rules and clues that contradict each other, and how they were found, if there is no solution and
    /// they were found.
    pub fn conflict(&self) -> Option<(&[String], Search)> {
        let (texts, search) = self.why.as_ref()?.conflict.as_ref()?;
        Some((texts, *search))
    }

    /// The names of the squares that the conflict, or a rule that the clues break by themselves, is
    /// about, if there is no solution.
    pub fn conflict_cells(&self) -> Option<&[String]> {
        self.why.as_ref().map(|why| &why.cells[..])
    }

    /// Why the budget ended the explanation, or the search for the conflict, if it did.
    pub fn stopped(&self) -> Option<StopReason> {
        match self.found.end {
            End::Stopped(reason) => Some(reason),
            _ => self.why.as_ref()?.stopped,
        }
    }

    /// Why there are no more steps, in a word.
    pub fn end_word(&self) -> &'static str {
        match self.found.end {
            End::Solved => "solved",
            End::Undetermined => "undetermined",
            End::Contradiction => "contradiction",
            End::Mistake => "mistake",
            End::Limit => "limit",
            End::Stopped(_) => "stopped",
        }
    }

    /// How the explanation ends.
    pub fn end(&self) -> End {
        self.found.end
    }

    /// What the steps are about, from which pictures are drawn.
    pub fn chapter(&self) -> Chapter<'_> {
        Chapter {
            puzzle: &self.puzzle,
            found: &self.found,
            steps: &self.steps,
            entries: &self.entries,
            preface: &[],
            conclusion: &[],
        }
    }
}

impl Answer for Explained {
    fn status(&self) -> Status {
        match self.found.end {
            _ if self.why.is_some() => Status::No,
            End::Solved | End::Undetermined | End::Limit => Status::Yes,
            End::Contradiction | End::Mistake => Status::No,
            End::Stopped(_) => Status::Stopped,
        }
    }

    fn class(&self) -> &'static str {
        match self.status() {
            Status::Yes => "explained",
            Status::No => "no solution",
            Status::Stopped | Status::Bad => "unknown",
        }
    }

    fn to_text(&self, _: Look) -> String {
        self.text()
    }

    fn to_json(&self) -> Value {
        let mut object = json!({
            "puzzle": self.puzzle.kind().name,
            "steps": self.steps,
            "solved": self.found.end == End::Solved,
            "end": self.end_word(),
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
        object
    }

    fn remarks(&self, _: Surface) -> Vec<String> {
        let says_no_step = self.says_no_step();
        let several = "The puzzle has several solutions: not every cell can be derived.";
        let several = (self.has_several || says_no_step).then(|| several.to_owned());
        self.summary().filter(|_| !says_no_step).into_iter().chain(several).collect()
    }
}
