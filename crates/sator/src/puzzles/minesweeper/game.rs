//! The game: a layout of mines, and the squares that a player has opened or flagged.

use super::{Minesweeper, Square};
use crate::ParseError;
use crate::dice::Dice;
use crate::model::Solution;

/// A game of minesweeper. The first square that is opened never has a mine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    rows: usize,
    columns: usize,
    mines: usize,
    layout: Layout,
    covers: Vec<Cover>,
    /// The mine that was opened.
    exploded: Option<usize>,
}

/// Where the mines of a game are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// The mines are drawn with this seed when the first square is opened.
    Seed(u64),
    /// Whether each square has a mine.
    Mines(Vec<bool>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cover {
    Closed,
    Flagged,
    Open,
}

/// The state of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameState {
    /// A safe square is still closed.
    Playing,
    /// Every safe square is open.
    Won,
    /// A mine was opened.
    Lost,
}

/// A square as the player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// It is closed.
    Closed,
    /// It is closed and has a flag.
    Flag,
    /// It is open, and this many mines are around it.
    Number(u8),
    /// The game is lost, and a mine was here.
    Mine,
    /// The mine that was opened.
    Explosion,
    /// The game is lost, and the flag was wrong.
    WrongFlag,
}

impl Game {
    /// A game on a closed board. The first opened square and, if there is room, those around it have no
    /// mine; the seed determines the others.
    pub fn new([rows, columns]: [usize; 2], mines: usize, seed: u64) -> Result<Self, ParseError> {
        let squares = rows.saturating_mul(columns);
        if mines >= squares || squares > super::LARGEST {
            let most = squares.saturating_sub(1).min(super::LARGEST);
            let message = format!("expected at most {most} mines for a game, found {mines}");
            return Err(ParseError::whole(message));
        }
        let (layout, covers) = (Layout::Seed(seed), vec![Cover::Closed; squares]);
        Ok(Self { rows, columns, mines, layout, covers, exploded: None })
    }

    /// A game on a board, with its number of mines:
    ///
    /// - Nothing is open: a new game of that size.
    /// - The board shows where all mines are: a new game with these mines.
    /// - Otherwise the game goes on from there. The mines are drawn with the seed, so that all layouts
    ///   that the numbers allow are equally likely. Known mines have flags.
    pub fn of(
        board: &Minesweeper,
        seed: u64,
        options: &crate::Options,
    ) -> Result<Self, crate::Error> {
        let is = |content: Square| move |square: &&Square| **square == content;
        let count = |content| board.squares.iter().filter(is(content)).count();
        let (hidden, known) = (count(Square::Hidden), count(Square::Mine));
        let size = [board.rows, board.columns];
        if hidden == 0 || board.mines == Some(hidden + known) {
            let is_mine = |square: &Square| matches!(square, Square::Hidden | Square::Mine);
            let mines = board.squares.iter().map(is_mine).collect();
            return Ok(Self::with_mines(size, mines)?);
        }
        let Some(mines) = board.mines else {
            return Err(ParseError::whole(
                "a game needs the number of mines: say it after the size (9 9 10), or with --mines",
            )
            .into());
        };
        if hidden + known == board.squares.len() {
            return Ok(Self::new(size, mines, seed)?);
        }
        Ok(Self::from_position(board, drawn(board, &mut Dice::new(seed), options)?)?)
    }

    /// A game on a closed board with these mines, row by row. If the first opened square has one, it
    /// moves to the first square without.
    pub fn with_mines(size: [usize; 2], mines: Vec<bool>) -> Result<Self, ParseError> {
        let game = Self::new(size, mines.iter().filter(|&&is_mine| is_mine).count(), 0)?;
        Ok(Self { layout: Layout::Mines(mines), ..game })
    }

    /// A game that goes on from a board with a solution of all its hidden squares, as it was created.
    pub fn with_solution(board: &Minesweeper, solution: &Solution) -> Result<Self, ParseError> {
        let mut values = solution.values.iter();
        let is_mine = |is_cell: bool| is_cell && values.next() == Some(&1);
        let mines: Vec<bool> = board.is_restricted().into_iter().map(is_mine).collect();
        let placed = mines.iter().filter(|&&is_mine| is_mine).count();
        if board.mines != Some(placed) {
            return Err(ParseError::whole("the solution does not have all mines of the board"));
        }
        Self::from_position(board, mines)
    }

