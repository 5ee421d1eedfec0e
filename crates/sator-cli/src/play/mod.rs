//! `sator play`: a game in the terminal. `game.rs` is the state machine, `draw.rs` the screen, `keys.rs`
//! the input.

mod advice;
mod draw;
mod game;
mod keys;
mod save;
#[cfg(test)]
mod tests;
mod values;

use std::any::Any;
use std::io::{self, IsTerminal, Stdout, stdout};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use clap::Parser as _;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use sator::ask::expects_one_solution;
use sator::ask::options::budget;
use sator::create::{Size, Wish};
use sator::engine::{self, EngineError, Number, Options};
use sator::model::Solution;
use sator::puzzle::{AnyPuzzle, Kind, Puzzle as _};
use sator::puzzles::{KINDS, minesweeper};
use sator::{Interrupt, Minesweeper};
use sator_sat::backend::Budget;
use sator_sat::clock::Instant;

use self::advice::{Advice, Question, Snapshot};
use self::draw::{Layout, Look};
use self::game::{Action, Game, Phase, Position, Request};
use self::values::Values;
use crate::args::{Cli, ColorChoice, Play, SavedGame, Verb};
use crate::failure::{Failure, no_thread};
use crate::input::Reader;
use crate::output;
use crate::verbs::{VerbError, create::fresh_seed, watch_for_interrupt};
use sator::ask::Status;

/// The most rows and columns of a board.
const LARGEST: usize = 200;

/// The time for an answer to a question.
const THINKING_TIME: Duration = Duration::from_secs(30);

/// The screen is drawn again after this time: the clock has advanced.
const FRAME: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &Play) -> Result<Status, VerbError> {
    let reads_input = args.input.items.iter().any(|item| item == "-");
    if !io::stdout().is_terminal() || !(io::stdin().is_terminal() || reads_input) {
        return Err(Failure::plain("sator play needs a terminal for its input and output").into());
    }
    let (game, file) = prepared(args)?;
    let has_colour = match args.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => output::is_colour_allowed(),
    };
    let look = Look { has_colour, ascii: args.ascii };
    let interrupt = watch_for_interrupt();
    let mut screen = Screen::open().map_err(|error| Failure::io("terminal", &error))?;
    let number = number_of(&game);
    let mut session = Session { game, file, look, is_saving_refused: false, job: None, number };
    let played = session.play(&mut screen, &interrupt);
    drop(screen);
    session.report();
    played.map_err(|error| Failure::io("terminal", &error))?;
    Ok(if interrupt.is_raised() { Status::Stopped } else { Status::Yes })
}

// The game.

