//! `sator render`: draws puzzles, answers, candidates, odds and steps of explanations.

mod content;
mod form;

use sator::booklet::Booklet;
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator::render::Panel;
use sator_sat::text::counted;
use serde_json::{Map, Value, json};

use self::content::Drawn;
use self::form::Form;
use super::query::print_why;
use super::{Item, Outcome, PuzzleVerb, because, expect_other, for_each, several_for};
use super::{VerbError, watch_for_interrupt};
use crate::args::Render;
use crate::failure::Failure;
use crate::output::{Output, unless_closed};
use sator::ask::Status;
use sator::ask::conflict::{self, Explanation};

pub(crate) fn run(args: &Render) -> Outcome {
    let form = Form::new(args)?;
    let entries = content::read_entries(args)?;
    let output = Output::open(args.output.as_deref())?;
    let mut rendering =
        Rendering { args, form, entries, booklet: Vec::new(), notes: Vec::new(), output };
    let (show, timeout) = (&args.show, args.solver.timeout);
    let status = for_each(&args.input, show, timeout, &watch_for_interrupt(), &mut rendering);
    if !rendering.booklet.is_empty() {
        rendering.print_booklet()?;
    }
    unless_closed(rendering.output.commit())?;
    rendering.notes.iter().for_each(|note| show.note(note));
    Ok(status)
}

struct Rendering<'a> {
    args: &'a Render,
    form: Form,
    /// The place and the text of a partly filled board.
    entries: Option<(String, String)>,
    /// The puzzles to print, with their answers.
    booklet: Vec<(AnyPuzzle, Option<Solution>)>,
    /// A line about each picture, to be printed when they have been written.
    notes: Vec<String>,
    output: Output,
}

impl PuzzleVerb for Rendering<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let (puzzle, args) = (item.puzzle, self.args);
        if let Some(file) = &args.output {
            expect_other(file, item.file)?;
        }
        if item.is_one_of_many && !self.form.takes_several() {
            let name = args.output.as_deref().unwrap_or("standard output".as_ref());
            return Err(several_for(name).into());
        }
        content::expect_drawable(puzzle)?;
        if self.form == Form::Print {
            return self.add_to_booklet(item);
        }
        let drawn = content::draw(args, item, self.entries.as_ref())?;
        let (status, why) = (drawn.status(), self.why_not(&drawn, item)?);
        if self.form == Form::Json {
            let object = self.json(puzzle, &drawn, &why)?;
            self.output.print_now(&format!("{object}\n"))?;
        } else if let Some(picture) = &drawn.picture {
            let bytes = self.form.bytes(args, puzzle, picture)?;
            self.output.print_bytes(&bytes)?;
        }
        if drawn.picture.is_none() {
            self.report_nothing(&drawn, &why);
        } else if let Some(file) = &args.output {
            self.notes.push(format!("Drew {} into '{}'", puzzle.title(), file.display()));
        }
        Ok(status)
    }

    fn output(&mut self) -> Option<&mut Output> {
        (self.form == Form::Json).then_some(&mut self.output)
    }
}

impl Rendering<'_> {
    /// Why there is no answer, if there is provably none.
    fn why_not(&self, drawn: &Drawn, item: &Item<'_>) -> Result<Explanation, Failure> {
        if !drawn.has_no_answer() {
            return Ok(Explanation::default());
        }
        let options = self.args.solver.engine(item.interrupt);
        conflict::confirm(item.puzzle, &options)?;
        let why = Explanation::new(item.puzzle);
        Ok(why.with_conflict(item.puzzle, &options)?)
    }

    /// Says why there is no picture.
    fn report_nothing(&self, drawn: &Drawn, why: &Explanation) {
        let show = &self.args.show;
        match drawn.stopped {
            Some(reason) => show.note(&format!("Unknown: stopped, {}", because(reason))),
            None => show.note("Unsatisfiable"),
        }
        print_why(why, show);
    }

    fn json(
        &self,
        puzzle: &AnyPuzzle,
        drawn: &Drawn,
        why: &Explanation,
    ) -> Result<Value, VerbError> {
        let mut object = Map::new();
        object.insert("puzzle".to_owned(), json!(puzzle.kind().name));
        object.insert("title".to_owned(), json!(puzzle.title()));
        if let Some(word) = drawn.status_word() {
            object.insert("status".to_owned(), json!(word));
        }
        if let Some(picture) = &drawn.picture {
            object.extend(picture.panels.first().map(panel_json).unwrap_or_default());
            if drawn.is_sheet {
                let panels = picture.panels.iter().map(|panel| Value::Object(panel_json(panel)));
                object.insert("panels".to_owned(), panels.collect());
                object.insert("complete".to_owned(), json!(drawn.is_complete));
            }
            if let Some(step) = &drawn.step {
                object.insert("step".to_owned(), json!(step));
            }
            object.insert("lines".to_owned(), json!(picture.lines));
            let svg = picture.to_svg(self.form.theme(self.args));
            object.insert("svg".to_owned(), json!(svg.trim_end()));
        }
        if let Value::Object(why) = serde_json::to_value(why).map_err(Failure::from)? {
            object.extend(why);
        }
        Ok(Value::Object(object))
    }

    /// Adds a puzzle to the booklet, with an answer if answers are asked for.
    fn add_to_booklet(&mut self, item: &Item<'_>) -> Outcome {
        let (mut answer, mut status) = (None, Status::Yes);
        if self.args.content.solve {
            let drawn = content::draw(self.args, item, None)?;
            status = drawn.status();
            let why = self.why_not(&drawn, item)?;
            if drawn.picture.is_none() {
                self.report_nothing(&drawn, &why);
            }
            answer = drawn.answer;
        }
        self.booklet.push((AnyPuzzle::clone(item.puzzle), answer));
        Ok(status)
    }

    fn print_booklet(&mut self) -> Result<(), VerbError> {
        let mut titles: Vec<_> = self.booklet.iter().map(|(puzzle, _)| puzzle.title()).collect();
        titles.dedup();
        let title = if let [title] = &titles[..] { title } else { "Puzzles" };
        let html = Booklet { title, puzzles: &self.booklet, per_page: None }.to_html();
        self.output.print(&html)?;
        if let Some(file) = &self.args.output {
            let puzzles = counted(self.booklet.len(), "puzzle");
            self.notes.push(format!("Drew {puzzles} into '{}'", file.display()));
        }
        Ok(())
    }
}

fn panel_json(panel: &Panel) -> Map<String, Value> {
    let mut object = Map::new();
    if let Some(caption) = &panel.caption {
        object.insert("caption".to_owned(), json!(caption));
    }
    object.extend(panel.board.to_json(&panel.overlay));
    let lines: Vec<_> = panel.lines_below().collect();
    object.insert("notes".to_owned(), json!(lines));
    object
}
