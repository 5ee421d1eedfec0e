//! The content of a picture: the puzzle, its answers, candidates, odds, or a step of its explanation.

use std::sync::Arc;
use std::time::Duration;

use sator::ask::analyze::mines::Mines;
use sator::ask::conflict::limited;
use sator::ask::explain::Explained;
use sator::ask::{Answer as _, Status, because};
use sator::engine::explain::End;
use sator::engine::{self, Limits, Options, Step};
use sator::explain::{ExplainedStep, pictures};
use sator::model::{CellId, Condition, Solution, Value};
use sator::puzzle::AnyPuzzle;
use sator::questions::{self, without_flags};
use sator::render::svg::Overlay;
use sator::render::{Board, Panel, Picture};
use sator_sat::backend::StopReason;
use sator_sat::text::counted;

use super::super::Item;
use crate::args::Render;
use crate::failure::Failure;
use crate::input;
use crate::progress::Progress;

/// A board with more squares than this is not drawn.
const MAX_SQUARES: usize = 250_000;

/// A sheet with more boards than this is not drawn.
const MAX_BOARDS: usize = 1_000;

/// The time to find out which cells of a board of mines are certain.
const TIME_FOR_MINES: Duration = Duration::from_secs(1);

/// What was found out, and its picture.
#[derive(Default)]
pub(super) struct Drawn {
    /// Absent if there is nothing to draw.
    pub(super) picture: Option<Picture>,
    /// Whether the puzzle has an answer, if that was asked and is known.
    pub(super) has_answer: Option<bool>,
    pub(super) stopped: Option<StopReason>,
    /// Whether it shows several answers.
    pub(super) is_sheet: bool,
    /// Whether it shows all answers.
    pub(super) is_complete: bool,
    /// The first answer.
    pub(super) answer: Option<Solution>,
    /// The step of an explanation.
    pub(super) step: Option<ExplainedStep>,
    /// The status, where it does not follow from the answers.
    explained: Option<Status>,
}

impl Drawn {
    pub(super) fn has_no_answer(&self) -> bool {
        self.has_answer == Some(false) && self.picture.is_none()
    }

    pub(super) fn status(&self) -> Status {
        match (self.explained, self.has_answer, self.stopped) {
            (Some(status), ..) => status,
            (_, Some(false), _) => Status::No,
            (_, _, Some(_)) => Status::Stopped,
            _ => Status::Yes,
        }
    }

    /// The status as a word, if answers were asked for.
    pub(super) fn status_word(&self) -> Option<&'static str> {
        match (self.has_answer, self.stopped) {
            (Some(true), _) => Some("sat"),
            (Some(false), _) => Some("unsat"),
            (None, Some(_)) => Some("unknown"),
            (None, None) => None,
        }
    }
}

/// The place and the text of the partly filled board, if one is named.
pub(super) fn read_entries(args: &Render) -> Result<Option<(String, String)>, Failure> {
    let file = args.content.progress.as_deref();
    file.map(|path| Ok((input::place(path), input::text(path)?))).transpose()
}

/// Refuses a board that is too large for a picture.
pub(super) fn expect_drawable(puzzle: &AnyPuzzle) -> Result<(), Failure> {
    let [rows, columns] = puzzle.board_size();
    match rows * columns {
        ..=MAX_SQUARES => Ok(()),
        squares => Err(Failure::plain(format!(
            "the board has {squares} squares: expected at most {MAX_SQUARES} for a picture"
        ))),
    }
}

/// Draws what the arguments ask for.
pub(super) fn draw(
    args: &Render,
    item: &Item<'_>,
    entries: Option<&(String, String)>,
) -> Result<Drawn, Failure> {
    let puzzle = item.puzzle;
    let options = args.solver.engine(item.interrupt);
    let numbered = args.numbered;
    let content = &args.content;
    if content.solve {
        answers(args, puzzle, &options)
    } else if content.candidates {
        candidates(args, puzzle, &options)
    } else if content.odds {
        odds(puzzle, &options, numbered)
    } else if let Some(number) = content.step {
        step(args, puzzle, &options, number, entries)
    } else {
        let (puzzle, entries) = with_entries(puzzle, entries)?;
        let board = if entries.is_empty() {
            puzzle.board(None)
        } else {
            puzzle.partial_board(&|cell| value_of(cell, &entries))
        };
        Ok(Drawn { picture: Some(alone(board, numbered)), ..Drawn::default() })
    }
}

