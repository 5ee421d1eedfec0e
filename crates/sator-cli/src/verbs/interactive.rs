//! `sator analyze --interactive`: analyses a board of mines again after each line that says what the
//! user's own game shows.

use std::any::Any;
use std::io::{self, IsTerminal};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use sator::create::Size;
use sator::puzzle::{AnyPuzzle, Puzzle as _};
use sator::puzzles::minesweeper;
use sator::{Interrupt, Minesweeper, ParseError, Square};
use sator_sat::text::shown;

use crate::args::Analyze;
use crate::failure::Failure;
use crate::input::Reader;
use crate::output::Output;
use crate::verbs::query;
use crate::verbs::{Item, Outcome, VerbError, read_lines, receive, watch_for_interrupt};
use sator::ask::{Question as _, Status};

const HELP: &str = "r3c3 2       an open square and its number (rows and columns from 1)
r4c1 flag    a mine that you are sure of
r4c1 safe    a square without a mine, not open yet
r2c2 ?       a hidden square: takes an entry back
mines 10     the number of all mines
r3 ? 1 2 ?   a whole row; r3c2 1 2 a part of it, from that square on
Several with commas: r3c3 2, r3c4 1, r4c1 flag
All rows of the board, one a line, may be pasted, as analyze reads them (? 1 2 .)
undo         take the last line back
quit         end; so does the end of the input";

/// The name of the input in errors.
const PLACE: &str = "standard input";

pub(in crate::verbs) fn run(args: &Analyze) -> Outcome {
    let interrupt = watch_for_interrupt();
    let mut session = Session::new(args, &interrupt)?;
    let lines = read_lines()?;
    args.show.note(
        "Say what your game shows: r3c3 2, r4c1 flag, r2c2 ?, or paste its rows.\n\
         help lists all words.",
    );
    let complain = |line, message| {
        let error = ParseError { line, ..ParseError::whole(message) };
        args.show.complain(&Failure::at(PLACE, error));
    };
    if session.is_from_file {
        session.analyze()?;
    }
    for number in 1.. {
        session.prompt()?;
        let line = match receive(&lines, &interrupt) {
            Err(VerbError::Stopped(_)) => return Ok(Status::Stopped),
            line => line?,
        };
        let Some(line) = line else {
            if let Some(message) = session.drop_pasted("the end of the input") {
                complain(number, message);
            }
            break;
        };
        let line = line.map_err(|error| Failure::io(PLACE, &error))?;
        match session.take(&line) {
            Ok(Next::Analyze) => session.analyze()?,
            Ok(Next::Wait) => {}
            Ok(Next::Help) => session.output.print_now(&format!("{HELP}\n"))?,
            Ok(Next::Quit) => break,
            Err(message) => complain(number, message),
        }
    }
    Ok(Status::Yes)
}

/// The reaction to a line.
enum Next {
    Analyze,
    Wait,
    Help,
    Quit,
}

/// The user's board, and how it was before each line.
struct Session<'a> {
    args: &'a Analyze,
    interrupt: &'a Interrupt,
    output: Output,
    has_prompt: bool,
    is_from_file: bool,
    board: Known,
    before: Vec<Known>,
    /// The rows of a pasted board so far.
    pasted: Vec<String>,
}

/// The board as the user has described it.
#[derive(Clone)]
struct Known {
    rows: Vec<Vec<Square>>,
    mines: Option<usize>,
}

impl<'a> Session<'a> {
    fn new(args: &'a Analyze, interrupt: &'a Interrupt) -> Result<Self, Failure> {
        let input = &args.input;
        let reader = Reader::new(input);
        let refusal = || Failure::plain("--interactive is for minesweeper");
        if reader.kind.is_some_and(|kind| kind.name != minesweeper::KIND.name) {
            return Err(refusal());
        }
        let board = match (args.size, reader.has_items()) {
            (Some(_), true) => {
                return Err(Failure::plain("expected --size or a board, found both"));
            }
            (None, false) => {
                return Err(Failure::plain(
                    "expected the size of the board, --size ROWSxCOLUMNS, or a file with it",
                ));
            }
            (Some(size @ Size { rows, columns }), false) => {
                let most = minesweeper::LARGEST;
                if rows.saturating_mul(columns) > most {
                    let message = format!("expected at most {most} squares, found {size}");
                    return Err(Failure::plain(message));
                }
                let mines = input.options().values.iter().find(|(name, _)| *name == "mines");
                let mines = mines.and_then(|(_, number)| number.parse().ok());
                Known { rows: vec![vec![Square::Hidden; columns]; rows], mines }
            }
            (None, true) => {
                let puzzle = reader.only_puzzle(Path::new("-"))?;
                let board = (&*puzzle as &dyn Any).downcast_ref().ok_or_else(refusal)?;
                Known::of(board)
            }
        };
        Ok(Self {
            args,
            interrupt,
            output: Output::standard(),
            has_prompt: io::stdin().is_terminal() && io::stdout().is_terminal(),
            is_from_file: args.size.is_none(),
            board,
            before: Vec::new(),
            pasted: Vec::new(),
        })
    }