    /// A game that goes on from a board with these mines, row by row.
    pub fn from_position(board: &Minesweeper, mines: Vec<bool>) -> Result<Self, ParseError> {
        let game = Self::with_mines([board.rows, board.columns], mines)?;
        let cover = |square: &Square| match square {
            Square::Number(_) => Cover::Open,
            Square::Mine => Cover::Flagged,
            Square::Hidden | Square::Safe => Cover::Closed,
        };
        Ok(Self { covers: board.squares.iter().map(cover).collect(), ..game })
    }

    /// Rows and columns.
    pub fn size(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// The number of mines without a flag; negative if there are more flags than mines.
    pub fn mines_left(&self) -> isize {
        self.mines as isize - self.flags().len() as isize
    }

    /// Where the mines are.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether a square is open or has a flag.
    pub fn is_begun(&self) -> bool {
        self.covers.iter().any(|&cover| cover != Cover::Closed)
    }

    /// Whether the game is won or lost.
    pub fn state(&self) -> GameState {
        let is_safe_and_closed = |at: usize| self.covers[at] != Cover::Open && !self.has_mine(at);
        if self.exploded.is_some() {
            GameState::Lost
        } else if self.is_undrawn() || (0..self.covers.len()).any(is_safe_and_closed) {
            GameState::Playing
        } else {
            GameState::Won
        }
    }

    /// Opens a closed square without a flag; a 0 opens all squares around it. On an open number with as
    /// many flags around it, opens the other squares around. Returns whether a square was opened.
    pub fn open(&mut self, square: [usize; 2]) -> bool {
        let at = self.index(square);
        match self.covers[at] {
            _ if self.state() != GameState::Playing => false,
            Cover::Flagged => false,
            Cover::Closed => {
                self.secure(at);
                self.open_all(vec![at])
            }
            Cover::Open => {
                let is_flag = |&other: &usize| self.covers[other] == Cover::Flagged;
                let flags = self.around(at).filter(is_flag).count();
                let is_complete = usize::from(self.number(at)) == flags;
                is_complete && self.open_all(self.around(at).collect())
            }
        }
    }

    /// Sets or removes a flag. Returns whether the square is closed, so that it may have one.
    pub fn flag(&mut self, square: [usize; 2]) -> bool {
        let at = self.index(square);
        self.covers[at] = match self.covers[at] {
            Cover::Open => return false,
            _ if self.state() != GameState::Playing => return false,
            Cover::Closed => Cover::Flagged,
            Cover::Flagged => Cover::Closed,
        };
        true
    }

    /// The squares with a flag.
    pub fn flags(&self) -> Vec<[usize; 2]> {
        self.squares(|at| self.covers[at] == Cover::Flagged)
    }

    /// The squares with a flag but no mine.
    pub fn wrong_flags(&self) -> Vec<[usize; 2]> {
        let is_drawn = !self.is_undrawn();
        self.squares(|at| is_drawn && self.covers[at] == Cover::Flagged && !self.has_mine(at))
    }

    /// The board as the player sees it, where flags prove nothing.
    pub fn board(&self) -> Minesweeper {
        let square = |at: usize| match self.covers[at] {
            Cover::Open if !self.has_mine(at) => Square::Number(self.number(at)),
            _ => Square::Hidden,
        };
        let squares = (0..self.covers.len()).map(square).collect();
        let (rows, columns, mines) = (self.rows, self.columns, Some(self.mines));
        Minesweeper { rows, columns, squares, mines, notes: Vec::new() }
    }

    /// A square as the player sees it.
    pub fn seen(&self, square: [usize; 2]) -> Seen {
        let at = self.index(square);
        let is_lost = self.exploded.is_some();
        match (self.covers[at], self.has_mine(at)) {
            _ if self.exploded == Some(at) => Seen::Explosion,
            (Cover::Open, true) => Seen::Mine,
            (Cover::Open, false) => Seen::Number(self.number(at)),
            (Cover::Flagged, false) if is_lost => Seen::WrongFlag,
            (Cover::Flagged, _) => Seen::Flag,
            (Cover::Closed, true) if is_lost => Seen::Mine,
            (Cover::Closed, _) => Seen::Closed,
        }
    }

    /// Opens squares, and those around every 0.
    fn open_all(&mut self, mut waiting: Vec<usize>) -> bool {
        let mut is_changed = false;
        while let Some(at) = waiting.pop() {
            if self.covers[at] != Cover::Closed {
                continue;
            }
            self.covers[at] = Cover::Open;
            is_changed = true;
            if self.has_mine(at) {
                self.exploded = Some(at);
            } else if self.number(at) == 0 {
                waiting.extend(self.around(at));
            }
        }
        is_changed
    }

    /// Makes the first opened square safe: draws the mines, or moves the mine that is there.
    fn secure(&mut self, first: usize) {
        if self.covers.contains(&Cover::Open) {
            return;
        }
        match &mut self.layout {
            Layout::Seed(seed) => {
                let mut order: Vec<usize> = (0..self.covers.len()).collect();
                let count = order.len();
                Dice::new(*seed).draw(&mut order, count);
                let near: Vec<usize> = self.around(first).collect();
                // Squares around the first come last, so that they have mines only if they must.
                order.retain(|&at| at != first);
                order.sort_by_key(|at| near.contains(at));
                let mut mines = vec![false; count];
                for &at in &order[..self.mines] {
                    mines[at] = true;
                }
                self.layout = Layout::Mines(mines);
            }
            Layout::Mines(mines) if mines[first] => {
                if let Some(free) = mines.iter().position(|is_mine| !is_mine) {
                    mines.swap(first, free);
                }
            }
            Layout::Mines(_) => {}
        }
    }

    fn squares(&self, is_listed: impl Fn(usize) -> bool) -> Vec<[usize; 2]> {
        let listed = (0..self.covers.len()).filter(|&at| is_listed(at));
        listed.map(|at| [at / self.columns, at % self.columns]).collect()
    }

    fn index(&self, [row, column]: [usize; 2]) -> usize {
        row * self.columns + column
    }

    fn is_undrawn(&self) -> bool {
        matches!(self.layout, Layout::Seed(_))
    }

    fn has_mine(&self, at: usize) -> bool {
        matches!(&self.layout, Layout::Mines(mines) if mines[at])
    }

    fn number(&self, at: usize) -> u8 {
        self.around(at).map(|other| u8::from(self.has_mine(other))).sum()
    }

    fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        super::around([self.rows, self.columns], at)
    }
}

