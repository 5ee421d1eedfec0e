//! A game as a JSON file. It is written after every move, so that a killed game can go on.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sator::kind::ParseOptions;
use sator::puzzle::Puzzle as _;
use sator::puzzles;
use sator::puzzles::minesweeper::{self, Layout};
use sator::{Minesweeper, ParseError};
use serde::{Deserialize, Serialize};

use super::as_minesweeper;
use super::game::{Game, Move, Position};
use super::values::Values;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, WriteError, parent};

/// The version of the format.
const VERSION: u32 = 1;

/// A saved game.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    sator_game: u32,
    puzzle: String,
    text: String,
    /// Of minesweeper: how the mines come about.
    #[serde(skip_serializing_if = "Option::is_none")]
    mines: Option<SavedMines>,
    /// Of minesweeper: whether the board can be won without a guess.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    no_guess: bool,
    seconds: f64,
    /// The number of moves that are not undone.
    done: usize,
    moves: Vec<Move>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SavedMines {
    /// They are drawn when the first square is opened.
    Seed(u64),
    /// Their squares, counted row by row from 0; the board is closed.
    Closed(Vec<usize>),
    /// The same; the board is in play.
    Open(Vec<usize>),
}

/// The file of the last game, if there is a place for it.
pub(super) fn last_game() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let home = || Some(folder("HOME")?.join(".local").join("state"));
    let state = folder("XDG_STATE_HOME").or_else(home).or_else(|| folder("LOCALAPPDATA"))?;
    Some(state.join("sator").join("game.json"))
}

/// Writes a game; the file appears whole or not at all.
pub(super) fn write(game: &Game, path: &Path) -> Result<(), Failure> {
    let (moves, done) = game.moves();
    let saved = Saved {
        sator_game: VERSION,
        puzzle: game.puzzle().kind().name.to_owned(),
        text: game.puzzle().print(),
        mines: match game.start() {
            Position::Values(_) => None,
            Position::Mines(mines) => Some(saved_mines(mines)),
        },
        no_guess: game.has_no_guess(),
        seconds: game.elapsed().as_secs_f64(),
        done,
        moves: moves.to_vec(),
    };
    let text = serde_json::to_string(&saved)? + "\n";
    let folder = parent(path);
    fs::create_dir_all(folder)
        .map_err(|error| Failure::io(folder.display().to_string(), &error))?;
    let mut output = Output::open(Some(path))?;
    let written = output.print(&text).and_then(|()| output.commit());
    written.map_err(|error| match error {
        WriteError::Failed(failure) => failure,
        WriteError::Closed => Failure::plain("the file was closed"),
    })
}

fn saved_mines(mines: &minesweeper::Game) -> SavedMines {
    match mines.layout() {
        Layout::Seed(seed) => SavedMines::Seed(*seed),
        Layout::Mines(layout) => {
            let squares = (0..layout.len()).filter(|&at| layout[at]).collect();
            if mines.is_begun() { SavedMines::Open(squares) } else { SavedMines::Closed(squares) }
        }
    }
}

/// Reads a game.
pub(super) fn read(path: &Path) -> Result<Game, Failure> {
    let place = input::place(path);
    let fail = |message: String| Failure::at(&place, ParseError::whole(message));
    let text = input::text(path)?;
    let saved: Saved = serde_json::from_str(&text)
        .map_err(|error| fail(format!("expected a game that sator play saved: {error}")))?;
    let Saved { sator_game, puzzle: kind, text, mines, no_guess, seconds, done, moves } = saved;
    if sator_game != VERSION {
        return Err(fail(format!("expected a game of version {VERSION}, found {sator_game}")));
    }
    let kind =
        puzzles::by_word(&kind).ok_or_else(|| fail(format!("no puzzle is called '{kind}'")))?;
    let puzzle = kind.read(&text, &ParseOptions::default());
    let puzzle = puzzle.map_err(|error| fail(format!("the puzzle: {error}")))?;
    let start = match (mines, as_minesweeper(&puzzle)) {
        (Some(mines), Some(board)) => {
            let game = restored(board, &mines);
            Position::Mines(game.map_err(|error| fail(format!("the mines: {error}")))?)
        }
        (None, None) => Position::Values(Values::new(&puzzle)?),
        _ => return Err(fail("only a board of minesweeper has mines".to_owned())),
    };
    let mut game = Game::new(puzzle, start).with_no_guess(no_guess);
    let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    if !game.replay(moves, done, elapsed) {
        return Err(fail("the moves do not fit the board".to_owned()));
    }
    Ok(game)
}

fn restored(board: &Minesweeper, mines: &SavedMines) -> Result<minesweeper::Game, ParseError> {
    let (rows, columns) = board.size();
    let layout = |squares: &[usize]| {
        let mut layout = vec![false; rows * columns];
        for &at in squares {
            *layout.get_mut(at).ok_or_else(|| ParseError::whole("a mine lies outside"))? = true;
        }
        Ok(layout)
    };
    match mines {
        SavedMines::Seed(seed) => {
            let total =
                board.total().ok_or_else(|| ParseError::whole("their number is missing"))?;
            minesweeper::Game::new([rows, columns], total, *seed)
        }
        SavedMines::Closed(squares) => {
            minesweeper::Game::with_mines([rows, columns], layout(squares)?)
        }
        SavedMines::Open(squares) => minesweeper::Game::from_position(board, layout(squares)?),
    }
}