    fn prompt(&mut self) -> Result<(), VerbError> {
        let prompt = if self.has_prompt { "> " } else { "" };
        Ok(self.output.print_now(prompt)?)
    }

    /// Takes a line. If a part of it is wrong, nothing of it counts.
    fn take(&mut self, line: &str) -> Result<Next, String> {
        let words = line.trim().to_lowercase();
        match words.as_str() {
            "" => return Ok(Next::Wait),
            comment if comment.starts_with('#') => return Ok(Next::Wait),
            "help" => return Ok(Next::Help),
            "quit" | "exit" => return Ok(Next::Quit),
            "undo" if !self.pasted.is_empty() => {
                self.pasted.clear();
                self.args.show.note("The pasted rows are taken back.");
                return Ok(Next::Wait);
            }
            "undo" => {
                self.board = self.before.pop().ok_or("there is nothing to undo")?;
                return Ok(Next::Analyze);
            }
            _ => {}
        }
        let mut board = self.board.clone();
        if let Some(row) = self.pasted_row(line) {
            self.pasted.push(row);
            if self.pasted.len() < board.rows.len() {
                return Ok(Next::Wait);
            }
            board.replace(&mem::take(&mut self.pasted))?;
        } else if let Some(message) = self.drop_pasted(&shown(line.trim())) {
            return Err(message);
        } else if let Some([rows, columns]) = pasted_size(line) {
            let [own_rows, own_columns] = [board.rows.len(), board.rows[0].len()];
            if [rows, columns] == [own_rows, own_columns] {
                return Ok(Next::Wait);
            }
            return Err(format!(
                "expected the size of the board, {own_rows}x{own_columns}, or a row of {own_columns} \
                 squares, found the size {rows}x{columns}"
            ));
        } else {
            for part in words.split(',') {
                board.change(part.trim())?;
            }
        }
        self.before.push(mem::replace(&mut self.board, board));
        Ok(Next::Analyze)
    }

    /// Drops the pasted rows of a board that is not complete; returns the error that says so.
    fn drop_pasted(&mut self, found: &str) -> Option<String> {
        let next = mem::take(&mut self.pasted).len() + 1;
        let (rows, columns) = (self.board.rows.len(), self.board.rows[0].len());
        (next > 1).then(|| {
            format!(
                "expected row {next} of {rows} with {columns} squares, or no pasted row before, \
                 found {found}"
            )
        })
    }

    /// The row in a line of a pasted board, without its ruler.
    fn pasted_row(&self, line: &str) -> Option<String> {
        let columns = self.board.rows[0].len();
        let row = line.split_once(['│', '|']).map_or(line, |(_, row)| row);
        let is_square = |symbol: char| "?.-_*FfsS#012345678".contains(symbol);
        let symbols: String = row.chars().filter(|symbol| !symbol.is_whitespace()).collect();
        let is_row = symbols.chars().count() == columns && symbols.chars().all(is_square);
        is_row.then_some(symbols)
    }

    fn analyze(&mut self) -> Result<(), VerbError> {
        let puzzle: AnyPuzzle =
            Arc::new(self.board.board().map_err(|error| Failure::at(PLACE, error))?);
        let item = Item::alone(&puzzle, self.interrupt);
        let show = &self.args.show;
        let question = &self.args.question;
        let analyzed = question.ask(&item.asked(), &mut item.context(show, &mut |_| ()));
        let analyzed = analyzed.map_err(Failure::from)?.with_odds();
        query::print(&analyzed, show, !show.json, &mut self.output)?;
        Ok(())
    }
}