fn overlay(numbered: bool) -> Overlay {
    Overlay { numbered, ..Overlay::default() }
}

fn alone(board: Board, numbered: bool) -> Picture {
    Picture::of(Panel::new(board, overlay(numbered)))
}

/// The value that the entries have in a cell.
fn value_of(cell: CellId, entries: &[Condition]) -> Option<Value> {
    entries.iter().find(|entry| entry.cell == cell && entry.holds).map(|entry| entry.value)
}

/// The puzzle, and the entries of a player. If there are any, the puzzle's flags are among them.
fn with_entries(
    puzzle: &AnyPuzzle,
    entries: Option<&(String, String)>,
) -> Result<(AnyPuzzle, Vec<Condition>), Failure> {
    let Some((place, text)) = entries else { return Ok((Arc::clone(puzzle), Vec::new())) };
    let (puzzle, flags) = without_flags(puzzle);
    let mut entries = puzzle.entries(text).map_err(|error| Failure::at(place, error))?;
    entries.extend(flags);
    Ok((puzzle, entries))
}

// Answers.

fn answers(args: &Render, puzzle: &AnyPuzzle, options: &Options) -> Result<Drawn, Failure> {
    let content = &args.content;
    let is_sheet = content.all || content.max.is_some();
    let wanted = content.max.unwrap_or(if content.all { MAX_BOARDS + 1 } else { 1 });
    if content.max.is_some_and(|max| max > MAX_BOARDS) {
        return Err(too_many_boards());
    }
    let mut progress = Progress::start(&args.show, "Solving", "solutions");
    let mut search = engine::solutions(puzzle, options);
    let mut found: Vec<Solution> = Vec::new();
    let (mut stopped, mut is_complete) = (None, false);
    while found.len() < wanted && stopped.is_none() && !is_complete {
        match search.step()? {
            Step::Solution(solution) => found.push(solution),
            Step::Exhausted => is_complete = true,
            Step::Stopped(reason) => stopped = Some(reason),
        }
        progress.search(found.len() as u64, None);
    }
    drop(progress);
    if found.len() > MAX_BOARDS {
        return Err(too_many_boards());
    }
    let has_answer = if found.is_empty() { is_complete.then_some(false) } else { Some(true) };
    // One answer was asked for and is there.
    let stopped = stopped.filter(|_| content.all || found.is_empty());
    let picture = (!found.is_empty())
        .then(|| sheet(puzzle, options, &found, args))
        .transpose()?
        .map(|mut picture| {
            picture.lines.extend(is_sheet.then(|| extent(found.len(), is_complete, stopped)));
            picture
        });
    let answer = found.into_iter().next();
    Ok(Drawn { picture, has_answer, stopped, is_sheet, is_complete, answer, ..Drawn::default() })
}

fn too_many_boards() -> Failure {
    Failure::plain(format!(
        "there are too many answers for a sheet: expected at most {MAX_BOARDS} (--max N)"
    ))
}

/// How many answers a sheet shows, and whether these are all.
fn extent(number: usize, is_complete: bool, stopped: Option<StopReason>) -> String {
    let answers = counted(number, "solution");
    match stopped {
        Some(reason) => format!("{answers}; stopped, {}: there may be more", because(reason)),
        None if is_complete => format!("{answers}: these are all"),
        None => format!("{answers}; there may be more"),
    }
}

