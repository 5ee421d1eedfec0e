//! The state of a game: moves change it, and all moves so far determine it. It uses neither a
//! terminal nor a clock.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use sator::engine::Number;
use sator::model::Value;
use sator::puzzle::AnyPuzzle;
use sator::puzzles::minesweeper::{Game as Mines, GameState, Seen};
use sator::render::{Board, Ground, Role, Tile};
use sator_sat::text::counted;
use serde::{Deserialize, Serialize};

use super::advice::{Advice, Claim, Question, Snapshot};
use super::values::Values;

/// Row and column, from 0.
pub(crate) type Square = [usize; 2];

/// A change of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Move {
    /// A value, or none, in a square. Where a cell stands for a row, the value is any.
    Enter(Square, Option<Value>),
    /// A candidate is noted, or not any more.
    Note(Square, Value),
    /// A square of a board with mines is opened, or those around it.
    Open(Square),
    /// A flag is set or removed.
    Flag(Square),
}

/// An intention of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Move the cursor by so many rows and columns.
    Step(isize, isize),
    /// A key with a symbol that may be a value.
    Type(char),
    /// The next value, or the one before.
    Cycle(Value),
    Erase,
    /// Open a square, place a piece, or note candidates instead of values.
    Main,
    /// The main action on a square.
    Click(Square),
    /// Set a flag, or exclude a square.
    Mark(Option<Square>),
    /// Note candidates instead of values, or values again.
    ToggleNotes,
    Undo,
    Redo,
    Ask(Question),
    Save,
    Help,
    /// Remove the help, messages and marks of advice.
    Dismiss,
    Quit,
    /// Quit, also from the help.
    Interrupt,
}

/// Work that the state machine leaves to its owner.
#[derive(Debug)]
pub(crate) enum Request {
    Answer(Question, Box<Snapshot>),
    /// Another game of the same size and number of mines.
    New,
    Save,
    Quit,
}

/// Whether the game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Playing,
    Won,
    Lost,
}

/// The rules that moves follow.
#[derive(Debug, Clone)]
pub(crate) enum Position {
    Values(Values),
    Mines(Mines),
}

impl Position {
    /// Makes a move. Returns whether anything has changed.
    fn apply(&mut self, step: Move) -> bool {
        match (self, step) {
            (Self::Values(values), Move::Enter(square, value)) => values.enter(square, value),
            (Self::Values(values), Move::Note(square, value)) => values.note(square, value),
            (Self::Mines(mines), Move::Open(square)) => mines.open(square),
            (Self::Mines(mines), Move::Flag(square)) => mines.flag(square),
            _ => false,
        }
    }

    fn phase(&self) -> Phase {
        match self {
            Self::Values(values) if values.is_solved() => Phase::Won,
            Self::Values(_) => Phase::Playing,
            Self::Mines(mines) => match mines.state() {
                GameState::Playing => Phase::Playing,
                GameState::Won => Phase::Won,
                GameState::Lost => Phase::Lost,
            },
        }
    }
}

/// A game. The moves up to `done` are made, the others are undone.
#[derive(Debug)]
pub(crate) struct Game {
    puzzle: AnyPuzzle,
    start: Position,
    position: Position,
    /// Of mines: whether the board can be won without a guess, and so can a new one.
    no_guess: bool,
    /// What a short search has found out about the number of solutions, if they are not one.
    remark: Option<&'static str>,
    moves: Vec<Move>,
    done: usize,
    size: Square,
    cursor: Square,
    takes_notes: bool,
    shows_help: bool,
    message: String,
    highlights: Highlights,
    /// The facts of hints, so that the next hint is another one.
    hinted: Vec<Claim>,
    elapsed: Duration,
}

/// Squares that advice is about; the next move removes them.
#[derive(Debug, Default)]
pub(crate) struct Highlights {
    pub(crate) wrong: BTreeSet<Square>,
    pub(crate) hinted: BTreeSet<Square>,
    /// The chance of a mine in percent, or a certain content.
    pub(crate) odds: BTreeMap<Square, String>,
}