/// The game that the arguments name, and the file where it is saved.
fn prepared(args: &Play) -> Result<(Game, Option<PathBuf>), Failure> {
    if let Some(saved) = &args.resume {
        let file = match saved {
            SavedGame::File(file) => Some(file.clone()),
            SavedGame::Last => save::last_game(),
        };
        let file = file.ok_or_else(|| Failure::plain("there is no last game"))?;
        if !file.exists() {
            return Err(Failure::plain(format!("there is no saved game '{}'", file.display())));
        }
        return Ok((save::read(&file)?, Some(file)));
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let reader = Reader::new(&args.input);
    let file = args.save.clone().or_else(save::last_game);
    let (puzzle, command) = match reader.kind {
        Some(kind) if !reader.has_items() => return Ok((created(kind, args, seed)?, file)),
        None if !reader.has_items() => {
            return Err(Failure::plain(
                "expected a puzzle to play: a file, a kind (sator play minesweeper) or --resume",
            ));
        }
        _ if args.wish() != Wish::default() => {
            let message = "--preset, --difficulty, --size and --no-guess are for a new puzzle: name its kind only";
            return Err(Failure::plain(message));
        }
        _ => reader.only_created(Path::new(""))?,
    };
    let solution = command.and_then(|command| created_again(&puzzle, &command));
    Ok((game_of(puzzle, solution.as_ref(), seed)?, file))
}

/// A game of a puzzle. Of a board of mines that can be won without a guess, the solution says where
/// they are.
fn game_of(puzzle: AnyPuzzle, no_guess: Option<&Solution>, seed: u64) -> Result<Game, Failure> {
    let board = puzzle.board(None).rows;
    let (rows, columns) = (board.len(), board.first().map_or(0, Vec::len));
    if rows.max(columns) > LARGEST {
        let found = format!("found {rows}×{columns}");
        let message = format!("expected a board of at most {LARGEST}×{LARGEST} squares, {found}");
        return Err(Failure::plain(message));
    }
    let start = match (as_minesweeper(&puzzle), no_guess) {
        (Some(board), Some(solution)) => {
            let game = minesweeper::Game::with_solution(board, solution);
            Position::Mines(game.map_err(|error| Failure::plain(error.to_string()))?)
        }
        (Some(board), None) => {
            let game = minesweeper::Game::of(board, seed, &Options::new());
            Position::Mines(game.map_err(|error| Failure::plain(error.to_string()))?)
        }
        (None, _) => Position::Values(Values::new(&puzzle)?),
    };
    Ok(Game::new(puzzle, start).with_no_guess(no_guess.is_some()))
}

/// The mines of a board that `sator create minesweeper --no-guess` made: its command makes them again.
/// `None` if it is another command, or makes another board.
fn created_again(puzzle: &AnyPuzzle, command: &str) -> Option<Solution> {
    let words = command.split_whitespace();
    let Verb::Create(create) = Cli::try_parse_from(words).ok()?.verb else { return None };
    let (wish, seed) = (create.wish(), create.seed?);
    if !wish.no_guess || as_minesweeper(puzzle).is_none() {
        return None;
    }
    let created = puzzle.kind().create(&wish, seed).ok()?;
    created.solution.filter(|_| created.puzzle.print() == puzzle.print())
}

/// Minesweeper is the only kind with rules of its own for a game.
fn as_minesweeper(puzzle: &AnyPuzzle) -> Option<&Minesweeper> {
    (&**puzzle as &dyn Any).downcast_ref()
}

/// A game of a new puzzle.
fn created(kind: &'static Kind, args: &Play, seed: u64) -> Result<Game, Failure> {
    if kind.creation.is_none() {
        let names = KINDS.iter().filter(|kind| kind.creation.is_some()).map(|kind| kind.name);
        let names = names.collect::<Vec<_>>().join(", ");
        return Err(Failure::plain(format!(
            "new {} puzzles cannot be created ({names} can): name a file to play",
            kind.name
        )));
    }
    let is_mines = kind.name == minesweeper::KIND.name;
    let mines = args.input.options().values.iter().find(|(name, _)| *name == "mines");
    let mines = mines.and_then(|(_, number)| number.parse().ok());
    // The player opens the first square, unless there is a promise about what follows.
    let wish = args.wish();
    let clicks = (is_mines && !wish.no_guess).then_some(0);
    new_game(kind, &Wish { mines, clicks, ..wish }, seed)
}

fn new_game(kind: &'static Kind, wish: &Wish, seed: u64) -> Result<Game, Failure> {
    let created = kind.create(wish, seed)?;
    let solution = created.solution.as_ref().filter(|_| wish.no_guess);
    game_of(created.puzzle, solution, seed)
}

/// Another game of the same size and number of mines.
fn another(game: &Game) -> Result<Game, Failure> {
    let Position::Mines(mines) = game.start() else {
        return Err(Failure::plain("only minesweeper has new games"));
    };
    let [rows, columns] = mines.size();
    let (number, no_guess) = (mines.board().total(), game.has_no_guess());
    let clicks = (!no_guess).then_some(0);
    let size = Some(Size { rows, columns });
    let wish = Wish { size, mines: number, clicks, no_guess, ..Wish::default() };
    new_game(&minesweeper::KIND, &wish, fresh_seed())
}

// The session.

/// A game with the file where it is saved.
struct Session {
    game: Game,
    file: Option<PathBuf>,
    look: Look,
    /// Whether saving has failed, so that it is tried again only when the player asks for it.
    is_saving_refused: bool,
    job: Option<Job>,
    /// How many solutions the puzzle has, from another thread.
    number: Option<Receiver<Number>>,
}

/// Finds out on another thread, by a short search, how many solutions a puzzle has that is meant to have
/// one.
fn number_of(game: &Game) -> Option<Receiver<Number>> {
    let puzzle = game.puzzle().clone();
    if !expects_one_solution(&puzzle) {
        return None;
    }
    let (sender, number) = channel();
    let work = move || {
        if let Ok(number) = engine::probe(&puzzle, &[], &Budget::default()) {
            // The receiver is gone if the game has ended.
            let _gone = sender.send(number);
        }
    };
    thread::Builder::new().spawn(work).is_ok().then_some(number)
}

/// A question that another thread answers.
struct Job {
    answer: Receiver<Result<Advice, EngineError>>,
    interrupt: Interrupt,
}

impl Session {
    fn play(&mut self, screen: &mut Screen, interrupt: &Interrupt) -> io::Result<()> {
        let mut last = Instant::now();
        let mut layout = Layout::default();
        let events = read_events()?;
        while !interrupt.is_raised() {
            self.game.tick(last.elapsed());
            last = Instant::now();
            self.finish_job()?;
            if let Some(number) = self.number.as_ref().and_then(|it| it.try_recv().ok()) {
                self.game.remark(&number);
                self.number = None;
            }
            screen.terminal.draw(|frame| layout = draw::draw(frame, &self.game, self.look))?;
            let event = match events.recv_timeout(FRAME) {
                Ok(event) => event?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let action = match keys::action(&event, |x, y| layout.square_at(x, y)) {
                Some(action) => action,
                // Any key closes the help.
                None if self.game.shows_help() && event.is_key_press() => Action::Dismiss,
                None => continue,
            };
            let before = self.game.moves().1;
            // A question that was asked before this action is not of interest any more.
            self.drop_job();
            match self.game.act(action) {
                Some(Request::Quit) => break,
                Some(Request::New) => match another(&self.game) {
                    Ok(game) => self.game = game,
                    Err(failure) => self.game.say(failure.to_string()),
                },
                Some(Request::Save) => self.save(),
                Some(Request::Answer(question, snapshot)) => self.ask(question, snapshot),
                None => {}
            }
            if self.game.moves().1 != before && !self.is_saving_refused {
                self.autosave();
            }
        }
        self.drop_job();
        self.autosave();
        Ok(())
    }

    /// Saves without a message if there is something to save.
    fn autosave(&mut self) {
        let Some(file) = &self.file else { return };
        if self.game.moves().0.is_empty() {
            return;
        }
        if let Err(failure) = save::write(&self.game, file) {
            self.is_saving_refused = true;
            self.game.say(format!("The game cannot be saved: {failure}"));
        }
    }

    fn save(&mut self) {
        let message = match &self.file {
            None => "There is no place to save: start with --save FILE.".to_owned(),
            Some(file) => match save::write(&self.game, file) {
                Ok(()) => format!("Saved in {}", file.display()),
                Err(failure) => format!("The game cannot be saved: {failure}"),
            },
        };
        self.game.say(message);
    }

    /// After the screen is closed: how to go on.
    fn report(&self) {
        let is_saved = self.file.as_ref().filter(|file| file.exists());
        if let (Phase::Playing, Some(_), false) =
            (self.game.phase(), is_saved, self.game.moves().0.is_empty())
        {
            let is_last = self.file == save::last_game();
            let file = self.file.as_ref().filter(|_| !is_last);
            let file = file.map(|file| format!(" {}", file.display())).unwrap_or_default();
            output::print_error(&format!("The game is saved: sator play --resume{file}"));
        }
    }

    fn ask(&mut self, question: Question, snapshot: Box<Snapshot>) {
        let interrupt = Interrupt::default();
        let options =
            Options { budget: budget(Some(THINKING_TIME), &interrupt), ..Options::default() };
        let (sender, answer) = channel();
        // The receiver is gone if the player does not wait.
        let work = move || drop(sender.send(snapshot.answer(question, &options)));
        match thread::Builder::new().spawn(work) {
            Ok(_) => {
                self.game.say("Thinking ...");
                self.job = Some(Job { answer, interrupt });
            }
            Err(error) => self.game.say(no_thread(&error).to_string()),
        }
    }

    fn finish_job(&mut self) -> io::Result<()> {
        let Some(job) = &self.job else { return Ok(()) };
        match job.answer.try_recv() {
            Ok(Ok(advice)) => self.game.take(advice),
            Ok(Err(error)) => self.game.say(error.to_string()),
            Err(TryRecvError::Empty) => return Ok(()),
            // A panic has restored the terminal: the game must end.
            Err(TryRecvError::Disconnected) => {
                return Err(io::Error::other("a thread has died: this is a bug"));
            }
        }
        self.job = None;
        Ok(())
    }

    fn drop_job(&mut self) {
        if let Some(job) = self.job.take() {
            job.interrupt.raise();
            self.game.say("");
        }
    }
}

// The terminal.

/// Reads keys and the mouse on another thread: where the terminal was closed, crossterm never returns.
fn read_events() -> io::Result<Receiver<io::Result<Event>>> {
    let (sender, events) = channel();
    let read = move || {
        loop {
            let event = event::read();
            let is_end = event.is_err();
            // The receiver is gone when the game has ended.
            if sender.send(event).is_err() || is_end {
                break;
            }
        }
    };
    thread::Builder::new().spawn(read)?;
    Ok(events)
}

/// The terminal in the state that a game needs. It is restored on drop, and before a panic is
/// reported.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    fn open() -> io::Result<Self> {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            report(info);
        }));
        enable_raw_mode()?;
        let entered = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture);
        let opened = entered.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match opened {
            Ok(mut terminal) => {
                terminal.hide_cursor()?;
                Ok(Self { terminal })
            }
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. If that fails, the terminal is gone.
fn restore() {
    use ratatui::crossterm::cursor::Show;
    let _gone = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _gone = disable_raw_mode();
}