/// Mines for the hidden squares of a board, so that all layouts are equally likely: squares beside
/// numbers are drawn one by one, each with its chance after those before it. All others have the
/// same chance.
fn drawn(
    board: &Minesweeper,
    dice: &mut Dice,
    options: &crate::Options,
) -> Result<Vec<bool>, crate::Error> {
    let is_beside_number = Minesweeper { mines: None, ..board.clone() }.is_restricted();
    let mut board = board.clone();
    for at in (0..board.squares.len()).filter(|&at| is_beside_number[at]) {
        if board.squares[at] != Square::Hidden {
            continue;
        }
        let Some(odds) = board.analyze_with(options)? else { return Err(impossible().into()) };
        for it in &odds.cells {
            let square = &mut board.squares[(it.row - 1) * board.columns + it.column - 1];
            match it.state {
                "safe" => *square = Square::Safe,
                "mine" => *square = Square::Mine,
                _ => {}
            }
        }
        if board.squares[at] == Square::Hidden {
            let chance = odds.probability(at / board.columns, at % board.columns).unwrap_or(0.5);
            let is_mine = dice.is_below(chance);
            board.squares[at] = if is_mine { Square::Mine } else { Square::Safe };
        }
    }
    let mut mines: Vec<bool> = board.squares.iter().map(|it| *it == Square::Mine).collect();
    let placed = mines.iter().filter(|&&is_mine| is_mine).count();
    let hidden = |at: &usize| board.squares[*at] == Square::Hidden;
    let mut hidden: Vec<usize> = (0..mines.len()).filter(hidden).collect();
    let rest = board.mines.and_then(|total| total.checked_sub(placed));
    let rest = rest.filter(|&rest| rest <= hidden.len()).ok_or_else(impossible)?;
    dice.draw(&mut hidden, rest);
    for at in &hidden[..rest] {
        mines[*at] = true;
    }
    Ok(mines)
}