/// The size in a line above the rows of a pasted board: rows and columns, perhaps the number of mines.
fn pasted_size(line: &str) -> Option<[usize; 2]> {
    let numbers = line.split_whitespace().map(str::parse::<usize>);
    match numbers.collect::<Result<Vec<_>, _>>().ok()?[..] {
        [rows, columns] | [rows, columns, _] => Some([rows, columns]),
        _ => None,
    }
}

impl Known {
    fn of(board: &Minesweeper) -> Self {
        let (rows, columns) = board.size();
        let square = |row, column| board.square(row, column).unwrap_or(Square::Hidden);
        let row = |row| (0..columns).map(|column| square(row, column)).collect();
        Self { rows: (0..rows).map(row).collect(), mines: board.total() }
    }

    fn board(&self) -> Result<Minesweeper, ParseError> {
        let board = Minesweeper::from_rows(&self.rows)?;
        Ok(match self.mines {
            Some(mines) => board.with_mines(mines),
            None => board,
        })
    }

    /// The row, from 1, and the number of squares before the first one that several contents are about:
    /// `r3`, or `r3c2` with more than one.
    fn start_of(&self, place: &str, contents: usize) -> Option<(usize, usize)> {
        let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
        let place = place.strip_suffix(':').unwrap_or(place).strip_prefix('r')?;
        let (row, column) = match place.split_once('c') {
            None if contents > 0 => (number(place)?, 1),
            Some((row, column)) if contents > 1 => (number(row)?, number(column)?),
            _ => return None,
        };
        let is_inside = row <= self.rows.len() && column <= self.rows[0].len();
        is_inside.then_some((row, column - 1))
    }

    /// Takes the squares of a whole board.
    fn replace(&mut self, rows: &[String]) -> Result<(), String> {
        let size = format!("{} {}\n", self.rows.len(), self.rows[0].len());
        let board: Minesweeper =
            (size + &rows.join("\n")).parse().map_err(|error: ParseError| {
                // The first line is the size.
                let row = error.line.saturating_sub(1);
                format!("row {row}: {}", error.message)
            })?;
        self.rows = Self::of(&board).rows;
        Ok(())
    }

    /// Changes squares, or the number of mines: `r3c3 2`, `r3c3 2 1 ?`, `r3 ??21`.
    fn change(&mut self, part: &str) -> Result<(), String> {
        let words: Vec<&str> = part.split_whitespace().collect();
        if let [place, contents @ ..] = &words[..]
            && let Some((row, first)) = self.start_of(place, contents.len())
        {
            let contents = contents.concat();
            let columns = self.rows[0].len();
            let count = contents.chars().count();
            if first + count > columns || first == 0 && !place.contains('c') && count != columns {
                let most = columns - first;
                return Err(format!("expected {most} squares after '{place}', found {count}"));
            }
            for (column, content) in (first + 1..).zip(contents.chars()) {
                self.change(&format!("r{row}c{column} {content}"))?;
            }
            return Ok(());
        }
        let [place, content] = words[..] else {
            return Err(format!(
                "expected a square and what it shows (r3c3 2), found {}",
                shown(part)
            ));
        };
        if place == "mines" {
            let number = content.parse();
            let expected = |_| format!("expected a number of mines, found {}", shown(content));
            self.mines = Some(number.map_err(expected)?);
            return Ok(());
        }
        let (rows, columns) = (self.rows.len(), self.rows[0].len());
        let outside = || format!("expected r1c1 to r{rows}c{columns}, found {}", shown(place));
        let numbers = place.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let (row, column) = numbers.ok_or_else(outside)?;
        let index = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let (row, column) = index(row).zip(index(column)).ok_or_else(outside)?;
        let square =
            self.rows.get_mut(row).and_then(|row| row.get_mut(column)).ok_or_else(outside)?;
        *square = match content {
            "?" | "." | "-" | "_" | "hidden" => Square::Hidden,
            "flag" | "f" | "mine" | "*" => Square::Mine,
            "safe" | "s" | "#" => Square::Safe,
            _ => {
                let number = content.parse().ok().filter(|&number| number <= 8);
                let expected =
                    || format!("expected a digit 0-8, flag, safe or ?, found {}", shown(content));
                Square::Number(number.ok_or_else(expected)?)
            }
        };
        Ok(())
    }
}