fn sheet(
    puzzle: &AnyPuzzle,
    options: &Options,
    found: &[Solution],
    args: &Render,
) -> Result<Picture, Failure> {
    let mines = match puzzle.truth_words() {
        Some(_) => Some(Mines::examine(puzzle, &limited(options, TIME_FOR_MINES), Duration::ZERO)?),
        None => None,
    };
    let is_sheet = args.content.all || args.content.max.is_some();
    let panel = |(number, solution): (usize, &Solution)| {
        let mut board = match &mines {
            // Blocked squares are shown as well.
            None => puzzle.partial_board(&|cell| Some(solution[cell])),
            Some(_) => puzzle.board(Some(solution)),
        };
        if let Some(mines) = &mines {
            mines.mark_certain(&mut board);
        }
        let caption = is_sheet.then(|| format!("Solution {number}"));
        Panel { caption, ..Panel::new(board, overlay(args.numbered)) }
    };
    let panels = (1..).zip(found).map(panel).collect();
    let words = |mines: &Mines| if is_sheet { mines.certain_cells() } else { mines.certainty("") };
    let lines = mines.iter().map(words).collect();
    Ok(Picture { panels, lines })
}

// Candidates.

fn candidates(args: &Render, puzzle: &AnyPuzzle, options: &Options) -> Result<Drawn, Failure> {
    if puzzle.truth_words().is_some() {
        let kind = puzzle.kind().name;
        let message = format!("{kind} has no candidates to show: --odds shows what is certain");
        return Err(Failure::plain(message));
    }
    let mut progress = Progress::start(&args.show, "Analyzing", "values");
    let search = engine::solutions(puzzle, options);
    let found = questions::candidates_of(search, |number| progress.search(number, None))?;
    drop(progress);
    let (has_answer, stopped) = (found.has_solution, found.stopped);
    let mut drawn = Drawn { has_answer, stopped, ..Drawn::default() };
    if has_answer == Some(false) {
        return Ok(drawn);
    }
    let mut panel = found.panel(puzzle);
    panel.overlay.numbered = args.numbered;
    let mut picture = Picture::of(panel);
    if let Some(reason) = stopped {
        let why = because(reason);
        picture.lines.push(format!("Stopped, {why}: grey values may be impossible"));
    }
    drawn.picture = Some(picture);
    Ok(drawn)
}

// Odds.

fn odds(puzzle: &AnyPuzzle, options: &Options, numbered: bool) -> Result<Drawn, Failure> {
    if puzzle.truth_words().is_none() {
        let kind = puzzle.kind().name;
        let message = format!("{kind} has no odds to show: --odds is for mines");
        return Err(Failure::plain(message));
    }
    let mines = Mines::examine(puzzle, options, Duration::ZERO)?;
    let mines = mines.with_openings(puzzle, options)?;
    let (has_answer, stopped) = mines.end();
    let mut drawn = Drawn { has_answer, stopped, ..Drawn::default() };
    if has_answer == Some(true) {
        let mut picture = alone(mines.heat_map(puzzle), numbered);
        picture.lines = mines.summary();
        drawn.picture = Some(picture);
    }
    Ok(drawn)
}

// Steps.

fn step(
    args: &Render,
    puzzle: &AnyPuzzle,
    options: &Options,
    number: usize,
    entries: Option<&(String, String)>,
) -> Result<Drawn, Failure> {
    let (puzzle, mut entries) = match entries {
        Some(_) => with_entries(puzzle, entries)?,
        None => without_flags(puzzle),
    };
    entries.dedup();
    let mut progress = Progress::start(&args.show, "Explaining", "steps");
    let mut steps = 0;
    let mut count = |_: &engine::Units, _: &engine::explain::Step| {
        steps += 1;
        progress.search(steps, None);
    };
    let limits = Limits { steps: Some(number), entries: &entries };
    let found = engine::explain(&puzzle, options, limits, &mut count)?;
    drop(progress);
    let told = Explained::of_steps(puzzle, found, entries);
    let explained = Some(told.status());
    let (Some(words), Some((board, mut overlay))) =
        (told.steps.get(number - 1), pictures::pictures(&told.chapter()).nth(number))
    else {
        if let End::Stopped(reason) = told.end() {
            return Ok(Drawn { stopped: Some(reason), ..Drawn::default() });
        }
        return Err(told.no_such_step(number).into());
    };
    overlay.numbered |= args.numbered;
    let caption = Some(format!("Step {number}: {} ({})", words.text, words.name));
    let lines = vec![words.because.join("; ")];
    let panel = Panel { caption, lines, ..Panel::new(board, overlay) };
    let step = Some(words.clone());
    Ok(Drawn { picture: Some(Picture::of(panel)), step, explained, ..Drawn::default() })
}