fn impossible() -> ParseError {
    ParseError::whole("no layout of mines fits the numbers: sator explain says why")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::Options;

    /// Whether each square has a mine, after they were drawn.
    fn mines(game: &Game) -> &[bool] {
        let Layout::Mines(mines) = game.layout() else { panic!("{game:?}") };
        mines
    }

    fn game(text: &str) -> Game {
        Game::of(&text.parse().unwrap(), 7, &Options::new()).unwrap()
    }

    #[test]
    fn the_first_square_opens_others_if_there_is_room_and_is_always_safe() {
        for seed in 0..50 {
            let mut roomy = Game::new([9, 9], 10, seed).unwrap();
            assert_eq!(roomy.layout(), &Layout::Seed(seed));
            assert!(roomy.open([4, 4]));
            assert_eq!(roomy.seen([4, 4]), Seen::Number(0));
            assert_eq!(mines(&roomy).iter().filter(|&&is_mine| is_mine).count(), 10);
            let mut full = Game::new([3, 3], 8, seed).unwrap();
            full.open([0, 2]);
            assert_eq!((full.seen([0, 2]), full.state()), (Seen::Number(3), GameState::Won));
        }
        assert!(Game::new([3, 3], 9, 0).is_err());
    }

    #[test]
    fn a_seed_and_a_first_square_determine_the_mines() {
        let layout = |seed, square| {
            let mut game = Game::new([9, 9], 10, seed).unwrap();
            game.open(square);
            mines(&game).to_vec()
        };
        assert_eq!(layout(3, [0, 0]), layout(3, [0, 0]));
        assert_ne!(layout(3, [0, 0]), layout(4, [0, 0]));
    }

    #[test]
    fn a_game_is_won_when_all_safe_squares_are_open() {
        let mut game = game("2 3\n* 2 *\ns s s");
        // The mine of the first square moves away.
        assert!(game.open([0, 0]));
        assert_eq!(game.board().squares[0], Square::Number(1));
        assert_eq!(mines(&game), [false, true, true, false, false, false]);
        for square in [[1, 0], [1, 1]] {
            assert_eq!((game.state(), game.open(square)), (GameState::Playing, true));
        }
        assert!(game.open([1, 2]));
        assert_eq!(game.state(), GameState::Won);
        assert!(!game.open([0, 1]) && !game.flag([0, 1]));
    }

    #[test]
    fn flags_protect_a_square_and_let_a_number_open_the_others() {
        let mut game = game("2 3\n* s s\ns s s");
        assert!(game.open([0, 2]));
        assert_eq!(game.seen([0, 2]), Seen::Number(0));
        // The number has no flag around it yet.
        assert!(!game.open([0, 1]));
        assert!(game.flag([1, 0]) && !game.open([1, 0]));
        assert_eq!((game.mines_left(), game.wrong_flags()), (0, vec![[1, 0]]));
        assert!(game.open([0, 1]));
        assert_eq!(game.state(), GameState::Lost);
        assert_eq!(game.seen([0, 0]), Seen::Explosion);
        assert_eq!(game.seen([1, 0]), Seen::WrongFlag);
    }

    #[test]
    fn a_board_in_play_goes_on_with_a_layout_that_fits() {
        let board: Minesweeper = "2 5 2\n? 1 ? ? ?\n? ? ? ? ?".parse().unwrap();
        let mut found = HashMap::new();
        for seed in 0..200 {
            let game = Game::of(&board, seed, &Options::new()).unwrap();
            assert_eq!(game.board(), board);
            *found.entry(mines(&game).to_vec()).or_insert(0) += 1;
        }
        // One mine beside the 1, on 5 squares, and one on the 4 others.
        assert_eq!(found.len(), 20);
    }

    #[test]
    fn a_board_without_its_number_of_mines_or_without_a_layout_is_refused() {
        let error = |text: &str| {
            Game::of(&text.parse().unwrap(), 7, &Options::new()).unwrap_err().to_string()
        };
        assert!(error("1 3\n? 1 ?").starts_with("a game needs the number of mines"));
        assert!(error("1 4 1\n? 2 ? ?").starts_with("no layout of mines fits the numbers"));
    }
}