impl Game {
    pub(crate) fn new(puzzle: AnyPuzzle, start: Position) -> Self {
        let rows = puzzle.board(None).rows;
        let size = [rows.len(), rows.first().map_or(0, Vec::len)];
        let position = start.clone();
        let cursor = match &position {
            Position::Values(values) => values.first_open().unwrap_or_default(),
            Position::Mines(mines) => first_opened(mines).unwrap_or_default(),
        };
        Self {
            puzzle,
            start,
            position,
            no_guess: false,
            remark: None,
            moves: Vec::new(),
            done: 0,
            size,
            cursor,
            takes_notes: false,
            shows_help: false,
            message: String::new(),
            highlights: Highlights::default(),
            hinted: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// The same, on a board that can be won without a guess, or not.
    pub(crate) fn with_no_guess(self, no_guess: bool) -> Self {
        Self { no_guess, ..self }
    }

    /// Makes the saved moves of which the first `done` were not undone.
    pub(crate) fn replay(&mut self, moves: Vec<Move>, done: usize, elapsed: Duration) -> bool {
        let is_inside = |step: &Move| {
            let (Move::Enter(at, _) | Move::Note(at, _) | Move::Open(at) | Move::Flag(at)) = step;
            at[0] < self.size[0] && at[1] < self.size[1]
        };
        if done > moves.len() || !moves.iter().all(is_inside) {
            return false;
        }
        (self.moves, self.done, self.elapsed) = (moves, done, elapsed);
        self.rebuild();
        true
    }

    // The state for the screen and the file.

    pub(crate) fn puzzle(&self) -> &AnyPuzzle {
        &self.puzzle
    }

    pub(crate) fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) fn has_no_guess(&self) -> bool {
        self.no_guess
    }

    /// Adds to the heading that a puzzle has no solution or several, where one is expected.
    pub(crate) fn remark(&mut self, number: &Number) {
        self.remark = match number {
            Number::None => Some("no solution"),
            Number::Several => Some("several solutions"),
            Number::One(_) | Number::Unknown(_) => None,
        };
    }

    pub(crate) fn moves(&self) -> (&[Move], usize) {
        (&self.moves, self.done)
    }

    pub(crate) fn size(&self) -> Square {
        self.size
    }

    pub(crate) fn cursor(&self) -> Square {
        self.cursor
    }

    pub(crate) fn highlights(&self) -> &Highlights {
        &self.highlights
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn shows_help(&self) -> bool {
        self.shows_help
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.elapsed
    }

    pub(crate) fn phase(&self) -> Phase {
        self.position.phase()
    }

    pub(crate) fn has_mines(&self) -> bool {
        matches!(self.position, Position::Mines(_))
    }

    /// Whether squares take pieces, not values.
    pub(crate) fn has_pieces(&self) -> bool {
        matches!(&self.position, Position::Values(values) if values.has_pieces())
    }

    /// Adds time, unless the game has ended.
    pub(crate) fn tick(&mut self, time: Duration) {
        if self.phase() == Phase::Playing {
            self.elapsed += time;
        }
    }

    /// The first line of the screen.
    pub(crate) fn heading(&self) -> String {
        let mut text = format!("{}  {}", self.puzzle.title(), clock(self.elapsed));
        let _ = match &self.position {
            Position::Mines(mines) => write!(text, "  mines left: {}", mines.mines_left()),
            Position::Values(values) => write!(text, "  empty: {}", values.empty()),
        };
        for mark in self.takes_notes.then_some("NOTES").into_iter().chain(self.remark) {
            text = text + "  " + mark;
        }
        text
    }

    /// The square under the cursor, with its notes.
    pub(crate) fn place(&self) -> String {
        let [row, column] = self.cursor;
        let notes = self.notes(self.cursor).join(" ");
        let notes = if notes.is_empty() { notes } else { format!("  notes: {notes}") };
        format!("r{}c{}{notes}", row + 1, column + 1)
    }

    /// The symbols of the candidates that are noted in a square without a value.
    pub(crate) fn notes(&self, square: Square) -> Vec<String> {
        match &self.position {
            Position::Values(values) => values.notes(square),
            Position::Mines(_) => Vec::new(),
        }
    }

    /// The number of candidates that a square may have.
    pub(crate) fn most_notes(&self) -> usize {
        match &self.position {
            Position::Values(values) if !values.has_pieces() => values.most_values(),
            _ => 0,
        }
    }

    pub(crate) fn board(&self) -> Board {
        match &self.position {
            Position::Values(values) => values.board(),
            Position::Mines(mines) => self.mines_board(mines),
        }
    }

    fn mines_board(&self, mines: &Mines) -> Board {
        let tile = |square: Square| {
            let (text, role, ground) = match mines.seen(square) {
                Seen::Number(0) => (" ".to_owned(), Role::Number(0), Ground::Open),
                Seen::Number(it) => (it.to_string(), Role::Number(it), Ground::Open),
                Seen::Flag => ("F".to_owned(), Role::Danger, Ground::Closed),
                Seen::Mine => ("*".to_owned(), Role::Given, Ground::Closed),
                Seen::Explosion => ("*".to_owned(), Role::Danger, Ground::Open),
                Seen::WrongFlag => ("X".to_owned(), Role::Danger, Ground::Closed),
                Seen::Closed => match self.highlights.odds.get(&square) {
                    Some(odds) => (odds.clone(), Role::Open, Ground::Closed),
                    None => (".".to_owned(), Role::Empty, Ground::Closed),
                },
            };
            Tile { text, role, ground }
        };
        let [rows, columns] = self.size;
        let row = |row| (0..columns).map(|column| tile([row, column])).collect();
        Board { rows: (0..rows).map(row).collect(), pieces: true, ..Board::default() }
    }

    // Actions.

    /// Takes an action of the player.
    pub(crate) fn act(&mut self, action: Action) -> Option<Request> {
        // The board is not visible, so that no action can be meant for it.
        if std::mem::take(&mut self.shows_help) && action != Action::Interrupt {
            return None;
        }
        match action {
            Action::Step(rows, columns) => {
                let [row, column] = self.cursor;
                let step = |at: usize, by: isize, size: usize| {
                    at.saturating_add_signed(by).min(size.saturating_sub(1))
                };
                self.cursor = [step(row, rows, self.size[0]), step(column, columns, self.size[1])];
            }
            Action::Click(square) => self.click(square),
            Action::Type(symbol) => self.type_symbol(symbol),
            Action::Cycle(by) => self.cycle(by),
            Action::Erase => self.play(Move::Enter(self.cursor, None)),
            Action::Main => self.main(),
            Action::Mark(square) => self.mark(square.unwrap_or(self.cursor)),
            Action::ToggleNotes if self.has_mines() => {
                return (self.phase() != Phase::Playing).then_some(Request::New);
            }
            Action::ToggleNotes => self.takes_notes = self.most_notes() > 0 && !self.takes_notes,
            Action::Undo => self.travel(self.done.checked_sub(1)),
            Action::Redo => self.travel(Some(self.done + 1)),
            Action::Ask(question) => return self.ask(question),
            Action::Save => return Some(Request::Save),
            Action::Help => self.shows_help = true,
            Action::Dismiss => {
                self.message.clear();
                self.highlights = Highlights::default();
            }
            Action::Quit | Action::Interrupt => return Some(Request::Quit),
        }
        None
    }

    /// A square is clicked: on a board of values the first click selects it.
    fn click(&mut self, square: Square) {
        let is_selected = std::mem::replace(&mut self.cursor, square) == square;
        if self.has_mines() || (self.has_pieces() && is_selected) {
            self.main();
        }
    }

    fn main(&mut self) {
        match &self.position {
            Position::Mines(_) => self.play(Move::Open(self.cursor)),
            Position::Values(values) if values.has_pieces() => {
                let value = values.next_piece(self.cursor);
                self.play(Move::Enter(self.cursor, value));
            }
            Position::Values(_) => self.takes_notes = !self.takes_notes,
        }
    }

    fn mark(&mut self, square: Square) {
        self.cursor = square;
        match &self.position {
            Position::Mines(_) => self.play(Move::Flag(square)),
            Position::Values(values) if values.has_pieces() => self.play(Move::Note(square, 0)),
            Position::Values(_) => {}
        }
    }

    fn type_symbol(&mut self, symbol: char) {
        let Position::Values(values) = &self.position else { return };
        match values.value_of(self.cursor, symbol) {
            Some(value) if self.takes_notes => self.play(Move::Note(self.cursor, value)),
            Some(value) => self.play(Move::Enter(self.cursor, Some(value))),
            None if "0.-_".contains(symbol) => self.play(Move::Enter(self.cursor, None)),
            None if values.has_pieces() => {}
            None => self.message = format!("{symbol} is no value here."),
        }
    }

    fn cycle(&mut self, by: Value) {
        let Position::Values(values) = &self.position else { return };
        let value = values.next_value(self.cursor, by);
        self.play(Move::Enter(self.cursor, value));
    }

    /// Makes a move; it replaces those that were undone.
    fn play(&mut self, step: Move) {
        match self.phase() {
            Phase::Playing => {}
            Phase::Won => return,
            Phase::Lost => {
                return self.say(
                    "The game is lost: n starts a new one, u takes the last move back, q quits.",
                );
            }
        }
        if !self.position.apply(step) {
            return;
        }
        self.moves.truncate(self.done);
        self.moves.push(step);
        self.done += 1;
        self.changed();
    }

    /// Undoes or redoes moves, so that this many are made.
    fn travel(&mut self, done: Option<usize>) {
        let Some(done) = done.filter(|&done| done <= self.moves.len()) else { return };
        let step = self.moves[done.min(self.done)];
        let (Move::Enter(at, _) | Move::Note(at, _) | Move::Open(at) | Move::Flag(at)) = step;
        self.cursor = at;
        self.done = done;
        // Facts of hints may depend on an entry that is gone.
        self.hinted.clear();
        self.rebuild();
    }

    fn rebuild(&mut self) {
        self.position = self.start.clone();
        for &step in &self.moves[..self.done] {
            self.position.apply(step);
        }
        self.changed();
    }

    fn changed(&mut self) {
        self.highlights = Highlights::default();
        self.message = match (self.phase(), &self.position) {
            (Phase::Won, Position::Mines(_)) => {
                let time = clock(self.elapsed);
                format!("Won in {time}: all safe squares are open. n starts a new game.")
            }
            (Phase::Won, Position::Values(_)) => format!("Solved in {}.", clock(self.elapsed)),
            (Phase::Lost, _) => "That was a mine: the game is lost. n starts a new game, u takes \
                                 the move back."
                .into(),
            (Phase::Playing, Position::Values(values)) => values.complaint().unwrap_or_default(),
            (Phase::Playing, Position::Mines(_)) => String::new(),
        };
    }

    // Advice.

    fn ask(&mut self, question: Question) -> Option<Request> {
        if self.phase() != Phase::Playing {
            return None;
        }
        self.highlights = Highlights::default();
        let snapshot = match &self.position {
            Position::Mines(mines) => {
                if question == Question::Check {
                    let wrong = mines.wrong_flags();
                    self.message = match wrong.len() {
                        0 => "No flag is wrong.".to_owned(),
                        number => format!("{}.", counted(number, "wrong flag")),
                    };
                    self.highlights.wrong = wrong.into_iter().collect();
                    return None;
                }
                let flag = |square| Claim { square, value: 1, holds: true };
                let claims = mines.flags().into_iter().map(flag).collect();
                Snapshot { puzzle: Arc::new(mines.board()), claims, are_guesses: true }
            }
            Position::Values(values) => {
                let puzzle = Arc::clone(&self.puzzle);
                Snapshot { puzzle, claims: values.entries(), are_guesses: false }
            }
        };
        if question == Question::Odds && snapshot.puzzle.truth_words().is_none() {
            self.say("Only minesweeper has odds.");
            return None;
        }
        let hinted = self.hinted.iter().filter(|_| question == Question::Hint);
        let claims = snapshot.claims.iter().chain(hinted).copied().collect();
        Some(Request::Answer(question, Box::new(Snapshot { claims, ..snapshot })))
    }

    /// Shows the answer to a question.
    pub(crate) fn take(&mut self, advice: Advice) {
        let Advice { text, wrong, facts, odds } = advice;
        if let Some(first) = facts.first().map(|fact| fact.square).or(wrong.first().copied()) {
            self.cursor = first;
        }
        let hinted = facts.iter().map(|fact| fact.square).collect();
        self.highlights = Highlights { wrong: wrong.into_iter().collect(), hinted, odds };
        self.hinted.extend(facts);
        self.message = text;
    }

    /// Shows a message.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = text.into();
    }
}

/// A square that the first click has opened: one without mines around it, if there is one.
fn first_opened(mines: &Mines) -> Option<Square> {
    let [rows, columns] = mines.size();
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
    let open = squares.filter_map(|square| match mines.seen(square) {
        Seen::Number(number) => Some((number > 0, square)),
        _ => None,
    });
    open.min().map(|(_, square)| square)
}

/// `1:05`, or `1:00:05`.
fn clock(time: Duration) -> String {
    let (seconds, minutes) = (time.as_secs() % 60, time.as_secs() / 60);
    match minutes / 60 {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{:02}:{seconds:02}", minutes % 60),
    }
}
